//! `fray check`: the gate for CI.

mod baselines;
mod changed;

use core::sync::atomic::{AtomicBool, Ordering};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(crate) use baselines::no_baseline;
use baselines::{NoBaseline, baseline, update};

use chrono::Utc;
use fray_kit::sheet::problem::At;
use fray_kit::sheet::text::{shown, shown_lines};
use fray_sim::control::Control;
use fray_sim::gate::changes::Line;
use fray_sim::gate::ci::WorkTree;
use fray_sim::gate::drift::Strictness;
use fray_sim::gate::point::{FIRST_LOOK, Judged, Point, Replay, Settings};
use fray_sim::gate::report::{PlayedPoint, Report, Row};
use fray_sim::gate::suite::{self, Mode, Suite};
use fray_sim::gate::text::Detail;
use fray_sim::gate::{Finding, Verdict};
use fray_sim::measures::Goal;
use fray_sim::output::{AskedCheck, CheckDir, CheckManifest, Force, may_write, write_whole};
use fray_sim::play::run::Broken;
use fray_sim::scenario::source::Disk;
use fray_sim::scenario::{Loader, Options, Scenario};
use fray_sim::tables::json::{SCHEMA, Versioned};
use serde::Serialize;

use crate::args::{CheckArgs, CheckMode, ReplayArg};
use crate::exit::{self, Exit, Failure, print_json, report};
use crate::scenarios::{report_problems, report_warnings};
use crate::service::{Keeps, on_interrupt, pool, progress};
use crate::shell_command;

/// The object that `--json` prints.
#[derive(Serialize)]
struct Printed {
    verdict: &'static str,
    points: Vec<Row>,
}

/// A point with its place in the suite.
struct Ready<'a> {
    listed: &'a suite::Point,
    /// None if its scenario is wrong.
    point: Option<Point>,
    /// The reason for which it cannot be tested, or not against its baseline; `None` if it can.
    untested: Option<Finding>,
    /// The line of the error in its scenario; `None` if the scenario is right.
    at: Option<Line>,
}

impl Ready<'_> {
    /// Returns the point with its results, as the report tells them.
    fn told(&self, judged: Judged, took: Duration) -> PlayedPoint {
        let show = show(self.listed, &judged);
        let findings = self.untested.iter().cloned().chain(judged.findings).collect();
        PlayedPoint {
            show,
            judged: Judged { findings, name: self.listed.name.clone(), ..judged },
            arguments: arguments(self.listed),
            file: self.listed.scenario.display().to_string(),
            goals: self.point.as_ref().map(|point| goals(&point.scenario)).unwrap_or_default(),
            at: self.at.clone(),
            is_untested: self.point.is_none() || self.untested.is_some(),
            took,
        }
    }
}

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let mut suite = match Suite::load(&Disk, &args.suite) {
        Ok(suite) => suite,
        Err(diagnosis) => {
            let wrong = report_problems(&diagnosis, &args.suite);
            return Err(Failure::Reported(Exit::BadScenario, wrong));
        }
    };
    if let Some(text) = &args.of {
        suite.points.retain(|point| point.name.contains(text));
        if suite.points.is_empty() {
            return Err(Failure::usage(format!("no point of the suite has {text:?} in its name")));
        }
    }
    if let Some(commit) = &args.changed {
        changed::retain(&mut suite, commit)?;
    }
    suite.mode = match args.mode {
        None => suite.mode,
        Some(CheckMode::Auto) => Mode::Auto,
        Some(CheckMode::Exact) => Mode::Exact,
        Some(CheckMode::Stat) => Mode::Stat,
    };
    suite.alpha = args.alpha.unwrap_or(suite.alpha);
    suite.max_fights = args.max_fights.map_or(suite.max_fights, |fights| fights.0);

    let stop = on_interrupt(Keeps::Files)?;
    let pool = pool(args.threads)?;
    let (points, exit) = ready(&suite, args.update)?;
    if let Some(reason) = &args.reason {
        return Ok(exit.max(pool.install(|| update(&points, reason, args, &stop))?));
    }
    if let Some(seed) = args.seed {
        fresh(seed, &points)?;
    }
    // Tried before anything is played, so that what cannot be written is known at once.
    if let Some(path) = &args.junit {
        may_write(path)?;
    }
    let out = args.out.as_ref().map(|dir| folder(dir, &suite, args)).transpose()?;
    let checked = pool.install(|| check(&suite, &points, args, &stop, out.as_ref()))?;
    Ok(exit.max(checked))
}

