//! The stat block.

use crate::engine::roster::SideId;
use crate::sheet;
use crate::sheet::declare::{Extent, Place, Read, join, shown, value};
use crate::sheet::envelope::{BlockFrame, Frame, UnitDoc};
use crate::sheet::node::Node;
use crate::sheet::plan::{self, Chooser, check_alone};
use crate::sheet::problem::{At, Problems, Span};
use crate::sheet::types::{Elsewhere, Int, IntOrNone, List, Name};

use super::super::rulings::{NearDeathAt, Rulings};
use super::super::setup::{Enchantment, Inflicted, Numbers, Status, UnitKind, UnitSetup};
use super::super::tactics::{DECISIONS, Tactics};
use super::abilities::{self, AbilityDraft};
use super::attributes;
use super::gear::{self, EnchantmentDraft, ListOf, LoadoutDraft, WeaponDraft};
use super::values::{Appearance, ElementMods, Position};
use super::words::{AnyInflicted, Element, ElementOrNone, bits};

type CombatAttribute = Int<-50, 999>;
type BasicAttribute = Int<0, 99>;

sheet! {
    /// A stat block of Night Wizard. All values are final, with gear.
    pub(super) struct UnitSheet is "unit" {
        /// PC or NPC: who goes first in ties, who may roll a Mortality Judge.
        "NW-13, NW-30" kind: UnitKind = "npc";
        /// Maximum HP.
        "NW-27" hp: Int<0, 9999>, required;
        /// HP at the start of the fight; all of them, if nothing is said.
        "NW-27" start_hp: Int<0, 9999>;
        /// Maximum MP, before enchantments.
        "NW-27, NW-33" mp: Int<0, 999> = "0";
        /// MP at the start of the fight; all of them, if nothing is said.
        "NW-27" start_mp: Int<0, 999>;
        /// Maximum prana.
        "NW-06" prana: Int<0, 999> = "0";
        /// Prana at the start of the fight; all of it, if nothing is said.
        "NW-06" start_prana: Int<0, 999>;
        /// Prana that one Judge may take.
        "NW-06" release: Int<0, 20> = "0";
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
        /// Steps of a Normal Movement; 2, if nothing is said.
        "NW-37" movement_power: Int<0, 20>;
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
        "NW-22" elements: List<Element> = "[]";
        /// How damage of an element changes: flat first, then percent of the running total.
        "NW-22" element_mods: ElementMods = "{}";
        /// Higher goes first in ties.
        "NW-13" tie_priority: Int<-9999, 9999> = "0";
        /// Bad statuses that are never inflicted on it.
        "NW-43" status_immune: List<Status> = "[]";
        /// Bad statuses at the start of the fight.
        "NW-43" start_statuses: List<AnyInflicted> = "[]";
        /// Where it starts: `[x, y]` or `[x, y, z]`; above the floor it starts in flight.
        "NW-35, NW-42" position: Position = "[0, 0]";
        /// The round in whose Setup it arrives.
        "NW-09" arrives_round: Int<1, 100_000> = "1";
        /// The Judge that its arrival needs, or `none`.
        "NW-09" appearance: Appearance = "none";
        /// Its weapons and attack spells; bare hands, if there are none.
        "NW-20, NW-23" weapons: ListOf<WeaponDraft> = "[]";
        /// Its abilities, in the order in which it tries them.
        "NW-53" abilities: ListOf<AbilityDraft> = "[]";
        /// Its enchantments.
        "NW-33" enchantments: ListOf<EnchantmentDraft> = "[]";
        /// Its loadouts; it starts with the first.
        "NW-34" loadouts: ListOf<LoadoutDraft> = "[]";
        /// The most that levels of enchantments in force may add up to.
        "NW-33" enchantment_limit: Int<0, 99> = "99";
        /// How many enchantments in force and invocations it can hold in memory.
        "NW-33" memory: Int<0, 99> = "99";
        /// What leaving its square costs its enemies beyond 2.
        "NW-38" block: Int<0, 9> = "0";
        /// Whether it owns a Lunar Robe; PCs do and others do not, if nothing is said.
        "NW-09, NW-41" lunar_robe: bool;
        /// Whose orders it takes, or `none`: allies of one group are commanded together.
        "NW-53" command_group: ElementOrNone = "none";
        /// Its decisions.
        "NW-14, NW-20" tactics: Elsewhere;
    }
    not played &[
        ("experience", "what a fight earns", "it has no part in a fight"),
        ("level", "the overall level", "it is in the values already; `enchantment_limit` says what it allows"),
    ];
}

