//! Tables of steps against searches.

use super::super::reach::Reach;
use super::super::steps::StepTable;
use super::*;

/// Walkers on a small map with hindrances: costs by square, full squares.
fn marks(side: usize) -> impl Strategy<Value = (Vec<u32>, Vec<bool>)> {
    let cost = prop_oneof![4 => Just(1_u32), 1 => 2..5_u32];
    let full = prop_oneof![5 => Just(false), 1 => Just(true)];
    (proptest::collection::vec(cost, side * side), proptest::collection::vec(full, side * side))
}

proptest! {
    #[test]
    fn nw_37_a_table_leads_where_a_search_does(
        terrain in terrains(5),
        (costs, full) in marks(5),
        least in 0..2_u32,
        most in proptest::option::of(0..4_u32),
        needs_sight in any::<bool>(),
        budget in 0..8_u32,
    ) {
        let grid = Grid::new(&terrain);
        let Some(table) = StepTable::of(&grid, least, most, needs_sight) else { return Ok(()) };
        let mut scratch = Scratch::default();
        for (full, costs) in [(full.clone(), costs), (vec![false; full.len()], vec![1; full.len()])] {
            let mover = Marked { flies: false, width: terrain.width, costs, full };
            for target in grid.grounds() {
                let plain = Reach { grid: &grid, target, least, most, needs_sight };
                let known = table.towards(&grid, target).expect("room for a row of each square");
                for from in grid.grounds().filter(|&from| grid.can_enter(from, false)) {
                    let walk = |walk: Walk<'_>| (walk.strides.to_vec(), walk.path_cost, walk.arrives);
                    let by_search = grid.approach(&mut scratch, from, budget, &mover, &plain).map(walk);
                    let by_table = grid.approach(&mut scratch, from, budget, &mover, &known).map(walk);
                    prop_assert_eq!(by_search, by_table);
                }
            }
        }
    }
}

#[test]
fn an_open_map_has_no_table() {
    let table = |terrain: &Terrain| StepTable::of(&Grid::new(terrain), 0, Some(0), true);
    assert!(table(&Terrain::open(32, 32)).is_none());
    assert!(table(&walled(48)).is_some());
}

fn walled(side: u8) -> Terrain {
    Terrain { obstacles: vec![Obstacle { x: 0, y: 0, height: None }], ..Terrain::open(side, side) }
}

#[test]
fn a_table_has_no_more_rows_than_there_is_room_for() {
    let grid = Grid::new(&walled(6));
    let table = StepTable::within(&grid, (0, Some(0)), true, 2 * 2 * 36).expect("a table");
    let is_known = |x| table.towards(&grid, grid.ground(x, 3)).is_some();
    assert_eq!([1, 2, 1, 3, 2, 4].map(is_known), [true, true, true, false, true, false]);
}
