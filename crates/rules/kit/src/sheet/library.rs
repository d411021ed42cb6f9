//! Named blocks: `[unit.ID]`, `[weapon.ID]` and so on of a scenario or its includes, and how a
//! unit that uses them is written out.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::declare::{Place, Shape, SheetInfo, join, or_refuse, shown};
use super::node::{Entry, Node, Table, Value};
use super::problem::{Problems, Span, did_you_mean, one_of};
use super::schema::Parts;
use super::text::no_name;

/// The sections that hold named blocks, over all systems: which it has, each system says.
pub const SECTIONS: &[&str] = &["unit", "weapon", "ability", "enchantment", "loadout", "status"];

/// The most entries of a unit's list of blocks.
pub const MOST_IN_LIST: usize = 32;

/// The greatest weight of a block: each unit that uses it has a copy.
const HEAVIEST: usize = 400;

/// The greatest weight of a stat block.
const HEAVIEST_UNIT: usize = 2_000;

/// The keys of a unit that are lists of blocks, with the section of these.
const LISTS: &[(&str, &str)] = &[
    ("weapons", "weapon"),
    ("abilities", "ability"),
    ("reactions", "ability"),
    ("enchantments", "enchantment"),
    ("loadouts", "loadout"),
];

/// A named block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The place of its ID.
    pub span: Span,
    /// Its table.
    pub node: Node,
}

/// All named blocks that a scenario sees. A copy shares them until one of the two is changed.
#[derive(Clone, Debug, Default)]
pub struct Library {
    blocks: Arc<BTreeMap<(String, String), Block>>,
}

impl Library {
    /// Adds the blocks of a document. An ID that is there already is a problem.
    pub fn add(&mut self, root: &Table, problems: &mut Problems) {
        for section in SECTIONS {
            let Some(entry) = root.get(section) else { continue };
            let Some(table) = entry.value.as_table() else {
                let message = format!("expected tables `[{section}.ID]`, found {}", entry.value.found());
                problems.add(entry.value.span, *section, message);
                continue;
            };
            for block in &table.entries {
                self.insert(section, block, problems);
            }
        }
    }

    /// Adds one block.
    pub fn insert(&mut self, section: &str, block: &Entry, problems: &mut Problems) {
        let path = join(section, &block.key);
        // Whatever has no name of its own is called by its ID.
        if let Some(wrong) = no_name(&block.key) {
            problems.add(block.span, path, wrong);
            return;
        }
        if block.value.as_table().is_none() {
            let message = format!("expected a table for {section} `{}`", shown(&block.key));
            problems.add(block.value.span, path, format!("{message}, found {}", block.value.found()));
            return;
        }
        if block.value.weight() > if section == "unit" { HEAVIEST_UNIT } else { HEAVIEST } {
            let message =
                format!("{section} `{}` has far more in it than a {section} needs", shown(&block.key));
            problems.add(block.span, path, message);
            return;
        }
        let key = (section.to_owned(), block.key.clone());
        if self.blocks.contains_key(&key) {
            problems.add(block.span, path, format!("there are two blocks `{section}.{}`", shown(&block.key)));
            return;
        }
        Arc::make_mut(&mut self.blocks).insert(key, Block { span: block.span, node: block.value.clone() });
    }

    /// Puts a block in the place of the one with its ID, or takes that one out.
    pub fn replace(&mut self, section: &str, id: &str, block: Option<Block>) {
        let key = (section.to_owned(), id.to_owned());
        match block {
            Some(block) => Arc::make_mut(&mut self.blocks).insert(key, block),
            None => Arc::make_mut(&mut self.blocks).remove(&key),
        };
    }

