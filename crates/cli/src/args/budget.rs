//! The arguments of `fray budget`.

use std::path::PathBuf;
use std::time::Duration;

use fray_sim::compare::Tolerance;

use super::common::{OutputArgs, PlayArgs};
use super::values::{Fights, seconds};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct BudgetArgs {
    /// The suite with a `[[cross]]`: every party of it meets ever more of every monster.
    pub(crate) suite: PathBuf,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// What is to hold, as goals of scenario files say it: "win_rate(heroes) = 65%", "any_died(heroes) <= 20%".
    #[arg(long, value_name = "GOAL")]
    pub(crate) goal: String,
    /// Try at most this many of a monster.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(i64).range(2..=32))]
    pub(crate) most: i64,
    /// Vary a number of the monster in the place of how many there are, as in life or life=4:40.
    #[arg(long, value_name = "KEY[=LO:HI]", conflicts_with = "against")]
    pub(crate) vary: Option<String>,
    /// The monster in which the others are counted [default: the one whose number is known against most parties].
    #[arg(long, value_name = "MONSTER")]
    pub(crate) against: Option<String>,
    /// How certain the measure is made to be beside the number that meets the goal: 1pt of a rate, or a number
    /// [default: 1pt; of what is no rate, 1 % of it].
    #[arg(long, value_name = "D")]
    pub(crate) tolerance: Option<Tolerance>,
    /// Play at most this many fights of each number of each monster.
    #[arg(long, value_name = "N", default_value = "100000")]
    pub(crate) max_fights: Fights,
    /// Stop after this many seconds, with what is known by then.
    #[arg(long, value_name = "SECONDS", default_value = "3600", value_parser = seconds)]
    pub(crate) max_time: Duration,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
