//! Takes a version along: into its file, or into another one.

use std::path::Path;

use fray_sim::output::write_whole;
use fray_sim::scenario::write::with_values;
use fray_sim::scenario::{Loaded, Options, load_from};

use crate::place::{Edited, Place};
use crate::version::{Version, Wrong, files};

/// Writes a version into the file `to`, comments and layout kept where that stands beside the file that it comes
/// from. Includes are never changed. `read` is what the page read of the file: where something else stands there by
/// now, it is kept.
///
/// # Errors
/// The fault of the version or of the file.
pub(crate) fn save(place: &Place, version: &Version, to: &str, read: Option<&str>) -> Result<String, Wrong> {
    let refused = |message: String| Wrong::Refused(message);
    let path = place.to_write(to)?;
    match (path.exists(), place.text(to)) {
        (true, Ok(there)) if to != version.file => {
            return Err(refused(format!(
                "{to} is there already, with {} lines: choose another name",
                there.lines().count()
            )));
        }
        (true, Ok(there)) if read.is_some_and(|read| read != there) => {
            return Err(refused(format!(
                "{to} was changed by somebody else meanwhile: save under another name"
            )));
        }
        (true, Err(unread)) => return Err(unread.into()),
        _ => {}
    }
    let is_beside = version.file.starts_with("file:") && folder(to) == folder(&version.file);
    let scenario = version.load(place)?;
    let text = if is_beside || files(&scenario.sources).count() == 1 {
        text(place, version)?
    } else {
        // Elsewhere its includes are not beside it: it is one file with all of them.
        scenario.text(None).map_err(|error| refused(error.to_string()))?
    };
    write_whole(&path, text.as_bytes()).map_err(|error| refused(error.to_string()))?;
    Ok(text)
}

/// The text of a version with its changed values written into it.
///
/// # Errors
/// The fault of the version, or the value that has no place in the text.
pub(crate) fn text(place: &Place, version: &Version) -> Result<String, Wrong> {
    let text = version.text(place)?;
    if version.sets.is_empty() {
        return Ok(text);
    }
    let scenario = version.load(place)?;
    let shown = place.path(&version.file);
    let read = |text: &str| {
        let files = Edited { place, file: &version.file, text };
        match load_from(&files, &shown, &Options::default()) {
            Ok(Loaded::Scenario(found)) => Some(found.hash),
            _ => None,
        }
    };
    with_values(&text, &version.sets, scenario.hash, read).map_err(Wrong::Refused)
}

fn folder(file: &str) -> Option<&Path> {
    Path::new(file).parent().map(|it| if it.as_os_str().is_empty() { Path::new("file:") } else { it })
}

/// The name of what is saved, with its ending.
#[must_use]
pub(crate) fn named(name: &str) -> String {
    let name = name.trim().trim_start_matches("./");
    let name = name.strip_prefix("file:").unwrap_or(name);
    let ending = if name.to_ascii_lowercase().ends_with(".toml") { "" } else { ".toml" };
    format!("file:{name}{ending}")
}
