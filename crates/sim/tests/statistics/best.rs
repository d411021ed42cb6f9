//! The search of the best tactics against exact answers: it finds the good tactic where a bad one was
//! planted, and its certificate seldom fails.

use core::sync::atomic::AtomicBool;
use std::path::{Path, PathBuf};

use fray_engine::roster::SideId;
use fray_sim::control::Control;
use fray_sim::exact::{self, solve};
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::vary::best::{Best, Requested, Settings, best};
use statrs::distribution::{Binomial, DiscreteCDF};

/// The seeds that are tried.
const SEEDS: u64 = 6;

/// The probability that a right program fails.
const ALARM: f64 = 1e-3;

/// A short duel, with the knight waiting as `delay` says.
fn duel(delay: &str) -> (PathBuf, Options, Scenario) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard/duel.toml");
    let delay = format!("Knight.tactics.delay={delay}");
    let sets = ["Knight.hp=5", "Ogre.hp=8", "run.max_rounds=6", delay.as_str()];
    let sets = sets.map(|set| ("--set".to_owned(), set.to_owned()));
    let options = Options { sets: sets.to_vec(), ..Options::default() };
    let base = load_scenario(&path, &options).expect("a scenario");
    (path, options, base)
}

fn win(scenario: &Scenario) -> f64 {
    let solved = solve(scenario.engine(), "duel", &exact::Options::default(), &AtomicBool::new(false));
    solved.expect("within reach").win("wizards")
}

fn found(seed: u64, threads: usize) -> Best {
    let (path, options, base) = duel("sit_out");
    let stop = AtomicBool::new(false);
    let asked = Requested { path: &path, options: &options, base: &base, side: SideId(0) };
    let watch = Control { stop: &stop, played: &|_| {} };
    let terms = Settings { seed, fresh_seed: seed + 1, fights: 1024, watch };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| best(asked, terms, &mut |_| {})).expect("no invariant breaks")
}

#[test]
fn a_planted_bad_tactic_gives_way_to_the_best_for_every_seed() {
    let exact = ["act", "hold", "sit_out"].map(|delay| (delay, win(&duel(delay).2)));
    let most = exact.iter().map(|(_, win)| *win).fold(0.0, f64::max);
    let planted = exact[2].1;
    assert!(most > planted + 0.1, "{exact:?}");
    let (mut certified, mut covered) = (0, 0);
    for seed in 0..SEEDS {
        let best = found(seed, 2);
        let (change, _) =
            best.changes.iter().find(|(change, _)| change.key == "delay").expect("it is changed");
        let of_value = exact.iter().find(|(delay, _)| *delay == change.value).expect("one of these").1;
        assert!((of_value - most).abs() < 1e-12, "seed {seed}: {} of {exact:?}", change.value);
        certified += u64::from(best.is_certified());
        if best.changes.len() == 1 {
            let within = best.total.expect("it was judged").metric.within.expect("an interval");
            covered += u64::from(within.has(most - planted));
        }
    }
    let distribution = Binomial::new(0.05, SEEDS).expect("a binomial distribution");
    let allowed = (0..=SEEDS).find(|&k| distribution.sf(k) < ALARM).expect("a bound");
    eprintln!("{certified} certified and {covered} covered of {SEEDS}, {allowed} may not be");
    assert!(certified + allowed >= SEEDS && covered + allowed >= SEEDS, "{certified}, {covered}");
}

#[test]
fn threads_move_no_figure() {
    let object = |threads| serde_json::to_string(&found(7, threads).object("duel", 7)).expect("an object");
    assert_eq!(object(1), object(2));
}
