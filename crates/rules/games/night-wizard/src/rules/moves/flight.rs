//! Flight and leaving the map (NW-32, NW-41, NW-42).

use crate::board::Aim;
use crate::data::events::MoveKind;
use crate::data::rulings::FailedTakeoff;
use crate::data::tactics::{Flee, Flight};
use crate::rules::moves::movement::PlannedMove;
use crate::rules::prelude::*;
use fray_kit::board::grid::path::{Mover, Stride};
use fray_kit::board::grid::reach::{Exits, Goal, NEVER};

/// The MP that taking off by Lunar Robe costs (NW-41).
const ROBE: Amount = Amount { dice: 1, scaled: None, plus: 0 };

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-41, D-flight: take-off, or a change of height, or a landing, with the Minor Action.
    /// Returns whether the action was used.
    pub(crate) fn fly(&mut self, unit: UnitId, target: Option<UnitId>) -> bool {
        let plan = &self.nw.unit(unit).tactics.flight;
        if plan.entries.is_empty() {
            return false;
        }
        let how = self.choose(unit, plan, target);
        if self.extras(unit).flying {
            return match how {
                Flight::Hover => self.hover(unit, target),
                Flight::Never => self.descend(unit),
                Flight::Start | Flight::Engaged => false,
            };
        }
        let wants = match how {
            Flight::Never => false,
            Flight::Start | Flight::Hover => true,
            Flight::Engaged => {
                let foes = self.enemies(unit).and(self.state.standing);
                foes.into_iter().any(|foe| self.shares_square(unit, foe))
            }
        };
        wants && self.open_robe_to_fly(unit)
    }

    /// NW-41: a Minor Action and 1d6 MP; with fewer MP nothing is paid and the unit stays down.
    /// Nobody tries without any MP.
    fn open_robe_to_fly(&mut self, unit: UnitId) -> bool {
        let mp = self.extras(unit).mp;
        if !self.nw.unit(unit).lunar_robe || self.tables.board.grid.is_fortress() || mp == 0 {
            return false;
        }
        let cost = self.roll_amount(ROBE, unit);
        if cost > mp {
            self.obs.event(|| Event::CannotPay { unit, count: 0, hp: 0, mp: cost, prana: 0 });
            return self.nw.rulings.failed_takeoff == FailedTakeoff::MinorLost;
        }
        self.obs.event(|| Event::Pays { unit, count: 0, hp: 0, mp: cost, prana: 0 });
        self.spend_mp(unit, cost);
        self.take_off(unit);
        self.obs.event(|| Event::TakesOff { unit });
        true
    }

    /// D-flight, `hover`: as high as it still reaches its target, if an enemy has to be in its
    /// square to attack.
    fn hover(&mut self, unit: UnitId, target: Option<UnitId>) -> bool {
        let Some(target) = target else { return false };
        let foes = self.enemies(unit).and(self.state.standing);
        let is_melee =
            |foe: UnitId| self.wanted_ranges(foe).is_some_and(|ranges| ranges.widest.most == Some(0));
        let planned = self.normal_move(unit);
        if planned.steps == 0 || !foes.into_iter().any(is_melee) {
            return false;
        }
        let Some(ranges) = self.wanted_ranges(unit) else { return false };
        let aim = self.aim_at(&planned, target, ranges);
        let walk = self.plan_by(&planned, |grid, scratch, from, costs| {
            grid.highest_within(scratch, from, planned.steps, costs, &aim)
        });
        // Without such a place it has to come nearer first.
        let Some(walk) = walk else { return false };
        let moves = self.take_route(&planned, walk.first);
        self.state.turn.main.moves += u32::from(moves);
        moves
    }

    /// NW-41: down to the floor with the Minor Action, and flight ends there as an Auto Action.
    /// Nobody lands on an obstacle.
    fn descend(&mut self, unit: UnitId) -> bool {
        let grid = &self.tables.board.grid;
        let from = self.spot(unit);
        let ground = grid.ground(from.x, from.y);
        if !grid.can_enter(ground, false) {
            return false;
        }
        let planned = self.normal_move(unit);
        let down = planned.steps.min(u32::from(from.z - ground.z)) as u8;
        let first = self.state.route.len();
        let way = (1..=down).map(|n| Stride { to: Place { z: from.z - n, ..from }, cost: 1 });
        self.state.route.extend(way);
        let moves = self.take_route(&planned, first);
        self.state.turn.main.moves += u32::from(moves);
        if self.spot(unit) == ground && self.extras(unit).flying && self.has_auto() {
            self.state.turn.main.autos += 1;
            self.come_down(unit);
            self.obs.event(|| Event::Lands { unit });
        }
        moves
    }

    /// NW-41: the unit is in flight from here on, at the height of the floor.
    pub(crate) fn take_off(&mut self, unit: UnitId) {
        self.extras_mut(unit).flying = true;
    }

    /// NW-41: the unit is on the floor of its square and no longer in flight, without harm.
    pub(crate) fn come_down(&mut self, unit: UnitId) {
        let spot = self.spot(unit);
        let ground = self.tables.board.grid.ground(spot.x, spot.y);
        let it = self.extras_mut(unit);
        (it.flying, it.spot) = (false, ground);
    }

    /// NW-29, NW-41, NW-44: Near Death or Unconscious, a flyer falls, without harm.
    pub(crate) fn fall_from_flight(&mut self, unit: UnitId) {
        if self.extras(unit).flying {
            self.come_down(unit);
            self.obs.event(|| Event::FallsDown { unit });
        }
    }

    /// NW-32, D-flee: the unit goes for an exit instead of anything else, with the Minor and the
    /// Major Action, and steps off the map there. Returns whether its Main is spent on it: not, if
    /// there is no way, or it cannot take a step.
    pub(crate) fn flee(&mut self, unit: UnitId, how: Flee) -> bool {
        let wants = match how {
            Flee::Never => false,
            Flee::HpBelow(percent) => self.is_below(unit, percent),
            Flee::Outnumbered => {
                let standing = self.state.standing;
                standing.and(self.enemies(unit)).len() > standing.and(self.allies(unit)).len()
            }
        };
        if !wants || self.tables.board.grid.exits().is_empty() {
            return false;
        }
        let mut moves = u32::from(self.make_for_exit(&self.normal_move(unit)));
        if self.stands(unit) {
            // With the Major Action.
            let mut run = self.planned_move(unit, MoveKind::Runs, 0);
            if self.wants_all_out(unit, None) && self.plan(&run, &self.exits()).is_some() {
                run.steps = self.judge_all_out(unit, NEVER);
                self.make_for_exit(&run);
                moves += 1;
            } else {
                moves += u32::from(self.make_for_exit(&self.normal_move(unit)));
            }
        }
        self.state.turn.main.moves += moves;
        moves > 0
    }

    fn exits(&self) -> Aim<'a> {
        let tables = self.tables;
        Aim::Exits(Exits(&tables.board.grid))
    }

    /// NW-32: towards the nearest exit, and off the map with the next step, which costs what leaving
    /// the square does. Returns whether there was a step.
    fn make_for_exit(&mut self, planned: &PlannedMove<'a>) -> bool {
        let (unit, aim) = (planned.unit, self.exits());
        let Some(walk) = self.plan(planned, &aim) else { return false };
        let moves = self.take_route(planned, walk.first);
        let at = self.spot(unit);
        let is_there = walk.arrives && self.stands(unit) && aim.holds(at);
        let leave_cost = self.costs_of(planned).leave_cost(at);
        if is_there && leave_cost <= planned.steps.saturating_sub(walk.path_cost) {
            self.obs.add(unit, Metric::SquaresMoved, 1);
            self.obs.add_if(leave_cost > 1, unit, Metric::Withdrawals, 1);
            self.leave(unit);
            return true;
        }
        moves
    }
}
