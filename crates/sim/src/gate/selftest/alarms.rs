//! The rate of alarms of the gate: where nothing changed, and where something did.

use super::{Plan, Row, row};
use crate::control::Control;
use crate::gate::Verdict;
use crate::gate::drift::Strictness;
use crate::gate::family::{Family, Observed};
use crate::gate::point::{Point, Replay, Settings};
use crate::gate::report::{PlayedPoint, Report};
use crate::gate::suite::{Mode, Suite};
use crate::play::run::Broken;
use crate::stats::beta::{Unit, tails};
use core::sync::atomic::{AtomicBool, Ordering};

/// No interval may cover significantly less than this.
pub(super) const LEAST: f64 = 0.94;

/// The probability of at most `k` events among `n` with probability `p`.
pub(super) fn at_most(k: u64, n: u64, p: f64) -> f64 {
    if k >= n { 1.0 } else { tails((k + 1) as f64, (n - k) as f64, Unit::new(p)).1 }
}

/// The fights of the gate's first look.
pub(super) const FIRST_LOOK: u64 = 2_048;

/// The tolerance of the gate for rates.
pub(super) const DELTA: f64 = 0.02;

/// Measures how often the gate passes when nothing has changed, and how often it finds a win rate that
/// moved by three of its tolerances.
///
/// # Errors
/// The first fight that broke an invariant, with its seed.
pub fn gate(point: &mut Point, plan: &Plan, stop: &AtomicBool) -> Result<[Row; 2], (u64, Broken)> {
    const BASELINE: u64 = 100 * FIRST_LOOK;
    let watch = Control { stop, played: &|_| {} };
    let made = point.baseline(plan.seed, BASELINE, "selftest", watch);
    point.baseline = made.map_err(|broken| (plan.seed, broken))?;
    let (runs, failed) = null_runs(point, plan, plan.null_runs, stop)?;
    let quiet = row("null runs of the gate without an alarm", runs, runs - failed, 1.0 - plan.alpha);
    if let Some(baseline) = &mut point.baseline {
        baseline.families.iter_mut().filter(|family| family.metric == "win_rate").for_each(moved);
    }
    let (runs, found) = null_runs(point, plan, plan.null_runs.div_ceil(10).max(50), stop)?;
    Ok([quiet, row("drifts of three tolerances found", runs, found, 1.0 - 1e-3)])
}

/// Moves a rate of a baseline by three tolerances, towards one half.
fn moved(family: &mut Family) {
    if let Observed::Rate { n, events } = &mut family.observed {
        let by = (3.0 * DELTA * *n as f64) as u64;
        *events = if *events * 2 > *n { *events - by } else { *events + by };
    }
}

/// Judges a point on fresh fights of its own scenario again and again: how often, and how often the
/// gate failed.
pub(super) fn null_runs(
    point: &Point,
    plan: &Plan,
    runs: u64,
    stop: &AtomicBool,
) -> Result<(u64, u64), (u64, Broken)> {
    let watch = Control { stop, played: &|_| {} };
    let suite = Suite {
        path: std::path::PathBuf::new(),
        title: String::new(),
        alpha: plan.alpha,
        mode: Mode::Stat,
        delta: DELTA,
        max_fights: 64 * FIRST_LOOK,
        points: Vec::new(),
    };
    let (mut judgements, mut failed) = (0, 0);
    for run in 0..runs {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let terms = Settings {
            mode: Mode::Stat,
            strict: Strictness { alpha: suite.alpha, tests: point.tests(), delta: suite.delta },
            first_look: FIRST_LOOK,
            max_fights: suite.max_fights,
            seed: Some(plan.seed.wrapping_add(1 + run)),
            replay: Replay::Prefix,
        };
        let judged = point.judge(&terms, watch)?;
        if judged.interrupted {
            break;
        }
        let played = PlayedPoint { judged, ..PlayedPoint::default() };
        judgements += 1;
        failed += u64::from(Report::new(&suite, vec![played], point.tests()).verdict() == Verdict::Fail);
    }
    Ok((judgements, failed))
}
