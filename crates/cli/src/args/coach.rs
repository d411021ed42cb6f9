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
    /// Play this many fights of the scenario and of each change; a quarter of them for each number.
    #[arg(long, value_name = "N", default_value = "20000")]
    pub(crate) fights: Fights,
    /// Let each side look ahead at each turn, too, which takes minutes: a twentieth of the fights.
    #[arg(long)]
    pub(crate) thorough: bool,
    /// Write a page of the sentences to this file, too.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Replace another file of the name of the page.
    #[arg(long, requires = "html")]
    pub(crate) force: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
