//! More health, higher numbers, more damage and one more friend never lower the chance of a side.

use core::cell::{OnceCell, RefCell};
use core::ops::Range;

use serde_json::{Value, json};

use super::changes::exact;
use super::watched::Breach;
use super::{SEED, asked};
use crate::support::Choices;
use crate::support::from_schema::{Made, Maker, mended};

/// Kinds of breaches that are right, by game and with the reason.
pub(super) const ALLOWED: &[(&str, &str, &str)] = &[];

/// Rounds within which nearly all fights end that ever do.
const ROUNDS: u64 = 60;
/// Paired fights of files that are out of exact reach.
const FIGHTS: u64 = 1_500;
/// They are played in parts, up to so many, as long as more pairs are lost than gained by so many standard errors of the sign
/// test: of losses that are found in the end one in 100 is missed.
const PARTS: [(u64, f64); 3] = [(500, 0.5), (1_000, 1.5), (FIGHTS, FAR)];
/// What it may cost a side of several that a foe turns from whom was bettered to a friend: of two the weaker is struck
/// first, and who was the weaker may be no more. Exactly, and of the sampled pairs.
const TURNED: f64 = 0.015;
/// Standard errors of the sign test.
const FAR: f64 = 5.0;

/// Numbers of units of which more is better, by game. Health is found in the schema: the numbers of which one more
/// is one more of what a unit begins with.
const BETTER: &[(&str, &[&str])] = &[
    ("stonebound", &["atk", "crt", "pd", "sd"]),
    ("cardinal", &["ward"]),
    ("juso", &["strength", "armour", "special_armour"]),
    ("night-wizard", &["hit", "dodge", "attack", "defense"]),
    ("mahou-galaxy", &["armor", "str"]),
    ("toy", &["damage", "shots"]),
];

/// A file that is bettered, and what is known of its fights.
struct Before<'a> {
    made: &'a Made,
    exact: OnceCell<Option<Vec<f64>>>,
    outcomes: RefCell<Vec<Option<usize>>>,
}

impl Before<'_> {
    /// Returns which side wins each of these fights.
    fn outcomes(&self, fights: Range<u64>) -> Vec<Option<usize>> {
        let mut known = self.outcomes.borrow_mut();
        let n = known.len() as u64;
        if n < fights.end {
            known.extend(asked(&self.made.scenario).outcomes(SEED, n..fights.end));
        }
        known[fights.start as usize..fights.end as usize].to_vec()
    }
}

/// Betters the file in several ways and compares.
pub(super) fn breaches(made: &Made, maker: &Maker, seed: u64) -> Vec<Breach> {
    let mut choices = Choices::new(seed ^ 0x307e);
    // Of three sides the strongest is everybody's first target.
    if made.scenario.engine().about().roster.sides.len() > 2 {
        return Vec::new();
    }
    // Who is more may need longer to win.
    let mut tree = made.tree.clone();
    tree["run"]["max_rounds"] = json!(ROUNDS);
    // JU-34, JU-69: whom a blow knocks past a square that blocks moves no melee reaches any more, so that a friend's blow
    // may cost the fight.
    for obstacle in tree.pointer_mut("/map/obstacles").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(obstacle) = obstacle.as_object_mut() {
            obstacle.remove("blocks_move");
        }
    }
    let Some(made) = &whole(&tree) else { return Vec::new() };
    let before = Before { made, exact: OnceCell::new(), outcomes: RefCell::default() };
    let mut found = Vec::new();
    let game = made.scenario.info.name();
    let better = BETTER.iter().find(|(name, _)| *name == game).map_or(&[][..], |(_, keys)| keys);
    let numbers = maker.number_keys();
    for key in numbers.iter().map(String::as_str).map(Some).chain([None]) {
        let mut tree = made.tree.clone();
        let sides = tree["side"].as_array_mut().expect("sides");
        let side = choices.between(0, sides.len() as i64 - 1) as usize;
        let units = sides[side]["unit"].as_array_mut().expect("units");
        let unit = choices.between(0, units.len() as i64 - 1) as usize;
        let (what, with) = if let Some(key) = key {
            let Some(value) = units[unit].get(key).and_then(Value::as_i64) else { continue };
            units[unit][key] = json!(value + choices.between(1, 6));
            (format!("more {key}"), whole(&tree))
        } else {
            let mut friend = units[unit].clone();
            friend["name"] = json!("friend");
            units.push(friend);
            ("one more friend".to_owned(), beside(&tree, side, unit))
        };
        let Some(with) = with else { continue };
        let is_better = |key: &str| better.contains(&key) || is_health(made, &with);
        if key.is_some_and(|key| !is_better(key)) {
            continue;
        }
        found.extend(worse(&before, &with, side, &what));
    }
    found.extend(harder(&before, &mut choices));
    found
}

