//! Sequential tests, which are valid at repeated looks while fights are played.
//!
//! - [`Sequence`]: an interval of a mean that covers the truth at all looks at once, and the
//!   three-way verdict that follows from it (comparisons and goals).
//! - [`Drift`]: whether a rate has drifted from a baseline by a tolerance, by Wald's test (the gate).
//!   It needs fewer fights, as it only decides between no drift and one as large as the tolerance.

use super::Interval;

/// The verdict on a difference with a tolerance δ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is larger than δ.
    Different,
    /// The difference is at most δ.
    Same,
    /// More fights are needed.
    Undecided,
}

/// A confidence sequence for a mean by Robbins' normal mixture (1970) with the variance taken
/// from the observations (Waudby-Smith et al., "Time-uniform central limit theory and asymptotic
/// confidence sequences", 2021). From a thousand observations on it may be looked
/// at any number of times: the probability that it ever excludes the truth is at most `alpha`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequence {
    /// The probability of excluding the truth at any look.
    pub alpha: f64,
    /// The number of observations at which the interval is narrowest.
    pub tuned_for: f64,
}

impl Sequence {
    /// The variance of the normal mixing distribution.
    fn mixed(self) -> f64 {
        let log = -2.0 * self.alpha.ln();
        (log + (log + 1.0).ln()) / self.tuned_for
    }

    /// The half width after `n` observations, in standard deviations of one observation.
    #[must_use]
    pub fn half(self, n: u64) -> f64 {
        let (n, mixed) = (n as f64, self.mixed());
        let spread = n * mixed + 1.0;
        (2.0 * spread / (n * n * mixed) * (spread.sqrt() / self.alpha).ln()).sqrt()
    }

    /// The interval after `n` observations with this mean and variance.
    #[must_use]
    pub fn interval(self, mean: f64, variance: f64, n: u64) -> Interval {
        let half = self.half(n) * variance.sqrt();
        Interval { lo: mean - half, hi: mean + half }
    }

    /// The p-value for a mean of 0 after `n` observations with this mean and variance: the smallest
    /// `alpha` for which the interval of this mixture excludes 0. It is valid at any look: if the true
    /// mean is 0, the probability that it ever falls to p or below is at most p.
    #[must_use]
    pub fn p_value(self, mean: f64, variance: f64, n: u64) -> f64 {
        let n = n as f64;
        let spread = n * self.mixed() + 1.0;
        let evidence = (mean * n).powi(2) * self.mixed() / (2.0 * variance * spread);
        if mean == 0.0 { 1.0 } else { (spread.sqrt() * (-evidence).exp()).min(1.0) }
    }

    /// The total number of fights after which a difference that stays at `mean` has a verdict; `None`
    /// if 10^15 are not enough, because the difference is too close to the tolerance.
    #[must_use]
    pub fn fights_needed(self, mean: f64, variance: f64, delta: f64) -> Option<u64> {
        const MOST: u64 = 1_000_000_000_000_000;
        let distance = (mean.abs() - delta).abs();
        let decides = |n: u64| self.half(n) * variance.sqrt() < distance;
        if !decides(MOST) {
            return None;
        }
        let (mut no, mut yes) = (1, MOST);
        while yes - no > 1 {
            let middle = no + (yes - no) / 2;
            if decides(middle) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        Some(yes)
    }
}

/// The verdict on a difference with this interval and tolerance. It is right whenever the interval
/// covers the truth.
#[must_use]
pub fn verdict(within: Interval, delta: f64) -> Verdict {
    if within.lo > delta || within.hi < -delta {
        Verdict::Different
    } else if -delta <= within.lo && within.hi <= delta {
        Verdict::Same
    } else {
        Verdict::Undecided
    }
}

/// A test whether a rate has drifted from its baseline by `delta` in either direction, by two of
/// Wald's sequential probability ratio tests (1945) on a normal approximation. The variance includes
/// the error of the baseline.
///
/// At any number of looks, the probability of a false alarm is at most `alpha`, and that of missing
/// a drift of `delta` or more at most `beta`. For a drift in between either verdict is possible; half
/// of `delta` takes the longest, so the caller has to limit the number of fights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drift {
    /// The rate of the baseline.
    pub baseline: f64,
    /// The number of fights of the baseline; infinite for a known rate.
    pub baseline_n: f64,
    /// The tolerance.
    pub delta: f64,
    /// The probability of a false alarm.
    pub alpha: f64,
    /// The probability of missing a drift of `delta`.
    pub beta: f64,
}

