//! The worked fights of Stonebound's rules pages, for tests of exact and sampled answers.

use core::sync::atomic::AtomicBool;

use fray_rules::games::stonebound::Stonebound;
use fray_rules::games::stonebound::data::rulings::First;
use fray_rules::games::stonebound::data::setup::{AttackType, Setup, UnitSetup};
use fray_rules::games::stonebound::data::tactics::{Plan, Target};
use fray_rules::games::stonebound::data::vocabulary::{
    Ability, AddStatus, AnyKind, AttackMode, Between, DamageKind, Effect, Extra, Kind, Kinds, Negation,
    Scope, Status, Timing, Trigger,
};
use fray_sim::exact::{ExactReport, Options, solve};
use fray_sim::play::engine::AsEngine;

/// A unit: hp, atk, crt, pd, sd and the kind of its attack.
pub(crate) fn unit(name: &str, [hp, atk, crt, pd, sd]: [i16; 5], kind: DamageKind) -> UnitSetup {
    let attack = AttackType { kind: Some(kind) };
    UnitSetup { crt, pd, sd, attack, ..UnitSetup::plain(name, hp, atk) }
}

fn on(to: u8) -> Trigger {
    Trigger::OnRange(Between { from: 1, to })
}

/// [On 1-n] [Counter] on HP damage, on from the start.
pub(crate) fn counter(n: u8) -> Ability {
    Ability {
        timing: Some(Timing::OnHpDamage(AnyKind::Any)),
        trigger: on(n),
        effects: vec![Effect::Counter],
        ..Ability::plain("Counter", Kind::Innate)
    }
}

/// [On 1-n] [Burn] with every attack.
pub(crate) fn burn(n: u8) -> Extra {
    let add = AddStatus { status: Status::BURN, stacks: 1, duration: None };
    Extra { trigger: on(n), effects: vec![Effect::AddStatus(add)] }
}

/// A fight without a round limit worth the name.
pub(crate) fn fight(first: First, west: Vec<UnitSetup>, east: Vec<UnitSetup>) -> Setup {
    let mut setup = Setup { max_rounds: 1000, ..Setup::plain(west, east) };
    setup.rulings.first = first;
    setup
}

/// Example 12.
pub(crate) fn duel_1(first: First) -> Setup {
    let a = unit("A", [12, 5, 25, 3, 2], DamageKind::P);
    let b = unit("B", [13, 4, 20, 2, 2], DamageKind::S);
    fight(first, vec![a], vec![b])
}

/// Example 14.
pub(crate) fn duel_2() -> Setup {
    let mut c = unit("C", [10, 4, 25, 2, 0], DamageKind::P);
    (c.evasion.physical, c.evasion.all) = (10, 10);
    c.abilities = vec![counter(25)];
    let mut d = unit("D", [11, 5, 15, 3, 1], DamageKind::P);
    d.negation = vec![
        Negation { n: 20, kinds: Kinds(1), scope: Some(Scope::Damage) },
        Negation { n: 15, kinds: Kinds(3), scope: Some(Scope::All) },
    ];
    d.abilities = vec![counter(40)];
    fight(First::SideA, vec![c], vec![d])
}

/// Example 15.
pub(crate) fn duel_3() -> Setup {
    let mut g = unit("G", [13, 4, 20, 4, 1], DamageKind::P);
    g.on_attack = vec![burn(30)];
    let mut h = unit("H", [14, 3, 25, 3, 1], DamageKind::P);
    h.attack_mode = AttackMode::Double;
    fight(First::SideA, vec![g], vec![h])
}

/// Example 16.
pub(crate) fn one_against_two() -> Setup {
    let mut w = unit("W", [12, 6, 20, 2, 2], DamageKind::P);
    w.abilities = vec![counter(30)];
    let x = unit("X", [6, 4, 10, 1, 1], DamageKind::P);
    let y = unit("Y", [5, 5, 15, 0, 1], DamageKind::S);
    fight(First::SideA, vec![w], vec![x, y])
}

/// Example 17.
pub(crate) fn two_against_two() -> Setup {
    let p = unit("P", [9, 4, 15, 3, 2], DamageKind::P);
    let mut q = unit("Q", [7, 4, 20, 1, 3], DamageKind::S);
    q.tactics.target = Plan::always(Target::Weakest);
    let mut r = unit("R", [11, 4, 20, 2, 2], DamageKind::P);
    r.tactics.target = Plan::always(Target::MostDamage);
    let mut s = unit("S", [8, 4, 25, 2, 1], DamageKind::P);
    s.abilities = vec![counter(50)];
    fight(First::SideA, vec![p, q], vec![r, s])
}

/// Example 21: nobody can change anything.
pub(crate) fn stalemate() -> Setup {
    let it = |name| unit(name, [5, 2, 0, 3, 0], DamageKind::P);
    Setup { max_rounds: 30, ..fight(First::SideA, vec![it("A")], vec![it("B")]) }
}

/// The exact answer, which must be in reach.
pub(crate) fn exact(setup: &Setup) -> ExactReport {
    let answer =
        solve(Stonebound::new(setup).as_engine(), "test", &Options::default(), &AtomicBool::new(false));
    answer.unwrap_or_else(|none| panic!("{none}"))
}
