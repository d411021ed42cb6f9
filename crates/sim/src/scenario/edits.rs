//! The edits that make one scenario out of another: where two documents differ, and how one of the
//! differences is carried over.
//!
//! An edit is the smallest part that both documents have a place for: a value, an entry of a list with
//! names, a unit, a side. No edit lies within another, so that they can be carried over in any choice.

use fray_kit::sheet::declare::{join, quoted};
use fray_kit::sheet::envelope::{Document, SideDoc, UnitDoc};
use fray_kit::sheet::library::{Library, SECTIONS};
use fray_kit::sheet::node::{Entry, Node, Value};
use fray_kit::sheet::problem::Span;

use super::source::Sources;
use crate::gate::changes::{Changed, Line};

/// The table that an edit is in.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Whole {
    Run,
    Rulings,
    Map,
    Series,
    Side(String),
    Unit { side: String, unit: String },
    Block { section: &'static str, id: String },
}

/// A difference of two documents.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    whole: Whole,
    /// The keys and names below it; none for the whole.
    keys: Vec<String>,
    /// It in words.
    pub(super) changed: Changed,
}

/// A document with the blocks that it sees.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) document: Document,
    pub(super) library: Library,
}

/// The edits that make `b` of `a`, in file order. The sources are those of `b`.
pub(super) fn edits(a: &Text, b: &Text, sources: &Sources) -> Vec<Edit> {
    let mut all = Edits { sources, list: Vec::new() };
    let (of_a, of_b) = (&a.document, &b.document);
    all.tables(&Whole::Run, "run", &of_a.run_node, &of_b.run_node, &["fights", "seed"]);
    all.tables(&Whole::Rulings, "rulings", &of_a.rulings, &of_b.rulings, &[]);
    for (whole, path, a, b) in
        [(Whole::Map, "map", &of_a.map, &of_b.map), (Whole::Series, "series", &of_a.series, &of_b.series)]
    {
        match (a, b) {
            (Some(a), Some(b)) => all.tables(&whole, path, &a.value, &b.value, &[]),
            (None, None) => {}
            (a, b) => {
                let [a, b] = [a, b].map(|entry| entry.as_ref().map(|entry| &entry.value));
                all.push(&whole, Vec::new(), path.to_owned(), a, b);
            }
        }
    }
    let names = |document: &Document| -> Vec<String> {
        document.sides.iter().map(|side| side.name.value.clone()).collect()
    };
    for name in in_both(names(of_a), names(of_b)) {
        all.sides(&name, side(of_a, &name), side(of_b, &name));
    }
    for section in SECTIONS.iter().filter(|section| **section != "unit") {
        let ids = |library: &Library| library.ids(section).map(str::to_owned).collect::<Vec<_>>();
        for id in in_both(ids(&a.library), ids(&b.library)) {
            let [a, b] = [a, b].map(|text| text.library.get(section, &id).map(|block| &block.node));
            let whole = Whole::Block { section, id: id.clone() };
            let path = join(section, &id);
            match (a, b) {
                (Some(a), Some(b)) => all.tables(&whole, &path, a, b, &[]),
                // Only statuses are read without being written out where they are used.
                (a, b) if *section == "status" => all.push(&whole, Vec::new(), path, a, b),
                _ => {}
            }
        }
    }
    // Who is summoned is no unit of a side.
    let ids = |document: &Document| document.summoned().into_iter().map(str::to_owned).collect();
    for id in in_both(ids(of_a), ids(of_b)) {
        let [node_of_a, node_of_b] =
            [a, b].map(|text| text.library.get("unit", &id).map(|block| &block.node));
        if let (Some(node_of_a), Some(node_of_b)) = (node_of_a, node_of_b) {
            let whole = Whole::Block { section: "unit", id: id.clone() };
            all.tables(&whole, &quoted(b.library.name_of("unit", &id)), node_of_a, node_of_b, &[]);
        }
    }
    all.list
}

