//! The cheapest path to a goal, and the best place within reach (NW-37, NW-38, NW-42).
//!
//! Both are exact: of equally cheap paths it is the first in step-by-step order, +x, -x, +y, -y,
//! +z, -z. A path that comes nearer with every step and meets no hindrance is found without a
//! search, see `straight`. Otherwise a search outward from the start, by cost plus what is needed at least (A*),
//! closes every place on a cheapest path; those are traced back from the ends, and the first steps
//! among them are taken.

use super::flood::each_place;
use super::levels::{Band, LEVELS};
use super::reach::{Goal, NEVER, Row};
use super::rows::places;
use super::scratch::{MAX_LEAVE_COST, NONE, Scratch};
use super::{Grid, Place, steps};

/// How much more than it costs at least the way to a goal may cost, one after the other: less of a
/// large map has to be flooded where it costs little more.
const DETOURS: [u32; 3] = [4, 16, NEVER];

/// The movement of a unit: the cost of steps, and the places at which it can stop.
pub trait Mover {
    /// Returns whether it flies.
    fn flies(&self) -> bool;

    /// NW-38: the cost of a step out of this place, 1 to [`MAX_LEAVE_COST`]; in flight always 1, as nothing
    /// hinders there (NW-41).
    fn leave_cost(&self, from: Place) -> u32;

    /// Returns whether it costs 1 to leave each place between two at one height, along x and then along y.
    /// `false` says nothing.
    #[inline(always)]
    fn is_clear(&self, _from: Place, _to: Place) -> bool {
        false
    }

    /// NW-35, `square_capacity`: whether there is room to end a move here. One may always pass, and
    /// stay where one is.
    #[inline(always)]
    fn can_stop(&self, _at: Place) -> bool {
        true
    }

    /// Returns whether there is room everywhere: then nobody needs to ask.
    #[inline(always)]
    fn stops_anywhere(&self) -> bool {
        false
    }

    /// On foot: the squares that cost more than 1 to leave, a row to a word.
    fn hindrances(&self, grid: &Grid, rows: &mut [u64]) {
        rows.fill(0);
        for at in grid.grounds().filter(|&at| self.leave_cost(at) > 1) {
            rows[usize::from(at.y)] |= 1 << at.x;
        }
    }
}

/// On the ground, with what a step out of a place costs there.
#[derive(Clone, Copy, Debug)]
pub struct OnFoot<L>(pub L);

impl<L: Fn(Place) -> u32> Mover for OnFoot<L> {
    #[inline(always)]
    fn flies(&self) -> bool {
        false
    }

    #[inline(always)]
    fn leave_cost(&self, from: Place) -> u32 {
        (self.0)(from)
    }
}

/// In flight, where nothing hinders (NW-41).
#[derive(Clone, Copy, Debug)]
pub struct InFlight;

impl Mover for InFlight {
    #[inline(always)]
    fn flies(&self) -> bool {
        true
    }

    #[inline(always)]
    fn leave_cost(&self, _from: Place) -> u32 {
        1
    }
}

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// The place at which it ends.
    pub to: Place,
    /// The cost of the step, which is that of leaving the square where it begins.
    pub cost: u32,
}

/// The part of the chosen path that a unit walks in one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk<'a> {
    /// The steps to take, in order; none if the unit stays.
    pub strides: &'a [Stride],
    /// The cost of the whole path, also where the walk is only part of it.
    pub path_cost: u32,
    /// Whether the walk is the whole path.
    pub arrives: bool,
}

impl Walk<'_> {
    /// Returns the cost of the walk.
    #[must_use]
    pub fn cost(&self) -> u32 {
        self.strides.iter().map(|stride| stride.cost).sum()
    }

    /// Returns where it ends, if it is not where it began.
    #[must_use]
    pub fn end(&self) -> Option<Place> {
        self.strides.last().map(|stride| stride.to)
    }
}

