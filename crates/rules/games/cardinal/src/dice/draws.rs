//! The named draws that roll pools against each other and against numbers (CA-03, CA-24). That of soak stands in
//! `soak`.
//!
//! Each draw has a distribution that keeps only what the rules read of it, summed over the multisets of a
//! pool's dice; a sampled draw takes one word for three dice.

use std::collections::BTreeMap;

use crate::dice::faces::{Distribution, Faces, nth, roll_pool, sample_pool};
use crate::dice::pool::{MAX_DICE, Pool, TOP, Ways};
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::{Means, mean_of_branches};
use fray_kit::memory::{Key, Memory, hashed};

/// CA-03, CA-24: two pools against each other. In an opposed roll the second defends; in an
/// exchange, a Counter, whoever has the higher die hits.
#[derive(Clone, Debug, Default)]
pub struct Contest {
    /// The attacker's dice.
    pub attack: Pool,
    /// The defender's.
    pub defence: Pool,
    /// Whether the defender Counters.
    pub is_exchange: bool,
    /// Whether the numbers of tied dice are read.
    pub reads_ties: bool,
    distribution: Distribution<Contested>,
}

/// The result of a [`Contest`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contested {
    /// Dice of the attacker above the defender's best.
    pub attack: u8,
    /// Dice of a Counter above the attacker's best.
    pub counter: u8,
    /// Without a success, the attacker's dice equal to the best of the other, and in an exchange those of the
    /// Counter.
    pub tied: [u8; 2],
    /// The dice of the attacker and of the defender, where dice were rolled.
    pub faces: [Faces; 2],
}

impl Contested {
    /// The result of these dice of an attacker against these of a defender, who Counters in an exchange.
    #[inline(always)]
    #[must_use]
    pub fn of(attack: Faces, defence: Faces, is_exchange: bool) -> Self {
        let [a, d] = [attack.highest(), defence.highest()];
        let mut out = Self { attack: attack.above(d), faces: [attack, defence], ..Self::default() };
        if is_exchange {
            out.counter = defence.above(a);
        }
        if a == d {
            out.tied = [attack.equal(d), if is_exchange { defence.equal(a) } else { 0 }];
        }
        out
    }
}

impl Contest {
    /// A roll of `attack` against `defence`.
    #[must_use]
    pub fn of(attack: Pool, defence: Pool, is_exchange: bool, reads_ties: bool) -> Self {
        Self { attack, defence, is_exchange, reads_ties, distribution: Distribution::new() }
    }

    #[inline(always)]
    fn read(&self, faces: [Faces; 2]) -> Contested {
        Contested::of(faces[0], faces[1], self.is_exchange)
    }

    fn distribution(&self) -> &[(Contested, f64)] {
        self.distribution.get_or_init(|| {
            let (a, d) = (self.attack, self.defence);
            let all = a.ways() * d.ways();
            let mut distribution = Vec::new();
            let mut add = |out: Contested, ways: f64| {
                if ways > 0.0 {
                    distribution.push((out, ways / all))
                }
            };
            let mut wins = [[0.0; MAX_DICE + 1]; 2];
            let n = [a.len(), d.len()];
            for (winner, (own, other)) in [(a, d), (d, a)].into_iter().enumerate() {
                if winner == 1 && !self.is_exchange {
                    break;
                }
                for (m, ways) in other.ways_of_highest().into_iter().enumerate().filter(|(_, n)| *n > 0.0) {
                    let by_s = own.ways_above(m as u32);
                    for s in 1..=n[winner] {
                        wins[winner][s] += ways * by_s[s];
                    }
                }
            }
            let mut ties: BTreeMap<[u8; 2], f64> = BTreeMap::new();
            let d_high = d.ways_of_highest();
            for m in 1..=TOP {
                let of_a = a.ways_tied(m);
                let of_d = d.ways_tied(m);
                for (t, of_t) in of_a.iter().enumerate().take(n[0] + 1).skip(1) {
                    if self.is_exchange && self.reads_ties {
                        for (u, of_u) in of_d.iter().enumerate().take(n[1] + 1).skip(1) {
                            *ties.entry([t as u8, u as u8]).or_default() += of_t * of_u;
                        }
                    } else {
                        let tied = if self.reads_ties { [t as u8, 0] } else { [1, 0] };
                        *ties.entry(tied).or_default() += of_t * d_high[m as usize];
                    }
                }
            }
            for (s, &ways) in wins[0].iter().enumerate().take(n[0] + 1).skip(1) {
                add(Contested { attack: s as u8, ..Contested::default() }, ways);
            }
            for (s, &ways) in wins[1].iter().enumerate().take(n[1] + 1).skip(1) {
                add(Contested { counter: s as u8, ..Contested::default() }, ways);
            }
            for (tied, ways) in ties {
                add(Contested { tied, ..Contested::default() }, ways);
            }
            let decided: f64 = distribution.iter().map(|branch| branch.1).sum();
            if !self.is_exchange && !d.is_empty() || a.is_empty() {
                distribution.push((Contested::default(), (1.0 - decided).max(0.0)));
            }
            distribution
        })
    }
}

