//! A board of squares: distance, sight, and the paths of those who walk or fly.
//!
//! Pure geometry. A [`Grid`] is built once for a scenario from its [`Terrain`] and never changes;
//! a place is a square with a height. Read in this order: this file (places, what can be entered),
//! [`terrain`] (what a map is made of), `sight` (who sees whom), [`reach`] (where a path may end),
//! [`path`] (the cheapest path, the best place within reach), `flood` (the same on small maps, row
//! by row; its buffers are `levels`), `rows` (ranges and sight row by row), [`away`] (where one
//! reaches a target and is far from others), `height` (from how high one reaches a target),
//! [`scratch`] (the buffers they need), [`mod@steps`] (tables for small maps), `shown` (the map as
//! pages draw it).
//!
//! The board does not know units. Whoever moves says what it costs to leave a place and where one can stop,
//! see [`path::Mover`].
//!
//! Lengths are squares, heights too; a step costs 1 if nothing hinders it. Rule numbers are those
//! of Night Wizard, whose board this is.

pub mod away;
mod flood;
mod height;
mod levels;
pub mod path;
pub mod reach;
mod rows;
pub mod scratch;
mod shown;
mod sight;
pub mod steps;
mod straight;
pub mod terrain;
#[cfg(test)]
mod tests;

use super::pairs::Pairs;
use fray_kit::Words;
use rows::Rows;
use sight::SightTable;
use terrain::Terrain;

/// The most squares along one edge of a map.
pub const MAX_SIDE: u8 = 200;
/// The greatest height of floors, obstacles and places where a fight starts.
pub const MAX_HEIGHT: u8 = 99;
/// How far above the highest of these a flyer may climb. The rules name no ceiling; twenty squares
/// are the greatest Movement Power, and every obstacle can be crossed below.
pub const HEADROOM: u8 = 20;

/// How the three differences of two places make a distance (NW-40).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum RangeMetric {
    /// Their sum.
    Manhattan,
    /// The largest of them.
    Chebyshev,
    /// The larger of the horizontal two, plus the height.
    MaxXyPlusZ,
}

/// A line of sight that touches a corner or an edge of an obstacle (NW-36).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum LosCorner {
    /// Passes.
    Open,
    /// Is blocked.
    Blocked,
}

/// A square and a height above the map's zero. Ground units are at the height of the floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Column, from 0.
    pub x: u8,
    /// Row, from 0.
    pub y: u8,
    /// Height, in squares.
    pub z: u8,
}

impl Place {
    /// The place at these coordinates.
    #[must_use]
    pub const fn new(x: u8, y: u8, z: u8) -> Self {
        Self { x, y, z }
    }

    /// The place in 24 bits, for keys of states: `z`, `y`, `x` from the highest byte down.
    #[inline(always)]
    #[must_use]
    pub const fn key(self) -> u32 {
        (self.z as u32) << 16 | (self.y as u32) << 8 | self.x as u32
    }

    /// The place of a key.
    #[inline(always)]
    #[must_use]
    pub const fn of_key(key: u32) -> Self {
        Self { x: key as u8, y: (key >> 8) as u8, z: (key >> 16) as u8 }
    }

    /// The absolute differences in x, y and z.
    #[inline(always)]
    fn differences(self, other: Self) -> (u32, u32, u32) {
        let difference = |a: u8, b: u8| u32::from(a.abs_diff(b));
        (difference(self.x, other.x), difference(self.y, other.y), difference(self.z, other.z))
    }
}

/// The steps in the order that decides between equally cheap paths (NW-37): +x, -x, +y, -y, and
/// for flyers +z, -z.
const STEPS: [(i8, i8, i8); 6] = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)];

/// The steps of those who walk, or of those who fly.
#[inline(always)]
pub fn steps(flies: bool) -> &'static [(i8, i8, i8)] {
    if flies { &STEPS } else { &STEPS[..4] }
}

/// No height at all: the wall ends nowhere.
const ENDLESS: u8 = u8::MAX;

/// One square of the map.
#[derive(Clone, Copy, Debug, Default)]
struct Square {
    /// The height of the floor (NW-42).
    floor: u8,
    /// The least height of a flyer here, `ENDLESS` if there is none.
    least_z: u8,
    /// The height to which the square is filled from height 0: 0 where there is no obstacle, `ENDLESS` for
    /// one without a top.
    wall: u8,
    is_obstacle: bool,
    obstructs: bool,
    is_exit: bool,
}

