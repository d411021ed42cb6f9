//! Abilities and the rolls that go with attacks. The statuses that they name become places in the list of the
//! scenario before a record is read.

use fray_kit::sheet::block::Block;
use fray_kit::sheet::declare::{Extent, Place, Read, Shape, join, refuse, shown};
use fray_kit::sheet::library::each_entry;
use fray_kit::sheet::node::{Node, Value};
use fray_kit::sheet::problem::{Problems, did_you_mean, one_of};
use fray_kit::sheet::types::{Int, Name, Shaped};

use super::{condition, lint};
use crate::data::vocabulary::{Ability, Extra, MAX_EXTRAS, Status};

/// The list `abilities` or `reactions` of a unit. Those named by their ID are written out by the library
/// before.
#[derive(Debug)]
pub(crate) struct Abilities;

impl Shaped for Abilities {
    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Either(vec![Shape::Text, Shape::Table(&Ability::INFO)])))
    }
}

/// The list `on_attack` of a unit.
#[derive(Debug)]
pub(crate) struct Extras;

impl Shaped for Extras {
    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Table(&Extra::INFO)))
    }
}

/// The table `statuses` of a unit.
#[derive(Debug)]
pub(crate) struct Statuses;

impl Shaped for Statuses {
    fn shape() -> Shape {
        Shape::Map(Box::new(Int::<1, 20>::shape()))
    }
}

/// Reads the abilities of a unit. `known` are those that it has already.
pub(super) fn list(
    node: &Node,
    key: &str,
    is_reactions: bool,
    known: &[Ability],
    statuses: &[Status],
    problems: &mut Problems,
) -> Vec<Ability> {
    let Some(list) = node.as_list() else {
        refuse(node, key, &Abilities::shape(), problems);
        return Vec::new();
    };
    let mut abilities: Vec<Ability> = Vec::new();
    each_entry(&list, key, "ability", |item, place| {
        let Some(ability) = read(item, Extent::Whole, place, is_reactions, statuses, problems) else {
            return;
        };
        if known.iter().chain(&abilities).any(|other| other.id == ability.id) {
            let message = format!("the unit has two abilities `{}`", shown(&ability.id));
            problems.add(item.span, place.path, message);
        }
        abilities.push(ability);
    });
    abilities
}

/// Reads an ability; nothing if something is wrong with it. A reaction is innate.
pub(super) fn read(
    node: &Node,
    extent: Extent,
    place: Place<'_>,
    is_reaction: bool,
    statuses: &[Status],
    problems: &mut Problems,
) -> Option<Ability> {
    let mut node = node.clone();
    if let Value::Table(table) = &mut node.value
        && is_reaction
        && table.get("kind").is_none()
    {
        let kind = Node::text(node.span, "innate");
        table.entries.push(fray_kit::sheet::node::Entry {
            key: "kind".to_owned(),
            span: node.span,
            value: kind,
        });
    }
    let all_known = replace_in(&mut node, statuses, place.path, problems);
    if let Some(when) = node.get("when") {
        condition::check(when, statuses, &join(place.path, "when"), problems);
    }
    let ability = Ability::read_table(&node, extent, place, problems).filter(|_| all_known)?;
    lint::check(&ability, &node, is_reaction, statuses, place, problems);
    Some(ability)
}

/// Reads the list `on_attack`.
pub(super) fn extras(node: &Node, key: &str, statuses: &[Status], problems: &mut Problems) -> Vec<Extra> {
    let Some(list) = node.as_list() else {
        refuse(node, key, &Extras::shape(), problems);
        return Vec::new();
    };
    if list.len() > MAX_EXTRAS {
        problems.add(node.span, key, format!("a unit has at most {MAX_EXTRAS} rolls with its attacks"));
    }
    let mut extras = Vec::new();
    for item in &list {
        let mut item = item.clone();
        if !replace_in(&mut item, statuses, key, problems) {
            continue;
        }
        if let Some(extra) = Extra::read(&item, key, problems) {
            lint::check_extra(&extra, &item, key, problems);
            extras.push(extra);
        }
    }
    extras
}

