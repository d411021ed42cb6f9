//! The words of the vocabulary, and the small values that several tables share.

use crate::sheet::declare::{Extent, Place, Read, Shape, join, refuse, value};
use crate::sheet::node::Node;
use crate::sheet::problem::{At, Problems};
use crate::sheet::types::{Instead, Int, IntOr, Line};
use crate::{sheet, words};

use super::super::setup::ability::{Area, Range, Victims};
use super::super::setup::{AttributeId, Inflicted, Status};

/// A table of attributes and what is added to them.
#[derive(Debug)]
pub(super) struct Modify;

impl Read for Modify {
    type Out = Vec<(AttributeId, i32)>;

    fn shape() -> Shape {
        Shape::Map(Box::new(Int::<-999, 999>::shape()))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        let Some(table) = node.as_table() else {
            refuse(node, key, &Self::shape(), problems);
            return None;
        };
        let mut modify = Vec::new();
        for entry in &table.entries {
            let name = Node::text(entry.span, entry.key.as_str());
            let name = <AttributeId as Read>::read(&name, key, problems);
            let amount = Int::<-999, 999>::read(&entry.value, &join(key, &entry.key), problems);
            modify.extend(name.zip(amount));
        }
        Some(modify)
    }
}

/// The name of an element, or `none`.
#[derive(Debug)]
pub(crate) struct ElementOrNone;

impl Read for ElementOrNone {
    type Out = Option<String>;

    fn shape() -> Shape {
        Shape::Text
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        Line::read(node, key, problems).map(|element| Some(element).filter(|element| element != "none"))
    }
}

/// The name of an element.
#[derive(Debug)]
pub(crate) struct Element;

impl Read for Element {
    type Out = String;

    fn shape() -> Shape {
        Shape::Text
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<String> {
        let element = ElementOrNone::read(node, key, problems)?;
        if element.is_none() {
            problems.add(node.span, key, "`none` is no element: damage without an element is never changed");
        }
        element
    }
}

/// The word `sight`: as far as one sees.
#[derive(Debug)]
pub(super) struct Sight;

impl Instead for Sight {
    const WORD: &'static str = "sight";
}

/// How far something reaches: squares, or as far as one sees.
pub(super) type Reach = IntOr<Sight, 0, 99>;

/// NW-40: the least distance is not beyond the greatest.
pub(super) fn range(
    most: &Option<At<Option<i32>>>,
    least: &Option<At<i32>>,
    path: &str,
    problems: &mut Problems,
) -> Range {
    // Ranges go up to 99.
    let reach = value(most).map(|squares| squares as u8);
    let from = value(least) as u8;
    if let (Some(squares), Some(given)) = (reach.filter(|&squares| squares < from), least) {
        let message = format!("`range_min` is {from}, beyond the `range` of {squares}");
        problems.add(given.span, join(path, "range_min"), message);
    }
    Range { least: from, most: reach }
}

words! {
    /// The shape of an area.
    #[derive(Default)]
    pub(super) enum Shaped {
        /// One target.
        #[default]
        Single = "single",
        /// Everybody in its square.
        Square = "square",
        /// Everybody within a radius of it.
        Sphere = "sphere",
    }
}

sheet! {
    /// An area.
    pub(super) struct AreaSheet is "area" {
        /// One target, everybody in its square, or within `radius` of it.
        "NW-40" shape: Shaped, required;
        /// How far a sphere reaches.
        "NW-40" radius: Int<0, 20>;
        /// Whether the attacker picks who is hit, or it hits all, friends too.
        "NW-40" hits: Victims = "pick";
    }
}

/// An area: a word or a table.
#[derive(Debug)]
pub(super) struct AnyArea;

impl Read for AnyArea {
    type Out = Area;

    fn shape() -> Shape {
        Shape::Either(vec![Shape::Word(vec!["single", "square"]), Shape::Table(&AreaSheet::INFO)])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Area> {
        match node.as_text() {
            Some("single") => return Some(Area::Single),
            Some("square") => return Some(Area::Square(Victims::Pick)),
            _ if node.as_table().is_none() => {
                refuse(node, key, &Self::shape(), problems);
                return None;
            }
            _ => {}
        }
        let place = Place { path: key, owner: "the area" };
        let sheet = AreaSheet::read(node, Extent::Whole, None, place, problems);
        let (shape, hits) = (value(&sheet.shape), value(&sheet.hits));
        match (shape, &sheet.radius) {
            (Shaped::Sphere, None) => {
                problems.missing(node.span, join(key, "radius"), "a sphere has a `radius`");
            }
            (Shaped::Single | Shaped::Square, Some(radius)) => {
                problems.add(radius.span, join(key, "radius"), "only a sphere has a `radius`");
            }
            _ => {}
        }
        Some(match shape {
            Shaped::Single => Area::Single,
            Shaped::Square => Area::Square(hits),
            Shaped::Sphere => Area::Sphere(value(&sheet.radius) as u8, hits),
        })
    }
}

sheet! {
    /// A bad status with its level.
    pub(super) struct InflictedSheet is "status" {
        /// Which.
        "NW-43" status: Status, required;
        /// The level of Poison.
        "NW-47" level: Int<1, 99>;
    }
}

/// A bad status: its word, or a table with its level.
#[derive(Debug)]
pub(crate) struct AnyInflicted;

impl Read for AnyInflicted {
    type Out = Inflicted;

    fn shape() -> Shape {
        Shape::Either(vec![<Status as Read>::shape(), Shape::Table(&InflictedSheet::INFO)])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Inflicted> {
        if node.as_table().is_none() {
            return Some(Inflicted { status: <Status as Read>::read(node, key, problems)?, level: 1 });
        }
        let place = Place { path: key, owner: "the status" };
        let sheet = InflictedSheet::read(node, Extent::Whole, None, place, problems);
        let status = sheet.status?.value;
        if let Some(level) = sheet.level.filter(|_| status != Status::Poison) {
            problems.add(level.span, join(key, "level"), "only `poison` has a `level`");
        }
        Some(Inflicted { status, level: sheet.level.map_or(1, |level| level.value) })
    }
}

/// A set of statuses: bit n is the status of number n.
pub(super) fn bits(statuses: &[At<Status>]) -> u8 {
    statuses.iter().fold(0, |set, status| set | status.value.bit())
}
