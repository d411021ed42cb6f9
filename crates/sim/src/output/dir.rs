//! The results folder of a run.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic::{Staged, Step, durable, log, remove_temporaries, stage, temporary};
use super::set::{RunList, drop_set};
use super::{ErrorKind, MANIFEST, Manifest, OpenDir, OutputError, Run};
use crate::parts::{PartialRun, PartialRunError, RunIdentity, TALLIES};
use crate::play::run::Played;
use crate::scenario::text::is_written;
use crate::tables::format::counted;
use crate::tables::rows::{Row, Stop, Tables, write_csv};
use crate::totals::signature::signature;

pub(super) const SUMMARY: &str = "summary.csv";
/// The tables of a run.
pub const TABLES: [&str; 10] = [
    SUMMARY,
    "metrics.csv",
    "damage.csv",
    "exhaustion.csv",
    "rounds.csv",
    "actions.csv",
    "felled.csv",
    "course.csv",
    "health.csv",
    "luck.csv",
];

/// The scenario of a run with everything written out ([`Scenario::text`](crate::scenario::Scenario::text)).
pub const SCENARIO: &str = "scenario.toml";

/// All files of a run.
pub(super) const FILES: [&str; 13] = {
    let [summary, metrics, damage, exhaustion, rounds, actions, felled, course, health, luck] = TABLES;
    [
        summary, metrics, damage, exhaustion, rounds, actions, felled, course, health, luck, MANIFEST,
        TALLIES, SCENARIO,
    ]
};

/// The treatment of results that a folder already holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// Opening fails if they belong to another run. Results of the same run are replaced.
    Keep,
    /// Results of another version of the same scenario file are replaced, unless they hold more than
    /// [`MANY_TIMES`] the fights; for others as [`Force::Keep`].
    ReplaceVersion,
    /// Fights are added to them. Opening fails if they belong to another scenario or seed.
    Extend,
    /// Fights are added to results of the same scenario and seed; other results are replaced.
    ExtendOrReplace,
    /// They are replaced, whatever they belong to.
    Replace,
}

impl Force {
    /// Returns whether fights are added to results of the same scenario and seed.
    #[must_use]
    pub fn extends(self) -> bool {
        matches!(self, Self::Extend | Self::ExtendOrReplace)
    }
}

/// The condition that ends a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last of the fights that are asked for.
    Fight,
    /// A precision. Such a run goes on from the fights of an earlier one, whether that one had ended or was
    /// killed on its way.
    Precision,
}

/// Results of an edited scenario file are kept if they hold this many times the fights: they took a
/// long run, and their replacement a short one.
pub const MANY_TIMES: u64 = 10;

/// A folder that is ready for the results of one run. If the operating system supports locks, no
/// other process can open it at the same time.
#[derive(Debug)]
pub struct ResultsDir {
    dir: PathBuf,
    run: Run,
    /// The results of this run that were in the folder when it was opened; `None` if they are to be
    /// replaced.
    pub held: Option<HeldPartialRun>,
    /// The difference of the run whose results are replaced although nobody said so.
    pub replaced: Option<String>,
    _lock: Option<File>,
}

/// Results that were in a folder when it was opened.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldPartialRun {
    /// The fights with their totals.
    pub partial: PartialRun,
    /// The time that they took, in seconds; `None` if it is unknown.
    pub wall_time_s: f64,
    /// Whether all tables of these fights were written. A write that was cut short leaves tallies
    /// beside a manifest of fewer fights, or beside none.
    pub is_complete: bool,
    /// The digest of the rules that played them; `None` if it is unknown.
    pub rules: Option<String>,
}

impl ResultsDir {
    /// Creates the folder if necessary, and checks that the results of `run` can and may be written
    /// there.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written to, if another process has it open, or if it has results that
    /// `force` does not allow to replace.
    pub fn open(dir: &Path, run: Run, of: &RunIdentity, end: End, force: Force) -> Result<Self, OutputError> {
        let lock = ready(dir, &FILES)?;
        // Whoever has a scenario of this name there has it nowhere else.
        if fs::read(dir.join(SCENARIO)).is_ok_and(|text| !is_written(&text)) {
            return Err(OutputError::own_scenario(dir));
        }
        let held = Self::held(dir, &run, of, end, force)?;
        let replaced = match force {
            Force::ReplaceVersion => {
                other_version(dir, &run)?.map(|held| held.run.difference_but_range(&run))
            }
            _ => None,
        };
        Ok(Self { dir: dir.into(), run, held, replaced: replaced.flatten(), _lock: lock })
    }

