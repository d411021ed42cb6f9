//! An attack and the defence that answers it, in one draw (MG-16, MG-32, MG-36).

use core::cell::Cell;

use super::{Chances, Faces, Pool, pair};
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::{Means, parts_of};

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

/// The result of an [`Exchange`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exchanged {
    /// The attack result.
    pub roll: i32,
    /// The result of the defence, if it was declared.
    pub answer: Option<i32>,
    /// The dice of both.
    pub faces: [Faces; 2],
}

/// The results from the least on whose chances are worked out once: those worth counting of a die of 12 faces.
const NEAR: usize = 256;

/// The chances of a pool while many are asked for: each is worked out once.
struct OnceEach<'a> {
    pool: &'a Pool,
    chances: Chances,
    least: i32,
    /// P(result >= v), from the least result on; no number where it was not asked for.
    known: [Cell<f64>; NEAR],
}

impl<'a> OnceEach<'a> {
    fn of(pool: &'a Pool) -> Self {
        let known = [const { Cell::new(f64::NAN) }; NEAR];
        Self { pool, chances: Chances::of(pool.die), least: pool.plus, known }
    }

    /// P(result >= v).
    fn at_least(&self, v: i32) -> f64 {
        let make = || self.pool.at_least_of(&self.chances, v);
        let place = usize::try_from(v.saturating_sub(self.least)).ok();
        let Some(known) = place.and_then(|place| self.known.get(place)) else { return make() };
        if known.get().is_nan() {
            known.set(make());
        }
        known.get()
    }
}

impl Exchange {
    #[inline(always)]
    fn is_declared(&self, roll: i32) -> bool {
        roll >= self.declared[0] && roll <= self.declared[1]
    }

    #[inline(always)]
    fn answered(&self, roll: i32, attack: Faces, answer: impl FnOnce(&Pool, &mut Faces) -> i32) -> Exchanged {
        let mut defence = Faces::default();
        let pool = self.answer.as_ref().filter(|_| self.is_declared(roll));
        let answer = pool.map(|pool| answer(pool, &mut defence));
        Exchanged { roll, answer, faces: [attack, defence] }
    }

    /// The least result that is a critical hit against this target number.
    #[inline(always)]
    fn critical_from(&self, n: i32) -> i32 {
        if self.criticals { 2 * n } else { i32::MAX }
    }

    /// The mean worth.
    fn mean(&self) -> f64 {
        let attack = OnceEach::of(&self.attack);
        let answer = self.answer.as_ref().map(OnceEach::of);
        let attack_at_least = |v: i32| attack.at_least(v);
        let answer_at_least = |v: i32| answer.as_ref().map_or(0.0, |answer| answer.at_least(v));
        let (ends, mut sum, mut all) = (self.attack.ends(), 0.0, 0.0);
        for i in 0..self.n_outcomes() {
            let (out, p) = self.outcome_by(i, ends, &attack_at_least, &answer_at_least);
            sum += f64::from(self.worth(&out)) * p;
            all += p;
        }
        sum / all
    }
}

