//! Holds, one rule after the other.

use super::{A, B, Scene, UnitId, UnitSet, duel};
use crate::choose::With;
use crate::data::metrics::{Harm, HeldBy};
use crate::data::setup::Stance;

const C: UnitId = UnitId(2);

const GRAPPLER: &str = "str = 8\nhp_max = 40\nskills = { martial_arts = 1 }\ntactics = { plan = \"grapple\", stance = \"strong\", spot = \"none\" }";
const VICTIM: &str = "str = 8\nhp_max = 40\nskills = { martial_arts = 2 }\ntactics = { spot = \"none\" }";

fn held(stance: Stance, h: i32) -> Scene {
    let mut scene = Scene::new(&duel(GRAPPLER, VICTIM));
    scene.act("", |play| play.hold(A, B, stance, h, HeldBy::Grapple));
    scene
}

#[test]
fn mg_48_and_mg_49_a_grapple_that_reaches_the_number_holds_at_its_result() {
    for (die, holds) in [(3, true), (2, false)] {
        let mut scene = Scene::new(&duel(
            &GRAPPLER.replace(
                "plan = \"grapple\"",
                "plan = [{ use = \"grapple\", when = \"hands = 2\" }, \"attack\"]",
            ),
            VICTIM,
        ));
        scene.turn(A, &format!("d8={die}"));
        // MG-49: its difficulty is the result.
        assert_eq!(scene.state.unit(A).hold_on(B).map(|hold| hold.h), holds.then_some(3));
        assert_eq!(scene.state.unit(B).hp, 40, "no damage");
    }
    // 2 more against a target without hands, 2 more against one without moves.
    let mut scene = Scene::new(&duel(GRAPPLER, VICTIM));
    let plus = |scene: &Scene| {
        let swing = scene.rules.swing(&scene.state, A, B, With::Grapple, Stance::Strong, false);
        swing.expect("the stance").pool.plus
    };
    assert_eq!(plus(&scene), 0);
    scene.state.unit_mut(B).hands = 0;
    assert_eq!(plus(&scene), 2);
    scene.state.unit_mut(B).moves = 0;
    assert_eq!(plus(&scene), 4);
}

/// Ann holds Bob, with Bill beside them, under this ruling.
fn between_two(max_held: &str) -> Scene {
    let bill = format!("[[side.unit]]\nname = \"Bill\"\n{VICTIM}\n");
    let text = format!("rulings = {{ grapple.max_held = {max_held} }}\n{}{bill}", duel(GRAPPLER, VICTIM));
    let mut scene = Scene::new(&text);
    scene.act("", |play| play.hold(A, B, Stance::Strong, 9, HeldBy::Grapple));
    scene
}

#[test]
fn mg_49_a_grappler_may_hold_as_many_as_it_has_hands() {
    let both = UnitSet::one(B).or(UnitSet::one(C));
    let mut scene = between_two("\"hands\"");
    // MG-D1: one hand keeps Bob, the primary one grapples Bill.
    scene.turn(A, "d8=5");
    scene.tells(&["Ann holds Bill, strong, difficulty 5"]);
    let it = scene.state.unit(A);
    assert_eq!((it.holds, it.hands, [B, C].map(|it| scene.state.held.has(it))), (both, 0, [true; 2]));
    assert_eq!([B, C].map(|victim| it.hold_on(victim).map(|hold| hold.h)), [Some(9), Some(5)]);
    // She has no hand for a third, and none by an ability either.
    assert!(!scene.rules.may_hold(&scene.state, A, UnitId(3)));
    // MG-51: each of them costs a token in every full turn.
    scene.act("", |play| play.grant(A));
    scene.turn(A, "");
    assert_eq!((scene.state.unit(A).holds, scene.state.unit(A).hands), (both, 0));
    // MG-52: Bill escapes from his own hold.
    scene.act("d8=5 d8=1", |play| {
        play.state.turn.unit = Some(C);
        play.try_escape(C)
    });
    scene.tells(&["Bill tries to escape: 2d8 (5 1) = 5 against 5: free", "Ann no longer holds Bill"]);
    assert_eq!((scene.state.unit(A).holds, scene.state.held.has(C)), (UnitSet::one(B), false));
    // With one token for two holds the first in the list is kept.
    scene.act("", |play| {
        play.hold(A, C, Stance::Fast, 7, HeldBy::Grapple);
        play.grant(A);
        play.state.unit_mut(A).hands = 1;
    });
    scene.turn(A, "");
    scene.tells(&["Ann holds Bill, fast, difficulty 7", "Ann no longer holds Bill"]);
    assert_eq!(scene.state.unit(A).holds, UnitSet::one(B));
    // Under the default she strikes the one that she holds.
    let mut scene = between_two("1");
    scene.turn(A, "d8=1 d8=2 d6=1 d6=1");
    scene.tells(&["strong attack on Bob with fist"]);
    assert_eq!(scene.state.unit(A).holds, UnitSet::one(B));
}

