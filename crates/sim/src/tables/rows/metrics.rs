//! `metrics.csv`: every metric of every side and unit.
//!
//! The row of a side comes before those of its units. Its counts are sums over the units in each
//! fight; its values, ratios and shares combine the observations of all its units. The units of a
//! side depend on each other, so the intervals of its `ratio` and `value` rows are the weighted means
//! of those of its units: exact if the units are perfectly correlated, and too wide, by at most the
//! square root of the number of units, if they are independent. (The standard deviation of a sum is
//! at most the sum of the standard deviations: Minkowski's inequality.)
//!
//! The last row of a side, `activations`, counts the activations of the fight and is equal for all
//! sides.

use fray_rules::declare::metrics::{Kind, MetricInfo};

use super::table::row;
use super::units_of;
use crate::stats::{Interval, Moments, Rate, mean_interval, quantile};
use crate::tables::format::Number;
use crate::totals::{About, Histogram, MetricTotals, Totals, UnitTotals};

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
    }
}

/// The observations of a metric of a unit or side, by the kind of the metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measured {
    /// One value for each fight.
    Count(Histogram),
    /// Any number of values for each fight.
    Value(Histogram),
    /// Successes among tries.
    Ratio(Rate),
}

impl Measured {
    /// The 95 % interval of the mean or rate, for independent observations.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        match self {
            Self::Count(histogram) | Self::Value(histogram) => mean_interval(histogram),
            Self::Ratio(rate) => rate.interval(),
        }
    }

    fn n(&self) -> u64 {
        match self {
            Self::Count(histogram) | Self::Value(histogram) => histogram.n(),
            Self::Ratio(rate) => rate.n,
        }
    }

    /// Adds the observations of another unit. Counts cannot be added: the sum per fight is not known.
    fn merge(&mut self, other: &Self) {
        match (self, other) {
            (Self::Value(mine), Self::Value(theirs)) => mine.merge(theirs),
            (Self::Ratio(mine), Self::Ratio(theirs)) => {
                mine.events += theirs.events;
                mine.n += theirs.n;
            }
            _ => unreachable!("values merge with values, ratios with ratios"),
        }
    }
}

/// The metrics of every system that are read from attacks. A system may not use these names.
pub const COMMON: [MetricInfo; 2] = [
    MetricInfo { name: "hit_rate", kind: Kind::Ratio, sentence: "Attacks that hit." },
    MetricInfo { name: "soaked", kind: Kind::Ratio, sentence: "Hits that did no damage." },
];

