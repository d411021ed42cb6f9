//! Searches against exact answers: that the right whole number is found.
//!
//! The fight is a short duel of which `fray exact` knows every probability, and the searches may only
//! sample. Each test of a threshold is wrong with a probability of 0.05 % at most, so that fifty searches
//! of about ten tests each are all right with a probability of 78 % at the very worst; away from the
//! thresholds errors are far rarer. Seeds are fixed.

use core::sync::atomic::AtomicBool;
use std::path::{Path, PathBuf};

use fray_sim::control::Control;
use fray_sim::exact::{self, solve as solve_exactly};
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::vary::solve::goal::SolveGoal;
use fray_sim::vary::solve::key::Key;
use fray_sim::vary::solve::points::Settings;
use fray_sim::vary::solve::{Solution, solve};

/// A short duel whose exact answer is cheap.
fn duel() -> (PathBuf, Options, Scenario) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/duel.toml");
    let sets = ["Knight.hp=5", "Ogre.hp=12", "run.max_rounds=6"];
    let sets = sets.map(|set| ("--set".to_owned(), set.to_owned())).to_vec();
    let options = Options { sets, ..Options::default() };
    let base = load_scenario(&path, &options).expect("a scenario");
    (path, options, base)
}

/// The exact win rate of the first side by HP of the second.
fn exact_win(hp: i64) -> f64 {
    let (path, options, _) = duel();
    let key = Key::parse("Ogre.hp", None).expect("a key");
    let scenario = load_scenario(&path, &key.options(&options, hp)).expect("a scenario");
    let solved =
        solve_exactly(scenario.engine(), "duel", &exact::Options::default(), &AtomicBool::new(false));
    solved.expect("within reach").win("wizards")
}

fn solved(key: &str, goals: &[&str], seed: u64, may_solve: bool) -> Solution {
    let (path, options, base) = duel();
    let about = base.engine().about();
    let tolerance = Some("1pt".parse().expect("a tolerance"));
    let wish = |goal: &&str| SolveGoal::new(goal, &about, tolerance).expect("a goal");
    let wishes = goals.iter().map(wish).collect();
    let stop = AtomicBool::new(false);
    let watch = Control { stop: &stop, played: &|_| {} };
    let terms = Settings { seed, most: 200_000, until: None, may_solve, watch, told: &|_| {} };
    let keys = vec![Key::parse(key, None).expect("a key")];
    solve(&path, &options, &base, keys, wishes, terms).expect("an answer")
}

/// Fifty seeds, fifty times the right whole number, at a small part of the fights of a full grid at equal
/// certainty.
#[test]
fn the_right_number_is_found_for_every_seed() {
    let exact: Vec<f64> = (1..=40).map(exact_win).collect();
    // The target is what some value reaches but for a quarter of the way to its neighbour.
    let at = 15;
    let target = (exact[at - 1] * 0.8 + exact[at] * 0.2) * 100.0;
    let goal = format!("win_rate(wizards) = {target:.2}%");
    let right = (1..=40).min_by(|a: &i64, b: &i64| {
        let miss = |hp: i64| (exact[hp as usize - 1] - target / 100.0).abs();
        miss(*a).total_cmp(&miss(*b))
    });
    eprintln!("{goal}: {right:?}, between {} and {}", exact[at - 1], exact[at]);
    let (mut n_right, mut fights) = (0, 0);
    for seed in 0..30 {
        let solution = solved("Ogre.hp", &[&goal], seed, false);
        let nearest = solution.lines[0].found.as_ref().expect("not interrupted").nearest;
        n_right += u32::from(Some(nearest) == right);
        fights += solution.fights;
    }
    eprintln!("{n_right} of 30 right with {} fights each", fights / 30);
    assert_eq!(n_right, 30);
}

/// Where enumeration is cheap it answers, without a fight, and what it finds is what sampling finds.
#[test]
fn a_cheap_exact_answer_takes_the_place_of_fights() {
    let goal =
        format!("win_rate(wizards) between {:.2}% and {:.2}%", exact_win(18) * 99.0, exact_win(13) * 101.0);
    let by_enumeration = solved("Ogre.hp", &[&goal], 1, true);
    assert_eq!(by_enumeration.fights, 0);
    let by_fights = solved("Ogre.hp", &[&goal], 1, false);
    assert!(by_fights.fights > 0);
    let run = |solution: &Solution| solution.lines[0].found.as_ref().and_then(|found| found.run());
    let found = run(&by_enumeration).expect("an interval");
    assert!(found.lo.is_tight && found.hi.is_tight && found.has(13) && found.has(18), "{found:?}");
    assert_eq!(Some(found), run(&by_fights));
}

/// A stat of which more helps only up to a point: both sides of the top are found.
#[test]
fn several_goals_and_both_ends_of_an_interval_are_met() {
    let low = exact_win(16);
    let high = format!("win_rate(wizards) >= {:.2}%", low * 100.0 - 0.01);
    let solution = solved("Ogre.hp", &[&high, "rounds >= 0"], 1, true);
    let found = solution.lines[0].found.as_ref().expect("not interrupted");
    let run = found.run().expect("an interval");
    assert_eq!((run.hi.value, run.hi.is_tight), (16, true), "{found:?}");
    assert!(!run.lo.is_tight, "fewer HP are easier still: {found:?}");
    assert_eq!(found.answer, Some(12), "the present value meets it already");
}
