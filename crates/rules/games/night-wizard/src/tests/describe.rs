//! The play-by-play, line by line. The expected numbers are those of the dice in each test.

use super::*;
use crate::data::setup::gear::Status;
use crate::data::setup::{AttackKind, ElementMod, Inflicted, Weapon};
use crate::data::tactics::{Delay, Downed};

#[test]
fn a_round_is_shown_with_counts_rolls_and_hp() {
    let a = pc("Knight", [18, 8, 7, 12, 8, 2]).numbers(&[7], &[2]);
    let b = npc("Ogre", [26, 7, 6, 14, 9, -9]).numbers(&[10], &[5]);
    let lines = Table::of([&[a], &[b]]).lines("3+3, 2+2,  6+5, 2+3, 3+4 2+2, 1+3");
    assert_eq!(
        lines,
        [
            "Setup",
            "  Knight: Action Count 2 + 6 = 8",
            "  Ogre: Action Count -9 + 4 = -5",
            "  Ogre is Exhausted at count -5: too low to act",
            "Knight acts at count 8",
            "  declares an attack on Ogre",
            "  attacks Ogre: Hit 8 + 11 (6+5) = 19 against Dodge 6 - 10 (fumble) = -4: hit",
            "  Attack 12 + 14 (critical, 2+2) = 26 against Defense 9 + 4 (1+3) = 13: 13 damage, Ogre has 13 HP left",
            "  Knight is Exhausted at count -2",
            "Clean-Up",
        ]
    );
}

#[test]
fn misses_soaked_hits_and_counts_left_are_shown() {
    let lines = Table::of([&[pc_at("a", 12)], &[npc_at("b", 0)]]).lines("11 66  66 11 11 22");
    assert_eq!(
        lines[4..11],
        [
            "a acts at count 12",
            "  declares an attack on b",
            "  attacks b: Hit 0 + 2 (1+1) = 2 against Dodge 0 + 12 (6+6) = 12: miss",
            "  a goes to count 2",
            "a acts at count 2",
            "  declares an attack on b",
            "  attacks b: Hit 0 + 12 (6+6) = 12 against Dodge 0 + 2 (1+1) = 2: hit",
        ]
    );
    assert_eq!(
        lines[11],
        "  Attack 0 + 2 (1+1) = 2 against Defense 0 + 4 (2+2) = 4: no damage, b has 100 HP left"
    );
}

#[test]
fn what_bad_statuses_take_is_shown_apart() {
    let statuses = |unit: UnitSetup, which: &[Status]| UnitSetup {
        start_statuses: which.iter().map(|&status| Inflicted { status, level: 1 }).collect(),
        ..unit
    };
    let a = statuses(pc("a", [50, 3, 0, 0, 0, 9]), &[Status::Daze]);
    let b = statuses(npc_at("b", 0), &[Status::Panic, Status::Paralysis]);
    let mut table = Table::of([&[a], &[b]]);
    table.setup.sides[0].units[0].tactics.recover = always(crate::data::tactics::Recover::Never);
    let lines = table.lines("11 66 11  11 11");
    assert_eq!(lines[1], "  a: Action Count 9 - 5 (penalty) + 2 = 6");
    assert_eq!(
        lines[6],
        "  attacks b: Hit 3 - 5 (penalty) + 12 (6+6) = 10 against Dodge 0 - 15 (penalty) + 2 (1+1) = -13: hit"
    );
}

