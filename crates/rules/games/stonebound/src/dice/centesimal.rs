//! Chances of percentile rolls and their products with numbers: fractions of powers of a hundred. The worths
//! of actions are summed and compared in them exactly, so that equal options are equal.

use core::cmp::Ordering;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub};

/// The most places: numbers below 10^5 fit with them. Of more than sixteen rolls in a row that are neither
/// certain nor impossible what is less than 10^-32 is cut off.
const MOST_PLACES: u8 = 16;

/// 100 to the power of each number of places.
const POWERS: [i128; MOST_PLACES as usize + 1] = {
    let mut powers = [1; MOST_PLACES as usize + 1];
    let mut i = 1;
    while i < powers.len() {
        powers[i] = 100 * powers[i - 1];
        i += 1;
    }
    powers
};

/// The number `n / 100^places`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Centesimal {
    n: i128,
    /// At most [`MOST_PLACES`].
    places: u8,
}

impl Centesimal {
    /// 0.
    pub const ZERO: Self = Self { n: 0, places: 0 };
    /// 1.
    pub const ONE: Self = Self { n: 1, places: 0 };

    /// So many of a hundred.
    #[inline]
    #[must_use]
    pub const fn percent(n: u8) -> Self {
        match n {
            0 => Self::ZERO,
            100 => Self::ONE,
            n => Self { n: n as i128, places: 1 },
        }
    }

    /// The whole number.
    #[inline]
    #[must_use]
    pub const fn whole(n: i32) -> Self {
        Self { n: n as i128, places: 0 }
    }

    /// Returns 1 less this.
    #[inline]
    #[must_use]
    pub fn rest(self) -> Self {
        Self::ONE - self
    }

    /// Returns whether it is 0.
    #[inline]
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.n == 0
    }

    /// Returns whether it is above 0.
    #[inline]
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.n > 0
    }

    /// Returns whether it is below 0.
    #[inline]
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.n < 0
    }

    /// The nearest float, for the probabilities of outcomes.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.n as f64 / POWERS[usize::from(self.places)] as f64
    }

    /// With this many places, at least its own.
    #[inline]
    fn at(self, places: u8) -> i128 {
        self.n * POWERS[usize::from(places - self.places)]
    }

    /// With this many places less; what they held is cut off.
    #[cold]
    fn cut(self, places: u8) -> Self {
        Self { n: self.n / POWERS[usize::from(places)], places: self.places - places }
    }
}

impl Add for Centesimal {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        if other.n == 0 {
            return self;
        }
        let places = self.places.max(other.places);
        Self { n: self.at(places) + other.at(places), places }
    }
}

impl Neg for Centesimal {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { n: -self.n, ..self }
    }
}

impl Sub for Centesimal {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Centesimal {
    type Output = Self;

    #[inline]
    fn mul(mut self, mut other: Self) -> Self {
        if self.n == 0 || other.n == 0 {
            return Self::ZERO;
        }
        while self.places + other.places > MOST_PLACES {
            let longer = if self.places >= other.places { &mut self } else { &mut other };
            *longer = longer.cut(1);
        }
        Self { n: self.n * other.n, places: self.places + other.places }
    }
}

impl AddAssign for Centesimal {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl MulAssign for Centesimal {
    #[inline]
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

impl Ord for Centesimal {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let places = self.places.max(other.places);
        self.at(places).cmp(&other.at(places))
    }
}

impl PartialOrd for Centesimal {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Centesimal {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Centesimal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_of_tenths_are_added_up_exactly() {
        let tenth = Centesimal::percent(10);
        let sum = (0..10).fold(Centesimal::ZERO, |sum, _| sum + tenth * tenth);
        assert_eq!(sum, tenth);
        assert_eq!(tenth + Centesimal::percent(20), Centesimal::percent(30));
        assert!(tenth * tenth * Centesimal::whole(3) < Centesimal::percent(4));
        assert_eq!(Centesimal::percent(25).rest().to_f64(), 0.75);
    }

    #[test]
    fn a_long_row_of_rolls_loses_no_more_than_its_last_places() {
        let half = Centesimal::percent(50);
        let row = (0..30).fold(Centesimal::whole(50_000), |row, _| row * half);
        let exact = 50_000.0 / f64::from(1 << 30);
        assert!((row.to_f64() - exact).abs() < 1e-15, "{row:?}");
        assert!(row + Centesimal::whole(50_000) > Centesimal::whole(50_000));
    }
}
