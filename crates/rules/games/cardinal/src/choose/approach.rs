//! The way toward a hostile (CA-15, line 5 of the script of a turn): Stride, Dash, Sprint and Run.

use crate::board::At;
use crate::data::events::{Event, MoveKind};
use crate::data::rulings::Sprint;
use crate::data::setup::WeaponKind;
use crate::data::tactics::MoveChoice;
use crate::data::vocabulary::{Status, Statuses};
use crate::dice::faces::Highest;
use crate::rules::turns::act::{Act, Turn};
use crate::state::State;
use crate::{Cardinal, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

/// The distance to a hostile at which a move toward it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Near {
    /// In the first square from which a weapon that reaches far can attack it; with no such weapon beside it.
    InReach,
    /// Beside it.
    Beside,
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// Line 5: toward the nearest able hostile, then the nearest Afraid one. Whether it came nearer.
    pub(crate) fn approach(&mut self, unit: UnitId, turn: &mut Turn, with_actions: bool) {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.movement;
        let goal = plan.choose_if(|when| rules.holds(self.state, unit, None, when));
        if rules.board.is_none() || goal == MoveChoice::Hold || self.state.of(unit).any(Statuses::HELD) {
            return;
        }
        // Whose actions are spent goes nowhere.
        if with_actions && turn.left() == 0 {
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
        if let Some(least) =
            rules.wings(self.state, unit).filter(|_| with_actions && self.may_fly(unit, turn))
        {
            // Who reaches somebody from its height already stays there, line 6.
            let here = self.state.unit(unit).at();
            let reaches = |weapon: usize| {
                rules.is_usable(self.state, unit, weapon)
                    && self.could_attack_from(unit, weapon, foe, here, turn.aim)
            };
            let is_there = here.2 >= least && (0..rules.unit(unit).weapons.len()).any(reaches);
            if !is_there {
                self.fly_toward(unit, turn, foe);
            }
            return;
        }
        // In the air there is no move but Fly.
        if self.state.unit(unit).height > 0 {
            return;
        }
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
    pub(crate) fn sprint_toward(&mut self, unit: UnitId, turn: &mut Turn, foe: UnitId, goal: Near) {
        let rules = self.rules;
        if !self.may_take_move(unit, turn, Act::Sprint) {
            return;
        }
        // Nobody sprints where no way leads.
        if self.best_step(unit, foe, rules.longest_sprint(self.state, unit), goal).is_none() {
            return;
        }
        let paces = self.roll_sprint(unit);
        self.take(unit, turn, Act::Sprint);
        self.go_toward(unit, foe, paces, turn, (MoveKind::Sprint, goal));
    }

    /// CA-15: the paces of a Sprint, which are rolled.
    pub(crate) fn roll_sprint(&mut self, unit: UnitId) -> u16 {
        let rules = self.rules;
        let pool = rules.speed(self.state, unit);
        if rules.rulings.sprint == Sprint::SpeedMax {
            return pool.max() as u16;
        }
        let rolled = self.dice.draw(by(unit, Purpose::Effect), &Highest::of(pool, false));
        self.obs.event(|| Event::Sprints { unit, pool, faces: rolled });
        rolled.highest() as u16 + rules.stride(self.state, unit)
    }

    /// CA-15: a Run toward a hostile: the whole turn.
    pub(crate) fn run_toward(&mut self, unit: UnitId, turn: &mut Turn, foe: UnitId, goal: Near) {
        let paces = self.rules.run(self.state, unit);
        self.take(unit, turn, Act::Run);
        self.go_toward(unit, foe, paces, turn, (MoveKind::Run, goal));
        self.state.unit_mut(unit).exposed = self.rules.rulings.run_exposes;
        turn.end();
    }

    /// Returns whether the unit could attack a hostile after one more Stride, from a square in which that can end.
    fn attack_is_near(&mut self, unit: UnitId, foe: UnitId) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board else { return true };
        let stride = rules.stride(self.state, unit);
        let distance = rules.distance(self.state, unit, foe);
        let weapons = &rules.unit(unit).weapons;
        let might = |weapon: usize| {
            distance <= Cardinal::farthest(&weapons[weapon]) + board.span(stride)
                && rules.is_of_use(self.state, unit, weapon)
        };
        if !(0..weapons.len()).any(might) {
            return false;
        }
        self.flood_from(unit, stride);
        self.first_square(unit, foe, |play, weapon| play.rules.is_of_use(play.state, unit, weapon)).is_some()
    }

    /// The hostile with the shortest path; of those to whom none leads the nearest by distance.
    pub(crate) fn nearest_by_path(&mut self, unit: UnitId, foes: UnitSet) -> Option<UnitId> {
        if foes.len() <= 1 {
            return foes.into_iter().next();
        }
        let rules = self.rules;
        let board = rules.board.as_ref()?;
        self.hold_squares(unit);
        let State { units, scratch, .. } = &mut *self.state;
        let from = units[unit.idx()].at();
        let all = foes.into_iter().map(|foe| (foe, units[foe.idx()].at()));
        if let Some(foe) = scratch.nearest(board, from, all) {
            return Some(foe);
        }
        foes.into_iter().min_by_key(|&foe| (rules.distance(self.state, unit, foe), foe))
    }

    /// Goes toward a hostile by Stride and, if that is not enough, Dash.
    pub(crate) fn go_toward_with(
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
            MoveKind::Stride
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
        (how, goal): (MoveKind, Near),
    ) {
        if let Some((to, paces)) = self.best_step(unit, foe, paces, goal) {
            self.walk(unit, turn, to, paces, how);
        }
    }

    /// Line 5: the square within so many paces with the least path left to a hostile, then the fewest paces, then
    /// lowest row and column; a weapon that reaches far stops in the first square from which it can attack.
    pub(crate) fn best_step(
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
        self.flood_from(unit, most);
        if goal == Near::InReach
            && let Some(end) = self.first_in_reach(unit, foe)
        {
            return (end.0 != here).then_some(end);
        }
        let State { units, scratch, .. } = &mut *self.state;
        let may_go = |at: At| rules.may_go(units, unit, at);
        let mut best: Option<((At, u16), u16)> = None;
        // CA-58: an end in a hazard is one only where no other end is nearer.
        let mut harmed: Option<((At, u16), u16)> = None;
        let key = |(at, paces): (At, u16)| (paces, at.1, at.0);
        // Of the ends with the least path left; the first of all is seen at its paces or sooner.
        scratch.flood_to(board, foe_at, |at, left, paces| {
            if !may_go(at) {
                return false;
            }
            let harms = at != here && board.harms(at);
            let best = if harms { &mut harmed } else { &mut best };
            if best.is_none_or(|(end, least)| left == least && key((at, paces)) < key(end)) {
                *best = Some(((at, paces), left));
            }
            !harms
        });
        if let Some((end, _)) = best.filter(|(end, _)| end.0 != here).or(harmed).or(best) {
            return (end.0 != here).then_some(end);
        }
        // No path leads there: nearer in distance, if that is possible.
        let far = |at: At| board.distance(at, foe_at);
        let ends = (0..scratch.n_reached()).map(|nth| scratch.nth(board, nth));
        let fits = |&(at, _, is_free): &(At, u16, bool)| (is_free || at == here) && may_go(at);
        let harms = |at: At| at != here && board.harms(at);
        let ends = ends.filter(fits);
        let (at, paces, _) = ends.min_by_key(|&(at, paces, _)| (far(at), harms(at), key((at, paces))))?;
        (far(at) < far(here)).then_some((at, paces))
    }

    /// Of the squares that the last flood reached the one with the fewest paces from which a weapon that is not for the
    /// hand can attack somebody, loaded or to be loaded.
    fn first_in_reach(&self, unit: UnitId, foe: UnitId) -> Option<(At, u16)> {
        self.first_square(unit, foe, |play, weapon| {
            let kind = play.rules.unit(unit).weapons[weapon].kind;
            !matches!(kind, WeaponKind::Melee | WeaponKind::Unarmed)
                && play.rules.is_of_use(play.state, unit, weapon)
        })
    }

    /// Of the squares that the last flood reached the one with the fewest paces from which one of these weapons can attack
    /// somebody.
    fn first_square(
        &self,
        unit: UnitId,
        foe: UnitId,
        among: impl Fn(&Self, usize) -> bool,
    ) -> Option<(At, u16)> {
        let rules = self.rules;
        let board = rules.board.as_ref()?;
        let n_weapons = rules.unit(unit).weapons.len();
        if !(0..n_weapons).any(|weapon| among(self, weapon)) {
            return None;
        }
        let here = self.state.unit(unit).at();
        let mut best: Option<(At, u16)> = None;
        for nth in 0..self.state.scratch.n_reached() {
            let (at, paces, is_free) = self.state.scratch.nth(board, nth);
            let key = |at: At, paces: u16| (board.harms(at), paces, at.1, at.0);
            if best.is_some_and(|(to, least)| key(to, least) < key(at, paces)) {
                continue;
            }
            let reaches =
                |weapon: usize| among(self, weapon) && self.could_attack_from(unit, weapon, foe, at, None);
            if (is_free || at == here)
                && rules.may_go(&self.state.units, unit, at)
                && (0..n_weapons).any(reaches)
            {
                best = Some((at, paces));
            }
        }
        best
    }
}
