//! The stat block and the weapon.

use std::collections::BTreeMap;

use crate::sheet::declare::{Extent, Place, Read, Shape, join, refuse, shown, value};
use crate::sheet::envelope::{BlockFrame, Frame, UnitDoc};
use crate::sheet::node::Node;
use crate::sheet::problem::{At, Problems, nearest};
use crate::sheet::types::{Elsewhere, Int, IntOrNone, Line, List, Name};
use crate::{read_words, sheet};

use super::super::rulings::{NearDeathAt, Rulings};
use super::super::setup::{AttackKind, Attributes, Combat, ElementMod, Numbers, UnitKind, UnitSetup, Weapon};
use super::super::tactics::Tactics;
use super::{choices, not_played};

read_words!(UnitKind { "pc" => UnitKind::Pc, "npc" => UnitKind::Npc });
read_words!(AttackKind { "physical" => AttackKind::Physical, "magic" => AttackKind::Magic });

type CombatAttribute = Int<-50, 999>;
type BasicAttribute = Int<0, 99>;

sheet! {
    /// A stat block of Night Wizard. All values are final, with gear.
    pub struct UnitSheet is "unit" {
        /// PC or NPC: who goes first in ties, who may roll a Mortality Judge.
        "NW-13, NW-30" kind: UnitKind = "npc";
        /// Maximum HP.
        "NW-27" hp: Int<0, 9999>, required;
        /// HP at the start of the fight; all of them, if nothing is said.
        "NW-27" start_hp: Int<0, 9999>;
        /// Hit.
        "NW-20" hit: CombatAttribute;
        /// Dodge.
        "NW-20" dodge: CombatAttribute;
        /// Attack.
        "NW-21" attack: CombatAttribute;
        /// Defense.
        "NW-21" defense: CombatAttribute;
        /// Magic Hit; 0, if nothing is said.
        "NW-23" magic_hit: CombatAttribute;
        /// Resistance; 0, if nothing is said.
        "NW-23" resistance: CombatAttribute;
        /// Magic Attack; 0, if nothing is said.
        "NW-23" magic_attack: CombatAttribute;
        /// Magic Defense; 0, if nothing is said.
        "NW-23" magic_defense: CombatAttribute;
        /// Added to two dice it is the Action Count of a round: one Main for every ten of it.
        "NW-11" action_value: Int<-20, 200>;
        /// The Action Count of every round, in place of the Judge.
        "NW-11" fixed_action_count: IntOrNone<-50, 300> = "none";
        /// Strength.
        "NW-30" strength: BasicAttribute = "7";
        /// Skill.
        "NW-30" skill: BasicAttribute = "7";
        /// Agility.
        "NW-30" agility: BasicAttribute = "7";
        /// Spirit: by default the attribute of the Mortality Judge.
        "NW-30" spirit: BasicAttribute = "7";
        /// Knowledge.
        "NW-30" knowledge: BasicAttribute = "7";
        /// Faith.
        "NW-30" faith: BasicAttribute = "7";
        /// Perception.
        "NW-30" perception: BasicAttribute = "7";
        /// Luck.
        "NW-30" luck: BasicAttribute = "7";
        /// Critical numbers: totals of two dice that are worth 10 and roll again.
        "NW-02, NW-04" crit: List<Int<2, 12>> = "[10]";
        /// Fumble numbers: totals of the first two dice that make the Judge the attribute less 10.
        "NW-03, NW-04" fumble: List<Int<2, 12>> = "[5]";
        /// How many steps a rolled critical number moves towards 7.
        "NW-04" cf_shift: Int<0, 5> = "0";
        /// Its elements; the first is that of its physical attacks.
        "NW-22" elements: List<Line> = "[]";
        /// How damage of an element changes: flat first, then percent of the running total.
        "NW-22" element_mods: ElementMods = "{}";
        /// Higher goes first in ties.
        "NW-13" tie_priority: Int<-9999, 9999> = "0";
        /// Its weapons and attack spells; it attacks with the first.
        "NW-20, NW-23" weapons: Weapons = "[]";
        /// Its decisions.
        "NW-14, NW-20" tactics: Elsewhere;
    }
    not played not_played::UNIT_KEYS;
}

