//! NW-43 to NW-51: bad statuses.

use super::*;
use crate::data::setup::AttackKind;
use crate::data::tactics::{Recover, Wake};

fn strike_at(status: Status, stats: [i32; 6]) -> Table {
    Table::strike(pc("a", [50, 5, 0, 0, 0, 0]), with_status(npc("b", stats), status, 1))
}

#[test]
fn nw_46_worked_example_8_panic() {
    let table = strike_at(Status::Panic, [50, 0, 9, 0, 0, 0]);
    assert_p(table.p(|seen| seen.attacks[0].1), 1261, 1296);
}

#[test]
fn nw_46_48_49_reactions_and_judges_are_penalised() {
    let dodge = |status| strike_at(status, [50, 0, 9, 0, 0, 0]).tape("66 66 11 11").hits()[0].1;
    assert_eq!(dodge(Status::Panic), 11);
    assert_eq!(dodge(Status::Paralysis), 16);
    assert_eq!(dodge(Status::Daze), 16);
    // Defense is a Reaction too.
    let seen = strike_at(Status::Panic, [50, 0, 0, 0, 0, 0]).tape("66 11 11 11");
    assert_eq!(seen.attacks, [(A, true, 10)]);
    // Panic and Paralysis leave the attacker's Judges alone, Daze does not.
    let hit = |status| {
        let a = with_status(pc("a", [50, 5, 0, 0, 0, 0]), status, 1);
        let mut a = a;
        a.tactics.recover = always(Recover::Never);
        Table::strike(a, npc("b", [50, 0, 9, 0, 0, 0])).tape("11 66").hits()[0].0
    };
    assert_eq!((hit(Status::Panic), hit(Status::Paralysis), hit(Status::Daze)), (7, 7, 2));
}

#[test]
fn nw_49_11_daze_weighs_on_the_action_count_judge() {
    let a = with_status(pc("a", [50, 0, 0, 0, 0, 9]), Status::Daze, 1);
    let seen = Table::of([&[a], &[npc_at("b", 0)]]).tape(&format!("12 {MISS}"));
    assert_eq!(seen.starting_counts()[0], (A, 7));
}

#[test]
fn nw_49_26_daze_ends_in_clean_up() {
    let a = with_status(pc_at("a", 0), Status::Daze, 1);
    let table = Table::of([&[a], &[npc_at("b", 0)]]);
    assert_eq!(table.clone().ruling("daze_cleanup", "auto").tape("").recovered(), [(A, Status::Daze)]);
    assert!(table.ruling("daze_cleanup", "none").tape("").recovered().is_empty());
}

#[test]
fn nw_44_05_the_unconscious_defend_with_bare_attributes_and_do_nothing() {
    let seen = strike_at(Status::Unconscious, [50, 0, 8, 0, 3, 0]).tape("11");
    assert_eq!(seen.hits(), [(7, 8)]);
    let seen = strike_at(Status::Unconscious, [50, 0, 7, 0, 3, 0]).tape("11 33");
    assert_eq!((seen.hits(), seen.attacks), (vec![(7, 7)], vec![(A, true, 3)]));
}

fn sleeper(spirit: i32) -> Table {
    let a = with_spirit(with_status(pc_at("a", 10), Status::Unconscious, 1), spirit);
    Table::of([&[a], &[npc_at("b", 0)]])
}

#[test]
fn nw_44_worked_example_9() {
    assert_p(sleeper(8).p(|seen| seen.recovered() == [(A, Status::Unconscious)]), 7, 12);
    let mut critical = sleeper(8);
    let a = critical.setup.sides[0].units[0].clone();
    critical.setup.sides[0].units[0] = a.numbers(&[10], &[5]);
    let p = critical.p(|seen| seen.recovered() == [(A, Status::Unconscious)]);
    assert_p(p, 7, 12);
}

#[test]
fn nw_44_waking_is_the_major_action_of_a_main_that_costs_its_10() {
    let seen = sleeper(8).tape("43");
    assert!(seen.attacks.is_empty());
    assert_eq!(seen.exhausted[1], (1, 1, A, Exhaustion::MainEnd));
    assert_eq!(sleeper(8).tape("42").recovered(), []);
    let mut passes = sleeper(8);
    passes.setup.sides[0].units[0].tactics.wake = always(Wake::Pass);
    assert!(passes.tape("").recovered().is_empty());
}

#[test]
fn nw_44_waking_takes_prana() {
    let mut table = sleeper(8);
    let a = table.setup.sides[0].units[0].clone();
    table.setup.sides[0].units[0] = with_prana(a, 3, 2);
    assert_eq!(table.tape("11 41").recovered(), [(A, Status::Unconscious)]);
}

