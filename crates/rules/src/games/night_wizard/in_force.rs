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
        let kit = &self.tables.units[unit.idx()];
        let more = self.more(unit);
        let (enchants, loadout, mut luck) = (more.enchants, more.loadout, more.own_luck);
        let (mp, had_max_mp) = (more.mp, more.now.max_mp);
        let mut now = DerivedStats {
            value: kit.base,
            max_hp: kit.max_hp,
            max_mp: kit.max_mp,
            immune: kit.immune,
            ..DerivedStats::default()
        };
        for (at, charm) in kit.charms.iter().enumerate() {
            if enchants >> at & 1 == 1 {
                now.max_mp += charm.magic_power;
                charm.modify.iter().for_each(|&(name, by)| now.value[name as usize] += by);
            }
        }
        if let Some(outfit) = kit.loadouts.get(loadout as usize) {
            outfit.modify.iter().for_each(|&(name, by)| now.value[name as usize] += by);
        }
        let mut twists = 0_u64;
        let n_slots = self.tables.n_slots;
        for slot in 0..n_slots {
            let it = self.state.extras.slots[unit.idx() * n_slots + slot];
            if it.end != End::Gone {
                for deed in &self.tables.powers[it.power as usize].steps {
                    let at = unit.idx() * self.tables.n_amounts + deed.amount as usize;
                    let amount = self.state.extras.amounts.get(at).copied().unwrap_or(0);
                    now.take(deed, amount, &mut twists);
                }
            }
        }
        for i in 0..self.tables.always.len() {
            if self.always_counts(i, unit) {
                let (owner, at) = self.tables.always[i];
                let tables = self.tables;
                let owned = tables.units[owner.idx()].abilities[at as usize];
                for deed in &tables.powers[owned.power as usize].steps {
                    let amount = deed.by.map_or(0, |amount| self.fixed_amount(amount, owner));
                    now.take(deed, amount, &mut twists);
                }
            }
        }
        now.max_mp = now.max_mp.max(0);
        now.max_hp = now.max_hp.max(0);
        while twists != 0 {
            let twist = twists.trailing_zeros() as usize;
            twists &= twists - 1;
            luck = self.tables.twisted[luck as usize * self.tables.n_twists + twist];
        }
        self.state.luck[unit.idx()] = luck;
        // NW-33: if maximum MP fall, MP fall by as much; if they rise, MP stay. NW-27.
        let lost = (had_max_mp - now.max_mp).max(0);
        let it = &mut self.state.extras.units[unit.idx()];
        let had = core::mem::replace(&mut it.mp, (mp - lost).clamp(0, now.max_mp));
        let is_drained = had > 0 && it.mp == 0;
        it.now = now;
        self.note_steady(unit);
        if is_drained {
            self.obs.mark(unit, Clock::MpEmpty(Spent::Drained));
        }
        let hp = &mut self.state.unit_mut(unit).hp;
        *hp = (*hp).min(now.max_hp);
    }

    /// The same where all that came (`n` is 1) or went (-1) is one sum.
    #[inline(always)]
    pub(super) fn refresh_sum(&mut self, unit: UnitId, deed: &AbilityStep, amount: i32, n: i16) {
        self.more_mut(unit).now.add(deed, amount, n);
        self.note_steady(unit);
    }

    #[inline(always)]
    fn note_steady(&mut self, unit: UnitId) {
        let now = &self.more(unit).now;
        let is_steady = now.modifying == 0 && !now.changes_damage;
        let is_as_began = is_steady
            && self.tables.start.as_ref().is_some_and(|start| {
                let luck = |state: &State| state.luck[unit.idx()];
                start.extras.units[unit.idx()].now.value == now.value && luck(start) == luck(self.state)
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
        let power_of = |i: usize| {
            let (owner, at) = self.tables.always[i];
            self.power(self.kit(owner).abilities[at as usize].power)
        };
        let works = |i: usize| {
            let (owner, at) = self.tables.always[i];
            self.always_works(owner, at, unit)
        };
        works(i) && !(0..i).any(|before| power_of(before).slot == power_of(i).slot && works(before))
    }

    /// Whether an ability that works always works on `unit`.
    fn always_works(&self, owner: UnitId, at: u8, unit: UnitId) -> bool {
        use super::setup::ability::Who;
        let owned = self.kit(owner).abilities[at as usize];
        let power = self.power(owned.power);
        let is_for = match power.target.who {
            Who::Myself => owner == unit,
            Who::Ally => !self.enemies(owner).has(unit),
            Who::Enemy => self.enemies(owner).has(unit),
            Who::Any => true,
            Who::CommandGroup => self.kit(owner).fellows.has(unit),
        };
        let granted = owned.needs_any == 0 || self.more(owner).enchants & owned.needs_any != 0;
        // Nothing works on who is not there.
        self.is_in_play(unit)
            && is_for
            && granted
            && (owner == unit || self.stands(owner) && self.in_reach(owner, unit, power.target.range, false))
            && power.when.as_ref().is_none_or(|when| self.holds(when, owner, None))
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
    fn add(&mut self, deed: &AbilityStep, amount: i32, n: i16) {
        match deed.effect {
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
    fn take(&mut self, deed: &AbilityStep, amount: i32, twists: &mut u64) {
        match deed.effect {
            Effect::ModifyAttribute { .. } | Effect::ModifyJudge { .. } => self.add(deed, amount, 1),
            Effect::AddDice { which, n } => {
                self.modifying += 1;
                let dice = &mut self.dice[which as usize];
                *dice = dice.saturating_add(n);
            }
            Effect::Critical { .. } | Effect::Fumble { .. } => *twists |= 1 << deed.named,
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
