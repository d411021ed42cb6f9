//! Exact against sampled: 100,000 fights from a fixed seed, every cell of the tally.
//!
//! A cell is met at most once a fight, so its count is binomial. Hoeffding's inequality (1963,
//! theorem 1) bounds both tails for every n and p, without an approximation: P(the share of n
//! fights is as far from p as x) <= exp(-n KL(x || p)) on either side. The cells of a fight share
//! an error rate of [`ALPHA`] by Bonferroni: a right program fails each of these tests for at
//! most one seed in a thousand, and these seeds pass.

use fray_engine::clocks::ClockSet;
use fray_engine::contract::System;
use fray_engine::metrics::{Kind, MetricSet};
use fray_sim::exact::ExactReport;
use fray_sim::play::engine::AsEngine;
use fray_sim::play::run::run;
use fray_sim::totals::{Histogram, MetricTotals, Plane, Totals};

const FIGHTS: u64 = 100_000;
const ALPHA: f64 = 1e-3;

/// A cell: what is counted, its exact probability, its count.
type Cell = (String, f64, u64);

/// The Kullback-Leibler divergence of two biased coins.
fn divergence(x: f64, p: f64) -> f64 {
    let part = |x: f64, p: f64| if x == 0.0 { 0.0 } else { x * (x / p).ln() };
    part(x, p) + part(1.0 - x, 1.0 - p)
}

fn assert_agree(cells: &[Cell]) {
    let bound = (2.0 * cells.len() as f64 / ALPHA).ln();
    for (what, p, count) in cells {
        let x = *count as f64 / FIGHTS as f64;
        // A probability of 1 is known to a last bit only.
        let far = FIGHTS as f64 * divergence(x, p.min(1.0));
        assert!(
            far <= bound || (x - p).abs() < 1e-12,
            "{what}: {count} of {FIGHTS} for {p}: {far:.1} > {bound:.1}"
        );
    }
}

/// The rows of the totals as the report has them.
fn cells<S: System>(system: &S, report: &ExactReport, totals: &Totals) -> Vec<Cell> {
    let roster = system.roster();
    let mut cells = Vec::new();
    let ends = |outcome: &'static str, side: Option<&str>, of: &Histogram, cells: &mut Vec<Cell>| {
        let is =
            |row: &&fray_sim::exact::report::RoundRow| row.outcome == outcome && row.side.as_deref() == side;
        let p_of =
            |round| report.rounds.iter().filter(is).find(|row| row.round == round).map_or(0.0, |row| row.p);
        let last = report.rounds.iter().filter(is).map(|row| row.round).max().unwrap_or(0);
        for round in 0..=last.max(of.largest().unwrap_or(0) as u32) {
            let count = of.get(round.into());
            cells.push((format!("{outcome} {side:?} in round {round}"), p_of(round), count));
        }
        let p: f64 = report.rounds.iter().filter(is).map(|row| row.p).sum();
        cells.push((format!("{outcome} {side:?}"), p, of.n()));
    };
    for (side, sums) in roster.sides.iter().zip(&totals.sides) {
        ends("win", Some(&side.name), &sums.wins, &mut cells);
    }
    ends("draw", None, &totals.draws, &mut cells);
    ends("timeout", None, &totals.timeouts, &mut cells);

    // By row of the report, the count; what the report lacks has probability 0.
    let mut counts = Vec::new();
    for (id, unit) in roster.each() {
        for (clock, sums) in S::Clock::ALL.iter().zip(&totals.units[id.idx()].clocks) {
            let mut plane = |view, what, plane: &Plane| {
                for (round, activation, count) in plane.each() {
                    let place = (unit.name.as_str(), clock.name, view, Some(round), Some(activation), what);
                    counts.push((place, count));
                }
            };
            for (&what, (every, first)) in clock.causes.iter().zip(sums.every.iter().zip(&sums.first)) {
                plane("every", what, every);
                plane("first", what, first);
            }
            plane("every", "censored", &sums.censored);
            counts.push(((unit.name.as_str(), clock.name, "first", None, None, "never"), sums.never));
        }
        let ends = &totals.units[id.idx()].round_ends;
        let of_end = [
            ("active", &ends.active),
            ("exhausted", &ends.exhausted),
            ("out", &ends.out),
            ("over", &ends.over),
        ];
        for (what, rounds) in of_end {
            for (round, count) in rounds.each() {
                let clock = S::Clock::ALL[0].name;
                counts.push(((unit.name.as_str(), clock, "round_end", Some(round), None, what), count));
            }
        }
    }
    let mut met = 0;
    for row in &report.exhaustion {
        let (round, activation) = (row.round.map(u64::from), row.activation.map(u64::from));
        let place = (row.unit.as_str(), row.clock, row.view, round, activation, row.what);
        let count = counts.iter().find(|(at, _)| *at == place).map_or(0, |cell| cell.1);
        met += u64::from(count > 0);
        cells.push((format!("{place:?}"), row.p, count));
    }
    let sampled = counts.iter().filter(|cell| cell.1 > 0).count() as u64;
    assert_eq!(met, sampled, "the tally met a cell whose exact probability is 0");
    cells
}

/// Means of counts, by the central limit theorem: 5 standard errors, beyond which a right mean
/// lies with less than 1e-6.
fn assert_means<S: System>(system: &S, report: &ExactReport, totals: &Totals) {
    let counts = || S::Metric::ALL.iter().enumerate().filter(|(_, info)| matches!(info.kind, Kind::Count));
    let check = |unit: Option<&str>, side: &str, metric: &str, of: &Histogram| {
        let is = |row: &&fray_sim::exact::report::MetricRow| {
            row.unit.as_deref() == unit && row.side == side && row.metric == metric
        };
        let exact = report.metrics.iter().find(is).map_or(0.0, |row| row.mean);
        let n = FIGHTS as f64;
        let mean = of.sum() as f64 / n;
        let variance = of.sum_of_squares() as f64 / n - mean * mean;
        let error = (variance / n).sqrt();
        assert!((mean - exact).abs() <= 5.0 * error + 1e-12, "{side} {unit:?} {metric}: {mean} for {exact}");
    };
    for (id, unit) in system.roster().each() {
        for (at, info) in counts() {
            let MetricTotals::Histogram(of) = &totals.units[id.idx()].metrics[at] else {
                panic!("a count has a histogram")
            };
            check(Some(&unit.name), system.roster().side(unit.side), info.name, of);
        }
    }
    for (side, sums) in system.roster().sides.iter().zip(&totals.sides) {
        for (at, info) in counts().filter(|_| side.units.len() > 1) {
            check(None, &side.name, info.name, &sums.counts[at]);
        }
    }
}

/// Holds sampled fights against their exact answer.
pub(crate) fn compare<S: AsEngine>(system: &S, report: &ExactReport, seed: u64) {
    let totals = run(system.as_engine(), seed, 0..FIGHTS, &|_| {}).expect("no fight breaks an invariant");
    assert_agree(&cells(system, report, &totals));
    assert_means(system, report, &totals);
}
