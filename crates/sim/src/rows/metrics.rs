//! `metrics.csv`: every metric of every side and unit.
//!
//! A side's row comes before those of its units. Its counts are per fight over the whole side,
//! its values, ratios and shares those of all its units taken together. The intervals take the
//! observations for independent (see [`crate::stats`]); units of one side live and die together,
//! so that for a side's `ratio` and `value` rows they may be too narrow.

use fray_rules::contract::{Kind, MetricInfo};

use super::table::row;
use super::units_of;
use crate::format::Number;
use crate::stats::{Moments, Rate, quantile};
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
        /// The same for one half.
        p50: Option<u64>,
        /// The same for 95 %.
        p95: Option<u64>,
    }
}

/// What was observed of a metric of a unit or side, in the form that its kind asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measured {
    /// One value a fight.
    Count(Histogram),
    /// Each observation.
    Value(Histogram),
    /// Successes of tries.
    Ratio(Rate),
}

impl Measured {
    /// Adds what was observed of another unit; counts of one fight are not added up this way.
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

/// What every system measures alike, read from the attacks. These names are not free for the
/// metrics of a system.
pub const COMMON: [MetricInfo; 2] = [
    MetricInfo { name: "hit_rate", kind: Kind::Ratio, sentence: "Attacks that hit." },
    MetricInfo { name: "soaked", kind: Kind::Ratio, sentence: "Hits that did no damage." },
];

/// [`COMMON`] of one unit.
#[must_use]
pub fn common(unit: &UnitTotals) -> [(&'static str, Rate); 2] {
    let attacks = unit.attack.n();
    let cell = |value: usize| unit.attack.cells.get(value).copied().unwrap_or(0);
    let hits = attacks - cell(0);
    let [hit_rate, soaked] = COMMON.map(|metric| metric.name);
    [(hit_rate, Rate { events: hits, n: attacks }), (soaked, Rate { events: cell(1), n: hits })]
}

/// What was observed of metric `idx` of one unit; none of hidden ones.
#[must_use]
pub fn unit_metric(metrics: &[MetricInfo], unit: &UnitTotals, idx: usize) -> Option<Measured> {
    Some(match (metrics[idx].kind, &unit.metrics[idx]) {
        (Kind::Hidden, _) => return None,
        (Kind::Count, MetricTotals::Histogram(seen)) => Measured::Count(seen.clone()),
        (Kind::Value, MetricTotals::Histogram(seen)) => Measured::Value(seen.clone()),
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

/// What was observed of metric `idx` of side number `side` as a whole. None of hidden metrics,
/// nor of a count of several units whose sum per fight was not tallied.
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

pub(super) fn rows<'a>(about: &'a About, totals: &Totals) -> Vec<MetricRow<'a>> {
    let mut rows = Vec::new();
    for (side_idx, side) in about.roster.sides.iter().enumerate() {
        let of_side =
            |unit, metric, seen: &Measured| metric_row(&side.name, unit, metric, totals.fights, seen);
        for (idx, metric) in about.metrics.iter().enumerate() {
            let seen = side_metric(about, totals, side_idx, idx);
            rows.extend(seen.map(|seen| of_side(None, metric.name, &seen)));
        }
        let mut all = COMMON.map(|metric| (metric.name, Rate::default()));
        for one in units_of(about, totals, side) {
            for (sum, (_, rate)) in all.iter_mut().zip(common(one.totals)) {
                sum.1.events += rate.events;
                sum.1.n += rate.n;
            }
        }
        rows.extend(all.map(|(name, rate)| of_side(None, name, &Measured::Ratio(rate))));
        for one in units_of(about, totals, side) {
            for (idx, metric) in about.metrics.iter().enumerate() {
                let seen = unit_metric(about.metrics, one.totals, idx);
                rows.extend(seen.map(|seen| of_side(Some(one.unit), metric.name, &seen)));
            }
            let all = common(one.totals);
            rows.extend(all.map(|(name, rate)| of_side(Some(one.unit), name, &Measured::Ratio(rate))));
        }
    }
    rows
}

fn metric_row<'a>(
    side: &'a str,
    unit: Option<&'a str>,
    metric: &'static str,
    fights: u64,
    seen: &Measured,
) -> MetricRow<'a> {
    let (kind, histogram) = match seen {
        Measured::Count(histogram) => ("count", histogram),
        Measured::Value(histogram) => ("value", histogram),
        Measured::Ratio(rate) => return ratio_row(side, unit, metric, fights, *rate),
    };
    let moments = Moments::of(histogram);
    let within = moments.interval();
    MetricRow {
        side,
        unit,
        metric,
        kind,
        fights,
        n: moments.n,
        sum: moments.sum,
        mean: Number::new(moments.mean()),
        sd: Number::new(moments.sd()),
        lo: Number::new(within.map(|i| i.lo)),
        hi: Number::new(within.map(|i| i.hi)),
        min: histogram.each().next().map(|(value, _)| value),
        max: histogram.each().next_back().map(|(value, _)| value),
        p5: quantile(histogram, 5),
        p50: quantile(histogram, 50),
        p95: quantile(histogram, 95),
    }
}

fn ratio_row<'a>(
    side: &'a str,
    unit: Option<&'a str>,
    metric: &'static str,
    fights: u64,
    rate: Rate,
) -> MetricRow<'a> {
    let within = rate.interval();
    MetricRow {
        side,
        unit,
        metric,
        kind: "ratio",
        fights,
        n: rate.n,
        sum: rate.events.into(),
        mean: Number::new(rate.value()),
        sd: Number::default(),
        lo: Number::new(within.map(|i| i.lo)),
        hi: Number::new(within.map(|i| i.hi)),
        min: None,
        max: None,
        p5: None,
        p50: None,
        p95: None,
    }
}
