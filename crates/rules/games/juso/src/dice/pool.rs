//! The dice of the game (JU-01 to JU-05): pools of which each die is a success or not.

use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::{Means, POINT};

/// The most dice of a pool. A larger one, which takes many abilities at once, counts as this.
pub const MAX_DICE: usize = 128;

const WIDTH: usize = MAX_DICE + 2;

/// P(S(n) = s), at `n` and `s`. Each is a sum of halves, so exact while C(n, s) is below 2^53 and
/// right to the last bits beyond.
static P: [[f64; WIDTH]; MAX_DICE + 1] = {
    let mut p = [[0.0; WIDTH]; MAX_DICE + 1];
    p[0][0] = 1.0;
    let mut n = 1;
    while n <= MAX_DICE {
        p[n][0] = p[n - 1][0] / 2.0;
        let mut s = 1;
        while s <= n {
            p[n][s] = (p[n - 1][s - 1] + p[n - 1][s]) / 2.0;
            s += 1;
        }
        n += 1;
    }
    p
};

/// P(S(n) >= s), at `n` and `s`.
static TAIL: [[f64; WIDTH]; MAX_DICE + 1] = {
    let mut tail = [[0.0; WIDTH]; MAX_DICE + 1];
    let mut n = 0;
    while n <= MAX_DICE {
        let mut s = n;
        loop {
            tail[n][s] = tail[n][s + 1] + P[n][s];
            if s == 0 {
                break;
            }
            s -= 1;
        }
        n += 1;
    }
    tail
};

/// The sum of P(S(n) >= t) over t from 1 to s, at `n` and `s`, in parts of a point: the mean of S(n), cut at s.
static ABOVE: [[i64; WIDTH]; MAX_DICE + 1] = {
    let mut above = [[0; WIDTH]; MAX_DICE + 1];
    let mut n = 0;
    while n <= MAX_DICE {
        let (mut s, mut sum) = (1, 0.0);
        while s < WIDTH {
            sum += TAIL[n][s];
            above[n][s] = (sum * POINT as f64) as i64;
            s += 1;
        }
        n += 1;
    }
    above
};

/// JU-04: a pool from the sum of its modifiers: at least 0.
#[inline(always)]
fn clamped(dice: i32) -> usize {
    dice.clamp(0, MAX_DICE as i32) as usize
}

/// P(S(`dice`) = `s`).
#[inline(always)]
#[must_use]
pub fn p_exactly(dice: i32, s: i32) -> f64 {
    if s < 0 { 0.0 } else { P[clamped(dice)][(s as usize).min(WIDTH - 1)] }
}

/// JU-02: P(S(`dice`) >= `difficulty`): 1 for a difficulty of 0 or less.
#[inline(always)]
#[must_use]
pub fn p_at_least(dice: i32, difficulty: i32) -> f64 {
    TAIL[clamped(dice)][difficulty.clamp(0, WIDTH as i32 - 1) as usize]
}

/// JU-02: whether P(S(`dice`) >= `difficulty`) is at least 1/2, asked of whole numbers: of dice of which each is as
/// likely a success as none, the upper half of the results is as likely as the lower.
#[inline(always)]
#[must_use]
pub fn is_even_chance(dice: i32, difficulty: i32) -> bool {
    2 * i64::from(difficulty) <= clamped(dice) as i64 + 1
}

/// JU-43: the chance that an attack of `power` dice gets through a defence of `pool` dice, whose
/// difficulty is `difficulty(n)` for n successes.
#[must_use]
pub fn p_through(power: i32, pool: i32, difficulty: impl Fn(i32) -> i32) -> f64 {
    (1..=clamped(power) as i32).map(|n| p_exactly(power, n) * (1.0 - p_at_least(pool, difficulty(n)))).sum()
}

/// A roll of `dice` dice of which the rules read only how the successes stand to `from..=to`:
/// fewer than `from` are one branch, `to` and more another, each number between a branch of its
/// own.
#[derive(Clone, Copy, Debug)]
pub struct Successes {
    /// The number of dice, after JU-04.
    dice: i32,
    from: i32,
    to: i32,
}

impl Successes {
    /// A success-degree roll (JU-03), read to the last success.
    #[inline(always)]
    #[must_use]
    pub fn degree(dice: i32) -> Self {
        Self::up_to(dice, i32::MAX)
    }

    /// A success-degree roll of which everything from `most` (1 or more) on reads the same.
    #[inline(always)]
    #[must_use]
    pub fn up_to(dice: i32, most: i32) -> Self {
        let dice = clamped(dice) as i32;
        Self { dice, from: 1, to: most.min(dice).max(1) }
    }

