//! A scenario file as a document: its sides and units, with what blocks add to them.

use super::super::declare::Read as _;
use super::super::declare::{Extent, Place, SheetInfo, join, quoted, value};
use super::super::edit::{self, Edit};
use super::super::library::{self, Library};
use super::super::node::{Entry, Node, Table, Value};
use super::super::problem::{At, Problems, Span};
use super::super::text::{two_of_a_name, without_case};
use super::super::types::Name;
use super::{File, Frame, Goal, Run, Side, Variant};
use fray_engine::roster::{MAX_SIDES, MAX_UNITS};

/// A scenario with every unit written out, before a system says what it means.
#[derive(Clone, Debug)]
pub struct Document {
    /// The title.
    pub title: Option<String>,
    /// Whether some unit plays badly on purpose.
    pub poor_play_on_purpose: bool,
    /// The run that is played by default: its fights, seed and limits.
    pub run: Run,
    /// The table `[rulings]`.
    pub rulings: Node,
    /// The table `[map]`.
    pub map: Option<Entry>,
    /// The table `[series]`.
    pub series: Option<Entry>,
    /// The sides in file order.
    pub sides: Vec<SideDoc>,
    /// The designers' goals.
    pub goals: Vec<At<String>>,
    /// The versions of the scenario that have names.
    pub variants: Vec<VariantDoc>,
    /// The table `[run]` as it was written.
    pub run_node: Node,
}

/// A named version of a scenario.
#[derive(Clone, Debug)]
pub struct VariantDoc {
    /// Its name.
    pub name: At<String>,
    /// The values that it changes, by path.
    pub set: Node,
}

/// A side of a document.
#[derive(Clone, Debug)]
pub struct SideDoc {
    /// Its name.
    pub name: At<String>,
    /// All that is said of it, its units as they stand in the file.
    pub node: Node,
    /// Its units in file order, copies not written out.
    pub units: Vec<UnitDoc>,
}

/// A unit of a document.
#[derive(Clone, Debug)]
pub struct UnitDoc {
    /// Its name.
    pub name: At<String>,
    /// The number of copies.
    pub count: usize,
    /// All that is said of it: its own keys over those of the block it uses.
    pub node: Node,
    /// Its path: `wizards/Swordsman`.
    pub path: String,
    /// The part of it that is there: not all, if the block it uses was not found.
    pub extent: Extent,
}

impl SideDoc {
    /// The IDs of the stat blocks that abilities of its units summon, each once.
    #[must_use]
    pub fn summoned(&self) -> Vec<&Node> {
        let mut ids: Vec<&Node> = Vec::new();
        for unit in &self.units {
            library::each_summoned(&unit.node, &mut |id| {
                if !ids.iter().any(|known| known.as_text() == id.as_text()) {
                    ids.push(id);
                }
            });
        }
        ids
    }

    /// The unit of this side that a summoned stat block describes. Tactics of the side are not its own.
    pub fn unit_of_block(&self, id: &Node, library: &Library, problems: &mut Problems) -> Option<UnitDoc> {
        let entry = Entry { key: "use".to_owned(), span: id.span, value: id.clone() };
        let unit = Node { span: id.span, value: Value::Table(Table { entries: vec![entry] }) };
        let unit = written_out(&unit, &quoted(&self.name.value), library, problems)?;
        Some(UnitDoc { name: At { span: id.span, ..unit.name }, ..unit })
    }
}

impl UnitDoc {
    /// The names of its copies.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let (name, count) = (&self.name.value, self.count);
        (1..=count).map(move |i| if count == 1 { name.clone() } else { format!("{name}#{i}") })
    }
}

/// Puts a scenario together: its units over the blocks they use, the edits on top, and under it
/// all the tactics of their sides. `side_keys` are the keys that the system adds to a side.
pub fn assemble(
    root: &Node,
    library: &mut Library,
    side_keys: Option<&SheetInfo>,
    edits: &[Edit],
    problems: &mut Problems,
) -> Document {
    let file = File::read(root, Extent::Whole, None, Place { path: "", owner: "the scenario" }, problems);
    let table_of =
        |key: &str| root.as_table().and_then(|table| table.get(key)).map(|entry| entry.value.clone());
    let mut document = Document {
        title: file.title.map(|title| title.value),
        poor_play_on_purpose: file.poor_play_on_purpose.is_some_and(|shows| shows.value),
        run: Run::default(),
        rulings: table_of("rulings").unwrap_or_else(|| Node::table(root.span)),
        map: root.as_table().and_then(|table| table.get("map")).cloned(),
        series: root.as_table().and_then(|table| table.get("series")).cloned(),
        sides: sides(root, library, side_keys, problems),
        goals: goals(root, problems),
        variants: variants(root, problems),
        run_node: table_of("run").unwrap_or_else(|| Node::table(root.span)),
    };
    document.apply(edits, library, side_keys, problems);
    document.read_frame(root.span, problems);
    document
}

