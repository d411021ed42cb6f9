//! What a grappler does with its victim, one rule after the other.

use super::{A, B, Metric, Scene, UnitSet, duel};
use crate::board::Board;
use crate::choose::With;
use crate::data::metrics::HeldBy;
use crate::data::setup::{Stance, Stat};
use crate::rules::holds::snatch::fit;
use crate::rules::holds::throw::feet;
use crate::state::Turn;

/// Ann in the first cell and Bob in the second of a map of one or two rows.
fn field(terrain: &str, rows: u32, a: &str, b: &str) -> String {
    format!(
        "[map]\nwidth = 12\nheight = {rows}\nterrain = [{terrain}]\n{}",
        duel(&format!("position = [0, 0]\n{a}"), &format!("position = [1, 0]\n{b}"))
    )
}

fn ann(how: &str) -> String {
    format!(
        "str = 10\nhp_max = 40\nskills = {{ martial_arts = 3 }}\n\
         tactics = {{ plan = \"grapple\", stance = \"strong\", spot = \"none\", grapple = \"{how}\" }}"
    )
}

const BOB: &str =
    "str = 8\ndef = 1\nhp_max = 40\nskills = { martial_arts = 2 }\ntactics = { spot = \"none\" }";

fn held(text: &str) -> Scene {
    let mut scene = Scene::new(text);
    scene.act("", |play| play.hold(A, B, Stance::Strong, 9, HeldBy::Grapple));
    scene
}

fn cell(scene: &Scene, unit: super::UnitId) -> u32 {
    scene.state.unit(unit).cell
}

#[test]
fn mg_53_drag_takes_both_along_into_a_hazard() {
    let fire = "{ at = [3, 0], hazard = { damage = [\"1d6\"] } }";
    let mut scene = held(&field(fire, 1, &ann("drag"), BOB));
    // The fire burns him, then she strikes with the hand that the upkeep left.
    scene.turn(A, "d6=3 d4=2 d4=2 d10=1 d10=1 d10=1 d10=1");
    scene.tells(&["Ann drags Bob to 2, 0", "Ann drags Bob to 3, 0", "Bob is in a hazard", "Bob loses 2"]);
    assert_eq!((cell(&scene, A), cell(&scene, B)), (Board::cell(2, 0), Board::cell(3, 0)));
    assert_eq!((scene.state.unit(A).holds, scene.state.unit(A).moves), (UnitSet::one(B), 3));
    // One who is stronger stays where it is; a step of size is worth 2.
    for (bob, ruling, drags) in [
        ("str = 11", "", false),
        ("str = 11\nsize = -1", "", true),
        ("str = 11", "grapple.drag = \"always\"", true),
        ("str = 8", "grapple.drag = \"never\"", false),
    ] {
        let bob = BOB.replace("str = 8", bob);
        let scene = Scene::new(&format!("[rulings]\n{ruling}\n{}", field(fire, 1, &ann("drag"), &bob)));
        assert_eq!(scene.rules.can_drag(&scene.state, A, B), drags, "{bob} {ruling}");
    }
}

#[test]
fn mg_54_a_slam_is_double_the_hazard_and_half_of_it_once_or_the_hold() {
    let fire = |dice: &str| format!("{{ at = [0, 1], hazard = {{ damage = [\"{dice}\"] }} }}");
    // Half of 10/3 is less than the soak of Ann: she keeps him and takes 1, which she soaks.
    let mut scene = held(&field(&fire("1d4"), 2, &ann("slam"), BOB));
    scene.turn(A, "d4=3 d4=2 d4=2 d6=1 d6=1");
    scene.tells(&["Ann slams Bob into a hazard", "Bob loses 5", "Ann loses 0"]);
    assert_eq!((scene.state.unit(A).holds, scene.state.unit(A).hands), (UnitSet::one(B), 0));
    // A great fire is not worth it.
    let mut scene = held(&field(&fire("4cd6"), 2, &ann("slam"), BOB));
    scene.turn(A, "d6=3 d6=3 d6=3 d6=3 d4=2 d4=2");
    scene.tells(&["Bob loses 23", "Ann no longer holds Bob"]);
    assert_eq!((scene.state.unit(A).hp, scene.log.sum(A, Metric::Slams)), (40, 1));
}

