//! Two Judges set against each other (NW-05), as one named draw.

use std::sync::OnceLock;

use crate::dice::contest_table::{ContestOutcome, ContestTable, ContestTableRef, ContestTables, RollQuality};
use crate::dice::distributions::{Differences, NEAR};
use crate::dice::judge::{Faces, Judge, Rolled};
use fray_engine::draw::{Chance, Draw, Roll, Words};
use fray_engine::worth::{Means, POINT};

/// A Judge of [`Judges`], by number.
pub type JudgeId = u16;

/// The Judges of a scenario, and what becomes of two of them set against each other.
#[derive(Debug, Default)]
pub struct Judges {
    judges: Vec<Judge>,
    /// The distributions of active dice less passive dice, at `active * judges.len() + passive`;
    /// each is made when an enumeration first asks for it.
    differences: Vec<OnceLock<Differences>>,
    /// At `active * judges.len() + passive`: the place of their table, [`NO_TABLE`] if they have
    /// none.
    table_of: Vec<u16>,
    tables: ContestTables,
}

/// Two Judges that are set against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestId {
    /// The Judge of the one who acts.
    pub active: JudgeId,
    /// The Judge of the one who answers.
    pub passive: JudgeId,
    /// The place of their table.
    table: u16,
}

/// The place of the table of two Judges that are rolled one by one.
const NO_TABLE: u16 = u16::MAX;

impl Judges {
    /// The Judges of a scenario: at most 256 pairs of critical and fumble numbers, twice.
    #[must_use]
    pub fn new(judges: Vec<Judge>) -> Self {
        let n = judges.len() * judges.len();
        let differences = (0..n).map(|_| OnceLock::new()).collect();
        Self { judges, differences, table_of: vec![NO_TABLE; n], tables: ContestTables::default() }
    }

    /// Returns how many there are.
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

    /// The distribution of active dice less passive dice.
    #[must_use]
    pub fn differences(&self, active: JudgeId, passive: JudgeId) -> &Differences {
        self.differences[self.place(active, passive)]
            .get_or_init(|| Differences::new(&self.judge(active).values(), &self.judge(passive).values()))
    }

    /// Builds the table of two Judges, unless it would be too large: their difference and the
    /// quality of both rolls, from one word.
    pub fn build_table(&mut self, active: JudgeId, passive: JudgeId) {
        let at = self.place(active, passive);
        if self.table_of[at] == NO_TABLE
            && let Some(table) = ContestTable::of(self.judge(active), self.judge(passive))
        {
            let above = self.differences(active, passive).above_near();
            self.table_of[at] = self.tables.add(table, above) as u16;
        }
    }

    /// Two Judges set against each other.
    #[inline(always)]
    #[must_use]
    pub fn contest(&self, active: JudgeId, passive: JudgeId) -> ContestId {
        ContestId { active, passive, table: self.table_of[self.place(active, passive)] }
    }

    /// Returns whether two Judges have a table.
    #[must_use]
    pub fn has_table(&self, active: JudgeId, passive: JudgeId) -> bool {
        self.contest(active, passive).table != NO_TABLE
    }

    #[inline(always)]
    fn place(&self, active: JudgeId, passive: JudgeId) -> usize {
        active as usize * self.judges.len() + passive as usize
    }

    /// Two words, one for each roll.
    #[cold]
    #[inline(never)]
    fn sample_both<W: Words>(&self, active: JudgeId, passive: JudgeId, words: &mut W) -> (Rolled, Rolled) {
        (self.judge(active).sample(words), self.judge(passive).sample(words))
    }
}

/// The dice of two opposed Judges (NW-05): the active side rolls first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opposed {
    /// The active dice less the passive dice.
    pub difference: i32,
    /// The quality of the active unit's dice, unless nothing is known of them.
    pub active: RollQuality,
    /// The quality of the answering unit's dice.
    pub passive: RollQuality,
    /// The two rolls behind the difference.
    pub rolls: Rolls,
}

/// The knowledge of the two rolls behind a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rolls {
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
            active: active.quality(),
            passive: passive.quality(),
            rolls: Rolls::Rolled(active, passive),
        }
    }

    #[inline(always)]
    fn drawn<W: Words>(table: ContestTableRef<'_>, words: &mut W) -> Self {
        let word = words.word();
        let ContestOutcome { difference, active, passive } = table.pick(word);
        Self { difference, active, passive, rolls: Rolls::Drawn(word) }
    }

    /// Returns whether the quality of both rolls is known.
    #[inline(always)]
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.rolls != Rolls::Unknown
    }
}

