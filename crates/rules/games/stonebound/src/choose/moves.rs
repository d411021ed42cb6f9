//! The squares that units can go to, and want to go to (SB-17, SB-18, SB-44, D-04, D-08).

use crate::board::{Board, Closed, FAR, Sense, Squares, Ways};
use crate::data::events::Event;
use crate::data::metrics::Metric;
use crate::data::vocabulary::{Ban, Stat, Status, Timing};
use crate::state::State;
use crate::{Play, Stonebound};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};
use std::sync::Arc;

/// The greatest MV that counts: more squares in a row no board has need of.
const MOST_MV: i32 = 120;

/// The squares on which a unit may end its Move, with their costs.
pub(crate) struct ReachQuery<'a> {
    rules: &'a Stonebound,
    state: &'a State,
    unit: UnitId,
    pub(crate) board: &'a Board,
    pub(crate) from: u16,
    ways: Arc<Ways>,
    most: u16,
    /// The squares on which it may end: its own, and those on which no other living unit stands and which do
    /// not cost its last HP (D-04).
    ends: Squares,
    /// Of each square that it reaches the HP that Poison takes on the way (SB-48); `None` without Poison.
    poison: Option<Vec<u16>>,
}

impl Stonebound {
    /// SB-44: the MV of now, 0 where moves are forbidden: in an activation by the stage of Freeze that holds in it,
    /// otherwise by the one that waits.
    pub(crate) fn present_mv(&self, state: &State, unit: UnitId) -> u16 {
        let stage = match state.frozen {
            Some((acting, stage)) if acting == unit => stage,
            _ => state.unit(unit).stacks[Status::FREEZE.idx()],
        };
        if stage == 3 || self.bans(state, unit).has(Ban::Move) {
            return 0;
        }
        let less = i32::from(stage == 2);
        (self.stat(state, unit, Stat::Mv) - less).clamp(0, MOST_MV) as u16
    }

    /// SB-18, SB-56: the squares that a unit may not enter: those with these units, and rough ones that cost
    /// more than its MV, Freeze left out.
    fn closed(&self, state: &State, unit: UnitId, by: UnitSet) -> Closed {
        Closed { squares: squares_of(state, by), is_rough_closed: self.stat(state, unit, Stat::Mv) < 2 }
    }

    /// SB-17, SB-18, D-04: the squares on which a unit may end a Move of `mv` points without its last HP.
    pub(crate) fn reach<'a>(&'a self, state: &'a State, unit: UnitId, mv: u16) -> Option<ReachQuery<'a>> {
        let board = self.board.as_ref()?;
        let from = state.unit(unit).at;
        let closed = self.closed(state, unit, state.living(self.enemies(unit)));
        let ways = board.known_ways(&state.ways, Squares::one(from), mv, Sense::Away, closed);
        let taken = self.taken(state, unit);
        let ends = ways.reached.without(&taken);
        let poison = self.poison_on_ways(state, unit, &ways, mv);
        let minds_hp = poison.is_some() || board.has_hazards || !self.kept.is_empty();
        let mut reach = ReachQuery { rules: self, state, unit, board, from, ways, most: mv, ends, poison };
        if minds_hp {
            let hp = u32::from(state.unit(unit).hp.unsigned_abs());
            // What auras take where it stands, too, is not the price of a Move.
            let anyway = self.aura_loss(state, unit, from);
            let mut deadly = Squares::default();
            for at in board.iter(&ends).filter(|&at| at != from) {
                let auras = self.aura_loss(state, unit, at).saturating_sub(anyway);
                if reach.lost_on_the_way(at) + u32::from(board.hazard(at)) + auras >= hp {
                    deadly.insert(at);
                }
            }
            reach.ends = ends.without(&deadly);
        }
        Some(reach)
    }

    /// SB-48: the HP that Poison takes on the cheapest ways to all squares; of ways that cost as many points the
    /// one that takes the fewest. `None` if it takes none anywhere.
    fn poison_on_ways(&self, state: &State, unit: UnitId, ways: &Ways, mv: u16) -> Option<Vec<u16>> {
        let board = self.board.as_ref()?;
        if !self.is_laid_poison(state, unit) && !self.keeps_up(Status::POISON) {
            return None;
        }
        let mut lost = vec![0; board.len().into()];
        for points in 1..=mv {
            for at in board.iter(&ways.reached).filter(|&at| ways.points[usize::from(at)] == points) {
                let before = board.before(ways, at).map(|before| lost[usize::from(before)]).min();
                let here = u16::from(self.is_poisoned_at(state, unit, at));
                lost[usize::from(at)] = before.unwrap_or_default() + here;
            }
        }
        Some(lost)
    }

