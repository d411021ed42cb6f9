//! Counts by value, and by round and activation: what was observed has a cell, and nothing else, so
//! that the memory follows the observations and not the values.

use core::cmp::Ordering;

/// Counts by key in ascending order of keys. No count is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sparse<K>(Vec<(K, u64)>);

impl<K> Default for Sparse<K> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Copy + Ord> Sparse<K> {
    /// The counts of these keys, in any order and with repetitions.
    fn collect(cells: impl IntoIterator<Item = (K, u64)>) -> Self {
        let mut cells: Vec<_> = cells.into_iter().filter(|(_, count)| *count > 0).collect();
        if !cells.is_sorted_by(|a, b| a.0 < b.0) {
            cells.sort_unstable_by_key(|(key, _)| *key);
            cells.dedup_by(|next, kept| {
                let is_same = next.0 == kept.0;
                kept.1 += if is_same { next.1 } else { 0 };
                is_same
            });
        }
        Self(cells)
    }

    fn get(&self, key: K) -> u64 {
        self.0.binary_search_by_key(&key, |(key, _)| *key).map_or(0, |at| self.0[at].1)
    }

    fn add(&mut self, key: K, count: u64) {
        if count == 0 {
            return;
        }
        match self.0.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(at) => self.0[at].1 += count,
            Err(at) => self.0.insert(at, (key, count)),
        }
    }

    fn merge(&mut self, other: &Self) {
        let is_known = |(key, _): &(K, u64)| self.0.binary_search_by_key(key, |(key, _)| *key).is_ok();
        if other.0.iter().all(is_known) {
            let mut mine = self.0.iter_mut();
            for (key, count) in &other.0 {
                let cell = mine.find(|(known, _)| known == key).expect("a key that is known");
                cell.1 += count;
            }
            return;
        }
        let mut all = Vec::with_capacity(self.0.len().max(other.0.len()));
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some(&&(x, m)), Some(&&(y, n))) = (a.peek(), b.peek()) {
            let order = x.cmp(&y);
            all.push(match order {
                Ordering::Less => (x, m),
                Ordering::Equal => (x, m + n),
                Ordering::Greater => (y, n),
            });
            let _ = order.is_le().then(|| a.next());
            let _ = order.is_ge().then(|| b.next());
        }
        all.extend(a.chain(b));
        self.0 = all;
    }

    /// Takes away counts of another that are no larger.
    fn less(&mut self, other: &Self) {
        let mut others = other.0.iter().peekable();
        for (key, count) in &mut self.0 {
            while others.next_if(|(other, _)| other < key).is_some() {}
            if let Some((_, less)) = others.next_if(|(other, _)| other == key) {
                *count -= less;
            }
        }
        self.0.retain(|(_, count)| *count > 0);
    }
}

/// The number of observations of each value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram(Sparse<u64>);

impl Histogram {
    /// The histogram whose counts by value, from 0, are these.
    #[must_use]
    pub fn of_cells(counts: &[u64]) -> Self {
        (0..).zip(counts.iter().copied()).collect()
    }

    /// The count of a value.
    #[must_use]
    pub fn get(&self, value: u64) -> u64 {
        self.0.get(value)
    }

    /// Adds observations of a value.
    pub fn add(&mut self, value: u64, count: u64) {
        self.0.add(value, count);
    }

    /// Adds the observations of another.
    pub fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    /// Takes away the observations of another, which are among its own.
    pub fn less(&mut self, other: &Self) {
        self.0.less(&other.0);
    }

