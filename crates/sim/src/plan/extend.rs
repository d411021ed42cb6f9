//! More fights of a plan: the old tasks keep their numbers, and new ones follow.

use super::cut::{TooMany, Uncut};
use super::{Piece, Plan, PlannedTarget};
use crate::measures::Target;
use crate::parts::PartialRun;
use crate::precision::{Aim, Progress};

/// The number of fights of a round: as many as there were, again.
#[must_use]
pub fn next_round(fights: u64, max_fights: u64) -> u64 {
    fights.saturating_mul(2).min(max_fights)
}

impl Plan {
    /// The plan that asks for `fights[i]` fights of point i, where that is more than it has now. `size` says
    /// how many fights of a point make a task. The old shards are parts of it. None if nothing is added.
    ///
    /// # Errors
    /// If there are too many tasks or fights.
    pub fn extended(&self, fights: &[u64], size: impl Fn(usize) -> u64) -> Result<Option<Self>, TooMany> {
        let mut points = self.points.clone();
        let mut more = Vec::new();
        for (at, (point, &fights)) in points.iter_mut().zip(fights).enumerate() {
            if fights > point.fights {
                let piece = Piece { point: at, lo: point.fights, hi: fights };
                more.push(Uncut { piece, size: size(at) });
                point.fights = fights;
            }
        }
        if more.is_empty() {
            return Ok(None);
        }
        let plan = Self::new(self.kind, points, self.target.clone());
        let mut plan = plan.with_crosses(self.crosses.clone());
        plan.rules.clone_from(&self.rules);
        plan.plan_id = plan.identity();
        plan.extends = self.ids().map(str::to_owned).collect();
        plan.tasks.clone_from(&self.tasks);
        plan.add_tasks(&more)?;
        Ok(Some(plan))
    }
}

impl PlannedTarget {
    /// Returns how far a point with these fights is from its targets.
    ///
    /// # Errors
    /// If a target cannot be read for this point, or this program does not have its system.
    pub fn progress(&self, partial: &PartialRun) -> Result<Progress, String> {
        let about = partial.of.about().map_err(|error| error.to_string())?;
        let read =
            |text: &String| Target::parse(text, &about).map_err(|error| error.with_text(text).to_string());
        let targets = self.errors.iter().map(read).collect::<Result<_, _>>()?;
        let aim = Aim { targets, goals: Vec::new(), min_fights: 1, max_fights: self.max_fights };
        Ok(aim.progress(&about, &partial.played.totals))
    }
}
