//! The Judge and its contests (NW-01 to NW-05), as named draws.

use std::sync::OnceLock;

use super::setup::Numbers;
use crate::contract::{Chance, Draw, Roll, Words};
use crate::dice::{Differences, FLOOR, SLOTS, Table, WAYS_2D6, deal_2d6, p_2d6};

/// NW-02: what a critical adds before the dice are rolled again.
pub const CRITICAL: i32 = 10;
/// NW-03: what a fumble is worth.
pub const FUMBLE: i32 = -10;

/// The dice part of a Judge, packed as a table hands it out.
///
/// | bits 8 to 15 | bits 0 to 7 |
/// | --- | --- |
/// | 0 a fumble, 1 + n a chain of n criticals, 255 a chain beyond the table | total, signed |
///
/// A chain beyond the table, and what the enumerator makes up to be read in place of a whole
/// branch, do not fit in that: their total stands in `long`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rolled {
    total: i32,
    class: u8,
}

const OPEN: u8 = 255;

impl Rolled {
    /// The dice part of the achievement value.
    #[inline(always)]
    #[must_use]
    pub fn total(self) -> i32 {
        self.total
    }

    /// 0 for a fumble, 1 and the number of criticals otherwise, at most 254.
    #[inline(always)]
    #[must_use]
    pub fn class(self) -> u32 {
        u32::from(self.class)
    }

    /// Whether it fumbled.
    #[must_use]
    pub fn is_fumble(self) -> bool {
        self.class == 0
    }

    /// The number of criticals, at most 253.
    #[must_use]
    pub fn criticals(self) -> u32 {
        self.class().saturating_sub(1)
    }

    fn fumble() -> Self {
        Self { total: FUMBLE, class: 0 }
    }

    fn chain(criticals: u32, last: i32) -> Self {
        Self { total: CRITICAL * criticals as i32 + last, class: criticals.min(253) as u8 + 1 }
    }

    /// A stand-in for all rolls that read the same.
    fn reading(total: i32) -> Self {
        Self { total, class: 1 }
    }

    fn pack(self) -> u16 {
        u16::from(self.class) << 8 | u16::from(self.total as i8 as u8)
    }

    #[inline(always)]
    fn unpack(packed: u16) -> Self {
        Self { total: i32::from(packed as u8 as i8), class: (packed >> 8) as u8 }
    }
}

/// The dice of a Judge for one pair of critical and fumble numbers: its law and its table.
#[derive(Clone, Debug)]
pub struct Judge {
    crit: Numbers,
    fumble: Numbers,
    /// Every way it can go, chains cut below [`FLOOR`].
    law: Vec<(Rolled, f64)>,
    table: Table,
    /// How many criticals the table follows.
    table_chain: u32,
}

impl Judge {
    /// The Judge of a unit with these numbers. Not all totals may be critical.
    #[must_use]
    pub fn new(crit: Numbers, fumble: Numbers) -> Self {
        let mut law = Vec::new();
        let p_fumble: f64 = (2..=12).filter(|&v| fumble.has(v)).map(|v| p_2d6(v as usize)).sum();
        if p_fumble > 0.0 {
            law.push((Rolled::fumble(), p_fumble));
        }
        // NW-02, NW-03: the first roll fumbles before it is critical; in a chain fumble numbers
        // are ordinary.
        let mut p_chain = 1.0;
        let mut table_law = Vec::new();
        let mut table_chain = 0;
        for criticals in 0.. {
            let ordinary = |v: i32| !crit.has(v) && (criticals > 0 || !fumble.has(v));
            let goes_on = |v: i32| crit.has(v) && (criticals > 0 || !fumble.has(v));
            let level: Vec<_> = (2..=12)
                .filter(|&v| ordinary(v))
                .map(|v| (Rolled::chain(criticals, v), p_chain * p_2d6(v as usize)))
                .collect();
            law.extend(level);
            p_chain *= (2..=12).filter(|&v| goes_on(v)).map(|v| p_2d6(v as usize)).sum::<f64>();
            let fits = law.len() < SLOTS && CRITICAL * (criticals as i32 + 1) + 12 <= i32::from(i8::MAX);
            if fits && table_chain == criticals {
                table_chain = criticals + 1;
                table_law = law.iter().map(|&(rolled, p)| (rolled.pack(), p)).collect();
                if p_chain > 0.0 {
                    let open = Rolled { total: CRITICAL * table_chain as i32, class: OPEN };
                    table_law.push((open.pack(), p_chain));
                }
            }
            if p_chain < FLOOR {
                break;
            }
        }
        Self { crit, fumble, law, table: Table::new(&table_law), table_chain }
    }

