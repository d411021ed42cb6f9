//! Sight against the definition, box by box in fractions.

use super::*;

/// A fraction with a positive denominator.
type Fraction = (i64, i64);

fn less(a: Fraction, b: Fraction) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// NW-36 as it is written: the part of the segment within each slab of the obstacle's box, cut
/// with the others and with the segment itself.
fn sees(terrain: &Terrain, a: Place, b: Place) -> bool {
    // Everything doubled, so that centres are whole.
    let centre = |place: Place| [place.x, place.y, place.z].map(|c| 2 * i64::from(c) + 1);
    let (from, to) = (centre(a), centre(b));
    let touches = terrain.corner == LosCorner::Blocked;
    terrain.obstacles.iter().all(|obstacle| {
        if [(a.x, a.y), (b.x, b.y)].contains(&(obstacle.x, obstacle.y)) {
            return true;
        }
        let (x, y) = (2 * i64::from(obstacle.x), 2 * i64::from(obstacle.y));
        let top = obstacle.height.map_or(1_000_000, |height| 2 * i64::from(height));
        if top == 0 {
            return true;
        }
        let (mut first, mut last): (Fraction, Fraction) = ((0, 1), (1, 1));
        for (axis, (low, high)) in [(x, x + 2), (y, y + 2), (0, top)].into_iter().enumerate() {
            let rise = to[axis] - from[axis];
            if rise == 0 {
                let is_within = if touches {
                    low <= from[axis] && from[axis] <= high
                } else {
                    low < from[axis] && from[axis] < high
                };
                if !is_within {
                    return true;
                }
                continue;
            }
            let (near, far) = if rise > 0 { (low, high) } else { (high, low) };
            let time = |edge: i64| ((edge - from[axis]) * rise.signum(), rise.abs());
            if less(first, time(near)) {
                first = time(near);
            }
            if less(time(far), last) {
                last = time(far);
            }
        }
        // The ends are centres, never on the face of a box: no open part is a mere point of them.
        if touches { less(last, first) } else { !less(first, last) }
    })
}

fn check(terrain: &Terrain, highest: u8) {
    let grid = Grid::new(terrain);
    let places: Vec<Place> =
        grid.grounds().flat_map(|floor| (0..=highest).map(move |z| Place { z, ..floor })).collect();
    for &a in &places {
        for &b in &places {
            assert_eq!(grid.sight(a, b), sees(terrain, a, b), "{a:?} {b:?} {terrain:?}");
        }
    }
}

#[test]
fn nw_36_walls_block_and_corners_do_not() {
    // Worked example 18.
    let from = at(0, 0, 0);
    let wall = Grid::new(&drawn(&["..#..", "....."]));
    assert!(!wall.sight(from, at(4, 0, 0)));
    assert!(!Grid::new(&drawn(&["...", ".#.", "..."])).sight(from, at(2, 2, 0)));
    let corners = drawn(&[".#.", "#..", "..."]);
    assert!(Grid::new(&corners).sight(from, at(2, 2, 0)));
    assert!(!Grid::new(&Terrain { corner: LosCorner::Blocked, ..corners }).sight(from, at(2, 2, 0)));
    let low = Grid::new(&Terrain { flight: Some(2), ..drawn(&["..2.."]) });
    assert!(low.sight(at(0, 0, 2), at(4, 0, 2)));
    assert!(!low.sight(at(0, 0, 1), at(4, 0, 1)));
}

#[test]
fn nw_36_the_squares_at_both_ends_never_block() {
    let grid = Grid::new(&Terrain { corner: LosCorner::Blocked, flight: Some(3), ..drawn(&["#2.#"]) });
    assert!(grid.sight(at(0, 0, 0), at(0, 0, 0)));
    assert!(grid.sight(at(1, 0, 0), at(1, 0, 3)));
    assert!(grid.sight(at(0, 0, 0), at(1, 0, 0)));
    assert!(grid.sight(at(2, 0, 0), at(3, 0, 0)));
    assert!(!grid.sight(at(0, 0, 0), at(2, 0, 0)));
}

#[test]
fn nw_42_floors_do_not_block_sight() {
    let grid = Grid::new(&drawn(&[".e."]));
    assert!(grid.sight(at(0, 0, 0), at(2, 0, 0)));
}

#[test]
fn nw_36_sight_is_that_of_the_definition_around_every_single_obstacle() {
    for corner in [LosCorner::Open, LosCorner::Blocked] {
        for height in [None, Some(0), Some(1), Some(2), Some(4)] {
            for (x, y) in (0..3).flat_map(|y| (0..4).map(move |x| (x, y))) {
                let obstacles = vec![Obstacle { x, y, height }];
                check(&Terrain { corner, obstacles, ..Terrain::open(7, 6) }, 4);
            }
        }
    }
}

#[test]
fn nw_36_sight_is_that_of_the_definition_among_every_set_of_walls() {
    for corner in [LosCorner::Open, LosCorner::Blocked] {
        for set in 0..1_u32 << 12 {
            let walls = (0..12_u8).filter(|i| set >> i & 1 == 1);
            let obstacles = walls.map(|i| Obstacle { x: i % 4, y: i / 4, height: None }).collect();
            check(&Terrain { corner, obstacles, ..Terrain::open(4, 3) }, 0);
        }
    }
}

#[test]
fn sight_with_and_without_a_table_is_the_same() {
    // The same walls on a map too large for a table.
    let small = drawn(&["..#...2..", ".#...b...", "...3.#...", "#..d...1.", "...#....."]);
    let large = Terrain { width: 40, height: 40, ..small.clone() };
    let (small, large) = (Grid::new(&small), Grid::new(&large));
    assert!(small.has_sight_table() && !large.has_sight_table());
    assert!(!Grid::new(&Terrain::open(9, 9)).has_sight_table());
    for a in small.grounds() {
        for b in small.grounds() {
            assert_eq!(small.sight(a, b), large.sight(a, b), "{a:?} {b:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nw_36_sight_is_that_of_the_definition_and_goes_both_ways(terrain in terrains(7)) {
        let grid = Grid::new(&terrain);
        check(&terrain, 4);
        for a in grid.grounds() {
            for b in grid.grounds() {
                prop_assert_eq!(grid.sight(a, b), grid.sight(b, a));
            }
        }
    }

    #[test]
    fn nw_36_sight_across_a_large_map_is_that_of_the_definition(
        walls in proptest::collection::vec((0..200_u8, 0..200_u8, 0..40_u8), 400),
        pairs in proptest::collection::vec((0..200_u8, 0..200_u8, 0..30_u8, 0..200_u8, 0..200_u8, 0..30_u8), 200),
    ) {
        let obstacles = walls.iter().map(|&(x, y, height)| Obstacle { x, y, height: Some(height) });
        for corner in [LosCorner::Open, LosCorner::Blocked] {
            let terrain = Terrain { corner, obstacles: obstacles.clone().collect(), ..Terrain::open(200, 200) };
            let grid = Grid::new(&terrain);
            for &(x, y, z, to_x, to_y, to_z) in &pairs {
                let (a, b) = (at(x, y, z), at(to_x, to_y, to_z));
                prop_assert_eq!(grid.sight(a, b), sees(&terrain, a, b));
            }
        }
    }
}
