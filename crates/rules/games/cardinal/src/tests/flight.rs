//! Flight (CA-56, D-18).

use super::{A, B, Table, dummy, fighter};
use crate::data::events::Event;
use crate::data::metrics::Metric;
use crate::data::vocabulary::Status;

/// A unit that flies and stands here.
fn flyer(unit: &str, [x, y, height]: [u32; 3], more: &str) -> String {
    format!("{unit}\nflying = true\nbody = \"d6\"\nspeed = \"d8\"\nposition = [{x}, {y}, {height}]\n{more}")
}

fn at(unit: &str, x: u32, y: u32) -> String {
    format!("{unit}\nposition = [{x}, {y}]")
}

/// Somebody whom every blow hits and nothing soaks.
fn open(name: &str) -> String {
    format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"", dummy(name))
}

fn table(a: &str, b: &str) -> Table {
    Table::of(&[a], &[b]).map(20, 3, "").ruling("yield_afraid = false")
}

#[test]
fn ca_56_a_fall_is_a_point_for_two_paces() {
    // Under a spell nobody spends an action on Fly.
    let fall = |height: u32, ruling: &str, dice: &str| {
        let a = flyer(&dummy("A"), [0, 0, height], "statuses = [\"mesmerized\"]\nsoak_pool = \"d4\"");
        table(&a, &at(&dummy("B"), 9, 0)).ruling(ruling).tape(dice)
    };
    let seen = fall(5, "", "d4=2");
    assert_eq!((seen.place(A), seen.sum(A, Metric::DamageTaken)), ((0, 0, 0), 2));
    assert!(seen.has(A, Status::Afraid) && !seen.has(A, Status::Reeling) && !seen.has(A, Status::Flying));
    // It is soaked, and a botch counts.
    assert_eq!(fall(5, "", "d4=4").sum(A, Metric::DamageTaken), 1);
    assert_eq!(fall(4, "", "d4=1").sum(A, Metric::DamageTaken), 3);
    // Less than two paces are nothing, and no dice are rolled.
    assert_eq!(fall(1, "", "").place(A), (0, 0, 0));
    let soft = fall(9, "fall_damage = \"none\"", "");
    assert_eq!((soft.place(A), soft.sum(A, Metric::DamageTaken)), ((0, 0, 0), 0));
}

#[test]
fn ca_56_d_18_who_reaches_its_target_attacks_and_stays_in_the_air() {
    let a = flyer(&fighter("A", "d8", 0), [1, 0, 1], "");
    let seen = table(&a, &at(&open("B"), 0, 0)).tape("d8=1");
    assert_eq!((seen.sum(A, Metric::Attacks), seen.sum(A, Metric::Guards)), (1, 0));
    assert_eq!((seen.place(A), seen.has(A, Status::Flying)), ((1, 0, 1), true));
}

#[test]
fn d_18_the_afraid_come_down_and_guard_where_a_fall_does_no_harm() {
    let ends = |height: u32| {
        let statuses = "statuses = [\"reeling\", \"afraid\"]";
        let a = flyer(&fighter("A", "d8", 0), [0, 0, height], statuses);
        let seen = table(&a, &at(&dummy("B"), 9, 0)).tape("");
        (seen.place(A).2, seen.has(A, Status::Guarding))
    };
    assert_eq!(ends(1), (0, true));
    // From two paces on a fall hurts, and the one action left keeps it in the air.
    assert_eq!(ends(2), (2, false));
}

#[test]
fn ca_56_fly_is_a_dash_in_three_dimensions() {
    // Speed d8: 4 paces; the way across and the way up are gone together.
    let a = flyer(&fighter("A", "d8", 0), [0, 0, 0], "");
    assert_eq!(table(&a, &at(&dummy("B"), 15, 0)).tape("").place(A), (4, 0, 1));
    // 5 paces away and 6 high: nearest is 4 across and 4 down, from which it reaches nobody yet.
    let high = flyer(&fighter("A", "d8", 0), [0, 0, 6], "");
    assert_eq!(table(&high, &at(&dummy("B"), 9, 0)).tape("").place(A), (4, 0, 2));
    // Straight steps alone add up.
    let straight = table(&a, &at(&dummy("B"), 15, 0)).ruling("metric = \"manhattan\"").tape("");
    assert_eq!(straight.place(A), (3, 0, 1));
}

#[test]
fn ca_56_fly_and_attack_in_one_turn() {
    let a = flyer(&fighter("A", "d8", 0), [0, 0, 3], "");
    let seen = table(&a, &at(&open("B"), 4, 0)).tape("d8=1");
    assert_eq!((seen.place(A), seen.sum(A, Metric::Attacks)), ((3, 0, 1), 1));
}

#[test]
fn ca_56_the_reeling_keep_an_action_for_fly_where_a_fall_would_hurt() {
    let turn = |height: u32, ruling: &str, dice: &str| {
        let a = flyer(
            &fighter("A", "d8", 0).replace("damage = 0", "damage = 0, range = \"short\""),
            [1, 0, height],
            "statuses = [\"reeling\"]",
        );
        table(&a, &at(&open("B"), 0, 0)).ruling(ruling).tape(dice)
    };
    let high = turn(4, "", "");
    assert_eq!((high.sum(A, Metric::Attacks), high.place(A)), (0, (1, 0, 4)));
    // From 1 pace up it lands for nothing.
    let low = turn(1, "", "d8=1");
    assert_eq!((low.sum(A, Metric::Attacks), low.place(A)), (1, (1, 0, 0)));
    assert!(!low.saw(|event| matches!(event, Event::Falls { .. })));
    let soft = turn(4, "fall_damage = \"none\"", "d8=1");
    assert_eq!((soft.sum(A, Metric::Attacks), soft.place(A).2), (1, 0));
    assert!(soft.saw(|event| matches!(event, Event::Falls { .. })));
}

