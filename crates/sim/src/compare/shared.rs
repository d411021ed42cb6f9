//! The metrics that two scenarios share, matched by name.

use fray_engine::metrics::{Kind, Scope};
use fray_engine::roster::{SideId, UnitId, UnitSet};

use crate::tables::rows::COMMON;
use crate::tally::columns::{Column, UnitColumn};
use crate::totals::About;

/// The name of a metric with its side and unit; two scenarios share metrics of equal names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MetricName {
    /// The name of the metric.
    pub metric: String,
    /// The side; `None` for the fight.
    pub side: Option<String>,
    /// The unit; `None` for a side or the fight.
    pub unit: Option<String>,
}

impl MetricName {
    /// Returns whether it says how fights end.
    #[must_use]
    pub fn is_outcome(&self) -> bool {
        ["win_rate", "draw_rate", "timeout_rate", "rounds"].contains(&self.metric.as_str())
    }
}

impl core::fmt::Display for MetricName {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        f.write_str(&self.metric)?;
        match (&self.side, &self.unit) {
            (None, _) => Ok(()),
            (Some(side), None) => write!(f, "({side})"),
            (Some(side), Some(unit)) => write!(f, "({side}/{unit})"),
        }
    }
}

/// The kind of a metric, which decides how its difference is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// 0 or 1 in each fight: a rate of fights.
    Rate,
    /// A whole number in each fight: a mean.
    Mean,
    /// Successes and tries, summed over all fights: a rate of tries.
    RateOfTries,
    /// A sum and a number of observations, summed over all fights: a mean of observations.
    MeanOfObservations,
}

impl MetricKind {
    /// The word in the column `kind`, as in `metrics.csv`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Rate | Self::RateOfTries => "ratio",
            Self::Mean => "count",
            Self::MeanOfObservations => "value",
        }
    }

    /// Returns whether the metric is a rate, from 0 to 1.
    #[must_use]
    pub fn is_rate(self) -> bool {
        matches!(self, Self::Rate | Self::RateOfTries)
    }

    /// Returns whether a fight has two numbers of it: a sum, and tries or observations.
    #[must_use]
    pub(crate) fn has_tries(self) -> bool {
        matches!(self, Self::RateOfTries | Self::MeanOfObservations)
    }
}

/// The columns of a fight from which a metric is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Read {
    /// The columns whose sum is the metric, or its successes.
    pub(crate) sum: Vec<Column>,
    /// Whether it is 1 if their sum is above 0.
    pub(crate) is_any: bool,
    /// The columns whose sum is the number of tries; `None` for one number in each fight.
    pub(crate) tries: Option<Vec<Column>>,
}

/// A metric of one scenario.
#[derive(Clone, Debug)]
pub(crate) struct ScenarioMetric {
    pub(crate) named: MetricName,
    pub(crate) kind: MetricKind,
    pub(crate) read: Read,
    /// The largest number of a fight, or of an observation, that the scenario allows, where it is known.
    pub(crate) largest: Option<u64>,
    /// The unit, if the metric is that of a side with only one unit.
    only: Option<String>,
}

/// Every metric of the fights that `about` describes, in the order of tables: of the fight, then
/// side by side with the units of each.
pub(crate) fn metrics_of(about: &About) -> Vec<ScenarioMetric> {
    let roster = &about.roster;
    let mut all = Vec::new();
    let plain = |column| Read { sum: vec![column], is_any: false, tries: None };
    for (metric, kind, column) in [
        ("draw_rate", MetricKind::Rate, Column::Draw),
        ("timeout_rate", MetricKind::Rate, Column::Timeout),
        ("rounds", MetricKind::Mean, Column::Rounds),
        ("activations", MetricKind::Mean, Column::Activations),
    ] {
        let named = MetricName { metric: metric.to_owned(), side: None, unit: None };
        let largest = (metric == "rounds").then_some(about.max_rounds);
        all.push(ScenarioMetric { named, kind, read: plain(column), largest, only: None });
    }
    for (idx, side) in roster.sides.iter().enumerate() {
        let id = SideId(idx as u8);
        let named = MetricName { metric: "win_rate".to_owned(), side: Some(side.name.clone()), unit: None };
        let won = plain(Column::Win(id));
        all.push(ScenarioMetric { named, kind: MetricKind::Rate, read: won, largest: Some(1), only: None });
        of_units(&mut all, about, id, None, side.units);
        of_side(&mut all, about, id);
        for unit in side.units {
            of_units(&mut all, about, id, Some(roster.unit(unit)), UnitSet::one(unit));
        }
    }
    all
}

