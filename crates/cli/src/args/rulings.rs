//! The arguments of `fray rulings`.

use std::path::PathBuf;

use super::common::{OutputArgs, PlayArgs};
use super::values::Fights;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RulingsArgs {
    /// The scenario file.
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// The metric to watch, named as in the table or as in a goal: rounds, hp_left(Boss), ... [default: the win rate of
    /// the first side].
    #[arg(long, value_name = "NAME")]
    pub(crate) metric: Option<String>,
    /// Play at most this many pairs of fights for each switch [default: 20000; none where an exact answer is cheaper].
    #[arg(long, value_name = "N")]
    pub(crate) max_fights: Option<Fights>,
    /// What `--max-fights` was called.
    #[arg(long = "fights", value_name = "N", hide = true, conflicts_with = "max_fights")]
    pub(crate) old_fights: Option<Fights>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
