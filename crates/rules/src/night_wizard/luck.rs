//! How the dice of two opposed Judges went, from one word: their difference, and the luck of each.

use std::collections::BTreeMap;

use super::judge::Judge;
use crate::contract::Draw;
use crate::dice::{FLOOR, Inverse};

/// How the dice of a Judge went: 0 fumbled, 1 ordinary, n + 1 after n criticals (at most 254).
pub type Luck = u8;

/// The law of a contest where the luck of both Judges is told.
#[derive(Clone, Debug)]
pub struct Fates {
    /// Every outcome, by ascending difference.
    fates: Box<[Fate]>,
    inverse: Inverse,
}

/// One outcome of [`Fates`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    /// The active dice less the passive dice.
    pub difference: i16,
    /// The luck of the active and of the passive Judge.
    pub luck: [Luck; 2],
}

/// The most ways of two Judges that are looked through for their law. Judges whose chains are
/// longer than any table of the game allows have none, and are rolled one by one.
const MOST_WAYS: usize = 1 << 18;
/// The most outcomes of a law.
const MOST_FATES: usize = 1 << 14;

/// What is less likely is left out: long chains on both sides at once, far beyond what a word of 64
/// bits can tell from nothing. A long chain on one side stays.
const UNSEEN: f64 = FLOOR * 1e-4;

impl Fates {
    /// The law of these two; `None` if it is too long for a table.
    #[must_use]
    pub fn of(active: &Judge, passive: &Judge) -> Option<Self> {
        if active.branches() * passive.branches() > MOST_WAYS {
            return None;
        }
        let mut law: BTreeMap<(i16, [Luck; 2]), f64> = BTreeMap::new();
        for (a, p_a) in (0..active.branches()).map(|i| active.branch(i)) {
            for (b, p_b) in (0..passive.branches()).map(|i| passive.branch(i)) {
                if p_a * p_b < UNSEEN {
                    continue;
                }
                let difference = i16::try_from(a.total - b.total).ok()?;
                *law.entry((difference, [a.luck(), b.luck()])).or_default() += p_a * p_b;
            }
        }
        if law.len() > MOST_FATES {
            return None;
        }
        let fates = law.keys().map(|&(difference, luck)| Fate { difference, luck }).collect();
        Some(Self { fates, inverse: Inverse::new(&law.into_values().collect::<Vec<f64>>()) })
    }

    /// The outcome of a uniform word.
    #[inline(always)]
    #[must_use]
    pub fn pick(&self, word: u64) -> Fate {
        self.fates[usize::from(self.inverse.pick(word))]
    }
}
