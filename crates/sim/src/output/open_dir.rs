//! A folder that one process writes a few files into.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::atomic::{durable, stage, sync_dir};
use super::dir::{is_absent, ready};
use super::{Force, OutputError};

/// A folder that is ready for files of some names. While it is open no other process can open it for
/// results, where the system has locks.
#[derive(Debug)]
pub struct OpenDir {
    dir: PathBuf,
    _lock: Option<File>,
}

impl OpenDir {
    /// Makes the folder where there is none, locks it, and tries whether files of these names can be
    /// written there.
    ///
    /// # Errors
    /// If nothing can be written there, or another process has it open.
    pub fn open(dir: &Path, names: &[&str]) -> Result<Self, OutputError> {
        Ok(Self { dir: dir.into(), _lock: ready(dir, names)? })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.dir
    }

    /// Writes files, given by name and bytes: all of them are on the disk before the first has its name.
    /// Files with other bytes are replaced only if `force` allows it, and then nothing is written.
    ///
    /// # Errors
    /// If one cannot be written, or may not be replaced.
    pub fn write(&self, files: &[(&str, &[u8])], force: Force) -> Result<(), OutputError> {
        for (name, bytes) in files {
            let path = self.dir.join(name);
            match fs::read(&path) {
                Ok(held) if held != *bytes && force != Force::Replace => {
                    return Err(OutputError::another_run(&path, "another text"));
                }
                Err(error) if !is_absent(&error) => return Err(OutputError::io(&path, &error)),
                _ => {}
            }
        }
        let staged = files
            .iter()
            .map(|(name, bytes)| stage(&self.dir, name, |to| std::io::Write::write_all(to, bytes)));
        durable(&self.dir, staged.collect::<Result<_, _>>()?)?.persist()?;
        sync_dir(&self.dir)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ErrorKind;
    use super::*;

    #[test]
    fn a_folder_is_open_to_one_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let first = OpenDir::open(dir.path(), &["sweep.csv"]).unwrap();
        let second = OpenDir::open(dir.path(), &["solve.csv"]).unwrap_err();
        assert_eq!(second.kind, ErrorKind::Transient);
        drop(first);
        OpenDir::open(dir.path(), &["solve.csv"]).unwrap();
    }

    #[test]
    fn files_are_replaced_all_or_none() {
        let dir = tempfile::tempdir().unwrap();
        let open = OpenDir::open(dir.path(), &["a.csv", "b.csv"]).unwrap();
        open.write(&[("b.csv", b"old")], Force::Keep).unwrap();
        let error = open.write(&[("a.csv", b"new"), ("b.csv", b"new")], Force::Keep).unwrap_err();
        assert_eq!(error.kind, ErrorKind::AnotherRun);
        assert!(!dir.path().join("a.csv").exists());
        open.write(&[("a.csv", b"new"), ("b.csv", b"new")], Force::Replace).unwrap();
        open.write(&[("a.csv", b"new"), ("b.csv", b"new")], Force::Keep).unwrap();
        assert_eq!(fs::read(dir.path().join("b.csv")).unwrap(), b"new");
    }
}
