//! `fray validate`: everything that is wrong with files, at once.

use std::io::{IsTerminal, Write};
use std::path::Path;

use fray_sim::scenario::render::Row;
use fray_sim::scenario::{self, Diagnosis, Loaded, Paint};
use fray_sim::tables::json::Versioned;
use serde::Serialize;

use crate::args::ValidateArgs;
use crate::exit::{Exit, Failure};

/// A file of `--json`.
#[derive(Serialize)]
struct FileRow {
    file: String,
    errors: Vec<Row>,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    files: Vec<FileRow>,
}

pub(crate) fn run(args: &ValidateArgs) -> Result<Exit, Failure> {
    let mut report = Report { files: Vec::new() };
    let mut exit = Exit::Ok;
    let mut out = std::io::stdout().lock();
    for path in &args.files {
        let files = scenario::files_of(path).map_err(|error| {
            Failure::Because(Exit::BadScenario, format!("{} cannot be read: {error}", path.display()))
        })?;
        if files.is_empty() {
            show(&format!("{}: expected scenario files in this folder\n", path.display()));
            exit = Exit::BadScenario;
        }
        for file in files {
            let name = file.display().to_string();
            let found = scenario::load(&file, &args.set.options());
            let errors = match &found {
                Ok(loaded) => {
                    if !args.json && !args.quiet {
                        writeln!(out, "{name}: {}", summary(loaded))?;
                    }
                    Vec::new()
                }
                Err(diagnosis) => {
                    exit = Exit::BadScenario;
                    if !args.json {
                        show_problems(diagnosis, &file);
                    }
                    diagnosis.rows()
                }
            };
            report.files.push(FileRow { file: name, errors });
        }
    }
    if args.json {
        serde_json::to_writer_pretty(&mut out, &Versioned::new(&report)).map_err(std::io::Error::from)?;
        writeln!(out)?;
    }
    Ok(exit)
}

/// Shows what is wrong with a scenario, with colours on a terminal.
pub(crate) fn show_problems(diagnosis: &Diagnosis, file: &Path) {
    // anstream knows of NO_COLOR and of terminals; without colours the text is plain from the
    // start.
    let paint = if std::io::stderr().is_terminal() { Paint::Color } else { Paint::Plain };
    let n = diagnosis.problems.len();
    let count = if n == 1 { "1 problem".to_owned() } else { format!("{n} problems") };
    show(&format!("{}{}: {count}\n", diagnosis.render(paint), file.display()));
}

/// Writes to stderr; if that is closed, the exit code still says it.
fn show(text: &str) {
    let _ = anstream::stderr().write_all(text.as_bytes());
}

fn summary(loaded: &Loaded) -> String {
    match loaded {
        Loaded::Include => "ok (an include)".to_owned(),
        Loaded::Scenario(scenario) => format!("ok ({}: {})", scenario.info.name(), scenario.title),
    }
}
