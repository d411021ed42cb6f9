//! `[rulings]`: keys and values of a system's rulings.

use super::declare::{join, shown};
use super::envelope::{Document, Run};
use super::node::{Entry, Node, Table, Value};
use super::problem::{Problems, did_you_mean, one_of};
use crate::declare::rulings::{Cell, Other, RulingInfo, RulingValue};
use fray_engine::roster::SideId;

/// Reads the table of a game of which one ruling, `side_key`, is the name of a side, or `none`: that side.
/// All others `set` takes.
pub fn read_with_side(
    document: &Document,
    all: &[RulingInfo],
    side_key: &str,
    mut set: impl FnMut(&str, RulingValue<'_>) -> Option<bool>,
    problems: &mut Problems,
) -> Option<SideId> {
    let sides: Vec<&str> = document.sides.iter().map(|side| side.name.value.as_str()).collect();
    let mut named = None;
    let set_all = |key: &str, value: RulingValue<'_>| {
        if key != side_key {
            return set(key, value);
        }
        let RulingValue::Word(word) = value else { return Some(false) };
        named = sides.iter().position(|side| *side == word).map(|side| SideId(side as u8));
        Some(named.is_some() || word == "none")
    };
    read(&document.rulings, all, &sides, set_all, problems);
    named
}

/// Reads the table. `sides` are the names that a ruling about a side may be; `set` takes a key and a value as the system's `Rulings::set` does.
pub fn read(
    node: &Node,
    all: &[RulingInfo],
    sides: &[&str],
    mut set: impl FnMut(&str, RulingValue<'_>) -> Option<bool>,
    problems: &mut Problems,
) {
    let Some(table) = node.as_table() else {
        problems.add(
            node.span,
            "rulings",
            format!("expected a table for `[rulings]`, found {}", node.found()),
        );
        return;
    };
    for (key, entry) in flat(table, all) {
        if problems.is_full() {
            break;
        }
        let key = key.as_str();
        let path = join("rulings", key);
        let Some(info) = all.iter().find(|info| info.key == key) else {
            let in_run = Run::INFO.keys.iter().any(|known| known.key == key);
            let message = if in_run {
                format!("`{key}` stands in `[run]`")
            } else {
                let meant = did_you_mean(key, all.iter().map(|info| info.key));
                format!("unknown ruling `{}`{meant}", shown(key))
            };
            problems.add_help(entry.span, path, message, "`fray list rulings` prints all rulings");
            continue;
        };
        let (numbers, texts) = (pairs(&entry.value, number), pairs(&entry.value, text));
        let (list, rows) = (words(&entry.value), rows(&entry.value));
        let value = match &entry.value.value {
            Value::Text(text) => Some(RulingValue::Word(&text.text)),
            // `1` may be a word among others.
            Value::Int(n) => match info.words.iter().find(|word| **word == n.to_string()) {
                Some(word) => Some(RulingValue::Word(word)),
                None => i64::try_from(*n).ok().map(RulingValue::Number),
            },
            Value::Bool(yes) => switch(info, *yes).map(RulingValue::Word),
            Value::List(_) => match info.other {
                Some(Other::Texts(_)) => texts.as_deref().map(RulingValue::Texts),
                Some(Other::Words(_)) => list.as_deref().map(RulingValue::Words),
                Some(Other::Rows(_)) if numbers.is_none() => rows.as_deref().map(RulingValue::Rows),
                _ => numbers.as_deref().map(RulingValue::Pairs),
            },
            _ => None,
        };
        if value.and_then(|value| set(key, value)) != Some(true) {
            let meant = match value {
                Some(RulingValue::Word(word)) => {
                    let sides = sides.iter().filter(|_| info.other == Some(Other::Side));
                    did_you_mean(word, info.words.iter().chain(sides).copied())
                }
                _ => String::new(),
            };
            let message =
                format!("expected {} for `{key}`, found {}{meant}", expected(info), entry.value.found());
            problems.add_help(entry.value.span, path, message, format!("{}: {}", info.rule, info.sentence));
        }
    }
}

/// The entries of the table by the keys of rulings: `dice.explode = false` stands in a table `dice`.
fn flat<'a>(table: &'a Table, all: &[RulingInfo]) -> Vec<(String, &'a Entry)> {
    /// More dots than any key has.
    const DEEPEST: usize = 4;
    let mut found = Vec::new();
    let mut left: Vec<(String, &Entry)> =
        table.entries.iter().rev().map(|entry| (entry.key.clone(), entry)).collect();
    while let Some((key, entry)) = left.pop() {
        let prefix = format!("{key}.");
        let inner = entry.value.as_table().filter(|_| {
            key.split('.').count() < DEEPEST && all.iter().any(|info| info.key.starts_with(&prefix))
        });
        match inner {
            Some(inner) => {
                left.extend(
                    inner.entries.iter().rev().map(|entry| (format!("{prefix}{}", entry.key), entry)),
                );
            }
            None => found.push((key, entry)),
        }
    }
    found
}

