//! `fray run`: plays scenarios, shows and writes their results.
//!
//! Read in this order: [`batch`] finds the scenarios and the folders of their results, [`request`]
//! says which fights of one are asked for and which of them the folder lacks,
//! [`play`](mod@play) plays these and saves them, [`target`] stops at a precision,
//! [`resume_hint`] says how to continue after an interruption, and [`verify`](mod@verify) compares a
//! result with the exact answer.

pub(crate) mod batch;
mod dry_run;
mod overview;
pub(crate) mod play;
mod rare;
pub(crate) mod request;
pub(crate) mod requested;
pub(crate) mod resume_hint;
pub(crate) mod target;
pub(crate) mod verify;

use core::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use fray_report::folder::REPORT;
use fray_sim::control::Control;
use fray_sim::measures::{Goal, Verdict};
use fray_sim::output::{HeldSet, NotPlayed, ResultName, ResultsDir, ResultsSet, settle};
use fray_sim::play::dice_count::dice_per_fight;
use fray_sim::tables::rows::Stop;
use indicatif::ProgressBar;

use crate::args::{How, RunArgs};
use crate::exit::{Exit, Failure, report as say};
use crate::hinted::hints_of;
use crate::printer::{Flags, PrintedRun, Printer};
use crate::service::{
    FIGHTS_BAR, FIGHTS_BAR_BELOW, Keeps, fights_style, is_read_on_a_terminal, on_interrupt, pool, progress,
};
use crate::shell_command::ShellCommand;
use crate::side_tactics;
use crate::verbs::play::report;
use crate::verbs::play::run::batch::{Batch, BatchItem, Destination, force};
use crate::verbs::play::run::overview::Overview;
use crate::verbs::play::run::play::{Ended, RunResults, Session, play};
use crate::verbs::play::run::request::RunRequest;
use crate::verbs::play::run::target::report_shortfall;
use crate::verbs::play::run::verify::verify;

/// The shortest time between two writes of the summary of a batch.
const SUMMARY_EVERY: Duration = Duration::from_secs(1);
/// And at least so many times as long as the last one took: it reads a file of every scenario that is
/// done, so that a batch of thousands would do little else.
const SUMMARY_PAUSE: u32 = 20;

