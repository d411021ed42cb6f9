//! Values that several tables share, and those of a form of their own: names, sets, areas, ranges,
//! element modifiers, positions.

use fray_kit::sheet::declare::{Extent, Given, Place, Read, Shape, join, or_refuse, refuse, shown, value};
use fray_kit::{Sheet, Words, readers};
use std::collections::BTreeMap;

use fray_kit::sheet::block::Block;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::places::Coordinates;
use fray_kit::sheet::problem::{Problems, Span};
use fray_kit::sheet::types::{Int, IntOr, Items, Line, WordAlternative};

use crate::data::setup::ability::{Area, Range, Victims};
use crate::data::setup::{AttributeId, ElementMod, Inflicted, Numbers, Status};

/// The greatest height.
const MOST_HEIGHT: u8 = 20;

/// Declares words that stand in place of a number.
macro_rules! instead {
    ($($(#[doc = $doc:literal])+ $name:ident = $word:literal;)*) => {$(
        $(#[doc = $doc])+
        #[derive(Debug)]
        pub(crate) struct $name;

        impl WordAlternative for $name {
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

/// The shape of an area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub(super) enum AreaShape {
    /// One target.
    #[default]
    Single,
    /// Everybody in its square.
    Square,
    /// Everybody within a radius of it.
    Sphere,
}

/// An area.
#[derive(Debug, Default, Sheet)]
#[sheet("area")]
pub(super) struct AreaSheet {
    /// One target, everybody in its square, or within `radius` of it.
    #[key("NW-40", required)]
    pub(super) shape: Given<AreaShape>,
    /// How far a sphere reaches.
    #[key("NW-40")]
    pub(super) radius: Given<Int<0, 20>>,
    /// Whether the attacker picks who is hit, or it hits all, friends too.
    #[key("NW-40", default = "pick")]
    pub(super) hits: Given<Victims>,
}

fn no_element(name: &str, span: Span, path: &str, problems: &mut Problems) {
    let message = format!("`{name}` is no element: damage without an element is never changed");
    problems.add(span, path, message);
}

readers! {
    /// A table of attributes and what is added to them.
    pub(crate) struct Modify of Vec<(AttributeId, i32)>: Shape::Map(Box::new(Int::<-999, 999>::shape())),
        |node, key, problems| {
            let table = or_refuse(node.as_table(), node, key, Self::shape, problems)?;
            let mut modify = Vec::new();
            for entry in &table.entries {
                let name = Node::text(entry.span, entry.key.as_str());
                let name = <AttributeId as Read>::read(&name, key, problems);
                let amount = Int::<-999, 999>::read(&entry.value, &join(key, &entry.key), problems);
                modify.extend(name.zip(amount));
            }
            Some(modify)
        };

    /// A table from elements to their modifiers.
    pub(crate) struct ElementMods of BTreeMap<String, ElementMod>: Shape::Map(Box::new(Shape::Table(&ElementMod::INFO))),
        |node, key, problems| {
            let table = or_refuse(node.as_table(), node, key, Self::shape, problems)?;
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
        };

    /// A table of its own, or the word `none`.
    pub(crate) struct OrNone<T: Read> of Option<T::Out>: Shape::Either(vec![Shape::Word(vec!["none"]), T::shape()]),
        |node, key, problems| {
            if node.as_text() == Some("none") {
                return Some(None);
            }
            if node.as_table().is_none() {
                refuse(node, key, &Self::shape(), problems);
                return None;
            }
            T::read(node, key, problems).map(Some)
        };

    /// A name, or `none`.
    pub(crate) struct NameOrNone of Option<String> = Line, |name| Some(Some(name).filter(|name| name != "none"));

    /// The name of an element.
    pub(crate) struct Element of String = NameOrNone, |element, node, key, problems| {
        if element.is_none() {
            no_element("none", node.span, key, problems);
        }
        element
    };

    /// Totals of two dice.
    pub(crate) struct Totals of Numbers = Items<Int<2, 12>>, |list| {
        Some(Numbers(list.iter().fold(0, |set, total| set | 1 << total)))
    };

    /// A set of statuses: bit n is the status of number n.
    pub(crate) struct Statuses of u8 = Items<Status>, |list| {
        Some(list.iter().fold(0, |set, status| set | status.bit()))
    };

    /// A bad status: its word, or a table with its level.
    pub(crate) struct AnyInflicted of Inflicted: Shape::Either(vec![<Status as Read>::shape(), <Inflicted as Read>::shape()]),
        |node, key, problems| {
            if node.as_table().is_none() {
                return Some(Inflicted { status: <Status as Read>::read(node, key, problems)?, level: 1 });
            }
            let read = <Inflicted as Read>::read(node, key, problems)?;
            if let Some(level) = node.get("level").filter(|_| read.status != Status::Poison) {
                problems.add(level.span, join(key, "level"), "only `poison` has a `level`");
            }
            Some(read)
        };

    /// An area: a word or a table.
    pub(crate) struct AnyArea of Area: Shape::Either(vec![Shape::Word(vec!["single", "square"]), Shape::Table(&AreaSheet::INFO)]),
        |node, key, problems| {
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
        };

    /// A square of the map, with a height or on its floor.
    pub(crate) struct Position of (u8, u8, Option<u8>): Shape::List(Box::new(Shape::Int { min: 0, max: 199 })),
        |node, key, problems| {
            let most = Coordinates { plane: 199, level: Some(MOST_HEIGHT.into()) };
            let (x, y, z) = most.read(node, key, problems)?;
            Some((x as u8, y as u8, z.map(|z| z as u8)))
        };
}
