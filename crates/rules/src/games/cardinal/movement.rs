//! Moves (CA-15, CA-16, CA-26, CA-55): how far, where to, Retreats.

use super::act::{Act, Turn};
use super::board::{At, FAR};
use super::choose::Pick;
use super::events::{Event, Gait};
use super::faces::Highest;
use super::metrics::Metric;
use super::rulings::{Sprint, Ties};
use super::state::State;
use super::tactics::{MoveChoice, RetreatChoice};
use super::vocabulary::{Status, Statuses};
use super::{Cardinal, ModKind, Play, by};
use crate::engine::draw::{Chance, Purpose};
use crate::engine::observe::Observer;
use crate::engine::roster::{UnitId, UnitSet};

/// How near to a hostile a move toward it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Near {
    /// In the first square from which a weapon that reaches far can attack it; with no such weapon beside it.
    InReach,
    /// Beside it.
    Beside,
}

impl Cardinal {
    /// CA-15: the paces of a Stride.
    pub(super) fn stride(&self, state: &State, unit: UnitId) -> u16 {
        if state.of(unit).any(Statuses::SLOW) {
            return 0;
        }
        let mut paces = self.unit(unit).stride;
        if !self.mods.is_empty() {
            self.each_mod(state, unit, |what| {
                if let ModKind::Stride(n) = what {
                    paces += i32::from(n);
                }
            });
        }
        paces.max(0) as u16
    }

    /// CA-15, CA-48: the paces of a Dash.
    pub(super) fn dash(&self, state: &State, unit: UnitId) -> u16 {
        const NO_DASH: Statuses = Statuses::SLOW.or(Statuses::LADEN).or(Statuses::of(&[Status::Blinded]));
        if state.of(unit).any(NO_DASH) {
            return 0;
        }
        let (body, speed) = (self.unit(unit).body.max() as i32, self.speed(state, unit).max() as i32);
        let mut paces = (speed + 1) / 2 + i32::from(body > speed) + self.unit(unit).dash;
        if !self.mods.is_empty() {
            self.each_mod(state, unit, |what| {
                if let ModKind::Dash(n) = what {
                    paces += i32::from(n);
                }
            });
        }
        paces.max(0) as u16
    }

    /// CA-15: the paces of a Run.
    fn run(&self, state: &State, unit: UnitId) -> u16 {
        (self.unit(unit).body.max() + self.speed(state, unit).max()) as u16 + self.dash(state, unit)
    }

    /// CA-26: whether a unit could Retreat from an attacker now, and its statuses let it.
    pub(super) fn may_retreat(&self, state: &State, unit: UnitId, from: UnitId) -> bool {
        let it = state.unit(unit);
        let most = self.rulings.retreats_per_round.0;
        !it.statuses.any(Statuses::OUT.or(Statuses::SLOW).or(Statuses::of(&[Status::Knockdown])))
            && most.is_none_or(|most| it.retreats < most)
            && it.holder != from.0 + 1
            && self.step_back(state, unit, from).is_some()
    }

    /// CA-54: where a teleport brings a unit, if it helps: the nearest free square from which it could attack
    /// somebody able, otherwise the one nearest to such a hostile. Not the held, nor who could attack already,
    /// nor the Afraid, nor who is told to stay.
    pub(super) fn teleport_to(&self, state: &State, unit: UnitId, paces: u16) -> Option<At> {
        let board = self.board.as_ref()?;
        let it = state.unit(unit);
        let here = it.at();
        let plan = &self.unit(unit).tactics.movement;
        if it.statuses.any(Statuses::HELD.or(Statuses::AFRAID))
            || it.holder > 0
            || plan.choose_if(|when| self.holds(state, unit, None, when)) == MoveChoice::Hold
        {
            return None;
        }
        let able = state.able(self.hostiles(state, unit));
        let arms = 0..self.unit(unit).arms.len();
        let attacks = |at: At| {
            able.into_iter().any(|foe| {
                arms.clone()
                    .any(|arm| self.is_usable(state, unit, arm) && self.reaches(state, unit, arm, foe, at))
            })
        };
        if able.is_empty() || attacks(here) {
            return None;
        }
        let standing = state.standing(self.everyone);
        let is_free = |at: At| {
            !board.square(at).blocked && standing.into_iter().all(|other| state.unit(other).at() != at)
        };
        let away = |at: At| able.into_iter().map(|foe| self.distance_to(state, at, foe)).min();
        // The least first: those from which it attacks before others, the near before the far.
        let value = |at: At| {
            let (attacks, far) = (attacks(at), board.distance(here, at));
            (!attacks, if attacks { Some(far) } else { away(at) }, far, at.1, at.0)
        };
        let within = board.all().filter(|&at| at != here && board.distance(here, at) <= u32::from(paces));
        let best = within.filter(|&at| is_free(at)).min_by_key(|&at| value(at))?;
        (attacks(best) || away(best) < away(here)).then_some(best)
    }

