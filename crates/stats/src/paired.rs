//! Differences of counts in paired fights: sums over pairs, and the interval of their mean.

use ethnum::I256;

use super::Interval;
use super::difference::Difference;
use super::fisher;
use super::mean::Events;
use super::rate::FEW;
use super::skewed::Skewed;

/// The largest number of discordant pairs of which the exact sign test is summed.
const SUMMED: u64 = 10_000;

/// The differences of one direction: exact sums of their powers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Direction {
    /// The number of pairs that differ in this direction.
    pub pairs: u64,
    /// The sum of the sizes of the differences.
    pub sum: u128,
    /// The sum of their squares.
    pub squares: u128,
    /// The sum of their cubes.
    pub cubes: u128,
    /// The sum of their fourth powers.
    pub fourths: u128,
    /// The largest of them.
    pub most: u32,
}

/// The differences of a count over pairs of fights, from which the mean difference is estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// The pairs in which the second is larger.
    pub up: Direction,
    /// The pairs in which the first is larger.
    pub down: Direction,
}

impl Direction {
    /// Adds the differences of a block; those of the other direction are 0 in it.
    fn add(&mut self, sizes: impl Iterator<Item = u32> + Clone) {
        /// Fourth powers of smaller sizes add up in 64 bits over 2^8 of them.
        const SMALL: u32 = 1 << 13;
        let most = sizes.clone().max().unwrap_or(0);
        if most == 0 {
            return;
        }
        self.most = self.most.max(most);
        self.pairs += sizes.clone().map(|size| u64::from(size > 0)).sum::<u64>();
        if most <= SMALL {
            let mut sums = [0_u64; 4];
            for size in sizes.map(u64::from) {
                let square = size * size;
                sums[0] += size;
                sums[1] += square;
                sums[2] += square * size;
                sums[3] += square * square;
            }
            self.add_sums(sums.map(u128::from));
        } else {
            for size in sizes.map(u128::from) {
                let square = size * size;
                self.add_sums([size, square, square * size, square * square]);
            }
        }
    }

    fn add_sums(&mut self, [sum, squares, cubes, fourths]: [u128; 4]) {
        self.sum += sum;
        self.squares += squares;
        self.cubes += cubes;
        self.fourths = self.fourths.saturating_add(fourths);
    }

    fn merge(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.most = self.most.max(other.most);
        self.add_sums([other.sum, other.squares, other.cubes, other.fourths]);
    }

    /// Its sum as that of rare events, the next of which may weigh `next`.
    fn events(&self, next: f64) -> Events {
        Events { sum: self.sum as f64, squares: self.squares as f64, next }
    }
}

impl Differences {
    /// Adds pairs of counts, at most 2^8 of them.
    pub fn add(&mut self, a: &[u32], b: &[u32]) {
        if a == b {
            return;
        }
        let pairs = || a.iter().zip(b);
        self.up.add(pairs().map(|(a, b)| b.saturating_sub(*a)));
        self.down.add(pairs().map(|(a, b)| a.saturating_sub(*b)));
    }

    /// Adds the pairs of another part of the run.
    pub fn merge(&mut self, other: &Self) {
        self.up.merge(&other.up);
        self.down.merge(&other.down);
    }

    /// The number of pairs that differ.
    #[must_use]
    pub fn discordant(&self) -> u64 {
        self.up.pairs + self.down.pairs
    }

    /// The sum of the differences.
    #[must_use]
    pub fn sum(&self) -> i128 {
        signed(self.up.sum) - signed(self.down.sum)
    }

    /// The sum of their squares.
    #[must_use]
    pub fn squares(&self) -> u128 {
        self.up.squares + self.down.squares
    }

