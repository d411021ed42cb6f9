//! The actions of a grappler on its victim beside striking: pins, drags and slams (MG-53, MG-54, MG-75,
//! MG-D12).

use crate::board::walk::FARTHEST;
use crate::board::{Board, FEET, JUMP_TOKENS, Jump, Mover, NEVER, Search};
use crate::choose::odds::steps;
use crate::data::events::Event;
use crate::data::metrics::{FallenBy, HandDryBy, Harm, Metric};
use crate::data::rulings::{Drag, HoldEnds, SpecialHand};
use crate::data::setup::{HazardOn, Stat};
use crate::dice::draws::Total;
use crate::rules::abilities::talk::ActionKind;
use crate::rules::attacks::damage::DamageSource;
use crate::state::State;
use crate::{MahouGalaxy, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

/// More steps than one drag has.
const MOST_STEPS: u32 = 500;

impl MahouGalaxy {
    /// MG-53: whether a unit is strong enough to move another with it.
    pub(crate) fn can_drag(&self, state: &State, unit: UnitId, other: UnitId) -> bool {
        match self.rulings.grapple_drag {
            Drag::Always => true,
            Drag::Never => false,
            Drag::StrAtLeast => {
                let size = self.unit(unit).size - self.unit(other).size;
                self.stat(state, unit, Stat::Str) + 2 * size >= self.stat(state, other, Stat::Str)
            }
        }
    }

    /// MG-54: the worst thing that a unit can slam its victim into, with its mean damage: of the hazards and
    /// the free edges of a height within 5 feet.
    fn worst_at_hand(
        &self,
        board: &Board,
        state: &State,
        unit: UnitId,
        victim: UnitId,
    ) -> Option<(Slammed, f64)> {
        let here = state.unit(unit).cell;
        let mut best: Option<(Slammed, f64)> = None;
        let mut consider = |what: Slammed, mean: f64| {
            if best.is_none_or(|(_, most)| steps(mean) > steps(most)) {
                best = Some((what, mean));
            }
        };
        for ground in board.cells_within(false, board.around(here, 1)) {
            if let Some(hazard) = board.hazard(ground).filter(|_| board.distance(here, ground) <= FEET) {
                consider(Slammed::Hazard(ground), hazard.distribution.mean() + f64::from(hazard.flat));
            }
            let brink = Board::level_with(ground, here);
            let levels = board.above_ground(brink);
            let is_free = board.is_walkable(ground) && !self.is_taken(state, victim, ground);
            let dice = self.fall_dice(FEET * levels);
            if dice > 0 && is_free && board.distance(here, brink) <= FEET && !self.stays_up(victim) {
                consider(Slammed::Fall(ground, levels), f64::from(dice) * self.fall_mean());
            }
        }
        best
    }
}

/// MG-54: the thing that a victim is slammed into.
#[derive(Clone, Copy, Debug)]
enum Slammed {
    /// The hazard of a cell.
    Hazard(u32),
    /// The ground of a cell, so many levels below.
    Fall(u32, i32),
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// The hand whose token pays for a pin, slam, throw or snatch, on top of the upkeep (MG-53 to MG-56).
    pub(crate) fn special_hand(&self, unit: UnitId) -> Option<u8> {
        let tokens = self.state.turn.hands & self.rules.tokens(self.state, unit);
        let needs_primary = self.rules.rulings.grapple_special_hand == SpecialHand::Primary;
        if tokens == 0 || needs_primary && !self.state.unit(unit).primary {
            return None;
        }
        self.rules.token_to_spare(self.state, unit, tokens, false)
    }

    /// MG-53: the victim falls, and the grappler with it.
    pub(crate) fn pin(&mut self, unit: UnitId, victim: UnitId) {
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

    /// MG-54: the victim takes double the damage of a hazard within 5 feet, or of the fall from a height at whose
    /// edge the grappler stands. The grappler lets go, unless half of the mean damage is less than the soak that it
    /// can expect; down a height it goes with its victim then, if there is room beside it.
    pub(crate) fn slam(&mut self, unit: UnitId, victim: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return };
        let Some(hand) = self.special_hand(unit) else { return };
        if !rules.can_drag(self.state, unit, victim) {
            return;
        }
        let Some((what, mean)) = rules.worst_at_hand(board, self.state, unit, victim) else { return };
        if !self.may(unit, ActionKind::Grapple, Some(victim)) {
            return;
        }
        self.spend_hands(unit, 1 << hand, HandDryBy::Grapple);
        self.state.busy = true;
        self.obs.add(unit, Metric::Slams, 1);
        let dares = steps(mean / 2.0) < steps(rules.expected_soak(self.state, unit).into());
        let action_ref = Some(rules.grapple_action(unit));
        match what {
            Slammed::Hazard(cell) => {
                let Some(hazard) = board.hazard(cell) else { return };
                self.obs.event(|| Event::Slams { unit, target: victim, falls: false });
                let (formula, distribution) = (&hazard.formula, &hazard.distribution);
                let total = Total { formula, distribution, most: i32::MAX };
                let rolled = (self.dice.draw(by(unit, Purpose::Damage), &total) + hazard.flat).max(0);
                let impact = DamageSource::accident(action_ref, Harm::Slam);
                self.hurt_by(victim, 2 * rolled, &impact);
                if dares && self.state.unit(unit).holds.has(victim) {
                    self.hurt_by(unit, rolled / 2, &impact);
                } else {
                    self.end_hold(unit, victim);
                }
            }
            Slammed::Fall(cell, levels) => {
                self.obs.event(|| Event::Slams { unit, target: victim, falls: true });
                let rolled = self.roll_fall(unit, FEET * levels);
                let ignores_soak = !rules.rulings.fall_soak;
                let impact = DamageSource { ignores_soak, ..DamageSource::accident(action_ref, Harm::Slam) };
                self.state.unit_mut(victim).cell = cell;
                let beside = self.cell_beside(board, unit, cell).filter(|_| dares);
                if let Some(beside) = beside {
                    self.state.unit_mut(unit).cell = beside;
                }
                self.obs.event(|| Event::Lands { unit: victim, to: cell });
                self.end_far_holds(victim);
                self.end_far_holds(unit);
                for (who, damage) in [(victim, 2 * rolled), (unit, rolled / 2)] {
                    if who == victim || beside.is_some() {
                        self.obs.add(who, Metric::FeetFallen, (FEET * levels) as u32);
                        self.hurt_by(who, damage, &impact);
                        if self.state.is_in(who) {
                            self.fall(who, FallenBy::Fall);
                        }
                        self.hazard(who, HazardOn::Entry);
                    }
                }
            }
        }
    }

    /// The free cell on the ground within 5 feet of another that is nearest to where a unit stands now.
    fn cell_beside(&self, board: &Board, unit: UnitId, cell: u32) -> Option<u32> {
        let (rules, state) = (self.rules, &*self.state);
        let here = state.unit(unit).cell;
        let near = board.cells_within(false, board.around(cell, 1)).filter(|&it| {
            board.distance(cell, it) <= FEET && board.is_walkable(it) && !rules.is_taken(state, unit, it)
        });
        near.min_by_key(|&it| (board.distance(here, it), it))
    }

    /// MG-53, MG-D12: pushes the victim into the nearest hazard that the move tokens reach, and takes the
    /// cell that it leaves. Who holds several drags none of them.
    pub(crate) fn drag(&mut self, unit: UnitId, victim: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board_now(self.state) else { return };
        let tokens = if self.state.unit(unit).fallen { 0 } else { self.state.turn.moves };
        let most = self.cells_for(unit, tokens);
        let in_air = |it: UnitId| board.above_ground(self.state.unit(it).cell) > 0;
        if most == 0
            || self.state.unit(unit).holds != UnitSet::one(victim)
            || in_air(unit)
            || in_air(victim)
            || !rules.can_drag(self.state, unit, victim)
            || board.hazard(self.state.unit(victim).cell).is_some()
        {
            return;
        }
        // MG-45: with a victim a unit jumps standing.
        let jump = rules.mover(self.state, unit, true).jump.map(Jump::standing);
        let mut scratch = core::mem::take(&mut self.state.scratch);
        let mut search = Search {
            is_whole: true,
            start: self.state.unit(victim).cell,
            mover: Mover { flies: false, dares: true, jump },
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
                && self.way_costs(board, victim, *cell, flies, jump) <= i32::from(most)
        };
        let goal = board.cells(false).filter(near).min_by_key(|&cell| state.scratch.cost(board, cell));
        let Some(goal) = goal.filter(|_| self.may(unit, ActionKind::Grapple, Some(victim))) else { return };
        let first = self.state.scratch.lay(board, goal);
        let mut here = search.start;
        while let Some(next) = self.state.scratch.next_of(first) {
            // Who interrupts may have moved the victim elsewhere.
            if !self.state.unit(unit).holds.has(victim) || self.state.unit(victim).cell != here {
                break;
            }
            let jumps = jump.filter(|_| !board.steps(here).contains(&next));
            self.state.unit_mut(victim).cell = next;
            let beside = match jumps {
                Some(jump) => self.landing_with(board, unit, next, jump),
                None => Some(here),
            };
            let Some(beside) = beside else {
                self.state.unit_mut(victim).cell = here;
                break;
            };
            self.obs.event(|| Event::Drags { unit, target: victim, to: next });
            let goes_on = if jumps.is_some() {
                self.spend_jump(unit);
                self.enter(unit, beside, |from| Event::Jumps { unit, from, to: beside, kind: 0 })
            } else {
                self.step_to(unit, beside)
            };
            self.end_far_holds(victim);
            self.hazard(victim, HazardOn::Entry);
            if !goes_on || self.is_decided() {
                break;
            }
            here = next;
        }
        self.state.scratch.clear_from(first);
        if self.state.unit(victim).cell != search.start {
            self.state.busy = true;
            self.obs.add(unit, Metric::Drags, 1);
        }
    }

    /// MG-53: where a grappler lands that jumps behind its victim, who is in `next` now: beside it, no farther than
    /// it jumps and down no fall. None without the tokens for a jump.
    fn landing_with(&self, board: &Board, unit: UnitId, next: u32, jump: Jump) -> Option<u32> {
        let here = self.state.unit(unit).cell;
        let level = |cell: u32| Board::level_with(cell, here);
        let lands =
            |cell: &u32| board.distance(here, level(*cell)) <= jump.far[0] && board.drop_of(here, *cell) == 0;
        let can = self.state.turn.moves >= JUMP_TOKENS;
        self.cell_beside(board, unit, next).filter(|cell| can && lands(cell))
    }

    /// Returns the cost of the victim's way to a cell for a grappler one step behind it, in cells; too much
    /// if it leads down a fall.
    fn way_costs(&self, board: &Board, victim: UnitId, goal: u32, flies: bool, jump: Option<Jump>) -> i32 {
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
            cost += match jump.filter(|_| !board.steps(before).contains(&cell)) {
                Some(jump) => i32::from(jump.cost),
                None => board.move_cost(before, flies),
            };
            cell = before;
        }
        i32::MAX
    }

    /// MG-75 `drag`: those who hold a unit that walks off go with it, into the cell that it left.
    pub(crate) fn pull_along(&mut self, unit: UnitId, from: u32) {
        let rules = self.rules;
        for other in rules.everyone {
            if self.state.unit(other).holds.has(unit)
                && rules.distance(self.state, unit, other) > FEET
                && rules.can_drag(self.state, unit, other)
            {
                self.pull_to(unit, other, from);
            }
        }
    }

    /// A unit that does not fly is pulled over the ground, and may fall (MG-46).
    fn pull_to(&mut self, unit: UnitId, other: UnitId, from: u32) {
        let Some(board) = &self.rules.board_now(self.state) else { return };
        let (was, flies) = (self.state.unit(other).cell, self.rules.unit(other).flies);
        let to = if flies { from } else { board.below(from) };
        if !flies && !board.is_walkable(to) {
            return;
        }
        self.state.unit_mut(other).cell = to;
        self.obs.event(|| Event::Drags { unit, target: other, to });
        self.end_far_holds(other);
        if !flies {
            self.land(other, board.drop_of(was, to), None);
        }
        self.hazard(other, HazardOn::Entry);
    }

    /// MG-51: holds end on both ends of a unit that is farther than 5 feet from the other.
    pub(crate) fn end_far_holds(&mut self, unit: UnitId) {
        let rules = self.rules;
        if !rules.reads.holds || !rules.rulings.grapple_end_on.has(HoldEnds::DISTANCE) {
            return;
        }
        for other in rules.everyone {
            for victim in self.state.unit(other).holds {
                if (victim == unit || other == unit) && rules.distance(self.state, victim, other) > FEET {
                    self.end_hold(other, victim);
                }
            }
        }
    }
}
