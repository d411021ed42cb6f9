//! `fray merge`: adds the results of parts of a run, or of parts of a folder of runs.

use std::path::{Path, PathBuf};

use fray_sim::output::{
    Force, Manifest, ResultsDir, ResultsSet, held_manifest, held_names, held_partial_run, held_seed,
};
use fray_sim::tables::json;
use fray_sim::tables::rows::{Point, Stop, Tables};
use fray_sim::totals::merge::{Merge, Merged, Misfit};
use fray_sim::totals::ranges::Ranges;
use fray_sim::totals::signature::signature;

use crate::args::MergeArgs;
use crate::exit::{Exit, Failure, report};
use crate::printer::{Flags, PrintedRun, Printer};
use crate::shell_command;

pub(crate) fn run(args: &MergeArgs) -> Result<Exit, Failure> {
    let flags = Flags { json: args.json, quiet: args.quiet, verbose: args.verbose };
    let mut sets = Vec::new();
    for dir in &args.dirs {
        sets.push(held_names(dir)?);
    }
    if sets.iter().all(Option::is_none) {
        let sum = add(&args.dirs, args.quiet)?;
        let mut printer = Printer::new(flags, None);
        write(&sum, &args.out, args, &mut printer)?;
        return Ok(printer.end());
    }
    let Some(sets) = sets.into_iter().collect::<Option<Vec<_>>>() else {
        let message = "some of these folders hold one run, others several: they cannot be added";
        return Err(Failure::Because(Exit::Mismatch, message.to_owned()));
    };
    let mut names: Vec<&str> = Vec::new();
    for name in sets.iter().flatten() {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let force = if args.force { Force::Replace } else { Force::Keep };
    let seed = held_seed(&args.dirs[0])?;
    let owned = names.iter().map(|&name| name.to_owned()).collect();
    let set = ResultsSet::open(&args.out, owned, seed, force)?;
    let mut printer = Printer::new(flags, Some(&names));
    let mut exit = Exit::Ok;
    let mut is_written = vec![false; names.len()];
    for (name, is_written) in names.iter().zip(&mut is_written) {
        let parts: Vec<_> = args.dirs.iter().map(|dir| dir.join(name)).filter(|dir| dir.exists()).collect();
        match add(&parts, args.quiet).and_then(|sum| write(&sum, &args.out.join(name), args, &mut printer)) {
            Ok(()) => *is_written = true,
            Err(failure) => exit = exit.max(failure.report()),
        }
    }
    set.write_summary(|i| is_written[i])?;
    Ok(exit.max(printer.end()))
}

/// A sum with what its manifest takes over from those of its parts.
struct Sum {
    merged: Merged,
    manifest: Manifest,
}

/// Adds what these folders hold.
fn add(dirs: &[PathBuf], quiet: bool) -> Result<Sum, Failure> {
    let unfit =
        |dir: &Path, what: &str| Failure::Because(Exit::Mismatch, format!("{}: {what}", dir.display()));
    let mut merge = Merge::default();
    // The manifest of the part with the first fight, and the time of all.
    let mut first: Option<(u64, Manifest)> = None;
    let (mut wall_time_s, mut threads) = (0.0, 0);
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
        let lo = partial.played.ranges.hull().map_or(u64::MAX, |(lo, _)| lo);
        if first.as_ref().is_none_or(|(other, _)| lo < *other) {
            first = Some((lo, manifest));
        }
        merge.add(&dir.display().to_string(), partial);
    }
    let merged = merge.finish().map_err(|misfits| {
        let contradicts = misfits.iter().any(|misfit| matches!(misfit, Misfit::Contradiction { .. }));
        let exit = if contradicts { Exit::Contradiction } else { Exit::Mismatch };
        let lines: Vec<_> = misfits.iter().map(Misfit::to_string).collect();
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
    Ok(Sum { merged, manifest })
}

/// Writes a sum and prints it.
fn write(sum: &Sum, dir: &Path, args: &MergeArgs, printer: &mut Printer) -> Result<(), Failure> {
    let Sum { merged: Merged { partial, .. }, manifest } = sum;
    let about = partial.of.about().map_err(|error| Failure::Because(Exit::Mismatch, error.to_string()))?;
    let totals = &partial.played.totals;
    let point = Point {
        scenario: partial.of.scenario.clone(),
        varied: Vec::new(),
        seed: partial.of.seed,
        stop: Stop::Fixed,
        signature: signature(totals),
    };
    let mut run = manifest.run.clone();
    run.range = partial.asked;
    let force = if args.force { Force::Replace } else { Force::Keep };
    let results = ResultsDir::open(dir, run.clone(), &partial.of, force)?;
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
    results.write(partial, &Tables::new(&point, &about, totals), &manifest)?;
    printer.add(&PrintedRun {
        title: "",
        point: &point,
        about: &about,
        totals,
        range: partial.asked,
        values: &manifest.run.values,
        dir,
        dice_per_fight: &|| None,
        note: "",
    });
    Ok(())
}
