//! The JSON Schema of a system's scenario files, made from the declarations, so that editors
//! complete and check.

use schemars::Schema;
use serde_json::{Map, Value, json};

use super::declare::{Shape, SheetInfo, Variant};
use super::ladder::Ladder;
use super::rulings::is_switch;
use super::{envelope, library, node, problem};
use crate::declare::facts::FactInfo;
use crate::declare::rulings::{Other, RulingInfo};
use crate::declare::tactics::{ChoiceInfo, DecisionInfo, Takes};

/// The declarations of a system from which its JSON schema is made.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// The name of the system.
    pub system: &'static str,
    /// The title of the game.
    pub title: &'static str,
    /// The stat block.
    pub unit: &'static SheetInfo,
    /// The keys that the system adds to a side; `None` if it adds none.
    pub side: Option<&'static SheetInfo>,
    /// The named blocks that it has beside stat blocks: section and what they are.
    pub libraries: &'static [(&'static str, &'static SheetInfo)],
    /// `[map]`; fights of a system without it have no board.
    pub map: Option<&'static SheetInfo>,
    /// Whether without a `[map]` all units stand in one place.
    pub needs_map: bool,
    /// `[series]`, if there is one.
    pub series: Option<&'static SheetInfo>,
    /// A condition of tactics, to show what one looks like.
    pub when: &'static str,
    /// The facts that conditions of tactics may ask about.
    pub facts: &'static [FactInfo],
    /// The rulings.
    pub rulings: &'static [RulingInfo],
    /// The decisions.
    pub tactics: &'static [DecisionInfo],
    /// The row of values that are no numbers and better or worse all the same, if there is one.
    pub ladder: Option<&'static Ladder>,
}

impl Parts {
    /// The sections of named blocks that it has.
    #[must_use]
    pub fn sections(&self) -> Vec<&'static str> {
        core::iter::once("unit").chain(self.libraries.iter().map(|library| library.0)).collect()
    }

    /// The tables of a scenario file, each with its heading in a file.
    #[must_use]
    pub fn tables(&self) -> Vec<(String, Vec<&'static SheetInfo>)> {
        let mut all: Vec<(String, Vec<&'static SheetInfo>)> = vec![
            ("at the top".to_owned(), vec![&envelope::File::INFO]),
            ("[run]".to_owned(), vec![&envelope::Run::INFO]),
        ];
        all.extend(self.map.map(|info| ("[map]".to_owned(), vec![info])));
        all.extend(self.series.map(|info| ("[series]".to_owned(), vec![info])));
        all.push(("[[side]]".to_owned(), core::iter::once(&envelope::Side::INFO).chain(self.side).collect()));
        let unit = "[[side.unit]], or [unit.ID] of an include".to_owned();
        all.push((unit, vec![&envelope::Frame::INFO, self.unit]));
        for (section, info) in self.libraries {
            all.push((format!("[{section}.ID], or an entry of a list of them"), vec![info]));
        }
        all.push(("[[goal]]".to_owned(), vec![&envelope::Goal::INFO]));
        all.push(("[[variant]]".to_owned(), vec![&envelope::Variant::INFO]));
        all
    }
}

/// The schema of scenario files and includes of a system.
#[must_use]
pub fn schema(parts: &Parts) -> Schema {
    let mut root = table(&envelope::File::INFO, parts);
    root.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    root.insert("$id".to_owned(), json!(id(parts.system)));
    root.insert("title".to_owned(), json!(format!("{} scenario of fray", parts.title)));
    // A file without a system is an include.
    root.remove("required");
    let mut defs = json!({
        "unit": unit(parts),
        "block": block(parts),
        "tactics": tactics(parts.tactics),
        "when": {
            "description": format!("A condition like `{}`, or a list of conditions.", parts.when),
            "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" }, "minItems": 1 }],
        },
    });
    for (section, info) in parts.libraries {
        defs[section] = item(info, parts);
    }
    root.insert("$defs".to_owned(), defs);
    let Ok(schema) = Schema::try_from(Value::Object(root)) else { return Schema::default() };
    schema
}

/// The name of the schema of a system, which has the version of fray that it describes.
#[must_use]
pub fn id(system: &str) -> String {
    format!("{ID_PREFIX}{system}:{}", env!("CARGO_PKG_VERSION"))
}

