//! The sources of scenarios, which are read and written: the folder that is served, and those that are in the
//! program.
//!
//! A file is named by where it stands and its path there: `file:duel.toml`, `shipped:juso/duel.toml`, `new:juso`.
//! Nothing outside the folder is read or written, links followed, but for the files that the scenario of the
//! command line includes.

use std::collections::VecDeque;
use std::io;
use std::path::{Component, Path, PathBuf};

use fray_play::game::{Game, find, games};
use fray_sim::scenario::source::{Disk, Files, bounded_text};

use crate::version::LONGEST_TEXT;

/// The shipped scenarios and what they include: path and text.
static SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The most files of the folder that are offered.
const MOST_OFFERED: usize = 500;
/// The most files and folders that are looked at for them.
const MOST_LOOKED: usize = 20_000;
/// The most includes whose stat blocks are offered.
const MOST_INCLUDES: usize = 24;

/// The folder that is served.
#[derive(Debug)]
pub(crate) struct Place {
    /// The folder, as the command line has it.
    shown: PathBuf,
    /// The folder without links.
    root: PathBuf,
    /// Files outside of it that may be read all the same.
    included: Vec<PathBuf>,
    /// Writes a first scenario of a game.
    first: fn(&'static Game) -> String,
}

/// The reason for which a file is not read or written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refused(pub String);

impl Place {
    /// The folder of a scenario, or a folder. Returns it with the name of the scenario.
    ///
    /// # Errors
    /// If the path is neither.
    pub(crate) fn of(
        path: Option<&Path>,
        first: fn(&'static Game) -> String,
    ) -> io::Result<(Self, Option<String>)> {
        let path = path.unwrap_or(Path::new("."));
        let is_file = !path.is_dir();
        let shown = if is_file { path.parent().unwrap_or(Path::new("")) } else { path }.to_owned();
        let folder = if shown.as_os_str().is_empty() { Path::new(".") } else { &shown };
        let root = folder.canonicalize()?;
        let name = is_file.then(|| path.file_name()).flatten();
        if is_file {
            bounded_text(path)?;
        }
        let shown = if shown == Path::new(".") { PathBuf::new() } else { shown };
        let place = Self { shown, root, included: Vec::new(), first };
        Ok((place, name.map(|name| format!("file:{}", name.to_string_lossy()))))
    }

    /// Lets these files be read, wherever they stand.
    pub(crate) fn may_include<'f>(&mut self, files: impl IntoIterator<Item = &'f str>) {
        self.included.extend(files.into_iter().filter_map(|file| Path::new(file).canonicalize().ok()));
    }

    /// The names of all scenarios, with what they are.
    #[must_use]
    pub(crate) fn offered(&self) -> Vec<(String, &'static str)> {
        let own = files_below(&self.root, has_system);
        let own = own.iter().filter_map(|file| file.strip_prefix(&self.root).ok());
        let own = own.map(|file| format!("file:{}", file.to_string_lossy().replace('\\', "/")));
        let mut all: Vec<_> = own.map(|file| (file, "In this folder")).collect();
        let is_played = |path: &str| path.split('/').next().is_some_and(|game| find(game).is_some());
        let shipped = SHIPPED.iter().filter(|(path, text)| is_played(path) && has_system(text));
        all.extend(shipped.map(|(path, _)| (format!("shipped:{path}"), "Comes with fray")));
        all.extend(games().iter().map(|game| (format!("new:{}", game.name()), "A first scenario of a game")));
        all
    }

    /// The includes that the scenario of a game could have: those of the folder, or of what comes with fray, as they are
    /// written in its file.
    #[must_use]
    pub(crate) fn includes(&self, file: &str, game: &str) -> Vec<String> {
        let is_include = |text: &str| !has_system(text);
        match file.split_once(':') {
            Some(("file", path)) => {
                let own = files_below(&self.root, is_include);
                let own = own.iter().filter_map(|file| file.strip_prefix(&self.root).ok());
                let folder = Path::new(path).parent().unwrap_or(Path::new(""));
                let up = "../".repeat(folder.components().count());
                let written = |file: &Path| match file.strip_prefix(folder) {
                    Ok(below) => below.to_string_lossy().replace('\\', "/"),
                    Err(_) => up.clone() + &file.to_string_lossy().replace('\\', "/"),
                };
                own.map(written).take(MOST_INCLUDES).collect()
            }
            Some((kind, _)) => {
                let of_game = SHIPPED.iter().filter(|(path, text)| {
                    path.strip_prefix(game).is_some_and(|rest| rest.starts_with('/')) && is_include(text)
                });
                let below = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
                let written =
                    |(path, _): &(&str, &str)| if kind == "new" { (*path).to_owned() } else { below(path) };
                of_game.map(written).collect()
            }
            None => Vec::new(),
        }
    }

