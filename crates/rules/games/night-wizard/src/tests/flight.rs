//! NW-41, NW-42: flight and height.

use super::movement::*;
use super::*;
use crate::data::setup::MapSetup;
use crate::data::tactics::{Flight, Movement};

/// A PC with a robe and so many MP that flies by this tactic.
fn flyer(mp: i32, how: Flight) -> UnitSetup {
    let mut unit = UnitSetup { mp, start_mp: mp, ..actor(0, 0) };
    unit.tactics.flight = always(how);
    unit
}

fn has_taken_off(seen: &Seen) -> bool {
    seen.has(&Event::TakesOff { unit: A })
}

#[test]
fn nw_41_the_robe_takes_a_minor_action_and_a_die_of_mp() {
    let table = |unit| on(field(5, 1), Table::of([&[unit], &[dummy("b", 3, 0)]]));
    let seen = table(flyer(20, Flight::Start)).tape("4");
    assert!(has_taken_off(&seen));
    assert_eq!(seen.all(A, Metric::MpSpent), [4]);
    // The Major Action is left to move.
    assert_eq!(moves(&seen), [(A, place(2, 0, 0), 2, 2)]);
    assert_eq!(seen.all(A, Metric::RoundsInFlight), [1]);
    let lines = table(flyer(20, Flight::Start)).lines("4");
    assert!(lines.contains(&"  a takes off".to_owned()), "{lines:?}");
    // With 3 MP it takes off with one half.
    assert_p(table(flyer(3, Flight::Start)).p(has_taken_off), 1, 2);
    let lost = table(flyer(3, Flight::Start)).tape("4");
    assert!(lost.all(A, Metric::MpSpent).is_empty());
    assert_eq!(moves(&lost), [(A, place(2, 0, 0), 2, 2)]);
    let kept = table(flyer(3, Flight::Start)).ruling("failed_takeoff", "minor_kept").tape("4");
    assert_eq!(moves(&kept), [(A, place(2, 0, 0), 2, 2), (A, place(3, 0, 0), 1, 1)]);
    // Nobody tries without MP, without a robe, or in a fortress.
    assert!(!has_taken_off(&table(flyer(0, Flight::Start)).tape("")));
    let bare = UnitSetup { lunar_robe: false, ..flyer(20, Flight::Start) };
    assert!(!has_taken_off(&table(bare).tape("")));
    let fortress = MapSetup { fortress: true, ..field(5, 1) };
    let inside = Table::of([&[flyer(20, Flight::Start)], &[dummy("b", 3, 0)]]);
    assert!(!has_taken_off(&on(fortress, inside).tape("")));
}

#[test]
fn d_flight_engaged_takes_off_from_an_enemys_square() {
    let table = |x| on(field(5, 1), Table::of([&[flyer(20, Flight::Engaged)], &[dummy("b", x, 0)]]));
    assert!(has_taken_off(&table(0).tape("1 11 11")));
    assert!(!has_taken_off(&table(4).tape("")));
}

#[test]
fn d_flight_hover_climbs_as_high_as_it_still_reaches() {
    let archer = |most| {
        let unit = with_range(flyer(20, Flight::Hover), range(most));
        UnitSetup { fixed_action_count: Some(30), ..unit }
    };
    let table = |unit, enemy| on(field(1, 1), Table::of([&[unit], &[enemy]]));
    let seen = table(archer(3), dummy("b", 0, 0)).tape("1 11 11 11 11 11 11");
    assert_eq!(moves(&seen), [(A, place(0, 0, 2), 2, 2), (A, place(0, 0, 3), 1, 1)]);
    let lines = table(archer(3), dummy("b", 0, 0)).lines("1 11 11 11 11 11 11");
    assert!(lines.contains(&"  a climbs (0,0) to (0,0,2), 2 squares".to_owned()), "{lines:?}");
    // Nobody hovers away from an archer.
    let seen = table(archer(3), with_range(dummy("b", 0, 0), range(2))).tape("1 11 11 11 11 11 11");
    assert_eq!(moves(&seen), []);
}

#[test]
fn nw_41_landing_is_free_where_the_tactic_gives_up_flight() {
    let unit = at(UnitSetup { fixed_action_count: Some(20), ..flyer(0, Flight::Never) }, 0, 0, 3);
    let seen = on(field(1, 1), Table::of([&[unit], &[dummy("b", 0, 0)]])).tape("11 11");
    // Two squares down with the Minor, the third with the Major; then it lands and attacks.
    assert_eq!(moves(&seen), [(A, place(0, 0, 1), 2, 2), (A, place(0, 0, 0), 1, 1)]);
    assert!(seen.has(&Event::Lands { unit: A }));
    assert_eq!(seen.targets(), [B]);
}

#[test]
fn nw_41_a_flyer_is_not_hindered() {
    let unit = at(moving(actor(2, 2), Movement::Kite), 2, 2, 1);
    let enemy = at(dummy("b", 2, 2), 2, 2, 1);
    let table = on(field(5, 5), Table::of([&[unit], &[enemy]])).ruling("minor_after_major", "true");
    assert_eq!(moves(&table.tape("11 11")), [(A, place(4, 2, 1), 2, 2)]);
}

#[test]
fn nw_40_42_height_counts_in_range() {
    // Worked example 19 in the fight: (2, 0, 2) is 4 away.
    let attacks = |most| {
        let unit = with_range(moving(actor(0, 0), Movement::Stay), range(most));
        let enemy = at(dummy("b", 2, 0), 2, 0, 2);
        on(field(3, 1), Table::of([&[unit], &[enemy]])).p(|seen| seen.targets() == [B])
    };
    assert_eq!([attacks(3), attacks(4)], [0.0, 1.0]);
}

#[test]
fn nw_42_a_sword_follows_a_flyer_only_in_flight() {
    let enemy = || at(dummy("b", 1, 0), 1, 0, 1);
    let on_foot = on(field(2, 1), Table::of([&[actor(0, 0)], &[enemy()]]));
    assert_eq!(moves(&on_foot.tape("")), []);
    let in_flight = at(actor(0, 0), 0, 0, 2);
    let seen = on(field(2, 1), Table::of([&[in_flight], &[enemy()]])).tape("11 11");
    assert_eq!(moves(&seen), [(A, place(1, 0, 1), 2, 2)]);
}

#[test]
fn nw_42_units_start_on_the_floor_of_their_square() {
    let map = MapSetup { floor_height: vec![(0, 0, 2), (1, 0, 2)], ..field(2, 1) };
    let seen = on(map, Table::of([&[actor(0, 0)], &[dummy("b", 1, 0)]])).tape("11 11");
    assert_eq!(moves(&seen), [(A, place(1, 0, 2), 1, 1)]);
    assert!(seen.all(A, Metric::RoundsInFlight).is_empty());
}

#[test]
fn nw_29_41_near_death_ends_flight_without_harm() {
    let attacker = at(actor(0, 0), 0, 0, 3);
    let mut target = at(dummy("b", 0, 0), 0, 0, 3);
    (target.hp, target.start_hp, target.dodge) = (5, 5, 0);
    let seen = on(field(1, 1), Table::of([&[attacker], &[target]])).tape("66 11 66 11");
    assert!(seen.has(&Event::FallsDown { unit: B }));
    assert_eq!(seen.hp_left(), Some(-5));
}
