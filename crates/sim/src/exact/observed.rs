//! The expected observations of a fight: how often each value of a metric, or of damage, is observed.
//!
//! A state does not hold the counts made on the way to it, and need not: an expectation adds up over turns.
//! The forward pass leaves the expected number of visits to each state; then the turn of each is played once
//! more over all dice, and every observation counts as often as it is expected. So ratios and means over
//! tries are expected successes or sums over expected tries, and histograms of single observations are exact.
//! Quantities that need sums over several turns (the damage of a round or a fight, the variance of a count)
//! are not worked out.

use fray_engine::metrics::Kind;
use fray_engine::roster::{UnitId, UnitSet};

use super::sum::Sum;
use crate::play::enumerated::watch::{Damage, Seen};
use crate::totals::About;

/// Paths of a turn that a fight is expected to take no more often than this are not observed. All
/// of them together are less than one in a hundred thousand million fights.
pub(super) const LEAST_OBSERVED: f64 = 1e-17;

/// The expected number of observations in a fight, by value.
pub(super) type Expected = Vec<f64>;

/// Expectations of one fight.
#[derive(Debug)]
pub(super) struct Observed {
    n_rows: usize,
    /// By row: whether it is that of a count, of which only the sum is expected.
    is_count: Vec<bool>,
    /// By `unit * rows + row`, then value; of a count the sum at 0.
    cells: Vec<Vec<Sum>>,
}

impl Observed {
    pub(super) fn new(about: &About) -> Self {
        let n_rows = about.metrics.len() + Damage::COUNT;
        let is_count = about.metrics.iter().map(|info| matches!(info.kind, Kind::Count));
        Self {
            n_rows,
            is_count: is_count.chain([false; Damage::COUNT]).collect(),
            cells: vec![Vec::new(); about.roster.units.len() * n_rows],
        }
    }

    /// Adds observations that a fight is expected to make this often.
    pub(super) fn add(&mut self, seen: &[Seen], times: f64) {
        for &Seen { at, n } in seen {
            let (cell, times) = if self.is_count[at as usize % self.n_rows] {
                (0, times * f64::from(n))
            } else {
                (n as usize, times)
            };
            let cells = &mut self.cells[at as usize];
            if cells.len() <= cell {
                cells.resize(cell + 1, Sum::default());
            }
            cells[cell].add(times);
        }
    }

    /// The expected number of each value of a row of these units together; of a count its expected
    /// sum alone.
    pub(super) fn of(&self, units: UnitSet, row: usize) -> Expected {
        let of_unit = |unit: UnitId| &self.cells[unit.idx() * self.n_rows + row];
        let n_values = units.map(|unit| of_unit(unit).len()).max().unwrap_or(0);
        let value =
            |value: usize| units.filter_map(move |unit| of_unit(unit).get(value)).map(|sum| sum.value());
        (0..n_values).map(|at| value(at).collect::<Sum>().value()).collect()
    }
}
