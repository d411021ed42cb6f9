//! Random scenarios of Night Wizard.

use std::collections::BTreeMap;

use fray_engine::roster::UnitId;
use fray_kit::tactics::when::{Compare, Term, When};
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::data::rulings::{ActionOrder, CrossSideTie, Rulings};
use fray_rules::games::night_wizard::data::setup::{
    AttackKind, ElementMod, Numbers, Setup, SideSetup, UnitKind, UnitSetup, Weapon,
};
use fray_rules::games::night_wizard::data::tactics::{
    Delay, Downed, Entry, Fact, Pass, Plan, Tactics, Target,
};

use super::{Choices, random_rulings};

/// A scenario of 2 to 4 sides with 1 to 5 units each, where any ruling and tactic may be in
/// force.
pub(crate) fn random(seed: u64) -> NightWizard {
    NightWizard::new(&random_setup(seed))
}

pub(crate) fn random_setup(seed: u64) -> Setup {
    let mut choices = Choices::new(seed);
    let sizes: Vec<i32> = (0..choices.int(2, 4)).map(|_| choices.int(1, 5)).collect();
    let n_units = sizes.iter().sum();
    let rulings = rulings(&mut choices);
    let max_rounds = choices.int(1, 25) as u32;
    // Without tactics less of the state is read, and keys take their shortest form.
    let plain = choices.once_in(3);
    let side = |(i, &size): (usize, &i32)| {
        let unit = |_| UnitSetup {
            tactics: if plain { Tactics::default() } else { tactics(&mut choices, n_units) },
            ..unit(&mut choices)
        };
        SideSetup { name: format!("side{i}"), units: named((0..size).map(unit).collect()) }
    };
    Setup { rulings, max_rounds, ..Setup::of(sizes.iter().enumerate().map(side).collect()) }
}

/// Two identical sides of NPCs under rules that favour neither.
pub(crate) fn mirror(seed: u64) -> NightWizard {
    let mut setup = random_setup(seed);
    setup.rulings.cross_side_tie = CrossSideTie::Random;
    setup.rulings.action_order = ActionOrder::Count;
    setup.max_rounds = 200;
    setup.sides.truncate(1);
    for unit in &mut setup.sides[0].units {
        unit.kind = UnitKind::Npc;
        // Whom they wait for would not be mirrored.
        unit.tactics.delay.entries.retain(|entry| matches!(entry.what, Delay::To(_) | Delay::Act));
        // Blows that can fall and hurt, so that fights are decided.
        (unit.hit, unit.attack) = (unit.dodge + 1, unit.defense + 6);
        (unit.magic_hit, unit.magic_attack) = (unit.resistance + 1, unit.magic_defense + 6);
    }
    let mut other = setup.sides[0].clone();
    other.name = "mirror".to_owned();
    setup.sides.push(other);
    NightWizard::new(&setup)
}

/// Two wizards against an emulator and its two servants.
pub(crate) fn party() -> Setup {
    let unit = |name: &str, kind, stats, crit: u8, fumble: u8| {
        UnitSetup::plain(name, kind, stats).numbers(&[crit], &[fumble])
    };
    let (pc, npc) = (UnitKind::Pc, UnitKind::Npc);
    let wizards = vec![
        unit("Swordsman", pc, [22, 9, 8, 15, 9, 11], 7, 2),
        unit("Gunner", pc, [17, 10, 7, 13, 6, 9], 10, 5),
    ];
    let enemies = vec![
        unit("Servant#1", npc, [8, 7, 6, 10, 4, 5], 12, 2),
        unit("Servant#2", npc, [8, 7, 6, 10, 4, 5], 12, 2),
        unit("Emulator", npc, [34, 9, 7, 14, 8, 13], 10, 5),
    ];
    let side = |(name, units): (&str, Vec<UnitSetup>)| SideSetup { name: name.to_owned(), units };
    let sides = [("wizards", wizards), ("enemies", enemies)].map(side).to_vec();
    Setup::of(sides)
}

/// A fight in which nobody can hurt anybody.
pub(crate) fn stalemate() -> Setup {
    let unit = |name: &str| UnitSetup {
        fixed_action_count: Some(5),
        ..UnitSetup::plain(name, UnitKind::Npc, [9, 0, 0, 0, 99, 0]).numbers(&[], &[])
    };
    let side = |(name, unit)| SideSetup { name: str::to_owned(name), units: vec![unit] };
    let sides = [("left", unit("Left")), ("right", unit("Right"))].map(side).to_vec();
    Setup { max_rounds: 2, ..Setup::of(sides) }
}

