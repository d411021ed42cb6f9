//! The draw of an amount: a sum of six-sided dice (NW-06, NW-17, NW-53).

use core::fmt;

use crate::dice::judge_draws::Distributions;
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::{Means, POINT};

/// The most dice that a transcript shows one by one.
const MOST_SHOWN: usize = 10;

/// The sum of `n` six-sided dice, 0 for none.
#[derive(Clone, Copy, Debug)]
pub struct Sum<'a> {
    /// The distributions.
    pub distributions: &'a Distributions,
    /// The number of dice.
    pub n: u8,
}

/// The result of the dice of a sum.
#[derive(Clone, Copy, Debug, Default)]
pub struct SumRoll {
    /// The number of dice.
    pub n: u8,
    /// The sum of the dice.
    pub total: i32,
    pub(crate) shown: Shown,
}

/// The single dice of a sum, for transcripts. No rule reads more than the sum, so that sums are equal
/// whatever is shown; for a sum that was drawn, dice are drawn from those that make it, by other bits of its
/// word, when a line is printed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Shown {
    /// The roll stands for many.
    #[default]
    Unknown,
    /// The faces less one, three bits each, the first lowest.
    Faces(u32),
    /// The sum was drawn with a word of these bits.
    Drawn(u32),
}

impl PartialEq for SumRoll {
    fn eq(&self, other: &Self) -> bool {
        (self.n, self.total) == (other.n, other.total)
    }
}

impl Eq for SumRoll {}

impl Sum<'_> {
    #[inline(never)]
    fn deal_some<W: Words>(&self, words: &mut W) -> SumRoll {
        let word = words.word();
        let total = i32::from(self.n) + i32::from(self.distributions.sum(self.n).inverse.pick(word));
        SumRoll { n: self.n, total, shown: Shown::Drawn((word ^ word >> 32) as u32) }
    }
}

impl Draw for Sum<'_> {
    type Out = SumRoll;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> SumRoll {
        let (mut total, mut faces) = (0, 0);
        for i in 0..self.n {
            let face = dice.below(by, 6);
            total += face as i32 + 1;
            if usize::from(i) < MOST_SHOWN {
                faces |= face << (3 * i);
            }
        }
        SumRoll { n: self.n, total, shown: Shown::Faces(faces) }
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> SumRoll {
        if self.n == 0 { SumRoll::default() } else { self.deal_some(words) }
    }

    fn n_outcomes(&self) -> usize {
        5 * self.n as usize + 1
    }

    fn outcome(&self, i: usize) -> (SumRoll, f64) {
        let total = i32::from(self.n) + i as i32;
        (SumRoll { n: self.n, total, shown: Shown::Unknown }, self.distributions.sum(self.n).p[i])
    }

    #[inline(always)]
    fn worth(&self, out: &SumRoll) -> i32 {
        out.total
    }

    #[inline(always)]
    fn mean_worth(&self, _means: &mut Means) -> i64 {
        i64::from(self.n) * (7 * POINT / 2)
    }
}

impl SumRoll {
    /// The dice one by one; `None` if they are not known, or too many to print.
    pub(crate) fn dice(self) -> Option<([i32; MOST_SHOWN], usize)> {
        let n = usize::from(self.n);
        if n > MOST_SHOWN {
            return None;
        }
        let mut dice = [0; MOST_SHOWN];
        match self.shown {
            Shown::Unknown => return None,
            Shown::Faces(faces) => {
                dice[..n]
                    .iter_mut()
                    .enumerate()
                    .for_each(|(i, die)| *die = (faces >> (3 * i) & 7) as i32 + 1);
            }
            Shown::Drawn(bits) => {
                let ways = ways();
                let (mut left, mut mixed) = (self.total, u64::from(bits));
                for (i, die) in dice[..n].iter_mut().enumerate() {
                    let others = &ways[n - i - 1];
                    let ways_of = |face: i32| others.get((left - face) as usize).copied().unwrap_or(0);
                    mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ mixed >> 29;
                    let all: u64 = (1..=6).map(ways_of).sum();
                    let mut at = ((u128::from(mixed) * u128::from(all)) >> 64) as u64;
                    *die = 6;
                    for face in 1..=6 {
                        if at < ways_of(face) {
                            *die = face;
                            break;
                        }
                        at -= ways_of(face);
                    }
                    left -= *die;
                }
            }
        }
        Some((dice, n))
    }
}

/// In how many ways so many dice make each sum.
fn ways() -> [[u64; 6 * MOST_SHOWN + 1]; MOST_SHOWN] {
    let mut ways = [[0; 6 * MOST_SHOWN + 1]; MOST_SHOWN];
    ways[0][0] = 1;
    for n in 1..MOST_SHOWN {
        for sum in 1..=6 * n {
            ways[n][sum] = (1..=6.min(sum)).map(|face| ways[n - 1][sum - face]).sum();
        }
    }
    ways
}

impl fmt::Display for SumRoll {
    /// `2d6 = 7 (3+4)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d6 = {}", self.n, self.total)?;
        if let Some((dice, n)) = self.dice()
            && n > 1
        {
            let shown = dice[..n].iter();
            shown
                .enumerate()
                .try_for_each(|(i, die)| write!(f, "{}{die}", if i == 0 { " (" } else { "+" }))?;
            f.write_str(")")?;
        }
        Ok(())
    }
}
