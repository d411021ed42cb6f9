//! What gear, enchantments and effects in force make of a unit (NW-07, NW-33).

use super::extras::{DerivedStats, End};
use super::metrics::{Clock, Spent};
use super::setup::ability::{Effect, ModifierClass};
use super::state::State;
use super::tables::AbilityStep;
use super::turn::Turn;
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::UnitId;
use crate::games::night_wizard::NightWizard;

impl<'a, C: Chance, O: Observer<NightWizard>> Turn<'a, C, O> {
    /// NW-07, NW-33: brings what follows from gear, enchantments and lasting effects up to date.
    pub(super) fn refresh(&mut self, unit: UnitId) {
        let unit_tables = &self.tables.units[unit.idx()];
        let extras = self.extras(unit);
        let (enchants, loadout, mut luck) = (extras.enchants, extras.loadout, extras.own_luck);
        let (mp, had_max_mp) = (extras.mp, extras.derived.max_mp);
        let mut derived = DerivedStats {
            value: unit_tables.base,
            max_hp: unit_tables.max_hp,
            max_mp: unit_tables.max_mp,
            immune: unit_tables.immune,
            ..DerivedStats::default()
        };
        for (at, enchantment) in unit_tables.enchantments.iter().enumerate() {
            if enchants >> at & 1 == 1 {
                derived.max_mp += enchantment.magic_power;
                enchantment.modify.iter().for_each(|&(name, by)| derived.value[name as usize] += by);
            }
        }
        if let Some(outfit) = unit_tables.loadouts.get(loadout as usize) {
            outfit.modify.iter().for_each(|&(name, by)| derived.value[name as usize] += by);
        }
        let mut twists = 0_u64;
        let n_slots = self.tables.n_slots;
        for slot in 0..n_slots {
            let it = self.state.extras.slots[unit.idx() * n_slots + slot];
            if it.end != End::Gone {
                for step in &self.tables.abilities[it.ability as usize].steps {
                    let at = unit.idx() * self.tables.n_amounts + step.amount as usize;
                    let amount = self.state.extras.amounts.get(at).copied().unwrap_or(0);
                    derived.take(step, amount, &mut twists);
                }
            }
        }
        for i in 0..self.tables.always.len() {
            if self.always_counts(i, unit) {
                let (owner, at) = self.tables.always[i];
                let tables = self.tables;
                let owned = tables.units[owner.idx()].abilities[at as usize];
                for step in &tables.abilities[owned.ability as usize].steps {
                    let amount = step.by.map_or(0, |amount| self.fixed_amount(amount, owner));
                    derived.take(step, amount, &mut twists);
                }
            }
        }
        derived.max_mp = derived.max_mp.max(0);
        derived.max_hp = derived.max_hp.max(0);
        while twists != 0 {
            let twist = twists.trailing_zeros() as usize;
            twists &= twists - 1;
            luck = self.tables.twisted[luck as usize * self.tables.n_twists + twist];
        }
        self.state.luck[unit.idx()] = luck;
        // NW-33: if maximum MP fall, MP fall by as much; if they rise, MP stay. NW-27.
        let lost = (had_max_mp - derived.max_mp).max(0);
        let it = &mut self.state.extras.units[unit.idx()];
        let had = core::mem::replace(&mut it.mp, (mp - lost).clamp(0, derived.max_mp));
        let is_drained = had > 0 && it.mp == 0;
        it.derived = derived;
        self.note_steady(unit);
        if is_drained {
            self.obs.mark(unit, Clock::MpEmpty(Spent::Drained));
        }
        let hp = &mut self.state.unit_mut(unit).hp;
        *hp = (*hp).min(derived.max_hp);
    }

    /// The same where all that came (`n` is 1) or went (-1) is one sum.
    #[inline(always)]
    pub(super) fn refresh_sum(&mut self, unit: UnitId, step: &AbilityStep, amount: i32, n: i16) {
        self.extras_mut(unit).derived.add(step, amount, n);
        self.note_steady(unit);
    }

