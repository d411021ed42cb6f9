//! Where walkers get on maps of up to 64 by 64 squares, a row of squares to a word (NW-37, NW-38).
//!
//! All places of one cost are a level: a word a row, a bit a square. The next level is the last
//! one shifted by a square in each direction; squares that cost more to leave give their
//! neighbours to a later one.

use super::path::{Mover, Stride, Verdict};
use super::rows::{beside, places};
use super::scratch::Scratch;
use super::{Grid, Place, STEPS};

/// How many levels there are, for costs from 0: 33 KiB on the largest map.
pub(super) const LEVELS: usize = 64;

/// How many of them are emptied before a flood begins: it seldom needs more.
const FIRST_LEVELS: usize = 8;

/// The buffers of a flood.
#[derive(Debug, Default)]
pub(super) struct Levels {
    /// Level after level, each with an empty row before its first and one behind its last.
    pub(super) rows: Vec<u64>,
    /// Of the last level what costs 1 to leave, with such rows as well.
    free: Vec<u64>,
    /// The squares that cost more than 1 to leave.
    hindered: Vec<u64>,
    /// Those of all levels, and those that cannot be entered.
    pub(super) closed: Vec<u64>,
    /// The best ends.
    pub(super) ends: Vec<u64>,
}

impl Levels {
    /// Makes room for a map.
    pub(super) fn fit(&mut self, grid: &Grid) {
        let n = grid.rows.floors.len();
        if self.closed.len() < n {
            self.rows.resize((n + 2) * LEVELS, 0);
            self.free.resize(n + 2, 0);
            for rows in [&mut self.hindered, &mut self.closed, &mut self.ends] {
                rows.resize(n, 0);
            }
        }
    }
}

/// A judge of places as one of rows.
#[inline(always)]
pub(super) fn each_place(
    grid: &Grid,
    mut judge: impl FnMut(Place, u32) -> Verdict,
) -> impl FnMut(usize, u64, u32) -> (Verdict, u64) {
    move |y, row, cost| {
        let mut found = (Verdict::Pass, 0);
        for at in places(grid, y, row) {
            let bit = 1 << at.x;
            match judge(at, cost) {
                Verdict::Pass => {}
                Verdict::Tie if found.1 != 0 => found.1 |= bit,
                verdict => found = (verdict, bit),
            }
        }
        found
    }
}

impl Grid {
    /// Whether a flood up to this cost finds what a search does.
    #[inline(always)]
    pub(super) fn can_flood<M: Mover>(&self, mover: &M) -> bool {
        !mover.flies() && !self.rows.floors.is_empty()
    }

    /// Where a path may end among the squares of a row.
    #[inline(always)]
    pub(super) fn stops<M: Mover>(&self, mover: &M, from: Place, y: usize, row: u64) -> u64 {
        if row == 0 || mover.stops_anywhere() {
            return row;
        }
        self.stops_of_some(mover, from, y, row)
    }

    #[inline(never)]
    fn stops_of_some<M: Mover>(&self, mover: &M, from: Place, y: usize, row: u64) -> u64 {
        let can_stop = |&at: &Place| at == from || mover.can_stop(at);
        places(self, y, row).filter(can_stop).fold(0, |row, at| row | 1 << at.x)
    }

