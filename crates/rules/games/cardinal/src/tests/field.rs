//! Moves and squares (CA-15 to CA-19, CA-57, CA-58, CA-63).

use super::{A, B, Table, dummy, fighter};
use crate::data::metrics::Metric;
use crate::data::vocabulary::Status;

fn at(unit: &str, x: u32, y: u32) -> String {
    format!("{unit}\nposition = [{x}, {y}]")
}

fn runner(body: &str, speed: &str, more: &str) -> String {
    format!("{}\nbody = \"{body}\"\nspeed = \"{speed}\"\n{more}", fighter("A", "d8", 0))
}

/// Returns how far A comes in its first turn toward somebody at the end of a lane.
fn paces(a: &str, ruling: &str, dice: &str) -> u32 {
    let table = Table::of(&[&at(a, 0, 0)], &[&at(&dummy("B"), 39, 0)]).map(40, 1, "");
    u32::from(table.ruling("yield_afraid = false").ruling(ruling).tape(dice).at(A).0)
}

#[test]
fn ca_15_example_13_a_stride_and_a_dash_and_a_sprint() {
    // Stride 1, Dash 4, Sprint by Speed and Stride: the first two here, then 3 and 1.
    assert_eq!(paces(&runner("d6", "d8", ""), "", "d8=3"), 1 + 4 + 3 + 1);
    assert_eq!(paces(&runner("d8", "d6", ""), "", "d6=3"), 1 + 4 + 3 + 1);
    assert_eq!(paces(&runner("d4", "d4", ""), "", "d4=3"), 1 + 2 + 3 + 1);
    assert_eq!(paces(&runner("d12", "d10", ""), "", "d10=3"), 1 + 6 + 3 + 1);
    assert_eq!(paces(&runner("d6", "d8", ""), "sprint = \"speed_max\"", ""), 1 + 4 + 8);
    assert_eq!(paces(&runner("d6", "d8", "stride_bonus = 2\ndash_bonus = -1"), "", "d8=3"), 3 + 3 + 3 + 3);
    assert_eq!(
        paces(
            &runner("d6", "d8", "statuses = [\"immobilized\"]\nmind = \"d4\"\nwill = \"d4\""),
            "",
            "d4=1 d4=1"
        ),
        0
    );
}

#[test]
fn ca_15_d_12_a_run_takes_the_turn_and_exposes() {
    let a = runner("d6", "d8", "tactics = { move = { run = 5 } }");
    let table = |ruling: &str| {
        Table::of(&[&at(&a, 0, 0)], &[&at(&dummy("B"), 39, 0)])
            .map(40, 1, "")
            .ruling("yield_afraid = false")
            .ruling(ruling)
    };
    // Body 6, Speed 8, Dash 4.
    let seen = table("").tape("");
    assert_eq!((seen.at(A).0, seen.state.unit(A).exposed, seen.sum(A, Metric::Guards)), (18, true, 0));
    assert!(!table("run_exposes = false").tape("").state.unit(A).exposed);
}

#[test]
fn ca_16_distance_and_passing_allies() {
    let (a, b) =
        (fighter("A", "d8", 0), format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"", dummy("B")));
    // One square across a corner is 1 pace, 2 by the sum, and the root of 2 rounded up.
    let attacks = |ruling: &str, dice: &str| {
        let a = format!("{a}\ntactics = {{ move = \"hold\" }}");
        let table = Table::of(&[&at(&a, 0, 0)], &[&at(&b, 1, 1)]).map(2, 2, "");
        table.ruling("yield_afraid = false").ruling(ruling).tape(dice).sum(A, Metric::Attacks)
    };
    assert_eq!(attacks("", "d8=1"), 1);
    assert_eq!(attacks("metric = \"manhattan\"", ""), 0);
    assert_eq!(attacks("metric = \"euclid_ceil\"", ""), 0);
    let reached = |ruling: &str| {
        let friend = at(&dummy("F"), 1, 0);
        let table = Table::of(&[&at(&a, 0, 0), &friend], &[&at(&b, 9, 0)]).map(10, 1, "");
        table.ruling("yield_afraid = false").ruling(ruling).p(|seen| seen.at(A).0 > 1)
    };
    assert!(reached("") > 0.99);
    assert!(reached("pass_allies = false") < 0.01);
}

#[test]
fn ca_58_ca_15_bad_footing_and_walls() {
    let a = runner("d6", "d4", "");
    let walk = |squares: &str| {
        let table = Table::of(&[&at(&a, 0, 0)], &[&at(&dummy("B"), 9, 0)]).map(10, 2, squares);
        table.ruling("yield_afraid = false").ruling("actions_per_turn = 1").tape("").at(A)
    };
    // Body above Speed: Stride 1 and Dash 3.
    assert_eq!(walk(""), (4, 0));
    let mud = "{ x = 1, y = 0, bad_footing = true }, { x = 1, y = 1, bad_footing = true }";
    assert_eq!(walk(mud), (3, 0));
    // Past a wall by the other row.
    assert_eq!(walk("{ x = 2, y = 0, blocked = true }"), (4, 0));
    // Two walls that touch at a corner let nobody through.
    assert_eq!(walk("{ x = 1, y = 0, blocked = true }, { x = 0, y = 1, blocked = true }").0, 0);
}

