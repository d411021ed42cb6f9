//! Ranges row by row against places one by one, and who keeps away by either.

use super::super::away::Away;
use super::super::reach::{Exits, NEVER, Reach, Row};
use super::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn nw_36_40_the_row_of_a_reach_has_the_places_where_it_holds(
        terrain in terrains(9),
        target in (0..9_u8, 0..9_u8, 0..3_u8),
        least in 0..4_u32,
        most in proptest::option::of(0..9_u32),
        needs_sight in any::<bool>(),
    ) {
        let grid = Grid::new(&terrain);
        let target = at(target.0 % grid.width(), target.1 % grid.height(), target.2);
        let goal = Reach { grid: &grid, target, least, most, needs_sight };
        let mut known = Vec::new();
        for place in grid.grounds() {
            let row = goal.row(Row { y: place.y.into(), height: None });
            known.push(row.is_some());
            if let Some(row) = row {
                prop_assert_eq!(row >> place.x & 1 == 1, goal.holds(place), "{:?}", place);
            }
        }
        prop_assert!(known.iter().all(|it| *it == known[0]), "each row alike");
        let is_seen = !needs_sight || grid.seeing_rows(target, None).is_some();
        prop_assert_eq!(known[0], grid.is_flat && is_seen);
    }

    #[test]
    fn nw_36_40_41_the_row_at_a_height_has_the_places_where_a_goal_holds(
        terrain in terrains(7),
        target in (0..7_u8, 0..7_u8, 0..5_u8),
        least in 0..4_u32,
        most in proptest::option::of(0..9_u32),
        needs_sight in any::<bool>(),
        exits in proptest::collection::vec((0..7_u8, 0..7_u8), 0..4),
    ) {
        let (width, height) = (terrain.width, terrain.height);
        let exits = exits.into_iter().map(|(x, y)| (x % width, y % height)).collect();
        let grid = Grid::new(&Terrain { exits, ..terrain });
        let target = at(target.0 % width, target.1 % height, target.2);
        let goal = Reach { grid: &grid, target, least, most, needs_sight };
        for (place, z) in grid.grounds().flat_map(|place| (0..7).map(move |z| (place, z))) {
            let (place, row) = (Place { z, ..place }, Row { y: place.y.into(), height: Some(z) });
            if let Some(bits) = goal.row(row) {
                prop_assert_eq!(bits >> place.x & 1 == 1, goal.holds(place), "{:?}", place);
            } else {
                prop_assert!(needs_sight && z.min(target.z) < grid.highest_wall, "{:?}", place);
            }
            let bits = Exits(&grid).row(row).unwrap();
            prop_assert_eq!(bits >> place.x & 1 == 1, grid.is_exit(place), "{:?}", place);
        }
    }

    #[test]
    fn d_move_who_keeps_away_ends_where_a_search_place_by_place_does(
        (terrain, mover, from, _) in brute::moves(8),
        target in (0..8_u8, 0..8_u8, 0..3_u8),
        foes in proptest::collection::vec((0..8_u8, 0..8_u8, 0..3_u8), 0..4),
        least in 0..2_u32, most in proptest::option::of(0..6_u32),
        (budget, enough) in (0..7_u32, prop_oneof![6 => 0..6_u32, 1 => Just(u32::MAX)]),
    ) {
        let grid = Grid::new(&terrain);
        let place = |(x, y, z)| at(x % grid.width(), y % grid.height(), z);
        let goal = Reach { grid: &grid, target: place(target), least, most, needs_sight: true };
        let foes: Vec<Place> = foes.into_iter().map(place).collect();
        let nearest = |at| foes.iter().map(|&foe| grid.distance(foe, at)).min().unwrap_or(NEVER).min(enough);
        let score = |at| goal.holds(at).then(|| nearest(at));
        let (mut scratch, mut other) = (Scratch::default(), Scratch::default());
        let best = cell_by_cell(&grid).best_within(&mut other, from, budget, &mover, score, None);
        let expected = goal.holds(best.end().unwrap_or(from)).then_some(best);
        let away = Away { goal: &goal, foes: foes.iter().copied(), enough };
        prop_assert_eq!(grid.away_within(&mut scratch, from, budget, &mover, &away), expected);
    }
}
