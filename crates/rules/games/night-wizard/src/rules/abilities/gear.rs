//! Enchantments, loadouts, hands, memory (NW-33, NW-34, D-enchant, D-loadout).

use crate::data::rulings::AutoOrMinor;
use crate::data::tactics::{Enchant, Wear};
use crate::rules::prelude::*;
use crate::state::tables::places_of;

/// How many hands a unit has (NW-34).
pub(crate) const HANDS: u8 = 2;

impl<F: Features, C: Chance, O: Observer<NightWizard>> Turn<'_, F, C, O> {
    /// The unit's enchantment of this name.
    pub(crate) fn enchantment_named(&self, unit: UnitId, named: u16) -> Option<usize> {
        self.unit_tables(unit).enchantments.iter().position(|it| it.named == named)
    }

    /// The unit's loadout of this name.
    pub(crate) fn loadout_named(&self, unit: UnitId, named: u16) -> Option<u8> {
        self.unit_tables(unit).loadouts.iter().position(|it| it.named == named).map(|at| at as u8)
    }

    /// NW-33: whether limit and memory leave room for one enchantment more.
    pub(crate) fn may_enchant(&self, unit: UnitId, at: usize) -> bool {
        let extras = self.extras(unit);
        let with = extras.enchants | 1 << at;
        self.within_limits(self.unit_tables(unit), with, extras.memory) == with
    }

    /// NW-33: those of `wanted` that limit and memory leave room for, in listed order.
    fn within_limits(&self, unit_tables: &UnitTables, wanted: u32, memory: u64) -> u32 {
        let limit = unit_tables.sheet.enchantment_limit - i32::from(self.nw.rulings.enchantment_limit_strict);
        let room = unit_tables.sheet.memory - memory.count_ones() as i32;
        let (mut taken, mut levels) = (0_u32, 0);
        let listed = unit_tables.enchantments.iter().enumerate();
        for (at, enchantment) in listed.filter(|(at, _)| wanted >> at & 1 == 1) {
            let with = levels + enchantment.level;
            if with <= limit && (taken.count_ones() as i32) < room {
                taken |= 1 << at;
                levels = with;
            }
        }
        taken
    }

    /// NW-33: at the start enchantments, then invocations in listed order, fill the memory.
    pub(crate) fn fill_memory(&mut self, unit: UnitId) {
        let unit_tables = self.unit_tables(unit);
        let active = places_of(&unit_tables.enchantments, |it| it.active_at_start) as u32;
        let enchants = self.within_limits(unit_tables, active, 0);
        let room = (unit_tables.sheet.memory - enchants.count_ones() as i32).max(0) as usize;
        let invocations = unit_tables.abilities.iter().enumerate().filter(|(_, owned)| owned.is_invocation);
        let memory = invocations.take(room).fold(0, |set, (at, _)| set | 1 << at);
        let it = self.extras_mut(unit);
        (it.enchants, it.memory) = (enchants, memory);
    }

    /// NW-33: another set of enchantments is in force; attributes and maximum MP follow at once,
    /// and effects that last as long as their enchantment does.
    pub(crate) fn enchant(&mut self, unit: UnitId, to: u32) {
        let from = core::mem::replace(&mut self.extras_mut(unit).enchants, to);
        if from == to {
            return;
        }
        self.refresh(unit);
        self.obs.event(|| Event::Enchants { unit, from, to });
        for bearer in self.nw.roster.everyone() {
            let unit_tables = self.unit_tables(unit);
            self.end_effects(bearer, |_, slot| {
                let granting = unit_tables.abilities.iter().filter(|owned| owned.ability == slot.ability);
                slot.end == End::WhileActive
                    && slot.by == unit
                    && granting.fold(0, |set, owned| set | owned.needs_any) & to == 0
            });
        }
        // What works always while an enchantment is in force may work on others.
        if self.tables.always.iter().any(|&(owner, _)| owner == unit) {
            for other in self.in_play() {
                self.refresh(other);
            }
        }
    }

    /// D-enchant: the set that the unit wants in force, as far as there is room for it.
    pub(crate) fn wanted_enchants(&self, unit: UnitId) -> u32 {
        let extras = self.extras(unit);
        match self.choose(unit, &self.nw.unit(unit).tactics.enchant, None) {
            Enchant::Fixed => extras.enchants,
            Enchant::Set(set) => self.within_limits(self.unit_tables(unit), set, extras.memory),
        }
    }

    /// NW-18, NW-19, D-enchant: the unit rearranges its enchantments in its Main, with the Minor
    /// Action; it cancels some as an Auto Action, if the ruling has it so. Returns whether the Minor
    /// was used.
    pub(crate) fn rearrange(&mut self, unit: UnitId) -> bool {
        if self.nw.unit(unit).tactics.enchant.entries.is_empty() {
            return false;
        }
        let (now, wanted) = (self.extras(unit).enchants, self.wanted_enchants(unit));
        if now == wanted {
            return false;
        }
        let only_cancels = wanted & !now == 0;
        let is_auto =
            only_cancels && self.nw.rulings.cancel_enchantment == AutoOrMinor::Auto && self.has_auto();
        self.state.turn.main.autos += u32::from(is_auto);
        self.enchant(unit, wanted);
        !is_auto
    }

    /// NW-34: another loadout is worn.
    pub(crate) fn wear(&mut self, unit: UnitId, loadout: u8) {
        let from = core::mem::replace(&mut self.extras_mut(unit).loadout, loadout);
        if from != loadout {
            self.take_up_weapons(unit);
            self.refresh(unit);
            self.obs.event(|| Event::Wears { unit, loadout });
        }
    }

    /// D-loadout: the loadout that the unit wants.
    pub(crate) fn wanted_loadout(&self, unit: UnitId) -> u8 {
        let worn = self.extras(unit).loadout;
        let UnitTables { loadouts, weapons, .. } = self.unit_tables(unit);
        match self.choose(unit, &self.nw.unit(unit).tactics.loadout, None) {
            Wear::First => worn,
            Wear::This(at) if (at as usize) < loadouts.len() => at,
            Wear::This(_) => worn,
            Wear::InRange => {
                let legal = self.legal(unit);
                let reaches = |&at: &u8| {
                    bits(loadouts[at as usize].held.into()).any(|weapon| {
                        let range = weapons[weapon as usize].range;
                        legal.into_iter().any(|it| self.in_reach(unit, it, range, true))
                    })
                };
                // The one that is worn, then the others in listed order.
                let all = 0..loadouts.len() as u8;
                all.clone().filter(|&at| at == worn).chain(all).find(reaches).unwrap_or(worn)
            }
        }
    }

    /// NW-18, NW-19, D-loadout: the unit changes its loadout in its Main, with the Minor Action;
    /// weapons alone come from the robe as an Auto Action, if the ruling has it so. Returns whether
    /// the Minor was used.
    pub(crate) fn change_loadout(&mut self, unit: UnitId) -> bool {
        if self.nw.unit(unit).tactics.loadout.entries.is_empty() {
            return false;
        }
        let (worn, wanted) = (self.extras(unit).loadout, self.wanted_loadout(unit));
        if worn == wanted {
            return false;
        }
        let unit_tables = self.unit_tables(unit);
        let is_weapons = [worn, wanted].iter().all(|&at| unit_tables.loadouts[at as usize].modify.is_empty());
        let by_robe = unit_tables.sheet.lunar_robe && self.nw.rulings.robe_access == AutoOrMinor::Auto;
        let is_auto = is_weapons && by_robe && self.has_auto();
        self.state.turn.main.autos += u32::from(is_auto);
        self.wear(unit, wanted);
        !is_auto
    }

    /// NW-34: the weapons in hand at the start: in listed order as many as there are hands for.
    pub(crate) fn take_up_weapons(&mut self, unit: UnitId) {
        let worn = self.unit_tables(unit).loadouts.get(self.extras(unit).loadout as usize);
        let worn = worn.map_or(u32::MAX, |loadout| loadout.held);
        self.extras_mut(unit).held = self.in_hands(unit, 0, worn);
    }

    /// NW-19: whether a weapon is in hand, or an Auto Action can change hands.
    pub(crate) fn is_in_hand(&self, unit: UnitId, at: usize) -> bool {
        self.nw.rulings.auto_actions_per_main.0.is_none()
            || self.extras(unit).held >> at & 1 == 1
            || self.has_auto()
    }

    /// NW-19: changing hands is an Auto Action. Other weapons stay in hand as long as there are
    /// hands for them.
    #[inline(always)]
    pub(crate) fn take_in_hand(&mut self, unit: UnitId, at: usize) {
        if !F::ABILITIES {
            // Every weapon is always usable.
            return;
        }
        let held = self.extras(unit).held;
        if held >> at & 1 == 0 {
            self.state.turn.main.autos += 1;
            self.extras_mut(unit).held = self.in_hands(unit, 1 << at, held);
        }
    }

    /// NW-34: the weapons of `first`, and of `others` in listed order those that there are hands for.
    fn in_hands(&self, unit: UnitId, first: u32, others: u32) -> u32 {
        let weapons = &self.unit_tables(unit).weapons;
        let mut free =
            bits(first.into()).fold(HANDS, |free, at| free.saturating_sub(weapons[at as usize].hands));
        let mut held = first;
        for (at, weapon) in weapons.iter().enumerate() {
            if others & !first & 1 << at != 0 && weapon.hands <= free {
                held |= 1 << at;
                free -= weapon.hands;
            }
        }
        held
    }
}
