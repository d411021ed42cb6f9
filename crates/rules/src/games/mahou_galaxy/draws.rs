//! The named draws: what is rolled together and what of it the rules read.

use super::dice::{Die, Distribution, Formula};
use crate::engine::draw::{Chance, Draw, Roll, Words};

/// A roll of a pool (MG-03): the highest of its dice, or of two dice the lower one, and what is added.
///
/// Results below `from` are one branch, `to` and more another, each number between a branch of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// The die.
    pub die: Die,
    /// How many dice; 0 or less: the lowest of two and, under `dice.negative_skill`, of more.
    pub dice: i32,
    /// What is added to the result.
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

    /// P(result >= v).
    #[inline]
    #[must_use]
    pub fn at_least(&self, v: i32) -> f64 {
        if self.clamp && v <= 0 {
            return 1.0;
        }
        let s = self.die.at_least(v.saturating_sub(self.plus));
        match self.dice {
            1 => s,
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
        (i32::from(self.die.k < 0).saturating_neg() + self.plus, self.die.top() + self.plus)
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
        self.kept(|| self.die.roll(by, dice))
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> i32 {
        self.kept(|| self.die.sample(words))
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
}

/// An attack and the defence that may answer it (MG-16, MG-23, MG-36): what is read is miss, hit and
/// critical, and whether the defence was declared.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    /// The attack roll.
    pub attack: Pool,
    /// The target number without the answer.
    pub n: i32,
    /// Whether a result of twice the target number is a critical hit.
    pub criticals: bool,
    /// Whether a miss by 5 or more is read (MG-51).
    pub far_miss: bool,
    /// The defence that answers results from `declared[0]` to `declared[1]`.
    pub answer: Option<Pool>,
    /// For which attack results the answer is declared.
    pub declared: [i32; 2],
}

/// What came of an [`Exchange`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exchanged {
    /// The attack result.
    pub roll: i32,
    /// The result of the defence, if it was declared.
    pub answer: Option<i32>,
}

impl Exchange {
    #[inline(always)]
    fn is_declared(&self, roll: i32) -> bool {
        roll >= self.declared[0] && roll <= self.declared[1]
    }

    #[inline(always)]
    fn answered(&self, roll: i32, answer: impl FnOnce(&Pool) -> i32) -> Exchanged {
        let answer = self.answer.as_ref().filter(|_| self.is_declared(roll)).map(answer);
        Exchanged { roll, answer }
    }

    /// The least result that is a critical hit against this target number.
    #[inline(always)]
    fn critical_from(&self, n: i32) -> i32 {
        if self.criticals { 2 * n } else { i32::MAX }
    }

    /// P(from <= roll <= to) of the attack.
    fn p_between(&self, from: i32, to: i32) -> f64 {
        if to < from {
            return 0.0;
        }
        self.attack.at_least(from) - if to == i32::MAX { 0.0 } else { self.attack.at_least(to + 1) }
    }
}

