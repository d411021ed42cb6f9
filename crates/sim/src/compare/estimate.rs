//! Estimates the difference of a metric from sums over pairs, with its error.

use super::shared::MetricKind;
use super::sums::{Plain, Ratio, Sums};
use crate::stats::difference::{Difference, by_student, normal_point, paired_rates};
use crate::stats::paired::{Differences, UNSEEN};
use crate::stats::rate::FEW;
use crate::stats::sequential::Sequence;
use crate::stats::{ALPHA, Interval, Moments, Z};

/// The estimate of a metric of A, of B, and of the difference B minus A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number of pairs.
    pub pairs: u64,
    /// The estimate for A.
    pub a: f64,
    /// The estimate for B.
    pub b: f64,
    /// The difference, B minus A.
    pub diff: f64,
    /// The variance of the difference of one pair: that of `diff` times the number of pairs.
    pub variance: f64,
    /// The variance that the difference of one pair would have if A and B did not share dice.
    pub independent: f64,
    /// Whether A and B were equal in every pair.
    pub equal: bool,
    /// The change of the difference of one pair by one more event that may be unseen.
    unit: f64,
    /// The largest difference that there can be; infinite where nothing bounds it.
    bound: f64,
    exact: Exact,
}

/// The data for the test of a fixed number of pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Exact {
    /// The numbers of pairs in which the event happened in A alone, and in B alone.
    Rate { only_a: u64, only_b: u64 },
    /// A count, with its largest difference in a pair.
    Count { differences: Differences, most: f64 },
    /// A ratio, tested by its variance and the number of pairs that carry it.
    Ratio { carriers: u64 },
    /// Independent fights, with the test that was made of them.
    Independent(Difference),
}

impl Estimate {
    /// The estimate from the sums of `pairs` pairs, of which an observation is `largest` at most, if
    /// that is known. `None` for fewer than two pairs, or for a ratio without tries.
    #[must_use]
    pub fn of(sums: &Sums, kind: MetricKind, largest: Option<u64>, pairs: u64) -> Option<Self> {
        if pairs < 2 {
            return None;
        }
        match sums {
            Sums::Plain(sums) => plain(sums, kind, largest, pairs),
            Sums::Ratio(sums) => ratio(sums, kind, largest, pairs),
        }
    }

    /// The estimate from two independent runs: the number of fights of the smaller run, the values of A
    /// and B, the square of the standard error of their difference, the change of the difference by one
    /// more event in one fight of the smaller run, and the test.
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
            bound: f64::INFINITY,
            exact: Exact::Independent(tested),
        }
    }

    /// Two exact values and their difference, of which no pairs were played.
    pub(crate) fn enumerated(of: (f64, f64), difference: Difference) -> Self {
        Self {
            pairs: 0,
            a: of.0,
            b: of.1,
            diff: difference.value,
            variance: 0.0,
            independent: 0.0,
            equal: difference.value == 0.0,
            unit: 0.0,
            bound: f64::INFINITY,
            exact: Exact::Independent(difference),
        }
    }

    /// The variance reduction factor: how many times fewer pairs on shared dice are needed than
    /// independent fights of each scenario. `None` if no pair differed, or there are no pairs.
    #[must_use]
    pub fn vrf(&self) -> Option<f64> {
        let is_paired = !matches!(self.exact, Exact::Independent(_));
        (is_paired && !self.equal && self.variance > 0.0).then(|| self.independent / self.variance)
    }

    /// The difference with its 95 % interval and p-value, for a number of pairs that was fixed
    /// beforehand.
    #[must_use]
    pub fn fixed(&self) -> Difference {
        self.fixed_at(ALPHA)
    }

    /// As [`fixed`](Self::fixed), with an interval that misses with probability `alpha`.
    #[must_use]
    pub fn fixed_at(&self, alpha: f64) -> Difference {
        let difference = match self.exact {
            Exact::Rate { only_a, only_b } => paired_rates(only_a, only_b, self.pairs, alpha),
            Exact::Count { differences, most } => differences.mean(self.pairs, most, alpha),
            Exact::Independent(tested) => Some(at_level(tested, alpha)),
            Exact::Ratio { carriers } => {
                let is_few = carriers < FEW;
                let variance = if is_few { self.cautious_variance() } else { self.variance };
                let freedom = if is_few { self.pairs } else { carriers.min(self.pairs) } as f64 - 1.0;
                Some(by_student(self.diff, variance / self.pairs as f64, freedom, alpha))
            }
        };
        let difference = difference.expect("two pairs at least");
        Difference { within: self.possible(difference.within), ..difference }
    }

    /// Returns whether both are rates of fights that happen in just as many, or one where the other does not, and
    /// differ in just as many pairs each way. Of independent fights the values are all that is compared.
    pub(super) fn says_the_same_as(&self, other: &Self) -> bool {
        let near = |x: f64, y: f64| (x - y).abs() * (self.pairs as f64) < 0.5;
        match (self.exact, other.exact) {
            (Exact::Rate { only_a, only_b }, Exact::Rate { only_a: a, only_b: b }) => {
                near(self.a, other.a) && (only_a, only_b) == (a, b)
                    || near(self.a, 1.0 - other.a) && (only_a, only_b) == (b, a)
            }
            (Exact::Independent(_), Exact::Independent(_)) => {
                near(self.a, other.a) && near(self.b, other.b)
                    || near(self.a, 1.0 - other.a) && near(self.b, 1.0 - other.b)
            }
            _ => false,
        }
    }

    /// The change of the difference of one pair by one more event that may be unseen.
    pub(super) fn unit(&self) -> f64 {
        self.unit
    }

    /// The part of an interval that is possible.
    pub(super) fn possible(&self, Interval { lo, hi }: Interval) -> Interval {
        Interval { lo: lo.max(-self.bound), hi: hi.min(self.bound) }
    }

    /// The difference with a 95 % interval and p-value that are valid whenever the run stops.
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
        self.possible(sequence.interval(self.diff, self.cautious_variance(), self.pairs))
    }

    /// The interval of a sequential test of the sum of A and B, less `from`.
    pub(crate) fn sum_sequential(&self, from: f64, sequence: Sequence) -> Interval {
        // Var(a + b) + Var(b - a) = 2 (Var a + Var b).
        let variance = (2.0 * self.independent - self.variance).max(0.0);
        let cautious = variance + UNSEEN * self.unit.powi(2) / self.pairs as f64;
        sequence.interval(self.a + self.b - from, cautious, self.pairs)
    }

    /// The number of further pairs for a verdict, if the difference stays as it is; `None` if it is too
    /// close to `delta`.
    #[must_use]
    pub fn more(&self, sequence: Sequence, delta: f64) -> Option<u64> {
        let needed = sequence.fights_needed(self.diff, self.cautious_variance(), delta)?;
        Some(needed.max(super::FEWEST).saturating_sub(self.pairs))
    }

    fn cautious_variance(&self) -> f64 {
        self.variance + UNSEEN * self.unit.powi(2) / self.pairs as f64
    }
}

