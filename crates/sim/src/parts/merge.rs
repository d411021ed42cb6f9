//! Adds partial runs: every fight once, or an error that says which fights do not fit.

use core::fmt;

use crate::parts::{PartialRun, RunIdentity};
use crate::totals::ranges::Ranges;
use crate::totals::signature::signature;

/// A reason for which partial runs cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A partial run is of something else than the first.
    Foreign {
        /// The partial run.
        partial: String,
        /// The difference, in words.
        difference: String,
    },
    /// Two partial runs share fights and are not the same.
    Overlap {
        /// The partial run.
        partial: String,
        /// The partial run before it.
        with: String,
        /// The fights they share.
        fights: Ranges,
    },
    /// Two partial runs of the same fights do not say the same.
    Contradiction {
        /// The partial run.
        partial: String,
        /// The partial run before it.
        with: String,
        /// The fights.
        fights: Ranges,
    },
    /// Fights that were asked for, or lie between those played, are in no partial run.
    Gap {
        /// These.
        missing: Ranges,
    },
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Foreign { partial, difference } => {
                write!(f, "{partial} is of something else: {difference}")
            }
            Self::Overlap { partial, with, fights } => write!(
                f,
                "{partial} and {with} overlap in the fights {fights}; only parts that are the same or share \
                 no fight can be added"
            ),
            Self::Contradiction { partial, with, fights } => write!(
                f,
                "{partial} and {with} contradict each other: they are both of the fights {fights} of one \
                 scenario and seed; play these again to see which is from a broken or different program"
            ),
            Self::Gap { missing } => write!(f, "{} fights are missing: {missing}", missing.n()),
        }
    }
}

/// A sum of partial runs in the making. It holds one sum, not the partial runs.
#[derive(Debug, Default)]
pub struct Merge {
    sum: Option<PartialRun>,
    /// Of every partial run added: its name, its fights and the signature of its totals.
    seen: Vec<(String, Ranges, String)>,
    duplicates: usize,
    misfits: Vec<Misfit>,
}

/// A sum of partial runs without a misfit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The sum.
    pub partial: PartialRun,
    /// The number of partial runs that were the same as one before and counted once with it.
    pub duplicates: usize,
}

impl Merge {
    /// Adds a partial run, called `name` in messages. One that does not fit is left out and noted.
    pub fn add(&mut self, name: &str, partial: PartialRun) {
        let name = name.to_owned();
        if let Some(difference) = self.of().and_then(|of| partial.of.difference(of)) {
            self.misfits.push(Misfit::Foreign { partial: name, difference });
            return;
        }
        let (fights, says) = (partial.played.ranges.clone(), signature(&partial.played.totals));
        // The fights asked for are asked for whether or not these are the ones that were played.
        let sum = self.sum.get_or_insert_with(|| PartialRun::new(partial.of.clone(), partial.asked));
        sum.asked = (sum.asked.0.min(partial.asked.0), sum.asked.1.max(partial.asked.1));
        for (with, other, said) in &self.seen {
            let shared = fights.both(other);
            if shared.is_empty() {
                continue;
            }
            let (partial, with) = (name, with.clone());
            match (fights == *other, says == *said) {
                (true, true) => self.duplicates += 1,
                (true, false) => self.misfits.push(Misfit::Contradiction { partial, with, fights }),
                (false, _) => self.misfits.push(Misfit::Overlap { partial, with, fights: shared }),
            }
            return;
        }
        sum.played.totals.merge(&partial.played.totals);
        sum.played.ranges.insert(&fights);
        self.seen.push((name, fights, says));
    }

    /// Says that these fights were asked for, whatever the parts say of that.
    pub fn ask(&mut self, (lo, hi): (u64, u64)) {
        if let Some(sum) = &mut self.sum {
            sum.asked = (sum.asked.0.min(lo), sum.asked.1.max(hi));
        }
    }

    /// Of what the sum is, once there is one.
    #[must_use]
    pub fn of(&self) -> Option<&RunIdentity> {
        self.sum.as_ref().map(|sum| &sum.of)
    }

