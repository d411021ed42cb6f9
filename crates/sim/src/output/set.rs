//! The results folder of several runs: a folder for each run, and a summary of all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use fray_kit::sheet::text::{no_cell, shown};
use serde::{Deserialize, Serialize};

use super::atomic::stage;
use super::dir::{
    FILES, Force, Held, SUMMARY, TABLES, drop_run, has_results, held_manifest, held_partial_run, holds,
    is_absent, pretty, ready, remove, replace,
};
use super::{MANIFEST, OutputError, ResultName};
use crate::tables::json::SCHEMA;

/// A folder that is ready for the results of several runs: a folder for each run, by its name, and a
/// summary of all. This value keeps only the names in memory.
#[derive(Debug)]
pub struct ResultsSet {
    dir: PathBuf,
    list: RunList,
    _lock: Option<File>,
}

/// The table of what was asked for and not played.
pub(super) const NOT_PLAYED: &str = "not_played.csv";

/// A scenario that was asked for and not played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotPlayed {
    /// The name that its results would have.
    pub scenario: String,
    /// Its file.
    pub file: String,
    /// The exit code that this has.
    pub code: u8,
    /// The reason.
    pub reason: String,
}

/// The contents of a folder of several runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldSet {
    /// The names of the runs, in the order of the summary.
    pub names: Vec<ResultName>,
    /// The seed of the runs whose scenarios name none, or of all, if a flag said so.
    pub seed: Option<u64>,
    /// The fights asked for of every run, if a flag said which.
    pub asked: Option<(u64, u64)>,
}

/// The manifest of a set: which runs it is made of. Their own manifests say the rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunList {
    schema: u32,
    /// The names, in the order of the summary.
    runs: Vec<ResultName>,
    /// Runs of before that are no longer asked for and whose results are still there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    former: Vec<ResultName>,
    seed: Option<u64>,
    #[serde(default)]
    asked: Option<(u64, u64)>,
}

/// The key that tells a run in a set from another run of the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunKey {
    /// Its seed.
    pub seed: u64,
    /// The hash of its scenario.
    pub scenario_hash: String,
}

impl ResultsSet {
    /// Makes the folder where there is none, and makes sure that the results of these runs can
    /// and may be written there. Of runs that are no longer among them the results are kept, or
    /// with force removed.
    ///
    /// # Errors
    ///
    /// As [`ResultsDir::open`](super::ResultsDir::open).
    ///
    /// # Panics
    ///
    /// If two runs have one name.
    pub fn open(dir: &Path, set: HeldSet, force: Force) -> Result<Self, OutputError> {
        let HeldSet { names, seed, asked } = set;
        let mut sorted: Vec<_> = names.iter().collect();
        sorted.sort();
        assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]), "every run has its own name");
        let lock = ready(dir, &FILES)?;
        let list = RunList { schema: SCHEMA, runs: names, former: Vec::new(), seed, asked };
        let mut set = Self { dir: dir.into(), list, _lock: lock };
        let is_kept = match force {
            Force::Keep | Force::ReplaceVersion | Force::Extend => set.check(force).map(|()| true)?,
            Force::ExtendOrReplace => match set.check(Force::Extend) {
                Ok(()) => true,
                Err(error) => error.unless_another_run().map(|()| false)?,
            },
            Force::Replace => false,
        };
        let held = held_list(dir)?;
        if let Some(held) = &held {
            for name in held.runs.iter().chain(&held.former).filter(|name| !set.list.runs.contains(name)) {
                let run = dir.join(name.as_str());
                match force {
                    Force::Replace | Force::ExtendOrReplace => drop_run(&run)?,
                    _ if has_results(&run)? => set.list.former.push(name.clone()),
                    _ => {}
                }
            }
        }
        if is_kept
            && force.extends()
            && let Some(held) = held
        {
            set.list.seed = set.list.seed.or(held.seed);
            set.list.asked = hull(set.list.asked, held.asked);
        }
        if !is_kept {
            for table in TABLES {
                remove(&dir.join(table))?;
            }
        }
        // Written before the first run is played, so that a set can go on from wherever it ended.
        replace(dir, vec![stage(dir, MANIFEST, |to| pretty(to, &set.list))?], is_kept)?;
        Ok(set)
    }

    /// Checks that the folder has nothing that must not be replaced.
    fn check(&self, force: Force) -> Result<(), OutputError> {
        let another = |what: &str| Err(OutputError::another_run(&self.dir, what));
        let held = match holds::<RunList>(&self.dir)? {
            Held::Nothing if held_partial_run(&self.dir)?.is_none() => return Ok(()),
            Held::Nothing | Held::Other => return another("the results of one scenario"),
            Held::Unknown(what) => return another(&what),
            Held::Manifest(held) => held,
        };
        if let (Some(was), Some(seed)) = (held.seed, self.list.seed)
            && was != seed
        {
            return another(&format!("another run (seed {was} instead of {seed})"));
        }
        if force == Force::Extend {
            return Ok(());
        }
        // A summary of these alone would leave results out that it holds.
        for name in held.runs.iter().filter(|name| !self.list.runs.contains(name)) {
            if has_results(&self.dir.join(name.as_str()))? {
                return another(&format!(
                    "the results of `{name}` too, which is not asked for; use `--extend` to leave it out"
                ));
            }
        }
        match self.list.runs.iter().find(|name| !held.runs.contains(name)) {
            None => Ok(()),
            Some(name) => another(&format!("results without `{name}`; use `--extend` to add it")),
        }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.dir
    }

    /// Runs that are no longer among those of the set and whose results are still in the folder.
    #[must_use]
    pub fn former(&self) -> &[ResultName] {
        &self.list.former
    }

    /// Writes the summary: the rows of the runs for which `key` has one, in the order given, as far
    /// as their folders hold results of that key. They are read from there, one at a time.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written.
    pub fn write_summary(&self, key: impl Fn(usize) -> Option<RunKey>) -> Result<(), OutputError> {
        let mut runs = Vec::new();
        for (i, name) in self.list.runs.iter().enumerate() {
            let Some(key) = key(i) else { continue };
            let held = held_manifest(&self.dir.join(name.as_str()))?;
            if held
                .is_some_and(|held| held.run.seed == key.seed && held.run.scenario_hash == key.scenario_hash)
            {
                runs.push(name);
            }
        }
        let rows = |to: &mut io::BufWriter<&File>| {
            let table =
                |name: &ResultName| csv::Reader::from_path(self.dir.join(name.as_str()).join(SUMMARY));
            // Runs may vary other paths than each other; a path that a run does not vary is empty.
            let mut columns: Vec<String> = Vec::new();
            for name in &runs {
                let mut after: usize = 0;
                for column in table(name)?.headers()? {
                    after = columns.iter().position(|known| known == column).unwrap_or_else(|| {
                        columns.insert(after, column.to_owned());
                        after
                    }) + 1;
                }
            }
            let mut out = csv::Writer::from_writer(to);
            out.write_record(&columns)?;
            for name in &runs {
                let mut rows = table(name)?;
                let header = rows.headers()?.clone();
                let places: Vec<Option<usize>> =
                    columns.iter().map(|column| header.iter().position(|other| other == column)).collect();
                for row in rows.records() {
                    let row = row?;
                    out.write_record(places.iter().map(|place| place.map_or("", |place| &row[place])))?;
                }
            }
            out.flush()
        };
        replace(&self.dir, vec![stage(&self.dir, SUMMARY, rows)?], true)
    }
}

