//! The command line: one variant for each verb, with a struct of its arguments.

mod check;
mod common;
mod compare;
mod files;
mod matrix;
mod plan;
mod report;
mod rulings;
mod run;
mod side_tactics;
mod solve;
mod values;
mod vary;
mod watch;
mod why;

use clap::{Parser, Subcommand};

use crate::exit::Exit;
pub(crate) use check::{CheckArgs, CheckMode, LAST_COMMIT, ReplayArg, SelftestArgs};
pub(crate) use common::{OutputArgs, PlayArgs, with_rounds};
pub(crate) use compare::{CompareArgs, Expect};
pub(crate) use files::{CompletionsArgs, ListArgs, ManArgs, NewArgs, SchemaArgs, ValidateArgs, What};
pub(crate) use matrix::MatrixArgs;
pub(crate) use plan::{PlanArgs, ShardArgs};
pub(crate) use report::ReportArgs;
pub(crate) use rulings::RulingsArgs;
pub(crate) use run::{ExactArgs, MergeArgs, RunArgs, TraceArgs};
pub(crate) use side_tactics::{How, SideTacticsArgs};
pub(crate) use solve::SolveArgs;
pub(crate) use values::Fights;
pub(crate) use vary::{MethodArg, SweepArgs, TacticsArgs, WeightsArgs};
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
    /// Add the results of parts of a run, or with --plan those of the tasks of a batch. The sum has the same
    /// bytes as one long run.
    Merge(MergeArgs),
    /// Cut a batch into tasks that many machines can play, under an engine that hands them out.
    Plan(PlanArgs),
    /// Play one task of a plan and write its file, unless that is there already.
    Shard(ShardArgs),
    /// Print one fight of a run blow by blow, exactly as the run counted it.
    Trace(TraceArgs),
    /// Compute exact probabilities by enumeration, where the scenario is small enough.
    Exact(ExactArgs),
    /// Compare two scenarios, or a scenario and a change to it, fight by fight on the same dice.
    Compare(CompareArgs),
    /// Play a scenario for every combination of some values, on the same dice, or pick the best of them.
    Sweep(SweepArgs),
    /// Search the whole numbers that meet a goal: what a stat has to be.
    Solve(SolveArgs),
    /// Show what numbers are worth: each number of each unit one more and one less, on the same dice.
    Weights(WeightsArgs),
    /// Show what house rules are worth: switch each ruling to its other answers, on the same dice.
    Rulings(RulingsArgs),
    /// Show what play is worth: switch each decision of each unit to its other tactics, on the same dice.
    Tactics(TacticsArgs),
    /// Play every stat block and side of a folder against every other, and name the strongest and circles.
    Matrix(MatrixArgs),
    /// Share the difference of two scenarios out over the values that were edited, on the same dice.
    Why(WhyArgs),
    /// Play a scenario again whenever it is saved, and show what moved since the last version.
    Watch(WatchArgs),
    /// Write results as a page with charts: of a run, a batch, a sweep, a comparison, a matrix, a check.
    Report(ReportArgs),
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
    /// Print the manual, or write its pages into a folder.
    Man(ManArgs),
}

impl Verb {
    /// Whether what it finds is printed as an object of JSON.
    pub(crate) fn prints_json(&self) -> bool {
        match self {
            Self::Run(args) => args.json,
            Self::Merge(args) => args.json,
            Self::Plan(args) => args.json,
            Self::Trace(args) => args.json,
            Self::Exact(args) => args.json,
            Self::Compare(args) => args.output.json,
            Self::Sweep(args) => args.output.json,
            Self::Solve(args) => args.output.json,
            Self::Weights(args) => args.output.json,
            Self::Rulings(args) => args.output.json,
            Self::Tactics(args) => args.output.json,
            Self::Matrix(args) => args.output.json,
            Self::Why(args) => args.output.json,
            Self::Watch(args) => args.output.json,
            Self::Check(args) => args.json,
            Self::Selftest(args) => args.json,
            Self::Validate(args) => args.json,
            Self::List(args) => args.json,
            Self::Shard(_)
            | Self::Report(_)
            | Self::New(_)
            | Self::Schema(_)
            | Self::Completions(_)
            | Self::Man(_) => false,
        }
    }
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
