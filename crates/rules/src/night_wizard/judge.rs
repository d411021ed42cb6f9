//! The Judge and its contests (NW-01 to NW-05), as named draws.

use std::sync::OnceLock;

use super::setup::Numbers;
use crate::contract::{Chance, Draw, Roll, Words};
use crate::dice::{Differences, FLOOR, Inverse, Law, Laws, WAYS_2D6, deal_2d6, p_2d6};

/// NW-02: what a critical adds before the dice are rolled again.
pub const CRITICAL: i32 = 10;
/// NW-03: what a fumble is worth.
pub const FUMBLE: i32 = -10;

/// The dice part of a Judge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rolled {
    /// What it adds to the fixed part.
    pub total: i32,
    /// How often the dice were critical.
    pub criticals: u16,
    /// Whether they fumbled.
    pub is_fumble: bool,
}

impl Rolled {
    const FUMBLED: Self = Self { total: FUMBLE, criticals: 0, is_fumble: true };

    fn chain(criticals: u16, last: i32) -> Self {
        Self { total: CRITICAL * i32::from(criticals) + last, criticals, is_fumble: false }
    }
}

/// The dice of a Judge for one pair of critical and fumble numbers.
#[derive(Clone, Debug)]
pub struct Judge {
    crit: Numbers,
    fumble: Numbers,
    /// Every way it can go, by ascending total; chains are cut below [`FLOOR`].
    law: Vec<(Rolled, f64)>,
    inverse: Inverse,
}

impl Judge {
    /// The Judge of a unit with these numbers. Not all totals may be critical.
    #[must_use]
    pub fn new(crit: Numbers, fumble: Numbers) -> Self {
        let p_of =
            |is: &dyn Fn(i32) -> bool| (2..=12).filter(|&v| is(v)).map(|v| p_2d6(v as usize)).sum::<f64>();
        let mut law = Vec::new();
        let p_fumble = p_of(&|v| fumble.has(v));
        if p_fumble > 0.0 {
            law.push((Rolled::FUMBLED, p_fumble));
        }
        // NW-02, NW-03: the first roll fumbles before it is critical; in a chain fumble numbers
        // are ordinary.
        let mut p_chain = 1.0;
        for criticals in 0.. {
            let counts = |v: i32| criticals > 0 || !fumble.has(v);
            let ordinary = (2..=12).filter(|&v| counts(v) && !crit.has(v));
            law.extend(ordinary.map(|v| (Rolled::chain(criticals, v), p_chain * p_2d6(v as usize))));
            p_chain *= p_of(&|v| counts(v) && crit.has(v));
            if p_chain < FLOOR {
                break;
            }
        }
        law.sort_by_key(|&(rolled, _)| (rolled.total, rolled.criticals));
        let inverse = Inverse::new(&law.iter().map(|&(_, p)| p).collect::<Vec<f64>>());
        Self { crit, fumble, law, inverse }
    }

    /// The values of the dice part with their probabilities.
    fn values(&self) -> Vec<(i32, f64)> {
        self.law.iter().map(|&(rolled, p)| (rolled.total, p)).collect()
    }

    /// The totals that fumble.
    #[must_use]
    pub fn fumble(&self) -> Numbers {
        self.fumble
    }

    /// The mean of the dice part.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.law.iter().map(|&(rolled, p)| f64::from(rolled.total) * p).sum()
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
            return Rolled::FUMBLED;
        }
        let mut criticals = 0;
        while self.crit.has(v) {
            criticals += 1;
            v = two_dice();
        }
        Rolled::chain(criticals, v)
    }

    fn deal<W: Words>(&self, words: &mut W) -> Rolled {
        self.law[self.inverse.pick(words.word()) as usize].0
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

/// A Judge of [`Judges`], by number.
pub type JudgeId = u16;

/// Two Judges of [`Judges`] whose dice are often set against each other, by number.
pub type PairId = u16;

/// The Judges of a scenario, and what becomes of two of them set against each other.
#[derive(Debug, Default)]
pub struct Judges {
    judges: Vec<Judge>,
    /// The laws of active dice less passive dice, at `active * judges.len() + passive`; each is
    /// made when an enumeration first asks for it.
    differences: Vec<OnceLock<Differences>>,
    /// The pairs that fights meet often, and their laws made ready for dice.
    pairs: Vec<(JudgeId, JudgeId)>,
    ready: Laws,
}

impl Judges {
    /// The Judges of a scenario: at most 32 stat blocks and 121 rolled pairs, twice.
    #[must_use]
    pub fn new(judges: Vec<Judge>) -> Self {
        let differences = (0..judges.len() * judges.len()).map(|_| OnceLock::new()).collect();
        Self { judges, differences, pairs: Vec::new(), ready: Laws::default() }
    }

    /// How many there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a scenario has units, and they have Judges")]
    pub fn len(&self) -> usize {
        self.judges.len()
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

    /// Makes a pair ready for dice.
    pub fn pair(&mut self, active: JudgeId, passive: JudgeId) -> PairId {
        if let Some(at) = self.pairs.iter().position(|pair| *pair == (active, passive)) {
            return at as PairId;
        }
        let mut ready = core::mem::take(&mut self.ready);
        let pair = ready.add(self.differences(active, passive));
        self.ready = ready;
        self.pairs.push((active, passive));
        pair as PairId
    }
}

/// The dice of two opposed Judges (NW-05): the active side rolls first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opposed {
    /// The active dice less the passive dice.
    pub difference: i32,
    rolls: Rolls,
}

/// What is known of the two rolls behind a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rolls {
    /// Nothing: the difference stands for many.
    #[default]
    Unknown,
    /// They were rolled one after the other.
    Rolled(Rolled, Rolled),
    /// Their difference was drawn with this word, which also settles the rest.
    Drawn(u64),
}