#[test]
fn mg_55_e13_the_feet_of_a_throw() {
    // E13: Strength 10 with skill 3 against Defense 6.
    let scene = Scene::new(&duel(&ann("hold"), &BOB.replace("def = 1", "def = 6")));
    let (pool, difficulty) = scene.rules.throw_pool(&scene.state, A, B, Stat::Str, false);
    assert_eq!(difficulty, 6);
    for (least, p) in [(10, 7.0 / 8.0), (20, 271.0 / 1000.0), (30, 1141.0 / 8000.0)] {
        let over = (0..100).find(|&over| feet(over) >= least).expect("far enough");
        assert!((pool.at_least(difficulty + over) - p).abs() < 1e-12, "{least} feet");
    }
    // E13: a roll of 17 is 11 over.
    assert_eq!((feet(17 - 6), feet(-1), feet(0)), (30, 0, 10));
}

#[test]
fn mg_55_a_throw_against_a_wall_or_a_foe_hurts_like_a_fall() {
    let wall = "{ at = [4, 0], blocks_move = true }";
    // 8 over is 20 feet, as far as the wall: two dice.
    let mut scene = held(&field(wall, 1, &ann("throw"), BOB));
    scene.turn(A, "d10=9 d10=1 d10=1 d6=3 d6=4 d4=2 d4=2");
    scene.tells(&[
        "Ann throws Bob: 3d10 (9 1 1) = 9 against 1, 20 feet",
        "Ann no longer holds Bob",
        "Bob lands in 3, 0",
        "Bob falls",
        "Bob strikes against a wall",
        "Bob loses 6",
    ]);
    assert_eq!(scene.log.sum(A, Metric::FeetThrown), 20);
    // 10 feet do not reach it.
    let mut scene = held(&field(wall, 1, &ann("throw"), BOB));
    scene.turn(A, "d10=5 d10=1 d10=1");
    assert_eq!((cell(&scene, B), scene.state.unit(B).hp), (Board::cell(2, 0), 40));
    // A throw that fails makes the next escape easier by 5.
    let mut scene = held(&field(wall, 1, &ann("throw"), &BOB.replace("def = 1", "def = 9")));
    scene.turn(A, "d10=8 d10=1 d10=1");
    scene.tells(&["Ann cannot throw Bob: 3d10 (8 1 1) = 8 against 9"]);
    assert_eq!(scene.rules.escape_pool(&scene.state, B, 9).0.plus, 5);
    scene.act("d8=1 d8=1", |play| {
        play.state.turn.unit = Some(B);
        play.try_escape(B)
    });
    scene.tells(&["2d8+5 (1 1) = 6 against 9: held"]);
    assert_eq!(scene.rules.escape_pool(&scene.state, B, 9).0.plus, 0, "it is used up");
    // At a foe the aim is a precise attack, and both are hurt if the ruling says so.
    for (ruling, bill) in [("true", 34), ("false", 40)] {
        let text = format!(
            "[rulings]\nthrow.hurts_target = {ruling}\n{}[[side.unit]]\nname = \"Bill\"\nposition = [4, 0]\n{BOB}",
            field("", 1, &ann("throw"), BOB)
        );
        let mut scene = held(&text);
        let soak = if bill == 34 { "d6=3 d6=4 d4=2 d4=2" } else { "" };
        scene.turn(A, &format!("d10=9 d10=1 d10=1 d6=3 d6=1 d6=1 d6=3 d6=4 d4=2 d4=2 {soak}"));
        scene.tells(&["Ann aims: 3d6 (3 1 1) = 3 against 3: succeeds", "Bob strikes against Bill"]);
        assert_eq!((scene.state.unit(B).hp, scene.state.unit(super::UnitId(2)).hp), (34, bill));
    }
}

