//! Normal and All-Out Movement, withdrawal, and what moves others (NW-37 to NW-39, NW-53).
//!
//! Who moves plans a path first, into the route of the state, and then takes its steps one by one,
//! as far as nobody who answers to them ends the walk. Flight and leaving the map are in `flight`.

use core::cmp::Reverse;

use super::super::events::{Event, Gait};
use super::super::metrics::Metric;
use super::super::rulings::{AllOutTable, AutoInOthersMains};
use super::super::setup::ability::{AttributeId, JudgeKind, MoveMode, Range, Trigger};
use super::super::setup::gear::Status;
use super::super::tactics::{AllOut, Movement};
use super::Scene;
use super::board::{Aim, Board};
use super::state::WholeState;
use super::values::Window;
use crate::contract::{Chance, Observer, Purpose};
use crate::grid::path::{Mover, Stride};
use crate::grid::reach::{Goal, NEVER};
use crate::grid::scratch::MAX_LEAVE_COST;
use crate::grid::{Grid, Place, steps};
use crate::night_wizard::NightWizard;
use crate::roster::{MAX_UNITS, UnitId, UnitSet};

/// When in its Main a unit may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::night_wizard) enum Moment {
    /// With the Minor Action, before the Major.
    Minor,
    /// With the Major Action.
    Major,
    /// With the Minor Action after the Major (NW-15).
    AfterMajor,
}

/// Where some units are, each with a number below 256: keys of places with the number above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowd {
    at: [u32; MAX_UNITS],
    n: usize,
}

impl Crowd {
    const EMPTY: Self = Self { at: [0; MAX_UNITS], n: 0 };

    #[inline(always)]
    fn push(&mut self, at: Place, number: u32) {
        self.at[self.n] = at.key() | number << 24;
        self.n += 1;
    }

    /// The numbers of those at a place.
    #[inline(always)]
    fn numbers(&self, at: Place) -> impl Iterator<Item = u32> + '_ {
        let key = at.key();
        self.at[..self.n].iter().filter(move |&&it| it << 8 == key << 8).map(|it| it >> 24)
    }

    #[inline(always)]
    fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.at[..self.n].iter().map(|&it| Place::of_key(it))
    }

    /// How far the nearest of them is.
    #[inline(always)]
    fn nearest(&self, grid: &Grid, to: Place) -> u32 {
        self.places().map(|at| grid.distance(at, to)).min().unwrap_or(NEVER)
    }

    /// How many of them see a place.
    fn seers(&self, grid: &Grid, to: Place) -> usize {
        self.places().filter(|&at| grid.sight(at, to)).count()
    }
}

/// How a unit gets about at this moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Legs<'a> {
    board: &'a Board,
    pub(super) flies: bool,
    /// Whether it has to end on the ground all the same.
    lands: bool,
    /// What leaving a square with an object or trap costs (NW-38).
    object: u32,
    /// Enemies that hinder it, with what leaving their square costs.
    hindering: Crowd,
    /// Everybody else, where squares hold only so many.
    others: Crowd,
}

impl Mover for Legs<'_> {
    #[inline(always)]
    fn flies(&self) -> bool {
        self.flies
    }

    /// NW-38, NW-41.
    #[inline(always)]
    fn leave_cost(&self, from: Place) -> u32 {
        if self.flies {
            return 1;
        }
        let object = if self.board.grid.obstructs(from) { self.object } else { 1 };
        self.hindering.numbers(from).fold(object, u32::max)
    }

    /// NW-35.
    #[inline(always)]
    fn can_stop(&self, at: Place) -> bool {
        let grid = &self.board.grid;
        let at = if self.lands { grid.ground(at.x, at.y) } else { at };
        let has_room = self.board.capacity.is_none_or(|most| self.others.numbers(at).count() < most);
        has_room && (!self.lands || grid.can_enter(at, false))
    }
}

/// A movement that is to be made.
#[derive(Clone, Copy, Debug)]
struct Trip<'a> {
    unit: UnitId,
    target: Option<UnitId>,
    range: Range,
    moment: Moment,
    steps: u32,
    legs: Legs<'a>,
    gait: Gait,
}

