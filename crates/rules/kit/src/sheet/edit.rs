//! `--set PATH=VALUE`: one value changed, for all copies of a unit at once, before anything is
//! read from it.
//!
//! Paths are `Swordsman.hp`, `wizards/Swordsman.hp` where two sides share the name,
//! `Swordsman.weapons.Staff.attack_mod` (lists by name), `Swordsman.tactics.target`,
//! `wizards.tactics.target` for a side, `rulings.hit_tie`, `run.max_rounds`, `map.width`. Names with
//! other signs are quoted as in TOML. `wizards.units` is who stands on a side, as in `3 Goblin + 1 Shaman`,
//! and `Swordsman.use` the stat block that a unit is made from. Who is summoned is called as in a fight, `Sprite.hp`: its block is
//! changed.

use super::declare::{quoted, shown};
use super::envelope::{Document, SideDoc, UnitDoc, written_out};
use super::library::Library;
use super::node::{Entry, Node, Table, Value, parse_value};
use super::pack;
use super::problem::{At, FileId, Problems, Span, did_you_mean, one_of};

/// A path, its parts with their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The side before `/`, if one is named.
    pub side: Option<At<String>>,
    /// The parts between the dots: at least two.
    pub parts: Vec<At<String>>,
}

/// One `--set`.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The path of the key to change.
    pub path: Path,
    /// Its new value.
    pub value: Node,
}

impl Edit {
    /// Reads `PATH=VALUE`. `file` is the number under which the argument is shown.
    pub fn parse(file: FileId, text: &str, problems: &mut Problems) -> Option<Self> {
        let (path, end) = Path::parse(file, text, problems)?;
        if text.as_bytes().get(end) != Some(&b'=') {
            let message = "expected `=` and a value behind the path, as in `Ogre.hp=80`";
            problems.add(Span::new(file, end, text.len()), path.to_string(), message);
            return None;
        }
        let value = parse_value(file, text, end + 1, problems)?;
        Some(Self { path, value })
    }
}

impl core::fmt::Display for Path {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if let Some(side) = &self.side {
            write!(f, "{}/", quoted(&side.value))?;
        }
        let parts: Vec<String> = self.parts.iter().map(|part| quoted(&part.value)).collect();
        f.write_str(&parts.join("."))
    }
}

impl Path {
    /// Reads the path at the beginning of `text`, up to a `=` or the end; gives the byte behind it
    /// too.
    pub fn parse(file: FileId, text: &str, problems: &mut Problems) -> Option<(Self, usize)> {
        const MOST_PARTS: usize = 16;
        let mut path = Self { side: None, parts: Vec::new() };
        let mut at = 0;
        loop {
            let (part, end) = part(file, text, at, problems)?;
            at = end;
            match text.as_bytes().get(at) {
                Some(b'/') if path.side.is_none() && path.parts.is_empty() => path.side = Some(part),
                next => {
                    path.parts.push(part);
                    if next != Some(&b'.') || path.parts.len() > MOST_PARTS {
                        break;
                    }
                }
            }
            at += 1;
        }
        if path.parts.len() < 2 {
            let message = "expected a path of a unit and a key, as in `Ogre.hp`, or of a table and a key, as in `rulings.hit_tie`";
            problems.add(Span::new(file, 0, at), path.to_string(), message);
            return None;
        }
        Some((path, at))
    }
}

/// One part of a path: a quoted name as in TOML, or everything up to one of `.`, `/`, `=`.
fn part(file: FileId, text: &str, start: usize, problems: &mut Problems) -> Option<(At<String>, usize)> {
    let rest = text.get(start..).unwrap_or("");
    let quote = rest.chars().next().filter(|&c| c == '"' || c == '\'');
    let length = match quote {
        Some(quote) => {
            let mut escaped = false;
            let close = rest.char_indices().skip(1).find(|&(_, c)| {
                let closes = c == quote && !escaped;
                escaped = quote == '"' && c == '\\' && !escaped;
                closes
            });
            let Some((close, _)) = close else {
                problems.add(
                    Span::new(file, start, text.len()),
                    "",
                    format!("expected a closing {quote} in the path"),
                );
                return None;
            };
            close + 1
        }
        None => rest.find(['.', '/', '=']).unwrap_or(rest.len()),
    };
    let raw = &rest[..length];
    let span = Span::new(file, start, start + length);
    let value = if quote.is_some() {
        let node = parse_value(file, &text[..start + length], start, problems)?;
        node.as_text()?.to_owned()
    } else {
        raw.trim().to_owned()
    };
    if value.is_empty() {
        problems.add(Span::new(file, start, start + length.max(1)), "", "expected a name in the path");
        return None;
    }
    Some((At { value, span }, start + length))
}

/// The keys that say who somebody is; what changes anything else of them comes after these.
const WHO: [&str; 2] = ["units", "use"];

