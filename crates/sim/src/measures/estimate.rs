//! Evaluates measures on the totals of a run.

use super::{Measure, Stat, Subject, View, What, Within};
use crate::stats::{Interval, Moments, Rate, mean_interval, quantile, quantile_bounds};
use crate::tables::rows::{Measured, common, side_common, side_interval, side_metric, unit_metric};
use crate::totals::{About, ClockTotals, Histogram, Plane, Totals};

/// The estimate of a measure for one subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The subject.
    pub subject: Subject,
    /// The integers that the estimate is computed from.
    pub seen: Seen,
    /// The 95 % interval; `None` without observations, or for the mean of a single one.
    pub within: Option<Interval>,
}

/// The integers that an estimate is computed from, by statistic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// A rate.
    Rate(Rate),
    /// A mean.
    Mean(Moments),
    /// A quantile.
    Quantile {
        /// The number of observations.
        n: u64,
        /// The quantile; `None` without observations.
        value: Option<u64>,
    },
}

impl Estimate {
    /// The point estimate; `None` without observations.
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

    /// Half of the width of the interval.
    #[must_use]
    pub fn half(&self) -> Option<f64> {
        self.within.map(Interval::half)
    }
}

impl Measure {
    /// Estimates the measure for each subject, in their order.
    ///
    /// # Panics
    /// If `totals` and `about` belong to different scenarios.
    #[must_use]
    pub fn estimates(&self, about: &About, totals: &Totals) -> Vec<Estimate> {
        self.of.iter().map(|&subject| self.estimate(about, totals, subject)).collect()
    }

    /// Returns the observations of each subject, in their order.
    ///
    /// # Panics
    /// If `totals` and `about` belong to different scenarios.
    #[must_use]
    pub fn observed(&self, about: &About, totals: &Totals) -> Vec<(Subject, Measured)> {
        self.of.iter().map(|&subject| (subject, self.observe(about, totals, subject).0)).collect()
    }

    /// The observations of a subject, and their interval where the observations of several units
    /// are combined and so are not independent.
    fn observe(
        &self,
        about: &About,
        totals: &Totals,
        subject: Subject,
    ) -> (Measured, Option<Option<Interval>>) {
        let of_fights = |events| Measured::Ratio(Rate { events, n: totals.fights });
        match (self.what, subject) {
            (What::WinRate, Subject::Side(side)) => (of_fights(totals.wins(side.idx())), None),
            (What::DrawRate, Subject::Fight) => (of_fights(totals.draws.n()), None),
            (What::TimeoutRate, Subject::Fight) => (of_fights(totals.timeouts.n()), None),
            (What::Rounds, Subject::Fight) => (Measured::Count(totals.rounds()), None),
            (What::Activations, Subject::Fight) => (Measured::Count(totals.fight_activations.clone()), None),
            (What::Damage, Subject::Unit(unit)) => {
                (Measured::Count(totals.units[unit.idx()].per_fight.clone()), None)
            }
            (What::Metric(idx), Subject::Side(side)) => {
                let seen = side_metric(about, totals, side.idx(), idx);
                (
                    seen.expect("hidden metrics have no name"),
                    Some(side_interval(about, totals, side.idx(), idx)),
                )
            }
            (What::Metric(idx), Subject::Unit(unit)) => {
                let seen = unit_metric(about.metrics, &totals.units[unit.idx()], idx);
                (seen.expect("hidden metrics have no name"), None)
            }
            (What::Common(idx), Subject::Side(side)) => {
                let (rate, within) = side_common(about, totals, side.idx())[idx];
                (Measured::Ratio(rate), Some(within))
            }
            (What::Common(idx), Subject::Unit(unit)) => {
                (Measured::Ratio(common(&totals.units[unit.idx()])[idx].1), None)
            }
            (What::Clock { clock, view, rounds, activations }, Subject::Unit(unit)) => {
                let strikes = &totals.units[unit.idx()].clocks[clock];
                let rate = match view {
                    View::First => {
                        let events = strikes.first.iter().map(|plane| cells(plane, rounds, activations));
                        Rate { events: events.sum(), n: totals.fights }
                    }
                    View::Every => rate_of_rounds(strikes, rounds, activations),
                };
                (Measured::Ratio(rate), None)
            }
            (What::FirstRound(clock), Subject::Unit(unit)) => {
                (Measured::Value(first_rounds(&totals.units[unit.idx()].clocks[clock])), None)
            }
            (what, subject) => unreachable!("{what:?} does not belong to {subject:?}"),
        }
    }

    fn estimate(&self, about: &About, totals: &Totals, subject: Subject) -> Estimate {
        let (seen, within) = self.observe(about, totals, subject);
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

/// The number of strikes within bounds.
fn cells(plane: &Plane, rounds: Within, activations: Within) -> u64 {
    let each = plane.each();
    each.filter(|&(round, at, _)| rounds.has(round) && activations.has(at)).map(|(.., count)| count).sum()
}

/// The share of rounds, among those that the unit began standing and that lie within `rounds`, in
/// which the clock struck within `activations`.
fn rate_of_rounds(clock: &ClockTotals, rounds: Within, activations: Within) -> Rate {
    let strikes = |activations| clock.every.iter().map(|plane| cells(plane, rounds, activations)).sum();
    let all: u64 = strikes(Within::ALL);
    Rate { events: strikes(activations), n: all + cells(&clock.censored, rounds, Within::ALL) }
}

/// The rounds of the first strikes.
fn first_rounds(clock: &ClockTotals) -> Histogram {
    let mut rounds = Histogram::default();
    for plane in &clock.first {
        rounds.merge(&Histogram { cells: plane.rounds.iter().map(|round| round.iter().sum()).collect() });
    }
    rounds
}
