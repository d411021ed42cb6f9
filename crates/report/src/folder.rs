//! The contents of a folder of results, and the page that is made of them.

use core::fmt;
use std::path::{Path, PathBuf};

use fray_sim::output::{Manifest, OutputError, held_manifest, held_partial_run};
use fray_sim::parts::PartialRun;

use crate::page::Page;
use crate::tables::KNOWN;
use crate::{batch, budget, check, compare, matrix, run, sweep, tables};

/// The name of the page in a folder.
pub const REPORT: &str = "report.html";

/// The reason for which there is no page.
#[derive(Debug)]
pub enum ReportError {
    /// The folder holds nothing that a page can be made of.
    NothingKnown(PathBuf),
    /// The contents of the folder cannot be used, for the reason given.
    Unfit(PathBuf, String),
    /// A file cannot be read.
    Output(OutputError),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NothingKnown(dir) => write!(
                f,
                "{}: expected results: of a run (`tallies`), a batch (`summary.csv`), a sweep (`sweep.csv`), a \
                 comparison (`compare.csv`), a matrix (`matrix.csv`), a budget (`budget.csv`), a check (`check.csv`), or one of {}",
                dir.display(),
                KNOWN.map(|known| format!("`{}`", known.file)).join(", ")
            ),
            Self::Unfit(path, what) => write!(f, "{}: {what}", path.display()),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ReportError {}

impl From<OutputError> for ReportError {
    fn from(error: OutputError) -> Self {
        Self::Output(error)
    }
}

/// The page of what a folder holds.
///
/// # Errors
///
/// If it holds nothing that a page can be made of, or what it holds cannot be read.
pub fn page(dir: &Path) -> Result<Page, ReportError> {
    if let Some((manifest, partial)) = held_run(dir)? {
        return run::page(dir, &manifest, &partial);
    }
    // A sweep writes the tables of a run too, a summary among them.
    for of in [sweep::page, compare::page, matrix::page, budget::page, check::page] {
        if let Some(page) = of(dir)? {
            return Ok(page);
        }
    }
    for known in &KNOWN {
        if let Some(page) = tables::page(dir, known)? {
            return Ok(page);
        }
    }
    batch::page(dir)?.ok_or_else(|| ReportError::NothingKnown(dir.into()))
}

/// The results of a run in a folder, if there are any.
fn held_run(dir: &Path) -> Result<Option<(Manifest, PartialRun)>, ReportError> {
    let Some(partial) = held_partial_run(dir)? else { return Ok(None) };
    let partial = partial.map_err(|error| ReportError::Unfit(dir.into(), error.to_string()))?;
    let Some(manifest) = held_manifest(dir)? else {
        let what = "expected a `manifest.json` beside the `tallies`; play it again with `--extend`";
        return Err(ReportError::Unfit(dir.into(), what.to_owned()));
    };
    Ok(Some((manifest, partial)))
}
