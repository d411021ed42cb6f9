//! What becomes of tokens that are held, given back or left over in the middle of things (MG-14, MG-18, MG-37,
//! MG-39, MG-50, MG-D5, MG-D10, MG-D13, MG-D17).

use super::map::{STILL, field};
use super::{A, B, Metric, Scene, UnitId, UnitSet, duel};
use crate::board::Board;
use crate::data::metrics::HeldBy;
use crate::data::setup::Stance;
use crate::state::{LastingEffect, Mood};

const C: UnitId = UnitId(2);

/// A unit that hits fast and critically, with these tactics.
fn fast(tactics: &str) -> String {
    format!(
        "agi = 8\nhp_max = 40\nskills = {{ gym = 1 }}\nfacet_skills = [\"gym\"]\n\
         tactics = {{ stance = \"fast\", spot = \"none\", {tactics} }}"
    )
}

#[test]
fn mg_37_a_held_attack_counts_with_the_last_turn_of_its_owner() {
    // Dodge 3: 6 is critical. The token that came back is kept, and held with the other one.
    let bob = fast("plan = \"attack\", fast_refund = \"keep\", hold = \"all\"");
    let mut scene = Scene::new(&duel(STILL, &bob));
    scene.turn(B, "d8=6 d6=1 d6=1 d6=1");
    assert_eq!((scene.state.unit(B).held_hands, scene.log.sum(B, Metric::FastRefunds)), (3, 1));
    let strikes = "d8=6 d6=1 d8=6 d8=6 d6=1";
    scene.act(strikes, |play| play.strike_waiting(A, UnitSet::one(B)));
    assert_eq!(scene.log.sum(B, Metric::FastRefunds), 1);
    // Without a refund in that turn the held blow has one, and what comes back is held again: the fresh tokens of
    // the next round stay what they are.
    let bob = fast("plan = \"two_hands\"");
    let mut scene = Scene::new(&duel(STILL, &bob));
    scene.state.unit_mut(B).held_hands = 1;
    scene.act("d8=6 d6=1 d6=1 d6=1 d8=2", |play| play.strike_waiting(A, UnitSet::one(B)));
    let it = scene.state.unit(B);
    assert_eq!((scene.log.sum(B, Metric::FastRefunds), it.hands, it.held_hands), (1, 3, 0));
    scene.state.unit_mut(B).held_hands = 1;
    scene.act("d8=6 d6=1", |play| play.strike_waiting(A, UnitSet::one(B)));
    assert_eq!(scene.log.sum(B, Metric::FastRefunds), 1, "once in all");
}

#[test]
fn mg_14_and_mg_18_who_holds_its_primary_token_has_it_in_a_partial_turn() {
    let ann = "skills = { gym = 1 }\ntactics = { plan = [{ use = \"pass\", when = \"pass = 0\" }, \"two_hands\"], \
        stance = \"strong\", hold = \"all\" }";
    let mut scene = Scene::new(&duel(ann, STILL));
    scene.turn(A, "");
    assert_eq!(scene.state.unit(A).held_hands, 3);
    (scene.state.pass, scene.state.unit_mut(A).partials) = (1, 1);
    // One die with the primary token, then two of which the lower counts.
    scene.turn_of_pass(A, "d6=1 d6=1 d6=1");
    scene.tells(&["with fist: 1d6 against 3", "with fist: 2d6 low against 3"]);
    // So it has under a tactic that holds one token.
    let one = format!("hands = 1\n{}", ann.replace("\"all\"", "{ interrupt = \"attacked\" }"));
    let mut scene = Scene::new(&duel(&one, &format!("count = 2\n{STILL}")));
    scene.turn(A, "");
    assert_eq!((scene.state.unit(A).held_hands, scene.state.unit(A).primary), (1, true));
    // An interrupt spends it.
    scene.state.pass = 1;
    scene.act("d6=1", |play| play.strike_waiting(B, UnitSet::one(A)));
    assert_eq!((scene.state.unit(A).held_hands, scene.state.unit(A).primary), (0, false));
    // MG-50: a precise hold takes it, held or not.
    let mut scene = Scene::new(&duel(ann, STILL));
    scene.turn(A, "");
    scene.act("", |play| play.hold(B, A, Stance::Precise, 9, HeldBy::Grapple));
    let it = scene.state.unit(A);
    assert_eq!((it.held_hands, it.primary, it.escape), (2, false, 1));
}

