//! What a grappler does with whom it holds beside striking: pins, drags and slams (MG-53, MG-54, MG-75,
//! MG-D12).

use super::board::{Board, FEET, Mover, NEVER, Search};
use super::damage::Blow;
use super::draws::Total;
use super::events::Event;
use super::metrics::{FallenBy, HandDryBy, Harm, Metric};
use super::rulings::{Drag, HoldEnds, SpecialHand};
use super::setup::{HazardOn, Stat};
use super::state::State;
use super::talk::ActionKind;
use super::walk::FARTHEST;
use super::{MahouGalaxy, Play, by};
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::Observer;
use crate::engine::roster::UnitId;

/// More steps than one drag has.
const MOST_STEPS: u32 = 500;

impl MahouGalaxy {
    /// MG-53: whether a unit is strong enough to move another with it.
    pub(super) fn can_drag(&self, state: &State, unit: UnitId, other: UnitId) -> bool {
        match self.rulings.grapple_drag {
            Drag::Always => true,
            Drag::Never => false,
            Drag::StrAtLeast => {
                let size = self.unit(unit).size - self.unit(other).size;
                self.stat(state, unit, Stat::Str) + 2 * size >= self.stat(state, other, Stat::Str)
            }
        }
    }

    /// MG-54: of the hazards within 5 feet of a unit the one with the greatest mean damage.
    fn hazard_at_hand(&self, board: &Board, state: &State, unit: UnitId) -> Option<u32> {
        let here = state.unit(unit).cell;
        let mut best: Option<(u32, f64)> = None;
        let near = board.cells_within(false, board.around(here, 1));
        for cell in near.filter(|&cell| board.distance(here, cell) <= FEET) {
            let Some(hazard) = board.hazard(cell) else { continue };
            let mean = hazard.distribution.mean() + f64::from(hazard.flat);
            if best.is_none_or(|(_, most)| mean > most) {
                best = Some((cell, mean));
            }
        }
        best.map(|(cell, _)| cell)
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// The hand whose token pays for a pin, slam, throw or snatch, on top of the upkeep (MG-53 to MG-56).
    pub(super) fn special_hand(&self, unit: UnitId) -> Option<u8> {
        let tokens = self.state.turn.hands & self.rules.tokens(self.state, unit);
        let needs_primary = self.rules.rulings.grapple_special_hand == SpecialHand::Primary;
        if tokens == 0 || needs_primary && !self.state.unit(unit).primary {
            return None;
        }
        Some(tokens.trailing_zeros() as u8)
    }

    /// MG-53: the victim falls, and the grappler with it.
    pub(super) fn pin(&mut self, unit: UnitId, victim: UnitId) {
        let Some(hand) = self.special_hand(unit) else { return };
        if self.state.unit(victim).fallen || !self.may(unit, ActionKind::Grapple, Some(victim)) {
            return;
        }
        self.spend_hands(unit, 1 << hand, HandDryBy::Grapple);
        self.state.busy = true;
        self.obs.event(|| Event::Pins { unit, target: victim });
        self.fall(victim, FallenBy::Pin);
        self.fall(unit, FallenBy::Pin);
    }

    /// MG-54: the victim takes double the damage of a hazard within 5 feet. The grappler lets go, unless
    /// half of the hazard's mean damage is less than the soak that it can expect.
    pub(super) fn slam(&mut self, unit: UnitId, victim: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return };
        let Some(hand) = self.special_hand(unit) else { return };
        if !rules.can_drag(self.state, unit, victim) {
            return;
        }
        let Some(hazard) = rules.hazard_at_hand(board, self.state, unit).and_then(|cell| board.hazard(cell))
        else {
            return;
        };
        if !self.may(unit, ActionKind::Grapple, Some(victim)) {
            return;
        }
        self.spend_hands(unit, 1 << hand, HandDryBy::Grapple);
        self.state.busy = true;
        self.obs.add(unit, Metric::Slams, 1);
        self.obs.event(|| Event::Slams { unit, target: victim });
        let (formula, distribution) = (&hazard.formula, &hazard.distribution);
        let total = Total { formula, distribution, most: i32::MAX };
        let rolled = (self.dice.draw(by(unit, Purpose::Damage), &total) + hazard.flat).max(0);
        let deed = Some(rules.grapple_deed(unit));
        let half = (distribution.mean() + f64::from(hazard.flat)) / 2.0;
        let keeps = half < f64::from(rules.expected_soak(self.state, unit));
        self.hurt_by(victim, rolled, &Blow { times: 2, ..Blow::accident(deed, Harm::Slam) });
        if keeps && self.state.unit(unit).holds.is_some() {
            self.hurt_by(unit, rolled / 2, &Blow::accident(deed, Harm::Slam));
        } else {
            self.end_hold(unit);
        }
    }

