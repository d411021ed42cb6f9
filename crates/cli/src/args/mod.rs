//! The command line: one variant for each verb, with a struct of its arguments.

mod matrix;
mod values;
mod watch;
mod why;

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use fray_sim::compare::Tolerance;
use fray_sim::vary::pick::PickText;

use crate::exit::Exit;
use crate::verbs::run::target::TargetArgs;
pub(crate) use matrix::MatrixArgs;
pub(crate) use values::{FightRange, Fights};
use values::{error_rate, probability, seconds, seed};
pub(crate) use watch::WatchArgs;
pub(crate) use why::WhyArgs;

/// A Monte Carlo balance simulator for tabletop-RPG combat.
#[derive(Debug, Parser)]
#[command(name = "fray", version, about, after_help = Exit::help(), max_term_width = 100)]
pub(crate) struct Args {
    /// The verb.
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Play the fights of scenarios, print a summary card and write CSV files.
    Run(RunArgs),
    /// Add the results of parts of a run. The sum has the same bytes as one long run.
    Merge(MergeArgs),
    /// Print one fight of a run blow by blow, exactly as the run counted it.
    Trace(TraceArgs),
    /// Compute exact probabilities by enumeration, where the scenario is small enough.
    Exact(ExactArgs),
    /// Compare two scenarios, or a scenario and a change to it, fight by fight on the same dice.
    Compare(CompareArgs),
    /// Play a scenario for every combination of some values, on the same dice, or pick the best of them.
    Sweep(SweepArgs),
    /// Show what numbers are worth: each number of each unit one more and one less, on the same dice.
    Weights(WeightsArgs),
    /// Show what play is worth: switch each decision of each unit to its other tactics, on the same dice.
    Tactics(TacticsArgs),
    /// Play every stat block and side of a folder against every other, and name the strongest and circles.
    Matrix(MatrixArgs),
    /// Share the difference of two scenarios out over the values that were edited, on the same dice.
    Why(WhyArgs),
    /// Play a scenario again whenever it is saved, and show what moved since the last version.
    Watch(WatchArgs),
    /// Test the scenarios of a suite against their committed baselines and their goals, as a gate for CI.
    Check(CheckArgs),
    /// Measure on fights with known answers how often intervals cover and how often the gate raises a false alarm.
    Selftest(SelftestArgs),
    /// Check scenario files, includes and spreadsheets, and show everything that is wrong with them.
    Validate(ValidateArgs),
    /// Write a first scenario of a system, with a sentence for each key, to play and to change.
    New(NewArgs),
    /// Print the JSON Schema of a system's scenario files, for editors.
    Schema(SchemaArgs),
    /// List systems, or the keys, metrics, card, rulings, tactics, facts, effects, targets or timings of one.
    List(ListArgs),
    /// Print a completion script for a shell.
    Completions(CompletionsArgs),
    /// Print the manual page.
    Man,
}

/// The arguments of every verb that plays fights.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// The seed of the random dice [default: the seed of the file, or a random one, which is shown].
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// The number of threads; 0 is one for each core. The results do not depend on it.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
    /// The number of rounds after which an undecided fight ends as a timeout.
    #[arg(long, value_name = "N")]
    pub(crate) max_rounds: Option<String>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    /// Print nothing but results that were asked for by a flag, warnings and errors.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Also print a legend of the card and every value of the scenario and where it came from.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}

impl PlayArgs {
    /// The flags that change a scenario, for its loader.
    pub(crate) fn options(&self) -> fray_sim::scenario::Options {
        with_rounds(self.set.options(), self.max_rounds.as_deref())
    }
}

/// Adds `--max-rounds`, which changes a value of the scenario and takes precedence over `--set`.
pub(crate) fn with_rounds(
    mut options: fray_sim::scenario::Options,
    rounds: Option<&str>,
) -> fray_sim::scenario::Options {
    if let Some(rounds) = rounds {
        options.sets.push(("--max-rounds".to_owned(), format!("run.max_rounds={rounds}")));
    }
    options
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// Scenario files, folders of them, or suites.
    #[arg(required = true, value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// The number of fights: 1000000, 1_000_000 or 1e6 [default: the number of the file, or 100000].
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    /// Play the fights with the numbers from LO up to, but not including, HI.
    #[arg(long, value_name = "LO..HI", conflicts_with_all = ["fights", "targets"], allow_hyphen_values = true)]
    pub(crate) range: Option<FightRange>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// The folder for the results [default: results/SCENARIO; with --set, a folder named after the changes in it].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write nothing, only print.
    #[arg(long, conflicts_with_all = ["out", "extend", "force"])]
    pub(crate) no_out: bool,
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
    /// Print one JSON object instead of the card.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// Folders with the results of parts of one run, or of parts of one batch of runs.
    #[arg(required = true, value_name = "DIR")]
    pub(crate) dirs: Vec<PathBuf>,
    /// The folder for the sum.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
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
    /// The number of the fight, from 0.
    #[arg(long, value_name = "K", required_unless_present = "find")]
    pub(crate) fight: Option<u64>,
    /// Search for a fight: "loss(wizards), longest", "win, most_damage(Boss)", "timeout".
    #[arg(long, value_name = "WHAT", conflicts_with = "fight")]
    pub(crate) find: Option<String>,
    /// The number of fights to search: 1000000, 1_000_000 or 1e6 [default: the number of the file, or 100000].
    #[arg(long, value_name = "N", conflicts_with = "fight", requires = "find")]
    pub(crate) fights: Option<Fights>,
    /// Search the fights with the numbers from LO up to, but not including, HI.
    #[arg(long, value_name = "LO..HI", conflicts_with_all = ["fights", "fight"], requires = "find", allow_hyphen_values = true)]
    pub(crate) range: Option<FightRange>,
    /// Write the file fight-K.txt or fight-K.json in this folder and print nothing to stdout.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file of another run.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
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
    /// Print one JSON object, with all digits.
    #[arg(long)]
    pub(crate) json: bool,
}

