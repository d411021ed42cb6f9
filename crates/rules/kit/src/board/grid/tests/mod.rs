//! The board by the numbers of the rules, and each shortcut against the plain way.

mod away;
mod brute;
mod flood;
mod path;
mod places;
mod reach;
mod sight;
mod steps;

use proptest::prelude::*;

use super::path::{InFlight, Mover, OnFoot, Walk};
use super::reach::Goal;
use super::rows::Rows;
use super::scratch::Scratch;
use super::terrain::{Floor, Obstacle, Terrain};
use super::{Grid, LosCorner, Place, RangeMetric};

const METRICS: [RangeMetric; 3] = [RangeMetric::Manhattan, RangeMetric::Chebyshev, RangeMetric::MaxXyPlusZ];

fn at(x: u8, y: u8, z: u8) -> Place {
    Place::new(x, y, z)
}

/// A map drawn in rows: `.` open, `#` an obstacle without a top, a digit one of this height, `o`
/// an obstructing object, `x` an exit, a small letter from `a` a floor of height 1 and up.
fn drawn(rows: &[&str]) -> Terrain {
    let mut terrain = Terrain::open(rows[0].len() as u8, rows.len() as u8);
    for (y, row) in (0..).zip(rows) {
        for (x, square) in (0..).zip(row.chars()) {
            match square {
                '.' => {}
                '#' => terrain.obstacles.push(Obstacle { x, y, height: None }),
                '0'..='9' => terrain.obstacles.push(Obstacle { x, y, height: Some(square as u8 - b'0') }),
                'o' => terrain.obstructs.push((x, y)),
                'x' => terrain.exits.push((x, y)),
                _ => terrain.floors.push(Floor { x, y, z: square as u8 - b'a' + 1 }),
            }
        }
    }
    terrain
}

/// Small maps with some obstacles and floors.
fn terrains(side: u8) -> impl Strategy<Value = Terrain> {
    let height = prop_oneof![Just(None), (0..4_u8).prop_map(Some)];
    let square = prop_oneof![
        5 => Just((None, None)),
        2 => height.prop_map(|height| (Some(height), None)),
        1 => (0..3_u8).prop_map(|floor| (None, Some(floor))),
    ];
    let corner = prop_oneof![Just(LosCorner::Open), Just(LosCorner::Blocked)];
    let squares = proptest::collection::vec(square, usize::from(side) * usize::from(side));
    let flat = any::<bool>();
    (1..=side, 1..=side, squares, corner, 0..3_usize, flat).prop_map(
        move |(width, height, squares, corner, metric, is_flat)| {
            let mut terrain =
                Terrain { flight: Some(0), metric: METRICS[metric], corner, ..Terrain::open(width, height) };
            for (i, (obstacle, floor)) in (0..).zip(squares) {
                let (x, y) = (i % side, i / side);
                if x >= width || y >= height {
                    continue;
                }
                if let Some(height) = obstacle {
                    terrain.obstacles.push(Obstacle { x, y, height });
                }
                if let Some(z) = floor.filter(|_| !is_flat) {
                    terrain.floors.push(Floor { x, y, z });
                }
            }
            terrain
        },
    )
}

/// The map without its rows: every path is searched cell by cell.
fn cell_by_cell(grid: &Grid) -> Grid {
    Grid { rows: Rows::default(), ..grid.clone() }
}

fn places(walk: &Walk<'_>) -> Vec<Place> {
    walk.strides.iter().map(|stride| stride.to).collect()
}

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

    fn is_clear(&self, from: Place, to: Place) -> bool {
        let mut at = from;
        while at != to {
            if at != from && self.leave_cost(at) > 1 {
                return false;
            }
            let towards = |from: u8, to: u8| if from < to { from + 1 } else { from - 1 };
            if at.x == to.x {
                at.y = towards(at.y, to.y);
            } else {
                at.x = towards(at.x, to.x);
            }
        }
        true
    }

    fn can_stop(&self, at: Place) -> bool {
        !self.full[usize::from(at.y * self.width + at.x)]
    }
}
