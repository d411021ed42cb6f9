//! `fray exact`: exact probabilities by enumeration.

use core::cell::Cell;
use core::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fray_sim::exact::best::{self, NoBestPlay};
use fray_sim::exact::{Control, ExactReport, NoAnswer, Options, Progress, render, solve_watched};
use fray_sim::play::rollout::TRIALS;
use fray_sim::scenario::Scenario;
use fray_sim::tables::format::thousands;
use fray_sim::tables::json::Versioned;

use crate::args::{ExactArgs, ExactPlay};
use crate::exit::{Exit, Failure, print, print_json};
use crate::scenarios;
use crate::service::{Keeps, on_interrupt, progress};
use crate::side_tactics::{choices_of, side_id};

/// The bar of a search: it is full when a bound is met.
const SEARCH_BAR: &str = "{msg} {wide_bar} {percent} % of its bounds";

/// The steps of that bar.
const STEPS: f64 = 1000.0;

/// The exact answer of a scenario, with the progress of the search shown on a terminal.
pub(crate) fn solved(scenario: &Scenario, stop: &AtomicBool, quiet: bool) -> Result<ExactReport, NoAnswer> {
    shown(scenario, stop, quiet, |control| {
        solve_watched(scenario.engine(), &scenario.stem, &Options::default(), control)
    })
}

/// The answer of a search, with its progress shown on a terminal.
fn shown<T>(scenario: &Scenario, stop: &AtomicBool, quiet: bool, search: impl FnOnce(Control<'_>) -> T) -> T {
    let bar = progress(STEPS as u64, quiet, SEARCH_BAR);
    bar.set_message(format!("{}: sampling", scenario.stem));
    let shown = Cell::new(Instant::now());
    let show = |progress: &Progress| {
        if shown.get().elapsed() >= Duration::from_millis(100) {
            bar.set_message(format!("{}: {} states", scenario.stem, thousands(progress.states as u128)));
            bar.set_position((progress.used * STEPS) as u64);
            shown.set(Instant::now());
        }
    };
    let answer = search(Control { stop, progress: &show });
    bar.finish_and_clear();
    answer
}

pub(crate) fn run(args: &ExactArgs) -> Result<Exit, Failure> {
    let scenario = scenarios::load(&args.scenario, &args.options())?;
    if let Some(ExactPlay::Best) = args.play {
        return best(args, &scenario);
    }
    let stop = on_interrupt(Keeps::Files)?;
    let exact = match solved(&scenario, &stop, false) {
        Ok(exact) => exact,
        Err(NoAnswer::Interrupted) => {
            return Err(Failure::Because(Exit::Interrupted, "interrupted; nothing was kept".to_owned()));
        }
        Err(no_answer) => return Err(Failure::Because(Exit::Undecided, no_answer.to_string())),
    };
    if args.json {
        print_json(&Versioned::new(&exact))?;
    } else {
        print(&render(&exact))?;
    }
    Ok(Exit::Ok)
}

/// The best play of a side.
fn best(args: &ExactArgs, scenario: &Scenario) -> Result<Exit, Failure> {
    let sides = scenario.engine().about().roster.sides;
    let name = args.of.as_deref().unwrap_or(&sides[0].name);
    let side = side_id(scenario, name, "--of")?;
    let no_best = |no: NoBestPlay| match no {
        NoBestPlay::Interrupted => {
            Failure::Because(Exit::Interrupted, "interrupted; nothing was kept".to_owned())
        }
        no => Failure::Because(Exit::Undecided, no.to_string()),
    };
    let stop = on_interrupt(Keeps::Files)?;
    // What is out of reach is refused before sets are searched for it.
    let options = Options::default();
    shown(scenario, &stop, false, |control| best::within(scenario, &options, control)).map_err(no_best)?;
    let sets = choices_of(name, TRIALS, &args.play_args(), &args.scenario, &args.options())?;
    let stop = on_interrupt(Keeps::Files)?;
    let found =
        shown(scenario, &stop, false, |control| best::solve(scenario, side, &sets, &options, control));
    let found = found.map_err(no_best)?;
    if args.json {
        print_json(&Versioned::new(&found))?;
    } else {
        print(&best::render(&found))?;
    }
    Ok(Exit::Ok)
}
