//! Sets of fights, as ranges: what was played, what is missing, what was played twice.

use core::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A set of fight numbers: ranges `lo..hi` without `hi`, ascending, none empty, with a gap
/// between any two. Equal sets are equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(u64, u64)>")]
pub struct Ranges(Vec<(u64, u64)>);

impl From<Range<u64>> for Ranges {
    fn from(range: Range<u64>) -> Self {
        Self(if range.is_empty() { Vec::new() } else { vec![(range.start, range.end)] })
    }
}

/// Pairs that are no set in its one form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disorder;

impl fmt::Display for Disorder {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("expected ranges in ascending order, none empty, with gaps between them")
    }
}

impl TryFrom<Vec<(u64, u64)>> for Ranges {
    type Error = Disorder;

    fn try_from(pairs: Vec<(u64, u64)>) -> Result<Self, Disorder> {
        let in_order =
            pairs.iter().all(|(lo, hi)| lo < hi) && pairs.windows(2).all(|two| two[0].1 < two[1].0);
        if in_order { Ok(Self(pairs)) } else { Err(Disorder) }
    }
}

impl Ranges {
    /// The ranges, ascending.
    pub fn each(&self) -> impl DoubleEndedIterator<Item = Range<u64>> + '_ {
        self.0.iter().map(|&(lo, hi)| lo..hi)
    }

    /// Returns whether no fight is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns how many fights are in it.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.0.iter().map(|(lo, hi)| hi - lo).sum()
    }

    /// The first fight and the one behind the last.
    #[must_use]
    pub fn hull(&self) -> Option<(u64, u64)> {
        Some((self.0.first()?.0, self.0.last()?.1))
    }

    /// Adds the fights of another set.
    pub fn insert(&mut self, other: &Self) {
        let mut all: Vec<_> = self.0.iter().chain(&other.0).copied().collect();
        all.sort_unstable();
        self.0.clear();
        for (lo, hi) in all {
            match self.0.last_mut() {
                Some(last) if lo <= last.1 => last.1 = last.1.max(hi),
                _ => self.0.push((lo, hi)),
            }
        }
    }

    /// The fights of both sets together.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut union = self.clone();
        union.insert(other);
        union
    }

    /// The fights of this set that are not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut left = Vec::new();
        for &(mut lo, hi) in &self.0 {
            for &(from, to) in &other.0 {
                if to <= lo || from >= hi {
                    continue;
                }
                if lo < from {
                    left.push((lo, from));
                }
                lo = to;
            }
            if lo < hi {
                left.push((lo, hi));
            }
        }
        Self(left)
    }

    /// The fights that are in both sets.
    #[must_use]
    pub fn both(&self, other: &Self) -> Self {
        self.without(&self.without(other))
    }

    /// Returns the missing fights between the first and the last.
    #[must_use]
    pub fn gaps(&self) -> Self {
        self.hull().map_or_else(Self::default, |(lo, hi)| Self::from(lo..hi).without(self))
    }
}

impl fmt::Display for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, (lo, hi)) in self.0.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{lo}..{hi}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn ranges(pairs: &[(u64, u64)]) -> Ranges {
        let mut all = Ranges::default();
        pairs.iter().for_each(|&(lo, hi)| all.insert(&Ranges::from(lo..hi)));
        all
    }

    fn numbers(ranges: &Ranges) -> BTreeSet<u64> {
        ranges.each().flatten().collect()
    }

    #[test]
    fn ranges_that_touch_are_one() {
        assert_eq!(ranges(&[(6, 10), (0, 6)]), Ranges::from(0..10));
        assert_eq!(ranges(&[(0, 6), (7, 10)]).to_string(), "0..6, 7..10");
        assert_eq!(ranges(&[(5, 5)]), Ranges::default());
    }

    #[test]
    fn gaps_and_ends() {
        let some = ranges(&[(10, 20), (30, 40)]);
        assert_eq!((some.n(), some.hull(), some.gaps()), (20, Some((10, 40)), Ranges::from(20..30)));
        assert_eq!((Ranges::default().hull(), Ranges::default().gaps().n()), (None, 0));
        assert_eq!(Ranges::from(0..u64::MAX).n(), u64::MAX);
    }

    #[test]
    fn only_the_one_form_is_read() {
        let read = |text: &str| serde_json::from_str::<Ranges>(text);
        assert_eq!(read("[[0,5],[6,9]]").unwrap(), ranges(&[(0, 5), (6, 9)]));
        assert_eq!(serde_json::to_string(&ranges(&[(0, 5), (6, 9)])).unwrap(), "[[0,5],[6,9]]");
        for text in ["[[5,5]]", "[[6,5]]", "[[0,5],[5,9]]", "[[6,9],[0,5]]", "[[0,5],[3,9]]"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn they_are_sets(
            a in proptest::collection::vec((0_u64..30, 0_u64..30), 0..6),
            b in proptest::collection::vec((0_u64..30, 0_u64..30), 0..6),
        ) {
            let (a, b) = (ranges(&a), ranges(&b));
            let (of_a, of_b) = (numbers(&a), numbers(&b));
            prop_assert_eq!(numbers(&a.union(&b)), of_a.union(&of_b).copied().collect::<BTreeSet<_>>());
            prop_assert_eq!(numbers(&a.without(&b)), of_a.difference(&of_b).copied().collect::<BTreeSet<_>>());
            prop_assert_eq!(numbers(&a.both(&b)), of_a.intersection(&of_b).copied().collect::<BTreeSet<_>>());
            prop_assert_eq!(a.n(), of_a.len() as u64);
            for set in [a.union(&b), a.without(&b), a.both(&b), a.gaps()] {
                prop_assert!(Ranges::try_from(set.0).is_ok());
            }
        }
    }
}
