//! One task: the file that it writes, whether that is there already, and playing it.

use std::path::{Path, PathBuf};

use super::points::{NoPoint, PlanPoints};
use super::shard::{self, EXTENSION, tallies};
use super::{Piece, Plan, sha256};
use crate::parts::PartialRun;
use crate::play::run::{Broken, Played, run};
use crate::totals::ranges::Ranges;

/// The reason for which a task was not played.
#[derive(Debug)]
pub enum NoTask {
    /// The scenario of a point cannot be had.
    Point(NoPoint),
    /// A fight broke an invariant: the number of its point.
    Broken(usize, Broken),
}

/// The tasks of a plan.
#[derive(Debug)]
pub struct Tasks<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Its points.
    pub points: PlanPoints<'a>,
}

impl<'a> Tasks<'a> {
    /// The tasks of a plan in this folder.
    #[must_use]
    pub fn new(plan: &'a Plan, folder: &'a Path) -> Self {
        Self { plan, points: PlanPoints::new(plan, folder) }
    }

    /// The file of a task below the folder of results: `3f9a01bc/duel/0-65536.fshard`. The name depends on the
    /// fights alone, and not on how the other fights are cut.
    #[must_use]
    pub fn file(&self, task: usize) -> PathBuf {
        self.file_under(task, &self.plan.plan_id)
    }

    fn file_under(&self, task: usize, plan_id: &str) -> PathBuf {
        let pieces = &self.plan.tasks[task];
        let Piece { point, lo, hi } = pieces[0];
        let name = match &pieces[1..] {
            [] => format!("{lo}-{hi}.{EXTENSION}"),
            others => {
                let name = |piece: &Piece| {
                    let name = &self.plan.points[piece.point].name;
                    format!("{name}\n{}\n{}\n", piece.lo, piece.hi)
                };
                let text: String = others.iter().map(name).collect();
                format!("{lo}-{hi}+{}-{}.{EXTENSION}", others.len(), &sha256(text.as_bytes())[..16])
            }
        };
        let folder = Path::new(plan_id.get(..8).unwrap_or(plan_id));
        folder.join(self.plan.points[point].name.as_str()).join(name)
    }

    /// The whole file of a task in this folder of results, if it is there: also if it was written for a plan
    /// that this one extends.
    #[must_use]
    pub fn done(&self, task: usize, results: &Path) -> Option<PathBuf> {
        self.plan.ids().find_map(|plan_id| {
            let file = results.join(self.file_under(task, plan_id));
            let bytes = std::fs::read(&file).ok()?;
            self.is_of(task, plan_id, &bytes).then_some(file)
        })
    }

    /// Returns whether these bytes are those of a task of the plan with this id.
    fn is_of(&self, task: usize, plan_id: &str, bytes: &[u8]) -> bool {
        let pieces = &self.plan.tasks[task];
        let Ok(parts) = shard::parts(bytes) else { return false };
        let is_piece = |(piece, (header, part)): (&Piece, &(shard::Header, &[u8]))| {
            let point = &self.plan.points[piece.point];
            header.plan == plan_id
                && Some(&header.rules) == self.plan.rules.get(&point.system)
                && header.point == point.name.as_str()
                && header.fights == Ranges::from(piece.lo..piece.hi)
                && tallies(part).is_ok()
        };
        parts.len() == pieces.len() && pieces.iter().zip(&parts).all(is_piece)
    }

    /// Plays a task on the threads of the current pool. Returns the bytes of its file.
    ///
    /// # Errors
    /// If the scenario of a point cannot be had, or a fight broke an invariant.
    pub fn play(&self, task: usize) -> Result<Vec<u8>, NoTask> {
        let mut bytes = Vec::new();
        for &Piece { point: at, lo, hi } in &self.plan.tasks[task] {
            let point = &self.plan.points[at];
            let scenario = self.points.load(point).map_err(NoTask::Point)?;
            let engine = scenario.engine();
            let totals =
                run(engine, point.seed, lo..hi, &|_| {}).map_err(|broken| NoTask::Broken(at, broken))?;
            let played = Played { ranges: Ranges::from(lo..hi), totals };
            let partial = PartialRun {
                of: point.identity(engine, &format!("{:016x}", scenario.hash)),
                asked: (lo, hi),
                played,
            };
            let rules = &self.plan.rules[&point.system];
            bytes.extend(shard::encode(&self.plan.plan_id, rules, point.name.as_str(), &partial));
        }
        Ok(bytes)
    }
}
