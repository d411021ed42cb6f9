//! The named draws that roll pools against each other and against numbers (CA-03, CA-24, CA-33).
//!
//! Each draw has a law that keeps only what the rules read of it, summed over the multisets of a
//! pool's dice; a sampled draw takes one word for three dice.

use std::collections::BTreeMap;

use super::faces::{Faces, Law, nth, roll_pool, sample_pool};
use super::pool::{MAX_DICE, Pool, TOP};
use crate::engine::draw::{Chance, Draw, Roll, Words};

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
    law: Law<Contested>,
}

/// How a [`Contest`] went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contested {
    /// Dice of the attacker above the defender's best.
    pub attack: u8,
    /// Dice of a Counter above the attacker's best.
    pub counter: u8,
    /// Without a success, the attacker's dice equal to the best of the other, and in an exchange those of the
    /// Counter.
    pub tied: [u8; 2],
    /// What both show, where dice were rolled.
    pub faces: [Faces; 2],
}

impl Contested {
    /// How these dice of an attacker go against these of a defender, who Counters in an exchange.
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
        Self { attack, defence, is_exchange, reads_ties, law: Law::new() }
    }

    #[inline(always)]
    fn read(&self, faces: [Faces; 2]) -> Contested {
        Contested::of(faces[0], faces[1], self.is_exchange)
    }

    fn law(&self) -> &[(Contested, f64)] {
        self.law.get_or_init(|| {
            let (a, d) = (self.attack, self.defence);
            let mut law = Vec::new();
            let mut add = |out: Contested, p: f64| {
                if p > 0.0 {
                    law.push((out, p))
                }
            };
            let mut wins = [[0.0; MAX_DICE + 1]; 2];
            let n = [a.len(), d.len()];
            for (winner, (own, other)) in [(a, d), (d, a)].into_iter().enumerate() {
                if winner == 1 && !self.is_exchange {
                    break;
                }
                for (m, p_m) in other.highest().into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
                    let by_s = own.successes(m as u32);
                    for s in 1..=n[winner] {
                        wins[winner][s] += p_m * by_s[s];
                    }
                }
            }
            let mut ties: BTreeMap<[u8; 2], f64> = BTreeMap::new();
            let d_high = d.highest();
            for m in 1..=TOP {
                let of_a = a.tied(m);
                let of_d = d.tied(m);
                for (t, p_t) in of_a.iter().enumerate().take(n[0] + 1).skip(1) {
                    if self.is_exchange && self.reads_ties {
                        for (u, p_u) in of_d.iter().enumerate().take(n[1] + 1).skip(1) {
                            *ties.entry([t as u8, u as u8]).or_default() += p_t * p_u;
                        }
                    } else {
                        let tied = if self.reads_ties { [t as u8, 0] } else { [1, 0] };
                        *ties.entry(tied).or_default() += p_t * d_high[m as usize];
                    }
                }
            }
            for (s, &p) in wins[0].iter().enumerate().take(n[0] + 1).skip(1) {
                add(Contested { attack: s as u8, ..Contested::default() }, p);
            }
            for (s, &p) in wins[1].iter().enumerate().take(n[1] + 1).skip(1) {
                add(Contested { counter: s as u8, ..Contested::default() }, p);
            }
            for (tied, p) in ties {
                add(Contested { tied, ..Contested::default() }, p);
            }
            let decided: f64 = law.iter().map(|branch| branch.1).sum();
            if !self.is_exchange && !d.is_empty() || a.is_empty() {
                law.push((Contested::default(), (1.0 - decided).max(0.0)));
            }
            law
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
        self.law().len()
    }

    fn outcome(&self, i: usize) -> (Contested, f64) {
        nth(self.law(), i)
    }
}

/// CA-33 to CA-35: a soak roll, and the damage result that comes of it.
#[derive(Clone, Debug, Default)]
pub struct Hit {
    /// The soak dice.
    pub soak: Pool,
    /// What a soak die has to be above.
    pub number: u32,
    /// Points and bonus.
    pub points: i32,
    /// Hurt and Injured, 0 to 2.
    pub wounds: i32,
    /// Whether Hurt and Injured count before soak.
    pub wounds_first: bool,
    /// What a botch adds.
    pub botch: i32,
    /// Results from here on read the same.
    pub most: i32,
    /// The branches.
    pub law: Law<Soaked>,
}

/// How a [`Hit`] came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Soaked {
    /// The damage result before wards, 0 or more.
    pub damage: i32,
    /// Dice that soaked.
    pub soaked: u8,
    /// Whether all dice show 1.
    pub botched: bool,
    /// What the dice show, where they were rolled.
    pub faces: Faces,
}

impl Hit {
    /// CA-35: the damage result for so much soaked.
    #[inline(always)]
    #[must_use]
    pub fn damage(&self, soaked: i32, botched: bool) -> i32 {
        let bare = self.points + if botched { self.botch } else { 0 } - soaked;
        if self.wounds_first {
            (bare + self.wounds).max(0)
        } else if bare >= 1 {
            bare + self.wounds
        } else {
            0
        }
    }

    #[inline(always)]
    pub(super) fn read(&self, faces: Faces) -> Soaked {
        let (soaked, botched) = (faces.above(self.number), faces.is_botch());
        Soaked { damage: self.damage(i32::from(soaked), botched), soaked, botched, faces }
    }

