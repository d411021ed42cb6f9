//! The dice of the game: pools of mixed dice that are compared and never added up (CA-02, CA-03), and
//! the named draws that roll them.
//!
//! Each draw has a law that keeps only what the rules read of it, summed over the multisets of a
//! pool's dice; a sampled draw takes one word for three dice.

use core::cell::OnceCell;
use core::fmt;
use std::collections::BTreeMap;

use crate::engine::draw::{Chance, Draw, Roll, Words};
use crate::sheet::declare::{Read, Shape, refuse};
use crate::sheet::node::Node;
use crate::sheet::problem::Problems;

/// The sizes of dice, smallest first.
pub const SIZES: [u32; 5] = [4, 6, 8, 10, 12];
/// The most dice of one roll, extra dice included.
pub const MAX_DICE: usize = 40;
/// The highest face there is.
const TOP: u32 = 12;

/// A pool: how many dice of each of [`SIZES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pool(pub [u8; 5]);

impl Pool {
    /// The empty pool.
    pub const NONE: Self = Self([0; 5]);
    /// One d6.
    pub const D6: Self = Self([0, 1, 0, 0, 0]);
    /// One d8.
    pub const D8: Self = Self([0, 0, 1, 0, 0]);
    /// One d12.
    pub const D12: Self = Self([0, 0, 0, 0, 1]);

    /// A pool as it stands in a file; `None` if it is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut pool = Self::NONE;
        if text.trim() == "none" {
            return Some(pool);
        }
        for term in text.split('+').map(str::trim) {
            let (n, size) = term.split_once('d')?;
            let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            if !is_digits(n) || !is_digits(size) || size.is_empty() {
                return None;
            }
            let n: u8 = if n.is_empty() { 1 } else { n.parse().ok()? };
            let size: u32 = size.parse().ok()?;
            let at = SIZES.iter().position(|known| *known == size)?;
            pool.0[at] = pool.0[at].checked_add(n).filter(|_| n > 0)?;
        }
        (pool.len() <= MAX_DICE).then_some(pool)
    }

    /// How many dice it has.
    #[inline(always)]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Whether it has no dice.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 5]
    }

    /// Both pools in one (CA-04). Dice beyond the limit of one roll, the smallest first, fall away.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let mut sum = Self(core::array::from_fn(|i| self.0[i].saturating_add(other.0[i])));
        let mut over = sum.len().saturating_sub(MAX_DICE);
        let mut i = 0;
        while over > 0 && i < sum.0.len() {
            let less = usize::from(sum.0[i]).min(over);
            sum.0[i] -= less as u8;
            over -= less;
            i += 1;
        }
        sum
    }

    /// The pool, or no dice.
    #[inline(always)]
    #[must_use]
    pub fn when(self, yes: bool) -> Self {
        if yes { self } else { Self::NONE }
    }

    /// No die larger than a d8 (CA-48, Burdened).
    #[must_use]
    pub fn up_to_d8(self) -> Self {
        let [d4, d6, d8, d10, d12] = self.0;
        Self([d4, d6, d8 + d10 + d12, 0, 0])
    }

    /// Its largest die some steps larger, up to a d12.
    #[must_use]
    pub fn upgraded(mut self, steps: u8) -> Self {
        if let Some(largest) = (0..SIZES.len()).rev().find(|&i| self.0[i] > 0) {
            self.0[largest] -= 1;
            self.0[(largest + usize::from(steps)).min(SIZES.len() - 1)] += 1;
        }
        self
    }

    /// The size of its largest die; 0 without dice.
    #[inline(always)]
    #[must_use]
    pub fn max(self) -> u32 {
        (0..SIZES.len()).rev().find(|&i| self.0[i] > 0).map_or(0, |i| SIZES[i])
    }

    /// The sizes of its dice, largest first.
    #[inline(always)]
    pub fn dice(self) -> impl Iterator<Item = u32> {
        (0..SIZES.len()).rev().flat_map(move |i| core::iter::repeat_n(SIZES[i], usize::from(self.0[i])))
    }

    /// P(highest <= m): the empty pool shows 0.
    #[inline]
    #[must_use]
    pub fn p_at_most(self, m: u32) -> f64 {
        let mut p = 1.0;
        for (&n, &size) in self.0.iter().zip(&SIZES) {
            let one = f64::from(m.min(size)) / f64::from(size);
            for _ in 0..n {
                p *= one;
            }
        }
        p
    }

    /// P(highest = m) for every m from 0 to 12.
    #[must_use]
    pub fn highest(self) -> [f64; TOP as usize + 1] {
        let mut below = 0.0;
        core::array::from_fn(|m| {
            let up_to = if self.is_empty() { 1.0 } else { self.p_at_most(m as u32) };
            let p = up_to - below;
            below = up_to;
            p
        })
    }

    /// P(all dice show 1); 0 without dice.
    #[must_use]
    pub fn p_botch(self) -> f64 {
        if self.is_empty() { 0.0 } else { self.p_at_most(1) }
    }

    /// P(s dice above m), by s: each die by itself.
    #[must_use]
    pub fn successes(self, m: u32) -> [f64; MAX_DICE + 1] {
        self.counted(|size| {
            (f64::from(size.saturating_sub(m)) / f64::from(size), f64::from(m.min(size)) / f64::from(size))
        })
    }

    /// P(no die above m, and t of them at m), by t.
    #[must_use]
    pub fn tied(self, m: u32) -> [f64; MAX_DICE + 1] {
        self.counted(|size| {
            let at = if m >= 1 && size >= m { 1.0 / f64::from(size) } else { 0.0 };
            (at, f64::from(m.saturating_sub(1).min(size)) / f64::from(size))
        })
    }

    /// The distribution of how many dice count, where `p` gives for each size the chance that a die
    /// counts and the chance that it does not.
    fn counted(self, p: impl Fn(u32) -> (f64, f64)) -> [f64; MAX_DICE + 1] {
        let mut all = [0.0; MAX_DICE + 1];
        all[0] = 1.0;
        let mut n = 0;
        for size in self.dice() {
            let (yes, no) = p(size);
            n += 1;
            for s in (1..=n).rev() {
                all[s] = all[s] * no + all[s - 1] * yes;
            }
            all[0] *= no;
        }
        all
    }

    /// CA-03: the chance that an attack with this pool has a success against `defence`.
    #[inline]
    #[must_use]
    pub fn p_hit(self, defence: Self) -> f64 {
        let mut p = 0.0;
        for (m, p_m) in defence.highest().into_iter().enumerate() {
            if p_m > 0.0 {
                p += p_m * (1.0 - self.p_at_most(m as u32));
            }
        }
        if self.is_empty() { 0.0 } else { p }
    }

    /// CA-21: the chance that the highest dice of both are equal.
    #[must_use]
    pub fn p_tie(self, defence: Self) -> f64 {
        if self.is_empty() || defence.is_empty() {
            return 0.0;
        }
        self.highest().iter().zip(defence.highest()).map(|(a, b)| a * b).sum()
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        let mut plus = "";
        for i in (0..SIZES.len()).rev().filter(|&i| self.0[i] > 0) {
            match self.0[i] {
                1 => write!(f, "{plus}d{}", SIZES[i])?,
                n => write!(f, "{plus}{n}d{}", SIZES[i])?,
            }
            plus = "+";
        }
        Ok(())
    }
}