/// The names of the first list, then those that only the second has.
fn in_both(mut a: Vec<String>, b: Vec<String>) -> Vec<String> {
    a.extend(b.into_iter().filter(|name| !a.contains(name)).collect::<Vec<_>>());
    a
}

struct Edits<'a> {
    sources: &'a Sources,
    list: Vec<Edit>,
}

impl Edits<'_> {
    fn sides(&mut self, name: &str, a: Option<&SideDoc>, b: Option<&SideDoc>) {
        let whole = Whole::Side(name.to_owned());
        let (Some(a), Some(b)) = (a, b) else {
            let [a, b] = [a, b].map(|side| side.map(|side| &side.node));
            self.push(&whole, Vec::new(), quoted(name), a, b);
            return;
        };
        // Tactics of a side are those of its units.
        self.tables(&whole, &quoted(name), &a.node, &b.node, &["name", "unit", "tactics"]);
        let names = |side: &SideDoc| side.units.iter().map(|unit| unit.name.value.clone()).collect();
        for unit in in_both(names(a), names(b)) {
            let [a, b] = [a, b].map(|side| find_unit(side, &unit).map(|found| &found.node));
            let path = format!("{}/{}", quoted(name), quoted(&unit));
            let whole = Whole::Unit { side: name.to_owned(), unit };
            match (a, b) {
                (Some(a), Some(b)) => self.tables(&whole, &path, a, b, &["name", "use"]),
                (a, b) => self.push(&whole, Vec::new(), path, a, b),
            }
        }
    }

    /// Two tables, without these keys.
    fn tables(&mut self, whole: &Whole, path: &str, a: &Node, b: &Node, without: &[&str]) {
        let keys = |node: &Node| -> Vec<String> {
            let entries = node.as_table().into_iter().flat_map(|table| &table.entries);
            entries.map(|entry| entry.key.clone()).filter(|key| !without.contains(&key.as_str())).collect()
        };
        for key in in_both(keys(a), keys(b)) {
            self.nodes(whole, &[], path, &key, a.get(&key), b.get(&key));
        }
    }

    /// Two values at a key below a place.
    fn nodes(
        &mut self,
        whole: &Whole,
        above: &[String],
        path: &str,
        key: &str,
        a: Option<&Node>,
        b: Option<&Node>,
    ) {
        let keys = [above, &[key.to_owned()]].concat();
        let path = join(path, key);
        let (Some(of_a), Some(of_b)) = (a, b) else {
            self.push(whole, keys, path, a, b);
            return;
        };
        if of_a.to_json() == of_b.to_json() {
            return;
        }
        let names = match (names_in(of_a), names_in(of_b)) {
            // Tables that share no key are different things, like two effects.
            (Some(a), Some(b)) if a.iter().any(|name| b.contains(name)) => in_both(a, b),
            _ => return self.push(whole, keys, path, a, b),
        };
        for name in names {
            self.nodes(whole, &keys, &path, &name, child(of_a, &name), child(of_b, &name));
        }
    }

    fn push(&mut self, whole: &Whole, keys: Vec<String>, path: String, a: Option<&Node>, b: Option<&Node>) {
        let text = |node: Option<&Node>| match node.map(|node| (node, &node.value)) {
            None => None,
            Some((node, Value::Table(_) | Value::List(_))) if a.is_none() || b.is_none() => {
                // What is new or gone as a whole is not written out.
                Some(if node.to_json().to_string().len() > 40 {
                    String::new()
                } else {
                    node.to_json().to_string()
                })
            }
            Some((node, _)) => Some(node.to_json().to_string()),
        };
        let line = b.map(|node| {
            let (file, line, _) = self.sources.place(node.span);
            Line { file: file.to_owned(), line }
        });
        let line = line.filter(|line| !line.file.starts_with("--") && !line.file.is_empty());
        let changed = Changed { path, was: text(a), now: text(b), line };
        self.list.push(Edit { whole: whole.clone(), keys, changed });
    }
}

