//! Exact answers in the place of fights, where enumerating a scenario is cheaper than sampling it.

use core::sync::atomic::AtomicBool;

use crate::compare::MetricName;
use crate::exact::report::MetricRow;
use crate::exact::{ExactReport, Options, solve};
use crate::play::engine::Engine;
use crate::scenario::Scenario;
use crate::stats::Interval;
use crate::stats::difference::Difference;

/// The largest probability that an exact answer may leave out.
const RESIDUAL: f64 = 1e-9;

/// Differences of exact values up to this are none: what enumeration adds up in another order differs in
/// the last digits.
pub(super) const EQUAL: f64 = 1e-12;

/// The exact answer of a scenario, if it takes no longer than some ten thousand fights.
pub(super) fn cheap_answer(scenario: &Scenario, stop: &AtomicBool) -> Option<ExactReport> {
    if scenario.is_plain() { cheap_answer_of(scenario.engine(), &scenario.stem, stop) } else { None }
}

/// The exact answer of a scenario, where no number of fights would be an answer: it may take some two seconds.
pub(super) fn only_answer(scenario: &Scenario, stop: &AtomicBool) -> Option<ExactReport> {
    let bounds = Options { max_paths: 20_000_000, max_steps: 500_000_000, ..Options::default() };
    let report =
        scenario.is_plain().then(|| solve(scenario.engine(), &scenario.stem, &bounds, stop).ok())??;
    (report.residual <= RESIDUAL).then_some(report)
}

/// As [`cheap_answer`], of what plays a scenario of this name.
pub(super) fn cheap_answer_of(engine: &dyn Engine, name: &str, stop: &AtomicBool) -> Option<ExactReport> {
    let bounds =
        Options { max_paths: 100_000, max_steps: 5_000_000, max_bytes: 1 << 28, ..Options::default() };
    let report = solve(engine, name, &bounds, stop).ok()?;
    (report.residual <= RESIDUAL).then_some(report)
}

/// The difference of two exact values: how much larger the second is.
pub(super) fn exact_difference(from: f64, to: f64) -> Difference {
    let value = to - from;
    let (value, p) = if value.abs() <= EQUAL { (0.0, 1.0) } else { (value, 0.0) };
    Difference { value, within: Interval { lo: value, hi: value }, p }
}

/// The exact value of a metric; `None` if the answer does not have it.
pub(super) fn exact_value(report: &ExactReport, named: &MetricName) -> Option<f64> {
    match (named.metric.as_str(), &named.side, &named.unit) {
        ("win_rate", Some(side), None) => Some(report.win(side)),
        ("draw_rate", None, None) => Some(report.draw()),
        ("timeout_rate", None, None) => Some(report.timeout()),
        ("rounds", None, None) => Some(report.rounds_mean),
        (metric, Some(side), unit) => {
            let mut rows = report.metrics.iter();
            let row = rows.find(|row| row.metric == metric && row.side == *side && row.unit == *unit);
            row.and_then(MetricRow::known_mean)
        }
        _ => None,
    }
}