    /// Walking distances from everywhere to the squares from which `goal` is in range (words of the
    /// decisions): past living enemies, then without regard to the living.
    pub(crate) fn walks(
        &self,
        state: &State,
        unit: UnitId,
        goal: u16,
        range: u16,
        regard: bool,
    ) -> Option<Arc<Ways>> {
        let board = self.board.as_ref()?;
        let regarded = |units: UnitSet| if regard { state.living(units) } else { UnitSet::default() };
        let closed = self.closed(state, unit, regarded(self.enemies(unit)));
        let mut others = squares_of(state, regarded(self.everyone).without(UnitSet::one(unit)));
        others.insert(goal);
        let ends = board.within(goal, range).and(&board.open(&closed)).without(&others);
        Some(board.known_ways(&state.ways, ends, FAR - 3, Sense::Toward, closed))
    }

    /// The squares on which living units other than this one stand.
    fn taken(&self, state: &State, unit: UnitId) -> Squares {
        squares_of(state, state.living(self.everyone).without(UnitSet::one(unit)))
    }

    /// Of some units the one with the least walking distance to where it is in range, which depends on the
    /// unit; then the least straight distance.
    pub(crate) fn least_walk(
        &self,
        state: &State,
        unit: UnitId,
        among: UnitSet,
        range: impl Fn(UnitId) -> u16,
    ) -> Option<UnitId> {
        let Some(board) = &self.board else {
            return among.min_by_key(|&other| self.distance(state, unit, other));
        };
        let from = state.unit(unit).at;
        let closed = self.closed(state, unit, state.living(self.enemies(unit)));
        let ways = board.known_ways(&state.ways, Squares::one(from), FAR - 3, Sense::Away, closed);
        let ends = ways.reached.without(&self.taken(state, unit));
        let walk = |other: UnitId| {
            let (goal, range) = (state.unit(other).at, range(other));
            let near = board.within(goal, range).and(&ends);
            if let Some(points) = board.iter(&near).map(|at| ways.points[usize::from(at)]).min() {
                return points;
            }
            // What cannot be walked to counts as if nobody stood in the way, then straight.
            let ways = self.walks(state, unit, goal, range, false);
            let points = ways.map_or(FAR, |ways| ways.points[usize::from(from)]);
            if points < FAR { points } else { board.distance(from, goal) }
        };
        among.min_by_key(|&other| (walk(other), self.distance(state, unit, other)))
    }

    /// Returns whether an enemy could attack a unit with its MV and RNG of now, other units not regarded.
    pub(crate) fn could_attack(&self, state: &State, enemy: UnitId, unit: UnitId) -> bool {
        let own = self.stat(state, enemy, Stat::Rng);
        let Some(board) = &self.board else { return own > 0 };
        if own == 0 {
            return false;
        }
        let mv = self.present_mv(state, enemy);
        let goal = state.unit(unit).at;
        let closed = self.closed(state, enemy, UnitSet::default());
        let from = Squares::one(state.unit(enemy).at);
        let ways = board.known_ways(&state.ways, from, mv, Sense::Away, closed);
        ways.reached.meets(&board.within(goal, own as u16))
    }

    /// The living enemies that a unit could attack in an activation, a Move included.
    pub(crate) fn in_reach(&self, state: &State, unit: UnitId) -> UnitSet {
        let own = self.stat(state, unit, Stat::Rng);
        let enemies = state.living(self.enemies(unit));
        let Some(reach) = self.reach(state, unit, self.present_mv(state, unit)) else {
            return if own > 0 { enemies } else { UnitSet::default() };
        };
        let can = |enemy: &UnitId| own > 0 && reach.can_reach(state.unit(*enemy).at, own as u16);
        enemies.filter(can).collect()
    }
}

impl ReachQuery<'_> {
    /// The squares on which the unit may end, its own first.
    pub(crate) fn ends(&self) -> impl Iterator<Item = u16> + '_ {
        let others = self.board.iter(&self.ends).filter(|&at| at != self.from);
        core::iter::once(self.from).chain(others)
    }

    /// Returns whether a square is in range from some square of the reach.
    pub(crate) fn can_reach(&self, goal: u16, range: u16) -> bool {
        if self.board.in_range(self.from, goal, range) {
            return true;
        }
        // High ground adds a step.
        let near = self.board.distance(self.from, goal) <= self.most + range + 1;
        near && self.most > 0 && self.ends.meets(&self.board.within(goal, range))
    }

    /// SB-48: HP that Poison takes on the way to a square.
    fn lost_on_the_way(&self, at: u16) -> u32 {
        self.poison.as_ref().map_or(0, |lost| lost[usize::from(at)].into())
    }

    /// HP that standing on a square at the end of the turn costs (SB-56, SB-45, SB-51).
    fn lost_there(&self, at: u16) -> u32 {
        u32::from(self.board.hazard(at)) + self.rules.aura_loss(self.state, self.unit, at)
    }

    pub(crate) fn points(&self, at: u16) -> u16 {
        self.ways.points[usize::from(at)]
    }

    /// The way back from a square that it reaches, one of the cheapest on which Poison takes the fewest HP: the
    /// squares that it enters, the last first. Empty of its own square.
    pub(crate) fn way_back(&self, to: u16) -> impl Iterator<Item = u16> + '_ {
        let mut at = Some(to);
        core::iter::from_fn(move || {
            let now = at.filter(|&at| at != self.from)?;
            at = self.board.before(&self.ways, now).min_by_key(|&before| self.lost_on_the_way(before));
            Some(now)
        })
    }
}

