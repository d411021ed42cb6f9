//! The last lines of an interrupted run: which fights are saved, and the command that plays the others. That
//! command ends with the results, byte for byte, of a run without an interruption.

use crate::args::RunArgs;
use crate::exit::report;
use crate::shell_command::ShellCommand;
use crate::verbs::play::run::batch::Destination;
use crate::verbs::play::run::play::RunResults;
use crate::verbs::play::run::request::RunRequest;

/// Prints the hint for one scenario.
pub(crate) fn of_scenario(
    job: &RunRequest,
    done: Option<&RunResults>,
    n_before: u64,
    args: &RunArgs,
    place: &Destination,
) {
    let (lo, hi) = job.run.range;
    let stem = &job.scenario.stem;
    match done {
        None => report(format_args!("interrupted: {stem}: no fight was played; to play all fights:")),
        Some(done) if done.partial.played.totals.fights <= n_before => {
            report(format_args!(
                "interrupted: {stem}: the folder keeps the {n_before} fights that it held before; to play the others:"
            ));
        }
        Some(done) => {
            let played = &done.partial.played.ranges;
            let (of, rest) = match job.aim {
                Some(_) => (String::new(), "to continue to the target"),
                None => (format!(" of {lo}..{hi}"), "to play the others"),
            };
            report(format_args!("interrupted: {stem}: the fights {played}{of} are saved; {rest}:"));
        }
    }
    let command = command(args, Some(job.run.seed));
    let command = match (&job.aim, args.range) {
        (Some(_), _) => args.target.add_to(command),
        (None, Some(_)) => command.with("--range", &format!("{lo}..{hi}")),
        (None, None) => command.with("--fights", &hi.to_string()),
    };
    report(format_args!("  {}", with_place(command, args, place)));
}

/// Prints the hint for a batch.
pub(crate) fn of_batch(n_done: usize, n_all: usize, args: &RunArgs, place: &Destination) {
    report(format_args!(
        "interrupted: {n_done} of {n_all} scenarios are finished, and all fights played are saved; to play the others:"
    ));
    // The folder holds the random seed, so the command needs none.
    let mut command = command(args, args.play.seed);
    if let Some(range) = args.range {
        command = command.with("--range", &format!("{}..{}", range.lo, range.hi));
    }
    if let Some(fights) = args.fights {
        command = command.with("--fights", &fights.0.to_string());
    }
    report(format_args!("  {}", with_place(args.target.add_to(command), args, place)));
}

fn command(args: &RunArgs, seed: Option<u64>) -> ShellCommand {
    ShellCommand::several("run", &args.scenarios, seed, &args.play).with_tactics(&args.sides.fixed())
}

fn with_place(command: ShellCommand, args: &RunArgs, place: &Destination) -> ShellCommand {
    let mut command = match place.dir() {
        Some(dir) => command.with("--out", &dir.to_string_lossy()),
        None => command,
    };
    if args.play.threads > 0 {
        command = command.with("--threads", &args.play.threads.to_string());
    }
    if args.checkpoint.as_secs_f64() != 30.0 {
        command = command.with("--checkpoint", &args.checkpoint.as_secs_f64().to_string());
    }
    command
        .with_if(args.no_hints, "--no-hints")
        .with_if(args.json, "--json")
        .with_if(args.play.quiet, "--quiet")
        .with_if(args.play.verbose, "--verbose")
        .with_if(true, "--extend")
        .with_if(args.force, "--force")
}
