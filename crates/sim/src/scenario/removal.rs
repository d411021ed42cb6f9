//! A scenario without a part of it: a unit, an entry of a list of a unit, or a decision of its tactics.

use core::fmt;

use fray_kit::sheet::declare::quoted;
use fray_kit::sheet::envelope::Document;
use fray_kit::sheet::node::{Node, Value};
use fray_kit::sheet::problem::{Problems, Span};

/// A part of a unit, or the unit, that a scenario is to do without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The side.
    pub side: String,
    /// The unit, all its copies together.
    pub unit: String,
    /// The key and the name of the entry below it, as in `weapons` and `Club`, or `tactics` and
    /// `target`; `None` for the unit itself.
    pub part: Option<(String, String)>,
}

impl fmt::Display for Removal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", quoted(&self.side), quoted(&self.unit))?;
        self.part.iter().try_for_each(|(key, name)| write!(f, ".{}.{}", quoted(key), quoted(name)))
    }
}

impl Removal {
    /// Takes the part out of the document.
    pub(super) fn apply(&self, document: &mut Document, problems: &mut Problems) {
        let side = document.sides.iter_mut().find(|side| side.name.value == self.side);
        let is_removed = side.is_some_and(|side| {
            let is_unit = |name: &str| name == self.unit;
            match &self.part {
                None => {
                    let n = side.units.len();
                    // A side has a unit.
                    if n > 1 {
                        side.units.retain(|unit| !is_unit(&unit.name.value));
                    }
                    side.units.len() < n
                }
                Some((key, name)) => {
                    let unit = side.units.iter_mut().find(|unit| is_unit(&unit.name.value));
                    unit.is_some_and(|unit| take(&mut unit.node, key, name))
                }
            }
        });
        if !is_removed {
            problems.add(Span::default(), self.to_string(), format!("there is no `{self}` to do without"));
        }
    }
}

/// Takes the entry of this name out of the list or table under `key`. Returns whether it was there.
fn take(unit: &mut Node, key: &str, name: &str) -> bool {
    let Value::Table(table) = &mut unit.value else { return false };
    match table.get_mut(key).map(|entry| &mut entry.value.value) {
        Some(Value::Table(table)) => table.take(name).is_some(),
        Some(Value::List(list)) => {
            let n = list.len();
            let is_named = |node: &Node| {
                let named = node.as_table().and_then(|table| table.get("name")?.value.as_text());
                named == Some(name)
            };
            list.retain(|node| !is_named(node));
            list.len() < n
        }
        _ => false,
    }
}
