//! Random scenario files of any game, made from the JSON Schema of its files and from the names and
//! blocks that the repository's scenarios have.
//!
//! A file is made as a tree and written line by line; a line that fray refuses is taken out, until the
//! file is right or nothing of it is left. So the generator knows no game: a new one has it for nothing.

mod areas;

use std::collections::BTreeMap;
use std::path::Path;

use fray_rules::Game;
use fray_sim::scenario::{Loaded, Options, Scenario, files_of, load, load_text};
use serde_json::{Map, Value, json};

use super::Choices;
use super::toml_lines::{Step, remove, written};

/// How far from the usual a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Small numbers near the defaults, few units: fights that are decided, and often within reach of an
    /// exact answer.
    Small,
    /// The bounds of every key, and everything on everybody. Rounds and units are few in most files: a fight of
    /// many takes as long as a hundred of few, and finds no more.
    Extreme,
}

/// Of so many extreme files one has many rounds and units.
const LARGE: i64 = 50;
/// Rounds of mending after which a file is given up.
const MENDINGS: usize = 30;
/// How deep values lie in values.
const DEPTH: usize = 7;

/// What the files of a game are made of.
pub(crate) struct Maker {
    system: &'static str,
    schema: Value,
    /// The units of the repository's scenarios, each with its named block.
    units: Vec<Map<String, Value>>,
    /// Named blocks by their section.
    library: BTreeMap<String, Map<String, Value>>,
    /// Words that keys have in those files, by key.
    words: BTreeMap<String, Vec<String>>,
    /// Keys of tables that take any key, by the key of the table.
    names: BTreeMap<String, Vec<String>>,
}

/// A file that is right, as a tree and as the scenario it is.
pub(crate) struct Made {
    pub(crate) tree: Value,
    pub(crate) text: String,
    pub(crate) scenario: Scenario,
}

impl Maker {
    pub(crate) fn new(info: &'static Game) -> Self {
        let mut maker = Self {
            system: info.name(),
            schema: info.schema().to_value(),
            units: Vec::new(),
            library: BTreeMap::new(),
            words: BTreeMap::new(),
            names: BTreeMap::new(),
        };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs").join(info.name());
        for file in files_of(&folder).expect("the scenarios of the game") {
            if let Ok(Loaded::Scenario(scenario)) = load(&file, &Options::default()) {
                maker.learn(&scenario.text(None).expect("a text"));
            }
        }
        maker.learn(info.example);
        assert!(!maker.units.is_empty(), "{} has units", maker.system);
        maker
    }

    /// Learns units, blocks and words of a scenario in one file.
    fn learn(&mut self, text: &str) {
        let tree: toml::Table = text.parse().expect("a scenario");
        let tree = serde_json::to_value(tree).expect("TOML is a tree");
        self.learn_words("", &tree);
        let blocks = tree.get("unit").cloned().unwrap_or(json!({}));
        for side in tree["side"].as_array().expect("sides") {
            for unit in side["unit"].as_array().expect("units") {
                let used = unit.get("use").and_then(|name| blocks.get(name.as_str()?));
                let mut whole = used.and_then(Value::as_object).cloned().unwrap_or_default();
                whole.extend(unit.as_object().expect("a unit").clone());
                for key in ["use", "count", "name", "position"] {
                    whole.remove(key);
                }
                self.units.push(whole);
            }
        }
        for section in ["weapon", "ability", "status", "enchantment", "loadout", "unit"] {
            let Some(blocks) = tree.get(section).and_then(Value::as_object) else { continue };
            let known = self.library.entry(section.to_owned()).or_default();
            for (name, block) in blocks {
                known.entry(name.clone()).or_insert(block.clone());
            }
        }
    }

    fn learn_words(&mut self, key: &str, value: &Value) {
        match value {
            Value::String(word) => {
                let words = self.words.entry(key.to_owned()).or_default();
                if !words.contains(word) {
                    words.push(word.clone());
                }
            }
            Value::Array(all) => all.iter().for_each(|one| self.learn_words(key, one)),
            Value::Object(table) => {
                for (inner, value) in table {
                    let names = self.names.entry(key.to_owned()).or_default();
                    if !names.contains(inner) {
                        names.push(inner.clone());
                    }
                    self.learn_words(inner, value);
                }
            }
            _ => {}
        }
    }

    /// A file of this seed; none where all that was made is refused.
    pub(crate) fn make(&self, seed: u64, reach: Reach) -> Option<Made> {
        mended(self.tree(&mut Choices::new(seed), reach))
    }

