//! The dice of two opposed Judges from one word: their difference, and the quality of each.

use crate::dice::distributions::{AboveNear, CdfBounds};
use crate::dice::judge::{Judge, Rolled};
use fray_engine::draw::Draw;
use fray_engine::draw::FLOOR;

/// The quality of a Judge's dice: 0 fumbled, 1 ordinary, n + 1 after n criticals (at most 254).
pub type RollQuality = u32;

/// The distribution of a contest where the quality of both Judges is known.
#[derive(Clone, Debug)]
pub struct ContestTable {
    /// Every outcome, by ascending difference.
    outcomes: Box<[ContestOutcome]>,
    bounds: CdfBounds,
}

/// One outcome of [`ContestTable`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContestOutcome {
    /// The active dice less the passive dice.
    pub difference: i32,
    /// The quality of the active Judge.
    pub active: RollQuality,
    /// The quality of the passive Judge.
    pub passive: RollQuality,
}

/// The most ways of two Judges that are looked through for their distribution. Judges whose chains are
/// longer than any table of the game allows have none, and are rolled one by one.
const MOST_WAYS: usize = 1 << 18;
/// The most outcomes of a distribution.
const MOST_OUTCOMES: usize = 1 << 14;

/// The probability below which outcomes are left out: long chains on both sides at once, far beyond what a
/// word of 64 bits can tell from nothing. A long chain on one side stays.
const UNSEEN: f64 = FLOOR * 1e-4;

impl ContestTable {
    /// The distribution of these two; `None` if it is too long for a table.
    #[must_use]
    pub fn of(active: &Judge, passive: &Judge) -> Option<Self> {
        if active.n_outcomes() * passive.n_outcomes() > MOST_WAYS {
            return None;
        }
        let (active, passive) = (active.distribution(), passive.distribution());
        let totals = |of: &[(Rolled, f64)]| {
            let totals = || of.iter().map(|(rolled, _)| rolled.total);
            totals().min().zip(totals().max()).unwrap_or_default()
        };
        let ((low, high), (least, most)) = (totals(active), totals(passive));
        let (first, last) = (low - most, high - least);
        // By difference: few qualities share one, so that a short list is searched faster than a tree.
        let mut by_difference: Vec<Vec<([RollQuality; 2], f64)>> =
            vec![Vec::new(); (last - first + 1) as usize];
        for &(a, p_a) in active {
            for &(b, p_b) in passive {
                if p_a * p_b < UNSEEN {
                    continue;
                }
                let here = &mut by_difference[(a.total - b.total - first) as usize];
                let qualities = [a.quality(), b.quality()];
                match here.iter_mut().find(|(known, _)| *known == qualities) {
                    Some((_, p)) => *p += p_a * p_b,
                    None => here.push((qualities, p_a * p_b)),
                }
            }
        }
        let n_outcomes: usize = by_difference.iter().map(Vec::len).sum();
        if n_outcomes > MOST_OUTCOMES {
            return None;
        }
        let (mut outcomes, mut p) = (Vec::with_capacity(n_outcomes), Vec::with_capacity(n_outcomes));
        for (difference, mut here) in (first..=last).zip(by_difference) {
            here.sort_unstable_by_key(|(qualities, _)| *qualities);
            for ([active, passive], its) in here {
                outcomes.push(ContestOutcome { difference, active, passive });
                p.push(its);
            }
        }
        Some(Self { outcomes: outcomes.into(), bounds: CdfBounds::new(&p) })
    }
}

impl ContestOutcome {
    /// In 14 bits, if it is as usual as nearly all are.
    fn pack(self) -> Option<u16> {
        let difference = u16::from(i8::try_from(self.difference).ok()?.cast_unsigned());
        let quality = (self.active | self.passive < 8).then_some(self.active << 8 | self.passive << 11)?;
        Some(difference | quality as u16)
    }

    #[inline(always)]
    fn unpack(packed: u16) -> Self {
        let quality = RollQuality::from(packed);
        Self {
            difference: (packed as u8).cast_signed().into(),
            active: quality >> 8 & 7,
            passive: quality >> 11 & 7,
        }
    }
}

/// How many of a word's bits index [`ContestTables`].
const INDEX_BITS: u32 = 13;
/// Marks the entry of an index that belongs to several outcomes, or to one that cannot be packed;
/// it names the first of them.
const SEVERAL: u16 = 1 << 15;

/// The distributions of several pairs of Judges, drawn from as by an [`InverseCdf`](crate::dice::distributions::InverseCdf).
/// Their indices stand in one row and hold the outcomes themselves: what every attack draws from
/// is one look-up.
#[derive(Clone, Debug, Default)]
pub struct ContestTables {
    indices: Vec<[u16; 1 << INDEX_BITS]>,
    /// By table: what its mean is made of
    /// ([`above_near`](crate::dice::distributions::Distribution::above_near)).
    above: Vec<Option<Box<AboveNear>>>,
    distributions: Vec<ContestTable>,
}

impl ContestTables {
    /// Adds a distribution and says its place.
    pub fn add(&mut self, distribution: ContestTable, above: Option<Box<AboveNear>>) -> usize {
        let mut index = [0; 1 << INDEX_BITS];
        for (to, (outcome, is_one)) in index.iter_mut().zip(distribution.bounds.index(INDEX_BITS)) {
            let packed = distribution.outcomes[usize::from(outcome)].pack().filter(|_| is_one);
            *to = packed.unwrap_or(outcome | SEVERAL);
        }
        self.indices.push(index);
        self.above.push(above);
        self.distributions.push(distribution);
        self.indices.len() - 1
    }

    /// The distribution at this place, if there is one.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, at: usize) -> Option<ContestTableRef<'_>> {
        self.indices.get(at).map(|index| ContestTableRef { all: self, at, index })
    }

    /// Returns the parts of the mean of the distribution at this place, if all its differences are near 0.
    #[inline(always)]
    pub(crate) fn above(&self, at: usize) -> Option<&AboveNear> {
        self.above.get(at)?.as_deref()
    }

    #[cold]
    #[inline(never)]
    fn search(&self, at: usize, first: u16, word: u64) -> &ContestOutcome {
        let distribution = &self.distributions[at];
        &distribution.outcomes[usize::from(distribution.bounds.search_on(first, word))]
    }
}

/// One of [`ContestTables`].
#[derive(Clone, Copy, Debug)]
pub struct ContestTableRef<'a> {
    all: &'a ContestTables,
    at: usize,
    index: &'a [u16; 1 << INDEX_BITS],
}

impl ContestTableRef<'_> {
    /// The outcome of a uniform word.
    #[inline(always)]
    #[must_use]
    pub fn pick(self, word: u64) -> ContestOutcome {
        let entry = self.index[(word >> (64 - INDEX_BITS)) as usize];
        if entry & SEVERAL == 0 {
            ContestOutcome::unpack(entry)
        } else {
            *self.all.search(self.at, entry & !SEVERAL, word)
        }
    }
}