    /// The distribution of the damage result, those above the limit in one.
    pub fn each(&self, mut see: impl FnMut(Soaked, f64)) {
        let (by_s, p_botch) = (self.soak.successes(self.number), self.soak.p_botch());
        for (soaked, &p) in by_s.iter().enumerate().take(self.soak.len() + 1) {
            let p = if soaked == 0 { (p - p_botch).max(0.0) } else { p };
            let damage = self.damage(soaked as i32, false);
            see(Soaked { damage, soaked: soaked as u8, ..Soaked::default() }, p);
        }
        see(Soaked { damage: self.damage(0, true), botched: true, ..Soaked::default() }, p_botch);
    }

    fn law(&self) -> &[(Soaked, f64)] {
        self.law.get_or_init(|| {
            let mut merged: BTreeMap<i32, (Soaked, f64)> = BTreeMap::new();
            self.each(|out, p| {
                if p > 0.0 {
                    merged.entry(out.damage.min(self.most)).or_insert((out, 0.0)).1 += p;
                }
            });
            merged.into_values().collect()
        })
    }
}

impl Draw for Hit {
    type Out = Soaked;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Soaked {
        self.read(roll_pool(self.soak, by, dice))
    }

    #[inline]
    fn sample<W: Words>(&self, words: &mut W) -> Soaked {
        self.read(sample_pool(self.soak, words))
    }

    fn n_outcomes(&self) -> usize {
        self.law().len()
    }

    fn outcome(&self, i: usize) -> (Soaked, f64) {
        nth(self.law(), i)
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
    law: Law<Checked>,
}

/// What is read of a [`Check`] without a success.
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

/// How a [`Check`] went.
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
    /// What the dice show, where they were rolled.
    pub faces: Faces,
}

impl Check {
    /// `pool` against `number` and penalty dice, of which up to `most` successes are read.
    #[must_use]
    pub fn of(pool: Pool, number: u32, penalty: Pool, most: u8) -> Self {
        Self { pool, number, penalty, most: most.max(1), reads: Fails::Alike, law: Law::new() }
    }

    /// With this read of a failure.
    #[must_use]
    pub fn reading(mut self, reads: Fails) -> Self {
        self.reads = reads;
        self
    }

    /// What these faces are against this number.
    #[must_use]
    pub fn result(faces: Faces, number: u32) -> Checked {
        let successes = faces.above(number);
        let fails = successes == 0;
        let (is_tie, is_botch) = (fails && faces.equal(number) > 0, fails && faces.is_botch());
        Checked { successes, is_tie, is_botch, number: number as u8, faces }
    }

    /// The chance of a success at least.
    #[must_use]
    pub fn p_success(&self) -> f64 {
        let mut p = 0.0;
        for (m, p_m) in self.penalty.highest().into_iter().enumerate() {
            p += p_m * (1.0 - self.pool.p_at_most(self.number.max(m as u32)));
        }
        if self.pool.is_empty() { 0.0 } else { p }
    }

    /// P(s successes), those above the limit in one.
    pub fn each(&self, mut see: impl FnMut(u8, f64)) {
        let mut by_s = [0.0; MAX_DICE + 1];
        for (m, p_m) in self.penalty.highest().into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
            let successes = self.pool.successes(self.number.max(m as u32));
            for (s, p) in successes.into_iter().enumerate().take(self.pool.len() + 1) {
                by_s[s.min(usize::from(self.most))] += p_m * p;
            }
        }
        for (s, p) in (0..).zip(by_s).filter(|(_, p)| *p > 0.0) {
            see(s, p);
        }
    }

    fn law(&self) -> &[(Checked, f64)] {
        self.law.get_or_init(|| {
            let mut merged: BTreeMap<(u8, bool, bool), f64> = BTreeMap::new();
            for (m, p_m) in self.penalty.highest().into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
                let number = self.number.max(m as u32);
                let by_s = self.pool.successes(number);
                for (s, p_s) in by_s.iter().enumerate().take(self.pool.len() + 1).skip(1) {
                    *merged.entry(((s as u8).min(self.most), false, false)).or_default() += p_m * p_s;
                }
                let p_tie: f64 = self.pool.tied(number)[1..].iter().sum();
                let p_botch = if number == 0 { 0.0 } else { self.pool.p_botch() };
                let tie = self.reads == Fails::BotchAndTie;
                // All dice at 1 against 1 are a botch and a tie.
                let both = if number == 1 { p_botch } else { 0.0 };
                let (p_botch, p_tie) = match self.reads {
                    Fails::Alike => (0.0, 0.0),
                    Fails::Botch => (p_botch, 0.0),
                    Fails::BotchAndTie => (p_botch, p_tie - both),
                };
                *merged.entry((0, false, true)).or_default() += p_m * p_botch;
                *merged.entry((0, tie, false)).or_default() += p_m * p_tie;
                *merged.entry((0, false, false)).or_default() += p_m * (by_s[0] - p_botch - p_tie).max(0.0);
            }
            let branch = |((successes, is_tie, is_botch), p)| {
                (Checked { successes, is_tie, is_botch, ..Checked::default() }, p)
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
        self.law().len()
    }

    fn outcome(&self, i: usize) -> (Checked, f64) {
        nth(self.law(), i)
    }
}
