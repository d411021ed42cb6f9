//! Lints: warnings about units that can be played and are hardly meant, as they stand in the file, whatever
//! the game.

use super::declare::join;
use super::envelope::{Document, UnitDoc};
use super::node::{Node, Table, Value};
use super::problem::{FileId, Problems};
use super::schema::Parts;

/// Effects that nobody wants to have on himself.
const HARMS: [&str; 3] = ["inflict", "damage", "drain_mp"];

/// Warns of what is hardly meant.
pub fn warn(document: &Document, parts: &Parts, problems: &mut Problems) {
    let units = || document.sides.iter().flat_map(|side| &side.units);
    // What raises a maximum may make a cost payable.
    let can_grow = units().any(|unit| mentions(&unit.node, "change_max"));
    let ability = parts.libraries.iter().find(|library| library.0 == "ability").map(|library| library.1);
    let target = ability.and_then(|info| info.keys.iter().find(|key| key.key == "target"));
    let falls_on_user = target.and_then(|key| key.default) == Some("self");
    for unit in units() {
        for ability in entries(&unit.node, "abilities") {
            if let Some(table) = ability.as_table() {
                if falls_on_user {
                    harms_itself(unit, table, problems);
                }
                if !can_grow {
                    never_paid(unit, table, problems);
                }
            }
        }
        no_wings(unit, problems);
        if parts.needs_map && document.map.is_none() {
            for (key, noun) in [("weapons", "weapon"), ("abilities", "ability")] {
                for entry in entries(&unit.node, key) {
                    no_distance(unit, entry, noun, problems);
                }
            }
        }
    }
}

/// The entries of a list of a unit.
fn entries<'a>(node: &'a Node, key: &str) -> Vec<&'a Node> {
    let list = node.as_table().and_then(|table| table.get(key)).map(|entry| &entry.value);
    match list.map(|list| &list.value) {
        Some(Value::List(list)) => list.iter().collect(),
        _ => Vec::new(),
    }
}

fn name(table: &Table) -> &str {
    table.get("name").and_then(|entry| entry.value.as_text()).unwrap_or_default()
}

/// An ability without a target works on its user, where that is the default of its game.
fn harms_itself(unit: &UnitDoc, ability: &Table, problems: &mut Problems) {
    if ability.get("target").is_some() {
        return;
    }
    let Some(effects) = ability.get("effects") else { return };
    let Value::List(effects) = &effects.value.value else { return };
    for effect in effects.iter().filter_map(Node::as_table) {
        let [entry] = &effect.entries[..] else { continue };
        if HARMS.contains(&entry.key.as_str()) {
            let message = format!(
                "`{}` works on the user itself: ability `{}` has no `target`",
                entry.key,
                name(ability)
            );
            let help = "write `target = \"enemy\"`, or `target = \"self\"` if that is meant";
            let path = join(&unit.path, "abilities.target");
            problems.warn(entry.span, path, message, help);
        }
    }
}

/// A cost that is more than the unit can ever have.
fn never_paid(unit: &UnitDoc, ability: &Table, problems: &mut Problems) {
    let Some(cost) = ability.get("cost").and_then(|entry| entry.value.as_table()) else { return };
    let most = |key: &str| unit.node.as_table().and_then(|table| table.get(key)?.value.as_int());
    for entry in &cost.entries {
        let key = entry.key.as_str();
        // HP may be overdrawn; of other things nothing is there unless the unit says so.
        let most = match key {
            // Where a game tells the most from what there is at the start, the most counts.
            "mp" | "prana" => most(&format!("{key}_max")).or_else(|| most(key)).unwrap_or(0),
            "life" => match most(key) {
                // It keeps 1.
                Some(life) => life - 1,
                None => continue,
            },
            _ => continue,
        };
        let Some(needed) = entry.value.as_int().filter(|&needed| needed > most) else { continue };
        let message = format!(
            "ability `{}` costs {needed} {key}, and unit `{}` never has more than {most} to pay with",
            name(ability),
            unit.name.value
        );
        let help = format!("lower the cost, or raise `{key}` of the unit");
        problems.warn(entry.value.span, join(&unit.path, "abilities.cost"), message, help);
    }
}

/// A range where all stand in one square. Blocks of includes are made for fights on a map, too.
fn no_distance(unit: &UnitDoc, entry: &Node, noun: &str, problems: &mut Problems) {
    let Some(table) = entry.as_table() else { return };
    // That of an ability stands behind its target.
    let target = table.get("target").and_then(|target| target.value.as_table());
    let rule = target.and_then(|target| target.entries.first()?.value.as_table());
    let range = table.get("range").or_else(|| rule?.get("range"));
    let range = range.filter(|range| range.span.file == FileId(0));
    if let Some(range) = range.filter(|range| range.value.as_int() != Some(0)) {
        let message = format!(
            "the `range` of {noun} `{}` does nothing: without a `[map]` all stand in one square",
            name(table)
        );
        let help = "add a `[map]` with `width` and `height`, or take the `range` out";
        problems.warn(range.span, join(&unit.path, "range"), message, help);
    }
}

/// A unit that is to fly and has nothing to take off with (NW-41).
fn no_wings(unit: &UnitDoc, problems: &mut Problems) {
    let Some(table) = unit.node.as_table() else { return };
    let tactics = table.get("tactics").and_then(|tactics| tactics.value.as_table());
    let Some(flight) = tactics.and_then(|tactics| tactics.get("flight")) else { return };
    if flight.value.as_text() == Some("never") {
        return;
    }
    let text = |key: &str| table.get(key).and_then(|entry| entry.value.as_text());
    let has_robe = match table.get("lunar_robe").and_then(|robe| robe.value.as_bool()) {
        Some(owns) => owns,
        None => text("kind") == Some("pc"),
    };
    let has_mp = table.get("mp").and_then(|mp| mp.value.as_int()).is_some_and(|mp| mp > 0);
    let is_up = table
        .get("position")
        .and_then(|position| position.value.as_list())
        .is_some_and(|position| position.get(2).and_then(Node::as_int).is_some_and(|z| z > 0));
    if is_up || mentions(&unit.node, "take_off") || has_robe && has_mp {
        return;
    }
    let what = if has_robe { "MP for its Lunar Robe" } else { "Lunar Robe and no ability that takes off" };
    let message = format!("unit `{}` never flies: it has no {what}", unit.name.value);
    let help = "give it `lunar_robe = true` and `mp`, or an ability with the effect `take_off`; or take `flight` out";
    problems.warn(flight.value.span, join(&unit.path, "tactics.flight"), message, help);
}

/// Returns whether a key, or a word, stands anywhere in a value.
fn mentions(node: &Node, key: &str) -> bool {
    match &node.value {
        Value::Table(table) => {
            table.entries.iter().any(|entry| entry.key == key || mentions(&entry.value, key))
        }
        Value::List(list) => list.iter().any(|item| mentions(item, key)),
        _ => node.as_text() == Some(key),
    }
}
