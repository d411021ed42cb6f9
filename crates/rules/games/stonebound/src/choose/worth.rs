//! The worth of single effects of abilities to their user (the words *worth* and *net gain* of the
//! decisions): statuses, changes, flat damage, healing, being moved.

use crate::choose::judge::Judged;
use crate::data::vocabulary::{
    Ban, Bans, DamageKind, Effect, Kind, MAX_MARKS, MAX_STATUSES, Removal, Stat, Status, StatusId,
    StatusStats,
};
use crate::dice::centesimal::Centesimal;
use crate::state::{State, count};
use crate::{Prepared, Stonebound};
use fray_engine::roster::{UnitId, UnitSet};

/// A target while an action on it is judged: what earlier blows and effects of the action have made of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patient {
    pub(crate) hp: i32,
    /// PD and SD.
    pub(crate) defences: [i32; 2],
    /// Stacks of each status that were laid on it.
    laid: [u8; MAX_STATUSES],
    /// The statuses that it was rid of, a bit each.
    lifted: u16,
    /// The lasting effects that fell on it, a bit each.
    marks: [u64; MAX_MARKS.div_ceil(64)],
    /// Cards that its side discarded.
    discarded: u32,
    /// Fuses of it that were broken.
    broken: u32,
    /// The square from which the user acts.
    source: u16,
}

impl Patient {
    /// The same, after so many cards were taken from its side.
    pub(crate) fn robbed(self, cards: u32) -> Self {
        Self { discarded: cards, ..self }
    }

    /// The defence that a kind of damage meets.
    pub(crate) fn defence(&self, kind: DamageKind) -> i32 {
        match kind {
            DamageKind::P => self.defences[0],
            DamageKind::S => self.defences[1],
            DamageKind::H => 0,
        }
    }
}

impl Stonebound {
    /// A target before anything has come of the action.
    pub(crate) fn patient(&self, state: &State, target: UnitId, source: u16) -> Patient {
        Patient {
            hp: state.unit(target).hp.into(),
            defences: [DamageKind::P, DamageKind::S].map(|kind| self.defence(state, target, kind)),
            laid: [0; MAX_STATUSES],
            lifted: 0,
            marks: Default::default(),
            discarded: 0,
            broken: 0,
            source,
        }
    }

    /// Returns the worth of laying a status on an enemy.
    fn worth_of(&self, status: StatusId) -> i32 {
        match status {
            Status::BURN => 4,
            Status::SLEEP => 3,
            Status::BLIND => 2,
            _ => 1,
        }
    }

    /// Returns whether it makes a difference to a unit that these are forbidden: a Move without a board makes none, and
    /// abilities or fuses that it does not have.
    fn would_bar(&self, target: UnitId, bans: Bans) -> bool {
        let has = |kind: Kind| self.unit(target).skills.iter().any(|skill| skill.ability.kind == kind);
        bans.has(Ban::Attack)
            || bans.has(Ban::Move) && self.board.is_some()
            || bans.has(Ban::Ability) && has(Kind::Active)
            || bans.has(Ban::Fuse) && has(Kind::Fuse)
    }

    /// Returns whether a status takes nothing that a unit has: SB-49 abilities and fuses, SB-47 a CRT above 0, SB-51 what
    /// one forbids that does nothing else.
    fn is_vain(&self, state: &State, target: UnitId, status: StatusId) -> bool {
        let it = &self.statuses[status.idx()];
        match status {
            Status::SILENCE => !self.would_bar(target, Bans::of(&[Ban::Ability, Ban::Fuse])),
            Status::SHEAR => self.stat(state, target, Stat::Crt) == 0,
            _ => {
                it.forbid.any()
                    && it.stats == StatusStats::default()
                    && it.hp_end_of_turn == 0
                    && !self.would_bar(target, it.forbid)
            }
        }
    }

    fn is_harmful(&self, status: StatusId) -> bool {
        self.statuses[status.idx()].harmful
    }

