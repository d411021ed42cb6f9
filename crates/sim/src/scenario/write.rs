//! Writes a value into a scenario file and leaves everything else in it as it is: comments, order and
//! layout. The earlier value is kept in a comment behind it.
//!
//! The value is written where the scenario file says it, or into the unit of the scenario where an include
//! says it: includes are shared and are never changed. Before the new text is given out it is read, and
//! has to mean what the same `--set` would have meant.

use std::io;
use std::path::Path;

use fray_kit::sheet::edit;
use fray_kit::sheet::problem::Problems;
use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike, Value, value as item_of};

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
/// flags with which the scenario is played; they are not written. `was` is the earlier value, where the file
/// leaves it to an include.
///
/// # Errors
/// If the file cannot be read, or the value stands where it cannot be written.
pub fn with_value(
    path: &Path,
    options: &Options,
    key: &str,
    value: &str,
    was: Option<&str>,
) -> Result<String, String> {
    if !path.is_file() {
        return Err("cannot be written".to_owned());
    }
    let old = std::fs::read_to_string(path).map_err(|error| format!("cannot be read: {error}"))?;
    let new = edited(&old, key, value, was)?;
    let mut set = options.clone();
    set.sets.push(("--set".to_owned(), format!("{key}={value}")));
    let wanted = load_scenario(path, &set).map_err(|_| format!("{key}={value} is not a scenario"))?;
    match load_from(&Changed(&new), path, options) {
        Ok(Loaded::Scenario(found)) if found.hash == wanted.hash => Ok(new),
        _ => Err(format!("`{key}` cannot be written without changing something else: set it by hand")),
    }
}

/// A text of a scenario with these keys set to values of TOML, each without a comment. Before it is given out it is
/// held against `wanted`, the hash of what it has to mean; `read` says what a text means.
///
/// # Errors
/// The first key that stands where it cannot be written.
pub fn with_values(
    text: &str,
    sets: &[(String, String)],
    wanted: u64,
    read: impl Fn(&str) -> Option<u64>,
) -> Result<String, String> {
    let mut new = text.to_owned();
    for (key, value) in sets {
        let value = match value.parse::<Value>() {
            Ok(_) => value.clone(),
            // As an argument of `--set`, a bare word is a string.
            Err(_) => Value::from(value.as_str()).to_string(),
        };
        new = edited_as(&new, key, &value, Comment::None)?;
    }
    if read(&new) == Some(wanted) {
        return Ok(new);
    }
    let names: Vec<&str> = sets.iter().map(|(key, _)| key.as_str()).collect();
    Err(format!("{} cannot be written without changing something else: edit the text", names.join(", ")))
}

/// The text with the key set, the earlier value in a comment behind it where one can stand: in a table in
/// brackets none can.
fn edited(text: &str, key: &str, value: &str, was: Option<&str>) -> Result<String, String> {
    let commented = edited_as(text, key, value, Comment::Was(was))?;
    let is_toml = commented.trim_start_matches('\u{feff}').parse::<DocumentMut>().is_ok();
    if is_toml { Ok(commented) } else { edited_as(text, key, value, Comment::None) }
}

/// Whether a value has a comment with the earlier one.
#[derive(Clone, Copy)]
enum Comment<'a> {
    /// Without one.
    None,
    /// With the value that stood there, or else with this one, if there is one.
    Was(Option<&'a str>),
}

