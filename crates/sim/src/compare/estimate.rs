//! The difference that sums over pairs say there is, and how sure they are.

use super::matched::Measure;
use super::sums::{Plain, Ratio, Sums};
use crate::stats::difference::{Difference, Pairs, by_student, paired_means, paired_rates};
use crate::stats::sequential::Sequence;
use crate::stats::{Interval, Moments};

/// What pairs of fights say of a metric: of A, of B, and of B less A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Pairs.
    pub pairs: u64,
    /// Of A.
    pub a: f64,
    /// Of B.
    pub b: f64,
    /// B less A.
    pub diff: f64,
    /// The variance of the difference of one pair: that of `diff` times the number of pairs.
    pub variance: f64,
    /// The same, had A and B been on dice of their own.
    pub independent: f64,
    /// Whether A and B came to the same in every pair.
    pub equal: bool,
    /// What one event more is worth in one pair.
    unit: f64,
    exact: Exact,
}

/// The integers that the tests of a fixed number of pairs are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Exact {
    /// Pairs in which the one or the other alone had it.
    Rate {
        only_a: u64,
        only_b: u64,
    },
    Mean(Pairs),
    /// By the variance alone.
    Ratio,
    /// Of fights that are no pairs.
    Independent(Difference),
}

/// Unseen events that a sequential test allows for. Variances that are taken from the pairs are 0
/// as long as what is rare has not come; with these the interval of none of n ends at about 9/n.
/// Nine is the square of the standard errors that such an interval has.
const UNSEEN: f64 = 9.0;

impl Estimate {
    /// What the sums of so many pairs say. None for fewer than two, or where something is a part
    /// of no tries.
    #[must_use]
    pub fn of(sums: &Sums, measure: Measure, pairs: u64) -> Option<Self> {
        if pairs < 2 {
            return None;
        }
        match sums {
            Sums::Plain(sums) => plain(sums, measure, pairs),
            Sums::Ratio(sums) => ratio(sums, pairs),
        }
    }

    /// What two runs of their own say, the smaller of which has so many fights: of A and of B, the
    /// square of the standard error of their difference, what one event more of the smaller is
    /// worth in one fight, and the test that was made of it.
    pub(super) fn independent(
        fights: u64,
        of: (f64, f64),
        error: f64,
        unit: f64,
        tested: Difference,
    ) -> Self {
        let variance = error * fights as f64;
        Self {
            pairs: fights,
            a: of.0,
            b: of.1,
            diff: of.1 - of.0,
            variance,
            independent: variance,
            equal: false,
            unit,
            exact: Exact::Independent(tested),
        }
    }

    /// How many times fewer pairs are needed on the same dice than fights of each on dice of
    /// their own. None where no pair differed, or there are no pairs.
    #[must_use]
    pub fn vrf(&self) -> Option<f64> {
        let is_paired = !matches!(self.exact, Exact::Independent(_));
        (is_paired && !self.equal && self.variance > 0.0).then(|| self.independent / self.variance)
    }

    /// The difference with its 95 % interval and p-value, for a number of pairs that was fixed
    /// beforehand.
    #[must_use]
    pub fn fixed(&self) -> Difference {
        let difference = match self.exact {
            Exact::Rate { only_a, only_b } => paired_rates(only_a, only_b, self.pairs),
            Exact::Mean(pairs) => paired_means(pairs),
            Exact::Independent(tested) => Some(tested),
            Exact::Ratio => {
                let n = self.pairs as f64;
                Some(by_student(self.diff, self.variance / n, n - 1.0))
            }
        };
        difference.expect("two pairs at least")
    }

    /// The same, to be looked at at any time.
    #[must_use]
    pub fn at_any_time(&self, sequence: Sequence) -> Difference {
        if self.equal {
            return Difference { value: 0.0, within: self.sequential(sequence), p: 1.0 };
        }
        let p = sequence.p_value(self.diff, self.cautious_variance(), self.pairs);
        Difference { value: self.diff, within: self.sequential(sequence), p }
    }