/// The keys of a table, or the names of the entries of a list that all have one.
fn names_in(node: &Node) -> Option<Vec<String>> {
    match &node.value {
        Value::Table(table) => Some(table.entries.iter().map(|entry| entry.key.clone()).collect()),
        Value::List(list) if !list.is_empty() => {
            let names: Vec<String> = list.iter().map(name_of).collect::<Option<_>>()?;
            let is_unique = |(i, name): (usize, &String)| !names[..i].contains(name);
            names.iter().enumerate().all(is_unique).then_some(names)
        }
        _ => None,
    }
}

fn name_of(node: &Node) -> Option<String> {
    Some(node.get("name")?.as_text()?.to_owned())
}

/// The value of a key, or the entry of a name.
fn child<'a>(node: &'a Node, name: &str) -> Option<&'a Node> {
    match &node.value {
        Value::Table(table) => Some(&table.get(name)?.value),
        Value::List(list) => list.iter().find(|item| name_of(item).as_deref() == Some(name)),
        _ => None,
    }
}

fn side<'a>(document: &'a Document, name: &str) -> Option<&'a SideDoc> {
    document.sides.iter().find(|side| side.name.value == name)
}

fn find_unit<'a>(side: &'a SideDoc, name: &str) -> Option<&'a UnitDoc> {
    side.units.iter().find(|unit| unit.name.value == name)
}

impl Edit {
    /// An edit of nothing but the order of what is listed.
    pub(super) fn order() -> Self {
        let path = "the order of what is listed".to_owned();
        Self {
            whole: Whole::Run,
            keys: Vec::new(),
            changed: Changed { path, was: None, now: None, line: None },
        }
    }

    /// Returns whether the other edit is of the same unit, side or table.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        self.whole == other.whole
    }

    /// Carries the edit over from one text to another, which has everything that was not edited.
    pub(super) fn carry(&self, from: &Text, to: &mut Text) {
        let keys = &self.keys;
        let (of_from, of_to) = (&from.document, &mut to.document);
        match &self.whole {
            // Without a key nothing is carried over.
            Whole::Run => graft(&of_from.run_node, &mut of_to.run_node, keys),
            Whole::Rulings => graft(&of_from.rulings, &mut of_to.rulings, keys),
            Whole::Map => graft_entry(&of_from.map, &mut of_to.map, keys),
            Whole::Series => graft_entry(&of_from.series, &mut of_to.series, keys),
            Whole::Side(name) if keys.is_empty() => {
                put(&mut of_to.sides, &of_from.sides, name, |side| &side.name.value);
            }
            Whole::Side(name) => {
                let to = of_to.sides.iter_mut().find(|side| side.name.value == *name);
                if let (Some(from), Some(to)) = (side(of_from, name), to) {
                    graft(&from.node, &mut to.node, keys);
                }
            }
            Whole::Unit { side: name, unit } => {
                let to = of_to.sides.iter_mut().find(|side| side.name.value == *name);
                let (Some(from), Some(to)) = (side(of_from, name), to) else { return };
                if keys.is_empty() {
                    put(&mut to.units, &from.units, unit, |unit| &unit.name.value);
                    return;
                }
                let to = to.units.iter_mut().find(|it| it.name.value == *unit);
                if let (Some(from), Some(to)) = (find_unit(from, unit), to) {
                    graft(&from.node, &mut to.node, keys);
                }
            }
            Whole::Block { section, id } => {
                let mut block = to.library.get(section, id).cloned();
                let of_from = from.library.get(section, id);
                match (&mut block, of_from) {
                    (Some(block), Some(from)) if !keys.is_empty() => graft(&from.node, &mut block.node, keys),
                    (block, from) => *block = from.cloned(),
                }
                to.library.replace(section, id, block);
            }
        }
    }
}

