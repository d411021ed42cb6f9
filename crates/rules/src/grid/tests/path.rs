//! Movement against brute force over all paths.

use super::*;
use crate::grid::path::{Stride, Walk};
use crate::grid::reach::{Exits, Reach};
use crate::grid::steps;

/// A mover made of tables: costs by square, and squares where it cannot stop.
#[derive(Clone, Debug)]
struct Marked {
    flies: bool,
    width: u8,
    costs: Vec<u32>,
    full: Vec<bool>,
}

impl Mover for Marked {
    fn flies(&self) -> bool {
        self.flies
    }

    fn leave_cost(&self, from: Place) -> u32 {
        if self.flies { 1 } else { self.costs[usize::from(from.y * self.width + from.x)] }
    }

    fn can_stop(&self, at: Place) -> bool {
        !self.full[usize::from(at.y * self.width + at.x)]
    }
}

/// All paths without loops from the start that cost `cost` to the point, in step-by-step order:
/// the first that ends where `is_end` says so.
fn first_path<M: Mover>(
    grid: &Grid,
    mover: &M,
    path: &mut Vec<Place>,
    cost: u32,
    is_end: &dyn Fn(Place) -> bool,
) -> bool {
    let at = *path.last().expect("a path begins somewhere");
    if cost == 0 {
        return is_end(at);
    }
    let leave = mover.leave_cost(at);
    for &step in steps(mover.flies()) {
        let Some(next) = grid.next(at, step, mover.flies()).filter(|next| !path.contains(next)) else {
            continue;
        };
        if leave <= cost {
            path.push(next);
            if first_path(grid, mover, path, cost - leave, is_end) {
                return true;
            }
            path.pop();
        }
    }
    false
}

/// The first of the cheapest paths of at most `limit`, start included, and its cost.
fn cheapest<M: Mover>(
    grid: &Grid,
    from: Place,
    limit: u32,
    mover: &M,
    is_end: &dyn Fn(Place) -> bool,
) -> Option<(Vec<Place>, u32)> {
    (0..=limit).find_map(|cost| {
        let mut path = vec![from];
        first_path(grid, mover, &mut path, cost, is_end).then_some((path, cost))
    })
}

/// What is walked of a path, by the letter of NW-37 and NW-38.
fn walked<M: Mover>(path: &[Place], budget: u32, mover: &M) -> Vec<Place> {
    let mut left = budget;
    let mut n = 0;
    while n + 1 < path.len() && mover.leave_cost(path[n]) <= left {
        left -= mover.leave_cost(path[n]);
        n += 1;
    }
    while n > 0 && !mover.can_stop(path[n]) {
        n -= 1;
    }
    path[1..=n].to_vec()
}

fn places(walk: &Walk<'_>) -> Vec<Place> {
    walk.strides.iter().map(|stride| stride.to).collect()
}

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
        let walk = grid.best_within(&mut scratch, at(1, 1, 1), 1, &InFlight, score);
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
    let walk = grid.best_within(&mut scratch, enemy, 3, &mover, away);
    // Leaving the enemy costs 2, so 1 is left: of the eight squares at distance 2 the first.
    assert_eq!(places(&walk), [at(3, 2, 0), at(4, 2, 0)]);
    let walk = grid.best_within(&mut scratch, at(0, 0, 0), 3, &mover, away);
    assert_eq!((walk.strides, walk.path_cost, walk.arrives), (&[][..], 0, true));
}