#[test]
fn mg_55_a_throw_into_a_hazard_is_aimed() {
    let fire = "{ at = [3, 0], hazard = { damage = [\"1d6\"] } }";
    let aimed = |dice: &str| {
        // She does not follow him through the fire.
        let ann = ann("throw").replace("spot", "move = \"stay\", spot");
        let mut scene = held(&field(fire, 1, &ann, BOB));
        scene.turn(A, &format!("d10=9 d10=1 d10=1 {dice}"));
        cell(&scene, B)
    };
    assert_eq!(aimed("d6=5 d6=1 d6=1 d6=3 d4=2 d4=2"), Board::cell(3, 0));
    // Not aimed well it goes its 20 feet.
    assert_eq!(aimed("d6=4 d6=1 d6=1"), Board::cell(4, 0));
    // The bars of the rulings.
    let text = format!("[rulings]\nthrow.aim_difficulty = 4\n{}", field(fire, 1, &ann("throw"), BOB));
    let mut scene = held(&text);
    scene.turn(A, "d10=9 d10=1 d10=1 d6=4 d6=1 d6=1 d6=3 d4=2 d4=2");
    scene.tells(&["Ann aims: 3d6 (4 1 1) = 4 against 4: succeeds", "Bob lands in 3, 0"]);
}

#[test]
fn mg_46_and_mg_55_who_is_thrown_off_a_roof_comes_down() {
    // From level 3 she throws him over the edge and does not aim well, so that he flies on, level, against a wall
    // or ground that is higher than she stands: one die of the fall of 15 feet, and two for the 20 feet of the
    // throw.
    for what in ["blocks_move = true", "height = 5"] {
        let terrain = format!("{{ at = [0, 0], to = [2, 0], height = 3 }}, {{ at = [4, 0], {what} }}");
        let ann = ann("throw").replace("spot", "move = \"stay\", spot");
        let mut scene = held(&field(&terrain, 1, &ann, BOB));
        scene.turn(A, "d10=9 d10=1 d10=1 d6=4 d6=1 d6=1 d6=4 d4=2 d4=2 d6=3 d6=4");
        scene.tells(&[
            "Bob lands in 3, 0, level 3",
            "Bob comes down 15 feet",
            "Bob loses 3",
            "Bob falls",
            "Bob strikes against a wall",
            "Bob loses 7",
        ]);
        assert_eq!(cell(&scene, B), Board::cell(3, 0));
    }
    // A wall that ends below her stops nobody.
    let low = "{ at = [0, 0], to = [2, 0], height = 3 }, { at = [4, 0], blocks_move = true, height = 2 }";
    let scene = Scene::new(&field(low, 1, &ann("throw"), BOB));
    let board = scene.rules.board.as_ref().expect("a map");
    assert_eq!([1, 2, 3].map(|z| board.is_blocked(Board::cell_at(4, 0, z))), [true, false, false]);
}

#[test]
fn mg_46_a_fall_rolls_its_dice_for_every_full_ten_feet() {
    let text = "[rulings]\nfall.die = \"2d4\"\nfall.per_feet = 15\nfall.soak = false\n".to_owned()
        + &field("", 1, &ann("throw"), BOB);
    let mut scene = Scene::new(&text);
    assert_eq!([0, 14, 15, 29, 30].map(|feet| scene.rules.fall_dice(feet)), [0, 0, 1, 1, 2]);
    scene.act("d4=3 d4=2 d4=1 d4=2", |play| {
        play.fall_damage(B, 30, None, crate::data::metrics::Harm::Throw);
    });
    scene.tells(&["damage (3 2; 1 2) 5, past all soak: Bob loses 5"]);
    // Great heights are rolled in parts.
    let mut scene = Scene::new(&field("", 1, &ann("throw"), BOB));
    let dice = "d6=1 ".repeat(15) + "d4=2 d4=2";
    scene.act(&dice, |play| play.fall_damage(B, 150, None, crate::data::metrics::Harm::Throw));
    assert_eq!(scene.state.unit(B).hp, 40 - 15 + 1);
}

