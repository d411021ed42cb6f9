//! The command line: one variant for each verb, with a struct of its arguments.

mod budget;
mod check;
mod coach;
mod common;
mod compare;
mod files;
mod guide;
mod history;
mod live;
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
pub(crate) use budget::BudgetArgs;
pub(crate) use check::{CheckArgs, CheckMode, LAST_COMMIT, ReplayArg, SelftestArgs};
pub(crate) use coach::CoachArgs;
pub(crate) use common::{OutputArgs, PlayArgs, with_rounds};
pub(crate) use compare::{CompareArgs, Expect};
pub(crate) use files::{
    CompletionsArgs, HelpArgs, ListArgs, ManArgs, NewArgs, RulesArgs, SchemaArgs, ValidateArgs, What,
};
pub(crate) use guide::{GROUPS, command, meant, suggested};
pub(crate) use history::{HistoryArgs, HistoryDoes};
pub(crate) use live::LiveArgs;
pub(crate) use matrix::MatrixArgs;
pub(crate) use plan::{PlanArgs, ShardArgs};
pub(crate) use report::ReportArgs;
pub(crate) use rulings::RulingsArgs;
pub(crate) use run::{ExactArgs, ExactPlay, MergeArgs, RunArgs, TraceArgs};
pub(crate) use side_tactics::{How, SideHows, SideTacticsArgs};
pub(crate) use solve::SolveArgs;
pub(crate) use values::{Fights, at_most};
pub(crate) use vary::{MethodArg, SweepArgs, TacticsArgs, WeightsArgs};
pub(crate) use watch::WatchArgs;
pub(crate) use why::WhyArgs;

/// A Monte Carlo balance simulator for tabletop-RPG combat.
#[derive(Debug, Parser)]
#[command(
    name = "fray",
    version,
    about,
    after_help = Exit::help(),
    max_term_width = 100,
    disable_help_subcommand = true
)]
pub(crate) struct Args {
    /// The verb.
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// The verbs. The first line of each stands in the list of all.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Play scenarios, print a card of the results and write tables
    ///
    /// Results go to results/SCENARIO as CSV files with a manifest, unless --out or --no-out says otherwise. Of a
    /// folder, every scenario is played.
    Run(RunArgs),
    /// Add up the parts of a run, or the tasks of a plan
    ///
    /// The sum is the same, byte for byte, as one long run.
    Merge(MergeArgs),
    /// Cut a batch into numbered tasks for several machines
    ///
    /// The plan is a folder with everything that a task needs. Anything that can run a command for each number in a
    /// list can play it: Slurm, Dask, Kubernetes, GNU parallel, a shell.
    Plan(PlanArgs),
    /// Play one task of a plan
    ///
    /// Its file is written whole or not at all. A task whose file exists already ends at once.
    Shard(ShardArgs),
    /// Tell one fight of a run, blow by blow
    ///
    /// The fight is replayed exactly as it was counted in the run.
    Trace(TraceArgs),
    /// Compute exact probabilities, where the fight is small enough
    Exact(ExactArgs),
    /// Compare two scenarios, or a scenario and a change to it
    ///
    /// Both are played fight by fight, on the same dice, until it is clear whether they differ.
    Compare(CompareArgs),
    /// Try every combination of some values, or pick the best
    ///
    /// All combinations are played on the same dice.
    Sweep(SweepArgs),
    /// Find what a number has to be to meet a goal
    Solve(SolveArgs),
    /// Rank the numbers of the stat blocks by how much they matter
    ///
    /// Each number of each unit is played one higher and one lower, on the same dice.
    Weights(WeightsArgs),
    /// Show which house rules change the fight, and by how much
    ///
    /// Each ruling is switched to each of its other answers, on the same dice.
    Rulings(RulingsArgs),
    /// Show what other tactics are worth, or search for the best
    ///
    /// Each decision of each unit is switched to each of its other options, on the same dice.
    Tactics(TacticsArgs),
    /// Say in plain words what is wrong with a fight, and how to mend it
    ///
    /// Sides that could play better, goals that are missed, what makes the fight swing, numbers that do nothing,
    /// edits that meet all goals, and how long it takes: each sentence with its figure, its interval and the command
    /// that shows it.
    Coach(CoachArgs),
    /// Let every stat block of a folder fight every other
    ///
    /// The result is a ranking, and which fighters beat others that rank above them.
    Matrix(MatrixArgs),
    /// Find how many of each monster meet a goal for each party
    ///
    /// For every party and monster of a `[[cross]]`: how many, as a fraction between two whole numbers; how many of one
    /// monster equal another; and whether a mixed pack is worth the sum of its parts.
    Budget(BudgetArgs),
    /// Find out which edits made the difference between two scenarios
    ///
    /// The difference is divided among the edited values, on the same dice.
    Why(WhyArgs),
    /// Play a scenario again on every save, and show what moved
    Watch(WatchArgs),
    /// Open a page in the browser: drag a number, see the fight change
    ///
    /// The page shows the stat blocks of a scenario beside what happens in its fights. A change is answered at once
    /// from a few fights, then more and more precisely until you touch something again, always against the scenario as
    /// it was and on the same dice. Nothing leaves this machine.
    Live(LiveArgs),
    /// Write results as a page with charts
    ///
    /// Works for a run, a batch, a sweep, a comparison, a matrix, a check or any other table of results.
    Report(ReportArgs),
    /// Keep the results of each night, and show what moved
    ///
    /// The history is a folder that only grows: a small table for each night, and the values of each scenario, stored
    /// once.
    History(HistoryArgs),
    /// Test a suite of scenarios against its baselines and goals
    ///
    /// This is a gate for CI: it fails when a probability has moved.
    Check(CheckArgs),
    /// Measure how far the intervals and the gate can be trusted
    ///
    /// Fights with known answers show how often the intervals hold the true value, and how often the gate raises
    /// a false alarm.
    Selftest(SelftestArgs),
    /// Show everything that is wrong with scenario files
    ///
    /// Includes, spreadsheets and suites are checked, too.
    Validate(ValidateArgs),
    /// Write a first scenario, with a sentence for each key
    New(NewArgs),
    /// Print the JSON Schema of a game's scenario files
    Schema(SchemaArgs),
    /// List games, keys, metrics, tactics, rulings, columns and more
    List(ListArgs),
    /// Print a rule as fray plays it, or all rules of a game
    Rules(RulesArgs),
    /// Print the help of a verb, or open the book
    Help(HelpArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual, or write its pages
    Man(ManArgs),
}

impl Verb {
    /// Returns whether what it finds is printed as an object of JSON.
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
            Self::Coach(args) => args.output.json,
            Self::Matrix(args) => args.output.json,
            Self::Budget(args) => args.output.json,
            Self::Why(args) => args.output.json,
            Self::Watch(args) => args.output.json,
            Self::History(args) => args.json,
            Self::Check(args) => args.json,
            Self::Selftest(args) => args.json,
            Self::Validate(args) => args.json,
            Self::List(args) => args.json,
            Self::Rules(args) => args.json,
            Self::Shard(_)
            | Self::Report(_)
            | Self::Live(_)
            | Self::New(_)
            | Self::Schema(_)
            | Self::Help(_)
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
        command().debug_assert();
    }
}