    /// The results of this run that [`ResultsDir::open`] would find, without creating, locking or
    /// changing anything.
    ///
    /// # Errors
    ///
    /// If the folder has results that `force` does not allow to replace.
    pub fn held(
        dir: &Path,
        run: &Run,
        of: &RunIdentity,
        end: End,
        force: Force,
    ) -> Result<Option<HeldPartialRun>, OutputError> {
        let another = |what: &str| Err(OutputError::another_run(dir, what));
        match force {
            Force::Keep | Force::Extend => {}
            Force::ReplaceVersion => {
                return match other_version(dir, run)? {
                    None => Self::held(dir, run, of, end, Force::Keep),
                    Some(held) if held.fights / MANY_TIMES <= run.range.1 - run.range.0 => Ok(None),
                    Some(held) => {
                        let n = counted(held.fights, "fight");
                        another(&format!("{n} of another version of this file, far more than these"))
                    }
                };
            }
            Force::ExtendOrReplace => {
                return Self::held(dir, run, of, end, Force::Extend).or_else(OutputError::unless_another_run);
            }
            Force::Replace => return Ok(None),
        }
        let held = holds::<Manifest>(dir)?;
        let (wall_time_s, written, rules) = match &held {
            Held::Manifest(held) => {
                let written = Some((held.played.clone(), held.signature.clone()));
                (held.wall_time_s, written, held.rules.clone())
            }
            _ => (0.0, None, None),
        };
        match &held {
            Held::Other => return another("the results of several scenarios"),
            Held::Manifest(held) => {
                let was_to_a_precision =
                    matches!(held.stop, Stop::Target | Stop::Max) || held.run.range == run.range;
                let goes_on = force == Force::Extend || (end == End::Precision && was_to_a_precision);
                let difference =
                    if goes_on { held.run.difference_but_range(run) } else { held.run.difference(run) };
                if let Some(difference) = difference {
                    return another(&format!("another run ({difference})"));
                }
            }
            Held::Nothing | Held::Unknown(_) => {}
        }
        // An interrupted write may have left tallies without a manifest; tallies are sufficient.
        let has_manifest = matches!(held, Held::Manifest(_));
        let partial = match (held_partial_run(dir)?, held) {
            (Some(partial), _) => partial,
            (None, Held::Unknown(what)) => return another(&what),
            (None, _) if has_manifest && force == Force::Extend => {
                return another(&format!("results without a file `{TALLIES}`, which cannot be added to"));
            }
            (None, _) => return Ok(None),
        };
        // Results of other rules, or damaged ones, can be replaced, but no fights can be added.
        let is_made_again = has_manifest && force == Force::Keep;
        match partial.map(|partial| (partial.of.difference(of), partial)) {
            Ok((None, partial))
                if force == Force::Keep && end == End::Fight && partial.asked != run.range =>
            {
                let ((lo, hi), (from, to)) = (partial.asked, run.range);
                another(&format!("another run (fights {lo}..{hi} instead of {from}..{to})"))
            }
            Ok((None, partial)) => {
                let Played { ranges, totals } = &partial.played;
                let is_complete = written == Some((ranges.clone(), signature(totals)));
                Ok(Some(HeldPartialRun { partial, wall_time_s, is_complete, rules }))
            }
            Ok(_) | Err(_) if is_made_again => Ok(None),
            Ok((Some(difference), _)) => another(&format!("another run ({difference})")),
            Err(PartialRunError::Version(version)) => Err(OutputError {
                kind: ErrorKind::OldLayout,
                path: dir.into(),
                message: format!(
                    "these are tallies of version {version}, made by an earlier fray that counted \
                     differently; `--force` in place of `--extend` plays the fights again"
                ),
            }),
            Err(error) => another(&format!("results that cannot be added to ({error})")),
        }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.dir
    }

