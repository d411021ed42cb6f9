//! In which rounds a unit began standing and a clock struck, by pairs of rounds: what the bounds of
//! a measure on rounds need for the fight to be the unit of its interval.

use super::Bits;
use crate::totals::{ROUNDS_APART, pair_of_rounds};

/// Rounds of one fight: bit r for round r, and from round [`ROUNDS_APART`] on how many, above the
/// lower 16 bits. Each round is inserted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RoundSet(u64);

impl RoundSet {
    #[inline(always)]
    pub(super) fn insert(&mut self, round: u32) {
        self.0 += 1 << if round < ROUNDS_APART as u32 { round } else { 16 };
    }

    /// Returns how many rounds.
    #[inline(always)]
    pub(super) fn len(self) -> u32 {
        (self.0 & 0xffff).count_ones() + (self.0 >> 16) as u32
    }

    /// The places of its bits: the rounds that are told apart, and from bit 16 on those of the number of
    /// later ones.
    fn bits(self) -> Bits {
        Bits(self.0)
    }

    /// The places with a round, each with how many: 1, but for the later ones.
    fn places(self) -> impl Iterator<Item = (usize, u64)> {
        let later = self.0 >> 16;
        let apart = Bits(self.0 & 0xffff).map(|place| (place, 1));
        apart.chain((later > 0).then_some((ROUNDS_APART, later)))
    }
}

/// The rounds of short fights, 1 to this one, are counted by their pattern.
const SHORT: u32 = 5;
/// Their bits.
const BITS: u64 = ((1 << SHORT) - 1) << 1;

/// Sums over fights by pairs of rounds.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundPairs {
    /// Short fights: by the rounds begun standing, and above them those with a strike.
    short: Box<[u16]>,
    /// Longer fights that are still to be added up.
    waiting: Option<Box<Waiting>>,
    began: Vec<u64>,
    struck: Vec<[u64; 3]>,
}

/// Up to 64 fights as rows of bits: a pair of rounds is added up for all of them by counting the
/// bits that its two rows share.
#[derive(Clone, Debug)]
struct Waiting {
    n: u32,
    /// By bit of a [`RoundSet`]: bit k for the k-th fight.
    began: [u64; u64::BITS as usize],
    struck: [u64; u64::BITS as usize],
}

impl Default for Waiting {
    fn default() -> Self {
        Self { n: 0, began: [0; u64::BITS as usize], struck: [0; u64::BITS as usize] }
    }
}

impl RoundPairs {
    /// Adds a fight with the rounds that a unit began standing, and those of them in which the
    /// clock struck.
    #[inline(always)]
    pub(super) fn add(&mut self, began: RoundSet, struck: RoundSet) {
        debug_assert!(struck.0 & 0xffff & !began.0 == 0, "a clock struck in a round not begun standing");
        let at = began.0 >> 1 | struck.0 >> 1 << SHORT;
        match self.short.get_mut(at as usize) {
            Some(fights) if began.0 & !BITS == 0 && *fights < u16::MAX => *fights += 1,
            _ => self.add_other(began, struck),
        }
    }

    #[inline(never)]
    fn add_other(&mut self, began: RoundSet, struck: RoundSet) {
        if began.0 & !BITS == 0 {
            if self.short.is_empty() {
                self.short = vec![0; 1 << (2 * SHORT)].into();
                self.add(began, struck);
            } else {
                // Its place is full.
                self.add_alike(began, struck, 1);
            }
            return;
        }
        let waiting = self.waiting.get_or_insert_default();
        let fight = 1 << waiting.n;
        began.bits().for_each(|bit| waiting.began[bit] |= fight);
        struck.bits().for_each(|bit| waiting.struck[bit] |= fight);
        waiting.n += 1;
        if waiting.n == u64::BITS {
            self.add_waiting();
        }
    }

    /// Adds up the fights that wait.
    #[inline(never)]
    fn add_waiting(&mut self) {
        let Some(waiting) = &mut self.waiting else { return };
        let Waiting { began, struck, .. } = core::mem::take(&mut **waiting);
        let is_used = |&bit: &usize| began[bit] | struck[bit] != 0;
        let Some(last) = (0..began.len()).rfind(is_used) else { return };
        // Of the later rounds a row has one bit of their number.
        let place = |bit: usize| bit.min(ROUNDS_APART);
        let weight = |bit: usize| 1_u64 << bit.saturating_sub(16);
        self.make_room(place(last));
        for q in (0..=last).filter(is_used) {
            for p in (0..=q).filter(is_used) {
                // Two bits of one number stand for two products.
                let (is_one_place, is_one_bit) = (place(p) == place(q), p == q);
                let weight = weight(p) * weight(q) * if is_one_place && !is_one_bit { 2 } else { 1 };
                let common = |a: u64, b: u64| weight * u64::from((a & b).count_ones());
                let pair = pair_of_rounds(place(p), place(q));
                self.began[pair] += common(began[p], began[q]);
                if struck[p] | struck[q] == 0 {
                    continue;
                }
                let either = [common(struck[p], began[q]), common(began[p], struck[q])];
                let either = if is_one_place { [(either[0] + either[1]) / 2; 2] } else { either };
                let sums = &mut self.struck[pair];
                sums[0] += common(struck[p], struck[q]);
                sums[1] += either[0];
                sums[2] += either[1];
            }
        }
    }