impl Document {
    /// Changes a document that was read before. Whoever calls it reads its frame again.
    pub fn edit(
        &mut self,
        edits: &[Edit],
        library: &mut Library,
        side_keys: Option<&SheetInfo>,
        problems: &mut Problems,
    ) {
        self.sides.iter_mut().for_each(take_inherited_tactics);
        self.apply(edits, library, side_keys, problems);
    }

    /// Applies edits, and then lets units inherit the tactics of their sides.
    fn apply(
        &mut self,
        edits: &[Edit],
        library: &mut Library,
        side_keys: Option<&SheetInfo>,
        problems: &mut Problems,
    ) {
        edit::apply_all(edits, self, library, problems);
        if !edits.is_empty() {
            // What was set may name blocks too.
            for unit in self.sides.iter_mut().flat_map(|side| &mut side.units) {
                unit.node = library.write_out(&unit.node, &unit.path, problems);
            }
        }
        for side in &mut self.sides {
            inherit_tactics(side, side_keys, problems);
        }
    }

    /// The IDs of the stat blocks that abilities summon, each once.
    #[must_use]
    pub fn summoned(&self) -> Vec<&str> {
        let mut ids: Vec<&str> =
            self.sides.iter().flat_map(SideDoc::summoned).filter_map(Node::as_text).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Reads `[run]` and the number of copies of each unit from their nodes, and checks names and numbers.
    /// Whoever changes the nodes of a document calls it again.
    pub fn read_frame(&mut self, root: Span, problems: &mut Problems) {
        let place = Place { path: "run", owner: "`[run]`" };
        self.run = Run::read(&self.run_node, Extent::Whole, None, place, problems);
        count(self, root, problems);
    }
}

/// The tables of `[[key]]`.
fn tables<'a>(root: &'a Node, key: &str, path: &str, problems: &mut Problems) -> Vec<&'a Node> {
    let Some(entry) = root.as_table().and_then(|table| table.get(key)) else { return Vec::new() };
    if let Value::List(list) = &entry.value.value {
        return list.iter().collect();
    }
    let message = format!("expected tables under `[[{path}]]`, found {}", entry.value.found());
    problems.add_help(
        entry.value.span,
        path,
        message,
        "two pairs of brackets begin one more table of a list",
    );
    Vec::new()
}

fn goals(root: &Node, problems: &mut Problems) -> Vec<At<String>> {
    let place = Place { path: "goal", owner: "the goal" };
    tables(root, "goal", "goal", problems)
        .into_iter()
        .filter_map(|node| Goal::read(node, Extent::Whole, None, place, problems).expect)
        .collect()
}

fn variants(root: &Node, problems: &mut Problems) -> Vec<VariantDoc> {
    let place = Place { path: "variant", owner: "the variant" };
    let mut variants: Vec<VariantDoc> = Vec::new();
    for node in tables(root, "variant", "variant", problems) {
        let sheet = Variant::read(node, Extent::Whole, None, place, problems);
        let Some(name) = sheet.name else { continue };
        let is_same = |other: &&VariantDoc| without_case(&other.name.value) == without_case(&name.value);
        if let Some(other) = variants.iter().find(is_same) {
            let message = two_of_a_name("variants", &other.name.value, &name.value);
            problems.add(name.span, "variant.name", message);
        }
        let set = sheet.set.and_then(|set| set.value);
        let Some(set) = set.filter(|set| set.as_table().is_some_and(|table| !table.entries.is_empty()))
        else {
            let message = "a variant changes something: expected `set`, a table of paths and values";
            problems.add_help(name.span, "variant.set", message, "as in `set = { \"Ogre.hp\" = 80 }`");
            continue;
        };
        variants.push(VariantDoc { name, set });
    }
    variants
}

fn sides(
    root: &Node,
    library: &Library,
    side_keys: Option<&SheetInfo>,
    problems: &mut Problems,
) -> Vec<SideDoc> {
    let mut sides = Vec::new();
    // One more than may be is enough to say so.
    for node in tables(root, "side", "side", problems).into_iter().take(MAX_SIDES + 1) {
        let place = Place { path: "side", owner: "the side" };
        let side = Side::read(node, Extent::Whole, side_keys, place, problems);
        let name = side.name.unwrap_or(At { value: String::new(), span: node.span });
        let path = quoted(&name.value);
        let mut units = Vec::new();
        for unit in tables(node, "unit", "side.unit", problems).into_iter().take(MAX_UNITS + 1) {
            units.extend(written_out(unit, &path, library, problems));
        }
        if units.is_empty() {
            let message = format!("side `{}` has no unit", name.value);
            problems.missing(name.span, join(&path, "unit"), message);
        }
        sides.push(SideDoc { name, node: node.clone(), units });
    }
    sides
}