#[test]
fn mg_50_the_stance_says_what_the_victim_keeps() {
    for (stance, speak, moves, hands) in
        [(Stance::Strong, 1, 0, 0), (Stance::Fast, 0, 5, 0), (Stance::Precise, 0, 0, 1)]
    {
        let scene = held(stance, 9);
        let it = scene.state.unit(B);
        assert_eq!((it.speak, it.moves, it.hands.count_ones(), it.primary), (speak, moves, hands, false));
        assert_eq!(it.escape, 1, "all the rest together is one");
    }
    // Later grants too, and of two holds what both leave.
    let mut scene = held(Stance::Strong, 9);
    scene.act("", |play| play.grant(B));
    assert_eq!((scene.state.unit(B).moves, scene.state.unit(B).escape), (0, 1));
}

#[test]
fn mg_51_upkeep_strength_and_the_blow_at_a_grappler() {
    // The upkeep is an offhand token; the primary one strikes with 4 more.
    let mut scene = held(Stance::Strong, 9);
    scene.turn(A, "d8=1 d8=2 d6=1 d6=1");
    scene.tells(&["strong attack on Bob with fist: 1d8+4 against 3", "hit"]);
    assert_eq!((scene.state.unit(A).hands, scene.state.unit(A).holds), (0, UnitSet::one(B)));
    // Without a token the hold ends.
    let mut scene = held(Stance::Strong, 9);
    scene.state.unit_mut(A).hands = 0;
    scene.turn(A, "");
    scene.tells(&["Ann no longer holds Bob"]);
    // A held unit that misses its grappler by 5 strikes itself.
    let strong = "def = 14\nhp_max = 40\nskills = { martial_arts = 1 }";
    let mut scene = Scene::new(&duel(
        strong,
        &VICTIM.replace("spot = \"none\"", "held = \"attack\", plan = \"attack\", stance = \"strong\""),
    ));
    scene.act("d8=3 d8=5 d6=2 d6=2", |play| {
        play.hold(A, B, Stance::Precise, 30, HeldBy::Grapple);
        let swing =
            play.rules.swing(play.state, B, A, With::Weapon(0), Stance::Strong, true).expect("the stance");
        play.attack(B, A, &swing)
    });
    scene.tells(&["rolls (3) 3 against 8: miss", "Bob strikes itself in the hold"]);
    assert_eq!(scene.state.unit(B).hp, 37);
}

#[test]
fn mg_52_an_escape_loosens_the_hold_or_gives_a_token_back() {
    let mut scene = held(Stance::Strong, 12);
    scene.turn(B, "d8=5 d8=3");
    scene.tells(&["Bob tries to escape: 2d8 (5 3) = 5 against 12: held"]);
    assert_eq!(scene.state.unit(A).hold_on(B).map(|hold| hold.h), Some(10), "E12: 2 less");
    scene.act("", |play| play.grant(B));
    // E12: 10 is free, and a hand comes back, which strikes.
    scene.turn(B, "d8=8 d8=2 d8=3 d8=1 d8=1");
    scene.tells(&["= 10 against 10: free", "takes back a hand token", "strong attack on Ann"]);
    assert!(scene.state.unit(A).holds.is_empty());
    // At 5 or more above it the escape grapples instead.
    let counter = VICTIM.replace("spot = \"none\"", "escape = \"counter\"");
    let mut scene = Scene::new(&duel(GRAPPLER, &counter));
    scene.act("", |play| play.hold(A, B, Stance::Strong, 4, HeldBy::Grapple));
    scene.act("d8=8 d8=1 d8=3", |play| {
        play.state.turn.unit = Some(B);
        play.try_escape(B)
    });
    scene.tells(&["Bob holds Ann, strong, difficulty 9"]);
}

#[test]
fn mg_53_a_pin_takes_a_token_and_both_fall() {
    let pin = GRAPPLER.replace("spot = \"none\"", "grapple = \"pin\"");
    let mut scene = Scene::new(&duel(&pin, VICTIM));
    scene.act("", |play| play.hold(A, B, Stance::Strong, 9, HeldBy::Grapple));
    scene.turn(A, "");
    scene.tells(&["Ann pins Bob", "Bob falls", "Ann falls"]);
    assert_eq!(scene.state.unit(A).hands, 0, "one for the upkeep, one for the pin");
}

