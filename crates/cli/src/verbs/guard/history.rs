//! `fray history`: adds nights to a history, and shows what moved from night to night.

use std::path::{Path, PathBuf};

use fray_sim::history::store::{Added, History, HistoryError, add};
use fray_sim::history::trend::{Question, Trend};
use fray_sim::tables::format::counted;
use serde_json::json;

use crate::args::{HistoryArgs, HistoryDoes};
use crate::exit::{Exit, Failure, print, report};
use crate::varied::print_object;
use crate::verbs::play::report::write_page;

/// The folder of a history, if none is named.
const HISTORY: &str = "history";

/// The probability of a false move, if none is said.
const ALPHA: f64 = 0.01;

impl From<HistoryError> for Failure {
    fn from(error: HistoryError) -> Self {
        match error {
            HistoryError::Output(error) => error.into(),
            HistoryError::Unfit(message) => Self::Because(Exit::Mismatch, message),
        }
    }
}

pub(crate) fn run(args: &HistoryArgs) -> Result<Exit, Failure> {
    let refused: &[(&str, bool)] = match args.does {
        HistoryDoes::Add => &[
            ("--of", !args.of.is_empty()),
            ("--alpha", args.alpha.is_some()),
            ("--html", args.html.is_some()),
            ("--verbose", args.verbose),
        ],
        HistoryDoes::Show => &[("--to", args.to.is_some())],
    };
    if let Some((flag, _)) = refused.iter().find(|(_, is_given)| *is_given) {
        let (does, other) = match args.does {
            HistoryDoes::Add => ("add", "show"),
            HistoryDoes::Show => ("show", "add"),
        };
        return Err(Failure::usage(format!("{flag} goes with `fray history {other}`, not with `{does}`")));
    }
    match args.does {
        HistoryDoes::Add => run_add(args),
        HistoryDoes::Show => show(args),
    }
}

fn run_add(args: &HistoryArgs) -> Result<Exit, Failure> {
    if args.folders.is_empty() {
        return Err(Failure::usage(
            "expected a folder of results, as `fray run` and `fray merge` write them",
        ));
    }
    let to = args.to.as_deref().unwrap_or(Path::new(HISTORY));
    let Added { added, held, left_out, file } = add(to, &args.folders, &args.metrics)?;
    if args.json {
        print_object(&json!({ "added": added, "held": held, "left_out": left_out, "file": file }))?;
    } else if !args.quiet {
        let mut text = match (&file, held) {
            (Some(file), 0) => format!("{} added: {}\n", counted(added as u64, "result"), file.display()),
            (Some(file), held) => {
                let results = counted(added as u64, "result");
                format!("{results} added: {}; {held} were there already\n", file.display())
            }
            (None, 0) => "there are no whole results to add\n".to_owned(),
            (None, 1) => "the result is there already: nothing is added\n".to_owned(),
            (None, held) => format!("all {held} results are there already: nothing is added\n"),
        };
        if let Some(first) = left_out.first() {
            let more = left_out.len() - 1;
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            text += &format!("left out, since they are not played or not to their end: {first}{more}\n");
        }
        print(&text)?;
    }
    // Results that are not there cannot be added, which no script should miss.
    Ok(if added == 0 && held == 0 { Exit::Mismatch } else { Exit::Ok })
}

fn show(args: &HistoryArgs) -> Result<Exit, Failure> {
    let dir = match args.folders.as_slice() {
        [] => PathBuf::from(HISTORY),
        [dir] => dir.clone(),
        _ => {
            return Err(Failure::usage(
                "expected one history; `fray history add` adds several folders to one",
            ));
        }
    };
    let metric = match args.metrics.as_slice() {
        [] => None,
        [metric] => Some(metric.as_str()),
        _ => return Err(Failure::usage("one --metric at a time is shown")),
    };
    let history = History::read(&dir)?;
    let question = Question { metric, of: &args.of, alpha: args.alpha.unwrap_or(ALPHA) };
    let trend = Trend::new(&history, &question)
        .map_err(|message| Failure::Because(Exit::Mismatch, format!("{}: {message}", dir.display())))?;
    if let Some(file) = &args.html {
        write_page(&fray_report::history::page(&trend), file, !args.force)?;
    }
    if args.json {
        print_object(&trend.object())?;
    } else if !args.quiet {
        print(&trend.render(args.verbose))?;
    }
    if let Some(file) = args.html.as_ref().filter(|_| !args.quiet) {
        report(format_args!("written to {}", file.display()));
    }
    Ok(Exit::Ok)
}