/// The values of [`COMMON`] for one unit.
#[must_use]
pub fn common(unit: &UnitTotals) -> [(&'static str, Rate); 2] {
    let attacks = unit.attack.n();
    let cell = |value: usize| unit.attack.cells.get(value).copied().unwrap_or(0);
    let hits = attacks - cell(0);
    let [hit_rate, soaked] = COMMON.map(|metric| metric.name);
    [(hit_rate, Rate { events: hits, n: attacks }), (soaked, Rate { events: cell(1), n: hits })]
}

/// The observations of metric `idx` of one unit; `None` for a hidden metric.
#[must_use]
pub fn unit_metric(metrics: &[MetricInfo], unit: &UnitTotals, idx: usize) -> Option<Measured> {
    Some(match (metrics[idx].kind, &unit.metrics[idx]) {
        (Kind::Hidden, _) => return None,
        (Kind::Count, MetricTotals::Histogram(seen)) => Measured::Count(seen.clone()),
        (Kind::Value | Kind::Above { .. }, MetricTotals::Histogram(seen)) => Measured::Value(seen.clone()),
        (Kind::Ratio, &MetricTotals::Ratio { n, sum }) => Measured::Ratio(Rate { events: sum, n }),
        (Kind::Share { of, among, is }, _) => {
            let MetricTotals::Histogram(seen) = &unit.metrics[of] else {
                unreachable!("{} is read from a histogram", metrics[idx].name)
            };
            let mut rate = Rate::default();
            for (value, count) in seen.each() {
                let value = u32::try_from(value).expect("observed values have 32 bits");
                if among(value) {
                    rate.n += count;
                    rate.events += if is(value) { count } else { 0 };
                }
            }
            Measured::Ratio(rate)
        }
        _ => unreachable!("the totals of {} fit its kind", metrics[idx].name),
    })
}

/// The observations of metric `idx` of side number `side`. `None` for a hidden metric, and for a
/// count of several units whose sum per fight was not tallied.
#[must_use]
pub fn side_metric(about: &About, totals: &Totals, side: usize, idx: usize) -> Option<Measured> {
    let units = about.roster.sides[side].units;
    let counted = totals.sides[side].counts.get(idx);
    if let (Kind::Count, Some(seen)) = (about.metrics[idx].kind, counted) {
        return Some(Measured::Count(seen.clone()));
    }
    let mut of_units = units.filter_map(|id| unit_metric(about.metrics, &totals.units[id.idx()], idx));
    let mut all = of_units.next()?;
    if matches!(all, Measured::Count(_)) {
        return (units.len() == 1).then_some(all);
    }
    of_units.for_each(|one| all.merge(&one));
    Some(all)
}

/// The 95 % interval of [`side_metric`], valid however its units depend on each other.
#[must_use]
pub fn side_interval(about: &About, totals: &Totals, side: usize, idx: usize) -> Option<Interval> {
    match side_metric(about, totals, side, idx)? {
        count @ Measured::Count(_) => count.interval(),
        Measured::Value(_) | Measured::Ratio(_) => {
            let units = about.roster.sides[side].units;
            together(units.filter_map(|id| unit_metric(about.metrics, &totals.units[id.idx()], idx)))
        }
    }
}

/// The values of [`COMMON`] for side number `side`, with intervals as those of [`side_interval`].
#[must_use]
pub fn side_common(about: &About, totals: &Totals, side: usize) -> [(Rate, Option<Interval>); 2] {
    [0, 1].map(|idx| {
        let of_units = about.roster.sides[side].units.map(|id| common(&totals.units[id.idx()])[idx].1);
        let all = of_units
            .clone()
            .fold(Rate::default(), |all, one| Rate { events: all.events + one.events, n: all.n + one.n });
        (all, together(of_units.map(Measured::Ratio)))
    })
}

/// The weighted mean of the intervals of units; `None` if a unit has observations but no interval.
fn together(of_units: impl Iterator<Item = Measured>) -> Option<Interval> {
    let (mut n, mut lo, mut hi) = (0.0, 0.0, 0.0);
    for one in of_units.filter(|one| one.n() > 0) {
        let within = one.interval()?;
        let weight = one.n() as f64;
        n += weight;
        lo += weight * within.lo;
        hi += weight * within.hi;
    }
    (n > 0.0).then(|| Interval { lo: lo / n, hi: hi / n })
}

pub(super) fn rows<'a>(about: &'a About, totals: &Totals) -> Vec<MetricRow<'a>> {
    let mut rows = Vec::new();
    let common_names = COMMON.map(|metric| metric.name);
    for (side_idx, side) in about.roster.sides.iter().enumerate() {
        let row = |unit, metric, seen: &Measured, within| {
            let fights = totals.fights;
            metric_row(Subject { side: &side.name, unit, metric, fights }, seen, within)
        };
        for (idx, metric) in about.metrics.iter().enumerate() {
            let within = side_interval(about, totals, side_idx, idx);
            let seen = side_metric(about, totals, side_idx, idx);
            rows.extend(seen.map(|seen| row(None, metric.name, &seen, within)));
        }
        let all = common_names.into_iter().zip(side_common(about, totals, side_idx));
        rows.extend(all.map(|(name, (rate, within))| row(None, name, &Measured::Ratio(rate), within)));
        let activations = Measured::Count(totals.fight_activations.clone());
        rows.push(row(None, "activations", &activations, activations.interval()));
        for one in units_of(about, totals, side) {
            let unit = Some(one.unit);
            for (idx, metric) in about.metrics.iter().enumerate() {
                let seen = unit_metric(about.metrics, one.totals, idx);
                rows.extend(seen.map(|seen| row(unit, metric.name, &seen, seen.interval())));
            }
            let all = common(one.totals).map(|(name, rate)| (name, Measured::Ratio(rate)));
            rows.extend(all.map(|(name, seen)| row(unit, name, &seen, seen.interval())));
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

fn metric_row<'a>(of: Subject<'a>, seen: &Measured, within: Option<Interval>) -> MetricRow<'a> {
    let Subject { side, unit, metric, fights } = of;
    let (kind, histogram) = match seen {
        Measured::Count(histogram) => ("count", Some(histogram)),
        Measured::Value(histogram) => ("value", Some(histogram)),
        Measured::Ratio(_) => ("ratio", None),
    };
    let moments = histogram.map(Moments::of);
    let (sum, mean) = match (seen, moments) {
        (Measured::Ratio(rate), _) => (rate.events.into(), rate.value()),
        (_, moments) => moments.map_or((0, None), |moments| (moments.sum, moments.mean())),
    };
    let quantile = |percent| histogram.and_then(|histogram| quantile(histogram, percent));
    MetricRow {
        side,
        unit,
        metric,
        kind,
        fights,
        n: seen.n(),
        sum,
        mean: Number::new(mean),
        sd: Number::new(moments.and_then(Moments::sd)),
        lo: Number::new(within.map(|i| i.lo)),
        hi: Number::new(within.map(|i| i.hi)),
        min: histogram.and_then(|histogram| histogram.each().next()).map(|(value, _)| value),
        max: histogram.and_then(|histogram| histogram.each().next_back()).map(|(value, _)| value),
        p5: quantile(5),
        p50: quantile(50),
        p95: quantile(95),
    }
}
