//! Bounds of goals against counted steps.

use super::*;
use crate::board::grid::reach::{NEVER, Reach};
use crate::board::grid::steps;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn nw_37_a_bound_is_never_too_high_and_falls_by_one_a_step(
        terrain in terrains(5),
        target in (0..5_u8, 0..5_u8, 0..5_u8),
        least in 0..3_u32,
        most in proptest::option::of(0..5_u32),
        flies in any::<bool>(),
    ) {
        let grid = Grid::new(&terrain);
        let target = at(target.0 % grid.width(), target.1 % grid.height(), target.2);
        let goal = Reach { grid: &grid, target, least, most, needs_sight: true };
        let heights = if flies { 0..8 } else { 0..1 };
        for floor in grid.grounds() {
            for z in heights.clone() {
                let from = if flies { Place { z, ..floor } } else { floor };
                let bound = goal.at_least(from, flies);
                prop_assert!(bound == 0 || !goal.holds(from), "{from:?} {bound}");
                for &step in steps(flies) {
                    if let Some(next) = grid.next(from, step, flies) {
                        let next = goal.at_least(next, flies);
                        prop_assert!(bound.abs_diff(next) <= 1, "{from:?} {bound} {next}");
                    }
                }
            }
        }
    }
}

#[test]
fn nw_40_the_bound_in_an_open_field_is_the_number_of_steps() {
    for metric in METRICS {
        let terrain = Terrain { metric, flight: Some(0), ..Terrain::open(6, 5) };
        let grid = Grid::new(&terrain);
        let mut scratch = Scratch::default();
        for (flies, top) in [(true, 6), (false, 0)] {
            for (target, most) in (0..6).flat_map(|z| (0..7).map(move |most| (at(1, 2, z), most))) {
                let goal = Reach { grid: &grid, target, least: 0, most: Some(most), needs_sight: true };
                for from in grid.grounds().flat_map(|it| (0..=top).map(move |z| Place { z, ..it })) {
                    let mut steps = NEVER;
                    let mut seen = |place, cost| {
                        if grid.distance(place, target) <= most {
                            steps = steps.min(cost);
                        }
                    };
                    if flies {
                        grid.reachable(&mut scratch, from, 12, &InFlight, &mut seen);
                    } else {
                        grid.reachable(&mut scratch, from, 12, &OnFoot(|_| 1), &mut seen);
                    }
                    assert_eq!(goal.at_least(from, flies), steps, "{metric:?} {from:?} {target:?} {most}");
                }
            }
        }
    }
}
