//! The files of a run: tallies, five tables and a manifest in a folder, never half a file, never over
//! another run.
//!
//! [`ResultsDir::open`] comes before the long run, so that a folder that cannot be written to,
//! or that holds another run, is known at once. [`ResultsDir::write`] first writes every file
//! under a temporary name; only when all of them are safe on the disk are they renamed, the
//! tallies first and the manifest last. A crash in between leaves whole files of this run, and a
//! manifest of this run or none; the tallies are enough to go on from.

mod atomic;
mod compared;
mod dir;
mod error;
mod manifest;
mod set;

pub use atomic::write_whole;
pub use compared::{Asked, ComparedDir, ComparedManifest};
pub use dir::{Force, HeldPartialRun, ResultsDir, held_manifest, held_partial_run, write_file};
pub use error::{ErrorKind, OutputError};
pub use manifest::{MANIFEST, Manifest, Run, Setting};
pub use set::{ResultsSet, held_names, held_seed};
