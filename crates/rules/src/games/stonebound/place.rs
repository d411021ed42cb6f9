//! Where a unit acts from, goes to, and lays areas and lines (D-04, D-12).

use super::Stonebound;
use super::choose::{Choice, Mind, What};
use super::judge::SAME;
use super::moves::Wish;
use super::tactics::{AreaChoice, MoveChoice};
use super::vocabulary::{Effect, Hits, Removal, StatusId, Target};
use crate::engine::roster::{UnitId, UnitSet};

impl Mind<'_> {
    /// Where a teleport goes: of the empty squares in range the one nearest to the target.
    pub(super) fn arrival(&self, target: Option<UnitId>, range: u16) -> Option<u16> {
        let board = self.rules.board.as_ref()?;
        let from = self.state.unit(self.unit).at;
        let goal = self.state.unit(target?).at;
        let empty = (0..board.len()).filter(|&at| {
            !board.is_blocked(at)
                && board.in_range(from, at, range)
                && !self.rules.is_taken(self.state, at, None)
        });
        empty.min_by_key(|&at| (board.distance(at, goal), board.distance(from, at), at))
    }

    /// D-12: where an area or a line is laid.
    pub(super) fn placement(&self, at: u8, range: u16, cost: u8) -> Option<Choice> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let (board, reach) = (rules.board.as_ref()?, self.reach.as_ref()?);
        let ability = &rules.unit(unit).skills[at as usize].ability;
        let living = state.living(rules.everyone);
        let enemies = rules.enemies(unit);
        let plan = &rules.unit(unit).tactics.area;
        let how = plan.choose(|fact| rules.fact(state, unit, None, fact));
        let here = state.unit(unit).at;
        let mut best: Option<(Choice, [f64; 4])> = None;
        let mut consider = |to: u16, distance: u16, is_on: &dyn Fn(u16) -> bool, hits: Hits| {
            let place = |other: UnitId| if other == unit { to } else { state.unit(other).at };
            let mut targets: UnitSet = living.filter(|&other| is_on(place(other))).collect();
            if hits == Hits::Pick {
                let harms = harms(rules, &ability.effects[0]);
                targets = targets.and(if harms { enemies } else { rules.allies(unit) });
            }
            if targets.is_empty() {
                return;
            }
            let judged = rules.judge_skill(state, unit, at, targets);
            let own = f64::from(targets.without(enemies).len());
            let caught = f64::from(targets.and(enemies).len());
            let far = -f64::from(distance);
            let rank = match how {
                AreaChoice::Net => [judged.gain, -own, far, 0.0],
                AreaChoice::Most => [caught, judged.gain, -own, far],
            };
            let is_more = best.as_ref().is_none_or(|(_, known)| {
                let differs = rank.iter().zip(known).find(|(a, b)| (*a - *b).abs() > SAME);
                differs.is_some_and(|(a, b)| a > b)
            });
            if is_more {
                let choice = Choice { what: What::Skill(at), target: None, targets, to, range, judged, cost };
                best = Some((choice, rank));
            }
        };
        match ability.falls_on() {
            Target::Area { radius, hits } => {
                let radius = u16::from(radius);
                for centre in 0..board.len() {
                    let is_on = |at: u16| board.distance(centre, at) <= radius;
                    if !living.into_iter().any(|other| is_on(state.unit(other).at)) {
                        continue;
                    }
                    let ends = reach.ends(state).filter(|&end| board.in_range(end, centre, range));
                    let Some(to) = ends.min_by_key(|&end| (reach.points(end), end)) else { continue };
                    consider(to, board.distance(to, centre), &is_on, hits);
                }
            }
            Target::Line { length, hits } => {
                let mut ends: Option<u16> = Some(here);
                let all: &mut dyn Iterator<Item = u16> = &mut reach.ends(state);
                while let Some(to) = ends.take().or_else(|| all.next()) {
                    for direction in 0..4 {
                        let is_on = |at: u16| on_line(board, to, direction, length, at);
                        consider(to, reach.points(to), &is_on, hits);
                    }
                }
            }
            _ => {}
        }
        best.map(|best| best.0)
    }

    /// D-04: the square from which it acts on a unit in this range. Its own without a board.
    pub(super) fn square_for(&self, target: UnitId, range: u16) -> u16 {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let here = state.unit(unit).at;
        let Some(reach) = &self.reach else { return here };
        let board = reach.board;
        let goal = state.unit(target).at;
        let enemies = state.living(rules.enemies(unit));
        let wish = Wish { reach, state, unit, enemies };
        let plan = &rules.unit(unit).aim.moves;
        let how = plan.choose(|fact| rules.fact(state, unit, Some(target), fact));
        let is_good = |at: u16| board.in_range(at, goal, range);
        let is_there = is_good(here);
        let found = match how {
            MoveChoice::Advance | MoveChoice::Hold if is_there && board.hazard(here) == 0 => Some(here),
            MoveChoice::Hold => None,
            // It acts first and retires then.
            MoveChoice::Kite if is_there => Some(here),
            MoveChoice::Kite => wish.best(is_good, |at| 9999 - wish.nearest(at, None), Some(target)),
            MoveChoice::Rush => wish.best(is_good, |at| board.distance(at, goal).into(), Some(target)),
            MoveChoice::Advance => wish.best(is_good, |_| 0, Some(target)),
        };
        found.unwrap_or(here)
    }

    /// D-04, `kite`: where the nearest enemy is farthest off, if that is farther than here.
    pub(super) fn retreat(&self) -> Option<u16> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let reach = self.reach.as_ref()?;
        let wish = Wish { reach, state, unit, enemies: state.living(rules.enemies(unit)) };
        let here = state.unit(unit).at;
        let to = wish.best(|_| true, |at| 9999 - wish.nearest(at, None), None)?;
        (wish.nearest(to, None) > wish.nearest(here, None)).then_some(to)
    }

    /// D-03, D-04: with nobody to act on, the square nearest to where it could act on an enemy it could affect,
    /// or help one of its own.
    pub(super) fn approach(&self) -> Option<u16> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let reach = self.reach.as_ref()?;
        let living = state.living(rules.enemies(unit));
        let affected: UnitSet = living.filter(|&enemy| self.could_affect(enemy).is_some()).collect();
        let walk = |enemy: UnitId, range: u16| {
            (rules.walk(state, unit, enemy, range), rules.distance(state, unit, enemy))
        };
        let (goal, range) = if affected.is_empty() {
            let helps = rules
                .unit(unit)
                .skills
                .iter()
                .find(|skill| matches!(skill.ability.falls_on(), Target::Ally | Target::AllAllies))?;
            let range = self.range_of(&helps.ability);
            let others = state.living(rules.allies(unit)).without(UnitSet::one(unit));
            (others.min_by_key(|&ally| walk(ally, range))?, range)
        } else {
            let near = |&enemy: &UnitId| walk(enemy, self.could_affect(enemy).unwrap_or(1));
            let goal = affected.min_by_key(near)?;
            (goal, self.could_affect(goal)?)
        };
        let at = state.unit(goal).at;
        let wish = Wish { reach, state, unit, enemies: living };
        for regard in [true, false] {
            let ways = rules.walks(state, unit, at, range, regard)?;
            if ways.points[usize::from(reach.from)] < super::board::FAR {
                return wish.best(|_| true, |end| ways.points[usize::from(end)].into(), Some(goal));
            }
        }
        wish.best(|_| true, |end| reach.board.distance(end, at).into(), Some(goal))
    }

    /// A square without a hazard, for who stands on one and has nothing to do.
    pub(super) fn step_off(&self) -> Option<u16> {
        let reach = self.reach.as_ref()?;
        let here = self.state.unit(self.unit).at;
        if reach.board.hazard(here) == 0 {
            return None;
        }
        let enemies = self.state.living(self.rules.enemies(self.unit));
        let wish = Wish { reach, state: self.state, unit: self.unit, enemies };
        let to = wish.best(|_| true, |_| 0, None)?;
        (wish.cheapest_loss(to) < wish.cheapest_loss(here)).then_some(to)
    }
}

/// Whether an effect harms whom it falls on.
pub(super) fn harms(rules: &Stonebound, effect: &Effect) -> bool {
    match effect {
        Effect::AddStatus(add) => rules.statuses[add.status.idx()].harmful,
        Effect::RemoveStatus(Removal::One(StatusId(at))) => !rules.statuses[*at as usize].harmful,
        Effect::Stat(change) => change.by < 0,
        Effect::RemoveStatus(Removal::All)
        | Effect::Evasion(_)
        | Effect::Negation(_)
        | Effect::Heal(_)
        | Effect::Revive(_)
        | Effect::Immune(_)
        | Effect::Draw(_)
        | Effect::ExtraActivation => false,
        _ => true,
    }
}

/// SB-35: whether a square is on a line that begins beside `from`.
pub(super) fn on_line(board: &super::board::Board, from: u16, direction: usize, length: u8, at: u16) -> bool {
    let mut square = from;
    for _ in 0..length {
        match board.step(square, direction) {
            Some(next) if next == at => return true,
            Some(next) => square = next,
            None => return false,
        }
    }
    false
}