/// Carries an entry of the document over, or what is below it.
fn graft_entry(from: &Option<Entry>, to: &mut Option<Entry>, keys: &[String]) {
    match (from, to) {
        (Some(from), Some(to)) if !keys.is_empty() => graft(&from.value, &mut to.value, keys),
        (from, to) => to.clone_from(from),
    }
}

/// Carries what is below a node at these keys over.
fn graft(from: &Node, to: &mut Node, keys: &[String]) {
    let [key, below @ ..] = keys else { return };
    if !below.is_empty() {
        let of_to = match &mut to.value {
            Value::Table(table) => table.get_mut(key).map(|entry| &mut entry.value),
            Value::List(list) => list.iter_mut().find(|item| name_of(item).as_ref() == Some(key)),
            _ => None,
        };
        if let (Some(from), Some(to)) = (child(from, key), of_to) {
            graft(from, to, below);
        }
        return;
    }
    match (&mut to.value, &from.value) {
        (Value::Table(to), Value::Table(from)) => match from.get(key) {
            Some(entry) => to.set(entry.clone()),
            None => drop(to.take(key)),
        },
        (Value::List(to), Value::List(from)) => {
            let names = |node: &Node| name_of(node).unwrap_or_default();
            put_by(to, from, key, names);
        }
        _ => {}
    }
}

fn put<T: Clone>(to: &mut Vec<T>, from: &[T], name: &str, name_of: impl Fn(&T) -> &String) {
    put_by(to, from, name, |item| name_of(item).clone());
}

/// Replaces the item of this name, or puts it behind the one that it follows, or takes it out: as it is in
/// the other list.
fn put_by<T: Clone>(to: &mut Vec<T>, from: &[T], name: &str, name_of: impl Fn(&T) -> String) {
    let place = |list: &[T], name: &str| list.iter().position(|item| name_of(item) == name);
    match (place(from, name), place(to, name)) {
        (Some(in_from), Some(in_to)) => to[in_to] = from[in_from].clone(),
        (Some(in_from), None) => {
            let before = from[..in_from].iter().rev().find_map(|item| place(to, &name_of(item)));
            to.insert(before.map_or(0, |before| before + 1), from[in_from].clone());
        }
        (None, Some(in_to)) => drop(to.remove(in_to)),
        (None, None) => {}
    }
}

/// Renames a side, or a unit of it, and what names the unit.
pub(super) fn rename(document: &mut Document, side: &str, unit: Option<&str>, now: &str) {
    if let Some(unit) = unit {
        let mut units = document.sides.iter_mut().flat_map(|side| &mut side.units);
        units.by_ref().for_each(|it| rename_texts(&mut it.node, unit, now));
    }
    let Some(side) = document.sides.iter_mut().find(|it| it.name.value == side) else { return };
    if let Some(unit) = unit {
        let path = format!("{}/{}", quoted(&side.name.value), quoted(now));
        for it in side.units.iter_mut().filter(|it| it.name.value == unit) {
            now.clone_into(&mut it.name.value);
            it.path.clone_from(&path);
        }
        return;
    }
    now.clone_into(&mut side.name.value);
    set_name(&mut side.node, now);
    for unit in &mut side.units {
        unit.path = format!("{}/{}", quoted(now), quoted(&unit.name.value));
    }
}

fn set_name(node: &mut Node, name: &str) {
    if let Value::Table(table) = &mut node.value {
        let value = Node::text(Span::default(), name);
        table.set(Entry { key: "name".to_owned(), span: Span::default(), value });
    }
}

/// Gives every text that is this name another one.
fn rename_texts(node: &mut Node, was: &str, now: &str) {
    if node.as_text() == Some(was) {
        *node = Node::text(node.span, now);
        return;
    }
    match &mut node.value {
        Value::List(list) => list.iter_mut().for_each(|item| rename_texts(item, was, now)),
        Value::Table(table) => {
            table.entries.iter_mut().for_each(|entry| rename_texts(&mut entry.value, was, now));
        }
        _ => {}
    }
}
