//! The metrics of a fight by name, and which of them two scenarios share.

use fray_rules::declare::metrics::Kind;
use fray_rules::engine::roster::{RosterSide, SideId, UnitId, UnitSet};

use crate::tables::rows::COMMON;
use crate::tally::columns::{Column, UnitColumn};
use crate::totals::About;

/// A metric of the fight, a side or a unit, as two scenarios name it alike.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    /// The name of the metric.
    pub metric: String,
    /// The side; none for the fight as a whole.
    pub side: Option<String>,
    /// The unit; none for a side or the fight as a whole.
    pub unit: Option<String>,
}

impl core::fmt::Display for Named {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        f.write_str(&self.metric)?;
        match (&self.side, &self.unit) {
            (None, _) => Ok(()),
            (Some(side), None) => write!(f, "({side})"),
            (Some(side), Some(unit)) => write!(f, "({side}/{unit})"),
        }
    }
}

/// What a metric is: how its differences are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// 0 or 1 a fight: a rate of fights.
    Rate,
    /// A whole number a fight: a mean.
    Mean,
    /// Successes of the tries of all fights: a rate.
    RateOfTries,
    /// The mean over the observations of all fights.
    MeanOfObservations,
}

impl Measure {
    /// Whether it is a part of something: from 0 to 1.
    #[must_use]
    pub fn is_rate(self) -> bool {
        matches!(self, Self::Rate | Self::RateOfTries)
    }
}

/// The columns of a fight that a metric is the sum of, and those of its tries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Read {
    pub(super) sum: Vec<Column>,
    /// None where there is one number a fight.
    pub(super) tries: Option<Vec<Column>>,
}

/// A metric of one scenario.
#[derive(Clone, Debug)]
pub(super) struct OfFight {
    pub(super) named: Named,
    pub(super) measure: Measure,
    pub(super) read: Read,
    /// The only unit of the side that it is of.
    only: Option<String>,
}

/// Every metric of the fights that `about` describes, in the order of tables: of the fight, then
/// side by side with the units of each.
pub(super) fn of_fights(about: &About) -> Vec<OfFight> {
    let roster = &about.roster;
    let mut all = Vec::new();
    let plain = |column| Read { sum: vec![column], tries: None };
    for (metric, measure, column) in [
        ("draw_rate", Measure::Rate, Column::Draw),
        ("timeout_rate", Measure::Rate, Column::Timeout),
        ("rounds", Measure::Mean, Column::Rounds),
        ("activations", Measure::Mean, Column::Activations),
    ] {
        let named = Named { metric: metric.to_owned(), side: None, unit: None };
        all.push(OfFight { named, measure, read: plain(column), only: None });
    }
    for (idx, side) in roster.sides.iter().enumerate() {
        let named = Named { metric: "win_rate".to_owned(), side: Some(side.name.clone()), unit: None };
        let won = plain(Column::Win(SideId(idx as u8)));
        all.push(OfFight { named, measure: Measure::Rate, read: won, only: None });
        of_units(&mut all, about, side, None, side.units);
        for unit in side.units {
            of_units(&mut all, about, side, Some(roster.unit(unit)), UnitSet::one(unit));
        }
    }
    all
}

/// The metrics of some units of a side taken together.
fn of_units(all: &mut Vec<OfFight>, about: &About, side: &RosterSide, name: Option<&str>, units: UnitSet) {
    let only = (name.is_none() && units.len() == 1).then(|| about.roster.unit(units.first()).to_owned());
    let read = |what: UnitColumn| units.map(|unit: UnitId| Column::Unit(unit, what)).collect::<Vec<_>>();
    let mut push = |metric: &str, measure, sum, tries: Option<UnitColumn>| {
        let named =
            Named { metric: metric.to_owned(), side: Some(side.name.clone()), unit: name.map(str::to_owned) };
        let read = Read { sum: read(sum), tries: tries.map(read) };
        all.push(OfFight { named, measure, read, only: only.clone() });
    };
    for (idx, metric) in about.metrics.iter().enumerate() {
        let (measure, tries) = match metric.kind {
            Kind::Count => (Measure::Mean, None),
            Kind::Value | Kind::Above { .. } => (Measure::MeanOfObservations, Some(UnitColumn::Tries(idx))),
            Kind::Ratio | Kind::Share { .. } => (Measure::RateOfTries, Some(UnitColumn::Tries(idx))),
            Kind::Hidden => continue,
        };
        push(metric.name, measure, UnitColumn::Sum(idx), tries);
    }
    let [hit_rate, soaked] = COMMON.map(|metric| metric.name);
    push(hit_rate, Measure::RateOfTries, UnitColumn::Hits, Some(UnitColumn::Attacks));
    push(soaked, Measure::RateOfTries, UnitColumn::Soaked, Some(UnitColumn::Hits));
    push("damage", Measure::Mean, UnitColumn::Damage, None);
    push("overkill", Measure::Mean, UnitColumn::Overkill, None);
    // Clocks are of units.
    if name.is_none() {
        return;
    }
    for (idx, clock) in about.clocks.iter().enumerate() {
        let name = clock.name;
        push(name, Measure::Rate, UnitColumn::Struck(idx), None);
        push(
            &format!("{name}_every"),
            Measure::RateOfTries,
            UnitColumn::Strikes(idx),
            Some(UnitColumn::Rounds),
        );
        let first = format!("{name}_first_round");
        push(&first, Measure::MeanOfObservations, UnitColumn::First(idx), Some(UnitColumn::Struck(idx)));
    }
}

/// A metric that both scenarios have.
#[derive(Clone, Debug)]
pub(super) struct Matched {
    pub(super) named: Named,
    pub(super) measure: Measure,
    pub(super) a: Read,
    pub(super) b: Read,
}

/// What two scenarios share, and what only one of them has.
#[derive(Clone, Debug, Default)]
pub(super) struct Match {
    pub(super) both: Vec<Matched>,
    pub(super) only_a: Vec<Named>,
    pub(super) only_b: Vec<Named>,
}

/// Matches the metrics of two scenarios by their names. A side that is one and the same unit in
/// both has a win rate and no other rows: they are those of its unit.
pub(super) fn matched(a: Vec<OfFight>, b: Vec<OfFight>) -> Match {
    let mut of_b: Vec<Option<OfFight>> = b.into_iter().map(Some).collect();
    let mut all = Match::default();
    for mine in a {
        let is_same = |theirs: &Option<OfFight>| {
            theirs.as_ref().is_some_and(|theirs| {
                theirs.named == mine.named
                    && theirs.measure == mine.measure
                    && theirs.read.tries.is_some() == mine.read.tries.is_some()
            })
        };
        match of_b.iter_mut().find(|theirs| is_same(theirs)).and_then(Option::take) {
            Some(theirs) if mine.only.is_some() && mine.only == theirs.only => {}
            Some(theirs) => all.both.push(Matched {
                named: mine.named,
                measure: mine.measure,
                a: mine.read,
                b: theirs.read,
            }),
            None => all.only_a.push(mine.named),
        }
    }
    all.only_b = of_b.into_iter().flatten().map(|theirs| theirs.named).collect();
    all
}