#[test]
fn ca_56_a_ground_weapon_reaches_up_as_far_as_it_is_long() {
    let attacks = |height: u32, range: &str| {
        let b = fighter("B", "d8", 0).replace("damage = 0", &format!("damage = 0, range = \"{range}\""));
        let a = flyer(
            &format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"", dummy("A")),
            [2, 0, height],
            "",
        );
        table(&a, &at(&b, 2, 0)).p(|seen| seen.sum(B, Metric::Attacks) == 1)
    };
    assert!(attacks(1, "close") > 0.99);
    assert!(attacks(2, "close") < 0.01);
    assert!(attacks(2, "reach") > 0.99);
}

#[test]
fn ca_56_ca_16_those_in_the_air_hold_no_square_below() {
    let a = flyer(&dummy("A"), [1, 0, 2], "");
    let seen = Table::of(&[&a], &[&at(&fighter("B", "d8", 0), 3, 0)])
        .map(4, 1, "")
        .ruling("yield_afraid = false")
        .tape("");
    // B walks under it and finds nobody within reach.
    assert_eq!((seen.place(B), seen.sum(B, Metric::Attacks)), ((1, 0, 0), 0));
}

#[test]
fn ca_56_who_is_out_falls_at_once() {
    let bow = "name = \"B\"\nrally_pool = \"none\"\nweapons = [{ name = \"Bow\", kind = \"ranged\", attack = \"d8\", damage = 3, range = \"short\" }]\nposition = [3, 0]";
    let a = flyer(&format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"", dummy("A")), [0, 0, 4], "");
    let seen = table(&a, bow).tape("d8=8 d8=1");
    // Dying by the arrow, and 2 points with Hurt and Injured by the fall.
    assert!(seen.saw(|event| matches!(event, Event::Falls { unit: A, .. })));
    assert_eq!(seen.place(A), (0, 0, 0));
    assert_eq!(seen.sum(A, Metric::DamageTaken), 4 + 2);
}

#[test]
fn ca_18_ca_58_nothing_on_the_ground_covers_or_harms_who_flies() {
    let bow = "name = \"B\"\nrally_pool = \"none\"\nweapons = [{ name = \"Bow\", kind = \"ranged\", attack = \"d8\", range = \"short\" }]\nposition = [3, 0]\ntactics = { move = \"hold\" }";
    let a = |height: u32| {
        // On the ground it would step out of the hazard.
        let more = if height == 0 { "tactics = { move = \"hold\" }" } else { "" };
        flyer(&format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"", dummy("A")), [0, 0, height], more)
    };
    let square = "{ x = 0, y = 0, cover = \"fair\", hazard = { attack = \"d8\", damage = 0 } }";
    let play = |height: u32, dice: &str| {
        let table = Table::of(&[&a(height)], &[bow]).map(20, 3, square);
        table.ruling("yield_afraid = false").tape(dice)
    };
    // On the ground the hazard strikes, it hides, and its cover is good by then; in the air nothing of this.
    let aloft = play(2, "d8=5 d8=2");
    assert!(!aloft.has(A, Status::Hiding));
    assert_eq!(aloft.sum(B, Metric::Hits), 1);
    assert!(play(0, "d8=1 d8=2 d12=3 d12=3 d8=1").has(A, Status::Hiding));
}

#[test]
fn d_18_hover_stays_above_melee_and_land_comes_down() {
    let bow = "name = \"A\"\nrally_pool = \"none\"\nweapons = [{ name = \"Bow\", kind = \"ranged\", attack = \"d8\", range = \"short\" }]";
    let b = at(&fighter("B", "d8", 0).replace("damage = 0", "damage = 0, range = \"reach\""), 6, 0);
    let b = format!(
        "{b}\ndodge_pool = \"none\"\nsoak_pool = \"none\"\nstatuses = [\"immobilized\"]\nmind = \"d4\"\nwill = \"d4\""
    );
    let play = |flight: &str, height: u32, dice: &str| {
        let a = flyer(bow, [0, 0, height], &format!("tactics = {{ flight = \"{flight}\" }}"));
        table(&a, &b).tape(dice)
    };
    // A spear reaches 2 paces up.
    assert_eq!(play("hover", 0, "d8=1 d8=1 d8=1 d4=1 d4=1").place(A).2, 3);
    let landed = play("land", 3, "d8=1 d8=1 d8=1 d4=1 d4=1");
    assert_eq!((landed.place(A).2, landed.has(A, Status::Flying)), (0, false));
}

#[test]
fn d_18_flight_is_read_and_refused_where_it_cannot_be() {
    let no_map = Table::of(&["name = \"A\"\nflying = true"], &[&dummy("B")]).read().unwrap_err();
    assert!(no_map[0].contains("there is no `[map]`: nobody flies, CA-63"), "{no_map:?}");
    let wrong = |unit: &str| table(unit, &dummy("B")).read().unwrap_err().join(" ");
    assert!(wrong(&format!("{}\nposition = [0, 0, 2]", dummy("A"))).contains("not `flying`"));
    assert!(wrong(&flyer(&dummy("A"), [0, 0, 1001], "")).contains("from 0 to 1000"));
    assert!(wrong(&flyer(&dummy("A"), [0, 0, 2], "statuses = [\"asleep\"]")).contains("out, CA-56"));
}

#[test]
fn ca_56_a_transcript_tells_of_heights() {
    let a = flyer(&fighter("A", "d8", 0), [0, 0, 3], "");
    let told = table(&a, &at(&open("B"), 4, 0)).told("d8=1");
    assert!(told.iter().any(|line| line == "  A flies: 0,0 at height 3 to 3,0 at height 1"), "{told:?}");
}
