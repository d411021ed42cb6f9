//! `fray exact`: exact probabilities by enumeration.

use core::cell::Cell;
use core::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fray_sim::exact::{Control, ExactReport, NoAnswer, Options, Progress, render, solve_watched};
use fray_sim::scenario::Scenario;
use fray_sim::tables::format::thousands;
use fray_sim::tables::json::Versioned;

use crate::args::ExactArgs;
use crate::exit::{Exit, Failure, print, print_json};
use crate::scenarios;
use crate::service::{Keeps, on_interrupt, progress};

/// How the bar of a search looks: it is full when a bound is met.
const SEARCH_BAR: &str = "{msg} {wide_bar} {percent} % of its bounds";

/// The steps of that bar.
const STEPS: f64 = 1000.0;

/// The exact answer of a scenario, with the progress of the search shown on a terminal.
pub(crate) fn solved(scenario: &Scenario, stop: &AtomicBool, quiet: bool) -> Result<ExactReport, NoAnswer> {
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
    let control = Control { stop, progress: &show };
    let answer = solve_watched(scenario.engine(), &scenario.stem, &Options::default(), control);
    bar.finish_and_clear();
    answer
}

pub(crate) fn run(args: &ExactArgs) -> Result<Exit, Failure> {
    let scenario = scenarios::load(&args.scenario, &args.options())?;
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