/// Changes the document by several edits: first who fights, then the others in their order.
pub fn apply_all(edits: &[Edit], document: &mut Document, library: &mut Library, problems: &mut Problems) {
    let rank = |edit: &&Edit| match &edit.path.parts[..] {
        [_, key] => WHO.iter().position(|who| *who == key.value).unwrap_or(WHO.len()),
        _ => WHO.len(),
    };
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(rank);
    for edit in ordered {
        apply(edit, document, library, problems);
    }
}

/// Changes the document, or the block of who is summoned.
pub fn apply(edit: &Edit, document: &mut Document, library: &mut Library, problems: &mut Problems) {
    let [first, rest @ ..] = &edit.path.parts[..] else { return };
    let key = edit.path.to_string();
    if edit.path.side.is_none() {
        let table = match first.value.as_str() {
            "rulings" => Some(&mut document.rulings),
            "run" => Some(&mut document.run_node),
            key @ ("map" | "series") => {
                let node = Node::table(first.span);
                let entry = Entry { key: key.to_owned(), span: first.span, value: node };
                let table = if key == "map" { &mut document.map } else { &mut document.series };
                Some(&mut table.get_or_insert(entry).value)
            }
            _ => None,
        };
        if let Some(node) = table {
            change(node, rest, &edit.value, &key, problems);
            return;
        }
    }
    if let (None, [part]) = (&edit.path.side, rest)
        && part.value == "units"
        && let Some(side) = document.sides.iter_mut().find(|side| side.name.value == first.value)
    {
        pack::set_units(side, &edit.value, &key, library, problems);
        return;
    }
    let is_unit =
        document.sides.iter().flat_map(|side| &side.units).any(|unit| unit.name.value == first.value);
    if edit.path.side.is_none()
        && !is_unit
        && let Some(side) = document.sides.iter_mut().find(|side| side.name.value == first.value)
    {
        match &rest[0] {
            part if matches!(part.value.as_str(), "name" | "unit") => {
                let message = format!("`{}` of a side cannot be set", part.value);
                problems.add(part.span, key, message);
            }
            _ => change(&mut side.node, rest, &edit.value, &key, problems),
        }
        return;
    }
    if let [part] = rest
        && part.value == "name"
    {
        problems.add(part.span, key, "`name` names the unit and cannot be set");
        return;
    }
    if !is_unit && let Some(id) = summoned(&edit.path, document, library, problems) {
        library.write_out_block("unit", &id, problems);
        if let Some(node) = library.node_mut("unit", &id) {
            change(node, rest, &edit.value, &key, problems);
        }
        return;
    }
    if let [part] = rest
        && part.value == "use"
    {
        set_block(edit, document, library, problems);
        return;
    }
    for unit in units(&edit.path, document, library, problems) {
        change(&mut unit.node, rest, &edit.value, &key, problems);
    }
}

/// Makes a unit from another stat block. The unit keeps its name and the keys that the file sets on it
/// directly.
fn set_block(edit: &Edit, document: &mut Document, library: &Library, problems: &mut Problems) {
    let wanted: Vec<String> =
        units(&edit.path, document, library, problems).iter().map(|unit| unit.path.clone()).collect();
    for side in &mut document.sides {
        let path = quoted(&side.name.value);
        for (at, unit) in side.units.iter_mut().enumerate().filter(|(_, unit)| wanted.contains(&unit.path)) {
            let written = side.node.as_table().and_then(|table| table.get("unit")?.value.as_list());
            let own = written.and_then(|list| list.get(at).cloned());
            let mut node = own.unwrap_or_else(|| Node::table(unit.name.span));
            let Value::Table(table) = &mut node.value else { continue };
            table.set(Entry { key: "use".to_owned(), span: edit.value.span, value: edit.value.clone() });
            let value = Node::text(unit.name.span, unit.name.value.as_str());
            table.set(Entry { key: "name".to_owned(), span: unit.name.span, value });
            if let Some(made) = written_out(&node, &path, library, problems) {
                *unit = made;
            }
        }
    }
}

/// The block of who is summoned under the name of a path. Sides that summon the same have one block, so that a
/// path of one of them would change it for the others too.
fn summoned(path: &Path, document: &Document, library: &Library, problems: &mut Problems) -> Option<String> {
    let name = &path.parts[0];
    let has = |side: &&SideDoc, id: &str| side.summoned().into_iter().any(|it| it.as_text() == Some(id));
    let is_called = |id: &&str| library.name_of("unit", id) == name.value;
    let id = document.summoned().into_iter().find(is_called)?;
    let sides: Vec<&str> =
        document.sides.iter().filter(|side| has(side, id)).map(|side| side.name.value.as_str()).collect();
    match &path.side {
        Some(side) if !sides.contains(&side.value.as_str()) => return None,
        Some(side) if sides.len() > 1 => {
            let message = format!(
                "sides {} summon `{}` of one block, which changes for all of them: leave out the side",
                sides.join(" and "),
                shown(&name.value)
            );
            problems.add(side.span, path.to_string(), message);
        }
        _ => {}
    }
    Some(id.to_owned())
}

