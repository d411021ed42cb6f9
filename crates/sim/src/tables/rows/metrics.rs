//! `metrics.csv`: every metric of every side and unit.
//!
//! A side's row comes before those of its units. Its counts are per fight over the whole side,
//! its values, ratios and shares those of all its units taken together. All intervals have the
//! fight as their unit: the tries of a fight, for a side those of all its units, hang together.
//!
//! The last row of a side, `activations`, counts the activations of the fight and is equal for all
//! sides.

use fray_engine::metrics::{Kind, MetricInfo, Scope};
use fray_engine::roster::{SideId, UnitId, UnitSet};

use super::table::row;
use crate::luck::{LuckOfCounts, Sharper};
use crate::stats::{FightSums, Interval, Moments, Rate, quantile};
use crate::tables::format::{self, Number};
use crate::totals::{About, Histogram, MetricTotals, Totals, Tries, UnitTotals};

row! {
    /// One metric of one unit, or of a side.
    "metrics" MetricRow {
        /// The side.
        side: &'a str,
        /// The unit; none for the side as a whole.
        unit: Option<&'a str>,
        /// The metric.
        metric: &'static str,
        /// `count` (per fight), `value` (each observation) or `ratio` (tries and successes).
        kind: &'static str,
        /// Fights played.
        fights: u64,
        /// Observations: fights for a count, tries for a ratio.
        n: u64,
        /// The sum of the observations: successes for a ratio.
        sum: u128,
        /// Their mean: the rate for a ratio.
        mean: Number,
        /// Their standard deviation; none for a ratio.
        sd: Number,
        /// The lower end of the mean's 95 % interval.
        lo: Number,
        /// The upper end of the mean's 95 % interval.
        hi: Number,
        /// The smallest value seen; none for a ratio.
        min: Option<u64>,
        /// The largest value seen; none for a ratio.
        max: Option<u64>,
        /// The smallest value that 5 % of the observations do not exceed; none for a ratio.
        p5: Option<u64>,
        /// The smallest value that half of the observations do not exceed; none for a ratio.
        p50: Option<u64>,
        /// The smallest value that 95 % of the observations do not exceed; none for a ratio.
        p95: Option<u64>,
        /// The mean with the luck of the rolls taken out, of what every fight has once; empty where that saves less than a
        /// fifth of the fights.
        mean_adjusted: Number,
        /// The lower end of its 95 % interval.
        mean_adjusted_lo: Number,
        /// The upper end of its 95 % interval.
        mean_adjusted_hi: Number,
    }
}

/// The way in which the observations of a metric are summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasuredAs {
    /// One value a fight.
    Count,
    /// Each observation.
    Value,
    /// Successes of tries.
    Ratio,
}

/// The observations of a metric of a unit or side, from which its estimate and interval are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The way in which it is summed up.
    pub kind: MeasuredAs,
    /// The observations by value; empty for a ratio.
    pub values: Histogram,
    /// The sums over fights.
    pub by_fight: FightSums,
    /// The largest value that the scenario allows, where it is known.
    pub largest: Option<u64>,
    /// The least value that it can have.
    pub least: u64,
}

impl Measured {
    /// A number that every fight has.
    #[must_use]
    pub fn count(values: Histogram, largest: Option<u64>) -> Self {
        let by_fight = FightSums::of_counts(&values);
        Self { kind: MeasuredAs::Count, values, by_fight, largest, least: 0 }
    }

    /// The numbers of rounds of fights.
    #[must_use]
    pub fn rounds(values: Histogram, about: &About) -> Self {
        Self { least: about.least_round, ..Self::count(values, Some(about.max_rounds)) }
    }

    /// Tries and their successes, by fight.
    #[must_use]
    pub fn ratio(by_fight: FightSums) -> Self {
        Self { kind: MeasuredAs::Ratio, values: Histogram::default(), by_fight, largest: Some(1), least: 0 }
    }

    /// Something that happens in a fight or does not.
    #[must_use]
    pub fn of_fights(rate: Rate) -> Self {
        let mut by_fight = FightSums::default();
        by_fight.add_equal(rate.events, 1, 1);
        by_fight.add_equal(rate.n - rate.events, 0, 1);
        Self::ratio(by_fight)
    }

