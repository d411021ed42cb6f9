//! Compares the results of two runs that were kept, as independent samples.
//!
//! These are read: `summary.csv` and `rounds.csv` (how fights ended), `metrics.csv`,
//! `damage.csv` (damage per fight), `exhaustion.csv` (clocks). Rates are compared by Newcombe's
//! interval and Fisher's or the pooled test, means by Welch's. Ratios and means over the tries of
//! fights hang together within each fight: their sums by fight are read from the tallies beside the
//! tables, and compared by Student's t over fights.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fray_engine::roster::{RosterUnit, SideId, UnitId};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::primary::primary_metric;
use super::shared::{MetricKind, MetricName};
use super::{Compared, Comparison, Estimate, NoComparison, TUNED_FOR, Tolerance, Until};
use super::{judge_primary, judge_table, tolerance};
use crate::output::{MANIFEST, held_partial_run};
use crate::stats::ALPHA;
use crate::stats::difference::{Difference, by_student, independent_means, independent_rates, of_intervals};
use crate::stats::sequential::{Sequence, Verdict, verdict};
use crate::stats::{FightSums, Interval, Moments, Rate};
use crate::tables::rows::{MeasuredOf, Stop, metric_index};
use crate::totals::{About, Totals, Tries};

/// The results of a run, read from a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// The stem of its scenario.
    pub scenario: String,
    /// The name of its system.
    pub system: String,
    /// The seed.
    pub seed: u64,
    /// The number of fights.
    pub fights: u64,
    /// The range of the fights, the end excluded; `None` if it is unknown.
    pub range: Option<(u64, u64)>,
    metrics: Vec<(MetricName, Seen)>,
}

/// The observations of a metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Seen {
    /// Of fights, or of tries whose fights are not known.
    Rate(MetricKind, Rate),
    /// Of numbers.
    Mean(MetricKind, Moments),
    /// Over the tries of fights.
    ByFight(MetricKind, FightSums),
}

/// The settings of a comparison of stored runs.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The name of the primary metric; by default the win rate of the first side.
    pub metric: Option<&'a str>,
    /// The largest difference that counts as no difference; by default half a point for rates.
    pub delta: Option<Tolerance>,
    /// The probability of a wrong verdict, and of a false difference among the other metrics.
    pub alpha: f64,
}

#[derive(Deserialize)]
struct SummaryCells {
    scenario: String,
    system: String,
    side: String,
    seed: u64,
    fights: u64,
    wins: u64,
    draws: u64,
    timeouts: u64,
}

#[derive(Deserialize)]
struct MetricCells {
    side: String,
    unit: Option<String>,
    metric: String,
    kind: String,
    n: u64,
    sum: u128,
    sd: Option<f64>,
}

#[derive(Deserialize)]
struct RoundCells {
    round: u64,
    count: u64,
}

#[derive(Deserialize)]
struct DamageCells {
    side: String,
    unit: String,
    kind: String,
    value: u64,
    count: u64,
}

#[derive(Deserialize)]
struct ClockCells {
    side: String,
    unit: String,
    clock: String,
    view: String,
    round: Option<u64>,
    what: String,
    count: u64,
}

fn rows<T: DeserializeOwned>(dir: &Path, table: &str) -> Result<Vec<T>, String> {
    let path = dir.join(format!("{table}.csv"));
    let wrong = |error: csv::Error| format!("{}: {error}", path.display());
    csv::Reader::from_path(&path).map_err(wrong)?.deserialize().collect::<Result<_, _>>().map_err(wrong)
}

