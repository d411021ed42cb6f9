//! fray: a Monte Carlo balance simulator for tabletop-RPG combat.
//!
//! `main` prints what went wrong and picks the exit code; [`run()`] is one `match` over the verbs of
//! [`args`], each of which has a module of its own name in `verbs`. [`exit`] lists the exit codes.

mod args;
mod command;
mod entries;
mod exit;
mod goes_on;
mod job;
mod play;
mod show;
mod target;
mod verbs;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Verb};
use exit::{Exit, Failure};

fn main() -> ExitCode {
    let args = Args::parse();
    let exit = run(&args).unwrap_or_else(Failure::tell);
    exit.into()
}

fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.verb {
        Verb::Run(args) => verbs::run::run(args),
        Verb::Merge(args) => verbs::merge::run(args),
        Verb::Trace(args) => verbs::trace::run(args),
        Verb::Exact(args) => verbs::exact::run(args),
        Verb::Compare(args) => verbs::compare::run(args),
        Verb::Check(args) => verbs::check::run(args),
        Verb::Selftest(args) => verbs::selftest::run(args),
        Verb::Validate(args) => verbs::validate::run(args),
        Verb::Schema(args) => verbs::schema::run(args),
        Verb::List(args) => verbs::list::run(args),
        Verb::Completions(args) => verbs::man::completions(args),
        Verb::Man => verbs::man::man(),
    }
}
