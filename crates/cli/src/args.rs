//! The command line: one variant a verb, one struct of arguments each.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use fray_sim::compare::Tolerance;

use crate::exit::Exit;
use crate::target::TargetArgs;

/// A Monte Carlo balance simulator for tabletop-RPG combat.
#[derive(Debug, Parser)]
#[command(name = "fray", version, about, after_help = Exit::help(), max_term_width = 100)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// What fray does.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Play the fights of scenarios, print the card, write the CSV files.
    Run(RunArgs),
    /// Add the results of parts of a run: the same bytes as one long run.
    Merge(MergeArgs),
    /// Tell a fight of a run blow by blow, word for word what the run counted.
    Trace(TraceArgs),
    /// Print exact probabilities by enumeration, where that is within reach.
    Exact(ExactArgs),
    /// Compare two scenarios, or a scenario and a change to it, fight by fight on the same dice.
    Compare(CompareArgs),
    /// Hold the scenarios of a suite against their committed baselines and their goals: the gate for CI.
    Check(CheckArgs),
    /// Measure on fights with known answers whether intervals cover, and the gate is as quiet, as they say.
    Selftest(SelftestArgs),
    /// Check scenario files, includes and spreadsheets, and show everything that is wrong.
    Validate(ValidateArgs),
    /// Print the JSON Schema of a system's scenario files, for editors.
    Schema(SchemaArgs),
    /// List systems, or the metrics, rulings or tactics of one.
    List(ListArgs),
    /// Print completions for a shell.
    Completions(CompletionsArgs),
    /// Print the manual page.
    Man,
}

/// What every verb that plays takes.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// The seed. Drawn and shown where neither flag nor file has one.
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Threads; 0 is one for each core. They never change a number.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
    /// Rounds after which an undecided fight is a timeout.
    #[arg(long, value_name = "N")]
    pub(crate) max_rounds: Option<String>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    /// Say nothing but what was asked for.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Show also every value of the scenario and where it came from.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}

impl PlayArgs {
    /// The flags that change a scenario, for its loader.
    pub(crate) fn options(&self) -> fray_sim::scenario::Options {
        with_rounds(self.set.options(), self.max_rounds.as_deref())
    }
}

/// `--max-rounds` is a value of the scenario like any other, and as a flag it wins over `--set`.
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
    /// How many fights: 1000000, 1_000_000 or 1e6.
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    /// Play the fights LO up to but not with HI.
    #[arg(long, value_name = "LO..HI", conflicts_with = "fights", allow_hyphen_values = true)]
    pub(crate) range: Option<FightRange>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// The folder for the results [default: results/SCENARIO, and in there one for what --set says].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Keep what the folder holds of this scenario and seed, and play the fights that it lacks.
    #[arg(long)]
    pub(crate) extend: bool,
    /// Replace the results of another run.
    #[arg(long)]
    pub(crate) force: bool,
    /// Save a long run every so many seconds.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) checkpoint: Duration,
    /// Hold the result against the exact answer, where that is within reach; 1 if it does not agree.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Print one JSON object in place of the card.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// Folders with the results of parts of one run, or of parts of one folder of runs.
    #[arg(required = true, value_name = "DIR")]
    pub(crate) dirs: Vec<PathBuf>,
    /// The folder for the sum.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Replace the results of another run.
    #[arg(long)]
    pub(crate) force: bool,
    /// Print one JSON object in place of the card.
    #[arg(long)]
    pub(crate) json: bool,
    /// Say nothing but what was asked for.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Show also every value of the scenario and where it came from.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
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
    /// Look for a fight: "loss(wizards), longest", "win, most_damage(Boss)", "timeout".
    #[arg(long, value_name = "WHAT", conflicts_with = "fight")]
    pub(crate) find: Option<String>,
    /// How many fights are searched: 1000000, 1_000_000 or 1e6.
    #[arg(long, value_name = "N", conflicts_with = "fight", requires = "find")]
    pub(crate) fights: Option<Fights>,
    /// Search the fights LO up to but not with HI.
    #[arg(long, value_name = "LO..HI", conflicts_with_all = ["fights", "fight"], requires = "find", allow_hyphen_values = true)]
    pub(crate) range: Option<FightRange>,
    /// Write a file fight-K.txt or fight-K.json in this folder, and nothing to stdout.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace such a file of another run.
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
    /// Rounds after which an undecided fight is a timeout.
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