impl ExactArgs {
    /// The flags that change the scenario, for its loader.
    pub(crate) fn options(&self) -> fray_sim::scenario::Options {
        with_rounds(self.set.options(), self.max_rounds.as_deref())
    }
}

/// The verdicts that a comparison can be expected to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Expect {
    /// A difference larger than the tolerance.
    Different,
    /// No difference larger than the tolerance.
    Same,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SweepArgs {
    /// The scenario file. --set takes ranges and lists here: Ogre.hp=80:160:10 (both ends included),
    /// Ogre.attack=12,14,16. Every combination is played.
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// Vary the `[[variant]]` of the file, too. Without a range or list they are what is varied.
    #[arg(long)]
    pub(crate) variants: bool,
    /// Also show this metric, by its name in the table or as goals write it: rounds, hp_left(Boss), ...
    /// Repeat the flag for more.
    #[arg(long = "metric", value_name = "NAME")]
    pub(crate) metrics: Vec<String>,
    /// The number of fights of each point: 1000000, 1_000_000 or 1e6; with --pick the most of any point
    /// [default: the number of the file, or 100000].
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Play the points that may be the best, until one is certain to be: max:METRIC, min:METRIC or
    /// closest:METRIC=VALUE, as in closest:win_rate(heroes)=65%. The exit code is 4 if several are left.
    #[arg(long, value_name = "WHICH", conflicts_with = "targets")]
    pub(crate) pick: Option<PickText>,
    /// The folder for sweep.csv and the tables of a run, with the varied values as columns.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace other results in that folder.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Print one JSON object instead of the table.
    #[arg(long)]
    pub(crate) json: bool,
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
    /// What numbers are worth in this metric, by its name in the table or as goals write it: rounds,
    /// hp_left(Boss), ... Repeat the flag for more [default: the win rate of the first side].
    #[arg(long = "metric", value_name = "NAME")]
    pub(crate) metrics: Vec<String>,
    /// Take out each unit, each weapon, ability and other named entry of a unit, and each of its tactics in
    /// turn, instead of changing numbers. Of several copies of a unit one is taken out.
    #[arg(long)]
    pub(crate) knockout: bool,
    /// The fights of the scenario and of each change: 20000, 20_000 or 2e4.
    #[arg(long, value_name = "N", default_value = "20000")]
    pub(crate) fights: Fights,
    /// The folder for weights.csv.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace other results in that folder.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Print one JSON object instead of the table.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TacticsArgs {
    /// The scenario file.
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// Only the tactics of this side.
    #[arg(long, value_name = "SIDE")]
    pub(crate) of: Option<String>,
    /// The pairs of fights for each switch: 20000, 20_000 or 2e4.
    #[arg(long, value_name = "N", default_value = "20000")]
    pub(crate) fights: Fights,
    /// The folder for tactics.csv.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace other results in that folder.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Print one JSON object instead of the table.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CompareArgs {
    /// Two scenario files, A and B. With one file, B is A as changed by --set or --mirror. With
    /// --independent also two folders of results.
    #[arg(required = true, num_args = 1..=2, value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// Play exactly this many pairs of fights: 1000000, 1_000_000 or 1e6.
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    /// Play until the verdict, but at most this many pairs [default: the number of fights of the file, or 100000].
    #[arg(long, value_name = "N", conflicts_with = "fights")]
    pub(crate) max_fights: Option<Fights>,
    /// Play the pairs with the numbers from LO up to, but not including, HI.
    #[arg(long, value_name = "LO..HI", conflicts_with_all = ["fights", "max_fights"], allow_hyphen_values = true)]
    pub(crate) range: Option<FightRange>,
    /// The metric that the verdict is about, by its name in the table or as goals write it: rounds,
    /// hp_left(Boss), exhausted(Boss, every), ... [default: win_rate of the first side].
    #[arg(long, value_name = "NAME")]
    pub(crate) metric: Option<String>,
    /// The largest difference that counts as no difference: 0.5pt of a rate, or a number [default: 0.5pt].
    #[arg(long, value_name = "D")]
    pub(crate) delta: Option<Tolerance>,
    /// The probability of a wrong verdict that is accepted.
    #[arg(long, value_name = "P", default_value_t = 0.01, value_parser = error_rate)]
    pub(crate) alpha: f64,
    /// Set the exit code by the verdict: 1 if it is the other one, 4 if there is none.
    #[arg(long, value_name = "VERDICT")]
    pub(crate) expect: Option<Expect>,
    /// Compare a scenario with itself, with its sides listed in the opposite order. Each side keeps
    /// its dice. In games where the order of the sides decides their ends of the board, the board
    /// is mirrored too.
    #[arg(long)]
    pub(crate) mirror: bool,
    /// Play B on dice of its own, as scenarios of two systems must. Folders of results are always compared so.
    #[arg(long, conflicts_with = "mirror")]
    pub(crate) independent: bool,
    /// The folder for compare.csv and manifest.json.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace another comparison in that folder.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Print one JSON object instead of the table.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// The suite file.
    pub(crate) suite: PathBuf,
    /// How points are tested against their baselines [default: the mode of the suite].
    #[arg(long, value_name = "MODE")]
    pub(crate) mode: Option<CheckMode>,
    /// How many fights of a baseline are played again to compare their tallies.
    #[arg(long, value_name = "HOW", default_value = "prefix", conflicts_with = "update")]
    pub(crate) replay: ReplayArg,
    /// The probability that a run in which nothing changed raises a false alarm [default: that of the suite].
    #[arg(long, value_name = "P", value_parser = probability)]
    pub(crate) alpha: Option<f64>,
    /// The seed of fresh fights [default: for each point, the seed of its baseline plus one].
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// The largest number of fresh fights of a point [default: that of the suite].
    #[arg(long, value_name = "N")]
    pub(crate) max_fights: Option<Fights>,
    /// Test only the points that have this text in their names.
    #[arg(long, value_name = "TEXT")]
    pub(crate) point: Option<String>,
    /// The number of threads; 0 is one for each core. The results do not depend on it.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
    /// Replace the baselines whose fights have different results now, instead of testing.
    #[arg(long, requires = "reason", conflicts_with_all = ["mode", "alpha", "seed", "max_fights", "junit", "annotations"])]
    pub(crate) update: bool,
    /// The reason for the update, which is kept in the baseline files.
    #[arg(long, value_name = "WHY", requires = "update", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) reason: Option<String>,
    /// Also write the report to a file in the JUnit format.
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Print failures as annotations that a hosted CI shows beside the files.
    #[arg(long)]
    pub(crate) annotations: bool,
    /// Print one JSON object.
    #[arg(long, conflicts_with_all = ["update", "annotations"])]
    pub(crate) json: bool,
    /// Print only what did not pass.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print every test that did not pass, with the command that reproduces it.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SelftestArgs {
    /// Scenarios within reach of an exact answer [default: a built-in one of each system].
    #[arg(value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    /// The first seed. Equal seeds give equal measurements.
    #[arg(long, default_value_t = 1, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// The number of threads; 0 is one for each core. The results do not depend on it.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How many fights of a baseline are played again.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ReplayArg {
    /// The first 8,192; the file is held against its own checksum.
    Prefix,
    /// All of them: as many as the baseline was made of.
    Full,
}

