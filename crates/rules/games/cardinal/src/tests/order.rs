//! Initiative and the order of turns (CA-05 to CA-07).

use super::{A, B, Table, assert_p, dummy, fighter};
use crate::data::events::{Event, MoveKind};
use crate::data::metrics::{Clock, Metric, Reeled};
use crate::data::vocabulary::Status;

fn roller(more: &str) -> String {
    format!("{}\nspeed = \"d8\"\nmind = \"d6\"\n{more}", dummy("A"))
}

/// A rolls d8 and d6 for initiative, B never can do anything; nobody attacks.
fn table(more: &str) -> Table {
    let b = format!("{}\nstatuses = [\"afraid\"]\ninitiative_pool = \"d4\"", dummy("B"));
    Table::of(&[&roller(more)], &[&b]).ruling("initiative_roll = true").ruling("yield_afraid = false")
}

#[test]
fn ca_05_example_12_the_results_of_initiative() {
    // Close is against 2; the page's numbers are against 3, the number of Short.
    let at = |x: u32| format!("position = [{x}, 0]");
    let b = format!("{}\nstatuses = [\"afraid\"]\ninitiative_pool = \"d4\"\n{}", dummy("B"), at(12));
    let table = Table::of(&[&roller(&at(0))], &[&b])
        .map(13, 1, "")
        .ruling("initiative_roll = true")
        .ruling("yield_afraid = false");
    let p = |metric: Metric| table.p(|seen| seen.sum(A, metric) == 1);
    assert_p(p(Metric::InitiativeBotch), 1, 48);
    assert_p(p(Metric::InitiativeNone), 1, 16);
    assert_p(p(Metric::InitiativeTie), 5, 48);
    assert_p(p(Metric::InitiativeOne), 1, 2);
    assert_p(p(Metric::InitiativeTwo), 5, 16);
    // A botch leaves it Reeling, two successes Focused.
    assert_p(table.p(|seen| seen.marks(A, Clock::Reeling(Reeled::Initiative)).len() == 1), 1, 48);
    assert_p(table.p(|seen| seen.has(A, Status::Focused)), 5, 16);
}

#[test]
fn ca_05_the_number_follows_the_distance_and_who_is_unaware_has_6() {
    let number = |more: &str, dice: &str| table(more).tape(dice).sum(A, Metric::InitiativeOne);
    assert_eq!(number("", "d8=3 d6=1 d4=1"), 1);
    assert_eq!(number("unaware = true", "d8=6 d6=5 d4=1"), 0);
    assert_eq!(number("unaware = true", "d8=7 d6=5 d4=1"), 1);
    // The gift of danger sense: a d12 more.
    assert_eq!(number("gifts = [\"danger_sense\"]", "d12=7 d8=1 d6=1 d4=1"), 1);
}

#[test]
fn ca_05_d_02_a_tie_readies_a_weapon_at_the_price_of_reeling() {
    let unarmed = |tactics: &str| {
        let weapon = "weapons = [{ name = \"Blade\", attack = \"d6\", ready = false }]";
        format!("name = \"A\"\nspeed = \"d8\"\nmind = \"d6\"\nrally_pool = \"none\"\n{weapon}\n{tactics}")
    };
    let b = format!("{}\nstatuses = [\"dying\"]", dummy("B"));
    let c = format!("{}\ninitiative_pool = \"d4\"\ndodge_pool = \"12d12\"", dummy("C"));
    let play = |tactics: &str| {
        let table = Table::of(&[&unarmed(tactics)], &[&b, &c]).ruling("initiative_roll = true");
        table.p(|seen| seen.marks(A, Clock::Reeling(Reeled::Initiative)).len() == 1)
    };
    // Botch 1 of 48, tie 2 and nothing above: (2 * 2 - 1) of 48.
    assert_p(play(""), 4, 48);
    assert_p(play("tactics = { ready_tie = \"never\" }"), 1, 48);
}

fn turns(rulings: &str, left: &[&str], right: &[&str]) -> Vec<u8> {
    let seen = Table::of(left, right).ruling(rulings).ruling("yield_afraid = false").tape("");
    seen.log.turns.iter().map(|unit| unit.0).collect()
}

