//! The choices of edits that a chunk of fights is played with, and the weight of each in the shares.

use super::EXACT;
use crate::play::dice::mix;
use crate::scenario::blend::EditSet;

/// The choices of edits for every chunk.
#[derive(Clone, Debug)]
pub(super) struct Design {
    n: usize,
    seed: u64,
    /// That of every chunk, if all are the same.
    every: Option<Plan>,
}

/// The design of one chunk of fights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The choices of edits; the first has none and the last has all.
    pub(super) sets: Vec<EditSet>,
    /// By edit and choice: what the outcome counts in the share, times `scale`.
    pub(super) weights: Vec<Vec<i64>>,
    /// The factor that makes the shares of one fight whole numbers.
    pub(super) scale: i64,
    /// Whether it has every choice.
    pub(super) is_exact: bool,
}

impl Design {
    pub(super) fn new(n: usize, seed: u64) -> Self {
        Self { n, seed, every: (n <= EXACT).then(|| all_choices(n)) }
    }

    /// Returns whether every choice is played in every chunk.
    pub(super) fn is_exact(&self) -> bool {
        self.every.is_some()
    }

    /// The number of edits.
    pub(super) fn n(&self) -> usize {
        self.n
    }

    /// That of the chunk with this number.
    pub(super) fn plan(&self, chunk: u64) -> Plan {
        self.every.clone().unwrap_or_else(|| along(&order(self.n, mix(self.seed) ^ mix(chunk + 1))))
    }

    /// Returns the factor of the shares of one fight.
    pub(super) fn scale(&self) -> i64 {
        self.every.as_ref().map_or(2, |plan| plan.scale)
    }
}

/// Every choice: the share of an edit is a mean over all orders, of which |S|! (n - |S| - 1)! make the edit
/// right after those of S.
fn all_choices(n: usize) -> Plan {
    let factorial = |k: usize| (1..=k as i64).product::<i64>();
    let sets: Vec<EditSet> = (0..1 << n).collect();
    let weight = |edit: usize, set: EditSet| {
        let before = (set & !(1 << edit)).count_ones() as usize;
        let orders = factorial(before) * factorial(n - before - 1);
        if set & (1 << edit) != 0 { orders } else { -orders }
    };
    let weights = (0..n).map(|edit| sets.iter().map(|&set| weight(edit, set)).collect()).collect();
    Plan { sets, weights, scale: factorial(n), is_exact: true }
}

/// One edit after the other in this order, and in the reverse.
fn along(order: &[usize]) -> Plan {
    let n = order.len();
    let chain = |order: &mut dyn Iterator<Item = usize>| -> Vec<EditSet> {
        order
            .scan(0, |set, edit| {
                *set |= 1 << edit;
                Some(*set)
            })
            .collect()
    };
    let mut sets: Vec<EditSet> = vec![0];
    sets.extend(chain(&mut order.iter().copied()));
    let full = sets.pop().unwrap_or(0);
    let back = chain(&mut order.iter().rev().copied());
    sets.extend(back.into_iter().filter(|&set| set != full));
    sets.push(full);
    let place = |set: EditSet| sets.iter().position(|&other| other == set).expect("a choice of the orders");
    let mut weights = vec![vec![0; sets.len()]; n];
    for order in [order.to_vec(), order.iter().rev().copied().collect()] {
        let mut before: EditSet = 0;
        for edit in order {
            weights[edit][place(before)] -= 1;
            before |= 1 << edit;
            weights[edit][place(before)] += 1;
        }
    }
    Plan { sets, weights, scale: 2, is_exact: false }
}

/// An order drawn at random (Fisher and Yates), the same for the same key.
fn order(n: usize, key: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    let mut word = key;
    for i in (1..n).rev() {
        word = mix(word.wrapping_add(i as u64));
        order.swap(i, ((u128::from(word) * (i as u128 + 1)) >> 64) as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outcomes of a game of these players, by choice.
    fn shares(plan: &Plan, outcome: impl Fn(EditSet) -> i64) -> Vec<i64> {
        let sum = |weights: &Vec<i64>| weights.iter().zip(&plan.sets).map(|(w, &set)| w * outcome(set)).sum();
        plan.weights.iter().map(sum).collect()
    }

    #[test]
    fn shares_are_those_of_shapley() {
        // The glove game: 0 and 1 have a left glove, 2 a right one; a pair is worth 1. By hand: 1/6, 1/6, 4/6.
        let pair = |set: EditSet| i64::from(set & 0b011 != 0 && set & 0b100 != 0);
        assert_eq!(shares(&all_choices(3), pair), [1, 1, 4]);
        assert_eq!(all_choices(3).scale, 6);
        // What is worth the same wherever it stands has its worth.
        let plain = |set: EditSet| (0..5).filter(|i| set & (1 << i) != 0).map(|i| 10_i64.pow(i)).sum();
        let all = all_choices(5);
        assert_eq!(shares(&all, plain), [1, 10, 100, 1000, 10000].map(|share| share * all.scale));
    }

    #[test]
    fn shares_add_up_to_the_whole_in_every_plan() {
        let outcome = |set: EditSet| (mix(set) >> 40) as i64;
        for n in 1..10 {
            let design = Design::new(n, 7);
            for chunk in 0..5 {
                let plan = design.plan(chunk);
                let whole = outcome(plan.sets[plan.sets.len() - 1]) - outcome(plan.sets[0]);
                assert_eq!(shares(&plan, outcome).iter().sum::<i64>(), whole * plan.scale, "{n} edits");
                assert_eq!((plan.sets[0], plan.scale), (0, design.scale()));
            }
        }
    }

    /// Chi-square with 5 degrees of freedom: 20.5 has a probability of 0.001.
    #[test]
    fn every_order_is_as_likely() {
        let mut seen = std::collections::BTreeMap::new();
        for chunk in 0..6000_u64 {
            *seen.entry(order(3, mix(9) ^ mix(chunk + 1))).or_insert(0_i64) += 1;
        }
        assert_eq!(seen.len(), 6);
        let chi: i64 = seen.values().map(|count| (count - 1000).pow(2)).sum();
        assert!(chi < 20_500, "{seen:?}");
    }
}
