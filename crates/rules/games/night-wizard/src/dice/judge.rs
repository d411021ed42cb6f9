//! The Judge (NW-01 to NW-04), as a named draw.

use crate::data::setup::Numbers;
use crate::dice::contest_table::RollQuality;
use crate::dice::distributions::{InverseCdf, WAYS_2D6, p_2d6, sample_2d6};
use fray_engine::draw::FLOOR;
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::{Means, POINT, parts_of};

/// NW-02: the number that a critical adds before the dice are rolled again.
pub const CRITICAL: i32 = 10;
/// NW-03: the value of a fumble.
pub const FUMBLE: i32 = -10;

/// The dice part of a Judge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rolled {
    /// The number that is added to the fixed part.
    pub total: i32,
    /// The number of criticals.
    pub criticals: u16,
    /// Whether they fumbled.
    pub is_fumble: bool,
    /// The last two dice, for transcripts.
    pub faces: Faces,
}

/// The last two dice of a Judge, for transcripts. No rule reads more than their total, so that all faces are
/// equal; for a total that was drawn, dice are drawn from those that make it, by other bits of its word, when
/// a line is printed.
#[derive(Clone, Copy, Debug, Default)]
pub enum Faces {
    /// The roll stands for many.
    #[default]
    Unknown,
    /// The first of the two dice.
    First(u8),
    /// The total was drawn with a word of these bits.
    Drawn(u32),
}

impl PartialEq for Faces {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Faces {}

impl Faces {
    /// The dice of a total that was drawn with this word.
    #[inline(always)]
    #[must_use]
    pub fn drawn(word: u64) -> Self {
        Self::Drawn((word ^ word >> 32) as u32)
    }

    /// The two dice of this total; `None` if they are not known.
    fn of(self, total: i32) -> Option<[i32; 2]> {
        let first = match self {
            Self::Unknown => return None,
            Self::First(first) => first.into(),
            Self::Drawn(bits) => {
                let (least, most) = ((total - 6).max(1), (total - 1).min(6));
                let mixed = u64::from(bits.wrapping_mul(0x9e37_79b9));
                least + ((mixed * (most - least + 1) as u64) >> 32) as i32
            }
        };
        Some([first, total - first])
    }
}

impl Rolled {
    /// The last two dice, unless they fumbled or are not known.
    #[must_use]
    pub fn last_dice(self) -> Option<[i32; 2]> {
        let last = self.total - CRITICAL * i32::from(self.criticals);
        (!self.is_fumble && (2..=12).contains(&last)).then(|| self.faces.of(last))?
    }

    /// Their quality as a number.
    #[inline(always)]
    #[must_use]
    pub fn quality(self) -> RollQuality {
        if self.is_fumble { 0 } else { 1 + RollQuality::from(self.criticals.min(254)) }
    }

    const FUMBLED: Self = Self { total: FUMBLE, criticals: 0, is_fumble: true, faces: Faces::Unknown };

    fn chain(criticals: u16, last: i32) -> Self {
        let total = CRITICAL * i32::from(criticals) + last;
        Self { total, criticals, is_fumble: false, faces: Faces::Unknown }
    }
}

/// The dice of a Judge for one pair of critical and fumble numbers.
#[derive(Clone, Debug)]
pub struct Judge {
    crit: Numbers,
    fumble: Numbers,
    /// Every way it can go, by ascending total; chains are cut below [`FLOOR`].
    distribution: Vec<(Rolled, f64)>,
    inverse: InverseCdf,
}

impl Judge {
    /// The Judge of a unit with these numbers. Not all totals may be critical.
    #[must_use]
    pub fn new(crit: Numbers, fumble: Numbers) -> Self {
        let p_of =
            |is: &dyn Fn(i32) -> bool| (2..=12).filter(|&v| is(v)).map(|v| p_2d6(v as usize)).sum::<f64>();
        let mut distribution = Vec::new();
        let p_fumble = p_of(&|v| fumble.has(v));
        if p_fumble > 0.0 {
            distribution.push((Rolled::FUMBLED, p_fumble));
        }
        // NW-02, NW-03: the first roll fumbles before it is critical; in a chain fumble numbers
        // are ordinary.
        let mut p_chain = 1.0;
        for criticals in 0.. {
            let counts = |v: i32| criticals > 0 || !fumble.has(v);
            let ordinary = (2..=12).filter(|&v| counts(v) && !crit.has(v));
            distribution.extend(ordinary.map(|v| (Rolled::chain(criticals, v), p_chain * p_2d6(v as usize))));
            p_chain *= p_of(&|v| counts(v) && crit.has(v));
            if p_chain < FLOOR {
                break;
            }
        }
        distribution.sort_by_key(|&(rolled, _)| (rolled.total, rolled.criticals));
        let inverse = InverseCdf::new(&distribution.iter().map(|&(_, p)| p).collect::<Vec<f64>>());
        Self { crit, fumble, distribution, inverse }
    }

