//! Where one reaches a target and is far from others (D-move, `keep_distance`).

use super::flood::{LEVELS, Levels};
use super::path::{Mover, Verdict, Walk};
use super::reach::{Goal, NEVER};
use super::rows::widen;
use super::scratch::Scratch;
use super::{Grid, Place};

/// How many distances to the nearest foe are told apart row by row.
const DISTANCES: usize = 64;

/// Places where a goal holds, far from foes.
#[derive(Clone, Copy, Debug)]
pub struct Away<'g, G, F> {
    /// What has to hold.
    pub goal: &'g G,
    /// Where those are whom one keeps away from.
    pub foes: F,
    /// How far the nearest of them is to be; more is worth no more.
    pub enough: u32,
}

/// The buffers for that.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// Where the goal holds.
    held: Vec<u64>,
    /// Of each radius from 0 all rows: what is so near some foe.
    near: Vec<u64>,
    /// Where the goal holds and no foe is too near.
    full: Vec<u64>,
}

impl Wanted {
    /// Makes room for a map.
    pub(super) fn fit(&mut self, grid: &Grid) {
        let n = grid.n_rows();
        if self.held.len() < n {
            self.held.resize(n, 0);
            self.full.resize(n, 0);
            self.near.resize(n * DISTANCES, 0);
        }
    }

    /// Writes what counts for those who end within `budget` rows of a place. Says whether the goal
    /// has rows.
    #[inline(always)]
    fn write<G: Goal>(
        &mut self,
        grid: &Grid,
        from: Place,
        budget: usize,
        away: &Away<'_, G, impl Iterator<Item = Place> + Clone>,
    ) -> bool {
        self.fit(grid);
        let (n, enough) = (grid.n_rows(), away.enough as usize);
        let (top, bottom) = grid.rows_within(from, budget);
        if !away.goal.write_rows(top, &mut self.held[top..bottom]) {
            return false;
        }
        let (first, end) = grid.rows_within(from, budget + enough);
        for radius in 0..enough {
            let (nearer, near) = self.near.split_at_mut(radius * n);
            let near = &mut near[first..end];
            match nearer.len().checked_sub(n) {
                Some(last) => widen(grid, &nearer[last..][first..end], near),
                None => near.fill(0),
            }
            // A foe in the air is so far from the floor below it.
            for foe in away.foes.clone().filter(|foe| usize::from(foe.z.abs_diff(grid.floor)) == radius) {
                let (from, to) = grid.rows_within(foe, radius);
                for y in from.max(first)..to.min(end) {
                    near[y - first] |= grid.row_within(foe, radius as u32, y);
                }
            }
        }
        let full = self.full[top..bottom].iter_mut().zip(&self.held[top..bottom]);
        match enough.checked_sub(1) {
            Some(last) => {
                let near = &self.near[last * n..][top..bottom];
                full.zip(near).for_each(|((full, held), near)| *full = held & !near);
            }
            None => full.for_each(|(full, held)| *full = *held),
        }
        true
    }

    /// The squares from which the nearest foe is so far away or farther, a row to a word.
    #[inline(always)]
    fn far(&self, distance: u32, n: usize) -> impl Fn(usize) -> u64 + '_ {
        let held = &self.held[..n];
        let near = distance.checked_sub(1).map_or(&[][..], |radius| &self.near[radius as usize * n..][..n]);
        move |y| held[y] & !near.get(y).copied().unwrap_or(0)
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
        let is_small = (budget as usize) < LEVELS && (enough as usize) < DISTANCES;
        let has_rows = is_small
            && self.can_flood(mover)
            && self.has_rows_of_ranges()
            && scratch.wanted.write(self, from, budget as usize, away);
        if !has_rows {
            let nearest = |at| away.foes.clone().map(|foe| self.distance(foe, at)).fold(NEVER, u32::min);
            let score = |at| goal.holds(at).then(|| nearest(at).min(enough));
            let walk = self.best_within(scratch, from, budget, mover, score, Some(Some(enough)));
            return goal.holds(walk.end().unwrap_or(from)).then_some(walk);
        }
        let from = self.ground(from.x, from.y);
        let cost = self.flood_away(scratch, from, budget, mover, enough)?;
        self.trace_flood(scratch, from, cost, mover);
        Some(self.walk_of(scratch, cost, budget, mover))
    }

    /// Leaves the best ends in the buffer. Their cost.
    fn flood_away<M: Mover>(
        &self,
        Scratch { levels, wanted, .. }: &mut Scratch,
        from: Place,
        budget: u32,
        mover: &M,
        enough: u32,
    ) -> Option<u32> {
        let full = &wanted.full[..self.n_rows()];
        let (mut highest, mut is_found) = (0, false);
        let judge = |y, row, cost| {
            highest = cost;
            let ends = self.stops(mover, from, y, row & full[y]);
            let better = if is_found { Verdict::Tie } else { Verdict::Enough };
            is_found |= ends != 0;
            (if ends == 0 { Verdict::Pass } else { better }, ends)
        };
        match self.flood(levels, from, mover, budget as usize, judge).flatten() {
            Some(cost) => Some(cost),
            None => self.farthest(levels, wanted, from, highest, mover, enough),
        }
    }

    /// Where nothing that was reached is far enough away: the ends that are farthest, and their
    /// least cost.
    fn farthest<M: Mover>(
        &self,
        levels: &mut Levels,
        wanted: &Wanted,
        from: Place,
        highest: u32,
        mover: &M,
        enough: u32,
    ) -> Option<u32> {
        let Levels { rows, closed, ends, .. } = levels;
        let n = self.n_rows();
        let (first, end) = self.rows_within(from, highest as usize);
        for (y, row) in (first..end).zip(&mut closed[first..end]) {
            let reached = *row & self.rows.floors[y];
            let reached = if y == usize::from(from.y) { reached | 1 << (from.x & 63) } else { reached };
            *row = self.stops(mover, from, y, reached & wanted.held[y]);
        }
        for distance in (0..enough).rev() {
            let far = wanted.far(distance, n);
            if (first..end).all(|y| closed[y] & far(y) == 0) {
                continue;
            }
            let is_end = |y: usize| closed[y] & far(y);
            let mut levels = (0..=highest).zip(rows.chunks_exact(n));
            let (cost, level) = levels.find(|(_, level)| (first..end).any(|y| level[y] & is_end(y) != 0))?;
            ends[..n].fill(0);
            for y in first..end {
                ends[y] = level[y] & is_end(y);
            }
            return Some(cost);
        }
        None
    }
}
