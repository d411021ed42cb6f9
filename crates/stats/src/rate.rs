//! Rates: events of tries.

use super::{ALPHA, Interval, Z, beta};

/// The number of events, and of non-events, below which the interval is that of Clopper and Pearson:
/// the normal approximation behind Wilson's is poor for so few.
pub const FEW: u64 = 20;

/// A rate of events among tries: wins among fights, hits among attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// The number of events, at most `n`.
    pub events: u64,
    /// The number of tries.
    pub n: u64,
}

impl Rate {
    /// The rate; `None` without tries.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        (self.n > 0).then(|| self.events as f64 / self.n as f64)
    }

    /// The 95 % interval: Clopper-Pearson where events or non-events are few ([`FEW`]), else
    /// Wilson; none without tries.
    #[must_use]
    pub fn interval(self) -> Option<Interval> {
        (self.n > 0).then(|| {
            if self.has_few() {
                clopper_pearson(self.events, self.n, ALPHA)
            } else {
                wilson(self.events, self.n, Z)
            }
        })
    }

    /// Returns whether events or non-events are fewer than [`FEW`].
    #[must_use]
    pub fn has_few(self) -> bool {
        self.events < FEW || self.n - self.events < FEW
    }
}

/// Wilson's score interval (1927) for `k` events of `n` tries, n > 0:
/// (k + z²/2 ± z √(k(n-k)/n + z²/4)) / (n + z²).
#[must_use]
pub fn wilson(k: u64, n: u64, z: f64) -> Interval {
    assert!(k <= n && n > 0, "events are among the tries");
    let (k, misses, n) = (k as f64, (n - k) as f64, n as f64);
    let middle = (k + z * z / 2.0) / (n + z * z);
    let half = z * (k * misses / n + z * z / 4.0).sqrt() / (n + z * z);
    Interval { lo: (middle - half).max(0.0), hi: (middle + half).min(1.0) }
}

/// The exact interval of Clopper and Pearson (1934) for `k` events of `n` tries, n > 0: its ends
/// are the rates at which `k` or more, or `k` or fewer, events have probability `alpha`/2.
///
/// For `k` = 0 the upper end has the closed form 1 - (alpha/2)^(1/n); `k` = n is symmetric.
#[must_use]
pub fn clopper_pearson(k: u64, n: u64, alpha: f64) -> Interval {
    assert!(k <= n && n > 0, "events are among the tries");
    let (events, misses) = (k as f64, (n - k) as f64);
    let nth_root = ((alpha / 2.0).ln() / n as f64).exp();
    let nth_root_from_one = -((alpha / 2.0).ln() / n as f64).exp_m1();
    let lo = match k {
        0 => 0.0,
        _ if k == n => nth_root,
        _ => beta::quantile(events, misses + 1.0, alpha / 2.0).x,
    };
    let hi = match k {
        0 => nth_root_from_one,
        _ if k == n => 1.0,
        _ => beta::quantile(events + 1.0, misses, 1.0 - alpha / 2.0).x,
    };
    Interval { lo, hi }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use statrs::distribution::{ContinuousCDF, Normal};

    use super::*;

    #[track_caller]
    fn assert_ends(found: Interval, lo: f64, hi: f64, tolerance: f64) {
        assert!((found.lo - lo).abs() < tolerance && (found.hi - hi).abs() < tolerance, "{found:?}");
    }

    /// The probability of each number of events of n.
    fn binomial(n: u32, p: f64) -> Vec<f64> {
        let mut distribution = vec![1.0];
        for _ in 0..n {
            let mut next = vec![0.0; distribution.len() + 1];
            for (k, mass) in distribution.iter().enumerate() {
                next[k] += mass * (1.0 - p);
                next[k + 1] += mass * p;
            }
            distribution = next;
        }
        distribution
    }

    #[test]
    fn z_is_the_normal_quantile() {
        assert!((Normal::standard().inverse_cdf(0.975) - Z).abs() < 1e-9);
    }

    #[test]
    fn clopper_pearson_agrees_with_the_published_table() {
        assert_ends(clopper_pearson(0, 10, ALPHA), 0.0, 0.3085, 5e-5);
        assert_ends(clopper_pearson(1, 10, ALPHA), 0.0025, 0.4450, 5e-5);
        assert_ends(clopper_pearson(5, 10, ALPHA), 0.1871, 0.8129, 5e-5);
        assert_ends(clopper_pearson(10, 10, ALPHA), 0.6915, 1.0, 5e-5);
    }

    #[test]
    fn zero_of_a_million_is_below_four_in_a_million() {
        let hi = clopper_pearson(0, 1_000_000, ALPHA).hi;
        // ln 40 = 3.688879454 is the Poisson limit; the next term of the series is -(ln 40)^2/2n.
        assert!((hi - (3.688_879_454_113_936e-6 - 6.803_9e-12)).abs() < 1e-15, "{hi:e}");
    }

    #[test]
    fn wilson_agrees_with_its_arithmetic() {
        // k = 1, n = 2, z = 2: (1 + 2 ± 2 √(1/2 + 1)) / 6.
        let root = 1.5_f64.sqrt();
        assert_ends(wilson(1, 2, 2.0), (3.0 - 2.0 * root) / 6.0, (3.0 + 2.0 * root) / 6.0, 1e-15);
    }

    #[test]
    fn clopper_pearson_covers_at_least_what_it_says() {
        for n in [1, 5, 17, 40] {
            for p in (1..100).map(|i| f64::from(i) / 100.0) {
                let covered: f64 = binomial(n, p)
                    .iter()
                    .enumerate()
                    .filter(|(k, _)| clopper_pearson(*k as u64, n.into(), ALPHA).has(p))
                    .map(|(_, mass)| mass)
                    .sum();
                assert!(covered >= 0.95 - 1e-12, "{covered} at n = {n}, p = {p}");
            }
        }
    }

    #[test]
    fn the_interval_of_a_rate_covers_about_95_percent() {
        let n = 200;
        let mut mean = 0.0;
        for p in (1..50).map(|i| f64::from(i) / 50.0) {
            let distribution = binomial(n, p);
            let hit = |k: usize| Rate { events: k as u64, n: n.into() }.interval().unwrap().has(p);
            let covered: f64 =
                distribution.iter().enumerate().filter(|(k, _)| hit(*k)).map(|(_, mass)| mass).sum();
            assert!(covered > 0.92, "{covered} at p = {p}");
            mean += covered / 49.0;
        }
        assert!((0.945..0.965).contains(&mean), "{mean}");
    }

    #[test]
    fn no_tries_have_no_rate() {
        assert_eq!((Rate::default().value(), Rate::default().interval()), (None, None));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn intervals_hold_their_rate_and_rise_with_the_events(n in 2_u64..2_000_000_000, part in 0.0..1.0_f64) {
            let events = ((n as f64 * part) as u64).min(n - 1);
            let (less, more) = (Rate { events, n }, Rate { events: events + 1, n });
            let ends = |rate: Rate| [wilson(rate.events, n, Z), clopper_pearson(rate.events, n, ALPHA)];
            for (a, b) in ends(less).into_iter().zip(ends(more)) {
                prop_assert!(a.has(less.value().unwrap()) && b.has(more.value().unwrap()));
                prop_assert!(a.lo <= b.lo && a.hi <= b.hi && 0.0 <= a.lo && b.hi <= 1.0);
            }
        }
    }
}
