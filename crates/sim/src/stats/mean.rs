//! Means: rounds, damage, counts.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{ALPHA, Interval, Z};
use crate::totals::Histogram;

/// From so many observations on Student's quantile is taken for the normal one; they differ by
/// one part in a thousand there.
const MANY: u64 = 1000;

/// The number of observations, their sum and the sum of their squares: all that a mean and its
/// interval are made of. Exact integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    /// Observations.
    pub n: u64,
    /// Their sum.
    pub sum: u128,
    /// The sum of their squares.
    pub squares: u128,
}

impl Moments {
    /// Of the observations of a histogram.
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

    /// The 95 % interval of the mean by Student's t (1908), by the normal law from a thousand
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

/// The two-sided 5 % point of Student's t with n - 1 degrees of freedom, n >= 2.
fn student(n: u64) -> f64 {
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
    use crate::stats::beta;

    fn moments(values: &[u128]) -> Moments {
        Moments {
            n: values.len() as u64,
            sum: values.iter().sum(),
            squares: values.iter().map(|v| v * v).sum(),
        }
    }

    #[test]
    fn the_mean_of_2d6_has_its_known_variance() {
        let two_dice = Histogram { cells: vec![0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1] };
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
