//! The stat block.

use fray_kit::sheet::declare::{Extent, Place, Read, Shape, join, refuse, shown, value};
use fray_kit::sheet::envelope::{BlockFrame, Frame, UnitDoc};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::plan::check_alone;
use fray_kit::sheet::problem::{At, Problems};
use fray_kit::sheet::types::Name;

use super::{Spot, ability};
use crate::data::setup::UnitSetup;
use crate::data::vocabulary::Status;
use crate::dice::pool::{Dice, Pool};

/// Skill pools by name.
#[derive(Debug)]
pub(crate) struct Skills;

impl Read for Skills {
    type Out = Vec<(String, Pool)>;

    fn shape() -> Shape {
        Shape::Map(Box::new(Dice::<0, 6>::shape()))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        let Some(table) = node.as_table() else {
            refuse(node, key, &Self::shape(), problems);
            return None;
        };
        let mut skills = Vec::new();
        for entry in &table.entries {
            let path = join(key, &entry.key);
            if let Some(pool) = Dice::<0, 6>::read(&entry.value, &path, problems) {
                skills.push((entry.key.clone(), pool));
            }
        }
        Some(skills)
    }
}

/// Checks a block by itself.
pub(super) fn check(node: &Node, place: Place<'_>, problems: &mut Problems) {
    let (_, sheet) = UnitSetup::read(node, Extent::Part, Some(&BlockFrame::INFO), place, problems);
    if let Some(name) = node.get("name") {
        Name::read(name, &join(place.path, "name"), problems);
    }
    if let Some(At { value: Some(abilities), .. }) = &sheet.abilities {
        ability::list(abilities, &join(place.path, "abilities"), problems);
    }
    if let Some(At { value: Some(tactics), .. }) = &sheet.tactics {
        check_alone(&join(place.path, "tactics"), problems, |chooser, problems| {
            super::tactics(tactics, chooser, problems);
        });
    }
}

/// Reads a unit of a document, without its tactics; and where it is to stand.
pub(super) fn read(unit: &UnitDoc, has_map: bool, problems: &mut Problems) -> (UnitSetup, Option<At<Spot>>) {
    let owner = format!("unit `{}`", shown(&unit.name.value));
    let place = Place { path: &unit.path, owner: &owner };
    let mut node = unit.node.clone();
    node.span = unit.name.span;
    let (read, sheet) = UnitSetup::read(&node, unit.extent, Some(&Frame::INFO), place, problems);
    let path = join(place.path, "abilities");
    let abilities = sheet.abilities.as_ref().and_then(|abilities| abilities.value.as_ref());
    let abilities = abilities.map_or_else(Vec::new, |node| ability::list(node, &path, problems));
    let statuses: Vec<Status> = value(&sheet.statuses);
    for status in &statuses {
        if matches!(status, Status::Flying | Status::Grappled | Status::Hiding) {
            let span = sheet.statuses.as_ref().map_or(node.span, |statuses| statuses.span);
            let message = "nobody starts `flying`, `grappled` or `hiding`, CA-48";
            problems.add(span, join(place.path, "statuses"), message);
        }
        if matches!(status, Status::Controlled | Status::Marionette) {
            let span = sheet.statuses.as_ref().map_or(node.span, |statuses| statuses.span);
            let message = "an ability alone makes a unit act for another side, CA-48";
            problems.add(span, join(place.path, "statuses"), message);
        }
    }
    let name = unit.name.value.clone();
    let mut read = UnitSetup { name, abilities, statuses, skills: value(&sheet.skills), ..read };
    read.weapons = match sheet.weapons {
        Some(weapons) => weapons.value,
        None if node.get("weapons").is_some() => Vec::new(),
        None => vec![read.fists()],
    };
    if let Some(hides) = sheet.position.as_ref().filter(|_| !has_map) {
        return (read, Some(At { value: hides.value, span: hides.span }));
    }
    (read, sheet.position)
}
