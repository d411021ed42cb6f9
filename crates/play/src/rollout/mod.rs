//! Fights in which one side looks ahead: before every turn it tries its choices on other dice, and takes the best.
//!
//! A choice is the rules of the scenario prepared with other tactics of the side. At a state between two turns each is
//! tried: one turn under it and the rest of the fight under the first, the base, on dice that no run has. It is the
//! rollout policy of Tesauro and Galperin (1997). All choices are tried on the same dice; what does as another does, or
//! would not be better beyond noise if it went on as until now, is tried no further, and the base gives way only to
//! what is better beyond noise. A turn and the fight after it have dice of their own, which depend on the seed, the
//! fight, the number of the turn and that of the trial alone; where all choices lead to one state, nothing is played on.

mod departures;
mod engine;
mod policy;

use core::any::Any;
use core::sync::atomic::{AtomicU64, Ordering};
use std::ops::Range;

use fray_engine::contract::{Rules, System};
use fray_engine::fight::Played;
use fray_engine::roster::SideId;

use crate::account::Account;
use crate::dice::Dice;
use crate::engine::Engine;
use crate::luck::LuckCounter;
use crate::replay::{Replay, ReplayDice, Rolls};
use crate::tally::{Keep, Number, Player, Tally};
use crate::totals::Totals;
use crate::trace::{Keeps, Transcript};
use crate::turns::ByTurn;

pub use departures::{BINS, Bins, Circumstance, Departure, Departures, FRESH_TRIALS};
pub use engine::Rollout;
use policy::Policy;

/// The most choices of a side, with the base.
pub const MOST_CHOICES: usize = 16;
/// The trials of a choice, if nobody says how many.
pub const TRIALS: u32 = 96;
/// The most trials of a choice.
pub const MOST_TRIALS: u32 = 10_000;
/// The fewest: the first two looks at a race.
pub const FEWEST_TRIALS: u32 = 8;

/// A choice by looking ahead: the side that chooses, its choices, and the number of trials.
#[derive(Clone, Copy, Debug)]
pub struct Choosing<'a> {
    /// The choices: rules of one game, roster and layout. The first is the base.
    pub choices: &'a [Box<dyn Engine>],
    /// The side that looks ahead.
    pub side: SideId,
    /// The most trials of a choice at a turn.
    pub trials: u32,
    /// By choice, how often it was taken.
    pub taken: &'a [Taken],
    /// The notes of departures from the base, if they are kept.
    pub departures: Option<&'a Departures>,
}

/// The number of times that a choice was taken in all fights played, and the results of its trials then. Sums
/// of integers, in any order.
#[derive(Debug, Default)]
pub struct Taken {
    turns: AtomicU64,
    trials: AtomicU64,
    better: AtomicU64,
    worse: AtomicU64,
    rounds: [AtomicU64; Taken::ROUNDS],
}

/// The counts of a [`Taken`], read at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakenCount {
    /// The turns at which it was taken.
    pub turns: u64,
    /// Its trials at these turns.
    pub trials: u64,
    /// The trials that it won and the base did not.
    pub better: u64,
    /// The trials that the base won and it did not.
    pub worse: u64,
    /// The turns by round, from round 0; the last is of all later rounds.
    pub rounds: [u64; Taken::ROUNDS],
}

impl Taken {
    /// The rounds that are told apart.
    pub const ROUNDS: usize = 9;

    fn add(&self, round: u32, trials: u32, better: u32, worse: u32) {
        let add = |to: &AtomicU64, n: u32| to.fetch_add(n.into(), Ordering::Relaxed);
        add(&self.turns, 1);
        add(&self.trials, trials);
        add(&self.better, better);
        add(&self.worse, worse);
        add(&self.rounds[(round as usize).min(Self::ROUNDS - 1)], 1);
    }

    /// Returns the counts until now.
    #[must_use]
    pub fn count(&self) -> TakenCount {
        let of = |from: &AtomicU64| from.load(Ordering::Relaxed);
        TakenCount {
            turns: of(&self.turns),
            trials: of(&self.trials),
            better: of(&self.better),
            worse: of(&self.worse),
            rounds: core::array::from_fn(|round| of(&self.rounds[round])),
        }
    }
}

