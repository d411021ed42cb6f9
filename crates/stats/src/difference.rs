//! Differences of two runs: intervals and p-values, for paired fights and for independent ones.
//!
//! Every p-value is two-sided, for the hypothesis of no difference, and valid at one look after a
//! number of fights that was fixed beforehand. For repeated looks see [`super::sequential`].

use statrs::distribution::{ContinuousCDF, Normal};

use super::mean::skewness;
use super::rate::{FEW, wilson};
use super::{ALPHA, FightSums, Interval, Moments, Rate, Z, fisher, student};
use crate::histogram::Histogram;

/// The largest number of tables, or of discordant pairs, for which exact tests are summed; beyond
/// it the normal approximation is as good.
const SUMMED: u64 = 10_000;

/// The number of discordant pairs from which the normal interval of a paired difference is used.
const MANY_DISCORDANT: u64 = 100;

/// An estimated difference of two runs: the second minus the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The point estimate.
    pub value: f64,
    /// The interval, of 95 % unless another level was asked for.
    pub within: Interval,
    /// The two-sided p-value.
    pub p: f64,
}

impl Difference {
    /// The distance from the estimate to the farther end of the interval.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.within.reach(self.value)
    }
}

/// The probability of |Z| >= `z` for a standard normal Z.
#[must_use]
pub fn two_sided_normal(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z.abs())
}

/// The z for which |Z| >= z has probability `alpha`.
#[must_use]
pub fn normal_point(alpha: f64) -> f64 {
    if alpha == ALPHA { Z } else { -Normal::standard().inverse_cdf(alpha / 2.0) }
}

/// Two rates of independent tries: Newcombe's hybrid of two Wilson intervals ("Interval estimation
/// for the difference between independent proportions", 1998, method 10), and Fisher's exact test
/// while its tables can be summed (few events of however many tries among them), else the pooled
/// normal one. None without tries on both sides.
#[must_use]
pub fn independent_rates(a: Rate, b: Rate) -> Option<Difference> {
    let value = b.value()? - a.value()?;
    let (of_a, of_b) = (wilson(a.events, a.n, Z), wilson(b.events, b.n, Z));
    let within = of_intervals([a.value()?, b.value()?], of_a, of_b);
    let p = fisher::two_sided(a, b, SUMMED).unwrap_or_else(|| {
        let n = (a.n + b.n) as f64;
        let pooled = (a.events + b.events) as f64 / n;
        let variance = pooled * (1.0 - pooled) * (1.0 / a.n as f64 + 1.0 / b.n as f64);
        two_sided_normal(value / variance.sqrt())
    });
    Some(Difference { value, within, p: p.min(1.0) })
}

/// The interval of the difference of two independent estimates, the second less the first, from the interval of
/// each: the squares of their distances add up (Newcombe 1998; Zou and Donner, "Construction of confidence
/// limits about effect measures", 2008).
#[must_use]
pub fn of_intervals([a, b]: [f64; 2], of_a: Interval, of_b: Interval) -> Interval {
    let below = (b - of_b.lo).hypot(of_a.hi - a);
    let above = (of_b.hi - b).hypot(a - of_a.lo);
    Interval { lo: b - a - below, hi: b - a + above }
}

/// Two rates of the same `n` tries: `only_a` tries succeeded for the first alone, `only_b` for the
/// second alone. The interval is Tango's score interval (1998), from a hundred discordant pairs on
/// the normal one, unless nearly all pairs are discordant in one way and hardly any vary; the test is McNemar's,
/// exact if it can be summed. The interval misses with probability `alpha`. `None` without tries.
#[must_use]
pub fn paired_rates(only_a: u64, only_b: u64, n: u64, alpha: f64) -> Option<Difference> {
    assert!(only_a + only_b <= n, "discordant pairs are among the pairs");
    if n == 0 {
        return None;
    }
    let (a, b, pairs) = (only_a as f64, only_b as f64, n as f64);
    let discordant = only_a + only_b;
    let value = (b - a) / pairs;
    let others = n - only_a.max(only_b);
    let z = normal_point(alpha);
    let within = if discordant >= MANY_DISCORDANT && others >= FEW {
        let half = z * (a + b - (b - a).powi(2) / pairs).sqrt() / pairs;
        Interval { lo: (value - half).max(-1.0), hi: (value + half).min(1.0) }
    } else {
        tango(a, b, pairs, z)
    };
    Some(Difference { value, within, p: fisher::sign_of(only_b, discordant, SUMMED) })
}