    /// Returns the worth of an effect that is no attack on a target as it is by now, and whether it changes
    /// anything.
    pub(crate) fn judge_effect(
        &self,
        state: &State,
        user: UnitId,
        prepared: &Prepared,
        target: UnitId,
        times: i32,
        patient: &mut Patient,
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
                let laid = &mut patient.laid[add.status.idx()];
                let room = self.room(state, target, add.status).saturating_sub(*laid);
                let n = if add.status == Status::FREEZE {
                    room.min(1)
                } else {
                    room.min(add.stacks.saturating_mul(times as u8))
                };
                if n == 0 || self.is_vain(state, target, add.status) {
                    return none;
                }
                *laid += n;
                of(self.worth_of(add.status), n.into(), self.is_harmful(add.status))
            }
            Effect::RemoveStatus(what) => {
                let mut judged = none;
                for at in 0..self.statuses.len() {
                    let status = StatusId(at as u8);
                    let stacks = state.unit(target).stacks[at];
                    if stacks == 0
                        || patient.lifted >> at & 1 != 0
                        || matches!(what, Removal::One(one) if one != status)
                    {
                        continue;
                    }
                    patient.lifted |= 1 << at;
                    let stacks = if status == Status::FREEZE { 1 } else { stacks };
                    let rid = of(self.worth_of(status), stacks.into(), !self.is_harmful(status));
                    judged.gain += rid.gain;
                    judged.affects = true;
                    judged.hits_own |= rid.hits_own;
                }
                judged
            }
            Effect::Stat(_)
            | Effect::Evasion(_)
            | Effect::Negation(_)
            | Effect::Forbid(_)
            | Effect::Immune(_) => {
                let (word, bit) = (usize::from(prepared.mark / 64), 1 << (prepared.mark % 64));
                if state.marks[self.mark_at(target, prepared.mark)] > 0 || patient.marks[word] & bit != 0 {
                    return none;
                }
                let is_vain = match prepared.effect {
                    Effect::Forbid(ban) => !self.would_bar(target, ban.into()),
                    // SB-52: no number is below 0.
                    Effect::Stat(change) if change.by < 0 => match change.stat {
                        Stat::Pd => patient.defences[0] == 0,
                        Stat::Sd => patient.defences[1] == 0,
                        stat => self.stat(state, target, stat) == 0,
                    },
                    _ => false,
                };
                if is_vain {
                    return none;
                }
                patient.marks[word] |= bit;
                let harms = match prepared.effect {
                    Effect::Stat(change) => change.by < 0,
                    effect => matches!(effect, Effect::Forbid(_)),
                };
                of(1, 1, harms)
            }
            Effect::Damage(blast) => {
                let kind = blast.kind.unwrap_or(self.unit(user).kind);
                let damage = (i32::from(blast.n) * times - patient.defence(kind)).clamp(0, patient.hp);
                patient.hp -= damage;
                Judged {
                    gain: gain(damage, true),
                    affects: damage > 0,
                    hits_own: !is_enemy && damage > 0,
                    ..none
                }
            }
            Effect::Heal(n) => {
                let healed = (i32::from(n) * times).min(self.most_hp(target) - patient.hp);
                // Whom an effect before this one brought back can be healed.
                if healed <= 0 || patient.hp <= 0 {
                    return none;
                }
                patient.hp += healed;
                Judged { gain: gain(healed, false), affects: true, ..none }
            }
            Effect::Revive(n) => {
                if state.stands(target) || patient.hp > 0 {
                    return none;
                }
                let hp = (i32::from(n) * times).min(self.most_hp(target));
                patient.hp = hp;
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
            Effect::Discard(n) if count(&state.hands[self.side_of(target)]) > patient.discarded => {
                patient.discarded += u32::from(n) * times as u32;
                of(1, 1, true)
            }
            Effect::BreakFuse(n) if state.unit(target).lying.count_ones() > patient.broken => {
                patient.broken += u32::from(n) * times as u32;
                of(1, 1, true)
            }
            // What moves a unit affects it by the HP that this costs, and by the worth that the ability names.
            Effect::Push(steps) | Effect::Pull(steps) => {
                let away = matches!(prepared.effect, Effect::Push(_));
                let (moved, lost) =
                    self.shoved(state, patient, [user, target], i32::from(steps) * times, away);
                patient.hp -= lost;
                let fixed = fixed.filter(|worth| moved > 0 && *worth > 0);
                Judged {
                    gain: gain(lost + fixed.unwrap_or(0), true),
                    affects: lost > 0 || fixed.is_some(),
                    hits_own: !is_enemy && (lost > 0 || fixed.is_some()),
                    ..none
                }
            }
            Effect::ExtraActivation if state.granted.has(target) || !state.stands(target) => none,
            Effect::Swap if user == target || !state.stands(target) => none,
            Effect::ExtraActivation => {
                let worth = fixed.unwrap_or(0);
                Judged { gain: gain(worth, false), affects: worth > 0, ..none }
            }
            Effect::Swap | Effect::Teleport => {
                let worth = fixed.unwrap_or(0);
                Judged { gain: Centesimal::whole(worth), affects: worth > 0, ..none }
            }
            _ => none,
        }
    }

    /// Returns how many steps a push or a pull would move a unit, and the HP that Poison takes from it on the way.
    fn shoved(
        &self,
        state: &State,
        patient: &Patient,
        [user, target]: [UnitId; 2],
        steps: i32,
        away: bool,
    ) -> (i32, i32) {
        let Some(board) = &self.board else { return (0, 0) };
        let (mut at, source) = (state.unit(target).at, patient.source);
        if source == at {
            return (0, 0);
        }
        let direction = crate::rules::abilities::effect::shove_direction(board, source, at, away);
        let others = state.living(self.everyone).without(UnitSet::one(user)).without(UnitSet::one(target));
        let is_taken =
            |next: u16| next == source || others.into_iter().any(|other| state.unit(other).at == next);
        let (mut moved, mut lost) = (0, 0);
        for _ in 0..steps {
            if lost == patient.hp || !away && board.distance(at, source) <= 1 {
                break;
            }
            let next = board.step(at, direction);
            let Some(next) = next.filter(|&next| !board.is_blocked(next) && !is_taken(next)) else { break };
            at = next;
            moved += 1;
            lost += i32::from(self.is_poisoned_at(state, target, at));
        }
        (moved, lost)
    }
}
