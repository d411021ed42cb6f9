//! Exact answers in the place of fights, where enumerating a scenario is cheaper than sampling it.

use core::sync::atomic::AtomicBool;

use crate::compare::MetricName;
use crate::exact::{ExactReport, Options, solve};
use crate::scenario::Scenario;

/// The largest probability that an exact answer may leave out.
const RESIDUAL: f64 = 1e-9;

/// The exact answer of a scenario, if it takes no longer than some ten thousand fights.
pub(super) fn cheap_answer(scenario: &Scenario, stop: &AtomicBool) -> Option<ExactReport> {
    if scenario.drawn.is_some() {
        return None;
    }
    let bounds =
        Options { max_paths: 100_000, max_steps: 5_000_000, max_bytes: 1 << 28, ..Options::default() };
    let report = solve(scenario.engine(), &scenario.stem, &bounds, stop).ok()?;
    (report.residual <= RESIDUAL).then_some(report)
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
            row.map(|row| row.mean)
        }
        _ => None,
    }
}
