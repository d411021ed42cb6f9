//! The dice of the game (MG-01 to MG-05): stat dice that explode, pools of which the best die
//! counts, and formulas that add the best dice of several sets.

pub mod draws;

use core::sync::atomic::{AtomicU32, Ordering};
use fray_engine::draw::FLOOR;
use fray_engine::draw::{Chance, Roll, Words};

use crate::dice::draws::Faces;

/// Explosions beyond this many are as good as unlimited: less than [`FLOOR`] is left of them.
const UNLIMITED: u8 = 64;
/// Faces that one random word answers before the next word is taken.
const FACES_PER_WORD: u32 = 4;
/// Values from here on are not worth counting, or are counted as those of a die with one exploding face.
const MOST_BY_FACES: i32 = 1000;
/// The most sets of a formula: those of a weapon, or armour and the sets of a shield.
pub const MAX_SETS: usize = 6;

/// The rules of a table's dice: `dice.explode`, `dice.max_explosions`, `dice.d4_minus1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceRules {
    /// The most explosions of one die; 0 without explosions.
    pub most: u8,
    /// Whether the -1 of d4-1 is taken once from a chain and not from each roll of it.
    pub once: bool,
}

/// One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    /// Faces, 2 or more.
    pub n: u8,
    /// The number that is added to every physical roll.
    pub k: i8,
    /// Whether it explodes on its two highest faces (MG-04).
    pub two: bool,
    /// The most explosions.
    pub most: u8,
    /// Whether `k` counts once for a chain.
    pub once: bool,
}

impl Die {
    /// The die as a number of 26 bits.
    #[inline]
    #[must_use]
    pub fn code(self) -> u64 {
        let numbers = u64::from(self.n) | u64::from(self.k.cast_unsigned()) << 8 | u64::from(self.most) << 16;
        numbers | u64::from(self.two) << 24 | u64::from(self.once) << 25
    }
}

impl Default for Die {
    fn default() -> Self {
        Self { n: 6, k: 0, two: false, most: UNLIMITED, once: false }
    }
}

impl Die {
    /// MG-02: the die of a stat.
    #[inline]
    #[must_use]
    pub fn of_stat(stat: i32, rules: DiceRules) -> Self {
        let (n, k) = match stat {
            ..=2 => (4, -1),
            3..=4 => (4, 0),
            5..=6 => (6, 0),
            7..=8 => (8, 0),
            9..=10 => (10, 0),
            _ => (12, ((stat - 11) / 2).min(100)),
        };
        Self::of_faces(n, k, rules)
    }

    /// A die of `n` faces with `k` added to each roll.
    #[inline]
    #[must_use]
    pub fn of_faces(n: u8, k: i32, rules: DiceRules) -> Self {
        Self { n, k: k as i8, two: false, most: rules.most, once: rules.once && k < 0 }
    }

    /// The mean of one die that explodes on its highest face without a limit, or not at all.
    #[must_use]
    pub fn mean(self) -> f64 {
        let (n, k) = (f64::from(self.n), f64::from(self.k));
        let once = (n + 1.0) / 2.0 + k;
        if self.most == 0 { once } else { n * once / (n - 1.0) }
    }

    /// The die, exploding on its two highest faces if `yes`.
    #[inline]
    #[must_use]
    pub fn on_two(self, yes: bool) -> Self {
        Self { two: yes && self.n > 2, ..self }
    }

    /// MG-04: rolls until no explosion is left.
    #[inline(always)]
    fn total(self, faces: &mut Faces, mut face: impl FnMut(u32) -> u32) -> i32 {
        let n = u32::from(self.n);
        let ordinary = n - if self.two { 2 } else { 1 };
        let mut sum = 0;
        for t in 0..=self.most {
            let shown = face(n) + 1;
            faces.push(shown, shown > ordinary && t < self.most);
            sum += shown as i32;
            if t == 0 || !self.once {
                sum += i32::from(self.k);
            }
            if shown <= ordinary {
                break;
            }
        }
        sum
    }

    /// Rolls it.
    #[inline]
    pub fn roll<C: Chance>(self, by: Roll, dice: &mut C, faces: &mut Faces) -> i32 {
        self.total(faces, |n| dice.below(by, n))
    }

    /// Reads it off uniform words: one, and more for a chain of several explosions.
    #[inline(always)]
    pub fn sample<W: Words>(self, words: &mut W, faces: &mut Faces) -> i32 {
        let (mut word, mut used) = (words.word(), 0);
        self.total(faces, |n| {
            if used == FACES_PER_WORD {
                (word, used) = (words.word(), 0);
            }
            used += 1;
            let wide = u128::from(word) * u128::from(n);
            word = wide as u64;
            (wide >> 64) as u32
        })
    }

