//! What held tokens do when a foe comes within reach (MG-14, MG-80).

use super::map::{STILL, WALKER, field};
use super::{A, B, Scene, UnitSet};
use crate::board::Board;
use crate::data::metrics::{HeldBy, Metric};
use crate::data::rulings::VictimWalks;
use crate::data::setup::Stance;

/// Bob's keys, with these of his tactics.
fn bob(tactics: &str) -> String {
    format!("agi = 8\nstr = 6\nhp_max = 40\nskills = {{ gym = 1 }}\ntactics = {{ {tactics} }}")
}

/// Ann at [1, 2], and Bob at this cell, who holds all his tokens.
fn ambush(ann: &str, at: [u32; 2], tactics: &str) -> Scene {
    let mut scene = field("", ann, at, &bob(tactics));
    wait(&mut scene, 3);
    scene
}

/// Bob holds the tokens of these hands and all his moves.
fn wait(scene: &mut Scene, hands: u8) {
    let it = scene.state.unit_mut(B);
    (it.held_hands, it.held_moves) = (hands, it.held_moves + core::mem::take(&mut it.moves));
    (it.hands, it.primary) = (0, false);
}

fn held(scene: &Scene) -> (u8, u8) {
    (scene.state.unit(B).held_hands, scene.state.unit(B).held_moves)
}

const ATTACK: &str = "plan = \"two_hands\", stance = \"strong\", spot = \"none\"";
/// Ann's keys.
const RUNNER: &str =
    "agi = 8\nhp_max = 40\ntactics = { plan = \"attack\", stance = \"strong\", spot = \"none\" }";

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

#[test]
fn mg_80_held_moves_carry_to_who_comes_near() {
    // Her first step brings Ann to where Bob's eight tokens lead beside her.
    let mut scene = ambush(RUNNER, [11, 2], ATTACK);
    scene.turn(A, "d6=1 d6=1 d6=1 d6=1 d6=1");
    scene.tells(&[
        "steps to 2, 1",
        "Bob has waited for Ann",
        "steps to 3, 0",
        "attack on Ann",
        "Ann goes on",
        "attack on Bob",
    ]);
    // The walk took his moves, the attacks both hands, and he struck but once.
    assert_eq!((held(&scene), scene.log.sum(B, Metric::Interrupts)), ((0, 0), 1));
    // Who may not walk waits until she stands beside him.
    let mut scene = ambush(RUNNER, [8, 2], &format!("{ATTACK}, move = \"stay\""));
    scene.turn(A, "d6=1 d6=1 d6=1 d6=1 d6=1");
    scene.tells(&["steps to 7, 1", "Bob has waited for Ann", "attack on Ann"]);
    assert_eq!((held(&scene), scene.state.unit(B).cell), ((0, 8), Board::cell_at(8, 2, 0)));
}

#[test]
fn mg_80_a_foe_that_was_reachable_before_the_step_starts_nothing() {
    // Bob's tokens reach Ann where she stands already.
    let mut scene = ambush(RUNNER, [8, 2], ATTACK);
    scene.turn(A, "d6=1 d6=1");
    scene.tells(&["attack on Bob"]);
    scene.never_tells("has waited");
}

#[test]
fn mg_80_an_interrupt_has_the_kick_of_the_plan() {
    let plan = ATTACK.replace("two_hands", "two_hands_kick");
    for hands in [3, 0] {
        let mut scene = ambush(RUNNER, [7, 2], &format!("{plan}, move = \"stay\""));
        wait(&mut scene, hands);
        scene.turn(A, if hands == 0 { "d6=1 d6=1 d6=1" } else { "d6=1 d6=1 d6=1 d6=1 d6=1 d6=1" });
        scene.tells(&["Bob has waited for Ann", "kick at Ann", "attack on Bob"]);
        assert_eq!(held(&scene), (0, 0));
    }
}

