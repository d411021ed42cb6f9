//! Sums over pairs of fights. They are integers, so that threads do not change a result.

use crate::stats::paired::Differences;

/// The sums over pairs of a metric in fight k of A and in fight k of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sums {
    /// For a metric with one number in each fight.
    Plain(Plain),
    /// For a metric with two numbers in each fight: successes and tries, or a sum and observations.
    Ratio(Ratio),
}

/// The sums for one number in each fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain {
    /// The sum over A.
    pub a: u128,
    /// The sum over B.
    pub b: u128,
    /// The sum of the squares over A.
    pub aa: u128,
    /// The sum of the squares over B.
    pub bb: u128,
    /// The differences, B minus A.
    pub differences: Differences,
    /// The largest number of a fight.
    pub most: u32,
}

/// The sums for two numbers in each fight, in the order: sum of A, tries of A, sum of B, tries of B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratio {
    /// The sum of each number.
    pub sums: [u128; 4],
    /// The sums of the products of each number with itself and with those after it.
    pub products: [u128; 10],
    /// The pairs in which the sums differ, and those in which the tries less the sums do.
    pub differ: [u64; 2],
    /// The largest of each number in a fight.
    pub most: [u32; 4],
}

impl Sums {
    /// The sums of no pairs, of a metric with one number in each fight or with two.
    pub(crate) fn none(has_tries: bool) -> Self {
        if has_tries { Self::Ratio(Ratio::default()) } else { Self::Plain(Plain::default()) }
    }

    /// The pairs that differ; of a metric with tries, in its sums.
    #[must_use]
    pub fn discordant(&self) -> u64 {
        match self {
            Self::Plain(sums) => sums.differences.discordant(),
            Self::Ratio(sums) => sums.differ[0],
        }
    }

    /// Adds the pairs of another part of the run.
    ///
    /// # Panics
    /// If the sums belong to another kind of metric.
    pub fn merge(&mut self, other: &Self) {
        match (self, other) {
            (Self::Plain(mine), Self::Plain(theirs)) => {
                mine.a += theirs.a;
                mine.b += theirs.b;
                mine.aa += theirs.aa;
                mine.bb += theirs.bb;
                mine.differences.merge(&theirs.differences);
                mine.most = mine.most.max(theirs.most);
            }
            (Self::Ratio(mine), Self::Ratio(theirs)) => {
                mine.sums.iter_mut().zip(&theirs.sums).for_each(|(mine, theirs)| *mine += theirs);
                mine.products.iter_mut().zip(&theirs.products).for_each(|(mine, theirs)| *mine += theirs);
                mine.differ.iter_mut().zip(theirs.differ).for_each(|(mine, theirs)| *mine += theirs);
                mine.most.iter_mut().zip(theirs.most).for_each(|(mine, theirs)| *mine = theirs.max(*mine));
            }
            _ => unreachable!("sums of one metric are of one kind"),
        }
    }
}

impl Plain {
    /// Adds pairs of numbers below 2^28, at most 2^8 of them.
    pub(crate) fn add(&mut self, a: &[u32], b: &[u32]) {
        self.a += u128::from(sum(a));
        self.b += u128::from(sum(b));
        self.aa += u128::from(product(a, a));
        self.bb += u128::from(product(b, b));
        self.differences.add(a, b);
        self.most = self.most.max(largest(a)).max(largest(b));
    }
}

impl Ratio {
    /// As [`Plain::add`].
    pub(crate) fn add(&mut self, all: [&[u32]; 4]) {
        for i in 0..4 {
            self.sums[i] += u128::from(sum(all[i]));
            for j in i..4 {
                self.products[Self::place(i, j)] += u128::from(product(all[i], all[j]));
            }
            self.most[i] = self.most[i].max(largest(all[i]));
        }
        let [a, a_tries, b, b_tries] = all;
        if a == b && a_tries == b_tries {
            return;
        }
        for (i, sum) in a.iter().enumerate() {
            let rest = |sum: u32, tries: u32| tries.wrapping_sub(sum);
            self.differ[0] += u64::from(*sum != b[i]);
            self.differ[1] += u64::from(rest(*sum, a_tries[i]) != rest(b[i], b_tries[i]));
        }
    }

    /// The sum of the products of number `i` with number `j`.
    #[must_use]
    pub fn product(&self, i: usize, j: usize) -> u128 {
        self.products[Self::place(i.min(j), i.max(j))]
    }

    fn place(i: usize, j: usize) -> usize {
        [0, 4, 7, 9][i] + j - i
    }
}

fn largest(all: &[u32]) -> u32 {
    all.iter().copied().max().unwrap_or(0)
}

fn sum(all: &[u32]) -> u64 {
    all.iter().map(|&n| u64::from(n)).sum()
}

fn product(a: &[u32], b: &[u32]) -> u64 {
    a.iter().zip(b).map(|(&a, &b)| u64::from(a) * u64::from(b)).sum()
}
