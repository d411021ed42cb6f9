//! The squares from which a unit acts, to which it goes, and where it lays areas and lines (D-04, D-12).

use core::cmp::Reverse;

use crate::Stonebound;
use crate::choose::moves::{MoveGoal, ReachQuery, nearest};
use crate::choose::{Choice, Mind, What};
use crate::data::tactics::{AreaChoice, Fact, MoveChoice, Poisoned};
use crate::data::vocabulary::{Effect, Hits, Removal, StatusId, Target};
use fray_engine::roster::{UnitId, UnitSet};

impl Mind<'_> {
    /// The square of arrival of a teleport: the one that D-04 would choose of the empty ones in range and its
    /// own, for the target or, without one, for the enemy that it would approach. `None` where it would stay.
    pub(crate) fn arrival(&self, target: Option<UnitId>, range: u16) -> Option<u16> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let board = rules.board.as_ref()?;
        let here = state.unit(unit).at;
        let target = target.or_else(|| self.enemy_to_go_to())?;
        let goal = state.unit(target).at;
        let reach = self.could_affect(target).unwrap_or(self.own as u16);
        let how = rules.unit(unit).aim.moves.choose(|fact| rules.fact(state, unit, Some(target), fact));
        let enemies = state.living(rules.enemies(unit));
        let lost = |at: u16| u32::from(board.hazard(at)) + rules.aura_loss(state, unit, at);
        let hp = u32::from(state.unit(unit).hp.unsigned_abs());
        let rank = |&at: &u16| {
            let is_there = board.in_range(at, goal, reach);
            let then = match how {
                MoveChoice::Kite => 9999 - nearest(board, state, enemies, at, None),
                MoveChoice::Rush => board.distance(at, goal).into(),
                MoveChoice::Advance | MoveChoice::Hold => 0,
            };
            let far = 9999 - nearest(board, state, enemies, at, Some(target));
            let short = if is_there { 0 } else { board.distance(at, goal) };
            (short, lost(at), then, board.distance(here, at), far, at)
        };
        let is_open = |at: u16| {
            !board.is_blocked(at)
                && board.in_range(here, at, range)
                && lost(at) < hp
                && !rules.is_taken(state, at, None)
        };
        let to = (0..board.len()).filter(|&at| at == here || is_open(at)).min_by_key(rank)?;
        (to != here).then_some(to)
    }

    /// D-12: where an area or a line is laid. Of the squares from which an area can be laid that count which
    /// D-04 likes best, and the best of those on which the area does not catch the user.
    pub(crate) fn placement(&self, at: u8, range: u16, cost: u8) -> Option<Choice> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let reach = self.reach.as_ref()?;
        let board = reach.board;
        let ability = &rules.unit(unit).skills[at as usize].ability;
        let (living, enemies) = (state.living(rules.everyone), rules.enemies(unit));
        let how = rules.unit(unit).tactics.area.choose(|fact| rules.fact(state, unit, None, fact));
        let harms = harms(rules, &ability.effects[0]);
        let mut best = None;
        let mut consider = |to: u16, far: u32, is_on: &dyn Fn(u16) -> bool, hits: Hits| {
            let place = |other: UnitId| if other == unit { to } else { state.unit(other).at };
            let mut targets: UnitSet = living.filter(|&other| is_on(place(other))).collect();
            if hits == Hits::Pick {
                targets = targets.and(if harms { enemies } else { rules.allies(unit) });
            }
            if targets.is_empty() {
                return;
            }
            let judged = rules.judge_skill(state, unit, at, targets, to);
            let caught = match how {
                AreaChoice::Net => 0,
                AreaChoice::Most => targets.and(enemies).len(),
            };
            let rank = (caught, judged.gain, Reverse(targets.without(enemies).len()), Reverse(far));
            if best.as_ref().is_none_or(|(_, known)| rank > *known) {
                let choice = Choice {
                    what: What::PreparedAbility(at),
                    target: None,
                    targets,
                    to,
                    range,
                    judged,
                    cost,
                };
                best = Some((choice, rank));
            }
        };
        match ability.falls_on() {
            Target::Area { radius, hits } => {
                let near = rules.nearest_by_air(state, unit);
                let moves = rules.unit(unit).aim.moves.choose(|fact| rules.fact(state, unit, near, fact));
                // What harms is laid where enemies are; what helps where anybody is.
                let sought = if harms { state.living(enemies) } else { living };
                for centre in 0..board.len() {
                    let is_on = |at: u16| board.distance(centre, at) <= u16::from(radius);
                    if !sought.into_iter().any(|other| is_on(state.unit(other).at)) {
                        continue;
                    }
                    let in_range = |at: u16| board.in_range(at, centre, range);
                    let Some(to) = self.square_where(moves, in_range, centre, None) else { continue };
                    consider(to, board.distance(to, centre).into(), &is_on, hits);
                    if is_on(to)
                        && let Some(to) =
                            self.square_where(moves, |at| in_range(at) && !is_on(at), centre, None)
                    {
                        consider(to, board.distance(to, centre).into(), &is_on, hits);
                    }
                }
            }
            Target::Line { length, hits } => {
                let wish = self.wish(reach);
                for to in reach.ends() {
                    for direction in 0..4 {
                        let is_on = |at: u16| on_line(board, to, direction, length, at);
                        consider(to, wish.lost(to) << 16 | u32::from(reach.points(to)), &is_on, hits);
                    }
                }
            }
            _ => {}
        }
        best.map(|best| best.0)
    }

    /// D-04: the square from which it acts on a unit in this range. Its own without a board.
    pub(crate) fn square_for(&self, target: UnitId, range: u16) -> u16 {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let here = state.unit(unit).at;
        let Some(reach) = &self.reach else { return here };
        let goal = state.unit(target).at;
        let how = rules.unit(unit).aim.moves.choose(|fact| rules.fact(state, unit, Some(target), fact));
        let is_good = |at: u16| reach.board.in_range(at, goal, range);
        self.square_where(how, is_good, goal, Some(target)).unwrap_or(here)
    }

    /// D-04: the square of its reach to which a tactic sends it, of those that are good for its action on what
    /// stands at `goal`.
    fn square_where(
        &self,
        how: MoveChoice,
        is_good: impl Fn(u16) -> bool,
        goal: u16,
        target: Option<UnitId>,
    ) -> Option<u16> {
        let reach = self.reach.as_ref()?;
        let (board, here) = (reach.board, reach.from);
        let wish = self.wish(reach);
        let is_there = is_good(here);
        match how {
            MoveChoice::Advance if is_there && wish.lost(here) == 0 => Some(here),
            MoveChoice::Hold => is_there.then_some(here),
            // It acts first and retires then.
            MoveChoice::Kite if is_there => Some(here),
            MoveChoice::Kite => wish.cheapest(is_good, |at| 9999 - wish.nearest(at, None), None),
            MoveChoice::Rush => wish.cheapest(is_good, |at| board.distance(at, goal).into(), target),
            MoveChoice::Advance => wish.cheapest(is_good, |_| 0, target),
        }
    }

    /// Returns its preferences among squares: living enemies, and the cost of going there.
    fn wish<'b>(&'b self, reach: &'b ReachQuery<'b>) -> MoveGoal<'b> {
        let (rules, state) = (self.rules, self.state);
        let poisoned = &rules.unit(self.unit).tactics.poisoned;
        let how = poisoned.choose(|fact| rules.fact(state, self.unit, None, fact));
        let enemies = state.living(rules.enemies(self.unit));
        MoveGoal { reach, state, enemies, ignores_poison: how == Poisoned::Ignore }
    }

    /// D-04, `kite`: where the nearest enemy is farthest off, if that is farther than here; not for HP (D-08).
    pub(crate) fn retreat(&self) -> Option<u16> {
        let reach = self.reach.as_ref()?;
        let wish = self.wish(reach);
        let here = reach.from;
        let to = wish.cheapest(|_| true, |at| 9999 - wish.nearest(at, None), None)?;
        (wish.nearest(to, None) > wish.nearest(here, None)).then_some(to)
    }

    /// D-03, D-04: with nobody to act on, the square nearest to where it could act on an enemy it could affect,
    /// or help one of its own.
    pub(crate) fn approach(&self) -> Option<u16> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let reach = self.reach.as_ref()?;
        let (goal, range) = match self.enemy_to_go_to() {
            Some(enemy) => (enemy, self.could_affect(enemy)?),
            None => self.friend_to_go_to()?,
        };
        let at = state.unit(goal).at;
        let wish = self.wish(reach);
        for regard in [true, false] {
            let ways = rules.walks(state, unit, at, range, regard)?;
            if ways.points[usize::from(reach.from)] < crate::board::FAR {
                return wish.nearest_to(|end| ways.points[usize::from(end)].into(), Some(goal));
            }
        }
        wish.nearest_to(|end| reach.board.distance(end, at).into(), Some(goal))
    }

    /// D-03: the enemy that it could affect and that it approaches, with nobody to act on.
    fn enemy_to_go_to(&self) -> Option<UnitId> {
        let living = self.state.living(self.rules.enemies(self.unit));
        let affected: UnitSet = living.filter(|&enemy| self.could_affect(enemy).is_some()).collect();
        let range = |enemy: UnitId| self.could_affect(enemy).unwrap_or(1);
        self.rules.least_walk(self.state, self.unit, affected, range)
    }

    /// D-03, D-09: with no enemy that it could affect, the friend to whom it goes and from how far it helps: whom
    /// D-09 picks, wherever he is, or if nobody lacks anything the nearest.
    fn friend_to_go_to(&self) -> Option<(UnitId, u16)> {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let needy = self.skills().find_map(|at| {
            let range = self.helps_within(at)?;
            Some((self.needy(at, |_| true)?, range))
        });
        needy.filter(|(friend, _)| *friend != unit).or_else(|| {
            let skills = 0..rules.unit(unit).skills.len() as u8;
            let range = skills.filter(|&at| self.may_help(at)).find_map(|at| self.helps_within(at))?;
            let others = state.living(rules.allies(unit)).without(UnitSet::one(unit));
            Some((rules.least_walk(state, unit, others, |_| range)?, range))
        })
    }

    /// From how far an ability for its own side helps a unit of it.
    fn helps_within(&self, at: u8) -> Option<u16> {
        let ability = &self.rules.unit(self.unit).skills[at as usize].ability;
        let range = self.range_of(ability);
        let helps = !harms(self.rules, &ability.effects[0]);
        match ability.falls_on() {
            Target::Ally | Target::AllAllies => Some(range),
            Target::Area { radius, .. } if helps => Some(range.saturating_add(radius.into())),
            // On whom stands beside it a line can always be laid.
            Target::Line { .. } if helps => Some(1),
            _ => None,
        }
    }

    /// Returns whether an ability may yet be of use to its side: it has uses left, what its condition asks of
    /// others than a target holds, and something can come of an effect.
    fn may_help(&self, at: u8) -> bool {
        let (rules, state, unit) = (self.rules, self.state, self.unit);
        let ability = &rules.unit(unit).skills[at as usize].ability;
        let fact = |fact| rules.fact(state, unit, None, fact);
        ability.is_used()
            && ability.uses.is_none_or(|most| state.unit(unit).uses[at as usize] < most)
            && ability
                .when
                .as_ref()
                .is_none_or(|when| when.holds_in_part(|fact: Fact| !fact.is_of_target(), fact))
            && ability.effects.iter().any(|effect| rules.can_work(effect))
    }

    /// A square that costs fewer HP, for a unit that loses some where it stands and has nothing to do.
    pub(crate) fn step_off(&self) -> Option<u16> {
        let reach = self.reach.as_ref()?;
        let here = reach.from;
        let wish = self.wish(reach);
        if wish.lost(here) == 0 {
            return None;
        }
        let to = wish.cheapest(|_| true, |_| 0, None)?;
        (wish.lost(to) < wish.lost(here)).then_some(to)
    }
}

impl Stonebound {
    /// Returns whether an effect can do something in this scenario: nobody is rid of a status that nobody can have.
    fn can_work(&self, effect: &Effect) -> bool {
        match effect {
            Effect::RemoveStatus(Removal::One(status)) => self.can_be_laid >> status.idx() & 1 != 0,
            Effect::RemoveStatus(Removal::All) => self.can_be_laid != 0,
            _ => true,
        }
    }
}

/// Returns whether an effect harms whom it falls on.
pub(crate) fn harms(rules: &Stonebound, effect: &Effect) -> bool {
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
pub(crate) fn on_line(board: &crate::board::Board, from: u16, direction: usize, length: u8, at: u16) -> bool {
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
