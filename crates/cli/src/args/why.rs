//! The arguments of `why`.

use std::path::PathBuf;

use super::{Fights, PlayArgs};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WhyArgs {
    /// Two scenario files, A and B, of one system. With one file, B is A as changed by --set.
    #[arg(required = true, num_args = 1..=2, value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// The metric whose difference is shared out, by its name in the table or as goals write it: rounds,
    /// hp_left(Boss), ... Repeat the flag for more [default: the win rate of the first side].
    #[arg(long = "metric", value_name = "NAME")]
    pub(crate) metrics: Vec<String>,
    /// The fights of each scenario with some of the edits: 20000, 20_000 or 2e4 [default: 20000; with more
    /// than six edits 65536].
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    /// The folder for why.csv.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace other results in that folder.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Print one JSON object instead of the table.
    #[arg(long)]
    pub(crate) json: bool,
}