/// Reads the scenarios and baselines of the suite. Errors of one are printed and do not stop the others.
fn ready<'a>(suite: &'a Suite, update: bool) -> Result<(Vec<Ready<'a>>, Exit), Failure> {
    let mut points = Vec::new();
    let mut exit = Exit::Ok;
    let loader = Loader::default();
    for listed in &suite.points {
        let scenario = match loader.load_scenario(&listed.scenario, &options(suite, listed)) {
            Ok(scenario) => {
                report_warnings(&scenario);
                scenario
            }
            Err(diagnosis) => {
                report_problems(&diagnosis, &listed.scenario);
                exit = exit.max(Exit::BadScenario);
                let what = diagnosis.problems.first().map_or("cannot be read", |problem| &problem.message);
                let reproduce = Some(format!("fray validate {}", arguments(listed)));
                let untested = Some(Finding { reproduce, ..Finding::untested("scenario", what) });
                let at = diagnosis.problems.first().map(|problem| {
                    let (file, line, _) = diagnosis.sources.place(problem.span);
                    Line { file: file.to_owned(), line }
                });
                points.push(Ready { listed, point: None, untested, at });
                continue;
            }
        };
        let mut untested = None;
        let baseline = match listed.baseline.as_deref().map(|path| baseline(path, suite)) {
            Some(Ok(baseline)) => Some(baseline),
            // An update makes the missing baseline.
            Some(Err(NoBaseline::Missing(_))) if update => None,
            // Nothing that it says is compared; its history goes on.
            Some(Err(NoBaseline::Old(baseline, _))) if update => Some(*baseline),
            Some(Err(NoBaseline::TooLarge(message))) => {
                report(format_args!("error: {}: {message}", listed.name));
                exit = exit.max(Exit::BadScenario);
                untested = Some(Finding::untested("baseline", &message));
                None
            }
            Some(Err(
                NoBaseline::Missing(message) | NoBaseline::Old(_, message) | NoBaseline::Wrong(message),
            )) => {
                // Its history would be lost.
                let help = if update { "; remove the file to make a new one" } else { "" };
                let message = message + help;
                report(format_args!("error: {}: {message}", listed.name));
                exit = exit.max(Exit::Mismatch);
                untested = Some(Finding::untested("baseline", &message));
                None
            }
            None => None,
        };
        let goals = scenario.goals.iter().map(|goal| goal.value.clone()).collect();
        let point = Some(Point { name: listed.name.clone(), scenario, goals, baseline });
        points.push(Ready { listed, point, untested, at: None });
    }
    Ok((points, exit))
}

/// The values that a suite changes at a point.
pub(crate) fn options(suite: &Suite, listed: &suite::Point) -> Options {
    let sets = listed.sets.iter().map(|set| (suite.path.display().to_string(), set.clone()));
    Options { sets: sets.collect(), ..Options::default() }
}

/// Returns whether fights of this seed are fresh: those of a baseline agree with it whatever the rules do.
fn fresh(seed: u64, points: &[Ready<'_>]) -> Result<(), Failure> {
    let is_of = |ready: &&Ready<'_>| {
        let baseline = ready.point.as_ref().and_then(|point| point.baseline.as_ref());
        baseline.is_some_and(|baseline| baseline.of.seed == seed)
    };
    match points.iter().find(is_of) {
        Some(ready) => Err(Failure::usage(format!(
            "--seed {seed} is the seed of the baseline of {}, and its fights are not fresh: take another",
            ready.listed.name
        ))),
        None => Ok(()),
    }
}

