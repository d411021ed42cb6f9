//! Rounds, turns and tokens, one rule after the other.

use super::{A, B, Clock, Event, Metric, Outcome, Phase, Scene, duel, fights, setup};
use crate::data::metrics::HeldBy;
use crate::data::setup::Stance;
use crate::state::{Hold, Mood, UNROLLED};

/// A unit that attacks with one die, and hardly hurts.
const PUNY: &str = "str = 1\nhp_max = 40\nacc = 5";
/// A unit that does nothing.
const DUMMY: &str = "hp_max = 40\ntactics = { plan = \"pass\", spot = \"none\" }";

#[test]
fn mg_07_and_mg_10_the_highest_initiative_acts_first_and_who_is_out_does_not() {
    let party = duel("count = 2\nhp_max = 8\nstr = 9\nacc = 9", "count = 2\nhp_max = 8\nstr = 9\nacc = 7");
    for log in fights(&setup(&party, &[]), 40) {
        let mut rolled = [0; 4];
        let (mut last, mut out) = (i32::MAX, [false; 4]);
        for event in &log.events {
            match *event {
                Event::Initiative { unit, initiative, .. } => {
                    (rolled[unit.idx()], last) = (initiative, i32::MAX)
                }
                // MG-07: full turns, then the passes of partial ones.
                Event::Acts { unit, pass, .. } => {
                    assert!(!out[unit.idx()], "MG-10: it is out");
                    let now = rolled[unit.idx()] - 10 * i32::from(pass);
                    assert!(pass > 0 || now <= last, "MG-10: in order");
                    assert!(pass == 0 || now >= 1, "MG-15: partial turns at 1 or more");
                    last = now;
                }
                Event::Gone { unit, .. } => out[unit.idx()] = true,
                _ => {}
            }
        }
        assert!(matches!(log.outcome, Some(Outcome::Win(_))), "MG-68: one side is left");
    }
}

#[test]
fn mg_08_a_round_begins_with_ticks_pools_tokens_and_initiative() {
    let mut scene = Scene::new(&duel(PUNY, DUMMY));
    let it = scene.state.unit_mut(A);
    (it.penalty, it.mood, it.general, it.pool) = (6, Mood::Intimidated, 3, 4);
    (it.hands, it.primary, it.moves, it.speak) = (0, false, 0, 0);
    scene.state.phase = Phase::Start;
    scene.act("d6=3 d6=2", |play| play.step());
    let it = scene.state.unit(A);
    assert_eq!((it.penalty, it.general, it.pool), (4, 3, UNROLLED), "MG-59: General ones do not tick");
    assert_eq!((it.hands, it.primary, it.moves, it.speak, it.initiative), (3, true, 5, 1, 3));
}

#[test]
fn mg_12_the_tokens_of_a_round() {
    for (keys, hands, moves, speak) in [
        ("", 2, 5, 1),
        ("hands = 0\nagi = -3\nspeak = 0", 0, 0, 0),
        ("hands = 4\nagi = 12\nspeak = 3", 4, 12, 3),
    ] {
        let scene = Scene::new(&duel(keys, ""));
        let it = scene.state.unit(A);
        assert_eq!((it.hands.count_ones(), it.moves, it.speak), (hands, moves, speak), "{keys}");
        assert_eq!(it.primary, hands > 0);
    }
}

#[test]
fn mg_13_and_mg_14_tokens_left_serve_defences_and_go_with_the_next_grant() {
    let mut scene = Scene::new(&duel(&format!("{PUNY}\ntactics = {{ plan = \"attack\" }}"), DUMMY));
    // No dice are two of which the lower counts: a miss.
    scene.turn(A, "d6=1 d6=1");
    let it = scene.state.unit(A);
    assert_eq!((it.hands.count_ones(), it.moves, it.held_hands), (1, 5, 0));
    let implicit = format!(
        "[rulings]\nhold.implicit = true\n{}",
        duel(&format!("{PUNY}\ntactics = {{ plan = \"attack\" }}"), DUMMY)
    );
    let mut scene = Scene::new(&implicit);
    scene.turn(A, "d6=1 d6=1");
    let it = *scene.state.unit(A);
    assert_eq!((it.hands, it.held_hands.count_ones(), it.moves, it.held_moves), (0, 1, 0, 5));
    // MG-14: beside the fresh ones over the round's end, then gone with the own full turn.
    scene.act("", |play| play.grant(A));
    assert_eq!(scene.state.unit(A).held_moves, 5);
    scene.turn(A, "d6=1 d6=1");
    assert_eq!(scene.state.unit(A).held_hands.count_ones(), 1);
}

