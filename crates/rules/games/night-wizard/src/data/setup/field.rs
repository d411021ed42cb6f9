//! The field of a fight: the map, and what happens before and between fights.

use crate::sheet::{FloorSheet, ObstacleSheet, SquareSheet};
use fray_engine::roster::SideId;
use fray_kit::sheet::types::{Int, Items};
use fray_kit::stat_block;

stat_block! {
    /// The map; without one everybody stands in one square.
    pub struct MapSetup is "map", not played &[
        ("traps", "the traps of a fortress", "they are no part of the fight rules"),
        ("light", "the light level of a fortress", "it is no part of the fight rules"),
    ];
    [fields {
        /// Squares from west to east.
        "NW-35" width: u8 as Int<1, 200> = "1";
        /// Squares from south to north.
        "NW-35" height: u8 as Int<1, 200> = "1";
        /// Walls.
        "NW-35, NW-36" obstacles: Vec<(u8, u8, Option<u8>)> as Items<ObstacleSheet> = "[]";
        /// Squares that cost 2 to leave.
        "NW-38" obstructs: Vec<(u8, u8)> as Items<SquareSheet> = "[]";
        /// Squares from which a unit may leave the map.
        "NW-32" exits: Vec<(u8, u8)> as Items<SquareSheet> = "[]";
        /// Squares above ground level.
        "NW-42" floor_height: Vec<(u8, u8, u8)> as Items<FloorSheet> = "[]";
        /// Whether Lunar Robes cannot fly.
        "NW-41" fortress: bool = "false";
    }]
}

stat_block! {
    /// Several fights in a row, won one after the other.
    #[derive(Copy)]
    pub struct Series is "series";
    [fields {
        /// How many fights the first side has to win.
        "NW-54" fights: u32 as Int<1, 1_000> = "1";
    }]
}

/// NW-10: who surprises, if anybody.
pub type Surprise = Option<SideId>;
