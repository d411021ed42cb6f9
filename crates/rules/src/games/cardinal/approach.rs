//! The way toward a hostile (CA-15, line 5 of the script of a turn): Stride, Dash, Sprint and Run.

use super::act::{Act, Turn};
use super::board::{At, FAR};
use super::events::{Event, Gait};
use super::faces::Highest;
use super::rulings::Sprint;
use super::tactics::MoveChoice;
use super::vocabulary::{Status, Statuses};
use super::{Cardinal, Play, by};
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};

/// So many squares at most are looked through for the end of one move: a Sprint of the fastest.
const MOST_ENDS: usize = 4096;

/// How near to a hostile a move toward it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Near {
    /// In the first square from which a weapon that reaches far can attack it; with no such weapon beside it.
    InReach,
    /// Beside it.
    Beside,
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// Line 5: toward the nearest able hostile, then the nearest Afraid one. Whether it came nearer.
    pub(super) fn approach(&mut self, unit: UnitId, turn: &mut Turn, with_actions: bool) {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.movement;
        let goal = plan.choose_if(|when| rules.holds(self.state, unit, None, when));
        if rules.board.is_none() || goal == MoveChoice::Hold || self.state.of(unit).any(Statuses::HELD) {
            return;
        }
        let hostiles = rules.hostiles(self.state, unit);
        let mut able = self.state.able(hostiles);
        if self.state.of(unit).has(Status::Berserk) {
            able = self.state.standing(rules.everyone);
            able.remove(unit);
        }
        let others = self.state.standing(hostiles).without(able);
        let Some(foe) = self.nearest_by_path(unit, able).or_else(|| self.nearest_by_path(unit, others))
        else {
            return;
        };
        if with_actions
            && let MoveChoice::Run(least) = goal
            && rules.distance(self.state, unit, foe) > least.unsigned_abs()
            && turn.is_fresh()
            && self.may_take(unit, turn, Act::Run)
        {
            self.run_toward(unit, turn, foe, Near::InReach);
            return;
        }
        let stride = if self.may_stride(unit, turn) { rules.stride(self.state, unit) } else { 0 };
        let dash = if with_actions && self.may_take_move(unit, turn, Act::Dash) {
            rules.dash(self.state, unit)
        } else {
            0
        };
        if stride + dash > 0 {
            self.go_toward_with(unit, turn, foe, [stride, dash], Near::InReach);
        }
        if with_actions && !self.attack_is_near(unit, foe) {
            self.sprint_toward(unit, turn, foe, Near::InReach);
        }
    }

    /// CA-15: a Sprint toward a hostile, where a way leads.
    pub(super) fn sprint_toward(&mut self, unit: UnitId, turn: &mut Turn, foe: UnitId, goal: Near) {
        let rules = self.rules;
        if !self.may_take_move(unit, turn, Act::Sprint) {
            return;
        }
        let pool = rules.speed(self.state, unit);
        // Nobody sprints where no way leads.
        if self.best_step(unit, foe, pool.max() as u16 + rules.stride(self.state, unit), goal).is_none() {
            return;
        }
        let paces = match rules.rulings.sprint {
            Sprint::SpeedMax => pool.max() as u16,
            Sprint::SpeedHighestPlusStride => {
                if self.state.of(unit).any(Statuses::SLOW) {
                    return;
                }
                let rolled = self.dice.draw(by(unit, Purpose::Effect), &Highest::of(pool, false));
                self.obs.event(|| Event::Sprints { unit, pool, faces: rolled });
                rolled.highest() as u16 + rules.stride(self.state, unit)
            }
        };
        self.take(unit, turn, Act::Sprint);
        self.go_toward(unit, foe, paces, turn, (Gait::Sprint, goal));
    }

    /// CA-15: a Run toward a hostile: the whole turn.
    pub(super) fn run_toward(&mut self, unit: UnitId, turn: &mut Turn, foe: UnitId, goal: Near) {
        let paces = self.rules.run(self.state, unit);
        self.take(unit, turn, Act::Run);
        self.go_toward(unit, foe, paces, turn, (Gait::Run, goal));
        self.state.unit_mut(unit).exposed = self.rules.rulings.run_exposes;
        turn.end();
    }

    /// Whether the unit could attack somebody after one more Stride.
    fn attack_is_near(&self, unit: UnitId, foe: UnitId) -> bool {
        let rules = self.rules;
        let stride = u32::from(rules.stride(self.state, unit));
        let range = |arm: usize| rules.unit(unit).arms[arm].range;
        let distance = rules.distance(self.state, unit, foe);
        (0..rules.unit(unit).arms.len())
            .any(|arm| rules.is_usable(self.state, unit, arm) && distance <= range(arm) + stride)
    }

    /// The hostile with the shortest path; of those to whom none leads the nearest by distance.
    pub(super) fn nearest_by_path(&mut self, unit: UnitId, foes: UnitSet) -> Option<UnitId> {
        if foes.len() <= 1 {
            return foes.into_iter().next();
        }
        let rules = self.rules;
        let board = rules.board.as_ref()?;
        self.flood_from(unit, FAR - 1);
        let state = &*self.state;
        let path = |foe: UnitId| {
            let at = state.unit(foe).at();
            let beside =
                board.around(at).map(|beside| state.scratch.paces(board, beside)).min().unwrap_or(FAR);
            let beside = beside.saturating_add(1);
            (beside, if beside == FAR { rules.distance(state, unit, foe) } else { 0 })
        };
        foes.into_iter().min_by_key(|&foe| (path(foe), foe))
    }

    /// Goes toward a hostile by Stride and, if that is not enough, Dash.
    pub(super) fn go_toward_with(
        &mut self,
        unit: UnitId,
        turn: &mut Turn,
        foe: UnitId,
        [stride, dash]: [u16; 2],
        goal: Near,
    ) {
        let Some((to, paces)) = self.best_step(unit, foe, stride + dash, goal) else { return };
        let how = if paces <= stride {
            turn.strode = true;
            Gait::Stride
        } else {
            self.spend_paces(unit, turn, paces, stride)
        };
        self.walk(unit, turn, to, paces, how);
    }

    fn go_toward(
        &mut self,
        unit: UnitId,
        foe: UnitId,
        paces: u16,
        turn: &mut Turn,
        (how, goal): (Gait, Near),
    ) {
        if let Some((to, paces)) = self.best_step(unit, foe, paces, goal) {
            self.walk(unit, turn, to, paces, how);
        }
    }

    /// Line 5: the square within so many paces with the least path left to a hostile, then the fewest paces, then
    /// lowest row and column; a weapon that reaches far stops in the first square from which it can attack.
    pub(super) fn best_step(
        &mut self,
        unit: UnitId,
        foe: UnitId,
        most: u16,
        goal: Near,
    ) -> Option<(At, u16)> {
        let rules = self.rules;
        let board = rules.board.as_ref()?;
        let here = self.state.unit(unit).at();
        let foe_at = self.state.unit(foe).at();
        // The paths left, from every square that the unit may reach.
        self.flood_from(unit, most);
        let mut ends: [(At, u16); MOST_ENDS] = [((0, 0), 0); MOST_ENDS];
        let mut n = 0;
        for nth in 0..self.state.scratch.n_reached() {
            let (at, paces, is_free) = self.state.scratch.nth(board, nth);
            if n < MOST_ENDS && (is_free || at == here) && self.may_go(unit, at) {
                ends[n] = (at, paces);
                n += 1;
            }
        }
        let shoots = |at: At| {
            let arms = &rules.unit(unit).arms;
            (0..arms.len()).any(|arm| {
                arms[arm].range > 1
                    && rules.is_usable(self.state, unit, arm)
                    && rules.reaches(self.state, unit, arm, foe, at)
            })
        };
        if goal == Near::InReach
            && let Some(&end) =
                ends[..n].iter().filter(|end| shoots(end.0)).min_by_key(|end| (end.1, end.0.1, end.0.0))
        {
            return (end.0 != here).then_some(end);
        }
        board.flood(&mut self.state.scratch, foe_at, FAR - 1, true);
        let state = &*self.state;
        let left = |at: At| state.scratch.paces(board, at);
        let by_path = left(here) != FAR;
        let value = |end: &(At, u16)| {
            let rest = if by_path { u32::from(left(end.0)) } else { board.distance(end.0, foe_at) };
            (rest, end.1, end.0.1, end.0.0)
        };
        let best = ends[..n].iter().min_by_key(|end| value(end))?;
        let nearer = value(best).0 < value(&(here, 0)).0;
        nearer.then_some(*best)
    }
}
