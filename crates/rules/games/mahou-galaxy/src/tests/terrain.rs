//! Terrain that abilities lay (MG-44, MG-66, MG-74, MG-81, MG-D18).

use super::{A, B, MahouGalaxy, Metric, Phase, Scene};
use crate::board::Board;
use crate::data::vocabulary::Timing;
use crate::rules::moves::terrain::MOST_LAID;
use fray_engine::contract::Keyed;

/// Ann at [1, 2], with an ability that lays this on an area, and Bob at this column of row 2, with their keys.
fn mage(ability: &str, terrain: &str, column: u32, bob: &str) -> Scene {
    mage_on("", ability, terrain, column, bob)
}

/// On a map with this terrain.
fn mage_on(map: &str, ability: &str, terrain: &str, column: u32, bob: &str) -> Scene {
    Scene::new(&text(map, ability, terrain, column, bob))
}

fn text(map: &str, ability: &str, terrain: &str, column: u32, bob: &str) -> String {
    format!(
        "[map]\nwidth = 14\nheight = 5\nterrain = [{map}]\n\
         [[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\nposition = [1, 2]\nint = 8\nhp_max = 60\n\
         tactics = {{ plan = \"pass\" }}\n\
         abilities = [{{ name = \"Rise\", cost = {{ speak = 1 }}, target = \"cell\", {ability}, \
         effects = [{{ terrain = {{ {terrain} }}, duration = {{ rounds = 2 }} }}] }}]\n\
         [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\nposition = [{column}, 2]\nhp_max = 60\n{bob}\n"
    )
}

const NEAR: &str = "range = 60, area = { shape = \"radius\", feet = 5, hits = \"all\" }";
const STILL: &str = "tactics = { plan = \"pass\", spot = \"none\" }";

/// Returns what lies, as places in the order of the cells' columns: those that nobody walks into.
fn closed(scene: &Scene) -> Vec<(u16, u16)> {
    let board = scene.rules.board_in(&scene.state).expect("a map");
    let all = (0..5).flat_map(|y| (0..14).map(move |x| (x, y)));
    all.filter(|&(x, y)| !board.is_walkable(Board::cell(x, y))).collect()
}

/// The next round begins.
fn next_round(scene: &mut Scene) {
    scene.state.phase = Phase::Start;
    scene.act("d6=1 d6=2", |play| play.step());
    scene.state.phase = Phase::Turns;
}

#[test]
fn mg_66_terrain_lies_on_the_cells_of_the_area_until_its_rounds_are_over() {
    let mut scene = mage(NEAR, "blocks_move = true, blocks_sight = true", 12, "");
    scene.turn(A, "");
    scene.tells(&["Ann uses Rise", "Rise lies at"]);
    let cells = closed(&scene);
    assert_eq!(cells.len(), 9, "{cells:?}");
    assert!(cells.contains(&(3, 2)), "across the way of Bob: {cells:?}");
    // MG-74: nobody sees through it.
    let board = scene.rules.board_in(&scene.state).expect("a map");
    assert!(!board.sees(scene.state.unit(A).cell, scene.state.unit(B).cell));
    // MG-08 a): the two rounds run down.
    next_round(&mut scene);
    assert_eq!(closed(&scene).len(), 9);
    next_round(&mut scene);
    scene.tells(&["Rise at"]);
    assert_eq!(closed(&scene).len(), 0);
    assert!(scene.state.ground.is_none());
}

#[test]
fn mg_66_walkers_go_round_it_and_over_what_it_costs() {
    // Bob would step straight to Ann: the wall is in his way.
    let walker = "agi = 12\nskills = { gym = 1 }\ntactics = { plan = \"attack\", stance = \"strong\" }";
    let steps = |laid: bool, terrain: &str| {
        let mut scene = mage(NEAR, terrain, 12, walker);
        if laid {
            scene.act("", |play| play.lay_terrain(A, 0, true, Board::cell(1, 2), Board::cell(6, 2)));
        }
        scene.turn(B, "d6=2");
        let told = scene.told();
        assert!(told.iter().all(|line| !line.contains("steps to 6, 2") || !laid || terrain.contains("cost")));
        (scene.log.sum(B, Metric::CellsMoved), scene.state.unit(B).moves)
    };
    assert_eq!(steps(false, "blocks_move = true"), (10, 2));
    // Rows 1 to 3 are closed: round it over row 0 or 4, at the same number of steps.
    assert_eq!(steps(true, "blocks_move = true"), (10, 2));
    assert_eq!(steps(true, "blocks_move = true, height = 2"), (10, 2));
    assert_eq!(steps(true, "move_cost = 2"), (10, 2));
}

