//! The arguments of `report`.

use std::path::PathBuf;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// Folders with results.
    #[arg(required = true, value_name = "DIR")]
    pub(crate) dirs: Vec<PathBuf>,
    /// The page to write, if there is one folder [default: report.html in each folder].
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace an existing file. A report.html in the folder of its results is always replaced.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Open the pages in the browser.
    #[arg(long)]
    pub(crate) open: bool,
    /// Do not list the pages that were written.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
