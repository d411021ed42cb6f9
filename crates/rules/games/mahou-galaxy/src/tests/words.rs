//! Baits and demands, the smitten, and tokens that wait, one rule after the other.

use super::{A, B, Metric, Scene, UnitId, duel, setup};
use crate::choose::With;
use crate::choose::facts::Fact;
use crate::data::setup::Stance;
use crate::data::vocabulary::DistractType;
use crate::state::{CASTING, Mood, RETREAT};

const C: UnitId = UnitId(2);
const PLAIN: &str = "hp_max = 40\nskills = { martial_arts = 1 }";

/// Ann and Amy against Bob.
fn three(ann: &str, amy: &str, bob: &str) -> String {
    let unit = |name: &str, keys: &str| format!("[[side.unit]]\nname = \"{name}\"\n{keys}\n");
    format!(
        "[[side]]\nname = \"left\"\n{}{}[[side]]\nname = \"right\"\n{}",
        unit("Ann", ann),
        unit("Amy", amy),
        unit("Bob", bob)
    )
}

fn tactics(keys: &str, tactics: &str) -> String {
    format!("{keys}\ntactics = {{ spot = \"none\", {tactics} }}")
}

#[test]
fn mg_62_a_bait_narrows_what_the_infuriated_may_do_unpunished() {
    for (bait, number, strong, fast) in
        [("strong", 1, true, false), ("fast", 2, false, true), ("cast", CASTING, false, false)]
    {
        let ann = tactics(PLAIN, &format!("plan = \"pass\", talk = {{ bait = \"{bait}\" }}"));
        let mut scene = Scene::new(&three(&ann, PLAIN, PLAIN));
        scene.act("", |play| play.distract(A, C, DistractType::Infuriate, 4));
        assert!(scene.rules.attack_in_line(&scene.state, C, A, Stance::Fast));
        scene.turn(A, "");
        scene.tells(&["Ann baits the"]);
        assert_eq!((scene.state.unit(C).narrowed, scene.state.unit(A).speak), (number, 0));
        let in_line =
            [Stance::Strong, Stance::Fast].map(|it| scene.rules.attack_in_line(&scene.state, C, A, it));
        assert_eq!(in_line, [strong, fast], "{bait}");
        assert_eq!(scene.log.sum(A, Metric::Narrowings), 1);
        // A new distraction is free again.
        scene.act("", |play| play.distract(A, C, DistractType::Infuriate, 9));
        assert_eq!(scene.state.unit(C).narrowed, 0);
    }
    // Nobody is infuriated yet: it infuriates.
    let ann = tactics("per = 9", "plan = \"pass\", talk = { bait = \"strong\" }");
    let mut scene = Scene::new(&three(&ann, PLAIN, PLAIN));
    scene.turn(A, "d10=9 d6=2");
    scene.tells(&["Ann talks to Bob, infuriate"]);
}

#[test]
fn mg_62_a_demand_leaves_the_intimidated_nothing_but_retreat() {
    let ann = tactics(PLAIN, "plan = \"pass\", talk = \"demand\"");
    let mut scene = Scene::new(&duel(&ann, PLAIN));
    scene.act("", |play| play.distract(A, B, DistractType::Intimidate, 4));
    assert_eq!(scene.rules.escape_pool(&scene.state, B, 5).0.plus, 0, "escaping is in line");
    scene.turn(A, "");
    scene.tells(&["Ann demands a retreat of Bob"]);
    assert_eq!(scene.state.unit(B).narrowed, RETREAT);
    assert_eq!(scene.rules.escape_pool(&scene.state, B, 5).0.plus, -4);
}