    /// MG-53, MG-D12: pushes the victim into the nearest hazard that the move tokens reach, and takes the
    /// cell that it leaves.
    pub(super) fn drag(&mut self, unit: UnitId, victim: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return };
        let tokens = if self.state.unit(unit).fallen { 0 } else { self.state.turn.moves };
        let most = self.cells_for(unit, tokens);
        let in_air = |it: UnitId| board.above_ground(self.state.unit(it).cell) > 0;
        if most == 0
            || in_air(unit)
            || in_air(victim)
            || !rules.can_drag(self.state, unit, victim)
            || board.hazard(self.state.unit(victim).cell).is_some()
        {
            return;
        }
        let mut scratch = core::mem::take(&mut self.state.scratch);
        let mut search = Search {
            is_whole: true,
            start: self.state.unit(victim).cell,
            mover: Mover { flies: false, dares: true, jump: None },
            ..Search::default()
        };
        for foe in self.state.present(rules.enemies(victim)) {
            search.push(self.state.unit(foe).cell);
        }
        board.ways(&mut scratch, &search, FARTHEST, |_| true);
        self.state.scratch = scratch;
        let state = &*self.state;
        // The grappler walks the victim's way, one step behind it.
        let flies = rules.unit(unit).flies;
        let near = |cell: &u32| {
            let cost = state.scratch.cost(board, *cell);
            cost != NEVER
                && board.hazard(*cell).is_some()
                && self.way_costs(board, victim, *cell, flies) <= i32::from(most)
        };
        let goal = board.cells(false).filter(near).min_by_key(|&cell| state.scratch.cost(board, cell));
        let Some(goal) = goal.filter(|_| self.may(unit, ActionKind::Grapple, Some(victim))) else { return };
        let first = self.state.scratch.lay(board, goal);
        while let Some(next) = self.state.scratch.next_of(first) {
            let here = self.state.unit(victim).cell;
            if self.state.unit(unit).holds != Some(victim) || board.distance(next, here) > FEET {
                break;
            }
            self.state.unit_mut(victim).cell = next;
            self.obs.event(|| Event::Drags { unit, target: victim, to: next });
            let goes_on = self.step_to(unit, here);
            self.end_far_holds(victim);
            self.hazard(victim, HazardOn::Entry);
            if !goes_on || self.is_decided() {
                break;
            }
        }
        self.state.scratch.clear_from(first);
        self.state.busy = true;
        self.obs.add(unit, Metric::Drags, 1);
    }

    /// What the way of the victim to a cell costs who walks one step behind it, in cells; too much if it leads
    /// down a fall.
    fn way_costs(&self, board: &Board, victim: UnitId, goal: u32, flies: bool) -> i32 {
        let start = self.state.unit(victim).cell;
        let (mut cell, mut cost) = (goal, 0);
        for _ in 0..MOST_STEPS {
            if cell == start {
                return cost;
            }
            let before = self.state.scratch.before(board, cell);
            if board.drop_of(before, cell) > 0 {
                break;
            }
            cell = before;
            cost += board.move_cost(cell, flies);
        }
        i32::MAX
    }

    /// MG-75 `drag`: those who hold a unit that walks off go with it, into the cell that it left.
    pub(super) fn pull_along(&mut self, unit: UnitId, from: u32) {
        let rules = self.rules;
        for other in rules.everyone {
            if self.state.unit(other).holds == Some(unit)
                && rules.distance(self.state, unit, other) > FEET
                && rules.can_drag(self.state, unit, other)
            {
                self.pull_to(unit, other, from);
            }
        }
    }

    /// Who does not fly is pulled over the ground, and may fall (MG-46).
    fn pull_to(&mut self, unit: UnitId, other: UnitId, from: u32) {
        let Some(board) = &self.rules.board_now(self.state) else { return };
        let (was, flies) = (self.state.unit(other).cell, self.rules.unit(other).flies);
        let to = if flies { from } else { board.below(from) };
        if !flies && !board.is_walkable(to) {
            return;
        }
        self.state.unit_mut(other).cell = to;
        self.obs.event(|| Event::Drags { unit, target: other, to });
        if !flies {
            self.land(other, board.drop_of(was, to), None);
        }
        self.hazard(other, HazardOn::Entry);
    }

    /// MG-51: holds end on both ends of a unit that is farther than 5 feet from the other.
    pub(super) fn end_far_holds(&mut self, unit: UnitId) {
        let rules = self.rules;
        if !rules.reads.holds || !rules.rulings.grapple_end_on.has(HoldEnds::DISTANCE) {
            return;
        }
        for other in rules.everyone {
            if let Some(victim) = self.state.unit(other).holds
                && (victim == unit || other == unit)
                && rules.distance(self.state, victim, other) > FEET
            {
                self.end_hold(other);
            }
        }
    }
}
