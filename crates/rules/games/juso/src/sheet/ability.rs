//! Abilities: records in the vocabulary of the ledger (JU-80). The statuses and weapons that they name
//! become places in the lists of the scenario and of the unit before a record is read.

use fray_kit::sheet::declare::{Extent, Place, Read, Shape, join, shown};
use fray_kit::sheet::library::{list_shape, read_list};
use fray_kit::sheet::node::{Node, Value};
use fray_kit::sheet::problem::{Problems, did_you_mean, one_of};
use fray_kit::sheet::types::{Name, Shaped};

use super::lint;
use crate::data::setup::Weapon;
use crate::data::vocabulary::{Ability, MAX_ABILITIES, Status};

/// The list `abilities` of a unit. Those named by their ID are written out by the library before.
#[derive(Debug)]
pub(crate) struct Abilities;

impl Shaped for Abilities {
    fn shape() -> Shape {
        list_shape(&Ability::INFO)
    }
}

/// Names that abilities may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<'a> {
    /// The statuses of the scenario.
    pub statuses: &'a [Status],
    /// The weapons of the unit.
    pub weapons: &'a [Weapon],
}

/// Reads the abilities of a unit.
pub(super) fn list(node: &Node, key: &str, names: Names<'_>, problems: &mut Problems) -> Vec<Ability> {
    let read = |item: &Node, place: Place<'_>, problems: &mut Problems| {
        self::read(item, Extent::Whole, place, names, problems)
    };
    let list = read_list(node, key, &Ability::INFO, MAX_ABILITIES, |ability| &ability.id, read, problems);
    list.unwrap_or_default()
}

/// Reads an ability; nothing if something is wrong with it.
pub(super) fn read(
    node: &Node,
    extent: Extent,
    place: Place<'_>,
    names: Names<'_>,
    problems: &mut Problems,
) -> Option<Ability> {
    let mut node = node.clone();
    let all_known = names.replace(&mut node, place.path, problems);
    let ability = Ability::read_table(&node, extent, place, problems).filter(|_| all_known)?;
    lint::check(&ability, &node, names.statuses, place, problems);
    Some(ability)
}

impl Names<'_> {
    /// Replaces the names in an ability by places. Names of nothing are noted and taken out. Returns whether
    /// there was none such.
    fn replace(self, ability: &mut Node, path: &str, problems: &mut Problems) -> bool {
        let Value::Table(table) = &mut ability.value else { return true };
        let mut all_known = true;
        table.entries.retain_mut(|entry| {
            let path = join(path, &entry.key);
            match (entry.key.as_str(), &mut entry.value.value) {
                ("target_has", _) => {
                    let known = self.status(&mut entry.value, &path, problems);
                    all_known &= known;
                    known
                }
                ("effects", Value::List(effects)) => {
                    effects.retain_mut(|effect| {
                        let known = self.effect(effect, &path, problems);
                        all_known &= known;
                        known
                    });
                    true
                }
                _ => true,
            }
        });
        all_known
    }

    fn effect(self, effect: &mut Node, path: &str, problems: &mut Problems) -> bool {
        let Value::Table(table) = &mut effect.value else { return true };
        let [entry] = &mut table.entries[..] else { return true };
        let path = join(path, &entry.key);
        match entry.key.as_str() {
            "add_status" | "remove_status" => self.status(&mut entry.value, &path, problems),
            "switch_weapon" => {
                let weapons: Vec<&str> = self.weapons.iter().map(|weapon| weapon.name.as_str()).collect();
                replace(&mut entry.value, &path, &weapons, problems, |name| {
                    (format!("the unit has no weapon `{}`", shown(name)), None)
                })
            }
            _ => true,
        }
    }

    fn status(self, node: &mut Node, path: &str, problems: &mut Problems) -> bool {
        let statuses: Vec<&str> = self.statuses.iter().map(|status| status.name.as_str()).collect();
        replace(node, path, &statuses, problems, |name| {
            let message = format!("there is no `[status.{}]` here or in an include", shown(name));
            (message, Some(format!("the statuses are {}", one_of(statuses.iter().copied()))))
        })
    }
}

/// Replaces a name by its place among these; whether it is one of them. If not, that is noted in the words
/// of `unknown`: a message and a hint.
fn replace(
    node: &mut Node,
    path: &str,
    known: &[&str],
    problems: &mut Problems,
    unknown: impl FnOnce(&str) -> (String, Option<String>),
) -> bool {
    let Some(name) = Name::read(node, path, problems) else { return false };
    if let Some(place) = known.iter().position(|known| *known == name) {
        node.value = Value::Int(place as i128);
        return true;
    }
    let (message, help) = unknown(&name);
    let message = message + &did_you_mean(&name, known.iter().copied());
    match help {
        Some(help) => problems.missing_help(node.span, path, message, help),
        None => problems.missing(node.span, path, message),
    }
    false
}