#[test]
fn mg_46_and_mg_67_a_laid_hazard_hurts_as_its_originators() {
    // Worth something to the tactics because Bob stands in it.
    let mut scene = mage(NEAR, "hazard = { damage = [\"1dInt\"], flat = 2 }", 8, STILL);
    scene.turn(A, "");
    // It is laid on cells, not on him.
    scene.never_tells("uses Rise on");
    scene.tells(&["Ann uses Rise", "Rise lies at"]);
    // MG-46: it came under him, which is no entry.
    assert_eq!(scene.state.unit(B).hp, 60);
    // The die of Ann's Intelligence of 8.
    scene.act("d8=5 d6=1 d6=1", |play| play.environment());
    scene.tells(&["Bob is in Rise", "Bob loses 6"]);
    assert_eq!(scene.log.sum(A, Metric::DamageDealt), 6);
    // Who is in it already is not burnt twice.
    scene.act("", |play| play.grant(A));
    scene.turn(A, "");
    assert_eq!(scene.state.unit(A).speak, 1);
}

#[test]
fn mg_d18_nothing_is_laid_that_burns_friends_more_or_helps_nobody() {
    // Bob beside Ann burns alone if the area is laid far enough behind him.
    for (range, uses) in [(5, false), (15, true)] {
        let area = format!("range = {range}, area = {{ shape = \"radius\", feet = 10, hits = \"all\" }}");
        let mut scene = mage(&area, "hazard = { damage = [\"2d6\"] }", 2, STILL);
        scene.turn(A, "");
        assert_eq!(scene.told().iter().any(|line| line.contains("Ann uses Rise")), uses, "{range} feet");
        // Never where it burns herself.
        let board = scene.rules.board_in(&scene.state).expect("a map");
        assert!(board.hazard(scene.state.unit(A).cell).is_none());
    }
    // Dear ground beside the way of nobody: Bob flies.
    let mut scene = mage(NEAR, "move_cost = 5", 12, "modes = [\"fly\"]");
    scene.turn(A, "");
    scene.never_tells("uses Rise");
}

#[test]
fn mg_d18_fire_is_laid_under_those_who_stay_in_it() {
    // Bob beside her, who has still a turn in this round, would leave it; one who has acted is in it when the round
    // ends.
    for (has_acted, partials, uses) in [(false, 0, false), (true, 1, false), (true, 0, true)] {
        let mut scene = mage(NEAR, "hazard = { damage = [\"2d6\"] }", 2, "tactics = { spot = \"none\" }");
        if has_acted {
            scene.state.acted.insert(B);
        }
        scene.state.unit_mut(B).partials = partials;
        scene.turn(A, "");
        assert_eq!(
            scene.told().iter().any(|line| line.contains("uses Rise")),
            uses,
            "{has_acted} {partials}"
        );
    }
}

#[test]
fn mg_d18_cover_is_laid_before_shots_of_foes() {
    let bow = "weapons = [{ name = \"bow\", ranged = true, range = 60, hands = 2 }]";
    let heavy = "cover = \"heavy\"";
    let mut scene = mage(NEAR, heavy, 10, bow);
    scene.turn(A, "");
    let board = scene.rules.board_in(&scene.state).expect("a map");
    let [a, b] = [A, B].map(|unit| scene.state.unit(unit).cell);
    assert_eq!(board.cover(b, a), 4);
    // MG-47: from behind heavy cover 2 less.
    scene.state.laid.iter_mut().for_each(|laid| laid.left = 0);
    scene.act("", |play| {
        play.rules.remake_map(play.state);
        play.lay_terrain(A, 0, true, a, a);
    });
    assert_eq!(scene.rules.cover(&scene.state, B, A), 4);
    assert_eq!(scene.rules.place_modifier(&scene.state, A), -2);
}

#[test]
fn mg_d18_nothing_is_laid_in_the_way_or_the_line_of_fire_of_friends() {
    let bow = "weapons = [{ name = \"bow\", ranged = true, range = 60, hands = 2 }]";
    // Both sides walk along one way, or shoot along one line.
    for (terrain, keys) in [("blocks_move = true", ""), ("blocks_sight = true", bow)] {
        for (plan, uses) in [("pass", true), ("attack", false)] {
            let text = text("", NEAR, terrain, 12, keys);
            let ann = format!("tactics = {{ plan = \"{plan}\" }}\n{keys}\n");
            let mut scene = Scene::new(&text.replacen("tactics = { plan = \"pass\" }\n", &ann, 1));
            scene.act("", |play| {
                play.begin_turn(A);
                (play.state.turn.speak, play.state.turn.hands) = (1, 3);
                assert_eq!(play.use_abilities(A, Timing::Turn), uses, "{terrain} {plan}");
            });
        }
    }
}