    /// A file as it is made, before anything is taken out.
    pub(crate) fn tree(&self, choices: &mut Choices, reach: Reach) -> Value {
        let mut of = Of { maker: self, choices, reach, is_large: false };
        of.scenario()
    }

    /// A random ability; none if the game has no abilities.
    pub(crate) fn ability(&self, choices: &mut Choices) -> Option<Value> {
        let schema = self.schema.pointer("/$defs/ability/anyOf/0")?;
        let known: Vec<&Value> =
            self.library.get("ability").map(|blocks| blocks.values().collect()).unwrap_or_default();
        if !known.is_empty() && choices.once_in(2) {
            return Some((*choices.of(&known)).clone());
        }
        let mut of = Of { maker: self, choices, reach: Reach::Small, is_large: false };
        Some(of.value("ability", schema, 2))
    }

    /// The keys of a unit that are whole numbers.
    pub(crate) fn number_keys(&self) -> Vec<String> {
        let unit = self.schema["$defs"]["unit"]["properties"].as_object().expect("a table");
        let is_number = |schema: &Value| self.followed(schema)["type"] == "integer";
        unit.iter().filter(|(_, schema)| is_number(schema)).map(|(key, _)| key.clone()).collect()
    }

    /// The schema of a part, its references followed.
    fn followed<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema.get("$ref").and_then(Value::as_str) {
            Some(path) => self.schema.pointer(path.trim_start_matches('#')).expect("a definition"),
            None => schema,
        }
    }
}

/// Takes out of a file what fray refuses.
pub(crate) fn mended(mut tree: Value) -> Option<Made> {
    for _ in 0..MENDINGS {
        let (text, lines) = written(&tree);
        let diagnosis = match load_text("random.toml", &text) {
            Ok(scenario) => return Some(Made { tree, text, scenario }),
            Err(diagnosis) => diagnosis,
        };
        let mut wrong: Vec<&Vec<Step>> =
            diagnosis.rows().iter().filter_map(|row| lines.get(row.line.wrapping_sub(1))).collect();
        // From the last, so that the places of the others stay.
        wrong.sort();
        wrong.dedup();
        let mut removed = false;
        for path in wrong.into_iter().rev() {
            // What is wrong with the whole is told at its first line.
            let is_whole = matches!(&path[..], [Step::Key(key)] if key == "system" || key == "side");
            removed |= !is_whole && remove(&mut tree, path);
        }
        if !removed {
            return None;
        }
    }
    None
}

/// Makes one file.
struct Of<'a> {
    maker: &'a Maker,
    choices: &'a mut Choices,
    reach: Reach,
    /// Whether the file may have many rounds and units.
    is_large: bool,
}

