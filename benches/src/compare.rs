//! The cost of a comparison: a pair of fights on the same dice against two sampled fights.

use core::sync::atomic::AtomicBool;
use std::path::Path;

use fray_sim::compare::sums::Sums;
use fray_sim::compare::{ComparisonSettings, Seats, Streams, Until, compare};
use fray_sim::play::run::run_alone;
use fray_sim::scenario::{Options, load_scenario};

use crate::measure::{Spread, cpu_ns};
use crate::{REPEATS, SEED};

/// Scenarios of `configs`, each with the pairs of a repeat.
const SCENARIOS: [(&str, u64); 4] = [
    ("night-wizard/duel", 20_000),
    ("night-wizard/brawl", 5_000),
    ("night-wizard/party", 2_000),
    ("juso/duel", 20_000),
];

pub(crate) fn print() {
    static NEVER: AtomicBool = AtomicBool::new(false);
    // The clock is that of one thread, so everything is played on it.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool");
    println!("CPU of a pair of compare / CPU of two sampled fights (bar 5, goal 2.2)");
    for (name, n) in SCENARIOS {
        let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs");
        let path = configs.join(name).with_extension("toml");
        let scenario = load_scenario(&path, &Options::default()).expect("a scenario of the repository");
        let engine = scenario.engine();
        let order = ComparisonSettings {
            streams: [Streams { seed: SEED, seats: Seats::Listed }; 2],
            range: 0..n,
            until: Until::End,
            metric: None,
            delta: None,
            alpha: 0.01,
            stop: &NEVER,
            played: &|_| {},
        };
        let ratios = (0..REPEATS).map(|_| {
            let (mut compared, mut totals) = (None, None);
            let pair = cpu_ns(|| compared = pool.install(|| compare(engine, engine, &order)).ok());
            let fights = cpu_ns(|| totals = run_alone(engine, SEED, 0..n).ok());
            let (compared, totals) = (compared.expect("no fight breaks"), totals.expect("no fight breaks"));
            let Sums::Plain(wins) = compared.sums[compared.primary] else { panic!("a win rate") };
            assert_eq!(wins.a, u128::from(totals.wins(0)), "both play the same fights");
            pair / (2.0 * fights)
        });
        println!("  {name:20} {}", Spread::of(ratios));
    }
}
