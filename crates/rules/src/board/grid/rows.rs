//! Maps of up to 64 by 64 squares, a row of squares to a word: floors, objects, ranges.

use super::{Grid, Place, RangeMetric};

/// The widest and highest map whose rows are words.
const MOST_SIDE: u8 = 64;

/// Squares of a map, a bit each.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    /// Those that can be entered on foot; empty where a row is no word.
    pub(super) floors: Box<[u64]>,
    /// Those with an object or trap.
    pub(super) objects: Box<[u64]>,
}

impl Rows {
    pub(super) fn of(grid: &Grid) -> Self {
        if grid.width.max(grid.height) > MOST_SIDE {
            return Self::default();
        }
        let rows = |is: &dyn Fn(Place) -> bool| {
            let row = |y| (0..grid.width).filter(|&x| is(grid.ground(x, y))).fold(0, |row, x| row | 1 << x);
            (0..grid.height).map(row).collect()
        };
        Self { floors: rows(&|at| grid.can_enter(at, false)), objects: rows(&|at| grid.obstructs(at)) }
    }
}

/// The places of the bits of row `y`.
#[inline(always)]
pub(super) fn places(grid: &Grid, y: usize, mut row: u64) -> impl Iterator<Item = Place> + '_ {
    core::iter::from_fn(move || {
        let x = row.trailing_zeros();
        (row != 0).then(|| {
            row &= row - 1;
            grid.ground(x as u8, y as u8)
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
    /// Whether rows say which floors are within a distance: all are at one height.
    #[inline(always)]
    pub(super) fn has_rows_of_ranges(&self) -> bool {
        self.is_flat && !self.rows.floors.is_empty()
    }

    /// How many rows there are, where they are words.
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

    /// NW-40: the squares of each row whose floors are within `radius` of a place; what is beyond
    /// the map's edge has any bits.
    #[inline(always)]
    pub(super) fn rows_in_range(&self, place: Place, radius: u32) -> impl Fn(usize) -> u64 + use<> {
        let rise = u32::from(place.z.abs_diff(self.floor));
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
