//! The stat block.

use fray_kit::sheet::declare::{Extent, Place, Read, join, shown, value};
use fray_kit::sheet::envelope::{BlockFrame, Frame, UnitDoc};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::plan::check_alone;
use fray_kit::sheet::problem::{At, Problems};
use fray_kit::sheet::types::Name;

use super::ability::Names;
use super::{ability, choices, weapon};
use crate::data::rulings::{Rulings, ShieldWithTwoHands};
use crate::data::setup::{Beside, UnitKind, UnitSetup, Weapon};
use crate::data::vocabulary::{Ability, Status};

/// Checks a block by itself.
pub(super) fn check(node: &Node, place: Place<'_>, statuses: &[Status], problems: &mut Problems) {
    let (_, sheet) = UnitSetup::read(node, Extent::Part, Some(&BlockFrame::INFO), place, problems);
    if let Some(name) = node.as_table().and_then(|table| table.get("name")) {
        Name::read(&name.value, &join(place.path, "name"), problems);
    }
    ranged_mod(&sheet, place, problems);
    if let Some(At { value: Some(abilities), .. }) = &sheet.abilities {
        // The weapons that they switch to may be named by their IDs here.
        let names = Names { statuses, weapons: &[] };
        let mut found = Problems::default();
        ability::list(abilities, &join(place.path, "abilities"), names, &mut found);
        problems.extend(found.sorted().into_iter().filter(|problem| !problem.may_follow));
    }
    if let Some(At { value: Some(tactics), .. }) = &sheet.tactics {
        check_alone(&join(place.path, "tactics"), problems, |chooser, problems| {
            choices::read(tactics, None, chooser, problems);
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
    let (read, sheet) = UnitSetup::read(&node, unit.extent, Some(&Frame::INFO), place, problems);
    let (ranged_mod, moving_mod) = ranged_mod(&sheet, place, problems);
    let given = |key| Some(&node.as_table()?.get(key)?.value);
    // Of a unit without a kind, which was noted, the rest is not known either.
    let kind = given("kind").and_then(Node::as_text).filter(|kind| UnitKind::WORDS.contains(kind));
    let weapons = weapons(&sheet, kind.map(|_| read.kind), rulings, place, problems);
    let special = special(&sheet, Names { statuses, weapons: &weapons }, place, problems);
    let unnoticed = if value(&sheet.unnoticed) { vec![Status::UNNOTICED] } else { Vec::new() };
    let name = unit.name.value.clone();
    let read = UnitSetup { name, ranged_mod, moving_mod, weapons, statuses: unnoticed, special, ..read };
    if read.has_too_few_hands()
        && rulings.shield_with_two_hands == ShieldWithTwoHands::Forbidden
        && let Some(shield) = given("shield")
    {
        let two = read.weapons.iter().find(|weapon| weapon.hands == 2);
        let name = two.map_or("", |weapon| weapon.name.as_str());
        let message = format!("{owner} has a shield, and `{}` takes both hands, JU-63", shown(name));
        let help = "the ruling `shield_with_two_hands` may be `allowed`";
        problems.add_help(shield.span, join(place.path, "shield"), message, help);
    }
    read
}

/// JU-51: the dice of a shot at the unit, and of these the ones for its movement.
fn ranged_mod(sheet: &Beside, place: Place<'_>, problems: &mut Problems) -> (i32, i32) {
    let apart = [
        ("size_mod", sheet.size_mod.as_ref().map(|key| key.span)),
        ("moving_mod", sheet.moving_mod.as_ref().map(|key| key.span)),
        ("flying", sheet.flying.as_ref().map(|key| key.span)),
        ("hidden_mod", sheet.hidden_mod.as_ref().map(|key| key.span)),
    ];
    if let Some(all) = &sheet.ranged_mod {
        for (key, span) in apart {
            if let Some(span) = span {
                let message = format!("`{key}` is a part of `ranged_mod`, which is given too, JU-51");
                problems.add(span, join(place.path, key), message);
            }
        }
        return (all.value, 0);
    }
    let flying = if value(&sheet.flying) { -2 } else { 0 };
    (value(&sheet.size_mod) + flying + value(&sheet.hidden_mod), value(&sheet.moving_mod))
}

fn weapons(
    sheet: &Beside,
    kind: Option<UnitKind>,
    rulings: &Rulings,
    place: Place<'_>,
    problems: &mut Problems,
) -> Vec<Weapon> {
    let path = join(place.path, "weapons");
    let mut weapons = Vec::new();
    for listed in value(&sheet.weapons) {
        if let Some(kind) = kind {
            weapon::check(&listed, kind, rulings, Place { path: &path, owner: place.owner }, problems);
        }
        weapons.push(listed.0);
    }
    weapons
}

fn special(sheet: &Beside, names: Names<'_>, place: Place<'_>, problems: &mut Problems) -> Vec<Ability> {
    let node = sheet.abilities.as_ref().and_then(|abilities| abilities.value.as_ref());
    node.map_or_else(Vec::new, |node| ability::list(node, &join(place.path, "abilities"), names, problems))
}
