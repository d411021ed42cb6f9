//! A sweep as JSON.

use super::super::pick::Picked;
use super::super::rung::LeftOut;
use super::{PlayedPoint, Sweep, SweepRow};
use crate::stats::difference::Difference;
use crate::tables::format::Number;
use crate::tables::rows::{Line, Varied};
use serde::{Serialize, Serializer};

#[derive(Serialize)]
struct Object<'a> {
    scenario: &'a str,
    seed: u64,
    /// Whether the values are exact, and no fight was played.
    exact: bool,
    sweep: Vec<Line<'a, SweepRow<'a>>>,
    pick: Option<PickObject>,
    /// Ends of ranges along a ladder for which another value was played.
    left_out: Vec<&'a LeftOut>,
}

/// The points among which the best one is.
#[derive(Serialize)]
struct PickObject {
    /// Whether it is known which is the best: one is certain to be, at 95 %, or the values are exact.
    decided: bool,
    /// The varied values of those that are left, the best as far as it is known first.
    left: Vec<Left>,
    /// The fights of all points together.
    fights: u64,
}

/// The varied values of a point.
pub(super) struct Left(Vec<(String, String)>);

impl Serialize for Left {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Varied(&self.0).serialize(serializer)
    }
}

impl Sweep<'_> {
    /// The rows of `sweep.csv` of a point.
    #[must_use]
    pub fn rows(&self, played: &PlayedPoint) -> Vec<SweepRow<'_>> {
        let row = |at: usize| {
            let metric = &self.metrics[at];
            let (level, prev, first) = (played.levels[at], played.prev[at], played.first[at]);
            let value = |of: Option<Difference>| Number::new(of.map(|it| it.value));
            let lo = |of: Option<Difference>| Number::new(of.map(|it| it.within.lo));
            let hi = |of: Option<Difference>| Number::new(of.map(|it| it.within.hi));
            SweepRow {
                side: metric.named.side.as_deref(),
                unit: metric.named.unit.as_deref(),
                metric: &metric.named.metric,
                kind: metric.kind.word(),
                fights: played.fights,
                value: Number::new(level.value),
                lo: Number::new(level.within.map(|within| within.lo)),
                hi: Number::new(level.within.map(|within| within.hi)),
                d_prev: value(prev),
                d_prev_lo: lo(prev),
                d_prev_hi: hi(prev),
                d_first: value(first),
                d_first_lo: lo(first),
                d_first_hi: hi(first),
                stop: played.stop,
            }
        };
        (0..self.metrics.len()).map(row).collect()
    }

    /// The object of `--json`.
    #[must_use]
    pub fn object<'a>(
        &'a self,
        scenario: &'a str,
        rows: &'a [Vec<SweepRow<'a>>],
        seed: u64,
    ) -> impl Serialize + 'a {
        let lines = self
            .played
            .iter()
            .zip(rows)
            .flat_map(|(played, rows)| rows.iter().map(|row| Line::new(&played.columns, row)));
        let pick = self.picked.as_ref().map(|picked| PickObject {
            decided: self.is_decided(picked),
            left: picked
                .left
                .iter()
                .filter_map(|&at| Some(Left(self.points.point(at).ok()?.varied)))
                .collect(),
            fights: picked.fights,
        });
        let left_out = self.points.axes.iter().flat_map(|axis| &axis.left_out).collect();
        Object { scenario, seed, exact: self.is_exact, sweep: lines.collect(), pick, left_out }
    }

    /// Returns the played fights of a point.
    #[must_use]
    pub fn of(&self, point: usize) -> Option<&PlayedPoint> {
        let at = self.played.binary_search_by_key(&point, |played| played.point).ok()?;
        Some(&self.played[at])
    }

    /// Returns whether it is known which point is the best. Several that are left are exactly equal then.
    #[must_use]
    pub fn is_decided(&self, picked: &Picked) -> bool {
        self.is_exact || picked.left.len() == 1
    }

    /// Returns the name of a point: `Ogre.hp = 80, Ogre.attack = 12`.
    #[must_use]
    pub fn label(&self, point: usize) -> String {
        self.points.label(point)
    }
}
