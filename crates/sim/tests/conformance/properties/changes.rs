//! Other names play the same fights on other dice.

use core::sync::atomic::AtomicBool;

use fray_sim::exact::{Options, solve};
use fray_sim::scenario::Scenario;
use serde_json::Value;

use super::watched::Breach;
use super::{SEED, asked};
use crate::support::from_schema::{Made, mended};

/// Fights by which files out of exact reach are compared.
const FIGHTS: u64 = 3_000;
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

/// How often each side wins.
pub(super) fn wins(scenario: &Scenario, fights: u64) -> Vec<f64> {
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
    if let (Some(before), Some(after)) = (exact(&made.scenario), exact(&with.scenario)) {
        let far = before.iter().zip(&after).any(|(a, b)| (a - b).abs() > 1e-9);
        return far.then(|| Breach {
            kind: "other names have another exact answer".to_owned(),
            told: format!("{before:?} and {after:?} with names of\n{}", with.text),
        });
    }
    let (before, after) = (wins(&made.scenario, FIGHTS), wins(&with.scenario, FIGHTS));
    let n = FIGHTS as f64;
    let far = before.iter().zip(&after).any(|(a, b)| {
        let p = (a + b) / (2.0 * n);
        (a - b).abs() > FAR * (2.0 * n * p * (1.0 - p)).sqrt()
    });
    far.then(|| Breach {
        kind: "other names win more often".to_owned(),
        told: format!("{before:?} and {after:?} of {FIGHTS} with names of\n{}", with.text),
    })
}
