//! Errors of writing results.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::dir::SCENARIO;

/// An error of writing results: its kind, the path and a message.
#[derive(Debug)]
pub struct OutputError {
    /// The kind of the error.
    pub kind: ErrorKind,
    /// The file or folder.
    pub path: PathBuf,
    /// The problem and its remedy, as a fragment after the path.
    pub message: String,
}

/// The kinds of errors that callers distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The folder has the results of another run.
    AnotherRun,
    /// The folder holds results of an earlier version of fray, whose tallies cannot be added to.
    OldLayout,
    /// Files cannot be written to this place.
    Output,
    /// Files cannot be written at present: the disk is full, or another process is writing there.
    Transient,
    /// The contents of the folder cannot be used.
    Mismatch,
}

/// The error of the system behind one of a CSV writer, which hides its kind.
#[must_use]
pub fn of_system(error: &io::Error) -> &io::Error {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<csv::Error>());
    match inner.map(csv::Error::kind) {
        Some(csv::ErrorKind::Io(error)) => error,
        _ => error,
    }
}

/// Returns whether an error of the system may go away: there was no room, or something was in use.
#[must_use]
pub fn is_transient(error: &io::Error) -> bool {
    use io::ErrorKind as Io;
    let error = of_system(error);
    let by_kind = matches!(
        error.kind(),
        Io::StorageFull
            | Io::QuotaExceeded
            | Io::OutOfMemory
            | Io::WouldBlock
            | Io::Interrupted
            | Io::ResourceBusy
            | Io::ExecutableFileBusy
            | Io::Deadlock
            | Io::TimedOut
            | Io::StaleNetworkFileHandle
            | Io::NetworkDown
            | Io::NetworkUnreachable
            | Io::HostUnreachable
            | Io::ConnectionReset
            | Io::ConnectionAborted
    );
    // Too many open files, of the system or of this process: std has no kind for these.
    let by_code = cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24));
    by_kind || by_code
}

impl OutputError {
    /// An error of the operating system for this path.
    #[must_use]
    pub fn io(path: &Path, error: &io::Error) -> Self {
        let kind = if is_transient(error) { ErrorKind::Transient } else { ErrorKind::Output };
        Self { kind, path: path.into(), message: error.to_string() }
    }

    /// The error for a file that is marked as not to be written.
    pub(super) fn read_only(path: &Path) -> Self {
        let message = "the file is read-only".to_owned();
        Self { kind: ErrorKind::Output, path: path.into(), message }
    }

    /// The folder holds something that cannot be used, and why.
    pub(super) fn unfit(path: &Path, message: String) -> Self {
        Self { kind: ErrorKind::Mismatch, path: path.into(), message }
    }

    /// Nothing is held that may stay, if what is wrong is another run; otherwise the same error.
    pub(super) fn unless_another_run<T: Default>(self) -> Result<T, Self> {
        if matches!(self.kind, ErrorKind::AnotherRun | ErrorKind::OldLayout) {
            Ok(T::default())
        } else {
            Err(self)
        }
    }

    /// The error for a folder with results of another kind.
    pub(super) fn not_ours(path: &Path, ours: &str) -> Self {
        let message = format!("the folder holds something other than {ours}; use another `--out`");
        Self { kind: ErrorKind::AnotherRun, path: path.into(), message }
    }

    /// The error for a folder with a scenario of somebody's own where that of a run is kept.
    pub(super) fn own_scenario(path: &Path) -> Self {
        let message = format!(
            "the folder has a `{SCENARIO}` that is not a copy kept with results; use another `--out`"
        );
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
        let Self { kind, path, message } = self;
        match kind {
            ErrorKind::Mismatch => write!(f, "{}: {message}", path.display()),
            _ => write!(f, "failed to write `{}`: {message}", path.display()),
        }
    }
}

impl core::error::Error for OutputError {}
