//! The legal named tactics of the units of a scenario.
//!
//! A tactic that is refused or draws a warning cannot be taken by a unit.

use std::path::Path;

use fray_engine::roster::SideId;
use fray_kit::declare::tactics::{ChoiceInfo, DecisionInfo, Takes};
use fray_kit::sheet::declare::quoted;
use rayon::prelude::*;

use super::{Options, Scenario, load_scenario};
use crate::card::copies::copied_from;

/// A named tactic that a unit, or a side, can take.
#[derive(Debug)]
pub struct LegalTactic {
    /// The side.
    pub side: SideId,
    /// The unit without the number of a copy; none for a decision of the side.
    pub unit: Option<String>,
    /// The decision.
    pub key: &'static str,
    /// The tactic.
    pub value: &'static str,
    /// The change as an argument of `--set`.
    pub set: String,
    /// The scenario with the change.
    pub scenario: Scenario,
    /// Whether it is the present tactic, which the change names.
    pub is_present: bool,
}

/// The legal named tactics of a scenario.
#[derive(Debug, Default)]
pub struct LegalTactics {
    /// All, those of one decision behind each other, in file order.
    pub all: Vec<LegalTactic>,
    /// What takes a value that nobody can guess, by decision: `keep_distance of move`.
    pub untried: Vec<String>,
}

/// Finds the legal named tactics of the scenario `base` in the file at `path`, read with `options`; of one
/// side alone, if it is named.
#[must_use]
pub fn legal_tactics(path: &Path, options: &Options, base: &Scenario, of: Option<SideId>) -> LegalTactics {
    let roster = base.engine().about().roster;
    let mut found = LegalTactics::default();
    let place = Finder { path, options, base };
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
                is_of_units |= place.add(&mut found, decision, id, Some(unit), &at);
            }
            if !is_of_units {
                place.add(&mut found, decision, id, None, &quoted(&side.name));
            }
        }
    }
    found.untried.sort();
    found.untried.dedup();
    found
}

/// The most files that [`legal_tactics`] reads: one for each named choice of each unit and side.
#[must_use]
pub(crate) fn readings(base: &Scenario) -> u64 {
    let roster = base.engine().about().roster;
    let places: usize = roster
        .sides
        .iter()
        .map(|side| {
            let mut units: Vec<&str> = side.units.map(|unit| copied_from(roster.unit(unit))).collect();
            units.dedup();
            // A decision of the side is asked of its units first.
            units.len() + 1
        })
        .sum();
    let choices = base.info.tactics().iter().flat_map(|decision| decision.choices);
    (places * choices.filter(|choice| choice.takes == Takes::Nothing).count()) as u64
}

/// The scenario whose tactics are looked for.
struct Finder<'a> {
    path: &'a Path,
    options: &'a Options,
    base: &'a Scenario,
}

impl Finder<'_> {
    /// Adds the tactics of a decision at this place. Returns whether the place has the decision.
    fn add(
        &self,
        found: &mut LegalTactics,
        decision: &'static DecisionInfo,
        side: SideId,
        unit: Option<&str>,
        at: &str,
    ) -> bool {
        let mut is_here = false;
        let read = |choice: &ChoiceInfo| {
            let set = format!("{at}.tactics.{}={}", decision.key, choice.name);
            let mut changed = self.options.clone();
            changed.sets.push(("--set".to_owned(), set.clone()));
            load_scenario(self.path, &changed).ok().map(|scenario| (set, scenario))
        };
        let all: Vec<_> = decision
            .choices
            .par_iter()
            .map(|choice| (choice.takes == Takes::Nothing).then(|| read(choice)).flatten())
            .collect();
        for (choice, read) in decision.choices.iter().zip(all) {
            if choice.takes != Takes::Nothing {
                found.untried.push(match choice.takes.is_bare() {
                    true => format!("{} of {}", choice.name, decision.key),
                    false => format!("`{}` of {}", choice.name, decision.key),
                });
                continue;
            }
            let Some((set, scenario)) = read else { continue };
            is_here = true;
            if scenario.warnings.len() <= self.base.warnings.len() {
                found.all.push(LegalTactic {
                    side,
                    unit: unit.map(str::to_owned),
                    key: decision.key,
                    value: choice.name,
                    set,
                    is_present: scenario.hash == self.base.hash,
                    scenario,
                });
            }
        }
        is_here
    }
}