    /// A difficulty roll (JU-02) against a difficulty of 1 or more.
    #[inline(always)]
    #[must_use]
    pub fn against(dice: i32, difficulty: i32) -> Self {
        Self { dice: clamped(dice) as i32, from: difficulty, to: difficulty }
    }

    /// A base roll that is compared with several difficulties, the least and the greatest of
    /// which are these (JU-54).
    #[inline(always)]
    #[must_use]
    pub fn between(dice: i32, least: i32, most: i32) -> Self {
        let least = least.max(1);
        Self { dice: clamped(dice) as i32, from: least, to: most.max(least) }
    }

    /// Returns how many dice are rolled.
    #[must_use]
    pub fn dice(&self) -> i32 {
        self.dice
    }
}

impl Draw for Successes {
    /// The number of successes.
    type Out = i32;

    /// JU-01: a die of 4 or more is a success.
    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> i32 {
        (0..self.dice).map(|_| i32::from(dice.below(by, 6) + 1 >= 4)).sum()
    }

    /// A fair bit for each die: as exact as the die.
    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> i32 {
        let word = words.word();
        if self.dice <= 64 {
            // The upper bits; a shift by 64 would not be one.
            return if self.dice == 0 { 0 } else { (word >> (64 - self.dice)).count_ones() as i32 };
        }
        word.count_ones() as i32 + (words.word() >> (128 - self.dice)).count_ones() as i32
    }

    #[inline]
    fn n_outcomes(&self) -> usize {
        (self.to - self.from) as usize + 2
    }

    #[inline]
    fn outcome(&self, i: usize) -> (i32, f64) {
        let s = self.from - 1 + i as i32;
        let p = if i == 0 {
            if self.from > self.dice { 1.0 } else { self.p_below_from() }
        } else if s == self.to {
            p_at_least(self.dice, s)
        } else {
            p_exactly(self.dice, s)
        };
        (s, p)
    }

    /// The successes, as far as they are read.
    #[inline(always)]
    fn worth(&self, out: &i32) -> i32 {
        (*out).max(self.from - 1).min(self.to)
    }

    #[inline(always)]
    fn mean_worth(&self, _means: &mut Means) -> i64 {
        let above = |s: i32| ABOVE[clamped(self.dice)][(s.max(0) as usize).min(WIDTH - 1)];
        i64::from(self.from - 1) * POINT + above(self.to) - above(self.from - 1)
    }
}

impl Successes {
    /// P(S < from): by symmetry P(S > dice - from), without the rounding of a difference.
    fn p_below_from(&self) -> f64 {
        p_at_least(self.dice, self.dice - self.from + 1)
    }
}

/// The initiative roll (JU-11): both groups roll, and again until they differ.
#[derive(Clone, Copy, Debug)]
pub struct Initiative {
    /// The dice of the two groups; not both 0.
    pub dice: [i32; 2],
}

impl Initiative {
    /// The chance that the first group has more successes in one roll.
    fn p_more(dice: [i32; 2]) -> f64 {
        (0..=clamped(dice[1]) as i32).map(|s| p_exactly(dice[1], s) * p_at_least(dice[0], s + 1)).sum()
    }

    /// The chance that the first group takes initiative: W / (W + L).
    #[must_use]
    pub fn p_first(&self) -> f64 {
        let [a, b] = self.dice;
        let (won, lost) = (Self::p_more([a, b]), Self::p_more([b, a]));
        won / (won + lost)
    }
}

impl Draw for Initiative {
    /// The successes of both groups in the roll that decided.
    type Out = [i32; 2];

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> [i32; 2] {
        loop {
            let rolled = self.dice.map(|n| Successes::degree(n).roll(by, dice));
            if rolled[0] != rolled[1] {
                return rolled;
            }
        }
    }

    fn sample<W: Words>(&self, words: &mut W) -> [i32; 2] {
        loop {
            let rolled = self.dice.map(|n| Successes::degree(n).sample(words));
            if rolled[0] != rolled[1] {
                return rolled;
            }
        }
    }

    fn n_outcomes(&self) -> usize {
        2
    }

    fn outcome(&self, i: usize) -> ([i32; 2], f64) {
        match i {
            0 => ([1, 0], self.p_first()),
            _ => ([0, 1], 1.0 - self.p_first()),
        }
    }

    /// Returns whether the first group takes initiative.
    fn worth(&self, out: &[i32; 2]) -> i32 {
        i32::from(out[0] > out[1])
    }

    fn mean_worth(&self, means: &mut Means) -> i64 {
        let [a, b] = self.dice.map(|dice| u64::from(dice.cast_unsigned()));
        means.of([a, b, 0, 1], || self.p_first())
    }
}
