//! The stat block and the decisions of a unit.

use fray_kit::sheet::declare::{Extent, Place, Read, join, shown};
use fray_kit::sheet::envelope::{BlockFrame, Frame, UnitDoc};
use fray_kit::sheet::node::{Entry, Node, Table};
use fray_kit::sheet::plan::{self, Chooser, check_alone};
use fray_kit::sheet::problem::{At, Problems, Span};
use fray_kit::sheet::types::Name;

use super::{ability, condition};
use crate::data::rulings::Rulings;
use crate::data::setup::{Beside, UnitSetup};
use crate::data::tactics::{AimTactics, DECISIONS, GoTactics, Subject, Tactics, TurnTactics};
use crate::data::vocabulary::{Kind, MAX_ABILITIES, Status};
use crate::dice::draws::MAX_NEGATIONS;

/// Checks a block by itself.
pub(super) fn check(node: &Node, place: Place<'_>, statuses: &[Status], problems: &mut Problems) {
    let (mut unit, sheet) = UnitSetup::read(node, Extent::Part, Some(&BlockFrame::INFO), place, problems);
    if let Some(name) = node.as_table().and_then(|table| table.get("name")) {
        Name::read(&name.value, &join(place.path, "name"), problems);
    }
    let mut found = Problems::default();
    fill(&mut unit, &sheet, node.span, place, &Rulings::default(), statuses, &mut found);
    problems.extend(found.sorted().into_iter().filter(|problem| !problem.may_follow));
    if let Some(At { value: Some(tactics), .. }) = &sheet.tactics {
        check_alone(&join(place.path, "tactics"), problems, |chooser, problems| {
            choices(tactics, None, statuses, chooser, problems);
        });
    }
}

/// Reads a unit of a document, without its tactics.
pub(super) fn read(
    unit: &UnitDoc,
    rulings: &Rulings,
    statuses: &[Status],
    problems: &mut Problems,
) -> UnitSetup {
    let owner = format!("unit `{}`", shown(&unit.name.value));
    let place = Place { path: &unit.path, owner: &owner };
    let mut node = unit.node.clone();
    node.span = unit.name.span;
    let (mut read, sheet) = UnitSetup::read(&node, unit.extent, Some(&Frame::INFO), place, problems);
    fill(&mut read, &sheet, node.span, place, rulings, statuses, problems);
    read.name = unit.name.value.clone();
    read
}

/// Abilities, rolls with attacks and statuses of a unit.
fn fill(
    unit: &mut UnitSetup,
    sheet: &Beside,
    span: Span,
    place: Place<'_>,
    rulings: &Rulings,
    statuses: &[Status],
    problems: &mut Problems,
) {
    let path = |key: &str| join(place.path, key);
    if unit.negation.len() > MAX_NEGATIONS {
        let message = format!("a unit has at most {MAX_NEGATIONS} innate negations");
        problems.add(span, path("negation"), message);
    }
    if let Some(At { value: Some(node), .. }) = &sheet.reactions {
        unit.abilities = ability::list(node, &path("reactions"), true, &[], statuses, problems);
        for reaction in &mut unit.abilities {
            reaction.kind = Kind::Innate;
        }
    }
    unit.n_reactions = unit.abilities.len();
    if let Some(At { value: Some(node), span }) = &sheet.abilities {
        let more = ability::list(node, &path("abilities"), false, &unit.abilities, statuses, problems);
        unit.abilities.extend(more);
        if unit.abilities.len() > MAX_ABILITIES {
            let message = format!("a unit has at most {MAX_ABILITIES} abilities and reactions");
            problems.add(*span, path("abilities"), message);
        }
    }
    if let Some(At { value: Some(node), .. }) = &sheet.on_attack {
        unit.on_attack = ability::extras(node, &path("on_attack"), statuses, problems);
    }
    if let Some(At { value: Some(node), .. }) = &sheet.statuses {
        let most = rulings.burn_max.0 as u8;
        unit.statuses = ability::statuses(node, &path("statuses"), statuses, most, problems);
    }
}

/// Reads the table `tactics` of a unit. `of_side` is that of its side, which it has inherited.
pub(super) fn choices(
    node: &Node,
    of_side: Option<&Table>,
    statuses: &[Status],
    chooser: Chooser<'_>,
    problems: &mut Problems,
) -> (Tactics, AimTactics) {
    condition::check_tactics(node, statuses, chooser.path, problems);
    let Some(table) = plan::open(node, DECISIONS, chooser.path, problems) else {
        return Default::default();
    };
    for &key in GoTactics::KEYS.iter().chain(TurnTactics::KEYS) {
        let own = table.get(key).filter(|own| !is_inherited(own, of_side));
        if let Some(own) = own {
            let message = format!("`{key}` is decided by the side: `{key}` stands in its `tactics`");
            problems.add(own.span, join(chooser.path, key), message);
        }
    }
    (Tactics::read(table, chooser, problems), AimTactics::read(table, chooser, problems))
}

fn is_inherited(own: &Entry, of_side: Option<&Table>) -> bool {
    of_side.and_then(|table| table.get(&own.key)).is_some_and(|entry| entry.span == own.span)
}

/// Refuses tactics for choices that the scenario never offers.
pub(super) fn refuse(node: &Node, unit: &UnitSetup, rulings: &Rulings, path: &str, problems: &mut Problems) {
    let subject = Subject { unit: Some(unit), rulings };
    plan::refuse(node, &unit.tactics.unmet(&subject), path, problems);
    plan::refuse(node, &unit.aim.unmet(&subject), path, problems);
}