    /// The 95 % interval of the mean or rate, with the fight as the unit; none where too few fights
    /// say something of it and the scenario bounds no value.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        match self.kind {
            MeasuredAs::Ratio => self.by_fight.proportion(),
            MeasuredAs::Count | MeasuredAs::Value => {
                self.by_fight.mean(&self.values, self.least, self.largest)
            }
        }
    }

    /// Returns whether enough fights carry the interval for it not to be widened for what was not seen.
    #[must_use]
    pub fn has_many(&self) -> bool {
        match self.kind {
            MeasuredAs::Ratio => !self.by_fight.has_few(),
            MeasuredAs::Count | MeasuredAs::Value => self.by_fight.carries_mean(&self.values),
        }
    }

    /// The rate or mean with its interval.
    #[must_use]
    pub fn text(&self) -> String {
        let value = self.by_fight.ratio();
        match (self.kind, value, self.interval()) {
            (MeasuredAs::Ratio, ..) => format::rate_by_fight(&self.by_fight),
            (_, None, _) => "-".into(),
            (_, Some(value), Some(within)) => format::mean_of_seen(value, within, self.seen()),
            // Nothing bounds what was not seen, so that there is no interval.
            (_, Some(value), None) => match self.values.each().count() {
                1 if value == 0.0 => "0 (none seen)".into(),
                1 => format!("{value} (all seen)"),
                _ => format::estimate(Some(value), None),
            },
        }
    }

    /// The smallest and the largest value seen.
    fn seen(&self) -> Interval {
        let mut values = self.values.each().map(|(value, _)| value as f64);
        let lo = values.next().unwrap_or(f64::NEG_INFINITY);
        Interval { lo, hi: values.next_back().unwrap_or(if lo.is_finite() { lo } else { f64::INFINITY }) }
    }

    /// Successes and tries of a ratio.
    #[must_use]
    pub fn rate(&self) -> Rate {
        Rate { events: self.by_fight.sum, n: self.by_fight.tries }
    }

    /// The number of observations.
    #[must_use]
    pub fn n(&self) -> u64 {
        match self.kind {
            MeasuredAs::Ratio => self.by_fight.tries,
            MeasuredAs::Count | MeasuredAs::Value => self.values.n(),
        }
    }
}

/// The metrics of every system that are read from attacks. A system may not use these names.
pub const COMMON: [MetricInfo; 2] = [
    MetricInfo { name: "hit_rate", kind: Kind::Ratio, scope: Scope::Unit, sentence: "Attacks that hit." },
    MetricInfo {
        name: "soaked",
        kind: Kind::Ratio,
        scope: Scope::Unit,
        sentence: "Hits that did no damage.",
    },
];

/// The metric of every system that counts the enemies that a unit put out of the fight.
const FELLED: &str = "felled";

/// Of whom something was observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasuredOf {
    /// All units of a side, with their tries of a fight added up.
    Side(SideId),
    /// One unit.
    Unit(UnitId),
}

impl MeasuredOf {
    /// The units.
    #[must_use]
    pub fn units(self, about: &About) -> UnitSet {
        match self {
            Self::Side(side) => about.roster.sides[side.idx()].units,
            Self::Unit(unit) => UnitSet::one(unit),
        }
    }

    /// The sums over fights of its tries; zeros before the first fight.
    #[must_use]
    pub fn by_fight(self, about: &About, totals: &Totals, tries: Tries) -> FightSums {
        let units = self.units(about);
        let all = match self {
            Self::Side(side) if units.len() > 1 => &totals.sides[side.idx()].by_fight,
            _ => &totals.units[units.first().idx()].by_fight,
        };
        all.get(tries.place(about.clocks.len())).copied().unwrap_or_default()
    }

    /// The largest value of a metric that the scenario allows, where it is known.
    pub(crate) fn largest_seen(self, about: &About, metric: usize) -> Option<u64> {
        match about.metrics[metric].kind {
            Kind::Number { .. } => Some(self.units(about).len().into()),
            _ => self.largest(about, metric),
        }
    }