#[test]
fn mg_56_a_snatch_takes_a_weapon_or_armour() {
    let armed = format!("weapons = [{{ name = \"sabre\", damage = [\"2d8\"] }}]\n{BOB}");
    let mut scene = held(&duel(&ann("snatch"), &armed));
    // 4 for the hold, 5 less for the hand that holds it; Block 1.
    scene.turn(A, "d10=3 d10=1 d10=1");
    scene.tells(&[
        "Ann snatches at sabre of Bob, strong: 3d10-1 against 1",
        "rolls (3 1 1) 2 against 1: it comes off",
    ]);
    scene.tells(&["Bob drops sabre", "takes sabre of Bob in hand"]);
    let it = scene.state.unit(A);
    assert_eq!((scene.state.unit(B).in_hand[0], it.in_hand[0] > 1, it.hands), (0, true, 0));
    assert_eq!(scene.log.sum(A, Metric::Snatches), 1);
    // It is hers to strike with until she goes out.
    let at = With::Weapon(it.in_hand[0] - 1);
    assert!(scene.rules.swing(&scene.state, A, B, at, Stance::Strong, false).is_some());
    scene.act("", |play| play.flee(A));
    assert_eq!(scene.state.unit(B).dropped, 1);
    // A roll below the number takes nothing.
    let mut scene = held(&duel(&ann("snatch"), &armed.replace("def = 1", "def = 8")));
    scene.turn(A, "d10=3 d10=1 d10=1");
    scene.tells(&["rolls (3 1 1) 2 against 5: it stays"]);
    assert_eq!(scene.state.unit(B).in_hand[0], 1);
    // Nothing in hand: the armour, 3 for the torso. Soak is then that of the unarmoured.
    let clad = BOB.replace("def = 1", "def = 1\narmor = 2\narmor_speed = -3");
    let mut scene = held(&duel(&ann("snatch"), &clad));
    scene.turn(A, "d10=3 d10=1 d10=1");
    scene.tells(&["snatches at the armour of Bob, strong: 3d10+1 against 1", "Bob has lost its armour"]);
    assert_eq!(scene.rules.armor_of(&scene.state, B), 0);
    let dice = scene.rules.with_soak(&scene.state, B, |formula, _, _| formula.sets()[0].n);
    assert_eq!(dice, 0);
    // Parts beyond the first 2 each, crafted 3, grown 20.
    assert_eq!(
        [fit(1, true, false, false), fit(3, true, true, false), fit(1, false, false, true)],
        [3, 10, 20]
    );
}

#[test]
fn mg_56_the_owner_may_hold_on_and_the_ruling_may_spare_the_hold() {
    let armed = |how: &str| {
        let bob = BOB.replace("spot = \"none\"", &format!("spot = \"none\", snatch_resist = \"{how}\""));
        format!(
            "weapons = [{{ name = \"sabre\", damage = [\"2d8\"] }}, {{ name = \"dirk\", damage = [\"1d4\"] }}]\n{bob}"
        )
    };
    // MG-D20: a precise hold leaves the token of the second hand, which holds the dirk.
    for (how, pool, dirk) in [("drop", "3d10-6", 0), ("if_free", "3d10-1", 2), ("never", "3d10-1", 2)] {
        let mut scene = Scene::new(&duel(&ann("snatch"), &armed(how)));
        scene.act("", |play| play.hold(A, B, Stance::Precise, 9, HeldBy::Grapple));
        scene.turn(A, "d10=2 d10=1 d10=1");
        scene.tells(&[&format!("strong: {pool} against 1")]);
        assert_eq!(scene.state.unit(B).in_hand[1], dirk, "{how}");
    }
    // Without a hold under the ruling, with the primary token.
    for (ruling, snatches) in [("false", true), ("true", false)] {
        let text =
            format!("[rulings]\nsnatch.needs_hold = {ruling}\n{}", duel(&ann("snatch"), &armed("never")));
        let mut scene = Scene::new(&text);
        scene.state.unit_mut(A).hands = 1;
        scene.turn(A, "d10=9 d10=1 d10=1");
        if snatches {
            scene.tells(&["Ann snatches at sabre of Bob, strong: 3d10-5 against 1", "it comes off"]);
        } else {
            scene.never_tells("snatches");
        }
    }
    // MG-53: under the other ruling these take the primary token.
    let text = format!("[rulings]\ngrapple.special_hand = \"primary\"\n{}", duel(&ann("pin"), BOB));
    let mut scene = held(&text);
    scene.state.unit_mut(A).primary = false;
    // The blow that she strikes instead does 1, which he soaks.
    scene.turn(A, "d10=1 d10=1 d10=1 d4=2 d4=2");
    scene.never_tells("pins");
}

