//! The present numbers of units: what stands in their blocks, what statuses, fuses and abilities make of
//! it (SB-12, SB-22, SB-52, SB-54).

use crate::data::rulings::CrtOrder;
use crate::data::tactics::Fact;
use crate::data::vocabulary::{Bans, DamageKind, Effect, Kind, Stat, Status, StatusId, Target};
use crate::rules::abilities::status::Lasts;
use crate::state::State;
use crate::{Passive, Stonebound, forbids, makes_immune};
use fray_engine::roster::UnitId;

/// SB-47: the CRT that a stack of Shear takes off.
const SHEAR: i32 = 5;
/// SB-43: the CRT that Break adds to Standard Attacks on the unit.
const BREAK: i32 = 25;

impl Stonebound {
    /// Returns where the mark of a unit stands.
    #[inline(always)]
    pub(crate) fn mark_at(&self, unit: UnitId, mark: u8) -> usize {
        unit.idx() * self.marks.len() + mark as usize
    }

    /// SB-10, SB-54: whether an ability with no moment of its own, or a reaction, is on.
    #[inline]
    pub(crate) fn is_on(&self, state: &State, unit: UnitId, skill: u8) -> bool {
        let ability = &self.unit(unit).skills[skill as usize].ability;
        let lies = ability.kind != Kind::Fuse || state.unit(unit).lying >> skill & 1 != 0;
        lies && state.stands(unit)
    }

    /// Returns whether an effect that is always on reaches a unit where it stands.
    fn reaches(&self, state: &State, passive: &Passive, unit: UnitId) -> bool {
        self.reaches_at(state, passive, unit, state.unit(unit).at)
    }

    /// Returns whether an effect that is always on reaches a unit on a square.
    fn reaches_at(&self, state: &State, passive: &Passive, unit: UnitId, at: u16) -> bool {
        let ability = &self.unit(passive.unit).skills[passive.skill as usize].ability;
        let is_for = match ability.falls_on() {
            Target::AllAllies => !self.are_enemies(passive.unit, unit),
            Target::AllEnemies => self.are_enemies(passive.unit, unit),
            _ => passive.unit == unit,
        };
        is_for
            && self.is_on(state, passive.unit, passive.skill)
            && (passive.unit == unit || self.aura_reaches(state, passive, at))
            && ability.when.as_ref().is_none_or(|when| {
                when.holds(|fact| match fact {
                    // What such abilities keep up they do not ask for.
                    Fact::HasStatus(status) => {
                        let status = self.status_named(status);
                        (status.map_or(0, |status| self.laid(state, passive.unit, status)), 0)
                    }
                    fact => self.fact(state, passive.unit, None, fact),
                })
            })
    }

    /// SB-54: the range of an aura; abilities that are always on do not stretch it.
    fn aura_reaches(&self, state: &State, passive: &Passive, at: u16) -> bool {
        let Some(board) = &self.board else { return true };
        let ability = &self.unit(passive.unit).skills[passive.skill as usize].ability;
        let own = i32::from(self.unit(passive.unit).base[Stat::Rng as usize])
            + self.given(state, passive.unit, Stat::Rng)
            + self.by_statuses(Stat::Rng, |status| self.laid(state, passive.unit, status));
        board.in_range(state.unit(passive.unit).at, at, Self::range(ability.range, own.max(0)))
    }

