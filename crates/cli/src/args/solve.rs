//! The arguments of `fray solve`.

use std::path::PathBuf;
use std::time::Duration;

use fray_sim::compare::Tolerance;

use super::common::{OutputArgs, PlayArgs};
use super::values::{Fights, seconds};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SolveArgs {
    /// The scenario file, or a point of a suite: night.toml/heroes/ogre.
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// The whole number or the dice to search: Ogre.hp, Ogre.hp=20:40 or Boar.body=d6:2d12. Without a range, every
    /// legal value is searched, outward from the present one. A second --vary gives a curve: what the first has to be
    /// for each value of the second.
    #[arg(long, value_name = "PATH[=LO:HI]", required = true)]
    pub(crate) vary: Vec<String>,
    /// The goal to meet, written as in a scenario file: "win_rate(heroes) = 65%", "mean(rounds) between 4 and 5",
    /// "any_died(heroes) <= 20%". Repeat the flag for more [default: the goals of the file].
    #[arg(long = "goal", value_name = "GOAL")]
    pub(crate) goals: Vec<String>,
    /// How far the nearest value may be from what a goal with `=` asks for: 0.5pt for a rate, or a number [default:
    /// 0.5pt; 1 % of anything but a rate].
    #[arg(long, value_name = "D")]
    pub(crate) tolerance: Option<Tolerance>,
    /// Play at most this many fights of each value; raised to 2048 if less, as fewer cannot decide anything.
    #[arg(long, value_name = "N", default_value = "1000000")]
    pub(crate) max_fights: Fights,
    /// Stop the search after this many seconds and print what is known by then.
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    pub(crate) max_time: Duration,
    /// Write the answer to the scenario file; its comments and layout stay as they are.
    #[arg(long)]
    pub(crate) write: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
