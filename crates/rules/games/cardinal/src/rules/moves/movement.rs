//! Moves (CA-15, CA-16, CA-26, CA-55): how far, where to, Retreats.

use crate::board::{At, Board};
use crate::choose::AttackOption;
use crate::data::events::{Event, MoveKind};
use crate::data::metrics::Metric;
use crate::data::rulings::{Sprint, Ties};
use crate::data::tactics::{MoveChoice, RetreatChoice};
use crate::data::vocabulary::{Status, Statuses};
use crate::rules::turns::act::{Act, Turn};
use crate::state::{State, UnitState};
use crate::{Cardinal, ModKind, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

impl Cardinal {
    /// CA-15: the paces of a Stride.
    pub(crate) fn stride(&self, state: &State, unit: UnitId) -> u16 {
        if state.of(unit).any(Statuses::SLOW) {
            return 0;
        }
        let mut paces = self.unit(unit).stride;
        if !self.mods.is_empty() {
            self.each_mod(state, unit, |what| {
                if let ModKind::Stride(n) = what {
                    paces += i32::from(n);
                }
            });
        }
        paces.max(0) as u16
    }

    /// CA-15: the paces of a Dash.
    pub(crate) fn dash(&self, state: &State, unit: UnitId) -> u16 {
        if state.of(unit).any(Statuses::NO_DASH) {
            return 0;
        }
        let (body, speed) = (self.unit(unit).body.max() as i32, self.speed(state, unit).max() as i32);
        let mut paces = (speed + 1) / 2 + i32::from(body > speed) + self.unit(unit).dash;
        if !self.mods.is_empty() {
            self.each_mod(state, unit, |what| {
                if let ModKind::Dash(n) = what {
                    paces += i32::from(n);
                }
            });
        }
        paces.max(0) as u16
    }

    /// CA-15: the most paces of a Sprint.
    pub(crate) fn longest_sprint(&self, state: &State, unit: UnitId) -> u16 {
        let stride = match self.rulings.sprint {
            Sprint::SpeedHighestPlusStride => self.stride(state, unit),
            Sprint::SpeedMax => 0,
        };
        self.speed(state, unit).max() as u16 + stride
    }

    /// CA-15: the paces of a Run.
    pub(crate) fn run(&self, state: &State, unit: UnitId) -> u16 {
        (self.unit(unit).body.max() + self.speed(state, unit).max()) as u16 + self.dash(state, unit)
    }

    /// CA-26: whether a unit could Retreat from an attacker who stands, or would stand, at `foe`, and its statuses let it.
    pub(crate) fn may_retreat(&self, state: &State, unit: UnitId, (from, foe): (UnitId, At)) -> bool {
        let it = state.unit(unit);
        let most = self.rulings.retreats_per_round.0;
        !it.statuses.any(Statuses::OUT.or(Statuses::NO_RETREAT))
            && most.is_none_or(|most| it.retreats < most)
            && it.holder != from.0 + 1
            && self.step_back(state, unit, foe).is_some()
    }

    /// D-10: whether it would.
    pub(crate) fn will_retreat(&self, state: &State, unit: UnitId, (from, foe): (UnitId, At)) -> bool {
        let plan = &self.unit(unit).tactics.retreat;
        let wants = match plan.choose_if(|when| self.holds(state, unit, Some(from), when)) {
            RetreatChoice::IfNotReeling => !state.of(unit).has(Status::Reeling),
            RetreatChoice::HoldGround => false,
        };
        wants && self.may_retreat(state, unit, (from, foe))
    }

    /// CA-26, D-10: the square beside it, farther from the attacker, that is farthest from the nearest hostile;
    /// where it stands without a map.
    fn step_back(&self, state: &State, unit: UnitId, foe: At) -> Option<At> {
        let here = state.unit(unit).at();
        let Some(board) = &self.board else { return Some(here) };
        let hostiles = state.standing(self.hostiles(state, unit));
        let away = |at: &At| board.distance(*at, foe) > board.distance(here, foe);
        let nearest = |at: At| {
            hostiles.into_iter().map(|other| board.distance(at, state.unit(other).at())).min().unwrap_or(0)
        };
        // It is a Stride, which enters bad footing for two paces, and nobody who is held comes farther from its holder.
        let stride = self.stride(state, unit);
        let enters = |at: &At| board.paces_into(*at) <= stride && self.may_go(&state.units, unit, *at);
        let squares = board.around(here).filter(|at| away(at) && enters(at) && self.is_free(state, *at));
        squares.min_by_key(|&at| (core::cmp::Reverse(nearest(at)), at.1, at.0))
    }
}

impl Cardinal {
    /// The nth square that the last flood for a move reached, at the unit's height, its paces, and whether it is free.
    fn nth_end(&self, state: &State, unit: UnitId, board: &Board, n: usize) -> (At, u16, bool) {
        let (at, paces, is_free) = state.scratch.nth(board, n);
        match state.unit(unit).height {
            0 => (at, paces, is_free),
            height => {
                let at = (at.0, at.1, height);
                (at, paces, self.is_free(state, at))
            }
        }
    }

    /// CA-55: a unit that is held does not go farther from its holder.
    pub(crate) fn may_go(&self, units: &[UnitState], unit: UnitId, to: At) -> bool {
        let it = &units[unit.idx()];
        let (Some(board), true) = (&self.board, it.holder > 0) else { return true };
        let holder = units[usize::from(it.holder - 1)].at();
        board.distance(to, holder) <= board.distance(it.at(), holder)
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-15: the free Stride of the turn.
    pub(crate) fn may_stride(&self, unit: UnitId, turn: &Turn) -> bool {
        !turn.strode
            && self.rules.board.is_some()
            && self.state.unit(unit).height == 0
            && self.rules.stride(self.state, unit) > 0
    }

    /// Says who stands where, before a flood for this unit, and which hazards it does not end a way in.
    pub(crate) fn hold_squares(&mut self, unit: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        let hostiles = rules.hostiles(self.state, unit);
        let mut standing = self.state.standing(rules.everyone);
        standing.remove(unit);
        self.state.scratch.release();
        for other in standing {
            let at = self.state.unit(other).at();
            // CA-56: nobody stands below who flies.
            if at.2 > 0 {
                continue;
            }
            let may_pass = !hostiles.has(other) && rules.rulings.pass_allies;
            self.state.scratch.hold(board, at, may_pass);
        }
        // CA-58: who stands in a hazard is harmed whether it goes or stays.
        if board.harms(self.state.unit(unit).at()) {
            return;
        }
        for &at in &board.hazards {
            if rules.puts_out(self.state, unit, at) {
                self.state.scratch.hold(board, at, true);
            }
        }
    }

    /// The paces from where a unit stands to every square within so many.
    pub(crate) fn flood_from(&mut self, unit: UnitId, most: u16) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        self.hold_squares(unit);
        let from = self.state.unit(unit).at();
        self.state.scratch.flood_from(board, from, most);
    }

    /// A move along a path that is there.
    pub(crate) fn walk(&mut self, unit: UnitId, turn: &mut Turn, to: At, paces: u16, how: MoveKind) {
        let it = self.state.unit_mut(unit);
        let from = it.at();
        if from == to {
            return;
        }
        it.put(to);
        self.state.quiet = false;
        turn.moved = true;
        self.obs.add(unit, Metric::Paces, u32::from(paces));
        self.obs.event(|| Event::Moves { unit, how, from, to });
        self.slip(unit);
        self.react_to_move(unit);
    }

    /// Line 3: goes to the square of an attack, by Stride if that is enough, otherwise by Dash too.
    pub(crate) fn go_to_attack(&mut self, unit: UnitId, turn: &mut Turn, pick: &AttackOption) {
        if pick.paces == 0 {
            return;
        }
        if pick.at.2 > 0 || self.state.unit(unit).height > 0 {
            self.fly(unit, turn, pick.at, pick.paces);
            return;
        }
        let stride = if self.may_stride(unit, turn) { self.rules.stride(self.state, unit) } else { 0 };
        let how = self.spend_paces(unit, turn, pick.paces, stride);
        self.walk(unit, turn, pick.at, pick.paces, how);
    }

    /// Pays for so many paces: the Stride first, a Dash for what is left; in the air all by Fly.
    pub(crate) fn spend_paces(&mut self, unit: UnitId, turn: &mut Turn, paces: u16, stride: u16) -> MoveKind {
        if self.state.unit(unit).height > 0 {
            self.take(unit, turn, Act::Fly);
            turn.flew = true;
            return MoveKind::Fly;
        }
        if paces <= stride {
            turn.strode = true;
            return MoveKind::Stride;
        }
        self.take(unit, turn, Act::Dash);
        let dash = self.rules.dash(self.state, unit);
        if paces <= dash && stride == 0 {
            return MoveKind::Dash;
        }
        turn.strode |= stride > 0;
        if stride > 0 { MoveKind::StrideAndDash } else { MoveKind::Dash }
    }

    /// CA-26: a Retreat, if the unit may and wants to; whether it did.
    pub(crate) fn retreat(&mut self, unit: UnitId, from: UnitId) -> bool {
        let rules = self.rules;
        let foe = self.state.unit(from).at();
        if !rules.will_retreat(self.state, unit, (from, foe)) {
            return false;
        }
        let Some(to) = rules.step_back(self.state, unit, foe) else { return false };
        let it = self.state.unit_mut(unit);
        it.retreats = it.retreats.saturating_add(1).min(MOST_RETREATS);
        let at = it.at();
        it.put(to);
        self.state.quiet = false;
        self.obs.add(unit, Metric::Retreats, 1);
        self.obs.event(|| Event::Moves { unit, how: MoveKind::Retreat, from: at, to });
        self.release_all(unit);
        true
    }

    /// CA-21: whether a tie lets the defender Retreat at all: not the Reeling.
    pub(crate) fn may_step_back(&self, unit: UnitId, from: UnitId) -> bool {
        self.rules.rulings.ties == Ties::Retreat
            && !self.state.of(unit).has(Status::Reeling)
            && self.rules.may_retreat(self.state, unit, (from, self.state.unit(from).at()))
    }

    /// Floods for a move by Stride and Dash, in the air by Fly at its height; the paces of the Stride.
    fn flood_for_move(&mut self, unit: UnitId, turn: &Turn) -> u16 {
        let rules = self.rules;
        let dash = rules.dash(self.state, unit);
        if self.state.unit(unit).height > 0 {
            let flies = self.may_fly(unit, turn);
            self.flood_air(unit, if flies { dash } else { 0 });
            return 0;
        }
        let stride = if self.may_stride(unit, turn) { rules.stride(self.state, unit) } else { 0 };
        let dash = if self.may_take_move(unit, turn, Act::Dash) { dash } else { 0 };
        self.flood_from(unit, stride + dash);
        stride
    }

    /// D-03 `kite`: after its Attack to the square farthest from the nearest hostile from which it still has its
    /// target in reach.
    pub(crate) fn kite(&mut self, unit: UnitId, turn: &mut Turn, weapon: usize, target: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        if Cardinal::farthest(&rules.unit(unit).weapons[weapon]) <= 1
            || self.state.of(unit).any(Statuses::HELD)
        {
            return;
        }
        let stride = self.flood_for_move(unit, turn);
        let state = &*self.state;
        let here = state.unit(unit).at();
        let hostiles = state.standing(rules.hostiles(state, unit));
        let gap = |at: At| {
            hostiles.into_iter().map(|foe| board.distance(at, state.unit(foe).at())).min().unwrap_or(0)
        };
        let mut best = (here, 0, gap(here));
        for n in 0..state.scratch.n_reached() {
            let (at, paces, is_free) = rules.nth_end(state, unit, board, n);
            if is_free
                && rules.may_go(&self.state.units, unit, at)
                && gap(at) > best.2
                && !board.harms(at)
                && rules.reaches(state, unit, weapon, target, at)
            {
                best = (at, paces, gap(at));
            }
        }
        let (to, paces, _) = best;
        if to != here {
            let how = self.spend_paces(unit, turn, paces, stride);
            self.walk(unit, turn, to, paces, how);
        }
    }

    /// Goes to the square within Stride and Dash that fits and needs the fewest paces, then lowest row and column;
    /// whether it is there.
    pub(crate) fn go_where(
        &mut self,
        unit: UnitId,
        turn: &mut Turn,
        fits: impl Fn(&Self, At) -> bool,
    ) -> bool {
        if self.rules.board.is_none() {
            return false;
        }
        if fits(self, self.state.unit(unit).at()) {
            return true;
        }
        let stride = self.flood_for_move(unit, turn);
        let Some((to, paces)) = self.nearest_end(unit, fits) else { return false };
        let how = self.spend_paces(unit, turn, paces, stride);
        self.walk(unit, turn, to, paces, how);
        true
    }

    /// Goes by the free Stride alone to the square that fits and needs the fewest paces; whether it is there.
    pub(crate) fn stride_where(
        &mut self,
        unit: UnitId,
        turn: &mut Turn,
        fits: impl Fn(&Self, At) -> bool,
    ) -> bool {
        if !self.may_stride(unit, turn) {
            return false;
        }
        self.flood_from(unit, self.rules.stride(self.state, unit));
        let Some((to, paces)) = self.nearest_end(unit, fits) else { return false };
        turn.strode = true;
        self.walk(unit, turn, to, paces, MoveKind::Stride);
        true
    }

    /// CA-58: who has its Stride left and would end its turn in a hazard steps out of it.
    pub(crate) fn leave_hazard(&mut self, unit: UnitId, turn: &mut Turn) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        let plan = &rules.unit(unit).tactics.movement;
        if board.harms(self.state.unit(unit).at())
            && plan.choose_if(|when| rules.holds(self.state, unit, None, when)) != MoveChoice::Hold
        {
            self.stride_where(unit, turn, |_, at| !board.harms(at));
        }
    }

    /// Of the squares that the last flood for a move reached the one that fits, harms nobody (CA-58) and needs the fewest
    /// paces, then lowest row and column.
    pub(crate) fn nearest_end(&self, unit: UnitId, fits: impl Fn(&Self, At) -> bool) -> Option<(At, u16)> {
        let rules = self.rules;
        let board = rules.board.as_ref()?;
        let mut best: Option<(At, u16)> = None;
        for n in 0..self.state.scratch.n_reached() {
            let (at, paces, is_free) = rules.nth_end(self.state, unit, board, n);
            let value = |at: At, paces: u16| (board.harms(at), paces, at.1, at.0);
            if is_free
                && rules.may_go(&self.state.units, unit, at)
                && best.is_none_or(|(to, least)| value(at, paces) < value(to, least))
                && fits(self, at)
            {
                best = Some((at, paces));
            }
        }
        best
    }
}

/// Retreats of a round are counted up to here.
const MOST_RETREATS: u8 = 60;