/// Checks a block by itself.
pub(super) fn check(node: &Node, place: Place<'_>, problems: &mut Problems) {
    let sheet = UnitSheet::read(node, Extent::Part, Some(&BlockFrame::INFO), place, problems);
    if let Some(name) = node.as_table().and_then(|table| table.get("name")) {
        Name::read(&name.value, &join(place.path, "name"), problems);
    }
    numbers(&sheet, place, problems);
    if let Some(At { value: Some(tactics), .. }) = &sheet.tactics {
        check_alone(&join(place.path, "tactics"), problems, |chooser, problems| {
            self::tactics(tactics, chooser, problems);
        });
    }
}

/// A unit whose place in the scenario is still open.
#[derive(Clone, Debug)]
pub(super) struct UnitDraft {
    /// What it means, but for its position, its tactics and its command group.
    pub(super) unit: UnitSetup,
    /// Where it starts, and where that is said.
    pub(super) position: At<(u8, u8, Option<u8>)>,
    /// Its abilities, with the places of their effects.
    pub(super) abilities: Vec<At<AbilityDraft>>,
    /// Its side.
    pub(super) side: SideId,
}

/// What a unit of a document means, but for its tactics and its square.
pub(super) fn read(unit: &UnitDoc, side: SideId, rulings: &Rulings, problems: &mut Problems) -> UnitDraft {
    let owner = format!("unit `{}`", shown(&unit.name.value));
    let place = Place { path: &unit.path, owner: &owner };
    let mut node = unit.node.clone();
    node.span = unit.name.span;
    let sheet = UnitSheet::read(&node, unit.extent, Some(&Frame::INFO), place, problems);
    let (crit, fumble) = numbers(&sheet, place, problems);
    let attributes = attributes::basic(&sheet);
    let [physical, magic] = attributes::combat(&sheet, &node, unit.extent, place, problems);
    let (action_value, movement_power) = attributes::pace(&sheet, &node);
    let kind = value(&sheet.kind);
    let drafts = value(&sheet.enchantments);
    let weapons = gear::weapons(value(&sheet.weapons), &drafts, place, problems);
    let abilities = value(&sheet.abilities);
    let weapon_names: Vec<String> = weapons.iter().map(|weapon| weapon.name.clone()).collect();
    let spans: Vec<Span> = drafts.iter().map(|draft| draft.span).collect();
    let enchantments =
        gear::enchantments(drafts, &weapon_names, &abilities::names(&abilities), place, problems);
    let limits = [&sheet.enchantment_limit, &sheet.memory].map(value);
    within_limits(&enchantments, &spans, limits, rulings, place, problems);
    let meaning = UnitSetup {
        name: unit.name.value.clone(),
        kind,
        hp: value(&sheet.hp),
        start_hp: start_hp(&sheet, rulings, place, problems),
        mp: value(&sheet.mp),
        start_mp: start("start_mp", "MP", [&sheet.mp, &sheet.start_mp], place, problems),
        prana: value(&sheet.prana),
        start_prana: start("start_prana", "prana", [&sheet.prana, &sheet.start_prana], place, problems),
        release: value(&sheet.release),
        physical,
        magic,
        action_value,
        fixed_action_count: value(&sheet.fixed_action_count),
        movement_power,
        attributes,
        crit,
        fumble,
        cf_shift: value(&sheet.cf_shift),
        elements: value(&sheet.elements).into_iter().map(|element| element.value).collect(),
        element_mods: value(&sheet.element_mods),
        status_immune: bits(&value(&sheet.status_immune)),
        start_statuses: start_statuses(&sheet, place, problems),
        position: [0; 3],
        // 1 to 100 000.
        arrives_round: value(&sheet.arrives_round).max(1).unsigned_abs(),
        appearance: value(&sheet.appearance),
        tie_priority: value(&sheet.tie_priority),
        loadouts: gear::loadouts(value(&sheet.loadouts), &weapons, place, problems),
        weapons,
        abilities: abilities.iter().map(|draft| draft.value.ability.clone()).collect(),
        enchantments,
        enchantment_limit: limits[0],
        memory: limits[1],
        block: value(&sheet.block),
        lunar_robe: sheet.lunar_robe.map_or(kind == UnitKind::Pc, |owns| owns.value),
        command_group: value(&sheet.command_group),
        tactics: Tactics::default(),
    };
    let position = sheet.position.unwrap_or(At { value: (0, 0, None), span: unit.name.span });
    UnitDraft { unit: meaning, position, abilities, side }
}