impl Draw for Contest {
    type Out = Contested;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Contested {
        let attack = roll_pool(self.attack, by, dice);
        self.read([attack, roll_pool(self.defence, by, dice)])
    }

    #[inline]
    fn sample<W: Words>(&self, words: &mut W) -> Contested {
        let attack = sample_pool(self.attack, words);
        self.read([attack, sample_pool(self.defence, words)])
    }

    fn n_outcomes(&self) -> usize {
        self.distribution().len()
    }

    fn outcome(&self, i: usize) -> (Contested, f64) {
        nth(self.distribution(), i)
    }

    /// The attacker's successes, less those of a Counter.
    #[inline]
    fn worth(&self, out: &Contested) -> i32 {
        i32::from(out.attack) - i32::from(out.counter)
    }

    fn mean_worth(&self, means: &mut Means) -> i64 {
        let key = [self.attack.code(), self.defence.code(), self.is_exchange.into(), 2];
        means.of(key, || mean_of_branches(self))
    }
}

/// A pool against a number, or against the highest of penalty dice if that is more (CA-04).
#[derive(Clone, Debug, Default)]
pub struct Check {
    /// The dice.
    pub pool: Pool,
    /// The number.
    pub number: u32,
    /// The penalty dice.
    pub penalty: Pool,
    /// So many successes and more read the same, 1 or more.
    pub most: u8,
    /// Whether a tie and a botch are read.
    pub reads: Fails,
    distribution: Distribution<Checked>,
}

/// The part of a [`Check`] without a success that the rules read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fails {
    /// Nothing.
    #[default]
    Alike,
    /// Whether it is a botch.
    Botch,
    /// Whether it is a botch, or a tie.
    BotchAndTie,
}

/// The result of a [`Check`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Dice above the number.
    pub successes: u8,
    /// Whether, without a success, a die equals it.
    pub is_tie: bool,
    /// Whether, without a success, all dice show 1.
    pub is_botch: bool,
    /// The number that the dice were compared with.
    pub number: u8,
    /// The dice, where they were rolled.
    pub faces: Faces,
}

impl Check {
    /// `pool` against `number` and penalty dice, of which up to `most` successes are read.
    #[must_use]
    pub fn of(pool: Pool, number: u32, penalty: Pool, most: u8) -> Self {
        Self {
            pool,
            number,
            penalty,
            most: most.max(1),
            reads: Fails::Alike,
            distribution: Distribution::new(),
        }
    }

    /// With this read of a failure.
    #[must_use]
    pub fn reading(mut self, reads: Fails) -> Self {
        self.reads = reads;
        self
    }

    /// Returns the result of these faces against this number.
    #[must_use]
    pub fn result(faces: Faces, number: u32) -> Checked {
        let successes = faces.above(number);
        let fails = successes == 0;
        let (is_tie, is_botch) = (fails && faces.equal(number) > 0, fails && faces.is_botch());
        Checked { successes, is_tie, is_botch, number: number as u8, faces }
    }

    /// All ways in which its dice and the penalty dice fall.
    #[inline]
    #[must_use]
    pub fn all_ways(&self) -> f64 {
        self.pool.ways() * self.penalty.ways()
    }

    /// In how many ways so many dice are successes.
    #[inline]
    #[must_use]
    pub fn success_ways(&self) -> Ways {
        ways_to_succeed(self.pool, self.number, self.penalty)
    }

    fn distribution(&self) -> &[(Checked, f64)] {
        self.distribution.get_or_init(|| {
            let mut merged: BTreeMap<(u8, bool, bool), f64> = BTreeMap::new();
            for (number, ways) in numbers(self.number, self.penalty) {
                let by_s = self.pool.ways_above(number);
                for (s, of_s) in by_s.iter().enumerate().take(self.pool.len() + 1).skip(1) {
                    *merged.entry(((s as u8).min(self.most), false, false)).or_default() += ways * of_s;
                }
                let ties: f64 = self.pool.ways_tied(number)[1..].iter().sum();
                let botches = if number == 0 { 0.0 } else { self.pool.ways_of_botch() };
                let tie = self.reads == Fails::BotchAndTie;
                // All dice at 1 against 1 are a botch and a tie.
                let both = if number == 1 { botches } else { 0.0 };
                let (botches, ties) = match self.reads {
                    Fails::Alike => (0.0, 0.0),
                    Fails::Botch => (botches, 0.0),
                    Fails::BotchAndTie => (botches, ties - both),
                };
                *merged.entry((0, false, true)).or_default() += ways * botches;
                *merged.entry((0, tie, false)).or_default() += ways * ties;
                *merged.entry((0, false, false)).or_default() += ways * (by_s[0] - botches - ties).max(0.0);
            }
            let all = self.all_ways();
            let branch = |((successes, is_tie, is_botch), ways)| {
                (Checked { successes, is_tie, is_botch, ..Checked::default() }, ways / all)
            };
            merged.into_iter().filter(|branch| branch.1 > 0.0).map(branch).collect()
        })
    }
}

