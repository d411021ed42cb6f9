//! `fray check`: the gate for CI.

use core::sync::atomic::{AtomicBool, Ordering};
use std::io::Write;
use std::path::Path;

use fray_sim::check::Verdict;
use fray_sim::check::baseline::Baseline;
use fray_sim::check::drift::Strictness;
use fray_sim::check::point::{FIRST_LOOK, Point, Terms, Watch};
use fray_sim::check::report::{Report, Row, Told};
use fray_sim::check::suite::{self, Mode, Suite};
use fray_sim::json::Versioned;
use fray_sim::output::write_whole;
use fray_sim::scenario::source::Disk;
use fray_sim::scenario::{self, Options};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::args::{CheckArgs, CheckMode};
use crate::command;
use crate::exit::{Exit, Failure};
use crate::run::{on_interrupt, pool, progress};
use crate::validate::show_problems;

/// The fights of a baseline where neither the suite nor the scenario says how many.
const BASELINE_FIGHTS: u64 = 1_000_000;

/// What `--json` prints.
#[derive(Serialize)]
struct Printed {
    verdict: &'static str,
    points: Vec<Row>,
}

/// A point with its place in the suite.
struct Ready<'a> {
    listed: &'a suite::Point,
    point: Point,
}

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let mut suite = match Suite::load(&Disk, &args.suite) {
        Ok(suite) => suite,
        Err(diagnosis) => {
            show_problems(&diagnosis, &args.suite);
            return Ok(Exit::BadScenario);
        }
    };
    if let Some(text) = &args.point {
        suite.points.retain(|point| point.name.contains(text));
        if suite.points.is_empty() {
            return Err(Failure::usage(format!("no point of the suite has {text:?} in its name")));
        }
    }
    suite.mode = match args.mode {
        None => suite.mode,
        Some(CheckMode::Auto) => Mode::Auto,
        Some(CheckMode::Exact) => Mode::Exact,
        Some(CheckMode::Stat) => Mode::Stat,
    };
    suite.alpha = args.alpha.unwrap_or(suite.alpha);
    suite.max_fights = args.max_fights.map_or(suite.max_fights, |fights| fights.0);

    let stop = on_interrupt()?;
    let pool = pool(args.threads)?;
    let (points, exit) = ready(&suite, args.update)?;
    if let Some(reason) = &args.reason {
        return Ok(exit.max(pool.install(|| update(&points, reason, args, &stop))?));
    }
    let checked = pool.install(|| check(&suite, &points, args, &stop))?;
    Ok(exit.max(checked))
}

/// Reads the scenarios and baselines of the suite. What cannot be read is said and does not stop
/// the others.
fn ready<'a>(suite: &'a Suite, update: bool) -> Result<(Vec<Ready<'a>>, Exit), Failure> {
    let mut points = Vec::new();
    let mut exit = Exit::Ok;
    for listed in &suite.points {
        let sets = listed.sets.iter().map(|set| (suite.path.display().to_string(), set.clone()));
        let scenario = match scenario::load_scenario(
            &listed.scenario,
            &Options { sets: sets.collect(), ..Options::default() },
        ) {
            Ok(scenario) => scenario,
            Err(diagnosis) => {
                show_problems(&diagnosis, &listed.scenario);
                exit = exit.max(Exit::BadScenario);
                continue;
            }
        };
        let baseline = match listed.baseline.as_deref().map(baseline) {
            Some(Ok(baseline)) => Some(baseline),
            // It is to be made anew: nothing of a missing one is missed.
            Some(Err((true, _))) if update => None,
            Some(Err((_, message))) => {
                tell(&format!("error: {}: {message}", listed.name));
                exit = exit.max(Exit::Unfit);
                None
            }
            None => None,
        };
        let goals = scenario.goals.iter().map(|goal| goal.value.clone()).collect();
        points.push(Ready { listed, point: Point { name: listed.name.clone(), scenario, goals, baseline } });
    }
    Ok((points, exit))
}

/// Reads a baseline; if it cannot be read, whether that is because it is not there, and why.
fn baseline(path: &Path) -> Result<Baseline, (bool, String)> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let is_missing = error.kind() == std::io::ErrorKind::NotFound;
        let help = if is_missing { "; `fray check --update --reason ...` makes one" } else { "" };
        (is_missing, format!("the baseline {} cannot be read: {error}{help}", path.display()))
    })?;
    Baseline::parse(&text)
        .map_err(|error| (false, format!("the baseline {} is wrong: {error}", path.display())))
}

