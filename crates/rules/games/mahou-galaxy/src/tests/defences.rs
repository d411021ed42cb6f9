//! Defences, one rule after the other: what they cost, what they roll, what they do.

use super::{A, B, Metric, Scene, duel};
use crate::data::setup::Stance;
use crate::state::NO_SCORE;

/// Ann attacks with this stance and one die; Bob has these keys.
fn against(stance: &str, bob: &str) -> Scene {
    let ann = format!(
        "str = 6\nagi = 6\nacc = 6\nskills = {{ gym = 1 }}\ntactics = {{ plan = \"attack\", stance = \"{stance}\" }}"
    );
    Scene::new(&duel(&ann, &format!("hp_max = 40\n{bob}")))
}

#[test]
fn mg_26_a_spot_block_has_5_more_against_precise_attacks() {
    let bob = "def = 8\nskills = { gym = 3 }\ntactics = { spot = \"block_offhand\" }";
    for (stance, said) in [("precise", "2d8+5 (1 2)"), ("fast", "2d8 (7 2)")] {
        let mut scene = against(stance, bob);
        // The offhand token leaves two of three dice.
        scene.turn(A, if stance == "precise" { "d6=5 d8=1 d8=2" } else { "d6=5 d8=7 d8=2" });
        scene.tells(&[&format!("Bob blocks: {said} = 7, more than 5")]);
        assert_eq!(scene.state.unit(B).hands.count_ones(), 1);
    }
    // A sword does not block, a weapon that deals fist damage does.
    for (fist, n) in [("false", 0), ("true", 1)] {
        let sword = format!("{bob}\nweapons = [{{ name = \"a\", hands = 2, stances = [\"strong\"] }}]");
        let worn = sword.replace("hands = 2", "fist = true, hands = 0");
        let mut scene = against("precise", if fist == "true" { &worn } else { &sword });
        scene.turn(A, if n == 1 { "d6=5 d8=1 d8=2" } else { "d6=5 d6=1 d8=1 d8=1" });
        assert_eq!(scene.log.sum(B, Metric::SpotBlock), n);
    }
}

#[test]
fn mg_27_a_parry_needs_a_weapon_with_the_precise_stance() {
    for (stances, parries) in [("[\"precise\"]", true), ("[\"strong\"]", false)] {
        let bob = format!(
            "agi = 3\nacc = 8\nskills = {{ gym = 2 }}\ntactics = {{ spot = \"best_odds\" }}\n\
             weapons = [{{ name = \"staff\", hands = 2, stances = {stances}, skills = [\"gym\"] }}]"
        );
        let mut scene = against("fast", &bob);
        scene.turn(A, if parries { "d6=5 d8=2" } else { "d6=5 d6=1 d6=1 d6=1" });
        if parries {
            scene.tells(&["Bob parries: 1d8+5 (2) = 7, more than 5"]);
        } else {
            scene.never_tells("Bob parries");
        }
    }
}

#[test]
fn mg_28_a_spot_dodge_takes_four_moves_a_die() {
    let bob = "agi = 9\ntactics = { spot = \"dodge_all_in\" }";
    let mut scene = against("strong", bob);
    scene.turn(A, "d6=5 d10=1 d10=2");
    scene.tells(&["Bob dodges: 2d10+5 (1 2) = 7, more than 5"]);
    assert_eq!(scene.state.unit(B).moves, 1);
    // The fallen do not dodge.
    let mut scene = against("strong", bob);
    scene.state.unit_mut(B).fallen = true;
    scene.turn(A, "d6=1 d6=3 d6=1 d6=1");
    scene.never_tells("dodges");
}

