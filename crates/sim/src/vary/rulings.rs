//! The worth of house rules: each ruling switched to its other answers, one at a time.
//!
//! A number is switched to all of its range if that is short, else to its neighbours and the ends of the
//! range. A ruling that the scenario cannot meet is not played: its declaration says when it can matter.

use std::path::Path;

use fray_kit::declare::rulings::{Other, RulingInfo};

use super::switches::{Idle, Switch, Switches, What};
use crate::scenario::{Options, Scenario, load_scenario};

/// The most numbers of a range that are all tried.
const MOST_NUMBERS: i64 = 8;

/// Finds the switches of the rulings of the scenario in the file at `path`, read with `options`.
#[must_use]
pub fn switches(path: &Path, options: &Options, base: &Scenario) -> Switches {
    let mut found = Switches { what: What::Rulings, ..Switches::default() };
    for info in base.info.rulings() {
        if base.idle_rulings.contains(&info.key) {
            found.idle.push(Idle { key: info.key, need: info.need.unwrap_or_default() });
            continue;
        }
        if matches!(
            info.other,
            Some(Other::Pairs(_) | Other::Texts(_) | Other::Words(_) | Other::Form(_) | Other::Rows(_))
        ) {
            found.untried.push(info.key.to_owned());
        }
        for value in values(info, base) {
            let set = format!("rulings.{}={value}", info.key);
            let mut changed = options.clone();
            changed.sets.push(("--set".to_owned(), set.clone()));
            // What is refused does not go with another value of the scenario.
            let Ok(scenario) = load_scenario(path, &changed) else { continue };
            if scenario.hash != base.hash {
                let value = value.trim_matches('"').to_owned();
                found.all.push(Switch { side: None, unit: None, key: info.key, value, set, scenario });
            }
        }
    }
    found
}

/// The answers that a ruling may have, as TOML; the present one among them.
fn values(info: &RulingInfo, base: &Scenario) -> Vec<String> {
    let mut values: Vec<String> = info.words.iter().map(|word| format!("\"{word}\"")).collect();
    if let Some((lo, hi)) = info.range {
        let path = format!("rulings.{}", info.key);
        let present = base.merged().iter().find(|merged| merged.path == path);
        let present = present.and_then(|merged| merged.value.as_i64());
        let legal = |number: &i64| (lo..=hi).contains(number) && (number - lo) % info.step == 0;
        let mut numbers: Vec<i64> = if (hi - lo) / info.step < MOST_NUMBERS {
            (lo..=hi).collect()
        } else {
            let beside = present.map(|now| [now - info.step, now + info.step]).into_iter().flatten();
            [lo, hi].into_iter().chain(beside).collect()
        };
        numbers.retain(legal);
        numbers.sort_unstable();
        numbers.dedup();
        values.extend(numbers.into_iter().map(|number| number.to_string()));
    }
    if info.other == Some(Other::Side) {
        values.extend(base.engine().about().roster.sides.iter().map(|side| format!("{:?}", side.name)));
    }
    values
}