    /// The path under which a file is loaded and named in messages and commands.
    #[must_use]
    pub(crate) fn path(&self, file: &str) -> PathBuf {
        match file.split_once(':') {
            Some(("file", path)) => self.shown.join(path),
            Some(("new", game)) => PathBuf::from(format!("{game}.toml")),
            Some((_, path)) => PathBuf::from(path),
            None => PathBuf::from(file),
        }
    }

    /// The text of a file.
    ///
    /// # Errors
    /// If there is none of this name, or it stands elsewhere.
    pub(crate) fn text(&self, file: &str) -> Result<String, Refused> {
        let nothing = || Refused(format!("there is no scenario `{file}` here"));
        match file.split_once(':').ok_or_else(nothing)? {
            ("shipped", path) => shipped(path).map(str::to_owned).ok_or_else(nothing),
            ("new", game) => find(game).map(self.first).ok_or_else(nothing),
            ("file", path) => {
                let path = self.inside(path).ok_or_else(nothing)?;
                bounded_text(&path).map_err(|error| Refused(format!("{file}: {error}")))
            }
            _ => Err(nothing()),
        }
    }

    /// The path of a file to be written: the file itself, or a new one in a folder that is there.
    ///
    /// # Errors
    /// If it stands elsewhere, or is no scenario.
    pub(crate) fn to_write(&self, file: &str) -> Result<PathBuf, Refused> {
        let refused =
            || Refused(format!("{file}: expected the name of a .toml file below the folder that is served"));
        let path = file.strip_prefix("file:").ok_or_else(refused)?;
        if !path.to_ascii_lowercase().ends_with(".toml") || !is_plain(path) {
            return Err(refused());
        }
        if let Some(there) = self.inside(path) {
            return Ok(there);
        }
        let full = self.root.join(path);
        // Nothing is there, not even a link that leads nowhere.
        if full.symlink_metadata().is_ok() {
            return Err(refused());
        }
        let folder = full.parent().and_then(|folder| folder.canonicalize().ok()).ok_or_else(refused)?;
        let name = full.file_name().ok_or_else(refused)?;
        if folder.starts_with(&self.root) { Ok(folder.join(name)) } else { Err(refused()) }
    }

    /// The file at a path below the folder, links followed, if it stands there.
    fn inside(&self, path: &str) -> Option<PathBuf> {
        let real = is_plain(path).then(|| self.root.join(path).canonicalize().ok())??;
        real.starts_with(&self.root).then_some(real)
    }
}

/// Returns whether a path goes down from a folder and nowhere else.
fn is_plain(path: &str) -> bool {
    let mut parts = Path::new(path).components();
    !path.is_empty() && !path.contains('\0') && parts.all(|part| matches!(part, Component::Normal(_)))
}

/// Returns whether a text is that of a scenario, and not of an include.
fn has_system(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("system"))
}

/// The files of a folder and of those in it whose text is `wanted`, sorted; of a folder that has very much in
/// it, those found first. Hidden files and folders are passed over, as are links.
fn files_below(root: &Path, wanted: fn(&str) -> bool) -> Vec<PathBuf> {
    let (mut found, mut folders, mut looked) = (Vec::new(), VecDeque::from([root.to_owned()]), 0);
    while let Some(folder) = folders.pop_front() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            looked += 1;
            if looked > MOST_LOOKED || found.len() >= MOST_OFFERED {
                break;
            }
            let (path, kind) = (entry.path(), entry.file_type());
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            let is_read = path.extension().is_some_and(|ending| ending == "toml" || ending == "csv");
            let is_short = |path: &Path| path.metadata().is_ok_and(|it| it.len() <= LONGEST_TEXT as u64);
            match kind {
                _ if is_hidden => {}
                Ok(kind) if kind.is_dir() => folders.push_back(path),
                Ok(kind) if kind.is_file() && is_read && is_short(&path) => {
                    found.extend(bounded_text(&path).ok().filter(|text| wanted(text)).map(|_| path));
                }
                _ => {}
            }
        }
    }
    found.sort();
    found
}

fn shipped(path: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == path).map(|(_, text)| *text)
}

