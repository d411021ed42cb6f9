//! A scenario of Night Wizard as the rules read it: stat blocks, weapons and tactics. `sheet` makes it from
//! text, [`NightWizard::new`](crate::NightWizard::new) prepares it.

pub mod ability;
pub mod field;
pub mod gear;

use fray_kit::{Record, Words, stat_block};
use std::collections::BTreeMap;

use fray_kit::sheet::types::{Int, IntOrNone, Items, ReadBySystem};

pub use ability::{Ability, AttributeId, Inflicted};
pub use field::{MapSetup, Series, Surprise};
pub use gear::{Enchantment, Loadout, Status, Weapon};

use crate::data::rulings::Rulings;
use crate::data::tactics::Tactics;
use crate::sheet::{
    AnyInflicted, Element, ElementMods, ListOf, NameOrNone, OrNone, Position, Statuses, Totals,
};

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

/// Tie priority and the right to a Mortality Judge (NW-13, NW-30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum UnitKind {
    /// A player character.
    Pc,
    /// Everybody else.
    #[default]
    Npc,
}

type CombatAttribute = Int<-50, 999>;
type BasicAttribute = Int<0, 99>;

stat_block! {
    /// A stat block of Night Wizard. All values are final, with gear.
    #[derive(Default)]
    pub struct UnitSetup is "unit", beside Beside, not played &[
        ("experience", "what a fight earns", "it has no part in a fight"),
        ("level", "the overall level", "it is in the values already; `enchantment_limit` says what it allows"),
    ];
    [set {
        /// The name, unique within the side.
        name: String;
    }]
    [fields {
        /// PC or NPC: who goes first in ties, who may roll a Mortality Judge.
        "NW-13, NW-30" kind: UnitKind = "npc";
        /// Maximum HP.
        "NW-27" hp: i32 as Int<0, 9999>, required;
        /// HP at the start of the fight; all of them, if nothing is said.
        "NW-27" start_hp: i32 as Int<0, 9999> = (hp);
        /// Maximum MP, before enchantments.
        "NW-27, NW-33" mp: i32 as Int<0, 999> = "0";
        /// MP at the start of the fight; all of them, if nothing is said.
        "NW-27" start_mp: i32 as Int<0, 999> = (mp);
        /// Maximum prana.
        "NW-06" prana: i32 as Int<0, 999> = "0";
        /// Prana at the start of the fight; all of it, if nothing is said.
        "NW-06" start_prana: i32 as Int<0, 999> = (prana);
        /// Prana that one Judge may take.
        "NW-06" release: i32 as Int<0, 20> = "0";
        /// Hit.
        "NW-20" hit: i32 as CombatAttribute = (0);
        /// Dodge.
        "NW-20" dodge: i32 as CombatAttribute = (0);
        /// Attack.
        "NW-21" attack: i32 as CombatAttribute = (0);
        /// Defense.
        "NW-21" defense: i32 as CombatAttribute = (0);
        /// Magic Hit; 0, if nothing is said.
        "NW-23" magic_hit: i32 as CombatAttribute = (0);
        /// Resistance; 0, if nothing is said.
        "NW-23" resistance: i32 as CombatAttribute = (0);
        /// Magic Attack; 0, if nothing is said.
        "NW-23" magic_attack: i32 as CombatAttribute = (0);
        /// Magic Defense; 0, if nothing is said.
        "NW-23" magic_defense: i32 as CombatAttribute = (0);
        /// Added to two dice it is the Action Count of a round: one Main for every ten of it.
        "NW-11" action_value: i32 as Int<-20, 200> = (0);
        /// The Action Count of every round, in place of the Judge.
        "NW-11" fixed_action_count: Option<i32> as IntOrNone<-50, 300> = "none";
        /// Steps of a Normal Movement; 2, if nothing is said.
        "NW-37" movement_power: i32 as Int<0, 20> = (2);
        /// Strength.
        "NW-30" strength: i32 as BasicAttribute = "7";
        /// Skill.
        "NW-30" skill: i32 as BasicAttribute = "7";
        /// Agility.
        "NW-30" agility: i32 as BasicAttribute = "7";
        /// Spirit: by default the attribute of the Mortality Judge.
        "NW-30" spirit: i32 as BasicAttribute = "7";
        /// Knowledge.
        "NW-30" knowledge: i32 as BasicAttribute = "7";
        /// Faith.
        "NW-30" faith: i32 as BasicAttribute = "7";
        /// Perception.
        "NW-30" perception: i32 as BasicAttribute = "7";
        /// Luck.
        "NW-30" luck: i32 as BasicAttribute = "7";
        /// Critical numbers: totals of two dice that are worth 10 and roll again.
        "NW-02, NW-04" crit: Numbers as Totals = "[10]";
        /// Fumble numbers: totals of the first two dice that make the Judge the attribute less 10.
        "NW-03, NW-04" fumble: Numbers as Totals = "[5]";
        /// How many steps a rolled critical number moves towards 7.
        "NW-04" cf_shift: i32 as Int<0, 5> = "0";
        /// Its elements; the first is that of its physical attacks.
        "NW-22" elements: Vec<String> as Items<Element> = "[]";
        /// How damage of an element changes: flat first, then percent of the running total.
        "NW-22" element_mods: BTreeMap<String, ElementMod> as ElementMods = "{}";
        /// Higher goes first in ties.
        "NW-13" tie_priority: i32 as Int<-9999, 9999> = "0";
        /// Bad statuses that are never inflicted on it.
        "NW-43" status_immune: u8 as Statuses = "[]";
        /// Bad statuses at the start of the fight.
        "NW-43" start_statuses: Vec<Inflicted> as Items<AnyInflicted> = "[]";
    }]
    [set {
        /// Where it starts: x, y, z; above the floor it starts in flight (NW-35, NW-42).
        position: [u8; 3];
    }]
    [beside {
        /// Where it starts: `[x, y]` or `[x, y, z]`; above the floor it starts in flight.
        "NW-35, NW-42" position: Position = "[0, 0]";
    }]
    [fields {
        /// The round in whose Setup it arrives.
        "NW-09" arrives_round: u32 as Int<1, 100_000> = "1";
        /// The Judge that its arrival needs, or `none`.
        "NW-09" appearance: Option<Appearance> as OrNone<Appearance> = "none";
        /// Its weapons and attack spells; bare hands, if there are none.
        "NW-20, NW-23" weapons: Vec<Weapon> as ListOf<Weapon> = "[]";
        /// Its abilities, in the order in which it tries them.
        "NW-53" abilities: Vec<Ability> as ListOf<Ability> = "[]";
        /// Its enchantments.
        "NW-33" enchantments: Vec<Enchantment> as ListOf<Enchantment> = "[]";
        /// Its loadouts; it starts with the first.
        "NW-34" loadouts: Vec<Loadout> as ListOf<Loadout> = "[]";
        /// The most that levels of enchantments in force may add up to.
        "NW-33" enchantment_limit: i32 as Int<0, 99> = "99";
        /// How many enchantments in force and invocations it can hold in memory.
        "NW-33" memory: i32 as Int<0, 99> = "99";
        /// What leaving its square costs its enemies beyond 2.
        "NW-38" block: i32 as Int<0, 9> = "0";
        /// Whether it owns a Lunar Robe; PCs do and others do not, if nothing is said.
        "NW-09, NW-41" lunar_robe: bool = (kind == UnitKind::Pc);
        /// Whose orders it takes, or `none`: allies of one group are commanded together.
        "NW-53" command_group: Option<String> as NameOrNone = "none";
    }]
    [set {
        /// Its decisions. Units they name are ids in listed order over all sides.
        tactics: Tactics;
    }]
    [beside {
        /// Its decisions.
        "NW-14, NW-20" tactics: ReadBySystem;
    }]
}