    /// Writes tallies, tables, the scenario written out if it is known, and the manifest. It may be called
    /// again while the run continues. Every file is on the disk before it has its name; that it has it may be
    /// lost in a crash of the machine until [`settle`](super::settle).
    ///
    /// # Errors
    ///
    /// If a file cannot be written. Then no old file has changed, unless a rename failed.
    ///
    /// # Panics
    ///
    /// If the manifest belongs to another run than the folder was opened for.
    pub fn write(
        &self,
        partial: &PartialRun,
        tables: &Tables,
        scenario: Option<&str>,
        manifest: &Manifest,
    ) -> Result<(), OutputError> {
        assert_eq!(manifest.run.difference_but_range(&self.run), None, "the folder was opened for this run");
        let mut staged = vec![
            stage(&self.dir, TALLIES, |to| to.write_all(&partial.encode()))?,
            self.table(tables, &tables.summary)?,
            self.table(tables, &tables.metrics)?,
            self.table(tables, &tables.damage)?,
            self.table(tables, &tables.exhaustion)?,
            self.table(tables, &tables.rounds)?,
            self.table(tables, &tables.actions)?,
            self.table(tables, &tables.felled)?,
            self.table(tables, &tables.course)?,
            self.table(tables, &tables.health)?,
            self.table(tables, &tables.luck)?,
        ];
        if let Some(text) = scenario {
            staged.push(stage(&self.dir, SCENARIO, |to| to.write_all(text.as_bytes()))?);
        }
        staged.push(stage(&self.dir, MANIFEST, |to| pretty(to, manifest))?);
        let same_run = match holds::<Manifest>(&self.dir)? {
            Held::Manifest(held) => held.run.difference_but_range(&self.run).is_none(),
            Held::Nothing | Held::Unknown(_) => {
                matches!(held_partial_run(&self.dir)?, Some(Ok(held)) if held.of == partial.of)
            }
            Held::Other => {
                drop_set(&self.dir)?;
                false
            }
        };
        replace(&self.dir, staged, same_run)?;
        // What is kept may be of another run.
        if scenario.is_none() && !same_run { remove(&self.dir.join(SCENARIO)) } else { Ok(()) }
    }

    fn table<R: Row>(&self, tables: &Tables, rows: &[R]) -> Result<Staged, OutputError> {
        stage(&self.dir, &format!("{}.csv", R::TABLE), |to| write_csv(to, [(tables.point, rows)]))
    }
}

/// Writes one file into a folder, completely or not at all, and returns its path. A file with
/// different text is replaced only if `force` allows it.
///
/// # Errors
///
/// If the file cannot be written, or may not be replaced.
pub fn write_file(dir: &Path, name: &str, text: &[u8], force: Force) -> Result<PathBuf, OutputError> {
    OpenDir::open(dir, &[name])?.write(&[(name, text)], force)?;
    Ok(dir.join(name))
}

/// Reads the tallies in a folder, if there are any; returns their path as well.
///
/// # Errors
///
/// If it cannot be read.
pub fn held_partial_run(dir: &Path) -> Result<Option<Result<PartialRun, PartialRunError>>, OutputError> {
    let path = dir.join(TALLIES);
    match fs::read(&path) {
        Ok(bytes) => Ok(Some(PartialRun::decode(&bytes))),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(OutputError::io(&path, &error)),
    }
}

/// The scenario that this folder keeps with its results, as text, if there is one.
///
/// # Errors
///
/// If it cannot be read.
pub fn held_scenario(dir: &Path) -> Result<Option<String>, OutputError> {
    let path = dir.join(SCENARIO);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(is_written(text.as_bytes()).then_some(text)),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(OutputError::io(&path, &error)),
    }
}

/// The manifest of the run in this folder, if there is one.
///
/// # Errors
///
/// If it cannot be read.
pub fn held_manifest(dir: &Path) -> Result<Option<Manifest>, OutputError> {
    Ok(match holds::<Manifest>(dir)? {
        Held::Manifest(manifest) => Some(manifest),
        Held::Nothing | Held::Other | Held::Unknown(_) => None,
    })
}

/// The manifest of a run of another version of the same scenario file, if the folder holds one.
fn other_version(dir: &Path, run: &Run) -> Result<Option<Manifest>, OutputError> {
    Ok(held_manifest(dir)?.filter(|held| held.run.is_other_version_of(run)))
}

/// The contents of a results folder, by its manifest.
pub(super) enum Held<T> {
    Nothing,
    Manifest(T),
    /// A manifest of the other kind: of a set instead of a run, or of a run instead of a set.
    Other,
    Unknown(String),
}