/// The preferences of a unit among the squares of its reach.
pub(crate) struct MoveGoal<'a> {
    pub(crate) reach: &'a ReachQuery<'a>,
    pub(crate) state: &'a State,
    /// Living enemies.
    pub(crate) enemies: UnitSet,
    /// D-08, `ignore`: the HP that Poison takes on the way does not matter.
    pub(crate) ignores_poison: bool,
}

/// Better squares come first: what the tactic puts before HP, HP lost, what it puts behind them, points, nearness
/// to others.
type Rank = ([u32; 3], u32, u32, u32, u32, u16);

impl MoveGoal<'_> {
    /// HP that going to a square and standing there costs, as far as it minds.
    pub(crate) fn lost(&self, at: u16) -> u32 {
        let on_the_way = if self.ignores_poison { 0 } else { self.reach.lost_on_the_way(at) };
        self.reach.lost_there(at) + on_the_way
    }

    /// The distance to the nearest of the enemies but one.
    pub(crate) fn nearest(&self, at: u16, except: Option<UnitId>) -> u32 {
        nearest(self.reach.board, self.state, self.enemies, at, except)
    }

    /// D-04: the best of the squares on which it may end and which `is_good`: the fewest HP lost, then by
    /// `then`, then as `advance` says.
    pub(crate) fn cheapest(
        &self,
        is_good: impl Fn(u16) -> bool,
        then: impl Fn(u16) -> u32,
        target: Option<UnitId>,
    ) -> Option<u16> {
        self.best(is_good, |_| [0; 3], then, target)
    }

    /// D-04: the same, with the walking distance before everything else. Of squares from which as many Moves lead
    /// there those come first that cost the fewest HP at the end of the turn: nobody ends on a hazard for squares
    /// that spare it no Move.
    pub(crate) fn nearest_to(&self, walk: impl Fn(u16) -> u32, target: Option<UnitId>) -> Option<u16> {
        let mv = u32::from(self.reach.most.max(1));
        let first = |at: u16| [walk(at).div_ceil(mv), self.reach.lost_there(at), walk(at)];
        self.best(|_| true, first, |_| 0, target)
    }

    fn best(
        &self,
        is_good: impl Fn(u16) -> bool,
        first: impl Fn(u16) -> [u32; 3],
        then: impl Fn(u16) -> u32,
        target: Option<UnitId>,
    ) -> Option<u16> {
        let rank = |&at: &u16| -> Rank {
            let far = 9999 - self.nearest(at, target);
            (first(at), self.lost(at), then(at), self.reach.points(at).into(), far, at)
        };
        self.reach.ends().filter(|&at| is_good(at)).min_by_key(rank)
    }
}

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    /// SB-17, SB-48: a unit walks to a square of its reach, step by step; a poisoned one may fall on the way.
    ///
    /// # Panics
    /// If a living unit stands there.
    pub(crate) fn walk_to(&mut self, unit: UnitId, to: u16) {
        let rules = self.rules;
        let from = self.state.unit(unit).at;
        if from == to || self.moved {
            return;
        }
        let mv = rules.present_mv(self.state, unit);
        let Some(reach) = rules.reach(self.state, unit, mv) else { return };
        if reach.points(to) == FAR {
            return;
        }
        let mut way = [0_u16; MOST_MV as usize + 1];
        let mut n = 0;
        for (place, at) in way.iter_mut().zip(reach.way_back(to)) {
            *place = at;
            n += 1;
        }
        self.moved = true;
        let mut steps = 0;
        for &next in way[..n].iter().rev() {
            self.state.unit_mut(unit).at = next;
            steps += 1;
            self.forget_debts();
            self.declare();
            self.poison(unit);
            self.falls();
            if !self.state.stands(unit) || self.is_over() {
                break;
            }
        }
        let now = self.state.unit(unit).at;
        // SB-18: what else moves units looks where it puts them.
        let is_alone = !self.state.stands(unit) || !rules.is_taken(self.state, now, Some(unit));
        assert!(is_alone, "two living units on one square");
        self.obs.event(|| Event::Moves { unit, from, to: now, steps });
        self.obs.add(unit, Metric::SquaresMoved, steps);
        if self.state.stands(unit) {
            self.at_moment(unit, Timing::OnMove);
        }
    }
}

/// The distance from a square to the nearest of these enemies but one.
pub(crate) fn nearest(
    board: &Board,
    state: &State,
    enemies: UnitSet,
    at: u16,
    except: Option<UnitId>,
) -> u32 {
    let others = enemies.filter(|&enemy| Some(enemy) != except);
    let distance = |enemy: UnitId| u32::from(board.distance(at, state.unit(enemy).at));
    others.map(distance).min().unwrap_or(9999)
}

/// The squares on which units stand.
fn squares_of(state: &State, units: UnitSet) -> Squares {
    let mut squares = Squares::default();
    units.into_iter().for_each(|unit| squares.insert(state.unit(unit).at));
    squares
}
