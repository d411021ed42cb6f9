//! A scenario with what is asked of it.

use std::io::Write;

use fray_sim::output::{Run, Setting};
use fray_sim::precision::Aim;
use fray_sim::scenario::Scenario;
use fray_sim::totals::About;
use fray_sim::totals::part::{PartialRun, RunIdentity};
use fray_sim::totals::ranges::Ranges;

use crate::args::RunArgs;
use crate::exit::{Exit, Failure};

/// The fights of a scenario that says nothing of them.
const FIGHTS: u64 = 100_000;

/// A scenario with what is asked of it.
pub(crate) struct Job {
    pub(crate) scenario: Scenario,
    pub(crate) about: About,
    pub(crate) run: Run,
    pub(crate) of: RunIdentity,
    /// Where it stops, if that is at a precision.
    pub(crate) aim: Option<Aim>,
}

impl Job {
    /// `drawn` is the seed where neither flag nor file has one.
    ///
    /// # Errors
    ///
    /// If a target cannot be read, or names what the scenario does not have.
    pub(crate) fn new(scenario: Scenario, args: &RunArgs, drawn: u64) -> Result<Self, Failure> {
        let aim = args.target.aim(&scenario)?;
        let range = match (&aim, args.range, args.fights) {
            (Some(aim), ..) => (0, aim.max_fights),
            (None, Some(range), _) => (range.lo, range.hi),
            (None, None, Some(fights)) => (0, fights.0),
            (None, None, None) => (0, scenario.run.fights.unwrap_or(FIGHTS)),
        };
        let run = Run {
            system: scenario.info.name().to_owned(),
            rules_version: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: scenario.path.display().to_string(),
            scenario_hash: format!("{:016x}", scenario.hash),
            seed: args.play.seed.or(scenario.run.seed).unwrap_or(drawn),
            range,
            values: settings(&scenario),
        };
        let about = scenario.engine().about();
        let of = RunIdentity::new(&about, &scenario.stem, &run);
        Ok(Self { scenario, about, run, of, aim })
    }

    /// The fights asked for.
    fn asked(&self) -> Ranges {
        let (lo, hi) = self.run.range;
        Ranges::from(lo..hi)
    }

    /// What is played to have all fights that were asked for: of `held` what is there already,
    /// or nothing.
    ///
    /// # Errors
    ///
    /// If fights would be missing between those held and those asked for.
    pub(crate) fn plan(&self, held: Option<&PartialRun>) -> Result<Plan, Failure> {
        let mut start = held.cloned().unwrap_or_else(|| PartialRun::new(self.of.clone(), self.run.range));
        let all = start.played.ranges.union(&self.asked());
        let gaps = all.gaps();
        if !gaps.is_empty() {
            let message = format!(
                "{}: the folder holds the fights {}; with {} the fights {gaps} would be missing: ask for these too",
                self.scenario.stem,
                start.played.ranges,
                self.asked()
            );
            return Err(Failure::Because(Exit::Unfit, message));
        }
        let was_asked = start.asked;
        start.asked = all.hull().unwrap_or(self.run.range);
        let missing = all.without(&start.played.ranges);
        let is_done = missing.is_empty() && start.asked == was_asked;
        Ok(Plan { start, missing, is_done })
    }
}

/// What there is and what is to be played.
pub(crate) struct Plan {
    /// What there is, with all that is asked for now.
    pub(crate) start: PartialRun,
    /// The fights to play.
    pub(crate) missing: Ranges,
    /// Whether everything is there already, and written as it is.
    pub(crate) is_done: bool,
}

/// Every value of a scenario and where it came from. Fights and seed stand in the run itself,
/// whoever set them.
pub(crate) fn settings(scenario: &Scenario) -> Vec<Setting> {
    let values = scenario.merged.iter().map(|merged| Setting {
        path: merged.path.clone(),
        value: merged.value.to_string(),
        origin: merged.from.clone(),
    });
    values.filter(|value| value.path != "run.fights" && value.path != "run.seed").collect()
}

/// What `--verbose` adds.
pub(crate) fn write_settings(mut out: impl Write, settings: &[Setting]) -> std::io::Result<()> {
    writeln!(out, "\nVALUES")?;
    for Setting { path, value, origin } in settings {
        writeln!(out, "  {path} = {value}  ({origin})")?;
    }
    Ok(())
}

/// A seed for runs that name none: different every time, and echoed.
pub(crate) fn drawn_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(())
}
