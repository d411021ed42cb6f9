//! The worked fights of Juso's rules pages, for tests of exact and sampled answers.

use core::sync::atomic::AtomicBool;

use fray_rules::games::juso::Juso;
use fray_rules::games::juso::data::rulings::Switch;
use fray_rules::games::juso::data::setup::{
    AttackKind, Attribute, Attributes, Body, CoreCarry, Defence, End, Flag, Movement, Reach, Setup, UnitKind,
    UnitSetup, Weapon,
};
use fray_rules::games::juso::data::tactics::{CoreAttack, Defend, OnDamage, Plan, Split, Stance};
use fray_sim::exact::{ExactReport, Options, solve};
use fray_sim::play::engine::AsEngine;

fn melee_of_pc(damage: i32) -> Weapon {
    Weapon { ability: Some(Attribute::Strength), damage: Some(damage), ..Weapon::default() }
}

fn melee_of_enemy(power: i32, damage: i32) -> Weapon {
    Weapon { power, damage: Some(damage), ..Weapon::default() }
}

fn defence(melee: i32, ranged: i32, jujutsu: i32) -> Defence {
    Defence { melee, ranged, jujutsu }
}

/// H, the hunter.
pub(crate) fn hunter() -> UnitSetup {
    UnitSetup {
        abilities: Attributes { strength: 3, agility: 2, perception: 2, wisdom: 2 },
        levels: Attributes { strength: 2, agility: 2, perception: 1, wisdom: 1 },
        core_base: 2,
        armour: 1,
        machine_level: 1,
        weapons: vec![melee_of_pc(5)],
        ..UnitSetup::plain("H", UnitKind::Pc, 7)
    }
}

/// A, the archer.
pub(crate) fn archer() -> UnitSetup {
    UnitSetup {
        abilities: Attributes { perception: 3, agility: 2, strength: 1, wisdom: 0 },
        levels: Attributes { perception: 2, agility: 1, strength: 0, wisdom: 0 },
        core_base: 2,
        weapons: vec![Weapon {
            kind: AttackKind::Ranged,
            damage: Some(4),
            range: Reach::Squares(5),
            ..Weapon::default()
        }],
        ..UnitSetup::plain("A", UnitKind::Pc, 6)
    }
}

/// B, the brute.
pub(crate) fn brute() -> UnitSetup {
    UnitSetup {
        body: Body::Monster,
        defence: defence(3, 3, 2),
        weapons: vec![melee_of_enemy(7, 5)],
        ..UnitSetup::plain("B", UnitKind::Enemy, 10)
    }
}

/// G, the goblin.
pub(crate) fn goblin(name: &str) -> UnitSetup {
    UnitSetup {
        body: Body::Monster,
        defence: defence(2, 2, 1),
        weapons: vec![melee_of_enemy(5, 4)],
        ..UnitSetup::plain(name, UnitKind::Enemy, 4)
    }
}

/// R, the ryuma.
pub(crate) fn ryuma() -> UnitSetup {
    UnitSetup {
        body: Body::Ryuma,
        movement: Movement::Slow,
        machine_level: 1,
        special_armour: 1,
        defence: defence(3, 4, 2),
        weapons: vec![melee_of_enemy(6, 6)],
        ..UnitSetup::plain("R", UnitKind::Enemy, 9)
    }
}

/// On this column.
pub(crate) fn at(col: i32, unit: UnitSetup) -> UnitSetup {
    UnitSetup { col: Some(col), ..unit }
}

pub(crate) fn holding(mut unit: UnitSetup) -> UnitSetup {
    unit.tactics.stance = Plan::always(Stance::Hold);
    unit
}

fn fight(flag: Flag, max_rounds: u32, left: Vec<UnitSetup>, right: Vec<UnitSetup>) -> Setup {
    Setup { flag, max_rounds, ..Setup::plain(left, right) }
}

/// Worked example 18.
pub(crate) fn micro_duel(first: End) -> Setup {
    let mut pc = UnitSetup {
        abilities: Attributes { strength: 3, agility: 2, ..Attributes::default() },
        weapons: vec![melee_of_pc(2)],
        ..UnitSetup::plain("pc", UnitKind::Pc, 2)
    };
    pc.tactics.split = Plan::always(Split::Number(0));
    let enemy = UnitSetup {
        defence: defence(2, 2, 2),
        weapons: vec![melee_of_enemy(3, 2)],
        ..UnitSetup::plain("enemy", UnitKind::Enemy, 2)
    };
    let (left, right) = (at(7, holding(pc)), at(8, holding(enemy)));
    let mut setup = fight(Flag::Held(first), 1000, vec![left], vec![right]);
    setup.rulings.knockback = Switch::Off;
    setup
}

/// F1: `split` 0 or as it pays.
pub(crate) fn f1(flag: End, split: Split) -> Setup {
    let mut h = hunter();
    h.tactics.split = Plan::always(split);
    let (left, right) = (at(7, holding(h)), at(8, holding(brute())));
    let mut setup = fight(Flag::Held(flag), 1000, vec![left], vec![right]);
    setup.rulings.knockback = Switch::Off;
    setup
}

pub(crate) fn f2(defend: Defend) -> Setup {
    let mut h = at(4, hunter());
    h.tactics.defend = Plan::always(defend);
    fight(Flag::Dice([5, 5]), 40, vec![h], vec![at(11, brute())])
}

pub(crate) fn f3() -> Setup {
    let left = vec![at(3, holding(archer()))];
    fight(Flag::Held(End::Left), 40, left, vec![at(12, goblin("G"))])
}

pub(crate) fn f4() -> Setup {
    let mut h = UnitSetup { core_carry: CoreCarry::All, ..at(5, hunter()) };
    h.tactics.core_attack = Plan::always(CoreAttack::Number(2));
    h.tactics.on_damage = Plan::always(OnDamage::EndureAll);
    fight(Flag::Held(End::Right), 60, vec![h], vec![at(10, ryuma())])
}

pub(crate) fn f5() -> Setup {
    let h = UnitSetup { life: 5, ..at(6, hunter()) };
    let g = |name| UnitSetup { life: 3, ..at(8, goblin(name)) };
    fight(Flag::Held(End::Right), 40, vec![h], vec![g("G#1"), g("G#2")])
}

pub(crate) fn f6() -> Setup {
    let h = UnitSetup { life: 5, ..at(9, holding(hunter())) };
    let b = UnitSetup { life: 6, ..at(8, holding(brute())) };
    fight(Flag::Held(End::Left), 40, vec![h], vec![b])
}

/// The exact answer, which must be in reach.
pub(crate) fn exact(setup: &Setup) -> ExactReport {
    let answer = solve(Juso::new(setup).as_engine(), "test", &Options::default(), &AtomicBool::new(false));
    answer.unwrap_or_else(|none| panic!("{none}"))
}