#[test]
fn mg_29_to_mg_31_active_defences_stand_until_the_own_turn() {
    let bob = "def = 8\nagi = 8\nacc = 8\nskills = { gym = 2 }\n\
        weapons = [{ name = \"foil\", skills = [\"gym\"], stances = [\"precise\"] }]\ntactics = { plan = \"pass\" }";
    // MG-29 Block with the empty hand, MG-31 Dodge with all moves, MG-30 Parry with the foil.
    for (stance, dice, hands, moves) in
        [(Stance::Strong, "d8=7", 1, 8), (Stance::Fast, "d8=7 d8=1", 2, 0), (Stance::Precise, "d8=7", 1, 8)]
    {
        let mut scene = against("strong", bob);
        let n = |scene: &Scene| scene.rules.target_number(&scene.state, A, B, stance);
        assert_eq!(n(&scene), 5);
        assert!(scene.act(dice, |play| play.defend_actively(B, stance)));
        assert_eq!(n(&scene), 7);
        let it = scene.state.unit(B);
        assert_eq!((it.hands.count_ones(), it.moves), (hands, moves), "{stance:?}");
        scene.turn(B, "");
        assert_eq!(n(&scene), 5, "its own full turn ends it");
    }
    // By default the better of the two counts.
    let mut scene = against("strong", bob);
    scene.act("d8=2", |play| play.defend_actively(B, Stance::Strong));
    assert_eq!(scene.rules.target_number(&scene.state, A, B, Stance::Strong), 5);
    // MG-31: neither the fallen nor those who have spent moves dodge so.
    scene.state.unit_mut(B).moves = 7;
    assert!(!scene.act("", |play| play.defend_actively(B, Stance::Fast)));
    (scene.state.unit_mut(B).moves, scene.state.unit_mut(B).fallen) = (8, true);
    assert!(!scene.act("", |play| play.defend_actively(B, Stance::Fast)));
}

#[test]
fn mg_32_several_defences_answer_one_attack_and_the_highest_counts() {
    let bob = "def = 6\nagi = 8\nskills = { gym = 2 }\ntactics = { spot = \"several\" }";
    let mut scene = against("strong", bob);
    // Two dodges miss 12, then a block of one offhand die stops it.
    scene.turn(A, "d6=6 d6=6 d6=1 d8=1 d8=2 d6=6 d6=6 d6=2");
    scene.tells(&[
        "= 6, not more than 13",
        "= 7, not more than 13",
        "Bob blocks: 1d6 (6+6+2) = 14, more than 13",
        "rolls (6+6+1) 13 against 14: miss",
    ]);
    assert_eq!((scene.state.unit(B).moves, scene.state.unit(B).hands.count_ones()), (0, 1));
}

#[test]
fn mg_d5_an_answer_behind_the_roll_may_ask_for_it() {
    for asked in ["margin >= 2", "roll >= 5", "roll > 4 and margin <= 2"] {
        let bob = format!(
            "agi = 6\ntactics = {{ plan = \"pass\", spot = [{{ use = \"dodge\", when = \"{asked}\" }}, \"none\"] }}"
        );
        // 4 against Block 3 hits and is not worth a dodge, 5 is.
        let mut scene = against("strong", &bob);
        scene.turn(A, "d6=4 d6=1 d6=1 d6=1");
        assert_eq!(scene.state.unit(B).moves, 6, "{asked}");
        let mut scene = against("strong", &bob);
        scene.turn(A, "d6=5 d6=3");
        scene.tells(&["Bob dodges: 1d6+5 (3) = 8, more than 5"]);
        assert_eq!(scene.state.unit(B).moves, 2, "{asked}");
    }
    // Before the roll nothing is known of it, so that the next entry is taken.
    let bob = "agi = 6\ntactics = { spot_timing = [{ use = \"before\", when = \"round = 1\" }], \
        spot = [{ use = \"dodge\", when = \"roll >= 5\" }, \"none\"] }";
    let mut scene = against("strong", bob);
    scene.turn(A, "d6=5 d6=1 d6=1 d6=1");
    assert_eq!(scene.state.unit(B).moves, 6);
}

#[test]
fn mg_d7_an_active_defence_that_asks_for_the_roll_is_declared_behind_it() {
    let bob =
        "tactics = { spot = \"none\", active = [{ use = \"react\", when = \"roll >= 5\" }, \"never\"] }";
    let mut scene = against("strong", bob);
    scene.turn(A, "d6=4 d6=1 d6=1 d6=1");
    assert_eq!(scene.state.unit(B).active, [NO_SCORE; 3]);
    // It counts for the attack that it answers, and for those to come.
    let mut scene = against("strong", &bob.replace("tactics", "skills = { gym = 2 }\ntactics"));
    scene.turn(A, "d6=5 d6=6 d6=1");
    scene.tells(&["rolls (5) 5 against 7: miss"]);
    assert_eq!((scene.state.unit(B).active[0], scene.state.unit(B).hands), (7, 1));
}