impl Drift {
    /// The verdict after `k` events of `n`.
    #[must_use]
    pub fn verdict(&self, k: u64, n: u64) -> Verdict {
        let rejects = ((1.0 - self.beta) / (self.alpha / 2.0)).ln();
        let accepts = (self.beta / (1.0 - self.alpha / 2.0)).ln();
        let ratios = self.log_ratios(k, n);
        if ratios.iter().any(|ratio| *ratio >= rejects) {
            Verdict::Different
        } else if ratios.iter().all(|ratio| *ratio <= accepts) {
            Verdict::Same
        } else {
            Verdict::Undecided
        }
    }

    /// The smallest `alpha` at which `k` events of `n` are a drift: a p-value that is valid at any look
    /// and includes the error of the baseline.
    #[must_use]
    pub fn p_value(&self, k: u64, n: u64) -> f64 {
        let most = self.log_ratios(k, n).into_iter().fold(f64::NEG_INFINITY, f64::max);
        (2.0 * (1.0 - self.beta) * (-most).exp()).min(1.0)
    }

    /// The log likelihood ratios of a drift downwards and upwards to no drift.
    #[must_use]
    pub fn log_ratios(&self, k: u64, n: u64) -> [f64; 2] {
        let (n, p) = (n as f64, self.baseline);
        let drift = k as f64 / n - p;
        let variance = p * (1.0 - p) * (1.0 / n + 1.0 / self.baseline_n);
        [-self.delta, self.delta].map(|delta| delta * (drift - delta / 2.0) / variance)
    }
}

/// The number of fights at which a half width that is `half` after `n` fights shrinks to `target`:
/// widths are proportional to the inverse square root.
#[must_use]
pub fn fights_for_width(n: u64, half: f64, target: f64) -> f64 {
    n as f64 * (half / target).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The p-value is the `alpha` of the interval that ends at 0.
    #[test]
    fn the_evidence_is_that_of_the_interval_that_ends_at_zero() {
        for alpha in [0.3, 0.05, 0.001, 1e-9] {
            let sequence = Sequence { alpha, tuned_for: 10_000.0 };
            for n in [2_000, 50_000, 3_000_000] {
                let mean = sequence.half(n) * 4.0_f64.sqrt();
                let p = sequence.p_value(mean, 4.0, n);
                assert!((p / alpha - 1.0).abs() < 1e-9, "{p} is not {alpha}");
                assert!(sequence.p_value(-mean * 1.01, 4.0, n) < alpha);
            }
        }
        assert_eq!(Sequence { alpha: 0.05, tuned_for: 1e4 }.p_value(0.0, 0.0, 5), 1.0);
    }

    /// The p-value and the verdict agree.
    #[test]
    fn a_drift_is_called_where_its_p_value_is_alpha_or_less() {
        for (baseline, baseline_n) in [(0.45, f64::INFINITY), (0.45, 1e6), (0.03, 2e5)] {
            for alpha in [0.05, 1e-3, 1e-6] {
                let test = Drift { baseline, baseline_n, delta: 0.005, alpha, beta: 1e-3 };
                let mut called = 0;
                for k in (0..40_000).step_by(7) {
                    let is_called = test.verdict(k, 65_536) == Verdict::Different;
                    assert_eq!(is_called, test.p_value(k, 65_536) <= alpha, "{k} at {alpha}");
                    called += u32::from(is_called);
                }
                assert!(called > 100);
            }
        }
    }
}
