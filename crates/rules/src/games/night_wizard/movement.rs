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
    pub(super) legs: &'l OnceCell<MoveCosts<'a>>,
    pub(super) gait: MoveKind,
}

/// A Normal Movement that a unit could make from where it is, as long as nobody moves.
#[derive(Debug)]
pub(super) struct MoveAllowance<'a> {
    steps: u32,
    flies: bool,
    from: Place,
    /// What hinders it, once somebody asked.
    legs: OnceCell<MoveCosts<'a>>,
    /// How near it wants to be, once somebody asked.
    ranges: Option<Ranges<'a>>,
    /// The target whose range the last path that was looked for leads into.
    found: Option<UnitId>,
}

impl<'a, C: Chance, O: Observer<NightWizard>> Turn<'a, C, O> {
    /// The steps of a Normal Movement (NW-37).
    pub(super) fn movement_power(&self, unit: UnitId) -> u32 {
        self.more(unit).now.value[AttributeId::MovementPower as usize].max(0) as u32
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
        legs: &MoveCosts<'_>,
        goal: &Aim<'_>,
    ) -> Option<(usize, u32, bool)> {
        let Extras { scratch, route, .. } = &mut self.state.extras;
        let walk = legs.board.grid.approach(scratch, from, budget, legs, goal)?;
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
        legs: &MoveCosts<'_>,
        score: impl Fn(Place) -> K,
        enough: Option<K>,
    ) -> (usize, Place) {
        let Extras { scratch, route, .. } = &mut self.state.extras;
        let walk = legs.board.grid.best_within(scratch, from, budget, legs, score, enough);
        let first = route.len();
        route.extend_from_slice(walk.strides);
        (first, walk.end().unwrap_or(from))
    }

