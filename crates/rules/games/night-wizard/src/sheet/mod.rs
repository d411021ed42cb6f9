//! Night Wizard's tables of scenario files: keys letter for letter as in the ledger, and what they
//! mean.
//!
//! The tables themselves are declared where they are meant, in [`setup`](crate::data::setup). Here stand the
//! types of their keys and what cannot be: `unit` (the stat block), `gear` (lists of things with names),
//! `abilities`, `amount`, `values`, `field` (map, positions, series), `lint_units` (what concerns several
//! units), `sense` (tactics that cannot do what they are for).

mod abilities;
mod amount;
mod field;
mod gear;
mod lint;
mod lint_units;
#[cfg(test)]
mod tests;
mod unit;
mod values;

use fray_engine::roster::{MAX_SIDES, MAX_UNITS, SideId};
use fray_kit::declare::rulings::{RulingInfo, RulingValue};
use fray_kit::sheet::block::Block;
use fray_kit::sheet::declare::{Extent, join};
use fray_kit::sheet::envelope::Document;
use fray_kit::sheet::library::Library;
use fray_kit::sheet::plan::{self, Chooser, units_of};
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::rulings as sheet_rulings;
use fray_kit::sheet::schema::Parts;

use crate::NightWizard;
use crate::data::rulings::{Rulings, SURPRISE};
use crate::data::setup::{
    Ability, Enchantment, Loadout, MapSetup, Series, Setup, SideSetup, UnitSetup, Weapon,
};
use crate::data::tactics::{DECISIONS, Subject};
pub(crate) use abilities::{AnyJudge, Condition, Ending, Targets};
pub(crate) use amount::{AnyAmount, PaidAmount};
pub(crate) use field::{FloorSheet, ObstacleSheet, SquareSheet};
pub(crate) use gear::ListOf;
use unit::UnitDraft;
pub(crate) use values::{
    All, AnyArea, AnyInflicted, Element, ElementMods, Modify, NameOrNone, OrNone, Position, Reach, Statuses,
    Totals,
};

/// The declarations from which the JSON Schema and the lists are made.
pub const PARTS: Parts = Parts {
    system: "night-wizard",
    title: "Night Wizard",
    unit: &UnitSetup::INFO,
    side: None,
    libraries: &[
        ("weapon", &Weapon::INFO),
        ("ability", &Ability::INFO),
        ("enchantment", &Enchantment::INFO),
        ("loadout", &Loadout::INFO),
    ],
    map: Some(&MapSetup::INFO),
    needs_map: true,
    series: Some(&Series::INFO),
    when: "hp < 30% and enemies >= 2",
    facts: crate::data::tactics::Fact::INFO,
    rulings: RULINGS,
    tactics: DECISIONS,
    ladder: None,
};

/// The rulings that a scenario can set.
pub const RULINGS: &[RulingInfo] = &RulingInfo::and::<{ Rulings::ALL.len() + 1 }>(Rulings::ALL, SURPRISE);

/// Reads a document as a scenario of the game. `None` if something is wrong with it, which is noted then or
/// was before.
#[must_use]
pub fn read(document: &Document, _: &Library, problems: &mut Problems) -> Option<Setup> {
    let mut rulings = Rulings::default();
    let set = |key: &str, value: RulingValue<'_>| rulings.set(key, value);
    let surprise = sheet_rulings::read_with_side(document, RULINGS, SURPRISE.key, set, problems);
    let map = field::map(document, problems);
    let mut setup =
        Setup { rulings, map, series: field::series(document, problems), surprise, ..Setup::of(Vec::new()) };
    if let Some(most) = &document.run.max_rounds {
        setup.max_rounds = most.value.unsigned_abs();
    }
    let mut drafts = Vec::new();
    let mut named = Vec::new();
    for (side, doc) in document.sides.iter().enumerate().take(MAX_SIDES) {
        let read = |unit| unit::read(unit, SideId(side as u8), &rulings, problems);
        let units = units_of((side, doc), &mut named, read, |draft, name| draft.unit.name = name);
        drafts.extend(units.into_iter().map(|(draft, _)| draft));
    }
    if named.len() > MAX_UNITS || document.sides.len() > MAX_SIDES {
        return None;
    }
    let has_map = document.map.is_none() || setup.map.is_some();
    if has_map {
        field::place_units(&mut drafts, setup.map.as_ref(), &rulings, problems);
    }
    lint_units::check(&drafts, problems);
    for (own, UnitDraft { unit, doc, .. }) in drafts.iter_mut().enumerate() {
        let Some(node) = doc.node.get("tactics") else { continue };
        let path = join(&doc.path, "tactics");
        let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let owns = [
            ("enchantment", names(gear::names(&unit.enchantments))),
            ("loadout", names(gear::names(&unit.loadouts))),
        ];
        let chooser = Chooser { units: &named, own, path: &path, owns: &owns };
        unit.tactics = unit::tactics(node, chooser, problems);
        let unmet = unit.tactics.unmet(&Subject { unit, rulings: &rulings });
        plan::refuse(node, &unmet, &path, problems);
    }
    let placed = drafts.clone();
    let mut units = drafts.into_iter().peekable();
    for (side, doc) in document.sides.iter().enumerate() {
        let mut here = Vec::new();
        while let Some(draft) = units.next_if(|draft| draft.side.idx() == side) {
            here.push(draft.unit);
        }
        setup.sides.push(SideSetup { name: doc.name.value.clone(), units: here });
    }
    if problems.is_empty()
        && let Some(fault) = NightWizard::fault(&setup)
    {
        let span = document.sides.first().and_then(|side| side.units.first()).map(|unit| unit.node.span);
        problems.add(span.unwrap_or_default(), "side", fault);
    }
    if problems.is_empty() {
        lint::warn(&placed, &setup, problems);
    }
    problems.is_empty().then_some(setup)
}

/// Checks named blocks by themselves, used or not: what is there has to be right.
pub fn check(library: &Library, problems: &mut Problems) {
    library.check_each(&PARTS, problems, |section, _, block, place, problems| match section {
        "unit" => unit::check(&block.node, place, problems),
        "weapon" => drop(Weapon::read_block(&block.node, Extent::Part, place, problems)),
        "ability" => drop(Ability::read_block(&block.node, Extent::Part, place, problems)),
        "enchantment" => drop(Enchantment::read_block(&block.node, Extent::Part, place, problems)),
        "loadout" => drop(Loadout::read_block(&block.node, Extent::Part, place, problems)),
        _ => {}
    });
}
