//! Writes a value into a scenario file and leaves everything else in it as it is: comments, order and
//! layout.
//!
//! The value is written where the scenario file says it, or into the unit of the scenario where an include
//! says it: includes are shared and are never changed. Before the new text is given out it is read, and
//! has to mean what the same `--set` would have meant.

use std::io;
use std::path::Path;

use fray_kit::sheet::edit;
use fray_kit::sheet::problem::Problems;
use toml_edit::{DocumentMut, Item, Table, TableLike, Value, value as item_of};

use super::source::{Disk, Files, Sources};
use super::{Loaded, Options, load_from, load_scenario};

/// A file with another text; its includes are those of the file system.
struct Changed<'a>(&'a str);

impl Files for Changed<'_> {
    fn read(&self, path: &Path, is_include: bool) -> io::Result<Vec<u8>> {
        if is_include { Disk.read(path, true) } else { Ok(self.0.as_bytes().to_vec()) }
    }
}

/// The text of the scenario file at `path` with the key at `key` set to a value of TOML. `options` are the
/// flags with which the scenario is played; they are not written.
///
/// # Errors
/// If the file cannot be read, or the value stands where it cannot be written.
pub fn with_value(path: &Path, options: &Options, key: &str, value: &str) -> Result<String, String> {
    if !path.is_file() {
        return Err("cannot be written".to_owned());
    }
    let old = std::fs::read_to_string(path).map_err(|error| format!("cannot be read: {error}"))?;
    let new = edited(&old, key, value)?;
    let mut set = options.clone();
    set.sets.push(("--set".to_owned(), format!("{key}={value}")));
    let wanted = load_scenario(path, &set).map_err(|_| format!("{key}={value} is not a scenario"))?;
    match load_from(&Changed(&new), path, options) {
        Ok(Loaded::Scenario(found)) if found.hash == wanted.hash => Ok(new),
        _ => Err(format!("`{key}` cannot be written without changing something else: set it by hand")),
    }
}

/// The text with the key set.
fn edited(text: &str, key: &str, value: &str) -> Result<String, String> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut document: DocumentMut = body.parse().map_err(|error| format!("is not TOML: {error}"))?;
    let file = Sources::default().add("", key);
    let Some((path, _)) = edit::Path::parse(file, key, &mut Problems::default()) else {
        return Err(format!("`{key}` is not a path"));
    };
    let side = path.side.map(|side| side.value);
    let parts: Vec<String> = path.parts.into_iter().map(|part| part.value).collect();
    let [first, rest @ .., last] = &parts[..] else { return Err(format!("`{key}` is not a path")) };
    let is_table = side.is_none() && ["rulings", "run", "map", "series"].contains(&first.as_str());
    let owner: Option<&mut dyn TableLike> = if is_table {
        let table = document.entry(first).or_insert(Item::Table(Table::new()));
        table.as_table_like_mut()
    } else {
        owner(&mut document, side.as_deref(), first)
    };
    let elsewhere = || format!("`{key}` does not stand in this file: write its place into the unit first");
    let table = owner.and_then(|owner| descend(owner, rest)).ok_or_else(elsewhere)?;
    let value = value.parse::<Value>().map_err(|error| format!("`{value}` is not TOML: {error}"))?;
    put(table, last, value);
    let mut new = document.to_string();
    if body.contains("\r\n") {
        new = new.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    if body.len() < text.len() {
        new.insert(0, '\u{feff}');
    }
    Ok(new)
}

/// The tables of a list: `[[side]]`, or tables in brackets.
fn tables(item: &mut Item) -> Vec<&mut dyn TableLike> {
    match item {
        Item::ArrayOfTables(list) => list.iter_mut().map(|table| table as &mut dyn TableLike).collect(),
        Item::Value(Value::Array(list)) => {
            let tables = list.iter_mut().filter_map(Value::as_inline_table_mut);
            tables.map(|table| table as &mut dyn TableLike).collect()
        }
        _ => Vec::new(),
    }
}

fn is_called(table: &dyn TableLike, name: &str) -> bool {
    table.get("name").and_then(Item::as_str) == Some(name)
}

