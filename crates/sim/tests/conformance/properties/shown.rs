//! What a transcript shows is what counts: the health of a unit is the health that it has, its other numbers are what
//! they were when they were told last, sums add up, and a roll comes up to what it is held against or not.

use std::collections::BTreeMap;

use fray_engine::contract::Health;
use fray_sim::play::trace::trace;
use fray_sim::scenario::Scenario;
use serde_json::json;

use super::watched::Breach;
use crate::support::from_schema::{Made, mended};

/// The file with a name of its own for every unit: two of one name are told apart by nobody.
pub(super) fn named(made: &Made) -> Option<Made> {
    let mut tree = made.tree.clone();
    for (i, side) in tree["side"].as_array_mut()?.iter_mut().enumerate().skip(1) {
        for (n, unit) in side["unit"].as_array_mut()?.iter_mut().enumerate() {
            unit["name"] = json!(format!("foe{i}x{n}"));
        }
    }
    mended(tree)
}

/// Returns what lines say of somebody's health: `HP 13`, `life 5 left`, `6 HP, 2 left`.
fn told_health(line: &str, name: &str) -> Option<i64> {
    let line = line.trim();
    let rest = line.strip_prefix(name)?;
    if !rest.starts_with([' ', ':', ',']) {
        return None;
    }
    let words: Vec<&str> = rest.split([' ', ',', ':']).filter(|word| !word.is_empty()).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<i64>().ok());
    // `acts, HP 13` and `life 5 left`
    for (at, word) in words.iter().enumerate() {
        if ["HP", "life"].contains(word)
            && let Some(n) = number(at + 1)
        {
            return Some(n);
        }
    }
    // `loses 6 HP, 2 left`
    let at = words.iter().position(|word| *word == "HP")?;
    (words.get(at + 2) == Some(&"left")).then(|| number(at + 1)).flatten()
}

/// A number in a line, the words before it, and what stands between it and the number before.
struct Number<'a> {
    value: i64,
    /// The words since the last number, signs among them.
    before: Vec<&'a str>,
}

/// The numbers of a line, what is in brackets left out; nothing of dice, of which a line says the faces alone.
fn numbers(line: &str) -> Vec<Option<Number<'_>>> {
    let mut depth = 0_usize;
    let mut before = Vec::new();
    let mut all = Vec::new();
    for word in line.split_whitespace() {
        let (opened, closed) = (word.matches('(').count(), word.matches(')').count());
        if depth > 0 || opened > 0 {
            depth = (depth + opened).saturating_sub(closed);
            // What is punctuated behind brackets is what was punctuated before them.
            if word.ends_with([',', ':']) {
                before.push(&word[word.len() - 1..]);
            }
            continue;
        }
        let bare = word.trim_end_matches([',', ':']);
        if bare.starts_with(|c: char| c.is_ascii_digit()) || (bare.starts_with('-') && bare.len() > 1) {
            let value = bare.parse::<i64>().ok();
            let before = core::mem::take(&mut before);
            all.push(value.map(|value| Number { value, before }));
        } else {
            before.push(bare);
        }
        if word.len() > bare.len() {
            before.push(&word[bare.len()..]);
        }
    }
    all
}

/// Returns what is wrong with the sums of a line, such as `9 + 26 = 35` and `8 - SD 3 = 5`.
fn wrong_sum(line: &str) -> Option<String> {
    let mut sum: Option<i64> = None;
    let mut n_terms = 0;
    for number in numbers(line) {
        // Dice: what they show is told alone.
        let Some(Number { value, before }) = number else {
            (sum, n_terms) = (None, 0);
            continue;
        };
        let signs: Vec<&str> =
            before.iter().copied().filter(|word| ["+", "-", "=", ",", ":"].contains(word)).collect();
        match (&signs[..], sum) {
            (["+"], Some(of)) => (sum, n_terms) = (Some(of + value), n_terms + 1),
            (["-"], Some(of)) => (sum, n_terms) = (Some(of - value), n_terms + 1),
            (["="], Some(of)) if n_terms > 1 => {
                // Less than nothing is nothing.
                if value != of && value != of.max(0) {
                    return Some(format!("{of} is told as {value}"));
                }
                (sum, n_terms) = (Some(value), 1);
            }
            _ => (sum, n_terms) = (Some(value), 1),
        }
    }
    None
}

/// Words that say whether a roll came up to what it was against.
const CAME_UP: &[&str] = &["hit", "succeeds", "stopped", "free"];
const FELL_SHORT: &[&str] = &["miss", "fails", "not", "held"];

