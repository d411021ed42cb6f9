//! The map, and where units start on it (CA-16, CA-58, CA-63).

use std::collections::BTreeSet;

use fray_kit::sheet::block::Block;
use fray_kit::sheet::declare::{Extent, Place, Read, Shape, join};
use fray_kit::sheet::envelope::Document;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::places::{Coordinates, Size, Square, Start};
use fray_kit::sheet::problem::Problems;

use super::Owner;
use crate::data::setup::{MapSetup, SideSetup, SquareSetup};
use crate::data::vocabulary::{MAX_HEIGHT, Statuses};

/// A square and a height, `[x, y]` or `[x, y, height]`.
#[derive(Debug)]
pub(crate) struct Position;

impl Read for Position {
    type Out = (u16, u16, u16);

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Int { min: 0, max: i128::from(MAX_HEIGHT) }))
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self::Out> {
        let most = Coordinates { plane: 399, level: Some(MAX_HEIGHT.into()) };
        let (x, y, height) = most.read(node, key, problems)?;
        Some((x as u16, y as u16, height.unwrap_or_default() as u16))
    }
}

/// The map of a document; `None` without one, or where its size cannot be read.
pub(super) fn map(document: &Document, problems: &mut Problems) -> Option<MapSetup> {
    let node = &document.map.as_ref()?.value;
    let place = Place { path: "map", owner: "`[map]`" };
    let map = MapSetup::read_block(node, Extent::Whole, place, problems);
    let MapSetup { width, height, .. } = map;
    if width == 0 || height == 0 {
        return None;
    }
    let squares = map.squares.iter().map(|square| Square::new(square.x, square.y));
    let spans = node.spans_in("squares", map.squares.len());
    Size::new(width, height).check("squares", squares.zip(spans), problems);
    if map.squares.iter().filter(|square| square.hazard.is_some()).count() > 250 {
        problems.add(node.span_of("squares"), "map.squares", "a map has at most 250 hazards");
    }
    Some(map)
}

/// CA-16: whether everybody can stand where the scenario says, and where it says nothing. `map` is `None` too where
/// there is one and it cannot be read.
pub(super) fn place(
    sides: &mut [SideSetup],
    owners: &[Owner<'_>],
    map: Option<&MapSetup>,
    has_map: bool,
    problems: &mut Problems,
) {
    let mut taken: Vec<((u16, u16, u16), String)> = Vec::new();
    let mut own = 0;
    for (number, side) in sides.iter_mut().enumerate() {
        for unit in &mut side.units {
            let (doc, position) = &owners[own];
            own += 1;
            let path = join(&doc.path, "position");
            if unit.flying && !has_map {
                let message = "there is no `[map]`: nobody flies, CA-63";
                problems.add(doc.node.span_of("flying"), join(&doc.path, "flying"), message);
            }
            match (position, map) {
                // What is wrong with its size was noted.
                (Some(_), None) if has_map => {}
                (Some(at), None) => {
                    let start = Start { name: &unit.name, span: at.span, path: &path };
                    start.is_without_map("without one everybody is Close to everybody, CA-63", problems);
                }
                (Some(at), Some(map)) => {
                    let start = Start { name: &unit.name, span: at.span, path: &path };
                    let (x, y, height) = at.value;
                    let square = Square::new(x, y);
                    let blocked =
                        map.squares.iter().any(|square| (square.x, square.y) == (x, y) && square.blocked);
                    let other = taken.iter().find(|other| other.0 == at.value);
                    if !start.is_on(Size::new(map.width, map.height), square, problems) {
                    } else if blocked {
                        start.is_blocked(square, "`squares` makes it `blocked`", problems);
                    } else if height > 0 && !unit.flying {
                        problems.add(
                            at.span,
                            path,
                            "nobody starts above the ground who is not `flying`, CA-56",
                        );
                    } else if height > 0 && Statuses::of(&unit.statuses).any(Statuses::OUT) {
                        problems.add(at.span, path, "nobody starts above the ground and out, CA-56");
                    } else if let Some((_, other)) = other {
                        start.is_taken(square, other, problems);
                    } else {
                        taken.push((at.value, unit.name.clone()));
                        unit.position = Some(at.value);
                    }
                }
                (None, Some(_)) if number >= 2 => {
                    let message =
                        "a third side has no line-up: say where its units stand with `position`, CA-16";
                    problems.add(doc.name.span, path, message);
                }
                (None, _) => {}
            }
        }
    }
    if let Some(map) = map {
        // A square that is off the map or stands there twice is an error of its own.
        let is_on = |square: &SquareSetup| square.x < map.width && square.y < map.height;
        let blocked = map.squares.iter().filter(|square| square.blocked && is_on(square));
        let blocked: BTreeSet<(u16, u16)> = blocked.map(|square| (square.x, square.y)).collect();
        let free = usize::from(map.width) * usize::from(map.height) - blocked.len();
        if free < owners.len()
            && let Some((doc, _)) = owners.last()
        {
            problems.add(
                doc.name.span,
                doc.path.clone(),
                format!("the map has {free} free squares for {} units", owners.len()),
            );
        }
    }
}