/// A visitor's verdict on a place as the end of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is no end.
    Pass,
    /// It is one more end of the same cost.
    Tie,
    /// It is a better end than all before.
    Best,
    /// It is the best that can be: only others of the same cost are looked for.
    Enough,
}

impl Grid {
    /// NW-37: the walk towards a goal with `budget` steps: along the first of the cheapest paths
    /// to a place where the goal holds and the unit can stop, as far as the steps allow and to the
    /// last place on it where the unit can stop. `None` if there is no path; the walk is empty if
    /// the goal holds at `from` or the first step is beyond the budget.
    ///
    /// A walker is taken to be on the floor of its square, a flyer at most at the ceiling.
    pub fn approach<'s, M: Mover, G: Goal>(
        &self,
        scratch: &'s mut Scratch,
        from: Place,
        budget: u32,
        mover: &M,
        goal: &G,
    ) -> Option<Walk<'s>> {
        let from = self.standing(from, mover);
        let known = if goal.is_exact() && !mover.flies() {
            self.descend(scratch, from, budget, mover, goal)
        } else {
            self.straight(scratch, from, budget, mover, goal)
        };
        let path_cost = known.or_else(|| self.search_goal(scratch, from, mover, goal))?;
        Some(self.walk_of(scratch, path_cost, budget, mover))
    }

    /// The walk to the place of the highest score among those that can be reached with `budget`
    /// steps; of equal scores the one reached at the least cost, then the one whose path is first
    /// in step-by-step order. `from` itself is among them, so the walk may be empty. No score may
    /// be higher than `enough`, if one is given: then places at a higher cost than the first that
    /// has it are not looked at.
    pub fn best_within<'s, M: Mover, K: Ord + Copy>(
        &self,
        scratch: &'s mut Scratch,
        from: Place,
        budget: u32,
        mover: &M,
        score: impl Fn(Place) -> K,
        enough: Option<K>,
    ) -> Walk<'s> {
        let from = self.standing(from, mover);
        let mut best = None;
        let judge = |at, cost| {
            if at != from && !mover.can_stop(at) {
                return Verdict::Pass;
            }
            let score = score(at);
            // Costs never fall, so that an equal score is a tie only at the same cost.
            match best {
                Some((highest, at_cost)) if score == highest && at_cost == cost => Verdict::Tie,
                Some((highest, _)) if score <= highest => Verdict::Pass,
                _ => {
                    best = Some((score, cost));
                    if enough == Some(score) { Verdict::Enough } else { Verdict::Best }
                }
            }
        };
        let path_cost = if self.can_flood(mover) && (budget as usize) < LEVELS {
            let judge = each_place(self, judge);
            let limits = (budget as usize, Band::whole(self));
            let cost = self.flood(&mut scratch.levels, from, mover, limits, judge).flatten().unwrap_or(0);
            self.trace_flood(scratch, from, cost, mover);
            cost
        } else {
            self.search_best(scratch, from, budget, mover, judge)
        };
        self.walk_of(scratch, path_cost, budget, mover)
    }

    /// The path to the best ends of a search, and its cost.
    fn search_best<M: Mover>(
        &self,
        scratch: &mut Scratch,
        from: Place,
        budget: u32,
        mover: &M,
        judge: impl FnMut(Place, u32) -> Verdict,
    ) -> u32 {
        match self.search(scratch, from, mover, budget, |_| 0, judge) {
            Some((ends, cost)) => {
                self.trace(scratch, from, ends, cost, mover);
                cost
            }
            None => {
                scratch.strides.clear();
                0
            }
        }
    }

    /// Every place that can be reached with `budget` steps and where the unit can stop, with its
    /// least cost, by rising cost; `from` is the first.
    pub fn reachable<M: Mover>(
        &self,
        scratch: &mut Scratch,
        from: Place,
        budget: u32,
        mover: &M,
        mut visit: impl FnMut(Place, u32),
    ) {
        let from = self.standing(from, mover);
        let pass = |at, cost| {
            if at == from || mover.can_stop(at) {
                visit(at, cost);
            }
            Verdict::Pass
        };
        self.search(scratch, from, mover, budget, |_| 0, pass);
    }

    #[inline(always)]
    fn standing<M: Mover>(&self, at: Place, mover: &M) -> Place {
        debug_assert!(!mover.flies() || at.z <= self.ceiling, "a flyer above the ceiling");
        if mover.flies() { at } else { self.ground(at.x, at.y) }
    }

    #[inline(always)]
    pub(super) fn leave_cost<M: Mover>(mover: &M, at: Place) -> u32 {
        let cost = mover.leave_cost(at);
        debug_assert!((1..=MAX_LEAVE_COST).contains(&cost), "leaving a place costs {cost}");
        cost
    }

    /// Returns whether a search for a goal may end at a place.
    #[inline(always)]
    fn is_end<M: Mover, G: Goal>(&self, at: Place, from: Place, mover: &M, goal: &G) -> bool {
        goal.at_least(at, mover.flies()) == 0 && goal.holds(at) && (at == from || mover.can_stop(at))
    }

    /// On which of these squares of a row the goal holds.
    #[inline(always)]
    pub(super) fn held<G: Goal>(&self, goal: &G, row: Row, bits: u64) -> u64 {
        if let Some(held) = goal.row(row) {
            return bits & held;
        }
        let holds = |&at: &Place| goal.at_least(at, row.height.is_some()) == 0 && goal.holds(at);
        places(self, row, bits).filter(holds).fold(0, |row, at| row | 1 << at.x)
    }

    /// Returns the cost and the band of rows for a flood to a goal within this cost, where the band is no
    /// more than half of the map.
    #[inline(always)]
    fn near<G: Goal>(&self, from: Place, cost: u32, goal: &G, flies: bool) -> Option<(usize, Band)> {
        // No step costs less than 1.
        let band = Band::of(self, goal.within(from, cost, flies)?);
        let is_near = band.n_rows(flies) * 2 <= Band::whole(self).n_rows(flies);
        is_near.then_some((cost as usize, band))
    }

    /// The path that a search finds, and its cost.
    pub(super) fn search_goal<M: Mover, G: Goal>(
        &self,
        scratch: &mut Scratch,
        from: Place,
        mover: &M,
        goal: &G,
    ) -> Option<u32> {
        let flies = mover.flies();
        let verdict = |is_end: bool, is_found: &mut bool| match (is_end, *is_found) {
            (false, _) => Verdict::Pass,
            (true, true) => Verdict::Tie,
            (true, false) => {
                *is_found = true;
                Verdict::Enough
            }
        };
        if self.can_flood(mover) {
            let bound = goal.at_least(from, flies);
            if bound == NEVER {
                return None;
            }
            let mut is_found = false;
            let mut judge = |row: Row, bits, cost| {
                if cost < bound {
                    return (Verdict::Pass, 0);
                }
                let ends = self.stops(mover, from, row, self.held(goal, row, bits));
                (verdict(ends != 0, &mut is_found), ends)
            };
            let least = bound.max(1) - 1 + Self::leave_cost(mover, from);
            let whole = (usize::MAX, Band::whole(self));
            for detour in DETOURS {
                let limits = self.near(from, least.saturating_add(detour), goal, flies).unwrap_or(whole);
                match self.flood(&mut scratch.levels, from, mover, limits, &mut judge) {
                    Some(Some(cost)) => {
                        self.trace_flood(scratch, from, cost, mover);
                        return Some(cost);
                    }
                    Some(None) if limits == whole => return None,
                    Some(None) => {}
                    None => break,
                }
            }
        }
        let mut is_found = false;
        let judge = |at, _| verdict(self.is_end(at, from, mover, goal), &mut is_found);
        let at_least = |at| goal.at_least(at, flies);
        let (ends, cost) = self.search(scratch, from, mover, NEVER - 1, at_least, judge)?;
        self.trace(scratch, from, ends, cost, mover);
        Some(cost)
    }

    /// Closes all places whose cost and bound are together at most `limit`, by rising sum, and
    /// shows them to `judge` with their costs. Gives the list of the best ends, and their cost.
    #[inline(always)]
    fn search<M: Mover>(
        &self,
        scratch: &mut Scratch,
        from: Place,
        mover: &M,
        mut limit: u32,
        at_least: impl Fn(Place) -> u32,
        mut judge: impl FnMut(Place, u32) -> Verdict,
    ) -> Option<(u32, u32)> {
        let flies = mover.flies();
        scratch.begin(self, flies);
        let bound = at_least(from);
        if bound == NEVER {
            return None;
        }
        scratch.start_at(bound);
        scratch.open(from, 0, bound);
        let mut ends = None;
        while let Some((at, cost)) = scratch.pop(limit) {
            match judge(at, cost) {
                Verdict::Pass => {}
                Verdict::Tie => ends = ends.map(|(head, cost)| (scratch.link(at, head), cost)),
                Verdict::Best => ends = Some((scratch.link(at, NONE), cost)),
                Verdict::Enough => {
                    ends = Some((scratch.link(at, NONE), cost));
                    limit = cost;
                }
            }
            let next_cost = cost + Self::leave_cost(mover, at);
            if next_cost > limit {
                continue;
            }
            for next in self.around(at, flies) {
                let bound = at_least(next);
                if bound <= limit - next_cost {
                    scratch.open(next, next_cost, bound);
                }
            }
        }
        ends
    }

    /// Writes the first of the cheapest paths to a list of ends, all at this cost.
    fn trace<M: Mover>(&self, scratch: &mut Scratch, from: Place, ends: u32, end_cost: u32, mover: &M) {
        let flies = mover.flies();
        let mut stack = ends;
        let mut end = ends;
        while end != NONE {
            scratch.put_on_path(Place::of_key(end));
            end = scratch.after(Place::of_key(end));
        }
        while stack != NONE {
            let to = Place::of_key(stack);
            stack = scratch.after(to);
            let to_cost = scratch.path_cost(to);
            for &step in steps(flies) {
                let Some(before) = self.beside(to, step, flies) else { continue };
                let Some(cost) = scratch.closed_cost(before) else { continue };
                if Some(cost + Self::leave_cost(mover, before)) == to_cost {
                    scratch.put_on_path(before);
                    stack = scratch.link(before, stack);
                }
            }
        }
        scratch.strides.clear();
        let (mut at, mut cost) = (from, 0);
        while cost < end_cost {
            let stride_cost = Self::leave_cost(mover, at);
            cost += stride_cost;
            at = steps(flies)
                .iter()
                .filter_map(|&step| self.beside(at, step, flies))
                .find(|&next| scratch.path_cost(next) == Some(cost))
                .expect("a path leads from the start to every end");
            scratch.strides.push(Stride { to: at, cost: stride_cost });
        }
    }

    /// Returns the part of the path in the buffer that is within the budget.
    #[inline(always)]
    pub(super) fn walk_of<'s, M: Mover>(
        &self,
        scratch: &'s Scratch,
        path_cost: u32,
        budget: u32,
        mover: &M,
    ) -> Walk<'s> {
        let path = &scratch.strides[..];
        if path_cost <= budget {
            return Walk { strides: path, path_cost, arrives: true };
        }
        let (mut left, mut kept) = (budget, 0);
        for (i, stride) in path.iter().enumerate() {
            if stride.cost > left {
                break;
            }
            left -= stride.cost;
            if mover.can_stop(stride.to) {
                kept = i + 1;
            }
        }
        Walk { strides: &path[..kept], path_cost, arrives: false }
    }
}
