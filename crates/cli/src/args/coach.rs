//! The arguments of `fray coach`.

use std::path::PathBuf;
use std::time::Duration;

use super::common::{OutputArgs, PlayArgs};
use super::values::{Fights, seconds};

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
    /// Stop after this many seconds and print what is known by then. The exit code is 4 then.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) max_time: Option<Duration>,
    /// Also write the advice as a page to this file; --out writes it as `coach.csv`, which `fray report` makes a section
    /// of in a folder with a run of the scenario.
    #[arg(long, value_name = "FILE", group = "written")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
