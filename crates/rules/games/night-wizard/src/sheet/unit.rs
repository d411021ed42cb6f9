//! The stat block: what a unit of a document means, and what no stat block can be.

use fray_engine::roster::SideId;
use fray_kit::sheet::declare::{Extent, Place, Read, join, shown};
use fray_kit::sheet::envelope::{BlockFrame, Frame, UnitDoc};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::plan::{self, Chooser, check_alone};
use fray_kit::sheet::problem::{At, Problems, nearest};
use fray_kit::sheet::types::Name;

use super::gear;
use crate::data::rulings::{NearDeathAt, Rulings};
use crate::data::setup::{AttributeId, Numbers, Status, UnitSetup};
use crate::data::tactics::{DECISIONS, Tactics};

/// Checks a block by itself.
pub(super) fn check(node: &Node, place: Place<'_>, problems: &mut Problems) {
    let (unit, beside) = UnitSetup::read(node, Extent::Part, Some(&BlockFrame::INFO), place, problems);
    if let Some(name) = node.get("name") {
        Name::read(name, &join(place.path, "name"), problems);
    }
    check_numbers(&unit, node, place, problems);
    if let Some(At { value: Some(tactics), .. }) = &beside.tactics {
        check_alone(&join(place.path, "tactics"), problems, |chooser, problems| {
            self::tactics(tactics, chooser, problems);
        });
    }
}

/// A unit whose place in the scenario is still open.
#[derive(Clone, Debug)]
pub(super) struct UnitDraft<'a> {
    /// The unit as the rules read it, without its position and its tactics.
    pub(super) unit: UnitSetup,
    /// Its entry in the document.
    pub(super) doc: &'a UnitDoc,
    /// The square on which it starts, with its place in the file.
    pub(super) position: At<(u8, u8, Option<u8>)>,
    /// Its side.
    pub(super) side: SideId,
}

/// Reads a unit of a document, without its tactics and its square.
pub(super) fn read<'a>(
    doc: &'a UnitDoc,
    side: SideId,
    rulings: &Rulings,
    problems: &mut Problems,
) -> UnitDraft<'a> {
    let owner = format!("unit `{}`", shown(&doc.name.value));
    let place = Place { path: &doc.path, owner: &owner };
    let mut node = doc.node.clone();
    node.span = doc.name.span;
    let n_problems = problems.len();
    let (mut unit, beside) = UnitSetup::read(&node, doc.extent, Some(&Frame::INFO), place, problems);
    unit.name.clone_from(&doc.name.value);
    if problems.len() == n_problems {
        check_start(&unit, &node, rulings, place, problems);
    }
    check_numbers(&unit, &node, place, problems);
    derive_attributes(&mut unit, &node, doc.extent, place, problems);
    gear::check(&unit, &node, place, problems);
    check_limits(&unit, &node, rulings, place, problems);
    check_statuses(&unit, &node, place, problems);
    let position = beside.position.unwrap_or(At { value: (0, 0, None), span: doc.name.span });
    UnitDraft { unit, doc, position, side }
}

/// NW-27, NW-28: a unit starts the fight standing, with at most its maxima.
fn check_start(unit: &UnitSetup, node: &Node, rulings: &Rulings, place: Place<'_>, problems: &mut Problems) {
    let starts = [
        ("start_hp", "HP", unit.hp, unit.start_hp),
        ("start_mp", "MP", unit.mp, unit.start_mp),
        ("start_prana", "prana", unit.prana, unit.start_prana),
    ];
    for (key, noun, most, start) in starts.iter().filter(|(.., most, start)| start > most) {
        let message = format!("`{key}` is {start}; {} has at most {most} {noun}", place.owner);
        problems.add(node.span_of(key), join(place.path, key), message);
    }
    if unit.start_hp < 1 && rulings.near_death_at == NearDeathAt::ZeroOrBelow {
        let key = if node.get("start_hp").is_some() { "start_hp" } else { "hp" };
        let message =
            format!("`{key}` is {}, which is Near Death by the ruling `near_death_at`", unit.start_hp);
        problems.add(node.span_of(key), join(place.path, key), message);
    }
}

/// NW-02: a chain must be able to end, so not every number is critical.
fn check_numbers(unit: &UnitSetup, node: &Node, place: Place<'_>, problems: &mut Problems) {
    if unit.crit == Numbers(0b1_1111_1111_1100) {
        let message = "`crit` has all of 2 to 12; at least one number must not be critical";
        problems.add(node.span_of("crit"), join(place.path, "crit"), message);
    }
}