pub(crate) fn run(args: &RunArgs) -> Result<Exit, Failure> {
    let args = &with_best(args)?;
    if let Some(what) = &args.rare {
        return rare::run(args, what);
    }
    if args.dry_run {
        return dry_run::run(args);
    }
    let place = Destination::of(args)?;
    let Batch { mut items, random_seed, uses_random_seed, mut not_played, .. } = Batch::read(args, &place)?;
    // A fight that broke a rule or results in the way are worse than a scenario that is wrong.
    let mut exit = not_played.iter().filter_map(|it| Exit::of(it.code)).max().unwrap_or(Exit::Ok);
    let stop = on_interrupt(Keeps::Checkpoints)?;
    let names: Vec<ResultName> = items.iter().map(|item| item.name.clone()).collect();
    let is_playable = items.iter().any(|item| item.is_playable);
    let set = match &place {
        _ if !is_playable => None,
        Destination::One(_) | Destination::Nowhere { .. } => None,
        Destination::Several(dir) => {
            let seed = args.play.seed.or(uses_random_seed.then_some(random_seed));
            let range = args.range.map(|range| (range.lo, range.hi));
            let asked = range.or(args.fights.map(|fights| (0, fights.0)));
            let set = ResultsSet::open(dir, HeldSet { names: names.clone(), seed, asked }, force(args))?;
            report_former(&set);
            Some(set)
        }
    };
    let fights = items.iter().map(|item| item.missing).sum();
    let bar = progress(fights, args.play.quiet, FIGHTS_BAR);
    // Whoever waits for one card sees what it will say.
    let refines = place.is_of_one() && !args.json && !args.play.quiet && is_read_on_a_terminal();
    if refines {
        bar.set_style(fights_style(FIGHTS_BAR_BELOW));
    }
    let session = Session {
        args,
        pool: pool(args.play.threads)?,
        stop: &stop,
        bar,
        refines,
        is_batch: place.is_of_several(),
    };
    let flags = Flags { json: args.json, quiet: args.play.quiet, verbose: args.play.verbose };
    let is_cross = items.len() > 1 && items.iter().all(|item| item.is_crossed);
    let mut printer = Printer::new(flags, (!place.is_of_one()).then_some(&names));
    if is_cross && !args.play.verbose {
        printer.leave_rows_out();
    }
    let mut overview = Overview::default();

    // What was finished before this call stands in the summary, whenever this call may be killed.
    exit = exit.max(summary(set.as_ref(), &items, &session.bar));
    // Ctrl-C after the last fight interrupts nothing.
    let (mut n_done, mut n_left) = (0, items.len());
    let (mut last_summary, mut pause) = (Instant::now(), SUMMARY_EVERY);
    for i in 0..items.len() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if !items[i].is_playable {
            n_left -= 1;
            continue;
        }
        session.bar.set_message(items[i].name.to_string());
        match one(&session, &mut items[i], random_seed, &place, (&mut printer, &mut overview)) {
            Ok(true) => {
                n_done += 1;
                n_left -= 1;
            }
            // Interrupted.
            Ok(false) => {}
            // A failure of one scenario does not stop the others.
            Err(failure) => {
                if !items[i].has_results {
                    not_played.push(items[i].not_played(&failure));
                }
                exit = exit.max(session.bar.suspend(|| failure.report()));
                n_left -= 1;
            }
        }
        if last_summary.elapsed() >= pause {
            let began = Instant::now();
            exit = exit.max(summary(set.as_ref(), &items, &session.bar));
            last_summary = Instant::now();
            pause = SUMMARY_EVERY.max(SUMMARY_PAUSE * (last_summary - began));
        }
    }
    session.bar.finish_and_clear();
    if !place.is_of_one() && !args.json && !args.play.quiet {
        exit = exit.max(overview.show(args.play.verbose).map_or_else(Failure::report, |()| Exit::Ok));
    }
    let interrupted = Failure::Because(Exit::Interrupted, "interrupted".to_owned());
    let is_left = |item: &&BatchItem| item.is_playable && !item.has_results;
    let is_known = |item: &&BatchItem| not_played.iter().any(|it| item.name.as_str() == it.scenario);
    let left = items.iter().filter(|item| n_left > 0 && is_left(item) && !is_known(item));
    let left: Vec<_> = left.map(|item| item.not_played(&interrupted)).collect();
    not_played.extend(left);
    exit = exit.max(summary(set.as_ref(), &items, &session.bar)).max(printer.end(&not_played));
    if let Some(set) = &set {
        let written = set.write_not_played(&not_played);
        exit = exit.max(written.map_or_else(|error| Failure::from(error).report(), |()| Exit::Ok));
    }
    if !place.is_of_one() {
        report_not_played(&not_played);
    }
    if let Some(set) = set.as_ref().filter(|_| args.report && items.iter().any(|item| item.has_results)) {
        let written = report::write(set.path(), &set.path().join(REPORT), false);
        exit = exit.max(written.map_or_else(Failure::report, |()| Exit::Ok));
    }
    let settled = place.dir().filter(|_| is_playable).map_or(Ok(()), settle);
    exit = exit.max(settled.map_or_else(|error| Failure::from(error).report(), |()| Exit::Ok));
    if n_left > 0 {
        if set.is_some() {
            resume_hint::of_batch(n_done, items.len(), args, &place);
        }
        exit = exit.max(Exit::Interrupted);
    }
    Ok(exit)
}

