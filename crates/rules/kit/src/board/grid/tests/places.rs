//! Distances, floors, obstacles, areas.

use super::*;

#[test]
fn nw_40_42_distance_counts_height_like_x_and_y() {
    // Worked example 19.
    let grid = Grid::new(&Terrain { flight: Some(0), ..Terrain::open(3, 3) });
    for (place, distance) in [(at(1, 0, 0), 1), (at(2, 0, 2), 4), (at(1, 1, 2), 4)] {
        assert_eq!(grid.distance(at(0, 0, 0), place), distance);
        assert_eq!(grid.distance(place, at(0, 0, 0)), distance);
    }
}

#[test]
fn nw_40_the_ruling_names_the_metric() {
    let of = |metric| {
        let grid = Grid::new(&Terrain { metric, flight: Some(0), ..Terrain::open(9, 9) });
        grid.distance(at(1, 8, 2), at(4, 3, 6))
    };
    // The differences are 3, 5 and 4.
    assert_eq!(METRICS.map(of), [12, 5, 9]);
}

#[test]
fn nw_35_an_obstacle_is_entered_above_its_top_alone() {
    let grid = Grid::new(&Terrain { flight: Some(0), ..drawn(&[".2#"]) });
    assert!(grid.can_enter(at(0, 0, 0), false));
    assert!((0..9).all(|z| !grid.can_enter(at(1, 0, z), false)));
    assert_eq!((0..9).filter(|&z| grid.can_enter(at(1, 0, z), true)).min(), Some(2));
    assert!((0..=grid.ceiling()).all(|z| !grid.can_enter(at(2, 0, z), true)));
    assert!(!grid.can_enter(at(3, 0, 0), true) && !grid.can_enter(at(0, 1, 0), true));
}

#[test]
fn nw_42_floors_carry_those_on_foot_and_hold_up_flyers() {
    let grid = Grid::new(&Terrain { flight: Some(4), ..drawn(&[".c"]) });
    assert_eq!(grid.ground(1, 0), at(1, 0, 3));
    assert!(grid.can_enter(at(1, 0, 3), false) && !grid.can_enter(at(1, 0, 0), false));
    assert!(grid.can_enter(at(1, 0, 3), true) && !grid.can_enter(at(1, 0, 2), true));
    // The highest start is 4, and twenty squares are left above it.
    assert_eq!(grid.ceiling(), 24);
    assert!(grid.can_enter(at(0, 0, 24), true) && !grid.can_enter(at(0, 0, 25), true));
}

#[test]
fn nw_35_42_an_obstacle_below_the_floor_lowers_nothing() {
    let mut terrain = Terrain { flight: Some(0), ..drawn(&["c"]) };
    terrain.obstacles.push(Obstacle { x: 0, y: 0, height: Some(1) });
    let grid = Grid::new(&terrain);
    assert_eq!((0..9).filter(|&z| grid.can_enter(at(0, 0, z), true)).min(), Some(3));
    assert!(!grid.can_enter(at(0, 0, 3), false));
}

#[test]
fn nw_40_an_area_is_all_squares_within_its_radius() {
    let grid = Grid::new(&Terrain::open(7, 7));
    let n = |centre, radius| grid.area(centre, radius).count();
    assert_eq!([0, 1, 2].map(|radius| n(at(3, 3, 0), radius)), [1, 5, 13]);
    assert_eq!([0, 1, 2].map(|radius| n(at(0, 0, 0), radius)), [1, 3, 6]);
    // Two squares up, the radius of 3 has one left.
    assert_eq!(n(at(3, 3, 2), 3), 5);
    assert_eq!(n(at(3, 3, 0), 300), 49);
}

#[test]
fn nw_32_38_squares_know_exits_and_objects() {
    let grid = Grid::new(&drawn(&["x.o", "..x"]));
    assert_eq!(grid.exits(), [at(0, 0, 0), at(2, 1, 0)]);
    assert!(grid.is_exit(at(2, 1, 5)) && !grid.is_exit(at(1, 1, 0)));
    assert!(grid.obstructs(at(2, 0, 0)) && !grid.obstructs(at(0, 0, 0)));
}

#[test]
fn a_place_and_its_key_are_one() {
    for place in [at(0, 0, 0), at(199, 1, 119), at(3, 199, 7)] {
        assert_eq!(Place::of_key(place.key()), place);
    }
}

#[test]
fn a_map_that_cannot_be_says_why() {
    let off = Terrain { exits: vec![(1, 1)], ..Terrain::open(1, 2) };
    let high = Terrain { floors: vec![Floor { x: 0, y: 0, z: 100 }], ..Terrain::open(1, 1) };
    let faults = [Terrain::open(0, 1), Terrain::open(1, 201), off, high].map(|terrain| terrain.fault());
    assert_eq!(
        faults.map(Option::unwrap),
        [
            "the width of a map is 1 to 200 squares, not 0",
            "the height of a map is 1 to 200 squares, not 201",
            "the exit at (1, 1) is off the map of 1 by 2",
            "heights on a map are 0 to 99, not 100",
        ]
    );
    assert_eq!(Terrain::default().fault(), None);
}
