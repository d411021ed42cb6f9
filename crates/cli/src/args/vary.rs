//! The arguments of the verbs that play many versions of one scenario.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use fray_sim::vary::pick::PickText;

use super::common::{MetricArgs, OutputArgs, PlayArgs};
use super::side_tactics::SideTacticsArgs;
use super::values::{Fights, seconds};
use crate::verbs::play::run::target::TargetArgs;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SweepArgs {
    /// The scenario file, a point of a suite (night.toml/heroes/ogre), or a suite with one `[[cross]]`, whose sides are
    /// then varied, too. --set takes ranges and lists here: Ogre.hp=80:160:10 (both ends included), Boar.body=d6:2d12
    /// for stats that are dice, Ogre.attack=12,14,16. Every combination is played.
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) sides: SideTacticsArgs,
    /// Vary the `[[variant]]` entries of the file, too. Without a range or list, only they are varied.
    #[arg(long)]
    pub(crate) variants: bool,
    /// Vary the rows of a spreadsheet, too. Its header has paths like Ogre.hp, and may have a column `name` to name the
    /// rows. An empty cell changes nothing.
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) among: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    /// Play this many fights of each point: 1000000, 1_000_000 or 1e6 [default: the number in the file, or 100000; none
    /// where an exact answer is cheaper]. With --pick, give --max-fights instead, 1024 or more.
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Play the points that may be the best until one clearly is: max:METRIC, min:METRIC or closest:METRIC=VALUE, as in
    /// closest:win_rate(heroes)=65%. The exit code is 4 if several are left.
    #[arg(long, value_name = "WHICH", conflicts_with = "targets", group = "ends_early")]
    pub(crate) pick: Option<PickText>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WeightsArgs {
    /// The scenario file.
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// Only the numbers of this side or unit.
    #[arg(long, value_name = "NAME")]
    pub(crate) of: Option<String>,
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    /// Instead of changing numbers, take out each unit, each of its weapons, abilities and other named entries, and
    /// each of its tactics in turn. If a unit has several copies, one of them is taken out.
    #[arg(long, alias = "knockout")]
    pub(crate) parts: bool,
    /// Instead, move all numbers at once and show how much the effect of each depends on the others: by elementary
    /// effects along random paths (morris), or by shares of the variance (sobol).
    #[arg(long, value_name = "METHOD", conflicts_with = "parts")]
    pub(crate) method: Option<MethodArg>,
    /// With --method, how far each number is moved up and down.
    #[arg(long, value_name = "N", default_value_t = 2, requires = "method", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) span: u32,
    /// With --method, the number of random paths (morris) or rows (sobol) [default: 20 paths, 1024 rows].
    #[arg(long, value_name = "N", requires = "method", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub(crate) rows: Option<u64>,
    /// Play at most this many fights of the scenario and of each change [default: 20000; none where an exact answer is
    /// cheaper]. A change that moves nothing in the first 1024 fights stops there.
    #[arg(long, value_name = "N", conflicts_with_all = ["method", "fights"])]
    pub(crate) max_fights: Option<Fights>,
    /// With --method, play this many fights of each combination [default: 2000 with morris, 20 with sobol].
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// How all numbers are moved at once.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum MethodArg {
    /// Elementary effects along random paths.
    Morris,
    /// Shares of the variance.
    Sobol,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TacticsArgs {
    /// The scenario file.
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// Search for a side's best combination of named tactics, starting from the best single switch and elsewhere, and
    /// test it on the dice of another seed against the file and every single switch. The other sides keep their
    /// tactics. The exit code is 4 if the test is undecided.
    #[arg(long)]
    pub(crate) best: bool,
    /// Show how much good play is worth to a side: how often it wins with random tactics, with the defaults, with those
    /// in the file, with the best combination that a search finds, and looking ahead at each turn. Also show what it
    /// does differently when it looks ahead, as tactics to put in the file, each tested. The other sides keep their
    /// tactics.
    #[arg(long, conflicts_with = "best")]
    pub(crate) ceiling: bool,
    /// Only the tactics of this side or unit [default: all sides]. With --best and --ceiling, a side [default: the
    /// first].
    #[arg(long, value_name = "NAME")]
    pub(crate) of: Option<String>,
    /// Play at most this many pairs of fights for each switch; with --best, also for each combination that the search
    /// tries, at least 1024; with --ceiling, exactly this many for each way of playing, and a twentieth of them when
    /// looking ahead [default: 20000; none where an exact answer is cheaper].
    #[arg(long, value_name = "N")]
    pub(crate) max_fights: Option<Fights>,
    /// What `--max-fights` was called.
    #[arg(long = "fights", value_name = "N", hide = true, conflicts_with = "max_fights")]
    pub(crate) old_fights: Option<Fights>,
    /// Stop after this many seconds and print what is known by then; with --ceiling, every way of playing gets its part
    /// of the time. The exit code is 4 then.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) max_time: Option<Duration>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
