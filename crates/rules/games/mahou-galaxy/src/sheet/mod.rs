//! Mahou Galaxy's tables of scenario files: keys as in the ledger, and what they mean.

mod condition;
mod lint;
mod lint_effects;
mod lists;
mod map;
mod summons;
#[cfg(test)]
mod tests;
mod unit;

use fray_engine::roster::{MAX_SIDES, MAX_UNITS};
use fray_kit::declare::rulings::{RulingInfo, RulingValue};
use fray_kit::sheet::declare::{Extent, join};
use fray_kit::sheet::envelope::{Document, UnitDoc};
use fray_kit::sheet::library::Library;
use fray_kit::sheet::plan::{self, Chooser, Named, units_of};
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::rulings as sheet_rulings;
use fray_kit::sheet::schema::Parts;

use crate::data::rulings::{Rulings, SURPRISE};
use crate::data::setup::{Setup, SideSetup, UnitSetup, Weapon};
use crate::data::tactics::{DECISIONS, Fact, Subject};
use crate::data::vocabulary::Ability;
pub(crate) use lists::{Abilities, Weapons};

/// The declarations from which the JSON Schema and the lists are made.
pub const PARTS: Parts = Parts {
    system: "mahou-galaxy",
    title: "Mahou Galaxy",
    unit: &UnitSetup::INFO,
    side: None,
    map: Some(&map::MapSheet::INFO),
    needs_map: false,
    series: None,
    libraries: &[("weapon", &Weapon::INFO), ("ability", &Ability::INFO)],
    when: "hp < 30% and enemies >= 2",
    facts: Fact::INFO,
    rulings: RULINGS,
    tactics: DECISIONS,
    ladder: Some(&crate::data::setup::SETS),
};

/// The rulings that a scenario can set.
pub const RULINGS: &[RulingInfo] = &RulingInfo::and::<{ Rulings::ALL.len() + 1 }>(Rulings::ALL, SURPRISE);

