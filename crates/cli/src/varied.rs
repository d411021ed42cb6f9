//! The output of the verbs that vary a scenario: printing an object, writing tables into a folder, and naming
//! a fight that broke an invariant.

use core::sync::atomic::Ordering;
use std::io::Write;
use std::path::Path;

use fray_sim::output::{Force, OpenDir, date_of_tables, varied};
use fray_sim::play::run::Broken;
use fray_sim::scenario::{Scenario, SideTactics};
use fray_sim::tables::json::{Escaped, Versioned};
use fray_sim::tables::rows::{Point, Row, Stop, Tables, write_csv};
use fray_sim::vary::pick::FIRST_LOOK;
use serde::Serialize;

use crate::args::{OutputArgs, PlayArgs};
use crate::exit::{Exit, Failure, HAS_OBJECT, report};
use crate::scenarios::settings;
use crate::shell_command::ShellCommand;

/// Prints an object of `--json` on one line, with the version of its keys.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn print_object(object: &impl Serialize) -> Result<(), Failure> {
    HAS_OBJECT.store(true, Ordering::Relaxed);
    let mut out = Escaped(std::io::stdout().lock());
    serde_json::to_writer(&mut out, &Versioned::new(object)).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// The fights of a race: those asked for, but not fewer than its first look, before which nothing can be
/// decided. Says so where they are raised.
pub(crate) fn race_fights(asked: u64) -> u64 {
    raised(asked, FIRST_LOOK, "race")
}

/// The fights asked for, but not fewer than those before the first look of a `what`, which decides nothing
/// earlier. Says so where they are raised.
pub(crate) fn raised(asked: u64, first_look: u64, what: &str) -> u64 {
    if asked < first_look {
        let are = if asked == 1 { "1 fight" } else { &format!("{asked} fights") };
        report(format_args!(
            "{are} cannot decide anything: raised to {first_look}, the first look of a {what}"
        ));
    }
    asked.max(first_look)
}

/// A table with the name of its file.
pub(crate) struct TableFile {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
}

/// The tables of a run as files, each with the rows of all points.
///
/// # Errors
/// If a point has other varied values than the first.
pub(crate) fn run_tables(all: &[&Tables<'_>]) -> Result<Vec<TableFile>, Failure> {
    let all = || all.iter().copied();
    Ok(vec![
        table("summary.csv", all().map(|it| (it.point, it.summary.as_slice())))?,
        table("metrics.csv", all().map(|it| (it.point, it.metrics.as_slice())))?,
        table("damage.csv", all().map(|it| (it.point, it.damage.as_slice())))?,
        table("exhaustion.csv", all().map(|it| (it.point, it.exhaustion.as_slice())))?,
        table("rounds.csv", all().map(|it| (it.point, it.rounds.as_slice())))?,
        table("actions.csv", all().map(|it| (it.point, it.actions.as_slice())))?,
        table("felled.csv", all().map(|it| (it.point, it.felled.as_slice())))?,
        table("course.csv", all().map(|it| (it.point, it.course.as_slice())))?,
        table("health.csv", all().map(|it| (it.point, it.health.as_slice())))?,
        table("luck.csv", all().map(|it| (it.point, it.luck.as_slice())))?,
    ])
}

/// A table as a file.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn table<'p, R: Row + 'p>(
    name: &'static str,
    parts: impl IntoIterator<Item = (&'p Point, &'p [R])>,
) -> Result<TableFile, Failure> {
    let mut bytes = Vec::new();
    write_csv(&mut bytes, parts)?;
    Ok(TableFile { name, bytes })
}

/// The common columns of the rows of a table about a scenario, which has no signature: as of `run`, each value
/// that a flag changed is one of them.
pub(crate) fn common_columns(scenario: &Scenario, seed: u64, is_interrupted: bool) -> Point {
    Point {
        scenario: scenario.stem.clone(),
        system: scenario.info.name().to_owned(),
        varied: varied(&settings(scenario)),
        seed,
        stop: if is_interrupted { Stop::Interrupted } else { Stop::Fixed },
        signature: String::new(),
        scenario_hash: format!("{:016x}", scenario.hash),
        date: date_of_tables(),
    }
}

/// Opens the folder for the tables of a verb, if there is to be one, before anything is played: nobody waits
/// for what cannot be written, and no other process writes there meanwhile.
///
/// # Errors
/// If nothing can be written there, or another process has it open.
pub(crate) fn open_out(output: &OutputArgs, names: &[&str]) -> Result<Option<OpenDir>, Failure> {
    Ok(output.out.as_deref().map(|dir| OpenDir::open(dir, names)).transpose()?)
}

/// Writes tables into a folder. Other results in the way are replaced with `force` alone.
///
/// # Errors
/// If there are other results, or something cannot be written.
pub(crate) fn write_tables(dir: &OpenDir, tables: &[TableFile], force: bool) -> Result<(), Failure> {
    let files: Vec<(&str, &[u8])> =
        tables.iter().map(|TableFile { name, bytes }| (*name, bytes.as_slice())).collect();
    Ok(dir.write(&files, if force { Force::Replace } else { Force::Keep })?)
}

/// The failure of a fight of a scenario with these changed values and tactics of sides, and how to trace it.
pub(crate) fn broken(
    scenario: &Path,
    seed: u64,
    play: &PlayArgs,
    sets: &[String],
    tactics: &[SideTactics],
    broken: &Broken,
) -> Failure {
    let mut play = play.clone();
    play.set.sets = sets.to_vec();
    let trace = ShellCommand::new("trace", scenario, seed, &play)
        .with_tactics(tactics)
        .with("--fight", &broken.fight.to_string());
    let message = format!(
        "{}: fight {} broke an invariant: {}\n  trace it: {trace}",
        scenario.display(),
        broken.fight,
        broken.message
    );
    Failure::Because(Exit::Broken, message)
}