/// Lists what was not played.
fn report_not_played(rows: &[NotPlayed]) {
    if !rows.is_empty() {
        say(format_args!("not played ({}):", rows.len()));
    }
    for NotPlayed { scenario, file, reason, .. } in rows {
        say(format_args!("  {scenario} ({file}): {reason}"));
    }
}

/// Says which results of before are in the folder and not in the summary.
fn report_former(set: &ResultsSet) {
    if let [first, others @ ..] = set.former() {
        let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
        say(format_args!(
            "`{first}`{more}: no longer asked for; the results are kept in {} and left out of the summary \
             (--force removes them)",
            set.path().display()
        ));
    }
}

/// Plays a scenario and prints its results. Returns whether all fights asked for were played.
fn one(
    session: &Session<'_>,
    item: &mut BatchItem,
    random_seed: u64,
    place: &Destination,
    (printer, overview): (&mut Printer, &mut Overview),
) -> Result<bool, Failure> {
    let args = session.args;
    let scenario = item.load(args)?;
    let job = RunRequest::new(scenario, args, random_seed)?;
    let refused = item.only_printed.take().map(Failure::report);
    let dir = match place.dir_of(&item.name).filter(|_| refused.is_none()) {
        Some(dir) => Some(ResultsDir::open(&dir, job.run.clone(), &job.of, job.end(), force(args))?),
        None => None,
    };
    if let Some(dir) = &dir
        && let Some(difference) = &dir.replaced
    {
        let dir = dir.path().display();
        session.bar.suspend(|| {
            say(format_args!("replacing {dir}: results of another version of this file ({difference})"));
        });
    }
    item.key = job.key();
    let goals: Vec<_> = job.scenario.goals.iter().map(|goal| &goal.value).collect();
    let is_hinted = place.is_of_one() && !args.no_hints;
    let mut show = |done: &RunResults, note| {
        let RunResults { point, partial } = done;
        let totals = &partial.played.totals;
        let hints = || {
            if is_hinted && point.stop != Stop::Interrupted {
                session.pool.install(|| {
                    let watch = Control { stop: session.stop, played: &|_| {} };
                    let fights = (job.run.seed, totals.fights);
                    hints_of(&args.play, &args.sides.fixed(), &job.scenario, fights, watch)
                })
            } else {
                Vec::new()
            }
        };
        let shown = PrintedRun {
            title: &job.scenario.title,
            point,
            about: &job.about,
            totals,
            range: partial.asked,
            dir: dir.as_ref().map(ResultsDir::path),
            goals: &goals,
            each: args.each,
            hints: &hints,
            dice_per_fight: &|| dice_per_fight(job.scenario.engine(), job.run.seed, totals.fights, &|| false),
            note,
        };
        session.bar.suspend(|| printer.add(&shown));
    };
    let ended = play(session, &job, dir.as_ref(), &mut show)?;
    let mut page_exit = Exit::Ok;
    if !matches!(ended, Ended::Nothing | Ended::Broken(_)) {
        if let Some(dir) = dir.as_ref().filter(|_| args.report) {
            // The results are there all the same.
            if let Err(failure) = report::write(dir.path(), &dir.path().join(REPORT), false) {
                page_exit = session.bar.suspend(|| failure.report());
            }
        }
        session.bar.suspend(|| printer.written(dir.as_ref().map(ResultsDir::path), &job.run.values));
        if let Ended::All(done) | Ended::Kept(done) = &ended
            && !args.json
            && !args.play.quiet
        {
            if place.is_of_one() {
                session.bar.suspend(|| report_goals(&goals, &job, done))
            } else {
                overview.add(item.name.as_str(), &job.about, &done.partial.played.totals, &goals)
            }
        }
    }
    let held = dir.as_ref().and_then(|dir| dir.held.as_ref());
    let n_before = held.map_or(0, |held| held.partial.played.ranges.n());
    let hint_at_rest = |done| {
        if dir.is_none() {
            session.bar.suspend(|| say(format_args!("interrupted: {}: nothing is written", item.name)));
        } else if matches!(place, Destination::One(_)) {
            session.bar.suspend(|| resume_hint::of_scenario(&job, done, n_before, args, place));
        }
    };
    let mut exit = refused.unwrap_or(Exit::Ok).max(page_exit);
    let mut verify_if_asked = |done: &RunResults| {
        if args.verify {
            let (stop, quiet) = (session.stop, args.play.quiet);
            exit = exit.max(session.bar.suspend(|| verify(&job, done, stop, quiet)));
        }
    };
    match ended {
        Ended::All(done) | Ended::Kept(done) => verify_if_asked(&done),
        Ended::Short(progress) => {
            session.bar.suspend(|| report_shortfall(&job.scenario.stem, &progress));
            item.has_results = true;
            return Err(Failure::reported(Exit::Undecided));
        }
        Ended::Interrupted(done) => {
            hint_at_rest(Some(&done));
            item.has_results = true;
            return Ok(false);
        }
        Ended::Nothing => {
            hint_at_rest(None);
            return Ok(false);
        }
        Ended::Broken(broken) => {
            session.bar.suspend(|| report_broken(&job, &broken, args));
            return Err(Failure::reported(Exit::Broken));
        }
    }
    item.has_results = true;
    if exit == Exit::Ok { Ok(true) } else { Err(Failure::reported(exit)) }
}

