//! Steps on foot to where a target is in range and in sight, worked out once for each square of a target.

use super::super::known::{KnownRows, MOST_BYTES};
use super::reach::{Goal, NEVER, Reach, Row};
use super::{Grid, Place, STEPS};

/// In a row: there is no way.
const NO_WAY: u16 = u16::MAX;
/// In a row: the steps, of which there are fewer than squares; above them the number of the first
/// step in order that comes nearer.
const STEPS_MASK: u16 = (1 << FIRST_BIT) - 1;
const FIRST_BIT: u32 = 14;

/// The steps that a walker needs, where nothing hinders it, from each square to where a target on
/// the floor of each square is within reach: a row for each square of a target, made when it is asked for first.
#[derive(Debug)]
pub struct StepTable {
    /// By the target's square, then by the walker's.
    rows: KnownRows<u16>,
    least: u32,
    most: Option<u32>,
    needs_sight: bool,
}

impl StepTable {
    /// The table of a reach: distances and whether sight is needed. `None`, if the map is larger than steps can
    /// be counted on, or so open that a path needs no search: flat and without obstacles.
    #[must_use]
    pub fn of(grid: &Grid, least: u32, most: Option<u32>, needs_sight: bool) -> Option<Self> {
        Self::within(grid, (least, most), needs_sight, MOST_BYTES)
    }

    /// The table of a reach whose rows take at most so many bytes.
    pub(super) fn within(
        grid: &Grid,
        (least, most): (u32, Option<u32>),
        needs_sight: bool,
        bytes: usize,
    ) -> Option<Self> {
        let n_squares = grid.n_squares();
        if grid.is_flat && grid.is_open || n_squares > usize::from(STEPS_MASK) {
            return None;
        }
        Some(Self { rows: KnownRows::of(n_squares, bytes), least, most, needs_sight })
    }

    /// The row of a target's square, if it is known or there is room for it.
    fn row(&self, reach: &Reach<'_>) -> Option<&[u16]> {
        self.rows.get(reach.grid.index(reach.target), || steps_to(reach))
    }

    /// The goal of a walker whose target is on the floor of its square; `None` where there is no room for more
    /// rows.
    #[inline(always)]
    #[must_use]
    pub fn towards<'a>(&'a self, grid: &'a Grid, target: Place) -> Option<Towards<'a>> {
        let Self { least, most, needs_sight, .. } = *self;
        let reach = Reach { grid, target, least, most, needs_sight };
        Some(Towards { reach, steps: self.row(&reach)? })
    }
}

/// The steps from each square to where a target is within reach.
#[cold]
#[inline(never)]
fn steps_to(reach: &Reach<'_>) -> Box<[u16]> {
    let grid = reach.grid;
    let mut row = vec![NO_WAY; grid.n_squares()];
    let mut queue = Vec::with_capacity(row.len());
    for at in grid.grounds().filter(|&at| reach.holds(at)) {
        row[grid.index(at)] = 0;
        queue.push(at);
    }
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        // Nobody steps into an obstacle; who is in one may leave it.
        if !grid.can_enter(at, false) {
            continue;
        }
        let n = row[grid.index(at)];
        for &step in &STEPS[..4] {
            let Some(before) = grid.beside(at, step, false) else { continue };
            let known = &mut row[grid.index(before)];
            if *known == NO_WAY {
                *known = n + 1;
                queue.push(before);
            }
        }
    }
    for at in grid.grounds() {
        let square = grid.index(at);
        let n = row[square] & STEPS_MASK;
        let leads = |step: &&(i8, i8, i8)| {
            let next = grid.next(at, **step, false);
            next.is_some_and(|next| row[grid.index(next)] & STEPS_MASK == n.wrapping_sub(1))
        };
        if row[square] != NO_WAY
            && let Some(first) = STEPS[..4].iter().position(|step| leads(&step))
        {
            row[square] |= (first as u16) << FIRST_BIT;
        }
    }
    row.into()
}

/// A goal of walkers whose steps are known.
#[derive(Clone, Copy, Debug)]
pub struct Towards<'a> {
    reach: Reach<'a>,
    /// By square.
    steps: &'a [u16],
}

impl Goal for Towards<'_> {
    #[inline(always)]
    fn holds(&self, at: Place) -> bool {
        self.steps[self.reach.grid.index(at)] & STEPS_MASK == 0
    }

    #[inline(always)]
    fn at_least(&self, at: Place, _flies: bool) -> u32 {
        match self.steps[self.reach.grid.index(at)] {
            NO_WAY => NEVER,
            steps => (steps & STEPS_MASK).into(),
        }
    }

    #[inline(always)]
    fn row(&self, row: Row) -> Option<u64> {
        self.reach.row(row)
    }

    #[inline(always)]
    fn write_rows(&self, first: usize, rows: &mut [u64]) -> bool {
        self.reach.write_rows(first, rows)
    }

    #[inline(always)]
    fn within(&self, from: Place, steps: u32, flies: bool) -> Option<[Place; 2]> {
        self.reach.within(from, steps, flies)
    }

    #[inline(always)]
    fn is_exact(&self) -> bool {
        true
    }

    #[inline(always)]
    fn onward(&self, at: Place) -> Place {
        let first = self.steps[self.reach.grid.index(at)] >> FIRST_BIT;
        self.reach.grid.stepped(at, STEPS[usize::from(first)])
    }
}