sheet! {
    /// A weapon or an attack spell.
    pub struct WeaponSheet is "weapon" {
        /// Its name; the ID, if nothing is said.
        "NW-20" name: Name, required;
        /// Which pair is rolled to hit, and which attack attribute is used.
        "NW-20, NW-23" hit_kind: AttackKind = "physical";
        /// Whether Defense or Magic Defense answers the damage; as `hit_kind`, if nothing is said.
        "NW-22, NW-23" damage_kind: AttackKind;
        /// In place of the default, `none`: the unit's first element for physical damage, no element for magic damage.
        "NW-22" element: Line = "none";
        /// Passive modifier of the Hit Judge.
        "NW-07" hit_mod: Int<-50, 99> = "0";
        /// Passive modifier of the Attack Judge.
        "NW-07" attack_mod: Int<-50, 99> = "0";
    }
    not played not_played::WEAPON_KEYS;
}

sheet! {
    /// How damage of an element changes.
    pub(super) struct ElementModSheet is "element modifier" {
        /// Added to the damage.
        "NW-22" flat: Int<-9999, 9999> = "0";
        /// Percent of the running total, added to it.
        "NW-22" percent: Int<-100, 1000> = "0";
    }
}

/// A table from elements to their modifiers.
#[derive(Debug)]
pub struct ElementMods;

impl Read for ElementMods {
    type Out = BTreeMap<String, ElementMod>;

    fn shape() -> Shape {
        Shape::Map(Box::new(Shape::Table(&ElementModSheet::INFO)))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        let Some(table) = node.as_table() else {
            refuse(node, key, &Self::shape(), problems);
            return None;
        };
        let mut mods = BTreeMap::new();
        for entry in &table.entries {
            let path = join(key, &entry.key);
            if entry.key == "none" || entry.key.trim().is_empty() {
                let message =
                    format!("`{}` is no element: damage without an element is never changed", entry.key);
                problems.add(entry.span, path, message);
                continue;
            }
            let owner = format!("the modifier of element `{}`", shown(&entry.key));
            let place = Place { path: &path, owner: &owner };
            let sheet = ElementModSheet::read(&entry.value, Extent::Whole, None, place, problems);
            mods.insert(
                entry.key.clone(),
                ElementMod { flat: value(&sheet.flat), percent: value(&sheet.percent) },
            );
        }
        Some(mods)
    }
}

/// A list of weapons. Those named by their ID are written out by the library before.
#[derive(Debug)]
pub struct Weapons;

impl Read for Weapons {
    type Out = Vec<Weapon>;

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Either(vec![Shape::Text, Shape::Table(&WeaponSheet::INFO)])))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Vec<Weapon>> {
        let Some(list) = node.as_list() else {
            refuse(node, key, &Self::shape(), problems);
            return None;
        };
        let mut weapons: Vec<Weapon> = Vec::new();
        // In a block by itself entries may still be IDs.
        for item in list.iter().filter(|item| item.as_text().is_none()) {
            let name =
                item.as_table().and_then(|table| table.get("name")).and_then(|name| name.value.as_text());
            let path = name.map_or_else(|| key.to_owned(), |name| join(key, name));
            let owner =
                name.map_or_else(|| "the weapon".to_owned(), |name| format!("weapon `{}`", shown(name)));
            let weapon = weapon(item, Place { path: &path, owner: &owner }, problems);
            if !weapon.name.is_empty() && weapons.iter().any(|other| other.name == weapon.name) {
                problems.add(item.span, path, format!("the unit has two weapons `{}`", weapon.name));
            }
            weapons.push(weapon);
        }
        Some(weapons)
    }
}