impl Draw for Exchange {
    type Out = Exchanged;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Exchanged {
        let mut attack = Faces::default();
        let roll = self.attack.roll_shown(by, dice, &mut attack);
        self.answered(roll, attack, |pool, faces| pool.roll_shown(by, dice, faces))
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> Exchanged {
        let mut attack = Faces::default();
        let roll = self.attack.sample_shown(words, &mut attack);
        self.answered(roll, attack, |pool, faces| pool.sample_shown(words, faces))
    }

    /// Far miss, near miss, hit and critical without an answer, then with it: stopped, near and far, a miss that it
    /// would not have stopped, near and far, hit and critical.
    fn n_outcomes(&self) -> usize {
        if self.answer.is_some() { 10 } else { 4 }
    }

    fn outcome(&self, i: usize) -> (Exchanged, f64) {
        let answer = |v: i32| self.answer.as_ref().map_or(0.0, |pool| pool.at_least(v));
        self.outcome_by(i, self.attack.ends(), &|v| self.attack.at_least(v), &answer)
    }

    /// One for a hit, two for a critical hit.
    #[inline]
    fn worth(&self, out: &Exchanged) -> i32 {
        let n = out.answer.map_or(self.n, |answer| answer.max(self.n));
        if out.roll < n { 0 } else { 1 + i32::from(self.criticals && out.roll >= 2 * n) }
    }

    fn mean_worth(&self, means: &mut Means) -> i64 {
        let mean = || self.mean();
        let answer = match &self.answer {
            Some(pool) => pool.code().map(|code| code | 1 << 59),
            None => Some(0),
        };
        match self.attack.code().zip(answer) {
            Some((attack, answer)) => {
                let flags = u64::from(self.criticals) << 59 | u64::from(self.far_miss) << 60;
                let declared = pair(self.declared[0], self.declared[1]);
                means.of([attack | flags, answer, declared, pair(self.n, 3)], mean)
            }
            None => parts_of(mean()),
        }
    }
}

impl Exchange {
    /// An outcome and its chance, where `attack` is P(attack >= v), between these ends, and `answer` P(answer >= v).
    fn outcome_by(
        &self,
        i: usize,
        (low, top): (i32, i32),
        attack: &dyn Fn(i32) -> f64,
        answer: &dyn Fn(i32) -> f64,
    ) -> (Exchanged, f64) {
        let n = self.n;
        let between = |from: i32, to: i32| match to {
            _ if to < from => 0.0,
            i32::MAX => attack(from),
            _ => attack(from) - attack(to + 1),
        };
        let bar = self.critical_from(n);
        let none = |roll: i32, p: f64| (Exchanged { roll, ..Exchanged::default() }, p);
        if self.answer.is_none() {
            return match i {
                0 if self.far_miss => none(n - 5, 1.0 - attack(n - 4)),
                0 => none(n - 1, 0.0),
                1 if self.far_miss => none(n - 1, between(n - 4, n - 1)),
                1 => none(n - 1, 1.0 - attack(n)),
                2 => none(n, between(n, bar.saturating_sub(1).max(n - 1))),
                _ => none(bar, if self.criticals { attack(bar.max(n)) } else { 0.0 }),
            };
        }
        let from = self.declared[0].max(low);
        let to = self.declared[1];
        // The results at which nothing is declared lie below and above those at which it is.
        let outside = |a: i32, b: i32| between(a, b) - between(a.max(from), b.min(to));
        let with = |is: &dyn Fn(i32) -> f64| -> f64 {
            let mut at_least = attack(from);
            let p = |roll: i32| {
                let above = if roll == top { 0.0 } else { attack(roll + 1) };
                core::mem::replace(&mut at_least, above) - above
            };
            (from..=to.min(top)).map(p).zip(from..).map(|(p, roll)| p * is(roll)).sum()
        };
        let answered = |roll: i32, answer: i32, p: f64| {
            (Exchanged { roll, answer: Some(answer), ..Exchanged::default() }, p)
        };
        // A roll of v against an answer of d: stopped by d > v, critical if 2 max(n, d) <= v; by 5 or more if
        // max(n, d) >= v + 5.
        let stopped = |roll: i32| answer(roll + 1);
        let is_far = |roll: i32| self.far_miss && n >= roll + 5;
        let stopped_far = |roll: i32| {
            if !self.far_miss {
                0.0
            } else if is_far(roll) {
                stopped(roll)
            } else {
                answer(roll + 5)
            }
        };
        let missed = |roll: i32| if roll < n { 1.0 - stopped(roll) } else { 0.0 };
        let critical = |roll: i32| {
            if self.criticals && roll >= n.max(2 * n) { 1.0 - answer(roll.div_euclid(2) + 1) } else { 0.0 }
        };
        let hit = |roll: i32| if roll < n { 0.0 } else { 1.0 - stopped(roll) - critical(roll) };
        let least = n.max(1);
        match i {
            0 if self.far_miss => none(n - 5, outside(low, n - 5)),
            0 => none(n - 1, 0.0),
            1 => none(n - 1, outside(if self.far_miss { n - 4 } else { low }, n - 1)),
            // A representative that lies outside of what is declared, read as hit or critical.
            2 => none(self.undeclared(false), outside(n, bar.saturating_sub(1).max(n - 1))),
            3 => {
                none(self.undeclared(true), if self.criticals { outside(bar.max(n), i32::MAX) } else { 0.0 })
            }
            4 => answered(n, n + 1, with(&|roll| stopped(roll) - stopped_far(roll))),
            5 => answered(n, n + 5, with(&stopped_far)),
            6 => answered(n - 1, n - 1, with(&|roll| if is_far(roll) { 0.0 } else { missed(roll) })),
            7 => answered(n - 5, n - 5, with(&|roll| if is_far(roll) { missed(roll) } else { 0.0 })),
            8 => answered(least, least, with(&hit)),
            _ => answered(2 * least, least, with(&critical)),
        }
    }

    /// A result that hits without an answer being declared.
    fn undeclared(&self, critical: bool) -> i32 {
        let bar = self.critical_from(self.n);
        if critical { bar.max(self.declared[1].saturating_add(1)) } else { self.n }
    }
}