fn edited_as(text: &str, key: &str, value: &str, comment: Comment<'_>) -> Result<String, String> {
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
    let owner = owner.ok_or_else(elsewhere)?;
    make_room(owner, rest, is_table);
    let table = descend(owner, rest).ok_or_else(elsewhere)?;
    let value = value.parse::<Value>().map_err(|error| format!("`{value}` is not TOML: {error}"))?;
    put(table, last, value, comment);
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

/// Adds the tables that may be missing: the tactics of a unit, and those of the dotted keys of a table.
fn make_room(owner: &mut dyn TableLike, parts: &[String], is_table: bool) {
    match parts {
        [key, rest @ ..] if is_table => {
            if owner.get(key).is_none() {
                let mut table = Table::new();
                table.set_dotted(true);
                owner.insert(key, Item::Table(table));
            }
            if let Some(below) = owner.get_mut(key).and_then(Item::as_table_like_mut) {
                make_room(below, rest, is_table);
            }
        }
        [key] if key == "tactics" && owner.get(key).is_none() => {
            put(owner, key, Value::InlineTable(InlineTable::new()), Comment::None);
        }
        _ => {}
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

/// Sets a value in a table. The comments and spaces around an old value stay; a new key is indented as its
/// neighbours are.
fn put(table: &mut dyn TableLike, key: &str, value: Value, comment: Comment<'_>) {
    let mut new = item_of(value);
    let old = table.get(key).and_then(Item::as_value);
    if let Some(new) = new.as_value_mut() {
        if let Some(old) = old {
            *new.decor_mut() = old.decor().clone();
        }
        if let Comment::Was(given) = comment {
            let stood = old.map(|old| old.clone().decorated("", "").to_string());
            let said = old.and_then(|old| old.decor().suffix()?.as_str()).unwrap_or_default();
            let said = said.trim().trim_start_matches('#').trim();
            let said = if said.is_empty() { String::new() } else { format!("; {said}") };
            if let Some(was) = stood.as_deref().or(given) {
                new.decor_mut().set_suffix(format!("  # was {was}{said}"));
            }
        }
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
        let changed = edited(TEXT, "Ogre.hp", "31", None).expect("it stands there");
        assert_eq!(changed, TEXT.replace("hp   =   26   # of", "hp   =   31  # was 26; of"));
        let changed = edited(TEXT, "a/Ogre.weapons.Club.mod", "-2", None).expect("it stands there");
        assert_eq!(changed, TEXT.replace("mod = 1 }", "mod = -2 }"));
        let changed = edited(TEXT, "Ogre.use", "\"d12+d4\"", None).expect("it stands there");
        assert_eq!(changed, TEXT.replace("\"ogre\"", "\"d12+d4\"  # was \"ogre\""));
        let windows = TEXT.replace('\n', "\r\n");
        let changed = edited(&windows, "Ogre.hp", "31", None).expect("it stands there");
        assert_eq!(changed, windows.replace("=   26   # of", "=   31  # was 26; of"));
    }

    #[test]
    fn what_an_include_says_is_written_into_the_unit() {
        let changed = edited(TEXT, "Ogre.attack", "9", None).expect("the unit stands there");
        assert_eq!(changed, TEXT.replace("\"bite\" ]\n", "\"bite\" ]\n  attack = 9\n"));
        let changed = edited(TEXT, "b/Imp.hp", "9", None).expect("the unit stands there");
        assert!(changed.contains("hp = 9"), "{changed}");
        let changed = edited(TEXT, "Ogre.attack", "9", Some("7")).expect("the unit stands there");
        assert!(changed.contains("  attack = 9  # was 7\n"), "{changed}");
        let changed = edited(TEXT, "run.max_rounds", "9", None).expect("a table can be added");
        assert!(changed.contains("[run]\nmax_rounds = 9\n"), "{changed}");
    }

    #[test]
    fn several_values_are_written_at_once_and_held_against_what_they_have_to_mean() {
        let sets = [("Ogre.hp", "31"), ("a/Ogre.tactics.target", "weakest")];
        let sets = sets.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let wanted = TEXT.replace("26", "31").replace("\"first\"", "\"weakest\"");
        let read = |text: &str| Some(u64::from(text == wanted));
        assert_eq!(with_values(TEXT, &sets, 1, read), Ok(wanted.clone()));
        assert!(with_values(TEXT, &sets, 2, read).is_err());
    }

    #[test]
    fn tactics_and_dotted_rulings_have_room() {
        let changed = edited(TEXT, "b/Imp.tactics.target", "\"first\"", None).expect("the unit stands there");
        assert!(changed.contains("tactics = { target = \"first\" }"), "{changed}");
        let changed = edited(TEXT, "rulings.dice.explode", "false", None).expect("a table can be added");
        assert!(changed.contains("[rulings]\ndice.explode = false\n"), "{changed}");
    }

    #[test]
    fn what_stands_nowhere_is_refused() {
        for key in ["Ogre.weapons.Sword.mod", "b/Ogre.hp", "Troll.hp", "Ogre.weapons.bite.mod"] {
            assert!(edited(TEXT, key, "1", None).is_err(), "{key}");
        }
    }
}
