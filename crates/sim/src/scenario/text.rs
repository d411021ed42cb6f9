//! A scenario as one text: includes, spreadsheets, changed values, variants and tactics of sides are
//! written out, so that the text needs no other file and no flag. Whatever keeps a scenario for later, or
//! sends it to another machine, keeps this text.
//!
//! Two things have no key in a file and stand [beside](Beside) the text. The text is read before it is
//! given out, and has to mean what it was written from: an error in this module is found where the text is
//! written, and never plays another fight elsewhere.

use core::fmt;
use core::fmt::Write as _;
use std::path::Path;

use fray_kit::sheet::declare::{Shape, SheetInfo, shown};
use fray_kit::sheet::envelope::{Document, SideDoc, UnitDoc};
use fray_kit::sheet::library::{Library, SECTIONS};
use fray_kit::sheet::node::{Entry, Node, Table, Value};
use fray_kit::sheet::problem::Problems;
use fray_play::game::Game;
use serde::{Deserialize, Serialize};
use toml_edit::Key;

use super::side_tactics::{Clever, SidePlay, SideTactics};
use super::source::Text;
use super::{Loaded, Options, Scenario, load_from};

/// The beginning of a text.
const MARK: &str = "# Written by fray: ";

/// Returns whether a text was written by this module: a file that begins otherwise is somebody's own.
#[must_use]
pub fn is_written(text: &[u8]) -> bool {
    text.starts_with(MARK.as_bytes())
}

/// The settings of a scenario that have no key in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beside {
    /// Whether it is played mirrored: as if each side stood in the place of another one.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub mirrored: bool,
    /// The sides that play with tactics drawn at random for each fight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub random: Vec<String>,
    /// The sides that look ahead at each turn, and what they choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clever: Vec<(String, Clever)>,
}

impl Beside {
    /// Returns the part of these options that stands beside the text.
    #[must_use]
    pub fn of(options: &Options) -> Self {
        let random = options.tactics.iter().filter(|side| side.play == SidePlay::Random);
        let clever = options.tactics.iter().filter_map(|side| match &side.play {
            SidePlay::Clever(clever) => {
                Some((side.side.clone(), Clever { base: Vec::new(), ..clever.clone() }))
            }
            _ => None,
        });
        Self {
            mirrored: options.reversed,
            random: random.map(|side| side.side.clone()).collect(),
            clever: clever.collect(),
        }
    }

    /// The options with which the text is read.
    #[must_use]
    pub fn options(&self) -> Options {
        let random = |side: &String| SideTactics { side: side.clone(), play: SidePlay::Random };
        let clever = |(side, clever): &(String, Clever)| SideTactics {
            side: side.clone(),
            play: SidePlay::Clever(clever.clone()),
        };
        Options {
            tactics: self.random.iter().map(random).chain(self.clever.iter().map(clever)).collect(),
            reversed: self.mirrored,
            ..Options::default()
        }
    }
}

/// A text that does not mean what it was written from, or cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMismatch {
    /// The scenario.
    scenario: String,
    /// The fault of the text; `None` if it can be read and means something else.
    problem: Option<String>,
}

impl fmt::Display for TextMismatch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: written out in one file, it is not the same scenario", self.scenario)?;
        match &self.problem {
            Some(problem) => write!(f, ": {problem}"),
            None => f.write_str("; this is an error in fray"),
        }
    }
}

impl core::error::Error for TextMismatch {}

impl Scenario {
    /// The scenario as one text, with `seed` as its seed if there is one. Values stand as they are played, so
    /// that none of the flags that it was read with is needed but for what stands [beside](Beside) it.
    ///
    /// # Errors
    /// If the text does not mean the scenario, which is an error in this program.
    pub fn text(&self, seed: Option<u64>) -> Result<String, TextMismatch> {
        let text = self.unchecked_text(seed);
        held_against(&self.stem, &text, &self.beside, self.plain_hash)?;
        Ok(text)
    }

    /// As [`text`](Self::text), but it is left to whoever reads the text to make sure that it means the scenario.
    #[must_use]
    pub fn unchecked_text(&self, seed: Option<u64>) -> String {
        let Self { info, document, library, beside, .. } = self;
        let head = Head { name: &self.stem, title: &self.plain_title, seed };
        written(info, document, library, beside, &head)
    }
}

/// The head of a text: the keys of the scenario as a whole.
pub(super) struct Head<'a> {
    pub(super) name: &'a str,
    pub(super) title: &'a str,
    pub(super) seed: Option<u64>,
}

