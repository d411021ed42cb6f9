//! The named draws: what is rolled together and what of it the rules read.

mod exchange;
mod faces;
mod wound;

pub use exchange::{Exchange, Exchanged};
pub use faces::{Faces, Rolled, Shown};
pub use wound::{Guard, Wound, Wounded};

use crate::dice::{Die, Distribution, Formula};
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::{Means, mean_of_branches, parts_of};

/// Two numbers in one word of a key.
#[inline]
pub(super) fn pair(a: i32, b: i32) -> u64 {
    u64::from(a.cast_unsigned()) | u64::from(b.cast_unsigned()) << 32
}

/// Below this the square of a chance is less than what a number of 64 bits shows beside it.
const RARE: f64 = 1e-13;

/// The chances of one die. Those of a die that explodes on two faces are sums over all that is less, so that they
/// are worked out once for many looks.
pub(super) enum Chances {
    /// Of a die whose chances are powers of one number.
    Powers(Die),
    /// P(X >= v), from 0 on; beyond the last one nothing is worth counting.
    Sums(Vec<f64>),
}

impl Chances {
    pub(super) fn of(die: Die) -> Self {
        if die.is_by_faces() { Self::Sums(die.tail()) } else { Self::Powers(die) }
    }

    /// P(X >= v).
    #[inline]
    pub(super) fn at_least(&self, v: i32) -> f64 {
        match self {
            Self::Powers(die) => die.at_least(v),
            Self::Sums(_) if v <= 0 => 1.0,
            Self::Sums(tail) => tail.get(v as usize).copied().unwrap_or(0.0),
        }
    }
}

/// A roll of a pool (MG-03): the highest of its dice, or of two dice the lower one, and what is added.
///
/// Results below `from` are one branch, `to` and more another, each number between a branch of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// The die.
    pub die: Die,
    /// The number of dice; 0 or less: the lowest of two and, under `dice.negative_skill`, of more.
    pub dice: i32,
    /// The number that is added to the result.
    pub plus: i32,
    /// Whether a result below 0 counts 0 (`dice.clamp_zero`).
    pub clamp: bool,
    from: i32,
    to: i32,
}

impl Pool {
    /// A pool of which every result is read.
    #[inline(always)]
    #[must_use]
    pub fn new(die: Die, dice: i32, plus: i32) -> Self {
        Self { die, dice, plus, clamp: false, from: i32::MIN, to: i32::MAX }
    }

    /// Of which only the results from `from` to `to` are told apart.
    #[inline(always)]
    #[must_use]
    pub fn between(self, from: i32, to: i32) -> Self {
        Self { from, to: to.max(from), ..self }
    }

    /// Of which only success against `difficulty` is read.
    #[inline(always)]
    #[must_use]
    pub fn against(self, difficulty: i32) -> Self {
        self.between(difficulty, difficulty)
    }

    #[inline(always)]
    fn kept(self, mut roll: impl FnMut() -> i32) -> i32 {
        let mut kept = roll();
        if self.dice > 0 {
            for _ in 1..self.dice {
                kept = kept.max(roll());
            }
        } else {
            for _ in 0..(1 - self.dice) {
                kept = kept.min(roll());
            }
        }
        let value = kept + self.plus;
        if self.clamp { value.max(0) } else { value }
    }

    /// Rolls it, and notes its dice.
    #[inline]
    pub fn roll_shown<C: Chance>(&self, by: Roll, dice: &mut C, faces: &mut Faces) -> i32 {
        self.kept(|| self.die.roll(by, dice, faces))
    }

    /// Samples it, and notes its dice.
    #[inline(always)]
    pub fn sample_shown<W: Words>(&self, words: &mut W, faces: &mut Faces) -> i32 {
        self.kept(|| self.die.sample(words, faces))
    }

    /// P(result >= v).
    #[inline]
    #[must_use]
    pub fn at_least(&self, v: i32) -> f64 {
        self.at_least_by(v, |v| self.die.at_least(v))
    }