#[test]
fn mg_57_an_escape_out_of_a_bind_disarms_the_binder() {
    let lasso = "str = 8\nskills = { gym = 1 }\nweapons = [{ name = \"lasso\", bind = true, skills = [\"gym\"] }]\n\
        tactics = { plan = \"attack\", stance = \"strong\", spot = \"none\", snatch_resist = \"never\" }";
    let bob = "str = 8\nskills = { martial_arts = 2 }\ntactics = { spot = \"none\", escape = \"disarm\" }";
    let mut scene = Scene::new(&duel(lasso, bob));
    scene.act("", |play| play.bind(A, B, 0, Stance::Strong, 4));
    // 9, 5 less for the hand that holds it, against Block 3. It needs no margin.
    scene.act("d8=8 d8=1 d8=3", |play| {
        play.state.turn.unit = Some(B);
        play.try_escape(B)
    });
    scene.tells(&[
        "9 against 4: free",
        "Bob snatches at lasso of Ann",
        "rolls (8+1 3) 4 against 3: it comes off",
    ]);
    assert_eq!(scene.state.unit(A).in_hand[0], 0);
    // A bind without its weapon has to be kept up like any hold.
    let mut scene = Scene::new(&duel(lasso, bob));
    scene.act("", |play| play.bind(A, B, 0, Stance::Strong, 4));
    scene.act("", |play| play.drop_item(A, 1));
    scene.state.unit_mut(A).hands = 0;
    scene.turn(A, "");
    scene.tells(&["Ann no longer holds Bob"]);
}

#[test]
fn mg_75_a_held_unit_may_drag_its_grappler() {
    let bob = BOB.replace("str = 8", "str = 11");
    for (ruling, ends_at, holds) in [("no", 0, true), ("drag", 1, true), ("free", 0, false)] {
        let text =
            format!("[rulings]\ngrapple.victim_walks = \"{ruling}\"\n{}", field("", 1, &ann("hold"), &bob));
        let mut scene = Scene::new(&text);
        scene.act("", |play| {
            play.hold(A, B, Stance::Fast, 9, HeldBy::Grapple);
            play.state.turn = Turn { unit: Some(B), moves: 5, ..Turn::default() };
            let to = Board::cell(2, 0);
            if play.rules.is_let(play.state, B, to) {
                play.step_to(B, to);
            }
        });
        assert_eq!(cell(&scene, A), Board::cell(ends_at, 0), "{ruling}");
        assert_eq!(!scene.state.unit(A).holds.is_empty(), holds, "{ruling}");
    }
}