#[test]
fn mg_66_nothing_rises_under_who_stands_there() {
    let mut scene = mage(NEAR, "blocks_move = true", 12, "");
    scene.act("", |play| play.lay_terrain(A, 0, true, Board::cell(1, 2), Board::cell(11, 2)));
    scene.tells(&["Rise finds no room"]);
    assert!(closed(&scene).is_empty());
}

#[test]
fn mg_46_who_stands_on_raised_ground_comes_down_with_it() {
    for (height, lost) in [(1, 0), (4, 4)] {
        let mut scene = mage(NEAR, &format!("height = {height}"), 12, STILL);
        scene.act("", |play| play.lay_terrain(A, 0, true, Board::cell(1, 2), Board::cell(6, 2)));
        scene.state.unit_mut(B).cell = Board::cell_at(6, 2, height);
        let top = scene.rules.board_in(&scene.state).expect("a map").below(Board::cell(6, 2));
        assert_eq!(top, Board::cell_at(6, 2, height));
        next_round(&mut scene);
        scene.state.phase = Phase::Start;
        // 20 feet: two dice, of which soak stops 1.
        scene.act(if lost > 0 { "d6=2 d6=3 d6=1 d6=1 d6=1 d6=2" } else { "d6=1 d6=2" }, |play| play.step());
        assert_eq!(scene.state.unit(B).cell, Board::cell(6, 2));
        assert_eq!(60 - scene.state.unit(B).hp, lost, "height {height}");
        assert_eq!(scene.state.unit(B).fallen, lost > 0);
    }
}

#[test]
fn mg_74_lines_and_cones_begin_at_who_lays_them() {
    for (shape, cells) in [("line", vec![(2, 2), (3, 2)]), ("cone", vec![(3, 1), (2, 2), (3, 2), (3, 3)])] {
        let area = format!("range = 60, area = {{ shape = \"{shape}\", feet = 10, hits = \"all\" }}");
        let mut scene = mage(&area, "blocks_move = true", 12, "");
        scene.act("", |play| play.lay_terrain(A, 0, true, Board::cell(1, 2), Board::cell(6, 2)));
        let closed = closed(&scene);
        assert!(cells.iter().all(|cell| closed.contains(cell)) && !closed.contains(&(1, 2)), "{closed:?}");
    }
}

#[test]
fn mg_66_it_lasts_until_the_own_turn_or_the_end_of_the_fight() {
    for (duration, lies) in [("\"own_turn\"", false), ("\"fight\"", true)] {
        let terrain = "move_cost = 3";
        let mut scene = mage(
            NEAR,
            &format!("{terrain} }}, duration = {duration} }}, {{ terrain = {{ {terrain}"),
            12,
            STILL,
        );
        scene.act("", |play| play.lay_terrain(A, 0, true, Board::cell(1, 2), Board::cell(6, 2)));
        // The second effect, of two rounds, goes first.
        scene.state.laid[1] = Default::default();
        scene.state.unit_mut(A).speak = 0;
        scene.turn(A, "");
        assert_eq!(scene.state.ground.is_some(), lies, "{duration}");
    }
}

#[test]
fn mg_78_what_one_laid_who_is_out_lies_until_its_turn_would_have_come() {
    let amy =
        format!("[[side.unit]]\nname = \"Amy\"\nposition = [0, 0]\n{STILL}\n[[side]]\nname = \"right\"");
    let text = text("", NEAR, "move_cost = 3", 12, STILL)
        .replace("duration = { rounds = 2 }", "duration = \"own_turn\"")
        .replace("[[side]]\nname = \"right\"", &amy);
    let mut scene = Scene::new(&text);
    scene.act("", |play| {
        play.lay_terrain(A, 0, true, Board::cell(1, 2), Board::cell(6, 2));
        play.flee(A);
    });
    next_round(&mut scene);
    for _ in 0..2 {
        scene.act("", |play| play.step());
        assert!(scene.state.ground.is_some());
    }
    scene.act("", |play| play.step());
    assert!(scene.state.ground.is_none());
    scene.tells(&["Amy acts", "Rise at"]);
}

