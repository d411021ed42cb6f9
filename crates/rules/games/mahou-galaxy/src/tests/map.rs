//! The map, one rule after the other.

use super::{A, B, Scene, UnitSet, duel};
use crate::board::Board;
use crate::data::setup::Stance;
use crate::data::vocabulary::{Area, AreaShape, Hits};

/// Ann at [1, 2] and Bob at this cell of a map of 12 by 5 cells, with their keys.
pub(super) fn field(terrain: &str, ann: &str, at: [u32; 2], bob: &str) -> Scene {
    Scene::new(&format!(
        "[map]\nwidth = 12\nheight = 5\nterrain = [{terrain}]\n\
         [[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\nposition = [1, 2]\n{ann}\n\
         [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\nposition = [{}, {}]\n{bob}\n",
        at[0], at[1]
    ))
}

pub(super) const WALKER: &str =
    "agi = 8\nstr = 6\nskills = { gym = 1 }\ntactics = { plan = \"attack\", stance = \"strong\" }";
pub(super) const STILL: &str = "hp_max = 40\ntactics = { plan = \"pass\", spot = \"none\" }";

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
    let mut scene = field(wall, &WALKER.replace("agi = 8", "agi = 3\nhp_max = 40"), [8, 2], STILL);
    scene.turn(A, "d6=5 d6=1 d6=1");
    scene.tells(&["steps to 3, 0", "Ann is in a hazard", "Ann loses 4"]);
}

/// MG-71, MG-D16: a token that strikes with nothing leads nobody to a foe, but the kick of the plan does.
#[test]
fn mg_42_and_mg_d16_who_cannot_strike_goes_where_it_kicks_and_nowhere_else() {
    let staff = |plan: &str| {
        format!(
            "agi = 8\nskills = {{ gym = 1 }}\ntactics = {{ plan = \"{plan}\", spot = \"none\" }}\n\
             weapons = [{{ name = \"staff\", stances = [\"strong\"], hands = 2 }}]"
        )
    };
    // Four cells to the first beside Bob, or five: four tokens are left for the kick, or three.
    for (plan, x, moves, kicks) in
        [("two_hands", 6, 8, false), ("two_hands_kick", 6, 0, true), ("two_hands_kick", 7, 8, false)]
    {
        let mut scene = field("", &staff(plan), [x, 2], STILL);
        scene.state.unit_mut(A).hands = 1;
        scene.turn(A, if kicks { "d8=1" } else { "" });
        assert_eq!(scene.log.sum(A, super::Metric::Kicks) > 0, kicks, "{plan} {x}");
        let it = scene.state.unit(A);
        assert_eq!(it.moves + it.held_moves, moves, "{plan} {x}");
    }
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
            play.hold(A, B, Stance::Fast, 9, crate::data::metrics::HeldBy::Grapple);
        });
        scene.turn(B, "");
        let board = scene.rules.board.as_ref().expect("a map");
        assert!(board.distance(scene.state.unit(A).cell, scene.state.unit(B).cell) <= 5, "{walks}");
        assert_eq!(scene.state.unit(A).holds, UnitSet::one(B));
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

/// A flyer's keys.
const FLYER: &str = "modes = [\"fly\"]\nagi = 6\nhp_max = 40\n\
    weapons = [{ name = \"bow\", ranged = true, range = 60, hands = 2, damage = [\"1d6\"] }]";

/// Ann at [1, 2] and Bob in the air at this level of column 6 and row 2.
fn air(terrain: &str, ann: &str, level: u32, bob: &str) -> Scene {
    air_under("", terrain, ann, level, bob)
}

/// Under these rulings.
fn air_under(rulings: &str, terrain: &str, ann: &str, level: u32, bob: &str) -> Scene {
    Scene::new(&format!(
        "rulings = {{ {rulings} }}\n[map]\nwidth = 12\nheight = 5\nterrain = [{terrain}]\n\
         [[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\nposition = [1, 2]\n{ann}\n\
         [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\nposition = [6, 2, {level}]\n{bob}\n"
    ))
}

fn cell_of(scene: &Scene, unit: fray_engine::roster::UnitId) -> [i32; 3] {
    Board::coordinates(scene.state.unit(unit).cell)
}

