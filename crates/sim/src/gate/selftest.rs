//! Measures the coverage of the intervals and the false alarms of the gate, on fights whose exact
//! results are known.

use core::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::Serialize;

use crate::exact::ExactReport;
use crate::gate::Verdict;
use crate::gate::drift::Strictness;
use crate::gate::point::{Point, Terms, Watch};
use crate::gate::report::{PlayedPoint, Report};
use crate::gate::suite::{Mode, Suite};
use crate::play::engine::Engine;
use crate::play::run::{Broken, run_alone};
use crate::stats::{Interval, Rate, mean_interval, quantile_bounds};
use crate::tables::format::Number;
use crate::totals::{About, MetricTotals, Totals};

/// The size of a selftest.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The number of runs whose intervals are compared with the exact results.
    pub runs: u64,
    /// The number of fights of each run.
    pub fights: u64,
    /// Simulated runs of the gate in which nothing changed; any failure is a false alarm.
    pub null_runs: u64,
    /// The probability of a false alarm that the gate claims.
    pub alpha: f64,
    /// The first seed.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { runs: 2_000, fights: 1_000, null_runs: 500, alpha: 0.05, seed: 1 }
    }
}

/// A claimed rate and its measurement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What was measured.
    pub what: String,
    /// The number of tries.
    pub tries: u64,
    /// The number of intervals that covered the exact result, or of null runs without an alarm.
    pub held: u64,
    /// The rate that is claimed.
    pub promised: f64,
    /// The rate that was measured.
    pub measured: Number,
    /// The lowest rate that is compatible with the claim: if the claim is true, one measurement in a
    /// thousand is below.
    pub least: Number,
    /// Whether the measurement is compatible with the claim.
    pub kept: bool,
}

fn row(what: impl Into<String>, tries: u64, held: u64, promised: f64) -> Row {
    let spread = (promised * (1.0 - promised) / tries.max(1) as f64).sqrt();
    let measured = held as f64 / tries.max(1) as f64;
    // The 0.1 % quantile of the normal approximation, with a continuity correction.
    let least = promised - 3.090_232 * spread - 0.5 / tries.max(1) as f64;
    Row {
        what: what.into(),
        tries,
        held,
        promised,
        measured: Number::from(measured),
        least: Number::from(least),
        kept: measured >= least,
    }
}

/// A quantity with an exact value and an interval in every run.
struct Checked {
    what: String,
    truth: f64,
    within: fn(&Totals, usize) -> Option<Interval>,
    at: usize,
}

/// The quantities whose exact values are known.
fn checked(about: &About, exact: &ExactReport) -> Vec<Checked> {
    let mut all = Vec::new();
    for (i, side) in about.roster.sides.iter().enumerate() {
        all.push(Checked {
            what: format!("win_rate({})", side.name),
            truth: exact.win(&side.name),
            within: |totals, side| Rate { events: totals.wins(side), n: totals.fights }.interval(),
            at: i,
        });
    }
    let within = |totals: &Totals, _| mean_interval(&totals.rounds());
    all.push(Checked { what: "rounds".to_owned(), truth: exact.rounds_mean, within, at: 0 });
    for percent in [50, 95] {
        all.push(Checked {
            what: format!("p{percent}(rounds)"),
            truth: f64::from(quantile_of_rounds(exact, percent)),
            within: |totals, percent| {
                let (lo, hi) = quantile_bounds(&totals.rounds(), percent as u32)?;
                Some(Interval { lo: lo as f64, hi: hi as f64 })
            },
            at: percent as usize,
        });
    }
    for (id, unit) in about.roster.each() {
        let side = &about.roster.sides[unit.side.idx()].name;
        for (m, info) in about.metrics.iter().enumerate() {
            let is = |row: &&crate::exact::report::MetricRow| {
                row.side == *side && row.unit.as_deref() == Some(&unit.name) && row.metric == info.name
            };
            let Some(row) = exact.metrics.iter().find(is).filter(|row| row.mean > 0.05) else { continue };
            all.push(Checked {
                what: format!("{}({})", info.name, unit.name),
                truth: row.mean,
                within: |totals, at| match &totals.units[at >> 16].metrics[at & 0xffff] {
                    MetricTotals::Histogram(values) => mean_interval(values),
                    _ => None,
                },
                at: id.idx() << 16 | m,
            });
        }
    }
    all
}

