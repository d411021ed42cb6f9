//! In which rounds a unit began standing and a clock struck, by pairs of rounds: what the bounds of
//! a measure on rounds need for the fight to be the unit of its interval.

use crate::totals::{ROUNDS_APART, pair_of_rounds};

/// Rounds of one fight: bit r for round r, and from round [`ROUNDS_APART`] on how many, in the upper
/// half. Each round is inserted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RoundSet(u32);

impl RoundSet {
    #[inline(always)]
    pub(super) fn insert(&mut self, round: u32) {
        self.0 += 1 << if round < ROUNDS_APART as u32 { round } else { 16 };
    }

    /// How many rounds.
    #[inline(always)]
    pub(super) fn len(self) -> u32 {
        (self.0 & 0xffff).count_ones() + (self.0 >> 16)
    }

    /// How many of them are of this place: 0 or 1, but for the later ones.
    fn at(self, place: usize) -> u64 {
        if place < ROUNDS_APART { u64::from(self.0 >> place & 1) } else { u64::from(self.0 >> 16) }
    }

    /// Rounds 1 to `n`, less than [`ROUNDS_APART`].
    fn run(n: usize) -> Self {
        Self(((1 << n) - 1) << 1)
    }

    /// How many rounds, if they are those from 1 on without a gap or a later one.
    fn is_run(self) -> Option<usize> {
        let n = (self.0 >> 1).trailing_ones() as usize;
        (n < ROUNDS_APART && self == Self::run(n)).then_some(n)
    }

    /// The places with a round.
    fn places(self) -> impl Iterator<Item = usize> {
        (0..=ROUNDS_APART).filter(move |&place| self.at(place) > 0)
    }
}

/// The rounds of short fights, 1 to this one, are counted by their pattern.
const SHORT: u32 = 5;
/// Their bits.
const BITS: u32 = ((1 << SHORT) - 1) << 1;

/// Sums over fights by pairs of rounds.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundPairs {
    /// Short fights: by the rounds begun standing, and above them those with a strike.
    short: Box<[u32]>,
    /// Longer fights of a unit that began every round from the first to the last, by how many.
    runs: [u64; ROUNDS_APART],
    began: Vec<u64>,
    struck: Vec<[u64; 3]>,
}

impl RoundPairs {
    /// Adds a fight with the rounds that a unit began standing, and those of them in which the
    /// clock struck.
    #[inline(always)]
    pub(super) fn add(&mut self, began: RoundSet, struck: RoundSet) {
        debug_assert!(struck.0 & 0xffff & !began.0 == 0, "a clock struck in a round not begun standing");
        let at = began.0 >> 1 | struck.0 >> 1 << SHORT;
        match self.short.get_mut(at as usize) {
            Some(fights) if began.0 & !BITS == 0 => *fights += 1,
            _ => self.add_other(began, struck),
        }
    }

    #[inline(never)]
    fn add_other(&mut self, began: RoundSet, struck: RoundSet) {
        if began.0 & !BITS == 0 {
            self.short = vec![0; 1 << (2 * SHORT)].into();
            self.add(began, struck);
            return;
        }
        match began.is_run() {
            Some(n) => self.runs[n] += 1,
            None => self.add_began(began, 1),
        }
        self.add_struck(began, struck, 1);
    }

    fn add_began(&mut self, began: RoundSet, fights: u64) {
        for s in began.places() {
            let needed = pair_of_rounds(s, s) + 1;
            if self.began.len() < needed {
                self.began.resize(needed, 0);
            }
            for r in began.places().take_while(|&r| r <= s) {
                self.began[pair_of_rounds(r, s)] += fights * began.at(r) * began.at(s);
            }
        }
    }

    /// Of the three sums of a pair of rounds each is added where the round of its strike is met: the
    /// strikes of both and those of the later round at the later one, those of the earlier round at the
    /// earlier one. Few rounds have a strike.
    fn add_struck(&mut self, began: RoundSet, struck: RoundSet, fights: u64) {
        let Some(last) = began.places().last().filter(|_| struck != RoundSet::default()) else { return };
        let needed = pair_of_rounds(last, last) + 1;
        if self.struck.len() < needed {
            self.struck.resize(needed, [0; 3]);
        }
        for p in struck.places() {
            let y = fights * struck.at(p);
            for q in began.places() {
                if q <= p {
                    let sums = &mut self.struck[pair_of_rounds(q, p)];
                    sums[0] += y * struck.at(q);
                    sums[2] += y * began.at(q);
                }
                if q >= p {
                    self.struck[pair_of_rounds(p, q)][1] += y * began.at(q);
                }
            }
        }
    }

    /// Takes the sums, of the rounds begun and of those with a strike, and leaves zeros.
    pub(super) fn take(&mut self) -> (Vec<u64>, Vec<[u64; 3]>) {
        let mut short = core::mem::take(&mut self.short);
        for (at, fights) in (0..).zip(&mut short).filter(|(_, fights)| **fights > 0) {
            let [began, struck] = [at, at >> SHORT].map(|bits| RoundSet(bits << 1 & BITS));
            let fights = core::mem::take(fights).into();
            self.add_began(began, fights);
            self.add_struck(began, struck, fights);
        }
        self.short = short;
        for (n, fights) in core::mem::take(&mut self.runs).into_iter().enumerate() {
            if fights > 0 {
                self.add_began(RoundSet::run(n), fights);
            }
        }
        let (began, mut struck) = (core::mem::take(&mut self.began), core::mem::take(&mut self.struck));
        struck.truncate(struck.iter().rposition(|sums| *sums != [0; 3]).map_or(0, |last| last + 1));
        (began, struck)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(rounds: &[u32]) -> RoundSet {
        let mut all = RoundSet::default();
        rounds.iter().for_each(|&round| all.insert(round));
        all
    }

    #[test]
    fn later_rounds_are_counted_and_not_told_apart() {
        let all = set(&[0, 3, 14, 15, 16, 99]);
        assert_eq!(all.len(), 6);
        assert_eq!(all.places().map(|place| all.at(place)).collect::<Vec<_>>(), [1, 1, 1, 3]);
    }

    #[test]
    fn short_and_long_fights_are_added_up_alike() {
        let fights = [(set(&[1, 2, 3]), set(&[1, 3])), (set(&[1]), set(&[])), (set(&[2, 3]), set(&[2]))];
        let (mut fast, mut plain) = (RoundPairs::default(), RoundPairs::default());
        for (began, struck) in fights.into_iter().chain(fights) {
            fast.add(began, struck);
            plain.add_began(began, 1);
            plain.add_struck(began, struck, 1);
        }
        let run = set(&[1, 2, 3, 4, 5, 6, 7]);
        for (began, struck) in
            [(set(&[1, 2, 6, 20, 21]), set(&[2, 21])), (run, set(&[2, 3, 7])), (run, set(&[]))]
        {
            fast.add(began, struck);
            plain.add_began(began, 1);
            plain.add_struck(began, struck, 1);
        }
        let taken = fast.take();
        assert_eq!(taken, plain.take());
        // Rounds 2 and 3: begun together in six fights; struck in both in one, and in either alone in two.
        let at = pair_of_rounds(2, 3);
        assert_eq!((taken.0[at], taken.1[at]), (6, [1, 3, 3]));
        assert_eq!(taken.0[pair_of_rounds(ROUNDS_APART, ROUNDS_APART)], 4, "two later rounds, squared");
        assert_eq!(fast.take(), Default::default(), "taken");
    }
}
