//! The files of a run: five tables and a manifest in a folder, never half a file, never over
//! another run.
//!
//! [`ResultsDir::open`] comes before the long run, so that a folder that cannot be written to,
//! or that holds another run, is known at once. [`ResultsDir::write`] first writes every file
//! under a temporary name; only when all of them are safe on the disk are they renamed, the
//! manifest last. A crash in between leaves whole files of this run, and a manifest of this run
//! or none.

mod atomic;
mod compared;
mod dir;
mod error;
mod manifest;

pub use compared::{Asked, ComparedDir, ComparedManifest};
pub use dir::{Force, ResultsDir, ResultsSet};
pub use error::{ErrorKind, OutputError};
pub use manifest::{MANIFEST, Manifest, Run, Setting};
