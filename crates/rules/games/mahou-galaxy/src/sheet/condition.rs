//! Conditions that ask for effects: the names of abilities become places in the list of the names that are
//! asked for before a condition is read. A place is one character long and fills up with spaces, so that what
//! is wrong further on keeps its column.

use fray_kit::sheet::declare::{join, shown};
use fray_kit::sheet::node::{Node, Text, Value};
use fray_kit::sheet::problem::{Problems, did_you_mean};

use crate::choose::facts::EffectName;

/// The facts that are asked about an effect.
const ASKED: [&str; 2] = ["has_effect", "target_has_effect"];

/// A name in a condition: where it stands, quotes included, and what it is.
struct Found<'a> {
    start: usize,
    end: usize,
    name: &'a str,
}

/// The names in a condition. One with spaces stands in single quotes.
fn names(text: &str) -> Vec<Found<'_>> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(is_word).map(|start| at + start) {
        let end = text[start..].find(|c| !is_word(c)).map_or(text.len(), |len| start + len);
        at = end;
        if !ASKED.contains(&&text[start..end]) {
            continue;
        }
        let Some(start) = text[end..].find(|c: char| !c.is_whitespace()).map(|start| end + start) else {
            break;
        };
        let quoted = text[start..].starts_with('\'');
        let inner = start + usize::from(quoted);
        let is_end = |c: char| if quoted { c == '\'' } else { c.is_whitespace() || "<>=!".contains(c) };
        let stop = text[inner..].find(is_end).map_or(text.len(), |len| inner + len);
        let end = if quoted { (stop + 1).min(text.len()) } else { stop };
        found.push(Found { start, end, name: &text[inner..stop] });
        at = end;
    }
    found
}

/// The conditions in a table, with their paths: texts, or lists of texts that must all hold.
pub(super) fn each_when(node: &Node, path: &str, see: &mut dyn FnMut(&Node, &str)) {
    match &node.value {
        Value::Table(table) => {
            for entry in &table.entries {
                let path = join(path, &entry.key);
                if entry.key == "when" {
                    see(&entry.value, &path);
                } else {
                    each_when(&entry.value, &path, see);
                }
            }
        }
        Value::List(list) => list.iter().for_each(|item| each_when(item, path, see)),
        _ => {}
    }
}

/// The texts of a condition.
pub(super) fn texts(when: &Node) -> &[Node] {
    match &when.value {
        Value::List(list) => list,
        _ => core::slice::from_ref(when),
    }
}

/// The texts of the conditions in a table, with their paths.
fn each_condition(node: &Node, path: &str, see: &mut dyn FnMut(&Node, &str)) {
    each_when(node, path, &mut |when, path| texts(when).iter().for_each(|text| see(text, path)));
}

/// The names that the conditions in these tables ask for, each once.
pub(super) fn asked<'a>(nodes: impl Iterator<Item = &'a Node>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for node in nodes {
        each_condition(node, "", &mut |when, _| {
            for Found { name, .. } in names(when.as_text().unwrap_or_default()) {
                if !all.iter().any(|known| known == name) {
                    all.push(name.to_owned());
                }
            }
        });
    }
    all
}

/// Notes names that no lasting effect has, and those that are too many.
pub(super) fn check(node: &Node, path: &str, asked: &[String], known: &[&str], problems: &mut Problems) {
    each_condition(node, path, &mut |when, path| {
        for Found { start, name, .. } in names(when.as_text().unwrap_or_default()) {
            if !known.contains(&name) {
                let meant = did_you_mean(name, known.iter().copied());
                let message = format!("no ability `{}` has an effect that lasts{meant}", shown(name));
                problems.add(when.place_in_text(start), path, message);
            } else if asked.iter().position(|it| it == name) >= Some(EffectName::MOST) {
                let message =
                    format!("the conditions of a scenario ask for at most {} effects", EffectName::MOST);
                problems.add(when.place_in_text(start), path, message);
            }
        }
    });
}

/// Puts places into all conditions of a table. Names that nothing has are noted elsewhere.
pub(super) fn place(node: &mut Node, asked: &[String]) {
    match &mut node.value {
        Value::Table(table) => {
            for entry in &mut table.entries {
                if entry.key == "when" {
                    place_in(&mut entry.value, asked);
                } else {
                    place(&mut entry.value, asked);
                }
            }
        }
        Value::List(list) => list.iter_mut().for_each(|item| place(item, asked)),
        _ => {}
    }
}

/// Puts places into the texts of a condition.
fn place_in(when: &mut Node, asked: &[String]) {
    match &mut when.value {
        Value::Text(Text { text, .. }) | Value::Cell(text) => *text = placed(text, asked),
        Value::List(list) => list.iter_mut().for_each(|item| place_in(item, asked)),
        _ => {}
    }
}

fn placed(text: &str, asked: &[String]) -> String {
    let mut out = String::new();
    let mut from = 0;
    for Found { start, end, name } in names(text) {
        out.push_str(&text[from..start]);
        let place = asked.iter().position(|it| it == name).unwrap_or(0).min(EffectName::MOST - 1);
        out.extend(char::from_digit(place as u32, 16));
        out.extend(core::iter::repeat_n(' ', end - start - 1));
        from = end;
    }
    out.push_str(&text[from..]);
    out
}