#[test]
fn nw_44_falling_unconscious_ends_pressure_daze_and_panic() {
    let sleep = hex("sleep", Timing::Major, inflict(Status::Unconscious));
    let a = with(pc_at("a", 10), &[sleep]);
    let mut b = npc_at("b", 0);
    b.start_statuses = [Status::Pressure, Status::Daze, Status::Panic, Status::Capture]
        .map(|status| Inflicted { status, level: 1 })
        .to_vec();
    let seen = Table::of([&[a], &[b]]).tape("");
    assert_eq!(seen.recovered(), [(B, Status::Pressure), (B, Status::Daze), (B, Status::Panic)]);
}

#[test]
fn nw_19_44_a_critical_of_the_waking_judge_can_be_answered() {
    let cheer = Ability {
        trigger: Some(Trigger::JudgeCritical),
        ..ability("cheer", Timing::Reaction, Effect::HealHp(Amount::fixed(3)))
    };
    let a = with(with_status(pc_at("a", 10), Status::Unconscious, 1), &[cheer]);
    let a = UnitSetup { start_hp: 50, ..a }.numbers(&[12], &[]);
    let seen = Table::of([&[a], &[npc_at("b", 0)]]).tape("66 11");
    assert_eq!((seen.recovered(), seen.n_used(A)), (vec![(A, Status::Unconscious)], 1));
}

#[test]
fn nw_11_unconscious_count_is_the_bare_attribute() {
    let a = with_status(pc("a", [50, 0, 0, 0, 0, 9]), Status::Unconscious, 1);
    let table = Table::of([&[a], &[npc_at("b", 0)]]);
    let seen = table.clone().ruling("unconscious_count", "attribute").tape("11");
    assert_eq!(seen.starting_counts()[0], (A, 9));
    // The floor is under every result: not only under one that was rolled.
    let seen = table.clone().ruling("min_setup_count", "10").tape("11");
    assert_eq!(seen.starting_counts()[0], (A, 10));
    let seen = table.ruling("unconscious_count", "roll").tape("11 11 11");
    assert_eq!(seen.starting_counts()[0], (A, 11));
}

#[test]
fn nw_45_pressure_bars_special_abilities_alone() {
    let uses = |kind, ignores, timing| {
        let mut it = ability("it", timing, Effect::HealHp(Amount::fixed(1)));
        it.kind = kind;
        it.flags.ignores_pressure = ignores;
        let mut a =
            with(with_status(UnitSetup { start_hp: 5, ..pc_at("a", 10) }, Status::Pressure, 1), &[it]);
        a.tactics.recover = always(Recover::Never);
        Table::of([&[a], &[npc_at("b", 0)]]).tape(MISS).n_used(A)
    };
    assert_eq!(uses(AbilityKind::Special, false, Timing::Minor), 0);
    assert_eq!(uses(AbilityKind::Special, true, Timing::Minor), 1);
    assert_eq!(uses(AbilityKind::Item, false, Timing::Minor), 1);
    assert_eq!(uses(AbilityKind::Invocation, false, Timing::Minor), 1);
}

#[test]
fn nw_47_poison_takes_hp_in_clean_up() {
    let table = |level| Table::of([&[with_status(pc_at("a", 0), Status::Poison, level)], &[npc_at("b", 0)]]);
    let left = |seen: Seen| seen.all(A, Metric::HpLeft);
    assert_eq!(left(table(3).ruling("poison_damage", "level").tape("")), [97]);
    assert_eq!(left(table(3).ruling("poison_damage", "4").tape("")), [88]);
    assert_eq!(left(table(3).ruling("poison_damage", "dice_per_level").tape("615")), [88]);
}

#[test]
fn nw_43_47_the_higher_poison_stays_or_levels_add_up() {
    let poison = |level| Inflicted { status: Status::Poison, level };
    let bite = hex("bite", Timing::Major, Effect::Inflict(poison(2)));
    let left = |has, ruling: &str| {
        let a = with(pc_at("a", 10), std::slice::from_ref(&bite));
        let b = with_status(npc_at("b", 0), Status::Poison, has);
        let dice = if has >= 2 && ruling == "max" { MISS } else { "" };
        Table::of([&[a], &[b]]).ruling("poison_stack", ruling).tape(dice).all(B, Metric::HpLeft)[0]
    };
    assert_eq!((left(1, "max"), left(3, "max")), (98, 97));
    assert_eq!((left(1, "sum"), left(3, "sum")), (97, 95));
}