/// The file of a tree whose last unit of a side stands beside another, where that has a place on a map.
fn beside(tree: &Value, side: usize, unit: usize) -> Option<Made> {
    let Some(place) = tree["side"][side]["unit"][unit].get("position") else { return whole(tree) };
    let last = tree["side"][side]["unit"].as_array()?.len() - 1;
    [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().find_map(|(x, y)| {
        let mut tree = tree.clone();
        let mut place = place.clone();
        for (at, by) in [x, y].into_iter().enumerate() {
            place[at] = json!(place[at].as_i64()? + by);
        }
        tree["side"][side]["unit"][last]["position"] = place;
        whole(&tree)
    })
}

/// The file of a tree of which nothing is refused.
fn whole(tree: &Value) -> Option<Made> {
    mended(tree.clone()).filter(|with| with.tree == *tree)
}

/// Raises what one weapon or ability of a unit does, and compares.
fn harder(before: &Before<'_>, choices: &mut Choices) -> Option<Breach> {
    let made = before.made;
    let mut tree = made.tree.clone();
    let side = choices.between(0, made.tree["side"].as_array()?.len() as i64 - 1) as usize;
    let place = choices.between(0, made.tree["side"][side]["unit"].as_array()?.len() as i64 - 1) as usize;
    for key in ["weapons", "abilities"] {
        let section = if key == "weapons" { "weapon" } else { "ability" };
        let Some(all) = tree["side"][side]["unit"][place].get(key).and_then(Value::as_array) else {
            continue;
        };
        let mut all = all.clone();
        for one in &mut all {
            // What is named is written out, so that nobody else has more of it.
            if let Some(name) = one.as_str().map(str::to_owned)
                && let Some(block) = made.tree.get(section).and_then(|blocks| blocks.get(&name))
            {
                *one = block.clone();
                one["name"] = json!(name);
            }
        }
        let mut all = Value::Array(all);
        if raised(&mut all, choices.between(1, 3)) {
            tree["side"][side]["unit"][place][key] = all;
            break;
        }
    }
    if tree == made.tree {
        return None;
    }
    worse(before, &whole(&tree)?, side, "more damage")
}

/// Raises the first damage that is found by a number; false if there is none.
fn raised(value: &mut Value, by: i64) -> bool {
    match value {
        Value::Object(table) => {
            // Beside dice that are a list stands what is added to them.
            let is_list = |of: &Value| of.is_array() || of.get("sets").is_some();
            if table.get("damage").is_some_and(is_list) {
                let of = if table["damage"].is_array() {
                    table
                } else {
                    table["damage"].as_object_mut().expect("a table")
                };
                let flat = of.get("flat").and_then(Value::as_i64).unwrap_or(0);
                of.insert("flat".to_owned(), json!(flat + by));
                return true;
            }
            table.get_mut("damage").is_some_and(|damage| more(damage, by))
                || ["effects", "on_hit"]
                    .iter()
                    .any(|key| table.get_mut(*key).is_some_and(|of| raised(of, by)))
        }
        Value::Array(all) => all.iter_mut().any(|one| raised(one, by)),
        _ => false,
    }
}

/// Adds to a number or to dice.
fn more(damage: &mut Value, by: i64) -> bool {
    match damage {
        Value::Number(n) if n.as_i64().is_some_and(|n| n > 0) => {
            *damage = json!(n.as_i64().unwrap_or(0) + by);
            true
        }
        Value::String(dice) if dice.contains('d') && !dice.contains(['+', '-']) => {
            *damage = json!(format!("{dice}+{by}"));
            true
        }
        Value::Object(table) => {
            ["n", "amount"].iter().any(|key| table.get_mut(*key).is_some_and(|of| more(of, by)))
        }
        _ => false,
    }
}

/// Returns whether what was raised is health: somebody begins with more, and nobody with less.
fn is_health(made: &Made, with: &Made) -> bool {
    let [before, after] = [made, with].map(|of| asked(&of.scenario).health(SEED));
    let pairs = || before.iter().zip(&after);
    pairs().any(|(before, after)| after > before) && pairs().all(|(before, after)| after >= before)
}

/// Returns whether a side that was bettered wins less often.
fn worse(file: &Before<'_>, with: &Made, side: usize, what: &str) -> Option<Breach> {
    let kind = format!("{what} lowers the chance of a side");
    let known = file.exact.get_or_init(|| exact(&file.made.scenario));
    if let (Some(before), Some(after)) = (known, known.as_ref().and_then(|_| exact(&with.scenario))) {
        let alone = file.made.scenario.engine().about().roster.sides[side].units.len() == 1;
        let lower = before[side] - after[side] > if alone { 1e-9 } else { TURNED };
        return lower.then(|| Breach {
            kind,
            told: format!("side{side} wins {} and then {}:\n{}", before[side], after[side], with.text),
        });
    }
    let won = |end: &Option<usize>| *end == Some(side);
    let (mut lost, mut gained, mut from) = (0.0, 0.0, 0);
    for (to, far) in PARTS {
        let (before, after) = (file.outcomes(from..to), asked(&with.scenario).outcomes(SEED, from..to));
        let pairs = || before.iter().zip(&after);
        lost += pairs().filter(|(a, b)| won(a) && !won(b)).count() as f64;
        gained += pairs().filter(|(a, b)| !won(a) && won(b)).count() as f64;
        if lost - gained <= far * f64::sqrt(lost + gained) {
            return None;
        }
        from = to;
    }
    (lost - gained > TURNED * FIGHTS as f64).then(|| Breach {
        kind,
        told: format!(
            "of {FIGHTS} pairs side{side} loses {lost} that it won and wins {gained} that it lost:\n{}",
            with.text
        ),
    })
}
