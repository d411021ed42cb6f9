//! Exact probabilities of a whole fight, by enumeration.
//!
//! The rules are played turn by turn over every path of their dice. Each distinct state is
//! expanded once (`space`, with `keys` and `watch`, within a `budget`); its transitions are kept by index, joined
//! with the little of the past that the tally still needs (`history`, `graph`); then probability
//! is sent through them round by round (`rounds`, `frontier`) and lands in the same cells that a tally
//! counts (`cells`); what is observed in turns is added up from the visits to states (`observed`).
//! [`report`] and `means` make rows of it, `text` prints them; [`reach`] says that a fight is too large.
//!
//! Nothing is rounded but the last bits: every probability is a sum of products of the distributions of
//! the draws, sums of many terms are compensated (`sum`), and what was left out is reported as
//! the residual. It does not play scenarios on which a bound of [`Options`] is met, and does not
//! work out variances, the damage of a round or a fight, and metrics that
//! [only sampled fights show](fray_engine::metrics::MetricSet::SAMPLED_ONLY).

pub mod best;
mod budget;
mod cells;
mod frontier;
mod graph;
mod history;
mod keys;
mod means;
mod numbered;
mod observe;
mod observed;
pub mod reach;
pub mod report;
mod rounds;
mod sample;
mod space;
mod sum;
mod text;
pub mod verify;

use core::sync::atomic::AtomicBool;

pub use reach::{Bound, NoAnswer, OutOfReach};
pub use report::ExactReport;
use rounds::Rounds;
use space::StopReason;
pub use text::render;

use crate::play::engine::Engine;

/// The precision and the bounds of an exact answer.
///
/// The bounds are counts of work and of memory, never of time, so that a scenario is in reach
/// on every machine that has so much memory, or on none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The rounds end when no more than this probability is left to play.
    pub tolerance: f64,
    /// A state met with less probability than this, at one activation of one round, is not
    /// followed.
    pub prune: f64,
    /// Memory for states and transitions, in bytes; less, where the system does not have so much.
    pub max_bytes: usize,
    /// Paths of dice played to expand states, and up to sixteen times as many to observe what happens in them; about
    /// ten million a second. Those of a game whose turns take longer [count several times](fray_engine::contract::Keyed::WORK_OF_A_PATH).
    pub max_paths: u64,
    /// Steps along transitions; several hundred million a second.
    pub max_steps: u64,
}

impl Default for Options {
    /// 1e-14 of the fights may be left to play; 1 GiB and at most about half a minute.
    fn default() -> Self {
        Self {
            tolerance: 1e-14,
            prune: 1e-19,
            max_bytes: 1 << 30,
            max_paths: 200_000_000,
            max_steps: 5_000_000_000,
        }
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Distinct states found.
    pub states: usize,
    /// The number of these states whose turn was played over all dice.
    pub expanded: usize,
    /// The part of the bound used that is used most.
    pub used: f64,
}

/// The signal that stops a search, and the callback that is shown its progress.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Set from another thread: stop soon.
    pub stop: &'a AtomicBool,
    /// Called many times a second.
    pub progress: &'a dyn Fn(&Progress),
}

/// The exact probabilities of a fight. `scenario` is the name that the report bears; `stop`
/// interrupts from another thread.
///
/// # Errors
/// If the fight is out of reach of the options, or was interrupted.
pub fn solve(
    engine: &dyn Engine,
    scenario: &str,
    options: &Options,
    stop: &AtomicBool,
) -> Result<ExactReport, NoAnswer> {
    solve_watched(engine, scenario, options, Control { stop, progress: &|_| {} })
}

/// As [`solve`], with somebody to show the progress to.
///
/// # Errors
/// As [`solve`].
pub fn solve_watched(
    engine: &dyn Engine,
    scenario: &str,
    options: &Options,
    control: Control<'_>,
) -> Result<ExactReport, NoAnswer> {
    let mut rounds = Rounds::new(engine, options, control);
    let out_of_reach = |bound, is_foreseen, states_at_least, rounds: &Rounds<'_>| {
        Err(NoAnswer::OutOfReach(reach::out_of_reach(bound, is_foreseen, states_at_least, rounds)))
    };
    match rounds.play() {
        Ok(()) => Ok(report::report(scenario, &rounds)),
        Err(StopReason::Interrupted) => Err(NoAnswer::Interrupted),
        Err(StopReason::Reached(bound)) => out_of_reach(bound, false, rounds.sampled_states, &rounds),
        Err(StopReason::Foreseen(bound)) => out_of_reach(bound, true, rounds.sampled_states, &rounds),
        Err(StopReason::Beyond(bound, states)) => out_of_reach(bound, true, states, &rounds),
        Err(StopReason::BeyondPaths(paths)) => {
            let mut reach = reach::out_of_reach(Bound::Paths, true, 0.0, &rounds);
            reach.paths_at_least = paths;
            Err(NoAnswer::OutOfReach(reach))
        }
    }
}