#[test]
fn mg_43_height_counts_in_the_distance() {
    for (level, feet) in [(0, 25), (3, 25), (8, 40)] {
        let scene = air("", "", level, FLYER);
        assert_eq!(scene.rules.distance(&scene.state, A, B), feet);
    }
}

#[test]
fn mg_44_flyers_ignore_the_ground_and_pass_over_low_walls() {
    let ground = "{ at = [0, 0], to = [3, 4], move_cost = 3, hazard = { damage = [\"1d6\"] } }, \
        { at = [5, 0], to = [11, 4], move_cost = 3, hazard = { damage = [\"1d6\"] } }, \
        { at = [4, 0], to = [4, 4], height = 1, blocks_move = true }";
    let flyer = "modes = [\"fly\"]\nagi = 8\nskills = { gym = 1 }\ntactics = { plan = \"attack\", stance = \"strong\" }";
    let mut scene = air(ground, STILL, 1, flyer);
    scene.turn(B, "d6=2");
    scene.tells(&["flies to", "level 1", "strong attack on Ann"]);
    scene.never_tells("hazard");
    // A wall without a height has no end.
    let mut scene = air(&ground.replace("height = 1, ", ""), STILL, 1, flyer);
    scene.turn(B, "");
    assert!(cell_of(&scene, B)[0] > 4);
}

#[test]
fn mg_39_and_mg_46_a_flyer_that_falls_comes_down_unless_it_hovers() {
    for (air_fall, level) in [("fall", 0), ("hover", 5)] {
        let mut scene = air("", STILL, 5, &format!("{FLYER}\nair_fall = \"{air_fall}\""));
        // 25 feet: two dice.
        let dice = if level == 0 { "d6=3 d6=4 d6=1 d6=1" } else { "" };
        scene.act(dice, |play| play.fall(B, crate::data::metrics::FallenBy::Critical));
        assert_eq!((cell_of(&scene, B)[2], scene.state.unit(B).fallen), (level, true));
        assert_eq!(scene.state.unit(B).hp, if level == 0 { 40 - 6 } else { 40 });
    }
    // MG-78: who is out lies on the ground.
    let mut scene = air("", STILL, 5, FLYER);
    scene.act("", |play| {
        let by = fray_engine::observe::Cause::Hazard(0);
        play.go_out(B, by, crate::data::metrics::OutBy::Hazard);
    });
    assert_eq!(cell_of(&scene, B)[2], 0);
}

#[test]
fn mg_46_nobody_steps_off_a_height_that_can_be_left_otherwise() {
    // Ann stands three levels up; a stair leads down behind her, or there is none.
    let hill = "{ at = [0, 0], to = [2, 4], height = 3 }";
    let stair = "{ at = [0, 4], height = 2 }, { at = [1, 4], height = 1 }, { at = [2, 4], height = 0 }, \
        { at = [2, 3], blocks_move = true }";
    let walker = WALKER.replace("agi = 8", "agi = 12\nhp_max = 60");
    let mut scene = field(&format!("{hill}, {stair}"), &walker, [4, 4], STILL);
    scene.turn(A, "d6=2");
    scene.never_tells("comes down");
    // 15 feet: one die.
    let mut scene = field(hill, &walker, [8, 2], STILL);
    scene.turn(A, "d6=4 d6=1 d6=1 d6=2");
    scene.tells(&[
        "steps to 3",
        "Ann comes down 15 feet",
        "damage (4) 4, soak (1 1) 1: Ann loses 3",
        "Ann falls",
        "stands up for 4 moves",
        "strong attack on Bob",
    ]);
}

