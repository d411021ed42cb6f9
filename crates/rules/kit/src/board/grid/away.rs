//! The places from which a unit reaches a target and is far from others (D-move, `keep_distance`).

use super::levels::{Band, LEVELS, Levels};
use super::path::{Mover, Verdict, Walk};
use super::reach::{Goal, NEVER, Row};
use super::scratch::Scratch;
use super::{Grid, Place};

/// Places where a goal holds, far from foes.
#[derive(Clone, Copy, Debug)]
pub struct Away<'g, G, F> {
    /// The goal that has to hold at the place.
    pub goal: &'g G,
    /// The places of the foes that it keeps away from.
    pub foes: F,
    /// The wanted distance from the nearest of them; a larger one is worth no more.
    pub enough: u32,
}

/// The buffers for that.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// The squares at which the goal holds, as rows of bits.
    held: Vec<u64>,
    /// The squares nearer to some foe than the distance, as rows of bits.
    near: Vec<u64>,
}

impl Wanted {
    /// Makes room for a map.
    pub(super) fn fit(&mut self, grid: &Grid) {
        let n = grid.n_rows();
        if self.held.len() < n {
            self.held.resize(n, 0);
            self.near.resize(n, 0);
        }
    }

    /// Writes, from one row to before another, what is nearer to some foe than `distance`.
    #[inline(always)]
    fn write_near(
        &mut self,
        grid: &Grid,
        (first, end): (usize, usize),
        foes: impl Iterator<Item = Place>,
        distance: u32,
    ) {
        let near = &mut self.near[first..end];
        near.fill(0);
        let Some(radius) = distance.checked_sub(1) else { return };
        for foe in foes {
            let within = grid.rows_in_range(foe, radius, None);
            let (top, bottom) = grid.rows_within(foe, radius as usize);
            for y in top.max(first)..bottom.min(end) {
                near[y - first] |= within(y);
            }
        }
    }
}

impl Grid {
    /// Of the places where the goal holds and that can be reached with `budget` steps, the walk to
    /// one whose nearest foe is far enough away, or else as far as can be; of equal ones as
    /// [`best_within`](Self::best_within). `None`, if there is none.
    pub fn away_within<'s, M: Mover, G: Goal>(
        &self,
        scratch: &'s mut Scratch,
        from: Place,
        budget: u32,
        mover: &M,
        away: &Away<'_, G, impl Iterator<Item = Place> + Clone>,
    ) -> Option<Walk<'s>> {
        let (goal, enough) = (away.goal, away.enough);
        let is_flat = !mover.flies() && self.has_rows_of_ranges(None);
        let has_rows = is_flat && (budget as usize) < LEVELS && {
            scratch.wanted.fit(self);
            let (first, end) = self.rows_within(from, budget as usize);
            goal.write_rows(first, &mut scratch.wanted.held[first..end])
        };
        if !has_rows {
            let nearest = |at| away.foes.clone().map(|foe| self.distance(foe, at)).fold(NEVER, u32::min);
            let score = |at| goal.holds(at).then(|| nearest(at).min(enough));
            let walk = self.best_within(scratch, from, budget, mover, score, Some(Some(enough)));
            return goal.holds(walk.end().unwrap_or(from)).then_some(walk);
        }
        let from = self.ground(from.x, from.y);
        let cost = self.flood_away(scratch, from, budget, mover, away)?;
        self.trace_flood(scratch, from, cost, mover);
        Some(self.walk_of(scratch, cost, budget, mover))
    }

    /// Leaves the best ends in the buffer. Their cost.
    fn flood_away<M: Mover, G>(
        &self,
        scratch: &mut Scratch,
        from: Place,
        budget: u32,
        mover: &M,
        away: &Away<'_, G, impl Iterator<Item = Place> + Clone>,
    ) -> Option<u32> {
        let wanted = &mut scratch.wanted;
        wanted.write_near(self, self.rows_within(from, budget as usize), away.foes.clone(), away.enough);
        let n = self.n_rows();
        let (held, near) = (&wanted.held[..n], &wanted.near[..n]);
        let (mut highest, mut is_found) = (0, false);
        let judge = |row: Row, bits, cost| {
            highest = cost;
            let ends = self.stops(mover, from, row, bits & held[row.y] & !near[row.y]);
            let better = if is_found { Verdict::Tie } else { Verdict::Enough };
            is_found |= ends != 0;
            (if ends == 0 { Verdict::Pass } else { better }, ends)
        };
        let limits = (budget as usize, Band::whole(self));
        match self.flood(&mut scratch.levels, from, mover, limits, judge).flatten() {
            Some(cost) => Some(cost),
            None => {
                let Scratch { levels: [levels, _], wanted, .. } = scratch;
                self.farthest(levels, wanted, from, highest, mover, away)
            }
        }
    }

    /// Returns where nothing that was reached is far enough away: the ends that are farthest, and their
    /// least cost.
    fn farthest<M: Mover, G>(
        &self,
        levels: &mut Levels,
        wanted: &mut Wanted,
        from: Place,
        highest: u32,
        mover: &M,
        away: &Away<'_, G, impl Iterator<Item = Place> + Clone>,
    ) -> Option<u32> {
        let Levels { rows, closed, ends, .. } = levels;
        let n = self.n_rows();
        let (first, end) = self.rows_within(from, highest as usize);
        let mut any = 0;
        for (y, row) in (first..end).zip(&mut closed[first..end]) {
            let reached = *row & self.rows.floors[y];
            let reached = if y == usize::from(from.y) { reached | 1 << (from.x & 63) } else { reached };
            *row = self.stops(mover, from, Row { y, height: None }, reached & wanted.held[y]);
            any |= *row;
        }
        if any == 0 {
            return None;
        }
        // A step leads away from a foe by 1 at most.
        let nearest = away.foes.clone().map(|foe| self.distance(foe, from)).fold(NEVER, u32::min);
        let most = nearest.saturating_add(highest).min(away.enough.saturating_sub(1));
        for distance in (0..=most).rev() {
            wanted.write_near(self, (first, end), away.foes.clone(), distance);
            let is_end = |y: usize| closed[y] & !wanted.near[y];
            if (first..end).all(|y| is_end(y) == 0) {
                continue;
            }
            let mut levels = (0..=highest).zip(rows.chunks_exact(n + 2));
            let is_among = |level: &[u64]| (first..end).any(|y| level[y + 1] & is_end(y) != 0);
            let (cost, level) = levels.find(|(_, level)| is_among(level))?;
            ends[..n].fill(0);
            for y in first..end {
                ends[y] = level[y + 1] & is_end(y);
            }
            return Some(cost);
        }
        None
    }
}
