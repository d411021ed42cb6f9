//! Means: rounds, damage, counts. Their intervals by fight are those of [`super::by_fight`].

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::gamma::{gamma_lr, gamma_ur};

use super::{ALPHA, Interval, Z};
use crate::histogram::Histogram;

/// The number of observations from which the normal quantile replaces Student's; they differ by one
/// part in a thousand there.
const MANY: u64 = 1000;

/// The number of observations, their sum and the sum of their squares, as exact integers; a mean and
/// its interval are computed from them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    /// The number of observations.
    pub n: u64,
    /// The sum of the observations.
    pub sum: u128,
    /// The sum of the squares.
    pub squares: u128,
}

impl Moments {
    /// The moments of the observations of a histogram.
    #[must_use]
    pub fn of(observed: &Histogram) -> Self {
        Self { n: observed.n(), sum: observed.sum(), squares: observed.sum_of_squares() }
    }

    /// The mean; none without observations.
    #[must_use]
    pub fn mean(self) -> Option<f64> {
        (self.n > 0).then(|| self.sum as f64 / self.n as f64)
    }

    /// The variance with Bessel's correction, (n S₂ - S₁²) / (n(n-1)); none for fewer than two
    /// observations.
    ///
    /// The numerator is an exact integer: with q the mean rounded down and r the rest of that
    /// division it equals n D - r², where D = S₂ - q S₁ - q r is the sum of the squared distances
    /// from q. D is no larger than S₂, so nothing cancels and only n D may be too large for 128
    /// bits (10^12 observations that scatter over 10^7); then D exceeds 2^64 and the part of r²
    /// lost by dividing it by n first is beyond the digits of a float.
    #[must_use]
    pub fn variance(self) -> Option<f64> {
        if self.n < 2 {
            return None;
        }
        let n = u128::from(self.n);
        let (q, r) = (self.sum / n, self.sum % n);
        let distances = self.squares - q * self.sum - q * r;
        Some(match distances.checked_mul(n) {
            Some(product) => (product - r * r) as f64 / (n * (n - 1)) as f64,
            None => (distances - r * r / n) as f64 / (n - 1) as f64,
        })
    }

