//! The scenario files that a suite lists: by name, by folder, and by names with `*` and `?`.

use std::path::{Component, Path, PathBuf};

use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::{Problems, Span};

use super::Suite;
use crate::scenario::source::named_in;
use crate::scenario::{files_of, is_include};

const KEY: &str = "scenarios";

/// The files of a list, each with the entry that names it. In a folder, and of what a pattern matches, includes and
/// suites are passed over.
pub(super) fn files(node: &Node, suite: &Path, problems: &mut Problems) -> Vec<(PathBuf, Span)> {
    let Some(list) = node.as_list() else {
        let help = "as in `scenarios = [\"bosses\", \"monsters/*.toml\"]`";
        problems.add_help(
            node.span,
            KEY,
            format!("expected a list of files and folders, found {}", node.found()),
            help,
        );
        return Vec::new();
    };
    let mut all: Vec<(PathBuf, Span)> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for item in list {
        let Some(text) = item.as_text() else {
            problems.add(item.span, KEY, format!("expected a file or folder, found {}", item.found()));
            continue;
        };
        let path = named_in(suite, text);
        let is_pattern = text.contains(['*', '?']) && !path.exists();
        let found = if is_pattern { matches(&path) } else { vec![path.clone()] };
        let n = all.len();
        for path in found {
            let is_named = !is_pattern && !path.is_dir();
            match files_of(&path) {
                Ok(files) => {
                    let is_point = |file: &PathBuf| is_named || !(is_include(file) || Suite::is_one(file));
                    let new = files.into_iter().filter(is_point).filter(|file| seen.insert(file.clone()));
                    all.extend(new.map(|file| (file, item.span)));
                }
                Err(error) => {
                    problems.add(item.span, KEY, format!("`{}` cannot be read: {error}", path.display()))
                }
            }
        }
        if all.len() == n {
            problems.add(item.span, KEY, format!("`{}` names no further scenario", path.display()));
        }
    }
    all
}

/// The files and folders that a path with `*` and `?` means, in the order of their names.
fn matches(pattern: &Path) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::new()];
    for part in pattern.components() {
        let text = part.as_os_str().to_string_lossy();
        if !matches!(part, Component::Normal(_)) || !text.contains(['*', '?']) {
            found.iter_mut().for_each(|path| path.push(part));
            continue;
        }
        let within = |folder: &PathBuf| {
            let place = if folder.as_os_str().is_empty() { Path::new(".") } else { folder.as_path() };
            let entries = std::fs::read_dir(place).into_iter().flatten().flatten();
            let names = entries.map(|entry| entry.file_name());
            let fits = |name: &std::ffi::OsString| {
                let name = name.to_string_lossy();
                !name.starts_with('.') && is_match(&text, &name)
            };
            let mut names: Vec<_> = names.filter(fits).collect();
            names.sort();
            names.into_iter().map(|name| folder.join(name)).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(within).collect();
    }
    found.retain(|path| path.exists());
    found
}

/// Returns whether a name fits: `*` is any text, `?` any character.
fn is_match(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // By characters of the name, whether the pattern so far fits what is before it.
    let mut fits = vec![false; name.len() + 1];
    fits[0] = true;
    for sign in pattern {
        if sign == '*' {
            for at in 1..fits.len() {
                fits[at] |= fits[at - 1];
            }
            continue;
        }
        for at in (1..fits.len()).rev() {
            fits[at] = fits[at - 1] && (sign == '?' || sign == name[at - 1]);
        }
        fits[0] = false;
    }
    fits[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, name, fits) in [
            ("*.toml", "ogre.toml", true),
            ("*.toml", "ogre.csv", false),
            ("o?re*", "ogre.toml", true),
            ("*a*b", "xaybzb", true),
            ("ogre", "ogres", false),
            ("?", "", false),
        ] {
            assert_eq!(is_match(pattern, name), fits, "{pattern} {name}");
        }
    }
}
