//! Lines across the map: sight, cover, areas (MG-47, MG-74).

use super::ways::STEPS;
use super::{Board, FEET};
use crate::data::rulings::MapMetric;
use crate::data::vocabulary::{Area, AreaShape};
use fray_kit::board::pairs::Pairs;

/// A direction of the map on the way along a line.
#[derive(Clone, Copy, Debug)]
struct Axis {
    at: i32,
    /// How far its line's second cell is from the first.
    far: i32,
    /// The time from one step to the next.
    wide: i32,
    /// The moment of the next step.
    next: i32,
}

impl Axis {
    fn new(at: i32, to: i32) -> Self {
        Self { at, far: to - at, wide: 0, next: i32::MAX }
    }

    /// Its times, if the way to the second cell takes twice `all`, a multiple of its cells.
    fn measure(&mut self, all: i32) {
        if self.far != 0 {
            self.wide = 2 * all / self.far.abs();
            self.next = self.wide / 2;
        }
    }

    fn step(&mut self) {
        self.at += self.far.signum();
        self.next += self.wide;
    }
}

impl Board {
    /// The coordinates of every cell that the line from one cell through another crosses behind the first, on
    /// beyond the second, until `stop`.
    ///
    /// The line leaves a cell in a direction at the odd multiples of half a cell; all directions in which it
    /// does so at one moment are steps at once, since corners and edges do not count.
    #[inline(always)]
    fn line(a: u32, b: u32, mut stop: impl FnMut([i32; 3]) -> bool) {
        let ([ax, ay, az], [bx, by, bz]) = (Self::coordinates(a), Self::coordinates(b));
        let mut axes = [Axis::new(ax, bx), Axis::new(ay, by), Axis::new(az, bz)];
        let all: i32 = axes.iter().map(|axis| axis.far.abs().max(1)).product();
        for axis in &mut axes {
            axis.measure(all);
        }
        if a == b {
            return;
        }
        loop {
            let now = axes[0].next.min(axes[1].next).min(axes[2].next);
            for axis in axes.iter_mut().filter(|axis| axis.next == now) {
                axis.step();
            }
            if stop([axes[0].at, axes[1].at, axes[2].at]) {
                return;
            }
        }
    }

    /// Every cell that the line between two cells crosses behind the first, to the last, until `stop`.
    #[inline(always)]
    pub(super) fn crossed(a: u32, b: u32, mut stop: impl FnMut(u32) -> bool) {
        Self::line(a, b, |[x, y, z]| {
            let cell = Self::cell_at(x, y, z);
            stop(cell) || cell == b
        });
    }

    /// Every cell that the line between two cells crosses behind the first, to the last.
    pub(super) fn each_crossed(&self, a: u32, b: u32, mut see: impl FnMut(u32)) {
        Self::crossed(a, b, |cell| {
            see(cell);
            false
        });
    }

    /// MG-55, MG-73: every cell of the map that the line from a cell through another crosses behind the
    /// first, until `stop`.
    pub fn along(&self, from: u32, through: u32, mut stop: impl FnMut(u32) -> bool) {
        let is_on = |[x, y, z]: [i32; 3]| self.square_at(x, y).is_some() && (0..=self.top).contains(&z);
        Self::line(from, through, |at| !is_on(at) || stop(Self::cell_at(at[0], at[1], at[2])));
    }

    /// MG-55: whether nothing between two cells stops who is thrown.
    #[must_use]
    pub fn is_open_line(&self, a: u32, b: u32) -> bool {
        let mut free = true;
        Self::crossed(a, b, |cell| {
            free &= cell == b || !self.is_blocked(cell);
            !free
        });
        free
    }

    /// MG-39: where a thing comes to lie that flies so many feet from a cell, in one of
    /// [`Self::directions`]: walls, steep rises and the edge of the map stop it.
    #[must_use]
    pub fn scattered(&self, from: u32, direction: usize, feet: i32) -> u32 {
        let (dx, dy) = STEPS[direction];
        let mut lies = self.below(from);
        let [mut x, mut y, z] = Self::coordinates(lies);
        loop {
            (x, y) = (x + dx, y + dy);
            if self.square_at(x, y).is_none() {
                return lies;
            }
            let column = Self::cell_at(x, y, z);
            match self.pushed(lies, column, false).filter(|_| self.distance(from, column) <= feet) {
                Some(cell) => lies = cell,
                None => return lies,
            }
        }
    }

