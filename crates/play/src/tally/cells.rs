//! The cells of a tally: a histogram of cells, and cells by round and activation. They grow between fights;
//! an observation that finds no cell is deferred to the end of its fight.

use std::collections::BTreeMap;

use crate::totals::{Histogram, Plane};

/// Values below this may have a place in a list; larger ones have cells of their own, so that the
/// memory does not follow the values.
const NEAR: u64 = 1 << 12;

/// A histogram of 32-bit counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// By value, of near ones.
    cells: Box<[u32]>,
    /// Far values, and what a 32-bit count has no room for: few have any, and the headers of many stand together.
    #[expect(clippy::box_collection, reason = "a pointer where most have none is a third of a map")]
    far: Option<Box<BTreeMap<u64, u64>>>,
}

impl Counts {
    /// Adds `n` to the cell of `value`, and says whether there is one with room for it.
    #[inline(always)]
    #[must_use]
    pub(super) fn add(&mut self, value: u64, n: u32) -> bool {
        let cell = usize::try_from(value).ok().and_then(|value| self.cells.get_mut(value));
        match cell.and_then(|cell| Some((cell.checked_add(n)?, cell))) {
            Some((count, cell)) => {
                *cell = count;
                true
            }
            None => false,
        }
    }

    /// Adds one to the cell of `value`, which it makes if there is none.
    pub(super) fn grow(&mut self, value: u64) {
        if value < NEAR && self.cells.len() as u64 <= value {
            let needed = value as usize + 1;
            let mut longer = core::mem::take(&mut self.cells).into_vec();
            longer.resize(needed.next_power_of_two().max(16), 0);
            self.cells = longer.into_boxed_slice();
        }
        if !self.add(value, 1) {
            *self.far.get_or_insert_default().entry(value).or_default() += 1;
        }
    }

    /// Takes the counts and leaves zeros.
    pub(super) fn take(&mut self) -> Histogram {
        let cells = &mut self.cells;
        let used = cells.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        let near = (0..).zip(cells[..used].iter().map(|&count| u64::from(count)));
        let far = self.far.take().map(|far| *far).unwrap_or_default();
        let taken = near.chain(far).collect();
        cells[..used].fill(0);
        taken
    }

    /// Takes the counts of a number that each of `fights` fights has, and leaves zeros. It was 0
    /// in fights that were not counted.
    pub(super) fn take_count(&mut self, fights: u64) -> Histogram {
        let mut counts = self.take();
        counts.add(0, fights - counts.n());
        counts
    }
}

/// Rounds and activations below these may have a place in a table.
const NEAR_ROUNDS: u32 = 1 << 8;
const NEAR_ACTIVATIONS: u32 = 1 << 6;

/// Two counts for each round and activation, each of at most one a fight.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    /// By round and activation: the first count in the lower 32 bits, the second in the upper.
    cells: Box<[u64]>,
    /// Activations a row.
    width: u32,
    /// By round and activation: both counts of cells that are far.
    #[expect(clippy::box_collection, reason = "a pointer where most have none is a third of a map")]
    far: Option<Box<BTreeMap<[u32; 2], [u64; 2]>>>,
}

/// One of the first count of a [`Grid`]'s cell, and if `second` one of the second.
#[inline(always)]
pub(super) fn one_and(second: bool) -> u64 {
    1 | u64::from(second) << 32
}

impl Grid {
    /// Adds to a cell, and says whether there is one.
    #[inline(always)]
    #[must_use]
    pub(super) fn add(&mut self, round: u32, activation: u32, n: u64) -> bool {
        let at = round as usize * self.width as usize + activation as usize;
        match self.cells.get_mut(at) {
            Some(cell) if activation < self.width => {
                *cell += n;
                true
            }
            _ => false,
        }
    }

    /// Adds to a cell, which it makes if there is none.
    pub(super) fn grow(&mut self, round: u32, activation: u32, n: u64) {
        if round >= NEAR_ROUNDS || activation >= NEAR_ACTIVATIONS {
            let cell = self.far.get_or_insert_default().entry([round, activation]).or_default();
            let [first, second] = halves(n);
            *cell = [cell[0] + first, cell[1] + second];
            return;
        }
        self.make_room(round, activation);
        let found = self.add(round, activation, n);
        debug_assert!(found, "there is room now");
    }

    fn make_room(&mut self, round: u32, activation: u32) {
        let width = (activation + 1).next_power_of_two().max(self.width).max(8);
        let rounds = self.cells.len() / self.width.max(1) as usize;
        let needed = (round as usize + 1).next_power_of_two().max(rounds).max(8);
        if width == self.width && needed == rounds {
            return;
        }
        let mut cells = vec![0; needed * width as usize].into_boxed_slice();
        if self.width > 0 {
            let rows = self.cells.chunks(self.width as usize);
            for (old, new) in rows.zip(cells.chunks_mut(width as usize)) {
                new[..old.len()].copy_from_slice(old);
            }
        }
        (self.cells, self.width) = (cells, width);
    }

