//! The buffers of a flood: levels of rows, of the floors or of all heights, and the part of a map that is
//! looked at.

use super::{Grid, Place};

/// How many levels there are, for costs from 0: 33 KiB on the largest map for those who walk.
pub(super) const LEVELS: usize = 64;

/// The arrangement of a map's rows in a level: those of the floors, or of all heights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// From a row to the one above it, in flight: there is an empty one behind the last of a height.
    pub(super) stride: usize,
    /// The empty rows before the first, and behind the last: a step leads from no row to before them.
    pub(super) pad: usize,
    /// All rows of a level.
    pub(super) size: usize,
}

impl Shape {
    #[inline(always)]
    pub(super) fn of<const FLIES: bool>(grid: &Grid) -> Self {
        let n = grid.n_rows();
        let (stride, pad, planes) =
            if FLIES { (n + 1, n + 1, usize::from(grid.ceiling) + 1) } else { (n, 1, 1) };
        Self { stride, pad, size: planes * stride + 2 * pad }
    }

    /// The rows that are not empty by their place.
    pub(super) fn inner(self) -> usize {
        self.size - 2 * self.pad
    }
}

/// The rows and heights that a flood looks at, each from the first to behind the last. Where they are
/// not those of the map, those at the edge stay empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Band {
    pub(super) rows: (usize, usize),
    pub(super) planes: (usize, usize),
}

impl Band {
    /// All there are.
    #[inline(always)]
    pub(super) fn whole(grid: &Grid) -> Self {
        Self { rows: (0, grid.n_rows()), planes: (0, usize::from(grid.ceiling) + 1) }
    }

    /// The rows of a box from its least coordinates to its greatest, with an edge.
    #[inline(always)]
    pub(super) fn of(grid: &Grid, [low, high]: [Place; 2]) -> Self {
        let whole = Self::whole(grid);
        let span = |low: u8, high: u8, end: usize| {
            (usize::from(low).saturating_sub(1), end.min(usize::from(high) + 2))
        };
        Self { rows: span(low.y, high.y, whole.rows.1), planes: span(low.z, high.z, whole.planes.1) }
    }

    /// Returns how many rows it has of all heights or, on foot, of floors.
    #[inline(always)]
    pub(super) fn n_rows(self, flies: bool) -> usize {
        let n = |(first, end): (usize, usize)| end - first;
        n(self.rows) * if flies { n(self.planes) } else { 1 }
    }
}

/// The buffers of a flood.
#[derive(Debug, Default)]
pub(super) struct Levels {
    pub(super) shape: Shape,
    pub(super) band: Band,
    /// Level after level, each with its empty rows.
    pub(super) rows: Vec<u64>,
    /// Of the last level and of the one at hand what costs 1 to leave, with empty rows as well.
    pub(super) free: [Vec<u64>; 2],
    /// The squares that cost more than 1 to leave, on foot.
    pub(super) hindered: Vec<u64>,
    /// The rows of all levels with the squares that cannot be entered.
    pub(super) closed: Vec<u64>,
    /// The best ends.
    pub(super) ends: Vec<u64>,
}

impl Levels {
    /// Makes room for a map. Levels stay empty outside their rows.
    #[inline(always)]
    pub(super) fn fit(&mut self, shape: Shape) {
        if self.shape != shape {
            self.reshape(shape);
        }
    }

    #[inline(never)]
    fn reshape(&mut self, shape: Shape) {
        let empty = |rows: &mut Vec<u64>, n| {
            rows.clear();
            rows.resize(n, 0);
        };
        empty(&mut self.rows, shape.size * LEVELS);
        self.free.iter_mut().for_each(|free| empty(free, shape.size));
        for rows in [&mut self.hindered, &mut self.closed, &mut self.ends] {
            empty(rows, shape.inner());
        }
        self.shape = shape;
    }
}
