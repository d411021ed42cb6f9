//! Effects that move somebody (NW-53).

use core::cell::OnceCell;

use super::events::MoveKind;
use super::movement::{Moment, PlannedMove};
use super::setup::ability::MoveMode;
use super::turn::Turn;
use crate::board::grid::path::{Mover, Stride};
use crate::board::grid::reach::Goal;
use crate::board::grid::{Place, steps};
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::UnitId;
use crate::games::night_wizard::NightWizard;

impl<'a, C: Chance, O: Observer<NightWizard>> Turn<'a, C, O> {
    /// An effect moves `target` (NW-53).
    pub(super) fn displace(&mut self, by: UnitId, target: UnitId, steps: i32, mode: MoveMode, forced: bool) {
        if steps <= 0 || !self.is_in_play(target) || !forced && !self.may_walk(target) {
            return;
        }
        let steps = steps as u32;
        let flying = self.extras(target).flying;
        match mode {
            MoveMode::Push | MoveMode::Pull => self.shift(by, target, steps, mode == MoveMode::Push, forced),
            MoveMode::Walk | MoveMode::Fly | MoveMode::Teleport => {
                if !self.may_judge(target) {
                    // Who is down or unconscious goes nowhere on its own.
                    return;
                }
                let legal = self.nw.legal_targets(target, false, self.state);
                let enemy = (!legal.is_empty()).then(|| self.choose_enemy(target, legal));
                let ranges = self.wanted_ranges(target);
                let planned = PlannedMove {
                    unit: target,
                    target: enemy,
                    ranges,
                    moment: Moment::Minor,
                    steps,
                    flies: flying || mode == MoveMode::Fly,
                    is_free: forced,
                    costs: &OnceCell::new(),
                    kind: MoveKind::Carried,
                };
                if mode == MoveMode::Teleport {
                    self.teleport(&planned);
                } else {
                    self.go(&planned);
                }
            }
        }
    }

    /// Straight away from `by`, or straight towards it, as far as there is room: along the axis
    /// of the largest difference, x before y before height; on one square the first step that
    /// leads away.
    fn shift(&mut self, by: UnitId, unit: UnitId, most: u32, away: bool, forced: bool) {
        let grid = &self.tables.board.grid;
        let flies = self.extras(unit).flying;
        let costs = self.move_costs(unit, flies, forced);
        let (origin, first) = (self.spot(by), self.state.extras.route.len());
        let (mut at, mut left) = (self.spot(unit), most);
        let mut fixed = None;
        loop {
            let step = match fixed {
                Some(step) => step,
                None => match towards(at, origin, flies) {
                    Some((x, y, z)) if away => (-x, -y, -z),
                    Some(step) => step,
                    None if away => {
                        let leads = |step: &&(i8, i8, i8)| grid.next(at, **step, flies).is_some();
                        match steps(flies).iter().find(leads) {
                            Some(&step) => step,
                            None => break,
                        }
                    }
                    None => break,
                },
            };
            if away {
                fixed = Some(step);
            }
            let cost = costs.leave_cost(at);
            let Some(to) = grid.next(at, step, flies).filter(|_| cost <= left) else { break };
            left -= cost;
            at = to;
            self.state.extras.route.push(Stride { to, cost });
            if left == 0 {
                break;
            }
        }
        while self.state.extras.route.len() > first
            && self.state.extras.route.last().is_some_and(|last| !costs.can_stop(last.to))
        {
            self.state.extras.route.pop();
        }
        self.take_route(unit, first, MoveKind::Carried, false);
    }

    /// To where it reaches what it goes towards, or comes nearest to it, at most so far away and
    /// without the way between; of equal places to the nearest, then row by row.
    fn teleport(&mut self, planned: &PlannedMove<'_, 'a>) {
        let Some((to, ranges)) = self.destination(planned.unit, planned.target, planned.ranges) else {
            return;
        };
        let grid = &self.tables.board.grid;
        let (from, goal, flies, costs) =
            (self.spot(planned.unit), self.spot(to), planned.flies, self.costs_of(planned));
        let aim = self.tables.board.aim(from, goal, ranges, flies);
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
            let first = self.state.extras.route.len();
            self.state.extras.route.push(Stride { to, cost: 1 });
            self.take_route(unit, first, MoveKind::Leaps, false);
        }
    }

    /// An effect lets two units change places (NW-53), if each can be where the other is. Those
    /// who do not fly come to the floor there.
    pub(super) fn swap(&mut self, a: UnitId, b: UnitId) {
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