/// T. Tango, "Equivalence test and confidence interval for the difference in proportions for the
/// paired-sample design" (1998): the differences that the score test does not reject.
fn tango(only_a: f64, only_b: f64, n: f64, z: f64) -> Interval {
    let estimate = (only_b - only_a) / n;
    // The score statistic: the distance of the data from the difference d in standard errors.
    let score = |d: f64| {
        let b = -only_b - only_a + (2.0 * n - only_b + only_a) * d;
        let c = -only_a * d * (1.0 - d);
        let q = ((b * b - 8.0 * n * c).max(0.0).sqrt() - b) / (4.0 * n);
        let variance = n * (2.0 * q + d * (1.0 - d));
        let distance = only_b - only_a - n * d;
        if distance == 0.0 { 0.0 } else { distance / variance.max(f64::MIN_POSITIVE).sqrt() }
    };
    let end = |mut inside: f64, mut outside: f64| {
        for _ in 0..100 {
            let middle = (inside + outside) / 2.0;
            if score(middle).abs() <= z {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    };
    Interval { lo: end(estimate, -1.0), hi: end(estimate, 1.0) }
}

/// Two means of independent observations: Welch's t (1947). `None` for fewer than two observations
/// of either.
#[must_use]
pub fn independent_means(a: Moments, b: Moments) -> Option<Difference> {
    let value = b.mean()? - a.mean()?;
    let (n_a, n_b) = (a.n as f64, b.n as f64);
    let (of_a, of_b) = (a.variance()? / n_a, b.variance()? / n_b);
    let variance = of_a + of_b;
    let freedom = variance * variance / (of_a * of_a / (n_a - 1.0) + of_b * of_b / (n_b - 1.0));
    Some(by_student(value, variance, freedom, ALPHA))
}

/// The 95 % interval of the difference of the mean counts of two independent runs, the second less the first.
///
/// Welch's t where [enough fights carry](FightSums::carries_mean) both means. Of rare values the smaller run may have
/// observed none, and its variance is far too small then: in that case the interval of each mean counts, whose next
/// rare event is as large as any that either run observed. `None` with fewer than two observations of either.
#[must_use]
pub fn independent_counts(a: &Histogram, b: &Histogram) -> Option<Interval> {
    let [of_a, of_b] = [a, b].map(FightSums::of_counts);
    if of_a.carries_mean(a) && of_b.carries_mean(b) {
        return independent_means(Moments::of(a), Moments::of(b)).map(|difference| difference.within);
    }
    let largest = a.largest().max(b.largest());
    Some(of_intervals([of_a.ratio()?, of_b.ratio()?], of_a.mean(a, 0, largest)?, of_b.mean(b, 0, largest)?))
}

/// The number of observations per unit of squared skewness from which the normal approximation of a
/// mean is accurate to about a factor of two at a p-value of one in a million.
const STRAIGHT: f64 = 1000.0;

/// The p-value of equal means of two histograms, by the z-test with the pooled variance.
///
/// If rare values make up most of the mean, the smaller run may have observed none of them, and its
/// variance is far too small. In that case (fewer than `STRAIGHT` observations per unit of squared
/// skewness) the test compares the rates of all values but the most frequent one instead. `None` if
/// either histogram is empty.
#[must_use]
pub fn same_means(a: &Histogram, b: &Histogram) -> Option<f64> {
    let mut both = a.clone();
    both.merge(b);
    let [of_a, of_b, of_both] = [a, b, &both].map(Moments::of);
    let value = of_b.mean()? - of_a.mean()?;
    let variance = of_both.variance()?;
    if variance == 0.0 {
        return Some(1.0);
    }
    if of_a.n.min(of_b.n) as f64 >= STRAIGHT * skewness(&both).powi(2) {
        let error = (variance * (1.0 / of_a.n as f64 + 1.0 / of_b.n as f64)).sqrt();
        return Some(two_sided_normal(value / error));
    }
    let (mode, _) = both.each().max_by_key(|(_, count)| *count)?;
    let away = |of: &Histogram, n: u64| Rate { events: n - of.get(mode), n };
    independent_rates(away(a, of_a.n), away(b, of_b.n)).map(|difference| difference.p)
}

/// The integer sums from which a mean of paired differences is estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The number of pairs.
    pub n: u64,
    /// The sum of the differences.
    pub sum: i128,
    /// The sum of the squares of the differences.
    pub squares: u128,
}

impl Pairs {
    /// Adds a pair; its difference is the second minus the first.
    pub fn add(&mut self, difference: i64) {
        self.n += 1;
        self.sum += i128::from(difference);
        self.squares += u128::from(difference.unsigned_abs()).pow(2);
    }

    /// Adds the pairs of another sum.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The variance of the differences; `None` for fewer than two.
    #[must_use]
    pub fn variance(self) -> Option<f64> {
        // The variance does not depend on the sign of the mean.
        Moments { n: self.n, sum: self.sum.unsigned_abs(), squares: self.squares }.variance()
    }
}

/// An estimate with its variance (the square of its standard error): Student's t. The interval misses with
/// probability `alpha`.
#[must_use]
pub fn by_student(value: f64, variance: f64, freedom: f64, alpha: f64) -> Difference {
    if variance == 0.0 {
        // An estimate without variance is exact.
        let p = if value == 0.0 { 1.0 } else { 0.0 };
        return Difference { value, within: Interval { lo: value, hi: value }, p };
    }
    let error = variance.sqrt();
    let half = student::two_sided_point(alpha, freedom) * error;
    let within = Interval { lo: value - half, hi: value + half };
    Difference { value, within, p: student::two_sided(value / error, freedom) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 500 pairs that all differ the same way some of the next may not: the ends are those of Tango's interval.
    #[test]
    fn pairs_that_all_differ_the_same_way_leave_an_interval() {
        let within = |only_a, only_b| paired_rates(only_a, only_b, 500, ALPHA).expect("pairs").within;
        let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
        let (all, most) = (within(500, 0), within(1, 499));
        assert!(close(all.lo, -1.0) && close(all.hi, -0.984_751_3), "{all:?}");
        assert!(close(most.lo, 0.977_518_6) && close(most.hi, 0.999_293_7), "{most:?}");
    }

    /// Of 4,096 and 1,024 fights of which one in 683 shows an event the smaller run shows none in 22 %: the
    /// probability that the interval holds the difference of 0 is summed over what both can show.
    #[test]
    fn a_rare_count_that_the_smaller_run_does_not_show_is_no_difference() {
        let p = |k: u64, rate: f64| (1..=k).fold((-rate).exp(), |p, at| p * rate / at as f64);
        let run = |k: u64, n: u64| {
            let mut seen = Histogram::default();
            seen.add(0, n - k);
            if k > 0 {
                seen.add(1, k);
            }
            seen
        };
        let (mut held, mut by_welch) = (0.0, 0.0);
        for (k_a, k_b) in (0..30).flat_map(|k_a| (0..20).map(move |k_b| (k_a, k_b))) {
            let (a, b) = (run(k_a, 4096), run(k_b, 1024));
            let p = p(k_a, 6.0) * p(k_b, 1.5);
            held += p * f64::from(u8::from(independent_counts(&a, &b).is_some_and(|within| within.has(0.0))));
            let welch = independent_means(Moments::of(&a), Moments::of(&b)).expect("observations");
            by_welch += p * f64::from(u8::from(welch.within.has(0.0)));
        }
        assert!(held > 0.95 && by_welch < 0.85, "{held} and {by_welch}");
    }
}