impl Draw for Check {
    type Out = Checked;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Checked {
        let faces = roll_pool(self.pool, by, dice);
        let penalty = roll_pool(self.penalty, by, dice);
        Self::result(faces, self.number.max(penalty.highest()))
    }

    #[inline]
    fn sample<W: Words>(&self, words: &mut W) -> Checked {
        let faces = sample_pool(self.pool, words);
        let penalty = sample_pool(self.penalty, words);
        Self::result(faces, self.number.max(penalty.highest()))
    }

    fn n_outcomes(&self) -> usize {
        self.distribution().len()
    }

    fn outcome(&self, i: usize) -> (Checked, f64) {
        nth(self.distribution(), i)
    }

    /// The successes, as far as they are read.
    #[inline]
    fn worth(&self, out: &Checked) -> i32 {
        out.successes.min(self.most).into()
    }

    fn mean_worth(&self, means: &mut Means) -> i64 {
        let of = u64::from(self.number) | u64::from(self.most) << 32;
        means.of([self.pool.code(), self.penalty.code(), of, 3], || mean_of_branches(self))
    }
}

/// CA-04: the numbers that penalty dice make of the one that is rolled against, each with the ways of these dice.
#[inline]
fn numbers(number: u32, penalty: Pool) -> impl Iterator<Item = (u32, f64)> {
    let ways = penalty.ways_of_highest().into_iter().enumerate();
    ways.filter(|(_, ways)| *ways > 0.0).map(move |(m, ways)| (number.max(m as u32), ways))
}

/// The question about two pools whose ways are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// [`ways_to_succeed`] against a number.
    Succeed(u32),
    /// [`ways_to_win`], with or without ties.
    Win(bool),
}

/// Two pools, and what is asked of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rolls([Pool; 2], Question);

impl Key for Rolls {
    fn hash(&self) -> u64 {
        let Self([Pool(first), Pool(second)], question) = *self;
        let word = |[a, b, c, d, e]: [u8; 5]| u64::from_le_bytes([a, b, c, d, e, 0, 0, 0]);
        let asked = match question {
            Question::Succeed(number) => u64::from(number) << 40,
            Question::Win(ties) => u64::from(ties) << 40 | 1 << 56,
        };
        hashed(hashed(0, word(first) | asked), word(second))
    }
}

thread_local! {
    /// The answers, which depend on the pools alone: tactics weigh the same few rolls again and again.
    static KNOWN: Memory<Rolls, Ways, 7> = const { Memory::of_key_alone() };
}

/// CA-04: in how many ways, those of the penalty dice included, s dice of a pool are above the number, by s.
pub(crate) fn ways_to_succeed(pool: Pool, number: u32, penalty: Pool) -> Ways {
    let rolls = Rolls([pool, penalty], Question::Succeed(number));
    KNOWN.with(|known| known.get(rolls, |_| count_successes(pool, number, penalty)))
}

/// CA-24: in how many ways s dice of an attack are above a defence, by s; with the ties, those in which s dice are
/// at its best and none above.
pub(crate) fn ways_to_win(attack: Pool, defence: Pool, ties: bool) -> Ways {
    let rolls = Rolls([attack, defence], Question::Win(ties));
    KNOWN.with(|known| known.get(rolls, |_| count_wins(attack, defence, ties)))
}

fn count_wins(attack: Pool, defence: Pool, ties: bool) -> Ways {
    let mut by_s = [0.0; MAX_DICE + 1];
    let n = attack.len();
    for (m, ways) in defence.ways_of_highest().into_iter().enumerate().filter(|(_, ways)| *ways > 0.0) {
        let above = attack.ways_above(m as u32);
        for s in 1..=n {
            by_s[s] += ways * above[s];
        }
        if ties {
            let tied = attack.ways_tied(m as u32);
            for s in 1..=n {
                by_s[s] += ways * tied[s];
            }
        }
    }
    by_s
}

fn count_successes(pool: Pool, number: u32, penalty: Pool) -> Ways {
    let mut by_s = [0.0; MAX_DICE + 1];
    for (number, ways) in numbers(number, penalty) {
        let above = pool.ways_above(number);
        for (sum, of_s) in by_s.iter_mut().zip(&above[..=pool.len()]) {
            *sum += ways * of_s;
        }
    }
    by_s
}
