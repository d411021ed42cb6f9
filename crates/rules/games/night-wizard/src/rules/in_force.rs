//! The values of a unit with its gear, enchantments and effects in force (NW-07, NW-33).

use crate::data::metrics::Spent;
use crate::data::setup::ability::ModifierClass;
use crate::rules::prelude::*;
use crate::state::extras::DerivedStats;

/// The source of an ability in force.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// Its effects last on this unit.
    Lasts(UnitId),
    /// It works always, and is this unit's.
    Always(UnitId),
}

impl<'a, F: Features, C: Chance, O: Observer<NightWizard>> Turn<'a, F, C, O> {
    /// NW-07, NW-33: brings what follows from gear, enchantments and lasting effects up to date.
    pub(crate) fn refresh(&mut self, unit: UnitId) {
        let tables = self.tables;
        let (unit_tables, extras) = (&tables.units[unit.idx()], self.extras(unit));
        let (mp, had_max_mp, own_numbers) = (extras.mp, extras.derived.max_mp, extras.own_numbers);
        let mut derived = DerivedStats {
            value: unit_tables.base,
            max_hp: unit_tables.sheet.hp,
            max_mp: unit_tables.sheet.mp,
            immune: unit_tables.sheet.status_immune,
            ..DerivedStats::default()
        };
        let mut modify = |changes: &[(AttributeId, i32)]| {
            changes.iter().for_each(|&(name, by)| derived.value[name as usize] += by);
        };
        for at in bits(extras.enchants.into()) {
            let enchantment = &unit_tables.enchantments[at as usize];
            derived.max_mp += enchantment.magic_power;
            modify(&enchantment.modify);
        }
        if let Some(loadout) = unit_tables.loadouts.get(extras.loadout as usize) {
            modify(&loadout.modify);
        }
        let mut changes = 0_u64;
        for (ability, source) in self.in_force(unit) {
            for step in &ability.steps {
                derived.take(step, self.amount_in_force(step, source), &mut changes);
            }
        }
        derived.max_mp = derived.max_mp.max(0);
        derived.max_hp = derived.max_hp.max(0);
        self.state.numbers[unit.idx()] = bits(changes).fold(own_numbers, |numbers, change| {
            tables.changed_numbers[numbers as usize * tables.n_number_changes + change as usize]
        });
        // NW-33: if maximum MP fall, MP fall by as much; if they rise, MP stay. NW-27.
        let lost = (had_max_mp - derived.max_mp).max(0);
        let left = (mp - lost).clamp(0, derived.max_mp);
        self.extras_mut(unit).derived = derived;
        self.note_steady(unit);
        self.lose_mp(unit, mp - left, Spent::Drained);
        let hp = &mut self.state.unit_mut(unit).hp;
        *hp = (*hp).min(derived.max_hp);
    }

    /// Brings the derived stats up to date where one modifier came (`n` is 1) or went (-1) and nothing
    /// else can follow from it.
    pub(crate) fn refresh_sum(&mut self, unit: UnitId, step: &AbilityStep, amount: i32, n: i16) {
        self.extras_mut(unit).derived.add(step, amount, n);
        self.note_steady(unit);
    }

    /// Remembers whether effects in force modify the unit's Judges of an attack or change damage, and
    /// whether anything is otherwise than as the fight began.
    fn note_steady(&mut self, unit: UnitId) {
        let numbers = self.state.numbers[unit.idx()];
        let is_as_began = self.tables.start.as_ref().is_some_and(|start| {
            start.numbers[unit.idx()] == numbers
                && start.extras[unit.idx()].derived == self.extras(unit).derived
        });
        self.state.as_began.set(unit, is_as_began);
        let derived = &self.extras(unit).derived;
        let is_steady = self.tables.has_shortcuts && derived.modifying == 0 && !derived.changes_damage;
        self.state.steady.set(unit, is_steady);
    }

    /// Refreshes everybody, if something that works always may have changed unseen.
    #[inline(always)]
    pub(crate) fn refresh_volatile(&mut self) {
        if F::ABILITIES && self.tables.is_volatile {
            for unit in self.in_play() {
                self.refresh(unit);
            }
        }
    }

    /// The abilities in force on a unit: those whose effects last, then those that work always.
    #[inline(always)]
    pub(crate) fn in_force(&self, unit: UnitId) -> impl Iterator<Item = (&'a PreparedAbility, Source)> + '_ {
        let tables = self.tables;
        let slots = &self.state.slots[unit.idx() * tables.n_slots..][..tables.n_slots];
        let lasting = slots.iter().filter(|slot| slot.end != End::Gone);
        let lasting =
            lasting.map(move |slot| (&tables.abilities[slot.ability as usize], Source::Lasts(unit)));
        let always = (0..tables.always.len()).filter(move |&i| self.always_counts(i, unit)).map(|i| {
            let (owner, at) = self.tables.always[i];
            (self.owned(owner, at).1, Source::Always(owner))
        });
        lasting.chain(always)
    }

    /// Returns the amount of an effect in force: that rolled when it began to last, or that of its owner's
    /// attributes; 0, if it does not last.
    #[inline(always)]
    pub(crate) fn amount_in_force(&self, step: &AbilityStep, source: Source) -> i32 {
        match (step.by, source) {
            (None, _) => 0,
            (Some(_), _) if !step.lasts => 0,
            (Some(_), Source::Lasts(unit)) => {
                self.state.amounts[unit.idx() * self.tables.n_amounts + step.amount as usize]
            }
            (Some(amount), Source::Always(owner)) => self.fixed_amount(amount, owner),
        }
    }

    /// Returns whether the `i`-th ability that works always works on `unit`. Effects of one ability do not
    /// stack, whoever they come from (NW-53).
    pub(crate) fn always_counts(&self, i: usize, unit: UnitId) -> bool {
        let always = &self.tables.always;
        let slot_of = |(owner, at): (UnitId, u8)| self.owned(owner, at).1.slot;
        let (owner, at) = always[i];
        self.always_works(owner, at, unit)
            && always[..i].iter().all(|&before| {
                slot_of(before) != slot_of((owner, at)) || !self.always_works(before.0, before.1, unit)
            })
    }

    /// Returns whether an ability that works always works on `unit`.
    fn always_works(&self, owner: UnitId, at: u8, unit: UnitId) -> bool {
        let owned = self.unit_tables(owner).abilities[at as usize];
        let (_, ability) = self.owned(owner, at);
        let granted = owned.needs_any == 0 || self.extras(owner).enchants & owned.needs_any != 0;
        // Nothing works on who is not there.
        self.is_in_play(unit)
            && self.named_by(owner, ability.target.who).has(unit)
            && granted
            && (owner == unit
                || self.stands(owner) && self.in_reach(owner, unit, ability.target.range, false))
            && ability.when.as_ref().is_none_or(|when| self.holds(when, owner, Some(unit)))
    }
}

impl DerivedStats {
    /// A modifier of an attribute or a Judge that came (`n` is 1) or went (-1).
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

    /// Adds what one effect in force changes; `changes` collects changes of critical and fumble numbers.
    fn take(&mut self, step: &AbilityStep, amount: i32, changes: &mut u64) {
        match step.effect {
            Effect::ModifyAttribute { .. } | Effect::ModifyJudge { .. } => self.add(step, amount, 1),
            Effect::AddDice { which, n } => {
                self.modifying += 1;
                let dice = &mut self.dice[which as usize];
                *dice = dice.saturating_add(n);
            }
            Effect::Critical { .. } | Effect::Fumble { .. } => *changes |= 1 << step.named,
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
