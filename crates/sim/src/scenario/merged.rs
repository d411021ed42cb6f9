//! Lists every value of a scenario with its source, for the manifest.

use std::collections::BTreeMap;

use fray_kit::declare::rulings::RulingInfo;
use fray_kit::sheet::declare::{SheetInfo, join, quoted};
use fray_kit::sheet::envelope::{Document, Run, SideDoc};
use fray_kit::sheet::library::Library;
use fray_kit::sheet::node::{Node, Value, parse_value};
use fray_kit::sheet::problem::{FileId, Problems, Span};
use fray_kit::sheet::rulings::is_given;
use fray_play::game::Game;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::source::Sources;

/// A value of the scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Merged {
    /// The path, as for `--set`.
    pub path: String,
    /// The value.
    pub value: Json,
    /// The source: `file:line`, `--set` or `default`.
    pub from: String,
}

/// All values of a document, including defaults.
pub fn merged(document: &Document, library: &Library, system: &Game, sources: &Sources) -> Vec<Merged> {
    let mut all = Values { sources, list: Vec::new(), parsed: BTreeMap::new() };
    all.given(&document.run_node, "run");
    all.defaults(&Run::INFO, &document.run_node, "run");
    all.given(&document.rulings, "rulings");
    all.rulings(system.rulings(), &document.rulings);
    for (key, given, info) in
        [("map", &document.map, system.parts.map), ("series", &document.series, system.parts.series)]
    {
        let Some(info) = info else { continue };
        let none = Node::table(Span::default());
        let table = given.as_ref().map_or(&none, |entry| &entry.value);
        all.given(table, key);
        all.defaults(info, table, key);
    }
    for side in &document.sides {
        if let Some(info) = system.parts.side {
            all.side(info, &side.node, &quoted(&side.name.value));
        }
        for unit in &side.units {
            all.push(join(&unit.path, "count"), json!(unit.count), unit.name.span);
            all.given(&unit.node, &unit.path);
            all.defaults(system.parts.unit, &unit.node, &unit.path);
        }
        for id in side.summoned() {
            // What is wrong with it was said when it was read.
            let Some(unit) = side.unit_of_block(id, library, &mut Problems::default()) else { continue };
            // What several sides summon is one block, listed once and set without a side.
            let summons = |it: &&SideDoc| it.summoned().iter().any(|other| other.as_text() == id.as_text());
            let mut sides = document.sides.iter().filter(summons);
            let is_first = sides.next().is_some_and(|first| first.name.value == side.name.value);
            let path = if sides.next().is_some() { quoted(&unit.name.value) } else { unit.path };
            if is_first {
                all.given(&unit.node, &path);
                all.defaults(system.parts.unit, &unit.node, &path);
            }
        }
    }
    // The weapons and abilities of units are listed in full, statuses by name.
    for (id, block) in library.section("status") {
        all.given(&block.node, &join("status", id));
    }
    all.list
}

struct Values<'a> {
    sources: &'a Sources,
    list: Vec<Merged>,
    /// The values of defaults, which units have in common.
    parsed: BTreeMap<String, Json>,
}

impl Values<'_> {
    fn push(&mut self, path: String, value: Json, span: Span) {
        let (file, line, _) = self.sources.place(span);
        let from = if file.starts_with("--") { file.to_owned() } else { format!("{file}:{line}") };
        self.list.push(Merged { path, value, from });
    }

    fn given(&mut self, node: &Node, path: &str) {
        let name = |node: &Node| Some(node.as_table()?.get("name")?.value.as_text()?.to_owned());
        match &node.value {
            Value::Table(table) => {
                for entry in table.entries.iter().filter(|entry| entry.key != "name" && entry.key != "count")
                {
                    self.given(&entry.value, &join(path, &entry.key));
                }
            }
            Value::List(list) if !list.is_empty() && list.iter().all(|item| name(item).is_some()) => {
                for item in list {
                    self.given(item, &format!("{path}.{}", quoted(&name(item).unwrap_or_default())));
                }
            }
            _ => self.push(path.to_owned(), node.to_json(), node.span),
        }
    }

    fn default(&mut self, path: String, text: &str) {
        let parsed = |text: &str| {
            parse_value(FileId(0), text, 0, &mut Problems::default())
                .map_or(Json::Null, |node| node.to_json())
        };
        let value = match self.parsed.get(text) {
            Some(value) => value.clone(),
            None => self.parsed.entry(text.to_owned()).or_insert_with_key(|text| parsed(text)).clone(),
        };
        self.list.push(Merged { path, value, from: "default".to_owned() });
    }

    fn defaults(&mut self, info: &SheetInfo, node: &Node, path: &str) {
        for key in info.keys {
            let is_given = node.as_table().is_some_and(|table| table.get(key.key).is_some());
            if let Some(default) = key.default.filter(|_| !is_given) {
                self.default(join(path, key.key), default);
            }
        }
    }

    /// The keys that the system adds to a side. Its tactics are listed with its units.
    fn side(&mut self, info: &SheetInfo, node: &Node, path: &str) {
        for key in info.keys {
            if let Some(entry) = node.as_table().and_then(|table| table.get(key.key)) {
                self.given(&entry.value, &join(path, key.key));
            }
        }
        self.defaults(info, node, path);
    }

    fn rulings(&mut self, all: &[RulingInfo], node: &Node) {
        for info in all {
            if node.as_table().is_some() && !is_given(node, info.key) {
                self.default(format!("rulings.{}", info.key), &(info.default)());
            }
        }
    }
}