/// Makes sure that a text means the scenario with this hash.
pub(super) fn held_against(name: &str, text: &str, beside: &Beside, hash: u64) -> Result<(), TextMismatch> {
    let mismatch = |problem| TextMismatch { scenario: name.to_owned(), problem };
    // Random tactics change no word of the text.
    let options = Options { reversed: beside.mirrored, ..Options::default() };
    match load_from(&Text(text), Path::new("scenario.toml"), &options) {
        Ok(Loaded::Scenario(found)) if found.plain_hash == hash => Ok(()),
        Ok(_) => Err(mismatch(None)),
        Err(diagnosis) => {
            let row = diagnosis.rows().into_iter().next();
            Err(mismatch(row.map(|row| format!("line {}: {}", row.line, row.message))))
        }
    }
}

/// The text of a document with the blocks that it sees.
pub(super) fn written(
    info: &Game,
    document: &Document,
    library: &Library,
    beside: &Beside,
    head: &Head<'_>,
) -> String {
    let mut out = Out(String::new());
    out.line(&format!("{MARK}everything that decides the fights of `{}`, in one file.", shown(head.name)));
    out.plain("system", &quoted(info.name()));
    out.plain("title", &quoted(head.title));
    if document.poor_play_on_purpose {
        out.plain("poor_play_on_purpose", "true");
    }
    out.head("[run]");
    for entry in entries(&document.run_node).filter(|entry| head.seed.is_none() || entry.key != "seed") {
        out.entry(entry, None);
    }
    if let Some(seed) = head.seed {
        out.plain("seed", &seed.to_string());
    }
    let (map, series) = (document.map.as_ref(), document.series.as_ref());
    for (key, node) in [
        ("rulings", Some(&document.rulings)),
        ("map", map.map(|entry| &entry.value)),
        ("series", series.map(|entry| &entry.value)),
    ] {
        // An empty table is there all the same: a map of which nothing is said is a map.
        if let Some(node) = node {
            out.head(&format!("[{key}]"));
            entries(node).for_each(|entry| out.entry(entry, None));
        }
    }
    let sides: Box<dyn Iterator<Item = &SideDoc>> = if beside.mirrored {
        // The document has them in the order of the mirrored fight.
        Box::new(document.sides.iter().rev())
    } else {
        Box::new(document.sides.iter())
    };
    sides.for_each(|side| out.side(side, info.parts.unit));
    for goal in &document.goals {
        out.head("[[goal]]");
        out.plain("expect", &quoted(&goal.value));
    }
    for variant in &document.variants {
        out.head("[[variant]]");
        out.plain("name", &quoted(&variant.name.value));
        out.plain("set", &inline(&variant.set, None));
    }
    // Units are written out with the blocks that they name, but statuses and units that are summoned are read
    // by name, and variants may name any block.
    let named = SECTIONS.iter().filter(|section| match **section {
        "status" => true,
        "unit" => false,
        _ => !document.variants.is_empty(),
    });
    let mut named: Vec<&str> = named.copied().collect();
    named.sort_unstable();
    for section in named {
        for (id, block) in library.section(section) {
            out.head(&format!("[{section}.{}]", Key::new(id)));
            entries(&block.node).for_each(|entry| out.entry(entry, None));
        }
    }
    for id in document.summoned() {
        let Some(block) = library.get("unit", id) else { continue };
        out.head(&format!("[unit.{}]", Key::new(id)));
        let node = library.write_out(&block.node, id, &mut Problems::default());
        entries(&node).for_each(|entry| out.entry(entry, shape_in(info.parts.unit, &entry.key).as_ref()));
    }
    out.0
}

/// A text in the making.
struct Out(String);

impl Out {
    fn line(&mut self, text: &str) {
        self.0 += text;
        self.0.push('\n');
    }

    fn head(&mut self, head: &str) {
        self.0.push('\n');
        self.line(head);
    }

    fn plain(&mut self, key: &str, value: &str) {
        let _ = writeln!(self.0, "{} = {value}", Key::new(key));
    }

    fn entry(&mut self, entry: &Entry, shape: Option<&Shape>) {
        self.plain(&entry.key, &inline(&entry.value, shape));
    }

