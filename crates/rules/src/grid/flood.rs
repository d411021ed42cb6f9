//! Where walkers get on maps of up to 64 by 64 squares, a row of squares to a word (NW-37, NW-38).
//!
//! All places of one cost are a level: a word a row, a bit a square. The next level is the last
//! one shifted by a square in each direction; squares that cost more to leave give their
//! neighbours to a later one.

use super::path::{Mover, Stride, Verdict};
use super::scratch::Scratch;
use super::{Grid, Place};

/// The widest and highest map whose rows are words.
const MOST_SIDE: u8 = 64;
/// How many levels there are, for costs from 0: 32 KiB on the largest map.
pub(super) const LEVELS: usize = 64;

/// The buffers of a flood.
#[derive(Debug, Default)]
pub(super) struct Levels {
    /// Level after level.
    rows: Vec<u64>,
    /// The squares that cost more than 1 to leave.
    hindered: Vec<u64>,
    closed: Vec<u64>,
    /// The best ends.
    ends: Vec<u64>,
}

impl Levels {
    /// Makes room for a map.
    pub(super) fn fit(&mut self, grid: &Grid) {
        let n = grid.rows.floors.len();
        if self.closed.len() < n {
            self.rows.resize(n * LEVELS, 0);
            for rows in [&mut self.hindered, &mut self.closed, &mut self.ends] {
                rows.resize(n, 0);
            }
        }
    }
}

/// Squares of a map, a bit each.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    /// Those that can be entered on foot; empty where a row is no word.
    pub(super) floors: Box<[u64]>,
    /// Those with an object or trap.
    pub(super) objects: Box<[u64]>,
}

impl Rows {
    pub(super) fn of(grid: &Grid) -> Self {
        if grid.width.max(grid.height) > MOST_SIDE {
            return Self::default();
        }
        let rows = |is: &dyn Fn(Place) -> bool| {
            let row = |y| (0..grid.width).filter(|&x| is(grid.ground(x, y))).fold(0, |row, x| row | 1 << x);
            (0..grid.height).map(row).collect()
        };
        Self { floors: rows(&|at| grid.can_enter(at, false)), objects: rows(&|at| grid.obstructs(at)) }
    }
}

/// The places of the bits of row `y`.
#[inline(always)]
fn places(grid: &Grid, y: usize, mut row: u64) -> impl Iterator<Item = Place> + '_ {
    core::iter::from_fn(move || {
        let x = row.trailing_zeros();
        (row != 0).then(|| {
            row &= row - 1;
            grid.ground(x as u8, y as u8)
        })
    })
}

/// The squares beside a place in row `y`, if the place is in row `of` or next to it.
#[inline(always)]
fn beside(at: Place, y: usize) -> u64 {
    let bit = 1_u64 << (at.x & 63);
    match y.abs_diff(at.y.into()) {
        0 => bit << 1 | bit >> 1,
        1 => bit,
        _ => 0,
    }
}

impl Grid {
    /// Whether a flood up to this cost finds what a search does.
    #[inline(always)]
    pub(super) fn can_flood<M: Mover>(&self, mover: &M) -> bool {
        !mover.flies() && !self.rows.floors.is_empty()
    }