#[test]
fn mg_55_and_mg_d12_a_throw_goes_over_the_nearest_edge_of_a_height() {
    let roof = "{ at = [0, 0], to = [2, 0], height = 3 }";
    let ann = ann("throw").replace("spot", "move = \"stay\", spot");
    let mut scene = held(&field(roof, 1, &ann, BOB));
    // The edge is 15 feet away: 20 feet reach it, and the throw is aimed.
    scene.turn(A, "d10=6 d10=1 d10=1 d6=5 d6=1 d6=1 d6=4 d4=2 d4=2");
    scene.tells(&[
        "Ann throws Bob: 3d10 (6 1 1) = 6 against 1, 20 feet",
        "Ann aims: 3d6 (5 1 1) = 5 against 5: succeeds",
        "Bob lands in 3, 0, level 3",
        "Bob comes down 15 feet",
        "Bob falls",
    ]);
    assert_eq!(cell(&scene, B), Board::cell(3, 0));
    // Who hovers is not thrown there, nor anybody where a fall does not hurt.
    let hovers = format!("{BOB}\nmodes = [\"fly\"]\nair_fall = \"hover\"");
    for text in [field(roof, 1, &ann, &hovers), field(&roof.replace('3', "1"), 1, &ann, BOB)] {
        let scene = held(&text);
        let board = scene.rules.board.as_ref().expect("a map");
        assert!(scene.rules.aim_of_throw(board, &scene.state, A, B).is_none());
    }
}

#[test]
fn mg_55_a_throw_down_goes_half_as_far_again_and_is_a_fall() {
    // From level 3 over a low wall into a fire on the ground: the 10 feet of a bare success are 15 down.
    let terrain = "{ at = [0, 0], height = 3 }, { at = [1, 0], height = 2 }, \
        { at = [2, 0], blocks_move = true, height = 1 }, { at = [3, 0], hazard = { damage = [\"1d6\"] } }";
    let ann = ann("throw").replace("spot", "move = \"stay\", spot");
    let mut scene = held(&field(terrain, 1, &ann, BOB));
    // One die for the fall of 15 feet, which his soak stops in part, then the fire.
    scene.turn(A, "d10=3 d10=1 d10=1 d6=5 d6=1 d6=1 d6=4 d4=2 d4=2 d6=3");
    scene.tells(&[
        "Ann throws Bob: 3d10 (3 1 1) = 3 against 1, 15 feet",
        "Ann aims: 3d6 (5 1 1) = 5 against 5: succeeds",
        "Bob lands in 3, 0",
        "Bob comes down 15 feet",
        "Bob loses 3",
        "Bob falls",
        "Bob is in a hazard",
        "Bob loses 3",
    ]);
    assert_eq!(cell(&scene, B), Board::cell(3, 0));
    // Behind the brink the ground of the roof is in the way, so that the throw goes level, over the fire.
    let roof = "{ at = [0, 0], to = [2, 0], height = 3 }, { at = [3, 0], hazard = { damage = [\"1d6\"] } }";
    let mut scene = held(&field(roof, 1, &ann, BOB));
    scene.turn(A, "d10=6 d10=1 d10=1 d6=5 d6=1 d6=1 d6=4 d4=2 d4=2 d6=3");
    scene.tells(&[
        "= 6 against 1, 20 feet",
        "Bob lands in 3, 0, level 3",
        "Bob comes down 15 feet",
        "hazard",
    ]);
}

#[test]
fn mg_55_a_throw_up_goes_half_as_far() {
    // At a foe who flies 10 feet above the ground and 10 feet away.
    let bill = format!("[[side.unit]]\nname = \"Bill\"\nposition = [2, 0, 2]\nmodes = [\"fly\"]\n{BOB}");
    let text = field("", 1, &ann("throw").replace("spot", "move = \"stay\", spot"), BOB) + &bill;
    let mut scene = held(&text);
    // 8 over is 20 feet on the level, and 10 up: one die of a fall for both.
    scene.turn(A, "d10=9 d10=1 d10=1 d6=3 d6=1 d6=1 d6=4 d4=2 d4=2 d6=4 d4=2 d4=2");
    scene.tells(&[
        "= 9 against 1, 10 feet",
        "Ann aims: 3d6 (3 1 1) = 3 against 3: succeeds",
        "Bob lands in 1, 0, level 1",
        "Bob comes down 5 feet",
        "Bob strikes against Bill",
    ]);
    assert_eq!([B, super::UnitId(2)].map(|it| scene.state.unit(it).hp), [37, 37]);
    // 4 over is 10 feet on the level and 5 up, which is too short.
    let mut scene = held(&text);
    scene.turn(A, "d10=5 d10=1 d10=1 d6=3 d6=1 d6=1");
    scene.tells(&["= 5 against 1, 5 feet", "Bob lands in 1, 0, level 1"]);
    scene.never_tells("strikes against");
}