/// The units that a path means: those of one name, on one side.
fn units<'a>(
    path: &Path,
    document: &'a mut Document,
    library: &Library,
    problems: &mut Problems,
) -> Vec<&'a mut UnitDoc> {
    let name = &path.parts[0];
    if let Some(side) = &path.side
        && !document.sides.iter().any(|known| known.name.value == side.value)
    {
        let meant = did_you_mean(&side.value, document.sides.iter().map(|side| side.name.value.as_str()));
        problems.add(
            side.span,
            path.to_string(),
            format!("there is no side `{}`{meant}", shown(&side.value)),
        );
        return Vec::new();
    }
    let of_path = |side: &str| path.side.as_ref().is_none_or(|wanted| wanted.value == side);
    let has = |units: &[UnitDoc]| units.iter().any(|unit| unit.name.value == name.value);
    let found: Vec<String> = document
        .sides
        .iter()
        .filter(|side| of_path(&side.name.value) && has(&side.units))
        .map(|side| format!("{}/{}", quoted(&side.name.value), quoted(&name.value)))
        .collect();
    if found.len() > 1 {
        let choices = one_of(found.iter().map(String::as_str));
        problems.add(
            name.span,
            path.to_string(),
            format!("units of two sides are called that: say {choices}"),
        );
        return Vec::new();
    }
    if found.is_empty() {
        let all = document.sides.iter().filter(|side| of_path(&side.name.value)).flat_map(|side| &side.units);
        let called = document.summoned().into_iter().map(|id| library.name_of("unit", id));
        let known: Vec<&str> = all.map(|unit| unit.name.value.as_str()).chain(called).collect();
        let message = match name.value.rsplit_once('#') {
            Some((base, _)) if known.contains(&base) => {
                format!("copies change together: say `{}`", quoted(base))
            }
            _ => {
                let sides = document.sides.iter().map(|side| side.name.value.as_str());
                let tables = ["rulings", "run", "map", "series"].into_iter().chain(sides);
                let others = tables.filter(|_| path.side.is_none());
                let meant = did_you_mean(&name.value, known.iter().copied().chain(others));
                format!("there is no unit `{}`{meant}", shown(&name.value))
            }
        };
        problems.missing(name.span, path.to_string(), message);
        return Vec::new();
    }
    let sides = document.sides.iter_mut().filter(|side| of_path(&side.name.value));
    sides.flat_map(|side| &mut side.units).filter(|unit| unit.name.value == name.value).collect()
}

fn change(node: &mut Node, path: &[At<String>], value: &Node, key: &str, problems: &mut Problems) {
    let [first, rest @ ..] = path else {
        *node = value.clone();
        return;
    };
    match &mut node.value {
        Value::Table(table) => {
            if table.get(&first.value).is_none() {
                let empty = Node { span: first.span, value: Value::Table(Table::default()) };
                table.set(Entry { key: first.value.clone(), span: first.span, value: empty });
            }
            if let Some(entry) = table.get_mut(&first.value) {
                entry.span = first.span;
                change(&mut entry.value, rest, value, key, problems);
            }
        }
        Value::List(list) => {
            let named = |node: &Node| {
                let name =
                    node.as_table().and_then(|table| table.get("name")).and_then(|name| name.value.as_text());
                name.map(str::to_owned)
            };
            let names: Vec<String> = list.iter().filter_map(named).collect();
            match list.iter_mut().find(|node| named(node).as_deref() == Some(&first.value)) {
                Some(item) => change(item, rest, value, key, problems),
                None => {
                    let meant = did_you_mean(&first.value, names.iter().map(String::as_str));
                    let message = format!("the list has nothing called `{}`{meant}", shown(&first.value));
                    problems.missing(first.span, key, message);
                }
            }
        }
        _ => {
            let message =
                format!("`{}` lies inside {}, which has no keys", shown(&first.value), node.found());
            problems.add(first.span, key, message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Edit, String> {
        let mut problems = Problems::default();
        let edit = Edit::parse(FileId(3), text, &mut problems);
        edit.ok_or_else(|| problems.sorted().remove(0).message)
    }

    #[test]
    fn a_path_has_a_side_names_and_quotes() {
        let edit = read("wizards/\"Odd. name\".weapons.'Big = Staff'.attack_mod=-3").unwrap();
        assert_eq!(edit.path.to_string(), "wizards/\"Odd. name\".weapons.\"Big = Staff\".attack_mod");
        assert_eq!(edit.path.parts.len(), 4);
        assert_eq!(edit.value.as_int(), Some(-3));
        assert_eq!(edit.value.span, Span::new(FileId(3), 53, 55));
    }

    #[test]
    fn what_is_wrong_with_a_path_is_said() {
        assert!(read("hp=3").unwrap_err().starts_with("expected a path of a unit and a key"));
        assert!(read("Ogre.hp").unwrap_err().starts_with("expected `=`"));
        assert!(read("Ogre..hp=1").unwrap_err().starts_with("expected a name"));
        assert!(read("\"Ogre.hp=1").unwrap_err().starts_with("expected a closing"));
        assert!(read("Ogre.hp=").unwrap_err().starts_with("expected a value"));
        assert!(read("=").is_err() && read("").is_err() && read("a/b/c.d=1").is_err());
    }
}
