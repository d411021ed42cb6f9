//! Win rates with luck taken out hold the exact ones, shares of luck those of many fights, and splitting finds the
//! exact probability of rare ends.

use core::sync::atomic::AtomicBool;
use std::path::Path;

use fray_sim::compare::{ComparisonSettings, Seats, Streams, Until, compare};
use fray_sim::exact::{self, solve};
use fray_sim::luck::Luck;
use fray_sim::play::engine::Engine;
use fray_sim::play::luck::FIRST;
use fray_sim::play::run::run_alone;
use fray_sim::rare::{parse, rare};
use fray_sim::scenario::{Options, Scenario, load_scenario, load_text};
use statrs::distribution::{Binomial, DiscreteCDF};

/// The rate of false alarms of each test, over random seeds.
const ALPHA: f64 = 1e-4;
const SEED: u64 = 2016;

fn exact_win(engine: &dyn Engine) -> f64 {
    let solved = solve(engine, "", &exact::Options::default(), &AtomicBool::new(false)).expect("in reach");
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
    const RUNS: u64 = 100;
    // More than those whose accounts are multiplied.
    const FIGHTS: u64 = 2 * FIRST;
    let examples = examples();
    for scenario in &examples {
        let (engine, about) = (scenario.engine(), scenario.engine().about());
        let truth = exact_win(engine);
        let (mut n, mut missed, mut plain, mut sharper) = (0, 0, 0.0, 0.0);
        for run in 0..RUNS {
            let totals = run_alone(engine, SEED + run, 0..FIGHTS).expect("no broken fight");
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

/// The errors of the differences with luck taken out that a change makes, in so many comparisons.
struct Errors {
    n: u64,
    missed: u64,
    /// By comparison.
    sharper: Vec<f64>,
    /// The sums of the squared errors, sharper and plainly.
    squares: [f64; 2],
}

/// Compares a fight within reach of an exact answer with one in which something is set.
fn differences(file: &str, set: &str, runs: u64, pairs: u64) -> Errors {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let load = |sets: &[&str]| {
        let sets = sets.iter().map(|set| ("--set".to_owned(), (*set).to_owned())).collect();
        load_scenario(&path, &Options { sets, ..Options::default() }).expect("a scenario")
    };
    let both = [load(&[]), load(&[set])];
    let [a, b] = both.each_ref().map(|scenario| scenario.engine());
    let truth = exact_win(b) - exact_win(a);
    assert!(truth.abs() > 0.01, "the change does something: {truth}");
    let mut errors = Errors { n: 0, missed: 0, sharper: Vec::new(), squares: [0.0; 2] };
    for run in 0..runs {
        let compared = compare(
            a,
            b,
            &ComparisonSettings {
                streams: [Streams { seed: SEED + run, seats: Seats::Listed }; 2],
                range: 0..pairs,
                until: Until::End,
                metric: None,
                delta: None,
                alpha: 0.05,
                stop: &AtomicBool::new(false),
                played: &|_| {},
            },
        )
        .expect("versions of a scenario");
        let Some(adjusted) = compared.sharper else { continue };
        let within = compared.sharper_interval().expect("an interval");
        let plainly = compared.primary().estimate.expect("an estimate").diff;
        errors.n += 1;
        errors.missed += u64::from(!within.has(truth));
        errors.sharper.push(adjusted.value - truth);
        errors.squares[0] += (adjusted.value - truth).powi(2);
        errors.squares[1] += (plainly - truth).powi(2);
    }
    let Errors { n, missed, squares: [sharper, plain], .. } = &errors;
    eprintln!("{truth:.4}: {missed} of {n} missed, squared errors {plain:.6} and {sharper:.6}");
    assert!(*n > runs / 2, "luck explains what the change does: {n}");
    assert!(*missed <= most_missed(*n, 1), "{missed} of {n}");
    assert!(sharper < plain, "luck taken out makes it worse");
    errors
}

#[cfg(feature = "juso")]
#[test]
fn differences_with_luck_taken_out_hold_the_exact_one() {
    differences("crates/rules/games/juso/example.toml", "Brute.life=5", 40, 1_024);
}

/// The accounts of one pair in a few differ, and these are the pairs that end otherwise: slopes of the same pairs would be
/// far from independent of what they are used on.
#[test]
fn differences_with_luck_taken_out_have_no_bias() {
    let errors = differences("configs/night-wizard/duel.toml", "Ogre.hp=35", 400, 500).sharper;
    let n = errors.len() as f64;
    let mean = errors.iter().sum::<f64>() / n;
    let deviation = (errors.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
    // Four standard errors are passed once in 15,000 times.
    assert!(mean.abs() < 4.0 * deviation / n.sqrt(), "{n} differences are {mean} off, each {deviation}");
}

#[test]
fn shares_of_luck_hold_those_of_many_fights() {
    const RUNS: u64 = 100;
    const FIGHTS: u64 = 2_000;
    let examples = examples();
    for scenario in &examples {
        let (engine, about) = (scenario.engine(), scenario.engine().about());
        let many = run_alone(engine, SEED - 1, 0..100 * FIGHTS).expect("no broken fight");
        let truth = Luck::of(&about, &many).map(|luck| luck.shares(0)).unwrap_or_default();
        // Of shares that are next to nothing the interval begins at 0 and says so.
        let truth: Vec<_> = truth.iter().filter(|share| share.share > 0.02).collect();
        let all: f64 = truth.iter().map(|share| share.share).sum();
        assert!(all <= 1.0, "{}: shares add up to {all}", about.system);
        let mut missed = vec![0; truth.len()];
        for run in 0..RUNS {
            let totals = run_alone(engine, SEED + run, 0..FIGHTS).expect("no broken fight");
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/duel.toml");
    let ogres = [[60, 30, 7], [100, 30, 7], [100, 40, 12], [160, 40, 14], [200, 60, 16]];
    let mut rarest: f64 = 1.0;
    for [hp, attack, hit] in ogres {
        let sets = [("hp", hp), ("attack", attack), ("hit", hit)];
        let sets = sets.map(|(stat, value)| ("--set".to_owned(), format!("Ogre.{stat}={value}")));
        let options = Options { sets: sets.to_vec(), ..Options::default() };
        let scenario = load_scenario(&path, &options).expect("a scenario");
        let engine = scenario.engine();
        let truth = exact_win(engine);
        let event = parse("win(wizards)", &engine.about()).expect("an event");
        let found = rare(engine, SEED, &event).expect("fights that go on");
        let within = found.within.expect("it is reached");
        // In half widths of a 95 % interval of 32 replications: two of them are passed once in 3,000 times.
        let far = (found.p - truth).abs() / within.half();
        eprintln!("hp {hp}: exactly {truth:.3e}, found {found}, {far:.2} half widths");
        assert!(far < 2.0, "hp {hp}: {truth:.3e} and {found}");
        rarest = rarest.min(truth);
    }
    assert!(rarest < 1e-7, "nothing was rare: {rarest:e}");
}

/// Who dropped was put out of the fight at least once, as in every table: in Night Wizard some of them live and stand at
/// the end.
#[test]
fn splitting_means_what_the_metrics_of_the_same_name_mean() {
    for scenario in examples() {
        let (engine, about) = (scenario.engine(), scenario.engine().about());
        let solved =
            solve(engine, "", &exact::Options::default(), &AtomicBool::new(false)).expect("in reach");
        let unit = &about.roster.units[0].name;
        for metric in ["dropped", "died"] {
            let is = |row: &&exact::report::MetricRow| {
                row.unit.as_ref() == Some(unit)
                    && row.side == about.roster.sides[0].name
                    && row.metric == metric
            };
            // Nobody dies in some games.
            let Some(truth) = solved.metrics.iter().find(is).map(|row| row.mean) else { continue };
            let event = parse(&format!("{metric}({unit})"), &about).expect("an event");
            let found = rare(engine, SEED, &event).expect("fights that go on");
            let within = found.within.expect("it is reached");
            // Two half widths are passed once in 3,000 times.
            let far = (found.p - truth).abs() / within.half();
            assert!(far < 2.0, "{}: {metric}({unit}) is {truth}, found {found}", about.system);
        }
    }
}

#[test]
fn splitting_says_the_same_on_any_threads() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/duel.toml");
    let scenario = load_scenario(&path, &Options::default()).expect("a scenario");
    let engine = scenario.engine();
    let event = parse("died(Knight)", &engine.about()).expect("an event");
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| rare(engine, SEED, &event))
    };
    assert!(on(1).is_some_and(|found| found.within.is_some()));
    assert_eq!(on(1), on(3));
}
