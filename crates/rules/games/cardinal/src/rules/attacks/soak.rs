//! The soak roll (CA-33 to CA-36) and the damage result that comes of it.

use std::collections::BTreeMap;

use crate::dice::draws::ways_to_succeed;
use crate::dice::faces::{Distribution, Faces, nth, roll_pool, sample_pool};
use crate::dice::pool::{Pool, Ways};
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::{Means, mean_of_branches};

/// CA-33 to CA-35: a soak roll, and the damage result that comes of it.
#[derive(Clone, Debug, Default)]
pub struct Hit {
    /// The soak dice.
    pub soak: Pool,
    /// The number that a soak die has to exceed.
    pub number: u32,
    /// Penalty dice, the highest of which it has to be above too (CA-04).
    pub penalty: Pool,
    /// Points and bonus.
    pub points: i32,
    /// Hurt and Injured, 0 to 2.
    pub wounds: i32,
    /// Whether Hurt and Injured count before soak.
    pub wounds_first: bool,
    /// The amount that a botch adds to the result.
    pub botch: i32,
    /// Results from here on read the same.
    pub most: i32,
    /// The branches.
    pub distribution: Distribution<Soaked>,
}

/// The result of a [`Hit`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Soaked {
    /// The damage result before wards, 0 or more.
    pub damage: i32,
    /// Dice that soaked.
    pub soaked: u8,
    /// The number that the dice were compared with.
    pub number: u8,
    /// Whether all dice show 1.
    pub botched: bool,
    /// The dice, where they were rolled.
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

    /// Returns the result of these faces of the soak dice, where the penalty dice show at most this.
    #[inline(always)]
    pub(crate) fn read(&self, faces: Faces, penalty: u32) -> Soaked {
        let number = self.number.max(penalty);
        let (soaked, botched) = (faces.above(number), faces.is_botch());
        let damage = self.damage(i32::from(soaked), botched);
        Soaked { damage, soaked, number: number as u8, botched, faces }
    }

    /// All ways in which the soak dice and the penalty dice fall.
    #[inline]
    #[must_use]
    pub fn all_ways(&self) -> f64 {
        self.soak.ways() * self.penalty.ways()
    }

    /// In how many of these ways so many dice soak, which hangs on nothing else of the hit.
    #[inline]
    #[must_use]
    pub fn soak_ways(&self) -> Ways {
        ways_to_succeed(self.soak, self.number, self.penalty)
    }

    /// Shows each possible result of the hit with its number of ways; `ways` has the ways by dice that soak.
    #[inline]
    pub fn each(&self, ways: &Ways, mut see: impl FnMut(Soaked, f64)) {
        let botches = self.soak.ways_of_botch() * self.penalty.ways();
        for (soaked, &ways) in ways.iter().enumerate().take(self.soak.len() + 1) {
            let ways = if soaked == 0 { ways - botches } else { ways };
            let damage = self.damage(soaked as i32, false);
            see(Soaked { damage, soaked: soaked as u8, ..Soaked::default() }, ways);
        }
        see(Soaked { damage: self.damage(0, true), botched: true, ..Soaked::default() }, botches);
    }

    fn distribution(&self) -> &[(Soaked, f64)] {
        self.distribution.get_or_init(|| {
            let mut merged: BTreeMap<i32, (Soaked, f64)> = BTreeMap::new();
            let all = self.all_ways();
            self.each(&self.soak_ways(), |out, ways| {
                if ways > 0.0 {
                    merged.entry(out.damage.min(self.most)).or_insert((out, 0.0)).1 += ways / all;
                }
            });
            merged.into_values().collect()
        })
    }
}

impl Draw for Hit {
    type Out = Soaked;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Soaked {
        let faces = roll_pool(self.soak, by, dice);
        self.read(faces, roll_pool(self.penalty, by, dice).highest())
    }

    #[inline]
    fn sample<W: Words>(&self, words: &mut W) -> Soaked {
        let faces = sample_pool(self.soak, words);
        self.read(faces, sample_pool(self.penalty, words).highest())
    }

    fn n_outcomes(&self) -> usize {
        self.distribution().len()
    }

    fn outcome(&self, i: usize) -> (Soaked, f64) {
        nth(self.distribution(), i)
    }

    /// The damage result, as far as it is read: the roll is the attacker's.
    #[inline]
    fn worth(&self, out: &Soaked) -> i32 {
        out.damage.min(self.most)
    }

    fn mean_worth(&self, means: &mut Means) -> i64 {
        let pair = |a: i32, b: i32| u64::from(a.cast_unsigned()) | u64::from(b.cast_unsigned()) << 32;
        let soak = self.soak.code() | self.penalty.code() << 30 | u64::from(self.wounds_first) << 60;
        // Of a penalty die no more than its face is read, so that 32 bits hold every number.
        let of = u64::from(self.number) << 32 | u64::from(self.wounds.cast_unsigned() & 0xff) << 8 | 4;
        let wounds_fit = i8::try_from(self.wounds).is_ok();
        debug_assert!(wounds_fit, "0 to 2");
        means.of([soak, pair(self.points, self.most), pair(self.botch, 0), of], || mean_of_branches(self))
    }
}
