//! One round of Juso whose probabilities are worked out by hand, held against the exact answer:
//! what the edge of the board, a blow from behind and a second attack do to a victim.
//!
//! The victim is a human of machine level 1 on own number 2, without a die of any defence, whose
//! side has lost when nobody of it is on the board. The enemy in front of it has 3 dice of power,
//! so it gets through with 7/8, and 4 of damage: 0 to 4 points with 1, 4, 6, 4 and 1 in 16.

use crate::support::close::assert_close;
use crate::support::juso_fights::{at, exact, holding};
use fray_kit::declare::rulings::Number;
use fray_rules::games::juso::data::rulings::{RetreatPastEdge, Switch, YesNo};
use fray_rules::games::juso::data::setup::{Attributes, End, Flag, Setup, UnitKind, UnitSetup, Weapon};
use fray_rules::games::juso::data::tactics::{Defend, OnDamage, Plan};
use fray_sim::exact::ExactReport;
use fray_sim::exact::report::ExhaustionRow;

fn victim() -> UnitSetup {
    UnitSetup { machine_level: 1, ..holding(at(2, UnitSetup::plain("V", UnitKind::Pc, 9))) }
}

fn reacting(how: OnDamage) -> UnitSetup {
    let mut victim = victim();
    victim.tactics.on_damage = Plan::always(how);
    victim
}

fn enemy(name: &str, power: i32, damage: i32) -> UnitSetup {
    let weapons = vec![Weapon { power, damage: Some(damage), ..Weapon::default() }];
    UnitSetup { weapons, ..holding(at(3, UnitSetup::plain(name, UnitKind::Enemy, 99))) }
}

/// One round in which the enemies strike first.
fn round(victim: UnitSetup, enemies: Vec<UnitSetup>) -> Setup {
    let mut setup = Setup::plain(vec![victim], enemies);
    (setup.flag, setup.max_rounds) = (Flag::Held(End::Right), 1);
    setup.rulings.empty_board_ends = YesNo::Yes;
    setup
}

#[track_caller]
fn lost(setup: &Setup, ways: u32, of: u32) {
    assert_close(exact(setup).win("right"), f64::from(ways) / f64::from(of));
}

/// The mean of a metric of the victim.
fn mean(report: &ExactReport, name: &str) -> f64 {
    let row = report.metrics.iter().find(|row| row.metric == name && row.unit.as_deref() == Some("V"));
    row.expect("the metric").mean
}

/// The chance that the victim dies.
fn dead(report: &ExactReport) -> f64 {
    let is = |row: &&ExhaustionRow| row.unit == "V" && row.clock == "dead" && row.what == "damage";
    report.exhaustion.iter().filter(|row| row.view == "first").filter(is).map(|row| row.p).sum()
}

fn ram() -> Vec<UnitSetup> {
    vec![enemy("Ram", 3, 4)]
}

#[test]
fn ju_70_ju_35_a_knockback_of_2_from_number_2_leaves_the_board() {
    // 3 or 4 points, less the machine level: 5/16.
    lost(&round(victim(), ram()), 35, 128);
    let mut still = round(victim(), ram());
    still.rulings.knockback = Switch::Off;
    lost(&still, 0, 1);
}

#[test]
fn ju_75_one_core_holds_one_square() {
    // 4 points are 3 squares: one core leaves two of them.
    let with = |how, cores| UnitSetup { start_cores: cores, core_base: 0, ..reacting(how) };
    lost(&round(with(OnDamage::EndureAll, 1), ram()), 7, 128);
    lost(&round(with(OnDamage::EndureBoard, 1), ram()), 7, 128);
    lost(&round(with(OnDamage::EndureBoard, 2), ram()), 0, 1);
    // The core is spent only where it saves: at 3 points, 4/16.
    let report = exact(&round(with(OnDamage::EndureBoard, 1), ram()));
    assert_close(mean(&report, "endured"), 7.0 / 32.0);
}

#[test]
fn ju_59_body_defence_takes_squares_off() {
    let mut braced = victim();
    braced.abilities = Attributes { strength: 2, ..Attributes::default() };
    braced.tactics.defend = Plan::always(Defend::Body);
    // 3 points move 2 squares unless a die of two succeeds; 4 move 3 unless both do.
    lost(&round(braced, ram()), 7 * (4 + 3), 8 * 16 * 4);
}

#[test]
fn ju_74_retreat_goes_past_the_edge_unless_the_table_stops_it() {
    let retreats = || UnitSetup { retreat_defence: 2, ..reacting(OnDamage::Retreat) };
    // 1 point: one square back to number 1. 2 points: one by the blow, two more by choice.
    lost(&round(retreats(), ram()), 7 * 11, 8 * 16);
    let mut stops = round(retreats(), ram());
    stops.rulings.retreat_past_edge = RetreatPastEdge::Stops;
    lost(&stops, 35, 128);
    // Squares of the blow and squares of the retreat are counted apart: 1 by 1 point; 2 and more
    // are at the edge after the blow.
    let report = exact(&stops);
    assert_close(mean(&report, "retreated"), 7.0 / 8.0 * 4.0 / 16.0);
    assert_close(mean(&report, "knocked_back"), 7.0 / 8.0 * f64::from(6 + 4 * 2 + 3) / 16.0);
}

#[test]
fn ju_73_a_blow_from_behind_adds_its_squares_after_the_check_of_death() {
    let behind = || vec![at(1, enemy("Ram", 3, 4))];
    let with = |life| UnitSetup { life, ..victim() };
    // 3 points are 5 with their squares, 4 are 7 and kill at once: incapacitated or dead, lost.
    let setup = round(with(4), behind());
    lost(&setup, 35, 128);
    assert_close(dead(&exact(&setup)), 7.0 / 128.0);
    // A life of 5 is brought to 0 by 3 points too, and 4 do not kill.
    lost(&round(with(5), behind()), 35, 128);
    let mut deadly = setup;
    deadly.rulings.back_attack_kills = YesNo::Yes;
    assert_close(dead(&exact(&deadly)), 35.0 / 128.0);
}

#[test]
fn ju_62_each_defence_that_is_answered_costs_the_next_a_die() {
    // Three attacks of one die, each answered by 2, 1 and 0 dice as they come; one die of damage
    // kills a life of 1. Every order of hits and misses added up: 379 of 512 live.
    let frail =
        UnitSetup { life: 1, abilities: Attributes { agility: 2, ..Attributes::default() }, ..victim() };
    let three = ["A", "B", "C"].map(|name| enemy(name, 1, 1)).to_vec();
    lost(&round(frail, three), 512 - 379, 512);
}

#[test]
fn ju_64_armour_defends_without_a_roll_and_yet_counts() {
    // Two attacks of two dice on armour 1: one success is stopped by the armour alone, two are
    // answered by 2 dice, or by 1 if the first attack came to a defence. 469 of 512 live.
    let armoured = UnitSetup {
        life: 1,
        armour: 1,
        abilities: Attributes { agility: 2, ..Attributes::default() },
        ..victim()
    };
    let two = || ["A", "B"].map(|name| enemy(name, 2, 1)).to_vec();
    lost(&round(armoured.clone(), two()), 512 - 469, 512);
    // JU-04: a floor of 1 asks for a roll against 1. The first kills with 3/4 x 1/4 x 1/2. The
    // second with 3/4 x 1/2 x 1/2 if that was answered, otherwise as the first:
    // 1/4 x 29/32 + 3/4 x 7/8 x 13/16 live.
    let mut floor = round(armoured, two());
    floor.rulings.armour_floor = Number(1);
    lost(&floor, 512 - 389, 512);
}
