//! What may change the dice and no chance: other names, another order of listing, an empty map.

use core::ops::Range;
use core::sync::atomic::AtomicBool;

use fray_sim::exact::{Options, solve};
use fray_sim::play::trace::trace;
use fray_sim::scenario::Scenario;
use serde_json::{Value, json};

use super::watched::Breach;
use super::{SEED, asked};
use crate::support::from_schema::{Made, mended};

/// Fights by which files out of exact reach are compared, up to so many, and the standard errors up to which a difference
/// is no reason to play on: of differences that are found in the end one in 200 is missed by each.
const PARTS: [(u64, f64); 3] = [(1_000, 1.0), (2_000, 2.5), (3_000, FAR)];
/// Fights in which is looked for who flies.
const RISING: u64 = 6;
/// Standard errors beyond which a difference is no chance: one file in 3e9.
const FAR: f64 = 6.2;

/// The exact probability of each outcome, where it is found in a short time.
pub(super) fn exact(scenario: &Scenario) -> Option<Vec<f64>> {
    let options =
        Options { max_paths: 100_000, max_steps: 10_000_000, max_bytes: 1 << 27, ..Options::default() };
    let answer = solve(scenario.engine(), "file", &options, &AtomicBool::new(false)).ok()?;
    let sides = scenario.engine().about().roster.sides;
    let ends = sides.iter().map(|side| answer.win(&side.name));
    Some(ends.chain([answer.draw(), answer.timeout()]).collect())
}

/// Returns how often each side wins these fights.
fn wins(scenario: &Scenario, fights: Range<u64>) -> Vec<f64> {
    let outcomes = asked(scenario).outcomes(SEED, fights);
    let sides = scenario.engine().about().roster.sides.len();
    (0..sides).map(|side| outcomes.iter().filter(|end| **end == Some(side)).count() as f64).collect()
}

/// The file with other names for its units.
pub(super) fn renamed(made: &Made) -> Option<Breach> {
    fn rename(value: &mut Value) {
        match value {
            Value::String(word) => {
                let number = word.strip_prefix("unit").filter(|n| n.chars().all(|c| c.is_ascii_digit()));
                if let Some(number) = number.filter(|number| !number.is_empty()) {
                    // Sorted otherwise than before.
                    *word = format!("Name {}", 99 - number.parse::<u32>().expect("a number") % 99);
                }
            }
            Value::Array(all) => all.iter_mut().for_each(rename),
            Value::Object(table) => table.values_mut().for_each(rename),
            _ => {}
        }
    }
    let mut tree = made.tree.clone();
    rename(&mut tree);
    let with = mended(tree.clone())?;
    if with.tree != tree {
        return Some(Breach { kind: "other names are refused".to_owned(), told: with.text });
    }
    differ(made, &with, "other names")
        .map(|told| Breach { kind: "other names win more often".to_owned(), told })
}

/// What differs between the chances of two files whose sides have the same names, beyond luck: exactly where that
/// is cheap.
fn differ(made: &Made, with: &Made, what: &str) -> Option<String> {
    let names = |of: &Made| -> Vec<String> {
        of.scenario.engine().about().roster.sides.iter().map(|side| side.name.clone()).collect()
    };
    // By side of the first file, the place in the second.
    let of_with = names(with);
    let places: Vec<usize> = names(made)
        .iter()
        .map(|side| of_with.iter().position(|it| it == side).expect("the same sides"))
        .collect();
    let again = |of: &[f64]| -> Vec<f64> {
        let ends = of[places.len()..].iter().copied();
        places.iter().map(|&place| of[place]).chain(ends).collect()
    };
    if let Some(before) = exact(&made.scenario)
        && let Some(after) = exact(&with.scenario)
    {
        let after = again(&after);
        let far = before.iter().zip(&after).any(|(a, b)| (a - b).abs() > 1e-9);
        return far
            .then(|| format!("exactly {before:?} and {after:?} with {what}:\n{}\n{}", made.text, with.text));
    }
    let mut all = vec![[0.0; 2]; places.len()];
    let mut from = 0;
    for (to, far) in PARTS {
        let (before, after) = (wins(&made.scenario, from..to), wins(&with.scenario, from..to));
        for (side, [a, b]) in all.iter_mut().enumerate() {
            (*a, *b) = (*a + before[side], *b + after[places[side]]);
        }
        let n = to as f64;
        let is_far = all.iter().any(|[a, b]| {
            let p = (a + b) / (2.0 * n);
            (a - b).abs() > far * (2.0 * n * p * (1.0 - p)).sqrt()
        });
        if !is_far {
            return None;
        }
        from = to;
    }
    Some(format!("{all:?} of {from} with {what}:\n{}\n{}", made.text, with.text))
}

/// Kinds of breaches of the order of listing that are right, by game and with the reason.
pub(super) const ORDERED: &[(&str, &str, &str)] = &[];

/// Kinds of breaches of an empty map that are right, by game and with the reason.
pub(super) const MAPPED: &[(&str, &str, &str)] = &[];

/// The first unit of each of the first two sides, without a map and with every ruling at its default: where nobody
/// has a choice of targets and the dice break ties.
fn duel(made: &Made) -> Option<Made> {
    let mut tree = made.tree.clone();
    let table = tree.as_object_mut().expect("a table");
    ["map", "rulings", "series"].iter().for_each(|key| drop(table.remove(*key)));
    let sides = tree["side"].as_array_mut().expect("sides");
    sides.truncate(2);
    for side in sides {
        let units = side["unit"].as_array_mut().expect("units");
        units.truncate(1);
        for key in ["position", "col", "count"] {
            units[0].as_object_mut().expect("a unit").remove(key);
        }
    }
    mended(tree)
}

/// Returns whether the sides of a duel win otherwise when they are listed the other way round.
pub(super) fn listed_otherwise(made: &Made) -> Option<Breach> {
    let duel = duel(made)?;
    let mut tree = duel.tree.clone();
    tree["side"].as_array_mut().expect("sides").reverse();
    let with = mended(tree.clone()).filter(|with| with.tree == tree)?;
    let told = differ(&duel, &with, "the sides listed the other way round")?;
    Some(Breach { kind: "the order of listing changes who wins".to_owned(), told })
}

/// Returns whether a duel has other chances on an empty map of two squares, on which nobody can go anywhere.
pub(super) fn on_a_map(made: &Made) -> Option<Breach> {
    let duel = duel(made)?;
    // Whoever is called into a fight needs a square of its own.
    if duel.scenario.engine().about().roster.units.len() > 2 {
        return None;
    }
    let mut tree = duel.tree.clone();
    tree["map"] = json!({ "width": 2, "height": 1 });
    for (x, side) in tree["side"].as_array_mut().expect("sides").iter_mut().enumerate() {
        side["unit"][0]["position"] = json!([x, 0]);
    }
    // Games without such maps have nothing to hold.
    let with = mended(tree.clone()).filter(|with| with.tree == tree)?;
    if rises(&with) {
        return None;
    }
    let told = differ(&duel, &with, "a map of two squares")?;
    Some(Breach { kind: "an empty map changes who wins".to_owned(), told })
}

/// Returns whether somebody leaves the ground in some fights: above two squares there is room.
fn rises(made: &Made) -> bool {
    (0..RISING).any(|fight| {
        let Ok(traced) = trace(made.scenario.engine(), SEED, fight) else { return false };
        let stands = || traced.by_turn.turns.iter().filter_map(|turn| turn.after.as_ref());
        stands().flatten().filter_map(|unit| unit.spot).any(|spot| spot.z > 0)
    })
}