/// The Judge that a late arrival needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("appearance")]
pub struct Appearance {
    /// The attribute.
    #[key("NW-09", required)]
    pub attribute: AttributeId,
    /// What it has to reach.
    #[key("NW-09", reads = Int<-999, 999>, required)]
    pub difficulty: i32,
}

stat_block! {
    /// How damage of an element changes.
    #[derive(Copy, Default)]
    pub struct ElementMod is "element modifier";
    [fields {
        /// Added to the damage.
        "NW-22" flat: i32 as Int<-9999, 9999> = "0";
        /// Percent of the running total, added to it.
        "NW-22" percent: i32 as Int<-100, 1000> = "0";
    }]
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

    /// All totals but this one.
    #[must_use]
    pub fn all_but(total: i32) -> Self {
        Self(0b1_1111_1111_1100 & !(1 << total))
    }

    /// Returns whether `total` is in it.
    #[inline(always)]
    #[must_use]
    pub fn has(self, total: i32) -> bool {
        self.0 >> total & 1 == 1
    }
}

/// Which pair of attributes is rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AttackKind {
    /// Hit against Dodge; Attack; Defense.
    #[default]
    Physical,
    /// Magic Hit against Resistance; Magic Attack; Magic Defense.
    Magic,
}

impl Setup {
    /// All units.
    pub fn units(&self) -> impl Iterator<Item = &UnitSetup> {
        self.sides.iter().flat_map(|side| &side.units)
    }

    /// These sides on one square, with every ruling at its default.
    #[must_use]
    pub fn of(sides: Vec<SideSetup>) -> Self {
        Self {
            rulings: Rulings::default(),
            max_rounds: 100,
            map: None,
            series: Series { fights: 1 },
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
        let lunar_robe = kind == UnitKind::Pc;
        let name = name.to_owned();
        Self {
            name,
            kind,
            hp,
            start_hp: hp,
            hit,
            dodge,
            attack,
            defense,
            action_value,
            lunar_robe,
            ..Self::of_nothing()
        }
    }

    /// With these critical and fumble numbers.
    #[must_use]
    pub fn numbers(mut self, crit: &[u8], fumble: &[u8]) -> Self {
        (self.crit, self.fumble) = (Numbers::of(crit), Numbers::of(fumble));
        self
    }
}
