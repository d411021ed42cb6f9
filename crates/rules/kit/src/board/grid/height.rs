//! From how high one reaches a target (D-flight, `hover`).

use core::cmp::Reverse;

use super::levels::{Band, LEVELS};
use super::path::{Mover, Verdict, Walk};
use super::reach::{Goal, Row};
use super::scratch::Scratch;
use super::{Grid, Place};

impl Grid {
    /// Of the places where the goal holds and that can be reached with `budget` steps, the walk to the
    /// highest; of equally high ones as [`best_within`](Self::best_within). `None`, if there is none.
    pub fn highest_within<'s, M: Mover, G: Goal>(
        &self,
        scratch: &'s mut Scratch,
        from: Place,
        budget: u32,
        mover: &M,
        goal: &G,
    ) -> Option<Walk<'s>> {
        if goal.at_least(from, mover.flies()) > budget {
            return None;
        }
        if !mover.flies() || !self.can_flood(mover) || budget as usize >= LEVELS {
            let score = |at: Place| goal.holds(at).then_some(at.z);
            let walk = self.best_within(scratch, from, budget, mover, score, None);
            return goal.holds(walk.end().unwrap_or(from)).then_some(walk);
        }
        // An end as high as any can be is the best one when the cost comes to it.
        let climb = from.z.saturating_add(budget as u8).min(self.ceiling);
        let top = goal.top().map_or(climb, |top| top.min(climb));
        let mut highest = None;
        let judge = |row: Row, bits, cost| {
            // Of two at one height the cheaper.
            let this = (row.height, Reverse(cost));
            if highest.is_some_and(|highest| this < highest) {
                return (Verdict::Pass, 0);
            }
            let ends = self.stops(mover, from, row, self.held(goal, row, bits));
            if ends == 0 {
                return (Verdict::Pass, 0);
            }
            let verdict = if highest == Some(this) {
                Verdict::Tie
            } else if row.height == Some(top) {
                Verdict::Enough
            } else {
                Verdict::Best
            };
            highest = Some(this);
            (verdict, ends)
        };
        let limits = (budget as usize, Band::whole(self));
        let cost = self.flood(&mut scratch.levels, from, mover, limits, judge).flatten()?;
        self.trace_flood(scratch, from, cost, mover);
        Some(self.walk_of(scratch, cost, budget, mover))
    }
}
