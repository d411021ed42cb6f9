//! `fray merge`: adds the results of parts of a run, or of parts of a folder of runs.

use std::path::{Path, PathBuf};

use fray_sim::output::{
    End, Force, HeldSet, Manifest, ResultName, ResultsDir, ResultsSet, RunKey, date_of_tables, held_manifest,
    held_partial_run, held_scenario, held_set, settle,
};
use fray_sim::parts::merge::{Merge, Misfit};
use fray_sim::parts::{PartialRun, RunIdentity};
use fray_sim::tables::json;
use fray_sim::tables::rows::{Point, Stop, Tables};
use fray_sim::totals::ranges::Ranges;
use fray_sim::totals::signature::signature;

use crate::args::MergeArgs;
use crate::exit::{Exit, Failure, report};
use crate::printer::{Flags, PrintedRun, Printer};
use crate::shell_command;
use crate::verbs::scale::planned;

pub(crate) fn run(args: &MergeArgs) -> Result<Exit, Failure> {
    if let Some(plan) = &args.plan {
        return planned::run(args, plan);
    }
    let Some(out) = &args.out else { return Err(Failure::usage("expected --out DIR")) };
    let flags = Flags { json: args.json, quiet: args.quiet, verbose: args.verbose };
    let mut sets = Vec::new();
    for dir in &args.dirs {
        sets.push(held_set(dir)?);
    }
    if sets.iter().all(Option::is_none) {
        let sum = add(&args.dirs, None, args.quiet)?;
        let mut printer = Printer::new(flags, None);
        // What could be shown was shown, whether or not it could be written.
        let written = write(&sum, out, args, &mut printer).and_then(|()| Ok(settle(out)?));
        return Ok(written.map_or_else(Failure::report, |()| Exit::Ok).max(printer.end(&[])));
    }
    let Some(sets) = sets.into_iter().collect::<Option<Vec<_>>>() else {
        let message = "some of these folders hold one run, others several: they cannot be added";
        return Err(Failure::Because(Exit::Mismatch, message.to_owned()));
    };
    let whole = whole(&args.dirs, &sets)?;
    let force = if args.force { Force::Replace } else { Force::Keep };
    let set = ResultsSet::open(out, whole.clone(), force)?;
    let mut printer = Printer::new(flags, Some(&whole.names));
    let mut exit = Exit::Ok;
    // Of some of the parts a flag said which fights of every run were asked for.
    let asked = sets.iter().filter_map(|set| set.asked).reduce(hull);
    let mut written = Vec::new();
    for name in &whole.names {
        let is_part = |(_, set): &(&PathBuf, &HeldSet)| set.names.contains(name);
        let parts = args.dirs.iter().zip(&sets).filter(is_part);
        let parts: Vec<_> = parts.map(|(dir, _)| dir.join(name.as_str())).collect();
        let sum = add(&parts, asked, args.quiet);
        let key = sum.and_then(|sum| {
            write(&sum, &out.join(name.as_str()), args, &mut printer)?;
            let RunIdentity { seed, scenario_hash, .. } = sum.partial.of;
            Ok(RunKey { seed, scenario_hash })
        });
        written.push(key.map_err(|failure| exit = exit.max(failure.report())).ok());
    }
    set.write_summary(|i| written[i].clone())?;
    settle(out)?;
    Ok(exit.max(printer.end(&[])))
}