/// A folder for the report, and what it says was asked.
struct Folder {
    dir: CheckDir,
    asked: AskedCheck,
    started: Instant,
}

fn folder(dir: &Path, suite: &Suite, args: &CheckArgs) -> Result<Folder, Failure> {
    let asked = AskedCheck {
        suite: args.suite.display().to_string(),
        title: suite.title.clone(),
        points: suite.points.iter().map(|point| point.name.clone()).collect(),
        mode: suite.mode.word().to_owned(),
        alpha: suite.alpha,
        delta: suite.delta,
        max_fights: suite.max_fights,
        seed: args.seed,
    };
    let force = if args.force { Force::Replace } else { Force::Keep };
    Ok(Folder { dir: CheckDir::open(dir, &asked, force)?, asked, started: Instant::now() })
}

/// Writes the table of the tests and the manifest.
fn write(report: &Report, folder: &Folder, args: &CheckArgs) -> Result<(), Failure> {
    let manifest = CheckManifest {
        schema: SCHEMA,
        fray: env!("CARGO_PKG_VERSION").to_owned(),
        check: folder.asked.clone(),
        verdict: report.verdict().word().to_owned(),
        changes: report.changes(),
        is_interrupted: report.is_interrupted(),
        threads: rayon::current_num_threads(),
        wall_time_s: folder.started.elapsed().as_secs_f64(),
        command: shell_command::current(),
    };
    let path = folder.dir.write(report, &manifest)?;
    if !args.quiet {
        exit::report(format_args!("written to {}", path.display()));
    }
    Ok(())
}

