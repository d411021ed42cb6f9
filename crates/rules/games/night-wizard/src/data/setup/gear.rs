//! Weapons, attack spells, enchantments, loadouts, and the bad statuses.

use super::AttackKind;
use super::ability::{Amount, Area, AttributeId, Inflicted, Range};
use crate::sheet::{AnyArea, AnyInflicted, Modify, NameOrNone, PaidAmount, Reach};
use fray_kit::sheet::declare::NotPlayed;
use fray_kit::sheet::types::{Int, Items, Line, Name};
use fray_kit::{Words, stat_block};

/// The entries of things in the rulebook that have no part in a fight.
pub(super) const NOT_PLAYED: &[NotPlayed] = &[
    ("price", "what a thing costs in a shop", "it has no part in a fight"),
    ("weight", "what a thing weighs", "loads are no part of the fight rules"),
];

stat_block! {
    /// A weapon or an attack spell.
    #[derive(Default)]
    pub struct Weapon is "weapon", not played NOT_PLAYED;
    [fields {
        /// Its name; the ID, if nothing is said.
        "NW-20" name: String as Name, required;
        /// Which pair is rolled to hit, and which attack attribute is used.
        "NW-20, NW-23" hit_kind: AttackKind = "physical";
        /// Whether Defense or Magic Defense answers the damage; as `hit_kind`, if nothing is said.
        "NW-22, NW-23" damage_kind: AttackKind = (hit_kind);
    }]
    [
        /// How far its target may be.
        group range: Range {
            /// How many squares it reaches, or `sight`; 0 is the same square.
            "NW-40" most("range"): Reach = "0";
            /// The least distance.
            "NW-40" least("range_min"): Int<0, 99> = "0";
        }
    ]
    [fields {
        /// Whom it hits at once.
        "NW-25, NW-40" area: Area as AnyArea = "single";
        /// In place of the default, `none`: the unit's first element for physical damage, no element for magic damage.
        "NW-22" element: Option<String> as NameOrNone = "none";
        /// Passive modifier of the Hit Judge.
        "NW-07" hit_mod: i32 as Int<-50, 99> = "0";
        /// Passive modifier of the Attack Judge.
        "NW-07" attack_mod: i32 as Int<-50, 99> = "0";
        /// Action Count that a use costs.
        "NW-17" count_cost: i32 as Int<0, 99> = "0";
        /// HP that a use costs.
        "NW-17" hp_cost: i32 as Int<0, 99> = "0";
        /// MP that a use costs, in numbers or dice.
        "NW-17" mp_cost: Amount as PaidAmount = "0";
        /// Prana that a use costs, in numbers or dice.
        "NW-17" prana_cost: Amount as PaidAmount = "0";
        /// Bad statuses that ride on its damage.
        "NW-22, NW-43" inflict: Vec<Inflicted> as Items<AnyInflicted> = "[]";
        /// Hands that it takes.
        "NW-34" hands: u8 as Int<1, 2> = "1";
        /// The enchantment that must be in force, or `none`.
        "NW-23, NW-33" enchantment: Option<String> as NameOrNone = "none";
    }]
}

stat_block! {
    /// An enchantment: magic that changes attributes, and grants abilities and weapons, while it is in force.
    #[derive(Default)]
    pub struct Enchantment is "enchantment";
    [fields {
        /// Its name; the ID, if nothing is said.
        "NW-33" name: String as Name, required;
        /// What it takes of the unit's `enchantment_limit`.
        "NW-33" level: i32 as Int<0, 20> = "1";
        /// How it changes maximum MP.
        "NW-33" magic_power: i32 as Int<-99, 99> = "0";
        /// How it changes attributes.
        "NW-33" modify: Vec<(AttributeId, i32)> as Modify = "{}";
        /// The unit's abilities and weapons, by name, that need it.
        "NW-33" grants: Vec<String> as Items<Line> = "[]";
        /// Whether it is in force at the start of the fight.
        "NW-33" active_at_start: bool = "true";
    }]
}

stat_block! {
    /// A set of worn and wielded gear; a unit starts with its first.
    #[derive(Default)]
    pub struct Loadout is "loadout";
    [fields {
        /// Its name; the ID, if nothing is said.
        "NW-34" name: String as Name, required;
        /// The unit's weapons, by name, that are at hand.
        "NW-34" weapons: Vec<String> as Items<Line> = "[]";
        /// How it changes attributes.
        "NW-34" modify: Vec<(AttributeId, i32)> as Modify = "{}";
    }]
}

/// The bad statuses (NW-43).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[repr(u8)]
pub enum Status {
    /// NW-44.
    Unconscious,
    /// NW-45.
    Pressure,
    /// NW-46.
    Panic,
    /// NW-47.
    Poison,
    /// NW-50.
    Capture,
    /// NW-48.
    Paralysis,
    /// NW-49.
    Daze,
}

impl Status {
    /// Its bit in a set of statuses.
    #[inline(always)]
    #[must_use]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}