impl Of<'_> {
    fn is_extreme(&self) -> bool {
        self.reach == Reach::Extreme
    }

    fn scenario(&mut self) -> Value {
        let schema = &self.maker.schema["properties"];
        let mut file = json!({ "system": self.maker.system });
        self.is_large = self.is_extreme() && self.choices.once_in(LARGE);
        let rounds = if self.is_large {
            *self.choices.of(&[10, 40, 100])
        } else if self.is_extreme() {
            *self.choices.of(&[1, 2, 2, 3, 5])
        } else {
            self.choices.between(2, 12)
        };
        file["run"] = json!({ "max_rounds": rounds });
        if self.choices.once_in(2) {
            file["rulings"] = self.value("rulings", &schema["rulings"], 2);
        }
        if self.choices.once_in(2) && !schema["map"].is_null() {
            file["map"] = self.map(&schema["map"]);
        }
        if self.is_extreme() && schema.get("series").is_some() && self.choices.once_in(4) {
            file["series"] = self.value("series", &schema["series"], 2);
        }
        let n_sides = if self.choices.once_in(8) { 3 } else { 2 };
        let side = &schema["side"]["items"];
        file["side"] = (0..n_sides).map(|i| self.side(i, side, &file["map"])).collect();
        for (section, blocks) in &self.maker.library {
            file[section] = Value::Object(blocks.clone());
        }
        // What nobody uses makes a file long and nothing else.
        prune(&mut file);
        file
    }

    fn map(&mut self, schema: &Value) -> Value {
        let mut map = self.value("map", schema, 2);
        for (key, most) in [("width", 9), ("height", 5)] {
            let bounds = &schema["properties"][key];
            if bounds.is_null() {
                continue;
            }
            let most = if self.is_extreme() { bounds["maximum"].as_i64().unwrap_or(most) } else { most };
            map[key] = json!(*self.choices.of(&[1, 2, most / 2 + 1, most, most]));
        }
        map
    }

    fn side(&mut self, i: usize, schema: &Value, map: &Value) -> Value {
        let properties = schema["properties"].as_object().expect("a table");
        let mut side = json!({ "name": format!("side{i}") });
        for (key, schema) in properties {
            if !["name", "unit"].contains(&key.as_str()) && self.choices.once_in(3) {
                side[key] = self.value(key, schema, 3);
            }
        }
        let unit = self.maker.followed(&properties["unit"]["items"]).clone();
        let most = if self.is_large { *self.choices.of(&[4, 8, 16]) } else { 3 };
        let n = self.choices.between(1, most);
        side["unit"] = (0..n).map(|n| self.unit(i, n, &unit, map)).collect();
        side
    }

    fn unit(&mut self, side: usize, n: i64, schema: &Value, map: &Value) -> Value {
        let properties = schema["properties"].as_object().expect("a table");
        // One of the repository with some keys changed, or one from nothing.
        let mut unit = if self.choices.once_in(4) {
            self.value("unit", schema, 2)
        } else {
            let mut unit = Value::Object(self.choices.of(&self.maker.units).clone());
            let keys: Vec<&String> = properties.keys().collect();
            let n_changed = self.choices.between(0, if self.is_extreme() { keys.len() as i64 } else { 4 });
            for _ in 0..n_changed {
                let key = *self.choices.of(&keys);
                unit[key] = self.value(key, &properties[key], 3);
            }
            unit
        };
        for key in ["use", "count", "name", "position"] {
            unit.as_object_mut().expect("a table").remove(key);
        }
        unit["name"] = json!(format!("unit{n}"));
        if !map.is_null() && !self.choices.once_in(4) && properties.contains_key("position") {
            let (width, height) = (map["width"].as_i64().unwrap_or(10), map["height"].as_i64().unwrap_or(1));
            let x = if side == 0 { n / height } else { width - 1 - n / height };
            let z = if self.choices.once_in(8) { self.choices.between(0, 3) } else { 0 };
            let place = [x.clamp(0, width - 1), n % height, z];
            unit["position"] = json!(place[..if z > 0 { 3 } else { 2 }]);
        }
        if self.is_large && self.choices.once_in(20) {
            unit["count"] = json!(self.choices.between(1, 8));
        }
        unit
    }

    /// A value of a key.
    fn value(&mut self, key: &str, schema: &Value, depth: usize) -> Value {
        let maker = self.maker;
        let schema = maker.followed(schema);
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(all) = schema.get("enum").and_then(Value::as_array) {
            return self.choices.of(all).clone();
        }
        let is_table = schema.get("properties").is_some();
        if let Some(all) = schema.get("anyOf").and_then(Value::as_array)
            && !is_table
        {
            let deep = |one: &&Value| !matches!(one["type"].as_str(), Some("array"));
            let flat: Vec<&Value> = all.iter().filter(deep).collect();
            // Blocks rather than their names.
            let blocks: Vec<&Value> = flat
                .iter()
                .copied()
                .filter(|one| one["type"] != "string" && (one["type"] != "object" || depth < DEPTH))
                .collect();
            let from = match (self.choices.int(0, 5), flat.is_empty(), blocks.is_empty()) {
                (0, ..) | (_, true, _) => all.iter().collect(),
                (1, ..) | (_, _, true) => flat,
                _ => blocks,
            };
            let one = *self.choices.of(&from);
            return self.value(key, one, depth + 1);
        }
        match schema["type"].as_str() {
            Some("boolean") => json!(self.choices.once_in(2)),
            Some("integer") => self.number(schema),
            Some("number") => json!(*self.choices.of(&[0.0, 0.25, 0.5, 1.0])),
            Some("array") => self.list(key, schema, depth),
            Some("object") => self.table(key, schema, depth),
            _ => self.word(key, schema),
        }
    }

    fn number(&mut self, schema: &Value) -> Value {
        let (lo, hi) = (schema["minimum"].as_i64().unwrap_or(0), schema["maximum"].as_i64().unwrap_or(9));
        let usual = schema["default"].as_i64();
        if self.is_extreme() {
            let all = [lo, hi, hi, lo + 1, usual.unwrap_or(lo), self.choices.between(lo, hi)];
            return json!(self.choices.of(&all).clamp(&lo, &hi));
        }
        let from =
            usual.unwrap_or(lo.max(0)) + self.choices.between(-2, if usual.is_some() { 3 } else { 14 });
        json!(from.clamp(lo, hi))
    }

    fn list(&mut self, key: &str, schema: &Value, depth: usize) -> Value {
        let least = schema["minItems"].as_i64().unwrap_or(0);
        let most = schema["maxItems"].as_i64().unwrap_or(if self.is_extreme() { 6 } else { 2 });
        let n = if depth > DEPTH { least } else { self.choices.between(least, most.max(least)) };
        (0..n).map(|_| self.value(key, &schema["items"], depth + 1)).collect()
    }

    fn table(&mut self, key: &str, schema: &Value, depth: usize) -> Value {
        let mut table = Map::new();
        let none = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .map(|all| all.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let once_in = match (self.reach, depth > DEPTH) {
            (_, true) => 1_000,
            (Reach::Extreme, _) => 2,
            (Reach::Small, _) => 4,
        };
        for (inner, schema) in properties {
            if required.contains(&inner.as_str()) || self.choices.once_in(once_in) {
                table.insert(inner.clone(), self.value(inner, schema, depth + 1));
            }
        }
        if let Some(any @ Value::Object(_)) = schema.get("additionalProperties") {
            let none = Vec::new();
            let names = self.maker.names.get(key).unwrap_or(&none);
            for _ in 0..if names.is_empty() { 0 } else { self.choices.between(1, 2) } {
                let name = self.choices.of(names).clone();
                table.insert(name, self.value(key, any, depth + 1));
            }
        }
        Value::Object(table)
    }

    fn word(&mut self, key: &str, schema: &Value) -> Value {
        const DICE: &[&str] = &["1d6", "d6", "2d8", "d8+d6", "2d6+1", "1cd6", "3", "0", "none", "", "d12"];
        const DICE_AT_BOUNDS: &[&str] = &["6d12", "99d6", "99", "-99", "30cd20", "1d1", "6dStr", "999d6+999"];
        if schema.get("pattern").is_some() {
            let dice = if self.is_extreme() && self.choices.once_in(2) { DICE_AT_BOUNDS } else { DICE };
            return json!(*self.choices.of(dice));
        }
        if key == "name" {
            return json!(format!("own{}", self.choices.int(0, 99)));
        }
        match self.maker.words.get(key) {
            Some(words) if !self.choices.once_in(8) => json!(self.choices.of(words)),
            _ if self.choices.once_in(2) => json!("unit0"),
            _ => {
                let all: Vec<&String> = self.maker.library.values().flat_map(Map::keys).collect();
                if all.is_empty() { json!("unit1") } else { json!(*self.choices.of(&all)) }
            }
        }
    }
}