/// A difference with a 95 % interval, its ends as much farther away as those of a normal interval that misses with
/// probability `alpha`.
fn at_level(difference: Difference, alpha: f64) -> Difference {
    let (value, within, farther) = (difference.value, difference.within, normal_point(alpha) / Z);
    let end = |end: f64| value + (end - value) * farther;
    Difference { within: Interval { lo: end(within.lo), hi: end(within.hi) }, ..difference }
}

fn plain(sums: &Plain, kind: MetricKind, largest: Option<u64>, pairs: u64) -> Option<Estimate> {
    let &Plain { a, b, aa, bb, differences, most } = sums;
    let n = pairs as f64;
    let variance = |sum, squares| Moments { n: pairs, sum, squares }.variance();
    let squares = differences.squares();
    // The variance does not depend on the sign of the mean.
    let of_pairs = variance(differences.sum().unsigned_abs(), squares)?;
    // Where nothing bounds a count, a difference may be as large as any number that was seen.
    let most = match kind {
        MetricKind::Rate => 1.0,
        _ => largest.map_or(1.0, |largest| largest as f64).max(f64::from(most)),
    };
    Some(Estimate {
        pairs,
        a: a as f64 / n,
        b: b as f64 / n,
        diff: differences.sum() as f64 / n,
        variance: of_pairs,
        independent: variance(a, aa)? + variance(b, bb)?,
        equal: differences.discordant() == 0,
        unit: if differences.has_few(pairs) { most } else { 1.0 },
        bound: if kind == MetricKind::Rate || largest.is_some() { most } else { f64::INFINITY },
        exact: match kind {
            MetricKind::Rate => Exact::Rate { only_a: differences.down.pairs, only_b: differences.up.pairs },
            _ => Exact::Count { differences, most },
        },
    })
}