/// The prefix of the names of all schemas of fray; the system and the version follow.
pub const ID_PREFIX: &str = "urn:fray:scenario:";

/// A stat block as it stands under `[[side.unit]]`: with the keys of the frame.
fn unit(parts: &Parts) -> Value {
    let mut unit = table(parts.unit, parts);
    let frame = table(&envelope::Frame::INFO, parts);
    if let (Some(Value::Object(keys)), Some(Value::Object(more))) =
        (unit.get_mut("properties"), frame.get("properties"))
    {
        keys.extend(more.clone());
    }
    // Required keys may come from the block that is used.
    let required = unit.remove("required").unwrap_or_else(|| json!([]));
    let mut own: Vec<Value> = required.as_array().cloned().unwrap_or_default();
    own.push(json!("name"));
    unit.insert("anyOf".to_owned(), json!([{ "required": ["use"] }, { "required": own }]));
    Value::Object(unit)
}

/// A named stat block, which a unit completes.
fn block(parts: &Parts) -> Value {
    let mut block = table(parts.unit, parts);
    block.remove("required");
    let frame = table(&envelope::BlockFrame::INFO, parts);
    if let (Some(Value::Object(keys)), Some(Value::Object(more))) =
        (block.get_mut("properties"), frame.get("properties"))
    {
        keys.extend(more.clone());
    }
    Value::Object(block)
}

fn table(info: &SheetInfo, parts: &Parts) -> Map<String, Value> {
    let mut properties = Map::new();
    for key in info.keys {
        let mut schema = match (info.noun, key.key) {
            ("scenario", "system") => json!({ "const": parts.system }),
            ("scenario", "run") => Value::Object(table(&envelope::Run::INFO, parts)),
            ("scenario", "rulings") => rulings(parts.rulings),
            ("scenario", "side") => json!({ "type": "array", "items": side(parts) }),
            ("scenario", "goal") => json!({ "type": "array", "items": table(&envelope::Goal::INFO, parts) }),
            ("scenario", "variant") => {
                json!({ "type": "array", "items": table(&envelope::Variant::INFO, parts) })
            }
            ("variant", "set") => json!({ "type": "object" }),
            ("scenario", "unit") => {
                json!({ "type": "object", "additionalProperties": { "$ref": "#/$defs/block" } })
            }
            ("scenario", section) if library::SECTIONS.contains(&section) => {
                match parts.libraries.iter().find(|library| library.0 == section) {
                    Some((_, info)) => json!({ "type": "object", "additionalProperties": part(info, parts) }),
                    None => continue,
                }
            }
            ("scenario", "map" | "series") => match if key.key == "map" { parts.map } else { parts.series } {
                Some(info) => Value::Object(table(info, parts)),
                None => continue,
            },
            ("side", "unit") => {
                json!({ "type": "array", "items": { "$ref": "#/$defs/unit" }, "minItems": 1 })
            }
            (_, "tactics") => json!({ "$ref": "#/$defs/tactics" }),
            (_, "when") => json!({ "$ref": "#/$defs/when" }),
            _ => shape(&(key.shape)(), parts),
        };
        if let Value::Object(schema) = &mut schema {
            let rule = if key.rule.is_empty() { String::new() } else { format!(" ({})", key.rule) };
            schema.insert("description".to_owned(), json!(format!("{}{rule}", key.sentence)));
            if let Some(default) = key.default {
                schema.insert("default".to_owned(), default_value(default));
            }
        }
        properties.insert(key.key.to_owned(), schema);
    }
    let required: Vec<&str> = info.keys.iter().filter(|key| key.required).map(|key| key.key).collect();
    let mut table = Map::new();
    table.insert("type".to_owned(), json!("object"));
    table.insert("description".to_owned(), json!(info.sentence));
    table.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        table.insert("required".to_owned(), json!(required));
    }
    table.insert("additionalProperties".to_owned(), json!(false));
    table
}

/// A named block: its name is its ID if nothing is said, and what it is used in completes it.
fn part(info: &SheetInfo, parts: &Parts) -> Value {
    let mut block = table(info, parts);
    block.remove("required");
    Value::Object(block)
}

