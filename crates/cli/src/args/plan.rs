//! The arguments of `plan` and `shard`.

use std::path::PathBuf;

use super::common::PlayArgs;
use super::side_tactics::SideTacticsArgs;
use super::values::Fights;
use crate::verbs::play::run::target::TargetArgs;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlanArgs {
    /// Scenario files, folders of them, or suites. With a single file, --set, --tactics, --among and --variants may
    /// give several values, as for `fray sweep`; every combination is then a point.
    #[arg(required_unless_present_any = ["matrix", "extend"], value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) sides: SideTacticsArgs,
    /// Vary the `[[variant]]` entries of the file, too.
    #[arg(long, conflicts_with_all = ["matrix", "extend"])]
    pub(crate) variants: bool,
    /// Vary the rows of a spreadsheet, too. Its header has paths like Ogre.hp, and may have a column `name` to name the
    /// rows. An empty cell changes nothing.
    #[arg(long, value_name = "FILE.csv", conflicts_with_all = ["matrix", "extend"])]
    pub(crate) among: Option<PathBuf>,
    /// Instead, plan the pairs of `fray matrix`: every stat block and side of this folder against every other.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["scenarios", "tactics", "extend"])]
    pub(crate) matrix: Option<PathBuf>,
    /// With --matrix, the scenario that gives the map and the rulings.
    #[arg(long, value_name = "SCENARIO", requires = "matrix")]
    pub(crate) template: Option<PathBuf>,
    /// The number of fights of each point: 1000000, 1_000_000 or 1e6 [default: the number in the file, or 100000]. With
    /// --target-error, the first round has --min-fights instead.
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Make tasks that take about this many seconds on one core of this machine, whose speed is measured first.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub(crate) shard_seconds: u32,
    /// Make tasks of this many fights, rounded up to a multiple of 65536, without measuring anything, so that the same
    /// command writes the same plan on any machine.
    #[arg(long, value_name = "N", conflicts_with = "shard_seconds")]
    pub(crate) shard_fights: Option<Fights>,
    /// Add fights to this plan: up to --fights or, without it, one more round for the points that have not met the
    /// target; --results then says where the shards are. The old tasks keep their numbers.
    #[arg(long, value_name = "PLAN", conflicts_with_all = ["scenarios", "seed", "sets", "max_rounds", "tactics"])]
    pub(crate) extend: Option<PathBuf>,
    /// For another round, the folders with the shards, or files of sums. With --commands, the folder that the commands
    /// write shards to [default with --commands: results].
    #[arg(long, value_name = "RESULTS", num_args = 1..)]
    pub(crate) results: Vec<PathBuf>,
    /// The folder for the plan [default with --extend: that of the plan].
    #[arg(long, value_name = "DIR", required_unless_present_any = ["dry_run", "extend", "id"])]
    pub(crate) out: Option<PathBuf>,
    /// Replace another plan in the folder, or cut the same one again.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Print the points, the fights and the estimated time and disk space, and write nothing.
    #[arg(long, conflicts_with_all = ["out", "extend", "commands", "array"])]
    pub(crate) dry_run: bool,
    /// Print the id of the plan, by which shards are matched to it, and write nothing. It depends on points, seeds,
    /// fights and rules, not on how the tasks are cut, so nothing is measured.
    #[arg(long, conflicts_with_all = ["out", "extend", "dry_run", "commands", "array", "json"])]
    pub(crate) id: bool,
    /// Print a shell command for each task.
    #[arg(long)]
    pub(crate) commands: bool,
    /// Print the numbers of the tasks in the syntax of job arrays: 0-41; with --extend, those of the new tasks, and
    /// nothing if no more fights are needed.
    #[arg(long, conflicts_with = "commands")]
    pub(crate) array: bool,
    /// Print one JSON object.
    #[arg(long, conflicts_with_all = ["commands", "array"])]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ShardArgs {
    /// The folder of the plan.
    #[arg(long, value_name = "DIR")]
    pub(crate) plan: PathBuf,
    /// The number of the task, counted from 0 [default: SLURM_ARRAY_TASK_ID, HQ_TASK_ID, JOB_COMPLETION_INDEX or
    /// PBS_ARRAY_INDEX, whichever is set first in this order].
    #[arg(long, value_name = "N")]
    pub(crate) task: Option<u64>,
    /// Add this to the number of the task, for schedulers that limit their numbers.
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) task_offset: u64,
    /// Play this many tasks: job N plays those from N × M on.
    #[arg(long, value_name = "M", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) tasks_per_job: u64,
    /// The folder for the results of all tasks.
    #[arg(long, value_name = "DIR", required_unless_present = "stdout")]
    pub(crate) out: Option<PathBuf>,
    /// Write the file to stdout instead.
    #[arg(long, conflicts_with = "out")]
    pub(crate) stdout: bool,
    /// The number of threads; 0 means one per core. Results do not depend on it.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
    /// Print nothing but errors.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