impl Stored {
    /// Reads how the fights in a folder ended, and none of their other metrics: two small tables, where the tallies of
    /// a point are large.
    ///
    /// # Errors
    /// If a table is missing or does not belong to a run; the message names the file.
    pub fn read_outcomes(dir: &Path) -> Result<Self, String> {
        let summary: Vec<SummaryCells> = rows(dir, "summary")?;
        let Some(first) = summary.first() else { return Err(format!("{} is empty", dir.display())) };
        let (scenario, system) = (first.scenario.clone(), first.system.clone());
        let (seed, fights) = (first.seed, first.fights);
        let is_one_run = |row: &SummaryCells| {
            (&row.scenario, row.seed, row.fights) == (&scenario, seed, fights)
                && row.wins.max(row.draws).max(row.timeouts) <= fights
        };
        if !summary.iter().all(is_one_run) {
            return Err(format!("{} holds the results of several runs", dir.display()));
        }
        let mut all = Metrics::default();
        let rate = |events| Seen::Rate(MetricKind::Rate, Rate { events, n: fights });
        all.push("draw_rate", None, None, rate(first.draws));
        all.push("timeout_rate", None, None, rate(first.timeouts));
        let rounds: Vec<RoundCells> = rows(dir, "rounds")?;
        let rounds = moments(rounds.iter().map(|row| (row.round, row.count)));
        all.push("rounds", None, None, Seen::Mean(MetricKind::Mean, rounds));
        for row in &summary {
            all.push("win_rate", Some(&row.side), None, rate(row.wins));
        }
        Ok(Self { scenario, system, seed, fights, range: None, metrics: all.list })
    }

    /// Reads the tables of a folder.
    ///
    /// # Errors
    /// As [`read_outcomes`](Self::read_outcomes).
    pub fn read(dir: &Path) -> Result<Self, String> {
        let outcomes = Self::read_outcomes(dir)?;
        let mut all = Metrics { list: outcomes.metrics };
        for row in rows::<MetricCells>(dir, "metrics")? {
            let seen = row.seen().ok_or_else(|| {
                format!("{}: a row is not that of a run", dir.join("metrics.csv").display())
            })?;
            all.push(&row.metric, Some(&row.side), row.unit.as_deref(), seen);
        }
        let mut damage: BTreeMap<(String, String), Vec<(u64, u64)>> = BTreeMap::new();
        for row in rows::<DamageCells>(dir, "damage")?.into_iter().filter(|row| row.kind == "per_fight") {
            damage.entry((row.side, row.unit)).or_default().push((row.value, row.count));
        }
        for ((side, unit), bars) in damage {
            let seen = Seen::Mean(MetricKind::Mean, moments(bars.into_iter()));
            all.push("damage", Some(&side), Some(&unit), seen);
        }
        all.clocks(rows(dir, "exhaustion")?, outcomes.fights);
        let Metrics { list: mut metrics } = all;
        if let Ok(Some(Ok(partial))) = held_partial_run(dir)
            && let Ok(about) = partial.of.about()
        {
            for (named, seen) in &mut metrics {
                seen.by_fight(named, &about, &partial.played.totals);
            }
        }
        Ok(Self { range: range(dir), metrics, ..outcomes })
    }

    /// The ends of the fights of two runs, compared: win rates of sides of both, rates of draws and timeouts,
    /// rounds. Of each its name, its kind, both values, and the test of their difference.
    pub(super) fn outcomes(&self, other: &Self) -> Vec<(String, MetricKind, [f64; 2], Difference)> {
        let mut all = Vec::new();
        for (named, mine) in self.metrics.iter().filter(|(named, _)| named.is_outcome()) {
            let theirs = other.metrics.iter().find(|(of, _)| of == named);
            let tested = theirs.and_then(|(_, theirs)| {
                let of_both = [mine.value()?, theirs.value()?];
                Some((of_both, mine.difference(theirs, self.fights.min(other.fights))?))
            });
            all.extend(tested.map(|(values, tested)| (named.to_string(), mine.kind(), values, tested)));
        }
        all
    }

    /// Returns the observations of each metric.
    pub(crate) fn seen(&self) -> impl Iterator<Item = (&MetricName, &Seen)> {
        self.metrics.iter().map(|(named, seen)| (named, seen))
    }

    /// Returns whether the two runs have fights with the same seed and number, and so the same dice.
    #[must_use]
    pub fn shares_dice(&self, other: &Self) -> bool {
        let apart = match (self.range, other.range) {
            (Some(mine), Some(theirs)) => mine.1 <= theirs.0 || theirs.1 <= mine.0,
            _ => false,
        };
        self.seed == other.seed && !apart
    }
}

