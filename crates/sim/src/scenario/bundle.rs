//! A scenario file with all that it includes, as texts that can be kept and sent: what its meaning is read from, with
//! other values each time, where there is no such file.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::loader::FileRead;
use super::source::{Disk, Files};
use super::{Diagnosis, Loaded, Options, Scenario, no_scenario, of_read};

/// The texts of a scenario file and its includes, read once for any number of options. Sides play as the texts say.
#[derive(Debug)]
pub struct Bundle {
    texts: Texts,
    read: FileRead,
}

/// What is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    /// The path of the scenario.
    scenario: String,
    /// The texts by their paths.
    files: BTreeMap<String, String>,
}

/// Files of the file system, which are kept as they are read.
#[derive(Default)]
struct Kept(RefCell<BTreeMap<PathBuf, Vec<u8>>>);

impl Files for Kept {
    fn read(&self, path: &Path, is_include: bool) -> io::Result<Vec<u8>> {
        let bytes = Disk.read(path, is_include)?;
        self.0.borrow_mut().insert(path.to_owned(), bytes.clone());
        Ok(bytes)
    }
}

impl Files for Texts {
    fn read(&self, path: &Path, _: bool) -> io::Result<Vec<u8>> {
        let text = path.to_str().and_then(|path| self.files.get(path));
        text.map(|text| text.clone().into_bytes()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Bundle {
    /// Reads a scenario file and its includes. `None` if one of them, or its path, is no UTF-8.
    #[must_use]
    pub fn read(path: &Path) -> Option<Self> {
        let kept = Kept::default();
        let read = FileRead::new(&kept, path);
        let file = |(path, bytes): (PathBuf, Vec<u8>)| {
            Some((path.to_str()?.to_owned(), String::from_utf8(bytes).ok()?))
        };
        let files = kept.0.into_inner().into_iter().map(file).collect::<Option<_>>()?;
        Some(Self { texts: Texts { scenario: path.to_str()?.to_owned(), files }, read })
    }

    /// The bytes to keep.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(&self.texts).expect("a vector takes every byte");
        bytes.push(b'\n');
        bytes
    }

    /// What was kept as these bytes.
    ///
    /// # Errors
    /// If these are no such bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        let texts: Texts = serde_json::from_slice(bytes)?;
        let read = FileRead::new(&texts, Path::new(&texts.scenario));
        Ok(Self { texts, read })
    }

    /// The path that the scenario was read from.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.texts.scenario
    }

    /// Returns what the texts mean with these values set, as [`Options::sets`] has them.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(&self, sets: Vec<(String, String)>) -> Result<Scenario, Diagnosis> {
        let path = Path::new(&self.texts.scenario);
        match of_read(&self.read, path, &Options { sets, ..Options::default() })? {
            Loaded::Scenario(scenario) => Ok(*scenario),
            Loaded::Include => Err(no_scenario(path)),
        }
    }
}
