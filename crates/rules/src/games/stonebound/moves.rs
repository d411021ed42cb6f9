//! Where units can go and want to go (SB-17, SB-18, SB-44, D-04, D-08).

use super::board::{Board, FAR, Sense, Ways};
use super::events::Event;
use super::metrics::Metric;
use super::state::State;
use super::vocabulary::{Ban, Stat, Status, Timing};
use super::{Play, Stonebound};
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};

/// The greatest MV that counts: more squares in a row no board has need of.
const MOST_MV: i32 = 120;

/// Where a unit may end its Move, and what that costs.
pub(super) struct Reach<'a> {
    pub(super) board: &'a Board,
    pub(super) from: u16,
    ways: Ways,
    most: u16,
    /// Squares on which other living units stand.
    taken: UnitSet,
}

impl Stonebound {
    /// SB-44: MV at this stage of Freeze, 0 where moves are forbidden.
    pub(super) fn mv_at(&self, state: &State, unit: UnitId, stage: u8) -> u16 {
        if stage == 3 || self.bans(state, unit).has(Ban::Move) {
            return 0;
        }
        let less = i32::from(stage == 2);
        (self.stat(state, unit, Stat::Mv) - less).clamp(0, MOST_MV) as u16
    }

    /// The MV of now: Freeze with the stage that waits.
    pub(super) fn present_mv(&self, state: &State, unit: UnitId) -> u16 {
        self.mv_at(state, unit, state.unit(unit).stacks[Status::FREEZE.idx()])
    }

    /// SB-56: a square that costs more than the unit's MV, Freeze left out, is as blocked for it.
    fn may_enter(&self, state: &State, board: &Board, unit: UnitId, at: u16) -> bool {
        board.cost(at) <= 1 || board.cost(at) <= self.stat(state, unit, Stat::Mv) as u16
    }

    /// SB-17, SB-18: the squares on which a unit may end a Move of `mv` points.
    pub(super) fn reach(&self, state: &State, unit: UnitId, mv: u16) -> Option<Reach<'_>> {
        let board = self.board.as_ref()?;
        let from = state.unit(unit).at;
        let enemies = state.living(self.enemies(unit));
        let is_open = |at: u16| {
            self.may_enter(state, board, unit, at)
                && !enemies.into_iter().any(|enemy| state.unit(enemy).at == at)
        };
        let ways = board.ways(core::iter::once(from), mv, Sense::Away, is_open);
        let taken = state.living(self.everyone).without(UnitSet::one(unit));
        Some(Reach { board, from, ways, most: mv, taken })
    }

    /// Walking distances from everywhere to the squares from which `goal` is in range (words of the
    /// decisions): past living enemies, then without regard to the living.
    pub(super) fn walks(
        &self,
        state: &State,
        unit: UnitId,
        goal: u16,
        range: u16,
        regard: bool,
    ) -> Option<Ways> {
        let board = self.board.as_ref()?;
        let enemies = if regard { state.living(self.enemies(unit)) } else { UnitSet::default() };
        let others =
            if regard { state.living(self.everyone).without(UnitSet::one(unit)) } else { UnitSet::default() };
        let stands = |units: UnitSet, at: u16| units.into_iter().any(|other| state.unit(other).at == at);
        let ends = (0..board.len()).filter(|&at| {
            board.in_range(at, goal, range)
                && at != goal
                && !board.is_blocked(at)
                && self.may_enter(state, board, unit, at)
                && !stands(others, at)
        });
        let is_open = |at: u16| self.may_enter(state, board, unit, at) && !stands(enemies, at);
        Some(board.ways(ends, FAR - 3, Sense::Toward, is_open))
    }

    /// The walking distance of a unit to where a unit is in range of it; then, of what cannot be walked to,
    /// the straight distance beyond all that can.
    pub(super) fn walk(&self, state: &State, unit: UnitId, goal: UnitId, range: u16) -> u32 {
        let (at, goal) = (state.unit(unit).at, state.unit(goal).at);
        let Some(board) = &self.board else { return 1 };
        for regard in [true, false] {
            let points =
                self.walks(state, unit, goal, range, regard).map_or(FAR, |ways| ways.points[usize::from(at)]);
            if points < FAR {
                return points.into();
            }
        }
        board.distance(at, goal).into()
    }

    /// Whether an enemy could attack a unit with its MV and RNG of now, other units not regarded.
    pub(super) fn could_attack(&self, state: &State, enemy: UnitId, unit: UnitId) -> bool {
        let own = self.stat(state, enemy, Stat::Rng);
        let Some(board) = &self.board else { return own > 0 };
        if own == 0 {
            return false;
        }
        let mv = self.present_mv(state, enemy);
        let goal = state.unit(unit).at;
        let open = |at: u16| self.may_enter(state, board, enemy, at);
        let ways = board.ways(core::iter::once(state.unit(enemy).at), mv, Sense::Away, open);
        (0..board.len()).any(|at| ways.points[usize::from(at)] <= mv && board.in_range(at, goal, own as u16))
    }

    /// The living enemies that a unit could attack in an activation, a Move included.
    pub(super) fn in_reach(&self, state: &State, unit: UnitId) -> UnitSet {
        let own = self.stat(state, unit, Stat::Rng);
        let enemies = state.living(self.enemies(unit));
        let Some(reach) = self.reach(state, unit, self.present_mv(state, unit)) else {
            return if own > 0 { enemies } else { UnitSet::default() };
        };
        let can = |enemy: &UnitId| own > 0 && reach.can_reach(state, state.unit(*enemy).at, own as u16);
        enemies.filter(can).collect()
    }
}