impl Seen {
    /// The kind of the metric.
    pub(crate) fn kind(&self) -> MetricKind {
        match self {
            Self::Rate(kind, _) | Self::Mean(kind, _) | Self::ByFight(kind, _) => *kind,
        }
    }

    /// The rate or mean.
    fn value(&self) -> Option<f64> {
        match self {
            Self::Rate(_, rate) => rate.value(),
            Self::Mean(_, moments) => moments.mean(),
            Self::ByFight(_, sums) => sums.ratio(),
        }
    }

    /// The rate or mean with its 95 % interval.
    pub(crate) fn estimate(&self) -> Option<(f64, Interval)> {
        let within = match self {
            Self::Rate(_, rate) => rate.interval(),
            Self::Mean(_, moments) => moments.interval(),
            Self::ByFight(MetricKind::RateOfTries, sums) => sums.proportion(),
            Self::ByFight(_, sums) => sums.mean_of_sums(),
        };
        Some((self.value()?, within?))
    }

    /// The test of the difference of another, observed in independent fights, from this; `fights` is the smaller number
    /// of fights. `None` if the two are not of one kind, or there is nothing to compare.
    pub(crate) fn difference(&self, other: &Self, fights: u64) -> Option<Difference> {
        Some(estimated(self, other, fights)?.1?.fixed())
    }

    /// Becomes the sums by fight of what has tries.
    fn by_fight(&mut self, named: &MetricName, about: &About, totals: &Totals) {
        let (Self::Rate(measure @ MetricKind::RateOfTries, _)
        | Self::Mean(measure @ MetricKind::MeanOfObservations, _)) = *self
        else {
            return;
        };
        let sides = about.roster.sides.iter().position(|side| Some(&side.name) == named.side.as_ref());
        let Some(side) = sides.map(|side| SideId(side as u8)) else { return };
        let is =
            |(_, unit): &(UnitId, &RosterUnit)| unit.side == side && Some(&unit.name) == named.unit.as_ref();
        let whom = match &named.unit {
            None => Some(MeasuredOf::Side(side)),
            Some(_) => about.roster.each().find(is).map(|(unit, _)| MeasuredOf::Unit(unit)),
        };
        let clock = about
            .clocks
            .iter()
            .position(|clock| named.metric.strip_suffix("_every").is_some_and(|name| name == clock.name));
        let Some(whom) = whom else { return };
        let of = |tries: Tries| Some(whom.by_fight(about, totals, tries));
        let sums = match (named.metric.as_str(), clock) {
            ("hit_rate", _) => of(Tries::HitRate),
            ("soaked", _) => of(Tries::Soaked),
            (_, Some(clock)) => of(Tries::Clock(clock)),
            (name, None) => metric_index(about.metrics, name)
                .and_then(|idx| whom.metric(about, totals, idx))
                .map(|seen| seen.by_fight),
        };
        if let Some(sums) = sums {
            *self = Self::ByFight(measure, sums);
        }
    }
}

/// The range of fights in the manifest.
fn range(dir: &Path) -> Option<(u64, u64)> {
    #[derive(Deserialize)]
    struct OfRun {
        range: (u64, u64),
    }
    let text = fs::read(dir.join(MANIFEST)).ok()?;
    serde_json::from_slice::<OfRun>(&text).ok().map(|of| of.range)
}

#[derive(Default)]
struct Metrics {
    list: Vec<(MetricName, Seen)>,
}

impl Metrics {
    fn push(&mut self, metric: &str, side: Option<&str>, unit: Option<&str>, seen: Seen) {
        let owned = |name: Option<&str>| name.map(str::to_owned);
        let named = MetricName { metric: metric.to_owned(), side: owned(side), unit: owned(unit) };
        self.list.push((named, seen));
    }

