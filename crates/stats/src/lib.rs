//! Estimates and their intervals, from integers.
//!
//! Read in this order: [`mod@rate`] (wins, hits: Wilson and Clopper-Pearson), [`mod@mean`] (rounds,
//! damage: Student's t with the skewness taken out by [`skewed`], or a gamma interval where few
//! observations carry them), [`mod@quantile`] (from a
//! histogram), and [`mod@beta`], which the exact intervals use. Two runs are compared by
//! [`difference`], [`paired`], [`gtest`] and [`fisher`]; [`mod@fieller`] has ratios of two means; [`family`] corrects for multiple tests; [`sequential`] has
//! tests that allow repeated looks. The inputs are integers; floats begin in this module.
//!
//! Only fights are independent: the attacks of one fight, or its rounds, depend on each other. The
//! intervals of ratios and means over tries come from [`mod@by_fight`], where the fight is the unit.

pub mod adjusted;
pub mod beta;
pub mod by_fight;
pub mod difference;
pub mod family;
pub mod fieller;
pub mod fisher;
pub mod gtest;
pub mod histogram;
pub mod mean;
pub mod paired;
pub mod quantile;
pub mod rate;
pub mod sequential;
pub mod skewed;
pub mod spread;
pub mod student;

pub use by_fight::FightSums;
pub use histogram::{Histogram, Plane};
pub use mean::Moments;
pub use quantile::{quantile, quantile_bounds};
pub use rate::Rate;

/// The error rate of the intervals, which are 95 % intervals.
pub const ALPHA: f64 = 0.05;

/// The normal distribution's two-sided 5 % point: its 97.5 % quantile.
pub const Z: f64 = 1.959_963_984_540_054;

/// An interval, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub lo: f64,
    /// The upper end.
    pub hi: f64,
}

impl Interval {
    /// Half of the width.
    #[must_use]
    pub fn half(self) -> f64 {
        (self.hi - self.lo) / 2.0
    }

    /// The distance from `value` to the farther end: what a `±` may say of an interval that leans.
    #[must_use]
    pub fn reach(self, value: f64) -> f64 {
        (value - self.lo).max(self.hi - value)
    }

    /// Returns whether the interval covers `x`.
    #[must_use]
    pub fn has(self, x: f64) -> bool {
        self.lo <= x && x <= self.hi
    }
}
