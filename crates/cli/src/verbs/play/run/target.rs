//! `--target-error`: runs that stop when a measure is known precisely enough.

use core::sync::atomic::{AtomicU64, Ordering};

use fray_sim::measures::{Goal, Target};
use fray_sim::plan::PlannedTarget;
use fray_sim::precision::{Aim, MAX_FIGHTS, MIN_FIGHTS, Progress};
use fray_sim::scenario::Scenario;
use indicatif::ProgressBar;

use crate::args::Fights;
use crate::exit::{Failure, report};
use crate::shell_command::ShellCommand;

/// The flags of a run that stops at a given precision.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TargetArgs {
    /// Play until half the width of the 95 % interval is at most this: 0.25pt or rel:10% for the win rate of every
    /// side, or MEASURE=ERROR for another measure: rounds=0.01. Repeat the flag for more; all have to be met.
    #[arg(
        long = "target-error",
        value_name = "[MEASURE=]ERROR",
        conflicts_with = "fights",
        group = "ends_early",
        allow_hyphen_values = true
    )]
    targets: Vec<String>,
    /// Play at least this many fights before the target is tested [default: 10000].
    #[arg(long, value_name = "N", conflicts_with = "fights")]
    min_fights: Option<Fights>,
    /// Play at most this many fights, whether or not the target is met [default: 1e9 with a target, else a million].
    #[arg(long, value_name = "N", conflicts_with = "fights")]
    pub(crate) max_fights: Option<Fights>,
}

impl TargetArgs {
    /// The targets for this scenario, or `None` if the run has none.
    ///
    /// # Errors
    /// If a target cannot be read, or names something that the scenario does not have.
    pub(crate) fn aim(&self, scenario: &Scenario) -> Result<Option<Aim>, Failure> {
        if self.targets.is_empty() {
            return match self.min_fights.or(self.max_fights) {
                Some(_) => Err(Failure::usage("--min-fights and --max-fights go with --target-error")),
                None => Ok(None),
            };
        }
        let about = scenario.engine().about();
        let read = |text: &String| {
            Target::parse(text, &about).map_err(|error| {
                let stem = &scenario.stem;
                Failure::usage(format!("--target-error, for {stem}: {}", error.with_text(text)))
            })
        };
        let targets = self.targets.iter().map(read).collect::<Result<_, _>>()?;
        let aim = Aim { targets, goals: Vec::new(), min_fights: MIN_FIGHTS, max_fights: MAX_FIGHTS };
        self.limited(aim).map(Some)
    }

    /// The aim of a run: that of the flags, else that of the file, or of a card where nothing says how many
    /// fights are played. `None` where `fights` or the file says how many.
    ///
    /// # Errors
    /// As [`aim`](TargetArgs::aim).
    pub(crate) fn aim_of_run(
        &self,
        scenario: &Scenario,
        fights: Option<u64>,
    ) -> Result<Option<Aim>, Failure> {
        if self.is_asked() {
            return self.aim(scenario);
        }
        let is_limited = self.min_fights.or(self.max_fights).is_some();
        if fights.is_some() || (scenario.run.fights.is_some() && !is_limited) {
            return Ok(None);
        }
        let goals: Vec<Goal> = scenario.goals.iter().map(|goal| goal.value.clone()).collect();
        let about = scenario.engine().about();
        self.limited(Aim::of_card(scenario.run.precision.clone(), &goals, &about)).map(Some)
    }

    /// The aim within the limits of these flags.
    fn limited(&self, aim: Aim) -> Result<Aim, Failure> {
        let max_fights = self.max_fights.map_or(aim.max_fights, |fights| fights.0);
        let min_fights = self.min_fights.map_or(aim.min_fights.min(max_fights), |fights| fights.0);
        if min_fights > max_fights {
            let message = format!("--min-fights {min_fights} is more than --max-fights {max_fights}");
            return Err(Failure::usage(message));
        }
        Ok(Aim { min_fights, max_fights, ..aim })
    }

    /// Returns whether there is a target.
    pub(crate) fn is_asked(&self) -> bool {
        !self.targets.is_empty()
    }

    /// The fights before the first look, if a flag says how many.
    pub(crate) fn first_round(&self) -> Option<u64> {
        self.min_fights.map(|fights| fights.0)
    }

    /// The targets of a plan; none without one.
    pub(crate) fn planned(&self) -> Option<PlannedTarget> {
        let max_fights = self.max_fights.map_or(MAX_FIGHTS, |fights| fights.0);
        self.is_asked().then(|| PlannedTarget { errors: self.targets.clone(), max_fights })
    }

    /// Adds these flags to a command.
    pub(crate) fn add_to(&self, mut command: ShellCommand) -> ShellCommand {
        for target in &self.targets {
            command = command.with("--target-error", target);
        }
        for (flag, fights) in [("--min-fights", self.min_fights), ("--max-fights", self.max_fights)] {
            if let Some(fights) = fights {
                command = command.with(flag, &fights.0.to_string());
            }
        }
        command
    }
}

/// The progress bar of a run with targets. Its length is the estimated number of fights that the
/// target farthest from its goal needs.
pub(crate) struct TargetProgress<'a> {
    bar: &'a ProgressBar,
    stem: &'a str,
    aim: &'a Aim,
    /// The fights of this run that the bar's length holds.
    expected: AtomicU64,
}

impl<'a> TargetProgress<'a> {
    pub(crate) fn new(bar: &'a ProgressBar, stem: &'a str, aim: &'a Aim) -> Self {
        Self { bar, stem, aim, expected: AtomicU64::new(expected(Some(aim), 0)) }
    }

    /// Updates the bar; called at each test of the targets.
    pub(crate) fn watch(&self, progress: &Progress) {
        let needed = if progress.is_reached() { Some(progress.fights) } else { progress.needed() };
        let fights = needed.unwrap_or(self.aim.max_fights).clamp(progress.fights, self.aim.max_fights);
        let before = self.expected.swap(fights, Ordering::Relaxed);
        let length = self.bar.length().unwrap_or(0);
        self.bar.set_length((length + fights).saturating_sub(before));
        if let Some(worst) = &progress.worst {
            self.bar.set_message(format!("{}: {worst}", self.stem));
        }
    }
}

/// The number of fights of a run, as far as it is known before the first.
pub(crate) fn expected(aim: Option<&Aim>, fixed: u64) -> u64 {
    aim.map_or(fixed, |aim| aim.min_fights)
}

/// Says which target was not met within `--max-fights`.
pub(crate) fn report_shortfall(stem: &str, progress: &Progress) {
    if let [first, ..] = progress.open.as_slice() {
        let more = match progress.open.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        report(format_args!("{stem}: {} fights leave open whether `{first}`{more}", progress.fights));
        return;
    }
    let Some(worst) = &progress.worst else { return };
    let needs = match progress.needed() {
        Some(needed) => format!("needs about {} fights: raise --max-fights", about(needed)),
        None => "the number of fights that it needs cannot be estimated yet".to_owned(),
    };
    report(format_args!("{stem}: {worst} after {} fights; {needs}", progress.fights));
}

/// A number to two digits, rounded up.
fn about(n: u64) -> u64 {
    let unit = 10_u64.pow(n.max(1).ilog10().saturating_sub(1));
    n.div_ceil(unit).saturating_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predictions_have_two_digits() {
        assert_eq!([0, 7, 99, 101, 153_664, 960_400].map(about), [0, 7, 99, 110, 160_000, 970_000]);
    }
}