#[test]
fn mg_15_a_partial_turn_gives_one_token_back() {
    let mut scene = Scene::new(&duel(PUNY, DUMMY));
    scene.turn(A, "d6=1 d6=1 d6=1 d6=1");
    assert_eq!(scene.state.unit(A).hands, 0);
    (scene.state.pass, scene.state.unit_mut(A).partials) = (1, 1);
    scene.turn_of_pass(A, "d6=1 d6=1");
    scene.tells(&["Ann has a partial turn", "takes back a hand token", "fast attack on Bob"]);
    assert_eq!((scene.state.unit(A).hands, scene.state.unit(A).partials), (0, 0));
}

#[test]
fn mg_37_a_kick_regains_nothing_and_a_fast_hand_its_token() {
    let ann = "agi = 8\nskills = { gym = 1 }\nfacet_skills = [\"gym\"]\nhands = 1\n\
        tactics = { plan = \"two_hands_kick\", stance = \"fast\", spot = \"none\" }";
    let mut scene = Scene::new(&duel(ann, DUMMY));
    // Dodge 3: 6 is critical; the token strikes once more, then the kick is critical too.
    scene.turn(A, "d8=6 d6=1 d6=1 d6=1 d8=6 d6=1 d8=6 d6=1");
    scene.tells(&["regains the primary token", "fast attack", "fast kick", "critical hit"]);
    assert_eq!(scene.log.sum(A, super::Metric::FastRefunds), 1);
}

#[test]
fn mg_d10_a_token_that_is_kept_is_for_defences_under_plans_of_one_attack() {
    for (plan, hands) in [("attack", 0b11), ("hit_and_hold", 0b11), ("two_hands", 0b01)] {
        let ann = format!(
            "agi = 8\nskills = {{ gym = 1 }}\nfacet_skills = [\"gym\"]\n\
             tactics = {{ plan = \"{plan}\", stance = \"fast\", fast_refund = \"keep\" }}"
        );
        let mut scene = Scene::new(&duel(&ann, DUMMY));
        // MG-72: the blow of the second hand is the primary one now.
        scene.turn(A, if hands == 0b01 { "d8=6 d6=1 d6=1 d6=1 d8=1" } else { "d8=6 d6=1 d6=1 d6=1" });
        scene.tells(&["regains the primary token"]);
        assert_eq!(scene.state.unit(A).hands, hands, "{plan}");
    }
}

#[test]
fn mg_39_the_fallen_pay_20_feet_to_stand_over_turns() {
    let mut scene = Scene::new(&duel("agi = 3\nhp_max = 40\ntactics = { plan = \"pass\" }", DUMMY));
    scene.state.unit_mut(A).fallen = true;
    scene.turn(A, "");
    let it = scene.state.unit(A);
    assert_eq!((it.fallen, it.stood, it.moves), (true, 15, 0));
    scene.state.acted = Default::default();
    scene.act("", |play| play.grant(A));
    scene.turn(A, "");
    let it = scene.state.unit(A);
    assert_eq!((it.fallen, it.moves), (false, 2));
    // Rolls that use a hand are 2 lower.
    let scene = &mut Scene::new(&duel(PUNY, DUMMY));
    scene.state.unit_mut(A).fallen = true;
    let swing = scene.rules.swing(&scene.state, A, B, crate::choose::With::Weapon(0), Stance::Strong, false);
    assert_eq!(swing.expect("the stance").pool.plus, -2);
}

#[test]
fn mg_70_the_surprised_have_no_tokens_before_their_turn() {
    let mut scene = Scene::new(&format!("[rulings]\nsurprise.side = \"left\"\n{}", duel(PUNY, DUMMY)));
    scene.state.phase = Phase::Start;
    scene.state.round = 0;
    scene.act("d6=3 d6=2", |play| play.step());
    assert_eq!((scene.state.unit(A).hands, scene.state.unit(A).moves), (0, 0));
    scene.state.phase = Phase::Turns;
    scene.turn(A, "d6=1 d6=1 d6=1 d6=1");
    scene.tells(&["Ann acts, HP 40, 2 hands, 5 moves"]);
}

