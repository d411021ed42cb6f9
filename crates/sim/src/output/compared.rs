//! The files of a comparison: a table and a manifest, written as those of a run.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic::{durable, stage, sync_dir};
use super::dir::ready;
use super::{Force, MANIFEST, OutputError, Run};
use crate::compare::report::Report;
use crate::tables::rows::Stop;

pub(super) const TABLE: &str = "compare.csv";

/// The request of a comparison, which determines its results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Requested {
    /// The first scenario, with its seed and the requested pairs.
    pub a: Run,
    /// The second.
    pub b: Run,
    /// Whether the comparison ends at the verdict.
    pub until_verdict: bool,
    /// The primary metric; `None` for the win rate of the first side.
    pub metric: Option<String>,
    /// The tolerance, as it was written.
    pub delta: Option<String>,
    /// The probability of a wrong verdict.
    pub alpha: f64,
    /// Whether B is A with its sides listed the other way round.
    pub mirror: bool,
}

/// The manifest of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedManifest {
    /// The version of columns and keys.
    pub schema: u32,
    /// The version of fray.
    pub fray: String,
    /// The request.
    pub compare: Requested,
    /// The number of pairs played.
    pub pairs: u64,
    /// The condition that ended the comparison.
    pub stop: Stop,
    /// The verdict.
    pub verdict: String,
    /// The number of threads.
    pub threads: usize,
    /// The wall time from the first fight to the last, in seconds.
    pub wall_time_s: f64,
    /// The command line.
    pub command: String,
}

/// A folder that is ready for a comparison. While it is open no other process can open it for
/// results, where the system has locks.
#[derive(Debug)]
pub struct ComparedDir {
    dir: PathBuf,
    _lock: Option<File>,
}

impl ComparedDir {
    /// Creates the folder if necessary, and checks that this comparison can and may be written there.
    /// The results of a run are never replaced, because their tables would remain beside a manifest of
    /// a comparison.
    ///
    /// # Errors
    /// If it cannot be written to, if another process has it open, or if it holds something else.
    pub fn open(dir: &Path, asked: &Requested, force: Force) -> Result<Self, OutputError> {
        let lock = ready(dir, &[TABLE, MANIFEST])?;
        let path = dir.join(MANIFEST);
        match fs::read(&path) {
            Ok(text) => match serde_json::from_slice::<ComparedManifest>(&text) {
                Ok(held) if force == Force::Replace || held.compare.is_same(asked) => {}
                Ok(_) => return Err(OutputError::another_run(dir, "another comparison")),
                Err(_) => return Err(OutputError::not_ours(dir, "a comparison")),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if dir.join(TABLE).exists() && force == Force::Keep {
                    let what = format!("a `{TABLE}` without a `{MANIFEST}`");
                    return Err(OutputError::another_run(dir, &what));
                }
            }
            Err(error) => return Err(OutputError::io(&path, &error)),
        }
        Ok(Self { dir: dir.into(), _lock: lock })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.dir
    }

    /// Writes the table and the manifest, or leaves the old files.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, report: &Report<'_>, manifest: &ComparedManifest) -> Result<(), OutputError> {
        let table = stage(&self.dir, TABLE, |to| report.write_csv(to))?;
        let manifest = stage(&self.dir, MANIFEST, |to| {
            serde_json::to_writer_pretty(&mut *to, manifest)?;
            io::Write::write_all(to, b"\n")
        })?;
        durable(&self.dir, vec![table, manifest])?.persist()?;
        sync_dir(&self.dir)
    }
}

impl Requested {
    /// Returns whether another comparison has the same results.
    fn is_same(&self, other: &Self) -> bool {
        let rest = |asked: &Self| {
            let Self { until_verdict, metric, delta, alpha, mirror, .. } = asked.clone();
            (until_verdict, metric, delta, alpha.to_bits(), mirror)
        };
        self.a.difference(&other.a).is_none()
            && self.b.difference(&other.b).is_none()
            && rest(self) == rest(other)
    }
}