    /// The largest value of a metric that the scenario allows, where it is known: of the sum of a
    /// count, and of single values.
    fn largest(self, about: &About, metric: usize) -> Option<u64> {
        let of = |unit: UnitId| about.largest.get(unit.idx())?.get(metric).copied().flatten();
        let mut each = self.units(about).map(of);
        match about.metrics[metric].kind {
            // Each enemy falls to one of the side: what bounds one of them bounds all together.
            Kind::Count if about.metrics[metric].name != FELLED => each.sum(),
            _ => each.try_fold(0, |most, largest| Some(most.max(largest?))),
        }
    }

    /// Its damage of fights, as rolled.
    #[must_use]
    pub fn damage<'t>(self, about: &About, totals: &'t Totals) -> &'t Histogram {
        match self {
            Self::Side(side) if self.units(about).len() > 1 => &totals.sides[side.idx()].damage,
            _ => &totals.units[self.units(about).first().idx()].per_fight,
        }
    }

    /// The part of that damage beyond the last HP of its targets.
    #[must_use]
    pub fn overkill<'t>(self, about: &About, totals: &'t Totals) -> &'t Histogram {
        match self {
            Self::Side(side) if self.units(about).len() > 1 => &totals.sides[side.idx()].overkill,
            _ => &totals.units[self.units(about).first().idx()].overkill_per_fight,
        }
    }

    /// [`COMMON`] of it.
    #[must_use]
    pub fn common(self, about: &About, totals: &Totals) -> [Measured; COMMON.len()] {
        [Tries::HitRate, Tries::Soaked].map(|tries| Measured::ratio(self.by_fight(about, totals, tries)))
    }

    /// The side, if it is of a side.
    fn side(self) -> Option<SideId> {
        match self {
            Self::Side(side) => Some(side),
            Self::Unit(_) => None,
        }
    }

    /// By number of a side's units of which a flag is true: fights. None of a unit.
    fn flagged(self, about: &About, totals: &Totals, flag: usize) -> Option<Histogram> {
        let side = self.side()?;
        if self.units(about).len() > 1 {
            return totals.sides[side.idx()].counts.get(flag).cloned();
        }
        let FightSums { tries, sum, .. } = self.by_fight(about, totals, Tries::Metric(flag));
        Some(Histogram::of_cells(&[tries - sum, sum]))
    }

    /// Returns the observations of metric `idx`. None of hidden metrics, nor of a unit where it is one of
    /// sides or of the fight, nor of a count of several units whose sum per fight was not tallied.
    #[must_use]
    pub fn metric(self, about: &About, totals: &Totals, idx: usize) -> Option<Measured> {
        if about.metrics[idx].scope == Scope::Unit {
            return self.seen_of(about, totals, idx);
        }
        Self::Unit(about.bearer(self.side()?, idx)).seen_of(about, totals, idx)
    }

    /// Returns the observations of metric `idx` in the totals of these units.
    fn seen_of(self, about: &About, totals: &Totals, idx: usize) -> Option<Measured> {
        let largest = self.largest(about, idx);
        let by_fight = self.by_fight(about, totals, Tries::Metric(idx));
        match about.metrics[idx].kind {
            Kind::Hidden => None,
            Kind::Ratio | Kind::Share { .. } | Kind::Flag => Some(Measured::ratio(by_fight)),
            Kind::Number { of } => {
                let most = self.units(about).len().into();
                Some(Measured::count(self.flagged(about, totals, of)?, Some(most)))
            }
            Kind::Any { of } => {
                let flagged = self.flagged(about, totals, of)?;
                let events = flagged.n() - flagged.get(0);
                Some(Measured::of_fights(Rate { events, n: totals.fights }))
            }
            Kind::Stalled => {
                self.side()?;
                Some(Measured::of_fights(Rate { events: totals.stalls.stalled, n: totals.fights }))
            }
            Kind::WonFirst => {
                let [n, events] = totals.sides[self.side()?.idx()].first;
                Some(Measured::of_fights(Rate { events, n }))
            }
            Kind::Count => {
                let counts = match self {
                    Self::Side(side) if self.units(about).len() > 1 => {
                        totals.sides[side.idx()].counts.get(idx)?
                    }
                    _ => histogram(&totals.units[self.units(about).first().idx()], idx),
                };
                Some(Measured::count(counts.clone(), largest))
            }
            Kind::Value | Kind::Above { .. } => {
                let mut values = Histogram::default();
                for unit in self.units(about) {
                    values.merge(histogram(&totals.units[unit.idx()], idx));
                }
                Some(Measured { kind: MeasuredAs::Value, values, by_fight, largest, least: 0 })
            }
        }
    }
}

