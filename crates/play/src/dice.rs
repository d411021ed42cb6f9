//! The random source: the streams of fight k of seed s.
//!
//! Every unit has one stream for each purpose, so a roll depends on the seed, the number of the
//! fight, who rolls, what for, and how often that unit has rolled for that before: on nothing
//! else. Two scenarios that differ in one unit stay on the same dice for everything the change
//! does not touch.
//!
//! A stream is a PCG (O'Neill 2014; `rand_pcg`'s 128-bit multiplicative generator) that starts at
//! the fight's base, exclusive-or the key of (side, unit, purpose). The base is two words hashed
//! from seed and fight; the keys are hashed once a scenario.

use fray_engine::draw::{Chance, Draw, Purpose, Roll, Words};
use fray_engine::roster::{MAX_UNITS, Roster};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

use crate::account::Account;

/// The dice of one fight after another.
#[derive(Clone, Debug)]
pub struct Dice {
    /// By unit and purpose.
    common: [Streams; MAX_UNITS],
    common_keys: Vec<[u128; Purpose::COMMON]>,
    /// At `unit * COUNT + purpose`, each with the fight it was last put at the start of.
    rare: Box<[(Stream, u64); MAX_UNITS * Purpose::COUNT]>,
    rare_keys: Vec<u128>,
    base: u128,
    /// The number and the base of the fight that will come next, if fights come in order.
    next: (u64, u128),
    /// The number of fights that were begun.
    begun: u64,
    seed: [u64; 2],
    account: Account,
}

#[derive(Clone, Debug)]
struct Stream(Pcg64Mcg);

/// The streams that a unit rolls from most.
#[derive(Clone, Debug)]
struct Streams([Stream; Purpose::COMMON]);

impl Words for Stream {
    #[inline(always)]
    fn word(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl Dice {
    /// The dice of these units under this seed. A unit is known by the place of its side and its
    /// own name. Throws nothing before [`fight`](Dice::fight).
    #[must_use]
    pub fn new(roster: &Roster, seed: u64) -> Self {
        let of_unit = |unit: &fray_engine::roster::RosterUnit| {
            let name = unit.name.bytes().fold(mix(u64::from(unit.side.0) + 1), |hash, byte| {
                mix(hash ^ u64::from(byte)).wrapping_add(GOLDEN)
            });
            (0..Purpose::COUNT as u64).map(move |purpose| {
                let low = mix(name.wrapping_add(mix(2 * purpose + 1)));
                let high = mix(name.wrapping_add(mix(2 * purpose + 2)));
                u128::from(high) << 64 | u128::from(low)
            })
        };
        let rare_keys: Vec<u128> = roster.units.iter().flat_map(of_unit).collect();
        let of_common = |keys: &[u128]| core::array::from_fn(|purpose| keys[purpose]);
        let common_keys = rare_keys.chunks(Purpose::COUNT).map(of_common).collect();
        let stream = Stream(Pcg64Mcg::new(0));
        let seed = [mix(seed.wrapping_add(GOLDEN)), mix(seed.wrapping_sub(GOLDEN))];
        Self {
            common: core::array::from_fn(|_| Streams(core::array::from_fn(|_| stream.clone()))),
            common_keys,
            rare: Box::new(core::array::from_fn(|_| (stream.clone(), 0))),
            rare_keys,
            base: 0,
            next: (0, base_of(seed, 0)),
            begun: 0,
            seed,
            account: Account::new(roster),
        }
    }

    /// These dice, with the account of luck kept.
    #[must_use]
    pub fn keeping_account(mut self) -> Self {
        self.account.keep();
        self
    }

    /// Returns how far the draws came out above their means since the account was begun.
    #[inline(always)]
    #[must_use]
    pub fn account(&self) -> &Account {
        &self.account
    }

    #[inline(always)]
    pub(crate) fn account_mut(&mut self) -> &mut Account {
        &mut self.account
    }

    /// Puts every stream at the start of this fight.
    #[inline(always)]
    pub fn fight(&mut self, fight: u64) {
        // Hashed while the fight before was played, so that the first roll need not wait for it.
        let (expected, base) = self.next;
        let base = if fight == expected { base } else { base_of(self.seed, fight) };
        let next = fight.wrapping_add(1);
        self.next = (next, base_of(self.seed, next));
        self.base = base;
        self.begun += 1;
        for (streams, keys) in self.common.iter_mut().zip(&self.common_keys) {
            streams.0 = keys.map(|key| Stream(Pcg64Mcg::new(base ^ key)));
        }
    }

    /// A word that tells the dice of one seed from those of another.
    pub(crate) fn seed_word(&self) -> u64 {
        self.seed[0]
    }

    /// A number below `n`, each as likely as the others, that depends on the seed and the fight alone and
    /// on none of its rolls.
    pub fn drawn(&self, fight: u64, n: usize) -> usize {
        let base = base_of(self.seed, fight);
        let word = mix(base as u64 ^ mix((base >> 64) as u64));
        // A bias of n / 2^64 is far below what any number of fights shows.
        ((u128::from(word) * n as u128) >> 64) as usize
    }

    #[inline(always)]
    fn stream(&mut self, by: Roll) -> &mut Stream {
        let purpose = by.purpose as usize;
        // Known when this is compiled: rules code names the purpose where it rolls.
        if purpose < Purpose::COMMON {
            &mut self.common[by.unit.idx()].0[purpose]
        } else {
            self.rare_stream(by.unit.idx() * Purpose::COUNT + purpose)
        }
    }

    #[inline(never)]
    fn rare_stream(&mut self, at: usize) -> &mut Stream {
        let (stream, begun) = &mut self.rare[at];
        if *begun != self.begun {
            *begun = self.begun;
            *stream = Stream(Pcg64Mcg::new(self.base ^ self.rare_keys[at]));
        }
        stream
    }
}

impl Chance for Dice {
    const MAY_BATCH_TURNS: bool = true;

    /// Exactly uniform (Lemire 2019): the product's high word, rejecting the few low words that
    /// would favour some results.
    #[inline]
    fn below(&mut self, by: Roll, n: u32) -> u32 {
        let n = u64::from(n);
        let stream = self.stream(by);
        loop {
            let product = u128::from(stream.word()) * u128::from(n);
            let low = product as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as u32;
            }
        }
    }

    #[inline(always)]
    fn draw<D: Draw>(&mut self, by: Roll, what: &D) -> D::Out {
        let out = what.sample(self.stream(by));
        self.account.book(by, what, &out);
        out
    }

    #[inline(always)]
    fn draw_if<D: Draw>(&mut self, yes: bool, by: Roll, what: &D) -> D::Out {
        let out = what.sample(self.stream(by));
        // The words of a draw that does not take place are spent, and nobody is the luckier for it.
        if yes {
            self.account.book(by, what, &out);
        }
        out
    }
}

/// The base of a fight.
#[inline(always)]
fn base_of(seed: [u64; 2], fight: u64) -> u128 {
    let step = fight.wrapping_mul(GOLDEN);
    u128::from(mix(seed[0].wrapping_add(step))) << 64 | u128::from(mix(seed[1].wrapping_sub(step)))
}

/// 2^64 divided by the golden ratio, odd: steps that spread over the whole range.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bijection of words that looks random (the finalizer of SplitMix64, Steele, Lea and Flood
/// 2014, with Stafford's constants of mix 13).
#[inline(always)]
pub fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