    /// D-10: whether it would.
    pub(super) fn will_retreat(&self, state: &State, unit: UnitId, from: UnitId) -> bool {
        let plan = &self.unit(unit).tactics.retreat;
        let wants = match plan.choose_if(|when| self.holds(state, unit, Some(from), when)) {
            RetreatChoice::IfNotReeling => !state.of(unit).has(Status::Reeling),
            RetreatChoice::HoldGround => false,
        };
        wants && self.may_retreat(state, unit, from)
    }

    /// CA-26, D-10: the square beside it, farther from the attacker, that is farthest from the nearest hostile;
    /// where it stands without a map.
    fn step_back(&self, state: &State, unit: UnitId, from: UnitId) -> Option<At> {
        let here = state.unit(unit).at();
        let Some(board) = &self.board else { return Some(here) };
        let foe = state.unit(from).at();
        let hostiles = state.standing(self.hostiles(state, unit));
        let standing = state.standing(self.everyone);
        let is_free = |at: &At| standing.into_iter().all(|other| state.unit(other).at() != *at);
        let away = |at: &At| board.distance(*at, foe) > board.distance(here, foe);
        let nearest = |at: At| {
            hostiles.into_iter().map(|other| board.distance(at, state.unit(other).at())).min().unwrap_or(0)
        };
        let squares = board.around(here).filter(|at| away(at) && is_free(at));
        squares.min_by_key(|&at| (core::cmp::Reverse(nearest(at)), at.1, at.0))
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// CA-15: the free Stride of the turn.
    pub(super) fn may_stride(&self, unit: UnitId, turn: &Turn) -> bool {
        !turn.strode && self.rules.board.is_some() && self.rules.stride(self.state, unit) > 0
    }

    /// CA-55: nobody who is held goes farther from who holds it.
    pub(super) fn may_go(&self, unit: UnitId, to: At) -> bool {
        let it = self.state.unit(unit);
        let (Some(board), true) = (&self.rules.board, it.holder > 0) else { return true };
        let holder = self.state.unit(UnitId(it.holder - 1)).at();
        board.distance(to, holder) <= board.distance(it.at(), holder)
    }

    /// The paces from where a unit stands to every square within so many.
    pub(super) fn flood_from(&mut self, unit: UnitId, most: u16) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        let hostiles = rules.hostiles(self.state, unit);
        let mut standing = self.state.standing(rules.everyone);
        standing.remove(unit);
        self.state.scratch.release();
        for other in standing {
            let at = self.state.unit(other).at();
            let may_pass = !hostiles.has(other) && rules.rulings.pass_allies;
            self.state.scratch.hold(board, at, may_pass);
        }
        let from = self.state.unit(unit).at();
        board.flood(&mut self.state.scratch, from, most, false);
    }

    /// A move along a path that is there.
    pub(super) fn walk(&mut self, unit: UnitId, turn: &mut Turn, to: At, paces: u16, how: Gait) {
        let it = self.state.unit_mut(unit);
        let from = it.at();
        if from == to {
            return;
        }
        (it.x, it.y) = to;
        self.state.quiet = false;
        turn.moved = true;
        self.obs.add(unit, Metric::Paces, u32::from(paces));
        self.obs.event(|| Event::Moves { unit, how, from, to });
        self.react_to_move(unit);
    }

    /// Line 3: goes to the square of an attack, by Stride if that is enough, otherwise by Dash too.
    pub(super) fn go_to_attack(&mut self, unit: UnitId, turn: &mut Turn, pick: &Pick) {
        if pick.paces == 0 {
            return;
        }
        let stride = if self.may_stride(unit, turn) { self.rules.stride(self.state, unit) } else { 0 };
        let how = self.spend_paces(unit, turn, pick.paces, stride);
        self.walk(unit, turn, pick.at, pick.paces, how);
    }