#[test]
fn nw_43_the_same_status_again_and_immunity_change_nothing() {
    let panic = hex("panic", Timing::Minor, inflict(Status::Panic));
    let table = |b| Table::of([&[with(pc_at("a", 10), std::slice::from_ref(&panic))], &[b]]);
    let agile = || npc("b", [50, 0, 50, 0, 0, -20]);
    assert_eq!(table(agile()).tape(&format!("11 {MISS}")).inflicted(), [(B, Status::Panic)]);
    let had = table(with_status(agile(), Status::Panic, 1)).tape(&format!("11 {MISS}"));
    assert!(had.inflicted().is_empty());
    let immune = UnitSetup { status_immune: Status::Panic.bit(), ..agile() };
    assert!(table(immune).tape(&format!("11 {MISS}")).inflicted().is_empty());
}

#[test]
fn nw_50_51_capture_bars_attacks_until_a_whole_main_is_given_up() {
    let a = with_status(pc_at("a", 20), Status::Capture, 1);
    let seen = Table::of([std::slice::from_ref(&a), &[npc_at("b", 0)]]).tape(MISS);
    assert_eq!((seen.mains.len(), seen.attacks.len()), (2, 1));
    assert_eq!(seen.recovered(), [(A, Status::Capture)]);
    let mut never = a;
    never.tactics.recover = always(Recover::Never);
    let seen = Table::of([&[never], &[npc_at("b", 0)]]).tape("");
    assert!(seen.attacks.is_empty());
}

/// a with Panic, Daze and Pressure, at count 20; what it shook off in each Main, and its attacks.
fn shaking(tactic: Recover, ruling: &str, owns_special: bool) -> (Vec<Status>, usize) {
    let mut a = pc_at("a", 20);
    a.start_statuses =
        [Status::Panic, Status::Daze, Status::Pressure].map(|status| Inflicted { status, level: 1 }).to_vec();
    if owns_special {
        a.abilities = vec![hex("x", Timing::CleanUp, inflict(Status::Panic))];
    }
    a.tactics.recover = always(tactic);
    let n = if tactic == Recover::MajorFirst && ruling == "one" { 1 } else { 2 };
    let n = if tactic == Recover::MajorFirst && !owns_special { 1 } else { n };
    let n = if tactic == Recover::MajorFirst && owns_special && ruling == "one" { 0 } else { n };
    let mut table = Table::of([&[a], &[npc_at("b", 0)]]).ruling("recover_per_action", ruling);
    table.setup.rulings.daze_cleanup = crate::data::rulings::DazeCleanup::None;
    let n = if tactic == Recover::MajorFirst && ruling == "all" { 1 } else { n };
    let seen = table.tape(&MISS.repeat(n));
    (seen.recovered().into_iter().map(|it| it.1).collect(), seen.attacks.len())
}

#[test]
fn nw_51_one_action_shakes_off_one_status() {
    use Status::{Daze, Panic, Pressure};
    assert_eq!(shaking(Recover::Minor, "one", false), (vec![Panic, Daze], 2));
    assert_eq!(shaking(Recover::Minor, "all", false), (vec![Panic, Daze], 2));
    assert_eq!(shaking(Recover::Minor, "all", true), (vec![Panic, Daze, Pressure], 2));
    assert_eq!(shaking(Recover::MajorFirst, "one", true), (vec![Panic, Daze, Pressure], 0));
    assert_eq!(shaking(Recover::MajorFirst, "all", false), (vec![Panic, Daze], 1));
    assert_eq!(shaking(Recover::Never, "one", true), (vec![], 2));
}

/// NW-51: no action is spent on what bars nothing that the unit would do.
#[test]
fn nw_51_pressure_stays_where_it_bars_nothing_of_use() {
    let recovered = |abilities: &[Ability]| {
        let mut a = with(with_status(pc_at("a", 10), Status::Pressure, 1), abilities);
        a.tactics.recover = always(Recover::Minor);
        Table::of([&[a], &[npc_at("b", 0)]]).tape(MISS).recovered()
    };
    let curse = hex("x", Timing::CleanUp, inflict(Status::Panic));
    assert_eq!(recovered(core::slice::from_ref(&curse)), [(A, Status::Pressure)]);
    let mut dear = curse.clone();
    dear.cost.mp = Amount::fixed(9);
    assert_eq!(recovered(&[dear]), [], "it cannot be paid");
    let nothing = ability("x", Timing::CleanUp, Effect::HealHp(Amount::fixed(3)));
    assert_eq!(recovered(&[nothing]), [], "nobody is hurt");
    assert_eq!(recovered(&[Ability { kind: AbilityKind::Item, ..curse }]), [], "it is not barred");
}

