//! The three contracts that carry the whole, and the named draws they speak in.
//!
//! One text of the rules is driven by a random source, by a scripted one and by an enumerator;
//! it is watched by nobody, a tally, a transcript or a pair of them. Neither side knows which.

use core::fmt;

use crate::roster::{Roster, SideId, UnitId, UnitSet};

/// What a random number is for. Together with the unit that rolls it keys the random stream, so
/// that two scenarios stay on the same dice when one of them changes, and it names the line of
/// the transcript.
///
/// The numbers are part of every result: a new purpose goes to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Purpose {
    /// Who acts when.
    Initiative = 0,
    /// Whether an attack hits: both rolls of the contest.
    Hit = 1,
    /// How much an attack hurts: both rolls of the contest.
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
    /// How many purposes there are.
    pub const COUNT: usize = 8;
    /// The first so many are rolled for by nearly every unit in nearly every fight.
    pub const COMMON: usize = 3;
}

/// Who rolls, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roll {
    /// The unit whose stream the roll is drawn from: in a contest the one who acts.
    pub unit: UnitId,
    /// What the roll is for.
    pub purpose: Purpose,
}

/// A source of uniform 64-bit words, for draws answered by table.
pub trait Words {
    /// The next word: every one of the 2^64 values equally likely, independent of the others.
    fn word(&mut self) -> u64;
}

/// A named draw: the smallest roll that the rules speak of. Each system has its own.
///
/// [`roll`](Draw::roll), [`deal`](Draw::deal) and the branches are three readings of one
/// distribution; the conformance tests enumerate and compare them.
pub trait Draw {
    /// What the rules read of the roll.
    type Out: Copy + Default;

    /// Die by die, chains and all: the text of the rule.
    fn roll<C: Chance>(&self, by: Roll, dice: &mut C) -> Self::Out;

    /// By table look-up from uniform words: as [`roll`](Draw::roll), in a few nanoseconds. Takes
    /// the same number of words whatever comes out, but for what is too rare for a table.
    fn deal<W: Words>(&self, words: &mut W) -> Self::Out;

    /// The number of branches of the distribution, cut to what the rules read: outcomes that
    /// read the same are one branch.
    fn branches(&self) -> usize;

    /// Branch `i`: an outcome that reads as all of the branch does, and the probability of the
    /// branch. The probabilities of all branches add up to 1 but for an unbounded chain that is
    /// cut below [`FLOOR`](crate::dice::FLOOR).
    fn branch(&self, i: usize) -> (Self::Out, f64);
}

/// Where outcomes come from.
pub trait Chance: Sized {
    /// Whether nobody looks at the state between turns, so that a system may play several at once.
    const RUNS_ON: bool = false;

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
}

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// One side is left.
    Win(SideId),
    /// No side is left.
    Draw,
    /// The last allowed round went by with more than one side left.
    Timeout,
}

/// What a turn came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The round goes on.
    GoesOn,
    /// The round is over; nothing of it is pending.
    RoundOver,
    /// The fight is over.
    Over(Outcome),
}

/// One game's rules prepared for one scenario: rosters, gear, tactics, tables. Immutable.
pub trait System: Sync + Sized {
    /// What changes in a fight. Flat, of fixed size, cheap to copy.
    type State: Clone + Default + Send;
    /// What the play-by-play says: ids and numbers, no text.
    type Event;
    /// What is counted, declared once.
    type Metric: MetricSet;
    /// The clocks and their causes, declared once; the first is Exhaustion.
    type Clock: ClockSet;

    /// The name of the system in scenario files.
    const NAME: &'static str;
    /// The tables of metrics on the card, the first of them before the damage.
    const HIGHLIGHTS: &'static [Highlight] = &[];

    /// Sides and units, in the order of the file.
    fn roster(&self) -> &Roster;

    /// The number of the first round: 1, or 0 where something is played before it.
    fn first_round(&self) -> u32 {
        1
    }

    /// The number of the round after which an undecided fight is a timeout.
    fn max_rounds(&self) -> u32;

    /// Puts `state`, whatever it held, at the start of a fight.
    fn begin<C: Chance, O: Observer<Self>>(&self, state: &mut Self::State, dice: &mut C, obs: &mut O);

