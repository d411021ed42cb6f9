//! `fray run`: plays scenarios, shows and writes their results.

use core::sync::atomic::{AtomicBool, Ordering};
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fray_sim::output::{ResultsDir, ResultsSet};
use fray_sim::play::dice_count::dice_per_fight;
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use crate::args::{PlayArgs, RunArgs};
use crate::command::Command;
use crate::entries::{Entries, Entry, Place, force};
use crate::exit::{Exit, Failure, tell};
use crate::goes_on;
use crate::job::Job;
use crate::play::{Done, Ended, Session, play};
use crate::show::{Flags, Shown, Shows};
use crate::target::tell_short;
use crate::verbs::verify::verify;

/// How a bar of fights looks.
pub(crate) const FIGHTS_BAR: &str = "{msg} {wide_bar} {human_pos}/{human_len} fights, {speed}, {eta} left";

/// The summary of a batch is written again no sooner than this after the last time.
const SUMMARY_EVERY: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &RunArgs) -> Result<Exit, Failure> {
    let place = Place::of(args);
    let Entries { mut list, drawn, is_drawn, mut exit } = Entries::read(args, &place)?;
    if !list.iter().any(|entry| entry.is_right) {
        return Ok(exit);
    }
    let stop = on_interrupt()?;
    let names: Vec<String> = list.iter().map(|entry| entry.stem.clone()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let set = match &place {
        Place::One(_) => None,
        Place::Several(dir) => {
            let names = names.iter().map(|&name| name.to_owned()).collect();
            Some(ResultsSet::open(dir, names, is_drawn.then_some(drawn), force(args))?)
        }
    };
    let fights = list.iter().map(|entry| entry.missing).sum();
    let bar = progress(fights, args.play.quiet, FIGHTS_BAR);
    let session = Session { args, pool: pool(args.play.threads)?, stop: &stop, bar };
    let flags = Flags { json: args.json, quiet: args.play.quiet, verbose: args.play.verbose };
    let mut shows = Shows::new(flags, set.is_some().then_some(&names));

    // A signal behind the last fight interrupts nothing.
    let (mut n_done, mut n_left) = (0, list.len());
    let mut last_summary = Instant::now();
    for i in 0..list.len() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if !list[i].is_right {
            n_left -= 1;
            continue;
        }
        session.bar.set_message(list[i].stem.clone());
        match one(&session, &mut list[i], drawn, &place, &mut shows) {
            Ok(true) => {
                n_done += 1;
                n_left -= 1;
            }
            // Interrupted.
            Ok(false) => {}
            // What goes wrong with one scenario does not stop the others.
            Err(failure) => {
                exit = exit.max(session.bar.suspend(|| failure.tell()));
                n_left -= 1;
            }
        }
        if last_summary.elapsed() >= SUMMARY_EVERY {
            exit = exit.max(summary(set.as_ref(), &list, &session.bar));
            last_summary = Instant::now();
        }
    }
    session.bar.finish_and_clear();
    exit = exit.max(summary(set.as_ref(), &list, &session.bar)).max(shows.end());
    if n_left > 0 {
        if set.is_some() {
            goes_on::tell_several(n_done, list.len(), args, &place);
        }
        exit = exit.max(Exit::Interrupted);
    }
    Ok(exit)
}

/// Plays a scenario and shows its results. Returns whether all that was asked for is played.
fn one(
    session: &Session<'_>,
    entry: &mut Entry,
    drawn: u64,
    place: &Place,
    shows: &mut Shows,
) -> Result<bool, Failure> {
    let args = session.args;
    let scenario = match entry.load(args) {
        Ok(scenario) => scenario,
        Err(exit) => return Err(Failure::Told(exit)),
    };
    let job = Job::new(scenario, args, drawn)?;
    let dir = ResultsDir::open(&place.dir_of(&entry.stem), job.run.clone(), &job.of, force(args))?;
    let ended = play(session, &job, &dir)?;
    let mut show = |done: &Done, note| {
        let Done { point, partial } = done;
        let totals = &partial.played.totals;
        let shown = Shown {
            title: &job.scenario.title,
            point,
            about: &job.about,
            totals,
            range: partial.asked,
            values: &job.run.values,
            dir: dir.path(),
            dice_per_fight: &|| dice_per_fight(job.scenario.engine(), job.run.seed, totals.fights),
            note,
        };
        session.bar.suspend(|| shows.add(&shown));
    };
    let n_before = dir.held.as_ref().map_or(0, |held| held.partial.played.ranges.n());
    let tell_rest = |done| {
        if matches!(place, Place::One(_)) {
            session.bar.suspend(|| goes_on::tell_one(&job, done, n_before, args, place));
        }
    };
    let mut exit = Exit::Ok;
    let mut check = |done: &Done| {
        if args.verify {
            let (stop, quiet) = (session.stop, args.play.quiet);
            exit = session.bar.suspend(|| verify(&job, done, stop, quiet));
        }
    };
    match ended {
        Ended::All(done) => {
            show(&done, "");
            check(&done);
        }
        Ended::Kept(done) => {
            show(&done, "  kept");
            check(&done);
        }
        Ended::Short(done, progress) => {
            show(&done, "");
            session.bar.suspend(|| tell_short(&job.scenario.stem, &progress));
            entry.has_results = true;
            return Err(Failure::Told(Exit::Undecided));
        }
        Ended::Interrupted(done) => {
            show(&done, "");
            tell_rest(Some(&done));
            entry.has_results = true;
            return Ok(false);
        }
        Ended::Nothing => {
            tell_rest(None);
            return Ok(false);
        }
        Ended::Broken(broken) => {
            session.bar.suspend(|| tell_broken(&job, &broken, &args.play));
            return Err(Failure::Told(Exit::Broken));
        }
    }
    entry.has_results = true;
    if exit == Exit::Ok { Ok(true) } else { Err(Failure::Told(exit)) }
}

/// Writes the summary of a batch, if there is something to sum up.
fn summary(set: Option<&ResultsSet>, list: &[Entry], bar: &ProgressBar) -> Exit {
    let Some(set) = set.filter(|_| list.iter().any(|entry| entry.has_results)) else { return Exit::Ok };
    match set.write_summary(|i| list[i].has_results) {
        Ok(()) => Exit::Ok,
        Err(error) => bar.suspend(|| Failure::from(error).tell()),
    }
}

/// Set by the first Ctrl-C; the second ends the program where it is.
pub(crate) fn on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    let handler = move || {
        if told.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::Because(Exit::Output, format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(stop)
}

pub(crate) fn pool(threads: u16) -> Result<rayon::ThreadPool, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.into())
        .build()
        .map_err(|error| Failure::Because(Exit::Retry, format!("cannot start threads: {error}")))
}

/// A bar on stderr, where that is a terminal: all steps of everything asked for.
pub(crate) fn progress(steps: u64, quiet: bool, style: &str) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    // A whole number of fights a second, where indicatif's own has four decimals.
    let speed = |state: &ProgressState, out: &mut dyn core::fmt::Write| {
        let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
    };
    let style = style.with_key("speed", speed);
    let bar = ProgressBar::new(steps).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

fn tell_broken(job: &Job, broken: &fray_sim::play::run::Broken, play: &PlayArgs) {
    let scenario = &job.scenario.path;
    let trace =
        Command::new("trace", scenario, job.run.seed, play).with("--fight", &broken.fight.to_string());
    tell(format_args!(
        "error: {}: fight {} broke an invariant: {}\n  trace it: {trace}",
        scenario.display(),
        broken.fight,
        broken.message
    ));
}