    /// Returns whether nothing was observed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.0.is_empty()
    }

    /// The number of observations.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.each().map(|(_, count)| count).sum()
    }

    /// The sum of the observed values.
    #[must_use]
    pub fn sum(&self) -> u128 {
        self.each().map(|(value, count)| u128::from(value) * u128::from(count)).sum()
    }

    /// The sum of their squares.
    #[must_use]
    pub fn sum_of_squares(&self) -> u128 {
        self.each().map(|(value, count)| u128::from(value).pow(2) * u128::from(count)).sum()
    }

    /// The largest value observed.
    #[must_use]
    pub fn largest(&self) -> Option<u64> {
        self.each().next_back().map(|(value, _)| value)
    }

    /// Returns the histogram of the excess of its values above `least`.
    #[must_use]
    pub fn above(&self, least: u32) -> Self {
        let above = |(value, count): (u64, u64)| {
            value.checked_sub(least.into()).filter(|more| *more > 0).map(|more| (more, count))
        };
        self.each().filter_map(above).collect()
    }

    /// The values observed at least once, ascending, with their counts.
    pub fn each(&self) -> impl DoubleEndedIterator<Item = (u64, u64)> + '_ {
        self.0.0.iter().copied()
    }
}

/// Values with their counts, in any order and with repetitions.
impl FromIterator<(u64, u64)> for Histogram {
    fn from_iter<I: IntoIterator<Item = (u64, u64)>>(cells: I) -> Self {
        Self(Sparse::collect(cells))
    }
}

/// The number of observations of each round and activation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plane(Sparse<[u64; 2]>);

impl Plane {
    /// The count of a cell.
    #[must_use]
    pub fn get(&self, round: u64, activation: u64) -> u64 {
        self.0.get([round, activation])
    }

    /// Adds the observations of another.
    pub fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    /// Takes away the observations of another, which are among its own.
    pub fn less(&mut self, other: &Self) {
        self.0.less(&other.0);
    }

    /// The number of observations.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.each().map(|(.., count)| count).sum()
    }

    /// The observations by round.
    #[must_use]
    pub fn by_round(&self) -> Histogram {
        self.each().map(|(round, _, count)| (round, count)).collect()
    }

    /// The observations by activation.
    #[must_use]
    pub fn by_activation(&self) -> Histogram {
        self.each().map(|(_, activation, count)| (activation, count)).collect()
    }

    /// The cells observed at least once in the order of rounds and activations:
    /// `(round, activation, count)`.
    pub fn each(&self) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        self.0.0.iter().map(|&([round, activation], count)| (round, activation, count))
    }
}

/// Cells `(round, activation, count)`, in any order and with repetitions.
impl FromIterator<(u64, u64, u64)> for Plane {
    fn from_iter<I: IntoIterator<Item = (u64, u64, u64)>>(cells: I) -> Self {
        let cells = cells.into_iter().map(|(round, activation, count)| ([round, activation], count));
        Self(Sparse::collect(cells))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_value_costs_a_cell_however_large_it_is() {
        let mut seen = Histogram::of_cells(&[0, 2, 0, 1]);
        seen.add(1 << 40, 3);
        assert_eq!(seen.0.0.len(), 3);
        assert_eq!((seen.n(), seen.sum(), seen.largest()), (6, 5 + (3 << 40), Some(1 << 40)));
        assert_eq!(seen.sum_of_squares(), 2 + 9 + (3 << 80));
        assert_eq!([0, 1, 2, 3, 1 << 40].map(|value| seen.get(value)), [0, 2, 0, 1, 3]);
        assert_eq!(seen.above(1), [(2, 1), ((1 << 40) - 1, 3)].into_iter().collect());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        /// As lists of all observations would be.
        #[test]
        fn histograms_add_and_take_away_like_their_observations(
            a in proptest::collection::vec(0_u64..12, 0..20),
            b in proptest::collection::vec(0_u64..12, 0..20),
        ) {
            let of = |values: &[u64]| values.iter().map(|value| (*value, 1)).collect::<Histogram>();
            let both = of(&[&a[..], &b[..]].concat());
            let mut merged = of(&a);
            merged.merge(&of(&b));
            prop_assert_eq!(&merged, &both);
            let mut one_by_one = of(&a);
            b.iter().for_each(|value| one_by_one.add(*value, 1));
            prop_assert_eq!(&one_by_one, &both);
            merged.less(&of(&b));
            prop_assert_eq!(merged, of(&a));
        }
    }
}
