//! The scenario of a results folder, as it was played.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use fray_kit::sheet::declare::quoted;

use super::side_tactics::FLAG;
use super::text::{Beside, is_written};
use super::{Diagnosis, Paint, Scenario, load_scenario};
use crate::output::{MANIFEST, Manifest, OutputError, SCENARIO, Setting, held_manifest, held_partial_run};
use crate::parts::RunIdentity;
use crate::plan::{PLAN, POINTS};

/// Returns whether this is a copy of a scenario that results keep, or the folder of those that a plan keeps: whoever
/// asks for all scenarios of a folder does not mean these.
pub(super) fn is_copy(path: &Path) -> bool {
    let beside = |name: &str| path.with_file_name(name).is_file();
    path.file_name()
        .is_some_and(|name| (name == SCENARIO && beside(MANIFEST)) || (name == POINTS && beside(PLAN)))
}

/// The reason for which the scenario of a results folder cannot be had.
#[derive(Debug)]
pub enum NotKept {
    /// The folder holds no results of one run, or those of a version of fray that kept no scenario.
    Nothing,
    /// A file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The text cannot be read as a scenario; this is what is wrong with it.
    Wrong(Box<Diagnosis>),
    /// The text is not that of the run: somebody changed it, or the rules have changed since.
    Changed,
}

impl fmt::Display for NotKept {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Nothing => write!(f, "the folder holds no `{SCENARIO}` beside the results of a run"),
            Self::Unreadable(path, error) => write!(f, "{} cannot be read: {error}", path.display()),
            Self::Wrong(diagnosis) => f.write_str(&diagnosis.render(Paint::Plain)),
            Self::Changed => write!(
                f,
                "the `{SCENARIO}` of these results is another scenario now: it was edited, or the rules have changed"
            ),
        }
    }
}

impl core::error::Error for NotKept {}

/// The scenario whose fights the results in this folder are of, prepared: what was set and chosen by flags is
/// in it, and the files that it was made of are not needed.
///
/// # Errors
/// If the folder has none, or it is not what was played.
pub fn scenario_of_results(dir: &Path) -> Result<Scenario, NotKept> {
    let file = dir.join(SCENARIO);
    let unreadable = |path: &Path, error: io::Error| NotKept::Unreadable(path.to_owned(), error);
    match std::fs::read(&file) {
        Ok(text) if is_written(&text) => {}
        Ok(_) => return Err(NotKept::Nothing),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Err(NotKept::Nothing);
        }
        Err(error) => return Err(unreadable(&file, error)),
    }
    let of_output = |error: OutputError| unreadable(&error.path.clone(), io::Error::other(error.message));
    let manifest = held_manifest(dir).map_err(of_output)?.ok_or(NotKept::Nothing)?;
    let Some(Ok(partial)) = held_partial_run(dir).map_err(of_output)? else { return Err(NotKept::Nothing) };
    let beside = beside_of(&manifest, &partial.of);
    let mut scenario =
        load_scenario(&file, &beside.options()).map_err(|diagnosis| NotKept::Wrong(Box::new(diagnosis)))?;
    // In a batch it may be called by its folder.
    scenario.stem = partial.of.scenario;
    let is_played = format!("{:016x}", scenario.hash) == manifest.run.scenario_hash;
    if is_played { Ok(scenario) } else { Err(NotKept::Changed) }
}

/// Returns the settings beside the text with which it was played. A run is never mirrored.
fn beside_of(manifest: &Manifest, of: &RunIdentity) -> Beside {
    let is_random = |side: &&String| {
        let path = format!("{}.tactics", quoted(side));
        let is_it = |value: &&Setting| value.origin == FLAG && value.path == path;
        manifest.run.values.iter().find(is_it).is_some_and(|value| value.value == "\"random\"")
    };
    Beside {
        mirrored: false,
        random: of.sides.iter().filter(is_random).cloned().collect(),
        clever: manifest.run.clever.clone(),
    }
}
