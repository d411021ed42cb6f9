//! The fights of a scenario that are asked for, and those of them that are missing.

use fray_sim::output::{End, Force, HeldPartialRun, Run, RunKey};
use fray_sim::parts::{PartialRun, RunIdentity};
use fray_sim::plan::rules_digest;
use fray_sim::precision::{Aim, MOST_FIGHTS};
use fray_sim::scenario::Scenario;
use fray_sim::totals::About;
use fray_sim::totals::ranges::Ranges;

use crate::args::RunArgs;
use crate::exit::{Exit, Failure};
use crate::scenarios::settings;

/// A scenario with the fights that are asked for.
pub(crate) struct RunRequest {
    pub(crate) scenario: Scenario,
    pub(crate) about: About,
    pub(crate) run: Run,
    pub(crate) of: RunIdentity,
    /// The precision at which it stops, if there is one.
    pub(crate) aim: Option<Aim>,
}

impl RunRequest {
    /// `random_seed` is the seed if neither flag nor file has one.
    ///
    /// # Errors
    ///
    /// If a target cannot be read, or names something that the scenario does not have.
    pub(crate) fn new(scenario: Scenario, args: &RunArgs, random_seed: u64) -> Result<Self, Failure> {
        let fixed = args.range.map(|range| (range.lo, range.hi)).or(args.fights.map(|fights| (0, fights.0)));
        let aim = args.target.aim_of_run(&scenario, fixed.map(|(_, end)| end))?;
        let of_file = || (0, scenario.run.fights.unwrap_or(MOST_FIGHTS));
        let range = aim.as_ref().map_or_else(|| fixed.unwrap_or_else(of_file), |aim| (0, aim.max_fights));
        let run = Run {
            system: scenario.info.name().to_owned(),
            rules_version: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: scenario.path.display().to_string(),
            scenario_hash: format!("{:016x}", scenario.hash),
            seed: args.play.seed.or(scenario.run.seed).unwrap_or(random_seed),
            range,
            values: settings(&scenario),
            clever: scenario.beside.clever.clone(),
        };
        let about = scenario.engine().about();
        let of = RunIdentity::new(&about, &scenario.stem, &run);
        Ok(Self { scenario, about, run, of, aim })
    }

    /// Returns the key that tells its results from those of another run.
    pub(crate) fn key(&self) -> RunKey {
        RunKey { seed: self.run.seed, scenario_hash: self.run.scenario_hash.clone() }
    }

    /// The fights of a folder that this run goes on from: those of the same rules, where a flag asks to add to them, or
    /// the run has a precision or is of a batch.
    ///
    /// # Errors
    ///
    /// If fights are to be added to those of other rules.
    pub(crate) fn kept<'a>(
        &self,
        held: Option<&'a HeldPartialRun>,
        force: Force,
        is_batch: bool,
    ) -> Result<Option<&'a HeldPartialRun>, Failure> {
        let Some(held) = held else { return Ok(None) };
        let rules = rules_digest(&self.run.system);
        if let Some(of) = held.rules.as_deref().filter(|of| *of != rules) {
            return match force {
                Force::Extend => {
                    let message = format!(
                        "{}: the folder holds fights of other rules ({of}, and this program has {rules}), to which \
                         none are added; with `--force` beside `--extend` they are played again",
                        self.scenario.stem
                    );
                    Err(Failure::Because(Exit::Mismatch, message))
                }
                _ => Ok(None),
            };
        }
        Ok((force.extends() || self.aim.is_some() || is_batch).then_some(held))
    }

    /// Returns the condition that ends it.
    pub(crate) fn end(&self) -> End {
        if self.aim.is_some() { End::Precision } else { End::Fight }
    }

    /// The fights asked for.
    fn asked(&self) -> Ranges {
        let (lo, hi) = self.run.range;
        Ranges::from(lo..hi)
    }

    /// The fights to play so that, with those in `held`, there are all that were asked for.
    ///
    /// # Errors
    ///
    /// If fights would be missing between those held and those asked for.
    pub(crate) fn plan(&self, held: Option<&HeldPartialRun>) -> Result<Plan, Failure> {
        let mut start = held
            .map_or_else(|| PartialRun::new(self.of.clone(), self.run.range), |held| held.partial.clone());
        let all = start.played.ranges.union(&self.asked());
        let gaps = all.gaps();
        if !gaps.is_empty() {
            let message = format!(
                "{}: the folder holds the fights {}; after playing {} the fights {gaps} would be missing; ask for these too",
                self.scenario.stem,
                start.played.ranges,
                self.asked()
            );
            return Err(Failure::Because(Exit::Mismatch, message));
        }
        let was_asked = start.asked;
        start.asked = all.hull().unwrap_or(self.run.range);
        let missing = all.without(&start.played.ranges);
        let is_done =
            missing.is_empty() && start.asked == was_asked && held.is_some_and(|held| held.is_complete);
        Ok(Plan { start, missing, is_done })
    }
}

/// The fights that are kept and those to play.
pub(crate) struct Plan {
    /// The kept fights, with the range that is asked for now.
    pub(crate) start: PartialRun,
    /// The fights to play.
    pub(crate) missing: Ranges,
    /// Whether nothing has to be played or written.
    pub(crate) is_done: bool,
}
