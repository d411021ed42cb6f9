//! Weapons, attack spells, enchantments, loadouts, and the bad statuses.

use super::AttackKind;
use super::ability::{Amount, Area, AttributeId, Inflicted, Range};
use crate::words;

/// A weapon or attack spell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weapon {
    /// Its name; empty for bare hands.
    pub name: String,
    /// Which pair is rolled to hit, and which attack attribute is used (NW-20, NW-23).
    pub hit_kind: AttackKind,
    /// Whether Defense or Magic Defense answers the damage (NW-22, NW-23).
    pub damage_kind: AttackKind,
    /// In place of the unit's first element for physical damage, or none for magic damage (NW-22).
    pub element: Option<String>,
    /// Passive modifier of the Hit Judge (NW-07).
    pub hit_mod: i32,
    /// Passive modifier of the Attack Judge (NW-07).
    pub attack_mod: i32,
    /// How far its target may be (NW-40).
    pub range: Range,
    /// Whom it hits at once (NW-25, NW-40).
    pub area: Area,
    /// Action Count a use costs (NW-17).
    pub count_cost: i32,
    /// HP a use costs (NW-17).
    pub hp_cost: i32,
    /// MP a use costs (NW-17).
    pub mp_cost: Amount,
    /// Prana a use costs (NW-17).
    pub prana_cost: Amount,
    /// Bad statuses that ride on its damage (NW-22, NW-43).
    pub inflict: Vec<Inflicted>,
    /// Hands it takes, 1 or 2 (NW-34).
    pub hands: u8,
    /// The enchantment that must be in force, by its place in the unit's list (NW-23, NW-33).
    pub enchantment: Option<usize>,
}

/// An enchantment (NW-33).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Enchantment {
    /// Its name.
    pub name: String,
    /// What it takes of the unit's `enchantment_limit`.
    pub level: i32,
    /// How it changes maximum MP while it is in force.
    pub magic_power: i32,
    /// How it changes attributes while it is in force.
    pub modify: Vec<(AttributeId, i32)>,
    /// Abilities that are usable only while it is in force, by their places in the unit's list.
    pub grants_abilities: Vec<usize>,
    /// Weapons that are usable only while it is in force, by their places in the unit's list.
    pub grants_weapons: Vec<usize>,
    /// Whether it is in force at the start of the fight.
    pub active_at_start: bool,
}

/// A set of worn and wielded gear (NW-34).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loadout {
    /// Its name.
    pub name: String,
    /// The weapons at hand, by their places in the unit's list.
    pub weapons: Vec<usize>,
    /// How it changes attributes.
    pub modify: Vec<(AttributeId, i32)>,
}

words! {
    /// The bad statuses (NW-43).
    #[repr(u8)]
    pub enum Status {
        /// NW-44.
        Unconscious = "unconscious",
        /// NW-45.
        Pressure = "pressure",
        /// NW-46.
        Panic = "panic",
        /// NW-47.
        Poison = "poison",
        /// NW-50.
        Capture = "capture",
        /// NW-48.
        Paralysis = "paralysis",
        /// NW-49.
        Daze = "daze",
    }
}

impl Status {
    /// Its bit in a set of statuses.
    #[inline(always)]
    #[must_use]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}
