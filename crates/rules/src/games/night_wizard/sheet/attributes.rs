//! Basic attributes, Combat Attributes, Action Value and Movement Power.

use crate::sheet::declare::{Extent, Place, join, value};
use crate::sheet::node::Node;
use crate::sheet::problem::{Problems, nearest};

use super::super::setup::{Attributes, Combat};
use super::unit::UnitSheet;

/// The basic attributes.
pub(super) fn basic(sheet: &UnitSheet) -> Attributes {
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

/// The Combat Attributes: what is given, or what the sheet formulas of the ledger make of the basic
/// attributes, rounded down.
pub(super) fn combat(
    sheet: &UnitSheet,
    node: &Node,
    extent: Extent,
    place: Place<'_>,
    problems: &mut Problems,
) -> [Combat; 2] {
    if !is_basic_only(sheet, node) {
        if extent == Extent::Whole {
            require_combat(node, place, problems);
        }
        return [physical(sheet), magic(sheet)];
    }
    let of = basic(sheet);
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
    [physical, magic]
}

/// Action Value and Movement Power, likewise.
pub(super) fn pace(sheet: &UnitSheet, node: &Node) -> (i32, i32) {
    const USUAL_STEPS: i32 = 2;
    let given = sheet.movement_power.map(|steps| steps.value);
    if !is_basic_only(sheet, node) {
        return (value(&sheet.action_value), given.unwrap_or(USUAL_STEPS));
    }
    let of = basic(sheet);
    let action_value = (of.strength + of.agility + of.knowledge + of.faith) / 3;
    (action_value, given.unwrap_or(action_value / 10 + 1))
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