    /// Plays to the next point where nothing is pending: a round's opening, one activation, a
    /// round's close. Several activations in a row, if it likes, where
    /// [nobody looks](Chance::RUNS_ON) between them.
    fn turn<C: Chance, O: Observer<Self>>(&self, state: &mut Self::State, dice: &mut C, obs: &mut O) -> Step;

    /// The units that take part at this moment: arrived, not out of the fight.
    fn standing(&self, state: &Self::State) -> UnitSet;

    /// Reports what is counted once, at the end of a fight.
    fn end<O: Observer<Self>>(&self, state: &Self::State, obs: &mut O);

    /// Appends what of `state` matters for the future, in a normal form: states with equal keys
    /// have equal futures. For the exact solver only, between turns. The number of the round
    /// belongs to it only where a rule reads it.
    fn key(&self, state: &Self::State, key: &mut Vec<u32>);

    /// A state with this key, as written by [`key`](System::key).
    fn state_of(&self, key: &[u32]) -> Self::State;

    /// Writes one event as a line that a player of the game follows without the code.
    ///
    /// # Errors
    /// Those of `line`.
    fn tell(&self, event: &Self::Event, line: &mut dyn fmt::Write) -> fmt::Result;
}

/// Who watches. The rules report and never ask.
///
/// Every method does nothing unless an observer says otherwise, so nobody pays for what nobody
/// watches.
pub trait Observer<S: System> {
    /// Whether [`event`](Observer::event) does anything.
    const LISTENS: bool = false;

    /// Something happened; `make` is called only by who keeps or tells events.
    #[inline(always)]
    fn event(&mut self, make: impl FnOnce() -> S::Event) {
        let _ = make;
    }

    /// One observation of a metric: adds `n` to this fight's [`Kind::Count`]; of a
    /// [`Kind::Value`] (or [`Kind::Hidden`]) the value `n`; of a [`Kind::Ratio`] one try, which
    /// succeeded if `n` is 1. A [`Kind::Share`] and a [`Kind::Above`] are never reported.
    #[inline(always)]
    fn add(&mut self, unit: UnitId, metric: S::Metric, n: u32) {
        let _ = (unit, metric, n);
    }

    /// [`add`](Observer::add) if `yes`; a tally does it without a branch.
    #[inline(always)]
    fn add_if(&mut self, yes: bool, unit: UnitId, metric: S::Metric, n: u32) {
        if yes {
            self.add(unit, metric, n);
        }
    }

    /// An attack of `by` on one target was resolved with this damage as rolled, in hit points;
    /// a miss has `hit = false` and damage 0.
    #[inline(always)]
    fn attack(&mut self, by: UnitId, hit: bool, damage: u32) {
        let _ = (by, hit, damage);
    }

    /// `by` did this damage, as rolled, to one target without an attack.
    #[inline(always)]
    fn harm(&mut self, by: UnitId, damage: u32) {
        let _ = (by, damage);
    }

    /// The part of damage that its target had no hit points left to lose.
    #[inline(always)]
    fn overkill(&mut self, by: UnitId, damage: u32) {
        let _ = (by, damage);
    }

    /// An activation of `unit` begins: the next number within the round.
    #[inline(always)]
    fn activation(&mut self, unit: UnitId) {
        let _ = unit;
    }

    /// The activation of `unit` that began last has ended.
    #[inline(always)]
    fn activation_over(&mut self, unit: UnitId) {
        let _ = unit;
    }

    /// The number of the activation in progress changes by this: below 0, when one in which others
    /// lay goes on; above 0, to the latest again, before another begins or it is over.
    #[inline(always)]
    fn renumber(&mut self, by: i32) {
        let _ = by;
    }

    /// A clock of `unit` struck, in the activation in progress (0: before the round's first).
    #[inline(always)]
    fn mark(&mut self, unit: UnitId, clock: S::Clock) {
        let _ = (unit, clock);
    }

    /// A round begins with these units standing.
    #[inline(always)]
    fn round_begins(&mut self, round: u32, standing: UnitSet) {
        let _ = (round, standing);
    }

    /// `unit` came after the round began: to counts it is one of those that began it standing.
    #[inline(always)]
    fn joins(&mut self, unit: UnitId) {
        let _ = unit;
    }