fn check(
    suite: &Suite,
    points: &[Ready<'_>],
    args: &CheckArgs,
    stop: &AtomicBool,
    out: Option<&Folder>,
) -> Result<Exit, Failure> {
    let tests = points.iter().filter_map(|ready| ready.point.as_ref()).map(Point::tests).sum();
    let terms = Settings {
        mode: suite.mode,
        strict: Strictness { alpha: suite.alpha, tests, delta: suite.delta },
        first_look: FIRST_LOOK,
        max_fights: suite.max_fights,
        seed: args.seed,
        replay: match args.replay {
            ReplayArg::Changed => Replay::Changed,
            ReplayArg::Prefix => Replay::Prefix,
            ReplayArg::Full => Replay::Full,
        },
    };
    let bar = progress(points.len() as u64, args.quiet, "{msg} {wide_bar} {pos}/{len} points, {eta} left");
    let mut exit = Exit::Ok;
    let mut told = Vec::new();
    for ready in points {
        let listed = ready.listed;
        bar.set_message(shown(&listed.name).into_owned());
        let began = Instant::now();
        let mut is_broken = false;
        let judged = match &ready.point {
            None => Judged::default(),
            Some(point) => match point.judge(&terms, Control { stop, played: &|_| {} }) {
                Ok(judged) => {
                    if point.is_stale() {
                        exit = exit.max(Exit::Mismatch);
                    }
                    judged
                }
                Err((seed, broken)) => {
                    bar.suspend(|| report_broken(listed, &broken, seed));
                    exit = exit.max(Exit::Broken);
                    is_broken = true;
                    let note = format!("fight {} broke it: {}", broken.fight, broken.message);
                    let reproduce = Some(trace(listed, &broken, seed));
                    let finding = Finding { reproduce, ..Finding::untested("invariant", &note) };
                    Judged { findings: vec![finding], ..Judged::default() }
                }
            },
        };
        let played = ready.told(judged, began.elapsed());
        told.push(PlayedPoint { is_untested: played.is_untested || is_broken, ..played });
        bar.inc(1);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    let report = Report::new(suite, told, tests);
    // Ctrl-C after the last fight interrupts nothing.
    if report.is_interrupted() {
        exit = exit.max(Exit::Interrupted);
    }
    exit = exit.max(match report.verdict() {
        Verdict::Pass => Exit::Ok,
        Verdict::Fail => Exit::Failed,
        Verdict::Inconclusive => Exit::Undecided,
    });
    // Wherever the report cannot be written, the verdict stays what it is.
    let folder = out.map_or(Ok(()), |out| write(&report, out, args));
    for written in [print(&report, args), junit(&report, args), folder] {
        exit = exit.max(written.map_or_else(Failure::report, |()| Exit::Ok));
    }
    Ok(exit)
}

fn junit(report: &Report, args: &CheckArgs) -> Result<(), Failure> {
    let Some(path) = &args.junit else { return Ok(()) };
    let named = std::env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
    let tree = WorkTree::of(&args.suite, named.as_deref());
    let text = report.junit(&tree, Utc::now()).map_err(|error| Failure::Because(Exit::Output, error))?;
    Ok(write_whole(path, text.as_bytes())?)
}

fn print(report: &Report, args: &CheckArgs) -> Result<(), Failure> {
    if args.json {
        let printed = Printed { verdict: report.verdict().word(), points: report.rows() };
        return Ok(print_json(&Versioned::new(&printed))?);
    }
    let mut out = std::io::stdout().lock();
    // Where no point was edited there is nothing that could have passed.
    if let Some(commit) =
        args.changed.as_ref().filter(|_| report.points.is_empty() && !report.is_interrupted())
    {
        let title =
            if args.markdown { format!("### fray check: {}\n\n", report.title) } else { String::new() };
        let told = format!(
            "{title}Nothing to test: no point of {} was edited since {commit}\n",
            args.suite.display()
        );
        if !args.quiet {
            out.write_all(shown_lines(&told).as_bytes())?;
        }
        return Ok(());
    }
    if args.markdown {
        out.write_all(shown_lines(&report.markdown()).as_bytes())?;
        return Ok(());
    }
    if args.annotations {
        let named = std::env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
        let tree = WorkTree::of(&args.suite, named.as_deref());
        out.write_all(shown_lines(&report.annotations(&tree)).as_bytes())?;
    }
    let detail = match (args.quiet, args.verbose) {
        (true, _) => Detail::Quiet,
        (false, false) => Detail::Brief,
        (false, true) => Detail::Full,
    };
    if !args.quiet || report.verdict() != Verdict::Pass {
        out.write_all(shown_lines(&report.text(detail)).as_bytes())?;
    }
    Ok(())
}

/// Returns where the goals of a scenario stand.
fn goals(scenario: &Scenario) -> Vec<(String, Line)> {
    let place = |goal: &At<Goal>| {
        let (file, line, _) = scenario.sources.place(goal.span);
        (goal.value.text.clone(), Line { file: file.to_owned(), line })
    };
    scenario.goals.iter().map(place).collect()
}

/// The command that compares a changed scenario with its former self, if `--set` can restore that.
fn show(listed: &suite::Point, judged: &Judged) -> Option<String> {
    let sets = judged.changes.as_ref()?.undone().filter(|_| listed.sets.is_empty())?;
    let sets: Vec<String> = sets.iter().map(|set| format!(" --set {}", shell_command::quoted(set))).collect();
    Some(format!("fray compare {}{}", arguments(listed), sets.concat()))
}

/// The scenario of a point as the other verbs take it.
fn arguments(listed: &suite::Point) -> String {
    let sets = listed.sets.iter().flat_map(|set| ["--set".to_owned(), shell_command::quoted(set)]);
    let words: Vec<String> =
        core::iter::once(shell_command::quoted(&listed.scenario.to_string_lossy())).chain(sets).collect();
    words.join(" ")
}

/// The command that tells a fight that broke an invariant.
fn trace(listed: &suite::Point, broken: &Broken, seed: u64) -> String {
    format!("fray trace {} --seed {seed} --fight {}", arguments(listed), broken.fight)
}

fn report_broken(listed: &suite::Point, broken: &Broken, seed: u64) {
    let Broken { fight, message } = broken;
    let trace = trace(listed, broken, seed);
    report(format_args!(
        "error: {}: fight {fight} broke an invariant: {message}\n  trace it: {trace}",
        listed.name
    ));
}
