//! An ability that can never be used changes nothing: not a line of any fight.

use serde_json::{Value, json};

use super::watched::Breach;
use super::{SEED, asked, lines};
use crate::support::Choices;
use crate::support::from_schema::{Made, Maker, mended};

/// Fights that are compared line by line, and by their outcome.
const LINES: u64 = 4;
const OUTCOMES: u64 = 60;

/// Abilities that can affect nobody: of a game the ability, and the words whose status nobody has and nobody
/// lays in a file in which none of them stands.
const FUTILE: &[(&str, &str, &[&str])] = &[
    (
        "stonebound",
        r#"{ "name": "Futile", "target": "ally", "effects": [{ "remove_status": "burn" }] }"#,
        &["burn"],
    ),
    ("stonebound", r#"{ "name": "Futile", "target": "self", "effects": [{ "draw": 1 }] }"#, &["cost"]),
    ("stonebound", r#"{ "name": "Futile", "effects": [{ "discard": 1 }] }"#, &["cost"]),
    ("stonebound", r#"{ "name": "Futile", "effects": [{ "break_fuse": 1 }] }"#, &["fuse"]),
    (
        "stonebound",
        r#"{ "name": "Futile", "effects": [{ "damage": { "n": 0, "type": "H" } }] }"#,
        &["on_attack"],
    ),
    (
        "juso",
        r#"{ "name": "Futile", "timing": "main", "target": "ally", "effects": [{ "remove_status": "unnoticed" }] }"#,
        &["unnoticed"],
    ),
    (
        "juso",
        r#"{ "name": "Futile", "timing": "sub", "effects": [{ "gain_high_mana": 1 }] }"#,
        &["high_mana"],
    ),
    (
        "juso",
        r#"{ "name": "Futile", "timing": "main", "target": "enemy", "effects": [{ "damage": 0 }] }"#,
        &[],
    ),
    (
        "cardinal",
        r#"{ "name": "Futile", "target": "ally", "effects": [{ "remove_status": ["on_fire"] }] }"#,
        &["on_fire"],
    ),
    (
        "cardinal",
        r#"{ "name": "Futile", "target": "self", "timing": "stunt", "effects": [{ "remove_status": ["sick"] }] }"#,
        &["sick"],
    ),
    (
        "cardinal",
        r#"{ "name": "Futile", "target": "self", "timing": { "reaction": "attacked" }, "effects": [{ "remove_status": ["half_buried"] }] }"#,
        &["buried"],
    ),
    (
        "cardinal",
        r#"{ "name": "Futile", "range": "medium", "timing": { "reaction": "enemy_moves" }, "effects": [{ "remove_status": ["marionette"] }] }"#,
        &["marionette"],
    ),
    (
        "night-wizard",
        r#"{ "name": "Futile", "target": "ally", "effects": [{ "remove_status": ["poison"] }] }"#,
        &["poison"],
    ),
    (
        "mahou-galaxy",
        r#"{ "name": "Futile", "target": "ally", "effects": [{ "end": { "effect": "enraged" } }] }"#,
        // Whatever talks and whatever distracts may enrage.
        &["talk", "distract"],
    ),
];

/// Gives abilities that are of no use to a unit of the file, one after the other.
pub(super) fn breaches(made: &Made, maker: &Maker, seed: u64) -> Vec<Breach> {
    let mut choices = Choices::new(seed ^ 0xf07);
    let mut found = Vec::new();
    for _ in 0..3 {
        let Some(mut ability) = maker.ability(&mut choices) else { break };
        // A fuse that answers something is set before what its condition asks for is known.
        if ability["kind"] == "fuse" && !ability["timing"].is_null() {
            continue;
        }
        // The files have at most twelve rounds.
        ability["when"] = json!("round > 90");
        ability["name"] = json!("Futile");
        // What it costs may be carried for it.
        ability.as_object_mut().expect("a table").remove("cost");
        found.extend(breach(made, &mut choices, &ability, "under a condition that never holds"));
    }
    let lower = made.text.to_lowercase();
    let is_of_none = |(game, _, words): &&(&str, &str, &[&str])| {
        *game == made.scenario.info.name() && !words.iter().any(|word| lower.contains(word))
    };
    for (_, text, _) in FUTILE.iter().filter(is_of_none) {
        let ability: Value = serde_json::from_str(text).expect("JSON");
        found.extend(breach(made, &mut choices, &ability, "that affects nobody"));
    }
    found
}

fn breach(made: &Made, choices: &mut Choices, ability: &Value, what: &str) -> Option<Breach> {
    let mut tree = made.tree.clone();
    let sides = tree["side"].as_array_mut().expect("sides");
    let side = choices.between(0, sides.len() as i64 - 1) as usize;
    let units = sides[side]["unit"].as_array_mut().expect("units");
    let unit = choices.between(0, units.len() as i64 - 1) as usize;
    let key = if units[unit].get("special").is_some() { "special" } else { "abilities" };
    match units[unit].get_mut(key).and_then(Value::as_array_mut) {
        Some(abilities) => abilities.push(ability.clone()),
        None => units[unit][key] = json!([ability]),
    }
    let with = mended(tree.clone())?;
    // What was taken out to make it right is no longer what was asked.
    if with.tree != tree {
        return None;
    }
    for fight in 0..LINES {
        let (before, after) = (lines(&made.scenario, SEED, fight), lines(&with.scenario, SEED, fight));
        if let Some(at) = (0..before.len().max(after.len())).find(|&at| before.get(at) != after.get(at)) {
            let told = |lines: &[String]| {
                lines[at.saturating_sub(6).min(lines.len())..]
                    .iter()
                    .take(12)
                    .cloned()
                    .collect::<Vec<_>>()
                    .join("\n")
            };
            return Some(Breach {
                kind: format!("an ability {what} changes a fight"),
                told: format!(
                    "side {side}, unit {unit} has {ability}\nfight {fight} without it:\n{}\nwith it:\n{}\n{}",
                    told(&before),
                    told(&after),
                    with.text
                ),
            });
        }
    }
    let [before, after] = [made, &with].map(|of| asked(&of.scenario).outcomes(SEED, 0..OUTCOMES));
    let differ = before != after;
    differ.then(|| Breach {
        kind: format!("an ability {what} changes an outcome"),
        told: format!("side {side}, unit {unit} has {ability}\n{}", with.text),
    })
}