    /// Returns whether this is an unchanged copy of `other`.
    #[must_use]
    pub fn is_copy_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.blocks, &other.blocks)
    }

    /// The name of the block `section.id`: its ID if it gives none.
    #[must_use]
    pub fn name_of<'a>(&'a self, section: &str, id: &'a str) -> &'a str {
        let named = self.get(section, id).and_then(|block| block.node.as_table()?.get("name"));
        named.and_then(|name| name.value.as_text()).unwrap_or(id)
    }

    /// Writes the lists of a block out, so that each of their entries can be changed in it alone.
    pub(super) fn write_out_block(&mut self, section: &str, id: &str, problems: &mut Problems) {
        let Some(block) = self.get(section, id) else { return };
        let node = self.write_out(&block.node, &join(section, id), problems);
        if let Some(place) = self.node_mut(section, id) {
            *place = node;
        }
    }

    /// The table of the block `section.id`, to change it.
    pub(super) fn node_mut(&mut self, section: &str, id: &str) -> Option<&mut Node> {
        let key = (section.to_owned(), id.to_owned());
        Arc::make_mut(&mut self.blocks).get_mut(&key).map(|block| &mut block.node)
    }

    /// The block `section.id`.
    #[must_use]
    pub fn get(&self, section: &str, id: &str) -> Option<&Block> {
        self.blocks.get(&(section.to_owned(), id.to_owned()))
    }

    /// The IDs of a section.
    pub fn ids<'a>(&'a self, section: &'a str) -> impl Iterator<Item = &'a str> {
        self.section(section).map(|(id, _)| id)
    }

    /// The blocks of a section by ID.
    pub fn section<'a>(&'a self, section: &'a str) -> impl Iterator<Item = (&'a str, &'a Block)> {
        let first = (section.to_owned(), String::new());
        let blocks = self.blocks.range(first..).take_while(move |(key, _)| key.0 == section);
        blocks.map(|(key, block)| (key.1.as_str(), block))
    }

    /// All blocks: section, ID, block.
    pub fn each(&self) -> impl Iterator<Item = (&str, &str, &Block)> {
        self.blocks.iter().map(|(key, block)| (key.0.as_str(), key.1.as_str(), block))
    }

    /// Checks each block by itself, used or not, and refuses those of sections that the game does not have.
    /// `check` is told the section, the ID, the block and what it is called.
    pub fn check_each(
        &self,
        parts: &Parts,
        problems: &mut Problems,
        mut check: impl FnMut(&str, &str, &Block, Place<'_>, &mut Problems),
    ) {
        self.refuse_others(&parts.sections(), parts.title, problems);
        for (section, id, block) in self.each() {
            let (path, owner) = (join(section, id), format!("{section} `{}`", shown(id)));
            check(section, id, block, Place { path: &path, owner: &owner }, problems);
        }
    }

    /// Refuses the blocks of sections that the system does not have.
    fn refuse_others(&self, sections: &[&str], title: &str, problems: &mut Problems) {
        for (section, id, block) in self.each().filter(|(section, ..)| !sections.contains(section)) {
            let message = format!("{title} has no `[{section}.ID]`");
            let help = format!("it has {}", one_of(sections.iter().copied()));
            problems.add_help(block.span, join(section, id), message, help);
        }
    }

    /// Checks that stat blocks name only blocks that are there. Of an include by itself that cannot be
    /// asked: what it names may stand in another one.
    pub fn check_ids(&self, problems: &mut Problems) {
        for (section, id, block) in self.each().filter(|(section, ..)| *section == "unit") {
            self.write_out(&block.node, &join(section, id), problems);
        }
    }

    /// The unit's table over the block it uses: keys of the unit win, tactics decision by
    /// decision.
    pub fn write_out(&self, unit: &Node, path: &str, problems: &mut Problems) -> Node {
        let mut out = unit.clone();
        let Value::Table(table) = &mut out.value else { return out };
        if let Some(id) = table.get("use").cloned()
            && let Some(block) = self.find("unit", &id.value, &join(path, "use"), problems)
            && let Some(base) = block.node.as_table()
        {
            for entry in &base.entries {
                match table.get_mut(&entry.key) {
                    Some(own) if entry.key == "tactics" => inherit(&mut own.value, &entry.value),
                    Some(_) => {}
                    None => table.entries.push(entry.clone()),
                }
            }
        }
        for &(key, section) in LISTS {
            let Some(entry) = table.get_mut(key) else { continue };
            let Some(list) = entry.value.as_list() else { continue };
            let path = join(path, key);
            if list.len() > MOST_IN_LIST {
                let message = format!("expected at most {MOST_IN_LIST} entries, found {}", list.len());
                problems.add(entry.value.span, path.clone(), message);
            }
            let list = list.iter().take(MOST_IN_LIST);
            let written = list.filter_map(|item| self.item(section, item, &path, problems)).collect();
            entry.value.value = Value::List(written);
        }
        out
    }

    /// An entry of a list of blocks: a table as it is, an ID as the block it names, a table with
    /// `use` as the block with the table's other keys over it.
    fn item(&self, section: &str, item: &Node, path: &str, problems: &mut Problems) -> Option<Node> {
        let mut own = item.clone();
        let used = match &mut own.value {
            Value::Table(table) => table.take("use"),
            _ => None,
        };
        let id = match &used {
            Some(entry) => &entry.value,
            None if item.as_table().is_some() => return Some(own),
            None => item,
        };
        let mut node = self.find(section, id, path, problems)?.node.clone();
        if let (Value::Table(table), Some(name)) = (&mut node.value, id.as_text()) {
            if table.get("name").is_none() {
                let name = Node::text(id.span, name);
                table.entries.insert(0, Entry { key: "name".to_owned(), span: id.span, value: name });
            }
            for entry in own.as_table().into_iter().flat_map(|own| &own.entries) {
                table.set(entry.clone());
            }
        }
        Some(node)
    }

    fn find(&self, section: &str, id: &Node, path: &str, problems: &mut Problems) -> Option<&Block> {
        let Some(name) = id.as_text() else {
            problems.add(id.span, path, format!("expected the ID of a {section}, found {}", id.found()));
            return None;
        };
        let block = self.get(section, name);
        if block.is_none() {
            let meant = did_you_mean(name, self.ids(section));
            let message = format!("there is no `[{section}.{}]` here or in an include{meant}", shown(name));
            problems.missing(id.span, path, message);
        }
        block
    }
}

