//! Quantiles, from a histogram.

use super::Z;
use crate::histogram::Histogram;

/// The `percent` quantile: the smallest value v such that at least `percent` of the observations
/// are v or less. `None` without observations.
#[must_use]
pub fn quantile(observed: &Histogram, percent: u32) -> Option<u64> {
    let n = observed.n();
    // Rank = n percent / 100, rounded up, and at least the first.
    let rank = (u128::from(n) * u128::from(percent)).div_ceil(100).max(1) as u64;
    (n > 0).then(|| ranked(observed, rank))
}

/// A 95 % interval of the `percent` quantile by order statistics (Conover, "Practical
/// Nonparametric Statistics", 3.2): the observations of the ranks n q ± z √(n q (1-q)), rounded
/// outward. `None` without observations.
///
/// If a rank is before the first or after the last observation, the end is the smallest or largest
/// observed value, and the coverage is below 95 %.
#[must_use]
pub fn quantile_bounds(observed: &Histogram, percent: u32) -> Option<(u64, u64)> {
    let n = observed.n();
    let (low, high) = bound_ranks(n, percent);
    (n > 0).then(|| (ranked(observed, low.max(1)), ranked(observed, high.min(n))))
}

/// The ranks of both ends; the first may be 0 and the second n + 1 or more.
fn bound_ranks(n: u64, percent: u32) -> (u64, u64) {
    let q = f64::from(percent) / 100.0;
    let middle = n as f64 * q;
    let half = Z * (n as f64 * q * (1.0 - q)).sqrt();
    ((middle - half).floor().max(0.0) as u64, (middle + half).ceil() as u64 + 1)
}

/// The value of the observation with this rank, from 1 to n, in ascending order.
fn ranked(observed: &Histogram, rank: u64) -> u64 {
    let mut seen = 0;
    for (value, count) in observed.each() {
        seen += count;
        if seen >= rank {
            return value;
        }
    }
    unreachable!("rank {rank} of {seen} observations")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beta::{Unit, tails};

    #[test]
    fn the_quantile_is_the_smallest_value_with_enough_below_or_at_it() {
        let ten = Histogram::of_cells(&[0, 1, 4, 4, 1]);
        let found: Vec<_> = [5, 10, 11, 50, 51, 90, 91, 95].map(|q| quantile(&ten, q).unwrap()).to_vec();
        assert_eq!(found, [1, 1, 2, 2, 3, 3, 4, 4]);
        assert_eq!(quantile(&Histogram::default(), 50), None);
        assert_eq!(quantile_bounds(&Histogram::default(), 50), None);
    }

    #[test]
    fn bounds_hold_the_quantile_and_meet_where_all_are_equal() {
        let many = Histogram::of_cells(&[100, 200, 300, 200, 100]);
        for percent in [5, 50, 95] {
            let (low, high) = quantile_bounds(&many, percent).unwrap();
            let value = quantile(&many, percent).unwrap();
            assert!(low <= value && value <= high);
        }
        assert_eq!(quantile_bounds(&Histogram::of_cells(&[0, 0, 7]), 50), Some((2, 2)));
    }

    /// The interval misses when fewer than `low` observations, or at least `high`, lie below the
    /// true quantile; their number is binomial.
    #[test]
    fn bounds_cover_at_least_95_percent_where_their_ranks_exist() {
        for n in [100_u64, 250, 1000, 20_000] {
            for percent in [5, 50, 95] {
                let (low, high) = bound_ranks(n, percent);
                assert!(low >= 1 || n < 150, "n = {n}");
                let at = Unit::new(f64::from(percent) / 100.0);
                let at_least = |k: u64| match k {
                    0 => 1.0,
                    k if k > n => 0.0,
                    k => tails(k as f64, (n - k + 1) as f64, at).0,
                };
                let covered = at_least(low) - at_least(high);
                assert!((0.95..0.99).contains(&covered), "{covered} at n = {n}, {percent} %");
            }
        }
    }
}
