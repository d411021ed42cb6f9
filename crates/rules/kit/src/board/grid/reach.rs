//! Goals: the places at which a path may end, and the least number of steps to them.

use super::{Grid, Place, RangeMetric};

/// More steps than there are: no path ends well.
pub const NEVER: u32 = u32::MAX;

/// A row of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number, from 0.
    pub y: usize,
    /// At which height; without one on the floors.
    pub height: Option<u8>,
}

/// The places where a path may end.
///
/// A closure over places is one without a bound: right, but its search looks everywhere nearer
/// than the end it finds.
pub trait Goal {
    /// Returns whether a path may end here.
    fn holds(&self, at: Place) -> bool;

    /// A number of steps below which no path from here can end, [`NEVER`] if none can at all.
    /// It must be 0 where the goal holds, and change by at most 1 with a step.
    #[inline(always)]
    fn at_least(&self, _at: Place, _flies: bool) -> u32 {
        0
    }

    /// The squares of a row on which the goal holds, as bits; what is beyond the map's edge has
    /// any. `None` where places are to be asked one by one.
    #[inline(always)]
    fn row(&self, _row: Row) -> Option<u64> {
        None
    }

    /// Writes the rows of floors from row `first` on. Returns whether all are known.
    #[inline(always)]
    fn write_rows(&self, first: usize, rows: &mut [u64]) -> bool {
        let mut is_known = true;
        for (y, row) in (first..).zip(rows) {
            let known = self.row(Row { y, height: None });
            is_known &= known.is_some();
            *row = known.unwrap_or(0);
        }
        is_known
    }

    /// The places with the least and with the greatest coordinates of a box that no path of at most so
    /// many steps from here to an end leaves; none where that is not known.
    #[inline(always)]
    fn within(&self, _from: Place, _steps: u32, _flies: bool) -> Option<[Place; 2]> {
        None
    }

    /// A height above which no path ends; none where that is not known.
    #[inline(always)]
    fn top(&self) -> Option<u8> {
        None
    }

    /// Returns whether the bound is what is needed on foot where nothing hinders: then too a search may be
    /// spared.
    #[inline(always)]
    fn is_exact(&self) -> bool {
        false
    }

    /// Of an exact bound: where the first step leads that lowers it.
    #[inline(always)]
    fn onward(&self, at: Place) -> Place {
        at
    }

    /// The steps that come nearer from here, if the bound falls with each of them whatever their
    /// order: then a search may be spared.
    #[inline(always)]
    fn course(&self, _from: Place, _flies: bool) -> Option<Course> {
        None
    }
}

/// The steps that lower the bound of a goal by 1 each, in any order, and no others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// The most steps along x, y and z, negative against the axis.
    pub along: [i32; 3],
    /// The number of steps that are to be taken: the bound.
    pub steps: u32,
}

impl<F: Fn(Place) -> bool> Goal for F {
    #[inline(always)]
    fn holds(&self, at: Place) -> bool {
        self(at)
    }
}

/// NW-36, NW-40: the places from which a target is in range and, if asked for, in sight.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    /// The map.
    pub grid: &'a Grid,
    /// The place of the target.
    pub target: Place,
    /// The least distance, `range_min`.
    pub least: u32,
    /// The greatest distance; none for the range `sight`.
    pub most: Option<u32>,
    /// Whether the target must be in sight.
    pub needs_sight: bool,
}

