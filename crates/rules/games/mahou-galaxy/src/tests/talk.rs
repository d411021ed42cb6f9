//! Talk, one rule after the other.

use super::{A, B, Scene, duel};
use crate::data::setup::Stance;
use crate::data::vocabulary::DistractType;
use crate::rules::abilities::talk::ActionKind;
use crate::rules::numbers::RollContext;
use crate::state::Mood;

/// Ann talks so, and does nothing else.
fn talker(what: &str, bob: &str) -> Scene {
    let ann = format!("per = 9\ntags = [\"star\"]\ntactics = {{ plan = \"pass\", talk = \"{what}\" }}");
    Scene::new(&duel(&ann, &format!("hp_max = 40\nint = 6\n{bob}")))
}

#[test]
fn mg_58_and_mg_59_general_is_2_less_and_1_more_for_each_earlier_try_on_the_target() {
    let mut scene = talker("general", "");
    scene.turn(A, "d10=9 d6=2");
    scene.tells(&["Ann talks to Bob, general: 7 against 2", "Bob is distracted: -5"]);
    assert_eq!((scene.state.unit(A).speak, scene.state.unit(B).general), (0, 5), "MG-58: a speak token");
    scene.act("", |play| play.grant(A));
    scene.turn(A, "d10=9 d6=1");
    scene.tells(&["general: 6 against 1"]);
    // MG-59: to the end of the target's next full turn.
    let mut scene = talker("general", "tactics = { plan = \"pass\" }");
    scene.turn(A, "d10=9 d6=2");
    scene.turn(B, "");
    assert_eq!(scene.state.unit(B).general, 0);
}

#[test]
fn mg_60_named_types_are_4_less_and_2_more_for_each_earlier_try() {
    let mut scene = talker("intimidate", "");
    scene.turn(A, "d10=9 d6=2");
    scene.tells(&["intimidate: 5 against 2", "Bob is distracted: -3"]);
    scene.act("", |play| play.grant(A));
    scene.turn(A, "d10=9 d6=1");
    scene.tells(&["intimidate: 3 against 1"]);
    // Infatuate works on those who are attracted.
    let ann = "per = 9\ntags = [\"star\"]\nabilities = [{ name = \"Wink\", effects = [{ distract = { type = \"infatuate\", rating = { flat = 9 } } }] }]";
    for (keys, charmed) in [("attracted_to = [\"star\"]", true), ("attracted_to = [\"moon\"]", false)] {
        let scene = Scene::new(&duel(ann, keys));
        assert_eq!(scene.rules.unit(B).charmers.has(A), charmed);
    }
}

#[test]
fn mg_d15_words_leave_the_token_that_a_spell_of_the_turn_takes() {
    let caster = |when: &str| {
        let spell = format!(
            "{{ name = \"Trick\", cost = {{ speak = 1 }}, effects = [{{ damage = {{ flat = 9 }} }}]{when} }}"
        );
        let ann = format!("per = 9\nabilities = [{spell}]\ntactics = {{ plan = \"pass\", talk = \"best\" }}");
        Scene::new(&duel(&ann, "hp_max = 40\nint = 6"))
    };
    let mut scene = caster("");
    scene.turn(A, "d6=1 d6=1");
    scene.tells(&["Ann uses Trick on Bob", "Bob loses 8"]);
    assert_eq!((scene.state.unit(A).speak, scene.state.unit(B).distraction()), (0, 0));
    // A spell that waits for something leaves it.
    let mut scene = caster(", when = \"target_fallen\"");
    scene.turn(A, "d10=9 d6=2");
    scene.tells(&["Ann talks to Bob, general: 7 against 2"]);
}

#[test]
fn mg_61_the_highest_penalty_counts_and_replaces() {
    // E20: a penalty of 9 changes nothing on a current 10, one of 11 replaces it and ends the rage.
    let mut scene = talker("none", "");
    let mut say = |what, difference| {
        scene.act("", |play| play.distract(A, B, what, difference));
        let it = scene.state.unit(B);
        (it.mood, it.penalty, it.strong, it.distraction())
    };
    assert_eq!(say(DistractType::Infuriate, 12), (Mood::Infuriated, 12, true, 12));
    assert_eq!(say(DistractType::Intimidate, 9), (Mood::Infuriated, 12, true, 12));
    assert_eq!(say(DistractType::General, 15), (Mood::Infuriated, 12, true, 15), "kept beside it");
    assert_eq!(say(DistractType::Intimidate, 13), (Mood::Intimidated, 13, true, 15));
}

#[test]
fn mg_62_strong_states_bar_what_is_not_in_line() {
    for (mood, kind, die, may) in [
        (Mood::Infuriated, ActionKind::Attack, None, true),
        (Mood::Intimidated, ActionKind::Attack, Some(4), false),
        (Mood::Intimidated, ActionKind::Attack, Some(5), true),
        (Mood::Infatuated, ActionKind::Kick, Some(1), false),
    ] {
        let mut scene = talker("none", "tactics = { distracted = \"try\" }");
        let it = scene.state.unit_mut(B);
        (it.penalty, it.mood, it.strong, it.by) = (5, mood, true, A);
        let dice = die.map_or_else(String::new, |die| format!("d6={die}"));
        assert_eq!(scene.act(&dice, |play| play.may(B, kind, Some(A))), may, "{mood:?}");
        // One try for each kind in a turn.
        assert_eq!(scene.act("", |play| play.may(B, kind, Some(A))), may);
    }
    // What is in line is free of the penalty.
    let mut scene = talker("none", "");
    let it = scene.state.unit_mut(B);
    (it.penalty, it.mood, it.by) = (4, Mood::Infuriated, A);
    assert!(scene.rules.attack_in_line(&scene.state, B, A, Stance::Strong));
    let what = RollContext { skill: true, hand: false, in_line: true };
    assert_eq!(scene.rules.penalty(&scene.state, B, what), 0);
    assert_eq!(scene.rules.penalty(&scene.state, B, RollContext { in_line: false, ..what }), 4);
}

#[test]
fn mg_63_the_distracted_lose_the_analyze_token() {
    let mut scene = talker("none", "analyze = 1");
    assert_eq!(scene.state.unit(B).analyze, 1);
    scene.act("", |play| play.distract(A, B, DistractType::General, 1));
    assert_eq!(scene.state.unit(B).analyze, 0);
    scene.act("", |play| play.grant(B));
    assert_eq!(scene.state.unit(B).analyze, 0);
}