/// Small maps with a mover, a start and a set of places as goal.
fn moves(side: u8) -> impl Strategy<Value = (Terrain, Marked, Place, Vec<bool>)> {
    let n = usize::from(side) * usize::from(side);
    let costs = proptest::collection::vec(prop_oneof![3 => Just(1_u32), 1 => Just(2), 1 => Just(4)], n);
    let full = proptest::collection::vec(prop_oneof![3 => Just(false), 1 => Just(true)], n);
    let ends = proptest::collection::vec(prop_oneof![3 => Just(false), 1 => Just(true)], n);
    (terrains(side), costs, full, ends, any::<bool>(), 0..side, 0..side, 0..3_u8).prop_map(
        |(terrain, costs, full, ends, flies, x, y, z)| {
            let (x, y) = (x % terrain.width, y % terrain.height);
            let grid = Grid::new(&terrain);
            let z = if flies { grid.ground(x, y).z + z } else { grid.ground(x, y).z };
            let mover = Marked { flies, width: terrain.width, costs, full };
            (terrain, mover, at(x, y, z), ends)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn nw_37_the_path_is_the_first_of_the_cheapest(
        (terrain, mover, from, ends) in moves(3), budget in 0..8_u32, height in 0..4_u8,
    ) {
        let grid = Grid::new(&terrain);
        let goal = |place: Place| {
            (!mover.flies || place.z == height) && ends[usize::from(place.y * grid.width() + place.x)]
        };
        let is_end = |place| goal(place) && (place == from || mover.can_stop(place));
        // In flight there are too many paths to exhaust.
        let limit = if mover.flies { 6 } else { 36 };
        let expected = cheapest(&grid, from, limit, &mover, &is_end);
        let mut scratch = Scratch::default();
        let walk = grid.approach(&mut scratch, from, budget, &mover, &goal);
        match (expected, walk) {
            (Some((path, cost)), Some(walk)) => {
                prop_assert_eq!(walk.path_cost, cost);
                prop_assert_eq!(places(&walk), walked(&path, budget, &mover));
                prop_assert_eq!(walk.arrives, cost <= budget);
                prop_assert!(walk.cost() <= budget);
            }
            (None, Some(walk)) => prop_assert!(mover.flies && walk.path_cost > limit),
            (None, None) => {}
            (Some(path), None) => prop_assert!(false, "not found: {path:?}"),
        }
    }

    #[test]
    fn nw_37_a_path_into_range_and_sight_is_the_first_of_the_cheapest(
        (terrain, mover, from, _) in moves(3), target in (0..3_u8, 0..3_u8, 0..3_u8),
        least in 0..3_u32, most in proptest::option::of(0..4_u32),
    ) {
        let grid = Grid::new(&terrain);
        let target = at(target.0 % grid.width(), target.1 % grid.height(), target.2);
        let goal = Reach { grid: &grid, target, least, most, needs_sight: true };
        let is_end = |place| {
            let distance = grid.distance(place, target);
            let in_range = distance >= least && most.is_none_or(|most| distance <= most);
            in_range && grid.sight(place, target) && (place == from || mover.can_stop(place))
        };
        let limit = if mover.flies { 6 } else { 36 };
        let expected = cheapest(&grid, from, limit, &mover, &is_end);
        let mut scratch = Scratch::default();
        let walk = grid.approach(&mut scratch, from, 99, &mover, &goal);
        match (expected, walk) {
            (Some((path, cost)), Some(walk)) => {
                prop_assert_eq!(walk.path_cost, cost);
                prop_assert_eq!(places(&walk), path[1..].to_vec());
            }
            (None, Some(walk)) => prop_assert!(mover.flies && walk.path_cost > limit),
            (None, None) => {}
            (Some(path), None) => prop_assert!(false, "not found: {path:?}"),
        }
    }

    #[test]
    fn the_best_place_is_the_first_of_the_cheapest_of_the_highest(
        (terrain, mover, from, _) in moves(3), budget in 0..6_u32,
        scores in proptest::collection::vec(0..3_u8, 9), by_height in any::<bool>(),
    ) {
        let grid = Grid::new(&terrain);
        let score = |place: Place| {
            let of_square = scores[usize::from(place.y * grid.width() + place.x)];
            of_square + if by_height { place.z } else { 0 }
        };
        // Every place by brute force.
        let mut best: Option<(u8, u32, Vec<Place>)> = None;
        for square in grid.grounds() {
            for z in if mover.flies { 0..12 } else { square.z..square.z + 1 } {
                let place = Place { z, ..square };
                if place != from && !mover.can_stop(place) {
                    continue;
                }
                let path = cheapest(&grid, from, budget, &mover, &|end| end == place);
                let Some((path, cost)) = path else { continue };
                let is_better = best.as_ref().is_none_or(|(highest, least, first)| {
                    let order = score(place).cmp(highest).reverse().then(cost.cmp(least));
                    order.then_with(|| directions(&path).cmp(&directions(first))).is_lt()
                });
                if is_better {
                    best = Some((score(place), cost, path));
                }
            }
        }
        let (_, cost, path) = best.expect("the start is always there");
        let mut scratch = Scratch::default();
        let walk = grid.best_within(&mut scratch, from, budget, &mover, score);
        prop_assert_eq!(places(&walk), path[1..].to_vec());
        prop_assert_eq!(walk.path_cost, cost);
        prop_assert!(walk.arrives);
    }

    #[test]
    fn a_straight_path_is_the_one_a_search_finds(
        (terrain, mover, from, _) in moves(8), target in (0..8_u8, 0..8_u8, 0..4_u8),
        least in 0..3_u32, most in proptest::option::of(0..5_u32),
    ) {
        let grid = Grid::new(&terrain);
        let target = at(target.0 % grid.width(), target.1 % grid.height(), target.2);
        let goal = Reach { grid: &grid, target, least, most, needs_sight: true };
        let mut scratch = Scratch::default();
        let straight = grid.straight(&mut scratch, from, &mover, &goal);
        if let Some(cost) = straight {
            let strides = scratch.strides.clone();
            let searched = grid.search_goal(&mut scratch, from, &mover, &goal);
            // The search in the same buffers after the buffers of others.
            prop_assert_eq!(searched, Some(cost));
            prop_assert_eq!(&scratch.strides, &strides);
        }
        // A goal without a bound is searched plainly, outward from the start.
        let plain = |place: Place| goal.holds(place);
        let mut other = Scratch::default();
        let bounded = grid.approach(&mut scratch, from, 99, &mover, &goal);
        prop_assert_eq!(bounded, grid.approach(&mut other, from, 99, &mover, &plain));
    }
}

/// A path as places in the order of steps.
fn directions(path: &[Place]) -> Vec<usize> {
    let signed = |a: u8, b: u8| (i16::from(b) - i16::from(a)).signum() as i8;
    path.windows(2)
        .map(|pair| {
            let level = (signed(pair[0].x, pair[1].x), signed(pair[0].y, pair[1].y));
            let rise = if level == (0, 0) { signed(pair[0].z, pair[1].z) } else { 0 };
            steps(true).iter().position(|&step| step == (level.0, level.1, rise)).expect("a step")
        })
        .collect()
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