#[test]
fn mg_71_weapons_then_the_shield_fill_the_hands() {
    let keys = "weapons = [{ name = \"axe\" }, { name = \"maul\", hands = 2 }, { name = \"knife\" }]\n\
        shield = { name = \"s\" }";
    for (hands, filled, stowed) in
        [(2, vec![1, 3], 0b1000_0000_0000_0010), (3, vec![1, 2, 2], 0b1000_0000_0000_0100)]
    {
        let scene = Scene::new(&duel(&format!("{keys}\nhands = {hands}"), ""));
        let it = scene.state.unit(A);
        assert_eq!(it.in_hand[..hands].to_vec(), filled);
        assert_eq!(it.dropped, stowed, "{hands} hands");
    }
}

#[test]
fn mg_72_a_reaction_spends_an_offhand_token_first() {
    let bob = "def = 8\nskills = { gym = 2 }\nhp_max = 40\nagi = 3\ntactics = { spot = \"best_odds\" }";
    let mut scene =
        Scene::new(&duel("str = 6\nskills = { gym = 1 }\ntactics = { stance = \"strong\" }", bob));
    // The offhand token leaves one die, the primary one both.
    scene.turn(A, "d6=5 d8=6 d6=5 d6=5 d8=6 d8=1");
    scene.tells(&["Bob blocks: 1d8 (6) = 6, more than 5", "Bob blocks: 2d8 (6 1) = 6, more than 5"]);
    assert_eq!((scene.state.unit(B).hands, scene.state.unit(B).primary), (0, false));
}

#[test]
fn mg_78_who_goes_out_loses_holds_tokens_and_strong_states() {
    let mut scene = Scene::new(&duel(PUNY, "hp_max = 5\ntactics = { talk = \"intimidate\" }"));
    let it = scene.state.unit_mut(B);
    it.take_hold(A, Hold { h: 9, ..Hold::default() });
    it.debts = [1, 1, 1];
    scene.state.held.insert(A);
    let it = scene.state.unit_mut(A);
    (it.penalty, it.mood, it.strong, it.by) = (12, Mood::Intimidated, true, B);
    scene.act("", |play| play.lose_hp(B, 50, None, crate::data::metrics::Harm::Hazard));
    let it = scene.state.unit(B);
    assert_eq!((it.hp, it.holds.len(), it.debts, it.hands), (-45, 0, [0; 3], 0));
    assert!(!scene.state.held.has(A));
    let it = scene.state.unit(A);
    assert_eq!((it.strong, it.penalty), (false, 12), "the penalty goes on ticking");
    assert_eq!(scene.log.marks.iter().filter(|mark| matches!(mark.2, Clock::Out(_))).count(), 1);
}

#[test]
fn mg_50_a_refunded_offhand_token_is_kept_in_a_precise_hold() {
    for (ruling, hands, escape) in [("primary", 0, 2), ("offhand", 1, 1)] {
        let keys = "str = 8\nhp_max = 40";
        let text = format!("[rulings]\ninitiative.partial_hand = \"{ruling}\"\n{}", duel(keys, keys));
        let mut scene = Scene::new(&text);
        scene.act("", |play| {
            play.hold(A, B, Stance::Precise, 9, HeldBy::Grapple);
            play.state.unit_mut(B).hands = 0;
            play.state.turn.unit = Some(B);
            play.take_refund(B);
        });
        let it = scene.state.unit(B);
        assert_eq!((it.hands.count_ones(), it.escape, it.primary), (hands, escape, false), "{ruling}");
    }
}

#[test]
fn mg_34_the_soak_pool_lasts_until_the_moment_that_the_ruling_names() {
    for (refresh, pools) in [
        ("round", [UNROLLED; 3]),
        ("own_full_turn", [3, 3, UNROLLED]),
        ("every_turn", [3, UNROLLED, UNROLLED]),
    ] {
        let text = format!("[rulings]\nsoak.refresh = \"{refresh}\"\n{}", duel(DUMMY, DUMMY));
        let mut scene = Scene::new(&text);
        scene.state.unit_mut(B).pool = 3;
        // The start of the next round, the turn of the other, the own one.
        scene.state.phase = Phase::Start;
        let mut seen = Vec::new();
        for dice in ["d6=5 d6=2", "", ""] {
            scene.act(dice, |play| play.step());
            seen.push(scene.state.unit(B).pool);
        }
        assert_eq!(seen, pools, "{refresh}");
    }
}

