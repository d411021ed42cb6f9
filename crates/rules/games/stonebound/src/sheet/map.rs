//! The keys of `[map]` and those of a side.

use fray_kit::Sheet;
use fray_kit::sheet::declare::{Extent, Given, Place};
use fray_kit::sheet::envelope::{Document, Side, SideDoc};
use fray_kit::sheet::places::{self, Size};
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::types::{Int, List};

use crate::data::rulings::Switch;
use crate::data::setup::{Map, Square};

/// The board: squares from (0, 0) in the north-west.
#[derive(Debug, Default, Sheet)]
#[sheet("[map]")]
pub(super) struct MapSheet {
    /// Squares from west to east.
    #[key("SB-01", default = "10")]
    pub(super) width: Given<Int<1, 40>>,
    /// Squares from north to south.
    #[key("SB-01", default = "10")]
    pub(super) height: Given<Int<1, 40>>,
    /// Squares that are not plain.
    #[key("SB-56", default = "[]")]
    pub(super) squares: Given<List<Square>>,
}

/// What a side of Stonebound says of itself.
#[derive(Debug, Default, Sheet)]
#[sheet("side")]
pub(super) struct SideSheet {
    /// The most stones in hand and fuses; 1 and 2 for each unit, if nothing is said.
    #[key("SB-09")]
    pub(super) hand_max: Given<Int<0, 99>>,
    /// Whether it pays for its abilities with stones.
    #[key("SB-09", default = "on")]
    pub(super) stones: Given<Switch>,
}

/// Reads `[map]`.
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

/// Reads the keys of a side itself: its maximum hand, and whether it pays.
pub(super) fn side(doc: &SideDoc, path: &str, problems: &mut Problems) -> (Option<u8>, bool) {
    let owner = format!("side `{}`", doc.name.value);
    let place = Place { path, owner: &owner };
    let sheet = SideSheet::read(&doc.node, Extent::Whole, Some(&Side::INFO), place, problems);
    let hand_max = sheet.hand_max.map(|n| n.value as u8);
    (hand_max, sheet.stones.is_none_or(|stones| stones.value == Switch::On))
}
