//! The families of observations that a baseline keeps and a check tests: quantities of which each
//! fight gives exactly one value.
//!
//! These values are independent, because fights are, and so their tests have the error rates that
//! they claim. Values of which a fight gives several (of attacks, of rounds) depend on each other
//! and are left out: a change of them changes the sums per fight as well.

use core::fmt;

use fray_engine::metrics::{Kind, Scope};
use fray_engine::roster::{SideId, UnitId};

use crate::tables::rows::MeasuredOf;
use crate::totals::{About, Histogram, MetricTotals, Totals, Tries};

/// The subject of an observation: the fight, a side or a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whom {
    /// The side; `None` for the fight.
    pub side: Option<String>,
    /// The unit; `None` for the side or the fight.
    pub unit: Option<String>,
}

impl fmt::Display for Whom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.side, &self.unit) {
            (Some(side), Some(unit)) => write!(f, "{side}/{unit}"),
            (Some(side), None) => f.write_str(side),
            _ => f.write_str("the fight"),
        }
    }
}

/// The values that were observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observed {
    /// Whether an event happened in each fight.
    Rate {
        /// The number of fights.
        n: u64,
        /// The number of fights in which it happened.
        events: u64,
    },
    /// A number for each fight.
    Distribution(Histogram),
}

/// A quantity of which each fight gives one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The subject.
    pub whom: Whom,
    /// The name of the metric.
    pub metric: String,
    /// The values that were observed.
    pub observed: Observed,
}

/// The ending of the name of the round in which a clock first struck, as in goals. Its values are 1 more than
/// the round, and 0 for a fight in which it never struck.
const FIRST_ROUND: &str = "_first_round";

impl Family {
    /// Returns whether the values are rounds in which a clock first struck. Their mean has no meaning, as
    /// fights in which it never struck are among them.
    #[must_use]
    pub fn is_first_round(&self) -> bool {
        self.metric.ends_with(FIRST_ROUND)
    }

    /// The rate, or the mean: of rounds in which a clock first struck, over the fights in which it did.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        match &self.observed {
            Observed::Distribution(values) if self.is_first_round() => {
                let struck = values.each().filter(|(value, _)| *value > 0);
                let (n, sum) = struck.fold((0, 0.0), |(n, sum), (value, count)| {
                    (n + count, sum + (value - 1) as f64 * count as f64)
                });
                (n > 0).then(|| sum / n as f64)
            }
            observed => observed.value(),
        }
    }
}

/// The families of a run: win rates, draws, timeouts and the last round; and for every unit its
/// counts, its ratios with one try in each fight, its damage, and the round in which each clock
/// first struck.
#[must_use]
pub fn families(about: &About, totals: &Totals) -> Vec<Family> {
    let fight = Whom::default();
    let rate = |events| Observed::Rate { n: totals.fights, events };
    let mut all = Vec::new();
    let mut add = |whom: &Whom, metric: String, observed| {
        all.push(Family { whom: whom.clone(), metric, observed });
    };
    for (i, side) in about.roster.sides.iter().enumerate() {
        let whom = Whom { side: Some(side.name.clone()), unit: None };
        add(&whom, "win_rate".to_owned(), rate(totals.wins(i)));
    }
    add(&fight, "draw_rate".to_owned(), rate(totals.draws.n()));
    add(&fight, "timeout_rate".to_owned(), rate(totals.timeouts.n()));
    add(&fight, "rounds".to_owned(), Observed::Distribution(totals.rounds()));
    for (idx, info) in about.metrics.iter().enumerate() {
        // A metric of the fight is the same of every side.
        let n_sides = match info.scope {
            Scope::Unit => 0,
            Scope::Side => about.roster.sides.len(),
            Scope::Fight => 1,
        };
        for (id, side) in (0..).map(SideId).zip(&about.roster.sides).take(n_sides) {
            let whom = Whom { side: Some(side.name.clone()), unit: None };
            if let Some(observed) = of_metric(about, totals, about.bearer(id, idx), idx) {
                add(&whom, info.name.to_owned(), observed);
            }
        }
    }
    for (id, unit) in about.roster.each() {
        let side = about.roster.sides[unit.side.idx()].name.clone();
        let whom = Whom { side: Some(side), unit: Some(unit.name.clone()) };
        for (metric, observed) in of_unit(about, totals, id) {
            add(&whom, metric, observed);
        }
    }
    all
}

/// Returns the observations in the totals of a unit of a metric that every fight has once.
fn of_metric(about: &About, totals: &Totals, id: UnitId, idx: usize) -> Option<Observed> {
    match (about.metrics[idx].kind, &totals.units[id.idx()].metrics[idx]) {
        (Kind::Count, MetricTotals::Histogram(values)) => Some(Observed::Distribution(values.clone())),
        // One try a fight, in every fight.
        (Kind::Ratio | Kind::Flag, MetricTotals::Ratio) => {
            let tries = MeasuredOf::Unit(id).by_fight(about, totals, Tries::Metric(idx));
            let is_once = tries.fights == totals.fights && tries.most_tries <= 1;
            is_once.then_some(Observed::Rate { n: tries.tries, events: tries.sum })
        }
        _ => None,
    }
}

fn of_unit(about: &About, totals: &Totals, id: UnitId) -> Vec<(String, Observed)> {
    let unit = &totals.units[id.idx()];
    let mut all = Vec::new();
    for (idx, info) in about.metrics.iter().enumerate().filter(|(_, info)| !info.is_of_sides()) {
        all.extend(of_metric(about, totals, id, idx).map(|observed| (info.name.to_owned(), observed)));
    }
    all.push(("damage".to_owned(), Observed::Distribution(unit.per_fight.clone())));
    for (clock, seen) in about.clocks.iter().zip(&unit.clocks) {
        let struck = seen.first.iter().flat_map(|plane| plane.each());
        let rounds = struck.map(|(round, _, count)| (round + 1, count)).chain([(0, seen.never)]).collect();
        all.push((format!("{}{FIRST_ROUND}", clock.name), Observed::Distribution(rounds)));
    }
    all
}

impl Observed {
    /// The number of fights.
    #[must_use]
    pub fn n(&self) -> u64 {
        match self {
            Self::Rate { n, .. } => *n,
            Self::Distribution(values) => values.n(),
        }
    }

    /// The rate, or the mean.
    #[must_use]
    fn value(&self) -> Option<f64> {
        let of = |sum: f64, n: u64| (n > 0).then(|| sum / n as f64);
        match self {
            Self::Rate { n, events } => of(*events as f64, *n),
            Self::Distribution(values) => of(values.sum() as f64, values.n()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::drift::tests_of;

    #[test]
    fn the_round_of_a_first_strike_is_that_of_the_fights_with_one() {
        let family = |metric: &str| Family {
            whom: Whom::default(),
            metric: metric.to_owned(),
            // Seven fights without one, two of round 1, one of round 2.
            observed: Observed::Distribution(Histogram::of_cells(&[7, 0, 2, 1])),
        };
        let first = family("exhausted_first_round");
        assert_eq!((first.value(), tests_of(&first)), (Some(4.0 / 3.0), 1));
        let other = family("mains");
        assert_eq!((other.value(), tests_of(&other)), (Some(0.7), 2));
    }
}
