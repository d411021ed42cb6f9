//! Conditions that ask for statuses: the IDs of the scenario's own become places in its list of statuses
//! before a condition is read. A place is one character long and fills up with spaces, so that what is wrong
//! further on keeps its column.

use fray_kit::sheet::declare::{join, shown};
use fray_kit::sheet::node::{Node, Text, Value};
use fray_kit::sheet::problem::{Problems, did_you_mean, one_of};

use crate::data::vocabulary::Status;

/// The facts that are asked about a status.
const ASKED: [&str; 2] = ["has_status", "target_has_status"];
/// What stands for a condition that names no status of the scenario, which is noted: it always holds.
const HOLDS: &str = "allies >= 1";

/// Puts places into all conditions of a table `tactics`.
pub(super) fn place_in_tactics(node: &mut Node, statuses: &[Status], path: &str, problems: &mut Problems) {
    match &mut node.value {
        Value::Table(table) => {
            for entry in &mut table.entries {
                let path = join(path, &entry.key);
                if entry.key == "when" {
                    place(&mut entry.value, statuses, &path, problems);
                } else {
                    place_in_tactics(&mut entry.value, statuses, &path, problems);
                }
            }
        }
        Value::List(list) => {
            list.iter_mut().for_each(|item| place_in_tactics(item, statuses, path, problems));
        }
        _ => {}
    }
}

/// Puts places into a condition, or into a list of conditions.
pub(super) fn place(node: &mut Node, statuses: &[Status], path: &str, problems: &mut Problems) {
    if let Value::List(list) = &mut node.value {
        list.iter_mut().for_each(|item| place(item, statuses, path, problems));
        return;
    }
    let Some(text) = node.as_text() else { return };
    match placed(text, statuses) {
        Ok(placed) => {
            if let Value::Text(Text { text, .. }) | Value::Cell(text) = &mut node.value {
                *text = placed;
            }
        }
        Err((offset, name)) => {
            let known = statuses.iter().map(|status| status.name.as_str());
            let message = if name.is_empty() {
                "expected the name of a status".to_owned()
            } else {
                let meant = did_you_mean(&name, known.clone());
                format!("there is no `[status.{}]` here or in an include{meant}", shown(&name))
            };
            let help = format!("the statuses are {}", one_of(known));
            problems.missing_help(node.place_in_text(offset), path, message, help);
            *node = Node::text(node.span, HOLDS);
        }
    }
}

/// The condition with places; or where it names no status, and what it names.
fn placed(text: &str, statuses: &[Status]) -> Result<String, (usize, String)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_name = |c: char| !c.is_whitespace() && !"<>=!".contains(c);
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        let (before, word) = rest.split_at(start);
        let (word, behind) = word.split_at(word.find(|c| !is_word(c)).unwrap_or(word.len()));
        out.push_str(before);
        out.push_str(word);
        rest = behind;
        if !ASKED.contains(&word) {
            continue;
        }
        let name = behind.trim_start();
        let name = &name[..name.find(|c| !is_name(c)).unwrap_or(name.len())];
        out.push_str(&behind[..behind.len() - behind.trim_start().len()]);
        rest = &behind.trim_start()[name.len()..];
        match statuses.iter().position(|status| status.name == name) {
            None => return Err((out.len(), name.to_owned())),
            Some(place) if place < Status::OF_GAME.len() => out.push_str(name),
            Some(place) => {
                out.extend(char::from_digit(place as u32, 16));
                out.extend(core::iter::repeat_n(' ', name.len() - 1));
            }
        }
    }
    out.push_str(rest);
    Ok(out)
}