#[test]
fn what_the_next_round_takes_away_unused_is_counted() {
    let mut scene = Scene::new(&duel("hands = 2\nagi = 5\nhp_max = 40", DUMMY));
    scene.act("", |play| {
        play.grant(A);
        let it = play.state.unit_mut(A);
        (it.hands, it.moves, it.pool) = (0b10, 3, 4);
        play.count_what_is_left();
    });
    let left = [Metric::HandsUnspent, Metric::MovesUnspent, Metric::SpeechUnspent, Metric::SoakWasted];
    assert_eq!(left.map(|metric| scene.log.sum(A, metric)), [1, 3, 1, 4]);
}

#[test]
fn penalties_of_distractions_are_added_up_round_by_round() {
    // The penalty runs down by 2 at the beginning of each round (MG-08).
    let text = duel("per = 9\ntactics = { talk = \"intimidate\" }", "hp_max = 40\nint = 2");
    let logs = fights(&setup(&text, &[]), 20);
    let sum = |metric| logs.iter().map(|log| log.sum(B, metric)).sum::<u32>();
    let (rounds, penalties) = (sum(Metric::RoundsDistracted), sum(Metric::PenaltySuffered));
    assert!(rounds > 0 && penalties > rounds, "{rounds} {penalties}");
}

#[test]
fn idle_turns_are_told_apart_by_what_hindered_them() {
    let bob = "hp_max = 40\nint = 6\ntactics = { plan = \"pass\", spot = \"none\", held = \"wait\" }";
    let mut scene = Scene::new(&duel("", bob));
    scene.act("", |play| play.hold(A, B, Stance::Fast, 9, HeldBy::Grapple));
    scene.turn(B, "");
    let idle = |scene: &Scene| [Metric::HeldIdle, Metric::StateIdle].map(|metric| scene.log.sum(B, metric));
    assert_eq!(idle(&scene), [1, 0]);
    // MG-62: the terrified attack nobody.
    let mut scene = Scene::new(&duel(
        "",
        "hp_max = 40\nint = 6\ntactics = { plan = \"attack\", distracted = \"obey\", hold = \"none\" }",
    ));
    let it = scene.state.unit_mut(B);
    (it.penalty, it.mood, it.strong, it.by) = (5, Mood::Intimidated, true, A);
    scene.turn(B, "");
    assert_eq!(idle(&scene), [0, 1]);
}

#[test]
fn rounds_begun_and_rounds_idled_away_are_counted() {
    // MG-76: twenty rounds of which nobody makes anything.
    for log in fights(&setup(&duel(DUMMY, DUMMY), &[]), 3) {
        for unit in [A, B] {
            let counted = [Metric::RoundsActive, Metric::IdleRounds].map(|metric| log.sum(unit, metric));
            assert_eq!(counted, [20, 20]);
        }
    }
    // Bob idles in each round in which his turn comes, the last one among them.
    let bob = "hp_max = 8\nagi = 4\ntactics = { plan = \"pass\", spot = \"none\" }";
    let (mut before, mut behind) = (0, 0);
    for log in fights(&setup(&duel("str = 8", bob), &[]), 40) {
        let had_turn = |round: &u32| log.turns.contains(&(*round, B));
        let idled = (1..=log.round).filter(had_turn).count() as u32;
        assert_eq!([A, B].map(|unit| log.sum(unit, Metric::IdleRounds)), [0, idled]);
        assert_eq!([A, B].map(|unit| log.sum(unit, Metric::RoundsActive)), [log.round; 2]);
        if had_turn(&log.round) { behind += 1 } else { before += 1 }
    }
    assert!(before > 0 && behind > 0, "he goes out before his turn and behind it");
    // A partial turn in which something is done is part of the round.
    let mut scene = Scene::new(&duel(PUNY, DUMMY));
    scene.state.unit_mut(A).had_idle_turn = true;
    scene.turn(A, "d6=1 d6=1 d6=1 d6=1");
    scene.act("", |play| play.count_idle_rounds());
    assert_eq!(scene.log.sum(A, Metric::IdleRounds), 0);
    assert!(!scene.state.unit(A).had_idle_turn, "the next round begins without");
    // A turn in which it goes out is none that it idles away.
    scene.state.unit_mut(A).had_idle_turn = true;
    scene.act("", |play| {
        play.begin_turn(A);
        play.lose_hp(A, 99, None, crate::data::metrics::Harm::Hazard);
        play.count_idle_rounds();
    });
    assert_eq!(scene.log.sum(A, Metric::IdleRounds), 0);
}

