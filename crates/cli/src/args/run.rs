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
    /// Play exactly this many fights: 1000000, 1_000_000 or 1e6 [default: the number in the file; else until every goal
    /// is decided and every win rate is known to 0.5 points, at most a million].
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    /// Play the fights numbered LO up to, but not including, HI.
    #[arg(long, value_name = "LO..HI", conflicts_with_all = ["fights", "targets", "min_fights", "max_fights"], allow_hyphen_values = true)]
    pub(crate) range: Option<FightRange>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// The folder for the results [default: results/SCENARIO, with --set a subfolder named after the changes].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Instead of playing a run, estimate how probable a rare outcome is, by splitting: "any_died(heroes)",
    /// "loss(heroes)", "dropped(Healer)".
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["fights", "range", "targets", "min_fights", "max_fights", "out", "extend", "force", "dry_run", "verify", "report"])]
    pub(crate) rare: Option<String>,
    /// Write no files.
    #[arg(long, conflicts_with_all = ["out", "extend", "force"])]
    pub(crate) no_out: bool,
    /// Print the points, the fights and the estimated time and disk space, and play only what the estimate needs.
    #[arg(long, conflicts_with_all = ["out", "no_out", "extend", "force", "verify"])]
    pub(crate) dry_run: bool,
    /// Keep the fights of this scenario and seed that are in the folder, and play only the rest.
    #[arg(long)]
    pub(crate) extend: bool,
    /// Replace the results of another run. Without --out, results of an earlier version of the same file are replaced
    /// anyway, unless they have more than ten times as many fights.
    #[arg(long)]
    pub(crate) force: bool,
    /// Save a long run every so many seconds.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) checkpoint: Duration,
    /// Test the result against the exact answer, if there is one; the exit code is 1 if they differ.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Give each copy of a unit its own row on the card.
    #[arg(long)]
    pub(crate) each: bool,
    /// Also write the results as a page with charts: report.html in the folder of each run and of the batch.
    #[arg(long, conflicts_with = "no_out")]
    pub(crate) report: bool,
    /// Do not look for tactics that would gain a side more than five points; looking takes at most a fifth of the time
    /// of a run of one scenario.
    #[arg(long)]
    pub(crate) no_hints: bool,
    /// Print one JSON object instead of the card.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// Folders with the results of the parts of one run or of one batch; with --plan, folders with the files of its
    /// tasks, and files of sums.
    #[arg(required = true, value_name = "DIR")]
    pub(crate) dirs: Vec<PathBuf>,
    /// Add up the tasks of this plan. The exit code is 4 while fights are missing.
    #[arg(long, value_name = "PLAN")]
    pub(crate) plan: Option<PathBuf>,
    /// The folder for the sum. With --plan it may be left out, to learn only what is missing.
    #[arg(long, value_name = "DIR", required_unless_present = "plan")]
    pub(crate) out: Option<PathBuf>,
    /// Write the numbers of the tasks that have not been played yet to this file, in the syntax of job arrays:
    /// 3,7,19-24. It is empty if there are none.
    #[arg(long, value_name = "FILE", requires = "plan")]
    pub(crate) missing: Option<PathBuf>,
    /// Write the sums of all points to one file, which from then on replaces the files of the tasks.
    #[arg(long, value_name = "FILE", requires = "plan")]
    pub(crate) state: Option<PathBuf>,
    /// Also write the results of points with fights missing, from the fights that are there. They give `interrupted` as
    /// the reason why they ended.
    #[arg(long, requires_all = ["plan", "out"])]
    pub(crate) partial: bool,
    /// Fail with code 5 if a file is damaged or belongs to another plan. Otherwise such a file counts as missing.
    #[arg(long, requires = "plan")]
    pub(crate) strict: bool,
    /// Replace the results of another run.
    #[arg(long)]
    pub(crate) force: bool,
    /// Print one JSON object instead of the card.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print only warnings, errors and what another flag asks for.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Also print the legend of the card, and every value of the scenario with where it came from.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Give each copy of a unit its own row on the card.
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
    /// The number of the fight, counted from 0.
    #[arg(long, value_name = "K", required_unless_present = "find")]
    pub(crate) fight: Option<u64>,
    /// Search for a fight: "died(Healer) and rounds <= 3", "loss(wizards), longest", "win, most_damage(Boss)",
    /// "loss(wizards), luckiest(wizards)" for what they lost in spite of luck, "timeout", or "p95 rounds" for the fight at that percentile of the fights
    /// searched. Conditions are about this one fight and use the metrics of goals, joined by "and"; `fray list metrics`
    /// lists them.
    #[arg(long, value_name = "WHAT", conflicts_with = "fight")]
    pub(crate) find: Option<String>,
    /// Search at most this many fights [default: the number in the file, or 100000].
    #[arg(long, value_name = "N", conflicts_with = "fight", requires = "find")]
    pub(crate) max_fights: Option<Fights>,
    /// What `--max-fights` was called.
    #[arg(long = "fights", value_name = "N", hide = true, requires = "find", conflicts_with_all = ["max_fights", "fight"])]
    pub(crate) old_fights: Option<Fights>,
    /// Search the fights numbered LO up to, but not including, HI.
    #[arg(long, value_name = "LO..HI", conflicts_with_all = ["max_fights", "old_fights", "fight"], requires = "find", allow_hyphen_values = true)]
    pub(crate) range: Option<FightRange>,
    /// Write fight-K.txt, fight-K.json or fight-K.html to this folder and print nothing to stdout. With --html, a name
    /// that ends in .html is the file itself [default with --html: the folder of the run's results].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace a file with different contents.
    #[arg(long)]
    pub(crate) force: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Also show each side's chances after every turn, from this many fights played on from there with other dice, and
    /// the turns that moved them most [default without N: 400].
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "400", conflicts_with = "json", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) chances: Option<u32>,
    /// Write the fight as a page, round by round and turn by turn, with the board after each turn if there is one.
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
    /// End a fight that is still undecided after this many rounds as a timeout.
    #[arg(long, value_name = "N")]
    pub(crate) max_rounds: Option<String>,
    /// Let a side play the best of several sets of named tactics at each turn, and show what that is worth. The sets
    /// are those of `fray run --tactics SIDE=clever`, and that of the file.
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
