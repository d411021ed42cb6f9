//! The distributions that the draws of all games share: exact ones, and tables that answer a roll from a
//! random word.

use std::sync::OnceLock;

use fray_engine::worth::{POINT, parts_of};

/// The ways to roll each total of two dice, of 36, by total.
pub const WAYS_2D6: [u32; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/// The probability that two dice show `total` (2 to 12).
#[must_use]
pub fn p_2d6(total: usize) -> f64 {
    f64::from(WAYS_2D6[total]) / 36.0
}

/// The total of two dice from a uniform word, each of the 36 faces as likely as the others to
/// within 2^-58.
#[inline(always)]
#[must_use]
pub fn sample_2d6(word: u64) -> i32 {
    const TOTAL: [u8; 36] = {
        let mut faces = [0; 36];
        let mut i = 0;
        while i < 36 {
            faces[i] = (i / 6 + i % 6 + 2) as u8;
            i += 1;
        }
        faces
    };
    i32::from(TOTAL[((u128::from(word) * 36) >> 64) as usize])
}

/// How many of a word's bits an [`InverseCdf`] looks at first.
const INDEX_BITS: u32 = 12;
/// Marks the entry of an index that belongs to several outcomes, of which it names the first.
const SEVERAL: u16 = 1 << 15;

/// Draws one of many outcomes from a random word: the inverse of the distribution function with
/// an index to start from (Chen and Asau 1974). Nearly always one look-up; where an entry of the
/// index belongs to several outcomes, a search from the first of them.
///
/// Outcomes are numbers from 0 in the order of their probabilities, so that a larger word never
/// gives an earlier outcome; with values in ascending order, two distributions that differ a little give
/// results that differ a little. Each probability is right to 2^-52.
#[derive(Clone, Debug)]
pub struct InverseCdf {
    index: Box<[u16; 1 << INDEX_BITS]>,
    bounds: CdfBounds,
}

impl InverseCdf {
    /// Of outcomes with these probabilities, which add up to 1 (1e-9 more or less).
    ///
    /// # Panics
    /// With no outcome or more than 32,767.
    #[must_use]
    pub fn new(p: &[f64]) -> Self {
        let bounds = CdfBounds::new(p);
        let mut index = Box::new([0; 1 << INDEX_BITS]);
        for (to, (outcome, is_one)) in index.iter_mut().zip(bounds.index(INDEX_BITS)) {
            *to = outcome | if is_one { 0 } else { SEVERAL };
        }
        Self { index, bounds }
    }

    /// The outcome of a uniform word.
    #[inline(always)]
    #[must_use]
    pub fn pick(&self, word: u64) -> u16 {
        let outcome = self.index[(word >> (64 - INDEX_BITS)) as usize];
        if outcome & SEVERAL == 0 { outcome } else { self.bounds.search_on(outcome & !SEVERAL, word) }
    }

    /// The probability that a uniform word gives `outcome`.
    #[must_use]
    pub fn p(&self, outcome: u16) -> f64 {
        self.bounds.p(outcome)
    }
}

/// So many outcomes behind the one that a search begins at are looked at one by one: nearly always
/// it ends there. Tails have thousands.
const FIRST_FEW: usize = 4;

/// The bounds between the random words of one outcome and those of the next.
#[derive(Clone, Debug)]
pub(crate) struct CdfBounds {
    /// The least word of each outcome, ascending; that of an impossible outcome is the next one's.
    least: Vec<u64>,
}

impl CdfBounds {
    pub(crate) fn new(p: &[f64]) -> Self {
        assert!((1..SEVERAL as usize).contains(&p.len()), "1 to 32767 outcomes");
        let all: f64 = p.iter().sum();
        let n_possible = p.iter().rposition(|&p| p > 0.0).map_or(0, |last| last + 1);
        let mut sum = 0.0;
        let least = p[..n_possible].iter().map(|p| {
            let word = (sum / all * 2.0_f64.powi(64)) as u64;
            sum += p;
            word
        });
        Self { least: least.collect() }
    }

    /// For each value of a word's first `bits` bits the outcome of the least such word, and whether
    /// all others give the same.
    pub(crate) fn index(&self, bits: u32) -> impl Iterator<Item = (u16, bool)> {
        let after = |outcome: usize| self.least.get(outcome + 1).copied();
        let mut outcome = 0;
        (0..1 << bits).map(move |entry: u64| {
            let first = entry << (64 - bits);
            while after(outcome).is_some_and(|next| next <= first) {
                outcome += 1;
            }
            let is_one = after(outcome).is_none_or(|next| next > first | (u64::MAX >> bits));
            (outcome as u16, is_one)
        })
    }

    /// The outcome of a word, searched from an outcome that is not behind it.
    #[cold]
    #[inline(never)]
    pub(crate) fn search_on(&self, outcome: u16, word: u64) -> u16 {
        let next = &self.least[outcome as usize + 1..];
        let is_before = |least: &&u64| **least <= word;
        let (near, far) = next.split_at(next.len().min(FIRST_FEW));
        let n = near.iter().take_while(is_before).count();
        let n = if n < FIRST_FEW { n } else { n + far.partition_point(|least| *least <= word) };
        outcome + n as u16
    }

    fn p(&self, outcome: u16) -> f64 {
        let at = outcome as usize;
        let end = self.least.get(at + 1).map_or(2.0_f64.powi(64), |&least| least as f64);
        (end - self.least[at] as f64) / 2.0_f64.powi(64)
    }
}

/// Differences of dice lie nearer to 0 than this, but for Judges with chains beyond any of the game's.
pub(crate) const NEAR: i32 = 512;

/// Sums of a [`Distribution`] for all numbers that are near, from the least on.
pub(crate) type AboveNear = [i64; 2 * NEAR as usize];

/// A distribution over whole numbers in a row, summed up from both ends.
#[derive(Clone, Debug, Default)]
pub struct Distribution {
    least: i32,
    /// P(least + i).
    p: Vec<f64>,
    /// P(least + i or more), one longer than `p`.
    tail: Vec<f64>,
    /// P(less than least + i), one longer than `p`.
    head: Vec<f64>,
    /// The sum of P(n or more) over n from least + 1 to least + i, in parts of a point.
    above: Vec<i64>,
}

impl Distribution {
    /// Of the numbers from `least` on with these probabilities.
    #[must_use]
    pub fn new(least: i32, p: Vec<f64>) -> Self {
        let sums = |p: &mut dyn Iterator<Item = &f64>| {
            let running = p.scan(0.0, |sum, &x| {
                *sum += x;
                Some(*sum)
            });
            core::iter::once(0.0).chain(running).collect::<Vec<f64>>()
        };
        let head = sums(&mut p.iter());
        let mut tail = sums(&mut p.iter().rev());
        tail.reverse();
        let above = core::iter::once(0.0).chain(tail.iter().copied().take(p.len()).skip(1));
        let above = above.scan(0.0, |sum, tail| {
            *sum += tail;
            Some(parts_of(*sum))
        });
        Self { least, above: above.collect(), p, tail, head }
    }

    /// The least number.
    #[must_use]
    pub fn least(&self) -> i32 {
        self.least
    }

    /// The largest number.
    #[must_use]
    pub fn most(&self) -> i32 {
        self.least + self.p.len() as i32 - 1
    }

    /// The probabilities from [`least`](Distribution::least) on.
    #[must_use]
    pub fn probabilities(&self) -> &[f64] {
        &self.p
    }

    fn place(&self, n: i32) -> usize {
        (i64::from(n) - i64::from(self.least)).clamp(0, self.p.len() as i64) as usize
    }

    /// P(`n`).
    #[must_use]
    pub fn p(&self, n: i32) -> f64 {
        if n < self.least { 0.0 } else { self.p.get(self.place(n)).copied().unwrap_or(0.0) }
    }

    /// P(`n` or more).
    #[must_use]
    pub fn at_least(&self, n: i32) -> f64 {
        self.tail[self.place(n)]
    }

    /// The mean of the number, cut to `low..=high`, in parts of a point.
    #[inline(always)]
    #[must_use]
    pub fn mean_between(&self, low: i32, high: i32) -> i64 {
        i64::from(low) * POINT + self.above(high) - self.above(low)
    }

    /// The sum of P(m or more) over m from the number after the least to `n`, in parts of a point; below the least one
    /// point less for each number.
    #[inline(always)]
    fn above(&self, n: i32) -> i64 {
        let over = i64::from(n) - i64::from(self.least);
        let last = self.above.len() as i64 - 1;
        if over < 0 { over * POINT } else { self.above[over.min(last) as usize] }
    }

    /// The same for the numbers from -[`NEAR`] up to but not with [`NEAR`], if there are no others.
    pub(crate) fn above_near(&self) -> Option<Box<AboveNear>> {
        let fits = self.least() >= -NEAR && self.most() < NEAR;
        fits.then(|| Box::new(core::array::from_fn(|i| self.above(i as i32 - NEAR))))
    }

    /// P(less than `n`).
    #[must_use]
    pub fn below(&self, n: i32) -> f64 {
        self.head[self.place(n)]
    }
}

/// The distribution of a difference of two independent rolls.
#[derive(Clone, Debug, Default)]
pub struct Differences {
    distribution: Distribution,
    /// Means of what is left of a number and the difference, where they were asked for; the first
    /// is of the least number of which something can be left.
    means: Box<[OnceLock<f64>]>,
}

impl core::ops::Deref for Differences {
    type Target = Distribution;

    fn deref(&self) -> &Distribution {
        &self.distribution
    }
}

/// How many means are kept beyond the number of differences.
const MORE_MEANS: usize = 64;

impl Differences {
    /// Of every `a` less every `b`; both are values with their probabilities.
    #[must_use]
    pub fn new(a: &[(i32, f64)], b: &[(i32, f64)]) -> Self {
        let ends = |distribution: &[(i32, f64)]| {
            let values = || distribution.iter().map(|x| x.0);
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let ((a_least, a_most), (b_least, b_most)) = (ends(a), ends(b));
        let least = a_least - b_most;
        let mut p = vec![0.0; (a_most - b_least - least + 1) as usize];
        for &(x, p_x) in a {
            for &(y, p_y) in b {
                p[(x - y - least) as usize] += p_x * p_y;
            }
        }
        let means = (0..p.len() + MORE_MEANS).map(|_| OnceLock::new()).collect();
        Self { distribution: Distribution::new(least, p), means }
    }

    /// The mean of `base` and the difference, where that is more than 0, and 0 elsewhere.
    #[must_use]
    pub fn mean_above(&self, base: i32) -> f64 {
        let mean = || (1 - base..=self.most()).map(|d| self.p(d) * f64::from(base + d)).sum();
        let place = i64::from(base) - i64::from(1 - self.most());
        match usize::try_from(place).ok().and_then(|place| self.means.get(place)) {
            Some(kept) => *kept.get_or_init(mean),
            None => mean(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_holds_its_law_to_the_last_bits_of_a_word() {
        let distribution: Vec<f64> = (2..=12).map(p_2d6).collect();
        let inverse = InverseCdf::new(&distribution);
        for (outcome, p) in distribution.iter().enumerate() {
            let got = inverse.p(outcome as u16);
            assert!((got - p).abs() <= 0.5_f64.powi(52), "{outcome}: {got} for {p}");
        }
    }

    #[test]
    fn the_index_of_an_inverse_agrees_with_its_search() {
        let inverse = InverseCdf::new(&[0.1, 0.0, 1e-12, 0.3, 0.6 - 1e-12, 0.0]);
        let mut word = 1_u64;
        for _ in 0..100_000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let outcome = inverse.pick(word);
            assert_eq!(outcome, inverse.bounds.search_on(0, word));
            assert!(matches!(outcome, 0 | 2 | 3 | 4), "{outcome} is impossible");
        }
        assert_eq!((inverse.pick(0), inverse.pick(u64::MAX)), (0, 4));
    }

    #[test]
    fn an_inverse_of_one_outcome_gives_it_always() {
        let inverse = InverseCdf::new(&[1.0]);
        assert_eq!((inverse.pick(0), inverse.pick(u64::MAX)), (0, 0));
    }

    #[test]
    fn differences_of_two_dice_totals_are_those_of_the_page() {
        // Equal Hit and Dodge without criticals: 721 of 1296 for the attacker who wins ties.
        let distribution: Vec<(i32, f64)> = (2..=12).map(|v| (v, p_2d6(v as usize))).collect();
        let d = Differences::new(&distribution, &distribution);
        assert!((d.at_least(0) - 721.0 / 1296.0).abs() < 1e-15);
        assert!((d.at_least(1) - 575.0 / 1296.0).abs() < 1e-15);
        assert!((d.below(0) - 575.0 / 1296.0).abs() < 1e-15);
        assert!((d.p(0) - 146.0 / 1296.0).abs() < 1e-15);
        assert_eq!((d.at_least(11), d.below(-10), d.p(11), d.p(-11)), (0.0, 0.0, 0.0, 0.0));
        assert!((d.at_least(-500) - 1.0).abs() < 1e-15);
    }
}
