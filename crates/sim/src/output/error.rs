//! Errors of writing results.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// An error of writing results: its kind, the path and a message.
#[derive(Debug)]
pub struct OutputError {
    /// The kind of the error.
    pub kind: ErrorKind,
    /// The file or folder.
    pub path: PathBuf,
    /// What happened and what to do, as a fragment after "failed to write `path`: ".
    pub message: String,
}

/// The kinds of errors that callers distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The folder has the results of another run.
    AnotherRun,
    /// Files cannot be written to this place.
    Output,
    /// Files cannot be written at present: the disk is full, or another process is writing there.
    Transient,
}

impl ErrorKind {
    /// The exit code.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Self::AnotherRun | Self::Output => 30,
            Self::Transient => 75,
        }
    }
}

impl OutputError {
    /// An error of the operating system for this path.
    #[must_use]
    pub fn io(path: &Path, error: &io::Error) -> Self {
        use io::ErrorKind as Io;
        let transient = matches!(
            error.kind(),
            Io::StorageFull
                | Io::QuotaExceeded
                | Io::WouldBlock
                | Io::Interrupted
                | Io::ResourceBusy
                | Io::TimedOut
        );
        let kind = if transient { ErrorKind::Transient } else { ErrorKind::Output };
        Self { kind, path: path.into(), message: error.to_string() }
    }

    /// Turns the error about another run into `Ok(None)`; passes on other errors.
    pub(super) fn unless_another_run<T: Default>(self) -> Result<T, Self> {
        if self.kind == ErrorKind::AnotherRun { Ok(T::default()) } else { Err(self) }
    }

    /// The error for a folder with results of another kind.
    pub(super) fn not_ours(path: &Path) -> Self {
        let message = "the folder holds something else than a comparison; use another `--out`".to_owned();
        Self { kind: ErrorKind::AnotherRun, path: path.into(), message }
    }

    /// The error for a folder or file with contents that may not be replaced.
    pub(super) fn another_run(path: &Path, what: &str) -> Self {
        let holds = if path.is_file() { "the file" } else { "the folder" };
        let message = format!("{holds} holds {what}; use `--force` to replace it, or another `--out`");
        Self { kind: ErrorKind::AnotherRun, path: path.into(), message }
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "failed to write `{}`: {}", self.path.display(), self.message)
    }
}

impl core::error::Error for OutputError {}