impl Reach<'_> {
    /// The squares on which the unit may end, its own first.
    pub(super) fn ends<'b>(&'b self, state: &'b State) -> impl Iterator<Item = u16> + 'b {
        let others = (0..self.board.len()).filter(move |&at| {
            at != self.from
                && self.ways.points[usize::from(at)] <= self.most
                && !self.taken.into_iter().any(|other| state.unit(other).at == at)
        });
        core::iter::once(self.from).chain(others)
    }

    /// Whether a square is in range from some square of the reach.
    pub(super) fn can_reach(&self, state: &State, goal: u16, range: u16) -> bool {
        if self.board.in_range(self.from, goal, range) {
            return true;
        }
        // High ground adds a step.
        let near = self.board.distance(self.from, goal) <= self.most + range + 1;
        near && self.most > 0 && self.ends(state).any(|at| self.board.in_range(at, goal, range))
    }

    pub(super) fn points(&self, at: u16) -> u16 {
        self.ways.points[usize::from(at)]
    }

    pub(super) fn steps(&self, at: u16) -> u16 {
        self.ways.steps[usize::from(at)]
    }
}

/// Where a unit stands and what a Move to a square would cost it.
pub(super) struct Wish<'a> {
    pub(super) reach: &'a Reach<'a>,
    pub(super) state: &'a State,
    pub(super) unit: UnitId,
    /// Living enemies.
    pub(super) enemies: UnitSet,
    pub(super) is_poisoned: bool,
}

/// Better squares come first: HP lost, points, nearness to others.
pub(super) type Rank = (u32, u32, u32, u32, u16);

impl Wish<'_> {
    /// HP that going to a square and standing there costs.
    pub(super) fn lost(&self, at: u16) -> u32 {
        let steps = if self.is_poisoned { u32::from(self.reach.steps(at)) } else { 0 };
        steps + u32::from(self.reach.board.hazard(at))
    }

    /// Whether it would spend its last HP.
    pub(super) fn is_deadly(&self, at: u16) -> bool {
        at != self.reach.from && self.lost(at) >= u32::from(self.state.unit(self.unit).hp.unsigned_abs())
    }

    /// The distance to the nearest of the enemies but one.
    pub(super) fn nearest(&self, at: u16, except: Option<UnitId>) -> u32 {
        let others = self.enemies.filter(|&enemy| Some(enemy) != except);
        others
            .map(|enemy| u32::from(self.reach.board.distance(at, self.state.unit(enemy).at)))
            .min()
            .unwrap_or(9999)
    }

    /// The best of the squares on which it may end and which `is_good`, by `first` and then as `advance` says.
    pub(super) fn best(
        &self,
        is_good: impl Fn(u16) -> bool,
        first: impl Fn(u16) -> u32,
        target: Option<UnitId>,
    ) -> Option<u16> {
        let rank = |&at: &u16| -> Rank {
            let far = 9999 - self.nearest(at, target);
            (first(at), self.lost(at), self.reach.points(at).into(), far, at)
        };
        self.reach.ends(self.state).filter(|&at| is_good(at) && !self.is_deadly(at)).min_by_key(rank)
    }
}

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    /// SB-17, SB-48: a unit walks to a square of its reach, step by step; a poisoned one may fall on the way.
    pub(super) fn walk_to(&mut self, unit: UnitId, to: u16) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        let from = self.state.unit(unit).at;
        if from == to || self.moved {
            return;
        }
        let mv = rules.mv_at(self.state, unit, self.frozen);
        let Some(reach) = rules.reach(self.state, unit, mv) else { return };
        // The way back from the end to the start, one of the cheapest.
        let mut way = [0_u16; MOST_MV as usize + 1];
        let (mut n, mut at) = (0, to);
        while at != from && n < way.len() {
            way[n] = at;
            n += 1;
            let before = (0..4).filter_map(|direction| board.step(at, direction)).find(|&before| {
                reach.points(before) != FAR
                    && reach.points(before) + board.cost(at) == reach.points(at)
                    && reach.steps(before) + 1 == reach.steps(at)
            });
            let Some(before) = before else { return };
            at = before;
        }
        self.moved = true;
        let mut steps = 0;
        for &next in way[..n].iter().rev() {
            self.state.unit_mut(unit).at = next;
            steps += 1;
            self.declare();
            self.poison(unit);
            self.falls();
            if !self.state.stands(unit) || self.is_over() {
                break;
            }
        }
        let now = self.state.unit(unit).at;
        self.obs.event(|| Event::Moves { unit, from, to: now, steps });
        self.obs.add(unit, Metric::SquaresMoved, steps);
        if self.state.stands(unit) {
            self.at_moment(unit, Timing::OnMove);
        }
    }
}