/// Returns what is wrong with the verdict of a line, such as `35 against Dodge 11: hit`. Equal numbers are as the game has
/// it, and what the dice alone decide, a critical or a fumble, is told in brackets.
fn wrong_verdict(line: &str) -> Option<String> {
    let (head, verdict) = line.rsplit_once(": ")?;
    let verdict = verdict.split([' ', ',']).next()?;
    let (own, other) = head.split_once(" against ")?;
    if own.ends_with(|c: char| c.is_alphabetic()) || head.contains("critical") || head.contains("fumble") {
        return None;
    }
    let [own, other] = [own, other].map(|part| numbers(part).pop().flatten().map(|number| number.value));
    let (own, other) = (own?, other?);
    let is_wrong =
        (CAME_UP.contains(&verdict) && own < other) || (FELL_SHORT.contains(&verdict) && own > other);
    is_wrong.then(|| format!("{own} against {other} is a {verdict}"))
}

/// What a line tells of a unit's number: its name, what it was before where that is told, and what it is.
type Told<'a> = (&'a str, Option<i64>, i64);

/// Returns what a line tells of the numbers of the unit at its head: `PD 4`, `SD - 2, 1 left`.
fn told_numbers<'a>(line: &'a str, name: &str) -> Vec<Told<'a>> {
    let Some(rest) = line.trim().strip_prefix(name).filter(|rest| rest.starts_with([' ', ':', ','])) else {
        return Vec::new();
    };
    let all: Vec<_> = numbers(rest).into_iter().flatten().collect();
    let mut told = Vec::new();
    for (at, number) in all.iter().enumerate() {
        let words = &number.before;
        let is_name = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
        match words[..] {
            [.., word] if is_name(word) => told.push((word, None, number.value)),
            [.., word, "-"] if is_name(word) => {
                let left = all.get(at + 1).filter(|_| rest.ends_with(" left"));
                told.extend(left.map(|left| (word, Some(left.value + number.value), left.value)));
            }
            _ => {}
        }
    }
    told
}

/// Returns where a line says of a number that it was another than was told of it last, with nothing told of its unit
/// since.
fn wrong_before<'a>(lines: impl Iterator<Item = &'a String> + Clone, name: &str) -> Option<String> {
    let mut last: BTreeMap<&str, (i64, usize)> = BTreeMap::new();
    // The last line in which something may have happened to the unit.
    let mut at_last = 0;
    for (at, line) in lines.enumerate() {
        for (word, before, now) in told_numbers(line, name) {
            let known = last.get(word).filter(|(_, told_at)| *told_at >= at_last);
            if let (Some((known, _)), true) = (known, at > 0)
                && *known != before.unwrap_or(now)
            {
                return Some(format!("{name} had {word} {known}:\n{line}"));
            }
            last.insert(word, (now, at));
        }
        if line.contains(name) {
            at_last = at;
        }
    }
    None
}

/// Returns what of a transcript is wrong: numbers in its lines, and where the last line of a turn that tells of a unit's
/// health and the state behind it differ.
pub(super) fn breaches(scenario: &Scenario, seed: u64, fight: u64) -> Vec<Breach> {
    let about = scenario.engine().about();
    let Ok(traced) = trace(scenario.engine(), seed, fight) else {
        return vec![Breach { kind: "a broken fight".to_owned(), told: String::new() }];
    };
    let names: Vec<&str> = about.roster.units.iter().map(|unit| unit.name.as_str()).collect();
    let mut found = Vec::new();
    let lines = || traced.by_turn.turns.iter().flat_map(|turn| &turn.lines);
    for (at, line) in lines().enumerate() {
        for (kind, wrong) in
            [("a sum is wrong", wrong_sum(line)), ("a verdict is wrong", wrong_verdict(line))]
        {
            let before =
                || lines().skip(at.saturating_sub(5)).take(at.min(5)).cloned().collect::<Vec<_>>().join("\n");
            found.extend(wrong.map(|wrong| Breach {
                kind: kind.to_owned(),
                told: format!("{}\n{line}\n>> {wrong}", before()),
            }));
        }
    }
    for name in names.iter().filter(|name| names.iter().filter(|other| other == name).count() == 1) {
        found.extend(
            wrong_before(lines(), name)
                .map(|told| Breach { kind: "a number is another than it was told".to_owned(), told }),
        );
    }
    for turn in traced.by_turn.turns.iter().filter(|_| about.health == Health::Left) {
        let Some(after) = &turn.after else { continue };
        for (unit, name) in names.iter().enumerate() {
            // Two units of one name are told apart by nobody.
            if names.iter().filter(|other| *other == name).count() > 1 {
                continue;
            }
            let told = turn
                .lines
                .iter()
                .enumerate()
                .rev()
                .find_map(|(at, line)| told_health(line, name).map(|health| (at, health)));
            let Some((at, told)) = told else { continue };
            // Who acts may be hurt behind the line that opens its turn without being named.
            if at == 0 && turn.lines.len() > 1 {
                continue;
            }
            if told.max(0) != i64::from(after[unit].health) && after[unit].is_standing {
                found.push(Breach {
                    kind: "another health is told than there is".to_owned(),
                    told: format!("{}\n>> {name} has {}", turn.lines.join("\n"), after[unit].health),
                });
            }
        }
    }
    found
}
