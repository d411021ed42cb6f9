//! Coverage of the differences of a fixed number of pairs: of a scenario and versions of it in which one
//! number is one more.

use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{Plan, Row, row, worst};
use crate::compare::{
    Comparison, ComparisonSettings, MetricKind, MetricName, NoComparison, Seats, Streams, Until, compare,
};
use crate::play::engine::Engine;
use crate::play::run::Broken;
use crate::scenario::{BuiltScenario, Scenario};
use crate::vary::weights::unit_numbers;

/// The pairs of a comparison that is judged.
const PAIRS: u64 = 400;

/// The numbers that are tried to find those that matter little and much.
const TRIED: usize = 16;

/// Plays pairs of two scenarios; those of B have the dice of the seed `other`.
pub(super) fn paired(
    [a, b]: [&dyn Engine; 2],
    seeds: [u64; 2],
    pairs: u64,
    stop: &AtomicBool,
) -> Result<Comparison, (u64, Broken)> {
    let order = ComparisonSettings {
        streams: seeds.map(|seed| Streams { seed, seats: Seats::Listed }),
        range: 0..pairs,
        until: Until::End,
        metric: None,
        delta: None,
        alpha: crate::stats::ALPHA,
        stop,
        played: &|_| {},
    };
    compare(a, b, &order).map_err(|no| match no {
        NoComparison::Broken(pair) => (seeds[0], pair.broken),
        no => unreachable!("versions of a scenario share their win rates: {no:?}"),
    })
}

/// How many of a few pairs differ, what is set, and the scenario with it.
pub(super) type Version = (u64, String, BuiltScenario);

/// Versions of the scenario with one more of a number, by how many of a few pairs differ in any metric at
/// most; without those that change nothing.
pub(super) fn versions(
    base: &Scenario,
    plan: &Plan,
    stop: &AtomicBool,
) -> Result<Vec<Version>, (u64, Broken)> {
    let mut all = Vec::new();
    for number in unit_numbers(base).into_iter().take(TRIED) {
        let Some(set) = number.set(1) else { continue };
        let Some(version) = base.with_sets(core::slice::from_ref(&set)) else { continue };
        let found = paired([base.engine(), version.engine()], [plan.seed; 2], 256, stop)?;
        let differ = found.discordant();
        if differ > 0 && found.only_a.is_empty() && found.only_b.is_empty() {
            all.push((differ, set, version));
        }
    }
    all.sort_by_key(|(differ, ..)| *differ);
    Ok(all)
}

/// Measures the coverage of the intervals of differences, by kind of metric, where few pairs differ and where
/// many do, and how often a p-value is at most 5 % where there is no difference. The truth is that of a
/// hundred times the pairs.
///
/// # Errors
/// The first fight that broke an invariant, with its seed.
pub fn differences(base: &Scenario, plan: &Plan, stop: &AtomicBool) -> Result<Vec<Row>, (u64, Broken)> {
    let mut versions = versions(base, plan, stop)?;
    let most = versions.pop();
    let least = (!versions.is_empty()).then(|| versions.swap_remove(0));
    let mut by_kind: BTreeMap<&str, Vec<(String, u64, u64)>> = BTreeMap::new();
    let mut seen = [0, 0];
    for (_, set, version) in least.iter().chain(&most) {
        let engines = [base.engine(), version.engine()];
        let seed = plan.seed.wrapping_sub(1);
        let long = paired(engines, [seed; 2], 100 * PAIRS, stop)?;
        let truth: Vec<Option<f64>> =
            long.metrics.iter().map(|metric| metric.estimate.map(|estimate| estimate.diff)).collect();
        let sharper = |of: &Comparison| truth[long.primary].zip(of.sharper_interval());
        // By metric, and last the win rate with luck taken out.
        let one = |run: u64| -> Result<Vec<Option<bool>>, (u64, Broken)> {
            let seed = plan.seed.wrapping_add(run);
            let found = paired(engines, [seed; 2], PAIRS, stop)?;
            let held =
                found.metrics.iter().zip(&truth).map(|(metric, truth)| {
                    metric.within.zip(*truth).map(|(within, truth)| within.has(truth))
                });
            let of_luck = sharper(&found).map(|(truth, within)| within.has(truth));
            Ok(held.chain([of_luck]).collect())
        };
        let all: Vec<Vec<Option<bool>>> =
            (0..plan.compared_runs).into_par_iter().map(one).collect::<Result<_, _>>()?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        let mut add = |kind: &'static str, named: &MetricName, at: usize| {
            let known = || all.iter().filter_map(|run| run[at]);
            let held = known().filter(|held| *held).count() as u64;
            let name = format!("{named} with {set}");
            by_kind.entry(kind).or_default().push((name, known().count() as u64, held));
        };
        for (at, metric) in long.metrics.iter().enumerate() {
            add(kind(metric.kind), &metric.named, at);
        }
        add("a win rate with luck taken out", &long.primary().named, long.metrics.len());
    }
    // The scenario against itself, on other dice.
    let alone = |run: u64| {
        let seed = plan.seed.wrapping_add(run);
        paired([base.engine(); 2], [seed, seed.wrapping_add(1 << 32)], PAIRS, stop)
    };
    for run in (0..plan.compared_runs).into_par_iter().map(alone).collect::<Result<Vec<_>, _>>()? {
        seen[0] += 1;
        seen[1] += u64::from(run.primary().p.is_none_or(|p| p > crate::stats::ALPHA));
    }
    let mut rows: Vec<Row> =
        by_kind.iter().filter_map(|(kind, all)| worst(&format!("the difference of {kind}"), all)).collect();
    rows.push(row("comparisons of a scenario with itself without p <= 5 %", seen[0], seen[1], 0.95));
    Ok(rows)
}

fn kind(kind: MetricKind) -> &'static str {
    match kind {
        MetricKind::Rate => "a rate of fights",
        MetricKind::Mean => "a count",
        MetricKind::RateOfTries => "a rate of tries",
        MetricKind::MeanOfObservations => "a mean of observations",
    }
}