/// MP or prana at the start: at most the maximum (NW-27), which is the default.
fn start(
    start_key: &str,
    noun: &str,
    [most, start]: [&Option<At<i32>>; 2],
    place: Place<'_>,
    problems: &mut Problems,
) -> i32 {
    let most_value = value(most);
    let Some(start) = start else { return most_value };
    if start.value > most_value && most.is_some() {
        let message =
            format!("`{start_key}` is {}; {} has at most {most_value} {noun}", start.value, place.owner);
        problems.add(start.span, join(place.path, start_key), message);
    }
    start.value
}

/// NW-43: nothing is inflicted on the immune, and Poison alone is there twice.
fn start_statuses(sheet: &UnitSheet, place: Place<'_>, problems: &mut Problems) -> Vec<Inflicted> {
    let immune = bits(&value(&sheet.status_immune));
    let mut statuses: Vec<Inflicted> = Vec::new();
    for given in value(&sheet.start_statuses) {
        let status = given.value.status;
        let word = Status::WORDS[status as usize];
        let path = join(place.path, "start_statuses");
        if immune & status.bit() != 0 {
            problems.add(given.span, path, format!("{} is immune to `{word}`", place.owner));
        } else if statuses.iter().any(|other| other.status == status) {
            problems.add(given.span, path, format!("`{word}` is there twice"));
        }
        statuses.push(given.value);
    }
    statuses
}

/// NW-33: what is in force at the start fits into `enchantment_limit` and `memory`.
fn within_limits(
    enchantments: &[Enchantment],
    spans: &[Span],
    [limit, memory]: [i32; 2],
    rulings: &Rulings,
    place: Place<'_>,
    problems: &mut Problems,
) {
    let active = || enchantments.iter().zip(spans).filter(|(enchantment, _)| enchantment.active_at_start);
    let levels: i32 = active().map(|(enchantment, _)| enchantment.level).sum();
    let Some((_, last)) = active().next_back() else { return };
    let path = join(place.path, "enchantments");
    if levels > limit || (rulings.enchantment_limit_strict && levels == limit) {
        let than = if rulings.enchantment_limit_strict { "must stay below" } else { "may not exceed" };
        let message = format!(
            "the enchantments of {} have levels of {levels} together, which {than} its `enchantment_limit` of {limit}",
            place.owner
        );
        let help = "`active_at_start = false` leaves one out at first";
        problems.add_help(*last, join(&path, "enchantment_limit"), message, help);
    }
    let n = active().count() as i32;
    if n > memory {
        let message =
            format!("{} has {n} enchantments in force at the start and a `memory` of {memory}", place.owner);
        let help = "`active_at_start = false` leaves one out at first";
        problems.add_help(*last, join(&path, "memory"), message, help);
    }
}

/// Reads a table `tactics`.
pub(super) fn tactics(node: &Node, chooser: Chooser<'_>, problems: &mut Problems) -> Tactics {
    let table = plan::open(node, DECISIONS, chooser.path, problems);
    table.map(|table| Tactics::read(table, chooser, problems)).unwrap_or_default()
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