    /// The second, third and fourth central moments of the differences of `n` pairs.
    fn moments(&self, n: u64) -> [f64; 3] {
        let big = |sum: i128| I256::from(sum);
        let n_big = I256::from(n);
        let s1 = big(self.sum());
        let s2 = big(signed(self.squares()));
        let s3 = big(signed(self.up.cubes) - signed(self.down.cubes));
        // n² m₂ and n³ m₃ are exact integers; the fourth needs no exactness.
        let second = (n_big * s2 - s1 * s1).as_f64() / (n as f64).powi(2);
        let third = (n_big * n_big * s3 - I256::from(3) * n_big * s1 * s2 + I256::from(2) * s1 * s1 * s1)
            .as_f64()
            / (n as f64).powi(3);
        let mean = s1.as_f64() / n as f64;
        let fourths = (self.up.fourths as f64 + self.down.fourths as f64) / n as f64;
        // E(d - m)⁴ = E d⁴ - 4 m m₃ - 6 m² m₂ - m⁴.
        let fourth = fourths - 4.0 * mean * third - 6.0 * mean.powi(2) * second - mean.powi(4);
        [second, third, fourth.max(second * second)]
    }

    /// Returns whether fewer than [`FEW`] of `n` pairs carry the variation: Σ (d - mean)² squared over Σ (d - mean)⁴,
    /// the number of pairs if all carriers are equally far from the mean.
    #[must_use]
    pub fn has_few(&self, n: u64) -> bool {
        let [second, _, fourth] = self.moments(n);
        second <= 0.0 || n as f64 * second * second < FEW as f64 * fourth
    }

    /// The mean difference of `n` pairs, `None` for fewer than two. `most` is the largest difference that a
    /// pair may have; the interval misses with probability `alpha`.
    ///
    /// - Enough pairs carry the variation: Student's t, with the skewness taken out ([`Skewed`]).
    /// - Few do, and most pairs are equal: both directions are counted as rare events, each by the
    ///   interval of Fay and Feuer (1997), the next of them as large as `most`; the interval of the
    ///   difference adds the squares of their distances (Newcombe 1998; Zou and Donner, "Construction of
    ///   confidence limits about effect measures", 2008). Where no pair differs it is the rule of three.
    /// - Few do, and most pairs differ by the same: Student's t, with the weight of `UNSEEN` pairs that
    ///   differ by `most` more in the variance.
    ///
    /// Where few pairs carry it the p-value is that of the sign test of the discordant pairs, at least `alpha`
    /// where the interval holds 0.
    #[must_use]
    pub fn mean(&self, n: u64, most: f64, alpha: f64) -> Option<Difference> {
        if n < 2 {
            return None;
        }
        let pairs = n as f64;
        let value = self.sum() as f64 / pairs;
        let [second, third, _] = self.moments(n);
        let error = (second / (pairs - 1.0)).sqrt();
        let freedom = pairs - 1.0;
        if !self.has_few(n) {
            let skewness = third / second.powf(1.5) / pairs.sqrt();
            let it = Skewed { value, error, skewness, freedom };
            return Some(Difference { value, within: it.interval(alpha), p: it.p() });
        }
        let within = if self.discordant() * 2 <= n {
            let [up, down] = [self.up, self.down].map(|it| it.events(most.max(f64::from(it.most))));
            let (of_up, of_down) = (up.interval(alpha), down.interval(alpha));
            let below = (up.sum - of_up.lo).hypot(of_down.hi - down.sum);
            let above = (of_up.hi - up.sum).hypot(down.sum - of_down.lo);
            Interval { lo: value - below / pairs, hi: value + above / pairs }
        } else {
            let error = (error * error + UNSEEN * (most / pairs).powi(2)).sqrt();
            Skewed { value, error, skewness: 0.0, freedom }.interval(alpha)
        };
        let p = fisher::sign_of(self.up.pairs, self.discordant(), SUMMED);
        Some(Difference { value, within, p: if within.has(0.0) { p.max(alpha) } else { p } })
    }
}

/// The number of unobserved events that a variance allows for. It is 0 until a rare event is observed;
/// with nine, the square of the number of standard errors in the half width of a sequential interval,
/// that of 0 of n ends at about 9/n.
pub const UNSEEN: f64 = 9.0;

fn signed(sum: u128) -> i128 {
    i128::try_from(sum).expect("sums of counts have 127 bits")
}

#[cfg(test)]
#[path = "paired_tests.rs"]
mod tests;