#[test]
fn a_fall_and_its_mortality_judge_are_shown() {
    let a = UnitSetup { fixed_action_count: Some(20), ..npc("a", [50, 0, 0, 9, 0, 0]) };
    let b = UnitSetup { fixed_action_count: Some(5), ..pc("b", [5, 0, 12, 0, 0, 0]).numbers(&[7], &[]) };
    let mut table = Table::of([&[a], &[b, npc_at("c", 0)]]);
    table.setup.sides[0].units[0].hit = 12;
    table.setup.sides[0].units[0].tactics.downed = always(Downed::FinishOff);
    let lines = table.lines("66 11 11 11  66 22  34 34 11");
    assert_eq!(
        lines[6..],
        [
            "  declares an attack on b",
            "  attacks b: Hit 12 + 12 (6+6) = 24 against Dodge 12 + 2 (1+1) = 14: hit",
            "  Attack 9 + 2 (1+1) = 11 against Defense 0 + 2 (1+1) = 2: 9 damage, b has -4 HP left",
            "  b falls: Near Death",
            "  b is Exhausted at count 0",
            "  a goes to count 10",
            "a acts at count 10",
            "  declares an attack on b",
            "  attacks b: Hit 12 + 12 (6+6) = 24 against Dodge 12 (cannot roll): hit",
            "  Attack 9 + 4 (2+2) = 13 against Defense 0 (cannot roll): 13 damage, b has -17 HP left",
            "  a is Exhausted at count 0",
            "Clean-Up",
            "  b: Mortality 7 + 22 (2 criticals, 1+1) = 29 against 15: stands up",
        ]
    );
    let lines = table.lines("66 11 11 11  66 22  11");
    assert_eq!(lines[18..], ["  b: Mortality 7 + 2 (1+1) = 9 against 15: fails", "  b is dead"]);
}

#[test]
fn delays_ties_limits_and_rolled_numbers_are_shown() {
    let mut a = pc_at("a", 5);
    a.tactics.delay = always(Delay::To(3));
    let lines = Table::of([&[a], &[pc_at("b", 5)]])
        .ruling("max_mains_per_unit_per_round", "1")
        .ruling("cf_source", "rolled_per_fight")
        .lines("11 12 11 12 d2=1 33 66 33 66");
    assert_eq!(lines[0], "a: critical on 2, fumble on 3");
    assert_eq!(
        lines[3..7],
        [
            "  a: Action Count 5 (fixed)",
            "  b: Action Count 5 (fixed)",
            "Tie: heroes first, by chance",
            "a delays: Action Count 5 to 3"
        ]
    );

    let table = Table::of([&[pc_at("a", 15)], &[pc_at("b", 0)]]);
    let lines = table.ruling("max_mains_per_unit_per_round", "1").lines(MISS);
    assert!(lines.contains(&"  a is Exhausted at count 5: no more Mains this round".to_owned()));
}

#[test]
fn magic_and_elements_are_shown_by_their_names() {
    let spell = Weapon {
        hit_kind: AttackKind::Magic,
        damage_kind: AttackKind::Magic,
        element: Some("fire".to_owned()),
        ..Weapon::default()
    };
    let a = UnitSetup { weapons: vec![spell], ..pc("a", [50, 0, 0, 0, 0, 0]) };
    let mut b = npc("b", [50, 0, 0, 0, 0, 0]);
    b.element_mods.insert("fire".to_owned(), ElementMod { flat: 0, percent: -50 });
    let lines = Table::strike(a, b).lines("66 11 66 11");
    assert_eq!(
        lines[6..8],
        [
            "  attacks b: Magic Hit 0 + 12 (6+6) = 12 against Resistance 0 + 2 (1+1) = 2: hit",
            "  Magic Attack 0 + 12 (6+6) = 12 against Magic Defense 0 + 2 (1+1) = 2: 10, by effects 5 damage, b has 45 HP left",
        ]
    );
}

#[test]
fn units_of_one_name_are_distinguished_by_their_sides() {
    let lines = Table::of([&[pc_at("Guard", 5)], &[npc_at("Guard", 0)]]).lines(MISS);
    assert_eq!(lines[1], "  heroes/Guard: Action Count 5 (fixed)");
    assert!(lines[6].starts_with("  attacks villains/Guard: "), "{}", lines[6]);
}

#[test]
fn a_floor_under_the_count_and_a_main_without_a_target_are_shown() {
    let a = UnitSetup { fixed_action_count: None, ..pc("a", [50, 0, 0, 50, 0, 0]) };
    let b = UnitSetup { fixed_action_count: Some(0), ..pc("b", [5, 0, 0, 0, 0, 0]) };
    let table = Table::of([&[a], &[b]]).ruling("min_setup_count", "15").ruling("victory", "side_dead");
    let lines = table.lines("12  66 11 11 11  66");
    assert_eq!(lines[1], "  a: Action Count 0 + 3, raised = 15");
    assert!(lines.contains(&"  a has nobody to attack".to_owned()));
}
