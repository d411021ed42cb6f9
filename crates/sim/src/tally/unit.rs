//! What a tally counts of one unit.

use fray_rules::declare::metrics::MetricSet;
use fray_rules::engine::roster::{UnitId, UnitSet};

use super::cells::{Bars, Grid, Late, wait};

/// A histogram that every system has of each unit, as a number. The last three are rounds by how
/// they ended; those that ended Exhausted, which most do, are all rounds less these.
#[derive(Clone, Copy)]
#[repr(usize)]
pub(super) enum Row {
    Attack,
    PerActivation,
    PerRound,
    PerFight,
    Overkill,
    /// Standing and not Exhausted.
    Active,
    /// Not standing.
    Out,
    /// Standing, when the fight was over.
    Over,
}

/// How many of them there are.
pub(super) const ROWS: usize = Row::Over as usize + 1;
/// The most grids of a unit.
pub(super) const MAX_GRIDS: usize = 32;

/// What is counted of a unit.
#[derive(Clone, Debug)]
pub(super) struct OfUnit<M: MetricSet> {
    /// By [`Row`].
    pub(super) rows: [Bars; ROWS],
    pub(super) metrics: M::Each<Bars>,
    /// By clock and cause: all strikes, and those that were the first of their fight. After the
    /// causes of each clock the rounds in which fights were over and it had struck, at the place
    /// of that end. Last of all these ends, of the rounds that the unit began standing, and those
    /// with the first clock struck. A clock is censored where it did not strike; all but the
    /// first strike seldom, so that what is counted of them is where they did.
    pub(super) grids: [Grid; MAX_GRIDS],
    /// Failures and successes by metric.
    pub(super) ratios: M::Each<[u32; 2]>,
    /// This fight's counts, by metric.
    pub(super) counts: M::Each<u32>,
    pub(super) damage_of_fight: u32,
    pub(super) damage_of_round: u32,
    pub(super) damage_before: u32,
}

impl<M: MetricSet> OfUnit<M> {
    pub(super) fn new() -> Self {
        const { assert!(ROWS + M::ALL.len() <= u8::MAX as usize, "a byte numbers the rows") };
        Self {
            rows: Default::default(),
            metrics: M::each(|_| Bars::default()),
            grids: Default::default(),
            ratios: M::each(|_| [0; 2]),
            counts: M::each(|_| 0),
            damage_of_fight: 0,
            damage_of_round: 0,
            damage_before: 0,
        }
    }

    /// Adds `n` (0 or 1) to the bar of `value` in a row; without one it waits in `late` as that of
    /// `unit`.
    #[inline(always)]
    pub(super) fn bar(&mut self, unit: u8, row: usize, value: u32, n: u32, late: &mut Vec<Late>) {
        if !self.bars(row).add(value, n) && n > 0 {
            wait(late, Late::OfUnit { unit, row: row as u8, value });
        }
    }

    /// Adds to the cell of round and activation in a grid.
    #[inline(always)]
    pub(super) fn cell(
        &mut self,
        unit: u8,
        row: usize,
        [round, activation]: [u32; 2],
        n: u64,
        late: &mut Vec<Late>,
    ) {
        if !self.grids[row].add(round, activation, n) {
            wait(late, Late::Grid { unit, row: row as u8, round, activation, n });
        }
    }

    /// Counts this round's damage.
    #[inline(always)]
    pub(super) fn close_round(&mut self, unit: u8, began: UnitSet, late: &mut Vec<Late>) {
        let damage = core::mem::take(&mut self.damage_of_round);
        self.damage_of_fight += damage;
        self.bar(unit, Row::PerRound as usize, damage, u32::from(began.has(UnitId(unit))), late);
    }

    /// Counts this fight's value of a count.
    #[inline(always)]
    pub(super) fn close_count(&mut self, unit: u8, metric: usize, late: &mut Vec<Late>) {
        let n = core::mem::take(&mut self.counts.as_mut()[metric]);
        self.bar(unit, ROWS + metric, n, 1, late);
    }

    /// A histogram of every system, or behind them of a metric.
    #[inline(always)]
    pub(super) fn bars(&mut self, row: usize) -> &mut Bars {
        if row < ROWS { &mut self.rows[row] } else { &mut self.metrics.as_mut()[row - ROWS] }
    }
}
