//! Adds, copies and removes units in the text of a scenario, and leaves everything else in it as it is.

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};

use fray_kit::sheet::edit;
use fray_kit::sheet::problem::Problems;

use super::source::Sources;

/// An edit of the units of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitEdit<'a> {
    /// The unit at this path is there twice, the second time under another name.
    Copy(&'a str),
    /// It is taken out.
    Remove(&'a str),
    /// The side of this name has another unit, made from a named stat block.
    Add {
        /// The side.
        side: &'a str,
        /// The stat block.
        block: &'a str,
        /// The file that has it, if the text does not include it yet.
        include: Option<&'a str>,
    },
}

/// The text with other units.
///
/// # Errors
/// If it is not TOML, or has no such unit or side.
pub fn with_units(text: &str, edit: UnitEdit<'_>) -> Result<String, String> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut document: DocumentMut = body.parse().map_err(|error| format!("is not TOML: {error}"))?;
    let (side, unit) = match edit {
        UnitEdit::Copy(path) | UnitEdit::Remove(path) => {
            let (side, unit) = place(path).ok_or_else(|| format!("`{path}` is not the path of a unit"))?;
            (side, Some(unit))
        }
        UnitEdit::Add { side, .. } => (Some(side.to_owned()), None),
    };
    let missing = || {
        format!("`{}` does not stand in this file", unit.as_deref().or(side.as_deref()).unwrap_or_default())
    };
    let units = units(&mut document, side.as_deref(), unit.as_deref()).ok_or_else(missing)?;
    let names = names(units);
    match (edit, &unit) {
        (UnitEdit::Copy(_), Some(unit)) => copy(units, unit, &free(&names, unit)).ok_or_else(missing)?,
        (UnitEdit::Remove(_), _) if names.len() == 1 => {
            return Err("it is the last unit of its side".to_owned());
        }
        (UnitEdit::Remove(_), Some(unit)) => remove(units, unit).ok_or_else(missing)?,
        (UnitEdit::Add { block, .. }, _) => add(units, &free(&names, block), block),
        (UnitEdit::Copy(_), None) | (UnitEdit::Remove(_), None) => return Err(missing()),
    }
    if let UnitEdit::Add { include: Some(file), .. } = edit {
        include(&mut document, file)?;
    }
    let mut new = document.to_string();
    if body.contains("\r\n") {
        new = new.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    Ok(new)
}

/// The side and the unit of a path such as `side/unit`.
fn place(path: &str) -> Option<(Option<String>, String)> {
    let text = format!("{path}.name");
    let file = Sources::default().add("", text.as_str());
    let (path, _) = edit::Path::parse(file, &text, &mut Problems::default())?;
    Some((path.side.map(|side| side.value), path.parts.into_iter().next()?.value))
}

fn name(table: &dyn toml_edit::TableLike) -> &str {
    table.get("name").and_then(Item::as_str).unwrap_or_default()
}

/// The units of a side: of that name, or that has this unit.
fn units<'d>(document: &'d mut DocumentMut, side: Option<&str>, unit: Option<&str>) -> Option<&'d mut Item> {
    let sides: Vec<&mut dyn toml_edit::TableLike> = match document.get_mut("side")? {
        Item::ArrayOfTables(list) => list.iter_mut().map(|it| it as &mut dyn toml_edit::TableLike).collect(),
        Item::Value(Value::Array(list)) => {
            let tables = list.iter_mut().filter_map(Value::as_inline_table_mut);
            tables.map(|it| it as &mut dyn toml_edit::TableLike).collect()
        }
        _ => return None,
    };
    sides.into_iter().find_map(|table| {
        let is_named = side.is_none_or(|side| name(table) == side);
        let units = table.get_mut("unit").filter(|_| is_named)?;
        unit.is_none_or(|unit| names(units).iter().any(|known| known == unit)).then_some(units)
    })
}

fn names(units: &Item) -> Vec<String> {
    match units {
        Item::ArrayOfTables(list) => list.iter().map(|it| name(it).to_owned()).collect(),
        Item::Value(Value::Array(list)) => {
            list.iter().filter_map(Value::as_inline_table).map(|it| name(it).to_owned()).collect()
        }
        _ => Vec::new(),
    }
}

/// A name like this one that nobody has: `Ogre 2`.
fn free(names: &[String], like: &str) -> String {
    if !names.iter().any(|name| name == like) {
        return like.to_owned();
    }
    let stem = like.rsplit_once(' ').filter(|(_, n)| n.parse::<u32>().is_ok()).map_or(like, |(stem, _)| stem);
    let mut named = (2_u32..).map(|n| format!("{stem} {n}"));
    named.find(|name| !names.contains(name)).unwrap_or_default()
}

fn copy(units: &mut Item, unit: &str, new: &str) -> Option<()> {
    match units {
        Item::ArrayOfTables(list) => {
            let at = list.iter().position(|it| name(it) == unit)?;
            let mut all: Vec<Table> = list.iter().cloned().collect();
            let mut copied = all[at].clone();
            copied["name"] = toml_edit::value(new);
            all.insert(at + 1, copied);
            *list = in_order(all);
        }
        Item::Value(Value::Array(list)) => {
            let is_it = |it: &Value| it.as_inline_table().is_some_and(|it| name(it) == unit);
            let at = list.iter().position(is_it)?;
            let mut copied = list.get(at)?.clone();
            copied.as_inline_table_mut()?.insert("name", new.into());
            list.insert_formatted(at + 1, copied);
        }
        _ => return None,
    }
    Some(())
}

