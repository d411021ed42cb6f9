//! The results folder of several runs: a folder for each run, and a summary of all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic::stage;
use super::dir::{Force, Held, SUMMARY, TABLES, held_partial_run, holds, pretty, ready, remove, replace};
use super::{MANIFEST, OutputError};
use crate::tables::json::SCHEMA;
use crate::totals::part::TALLIES;

/// A folder that is ready for the results of several runs: a folder for each run, by its name, and a
/// summary of all. This value keeps only the names in memory.
#[derive(Debug)]
pub struct ResultsSet {
    dir: PathBuf,
    list: RunList,
    _lock: Option<File>,
}

/// The manifest of a set: the names of its runs, which have manifests of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunList {
    schema: u32,
    /// The names, in the order of the summary.
    runs: Vec<String>,
    /// The seed that was drawn for scenarios without one; `None` if all have one.
    seed: Option<u64>,
}

impl ResultsSet {
    /// Creates the folder if necessary, and checks that the results of these runs can and may be
    /// written there. `seed` is the one drawn for scenarios without a seed.
    ///
    /// # Errors
    ///
    /// As [`ResultsDir::open`](super::ResultsDir::open); also if a run has the name of a file of the set.
    ///
    /// # Panics
    ///
    /// If two runs have the same name.
    pub fn open(
        dir: &Path,
        names: Vec<String>,
        seed: Option<u64>,
        force: Force,
    ) -> Result<Self, OutputError> {
        let mut sorted: Vec<_> = names.iter().collect();
        sorted.sort();
        assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]), "every run has its own name");
        let lock = ready(dir)?;
        let is_taken =
            |name: &&String| TABLES.contains(&name.as_str()) || *name == MANIFEST || *name == TALLIES;
        if let Some(taken) = names.iter().find(is_taken) {
            let error =
                io::Error::other(format!("a scenario called `{taken}` is in the way; rename its file"));
            return Err(OutputError::io(dir, &error));
        }
        let set = Self { dir: dir.into(), list: RunList { schema: SCHEMA, runs: names, seed }, _lock: lock };
        let is_replaced = match force {
            Force::Keep | Force::Extend => set.check(force).map(|()| false)?,
            Force::ExtendOrReplace => match set.check(Force::Extend) {
                Ok(()) => false,
                Err(error) => error.unless_another_run().map(|()| true)?,
            },
            Force::Replace => true,
        };
        if is_replaced {
            remove(&dir.join(SUMMARY))?;
        }
        // Written before the first run is played, so that an interrupted set can be continued.
        replace(dir, [stage(dir, MANIFEST, |to| pretty(to, &set.list))?], !is_replaced)?;
        Ok(set)
    }

    /// Checks that the folder has nothing that must not be replaced.
    fn check(&self, force: Force) -> Result<(), OutputError> {
        let another = |what: &str| Err(OutputError::another_run(&self.dir, what));
        match holds::<RunList>(&self.dir)? {
            Held::Nothing if held_partial_run(&self.dir)?.is_none() => Ok(()),
            Held::Nothing | Held::Other => another("the results of one scenario"),
            Held::Unknown(what) => another(&what),
            Held::Manifest(held) if held.runs == self.list.runs => Ok(()),
            Held::Manifest(held) if force == Force::Extend => {
                match held.runs.iter().find(|name| !self.list.runs.contains(name)) {
                    None => Ok(()),
                    Some(other) => another(&format!("results of `{other}`, which is not part of this set")),
                }
            }
            Held::Manifest(_) => another("the results of other scenarios"),
        }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.dir
    }

    /// Writes the summary: the rows of the runs with results, in order. They are read from the folders
    /// of the runs, one at a time.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written.
    pub fn write_summary(&self, mut has_results: impl FnMut(usize) -> bool) -> Result<(), OutputError> {
        let runs: Vec<_> = (0..self.list.runs.len()).filter(|&i| has_results(i)).collect();
        let rows = |to: &mut io::BufWriter<&File>| {
            let mut header: Option<String> = None;
            for &i in &runs {
                let text = fs::read_to_string(self.dir.join(&self.list.runs[i]).join(SUMMARY))?;
                let (first, rows) = text.split_once('\n').unwrap_or((&text, ""));
                match &header {
                    None => {
                        writeln!(to, "{first}")?;
                        header = Some(first.to_owned());
                    }
                    Some(header) if header != first => {
                        let message = format!("`{}` has other columns than the others", self.list.runs[i]);
                        return Err(io::Error::other(message));
                    }
                    Some(_) => {}
                }
                to.write_all(rows.as_bytes())?;
            }
            Ok(())
        };
        replace(&self.dir, [stage(&self.dir, SUMMARY, rows)?], true)
    }
}

/// The seed of the results in a folder: of a run, or of the runs of a set whose scenarios have no
/// seed. `None` if there are no results.
///
/// # Errors
///
/// If a file cannot be read.
pub fn held_seed(dir: &Path) -> Result<Option<u64>, OutputError> {
    if let Some(Ok(partial)) = held_partial_run(dir)? {
        return Ok(Some(partial.of.seed));
    }
    Ok(match holds::<RunList>(dir)? {
        Held::Manifest(list) => list.seed,
        Held::Nothing | Held::Other | Held::Unknown(_) => None,
    })
}

/// The names of the runs of the set in a folder; `None` if it is not the folder of a set.
///
/// # Errors
///
/// If the manifest cannot be read.
pub fn held_names(dir: &Path) -> Result<Option<Vec<String>>, OutputError> {
    Ok(match holds::<RunList>(dir)? {
        Held::Manifest(list) => Some(list.runs),
        Held::Nothing | Held::Other | Held::Unknown(_) => None,
    })
}

#[cfg(test)]
#[path = "set_tests.rs"]
mod tests;