    /// The values of the dice part with their probabilities.
    fn values(&self) -> Vec<(i32, f64)> {
        self.law.iter().map(|&(rolled, p)| (rolled.total, p)).collect()
    }

    /// The mean of the dice part.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.law.iter().map(|&(rolled, p)| f64::from(rolled.total) * p).sum()
    }

    #[inline(always)]
    fn pick<W: Words>(&self, half: u32, words: &mut W) -> Rolled {
        let rolled = Rolled::unpack(self.table.pick(half));
        if rolled.class == OPEN { self.follow(words) } else { rolled }
    }

    /// A chain that has left the table: on with whole words until it ends.
    #[cold]
    #[inline(never)]
    fn follow<W: Words>(&self, words: &mut W) -> Rolled {
        let mut criticals = self.table_chain;
        loop {
            let v = deal_2d6(words.word());
            if !self.crit.has(v) {
                return Rolled::chain(criticals, v);
            }
            criticals += 1;
        }
    }
}

impl Draw for Judge {
    type Out = Rolled;

    /// NW-02, NW-03: two dice; a fumble number ends it at -10, a critical number adds 10 and the
    /// dice are rolled again, without limit.
    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Rolled {
        let mut two_dice = || (dice.below(by, 6) + dice.below(by, 6) + 2) as i32;
        let mut v = two_dice();
        if self.fumble.has(v) {
            return Rolled::fumble();
        }
        let mut criticals = 0;
        while self.crit.has(v) {
            criticals += 1;
            v = two_dice();
        }
        Rolled::chain(criticals, v)
    }

    #[inline(always)]
    fn deal<W: Words>(&self, words: &mut W) -> Rolled {
        let half = (words.word() >> 32) as u32;
        self.pick(half, words)
    }

    fn branches(&self) -> usize {
        self.law.len()
    }

    fn branch(&self, i: usize) -> (Rolled, f64) {
        self.law[i]
    }
}

/// Two dice as they fall, without critical and fumble: the Action Count Judge (NW-11).
#[derive(Clone, Copy, Debug)]
pub struct TwoDice;

impl Draw for TwoDice {
    type Out = i32;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> i32 {
        (dice.below(by, 6) + dice.below(by, 6) + 2) as i32
    }

    #[inline(always)]
    fn deal<W: Words>(&self, words: &mut W) -> i32 {
        deal_2d6(words.word())
    }

    fn branches(&self) -> usize {
        11
    }

    fn branch(&self, i: usize) -> (i32, f64) {
        (i as i32 + 2, p_2d6(i + 2))
    }
}

/// NW-04: a fumble number, rolled again while it equals the critical number.
#[derive(Clone, Copy, Debug)]
pub struct FumbleNumber {
    /// The critical number rolled before.
    pub crit: i32,
}

impl FumbleNumber {
    fn ways(self, i: usize) -> u32 {
        if i as i32 + 2 == self.crit { 0 } else { WAYS_2D6[i + 2] }
    }
}

impl Draw for FumbleNumber {
    type Out = i32;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> i32 {
        loop {
            let v = TwoDice.roll(by, dice);
            if v != self.crit {
                return v;
            }
        }
    }