    /// Shows all squares of costs up to `limit` to `judge`, by rising cost and row by row; of each
    /// row it says which squares are ends, and what they are to those before. The cost of the best
    /// ends, which are in the buffer with all levels up to them; no cost without ends. `None`, if
    /// it would take more levels than there are.
    #[inline(always)]
    pub(super) fn flood<M: Mover>(
        &self,
        levels: &mut Levels,
        from: Place,
        mover: &M,
        mut limit: usize,
        mut judge: impl FnMut(usize, u64, u32) -> (Verdict, u64),
    ) -> Option<Option<u32>> {
        levels.fit(self);
        let floors = &self.rows.floors[..];
        let (n, size) = (floors.len(), floors.len() + 2);
        let Levels { rows, free, hindered, closed, ends } = levels;
        let (hindered, closed, ends) = (&mut hindered[..n], &mut closed[..n], &mut ends[..n]);
        mover.hindrances(self, hindered);
        // What cannot be entered is as what was seen before; who stands there may leave it.
        for (closed, floor) in closed.iter_mut().zip(floors) {
            *closed = !floor;
        }
        let (start, bit) = (usize::from(from.y), 1_u64 << (from.x & 63));
        closed[start] &= !bit;
        free[..size].fill(0);
        // How many levels are written, and the last of them that may hold anybody.
        let (mut written, mut last) = (FIRST_LEVELS.min(limit.saturating_add(1)), 0);
        rows[..written * size].fill(0);
        rows[start + 1] = bit;
        let slack = Self::slack(hindered, from, mover);
        let (mut best, mut cost) = (None, 0_usize);
        loop {
            let (low, high) = self.rows_within(from, cost.saturating_sub(slack));
            let n_rows = high - low;
            let (done, later) = rows.split_at_mut((cost + 1) * size);
            let level = &mut done[cost * size + 1 + low..][..n_rows];
            let (closed, hindered) = (&mut closed[low..][..n_rows], &hindered[low..][..n_rows]);
            let free = &mut free[low..][..n_rows + 2];
            let (mut above, mut here) = (free[0], free[1]);
            let mut slow = 0;
            for i in 0..n_rows {
                let below = free[i + 2];
                let row = (level[i] | here << 1 | here >> 1 | above | below) & !closed[i];
                (above, here) = (here, below);
                level[i] = row;
                free[i + 1] = row & !hindered[i];
                if row == 0 {
                    continue;
                }
                closed[i] |= row;
                last = last.max(cost + usize::from(cost < limit));
                slow |= row & hindered[i];
                let (verdict, found) = judge(low + i, row, cost as u32);
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
                ends[low + i] |= found;
            }
            if cost >= limit {
                return Some(best);
            }
            if written == cost + 1 && cost + 1 < LEVELS {
                later[..size].fill(0);
                written += 1;
            }
            for i in if slow == 0 { 0..0 } else { 0..n_rows } {
                for at in places(self, low + i, level[i] & hindered[i]) {
                    let then = cost + mover.leave_cost(at) as usize;
                    last = last.max(then.min(limit));
                    if then < LEVELS && then <= limit {
                        while written <= then {
                            later[(written - cost - 1) * size..][..size].fill(0);
                            written += 1;
                        }
                        let (first, end) = self.rows_within(at, 1);
                        let next = &mut later[(then - cost - 1) * size + 1..][first..end];
                        for (y, next) in (first..end).zip(next) {
                            *next |= beside(at, y);
                        }
                    }
                }
            }
            cost += if cost == 0 { 1 + slack } else { 1 };
            if cost > last {
                return Some(best);
            }
            if cost >= LEVELS {
                return None;
            }
        }
    }

    /// How much more than 1 the first step costs: the number of empty levels after the first.
    #[inline(always)]
    fn slack<M: Mover>(hindered: &[u64], from: Place, mover: &M) -> usize {
        let is_hindered = hindered[usize::from(from.y)] >> (from.x & 63) & 1 == 1;
        if is_hindered { mover.leave_cost(from) as usize - 1 } else { 0 }
    }

    /// Writes the first of the cheapest paths to the ends of a flood, all at this cost.
    pub(super) fn trace_flood<M: Mover>(&self, scratch: &mut Scratch, from: Place, end_cost: u32, mover: &M) {
        let (n, size) = (self.n_rows(), self.n_rows() + 2);
        let Scratch { levels: Levels { rows, hindered, ends, .. }, strides, .. } = scratch;
        let end = end_cost as usize;
        rows[end * size + 1..][..n].copy_from_slice(&ends[..n]);
        // Of each level what leads on.
        let slack = Self::slack(hindered, from, mover);
        for cost in (slack + 1..end).rev() {
            let (done, later) = rows.split_at_mut((cost + 1) * size);
            let (first, last) = self.rows_within(from, cost - slack);
            let n_rows = last - first;
            let level = &mut done[cost * size + 1 + first..][..n_rows];
            let (next, hindered) = (&later[first..first + n_rows + 2], &hindered[first..last]);
            for i in 0..n_rows {
                let y = first + i;
                let mut leads = next[i + 1] << 1 | next[i + 1] >> 1 | next[i] | next[i + 2];
                let slow = level[i] & hindered[i];
                if slow != 0 {
                    leads &= !slow;
                    for at in places(self, y, slow) {
                        let then = cost + mover.leave_cost(at) as usize;
                        let on = |y: usize| beside(at, y) & later[(then - cost - 1) * size + 1..][y];
                        if then <= end && (y.saturating_sub(1)..n.min(y + 2)).any(|y| on(y) != 0) {
                            leads |= 1 << at.x;
                        }
                    }
                }
                level[i] &= leads;
            }
        }
        strides.clear();
        let (mut at, mut cost) = (from, 0);
        while cost < end {
            let (y, bit) = (usize::from(at.y), 1_u64 << (at.x & 63));
            let stride_cost = if hindered[y] & bit == 0 { 1 } else { mover.leave_cost(at) };
            cost += stride_cost as usize;
            // In the order of steps.
            let level = &rows[cost * size..][y..y + 3];
            let step = if level[1] & bit << 1 != 0 {
                0
            } else if level[1] & bit >> 1 != 0 {
                1
            } else if level[2] & bit != 0 {
                2
            } else {
                3
            };
            debug_assert!(step < 3 || level[0] & bit != 0, "a path leads from the start to every end");
            at = self.stepped(at, STEPS[step]);
            strides.push(Stride { to: at, cost: stride_cost });
        }
    }
}
