//! Batches that are played on many machines: a plan freezes the points of a batch and cuts their fights into
//! tasks, each of which any machine can play, at any time and more than once; what they come to is added.
//!
//! fray schedules nothing: engines that exist hand out the numbers of the tasks. Three things make that
//! simple. A fight depends on its scenario, seed and number alone, so that a task can be played anywhere.
//! Counts are integers, so that the order of adding does not matter. And a task that is played twice comes to
//! the same bytes, so that it counts once.
//!
//! Read in this order: [`points`] says what the points of a batch are and freezes them, [`cross`] names those of
//! a cross, [`cut`] makes the tasks, [`speed`] measures how large they may be, [`task`] plays one, [`shard`] is
//! the file that it writes, [`merge`] adds such files, and [`extend`] asks for more fights of a plan.

pub mod array;
pub mod cross;
pub mod cut;
pub mod extend;
pub mod merge;
pub mod points;
pub mod shard;
pub mod speed;
pub mod task;

use core::fmt;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use cross::{CrossPlace, PlannedCross};
use fray_play::game::find;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::output::ResultName;
use crate::scenario::Beside;
use crate::scenario::source::bounded;

/// The file of a plan.
pub const PLAN: &str = "plan.json";

/// The folder beside it with the scenarios of its points.
pub const POINTS: &str = "points";

/// The version of the layout of plans.
const LAYOUT: u32 = 2;

/// Returns the digest of the source with which this program plays and counts the fights of a game:
/// [`Game::source`](fray_play::game::Game::source).
///
/// # Panics
/// If no such game is installed.
#[must_use]
pub fn rules_digest(system: &str) -> &'static str {
    find(system).unwrap_or_else(|| panic!("{system} is no installed game")).source
}

/// The points of a batch with their fights, and the tasks that these are cut into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The version of the layout.
    pub plan: u32,
    /// A digest of what is to be played: points, seeds, fights and rules. How the fights are cut has no
    /// part in it, so that shards of other cuts fit.
    pub plan_id: String,
    /// The version of fray that made it.
    pub fray: String,
    /// The form in which its results are written.
    pub kind: Kind,
    /// By system: the digest of the rules that it is to be played with.
    pub rules: BTreeMap<String, String>,
    /// The plans that this one asks more fights of than they did; their shards are parts of this one, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<String>,
    /// The precision that decides on more fights, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<PlannedTarget>,
    /// The crosses that points are places in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crosses: Vec<PlannedCross>,
    /// The points.
    pub points: Vec<PlanPoint>,
    /// The tasks: pieces of points.
    pub tasks: Vec<Vec<Piece>>,
}

/// The form in which the results of a plan are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The results of one scenario, as `run` writes them.
    Run,
    /// The results of several points, as `run` writes them: a folder for each, and a summary.
    Batch,
    /// The tables of a sweep, each with the rows of all points.
    Sweep,
    /// The results of several points, each a cell of a matrix.
    Matrix,
}

/// A precision at which a point is asked for no more fights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedTarget {
    /// The targets, as arguments of `--target-error`.
    pub errors: Vec<String>,
    /// The most fights of a point.
    pub max_fights: u64,
}

/// A point: a scenario with a seed and a number of fights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanPoint {
    /// The name, unique in the plan: of its file, and of the folder of its results.
    pub name: ResultName,
    /// The column `scenario` of its tables.
    pub scenario: String,
    /// The title of its scenario.
    pub title: String,
    /// The name of its system.
    pub system: String,
    /// The hash of its scenario, in hex; of a point of a cross, which is built where it is played, a digest of who
    /// fights.
    pub scenario_hash: String,
    /// The seed.
    pub seed: u64,
    /// The number of fights.
    pub fights: u64,
    /// The varied paths with their values: columns of its tables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub varied: Vec<(String, String)>,
    /// The settings of its scenario that have no key in its file: mirroring, and sides that play otherwise.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub beside: Beside,
    /// The pair of a cross that it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cross: Option<CrossPlace>,
}

fn is_nothing(beside: &Beside) -> bool {
    *beside == Beside::default()
}

/// Fights of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(usize, u64, u64)", into = "(usize, u64, u64)")]
pub struct Piece {
    /// The number of the point.
    pub point: usize,
    /// The first fight.
    pub lo: u64,
    /// The one behind the last.
    pub hi: u64,
}

impl From<(usize, u64, u64)> for Piece {
    fn from((point, lo, hi): (usize, u64, u64)) -> Self {
        Self { point, lo, hi }
    }
}

impl From<Piece> for (usize, u64, u64) {
    fn from(Piece { point, lo, hi }: Piece) -> Self {
        (point, lo, hi)
    }
}

/// The reason for which a plan cannot be used.
#[derive(Debug)]
pub enum NoPlan {
    /// Its file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The file is no plan that this program can use, and why.
    Wrong(PathBuf, String),
}

impl fmt::Display for NoPlan {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Unreadable(path, error) => write!(f, "{}: cannot be read: {error}", path.display()),
            Self::Wrong(path, why) => write!(f, "{}: {why}", path.display()),
        }
    }
}

impl NoPlan {
    /// Returns whether its file is [too large](crate::scenario::source::LARGEST) to be one.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        matches!(self, Self::Unreadable(_, error) if error.kind() == io::ErrorKind::FileTooLarge)
    }
}

impl core::error::Error for NoPlan {}

impl Plan {
    /// A plan of these points, not cut yet.
    #[must_use]
    pub fn new(kind: Kind, points: Vec<PlanPoint>, target: Option<PlannedTarget>) -> Self {
        let rules = points.iter().map(|point| (point.system.clone(), rules_digest(&point.system).to_owned()));
        let rules = rules.collect();
        let fray = env!("CARGO_PKG_VERSION").to_owned();
        let mut plan = Self {
            plan: LAYOUT,
            plan_id: String::new(),
            fray,
            kind,
            rules,
            extends: Vec::new(),
            target,
            crosses: Vec::new(),
            points,
            tasks: Vec::new(),
        };
        plan.plan_id = plan.identity();
        plan
    }

