//! `fray compare NIGHT1 NIGHT2` of two batches: what moved, point by point, on stored results.

use std::io::Write;
use std::path::Path;

use fray_sim::compare::nights::{NightRow, compare_nights};
use fray_sim::compare::report::word;
use fray_sim::output::held_set;
use fray_sim::stats::sequential::Verdict;
use serde::Serialize;

use crate::args::CompareArgs;
use crate::exit::{Exit, Failure, print};
use crate::varied::{TableFile, open_out, print_object, write_tables};

/// The object that `--json` prints.
#[derive(Serialize)]
struct Printed<'a> {
    verdict: &'static str,
    sentence: String,
    points: usize,
    edited: &'a [String],
    only_a: &'a [String],
    only_b: &'a [String],
    metrics: Vec<NightRow<'a>>,
}

/// Compares two folders of batches; `None` if neither holds one.
///
/// # Errors
/// If results cannot be read, one of the two is no batch, or a flag asks for what stored batches do not have.
pub(crate) fn compared(args: &CompareArgs) -> Result<Option<Verdict>, Failure> {
    let mut are_batches = Vec::new();
    for path in &args.scenarios {
        are_batches.push(held_set(path)?.is_some());
    }
    let [a, b] = match (args.scenarios.as_slice(), are_batches.as_slice()) {
        ([a, b], [true, true]) => [a, b],
        (all, are) if are.contains(&true) => return Err(unlike(all, are)),
        _ => return Ok(None),
    };
    if let Some(flag) = flags_of_scenarios(args).first() {
        return Err(Failure::usage(format!(
            "two batches are compared as they are stored, in how fights ended: {flag} is for scenarios"
        )));
    }
    let unfit = |message| Failure::Because(Exit::Mismatch, message);
    let Some(nights) = compare_nights(a, b, args.alpha).map_err(unfit)? else { return Ok(None) };
    let verdict = nights.verdict();
    let out = open_out(&args.output, &["nights.csv"])?;
    if args.output.json {
        print_object(&Printed {
            verdict: word(verdict),
            sentence: nights.sentence(),
            points: nights.points,
            edited: &nights.edited,
            only_a: &nights.only_a,
            only_b: &nights.only_b,
            metrics: nights.rows(),
        })?;
    } else if !args.play.quiet {
        anstream::stdout().lock().write_all(nights.render(args.play.verbose).as_bytes())?;
    }
    if let Some(dir) = &out {
        let table = TableFile { name: "nights.csv", bytes: nights.csv() };
        write_tables(dir, &[table], args.output.force)?;
        if !args.output.json && !args.play.quiet {
            print(&format!("\nwritten to {}\n", dir.path().join("nights.csv").display()))?;
        }
    }
    Ok(Some(verdict))
}

/// The failure of a batch beside something else.
fn unlike(all: &[impl AsRef<Path>], are_batches: &[bool]) -> Failure {
    let other = all.iter().zip(are_batches).find(|(_, is)| !**is).map(|(path, _)| path.as_ref().display());
    Failure::usage(match other {
        Some(other) => format!("a batch is compared with another batch, and {other} is none"),
        None => "one batch has nothing to be compared with: name a second".to_owned(),
    })
}

/// The flags given that play scenarios, or judge one metric.
fn flags_of_scenarios(args: &CompareArgs) -> Vec<&'static str> {
    let play = &args.play;
    let all = [
        ("--seed", play.seed.is_some()),
        ("--threads", play.threads > 0),
        ("--max-rounds", play.max_rounds.is_some()),
        ("--set", !play.set.sets.is_empty()),
        ("--tactics", !args.sides.tactics.is_empty()),
        ("--fights", args.fights.is_some()),
        ("--max-fights", args.max_fights.is_some()),
        ("--range", args.range.is_some()),
        ("--metric", args.metric.is_some()),
        ("--delta", args.delta.is_some()),
        ("--mirror", args.mirror),
    ];
    all.into_iter().filter(|(_, is_given)| *is_given).map(|(flag, _)| flag).collect()
}
