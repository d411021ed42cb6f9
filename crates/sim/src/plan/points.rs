//! The points of a batch, and freezing them: each as one text, with what its manifest says of it; those of a cross by
//! their names alone.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::cross::CrossPlace;
use super::{POINTS, Plan, PlanPoint, sha256};
use crate::output::{ResultName, Run, date_of_tables};
use crate::parts::RunIdentity;
use crate::play::engine::Engine;
use crate::scenario::bundle::Bundle;
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

/// The points of a plan, which are loaded from its folder. The texts of a cross are read once, when its first point is
/// loaded.
#[derive(Debug)]
pub struct PlanPoints<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Its folder.
    pub folder: &'a Path,
    /// By cross what its template is read from.
    bundles: Vec<OnceLock<Bundle>>,
}

impl<'a> PlanPoints<'a> {
    /// The points of a plan in this folder.
    #[must_use]
    pub fn new(plan: &'a Plan, folder: &'a Path) -> Self {
        Self { plan, folder, bundles: plan.crosses.iter().map(|_| OnceLock::new()).collect() }
    }

    /// The scenario of a point.
    ///
    /// # Errors
    /// If it cannot be read, or is not the one that was planned.
    pub fn load(&self, point: &PlanPoint) -> Result<Scenario, NoPoint> {
        let Some(CrossPlace { cross, party, monster }) = point.cross else {
            return load_point(self.folder, point);
        };
        let sets = self.plan.crosses[cross].sets(party, monster);
        let wrong = |diagnosis: Diagnosis| {
            let why = diagnosis.render(Paint::Plain);
            NoPoint::Other(format!("point {}: {}", point.name, why.trim_end()))
        };
        let mut scenario = self.bundle(cross)?.load(sets).map_err(wrong)?;
        scenario.stem.clone_from(&point.scenario);
        Ok(scenario)
    }

    fn bundle(&self, at: usize) -> Result<&Bundle, NoPoint> {
        if let Some(bundle) = self.bundles[at].get() {
            return Ok(bundle);
        }
        let cross = &self.plan.crosses[at];
        let file = cross.file(self.folder);
        let bytes = std::fs::read(&file).map_err(|error| NoPoint::Unreadable(file.clone(), error))?;
        let other = |why: String| NoPoint::Other(format!("{}: {why}", file.display()));
        if !cross.is_of(&bytes) {
            return Err(other("it was changed after it was planned".to_owned()));
        }
        let bundle = Bundle::decode(&bytes).map_err(|error| other(error.to_string()))?;
        Ok(self.bundles[at].get_or_init(|| bundle))
    }

    /// The file that the scenario of a point is read from.
    #[must_use]
    pub fn file(&self, point: &PlanPoint) -> PathBuf {
        match point.cross {
            Some(at) => self.plan.crosses[at.cross].file(self.folder),
            None => Frozen::file(self.folder, point),
        }
    }

    /// What reads the scenario of a point, as arguments of a command: its file, or for a pair of a cross the template
    /// with what is set in it, each argument as it is.
    #[must_use]
    pub fn arguments(&self, point: &PlanPoint) -> Vec<String> {
        let Some(CrossPlace { cross, party, monster }) = point.cross else {
            return vec![Frozen::file(self.folder, point).display().to_string()];
        };
        let sets = self.plan.crosses[cross].sets(party, monster);
        let file =
            self.bundle(cross).map_or_else(|_| self.file(point).display().to_string(), |it| it.path().into());
        core::iter::once(file)
            .chain(sets.into_iter().flat_map(|(_, set)| ["--set".to_owned(), set]))
            .collect()
    }
}

/// The scenario of a point with a text of its own, from the folder of its plan.
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
            cross: None,
        }
    }

    /// The run of its scenario, as the manifest of the point has it.
    #[must_use]
    pub fn run(&self, scenario: &Scenario) -> Run {
        Run {
            system: self.system.clone(),
            rules_version: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: scenario.path.display().to_string(),
            scenario_hash: format!("{:016x}", scenario.hash),
            seed: self.seed,
            range: (0, self.fights),
            values: scenario.settings(),
            clever: scenario.beside.clever.clone(),
        }
    }

    /// Returns the identity of its run, which tells its fights from those of others; `engine` plays its scenario,
    /// which has this hash.
    #[must_use]
    pub fn identity(&self, engine: &dyn Engine, hash: &str) -> RunIdentity {
        let run = Run {
            system: self.system.clone(),
            rules_version: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: String::new(),
            scenario_hash: hash.to_owned(),
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
        // The hash of a pair is known where it is built.
        let hash = if self.cross.is_some() { &of.scenario_hash } else { &self.scenario_hash };
        let pairs = [
            ("system", &of.system, &self.system),
            ("scenario", &of.scenario, &self.scenario),
            ("text of the scenario", &of.scenario_hash, hash),
        ];
        let differs = pairs.into_iter().find(|(_, found, planned)| found != planned);
        if let Some((what, found, planned)) = differs {
            return Some(format!("{what} {found} instead of {planned}"));
        }
        (of.seed != self.seed).then(|| format!("seed {} instead of {}", of.seed, self.seed))
    }
}