fn check(suite: &Suite, points: &[Ready<'_>], args: &CheckArgs, stop: &AtomicBool) -> Result<Exit, Failure> {
    let tests = points.iter().map(|ready| ready.point.tests()).sum();
    let terms = Terms {
        mode: suite.mode,
        strict: Strictness { alpha: suite.alpha, tests, delta: suite.delta },
        goals: points.iter().map(|ready| ready.point.goals.len()).sum(),
        first_look: FIRST_LOOK,
        max_fights: suite.max_fights,
        seed: args.seed,
    };
    let bar = progress(points.len() as u64, args.quiet, "{msg} {wide_bar} {pos}/{len} points, {eta} left");
    let mut exit = Exit::Ok;
    let mut told = Vec::new();
    for Ready { listed, point } in points {
        bar.set_message(point.name.clone());
        match point.judge(&terms, Watch { stop, played: &|_| {} }) {
            Ok(judged) => {
                if point.is_stale() {
                    exit = exit.max(Exit::Unfit);
                }
                told.push(Told {
                    judged,
                    arguments: arguments(listed),
                    file: listed.scenario.display().to_string(),
                });
            }
            Err((seed, broken)) => {
                bar.suspend(|| tell_broken(listed, &broken, seed));
                exit = exit.max(Exit::Broken);
            }
        }
        bar.inc(1);
        if stop.load(Ordering::Relaxed) {
            exit = exit.max(Exit::Interrupted);
            break;
        }
    }
    bar.finish_and_clear();
    let report = Report::new(suite, told, tests);
    exit = exit.max(match report.verdict() {
        Verdict::Pass => Exit::Ok,
        Verdict::Fail => Exit::Failed,
        Verdict::Inconclusive => Exit::Undecided,
    });
    if let Some(path) = &args.junit {
        let text = report.junit().map_err(|error| Failure::Because(Exit::Output, error))?;
        write_whole(path, text.as_bytes())?;
    }
    print(&report, args)?;
    // What failed outweighs what stayed open.
    let is_failed = report.verdict() == Verdict::Fail;
    Ok(if is_failed && exit == Exit::Undecided { Exit::Failed } else { exit })
}

fn print(report: &Report, args: &CheckArgs) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    if args.json {
        let printed = Printed { verdict: report.verdict().word(), points: report.rows() };
        serde_json::to_writer_pretty(&mut out, &Versioned::new(&printed)).map_err(std::io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    if args.annotations {
        out.write_all(report.annotations().as_bytes())?;
    }
    if !args.quiet || report.verdict() != Verdict::Pass {
        out.write_all(report.text().as_bytes())?;
    }
    Ok(())
}

/// Makes baselines anew where the fights came to something else.
fn update(points: &[Ready<'_>], reason: &str, args: &CheckArgs, stop: &AtomicBool) -> Result<Exit, Failure> {
    let fights = |ready: &Ready<'_>| {
        let was = ready.point.baseline.as_ref().map(|baseline| baseline.fights);
        let own = ready.listed.fights.or(was).or(ready.point.scenario.run.fights);
        own.unwrap_or(BASELINE_FIGHTS)
    };
    let all = points.iter().filter(|ready| ready.listed.baseline.is_some()).map(fights).sum();
    let bar: ProgressBar =
        progress(all, args.quiet, "{msg} {wide_bar} {human_pos}/{human_len} fights, {eta} left");
    let mut exit = Exit::Ok;
    for ready in points {
        let Ready { listed, point } = ready;
        let Some(path) = &listed.baseline else { continue };
        bar.set_message(point.name.clone());
        let was = point.baseline.as_ref();
        let seed = was.map(|baseline| baseline.of.seed).or(point.scenario.run.seed).unwrap_or(0);
        let watch = Watch { stop, played: &|n| bar.inc(n) };
        let made = match point.baseline(seed, fights(ready), reason, watch) {
            Ok(made) => made,
            Err(broken) => {
                bar.suspend(|| tell_broken(listed, &broken, seed));
                exit = exit.max(Exit::Broken);
                continue;
            }
        };
        if stop.load(Ordering::Relaxed) {
            exit = Exit::Interrupted;
            break;
        }
        let is_same = was.is_some_and(|was| was.of == made.of && was.signature == made.signature);
        if !is_same {
            write_whole(path, made.text().as_bytes())?;
        }
        if !args.quiet {
            let what = if is_same { "unchanged" } else { "written" };
            bar.suspend(|| println!("{}: {what}: {}", point.name, path.display()));
        }
    }
    bar.finish_and_clear();
    Ok(exit)
}

/// The scenario of a point as the other verbs take it.
fn arguments(listed: &suite::Point) -> String {
    let sets = listed.sets.iter().flat_map(|set| ["--set".to_owned(), command::quoted(set)]);
    let words: Vec<String> =
        core::iter::once(command::quoted(&listed.scenario.to_string_lossy())).chain(sets).collect();
    words.join(" ")
}

fn tell_broken(listed: &suite::Point, broken: &fray_sim::run::Broken, seed: u64) {
    let (arguments, fight) = (arguments(listed), broken.fight);
    tell(&format!(
        "error: {}: fight {fight} broke an invariant: {}\n  trace it: fray trace {arguments} --seed {seed} --fight {fight}",
        listed.name, broken.message,
    ));
}

/// A line on stderr; if that is closed, the exit code still says it.
fn tell(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
