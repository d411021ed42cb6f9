//! What play is worth: each decision of each unit switched to its other named tactics, one at a time.
//!
//! A switch that is refused or draws a warning cannot be taken by this unit, and is not played.

use std::path::Path;

use fray_rules::declare::tactics::{DecisionInfo, Takes};
use fray_rules::engine::roster::SideId;
use fray_rules::sheet::declare::quoted;

use super::switches::{Switch, Switches, What};
use crate::card::copies::copied_from;
use crate::scenario::{Options, Scenario, load_scenario};

/// Finds the switches of the scenario in the file at `path`, read with `options`; of one side alone, if
/// it is named.
#[must_use]
pub fn switches(path: &Path, options: &Options, base: &Scenario, of: Option<SideId>) -> Switches {
    let roster = base.engine().about().roster;
    let mut found = Switches { what: What::Tactics, ..Switches::default() };
    for (i, side) in roster.sides.iter().enumerate() {
        let id = SideId(i as u8);
        if of.is_some_and(|of| of != id) {
            continue;
        }
        for decision in base.info.tactics() {
            let mut is_of_units = false;
            let mut units: Vec<&str> = side.units.map(|unit| copied_from(roster.unit(unit))).collect();
            units.dedup();
            for unit in units {
                let at = format!("{}/{}", quoted(&side.name), quoted(unit));
                is_of_units |= add(&mut found, path, options, base, decision, id, Some(unit), &at);
            }
            if !is_of_units {
                add(&mut found, path, options, base, decision, id, None, &quoted(&side.name));
            }
        }
    }
    found.untried.sort();
    found.untried.dedup();
    found
}

/// Adds what a decision at this place can be switched to. Returns whether the place has the decision.
#[expect(clippy::too_many_arguments, reason = "all of them name one place of one file")]
fn add(
    found: &mut Switches,
    path: &Path,
    options: &Options,
    base: &Scenario,
    decision: &DecisionInfo,
    side: SideId,
    unit: Option<&str>,
    at: &str,
) -> bool {
    let mut is_here = false;
    for choice in decision.choices {
        if choice.takes != Takes::Nothing {
            found.untried.push(match choice.takes.is_bare() {
                true => format!("{} of {}", choice.name, decision.key),
                false => format!("`{}` of {}", choice.name, decision.key),
            });
            continue;
        }
        let set = format!("{at}.tactics.{}={}", decision.key, choice.name);
        let mut changed = options.clone();
        changed.sets.push(("--set".to_owned(), set.clone()));
        let Ok(scenario) = load_scenario(path, &changed) else { continue };
        is_here = true;
        let draws_a_warning = scenario.warnings.len() > base.warnings.len();
        if scenario.hash != base.hash && !draws_a_warning {
            found.all.push(Switch {
                side: Some(side),
                unit: unit.map(str::to_owned),
                key: decision.key,
                value: choice.name.to_owned(),
                set,
                scenario,
            });
        }
    }
    is_here
}