    /// Pays for so many paces: the Stride first, a Dash for what is left.
    fn spend_paces(&mut self, unit: UnitId, turn: &mut Turn, paces: u16, stride: u16) -> Gait {
        if paces <= stride {
            turn.strode = true;
            return Gait::Stride;
        }
        self.take(unit, turn, Act::Dash);
        let dash = self.rules.dash(self.state, unit);
        if paces <= dash && stride == 0 {
            return Gait::Dash;
        }
        turn.strode |= stride > 0;
        if stride > 0 { Gait::StrideAndDash } else { Gait::Dash }
    }

    /// Line 5: toward the nearest able hostile, then the nearest Afraid one. Whether it came nearer.
    pub(super) fn approach(&mut self, unit: UnitId, turn: &mut Turn, with_actions: bool) {
        let rules = self.rules;
        let plan = &rules.unit(unit).tactics.movement;
        let goal = plan.choose_if(|when| rules.holds(self.state, unit, None, when));
        if rules.board.is_none() || goal == MoveChoice::Hold || self.state.of(unit).any(Statuses::HELD) {
            return;
        }
        let hostiles = rules.hostiles(self.state, unit);
        let mut able = self.state.able(hostiles);
        if self.state.of(unit).has(Status::Berserk) {
            able = self.state.standing(rules.everyone);
            able.remove(unit);
        }
        let others = self.state.standing(hostiles).without(able);
        let Some(foe) = self.nearest_by_path(unit, able).or_else(|| self.nearest_by_path(unit, others))
        else {
            return;
        };
        if with_actions
            && let MoveChoice::Run(least) = goal
            && rules.distance(self.state, unit, foe) > least.unsigned_abs()
            && turn.is_fresh()
            && self.may_take(unit, turn, Act::Run)
        {
            self.run_toward(unit, turn, foe, Near::InReach);
            return;
        }
        let stride = if self.may_stride(unit, turn) { rules.stride(self.state, unit) } else { 0 };
        let dash = if with_actions && self.may_take_move(unit, turn, Act::Dash) {
            rules.dash(self.state, unit)
        } else {
            0
        };
        if stride + dash > 0 {
            self.go_toward_with(unit, turn, foe, [stride, dash], Near::InReach);
        }
        if with_actions && !self.attack_is_near(unit, foe) {
            self.sprint_toward(unit, turn, foe, Near::InReach);
        }
    }

    /// CA-15: a Sprint toward a hostile, where a way leads.
    fn sprint_toward(&mut self, unit: UnitId, turn: &mut Turn, foe: UnitId, goal: Near) {
        let rules = self.rules;
        if !self.may_take_move(unit, turn, Act::Sprint) {
            return;
        }
        let pool = rules.speed(self.state, unit);
        // Nobody sprints where no way leads.
        if self.best_step(unit, foe, pool.max() as u16 + rules.stride(self.state, unit), goal).is_none() {
            return;
        }
        let paces = match rules.rulings.sprint {
            Sprint::SpeedMax => pool.max() as u16,
            Sprint::SpeedHighestPlusStride => {
                if self.state.of(unit).any(Statuses::SLOW) {
                    return;
                }
                let rolled = self.dice.draw(by(unit, Purpose::Effect), &Highest::of(pool, false));
                self.obs.event(|| Event::Sprints { unit, pool, faces: rolled });
                rolled.highest() as u16 + rules.stride(self.state, unit)
            }
        };
        self.take(unit, turn, Act::Sprint);
        self.go_toward(unit, foe, paces, turn, (Gait::Sprint, goal));
    }

    /// CA-15: a Run toward a hostile: the whole turn.
    fn run_toward(&mut self, unit: UnitId, turn: &mut Turn, foe: UnitId, goal: Near) {
        let paces = self.rules.run(self.state, unit);
        self.take(unit, turn, Act::Run);
        self.go_toward(unit, foe, paces, turn, (Gait::Run, goal));
        self.state.unit_mut(unit).exposed = self.rules.rulings.run_exposes;
        turn.end();
    }

    /// CA-54: a move that an effect forces, toward the nearest able hostile, then the nearest Afraid one.
    pub(super) fn forced_move(&mut self, unit: UnitId, turn: &mut Turn, act: Act) {
        if self.rules.board.is_none()
            || self.state.of(unit).any(Statuses::HELD)
            || !self.may_take_move(unit, turn, act)
        {
            return;
        }
        let hostiles = self.rules.hostiles(self.state, unit);
        let able = self.state.able(hostiles);
        let others = self.state.standing(hostiles).without(able);
        let foe = self.nearest_by_path(unit, able).or_else(|| self.nearest_by_path(unit, others));
        let Some(foe) = foe else { return };
        match act {
            Act::Dash => {
                let dash = self.rules.dash(self.state, unit);
                self.go_toward_with(unit, turn, foe, [0, dash], Near::Beside);
            }
            Act::Run => self.run_toward(unit, turn, foe, Near::Beside),
            _ => self.sprint_toward(unit, turn, foe, Near::Beside),
        }
    }

