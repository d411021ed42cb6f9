//! The effects of abilities and hits on a unit (CA-04, CA-37, CA-53, CA-54), and how long they last (CA-49,
//! CA-62).

use crate::board::At;
use crate::data::events::{Event, MoveKind};
use crate::data::metrics::Cured;
use crate::data::rulings::ReviveStatuses;
use crate::data::vocabulary::{Direction, Duration, Effect, Status, Statuses, Timing, Trigger, Who};
use crate::dice::draws::Check;
use crate::dice::pool::Pool;
use crate::rules::abilities::cause::StatusCause;
use crate::state::State;
use crate::{Cardinal, ModKind, NO_MOD, OnHit, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, Observer};
use fray_engine::roster::UnitId;

/// Lasts to the end of the attack.
const THIS_ATTACK: u8 = 250;
/// Lasts to the end of the present turn.
const END_OF_TURN: u8 = 251;
/// Lasts to the start of its holder's next turn.
const OWN_NEXT_TURN: u8 = 252;
/// Lasts until a roll ends it.
const UNTIL_ROLL: u8 = 253;
/// Lasts for the fight.
const FIGHT: u8 = 255;

/// The number by which a duration is kept.
fn lasts(duration: Duration) -> u8 {
    match duration {
        Duration::Instant => 0,
        Duration::ThisAttack => THIS_ATTACK,
        Duration::EndOfTurn => END_OF_TURN,
        Duration::OwnNextTurn => OWN_NEXT_TURN,
        Duration::Rounds(n) => n,
        Duration::UntilRoll { .. } => UNTIL_ROLL,
        Duration::Fight => FIGHT,
    }
}