#[test]
fn mg_57_and_mg_79_a_binding_weapon_hurts_and_holds() {
    let lasso = "str = 8\nskills = { gym = 1 }\nweapons = [{ name = \"lasso\", bind = true, hands = 2, skills = [\"gym\"] }]\n\
        tactics = { plan = \"attack\", stance = \"strong\" }";
    for (ruling, hp) in [("true", 36), ("false", 40)] {
        let text = format!("[rulings]\nbind.with_damage = {ruling}\n{}", duel(lasso, VICTIM));
        let mut scene = Scene::new(&text);
        scene.turn(A, if hp == 36 { "d8=5 d8=5 d6=1 d6=1" } else { "d8=5" });
        // MG-79: with its damage, or instead of it.
        scene.tells(&["Ann binds Bob, strong, difficulty 5"]);
        assert_eq!(scene.state.unit(B).hp, hp);
        assert!(scene.state.unit(A).hold_on(B).is_some_and(|hold| hold.binds));
        // No upkeep while the weapon is held.
        scene.act("", |play| play.grant(A));
        scene.state.unit_mut(A).hands = 0;
        scene.turn(A, "");
        assert_eq!(scene.state.unit(A).holds, UnitSet::one(B));
    }
}

/// Ann has an ability that holds, with these fields, and does nothing else.
fn web(fields: &str) -> String {
    format!(
        "abilities = [{{ name = \"Web\", cost = {{ speak = 1 }}, range = 60, \
         effects = [{{ hold = {{ h = 7, stance = \"strong\"{fields} }} }}] }}]\n\
         tactics = {{ plan = \"pass\", spot = \"none\" }}"
    )
}

#[test]
fn mg_49_mg_51_and_mg_57_a_hold_of_an_ability_is_kept_up_unless_it_binds() {
    for (kind, word, lasts) in
        [("", "holds", false), (", kind = \"grapple\"", "holds", false), (", kind = \"bind\"", "binds", true)]
    {
        let mut scene = Scene::new(&duel(&web(kind), VICTIM));
        scene.turn(A, "");
        scene.tells(&[&format!("Ann {word} Bob, strong, difficulty 7")]);
        // MG-51: upkeep is due in the turns after the one that made the hold.
        assert_eq!(scene.state.unit(A).n_hands(), 2, "{kind}");
        scene.act("", |play| play.grant(A));
        scene.turn(A, "");
        assert_eq!(scene.state.unit(A).n_hands(), if lasts { 2 } else { 1 }, "{kind}");
        scene.state.unit_mut(A).hands = 0;
        scene.turn(A, "");
        assert_eq!(scene.state.unit(A).holds.has(B), lasts, "{kind}");
    }
}

#[test]
fn mg_57_nobody_grapples_back_out_of_a_bind() {
    for (kind, told) in [("", "Bob holds Ann"), (", kind = \"bind\"", "takes back a hand token")] {
        for way in ["counter", "disarm"] {
            let bob = VICTIM.replace("spot = \"none\"", &format!("escape = \"{way}\""));
            let mut scene = Scene::new(&duel(&web(kind), &bob));
            scene.turn(A, "");
            // 12 against 7: 5 more than it needs.
            scene.act("d8=8 d8=4 d8=1", |play| {
                play.state.turn.unit = Some(B);
                play.try_escape(B)
            });
            scene.tells(&["= 12 against 7: free", told]);
        }
    }
}

#[test]
fn mg_57_each_weapon_binds_one_and_is_the_one_that_is_taken() {
    let lasso = |name: &str| format!("{{ name = \"{name}\", bind = true, skills = [\"gym\"] }}");
    let ann = format!(
        "str = 8\nskills = {{ gym = 1 }}\nweapons = [{}, {}]\ntactics = {{ spot = \"none\", snatch_resist = \"never\" }}",
        lasso("net"),
        lasso("rope")
    );
    let bob = "str = 8\nskills = { martial_arts = 2 }\ntactics = { spot = \"none\", escape = \"disarm\" }";
    let bill = format!("[[side.unit]]\nname = \"Bill\"\n{VICTIM}\n");
    let text = format!("[rulings]\ngrapple.max_held = \"hands\"\n{}{bill}", duel(&ann, bob));
    let mut scene = Scene::new(&text);
    // A net that binds somebody binds no second one; the rope does.
    scene.act("", |play| {
        play.bind(A, C, 0, Stance::Strong, 4);
        play.bind(A, B, 0, Stance::Strong, 4);
    });
    assert_eq!(scene.state.unit(A).holds, UnitSet::one(C));
    scene.act("", |play| play.bind(A, B, 1, Stance::Strong, 4));
    assert_eq!(scene.state.unit(A).holds, UnitSet::one(B).or(UnitSet::one(C)));
    scene.act("d8=8 d8=1 d8=3", |play| {
        play.state.turn.unit = Some(B);
        play.try_escape(B)
    });
    scene.tells(&["Bob snatches at rope of Ann", "it comes off"]);
    assert_eq!(scene.state.unit(A).in_hand[..2], [1, 0]);
    // A bind without its own weapon has to be kept up, whatever else binds.
    scene.act("", |play| play.drop_item(A, 1));
    scene.state.unit_mut(A).hands = 0;
    scene.act("", |play| play.keep_holds(A));
    assert!(scene.state.unit(A).holds.is_empty());
}

