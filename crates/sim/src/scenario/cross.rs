//! Every party against every monster: the rosters of a cross, from spreadsheets, includes and packs, and the
//! fights of each pair under a template.
//!
//! A pair is the template with other units on its two sides, as `--set SIDE.units=PACK` says it.

use std::path::Path;

use fray_kit::sheet::declare::{join, quoted, shown};
use fray_kit::sheet::library::Library;
use fray_kit::sheet::node::{Node, Value};
use fray_kit::sheet::pack;
use fray_kit::sheet::problem::{Problems, Span, did_you_mean};
use fray_kit::sheet::text::{two_of_a_name, without_case};

use super::include::Reader;
use super::sheet::{Cell, Sheet};
use super::source::{Files, Sources, is_sheet, named_in};
use super::{Loaded, Options, Paint, load_from};
use crate::output::ResultName;

/// The most pairs of a cross.
pub(crate) const MOST_PAIRS: usize = 100_000;

/// The scenario whose map, rulings and goals all pairs have.
#[derive(Debug)]
pub(crate) struct Template {
    /// The names of its two sides.
    sides: [String; 2],
    /// The blocks that it sees.
    library: Library,
}

/// One who fights in a cross.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fighter {
    /// The name in points.
    pub(crate) name: String,
    /// The pack of units.
    units: String,
    span: Span,
}

impl Template {
    /// Reads a template. Its faults are reported at the place that names it.
    pub(crate) fn read(files: &dyn Files, path: &Path, at: Span, problems: &mut Problems) -> Option<Self> {
        let key = "cross.template";
        match load_from(files, path, &Options::default()) {
            Ok(Loaded::Scenario(scenario)) => {
                let names = scenario.document.sides.iter().map(|side| side.name.value.clone());
                let names: Vec<String> = names.collect();
                let n = names.len();
                let Ok(sides) = <[String; 2]>::try_from(names) else {
                    problems.add(at, key, format!("a template has two sides, found {n}"));
                    return None;
                };
                Some(Self { sides, library: scenario.library })
            }
            Ok(Loaded::Include) => {
                let message = format!("`{}` is an include: a template is a scenario", path.display());
                problems.add(at, key, message);
                None
            }
            Err(diagnosis) => {
                let text = diagnosis.render(Paint::Plain);
                let first = diagnosis.rows().into_iter().next();
                let message = first.map_or(text, |row| {
                    format!(
                        "the template is wrong: {}:{}:{}: {}",
                        row.file, row.line, row.column, row.message
                    )
                });
                problems.add(at, key, message);
                None
            }
        }
    }

    /// The arguments of `--set` that make the fight of two.
    pub(crate) fn sets(&self, party: &Fighter, monster: &Fighter) -> Vec<String> {
        let set = |(side, who): (&String, &Fighter)| {
            let units = serde_json::Value::from(who.units.as_str());
            format!("{}.units={units}", quoted(side))
        };
        self.sides.iter().zip([party, monster]).map(set).collect()
    }

    /// The name of the side of the monsters.
    pub(crate) fn monsters_are(&self) -> &str {
        &self.sides[1]
    }

    /// Returns who a fighter is: how many of which stat block.
    pub(crate) fn members(&self, fighter: &Fighter) -> Vec<(i64, String)> {
        let node = Node::text(fighter.span, fighter.units.as_str());
        let members = pack::read(&node, "", &self.library, &mut Problems::default()).unwrap_or_default();
        let member = |it: pack::Member| (i64::try_from(it.count).unwrap_or(i64::MAX), it.id.value);
        members.into_iter().map(member).collect()
    }

    /// Says that a fighter names no block of the template, with the nearest.
    fn check(&self, fighter: &Fighter, key: &str, problems: &mut Problems) -> bool {
        let node = Node::text(fighter.span, fighter.units.as_str());
        pack::read(&node, key, &self.library, problems).is_some()
    }
}