/// A unit of a side, over the block that it uses.
pub(crate) fn written_out(
    unit: &Node,
    side: &str,
    library: &Library,
    problems: &mut Problems,
) -> Option<UnitDoc> {
    let Some(table) = unit.as_table() else {
        problems.add(unit.span, side, format!("expected a table for a unit, found {}", unit.found()));
        return None;
    };
    let id = table.get("use").filter(|entry| entry.value.as_text().is_some());
    let block = id.and_then(|entry| library.get("unit", entry.value.as_text()?)?.node.as_table());
    let named = table.get("name").or_else(|| block?.get("name"));
    let Some(given) = named.or(id) else {
        problems.missing(unit.span, join(side, "name"), "the unit has no `name` and no `use`");
        return None;
    };
    let name = Name::read(&given.value, &join(side, &given.key), problems).unwrap_or_default();
    let path = format!("{side}/{}", quoted(&name));
    let node = library.write_out(unit, &path, problems);
    let extent = if table.get("use").is_some() && block.is_none() { Extent::Part } else { Extent::Whole };
    Some(UnitDoc { name: At { value: name, span: given.value.span }, count: 1, node, path, extent })
}

/// Gives the units of a side its tactics, decision by decision; edits may have changed both.
fn inherit_tactics(side: &mut SideDoc, side_keys: Option<&SheetInfo>, problems: &mut Problems) {
    // What the file says was read before; this is for keys that edits have added.
    let owner = format!("side `{}`", side.name.value);
    let path = quoted(&side.name.value);
    let place = Place { path: &path, owner: &owner };
    let Some(tactics) = value(&Side::read(&side.node, Extent::Part, side_keys, place, problems).tactics)
    else {
        return;
    };
    for unit in &mut side.units {
        let Value::Table(table) = &mut unit.node.value else { continue };
        match table.get_mut("tactics") {
            Some(own) => library::inherit(&mut own.value, &tactics),
            None => {
                let entry = Entry { key: "tactics".to_owned(), span: tactics.span, value: tactics.clone() };
                table.entries.push(entry);
            }
        }
    }
}

/// Takes from the units of a side what they have inherited of its tactics, which is known by its place in the file.
fn take_inherited_tactics(side: &mut SideDoc) {
    let Some(of_side) = side.node.as_table().and_then(|table| table.get("tactics")) else { return };
    let Some(tactics) = of_side.value.as_table() else { return };
    let is_own = |entry: &Entry| {
        tactics.get(&entry.key).is_none_or(|inherited| inherited.value.span != entry.value.span)
    };
    for unit in &mut side.units {
        let Value::Table(table) = &mut unit.node.value else { continue };
        if let Some(Entry { value: Node { value: Value::Table(own), .. }, .. }) = table.get_mut("tactics") {
            own.entries.retain(is_own);
        }
        let is_empty = |node: &Node| node.as_table().is_some_and(|own| own.entries.is_empty());
        table.entries.retain(|entry| entry.key != "tactics" || !is_empty(&entry.value));
    }
}

/// Reads how many there are of each unit, and checks names and numbers.
pub(super) fn count(document: &mut Document, root: Span, problems: &mut Problems) {
    let n_sides = document.sides.len();
    if n_sides < 2 {
        problems.missing(root, "side", format!("a fight needs two sides, found {n_sides}"));
    }
    if let Some(side) = document.sides.get(MAX_SIDES) {
        problems.add(side.name.span, "side", format!("a fight has at most {MAX_SIDES} sides"));
    }
    let mut n_units = 0;
    for i in 0..n_sides {
        let (before, rest) = document.sides.split_at_mut(i);
        let side = &mut rest[0];
        let name = &side.name;
        if !name.value.is_empty() && before.iter().any(|other| other.name.value == name.value) {
            problems.add(name.span, quoted(&name.value), format!("there are two sides `{}`", name.value));
        }
        let mut names: Vec<String> = Vec::new();
        for unit in &mut side.units {
            let table = Table {
                entries: unit.node.as_table().and_then(|t| t.get("count")).cloned().into_iter().collect(),
            };
            let place = Place { path: &unit.path, owner: "unit" };
            let node = Node { span: unit.name.span, value: Value::Table(table) };
            let frame = Frame::read(&node, Extent::Whole, None, place, problems);
            unit.count =
                frame.count.as_ref().and_then(|count| usize::try_from(count.value).ok()).unwrap_or(1);
            for copy in unit.names() {
                if !copy.is_empty() && names.contains(&copy) {
                    let message = format!("there are two units `{copy}` on side `{}`", side.name.value);
                    problems.add(unit.name.span, unit.path.clone(), message);
                }
                names.push(copy);
            }
            let fitted = n_units <= MAX_UNITS;
            n_units += unit.count;
            if fitted && n_units > MAX_UNITS {
                let place = frame.count.map_or(unit.name.span, |count| count.span);
                let message = format!("a fight has at most {MAX_UNITS} units, all sides together");
                problems.add(place, join(&unit.path, "count"), message);
            }
        }
    }
}