    /// P(result >= v), where `one` is P(X >= v) of one die.
    #[inline(always)]
    pub fn at_least_by(&self, v: i32, one: impl FnOnce(i32) -> f64) -> f64 {
        if self.clamp && v <= 0 {
            return 1.0;
        }
        let s = one(v.saturating_sub(self.plus));
        match self.dice {
            1 => s,
            // Of what is so rare no two dice show it, but one may: it is not nothing.
            x if x > 1 && s < RARE => f64::from(x) * s,
            x if x > 1 => 1.0 - (1.0 - s).powi(x),
            x => s.powi(2 - x),
        }
    }

    /// P(result = v).
    #[inline]
    #[must_use]
    pub fn p(&self, v: i32) -> f64 {
        self.at_least(v) - self.at_least(v + 1)
    }

    /// The least and the greatest result worth counting.
    #[must_use]
    pub fn ends(&self) -> (i32, i32) {
        self.ends_by(self.die.top())
    }

    /// The least and the greatest result worth counting, where `top` is that of one die.
    #[inline(always)]
    #[must_use]
    pub fn ends_by(&self, top: i32) -> (i32, i32) {
        let least = i32::from(self.die.k < 0).saturating_neg() + self.plus;
        let floor = if self.clamp { 0 } else { i32::MIN };
        (least.max(floor), (top + self.plus).max(floor))
    }

    /// The pool as a number of 59 bits, whatever is told apart of it; `None` of one beyond all reason.
    #[inline]
    pub(super) fn code(&self) -> Option<u64> {
        let [dice, plus] = [self.dice, self.plus].map(|n| i16::try_from(n).ok());
        let numbers = u64::from(dice?.cast_unsigned()) | u64::from(plus?.cast_unsigned()) << 16;
        Some(self.die.code() | numbers << 26 | u64::from(self.clamp) << 58)
    }

    /// P(result >= v), by the chances of its die.
    #[inline]
    pub(super) fn at_least_of(&self, chances: &Chances, v: i32) -> f64 {
        self.at_least_by(v, |v| chances.at_least(v))
    }

    /// The mean of the result, as far as it is read.
    fn mean(&self) -> f64 {
        let (from, to) = self.window();
        if self.die.is_by_faces() {
            let chances = Chances::of(self.die);
            let above: f64 = (from..=to).map(|v| self.at_least_of(&chances, v)).sum();
            return f64::from(from - 1) + above;
        }
        // The mean of its branches, where each chance is asked for once.
        let worth = |v: i32| f64::from(self.worth(&v));
        let mut at_least = self.at_least(from);
        let mut all = 1.0 - at_least;
        let mut sum = worth(from - 1) * all;
        for v in from..=to {
            let above = if v == to { 0.0 } else { self.at_least(v + 1) };
            let p = at_least - above;
            sum += worth(v) * p;
            all += p;
            at_least = above;
        }
        sum / all
    }

    /// The results that are told apart.
    fn window(&self) -> (i32, i32) {
        let (least, most) = self.ends();
        let from = self.from.max(least + 1);
        (from, self.to.min(most).max(from))
    }
}

impl Draw for Pool {
    type Out = i32;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> i32 {
        self.roll_shown(by, dice, &mut Faces::default())
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> i32 {
        self.sample_shown(words, &mut Faces::default())
    }

    fn n_outcomes(&self) -> usize {
        let (from, to) = self.window();
        (to - from) as usize + 2
    }

    fn outcome(&self, i: usize) -> (i32, f64) {
        let (from, to) = self.window();
        let v = from - 1 + i as i32;
        let p = match i {
            0 => 1.0 - self.at_least(from),
            _ if v == to => self.at_least(v),
            _ => self.p(v),
        };
        (v, p)
    }

    /// The result, as far as it is read.
    #[inline]
    fn worth(&self, out: &i32) -> i32 {
        let least = self.from.saturating_sub(1);
        (*out).clamp(least, self.to.max(least))
    }

    fn mean_worth(&self, means: &mut Means) -> i64 {
        match self.code() {
            Some(code) => means.of([code, pair(self.from, self.to), 0, 1], || self.mean()),
            None => parts_of(self.mean()),
        }
    }
}

/// A formula whose value is read: falls, healing, soak that is rolled for its own sake.
#[derive(Clone, Copy, Debug)]
pub struct Total<'a> {
    /// The dice.
    pub formula: &'a Formula,
    /// Their distribution.
    pub distribution: &'a Distribution,
    /// From here on values are one branch.
    pub most: i32,
}