    /// Every way it can go, by ascending total, with its probability.
    pub(crate) fn distribution(&self) -> &[(Rolled, f64)] {
        &self.distribution
    }

    /// The values of the dice part with their probabilities.
    pub(crate) fn values(&self) -> Vec<(i32, f64)> {
        self.distribution.iter().map(|&(rolled, p)| (rolled.total, p)).collect()
    }

    /// The totals that fumble.
    #[must_use]
    pub fn fumble(&self) -> Numbers {
        self.fumble
    }

    /// The most that the dice part can be; of a chain of criticals, as far as it is followed.
    pub(crate) fn top(&self) -> i32 {
        self.distribution.last().map_or(0, |(rolled, _)| rolled.total)
    }

    /// The mean of the dice part.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.distribution.iter().map(|&(rolled, p)| f64::from(rolled.total) * p).sum()
    }
}

impl Draw for Judge {
    type Out = Rolled;

    /// NW-02, NW-03: two dice; a fumble number ends it at -10, a critical number adds 10 and the
    /// dice are rolled again, without limit.
    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Rolled {
        let mut two_dice = || [0; 2].map(|_| dice.below(by, 6) as i32 + 1);
        let mut shown = two_dice();
        if self.fumble.has(shown[0] + shown[1]) {
            return Rolled::FUMBLED;
        }
        let mut criticals = 0;
        while self.crit.has(shown[0] + shown[1]) {
            criticals += 1;
            shown = two_dice();
        }
        Rolled { faces: Faces::First(shown[0] as u8), ..Rolled::chain(criticals, shown[0] + shown[1]) }
    }

    fn sample<W: Words>(&self, words: &mut W) -> Rolled {
        let word = words.word();
        let (rolled, _) = self.distribution[self.inverse.pick(word) as usize];
        Rolled { faces: Faces::drawn(word), ..rolled }
    }

    fn n_outcomes(&self) -> usize {
        self.distribution.len()
    }

    fn outcome(&self, i: usize) -> (Rolled, f64) {
        self.distribution[i]
    }

    fn worth(&self, out: &Rolled) -> i32 {
        out.total
    }

    fn mean_worth(&self, _means: &mut Means) -> i64 {
        parts_of(self.mean())
    }
}

/// Two dice without critical and fumble, rolled again until they show one of these totals. Of any total:
/// the Action Count Judge (NW-11) and a critical number; of some: a fumble number that differs from it
/// (NW-04), or what a fumble showed that was cancelled (NW-06).
#[derive(Clone, Copy, Debug)]
pub struct TwoDice(pub Numbers);

impl TwoDice {
    /// As they fall.
    pub const ANY: Self = Self(Numbers(0b1_1111_1111_1100));

    fn ways(self, i: usize) -> u32 {
        if self.0.has(i as i32 + 2) { WAYS_2D6[i + 2] } else { 0 }
    }

    #[inline(always)]
    fn again_until(self, mut shown: impl FnMut() -> i32) -> i32 {
        loop {
            let v = shown();
            if self.0.has(v) {
                return v;
            }
        }
    }
}

impl Draw for TwoDice {
    type Out = i32;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> i32 {
        self.again_until(|| (dice.below(by, 6) + dice.below(by, 6) + 2) as i32)
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> i32 {
        self.again_until(|| sample_2d6(words.word()))
    }

    fn n_outcomes(&self) -> usize {
        11
    }

    fn outcome(&self, i: usize) -> (i32, f64) {
        let all: u32 = (0..11).map(|i| self.ways(i)).sum();
        (i as i32 + 2, f64::from(self.ways(i)) / f64::from(all))
    }

    #[inline(always)]
    fn worth(&self, out: &i32) -> i32 {
        *out
    }

    #[inline(always)]
    fn mean_worth(&self, _means: &mut Means) -> i64 {
        if self.0 == Self::ANY.0 {
            return 7 * POINT;
        }
        let ways = |i: usize| i64::from(self.ways(i));
        (0..11).map(|i| (i as i64 + 2) * ways(i)).sum::<i64>() * POINT / (0..11).map(ways).sum::<i64>()
    }
}
