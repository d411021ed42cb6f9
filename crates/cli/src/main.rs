//! fray: a Monte Carlo balance simulator for tabletop-RPG combat.
//!
//! `main` prints what went wrong and picks the exit code; [`run()`] is one `match` over the verbs of
//! [`args`], each of which has a module of its own name. [`exit`] lists the exit codes.

mod args;
mod command;
mod compare;
mod exact;
mod exit;
mod list;
mod man;
mod run;
mod schema;
mod target;
mod trace;
mod validate;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Verb};
use exit::{Exit, Failure};

fn main() -> ExitCode {
    let args = Args::parse();
    let exit = match run(&args) {
        Ok(exit) => exit,
        // The reader has seen enough.
        Err(Failure::ClosedPipe) => Exit::Ok,
        Err(Failure::Because(exit, message)) => {
            // If stderr is gone too, the code still says it.
            let _ = writeln!(anstream::stderr(), "error: {message}");
            exit
        }
    };
    exit.into()
}

fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.verb {
        Verb::Run(args) => run::run(args),
        Verb::Trace(args) => trace::run(args),
        Verb::Exact(args) => exact::run(args),
        Verb::Compare(args) => compare::run(args),
        Verb::Validate(args) => validate::run(args),
        Verb::Schema(args) => schema::run(args),
        Verb::List(args) => list::run(args),
        Verb::Completions(args) => man::completions(args),
        Verb::Man => man::man(),
    }
}