fn histogram(unit: &UnitTotals, idx: usize) -> &Histogram {
    match &unit.metrics[idx] {
        MetricTotals::Histogram(values) => values,
        MetricTotals::Ratio => unreachable!("the totals of a metric fit its kind"),
    }
}

pub(super) fn rows<'a>(about: &'a About, totals: &Totals) -> Vec<MetricRow<'a>> {
    let mut rows = Vec::new();
    let luck = LuckOfCounts::of(about, totals);
    for (side_idx, side) in (0..).zip(&about.roster.sides) {
        let mut add = |unit: Option<&'a str>, whom: MeasuredOf| {
            let row = |metric, seen: &Measured, sharper: Option<Sharper>| {
                metric_row(Subject { side: &side.name, unit, metric, fights: totals.fights }, seen, sharper)
            };
            for (idx, metric) in about.metrics.iter().enumerate() {
                let Some(seen) = whom.metric(about, totals, idx) else { continue };
                let sharper = luck.as_ref().and_then(|luck| luck.sharper(about, whom, idx, &seen));
                rows.push(row(metric.name, &seen, sharper));
            }
            let common = COMMON.iter().zip(whom.common(about, totals));
            rows.extend(common.map(|(metric, seen)| row(metric.name, &seen, None)));
            if unit.is_none() {
                let activations = Measured::count(totals.fight_activations.clone(), None);
                let sharper = luck.as_ref().and_then(|luck| luck.sharper_activations(&activations));
                rows.push(row("activations", &activations, sharper));
            }
        };
        add(None, MeasuredOf::Side(SideId(side_idx)));
        for unit in side.units {
            add(Some(about.roster.unit(unit)), MeasuredOf::Unit(unit));
        }
    }
    rows
}

/// The subject of a row.
struct Subject<'a> {
    side: &'a str,
    unit: Option<&'a str>,
    metric: &'static str,
    fights: u64,
}

fn metric_row<'a>(of: Subject<'a>, seen: &Measured, sharper: Option<Sharper>) -> MetricRow<'a> {
    let Subject { side, unit, metric, fights } = of;
    let kind = match seen.kind {
        MeasuredAs::Count => "count",
        MeasuredAs::Value => "value",
        MeasuredAs::Ratio => "ratio",
    };
    let within = seen.interval();
    // A ratio has no values: what is read from them is undefined.
    let moments = Moments::of(&seen.values);
    MetricRow {
        side,
        unit,
        metric,
        kind,
        fights,
        n: seen.n(),
        sum: match seen.kind {
            MeasuredAs::Ratio => seen.by_fight.sum.into(),
            MeasuredAs::Count | MeasuredAs::Value => moments.sum,
        },
        mean: Number::new(seen.by_fight.ratio()),
        sd: Number::new(moments.sd()),
        lo: Number::new(within.map(|i| i.lo)),
        hi: Number::new(within.map(|i| i.hi)),
        min: seen.values.each().next().map(|(value, _)| value),
        max: seen.values.each().next_back().map(|(value, _)| value),
        p5: quantile(&seen.values, 5),
        p50: quantile(&seen.values, 50),
        p95: quantile(&seen.values, 95),
        mean_adjusted: Number::new(sharper.map(|it| it.value)),
        mean_adjusted_lo: Number::new(sharper.map(|it| it.within.lo)),
        mean_adjusted_hi: Number::new(sharper.map(|it| it.within.hi)),
    }
}