    /// The round that began last is over, with these units standing.
    #[inline(always)]
    fn round_over(&mut self, standing: UnitSet) {
        let _ = standing;
    }

    /// The fight is over, with these units standing. After a timeout the last round is over
    /// already; otherwise it was cut short.
    #[inline(always)]
    fn fight_over(&mut self, outcome: Outcome, standing: UnitSet) {
        let _ = (outcome, standing);
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl<S: System> Observer<S> for Nobody {}

/// How observations of a metric are summed up.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A count per fight: one value for each fight, 0 where nothing was reported.
    Count,
    /// A histogram of the observations, each for itself.
    Value,
    /// Tries and successes.
    Ratio,
    /// A ratio read from the histogram of metric `of`: the observations for which `among` holds
    /// are tries, and those for which `is` holds are successes. Costs nothing in a fight.
    Share {
        /// The place in [`MetricSet::ALL`] of the histogram's metric.
        of: usize,
        /// Which of its values are tries.
        among: fn(u32) -> bool,
        /// Which of the tries are successes.
        is: fn(u32) -> bool,
    },
    /// A histogram that only feeds others and is not printed itself.
    Hidden,
    /// A histogram read from those of the metrics `of`: of all their values above `least`, what is
    /// above it. Costs nothing in a fight.
    Above {
        /// The places in [`MetricSet::ALL`] of the metrics.
        of: &'static [usize],
        /// What is taken off their values.
        least: u32,
    },
}

/// What a metric is, declared once: columns, help, lists and docs come from here.
#[derive(Clone, Copy, Debug)]
pub struct MetricInfo {
    /// The name in CSV files, goals and lists.
    pub name: &'static str,
    /// How it is summed up.
    pub kind: Kind,
    /// One sentence for the designer.
    pub sentence: &'static str,
}

/// A table of the card: metrics of every unit under a heading.
#[derive(Clone, Copy, Debug)]
pub struct Highlight {
    /// The heading, in capitals.
    pub heading: &'static str,
    /// The names of the metrics, a column each.
    pub metrics: &'static [&'static str],
}

/// The metrics of a system. Made by [`metrics!`](crate::metrics).
pub trait MetricSet: Copy + fmt::Debug + Send + Sync + 'static {
    /// All of them, in the order of their declaration.
    const ALL: &'static [MetricInfo];
    /// How many counts there are; they are declared before all others.
    const COUNTS: usize = n_counts(Self::ALL);
    /// One `T` for each metric, in the order of their declaration: an array, whose length the
    /// compiler knows.
    type Each<T: Clone + fmt::Debug + Send>: AsRef<[T]> + AsMut<[T]> + Clone + fmt::Debug + Send;
    /// The place in [`ALL`](MetricSet::ALL).
    fn index(self) -> usize;
    /// An array of what `make` gives for each place.
    fn each<T: Clone + fmt::Debug + Send>(make: impl FnMut(usize) -> T) -> Self::Each<T>;
}

/// What a clock is: its name, its causes, one sentence.
#[derive(Clone, Copy, Debug)]
pub struct ClockInfo {
    /// The name in the column `clock`.
    pub name: &'static str,
    /// The words of the column `what`, in order.
    pub causes: &'static [&'static str],
    /// One sentence for the designer.
    pub sentence: &'static str,
}

/// The clocks of a system. Made by [`clocks!`](crate::clocks). A value is a clock with its cause.
pub trait ClockSet: Copy + fmt::Debug + Send + Sync + 'static {
    /// All clocks, in the order of their declaration; the first is Exhaustion.
    const ALL: &'static [ClockInfo];
    /// The place of the clock in [`ALL`](ClockSet::ALL) and of the cause among its causes.
    fn place(self) -> (usize, usize);
}

/// How many metrics are counts.
///
/// # Panics
/// While compiling, if a count is declared behind a metric of another kind.
const fn n_counts(all: &[MetricInfo]) -> usize {
    let mut n = 0;
    let mut i = 0;
    while i < all.len() {
        if matches!(all[i].kind, Kind::Count) {
            assert!(n == i, "counts are declared before all other metrics");
            n += 1;
        }
        i += 1;
    }
    n
}