    /// Whether the unit could attack somebody after one more Stride.
    fn attack_is_near(&self, unit: UnitId, foe: UnitId) -> bool {
        let rules = self.rules;
        let stride = u32::from(rules.stride(self.state, unit));
        let range = |arm: usize| rules.unit(unit).arms[arm].range;
        let distance = rules.distance(self.state, unit, foe);
        (0..rules.unit(unit).arms.len())
            .any(|arm| rules.is_usable(self.state, unit, arm) && distance <= range(arm) + stride)
    }

    /// The hostile with the shortest path; of those to whom none leads the nearest by distance.
    fn nearest_by_path(&mut self, unit: UnitId, foes: UnitSet) -> Option<UnitId> {
        if foes.len() <= 1 {
            return foes.into_iter().next();
        }
        let rules = self.rules;
        let board = rules.board.as_ref()?;
        self.flood_from(unit, FAR - 1);
        let state = &*self.state;
        let path = |foe: UnitId| {
            let at = state.unit(foe).at();
            let beside =
                board.around(at).map(|beside| state.scratch.paces(board, beside)).min().unwrap_or(FAR);
            let beside = beside.saturating_add(1);
            (beside, if beside == FAR { rules.distance(state, unit, foe) } else { 0 })
        };
        foes.into_iter().min_by_key(|&foe| (path(foe), foe))
    }

    /// Goes toward a hostile by Stride and, if that is not enough, Dash.
    fn go_toward_with(
        &mut self,
        unit: UnitId,
        turn: &mut Turn,
        foe: UnitId,
        [stride, dash]: [u16; 2],
        goal: Near,
    ) {
        let Some((to, paces)) = self.best_step(unit, foe, stride + dash, goal) else { return };
        let how = if paces <= stride {
            turn.strode = true;
            Gait::Stride
        } else {
            self.spend_paces(unit, turn, paces, stride)
        };
        self.walk(unit, turn, to, paces, how);
    }

    fn go_toward(
        &mut self,
        unit: UnitId,
        foe: UnitId,
        paces: u16,
        turn: &mut Turn,
        (how, goal): (Gait, Near),
    ) {
        if let Some((to, paces)) = self.best_step(unit, foe, paces, goal) {
            self.walk(unit, turn, to, paces, how);
        }
    }

    /// Line 5: the square within so many paces with the least path left to a hostile, then the fewest paces, then
    /// lowest row and column; a weapon that reaches far stops in the first square from which it can attack.
    pub(super) fn best_step(
        &mut self,
        unit: UnitId,
        foe: UnitId,
        most: u16,
        goal: Near,
    ) -> Option<(At, u16)> {
        let rules = self.rules;
        let board = rules.board.as_ref()?;
        let here = self.state.unit(unit).at();
        let foe_at = self.state.unit(foe).at();
        // The paths left, from every square that the unit may reach.
        self.flood_from(unit, most);
        let mut ends: [(At, u16); MOST_ENDS] = [((0, 0), 0); MOST_ENDS];
        let mut n = 0;
        for nth in 0..self.state.scratch.n_reached() {
            let (at, paces, is_free) = self.state.scratch.nth(board, nth);
            if n < MOST_ENDS && (is_free || at == here) && self.may_go(unit, at) {
                ends[n] = (at, paces);
                n += 1;
            }
        }
        let shoots = |at: At| {
            let arms = &rules.unit(unit).arms;
            (0..arms.len()).any(|arm| {
                arms[arm].range > 1
                    && rules.is_usable(self.state, unit, arm)
                    && rules.reaches(self.state, unit, arm, foe, at)
            })
        };
        if goal == Near::InReach
            && let Some(&end) =
                ends[..n].iter().filter(|end| shoots(end.0)).min_by_key(|end| (end.1, end.0.1, end.0.0))
        {
            return (end.0 != here).then_some(end);
        }
        board.flood(&mut self.state.scratch, foe_at, FAR - 1, true);
        let state = &*self.state;
        let left = |at: At| state.scratch.paces(board, at);
        let by_path = left(here) != FAR;
        let value = |end: &(At, u16)| {
            let rest = if by_path { u32::from(left(end.0)) } else { board.distance(end.0, foe_at) };
            (rest, end.1, end.0.1, end.0.0)
        };
        let best = ends[..n].iter().min_by_key(|end| value(end))?;
        let nearer = value(best).0 < value(&(here, 0)).0;
        nearer.then_some(*best)
    }