/// A map prepared for one scenario.
///
/// Distances are three subtractions and need no table. Sight needs none on a map without
/// obstacles; with some, sight between the floors of two squares is a bit of a table as long as
/// the map has at most 1024 squares (128 KiB), and is remembered on larger ones. For those in the air
/// the line is followed square by square.
#[derive(Clone, Debug)]
pub struct Grid {
    width: u8,
    height: u8,
    /// Row by row.
    squares: Box<[Square]>,
    /// By square: the steps on foot, as bits in their order, that lead to a floor one can enter.
    ways: Box<[u8]>,
    rows: Rows,
    /// Whether all floors are at one height.
    is_flat: bool,
    /// The height of the first of them.
    floor: u8,
    /// Whether there is no obstacle.
    is_open: bool,
    /// The greatest height of a flyer.
    ceiling: u8,
    /// The height of the highest obstacle, 0 if there is none; a line above it meets nothing.
    highest_wall: u8,
    exits: Box<[Place]>,
    is_fortress: bool,
    metric: RangeMetric,
    corner: LosCorner,
    table: Option<SightTable>,
    /// Sight from floor to floor where there is no table, remembered.
    sights: Pairs,
}

impl Grid {
    /// Prepares a map.
    ///
    /// # Panics
    ///
    /// If [`Terrain::fault`] finds one.
    #[must_use]
    pub fn new(terrain: &Terrain) -> Self {
        if let Some(fault) = terrain.fault() {
            panic!("{fault}");
        }
        let width = usize::from(terrain.width);
        let at = |x: u8, y: u8| usize::from(y) * width + usize::from(x);
        let mut squares = vec![Square::default(); width * usize::from(terrain.height)];
        for floor in &terrain.floors {
            squares[at(floor.x, floor.y)].floor = floor.z;
        }
        for square in &mut squares {
            square.least_z = square.floor;
        }
        for obstacle in &terrain.obstacles {
            let square = &mut squares[at(obstacle.x, obstacle.y)];
            let wall = obstacle.height.unwrap_or(ENDLESS);
            // Two obstacles in one square are as high as the higher one.
            square.wall = square.wall.max(wall);
            square.least_z = square.least_z.max(wall);
            square.is_obstacle = true;
        }
        for &(x, y) in &terrain.obstructs {
            squares[at(x, y)].obstructs = true;
        }
        for &(x, y) in &terrain.exits {
            squares[at(x, y)].is_exit = true;
        }
        let floors = squares.iter().map(|square| square.floor);
        let finite = squares.iter().map(|square| square.wall).filter(|&wall| wall != ENDLESS);
        let highest = floors.clone().chain(finite).max().unwrap_or(0);
        let mut grid = Self {
            width: terrain.width,
            height: terrain.height,
            is_flat: floors.clone().all(|floor| floor == squares[0].floor),
            floor: squares[0].floor,
            is_open: terrain.obstacles.is_empty(),
            ceiling: terrain.flight.map_or(floors.max().unwrap_or(0), |start| highest.max(start) + HEADROOM),
            highest_wall: squares.iter().map(|square| square.wall).max().unwrap_or(0),
            squares: squares.into(),
            ways: Box::default(),
            rows: Rows::default(),
            exits: Box::default(),
            is_fortress: terrain.is_fortress,
            metric: terrain.metric,
            corner: terrain.corner,
            table: None,
            sights: Pairs::default(),
        };
        grid.exits = grid.grounds().filter(|&place| grid.is_exit(place)).collect();
        grid.ways = grid.grounds().map(|place| grid.ways_from(place)).collect();
        grid.rows = Rows::of(&grid, terrain.flight.is_some());
        grid.table = SightTable::of(&grid);
        if grid.table.is_none() && !grid.is_open {
            grid.sights = Pairs::of(grid.n_squares());
        }
        grid
    }

    /// Squares from west to east.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Squares from north to south.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The greatest height a flyer may reach.
    #[must_use]
    pub fn ceiling(&self) -> u8 {
        self.ceiling
    }

    /// Returns whether Lunar Robes cannot fly here (NW-41).
    #[must_use]
    pub fn is_fortress(&self) -> bool {
        self.is_fortress
    }

    /// Returns how many squares there are.
    fn n_squares(&self) -> usize {
        self.squares.len()
    }

    /// The number of a place's square, row by row.
    #[inline(always)]
    fn index(&self, at: Place) -> usize {
        usize::from(at.y) * usize::from(self.width) + usize::from(at.x)
    }

    #[inline(always)]
    fn square(&self, x: u8, y: u8) -> &Square {
        &self.squares[usize::from(y) * usize::from(self.width) + usize::from(x)]
    }

    /// The place on the floor of a square (NW-42).
    #[inline(always)]
    #[must_use]
    pub fn ground(&self, x: u8, y: u8) -> Place {
        Place { x, y, z: self.square(x, y).floor }
    }

    /// Returns whether a place on the map is on the floor of its square.
    #[inline(always)]
    fn is_on_floor(&self, at: Place) -> bool {
        at.z == if self.is_flat { self.floor } else { self.square(at.x, at.y).floor }
    }