/// Finds out what is in a folder.
pub(super) fn holds<T: for<'a> Deserialize<'a>>(dir: &Path) -> Result<Held<T>, OutputError> {
    let path = dir.join(MANIFEST);
    match fs::read(&path) {
        Ok(text) => {
            let is_ours = || {
                serde_json::from_slice::<Manifest>(&text).is_ok()
                    || serde_json::from_slice::<RunList>(&text).is_ok()
            };
            Ok(match serde_json::from_slice(&text) {
                Ok(manifest) => Held::Manifest(manifest),
                Err(_) if is_ours() => Held::Other,
                Err(_) => Held::Unknown(format!("a `{MANIFEST}` of something else")),
            })
        }
        Err(error) if is_absent(&error) => {
            let table = TABLES.into_iter().find(|name| dir.join(name).exists());
            Ok(table
                .map_or(Held::Nothing, |name| Held::Unknown(format!("a `{name}` without a `{MANIFEST}`"))))
        }
        Err(error) => Err(OutputError::io(&path, &error)),
    }
}

/// Returns whether the error says that the file or folder does not exist.
pub(super) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Makes the folder, locks it, and tries whether files can be made in it, these among them.
pub(super) fn ready(dir: &Path, files: &[&str]) -> Result<Option<File>, OutputError> {
    let failed = |error: io::Error| OutputError::io(dir, &error);
    fs::create_dir_all(dir).map_err(failed)?;
    for name in files {
        if dir.join(name).is_dir() {
            return Err(OutputError::io(&dir.join(name), &io::Error::from(io::ErrorKind::IsADirectory)));
        }
    }
    temporary(dir).and_then(tempfile::NamedTempFile::close).map_err(failed)?;
    // Not every operating system can lock a folder; without a lock renames are still atomic.
    let Ok(handle) = File::open(dir) else { return Ok(None) };
    match handle.try_lock() {
        Ok(()) => {
            remove_temporaries(dir).map_err(failed)?;
            Ok(Some(handle))
        }
        Err(TryLockError::WouldBlock) => Err(failed(io::Error::new(
            io::ErrorKind::WouldBlock,
            "another fray is writing there; wait for it, or use another `--out`",
        ))),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Renames staged files to their final names, the manifest last. The manifest and the tallies of
/// another run are removed first, so that they are never mixed with files of this run.
pub(super) fn replace(dir: &Path, staged: Vec<Staged>, same_run: bool) -> Result<(), OutputError> {
    let staged = durable(dir, staged)?;
    if !same_run {
        remove(&dir.join(MANIFEST))?;
        remove(&dir.join(TALLIES))?;
    }
    staged.persist()
}

/// Removes a file if it exists.
pub(super) fn remove(path: &Path) -> Result<(), OutputError> {
    log(|| Step::Remove(path.file_name().unwrap_or_default().to_string_lossy().into_owned()));
    match fs::remove_file(path) {
        Err(error) if !is_absent(&error) => Err(OutputError::io(path, &error)),
        _ => Ok(()),
    }
}

/// Removes the results of a run, if this folder holds some, and the folder if nothing else is in it. Links
/// are removed, and the files that they lead to stay.
pub(super) fn drop_run(dir: &Path) -> Result<(), OutputError> {
    if !fs::symlink_metadata(dir).is_ok_and(|what| what.is_dir()) || !has_results(dir)? {
        return Ok(());
    }
    let lock = ready(dir, &FILES)?;
    // The manifest first: files without one are not taken for results.
    for name in [MANIFEST, TALLIES].into_iter().chain(TABLES) {
        remove(&dir.join(name))?;
    }
    if held_scenario(dir)?.is_some() {
        remove(&dir.join(SCENARIO))?;
    }
    drop(lock);
    // Whoever keeps other files there keeps the folder.
    let _ = fs::remove_dir(dir);
    Ok(())
}

/// Returns whether a folder holds results of a run.
pub(super) fn has_results(dir: &Path) -> Result<bool, OutputError> {
    Ok(matches!(holds::<Manifest>(dir)?, Held::Manifest(_)) || held_partial_run(dir)?.is_some())
}

pub(super) fn pretty(to: impl io::Write, manifest: &impl Serialize) -> io::Result<()> {
    let mut to = to;
    serde_json::to_writer_pretty(&mut to, manifest)?;
    to.write_all(b"\n")
}

#[cfg(test)]
#[path = "dir_tests.rs"]
mod tests;