impl ResultsSet {
    /// Writes the table of what was not played: a row for each, no file if there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write_not_played(&self, rows: &[NotPlayed]) -> Result<(), OutputError> {
        if rows.is_empty() {
            return remove(&self.dir.join(NOT_PLAYED));
        }
        // A spreadsheet takes no cell for a formula, and a terminal none for a command.
        let cell = |text: &str| match no_cell(text) {
            None => text.to_owned(),
            Some(_) => format!("'{}", shown(text)),
        };
        let write = |to: &mut io::BufWriter<&File>| {
            let mut csv = csv::Writer::from_writer(to);
            csv.write_record(["scenario", "file", "code", "reason"])?;
            for NotPlayed { scenario, file, code, reason } in rows {
                csv.write_record([&cell(scenario), &cell(file), &code.to_string(), &cell(reason)])?;
            }
            csv.flush()
        };
        replace(&self.dir, vec![stage(&self.dir, NOT_PLAYED, write)?], true)
    }
}

/// The least range with both, if both are known.
fn hull(a: Option<(u64, u64)>, b: Option<(u64, u64)>) -> Option<(u64, u64)> {
    let ((lo, hi), (from, to)) = (a?, b?);
    Some((lo.min(from), hi.max(to)))
}

/// Removes the results of all runs of the set in this folder.
pub(super) fn drop_set(dir: &Path) -> Result<(), OutputError> {
    let list = held_list(dir)?;
    for name in list.iter().flat_map(|list| list.runs.iter().chain(&list.former)) {
        drop_run(&dir.join(name.as_str()))?;
    }
    remove(&dir.join(NOT_PLAYED))
}

fn held_list(dir: &Path) -> Result<Option<RunList>, OutputError> {
    Ok(match holds::<RunList>(dir)? {
        Held::Manifest(list) => Some(list),
        Held::Nothing | Held::Other | Held::Unknown(_) => None,
    })
}

/// The seed of the results in this folder: of a run, or of those runs of a set whose scenarios
/// name none. None if there are no results.
///
/// # Errors
///
/// If a file cannot be read.
pub fn held_seed(dir: &Path) -> Result<Option<u64>, OutputError> {
    if let Some(Ok(partial)) = held_partial_run(dir)? {
        return Ok(Some(partial.of.seed));
    }
    Ok(held_list(dir)?.and_then(|list| list.seed))
}

/// Returns the contents of the set in this folder; `None` if it is no set.
///
/// # Errors
///
/// If its manifest cannot be read, or lists what cannot be the name of a run.
pub fn held_set(dir: &Path) -> Result<Option<HeldSet>, OutputError> {
    /// So much of a list says that it is meant to be one.
    #[derive(Deserialize)]
    struct Listed {
        runs: Vec<String>,
    }
    if let Some(RunList { runs, seed, asked, .. }) = held_list(dir)? {
        return Ok(Some(HeldSet { names: runs, seed, asked }));
    }
    let path = dir.join(MANIFEST);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(OutputError::io(&path, &error)),
    };
    let Ok(Listed { runs }) = serde_json::from_slice(&text) else { return Ok(None) };
    match runs.iter().find_map(|name| ResultName::new(name).err()) {
        Some(error) => Err(OutputError::unfit(&path, error.to_string())),
        None => Ok(None),
    }
}

#[cfg(test)]
#[path = "set_tests.rs"]
mod tests;
