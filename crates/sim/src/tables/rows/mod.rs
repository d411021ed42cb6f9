//! The tables of a run as typed rows. Only this module turns totals into columns.
//!
//! Every function here is pure, and the CSV files and the JSON object are written from the rows. Rows
//! are in file order of sides and units, then in the order of declaration, then by number; cells with
//! count 0 are left out.

mod actions;
mod course;
mod csv;
mod damage;
mod exhaustion;
mod metrics;
mod outcome;
mod table;
#[cfg(test)]
mod tests;

use core::fmt;

use fray_engine::metrics::MetricInfo;
use fray_engine::roster::{RosterSide, UnitId};
use serde::Serialize;

pub use actions::{ActionRow, FelledRow};
pub use course::{CourseRow, HealthRow};
pub use csv::write_csv;
pub use damage::DamageRow;
pub use exhaustion::ExhaustionRow;
pub use metrics::{COMMON, Measured, MeasuredAs, MeasuredOf, MetricRow};
pub use outcome::{RoundRow, SummaryRow};
pub(crate) use table::row;
pub use table::{Cell, CellKind, Line, Row, Varied};

use crate::luck;
use crate::luck::table::LuckRow;
use crate::totals::{About, Totals, UnitTotals};

/// The condition that ended a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// All requested fights were played.
    #[default]
    Fixed,
    /// The requested precision was reached.
    Target,
    /// The maximum number of fights was reached before the requested precision.
    Max,
    /// The run was interrupted.
    Interrupted,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Fixed => "fixed",
            Self::Target => "target",
            Self::Max => "max",
            Self::Interrupted => "interrupted",
        })
    }
}

/// The common columns of the rows of one scenario point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// The stem of the scenario's file name.
    pub scenario: String,
    /// The name of the system.
    pub system: String,
    /// The varied paths with their values, in the order given; each is a column.
    pub varied: Vec<(String, String)>,
    /// The seed.
    pub seed: u64,
    /// The condition that ended the run.
    pub stop: Stop,
    /// The signature of the tallies.
    pub signature: String,
    /// The hash of the scenario; empty for what is of no scenario file.
    pub scenario_hash: String,
    /// The date that the environment names, if it does.
    pub date: Option<String>,
}

/// The tables of one scenario point.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables<'a> {
    /// The common columns.
    pub point: &'a Point,
    /// A row for each side.
    pub summary: Vec<SummaryRow<'a>>,
    /// A row for each metric of a side or unit.
    pub metrics: Vec<MetricRow<'a>>,
    /// A row for each bar of a histogram of damage.
    pub damage: Vec<DamageRow<'a>>,
    /// A row for each cell of a clock.
    pub exhaustion: Vec<ExhaustionRow<'a>>,
    /// A row for each round and outcome.
    pub rounds: Vec<RoundRow<'a>>,
    /// A row for each action that was used or had an effect.
    pub actions: Vec<ActionRow<'a>>,
    /// A row for each unit and what put it out of the fight.
    pub felled: Vec<FelledRow<'a>>,
    /// One row a side, round and number of its units standing.
    pub course: Vec<CourseRow<'a>>,
    /// One row a unit and round.
    pub health: Vec<HealthRow<'a>>,
    /// One row a side that wins, side that rolls and purpose of its rolls.
    pub luck: Vec<LuckRow<'a>>,
}

impl<'a> Tables<'a> {
    /// The rows of these totals.
    ///
    /// # Panics
    ///
    /// If `totals` and `about` belong to different scenarios.
    #[must_use]
    pub fn new(point: &'a Point, about: &'a About, totals: &Totals) -> Self {
        assert_eq!(totals.sides.len(), about.roster.sides.len(), "totals of these sides");
        assert_eq!(totals.units.len(), about.roster.units.len(), "totals of these units");
        Self {
            point,
            summary: outcome::summary(point, about, totals),
            metrics: metrics::rows(about, totals),
            damage: damage::rows(about, totals),
            exhaustion: exhaustion::rows(about, totals),
            rounds: outcome::rounds(about, totals),
            actions: actions::actions(about, totals),
            felled: actions::felled(about, totals),
            course: course::course(about, totals),
            health: course::health(about, totals),
            luck: luck::table::rows(about, totals),
        }
    }
}

/// A unit with its names and totals.
#[derive(Clone, Copy)]
struct OneUnit<'a, 't> {
    side: &'a str,
    unit: &'a str,
    totals: &'t UnitTotals,
}

/// The units of all sides, in file order.
fn units<'a, 't>(about: &'a About, totals: &'t Totals) -> impl Iterator<Item = OneUnit<'a, 't>> {
    about.roster.sides.iter().flat_map(move |side| units_of(about, totals, side))
}

/// The units of one side in listed order.
fn units_of<'a, 't>(
    about: &'a About,
    totals: &'t Totals,
    side: &'a RosterSide,
) -> impl Iterator<Item = OneUnit<'a, 't>> {
    side.units.map(move |id: UnitId| OneUnit {
        side: &side.name,
        unit: about.roster.unit(id),
        totals: &totals.units[id.idx()],
    })
}

/// The index of a metric in the order of declaration; `None` if no metric has this name.
#[must_use]
pub fn metric_index(metrics: &[MetricInfo], name: &str) -> Option<usize> {
    metrics.iter().position(|metric| metric.name == name)
}