    /// CA-26: a Retreat, if the unit may and wants to; whether it did.
    pub(super) fn retreat(&mut self, unit: UnitId, from: UnitId) -> bool {
        let rules = self.rules;
        if !rules.will_retreat(self.state, unit, from) {
            return false;
        }
        let Some(to) = rules.step_back(self.state, unit, from) else { return false };
        let it = self.state.unit_mut(unit);
        it.retreats = it.retreats.saturating_add(1).min(MOST_RETREATS);
        let at = it.at();
        (it.x, it.y) = to;
        self.state.quiet = false;
        self.obs.add(unit, Metric::Retreats, 1);
        self.obs.event(|| Event::Moves { unit, how: Gait::Retreat, from: at, to });
        self.release_all(unit);
        true
    }

    /// CA-21: whether a tie lets the defender Retreat at all: not the Reeling.
    pub(super) fn may_step_back(&self, unit: UnitId, from: UnitId) -> bool {
        self.rules.rulings.ties == Ties::Retreat
            && !self.state.of(unit).has(Status::Reeling)
            && self.rules.may_retreat(self.state, unit, from)
    }

    /// D-03 `kite`: after its Attack to the square farthest from the nearest hostile from which it still has its
    /// target in reach.
    pub(super) fn kite(&mut self, unit: UnitId, turn: &mut Turn, arm: usize, target: UnitId) {
        let rules = self.rules;
        let Some(board) = &rules.board else { return };
        if rules.unit(unit).arms[arm].range <= 1 || self.state.of(unit).any(Statuses::HELD) {
            return;
        }
        let stride = if self.may_stride(unit, turn) { rules.stride(self.state, unit) } else { 0 };
        let dash = if self.may_take_move(unit, turn, Act::Dash) { rules.dash(self.state, unit) } else { 0 };
        self.flood_from(unit, stride + dash);
        let state = &*self.state;
        let here = state.unit(unit).at();
        let hostiles = state.standing(rules.hostiles(state, unit));
        let gap = |at: At| {
            hostiles.into_iter().map(|foe| board.distance(at, state.unit(foe).at())).min().unwrap_or(0)
        };
        let mut best = (here, 0, gap(here));
        for n in 0..state.scratch.n_reached() {
            let (at, paces, is_free) = state.scratch.nth(board, n);
            let foe_at = state.unit(target).at();
            let in_reach =
                board.distance(at, foe_at) <= rules.unit(unit).arms[arm].range && board.sees(at, foe_at);
            if is_free && in_reach && self.may_go(unit, at) && gap(at) > best.2 {
                best = (at, paces, gap(at));
            }
        }
        let (to, paces, _) = best;
        if to != here {
            let how = self.spend_paces(unit, turn, paces, stride);
            self.walk(unit, turn, to, paces, how);
        }
    }

    /// Goes to the best square within Stride and Dash, or Sprint too, by what `value` gives, least first; whether
    /// it is there.
    pub(super) fn go_where(
        &mut self,
        unit: UnitId,
        turn: &mut Turn,
        fits: impl Fn(&Self, At) -> bool,
    ) -> bool {
        let rules = self.rules;
        let Some(board) = &rules.board else { return false };
        let here = self.state.unit(unit).at();
        if fits(self, here) {
            return true;
        }
        let stride = if self.may_stride(unit, turn) { rules.stride(self.state, unit) } else { 0 };
        let dash = if self.may_take_move(unit, turn, Act::Dash) { rules.dash(self.state, unit) } else { 0 };
        self.flood_from(unit, stride + dash);
        let mut best: Option<(At, u16)> = None;
        for n in 0..self.state.scratch.n_reached() {
            let (at, paces, is_free) = self.state.scratch.nth(board, n);
            let value = (paces, at.1, at.0);
            if is_free
                && self.may_go(unit, at)
                && best.is_none_or(|(to, least)| value < (least, to.1, to.0))
                && fits(self, at)
            {
                best = Some((at, paces));
            }
        }
        let Some((to, paces)) = best else { return false };
        let how = self.spend_paces(unit, turn, paces, stride);
        self.walk(unit, turn, to, paces, how);
        true
    }
}

/// So many squares at most are looked through for the end of one move: a Sprint of the fastest.
const MOST_ENDS: usize = 4096;

/// Retreats of a round are counted up to here.
const MOST_RETREATS: u8 = 60;
