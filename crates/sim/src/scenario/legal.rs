//! The legal named tactics of the units of a scenario.
//!
//! A tactic that is refused or draws a warning cannot be taken by a unit.

use core::sync::atomic::{AtomicBool, Ordering};
use std::path::Path;

use fray_engine::roster::SideId;
use fray_kit::declare::tactics::{ChoiceInfo, DecisionInfo, Takes};
use fray_kit::sheet::declare::quoted;
use rayon::prelude::*;

use super::{BuiltScenario, Options, Scenario, load_scenario};
use crate::card::copies::copied_from;

/// A named tactic that a unit, or a side, can take, and the scenario with it.
#[derive(Debug)]
pub struct LegalTactic<S = Scenario> {
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
    pub scenario: S,
    /// Whether it is the present tactic, which the change names.
    pub is_present: bool,
}

/// The legal named tactics of a scenario.
#[derive(Debug)]
pub struct LegalTactics<S = Scenario> {
    /// All, those of one decision behind each other, in file order.
    pub all: Vec<LegalTactic<S>>,
    /// The tactics that take a value which nobody can guess, by decision: `keep_distance of move`.
    pub untried: Vec<String>,
}

/// A scenario with a change, as the rules read it.
struct Changed<S> {
    scenario: S,
    hash: u64,
    /// The number of warnings that it draws.
    warnings: usize,
}

/// Finds the legal named tactics of the scenario `base` in the file at `path`, read with `options`; of one
/// side alone, if it is named. Once `stop` is set, no further one is read.
#[must_use]
pub fn legal_tactics(
    path: &Path,
    options: &Options,
    base: &Scenario,
    of: Option<SideId>,
    stop: &AtomicBool,
) -> LegalTactics {
    let own = base.with_sets(&[]).filter(|_| base.is_plain());
    let read = |set: &str| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut changed = options.clone();
        changed.sets.push(("--set".to_owned(), set.to_owned()));
        let scenario = load_scenario(path, &changed).ok()?;
        // Games warn of what changes nothing where it stands in the file, and not in an argument or an include.
        let as_of_file = own.as_ref().and_then(|_| base.with_sets(&[set.to_owned()]));
        let warnings = as_of_file.map_or(scenario.warnings.len(), |it| it.warnings);
        Some(Changed { hash: scenario.hash, warnings, scenario })
    };
    find(base, of, own.as_ref().map_or(base.warnings.len(), |own| own.warnings), &read)
}

/// Finds the legal named tactics of a scenario without reading its file again; none of one that draws tactics
/// at random. Once `stop` is set, no further one is made.
#[must_use]
pub fn composed_tactics(base: &Scenario, stop: &AtomicBool) -> LegalTactics<BuiltScenario> {
    let read = |sets: &[String]| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let scenario = base.with_sets(sets)?;
        Some(Changed { hash: scenario.hash, warnings: scenario.warnings, scenario })
    };
    match read(&[]).filter(|_| base.is_plain()) {
        Some(own) => find(base, None, own.warnings, &|set: &str| read(&[set.to_owned()])),
        None => LegalTactics { all: Vec::new(), untried: Vec::new() },
    }
}

/// Finds the legal named tactics of a scenario, of one side alone if it is named, each by what `read` makes of
/// the argument of `--set`. One that draws more warnings than `warnings` is none.
fn find<S: Send>(
    base: &Scenario,
    of: Option<SideId>,
    warnings: usize,
    read: &(dyn Fn(&str) -> Option<Changed<S>> + Sync),
) -> LegalTactics<S> {
    let roster = base.engine().about().roster;
    let mut found = LegalTactics { all: Vec::new(), untried: Vec::new() };
    let place = Finder { base, warnings, read };
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

/// The most scenarios that [`composed_tactics`] reads: one for each named choice of each unit and side.
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
struct Finder<'a, S> {
    base: &'a Scenario,
    warnings: usize,
    read: &'a (dyn Fn(&str) -> Option<Changed<S>> + Sync),
}

impl<S: Send> Finder<'_, S> {
    /// Adds the tactics of a decision at this place. Returns whether the place has the decision.
    fn add(
        &self,
        found: &mut LegalTactics<S>,
        decision: &'static DecisionInfo,
        side: SideId,
        unit: Option<&str>,
        at: &str,
    ) -> bool {
        let mut is_here = false;
        let read = |choice: &ChoiceInfo| {
            let set = format!("{at}.tactics.{}={}", decision.key, choice.name);
            (self.read)(&set).map(|changed| (set, changed))
        };
        let all: Vec<_> = decision
            .choices
            .par_iter()
            .map(|choice| (choice.takes == Takes::Nothing).then(|| read(choice)).flatten())
            .collect();
        for (choice, read) in decision.choices.iter().zip(all) {
            if choice.takes != Takes::Nothing {
                found.untried.push(if choice.takes.is_bare() {
                    format!("{} of {}", choice.name, decision.key)
                } else {
                    format!("`{}` of {}", choice.name, decision.key)
                });
                continue;
            }
            let Some((set, Changed { scenario, hash, warnings })) = read else { continue };
            is_here = true;
            // What an include says already is not warned of there, and can be taken.
            let is_present = hash == self.base.hash;
            if is_present || warnings <= self.warnings {
                found.all.push(LegalTactic {
                    side,
                    unit: unit.map(str::to_owned),
                    key: decision.key,
                    value: choice.name,
                    set,
                    is_present,
                    scenario,
                });
            }
        }
        is_here
    }
}
