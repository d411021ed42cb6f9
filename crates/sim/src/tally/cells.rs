//! Where a tally counts: a histogram of cells, and cells by round and activation. They grow between
//! fights; an observation that finds no cell is deferred to the end of its fight.

use crate::totals::{Histogram, Plane};

/// A histogram of 32-bit counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    cells: Box<[u32]>,
}

impl Counts {
    /// Adds `n` to the cell of `value`, and says whether there is one.
    #[inline(always)]
    #[must_use]
    pub(super) fn add(&mut self, value: u32, n: u32) -> bool {
        match self.cells.get_mut(value as usize) {
            Some(cell) => {
                *cell += n;
                true
            }
            None => false,
        }
    }

    /// Adds one to the cell of `value`, which it makes if there is none.
    pub(super) fn grow(&mut self, value: u32) {
        let needed = value as usize + 1;
        if self.cells.len() < needed {
            let mut longer = core::mem::take(&mut self.cells).into_vec();
            longer.resize(needed.next_power_of_two().max(16), 0);
            self.cells = longer.into_boxed_slice();
        }
        self.cells[value as usize] += 1;
    }

    /// Takes the counts and leaves zeros.
    pub(super) fn take(&mut self) -> Histogram {
        let cells = &mut self.cells;
        let used = cells.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        let taken = cells[..used].iter().map(|&count| u64::from(count)).collect();
        cells[..used].fill(0);
        Histogram { cells: taken }
    }

    /// Takes the counts of a number that each of `fights` fights has, and leaves zeros. It was 0
    /// in fights that were not counted.
    pub(super) fn take_count(&mut self, fights: u64) -> Histogram {
        let mut counts = self.take();
        let untouched = fights - counts.n();
        if untouched > 0 {
            counts.cells.resize(counts.cells.len().max(1), 0);
            counts.cells[0] += untouched;
        }
        counts
    }
}

/// Two counts for each round and activation.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    /// By round and activation: the first count in the lower 32 bits, the second in the upper.
    cells: Box<[u64]>,
    /// Activations a row.
    width: u32,
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
        let rows = || self.cells.chunks((self.width as usize).max(1));
        let taken = [0, 32].map(|half| {
            let row = |row: &[u64]| row.iter().map(|cell| cell >> half & u64::from(u32::MAX)).collect();
            let mut plane = Plane { rounds: rows().map(row).collect() };
            plane.trim();
            plane
        });
        self.cells.fill(0);
        taken
    }
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
        value: u32,
    },
    /// Of a histogram of a side.
    OfSide {
        /// The side.
        side: u8,
        /// Which.
        row: OfSide,
        /// The value observed.
        value: u32,
    },
    /// Of a histogram of the fight.
    OfFight {
        /// Which.
        row: FightHistogram,
        /// The value observed.
        value: u32,
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
        /// What is added to the first count, in the lower 32 bits, and to the second.
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
        /// What is left.
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
    /// How many there are.
    pub(super) const COUNT: usize = Self::Rounds as usize + 1;
}

#[cold]
#[inline(never)]
pub(super) fn defer(deferred: &mut Vec<Deferred>, what: Deferred) {
    deferred.push(what);
}
