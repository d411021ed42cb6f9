//! The fights of the repository's scenarios, parted in any way, played by any number of threads,
//! stopped anywhere and added in any order: the bytes of the whole.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::path::Path;

use crate::support::Choices;
use fray_sim::output::Run;
use fray_sim::parts::merge::Merge;
use fray_sim::parts::{PartialRun, RunIdentity};
use fray_sim::play::run::{Control, Played, run_on};
use fray_sim::scenario::{Options, Scenario, load_scenario};
use fray_sim::totals::ranges::Ranges;
use rayon::{ThreadPool, ThreadPoolBuilder};

const SEED: u64 = 2016;

fn scenario(name: &str) -> Scenario {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/night-wizard");
    load_scenario(&configs.join(name), &Options::default()).expect("a scenario")
}

fn pools() -> Vec<ThreadPool> {
    [1, 2, 7].map(|n| ThreadPoolBuilder::new().num_threads(n).build().expect("threads")).into()
}

fn partial(scenario: &Scenario, asked: (u64, u64), played: Played) -> PartialRun {
    let run = Run {
        system: scenario.info.name().into(),
        rules_version: "1".into(),
        scenario: scenario.path.display().to_string(),
        scenario_hash: format!("{:016x}", scenario.hash),
        seed: SEED,
        range: asked,
        values: Vec::new(),
        clever: Vec::new(),
    };
    PartialRun { of: RunIdentity::new(&scenario.engine().about(), &scenario.stem, &run), asked, played }
}

fn part(scenario: &Scenario, (lo, hi): (u64, u64), pool: &ThreadPool) -> PartialRun {
    let stop = AtomicBool::new(false);
    let watch = Control { stop: &stop, played: &|_| {}, pause: &|_| {} };
    let play = || run_on(scenario.engine(), SEED, Played::default(), &Ranges::from(lo..hi), watch);
    partial(scenario, (lo, hi), pool.install(play).expect("no invariant breaks"))
}

#[test]
fn any_partition_played_by_any_threads_and_added_in_any_order_is_the_whole() {
    let pools = pools();
    let mut choices = Choices::new(11);
    for (name, fights, n_partitions) in
        [("duel.toml", 3000, 40), ("brawl.toml", 1100, 8), ("swarm.toml", 300, 8)]
    {
        let scenario = scenario(name);
        let whole = part(&scenario, (0, fights as u64), &pools[0]).encode();
        for partition in 0..n_partitions {
            let mut cuts: Vec<u64> =
                (0..choices.between(0, 9)).map(|_| choices.between(1, fights - 1) as u64).collect();
            cuts.extend([0, fights as u64]);
            cuts.sort_unstable();
            cuts.dedup();
            let mut ranges: Vec<_> = cuts.windows(2).map(|two| (two[0], two[1])).collect();
            for i in (1..ranges.len()).rev() {
                ranges.swap(i, choices.between(0, i as i64) as usize);
            }
            let mut merge = Merge::default();
            for &range in &ranges {
                // What is added is what a file gives back.
                let bytes = part(&scenario, range, choices.of(&pools)).encode();
                merge.add(&format!("{range:?}"), PartialRun::decode(&bytes).expect("a partial run"));
            }
            let sum = merge.finish().expect("they fit").expect("some").partial.encode();
            assert!(sum == whole, "{name}, partition {partition}: {ranges:?}");
        }
    }
}

/// Stopped after more pieces each time, with fights already there in the middle.
#[test]
fn a_run_that_is_stopped_again_and_again_ends_as_if_it_had_not_been() {
    let scenario = scenario("duel.toml");
    let pools = pools();
    let asked = (0, 60_000);
    let whole = part(&scenario, asked, &pools[1]).encode();
    let mut played = part(&scenario, (20_000, 20_500), &pools[0]).played;
    let mut n_stops = 0;
    loop {
        let missing = Ranges::from(asked.0..asked.1).without(&played.ranges);
        if missing.is_empty() {
            break;
        }
        let (stop, n_pieces) = (AtomicBool::new(false), AtomicUsize::new(0));
        let pause = |seen: &Played| {
            assert_eq!(seen.ranges.n(), seen.totals.fights, "what is shown is whole");
        };
        let played_piece = |_| {
            if n_pieces.fetch_add(1, Ordering::Relaxed) == n_stops {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let watch = Control { stop: &stop, played: &played_piece, pause: &pause };
        let before = played.ranges.n();
        let pool = &pools[n_stops % pools.len()];
        let go_on = || run_on(scenario.engine(), SEED, played, &missing, watch);
        played = pool.install(go_on).expect("no invariant breaks");
        assert!(played.ranges.n() > before, "a piece at least");
        n_stops += 1;
    }
    assert!(n_stops > 1, "it was stopped");
    assert!(partial(&scenario, asked, played).encode() == whole);
}

#[test]
fn a_stop_before_the_first_fight_plays_none() {
    let scenario = scenario("duel.toml");
    let stop = AtomicBool::new(true);
    let watch = Control { stop: &stop, played: &|_| panic!("played"), pause: &|_| panic!("shown") };
    let played = run_on(scenario.engine(), SEED, Played::default(), &Ranges::from(0..10), watch);
    assert_eq!(played, Ok(Played::default()));
}
