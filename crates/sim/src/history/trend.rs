//! A metric of points from night to night, with what was changed between the nights.

use std::collections::{BTreeMap, BTreeSet};

use fray_kit::sheet::problem::nearest;

use super::results::{Observed, StoredResult};
use super::store::History;
use super::values::{Edit, Values};
use crate::compare::MetricKind;
use crate::stats::Interval;
use crate::stats::difference::Difference;
use crate::stats::family::holm;

/// The question put to a history: a metric, points and an error rate.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The metric, as goals write it; without its side or unit the first of that name; by default the win rate of the
    /// first side.
    pub metric: Option<&'a str>,
    /// The points: by name, or the parties and monsters of crosses; all if there are none.
    pub of: &'a [String],
    /// The probability of a false move.
    pub alpha: f64,
}

/// A metric of points from night to night.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trend {
    /// The metric that was asked for.
    pub metric: String,
    /// The points: those that moved in their last night first, by how much.
    pub points: Vec<PointTrend>,
    /// The probability of a false move.
    pub alpha: f64,
}

/// A metric of a point from night to night.
#[derive(Clone, Debug, PartialEq)]
pub struct PointTrend {
    /// The point.
    pub point: String,
    /// The metric.
    pub metric: String,
    /// Its kind.
    pub kind: MetricKind,
    /// Its nights by date; there is one at least.
    pub nights: Vec<NightOf>,
    /// The p-value of the last change, with Holm's correction over all points; `None` after a first night.
    pub p: Option<f64>,
}

/// A night of a point.
#[derive(Clone, Debug, PartialEq)]
pub struct NightOf {
    /// The date and time of its last fights.
    pub date: String,
    /// The number of fights.
    pub fights: u64,
    /// The seed.
    pub seed: u64,
    /// The signature of the tallies.
    pub signature: String,
    /// The value of the metric.
    pub value: f64,
    /// Its 95 % interval.
    pub within: Interval,
    /// The value less that of the night before, with the 95 % interval; `None` in the first night.
    pub difference: Option<Difference>,
    /// Whether these are the same fights as the night before, by signature and seed.
    pub is_same: bool,
    /// The changes since the night before.
    pub changes: Vec<Change>,
}

/// A change between two nights.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// A value of the scenario.
    Value(Edit),
    /// The scenario, in what is no written value, or it is not known in what.
    Scenario,
    /// The rules of a game: their digests before and after.
    Rules(String, [String; 2]),
    /// The version of fray.
    Fray([String; 2]),
}

impl core::fmt::Display for Change {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        let short = |digest: &str| digest.get(..8).unwrap_or(digest).to_owned();
        match self {
            Self::Value(edit) => edit.fmt(f),
            Self::Scenario => f.write_str("the scenario, in no value that is written"),
            Self::Rules(system, [from, to]) => {
                write!(f, "rules of {system} {} -> {}", short(from), short(to))
            }
            Self::Fray([from, to]) => write!(f, "fray {from} -> {to}"),
        }
    }
}

impl Change {
    /// The file and line, of what has one.
    #[must_use]
    pub fn origin(&self) -> Option<&str> {
        match self {
            Self::Value(edit) => Some(&edit.origin),
            Self::Scenario | Self::Rules(..) | Self::Fray(_) => None,
        }
    }

    /// Returns the kind of the changed thing.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Value(_) | Self::Scenario => "scenario",
            Self::Rules(..) => "rules",
            Self::Fray(_) => "fray",
        }
    }
}

/// A change with the points that it was made in, between two nights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The day of the first night with it.
    pub day: String,
    /// The change.
    pub change: Change,
    /// The points.
    pub points: Vec<String>,
}

impl PointTrend {
    /// The last night.
    ///
    /// # Panics
    /// Never: there is one.
    #[must_use]
    pub fn last(&self) -> &NightOf {
        self.nights.last().expect("a point has a night")
    }

    /// Returns whether the last night differs from the one before; `None` after a first night.
    #[must_use]
    pub fn has_moved(&self, alpha: f64) -> Option<bool> {
        self.p.map(|p| p <= alpha)
    }

    /// Returns how many half widths of its interval the last change is.
    fn size(&self) -> f64 {
        let size = self.last().difference.map(|it| it.value.abs() / it.within.half().max(f64::MIN_POSITIVE));
        size.unwrap_or(0.0)
    }
}

impl Trend {
    /// Returns the trends of the points that are asked for.
    ///
    /// # Errors
    /// If there is no such point or metric; the message names the nearest.
    pub fn new(history: &History, question: &Question<'_>) -> Result<Self, String> {
        let metric = question.metric.unwrap_or("win_rate");
        let mut by_point: BTreeMap<&str, Vec<&StoredResult>> = BTreeMap::new();
        for kept in &history.results {
            by_point.entry(&kept.point).or_default().push(kept);
        }
        if by_point.is_empty() {
            return Err("the history is empty: `fray history add FOLDER` adds a night".to_owned());
        }
        for wanted in question.of {
            if !by_point.keys().any(|point| is_of(point, wanted)) {
                let near = nearest(wanted, by_point.keys().copied());
                let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                return Err(format!("no point is called `{wanted}`{near}"));
            }
        }
        let is_asked = |point: &str| question.of.is_empty() || question.of.iter().any(|it| is_of(point, it));
        by_point.retain(|point, _| is_asked(point));
        let mut points: Vec<PointTrend> =
            by_point.values().filter_map(|kept| point_trend(kept, metric, &history.values)).collect();
        if points.is_empty() {
            let names: BTreeSet<&str> = by_point
                .values()
                .flat_map(|all| all.iter().flat_map(|kept| &kept.metrics))
                .map(|(name, _)| name.as_str())
                .collect();
            let near = nearest(metric, names.iter().copied());
            let keeps = "`fray history add --metric` keeps more than how fights end".to_owned();
            let help = near.map_or(keeps, |near| format!("did you mean `{near}`?"));
            return Err(format!("no night has a metric `{metric}`; {help}"));
        }
        let tested: Vec<f64> = points.iter().filter_map(|point| point.p).collect();
        let mut adjusted = holm(&tested).into_iter();
        points.iter_mut().filter(|point| point.p.is_some()).for_each(|point| point.p = adjusted.next());
        let alpha = question.alpha;
        let rank = |point: &PointTrend| match point.has_moved(alpha) {
            Some(true) => 0,
            _ => 1,
        };
        points.sort_by(|a, b| rank(a).cmp(&rank(b)).then(b.size().total_cmp(&a.size())));
        Ok(Self { metric: metric.to_owned(), points, alpha })
    }