/// How points are tested against their baselines.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CheckMode {
    /// Pass if the counts are equal; otherwise test statistically with fresh fights.
    Auto,
    /// Pass if the counts are equal; otherwise fail.
    Exact,
    /// Test statistically with fresh fights.
    Stat,
}

/// Values that take precedence over those of the file.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SetArgs {
    /// Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub(crate) sets: Vec<String>,
}

impl SetArgs {
    /// These values as the scenario loader takes them.
    pub(crate) fn options(&self) -> fray_sim::scenario::Options {
        let sets = self.sets.iter().map(|set| ("--set".to_owned(), set.clone()));
        fray_sim::scenario::Options { sets: sets.collect(), ..Default::default() }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ValidateArgs {
    /// Scenario files, includes, spreadsheets, suites, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Do not name the files that have no errors.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct NewArgs {
    /// The system: see `fray list systems`.
    pub(crate) system: String,
    /// The file to write [default: SYSTEM.toml].
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Replace a file that is there.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SchemaArgs {
    /// The system.
    pub(crate) system: Option<String>,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum What {
    /// The systems.
    Systems,
    /// The metrics, for goals, targets and `--metric`.
    Metrics,
    /// The tables and columns of the card.
    Card,
    /// The rulings: decisions on what the rules text leaves open.
    Rulings,
    /// The tactics: the decisions of units and what they can choose.
    Tactics,
    /// The facts that conditions (`when`) may ask.
    Facts,
    /// The keys of scenario files: of units, weapons, abilities, the map and the rest.
    Keys,
    /// What abilities do.
    Effects,
    /// On whom abilities work.
    Targets,
    /// When abilities are used.
    Timings,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    /// What to list.
    pub(crate) what: What,
    /// The system [default: all systems].
    pub(crate) system: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: Shell,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }
}
