//! Means of lopsided observations, where enough of them carry the variation.
//!
//! Student's t of a skewed mean leans: its interval is too short on the side of the long tail. Hall's
//! transformation takes the skewness out. It needs enough carriers ([`FEW`](super::rate::FEW)); below that
//! number the intervals of rare events take over.

use super::{Interval, student};

/// A mean with what its distribution is approximated by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skewed {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The skewness of the estimate: that of one of n observations, divided by the root of n.
    pub skewness: f64,
    /// The degrees of freedom of the standard error.
    pub freedom: f64,
}

impl Skewed {
    /// The interval with error rate `alpha`, by the cubic transformation of P. Hall, "On the removal of
    /// skewness by transformation" (1992), of the corrected t of N. J. Johnson, "Modified t tests and
    /// confidence intervals for asymmetrical populations" (1978). With T the distance of mean and truth in
    /// standard errors and k the skewness, g(T) = T + k T² / 3 + k² T³ / 27 + k / 6 has Student's
    /// distribution up to the second order. Without skewness it is Student's interval.
    #[must_use]
    pub fn interval(self, alpha: f64) -> Interval {
        let t = student::two_sided_point(alpha, self.freedom);
        let end = |t: f64| self.value - self.error * self.distance(t);
        Interval { lo: end(t), hi: end(-t) }
    }

    /// The two-sided p-value of the hypothesis that the mean is 0, by the same transformation.
    #[must_use]
    pub fn p(self) -> f64 {
        student::two_sided(self.score(), self.freedom)
    }

    /// The distance of the mean from 0 by the same transformation: what has Student's distribution if that is the
    /// truth.
    #[must_use]
    pub fn score(self) -> f64 {
        let (t, k) = (self.value / self.error, self.skewness);
        t + k * t * t / 3.0 + k * k * t.powi(3) / 27.0 + k / 6.0
    }

    /// The distance T of mean and truth for which g(T) is `t`.
    fn distance(self, t: f64) -> f64 {
        let k = self.skewness;
        // The cubic is ((1 + k T / 3)³ - 1) / k + k / 6; near 0 the difference of roots cancels.
        if k.abs() < 1e-6 { t } else { 3.0 / k * ((1.0 + k * (t - k / 6.0)).cbrt() - 1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALPHA;

    #[test]
    fn without_skewness_it_is_student() {
        let it = Skewed { value: 3.0, error: 0.5, skewness: 0.0, freedom: 10.0 };
        let within = it.interval(ALPHA);
        // The table of Student: 2.228 with ten degrees of freedom.
        assert!((within.lo - (3.0 - 0.5 * 2.228_139)).abs() < 1e-6, "{within:?}");
        assert!((within.half() - 0.5 * 2.228_139).abs() < 1e-6, "{within:?}");
        assert_eq!(it.p(), student::two_sided(6.0, 10.0));
    }

    /// The interval ends where the p-value of the distance is the error rate.
    #[test]
    fn interval_and_p_value_agree() {
        for skewness in [-0.4, -0.05, 1e-7, 0.1, 0.25] {
            let at = |value: f64| Skewed { value, error: 0.7, skewness, freedom: 60.0 };
            let within = at(0.0).interval(0.01);
            for end in [within.lo, within.hi] {
                let p = at(-end).p();
                assert!((p - 0.01).abs() < 1e-6, "{p} at {skewness}");
            }
        }
    }

    /// Worked by hand: k = 0.3 and t = 1.96 give T = 10 ((1 + 0.3 · 1.91)^(1/3) - 1) = 1.629997.
    #[test]
    fn a_long_tail_lengthens_its_side() {
        let it = Skewed { value: 0.0, error: 1.0, skewness: 0.3, freedom: 1e9 };
        let within = it.interval(ALPHA);
        assert!((within.lo + 1.629_9).abs() < 2e-3 && within.hi > 2.4, "{within:?}");
    }
}