/// What a comparison can be expected to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Expect {
    /// A difference larger than the tolerance.
    Different,
    /// None larger than the tolerance.
    Same,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CompareArgs {
    /// Two scenario files A and B. Or one: then B is A as --set, or --mirror, changes it. Or two
    /// folders of results, with --independent.
    #[arg(required = true, num_args = 1..=2, value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// Play exactly so many pairs of fights: 1000000, 1_000_000 or 1e6.
    #[arg(long, value_name = "N")]
    pub(crate) fights: Option<Fights>,
    /// Play until the verdict, but no more pairs than this [default: fights of the file, or 100000].
    #[arg(long, value_name = "N", conflicts_with = "fights")]
    pub(crate) max_fights: Option<Fights>,
    /// Play the pairs LO up to but not with HI.
    #[arg(long, value_name = "LO..HI", conflicts_with_all = ["fights", "max_fights"], allow_hyphen_values = true)]
    pub(crate) range: Option<FightRange>,
    /// What the verdict is on, by its name in the table or as in goals: rounds, hp_left(Boss),
    /// exhausted(Boss, every), ... [default: win_rate of the first side].
    #[arg(long, value_name = "NAME")]
    pub(crate) metric: Option<String>,
    /// The largest difference that counts as the same: 0.5pt of a rate, or a number [default: 0.5pt].
    #[arg(long, value_name = "D")]
    pub(crate) delta: Option<Tolerance>,
    /// The part of the verdicts that may be wrong.
    #[arg(long, value_name = "P", default_value_t = 0.01, value_parser = part)]
    pub(crate) alpha: f64,
    /// End with 1 if the verdict is the other one, with 4 if there is none.
    #[arg(long, value_name = "VERDICT")]
    pub(crate) expect: Option<Expect>,
    /// Compare a scenario with itself, its sides listed the other way round but on their own dice;
    /// where a side's place in the list is its end of the board, the board is mirrored with them.
    #[arg(long)]
    pub(crate) mirror: bool,
    /// Play B on dice of its own: for scenarios of two systems. Folders of results are always so.
    #[arg(long, conflicts_with = "mirror")]
    pub(crate) independent: bool,
    /// A folder for compare.csv and manifest.json.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace another comparison there.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Print one JSON object in place of the table.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A part of one: above 0, at most a half.
fn part(text: &str) -> Result<f64, String> {
    let part = text.parse().ok().filter(|part| 0.0 < *part && *part <= 0.5);
    part.ok_or_else(|| "expected a number above 0 and at most 0.5, like 0.01".to_owned())
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// The suite file.
    pub(crate) suite: PathBuf,
    /// How points are held against their baselines [default: the suite's].
    #[arg(long, value_name = "MODE")]
    pub(crate) mode: Option<CheckMode>,
    /// The probability that the whole run raises a false alarm [default: the suite's].
    #[arg(long, value_name = "P", value_parser = probability)]
    pub(crate) alpha: Option<f64>,
    /// The seed of fresh fights [default: the one behind each baseline's].
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// The most fresh fights of a point [default: the suite's].
    #[arg(long, value_name = "N")]
    pub(crate) max_fights: Option<Fights>,
    /// Only the points whose name holds this text.
    #[arg(long, value_name = "TEXT")]
    pub(crate) point: Option<String>,
    /// Threads; 0 is one for each core. They never change a number.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
    /// Make the baselines anew where the fights came to something else, instead of checking.
    #[arg(long, requires = "reason", conflicts_with_all = ["mode", "alpha", "seed", "max_fights", "junit", "annotations"])]
    pub(crate) update: bool,
    /// Why they are made anew: kept in the baseline files.
    #[arg(long, value_name = "WHY", requires = "update", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) reason: Option<String>,
    /// Write the report to a file, too, in the format of JUnit.
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Print what did not pass as annotations that a hosted CI shows beside the files.
    #[arg(long)]
    pub(crate) annotations: bool,
    /// Print one JSON object.
    #[arg(long, conflicts_with_all = ["update", "annotations"])]
    pub(crate) json: bool,
    /// Say nothing but what did not pass.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SelftestArgs {
    /// Scenarios within reach of an exact answer [default: one of each system that fray brings along].
    #[arg(value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    /// The first seed; the same seed measures the same.
    #[arg(long, default_value_t = 1, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Threads; 0 is one for each core. They never change a number.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How points are held against their baselines.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CheckMode {
    /// The same tallies if they are the same, statistically otherwise.
    Auto,
    /// The same tallies, or it fails.
    Exact,
    /// Statistically, with fresh fights.
    Stat,
}

fn probability(text: &str) -> Result<f64, String> {
    let p = text.parse::<f64>().ok().filter(|p| *p > 0.0 && *p < 1.0);
    p.ok_or_else(|| "expected a number above 0 and below 1, like 0.001 or 1e-6".to_owned())
}

/// A number of fights: `1000000`, `1_000_000` or `1e6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fights(pub(crate) u64);

impl FromStr for Fights {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fights = whole_number(text).ok_or("expected a whole number like 1000000, 1_000_000 or 1e6")?;
        match fights {
            0 => Err("expected 1 or more fights".to_owned()),
            _ => Ok(Self(fights)),
        }
    }
}

