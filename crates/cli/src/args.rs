//! The command line: one variant a verb, one struct of arguments each.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::exit::Exit;

/// A Monte Carlo balance simulator for tabletop-RPG combat.
#[derive(Debug, Parser)]
#[command(name = "fray", version, about, after_help = Exit::HELP, max_term_width = 100)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// What fray does.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
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
        fray_sim::scenario::Options { sets: sets.collect() }
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
