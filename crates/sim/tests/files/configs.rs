//! The scenarios of the repository: every one is right, for fray and for its JSON Schema.

use std::path::PathBuf;

use fray_kit::sheet::node::parse;
use fray_kit::sheet::problem::{FileId, Problems};
use fray_rules::{self, Game};
use fray_sim::gate::suite::Suite;
use fray_sim::scenario::source::Disk;
use fray_sim::scenario::{Loaded, Options, Paint, files_of, load};
use serde_json::Value;

use crate::support::config_folders;

fn configs() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in config_folders() {
        files.extend(files_of(&folder).unwrap());
    }
    for suite in files.extract_if(.., |file| Suite::is_one(file)) {
        Suite::load(&Disk, &suite).unwrap_or_else(|wrong| panic!("{}", wrong.render(Paint::Plain)));
    }
    assert!(files.len() >= 4);
    files
}

#[test]
fn every_config_is_right() {
    for file in configs() {
        if let Err(diagnosis) = load(&file, &Options::default()) {
            panic!("{}", diagnosis.render(Paint::Plain));
        }
    }
}

#[test]
fn the_schema_takes_every_config_of_its_system() {
    for file in configs() {
        let text = std::fs::read_to_string(&file).unwrap();
        let config = parse(FileId(0), &text, &mut Problems::default()).to_json();
        let refusal = |system: &Game| {
            let schema = system.schema().to_value();
            refusal(&schema, &schema, &config, "")
        };
        let refusals: Vec<_> = match load(&file, &Options::default()) {
            Ok(Loaded::Scenario(scenario)) => vec![refusal(scenario.info)],
            // An include does not say whose blocks it holds.
            _ => fray_rules::GAMES.iter().map(refusal).collect(),
        };
        assert!(refusals.contains(&None), "{}: {refusals:?}", file.display());
    }
}

#[cfg(feature = "night-wizard")]
#[test]
fn the_schema_of_night_wizard_refuses_what_fray_refuses() {
    use serde_json::json;

    let schema = fray_play::game::find("night-wizard").unwrap().schema().to_value();
    let unit = |more: Value| {
        let mut unit = json!({ "name": "a", "hp": 3 });
        unit.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "system": "night-wizard", "side": [{ "name": "x", "unit": [unit] }] })
    };
    let refused = |config: &Value| refusal(&schema, &schema, config, "").is_some();
    assert!(!refused(&unit(json!({}))));
    for wrong in [
        json!({ "hpp": 3 }),
        json!({ "hp": -1 }),
        json!({ "hit": "8" }),
        json!({ "kind": "boss" }),
        json!({ "crit": [13] }),
        json!({ "prana": -3 }),
        json!({ "weapons": [{ "name": "x", "range": "far" }] }),
        json!({ "weapons": [{ "name": "x", "area": { "shape": "cube" } }] }),
        json!({ "abilities": [{ "name": "x", "effects": ["cancel_fumbles"] }] }),
        json!({ "abilities": [{ "name": "x", "effects": [{ "heal_hp": {} }] }] }),
        json!({ "abilities": [{ "name": "x", "judge": { "attribute": "spirt" } }] }),
        json!({ "abilities": [{ "name": "x", "target": { "enemy": { "number": 0 } } }] }),
        json!({ "start_statuses": ["dazed"] }),
        json!({ "enchantments": [{ "name": "x", "levl": 3 }] }),
        json!({ "element_mods": { "fire": { "percent": -101 } } }),
        json!({ "tactics": { "target": "nearst" } }),
        json!({ "tactics": { "delay": { "to": "x" } } }),
        json!({ "tactics": { "cover": { "guard": 3 } } }),
        json!({ "count": 33 }),
    ] {
        assert!(refused(&unit(wrong.clone())), "{wrong}");
    }
    for wrong in [
        json!({ "system": "chess" }),
        json!({ "rulings": { "hit_tie": "nobody" } }),
        json!({ "rulings": { "surprise": 3 } }),
        json!({ "rulings": { "all_out_table": [["far", 1]] } }),
        json!({ "run": { "max_rounds": 0 } }),
        json!({ "map": { "width": 0 } }),
        json!({ "map": { "obstacles": [[1, 2]] } }),
        json!({ "status": { "x": {} } }),
        json!({ "side": [{ "unit": [] }] }),
    ] {
        assert!(refused(&wrong), "{wrong}");
    }
}

