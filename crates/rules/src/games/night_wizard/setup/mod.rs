//! What a scenario of Night Wizard means: stat blocks, weapons and tactics as the rules read
//! them. `sheet` makes it from text, [`NightWizard::new`](super::NightWizard::new) prepares it.

pub mod ability;
pub mod field;
pub mod gear;

use crate::words;
use std::collections::BTreeMap;

pub use ability::{Ability, AttributeId, Inflicted};
pub use field::{MapSetup, Series, Surprise};
pub use gear::{Enchantment, Loadout, Status, Weapon};

use super::rulings::{Attribute, Rulings};
use super::tactics::Tactics;

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The answers to the silences of the text.
    pub rulings: Rulings,
    /// The number of rounds after which the fight is a timeout; 1 or more.
    pub max_rounds: u32,
    /// The map, if there is one.
    pub map: Option<MapSetup>,
    /// The first side's series of fights.
    pub series: Series,
    /// The side that surprises the others, if one does (NW-10).
    pub surprise: Surprise,
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

words! {
    /// Tie priority and the right to a Mortality Judge (NW-13, NW-30).
    #[derive(Default)]
    pub enum UnitKind {
        /// A player character.
        Pc = "pc",
        /// Everybody else.
        #[default]
        Npc = "npc",
    }
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
    /// Maximum MP before enchantments, and MP at the start (NW-27, NW-33).
    pub mp: i32,
    /// MP at the start; cut to the maximum that the enchantments in force leave.
    pub start_mp: i32,
    /// Maximum prana (NW-06).
    pub prana: i32,
    /// Prana at the start.
    pub start_prana: i32,
    /// Prana that a Judge may take, 0 to 20 (NW-06).
    pub release: i32,
    /// Physical Combat Attributes.
    pub physical: Combat,
    /// Magic Combat Attributes: Magic Hit, Resistance, Magic Attack, Magic Defense.
    pub magic: Combat,
    /// Added to the Action Count Judge (NW-11).
    pub action_value: i32,
    /// In place of the Action Count Judge (NW-11).
    pub fixed_action_count: Option<i32>,
    /// Steps of a Normal Movement (NW-37).
    pub movement_power: i32,
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
    /// Bad statuses that are never inflicted on it: bit n is the status of number n (NW-43).
    pub status_immune: u8,
    /// Bad statuses at the start of the fight.
    pub start_statuses: Vec<Inflicted>,
    /// Where it starts: x, y, z; above the floor it starts in flight (NW-35, NW-42).
    pub position: [u8; 3],
    /// The round in whose Setup it arrives; 1: it is there from the start (NW-09(a)).
    pub arrives_round: u32,
    /// The Judge that its arrival needs: attribute and difficulty.
    pub appearance: Option<(AttributeId, i32)>,
    /// Higher goes first in ties (NW-13).
    pub tie_priority: i32,
    /// Its weapons and attack spells. Without any it attacks with bare hands.
    pub weapons: Vec<Weapon>,
    /// Its abilities, in the order in which it tries them.
    pub abilities: Vec<Ability>,
    /// Its enchantments.
    pub enchantments: Vec<Enchantment>,
    /// Its loadouts; it starts with the first.
    pub loadouts: Vec<Loadout>,
    /// The most that levels of enchantments in force may add up to (NW-33).
    pub enchantment_limit: i32,
    /// How much magic it can hold in memory (NW-33).
    pub memory: i32,
    /// What leaving its square costs its enemies beyond 2 (NW-38).
    pub block: i32,
    /// Whether it owns a Lunar Robe (NW-09, NW-41).
    pub lunar_robe: bool,
    /// Whose orders it takes: units of one group are commanded together (NW-53).
    pub command_group: Option<String>,
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

words! {
    /// Which pair of attributes is rolled.
    #[derive(Default)]
    pub enum AttackKind {
        /// Hit against Dodge; Attack; Defense.
        #[default]
        Physical = "physical",
        /// Magic Hit against Resistance; Magic Attack; Magic Defense.
        Magic = "magic",
    }
}

/// What rulings ask of a scenario: whether they can matter.
impl Setup {
    /// All units.
    pub fn units(&self) -> impl Iterator<Item = &UnitSetup> {
        self.sides.iter().flat_map(|side| &side.units)
    }

    pub(super) fn has_prana(&self) -> bool {
        self.units().any(|unit| unit.prana > 0)
    }

    pub(super) fn has_mp(&self) -> bool {
        self.units().any(|unit| unit.mp > 0)
    }

    pub(super) fn has_abilities(&self) -> bool {
        self.units().any(|unit| !unit.abilities.is_empty())
    }

    pub(super) fn has_enchantments(&self) -> bool {
        self.units().any(|unit| !unit.enchantments.is_empty())
    }

    pub(super) fn has_loadouts(&self) -> bool {
        self.units().any(|unit| unit.lunar_robe && unit.loadouts.len() > 1)
    }
}

impl Setup {
    /// These sides on one square, with every ruling at its default.
    #[must_use]
    pub fn of(sides: Vec<SideSetup>) -> Self {
        Self {
            rulings: Rulings::default(),
            max_rounds: 100,
            map: None,
            series: Series::default(),
            surprise: None,
            sides,
        }
    }
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
            mp: 0,
            start_mp: 0,
            prana: 0,
            start_prana: 0,
            release: 0,
            physical: Combat { hit, dodge, attack, defense },
            magic: Combat::default(),
            action_value,
            fixed_action_count: None,
            movement_power: 2,
            attributes: Attributes::default(),
            crit: Numbers::of(&[10]),
            fumble: Numbers::of(&[5]),
            cf_shift: 0,
            elements: Vec::new(),
            element_mods: BTreeMap::new(),
            status_immune: 0,
            start_statuses: Vec::new(),
            position: [0; 3],
            arrives_round: 1,
            appearance: None,
            tie_priority: 0,
            weapons: Vec::new(),
            abilities: Vec::new(),
            enchantments: Vec::new(),
            loadouts: Vec::new(),
            enchantment_limit: 99,
            memory: 99,
            block: 0,
            lunar_robe: kind == UnitKind::Pc,
            command_group: None,
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
