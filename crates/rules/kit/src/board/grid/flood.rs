//! Floods: the squares that movers reach on maps of up to 64 by 64 squares, a row of squares to a word
//! (NW-37, NW-38, NW-41).
//!
//! All places of one cost are a level: a word a row, a bit a square. The next level is the last
//! one shifted by a square in each direction; squares that cost more to leave give their
//! neighbours to a later one. Who walks has one plane of rows, the floors; who flies has one for each
//! height, and shifts between them as well.

use super::levels::{Band, LEVELS, Levels, Shape};
use super::path::{Mover, Stride, Verdict};
use super::reach::Row;
use super::rows::{beside, places};
use super::scratch::Scratch;
use super::{Grid, Place, STEPS};

/// How many levels are emptied before a flood on foot begins: it seldom needs more.
const FIRST_LEVELS: usize = 8;

/// A judge of places as one of rows.
#[inline(always)]
pub(super) fn each_place(
    grid: &Grid,
    mut judge: impl FnMut(Place, u32) -> Verdict,
) -> impl FnMut(Row, u64, u32) -> (Verdict, u64) {
    move |row, bits, cost| {
        let mut found = (Verdict::Pass, 0);
        for at in places(grid, row, bits) {
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
    /// Returns whether a flood up to this cost finds what a search does.
    #[inline(always)]
    pub(super) fn can_flood<M: Mover>(&self, mover: &M) -> bool {
        if mover.flies() { !self.rows.air.is_empty() } else { !self.rows.floors.is_empty() }
    }

    /// Returns where a path may end among these squares of a row.
    #[inline(always)]
    pub(super) fn stops<M: Mover>(&self, mover: &M, from: Place, row: Row, bits: u64) -> u64 {
        if bits == 0 || mover.stops_anywhere() {
            return bits;
        }
        self.stops_of_some(mover, from, row, bits)
    }

    #[inline(never)]
    fn stops_of_some<M: Mover>(&self, mover: &M, from: Place, row: Row, bits: u64) -> u64 {
        let can_stop = |&at: &Place| at == from || mover.can_stop(at);
        places(self, row, bits).filter(can_stop).fold(0, |row, at| row | 1 << at.x)
    }

    /// Shows all squares of a band of costs up to `limit` to `judge`, by rising cost and row by row; of each
    /// row it says which squares are ends, and what they are to those before. The cost of the best
    /// ends, which are in the buffer with all levels up to them; no cost without ends. `None`, if
    /// it would take more levels than there are.
    #[inline(always)]
    pub(super) fn flood<M: Mover>(
        &self,
        [on_foot, in_flight]: &mut [Levels; 2],
        from: Place,
        mover: &M,
        (limit, band): (usize, Band),
        judge: impl FnMut(Row, u64, u32) -> (Verdict, u64),
    ) -> Option<Option<u32>> {
        if mover.flies() {
            self.flood_planes::<true, M>(in_flight, from, mover, (limit, band), judge)
        } else {
            self.flood_planes::<false, M>(on_foot, from, mover, (limit, band), judge)
        }
    }

    /// The first height of a band at most `n` from that of the start, and the one above the last; on foot
    /// the floors are the only one.
    #[inline(always)]
    fn planes<const FLIES: bool>(&self, band: Band, from: Place, n: usize) -> (usize, usize) {
        if !FLIES {
            return (0, 1);
        }
        let (bottom, top) = self.planes_within(from, n);
        (bottom.max(band.planes.0), top.min(band.planes.1))
    }

    /// The first row of a band at most `n` from that of the start, and the one behind the last.
    #[inline(always)]
    fn rows_of(&self, band: Band, from: Place, n: usize) -> (usize, usize) {
        let (low, high) = self.rows_within(from, n);
        (low.max(band.rows.0), high.min(band.rows.1))
    }

    #[inline(always)]
    fn plane_of<const FLIES: bool>(at: Place) -> usize {
        if FLIES { at.z.into() } else { 0 }
    }

    #[inline(always)]
    fn flood_planes<const FLIES: bool, M: Mover>(
        &self,
        levels: &mut Levels,
        from: Place,
        mover: &M,
        (mut limit, band): (usize, Band),
        mut judge: impl FnMut(Row, u64, u32) -> (Verdict, u64),
    ) -> Option<Option<u32>> {
        let shape = Shape::of::<FLIES>(self);
        levels.fit(shape);
        levels.band = band;
        let Shape { stride, pad, size } = shape;
        let Levels { rows, free: [last_free, free], hindered, closed, ends, .. } = levels;
        let n = shape.inner();
        let (closed, ends) = (&mut closed[..n], &mut ends[..n]);
        let (mut last_free, mut free) = (&mut last_free[..size], &mut free[..size]);
        if !FLIES {
            mover.hindrances(self, &mut hindered[..n]);
        }
        // What cannot be entered is as what was seen before; who is there may leave it.
        let (lowest, highest) = self.planes::<FLIES>(band, from, limit);
        let (bottom, top) = (lowest * stride, highest * stride);
        let enterable = if FLIES { &self.rows.air[bottom..top] } else { &self.rows.floors[..] };
        for (closed, enterable) in closed[bottom..top].iter_mut().zip(enterable) {
            *closed = !enterable;
        }
        for plane in lowest..highest {
            let closed = &mut closed[plane * stride..][..stride];
            if FLIES && (band.planes.0 > 0 && plane == band.planes.0) {
                closed.fill(u64::MAX);
            }
            if FLIES && (band.planes.1 <= usize::from(self.ceiling) && plane + 1 == band.planes.1) {
                closed.fill(u64::MAX);
            }
            if band.rows.0 > 0 {
                closed[band.rows.0] = u64::MAX;
            }
            if band.rows.1 < self.n_rows() {
                closed[band.rows.1 - 1] = u64::MAX;
            }
        }
        let (start, bit) = (Self::plane_of::<FLIES>(from), 1_u64 << (from.x & 63));
        let start_row = start * stride + usize::from(from.y);
        closed[start_row] &= !bit;
        last_free[bottom..top + 2 * pad].fill(0);
        free[bottom..top + 2 * pad].fill(0);
        // How many levels are written, and the last of them that may hold anybody. In flight nothing
        // hinders, so that no level has anything before its turn.
        let (mut written, mut last) = (FIRST_LEVELS.min(limit.saturating_add(1)), 0);
        if !FLIES {
            rows[..written * size].fill(0);
        }
        rows[pad + start_row] = bit;
        let slack = Self::slack::<FLIES, M>(hindered, from, mover);
        let (mut best, mut cost) = (None, 0_usize);
        loop {
            let reach = cost.saturating_sub(slack);
            let (bottom, top) = self.planes::<FLIES>(band, from, reach);
            let mut slow = 0;
            for plane in bottom..top {
                let height = if FLIES { Some(plane as u8) } else { None };
                let (low, high) = self.rows_of(band, from, reach - plane.abs_diff(start));
                let n_rows = high - low;
                let at = plane * stride + low;
                let level = &mut rows[cost * size + pad + at..][..n_rows];
                let closed = &mut closed[at..][..n_rows];
                let hindered = if FLIES { &[] } else { &hindered[at..][..n_rows] };
                let beside = &last_free[pad + at - 1..][..n_rows + 2];
                let lower = if FLIES { &last_free[at..][..n_rows] } else { &[] };
                let higher = if FLIES { &last_free[pad + at + stride..][..n_rows] } else { &[] };
                let free = &mut free[pad + at..][..n_rows];
                let (mut above, mut here) = (beside[0], beside[1]);
                for i in 0..n_rows {
                    let below = beside[i + 2];
                    let waiting = if !FLIES || cost == 0 { level[i] } else { lower[i] | higher[i] };
                    let bits = (waiting | here << 1 | here >> 1 | above | below) & !closed[i];
                    (above, here) = (here, below);
                    level[i] = bits;
                    free[i] = if FLIES { bits } else { bits & !hindered[i] };
                    if bits == 0 {
                        continue;
                    }
                    closed[i] |= bits;
                    last = last.max(cost + usize::from(cost < limit));
                    if !FLIES {
                        slow |= bits & hindered[i];
                    }
                    let (verdict, found) = judge(Row { y: low + i, height }, bits, cost as u32);
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
                    ends[at + i] |= found;
                }
            }
            if cost >= limit {
                return Some(best);
            }
            if !FLIES {
                let later = &mut rows[(cost + 1) * size..];
                if written == cost + 1 && cost + 1 < LEVELS {
                    later[..size].fill(0);
                    written += 1;
                }
            }
            if slow != 0 {
                let (low, high) = self.rows_of(band, from, reach);
                let (done, later) = rows.split_at_mut((cost + 1) * size);
                let level = &done[cost * size + pad..];
                for y in low..high {
                    for at in places(self, Row { y, height: None }, level[y] & hindered[y]) {
                        let then = cost + mover.leave_cost(at) as usize;
                        last = last.max(then.min(limit));
                        if then < LEVELS && then <= limit {
                            while written <= then {
                                later[(written - cost - 1) * size..][..size].fill(0);
                                written += 1;
                            }
                            let (first, end) = self.rows_within(at, 1);
                            let next = &mut later[(then - cost - 1) * size + pad..][first..end];
                            for (y, next) in (first..end).zip(next) {
                                *next |= beside(at, y);
                            }
                        }
                    }
                }
            }
            core::mem::swap(&mut last_free, &mut free);
            cost += if cost == 0 { 1 + slack } else { 1 };
            if cost > last {
                return Some(best);
            }
            if cost >= LEVELS {
                return None;
            }
        }
    }

    /// Returns how much more than 1 the first step costs: the number of empty levels after the first.
    #[inline(always)]
    fn slack<const FLIES: bool, M: Mover>(hindered: &[u64], from: Place, mover: &M) -> usize {
        let is_hindered = !FLIES && hindered[usize::from(from.y)] >> (from.x & 63) & 1 == 1;
        if is_hindered { mover.leave_cost(from) as usize - 1 } else { 0 }
    }

    /// Writes the first of the cheapest paths to the ends of a flood, all at this cost.
    pub(super) fn trace_flood<M: Mover>(&self, scratch: &mut Scratch, from: Place, end_cost: u32, mover: &M) {
        let Scratch { levels: [on_foot, in_flight], strides, .. } = scratch;
        if mover.flies() {
            self.trace_planes::<true, M>(in_flight, strides, from, end_cost, mover);
        } else {
            self.trace_planes::<false, M>(on_foot, strides, from, end_cost, mover);
        }
    }

    #[inline(always)]
    fn trace_planes<const FLIES: bool, M: Mover>(
        &self,
        levels: &mut Levels,
        strides: &mut Vec<Stride>,
        from: Place,
        end_cost: u32,
        mover: &M,
    ) {
        let Levels { shape: Shape { stride, pad, size }, band, rows, hindered, ends, .. } = levels;
        let (stride, pad, size, band, n) = (*stride, *pad, *size, *band, self.n_rows());
        let end = end_cost as usize;
        let start = Self::plane_of::<FLIES>(from);
        let (bottom, top) = self.planes::<FLIES>(Band::whole(self), from, end);
        let (bottom, top) = (bottom * stride, top * stride);
        rows[end * size + pad..][bottom..top].copy_from_slice(&ends[bottom..top]);
        // Of each level what leads on.
        let slack = Self::slack::<FLIES, M>(hindered, from, mover);
        for cost in (slack + 1..end).rev() {
            let (done, later) = rows.split_at_mut((cost + 1) * size);
            let reach = cost - slack;
            let (bottom, top) = self.planes::<FLIES>(band, from, reach);
            for plane in bottom..top {
                let (first, last) = self.rows_of(band, from, reach - plane.abs_diff(start));
                let n_rows = last - first;
                let row = plane * stride + first;
                let level = &mut done[cost * size + pad + row..][..n_rows];
                let next = &later[pad + row - 1..][..n_rows + 2];
                let lower = if FLIES { &later[row..][..n_rows] } else { &[] };
                let higher = if FLIES { &later[pad + row + stride..][..n_rows] } else { &[] };
                let hindered = if FLIES { &[] } else { &hindered[row..][..n_rows] };
                for i in 0..n_rows {
                    let mut leads = next[i + 1] << 1 | next[i + 1] >> 1 | next[i] | next[i + 2];
                    if FLIES {
                        leads |= lower[i] | higher[i];
                    } else if level[i] & hindered[i] != 0 {
                        let (y, slow) = (first + i, level[i] & hindered[i]);
                        leads &= !slow;
                        for at in places(self, Row { y, height: None }, slow) {
                            let then = cost + mover.leave_cost(at) as usize;
                            let on = |y: usize| beside(at, y) & later[(then - cost - 1) * size + pad..][y];
                            if then <= end && (y.saturating_sub(1)..n.min(y + 2)).any(|y| on(y) != 0) {
                                leads |= 1 << at.x;
                            }
                        }
                    }
                    level[i] &= leads;
                }
            }
        }
        strides.clear();
        let (mut at, mut cost) = (from, 0);
        while cost < end {
            let (y, bit) = (usize::from(at.y), 1_u64 << (at.x & 63));
            let is_free = FLIES || hindered[y] & bit == 0;
            let stride_cost = if is_free { 1 } else { mover.leave_cost(at) };
            cost += stride_cost as usize;
            // In the order of steps.
            let row = cost * size + pad + Self::plane_of::<FLIES>(at) * stride + y;
            let level = &rows[row - 1..][..3];
            let step = if level[1] & bit << 1 != 0 {
                0
            } else if level[1] & bit >> 1 != 0 {
                1
            } else if level[2] & bit != 0 {
                2
            } else if !FLIES || level[0] & bit != 0 {
                3
            } else if rows[row + stride] & bit != 0 {
                4
            } else {
                5
            };
            debug_assert!(
                step < 3 || step == 4 || rows[if step == 3 { row - 1 } else { row - stride }] & bit != 0,
                "a path leads from the start to every end"
            );
            let (x, y, z) = STEPS[step];
            at = if FLIES {
                let moved = |at: u8, by: i8| at.wrapping_add_signed(by);
                Place { x: moved(at.x, x), y: moved(at.y, y), z: moved(at.z, z) }
            } else {
                self.stepped(at, STEPS[step])
            };
            strides.push(Stride { to: at, cost: stride_cost });
        }
    }
}
