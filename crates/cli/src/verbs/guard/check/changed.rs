//! `check --changed`: only the points that were edited since a commit.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use fray_sim::gate::suite::{Point, Suite};
use fray_sim::output::folder_of;
use fray_sim::scenario;

use super::options;
use crate::args::LAST_COMMIT;
use crate::exit::Failure;

/// Leaves those points in a suite that have a file which differs from a commit, or from where the branch left it:
/// the scenario, its includes and spreadsheets, the baseline. All of them stay if the suite itself differs.
///
/// # Errors
///
/// If git does not know: there is no work tree, or no such commit.
pub(super) fn retain(suite: &mut Suite, commit: &str) -> Result<(), Failure> {
    let changed = files(folder_of(&suite.path), commit)?;
    let is_changed = |path: &Path| path.canonicalize().is_ok_and(|path| changed.contains(&path));
    if is_changed(&suite.path) {
        return Ok(());
    }
    let whole = &*suite;
    let keep: Vec<bool> = suite.points.iter().map(|point| is_edited(whole, point, is_changed)).collect();
    let mut keep = keep.into_iter();
    suite.points.retain(|_| keep.next().unwrap_or(true));
    Ok(())
}

/// Returns whether a file of the point is changed. One that cannot be read is: it has to be looked at.
fn is_edited(suite: &Suite, point: &Point, is_changed: impl Fn(&Path) -> bool) -> bool {
    let of_scenario = match scenario::load_scenario(&point.scenario, &options(suite, point)) {
        Ok(scenario) => scenario.sources.list.iter().any(|source| is_changed(Path::new(&source.name))),
        Err(_) => true,
    };
    // A baseline that is not there yet is changed as well.
    let of_baseline = point.baseline.as_deref().is_some_and(|path| !path.exists() || is_changed(path));
    of_scenario || of_baseline
}

/// The files in the work tree around a folder that differ from a commit, and those that git does not have yet.
fn files(folder: &Path, commit: &str) -> Result<BTreeSet<PathBuf>, Failure> {
    let root = git(folder, &["rev-parse", "--show-toplevel"])?;
    let root = Path::new(root.trim_end_matches(['\n', '\r']));
    let mut names = git(root, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    // Before the first commit everything in the index is new.
    let is_first = commit == LAST_COMMIT && git(root, &["rev-parse", "--verify", "--quiet", commit]).is_err();
    names += &if is_first {
        git(root, &["ls-files", "-z"])?
    } else {
        git(root, &["diff", "--name-only", "--no-renames", "--merge-base", "-z", commit, "--"])?
    };
    let paths = names.split('\0').filter(|name| !name.is_empty());
    Ok(paths.filter_map(|name| root.join(name).canonicalize().ok()).collect())
}

/// Returns the output of git.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let failed = |why: &str| Failure::usage(format!("`--changed` asks git what was edited: {}", why.trim()));
    let done = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let done = done.map_err(|error| failed(&error.to_string()))?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    Err(failed(&String::from_utf8_lossy(&done.stderr)))
}
