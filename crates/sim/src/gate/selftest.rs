//! Whether fray's intervals cover what they say, and whether its gate is as quiet as it says,
//! measured on fights whose exact answer is known.

use core::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::Serialize;

use crate::exact::ExactReport;
use crate::gate::Verdict;
use crate::gate::drift::Strictness;
use crate::gate::point::{Point, Terms, Watch};
use crate::gate::report::{Report, Told};
use crate::gate::suite::{Mode, Suite};
use crate::play::engine::Engine;
use crate::play::run::{Broken, run_alone};
use crate::stats::{Interval, Rate, mean_interval, quantile_bounds};
use crate::tables::format::Number;
use crate::totals::{About, MetricTotals, Totals};

/// What is measured how often.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Runs whose intervals are looked at.
    pub runs: u64,
    /// The fights of each.
    pub fights: u64,
    /// Quiet nights of the gate.
    pub nights: u64,
    /// The false alarms that the gate may raise, as a part of all nights.
    pub alpha: f64,
    /// The first seed.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { runs: 2_000, fights: 1_000, nights: 500, alpha: 0.05, seed: 1 }
    }
}

/// One promise and what was measured of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What was measured.
    pub what: String,
    /// How often it was tried.
    pub tries: u64,
    /// How often the interval held the truth, or the gate was quiet.
    pub held: u64,
    /// The part of the tries that is promised.
    pub promised: f64,
    /// The part that was measured.
    pub measured: Number,
    /// The least part that luck explains: one measurement in a thousand that is as promised lies
    /// below.
    pub least: Number,
    /// Whether the promise is kept.
    pub kept: bool,
}

fn row(what: impl Into<String>, tries: u64, held: u64, promised: f64) -> Row {
    let spread = (promised * (1.0 - promised) / tries.max(1) as f64).sqrt();
    let measured = held as f64 / tries.max(1) as f64;
    // The normal law's 0.1 % point, and half a try for its steps.
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

/// A number with a truth and an interval in every run.
struct Looked {
    what: String,
    truth: f64,
    within: fn(&Totals, usize) -> Option<Interval>,
    at: usize,
}

/// Everything of these rules whose truth is known.
fn looked(about: &About, exact: &ExactReport) -> Vec<Looked> {
    let mut all = Vec::new();
    for (i, side) in about.roster.sides.iter().enumerate() {
        all.push(Looked {
            what: format!("win_rate({})", side.name),
            truth: exact.win(&side.name),
            within: |totals, side| Rate { events: totals.wins(side), n: totals.fights }.interval(),
            at: i,
        });
    }
    let within = |totals: &Totals, _| mean_interval(&totals.rounds());
    all.push(Looked { what: "rounds".to_owned(), truth: exact.rounds_mean, within, at: 0 });
    for percent in [50, 95] {
        all.push(Looked {
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
            all.push(Looked {
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

/// Measures the coverage of the intervals of these rules.
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
    let looked = looked(about, exact);
    let none = || vec![(0, 0); looked.len()];
    let one = |run: u64| {
        if stop.load(Ordering::Relaxed) {
            return Ok(none());
        }
        let seed = plan.seed.wrapping_add(run);
        let totals = run_alone(engine, seed, 0..plan.fights).map_err(|broken| (seed, broken))?;
        let held = looked.iter().map(|looked| {
            (looked.within)(&totals, looked.at)
                .map_or((0, 0), |within| (1, u64::from(within.has(looked.truth))))
        });
        Ok(held.collect())
    };
    let add = |a: Vec<(u64, u64)>, b: Vec<(u64, u64)>| {
        Ok(a.iter().zip(&b).map(|(a, b)| (a.0 + b.0, a.1 + b.1)).collect())
    };
    let counts = (0..plan.runs).into_par_iter().map(one).try_reduce(none, add)?;
    let name = |looked: &Looked| format!("95 % interval of {}", looked.what);
    Ok(looked.iter().zip(counts).map(|(looked, (n, held))| row(name(looked), n, held, 0.95)).collect())
}

/// Measures how often the gate is quiet where nothing moved.
///
/// # Errors
/// The first fight that broke an invariant, with its seed.
pub fn quiet_nights(point: &mut Point, plan: &Plan, stop: &AtomicBool) -> Result<Row, (u64, Broken)> {
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
    let (mut nights, mut quiet) = (0, 0);
    for night in 0..plan.nights {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let terms = Terms {
            mode: Mode::Stat,
            strict: Strictness { alpha: suite.alpha, tests: point.tests(), delta: suite.delta },
            first_look: FIRST_LOOK,
            max_fights: suite.max_fights,
            seed: Some(plan.seed.wrapping_add(1 + night)),
        };
        let judged = point.judge(&terms, watch)?;
        if judged.interrupted {
            break;
        }
        let told = Told { judged, arguments: String::new(), file: String::new() };
        nights += 1;
        quiet += u64::from(Report::new(&suite, vec![told], point.tests()).verdict() != Verdict::Fail);
    }
    Ok(row("quiet nights of the gate", nights, quiet, 1.0 - plan.alpha))
}