#[test]
fn mg_62_the_smitten_may_change_sides() {
    let bob =
        tactics(&format!("{PLAIN}\nattracted_to = [\"star\"]"), "plan = \"attack\", stance = \"strong\"");
    for (policy, told) in
        [("switch_side", "strong attack on Bill"), ("passive", "Bob acts against its state")]
    {
        let text = format!(
            "[rulings]\nsmitten.policy = \"{policy}\"\n{}[[side.unit]]\nname = \"Bill\"\n{}\n",
            duel(&tactics(&format!("{PLAIN}\ntags = [\"star\"]"), "talk = \"infatuate\""), &bob),
            tactics(PLAIN, "plan = \"pass\"")
        );
        let mut scene = Scene::new(&text);
        scene.act("", |play| play.distract(A, B, DistractType::Infatuate, 12));
        assert_eq!(scene.state.unit(B).mood, Mood::Infatuated);
        scene.state.unit_mut(A).last = Some(C);
        // At -12 from 1, and a struggle that fails.
        scene.turn(B, "d6=1");
        scene.tells(&[told]);
        // Without anybody to attack for its love it tries to act as it would.
        scene.state.unit_mut(A).last = None;
        assert_eq!(scene.rules.wished_target(&scene.state, B), None);
    }
}

#[test]
fn mg_14_speech_is_held_with_the_rest_and_serves_partial_turns() {
    let ann = tactics(
        "per = 9",
        "plan = \"pass\", hold = \"all\", talk = [{ use = \"intimidate\", when = \"pass >= 1\" }, \"none\"]",
    );
    let mut scene = Scene::new(&duel(&ann, PLAIN));
    scene.turn(A, "");
    let it = scene.state.unit(A);
    assert_eq!((it.speak, it.held_speak, it.held_moves), (0, 1, 5));
    scene.state.pass = 1;
    scene.state.unit_mut(A).partials = 1;
    scene.turn_of_pass(A, "d10=9 d6=2");
    scene.tells(&["Ann talks to Bob, intimidate"]);
    assert_eq!(scene.state.unit(A).held_speak, 0);
    // What is left without being held stands aside.
    let mut scene = Scene::new(&duel(&ann.replace("hold = \"all\"", "hold = \"none\""), PLAIN));
    scene.turn(A, "");
    scene.state.pass = 1;
    scene.state.unit_mut(A).partials = 1;
    scene.turn_of_pass(A, "");
    scene.never_tells("talks");
}

#[test]
fn mg_80_a_held_token_waits_for_an_attack_or_a_turn() {
    let plain = tactics(PLAIN, "plan = \"attack\", stance = \"strong\", target = \"first\"");
    let amy = |what: &str| {
        tactics(
            PLAIN,
            &format!("plan = \"attack\", stance = \"strong\", hold = {{ interrupt = \"{what}\" }}"),
        )
    };
    for what in ["attacked", "Bob"] {
        let mut scene = Scene::new(&three(&plain, &amy(what), &plain));
        // One attack in her turn, the other hand waits.
        scene.turn(B, "d6=1");
        assert_eq!((scene.state.unit(B).held_hands, scene.state.unit(B).hands), (2, 0), "{what}");
        scene.turn(C, "d6=2 d6=1");
        scene.tells(&["Amy has waited for Bob", "strong attack on Bob", "strong attack on Ann"]);
        assert_eq!(scene.state.unit(B).held_hands, 0);
    }
    // It does not answer an attack on herself.
    let mut scene = Scene::new(&three(&plain, &amy("attacked"), &plain.replace("\"first\"", "\"same\"")));
    scene.turn(B, "d6=1");
    scene.state.unit_mut(C).last = Some(B);
    scene.turn(C, "d6=1");
    scene.never_tells("has waited");
    // What could never be waited for is refused.
    let refused = |what: &str| {
        let text = format!("system = \"mahou-galaxy\"\n{}", three(&plain, &amy(what), &plain));
        let parts = &super::PARTS;
        let reader = fray_kit::sheet::testing::Reader { parts, check: super::check, read: super::read };
        reader.scenario(&text, &[]).expect_err("refused").join(" ")
    };
    assert!(refused("cast").contains("legal only if a foe casts"));
    assert!(refused("Ann").contains("no trigger `Ann`"));
}

