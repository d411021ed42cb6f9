//! The sources of outcomes: named draws, and the dice that answer them.
//!
//! A random source, a scripted one and an enumerator drive one text of the rules, which does not
//! know which of them it is.

use super::roster::UnitId;
use super::worth::{Means, POINT};

/// Chains without limit are cut in *exact* distributions where less than this is left of them. Sampled
/// chains are never cut.
pub const FLOOR: f64 = 1e-18;

/// The purpose of a random number. Together with the unit that rolls it keys the random stream, so that two
/// scenarios stay on the same dice when one of them changes, and it names the line of the transcript.
///
/// The numbers are part of every result: a new purpose goes to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Purpose {
    /// The order of acting.
    Initiative = 0,
    /// Whether an attack hits: both rolls of the contest.
    Hit = 1,
    /// The damage of an attack: both rolls of the contest.
    Damage = 2,
    /// Fixed for the fight before its first round.
    Setup = 3,
    /// A tie that the rules break by chance.
    Tie = 4,
    /// A choice that a tactic leaves to chance.
    Choice = 5,
    /// Statuses, costs and other effects.
    Effect = 6,
    /// Whether a fallen unit lives.
    Survival = 7,
}

impl Purpose {
    /// The number of purposes.
    pub const COUNT: usize = 8;
    /// The first so many are rolled for by nearly every unit in nearly every fight.
    pub const COMMON: usize = 3;
}

/// A roll: the unit that makes it, and its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roll {
    /// The unit whose stream the roll is drawn from: in a contest the one who acts.
    pub unit: UnitId,
    /// The purpose of the roll.
    pub purpose: Purpose,
}

/// A source of uniform 64-bit words, for draws answered by table.
pub trait Words {
    /// The next word: every one of the 2^64 values equally likely, independent of the others.
    fn word(&mut self) -> u64;
}

/// A named draw: the smallest roll that the rules speak of. Each system has its own.
///
/// [`roll`](Draw::roll), [`sample`](Draw::sample) and the branches are three readings of one
/// distribution; the conformance tests enumerate and compare them.
pub trait Draw {
    /// The result of the roll, as far as the rules read it.
    type Out: Copy + Default;

    /// Die by die, chains and all: the text of the rule.
    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Self::Out;

    /// By table look-up from uniform words: as [`roll`](Draw::roll), in a few nanoseconds. Takes
    /// the same number of words whatever comes out, but for what is too rare for a table.
    fn sample<W: Words>(&self, words: &mut W) -> Self::Out;

    /// The number of branches of the distribution, cut to what the rules read: outcomes that
    /// read the same are one branch.
    fn n_outcomes(&self) -> usize;

    /// Branch `i`: an outcome that reads as all of the branch does, and the probability of the
    /// branch. The probabilities of all branches add up to 1 but for an unbounded chain that is
    /// cut below [`FLOOR`].
    fn outcome(&self, i: usize) -> (Self::Out, f64);

    /// The worth of an outcome for the unit that rolls, in whole points of what the draw decides: margin,
    /// successes, damage. Outcomes of one branch are worth the same; 0 where none is better than another.
    fn worth(&self, out: &Self::Out) -> i32;

    /// The mean of [`worth`](Draw::worth), in parts of a [`POINT`].
    fn mean_worth(&self, means: &mut Means) -> i64;

    /// The difference of an outcome's worth from the mean, in parts of a point.
    #[inline(always)]
    fn luck(&self, out: &Self::Out, means: &mut Means) -> i64 {
        i64::from(self.worth(out)) * POINT - self.mean_worth(means)
    }

    /// Every branch with its probability.
    fn outcomes(&self) -> impl Iterator<Item = (Self::Out, f64)> {
        (0..self.n_outcomes()).map(|i| self.outcome(i))
    }
}

/// A source of outcomes.
pub trait Chance: Sized {
    /// Whether nobody looks at the state between turns, so that a system may play several at once.
    const MAY_BATCH_TURNS: bool = false;

    /// Returns whether outcomes that the rules read alike are told apart all the same, for an observer: then
    /// damage beyond the last hit point is not cut to what is left.
    #[inline(always)]
    fn tells_apart(&self) -> bool {
        false
    }

    /// A uniform number from 0 up to but not including `n` (1 or more).
    fn below(&mut self, by: Roll, n: u32) -> u32;

    /// One named draw.
    fn draw<D: Draw>(&mut self, by: Roll, what: &D) -> D::Out {
        what.roll(by, self)
    }

    /// The draw if `yes`, its default otherwise. A random source spends the same words either
    /// way, so that a hit that turns into a miss moves no later roll.
    fn draw_if<D: Draw>(&mut self, yes: bool, by: Roll, what: &D) -> D::Out {
        if yes { self.draw(by, what) } else { D::Out::default() }
    }

    /// Draws for two units that roll at once, each on dice of its own. A source that enumerates takes the
    /// branches of `both`, which tell apart no more of the pair than the rules do.
    #[inline(always)]
    fn draw_pair<D: Draw, P: Draw<Out = [D::Out; 2]>>(
        &mut self,
        by: [Roll; 2],
        each: [&D; 2],
        _both: &P,
    ) -> [D::Out; 2] {
        [self.draw(by[0], each[0]), self.draw(by[1], each[1])]
    }
}
