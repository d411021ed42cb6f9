//! The map, one rule after the other.

use super::super::board::Board;
use super::super::setup::Stance;
use super::super::vocabulary::{Area, AreaShape, Hits};
use super::{A, B, Scene};

/// Ann at [1, 2] and Bob at this cell of a map of 12 by 5 cells, with their keys.
fn field(terrain: &str, ann: &str, at: [u32; 2], bob: &str) -> Scene {
    Scene::new(&format!(
        "[map]\nwidth = 12\nheight = 5\nterrain = [{terrain}]\n\
         [[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\nposition = [1, 2]\n{ann}\n\
         [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\nposition = [{}, {}]\n{bob}\n",
        at[0], at[1]
    ))
}

const WALKER: &str =
    "agi = 8\nstr = 6\nskills = { gym = 1 }\ntactics = { plan = \"attack\", stance = \"strong\" }";
const STILL: &str = "hp_max = 40\ntactics = { plan = \"pass\", spot = \"none\" }";

#[test]
fn mg_43_and_mg_73_a_move_token_is_a_cell_times_the_cost_of_the_ground() {
    // Four cells to the first beside Bob, in the cells' order; ground of cost 2 doubles those steps that it cannot go round.
    for (terrain, left) in [("", 4), ("{ at = [2, 0], to = [3, 4], move_cost = 2 }", 2)] {
        let mut scene = field(terrain, WALKER, [6, 2], STILL);
        scene.turn(A, "d6=2");
        // MG-73: the fewest tokens that suffice are paid.
        scene.tells(&["steps to 5, 1", "strong attack on Bob"]);
        assert_eq!(scene.state.unit(A).moves, left, "{terrain}");
    }
    // MG-21: the small carry less.
    let mut scene = field("", &format!("size = -2\n{WALKER}"), [9, 2], STILL);
    scene.turn(A, "");
    assert_eq!((scene.log.sum(A, super::Metric::CellsMoved), scene.state.unit(A).moves), (4, 0));
}

#[test]
fn mg_44_walls_are_gone_round_and_hazards_avoided() {
    let wall =
        "{ at = [3, 1], to = [3, 4], blocks_move = true }, { at = [3, 0], hazard = { damage = [\"1d6\"] } }";
    // MG-46: the only way leads through the hazard, which hurts on entry.
    let mut scene = field(wall, &WALKER.replace("agi = 8", "agi = 2\nhp_max = 40"), [8, 2], STILL);
    scene.turn(A, "d6=5 d6=1 d6=1");
    scene.tells(&["steps to 3, 0", "Ann is in a hazard", "Ann loses 4"]);
}

#[test]
fn mg_47_cover_is_added_to_the_numbers_and_costs_heavy_ones_attacks() {
    for (cover, n, less) in [("light", 4, 0), ("half", 5, 0), ("heavy", 7, 2)] {
        let terrain = format!("{{ at = [8, 2], cover = \"{cover}\" }}");
        let scene = field(&terrain, "", [8, 2], "");
        assert_eq!(scene.rules.target_number(&scene.state, A, B, Stance::Strong), n);
        assert_eq!(scene.rules.place_modifier(&scene.state, B), -less);
        // MG-74: its own cell gives no cover against one beside it.
        let near = field(&terrain.replace("[8, 2]", "[2, 2]"), "", [2, 2], "");
        assert_eq!(near.rules.target_number(&near.state, A, B, Stance::Strong), 3);
    }
}

#[test]
fn mg_74_lines_and_areas() {
    let wall = field("{ at = [4, 2], blocks_sight = true }", "", [8, 2], "");
    let board = wall.rules.board.as_ref().expect("a map");
    let cell = Board::cell;
    assert!(!board.sees(cell(1, 2), cell(8, 2)) && board.sees(cell(1, 2), cell(4, 2)));
    assert!(board.sees(cell(3, 1), cell(5, 1)), "corners do not count");
    let holds =
        |shape, feet, to, of| board.is_in_area(Area { shape, feet, hits: Hits::All }, cell(1, 2), to, of);
    for (shape, inside, outside) in [
        (AreaShape::Radius, vec![(6, 2), (4, 0), (8, 4)], vec![(1, 2), (9, 2)]),
        (AreaShape::Line, vec![(2, 2), (3, 2)], vec![(1, 2), (2, 1), (4, 2), (0, 2)]),
        (AreaShape::Cone, vec![(2, 2), (2, 1), (2, 3), (3, 0)], vec![(1, 2), (1, 1), (4, 2), (0, 2)]),
    ] {
        let to = if shape == AreaShape::Radius { cell(6, 2) } else { cell(2, 2) };
        for ((x, y), is_in) in
            inside.into_iter().map(|it| (it, true)).chain(outside.into_iter().map(|it| (it, false)))
        {
            assert_eq!(holds(shape, 10, to, cell(x, y)), is_in, "{shape:?} {x}, {y}");
        }
    }
}

#[test]
fn mg_75_a_held_unit_stays_beside_who_holds_it() {
    let kite = "agi = 8\ntactics = { plan = \"attack\", held = \"wait\", move = \"kite\", stance = \"strong\" }\n\
        weapons = [{ name = \"bow\", ranged = true, range = 30 }]";
    for walks in ["no", "free"] {
        let mut scene = field("", STILL, [2, 2], kite);
        scene.act("", |play| {
            play.hold(A, B, Stance::Fast, 9, super::super::metrics::HeldBy::Grapple);
        });
        scene.turn(B, "");
        let board = scene.rules.board.as_ref().expect("a map");
        assert!(board.distance(scene.state.unit(A).cell, scene.state.unit(B).cell) <= 5, "{walks}");
        assert_eq!(scene.state.unit(A).holds, Some(B));
    }
}

#[test]
fn mg_77_one_step_over_the_edge_leaves_the_fight() {
    let mut scene =
        field("", STILL, [10, 2], "agi = 2\nhp_max = 10\nhp = 2\ntactics = { flee = { hp_below = 50 } }");
    scene.turn(B, "");
    scene.tells(&["steps to 11", "Bob leaves the map"]);
    assert!(scene.state.fled.has(B));
}

#[test]
fn mg_80_held_tokens_strike_who_comes_within_reach() {
    let mut scene = field("", WALKER, [6, 2], &WALKER.replace("agi = 8", "agi = 0"));
    // Nobody is near: Bob holds his tokens, and strikes as soon as Ann stands beside him.
    scene.turn(B, "");
    assert_eq!(scene.state.unit(B).held_hands.count_ones(), 2);
    scene.turn(A, "d6=2 d6=1 d6=2 d6=2");
    scene.tells(&["steps to 5, 1", "Bob has waited for Ann", "strong attack on Ann with fist: 1d6"]);
    assert_eq!(scene.state.unit(B).held_hands, 0);
}