impl Total<'_> {
    /// The value of the last branch.
    #[inline]
    fn cut(&self) -> i32 {
        self.distribution.top().min(self.most.max(0))
    }
}

impl Draw for Total<'_> {
    type Out = i32;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> i32 {
        self.formula.roll(by, dice, &mut Faces::default())
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> i32 {
        self.formula.sample(words, &mut Faces::default())
    }

    fn n_outcomes(&self) -> usize {
        self.cut() as usize + 1
    }

    fn outcome(&self, i: usize) -> (i32, f64) {
        let v = i as i32;
        let p =
            if i + 1 == self.n_outcomes() { self.distribution.at_least(v) } else { self.distribution.p(v) };
        (v, p)
    }

    /// The value, as far as it is read.
    #[inline]
    fn worth(&self, out: &i32) -> i32 {
        (*out).min(self.cut())
    }

    #[inline]
    fn mean_worth(&self, _means: &mut Means) -> i64 {
        parts_of(self.distribution.above(self.cut()))
    }
}

/// A contest of two pools of which the difference above 0 is read (MG-59, MG-60): mine less theirs.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// The pool of the unit that wants a high difference.
    pub mine: Pool,
    /// The pool of the unit that resists.
    pub theirs: Pool,
    /// Differences of this or less are one branch.
    pub least: i32,
}

impl Contest {
    /// P(mine - theirs >= d).
    #[must_use]
    pub fn at_least(&self, d: i32) -> f64 {
        let tops = [&self.mine, &self.theirs].map(|pool| pool.die.top());
        self.at_least_by(d, tops, |v| self.mine.at_least(v), |v| self.theirs.at_least(v))
    }

    /// P(mine - theirs >= d), where `tops` are the greatest values of one die and the functions the chances
    /// of both pools.
    #[inline(always)]
    pub fn at_least_by(
        &self,
        d: i32,
        tops: [i32; 2],
        mine: impl Fn(i32) -> f64,
        theirs: impl Fn(i32) -> f64,
    ) -> f64 {
        let (least, top) = self.theirs.ends_by(tops[1]);
        // What mine cannot reach need not be asked.
        let most = top.min(self.mine.ends_by(tops[0]).1 - d);
        let mut at_least = theirs(least);
        let mut sum = 0.0;
        for v in least..=most {
            let more = if v == top { 0.0 } else { theirs(v + 1) };
            sum += (at_least - more) * mine(v + d);
            at_least = more;
        }
        sum
    }

    fn top(&self) -> i32 {
        (self.mine.ends().1 - self.theirs.ends().0).max(self.least + 1)
    }

    /// The mean of the margin, as far as it is read, in one pass: the sum over the chances of each margin would go
    /// over all results once for every margin.
    fn mean(&self) -> f64 {
        let [mine, theirs] = [self.mine, self.theirs].map(|pool| (pool, Chances::of(pool.die)));
        let at_least = |of: &(Pool, Chances), v: i32| of.0.at_least_of(&of.1, v);
        let (low, top) = (self.theirs.ends().0, self.mine.ends().1);
        // Above v mine is as much more, on the mean, as its chances to reach more than v add up to.
        let (mut above, mut mean) = (0.0, f64::from(self.least));
        for v in (low + self.least..top).rev() {
            above += at_least(&mine, v + 1);
            let shown = v - self.least;
            mean += above * (at_least(&theirs, shown) - at_least(&theirs, shown + 1));
        }
        mean
    }
}

