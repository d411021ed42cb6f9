//! The progress bar and the final messages that all verbs that search for a number share.

use std::path::Path;
use std::time::{Duration, Instant};

use fray_sim::scenario::Diagnosis;
use fray_sim::vary::solve::goal::GoalError;
use fray_sim::vary::solve::points::{FEWEST, Settings, StopReason};

use crate::args::{Fights, PlayArgs};
use crate::exit::{Exit, Failure, report};
use crate::scenarios::report_problems;
use crate::study::Workers;
use crate::varied::{broken, raised};

/// The bar of a search, whose number of fights nobody knows beforehand.
pub(crate) const SEARCH_BAR: &str = "{msg} {human_pos} fights, {speed}";

/// How far a search goes: the most fights of a value, and the most time.
pub(crate) type Bounds = (Fights, Duration);

/// Plays a search within these bounds. Whether exact answers `may_solve` it is the verb's to say.
pub(crate) fn play<T: Send>(
    workers: &Workers,
    seed: u64,
    (most, time): Bounds,
    may_solve: bool,
    search: impl FnOnce(Settings<'_>) -> T + Send,
) -> T {
    let told = |text: &str| workers.tell(text);
    workers.play(|watch| {
        let most = raised(most.0, FEWEST, "search");
        search(Settings {
            seed,
            most,
            until: Instant::now().checked_add(time),
            may_solve,
            watch,
            told: &told,
        })
    })
}

/// The failure of a `--goal` that cannot be searched for.
pub(crate) fn no_goal(no: GoalError, text: &str) -> Failure {
    match no {
        GoalError::Parse(error) => Failure::usage(format!("--goal: {}", error.with_text(text))),
        GoalError::Refused(message) => Failure::usage(format!("--goal: {message}")),
    }
}

/// The failure of a search in the scenario `file` that ended before its answer. `wrong` says what is no scenario, by
/// its label; `whose` is what lacks a goal.
pub(crate) fn halted(
    halt: StopReason,
    (file, seed, play): (&Path, u64, &PlayArgs),
    wrong: impl FnOnce(&str) -> String,
    whose: &str,
) -> Failure {
    match halt {
        StopReason::Interrupted => {
            Failure::Because(Exit::Interrupted, "interrupted; nothing is known yet".to_owned())
        }
        StopReason::Broken(sets, fight) => broken(file, seed, play, &sets, &[], &fight),
        StopReason::Wrong(label, diagnosis) => no_scenario(file, &diagnosis, wrong(&label)),
        StopReason::Lacks(goal) => Failure::usage(format!("`{goal}` is not a goal of {whose}")),
    }
}

/// The failure of something that is no scenario.
pub(crate) fn no_scenario(file: &Path, diagnosis: &Diagnosis, message: String) -> Failure {
    report_problems(diagnosis, file);
    Failure::Because(Exit::BadScenario, message)
}

/// The reason for which a search has no answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unfinished {
    Interrupted,
    Late,
    Open,
}

impl Unfinished {
    /// Says so, with what is known, and what to do.
    pub(crate) fn report(self, known: &str) -> Exit {
        match self {
            Self::Interrupted => {
                report(format_args!("interrupted: {known}; the same command searches again"));
                Exit::Interrupted
            }
            Self::Late => {
                report(format_args!("time ran out: {known}; raise --max-time"));
                Exit::Undecided
            }
            Self::Open => {
                report("a number is still undecided after the most fights: raise --max-fights");
                Exit::Undecided
            }
        }
    }
}