/// An entry of a list of blocks: a whole one, or one that is used with changes.
fn item(info: &SheetInfo, parts: &Parts) -> Value {
    let mut changed = table(info, parts);
    changed.insert("required".to_owned(), json!(["use"]));
    if let Some(Value::Object(keys)) = changed.get_mut("properties") {
        let what = "The block it is made from; keys given here take precedence over it.";
        keys.insert("use".to_owned(), json!({ "type": "string", "minLength": 1, "description": what }));
    }
    json!({ "anyOf": [table(info, parts), changed] })
}

/// The variants of a value: bare words and tables with one key.
fn variants(all: &[Variant], parts: &Parts) -> Value {
    let mut choices = Vec::new();
    for Variant { name, sentence, takes, bare } in all {
        let mut choose = |choice: Value| {
            let mut choice = choice;
            if !sentence.is_empty() {
                choice["description"] = json!(sentence);
            }
            choices.push(choice);
        };
        if *bare {
            choose(json!({ "const": name }));
        }
        if let Some(takes) = takes {
            choose(json!({
                "type": "object",
                "properties": { *name: described(shape(takes, parts), sentence) },
                "required": [name],
                "additionalProperties": false,
            }));
        }
    }
    json!({ "anyOf": choices })
}

/// A schema with a sentence, which editors show where they propose its key, unless it has one of its own.
fn described(mut schema: Value, sentence: &str) -> Value {
    if let Value::Object(keys) = &mut schema
        && !sentence.is_empty()
    {
        keys.entry("description").or_insert_with(|| json!(sentence));
    }
    schema
}

/// A side: with the keys of the system.
fn side(parts: &Parts) -> Value {
    let mut side = table(&envelope::Side::INFO, parts);
    if let (Some(Value::Object(keys)), Some(info)) = (side.get_mut("properties"), parts.side)
        && let Some(Value::Object(more)) = table(info, parts).remove("properties")
    {
        keys.extend(more);
    }
    Value::Object(side)
}

fn shape(of: &Shape, parts: &Parts) -> Value {
    match of {
        Shape::Int { min, max } => {
            let number = |n: i128| i64::try_from(n).map_or_else(|_| json!(n as f64), |n| json!(n));
            json!({ "type": "integer", "minimum": number(*min), "maximum": number(*max) })
        }
        Shape::Text => json!({ "type": "string", "minLength": 1 }),
        Shape::Word(words) => json!({ "enum": words }),
        Shape::Bool => json!({ "type": "boolean" }),
        Shape::List(of) => json!({ "type": "array", "items": shape(of, parts) }),
        Shape::Map(of) => json!({ "type": "object", "additionalProperties": shape(of, parts) }),
        Shape::Table(info) if parts.libraries.iter().any(|library| library.1.noun == info.noun) => {
            json!({ "$ref": format!("#/$defs/{}", info.noun) })
        }
        Shape::Table(info) => Value::Object(table(info, parts)),
        Shape::Form { what, pattern } => {
            json!({ "type": "string", "pattern": pattern, "description": format!("Expects {what}.") })
        }
        Shape::Variants(all) => variants(all, parts),
        Shape::Either(shapes) => {
            json!({ "anyOf": shapes.iter().map(|of| shape(of, parts)).collect::<Vec<_>>() })
        }
        Shape::ReadBySystem => json!({}),
    }
}

