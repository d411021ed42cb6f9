//! `fray exact`: exact probabilities by enumeration.

use core::sync::atomic::AtomicBool;
use std::io::Write;

use fray_sim::exact::{ExactReport, NoAnswer, Options, render, solve};
use fray_sim::scenario::Scenario;
use fray_sim::tables::json::Versioned;

use crate::args::ExactArgs;
use crate::exit::{Exit, Failure, print};
use crate::scenarios;
use crate::service::{Keeps, on_interrupt};

/// The exact answer of a scenario.
pub(crate) fn solved(scenario: &Scenario, stop: &AtomicBool) -> Result<ExactReport, NoAnswer> {
    solve(scenario.engine(), &scenario.stem, &Options::default(), stop)
}

pub(crate) fn run(args: &ExactArgs) -> Result<Exit, Failure> {
    let scenario = scenarios::load(&args.scenario, &args.options())?;
    let stop = on_interrupt(Keeps::Files)?;
    let exact = match solved(&scenario, &stop) {
        Ok(exact) => exact,
        Err(NoAnswer::Interrupted) => {
            return Err(Failure::Because(Exit::Interrupted, "interrupted; nothing was kept".to_owned()));
        }
        Err(no_answer) => return Err(Failure::Because(Exit::Undecided, no_answer.to_string())),
    };
    if args.json {
        let mut out = std::io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, &Versioned::new(&exact)).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        print(&render(&exact))?;
    }
    Ok(Exit::Ok)
}