    fn deal<W: Words>(&self, words: &mut W) -> i32 {
        loop {
            let v = TwoDice.deal(words);
            if v != self.crit {
                return v;
            }
        }
    }

    fn branches(&self) -> usize {
        11
    }

    fn branch(&self, i: usize) -> (i32, f64) {
        let all: u32 = (0..11).map(|i| self.ways(i)).sum();
        (i as i32 + 2, f64::from(self.ways(i)) / f64::from(all))
    }
}

/// The laws of the differences between Judges, each made when an enumeration first asks for it.
#[derive(Debug)]
pub struct Judges {
    judges: Vec<Judge>,
    /// At `active * judges.len() + passive`.
    differences: Vec<OnceLock<Differences>>,
}

/// A Judge of [`Judges`], by number.
pub type JudgeId = u16;

impl Judges {
    /// The Judges of a scenario: at most 32 stat blocks and 121 rolled pairs, twice.
    #[must_use]
    pub fn new(judges: Vec<Judge>) -> Self {
        let differences = (0..judges.len() * judges.len()).map(|_| OnceLock::new()).collect();
        Self { judges, differences }
    }

    /// One of them.
    #[inline(always)]
    #[must_use]
    pub fn judge(&self, id: JudgeId) -> &Judge {
        &self.judges[id as usize]
    }

    /// The law of active dice less passive dice.
    #[must_use]
    pub fn differences(&self, active: JudgeId, passive: JudgeId) -> &Differences {
        let at = active as usize * self.judges.len() + passive as usize;
        self.differences[at]
            .get_or_init(|| Differences::new(&self.judge(active).values(), &self.judge(passive).values()))
    }
}

/// The dice of two opposed Judges (NW-05): the active side rolls first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opposed {
    /// Of the one who acts.
    pub active: Rolled,
    /// Of the one who answers.
    pub passive: Rolled,
}

impl Opposed {
    /// Active less passive.
    #[inline(always)]
    #[must_use]
    pub fn difference(self) -> i32 {
        self.active.total - self.passive.total
    }

    fn reading(difference: i32) -> Self {
        Self { active: Rolled::reading(difference), passive: Rolled::reading(0) }
    }
}

/// Two opposed Judges of which the rules read only how the difference of the dice stands to
/// `from..=to`: everything below `from` is one branch, everything from `to` on another, and each
/// difference between a branch of its own.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    /// Where the Judges are.
    pub judges: &'a Judges,
    /// The Judge of the one who acts.
    pub active: JudgeId,
    /// The Judge of the one who answers.
    pub passive: JudgeId,
    /// The least difference that reads otherwise than all below it.
    pub from: i32,
    /// The least difference that reads as all above it; `from` or more. `i32::MAX`: none.
    pub to: i32,
}

impl Contest<'_> {
    /// The difference of the last branch.
    fn last(&self) -> i32 {
        self.to.min(self.judges.differences(self.active, self.passive).most().max(self.from))
    }
}

impl Draw for Contest<'_> {
    type Out = Opposed;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Opposed {
        let active = self.judges.judge(self.active).roll(by, dice);
        let passive = self.judges.judge(self.passive).roll(by, dice);
        Opposed { active, passive }
    }

    #[inline(always)]
    fn deal<W: Words>(&self, words: &mut W) -> Opposed {
        let word = words.word();
        let active = self.judges.judge(self.active).pick((word >> 32) as u32, words);
        let passive = self.judges.judge(self.passive).pick(word as u32, words);
        Opposed { active, passive }
    }

    #[inline]
    fn branches(&self) -> usize {
        (self.last() - self.from) as usize + 2
    }

    #[inline]
    fn branch(&self, i: usize) -> (Opposed, f64) {
        let law = self.judges.differences(self.active, self.passive);
        let difference = self.from - 1 + i as i32;
        let p = if i == 0 {
            law.below(self.from)
        } else if difference == self.last() {
            law.at_least(difference)
        } else {
            law.p(difference)
        };
        (Opposed::reading(difference), p)
    }
}
