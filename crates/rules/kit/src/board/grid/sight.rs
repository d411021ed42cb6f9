//! Line of sight (NW-36), in integers.
//!
//! All obstacles stand on height 0, so the line is followed on the plan, square by square; where
//! it crosses an obstacle's square, the lowest height it has there says whether it passes above.
//! Time on the line runs from 0 to `2 * max(nx, 1) * max(ny, 1)` for `nx` columns and `ny` rows, so
//! that every crossing of an edge falls on an integer. Heights are doubled, as centres are at
//! odd halves.

use super::{ENDLESS, Grid, LosCorner, Place};

/// The most squares of a map whose sights stand in a table. It has a bit for each pair of squares,
/// so this is 128 KiB: it stays in the nearer caches, and is built in some tens of milliseconds.
const TABLE_SQUARES: usize = 1024;

/// Sight from floor to floor: a bit for each pair of squares.
#[derive(Clone, Debug)]
pub(super) struct SightTable {
    bits: Box<[u64]>,
}

impl SightTable {
    /// The table, if the map has something that blocks sight and is not too large.
    pub(super) fn of(grid: &Grid) -> Option<Self> {
        let n = grid.n_squares();
        if grid.highest_wall == 0 || n > TABLE_SQUARES {
            return None;
        }
        let mut bits = vec![0; (n * n).div_ceil(64)];
        for (i, a) in grid.grounds().enumerate() {
            for (j, b) in grid.grounds().enumerate().skip(i) {
                if grid.follow(a, b) {
                    for bit in [i * n + j, j * n + i] {
                        bits[bit / 64] |= 1 << (bit % 64);
                    }
                }
            }
        }
        Some(Self { bits: bits.into() })
    }

    #[inline(always)]
    fn get(&self, bit: usize) -> bool {
        self.bits[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The 64 bits from this one on.
    #[inline(always)]
    fn word(&self, bit: usize) -> u64 {
        let (at, offset) = (bit / 64, bit % 64);
        let later = self.bits.get(at + 1).copied().unwrap_or(0);
        self.bits[at] >> offset | later << 1 << (63 - offset)
    }
}

/// The height of a line along its way.
struct Slope {
    /// Doubled height at the start, times `end`.
    start: i32,
    /// Doubled rise over the whole line.
    rise: i32,
    /// The time at its end.
    end: i32,
    corner: LosCorner,
}

impl Slope {
    /// Returns whether a wall keeps off the line that is above its square from `from` to `to`.
    #[inline(always)]
    fn meets(&self, wall: u8, from: i32, to: i32) -> bool {
        if wall == 0 || wall == ENDLESS {
            return wall == ENDLESS;
        }
        let lowest = self.start + self.rise * if self.rise > 0 { from } else { to };
        let top = 2 * i32::from(wall) * self.end;
        match self.corner {
            LosCorner::Open => lowest < top,
            LosCorner::Blocked => lowest <= top,
        }
    }
}

impl Grid {
    /// Returns whether sights from floor to floor were worked out in advance.
    #[must_use]
    pub fn has_sight_table(&self) -> bool {
        self.table.is_some()
    }

    /// NW-36: whether the line between the centres of two places is free. Both squares of its ends
    /// are, whatever stands there.
    #[inline(always)]
    #[must_use]
    pub fn sight(&self, a: Place, b: Place) -> bool {
        self.highest_wall == 0 || self.sight_past_walls(a, b)
    }

    #[inline]
    fn sight_past_walls(&self, a: Place, b: Place) -> bool {
        if let Some(table) = &self.table
            && self.is_on_floor(a)
            && self.is_on_floor(b)
        {
            return table.get(self.index(a) * self.n_squares() + self.index(b));
        }
        // Centres are half a square above their heights: such a line is above every wall.
        if a.z.min(b.z) >= self.highest_wall {
            return true;
        }
        if self.is_on_floor(a) && self.is_on_floor(b) {
            self.sights.get(self.index(a), self.index(b), || self.follow(a, b).into()) == 1
        } else {
            self.follow(a, b)
        }
    }

    /// The squares of each row that see a place, at this height or, without one, from their floors, as
    /// bits; what is beyond the map's edge has any. `None` where that is not known in advance: without a
    /// table, or from the air past walls that are as high.
    #[inline(always)]
    pub(super) fn seeing_rows(&self, place: Place, height: Option<u8>) -> Option<impl Fn(usize) -> u64 + '_> {
        let is_above = height.is_some_and(|z| z.min(place.z) >= self.highest_wall);
        let is_open = self.highest_wall == 0 || is_above;
        let is_from_floors = height.is_none_or(|z| self.is_flat && z == self.floor);
        let has_table = !is_open && is_from_floors && self.is_on_floor(place);
        let table = self.table.as_ref().filter(|_| has_table);
        let first = self.index(place) * self.n_squares();
        let row = move |y| table.map_or(u64::MAX, |table| table.word(first + y * usize::from(self.width)));
        (is_open || table.is_some()).then_some(row)
    }

    /// Follows the line.
    fn follow(&self, a: Place, b: Place) -> bool {
        let (nx, ny) = (i32::from(a.x.abs_diff(b.x)), i32::from(a.y.abs_diff(b.y)));
        let towards = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
        let (step_x, step_y) = (towards(a.x, b.x), towards(a.y, b.y));
        let (every_x, every_y) = (2 * ny.max(1), 2 * nx.max(1));
        let end = 2 * nx.max(1) * ny.max(1);
        let slope = Slope {
            start: (2 * i32::from(a.z) + 1) * end,
            rise: 2 * (i32::from(b.z) - i32::from(a.z)),
            end,
            corner: self.corner,
        };
        let (mut next_x, mut next_y) = (every_x / 2, every_y / 2);
        if nx == 0 {
            next_x = i32::MAX;
        }
        if ny == 0 {
            next_y = i32::MAX;
        }
        let (mut x, mut y) = (a.x, a.y);
        let mut entered = 0;
        while (x, y) != (b.x, b.y) {
            let left = next_x.min(next_y);
            if (x, y) != (a.x, a.y) && slope.meets(self.square(x, y).wall, entered, left) {
                return false;
            }
            let (across_x, across_y) = (next_x == left, next_y == left);
            if across_x && across_y && self.corner == LosCorner::Blocked {
                // Through a corner: the two squares beside it are touched in this one point.
                let beside = [(x.wrapping_add_signed(step_x), y), (x, y.wrapping_add_signed(step_y))];
                if beside.iter().any(|&(x, y)| slope.meets(self.square(x, y).wall, left, left)) {
                    return false;
                }
            }
            if across_x {
                x = x.wrapping_add_signed(step_x);
                next_x += every_x;
            }
            if across_y {
                y = y.wrapping_add_signed(step_y);
                next_y += every_y;
            }
            entered = left;
        }
        true
    }
}
