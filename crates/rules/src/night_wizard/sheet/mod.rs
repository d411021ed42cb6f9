//! Night Wizard's tables of scenario files: keys letter for letter as in the ledger, what they
//! mean, and the keys of rules that are not played yet, each refused by its name.

mod choices;
mod not_played;
#[cfg(test)]
mod tests;
mod unit;

use crate::roster::{MAX_SIDES, MAX_UNITS};
use crate::sheet::declare::{Extent, Place, join, shown};
use crate::sheet::envelope::Document;
use crate::sheet::library::Library;
use crate::sheet::plan::{Chooser, DecisionInfo, Named};
use crate::sheet::problem::Problems;
use crate::sheet::rulings as sheet_rulings;
use crate::sheet::schema::Parts;

use super::rulings::Rulings;
use super::setup::{Setup, SideSetup};

pub use unit::{UnitSheet, WeaponSheet};

/// What the JSON Schema and the lists are made from.
pub const PARTS: Parts = Parts {
    system: "night-wizard",
    title: "Night Wizard",
    unit: &UnitSheet::INFO,
    side: None,
    map: None,
    weapon: &WeaponSheet::INFO,
    ability: None,
    status: None,
    when: "hp < 30% and enemies >= 2",
    rulings: Rulings::ALL,
    tactics: DECISIONS,
};

/// The decisions that a scenario can set.
pub const DECISIONS: &[DecisionInfo] = choices::DECISIONS;

/// What a document means. `None` if something is wrong with it, which is noted then or was before.
#[must_use]
pub fn read(document: &Document, _: &Library, problems: &mut Problems) -> Option<Setup> {
    let mut rulings = Rulings::default();
    sheet_rulings::read(
        &document.rulings,
        Rulings::ALL,
        not_played::RULINGS,
        |key, value| rulings.set(key, value),
        problems,
    );
    if let Some(map) = &document.map {
        let message = "`map` is for fights on a board, NW-35, which fray does not play yet";
        problems.add_help(map.span, "map", message, "without `[map]` everybody stands in one square");
    }
    let mut setup = Setup {
        rulings,
        max_rounds: document.run.max_rounds.map_or(100, |n| n.value.unsigned_abs()),
        sides: Vec::new(),
    };
    let mut named = Vec::new();
    let mut owners = Vec::new();
    for (side, doc) in document.sides.iter().enumerate() {
        let mut units = Vec::new();
        for unit in &doc.units {
            let read = unit::read(unit, &rulings, problems);
            for name in unit.names() {
                let mut copy = read.clone();
                copy.name.clone_from(&name);
                units.push(copy);
                named.push(Named { base: unit.name.value.clone(), name, side });
                owners.push(unit);
            }
        }
        setup.sides.push(SideSetup { name: doc.name.value.clone(), units });
    }
    if named.len() > MAX_UNITS || setup.sides.len() > MAX_SIDES {
        return None;
    }
    for (own, unit) in setup.sides.iter_mut().flat_map(|side| &mut side.units).enumerate() {
        let doc = owners[own];
        let Some(entry) = doc.node.as_table().and_then(|table| table.get("tactics")) else { continue };
        let path = join(&doc.path, "tactics");
        let chooser = Chooser { units: &named, own, abilities: &[], path: &path };
        unit.tactics = choices::read(&entry.value, chooser, problems);
    }
    problems.is_empty().then_some(setup)
}

/// Checks named blocks by themselves, used or not: what is there has to be right.
pub fn check(library: &Library, problems: &mut Problems) {
    for (section, id, block) in library.each() {
        let path = join(section, id);
        let owner = format!("{section} `{}`", shown(id));
        let place = Place { path: &path, owner: &owner };
        match section {
            "unit" => unit::check(&block.node, place, problems),
            "weapon" => drop(WeaponSheet::read(&block.node, Extent::Part, None, place, problems)),
            _ => {
                for (_, what, rule) in not_played::SECTIONS.iter().filter(|known| known.0 == section) {
                    let message = format!("{owner} is of {what}, {rule}, which fray does not play yet");
                    problems.add(block.span, path.as_str(), message);
                }
            }
        }
    }
}
