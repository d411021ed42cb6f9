//! The map, where units start on it, and series of fights.

use crate::sheet::declare::{Extent, Place, join, value};
use crate::sheet::envelope::{Document, UnitDoc};
use crate::sheet::problem::{At, Problems, Span};
use crate::sheet::types::{Int, IntOrNone, List};
use crate::{means, sheet};

use super::super::rulings::Rulings;
use super::super::setup::{MapSetup, Series};
use super::unit::UnitDraft;

type Column = Int<0, 199>;

sheet! {
    /// The map; without one everybody stands in one square.
    pub(super) struct MapSheet is "map" {
        /// Squares from west to east.
        "NW-35" width: Int<1, 200> = "1";
        /// Squares from south to north.
        "NW-35" height: Int<1, 200> = "1";
        /// Walls.
        "NW-35, NW-36" obstacles: List<ObstacleSheet> = "[]";
        /// Squares that cost 2 to leave.
        "NW-38" obstructs: List<SquareSheet> = "[]";
        /// Squares from which a unit may leave the map.
        "NW-32" exits: List<SquareSheet> = "[]";
        /// Squares above ground level.
        "NW-42" floor_height: List<FloorSheet> = "[]";
        /// Whether Lunar Robes cannot fly.
        "NW-41" fortress: bool = "false";
    }
    not played &[
        ("traps", "the traps of a fortress", "they are no part of the fight rules"),
        ("light", "the light level of a fortress", "it is no part of the fight rules"),
    ];
}

sheet! {
    /// A wall.
    pub(super) struct ObstacleSheet is "obstacle" {
        /// Its column, from 0.
        "NW-35" x: Column, required;
        /// Its row, from 0.
        "NW-35" y: Column, required;
        /// How high it is; `none` is without end.
        "NW-35, NW-36" height: IntOrNone<1, 20> = "none";
    }
}

sheet! {
    /// A square.
    pub(super) struct SquareSheet is "square" {
        /// Its column, from 0.
        "NW-35" x: Column, required;
        /// Its row, from 0.
        "NW-35" y: Column, required;
    }
}

sheet! {
    /// A square above ground level.
    pub(super) struct FloorSheet is "floor" {
        /// Its column, from 0.
        "NW-42" x: Column, required;
        /// Its row, from 0.
        "NW-42" y: Column, required;
        /// Its ground level.
        "NW-42" z: Int<0, 20>, required;
    }
}

sheet! {
    /// Several fights in a row, won one after the other.
    pub(super) struct SeriesSheet is "series" {
        /// How many fights the first side has to win.
        "NW-54" fights: Int<1, 1_000> = "1";
    }
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
    let entry = document.map.as_ref()?;
    let place = Place { path: "map", owner: "`[map]`" };
    let sheet = MapSheet::read(&entry.value, Extent::Whole, None, place, problems);
    let (width, height) = (sheet.width.as_ref()?.value as u8, sheet.height.as_ref()?.value as u8);
    let mut squares = |key: &str, squares: Vec<((u8, u8), Span)>| {
        for (i, &((x, y), span)) in squares.iter().enumerate() {
            if x >= width || y >= height {
                let message = format!("[{x}, {y}] lies outside the map, {}", extent(width, height));
                problems.add(span, join("map", key), message);
            } else if squares[..i].iter().any(|other| other.0 == (x, y)) {
                problems.add(span, join("map", key), format!("[{x}, {y}] stands in `{key}` twice"));
            }
            if problems.is_full() {
                break;
            }
        }
    };
    let obstacles = value(&sheet.obstacles);
    let obstructs = value(&sheet.obstructs);
    let exits = value(&sheet.exits);
    let floors = value(&sheet.floor_height);
    squares("obstacles", obstacles.iter().map(|at| ((at.value.0, at.value.1), at.span)).collect());
    squares("obstructs", obstructs.iter().map(|at| (at.value, at.span)).collect());
    squares("exits", exits.iter().map(|at| (at.value, at.span)).collect());
    squares("floor_height", floors.iter().map(|at| ((at.value.0, at.value.1), at.span)).collect());
    for exit in &exits {
        let is_wall = |wall: &At<(u8, u8, Option<u8>)>| {
            (wall.value.0, wall.value.1) == exit.value && wall.value.2.is_none()
        };
        if obstacles.iter().any(is_wall) {
            let message =
                format!("[{}, {}] is an obstacle: nobody can leave there", exit.value.0, exit.value.1);
            problems.add(exit.span, "map.exits", message);
        }
    }
    Some(MapSetup {
        width,
        height,
        obstacles: obstacles.into_iter().map(|at| at.value).collect(),
        obstructs: obstructs.into_iter().map(|at| at.value).collect(),
        exits: exits.into_iter().map(|at| at.value).collect(),
        floor_height: floors.into_iter().map(|at| at.value).collect(),
        fortress: value(&sheet.fortress),
    })
}

/// What columns and rows there are.
fn extent(width: u8, height: u8) -> String {
    format!("which has columns 0 to {} and rows 0 to {}", width - 1, height - 1)
}

/// The series of a document.
pub(super) fn series(document: &Document, problems: &mut Problems) -> Series {
    let Some(entry) = &document.series else { return Series::default() };
    let place = Place { path: "series", owner: "`[series]`" };
    let sheet = SeriesSheet::read(&entry.value, Extent::Whole, None, place, problems);
    Series { fights: sheet.fights.map_or(1, |fights| fights.value.unsigned_abs()) }
}

/// NW-35, NW-42: puts the units on their squares. `map` is `None` where there is none.
pub(super) fn place_units(
    units: &mut [(UnitDraft, &UnitDoc)],
    map: Option<&MapSetup>,
    rulings: &Rulings,
    problems: &mut Problems,
) {
    let mut taken: Vec<[u8; 3]> = Vec::new();
    for (draft, doc) in units {
        let At { value: (x, y, z), span } = draft.position;
        let path = join(&doc.path, "position");
        let name = &draft.unit.name;
        let (width, height) = map.map_or((1, 1), |map| (map.width, map.height));
        if x >= width || y >= height {
            let message = format!("`{name}` starts at [{x}, {y}], outside the map");
            let help = match map {
                Some(_) => extent(width, height).replacen("which", "the map", 1),
                None => "without `[map]` everybody stands in one square, [0, 0]".to_owned(),
            };
            problems.add_help(span, path, message, help);
            continue;
        }
        let floor = map.and_then(|map| map.floor_height.iter().find(|floor| (floor.0, floor.1) == (x, y)));
        let floor = floor.map_or(0, |floor| floor.2);
        let z = z.unwrap_or(floor);
        draft.unit.position = [x, y, z];
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
            problems.add(span, path, format!("`{name}` starts inside the obstacle{how} at [{x}, {y}]"));
            continue;
        }
        if draft.unit.arrives_round > 1 {
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
