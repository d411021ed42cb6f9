//! Where a tally counts: cells in a row, and cells by round and activation. They grow between
//! fights; what finds no cell in a fight waits for its end.

use crate::totals::{Histogram, Plane};

/// A histogram of 32-bit counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Bars {
    cells: Box<[u32]>,
}

impl Bars {
    /// Adds `n` to the bar of `value`, and says whether there is one.
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

    /// Adds one to the bar of `value`, which it makes if there is none.
    pub(super) fn grow(&mut self, value: u32) {
        let needed = value as usize + 1;
        if self.cells.len() < needed {
            let mut longer = core::mem::take(&mut self.cells).into_vec();
            longer.resize(needed.next_power_of_two().max(16), 0);
            self.cells = longer.into_boxed_slice();
        }
        self.cells[value as usize] += 1;
    }

    /// Empties it.
    pub(super) fn take(&mut self) -> Histogram {
        let cells = &mut self.cells;
        let used = cells.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        let taken = cells[..used].iter().map(|&count| u64::from(count)).collect();
        cells[..used].fill(0);
        Histogram { cells: taken }
    }

    /// Empties a count of each of `fights` fights; it was 0 in those that did not touch it.
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
    /// By round and activation: the first count in the lower half, the second in the upper.
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

    /// Empties both counts.
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

/// An observation that found no cell: kept until its fight is over. Rows of metrics stand behind
/// those of every system.
#[derive(Clone, Copy, Debug)]
pub(super) enum Late {
    OfUnit {
        unit: u8,
        row: u8,
        value: u32,
    },
    /// Row 0: wins. Row m + 1: the count of metric m.
    OfSide {
        side: u8,
        row: u8,
        value: u32,
    },
    OfAll {
        row: u8,
        value: u32,
    },
    Grid {
        unit: u8,
        row: u8,
        round: u32,
        activation: u32,
        n: u64,
    },
}

#[cold]
#[inline(never)]
pub(super) fn wait(late: &mut Vec<Late>, what: Late) {
    late.push(what);
}