/// Takes out the named blocks that no word of the file names.
fn prune(file: &mut Value) {
    const SECTIONS: [&str; 6] = ["weapon", "ability", "status", "enchantment", "loadout", "unit"];
    loop {
        let mut n_removed = 0;
        for section in SECTIONS {
            let Some(blocks) = file.get(section).and_then(Value::as_object) else { continue };
            let unused: Vec<String> =
                blocks.keys().filter(|name| !names(file, section, name)).cloned().collect();
            for name in &unused {
                file[section].as_object_mut().expect("a table").remove(name);
            }
            n_removed += unused.len();
        }
        if n_removed == 0 {
            break;
        }
    }
    for section in SECTIONS {
        if file.get(section).and_then(Value::as_object).is_some_and(Map::is_empty) {
            file.as_object_mut().expect("a table").remove(section);
        }
    }
}

/// Returns whether something but the block itself names it.
fn names(file: &Value, section: &str, name: &str) -> bool {
    fn has(value: &Value, name: &str) -> bool {
        match value {
            Value::String(word) => word == name,
            Value::Array(all) => all.iter().any(|one| has(one, name)),
            Value::Object(table) => table.iter().any(|(key, value)| key == name || has(value, name)),
            _ => false,
        }
    }
    let table = file.as_object().expect("a table");
    table.iter().any(|(key, value)| {
        if key == section {
            value
                .as_object()
                .is_some_and(|blocks| blocks.iter().any(|(of, block)| of != name && has(block, name)))
        } else {
            has(value, name)
        }
    })
}
