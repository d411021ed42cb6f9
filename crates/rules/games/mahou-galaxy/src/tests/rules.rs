//! Rules with the dice of a script, and facts of many fights.

use super::{A, B, Clock, duel, fights, scripted, setup, told};
use crate::data::metrics::{Harm, Metric};
use crate::state::UNROLLED;
use fray_engine::contract::Outcome;

/// A unit that does nothing.
const DUMMY: &str =
    "str = 5\ndef = 7\nagi = 6\nacc = 3\nhp_max = 40\ntactics = { plan = \"pass\", spot = \"none\" }";

fn once(text: &str) -> super::Setup {
    setup(text, &["run.max_rounds=1"])
}

#[test]
fn mg_17_mg_33_and_mg_36_a_strong_critical_is_doubled() {
    let boxer = "str = 8\nacc = 5\nskills = { martial_arts = 3 }\nfacet_skills = [\"martial_arts\"]\n\
        tactics = { plan = \"attack\", spot = \"none\", stance = \"strong\" }";
    let setup = once(&duel(boxer, DUMMY));
    // MG-33: size, doubling, soak. Initiative d6 and d4; attack 8 against Block 4, the double: 2 x 5 damage against the lower of
    // soak dice 3 and 6.
    let (log, state) = scripted(&setup, "d6=5 d4=1 d8=7 d8=2 d8=8 d8=1 d8=5 d8=3 d8=6");
    let told = told(&setup, &log);
    assert!(told.iter().any(|line| line.contains("critical hit")), "{told:#?}");
    assert_eq!(state.unit(B).hp, 40 - (10 - 3));
    assert_eq!(log.sum(A, Metric::Criticals), 1);
    assert_eq!(log.sum(B, Metric::DamageTaken), 7);
    assert_eq!(log.sum(B, Metric::Soaked), 3);
}

#[test]
fn mg_18_e9_a_fast_critical_gives_the_primary_token_back_once_a_turn() {
    let boxer = "agi = 8\nacc = 5\nstr = 1\nskills = { martial_arts = 3 }\nfacet_skills = [\"martial_arts\"]\n\
        tactics = { plan = \"two_hands\", spot = \"none\", stance = \"fast\" }";
    let dummy = DUMMY.replace("agi = 6", "agi = 8");
    let setup = once(&duel(boxer, &dummy));
    // Against Dodge 5: 11 is critical, and again 10, which gives nothing back; then the offhand with two
    // dice misses. Damage d4-1, the first rolled against two soak dice.
    let dice = "d6=5 d4=1 d8=8 d8=3 d8=2 d8=1 d4=2 d8=1 d8=2 d8=8 d8=2 d8=2 d8=1 d4=2 d8=2 d8=3";
    let (log, _) = scripted(&setup, dice);
    assert_eq!(log.sum(A, Metric::Attacks), 3);
    assert_eq!(log.sum(A, Metric::Criticals), 2);
    assert_eq!(log.sum(A, Metric::FastRefunds), 1);
}

#[test]
fn mg_34_and_mg_35_e8_a_soak_pool_is_rolled_once_a_round() {
    let boxer = "str = 8\nacc = 5\nskills = { martial_arts = 1 }\ntactics = { plan = \"two_hands\", spot = \"none\", stance = \"strong\" }";
    let guarded =
        format!("{DUMMY}\narmor = 2\nshield = {{ name = \"s\", soak = [\"1d4\"], skills = [\"gym\"] }}");
    let setup = once(&duel(boxer, &guarded));
    // MG-35: what is left serves the next hit. The pool: the higher of 5 and 3, and 4 + 2 of the shield: 11. Damage 7, then 6: 4 are left, 2 lost.
    let dice = "d6=5 d4=1 d8=5 d8=7 d8=5 d8=3 d4=4 d4=2 d8=6 d8=7 d8=6";
    let (log, state) = scripted(&setup, dice);
    assert_eq!(state.unit(B).hp, 38);
    assert_eq!(log.sum(B, Metric::Soaked), 7 + 4);
    assert_eq!(state.unit(A).pool, UNROLLED);
}