    /// The lasting effects that a unit is under, each with how often it counts.
    pub(crate) fn in_force<'a>(
        &'a self,
        state: &'a State,
        unit: UnitId,
    ) -> impl Iterator<Item = (Effect, i32)> + 'a {
        self.in_force_at(state, unit, state.unit(unit).at)
    }

    /// The lasting effects that a unit would be under on a square.
    fn in_force_at<'a>(
        &'a self,
        state: &'a State,
        unit: UnitId,
        at: u16,
    ) -> impl Iterator<Item = (Effect, i32)> + 'a {
        let marks = self.marks.iter().enumerate().filter_map(move |(mark, lasting)| {
            let lasts = Lasts(state.marks[self.mark_at(unit, mark as u8)]);
            (lasts.0 > 0).then_some((lasting.effect, lasts.times()))
        });
        let passives = self.passives.iter().filter(move |passive| self.reaches_at(state, passive, unit, at));
        marks.chain(passives.map(|passive| (passive.effect, 1)))
    }

    /// Returns the sum of the given changes of a number.
    fn given(&self, state: &State, unit: UnitId, stat: Stat) -> i32 {
        let changes = self.changes[stat as usize].iter().map(|&(mark, by)| {
            let lasts = Lasts(state.marks[self.mark_at(unit, mark)]);
            if lasts.0 == 0 { 0 } else { i32::from(by) * lasts.times() }
        });
        changes.sum()
    }

    /// SB-51: the changes of a number by the statuses of a scenario. A sleep of its own is the first of them.
    fn by_statuses(&self, stat: Stat, stacks: impl Fn(StatusId) -> i32) -> i32 {
        let own = self.statuses.iter().enumerate().skip(Status::SLEEP.idx());
        let of = own.map(|(at, status)| match status.stats.get(stat) {
            0 => 0,
            by => by * stacks(StatusId(at as u8)),
        });
        of.sum()
    }

    /// Everything that changes a number.
    fn changed(&self, state: &State, unit: UnitId, stat: Stat) -> i32 {
        if !self.reads.statuses {
            return 0;
        }
        let passive: i32 = self
            .passives
            .iter()
            .map(|passive| match passive.effect {
                Effect::Stat(change) if change.stat == stat && self.reaches(state, passive, unit) => {
                    i32::from(change.by)
                }
                _ => 0,
            })
            .sum();
        let of_statuses = self.by_statuses(stat, |status| self.stacks(state, unit, status));
        passive + self.given(state, unit, stat) + of_statuses
    }

    /// A present number, not below 0 (SB-22, SB-32, SB-52). CRT and MV without Shear and Freeze.
    #[inline]
    pub(crate) fn stat(&self, state: &State, unit: UnitId, stat: Stat) -> i32 {
        let it = state.unit(unit);
        let base = match stat {
            Stat::Pd => it.pd,
            Stat::Sd => it.sd,
            Stat::Atk | Stat::Crt | Stat::Mv | Stat::Rng => self.unit(unit).base[stat as usize],
        };
        (i32::from(base) + self.changed(state, unit, stat)).max(0)
    }

    /// The defence that a kind of damage meets (SB-19, SB-20).
    #[inline]
    pub(crate) fn defence(&self, state: &State, unit: UnitId, kind: DamageKind) -> i32 {
        match kind {
            DamageKind::P => self.stat(state, unit, Stat::Pd),
            DamageKind::S => self.stat(state, unit, Stat::Sd),
            DamageKind::H => 0,
        }
    }

    /// Stacks of a status that were laid.
    #[inline(always)]
    fn laid(&self, state: &State, unit: UnitId, status: StatusId) -> i32 {
        i32::from(state.unit(unit).stacks[status.idx()])
    }

    /// SB-41: stacks of a status, those that were laid and those that abilities keep up which are always on.
    #[inline(always)]
    pub(crate) fn stacks(&self, state: &State, unit: UnitId, status: StatusId) -> i32 {
        let laid = self.laid(state, unit, status);
        if self.kept.is_empty() {
            return laid;
        }
        laid + self.kept_up(state, unit, status, state.unit(unit).at)
    }

    /// The stacks that abilities keep up on a unit on a square, beyond those that were laid.
    fn kept_up(&self, state: &State, unit: UnitId, status: StatusId, at: u16) -> i32 {
        let kept = self.kept.iter().map(|passive| match passive.effect {
            Effect::AddStatus(add) if add.status == status && self.reaches_at(state, passive, unit, at) => {
                i32::from(add.stacks)
            }
            _ => 0,
        });
        let room = i32::from(self.most_stacks(status)) - self.laid(state, unit, status);
        let kept = kept.sum::<i32>().min(room);
        let immune = |(effect, _)| makes_immune(effect, status);
        if kept > 0 && self.in_force_at(state, unit, at).any(immune) { 0 } else { kept }
    }

    /// Returns whether Poison was laid on a unit, so that it has it everywhere.
    pub(crate) fn is_laid_poison(&self, state: &State, unit: UnitId) -> bool {
        self.laid(state, unit, Status::POISON) > 0
    }

    /// Returns whether some ability that is always on keeps up a status.
    pub(crate) fn keeps_up(&self, status: StatusId) -> bool {
        let is_it =
            |passive: &Passive| matches!(passive.effect, Effect::AddStatus(add) if add.status == status);
        self.kept.iter().any(is_it)
    }

    /// SB-41, SB-48: whether a unit would be under Poison on a square.
    pub(crate) fn is_poisoned_at(&self, state: &State, unit: UnitId, at: u16) -> bool {
        let poison = Status::POISON;
        self.laid(state, unit, poison) > 0
            || !self.kept.is_empty() && self.kept_up(state, unit, poison, at) > 0
    }

    /// HP that abilities which are always on take at the end of the turn from a unit on a square (SB-45,
    /// SB-51).
    pub(crate) fn aura_loss(&self, state: &State, unit: UnitId, at: u16) -> u32 {
        if self.kept.is_empty() {
            return 0;
        }
        let of = |(id, status): (usize, &Status)| {
            let id = StatusId(id as u8);
            let each = match id {
                Status::BURN => self.rulings.burn_per_stack.0,
                _ => -i32::from(status.hp_end_of_turn),
            };
            if each > 0 { each * self.kept_up(state, unit, id, at) } else { 0 }
        };
        self.statuses.iter().enumerate().map(of).sum::<i32>().unsigned_abs()
    }

    /// Returns the amount by which PD or SD of a unit is raised now; changes that lower it are left out.
    pub(crate) fn raised(&self, state: &State, unit: UnitId, stat: Stat) -> i32 {
        let given = self.in_force(state, unit).map(|(effect, times)| match effect {
            Effect::Stat(change) if change.stat == stat => i32::from(change.by).max(0) * times,
            _ => 0,
        });
        let of_statuses = self.statuses.iter().enumerate().map(|(at, status)| match status.stats.get(stat) {
            by if by > 0 => by * self.stacks(state, unit, StatusId(at as u8)),
            _ => 0,
        });
        given.sum::<i32>() + of_statuses.sum::<i32>()
    }

    /// Returns whether a unit is under a status.
    #[inline(always)]
    pub(crate) fn is_under(&self, state: &State, unit: UnitId, status: StatusId) -> bool {
        self.stacks(state, unit, status) > 0
    }

    /// SB-12: effective CRT, with Break of the target of a Standard Attack, 0 to 100.
    #[inline]
    pub(crate) fn crt(&self, state: &State, unit: UnitId, target: Option<UnitId>) -> i32 {
        let base = i32::from(self.unit(unit).base[Stat::Crt as usize]);
        if !self.reads.statuses {
            return base;
        }
        let sheared = base - SHEAR * self.stacks(state, unit, Status::SHEAR);
        let broken = target.is_some_and(|target| self.stacks(state, target, Status::BREAK) > 0);
        let bonus = if broken { BREAK } else { 0 } + self.changed(state, unit, Stat::Crt);
        let sum = match self.rulings.crt_order {
            CrtOrder::ShearFloorThenBonus => sheared.max(0) + bonus,
            CrtOrder::SumThenClamp => sheared + bonus,
        };
        sum.clamp(0, 100)
    }

    /// Returns the bans on a unit.
    pub(crate) fn bans(&self, state: &State, unit: UnitId) -> Bans {
        if !self.reads.statuses {
            return Bans::default();
        }
        let mut bans = Bans::default();
        for (at, status) in self.statuses.iter().enumerate() {
            if status.forbid.any() && self.is_under(state, unit, StatusId(at as u8)) {
                bans = bans.or(status.forbid);
            }
        }
        let given = self.in_force(state, unit).filter_map(|(effect, _)| forbids(effect));
        given.fold(bans, |bans, ban| bans.or(ban.into()))
    }
}