#[test]
fn ca_19_sight_is_broken_by_walls_and_not_by_corners() {
    let bow = "name = \"A\"\nrally_pool = \"none\"\nweapons = [{ name = \"Bow\", kind = \"ranged\", attack = \"d8\", range = \"short\" }]\ntactics = { move = \"hold\" }";
    let b = format!("{}\ndodge_pool = \"none\"\nsoak_pool = \"none\"", dummy("B"));
    let sees = |x: u32, y: u32, squares: &str| {
        let table =
            Table::of(&[&at(bow, 0, 0)], &[&at(&b, x, y)]).map(5, 5, squares).ruling("yield_afraid = false");
        table.p(|seen| seen.sum(A, Metric::Attacks) == 1) > 0.5
    };
    assert!(sees(4, 0, ""));
    assert!(!sees(4, 0, "{ x = 2, y = 0, blocks_sight = true }"));
    assert!(sees(2, 2, "{ x = 1, y = 0, blocks_sight = true }, { x = 0, y = 1, blocks_sight = true }"));
    assert!(!sees(2, 2, "{ x = 1, y = 1, blocks_sight = true }"));
    // CA-18: total cover from that side, and from that side alone.
    assert!(!sees(4, 0, "{ x = 4, y = 0, cover = \"total\", cover_from = [\"w\"] }"));
    assert!(sees(4, 0, "{ x = 4, y = 0, cover = \"total\", cover_from = [\"e\"] }"));
}

#[test]
fn ca_58_a_hazard_strikes_at_the_end_of_the_turn() {
    let a = format!(
        "{}\nbody = \"d6\"\nwill = \"d6\"\nsoak_pool = \"none\"\ntactics = {{ move = \"hold\" }}",
        dummy("A")
    );
    let table = Table::of(&[&at(&a, 0, 0)], &[&at(&dummy("B"), 9, 0)])
        .map(10, 1, "{ x = 0, y = 0, hazard = { attack = \"d8\", damage = 1 } }")
        .ruling("yield_afraid = false");
    let seen = table.tape("d8=5 d6=1 d6=1");
    assert!(seen.has(A, Status::Afraid) && seen.has(A, Status::Reeling));
    assert_eq!(seen.sum(A, Metric::DamageTaken), 2);
    assert!(
        table
            .tape("d8=3")
            .of(A)
            .without(crate::data::vocabulary::Statuses::of(&[Status::Guarding]))
            .is_empty()
    );
}

#[test]
fn ca_57_who_stands_in_cover_hides() {
    let a = dummy("A");
    let hides = |squares: &str| {
        let table = Table::of(&[&at(&a, 0, 0)], &[&at(&dummy("B"), 9, 0)])
            .map(10, 1, squares)
            .ruling("yield_afraid = false");
        table.tape("").has(A, Status::Hiding)
    };
    assert!(!hides(""));
    assert!(hides("{ x = 0, y = 0, cover = \"soft\" }"));
    assert!(hides("{ x = 0, y = 0, concealment = \"partial\" }"));
}

#[test]
fn ca_57_nobody_hides_from_who_is_past_the_cover() {
    use crate::data::setup::{Concealment, Cover};
    let hidden = |squares: &str, from: (u16, u16, u16)| {
        let table = Table::of(&[&at(&dummy("A"), 3, 1)], &[&at(&dummy("B"), 9, 1)]).map(10, 3, squares);
        let (rules, mut state) = table.board();
        state.unit_mut(A).statuses.insert(Status::Hiding);
        (rules.cover(&state, B, A, from), rules.concealment(&state, B, A, from))
    };
    let wall = "{ x = 3, y = 1, cover = \"fair\", cover_from = [\"e\"] }";
    assert_eq!(hidden(wall, (6, 1, 0)), (Cover::Good, Concealment::Total));
    assert_eq!(hidden(wall, (2, 1, 0)), (Cover::None, Concealment::None));
    // Smoke conceals from everywhere.
    let smoke = "{ x = 3, y = 1, concealment = \"partial\" }";
    assert_eq!(hidden(smoke, (2, 1, 0)), (Cover::None, Concealment::Total));
}

#[test]
fn ca_16_the_line_up_of_those_without_a_square() {
    let unit = |name: &str| dummy(name);
    let names = ["A", "B", "C"].map(unit);
    let left: Vec<&str> = names.iter().map(String::as_str).collect();
    let (_, state) = Table::of(&left, &[&unit("D")]).map(5, 2, "{ x = 0, y = 1, blocked = true }").board();
    let squares: Vec<(u16, u16, u16)> = (0..4).map(|i| state.units[i].at()).collect();
    assert_eq!(squares, [(0, 0, 0), (1, 0, 0), (1, 1, 0), (4, 0, 0)]);
}

#[test]
fn ca_63_without_a_map_everybody_is_close() {
    let (rules, state) = Table::of(&[&dummy("A")], &[&dummy("B")]).board();
    assert_eq!((rules.distance(&state, A, B), rules.sees(&state, A, B)), (1, true));
    let placed = Table::of(&[&at(&dummy("A"), 0, 0)], &[&dummy("B")]).read().unwrap_err();
    assert!(placed[0].contains("there is no `[map]`"), "{placed:?}");
}
