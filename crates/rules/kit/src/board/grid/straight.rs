//! Paths that need no search: they come nearer with every step and are hindered in the first at
//! most.
//!
//! No path is cheaper. Each step is the first in order that comes nearer and leads to a square that
//! does not hinder, so that no path as cheap is earlier in step-by-step order: where it would leave
//! this one, it could not. Who is stuck on such a path, because what comes nearer hinders, or who
//! does not see the target from its end, has to search.

use super::path::{Mover, Stride};
use super::reach::{Course, Goal, NEVER};
use super::scratch::Scratch;
use super::{Grid, Place};

/// One step along an axis.
#[inline(always)]
fn step_on(axis: usize, sign: i8) -> (i8, i8, i8) {
    match axis {
        0 => (sign, 0, 0),
        1 => (0, sign, 0),
        _ => (0, 0, sign),
    }
}

impl Grid {
    /// The cost of such a path along the course to a goal; its steps as far as `budget` may be
    /// enough for them are in the buffer. `None` says nothing: there may be a path all the same.
    #[inline(always)]
    pub(super) fn straight<M: Mover, G: Goal>(
        &self,
        scratch: &mut Scratch,
        from: Place,
        budget: u32,
        mover: &M,
        goal: &G,
    ) -> Option<u32> {
        let flies = mover.flies();
        scratch.strides.clear();
        let Course { along, steps } = goal.course(from, flies)?;
        if steps == 0 {
            return goal.holds(from).then_some(0);
        }
        if steps == NEVER {
            return None;
        }
        let cost = Self::leave_cost(mover, from);
        let at = if self.is_open && self.is_flat && !flies {
            self.cross(scratch, from, (along, steps), (cost, budget), mover)
        } else {
            self.cross_what_may_be(scratch, from, (along, steps), (cost, budget), mover)
        }?;
        (goal.holds(at) && mover.can_stop(at)).then_some(cost - 1 + steps)
    }

    /// Takes the steps of a course on foot, where there is neither a wall nor a slope: what lies
    /// between two places can be entered. Where they end.
    #[inline(always)]
    fn cross<M: Mover>(
        &self,
        scratch: &mut Scratch,
        from: Place,
        (along, steps): ([i32; 3], u32),
        (cost, budget): (u32, u32),
        mover: &M,
    ) -> Option<Place> {
        // Along x and then along y: no other way is earlier, unless something hinders on this one.
        let [x, y, _] = along;
        let columns = x.unsigned_abs().min(steps);
        let moved = |at: u8, by: i32, n: u32| (i32::from(at) + by.signum() * n as i32) as u8;
        let end = Place { x: moved(from.x, x, columns), y: moved(from.y, y, steps - columns), ..from };
        if !mover.is_clear(from, end) {
            return self.wind(scratch, from, (along, steps), (cost, budget), mover);
        }
        let (mut at, mut cost) = (from, cost);
        for n in 0..steps.min(budget) {
            if n < columns {
                at.x = moved(at.x, x, 1);
            } else {
                at.y = moved(at.y, y, 1);
            }
            scratch.strides.push(Stride { to: at, cost });
            cost = 1;
        }
        Some(end)
    }

    /// Walks straight towards the goal on a flat map without walls, past squares that are hindered;
    /// `None` where a search has to find the way.
    fn wind<M: Mover>(
        &self,
        scratch: &mut Scratch,
        mut at: Place,
        ([x, y, _], steps): ([i32; 3], u32),
        (mut cost, budget): (u32, u32),
        mover: &M,
    ) -> Option<Place> {
        let (east, south) = (x.signum() as i8, y.signum() as i8);
        let (mut columns, mut rows) = (x.unsigned_abs(), y.unsigned_abs());
        for left in (0..steps).rev() {
            let is_free = |at| left == 0 || Self::leave_cost(mover, at) == 1;
            let beside = Place { x: at.x.wrapping_add_signed(east), ..at };
            if columns > 0 && is_free(beside) {
                columns -= 1;
                at = beside;
            } else {
                let ahead = Place { y: at.y.wrapping_add_signed(south), ..at };
                if rows == 0 || !is_free(ahead) {
                    return None;
                }
                rows -= 1;
                at = ahead;
            }
            scratch.push(Stride { to: at, cost }, budget);
            cost = 1;
        }
        Some(at)
    }

    /// Goes straight towards the goal in flight, or past walls and slopes; `None` where a search has to
    /// find the way.
    #[inline(always)]
    fn cross_what_may_be<M: Mover>(
        &self,
        scratch: &mut Scratch,
        mut at: Place,
        (mut along, steps): ([i32; 3], u32),
        (mut cost, budget): (u32, u32),
        mover: &M,
    ) -> Option<Place> {
        let flies = mover.flies();
        for left in (0..steps).rev() {
            let is_free = |at: &Place| left == 0 || Self::leave_cost(mover, *at) == 1;
            let (axis, next) = (0..if flies { 3 } else { 2 }).find_map(|axis| {
                let sign = along[axis].signum() as i8;
                let next = if sign == 0 { None } else { self.next(at, step_on(axis, sign), flies) };
                Some((axis, next.filter(is_free)?))
            })?;
            along[axis] -= along[axis].signum();
            at = next;
            scratch.push(Stride { to: at, cost }, budget);
            cost = 1;
        }
        Some(at)
    }

    /// Walks towards a goal whose bound is exact: each step lowers it by 1.
    #[inline(always)]
    pub(super) fn descend<M: Mover, G: Goal>(
        &self,
        scratch: &mut Scratch,
        from: Place,
        budget: u32,
        mover: &M,
        goal: &G,
    ) -> Option<u32> {
        scratch.strides.clear();
        let steps = goal.at_least(from, false);
        if steps == 0 {
            return goal.holds(from).then_some(0);
        }
        if steps == NEVER {
            return None;
        }
        let (mut at, mut cost) = (from, Self::leave_cost(mover, from));
        let path_cost = cost - 1 + steps;
        for left in (0..steps).rev() {
            let is_hindered = |next| left > 0 && Self::leave_cost(mover, next) > 1;
            let mut next = goal.onward(at);
            if is_hindered(next) {
                next = self
                    .around(at, false)
                    .find(|&next| goal.at_least(next, false) == left && !is_hindered(next))?;
            }
            scratch.push(Stride { to: next, cost }, budget);
            (at, cost) = (next, 1);
        }
        mover.can_stop(at).then_some(path_cost)
    }
}