fn quantile_of_rounds(exact: &ExactReport, percent: u32) -> u32 {
    let last = exact.rounds.iter().map(|row| row.round).max().unwrap_or(0);
    let mut sum = 0.0;
    (0..=last)
        .find(|&round| {
            sum += exact.ends_in(round);
            sum * 100.0 >= f64::from(percent)
        })
        .unwrap_or(last)
}

/// Measures the coverage of the 95 % intervals of a scenario.
///
/// # Errors
/// The first fight of a run that broke an invariant, with the run's seed.
pub fn coverage(
    engine: &dyn Engine,
    about: &About,
    exact: &ExactReport,
    plan: &Plan,
    stop: &AtomicBool,
) -> Result<Vec<Row>, (u64, Broken)> {
    let checked = checked(about, exact);
    let none = || vec![(0, 0); checked.len()];
    let one = |run: u64| {
        if stop.load(Ordering::Relaxed) {
            return Ok(none());
        }
        let seed = plan.seed.wrapping_add(run);
        let totals = run_alone(engine, seed, 0..plan.fights).map_err(|broken| (seed, broken))?;
        let held = checked.iter().map(|checked| {
            (checked.within)(&totals, checked.at)
                .map_or((0, 0), |within| (1, u64::from(within.has(checked.truth))))
        });
        Ok(held.collect())
    };
    let add = |a: Vec<(u64, u64)>, b: Vec<(u64, u64)>| {
        Ok(a.iter().zip(&b).map(|(a, b)| (a.0 + b.0, a.1 + b.1)).collect())
    };
    let counts = (0..plan.runs).into_par_iter().map(one).try_reduce(none, add)?;
    let name = |checked: &Checked| format!("95 % interval of {}", checked.what);
    Ok(checked.iter().zip(counts).map(|(checked, (n, held))| row(name(checked), n, held, 0.95)).collect())
}

/// Measures how often the gate passes when nothing has changed.
///
/// # Errors
/// The first fight that broke an invariant, with its seed.
pub fn null_runs(point: &mut Point, plan: &Plan, stop: &AtomicBool) -> Result<Row, (u64, Broken)> {
    const FIRST_LOOK: u64 = 2_048;
    const BASELINE: u64 = 100 * FIRST_LOOK;
    let watch = Watch { stop, played: &|_| {} };
    let made = point.baseline(plan.seed, BASELINE, "selftest", watch);
    point.baseline = made.map_err(|broken| (plan.seed, broken))?;
    let suite = Suite {
        path: std::path::PathBuf::new(),
        title: String::new(),
        alpha: plan.alpha,
        mode: Mode::Stat,
        delta: 0.02,
        max_fights: 64 * FIRST_LOOK,
        points: Vec::new(),
    };
    let (mut n_runs, mut n_passed) = (0, 0);
    for run in 0..plan.null_runs {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let terms = Terms {
            mode: Mode::Stat,
            strict: Strictness { alpha: suite.alpha, tests: point.tests(), delta: suite.delta },
            first_look: FIRST_LOOK,
            max_fights: suite.max_fights,
            seed: Some(plan.seed.wrapping_add(1 + run)),
        };
        let judged = point.judge(&terms, watch)?;
        if judged.interrupted {
            break;
        }
        let played = PlayedPoint { judged, arguments: String::new(), file: String::new() };
        n_runs += 1;
        n_passed += u64::from(Report::new(&suite, vec![played], point.tests()).verdict() != Verdict::Fail);
    }
    Ok(row("null runs of the gate without an alarm", n_runs, n_passed, 1.0 - plan.alpha))
}