impl Opposed {
    fn of(active: Rolled, passive: Rolled) -> Self {
        Self { difference: active.total - passive.total, rolls: Rolls::Rolled(active, passive) }
    }

    #[inline(always)]
    fn drawn<W: Words>(law: Law<'_>, words: &mut W) -> Self {
        let word = words.word();
        Self { difference: law.pick(word), rolls: Rolls::Drawn(word) }
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
    /// The two as a pair made ready for dice; any other number if they are none.
    pub pair: PairId,
    /// The least difference that reads otherwise than all below it.
    pub from: i32,
    /// The least difference that reads as all above it; `from` or more. `i32::MAX`: none.
    pub to: i32,
}

impl Contest<'_> {
    /// The difference of the last branch.
    #[inline]
    fn last(&self, law: &Differences) -> i32 {
        self.to.min(law.most().max(self.from))
    }

    /// Both rolls of a contest that was rolled or dealt, for who wants to see them. A difference
    /// drawn from a table says nothing of the two; they are drawn from their law given the
    /// difference, by the same word, so that a replay shows the same dice.
    ///
    /// `None` for a branch of an enumeration, which stands for many rolls.
    #[inline(always)]
    #[must_use]
    pub fn rolls(&self, opposed: Opposed) -> Option<(Rolled, Rolled)> {
        match opposed.rolls {
            Rolls::Unknown => None,
            Rolls::Rolled(active, passive) => Some((active, passive)),
            Rolls::Drawn(word) => self.rolls_of(opposed.difference, word),
        }
    }

    #[cold]
    #[inline(never)]
    fn rolls_of(&self, difference: i32, word: u64) -> Option<(Rolled, Rolled)> {
        let (active, passive) = (&self.judges.judge(self.active).law, &self.judges.judge(self.passive).law);
        let fitting = || {
            active.iter().flat_map(|&(a, p_a)| {
                let total = a.total - difference;
                let first = passive.partition_point(|(p, _)| p.total < total);
                let fits = passive[first..].iter().take_while(move |(p, _)| p.total == total);
                fits.map(move |&(p, p_p)| ((a, p), p_a * p_p))
            })
        };
        let all: f64 = fitting().map(|(_, p)| p).sum();
        // Other bits than those that decided the difference.
        let mut left = (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11) as f64 / 2.0_f64.powi(53) * all;
        fitting()
            .find(|&(_, p)| {
                left -= p;
                left < 0.0
            })
            .or_else(|| fitting().last())
            .map(|(rolls, _)| rolls)
    }
}

impl Judges {
    /// Critical and fumble numbers that were rolled for the fight make no pairs: two words, one
    /// for each roll.
    #[inline(never)]
    fn deal_both<W: Words>(&self, active: JudgeId, passive: JudgeId, words: &mut W) -> (Rolled, Rolled) {
        (self.judge(active).deal(words), self.judge(passive).deal(words))
    }
}

impl Draw for Contest<'_> {
    type Out = Opposed;

    /// NW-55: the active side's dice, chain and all, before the passive side's.
    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Opposed {
        let active = self.judges.judge(self.active).roll(by, dice);
        Opposed::of(active, self.judges.judge(self.passive).roll(by, dice))
    }

    #[inline(always)]
    fn deal<W: Words>(&self, words: &mut W) -> Opposed {
        match self.judges.ready.get(self.pair.into()) {
            Some(law) => Opposed::drawn(law, words),
            None => {
                let (active, passive) = self.judges.deal_both(self.active, self.passive, words);
                Opposed::of(active, passive)
            }
        }
    }

    #[inline]
    fn branches(&self) -> usize {
        (self.last(self.judges.differences(self.active, self.passive)) - self.from) as usize + 2
    }

    #[inline]
    fn branch(&self, i: usize) -> (Opposed, f64) {
        let law = self.judges.differences(self.active, self.passive);
        let difference = self.from - 1 + i as i32;
        let p = if i == 0 {
            law.below(self.from)
        } else if difference == self.last(law) {
            law.at_least(difference)
        } else {
            law.p(difference)
        };
        (Opposed { difference, rolls: Rolls::Unknown }, p)
    }
}

/// A contest of two Judges that are made ready for dice: the same as the contest, and a random
/// source does not ask whose they are.
#[derive(Clone, Copy, Debug)]
pub struct Ready<'a>(pub Contest<'a>);

impl Draw for Ready<'_> {
    type Out = Opposed;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Opposed {
        self.0.roll(by, dice)
    }

    #[inline(always)]
    fn deal<W: Words>(&self, words: &mut W) -> Opposed {
        Opposed::drawn(self.0.judges.ready.get(self.0.pair.into()).expect("a pair made ready"), words)
    }

    #[inline]
    fn branches(&self) -> usize {
        self.0.branches()
    }

    #[inline]
    fn branch(&self, i: usize) -> (Opposed, f64) {
        self.0.branch(i)
    }
}