impl Draw for Exchange {
    type Out = Exchanged;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Exchanged {
        let roll = self.attack.roll(by, dice);
        self.answered(roll, |pool| pool.roll(by, dice))
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> Exchanged {
        let roll = self.attack.sample(words);
        self.answered(roll, |pool| pool.sample(words))
    }

    /// Far miss, near miss, hit and critical without an answer, then stopped, hit and critical with it.
    fn n_outcomes(&self) -> usize {
        if self.answer.is_some() { 7 } else { 4 }
    }

    fn outcome(&self, i: usize) -> (Exchanged, f64) {
        let n = self.n;
        let bar = self.critical_from(n);
        let none = |roll: i32, p: f64| (Exchanged { roll, answer: None }, p);
        let Some(answer) = &self.answer else {
            return match i {
                0 if self.far_miss => none(n - 5, 1.0 - self.attack.at_least(n - 4)),
                0 => none(n - 1, 0.0),
                1 if self.far_miss => none(n - 1, self.p_between(n - 4, n - 1)),
                1 => none(n - 1, 1.0 - self.attack.at_least(n)),
                2 => none(n, self.p_between(n, bar.saturating_sub(1).max(n - 1))),
                _ => none(bar, if self.criticals { self.attack.at_least(bar.max(n)) } else { 0.0 }),
            };
        };
        let [from, to] = [self.declared[0].max(n), self.declared[1]];
        // The results at which nothing is declared lie below and above those at which it is.
        let outside = |a: i32, b: i32| self.p_between(a, b) - self.p_between(a.max(from), b.min(to)).max(0.0);
        let top = self.attack.ends().1;
        let with = |is: &dyn Fn(i32) -> f64| -> f64 {
            (from..=to.min(top))
                .map(|roll| {
                    let p = if roll == top { self.attack.at_least(roll) } else { self.attack.p(roll) };
                    p * is(roll)
                })
                .sum()
        };
        let answered = |roll: i32, answer: i32, p: f64| (Exchanged { roll, answer: Some(answer) }, p);
        // A roll of v against an answer of d: stopped by d > v, critical if 2 max(n, d) <= v.
        let critical = |roll: i32| {
            if self.criticals && roll >= 2 * n { 1.0 - answer.at_least(roll / 2 + 1) } else { 0.0 }
        };
        match i {
            0 if self.far_miss => none(n - 5, 1.0 - self.attack.at_least(n - 4)),
            0 => none(n - 1, 0.0),
            1 if self.far_miss => none(n - 1, self.p_between(n - 4, n - 1)),
            1 => none(n - 1, 1.0 - self.attack.at_least(n)),
            // A representative that lies outside of what is declared, read as hit or critical.
            2 => none(self.undeclared(false), outside(n, bar.saturating_sub(1).max(n - 1))),
            3 => {
                none(self.undeclared(true), if self.criticals { outside(bar.max(n), i32::MAX) } else { 0.0 })
            }
            4 => answered(from, from + 1, with(&|roll| answer.at_least(roll + 1))),
            5 => answered(from, from, with(&|roll| 1.0 - answer.at_least(roll + 1) - critical(roll))),
            _ => answered(2 * from.max(n), n, with(&critical)),
        }
    }
}

impl Exchange {
    /// A result that hits without an answer being declared.
    fn undeclared(&self, critical: bool) -> i32 {
        let bar = self.critical_from(self.n);
        match critical {
            true => bar.max(self.declared[1].saturating_add(1)),
            false => self.n,
        }
    }
}

/// What stands between a damage roll and the hit points (MG-34, MG-35).
#[derive(Clone, Copy, Debug)]
pub enum Guard<'a> {
    /// A pool that was rolled before; 0 where soak is ignored.
    Pool(i32),
    /// A pool that is rolled now: the formula, its distribution and what is added.
    Roll(&'a Formula, &'a Distribution, i32),
}

/// The damage of a hit and the soak that meets it (MG-33 to MG-35).
#[derive(Clone, Copy, Debug)]
pub struct Wound<'a> {
    /// The dice.
    pub formula: &'a Formula,
    /// Their distribution.
    pub distribution: &'a Distribution,
    /// The flat number, bonuses included.
    pub flat: i32,
    /// What the difference in size takes off (MG-21).
    pub size: i32,
    /// 2 for damage that is doubled before soak (MG-37), else 1.
    pub times: i32,
    /// What stops it.
    pub guard: Guard<'a>,
    /// What is left to lose of hit points, counted before a doubling behind soak.
    pub toughness: i32,
    /// Whether every result is a branch.
    pub whole: bool,
}

/// What came of a [`Wound`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wounded {
    /// The damage, doubled.
    pub damage: i32,
    /// The pool before it, as it is rolled now or was left.
    pub soak: i32,
}

impl Wound<'_> {
    /// MG-05, MG-21, MG-37: from the dice to the damage.
    #[inline(always)]
    fn damage(&self, rolled: i32) -> i32 {
        ((rolled + self.flat).max(0) - self.size).max(0) * self.times
    }

    /// P(damage before doubling >= v).
    #[inline(always)]
    fn p_single(&self, v: i32) -> f64 {
        if v <= 0 || v + self.size <= 0 { 1.0 } else { self.distribution.at_least(v + self.size - self.flat) }
    }

    /// P(damage >= v).
    #[inline(always)]
    #[must_use]
    pub fn at_least(&self, v: i32) -> f64 {
        self.p_single((v + self.times - 1).div_euclid(self.times))
    }

    fn p(&self, v: i32) -> f64 {
        self.at_least(v) - self.at_least(v + 1)
    }

    /// The greatest damage.
    fn top(&self) -> i32 {
        self.damage(self.distribution.top())
    }

    /// The sum of P(damage before doubling >= w) for w from 1 to `v`.
    fn single_above(&self, v: i32) -> f64 {
        let sure = (-self.size).clamp(0, v.max(0));
        let from = sure + self.size - self.flat;
        f64::from(sure) + self.distribution.above(v + self.size - self.flat) - self.distribution.above(from)
    }

    /// The sum of P(damage >= w) for w from 1 to `v`: the mean of the damage cut at `v`.
    #[must_use]
    pub fn mean_to(&self, v: i32) -> f64 {
        if v <= 0 {
            return 0.0;
        }
        if self.times == 1 {
            return self.single_above(v);
        }
        let odd = if v % 2 == 1 { self.p_single((v + 1) / 2) } else { 0.0 };
        2.0 * self.single_above(v / 2) + odd
    }

    /// Outcomes by soak that was rolled before: each damage up to what can be lost.
    fn most(&self, pool: i32) -> i32 {
        let most = (pool + self.toughness).max(0);
        let whole = self.top();
        if self.whole { whole } else { most.min(whole) }
    }
}

