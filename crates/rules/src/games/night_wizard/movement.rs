//! Normal Movement (NW-37, NW-38).
//!
//! Who moves plans a path first, into the route of the state, and then takes its steps one by one,
//! as far as nobody who answers to them ends the walk. What hinders it is in `legs`, flight and
//! leaving the map are in `flight`, All-Out Movement in `all_out`, effects that move others in
//! `displacement`.

use core::cell::OnceCell;
use core::cmp::Reverse;

use super::board::Aim;
use super::events::{Event, MoveKind};
use super::extras::Extras;
use super::metrics::Metric;
use super::move_costs::MoveCosts;
use super::ranges::Ranges;
use super::rulings::AutoInOthersMains;
use super::setup::ability::{AttributeId, Range, Trigger};
use super::setup::gear::Status;
use super::tactics::Movement;
use super::turn::Turn;
use crate::board::grid::Place;
use crate::board::grid::away::Away;
use crate::board::grid::path::Mover;
use crate::board::grid::reach::Goal;
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};
use crate::games::night_wizard::NightWizard;

/// When in its Main a unit may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::night_wizard) enum Moment {
    /// With the Minor Action, before the Major.
    Minor,
    /// With the Major Action.
    Major,
    /// With the Minor Action after the Major (NW-15).
    AfterMajor,
}

/// A movement that is to be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlannedMove<'l, 'a> {
    pub(super) unit: UnitId,
    pub(super) target: Option<UnitId>,
    pub(super) ranges: Ranges<'a>,
    pub(super) moment: Moment,
    pub(super) steps: u32,
    /// Whether it is made in flight, and whether nothing hinders it.
    pub(super) flies: bool,
    pub(super) is_free: bool,
    /// What hinders it, once somebody asked.
    pub(super) costs: &'l OnceCell<MoveCosts<'a>>,
    pub(super) kind: MoveKind,
}

/// A Normal Movement that a unit could make from where it is, as long as nobody moves.
#[derive(Debug)]
pub(super) struct MoveAllowance<'a> {
    steps: u32,
    flies: bool,
    from: Place,
    /// What hinders it, once somebody asked.
    costs: OnceCell<MoveCosts<'a>>,
    /// How near it wants to be, once somebody asked.
    ranges: Option<Ranges<'a>>,
    /// The target whose range the last path that was looked for leads into.
    found: Option<UnitId>,
}

impl<'a, C: Chance, O: Observer<NightWizard>> Turn<'a, C, O> {
    /// The steps of a Normal Movement (NW-37).
    pub(super) fn movement_power(&self, unit: UnitId) -> u32 {
        self.extras(unit).derived.value[AttributeId::MovementPower as usize].max(0) as u32
    }

    /// D-move: what the unit goes towards, and how near.
    pub(super) fn destination(
        &self,
        unit: UnitId,
        target: Option<UnitId>,
        ranges: Ranges<'a>,
    ) -> Option<(UnitId, Ranges<'a>)> {
        match self.choose(unit, &self.nw.unit(unit).tactics.move_, target) {
            Movement::Stay => None,
            Movement::Ward(ward) if ward != unit && self.stands(ward) => {
                Some((ward, Range::default().into()))
            }
            _ => target.map(|target| (target, ranges)),
        }
    }

    /// Writes the walk towards a goal into the route. Where it begins there, what the path costs,
    /// and whether it arrives; `None`, if there is no way.
    pub(super) fn plan(
        &mut self,
        from: Place,
        budget: u32,
        costs: &MoveCosts<'_>,
        goal: &Aim<'_>,
    ) -> Option<(usize, u32, bool)> {
        let Extras { scratch, route, .. } = &mut self.state.extras;
        let walk = costs.board.grid.approach(scratch, from, budget, costs, goal)?;
        let first = route.len();
        route.extend_from_slice(walk.strides);
        Some((first, walk.path_cost, walk.arrives))
    }

    /// The same to the place of the highest score within reach, which is `enough` at most. Where it
    /// begins and ends.
    pub(super) fn plan_best<K: Ord + Copy>(
        &mut self,
        from: Place,
        budget: u32,
        costs: &MoveCosts<'_>,
        score: impl Fn(Place) -> K,
        enough: Option<K>,
    ) -> (usize, Place) {
        let Extras { scratch, route, .. } = &mut self.state.extras;
        let walk = costs.board.grid.best_within(scratch, from, budget, costs, score, enough);
        let first = route.len();
        route.extend_from_slice(walk.strides);
        (first, walk.end().unwrap_or(from))
    }

