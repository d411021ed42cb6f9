//! `fray validate`: everything that is wrong with files, at once.

use std::io::Write;

use fray_rules::sheet::text::shown;
use fray_sim::scenario::render::Row;
use fray_sim::scenario::{self, Loaded};
use fray_sim::tables::json::Versioned;
use serde::Serialize;

use crate::args::ValidateArgs;
use crate::exit::{self, Exit, Failure, print};
use crate::scenarios::report_problems;

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
    for path in &args.files {
        let files = scenario::files_of(path).map_err(|error| {
            Failure::Because(Exit::BadScenario, format!("{} cannot be read: {error}", path.display()))
        })?;
        if files.is_empty() {
            exit::report(format_args!("{}: expected scenario files in this folder", path.display()));
            exit = Exit::BadScenario;
        }
        for file in files {
            let name = file.display().to_string();
            let found = scenario::load(&file, &args.set.options());
            let errors = match &found {
                Ok(loaded) => {
                    if !args.json && !args.quiet {
                        print(&format!("{}: {}\n", shown(&name), summary(loaded)))?;
                    }
                    Vec::new()
                }
                Err(diagnosis) => {
                    exit = Exit::BadScenario;
                    if !args.json {
                        report_problems(diagnosis, &file);
                    }
                    diagnosis.rows()
                }
            };
            report.files.push(FileRow { file: name, errors });
        }
    }
    if args.json {
        let mut out = std::io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, &Versioned::new(&report)).map_err(std::io::Error::from)?;
        writeln!(out)?;
    }
    Ok(exit)
}

fn summary(loaded: &Loaded) -> String {
    match loaded {
        Loaded::Include => "ok (an include)".to_owned(),
        Loaded::Scenario(scenario) => format!("ok ({}: {})", scenario.info.name(), shown(&scenario.title)),
    }
}