#[test]
fn mg_32_spot_defences_are_counted_by_their_place_in_the_round() {
    let ann = "str = 12\nhands = 4\nskills = { gym = 1 }\ntactics = { stance = \"strong\" }";
    let mut scene = Scene::new(&duel(ann, "agi = 12\nhp_max = 99\ntactics = { spot = \"dodge\" }"));
    for _ in 0..2 {
        scene.act("", |play| [A, B].map(|unit| play.grant(unit)));
        scene.state.unit_mut(B).pool = 30;
        // One blow comes through, two are dodged, and for the last no moves are left.
        let dodged = "d12=8 d12=8 d12=9";
        scene.turn(A, &format!("d12=8 d12=1 d12=3 {dodged} {dodged} d12=8 d12=8 d12=3"));
    }
    for (metric, stops) in [(Metric::FirstDefence, 0), (Metric::SecondDefence, 1), (Metric::LaterDefence, 1)]
    {
        let of = |add: &&(_, Metric, u32)| add.1 == metric;
        let tries: Vec<u32> = scene.log.adds.iter().filter(of).map(|add| add.2).collect();
        assert_eq!(tries, [stops; 2], "{metric:?}");
    }
}

#[test]
fn mg_32_a_later_active_defence_replaces_a_better_one_only_if_its_owner_wants() {
    let mut scene = against("strong", "def = 8\nskills = { gym = 2 }");
    scene.act("d8=7", |play| play.defend_actively(B, Stance::Strong));
    scene.act("d8=6 d8=2", |play| play.defend_actively(B, Stance::Strong));
    assert_eq!(scene.rules.target_number(&scene.state, A, B, Stance::Strong), 7);
}

#[test]
fn mg_d7_who_defends_in_its_turn_and_before_it_does_both_in_every_round() {
    let bob = "def = 8\nagi = 8\nskills = { gym = 2 }\ntactics = { active = \"both\", spot = \"none\" }";
    let mut scene = against("fast", bob);
    // Of the turn before a block of 7 stands; against a fast blow it dodges with all moves, once a round.
    scene.state.unit_mut(B).active[0] = 7;
    scene.turn(A, "d8=7 d8=1 d6=1");
    scene.tells(&["rolls (1) 1 against 7: miss"]);
    assert_eq!(scene.state.unit(B).moves, 0);
    assert!(!scene.act("", |play| play.react_actively(A, B, Stance::Precise)));
    scene.act("", |play| play.grant(B));
    assert!(
        !scene.act("", |play| play.react_actively(A, B, Stance::Strong)),
        "what stands need not be rolled"
    );
}

#[test]
fn mg_d5_nobody_denies_a_critical_that_cannot_be() {
    let bob = "agi = 6\ntactics = { spot = [{ use = \"deny_critical\", when = \"roll >= 1\" }, \"none\"] }";
    let mut scene = against("strong", bob);
    // 6 and more is twice 3, but Ann has no facet.
    scene.turn(A, "d6=6 d6=2 d6=1 d6=1 d6=1");
    scene.never_tells("dodges");
}

#[test]
fn mg_d5_only_if_lethal_reads_the_damage_that_size_leaves() {
    let ann = "str = 12\nskills = { gym = 1 }\ntactics = { plan = \"attack\", stance = \"strong\" }";
    for (size, dice) in [(0, "d12=5 d8=8 d8=1"), (3, "d12=5 d12=3 d4=1 d4=1")] {
        let bob =
            format!("size = {size}\nhp_max = 3\ndef = 2\nagi = 8\ntactics = {{ spot = \"only_if_lethal\" }}");
        let mut scene = Scene::new(&duel(ann, &bob));
        scene.turn(A, dice);
        assert_eq!(scene.state.unit(B).moves, if size == 0 { 4 } else { 8 });
    }
}