    /// The straight ways out of a cell.
    #[must_use]
    pub fn directions(&self) -> usize {
        if self.metric == MapMetric::Manhattan { 4 } else { STEPS.len() }
    }

    /// MG-74: whether nothing between two cells blocks sight.
    #[inline]
    #[must_use]
    pub fn sees(&self, a: u32, b: u32) -> bool {
        !self.has_screens || self.known(&self.sights, b, a, || self.follow_sight(a, b).into()) == 1
    }

    /// Returns a number that depends on two cells alone, remembered unless nobody can be in one of them.
    #[inline(always)]
    fn known(&self, pairs: &Pairs, a: u32, b: u32, make: impl FnOnce() -> u8) -> u8 {
        match (self.standing(a), self.standing(b)) {
            (Some(a), Some(b)) => pairs.get(a, b, make),
            _ => make(),
        }
    }

    /// The number of a cell among those where somebody can be.
    #[inline(always)]
    fn standing(&self, cell: u32) -> Option<usize> {
        if !self.has_air() {
            return (self.above_ground(cell) == 0).then(|| self.column(cell));
        }
        let level = Self::coordinates(cell)[2];
        (level < self.layers).then(|| self.column(cell) * self.layers as usize + level as usize)
    }

    fn follow_sight(&self, a: u32, b: u32) -> bool {
        let mut free = true;
        Self::crossed(a, b, |cell| {
            let z = Self::coordinates(cell)[2];
            free &= cell == b || z >= i32::from(self.square(cell).screen);
            !free
        });
        free
    }

    /// MG-47, MG-74: the cover of an attack from `a` on `b`. Cover lies on the ground, so that lines high
    /// above it cross none.
    #[inline]
    #[must_use]
    pub fn cover(&self, a: u32, b: u32) -> i32 {
        if a == b || !self.has_cover {
            return 0;
        }
        self.known(&self.covers, a, b, || self.follow_cover(a, b)).into()
    }

    fn follow_cover(&self, a: u32, b: u32) -> u8 {
        let near = self.distance(a, b) <= FEET;
        let mut cover = 0;
        Self::crossed(a, b, |cell| {
            if (cell != b || !near) && self.above_ground(cell) <= 0 {
                cover = cover.max(self.square(cell).cover);
            }
            false
        });
        cover
    }

    /// MG-74: whether the area of an ability that is used from a cell and laid on another holds a third.
    #[must_use]
    pub fn is_in_area(&self, area: Area, from: u32, to: u32, cell: u32) -> bool {
        let near = |center: u32| self.distance(center, cell) <= i32::from(area.feet);
        if area.shape == AreaShape::Radius {
            return near(to);
        }
        let ([fx, fy, fz], [tx, ty, tz], [x, y, z]) =
            (Self::coordinates(from), Self::coordinates(to), Self::coordinates(cell));
        let (u, v) = ([tx - fx, ty - fy, tz - fz], [x - fx, y - fy, z - fz]);
        let dot =
            |a: [i32; 3], b: [i32; 3]| -> i64 { (0..3).map(|i| i64::from(a[i]) * i64::from(b[i])).sum() };
        let along = dot(u, v);
        let is_inside = match area.shape {
            AreaShape::Cone => 2 * along * along >= dot(u, u) * dot(v, v),
            AreaShape::Line | AreaShape::Radius => touches(u, v),
        };
        along > 0 && near(from) && is_inside
    }
}

/// Returns whether the line from one cell's centre in direction `u` touches the inside of the cell that lies `v`
/// from it: there is a moment at which it is within half a cell of its centre in every direction.
fn touches(u: [i32; 3], v: [i32; 3]) -> bool {
    // |t * u - v| < 1/2 in every direction: the latest beginning lies before the earliest end. The moments
    // are fractions with the numerators (2 v - 1, 2 v + 1) over 2 |u|.
    let mut begin = (0_i64, 1_i64);
    let mut end: Option<(i64, i64)> = None;
    for (u, v) in u.into_iter().zip(v) {
        let (n, over) = (i64::from(v * u.signum()), 2 * i64::from(u.abs()));
        if over == 0 {
            if v != 0 {
                return false;
            }
            continue;
        }
        let (from, to) = (2 * n - 1, 2 * n + 1);
        if from * begin.1 > begin.0 * over {
            begin = (from, over);
        }
        if end.is_none_or(|end| to * end.1 < end.0 * over) {
            end = Some((to, over));
        }
    }
    end.is_some_and(|end| begin.0 * end.1 < end.0 * begin.1)
}