/// Reads the entries of a list of tables with names, each at its path and under its name. Entries that are
/// named by ID, or with `use`, are left out: in a scenario the library has written them out, and a block by
/// itself does not say what they are.
pub fn each_entry(list: &[Node], key: &str, noun: &str, mut read: impl FnMut(&Node, Place<'_>)) {
    let is_named = |item: &&Node| {
        item.as_text().is_some() || item.as_table().is_some_and(|table| table.get("use").is_some())
    };
    for item in list.iter().filter(|item| !is_named(item)) {
        let name = item.as_table().and_then(|table| table.get("name")).and_then(|name| name.value.as_text());
        let (path, owner) = match name {
            Some(name) => (join(key, name), format!("{noun} `{}`", shown(name))),
            None => (key.to_owned(), format!("the {noun}")),
        };
        read(item, Place { path: &path, owner: &owner });
    }
}

/// The shape of a list of things with names, each given by its ID or as a table.
#[must_use]
pub fn list_shape(info: &'static SheetInfo) -> Shape {
    Shape::List(Box::new(Shape::Either(vec![Shape::Text, Shape::Table(info)])))
}

/// Reads a list of things with names, each by `read`: no two of one name, and `most` at the most. Those
/// given by their ID are written out before. `None` if it is no list.
pub fn read_list<T>(
    node: &Node,
    key: &str,
    info: &'static SheetInfo,
    most: usize,
    name: fn(&T) -> &str,
    mut read: impl FnMut(&Node, Place<'_>, &mut Problems) -> Option<T>,
    problems: &mut Problems,
) -> Option<Vec<T>> {
    let list = or_refuse(node.as_list(), node, key, || list_shape(info), problems)?;
    let plural = if info.noun == "ability" { "abilities".to_owned() } else { format!("{}s", info.noun) };
    let mut all: Vec<T> = Vec::new();
    each_entry(&list, key, info.noun, |item, place| {
        let Some(one) = read(item, place, problems) else { return };
        let named = name(&one);
        if !named.is_empty() && all.iter().any(|other| name(other) == named) {
            let message = format!("the unit has two {plural} `{}`", shown(named));
            problems.add(item.span, place.path, message);
        }
        all.push(one);
    });
    if all.len() > most {
        problems.add(node.span, key, format!("a unit has at most {most} {plural}"));
    }
    Some(all)
}

/// The IDs of stat blocks in the effects `summon` of a table.
pub fn each_summoned<'a>(node: &'a Node, see: &mut dyn FnMut(&'a Node)) {
    match &node.value {
        Value::Table(table) => {
            for entry in &table.entries {
                let unit = entry.value.as_table().and_then(|table| table.get("unit"));
                match unit.filter(|unit| entry.key == "summon" && unit.value.as_text().is_some()) {
                    Some(unit) => see(&unit.value),
                    None => each_summoned(&entry.value, see),
                }
            }
        }
        Value::List(list) => list.iter().for_each(|item| each_summoned(item, see)),
        _ => {}
    }
}

/// Takes over from `base` what `own` does not say: tactics are inherited decision by decision.
pub(super) fn inherit(own: &mut Node, base: &Node) {
    if let (Value::Table(own), Some(base)) = (&mut own.value, base.as_table()) {
        for entry in &base.entries {
            if own.get(&entry.key).is_none() {
                own.entries.push(entry.clone());
            }
        }
    }
}
