//! The arguments of the gate and of its self-test.

use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::NonEmptyStringValueParser;

use super::values::{Fights, probability, seed};

/// The commit that the work tree is compared with if none is named.
pub(crate) const LAST_COMMIT: &str = "HEAD";

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// The suite file.
    pub(crate) suite: PathBuf,
    /// How points are tested against their baselines [default: as in the suite].
    #[arg(long, value_name = "MODE")]
    pub(crate) mode: Option<CheckMode>,
    /// How many fights of a baseline are played again to compare their tallies.
    #[arg(long, value_name = "HOW", default_value = "changed", conflicts_with = "update")]
    pub(crate) replay: ReplayArg,
    /// The probability that the whole check raises a false alarm when nothing has changed [default: as in the suite].
    #[arg(long, value_name = "P", value_parser = probability)]
    pub(crate) alpha: Option<f64>,
    /// The seed of the fresh fights [default: for each point, the seed of its baseline plus one].
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Play at most this many fresh fights for each point [default: as in the suite].
    #[arg(long, value_name = "N")]
    pub(crate) max_fights: Option<Fights>,
    /// Test only the points with this text in their names.
    #[arg(long, value_name = "TEXT", alias = "point")]
    pub(crate) of: Option<String>,
    /// Test only the points whose scenario, includes or baseline differ, according to git, from this commit or from
    /// where the branch left it. After an update of fray, run a check without this flag: it can change every point
    /// [default without COMMIT: the last commit].
    #[arg(long, value_name = "COMMIT", num_args = 0..=1, default_missing_value = LAST_COMMIT, require_equals = true)]
    pub(crate) changed: Option<String>,
    /// The number of threads; 0 means one per core. Results do not depend on it.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
    /// Instead of testing, replace the baselines of the points whose fights have different results now.
    #[arg(long, requires = "reason", conflicts_with_all = ["mode", "alpha", "seed", "max_fights", "junit", "annotations"])]
    pub(crate) update: bool,
    /// The reason for the update; it is kept in the baseline files.
    #[arg(long, value_name = "WHY", requires = "update", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) reason: Option<String>,
    /// Also write the report to a file in the JUnit format.
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write check.csv, with a row for each test, and a manifest to this folder.
    #[arg(long, value_name = "DIR", conflicts_with = "update")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the report of another check.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Print failures as annotations, which CI services show next to the files.
    #[arg(long)]
    pub(crate) annotations: bool,
    /// Print Markdown, for the summary of a job or a comment on a pull request.
    #[arg(long, conflicts_with_all = ["update", "annotations", "json"])]
    pub(crate) markdown: bool,
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

/// How many fights of a baseline are played again.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ReplayArg {
    /// None if neither the scenario nor the rules changed since the baseline, else the first 8,192.
    Changed,
    /// The first 8,192; the file is checked against its own checksum.
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

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SelftestArgs {
    /// Scenarios small enough for an exact answer [default: a built-in one of each system].
    #[arg(value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    /// The first seed. The same seed gives the same measurements.
    #[arg(long, default_value_t = 1, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// The number of threads; 0 means one per core. Results do not depend on it.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
    /// Measure more, for several minutes instead of one.
    #[arg(long)]
    pub(crate) thorough: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}
