//! Ratios and means over tries, estimated with the fight as the unit.
//!
//! The tries of one fight hang together: who holds the flag keeps it, and a third defence has fewer dice than
//! the first. Only fights are independent. The contribution of a fight to a metric is therefore one pair (y,
//! n): its n tries, and the y successes or the sum y of the values among them. Six integers per metric hold
//! all that is needed of these pairs ([`FightSums`]).
//!
//! The estimate is the ratio r = Y / N of both sums over F fights with a try, and its variance is
//! the linearised one of a ratio of two sums (Cochran, "Sampling Techniques", 6.4):
//! sum (y - r n)² / N² · F / (F - 1).
//!
//! An interval by the normal distribution needs fights enough that carry the variation. Where they
//! are too few, the unseen is bounded by the rule of three: no fight that goes another way was
//! seen in F fights, so at most about 3.7 / F of all fights do (97.5 % confidence), each of them at
//! the largest value that the scenario allows. Where a metric has no largest value nothing can be
//! said then, and there is no interval.

use ethnum::U256;

use super::mean::{Events, kurtosis, skewness, student};
use super::rate::FEW;
use super::skewed::Skewed;
use super::{ALPHA, Interval, Moments, Rate};
use crate::histogram::Histogram;

/// The contributions of all fights to one metric: exact sums over fights.
///
/// The numbers of a realistic run stay far below the limits: tries and the sum of the values below
/// 2^63, so that every product of the variance fits in 256 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FightSums {
    /// F: fights with at least one try.
    pub fights: u64,
    /// N: the sum of n, the tries.
    pub tries: u64,
    /// Y: the sum of y, the successes or values.
    pub sum: u64,
    /// The sum of y².
    pub squares: u128,
    /// The sum of y n.
    pub products: u128,
    /// The sum of n².
    pub tries_squared: u128,
    /// The most tries of one fight.
    pub most_tries: u64,
}

impl FightSums {
    /// Adds a fight with these tries and this sum of their successes or values. A fight without
    /// tries adds nothing.
    pub fn add(&mut self, sum: u64, tries: u64) {
        self.add_equal(1, sum, tries);
    }

    /// Adds a number of fights, each with these tries and this sum.
    pub fn add_equal(&mut self, fights: u64, sum: u64, tries: u64) {
        let [count, y, n] = [fights, sum, tries].map(u128::from);
        if fights > 0 && tries > 0 {
            self.fights += fights;
            self.tries += fights * tries;
            self.sum += fights * sum;
            self.squares += count * y * y;
            self.products += count * y * n;
            self.tries_squared += count * n * n;
            self.most_tries = self.most_tries.max(tries);
        }
    }

    /// Adds the fights of another part of the run.
    pub fn merge(&mut self, other: &Self) {
        self.fights += other.fights;
        self.tries += other.tries;
        self.sum += other.sum;
        self.squares += other.squares;
        self.products += other.products;
        self.tries_squared += other.tries_squared;
        self.most_tries = self.most_tries.max(other.most_tries);
    }

    /// Bounds for the sums of some of these tries: `tries` of them, `sum` of which succeeded, where no
    /// other try may succeed. How both lie among the fights is not known; the variance of the estimate
    /// is the largest that these sums allow, so that its interval is wide rather than narrow.
    ///
    /// With y <= s successes of n tries of a fight, Σy² is at most Σyn, Σs² and the most tries times Σy,
    /// and Σyn is at most Σsn, and at least Σsn less the most tries times the successes left out. The
    /// variance grows with Σy² - 2 r Σyn, and is largest where the smallest of these bounds meet.
    #[must_use]
    pub fn part(&self, tries: u64, sum: u64) -> Self {
        let [n, y, most] = [tries, sum, self.most_tries].map(u128::from);
        let are_all = tries >= self.tries;
        let tries_squared = if are_all { self.tries_squared } else { self.tries_squared.min(most * n) };
        let left_out = u128::from(self.sum.saturating_sub(sum));
        let least = if are_all { y.max(self.products.saturating_sub(most * left_out)) } else { y };
        let largest = self.products.min(most * y).max(least);
        let squares = self.squares.min(most * y);
        let products = if y + y < n { squares.clamp(least, largest) } else { least };
        // Fights with a try: at least as many as tries that all come in equal numbers (Cauchy and Schwarz).
        let fights = if tries_squared == 0 { 0 } else { (n * n).div_ceil(tries_squared) };
        Self {
            fights: if are_all { self.fights } else { u64::try_from(fights).unwrap_or(tries).min(tries) },
            tries,
            sum,
            squares: squares.min(products),
            products,
            tries_squared,
            most_tries: self.most_tries.min(tries),
        }
    }