#[test]
fn mg_51_nobody_is_held_from_farther_away_than_5_feet_unless_distance_ends_no_hold() {
    for (ruling, x, holds) in
        [("", 1, true), ("", 3, false), ("grapple.end_on = [\"upkeep\", \"out\", \"release\"]", 3, true)]
    {
        let at = |x: u32, keys: &str| format!("position = [{x}, 0]\n{keys}");
        let text = format!(
            "[rulings]\n{ruling}\n[map]\nwidth = 6\nheight = 1\n{}",
            duel(&at(0, &web(", kind = \"bind\"")), &at(x, VICTIM))
        );
        let mut scene = Scene::new(&text);
        scene.turn(A, "");
        assert_eq!((scene.state.unit(A).holds.has(B), scene.state.unit(A).speak == 0), (holds, holds));
    }
}

#[test]
fn mg_50_of_several_holds_all_count_or_the_one_that_was_made_first() {
    // Who is listed second grapples first.
    for (ruling, moves, speak) in [("intersection", [0, 0, 0], [0, 1, 0]), ("first", [5, 0, 0], [0, 1, 1])] {
        let text = format!("[rulings]\ngrapple.multi = \"{ruling}\"\n{}", duel("", "count = 2"));
        let mut scene = Scene::new(&text);
        let [bob, bill] = [1, 2].map(UnitId);
        let mut left = Vec::new();
        let see = |scene: &mut Scene, left: &mut Vec<(u8, u8)>| {
            scene.act("", |play| play.grant(A));
            let it = scene.state.unit(A);
            left.push((it.moves, it.speak));
        };
        scene.act("", |play| play.hold(bill, A, Stance::Fast, 9, HeldBy::Grapple));
        scene.act("", |play| play.hold(bob, A, Stance::Strong, 9, HeldBy::Grapple));
        see(&mut scene, &mut left);
        // Held anew by who held it first, the hold of the other is the older one.
        scene.act("", |play| play.end_hold(bill, A));
        see(&mut scene, &mut left);
        scene.act("", |play| play.hold(bill, A, Stance::Fast, 9, HeldBy::Grapple));
        see(&mut scene, &mut left);
        assert_eq!(left, core::array::from_fn::<_, 3, _>(|at| (moves[at], speak[at])), "{ruling}");
    }
}

#[test]
fn mg_51_and_mg_78_who_is_freed_by_a_fall_is_no_longer_told_as_held() {
    let mut scene = Scene::new(&duel("", "hp_max = 20"));
    scene.act("", |play| play.hold(A, B, Stance::Strong, 20, HeldBy::Grapple));
    let mut held = Scene::new(&duel("", "hp_max = 20\ntactics = { held = \"wait\" }"));
    held.act("", |play| play.hold(A, B, Stance::Strong, 20, HeldBy::Grapple));
    held.turn(B, "");
    held.tells(&["Bob acts, HP 20, 0 hands, 0 moves, held"]);
    (held.state.pass, held.state.unit_mut(B).partials) = (1, 1);
    held.turn_of_pass(B, "");
    held.tells(&["Bob has a partial turn, HP 20, held"]);
    scene.act("", |play| play.lose_hp(A, 99, None, Harm::Hazard));
    // MG-50: its tokens became one for escapes, of which it has no more need in this round.
    assert_eq!(scene.state.unit(B).escape, 1);
    scene.act("", |play| {
        play.begin_turn(B);
        play.play_turn();
    });
    scene.tells(&["Ann no longer holds Bob", "Bob acts, HP 20, 0 hands, 0 moves"]);
    scene.never_tells("0 moves, held");
}
