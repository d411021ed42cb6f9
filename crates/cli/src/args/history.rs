//! The arguments of `fray history`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::values::error_rate;

/// What is done with a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HistoryDoes {
    /// Add the results in folders. Those that are there already are not added again.
    Add,
    /// Show a metric of each point from night to night, and what was changed when.
    Show,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct HistoryArgs {
    /// What to do.
    pub(crate) does: HistoryDoes,
    /// With add the folders of results: of batches or of single runs. With show the history [default: history].
    #[arg(value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,
    /// With add, the folder of the history, which is made if it is not there [default: history].
    #[arg(long, value_name = "HISTORY")]
    pub(crate) to: Option<PathBuf>,
    /// With show, the metric [default: the win rate of the first side]. With add, a metric to keep beside how fights
    /// end, by its name in the table of `fray compare`: died(heroes/Knight). Repeat the flag for more.
    #[arg(long = "metric", value_name = "NAME")]
    pub(crate) metrics: Vec<String>,
    /// With show, only these points: by name, or the party or monster of a cross.
    #[arg(long, value_name = "POINT")]
    pub(crate) of: Vec<String>,
    /// With show, the probability that a point is said to have moved although none did.
    #[arg(long, value_name = "P", value_parser = error_rate)]
    pub(crate) alpha: Option<f64>,
    /// With show, write a page with charts to this file, too.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Replace another file of the name of the page.
    #[arg(long, requires = "html")]
    pub(crate) force: bool,
    /// Print one JSON object instead of the table.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing but errors.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Of many points and changes list all.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}
