//! Damage against soak, in one draw (MG-33 to MG-35).

use super::{Faces, pair};
use crate::dice::{Distribution, Formula};
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::{Means, parts_of};

/// This part of a number is less than half of its last place.
const NOTHING: f64 = 1.0 / (1_u64 << 54) as f64;

/// The soak that a damage roll has to exceed to cost hit points (MG-34, MG-35).
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
    /// The amount by which the difference in size lessens the damage (MG-21).
    pub size: i32,
    /// 2 for damage that is doubled before soak (MG-37), else 1.
    pub times: i32,
    /// The soak against it.
    pub guard: Guard<'a>,
    /// The hit points that are left to lose, counted before a doubling behind soak.
    pub toughness: i32,
    /// Whether every result is a branch.
    pub whole: bool,
}

/// The result of a [`Wound`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wounded {
    /// The damage, doubled.
    pub damage: i32,
    /// The pool before it, as it is rolled now or was left.
    pub soak: i32,
    /// The dice of damage and soak.
    pub faces: [Faces; 2],
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
    #[inline]
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

    /// The mean of what damage takes off that is halved before soak, or of which so many quarters are left, both
    /// rounded down, at most what can be lost.
    #[must_use]
    pub fn mean_of_part(&self, soak: i32, halved: bool, quarters: i32) -> f64 {
        if quarters <= 0 {
            return 0.0;
        }
        if !halved && quarters == 4 {
            return self.mean_to(soak + self.toughness) - self.mean_to(soak);
        }
        // The least damage of which `v` is left.
        let least = |v: i32| (4 * v + quarters - 1) / quarters * if halved { 2 } else { 1 };
        let reaches = (soak + 1..=soak + self.toughness).map(|v| self.at_least(least(v)));
        reaches.take_while(|p| *p > 0.0).sum()
    }

    /// The most hit points that a branch tells apart.
    #[inline]
    fn most_lost(&self) -> i32 {
        self.toughness.max(i32::from(matches!(self.guard, Guard::Roll(..))))
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
        let mut faces = [Faces::default(); 2];
        let damage = self.damage(self.formula.roll(by, dice, &mut faces[0]));
        let soak = match self.guard {
            Guard::Pool(pool) => pool,
            Guard::Roll(formula, _, plus) => (formula.roll(by, dice, &mut faces[1]) + plus).max(0),
        };
        Wounded { damage, soak, faces }
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> Wounded {
        let mut faces = [Faces::default(); 2];
        let damage = self.damage(self.formula.sample(words, &mut faces[0]));
        let soak = match self.guard {
            Guard::Pool(pool) => pool,
            Guard::Roll(formula, _, plus) => (formula.sample(words, &mut faces[1]) + plus).max(0),
        };
        Wounded { damage, soak, faces }
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
                (Wounded { damage: i, soak: pool, ..Wounded::default() }, p)
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
                    return (Wounded { damage, soak, ..Wounded::default() }, self.p(damage) * p_soak(soak));
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
                    return (Wounded { damage: lost, soak: 0, ..Wounded::default() }, p);
                }
                let left = i - most;
                let p = (left..=top).map(|s| p_soak(s) * self.p(s - left)).sum();
                (Wounded { damage: 0, soak: left, ..Wounded::default() }, p)
            }
        }
    }

    /// The hit points that are lost.
    #[inline]
    fn worth(&self, out: &Wounded) -> i32 {
        (out.damage - out.soak).clamp(0, self.most_lost())
    }

    fn mean_worth(&self, means: &mut Means) -> i64 {
        let most = self.most_lost();
        let lost = |soak: i32| self.mean_to(soak.saturating_add(most)) - self.mean_to(soak);
        match self.guard {
            Guard::Pool(pool) => parts_of(lost(pool)),
            Guard::Roll(_, soak, plus) => {
                let ids = u64::from(self.distribution.id()) | u64::from(soak.id()) << 32;
                let key = [ids, pair(self.flat, self.size), pair(most, plus), pair(self.times, 4)];
                means.of(key, || {
                    // What is added can only lower the least result to 0.
                    let none = if plus < 0 { (1.0 - soak.at_least(1 - plus)) * lost(0) } else { 0.0 };
                    let from = plus.max(i32::from(plus < 0));
                    let mut sum = 0.0;
                    for s in from..=soak.top() + plus {
                        let lost = lost(s);
                        // All that is left adds less than a sum of 53 bits can show.
                        if soak.at_least(s - plus) * lost <= sum * NOTHING {
                            break;
                        }
                        sum += soak.p(s - plus) * lost;
                    }
                    none + sum
                })
            }
        }
    }
}
