//! Observers of a fight: nobody, a tally, a transcript or a pair of them. The rules do not know which.

use super::contract::{Outcome, System};
use super::roster::{UnitId, UnitSet};
use crate::metrics::MetricSet;

/// An action of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionRef {
    /// The acting unit.
    pub by: UnitId,
    /// The place among its [`actions`](crate::contract::Report::actions).
    pub action: u8,
}

/// A target of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionTarget {
    /// The unit.
    pub unit: UnitId,
    /// Whether it is on the side of the acting unit, or is that unit itself.
    pub is_ally: bool,
}

/// The cause of something that happened to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// An action.
    Action(ActionRef),
    /// No action: the place among the [`hazards`](crate::contract::Report::hazards).
    Hazard(u8),
}

/// The use that a unit made of a turn, Main or slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnUse {
    /// It acted to effect.
    Acted,
    /// It could have acted and achieved nothing.
    Idle,
    /// It could not act.
    Unable,
}

/// An observer of a fight. The rules report to it and never ask it.
///
/// Every method does nothing unless an observer says otherwise, so nobody pays for what nobody
/// watches.
pub trait Observer<S: System> {
    /// Whether [`event`](Observer::event) does anything.
    const WANTS_EVENTS: bool = false;

    /// Whether [`health`](Observer::health) does anything.
    const WANTS_HEALTH: bool = false;

    /// Something happened; only observers that keep or tell events call `make`.
    #[inline(always)]
    fn event(&mut self, make: impl FnOnce() -> S::Event) {
        let _ = make;
    }

    /// One observation of a metric: adds `n` to this fight's [`Kind::Count`](crate::metrics::Kind::Count); of a
    /// [`Kind::Value`](crate::metrics::Kind::Value) (or [`Kind::Hidden`](crate::metrics::Kind::Hidden)) the value `n`; of a [`Kind::Ratio`](crate::metrics::Kind::Ratio) one try, which
    /// succeeded if `n` is 1. A [`Kind::Share`](crate::metrics::Kind::Share) and a [`Kind::Above`](crate::metrics::Kind::Above) are never reported.
    #[inline(always)]
    fn add(&mut self, unit: UnitId, metric: S::Metric, n: u32) {
        let _ = (unit, metric, n);
    }

    /// [`add`](Observer::add) if `yes`; a tally does it without a branch.
    #[inline(always)]
    fn add_if(&mut self, yes: bool, unit: UnitId, metric: S::Metric, n: u32) {
        if yes {
            self.add(unit, metric, n);
        }
    }

    /// Reports the units for which a [`Kind::Flag`](crate::metrics::Kind::Flag) is true in this fight, and
    /// false for all others: once in a fight, at its end.
    #[inline(always)]
    fn flag(&mut self, metric: S::Metric, units: UnitSet) {
        let _ = (metric, units);
    }

    /// An action is used; an attack on several units is one use.
    #[inline(always)]
    fn used(&mut self, action_ref: ActionRef) {
        let _ = action_ref;
    }

    /// An attack on one target was resolved with this damage as rolled, in hit points; a miss has
    /// `hit = false` and damage 0. Nothing of an attack on the own side is counted but what it takes
    /// off ([`damage`](Observer::damage)).
    #[inline(always)]
    fn attack(&mut self, action_ref: ActionRef, victim: ActionTarget, hit: bool, damage: u32) {
        let _ = (action_ref, victim, hit, damage);
    }

    /// An action did this damage, as rolled, to one target without an attack.
    #[inline(always)]
    fn harm(&mut self, action_ref: ActionRef, victim: ActionTarget, damage: u32) {
        let _ = (action_ref, victim, damage);
    }

    /// Health that an action took off a target, damage beyond the last point left out.
    #[inline(always)]
    fn damage(&mut self, action_ref: ActionRef, victim: ActionTarget, lost: u32) {
        self.add_if(victim.is_ally, action_ref.by, S::Metric::ALLY_DAMAGE, lost);
    }

    /// Health that a unit got back.
    #[inline(always)]
    fn healed(&mut self, cause: Cause, unit: UnitId, health: u32) {
        if let Cause::Action(ActionRef { by, .. }) = cause {
            self.add(by, S::Metric::HEALING_GIVEN, health);
        }
        self.add(unit, S::Metric::HEALING_RECEIVED, health);
    }

    /// A unit was put out of the fight. `is_ally` is relative to the unit that caused it.
    #[inline(always)]
    fn felled(&mut self, victim: ActionTarget, cause: Cause) {
        if let Cause::Action(ActionRef { by, .. }) = cause {
            self.add_if(!victim.is_ally, by, S::Metric::FELLED, 1);
        }
    }

    /// A turn, Main or slot of a unit is over, and what it made of it.
    #[inline(always)]
    fn turn_used(&mut self, unit: UnitId, made: TurnUse) {
        self.add(unit, S::Metric::IDLE, u32::from(made == TurnUse::Idle));
    }

    /// The part of damage that its target, of another side, had no hit points left to lose.
    #[inline(always)]
    fn overkill(&mut self, by: UnitId, damage: u32) {
        let _ = (by, damage);
    }

    /// An activation of `unit` begins: the next number within the round.
    #[inline(always)]
    fn activation(&mut self, unit: UnitId) {
        let _ = unit;
    }

    /// The activation of `unit` that began last has ended.
    #[inline(always)]
    fn activation_over(&mut self, unit: UnitId) {
        let _ = unit;
    }

    /// The number of the activation in progress changes by this: below 0, when one in which others
    /// lay goes on; above 0, to the latest again, before another begins or it is over.
    #[inline(always)]
    fn nested_activation(&mut self, by: i32) {
        let _ = by;
    }

    /// A clock of `unit` struck, in the activation in progress (0: before the round's first).
    #[inline(always)]
    fn mark(&mut self, unit: UnitId, clock: S::Clock) {
        let _ = (unit, clock);
    }

    /// A round begins with these units standing.
    #[inline(always)]
    fn round_begins(&mut self, round: u32, standing: UnitSet) {
        let _ = (round, standing);
    }

    /// `unit` came after the round began: to counts it is one of those that began it standing.
    #[inline(always)]
    fn arrives(&mut self, unit: UnitId) {
        let _ = unit;
    }

    /// The round that began last is over, with these units standing.
    #[inline(always)]
    fn round_over(&mut self, standing: UnitSet) {
        let _ = standing;
    }

    /// Reports the health of a unit that stands at the end of the round: behind
    /// [`round_over`](Observer::round_over), or for a round that the end of the fight cut short, before
    /// [`fight_over`](Observer::fight_over).
    #[inline(always)]
    fn health(&mut self, unit: UnitId, health: u32) {
        let _ = (unit, health);
    }

    /// Nothing is pending: the fight begins, or a turn is over. For who draws pictures of the state;
    /// what is counted is reported.
    #[inline(always)]
    fn between_turns(&mut self, system: &S, state: &S::State) {
        let _ = (system, state);
    }

    /// The fight is over, with these units standing. After a timeout the last round is over
    /// already; otherwise it was cut short.
    #[inline(always)]
    fn fight_over(&mut self, outcome: Outcome, standing: UnitSet) {
        let _ = (outcome, standing);
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl<S: System> Observer<S> for Nobody {}