/// A pool of `MIN` to `MAX` dice as it stands in a file.
#[derive(Debug)]
pub struct Dice<const MIN: usize, const MAX: usize>;

impl<const MIN: usize, const MAX: usize> Read for Dice<MIN, MAX> {
    type Out = Pool;

    fn shape() -> Shape {
        let what = match (MIN, MAX) {
            (1, 4) => "1 to 4 dice like \"2d8+d6\"",
            (1, _) => "1 to 12 dice like \"2d8+d6\"",
            (_, 6) => "up to 6 dice like \"2d8+d6\", or \"none\"",
            _ => "up to 12 dice like \"2d8+d6\", or \"none\"",
        };
        Shape::Form { what, pattern: "^ *(none|[0-9]*d(4|6|8|10|12)( *\\+ *[0-9]*d(4|6|8|10|12))*) *$" }
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Pool> {
        let pool = node.as_text().and_then(Pool::parse).filter(|pool| (MIN..=MAX).contains(&pool.len()));
        if pool.is_none() {
            refuse(node, key, &Self::shape(), problems);
        }
        pool
    }
}

/// The faces that a pool shows, largest die first, four bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Faces([u64; 3]);

impl Faces {
    #[inline(always)]
    fn set(&mut self, at: usize, face: u32) {
        self.0[at / 16 % 3] |= u64::from(face) << (at % 16 * 4);
    }

