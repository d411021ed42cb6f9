//! A side that looks ahead, on the example of each game: the same fights wherever they are played, and none the worse
//! for it.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use fray_engine::contract::Outcome;
use fray_engine::roster::SideId;
use fray_sim::play::rollout::{FEWEST_TRIALS, MOST_CHOICES};
use fray_sim::play::run::run;
use fray_sim::play::trace::trace;
use fray_sim::scenario::{Clever, Options, Scenario, SidePlay, SideTactics, load_scenario};
use fray_sim::vary::clever::{NoChoices, Settings, choices};

use crate::GAMES;

const TRIALS: u32 = 16;

/// The example of a game with its first side looking ahead, the example with the base alone, and what was chosen from.
fn example(game: &fray_play::game::Game, test: &str) -> ([Scenario; 2], Clever) {
    let name = format!("{test}-{}.toml", game.name());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, game.example).expect("a file");
    let plain = load_scenario(&path, &Options::default()).expect("the example");
    let stop = AtomicBool::new(false);
    let terms = Settings { seed: 2, trials: TRIALS, stop: &stop, played: &|_| {} };
    let clever = choices(&plain, SideId(0), terms).unwrap_or_else(|no: NoChoices| panic!("{no:?}"));
    let side = plain.engine().about().roster.side(SideId(0)).to_owned();
    let with = |play| {
        let tactics = vec![SideTactics { side: side.clone(), play }];
        load_scenario(&path, &Options { tactics, ..Options::default() }).expect("the example")
    };
    ([with(SidePlay::Clever(clever.clone())), with(SidePlay::Best(clever.base.clone()))], clever)
}

fn wins(scenario: &Scenario, seed: u64, fights: u64) -> u64 {
    run(scenario.engine(), seed, 0..fights, &|_| {}).expect("no invariant breaks").sides[0].wins.n()
}

#[test]
fn a_side_that_looks_ahead_plays_the_same_fights_wherever_they_are_played() {
    const { assert!(TRIALS >= FEWEST_TRIALS) };
    for game in GAMES {
        let ([clever, base], of) = example(game, "same");
        assert!(of.choices.len() < MOST_CHOICES, "{}", game.title);
        assert_ne!(clever.hash, base.hash, "{}", game.title);
        let pool = |n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads");
        let play = |range| run(clever.engine(), 3, range, &|_| {}).expect("no invariant breaks");
        let one = pool(1).install(|| play(0..60));
        assert_eq!(one, pool(2).install(|| play(0..60)), "{}", game.title);
        let mut parts = play(25..60);
        parts.merge(&play(0..25));
        assert_eq!(one, parts, "{}", game.title);
        for fight in 0..10 {
            let told = trace(clever.engine(), 3, fight).unwrap_or_else(|_| panic!("fight {fight}"));
            let is_won = play(fight..fight + 1).sides[0].wins.n() == 1;
            assert_eq!(told.outcome == Outcome::Win(SideId(0)), is_won, "{}: {fight}", game.title);
        }
    }
}

#[test]
fn looking_ahead_is_not_worse_than_its_base() {
    const FIGHTS: u64 = 400;
    for game in GAMES {
        let ([clever, base], _) = example(game, "not-worse");
        let (with, without) = (wins(&clever, 5, FIGHTS), wins(&base, 5, FIGHTS));
        let p = (with + without) as f64 / (2 * FIGHTS) as f64;
        // The dice of the two are the same in part, which makes the difference less noisy than this. Five games at
        // 3.5 standard errors: a false alarm once in 800 seeds.
        let noise = 3.5 * (2.0 * FIGHTS as f64 * p * (1.0 - p)).sqrt();
        assert!(with as f64 >= without as f64 - noise, "{}: {with} of {FIGHTS}, not {without}", game.title);
    }
}