/// The columns of a metric of this name in the fights that `about` describes.
///
/// # Panics
/// If there is none.
pub(crate) fn columns_of(about: &About, named: &MetricName) -> Read {
    let found = metrics_of(about).into_iter().find(|metric| metric.named == *named);
    found.unwrap_or_else(|| panic!("no metric is named {named}")).read
}

/// The metrics that sides alone have.
fn of_side(all: &mut Vec<ScenarioMetric>, about: &About, id: SideId) {
    let side = &about.roster.sides[id.idx()];
    for metric in about.metrics {
        let flagged = |of: usize| side.units.map(|unit| Column::Unit(unit, UnitColumn::Sum(of))).collect();
        let (kind, sum, tries) = match metric.kind {
            Kind::Number { of } => (MetricKind::Mean, flagged(of), None),
            Kind::Any { of } => (MetricKind::Rate, flagged(of), None),
            Kind::Stalled => (MetricKind::Rate, vec![Column::Stalled], None),
            Kind::WonFirst => {
                (MetricKind::RateOfTries, vec![Column::WonFirst(id)], Some(vec![Column::First(id)]))
            }
            _ => continue,
        };
        let is_any = matches!(metric.kind, Kind::Any { .. });
        let named = MetricName { metric: metric.name.to_owned(), side: Some(side.name.clone()), unit: None };
        let largest = Some(if kind == MetricKind::Mean { side.units.len().into() } else { 1 });
        all.push(ScenarioMetric { named, kind, read: Read { sum, is_any, tries }, largest, only: None });
    }
}