/// The unit of this name, or the side.
fn owner<'d>(document: &'d mut DocumentMut, side: Option<&str>, name: &str) -> Option<&'d mut dyn TableLike> {
    let mut sides = tables(document.get_mut("side")?);
    sides.retain(|table| side.is_none_or(|side| is_called(&**table, side)));
    let has_unit = |table: &mut &mut dyn TableLike| {
        table.get_mut("unit").is_some_and(|units| tables(units).iter().any(|unit| is_called(&**unit, name)))
    };
    match sides.iter_mut().position(has_unit) {
        Some(at) => {
            let units = tables(sides.swap_remove(at).get_mut("unit")?);
            units.into_iter().find(|unit| is_called(&**unit, name))
        }
        None if side.is_none() => sides.into_iter().find(|side| is_called(&**side, name)),
        None => None,
    }
}

/// The table below another one, by its keys and, in lists, by names.
fn descend<'d>(table: &'d mut dyn TableLike, parts: &[String]) -> Option<&'d mut dyn TableLike> {
    let [key, rest @ ..] = parts else { return Some(table) };
    let item = table.get_mut(key)?;
    if item.is_table_like() {
        return descend(item.as_table_like_mut()?, rest);
    }
    let [name, rest @ ..] = rest else { return None };
    let entry = tables(item).into_iter().find(|entry| is_called(&**entry, name))?;
    descend(entry, rest)
}

/// Sets a value in a table. What stands around it stays; a new key is indented as its neighbours are.
fn put(table: &mut dyn TableLike, key: &str, value: Value) {
    let mut new = item_of(value);
    if let (Some(Item::Value(old)), Some(new)) = (table.get(key), new.as_value_mut()) {
        *new.decor_mut() = old.decor().clone();
    }
    let is_new = table.get(key).is_none();
    let neighbour = table.iter().find(|(_, item)| item.is_value()).map(|(key, _)| key.to_owned());
    let prefix = neighbour.and_then(|neighbour| {
        let prefix = table.key(&neighbour)?.leaf_decor().prefix()?.as_str()?.to_owned();
        Some(prefix.rsplit('\n').next().unwrap_or_default().to_owned())
    });
    match table.get_mut(key) {
        Some(item) => *item = new,
        None => {
            table.insert(key, new);
        }
    }
    if let (true, Some(prefix), Some(mut key)) = (is_new, prefix, table.key_mut(key)) {
        key.leaf_decor_mut().set_prefix(prefix);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# A duel.\nsystem = \"x\"\n\n[[side]]\nname = \"a\"\n\n  [[side.unit]]\n  name = \"Ogre\"\n  hp   =   26   # of \
                        a fat one\n  use = \"ogre\"\n  weapons = [ { name = \"Club\", mod = 1 } , \"bite\" ]\n\n  \
                        [side.unit.tactics]\n  target = \"first\"\n\n[[side]]\nname = \"b\"\nunit = [{ name = \"Imp\" }]\n";

    #[test]
    fn a_value_is_replaced_and_all_else_stays() {
        let changed = edited(TEXT, "Ogre.hp", "31").expect("it stands there");
        assert_eq!(changed, TEXT.replace("hp   =   26   # of", "hp   =   31   # of"));
        let changed = edited(TEXT, "a/Ogre.weapons.Club.mod", "-2").expect("it stands there");
        assert_eq!(changed, TEXT.replace("mod = 1 }", "mod = -2 }"));
        let changed = edited(TEXT, "Ogre.use", "\"d12+d4\"").expect("it stands there");
        assert_eq!(changed, TEXT.replace("\"ogre\"", "\"d12+d4\""));
        let windows = TEXT.replace('\n', "\r\n");
        let changed = edited(&windows, "Ogre.hp", "31").expect("it stands there");
        assert_eq!(changed, windows.replace("=   26", "=   31"));
    }

    #[test]
    fn what_an_include_says_is_written_into_the_unit() {
        let changed = edited(TEXT, "Ogre.attack", "9").expect("the unit stands there");
        assert_eq!(changed, TEXT.replace("\"bite\" ]\n", "\"bite\" ]\n  attack = 9\n"));
        let changed = edited(TEXT, "b/Imp.hp", "9").expect("the unit stands there");
        assert!(changed.contains("hp = 9"), "{changed}");
        let changed = edited(TEXT, "run.max_rounds", "9").expect("a table can be added");
        assert!(changed.contains("[run]\nmax_rounds = 9\n"), "{changed}");
    }

    #[test]
    fn what_stands_nowhere_is_refused() {
        for key in ["Ogre.weapons.Sword.mod", "b/Ogre.hp", "Troll.hp", "Ogre.weapons.bite.mod"] {
            assert!(edited(TEXT, key, "1").is_err(), "{key}");
        }
    }
}
