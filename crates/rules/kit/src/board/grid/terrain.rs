//! The declaration of a map in a scenario: its size, obstacles, floors and exits.

use super::{LosCorner, MAX_HEIGHT, MAX_SIDE, RangeMetric};

/// A map (NW-35). The default is one open square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// Squares from west to east, 1 to [`MAX_SIDE`].
    pub width: u8,
    /// Squares from north to south, 1 to [`MAX_SIDE`].
    pub height: u8,
    /// Walls, pillars and other obstacles (NW-35, NW-36).
    pub obstacles: Vec<Obstacle>,
    /// Squares with an object or trap that hinders leaving (NW-38).
    pub obstructs: Vec<(u8, u8)>,
    /// Squares from which one can leave the map (NW-32).
    pub exits: Vec<(u8, u8)>,
    /// Floors that are not at height 0 (NW-42). Of two for one square the last holds.
    pub floors: Vec<Floor>,
    /// Whether Lunar Robes cannot fly here (NW-41).
    pub is_fortress: bool,
    /// If anybody may ever fly, the greatest height at which a unit starts: the ceiling is
    /// [`HEADROOM`](super::HEADROOM) above it, the floors and the obstacles.
    pub flight: Option<u8>,
    /// NW-40, `range_metric`.
    pub metric: RangeMetric,
    /// NW-36, `los_corner`.
    pub corner: LosCorner,
}

impl Default for Terrain {
    fn default() -> Self {
        Self::open(1, 1)
    }
}

/// An obstacle fills its square from height 0 to its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// Column.
    pub x: u8,
    /// Row.
    pub y: u8,
    /// The height at which it ends; `None` if nobody can fly over it.
    pub height: Option<u8>,
}

/// The height of a square's floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Column.
    pub x: u8,
    /// Row.
    pub y: u8,
    /// The height.
    pub z: u8,
}

impl Terrain {
    /// An open field on which nobody flies.
    #[must_use]
    pub fn open(width: u8, height: u8) -> Self {
        Self {
            width,
            height,
            obstacles: Vec::new(),
            obstructs: Vec::new(),
            exits: Vec::new(),
            floors: Vec::new(),
            is_fortress: false,
            flight: None,
            metric: RangeMetric::Manhattan,
            corner: LosCorner::Open,
        }
    }

    /// Returns the fault that keeps this from being a map, if there is one: an edge out of range, a square
    /// off the map, a height above [`MAX_HEIGHT`].
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let (width, height) = (self.width, self.height);
        for (edge, name) in [(width, "width"), (height, "height")] {
            if edge == 0 || edge > MAX_SIDE {
                return Some(format!("the {name} of a map is 1 to {MAX_SIDE} squares, not {edge}"));
            }
        }
        let squares = (self.obstacles.iter().map(|it| (it.x, it.y, "obstacle")))
            .chain(self.obstructs.iter().map(|&(x, y)| (x, y, "obstructing object")))
            .chain(self.exits.iter().map(|&(x, y)| (x, y, "exit")))
            .chain(self.floors.iter().map(|it| (it.x, it.y, "floor")));
        for (x, y, what) in squares {
            if x >= width || y >= height {
                return Some(format!("the {what} at ({x}, {y}) is off the map of {width} by {height}"));
            }
        }
        let heights = (self.obstacles.iter().filter_map(|it| it.height))
            .chain(self.floors.iter().map(|it| it.z))
            .chain(self.flight);
        let highest = heights.max().filter(|&z| z > MAX_HEIGHT)?;
        Some(format!("heights on a map are 0 to {MAX_HEIGHT}, not {highest}"))
    }
}
