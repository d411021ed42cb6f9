//! Movement by the numbers of the rules.

use super::*;
use crate::board::grid::path::Stride;
use crate::board::grid::reach::{Exits, Reach};

fn reached<M: Mover>(grid: &Grid, from: Place, budget: u32, mover: &M) -> Vec<Place> {
    let mut places = Vec::new();
    grid.reachable(&mut Scratch::default(), from, budget, mover, |place, _| places.push(place));
    places
}

#[test]
fn nw_37_38_41_reach_of_movement_power_2() {
    // Worked example 17.
    let grid = Grid::new(&Terrain { flight: Some(0), ..Terrain::open(9, 9) });
    let from = at(4, 4, 0);
    assert_eq!(reached(&grid, from, 2, &OnFoot(|_| 1)).len(), 13);
    // An enemy in the own square.
    let engaged = OnFoot(|place| if place == from { 2 } else { 1 });
    let near = reached(&grid, from, 2, &engaged);
    assert_eq!(near, [from, at(4, 3, 0), at(4, 5, 0), at(3, 4, 0), at(5, 4, 0)]);
    assert_eq!(reached(&grid, from, 1, &engaged), [from]);
    let in_flight = reached(&grid, from, 2, &InFlight);
    assert_eq!(in_flight.iter().filter(|place| place.z == 0).count(), 13);
    // One square up the 4 neighbours and its own column, and the second square up: 13 + 5 + 1.
    assert_eq!(in_flight.len(), 19);
}

#[test]
fn nw_38_block_adds_to_the_cost_and_hinders_on_the_way_too() {
    let grid = Grid::new(&drawn(&["....", "####"]));
    // Two enemies on the only way: leaving the second square costs 2 and a block of 3.
    let mover = OnFoot(|place: Place| if place.x == 1 { 5 } else { 1 });
    let mut scratch = Scratch::default();
    let goal = |place: Place| place.x == 3;
    let mut walk = |budget| {
        let walk = grid.approach(&mut scratch, at(0, 0, 0), budget, &mover, &goal).expect("a way");
        assert_eq!(walk.path_cost, 7);
        (walk.end(), walk.cost(), walk.arrives)
    };
    assert_eq!(walk(0), (None, 0, false));
    assert_eq!(walk(5), (Some(at(1, 0, 0)), 1, false));
    assert_eq!(walk(6), (Some(at(2, 0, 0)), 6, false));
    assert_eq!(walk(7), (Some(at(3, 0, 0)), 7, true));
}

#[test]
fn nw_37_of_equally_cheap_paths_the_first_in_order_of_steps() {
    let terrain = Terrain { flight: Some(0), ..Terrain::open(5, 5) };
    let grid = Grid::new(&terrain);
    let mut scratch = Scratch::default();
    let mut walk = |from, target, most| {
        let goal = Reach { grid: &grid, target, least: 0, most: Some(most), needs_sight: true };
        grid.approach(&mut scratch, from, 99, &InFlight, &goal).map(|walk| places(&walk))
    };
    // +x before +y before +z; -x before -y before -z.
    let up = [at(1, 0, 0), at(1, 1, 0), at(1, 1, 1)];
    assert_eq!(walk(at(0, 0, 0), at(1, 1, 1), 0).as_deref(), Some(&up[..]));
    let down = [at(0, 1, 1), at(0, 0, 1), at(0, 0, 0)];
    assert_eq!(walk(at(1, 1, 1), at(0, 0, 0), 0).as_deref(), Some(&down[..]));
    // In range 1 the step along x is taken, the one along y is not needed.
    assert_eq!(walk(at(0, 0, 0), at(1, 1, 0), 1).as_deref(), Some(&[at(1, 0, 0)][..]));
    assert_eq!(walk(at(0, 0, 0), at(1, 1, 0), 2).as_deref(), Some(&[][..]));
}

