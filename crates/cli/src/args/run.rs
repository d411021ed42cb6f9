//! The arguments of the verbs that play one scenario as it is.

use std::path::PathBuf;
use std::time::Duration;

use super::common::{PlayArgs, SetArgs, with_rounds};
use super::side_tactics::SideTacticsArgs;
use super::values::{FightRange, Fights, seconds};
use crate::verbs::play::run::target::TargetArgs;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// Scenario files, folders of them, or suites.
    #[arg(required = true, value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) sides: SideTacticsArgs,
    /// Play exactly this many fights: 1000000, 1_000_000 or 1e6 [default: the number of the file; else as many as
    /// decide every goal and tell every win rate to 0.5 points, at most a million].
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    /// Play the fights with the numbers from LO up to, but not including, HI.
    #[arg(long, value_name = "LO..HI", conflicts_with_all = ["fights", "targets", "min_fights", "max_fights"], allow_hyphen_values = true)]
    pub(crate) range: Option<FightRange>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// The folder for the results [default: results/SCENARIO; with --set, a folder named after the changes in it].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Instead of playing a run, say how probable a rare end of the fight is, by splitting: "any_died(heroes)",
    /// "loss(heroes)", "dropped(Healer)".
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["fights", "range", "targets", "min_fights", "max_fights", "out", "extend", "force", "dry_run", "verify", "report"])]
    pub(crate) rare: Option<String>,
    /// Write nothing, only print.
    #[arg(long, conflicts_with_all = ["out", "extend", "force"])]
    pub(crate) no_out: bool,
    /// Print points, fights, and the estimated time and disk space, and play only what these are measured with.
    #[arg(long, conflicts_with_all = ["out", "no_out", "extend", "force", "verify"])]
    pub(crate) dry_run: bool,
    /// Keep the fights of this scenario and seed that the folder holds, and play only the others.
    #[arg(long)]
    pub(crate) extend: bool,
    /// Replace the results of another run. Without --out those of an earlier version of the same file
    /// are replaced all the same, unless they hold more than ten times the fights.
    #[arg(long)]
    pub(crate) force: bool,
    /// Save a long run at intervals of this many seconds.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) checkpoint: Duration,
    /// Test the result against the exact answer, where that is within reach; the exit code is 1 if they differ.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Give each copy of a unit a row of its own on the card.
    #[arg(long)]
    pub(crate) each: bool,
    /// Also write the results as a page with charts: report.html in the folder of each run, and of a batch.
    #[arg(long, conflicts_with = "no_out")]
    pub(crate) report: bool,
    /// Do not look for tactics that are worth more than five points to a side, which takes at most a fifth of
    /// the time of a run of one scenario.
    #[arg(long)]
    pub(crate) no_hints: bool,
    /// Print one JSON object instead of the card.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// Folders with the results of parts of one run, or of parts of one batch of runs; with --plan folders
    /// with the files of its tasks, and files of sums.
    #[arg(required = true, value_name = "DIR")]
    pub(crate) dirs: Vec<PathBuf>,
    /// Add the tasks of this plan. While fights are missing the exit code is 4.
    #[arg(long, value_name = "PLAN")]
    pub(crate) plan: Option<PathBuf>,
    /// The folder for the sum. With --plan it can be left out: then only what is missing is said.
    #[arg(long, value_name = "DIR", required_unless_present = "plan")]
    pub(crate) out: Option<PathBuf>,
    /// Write the numbers of the tasks that are still to be played into this file, in the syntax of job arrays,
    /// as in 3,7,19-24. It is empty if there are none.
    #[arg(long, value_name = "FILE", requires = "plan")]
    pub(crate) missing: Option<PathBuf>,
    /// Write the sums of all points into one file, which stands for the files of the tasks from then on.
    #[arg(long, value_name = "FILE", requires = "plan")]
    pub(crate) state: Option<PathBuf>,
    /// Also write the results of points of which fights are missing, with what is there. They say `interrupted`
    /// as the reason why they ended.
    #[arg(long, requires_all = ["plan", "out"])]
    pub(crate) partial: bool,
    /// Fail with code 5 if a file is damaged or of another plan. Otherwise it counts as not there.
    #[arg(long, requires = "plan")]
    pub(crate) strict: bool,
    /// Replace the results of another run.
    #[arg(long)]
    pub(crate) force: bool,
    /// Print one JSON object instead of the card.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing but results that were asked for by a flag, warnings and errors.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Also print a legend of the card and every value of the scenario and where it came from.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Give each copy of a unit a row of its own on the card.
    #[arg(long)]
    pub(crate) each: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TraceArgs {
    /// The scenario file.
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) sides: SideTacticsArgs,
    /// The number of the fight, from 0.
    #[arg(long, value_name = "K", required_unless_present = "find")]
    pub(crate) fight: Option<u64>,
    /// Search for a fight: "died(Healer) and rounds <= 3", "loss(wizards), longest", "win, most_damage(Boss)",
    /// "loss(wizards), luckiest(wizards)", "timeout", "p95 rounds" for the fight at a percentile of those searched. Conditions are metrics as goals
    /// name them, of this one fight, joined by "and"; `fray list metrics` names them.
    #[arg(long, value_name = "WHAT", conflicts_with = "fight")]
    pub(crate) find: Option<String>,
    /// Search at most this many fights [default: the number of the file, or 100000].
    #[arg(long, value_name = "N", conflicts_with = "fight", requires = "find")]
    pub(crate) max_fights: Option<Fights>,
    /// What `--max-fights` was called.
    #[arg(long = "fights", value_name = "N", hide = true, requires = "find", conflicts_with_all = ["max_fights", "fight"])]
    pub(crate) old_fights: Option<Fights>,
    /// Search the fights with the numbers from LO up to, but not including, HI.
    #[arg(long, value_name = "LO..HI", conflicts_with_all = ["max_fights", "old_fights", "fight"], requires = "find", allow_hyphen_values = true)]
    pub(crate) range: Option<FightRange>,
    /// Write the file fight-K.txt, fight-K.json or fight-K.html in this folder and print nothing to stdout. With
    /// --html, what ends in .html is the file itself [default with --html: the folder of a run's results].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace a file with another text.
    #[arg(long)]
    pub(crate) force: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Also say what the chances were after each turn, from this many fights that go on from there on other dice, and
    /// which turns moved them most [default with the flag alone: 400].
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "400", conflicts_with = "json", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) chances: Option<u32>,
    /// Write the fight as a page: round by round and turn by turn, with the board after each turn where units
    /// have places on one.
    #[arg(long, conflicts_with = "json")]
    pub(crate) html: bool,
    /// Open the page in the browser.
    #[arg(long, requires = "html")]
    pub(crate) open: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ExactArgs {
    /// The scenario file.
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    /// The number of rounds after which an undecided fight ends as a timeout.
    #[arg(long, value_name = "N")]
    pub(crate) max_rounds: Option<String>,
    /// Let a side play the best of several sets of named tactics at each turn, and say what that is worth: those that
    /// it chooses from with `--tactics SIDE=clever` of `fray run`, and those of the file.
    #[arg(long, value_name = "HOW")]
    pub(crate) play: Option<ExactPlay>,
    /// The side that plays best [default: the first].
    #[arg(long, value_name = "SIDE", requires = "play")]
    pub(crate) of: Option<String>,
    /// Print one JSON object, with all digits.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How a side plays in an exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ExactPlay {
    /// The best of several sets of named tactics at each turn.
    Best,
}

impl ExactArgs {
    /// The flags that change the scenario, for its loader.
    pub(crate) fn options(&self) -> fray_sim::scenario::Options {
        with_rounds(self.set.options(), self.max_rounds.as_deref())
    }

    /// The flags of fights that are played on the way.
    pub(crate) fn play_args(&self) -> PlayArgs {
        let (max_rounds, set) = (self.max_rounds.clone(), self.set.clone());
        PlayArgs { seed: None, threads: 0, max_rounds, set, quiet: false, verbose: false }
    }
}
