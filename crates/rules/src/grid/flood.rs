//! Where walkers get on maps of up to 64 by 64 squares, a row of squares to a word (NW-37, NW-38).
//!
//! All places of one cost are a level: a word a row, a bit a square. The next level is the last
//! one shifted by a square in each direction; squares that cost more to leave give their
//! neighbours to a later one.

use super::path::{Mover, Stride, Verdict};
use super::rows::{beside, places};
use super::scratch::Scratch;
use super::{Grid, Place, STEPS};

/// How many levels there are, for costs from 0: 32 KiB on the largest map.
pub(super) const LEVELS: usize = 64;

/// The buffers of a flood.
#[derive(Debug, Default)]
pub(super) struct Levels {
    /// Level after level.
    pub(super) rows: Vec<u64>,
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
            self.rows.resize(n * LEVELS, 0);
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
        let n = floors.len();
        let Levels { rows, hindered, closed, ends } = levels;
        let (hindered, closed, ends) = (&mut hindered[..n], &mut closed[..n], &mut ends[..n]);
        mover.hindrances(self, hindered);
        // What cannot be entered is as what was seen before; who stands there may leave it.
        for (closed, floor) in closed.iter_mut().zip(floors) {
            *closed = !floor;
        }
        let (start, bit) = (usize::from(from.y), 1_u64 << (from.x & 63));
        closed[start] &= !bit;
        rows[..n].fill(0);
        rows[start] = bit;
        // How many levels are written, and the last of them that may hold anybody.
        let (mut written, mut last) = (1, 0);
        let (mut best, mut cost) = (None, 0);
        loop {
            let (low, high) = self.rows_within(from, cost);
            let (done, later) = rows.split_at_mut((cost + 1) * n);
            let level = &mut done[cost * n..][..n];
            let goes_on = cost < limit;
            let has_next = goes_on && cost + 1 < LEVELS;
            if has_next && written == cost + 1 {
                later[..n].fill(0);
                written += 1;
            }
            let (next, mut slow) = (if has_next { &mut later[..n] } else { &mut [][..] }, 0);
            for y in low..high {
                let row = level[y] & !closed[y];
                level[y] = row;
                if row == 0 {
                    continue;
                }
                closed[y] |= row;
                last = last.max(cost + usize::from(goes_on));
                let free = row & !hindered[y];
                slow |= row & hindered[y];
                if has_next {
                    next[y] |= free << 1 | free >> 1;
                    if y > 0 {
                        next[y - 1] |= free;
                    }
                    if y + 1 < n {
                        next[y + 1] |= free;
                    }
                }
                let (verdict, found) = judge(y, row, cost as u32);
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
                ends[y] |= found;
            }
            if cost >= limit {
                return Some(best);
            }
            for y in if slow == 0 { 0..0 } else { low..high } {
                for at in places(self, y, level[y] & hindered[y]) {
                    let then = cost + mover.leave_cost(at) as usize;
                    last = last.max(then.min(limit));
                    if then < LEVELS && then <= limit {
                        while written <= then {
                            later[(written - cost - 1) * n..][..n].fill(0);
                            written += 1;
                        }
                        let (first, end) = self.rows_within(at, 1);
                        let next = &mut later[(then - cost - 1) * n..][first..end];
                        for (y, next) in (first..end).zip(next) {
                            *next |= beside(at, y);
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
            let (level, next) = (&mut done[cost * n..][..n], &later[..n]);
            let (first, last) = self.rows_within(from, cost);
            for y in first..last {
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
            let leads = |step: &&(i8, i8, i8)| {
                // A coordinate below 0 wraps to one beyond every edge, and the map's are empty.
                let (x, y) = (at.x.wrapping_add_signed(step.0), at.y.wrapping_add_signed(step.1));
                x < 64 && level.get(usize::from(y)).is_some_and(|row| row >> x & 1 == 1)
            };
            let step = STEPS[..4].iter().find(leads).expect("a path leads from the start to every end");
            at = self.stepped(at, *step);
            strides.push(Stride { to: at, cost: stride_cost });
        }
    }
}