    fn side(&mut self, side: &SideDoc, unit_keys: &SheetInfo) {
        self.head("[[side]]");
        self.plain("name", &quoted(&side.name.value));
        // One that a unit was made to do without is not given back.
        let has = |unit: &UnitDoc, key: &str| {
            unit.node.get("tactics").is_some_and(|tactics| tactics.get(key).is_some())
        };
        let is_of_all = |entry: &&Entry| side.units.iter().all(|unit| has(unit, &entry.key));
        let tactics = side.node.get("tactics");
        let of_all: Vec<Entry> = tactics.into_iter().flat_map(entries).filter(is_of_all).cloned().collect();
        for entry in entries(&side.node) {
            match entry.key.as_str() {
                "name" | "unit" => {}
                "tactics" => {
                    let table = Value::Table(Table { entries: of_all.clone() });
                    self.plain("tactics", &inline(&Node { span: entry.value.span, value: table }, None));
                }
                _ => self.entry(entry, None),
            }
        }
        side.units.iter().for_each(|unit| self.unit(unit, &of_all, unit_keys));
    }

    /// `of_side` are the tactics that stand with its side, which it has inherited.
    fn unit(&mut self, unit: &UnitDoc, of_side: &[Entry], keys: &SheetInfo) {
        self.head("[[side.unit]]");
        self.plain("name", &quoted(&unit.name.value));
        if unit.count != 1 {
            self.plain("count", &unit.count.to_string());
        }
        let is_own = |entry: &&Entry| !matches!(entry.key.as_str(), "name" | "count" | "use");
        let (mut tables, mut lists) = (Vec::new(), Vec::new());
        for entry in entries(&unit.node).filter(is_own) {
            match &entry.value.value {
                Value::Table(table) => tables.push((entry, table)),
                Value::List(list) if !list.is_empty() && list.iter().all(|it| it.as_table().is_some()) => {
                    lists.push((entry, list));
                }
                _ => self.entry(entry, shape_in(keys, &entry.key).as_ref()),
            }
        }
        for (entry, table) in tables {
            let shape = shape_in(keys, &entry.key);
            // Some decisions are a side's, and no unit may say them again.
            let is_inherited = |own: &&Entry| {
                entry.key == "tactics" && of_side.iter().any(|it| it.key == own.key && it.span == own.span)
            };
            self.head(&format!("[side.unit.{}]", Key::new(&entry.key)));
            for entry in table.entries.iter().filter(|own| !is_inherited(own)) {
                self.entry(entry, below(shape.as_ref(), &entry.key).as_ref());
            }
        }
        for (entry, list) in lists {
            let shape = shape_in(keys, &entry.key).as_ref().and_then(item_of);
            for item in list {
                self.head(&format!("[[side.unit.{}]]", Key::new(&entry.key)));
                for entry in entries(item) {
                    self.entry(entry, below(shape.as_ref(), &entry.key).as_ref());
                }
            }
        }
    }
}

fn entries(node: &Node) -> impl Iterator<Item = &Entry> {
    node.as_table().into_iter().flat_map(|table| &table.entries)
}

/// A string in TOML.
fn quoted(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}

/// A value on one line. `shape` is what its key takes, where that is known: it says what the cell of a
/// spreadsheet is.
fn inline(node: &Node, shape: Option<&Shape>) -> String {
    match &node.value {
        Value::Int(number) => number.to_string(),
        Value::Float(number) => toml_edit::Value::from(*number).to_string(),
        Value::Bool(is_true) => is_true.to_string(),
        Value::Text(text) => quoted(&text.text),
        Value::Date(text) => text.clone(),
        Value::Cell(text) => cell(node, text, shape),
        Value::List(list) => list_of(list, shape),
        Value::Table(table) => {
            let entry = |entry: &Entry| {
                let shape = below(shape, &entry.key);
                format!("{} = {}", Key::new(&entry.key), inline(&entry.value, shape.as_ref()))
            };
            let entries: Vec<String> = table.entries.iter().map(entry).collect();
            if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) }
        }
    }
}

fn list_of(list: &[Node], shape: Option<&Shape>) -> String {
    let shape = shape.and_then(item_of);
    let items: Vec<String> = list.iter().map(|item| inline(item, shape.as_ref())).collect();
    format!("[{}]", items.join(", "))
}