#[test]
fn mg_45_jumps_where_no_step_leads() {
    // To the cell behind a trench it is ten feet: Strength 10 jumps them from standing, Strength 5 with a
    // run-up of two cells.
    let trench = "{ at = [4, 0], to = [4, 4], blocks_move = true, height = 0 }";
    let near = "{ at = [2, 0], to = [2, 4], blocks_move = true, height = 0 }";
    for (strength, trench, how) in [(10, near, "jumps to 3, 2"), (5, trench, "jumps with a run-up to 5, 2")] {
        let walker = WALKER.replace("str = 6", &format!("str = {strength}")).replace("agi = 8", "agi = 12");
        let mut scene = field(trench, &walker, [7, 2], STILL);
        scene.turn(A, if strength == 10 { "d10=2" } else { "d6=2" });
        scene.tells(&[how]);
        assert_eq!(scene.log.sum(A, super::Metric::Jumps), 1);
    }
    // A run-up and a jump take six move tokens: who has four a turn stays on this side.
    let mut scene = field(trench, &WALKER.replace("agi = 8", "agi = 4"), [7, 2], STILL);
    scene.turn(A, "");
    assert_eq!((scene.log.sum(A, super::Metric::Jumps), cell_of(&scene, A)[0]), (0, 3));
    // Agility 3 jumps nothing.
    let mut scene = field(trench, &WALKER.replace("agi = 8", "agi = 3"), [7, 2], STILL);
    scene.turn(A, "");
    assert_eq!(scene.log.sum(A, super::Metric::Jumps), 0);
}

#[test]
fn mg_d16_who_stands_in_a_fire_strikes_from_beside_it() {
    // Two cells of fire: from one of those around them Bob is in reach too. What hurts those alone who enter drives
    // nobody out.
    for (hazard, steps) in [("damage = [\"2d6\"]", 1), ("damage = [\"2d6\"], on = \"entry\"", 0)] {
        let terrain = format!("{{ at = [4, 2], to = [4, 3], hazard = {{ {hazard} }} }}");
        let mut scene = field(&terrain, WALKER, [5, 2], STILL);
        scene.state.unit_mut(A).cell = Board::cell(4, 2);
        scene.turn(A, "d6=2");
        scene.tells(&["strong attack on Bob"]);
        assert_eq!(scene.log.sum(A, super::Metric::CellsMoved), steps, "{hazard}");
    }
    // Where nothing else is in reach of him she strikes from where she is.
    let mut scene =
        field("{ at = [3, 0], to = [6, 4], hazard = { damage = [\"2d6\"] } }", WALKER, [5, 2], STILL);
    scene.state.unit_mut(A).cell = Board::cell(4, 2);
    scene.turn(A, "d6=2");
    scene.tells(&["strong attack on Bob"]);
    assert_eq!(scene.log.sum(A, super::Metric::CellsMoved), 0);
}

#[test]
fn mg_d16_who_is_amid_a_fire_leaves_it_by_the_fewest_cells_and_strikes() {
    // The straight way to Bob leads over four cells of fire, that along the wall over one.
    let fire = "{ at = [0, 1], to = [5, 3], hazard = { damage = [\"1d6\"] } }";
    let mut scene = field(fire, &WALKER.replace("agi = 8", "agi = 8\nhp_max = 40"), [7, 2], STILL);
    scene.turn(A, "d6=5 d6=1 d6=1 d6=2");
    scene.tells(&["is in a hazard", "steps to", "strong attack on Bob"]);
    assert_eq!(scene.told().iter().filter(|line| line.contains("is in a hazard")).count(), 1);
}

#[test]
fn mg_d16_nobody_stops_in_a_fire_that_one_turn_does_not_cross() {
    let fire = "{ at = [4, 0], to = [5, 4], hazard = { damage = [\"1d6\"] } }";
    let slow = WALKER.replace("agi = 8", "agi = 4\nhp_max = 40");
    let mut scene = field(fire, &slow, [11, 2], STILL);
    // Two of the four steps would lead into it: before it she waits for her next turn.
    for (x, dice) in [(3, ""), (7, "d6=5 d6=1 d6=1 d6=5")] {
        scene.act("", |play| play.grant(A));
        scene.turn(A, dice);
        assert_eq!(cell_of(&scene, A)[0], x);
    }
    assert_eq!(scene.told().iter().filter(|line| line.contains("is in a hazard")).count(), 2);
}

#[test]
fn mg_d16_nobody_walks_into_a_fire_that_would_put_it_out() {
    let field = |to: u32| {
        let fire = format!("{{ at = [4, 0], to = [{to}, 4], hazard = {{ damage = [\"1d6\"], flat = 20 }} }}");
        field(&fire, &WALKER.replace("agi = 8", "agi = 8\nhp_max = 90"), [11, 2], STILL)
    };
    // What is left of 20 to 26 after soak is more than 10 and less than 45; a jump clears one cell, not two.
    for (hp, to, dice, x) in [(90, 5, "d6=5 d6=1 d6=1 d6=5", 9), (10, 5, "", 3), (10, 4, "", 7)] {
        let mut scene = field(to);
        scene.state.unit_mut(A).hp = hp;
        scene.turn(A, dice);
        assert_eq!(cell_of(&scene, A)[0], x, "{hp} {to}: {:?}", scene.told());
    }
}