    /// The standard deviation of the observations; none for fewer than two.
    #[must_use]
    pub fn sd(self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// The 95 % interval of the mean by Student's t (1908), by the normal distribution from a thousand
    /// observations on; none for fewer than two.
    ///
    /// Observations that are all equal have an interval without width, however few they are.
    #[must_use]
    pub fn interval(self) -> Option<Interval> {
        let (mean, sd) = (self.mean()?, self.sd()?);
        let half = student(self.n) * sd / (self.n as f64).sqrt();
        Some(Interval { lo: mean - half, hi: mean + half })
    }
}

/// The skewness; 0 for values that do not scatter.
pub(super) fn skewness(observed: &Histogram) -> f64 {
    let (second, third) = (central(observed, 2), central(observed, 3));
    if second > 0.0 { third / second.powf(1.5) } else { 0.0 }
}

/// The fourth central moment in squares of the variance, which is 1 at least; 1 for values that do not scatter.
pub(super) fn kurtosis(observed: &Histogram) -> f64 {
    let second = central(observed, 2);
    if second > 0.0 { central(observed, 4) / (second * second) } else { 1.0 }
}

/// A central moment of a histogram that is not empty.
fn central(observed: &Histogram, power: i32) -> f64 {
    let n = observed.n() as f64;
    let mean = observed.sum() as f64 / n;
    observed.each().map(|(v, count)| (v as f64 - mean).powi(power) * count as f64).sum::<f64>() / n
}

/// Rare events of different weights, summed over all fights.
pub(super) struct Events {
    /// The sum of the weights.
    pub(super) sum: f64,
    /// The sum of the squares.
    pub(super) squares: f64,
    /// The most that an event that was not seen may weigh.
    pub(super) next: f64,
}

impl Events {
    /// The interval of the expected sum: that of a gamma variable with this mean and variance, for
    /// its upper end with one more event (Fay and Feuer, "Confidence intervals for directly
    /// standardized rates", 1997). Without an event it is 0 to -ln(alpha / 2) times the next.
    pub(super) fn interval(&self, alpha: f64) -> Interval {
        let Self { sum, squares, next } = *self;
        let end = |mean: f64, variance: f64, p: f64| {
            if mean > 0.0 { variance / mean * gamma_quantile(mean * mean / variance, p) } else { 0.0 }
        };
        Interval {
            lo: end(sum, squares, alpha / 2.0),
            hi: end(sum + next, squares + next * next, 1.0 - alpha / 2.0),
        }
    }
}

/// The quantile of the gamma distribution with this shape and scale 1, by bisection of its
/// logarithm to the last digits.
fn gamma_quantile(shape: f64, p: f64) -> f64 {
    let (mut below, mut above) = (-700.0_f64, (shape + 1e3).ln() + 5.0);
    loop {
        let middle = (below + above) / 2.0;
        if middle <= below || middle >= above {
            return middle.exp();
        }
        let at = middle.exp();
        let too_low = if p <= 0.5 { gamma_lr(shape, at) < p } else { gamma_ur(shape, at) > 1.0 - p };
        if too_low {
            below = middle;
        } else {
            above = middle;
        }
    }
}

/// The two-sided 5 % point of Student's t with n - 1 degrees of freedom, n >= 2.
pub(super) fn student(n: u64) -> f64 {
    if n >= MANY {
        return Z;
    }
    let t = StudentsT::new(0.0, 1.0, (n - 1) as f64).expect("one degree of freedom at least");
    t.inverse_cdf(1.0 - ALPHA / 2.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::beta;

    fn moments(values: &[u128]) -> Moments {
        Moments {
            n: values.len() as u64,
            sum: values.iter().sum(),
            squares: values.iter().map(|v| v * v).sum(),
        }
    }

    #[test]
    fn the_mean_of_2d6_has_its_known_variance() {
        let two_dice = Histogram::of_cells(&[0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        let found = Moments::of(&two_dice);
        assert_eq!(found.mean(), Some(7.0));
        // 35/6 with 36 in the denominator, 6 with 35.
        assert_eq!(found.variance(), Some(6.0));
    }

    #[test]
    fn no_or_one_observation_has_no_interval() {
        assert_eq!(moments(&[]).mean(), None);
        assert_eq!(moments(&[3]).mean(), Some(3.0));
        assert_eq!((moments(&[3]).sd(), moments(&[3]).interval()), (None, None));
    }

    #[test]
    fn equal_observations_do_not_scatter() {
        let all = Moments {
            n: 1_000_000_000,
            sum: 99_999_000_000_000,
            squares: 99_999_u128.pow(2) * 1_000_000_000,
        };
        assert_eq!(all.variance(), Some(0.0));
        assert_eq!(all.interval(), Some(Interval { lo: 99_999.0, hi: 99_999.0 }));
    }

    #[test]
    fn one_that_differs_is_not_lost_among_a_thousand_million() {
        // Variance of n - 1 times v and once v + 1: 1/n, whatever v is.
        let (n, v) = (1_000_000_000_u128, 100_000_u128);
        let all = Moments { n: n as u64, sum: n * v + 1, squares: (n - 1) * v * v + (v + 1) * (v + 1) };
        assert_eq!(all.variance(), Some(1e-9));
    }

    #[test]
    fn a_product_beyond_128_bits_is_divided_first() {
        // Half 0 and half 2v: variance n v² / (n-1).
        let (n, v) = (1_u128 << 62, 1_u128 << 30);
        let all = Moments { n: n as u64, sum: n * v, squares: n / 2 * 4 * v * v };
        assert_eq!(all.variance(), Some(2_f64.powi(60)));
    }

    #[test]
    fn student_agrees_with_its_table_and_with_the_beta_distribution() {
        for (n, t) in [(2, 12.706_2), (3, 4.302_7), (11, 2.228_1), (31, 2.042_3), (121, 1.979_9)] {
            assert!((student(n) - t).abs() < 5e-5, "{n}");
        }
        for n in [2, 5, 10, 100, 999] {
            let freedom = (n - 1) as f64;
            let at = beta::quantile(freedom / 2.0, 0.5, ALPHA);
            let t = (freedom * at.y / at.x).sqrt();
            assert!((student(n) - t).abs() < 1e-8 * t, "{n}: {} is not {t}", student(n));
        }
        assert!((student(MANY - 1) - student(MANY)).abs() < 0.003);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_variance_is_that_of_the_plain_sum(values in prop::collection::vec(0_u128..100_000, 2..50)) {
            let found = moments(&values);
            let mean = found.mean().unwrap();
            let plain = values.iter().map(|v| (*v as f64 - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64;
            prop_assert!((found.variance().unwrap() - plain).abs() <= 1e-9 * plain.max(1.0));
        }
    }
}
