//! The arguments of `fray history`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::values::error_rate;

/// What is done with a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HistoryDoes {
    /// Add the results in folders; those already in the history are skipped.
    Add,
    /// Show a metric of each point from night to night, and what was changed when.
    Show,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct HistoryArgs {
    /// What to do.
    pub(crate) does: HistoryDoes,
    /// With add, folders of results of batches or single runs. With show, the history [default: history].
    #[arg(value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,
    /// With add, the folder of the history; it is created if it does not exist [default: history].
    #[arg(long, value_name = "HISTORY")]
    pub(crate) to: Option<PathBuf>,
    /// With show, the metric [default: the win rate of the first side]. With add, a metric to keep in addition to how
    /// the fights ended, named as in the table of `fray compare`: died(heroes/Knight). Repeat the flag for more.
    #[arg(long = "metric", value_name = "NAME")]
    pub(crate) metrics: Vec<String>,
    /// With show, only this point, or only the points with this party or monster of a cross.
    #[arg(long, value_name = "POINT")]
    pub(crate) of: Vec<String>,
    /// With show, the probability that some point is reported as moved although none did.
    #[arg(long, value_name = "P", value_parser = error_rate)]
    pub(crate) alpha: Option<f64>,
    /// With show, also write a page with charts to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Replace a file of that name.
    #[arg(long, requires = "html")]
    pub(crate) force: bool,
    /// Print one JSON object instead of the table.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing but errors.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// List all points and changes, however many.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}