    /// The days of all nights, each once.
    #[must_use]
    pub fn days(&self) -> BTreeSet<&str> {
        let nights = self.points.iter().flat_map(|point| &point.nights);
        nights.map(NightOf::day).collect()
    }

    /// The points that moved in their last night.
    pub fn moved(&self) -> impl Iterator<Item = &PointTrend> {
        self.points.iter().filter(|point| point.has_moved(self.alpha) == Some(true))
    }

    /// Returns the changes by night, the last first: each change of a night once, with its points.
    #[must_use]
    pub fn changes(&self) -> Vec<Changed> {
        let mut all: BTreeMap<(&str, &Change), Vec<&str>> = BTreeMap::new();
        for point in &self.points {
            for night in &point.nights {
                for change in &night.changes {
                    all.entry((night.day(), change)).or_default().push(&point.point);
                }
            }
        }
        let mut told: Vec<Changed> = Vec::new();
        for ((day, change), points) in all {
            let mut points: Vec<String> = points.into_iter().map(str::to_owned).collect();
            points.sort();
            points.dedup();
            told.push(Changed { day: day.to_owned(), change: change.clone(), points });
        }
        told.sort_by(|a, b| b.day.cmp(&a.day));
        told
    }
}

impl NightOf {
    /// The day of its date.
    #[must_use]
    pub fn day(&self) -> &str {
        self.date.get(..10).unwrap_or(&self.date)
    }
}

/// Returns whether a point is called so, or is of a party or monster that is.
fn is_of(point: &str, wanted: &str) -> bool {
    point == wanted
        || point.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('/'))
        || point.strip_suffix(wanted).is_some_and(|rest| rest.ends_with('/'))
}

/// The metric of this name, or the first with this name before its side or unit.
fn find<'a>(kept: &'a StoredResult, metric: &str) -> Option<&'a (String, Observed)> {
    let exact = kept.metrics.iter().find(|(name, _)| name == metric);
    exact.or_else(|| kept.metrics.iter().find(|(name, _)| name.split('(').next() == Some(metric)))
}

/// The trend of a point; `None` if no night has the metric.
fn point_trend(kept: &[&StoredResult], metric: &str, values: &Values) -> Option<PointTrend> {
    // Sides may be called otherwise one night: what is followed is that of the last.
    let (name, last) = kept.iter().rev().find_map(|kept| find(kept, metric))?;
    let mut nights: Vec<NightOf> = Vec::new();
    let (mut before, mut p): (Option<(&StoredResult, &Observed)>, _) = (None, None);
    for kept in kept {
        let Some((_, observed)) = kept.metrics.iter().find(|(of, _)| of == name) else { continue };
        let Some((value, within)) = observed.estimate() else { continue };
        let fights = before.map_or(0, |(other, _)| other.fights.min(kept.fights));
        let difference = before.and_then(|(_, other)| other.0.difference(&observed.0, fights));
        p = difference.map(|it| it.p);
        let is_same =
            before.is_some_and(|(other, _)| (&other.signature, other.seed) == (&kept.signature, kept.seed));
        nights.push(NightOf {
            date: kept.date.clone(),
            fights: kept.fights,
            seed: kept.seed,
            signature: kept.signature.clone(),
            value,
            within,
            difference,
            is_same,
            changes: before.map_or_else(Vec::new, |(other, _)| changes(other, kept, values)),
        });
        before = Some((*kept, observed));
    }
    let point = kept.first()?.point.clone();
    (!nights.is_empty()).then(|| PointTrend { point, metric: name.clone(), kind: last.kind(), nights, p })
}

/// Returns the changes between two nights.
fn changes(before: &StoredResult, after: &StoredResult, values: &Values) -> Vec<Change> {
    let mut all = Vec::new();
    if before.scenario_hash != after.scenario_hash {
        let edits = values.edits(&before.scenario_hash, &after.scenario_hash).unwrap_or_default();
        if edits.is_empty() {
            all.push(Change::Scenario);
        }
        all.extend(edits.into_iter().map(Change::Value));
    }
    if before.rules != after.rules && !before.rules.is_empty() && !after.rules.is_empty() {
        all.push(Change::Rules(after.system.clone(), [before.rules.clone(), after.rules.clone()]));
    }
    if before.fray != after.fray {
        all.push(Change::Fray([before.fray.clone(), after.fray.clone()]));
    }
    all
}
