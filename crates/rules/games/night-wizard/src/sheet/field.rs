//! The map, where units start on it, and series of fights.

use fray_kit::sheet::block::Block;
use fray_kit::sheet::declare::{Extent, Given, Place, join, value};
use fray_kit::sheet::envelope::Document;
use fray_kit::sheet::places::{Size, Square, Start};
use fray_kit::sheet::problem::{At, Problems};
use fray_kit::sheet::types::{Int, IntOrNone};
use fray_kit::{Sheet, means};

use super::unit::UnitDraft;
use crate::data::rulings::Rulings;
use crate::data::setup::{MapSetup, Series};

type Column = Int<0, 199>;

/// A wall.
#[derive(Debug, Default, Sheet)]
#[sheet("obstacle")]
pub(crate) struct ObstacleSheet {
    /// Its column, from 0.
    #[key("NW-35", required)]
    pub(crate) x: Given<Column>,
    /// Its row, from 0.
    #[key("NW-35", required)]
    pub(crate) y: Given<Column>,
    /// How high it is; `none` is without end.
    #[key("NW-35, NW-36", default = "none")]
    pub(crate) height: Given<IntOrNone<1, 20>>,
}

/// A square.
#[derive(Debug, Default, Sheet)]
#[sheet("square")]
pub(crate) struct SquareSheet {
    /// Its column, from 0.
    #[key("NW-35", required)]
    pub(crate) x: Given<Column>,
    /// Its row, from 0.
    #[key("NW-35", required)]
    pub(crate) y: Given<Column>,
}

/// A square above ground level.
#[derive(Debug, Default, Sheet)]
#[sheet("floor")]
pub(crate) struct FloorSheet {
    /// Its column, from 0.
    #[key("NW-42", required)]
    pub(crate) x: Given<Column>,
    /// Its row, from 0.
    #[key("NW-42", required)]
    pub(crate) y: Given<Column>,
    /// Its ground level.
    #[key("NW-42", required)]
    pub(crate) z: Given<Int<0, 20>>,
}

// Coordinates go up to 199, heights up to 20.
means! {
    ObstacleSheet => (u8, u8, Option<u8>), |read| {
        Some((read.x?.value as u8, read.y?.value as u8, value(&read.height).map(|height| height as u8)))
    };
    SquareSheet => (u8, u8), |read| Some((read.x?.value as u8, read.y?.value as u8));
    FloorSheet => (u8, u8, u8), |read| Some((read.x?.value as u8, read.y?.value as u8, read.z?.value as u8));
}

/// The map of a document. `None`, if there is none or its size cannot be read.
pub(super) fn map(document: &Document, problems: &mut Problems) -> Option<MapSetup> {
    let node = &document.map.as_ref()?.value;
    let place = Place { path: "map", owner: "`[map]`" };
    let map = MapSetup::read_block(node, Extent::Whole, place, problems);
    let MapSetup { width, height, .. } = map;
    if width == 0 || height == 0 {
        return None;
    }
    let mut check = |key: &str, squares: Vec<(u8, u8)>| {
        let spans = node.spans_in(key, squares.len());
        let squares = squares.into_iter().map(|(x, y)| Square::new(x, y));
        Size::new(width, height).check(key, squares.zip(spans), problems);
    };
    check("obstacles", map.obstacles.iter().map(|&(x, y, _)| (x, y)).collect());
    check("obstructs", map.obstructs.clone());
    check("exits", map.exits.clone());
    check("floor_height", map.floor_height.iter().map(|&(x, y, _)| (x, y)).collect());
    for (&(x, y), span) in map.exits.iter().zip(node.spans_in("exits", map.exits.len())) {
        if map.obstacles.contains(&(x, y, None)) {
            let message = format!("[{x}, {y}] is an obstacle: nobody can leave there");
            problems.add(span, "map.exits", message);
        }
    }
    Some(map)
}

/// The series of a document.
pub(super) fn series(document: &Document, problems: &mut Problems) -> Series {
    let Some(entry) = &document.series else { return Series { fights: 1 } };
    let place = Place { path: "series", owner: "`[series]`" };
    Series::read_block(&entry.value, Extent::Whole, place, problems)
}

/// NW-35, NW-42: puts the units on their squares. `map` is `None` where there is none.
pub(super) fn place_units(
    units: &mut [UnitDraft<'_>],
    map: Option<&MapSetup>,
    rulings: &Rulings,
    problems: &mut Problems,
) {
    let mut taken: Vec<[u8; 3]> = Vec::new();
    for UnitDraft { unit, doc, position, .. } in units {
        let At { value: (x, y, z), span } = *position;
        let path = join(&doc.path, "position");
        let name = &unit.name;
        let (width, height) = map.map_or((1, 1), |map| (map.width, map.height));
        let start = Start { name, span, path: &path };
        let square = Square::new(x, y);
        if map.is_none() && (x, y) != (0, 0) {
            start.is_without_map("without one everybody stands in one square, [0, 0]", problems);
            continue;
        }
        if map.is_some() && !start.is_on(Size::new(width, height), square, problems) {
            continue;
        }
        let floor = map.and_then(|map| map.floor_height.iter().find(|floor| (floor.0, floor.1) == (x, y)));
        let floor = floor.map_or(0, |floor| floor.2);
        let z = z.unwrap_or(floor);
        unit.position = [x, y, z];
        if z < floor {
            problems.add(
                span,
                path,
                format!("`{name}` starts at height {z}, below the floor at height {floor}"),
            );
            continue;
        }
        let wall = map.and_then(|map| map.obstacles.iter().find(|wall| (wall.0, wall.1) == (x, y)));
        if let Some(wall) = wall
            && wall.2.is_none_or(|height| z < height)
        {
            let how = wall.2.map_or_else(String::new, |height| format!(" of height {height}"));
            start.is_blocked(square, format!("an obstacle{how} stands there"), problems);
            continue;
        }
        if unit.arrives_round > 1 {
            continue;
        }
        let here = taken.iter().filter(|&&square| square == [x, y, z]).count() + 1;
        taken.push([x, y, z]);
        if let Some(most) = rulings.square_capacity.0
            && here as i32 == most + 1
        {
            let message = format!(
                "`{name}` is one too many at [{x}, {y}]; `square_capacity` allows {most} units in a square"
            );
            problems.add(span, path, message);
        }
    }
}