impl Draw for Contest {
    /// Both results.
    type Out = [i32; 2];

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> [i32; 2] {
        let mine = self.mine.roll(by, dice);
        [mine, self.theirs.roll(by, dice)]
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> [i32; 2] {
        let mine = self.mine.sample(words);
        [mine, self.theirs.sample(words)]
    }

    fn n_outcomes(&self) -> usize {
        (self.top() - self.least) as usize + 1
    }

    fn outcome(&self, i: usize) -> ([i32; 2], f64) {
        let d = self.least + i as i32;
        let p = match i {
            0 => 1.0 - self.at_least(d + 1),
            _ if d == self.top() => self.at_least(d),
            _ => self.at_least(d) - self.at_least(d + 1),
        };
        ([d, 0], p.max(0.0))
    }

    /// The margin, as far as it is read.
    fn worth(&self, out: &[i32; 2]) -> i32 {
        (out[0] - out[1]).max(self.least)
    }

    fn mean_worth(&self, means: &mut Means) -> i64 {
        match self.mine.code().zip(self.theirs.code()) {
            Some((mine, theirs)) => means.of([mine, theirs, pair(self.least, 0), 2], || self.mean()),
            None => parts_of(self.mean()),
        }
    }
}

/// The initiative of a duel (MG-09, MG-11, MG-15): who is first, and the partial turns of both.
#[derive(Clone, Debug)]
pub struct DuelOrder {
    /// The pool of each side.
    pub(crate) pools: [Pool; 2],
    outcomes: Vec<([i32; 2], f64)>,
}

impl DuelOrder {
    /// Of these dice and what is added to them.
    #[must_use]
    pub fn new(dice: [Die; 2], plus: [i32; 2]) -> Self {
        let pools = [0, 1].map(|i| Pool::new(dice[i], 1, plus[i]));
        let mut outcomes: Vec<([i32; 2], f64)> = Vec::new();
        let [a, b] = pools.map(|pool| pool.ends());
        let p = |pool: &Pool, v: i32, most: i32| if v == most { pool.at_least(v) } else { pool.p(v) };
        for x in a.0..=a.1 {
            for y in b.0..=b.1 {
                let both = p(&pools[0], x, a.1) * p(&pools[1], y, b.1);
                let class = |x: i32, y: i32| (x.cmp(&y), partial_turns(x), partial_turns(y), x > 0, y > 0);
                match outcomes.iter_mut().find(|(of, _)| class(of[0], of[1]) == class(x, y)) {
                    Some((_, sum)) => *sum += both,
                    None => outcomes.push(([x, y], both)),
                }
            }
        }
        outcomes.retain(|&(_, p)| p > 0.0);
        Self { pools, outcomes }
    }
}

/// MG-15: the partial turns of an initiative.
#[inline(always)]
#[must_use]
pub fn partial_turns(initiative: i32) -> i32 {
    if initiative > 10 { (initiative - 1) / 10 } else { 0 }
}

impl Draw for &DuelOrder {
    /// The initiatives of both.
    type Out = [i32; 2];

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> [i32; 2] {
        self.pools.map(|pool| pool.roll(by, dice))
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> [i32; 2] {
        self.pools.map(|pool| pool.sample(words))
    }

    fn n_outcomes(&self) -> usize {
        self.outcomes.len()
    }

    fn outcome(&self, i: usize) -> ([i32; 2], f64) {
        self.outcomes[i]
    }

    /// Returns who is first, and the partial turns.
    fn worth(&self, out: &[i32; 2]) -> i32 {
        (out[0] - out[1]).signum() + partial_turns(out[0]) - partial_turns(out[1])
    }

    fn mean_worth(&self, _means: &mut Means) -> i64 {
        parts_of(mean_of_branches(self))
    }
}