#[test]
fn mg_45_nobody_waits_for_a_jump_that_no_turn_pays() {
    // Dear ground could be jumped in part with a run-up, which takes six move tokens: who has four walks over it.
    let dear = "{ at = [5, 0], to = [8, 4], move_cost = 3 }";
    let mut scene = field(dear, &WALKER.replace("agi = 8", "agi = 4"), [10, 2], STILL);
    for (round, x) in [4, 5, 6, 7].into_iter().enumerate() {
        scene.act("", |play| play.grant(A));
        scene.turn(A, "");
        assert_eq!(cell_of(&scene, A)[0], x, "round {}", round + 1);
    }
    assert_eq!(scene.log.sum(A, super::Metric::Jumps), 0);
}

#[test]
fn mg_45_a_long_jump_is_rolled_for_where_it_is_the_farther_one() {
    let trench = "{ at = [6, 0], to = [8, 4], blocks_move = true, height = 0 }";
    let walker = WALKER.replace("agi = 8", "agi = 20");
    for (long, dice, tells, cells) in [
        (4, "d12=10 d6=2", "long jump: 1d12(+4) (10) = 14 against 11: succeeds", [9, 10]),
        (4, "d12=2 d6=1", "long jump: 1d12(+4) (2) = 6 against 11: fails", [1, 1]),
        (2, "", "", [5, 5]),
    ] {
        let text = format!(
            "rulings = {{ jump.long.h = {long} }}\n[map]\nwidth = 14\nheight = 5\nterrain = [{trench}]\n\
             [[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\nposition = [1, 2]\n{walker}\n\
             [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\nposition = [11, 2]\n{STILL}\n"
        );
        let mut scene = Scene::new(&text);
        scene.turn(A, dice);
        scene.tells(&[tells].iter().copied().filter(|it| !it.is_empty()).collect::<Vec<_>>());
        // Who fell short stands up and goes back for another run-up.
        let x = cell_of(&scene, A)[0];
        assert!((cells[0]..=cells[1]).contains(&x), "{long}: {x} in {:#?}", scene.told());
    }
}

/// Who fells its target with its only hand goes on towards those who are too far to be reached, and stays where
/// the next foe could have been walked to: it has nothing to strike with.
#[test]
fn mg_d16_who_fells_its_target_goes_on_towards_those_who_are_far() {
    for (cid, cells) in [(11, 4), (5, 0)] {
        let mut scene = Scene::new(&format!(
            "[map]\nwidth = 12\nheight = 5\n[[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\n\
             position = [1, 2]\nhands = 1\nagi = 4\nstr = 6\nskills = {{ gym = 1 }}\n\
             tactics = {{ plan = \"two_hands\", stance = \"strong\" }}\n\
             [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\nposition = [2, 2]\nhp_max = 1\ndef = 0\n\
             tactics = {{ plan = \"pass\", spot = \"none\" }}\n\
             [[side.unit]]\nname = \"Cid\"\nposition = [{cid}, 2]\n{STILL}\n",
        ));
        scene.turn(A, "d6=5 d6=5 d4=1 d4=1");
        scene.tells(&["Bob is unconscious"]);
        assert_eq!(scene.log.sum(A, super::Metric::CellsMoved), cells, "Cid at {cid}");
    }
}