/// Choices as rules of one game.
pub(crate) fn systems_of<S: System>(choices: &[Box<dyn Engine>]) -> Option<Vec<&S>> {
    choices.iter().map(|engine| (&**engine as &dyn Any).downcast_ref::<S>()).collect()
}

/// One thread's dice, state and tally of a scenario in which a side looks ahead.
pub(crate) struct ChoosingWorker<'a, S: Rules> {
    policy: Policy<'a, S>,
    dice: ReplayDice,
    state: S::State,
    tally: Tally<S>,
    luck: LuckCounter,
    playing: u64,
}

impl<'a, S: Rules> ChoosingWorker<'a, S> {
    #[inline(never)]
    pub(crate) fn new(choosing: Choosing<'a>, dice: Dice, keep: Keep) -> Option<Box<Self>> {
        let dice = ReplayDice::new(dice, Rolls::Tabled);
        let policy = Policy::new(choosing, &dice)?;
        let system = policy.base();
        Some(Box::new(Self {
            dice,
            state: S::State::default(),
            tally: Tally::keeping(system, keep),
            luck: LuckCounter::new(system),
            playing: 0,
            policy,
        }))
    }
}

impl<S: Rules> Player for ChoosingWorker<'_, S> {
    #[inline(never)]
    fn play(&mut self, fights: Range<u64>) {
        let end = fights.end;
        for fight in fights {
            self.playing = fight;
            self.dice.fight(fight);
            let has_counts = self.luck.begin(self.dice.dice_mut().account_mut(), fight, fight + 1 == end);
            self.tally.list_counts(has_counts);
            let played = self.policy.play(fight, &mut self.state, &mut self.dice, &mut self.tally);
            self.luck.add(self.dice.dice().account(), played, self.tally.counts());
        }
    }

    fn playing(&self) -> u64 {
        self.playing
    }

    fn drain_into(&mut self, totals: &mut Totals) {
        self.tally.drain_into(totals);
        self.luck.drain_into(self.dice.dice_mut().account_mut(), &mut totals.luck);
    }

    fn numbers(&self) -> &[Number] {
        self.tally.numbers()
    }

    fn account(&self) -> Option<&Account> {
        Some(self.dice.dice().account()).filter(|account| account.is_kept())
    }
}

/// Plays single fights again in which a side looks ahead.
pub(crate) struct ChoosingReplay<'a, S: Rules> {
    policy: Policy<'a, S>,
    dice: ReplayDice,
    state: S::State,
    transcript: Transcript<S>,
}

impl<'a, S: Rules> ChoosingReplay<'a, S> {
    pub(crate) fn new(choosing: Choosing<'a>, dice: ReplayDice) -> Option<Self> {
        let policy = Policy::new(choosing, &dice)?;
        Some(Self { policy, dice, state: S::State::default(), transcript: Transcript::default() })
    }
}

impl<S: Rules> Replay for ChoosingReplay<'_, S> {
    fn play(&mut self, fight: u64, keeps: Keeps) -> Played {
        self.dice.fight(fight);
        // Chances would be those of the base, and not of who looks ahead.
        let keeps = if matches!(keeps, Keeps::Chances { .. }) { Keeps::Stands } else { keeps };
        self.transcript.begin(keeps);
        self.policy.play(fight, &mut self.state, &mut self.dice, &mut self.transcript)
    }

    fn lines(&self) -> Vec<String> {
        self.transcript.lines(self.policy.base())
    }

    fn by_turn(&self) -> ByTurn {
        self.transcript.by_turn(self.policy.base())
    }

    fn n_rolled(&self) -> u32 {
        self.dice.n_rolled_by_hand()
    }

    /// Samples are of fights that are enumerated, which this one is not.
    fn sample_states(&mut self, _fight: u64, _visit: &mut dyn FnMut(usize, &[u32])) {}
}