    /// P(X >= v).
    #[must_use]
    pub fn at_least(self, v: i32) -> f64 {
        if v <= 0 {
            return 1.0;
        }
        let n = i32::from(self.n);
        if self.is_by_faces() && v < MOST_BY_FACES {
            let (die, v) = self.without_once(v);
            return die.by_faces(v as usize)[v as usize];
        }
        let (die, v) = self.without_once(v);
        let k = i32::from(die.k);
        let step = n + k;
        if step <= 0 {
            return 0.0;
        }
        let (t, r) = (v / step, v % step);
        if self.most < UNLIMITED && v > (i32::from(self.most) + 1) * step {
            return 0.0;
        }
        let a = (r - k).clamp(1, n);
        f64::from(n).powi(-t) * f64::from(n - a + 1) / f64::from(n)
    }

    /// A chain with the -1 taken once is one of plain dice that has to reach one more.
    #[inline(always)]
    fn without_once(self, v: i32) -> (Self, i32) {
        if self.once {
            (Self { k: 0, once: false, ..self }, v.saturating_sub(i32::from(self.k)))
        } else {
            (self, v)
        }
    }

    /// Returns whether its chances are sums over its faces and no power of one number.
    #[inline(always)]
    fn is_by_faces(self) -> bool {
        self.two && self.most > 0
    }

    /// P(X >= w) for all w up to `top`, of a die that explodes on two faces: by what its first face leaves to
    /// reach.
    fn by_faces(self, top: usize) -> [f64; MOST_BY_FACES as usize + 2] {
        let (n, k) = (i32::from(self.n), i32::from(self.k));
        let unlimited = self.most >= UNLIMITED;
        let mut before = [0.0; MOST_BY_FACES as usize + 2];
        let mut now = before;
        now[0] = 1.0;
        // `now[w]` is P(X >= w) with so many explosions left; a die without a limit reads itself.
        let rounds = if unlimited { 0 } else { u32::from(self.most) };
        for round in 0..=rounds {
            for w in 1..=top {
                let mut sum = 0.0;
                for f in 1..=n {
                    let rest = w as i32 - f - k;
                    let explodes = f > n - 2 && (unlimited || round > 0);
                    sum += match (rest <= 0, explodes) {
                        (true, _) => 1.0,
                        (false, false) => 0.0,
                        (false, true) if unlimited => now[rest as usize],
                        (false, true) => before[rest as usize],
                    };
                }
                now[w] = sum / f64::from(n);
            }
            before = now;
        }
        now
    }

    /// The greatest value with a probability worth counting.
    #[must_use]
    pub fn top(self) -> i32 {
        if self.is_by_faces() {
            return self.tail().len() as i32 - 2;
        }
        let counts = |v: i32| v < MOST_BY_FACES && self.at_least(v) > FLOOR;
        let step = (i32::from(self.n) + i32::from(self.k)).max(1);
        let mut v = 1;
        while counts(v + step) {
            v += step;
        }
        while counts(v) {
            v += 1;
        }
        v - 1
    }

    /// P(X >= v) for v from 0 to one more than the greatest value with a probability worth counting.
    #[must_use]
    pub fn tail(self) -> Vec<f64> {
        if !self.is_by_faces() {
            return (0..=self.top() + 1).map(|v| self.at_least(v)).collect();
        }
        let (die, shift) = self.without_once(0);
        let all = die.by_faces((MOST_BY_FACES + shift) as usize);
        let mut tail = vec![1.0];
        for v in 1..=MOST_BY_FACES {
            tail.push(if v == MOST_BY_FACES { self.at_least(v) } else { all[(v + shift) as usize] });
            if tail[v as usize] <= FLOOR {
                break;
            }
        }
        tail
    }
}

/// A set of dice of a formula (MG-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set {
    /// The number of dice; 0 stands for two of which the lower counts (MG-03).
    pub n: u8,
    /// The die.
    pub die: Die,
    /// Whether all dice count and not only the highest.
    pub cumulative: bool,
}

impl Set {
    #[inline(always)]
    fn total(self, mut roll: impl FnMut(Die) -> i32) -> i32 {
        if self.n == 0 {
            let first = roll(self.die);
            return first.min(roll(self.die));
        }
        let mut total = i32::MIN;
        for at in 0..self.n {
            let value = roll(self.die);
            total = match (at, self.cumulative) {
                (0, _) => value,
                (_, true) => total + value,
                (_, false) => total.max(value),
            };
        }
        total
    }

    /// P(X = v), from 0 on.
    fn distribution(self) -> Vec<f64> {
        let at_least = |s: &f64| match self.n {
            0 => s * s,
            _ if self.cumulative => *s,
            n => 1.0 - (1.0 - s).powi(i32::from(n)),
        };
        let tail: Vec<f64> = self.die.tail().iter().map(at_least).collect();
        let top = tail.len() - 2;
        let one: Vec<f64> = (0..=top).map(|v| tail[v] - if v == top { 0.0 } else { tail[v + 1] }).collect();
        if !self.cumulative {
            return one;
        }
        (1..self.n).fold(one.clone(), |sum, _| convolve(&sum, &one))
    }
}