/// The files of a scenario: its text as it is edited, and what it includes.
#[derive(Debug)]
pub(crate) struct Edited<'a> {
    /// The folder that is served, or the program's own scenarios.
    pub(crate) place: &'a Place,
    /// Its name.
    pub(crate) file: &'a str,
    /// Its text.
    pub(crate) text: &'a str,
}

impl Files for Edited<'_> {
    fn read(&self, path: &Path, is_include: bool) -> io::Result<Vec<u8>> {
        if !is_include {
            return Ok(self.text.as_bytes().to_vec());
        }
        if !self.file.starts_with("file:") {
            let text = shipped(&path.to_string_lossy().replace('\\', "/"));
            return text.map(|text| text.as_bytes().to_vec()).ok_or_else(|| io::ErrorKind::NotFound.into());
        }
        let real = path.canonicalize()?;
        if real.starts_with(&self.place.root) || self.place.included.contains(&real) {
            return Disk.read(&real, true);
        }
        Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is not below the folder that is served"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(root: &Path) -> Place {
        Place {
            shown: root.to_owned(),
            root: root.canonicalize().unwrap(),
            included: Vec::new(),
            first: |_| String::new(),
        }
    }

    #[test]
    fn what_is_not_below_the_folder_is_neither_read_nor_written() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret.toml"), "system = \"x\"").unwrap();
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("sub")).unwrap();
        std::fs::write(dir.path().join("sub/own.toml"), "system = \"x\"").unwrap();
        let place = place(dir.path());
        assert!(place.text("file:sub/own.toml").is_ok());
        assert!(place.to_write("file:sub/own.toml").is_ok());
        assert!(place.to_write("file:sub/other.toml").is_ok());
        let absolute = format!("file:{}", outside.path().join("secret.toml").display());
        let up = format!("file:../{}/secret.toml", outside.path().file_name().unwrap().to_string_lossy());
        for path in
            [&absolute, &up, "file:sub/../../x.toml", "file:", "file:sub", "/etc/passwd", "file:a\0.toml"]
        {
            assert!(place.text(path).is_err(), "{path}");
            assert!(place.to_write(path).is_err(), "{path}");
        }
        assert!(place.to_write("file:sub/own.sh").is_err());
        assert!(place.to_write("shipped:juso/duel.toml").is_err());
        #[cfg(unix)]
        {
            let link =
                |from: PathBuf, to: &str| std::os::unix::fs::symlink(from, dir.path().join(to)).unwrap();
            link(outside.path().join("secret.toml"), "link.toml");
            link(outside.path().to_owned(), "away");
            link(outside.path().join("nothing.toml"), "dangling.toml");
            for path in
                ["file:link.toml", "file:away/secret.toml", "file:away/new.toml", "file:dangling.toml"]
            {
                assert!(place.text(path).is_err(), "{path}");
                assert!(place.to_write(path).is_err(), "{path}");
            }
            let edited = Edited { place: &place, file: "file:own.toml", text: "" };
            assert!(edited.read(&dir.path().join("link.toml"), true).is_err());
            assert!(edited.read(&dir.path().join("sub/own.toml"), true).is_ok());
        }
    }

    #[test]
    fn includes_are_named_as_the_file_of_a_scenario_would_name_them() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("acts/two")).unwrap();
        for (file, text) in [
            ("beasts.toml", "[unit.ogre]"),
            ("acts/own.toml", "[unit.imp]"),
            ("acts/two/end.toml", "system = \"x\""),
            ("rabble.csv", "id,hp"),
        ] {
            std::fs::write(dir.path().join(file), text).unwrap();
        }
        let place = place(dir.path());
        assert_eq!(place.includes("file:duel.toml", "x"), ["acts/own.toml", "beasts.toml", "rabble.csv"]);
        let of_end = place.includes("file:acts/two/end.toml", "x");
        assert_eq!(of_end, ["../../acts/own.toml", "../../beasts.toml", "../../rabble.csv"]);
        let of_juso = place.includes("shipped:juso/duel.toml", "juso");
        assert!(of_juso.contains(&"bestiary.toml".to_owned()), "{of_juso:?}");
        assert!(place.includes("new:juso", "juso").contains(&"juso/bestiary.toml".to_owned()));
        assert_eq!(place.includes("nothing", "juso"), [""; 0]);
        let offered = place.offered();
        assert!(offered.iter().all(|(file, _)| file != "file:beasts.toml" && !file.ends_with(".csv")));
        assert!(offered.iter().any(|(file, _)| file == "file:acts/two/end.toml"));
    }
}
