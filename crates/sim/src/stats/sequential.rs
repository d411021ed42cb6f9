//! Tests that may be looked at while the fights come in.
//!
//! - [`Sequence`]: an interval of a mean that holds the truth at all looks at once, and the
//!   three-way verdict it gives (`compare`, and what has no baseline).
//! - [`Drift`]: a rate against a baseline with a tolerance, by Wald's test (`check`): fewer
//!   fights, decides between no drift and a drift as large as the tolerance.

use super::Interval;

/// What is said of a difference with a tolerance δ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is larger than δ.
    Different,
    /// It is δ or less.
    Same,
    /// More fights are needed.
    Undecided,
}

/// A confidence sequence for a mean by Robbins' normal mixture (1970) with the variance taken
/// from the observations (Waudby-Smith et al., "Time-uniform central limit theory and asymptotic
/// confidence sequences", 2021). Looked at as often as one likes from a thousand observations on,
/// it misses the truth at any look in at most the part `alpha` of all runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequence {
    /// The part of the runs in which it may miss at some look.
    pub alpha: f64,
    /// The number of observations for which it is narrowest.
    pub tuned_for: f64,
}

impl Sequence {
    /// The variance of the mixture's normal law.
    fn mixed(self) -> f64 {
        let log = -2.0 * self.alpha.ln();
        (log + (log + 1.0).ln()) / self.tuned_for
    }

    /// Half of its width over the standard deviation of one observation, after `n` of them.
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

    /// The evidence against a mean of 0 after `n` observations with this mean and variance: the
    /// least part `alpha` of the runs for which the interval of the same mixture leaves out 0. It
    /// may be read at any look; where the truth is 0 it ever falls to p or below in at most the
    /// part p of all runs.
    #[must_use]
    pub fn p_value(self, mean: f64, variance: f64, n: u64) -> f64 {
        let n = n as f64;
        let spread = n * self.mixed() + 1.0;
        let evidence = (mean * n).powi(2) * self.mixed() / (2.0 * variance * spread);
        if mean == 0.0 { 1.0 } else { (spread.sqrt() * (-evidence).exp()).min(1.0) }
    }

    /// The fights needed in all before a difference that is and stays `mean` is decided on; none
    /// if 10^15 are not enough, since it is just as large as the tolerance.
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

/// The verdict of an interval on a difference with this tolerance. Where the interval holds the
/// truth, so does the verdict.
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

/// A rate against a baseline: no drift against a drift of `delta` to either side, by two of
/// Wald's sequential probability ratio tests (1945) on the normal law, with the variance widened
/// by the error of the baseline.
///
/// Looked at at any boundaries, it calls a rate without drift different in at most `alpha`, and
/// one that drifted by `delta` or more the same in at most `beta` of all runs. In between it says
/// either, and a drift of half of `delta` takes longest: who calls it sets a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drift {
    /// The rate of the baseline.
    pub baseline: f64,
    /// Its fights; infinite for a rate that is known.
    pub baseline_n: f64,
    /// The tolerance.
    pub delta: f64,
    /// The part of the false alarms.
    pub alpha: f64,
    /// The part of the missed drifts.
    pub beta: f64,
}

impl Drift {
    /// What `k` events of `n` say.
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

    /// The least `alpha` at which `k` events of `n` would be called different: evidence that may be
    /// read at any look, the baseline's own error in it.
    #[must_use]
    pub fn p_value(&self, k: u64, n: u64) -> f64 {
        let most = self.log_ratios(k, n).into_iter().fold(f64::NEG_INFINITY, f64::max);
        (2.0 * (1.0 - self.beta) * (-most).exp()).min(1.0)
    }

    /// The log likelihood ratios of a drift downwards and upwards over none.
    #[must_use]
    pub fn log_ratios(&self, k: u64, n: u64) -> [f64; 2] {
        let (n, p) = (n as f64, self.baseline);
        let drift = k as f64 / n - p;
        let variance = p * (1.0 - p) * (1.0 / n + 1.0 / self.baseline_n);
        [-self.delta, self.delta].map(|delta| delta * (drift - delta / 2.0) / variance)
    }
}

/// The number of fights after which a half width that is `half` after `n` of them is `target`:
/// widths shrink with the root.
#[must_use]
pub fn fights_for_width(n: u64, half: f64, target: f64) -> f64 {
    n as f64 * (half / target).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An interval that just ends at 0 is that of its p-value.
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

    /// Whoever reads the p-value and whoever reads the verdict read the same.
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
