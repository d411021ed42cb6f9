//! What stands in `[map]` and what a side says of itself.

use fray_kit::sheet;
use fray_kit::sheet::declare::{Extent, Place};
use fray_kit::sheet::envelope::{Document, Side, SideDoc};
use fray_kit::sheet::places::{self, Size};
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::{Int, List};

use crate::data::rulings::Switch;
use crate::data::setup::{Map, Square};

sheet! {
    /// The board: squares from (0, 0) in the north-west.
    pub(super) struct MapSheet is "[map]" {
        /// Squares from west to east.
        "SB-01" width: Int<1, 40> = "10";
        /// Squares from north to south.
        "SB-01" height: Int<1, 40> = "10";
        /// Squares that are not plain.
        "SB-56" squares: List<Square> = "[]";
    }
}

sheet! {
    /// What a side of Stonebound says of itself.
    pub(super) struct SideSheet is "side" {
        /// The most stones in hand and fuses; 1 and 2 for each unit, if nothing is said.
        "SB-09" hand_max: Int<0, 99>;
        /// Whether it pays for its abilities with stones.
        "SB-09" stones: Switch = "on";
    }
}

/// Returns what `[map]` says.
pub(super) fn read(document: &Document, problems: &mut Problems) -> Option<Map> {
    let place = Place { path: "map", owner: "`[map]`" };
    let map = document.map.as_ref()?;
    let map = MapSheet::read(&map.value, Extent::Whole, None, place, problems);
    let edge = |n: Option<i32>| n.unwrap_or(10) as u8;
    let width = edge(map.width.map(|n| n.value));
    let height = edge(map.height.map(|n| n.value));
    let given = map.squares.map(|squares| squares.value).unwrap_or_default();
    let size = Size::new(width, height);
    let places =
        given.iter().map(|square| (places::Square::new(square.value.x, square.value.y), square.span));
    size.check("squares", places, problems);
    let squares = given.into_iter().map(|square| square.value).collect();
    Some(Map { width, height, squares })
}

/// Returns what a side says of itself: its maximum hand, and whether it pays.
pub(super) fn side(doc: &SideDoc, path: &str, problems: &mut Problems) -> (Option<u8>, bool) {
    let owner = format!("side `{}`", doc.name.value);
    let place = Place { path, owner: &owner };
    let sheet = SideSheet::read(&doc.node, Extent::Whole, Some(&Side::INFO), place, problems);
    let hand_max = sheet.hand_max.map(|n| n.value as u8);
    (hand_max, sheet.stones.is_none_or(|stones| stones.value == Switch::On))
}
