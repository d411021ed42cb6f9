//! The faces that a pool shows, how they are rolled, and the draw of the highest of them.

use core::cell::OnceCell;
use std::collections::BTreeMap;

use crate::dice::pool::{MAX_DICE, Pool};
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::Means;

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
    pub(crate) fn above(self, m: u32) -> u8 {
        self.iter().filter(|&face| face > m).count() as u8
    }

    #[inline(always)]
    pub(crate) fn equal(self, m: u32) -> u8 {
        self.iter().filter(|&face| face == m && m > 0).count() as u8
    }

    pub(crate) fn is_botch(self) -> bool {
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
pub(crate) fn roll_pool<C: Chance>(pool: Pool, by: Roll, dice: &mut C) -> Faces {
    let mut faces = Faces::default();
    for (at, size) in pool.dice().enumerate() {
        faces.set(at, dice.below(by, size) + 1);
    }
    faces
}

/// The dice of a pool, three from a word: each face is as likely as the others to within 2^-52.
#[inline(always)]
pub(crate) fn sample_pool<W: Words>(pool: Pool, words: &mut W) -> Faces {
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
pub(crate) type Distribution<T> = OnceCell<Vec<(T, f64)>>;

pub(crate) fn nth<T: Copy>(distribution: &[(T, f64)], i: usize) -> (T, f64) {
    distribution[i]
}

/// A pool of which the highest die is read (CA-15), or all dice from the highest down (CA-06).
#[derive(Clone, Debug, Default)]
pub struct Highest {
    /// The dice.
    pub pool: Pool,
    /// Whether all are read.
    pub all: bool,
    distribution: Distribution<Faces>,
}

impl Highest {
    /// The highest of `pool`, or all its dice.
    #[must_use]
    pub fn of(pool: Pool, all: bool) -> Self {
        Self { pool, all, distribution: Distribution::new() }
    }

    fn distribution(&self) -> &[(Faces, f64)] {
        self.distribution.get_or_init(|| {
            if !self.all {
                let all = self.pool.ways();
                let distribution =
                    self.pool.ways_of_highest().into_iter().enumerate().filter(|(_, ways)| *ways > 0.0);
                return distribution.map(|(m, ways)| (Faces::of(&[m as u32]), ways / all)).collect();
            }
            let mut distribution: BTreeMap<Vec<u32>, f64> = BTreeMap::from([(Vec::new(), 1.0)]);
            for size in self.pool.dice() {
                let mut next = BTreeMap::new();
                for (faces, p) in &distribution {
                    for face in 1..=size {
                        let mut more = faces.clone();
                        let at = more.partition_point(|other| *other >= face);
                        more.insert(at, face);
                        *next.entry(more).or_default() += p / f64::from(size);
                    }
                }
                distribution = next;
            }
            distribution.into_iter().map(|(faces, p)| (Faces::of(&faces), p)).collect()
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
        self.distribution().len()
    }

    fn outcome(&self, i: usize) -> (Faces, f64) {
        nth(self.distribution(), i)
    }

    /// The highest die.
    fn worth(&self, out: &Faces) -> i32 {
        out.highest() as i32
    }

    fn mean_worth(&self, means: &mut Means) -> i64 {
        means.of([self.pool.code(), 0, 0, 1], || {
            let ways = self.pool.ways_of_highest().into_iter().enumerate();
            ways.map(|(m, ways)| m as f64 * ways).sum::<f64>() / self.pool.ways()
        })
    }
}
