//! The folder of a history: adding results, and reading all of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::results::{self, Observed, StoredResult};
use super::values::Values;
use crate::compare::stored::Stored;
use crate::output::{Manifest, OutputError, held_manifest, held_set, write_new};
use crate::tables::rows::Stop;
use crate::totals::signature::fnv_1a;

/// The folder of the values of scenarios in that of a history.
const SCENARIOS: &str = "scenarios";

/// All that a history holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The results, each once: by point, and of a point by date.
    pub results: Vec<StoredResult>,
    /// The values of their scenarios.
    pub values: Values,
}

/// The numbers of results that were added to a history, and the points left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// The number of results that were added.
    pub added: usize,
    /// The number of those that were there already.
    pub held: usize,
    /// The points without whole results: not played, or interrupted.
    pub left_out: Vec<String>,
    /// The table that was written, if any was.
    pub file: Option<PathBuf>,
}

/// The reason for which nothing was added, or nothing can be read.
#[derive(Debug)]
pub enum HistoryError {
    /// A file cannot be read or written.
    Output(OutputError),
    /// The contents of a folder cannot be used, for the reason given.
    Unfit(String),
}

impl From<OutputError> for HistoryError {
    fn from(error: OutputError) -> Self {
        Self::Output(error)
    }
}

/// The files of a folder with names that end so, in the order of their names; none without the folder.
fn files(dir: &Path, ending: &str) -> Result<Vec<PathBuf>, HistoryError> {
    let failed = |error: std::io::Error| OutputError::io(dir, &error);
    let entries = match fs::read_dir(dir) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let mut all = Vec::new();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(ending) && !name.starts_with('.') {
            all.push(path);
        }
    }
    all.sort();
    Ok(all)
}

impl History {
    /// Reads a history; an empty one if there is no such folder.
    ///
    /// # Errors
    /// If a file cannot be read, or holds something else.
    pub fn read(dir: &Path) -> Result<Self, HistoryError> {
        let mut all = Self::default();
        for file in files(dir, ".csv")? {
            all.results.extend(results::read(&file).map_err(HistoryError::Unfit)?);
        }
        // Two writers at once may each have written a result that the other wrote, too.
        all.results.sort_by(|a, b| a.key().cmp(&b.key()));
        all.results.dedup_by(|later, first| later.key() == first.key());
        for file in files(&dir.join(SCENARIOS), ".csv")? {
            all.values.merge(Values::read(&file).map_err(HistoryError::Unfit)?);
        }
        Ok(all)
    }
}

/// Adds the results in folders, each of a batch or of one run, to a history: how the fights of each point ended, and the
/// metrics whose names, as goals write them, are among `metrics`. Results that are there already are not added again.
///
/// # Errors
/// If results or history cannot be read, or nothing can be written; or if no point has one of the metrics.
pub fn add(dir: &Path, folders: &[PathBuf], metrics: &[String]) -> Result<Added, HistoryError> {
    let history = History::read(dir)?;
    let key = |result: &StoredResult| {
        let (point, date, signature, seed) = result.key();
        (point.to_owned(), date.to_owned(), signature.to_owned(), seed)
    };
    let mut held: BTreeSet<_> = history.results.iter().map(key).collect();
    let mut told = Added::default();
    let (mut all, mut values): (Vec<StoredResult>, _) = (Vec::new(), Values::default());
    for folder in folders {
        for (name, place) in points_of(folder)? {
            let whole = held_manifest(&place)?.filter(|it| it.stop != Stop::Interrupted);
            let Some(manifest) = whole else {
                told.left_out.push(name.unwrap_or_else(|| place.display().to_string()));
                continue;
            };
            let kept = kept(name, &place, &manifest, metrics)?;
            if !held.insert(key(&kept)) {
                told.held += 1;
                continue;
            }
            values.add(&kept.scenario_hash, &manifest.run.values, &history.values);
            all.push(kept);
        }
    }
    let has = |wanted: &String| all.iter().any(|kept| kept.metrics.iter().any(|(name, _)| name == wanted));
    if let Some(missing) = metrics.iter().find(|wanted| !all.is_empty() && !has(wanted)) {
        return Err(HistoryError::Unfit(format!(
            "no point has a metric `{missing}`; expected a name such as died(SIDE/UNIT) or damage_dealt(SIDE), as \
             `fray compare --independent` has them"
        )));
    }
    let Some(date) = all.iter().map(|kept| kept.date.as_str()).max() else { return Ok(told) };
    // The name says when and what: the same results have one name, whoever writes them.
    let stamp: String = date.chars().filter(|c| *c != ':').collect();
    // First the values: a table of results never stands there without them.
    if !values.is_empty() {
        let bytes = values.csv();
        write_new(&dir.join(SCENARIOS).join(format!("{:016x}.csv", fnv_1a(&bytes))), &bytes)?;
    }
    let bytes = results::csv(&all);
    let file = dir.join(format!("{stamp}-{:016x}.csv", fnv_1a(&bytes)));
    if write_new(&file, &bytes)? {
        (told.added, told.file) = (all.len(), Some(file));
    } else {
        told.held += all.len();
    }
    Ok(told)
}

/// The folders of the results of a batch with the names of its points, or that of one run, whose tables name it.
fn points_of(folder: &Path) -> Result<Vec<(Option<String>, PathBuf)>, HistoryError> {
    if let Some(set) = held_set(folder)? {
        let of = |name: &crate::output::ResultName| (Some(name.to_string()), folder.join(name.as_str()));
        return Ok(set.names.iter().map(of).collect());
    }
    if held_manifest(folder)?.is_some() {
        return Ok(vec![(None, folder.to_owned())]);
    }
    let what = "expected the results of `fray run` or `fray merge`, with a `manifest.json`";
    Err(HistoryError::Unfit(format!("{}: {what}", folder.display())))
}

/// The result of a point.
fn kept(
    name: Option<String>,
    place: &Path,
    manifest: &Manifest,
    metrics: &[String],
) -> Result<StoredResult, HistoryError> {
    let Some(date) = manifest.date.clone() else {
        let what = "these results have no date, since an earlier version of fray wrote them; play them again with `--force`";
        return Err(HistoryError::Unfit(format!("{}: {what}", place.display())));
    };
    // Of thousands of points it takes minutes to read the metrics that nobody asked for.
    let read = if metrics.is_empty() { Stored::read_outcomes } else { Stored::read };
    let stored = read(place).map_err(HistoryError::Unfit)?;
    let wanted = stored
        .seen()
        .filter(|(named, _)| named.is_outcome() || metrics.contains(&named.to_string()))
        .map(|(named, seen)| (named.to_string(), Observed(*seen)));
    Ok(StoredResult {
        point: name.unwrap_or_else(|| stored.scenario.clone()),
        date,
        system: manifest.run.system.clone(),
        scenario_hash: manifest.run.scenario_hash.clone(),
        rules: manifest.rules.clone().unwrap_or_default(),
        fray: manifest.fray.clone(),
        seed: manifest.run.seed,
        fights: manifest.fights,
        signature: manifest.signature.clone(),
        metrics: wanted.collect(),
    })
}
