//! The arguments of `matrix`.

use std::path::PathBuf;

use fray_sim::compare::Tolerance;

use super::common::{OutputArgs, PlayArgs};
use super::values::Fights;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MatrixArgs {
    /// The folder; fighters are every stat block of its includes, and the first side of every scenario.
    pub(crate) folder: PathBuf,
    /// The scenario that gives the map and the rulings; fighters start where its units do [default: the first scenario
    /// with two sides in the folder, if all are of one system]. --set changes it.
    #[arg(long, value_name = "SCENARIO")]
    pub(crate) template: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// Play at most this many fights of each pair, with either fighter listed first; at least 1024 [default: 20000]. A
    /// pair that is decided earlier stops earlier.
    #[arg(long, value_name = "N")]
    pub(crate) max_fights: Option<Fights>,
    /// What `--max-fights` was called.
    #[arg(long = "fights", value_name = "N", hide = true, conflicts_with = "max_fights")]
    pub(crate) old_fights: Option<Fights>,
    /// How far from 50 % a pair may be and still be called even.
    #[arg(long, value_name = "D", default_value = "1pt")]
    pub(crate) delta: Tolerance,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
