//! The arguments of `watch`.

use std::path::PathBuf;

use super::{Fights, PlayArgs};

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
    /// The folder for the tables of the card that is shown; without it nothing is written.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace other results in that folder.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Print one JSON object a line for each card, instead of cards.
    #[arg(long)]
    pub(crate) json: bool,
}