#[test]
fn mg_d16_cover_and_keep_distance() {
    let shooter = |movement: &str| {
        format!(
            "agi = 6\nweapons = [{{ name = \"bow\", ranged = true, range = 60, hands = 1, damage = [\"1d4\"], skills = [\"gym\"] }}]\n\
             tactics = {{ plan = \"attack\", stance = \"strong\", move = {movement} }}"
        )
    };
    // Cover three cells aside.
    let mut scene = field("{ at = [1, 4], cover = \"half\" }", &shooter("\"cover\""), [8, 2], STILL);
    scene.turn(A, "d6=1 d6=1");
    scene.tells(&["steps to", "strong attack on Bob with bow"]);
    assert_eq!(scene.rules.cover(&scene.state, B, A), 2);
    // It goes back as far as it wants, and no farther.
    let mut scene = field("", &shooter("{ keep_distance = 20 }"), [3, 2], STILL);
    scene.turn(A, "d6=1 d6=1");
    assert_eq!(scene.rules.distance(&scene.state, A, B), 20);
    let mut scene = field("", STILL, [3, 2], &shooter("{ keep_distance = 20 }"));
    scene.turn(B, "d6=1 d6=1");
    scene.tells(&["strong attack on Ann", "steps to"]);
    assert_eq!(scene.rules.distance(&scene.state, A, B), 20);
}

#[test]
fn mg_46_rulings_of_falls() {
    for (rulings, dice, hp) in [
        ("fall.per_feet = 5", "d6=1 d6=2 d6=3 d6=4 d6=5 d6=1 d6=1", 40 - 14),
        ("fall.die = \"2cd4\"", "d4=1 d4=2 d4=3 d4=3 d6=1 d6=1", 40 - 8),
        ("fall.soak = false", "d6=3 d6=4", 40 - 7),
    ] {
        let mut scene = air_under(rulings, "", STILL, 5, FLYER);
        scene.act(dice, |play| play.fall(B, crate::data::metrics::FallenBy::Critical));
        assert_eq!(scene.state.unit(B).hp, hp, "{rulings}: {:#?}", scene.told());
        scene.tells(&["Bob falls", "Bob comes down 25 feet"]);
    }
}

#[test]
fn mg_74_lines_pass_above_low_walls_and_cover() {
    let scene = air(
        "{ at = [3, 2], height = 1, blocks_sight = true, cover = \"half\" }, { at = [6, 2], cover = \"half\" }",
        "",
        8,
        FLYER,
    );
    let board = scene.rules.board.as_ref().expect("a map");
    let at = |x: i32, z: i32| Board::cell_at(x, 2, z);
    // On the ground the wall hides; from above one sees and shoots past it.
    assert!(
        !board.sees(at(1, 0), at(5, 0)) && board.sees(at(1, 1), at(5, 1)) && board.sees(at(1, 0), at(5, 8))
    );
    assert_eq!((board.cover(at(1, 0), at(5, 0)), board.cover(at(1, 2), at(5, 2))), (2, 0));
    // Cover of its own cell is for who stands in it.
    assert_eq!((board.cover(at(9, 0), at(6, 0)), board.cover(at(9, 8), at(6, 8))), (2, 0));
}

#[test]
fn mg_d1_who_passes_takes_no_step_behind_its_turn_either() {
    let bow = "weapons = [{ name = \"bow\", ranged = true, range = 60, hands = 2 }]";
    for how in ["\"kite\"", "{ keep_distance = 30 }"] {
        let ann = format!("position = [3, 0]\n{bow}\ntactics = {{ plan = \"pass\", move = {how} }}");
        let text = format!("[map]\nwidth = 9\nheight = 1\n{}", duel(&ann, "position = [4, 0]"));
        let mut scene = Scene::new(&text);
        scene.turn(A, "");
        assert_eq!(scene.state.unit(A).cell, Board::cell(3, 0), "{how}");
    }
}

#[test]
fn mg_20_penalties_of_range_are_counted() {
    // Eight cells are 40 feet, 10 beyond the range.
    let bow = "agi = 2\nweapons = [{ name = \"bow\", ranged = true, range = 30 }]\n\
        tactics = { plan = \"attack\", move = \"stay\" }";
    let text = format!(
        "[map]\nwidth = 12\nheight = 5\n\
         [[side]]\nname = \"left\"\n[[side.unit]]\nname = \"Ann\"\nposition = [1, 2]\n{bow}\n\
         [[side]]\nname = \"right\"\n[[side.unit]]\nname = \"Bob\"\nposition = [9, 2]\n{STILL}\n"
    );
    let log = &super::fights(&super::setup(&text, &[]), 1)[0];
    let shots = log.sum(A, super::Metric::Attacks);
    assert!(shots > 0);
    assert_eq!(log.sum(A, super::Metric::RangePenalty), shots);
}
