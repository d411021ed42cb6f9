//! Movement against brute force over all paths.

use super::*;
use crate::board::grid::reach::{NEVER, Reach};
use crate::board::grid::steps;

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

/// Returns what is walked of a path, by the letter of NW-37 and NW-38.
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

/// Small maps with a mover, a start and a set of places as goal.
pub(super) fn moves(side: u8) -> impl Strategy<Value = (Terrain, Marked, Place, Vec<bool>)> {
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
        let (highest, cost, path) = best.expect("the start is always there");
        let mut scratch = Scratch::default();
        for enough in [None, Some(highest)] {
            let walk = grid.best_within(&mut scratch, from, budget, &mover, score, enough);
            prop_assert_eq!(places(&walk), path[1..].to_vec());
            prop_assert_eq!(walk.path_cost, cost);
            prop_assert!(walk.arrives);
        }
    }

    #[test]
    fn a_straight_path_is_the_one_a_search_finds(
        (mut terrain, mover, from, _) in moves(8), is_open in any::<bool>(), target in (0..8_u8, 0..8_u8, 0..4_u8),
        least in 0..3_u32, most in proptest::option::of(0..5_u32),
        budget in prop_oneof![0..9_u32, Just(99)],
    ) {
        if is_open {
            terrain.obstacles.clear();
            terrain.floors.clear();
        }
        let grid = Grid::new(&terrain);
        let from = if mover.flies { from } else { grid.ground(from.x, from.y) };
        let target = at(target.0 % grid.width(), target.1 % grid.height(), target.2);
        let goal = Reach { grid: &grid, target, least, most, needs_sight: true };
        let mut scratch = Scratch::default();
        let straight = grid.straight(&mut scratch, from, NEVER, &mover, &goal);
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
        let bounded = grid.approach(&mut scratch, from, budget, &mover, &goal);
        prop_assert_eq!(bounded, grid.approach(&mut other, from, budget, &mover, &plain));
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
