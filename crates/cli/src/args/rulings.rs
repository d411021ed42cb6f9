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
    /// The metric that rulings may move, by its name in the table or as goals write it: rounds,
    /// hp_left(Boss), ... [default: the win rate of the first side].
    #[arg(long, value_name = "NAME")]
    pub(crate) metric: Option<String>,
    /// The pairs of fights for each switch: 20000, 20_000 or 2e4 [default: 20000; none where enumeration is
    /// cheaper].
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