/// Reads those who fight on one side of a cross: a list of files and packs, or a table of names and packs. A file
/// stands for each of its stat blocks; a spreadsheet with the columns `name` and `units` for the pack of each row.
pub(crate) fn fighters(
    (files, sources): (&dyn Files, &mut Sources),
    from: &Path,
    (node, key): (&Node, &str),
    template: &Template,
    problems: &mut Problems,
) -> Vec<Fighter> {
    let mut all: Vec<Fighter> = Vec::new();
    let mut add = |fighter: Fighter, problems: &mut Problems| {
        if let Err(error) = ResultName::new(&fighter.name) {
            problems.add_help(fighter.span, key, error.to_string(), "its results have a folder of this name");
        } else if fighter.name.contains('/') {
            let message = format!("expected a name without `/`, found `{}`", shown(&fighter.name));
            problems.add(fighter.span, key, message);
        } else {
            all.push(fighter);
        }
    };
    match &node.value {
        Value::Table(table) => {
            for entry in &table.entries {
                let place = join(key, &entry.key);
                if let Some(members) = pack::read(&entry.value, &place, &template.library, problems) {
                    debug_assert!(!members.is_empty(), "a pack has somebody");
                    let units = entry.value.as_text().unwrap_or_default().trim().to_owned();
                    add(Fighter { name: entry.key.clone(), units, span: entry.span }, problems);
                }
            }
        }
        Value::List(list) => {
            for item in list {
                let text = item.as_text().unwrap_or_default().trim();
                if is_sheet(Path::new(text)) || text.ends_with(".toml") {
                    for fighter in of_file(
                        (files, &mut *sources),
                        &named_in(from, text),
                        (item, key),
                        template,
                        problems,
                    ) {
                        add(fighter, problems);
                    }
                } else if pack::read(item, key, &template.library, problems).is_some() {
                    add(Fighter { name: text.to_owned(), units: text.to_owned(), span: item.span }, problems);
                }
            }
        }
        _ => {
            let message =
                format!("expected a list of files and packs, or a table of packs, found {}", node.found());
            let help =
                "as in `[\"monsters.csv\", \"3 Goblin + 1 Shaman\"]` or `{ pack = \"3 Goblin + 1 Shaman\" }`";
            problems.add_help(node.span, key, message, help);
            return all;
        }
    }
    if all.is_empty() && problems.is_empty() {
        problems.add(node.span, key, "expected somebody to fight, found nobody");
    }
    let mut names = std::collections::BTreeMap::new();
    for fighter in &all {
        if let Some(other) = names.insert(without_case(&fighter.name), &fighter.name) {
            let message = two_of_a_name("fighters", other, &fighter.name);
            problems.add(fighter.span, key, message);
        }
    }
    all
}

/// The fighters of a file.
fn of_file(
    (files, sources): (&dyn Files, &mut Sources),
    path: &Path,
    (item, key): (&Node, &str),
    template: &Template,
    problems: &mut Problems,
) -> Vec<Fighter> {
    let shown_path = path.display();
    let text = match files.read(path, true).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Ok(Err(_)) => {
            problems.add(item.span, key, format!("`{shown_path}`: expected UTF-8 text"));
            return Vec::new();
        }
        Err(error) => {
            problems.add(item.span, key, format!("`{shown_path}` cannot be read: {error}"));
            return Vec::new();
        }
    };
    if is_sheet(path) {
        let file = sources.add(shown_path.to_string(), text.clone());
        let sheet = Sheet::read(file, &text, problems);
        let column = |name: &str| sheet.header.iter().position(|cell| cell.text == name);
        if let (Some(name), Some(units)) = (column("name"), column("units")) {
            return packs((name, units), &sheet.rows, key, template, problems);
        }
    }
    let mut reader = Reader::new(files);
    let read = reader.main(path);
    if read.is_none() || !reader.problems.is_empty() || !reader.syntax.is_empty() {
        reader.syntax.extend(reader.problems.sorted());
        let wrong = reader.syntax.sorted();
        let first = wrong.first().map_or("", |problem| &problem.message);
        problems.add_help(
            item.span,
            key,
            format!("`{shown_path}` is no bestiary: {first}"),
            format!("`fray validate {shown_path}` tells all that is wrong"),
        );
        return Vec::new();
    }
    let ids: Vec<String> = reader.library.ids("unit").map(str::to_owned).collect();
    let unseen = ids.iter().find(|id| template.library.get("unit", id).is_none());
    if let Some(id) = unseen {
        let meant = did_you_mean(id, template.library.ids("unit"));
        let message = format!("the template does not know `{}` of `{shown_path}`{meant}", shown(id));
        problems.add_help(item.span, key, message, "the template has to `include` the file");
        return Vec::new();
    }
    ids.into_iter().map(|id| Fighter { name: id.clone(), units: id, span: item.span }).collect()
}

/// The fighters of a spreadsheet of names and packs.
fn packs(
    (name, units): (usize, usize),
    rows: &[Vec<Cell>],
    key: &str,
    template: &Template,
    problems: &mut Problems,
) -> Vec<Fighter> {
    let mut all = Vec::new();
    for row in rows {
        let (Some(name), Some(units)) = (row.get(name), row.get(units)) else {
            let span = row.first().map_or_else(Span::default, |cell| cell.span);
            problems.add(span, key, "expected a name and its units in this row");
            continue;
        };
        let fighter = Fighter { name: name.text.clone(), units: units.text.clone(), span: units.span };
        if template.check(&fighter, key, problems) {
            all.push(fighter);
        }
    }
    all
}