    /// Returns whether fights of a run of `fights` may have these sums: what a file says is not taken for
    /// granted.
    #[must_use]
    pub fn is_possible(&self, fights: u64) -> bool {
        const LIMIT: u64 = 1 << 62;
        self.fights <= fights.min(self.tries)
            && self.tries.max(self.sum) < LIMIT
            && self.most_tries <= self.tries
            && u128::from(self.sum).pow(2) <= self.squares.saturating_mul(self.fights.into())
            && u128::from(self.tries).pow(2) <= self.tries_squared.saturating_mul(self.fights.into())
    }

    /// Of a metric with one value in each fight; such a histogram has every sum.
    #[must_use]
    pub fn of_counts(observed: &Histogram) -> Self {
        let (n, sum) = (observed.n(), observed.sum());
        Self {
            fights: n,
            tries: n,
            sum: u64::try_from(sum).expect("the sum of a run's values is below 2^64"),
            squares: observed.sum_of_squares(),
            products: sum,
            tries_squared: n.into(),
            most_tries: n.min(1),
        }
    }

    /// The estimate Y / N; none without tries.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        (self.tries > 0).then(|| self.sum as f64 / self.tries as f64)
    }

    /// The sum over fights of (y - r n)²; 0 without tries.
    ///
    /// Times N² it is the integer N² Σy² - 2 N Y Σyn + Y² Σn², which is computed exactly before it
    /// becomes a float, so that nothing cancels.
    #[must_use]
    pub fn scatter(&self) -> f64 {
        if self.tries == 0 {
            return 0.0;
        }
        let [n, y] = [self.tries, self.sum].map(U256::from);
        let [squares, products, tries_squared] =
            [self.squares, self.products, self.tries_squared].map(U256::from);
        let mixed = n * y * products;
        let exact = (n * n * squares + y * y * tries_squared).saturating_sub(mixed + mixed);
        exact.as_f64() / (self.tries as f64).powi(2)
    }

    /// The variance of the estimate; none with fewer than two fights that had a try.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let fights = self.fights as f64;
        (self.fights > 1).then(|| self.scatter() / (self.tries as f64).powi(2) * (fights / (fights - 1.0)))
    }

    /// The 95 % interval of a proportion: y of n tries succeeded. None without tries.
    ///
    /// - One try a fight: the binomial interval of [`Rate`].
    /// - Fewer than [`FEW`] fights carry the successes, or the failures: their number is bounded by
    ///   the gamma interval of a weighted sum of Poisson counts (Fay and Feuer 1997), whose next
    ///   event may be a fight of the most tries seen, all of one kind. The number of fights that
    ///   carry the successes is at least Y² / Σy² (Cauchy and Schwarz).
    /// - Else Wilson's, with N / deff tries, where deff is the variance over that of independent
    ///   tries (Kish); it is below 1 where the tries of a fight repel each other. Where it is far
    ///   below 1 (every fight goes alike, but for rare ones), the unseen widens it.
    #[must_use]
    pub fn proportion(&self) -> Option<Interval> {
        let rate = Rate { events: self.sum, n: self.tries };
        let r = rate.value()?;
        if self.most_tries <= 1 {
            return rate.interval();
        }
        let failures = self.failures();
        let n = self.tries as f64;
        if self.has_few() || self.fights < 2 {
            let rarer = if self.sum <= failures.sum { self } else { &failures };
            let total = rarer.weighted(self.most_tries as f64).interval(ALPHA);
            let [lo, hi] = [total.lo / n, (total.hi / n).min(1.0)];
            return Some(if self.sum <= failures.sum {
                Interval { lo, hi }
            } else {
                Interval { lo: 1.0 - hi, hi: 1.0 - lo }
            });
        }
        let variance = self.variance()?;
        let independent = r * (1.0 - r) / n;
        let z = student(self.fights);
        // Wilson's interval of r with n / deff tries; without scatter it is r itself.
        let shrink = z * z * variance / (r * (1.0 - r));
        let middle = (r + shrink / 2.0) / (1.0 + shrink);
        let half = z * (variance + shrink * variance / (4.0 * r * (1.0 - r))).sqrt() / (1.0 + shrink);
        let (below, above) = if variance < independent / 2.0 { self.unseen(r, 1.0 - r) } else { (0.0, 0.0) };
        Some(Interval { lo: (middle - half - below).max(0.0), hi: (middle + half + above).min(1.0) })
    }

    /// The 95 % interval of the mean of values: `observed` are the values of all tries, and
    /// `largest` is the largest value that the scenario allows, if it is known, and `least` the least.
    /// None with fewer than two fights that had a try.
    ///
    /// Where enough fights carry the variation ([`carries_mean`](Self::carries_mean)) it is Student's t over
    /// fights with the skewness taken out ([`Skewed`]).
    ///
    /// Else values away from the most frequent one are counted as rare events, each direction by
    /// the gamma interval of a weighted sum of Poisson counts (Fay and Feuer 1997) with half of the
    /// error for each; the next event may be a fight of the most tries seen, all of them at the
    /// largest value or at the least. Where [`FEW`] fights at least carry values above the most frequent one, the
    /// next event is taken to be as large as any seen; without a largest value there is an interval only
    /// then.
    #[must_use]
    pub fn mean(&self, observed: &Histogram, least: u64, largest: Option<u64>) -> Option<Interval> {
        let mean = self.ratio()?;
        let variance = self.variance()?;
        let bottom = (least as f64).min(mean);
        let top = largest.map_or(f64::INFINITY, |largest| largest as f64);
        if self.carries_mean(observed) {
            let skewness = skewness(observed) / self.independent(observed).sqrt();
            let freedom = self.fights as f64 - 1.0;
            let within = Skewed { value: mean, error: variance.sqrt(), skewness, freedom }.interval(ALPHA);
            return Some(Interval {
                lo: within.lo.clamp(bottom, mean),
                hi: within.hi.clamp(mean, top.max(mean)),
            });
        }
        let (mode, _) = observed.each().max_by_key(|(value, count)| (*count, core::cmp::Reverse(*value)))?;
        let most_seen = observed.each().next_back().map_or(0, |(value, _)| value);
        let part = |below: bool| {
            let away = observed.each().filter(|(value, _)| (*value < mode) == below && *value != mode);
            let sum: f64 = away.map(|(value, count)| value.abs_diff(mode) as f64 * count as f64).sum();
            // The squares of both directions together are no less than those of one.
            let squares = if sum > 0.0 { self.scatter_around(mode) } else { 0.0 };
            let has_many = sum > 0.0 && sum * sum >= FEW as f64 * squares;
            let furthest = match (below, largest) {
                (true, _) => mode.saturating_sub(least),
                (false, _) if has_many => most_seen - mode,
                (false, Some(largest)) => largest.saturating_sub(mode),
                (false, None) => return None,
            };
            Some(Events { sum, squares, next: self.most_tries as f64 * furthest as f64 })
        };
        let none = Interval { lo: 0.0, hi: 0.0 };
        let (up, down) =
            match (mode.saturating_sub(least), largest.map(|largest| largest.saturating_sub(mode))) {
                (0, _) => (part(false)?.interval(ALPHA), none),
                (_, Some(0)) => (none, part(true)?.interval(ALPHA)),
                _ => (part(false)?.interval(ALPHA / 2.0), part(true)?.interval(ALPHA / 2.0)),
            };
        let (n, mode) = (self.tries as f64, mode as f64);
        Some(Interval {
            lo: (mode + (up.lo - down.hi) / n).clamp(bottom, mean),
            hi: (mode + (up.hi - down.lo) / n).clamp(mean, top.max(mean)),
        })
    }

    /// The 95 % interval of the mean of values of which nothing but these sums is known, by Student's
    /// t over fights; none where fewer than [`FEW`] fights carry their sum, or all are equal.
    #[must_use]
    pub fn mean_of_sums(&self) -> Option<Interval> {
        let (mean, variance) = self.ratio().zip(self.variance())?;
        let half = student(self.fights) * variance.sqrt();
        (variance > 0.0 && self.carriers() >= FEW as f64)
            .then(|| Interval { lo: (mean - half).max(0.0), hi: mean + half })
    }

    /// The sums of the tries that failed, of a ratio.
    #[must_use]
    pub fn failures(&self) -> Self {
        self.above(1)
    }

    /// Returns whether few fights carry the successes of a ratio, or its failures: its interval is lopsided.
    #[must_use]
    pub fn has_few(&self) -> bool {
        match self.most_tries {
            0 | 1 => Rate { events: self.sum, n: self.tries }.has_few(),
            _ => self.carriers().min(self.failures().carriers()) < FEW as f64,
        }
    }

    /// Returns whether fights enough carry the variation of these values for Student's t with the skewness taken out:
    /// [`FEW`] of them at least. Their number is Σ d² squared over Σ d⁴ for the distances d of the values from
    /// their mean (that of the carriers if all are equally far), in independent values. Or the
    /// scatter of whole fights is that of `MANY_CARRIERS` as far from the mean as any value seen, or the
    /// values do not lean (n >= 100 G², with G their skewness).
    #[must_use]
    pub fn carries_mean(&self, observed: &Histogram) -> bool {
        let Some((mean, _)) = self.ratio().zip(self.variance()).filter(|(_, v)| *v > 0.0) else {
            return false;
        };
        let mut values = observed.each().map(|(value, _)| value as f64);
        let (least, most) = (values.next().unwrap_or(mean), values.next_back().unwrap_or(mean));
        let furthest = self.most_tries as f64 * (mean - least).max(most - mean);
        self.scatter() >= MANY_CARRIERS * furthest * furthest
            || self.independent(observed) >= FEW as f64 * kurtosis(observed)
            || self.independent(observed) >= MANY_CARRIERS * skewness(observed).powi(2)
    }

    /// The number of independent values that would have this variance of the mean; 0 where they are all equal.
    fn independent(&self, observed: &Histogram) -> f64 {
        let of_one = Moments::of(observed).variance().unwrap_or(0.0);
        self.variance().filter(|variance| *variance > 0.0).map_or(0.0, |variance| of_one / variance)
    }

    /// The least number of fights that can carry the sum: Y² / Σy²; 0 where it is 0.
    fn carriers(&self) -> f64 {
        if self.sum == 0 { 0.0 } else { (self.sum as f64).powi(2) / self.squares as f64 }
    }

    /// The sums of what each try lacks to `value`, which none exceeds: of the failures for 1.
    fn above(&self, value: u64) -> Self {
        let [v, squares] = [u128::from(value), self.squares];
        Self {
            sum: value * self.tries - self.sum,
            squares: v * v * self.tries_squared + squares - 2 * v * self.products,
            products: v * self.tries_squared - self.products,
            ..*self
        }
    }

    /// The sum over fights of (y - value n)².
    fn scatter_around(&self, value: u64) -> f64 {
        let v = u128::from(value);
        (v * v * self.tries_squared + self.squares - 2 * v * self.products) as f64
    }

    /// The sum as that of rare events, the next of which may weigh `next`.
    fn weighted(&self, next: f64) -> Events {
        Events { sum: self.sum as f64, squares: self.squares as f64, next }
    }

    /// Returns how much lower and higher the estimate may be for fights that were not seen, whose tries lie
    /// `below` and `above` it at most. Nothing where fights enough were seen to differ.
    fn unseen(&self, below: f64, above: f64) -> (f64, f64) {
        let most = self.most_tries as f64;
        if self.scatter() >= FEW as f64 * (most * below.max(above)).powi(2) {
            return (0.0, 0.0);
        }
        let fights = -(ALPHA / 2.0).ln() * most / self.tries as f64;
        (fights * below, fights * above)
    }
}

/// The number of fights as far from the mean as any value that make a mean's interval by Student's
/// t good enough: skewness squared is at most F e² / Σe², so this is n >= 100 G² for whole fights
/// (Cochran, "Sampling Techniques", 2.15, is content with 25 G²).
const MANY_CARRIERS: f64 = 100.0;

#[cfg(test)]
#[path = "by_fight_tests.rs"]
mod tests;
