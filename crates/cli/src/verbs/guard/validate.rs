//! `fray validate`: everything that is wrong with files, at once.

use std::path::Path;

use fray_kit::sheet::text::shown;
use fray_sim::gate::suite::Suite;
use fray_sim::scenario::render::{self, Diagnosis, Row};
use fray_sim::scenario::source::Disk;
use fray_sim::scenario::{self, Loaded, Loader};
use fray_sim::tables::json::Versioned;
use serde::Serialize;

use crate::args::ValidateArgs;
use crate::exit::{self, Exit, Failure, print, print_json};
use crate::scenarios::{report_problems, report_warnings};
use crate::verbs::guard::check;

/// A file of `--json`.
#[derive(Serialize)]
struct FileRow {
    file: String,
    errors: Vec<Row>,
    /// The warnings: declarations that can be played and are hardly meant.
    warnings: Vec<Row>,
}

/// The object that `--json` prints.
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
            if Suite::is_one(&file) {
                let (summary, errors) = suite(&file, args)?;
                if !errors.is_empty() {
                    exit = Exit::BadScenario;
                } else if !args.json && !args.quiet {
                    print(&format!("{}: {summary}\n", shown(&name)))?;
                }
                report.files.push(FileRow { file: name, errors, warnings: Vec::new() });
                continue;
            }
            let found = scenario::load(&file, &args.set.options());
            let mut warnings = Vec::new();
            let errors = match &found {
                Ok(loaded) => {
                    if let Loaded::Scenario(scenario) = loaded {
                        warnings = render::rows(&scenario.sources, &scenario.warnings);
                        if !args.json {
                            report_warnings(scenario);
                        }
                    }
                    let errors = variants(&file, loaded, args);
                    if !errors.is_empty() {
                        exit = Exit::BadScenario;
                    } else if !args.json && !args.quiet {
                        print(&format!("{}: {}\n", shown(&name), summary(loaded)))?;
                    }
                    errors
                }
                Err(diagnosis) => {
                    exit = Exit::BadScenario;
                    if !args.json {
                        report_problems(diagnosis, &file);
                    }
                    diagnosis.rows()
                }
            };
            report.files.push(FileRow { file: name, errors, warnings });
        }
    }
    if args.json {
        print_json(&Versioned::new(&report))?;
    }
    Ok(exit)
}

/// Returns the problems of the variants of a scenario.
fn variants(file: &Path, loaded: &Loaded, args: &ValidateArgs) -> Vec<Row> {
    let Loaded::Scenario(scenario) = loaded else { return Vec::new() };
    let mut errors = Vec::new();
    for variant in &scenario.variants {
        let mut options = args.set.options();
        options.sets.splice(0..0, variant.edits());
        if let Err(diagnosis) = scenario::load_scenario(file, &options) {
            if !args.json {
                report_problems(&diagnosis, file);
            }
            errors.extend(diagnosis.rows());
        }
    }
    errors
}

/// A suite in words, and what is wrong with it, its scenarios and its baselines.
fn suite(file: &Path, args: &ValidateArgs) -> Result<(String, Vec<Row>), Failure> {
    let mut errors = Vec::new();
    let mut found = |diagnosis: &Diagnosis, path: &Path| {
        if !args.json {
            report_problems(diagnosis, path);
        }
        errors.extend(diagnosis.rows());
    };
    let suite = match Suite::load(&Disk, file) {
        Ok(suite) => suite,
        Err(diagnosis) => {
            found(&diagnosis, file);
            return Ok((String::new(), errors));
        }
    };
    let loader = Loader::default();
    for point in &suite.points {
        match loader.load_scenario(&point.scenario, &check::options(&suite, point)) {
            Err(diagnosis) => found(&diagnosis, &point.scenario),
            Ok(scenario) if !args.json => report_warnings(&scenario),
            Ok(_) => {}
        }
    }
    for point in &suite.points {
        let Some(message) = check::no_baseline(&suite, point) else { continue };
        if !args.json {
            exit::report(format_args!("error: {}:{}: {message}", file.display(), point.line));
        }
        let key = "point.baseline".to_owned();
        let (file, line) = (file.display().to_string(), point.line);
        errors.push(Row { file, line, column: 1, cell: None, key, message, help: None });
    }
    let n = suite.points.len();
    Ok((format!("ok (suite: {n} point{})", if n == 1 { "" } else { "s" }), errors))
}

fn summary(loaded: &Loaded) -> String {
    match loaded {
        Loaded::Include => "ok (an include)".to_owned(),
        Loaded::Scenario(scenario) => format!("ok ({}: {})", scenario.info.name(), shown(&scenario.title)),
    }
}
