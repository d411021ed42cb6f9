//! Normal Movement (NW-37, NW-38).
//!
//! A unit that moves plans a path first, into the route of the state, and then takes its steps one by one, as
//! far as nobody who answers to them ends the walk. Hindrances are in `move_costs`, flight and leaving the
//! map in `flight`, All-Out Movement in `all_out`, effects that move others in `displacement`.

use core::cell::OnceCell;
use core::cmp::Reverse;

use crate::board::Aim;
use crate::board::move_costs::MoveCosts;
use crate::choose::approach::Reach;
use crate::choose::ranges::Ranges;
use crate::data::events::MoveKind;
use crate::data::rulings::AutoInOthersMains;
use crate::data::tactics::Movement;
use crate::rules::prelude::*;
use crate::state::State;
use fray_kit::board::grid::Grid;
use fray_kit::board::grid::away::Away;
use fray_kit::board::grid::path::{Mover, Stride, Walk};
use fray_kit::board::grid::reach::Goal;
use fray_kit::board::grid::scratch::Scratch;

/// The moment of its Main at which a unit may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// With the Minor Action, before the Major.
    Minor,
    /// With the Major Action.
    Major,
    /// With the Minor Action after the Major (NW-15).
    AfterMajor,
}

/// A movement that a unit could make from where it is, with what is known of it as long as nobody
/// moves.
#[derive(Debug)]
pub(crate) struct PlannedMove<'a> {
    pub(crate) unit: UnitId,
    pub(crate) kind: MoveKind,
    /// The most that its steps may cost together; 0 if it may not move so.
    pub(crate) steps: u32,
    pub(crate) flies: bool,
    /// Whether nothing hinders it.
    pub(crate) is_free: bool,
    /// The costs of leaving squares, computed when they are first asked for.
    costs: OnceCell<MoveCosts<'a>>,
    /// The ranges of the unit's attacks, once that was asked.
    ranges: OnceCell<Option<Ranges<'a>>>,
    /// The target that was looked at last, and its distance. If that is [`Reach::Near`], the buffers of the
    /// last search hold the path.
    pub(crate) known: Option<(UnitId, Reach)>,
}