#[test]
fn mg_14_what_an_interrupt_leaves_stays_held() {
    // The first blow fells Ann: the other hand and the moves still wait, and pay for defences.
    let weak = RUNNER.replace("hp_max = 40", "hp_max = 1\ndef = 0");
    let stays = format!("{ATTACK}, move = \"stay\"");
    let mut scene = ambush(&weak, [7, 2], &stays);
    scene.turn(A, "d6=5 d6=5 d4=1 d4=1");
    scene.tells(&["Bob has waited for Ann", "Ann is unconscious"]);
    assert_eq!(held(&scene), (2, 8));
    // Who fights with nobody keeps all of it.
    let mut scene = ambush(RUNNER, [7, 2], &stays.replace("two_hands", "pass"));
    scene.turn(A, "d6=1 d6=1");
    scene.never_tells("has waited");
    assert_eq!(held(&scene), (3, 8));
}

#[test]
fn mg_75_who_is_caught_by_an_interrupt_walks_no_further() {
    // The way off the map leads past Bob. A Fast hold leaves Ann the moves that would carry her on.
    let ann = "agi = 8\nhp_max = 40\nhp = 30\ntactics = { flee = { hp_below = 100 }, plan = \"pass\", held = \"wait\", \
        spot = \"none\" }";
    let walls = "{ at = [0, 0], to = [0, 4], blocks_move = true }, { at = [0, 0], to = [11, 0], blocks_move = true }, \
        { at = [0, 4], to = [11, 4], blocks_move = true }";
    let grab = ATTACK.replace("two_hands", "grapple").replace("strong", "fast");
    let mut scene = field(walls, ann, [6, 2], &bob(&format!("{grab}, move = \"stay\"")));
    wait(&mut scene, 1);
    scene.turn(A, "d8=7");
    scene.tells(&["steps to 5, 1", "Bob has waited for Ann", "Bob holds Ann"]);
    assert_eq!((scene.state.unit(B).holds, scene.state.unit(A).moves), (UnitSet::one(A), 4));
    assert_eq!(scene.state.unit(A).cell, Board::cell_at(5, 1, 0));
}

#[test]
fn mg_75_a_held_unit_does_not_leave_the_map() {
    let flees = "agi = 8\nhp_max = 40\nhp = 30\ntactics = { plan = \"pass\", held = \"wait\", flee = { hp_below = 100 } }";
    for (walks, leaves) in [(VictimWalks::No, false), (VictimWalks::Free, true)] {
        let mut scene = field("", STILL, [2, 2], flees);
        scene.rules.rulings.grapple_victim_walks = walks;
        scene.act("", |play| {
            play.hold(A, B, Stance::Fast, 9, HeldBy::Grapple);
        });
        scene.turn(B, "");
        assert_eq!(scene.state.fled.has(B), leaves, "{walks:?}");
    }
}

#[test]
fn mg_37_an_interrupt_counts_with_the_last_turn_and_regains_a_held_token() {
    let ann =
        "agi = 8\ndef = 1\nhp_max = 400\ntactics = { plan = \"pass\", spot = \"none\", move = \"approach\" }";
    let tactics = "plan = \"two_hands\", stance = \"fast\", spot = \"none\", move = \"stay\"";
    for regained in [false, true] {
        let bob = format!("facet_skills = [\"gym\"]\n{}", bob(tactics)).replace("gym = 1", "gym = 2");
        let mut scene = field("", &ann.replace("\"pass\"", "\"attack\""), [7, 2], &bob);
        wait(&mut scene, 1);
        let it = scene.state.unit_mut(B);
        // The next round began: he has fresh tokens beside the held one.
        (it.hands, it.primary, it.refunded) = (3, true, regained);
        // 10 against 5 is critical.
        let again = if regained { "" } else { "d8=2 d8=1 " };
        scene.turn(A, &format!("d8=8 d8=2 d8=1 d6=1 d4=1 d4=1 {again}d6=1 d6=1"));
        scene.tells(&["Bob has waited for Ann", "critical hit"]);
        assert_eq!(scene.log.sum(B, Metric::FastRefunds), u32::from(!regained));
        let it = scene.state.unit(B);
        assert_eq!((it.hands, it.held_hands, it.primary), (3, 0, true), "{regained}");
    }
}
