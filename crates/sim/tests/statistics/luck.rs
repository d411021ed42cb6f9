//! Win rates with luck taken out hold the exact ones, shares of luck those of many fights, and splitting finds the
//! exact probability of rare ends.

use core::sync::atomic::AtomicBool;

use fray_sim::exact::{self, solve};
use fray_sim::luck::Luck;
use fray_sim::play::engine::Engine;
use fray_sim::play::run::run_alone;
use fray_sim::rare::{parse, rare};
use fray_sim::scenario::{Scenario, load_text};
use statrs::distribution::{Binomial, DiscreteCDF};

#[path = "../support/duel.rs"]
mod duel;
use duel::{Duel, KNIGHT};

/// The rate of false alarms of each test, over random seeds.
const ALPHA: f64 = 1e-4;
const SEED: u64 = 2016;

fn exact_win(engine: &dyn Engine) -> f64 {
    let options = exact::Options { tolerance: 1e-13, prune: 1e-18, ..exact::Options::default() };
    let solved = solve(engine, "", &options, &AtomicBool::new(false)).expect("in reach");
    solved.win(&engine.about().roster.sides[0].name)
}

/// The least number of misses of 95 % intervals in `n` runs that is no chance.
fn most_missed(n: u64, tests: usize) -> u64 {
    let misses = Binomial::new(0.05, n).expect("a binomial");
    (0..n).find(|&k| misses.sf(k) < ALPHA / tests as f64).expect("some number")
}

/// The example of every game, which is within reach of an exact answer.
fn examples() -> Vec<Scenario> {
    crate::GAMES.iter().map(|game| load_text(game.name(), game.example).expect("an example")).collect()
}

#[test]
fn win_rates_with_luck_taken_out_hold_the_exact_one() {
    const RUNS: u64 = 400;
    const FIGHTS: u64 = 1_000;
    let examples = examples();
    for scenario in &examples {
        let (engine, about) = (scenario.engine(), scenario.engine().about());
        let truth = exact_win(engine);
        let (mut n, mut missed, mut plain, mut sharper) = (0, 0, 0.0, 0.0);
        for run in 0..RUNS {
            let totals = run_alone(engine, SEED, run * FIGHTS..(run + 1) * FIGHTS).expect("no broken fight");
            let Some(adjusted) = Luck::of(&about, &totals).and_then(|luck| luck.win_rate(0)) else {
                continue;
            };
            let within = adjusted.interval;
            n += 1;
            missed += u64::from(truth < within.lo || truth > within.hi);
            plain += (totals.wins(0) as f64 / FIGHTS as f64 - truth).powi(2);
            sharper += (adjusted.mean - truth).powi(2);
        }
        eprintln!("{}: {missed} of {n} missed, squared errors {plain:.4} and {sharper:.4}", about.system);
        assert!(n > RUNS / 2, "{}", about.system);
        assert!(missed <= most_missed(n, examples.len()), "{}: {missed} of {n}", about.system);
        assert!(sharper < plain, "{}: luck taken out makes it worse", about.system);
    }
}

#[test]
fn shares_of_luck_hold_those_of_many_fights() {
    const RUNS: u64 = 200;
    const FIGHTS: u64 = 2_000;
    let examples = examples();
    for scenario in &examples {
        let (engine, about) = (scenario.engine(), scenario.engine().about());
        let many = run_alone(engine, SEED + 1, 0..200 * FIGHTS).expect("no broken fight");
        let truth = Luck::of(&about, &many).map(|luck| luck.shares(0)).unwrap_or_default();
        // Of shares that are next to nothing the interval begins at 0 and says so.
        let truth: Vec<_> = truth.iter().filter(|share| share.share > 0.02).collect();
        let all: f64 = truth.iter().map(|share| share.share).sum();
        assert!(all <= 1.0, "{}: shares add up to {all}", about.system);
        let mut missed = vec![0; truth.len()];
        for run in 0..RUNS {
            let totals = run_alone(engine, SEED, run * FIGHTS..(run + 1) * FIGHTS).expect("no broken fight");
            let shares = Luck::of(&about, &totals).expect("luck").shares(0);
            for (missed, truth) in missed.iter_mut().zip(&truth) {
                let share = shares.iter().find(|share| share.account == truth.account).expect("the account");
                // The error of the truth is a tenth of that of a run.
                *missed += u64::from(truth.share < share.within.lo || truth.share > share.within.hi);
            }
        }
        eprintln!("{}: {missed:?} of {RUNS} missed", about.system);
        let most = most_missed(RUNS, missed.len() * examples.len());
        assert!(missed.iter().all(|missed| *missed <= most), "{}: {missed:?}", about.system);
    }
}

/// Ogres that the Knight beats more and more rarely.
#[test]
fn splitting_finds_the_exact_probability_of_rare_ends() {
    let mut seen = Vec::new();
    for hp in [40, 60, 80, 100] {
        let ogre = format!("hp = {hp}\nhit = 8\ndodge = 6\nattack = 15\ndefense = 9\naction_value = 8\n");
        let duel = Duel { head: "", sides: ["heroes", "monsters"], knight: KNIGHT, ogre: &ogre, end: "" };
        let scenario = load_text("duel", &duel.text()).expect("a scenario");
        let engine = scenario.engine();
        let truth = exact_win(engine);
        let event = parse("win(heroes)", &engine.about()).expect("an event");
        let found = rare(engine, SEED, &event).expect("fights that go on");
        let within = found.within.expect("it is reached");
        // Four half widths: the spread of 32 replications of what is skewed.
        let far = (found.p - truth).abs() / within.half();
        eprintln!("hp {hp}: exactly {truth:.3e}, found {found}, {far:.2} half widths");
        assert!(far < 2.0, "hp {hp}: {truth:.3e} and {found}");
        assert_eq!(rare(engine, SEED, &event), Some(found), "the same again");
        seen.push(truth);
    }
    assert!(seen.iter().any(|p| *p < 1e-6), "nothing was rare: {seen:?}");
}