/// The distribution of a sum, cut where less than [`FLOOR`] is left; the rest falls on its last value.
fn convolve(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; a.len() + b.len() - 1];
    for (i, p) in a.iter().enumerate().filter(|(_, p)| **p > 0.0) {
        for (j, q) in b.iter().enumerate() {
            sum[i + j] += p * q;
        }
    }
    let mut rest = 0.0;
    while sum.len() > 1 && rest + sum[sum.len() - 1] < FLOOR {
        rest += sum.pop().unwrap_or(0.0);
    }
    if let Some(last) = sum.last_mut() {
        *last += rest;
    }
    sum
}

/// A sum of sets. The flat number of a formula is added where the formula is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    sets: [Set; MAX_SETS],
    len: u8,
}

impl Formula {
    /// The sum of these sets, at most [`MAX_SETS`].
    #[must_use]
    pub fn of(sets: &[Set]) -> Self {
        let mut formula = Self::default();
        for &set in sets.iter().take(MAX_SETS) {
            formula.push(set);
        }
        formula
    }

    /// Adds a set.
    pub fn push(&mut self, set: Set) {
        self.sets[usize::from(self.len)] = set;
        self.len += 1;
    }

    /// Its sets.
    #[inline(always)]
    #[must_use]
    pub fn sets(&self) -> &[Set] {
        &self.sets[..usize::from(self.len).min(MAX_SETS)]
    }

    /// Rolls it.
    #[inline]
    pub fn roll<C: Chance>(&self, by: Roll, dice: &mut C, faces: &mut Faces) -> i32 {
        let mut one = |set: &Set| {
            faces.next_set();
            set.total(|die| die.roll(by, dice, faces))
        };
        self.sets().iter().map(&mut one).sum()
    }

    /// Reads it off uniform words.
    #[inline(always)]
    pub fn sample<W: Words>(&self, words: &mut W, faces: &mut Faces) -> i32 {
        let mut one = |set: &Set| {
            faces.next_set();
            set.total(|die| die.sample(words, faces))
        };
        self.sets().iter().map(&mut one).sum()
    }
}

/// The distribution of a formula.
#[derive(Clone, Debug, Default)]
pub struct Distribution {
    /// The identity of the distribution, which only copies of it share.
    id: u32,
    /// P(X >= v), from 0 to the greatest value and one more.
    tail: Vec<f64>,
    /// The sums of `tail` from 1 on: at x the mean of min(X, x).
    above: Vec<f64>,
}

impl Distribution {
    /// Of this formula.
    #[must_use]
    pub fn of(formula: &Formula) -> Self {
        let sets = formula.sets().iter().map(|set| set.distribution());
        let p = sets.reduce(|sum, set| convolve(&sum, &set)).unwrap_or_else(|| vec![1.0]);
        let mut tail = vec![0.0; p.len() + 1];
        for v in (0..p.len()).rev() {
            tail[v] = tail[v + 1] + p[v];
        }
        // What rounding left over of the whole.
        let all = tail[0];
        tail.iter_mut().for_each(|p| *p /= all);
        let mut above = vec![0.0; tail.len()];
        for v in 1..tail.len() {
            above[v] = above[v - 1] + tail[v];
        }
        static MADE: AtomicU32 = AtomicU32::new(1);
        Self { id: MADE.fetch_add(1, Ordering::Relaxed), tail, above }
    }

    /// A number that tells it from other distributions of this program.
    #[inline(always)]
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// P(X >= v).
    #[inline(always)]
    #[must_use]
    pub fn at_least(&self, v: i32) -> f64 {
        if v <= 0 { 1.0 } else { self.tail.get(v as usize).copied().unwrap_or(0.0) }
    }

    /// P(X = v).
    #[inline(always)]
    #[must_use]
    pub fn p(&self, v: i32) -> f64 {
        if v < 0 { 0.0 } else { self.at_least(v) - self.at_least(v + 1) }
    }

    /// The sum of P(X >= w) for w from 1 to `v`; for `v` below 0 the sum taken the other way.
    #[inline(always)]
    #[must_use]
    pub fn above(&self, v: i32) -> f64 {
        if v <= 0 { f64::from(v) } else { self.above[(v as usize).min(self.above.len() - 1)] }
    }

    /// The greatest value.
    #[inline]
    #[must_use]
    pub fn top(&self) -> i32 {
        self.tail.len() as i32 - 2
    }

    /// The mean.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.above[self.above.len() - 1]
    }
}
