//! The same of Night Wizard, whose shortcuts can be left out.

use std::any::Any;
use std::path::Path;

use super::{Begins, SCENARIOS, assert_plain_agrees, totals_and_lines};
use crate::support::Choices;
use crate::support::night_wizard::{party, random_setup};
use crate::support::night_wizard_whole::random_whole_setup;
use fray_engine::contract::System;
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::data::rulings::Switch;
use fray_rules::games::night_wizard::data::setup::ability::{Ability, Amount, Cost, Effect, Range, Timing};
use fray_rules::games::night_wizard::data::setup::{MapSetup, Series, Setup, UnitSetup, Weapon};
use fray_rules::games::night_wizard::data::tactics::{
    AllOut, Entry, Fact, Final, Flee, Flight, Movement, Plan, PranaAttack, PranaDefense, PranaMortality,
    Target,
};
use fray_sim::scenario::{Options, load_scenario};

fn assert_shortcuts_change_nothing(setup: &Setup, what: &str) {
    assert_plain_agrees(&NightWizard::new(setup), &NightWizard::without_shortcuts(setup), what);
}

/// Asserts that both play the same fights: totals and lines.
fn assert_same_fights(plain: &NightWizard, other: &NightWizard, what: &str) {
    let ((plain, plain_lines), (other, other_lines)) =
        (totals_and_lines(plain, Begins::New), totals_and_lines(other, Begins::Used));
    let differs = plain_lines.iter().zip(&other_lines).find(|(a, b)| a != b);
    assert!(plain_lines == other_lines, "{what}: the play-by-play differs at {differs:?}");
    assert!(plain == other, "{what}: the totals differ");
}

fn for_each_unit(setup: &Setup, mut change: impl FnMut(&mut UnitSetup)) -> Setup {
    let mut changed = setup.clone();
    changed.sides.iter_mut().flat_map(|side| &mut side.units).for_each(&mut change);
    changed
}

#[test]
fn what_is_never_used_changes_nothing() {
    let setups = (0..40).map(|seed| (format!("simple scenario {seed}"), random_setup(seed)));
    for (name, setup) in setups.chain([("a party".to_owned(), party())]) {
        // Conditions may ask for prana that is there.
        let mut units = setup.sides.iter().flat_map(|side| &side.units);
        if units.any(|unit| unit.tactics.ask(|fact| fact == Fact::Prana)) {
            continue;
        }
        let plain = NightWizard::new(&setup);
        let same = |what: &str, changed: &Setup| {
            assert_same_fights(&plain, &NightWizard::new(changed), &format!("{name} with {what}"));
        };
        same(
            "prana",
            &for_each_unit(&setup, |unit| {
                (unit.prana, unit.start_prana, unit.release) = (1, 1, 1);
                unit.tactics.prana_atk = Plan::always(PranaAttack::None);
                unit.tactics.prana_def = Plan::always(PranaDefense::None);
                unit.tactics.prana_mort = Plan::always(PranaMortality::None);
            }),
        );
        same(
            "second weapons",
            &for_each_unit(&setup, |unit| {
                // Who has none fights with bare hands, which are a weapon without anything.
                unit.weapons.resize_with(unit.weapons.len().max(1), Weapon::default);
                unit.weapons.push(Weapon { hit_mod: -50, attack_mod: -50, ..unit.weapons[0].clone() });
            }),
        );
        same(
            "an ability that costs more MP than there are",
            &for_each_unit(&setup, |unit| {
                let mp = Amount::fixed(1);
                unit.abilities.push(Ability {
                    name: "never".to_owned(),
                    timing: Timing::Major,
                    cost: Cost { mp, ..Cost::default() },
                    effects: vec![Effect::HealHp(Amount::fixed(1))],
                    ..Ability::default()
                });
            }),
        );
        let (obstacles, obstructs, exits, floor_height) = Default::default();
        let square =
            MapSetup { width: 1, height: 1, obstacles, obstructs, exits, floor_height, fortress: false };
        same("a map of one square", &Setup { map: Some(square), ..setup.clone() });
    }
}

#[test]
fn prana_that_is_never_spent_changes_nothing_of_shipped_fights() {
    let sets_of = |units: &[&str]| -> Vec<(String, String)> {
        let all = units.iter().flat_map(|unit| {
            let kept =
                ["prana_atk", "prana_def", "prana_mort"].map(|key| format!("{unit}.tactics.{key}=none"));
            ["prana=1", "release=1"].map(|set| format!("{unit}.{set}")).into_iter().chain(kept)
        });
        all.map(|set| ("--set".to_owned(), set)).collect()
    };
    let load = |name: &str, sets: Vec<(String, String)>| -> NightWizard {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard").join(name);
        let options = Options { sets, ..Options::default() };
        let rules: Box<dyn Any> = load_scenario(&path, &options).expect("a scenario").rules;
        *rules.downcast().expect("a scenario of Night Wizard")
    };
    for name in ["duel.toml", "brawl.toml", "swarm.toml"] {
        let plain = load(name, Vec::new());
        let mut units: Vec<&str> = plain.roster().units.iter().map(|unit| unit.name.as_str()).collect();
        // Copies of one unit share a path.
        units.iter_mut().for_each(|unit| *unit = unit.split('#').next().unwrap_or(unit));
        units.dedup();
        assert_same_fights(&plain, &load(name, sets_of(&units)), name);
    }
}