fn rulings(all: &[RulingInfo]) -> Value {
    let mut properties = Map::new();
    for info in all {
        let mut choices = Vec::new();
        if !info.words.is_empty() {
            choices.push(json!({ "enum": info.words }));
        }
        if is_switch(info) {
            choices.push(json!({ "type": "boolean" }));
        }
        if let Some((min, max)) = info.range {
            let all = || (min..=max).filter(|n| (n - min) % info.step == 0).collect::<Vec<_>>();
            choices.push(match info.step {
                1 => json!({ "type": "integer", "minimum": min, "maximum": max }),
                _ => json!({ "enum": all() }),
            });
        }
        match info.other {
            Some(Other::Side) => choices.push(json!({ "type": "string", "minLength": 1 })),
            Some(Other::Pairs(what)) => {
                let pair = json!({ "type": "array", "items": { "type": "integer" }, "minItems": 2 });
                choices.push(json!({ "type": "array", "items": pair, "minItems": 1, "description": what }));
            }
            Some(Other::Texts(what)) => {
                let pair =
                    json!({ "type": "array", "items": { "type": "string" }, "minItems": 2, "maxItems": 2 });
                choices.push(json!({ "type": "array", "items": pair, "minItems": 1, "description": what }));
            }
            Some(Other::Words(words)) => {
                choices.push(json!({ "type": "array", "items": { "enum": words } }));
            }
            Some(Other::Form(what)) => {
                choices.push(json!({ "type": "string", "minLength": 1, "description": what }));
            }
            Some(Other::Rows(what)) => {
                let row =
                    json!({ "type": "array", "items": { "type": ["string", "integer"] }, "minItems": 1 });
                choices.push(json!({ "type": "array", "items": row, "minItems": 1, "description": what }));
            }
            None => {}
        }
        let default = (info.default)();
        let default = default.parse::<i64>().map_or_else(|_| json!(default), |n| json!(n));
        let description = format!("{} ({})", info.sentence, info.rule);
        let ruling = json!({ "anyOf": choices, "default": default, "description": description });
        insert(&mut properties, info.key, ruling);
    }
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// Puts the schema of a key in its place: that of `dice.explode` into the table `dice`.
fn insert(properties: &mut Map<String, Value>, key: &str, schema: Value) {
    let Some((table, rest)) = key.split_once('.') else {
        properties.insert(key.to_owned(), schema);
        return;
    };
    let group = || {
        json!({
            "type": "object",
            "description": format!("The rulings whose keys begin with `{table}.`"),
            "properties": {},
            "additionalProperties": false,
        })
    };
    let table = properties.entry(table).or_insert_with(group);
    if let Some(Value::Object(inner)) = table.get_mut("properties") {
        insert(inner, rest, schema);
    }
}

fn tactics(decisions: &[DecisionInfo]) -> Value {
    let mut properties = Map::new();
    let when = || described(json!({ "$ref": "#/$defs/when" }), "When the tactic is used.");
    for decision in decisions {
        let mut choices = Vec::new();
        for ChoiceInfo { name, takes, sentence, .. } in decision.choices {
            let argument = match takes {
                Takes::Nothing => {
                    choices.push(json!({ "const": name, "description": sentence }));
                    continue;
                }
                Takes::Number(min, max) => json!({ "type": "integer", "minimum": min, "maximum": max }),
                Takes::Bare(min, max) => {
                    choices.push(json!({
                        "type": "integer", "minimum": min, "maximum": max, "description": sentence,
                    }));
                    continue;
                }
                Takes::Fraction => {
                    choices.push(json!({
                        "type": "number", "minimum": 0, "maximum": 1, "description": sentence,
                    }));
                    continue;
                }
                Takes::Ally | Takes::Enemy | Takes::Own(_) => json!({ "type": "string", "minLength": 1 }),
                Takes::Set(_) | Takes::Ranked(_) => {
                    json!({ "type": "array", "items": { "type": "string", "minLength": 1 } })
                }
            };
            choices.push(json!({
                "type": "object",
                "description": sentence,
                "properties": { *name: described(argument, sentence), "when": when() },
                "required": [name],
                "additionalProperties": false,
            }));
        }
        let one = json!({ "anyOf": choices });
        let entry = json!({
            "type": "object",
            "properties": { "use": described(one.clone(), "The tactic."), "when": when() },
            "required": ["use"],
            "additionalProperties": false,
        });
        let step = json!({ "anyOf": [one, entry] });
        let list = json!({ "type": "array", "items": step, "minItems": 1 });
        let description = format!("{} ({})", decision.sentence, decision.id);
        properties
            .insert(decision.key.to_owned(), json!({ "anyOf": [step, list], "description": description }));
    }
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// A default as JSON: the text of the declaration is TOML.
fn default_value(text: &str) -> Value {
    let mut problems = problem::Problems::default();
    let node = node::parse_value(problem::FileId(0), text, 0, &mut problems);
    node.map_or(Value::Null, |node| node.to_json())
}