/// Returns whether the table of rulings says something of this key.
#[must_use]
pub fn is_given(node: &Node, key: &str) -> bool {
    let Some(table) = node.as_table() else { return false };
    let inner =
        |(first, rest): (&str, &str)| table.get(first).is_some_and(|entry| is_given(&entry.value, rest));
    table.get(key).is_some() || key.split_once('.').is_some_and(inner)
}

/// The words that a list is; none of an empty list.
fn words(node: &Node) -> Option<Vec<&str>> {
    let Value::List(list) = &node.value else { return None };
    list.iter().map(Node::as_text).collect::<Option<Vec<_>>>()
}

/// The lists of words and numbers that a list is made of.
fn rows(node: &Node) -> Option<Vec<Vec<Cell<'_>>>> {
    fn cell(node: &Node) -> Option<Cell<'_>> {
        match &node.value {
            Value::Text(text) => Some(Cell::Word(&text.text)),
            _ => number(node).map(Cell::Number),
        }
    }
    fn row(node: &Node) -> Option<Vec<Cell<'_>>> {
        match &node.value {
            Value::List(row) => row.iter().map(cell).collect(),
            _ => None,
        }
    }
    let Value::List(list) = &node.value else { return None };
    list.iter().map(row).collect()
}

/// The pairs that a list is, of what `part` reads.
fn pairs<T>(node: &Node, part: fn(&Node) -> Option<T>) -> Option<Vec<(T, T)>> {
    let Value::List(list) = &node.value else { return None };
    let pair = |node: &Node| match &node.value {
        Value::List(pair) => match &pair[..] {
            [a, b] => Some((part(a)?, part(b)?)),
            _ => None,
        },
        _ => None,
    };
    list.iter().map(pair).collect()
}

fn number(node: &Node) -> Option<i64> {
    i64::try_from(node.as_int()?).ok()
}

fn text(node: &Node) -> Option<String> {
    node.as_text().map(str::to_owned)
}

/// Returns the legal values of a ruling in words: "`count` or `listed`", "a whole number from 0 to 2".
#[must_use]
pub fn expected(info: &RulingInfo) -> String {
    let words = (!info.words.is_empty()).then(|| one_of(info.words.iter().copied()));
    let number = info.range.map(|(min, max)| match info.step {
        _ if min == max => min.to_string(),
        1 => format!("a whole number from {min} to {max}"),
        step => {
            let all = (min..=max).filter(|n| (n - min) % step == 0).map(|n| n.to_string());
            one_of(all.collect::<Vec<_>>().iter().map(String::as_str))
        }
    });
    let other = info.other.map(|other| match other {
        Other::Side => "the name of a side".to_owned(),
        Other::Pairs(what) | Other::Texts(what) | Other::Rows(what) | Other::Form(what) => what.to_owned(),
        Other::Words(words) => format!("a list of {}", one_of(words.iter().copied())),
    });
    words.into_iter().chain(number).chain(other).collect::<Vec<_>>().join(", or ")
}

/// The word that a boolean stands for, where yes and no are all there is.
fn switch(info: &RulingInfo, yes: bool) -> Option<&'static str> {
    const PAIRS: [[&str; 2]; 3] = [["true", "false"], ["yes", "no"], ["on", "off"]];
    if info.range.is_some() || info.other.is_some() || info.words.len() != 2 {
        return None;
    }
    let pair = PAIRS.iter().find(|pair| pair.iter().all(|word| info.words.contains(word)))?;
    Some(pair[usize::from(!yes)])
}

/// Returns whether a boolean may stand for the ruling's words.
#[must_use]
pub fn is_switch(info: &RulingInfo) -> bool {
    switch(info, true).is_some()
}