/// A list of tables that are printed one after the other, wherever they stood.
fn in_order(all: Vec<Table>) -> ArrayOfTables {
    fn unplaced(item: &mut Item) {
        match item {
            Item::Table(table) => place_anew(table),
            Item::ArrayOfTables(list) => list.iter_mut().for_each(place_anew),
            _ => {}
        }
    }
    fn place_anew(table: &mut Table) {
        table.set_position(None);
        table.iter_mut().for_each(|(_, item)| unplaced(item));
    }
    let mut list = ArrayOfTables::new();
    for mut table in all {
        place_anew(&mut table);
        list.push(table);
    }
    list
}

fn remove(units: &mut Item, unit: &str) -> Option<()> {
    match units {
        Item::ArrayOfTables(list) => {
            let at = list.iter().position(|it| name(it) == unit)?;
            list.remove(at);
        }
        Item::Value(Value::Array(list)) => {
            let is_it = |it: &Value| it.as_inline_table().is_some_and(|it| name(it) == unit);
            let at = list.iter().position(is_it)?;
            list.remove(at);
        }
        _ => return None,
    }
    Some(())
}

fn add(units: &mut Item, new: &str, block: &str) {
    if let Item::Value(Value::Array(list)) = units {
        let list: &mut Array = list;
        let mut unit = InlineTable::new();
        unit.insert("name", new.into());
        unit.insert("use", block.into());
        list.push(Value::InlineTable(unit));
        return;
    }
    if let Item::ArrayOfTables(list) = units {
        let mut unit = Table::new();
        unit["name"] = toml_edit::value(new);
        unit["use"] = toml_edit::value(block);
        unit.decor_mut().set_prefix("\n");
        let mut all: Vec<Table> = list.iter().cloned().collect();
        all.push(unit);
        *list = in_order(all);
    }
}

/// The text with another include.
///
/// # Errors
/// If it is not TOML, or has no list of includes.
pub fn with_include(text: &str, file: &str) -> Result<String, String> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut document: DocumentMut = body.parse().map_err(|error| format!("is not TOML: {error}"))?;
    include(&mut document, file)?;
    Ok(document.to_string())
}

fn include(document: &mut DocumentMut, file: &str) -> Result<(), String> {
    let root = document.as_table_mut();
    if !root.contains_key("include") {
        root.insert("include", toml_edit::value(Array::new()));
    }
    let list = root.get_mut("include").and_then(Item::as_array_mut);
    list.ok_or("`include` is not a list of files")?.push(file);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# A duel.\nsystem = \"x\"\n\n[[side]]\nname = \"a\"\n\n[[side.unit]]\nname = \"Ogre\" # fat\nhp = 26\n\n\
                        [side.unit.tactics]\ntarget = \"first\"\n\n[[side.unit]]\nname = \"Elf\"\n\n# The others.\n[[side]]\nname = \"b\"\n\
                        unit = [{ name = \"Imp\" }, { name = \"Rat\" }]\n\n[[goal]]\nexpect = \"x\"\n";

    fn parsed(text: &str) -> toml::Table {
        text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    fn names_of(text: &str, side: usize) -> Vec<String> {
        let units = parsed(text)["side"][side]["unit"].as_array().cloned().unwrap_or_default();
        units.iter().map(|unit| unit["name"].as_str().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn units_are_copied_removed_and_added_and_all_else_stays() {
        let copied = with_units(TEXT, UnitEdit::Copy("a/Ogre")).expect("it stands there");
        assert_eq!(names_of(&copied, 0), ["Ogre", "Ogre 2", "Elf"], "{copied}");
        assert_eq!(
            parsed(&copied)["side"][0]["unit"][1]["tactics"]["target"].as_str(),
            Some("first"),
            "{copied}"
        );
        assert_eq!(names_of(&copied, 1), ["Imp", "Rat"]);
        assert!(copied.contains("# A duel.") && copied.contains("# The others.") && copied.contains("# fat"));
        let removed = with_units(&copied, UnitEdit::Remove("a/\"Ogre 2\"")).expect("it stands there");
        assert_eq!(parsed(&removed), parsed(TEXT));
        let copied = with_units(TEXT, UnitEdit::Copy("b/Rat")).expect("it stands there");
        assert_eq!(names_of(&copied, 1), ["Imp", "Rat", "Rat 2"]);
        let added = with_units(TEXT, UnitEdit::Add { side: "a", block: "Elf", include: None })
            .expect("there is the side");
        assert_eq!(names_of(&added, 0), ["Ogre", "Elf", "Elf 2"], "{added}");
        assert_eq!(parsed(&added)["side"][0]["unit"][2]["use"].as_str(), Some("Elf"));
        for (text, wanted) in [
            (TEXT.to_owned(), vec!["beasts.toml"]),
            (format!("include = [\"x.toml\"]\n{TEXT}"), vec!["x.toml", "beasts.toml"]),
        ] {
            let edit = UnitEdit::Add { side: "b", block: "ogre", include: Some("beasts.toml") };
            let added = with_units(&text, edit).expect("there is the side");
            let found = parsed(&added)["include"].as_array().cloned().unwrap_or_default();
            assert_eq!(found.iter().filter_map(toml::Value::as_str).collect::<Vec<_>>(), wanted, "{added}");
            assert_eq!(names_of(&added, 1), ["Imp", "Rat", "ogre"]);
        }
        let one = with_units(TEXT, UnitEdit::Remove("b/Rat")).expect("it stands there");
        assert!(with_units(&one, UnitEdit::Remove("b/Imp")).is_err(), "a side without units is no side");
        assert!(with_units(TEXT, UnitEdit::Copy("a/Troll")).is_err());
    }
}