#[test]
fn mg_d4_what_is_left_out_of_the_aim_would_gain_nothing() {
    // Where terrain is laid, and what it is worth, with bounds and without, around foes at many places.
    let lays =
        ["blocks_move = true", "cover = \"half\"", "attack_mod = -2", "hazard = { damage = [\"1d6\"] }"];
    let shapes = ["radius\", feet = 5", "radius\", feet = 15", "line\", feet = 30", "cone\", feet = 15"];
    let bobs = [
        "tactics = { plan = \"attack\" }",
        "weapons = [{ name = \"bow\", ranged = true, range = 60, hands = 2 }]",
    ];
    let mut laid = 0;
    for (terrain, shape) in lays.iter().flat_map(|lay| shapes.map(|shape| (lay, shape))) {
        let ability = format!("range = 30, area = {{ shape = \"{shape}, hits = \"all\" }}");
        for (bob, column) in bobs.iter().flat_map(|bob| [2, 5, 9, 13].map(|column| (bob, column))) {
            let text = text("{ at = [4, 1], blocks_sight = true }", &ability, terrain, column, bob);
            let setup = super::setup(&text, &[]);
            let aims = [MahouGalaxy::new(&setup), MahouGalaxy::without_shortcuts(&setup)].map(|rules| {
                let mut scene = Scene::of(rules);
                scene.act("", |play| play.choose_for(A, 0).map(|aimed| (aimed.cell, aimed.worth)))
            });
            laid += u32::from(aims[0].is_some());
            assert_eq!(aims[0], aims[1], "{terrain} {shape} {bob} {column}");
        }
    }
    assert!(laid > 50, "{laid}");
}

#[test]
fn mg_66_a_place_is_laid_once_and_the_oldest_gives_way() {
    let mut scene = mage(NEAR, "move_cost = 3", 12, STILL);
    let lay = |scene: &mut Scene, x: u16, y: u16| {
        scene.act("", |play| play.lay_terrain(A, 0, true, Board::cell(1, 2), Board::cell(x, y)));
    };
    lay(&mut scene, 6, 2);
    lay(&mut scene, 6, 2);
    assert_eq!(scene.state.laid.iter().filter(|laid| laid.left > 0).count(), 1);
    for n in 0..MOST_LAID as u16 {
        lay(&mut scene, n % 14, 4 * (n / 14));
    }
    let first = Board::cell(6, 2);
    assert_eq!(scene.state.laid.iter().filter(|laid| laid.left > 0).count(), MOST_LAID);
    assert!(scene.state.laid.iter().all(|laid| laid.to != first || laid.left == 0));
}

#[test]
fn mg_44_a_breach_opens_a_wall_for_who_goes_through() {
    let wall = "{ at = [6, 0], to = [6, 4], blocks_move = true }";
    let mut scene =
        mage_on(wall, NEAR, "blocks_move = false", 12, "agi = 12\ntactics = { plan = \"attack\" }");
    assert_eq!(closed(&scene).len(), 5);
    scene.act("", |play| play.lay_terrain(A, 0, true, Board::cell(1, 2), Board::cell(6, 2)));
    assert_eq!(closed(&scene), [(6, 0), (6, 4)]);
    // The wall closes again: who stands in it is moved out of it.
    scene.state.unit_mut(B).cell = Board::cell(6, 2);
    next_round(&mut scene);
    next_round(&mut scene);
    assert_eq!(closed(&scene).len(), 5);
    let [x, ..] = Board::coordinates(scene.state.unit(B).cell);
    assert_ne!(x, 6);
}

#[test]
fn what_lies_stands_in_the_key_of_a_state() {
    let mut scene = mage(NEAR, "hazard = { damage = [\"1d6\"] }, height = 2", 12, STILL);
    let mut bare = Vec::new();
    scene.rules.key(&mut scene.state.clone(), &mut bare);
    scene.act("", |play| play.lay_terrain(A, 0, true, Board::cell(1, 2), Board::cell(6, 2)));
    let mut key = Vec::new();
    scene.rules.key(&mut scene.state.clone(), &mut key);
    assert_ne!(key, bare);
    assert_eq!(key.len(), bare.len());
    let read = scene.rules.state_of(&key);
    assert_eq!(read.laid, scene.state.laid);
    let board = scene.rules.board_in(&read).expect("a map");
    let top = board.below(Board::cell(6, 2));
    assert!(board.hazard(top).is_some() && top == Board::cell_at(6, 2, 2));
}

#[test]
fn mg_41_and_mg_d18_nobody_goes_out_for_terrain_alone() {
    let walker = "tactics = { plan = \"attack\" }";
    for (mp, uses) in [(7, true), (6, false)] {
        let text = text("", NEAR, "blocks_move = true", 12, walker)
            .replacen("cost = { speak = 1 }", "cost = { mp = 6 }", 1)
            .replacen("plan = \"pass\"", "plan = \"pass\", ability = \"overdraft\"", 1)
            .replacen("hp_max = 60", &format!("mp_max = {mp}\nhp_max = 60"), 1);
        let mut scene = Scene::new(&text);
        scene.turn(A, "");
        assert_eq!(scene.told().iter().any(|line| line.contains("uses Rise")), uses, "{mp} MP");
    }
}