fn hull(a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Returns the contents of the sum of these folders of runs: names, seed and fights.
fn whole(dirs: &[PathBuf], sets: &[HeldSet]) -> Result<HeldSet, Failure> {
    let mut names: Vec<ResultName> = Vec::new();
    for name in sets.iter().flat_map(|set| &set.names) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let mut seeds = dirs.iter().zip(sets).filter_map(|(dir, set)| Some((dir, set.seed?)));
    let first = seeds.next();
    if let Some((dir, seed)) = first
        && let Some((other, of)) = seeds.find(|(_, of)| *of != seed)
    {
        let (dir, other) = (dir.display(), other.display());
        let message = format!("{other} is of seed {of} and {dir} of seed {seed}: a summary has one");
        return Err(Failure::Because(Exit::Mismatch, message));
    }
    let asked = sets.iter().map(|set| set.asked).reduce(|a, b| Some(hull(a?, b?))).flatten();
    Ok(HeldSet { names, seed: first.map(|(_, seed)| seed), asked })
}

/// A sum with what its manifest takes over from those of its parts.
pub(crate) struct Sum {
    pub(crate) partial: PartialRun,
    pub(crate) manifest: Manifest,
    /// The scenario written out, where a part has it.
    pub(crate) scenario: Option<String>,
    /// The title of its scenario, where it is known.
    pub(crate) title: String,
}

/// Adds what these folders hold. `asked` are fights asked for whatever the folders say.
fn add(dirs: &[PathBuf], asked: Option<(u64, u64)>, quiet: bool) -> Result<Sum, Failure> {
    let unfit =
        |dir: &Path, what: &str| Failure::Because(Exit::Mismatch, format!("{}: {what}", dir.display()));
    let mut merge = Merge::default();
    // The manifest of the part with the first fight, and the time of all.
    let mut first: Option<(u64, Manifest)> = None;
    let mut scenario = None;
    let (mut wall_time_s, mut threads, mut date) = (0.0, 0, None);
    for dir in dirs {
        let partial = match held_partial_run(dir)? {
            None => return Err(unfit(dir, "expected the results of a run, with a file `tallies`")),
            Some(Err(error)) => return Err(unfit(dir, &error.to_string())),
            Some(Ok(partial)) => partial,
        };
        let Some(manifest) = held_manifest(dir)? else {
            return Err(unfit(dir, "expected a `manifest.json`; play it again with `--extend`"));
        };
        wall_time_s += manifest.wall_time_s;
        threads = threads.max(manifest.threads);
        date = date.max(manifest.date.clone());
        if scenario.is_none() {
            scenario = held_scenario(dir)?;
        }
        let lo = partial.played.ranges.hull().map_or(u64::MAX, |(lo, _)| lo);
        if first.as_ref().is_none_or(|(other, _)| lo < *other) {
            first = Some((lo, manifest));
        }
        merge.add(&dir.display().to_string(), partial);
    }
    if let Some(asked) = asked {
        merge.ask(asked);
    }
    let of = merge.of().map_or_else(String::new, |of| format!("{}: ", of.scenario));
    let merged = merge.finish().map_err(|misfits| {
        let contradicts = misfits.iter().any(|misfit| matches!(misfit, Misfit::Contradiction { .. }));
        let exit = if contradicts { Exit::Contradiction } else { Exit::Mismatch };
        let line = |misfit: &Misfit| match misfit {
            Misfit::Gap { .. } => format!("{of}{misfit}"),
            _ => misfit.to_string(),
        };
        let lines: Vec<_> = misfits.iter().map(line).collect();
        Failure::Because(exit, lines.join("\nerror: "))
    })?;
    let (Some(merged), Some((_, mut manifest))) = (merged, first) else {
        return Err(Failure::Because(Exit::Mismatch, "there is nothing to add".to_owned()));
    };
    if merged.duplicates > 0 && !quiet {
        let stem = &merged.partial.of.scenario;
        report(format_args!(
            "{stem}: {} of the parts were the same as another and count once",
            merged.duplicates
        ));
    }
    manifest.wall_time_s = wall_time_s;
    manifest.threads = threads;
    manifest.date = date;
    manifest.stop = Stop::Fixed;
    Ok(Sum { partial: merged.partial, manifest, scenario, title: String::new() })
}

/// Writes a sum and prints it.
pub(crate) fn write(sum: &Sum, dir: &Path, args: &MergeArgs, printer: &mut Printer) -> Result<(), Failure> {
    let Sum { partial, manifest, scenario, title } = sum;
    let about = partial.of.about().map_err(|error| Failure::Because(Exit::Mismatch, error.to_string()))?;
    let totals = &partial.played.totals;
    let point = Point {
        scenario: partial.of.scenario.clone(),
        system: partial.of.system.clone(),
        varied: manifest.run.varied(),
        seed: partial.of.seed,
        stop: manifest.stop,
        signature: signature(totals),
        scenario_hash: partial.of.scenario_hash.clone(),
        date: date_of_tables(),
    };
    let mut run = manifest.run.clone();
    run.range = partial.asked;
    let force = if args.force { Force::Replace } else { Force::Keep };
    let results = ResultsDir::open(dir, run.clone(), &partial.of, End::Fight, force)?;
    let manifest = Manifest {
        schema: json::SCHEMA,
        fray: env!("CARGO_PKG_VERSION").to_owned(),
        run,
        fights: totals.fights,
        played: partial.played.ranges.clone(),
        stop: point.stop,
        signature: point.signature.clone(),
        command: shell_command::current(),
        resumed: Ranges::default(),
        ..manifest.clone()
    };
    printer.add(&PrintedRun {
        title,
        point: &point,
        about: &about,
        totals,
        range: partial.asked,
        dir: Some(dir),
        goals: &[],
        each: args.each,
        hints: &Vec::new,
        dice_per_fight: &|| None,
        note: "",
    });
    results.write(partial, &Tables::new(&point, &about, totals), scenario.as_deref(), &manifest)?;
    printer.written(Some(dir), &manifest.run.values);
    Ok(())
}
