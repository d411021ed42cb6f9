//! The keys of `[map]` and those of a side.

use fray_kit::sheet::declare::{Extent, Given, Place, join, value};
use fray_kit::sheet::envelope::{Document, Side, SideDoc, UnitDoc};
use fray_kit::sheet::places::{Start, twice};
use fray_kit::sheet::problem::{At, Problems};
use fray_kit::sheet::types::{Int, List};
use fray_kit::{Sheet, read_words};

use crate::Juso;
use crate::data::setup::{End, Flag, ObstacleOf, Setup};
use crate::rules::turns::round::HALF;
use crate::state::prepare::{is_placed_by_chance, start};

read_words!(Surprise { "none" => Surprise(None), "left" => Surprise(Some(End::Left)), "right" => Surprise(Some(End::Right)) });

/// The side whose ambush succeeded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surprise(pub Option<End>);

/// The board: one row of 14 squares. The first side owns the left end, the second the right one.
#[derive(Debug, Default, Sheet)]
#[sheet("[map]")]
pub(super) struct MapSheet {
    /// The side whose ambush succeeded: it takes the flag, whatever `flag` says.
    #[key("JU-12", default = "none")]
    pub(super) surprise: Given<Surprise>,
    /// Who holds the flag at first, or how many dice each side rolls for it; if nothing is said, the dice of JU-10 are rolled.
    #[key("JU-10, JU-11")]
    pub(super) flag: Given<Flag>,
    /// Columns with terrain that hinders shots, and moves if it says so.
    #[key("JU-52, JU-34", default = "[]")]
    pub(super) obstacles: Given<List<ObstacleOf>>,
}

/// What a side of Juso says of itself.
#[derive(Debug, Default, Sheet)]
#[sheet("side")]
pub(super) struct SideSheet {
    /// High or low morale: a die of initiative more or less.
    #[key("JU-10", default = "0")]
    pub(super) morale: Given<Int<-1, 1>>,
    /// Clearly stronger or weaker: a die of initiative more or less.
    #[key("JU-10", default = "0")]
    pub(super) strength: Given<Int<-1, 1>>,
}

/// Reads `[map]`.
pub(super) fn read(document: &Document, problems: &mut Problems) -> MapSheet {
    let place = Place { path: "map", owner: "`[map]`" };
    let Some(map) = &document.map else { return MapSheet::default() };
    let map = MapSheet::read(&map.value, Extent::Whole, None, place, problems);
    if let Some(At { value: Flag::Dice([0, 0]), span }) = map.flag {
        problems.add(span, "map.flag", "at least one side needs a die, or nobody ever takes the flag");
    }
    let obstacles = map.obstacles.as_ref().map_or(&[][..], |list| &list.value);
    for (at, obstacle) in obstacles.iter().enumerate() {
        let col = obstacle.value.col;
        if obstacles[..at].iter().any(|other| other.value.col == col) {
            twice("obstacles", format_args!("column {col}"), obstacle.span, problems);
        }
    }
    map
}

/// JU-34: notes units that start on terrain that nobody may enter.
pub(super) fn check_places(setup: &Setup, docs: &[&UnitDoc], problems: &mut Problems) {
    let is_blocked =
        |column: i32| setup.obstacles.iter().any(|it| it.blocks_move && i32::from(it.col) == column);
    let units = setup.sides.iter().zip([End::Left, End::Right]);
    let units = units.flat_map(|(side, end)| side.units.iter().map(move |unit| (unit, end)));
    for ((unit, end), doc) in units.zip(docs) {
        let is_by_chance = is_placed_by_chance(setup, unit);
        let numbers = if is_by_chance { 1..=HALF } else { start(unit, end)..=start(unit, end) };
        let mut columns = numbers.map(|own| Juso::column_of(end, own));
        let Some(column) = columns.find(|&column| is_blocked(column)) else { continue };
        let col = doc.node.as_table().and_then(|table| table.get("col"));
        let span = col.map_or(doc.name.span, |entry| entry.value.span);
        let why = if is_by_chance { "by `own_half` the unit may start there, and " } else { "" };
        let help = format!("{why}`blocks_move = true` lets nobody in, JU-34: move the unit or the obstacle");
        let start = Start { name: &unit.name, span, path: &join(&doc.path, "col") };
        start.is_blocked(format_args!("column {column}"), help, problems);
    }
}

/// Reads the keys of a side itself: morale and strength.
pub(super) fn side(doc: &SideDoc, path: &str, problems: &mut Problems) -> [i32; 2] {
    let owner = format!("side `{}`", doc.name.value);
    let place = Place { path, owner: &owner };
    let sheet = SideSheet::read(&doc.node, Extent::Whole, Some(&Side::INFO), place, problems);
    [value(&sheet.morale), value(&sheet.strength)]
}

/// Notes sides beyond the two that own an end of the board.
pub(super) fn two(document: &Document, problems: &mut Problems) -> bool {
    if let Some(At { value, span }) = document.sides.get(2).map(|side| &side.name) {
        let message = format!("Juso is fought by two sides, one at each end, JU-07; `{value}` is one more");
        problems.add(*span, join("side", value), message);
    }
    document.sides.len() == 2
}