/// Reads the table `statuses` of a unit.
pub(super) fn statuses(
    node: &Node,
    key: &str,
    known: &[Status],
    burn_max: u8,
    problems: &mut Problems,
) -> Vec<(crate::data::vocabulary::StatusId, u8)> {
    let Some(table) = node.as_table() else {
        refuse(node, key, &Statuses::shape(), problems);
        return Vec::new();
    };
    let mut out = Vec::new();
    for entry in &table.entries {
        let names = known.iter().map(|status| status.name.as_str());
        let path = join(key, &entry.key);
        let Some(at) = known.iter().position(|status| status.name == entry.key) else {
            let meant = did_you_mean(&entry.key, names.clone());
            let message = format!("unknown status `{}`{meant}", shown(&entry.key));
            problems.missing_help(entry.span, path, message, format!("the statuses are {}", one_of(names)));
            continue;
        };
        let id = crate::data::vocabulary::StatusId(at as u8);
        let most = match id {
            Status::FREEZE => 2,
            Status::SHEAR => 20,
            Status::BURN => burn_max,
            _ => known[at].max_stacks.max(1),
        };
        match entry.value.as_int().filter(|n| (1..=i128::from(most)).contains(n)) {
            Some(n) => out.push((id, n as u8)),
            None => {
                let found = entry.value.found();
                let message = format!("expected 1 to {most} stacks of `{}`, found {found}", entry.key);
                problems.add(entry.value.span, path, message);
            }
        }
    }
    out
}

/// Replaces the names of statuses in the effects of a table. Names of nothing are noted and taken out.
/// Returns whether there was none such.
fn replace_in(node: &mut Node, statuses: &[Status], path: &str, problems: &mut Problems) -> bool {
    let Value::Table(table) = &mut node.value else { return true };
    let mut all_known = true;
    for entry in &mut table.entries {
        if let ("effects", Value::List(effects)) = (entry.key.as_str(), &mut entry.value.value) {
            effects.retain_mut(|effect| {
                let known = effect_names(effect, statuses, path, problems);
                all_known &= known;
                known
            });
        }
    }
    all_known
}

fn effect_names(effect: &mut Node, statuses: &[Status], path: &str, problems: &mut Problems) -> bool {
    let Value::Table(table) = &mut effect.value else { return true };
    let [entry] = &mut table.entries[..] else { return true };
    let path = join(path, &entry.key);
    match entry.key.as_str() {
        "add_status" => match &mut entry.value.value {
            Value::Table(table) => match table.entries.iter_mut().find(|entry| entry.key == "name") {
                Some(name) => replace(&mut name.value, &path, statuses, problems),
                None => true,
            },
            _ => replace(&mut entry.value, &path, statuses, problems),
        },
        "remove_status" | "immune" if entry.value.as_text() != Some("all") => {
            replace(&mut entry.value, &path, statuses, problems)
        }
        _ => true,
    }
}

/// Replaces the name of a status by its place; whether it is one.
fn replace(node: &mut Node, path: &str, statuses: &[Status], problems: &mut Problems) -> bool {
    let Some(name) = Name::read(node, path, problems) else { return false };
    let known = statuses.iter().map(|status| status.name.as_str());
    if let Some(place) = known.clone().position(|known| known == name) {
        node.value = Value::Int(place as i128);
        return true;
    }
    let meant = did_you_mean(&name, known.clone());
    let message = format!("there is no `[status.{}]` here or in an include{meant}", shown(&name));
    problems.missing_help(node.span, path, message, format!("the statuses are {}", one_of(known)));
    false
}

/// Reads a status of the scenario.
pub(super) fn read_status(node: &Node, id: &str, place: Place<'_>, problems: &mut Problems) -> Status {
    Status { name: id.to_owned(), ..Status::read_block(node, Extent::Whole, place, problems) }
}
