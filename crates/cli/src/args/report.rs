//! The arguments of `report`.

use std::path::PathBuf;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// Folders with results: of a run, a batch, a sweep, a comparison, a matrix, a check or another table.
    #[arg(required = true, value_name = "DIR")]
    pub(crate) dirs: Vec<PathBuf>,
    /// The page to write, of one folder [default: report.html in the folder].
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace another file of this name. A report.html in its own folder is always replaced.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Open the pages in the browser.
    #[arg(long)]
    pub(crate) open: bool,
    /// Do not name the pages that were written.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