#[test]
fn mg_80_a_held_token_waits_for_a_spell() {
    let amy = tactics(PLAIN, "plan = \"attack\", stance = \"strong\", hold = { interrupt = \"cast\" }");
    let bob = tactics(
        "int = 8\nskills = { magic = 1 }\nabilities = [{ name = \"Bolt\", cost = { speak = 1 }, \
         cast = { skill = \"magic\", stat = \"int\", difficulty = 5 }, effects = [{ damage = { flat = 9 } }] }]",
        "plan = \"pass\"",
    );
    let mut scene = Scene::new(&three(&tactics(PLAIN, "plan = \"pass\""), &amy, &bob));
    scene.state.unit_mut(B).held_hands = 2;
    scene.turn(C, "d6=1 d8=3");
    scene.tells(&[
        "Amy has waited for Bob",
        "attack on Bob",
        "Bob uses Bolt",
        "casts: 1d8 (3) = 3 against 5",
    ]);
    assert_eq!(setup(&three(PLAIN, &amy, &bob), &[]).sides.len(), 2);
}

#[test]
fn conditions_ask_for_effects_by_name_and_for_initiative() {
    let rage = "abilities = [{ name = \"Iron Skin\", cost = { speak = 1 }, target = \"self\", \
        effects = [{ modify = { what = \"armor\", amount = 2 }, duration = \"fight\" }] }]";
    let ann = tactics(
        rage,
        "plan = [{ use = \"attack\", when = \"has_effect 'Iron Skin' and initiative >= 4\" }, \"pass\"]",
    );
    for (initiative, pass, strikes) in [(4, 0, true), (3, 0, false), (13, 1, false)] {
        let mut scene = Scene::new(&duel(&ann, PLAIN));
        scene.state.unit_mut(A).initiative = initiative;
        scene.state.pass = pass;
        let before = crate::data::tactics::Scheme::Pass;
        assert_eq!(scene.rules.plan_of(&scene.state, A), before, "nothing is on her yet");
        scene.state.marks[0] = crate::state::LastingEffect { left: 255, by: A };
        let attacks = scene.rules.plan_of(&scene.state, A) == crate::data::tactics::Scheme::Attack;
        assert_eq!(attacks, strikes, "{initiative} {pass}");
    }
    // Of the target too.
    let bob =
        tactics(PLAIN, "stance = [{ use = \"fast\", when = \"target_has_effect 'Iron Skin'\" }, \"strong\"]");
    let mut scene = Scene::new(&duel(rage, &bob));
    let stance = |scene: &Scene| {
        let swing = scene.rules.best_swing(&scene.state, B, A, crate::choose::With::Weapon(0), false);
        swing.expect("a useful attack").stance
    };
    assert_eq!(stance(&scene), Stance::Strong);
    scene.state.marks[0] = crate::state::LastingEffect { left: 255, by: A };
    assert_eq!(stance(&scene), Stance::Fast);
    // A name that nothing has is refused, with the nearest; so is the word that lists have in place of names.
    let refused = |asked: &str| {
        let when = format!("stance = [{{ use = \"fast\", when = \"{asked}\" }}]");
        let text = format!("system = \"mahou-galaxy\"\n{}", duel(rage, &tactics(PLAIN, &when)));
        let parts = &super::PARTS;
        let reader = fray_kit::sheet::testing::Reader { parts, check: super::check, read: super::read };
        reader.scenario(&text, &[]).expect_err("refused").join(" ")
    };
    for (asked, said) in [
        (
            "target_has_effect 'Iron Sin'",
            "no ability `Iron Sin` has an effect that lasts; did you mean `Iron Skin`?",
        ),
        ("has_effect NAME", "no ability `NAME` has an effect that lasts"),
        ("has_effect", "expected a name that the scenario gives"),
        ("has_efect 'Iron Skin'", "did you mean `has_effect`?"),
    ] {
        assert!(refused(asked).contains(said), "{asked}: {}", refused(asked));
    }
}

