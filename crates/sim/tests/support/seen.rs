//! Fights before any observer: the rules of a game are compiled once for all observers of the tests, and not
//! once for each.

use fray_engine::contract::{Outcome, Step, System};
use fray_engine::draw::Chance;
use fray_engine::fight::{Played, play};
use fray_engine::observe::{ActionRef, ActionTarget, Cause, Observer, TurnUse};
use fray_engine::roster::{UnitId, UnitSet};

/// Declares the methods of an observer whose calls are handed on as they are.
macro_rules! seen {
    ($($method:ident($($name:ident: $of:ty),*);)*) => {
        /// An [`Observer`] as an object.
        pub(crate) trait Seen<S: System> {
            /// [`Observer::event`].
            fn event(&mut self, make: &mut dyn FnMut() -> S::Event);
            $(
                #[doc = concat!("[`Observer::", stringify!($method), "`].")]
                fn $method(&mut self, $($name: $of),*);
            )*
        }

        impl<S: System, O: Observer<S>> Seen<S> for O {
            fn event(&mut self, make: &mut dyn FnMut() -> S::Event) {
                Observer::event(self, make);
            }

            $(fn $method(&mut self, $($name: $of),*) {
                Observer::$method(self, $($name),*);
            })*
        }

        impl<S: System> Observer<S> for Handed<'_, S> {
            const WANTS_EVENTS: bool = true;
            const WANTS_HEALTH: bool = true;

            fn event(&mut self, make: impl FnOnce() -> S::Event) {
                let mut make = Some(make);
                self.0.event(&mut || make.take().expect("an event is made once")());
            }

            $(fn $method(&mut self, $($name: $of),*) {
                self.0.$method($($name),*);
            })*
        }
    };
}

/// Hands everything on to some observer.
struct Handed<'a, S: System>(&'a mut dyn Seen<S>);

seen! {
    add(unit: UnitId, metric: S::Metric, n: u32);
    add_if(yes: bool, unit: UnitId, metric: S::Metric, n: u32);
    flag(metric: S::Metric, units: UnitSet);
    used(action: ActionRef);
    attack(action: ActionRef, target: ActionTarget, hit: bool, damage: u32);
    harm(action: ActionRef, target: ActionTarget, damage: u32);
    damage(action: ActionRef, target: ActionTarget, lost: u32);
    healed(cause: Cause, unit: UnitId, health: u32);
    felled(target: ActionTarget, cause: Cause);
    turn_used(unit: UnitId, made: TurnUse);
    overkill(by: UnitId, damage: u32);
    activation(unit: UnitId);
    activation_over(unit: UnitId);
    nested_activation(by: i32);
    mark(unit: UnitId, clock: S::Clock);
    round_begins(round: u32, standing: UnitSet);
    arrives(unit: UnitId);
    round_over(standing: UnitSet);
    health(unit: UnitId, health: u32);
    between_turns(system: &S, state: &S::State);
    fight_over(outcome: Outcome, standing: UnitSet);
}

/// [`play`] before an observer.
#[inline(never)]
pub(crate) fn play_seen<S: System, C: Chance>(
    system: &S,
    state: &mut S::State,
    dice: &mut C,
    observer: &mut dyn Seen<S>,
) -> Played {
    play(system, state, dice, &mut Handed(observer))
}

/// [`System::begin`] before an observer.
#[inline(never)]
pub(crate) fn begin_seen<S: System, C: Chance>(
    system: &S,
    state: &mut S::State,
    dice: &mut C,
    observer: &mut dyn Seen<S>,
) {
    system.begin(state, dice, &mut Handed(observer));
}

/// [`System::turn`] before an observer.
#[inline(never)]
pub(crate) fn turn_seen<S: System, C: Chance>(
    system: &S,
    state: &mut S::State,
    dice: &mut C,
    observer: &mut dyn Seen<S>,
) -> Step {
    system.turn(state, dice, &mut Handed(observer))
}
