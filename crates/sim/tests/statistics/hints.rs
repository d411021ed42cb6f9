//! How often a hint is wrong: it says that a tactic is worth so much at least, and that is more than five points.
//!
//! Of every game that is compiled the example is played with other seeds. What a hint says is held against the
//! exact answer, or the pairs of a long run.

use core::sync::atomic::AtomicBool;
use std::collections::BTreeMap;

use cpu_time::ProcessTime;
use fray_sim::compare::{ComparisonSettings, Seats, Streams, Until, compare};
use fray_sim::control::Control;
use fray_sim::play::run::run_alone;
use fray_sim::scenario::{Options, Scenario, files_of, load_scenario};
use fray_sim::vary::hints::hints;
use statrs::distribution::{Binomial, DiscreteCDF};

use crate::support::config_folders;

/// Runs of each scenario.
const RUNS: u64 = 6;

/// The fights of a run: its look has a fifth of them.
const FIGHTS: u64 = 100_000;

/// The probability that a right program fails the test of a scenario.
const ALARM: f64 = 1e-4;

/// By how much the win rate of a side is higher with a tactic.
fn gain(base: &Scenario, with: &Scenario, side: &str) -> f64 {
    let order = ComparisonSettings {
        streams: [Streams { seed: 1 << 40, seats: Seats::Listed }; 2],
        range: 0..100_000,
        until: Until::End,
        metric: None,
        delta: None,
        alpha: 0.01,
        stop: &AtomicBool::new(false),
        played: &|_| {},
    };
    let found = compare(base.engine(), with.engine(), &order).expect("no invariant breaks");
    let is_it = |name: &fray_sim::compare::MetricName| {
        name.metric == "win_rate" && name.side.as_deref() == Some(side) && name.unit.is_none()
    };
    let row = found.metrics.iter().find(|metric| is_it(&metric.named)).expect("a win rate");
    row.estimate.expect("fights").diff
}

/// The share of a look in the time of a run, over the scenarios of the repository: measured on demand, as time
/// depends on the machine. `FRAY_HINTS=50000` plays runs of so many fights.
#[test]
fn a_look_takes_a_fifth_of_a_run_at_most() {
    let Ok(fights) = std::env::var("FRAY_HINTS") else { return };
    let fights: u64 = fights.parse().expect("a number");
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let (mut shares, mut named) = (Vec::new(), 0);
    for folder in config_folders() {
        for path in files_of(&folder).expect("a folder") {
            let options = Options::default();
            let Ok(base) = load_scenario(&path, &options) else { continue };
            one.install(|| {
                let began = ProcessTime::now();
                run_alone(base.engine(), 1, 0..fights).expect("no invariant breaks");
                let run = began.elapsed().as_secs_f64();
                let stop = AtomicBool::new(false);
                let began = ProcessTime::now();
                let found = hints(&base, (1, fights), Control { stop: &stop, played: &|_| {} });
                let share = began.elapsed().as_secs_f64() / run;
                println!("{share:.3} of {run:.3} s, {} hints: {}", found.len(), path.display());
                named += usize::from(!found.is_empty());
                shares.push(share);
            });
        }
    }
    shares.sort_by(f64::total_cmp);
    let (middle, most) = (shares[shares.len() / 2], shares[shares.len() - 1]);
    println!("{} scenarios, {named} with hints: {middle:.3} in the middle, {most:.3} at most", shares.len());
    // A clock is no judge of a few hundredths.
    assert!(most <= 0.25, "{most} of a run");
}

#[test]
fn hints_are_wrong_as_seldom_as_they_say() {
    let distribution = Binomial::new(0.05, RUNS).expect("a binomial distribution");
    let most = (0..=RUNS).find(|&k| distribution.sf(k) < ALARM).expect("a bound");
    for info in fray_rules::GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("example.toml");
        std::fs::write(&path, info.example).expect("a file");
        // Short fights, in which few tactics matter; and the example as it is.
        for rounds in [Some(1), None] {
            let sets = rounds.map(|rounds| ("--set".to_owned(), format!("run.max_rounds={rounds}")));
            let options = Options { sets: sets.into_iter().collect(), ..Options::default() };
            let base = load_scenario(&path, &options).expect("the example");
            let mut gains: BTreeMap<String, f64> = BTreeMap::new();
            let (mut wrong, mut named) = (0, 0);
            for seed in 0..RUNS {
                let stop = AtomicBool::new(false);
                let watch = Control { stop: &stop, played: &|_| {} };
                let found = hints(&base, (seed, FIGHTS), watch);
                let is_wrong = |hint: &fray_sim::vary::hints::Hint| {
                    let truth = *gains.entry(format!("{} {}", hint.side, hint.set)).or_insert_with(|| {
                        let mut with = options.clone();
                        with.sets.push(("--set".to_owned(), hint.set.clone()));
                        gain(&base, &load_scenario(&path, &with).expect("a switch"), &hint.side)
                    });
                    truth < hint.at_least
                };
                named += u64::from(!found.is_empty());
                // The hints of a run hold together.
                wrong += u64::from(found.iter().map(is_wrong).filter(|wrong| *wrong).count() > 0);
            }
            let of = format!("{} with {rounds:?} rounds", info.name());
            println!("{of}: {named} of {RUNS} runs name a tactic, {wrong} of them falsely");
            assert!(wrong <= most, "{of}: {wrong} of {RUNS} runs are wrong, {most} allowed");
            // Where nothing is worth five points, nothing is named but by error.
            let matters = gains.values().any(|gain| *gain > 0.05);
            assert!(
                matters || named <= most,
                "{of}: {named} of {RUNS} name a tactic, and none matters: {gains:?}"
            );
        }
    }
}
