//! The arguments of `fray coach`.

use std::path::PathBuf;

use super::common::PlayArgs;
use super::values::Fights;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CoachArgs {
    /// The scenario file.
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// Play this many fights of the scenario and of each change to it, and a quarter as many for each number.
    #[arg(long, value_name = "N", default_value = "20000")]
    pub(crate) fights: Fights,
    /// Also play a twentieth of the fights with each side looking ahead at each turn, which takes minutes.
    #[arg(long)]
    pub(crate) thorough: bool,
    /// Also write the advice as a page to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Replace a file of that name.
    #[arg(long, requires = "html")]
    pub(crate) force: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
