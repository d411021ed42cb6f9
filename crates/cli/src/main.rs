//! fray: a Monte Carlo balance simulator for tabletop-RPG combat.
//!
//! `main` prints what went wrong and picks the exit code; [`run()`] is one `match` over the verbs of
//! [`args`], each of which has a module of its own name. [`exit`] lists the exit codes.

mod args;
mod check;
mod command;
mod compare;
mod entries;
mod exact;
mod exit;
mod goes_on;
mod job;
mod list;
mod man;
mod merge;
mod play;
mod run;
mod schema;
mod selftest;
mod show;
mod target;
mod trace;
mod validate;
mod verify;

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
        Verb::Run(args) => run::run(args),
        Verb::Merge(args) => merge::run(args),
        Verb::Trace(args) => trace::run(args),
        Verb::Exact(args) => exact::run(args),
        Verb::Compare(args) => compare::run(args),
        Verb::Check(args) => check::run(args),
        Verb::Selftest(args) => selftest::run(args),
        Verb::Validate(args) => validate::run(args),
        Verb::Schema(args) => schema::run(args),
        Verb::List(args) => list::run(args),
        Verb::Completions(args) => man::completions(args),
        Verb::Man => man::man(),
    }
}
