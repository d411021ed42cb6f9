//! The field of a fight: the map, and what happens before and between fights.

use crate::engine::roster::SideId;

/// The map (NW-35). Without one everybody stands in one square and nothing is in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapSetup {
    /// Squares from west to east, 1 to 200.
    pub width: u8,
    /// Squares from south to north, 1 to 200.
    pub height: u8,
    /// Walls: x, y and how high; `None`: without end (NW-35, NW-36).
    pub obstacles: Vec<(u8, u8, Option<u8>)>,
    /// Squares that cost 2 to leave (NW-38).
    pub obstructs: Vec<(u8, u8)>,
    /// Squares from which a unit may leave the map (NW-32).
    pub exits: Vec<(u8, u8)>,
    /// Squares above ground level: x, y, z (NW-42).
    pub floor_height: Vec<(u8, u8, u8)>,
    /// Whether Lunar Robes cannot fly (NW-41).
    pub fortress: bool,
}

/// A series of fights (NW-52, NW-54).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// How many fights the first side has to win.
    pub fights: u32,
}

impl Default for Series {
    fn default() -> Self {
        Self { fights: 1 }
    }
}

/// NW-10: who surprises, if anybody.
pub type Surprise = Option<SideId>;
