//! The present numbers of units: what stands in their blocks, what statuses, fuses and abilities make of
//! it (SB-12, SB-22, SB-52, SB-54).

use super::rulings::CrtOrder;
use super::state::State;
use super::status::Lasts;
use super::vocabulary::{Bans, DamageKind, Effect, Kind, Stat, Status, StatusId, Target};
use super::{Passive, Stonebound, forbids};
use crate::engine::roster::UnitId;

/// SB-47: what a stack of Shear takes off the CRT.
const SHEAR: i32 = 5;
/// SB-43: what Break adds to the CRT of Standard Attacks on the unit.
const BREAK: i32 = 25;

impl Stonebound {
    /// Where the mark of a unit stands.
    #[inline(always)]
    pub(super) fn mark_at(&self, unit: UnitId, mark: u8) -> usize {
        unit.idx() * self.marks.len() + mark as usize
    }

    /// SB-10, SB-54: whether an ability with no moment of its own, or a reaction, is on.
    #[inline]
    pub(super) fn is_on(&self, state: &State, unit: UnitId, skill: u8) -> bool {
        let ability = &self.unit(unit).skills[skill as usize].ability;
        let lies = ability.kind != Kind::Fuse || state.unit(unit).lying >> skill & 1 != 0;
        lies && state.stands(unit)
    }

    /// Whether an effect that is always on reaches a unit.
    fn reaches(&self, state: &State, passive: &Passive, unit: UnitId) -> bool {
        let ability = &self.unit(passive.unit).skills[passive.skill as usize].ability;
        let is_for = match ability.falls_on() {
            Target::AllAllies => !self.are_enemies(passive.unit, unit),
            Target::AllEnemies => self.are_enemies(passive.unit, unit),
            _ => passive.unit == unit,
        };
        is_for
            && self.is_on(state, passive.unit, passive.skill)
            && (passive.unit == unit || self.aura_reaches(state, passive, unit))
            && ability
                .when
                .as_ref()
                .is_none_or(|when| when.holds(|fact| self.fact(state, passive.unit, None, fact)))
    }

    /// SB-54: the range of an aura; abilities that are always on do not stretch it.
    fn aura_reaches(&self, state: &State, passive: &Passive, unit: UnitId) -> bool {
        let ability = &self.unit(passive.unit).skills[passive.skill as usize].ability;
        let own = i32::from(self.unit(passive.unit).base[Stat::Rng as usize])
            + self.given(state, passive.unit, Stat::Rng)
            + self.by_statuses(state, passive.unit, Stat::Rng);
        self.is_within(state, passive.unit, unit, ability.range, own.max(0))
    }

    /// The lasting effects that a unit is under, each with how often it counts.
    pub(super) fn in_force<'a>(
        &'a self,
        state: &'a State,
        unit: UnitId,
    ) -> impl Iterator<Item = (Effect, i32)> + 'a {
        let marks = self.marks.iter().enumerate().filter_map(move |(mark, lasting)| {
            let lasts = Lasts(state.marks[self.mark_at(unit, mark as u8)]);
            (lasts.0 > 0).then_some((lasting.effect, lasts.times()))
        });
        let passives = self.passives.iter().filter(move |passive| self.reaches(state, passive, unit));
        marks.chain(passives.map(|passive| (passive.effect, 1)))
    }

    /// What given changes make of a number.
    fn given(&self, state: &State, unit: UnitId, stat: Stat) -> i32 {
        let changes = self.changes[stat as usize].iter().map(|&(mark, by)| {
            let lasts = Lasts(state.marks[self.mark_at(unit, mark)]);
            if lasts.0 == 0 { 0 } else { i32::from(by) * lasts.times() }
        });
        changes.sum()
    }

    /// SB-51: what the statuses of a scenario make of a number.
    fn by_statuses(&self, state: &State, unit: UnitId, stat: Stat) -> i32 {
        let own = &self.statuses[Status::OF_GAME.len()..];
        let from = Status::OF_GAME.len();
        let replaced = &self.statuses[Status::SLEEP.idx()];
        let of = |at: usize, status: &Status| i32::from(state.unit(unit).stacks[at]) * status.stats.get(stat);
        own.iter().enumerate().map(|(at, status)| of(from + at, status)).sum::<i32>()
            + of(Status::SLEEP.idx(), replaced)
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
        passive + self.given(state, unit, stat) + self.by_statuses(state, unit, stat)
    }

    /// A present number, not below 0 (SB-22, SB-32, SB-52). CRT and MV without Shear and Freeze.
    #[inline]
    pub(super) fn stat(&self, state: &State, unit: UnitId, stat: Stat) -> i32 {
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
    pub(super) fn defence(&self, state: &State, unit: UnitId, kind: DamageKind) -> i32 {
        match kind {
            DamageKind::P => self.stat(state, unit, Stat::Pd),
            DamageKind::S => self.stat(state, unit, Stat::Sd),
            DamageKind::H => 0,
        }
    }

    /// Stacks of a status.
    #[inline(always)]
    pub(super) fn stacks(&self, state: &State, unit: UnitId, status: StatusId) -> i32 {
        i32::from(state.unit(unit).stacks[status.idx()])
    }

    /// SB-12: effective CRT, with Break of the target of a Standard Attack, 0 to 100.
    #[inline]
    pub(super) fn crt(&self, state: &State, unit: UnitId, target: Option<UnitId>) -> i32 {
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

    /// What is forbidden to a unit.
    pub(super) fn bans(&self, state: &State, unit: UnitId) -> Bans {
        if !self.reads.statuses {
            return Bans::default();
        }
        let it = state.unit(unit);
        let of_statuses = self.statuses.iter().enumerate().filter(|(at, _)| it.stacks[*at] > 0);
        let bans = of_statuses.fold(Bans::default(), |bans, (_, status)| bans.or(status.forbid));
        let given = self.in_force(state, unit).filter_map(|(effect, _)| forbids(effect));
        given.fold(bans, |bans, ban| bans.or(ban.into()))
    }
}
