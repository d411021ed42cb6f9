//! Juso's tables of scenario files: keys letter for letter as in the ledger, and what they mean.

mod ability;
mod choices;
mod conditions;
mod lint;
mod map;
mod status;
#[cfg(test)]
mod tests;
mod unit;
mod weapon;

use fray_engine::roster::{MAX_SIDES, MAX_UNITS};
use fray_kit::sheet::declare::{Extent, Place, join, quoted, value};
use fray_kit::sheet::envelope::{Document, SideDoc};
use fray_kit::sheet::library::{Block, Library};
use fray_kit::sheet::node::Table;
use fray_kit::sheet::plan::{Chooser, units_of};
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::rulings as sheet_rulings;
use fray_kit::sheet::schema::Parts;

use crate::data::rulings::Rulings;
use crate::data::setup::{Setup, SideSetup, UnitSetup, Weapon};
use crate::data::tactics::SideTactics;
use crate::data::vocabulary::{Ability, MAX_MARKS, Status};
pub(crate) use ability::Abilities;
use ability::Names;
use map::{MapSheet, SideSheet};
pub(crate) use weapon::Weapons;

/// The declarations from which the JSON Schema and the lists are made.
pub const PARTS: Parts = Parts {
    system: "juso",
    title: "Juso",
    unit: &UnitSetup::INFO,
    side: Some(&SideSheet::INFO),
    map: Some(&MapSheet::INFO),
    needs_map: false,
    series: None,
    libraries: &[("weapon", &Weapon::INFO), ("ability", &Ability::INFO), ("status", &Status::INFO)],
    when: "life < 30% and enemies >= 2",
    facts: crate::data::tactics::Fact::INFO,
    rulings: Rulings::ALL,
    tactics: crate::data::tactics::DECISIONS,
    ladder: None,
};

/// Reads a document as a scenario of the game. `None` if something is wrong with it, which is noted then or
/// was before.
#[must_use]
pub fn read(document: &Document, library: &Library, problems: &mut Problems) -> Option<Setup> {
    let mut rulings = Rulings::default();
    let set = |key: &str, value: fray_kit::declare::rulings::RulingValue<'_>| rulings.set(key, value);
    sheet_rulings::read(&document.rulings, Rulings::ALL, &[], set, problems);
    let map = map::read(document, problems);
    let statuses = status::all(library, problems);
    let mut sides = Vec::new();
    let mut named = Vec::new();
    let mut owners = Vec::new();
    for (side, doc) in document.sides.iter().enumerate() {
        let path = quoted(&doc.name.value);
        let [morale, strength] = map::side(doc, &path, problems);
        let of_side = side_tactics(doc);
        let tactics = of_side.map_or_else(SideTactics::default, |table| {
            choices::read_side(table, &join(&path, "tactics"), problems)
        });
        let read = |unit| unit::read(unit, &rulings, &statuses, problems);
        let units = units_of((side, doc), &mut named, read, |unit: &mut UnitSetup, name| unit.name = name);
        owners.extend(units.iter().map(|&(_, doc)| (doc, of_side)));
        let units = units.into_iter().map(|(unit, _)| unit).collect();
        sides.push(SideSetup { name: doc.name.value.clone(), morale, strength, tactics, units });
    }
    let all = || sides.iter().flat_map(|side: &SideSetup| &side.units);
    let n_abilities: usize = all().map(|unit| unit.special.len()).sum();
    if let Some((unit, _)) = owners.last()
        && statuses.len() + n_abilities > MAX_MARKS
    {
        let message = format!(
            "expected at most {} abilities of all units together, copies counted, found {n_abilities}",
            MAX_MARKS - statuses.len()
        );
        problems.add(unit.name.span, join(&unit.path, "abilities"), message);
    }
    if !map::two(document, problems) || named.len() > MAX_UNITS || sides.len() > MAX_SIDES {
        return None;
    }
    for (own, unit) in sides.iter_mut().flat_map(|side| &mut side.units).enumerate() {
        let (doc, of_side) = owners[own];
        let Some(entry) = doc.node.as_table().and_then(|table| table.get("tactics")) else { continue };
        let path = join(&doc.path, "tactics");
        let owns = [("ability", unit.special.iter().map(|ability| ability.id.clone()).collect())];
        let chooser = Chooser { units: &named, own, path: &path, owns: &owns };
        unit.tactics = choices::read(&entry.value, of_side, chooser, problems);
    }
    let max_rounds = document.run.max_rounds.map_or(100, |n| n.value.unsigned_abs());
    if problems.is_empty() {
        conditions::warn(&rulings, max_rounds, &sides, &owners, problems);
    }
    let setup = Setup {
        rulings,
        max_rounds,
        surprise: map.surprise.and_then(|surprise| surprise.value.0),
        flag: map.flag.map(|flag| flag.value).unwrap_or_default(),
        obstacles: value(&map.obstacles).iter().map(|obstacle| obstacle.value).collect(),
        statuses,
        sides: sides.try_into().ok()?,
    };
    if problems.is_empty() {
        let docs: Vec<_> = owners.iter().map(|(doc, _)| *doc).collect();
        map::check_places(&setup, &docs, problems);
    }
    problems.is_empty().then_some(setup)
}

/// The table `tactics` of a side.
fn side_tactics(doc: &SideDoc) -> Option<&Table> {
    doc.node.as_table()?.get("tactics")?.value.as_table()
}

/// Checks named blocks by themselves, used or not: what is there has to be right.
pub fn check(library: &Library, problems: &mut Problems) {
    // What is wrong with the number of statuses is said where the scenario is read.
    let statuses = status::all(library, &mut Problems::default());
    library.check_each(&PARTS, problems, |section, id, block, place, problems| match section {
        "unit" => unit::check(&block.node, place, &statuses, problems),
        "weapon" => drop(weapon::read(&block.node, Extent::Part, place, problems)),
        "ability" => check_ability(block, place, &statuses, problems),
        "status" => drop(status::read(&block.node, id, place, problems)),
        _ => {}
    });
}

/// Checks an ability by itself. Blocks that it names may stand in another include.
fn check_ability(block: &Block, place: Place<'_>, statuses: &[Status], problems: &mut Problems) {
    let mut found = Problems::default();
    let names = Names { statuses, weapons: &[] };
    ability::read(&block.node, Extent::Part, place, names, &mut found);
    problems.extend(found.sorted().into_iter().filter(|problem| !problem.may_follow));
}
