//! What goes wrong with files.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why the results could not be written: what, where, and whether to try again.
#[derive(Debug)]
pub struct OutputError {
    /// What kind of failure it is.
    pub kind: ErrorKind,
    /// The file or folder.
    pub path: PathBuf,
    /// What happened and what to do, as a fragment after "failed to write `path`: ".
    pub message: String,
}

/// The kinds of failure that callers tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The folder holds another run.
    AnotherRun,
    /// Files cannot be written here.
    Output,
    /// Files cannot be written now: the disk is full, or another process writes there.
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
    /// An error of the system at this path.
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

    /// Nothing is held that may stay, if what is wrong is another run; otherwise the same error.
    pub(super) fn unless_another_run<T: Default>(self) -> Result<T, Self> {
        if self.kind == ErrorKind::AnotherRun { Ok(T::default()) } else { Err(self) }
    }

    /// The folder holds results of another kind.
    pub(super) fn not_ours(path: &Path) -> Self {
        let message = "the folder holds something else than a comparison; use another `--out`".to_owned();
        Self { kind: ErrorKind::AnotherRun, path: path.into(), message }
    }

    /// The folder holds another run, or something that is none.
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