#[test]
fn ca_06_orders_without_dice() {
    let unit = |name: &str, order: u32| format!("{}\norder = {order}", dummy(name));
    let (a, b, c) = (unit("A", 2), unit("B", 1), unit("C", 0));
    let (left, right) = ([a.as_str(), b.as_str()], [c.as_str()]);
    assert_eq!(turns("turn_order = \"fixed\"", &left, &right), [2, 1, 0]);
    assert_eq!(turns("turn_order = \"sides_first_a\"", &left, &right), [0, 1, 2]);
    assert_eq!(turns("turn_order = \"sides_first_b\"", &left, &right), [2, 0, 1]);
}

#[test]
fn ca_06_orders_by_chance() {
    let (a, b) = (dummy("A"), dummy("B"));
    for order in ["d100", "sides_coin"] {
        let table = Table::of(&[&a], &[&b])
            .ruling(&format!("turn_order = \"{order}\""))
            .ruling("yield_afraid = false");
        assert_p(table.p(|seen| seen.log.turns == [A, B]), 1, 2);
    }
    let fast = format!("{a}\ninitiative_pool = \"d8\"");
    let slow = format!("{b}\ninitiative_pool = \"d4\"");
    let table = Table::of(&[&fast], &[&slow])
        .ruling("turn_order = \"highest_die\"")
        .ruling("initiative_roll = true")
        .ruling("yield_afraid = false");
    // d8 above d4 in 22 of 32, half of the four ties.
    assert_p(table.p(|seen| seen.log.turns == [A, B]), 24, 32);
    let refused = Table::of(&[&fast], &[&slow]).ruling("turn_order = \"highest_die\"").read();
    assert!(refused.unwrap_err()[0].contains("initiative_roll"));
}

#[test]
fn ca_07_who_is_out_takes_no_turn() {
    let a = fighter("A", "12d12", 6);
    let b = format!("{}\nsoak_pool = \"none\"\ndodge_pool = \"none\"", dummy("B"));
    let dice = "d12=9 ".repeat(12);
    let seen = Table::of(&[&a], &[&b, &dummy("C")])
        .ruling("yield_afraid = false")
        .ruling("overkill_fear = false")
        .tape(&dice);
    assert_eq!(seen.log.turns.len(), 2);
}

#[test]
fn ca_05_who_would_not_close_in_has_no_stride_before_round_1() {
    let strides = |unit: &str| {
        let a = format!("{unit}\nspeed = \"d8\"\nmind = \"d6\"\nrally_pool = \"none\"\nposition = [0, 0]");
        let b =
            format!("{}\nstatuses = [\"afraid\"]\ninitiative_pool = \"d4\"\nposition = [12, 0]", dummy("B"));
        let table =
            Table::of(&[&a], &[&b]).map(13, 1, "").ruling("initiative_roll = true\nyield_afraid = false");
        let moved = |event: &Event| {
            matches!(event, Event::Moves { unit: A, how: MoveKind::Stride, from: (0, 0, 0), .. })
        };
        table.p(|seen| seen.sum(A, Metric::InitiativeOne) == 1 && seen.saw(moved)) > 0.1
    };
    let blade = "name = \"A\"\nweapons = [{ name = \"Blade\", attack = \"d6\" }]";
    assert!(strides(blade));
    assert!(!strides(&format!("{blade}\nstatuses = [\"afraid\"]")));
    assert!(!strides(&format!("{blade}\ntactics = {{ tactic = \"guard\" }}")));
    // Spells are weapons too.
    let bolt = "{ name = \"Bolt\", roll = \"auto\", effects = [{ damage = { points = 1 } }] }";
    assert!(strides(&format!("name = \"A\"\nweapons = []\nabilities = [{bolt}]")));
}

#[test]
fn ca_48_the_burdened_roll_small_speed_dice_for_initiative() {
    let a = format!("{}\nspeed = \"d12\"\nmind = \"d6\"\nstatuses = [\"burdened\"]", dummy("A"));
    let b = format!("{}\ninitiative_pool = \"d4\"", dummy("B"));
    Table::of(&[&a], &[&b]).ruling("initiative_roll = true").tape("d8=1 d6=2 d4=1");
}
