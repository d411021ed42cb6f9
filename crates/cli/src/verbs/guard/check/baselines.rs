//! The baselines of a suite: how they are read, what is wrong with one, and how they are made anew.

use core::sync::atomic::AtomicBool;
use std::io::ErrorKind;
use std::path::Path;

use fray_kit::sheet::text::shown;
use fray_sim::control::Control;
use fray_sim::gate::Verdict;
use fray_sim::gate::baseline::{Baseline, ParseError};
use fray_sim::gate::point::Point;
use fray_sim::gate::suite::{self, Suite};
use fray_sim::output::{folder_of, may_write, remove_temporaries, write_whole};
use fray_sim::scenario::source::{bounded_text, readable};
use indicatif::ProgressBar;

use super::{Ready, report_broken};
use crate::args::CheckArgs;
use crate::exit::{self, Exit, Failure, report};
use crate::service::progress;
use crate::shell_command;

/// The fights of a baseline where neither the suite nor the scenario says how many.
const BASELINE_FIGHTS: u64 = 1_000_000;

/// The reason for which there is no baseline to compare with, and its remedy.
pub(super) enum NoBaseline {
    Missing(String),
    /// It was made by an earlier version of fray.
    Old(Box<Baseline>, String),
    Wrong(String),
    /// Its file is too large to be one.
    TooLarge(String),
}

pub(super) fn baseline(path: &Path, suite: &Suite) -> Result<Baseline, NoBaseline> {
    let text = readable(path, true).and_then(|()| bounded_text(path)).map_err(|error| {
        let message = format!("the baseline {} cannot be read: {error}", path.display());
        match error.kind() {
            ErrorKind::NotFound => NoBaseline::Missing(format!(
                "there is no {} yet; `fray check {} --update --reason WHY` makes it",
                path.display(),
                shell_command::quoted(&suite.path.to_string_lossy())
            )),
            ErrorKind::FileTooLarge => NoBaseline::TooLarge(message),
            _ => NoBaseline::Wrong(message),
        }
    })?;
    Baseline::parse(&text).map_err(|error| match error {
        ParseError::Old(baseline) => {
            let renew = format!(
                "fray check {} --update --reason WHY",
                shell_command::quoted(&suite.path.to_string_lossy())
            );
            let message = format!(
                "the baseline {} is of an earlier version of fray, whose tallies this one cannot compare; \
                 `{renew}` renews the whole suite",
                path.display()
            );
            NoBaseline::Old(baseline, message)
        }
        ParseError::Wrong(error) => {
            NoBaseline::Wrong(format!("the baseline {} is wrong: {error}", path.display()))
        }
    })
}

/// Returns the fault of a point's baseline, if it has one that cannot be used.
pub(crate) fn no_baseline(suite: &Suite, listed: &suite::Point) -> Option<String> {
    match baseline(listed.baseline.as_deref()?, suite).err()? {
        NoBaseline::Missing(message)
        | NoBaseline::Old(_, message)
        | NoBaseline::Wrong(message)
        | NoBaseline::TooLarge(message) => Some(message),
    }
}

/// Values that moved are listed up to this number, unless all are asked for.
const MOST_MOVED: usize = 6;

/// Makes baselines anew where the fights came to something else.
pub(super) fn update(
    points: &[Ready<'_>],
    reason: &str,
    args: &CheckArgs,
    stop: &AtomicBool,
) -> Result<Exit, Failure> {
    let fights = |listed: &suite::Point, point: &Point| {
        let was = point.baseline.as_ref().map(|baseline| baseline.fights);
        listed.fights.or(was).or(point.scenario.run.fights).unwrap_or(BASELINE_FIGHTS)
    };
    let made: Vec<(&suite::Point, &Path, &Point)> = points
        .iter()
        .filter(|ready| ready.untested.is_none())
        .filter_map(|ready| Some((ready.listed, ready.listed.baseline.as_deref()?, ready.point.as_ref()?)))
        .collect();
    let without = points.iter().filter(|ready| ready.listed.baseline.is_none()).count();
    if without > 0 && !args.quiet {
        let of = if without == 1 { "point names" } else { "points name" };
        report(format_args!(
            "{without} {of} no baseline, so that none is written: a `[[point]]` has one with `baseline = FILE`; goals \
             need none"
        ));
    }
    let all = made.iter().map(|(listed, _, point)| fights(listed, point)).sum();
    let bar: ProgressBar =
        progress(all, args.quiet, "{msg} {wide_bar} {human_pos}/{human_len} fights, {eta} left");
    let mut exit = Exit::Ok;
    let mut is_read = true;
    for (listed, path, point) in made {
        bar.set_message(shown(&point.name).into_owned());
        if let Err(error) = may_write(path) {
            exit = exit.max(bar.suspend(|| Failure::from(error).report()));
            continue;
        }
        let was = point.baseline.as_ref();
        let seed = was.map(|baseline| baseline.of.seed).or(point.scenario.run.seed).unwrap_or(0);
        let watch = Control { stop, played: &|n| bar.inc(n) };
        let made = match point.baseline(seed, fights(listed, point), reason, watch) {
            Ok(Some(made)) => made,
            Ok(None) => {
                report(format_args!("interrupted: {}: its baseline is what it was", point.name));
                exit = exit.max(Exit::Interrupted);
                break;
            }
            Err(broken) => {
                bar.suspend(|| report_broken(listed, &broken, seed));
                exit = exit.max(Exit::Broken);
                continue;
            }
        };
        // What a killed update left here is waste. Where nothing can be removed, nothing is lost.
        let _ = remove_temporaries(folder_of(path));
        // One of equal fights may lack a metric, or the values of its scenario.
        let says_all = |was: &Baseline| was.families == made.families && !was.values.is_empty();
        let is_same =
            was.is_some_and(|was| was.of == made.of && was.signature == made.signature && says_all(was));
        // Equal fights of other rules, or of other goals, are no news for the history.
        let is_known = was.is_some_and(|was| was.rules == made.rules && was.goals == made.goals);
        let made = match was {
            Some(was) if is_same => Baseline { history: was.history.clone(), ..made },
            _ => made,
        };
        if !is_same || !is_known {
            // The other baselines are wanted all the same.
            if let Err(error) = write_whole(path, made.text().as_bytes()) {
                exit = exit.max(bar.suspend(|| Failure::from(error).report()));
                continue;
            }
        }
        if !args.quiet && is_read {
            let what = match (is_same, is_known) {
                (false, _) => "written",
                (true, true) => "unchanged",
                (true, false) => "the same fights; written with the rules and goals of now",
            };
            let mut lines = format!("{}: {what}: {}\n", point.name, path.display());
            let most = if args.verbose { None } else { Some(MOST_MOVED) };
            for line in point.moved(&made.families, most, true) {
                let how = if line.ends_with(" more moved") { " (--verbose lists them)" } else { "" };
                lines += &format!("  {line}{how}\n");
            }
            for (goal, told) in
                made.goals_told().iter().filter(|(_, told)| told.contains(Verdict::Fail.word()))
            {
                // The suite may repeat a goal of the file.
                let line = format!("  its goal is missed: {goal}: {told}\n");
                if !lines.contains(&line) {
                    lines += &line;
                }
            }
            if let Err(error) = bar.suspend(|| exit::print(&lines)) {
                exit = exit.max(Failure::from(error).report());
                is_read = false;
            }
        }
    }
    bar.finish_and_clear();
    Ok(exit)
}