    /// These faces.
    #[must_use]
    pub fn of(faces: &[u32]) -> Self {
        let mut all = Self::default();
        for (at, &face) in faces.iter().enumerate().take(MAX_DICE) {
            all.set(at, face);
        }
        all
    }

    /// The faces in the order of the dice.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..MAX_DICE)
            .map(move |at| (self.0[at / 16] >> (at % 16 * 4)) as u32 & 15)
            .take_while(|&face| face > 0)
    }

    /// The highest; 0 without dice.
    #[inline(always)]
    #[must_use]
    pub fn highest(self) -> u32 {
        self.iter().max().unwrap_or(0)
    }

    #[inline(always)]
    fn above(self, m: u32) -> u8 {
        self.iter().filter(|&face| face > m).count() as u8
    }

    #[inline(always)]
    fn equal(self, m: u32) -> u8 {
        self.iter().filter(|&face| face == m && m > 0).count() as u8
    }

    fn is_botch(self) -> bool {
        self.0[0] != 0 && self.iter().all(|face| face == 1)
    }

    /// The faces from the highest down.
    #[must_use]
    pub fn sorted(self) -> Self {
        let mut faces = [0; MAX_DICE];
        let mut n = 0;
        for face in self.iter() {
            faces[n] = face;
            n += 1;
        }
        faces[..n].sort_unstable_by(|a, b| b.cmp(a));
        Self::of(&faces[..n])
    }
}

/// The dice of a pool one by one.
#[inline(always)]
fn roll_pool<C: Chance>(pool: Pool, by: Roll, dice: &mut C) -> Faces {
    let mut faces = Faces::default();
    for (at, size) in pool.dice().enumerate() {
        faces.set(at, dice.below(by, size) + 1);
    }
    faces
}

/// The dice of a pool, three from a word: each face is as likely as the others to within 2^-52.
#[inline(always)]
fn sample_pool<W: Words>(pool: Pool, words: &mut W) -> Faces {
    const IN_A_WORD: usize = 3;
    let mut faces = Faces::default();
    let mut word = 0;
    for (at, size) in pool.dice().enumerate() {
        if at % IN_A_WORD == 0 {
            word = words.word();
        }
        let product = u128::from(word) * u128::from(size);
        faces.set(at, (product >> 64) as u32 + 1);
        word = product as u64;
    }
    faces
}

/// The branches of a draw, made when an enumeration asks for them.
type Law<T> = OnceCell<Vec<(T, f64)>>;

fn nth<T: Copy>(law: &[(T, f64)], i: usize) -> (T, f64) {
    law[i]
}

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
    fn read(&self, faces: Faces) -> Soaked {
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
        for branch in self.law() {
            see(branch.0.successes, branch.1);
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

/// A pool of which the highest die is read (CA-15), or all dice from the highest down (CA-06).
#[derive(Clone, Debug, Default)]
pub struct Highest {
    /// The dice.
    pub pool: Pool,
    /// Whether all are read.
    pub all: bool,
    law: Law<Faces>,
}

impl Highest {
    /// The highest of `pool`, or all its dice.
    #[must_use]
    pub fn of(pool: Pool, all: bool) -> Self {
        Self { pool, all, law: Law::new() }
    }

    fn law(&self) -> &[(Faces, f64)] {
        self.law.get_or_init(|| {
            if !self.all {
                let law = self.pool.highest().into_iter().enumerate().filter(|(_, p)| *p > 0.0);
                return law.map(|(m, p)| (Faces::of(&[m as u32]), p)).collect();
            }
            let mut law: BTreeMap<Vec<u32>, f64> = BTreeMap::from([(Vec::new(), 1.0)]);
            for size in self.pool.dice() {
                let mut next = BTreeMap::new();
                for (faces, p) in &law {
                    for face in 1..=size {
                        let mut more = faces.clone();
                        let at = more.partition_point(|other| *other >= face);
                        more.insert(at, face);
                        *next.entry(more).or_default() += p / f64::from(size);
                    }
                }
                law = next;
            }
            law.into_iter().map(|(faces, p)| (Faces::of(&faces), p)).collect()
        })
    }
}

impl Draw for Highest {
    type Out = Faces;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Faces {
        roll_pool(self.pool, by, dice).sorted()
    }

    fn sample<W: Words>(&self, words: &mut W) -> Faces {
        sample_pool(self.pool, words).sorted()
    }

    fn n_outcomes(&self) -> usize {
        self.law().len()
    }

    fn outcome(&self, i: usize) -> (Faces, f64) {
        nth(self.law(), i)
    }
}