#[test]
fn mg_d13_a_token_that_an_escape_behind_the_attacks_gives_back_strikes() {
    let bob = "str = 8\nhp_max = 40\nskills = { martial_arts = 2 }\n\
        tactics = { spot = \"none\", held = \"attack\", stance = \"strong\" }";
    let mut scene = Scene::new(&duel(STILL, bob));
    scene.act("", |play| play.hold(A, B, Stance::Strong, 4, HeldBy::Grapple));
    scene.turn(B, "d8=5 d8=1 d8=2 d8=1");
    scene.tells(&["= 5 against 4: free", "takes back a hand token", "strong attack on Ann"]);
}

#[test]
fn mg_50_who_is_caught_in_its_own_turn_tries_to_escape_in_it() {
    let ann = "agi = 8\nhp_max = 40\ntactics = { plan = \"attack\", stance = \"strong\", spot = \"none\" }";
    let bob = "agi = 8\nstr = 6\nhp_max = 40\nskills = { gym = 1 }\n\
        tactics = { plan = \"grapple\", stance = \"strong\", spot = \"none\", move = \"stay\" }";
    let mut scene = field("", ann, [6, 2], bob);
    let it = scene.state.unit_mut(B);
    (it.held_hands, it.hands, it.primary, it.moves) = (1, 0, false, 0);
    scene.turn(A, "d6=4 d8=6 d8=5 d6=1 d6=1");
    scene.tells(&["Bob holds Ann", "(6 5) = 5 against 4: free", "takes back a hand", "strong attack on Bob"]);
}

#[test]
fn mg_d10_who_fells_its_target_with_a_fast_critical_goes_on_to_the_next() {
    let ann = fast("plan = \"two_hands\"");
    let bill = "[[side.unit]]\nname = \"Bill\"\nposition = [5, 2]\nhp_max = 40\ntactics = { plan = \"pass\", spot = \"none\" }";
    let bob = format!("hp_max = 1\ndef = 0\n{}\n{bill}", STILL.replace("hp_max = 40\n", ""));
    let mut scene = field("", &ann, [2, 2], &bob);
    // The blow fells Bob; she walks on, and both hands strike at Bill: the primary token once more.
    scene.turn(A, "d8=6 d6=5 d4=1 d4=1 d8=2 d8=1 d8=1");
    scene.tells(&["Bob is unconscious", "regains the primary token", "steps to", "fast attack on Bill"]);
    assert_eq!((scene.state.unit(A).hands, scene.log.sum(A, Metric::Attacks)), (0, 3));
}

#[test]
fn mg_62_and_mg_d10_the_enraged_strike_again_at_their_originator() {
    let ann = fast("plan = \"attack\", fast_refund = \"new_target\", distracted = \"obey\"");
    let mut scene = Scene::new(&duel(&ann, &format!("count = 2\n{STILL}")));
    let it = scene.state.unit_mut(A);
    (it.penalty, it.mood, it.strong, it.by) = (12, Mood::Infuriated, true, C);
    scene.turn(A, "d8=6 d6=1 d6=1 d6=1 d8=2");
    scene.tells(&["fast attack on Bob#2", "regains", "fast attack on Bob#2"]);
}

#[test]
fn mg_d5_while_its_own_turn_runs_a_unit_spares_its_hands() {
    // Bob strikes at Ann on her way; her hands are for her attacks.
    let ann = "agi = 3\nhp_max = 40\ntactics = { plan = \"attack\", stance = \"strong\" }";
    let bob = "agi = 8\nstr = 6\nhp_max = 40\nskills = { gym = 1 }\n\
        tactics = { plan = \"two_hands\", stance = \"strong\", spot = \"none\", move = \"stay\" }";
    let mut scene = field("", ann, [4, 2], bob);
    let it = scene.state.unit_mut(B);
    (it.held_hands, it.hands, it.primary, it.moves) = (1, 0, false, 0);
    scene.turn(A, "d6=4 d6=1 d6=1 d6=1 d6=1 d6=1");
    scene.tells(&["Bob has waited for Ann", "strong attack on Ann", "Ann goes on", "strong attack on Bob"]);
    scene.never_tells("Ann blocks");
}

