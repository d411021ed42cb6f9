//! Measures evaluated on totals.

use super::{Measure, Stat, Subject, View, What, Within};
use crate::stats::{Interval, Moments, Rate, mean_interval, quantile, quantile_bounds};
use crate::tables::rows::{Measured, common, side_common, side_interval, side_metric, unit_metric};
use crate::totals::{About, ClockTotals, Histogram, Plane, Totals};

/// What totals say of a measure of one subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Of whom.
    pub subject: Subject,
    /// The integers that it is made of.
    pub seen: Seen,
    /// The 95 % interval; none without observations, or of a mean of a single one.
    pub within: Option<Interval>,
}

/// The integers of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Of a rate.
    Rate(Rate),
    /// Of a mean.
    Mean(Moments),
    /// Of a quantile.
    Quantile {
        /// Observations.
        n: u64,
        /// The quantile; none without observations.
        value: Option<u64>,
    },
}

impl Estimate {
    /// The estimate; none without observations.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        match self.seen {
            Seen::Rate(rate) => rate.value(),
            Seen::Mean(moments) => moments.mean(),
            Seen::Quantile { value, .. } => value.map(|value| value as f64),
        }
    }

    /// The number of observations.
    #[must_use]
    pub fn n(&self) -> u64 {
        match self.seen {
            Seen::Rate(rate) => rate.n,
            Seen::Mean(moments) => moments.n,
            Seen::Quantile { n, .. } => n,
        }
    }

    /// Half of the interval's width.
    #[must_use]
    pub fn half(&self) -> Option<f64> {
        self.within.map(Interval::half)
    }
}

impl Measure {
    /// The estimates of its subjects, in their order.
    ///
    /// # Panics
    /// If `totals` are not of the sides, units, metrics and clocks of `about`.
    #[must_use]
    pub fn estimates(&self, about: &About, totals: &Totals) -> Vec<Estimate> {
        self.of.iter().map(|&subject| self.estimate(about, totals, subject)).collect()
    }

    /// What was observed of each of its subjects, in their order.
    ///
    /// # Panics
    /// If `totals` are not of the sides, units, metrics and clocks of `about`.
    #[must_use]
    pub fn observed(&self, about: &About, totals: &Totals) -> Vec<(Subject, Measured)> {
        self.of.iter().map(|&subject| (subject, self.seen(about, totals, subject).0)).collect()
    }

    /// What was observed of a subject, and its interval where that is not the observations' own.
    fn seen(&self, about: &About, totals: &Totals, subject: Subject) -> (Measured, Option<Option<Interval>>) {
        let of_fights = |events| Measured::Ratio(Rate { events, n: totals.fights });
        match (self.what, subject) {
            (What::WinRate, Subject::Side(side)) => (of_fights(totals.wins(side.idx())), None),
            (What::DrawRate, Subject::Fight) => (of_fights(totals.draws.n()), None),
            (What::TimeoutRate, Subject::Fight) => (of_fights(totals.timeouts.n()), None),
            (What::Rounds, Subject::Fight) => (Measured::Count(totals.rounds()), None),
            (What::Metric(idx), Subject::Side(side)) => {
                let seen = side_metric(about, totals, side.idx(), idx);
                (seen.expect("a metric that is shown"), Some(side_interval(about, totals, side.idx(), idx)))
            }
            (What::Metric(idx), Subject::Unit(unit)) => {
                let seen = unit_metric(about.metrics, &totals.units[unit.idx()], idx);
                (seen.expect("a metric that is shown"), None)
            }
            (What::Common(idx), Subject::Side(side)) => {
                let (rate, within) = side_common(about, totals, side.idx())[idx];
                (Measured::Ratio(rate), Some(within))
            }
            (What::Common(idx), Subject::Unit(unit)) => {
                (Measured::Ratio(common(&totals.units[unit.idx()])[idx].1), None)
            }
            (What::Clock { clock, view, rounds, activations }, Subject::Unit(unit)) => {
                let struck = &totals.units[unit.idx()].clocks[clock];
                let rate = match view {
                    View::First => {
                        let events = struck.first.iter().map(|plane| cells(plane, rounds, activations));
                        Rate { events: events.sum(), n: totals.fights }
                    }
                    View::Every => every(struck, rounds, activations),
                };
                (Measured::Ratio(rate), None)
            }
            (what, subject) => unreachable!("{what:?} is not said of {subject:?}"),
        }
    }

    fn estimate(&self, about: &About, totals: &Totals, subject: Subject) -> Estimate {
        let (seen, within) = self.seen(about, totals, subject);
        let own = || seen.interval();
        let (seen, within) = match (&seen, self.stat) {
            (Measured::Ratio(rate), _) => (Seen::Rate(*rate), within.unwrap_or_else(own)),
            (Measured::Count(all) | Measured::Value(all), Stat::Mean) => {
                (Seen::Mean(Moments::of(all)), within.unwrap_or_else(|| mean_interval(all)))
            }
            (Measured::Count(all) | Measured::Value(all), Stat::Quantile(percent)) => {
                of_quantile(all, percent)
            }
        };
        Estimate { subject, seen, within }
    }
}

fn of_quantile(all: &Histogram, percent: u32) -> (Seen, Option<Interval>) {
    let ends = |(lo, hi): (u64, u64)| Interval { lo: lo as f64, hi: hi as f64 };
    let seen = Seen::Quantile { n: all.n(), value: quantile(all, percent) };
    (seen, quantile_bounds(all, percent).map(ends))
}

/// The strikes within bounds.
fn cells(plane: &Plane, rounds: Within, activations: Within) -> u64 {
    let each = plane.each();
    each.filter(|&(round, at, _)| rounds.has(round) && activations.has(at)).map(|(.., count)| count).sum()
}

/// The strikes of the rounds that the unit began standing, of those within bounds.
fn every(struck: &ClockTotals, rounds: Within, activations: Within) -> Rate {
    let strikes = |activations| struck.every.iter().map(|plane| cells(plane, rounds, activations)).sum();
    let all: u64 = strikes(Within::ALL);
    Rate { events: strikes(activations), n: all + cells(&struck.censored, rounds, Within::ALL) }
}
