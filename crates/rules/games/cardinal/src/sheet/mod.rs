//! Cardinal's tables of scenario files: keys letter for letter as in the ledger, and what they mean.

mod ability;
mod conditions;
mod field;
mod lint;
#[cfg(test)]
mod tests;
mod unit;
mod weapon;

use fray_engine::roster::{MAX_SIDES, MAX_UNITS};
use fray_kit::sheet::declare::{Extent, join};
use fray_kit::sheet::envelope::{Document, UnitDoc};
use fray_kit::sheet::library::Library;
use fray_kit::sheet::plan::{self, Chooser, units_of};
use fray_kit::sheet::problem::{At, Problems};
use fray_kit::sheet::rulings as sheet_rulings;
use fray_kit::sheet::schema::Parts;

use crate::data::rulings::{Rulings, TurnOrder};
use crate::data::setup::{MapSetup, Setup, SideSetup, UnitSetup, Weapon};
use crate::data::tactics::{DECISIONS, Subject, Tactics};
use crate::data::vocabulary::{Ability, MAX_MODS};

/// A column, a row and a height.
type Spot = (u16, u16, u16);

/// A unit's part of the document, and the place that it gives.
type Owner<'a> = (&'a UnitDoc, Option<At<Spot>>);
pub(crate) use ability::Abilities;
pub(crate) use field::Position;
pub(crate) use unit::Skills;
pub(crate) use weapon::Weapons;

/// The declarations from which the JSON Schema and the lists are made.
pub const PARTS: Parts = Parts {
    system: "cardinal",
    title: "Cardinal",
    unit: &UnitSetup::INFO,
    side: None,
    map: Some(&MapSetup::INFO),
    needs_map: false,
    series: None,
    libraries: &[("weapon", &Weapon::INFO), ("ability", &Ability::INFO)],
    when: "wounds >= 1 and enemies >= 2",
    facts: crate::data::tactics::Fact::INFO,
    rulings: Rulings::ALL,
    tactics: DECISIONS,
    ladder: Some(&crate::dice::pool::LADDER),
};

/// Reads a document as a scenario of the game. `None` if something is wrong with it, which is noted then or
/// was before.
#[must_use]
pub fn read(document: &Document, _: &Library, problems: &mut Problems) -> Option<Setup> {
    let mut rulings = Rulings::default();
    let set = |key: &str, value: fray_kit::declare::rulings::RulingValue<'_>| rulings.set(key, value);
    sheet_rulings::read(&document.rulings, Rulings::ALL, &[], set, problems);
    if rulings.turn_order == TurnOrder::HighestDie && !rulings.initiative_roll {
        let span = document.rulings.span_of("turn_order");
        let message = "`highest_die` reads the initiative roll, and `initiative_roll` is `false`, CA-06";
        problems.add(span, "rulings.turn_order", message);
    }
    let map = field::map(document, problems);
    let mut sides = Vec::new();
    let mut named = Vec::new();
    let mut owners = Vec::new();
    for (side, doc) in document.sides.iter().enumerate() {
        let read = |unit| unit::read(unit, document.map.is_some(), problems);
        let units =
            units_of((side, doc), &mut named, read, |unit: &mut (UnitSetup, _), name| unit.0.name = name);
        owners.extend(units.iter().map(|&((_, position), doc)| (doc, position)));
        let units = units.into_iter().map(|((unit, _), _)| unit).collect();
        sides.push(SideSetup { name: doc.name.value.clone(), units });
    }
    if named.len() > MAX_UNITS || sides.len() > MAX_SIDES {
        return None;
    }
    lint::pools(&sides, &owners, &rulings, problems);
    field::place(&mut sides, &owners, map.as_ref(), document.map.is_some(), problems);
    for (own, unit) in sides.iter_mut().flat_map(|side| &mut side.units).enumerate() {
        let (doc, _) = &owners[own];
        let Some(node) = doc.node.get("tactics") else { continue };
        let path = join(&doc.path, "tactics");
        let chooser = Chooser { units: &named, own, path: &path, owns: &[] };
        unit.tactics = tactics(node, chooser, problems);
        let subject = Subject { unit, rulings: &rulings, has_map: map.is_some() };
        plan::refuse(node, &unit.tactics.unmet(&subject), &path, problems);
    }
    let setup = Setup {
        rulings,
        max_rounds: document.run.max_rounds.as_ref().map_or(100, |n| n.value.unsigned_abs()),
        map,
        sides,
    };
    let n_mods = setup.effects().count();
    if n_mods > MAX_MODS
        && let Some((doc, _)) = owners.last()
    {
        let message = format!(
            "expected at most {MAX_MODS} effects of all abilities and hits together, copies counted, found {n_mods}"
        );
        problems.add(doc.name.span, join(&doc.path, "abilities"), message);
    }
    lint::check(&setup, document, &owners, problems);
    if problems.is_empty() {
        conditions::warn(&setup, &owners, problems);
    }
    problems.is_empty().then_some(setup)
}

/// Reads the table `tactics` of a unit.
pub(crate) fn tactics(
    node: &fray_kit::sheet::node::Node,
    chooser: Chooser<'_>,
    problems: &mut Problems,
) -> Tactics {
    let Some(table) = plan::open(node, DECISIONS, chooser.path, problems) else { return Tactics::default() };
    Tactics::read(table, chooser, problems)
}

/// Checks named blocks by themselves, used or not: what is there has to be right.
pub fn check(library: &Library, problems: &mut Problems) {
    library.check_each(&PARTS, problems, |section, _, block, place, problems| match section {
        "unit" => unit::check(&block.node, place, problems),
        "weapon" => drop(weapon::read(&block.node, Extent::Part, place, problems)),
        "ability" => drop(ability::read(&block.node, Extent::Part, place, problems)),
        _ => {}
    });
}
