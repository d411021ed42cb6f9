//! `fray compare NIGHT1 NIGHT2` of two batches: what moved, point by point, on stored results.

use std::io::Write;

use fray_sim::compare::nights::{NightRow, compare_nights};
use fray_sim::stats::sequential::Verdict;
use serde::Serialize;

use crate::args::CompareArgs;
use crate::exit::{Exit, Failure, print};
use crate::varied::{TableFile, open_out, print_object, write_tables};

/// What `--json` prints.
#[derive(Serialize)]
struct Printed<'a> {
    points: usize,
    edited: &'a [String],
    only_a: &'a [String],
    only_b: &'a [String],
    metrics: Vec<NightRow<'a>>,
}

/// Compares two folders of batches; `None` if one of them holds none.
///
/// # Errors
/// If results cannot be read, or a flag asks for what stored batches do not have.
pub(crate) fn compared(args: &CompareArgs) -> Result<Option<Verdict>, Failure> {
    let [a, b] = args.scenarios.as_slice() else { return Ok(None) };
    let unfit = |message| Failure::Because(Exit::Mismatch, message);
    let Some(nights) = compare_nights(a, b, args.alpha).map_err(unfit)? else { return Ok(None) };
    if args.metric.is_some() || args.fights.is_some() || args.range.is_some() || args.mirror {
        let message = "two batches are compared as they are stored, in how fights ended: \
                       --metric, --fights, --range and --mirror are for scenarios";
        return Err(Failure::usage(message));
    }
    let out = open_out(&args.output, &["nights.csv"])?;
    if args.output.json {
        print_object(&Printed {
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
    let is_same = nights.moved.iter().all(|moved| moved.values[0] == moved.values[1]);
    let verdict = match nights.significant().next() {
        Some(_) => Verdict::Different,
        None if is_same => Verdict::Same,
        None => Verdict::Undecided,
    };
    Ok(Some(verdict))
}
