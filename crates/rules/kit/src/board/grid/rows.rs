//! Maps of up to 64 by 64 squares, a row of squares to a word: floors, objects, ranges, and what is
//! free at each height.

use super::reach::Row;
use super::{Grid, Place, RangeMetric};

/// The widest and highest map whose rows are words.
const MOST_SIDE: u8 = 64;

/// Squares of a map, a bit each.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    /// The squares that can be entered on foot; empty where a row is no word.
    pub(super) floors: Box<[u64]>,
    /// The squares that can be entered in flight, height after height from 0 up, with a row of none behind
    /// the last of each; empty where nobody flies.
    pub(super) air: Box<[u64]>,
    /// The squares with an object or trap.
    pub(super) objects: Box<[u64]>,
    /// The squares from which one can leave the map.
    pub(super) exits: Box<[u64]>,
}

impl Rows {
    pub(super) fn of(grid: &Grid, is_flown: bool) -> Self {
        if grid.width.max(grid.height) > MOST_SIDE {
            return Self::default();
        }
        let row = |y, is: &dyn Fn(Place) -> bool| {
            (0..grid.width).filter(|&x| is(grid.ground(x, y))).fold(0, |row, x| row | 1 << x)
        };
        let rows = |is: &dyn Fn(Place) -> bool| (0..grid.height).map(|y| row(y, is)).collect();
        let plane = |z| {
            let is_free = move |at| grid.can_enter(Place { z, ..at }, true);
            (0..grid.height).map(move |y| row(y, &is_free)).chain([0])
        };
        Self {
            floors: rows(&|at| grid.can_enter(at, false)),
            air: if is_flown { (0..=grid.ceiling).flat_map(plane).collect() } else { Box::default() },
            objects: rows(&|at| grid.obstructs(at)),
            exits: rows(&|at| grid.is_exit(at)),
        }
    }
}

/// The places of the bits of a row.
#[inline(always)]
pub(super) fn places(grid: &Grid, row: Row, mut bits: u64) -> impl Iterator<Item = Place> + '_ {
    core::iter::from_fn(move || {
        let (x, y) = (bits.trailing_zeros() as u8, row.y as u8);
        (bits != 0).then(|| {
            bits &= bits - 1;
            row.height.map_or_else(|| grid.ground(x, y), |z| Place { x, y, z })
        })
    })
}

/// The squares beside a place in row `y`, if the place is in row `of` or next to it.
#[inline(always)]
pub(super) fn beside(at: Place, y: usize) -> u64 {
    let bit = 1_u64 << (at.x & 63);
    match y.abs_diff(at.y.into()) {
        0 => bit << 1 | bit >> 1,
        1 => bit,
        _ => 0,
    }
}

impl Grid {
    /// Returns whether rows say what is within a distance at this height or, without one, on the floors: those
    /// have to be at one height.
    #[inline(always)]
    pub(super) fn has_rows_of_ranges(&self, height: Option<u8>) -> bool {
        (height.is_some() || self.is_flat) && !self.rows.floors.is_empty()
    }

    /// Returns how many rows there are, where they are words.
    #[inline(always)]
    pub(super) fn n_rows(&self) -> usize {
        self.rows.floors.len()
    }

    /// The first row at most `n` rows away from a place, and the one behind the last.
    #[inline(always)]
    pub(super) fn rows_within(&self, place: Place, n: usize) -> (usize, usize) {
        let y = usize::from(place.y);
        (y.saturating_sub(n), self.rows.floors.len().min(y + n + 1))
    }

    /// The first height at most `n` from that of a place, and the one above the last.
    #[inline(always)]
    pub(super) fn planes_within(&self, place: Place, n: usize) -> (usize, usize) {
        let z = usize::from(place.z);
        (z.saturating_sub(n), usize::from(self.ceiling).min(z.saturating_add(n)) + 1)
    }

    /// NW-40: the squares of each row that are within `radius` of a place, at this height or, without
    /// one, at that of the floors; what is beyond the map's edge has any bits.
    #[inline(always)]
    pub(super) fn rows_in_range(
        &self,
        place: Place,
        radius: u32,
        height: Option<u8>,
    ) -> impl Fn(usize) -> u64 + use<> {
        let rise = u32::from(place.z.abs_diff(height.unwrap_or(self.floor)));
        let is_manhattan = self.metric == RangeMetric::Manhattan;
        let side = match self.metric {
            RangeMetric::Manhattan | RangeMetric::MaxXyPlusZ => radius.checked_sub(rise),
            RangeMetric::Chebyshev => (rise <= radius).then_some(radius),
        };
        let (x, y) = (u32::from(place.x & 63), u32::from(place.y));
        move |row| {
            let rows = (row as u32).abs_diff(y);
            let Some(side) = side.filter(|&side| rows <= side) else { return 0 };
            let side = if is_manhattan { side - rows } else { side };
            u64::MAX << x.saturating_sub(side) & u64::MAX >> (63 - x).saturating_sub(side)
        }
    }
}
