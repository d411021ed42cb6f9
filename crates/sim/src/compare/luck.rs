//! The difference of a comparison with luck taken out.
//!
//! The accounts of luck differ little between two fights on the same dice, and where they differ they explain
//! a part of why the fights end otherwise. The mean of each account is 0 in A and in B, whatever the change
//! does, and so is that of the difference of the two: the difference of a metric in a pair is regressed on
//! these. What luck moves is worked out from half of the pairs and taken out of the other half: where accounts differ in few
//! pairs, which are those that end otherwise, slopes of the same pairs have a bias, and their error is told too
//! small.

use fray_engine::worth::POINT;

use super::Estimate;
use super::sums::Sums;
use crate::luck::{Sharper, points};
use crate::play::luck::pair_of_accounts;
use crate::stats::Interval;
use crate::stats::adjusted::{Half, adjust_halves};
use crate::stats::difference::by_student;
use crate::stats::paired::UNSEEN;
use crate::stats::rate::FEW;
use crate::stats::sequential::Sequence;

/// Sums over pairs of fights of the differences of accounts, B minus A, in parts of a point, of the pairs with even and
/// with odd numbers: luck is taken out of each half by what it moves in the other. They are integers, so that
/// threads do not change a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LuckOfPairs {
    halves: [HalfOfPairs; 2],
}

/// The sums over a half of the pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct HalfOfPairs {
    /// The number of pairs.
    pairs: u64,
    /// The sum of the differences of the primary metric.
    metric: i128,
    /// The sum of their squares.
    squares: i128,
    /// By account: its sum.
    sums: Vec<i128>,
    /// By pair of accounts: the sum of their products.
    products: Vec<i128>,
    /// By account: the sum of its products with the difference of the primary metric.
    with_metric: Vec<i128>,
}

impl LuckOfPairs {
    /// Sums of no pairs whose fights have so many accounts.
    pub(super) fn none(n_accounts: usize) -> Self {
        let none = HalfOfPairs {
            sums: vec![0; n_accounts],
            products: vec![0; n_accounts * (n_accounts + 1) / 2],
            with_metric: vec![0; n_accounts],
            ..HalfOfPairs::default()
        };
        Self { halves: [none.clone(), none] }
    }

    /// Adds the pair of this number, whose primary metric differs by so much.
    #[inline]
    pub(super) fn add(&mut self, pair: u64, [a, b]: [&[i64]; 2], difference: i64) {
        let half = &mut self.halves[usize::from(!pair.is_multiple_of(2))];
        half.pairs += 1;
        let difference = i128::from(difference);
        half.metric += difference;
        half.squares += difference * difference;
        if a == b {
            return;
        }
        for (i, (a_i, b_i)) in a.iter().zip(b).enumerate() {
            let luck = i128::from(*b_i) - i128::from(*a_i);
            if luck == 0 {
                continue;
            }
            half.sums[i] += luck;
            half.with_metric[i] += luck * difference;
            let row = &mut half.products[pair_of_accounts(i, 0)..][..=i];
            for ((sum, a_j), b_j) in row.iter_mut().zip(a).zip(b) {
                *sum += luck * (i128::from(*b_j) - i128::from(*a_j));
            }
        }
    }

    /// Adds the pairs of another part of the run.
    pub(super) fn merge(&mut self, other: &Self) {
        self.halves.iter_mut().zip(&other.halves).for_each(|(mine, theirs)| mine.merge(theirs));
    }

    /// The difference of the primary metric, where enough pairs differ and it saves a fifth of them or more.
    pub(super) fn sharper(&self, sums: &Sums, pairs: u64) -> Option<Sharper> {
        let Sums::Plain(plain) = sums else { return None };
        if plain.differences.has_few(pairs) || plain.differences.discordant() < FEW {
            return None;
        }
        let adjusted = adjust_halves(&self.halves.each_ref().map(HalfOfPairs::means));
        Sharper::of(adjusted.as_ref())
    }
}