#[test]
fn mg_38_and_mg_39_e10_a_trip_and_a_debt() {
    let fencer = |what: &str| {
        format!(
            "acc = 8\nstr = 1\nskills = {{ martial_arts = 1 }}\nfacet_skills = [\"martial_arts\"]\n\
             tactics = {{ plan = \"attack\", spot = \"none\", stance = \"precise\", precise = \"{what}\" }}"
        )
    };
    // Parry 2 of the dummy: 4 is critical. It stands up with 4 of its 6 moves.
    let setup = once(&duel(&fencer("trip"), DUMMY));
    let (log, state) = scripted(&setup, "d8=5 d4=1 d8=4 d4=2 d8=1 d8=1");
    assert_eq!(log.sum(A, Metric::Trips), 1);
    assert!(!state.unit(B).fallen);
    assert_eq!((log.sum(B, Metric::TokensStanding), state.unit(B).moves), (4, 2));
    // A hand token that is owed is missing in the next round.
    let setup = super::setup(&duel(&fencer("hand"), DUMMY), &["run.max_rounds=2"]);
    let (_, state) = scripted(&setup, "d8=5 d4=1 d8=4 d4=2 d8=1 d8=1 d8=5 d4=1 d8=1");
    assert_eq!((state.unit(B).hands.count_ones(), state.unit(B).primary), (1, true));
    assert_eq!(state.unit(B).debts, [0; 3]);
}

#[test]
fn mg_40_units_go_out_below_minus_defense() {
    for log in fights(&setup(&duel("hp_max = 6\nstr = 8", "hp_max = 6\nstr = 8"), &[]), 200) {
        let loser = match log.outcome {
            Some(Outcome::Win(side)) if side.0 == 0 => B,
            Some(Outcome::Win(_)) => A,
            other => panic!("{other:?}"),
        };
        // 6 hit points and 5 of Defense below 0, and one more.
        assert_eq!(log.sum(loser, Metric::DamageTaken), 12);
        let out = |clock: Clock| matches!(clock, Clock::Out(_));
        assert_eq!(log.marks.iter().filter(|mark| mark.1 == loser && out(mark.2)).count(), 1);
        assert!(
            log.marks
                .iter()
                .any(|mark| mark.1 == loser && matches!(mark.2, Clock::Exhausted(Harm::Weapon | Harm::Kick)))
        );
    }
}

#[test]
fn mg_48_to_mg_52_e12_a_strong_hold_leaves_speech_and_an_escape() {
    let wrestler = "str = 8\nacc = 5\nskills = { martial_arts = 2 }\ntactics = { plan = \"grapple\", spot = \"none\", stance = \"strong\" }";
    let victim =
        DUMMY.replace("str = 5", "str = 8\nskills = { martial_arts = 2 }").replace("acc = 3", "acc = 1");
    let setup = once(&duel(wrestler, &victim));
    for log in fights(&setup, 100) {
        let holds = log.sum(A, Metric::Holds);
        assert_eq!(
            holds,
            log.marks.iter().filter(|mark| mark.1 == B && matches!(mark.2, Clock::Held(_))).count() as u32
        );
        assert!(log.sum(B, Metric::Escapes) <= log.turns.iter().filter(|turn| turn.1 == B).count() as u32);
    }
}

#[test]
fn mg_59_to_mg_62_e20_talk_penalizes_and_runs_down() {
    let talker = "per = 20\nacc = 8\nskills = { martial_arts = 1 }\ntactics = { plan = \"pass\", talk = \"intimidate\" }";
    let setup = setup(&duel(talker, &DUMMY.replace("def = 7", "def = 7\nint = 5")), &["run.max_rounds=3"]);
    let mut strong = 0;
    for log in fights(&setup, 300) {
        strong +=
            u32::from(log.marks.iter().any(|mark| mark.1 == B && matches!(mark.2, Clock::StrongState(_))));
        let turns = log.turns.iter().filter(|turn| turn.1 == A).count() as u32;
        assert!(log.sum(A, Metric::Talks) <= turns, "a speak token a turn");
    }
    assert!(strong > 0);
}

#[test]
fn mg_76_nobody_who_will_fight_ends_in_a_standstill() {
    let setup = setup(&duel(DUMMY, DUMMY), &[]);
    for log in fights(&setup, 5) {
        assert_eq!(log.outcome, Some(Outcome::Draw));
        assert_eq!(log.sum(A, Metric::Standstill), 1);
        assert_eq!(log.round, 20);
    }
}
