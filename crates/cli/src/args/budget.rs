//! The arguments of `fray budget`.

use std::path::PathBuf;
use std::time::Duration;

use fray_sim::compare::Tolerance;

use super::common::{OutputArgs, PlayArgs};
use super::values::{Fights, seconds};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct BudgetArgs {
    /// A suite with a `[[cross]]`; every party in it meets more and more of every monster.
    pub(crate) suite: PathBuf,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// The goal to meet, written as in a scenario file: "win_rate(heroes) = 65%", "any_died(heroes) <= 20%".
    #[arg(long, value_name = "GOAL")]
    pub(crate) goal: String,
    /// Try at most this many of a monster.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(i64).range(2..=32))]
    pub(crate) most: i64,
    /// Vary a number of the monster instead of how many there are: life, or life=4:40.
    #[arg(long, value_name = "KEY[=LO:HI]", conflicts_with = "against")]
    pub(crate) vary: Option<String>,
    /// The monster that the others are measured in [default: the one whose number is known against the most parties].
    #[arg(long, value_name = "MONSTER")]
    pub(crate) against: Option<String>,
    /// How precisely to measure near the number that meets the goal: 1pt for a rate, or a number [default: 1pt; 1 % of
    /// anything but a rate].
    #[arg(long, value_name = "D")]
    pub(crate) tolerance: Option<Tolerance>,
    /// Play at most this many fights for each number of each monster.
    #[arg(long, value_name = "N", default_value = "100000")]
    pub(crate) max_fights: Fights,
    /// Stop after this many seconds and print what is known by then.
    #[arg(long, value_name = "SECONDS", default_value = "3600", value_parser = seconds)]
    pub(crate) max_time: Duration,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
