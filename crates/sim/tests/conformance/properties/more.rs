//! More health, higher numbers and one more friend never lower the chance of a side.

use serde_json::{Value, json};

use super::changes::exact;
use super::watched::Breach;
use super::{SEED, asked};
use crate::support::Choices;
use crate::support::from_schema::{Made, Maker, mended};

/// Kinds of breaches that are right, by game and with the reason.
pub(super) const ALLOWED: &[(&str, &str, &str)] = &[];

/// Paired fights of files that are out of exact reach.
const FIGHTS: u64 = 1_500;
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
];

/// Betters the file in several ways and compares.
pub(super) fn breaches(made: &Made, maker: &Maker, seed: u64) -> Vec<Breach> {
    let mut choices = Choices::new(seed ^ 0x307e);
    // Of three sides the strongest is everybody's first target.
    if made.scenario.engine().about().roster.sides.len() > 2 {
        return Vec::new();
    }
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
        let what = if let Some(key) = key {
            let Some(value) = units[unit].get(key).and_then(Value::as_i64) else { continue };
            units[unit][key] = json!(value + choices.between(1, 6));
            format!("more {key}")
        } else {
            let mut friend = units[unit].clone();
            friend["name"] = json!("friend");
            if friend.get("position").is_some() {
                continue;
            }
            units.push(friend);
            "one more friend".to_owned()
        };
        let Some(with) = mended(tree.clone()) else { continue };
        if with.tree != tree {
            continue;
        }
        let is_better = |key: &str| better.contains(&key) || is_health(made, &with);
        if key.is_some_and(|key| !is_better(key)) {
            continue;
        }
        found.extend(worse(made, &with, side, &what));
    }
    found
}

/// Returns whether what was raised is health: somebody begins with more, and nobody with less.
fn is_health(made: &Made, with: &Made) -> bool {
    let [before, after] = [made, with].map(|of| asked(&of.scenario).health(SEED));
    let pairs = || before.iter().zip(&after);
    pairs().any(|(before, after)| after > before) && pairs().all(|(before, after)| after >= before)
}

/// Returns whether a side that was bettered wins less often.
fn worse(made: &Made, with: &Made, side: usize, what: &str) -> Option<Breach> {
    let kind = format!("{what} lowers the chance of a side");
    if let (Some(before), Some(after)) = (exact(&made.scenario), exact(&with.scenario)) {
        let lower = before[side] - after[side] > 1e-9;
        return lower.then(|| Breach {
            kind,
            told: format!("side{side} wins {} and then {}:\n{}", before[side], after[side], with.text),
        });
    }
    let before = asked(&made.scenario).outcomes(SEED, FIGHTS);
    let after = asked(&with.scenario).outcomes(SEED, FIGHTS);
    let won = |end: &Option<usize>| *end == Some(side);
    let pairs = || before.iter().zip(&after);
    let lost = pairs().filter(|(a, b)| won(a) && !won(b)).count() as f64;
    let gained = pairs().filter(|(a, b)| !won(a) && won(b)).count() as f64;
    (lost - gained > FAR * (lost + gained).sqrt() && lost - gained > 20.0).then(|| Breach {
        kind,
        told: format!(
            "of {FIGHTS} pairs side{side} loses {lost} that it won and wins {gained} that it lost:\n{}",
            with.text
        ),
    })
}