#[test]
fn mg_39_who_is_tripped_in_its_own_turn_stands_up_in_it() {
    let ann = "agi = 8\nhp_max = 40\ntactics = { plan = \"attack\", stance = \"strong\", spot = \"none\" }";
    let bob = "agi = 8\nacc = 6\nhp_max = 40\nskills = { gym = 1 }\nfacet_skills = [\"gym\"]\n\
        weapons = [{ name = \"pole\", range = 10, hands = 2, skills = [\"gym\"] }]\n\
        tactics = { stance = \"precise\", precise = \"trip\", spot = \"none\", move = \"stay\" }";
    let mut scene = field("", ann, [6, 2], bob);
    let it = scene.state.unit_mut(B);
    (it.held_hands, it.hands, it.primary, it.moves) = (3, 0, false, 0);
    // Parry 3: critical 10 feet before him, with 5 moves left: 4 to stand up, and one for the last step.
    scene.turn(A, "d6=6 d6=1 d6=1 d6=1 d6=1 d6=1 d6=1");
    scene.tells(&["Ann falls", "stands up for 4 moves", "steps to 5, 1", "strong attack on Bob"]);
    assert_eq!((scene.state.unit(A).fallen, scene.state.unit(A).moves), (false, 0));
    assert_eq!(scene.state.unit(A).cell, Board::cell_at(5, 1, 0));
}

#[test]
fn mg_d17_who_could_have_attacked_is_not_ready_for_a_foe_to_come() {
    for (plan, x, held) in [("pass", 2, 0), ("turtle", 2, 0), ("pass", 9, 3), ("attack", 9, 3)] {
        let ann = format!("agi = 3\ntactics = {{ plan = \"{plan}\", active = \"never\", move = \"stay\" }}");
        let mut scene = field("", &ann, [x, 2], &STILL.replace("hp_max = 40", "hp_max = 40\nagi = 0"));
        if plan == "turtle" {
            // Its hands are spent before, but for the moves.
            (scene.state.unit_mut(A).hands, scene.state.unit_mut(A).primary) = (0, false);
            scene.turn(A, "");
            assert_eq!(scene.state.unit(A).held_moves, 0);
            continue;
        }
        scene.turn(A, "");
        assert_eq!(scene.state.unit(A).held_hands, held, "{plan} {x}");
    }
}

#[test]
fn mg_24_who_cannot_move_takes_nothing_back_and_who_is_pinned_escapes() {
    let freeze = "hp_max = 40\nabilities = [{ name = \"Ice\", effects = [{ immobile = {}, duration = { rounds = 2 } }] }]\n\
        tactics = { ability = \"never\", plan = \"pass\", spot = \"none\" }";
    let mut scene = Scene::new(&duel("skills = { gym = 1 }", freeze));
    scene.state.marks[0] = LastingEffect { left: 2, by: B };
    scene.act("", |play| play.grant(A));
    (scene.state.pass, scene.state.unit_mut(A).partials) = (1, 1);
    scene.turn_of_pass(A, "");
    scene.never_tells("takes back");
    // MG-50: the ruling on pins is one of numbers and answers, not of tokens.
    let text = format!("[rulings]\ngrapple.pin_immobile = true\n{}", duel(STILL, STILL));
    let mut scene = Scene::new(&text);
    scene.act("", |play| play.hold(A, B, Stance::Strong, 9, HeldBy::Grapple));
    scene.state.unit_mut(B).fallen = true;
    scene.act("", |play| play.grant(B));
    assert_eq!((scene.state.unit(B).escape, scene.state.unit(B).speak), (1, 1));
    assert_eq!(scene.rules.target_number(&scene.state, A, B, Stance::Strong), 5);
}

#[test]
fn mg_50_all_kinds_of_tokens_are_lost_together_and_no_escape_token_is() {
    let mut scene = Scene::new(&duel(STILL, &format!("analyze = 1\n{STILL}")));
    scene.state.unit_mut(B).escape = 2;
    scene.act("", |play| play.hold(A, B, Stance::Strong, 9, HeldBy::Grapple));
    let it = scene.state.unit(B);
    assert_eq!((it.analyze, it.escape), (0, 2));
}