#[test]
fn mg_60_who_talks_to_all_in_sight_has_one_rating_and_charms_allies_too() {
    let all = "[rulings]\ntalk.targets = \"all_enemies_in_sight\"\n";
    let charmed = format!("{PLAIN}\nint = 6\nattracted_to = [\"star\"]");
    let amy = format!("[[side.unit]]\nname = \"Amy\"\n{charmed}\n");
    let ann =
        |talk: &str| tactics("per = 9\ntags = [\"star\"]", &format!("plan = \"pass\", talk = \"{talk}\""));
    for (talk, lines) in [
        (
            "infatuate",
            &["Ann talks to Amy, infatuate: 5 against 1", "Ann talks to Bob, infatuate: 5 against 2"][..],
        ),
        ("intimidate", &["Ann talks to Bob, intimidate: 5 against 1"]),
    ] {
        let mut scene = Scene::new(&format!("{all}{}", duel(&format!("{}\n{amy}", ann(talk)), &charmed)));
        scene.turn(A, if lines.len() > 1 { "d10=9 d6=1 d6=2" } else { "d10=9 d6=1" });
        scene.tells(lines);
    }
}

#[test]
fn mg_62_a_failed_struggle_bars_the_turn_or_loses_the_action() {
    for (ruling, speak, moves) in [("bar_turn", 1, 5), ("lose_action", 0, 0)] {
        let text = format!(
            "[rulings]\ntalk.contrary_fail = \"{ruling}\"\n{}",
            duel(PLAIN, &tactics(PLAIN, "plan = \"two_hands_kick\", talk = \"general\", hold = \"none\""))
        );
        let mut scene = Scene::new(&text);
        scene.act("", |play| play.distract(A, B, DistractType::Infatuate, 12));
        // A word, a blow for each hand or for both, a kick.
        let dice = if speak == 0 { "d6=1 d6=1 d6=1 d6=1" } else { "d6=1 d6=1 d6=1" };
        scene.turn(B, dice);
        let it = scene.state.unit(B);
        assert_eq!((it.speak, it.moves, it.hands == 0), (speak, moves, speak == 0), "{ruling}");
    }
}

#[test]
fn mg_d3_a_skill_that_a_weapon_lists_may_be_named() {
    let others = ["science", "home_ec", "art", "music", "history", "language", "math"];
    let known = others.map(|skill| format!("{skill} = 2")).join(", ");
    let listed = others.map(|skill| format!("\"{skill}\"")).join(", ");
    let wand = format!(
        "agi = 6\nskills = {{ gym = 3, magic = 1, {known} }}\n\
         weapons = [{{ name = \"wand\", skills = [\"gym\", \"magic\", {listed}] }}]"
    );
    let named = [("magic", 1, 3), ("gym", 3, 3), ("martial_arts", 3, 0)];
    for (skill, wand_dice, kick_dice) in named.into_iter().chain(others.map(|skill| (skill, 2, 3))) {
        let scene = Scene::new(&duel(&tactics(&wand, &format!("skill = \"{skill}\"")), PLAIN));
        let dice = |with: With| {
            let swing = scene.rules.swing(&scene.state, A, B, with, Stance::Strong, false);
            swing.expect("the stance").pool.dice
        };
        // The kick is a weapon too, for Gym and Martial Arts.
        assert_eq!((dice(With::Weapon(0)), dice(With::Kick)), (wand_dice, kick_dice), "{skill}");
    }
}

#[test]
fn mg_14_held_moves_of_a_target_are_moves_to_conditions() {
    let mut scene = Scene::new(&duel(PLAIN, PLAIN));
    (scene.state.unit_mut(B).moves, scene.state.unit_mut(B).held_moves) = (1, 3);
    assert_eq!(scene.rules.fact(&scene.state, A, Some(B), Fact::TargetMoves).0, 4);
    assert_eq!(scene.rules.fact(&scene.state, B, None, Fact::Moves).0, 4);
}