    /// The Normal Movement that a unit could make now.
    pub(super) fn allowance(&self, unit: UnitId) -> MoveAllowance<'a> {
        let steps = self.movement_power(unit);
        let steps = if steps > 0 && self.may_walk(unit) { steps } else { 0 };
        MoveAllowance {
            steps,
            flies: self.extras(unit).flying,
            from: self.spot(unit),
            costs: OnceCell::new(),
            ranges: None,
            found: None,
        }
    }

    /// How a unit gets about on its trip.
    pub(super) fn costs_of<'l>(&self, planned: &PlannedMove<'l, 'a>) -> &'l MoveCosts<'a> {
        planned.costs.get_or_init(|| self.move_costs(planned.unit, planned.flies, planned.is_free))
    }

    /// How near a unit wants to be at this pace.
    pub(super) fn ranges_of(&self, unit: UnitId, allowance: &mut MoveAllowance<'a>) -> Ranges<'a> {
        *allowance.ranges.get_or_insert_with(|| self.wanted_ranges(unit))
    }

    /// Where a unit would go to bring `target` in range, if a Normal Movement may be enough as far
    /// as distances say, and the steps it needs at least.
    #[inline(always)]
    pub(super) fn may_reach(
        &self,
        unit: UnitId,
        target: UnitId,
        allowance: &mut MoveAllowance<'a>,
    ) -> Option<(Aim<'a>, u32)> {
        if allowance.steps == 0 {
            return None;
        }
        let ranges = self.ranges_of(unit, allowance);
        let grid = &self.tables.board.grid;
        let is_too_far = grid.counts_steps(allowance.flies)
            && ranges.widest.most.is_some_and(|most| {
                grid.distance(allowance.from, self.spot(target))
                    > u32::from(most).saturating_add(allowance.steps)
            });
        if is_too_far { None } else { self.aim_in_reach(unit, target, ranges, allowance) }
    }

    fn aim_in_reach(
        &self,
        unit: UnitId,
        target: UnitId,
        ranges: Ranges<'a>,
        allowance: &MoveAllowance<'a>,
    ) -> Option<(Aim<'a>, u32)> {
        let (to, near) = self.destination(unit, Some(target), ranges)?;
        let tables = self.tables;
        let board = &tables.board;
        let (from, flies) = (allowance.from, allowance.flies);
        if to != target && !board.aim(from, self.spot(target), ranges, flies).holds(self.spot(to)) {
            return None;
        }
        let aim = board.aim(from, self.spot(to), near, flies);
        let bound = aim.at_least(from, flies);
        (bound <= allowance.steps).then_some((aim, bound))
    }

    /// Whether a Normal Movement brings `target` in range.
    pub(super) fn could_reach(
        &mut self,
        unit: UnitId,
        target: UnitId,
        allowance: &mut MoveAllowance<'a>,
    ) -> bool {
        allowance.found = None;
        let Some((aim, bound)) = self.may_reach(unit, target, allowance) else { return false };
        let (from, flies, steps) = (allowance.from, allowance.flies, allowance.steps);
        let costs = allowance.costs.get_or_init(|| self.move_costs(unit, flies, false));
        if bound > 0 && costs.leave_cost(from) - 1 + bound > steps {
            return false;
        }
        let walk = costs.board.grid.approach(&mut self.state.extras.scratch, from, steps, costs, &aim);
        allowance.found = walk.filter(|walk| walk.arrives).map(|_| target);
        allowance.found.is_some()
    }

    /// NW-37, D-move: a Normal Movement as the tactic wants it, towards a place from which `target`
    /// is in range. Says whether the action was used.
    pub(super) fn walk(
        &mut self,
        unit: UnitId,
        target: Option<UnitId>,
        moment: Moment,
        allowance: &mut MoveAllowance<'a>,
    ) -> bool {
        if allowance.steps == 0 {
            return false;
        }
        let ranges = self.ranges_of(unit, allowance);
        let (steps, flies, costs) = (allowance.steps, allowance.flies, &allowance.costs);
        let (is_free, kind) = (false, MoveKind::Walks);
        let planned = PlannedMove { unit, target, ranges, moment, steps, flies, is_free, costs, kind };
        let moves = match allowance.found {
            Some(_) if allowance.found == target && self.approaches(&planned) => self.take_found(&planned),
            _ => self.go(&planned),
        };
        self.state.extras.turn.moves += u32::from(moves);
        moves
    }

    /// D-move: whether the unit goes along a cheapest path towards its target, or a ward.
    fn approaches(&self, planned: &PlannedMove<'_, 'a>) -> bool {
        match self.choose(planned.unit, &self.nw.unit(planned.unit).tactics.move_, planned.target) {
            Movement::Approach | Movement::Ward(_) => true,
            Movement::Kite => planned.moment != Moment::AfterMajor,
            Movement::Stay | Movement::KeepDistance(_) | Movement::Flank => false,
        }
    }

    /// Takes the path that was found when somebody asked if there is one.
    fn take_found(&mut self, planned: &PlannedMove<'_, 'a>) -> bool {
        let lands = self.costs_of(planned).lands;
        let Extras { scratch, route, .. } = &mut self.state.extras;
        let first = route.len();
        route.extend_from_slice(scratch.path());
        self.take_route(planned.unit, first, planned.kind, lands)
    }

    /// D-move. Says whether there was a step.
    pub(super) fn go(&mut self, planned: &PlannedMove<'_, 'a>) -> bool {
        match self.choose(planned.unit, &self.nw.unit(planned.unit).tactics.move_, planned.target) {
            Movement::Stay => false,
            Movement::KeepDistance(n) => self.keep_distance(planned, n.max(0) as u32),
            Movement::Kite if planned.moment == Moment::AfterMajor => {
                let (foes, grid) = (self.foes(planned.unit), &self.tables.board.grid);
                self.go_best(planned, |at| foes.nearest(grid, at))
            }
            Movement::Flank => self.flank(planned),
            Movement::Approach | Movement::Kite | Movement::Ward(_) => self.approach(planned),
        }
    }

    /// Along a cheapest path, as far as the steps allow.
    fn approach(&mut self, planned: &PlannedMove<'_, 'a>) -> bool {
        let Some((to, ranges)) = self.destination(planned.unit, planned.target, planned.ranges) else {
            return false;
        };
        let tables = self.tables;
        let from = self.spot(planned.unit);
        let aim = tables.board.aim(from, self.spot(to), ranges, planned.flies);
        if aim.at_least(from, planned.flies) == 0 && aim.holds(from) {
            return false;
        }
        let costs = self.costs_of(planned);
        if costs.leave_cost(from) > planned.steps {
            return false;
        }
        match self.plan(from, planned.steps, costs, &aim) {
            Some((first, ..)) => self.take_route(planned.unit, first, planned.kind, costs.lands),
            None => false,
        }
    }

    /// To the place of the highest score; of equal ones to the one that is reached at the least
    /// cost.
    fn go_best<K: Ord + Copy>(&mut self, planned: &PlannedMove<'_, 'a>, score: impl Fn(Place) -> K) -> bool {
        let (from, costs) = (self.spot(planned.unit), self.costs_of(planned));
        let (first, _) = self.plan_best(from, planned.steps, costs, score, None);
        self.take_route(planned.unit, first, planned.kind, costs.lands)
    }

    /// To where it reaches its target, and its nearest enemy is so far away or farther, or as far
    /// as can be; if it comes within reach of the target nowhere, it approaches.
    fn keep_distance(&mut self, planned: &PlannedMove<'_, 'a>, n: u32) -> bool {
        let Some(target) = planned.target else { return false };
        let tables = self.tables;
        let grid = &tables.board.grid;
        let from = self.spot(planned.unit);
        let aim = tables.board.aim(from, self.spot(target), planned.ranges, planned.flies);
        let bound = aim.at_least(from, planned.flies);
        let foes = self.enemies(planned.unit).and(self.state.standing);
        // Where its target is in range it is no farther away than that.
        let n = match planned.ranges.widest.most {
            Some(most) if foes.has(target) => n.min(most.into()),
            _ => n,
        };
        if bound == 0 && aim.holds(from) {
            let mut is_far = true;
            for foe in foes {
                is_far &= grid.distance(self.spot(foe), from) >= n;
            }
            if is_far {
                return false;
            }
        }
        let costs = self.costs_of(planned);
        if costs.leave_cost(from) > planned.steps {
            return false;
        }
        // Where distances say that no place within reach is near enough, none is looked for.
        if bound == 0 || bound.saturating_add(costs.leave_cost(from) - 1) <= planned.steps {
            let foes = self.foes(planned.unit);
            let away = Away { goal: &aim, foes: foes.places(), enough: n };
            let Extras { scratch, route, .. } = &mut self.state.extras;
            if let Some(walk) = grid.away_within(scratch, from, planned.steps, costs, &away) {
                let first = route.len();
                route.extend_from_slice(walk.strides);
                return self.take_route(planned.unit, first, planned.kind, costs.lands);
            }
        }
        self.approach(planned)
    }

    /// To where it can attack; otherwise, and after its attack, to where the fewest enemies see
    /// it, and there as near to its target as can be.
    fn flank(&mut self, planned: &PlannedMove<'_, 'a>) -> bool {
        let Some(target) = planned.target else { return false };
        let tables = self.tables;
        let grid = &tables.board.grid;
        let (from, to) = (self.spot(planned.unit), self.spot(target));
        if planned.moment == Moment::Minor {
            let aim = tables.board.aim(from, to, planned.ranges, planned.flies);
            if aim.holds(from) {
                return false;
            }
            let costs = self.costs_of(planned);
            if let Some((first, _, arrives)) = self.plan(from, planned.steps, costs, &aim) {
                if arrives {
                    return self.take_route(planned.unit, first, planned.kind, costs.lands);
                }
                self.state.extras.route.truncate(first);
            }
        }
        let foes = self.foes(planned.unit);
        self.go_best(planned, |at| (Reverse(foes.seers(grid, at)), Reverse(grid.distance(at, to))))
    }

    /// Takes the steps of the route from `first` on. Says whether there were any.
    pub(super) fn take_route(&mut self, unit: UnitId, first: usize, kind: MoveKind, lands: bool) -> bool {
        let tables = self.tables;
        if let Some(last) = self.state.extras.route[first..].last_mut()
            && lands
        {
            last.to = tables.board.grid.ground(last.to.x, last.to.y);
        }
        let n = self.state.extras.route.len();
        let mut from = self.spot(unit);
        let (mut squares, mut cost, mut hindered) = (0, 0, 0);
        if !tables.board.answers {
            let way = &self.state.extras.route[first..];
            if let Some(last) = way.last() {
                let to = last.to;
                for stride in way {
                    (squares, cost) = (squares + 1, cost + stride.cost);
                    hindered += u32::from(stride.cost > 1);
                }
                self.extras_mut(unit).spot = to;
                self.report(unit, from, [squares, cost, hindered], kind);
                self.state.extras.route.truncate(first);
            }
            return n > first;
        }
        for at in first..n {
            let stride = self.state.extras.route[at];
            let before = self.spot(unit);
            self.extras_mut(unit).spot = stride.to;
            (squares, cost) = (squares + 1, cost + stride.cost);
            hindered += u32::from(stride.cost > 1);
            let [left, entered] = self.watchers(unit, before, stride.to);
            let is_watched = !left.is_empty() || !entered.is_empty();
            if at + 1 < n && !is_watched {
                continue;
            }
            self.report(unit, from, [squares, cost, hindered], kind);
            (from, squares, cost, hindered) = (stride.to, 0, 0, 0);
            if is_watched {
                self.fire_each(Trigger::EnemyLeaves, left, Some(unit));
                self.fire_each(Trigger::EnemyEnters, entered, Some(unit));
                if !self.goes_on_moving(unit, stride.to, kind) {
                    break;
                }
            }
        }
        self.state.extras.route.truncate(first);
        n > first
    }

    /// Those whose square an enemy leaves or enters, where somebody may answer.
    #[inline(always)]
    fn watchers(&self, unit: UnitId, from: Place, to: Place) -> [UnitSet; 2] {
        if !self.tables.board.answers || from == to {
            return [UnitSet::default(); 2];
        }
        let foes = self.enemies(unit).and(self.state.standing);
        let any = self.nw.rulings.auto_in_others_mains == AutoInOthersMains::Any;
        [(from, Trigger::EnemyLeaves), (to, Trigger::EnemyEnters)].map(|(place, trigger)| {
            let foes = if any { foes } else { foes.and(self.tables.triggered[trigger as usize]) };
            foes.filter(|&foe| self.spot(foe) == place).collect()
        })
    }

    /// Whether an answer to its step left the mover where it was and able to go on.
    fn goes_on_moving(&self, unit: UnitId, at: Place, kind: MoveKind) -> bool {
        self.stands(unit)
            && self.spot(unit) == at
            && !self.has(unit, Status::Unconscious)
            && match kind {
                MoveKind::Walks => self.may_walk(unit),
                MoveKind::Runs => self.may_run(unit),
                MoveKind::Carried | MoveKind::Leaps => true,
            }
    }

    /// Counts and tells the steps just taken.
    fn report(&mut self, unit: UnitId, from: Place, [squares, steps, hindered]: [u32; 3], kind: MoveKind) {
        let squares = if kind == MoveKind::Leaps { 0 } else { squares };
        self.obs.add(unit, Metric::SquaresMoved, squares);
        self.obs.add_if(hindered > 0, unit, Metric::Withdrawals, hindered);
        let to = self.spot(unit);
        self.obs.event(|| Event::Moves { unit, from, to, squares, steps, kind });
    }
}
