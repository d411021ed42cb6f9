//! The play-by-play of one fight of a run: the fight that [`run`](crate::run::run) counted, on the
//! same dice, line by line.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fray_engine::contract::{Outcome, Report, System};
use fray_engine::fight::Played;
use fray_engine::observe::Observer;
use fray_engine::roster::{Roster, UnitId, UnitSet};
use serde::Serialize;

use crate::branching::Chances;
use crate::dice::Dice;
use crate::engine::Engine;
use crate::replay::{ReplayDice, Rolls};
use crate::run::message;
use crate::turns::{ByTurn, Stand, stand_of};

/// Keeps the events of a fight with the round and activation in which they happened.
#[derive(Clone, Debug)]
pub struct Transcript<S: System> {
    /// The events in order.
    pub entries: Vec<Entry<S::Event>>,
    /// The states of the units between turns, each with the number of entries before it.
    pub stands: Vec<(usize, Stand)>,
    /// The chances of each side before anything was rolled; `None` unless they are kept.
    pub first_chances: Option<Chances>,
    /// The chances of each side at each entry of `stands`; empty unless they are kept.
    pub chances: Vec<Chances>,
    keeps: Keeps,
    round: u32,
    activation: u32,
    /// The unit whose activation is under way; `None` between activations.
    by: Option<UnitId>,
    /// The units by the number of their activation in this round.
    activated: Vec<UnitId>,
}

/// The parts of a fight that a transcript keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Nothing.
    Nothing,
    /// Its events.
    Events,
    /// Its events, and how units stood between turns.
    Stands,
    /// All of this, and what the chances were then: of so many fights that went on from there on other dice.
    Chances {
        /// The number of those fights.
        plays: u32,
    },
}

/// An event of a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<E> {
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// The activation begun last in this round, from 1; 0 before the first.
    pub activation: u32,
    /// The unit whose activation is under way; `None` between activations.
    pub by: Option<UnitId>,
    /// The event that happened.
    pub event: E,
}

impl<S: System> Default for Transcript<S> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            stands: Vec::new(),
            first_chances: None,
            chances: Vec::new(),
            keeps: Keeps::Events,
            round: 0,
            activation: 0,
            by: None,
            activated: Vec::new(),
        }
    }
}

impl<S: Report> Observer<S> for Transcript<S> {
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, make: impl FnOnce() -> S::Event) {
        if self.keeps == Keeps::Nothing {
            return;
        }
        let Self { round, activation, by, .. } = *self;
        self.entries.push(Entry { round, activation, by, event: make() });
    }

    fn activation(&mut self, unit: UnitId) {
        self.activation += 1;
        self.by = Some(unit);
        self.activated.push(unit);
    }

    fn activation_over(&mut self, _unit: UnitId) {
        self.by = None;
    }

    fn nested_activation(&mut self, by: i32) {
        self.activation = self.activation.saturating_add_signed(by);
        if by < 0 {
            self.by = self.activated.get((self.activation as usize).wrapping_sub(1)).copied();
        }
    }

    fn round_begins(&mut self, round: u32, _standing: UnitSet) {
        (self.round, self.activation, self.by) = (round, 0, None);
        self.activated.clear();
    }

    fn between_turns(&mut self, system: &S, state: &S::State) {
        if matches!(self.keeps, Keeps::Stands | Keeps::Chances { .. }) {
            self.stands.push((self.entries.len(), stand_of(system, state)));
        }
    }
}

impl<S: Report> Transcript<S> {
    /// Forgets what was kept, and keeps this of the next fight.
    pub fn begin(&mut self, keeps: Keeps) {
        self.entries.clear();
        self.stands.clear();
        self.first_chances = None;
        self.chances.clear();
        self.activated.clear();
        (self.keeps, self.round, self.activation, self.by) = (keeps, 0, 0, None);
    }

