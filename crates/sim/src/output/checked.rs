//! The files of a run of a suite: the table of its tests and a manifest, written as those of a run.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic::{durable, stage, sync_dir};
use super::dir::{pretty, ready};
use super::{Force, MANIFEST, OutputError};
use crate::gate::report::Report;

pub(super) const CHECK: &str = "check.csv";

/// The request of a suite's run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AskedCheck {
    /// The path of the suite as given.
    pub suite: String,
    /// Its title.
    pub title: String,
    /// The names of the points to test, in the order of the suite.
    pub points: Vec<String>,
    /// The way in which points are compared with their baselines: auto, exact or stat.
    pub mode: String,
    /// The probability that a run in which nothing changed raises a false alarm.
    pub alpha: f64,
    /// The smallest drift of a rate that matters, as a share of 1.
    pub delta: f64,
    /// The largest number of fresh fights of a point.
    pub max_fights: u64,
    /// The seed of fresh fights; `None` for each point that of its baseline plus one.
    pub seed: Option<u64>,
}

/// The manifest of a run of a suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckManifest {
    /// The version of columns and keys.
    pub schema: u32,
    /// The version of fray.
    pub fray: String,
    /// The suite that was checked, with its points.
    pub check: AskedCheck,
    /// The verdict: pass, fail or inconclusive.
    pub verdict: String,
    /// The changes of the scenarios since their baselines were made: the point, and a sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<[String; 2]>,
    /// Whether it was interrupted.
    pub is_interrupted: bool,
    /// The number of threads.
    pub threads: usize,
    /// The wall time, in seconds.
    pub wall_time_s: f64,
    /// The command line.
    pub command: String,
}

/// A folder that is ready for the report of a suite. While it is open no other process can open it for
/// results, where the system has locks.
#[derive(Debug)]
pub struct CheckDir {
    dir: PathBuf,
    _lock: Option<File>,
}

impl CheckDir {
    /// Makes the folder where there is none, and checks that this report can and may be written there: over
    /// an earlier one of the same suite asked the same, or with force over that of another. Other results are
    /// never replaced, because their tables would remain beside a manifest of a check.
    ///
    /// # Errors
    /// If it cannot be written to, if another process has it open, or if it holds something else.
    pub fn open(dir: &Path, asked: &AskedCheck, force: Force) -> Result<Self, OutputError> {
        let lock = ready(dir, &[CHECK, MANIFEST])?;
        let path = dir.join(MANIFEST);
        match fs::read(&path) {
            Ok(text) => match serde_json::from_slice::<CheckManifest>(&text) {
                Ok(held) if force == Force::Replace || held.check == *asked => {}
                Ok(_) => return Err(OutputError::another_run(dir, "another check")),
                Err(_) => return Err(OutputError::not_ours(dir, "a check")),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if dir.join(CHECK).exists() && force == Force::Keep {
                    let what = format!("a `{CHECK}` without a `{MANIFEST}`");
                    return Err(OutputError::another_run(dir, &what));
                }
            }
            Err(error) => return Err(OutputError::io(&path, &error)),
        }
        Ok(Self { dir: dir.into(), _lock: lock })
    }

    /// Writes the table and the manifest, or leaves the old files. Returns the path of the table.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, report: &Report, manifest: &CheckManifest) -> Result<PathBuf, OutputError> {
        let table = stage(&self.dir, CHECK, |to| report.write_csv(to))?;
        let manifest = stage(&self.dir, MANIFEST, |to| pretty(to, manifest))?;
        durable(&self.dir, vec![table, manifest])?.persist()?;
        sync_dir(&self.dir)?;
        Ok(self.dir.join(CHECK))
    }
}
