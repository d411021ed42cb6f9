//! Values that several tables share, and those of a form of their own: names, sets, areas, ranges,
//! element modifiers, positions.

use std::collections::BTreeMap;

use crate::sheet::block::Block;
use crate::sheet::declare::{Extent, Place, Read, Shape, join, refuse, shown, value};
use crate::sheet::node::Node;
use crate::sheet::problem::{Problems, Span};
use crate::sheet::types::{Instead, Int, IntOr, Items, Line, List};
use crate::{sheet, words};

use super::super::setup::ability::{Area, Range, Victims};
use super::super::setup::{AttributeId, ElementMod, Inflicted, Numbers, Status};

/// The greatest height.
const MOST_HEIGHT: u8 = 20;

/// Declares words that stand in place of a number.
macro_rules! instead {
    ($($(#[doc = $doc:literal])+ $name:ident = $word:literal;)*) => {$(
        $(#[doc = $doc])+
        #[derive(Debug)]
        pub(crate) struct $name;

        impl Instead for $name {
            const WORD: &'static str = $word;
        }
    )*};
}

instead! {
    /// As many targets as there are.
    All = "all";
    /// As far as one sees.
    Sight = "sight";
}

/// How far something reaches: squares, or as far as one sees.
pub(crate) type Reach = IntOr<Sight, 0, 99>;

/// NW-40: the least distance is not beyond the greatest.
pub(super) fn check_range(range: Range, table: &Node, path: &str, problems: &mut Problems) {
    let from = range.least;
    if let Some(squares) = range.most.filter(|&squares| squares < from) {
        let message = format!("`range_min` is {from}, beyond the `range` of {squares}");
        problems.add(table.span_of("range_min"), join(path, "range_min"), message);
    }
}

/// A table of attributes and what is added to them.
#[derive(Debug)]
pub(crate) struct Modify;

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

/// A table from elements to their modifiers.
#[derive(Debug)]
pub(crate) struct ElementMods;

impl Read for ElementMods {
    type Out = BTreeMap<String, ElementMod>;

    fn shape() -> Shape {
        Shape::Map(Box::new(Shape::Table(&ElementMod::INFO)))
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
                no_element(&entry.key, entry.span, &path, problems);
                continue;
            }
            let owner = format!("the modifier of element `{}`", shown(&entry.key));
            let place = Place { path: &path, owner: &owner };
            let read = ElementMod::read_block(&entry.value, Extent::Whole, place, problems);
            mods.insert(entry.key.clone(), read);
        }
        Some(mods)
    }
}

fn no_element(name: &str, span: Span, path: &str, problems: &mut Problems) {
    let message = format!("`{name}` is no element: damage without an element is never changed");
    problems.add(span, path, message);
}

/// A table of its own, or the word `none`.
#[derive(Debug)]
pub(crate) struct OrNone<T>(core::marker::PhantomData<T>);

impl<T: Read> Read for OrNone<T> {
    type Out = Option<T::Out>;

    fn shape() -> Shape {
        Shape::Either(vec![Shape::Word(vec!["none"]), T::shape()])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        if node.as_text() == Some("none") {
            return Some(None);
        }
        if node.as_table().is_none() {
            refuse(node, key, &Self::shape(), problems);
            return None;
        }
        T::read(node, key, problems).map(Some)
    }
}

/// A name, or `none`.
#[derive(Debug)]
pub(crate) struct NameOrNone;

impl Read for NameOrNone {
    type Out = Option<String>;

    fn shape() -> Shape {
        Shape::Text
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        Line::read(node, key, problems).map(|name| Some(name).filter(|name| name != "none"))
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
        let element = NameOrNone::read(node, key, problems)?;
        if element.is_none() {
            no_element("none", node.span, key, problems);
        }
        element
    }
}

/// Totals of two dice.
#[derive(Debug)]
pub(crate) struct Totals;

impl Read for Totals {
    type Out = Numbers;

    fn shape() -> Shape {
        List::<Int<2, 12>>::shape()
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Numbers> {
        let list = Items::<Int<2, 12>>::read(node, key, problems)?;
        Some(Numbers(list.iter().fold(0, |set, total| set | 1 << total)))
    }
}

/// A set of statuses: bit n is the status of number n.
#[derive(Debug)]
pub(crate) struct Statuses;

impl Read for Statuses {
    type Out = u8;

    fn shape() -> Shape {
        List::<Status>::shape()
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<u8> {
        let list = Items::<Status>::read(node, key, problems)?;
        Some(list.iter().fold(0, |set, status| set | status.bit()))
    }
}

/// A bad status: its word, or a table with its level.
#[derive(Debug)]
pub(crate) struct AnyInflicted;

impl Read for AnyInflicted {
    type Out = Inflicted;

    fn shape() -> Shape {
        Shape::Either(vec![<Status as Read>::shape(), <Inflicted as Read>::shape()])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Inflicted> {
        if node.as_table().is_none() {
            return Some(Inflicted { status: <Status as Read>::read(node, key, problems)?, level: 1 });
        }
        let read = <Inflicted as Read>::read(node, key, problems)?;
        if let Some(level) = node.get("level").filter(|_| read.status != Status::Poison) {
            problems.add(level.span, join(key, "level"), "only `poison` has a `level`");
        }
        Some(read)
    }
}

words! {
    /// The shape of an area.
    #[derive(Default)]
    pub(super) enum AreaShape {
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
        "NW-40" shape: AreaShape, required;
        /// How far a sphere reaches.
        "NW-40" radius: Int<0, 20>;
        /// Whether the attacker picks who is hit, or it hits all, friends too.
        "NW-40" hits: Victims = "pick";
    }
}

/// An area: a word or a table.
#[derive(Debug)]
pub(crate) struct AnyArea;

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
            (AreaShape::Sphere, None) => {
                problems.missing(node.span, join(key, "radius"), "a sphere has a `radius`");
            }
            (AreaShape::Single | AreaShape::Square, Some(radius)) => {
                problems.add(radius.span, join(key, "radius"), "only a sphere has a `radius`");
            }
            _ => {}
        }
        Some(match shape {
            AreaShape::Single => Area::Single,
            AreaShape::Square => Area::Square(hits),
            AreaShape::Sphere => Area::Sphere(value(&sheet.radius) as u8, hits),
        })
    }
}

/// A square of the map, with a height or on its floor.
#[derive(Debug)]
pub(crate) struct Position;

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
