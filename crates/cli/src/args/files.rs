//! The arguments of the verbs that play nothing: they check, write or list.

use std::path::PathBuf;

use clap::ValueEnum;
use clap_complete::Shell;

use super::common::SetArgs;

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
    /// Do not list the files without errors.
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
    /// Replace the file if it exists.
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
    /// Every column of every table that is written as CSV.
    Columns,
    /// The rulings: answers to what the rules leave open.
    Rulings,
    /// The tactics: the decisions that units make, and their options.
    Tactics,
    /// The facts that conditions (`when`) can ask about.
    Facts,
    /// The keys of scenario files: units, weapons, abilities, the map and the rest.
    Keys,
    /// What abilities do.
    Effects,
    /// Whom abilities affect.
    Targets,
    /// When abilities can be used.
    Timings,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    /// What to list.
    pub(crate) what: What,
    /// The system [default: all systems]; with columns, a table, as in `fray list columns summary` [default: all
    /// tables].
    #[arg(value_name = "SYSTEM")]
    pub(crate) system: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Write a page for the program and one for each verb to this folder, named as `man` expects: fray.1, fray-run.1
    /// and so on. Without it, all are printed one after the other.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Instead, write the reference chapters of the book to this folder as Markdown: verbs, exit codes and tables, and
    /// the keys, tactics, rulings, facts, metrics and rules of each game.
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    pub(crate) book: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: Shell,
}

#[derive(Debug, clap::Args)]
pub(crate) struct HelpArgs {
    /// The verb.
    pub(crate) verb: Option<String>,
    /// Open the book in the browser, at the page of the verb.
    #[arg(long)]
    pub(crate) open: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RulesArgs {
    /// The game, by its name in scenario files: see `fray list systems`.
    pub(crate) system: String,
    /// The number of a rule: 24 or JU-24, or of a decision that the rules leave to the players: D-04.
    pub(crate) number: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}