/// Says how many goals the run misses, and which verb makes that its exit code.
fn report_goals(goals: &[&Goal], job: &RunRequest, done: &RunResults) {
    let totals = &done.partial.played.totals;
    let missed = goals.iter().filter(|goal| goal.verdict(&job.about, totals) == Verdict::Missed).count();
    if missed > 0 && totals.fights > 0 {
        let failed =
            if goals.len() == 1 { "the goal".into() } else { format!("{missed} of {} goals", goals.len()) };
        say(format_args!(
            "{failed} failed; `fray run` exits with 0 all the same, `fray check` would exit with 1"
        ));
    }
}

/// Writes the summary of a batch, if any of its scenarios has results.
fn summary(set: Option<&ResultsSet>, items: &[BatchItem], bar: &ProgressBar) -> Exit {
    let Some(set) = set.filter(|_| items.iter().any(|item| item.has_results)) else { return Exit::Ok };
    match set.write_summary(|i| items[i].has_results.then(|| items[i].key.clone())) {
        Ok(()) => Exit::Ok,
        Err(error) => bar.suspend(|| Failure::from(error).report()),
    }
}

/// The arguments with the best tactics of sides found.
fn with_best(args: &RunArgs) -> Result<RunArgs, Failure> {
    let is_searched = args.sides.tactics.iter().any(|side| side.hows.iter().any(How::is_searched));
    if let Some(several) = args.sides.tactics.iter().find(|side| side.hows.len() > 1) {
        return Err(Failure::usage(format!("--tactics {several}: only `fray sweep` plays several")));
    }
    if !is_searched {
        return Ok(args.clone());
    }
    let [path] = args.scenarios.as_slice() else {
        return Err(Failure::usage(
            "--tactics SIDE=best and SIDE=clever search the tactics of one scenario alone",
        ));
    };
    let sides = side_tactics::with_best(&args.sides, &args.play, path, &args.play.options())?;
    Ok(RunArgs { sides, ..args.clone() })
}

fn report_broken(job: &RunRequest, broken: &fray_sim::play::run::Broken, args: &RunArgs) {
    let scenario = &job.scenario.path;
    let trace = ShellCommand::new("trace", scenario, job.run.seed, &args.play)
        .with_tactics(&args.sides.fixed())
        .with("--fight", &broken.fight.to_string());
    say(format_args!(
        "error: {}: fight {} broke an invariant: {}\n  trace it: {trace}",
        scenario.display(),
        broken.fight,
        broken.message
    ));
}
