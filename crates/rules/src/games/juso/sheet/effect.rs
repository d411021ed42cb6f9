//! Effects that name a status or a weapon: the names become places in the lists of the scenario and of
//! the unit.

use crate::sheet::declare::{Read, join, shown};
use crate::sheet::node::{Node, Value};
use crate::sheet::problem::{Problems, did_you_mean, one_of};
use crate::sheet::types::Name;

use super::super::setup::Weapon;
use super::super::vocabulary::{Effect, Status, StatusId};

/// Names that effects may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<'a> {
    /// The statuses of the scenario.
    pub statuses: &'a [Status],
    /// The weapons of the unit.
    pub weapons: &'a [Weapon],
}

/// Reads one effect.
pub(super) fn read(node: &Node, key: &str, names: Names<'_>, problems: &mut Problems) -> Option<Effect> {
    let mut node = node.clone();
    if let Value::Table(table) = &mut node.value
        && let [entry] = &mut table.entries[..]
    {
        let path = join(key, &entry.key);
        let place = match entry.key.as_str() {
            "add_status" | "remove_status" => {
                Some(status(&entry.value, &path, names, problems).map(|status| status.0))
            }
            "switch_weapon" => Some(weapon(&entry.value, &path, names, problems)),
            _ => None,
        };
        if let Some(place) = place {
            entry.value.value = Value::Int(place?.into());
        }
    }
    <Effect as Read>::read(&node, key, problems)
}

/// The status of that name.
pub(super) fn status(node: &Node, key: &str, names: Names<'_>, problems: &mut Problems) -> Option<StatusId> {
    let name = Name::read(node, key, problems)?;
    let at = names.statuses.iter().position(|status| status.name == name);
    if at.is_none() {
        let meant = did_you_mean(&name, names.statuses.iter().map(|status| status.name.as_str()));
        let message = format!("there is no `[status.{}]` here or in an include{meant}", shown(&name));
        let known = one_of(names.statuses.iter().map(|status| status.name.as_str()));
        problems.missing_help(node.span, key, message, format!("the statuses are {known}"));
    }
    Some(StatusId(u8::try_from(at?).ok()?))
}

fn weapon(node: &Node, key: &str, names: Names<'_>, problems: &mut Problems) -> Option<u8> {
    let name = Name::read(node, key, problems)?;
    let at = names.weapons.iter().position(|weapon| weapon.name == name);
    if at.is_none() {
        let meant = did_you_mean(&name, names.weapons.iter().map(|weapon| weapon.name.as_str()));
        let message = format!("the unit has no weapon `{}`{meant}", shown(&name));
        problems.missing(node.span, key, message);
    }
    u8::try_from(at?).ok()
}
