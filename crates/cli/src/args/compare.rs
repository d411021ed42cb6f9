//! The arguments of `fray compare`.

use std::path::PathBuf;

use clap::ValueEnum;
use fray_sim::compare::Tolerance;

use super::common::{OutputArgs, PlayArgs};
use super::side_tactics::SideTacticsArgs;
use super::values::{FightRange, Fights, error_rate};

/// The verdicts that a comparison can be expected to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Expect {
    /// A difference larger than the tolerance.
    Different,
    /// No difference larger than the tolerance.
    Same,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CompareArgs {
    /// Two scenario files, A and B; --set and --tactics then change both. With one file, B is A as changed by --set,
    /// --tactics or --mirror. With --independent, two folders of results will do. Two folders of batches are compared
    /// point by point, by how their fights ended, and what moved is listed.
    #[arg(required = true, num_args = 1..=2, value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) sides: SideTacticsArgs,
    /// Play exactly this many pairs of fights: 1000000, 1_000_000 or 1e6.
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    /// Play until there is a verdict, but at most this many pairs; at least 1024, as fewer cannot decide anything
    /// [default: the number in the file, or 100000].
    #[arg(long, value_name = "N", conflicts_with = "fights")]
    pub(crate) max_fights: Option<Fights>,
    /// Play the pairs numbered LO up to, but not including, HI.
    #[arg(long, value_name = "LO..HI", conflicts_with_all = ["fights", "max_fights"], allow_hyphen_values = true)]
    pub(crate) range: Option<FightRange>,
    /// The metric that the verdict is about, named as in the table or as in a goal: rounds, hp_left(Boss),
    /// exhausted(Boss, every), ... [default: the win rate of the first side].
    #[arg(long, value_name = "NAME")]
    pub(crate) metric: Option<String>,
    /// The largest difference that counts as none: 0.5pt for a rate, or a number [default: 0.5pt].
    #[arg(long, value_name = "D")]
    pub(crate) delta: Option<Tolerance>,
    /// The probability of a wrong verdict that you accept.
    #[arg(long, value_name = "P", default_value_t = 0.01, value_parser = error_rate)]
    pub(crate) alpha: f64,
    /// Set the exit code by the verdict: 1 if it is not this one, 4 if there is none.
    #[arg(long, value_name = "VERDICT")]
    pub(crate) expect: Option<Expect>,
    /// Compare a scenario with itself, with its sides listed in the opposite order. Each side keeps
    /// its dice. In games where the order of the sides decides their ends of the board, the board
    /// is mirrored too.
    #[arg(long)]
    pub(crate) mirror: bool,
    /// Play B on its own dice, as scenarios of two systems have to. Folders of results are always compared this way.
    #[arg(long, conflicts_with = "mirror")]
    pub(crate) independent: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl CompareArgs {
    /// Returns the changes by flags, in words; empty if there are none.
    pub(crate) fn changes(&self) -> String {
        let of_sides = self.sides.tactics.iter().map(|side| format!("--tactics {side}"));
        self.play.set.sets.iter().cloned().chain(of_sides).collect::<Vec<_>>().join(", ")
    }
}