    /// Shows all places of costs up to `limit` to `judge`, by rising cost. The cost of the best
    /// ends, which are in the buffer with all levels up to them; no cost without ends. `None`, if
    /// it would take more levels than there are.
    #[inline(always)]
    pub(super) fn flood<M: Mover>(
        &self,
        scratch: &mut Scratch,
        from: Place,
        mover: &M,
        mut limit: usize,
        mut judge: impl FnMut(Place, u32) -> Verdict,
    ) -> Option<Option<u32>> {
        scratch.levels.fit(self);
        let n = self.rows.floors.len();
        let Levels { rows, hindered, closed, ends } = &mut scratch.levels;
        let (hindered, closed, ends) = (&mut hindered[..n], &mut closed[..n], &mut ends[..n]);
        mover.hindrances(self, hindered);
        closed.fill(0);
        rows[..n].fill(0);
        rows[usize::from(from.y)] = 1 << (from.x & 63);
        // How many levels are written, and the last of them that may hold anybody.
        let (mut written, mut last) = (1, 0);
        let (mut best, mut cost) = (None, 0);
        loop {
            let (low, high) =
                (usize::from(from.y).saturating_sub(cost), n.min(usize::from(from.y) + cost + 1));
            let (done, later) = rows.split_at_mut((cost + 1) * n);
            let level = &mut done[cost * n..];
            for y in low..high {
                level[y] &= !closed[y];
                closed[y] |= level[y];
                for at in places(self, y, level[y]) {
                    let verdict = judge(at, cost as u32);
                    if verdict == Verdict::Pass {
                        continue;
                    }
                    if verdict != Verdict::Tie {
                        ends.fill(0);
                        best = Some(cost as u32);
                    }
                    if verdict == Verdict::Enough {
                        limit = cost;
                    }
                    ends[y] |= 1 << at.x;
                }
            }
            if cost >= limit {
                return Some(best);
            }
            let mut any = 0;
            if cost + 1 < LEVELS {
                if written == cost + 1 {
                    later[..n].fill(0);
                    written += 1;
                }
                let free = |y: usize| level[y] & !hindered[y];
                let (first, end) = (low.saturating_sub(1), n.min(high + 1));
                for (y, next) in (first..end).zip(&mut later[first..end]) {
                    let above = if y > 0 { free(y - 1) } else { 0 };
                    let below = if y + 1 < n { free(y + 1) } else { 0 };
                    let spread = (free(y) << 1 | free(y) >> 1 | above | below) & self.rows.floors[y];
                    *next |= spread;
                    any |= spread;
                }
            } else {
                any = level.iter().fold(0, |any, row| any | row);
            }
            if any != 0 {
                last = last.max(cost + 1);
            }
            for y in low..high {
                for at in places(self, y, level[y] & hindered[y]) {
                    let then = cost + mover.leave_cost(at) as usize;
                    last = last.max(then.min(limit));
                    if then < LEVELS && then <= limit {
                        while written <= then {
                            later[(written - cost - 1) * n..][..n].fill(0);
                            written += 1;
                        }
                        let (first, end) = (y.saturating_sub(1), n.min(y + 2));
                        let next = &mut later[(then - cost - 1) * n..][first..end];
                        for (y, next) in (first..end).zip(next) {
                            *next |= beside(at, y) & self.rows.floors[y];
                        }
                    }
                }
            }
            cost += 1;
            if cost > last {
                return Some(best);
            }
            if cost == LEVELS {
                return None;
            }
        }
    }

    /// Writes the first of the cheapest paths to the ends of a flood, all at this cost.
    pub(super) fn trace_flood<M: Mover>(&self, scratch: &mut Scratch, from: Place, end_cost: u32, mover: &M) {
        let n = self.rows.floors.len();
        let Scratch { levels: Levels { rows, hindered, ends, .. }, strides, .. } = scratch;
        let end = end_cost as usize;
        rows[end * n..][..n].copy_from_slice(&ends[..n]);
        // Of each level what leads on.
        for cost in (0..end).rev() {
            let (done, later) = rows.split_at_mut((cost + 1) * n);
            let level = &mut done[cost * n..];
            let next = &later[..n];
            for y in 0..n {
                if level[y] == 0 {
                    continue;
                }
                let above = if y > 0 { next[y - 1] } else { 0 };
                let below = if y + 1 < n { next[y + 1] } else { 0 };
                let mut leads = (next[y] << 1 | next[y] >> 1 | above | below) & !hindered[y];
                for at in places(self, y, level[y] & hindered[y]) {
                    let then = cost + mover.leave_cost(at) as usize;
                    let on = |y: usize| beside(at, y) & later[(then - cost - 1) * n..][y];
                    if then <= end && (y.saturating_sub(1)..n.min(y + 2)).any(|y| on(y) != 0) {
                        leads |= 1 << at.x;
                    }
                }
                level[y] &= leads;
            }
        }
        strides.clear();
        let (mut at, mut cost) = (from, 0);
        while cost < end {
            let stride_cost = mover.leave_cost(at);
            cost += stride_cost as usize;
            let level = &rows[cost * n..][..n];
            at = self
                .around(at, false)
                .find(|next| level[usize::from(next.y)] >> next.x & 1 == 1)
                .expect("a path leads from the start to every end");
            strides.push(Stride { to: at, cost: stride_cost });
        }
    }
}
