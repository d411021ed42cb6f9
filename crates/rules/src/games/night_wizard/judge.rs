//! The Judge (NW-01 to NW-04), as a named draw.

use super::contest_table::RollQuality;
use super::setup::Numbers;
use crate::engine::draw::{Chance, Draw, Roll, Words};
use crate::tables::{FLOOR, InverseCdf, WAYS_2D6, p_2d6, sample_2d6};

/// NW-02: what a critical adds before the dice are rolled again.
pub const CRITICAL: i32 = 10;
/// NW-03: what a fumble is worth.
pub const FUMBLE: i32 = -10;

/// The dice part of a Judge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rolled {
    /// What it adds to the fixed part.
    pub total: i32,
    /// How often the dice were critical.
    pub criticals: u16,
    /// Whether they fumbled.
    pub is_fumble: bool,
}

impl Rolled {
    /// How they went, as a number.
    #[inline(always)]
    #[must_use]
    pub fn quality(self) -> RollQuality {
        if self.is_fumble { 0 } else { 1 + RollQuality::from(self.criticals.min(254)) }
    }

    const FUMBLED: Self = Self { total: FUMBLE, criticals: 0, is_fumble: true };

    fn chain(criticals: u16, last: i32) -> Self {
        Self { total: CRITICAL * i32::from(criticals) + last, criticals, is_fumble: false }
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
    pub(super) fn distribution(&self) -> &[(Rolled, f64)] {
        &self.distribution
    }

    /// The values of the dice part with their probabilities.
    pub(super) fn values(&self) -> Vec<(i32, f64)> {
        self.distribution.iter().map(|&(rolled, p)| (rolled.total, p)).collect()
    }

    /// The totals that fumble.
    #[must_use]
    pub fn fumble(&self) -> Numbers {
        self.fumble
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
        let mut two_dice = || (dice.below(by, 6) + dice.below(by, 6) + 2) as i32;
        let mut v = two_dice();
        if self.fumble.has(v) {
            return Rolled::FUMBLED;
        }
        let mut criticals = 0;
        while self.crit.has(v) {
            criticals += 1;
            v = two_dice();
        }
        Rolled::chain(criticals, v)
    }

    fn sample<W: Words>(&self, words: &mut W) -> Rolled {
        self.distribution[self.inverse.pick(words.word()) as usize].0
    }

    fn n_outcomes(&self) -> usize {
        self.distribution.len()
    }

    fn outcome(&self, i: usize) -> (Rolled, f64) {
        self.distribution[i]
    }
}

/// Two dice as they fall, without critical and fumble: the Action Count Judge (NW-11).
#[derive(Clone, Copy, Debug)]
pub struct TwoDice;

impl Draw for TwoDice {
    type Out = i32;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> i32 {
        (dice.below(by, 6) + dice.below(by, 6) + 2) as i32
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> i32 {
        sample_2d6(words.word())
    }

    fn n_outcomes(&self) -> usize {
        11
    }

    fn outcome(&self, i: usize) -> (i32, f64) {
        (i as i32 + 2, p_2d6(i + 2))
    }
}

/// NW-04: a fumble number, rolled again while it equals the critical number.
#[derive(Clone, Copy, Debug)]
pub struct FumbleNumber {
    /// The critical number rolled before.
    pub crit: i32,
}

impl FumbleNumber {
    fn ways(self, i: usize) -> u32 {
        if i as i32 + 2 == self.crit { 0 } else { WAYS_2D6[i + 2] }
    }
}

impl Draw for FumbleNumber {
    type Out = i32;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> i32 {
        loop {
            let v = TwoDice.roll(by, dice);
            if v != self.crit {
                return v;
            }
        }
    }

    fn sample<W: Words>(&self, words: &mut W) -> i32 {
        loop {
            let v = TwoDice.sample(words);
            if v != self.crit {
                return v;
            }
        }
    }

    fn n_outcomes(&self) -> usize {
        11
    }

    fn outcome(&self, i: usize) -> (i32, f64) {
        let all: u32 = (0..11).map(|i| self.ways(i)).sum();
        (i as i32 + 2, f64::from(self.ways(i)) / f64::from(all))
    }
}