fn named(mut units: Vec<UnitSetup>) -> Vec<UnitSetup> {
    for (i, unit) in units.iter_mut().enumerate() {
        unit.name = format!("unit{i}");
    }
    units
}

fn rulings(choices: &mut Choices) -> Rulings {
    random_rulings(choices, Rulings::ALL, 20, |rulings: &mut Rulings, key, value| rulings.set(key, value))
}

fn unit(choices: &mut Choices) -> UnitSetup {
    let hp = choices.int(1, 40);
    let numbers = |choices: &mut Choices| {
        let all: Vec<u8> = (2..=12).filter(|_| choices.once_in(6)).collect();
        Numbers::of(&all[..all.len().min(4)])
    };
    let elements = ["fire", "water", "earth"].map(str::to_owned);
    let mut element_mods = BTreeMap::new();
    for element in &elements {
        if choices.once_in(3) {
            let change = ElementMod { flat: choices.int(-4, 4), percent: choices.int(-100, 100) };
            element_mods.insert(element.clone(), change);
        }
    }
    let kind = if choices.once_in(2) { UnitKind::Pc } else { UnitKind::Npc };
    UnitSetup {
        start_hp: choices.int(1, hp),
        hit: choices.int(0, 10),
        dodge: choices.int(0, 10),
        attack: choices.int(4, 20),
        defense: choices.int(0, 12),
        magic_hit: choices.int(0, 10),
        resistance: choices.int(0, 10),
        magic_attack: choices.int(4, 20),
        magic_defense: choices.int(0, 12),
        action_value: choices.int(-5, 30),
        fixed_action_count: choices.once_in(4).then(|| choices.int(-3, 80)),
        spirit: choices.int(0, 12),
        luck: choices.int(0, 12),
        crit: numbers(choices),
        fumble: numbers(choices),
        cf_shift: choices.int(0, 5),
        elements: elements.into_iter().filter(|_| choices.once_in(2)).collect(),
        element_mods,
        tie_priority: choices.int(-1, 1),
        weapons: (0..choices.int(0, 1)).map(|_| weapon(choices)).collect(),
        ..UnitSetup::plain("", kind, [hp, 0, 0, 0, 0, 0])
    }
}

fn weapon(choices: &mut Choices) -> Weapon {
    let kinds = [AttackKind::Physical, AttackKind::Magic];
    Weapon {
        name: "weapon".to_owned(),
        hit_kind: *choices.of(&kinds),
        damage_kind: *choices.of(&kinds),
        element: choices.once_in(2).then(|| "fire".to_owned()),
        hit_mod: choices.int(-2, 3),
        attack_mod: choices.int(-2, 5),
        ..Weapon::default()
    }
}

fn tactics(choices: &mut Choices, n_units: i32) -> Tactics {
    let someone = UnitId(choices.int(0, n_units - 1) as u8);
    let to = choices.int(-5, 30);
    let targets = [
        Target::First,
        Target::Nearest,
        Target::Weakest,
        Target::Threat,
        Target::MostDamaged,
        Target::BestDamage,
        Target::Random,
        Target::Same,
    ];
    let delays =
        [Delay::Act, Delay::To(to), Delay::SitOut, Delay::AfterAlly(someone), Delay::AfterEnemy(someone)];
    Tactics {
        target: plan(choices, &targets),
        delay: plan(choices, &delays),
        downed: plan(choices, &[Downed::Ignore, Downed::FinishOff]),
        pass: plan(choices, &[Pass::PassMain, Pass::SitOut]),
        ..Tactics::default()
    }
}

fn plan<T: Copy>(choices: &mut Choices, all: &[T]) -> Plan<T> {
    let entry = |choices: &mut Choices| {
        let term = Term {
            fact: choices.of(Fact::all()).1,
            compare: choices.of(Compare::ALL).1,
            value: choices.int(0, 12),
            percent: false,
        };
        let when = choices.once_in(2).then(|| When { terms: vec![term] });
        Entry { what: *choices.of(all), when }
    };
    Plan { entries: (0..choices.int(0, 2)).map(|_| entry(choices)).collect() }
}
