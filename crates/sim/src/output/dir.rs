//! The folder of a run, and that of several.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic::{Staged, stage, sync_dir, temporary};
use super::{MANIFEST, Manifest, OutputError, Run};
use crate::json::SCHEMA;
use crate::rows::{Row, Tables, write_csv};

const SUMMARY: &str = "summary.csv";
const TABLES: [&str; 5] = [SUMMARY, "metrics.csv", "damage.csv", "exhaustion.csv", "rounds.csv"];

/// Whether another run's results may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// They are kept, and opening fails.
    Keep,
    /// They are replaced.
    Replace,
}

/// A folder that is ready for the results of one run. While it is open no other process can
/// open it for results, where the system has locks.
#[derive(Debug)]
pub struct ResultsDir {
    dir: PathBuf,
    run: Run,
    _lock: Option<File>,
}

impl ResultsDir {
    /// Makes the folder where there is none, and makes sure that the results of `run` can and
    /// may be written there.
    ///
    /// # Errors
    ///
    /// If it cannot be written to, if another process has it open, or if it holds another run
    /// and `force` does not say that it may be replaced.
    pub fn open(dir: &Path, run: Run, force: Force) -> Result<Self, OutputError> {
        let lock = ready(dir)?;
        if force == Force::Keep {
            match holds::<Manifest>(dir)? {
                Held::Nothing => {}
                Held::Other => {
                    return Err(OutputError::another_run(dir, "the results of several scenarios"));
                }
                Held::Unknown(what) => return Err(OutputError::another_run(dir, &what)),
                Held::Manifest(held) => {
                    if let Some(difference) = held.run.difference(&run) {
                        return Err(OutputError::another_run(dir, &format!("another run ({difference})")));
                    }
                }
            }
        }
        Ok(Self { dir: dir.into(), run, _lock: lock })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.dir
    }

    /// Writes the tables and the manifest. May be called again as the run goes on.
    ///
    /// # Errors
    ///
    /// If a file cannot be written; then none of the old ones has changed, unless it is a rename
    /// that failed.
    ///
    /// # Panics
    ///
    /// If the manifest is of another run than the folder was opened for.
    pub fn write(&self, tables: &Tables, manifest: &Manifest) -> Result<(), OutputError> {
        assert_eq!(manifest.run.difference(&self.run), None, "the folder was opened for this run");
        let staged = [
            self.table(tables, &tables.summary)?,
            self.table(tables, &tables.metrics)?,
            self.table(tables, &tables.damage)?,
            self.table(tables, &tables.exhaustion)?,
            self.table(tables, &tables.rounds)?,
            stage(&self.dir, MANIFEST, |to| pretty(to, manifest))?,
        ];
        let held = holds::<Manifest>(&self.dir)?;
        let same_run = matches!(held, Held::Manifest(held) if held.run.difference(&self.run).is_none());
        replace(&self.dir, staged, same_run)
    }

    fn table<R: Row>(&self, tables: &Tables, rows: &[R]) -> Result<Staged, OutputError> {
        stage(&self.dir, &format!("{}.csv", R::TABLE), |to| write_csv(to, [(tables.point, rows)]))
    }
}

/// A folder that is ready for the results of several runs: a folder in it for each, by its name,
/// and one summary of all.
#[derive(Debug)]
pub struct ResultsSet {
    dir: PathBuf,
    /// The folder of each run, in the order given.
    pub runs: Vec<ResultsDir>,
    list: RunList,
    _lock: Option<File>,
}

/// The manifest of a set: which runs it is made of. Their own manifests say the rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RunList {
    schema: u32,
    runs: Vec<String>,
}

