//! A game as the rest of the program sees it: the rules of one system, prepared for one scenario.
//!
//! It plays with a [`Chance`], which says where outcomes come from, and is watched by an
//! [`Observer`]. These three contracts carry the whole.

use core::fmt;

use super::draw::Chance;
use super::observe::Observer;
use super::roster::{Roster, SideId, UnitId, UnitSet};
use crate::clocks::ClockSet;
use crate::map::{Map, Spot};
use crate::metrics::{Highlight, MetricSet};

/// The outcome of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// One side is left.
    Win(SideId),
    /// No side is left.
    Draw,
    /// The last allowed round went by with more than one side left.
    Timeout,
}

/// The state of the fight after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The round goes on.
    GoesOn,
    /// The round is over; nothing of it is pending.
    RoundOver,
    /// The fight is over.
    Over(Outcome),
}

/// An action of a unit, or what befalls units without one: a row of `actions.csv`, and a cause in
/// `felled.csv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Its name: of a weapon or an ability that of the scenario.
    pub name: String,
    /// The kind of action: `weapon`, `ability`, or another word of the game.
    pub kind: String,
}

impl Action {
    /// An action of this name and kind.
    pub fn new(kind: &str, name: impl Into<String>) -> Self {
        Self { name: name.into(), kind: kind.to_owned() }
    }
}

/// The meaning of the number that is the health of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// Points that are left: the more, the better.
    Left,
    /// Wounds that were taken: the fewer, the better.
    Wounds,
}

/// One game's rules prepared for one scenario: rosters, gear, tactics, tables. Immutable. This is what is played;
/// what the exact solver asks is [`Keyed`], what is told of a fight is [`Report`].
pub trait System: fmt::Debug + Send + Sync + Sized + 'static {
    /// The state of a fight: everything that changes in it. Flat, of fixed size, cheap to copy.
    type State: Clone + Default + Send;
    /// An event of the play-by-play: ids and numbers, no text.
    type Event;
    /// The metrics of the system, declared once.
    type Metric: MetricSet;
    /// The clocks and their causes, declared once; the first is Exhaustion.
    type Clock: ClockSet;

    /// The meaning of the number that [`health`](System::health) returns.
    const HEALTH: Health = Health::Left;

    /// The least number that the round of a fight's end can have, in any fight of the game.
    const LEAST_ROUND: u32 = 1;

    /// Sides and units, in the order of the file.
    fn roster(&self) -> &Roster;

    /// The number of the first round: 1, or 0 where something is played before it
    /// ([`LEAST_ROUND`](System::LEAST_ROUND) says that it may be).
    fn first_round(&self) -> u32 {
        1
    }

    /// The number of the round after which an undecided fight is a timeout.
    fn max_rounds(&self) -> u32;

    /// Puts `state`, whatever it held, at the start of a fight.
    fn begin<C: Chance, O: Observer<Self>>(&self, state: &mut Self::State, dice: &mut C, obs: &mut O);

    /// Plays to the next point where nothing is pending: a round's opening, one activation, a
    /// round's close. Several activations in a row, if it likes, where
    /// [nobody looks](Chance::MAY_BATCH_TURNS) between them.
    fn turn<C: Chance, O: Observer<Self>>(&self, state: &mut Self::State, dice: &mut C, obs: &mut O) -> Step;

    /// The units that take part at this moment: arrived, not out of the fight.
    fn standing(&self, state: &Self::State) -> UnitSet;

    /// The units that are dead at this moment; nobody, where units do not die.
    fn dead(&self, state: &Self::State) -> UnitSet {
        let _ = state;
        UnitSet::default()
    }

    /// A unit's health: hit points, life, or what else the game calls it, 0 for a unit that is out
    /// of the fight; or wounds, where the game counts these.
    fn health(&self, state: &Self::State, unit: UnitId) -> u32;

    /// Reports what is counted once, at the end of a fight.
    fn end<O: Observer<Self>>(&self, state: &Self::State, obs: &mut O);
}

/// A game whose states the exact solver can tell apart: states with equal keys are one.
pub trait Keyed: System {
    /// How many times as long as in the simplest game a turn takes to be played over one path of its dice: bounds
    /// of exact answers count paths so often.
    const WORK_OF_A_PATH: u32 = 1;

    /// Appends what of `state` matters for the future, in a normal form: states with equal keys
    /// have equal futures. Asked between turns. The number of the round belongs to it only where
    /// a rule reads it. `state` may be changed on the way and is not played on.
    fn key(&self, state: &mut Self::State, key: &mut Vec<u32>);

    /// A state with this key, as written by [`key`](Keyed::key).
    fn state_of(&self, key: &[u32]) -> Self::State;
}

/// The descriptions of a game's fights: names for tables, places for pictures, lines for transcripts.
pub trait Report: System {
    /// The name of the system in scenario files.
    const NAME: &'static str;
    /// The tables of metrics on the card, the first of them before the damage.
    const HIGHLIGHTS: &'static [Highlight] = &[];

    /// The actions of a unit, at most 255: a [`ActionRef`](super::observe::ActionRef) says its place among them.
    fn actions(&self, unit: UnitId) -> Vec<Action> {
        let _ = unit;
        Vec::new()
    }

    /// Returns the causes that put units out of the fight or heal them without an action of a unit: statuses
    /// and the like, at most 255.
    fn hazards(&self) -> Vec<Action> {
        Vec::new()
    }

    /// The board, if units have places on one; for pictures alone.
    fn map(&self) -> Option<Map> {
        None
    }

    /// Returns where a unit is on the [`map`](Report::map); `None` off it.
    fn spot(&self, state: &Self::State, unit: UnitId) -> Option<Spot> {
        let _ = (state, unit);
        None
    }

    /// The largest observation of a metric of this unit that the scenario allows: of a
    /// [`Count`](crate::metrics::Kind::Count) the largest of a fight. None where it is not
    /// known; what is hardly ever seen has no interval then.
    fn largest(&self, unit: UnitId, metric: Self::Metric) -> Option<u32> {
        let _ = (unit, metric);
        None
    }

    /// Writes one event as a line that a player of the game follows without the code.
    ///
    /// # Errors
    /// Those of `line`.
    fn describe(&self, event: &Self::Event, line: &mut dyn fmt::Write) -> fmt::Result;
}

/// All that a game is: it is played, solved and told of.
pub trait Rules: Keyed + Report {}

impl<S: Keyed + Report> Rules for S {}
