//! Values of the stat block that are tables or lists of their own: element modifiers, the Judge of
//! a late arrival, a position.

use std::collections::BTreeMap;

use crate::sheet;
use crate::sheet::declare::{Extent, Place, Read, Shape, join, refuse, shown, value};
use crate::sheet::node::Node;
use crate::sheet::problem::Problems;
use crate::sheet::types::{Int, List};

use super::super::setup::{AttributeId, ElementMod};

/// The greatest height.
const MOST_HEIGHT: u8 = 20;

sheet! {
    /// How damage of an element changes.
    pub(super) struct ElementModSheet is "element modifier" {
        /// Added to the damage.
        "NW-22" flat: Int<-9999, 9999> = "0";
        /// Percent of the running total, added to it.
        "NW-22" percent: Int<-100, 1000> = "0";
    }
}

/// A table from elements to their modifiers.
#[derive(Debug)]
pub(super) struct ElementMods;

impl Read for ElementMods {
    type Out = BTreeMap<String, ElementMod>;

    fn shape() -> Shape {
        Shape::Map(Box::new(Shape::Table(&ElementModSheet::INFO)))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        let Some(table) = node.as_table() else {
            refuse(node, key, &Self::shape(), problems);
            return None;
        };
        let mut mods = BTreeMap::new();
        for entry in &table.entries {
            let path = join(key, &entry.key);
            if entry.key == "none" || entry.key.trim().is_empty() {
                let message =
                    format!("`{}` is no element: damage without an element is never changed", entry.key);
                problems.add(entry.span, path, message);
                continue;
            }
            let owner = format!("the modifier of element `{}`", shown(&entry.key));
            let place = Place { path: &path, owner: &owner };
            let sheet = ElementModSheet::read(&entry.value, Extent::Whole, None, place, problems);
            mods.insert(
                entry.key.clone(),
                ElementMod { flat: value(&sheet.flat), percent: value(&sheet.percent) },
            );
        }
        Some(mods)
    }
}

sheet! {
    /// The Judge that a late arrival needs.
    pub(super) struct AppearanceSheet is "appearance" {
        /// The attribute.
        "NW-09" attribute: AttributeId, required;
        /// What it has to reach.
        "NW-09" difficulty: Int<-999, 999>, required;
    }
}

/// An Appearance Judge, or `none`.
#[derive(Debug)]
pub(super) struct Appearance;

impl Read for Appearance {
    type Out = Option<(AttributeId, i32)>;

    fn shape() -> Shape {
        Shape::Either(vec![Shape::Word(vec!["none"]), Shape::Table(&AppearanceSheet::INFO)])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        if node.as_text() == Some("none") {
            return Some(None);
        }
        if node.as_table().is_none() {
            refuse(node, key, &Self::shape(), problems);
            return None;
        }
        let place = Place { path: key, owner: "`appearance`" };
        let sheet = AppearanceSheet::read(node, Extent::Whole, None, place, problems);
        Some(Some((sheet.attribute?.value, sheet.difficulty?.value)))
    }
}

/// A square of the map, with a height or on its floor.
#[derive(Debug)]
pub(super) struct Position;

impl Read for Position {
    type Out = (u8, u8, Option<u8>);

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Int { min: 0, max: 199 }))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        let list = List::<Int<0, 199>>::read(node, key, problems)?;
        let at = |i: usize| list.get(i).map(|number| number.value as u8);
        let n = node.as_list().map_or(0, |list| list.len());
        match (n, at(0), at(1), at(2)) {
            (2 | 3, Some(x), Some(y), z) if list.len() == n => match z {
                Some(z) if z > MOST_HEIGHT => {
                    let message = format!("`z` is {z}; heights range from 0 to {MOST_HEIGHT}");
                    problems.add(list[2].span, key, message);
                    None
                }
                z => Some((x, y, z)),
            },
            _ if list.len() < n => None,
            _ => {
                problems.add(node.span, key, format!("expected `[x, y]` or `[x, y, z]`, found {n} numbers"));
                None
            }
        }
    }
}
