//! The arguments of `watch`.

use std::path::PathBuf;

use super::common::{OutputArgs, PlayArgs};
use super::values::Fights;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WatchArgs {
    /// The scenario file.
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// The fights after which a card is not refined further: 1000000, 1_000_000 or 1e6 [default: the number
    /// of the file, or 100000].
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