    /// The interval of a sequential test.
    #[must_use]
    pub fn sequential(&self, sequence: Sequence) -> Interval {
        sequence.interval(self.diff, self.cautious_variance(), self.pairs)
    }

    /// The pairs still needed before a difference that stays what it is can be told from `delta`;
    /// none if there is no telling.
    #[must_use]
    pub fn more(&self, sequence: Sequence, delta: f64) -> Option<u64> {
        let needed = sequence.fights_needed(self.diff, self.cautious_variance(), delta)?;
        Some(needed.saturating_sub(self.pairs))
    }

    fn cautious_variance(&self) -> f64 {
        self.variance + UNSEEN * self.unit.powi(2) / self.pairs as f64
    }
}

fn plain(sums: &Plain, measure: Measure, pairs: u64) -> Option<Estimate> {
    let &Plain { a, b, aa, bb, ab } = sums;
    let (n, signed) = (pairs as f64, |sum: u128| i128::try_from(sum).expect("sums of counts have 127 bits"));
    let of_pairs = Pairs { n: pairs, sum: signed(b) - signed(a), squares: aa + bb - 2 * ab };
    let variance = |sum, squares| Moments { n: pairs, sum, squares }.variance();
    let events = |sum: u128| u64::try_from(sum).expect("0 or 1 a fight");
    Some(Estimate {
        pairs,
        a: a as f64 / n,
        b: b as f64 / n,
        diff: of_pairs.sum as f64 / n,
        variance: of_pairs.variance()?,
        independent: variance(a, aa)? + variance(b, bb)?,
        equal: of_pairs.squares == 0,
        unit: 1.0,
        exact: match measure {
            Measure::Rate => Exact::Rate { only_a: events(a - ab), only_b: events(b - ab) },
            _ => Exact::Mean(of_pairs),
        },
    })
}

/// A ratio of sums by the delta method: its error in one pair is (sum - ratio · tries) over the
/// mean number of tries. Observations of one fight may depend on each other as they like.
fn ratio(ratio: &Ratio, pairs: u64) -> Option<Estimate> {
    let sums = &ratio.sums;
    let n = pairs as f64;
    let mean = sums.map(|sum| sum as f64 / n);
    if sums[1] == 0 || sums[3] == 0 {
        return None;
    }
    let (a, b) = (mean[0] / mean[1], mean[2] / mean[3]);
    let covariance = |i: usize, j: usize| {
        let exact = |x: u128, y: u128| x.checked_mul(y).and_then(|product| i128::try_from(product).ok());
        match (exact(pairs.into(), ratio.product(i, j)), exact(sums[i], sums[j])) {
            (Some(product), Some(square)) => (product - square) as f64 / (n * (n - 1.0)),
            // So many pairs that the last digits of the difference do not matter.
            _ => ratio.product(i, j) as f64 / n - mean[i] * mean[j],
        }
    };
    let weights = [-1.0 / mean[1], a / mean[1], 1.0 / mean[3], -b / mean[3]];
    let form = |of: &[(usize, usize)]| -> f64 {
        of.iter().map(|&(i, j)| weights[i] * weights[j] * covariance(i, j)).sum::<f64>().max(0.0)
    };
    let all: Vec<(usize, usize)> = (0..16).map(|at| (at / 4, at % 4)).collect();
    let own: Vec<(usize, usize)> = all.iter().copied().filter(|(i, j)| i / 2 == j / 2).collect();
    let same = |i: usize, j: usize| ratio.product(i, i) + ratio.product(j, j) == 2 * ratio.product(i, j);
    let equal = same(0, 2) && same(1, 3);
    Some(Estimate {
        pairs,
        a,
        b,
        diff: if equal { 0.0 } else { b - a },
        variance: if equal { 0.0 } else { form(&all) },
        independent: form(&own),
        equal,
        unit: 1.0 / mean[1].min(mean[3]),
        exact: Exact::Ratio,
    })
}
