//! After an interruption: what is kept, and the command that plays the rest, with the same bytes
//! in the end as if nothing had happened.

use crate::args::RunArgs;
use crate::command::Command;
use crate::entries::Place;
use crate::exit::tell;
use crate::job::Job;
use crate::play::Done;

/// Says it of one scenario.
pub(crate) fn tell_one(job: &Job, done: Option<&Done>, n_before: u64, args: &RunArgs, place: &Place) {
    let (lo, hi) = job.run.range;
    let stem = &job.scenario.stem;
    match done {
        None => tell(format_args!("interrupted: {stem}: no fight was played; all of them:")),
        Some(done) if done.partial.played.totals.fights <= n_before => {
            tell(format_args!(
                "interrupted: {stem}: the folder keeps the {n_before} fights of before; the rest:"
            ));
        }
        Some(done) => {
            let played = &done.partial.played.ranges;
            let (of, rest) = match job.aim {
                Some(_) => (String::new(), "on to its target"),
                None => (format!(" of {lo}..{hi}"), "the rest"),
            };
            tell(format_args!("interrupted: {stem}: the fights {played}{of} are kept; {rest}:"));
        }
    }
    let command = command(args, Some(job.run.seed));
    let command = match (&job.aim, args.range) {
        (Some(_), _) => args.target.add_to(command),
        (None, Some(_)) => command.with("--range", &format!("{lo}..{hi}")),
        (None, None) => command.with("--fights", &hi.to_string()),
    };
    tell(format_args!("  {}", with_place(command, args, place)));
}

/// Says it of a batch.
pub(crate) fn tell_several(n_done: usize, n_all: usize, args: &RunArgs, place: &Place) {
    tell(format_args!(
        "interrupted: {n_done} of {n_all} scenarios are finished, what was played is kept; the rest:"
    ));
    // The folder knows the seed of the scenarios that name none.
    let mut command = command(args, args.play.seed);
    if let Some(range) = args.range {
        command = command.with("--range", &format!("{}..{}", range.lo, range.hi));
    }
    if let Some(fights) = args.fights {
        command = command.with("--fights", &fights.0.to_string());
    }
    tell(format_args!("  {}", with_place(args.target.add_to(command), args, place)));
}

fn command(args: &RunArgs, seed: Option<u64>) -> Command {
    Command::of("run", &args.scenarios, seed, &args.play)
}

fn with_place(command: Command, args: &RunArgs, place: &Place) -> Command {
    let mut command = command.with("--out", &place.dir().to_string_lossy());
    if args.play.threads > 0 {
        command = command.with("--threads", &args.play.threads.to_string());
    }
    if args.checkpoint.as_secs_f64() != 30.0 {
        command = command.with("--checkpoint", &args.checkpoint.as_secs_f64().to_string());
    }
    command
        .with_if(args.json, "--json")
        .with_if(args.play.quiet, "--quiet")
        .with_if(args.play.verbose, "--verbose")
        .with_if(true, "--extend")
        .with_if(args.force, "--force")
}
