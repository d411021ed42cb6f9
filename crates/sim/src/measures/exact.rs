//! The exact value of a measure, where enumeration answers it.

use super::{Measure, Stat, Subject, View, What};
use crate::exact::ExactReport;
use crate::exact::report::MetricRow;
use crate::totals::About;

impl Measure {
    /// Returns whether an exact answer has the measure at all.
    #[must_use]
    pub fn can_be_exact(&self) -> bool {
        let is_of_fights =
            matches!(self.what, What::WinRate | What::DrawRate | What::TimeoutRate | What::Rounds);
        let is_first = matches!(self.what, What::Clock { view: View::First, .. });
        self.stat == Stat::Mean && (is_of_fights || is_first || matches!(self.what, What::Metric(_)))
    }

    /// The exact value of one subject; `None` if the answer does not have it.
    #[must_use]
    pub fn exact_value(&self, subject: Subject, about: &About, report: &ExactReport) -> Option<f64> {
        if !self.can_be_exact() {
            return None;
        }
        match (self.what, subject) {
            (What::WinRate, Subject::Side(side)) => Some(report.win(about.roster.side(side))),
            (What::DrawRate, _) => Some(report.draw()),
            (What::TimeoutRate, _) => Some(report.timeout()),
            (What::Rounds, _) => Some(report.rounds_mean),
            (What::Metric(metric), subject) => {
                let (side, unit) = match subject {
                    Subject::Side(side) => (about.roster.side(side), None),
                    Subject::Unit(unit) => {
                        let side = about.roster.side(about.roster.units[unit.idx()].side);
                        (side, Some(about.roster.unit(unit)))
                    }
                    Subject::Fight => return None,
                };
                let name = about.metrics[metric].name;
                let mut rows = report.metrics.iter();
                let row =
                    rows.find(|row| row.metric == name && row.side == side && row.unit.as_deref() == unit);
                row.and_then(MetricRow::known_mean)
            }
            (What::Clock { clock, view: View::First, rounds, activations }, Subject::Unit(unit)) => {
                let (side, name) =
                    (about.roster.side(about.roster.units[unit.idx()].side), about.roster.unit(unit));
                let rows = report.exhaustion.iter().filter(|row| {
                    row.side == side
                        && row.unit == name
                        && row.clock == about.clocks[clock].name
                        && row.view == "first"
                });
                let struck = rows.filter(|row| {
                    row.round.is_some_and(|round| rounds.has(round.into()))
                        && row.activation.is_some_and(|at| activations.has(at.into()))
                });
                Some(struck.map(|row| row.p).fold(0.0, |sum, p| sum + p))
            }
            _ => None,
        }
    }
}