#[test]
fn shortcuts_change_nothing_of_simple_fights() {
    for seed in 0..SCENARIOS {
        let mut setup = random_setup(seed);
        if seed % 3 == 0 {
            setup.sides.truncate(2);
            setup.sides.iter_mut().for_each(|side| side.units.truncate(1));
            setup.sides.iter_mut().flat_map(|side| &mut side.units).for_each(|unit| {
                unit.tactics = Default::default();
            });
        }
        assert_shortcuts_change_nothing(&setup, &format!("simple scenario {seed}"));
    }
}

#[test]
fn shortcuts_change_nothing_of_fights_with_abilities() {
    for seed in 0..SCENARIOS {
        let setup = random_whole_setup(seed);
        assert_shortcuts_change_nothing(&setup, &format!("scenario {seed} with abilities"));
    }
}

#[test]
fn shortcuts_change_nothing_of_fights_on_maps_and_in_series() {
    for seed in 0..SCENARIOS {
        let mut setup = if seed % 2 == 0 { random_setup(seed) } else { random_whole_setup(seed) };
        on_a_map(&mut setup, &mut Choices::new(seed ^ 0x3a9));
        assert_shortcuts_change_nothing(&setup, &format!("scenario {seed} on a map"));
    }
}

/// Puts a scenario on a map with walls, heights and exits, and gives it what belongs to one.
fn on_a_map(setup: &mut Setup, choices: &mut Choices) {
    let (width, height) = (choices.int(2, 9) as u8, choices.int(1, 7) as u8);
    let mut squares = |once_in: i64| -> Vec<(u8, u8)> {
        let all = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        all.filter(|_| choices.once_in(once_in)).collect()
    };
    // Who starts in the first or last column stands free.
    let inside = |&(x, _): &(u8, u8)| x > 0 && x + 1 < width;
    let obstacles = squares(5).into_iter().filter(inside).map(|(x, y)| (x, y, None)).collect();
    let floor_height = squares(9).into_iter().filter(inside).map(|(x, y)| (x, y, 1)).collect();
    let (obstructs, exits) = (squares(6), squares(8));
    setup.map = Some(MapSetup { width, height, obstacles, obstructs, exits, floor_height, fortress: false });
    setup.max_rounds = setup.max_rounds.min(8);
    setup.series = Series { fights: choices.int(1, 3) as u32 };
    setup.rulings.flee = *choices.of(&[Switch::Off, Switch::On]);
    let n_units = setup.sides.iter().map(|side| side.units.len()).sum::<usize>() as i32;
    for (i, side) in setup.sides.iter_mut().enumerate() {
        for unit in &mut side.units {
            let column = if i % 2 == 0 { 0 } else { width - 1 };
            unit.position = [column, choices.int(0, i32::from(height) - 1) as u8, 0];
            unit.movement_power = choices.int(0, 5);
            unit.lunar_robe |= choices.once_in(4);
            for weapon in &mut unit.weapons {
                let least = choices.int(0, 1) as u8;
                weapon.range = Range { least, most: Some(choices.int(1, 5) as u8) };
            }
            let ward = Movement::Ward(fray_engine::roster::UnitId(choices.int(0, n_units - 1) as u8));
            let moves = [Movement::Approach, Movement::Stay, Movement::KeepDistance(3), ward];
            let more = [Movement::Kite, Movement::Flank];
            let tactics = &mut unit.tactics;
            tactics.move_ = sometimes(choices, &[&moves[..], &more[..]].concat());
            tactics.target = sometimes(choices, &[Target::Nearest, Target::Weakest, Target::Random]);
            tactics.allout = sometimes(choices, &[AllOut::BestMean, AllOut::Always]);
            tactics.flight = sometimes(choices, &[Flight::Start, Flight::Engaged, Flight::Hover]);
            tactics.flee = sometimes(choices, &[Flee::HpBelow(50), Flee::Outnumbered]);
            tactics.final_ = sometimes(choices, &[Final::Heal]);
        }
    }
}

fn sometimes<T: Copy>(choices: &mut Choices, all: &[T]) -> Plan<T> {
    let entries =
        if choices.once_in(2) { vec![Entry { what: *choices.of(all), when: None }] } else { Vec::new() };
    Plan { entries }
}
