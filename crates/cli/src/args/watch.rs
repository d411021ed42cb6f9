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
    /// Refine a card until it has this many fights [default: the number in the file, or 100000].
    #[arg(long, value_name = "N")]
    pub(crate) max_fights: Option<Fights>,
    /// What `--max-fights` was called.
    #[arg(long = "fights", value_name = "N", hide = true, conflicts_with = "max_fights")]
    pub(crate) old_fights: Option<Fights>,
    /// Do not look for tactics that would gain a side more than five points; looking begins when a card is finished,
    /// and takes at most a fifth of its time.
    #[arg(long)]
    pub(crate) no_hints: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