/// A walk in the route of the state, from its first step on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    /// The place in the route at which it begins.
    pub(crate) first: usize,
    /// The cost of the whole path to the goal.
    pub(crate) path_cost: u32,
    /// Whether the walk is the whole path.
    pub(crate) arrives: bool,
}

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// A movement of this kind with as many steps.
    #[inline(always)]
    pub(crate) fn planned_move(&self, unit: UnitId, kind: MoveKind, steps: u32) -> PlannedMove<'a> {
        PlannedMove {
            unit,
            kind,
            steps,
            flies: self.extras(unit).flying,
            is_free: false,
            costs: OnceCell::new(),
            ranges: OnceCell::new(),
            known: None,
        }
    }

    /// NW-37, NW-46, NW-48: the Normal Movement that a unit could make now.
    #[inline(always)]
    pub(crate) fn normal_move(&self, unit: UnitId) -> PlannedMove<'a> {
        let power = self.extras(unit).derived.value[AttributeId::MovementPower as usize].max(0) as u32;
        self.planned_move(unit, MoveKind::Walks, if self.may_walk(unit) { power } else { 0 })
    }

    /// NW-38: the costs of leaving squares on a movement.
    pub(crate) fn costs_of<'p>(&self, planned: &'p PlannedMove<'a>) -> &'p MoveCosts<'a> {
        planned.costs.get_or_init(|| self.move_costs(planned.unit, planned.flies, planned.is_free))
    }

    /// The ranges from which the unit of a movement can attack; `None`, if it has nothing to attack with.
    pub(crate) fn ranges_of(&self, planned: &PlannedMove<'a>) -> Option<Ranges<'a>> {
        *planned.ranges.get_or_init(|| self.wanted_ranges(planned.unit))
    }

    /// D-move: whom the unit goes towards, and how near. Nobody comes near an enemy without anything to
    /// use there.
    pub(crate) fn destination(
        &self,
        planned: &PlannedMove<'a>,
        target: Option<UnitId>,
    ) -> Option<(UnitId, Ranges<'a>)> {
        match self.choose(planned.unit, &self.nw.unit(planned.unit).tactics.move_, target) {
            Movement::Stay => None,
            Movement::Ward(ward) if ward != planned.unit && self.stands(ward) => {
                Some((ward, Range::default().into()))
            }
            _ => Some((target?, self.ranges_of(planned)?)),
        }
    }

    /// The places within these ranges of `to`.
    pub(crate) fn aim_at(&self, planned: &PlannedMove<'a>, to: UnitId, ranges: Ranges<'a>) -> Aim<'a> {
        let tables = self.tables;
        tables.board.aim(self.spot(planned.unit), self.spot(to), ranges, planned.flies)
    }

    /// Writes the walk that `search` finds into the route: where it begins there, and the walk itself
    /// without its steps. `None` if there is none.
    pub(crate) fn plan_by(
        &mut self,
        planned: &PlannedMove<'a>,
        search: impl for<'s> FnOnce(&Grid, &'s mut Scratch, Place, &MoveCosts<'a>) -> Option<Walk<'s>>,
    ) -> Option<Planned> {
        let (from, costs) = (self.spot(planned.unit), self.costs_of(planned));
        let State { scratch, route, .. } = &mut *self.state;
        let walk = search(&costs.board.grid, scratch, from, costs)?;
        let first = route.len();
        route.extend_from_slice(walk.strides);
        Some(Planned { first, path_cost: walk.path_cost, arrives: walk.arrives })
    }

    /// Writes the walk towards a goal into the route; `None` if there is no way.
    pub(crate) fn plan(&mut self, planned: &PlannedMove<'a>, goal: &Aim<'_>) -> Option<Planned> {
        self.plan_by(planned, |grid, scratch, from, costs| {
            grid.approach(scratch, from, planned.steps, costs, goal)
        })
    }

    /// Writes the walk to the place of the highest score within reach into the route. Returns where
    /// it begins in the route, and where on the map it ends.
    pub(crate) fn plan_best<K: Ord + Copy>(
        &mut self,
        planned: &PlannedMove<'a>,
        score: impl Fn(Place) -> K,
    ) -> (usize, Place) {
        let first = self.state.route.len();
        self.plan_by(planned, |grid, scratch, from, costs| {
            Some(grid.best_within(scratch, from, planned.steps, costs, score, None))
        });
        let end = self.state.route[first..].last().map(|last| last.to);
        (first, end.unwrap_or(self.spot(planned.unit)))
    }

    /// Returns where a unit would go to bring `target` in range, and the steps it needs at least, if as far as
    /// distances say the movement may be enough.
    #[inline(always)]
    pub(crate) fn may_reach(&self, planned: &PlannedMove<'a>, target: UnitId) -> Option<(Aim<'a>, u32)> {
        if planned.steps == 0 {
            return None;
        }
        let (grid, from) = (&self.tables.board.grid, self.spot(planned.unit));
        let ranges = self.ranges_of(planned)?;
        let is_too_far =
            |most: u8| grid.distance(from, self.spot(target)) > u32::from(most).saturating_add(planned.steps);
        if grid.counts_steps(planned.flies) && ranges.widest.most.is_some_and(is_too_far) {
            return None;
        }
        let (to, near) = self.destination(planned, Some(target))?;
        if to != target && !self.aim_at(planned, target, ranges).holds(self.spot(to)) {
            return None;
        }
        let aim = self.aim_at(planned, to, near);
        let bound = aim.at_least(from, planned.flies);
        (bound <= planned.steps).then_some((aim, bound))
    }

    /// Returns whether the movement brings `target` in range; then the buffers of the search hold the path.
    pub(crate) fn could_reach(&mut self, planned: &PlannedMove<'a>, target: UnitId) -> bool {
        let Some((aim, bound)) = self.may_reach(planned, target) else { return false };
        let (from, costs) = (self.spot(planned.unit), self.costs_of(planned));
        if bound > 0 && costs.leave_cost(from) - 1 + bound > planned.steps {
            return false;
        }
        let scratch = &mut self.state.scratch;
        let walk = costs.board.grid.approach(scratch, from, planned.steps, costs, &aim);
        walk.is_some_and(|walk| walk.arrives)
    }

    /// NW-37, D-move: a Normal Movement as the tactic wants it, towards a place from which `target`
    /// is in range. Returns whether the action was used.
    pub(crate) fn walk(
        &mut self,
        planned: &mut PlannedMove<'a>,
        target: Option<UnitId>,
        moment: Moment,
    ) -> bool {
        let moves = planned.steps > 0 && self.go(planned, target, moment);
        self.state.turn.main.moves += u32::from(moves);
        moves
    }

    /// D-move. Returns whether there was a step.
    pub(crate) fn go(
        &mut self,
        planned: &mut PlannedMove<'a>,
        target: Option<UnitId>,
        moment: Moment,
    ) -> bool {
        let how = self.choose(planned.unit, &self.nw.unit(planned.unit).tactics.move_, target);
        if let Some(range) = self.healing_range(planned, target) {
            return self.support(planned, target, range);
        }
        match how {
            Movement::Stay => false,
            Movement::KeepDistance(n) => self.keep_distance(planned, target, n.max(0) as u32),
            Movement::Kite if moment == Moment::AfterMajor => {
                let (foes, grid) = (self.foes(planned.unit), &self.tables.board.grid);
                self.go_best(planned, |at| foes.nearest(grid, at))
            }
            Movement::Flank => self.flank(planned, target, moment),
            Movement::Approach | Movement::Kite | Movement::Ward(_) => self.approach(planned, target),
        }
    }

    /// D-move, `approach`: along a cheapest path, as far as the steps allow.
    fn approach(&mut self, planned: &PlannedMove<'a>, target: Option<UnitId>) -> bool {
        if target.is_some_and(|target| planned.known == Some((target, Reach::Near))) {
            let State { scratch, route, .. } = &mut *self.state;
            let first = route.len();
            route.extend_from_slice(scratch.path());
            return self.take_route(planned, first);
        }
        let Some((to, ranges)) = self.destination(planned, target) else { return false };
        let aim = self.aim_at(planned, to, ranges);
        self.go_towards(planned, &aim)
    }

    /// Along a cheapest path to where `aim` holds, as far as the steps allow.
    pub(crate) fn go_towards(&mut self, planned: &PlannedMove<'a>, aim: &Aim<'_>) -> bool {
        let from = self.spot(planned.unit);
        let is_there = aim.at_least(from, planned.flies) == 0 && aim.holds(from);
        if is_there || self.costs_of(planned).leave_cost(from) > planned.steps {
            return false;
        }
        self.plan(planned, aim).is_some_and(|walk| self.take_route(planned, walk.first))
    }

    /// Goes to the place of the highest score; of equal ones to the one that is reached at the least
    /// cost.
    fn go_best<K: Ord + Copy>(&mut self, planned: &PlannedMove<'a>, score: impl Fn(Place) -> K) -> bool {
        let (first, _) = self.plan_best(planned, score);
        self.take_route(planned, first)
    }

    /// D-move, `keep_distance`: to where the unit reaches its target with the best attack that it can pay
    /// and its nearest enemy is `n` away or farther, or as far as can be; if it comes within reach of the
    /// target nowhere, it approaches. Without any attack it only keeps away.
    fn keep_distance(&mut self, planned: &mut PlannedMove<'a>, target: Option<UnitId>, n: u32) -> bool {
        let Some(target) = target else { return false };
        planned.known = None;
        let best = self.range_of_best_attack(planned.unit, target).map(Ranges::from);
        let Some(ranges) = best.or_else(|| self.ranges_of(planned)) else {
            let (foes, grid) = (self.foes(planned.unit), &self.tables.board.grid);
            return self.go_best(planned, |at| foes.nearest(grid, at).min(n));
        };
        let (grid, from) = (&self.tables.board.grid, self.spot(planned.unit));
        let aim = self.aim_at(planned, target, ranges);
        let bound = aim.at_least(from, planned.flies);
        let foes = self.enemies(planned.unit).and(self.state.standing);
        // Where its target is in range it is no farther away than that.
        let n = match ranges.widest.most {
            Some(most) if foes.has(target) => n.min(most.into()),
            _ => n,
        };
        let is_far = |foe: UnitId| grid.distance(self.spot(foe), from) >= n;
        if bound == 0 && aim.holds(from) && foes.into_iter().all(is_far) {
            return false;
        }
        let leave_cost = self.costs_of(planned).leave_cost(from);
        if leave_cost > planned.steps {
            return false;
        }
        // Where distances say that no place within reach is near enough, none is looked for.
        if bound == 0 || bound.saturating_add(leave_cost - 1) <= planned.steps {
            let foes = self.foes(planned.unit);
            let away = Away { goal: &aim, foes: foes.places(), enough: n };
            let walk = self.plan_by(planned, |grid, scratch, from, costs| {
                grid.away_within(scratch, from, planned.steps, costs, &away)
            });
            if let Some(walk) = walk {
                return self.take_route(planned, walk.first);
            }
        }
        self.go_towards(planned, &aim)
    }

    /// D-move, `flank`: to where the unit can attack in this Main; otherwise, and after its attack, out of
    /// every enemy's sight to where it reaches its target in the next, as near to it as can be; where
    /// there is no such place it approaches.
    fn flank(&mut self, planned: &PlannedMove<'a>, target: Option<UnitId>, moment: Moment) -> bool {
        let Some(target) = target else { return false };
        let (grid, to) = (&self.tables.board.grid, self.spot(target));
        let foes = self.foes(planned.unit);
        let Some(ranges) = self.ranges_of(planned) else {
            // It has nothing to come near for.
            return self.go_best(planned, |at| Reverse(foes.seers(grid, at)));
        };
        let aim = self.aim_at(planned, target, ranges);
        if moment == Moment::Minor {
            if aim.holds(self.spot(planned.unit)) {
                return false;
            }
            if let Some(walk) = self.plan(planned, &aim) {
                if walk.arrives {
                    return self.take_route(planned, walk.first);
                }
                self.state.route.truncate(walk.first);
            }
        }
        let next = self.normal_move(planned.unit);
        // Hidden places from the nearest to the target on, until one has a way to it.
        let mut tried = None;
        loop {
            let score = |at: Place| {
                let rank = (Reverse(grid.distance(at, to)), Reverse((at.y, at.x, at.z)));
                let is_left = tried.is_none_or(|tried| rank < tried);
                let may_do =
                    is_left && aim.at_least(at, planned.flies) <= next.steps && foes.seers(grid, at) == 0;
                may_do.then_some(rank)
            };
            let (first, end) = self.plan_best(planned, score);
            let Some(rank) = score(end) else {
                self.state.route.truncate(first);
                break;
            };
            if self.reaches_from(planned, end, next.steps, &aim) {
                return self.take_route(planned, first);
            }
            self.state.route.truncate(first);
            tried = Some(rank);
        }
        self.go_towards(planned, &aim)
    }

    /// Returns whether so many steps lead from a place to where `aim` holds.
    fn reaches_from(&mut self, planned: &PlannedMove<'a>, at: Place, steps: u32, aim: &Aim<'_>) -> bool {
        let costs = self.costs_of(planned);
        let walk = costs.board.grid.approach(&mut self.state.scratch, at, steps, costs, aim);
        walk.is_some_and(|walk| walk.arrives)
    }

    /// Takes the steps of the route from `first` on, until an answer to one of them ends the movement.
    /// Returns whether there were any.
    pub(crate) fn take_route(&mut self, planned: &PlannedMove<'a>, first: usize) -> bool {
        let unit = planned.unit;
        if planned.flies
            && !self.extras(unit).flying
            && let Some(last) = self.state.route[first..].last_mut()
        {
            // An effect carried it through the air, and it ends on the ground.
            last.to = self.tables.board.grid.ground(last.to.x, last.to.y);
        }
        let n = self.state.route.len();
        let (mut from, mut taken) = (self.spot(unit), [0; 3]);
        for at in first..n {
            let Stride { to, cost } = self.state.route[at];
            let before = core::mem::replace(&mut self.extras_mut(unit).spot, to);
            let [squares, steps, hindered] = taken;
            taken = [squares + 1, steps + cost, hindered + u32::from(cost > 1)];
            let [left, entered] = self.watchers(unit, before, to);
            let is_watched = !left.or(entered).is_empty();
            if at + 1 < n && !is_watched {
                continue;
            }
            self.report(unit, from, taken, planned.kind);
            (from, taken) = (to, [0; 3]);
            if is_watched {
                self.fire_each(Trigger::EnemyLeaves, left, Some(unit));
                self.fire_each(Trigger::EnemyEnters, entered, Some(unit));
                if !self.may_keep_moving(unit, to, planned.kind) {
                    break;
                }
            }
        }
        self.state.route.truncate(first);
        n > first
    }

    /// The units whose square an enemy leaves or enters, where somebody may answer.
    #[inline(always)]
    fn watchers(&self, unit: UnitId, from: Place, to: Place) -> [UnitSet; 2] {
        if !self.tables.board.answers || from == to {
            return [UnitSet::default(); 2];
        }
        let foes = self.enemies(unit).and(self.state.standing);
        let any = self.nw.rulings.auto_in_others_mains == AutoInOthersMains::Any;
        [(from, Trigger::EnemyLeaves), (to, Trigger::EnemyEnters)].map(|(place, trigger)| {
            let foes = if any { foes } else { foes.and(self.tables.triggered[trigger as usize]) };
            foes.only(|foe| self.spot(foe) == place)
        })
    }

    /// Returns whether an answer to its step left the mover where it was and able to go on.
    fn may_keep_moving(&self, unit: UnitId, at: Place, kind: MoveKind) -> bool {
        self.stands(unit)
            && self.spot(unit) == at
            && !self.has(unit, Status::Unconscious)
            && match kind {
                MoveKind::Walks => self.may_walk(unit),
                MoveKind::Runs => self.may_run(unit),
                MoveKind::Carried | MoveKind::Leaps => true,
            }
    }

    /// Counts and reports the steps just taken: squares, what they cost, those that were hindered.
    fn report(&mut self, unit: UnitId, from: Place, [squares, steps, hindered]: [u32; 3], kind: MoveKind) {
        let squares = if kind == MoveKind::Leaps { 0 } else { squares };
        self.obs.add(unit, Metric::SquaresMoved, squares);
        self.obs.add_if(hindered > 0, unit, Metric::Withdrawals, hindered);
        let to = self.spot(unit);
        self.obs.event(|| Event::Moves { unit, from, to, squares, steps, kind });
    }
}
