//! The paths of values: as flags write them, and as tables do.

use fray_engine::roster::RosterSide;
use fray_kit::sheet::declare::quoted;
use fray_kit::sheet::edit;
use fray_kit::sheet::problem::Problems;

use crate::card::copies::copied_from;
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
    scenario.merged().iter().find(is_meant)
}

/// The path as the tables of `run` write it, with the side of a unit; as it is if it means nothing of the
/// scenario.
pub(super) fn as_written(scenario: &Scenario, path: &str) -> String {
    match value(scenario, path) {
        Some(merged) => merged.path.clone(),
        // What the scenario does not say, and what has no default, stands below a unit all the same.
        None => side_of(scenario, path)
            .map_or_else(|| path.to_owned(), |side| format!("{}/{path}", quoted(&side))),
    }
}

/// The side of the unit of a path that names none.
fn side_of(scenario: &Scenario, path: &str) -> Option<String> {
    let (None, names) = parts(path)? else { return None };
    let roster = scenario.engine().about().roster;
    let has_it =
        |side: &&RosterSide| side.units.into_iter().any(|unit| copied_from(roster.unit(unit)) == names[0]);
    roster.sides.iter().find(has_it).map(|side| side.name.clone())
}