#[test]
fn mg_54_a_slam_off_a_height_is_twice_the_fall() {
    let roof = "{ at = [0, 0], to = [1, 1], height = 4 }";
    let at = |keys: &str| {
        let slams = ann("slam").replace("spot", "move = \"stay\", spot");
        let ann = format!("position = [1, 0]\n{slams}\n{keys}");
        let bob = format!("position = [1, 1]\n{BOB}");
        format!("[map]\nwidth = 12\nheight = 2\nterrain = [{roof}]\n{}", duel(&ann, &bob))
    };
    // Two dice for 20 feet, doubled; half of their mean of 8 is more than her soak, so that she lets go.
    let mut scene = held(&at(""));
    scene.turn(A, "d6=3 d6=4 d4=2 d4=2");
    scene.tells(&["Ann slams Bob down a height", "Ann no longer holds Bob", "Bob loses 13", "Bob falls"]);
    assert_eq!((cell(&scene, B), cell(&scene, A)), (Board::cell(2, 0), Board::cell_at(1, 0, 4)));
    // With armour she goes down with him, for half of what was rolled, and keeps him.
    let mut scene = held(&at("def = 10\narmor = 4"));
    scene.turn(A, "d6=3 d6=4 d4=2 d4=2 d10=6 d10=1 d10=1 d10=1");
    scene.tells(&["Ann slams Bob down a height", "Bob loses 13", "Bob falls", "Ann loses 0", "Ann falls"]);
    assert_eq!((scene.state.unit(A).holds, cell(&scene, B)), (UnitSet::one(B), Board::cell(2, 0)));
    assert_eq!(cell(&scene, A), Board::cell(3, 0));
}

#[test]
fn mg_53_a_drag_may_jump_with_the_victim() {
    // A wall of one level, a fire behind it, and feet for a jump of three cells.
    let terrain = "{ at = [2, 0], to = [2, 1], blocks_move = true, height = 1 }, \
        { at = [3, 0], hazard = { damage = [\"1d6\"] } }";
    let ann = ann("drag").replace("str = 10", "str = 15\nagi = 6");
    let mut scene = held(&field(terrain, 2, &ann, BOB));
    scene.turn(A, "d6=3 d4=2 d4=2 d12=1 d12=1 d12=1 d12=1");
    scene.tells(&["Ann drags Bob to 3, 0", "jumps to 3, 1", "Bob is in a hazard", "Bob loses 2"]);
    assert_eq!((cell(&scene, A), cell(&scene, B)), (Board::cell(3, 1), Board::cell(3, 0)));
    assert_eq!((scene.state.unit(A).holds, scene.state.unit(A).moves), (UnitSet::one(B), 2));
    // Who jumps two cells only does not come over the wall with him.
    let short = ann.replace("str = 15", "str = 12");
    let mut scene = held(&field(terrain, 2, &short, BOB));
    scene.turn(A, "d12=1 d12=1 d12=1 d12=1 d4=2 d4=2");
    assert_eq!(cell(&scene, B), Board::cell(1, 0));
}

#[test]
fn mg_54_a_slam_doubles_before_soak_whatever_the_ruling_on_criticals() {
    for ruling in [true, false] {
        let slams = ann("slam").replace("spot", "move = \"stay\", spot");
        let text = field("{ at = [0, 1], hazard = { damage = [\"1d6\"] } }", 2, &slams, BOB);
        let mut scene = held(&format!("[rulings]\ncrit.double_before_soak = {ruling}\n{text}"));
        let before = scene.state.unit(B).hp;
        // Twice 3, of which soak stops 2.
        scene.turn(A, "d6=3 d4=3 d4=3");
        assert_eq!(before - scene.state.unit(B).hp, 4, "{ruling}");
    }
}
