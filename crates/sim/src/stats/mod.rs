//! Estimates and their intervals, from integers.
//!
//! Read in this order: [`mod@rate`] (wins, hits: Wilson and Clopper-Pearson), [`mod@mean`] (rounds,
//! damage: Student's t, or a gamma interval where values are lopsided), [`mod@quantile`] (from a
//! histogram), and [`mod@beta`], which the exact intervals stand on. For two runs [`difference`],
//! [`gtest`] and [`fisher`], for many tests [`family`], for tests that are looked at as the fights
//! come in [`sequential`]. Floats begin here and nowhere before: what comes in are counts and sums.
//!
//! Only fights are independent: the attacks of one fight, or its rounds, hang together. Ratios and
//! means over tries have their intervals from [`mod@by_fight`], where the fight is the unit.

pub mod beta;
pub mod by_fight;
pub mod difference;
pub mod family;
pub mod fisher;
pub mod gtest;
pub mod mean;
pub mod quantile;
pub mod rate;
pub mod sequential;
pub mod student;

pub use by_fight::FightSums;
pub use mean::{Moments, mean_interval};
pub use quantile::{quantile, quantile_bounds};
pub use rate::Rate;

/// The part of the runs whose interval may miss the truth: intervals are 95 % intervals.
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
    /// Half of its width.
    #[must_use]
    pub fn half(self) -> f64 {
        (self.hi - self.lo) / 2.0
    }

    /// Whether it holds `x`.
    #[must_use]
    pub fn has(self, x: f64) -> bool {
        self.lo <= x && x <= self.hi
    }
}