#[test]
fn nw_37_steps_are_tried_in_the_order_of_the_rule() {
    let grid = Grid::new(&Terrain { flight: Some(0), ..Terrain::open(3, 3) });
    let mut scratch = Scratch::default();
    let mut taken: Vec<Place> = Vec::new();
    for _ in 0..6 {
        let score = |place| grid.distance(place, at(1, 1, 1)) == 1 && !taken.contains(&place);
        let walk = grid.best_within(&mut scratch, at(1, 1, 1), 1, &InFlight, score, None);
        let end = walk.end().expect("there are six steps");
        taken.push(end);
    }
    let order = [at(2, 1, 1), at(0, 1, 1), at(1, 2, 1), at(1, 0, 1), at(1, 1, 2), at(1, 1, 0)];
    assert_eq!(taken, order);
}

#[test]
fn nw_37_a_way_round_a_wall_is_taken_to_where_the_target_is_seen() {
    let grid = Grid::new(&drawn(&[".....", ".###.", "..#..", "....."]));
    let goal = Reach { grid: &grid, target: at(3, 2, 0), least: 0, most: Some(4), needs_sight: true };
    let walk = grid
        .approach(&mut Scratch::default(), at(1, 2, 0), 2, &OnFoot(|_| 1), &goal)
        .map(|walk| places(&walk));
    // The pillar stands between; from (1, 3) the line still crosses it, from (2, 3) it touches the
    // pillar's corner alone.
    assert_eq!(walk.as_deref(), Some(&[at(1, 3, 0), at(2, 3, 0)][..]));
}

#[test]
fn nw_37_no_way_is_no_walk() {
    let grid = Grid::new(&drawn(&[".#.", ".#."]));
    let mut scratch = Scratch::default();
    let goal = |place: Place| place.x == 2;
    assert_eq!(grid.approach(&mut scratch, at(0, 0, 0), 9, &OnFoot(|_| 1), &goal), None);
    // A sword does not reach a flyer.
    let flyer = Reach { grid: &grid, target: at(0, 1, 1), least: 0, most: Some(0), needs_sight: true };
    assert_eq!(grid.approach(&mut scratch, at(0, 0, 0), 9, &OnFoot(|_| 1), &flyer), None);
}

#[test]
fn nw_32_the_nearest_exit_is_found() {
    let grid = Grid::new(&drawn(&["x....", ".....", "....x"]));
    let mut scratch = Scratch::default();
    let walk = grid.approach(&mut scratch, at(3, 1, 0), 9, &OnFoot(|_| 1), &Exits(&grid)).expect("an exit");
    assert_eq!(places(&walk), [at(4, 1, 0), at(4, 2, 0)]);
    let closed = Grid::new(&Terrain::open(3, 3));
    assert_eq!(closed.approach(&mut scratch, at(0, 0, 0), 9, &OnFoot(|_| 1), &Exits(&closed)), None);
}

#[test]
fn nw_42_a_ground_step_between_floors_costs_1() {
    let grid = Grid::new(&drawn(&[".e."]));
    let goal = |place: Place| place.x == 2;
    let mut scratch = Scratch::default();
    let walk = grid.approach(&mut scratch, at(0, 0, 0), 9, &OnFoot(|_| 1), &goal).expect("a way");
    let strides = [at(1, 0, 5), at(2, 0, 0)].map(|to| Stride { to, cost: 1 });
    assert_eq!(walk.strides, strides);
}

#[test]
fn nw_35_a_full_square_is_passed_but_not_stopped_in() {
    let grid = Grid::new(&Terrain::open(5, 1));
    let mover =
        Marked { flies: false, width: 5, costs: vec![1; 5], full: vec![false, false, true, false, false] };
    let mut scratch = Scratch::default();
    let mut walk = |budget, goal: u8| {
        let goal = move |place: Place| place.x == goal;
        grid.approach(&mut scratch, at(0, 0, 0), budget, &mover, &goal).map(|walk| walk.end())
    };
    assert_eq!(walk(2, 3), Some(Some(at(1, 0, 0))));
    assert_eq!(walk(3, 3), Some(Some(at(3, 0, 0))));
    assert_eq!(walk(3, 2), None);
}