    /// The places on all floors, row by row, obstacles included.
    pub fn grounds(&self) -> impl Iterator<Item = Place> + '_ {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| self.ground(x, y)))
    }

    /// Returns whether an object or trap here hinders those on the ground who leave (NW-38).
    #[inline(always)]
    #[must_use]
    pub fn obstructs(&self, at: Place) -> bool {
        self.square(at.x, at.y).obstructs
    }

    /// Returns whether one can leave the map from this square, at any height (NW-32).
    #[inline(always)]
    #[must_use]
    pub fn is_exit(&self, at: Place) -> bool {
        self.square(at.x, at.y).is_exit
    }

    /// The floors of the exits, row by row.
    #[must_use]
    pub fn exits(&self) -> &[Place] {
        &self.exits
    }

    /// NW-35, NW-42: on foot, the floor of any square without an obstacle; in flight, any height
    /// from the floor, and from the top of an obstacle, up to the ceiling.
    #[inline(always)]
    #[must_use]
    pub fn can_enter(&self, at: Place, flies: bool) -> bool {
        if at.x >= self.width || at.y >= self.height {
            return false;
        }
        let square = self.square(at.x, at.y);
        if flies {
            at.z >= square.least_z && at.z <= self.ceiling
        } else {
            !square.is_obstacle && at.z == square.floor
        }
    }

    /// The place one step away; on foot, on the floor there, whatever its height (NW-42). `None`
    /// off the map.
    #[inline(always)]
    fn beside(&self, at: Place, step: (i8, i8, i8), flies: bool) -> Option<Place> {
        // A coordinate below 0 wraps to one beyond every edge.
        let (x, y) = (at.x.wrapping_add_signed(step.0), at.y.wrapping_add_signed(step.1));
        if x >= self.width || y >= self.height {
            return None;
        }
        if !flies {
            return Some(self.ground(x, y));
        }
        let z = at.z.wrapping_add_signed(step.2);
        (z <= self.ceiling).then_some(Place { x, y, z })
    }

    /// The place one step away, if it can be entered.
    #[inline(always)]
    pub fn next(&self, at: Place, step: (i8, i8, i8), flies: bool) -> Option<Place> {
        self.beside(at, step, flies).filter(|&next| self.can_enter(next, flies))
    }

    fn ways_from(&self, at: Place) -> u8 {
        let leads = |i: &usize| self.next(at, STEPS[*i], false).is_some();
        (0..4).filter(leads).fold(0, |ways, i| ways | 1 << i)
    }

    /// Returns where a step on foot leads, of which it is known that it can be taken.
    #[inline(always)]
    fn stepped(&self, at: Place, step: (i8, i8, i8)) -> Place {
        let (x, y) = (at.x.wrapping_add_signed(step.0), at.y.wrapping_add_signed(step.1));
        if self.is_flat { Place { x, y, z: at.z } } else { self.ground(x, y) }
    }

    /// The places one step away that can be entered, in the order of steps. Who is on foot is on
    /// the floor of its square.
    #[inline(always)]
    pub fn around(&self, at: Place, flies: bool) -> impl Iterator<Item = Place> + '_ {
        let mut ways = if flies { 0b11_1111 } else { self.ways[self.index(at)] };
        core::iter::from_fn(move || {
            while ways != 0 {
                let i = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                let step = STEPS[i % STEPS.len()];
                if flies {
                    if let Some(next) = self.next(at, step, true) {
                        return Some(next);
                    }
                } else {
                    return Some(self.stepped(at, step));
                }
            }
            None
        })
    }

    /// The squares with an object or trap, a row to a word; none on a map wider than that.
    pub fn objects(&self) -> &[u64] {
        &self.rows.objects
    }

    /// NW-40: the distance in squares.
    #[inline(always)]
    #[must_use]
    pub fn distance(&self, a: Place, b: Place) -> u32 {
        let (dx, dy, dz) = a.differences(b);
        match self.metric {
            RangeMetric::Manhattan => dx + dy + dz,
            RangeMetric::Chebyshev => dx.max(dy).max(dz),
            RangeMetric::MaxXyPlusZ => dx.max(dy) + dz,
        }
    }

    /// Returns whether a step changes no distance by more than 1: not between floors of different heights.
    #[inline(always)]
    pub fn counts_steps(&self, flies: bool) -> bool {
        flies || self.is_flat
    }

    /// NW-40: the floors within `radius` of a place, row by row, obstacles included. Who is in an
    /// area is asked by [`distance`](Self::distance) alone: `distance(centre, place) <= radius`.
    pub fn area(&self, centre: Place, radius: u32) -> impl Iterator<Item = Place> + '_ {
        let span = |middle: u8, end: u8| {
            let reach = u8::try_from(radius).unwrap_or(u8::MAX);
            middle.saturating_sub(reach)..middle.saturating_add(reach).saturating_add(1).min(end)
        };
        let columns = span(centre.x, self.width);
        span(centre.y, self.height)
            .flat_map(move |y| columns.clone().map(move |x| self.ground(x, y)))
            .filter(move |&place| self.distance(centre, place) <= radius)
    }
}