fn weapon(node: &Node, place: Place<'_>, problems: &mut Problems) -> Weapon {
    let sheet = WeaponSheet::read(node, Extent::Whole, None, place, problems);
    let hit_kind = value(&sheet.hit_kind);
    Weapon {
        name: value(&sheet.name),
        hit_kind,
        damage_kind: sheet.damage_kind.map_or(hit_kind, |kind| kind.value),
        // NW-22: `none` is the default, not an element.
        element: sheet.element.map(|element| element.value).filter(|element| element != "none"),
        hit_mod: value(&sheet.hit_mod),
        attack_mod: value(&sheet.attack_mod),
        ..Weapon::default()
    }
}

/// Checks a block by itself.
pub(super) fn check(node: &Node, place: Place<'_>, problems: &mut Problems) {
    let sheet = UnitSheet::read(node, Extent::Part, Some(&BlockFrame::INFO), place, problems);
    if let Some(name) = node.as_table().and_then(|table| table.get("name")) {
        Name::read(&name.value, &join(place.path, "name"), problems);
    }
    numbers(&sheet, place, problems);
    if let Some(At { value: Some(tactics), .. }) = &sheet.tactics {
        choices::check(tactics, &join(place.path, "tactics"), problems);
    }
}

/// What a unit of a document means, but for its tactics.
pub(super) fn read(unit: &UnitDoc, rulings: &Rulings, problems: &mut Problems) -> UnitSetup {
    let owner = format!("unit `{}`", shown(&unit.name.value));
    let place = Place { path: &unit.path, owner: &owner };
    let mut node = unit.node.clone();
    node.span = unit.name.span;
    let sheet = UnitSheet::read(&node, unit.extent, Some(&Frame::INFO), place, problems);
    let (crit, fumble) = numbers(&sheet, place, problems);
    let attributes = attributes(&sheet);
    let (physical, magic, action_value) = if is_basic_only(&sheet, &node) {
        derived(&attributes)
    } else {
        if unit.extent == Extent::Whole {
            require_combat(&node, place, problems);
        }
        (physical(&sheet), magic(&sheet), value(&sheet.action_value))
    };
    let kind = value(&sheet.kind);
    UnitSetup {
        name: unit.name.value.clone(),
        kind,
        hp: value(&sheet.hp),
        start_hp: start_hp(&sheet, rulings, place, problems),
        physical,
        magic,
        action_value,
        fixed_action_count: value(&sheet.fixed_action_count),
        attributes,
        crit,
        fumble,
        cf_shift: value(&sheet.cf_shift),
        elements: value(&sheet.elements).into_iter().map(|element| element.value).collect(),
        element_mods: value(&sheet.element_mods),
        tie_priority: value(&sheet.tie_priority),
        weapons: value(&sheet.weapons),
        tactics: Tactics::default(),
        ..UnitSetup::plain("", kind, [0; 6])
    }
}

/// NW-28: a unit starts the fight standing.
fn start_hp(sheet: &UnitSheet, rulings: &Rulings, place: Place<'_>, problems: &mut Problems) -> i32 {
    let Some(hp) = &sheet.hp else { return 0 };
    let (key, start) = sheet.start_hp.as_ref().map_or(("hp", hp), |start| ("start_hp", start));
    let path = join(place.path, key);
    if start.value > hp.value {
        let message = format!("`start_hp` is {}; {} has at most {} HP", start.value, place.owner, hp.value);
        problems.add(start.span, path, message);
    } else if start.value < 1 && rulings.near_death_at == NearDeathAt::ZeroOrBelow {
        let message =
            format!("`{key}` is {}, which is Near Death by the ruling `near_death_at`", start.value);
        problems.add(start.span, path, message);
    }
    start.value
}