    /// The events as lines, with a heading for each round, under which they are indented.
    #[must_use]
    pub fn lines(&self, system: &S) -> Vec<String> {
        let mut lines = Vec::new();
        let mut round = 0;
        for entry in &self.entries {
            if entry.round != round {
                round = entry.round;
                lines.push(format!("Round {round}"));
            }
            let mut line = if round == 0 { String::new() } else { "  ".to_owned() };
            system.describe(&entry.event, &mut line).expect("a string takes every line");
            lines.push(line);
        }
        lines
    }
}

/// The play-by-play of a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The seed of the run.
    pub seed: u64,
    /// The number of the fight.
    pub fight: u64,
    /// The outcome.
    pub outcome: Outcome,
    /// The name of the side that won, if one did.
    pub side: Option<String>,
    /// The round in which it ended, from 1.
    pub rounds: u32,
    /// The play-by-play; the last line names the outcome.
    pub lines: Vec<String>,
    /// The same lines turn by turn, with how the units stood between turns.
    pub by_turn: ByTurn,
}

/// A fight that broke an invariant of its rules, as far as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenTrace {
    /// The message of the panic, which names the invariant.
    pub message: String,
    /// The play-by-play up to there.
    pub lines: Vec<String>,
}

/// A trace as `trace --json` prints it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TraceJson<'a> {
    /// The stem of the scenario's file.
    pub scenario: &'a str,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the fight.
    pub fight: u64,
    /// `win` (of `side`), `draw` or `timeout`.
    pub outcome: &'static str,
    /// The side that won; null if none did.
    pub side: Option<&'a str>,
    /// The round in which the fight ended.
    pub rounds: u32,
    /// The play-by-play.
    pub lines: &'a [String],
}

impl Trace {
    /// Returns the object that `trace --json` prints.
    #[must_use]
    pub fn json<'a>(&'a self, scenario: &'a str) -> TraceJson<'a> {
        let Self { seed, fight, outcome, ref side, rounds, ref lines, by_turn: _ } = *self;
        TraceJson { scenario, seed, fight, outcome: word(outcome), side: side.as_deref(), rounds, lines }
    }
}

/// The word for an outcome in tables and JSON.
#[must_use]
pub fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(_) => "win",
        Outcome::Draw => "draw",
        Outcome::Timeout => "timeout",
    }
}

/// Plays fight `fight` of seed `seed` again, line by line.
///
/// # Errors
/// If the fight breaks an invariant: the lines up to there.
pub fn trace(engine: &dyn Engine, seed: u64, fight: u64) -> Result<Trace, BrokenTrace> {
    trace_keeping(engine, seed, fight, Keeps::Stands)
}

/// Plays a fight as [`trace`] does and keeps this of it.
///
/// # Errors
/// If the fight breaks an invariant: the lines up to there.
pub fn trace_keeping(engine: &dyn Engine, seed: u64, fight: u64, keeps: Keeps) -> Result<Trace, BrokenTrace> {
    let roster = engine.about().roster;
    let mut replay = engine.replay(ReplayDice::new(Dice::new(&roster, seed), Rolls::Tabled));
    let played = catch_unwind(AssertUnwindSafe(|| replay.play(fight, keeps)));
    let mut lines = replay.lines();
    match played {
        Ok(Played { outcome, rounds }) => {
            lines.push(ending(&roster, outcome, rounds));
            let side = match outcome {
                Outcome::Win(side) => Some(roster.side(side).to_owned()),
                Outcome::Draw | Outcome::Timeout => None,
            };
            Ok(Trace { seed, fight, outcome, side, rounds, lines, by_turn: replay.by_turn() })
        }
        Err(panic) => Err(BrokenTrace { message: message(&*panic), lines }),
    }
}

/// `wizards win in round 3`, `draw in round 2`, `timeout after 100 rounds`.
fn ending(roster: &Roster, outcome: Outcome, rounds: u32) -> String {
    match outcome {
        Outcome::Win(side) => format!("{} win in round {rounds}", roster.side(side)),
        Outcome::Draw => format!("draw in round {rounds}"),
        Outcome::Timeout => format!("timeout after {rounds} round{}", if rounds == 1 { "" } else { "s" }),
    }
}
