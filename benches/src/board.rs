//! The board: distance, sight, paths. In w, the CPU time of one raw word.

use core::hint::black_box;

use fray_kit::board::grid::path::{InFlight, Mover, OnFoot};
use fray_kit::board::grid::reach::Reach;
use fray_kit::board::grid::scratch::Scratch;
use fray_kit::board::grid::terrain::{Obstacle, Terrain};
use fray_kit::board::grid::{Grid, Place};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

use crate::measure::{Spread, allocations, cpu_ns, raw_words};

const REPEATS: usize = 15;
const WORDS: u64 = 4_000_000;
/// Pairs of places a row is measured on, and how often in a repeat.
const PAIRS: usize = 4096;
const ROUNDS: usize = 4;

/// An open map, or one with an obstacle on every fifth square.
fn map(side: u8, walls: bool) -> Grid {
    let mut words = Pcg64Mcg::new(u128::from(side) << 1 | 1);
    let squares = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let obstacles = squares
        .filter(|_| walls && words.next_u64().is_multiple_of(5))
        // Heights 1 to 3, and some without a top.
        .map(|(x, y)| Obstacle { x, y, height: Some((x ^ y) & 3).filter(|&height| height > 0) })
        .collect();
    Grid::new(&Terrain { obstacles, flight: Some(0), ..Terrain::open(side, side) })
}

/// Pairs of places that can be entered, at most `within` apart in each direction.
fn pairs(grid: &Grid, within: u8, flies: bool) -> Vec<(Place, Place)> {
    let mut words = Pcg64Mcg::new(7);
    let mut below = |n: u8| (words.next_u64() % u64::from(n)) as u8;
    let mut place = |near: Option<Place>| {
        loop {
            let (x, y, z) = (below(grid.width()), below(grid.height()), below(4));
            let place = if flies { Place::new(x, y, z) } else { grid.ground(x, y) };
            let is_near =
                near.is_none_or(|near| near.x.abs_diff(x) <= within && near.y.abs_diff(y) <= within);
            if is_near && grid.can_enter(place, flies) {
                return place;
            }
        }
    };
    (0..PAIRS)
        .map(|_| {
            let from = place(None);
            (from, place(Some(from)))
        })
        .collect()
}

/// One row: what a call costs for these pairs, and that it allocates nothing once warm.
fn row(name: &str, pairs: &[(Place, Place)], mut call: impl FnMut(Place, Place) -> u32) {
    let mut all = || -> u32 { pairs.iter().map(|&(a, b)| call(black_box(a), black_box(b))).sum() };
    let mean = f64::from(all()) / PAIRS as f64;
    let (mut raw, mut costs, mut times) = (1, Vec::with_capacity(REPEATS), Vec::with_capacity(REPEATS));
    let before = allocations();
    for _ in 0..REPEATS {
        let word = cpu_ns(|| raw_words(WORDS, &mut raw)) / WORDS as f64;
        let time = cpu_ns(|| (0..ROUNDS).map(|_| all()).sum::<u32>()) / (ROUNDS * PAIRS) as f64;
        costs.push(time / word);
        times.push(time);
    }
    let allocated = allocations() - before;
    println!(
        "{name:<44} {:>24} {:>8.1} {mean:>8.2} {allocated:>6}",
        Spread::of(costs),
        Spread::of(times).median
    );
}

fn approach<M: Mover>(
    grid: &Grid,
    scratch: &mut Scratch,
    (from, target): (Place, Place),
    range: u32,
    mover: &M,
) -> u32 {
    let goal = Reach { grid, target, least: 0, most: Some(range), needs_sight: true };
    grid.approach(scratch, from, 2, mover, &goal).map_or(0, |walk| walk.path_cost)
}

/// The rows.
pub(crate) fn print() {
    println!(
        "\n{:<44} {:>24} {:>8} {:>8} {:>6}",
        "board; a fifth of the squares are obstacles", "cost in w", "ns", "mean", "allocs"
    );
    let (open, walls, large) = (map(12, false), map(12, true), map(60, true));
    let mut scratch = Scratch::default();
    for grid in [&open, &walls, &large] {
        scratch.fit(grid, true);
    }
    let on_foot = OnFoot(|_| 1);
    let seen = |grid: &Grid, a, b| u32::from(grid.sight(a, b));
    row("distance", &pairs(&open, 12, false), |a, b| open.distance(a, b));
    row("sight, 12x12, open", &pairs(&open, 12, false), |a, b| seen(&open, a, b));
    row("sight, 12x12, table", &pairs(&walls, 12, false), |a, b| seen(&walls, a, b));
    row("sight, 12x12, in the air", &pairs(&walls, 12, true), |a, b| seen(&walls, a, b));
    row("sight, 60x60, within 12", &pairs(&large, 12, false), |a, b| seen(&large, a, b));
    for range in [0, 4] {
        row(&format!("approach to {range}, 12x12, open"), &pairs(&open, 12, false), |a, b| {
            approach(&open, &mut scratch, (a, b), range, &on_foot)
        });
        row(&format!("approach to {range}, 12x12, open, engaged"), &pairs(&open, 12, false), |a, b| {
            let engaged = OnFoot(|place| 1 + u32::from(place == a || place == b));
            approach(&open, &mut scratch, (a, b), range, &engaged)
        });
        row(&format!("approach to {range}, 12x12, walls"), &pairs(&walls, 12, false), |a, b| {
            approach(&walls, &mut scratch, (a, b), range, &on_foot)
        });
        row(&format!("approach to {range}, 60x60, walls"), &pairs(&large, 60, false), |a, b| {
            approach(&large, &mut scratch, (a, b), range, &on_foot)
        });
        row(&format!("approach to {range}, 12x12, walls, flight"), &pairs(&walls, 12, true), |a, b| {
            approach(&walls, &mut scratch, (a, b), range, &InFlight)
        });
    }
    let vast = map(200, true);
    scratch.fit(&vast, false);
    row("approach to 0, 200x200, walls, within 12", &pairs(&vast, 12, false), |a, b| {
        approach(&vast, &mut scratch, (a, b), 0, &on_foot)
    });
    for steps in [2, 6] {
        row(&format!("farthest within {steps}, 12x12, open"), &pairs(&open, 12, false), |a, b| {
            open.best_within(&mut scratch, a, steps, &on_foot, |place| open.distance(place, b), None)
                .path_cost
        });
        row(&format!("farthest within {steps}, 12x12, flight"), &pairs(&open, 12, true), |a, b| {
            open.best_within(&mut scratch, a, steps, &InFlight, |place| open.distance(place, b), None)
                .path_cost
        });
    }
    for side in [12, 32, 200] {
        let times = Spread::of((0..REPEATS).map(|_| cpu_ns(|| map(side, true)) / 1e6));
        println!("preparing a map of {side}x{side} with walls: {times} ms");
    }
}