/// NW-02: a chain must be able to end, so not every number is critical.
fn numbers(sheet: &UnitSheet, place: Place<'_>, problems: &mut Problems) -> (Numbers, Numbers) {
    const ALL: Numbers = Numbers(0b1_1111_1111_1100);
    let set = |list: &Option<At<Vec<At<i32>>>>| {
        let list = list.iter().flat_map(|list| &list.value);
        Numbers(list.fold(0, |set, number| set | 1 << number.value))
    };
    let (crit, fumble) = (set(&sheet.crit), set(&sheet.fumble));
    if let Some(given) = sheet.crit.as_ref().filter(|_| crit == ALL) {
        let message = "`crit` has all of 2 to 12; at least one number must not be critical";
        problems.add(given.span, join(place.path, "crit"), message);
    }
    (crit, fumble)
}

fn attributes(sheet: &UnitSheet) -> Attributes {
    Attributes {
        strength: value(&sheet.strength),
        skill: value(&sheet.skill),
        agility: value(&sheet.agility),
        spirit: value(&sheet.spirit),
        knowledge: value(&sheet.knowledge),
        faith: value(&sheet.faith),
        perception: value(&sheet.perception),
        luck: value(&sheet.luck),
    }
}

/// Whether the unit gives basic attributes and nothing that the sheet formulas make from them.
fn is_basic_only(sheet: &UnitSheet, node: &Node) -> bool {
    const BASIC: &[&str] =
        &["strength", "skill", "agility", "spirit", "knowledge", "faith", "perception", "luck"];
    let combat = [
        &sheet.hit,
        &sheet.dodge,
        &sheet.attack,
        &sheet.defense,
        &sheet.magic_hit,
        &sheet.resistance,
        &sheet.magic_attack,
        &sheet.magic_defense,
        &sheet.action_value,
    ];
    let gives = |key: &&str| node.as_table().is_some_and(|table| table.get(key).is_some());
    combat.iter().all(|field| field.is_none()) && BASIC.iter().any(gives)
}

/// The sheet formulas of the ledger, rounded down.
fn derived(of: &Attributes) -> (Combat, Combat, i32) {
    let physical = Combat {
        hit: (of.skill + of.perception) / 2,
        dodge: (of.agility + of.perception) / 2,
        attack: (of.strength + of.skill) / 2,
        defense: (of.strength + of.faith) / 2,
    };
    let magic = Combat {
        hit: (of.spirit + of.luck) / 2,
        dodge: (of.agility + of.luck) / 2,
        attack: (of.knowledge + of.spirit) / 2,
        defense: (of.knowledge + of.faith) / 2,
    };
    (physical, magic, (of.strength + of.agility + of.knowledge + of.faith) / 3)
}

/// Combat Attributes and Action Value are required of a unit that does not leave them to the sheet
/// formulas.
fn require_combat(node: &Node, place: Place<'_>, problems: &mut Problems) {
    let Some(table) = node.as_table() else { return };
    for key in ["hit", "dodge", "attack", "defense", "action_value"] {
        // A key that is there, misspelt, is not missing too.
        let is_known = |written: &str| UnitSheet::INFO.keys.iter().any(|known| known.key == written);
        let is_meant = |written: &str| !is_known(written) && nearest(written, [key]).is_some();
        if table.get(key).is_none() && !table.entries.iter().any(|entry| is_meant(&entry.key)) {
            problems.missing(node.span, join(place.path, key), format!("{} has no `{key}`", place.owner));
        }
    }
}

fn physical(sheet: &UnitSheet) -> Combat {
    Combat {
        hit: value(&sheet.hit),
        dodge: value(&sheet.dodge),
        attack: value(&sheet.attack),
        defense: value(&sheet.defense),
    }
}

fn magic(sheet: &UnitSheet) -> Combat {
    Combat {
        hit: value(&sheet.magic_hit),
        dodge: value(&sheet.resistance),
        attack: value(&sheet.magic_attack),
        defense: value(&sheet.magic_defense),
    }
}
