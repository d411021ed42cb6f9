//! Observers made of observers.

use fray_engine::contract::{Outcome, System};
use fray_engine::observe::{ActionRef, ActionTarget, Cause, Observer, TurnUse};
use fray_engine::roster::{UnitId, UnitSet};

/// Two observers of one fight. An event is made once, if one of them listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Both<A, B>(pub A, pub B);

impl<S: System<Event: Clone>, A: Observer<S>, B: Observer<S>> Observer<S> for Both<A, B> {
    const WANTS_EVENTS: bool = A::WANTS_EVENTS || B::WANTS_EVENTS;
    const WANTS_HEALTH: bool = A::WANTS_HEALTH || B::WANTS_HEALTH;

    #[inline(always)]
    fn event(&mut self, make: impl FnOnce() -> S::Event) {
        match (A::WANTS_EVENTS, B::WANTS_EVENTS) {
            (false, false) => {}
            (true, false) => self.0.event(make),
            (false, true) => self.1.event(make),
            (true, true) => {
                let event = make();
                self.0.event(|| event.clone());
                self.1.event(|| event);
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, unit: UnitId, metric: S::Metric, n: u32) {
        self.0.add(unit, metric, n);
        self.1.add(unit, metric, n);
    }

    #[inline(always)]
    fn add_if(&mut self, yes: bool, unit: UnitId, metric: S::Metric, n: u32) {
        self.0.add_if(yes, unit, metric, n);
        self.1.add_if(yes, unit, metric, n);
    }

    #[inline(always)]
    fn flag(&mut self, metric: S::Metric, units: UnitSet) {
        self.0.flag(metric, units);
        self.1.flag(metric, units);
    }

    #[inline(always)]
    fn used(&mut self, action_ref: ActionRef) {
        self.0.used(action_ref);
        self.1.used(action_ref);
    }

    #[inline(always)]
    fn attack(&mut self, action_ref: ActionRef, victim: ActionTarget, hit: bool, damage: u32) {
        self.0.attack(action_ref, victim, hit, damage);
        self.1.attack(action_ref, victim, hit, damage);
    }

    #[inline(always)]
    fn harm(&mut self, action_ref: ActionRef, victim: ActionTarget, damage: u32) {
        self.0.harm(action_ref, victim, damage);
        self.1.harm(action_ref, victim, damage);
    }

    #[inline(always)]
    fn damage(&mut self, action_ref: ActionRef, victim: ActionTarget, lost: u32) {
        self.0.damage(action_ref, victim, lost);
        self.1.damage(action_ref, victim, lost);
    }

    #[inline(always)]
    fn healed(&mut self, cause: Cause, unit: UnitId, health: u32) {
        self.0.healed(cause, unit, health);
        self.1.healed(cause, unit, health);
    }

    #[inline(always)]
    fn felled(&mut self, victim: ActionTarget, cause: Cause) {
        self.0.felled(victim, cause);
        self.1.felled(victim, cause);
    }

    #[inline(always)]
    fn turn_used(&mut self, unit: UnitId, made: TurnUse) {
        self.0.turn_used(unit, made);
        self.1.turn_used(unit, made);
    }

    #[inline(always)]
    fn overkill(&mut self, by: UnitId, damage: u32) {
        self.0.overkill(by, damage);
        self.1.overkill(by, damage);
    }

    #[inline(always)]
    fn activation(&mut self, unit: UnitId) {
        self.0.activation(unit);
        self.1.activation(unit);
    }

    #[inline(always)]
    fn activation_over(&mut self, unit: UnitId) {
        self.0.activation_over(unit);
        self.1.activation_over(unit);
    }

    #[inline(always)]
    fn nested_activation(&mut self, by: i32) {
        self.0.nested_activation(by);
        self.1.nested_activation(by);
    }

    #[inline(always)]
    fn mark(&mut self, unit: UnitId, clock: S::Clock) {
        self.0.mark(unit, clock);
        self.1.mark(unit, clock);
    }

    #[inline(always)]
    fn round_begins(&mut self, round: u32, standing: UnitSet) {
        self.0.round_begins(round, standing);
        self.1.round_begins(round, standing);
    }

    #[inline(always)]
    fn arrives(&mut self, unit: UnitId) {
        self.0.arrives(unit);
        self.1.arrives(unit);
    }

    #[inline(always)]
    fn round_over(&mut self, standing: UnitSet) {
        self.0.round_over(standing);
        self.1.round_over(standing);
    }

    #[inline(always)]
    fn health(&mut self, unit: UnitId, health: u32) {
        self.0.health(unit, health);
        self.1.health(unit, health);
    }

    #[inline(always)]
    fn between_turns(&mut self, system: &S, state: &S::State) {
        self.0.between_turns(system, state);
        self.1.between_turns(system, state);
    }

    #[inline(always)]
    fn fight_over(&mut self, outcome: Outcome, standing: UnitSet) {
        self.0.fight_over(outcome, standing);
        self.1.fight_over(outcome, standing);
    }
}
