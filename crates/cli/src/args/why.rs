//! The arguments of `why`.

use std::path::PathBuf;

use super::common::{MetricArgs, OutputArgs, PlayArgs};
use super::values::Fights;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WhyArgs {
    /// Two scenario files, A and B, of one system. With one file, B is A as changed by --set.
    #[arg(required = true, num_args = 1..=2, value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    /// Play this many fights for each combination of edits: 20000, 20_000 or 2e4 [default: 20000, none where an exact
    /// answer is cheaper; with more than six edits, 65536].
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
