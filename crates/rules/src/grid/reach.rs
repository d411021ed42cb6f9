//! Where a path may end, and how many steps are needed at least to get there.

use super::{Grid, Place, RangeMetric};

/// More steps than there are: no path ends well.
pub const NEVER: u32 = u32::MAX;

/// The places where a path may end.
///
/// A closure over places is one without a bound: right, but its search looks everywhere nearer
/// than the end it finds.
pub trait Goal {
    /// Whether a path may end here.
    fn holds(&self, at: Place) -> bool;

    /// A number of steps below which no path from here can end, [`NEVER`] if none can at all.
    /// It must be 0 where the goal holds, and change by at most 1 with a step.
    #[inline(always)]
    fn at_least(&self, _at: Place, _flies: bool) -> u32 {
        0
    }
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
    /// Where the target is.
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
        let farther =
            if any_height { 0 } else { self.least.saturating_sub(self.grid.distance(at, self.target)) };
        closer.max(farther)
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
}