    /// The sum of the partial runs, none if there was none.
    ///
    /// # Errors
    ///
    /// Everything that did not fit, and the fights that are missing.
    pub fn finish(mut self) -> Result<Option<Merged>, Vec<Misfit>> {
        if let Some(sum) = &self.sum {
            let missing = sum.missing().union(&sum.played.ranges.gaps());
            // Fights of a part that was left out may be there and not fit: that was said.
            if !missing.is_empty() && self.misfits.is_empty() {
                self.misfits.push(Misfit::Gap { missing });
            }
        }
        if !self.misfits.is_empty() {
            return Err(self.misfits);
        }
        Ok(self.sum.map(|partial| Merged { partial, duplicates: self.duplicates }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fixture::partial;

    fn merged(partials: &[(&str, PartialRun)]) -> Result<Option<Merged>, Vec<Misfit>> {
        let mut merge = Merge::default();
        partials.iter().for_each(|(name, partial)| merge.add(name, partial.clone()));
        merge.finish()
    }

    fn misfits(partials: &[(&str, PartialRun)]) -> String {
        merged(partials).unwrap_err().iter().map(|misfit| misfit.to_string() + "\n").collect()
    }

    #[test]
    fn none_is_nothing() {
        assert_eq!(merged(&[]), Ok(None));
    }

    #[test]
    fn the_same_counts_once() {
        let both =
            merged(&[("a", partial(0..4)), ("b", partial(0..4)), ("c", partial(4..9))]).unwrap().unwrap();
        assert_eq!(both, Merged { partial: partial(0..9), duplicates: 1 });
    }

    #[test]
    fn an_overlap_names_its_fights() {
        let text = misfits(&[("a", partial(0..6)), ("b", partial(4..9))]);
        assert!(text.starts_with("b and a overlap in the fights 4..6; "), "{text}");
        let within = misfits(&[("a", partial(0..9)), ("b", partial(4..6))]);
        assert!(within.contains("overlap in the fights 4..6"), "{within}");
    }

    #[test]
    fn a_gap_names_what_is_missing() {
        let text = misfits(&[("a", partial(0..3)), ("b", partial(6..9)), ("c", partial(10..12))]);
        assert_eq!(text, "4 fights are missing: 3..6, 9..10\n");
        let mut interrupted = partial(0..3);
        interrupted.asked = (0, 8);
        assert_eq!(misfits(&[("a", interrupted.clone())]), "5 fights are missing: 3..8\n");
        assert_eq!(
            merged(&[("a", interrupted), ("b", partial(3..8))]).unwrap().unwrap().partial,
            partial(0..8)
        );
    }

    #[test]
    fn what_others_were_asked_for_is_missing_here() {
        let mut merge = Merge::default();
        merge.add("a", partial(2..4));
        merge.ask((0, 6));
        assert_eq!(merge.finish().unwrap_err()[0].to_string(), "4 fights are missing: 0..2, 4..6");
    }

    #[test]
    fn unequal_duplicates_contradict_each_other() {
        let mut other = partial(0..4);
        other.played.totals.draws.add(1, 1);
        let text = misfits(&[("a", partial(0..4)), ("b", other)]);
        assert!(
            text.starts_with("b and a contradict each other: they are both of the fights 0..4"),
            "{text}"
        );
    }

    #[test]
    fn foreign_partial_runs_say_what_differs() {
        type Change = fn(&mut RunIdentity);
        let changes: [(Change, &str); 5] = [
            (|of| of.seed = 8, "seed 8 instead of 7"),
            (|of| of.scenario = "hall".into(), "scenario hall instead of gate"),
            (|of| of.rules_version = "2".into(), "rules version 2 instead of 1"),
            (|of| of.scenario_hash = "ef".into(), "a different text of the scenario"),
            (|of| of.units[0].0 = "Zoe".into(), "a different text of the scenario"),
        ];
        for (change, difference) in changes {
            let mut other = partial(4..9);
            change(&mut other.of);
            let text = misfits(&[("a", partial(0..4)), ("b", other)]);
            assert_eq!(text, format!("b is of something else: {difference}\n"));
        }
    }

    proptest! {
        /// However the fights are parted and in whatever order the parts are added, in whatever
        /// tree: the bytes are those of the whole.
        #[test]
        fn any_partition_in_any_order_is_the_whole(
            cuts in proptest::collection::btree_set(1_u64..60, 0..8),
            keys in proptest::collection::vec(any::<u32>(), 9),
            left in 1_usize..8,
        ) {
            let ends: Vec<u64> = [0].into_iter().chain(cuts).chain([60]).collect();
            let mut parts: Vec<_> =
                ends.windows(2).zip(keys).map(|(ends, key)| (key, partial(ends[0]..ends[1]))).collect();
            parts.sort_by_key(|part| part.0);
            let parts: Vec<PartialRun> = parts.into_iter().map(|part| part.1).collect();
            let whole = partial(0..60);
            let mut merge = Merge::default();
            parts.iter().enumerate().for_each(|(i, part)| merge.add(&i.to_string(), part.clone()));
            prop_assert_eq!(merge.finish().unwrap().unwrap().partial.encode(), whole.encode());

            // Half of them first, if these are without a gap; the sum is a part like any other.
            let (some, others) = parts.split_at(left.min(parts.len()));
            let mut first = Merge::default();
            some.iter().enumerate().for_each(|(i, part)| first.add(&i.to_string(), part.clone()));
            if let Ok(Some(sum)) = first.finish() {
                let mut all = Merge::default();
                all.add("sum", sum.partial);
                others.iter().enumerate().for_each(|(i, part)| all.add(&i.to_string(), part.clone()));
                prop_assert_eq!(all.finish().unwrap().unwrap().partial.encode(), whole.encode());
            }
        }
    }
}
