//! The best play of a side among named tactics, by dynamic programming.
//!
//! Before each turn the side takes one of several sets of named tactics: that of the file and those that a side that
//! [looks ahead](crate::play::rollout) chooses from. It knows the state and not the dice to come; the other sides
//! play as they do. Every state that any choices lead to is expanded once under each set (`space`), then the best
//! probability to win is worked out from the last round to the first (`values`), together with that of each set
//! played throughout. It is the true ceiling of looking ahead with these sets, and never below any of them.

pub mod report;
mod space;
mod text;
mod values;

use core::fmt;

use fray_engine::roster::SideId;

pub use report::BestPlay;
use space::Space;
pub use text::render;
use values::Values;

use super::space::StopReason;
use super::{Bound, Control, Options, sample};
use crate::play::engine::Engine;
use crate::play::rollout::MOST_CHOICES;
use crate::scenario::{Clever, Scenario};

/// The reason for which there is no exact best play.
#[derive(Clone, Debug, PartialEq)]
pub enum NoBestPlay {
    /// It was told to stop.
    Interrupted,
    /// A bound was met.
    TooLarge {
        /// The bound.
        bound: Bound,
        /// The states whose turn was played over all dice under every set.
        expanded: usize,
        /// About how many states there are at least.
        states_at_least: f64,
    },
    /// Turns have about so many paths of dice at least, under the tactics of the file.
    TooManyPaths(f64),
    /// A state can come back within a round, so that there is no last turn to begin with.
    ComesBack,
}

impl fmt::Display for NoBestPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const INSTEAD: &str = "see what looking ahead gains with `fray run --tactics SIDE=clever`";
        match self {
            Self::Interrupted => f.write_str("interrupted"),
            Self::TooLarge { bound, expanded, states_at_least } => write!(
                f,
                "too large for exact best play: the limit is {bound}, with {expanded} of at least about \
                 {states_at_least:.1e} states played; {INSTEAD}, or take units or hit points away"
            ),
            Self::TooManyPaths(paths) => write!(
                f,
                "too large for exact best play: at least about {paths:.1e} paths of dice; {INSTEAD}, or take units or \
                 hit points away"
            ),
            Self::ComesBack => {
                write!(f, "no exact best play: a state can come back within a round; {INSTEAD}")
            }
        }
    }
}

impl core::error::Error for NoBestPlay {}

/// A set of named tactics of the side: changes to the scenario, and its rules with them.
struct Sets {
    changes: Vec<Vec<String>>,
    engines: Vec<Box<dyn Engine>>,
}

/// Makes sure that a scenario is not out of reach for certain, before sets of tactics are searched for it.
///
/// # Errors
/// If it is, or was interrupted.
pub fn within(scenario: &Scenario, options: &Options, control: Control<'_>) -> Result<f64, NoBestPlay> {
    let engines = sets(scenario, &Clever::default()).engines;
    let turns = engines[0].choosing_turns(&engines);
    let width = turns.as_ref().map_or(0, |turns| turns.bytes_a_state());
    let sampled = Options { max_paths: options.max_paths / MOST_CHOICES as u64, ..*options };
    let states = sample::within(&*engines[0], &sampled, control, |_| width);
    let states_at_least = states.map_err(|halt| NoBestPlay::of(halt, 0, 0.0))?;
    // What the first states take under the tactics of the file says what all take under any set.
    if let Some(turns) = turns {
        let mut space = Space::new(turns, engines.len(), options, control, states_at_least);
        let looked = space.expand(FIRST_LOOK);
        looked.map_err(|halt| NoBestPlay::of(halt, space.n_expanded(), states_at_least))?;
    }
    Ok(states_at_least)
}

/// The states that are expanded before sets of tactics are searched.
const FIRST_LOOK: usize = 4 * space::LEAST_EXPANDED;

/// The best play of a side that takes one of these sets before each turn: that of the file, the base of a side that
/// looks ahead, and its choices.
///
/// # Errors
/// If the fight is out of reach of the options, a state comes back within a round, or it was interrupted.
///
/// # Panics
/// If the scenario's own rules cannot be prepared again, or its fights do not go on from their midst.
pub fn solve(
    scenario: &Scenario,
    side: SideId,
    clever: &Clever,
    options: &Options,
    control: Control<'_>,
) -> Result<BestPlay, NoBestPlay> {
    let states_at_least = within(scenario, options, control)?;
    let Sets { changes, engines } = sets(scenario, clever);
    let turns = engines[0].choosing_turns(&engines).expect("sets of one game");
    let mut space = Space::new(turns, engines.len(), options, control, states_at_least);
    let starts = space.expand_all();
    let halted =
        |halt| NoBestPlay::of(halt, space.n_expanded(), states_at_least.max(space.n_states() as f64));
    let starts = starts.map_err(halted)?;
    let values = Values::new(&space, side, engines[0].rounds().count()).ok_or(NoBestPlay::ComesBack)?;
    report::report(scenario, side, &changes, &values, &starts).map_err(halted)
}

impl NoBestPlay {
    fn of(halt: StopReason, expanded: usize, states_at_least: f64) -> Self {
        match halt {
            StopReason::Interrupted => Self::Interrupted,
            StopReason::Reached(bound) | StopReason::Foreseen(bound) => {
                Self::TooLarge { bound, expanded, states_at_least }
            }
            StopReason::Beyond(bound, states_at_least) => Self::TooLarge { bound, expanded, states_at_least },
            StopReason::BeyondPaths(paths) => Self::TooManyPaths(paths),
        }
    }
}

/// The sets, without those that the rules refuse or that mean what one before them means.
fn sets(scenario: &Scenario, clever: &Clever) -> Sets {
    let of_base = |choice: &Vec<String>| clever.base.iter().chain(choice).cloned().collect();
    let all = [Vec::new(), clever.base.clone()].into_iter().chain(clever.choices.iter().map(of_base));
    let (mut sets, mut hashes) = (Sets { changes: Vec::new(), engines: Vec::new() }, Vec::new());
    for changes in all {
        let Some(composed) = scenario.with_sets(&changes).filter(|it| !hashes.contains(&it.hash)) else {
            continue;
        };
        hashes.push(composed.hash);
        sets.engines.push(composed.into_engine());
        sets.changes.push(changes);
    }
    assert!(sets.changes.first().is_some_and(Vec::is_empty), "a scenario that was read");
    sets
}
