//! The maps of traces are those of the scenario files, and units stand where the files put them.

#![allow(dead_code, reason = "each game uses a part")]

use std::path::Path;

use fray_engine::map::{Ground, Map, Rows, Spot};
use fray_engine::roster::UnitId;
use fray_sim::play::trace::{Trace, trace};
use fray_sim::scenario::{Options, Scenario, load_scenario};

fn of_config(file: &str) -> (Scenario, Trace) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs").join(file);
    let scenario = load_scenario(&path, &Options::default()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let trace = trace(scenario.engine(), 1, 0).expect("no invariant breaks");
    (scenario, trace)
}

/// Returns what is on a square: its height and its grounds.
fn on(map: &Map, x: u16, y: u16) -> (u16, &[Ground]) {
    let square = map.squares.iter().find(|square| (square.x, square.y) == (x, y));
    square.map_or((0, &[]), |square| (square.level, &square.grounds))
}

/// Returns where a unit starts.
fn start(scenario: &Scenario, trace: &Trace, name: &str) -> Option<Spot> {
    let about = scenario.engine().about();
    let (UnitId(unit), _) = about.roster.each().find(|(_, unit)| unit.name == name).expect("the unit");
    trace.by_turn.start[usize::from(unit)].spot
}

const fn spot(x: u16, y: u16, z: u16) -> Option<Spot> {
    Some(Spot { x, y, z })
}

#[cfg(feature = "night-wizard")]
#[test]
fn night_wizard_has_walls_floors_and_rows_from_the_south() {
    let (scenario, trace) = of_config("night-wizard/walls.toml");
    let map = trace.by_turn.map.as_ref().expect("a map");
    assert_eq!((map.width, map.height, map.first, map.rows), (12, 5, 0, Rows::FromSouth));
    let wall = [Ground::Blocked, Ground::Screen];
    assert_eq!(on(map, 7, 0), (0, &wall[..]), "a wall without a top");
    assert_eq!(on(map, 4, 2), (1, &wall[..]), "a low wall");
    assert_eq!(on(map, 11, 2), (1, &[][..]), "a dais");
    assert_eq!(map.squares.len(), 6);
    assert_eq!(start(&scenario, &trace, "Swordsman"), spot(1, 1, 0));
    // A single square is no map.
    assert_eq!(of_config("night-wizard/duel.toml").1.by_turn.map, None);
}

#[cfg(feature = "cardinal")]
#[test]
fn cardinal_has_each_kind_of_square() {
    let (scenario, trace) = of_config("cardinal/witch-wood.toml");
    let map = trace.by_turn.map.as_ref().expect("a map");
    assert_eq!((map.width, map.height, map.rows), (14, 8, Rows::FromNorth));
    assert_eq!(on(map, 5, 2).1, [Ground::Concealment]);
    assert_eq!(on(map, 5, 5).1, [Ground::Blocked, Ground::Screen]);
    assert_eq!(on(map, 7, 4).1, [Ground::Slow]);
    assert_eq!(on(map, 8, 6).1, [Ground::Hazard]);
    assert_eq!(start(&scenario, &trace, "Witch"), spot(1, 3, 0));
}

#[cfg(feature = "stonebound")]
#[test]
fn stonebound_has_blocked_and_rough_squares() {
    let (_, trace) = of_config("stonebound/bridge.toml");
    let map = trace.by_turn.map.as_ref().expect("a map");
    assert_eq!((map.width, map.height, map.rows), (10, 10, Rows::FromNorth));
    assert_eq!(on(map, 3, 5).1, [Ground::Blocked]);
    assert_eq!(on(map, 4, 5).1, [Ground::Slow]);
    assert_eq!(map.squares.len(), 10);
}

#[cfg(feature = "mahou-galaxy")]
#[test]
fn mahou_galaxy_has_heights_and_flyers_above_them() {
    let (scenario, trace) = of_config("mahou-galaxy/rooftops.toml");
    let map = trace.by_turn.map.as_ref().expect("a map");
    assert_eq!((map.width, map.height, map.rows), (16, 9, Rows::FromNorth));
    assert_eq!(on(map, 5, 4), (3, &[][..]), "a roof");
    assert_eq!(on(map, 3, 4), (3, &[Ground::Cover][..]), "a parapet");
    assert_eq!(on(map, 3, 8), (1, &[][..]), "stairs");
    assert_eq!(start(&scenario, &trace, "Archer"), spot(14, 4, 6));
}

#[cfg(feature = "juso")]
#[test]
fn juso_has_a_line_counted_from_1() {
    let (_, trace) = of_config("juso/firing-line.toml");
    let map = trace.by_turn.map.as_ref().expect("a map");
    assert_eq!((map.width, map.height, map.first), (14, 1, 1));
    // JU-52: columns 7 and 9, which count from 1.
    assert_eq!(on(map, 6, 0).1, [Ground::InTheWay]);
    assert_eq!(on(map, 8, 0).1, [Ground::InTheWay]);
    assert_eq!(map.squares.len(), 2);
    let starts: Vec<_> =
        trace.by_turn.start.iter().filter_map(|unit| unit.spot).map(|spot| spot.x + 1).collect();
    // Of the raiders four begin on column 9, two on 13 and two on 11.
    assert_eq!(starts, [5, 3, 4, 9, 9, 9, 9, 13, 13, 11, 11]);
}
