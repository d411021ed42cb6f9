//! Two Judges set against each other (NW-05), as named draws.

use std::sync::OnceLock;

use super::judge::{Judge, Rolled};
use super::luck::{ContestOutcome, ContestTable, ContestTableRef, ContestTables, RollQuality};
use crate::engine::draw::{Chance, Draw, Roll, Words};
use crate::tables::{Differences, DistributionTable, DistributionTables};

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
    ready: DistributionTables,
    /// At `active * judges.len() + passive`: the place of the law that tells the luck of both,
    /// [`NO_PAIR`] for those who do not meet often.
    told: Vec<PairId>,
    fates: ContestTables,
}

/// No pair of Judges that is made ready.
pub const NO_PAIR: PairId = PairId::MAX;

impl Judges {
    /// The Judges of a scenario: at most 32 stat blocks and 121 rolled pairs, twice.
    #[must_use]
    pub fn new(judges: Vec<Judge>) -> Self {
        let n = judges.len() * judges.len();
        let differences = (0..n).map(|_| OnceLock::new()).collect();
        Self { judges, differences, told: vec![NO_PAIR; n], ..Self::default() }
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
        self.differences[self.place(active, passive)]
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

    /// Makes the law of a pair ready that tells the luck of both, if it is not too long.
    pub fn build_table(&mut self, active: JudgeId, passive: JudgeId) {
        let at = self.place(active, passive);
        if self.told[at] == NO_PAIR
            && let Some(law) = ContestTable::of(self.judge(active), self.judge(passive))
        {
            self.told[at] = self.fates.add(law) as PairId;
        }
    }

    /// The place of that law; [`NO_PAIR`], if it is not ready.
    #[inline(always)]
    #[must_use]
    pub fn told(&self, active: JudgeId, passive: JudgeId) -> PairId {
        self.told[self.place(active, passive)]
    }

    #[inline(always)]
    fn place(&self, active: JudgeId, passive: JudgeId) -> usize {
        active as usize * self.judges.len() + passive as usize
    }
}

/// The dice of two opposed Judges (NW-05): the active side rolls first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opposed {
    /// The active dice less the passive dice.
    pub difference: i32,
    /// Whether it is told how the dice of both went.
    pub is_told: bool,
    /// How those of the one who acts went.
    pub active: RollQuality,
    /// How those of the one who answers went.
    pub passive: RollQuality,
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
        Self {
            difference: active.total - passive.total,
            is_told: true,
            active: active.luck(),
            passive: passive.luck(),
            rolls: Rolls::Rolled(active, passive),
        }
    }

    #[inline(always)]
    fn drawn<W: Words>(table: DistributionTable<'_>, words: &mut W) -> Self {
        let word = words.word();
        Self { difference: table.pick(word), rolls: Rolls::Drawn(word), ..Self::default() }
    }

    #[inline(always)]
    fn told<W: Words>(law: ContestTableRef<'_>, words: &mut W) -> Self {
        let word = words.word();
        let ContestOutcome { difference, active, passive } = law.pick(word);
        Self { difference, is_told: true, active, passive, rolls: Rolls::Drawn(word) }
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
    /// The two as a pair made ready for dice, with or without luck as the draw asks for;
    /// [`NO_PAIR`] if they are none.
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
            Rolls::Drawn(word) => self.rolls_of(opposed, word),
        }
    }

    #[cold]
    #[inline(never)]
    fn rolls_of(&self, opposed: Opposed, word: u64) -> Option<(Rolled, Rolled)> {
        let (active, passive) = (self.judges.judge(self.active).law(), self.judges.judge(self.passive).law());
        let fitting = || {
            active.iter().flat_map(|&(a, p_a)| {
                let total = a.total - opposed.difference;
                let first = passive.partition_point(|(p, _)| p.total < total);
                let fits = passive[first..].iter().take_while(move |(p, _)| p.total == total);
                let told = [opposed.active, opposed.passive];
                let fits = fits.filter(move |(p, _)| !opposed.is_told || told == [a.luck(), p.luck()]);
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
    #[cold]
    #[inline(never)]
    fn sample_both<W: Words>(&self, active: JudgeId, passive: JudgeId, words: &mut W) -> (Rolled, Rolled) {
        (self.judge(active).sample(words), self.judge(passive).sample(words))
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
    fn sample<W: Words>(&self, words: &mut W) -> Opposed {
        match self.judges.ready.get(self.pair.into()) {
            Some(law) => Opposed::drawn(law, words),
            None => {
                let (active, passive) = self.judges.sample_both(self.active, self.passive, words);
                Opposed::of(active, passive)
            }
        }
    }

    #[inline]
    fn n_outcomes(&self) -> usize {
        (self.last(self.judges.differences(self.active, self.passive)) - self.from) as usize + 2
    }

    #[inline]
    fn outcome(&self, i: usize) -> (Opposed, f64) {
        let law = self.judges.differences(self.active, self.passive);
        let difference = self.from - 1 + i as i32;
        let p = if i == 0 {
            law.below(self.from)
        } else if difference == self.last(law) {
            law.at_least(difference)
        } else {
            law.p(difference)
        };
        (Opposed { difference, ..Opposed::default() }, p)
    }
}

/// A contest of two Judges that are made ready for dice: the same as the contest, and a random
/// source does not ask whose they are.
#[derive(Clone, Copy, Debug)]
pub struct Tabled<'a>(pub Contest<'a>);

impl Draw for Tabled<'_> {
    type Out = Opposed;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Opposed {
        self.0.roll(by, dice)
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> Opposed {
        Opposed::drawn(self.0.judges.ready.get(self.0.pair.into()).expect("a pair made ready"), words)
    }

    #[inline]
    fn n_outcomes(&self) -> usize {
        self.0.n_outcomes()
    }

    #[inline]
    fn outcome(&self, i: usize) -> (Opposed, f64) {
        self.0.outcome(i)
    }
}

/// A contest of which the luck of both Judges is told beside the difference. `READY`: their law is
/// made ready, and a random source does not ask whether it is.
#[derive(Clone, Copy, Debug)]
pub struct WithQuality<'a, const READY: bool>(pub Contest<'a>);

impl<const READY: bool> Draw for WithQuality<'_, READY> {
    type Out = Opposed;

    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Opposed {
        self.0.roll(by, dice)
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> Opposed {
        let Contest { judges, active, passive, pair, .. } = self.0;
        match judges.fates.get(pair.into()) {
            Some(law) => Opposed::told(law, words),
            None if READY => unreachable!("a law made ready"),
            None => {
                let (active, passive) = judges.sample_both(active, passive, words);
                Opposed::of(active, passive)
            }
        }
    }

    #[inline]
    fn n_outcomes(&self) -> usize {
        self.0.n_outcomes()
    }

    #[inline]
    fn outcome(&self, i: usize) -> (Opposed, f64) {
        self.0.outcome(i)
    }
}
