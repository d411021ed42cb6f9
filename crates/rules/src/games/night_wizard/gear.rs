//! Enchantments, loadouts, hands, memory (NW-33, NW-34, D-enchant, D-loadout).

use super::events::Event;
use super::extras::End;
use super::rulings::AutoOrMinor;
use super::tables::UnitTables;
use super::tactics::{Enchant, Wear};
use super::turn::Turn;
use crate::engine::draw::Chance;
use crate::engine::observe::Observer;
use crate::engine::roster::UnitId;
use crate::games::night_wizard::NightWizard;

/// How many hands a unit has (NW-34).
pub(super) const HANDS: u8 = 2;

impl<C: Chance, O: Observer<NightWizard>> Turn<'_, C, O> {
    /// The unit's enchantment of this name.
    pub(super) fn enchantment_named(&self, unit: UnitId, named: u16) -> Option<usize> {
        self.unit_tables(unit).enchantments.iter().position(|enchantment| enchantment.named == named)
    }

    /// Its loadout of this name.
    pub(super) fn loadout_named(&self, unit: UnitId, named: u16) -> Option<u8> {
        self.unit_tables(unit).loadouts.iter().position(|outfit| outfit.named == named).map(|at| at as u8)
    }

    /// NW-33: whether limit and memory leave room for one enchantment more.
    pub(super) fn may_enchant(&self, unit: UnitId, at: usize) -> bool {
        let extras = self.extras(unit);
        let with = extras.enchants | 1 << at;
        self.within_limits(self.unit_tables(unit), with, extras.memory) == with
    }

    /// NW-33: those of `wanted` that limit and memory leave room for, in listed order.
    fn within_limits(&self, unit_tables: &UnitTables, wanted: u32, memory: u64) -> u32 {
        let strict = i32::from(self.nw.rulings.enchantment_limit_strict);
        let room = unit_tables.memory - memory.count_ones() as i32;
        let mut taken = 0_u32;
        let mut levels = 0;
        for (at, enchantment) in unit_tables.enchantments.iter().enumerate() {
            let fits = levels + enchantment.level <= unit_tables.enchantment_limit - strict
                && (taken.count_ones() as i32) < room;
            if wanted >> at & 1 == 1 && fits {
                taken |= 1 << at;
                levels += enchantment.level;
            }
        }
        taken
    }

    /// NW-33: at the start enchantments, then invocations in listed order, fill the memory.
    pub(super) fn fill_memory(&mut self, unit: UnitId) {
        let unit_tables = &self.tables.units[unit.idx()];
        let wanted = unit_tables
            .enchantments
            .iter()
            .enumerate()
            .filter(|(_, enchantment)| enchantment.active_at_start);
        let wanted = wanted.fold(0, |set, (at, _)| set | 1 << at);
        let enchants = self.within_limits(unit_tables, wanted, 0);
        let mut room = unit_tables.memory - enchants.count_ones() as i32;
        let mut memory = 0_u64;
        for (at, owned) in unit_tables.abilities.iter().enumerate() {
            if owned.is_invocation && room > 0 {
                memory |= 1 << at;
                room -= 1;
            }
        }
        let it = self.extras_mut(unit);
        (it.enchants, it.memory) = (enchants, memory);
    }

    /// NW-33: another set of enchantments is in force; attributes and maximum MP follow at once,
    /// and effects that last as long as their enchantment does.
    pub(super) fn enchant(&mut self, unit: UnitId, to: u32) {
        let from = core::mem::replace(&mut self.extras_mut(unit).enchants, to);
        if from == to {
            return;
        }
        self.refresh(unit);
        self.obs.event(|| Event::Enchants { unit, from, to });
        for bearer in self.nw.roster.everyone() {
            let unit_tables = &self.tables.units[unit.idx()];
            self.end_effects(bearer, |_, slot| {
                let granting = unit_tables.abilities.iter().filter(|owned| owned.ability == slot.ability);
                slot.end == End::WhileActive
                    && slot.by == unit
                    && granting.fold(0, |set, owned| set | owned.needs_any) & to == 0
            });
        }
        // What works always while an enchantment is in force may work on others.
        for i in 0..self.tables.always.len() {
            if self.tables.always[i].0 == unit {
                for other in self.state.standing.or(self.state.near_death) {
                    self.refresh(other);
                }
                break;
            }
        }
    }

    /// D-enchant: the set that the unit wants in force, as far as there is room for it.
    pub(super) fn wanted_enchants(&self, unit: UnitId) -> u32 {
        let extras = self.extras(unit);
        match self.choose(unit, &self.nw.unit(unit).tactics.enchant, None) {
            Enchant::Fixed => extras.enchants,
            Enchant::Set(set) => self.within_limits(self.unit_tables(unit), set, extras.memory),
        }
    }

    /// NW-18, NW-19: D-enchant in a Main: cancelling alone is an Auto Action, if the ruling has it
    /// so; everything else takes the Minor. Says whether the Minor was used.
    pub(super) fn rearrange(&mut self, unit: UnitId, has_minor: bool) -> bool {
        if self.nw.unit(unit).tactics.enchant.entries.is_empty() {
            return false;
        }
        let (now, wanted) = (self.extras(unit).enchants, self.wanted_enchants(unit));
        if now == wanted {
            return false;
        }
        let cancels = wanted & !now == 0;
        if cancels && self.nw.rulings.cancel_enchantment == AutoOrMinor::Auto && self.has_auto() {
            self.state.extras.turn.autos += 1;
            self.enchant(unit, wanted);
            return false;
        }
        if has_minor {
            self.enchant(unit, wanted);
        }
        has_minor
    }

    /// NW-34: another loadout is worn.
    pub(super) fn wear(&mut self, unit: UnitId, loadout: u8) {
        let from = core::mem::replace(&mut self.extras_mut(unit).loadout, loadout);
        if from != loadout {
            self.take_up_weapons(unit);
            self.refresh(unit);
            self.obs.event(|| Event::Wears { unit, loadout });
        }
    }

    /// D-loadout: the loadout that the unit wants.
    pub(super) fn wanted_loadout(&self, unit: UnitId) -> u8 {
        let worn = self.extras(unit).loadout;
        let outfits = &self.unit_tables(unit).loadouts;
        match self.choose(unit, &self.nw.unit(unit).tactics.loadout, None) {
            Wear::First => worn,
            Wear::This(at) => {
                if (at as usize) < outfits.len() {
                    at
                } else {
                    worn
                }
            }
            Wear::InRange => {
                let legal = self.legal(unit);
                let reaches = |at: &u8| {
                    let mut left = outfits[*at as usize].weapons;
                    while left != 0 {
                        let weapon = &self.unit_tables(unit).weapons[left.trailing_zeros() as usize];
                        left &= left - 1;
                        for it in legal {
                            if self.in_reach(unit, it, weapon.range, true) {
                                return true;
                            }
                        }
                    }
                    false
                };
                if outfits.is_empty() || reaches(&worn) {
                    return worn;
                }
                (0..outfits.len() as u8).find(reaches).unwrap_or(worn)
            }
        }
    }

    /// NW-18, NW-19: D-loadout in a Main. Wearing gear takes the Minor; weapons alone come from
    /// the robe as an Auto Action, if the ruling has it so. Says whether the Minor was used.
    pub(super) fn change_loadout(&mut self, unit: UnitId, has_minor: bool) -> bool {
        if self.nw.unit(unit).tactics.loadout.entries.is_empty() {
            return false;
        }
        let (worn, wanted) = (self.extras(unit).loadout, self.wanted_loadout(unit));
        if worn == wanted {
            return false;
        }
        let unit_tables = self.unit_tables(unit);
        let is_weapons = [worn, wanted].iter().all(|&at| unit_tables.loadouts[at as usize].modify.is_empty());
        let by_robe = unit_tables.lunar_robe && self.nw.rulings.robe_access == AutoOrMinor::Auto;
        if is_weapons && by_robe && self.has_auto() {
            self.state.extras.turn.autos += 1;
            self.wear(unit, wanted);
            return false;
        }
        if has_minor {
            self.wear(unit, wanted);
        }
        has_minor
    }

    /// NW-34: the weapons in hand at the start: in listed order as many as there are hands for.
    pub(super) fn take_up_weapons(&mut self, unit: UnitId) {
        let unit_tables = &self.tables.units[unit.idx()];
        let worn = unit_tables.loadouts.get(self.extras(unit).loadout as usize);
        let (mut held, mut free) = (0, HANDS);
        for (at, weapon) in unit_tables.weapons.iter().enumerate() {
            let is_worn = worn.is_none_or(|outfit| outfit.weapons >> at & 1 == 1);
            if is_worn && weapon.hands <= free {
                held |= 1 << at;
                free -= weapon.hands;
            }
        }
        self.extras_mut(unit).held = held;
    }

    /// NW-19: whether a weapon is in hand, or an Auto Action can change hands.
    pub(super) fn is_in_hand(&self, unit: UnitId, at: usize) -> bool {
        self.nw.rulings.auto_actions_per_main.0.is_none()
            || self.extras(unit).held >> at & 1 == 1
            || self.has_auto()
    }

    /// NW-19: changing hands is an Auto Action. Other weapons stay in hand as long as there are
    /// hands for them.
    #[inline(always)]
    pub(super) fn take_in_hand(&mut self, unit: UnitId, at: usize) {
        if self.extras(unit).held >> at & 1 == 0 {
            self.change_hands(unit, at);
        }
    }

    #[inline(never)]
    fn change_hands(&mut self, unit: UnitId, at: usize) {
        let held = self.extras(unit).held;
        self.state.extras.turn.autos += 1;
        let unit_tables = &self.tables.units[unit.idx()];
        let mut free = HANDS.saturating_sub(unit_tables.weapons[at].hands);
        let mut holds = 1 << at;
        for (other, weapon) in unit_tables.weapons.iter().enumerate() {
            if held >> other & 1 == 1 && weapon.hands <= free {
                holds |= 1 << other;
                free -= weapon.hands;
            }
        }
        self.extras_mut(unit).held = holds;
    }
}