impl Goal for Reach<'_> {
    #[inline(always)]
    fn holds(&self, at: Place) -> bool {
        let distance = self.grid.distance(at, self.target);
        distance >= self.least
            && self.most.is_none_or(|most| distance <= most)
            && (!self.needs_sight || self.grid.sight(at, self.target))
    }

    #[inline(always)]
    fn at_least(&self, at: Place, flies: bool) -> u32 {
        let (dx, dy, dz) = at.differences(self.target);
        // A step between floors of different height may change the height by any amount.
        let any_height = !flies && !self.grid.is_flat;
        let closer = self.most.map_or(0, |most| match (flies, any_height) {
            (true, _) => steps_in_flight(self.grid.metric, (dx, dy, dz), most),
            (false, true) => steps_on_level(self.grid.metric, (dx, dy, 0), most),
            (false, false) => steps_on_level(self.grid.metric, (dx, dy, dz), most),
        });
        if any_height || self.least == 0 {
            return closer;
        }
        closer.max(self.least.saturating_sub(self.grid.distance(at, self.target)))
    }

    #[inline(always)]
    fn row(&self, row: Row) -> Option<u64> {
        let mut bits = [0];
        self.write(row.height, row.y, &mut bits).then_some(bits[0])
    }

    #[inline(always)]
    fn write_rows(&self, first: usize, rows: &mut [u64]) -> bool {
        self.write(None, first, rows)
    }

    fn within(&self, from: Place, steps: u32, flies: bool) -> Option<[Place; 2]> {
        let most = u8::try_from(self.most?).ok()?;
        // All ends are within the box of the range. From the box of that and the start a path goes away
        // and comes back: each square beyond it costs two steps more than are needed at least.
        let needed = Self { least: 0, ..*self }.at_least(from, flies);
        let beyond = u8::try_from(steps.checked_sub(needed)? / 2).unwrap_or(u8::MAX);
        let low = |from: u8, to: u8| from.min(to.saturating_sub(most)).saturating_sub(beyond);
        let high = |from: u8, to: u8| from.max(to.saturating_add(most)).saturating_add(beyond);
        let Place { x, y, z } = self.target;
        Some([
            Place { x: low(from.x, x), y: low(from.y, y), z: low(from.z, z) },
            Place { x: high(from.x, x), y: high(from.y, y), z: high(from.z, z) },
        ])
    }

    #[inline(always)]
    fn top(&self) -> Option<u8> {
        self.target.z.checked_add(u8::try_from(self.most?).ok()?)
    }

    #[inline(always)]
    fn course(&self, from: Place, flies: bool) -> Option<Course> {
        let most = self.most?;
        if self.least > 0 && self.grid.distance(from, self.target) < self.least {
            return None;
        }
        let towards = |from: u8, to: u8| i32::from(to) - i32::from(from);
        let [x, y, z] =
            [towards(from.x, self.target.x), towards(from.y, self.target.y), towards(from.z, self.target.z)];
        // What is left of the range in each direction; those on foot do not choose their height.
        let height = if flies || !self.grid.is_flat { 0 } else { z.unsigned_abs() };
        let side = match self.grid.metric {
            RangeMetric::Manhattan => 0,
            RangeMetric::Chebyshev => most,
            // In flight x, y and z share the range, and what a step is worth depends on the others.
            RangeMetric::MaxXyPlusZ if flies => return None,
            RangeMetric::MaxXyPlusZ => most.saturating_sub(height),
        };
        let beyond = |d: i32| d.signum() * d.unsigned_abs().saturating_sub(side) as i32;
        let along = [beyond(x), beyond(y), if flies { beyond(z) } else { 0 }];
        Some(Course { along, steps: self.at_least(from, flies) })
    }
}

impl Reach<'_> {
    /// Writes the rows at a height or, without one, on the floors, from row `first` on. Returns whether
    /// they are known.
    #[inline(always)]
    fn write(&self, height: Option<u8>, first: usize, rows: &mut [u64]) -> bool {
        if !self.grid.has_rows_of_ranges(height) {
            return false;
        }
        match self.most {
            Some(most) => {
                let within = self.grid.rows_in_range(self.target, most, height);
                (first..).zip(&mut *rows).for_each(|(y, row)| *row = within(y));
            }
            None => rows.fill(u64::MAX),
        }
        if let Some(too_near) = self.least.checked_sub(1) {
            let within = self.grid.rows_in_range(self.target, too_near, height);
            (first..).zip(&mut *rows).for_each(|(y, row)| *row &= !within(y));
        }
        if self.needs_sight {
            let Some(seeing) = self.grid.seeing_rows(self.target, height) else { return false };
            (first..).zip(rows).for_each(|(y, row)| *row &= seeing(y));
        }
        true
    }
}

/// The fewest horizontal steps after which the distance is at most `most`.
#[inline(always)]
fn steps_on_level(metric: RangeMetric, (dx, dy, dz): (u32, u32, u32), most: u32) -> u32 {
    if dz > most {
        return NEVER;
    }
    match metric {
        RangeMetric::Manhattan => (dx + dy).saturating_sub(most - dz),
        RangeMetric::Chebyshev => dx.saturating_sub(most) + dy.saturating_sub(most),
        RangeMetric::MaxXyPlusZ => dx.saturating_sub(most - dz) + dy.saturating_sub(most - dz),
    }
}

/// The fewest steps in any direction after which the distance is at most `most`.
#[inline(always)]
fn steps_in_flight(metric: RangeMetric, (dx, dy, dz): (u32, u32, u32), most: u32) -> u32 {
    match metric {
        RangeMetric::Manhattan => (dx + dy + dz).saturating_sub(most),
        RangeMetric::Chebyshev => dx.saturating_sub(most) + dy.saturating_sub(most) + dz.saturating_sub(most),
        RangeMetric::MaxXyPlusZ => {
            // What height does not use of the range is left for both x and y: a vertical step pays
            // as long as it saves two others.
            let side = dx.min(dy).clamp(most - dz.min(most), most);
            dx.saturating_sub(side) + dy.saturating_sub(side) + dz.saturating_sub(most - side)
        }
    }
}

/// NW-32: the exits of a map, at any height.
#[derive(Clone, Copy, Debug)]
pub struct Exits<'a>(pub &'a Grid);

impl Goal for Exits<'_> {
    #[inline(always)]
    fn holds(&self, at: Place) -> bool {
        self.0.is_exit(at)
    }

    fn at_least(&self, at: Place, _flies: bool) -> u32 {
        let steps = |exit: &Place| {
            let (dx, dy, _) = at.differences(*exit);
            dx + dy
        };
        self.0.exits.iter().map(steps).min().unwrap_or(NEVER)
    }

    #[inline(always)]
    fn row(&self, row: Row) -> Option<u64> {
        self.0.rows.exits.get(row.y).copied()
    }
}