    /// Takes both counts and leaves zeros.
    pub(super) fn take(&mut self) -> [Plane; 2] {
        let (cells, width) = (&mut self.cells, u64::from(self.width.max(1)));
        let far = self.far.take().unwrap_or_default();
        let taken = [0, 1].map(|half| {
            let near = (0..).zip(cells.iter().map(|&cell| halves(cell)[half]));
            let near = near.map(|(at, count)| (at / width, at % width, count));
            let far = far.iter().map(|(&[round, activation], counts)| {
                (u64::from(round), u64::from(activation), counts[half])
            });
            near.chain(far).collect()
        });
        cells.fill(0);
        taken
    }
}

/// The lower 32 bits of a cell, and the upper.
fn halves(cell: u64) -> [u64; 2] {
    [cell & u64::from(u32::MAX), cell >> 32]
}

/// An observation that found no cell: kept until its fight is over.
#[derive(Clone, Copy, Debug)]
pub(super) enum Deferred {
    /// Of a histogram of a unit.
    OfUnit {
        /// The unit.
        unit: u8,
        /// The histogram: one of those that every game has, or behind these one of a metric.
        row: u8,
        /// The value observed.
        value: u64,
    },
    /// Of a histogram of a side.
    OfSide {
        /// The side.
        side: u8,
        /// The histogram.
        row: OfSide,
        /// The value observed.
        value: u64,
    },
    /// Of a histogram of the fight.
    OfFight {
        /// The histogram.
        row: FightHistogram,
        /// The value observed.
        value: u64,
    },
    /// Of a grid of a unit.
    Grid {
        /// The unit.
        unit: u8,
        /// The grid: of a cause of a clock, or of ends.
        row: u8,
        /// The round.
        round: u32,
        /// The activation.
        activation: u32,
        /// The amounts to add: to the first count in the lower 32 bits, to the second in the upper.
        n: u64,
    },
    /// Of the course of a side.
    Course {
        /// The side.
        side: u8,
        /// The round.
        round: u32,
        /// Units of the side standing at its end.
        standing: u32,
        /// The fight in the lower 32 bits, and a win of the side in the upper.
        n: u64,
    },
    /// Of the health of a unit at the end of a round.
    Health {
        /// The unit.
        unit: u8,
        /// The round.
        round: u32,
        /// The health of the unit, as its game counts it.
        health: u32,
    },
}

/// A histogram of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OfSide {
    /// The rounds of its wins.
    Wins,
    /// Damage of fights.
    Damage,
    /// Overkill of fights.
    Overkill,
    /// The count of this metric.
    Count(u8),
}

/// A histogram that every game has of all units together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum FightHistogram {
    /// The rounds in which fights ended in a draw.
    Draws,
    /// The rounds in which fights ended as timeouts.
    Timeouts,
    /// Activations of rounds.
    Activations,
    /// Activations of fights.
    FightActivations,
    /// All rounds of all fights.
    Rounds,
}

impl FightHistogram {
    /// The number of these histograms.
    pub(super) const COUNT: usize = Self::Rounds as usize + 1;
}

#[cold]
#[inline(never)]
pub(super) fn defer(deferred: &mut Vec<Deferred>, what: Deferred) {
    deferred.push(what);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far_values_are_one_histogram() {
        let mut counts = Counts::default();
        let values = [0, 3, 3, NEAR - 1, NEAR, u64::from(u32::MAX) + 7, u64::MAX];
        for value in values {
            if !counts.add(value, 1) {
                counts.grow(value);
            }
        }
        assert!(counts.cells.len() <= NEAR as usize);
        assert_eq!(counts.take(), values.into_iter().map(|value| (value, 1)).collect());
        assert!(counts.take().is_empty(), "taken");
    }

    #[test]
    fn a_full_cell_goes_on_elsewhere() {
        let mut counts = Counts::default();
        counts.grow(2);
        assert!(counts.add(2, u32::MAX - 1), "there is room for that");
        assert!(!counts.add(2, 1), "and for no more");
        counts.grow(2);
        assert_eq!(counts.take().get(2), 1 << 32);
    }

    #[test]
    fn near_and_far_rounds_are_one_plane() {
        let mut grid = Grid::default();
        let cells = [(0, 0), (3, 9), (3, 9), (NEAR_ROUNDS - 1, 1), (NEAR_ROUNDS, 2), (99_999, 50_000)];
        for (round, activation) in cells {
            if !grid.add(round, activation, one_and(activation > 1)) {
                grid.grow(round, activation, one_and(activation > 1));
            }
        }
        assert!(grid.cells.len() <= (NEAR_ROUNDS * NEAR_ACTIVATIONS) as usize);
        let plane = |is: &dyn Fn(u32) -> bool| {
            let those = cells.into_iter().filter(|cell| is(cell.1));
            those.map(|(round, activation)| (round.into(), activation.into(), 1)).collect::<Plane>()
        };
        assert_eq!(grid.take(), [plane(&|_| true), plane(&|activation| activation > 1)]);
    }
}
