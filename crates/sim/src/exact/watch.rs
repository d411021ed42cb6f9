//! What one turn did, as far as an exact answer reads it.

use fray_rules::declare::clocks::ClockSet;
use fray_rules::declare::metrics::{Kind, MetricSet};
use fray_rules::engine::contract::{Outcome, System};
use fray_rules::engine::observe::Observer;
use fray_rules::engine::roster::{UnitId, UnitSet};

/// A strike of a clock within a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark {
    /// How many activations the turn had begun by then.
    pub(super) activation: u32,
    pub(super) unit: UnitId,
    /// Its place among the clocks.
    pub(super) clock: u8,
    /// Its place among the causes of the clock.
    pub(super) cause: u8,
}

/// What follows a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum After {
    /// The round goes on.
    #[default]
    GoesOn,
    /// The next round, with these units standing.
    RoundOver(UnitSet),
    /// Nothing: the fight is over, with these units standing.
    Over(Outcome, UnitSet),
}

/// All of a turn that is not in the state it leaves and yet counts. Turns of one effect that
/// leave one state are one transition.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Effect {
    /// How many activations it began.
    pub(super) activations: u32,
    pub(super) after: After,
    /// Who came after the round began.
    pub(super) joined: UnitSet,
    /// In the order in which they struck.
    pub(super) marks: Vec<Mark>,
}

/// The observer of one path of a turn.
#[derive(Debug, Default)]
pub struct Watch {
    pub(super) effect: Effect,
    /// What was added to counts: `unit * metrics + metric`, and how much.
    pub(super) gains: Vec<(u32, u32)>,
}

impl Watch {
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.effect.activations = 0;
        self.effect.after = After::GoesOn;
        self.effect.joined = UnitSet::default();
        self.effect.marks.clear();
        self.gains.clear();
    }
}

impl<S: System> Observer<S> for Watch {
    #[inline(always)]
    fn add(&mut self, unit: UnitId, metric: S::Metric, n: u32) {
        // Known when this is compiled: the metric is a constant wherever the rules report one.
        if matches!(S::Metric::ALL[metric.index()].kind, Kind::Count) && n > 0 {
            self.gains.push(((unit.idx() * S::Metric::ALL.len() + metric.index()) as u32, n));
        }
    }

    #[inline(always)]
    fn activation(&mut self, _unit: UnitId) {
        self.effect.activations += 1;
    }

    #[inline(always)]
    fn nested_activation(&mut self, by: i32) {
        self.effect.activations = self.effect.activations.saturating_add_signed(by);
    }

    #[inline(always)]
    fn arrives(&mut self, unit: UnitId) {
        self.effect.joined.insert(unit);
    }

    #[inline(always)]
    fn mark(&mut self, unit: UnitId, clock: S::Clock) {
        let (clock, cause) = clock.place();
        let activation = self.effect.activations;
        self.effect.marks.push(Mark { activation, unit, clock: clock as u8, cause: cause as u8 });
    }
}
