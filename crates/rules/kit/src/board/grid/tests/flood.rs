//! Floods against searches cell by cell, on foot and in flight.

use super::super::reach::{Exits, Reach};
use super::*;

/// Maps with a mover, a start, a target and exits.
fn moves(side: u8) -> impl Strategy<Value = (Terrain, Marked, Place, Place)> {
    let target = (0..side, 0..side, 0..5_u8);
    let exits = proptest::collection::vec((0..side, 0..side), 0..3);
    (brute::moves(side), target, exits, any::<bool>(), 0..24_u8).prop_map(
        |((mut terrain, mut mover, mut from, _), (x, y, z), exits, has_room, high)| {
            let (width, height) = (terrain.width, terrain.height);
            terrain.exits = exits.into_iter().map(|(x, y)| (x % width, y % height)).collect();
            if has_room {
                mover.full.fill(false);
            }
            // Up to the ceiling, which cuts off what is above.
            let ceiling = Grid::new(&terrain).ceiling();
            if mover.flies && high % 3 == 0 {
                from.z = (from.z + high).min(ceiling);
            }
            (terrain, mover, from, at(x % width, y % height, z))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn nw_37_41_a_flood_finds_the_path_of_a_search(
        (terrain, mover, from, target) in prop_oneof![moves(9), moves(15)], budget in 0..12_u32,
        least in 0..3_u32, most in proptest::option::of(0..5_u32), needs_sight in any::<bool>(),
    ) {
        let grid = Grid::new(&terrain);
        let cells = cell_by_cell(&grid);
        prop_assert!(grid.can_flood(&mover) && !cells.can_flood(&mover));
        let (mut scratch, mut other) = (Scratch::default(), Scratch::default());
        let goal = Reach { grid: &grid, target, least, most, needs_sight };
        // The second flood in the same buffers, and after one of another mover.
        for _ in 0..2 {
            let flooded = grid.search_goal(&mut scratch, from, &mover, &goal);
            prop_assert_eq!(flooded, cells.search_goal(&mut other, from, &mover, &goal));
            prop_assert!(flooded.is_none() || scratch.path() == other.path());
            let plain = |place: Place| goal.holds(place);
            let flooded = grid.approach(&mut scratch, from, budget, &mover, &plain);
            prop_assert_eq!(flooded, cells.approach(&mut other, from, budget, &mover, &plain));
            let flooded = grid.approach(&mut scratch, from, budget, &mover, &Exits(&grid));
            prop_assert_eq!(flooded, cells.approach(&mut other, from, budget, &mover, &Exits(&grid)));
            let walker = OnFoot(|_| 1);
            grid.best_within(&mut scratch, from, 3, &walker, |at| grid.distance(at, target), None);
        }
    }

    #[test]
    fn nw_41_a_flood_finds_the_best_place_of_a_search(
        (terrain, mover, from, target) in moves(9), budget in 0..8_u32,
        least in 0..3_u32, most in proptest::option::of(0..5_u32), enough in 1..9_u32,
    ) {
        let grid = Grid::new(&terrain);
        let cells = cell_by_cell(&grid);
        let (mut scratch, mut other) = (Scratch::default(), Scratch::default());
        let away = |at: Place| grid.distance(at, target).min(enough);
        for enough in [None, Some(enough)] {
            let flooded = grid.best_within(&mut scratch, from, budget, &mover, away, enough);
            prop_assert_eq!(flooded, cells.best_within(&mut other, from, budget, &mover, away, enough));
        }
        let goal = Reach { grid: &grid, target, least, most, needs_sight: true };
        let score = |at: Place| goal.holds(at).then_some(at.z);
        let best = cells.best_within(&mut other, from, budget, &mover, score, None);
        let expected = goal.holds(best.end().unwrap_or(from)).then_some(best);
        prop_assert_eq!(grid.highest_within(&mut scratch, from, budget, &mover, &goal), expected);
    }
}

#[test]
fn nw_41_a_flood_in_flight_knows_all_heights_of_a_wide_map() {
    // A wall of 3 across 64 columns, and a gap of one square in an endless one.
    let mut terrain = Terrain { flight: Some(2), ..Terrain::open(64, 64) };
    terrain.obstacles.extend((0..64).map(|x| Obstacle { x, y: 20, height: Some(3) }));
    terrain.obstacles.extend((0..63).map(|x| Obstacle { x, y: 40, height: None }));
    let grid = Grid::new(&terrain);
    let cells = cell_by_cell(&grid);
    let (mut scratch, mut other) = (Scratch::default(), Scratch::default());
    for (from, target) in [
        (at(5, 18, 0), at(5, 22, 0)),
        (at(60, 38, 1), at(60, 44, 1)),
        (at(0, 63, 0), at(63, 0, 0)),
        (at(63, 63, 22), at(0, 41, 0)),
    ] {
        let goal = Reach { grid: &grid, target, least: 0, most: Some(0), needs_sight: true };
        let flooded = grid.search_goal(&mut scratch, from, &InFlight, &goal);
        assert_eq!(flooded, cells.search_goal(&mut other, from, &InFlight, &goal));
        assert_eq!(scratch.path(), other.path());
    }
}
