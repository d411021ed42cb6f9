//! `fray exact`: exact probabilities by enumeration.

use core::sync::atomic::AtomicBool;
use std::io::Write;

use fray_rules::engine::contract::System;
use fray_rules::systems::Visit;
use fray_sim::exact::{ExactReport, NoAnswer, Options, render, solve};
use fray_sim::scenario::{self, Scenario};
use fray_sim::tables::json::Versioned;

use crate::args::ExactArgs;
use crate::exit::{Exit, Failure};
use crate::verbs::run::on_interrupt;
use crate::verbs::validate::show_problems;

struct Solve<'a> {
    stem: &'a str,
    stop: &'a AtomicBool,
}

impl Visit for Solve<'_> {
    type Out = Result<ExactReport, NoAnswer>;

    fn visit<S: System>(self, system: &S) -> Self::Out {
        solve(system, self.stem, &Options::default(), self.stop)
    }
}

/// The exact answer of a scenario.
pub(crate) fn solved(scenario: &Scenario, stop: &AtomicBool) -> Result<ExactReport, NoAnswer> {
    scenario.system.visit(Solve { stem: &scenario.stem, stop })
}

pub(crate) fn run(args: &ExactArgs) -> Result<Exit, Failure> {
    let scenario = match scenario::load_scenario(&args.scenario, &args.options()) {
        Ok(scenario) => scenario,
        Err(diagnosis) => {
            show_problems(&diagnosis, &args.scenario);
            return Ok(Exit::BadScenario);
        }
    };
    let stop = on_interrupt()?;
    let exact = match solved(&scenario, &stop) {
        Ok(exact) => exact,
        Err(NoAnswer::Interrupted) => {
            return Err(Failure::Because(Exit::Interrupted, "interrupted; nothing was kept".to_owned()));
        }
        Err(no_answer) => return Err(Failure::Because(Exit::Undecided, no_answer.to_string())),
    };
    let mut out = std::io::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &Versioned::new(&exact)).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        out.write_all(render(&exact).as_bytes())?;
    }
    Ok(Exit::Ok)
}
