//! Exact against sampled: every cell of the tally, in fights of Night Wizard.

use crate::support::exact_sampled;
use crate::support::fights;
use crate::support::fights::exact;
use fray_kit::tactics::when::parse;
use fray_rules::games::night_wizard::NightWizard;
use fray_rules::games::night_wizard::data::rulings::CfSource;
use fray_rules::games::night_wizard::data::setup::ability::Range;
use fray_rules::games::night_wizard::data::setup::{MapSetup, Setup, UnitSetup, Weapon};
use fray_rules::games::night_wizard::data::tactics::{AllOut, Delay, Entry, Fact, Flight, Movement, Target};

fn compare(setup: &Setup, seed: u64) {
    exact_sampled::compare(&NightWizard::new(setup), &exact(setup), seed);
}

#[test]
fn criticals_agree() {
    compare(&fights::f3_criticals(), 3);
}

#[test]
fn mortality_agrees() {
    compare(&fights::f4_mortality(), 4);
}

#[test]
fn two_against_one_agrees() {
    compare(&fights::f5_two_against_one(), 5);
}

#[test]
fn timeouts_agree() {
    compare(&Setup { max_rounds: 3, ..fights::f4_mortality() }, 6);
}

/// NW-04: the start of the fight draws, so there are 110 starts.
#[test]
fn numbers_rolled_per_fight_agree() {
    let mut setup = fights::f2_tiny();
    setup.rulings.cf_source = CfSource::RolledPerFight;
    compare(&setup, 7);
}

/// Chance between sides, delays, targets at random, a unit that sits out: turns that begin no
/// activation, and units whose clock strikes late or never.
#[test]
fn delays_and_ties_agree() {
    let mut lazy = fights::pc("lazy", [4, 5, 5, 8, 5, 9]);
    let entry = |what, when: Option<&str>| Entry {
        what,
        when: when.map(|text| parse(text, Fact::all(), Fact::measure).expect("a condition")),
    };
    lazy.tactics.delay.entries = vec![entry(Delay::SitOut, Some("hp < 50%")), entry(Delay::To(8), None)];
    let mut wild = fights::pc("wild", [5, 5, 5, 8, 5, 9]);
    wild.tactics.target.entries = vec![Entry { what: Target::Random, when: None }];
    let left = vec![lazy, fights::pc("guard", [4, 5, 5, 8, 5, -3])];
    compare(&Setup { max_rounds: 6, ..fights::fight(fights::plain_rulings(), left, vec![wild]) }, 8);
}

/// A map of three by three squares round an obstacle of this height.
fn round_a_pillar(height: Option<u8>) -> MapSetup {
    MapSetup {
        width: 3,
        height: 3,
        obstacles: vec![(1, 1, height)],
        obstructs: vec![(0, 1)],
        exits: Vec::new(),
        floor_height: Vec::new(),
        fortress: false,
    }
}

fn bow(most: u8) -> Vec<Weapon> {
    vec![Weapon { range: Range { least: 0, most: Some(most) }, ..Weapon::default() }]
}

/// NW-37 to NW-40: a sword that may run, against a bow that keeps its distance.
#[test]
fn moves_on_a_map_agree() {
    let mut sword = UnitSetup { movement_power: 1, ..fights::pc("sword", [5, 7, 6, 9, 6, 6]) };
    sword.tactics.allout.entries = vec![Entry { what: AllOut::Always, when: None }];
    let archer = fights::npc("archer", [5, 5, 5, 9, 5, 7]);
    let mut archer = UnitSetup { position: [2, 2, 0], movement_power: 2, weapons: bow(2), ..archer };
    archer.tactics.move_.entries = vec![Entry { what: Movement::KeepDistance(3), when: None }];
    let setup = fights::fight(fights::plain_rulings(), vec![sword], vec![archer]);
    compare(&Setup { map: Some(round_a_pillar(None)), max_rounds: 6, ..setup }, 9);
}

/// NW-41, NW-42: a take-off that may fail, and a flyer that hovers above a sword.
#[test]
fn flights_agree() {
    let caster = fights::pc("caster", [4, 6, 5, 9, 6, 6]);
    let mut caster = UnitSetup { mp: 7, start_mp: 7, weapons: bow(2), ..caster };
    caster.tactics.flight.entries = vec![Entry { what: Flight::Hover, when: None }];
    let sword = UnitSetup { position: [2, 0, 0], ..fights::npc("sword", [4, 7, 6, 9, 6, 6]) };
    let setup = fights::fight(fights::plain_rulings(), vec![caster], vec![sword]);
    compare(&Setup { map: Some(round_a_pillar(Some(1))), max_rounds: 4, ..setup }, 10);
}
