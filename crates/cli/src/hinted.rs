//! Hints at tactics, each with the command that shows it.

use fray_sim::control::Control;
use fray_sim::scenario::{Scenario, SideTactics};
use fray_sim::vary::hints::{Hint, hints};

use crate::args::PlayArgs;
use crate::shell_command::ShellCommand;

/// The hints for so many fights of a scenario that was read with these arguments, `sides` of it playing otherwise
/// than its file says. Runs on the threads of the current pool.
pub(crate) fn hints_of(
    play: &PlayArgs,
    sides: &[SideTactics],
    scenario: &Scenario,
    (seed, fights): (u64, u64),
    watch: Control<'_>,
) -> Vec<Hint> {
    let path = &scenario.path;
    let mut hints = hints(scenario, (seed, fights), watch);
    for hint in &mut hints {
        let command = |verb| ShellCommand::new(verb, path, seed, play);
        // `tactics` plays every side as its file says.
        let command = match sides {
            [] => command("tactics").with("--of", &hint.side),
            sides => command("run").with_tactics(sides).with("--set", &hint.set),
        };
        hint.command = command.to_string();
    }
    hints
}
