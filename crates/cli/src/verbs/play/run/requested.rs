//! The scenario files that a run asks for, before any of them is read: named one by one, found in
//! folders or listed by suites; and what their results are called.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fray_sim::gate::suite::{self, Suite};
use fray_sim::output::{NotPlayed, ResultName};
use fray_sim::scenario::source::Disk;
use fray_sim::scenario::{self, Diagnosis, stem_of};

use crate::exit::{Exit, Failure};
use crate::scenarios::report_problems;

/// A scenario file that is asked for.
pub(crate) struct Requested {
    pub(crate) path: PathBuf,
    /// The values that a suite changes.
    pub(crate) sets: Vec<String>,
    /// The name of its results; `None` if its file has a name that results cannot have, which is one of the
    /// errors of a scenario.
    pub(crate) name: Option<ResultName>,
    /// Whether it was found in a folder, which may hold includes beside its scenarios. An include
    /// named by itself is an error.
    pub(crate) is_found: bool,
    /// Which party and which monster fight, if it is a point of a cross.
    pub(crate) pair: Option<(usize, usize)>,
}

impl Requested {
    fn of(path: PathBuf, is_found: bool) -> Self {
        let name = ResultName::new(&stem_of(&path)).ok();
        Self { path, sets: Vec::new(), name, is_found, pair: None }
    }

    /// The points of a suite, under their names in it.
    fn points(suite: Suite) -> impl Iterator<Item = Self> {
        suite.points.into_iter().map(|point: suite::Point| {
            if point.name == stem_of(&point.scenario) {
                Self::of(point.scenario, false)
            } else {
                let of_cross = ResultName::new(&point.name).ok().filter(|_| point.pair.is_some());
                let name = Some(of_cross.unwrap_or_else(|| ResultName::describing(&point.name)));
                let pair = point.pair.map(|pair| pair.at);
                Self { path: point.scenario, sets: point.sets, name, is_found: false, pair }
            }
        })
    }

    /// Returns all that a run asks for. Errors of suites are printed and noted.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read.
    pub(crate) fn all(paths: &[PathBuf], not_played: &mut Vec<NotPlayed>) -> Result<Vec<Self>, Failure> {
        let mut all = Vec::new();
        for path in paths {
            let is_folder = path.is_dir();
            if !is_folder && Suite::is_one(path) {
                match Suite::load(&Disk, path) {
                    Ok(suite) => all.extend(Self::points(suite)),
                    Err(diagnosis) => {
                        report_problems(&diagnosis, path);
                        not_played.push(wrong(path, stem_of(path), &diagnosis));
                    }
                }
                continue;
            }
            let files = scenario::files_of(path).map_err(|error| {
                Failure::Because(Exit::BadScenario, format!("{} cannot be read: {error}", path.display()))
            })?;
            // A folder may hold suites beside its scenarios.
            let files = files.into_iter().filter(|file| !is_folder || !Suite::is_one(file));
            all.extend(files.map(|file| Self::of(file, is_folder)));
        }
        tell_apart(&mut all);
        Ok(all)
    }
}

/// The row of a file that is wrong.
pub(crate) fn wrong(file: &Path, scenario: String, diagnosis: &Diagnosis) -> NotPlayed {
    let rows = diagnosis.rows();
    let more = if rows.len() > 1 { format!(" (and {} more)", rows.len() - 1) } else { String::new() };
    let first = rows
        .first()
        .map_or_else(String::new, |row| format!("line {}, column {}: {}", row.line, row.column, row.message));
    let file = file.display().to_string();
    NotPlayed { scenario, file, code: Exit::BadScenario as u8, reason: first + &more }
}

/// Calls the results of files that have one name by their paths below the folder that all files
/// asked for have in common, without the ending: `juso/duel`. Files that are included do not count.
fn tell_apart(all: &mut [Requested]) {
    let mut times: BTreeMap<ResultName, u32> = BTreeMap::new();
    let is_named = |it: &Requested| it.sets.is_empty() && !(it.is_found && scenario::is_include(&it.path));
    for name in all.iter().filter(|it| is_named(it)).filter_map(|it| it.name.as_ref()) {
        *times.entry(name.clone()).or_default() += 1;
    }
    let absolute = |it: &Requested| std::path::absolute(&it.path).unwrap_or_else(|_| it.path.clone());
    let folders = all.iter().filter_map(|it| absolute(it).parent().map(Path::to_owned));
    let common = folders.reduce(|a, b| {
        a.components().zip(b.components()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    });
    for it in all.iter_mut().filter(|it| it.sets.is_empty()) {
        let is_shared = it.name.as_ref().is_some_and(|name| times.get(name).is_some_and(|&n| n > 1));
        let path = absolute(it).with_extension("");
        if let Some(common) = common.as_ref().filter(|_| is_shared)
            && let Ok(below) = path.strip_prefix(common)
        {
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            it.name = ResultName::new(&parts.join("/")).ok().or(it.name.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_are_called_by_their_folders() {
        let of = |paths: &[&str]| {
            let mut all: Vec<_> = paths.iter().map(|path| Requested::of(path.into(), false)).collect();
            tell_apart(&mut all);
            all.into_iter().map(|it| it.name.expect("a name").to_string()).collect::<Vec<_>>()
        };
        assert_eq!(
            of(&["c/juso/duel.toml", "c/nw/duel.toml", "c/nw/boss.toml"]),
            ["juso/duel", "nw/duel", "boss"]
        );
        assert_eq!(of(&["a/duel.toml", "duel.toml"]), ["a/duel", "duel"]);
        assert_eq!(of(&["a/b/duel.toml", "a/b/boss.toml"]), ["duel", "boss"]);
        assert_eq!(of(&["a/duel.toml", "./a/duel.toml"]), ["duel", "duel"], "one file twice is one name");
    }
}