    /// Makes room for the rounds up to this place.
    fn make_room(&mut self, last: usize) {
        let needed = pair_of_rounds(last, last) + 1;
        if self.began.len() < needed {
            self.began.resize(needed, 0);
            self.struck.resize(needed, [0; 3]);
        }
    }

    /// Adds fights that are alike. Of the three sums of a pair of rounds the first is of the strikes of both,
    /// the others of those of the earlier round and of the later one.
    fn add_alike(&mut self, began: RoundSet, struck: RoundSet, fights: u64) {
        let Some((last, _)) = began.places().last() else { return };
        self.make_room(last);
        let strikes = |place| struck.places().find(|&(of, _)| of == place).map_or(0, |(_, n)| n);
        for (s, n_s) in began.places() {
            for (r, n_r) in began.places().take_while(|&(r, _)| r <= s) {
                let (pair, y_r, y_s) = (pair_of_rounds(r, s), strikes(r), strikes(s));
                self.began[pair] += fights * n_r * n_s;
                for (sum, product) in self.struck[pair].iter_mut().zip([y_r * y_s, y_r * n_s, n_r * y_s]) {
                    *sum += fights * product;
                }
            }
        }
    }

    /// Takes the sums, of the rounds begun and of those with a strike, and leaves zeros.
    pub(super) fn take(&mut self) -> (Vec<u64>, Vec<[u64; 3]>) {
        let mut short = core::mem::take(&mut self.short);
        for (at, fights) in (0..).zip(&mut short).filter(|(_, fights)| **fights > 0) {
            let [began, struck] = [at, at >> SHORT].map(|bits| RoundSet(bits << 1 & BITS));
            self.add_alike(began, struck, core::mem::take(fights).into());
        }
        self.short = short;
        self.add_waiting();
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
        assert_eq!(all.places().collect::<Vec<_>>(), [(0, 1), (3, 1), (14, 1), (15, 3)]);
    }

    #[test]
    fn short_and_long_fights_are_added_up_alike() {
        let fights = [(set(&[1, 2, 3]), set(&[1, 3])), (set(&[1]), set(&[])), (set(&[2, 3]), set(&[2]))];
        let (mut fast, mut plain) = (RoundPairs::default(), RoundPairs::default());
        for (began, struck) in fights.into_iter().chain(fights) {
            fast.add(began, struck);
            plain.add_alike(began, struck, 1);
        }
        let run = set(&[1, 2, 3, 4, 5, 6, 7]);
        let late = set(&(1..=40).collect::<Vec<_>>());
        let long = [
            (set(&[1, 2, 6, 20, 21]), set(&[2, 21])),
            (run, set(&[2, 3, 7])),
            (run, set(&[])),
            (late, set(&[1, 14, 15, 17, 20, 30, 31, 40])),
        ];
        // More than are added up at once.
        for (began, struck) in long.into_iter().cycle().take(150) {
            fast.add(began, struck);
            plain.add_alike(began, struck, 1);
        }
        let taken = fast.take();
        assert_eq!(taken, plain.take());
        // Rounds 2 and 3: begun together in four short fights and in three of four kinds of long ones;
        // struck in both in one kind of the long ones, and in either alone in two short ones.
        let at = pair_of_rounds(2, 3);
        assert_eq!((taken.0[at], taken.1[at]), (4 + 112, [38, 38 + 2, 38 + 2]));
        let later = pair_of_rounds(ROUNDS_APART, ROUNDS_APART);
        // In 38 fights two later rounds with one strike, in 37 fights 26 with six.
        assert_eq!(taken.0[later], 38 * 4 + 37 * 26 * 26);
        assert_eq!(taken.1[later], [38 + 37 * 36, 38 * 2 + 37 * 6 * 26, 38 * 2 + 37 * 6 * 26]);
        assert_eq!(fast.take(), Default::default(), "taken");
    }

    #[test]
    fn a_full_place_goes_on_elsewhere() {
        let (began, struck) = (set(&[1, 2, 3]), set(&[2]));
        let (mut fast, mut plain) = (RoundPairs::default(), RoundPairs::default());
        let fights = u64::from(u16::MAX) + 3;
        (0..fights).for_each(|_| fast.add(began, struck));
        plain.add_alike(began, struck, fights);
        assert_eq!(fast.take(), plain.take());
    }
}
