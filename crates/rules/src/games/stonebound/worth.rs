//! What single effects of abilities are worth to who uses them (the words *worth* and *net gain* of the
//! decisions): statuses, changes, flat damage, healing, being moved.

use super::centesimal::Centesimal;
use super::judge::Judged;
use super::state::{State, count};
use super::vocabulary::{Effect, Removal, Status, StatusId};
use super::{Prepared, Stonebound};
use crate::engine::roster::UnitId;

impl Stonebound {
    /// What a status is worth to who lays it on an enemy.
    fn worth_of(&self, status: StatusId) -> i32 {
        match status {
            Status::BURN => 4,
            Status::SLEEP => 3,
            Status::BLIND => 2,
            _ => 1,
        }
    }

    fn is_harmful(&self, status: StatusId) -> bool {
        self.statuses[status.idx()].harmful
    }

    /// What an effect that is no attack is worth on a target, and whether it changes anything.
    pub(super) fn judge_effect(
        &self,
        state: &State,
        user: UnitId,
        prepared: &Prepared,
        target: UnitId,
        times: i32,
        hp: i32,
    ) -> Judged {
        let is_enemy = self.are_enemies(user, target);
        // What harms an enemy is a gain, what harms its own a loss.
        let gain = |n: i32, harms: bool| Centesimal::whole(if harms == is_enemy { n } else { -n });
        let fixed = prepared.worth.map(i32::from);
        let none = Judged::default();
        // So many times what it is worth.
        let of = |worth: i32, times: i32, harms: bool| Judged {
            gain: gain(fixed.unwrap_or(worth) * times, harms),
            affects: true,
            hits_own: !is_enemy && harms,
            ..none
        };
        match prepared.effect {
            Effect::AddStatus(add) => {
                let room = self.room(state, target, add.status);
                let n = if add.status == Status::FREEZE {
                    room.min(1)
                } else {
                    room.min(add.stacks * times as u8)
                };
                if n == 0 {
                    return none;
                }
                of(self.worth_of(add.status), n.into(), self.is_harmful(add.status))
            }
            Effect::RemoveStatus(what) => {
                let mut judged = none;
                for at in 0..self.statuses.len() {
                    let status = StatusId(at as u8);
                    let stacks = state.unit(target).stacks[at];
                    if stacks == 0 || matches!(what, Removal::One(one) if one != status) {
                        continue;
                    }
                    let stacks = if status == Status::FREEZE { 1 } else { stacks };
                    let rid = of(self.worth_of(status), stacks.into(), !self.is_harmful(status));
                    judged.gain += rid.gain;
                    judged.affects = true;
                }
                judged
            }
            Effect::Stat(_)
            | Effect::Evasion(_)
            | Effect::Negation(_)
            | Effect::Forbid(_)
            | Effect::Immune(_) => {
                if state.marks[self.mark_at(target, prepared.mark)] > 0 {
                    return none;
                }
                let harms = match prepared.effect {
                    Effect::Stat(change) => change.by < 0,
                    effect => matches!(effect, Effect::Forbid(_)),
                };
                of(1, 1, harms)
            }
            Effect::Damage(blast) => {
                let kind = blast.kind.unwrap_or(self.unit(user).kind);
                let damage = (i32::from(blast.n) * times - self.defence(state, target, kind)).clamp(0, hp);
                Judged {
                    gain: gain(damage, true),
                    kill: Centesimal::whole(i32::from(is_enemy && damage > 0 && damage == hp)),
                    affects: damage > 0,
                    hits_own: !is_enemy && damage > 0,
                }
            }
            Effect::Heal(n) => {
                let lacks = i32::from(self.unit(target).hp) - i32::from(state.unit(target).hp);
                let healed = (i32::from(n) * times).min(lacks);
                if healed <= 0 || !state.stands(target) {
                    return none;
                }
                Judged { gain: gain(healed, false), affects: true, ..none }
            }
            Effect::Revive(n) => {
                if state.stands(target) {
                    return none;
                }
                let hp = (i32::from(n) * times).min(self.unit(target).hp.into());
                Judged { gain: gain(hp, false), affects: true, ..none }
            }
            Effect::Draw(_) => {
                let side = self.side_of(user);
                let can = self.sides[side].holds && count(&state.deck) + count(&state.discards) > 0;
                if can {
                    Judged { gain: Centesimal::whole(fixed.unwrap_or(1)), affects: true, ..none }
                } else {
                    none
                }
            }
            Effect::Discard(_) if count(&state.hands[self.side_of(target)]) > 0 => of(1, 1, true),
            Effect::BreakFuse(_) if state.unit(target).lying != 0 => of(1, 1, true),
            Effect::Push(steps) | Effect::Pull(steps) => {
                let poisoned = self.is_under(state, target, Status::POISON);
                let away = matches!(prepared.effect, Effect::Push(_));
                let moved = self.shoved(state, user, target, i32::from(steps) * times, away);
                let lost = if poisoned { moved.min(hp) } else { 0 };
                Judged { gain: gain(lost + fixed.unwrap_or(0), true), affects: moved > 0, ..none }
            }
            Effect::ExtraActivation | Effect::Swap | Effect::Teleport => {
                Judged { gain: Centesimal::whole(fixed.unwrap_or(0)), affects: fixed.is_some(), ..none }
            }
            _ => none,
        }
    }

    /// How many steps a push or a pull would move a unit.
    fn shoved(&self, state: &State, source: UnitId, target: UnitId, steps: i32, away: bool) -> i32 {
        let Some(board) = &self.board else { return 0 };
        let mut at = state.unit(target).at;
        if source == target {
            return 0;
        }
        let direction = super::effect::shove_direction(board, state.unit(source).at, at, away);
        let mut moved = 0;
        for _ in 0..steps {
            if !away && board.distance(at, state.unit(source).at) <= 1 {
                break;
            }
            let next = board.step(at, direction).filter(|&next| !board.is_blocked(next));
            let Some(next) = next.filter(|&next| !self.is_taken(state, next, Some(target))) else { break };
            at = next;
            moved += 1;
        }
        moved
    }

    /// Whether one application leaves no room for another.
    pub(super) fn fills(&self, state: &State, target: UnitId, prepared: &Prepared) -> bool {
        match prepared.effect {
            Effect::AddStatus(add) => self.room(state, target, add.status) <= add.stacks,
            _ => true,
        }
    }
}