    /// The Normal Movement that a unit could make now.
    pub(super) fn pace(&self, unit: UnitId) -> MoveAllowance<'a> {
        let steps = self.movement_power(unit);
        let steps = if steps > 0 && self.may_walk(unit) { steps } else { 0 };
        MoveAllowance {
            steps,
            flies: self.more(unit).flying,
            from: self.spot(unit),
            legs: OnceCell::new(),
            ranges: None,
            found: None,
        }
    }

    /// How a unit gets about on its trip.
    pub(super) fn legs_of<'l>(&self, trip: &PlannedMove<'l, 'a>) -> &'l MoveCosts<'a> {
        trip.legs.get_or_init(|| self.legs(trip.unit, trip.flies, trip.is_free))
    }

    /// How near a unit wants to be at this pace.
    pub(super) fn ranges_of(&self, unit: UnitId, pace: &mut MoveAllowance<'a>) -> Ranges<'a> {
        *pace.ranges.get_or_insert_with(|| self.wanted_ranges(unit))
    }

    /// Where a unit would go to bring `target` in range, if a Normal Movement may be enough as far
    /// as distances say, and the steps it needs at least.
    #[inline(always)]
    pub(super) fn may_reach(
        &self,
        unit: UnitId,
        target: UnitId,
        pace: &mut MoveAllowance<'a>,
    ) -> Option<(Aim<'a>, u32)> {
        if pace.steps == 0 {
            return None;
        }
        let ranges = self.ranges_of(unit, pace);
        let grid = &self.tables.board.grid;
        let is_too_far = grid.counts_steps(pace.flies)
            && ranges.widest.most.is_some_and(|most| {
                grid.distance(pace.from, self.spot(target)) > u32::from(most).saturating_add(pace.steps)
            });
        if is_too_far { None } else { self.aim_in_reach(unit, target, ranges, pace) }
    }

    fn aim_in_reach(
        &self,
        unit: UnitId,
        target: UnitId,
        ranges: Ranges<'a>,
        pace: &MoveAllowance<'a>,
    ) -> Option<(Aim<'a>, u32)> {
        let (to, near) = self.destination(unit, Some(target), ranges)?;
        let tables = self.tables;
        let board = &tables.board;
        let (from, flies) = (pace.from, pace.flies);
        if to != target && !board.aim(from, self.spot(target), ranges, flies).holds(self.spot(to)) {
            return None;
        }
        let aim = board.aim(from, self.spot(to), near, flies);
        let bound = aim.at_least(from, flies);
        (bound <= pace.steps).then_some((aim, bound))
    }

    /// Whether a Normal Movement brings `target` in range.
    pub(super) fn could_reach(&mut self, unit: UnitId, target: UnitId, pace: &mut MoveAllowance<'a>) -> bool {
        pace.found = None;
        let Some((aim, bound)) = self.may_reach(unit, target, pace) else { return false };
        let (from, flies, steps) = (pace.from, pace.flies, pace.steps);
        let legs = pace.legs.get_or_init(|| self.legs(unit, flies, false));
        if bound > 0 && legs.leave_cost(from) - 1 + bound > steps {
            return false;
        }
        let walk = legs.board.grid.approach(&mut self.state.extras.scratch, from, steps, legs, &aim);
        pace.found = walk.filter(|walk| walk.arrives).map(|_| target);
        pace.found.is_some()
    }

    /// NW-37, D-move: a Normal Movement as the tactic wants it, towards a place from which `target`
    /// is in range. Says whether the action was used.
    pub(super) fn walk(
        &mut self,
        unit: UnitId,
        target: Option<UnitId>,
        moment: Moment,
        pace: &mut MoveAllowance<'a>,
    ) -> bool {
        if pace.steps == 0 {
            return false;
        }
        let ranges = self.ranges_of(unit, pace);
        let (steps, flies, legs) = (pace.steps, pace.flies, &pace.legs);
        let (is_free, gait) = (false, MoveKind::Walks);
        let trip = PlannedMove { unit, target, ranges, moment, steps, flies, is_free, legs, gait };
        let moves = match pace.found {
            Some(_) if pace.found == target && self.approaches(&trip) => self.take_found(&trip),
            _ => self.go(&trip),
        };
        self.state.extras.turn.moves += u32::from(moves);
        moves
    }

    /// D-move: whether the unit goes along a cheapest path towards its target, or a ward.
    fn approaches(&self, trip: &PlannedMove<'_, 'a>) -> bool {
        match self.choose(trip.unit, &self.nw.unit(trip.unit).tactics.move_, trip.target) {
            Movement::Approach | Movement::Ward(_) => true,
            Movement::Kite => trip.moment != Moment::AfterMajor,
            Movement::Stay | Movement::KeepDistance(_) | Movement::Flank => false,
        }
    }

    /// Takes the path that was found when somebody asked if there is one.
    fn take_found(&mut self, trip: &PlannedMove<'_, 'a>) -> bool {
        let lands = self.legs_of(trip).lands;
        let Extras { scratch, route, .. } = &mut self.state.extras;
        let first = route.len();
        route.extend_from_slice(scratch.path());
        self.take_route(trip.unit, first, trip.gait, lands)
    }

    /// D-move. Says whether there was a step.
    pub(super) fn go(&mut self, trip: &PlannedMove<'_, 'a>) -> bool {
        match self.choose(trip.unit, &self.nw.unit(trip.unit).tactics.move_, trip.target) {
            Movement::Stay => false,
            Movement::KeepDistance(n) => self.keep_distance(trip, n.max(0) as u32),
            Movement::Kite if trip.moment == Moment::AfterMajor => {
                let (foes, grid) = (self.foes(trip.unit), &self.tables.board.grid);
                self.go_best(trip, |at| foes.nearest(grid, at))
            }
            Movement::Flank => self.flank(trip),
            Movement::Approach | Movement::Kite | Movement::Ward(_) => self.approach(trip),
        }
    }

    /// Along a cheapest path, as far as the steps allow.
    fn approach(&mut self, trip: &PlannedMove<'_, 'a>) -> bool {
        let Some((to, ranges)) = self.destination(trip.unit, trip.target, trip.ranges) else { return false };
        let tables = self.tables;
        let from = self.spot(trip.unit);
        let aim = tables.board.aim(from, self.spot(to), ranges, trip.flies);
        if aim.at_least(from, trip.flies) == 0 && aim.holds(from) {
            return false;
        }
        let legs = self.legs_of(trip);
        if legs.leave_cost(from) > trip.steps {
            return false;
        }
        match self.plan(from, trip.steps, legs, &aim) {
            Some((first, ..)) => self.take_route(trip.unit, first, trip.gait, legs.lands),
            None => false,
        }
    }

    /// To the place of the highest score; of equal ones to the one that is reached at the least
    /// cost.
    fn go_best<K: Ord + Copy>(&mut self, trip: &PlannedMove<'_, 'a>, score: impl Fn(Place) -> K) -> bool {
        let (from, legs) = (self.spot(trip.unit), self.legs_of(trip));
        let (first, _) = self.plan_best(from, trip.steps, legs, score, None);
        self.take_route(trip.unit, first, trip.gait, legs.lands)
    }

    /// To where it reaches its target, and its nearest enemy is so far away or farther, or as far
    /// as can be; if it comes within reach of the target nowhere, it approaches.
    fn keep_distance(&mut self, trip: &PlannedMove<'_, 'a>, n: u32) -> bool {
        let Some(target) = trip.target else { return false };
        let tables = self.tables;
        let grid = &tables.board.grid;
        let from = self.spot(trip.unit);
        let aim = tables.board.aim(from, self.spot(target), trip.ranges, trip.flies);
        let bound = aim.at_least(from, trip.flies);
        let foes = self.enemies(trip.unit).and(self.state.standing);
        // Where its target is in range it is no farther away than that.
        let n = match trip.ranges.widest.most {
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
        let legs = self.legs_of(trip);
        if legs.leave_cost(from) > trip.steps {
            return false;
        }
        // Where distances say that no place within reach is near enough, none is looked for.
        if bound == 0 || bound.saturating_add(legs.leave_cost(from) - 1) <= trip.steps {
            let foes = self.foes(trip.unit);
            let away = Away { goal: &aim, foes: foes.places(), enough: n };
            let Extras { scratch, route, .. } = &mut self.state.extras;
            if let Some(walk) = grid.away_within(scratch, from, trip.steps, legs, &away) {
                let first = route.len();
                route.extend_from_slice(walk.strides);
                return self.take_route(trip.unit, first, trip.gait, legs.lands);
            }
        }
        self.approach(trip)
    }

    /// To where it can attack; otherwise, and after its attack, to where the fewest enemies see
    /// it, and there as near to its target as can be.
    fn flank(&mut self, trip: &PlannedMove<'_, 'a>) -> bool {
        let Some(target) = trip.target else { return false };
        let tables = self.tables;
        let grid = &tables.board.grid;
        let (from, to) = (self.spot(trip.unit), self.spot(target));
        if trip.moment == Moment::Minor {
            let aim = tables.board.aim(from, to, trip.ranges, trip.flies);
            if aim.holds(from) {
                return false;
            }
            let legs = self.legs_of(trip);
            if let Some((first, _, arrives)) = self.plan(from, trip.steps, legs, &aim) {
                if arrives {
                    return self.take_route(trip.unit, first, trip.gait, legs.lands);
                }
                self.state.extras.route.truncate(first);
            }
        }
        let foes = self.foes(trip.unit);
        self.go_best(trip, |at| (Reverse(foes.seers(grid, at)), Reverse(grid.distance(at, to))))
    }

    /// Takes the steps of the route from `first` on. Says whether there were any.
    pub(super) fn take_route(&mut self, unit: UnitId, first: usize, gait: MoveKind, lands: bool) -> bool {
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
                self.more_mut(unit).spot = to;
                self.report(unit, from, [squares, cost, hindered], gait);
                self.state.extras.route.truncate(first);
            }
            return n > first;
        }
        for at in first..n {
            let stride = self.state.extras.route[at];
            let before = self.spot(unit);
            self.more_mut(unit).spot = stride.to;
            (squares, cost) = (squares + 1, cost + stride.cost);
            hindered += u32::from(stride.cost > 1);
            let [left, entered] = self.watchers(unit, before, stride.to);
            let is_watched = !left.is_empty() || !entered.is_empty();
            if at + 1 < n && !is_watched {
                continue;
            }
            self.report(unit, from, [squares, cost, hindered], gait);
            (from, squares, cost, hindered) = (stride.to, 0, 0, 0);
            if is_watched {
                self.fire_each(Trigger::EnemyLeaves, left, Some(unit));
                self.fire_each(Trigger::EnemyEnters, entered, Some(unit));
                if !self.goes_on_moving(unit, stride.to, gait) {
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
    fn goes_on_moving(&self, unit: UnitId, at: Place, gait: MoveKind) -> bool {
        self.stands(unit)
            && self.spot(unit) == at
            && !self.has(unit, Status::Unconscious)
            && match gait {
                MoveKind::Walks => self.may_walk(unit),
                MoveKind::Runs => self.may_run(unit),
                MoveKind::Carried | MoveKind::Leaps => true,
            }
    }

    /// Counts and tells the steps just taken.
    fn report(&mut self, unit: UnitId, from: Place, [squares, steps, hindered]: [u32; 3], gait: MoveKind) {
        let squares = if gait == MoveKind::Leaps { 0 } else { squares };
        self.obs.add(unit, Metric::SquaresMoved, squares);
        self.obs.add_if(hindered > 0, unit, Metric::Withdrawals, hindered);
        let to = self.spot(unit);
        self.obs.event(|| Event::Moves { unit, from, to, squares, steps, gait });
    }
}