/// A ratio of sums by the delta method: its error in one pair is (sum - ratio · tries) over the
/// mean number of tries. Observations of one fight may depend on each other as they like.
fn ratio(ratio: &Ratio, kind: MetricKind, largest: Option<u64>, pairs: u64) -> Option<Estimate> {
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
            // With so large numbers of pairs, floats are exact enough.
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
    // The rarer of successes and failures carries a rate; a mean has no failures.
    let [of_sum, of_rest] = ratio.differ;
    let (carriers, largest) = match kind {
        MetricKind::RateOfTries => (of_sum.min(of_rest), Some(1.0)),
        _ => (of_sum, largest.map(|largest| largest as f64)),
    };
    // Without scatter no pair says how far off it is.
    let variance = if equal { 0.0 } else { form(&all) };
    // Nor do more pairs carry it than there are fights with tries, of either (Cauchy and Schwarz).
    let with_tries = |i: usize| (sums[i] as f64).powi(2) / ratio.product(i, i) as f64;
    let tried = with_tries(1).min(with_tries(3)).round() as u64;
    let carriers = if variance > 0.0 { carriers.min(tried) } else { 0 };
    // The most that a pair that differs may change the sum of either, in tries.
    let [most_sum, most_tries, other_sum, other_tries] = ratio.most.map(f64::from);
    let most = |sum: f64, tries: f64| largest.map_or(1.0, |largest| largest * tries).max(sum);
    let unit = (most(most_sum, most_tries) / mean[1]).max(most(other_sum, other_tries) / mean[3]);
    Some(Estimate {
        pairs,
        a,
        b,
        diff: if equal { 0.0 } else { b - a },
        variance,
        independent: form(&own),
        equal,
        unit: if carriers < FEW { unit } else { 1.0 / mean[1].min(mean[3]) },
        bound: if kind.is_rate() { 1.0 } else { f64::INFINITY },
        exact: Exact::Ratio { carriers },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sum and tries of A and of B, of six fights.
    const FIGHTS: [[u32; 4]; 6] =
        [[3, 4, 2, 4], [0, 1, 0, 0], [5, 5, 5, 5], [1, 6, 2, 3], [2, 2, 0, 2], [4, 9, 1, 7]];

    fn column(at: usize) -> Vec<u32> {
        FIGHTS.iter().map(|fight| fight[at]).collect()
    }

    fn variance(all: &[f64]) -> f64 {
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (all.len() - 1) as f64
    }

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12 * expected.abs().max(1.0), "{found} is not {expected}");
    }

    #[test]
    fn a_mean_has_the_variance_of_the_differences() {
        let mut sums = Plain::default();
        sums.add(&column(0), &column(2));
        let found = Estimate::of(&Sums::Plain(sums), MetricKind::Mean, None, 6).unwrap();
        let differences: Vec<f64> = FIGHTS.map(|fight| f64::from(fight[2]) - f64::from(fight[0])).to_vec();
        near(found.a, 15.0 / 6.0);
        near(found.b, 10.0 / 6.0);
        near(found.diff, -5.0 / 6.0);
        near(found.variance, variance(&differences));
        let own = |at| variance(&column(at).into_iter().map(f64::from).collect::<Vec<_>>());
        near(found.independent, own(0) + own(2));
        near(found.vrf().unwrap(), (own(0) + own(2)) / variance(&differences));
        assert!(!found.equal);
    }

    /// By the residuals of each fight, one by one.
    #[test]
    fn a_ratio_has_the_variance_of_its_residuals() {
        let mut sums = Ratio::default();
        let columns = [0, 1, 2, 3].map(column);
        sums.add([&columns[0], &columns[1], &columns[2], &columns[3]]);
        let found = Estimate::of(&Sums::Ratio(sums), MetricKind::RateOfTries, None, 6).unwrap();
        let (a, b) = (15.0 / 27.0, 10.0 / 21.0);
        near(found.diff, b - a);
        let residual = |fight: [u32; 4], of: usize| {
            let ([x, n], ratio, tries) = match of {
                0 => ([fight[0], fight[1]], a, 27.0 / 6.0),
                _ => ([fight[2], fight[3]], b, 21.0 / 6.0),
            };
            (f64::from(x) - ratio * f64::from(n)) / tries
        };
        let both = FIGHTS.map(|fight| residual(fight, 1) - residual(fight, 0));
        near(found.variance, variance(&both));
        let own = [0, 1].map(|of| variance(&FIGHTS.map(|fight| residual(fight, of))));
        near(found.independent, own[0] + own[1]);
        assert_eq!(found.fixed().value, found.diff);
    }

    #[test]
    fn what_is_the_same_in_every_pair_is_equal_to_the_last_bit() {
        let mut sums = Ratio::default();
        let (x, n) = (column(0), column(1));
        sums.add([&x, &n, &x, &n]);
        let found = Estimate::of(&Sums::Ratio(sums), MetricKind::RateOfTries, None, 6).unwrap();
        assert_eq!((found.equal, found.diff, found.variance, found.vrf()), (true, 0.0, 0.0, None));
        // As many tries in all, and as many successes, but in other fights.
        let mut shifted = x.clone();
        shifted.rotate_left(1);
        let mut sums = Ratio::default();
        sums.add([&x, &n, &shifted, &n]);
        assert!(!Estimate::of(&Sums::Ratio(sums), MetricKind::RateOfTries, None, 6).unwrap().equal);
    }

    #[test]
    fn a_ratio_without_tries_has_no_estimate() {
        let none = Sums::Ratio(Ratio::default());
        assert_eq!(Estimate::of(&none, MetricKind::RateOfTries, None, 6), None);
        assert_eq!(Estimate::of(&Sums::Plain(Plain::default()), MetricKind::Rate, None, 1), None);
    }

    /// Nothing of n was seen: the interval of a sequential test ends at a few n-ths all the same.
    #[test]
    fn what_was_never_seen_may_still_come() {
        let found = Estimate::of(&Sums::Plain(Plain::default()), MetricKind::Rate, None, 10_000).unwrap();
        let within = found.sequential(Sequence { alpha: 0.05, tuned_for: 10_000.0 });
        assert!((3.7..20.0).contains(&(within.hi * 10_000.0)), "{within:?}");
        assert_eq!(within.lo, -within.hi);
    }
}