/// A range of fights: `LO..HI`, without HI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FightRange {
    pub(crate) lo: u64,
    pub(crate) hi: u64,
}

impl FromStr for FightRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ends = text.split_once("..").and_then(|(lo, hi)| Some((whole_number(lo)?, whole_number(hi)?)));
        let (lo, hi) = ends.ok_or("expected LO..HI, like 0..1000 or 1e6..2e6")?;
        if lo < hi {
            Ok(Self { lo, hi })
        } else {
            Err(format!("expected LO less than HI, found {lo} and {hi}"))
        }
    }
}

/// A seed.
fn seed(text: &str) -> Result<u64, String> {
    whole_number(text).ok_or_else(|| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// A length of time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected seconds, like 30 or 0.5".to_owned())
}

/// Digits, which may be grouped by `_` and followed by an exponent of ten.
pub(crate) fn whole_number(text: &str) -> Option<u64> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<u32>().ok()?),
        None => (text, 0),
    };
    let is_plain = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '_');
    let digits: String = digits.chars().filter(|&c| c != '_').collect();
    if !is_plain {
        return None;
    }
    digits.parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(exponent)?)
}

/// Values that win over those of the file.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SetArgs {
    /// Change a value, as in `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub(crate) sets: Vec<String>,
}

impl SetArgs {
    /// The same for the loader of scenarios.
    pub(crate) fn options(&self) -> fray_sim::scenario::Options {
        let sets = self.sets.iter().map(|set| ("--set".to_owned(), set.clone()));
        fray_sim::scenario::Options { sets: sets.collect(), ..Default::default() }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ValidateArgs {
    /// Scenario files, includes, spreadsheets, or folders of scenario files.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Do not name the files that are right.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SchemaArgs {
    /// The system; may be left out while there is only one.
    pub(crate) system: Option<String>,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum What {
    /// The systems.
    Systems,
    /// What is counted, and the clocks.
    Metrics,
    /// The rulings: answers to the silences of the rules text.
    Rulings,
    /// The tactics: decisions and what units can be told to do.
    Tactics,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    /// What to list.
    pub(crate) what: What,
    /// The system; all systems if it is left out.
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
    fn numbers_of_fights_are_read_exactly_or_not_at_all() {
        for (text, fights) in
            [("1000000", 1_000_000), ("1_000_000", 1_000_000), ("1e6", 1_000_000), ("12E3", 12_000)]
        {
            assert_eq!(text.parse::<Fights>(), Ok(Fights(fights)), "{text}");
        }
        for text in ["", "0", "-1", "1.5e6", "1e20", "e6", "_1", "1e", "99999999999999999999", "1 000"] {
            assert!(text.parse::<Fights>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_range_ends_behind_its_start() {
        assert_eq!("10..1e3".parse(), Ok(FightRange { lo: 10, hi: 1000 }));
        for text in ["10", "5..5", "6..5", "..5", "5..", "a..b"] {
            assert!(text.parse::<FightRange>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }
}
