//! fray: a Monte Carlo balance simulator for tabletop-RPG combat.
//!
//! `main` prints a failure and picks the exit code; [`run()`] is one `match` over the verbs of [`args`]. Each
//! verb has a module of its own name in [`verbs`]. The modules that several verbs use stand beside them:
//! [`exit`] lists the exit codes, [`service`] has threads, progress bar and Ctrl-C, [`scenarios`] loads
//! scenario files, [`printer`] prints the results of runs, [`varied`] prints and writes those of the verbs
//! that vary a scenario, [`shell_command`] writes commands that can be pasted into a shell, and [`version`]
//! says what was built.

mod args;
mod crossed;
mod exit;
mod hinted;
mod printer;
mod scenarios;
mod search;
mod service;
mod shell_command;
mod side_tactics;
mod study;
mod sweep_tables;
mod varied;
mod verbs;
mod version;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::ExitCode;

use clap::FromArgMatches;
use fray_engine::fight::GivenUp;

use args::{Args, Verb};
use exit::{Exit, Failure};

fn main() -> ExitCode {
    fray_play::game::install(fray_rules::GAMES);
    if version::is_asked_in_full(std::env::args_os().skip(1)) {
        let exit = version::print_in_full().unwrap_or_else(Failure::report);
        return exit.into();
    }
    let read = args::command().try_get_matches().and_then(|it| Args::from_arg_matches(&it));
    let mut args = read.unwrap_or_else(|error| args::suggested(error).exit());
    let resolved = crossed::resolve(&mut args.verb);
    let exit = given_up_is_no_panic(|| resolved.and_then(|()| run(&args))).unwrap_or_else(|failure| {
        if args.verb.prints_json() {
            failure.print_object();
        }
        failure.report()
    });
    exit.into()
}

/// Ends a verb in whose midst a fight was given up as an interruption.
fn given_up_is_no_panic(verb: impl FnOnce() -> Result<Exit, Failure>) -> Result<Exit, Failure> {
    match catch_unwind(AssertUnwindSafe(verb)) {
        Ok(ended) => ended,
        Err(panic) if panic.is::<GivenUp>() => Err(Failure::reported(Exit::Interrupted)),
        Err(panic) => resume_unwind(panic),
    }
}

fn run(args: &Args) -> Result<Exit, Failure> {
    service::answer_signals()?;
    fray_sim::output::source_date().map_err(Failure::usage)?;
    match &args.verb {
        Verb::Run(args) => verbs::play::run::run(args),
        Verb::Merge(args) => verbs::scale::merge::run(args),
        Verb::Plan(args) => verbs::scale::plan::run(args),
        Verb::Shard(args) => verbs::scale::shard::run(args),
        Verb::Trace(args) => verbs::play::trace::run(args),
        Verb::Exact(args) => verbs::play::exact::run(args),
        Verb::Compare(args) => verbs::ask::compare::run(args),
        Verb::Sweep(args) => verbs::ask::sweep::run(args),
        Verb::Solve(args) => verbs::ask::solve::run(args),
        Verb::Weights(args) => verbs::ask::weights::run(args),
        Verb::Rulings(args) => verbs::ask::rulings::run(args),
        Verb::Tactics(args) => verbs::ask::tactics::run(args),
        Verb::Coach(args) => verbs::ask::coach::run(args),
        Verb::Matrix(args) => verbs::ask::matrix::run(args),
        Verb::Budget(args) => verbs::ask::budget::run(args),
        Verb::Why(args) => verbs::ask::why::run(args),
        Verb::Watch(args) => verbs::play::watch::run(args),
        Verb::Live(args) => verbs::play::live::run(args),
        Verb::Report(args) => verbs::play::report::run(args),
        Verb::History(args) => verbs::guard::history::run(args),
        Verb::Check(args) => verbs::guard::check::run(args),
        Verb::Selftest(args) => verbs::guard::selftest::run(args),
        Verb::Validate(args) => verbs::guard::validate::run(args),
        Verb::New(args) => verbs::play::new::run(args),
        Verb::Schema(args) => verbs::look_up::schema::run(args),
        Verb::List(args) => verbs::look_up::list::run(args),
        Verb::Rules(args) => verbs::look_up::rules::run(args),
        Verb::Help(args) => verbs::look_up::help::run(args),
        Verb::Completions(args) => verbs::look_up::man::completions(args),
        Verb::Man(args) => verbs::look_up::man::man(args),
    }
}