/// Reads a document as a scenario of the game. `None` if something is wrong with it, which is noted then or
/// was before.
#[must_use]
pub fn read(document: &Document, library: &Library, problems: &mut Problems) -> Option<Setup> {
    let mut rulings = Rulings::default();
    let set = |key: &str, value: RulingValue<'_>| rulings.set(key, value);
    let surprise = sheet_rulings::read_with_side(document, RULINGS, SURPRISE.key, set, problems);
    let surprise = surprise.map(|side| side.0);
    let map = map::read(document, problems);
    let field = (map.as_ref(), document.map.is_some());
    let mut called = summons::called(document, library, problems);
    let mut read_sides = Vec::new();
    for (side, doc) in document.sides.iter().enumerate() {
        let mut named = Vec::new();
        let read = |unit| unit::read(unit, field, false, problems);
        let read = units_of((side, doc), &mut named, read, |unit: &mut UnitSetup, name| unit.name = name);
        let (units, docs): (Vec<UnitSetup>, Vec<_>) = read.into_iter().unzip();
        read_sides.push((units, docs, named));
    }
    let n_listed: usize = read_sides.iter().map(|(units, ..)| units.len()).sum();
    if n_listed > MAX_UNITS || read_sides.len() > MAX_SIDES {
        return None;
    }
    for (called, (units, ..)) in called.iter_mut().zip(&read_sides) {
        summons::count(called, units);
    }
    // MG-66: behind the units of a side stand those that they may summon.
    let (mut sides, mut named, mut docs) = (Vec::new(), Vec::new(), Vec::new());
    for (side, (doc, (mut units, own_docs, own_named))) in document.sides.iter().zip(read_sides).enumerate() {
        named.extend(own_named);
        docs.extend(own_docs);
        let read = |unit: &UnitDoc| unit::read(unit, field, true, problems);
        let mut wrong = Problems::default();
        let summoned = summons::units(&called[side], &units, read, &mut wrong);
        problems.extend(wrong.sorted());
        for called in &called[side] {
            let base = &called.doc.name.value;
            named.extend(called.doc.names().map(|name| Named { base: base.clone(), name, side }));
            docs.extend(core::iter::repeat_n(&called.doc, called.doc.count));
        }
        units.extend(summoned);
        sides.push(SideSetup { name: doc.name.value.clone(), units });
    }
    if let Some(unit) = docs.get(MAX_UNITS) {
        let message = format!("a fight has at most {MAX_UNITS} units, with those that may be summoned");
        problems.add(unit.name.span, unit.path.clone(), message);
        return None;
    }
    let given = document.run_node.as_table().is_some_and(|run| run.get("max_rounds").is_some());
    let max_rounds = document.run.max_rounds.filter(|_| given).map_or(200, |n| n.value.unsigned_abs());
    let mut setup = Setup { rulings, max_rounds, surprise, map, sides };
    unit::count_marks(&setup, docs.last().copied(), problems);
    unit::check_names(&setup, &docs, problems);
    let all: Vec<UnitSetup> = setup.units().cloned().collect();
    for (own, unit) in setup.sides.iter_mut().flat_map(|side| &mut side.units).enumerate() {
        let doc = docs[own];
        let Some(entry) = doc.node.as_table().and_then(|table| table.get("tactics")) else { continue };
        let path = join(&doc.path, "tactics");
        let side = named[own].side;
        // Foes by their places; of its own side nobody can be waited for.
        let foe = |it: &Named| if it.side == side { String::new() } else { it.name.clone() };
        let triggers = ["cast", "attacked"].map(str::to_owned).into_iter().chain(named.iter().map(foe));
        let owns = [
            ("ability", unit.abilities.iter().map(|ability| ability.name.clone()).collect()),
            ("trigger", triggers.collect()),
            ("bait", ["strong", "fast", "precise", "cast"].map(str::to_owned).to_vec()),
        ];
        let chooser = Chooser { units: &named, own, path: &path, owns: &owns };
        unit.tactics = unit::tactics(&entry.value, chooser, problems);
        let charms = all
            .iter()
            .enumerate()
            .any(|(other, it)| named[other].side != named[own].side && it.is_attracted_to(unit));
        let foes_cast = all
            .iter()
            .enumerate()
            .any(|(other, it)| named[other].side != side && it.abilities.iter().any(|it| it.cast.is_some()));
        let has_map = setup.map.is_some();
        let has_allies = named.iter().filter(|it| it.side == side).count() > 1;
        let subject = Subject { unit, rulings: &setup.rulings, has_map, charms, has_allies, foes_cast };
        let mut unmet = unit.tactics.alone.unmet(&subject);
        unmet.extend(unit.tactics.aimed.unmet(&subject));
        unmet.extend(unit.tactics.answers.unmet(&subject));
        plan::refuse(&entry.value, &unmet, &path, problems);
        // Copies share their text.
        if own == 0 || !core::ptr::eq(docs[own - 1], doc) {
            unit::warn_of_idle(&entry.value, &unmet, &path, problems);
        }
    }
    if problems.is_empty() {
        lint::check(&setup, &docs, problems);
        lint_effects::warn(&setup, &docs, problems);
    }
    problems.is_empty().then_some(setup)
}

/// Checks named blocks by themselves, used or not: what is there has to be right.
pub fn check(library: &Library, problems: &mut Problems) {
    library.check_each(&PARTS, problems, |section, _, block, place, problems| match section {
        "unit" => unit::check(&block.node, place, problems),
        "weapon" => drop(lists::weapon(&block.node, Extent::Part, place, problems)),
        "ability" => {
            // Whether there is a map is known in a scenario.
            if let Some(ability) = Ability::read_table(&block.node, Extent::Part, place, problems) {
                lint::check_ability(&ability, &block.node, place.path, true, problems);
            }
        }
        _ => {}
    });
}