#[test]
fn the_best_place_within_reach_is_the_farthest_from_an_enemy() {
    let grid = Grid::new(&Terrain::open(5, 5));
    let mut scratch = Scratch::default();
    let enemy = at(2, 2, 0);
    let mover = OnFoot(|place| if place == enemy { 2 } else { 1 });
    let away = |place| grid.distance(place, enemy);
    let walk = grid.best_within(&mut scratch, enemy, 3, &mover, away, None);
    // Leaving the enemy costs 2, so 1 is left: of the eight squares at distance 2 the first.
    assert_eq!(places(&walk), [at(3, 2, 0), at(4, 2, 0)]);
    let walk = grid.best_within(&mut scratch, at(0, 0, 0), 3, &mover, away, None);
    assert_eq!((walk.strides, walk.path_cost, walk.arrives), (&[][..], 0, true));
}

#[test]
fn nothing_is_searched_in_an_open_field() {
    for metric in METRICS {
        let grid = Grid::new(&Terrain { metric, flight: Some(0), ..Terrain::open(9, 9) });
        let mut scratch = Scratch::default();
        for (target, most) in grid.grounds().flat_map(|place| (0..4).map(move |most| (place, most))) {
            let goal = Reach { grid: &grid, target, least: 0, most: Some(most), needs_sight: true };
            for from in [at(4, 4, 0), at(0, 7, 0)] {
                // An enemy there hinders the first step.
                let engaged = OnFoot(|place| if place == from { 2 } else { 1 });
                assert!(grid.straight(&mut scratch, from, 99, &engaged, &goal).is_some());
                let high = Place { z: 5, ..from };
                let is_straight = grid.straight(&mut scratch, high, 99, &InFlight, &goal).is_some();
                assert_eq!(is_straight, metric != RangeMetric::MaxXyPlusZ);
            }
        }
    }
}

#[test]
fn searches_in_one_scratch_do_not_see_each_other() {
    let (small, large) = (drawn(&["..#", "#..", "..."]), drawn(&[".....#", ".###..", "...#..", "......"]));
    let (small, large) = (Grid::new(&small), Grid::new(&large));
    let mut scratch = Scratch::default();
    for _ in 0..3 {
        for grid in [&small, &large] {
            let goal = |place: Place| place == at(2, 2, 0);
            let mut fresh = Scratch::default();
            let mover = OnFoot(|_| 1);
            let expected = grid.approach(&mut fresh, at(0, 0, 0), 9, &mover, &goal);
            assert_eq!(grid.approach(&mut scratch, at(0, 0, 0), 9, &mover, &goal), expected);
        }
    }
}

#[test]
fn a_path_of_any_length_is_found_on_maps_of_any_width() {
    // 64 costs are a flood's, and 64 squares the widest map of one.
    for (width, hindrance, cost) in [(64, 1, 63), (64, 2, 64), (64, 9, 71), (65, 2, 65), (200, 62, 260)] {
        let grid = Grid::new(&Terrain::open(width, 2));
        let goal = |place: Place| place == at(width - 1, 0, 0);
        let column = OnFoot(|place: Place| if place.x == 1 { hindrance } else { 1 });
        let mut scratch = Scratch::default();
        let walk = grid.approach(&mut scratch, at(0, 0, 0), 300, &column, &goal).unwrap();
        assert_eq!((walk.path_cost, walk.strides.len()), (cost, usize::from(width) - 1));
        assert_eq!(walk.end(), Some(at(width - 1, 0, 0)));
        let best = grid.best_within(&mut scratch, at(0, 1, 0), 270, &column, |place| place.x, None);
        assert_eq!((best.path_cost, best.end()), (cost, Some(at(width - 1, 1, 0))));
    }
}