/// Of a unit that gives basic attributes and nothing that the sheet formulas of the ledger make from
/// them: what these make, rounded down. Of others Combat Attributes and Action Value are required.
fn derive_attributes(
    unit: &mut UnitSetup,
    node: &Node,
    extent: Extent,
    place: Place<'_>,
    problems: &mut Problems,
) {
    let gives = |attribute: &AttributeId| node.get(AttributeId::WORDS[*attribute as usize]).is_some();
    let derived = &AttributeId::ALL[..AttributeId::MovementPower as usize];
    let basic = &AttributeId::ALL[AttributeId::Strength as usize..];
    if derived.iter().any(gives) || !basic.iter().any(gives) {
        if extent == Extent::Whole {
            require_combat(node, place, problems);
        }
        return;
    }
    let UnitSetup { strength, skill, agility, spirit, knowledge, faith, perception, luck, .. } = *unit;
    unit.hit = (skill + perception) / 2;
    unit.dodge = (agility + perception) / 2;
    unit.attack = (strength + skill) / 2;
    unit.defense = (strength + faith) / 2;
    unit.magic_hit = (spirit + luck) / 2;
    unit.resistance = (agility + luck) / 2;
    unit.magic_attack = (knowledge + spirit) / 2;
    unit.magic_defense = (knowledge + faith) / 2;
    unit.action_value = (strength + agility + knowledge + faith) / 3;
    if !gives(&AttributeId::MovementPower) {
        unit.movement_power = unit.action_value / 10 + 1;
    }
}

fn require_combat(node: &Node, place: Place<'_>, problems: &mut Problems) {
    let Some(table) = node.as_table() else { return };
    for key in ["hit", "dodge", "attack", "defense", "action_value"] {
        // A key that is there, misspelt, is not missing too.
        let is_known = |written: &str| UnitSetup::INFO.keys.iter().any(|known| known.key == written);
        let is_meant = |written: &str| !is_known(written) && nearest(written, [key]).is_some();
        if table.get(key).is_none() && !table.entries.iter().any(|entry| is_meant(&entry.key)) {
            problems.missing(node.span, join(place.path, key), format!("{} has no `{key}`", place.owner));
        }
    }
}

/// NW-33: checks that the things in force at the start fit into `enchantment_limit` and `memory`.
fn check_limits(unit: &UnitSetup, node: &Node, rulings: &Rulings, place: Place<'_>, problems: &mut Problems) {
    let (limit, memory, strict) = (unit.enchantment_limit, unit.memory, rulings.enchantment_limit_strict);
    let spans = node.spans_in("enchantments", unit.enchantments.len());
    let active = || unit.enchantments.iter().zip(&spans).filter(|(own, _)| own.active_at_start);
    let levels: i32 = active().map(|(enchantment, _)| enchantment.level).sum();
    let Some((_, last)) = active().next_back() else { return };
    let path = join(place.path, "enchantments");
    let help = "`active_at_start = false` leaves one out at first";
    if levels > limit || strict && levels == limit {
        let than = if strict { "must stay below" } else { "may not exceed" };
        let message = format!(
            "the enchantments of {} have levels of {levels} together, which {than} its `enchantment_limit` of {limit}",
            place.owner
        );
        problems.add_help(*last, join(&path, "enchantment_limit"), message, help);
    }
    let n = active().count() as i32;
    if n > memory {
        let message =
            format!("{} has {n} enchantments in force at the start and a `memory` of {memory}", place.owner);
        problems.add_help(*last, join(&path, "memory"), message, help);
    }
}

/// NW-43: nothing is inflicted on the immune, and no status is there twice.
fn check_statuses(unit: &UnitSetup, node: &Node, place: Place<'_>, problems: &mut Problems) {
    let path = join(place.path, "start_statuses");
    let spans = node.spans_in("start_statuses", unit.start_statuses.len());
    for (i, (given, span)) in unit.start_statuses.iter().zip(spans).enumerate() {
        let word = Status::WORDS[given.status as usize];
        if unit.status_immune & given.status.bit() != 0 {
            problems.add(span, path.clone(), format!("{} is immune to `{word}`", place.owner));
        } else if unit.start_statuses[..i].iter().any(|other| other.status == given.status) {
            problems.add(span, path.clone(), format!("`{word}` is there twice"));
        }
    }
}

/// Reads a table `tactics`.
pub(super) fn tactics(node: &Node, chooser: Chooser<'_>, problems: &mut Problems) -> Tactics {
    let table = plan::open(node, DECISIONS, chooser.path, problems);
    let Some(table) = table else { return Tactics::default() };
    Tactics::read(table, chooser, problems)
}