/// The cell of a spreadsheet as the value that its key makes of it.
fn cell(node: &Node, text: &str, shape: Option<&Shape>) -> String {
    let list = || list_of(&node.as_list().unwrap_or_default(), shape);
    let number = || node.as_int().map(|number| number.to_string());
    let known = match shape {
        Some(Shape::Int { .. }) => number(),
        Some(Shape::Bool) => node.as_bool().map(|is_true| is_true.to_string()),
        Some(Shape::List(_)) => Some(list()),
        Some(Shape::Text | Shape::Word(_) | Shape::Form { .. } | Shape::Variants(_)) => None,
        Some(Shape::Either(shapes)) => {
            let is_word = |shape: &Shape| matches!(shape, Shape::Word(words) if words.contains(&text));
            let has = |is: fn(&Shape) -> bool| shapes.iter().any(is);
            if shapes.iter().any(is_word) {
                None
            } else if has(|shape| matches!(shape, Shape::Int { .. })) && number().is_some() {
                number()
            } else if has(|shape| matches!(shape, Shape::Bool)) && node.as_bool().is_some() {
                node.as_bool().map(|is_true| is_true.to_string())
            } else if has(|shape| matches!(shape, Shape::List(_))) {
                Some(list())
            } else if let Some(nested) = shapes.iter().find(|shape| matches!(shape, Shape::Either(_))) {
                return cell(node, text, Some(nested));
            } else {
                None
            }
        }
        // Tactics, and whatever else reads cells by itself.
        Some(Shape::Map(_) | Shape::Table(_) | Shape::ReadBySystem) | None => match text.parse::<f64>() {
            _ if text.contains(';') => Some(list()),
            _ if node.as_int().is_some() => number(),
            Ok(number) if number.is_finite() => Some(toml_edit::Value::from(number).to_string()),
            _ => None,
        },
    };
    known.unwrap_or_else(|| quoted(text))
}

/// Returns the shape of a key of a sheet.
fn shape_in(sheet: &SheetInfo, key: &str) -> Option<Shape> {
    sheet.keys.iter().find(|info| info.key == key).map(|info| (info.shape)())
}

/// Returns the shape of a key in a table of this shape.
fn below(shape: Option<&Shape>, key: &str) -> Option<Shape> {
    match shape? {
        Shape::Table(sheet) => shape_in(sheet, key),
        Shape::Map(of) => Some((**of).clone()),
        Shape::Either(shapes) => shapes.iter().find_map(|shape| below(Some(shape), key)),
        Shape::Variants(variants) => {
            variants.iter().find(|variant| variant.name == key).and_then(|variant| variant.takes.clone())
        }
        _ => None,
    }
}

/// Returns the shape of an entry in a list of this shape.
fn item_of(shape: &Shape) -> Option<Shape> {
    match shape {
        Shape::List(of) => Some((**of).clone()),
        Shape::Either(shapes) => shapes.iter().find_map(item_of),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use fray_kit::sheet::problem::{FileId, Span};

    use super::*;

    fn as_cell(text: &str, shape: Option<&Shape>) -> String {
        inline(&Node { span: Span::new(FileId(0), 0, 0), value: Value::Cell(text.to_owned()) }, shape)
    }

    #[test]
    fn a_cell_is_what_its_key_takes() {
        let int = || Shape::Int { min: 0, max: 99 };
        let ints = Shape::List(Box::new(int()));
        let word = || Shape::Word(vec!["none", "7"]);
        for (text, shape, expected) in [
            ("7", Some(int()), "7"),
            ("7", Some(Shape::Text), "\"7\""),
            ("7", Some(ints.clone()), "[7]"),
            ("7; 10", Some(ints.clone()), "[7, 10]"),
            ("TRUE", Some(Shape::Bool), "true"),
            ("7", Some(Shape::Either(vec![word(), int()])), "\"7\""),
            ("8", Some(Shape::Either(vec![word(), int()])), "8"),
            ("8", Some(Shape::Either(vec![word(), ints])), "[8]"),
            ("first", None, "\"first\""),
            ("first;last", None, "[\"first\", \"last\"]"),
            ("0.5", Some(Shape::ReadBySystem), "0.5"),
            ("12", Some(Shape::ReadBySystem), "12"),
        ] {
            assert_eq!(as_cell(text, shape.as_ref()), expected, "{text} {shape:?}");
        }
    }

    #[test]
    fn what_stands_beside_a_text_comes_back() {
        let beside = Beside { mirrored: true, random: vec!["heroes".to_owned()], ..Beside::default() };
        assert_eq!(Beside::of(&beside.options()), beside);
        let json = serde_json::to_string(&beside).expect("it is text");
        assert_eq!(serde_json::from_str::<Beside>(&json).expect("it is its own"), beside);
        assert_eq!(serde_json::to_string(&Beside::default()).expect("it is text"), "{}");
    }
}