    /// The plan with the crosses that its points are places in.
    #[must_use]
    pub fn with_crosses(mut self, crosses: Vec<PlannedCross>) -> Self {
        self.crosses = crosses;
        self.plan_id = self.identity();
        self
    }

    /// Returns the value that [`plan_id`](Self::plan_id) must have: a digest of points, crosses and rules.
    fn identity(&self) -> String {
        let crosses: Vec<_> = self.crosses.iter().map(PlannedCross::identity).collect();
        let what = if crosses.is_empty() {
            serde_json::to_vec(&(self.kind, &self.rules, &self.points))
        } else {
            serde_json::to_vec(&(self.kind, &self.rules, &self.points, crosses))
        };
        sha256(&what.expect("a vector takes every byte"))
    }

    /// The file of the plan in a folder; a path that is no folder is taken as the file.
    #[must_use]
    pub fn file(place: &Path) -> PathBuf {
        if place.is_dir() { place.join(PLAN) } else { place.to_owned() }
    }

    /// Reads the plan of this folder or file, and checks it.
    ///
    /// # Errors
    /// If it cannot be read, was changed, or is of another layout.
    pub fn read(place: &Path) -> Result<Self, NoPlan> {
        let file = Self::file(place);
        let wrong = |why: String| Err(NoPlan::Wrong(file.clone(), why));
        let bytes = match bounded(&file) {
            Ok(bytes) => bytes,
            Err(error) => return Err(NoPlan::Unreadable(file, error)),
        };
        /// So much says which layout it is.
        #[derive(Deserialize)]
        struct Layout {
            plan: u32,
        }
        match serde_json::from_slice::<Layout>(&bytes) {
            Ok(Layout { plan: LAYOUT }) => {}
            Ok(Layout { plan }) => {
                return wrong(format!("a plan of layout {plan}, where this program knows layout {LAYOUT}"));
            }
            Err(error) => return wrong(format!("this is not a plan ({error})")),
        }
        let plan: Self = match serde_json::from_slice(&bytes) {
            Ok(plan) => plan,
            Err(error) => return wrong(format!("this is not a plan ({error})")),
        };
        if plan.plan_id != plan.identity() {
            return wrong("the plan was changed by hand: its `plan_id` is that of another one".to_owned());
        }
        let has_rules = |point: &PlanPoint| plan.rules.contains_key(&point.system);
        if !plan.points.iter().all(has_rules) {
            return wrong("a point is of a system without rules".to_owned());
        }
        let has_pair = |point: &PlanPoint| {
            point.cross.is_none_or(|at| {
                plan.crosses.get(at.cross).is_some_and(|cross| cross.has(at.party, at.monster))
            })
        };
        if !plan.points.iter().all(has_pair) {
            return wrong("a point is of a pair that no cross has".to_owned());
        }
        let fits = |piece: &Piece| {
            piece.lo < piece.hi && plan.points.get(piece.point).is_some_and(|point| piece.hi <= point.fights)
        };
        match plan.tasks.iter().position(|task| task.is_empty() || !task.iter().all(fits)) {
            Some(task) => wrong(format!("task {task} has fights that no point has")),
            None => Ok(plan),
        }
    }

    /// The bytes of its file.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(self).expect("a vector takes every byte");
        bytes.push(b'\n');
        bytes
    }

    /// Returns whether a plan id is that of this plan or of one that it extends.
    #[must_use]
    pub fn accepts(&self, plan_id: &str) -> bool {
        self.ids().any(|id| id == plan_id)
    }

    /// The ids of this plan and of those that it extends.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        core::iter::once(&self.plan_id).chain(&self.extends).map(String::as_str)
    }

    /// The fights of all points.
    #[must_use]
    pub fn fights(&self) -> u64 {
        self.points.iter().map(|point| point.fights).sum()
    }

    /// Returns the system whose rules are not the same in this program, with its two digests, if there is
    /// one.
    #[must_use]
    pub fn other_rules(&self) -> Option<String> {
        let is_other =
            |(system, digest): &(&String, &String)| find(system).is_none_or(|game| game.source != *digest);
        let (system, digest) = self.rules.iter().find(is_other)?;
        let mine = find(system).map_or("none", |game| game.source);
        Some(format!("{system}: this program has the rules {mine}, the plan wants {digest}"))
    }
}

/// The SHA-256 digest of bytes in hex.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_comes_back_and_one_that_was_changed_does_not() {
        let dir = tempfile::tempdir().unwrap();
        let mut plan = Plan::new(Kind::Batch, Vec::new(), None);
        let read = |plan: &Plan| {
            std::fs::write(dir.path().join(PLAN), plan.encode()).unwrap();
            Plan::read(dir.path()).map_err(|no| no.to_string())
        };
        assert_eq!(read(&plan), Ok(plan.clone()));
        assert_eq!(plan.other_rules(), None);
        plan.rules.insert("juso".to_owned(), "00".to_owned());
        assert!(read(&plan).unwrap_err().contains("changed by hand"));
        plan.plan_id = plan.identity();
        let other = read(&plan).unwrap().other_rules().unwrap();
        assert!(other.starts_with("juso: this program has the rules "), "{other}");
        plan.tasks.push(vec![Piece { point: 3, lo: 0, hi: 1 }]);
        assert!(read(&plan).unwrap_err().contains("task 0 has fights that no point has"));
        plan.plan = 9;
        assert!(read(&plan).unwrap_err().contains("a plan of layout 9"));
    }
}