#[test]
fn nw_22_statuses_ride_on_damage_above_0() {
    let fang =
        Weapon { inflict: vec![Inflicted { status: Status::Paralysis, level: 1 }], ..Weapon::default() };
    let a = UnitSetup { weapons: vec![fang], ..pc("a", [50, 0, 0, 0, 0, 0]) };
    let table = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]));
    assert_eq!(table.tape("66 11 22 11").inflicted(), [(B, Status::Paralysis)]);
    assert!(table.tape("66 11 11 11").inflicted().is_empty());
    assert!(table.tape(MISS).inflicted().is_empty());
}

#[test]
fn nw_22_53_what_an_attack_of_an_ability_inflicts_rides_on_its_damage() {
    let judge = crate::data::setup::ability::AbilityJudge::Attack {
        hit_kind: AttackKind::Physical,
        damage_kind: AttackKind::Physical,
        hit_mod: 0,
        attack_mod: 0,
    };
    let smash = Ability { judge, ..hex("smash", Timing::Major, inflict(Status::Paralysis)) };
    let a = with(pc("a", [50, 0, 0, 0, 0, 0]), &[smash]);
    let table = Table::strike(a, npc("b", [50, 0, 0, 0, 0, 0]));
    assert_eq!(table.tape("66 11 22 11").inflicted(), [(B, Status::Paralysis)]);
    assert!(table.tape("66 11 11 11").inflicted().is_empty(), "a hit without damage");
    assert!(table.tape(MISS).inflicted().is_empty());
}

#[test]
fn nw_19_43_a_status_received_can_be_answered() {
    let calm = Ability {
        trigger: Some(Trigger::StatusReceived),
        ..ability(
            "calm",
            Timing::Reaction,
            Effect::RemoveStatus(crate::data::setup::ability::RemoveStatus::Any(1)),
        )
    };
    let a = with(pc_at("a", 10), &[hex("panic", Timing::Minor, inflict(Status::Panic))]);
    let seen = Table::of([&[a], &[with(npc_at("b", 0), &[calm])]]).tape(MISS);
    assert_eq!(seen.recovered(), [(B, Status::Panic)]);
}

#[test]
fn nw_51_both_actions_end_capture_and_with_all_what_either_would_have_ended() {
    use Status::{Capture, Daze, Panic};
    let ends = |ruling, misses: usize| {
        let mut a = pc_at("a", 10);
        a.start_statuses = [Capture, Panic, Daze].map(|status| Inflicted { status, level: 1 }).to_vec();
        let mut table = Table::of([&[a], &[npc_at("b", 0)]]).ruling("recover_per_action", ruling);
        table.setup.rulings.daze_cleanup = crate::data::rulings::DazeCleanup::None;
        let seen = table.rounds(2).tape(&MISS.repeat(misses));
        seen.recovered().into_iter().map(|it| it.1).collect::<Vec<_>>()
    };
    assert_eq!(ends("all", 1), [Capture, Panic, Daze]);
    assert_eq!(ends("one", 1)[..2], [Capture, Panic]);
}

#[test]
fn nw_32_the_dead_bear_no_status_of_the_ability_that_killed_them() {
    use crate::data::setup::AttackKind;
    use crate::data::setup::ability::AbilityJudge;
    let smash = Ability {
        judge: AbilityJudge::Attack {
            hit_kind: AttackKind::Physical,
            damage_kind: AttackKind::Physical,
            hit_mod: 0,
            attack_mod: 0,
        },
        ..hex("smash", Timing::Major, inflict(Status::Panic))
    };
    let rounds = |hp| {
        let a = with(pc("a", [50, 0, 0, 9, 0, 0]), std::slice::from_ref(&smash));
        let mut table = Table::strike(a, npc("b", [hp, 0, 0, 0, 0, 0]));
        table.setup.rulings.no_judge_unit = crate::data::rulings::NoJudgeUnit::DeadAtOnce;
        let seen = table.ruling("mortality", "off").tape("66 11 11 11");
        (seen.sum(B, Metric::Died), seen.sum(B, Metric::RoundsPanic))
    };
    assert_eq!(rounds(50), (0, 1));
    assert_eq!(rounds(5), (1, 0));
}

#[test]
fn nw_47_poison_bars_nothing_and_a_daze_does() {
    let poisoned = |status| {
        let a = with_status(pc_at("a", 5), status, 2);
        Table::of([&[a], &[npc_at("b", 0)]]).tape(TEN)
    };
    let seen = poisoned(Status::Poison);
    assert_eq!((seen.attacks.clone(), seen.all(A, Metric::ActionsLost)), (vec![(A, true, 10)], vec![]));
    assert_eq!(seen.all(A, Metric::DamageTaken), [2], "in Clean-Up");
    assert_eq!(poisoned(Status::Daze).all(A, Metric::ActionsLost), [1]);
}