#[test]
fn who_is_out_begins_no_round() {
    let party = duel("count = 2\nhp_max = 8\nstr = 9\nacc = 9", "count = 2\nhp_max = 8\nstr = 9\nacc = 7");
    for log in fights(&setup(&party, &[]), 20) {
        for unit in [0, 1, 2, 3].map(super::UnitId) {
            let went = log.marks.iter().find(|mark| mark.1 == unit && matches!(mark.2, Clock::Out(_)));
            let begun = went.map_or(log.round, |mark| mark.0);
            assert_eq!(log.sum(unit, Metric::RoundsActive), begun);
        }
    }
}

#[test]
fn a_side_is_counted_as_whole_and_as_exhausted_by_its_units() {
    let mut scene = Scene::new(&duel("count = 2", ""));
    let counted = |scene: &mut Scene| {
        scene.log.adds.clear();
        scene.rules.count_the_field(&scene.state, &mut scene.log);
        [0, 1, 2].map(|unit| {
            [Metric::AllIn, Metric::AnyoneExhausted].map(|metric| scene.log.sum(super::UnitId(unit), metric))
        })
    };
    assert_eq!(counted(&mut scene), [[1, 0], [1, 0], [1, 0]]);
    scene.state.unit_mut(A).hp = 0;
    assert_eq!(counted(&mut scene), [[1, 1], [1, 1], [1, 0]]);
    scene.act("", |play| play.lose_hp(A, 99, None, crate::data::metrics::Harm::Hazard));
    assert_eq!(counted(&mut scene), [[0, 0], [0, 0], [1, 0]], "out, no longer exhausted");
}

#[test]
fn mg_09_a_condition_on_initiative_reads_it_as_it_was_rolled() {
    // The table of a duel tells apart who is first and how many partial turns there are, and no more.
    let asks = |when: &str| {
        let ann = format!("tactics = {{ plan = [{{ use = \"pass\", when = \"{when}\" }}, \"attack\"] }}");
        Scene::new(&duel(&ann, "")).rules.duel.is_none()
    };
    assert_eq!([asks("initiative >= 8"), asks("hp < 3")], [true, false]);
}

#[test]
fn mg_01_initiative_of_a_duel_is_not_below_0_where_no_result_is() {
    for (clamp, rolled) in [("false", [-6, -4]), ("true", [0, 0])] {
        let text =
            format!("[rulings]\ndice.clamp_zero = {clamp}\n{}", duel("speed_mod = -7", "speed_mod = -7"));
        let mut scene = Scene::new(&text);
        scene.state.phase = Phase::Start;
        // Between equals chance decides.
        scene.act(if clamp == "true" { "d6=1 d6=3 d2=1" } else { "d6=1 d6=3" }, |play| play.step());
        assert_eq!([A, B].map(|unit| i32::from(scene.state.unit(unit).initiative)), rolled, "{clamp}");
    }
}

#[test]
fn holders_and_debts_are_counted_by_kind() {
    let wrestler = format!("{PUNY}\ntactics = {{ plan = \"grapple\" }}");
    let mut scene = Scene::new(&duel(&wrestler, DUMMY));
    scene.act("", |play| play.hold(A, B, Stance::Strong, 9, HeldBy::Grapple));
    scene.state.phase = Phase::Start;
    scene.act("d6=3 d6=2", |play| play.step());
    let rounds = |metric| [A, B].map(|unit| scene.log.sum(unit, metric));
    assert_eq!([rounds(Metric::RoundsHolding), rounds(Metric::RoundsHeld)], [[1, 0], [0, 1]]);
    let mut scene = Scene::new(&duel(PUNY, DUMMY));
    scene.act("", |play| [0, 0, 0, 1, 1, 2].into_iter().for_each(|kind| play.owe(A, B, kind)));
    let debts = [Metric::Debts, Metric::HandDebts, Metric::MoveDebts, Metric::SpeakDebts];
    assert_eq!(debts.map(|metric| scene.log.sum(A, metric)), [6, 3, 2, 1]);
}