    #[inline(always)]
    fn note_steady(&mut self, unit: UnitId) {
        let derived = &self.extras(unit).derived;
        let is_steady = derived.modifying == 0 && !derived.changes_damage;
        let is_as_began = is_steady
            && self.tables.start.as_ref().is_some_and(|start| {
                let luck = |state: &State| state.luck[unit.idx()];
                start.extras.units[unit.idx()].derived.value == derived.value
                    && luck(start) == luck(self.state)
            });
        let tables = &mut self.state.extras;
        tables.steady.set(unit, is_steady);
        tables.as_began.set(unit, is_as_began);
    }

    /// Refreshes everybody, if something that works always may have changed unseen.
    #[inline(always)]
    pub(super) fn refresh_volatile(&mut self) {
        if self.tables.is_volatile {
            self.refresh_everybody();
        }
    }

    #[inline(never)]
    fn refresh_everybody(&mut self) {
        for unit in self.in_play() {
            self.refresh(unit);
        }
    }

    /// Whether the `i`-th ability that works always works on `unit`. Effects of one ability do not
    /// stack, whoever they come from (NW-53).
    pub(super) fn always_counts(&self, i: usize, unit: UnitId) -> bool {
        let ability_of = |i: usize| {
            let (owner, at) = self.tables.always[i];
            self.ability(self.unit_tables(owner).abilities[at as usize].ability)
        };
        let works = |i: usize| {
            let (owner, at) = self.tables.always[i];
            self.always_works(owner, at, unit)
        };
        works(i) && !(0..i).any(|before| ability_of(before).slot == ability_of(i).slot && works(before))
    }

    /// Whether an ability that works always works on `unit`.
    fn always_works(&self, owner: UnitId, at: u8, unit: UnitId) -> bool {
        use super::setup::ability::Who;
        let owned = self.unit_tables(owner).abilities[at as usize];
        let ability = self.ability(owned.ability);
        let is_for = match ability.target.who {
            Who::Myself => owner == unit,
            Who::Ally => !self.enemies(owner).has(unit),
            Who::Enemy => self.enemies(owner).has(unit),
            Who::Any => true,
            Who::CommandGroup => self.unit_tables(owner).fellows.has(unit),
        };
        let granted = owned.needs_any == 0 || self.extras(owner).enchants & owned.needs_any != 0;
        // Nothing works on who is not there.
        self.is_in_play(unit)
            && is_for
            && granted
            && (owner == unit
                || self.stands(owner) && self.in_reach(owner, unit, ability.target.range, false))
            && ability.when.as_ref().is_none_or(|when| self.holds(when, owner, None))
    }
}

impl Effect {
    /// Whether it adds its amount to an attribute or a Judge.
    pub(super) fn is_sum(&self) -> bool {
        matches!(self, Self::ModifyAttribute { .. } | Self::ModifyJudge { .. })
    }
}

impl DerivedStats {
    /// A sum that came (`n` is 1) or went (-1).
    #[inline(always)]
    fn add(&mut self, step: &AbilityStep, amount: i32, n: i16) {
        match step.effect {
            Effect::ModifyAttribute { name, class: ModifierClass::Passive, .. } => {
                self.value[name as usize] += amount;
            }
            Effect::ModifyAttribute { name, class: ModifierClass::Active, .. } => {
                self.active[name as usize] += amount;
                self.modifying += n;
            }
            Effect::ModifyJudge { which, .. } => {
                self.judge[which as usize] += amount;
                self.modifying += n;
            }
            _ => {}
        }
    }

    /// What one effect in force adds.
    fn take(&mut self, step: &AbilityStep, amount: i32, twists: &mut u64) {
        match step.effect {
            Effect::ModifyAttribute { .. } | Effect::ModifyJudge { .. } => self.add(step, amount, 1),
            Effect::AddDice { which, n } => {
                self.modifying += 1;
                let dice = &mut self.dice[which as usize];
                *dice = dice.saturating_add(n);
            }
            Effect::Critical { .. } | Effect::Fumble { .. } => *twists |= 1 << step.named,
            Effect::ChangeMax { hp, mp } => {
                self.max_hp += hp;
                self.max_mp += mp;
            }
            Effect::Immunity(status) => self.immune |= status.bit(),
            Effect::CoverFree => self.cover_free = true,
            Effect::WithdrawCost(_) => self.withdraw += amount,
            Effect::ChangeDamage { .. }
            | Effect::ElementMod { .. }
            | Effect::SetElement(_)
            | Effect::SetDamageKind(_) => self.changes_damage = true,
            _ => {}
        }
    }
}