    fn clocks(&mut self, rows: Vec<ClockCells>, fights: u64) {
        let mut clocks: BTreeMap<(String, String, String), Vec<ClockCells>> = BTreeMap::new();
        for row in rows {
            clocks.entry((row.side.clone(), row.unit.clone(), row.clock.clone())).or_default().push(row);
        }
        for ((side, unit, clock), cells) in clocks {
            let of = |view: &'static str| cells.iter().filter(move |cell| cell.view == view);
            let count = |view, what: &dyn Fn(&str) -> bool| -> u64 {
                of(view).filter(|cell| what(&cell.what)).map(|cell| cell.count).sum()
            };
            let events = count("first", &|what| what != "never");
            let ever = Rate { events, n: fights };
            let every =
                Rate { events: count("every", &|what| what != "censored"), n: count("every", &|_| true) };
            let first = moments(of("first").filter_map(|cell| Some((cell.round?, cell.count))));
            let (side, unit) = (Some(side.as_str()), Some(unit.as_str()));
            self.push(&clock, side, unit, Seen::Rate(MetricKind::Rate, ever));
            self.push(&format!("{clock}_every"), side, unit, Seen::Rate(MetricKind::RateOfTries, every));
            let name = format!("{clock}_first_round");
            self.push(&name, side, unit, Seen::Mean(MetricKind::MeanOfObservations, first));
        }
    }
}

fn moments(cells: impl Iterator<Item = (u64, u64)>) -> Moments {
    cells.fold(Moments::default(), |all, (value, count)| {
        let (value, many) = (u128::from(value), u128::from(count));
        Moments { n: all.n + count, sum: all.sum + value * many, squares: all.squares + value * value * many }
    })
}

impl MetricCells {
    fn seen(&self) -> Option<Seen> {
        let &Self { n, sum, sd, .. } = self;
        let mean = |kind| {
            let n128 = u128::from(n);
            let (q, r) = (sum.checked_div(n128)?, sum % n128.max(1));
            // The sum of squared distances from q that gives this standard deviation is a whole number.
            let r_squared = (r as f64).powi(2) / n as f64;
            let distances = sd.unwrap_or(0.0).powi(2) * n.saturating_sub(1) as f64 + r_squared;
            // A smaller sum, by rounding, would make the variance negative.
            let distances = distances.round().max(r_squared.ceil()) as u128;
            Some(Seen::Mean(kind, Moments { n, sum, squares: q * sum + q * r + distances }))
        };
        match self.kind.as_str() {
            "ratio" => {
                let events = u64::try_from(sum).ok().filter(|events| *events <= n)?;
                Some(Seen::Rate(MetricKind::RateOfTries, Rate { events, n }))
            }
            "count" | "value" if n == 0 => {
                Some(Seen::Mean(MetricKind::MeanOfObservations, Moments::default()))
            }
            "count" => mean(MetricKind::Mean),
            "value" => mean(MetricKind::MeanOfObservations),
            _ => None,
        }
    }
}

/// Compares two runs metric by metric.
///
/// # Errors
/// If the scenarios do not share the primary metric, or it needs a tolerance.
pub fn compare_stored(a: &Stored, b: &Stored, question: &Question<'_>) -> Result<Comparison, NoComparison> {
    let Question { metric: text, delta, alpha } = *question;
    let of_b: BTreeMap<&MetricName, &Seen> = b.metrics.iter().map(|(named, seen)| (named, seen)).collect();
    let of_a: BTreeMap<&MetricName, &Seen> = a.metrics.iter().map(|(named, seen)| (named, seen)).collect();
    let only = |mine: &Stored, theirs: &BTreeMap<&MetricName, &Seen>| -> Vec<MetricName> {
        mine.metrics
            .iter()
            .map(|(named, _)| named)
            .filter(|named| !theirs.contains_key(named))
            .cloned()
            .collect()
    };
    let fights = a.fights.min(b.fights);
    let both = a.metrics.iter().filter_map(|(named, mine)| Some((named, mine, *of_b.get(named)?)));
    let mut metrics: Vec<Compared> =
        both.filter_map(|(named, mine, theirs)| compared(named, mine, theirs, fights)).collect();
    let named: Vec<_> = metrics.iter().map(|metric| (&metric.named, metric.kind)).collect();
    let primary = primary_metric(&named, text)?;
    let delta = tolerance(named[primary], delta)?;
    let of_rates = if metrics[primary].kind.is_rate() { delta } else { super::DELTA };
    judge_table(&mut metrics, primary, alpha, of_rates);
    let sequence = Sequence { alpha, tuned_for: TUNED_FOR };
    let estimate = metrics[primary].estimate;
    let said = estimate.map_or(Verdict::Undecided, |one| verdict(one.fixed_at(alpha).within, delta));
    judge_primary(&mut metrics, primary, said);
    let undecided = estimate.filter(|_| said == Verdict::Undecided);
    Ok(Comparison {
        pairs: fights,
        stop: Stop::Fixed,
        metrics,
        primary,
        delta,
        alpha,
        sharper: None,
        until: Until::End,
        more: undecided.and_then(|one| one.more(sequence, delta)),
        sums: Vec::new(),
        only_a: only(a, &of_b),
        only_b: only(b, &of_a),
    })
}

