//! The files of a run: tallies, tables, the scenario and a manifest in a folder. No file is ever incomplete,
//! and the files of another run are never overwritten unless this is requested.
//!
//! [`ResultsDir::open`] is called before the run, so that a folder that cannot be written to, or that
//! has another run, is reported at once. [`ResultsDir::write`] first writes every file under a
//! temporary name; when all of them are on the disk, they are renamed, the tallies first and the
//! manifest last. A crash in between leaves complete files of this run and its manifest or none; the
//! tallies suffice to continue.

mod atomic;
mod checked;
mod compared;
mod date;
mod dir;
mod error;
mod manifest;
mod name;
mod open_dir;
mod set;

pub use atomic::{WholeFile, folder_of, may_write, remove_temporaries, settle, write_new, write_whole};
pub use checked::{AskedCheck, CheckDir, CheckManifest};
pub use compared::{ComparedDir, ComparedManifest, Requested};
pub use date::{SOURCE_DATE_EPOCH, date_of_results, date_of_tables, source_date};
pub use dir::{
    End, Force, HeldPartialRun, MANY_TIMES, ResultsDir, SCENARIO, TABLES, held_manifest, held_partial_run,
    held_scenario, write_file,
};
pub use error::{ErrorKind, OutputError, is_transient, of_system};
pub(crate) use manifest::cell;
pub use manifest::{MANIFEST, Manifest, Run, Setting, varied};
pub use name::{NoResultName, ResultName};
pub use open_dir::OpenDir;
pub use set::{HeldSet, NotPlayed, ResultsSet, RunKey, held_seed, held_set};