#[cfg(feature = "juso")]
#[test]
fn the_schema_of_juso_refuses_what_fray_refuses() {
    use serde_json::json;

    let schema = fray_play::game::find("juso").unwrap().schema().to_value();
    let unit = |more: Value| {
        let mut unit = json!({ "name": "a", "kind": "pc" });
        unit.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "system": "juso", "side": [{ "name": "x", "morale": 1, "unit": [unit] }] })
    };
    let refused = |config: &Value| refusal(&schema, &schema, config, "").is_some();
    let ability = |more: Value| {
        let mut ability = json!({ "name": "t", "timing": "sub", "effects": ["take_flag"] });
        ability.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        unit(json!({ "abilities": [ability] }))
    };
    for right in [
        unit(json!({})),
        unit(
            json!({ "core_carry": "all", "tactics": { "core_attack": 2, "leave_at": 3, "return": { "below": 2 } } }),
        ),
        unit(json!({ "weapons": ["x", { "name": "y", "catalogue": "unarmed" }] })),
        ability(json!({ "duration": { "rounds": 2 }, "range": 4, "roll": { "degree": 3 } })),
        ability(
            json!({ "effects": [{ "damage": "4d" }, { "damage": { "amount": 3, "no_knockback": true } }] }),
        ),
        ability(json!({ "roll": { "pool": "wisdom", "versus": { "value": "jujutsu" } } })),
        json!({ "map": { "flag": "left", "obstacles": [3, { "col": 4, "blocks_move": true }] } }),
        json!({ "map": { "flag": { "left_dice": 5, "right_dice": 4 } } }),
        json!({ "status": { "x": { "ban": ["main"], "change_value": [{ "value": "armour", "by": 1 }] } } }),
    ] {
        assert_eq!(refusal(&schema, &schema, &right, ""), None, "{right}");
    }
    for wrong in [
        json!({ "lief": 3 }),
        json!({ "life": 0 }),
        json!({ "col": 15 }),
        json!({ "kind": "npc" }),
        json!({ "core_carry": "some" }),
        json!({ "defence": { "mele": 3 } }),
        json!({ "weapons": [{ "name": "x", "range": "near" }] }),
        json!({ "tactics": { "stance": "strik" } }),
        json!({ "tactics": { "core_attack": 41 } }),
        json!({ "tactics": { "core_attack": 1.5 } }),
        json!({ "tactics": { "return": { "below": 0 } } }),
    ] {
        assert!(refused(&unit(wrong.clone())), "{wrong}");
    }
    for wrong in [
        json!({ "timing": "later" }),
        json!({ "effects": ["damage"] }),
        json!({ "effects": [{ "dmage": 3 }] }),
        json!({ "effects": [{ "damage": { "no_knockback": true } }] }),
        json!({ "roll": { "pool": "luck", "versus": 3 } }),
        json!({ "duration": "rounds" }),
        json!({ "cost": { "mp": 3 } }),
    ] {
        assert!(refused(&ability(wrong.clone())), "{wrong}");
    }
    for wrong in [
        json!({ "map": { "width": 3 } }),
        json!({ "map": { "flag": "middle" } }),
        json!({ "map": { "obstacles": [15] } }),
        json!({ "rulings": { "order": "flag" } }),
        json!({ "status": { "x": { "ban": ["sleep"] } } }),
        json!({ "side": [{ "name": "x", "morale": 2, "unit": [{ "use": "y" }] }] }),
    ] {
        assert!(refused(&wrong), "{wrong}");
    }
}

/// Returns why `value` does not fit `schema`: the part of JSON Schema that fray's schemas use, each
/// keyword as the 2020-12 draft has it.
fn refusal(root: &Value, schema: &Value, value: &Value, path: &str) -> Option<String> {
    let no = |why: &str| Some(format!("{path}: {why}"));
    let rules = schema.as_object()?;
    for (keyword, rule) in rules {
        let refused = match (keyword.as_str(), value) {
            ("$ref", _) => {
                let target = root
                    .pointer(rule.as_str()?.trim_start_matches('#'))
                    .expect("a reference leads somewhere");
                refusal(root, target, value, path)
            }
            ("type", _) => {
                let fits = match rule.as_str()? {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    other => panic!("type {other}"),
                };
                if fits { None } else { no(&format!("expected {rule}, found {value}")) }
            }
            ("const", _) if rule != value => no(&format!("expected {rule}, found {value}")),
            ("enum", _) if !rule.as_array()?.contains(value) => no(&format!("{value} is none of {rule}")),
            ("anyOf", _) => {
                let mut refusals = rule.as_array()?.iter().map(|one| refusal(root, one, value, path));
                if refusals.any(|refusal| refusal.is_none()) {
                    None
                } else {
                    no(&format!("{value} fits none of {rule}"))
                }
            }
            ("minimum", Value::Number(n)) if n.as_f64() < rule.as_f64() => no(&format!("{n} is too small")),
            ("maximum", Value::Number(n)) if n.as_f64() > rule.as_f64() => no(&format!("{n} is too large")),
            ("minLength", Value::String(text)) if text.is_empty() => no("it is empty"),
            ("minItems", Value::Array(list)) if list.is_empty() => no("it is empty"),
            ("items", Value::Array(list)) => list
                .iter()
                .enumerate()
                .find_map(|(i, item)| refusal(root, rule, item, &format!("{path}/{i}"))),
            ("required", Value::Object(table)) => {
                let missing =
                    rule.as_array()?.iter().find(|key| !table.contains_key(key.as_str().unwrap_or("")));
                missing.and_then(|key| no(&format!("{key} is missing")))
            }
            ("properties", Value::Object(table)) => {
                let of = |(key, value): (&String, &Value)| {
                    refusal(root, rule.get(key)?, value, &format!("{path}/{key}"))
                };
                table.iter().find_map(of)
            }
            ("additionalProperties", Value::Object(table)) => {
                let known = rules.get("properties");
                let mut others = table
                    .iter()
                    .filter(|(key, _)| known.is_none_or(|known| known.get(key.as_str()).is_none()));
                match rule {
                    Value::Bool(false) => {
                        others.next().and_then(|(key, _)| no(&format!("unknown key {key}")))
                    }
                    rule => {
                        others.find_map(|(key, value)| refusal(root, rule, value, &format!("{path}/{key}")))
                    }
                }
            }
            _ => None,
        };
        if refused.is_some() {
            return refused;
        }
    }
    None
}