impl<'a, C: Chance, O: Observer<NightWizard>> Scene<'a, C, O> {
    /// The steps of a Normal Movement (NW-37).
    pub(super) fn movement_power(&self, unit: UnitId) -> u32 {
        self.more(unit).now.value[AttributeId::MovementPower as usize].max(0) as u32
    }

    /// NW-38: whether a unit hinders its enemies.
    fn hinders(&self, unit: UnitId) -> bool {
        self.nw.rulings.unconscious_obstructs || !self.has(unit, Status::Unconscious)
    }

    /// How a unit moves: as it is, or as an effect moves it. `is_free`: nothing hinders it.
    pub(super) fn legs(&self, unit: UnitId, flies: bool, is_free: bool) -> Legs<'a> {
        let whole = self.whole;
        let more = self.more(unit);
        let cost = |block: u32| {
            let cost = i64::from(block) + 2 + i64::from(more.now.withdraw);
            // Nobody leaves a square that costs more.
            cost.clamp(1, MAX_LEAVE_COST.into()) as u32
        };
        let (mut hindering, mut others) = (Crowd::EMPTY, Crowd::EMPTY);
        if !flies && !is_free {
            for enemy in self.enemies(unit).and(self.state.standing) {
                if self.hinders(enemy) {
                    hindering.push(self.spot(enemy), cost(self.kit(enemy).block));
                }
            }
        }
        if whole.board.capacity.is_some() {
            for other in self.state.standing.or(self.state.near_death) {
                if other != unit {
                    others.push(self.spot(other), 0);
                }
            }
        }
        let (lands, object) = (flies && !more.flying, if is_free { 1 } else { cost(0) });
        Legs { board: &whole.board, flies, lands, object, hindering, others }
    }

    /// Its standing enemies' places.
    fn foes(&self, unit: UnitId) -> Crowd {
        let mut foes = Crowd::EMPTY;
        for enemy in self.enemies(unit).and(self.state.standing) {
            foes.push(self.spot(enemy), 0);
        }
        foes
    }

    /// D-move: what the unit goes towards, and how near.
    fn destination(&self, unit: UnitId, target: Option<UnitId>, range: Range) -> Option<(UnitId, Range)> {
        match self.choose(unit, &self.nw.unit(unit).tactics.move_, target) {
            Movement::Stay => None,
            Movement::Ward(ward) if ward != unit && self.stands(ward) => Some((ward, Range::default())),
            _ => target.map(|target| (target, range)),
        }
    }

    /// Writes the walk towards a goal into the route. Where it begins there, what the path costs,
    /// and whether it arrives; `None`, if there is no way.
    pub(super) fn plan(
        &mut self,
        from: Place,
        budget: u32,
        legs: &Legs<'_>,
        goal: &Aim<'_>,
    ) -> Option<(usize, u32, bool)> {
        let WholeState { scratch, route, .. } = &mut self.state.whole;
        let walk = legs.board.grid.approach(scratch, from, budget, legs, goal)?;
        let first = route.len();
        route.extend_from_slice(walk.strides);
        Some((first, walk.path_cost, walk.arrives))
    }

    /// The same to the place of the highest score within reach. Where it begins and ends.
    pub(super) fn plan_best<K: Ord + Copy>(
        &mut self,
        from: Place,
        budget: u32,
        legs: &Legs<'_>,
        score: impl Fn(Place) -> K,
    ) -> (usize, Place) {
        let WholeState { scratch, route, .. } = &mut self.state.whole;
        let walk = legs.board.grid.best_within(scratch, from, budget, legs, score);
        let first = route.len();
        route.extend_from_slice(walk.strides);
        (first, walk.end().unwrap_or(from))
    }

    /// Whether a Normal Movement with the Minor Action would bring `target` within `range`.
    pub(super) fn could_reach(&mut self, unit: UnitId, target: UnitId, range: Range) -> bool {
        let steps = self.movement_power(unit);
        if steps == 0 || !self.may_walk(unit) {
            return false;
        }
        let Some((to, near)) = self.destination(unit, Some(target), range) else { return false };
        let board = &self.whole.board;
        let (from, flies) = (self.spot(unit), self.more(unit).flying);
        if to != target && !board.aim(from, self.spot(target), range, flies).holds(self.spot(to)) {
            return false;
        }
        let aim = board.aim(from, self.spot(to), near, flies);
        let bound = aim.at_least(from, flies);
        if bound > steps {
            return false;
        }
        let legs = self.legs(unit, flies, false);
        if bound > 0 && legs.leave_cost(from) - 1 + bound > steps {
            return false;
        }
        let walk = legs.board.grid.approach(&mut self.state.whole.scratch, from, steps, &legs, &aim);
        walk.is_some_and(|walk| walk.arrives)
    }

    /// NW-37, D-move: a Normal Movement as the tactic wants it, towards a place from which `target`
    /// is within `range`. Says whether the action was used.
    pub(super) fn walk(
        &mut self,
        unit: UnitId,
        target: Option<UnitId>,
        range: Range,
        moment: Moment,
    ) -> bool {
        let steps = self.movement_power(unit);
        if steps == 0 || !self.may_walk(unit) {
            return false;
        }
        let legs = self.legs(unit, self.more(unit).flying, false);
        let moves = self.go(&Trip { unit, target, range, moment, steps, legs, gait: Gait::Walks });
        self.state.whole.turn.moves += u32::from(moves);
        moves
    }

    /// D-move. Says whether there was a step.
    fn go(&mut self, trip: &Trip<'a>) -> bool {
        match self.choose(trip.unit, &self.nw.unit(trip.unit).tactics.move_, trip.target) {
            Movement::Stay => false,
            Movement::KeepDistance(n) => self.keep_distance(trip, n.max(0) as u32),
            Movement::Kite if trip.moment == Moment::AfterMajor => {
                let (foes, grid) = (self.foes(trip.unit), &self.whole.board.grid);
                self.go_best(trip, |at| foes.nearest(grid, at))
            }
            Movement::Flank => self.flank(trip),
            Movement::Approach | Movement::Kite | Movement::Ward(_) => self.approach(trip),
        }
    }

    /// Along a cheapest path, as far as the steps allow.
    fn approach(&mut self, trip: &Trip<'a>) -> bool {
        let Some((to, range)) = self.destination(trip.unit, trip.target, trip.range) else { return false };
        let whole = self.whole;
        let from = self.spot(trip.unit);
        let aim = whole.board.aim(from, self.spot(to), range, trip.legs.flies);
        match self.plan(from, trip.steps, &trip.legs, &aim) {
            Some((first, ..)) => self.take_route(trip.unit, first, trip.gait, trip.legs.lands),
            None => false,
        }
    }

    /// To the place of the highest score; of equal ones to the one that is reached at the least
    /// cost.
    fn go_best<K: Ord + Copy>(&mut self, trip: &Trip<'a>, score: impl Fn(Place) -> K) -> bool {
        let from = self.spot(trip.unit);
        let (first, _) = self.plan_best(from, trip.steps, &trip.legs, score);
        self.take_route(trip.unit, first, trip.gait, trip.legs.lands)
    }

    /// To where it reaches its target, and its nearest enemy is so far away or farther, or as far
    /// as can be; if it comes within reach of the target nowhere, it approaches.
    fn keep_distance(&mut self, trip: &Trip<'a>, n: u32) -> bool {
        let Some(target) = trip.target else { return false };
        let whole = self.whole;
        let grid = &whole.board.grid;
        let from = self.spot(trip.unit);
        let aim = whole.board.aim(from, self.spot(target), trip.range, trip.legs.flies);
        let foes = self.foes(trip.unit);
        let score = |at| (aim.holds(at), foes.nearest(grid, at).min(n));
        if score(from) == (true, n) {
            return false;
        }
        let (first, end) = self.plan_best(from, trip.steps, &trip.legs, score);
        if aim.holds(end) {
            return self.take_route(trip.unit, first, trip.gait, trip.legs.lands);
        }
        self.state.whole.route.truncate(first);
        self.approach(trip)
    }

    /// To where it can attack; otherwise, and after its attack, to where the fewest enemies see
    /// it, and there as near to its target as can be.
    fn flank(&mut self, trip: &Trip<'a>) -> bool {
        let Some(target) = trip.target else { return false };
        let whole = self.whole;
        let grid = &whole.board.grid;
        let (from, to) = (self.spot(trip.unit), self.spot(target));
        if trip.moment == Moment::Minor {
            let aim = whole.board.aim(from, to, trip.range, trip.legs.flies);
            if aim.holds(from) {
                return false;
            }
            if let Some((first, _, arrives)) = self.plan(from, trip.steps, &trip.legs, &aim) {
                if arrives {
                    return self.take_route(trip.unit, first, trip.gait, trip.legs.lands);
                }
                self.state.whole.route.truncate(first);
            }
        }
        let foes = self.foes(trip.unit);
        self.go_best(trip, |at| (Reverse(foes.seers(grid, at)), Reverse(grid.distance(at, to))))
    }

    /// Takes the steps of the route from `first` on. Says whether there were any.
    pub(super) fn take_route(&mut self, unit: UnitId, first: usize, gait: Gait, lands: bool) -> bool {
        let whole = self.whole;
        if let Some(last) = self.state.whole.route[first..].last_mut()
            && lands
        {
            last.to = whole.board.grid.ground(last.to.x, last.to.y);
        }
        let n = self.state.whole.route.len();
        let mut from = self.spot(unit);
        let (mut squares, mut cost, mut hindered) = (0, 0, 0);
        for at in first..n {
            let stride = self.state.whole.route[at];
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
        self.state.whole.route.truncate(first);
        n > first
    }

    /// Those whose square an enemy leaves or enters, where somebody may answer.
    #[inline(always)]
    fn watchers(&self, unit: UnitId, from: Place, to: Place) -> [UnitSet; 2] {
        if !self.whole.board.answers || from == to {
            return [UnitSet::default(); 2];
        }
        let foes = self.enemies(unit).and(self.state.standing);
        let any = self.nw.rulings.auto_in_others_mains == AutoInOthersMains::Any;
        [(from, Trigger::EnemyLeaves), (to, Trigger::EnemyEnters)].map(|(place, trigger)| {
            let foes = if any { foes } else { foes.and(self.whole.triggered[trigger as usize]) };
            foes.filter(|&foe| self.spot(foe) == place).collect()
        })
    }

    /// Whether an answer to its step left the mover where it was and able to go on.
    fn goes_on_moving(&self, unit: UnitId, at: Place, gait: Gait) -> bool {
        self.stands(unit)
            && self.spot(unit) == at
            && !self.has(unit, Status::Unconscious)
            && match gait {
                Gait::Walks => self.may_walk(unit),
                Gait::Runs => self.may_run(unit),
                Gait::Carried | Gait::Leaps => true,
            }
    }

    /// Counts and tells the steps just taken.
    fn report(&mut self, unit: UnitId, from: Place, [squares, steps, hindered]: [u32; 3], gait: Gait) {
        let squares = if gait == Gait::Leaps { 0 } else { squares };
        self.obs.add(unit, Metric::SquaresMoved, squares);
        self.obs.add_if(hindered > 0, unit, Metric::Withdrawals, hindered);
        let to = self.spot(unit);
        self.obs.event(|| Event::Moves { unit, from, to, squares, steps, gait });
    }

    /// NW-39, D-allout: All-Out Movement instead of a second Normal Movement, if the tactic wants
    /// it. Says whether the action was used.
    pub(super) fn all_out(&mut self, unit: UnitId, target: UnitId, range: Range) -> bool {
        if !self.wants_all_out(unit, Some(target)) {
            return false;
        }
        let Some((to, near)) = self.destination(unit, Some(target), range) else { return false };
        let whole = self.whole;
        let (from, flies) = (self.spot(unit), self.more(unit).flying);
        let legs = self.legs(unit, flies, false);
        let aim = whole.board.aim(from, self.spot(to), near, flies);
        // Nobody rolls where there is no way, or nowhere to go.
        let Some((first, path_cost, _)) = self.plan(from, 0, &legs, &aim) else { return false };
        self.state.whole.route.truncate(first);
        if path_cost == 0 {
            return false;
        }
        let tactic = self.choose(unit, &self.nw.unit(unit).tactics.move_, Some(target));
        let only_near = matches!(tactic, Movement::Approach | Movement::Kite | Movement::Ward(_));
        let steps = self.judge_all_out(unit, if only_near { path_cost } else { NEVER });
        let (moment, target, gait) = (Moment::Major, Some(target), Gait::Runs);
        self.go(&Trip { unit, target, range, moment, steps, legs, gait });
        self.state.whole.turn.moves += 1;
        true
    }

    /// D-allout, NW-46, NW-48.
    pub(super) fn wants_all_out(&self, unit: UnitId, target: Option<UnitId>) -> bool {
        let plan = &self.nw.unit(unit).tactics.allout;
        if plan.entries.is_empty() || !self.may_run(unit) || !self.may_judge(unit) {
            return false;
        }
        match self.choose(unit, plan, target) {
            AllOut::Walk => false,
            AllOut::BestMean => {
                let walks = if self.may_walk(unit) { self.movement_power(unit) } else { 0 };
                self.mean_all_out(unit) > f64::from(walks)
            }
            AllOut::Always => true,
        }
    }

    /// NW-39: the Agility Judge, and the squares that it is worth; `most` are of use.
    pub(super) fn judge_all_out(&mut self, unit: UnitId, most: u32) -> u32 {
        self.before_judge(unit, JudgeKind::AllOut);
        let basis = self.basis(unit, JudgeKind::AllOut, AttributeId::Agility, false, [0; 2]);
        let table = self.nw.rulings.all_out_table;
        let (from, to) = table.window(most);
        let judged = self.judge(&basis, Purpose::Effect, Window { from, to });
        let judged = self.after_judge(&basis, judged, Purpose::Effect, |value| table.squares(value) < most);
        self.over_judge(unit, JudgeKind::AllOut);
        let squares = table.squares(judged.value);
        self.obs.event(|| Event::AllOut { unit, judge: judged.side, squares });
        self.fire_luck(unit, judged);
        squares
    }

    /// The mean number of squares of an All-Out Movement.
    fn mean_all_out(&self, unit: UnitId) -> f64 {
        let basis = self.basis(unit, JudgeKind::AllOut, AttributeId::Agility, false, [0; 2]);
        let cast = self.cast(&basis, Window::ALL);
        let at_least = |value: i32| self.whole.laws.at_least(&cast, value - basis.fixed);
        self.nw.rulings.all_out_table.mean(at_least)
    }

    /// An effect moves `target` (NW-53).
    pub(super) fn displace(&mut self, by: UnitId, target: UnitId, steps: i32, mode: MoveMode, forced: bool) {
        if steps <= 0 || !self.is_in_play(target) || !forced && !self.may_walk(target) {
            return;
        }
        let steps = steps as u32;
        let flying = self.more(target).flying;
        match mode {
            MoveMode::Push | MoveMode::Pull => self.shift(by, target, steps, mode == MoveMode::Push, forced),
            MoveMode::Walk | MoveMode::Fly | MoveMode::Teleport => {
                if !self.may_judge(target) {
                    // Who is down or unconscious goes nowhere on its own.
                    return;
                }
                let legal = self.nw.legal_targets(target, false, self.state);
                let enemy = (!legal.is_empty()).then(|| self.choose_enemy(target, legal));
                let range = self.wanted_range(target);
                let legs = self.legs(target, flying || mode == MoveMode::Fly, forced);
                let (moment, gait) = (Moment::Minor, Gait::Carried);
                let trip = Trip { unit: target, target: enemy, range, moment, steps, legs, gait };
                if mode == MoveMode::Teleport {
                    self.teleport(&trip);
                } else {
                    self.go(&trip);
                }
            }
        }
    }

    /// Straight away from `by`, or straight towards it, as far as there is room: along the axis
    /// of the largest difference, x before y before height; on one square the first step that
    /// leads away.
    fn shift(&mut self, by: UnitId, unit: UnitId, most: u32, away: bool, forced: bool) {
        let grid = &self.whole.board.grid;
        let flies = self.more(unit).flying;
        let legs = self.legs(unit, flies, forced);
        let (origin, first) = (self.spot(by), self.state.whole.route.len());
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
            let cost = legs.leave_cost(at);
            let Some(to) = grid.next(at, step, flies).filter(|_| cost <= left) else { break };
            left -= cost;
            at = to;
            self.state.whole.route.push(Stride { to, cost });
            if left == 0 {
                break;
            }
        }
        while self.state.whole.route.len() > first
            && self.state.whole.route.last().is_some_and(|last| !legs.can_stop(last.to))
        {
            self.state.whole.route.pop();
        }
        self.take_route(unit, first, Gait::Carried, false);
    }

    /// To where it reaches what it goes towards, or comes nearest to it, at most so far away and
    /// without the way between; of equal places to the nearest, then row by row.
    fn teleport(&mut self, trip: &Trip<'a>) {
        let Some((to, range)) = self.destination(trip.unit, trip.target, trip.range) else { return };
        let grid = &self.whole.board.grid;
        let (from, goal, flies) = (self.spot(trip.unit), self.spot(to), trip.legs.flies);
        let aim = self.whole.board.aim(from, goal, range, flies);
        let rank = |at: Place| (!aim.holds(at), grid.distance(at, goal), grid.distance(from, at));
        let mut best = (rank(from), from);
        for ground in grid.area(from, trip.steps) {
            let at = if flies { Place { z: from.z, ..ground } } else { ground };
            let is_free = grid.can_enter(at, flies) && trip.legs.can_stop(at);
            if is_free && grid.distance(from, at) <= trip.steps && rank(at) < best.0 {
                best = (rank(at), at);
            }
        }
        self.leap(trip.unit, best.1);
    }

    /// To a place without the way between.
    fn leap(&mut self, unit: UnitId, to: Place) {
        if self.spot(unit) != to {
            let first = self.state.whole.route.len();
            self.state.whole.route.push(Stride { to, cost: 1 });
            self.take_route(unit, first, Gait::Leaps, false);
        }
    }

    /// An effect lets two units change places (NW-53), if each can be where the other is. Those
    /// who do not fly come to the floor there.
    pub(super) fn swap(&mut self, a: UnitId, b: UnitId) {
        let grid = &self.whole.board.grid;
        let place_for = |unit: UnitId, of: UnitId| {
            let (place, flies) = (self.spot(of), self.more(unit).flying);
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

impl AllOutTable {
    /// The mean number of squares, if `at_least` is the probability of a value and more.
    fn mean(&self, at_least: impl Fn(i32) -> f64) -> f64 {
        match self.rows() {
            // Each square more asks for five points more.
            [] => (0..).map(|n| at_least(5 * n + 1)).take_while(|&p| p > 1e-12).sum(),
            rows => {
                let mut squares = 0.0;
                let mut mean = 0.0;
                for &(least, next) in rows {
                    let next = f64::from(next);
                    mean += (next - squares) * at_least(least.into());
                    squares = next;
                }
                mean
            }
        }
    }

    /// The values that read differently: from the least that is worth a square to the least that
    /// is worth as many as are of use, or as there are.
    fn window(&self, most: u32) -> (i32, i32) {
        match self.rows() {
            [] => {
                let to = i64::from(most.max(1) - 1) * 5 + 1;
                (1, i32::try_from(to).unwrap_or(i32::MAX))
            }
            rows => (rows[0].0.into(), rows[rows.len() - 1].0.into()),
        }
    }
}