impl HalfOfPairs {
    fn merge(&mut self, other: &Self) {
        let add = |mine: &mut Vec<i128>, theirs: &[i128]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        };
        self.pairs += other.pairs;
        self.metric += other.metric;
        self.squares += other.squares;
        add(&mut self.sums, &other.sums);
        add(&mut self.products, &other.products);
        add(&mut self.with_metric, &other.with_metric);
    }

    /// The means over the pairs.
    fn means(&self) -> Half {
        let n = self.pairs as f64;
        Half {
            fights: self.pairs,
            mean: self.metric as f64 / n,
            square: self.squares as f64 / n,
            luck: self.sums.iter().map(|sum| points(*sum) / n).collect(),
            products: self.products.iter().map(|sum| points(*sum) / POINT as f64 / n).collect(),
            with_luck: self.with_metric.iter().map(|sum| points(*sum) / n).collect(),
        }
    }
}

/// The interval of a sequential test of this difference.
pub(super) fn sequential(sharper: &Sharper, estimate: &Estimate, sequence: Sequence) -> Interval {
    estimate.possible(sequence.interval(sharper.value, cautious(sharper, estimate), estimate.pairs))
}

/// The interval of this difference after a number of pairs that was fixed beforehand. It misses with probability
/// `alpha`.
pub(super) fn fixed_at(sharper: &Sharper, estimate: &Estimate, alpha: f64) -> Interval {
    let pairs = estimate.pairs as f64;
    let variance = cautious(sharper, estimate) / pairs;
    estimate.possible(by_student(sharper.value, variance, pairs - 1.0, alpha).within)
}

/// The number of further pairs for a verdict, as [`Estimate::more`].
pub(super) fn more(sharper: &Sharper, estimate: &Estimate, sequence: Sequence, delta: f64) -> Option<u64> {
    let needed = sequence.fights_needed(sharper.value, cautious(sharper, estimate), delta)?;
    Some(needed.max(super::FEWEST).saturating_sub(estimate.pairs))
}

fn cautious(sharper: &Sharper, estimate: &Estimate) -> f64 {
    let pairs = estimate.pairs;
    sharper.variance(pairs) + UNSEEN * estimate.unit().powi(2) / pairs as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::MetricKind;
    use crate::compare::sums::Plain;

    /// A difference that luck explains but for a little is known that much better, and parts add up to the whole.
    #[test]
    fn what_luck_explains_is_taken_out() {
        const PAIRS: u64 = 400;
        // Account 0 decides the difference but for every fifth pair; account 1 has nothing to do with it.
        let pair = |k: u64| {
            let luck = (k * 37 % 11) as i64 - 5;
            let other = (k * 53 % 7) as i64 - 3;
            let b = (luck + 5) as u32 + u32::from(k.is_multiple_of(5));
            ([0, POINT], [luck * POINT, POINT + other * POINT], [5_u32, b])
        };
        let mut whole = LuckOfPairs::none(2);
        let mut parts = [LuckOfPairs::none(2), LuckOfPairs::none(2)];
        let mut plain = Plain::default();
        for k in 0..PAIRS {
            let (a, b, [of_a, of_b]) = pair(k);
            let difference = i64::from(of_b) - i64::from(of_a);
            plain.add(&[of_a], &[of_b]);
            whole.add(k, [&a, &b], difference);
            parts[usize::from(k.is_multiple_of(3))].add(k, [&a, &b], difference);
        }
        let [mut first, second] = parts;
        first.merge(&second);
        assert_eq!(first, whole);
        let sums = Sums::Plain(plain);
        let estimate = Estimate::of(&sums, MetricKind::Mean, None, PAIRS).expect("an estimate");
        let sharper = whole.sharper(&sums, PAIRS).expect("it saves much");
        assert!(sharper.saves > 0.9, "{sharper:?}");
        assert!((sharper.value - 0.2).abs() < 0.05, "{sharper:?}");
        let sequence = Sequence { alpha: 0.05, tuned_for: 1e3 };
        let (plainly, adjusted) = (estimate.sequential(sequence), sequential(&sharper, &estimate, sequence));
        assert!(adjusted.half() < plainly.half(), "{adjusted:?} and {plainly:?}");
    }
}
