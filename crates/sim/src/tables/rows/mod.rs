//! The five tables of a run, as typed rows: one place where totals become columns.
//!
//! Every function here is pure: the same totals give the same rows, and the CSV files, the JSON
//! object and the card are made from these. Rows stand in file order of sides and units, then in
//! the order of declaration, then by number; cells with count 0 are left out.

mod csv;
mod damage;
mod exhaustion;
mod metrics;
mod outcome;
mod table;
#[cfg(test)]
mod tests;

use core::fmt;

use fray_rules::declare::metrics::MetricInfo;
use fray_rules::engine::roster::{RosterSide, UnitId};
use serde::Serialize;

pub use csv::write_csv;
pub use damage::DamageRow;
pub use exhaustion::ExhaustionRow;
pub use metrics::{
    COMMON, Measured, MetricRow, common, side_common, side_interval, side_metric, unit_metric,
};
pub use outcome::{RoundRow, SummaryRow};
pub(crate) use table::row;
pub use table::{Cell, Line, Row};

use crate::totals::{About, Totals, UnitTotals};

/// Why a run stopped where it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// All fights that were asked for were played.
    Fixed,
    /// The asked-for precision was reached.
    Target,
    /// The limit of fights came before the asked-for precision.
    Max,
    /// It was interrupted.
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

/// What the rows of one scenario point share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The stem of the scenario's file name.
    pub scenario: String,
    /// The varied paths with their values, in the order given; each is a column.
    pub varied: Vec<(String, String)>,
    /// The seed.
    pub seed: u64,
    /// Why the run stopped.
    pub stop: Stop,
    /// The signature of the tallies.
    pub signature: String,
}

/// The five tables of one scenario point.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables<'a> {
    /// What the rows share.
    pub point: &'a Point,
    /// One row a side.
    pub summary: Vec<SummaryRow<'a>>,
    /// One row a metric of a side or unit.
    pub metrics: Vec<MetricRow<'a>>,
    /// One row a bar of a histogram of damage.
    pub damage: Vec<DamageRow<'a>>,
    /// One row a cell of a clock.
    pub exhaustion: Vec<ExhaustionRow<'a>>,
    /// One row a round and outcome.
    pub rounds: Vec<RoundRow<'a>>,
}

impl<'a> Tables<'a> {
    /// The rows of these totals.
    ///
    /// # Panics
    ///
    /// If `totals` are not of the sides, units, metrics and clocks of `about`.
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

/// The units of all sides, side by side in file order.
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

/// A metric's place in the order of declaration; none of that name.
#[must_use]
pub fn metric_index(metrics: &[MetricInfo], name: &str) -> Option<usize> {
    metrics.iter().position(|metric| metric.name == name)
}
