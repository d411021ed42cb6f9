//! `[rulings]`: keys and values of a system's rulings.

use super::declare::{join, shown};
use super::envelope::Run;
use super::node::{Node, Value};
use super::problem::{Problems, did_you_mean, one_of};
use crate::declare::rulings::{Other, RulingInfo, RulingValue};

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
    for entry in &table.entries {
        if problems.is_full() {
            break;
        }
        let key = entry.key.as_str();
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
        let pairs = pairs(&entry.value);
        let value = match &entry.value.value {
            Value::Text(text) => Some(RulingValue::Word(&text.text)),
            Value::Int(n) => i64::try_from(*n).ok().map(RulingValue::Number),
            Value::Bool(yes) => switch(info, *yes).map(RulingValue::Word),
            Value::List(_) => pairs.as_deref().map(RulingValue::Pairs),
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

/// The pairs of numbers that a list is.
fn pairs(node: &Node) -> Option<Vec<(i64, i64)>> {
    let Value::List(list) = &node.value else { return None };
    let number = |node: &Node| i64::try_from(node.as_int()?).ok();
    let pair = |node: &Node| match &node.value {
        Value::List(pair) => match &pair[..] {
            [a, b] => Some((number(a)?, number(b)?)),
            _ => None,
        },
        _ => None,
    };
    list.iter().map(pair).collect()
}

/// What a ruling may be: "`count` or `listed`", "a whole number from 0 to 2".
#[must_use]
pub fn expected(info: &RulingInfo) -> String {
    let words = (!info.words.is_empty()).then(|| one_of(info.words.iter().copied()));
    let number = info.range.map(|(min, max)| match info.step {
        1 => format!("a whole number from {min} to {max}"),
        step => {
            let all = (min..=max).filter(|n| (n - min) % step == 0).map(|n| n.to_string());
            one_of(all.collect::<Vec<_>>().iter().map(String::as_str))
        }
    });
    let other = info.other.map(|other| match other {
        Other::Side => "the name of a side".to_owned(),
        Other::Pairs(what) => what.to_owned(),
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

/// Whether a boolean may stand for the ruling's words.
#[must_use]
pub fn is_switch(info: &RulingInfo) -> bool {
    switch(info, true).is_some()
}
