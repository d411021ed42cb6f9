//! The points of a batch, and freezing them: each as one text, with what its manifest says of it.

use std::io;
use std::path::{Path, PathBuf};

use super::{POINTS, PlanPoint, sha256};
use crate::output::{ResultName, Run, date_of_tables};
use crate::parts::RunIdentity;
use crate::play::engine::Engine;
use crate::scenario::{Beside, Diagnosis, Paint, Scenario, load_scenario};
use crate::tables::rows::{Point, Stop};

/// A point on its way into a plan.
#[derive(Clone, Debug)]
pub struct Frozen {
    /// The entry of the point in the plan.
    pub point: PlanPoint,
    /// Its scenario as one text.
    pub text: String,
    /// The run as its manifest describes it.
    pub run: Run,
}

impl Frozen {
    /// The file with the scenario of a point, in the folder of its plan. Its name ends with a digest of the
    /// point, so that the files of one plan stand beside those of another until that one replaces it.
    #[must_use]
    pub fn file(plan: &Path, point: &PlanPoint) -> PathBuf {
        Self::with_ending(plan, point, "toml")
    }

    /// The file with what the manifest of a point says.
    #[must_use]
    pub fn run_file(plan: &Path, point: &PlanPoint) -> PathBuf {
        Self::with_ending(plan, point, "json")
    }

    fn with_ending(plan: &Path, point: &PlanPoint, ending: &str) -> PathBuf {
        let digest = sha256(&serde_json::to_vec(point).expect("a vector takes every byte"));
        plan.join(POINTS).join(format!("{}.{}.{ending}", point.name, &digest[..8]))
    }
}

/// The reason for which the scenario of a point cannot be played.
#[derive(Debug)]
pub enum NoPoint {
    /// Its file cannot be read at present.
    Unreadable(PathBuf, io::Error),
    /// It is not the scenario that was planned, and why.
    Other(String),
}

/// The scenario of a point, from the folder of its plan.
///
/// # Errors
/// If it cannot be read, or is not the one that was planned.
pub fn load_point(plan: &Path, point: &PlanPoint) -> Result<Scenario, NoPoint> {
    let file = Frozen::file(plan, point);
    if let Err(error) = std::fs::metadata(&file) {
        return Err(NoPoint::Unreadable(file, error));
    }
    let wrong = |diagnosis: Diagnosis| NoPoint::Other(diagnosis.render(Paint::Plain).trim_end().to_owned());
    let mut scenario = load_scenario(&file, &point.beside.options()).map_err(wrong)?;
    scenario.stem.clone_from(&point.scenario);
    let hash = format!("{:016x}", scenario.hash);
    if hash == point.scenario_hash {
        return Ok(scenario);
    }
    let (file, planned) = (file.display(), &point.scenario_hash);
    Err(NoPoint::Other(format!(
        "{file}: it was changed after it was planned (scenario {hash} instead of {planned})"
    )))
}

impl PlanPoint {
    /// The point of a run with this name; `beside` is what of its scenario does not stand in its text.
    #[must_use]
    pub fn new(name: ResultName, title: &str, scenario: &str, run: &Run, beside: Beside) -> Self {
        Self {
            name,
            scenario: scenario.to_owned(),
            title: title.to_owned(),
            system: run.system.clone(),
            scenario_hash: run.scenario_hash.clone(),
            seed: run.seed,
            fights: run.range.1,
            varied: run.varied(),
            beside,
        }
    }

    /// Returns the identity of its run, which tells its fights from those of others; `engine` plays its
    /// scenario.
    #[must_use]
    pub fn identity(&self, engine: &dyn Engine) -> RunIdentity {
        let run = Run {
            system: self.system.clone(),
            rules_version: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: String::new(),
            scenario_hash: self.scenario_hash.clone(),
            seed: self.seed,
            range: (0, self.fights),
            values: Vec::new(),
            clever: Vec::new(),
        };
        RunIdentity::new(&engine.about(), &self.scenario, &run)
    }

    /// The common columns of its tables.
    #[must_use]
    pub fn columns(&self, stop: Stop, signature: String) -> Point {
        Point {
            scenario: self.scenario.clone(),
            system: self.system.clone(),
            varied: self.varied.clone(),
            seed: self.seed,
            stop,
            signature,
            scenario_hash: self.scenario_hash.clone(),
            date: date_of_tables(),
        }
    }

    /// Returns why totals with this identity are of another point; none if they are of this one.
    pub(super) fn difference(&self, of: &RunIdentity) -> Option<String> {
        let pairs = [
            ("system", &of.system, &self.system),
            ("scenario", &of.scenario, &self.scenario),
            ("text of the scenario", &of.scenario_hash, &self.scenario_hash),
        ];
        let differs = pairs.into_iter().find(|(_, found, planned)| found != planned);
        if let Some((what, found, planned)) = differs {
            return Some(format!("{what} {found} instead of {planned}"));
        }
        (of.seed != self.seed).then(|| format!("seed {} instead of {}", of.seed, self.seed))
    }
}
