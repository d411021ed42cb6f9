//! What a scenario of Night Wizard means: stat blocks, weapons and tactics as the rules read
//! them. `sheet` makes it from text, [`NightWizard::new`](super::NightWizard::new) prepares it.

use std::collections::BTreeMap;

use super::rulings::{Attribute, Rulings};
use super::tactics::Tactics;

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The answers to the silences of the text.
    pub rulings: Rulings,
    /// The number of rounds after which the fight is a timeout; 1 or more.
    pub max_rounds: u32,
    /// The sides in file order: two or more, each with a unit.
    pub sides: Vec<SideSetup>,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSetup {
    /// Its name.
    pub name: String,
    /// Its units in file order, copies written out.
    pub units: Vec<UnitSetup>,
}

/// Tie priority and the right to a Mortality Judge (NW-13, NW-30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnitKind {
    /// A player character.
    Pc,
    /// Everybody else.
    #[default]
    Npc,
}

/// A stat block. All values are final, with gear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSetup {
    /// The name, unique within the side.
    pub name: String,
    /// PC or NPC.
    pub kind: UnitKind,
    /// Maximum HP, 0 or more; a unit with 0 HP stands (NW-28).
    pub hp: i32,
    /// HP at the start of the fight, 0 to `hp`.
    pub start_hp: i32,
    /// Physical Combat Attributes.
    pub physical: Combat,
    /// Magic Combat Attributes: Magic Hit, Resistance, Magic Attack, Magic Defense.
    pub magic: Combat,
    /// Added to the Action Count Judge (NW-11).
    pub action_value: i32,
    /// In place of the Action Count Judge (NW-11).
    pub fixed_action_count: Option<i32>,
    /// Basic attributes.
    pub attributes: Attributes,
    /// Critical numbers, bit v for number v (NW-02).
    pub crit: Numbers,
    /// Fumble numbers (NW-03).
    pub fumble: Numbers,
    /// How far a rolled critical number moves towards 7 (NW-04).
    pub cf_shift: i32,
    /// Its elements; the first is that of its physical attacks (NW-22).
    pub elements: Vec<String>,
    /// How damage of an element changes (NW-22).
    pub element_mods: BTreeMap<String, ElementMod>,
    /// Higher goes first in ties (NW-13).
    pub tie_priority: i32,
    /// Its weapons and attack spells; it attacks with the first.
    pub weapons: Vec<Weapon>,
    /// Its decisions. Units they name are ids in listed order over all sides.
    pub tactics: Tactics,
}

/// Four Combat Attributes of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Combat {
    /// Hit, or Magic Hit.
    pub hit: i32,
    /// Dodge, or Resistance.
    pub dodge: i32,
    /// Attack, or Magic Attack.
    pub attack: i32,
    /// Defense, or Magic Defense.
    pub defense: i32,
}

/// The eight basic attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Attributes {
    pub strength: i32,
    pub skill: i32,
    pub agility: i32,
    pub spirit: i32,
    pub knowledge: i32,
    pub faith: i32,
    pub perception: i32,
    pub luck: i32,
}

impl Default for Attributes {
    fn default() -> Self {
        Self { strength: 7, skill: 7, agility: 7, spirit: 7, knowledge: 7, faith: 7, perception: 7, luck: 7 }
    }
}

impl Attributes {
    /// The value of one of them.
    #[must_use]
    pub fn get(&self, which: Attribute) -> i32 {
        match which {
            Attribute::Strength => self.strength,
            Attribute::Skill => self.skill,
            Attribute::Agility => self.agility,
            Attribute::Spirit => self.spirit,
            Attribute::Knowledge => self.knowledge,
            Attribute::Faith => self.faith,
            Attribute::Perception => self.perception,
            Attribute::Luck => self.luck,
        }
    }
}

/// A set of totals of two dice, 2 to 12: bit v for total v.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Numbers(pub u16);

impl Numbers {
    /// The set of these totals.
    ///
    /// # Panics
    /// If one is not a total of two dice.
    #[must_use]
    pub fn of(totals: &[u8]) -> Self {
        Self(totals.iter().fold(0, |set, &total| {
            assert!((2..=12).contains(&total), "{total} is no total of two dice");
            set | 1 << total
        }))
    }

    /// Whether `total` is in it.
    #[inline(always)]
    #[must_use]
    pub fn has(self, total: i32) -> bool {
        self.0 >> total & 1 == 1
    }
}

/// How damage of an element changes: flat first, then percent of the running total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ElementMod {
    /// Added to the damage.
    pub flat: i32,
    /// Percent added to it, -100 to 1000.
    pub percent: i32,
}

/// Which pair of attributes is rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AttackKind {
    /// Hit against Dodge; Attack; Defense.
    #[default]
    Physical,
    /// Magic Hit against Resistance; Magic Attack; Magic Defense.
    Magic,
}

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
}

impl UnitSetup {
    /// A unit with these physical stats and every other value at its default, for tests and as a
    /// start: hp, hit, dodge, attack, defense, Action Value.
    #[must_use]
    pub fn plain(name: &str, kind: UnitKind, stats: [i32; 6]) -> Self {
        let [hp, hit, dodge, attack, defense, action_value] = stats;
        Self {
            name: name.to_owned(),
            kind,
            hp,
            start_hp: hp,
            physical: Combat { hit, dodge, attack, defense },
            magic: Combat::default(),
            action_value,
            fixed_action_count: None,
            attributes: Attributes::default(),
            crit: Numbers::of(&[10]),
            fumble: Numbers::of(&[5]),
            cf_shift: 0,
            elements: Vec::new(),
            element_mods: BTreeMap::new(),
            tie_priority: 0,
            weapons: Vec::new(),
            tactics: Tactics::default(),
        }
    }

    /// With these critical and fumble numbers.
    #[must_use]
    pub fn numbers(mut self, crit: &[u8], fumble: &[u8]) -> Self {
        (self.crit, self.fumble) = (Numbers::of(crit), Numbers::of(fumble));
        self
    }
}
