//! Effects that move somebody (NW-53).

use crate::data::events::MoveKind;
use crate::data::setup::ability::MoveMode;
use crate::rules::moves::movement::{Moment, PlannedMove};
use crate::rules::prelude::*;
use fray_kit::board::grid::path::{Mover, Stride};
use fray_kit::board::grid::reach::Goal;
use fray_kit::board::grid::steps;

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-53: an effect moves `unit`.
    pub(crate) fn displace(&mut self, by: UnitId, unit: UnitId, steps: i32, mode: MoveMode, forced: bool) {
        if steps <= 0 || !self.is_in_play(unit) || !forced && !self.may_walk(unit) {
            return;
        }
        let mut planned = self.planned_move(unit, MoveKind::Carried, steps as u32);
        planned.is_free = forced;
        if matches!(mode, MoveMode::Push | MoveMode::Pull) {
            self.shift(by, &planned, mode == MoveMode::Push);
        } else if self.may_judge(unit) {
            // Who is down or unconscious goes nowhere on its own.
            planned.flies |= mode == MoveMode::Fly;
            let legal = self.legal(unit);
            let enemy = (!legal.is_empty()).then(|| self.choose_enemy(unit, legal));
            if mode == MoveMode::Teleport {
                self.teleport(&planned, enemy);
            } else {
                self.go(&mut planned, enemy, Moment::Minor);
            }
        }
    }

    /// NW-53: straight away from `by`, or towards it, as far as there is room: along the axis of the
    /// largest difference, x before y before height; on one square the first step that leads away.
    fn shift(&mut self, by: UnitId, planned: &PlannedMove<'a>, away: bool) {
        let (grid, flies, costs) = (&self.tables.board.grid, planned.flies, self.costs_of(planned));
        let (origin, first) = (self.spot(by), self.state.route.len());
        let (mut at, mut left) = (self.spot(planned.unit), planned.steps);
        let straight = match towards(at, origin, flies) {
            Some((x, y, z)) => Some((-x, -y, -z)),
            None => steps(flies).iter().copied().find(|&step| grid.next(at, step, flies).is_some()),
        };
        while left > 0 {
            let Some(step) = (if away { straight } else { towards(at, origin, flies) }) else { break };
            let cost = costs.leave_cost(at);
            let Some(to) = grid.next(at, step, flies).filter(|_| cost <= left) else { break };
            (at, left) = (to, left - cost);
            self.state.route.push(Stride { to, cost });
        }
        let way = &mut self.state.route;
        while way.len() > first && way.last().is_some_and(|last| !costs.can_stop(last.to)) {
            way.pop();
        }
        self.take_route(planned, first);
    }

    /// NW-53: to where the unit reaches what it goes towards, or comes nearest to it, within the steps
    /// of the movement and without the way between; of equal places to the nearest, then row by row.
    fn teleport(&mut self, planned: &PlannedMove<'a>, target: Option<UnitId>) {
        let Some((to, ranges)) = self.destination(planned, target) else { return };
        let grid = &self.tables.board.grid;
        let (from, goal, flies) = (self.spot(planned.unit), self.spot(to), planned.flies);
        let (costs, aim) = (self.costs_of(planned), self.aim_at(planned, to, ranges));
        let rank = |at: Place| (!aim.holds(at), grid.distance(at, goal), grid.distance(from, at));
        let mut best = (rank(from), from);
        for ground in grid.area(from, planned.steps) {
            let at = if flies { Place { z: from.z, ..ground } } else { ground };
            let is_free = grid.can_enter(at, flies) && costs.can_stop(at);
            if is_free && grid.distance(from, at) <= planned.steps && rank(at) < best.0 {
                best = (rank(at), at);
            }
        }
        self.leap(planned.unit, best.1);
    }

    /// To a place without the way between.
    fn leap(&mut self, unit: UnitId, to: Place) {
        if self.spot(unit) != to {
            let first = self.state.route.len();
            self.state.route.push(Stride { to, cost: 1 });
            self.take_route(&self.planned_move(unit, MoveKind::Leaps, 1), first);
        }
    }

    /// NW-53: two units change places, if each can be where the other is. Those who do not fly come
    /// to the floor there.
    pub(crate) fn swap(&mut self, a: UnitId, b: UnitId) {
        let grid = &self.tables.board.grid;
        let place_for = |unit: UnitId, of: UnitId| {
            let (place, flies) = (self.spot(of), self.extras(unit).flying);
            let at = if flies { place } else { grid.ground(place.x, place.y) };
            grid.can_enter(at, flies).then_some(at)
        };
        if let (Some(for_a), Some(for_b)) = (place_for(a, b), place_for(b, a)) {
            self.leap(a, for_a);
            self.leap(b, for_b);
        }
    }
}

/// The step along the axis of the largest difference, x before y before height; `None` at the
/// same place.
fn towards(from: Place, to: Place, flies: bool) -> Option<(i8, i8, i8)> {
    let by = |from: u8, to: u8| i16::from(to) - i16::from(from);
    let [x, y, z] = [by(from.x, to.x), by(from.y, to.y), if flies { by(from.z, to.z) } else { 0 }];
    let most = x.abs().max(y.abs()).max(z.abs());
    let sign = |d: i16| d.signum() as i8;
    match most {
        0 => None,
        most if x.abs() == most => Some((sign(x), 0, 0)),
        most if y.abs() == most => Some((0, sign(y), 0)),
        _ => Some((0, 0, sign(z))),
    }
}