impl ResultsSet {
    /// As [`ResultsDir::open`] for a folder with the folders of these runs, each with its name.
    ///
    /// # Errors
    ///
    /// As [`ResultsDir::open`]; and if two runs have one name, or one has that of a file.
    pub fn open(dir: &Path, runs: Vec<(String, Run)>, force: Force) -> Result<Self, OutputError> {
        let lock = ready(dir)?;
        let mut names: Vec<_> = runs.iter().map(|(name, _)| name.clone()).collect();
        let list = RunList { schema: SCHEMA, runs: names.clone() };
        names.sort();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let error =
                io::Error::other(format!("two scenarios are called `{}`; rename one of the files", twice[0]));
            return Err(OutputError::io(dir, &error));
        }
        if let Some(taken) = names.iter().find(|name| TABLES.contains(&name.as_str()) || *name == MANIFEST) {
            let error =
                io::Error::other(format!("a scenario called `{taken}` is in the way; rename its file"));
            return Err(OutputError::io(dir, &error));
        }
        if force == Force::Keep {
            match holds::<RunList>(dir)? {
                Held::Nothing => {}
                Held::Other => return Err(OutputError::another_run(dir, "the results of one scenario")),
                Held::Unknown(what) => return Err(OutputError::another_run(dir, &what)),
                Held::Manifest(held) if held == list => {}
                Held::Manifest(_) => {
                    return Err(OutputError::another_run(dir, "the results of other scenarios"));
                }
            }
        }
        let open = |(name, run): (String, Run)| ResultsDir::open(&dir.join(name), run, force);
        let runs = runs.into_iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { dir: dir.into(), runs, list, _lock: lock })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.dir
    }

    /// Writes the summary of all runs, in the order given.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write_summary(&self, all: &[Tables]) -> Result<(), OutputError> {
        let rows = || all.iter().map(|tables| (tables.point, tables.summary.as_slice()));
        let staged = [
            stage(&self.dir, SUMMARY, |to| write_csv(to, rows()))?,
            stage(&self.dir, MANIFEST, |to| pretty(to, &self.list))?,
        ];
        let same = matches!(holds::<RunList>(&self.dir)?, Held::Manifest(held) if held == self.list);
        replace(&self.dir, staged, same)
    }
}

/// What a folder holds.
enum Held<T> {
    Nothing,
    Manifest(T),
    /// The manifest of our other kind.
    Other,
    Unknown(String),
}

/// What of ours is in the folder.
fn holds<T: for<'a> Deserialize<'a>>(dir: &Path) -> Result<Held<T>, OutputError> {
    let path = dir.join(MANIFEST);
    match fs::read(&path) {
        Ok(text) => {
            let is_ours = serde_json::from_slice::<Manifest>(&text).is_ok()
                || serde_json::from_slice::<RunList>(&text).is_ok();
            Ok(match serde_json::from_slice(&text) {
                Ok(manifest) => Held::Manifest(manifest),
                Err(_) if is_ours => Held::Other,
                Err(_) => Held::Unknown(format!("a `{MANIFEST}` of something else")),
            })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let table = TABLES.into_iter().find(|name| dir.join(name).exists());
            Ok(table
                .map_or(Held::Nothing, |name| Held::Unknown(format!("a `{name}` without a `{MANIFEST}`"))))
        }
        Err(error) => Err(OutputError::io(&path, &error)),
    }
}

/// Makes the folder, locks it, and tries whether files can be made in it.
fn ready(dir: &Path) -> Result<Option<File>, OutputError> {
    let failed = |error: io::Error| OutputError::io(dir, &error);
    fs::create_dir_all(dir).map_err(failed)?;
    for name in TABLES.into_iter().chain([MANIFEST]) {
        if dir.join(name).is_dir() {
            return Err(OutputError::io(&dir.join(name), &io::Error::from(io::ErrorKind::IsADirectory)));
        }
    }
    temporary(dir).and_then(tempfile::NamedTempFile::close).map_err(failed)?;
    // Not every system can open or lock a folder; without a lock the renames are still whole.
    let Ok(handle) = File::open(dir) else { return Ok(None) };
    match handle.try_lock() {
        Ok(()) => Ok(Some(handle)),
        Err(TryLockError::WouldBlock) => Err(failed(io::Error::new(
            io::ErrorKind::WouldBlock,
            "another fray is writing there; wait for it, or use another `--out`",
        ))),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Puts staged files in their places, the last of them the manifest. Another run's manifest goes
/// first, so that it never stands beside files that are not its own.
fn replace<const N: usize>(dir: &Path, staged: [Staged; N], same_run: bool) -> Result<(), OutputError> {
    let manifest = dir.join(MANIFEST);
    if !same_run && manifest.exists() {
        fs::remove_file(&manifest).map_err(|error| OutputError::io(&manifest, &error))?;
    }
    for file in staged {
        file.persist()?;
    }
    sync_dir(dir)
}

fn pretty(to: impl io::Write, manifest: &impl Serialize) -> io::Result<()> {
    let mut to = to;
    serde_json::to_writer_pretty(&mut to, manifest)?;
    to.write_all(b"\n")
}

#[cfg(test)]
#[path = "dir_tests.rs"]
mod tests;