/// Two opposed Judges of which the rules read only how the difference of the dice stands to
/// `from..=to`: everything below `from` is one branch, everything from `to` on another, and each
/// difference between a branch of its own. A random source tells the quality of both rolls, too.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    /// The Judges of the scenario.
    pub judges: &'a Judges,
    /// The place of the contest among them.
    pub of: ContestId,
    /// The least difference that reads otherwise than all below it.
    pub from: i32,
    /// The least difference that reads as all above it; `from` or more. `i32::MAX`: none.
    pub to: i32,
}

impl<'a> Contest<'a> {
    /// The active Judge and the passive one.
    fn both(&self) -> [&'a Judge; 2] {
        [self.of.active, self.of.passive].map(|id| self.judges.judge(id))
    }

    fn differences(&self) -> &'a Differences {
        self.judges.differences(self.of.active, self.of.passive)
    }

    /// The difference of the last branch.
    #[inline]
    fn last(&self, differences: &Differences) -> i32 {
        self.to.min(differences.most().max(self.from))
    }

    /// Both rolls of a contest that was rolled or sampled, for transcripts. A difference drawn from a table
    /// says nothing of the two; they are drawn from their distribution given the difference and both
    /// qualities, by other bits of the word, so that a replay shows the same dice. It takes long.
    ///
    /// `None` for a branch of an enumeration, which stands for many rolls.
    #[must_use]
    pub fn rolls(&self, opposed: Opposed) -> Option<(Rolled, Rolled)> {
        match opposed.rolls {
            Rolls::Unknown => None,
            Rolls::Rolled(active, passive) => Some((active, passive)),
            Rolls::Drawn(word) => self.rolls_of(opposed, word),
        }
    }

    fn rolls_of(&self, opposed: Opposed, word: u64) -> Option<(Rolled, Rolled)> {
        let [active, passive] = self.both().map(Judge::distribution);
        let fitting = || {
            active.iter().flat_map(|&(a, p_a)| {
                let total = a.total - opposed.difference;
                let first = passive.partition_point(|(p, _)| p.total < total);
                let fits = passive[first..].iter().take_while(move |(p, _)| p.total == total);
                let qualities = [opposed.active, opposed.passive];
                let fits = fits.filter(move |(p, _)| qualities == [a.quality(), p.quality()]);
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
            .map(|((active, passive), _)| {
                let faces =
                    |turned: u32| Faces::drawn(word.rotate_left(turned).wrapping_mul(0xd6e8_feb8_6659_fd93));
                (Rolled { faces: faces(17), ..active }, Rolled { faces: faces(43), ..passive })
            })
    }
}

impl Draw for Contest<'_> {
    type Out = Opposed;

    /// NW-55: the active side's dice, chain and all, before the passive side's.
    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Opposed {
        let [active, passive] = self.both();
        let active = active.roll(by, dice);
        Opposed::of(active, passive.roll(by, dice))
    }

    #[inline(always)]
    fn sample<W: Words>(&self, words: &mut W) -> Opposed {
        match self.judges.tables.get(self.of.table.into()) {
            Some(table) => Opposed::drawn(table, words),
            None => {
                let (active, passive) = self.judges.sample_both(self.of.active, self.of.passive, words);
                Opposed::of(active, passive)
            }
        }
    }

    #[inline]
    fn n_outcomes(&self) -> usize {
        (self.last(self.differences()) - self.from) as usize + 2
    }

    #[inline]
    fn outcome(&self, i: usize) -> (Opposed, f64) {
        let differences = self.differences();
        let difference = self.from - 1 + i as i32;
        let p = if i == 0 {
            differences.below(self.from)
        } else if difference == self.last(differences) {
            differences.at_least(difference)
        } else {
            differences.p(difference)
        };
        (Opposed { difference, ..Opposed::default() }, p)
    }

    /// The margin, as far as it is read.
    #[inline(always)]
    fn worth(&self, out: &Opposed) -> i32 {
        out.difference.clamp(self.from.saturating_sub(1), self.to)
    }

    #[inline(always)]
    fn mean_worth(&self, _means: &mut Means) -> i64 {
        self.differences().mean_between(self.from.saturating_sub(1), self.to)
    }

    /// By two look-ups, where all differences are near 0: what lies farther off reads as the last of these.
    #[inline(always)]
    fn luck(&self, out: &Opposed, means: &mut Means) -> i64 {
        let Some(above) = self.judges.tables.above(self.of.table.into()) else {
            return i64::from(self.worth(out)) * POINT - self.mean_worth(means);
        };
        let (low, high) = (self.from.clamp(1 - NEAR, NEAR) - 1, self.to.clamp(-NEAR, NEAR - 1));
        let above = |n: i32| above[(n + NEAR) as usize % above.len()];
        let worth = out.difference.max(low).min(high) - low;
        i64::from(worth) * POINT - above(high) + above(low)
    }
}
