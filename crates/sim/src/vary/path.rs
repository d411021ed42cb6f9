//! The paths of values: as flags write them, and as tables do.

use fray_rules::sheet::edit;
use fray_rules::sheet::problem::Problems;

use crate::scenario::source::Sources;
use crate::scenario::{Merged, Scenario};

/// A path as its side, if it names one, and its parts.
fn parts(path: &str) -> Option<(Option<String>, Vec<String>)> {
    let file = Sources::default().add("", path);
    let (path, _) = edit::Path::parse(file, path, &mut Problems::default())?;
    let side = path.side.map(|side| side.value);
    Some((side, path.parts.into_iter().map(|part| part.value).collect()))
}

/// The value of a scenario that a path means; `None` if it has no such value, not even by default.
pub(super) fn value<'s>(scenario: &'s Scenario, path: &str) -> Option<&'s Merged> {
    let (side, names) = parts(path)?;
    let is_meant = |merged: &&Merged| {
        parts(&merged.path).is_some_and(|(of, parts)| parts == names && (side.is_none() || of == side))
    };
    scenario.merged.iter().find(is_meant)
}

/// The path as the tables of `run` write it, with the side of a unit; as it is if it means no value.
pub(super) fn as_written(scenario: &Scenario, path: &str) -> String {
    value(scenario, path).map_or_else(|| path.to_owned(), |merged| merged.path.clone())
}
