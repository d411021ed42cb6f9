//! Loads one file with many options: it is read and parsed once, and what is shared by all is checked once.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use fray_kit::sheet::library::Library;
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;
use fray_play::game::Game;

use super::include::Reader;
use super::source::{Disk, Files, Sources};
use super::{Diagnosis, Loaded, Options, Scenario, no_scenario, of_read, with_sides};

/// A file and its includes, read and parsed, before options change anything.
#[derive(Debug)]
pub(super) struct FileRead {
    /// Its table; `None` if it is no scenario and no include.
    pub(super) root: Option<Node>,
    pub(super) sources: Sources,
    /// The named blocks.
    pub(super) library: Library,
    pub(super) syntax: Problems,
    /// The problems that are not of syntax.
    pub(super) problems: Problems,
    pub(super) is_spreadsheet: bool,
    /// The problems of the named blocks, computed when they are first asked for.
    checked: OnceLock<Problems>,
}

impl FileRead {
    /// Reads a file and its includes.
    pub(super) fn new(files: &dyn Files, path: &Path) -> Self {
        let mut reader = Reader::new(files);
        let root = reader.main(path);
        let Reader { sources, library, syntax, problems, is_spreadsheet, .. } = reader;
        Self { root, sources, library, syntax, problems, is_spreadsheet, checked: OnceLock::new() }
    }

    /// Adds what is wrong with the named blocks of a scenario, `library`. Those that no option has changed are
    /// checked once.
    pub(super) fn check(&self, info: &Game, library: &Library, problems: &mut Problems) {
        let check = |problems: &mut Problems| {
            (info.check)(library, problems);
            library.check_ids(problems);
        };
        if !library.is_copy_of(&self.library) {
            check(problems);
            return;
        }
        let found = self.checked.get_or_init(|| {
            let mut found = Problems::default();
            check(&mut found);
            found
        });
        problems.append(found);
    }
}

/// Loads scenarios and keeps the file that it has read last, so that the points of a batch, which are mostly one file
/// with other values set, do not read it again. A file that changes meanwhile is the one that was read.
#[derive(Debug, Default)]
pub struct Loader {
    last: Mutex<Option<(PathBuf, Arc<FileRead>)>>,
}

impl Loader {
    /// The file at `path`, from memory if it was the last.
    fn read(&self, path: &Path) -> Arc<FileRead> {
        let mut last = self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match &*last {
            Some((held, read)) if held == path => Arc::clone(read),
            _ => {
                let read = Arc::new(FileRead::new(&Disk, path));
                *last = Some((path.to_owned(), Arc::clone(&read)));
                read
            }
        }
    }

    /// Loads a file, as [`load`](super::load).
    ///
    /// # Errors
    /// As [`load`](super::load).
    pub fn load(&self, path: &Path, options: &Options) -> Result<Loaded, Diagnosis> {
        let loaded = of_read(&self.read(path), path, options)?;
        Ok(with_sides(loaded, path, options))
    }

    /// Loads a file that has to be a scenario.
    ///
    /// # Errors
    /// As [`load`](super::load); also if the file is an include.
    pub fn load_scenario(&self, path: &Path, options: &Options) -> Result<Scenario, Diagnosis> {
        match self.load(path, options)? {
            Loaded::Scenario(scenario) => Ok(*scenario),
            Loaded::Include => Err(no_scenario(path)),
        }
    }
}
