//! Arguments that several verbs share.

use std::path::PathBuf;

use super::values::seed;

/// The arguments of every verb that plays fights.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// The seed of the dice [default: the seed in the file, or a random one, which is shown].
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// The number of threads; 0 means one per core. Results do not depend on it.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
    /// End a fight that is still undecided after this many rounds as a timeout.
    #[arg(long, value_name = "N")]
    pub(crate) max_rounds: Option<String>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    /// Print only warnings, errors and what another flag asks for.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print more: every row of a table; the legend of a card, and every value of the scenario with where it came from.
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

/// Values that take precedence over those of the file.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SetArgs {
    /// Change a value: `Ogre.hp=80`, `heroes/Ogre.tactics.target=weakest`, `rulings.hit_tie=defender`.
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

/// The metrics of a verb that plays many versions of a scenario.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MetricArgs {
    /// Show this metric, named as in the table or as in a goal: rounds, hp_left(Boss), ... Repeat the flag for more
    /// [default: the win rate of the first side].
    #[arg(long = "metric", value_name = "NAME")]
    pub(crate) metrics: Vec<String>,
}

/// Where a verb that prints a table puts its results.
#[derive(Clone, Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("written").multiple(true))]
pub(crate) struct OutputArgs {
    /// Write the table as a CSV file, and the rest of the results, to this folder.
    #[arg(long, value_name = "DIR", group = "written")]
    pub(crate) out: Option<PathBuf>,
    /// Write no files, as without --out.
    #[arg(long, conflicts_with_all = ["out", "force"])]
    pub(crate) no_out: bool,
    /// Replace other results that are in the folder.
    #[arg(long, requires = "written")]
    pub(crate) force: bool,
    /// Print one JSON object instead of the table.
    #[arg(long)]
    pub(crate) json: bool,
}