/// The test of what has tries in independent fights. One try a fight makes a rate of fights; else Student's t,
/// and of a rate of which few fights tell the intervals of both, which know of what is rare.
fn by_fight(
    a: &FightSums,
    b: &FightSums,
    of_both: (f64, f64),
    variance: f64,
    measure: MetricKind,
) -> Option<Difference> {
    let is_rate = measure == MetricKind::RateOfTries;
    if is_rate && a.most_tries.max(b.most_tries) <= 1 {
        let rate = |sums: &FightSums| Rate { events: sums.sum, n: sums.tries };
        return independent_rates(rate(a), rate(b));
    }
    let freedom = (a.fights.min(b.fights) - 1) as f64;
    let tested = by_student(of_both.1 - of_both.0, variance, freedom, ALPHA);
    if !is_rate || !(a.has_few() || b.has_few()) {
        return Some(tested);
    }
    let within = of_intervals([of_both.0, of_both.1], a.proportion()?, b.proportion()?);
    let p = if within.has(0.0) { tested.p.max(ALPHA) } else { tested.p };
    Some(Difference { within, p, ..tested })
}

/// The kind of a metric and its difference; `None` if its kind differs between the two runs.
fn estimated(a: &Seen, b: &Seen, fights: u64) -> Option<(MetricKind, Option<Estimate>)> {
    Some(match (a, b) {
        (Seen::Rate(kind, a), Seen::Rate(other, b)) if kind == other => {
            let variance = |rate: &Rate| rate.value().map(|p| p * (1.0 - p) / rate.n as f64);
            let estimate = || {
                let of_both = (a.value()?, b.value()?);
                let unit = fights as f64 / a.n.min(b.n) as f64;
                let variance = variance(a)? + variance(b)?;
                Some(Estimate::independent(fights, of_both, variance, unit, independent_rates(*a, *b)?))
            };
            (*kind, estimate())
        }
        (Seen::Mean(kind, a), Seen::Mean(other, b)) if kind == other => {
            let variance = |moments: &Moments| moments.variance().map(|variance| variance / moments.n as f64);
            let estimate = || {
                let of_both = (a.mean()?, b.mean()?);
                let unit = fights as f64 / a.n.min(b.n) as f64;
                let variance = variance(a)? + variance(b)?;
                Some(Estimate::independent(fights, of_both, variance, unit, independent_means(*a, *b)?))
            };
            (*kind, estimate())
        }
        (Seen::ByFight(measure, a), Seen::ByFight(other, b)) if measure == other => {
            let estimate = || {
                let of_both = (a.ratio()?, b.ratio()?);
                let unit = fights as f64 / a.tries.min(b.tries) as f64;
                let variance = a.variance()? + b.variance()?;
                let tested = by_fight(a, b, of_both, variance, *measure)?;
                Some(Estimate::independent(fights, of_both, variance, unit, tested))
            };
            (*measure, estimate())
        }
        _ => return None,
    })
}

/// Compares one metric; `None` if its kind differs between the two runs.
fn compared(named: &MetricName, a: &Seen, b: &Seen, fights: u64) -> Option<Compared> {
    let (kind, estimate) = estimated(a, b, fights)?;
    let difference = estimate.map(|estimate| estimate.fixed());
    Some(Compared {
        named: named.clone(),
        kind,
        estimate,
        within: difference.map(|difference| difference.within),
        p: difference.map(|difference| difference.p),
        verdict: Verdict::Undecided,
    })
}