impl Cardinal {
    /// CA-54: where a move by an effect brings a unit, step by step, as far as squares can be entered; `None` where it
    /// brings it nowhere.
    pub(crate) fn shifted(
        &self,
        state: &State,
        unit: UnitId,
        other: UnitId,
        paces: u16,
        direction: Direction,
    ) -> Option<At> {
        let board = self.board.as_ref()?;
        let it = state.unit(unit);
        if unit == other || it.statuses.any(Statuses::HELD.or(Statuses::OUT)) {
            return None;
        }
        let holder = (it.holder > 0).then(|| state.units[usize::from(it.holder - 1)].at());
        let from = it.at();
        let goal = state.unit(other).at();
        let distance = |to: At| {
            let (dx, dy) = (u32::from(to.0.abs_diff(goal.0)), u32::from(to.1.abs_diff(goal.1)));
            (board.distance(to, goal), dx + dy)
        };
        let mut at = from;
        for _ in 0..paces {
            // CA-55: nobody who is held comes farther from who holds it.
            let holds = |to: &At| {
                holder.is_none_or(|holder| board.distance(*to, holder) <= board.distance(at, holder))
            };
            let next = board.around(at).filter(|to| self.is_free(state, *to) && holds(to));
            let best = match direction {
                Direction::Toward => next
                    .min_by_key(|&to| (distance(to), to.1, to.0))
                    .filter(|&to| distance(to) < distance(at)),
                Direction::Away => {
                    let far = |to| (core::cmp::Reverse(distance(to)), to.1, to.0);
                    next.min_by_key(|&to| far(to)).filter(|&to| distance(to) > distance(at))
                }
            };
            let Some(to) = best else { break };
            at = to;
        }
        (at != from).then_some(at)
    }
}

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// One effect of an ability on one target.
    pub(crate) fn apply(&mut self, it: ActionRef, ability: usize, nth: usize, target: UnitId) {
        let skill = &self.rules.unit(it.by).abilities[ability];
        let effect = &skill.ability.effects[nth];
        // CA-54: a reaction to an attack has dice of that attack rolled again.
        let is_brief = matches!(effect, Effect::Reroll(_))
            && matches!(
                skill.ability.timing,
                Timing::Reaction(Trigger::Attacked | Trigger::AllyAttacked | Trigger::Hit)
            );
        let duration = if is_brief { Some(Duration::ThisAttack) } else { effect.lasts() };
        self.bring(it, effect, (skill.mods[nth], duration), target);
    }

    /// CA-67: applies the effects of a hit with a weapon beside its damage.
    pub(crate) fn apply_on_hit(&mut self, it: ActionRef, target: UnitId, effects: &[OnHit]) {
        for OnHit { effect, made } in effects {
            self.bring(it, effect, (*made, effect.lasts()), target);
        }
    }

    /// An effect comes about: it lasts, or it is over at once. Who is out is given nothing: cures alone reach it, and of
    /// the fallen those that bring them back.
    fn bring(
        &mut self,
        it: ActionRef,
        effect: &Effect,
        (made, duration): (u8, Option<Duration>),
        target: UnitId,
    ) {
        let has = self.state.of(target);
        let reaches = match effect {
            Effect::RemoveStatus(statuses) => has.are_cured_by(Statuses::of(statuses)),
            Effect::Revive => true,
            _ => !has.any(Statuses::OUT),
        };
        if !reaches {
            return;
        }
        if made == NO_MOD {
            self.apply_now(it, effect, target);
        } else {
            self.lay_mod(it, target, made, lasts(duration.unwrap_or(Duration::Fight)));
        }
    }

    /// An effect that is over when it has happened, or that lasts for the fight.
    fn apply_now(&mut self, it: ActionRef, effect: &Effect, target: UnitId) {
        let rules = self.rules;
        let unit = it.by;
        self.state.quiet = false;
        match effect {
            Effect::AddStatus { status, .. } => {
                self.give(target, Statuses::of(&[*status]), StatusCause::Ability, Some(it));
                if Statuses::TURNED.has(*status) {
                    self.state.unit_mut(target).master = rules.unit(unit).side.0;
                }
                if *status == Status::Overkilled {
                    self.overkilled.insert(target);
                    self.after_hits(Some(it));
                }
            }
            Effect::RemoveStatus(statuses) => {
                self.cure(target, Statuses::of(statuses), Cured::Ability, Some(it));
                let left = self.state.unit(target);
                if left.height > 0 && !left.statuses.has(Status::Flying) {
                    self.dropping.insert(target);
                }
            }
            Effect::Ward(points) => {
                let ward = &mut self.state.unit_mut(target).ward;
                *ward = (*ward).max(*points);
                let ward = *ward;
                self.obs.event(|| Event::Warded { unit: target, ward });
            }
            Effect::Knockdown => {
                self.give(target, Statuses::of(&[Status::Knockdown]), StatusCause::Ability, Some(it))
            }
            Effect::Disarm => {
                if let Some(weapon) = rules.first_ready(self.state, target) {
                    self.state.unit_mut(target).ready &= !(1 << weapon);
                    self.obs.event(|| Event::Disarmed { unit: target, weapon: weapon as u8 });
                }
            }
            Effect::Reload => {
                let all = ((1_u16 << rules.unit(target).n_weapons) - 1) as u8;
                self.state.unit_mut(target).loaded |= all;
            }
            Effect::Move { who, paces, direction } => {
                let (mover, other) = if *who == Who::Itself { (unit, target) } else { (target, unit) };
                self.shift(mover, other, u16::from(*paces), *direction);
            }
            Effect::Teleport(paces) => {
                if let Some(to) = rules.teleport_to(self.state, target, u16::from(*paces)) {
                    let it = self.state.unit_mut(target);
                    let from = it.at();
                    it.put(to);
                    self.obs.event(|| Event::Moves { unit: target, how: MoveKind::Teleport, from, to });
                    self.slip(target);
                }
            }
            Effect::Revive if self.state.of(target).any(Statuses::DEAD) => {
                let with = match rules.rulings.revive_statuses {
                    ReviveStatuses::None => Statuses::default(),
                    ReviveStatuses::HurtInjuredAfraidReeling => {
                        Statuses::of(&[Status::Hurt, Status::Injured, Status::Afraid, Status::Reeling])
                    }
                };
                self.come_back(target, Status::Dead, with, Cured::Ability, it);
            }
            _ => {}
        }
    }

    /// Somebody is moved step by step, as far as squares are free.
    fn shift(&mut self, unit: UnitId, other: UnitId, paces: u16, direction: Direction) {
        let from = self.state.unit(unit).at();
        if let Some(to) = self.rules.shifted(self.state, unit, other, paces, direction) {
            self.state.unit_mut(unit).put(to);
            self.obs.event(|| Event::Moves { unit, how: MoveKind::Shift, from, to });
            self.slip(unit);
        }
    }

    /// CA-49: a lasting effect; the longer of two stays.
    fn lay_mod(&mut self, it: ActionRef, target: UnitId, made: u8, lasts: u8) {
        let rules = self.rules;
        if lasts == 0 {
            return;
        }
        let place = target.idx() * rules.mods.len() + usize::from(made);
        if let ModKind::Status(status) = rules.mods[usize::from(made)].what {
            let held = self.state.of(target).has(status);
            let for_good = held && !self.is_for_a_time(target, status);
            if !held {
                self.give(target, Statuses::of(&[status]), StatusCause::Ability, Some(it));
            }
            if Statuses::TURNED.has(status) {
                self.state.unit_mut(target).master = rules.unit(it.by).side.0;
            }
            if for_good || !self.state.of(target).has(status) {
                return;
            }
        }
        self.state.quiet = false;
        let kept = &mut self.state.mods[place];
        *kept = (*kept).max(lasts);
        self.obs.event(|| Event::Under { unit: target, made });
    }

    /// Ends lasting effects of a unit for which `ends` gives the new duration.
    fn end_mods(&mut self, unit: UnitId, ends: impl Fn(u8) -> u8) {
        let rules = self.rules;
        let n = rules.mods.len();
        for at in 0..n {
            let place = unit.idx() * n + at;
            let before = self.state.mods[place];
            if before == 0 {
                continue;
            }
            let after = ends(before);
            if after == before {
                continue;
            }
            self.state.quiet = false;
            self.state.mods[place] = after;
            if after == 0 {
                self.end_status_of(unit, at);
            }
        }
    }

    /// CA-49: whether a lasting effect gives the unit a status for a time.
    fn is_for_a_time(&self, unit: UnitId, status: Status) -> bool {
        let mods = &self.rules.mods;
        let own = &self.state.mods[unit.idx() * mods.len()..][..mods.len()];
        mods.iter().zip(own).any(|(made, &lasts)| lasts > 0 && made.what == ModKind::Status(status))
    }

    /// CA-49: the status that a lasting effect gave is over with it, unless another still gives it.
    fn end_status_of(&mut self, unit: UnitId, made: usize) {
        if let ModKind::Status(status) = self.rules.mods[made].what
            && !self.is_for_a_time(unit, status)
        {
            self.end_status(unit, status);
            self.obs.event(|| Event::Cured { unit, statuses: Statuses::of(&[status]) });
        }
    }

    /// Ends the lasting effects whose duration is one attack.
    pub(crate) fn end_brief(&mut self) {
        if self.rules.mods.is_empty() {
            return;
        }
        for unit in self.rules.everyone {
            self.end_mods(unit, |lasts| if lasts == THIS_ATTACK { 0 } else { lasts });
        }
    }

    /// Ends the lasting effects of a unit whose duration is up to the start of its turn.
    pub(crate) fn end_own_turn_mods(&mut self, unit: UnitId) {
        if !self.rules.mods.is_empty() {
            self.end_mods(unit, |lasts| if lasts == OWN_NEXT_TURN { 0 } else { lasts });
        }
    }

    /// CA-62: the end of a turn: what ends by a roll of its holder.
    pub(crate) fn roll_mods_off(&mut self, unit: UnitId) {
        let rules = self.rules;
        let n = rules.mods.len();
        for at in 0..n {
            let place = unit.idx() * n + at;
            let Some((pool, number, needed)) = rules.mods[at].until else { continue };
            if self.state.mods[place] != UNTIL_ROLL {
                continue;
            }
            let check = Check::of(pool, u32::from(number), Pool::NONE, needed);
            let rolled = self.check(by(unit, Purpose::Effect), &check);
            self.state.quiet = false;
            if rolled.successes >= needed {
                self.state.mods[place] = 0;
                self.end_status_of(unit, at);
            }
        }
    }

    /// CA-62: ends the lasting effects of all units whose duration is up to the end of the turn.
    pub(crate) fn end_turn_mods(&mut self) {
        if self.rules.mods.is_empty() {
            return;
        }
        for unit in self.rules.everyone {
            self.end_mods(unit, |lasts| if lasts == END_OF_TURN { 0 } else { lasts });
        }
    }

    /// CA-62: a round end is counted.
    pub(crate) fn end_round_mods(&mut self) {
        if self.rules.mods.is_empty() {
            return;
        }
        for unit in self.rules.everyone {
            self.end_mods(unit, |lasts| if lasts <= 100 { lasts - 1 } else { lasts });
        }
    }
}