impl Draw for Wound<'_> {
    type Out = Wounded;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Wounded {
        let damage = self.damage(self.formula.roll(by, dice));
        let soak = match self.guard {
            Guard::Pool(pool) => pool,
            Guard::Roll(formula, _, plus) => (formula.roll(by, dice) + plus).max(0),
        };
        Wounded { damage, soak }
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> Wounded {
        let damage = self.damage(self.formula.sample(words));
        let soak = match self.guard {
            Guard::Pool(pool) => pool,
            Guard::Roll(formula, _, plus) => (formula.sample(words) + plus).max(0),
        };
        Wounded { damage, soak }
    }

    fn n_outcomes(&self) -> usize {
        match self.guard {
            Guard::Pool(pool) => self.most(pool) as usize + 1,
            Guard::Roll(_, soak, plus) => {
                let soaks = (soak.top() + plus).max(0) as usize + 1;
                if self.whole {
                    (self.top() as usize + 1) * soaks
                } else {
                    self.toughness.max(1) as usize + soaks
                }
            }
        }
    }

    fn outcome(&self, i: usize) -> (Wounded, f64) {
        let i = i as i32;
        match self.guard {
            Guard::Pool(pool) => {
                let p = if i == self.most(pool) { self.at_least(i) } else { self.p(i) };
                (Wounded { damage: i, soak: pool }, p)
            }
            Guard::Roll(_, soak, plus) => {
                let top = (soak.top() + plus).max(0);
                // What is added can only lower the least result to 0.
                let p_soak = |s: i32| {
                    let at_least = |v: i32| if v <= 0 { 1.0 } else { soak.at_least(v - plus) };
                    at_least(s) - at_least(s + 1)
                };
                if self.whole {
                    let (damage, soak) = (i / (top + 1), i % (top + 1));
                    return (Wounded { damage, soak }, self.p(damage) * p_soak(soak));
                }
                let most = self.toughness.max(1);
                if i < most {
                    // So much is lost; all that is there, and more, is the last of these.
                    let lost = i + 1;
                    let p = (0..=top)
                        .map(|s| {
                            let p = if lost == most { self.at_least(s + lost) } else { self.p(s + lost) };
                            p_soak(s) * p
                        })
                        .sum();
                    return (Wounded { damage: lost, soak: 0 }, p);
                }
                let left = i - most;
                let p = (left..=top).map(|s| p_soak(s) * self.p(s - left)).sum();
                (Wounded { damage: 0, soak: left }, p)
            }
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

impl Draw for Total<'_> {
    type Out = i32;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> i32 {
        self.formula.roll(by, dice)
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> i32 {
        self.formula.sample(words)
    }

    fn n_outcomes(&self) -> usize {
        self.distribution.top().min(self.most.max(0)) as usize + 1
    }

    fn outcome(&self, i: usize) -> (i32, f64) {
        let v = i as i32;
        let p =
            if i + 1 == self.n_outcomes() { self.distribution.at_least(v) } else { self.distribution.p(v) };
        (v, p)
    }
}

/// A contest of two pools of which the difference above 0 is read (MG-59, MG-60): mine less theirs.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// Who wants to be higher.
    pub mine: Pool,
    /// Who resists.
    pub theirs: Pool,
    /// Differences of this or less are one branch.
    pub least: i32,
}

impl Contest {
    /// P(mine - theirs >= d).
    #[must_use]
    pub fn at_least(&self, d: i32) -> f64 {
        let (least, most) = self.theirs.ends();
        (least..=most)
            .map(|v| {
                let p = if v == most { self.theirs.at_least(v) } else { self.theirs.p(v) };
                p * self.mine.at_least(v + d)
            })
            .sum()
    }

    fn top(&self) -> i32 {
        (self.mine.ends().1 - self.theirs.ends().0).max(self.least + 1)
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
}

/// The initiative of a duel (MG-09, MG-11, MG-15): who is first, and the partial turns of both.
#[derive(Clone, Debug, Default)]
pub struct DuelOrder {
    dice: [Die; 2],
    plus: [i32; 2],
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
        Self { dice, plus, outcomes }
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
        let first = self.dice[0].roll(by, dice) + self.plus[0];
        [first, self.dice[1].roll(by, dice) + self.plus[1]]
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> [i32; 2] {
        let first = self.dice[0].sample(words) + self.plus[0];
        [first, self.dice[1].sample(words) + self.plus[1]]
    }

    fn n_outcomes(&self) -> usize {
        self.outcomes.len()
    }

    fn outcome(&self, i: usize) -> ([i32; 2], f64) {
        self.outcomes[i]
    }
}