/// The metrics of some units of a side taken together.
fn of_units(all: &mut Vec<ScenarioMetric>, about: &About, id: SideId, name: Option<&str>, units: UnitSet) {
    let side = &about.roster.sides[id.idx()];
    let only = (name.is_none() && units.len() == 1).then(|| about.roster.unit(units.first()).to_owned());
    let mut push = |units: UnitSet,
                    metric: &str,
                    kind: MetricKind,
                    largest: Option<u64>,
                    sum: UnitColumn,
                    tries: Option<UnitColumn>| {
        let read = |what: UnitColumn| units.map(|unit: UnitId| Column::Unit(unit, what)).collect::<Vec<_>>();
        let largest = if kind.is_rate() { Some(1) } else { largest };
        let named = MetricName {
            metric: metric.to_owned(),
            side: Some(side.name.clone()),
            unit: name.map(str::to_owned),
        };
        let read = Read { sum: read(sum), is_any: false, tries: tries.map(read) };
        // Of the one unit of a side the side says all that it has, but for what no unit has.
        let only = only
            .clone()
            .filter(|_| about.metrics.iter().all(|info| info.name != metric || info.scope == Scope::Unit));
        all.push(ScenarioMetric { named, kind, read, largest, only });
    };
    for (idx, metric) in about.metrics.iter().enumerate() {
        let units = match metric.scope {
            Scope::Unit => units,
            Scope::Side | Scope::Fight if name.is_none() => UnitSet::one(about.bearer(id, idx)),
            Scope::Side | Scope::Fight => continue,
        };
        let (kind, tries) = match metric.kind {
            Kind::Count => (MetricKind::Mean, None),
            Kind::Value | Kind::Above { .. } => {
                (MetricKind::MeanOfObservations, Some(UnitColumn::Tries(idx)))
            }
            // A flag of a unit is an event of the fight, as that of a side of one unit.
            Kind::Flag if units.len() == 1 => (MetricKind::Rate, None),
            Kind::Ratio | Kind::Share { .. } | Kind::Flag => {
                (MetricKind::RateOfTries, Some(UnitColumn::Tries(idx)))
            }
            Kind::Hidden | Kind::Number { .. } | Kind::Any { .. } | Kind::Stalled | Kind::WonFirst => {
                continue;
            }
        };
        let mut each = units.map(|unit: UnitId| about.largest[unit.idx()][idx]);
        let largest = match tries {
            None => each.sum(),
            Some(_) => each.try_fold(0, |most, largest| Some(most.max(largest?))),
        };
        push(units, metric.name, kind, largest, UnitColumn::Sum(idx), tries);
    }
    let [hit_rate, soaked] = COMMON.map(|metric| metric.name);
    push(units, hit_rate, MetricKind::RateOfTries, None, UnitColumn::Hits, Some(UnitColumn::Attacks));
    push(units, soaked, MetricKind::RateOfTries, None, UnitColumn::Soaked, Some(UnitColumn::Hits));
    push(units, "damage", MetricKind::Mean, None, UnitColumn::Damage, None);
    push(units, "overkill", MetricKind::Mean, None, UnitColumn::Overkill, None);
    // Clocks are of units.
    if name.is_none() {
        return;
    }
    for (idx, clock) in about.clocks.iter().enumerate() {
        let name = clock.name;
        push(units, name, MetricKind::Rate, None, UnitColumn::Struck(idx), None);
        push(
            units,
            &format!("{name}_every"),
            MetricKind::RateOfTries,
            None,
            UnitColumn::Strikes(idx),
            Some(UnitColumn::Rounds),
        );
        let first = format!("{name}_first_round");
        let largest = Some(about.max_rounds);
        let (sum, tries) = (UnitColumn::First(idx), Some(UnitColumn::Struck(idx)));
        push(units, &first, MetricKind::MeanOfObservations, largest, sum, tries);
    }
}

/// A metric that both scenarios have, with the columns to read in each.
#[derive(Clone, Debug)]
pub(crate) struct SharedMetric {
    pub(crate) named: MetricName,
    pub(crate) kind: MetricKind,
    /// The largest number of a fight, or of an observation, that both scenarios allow, where it is known.
    pub(crate) largest: Option<u64>,
    pub(crate) a: Read,
    pub(crate) b: Read,
}

/// The metrics that two scenarios share, and those that only one of them has.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedMetrics {
    pub(crate) both: Vec<SharedMetric>,
    pub(crate) only_a: Vec<MetricName>,
    pub(crate) only_b: Vec<MetricName>,
}

/// Matches the metrics of two scenarios by their names. A side that is one and the same unit in
/// both has a win rate and no other rows: they are those of its unit.
pub(crate) fn shared(a: Vec<ScenarioMetric>, b: Vec<ScenarioMetric>) -> SharedMetrics {
    let mut of_b: Vec<Option<ScenarioMetric>> = b.into_iter().map(Some).collect();
    let mut all = SharedMetrics::default();
    for mine in a {
        let is_same = |theirs: &Option<ScenarioMetric>| {
            theirs.as_ref().is_some_and(|theirs| {
                theirs.named == mine.named
                    && theirs.kind == mine.kind
                    && theirs.read.tries.is_some() == mine.read.tries.is_some()
            })
        };
        match of_b.iter_mut().find(|theirs| is_same(theirs)).and_then(Option::take) {
            Some(theirs) if mine.only.is_some() && mine.only == theirs.only => {}
            Some(theirs) => all.both.push(SharedMetric {
                named: mine.named,
                kind: mine.kind,
                largest: mine.largest.zip(theirs.largest).map(|(mine, theirs)| mine.max(theirs)),
                a: mine.read,
                b: theirs.read,
            }),
            None => all.only_a.push(mine.named),
        }
    }
    all.only_b = of_b.into_iter().flatten().map(|theirs| theirs.named).collect();
    all
}
