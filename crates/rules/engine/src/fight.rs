//! The core loop.

use core::sync::atomic::{AtomicBool, Ordering};
use std::panic::resume_unwind;

use crate::contract::{Outcome, Step, System};
use crate::draw::Chance;
use crate::metrics::MetricSet;
use crate::observe::Observer;

/// The result of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The outcome: the side that won, a draw or a timeout.
    pub outcome: Outcome,
    /// The number of the round in which it ended: 1 or more, or 0 where it ended before round 1
    /// in what [`System::first_round`] lets some fights begin with.
    pub rounds: u32,
}

/// The most turns of a round: what takes more never ends.
const MOST_TURNS: u32 = 1 << 20;

/// Whether fights in progress are given up.
static GIVEN_UP: AtomicBool = AtomicBool::new(false);

/// The payload of the unwinding of a fight that was given up.
#[derive(Clone, Copy, Debug)]
pub struct GivenUp;

/// Gives up every fight of this process that is in progress or begun later: each unwinds with
/// [`GivenUp`] before its next turn. For a program that is told to end at once.
pub fn give_up() {
    GIVEN_UP.store(true, Ordering::Relaxed);
}

/// Returns whether fights were [given up](give_up).
#[must_use]
pub fn is_given_up() -> bool {
    GIVEN_UP.load(Ordering::Relaxed)
}

/// Plays one fight from its start to its outcome. `state` is scratch space: what it held before
/// does not matter.
///
/// # Panics
/// If a round goes on beyond all bounds: an invariant of the game is broken. With [`GivenUp`] if the
/// program is told to end.
#[inline(always)]
pub fn play<S: System, C: Chance, O: Observer<S>>(
    system: &S,
    state: &mut S::State,
    dice: &mut C,
    obs: &mut O,
) -> Played {
    play_by(system, state, dice, obs, |state, dice, obs, _| system.turn(state, dice, obs))
}

/// Plays one fight as [`play`] does, each turn by `turn`, which is told the number of the round.
///
/// # Panics
/// As [`play`].
#[inline(always)]
pub fn play_by<S: System, C: Chance, O: Observer<S>>(
    system: &S,
    state: &mut S::State,
    dice: &mut C,
    obs: &mut O,
    mut turn: impl FnMut(&mut S::State, &mut C, &mut O, u32) -> Step,
) -> Played {
    system.begin(state, dice, obs);
    obs.between_turns(system, state);
    let mut round = system.first_round();
    obs.round_begins(round, system.standing(state));
    let mut turns = 0;
    let outcome = loop {
        turns += 1;
        if turns > MOST_TURNS || is_given_up() {
            stop(round);
        }
        let step = turn(state, dice, obs, round);
        obs.between_turns(system, state);
        match step {
            Step::GoesOn => {}
            Step::RoundOver => {
                close_round(system, state, obs);
                if round == system.max_rounds() {
                    break Outcome::Timeout;
                }
                round += 1;
                turns = 0;
                obs.round_begins(round, system.standing(state));
            }
            Step::Over(outcome) => {
                if outcome == Outcome::Timeout {
                    // The limit of a part of the fight: its round went by like any last round.
                    close_round(system, state, obs);
                }
                break outcome;
            }
        }
    };
    report_end(system, state, obs);
    if outcome != Outcome::Timeout {
        report_health(system, state, obs);
    }
    obs.fight_over(outcome, system.standing(state));
    Played { outcome, rounds: round }
}

/// Ends a fight in its midst.
#[cold]
#[inline(never)]
fn stop(round: u32) -> ! {
    if is_given_up() {
        resume_unwind(Box::new(GivenUp));
    }
    panic!("round {round} goes on after {MOST_TURNS} turns");
}

/// Reports what is counted once, at the end of a fight.
#[inline(always)]
pub fn report_end<S: System, O: Observer<S>>(system: &S, state: &S::State, obs: &mut O) {
    let (everyone, dead) = (system.roster().everyone(), system.dead(state));
    obs.flag(S::Metric::STANDING, system.standing(state));
    obs.flag(S::Metric::SURVIVED, everyone.without(dead));
    obs.flag(S::Metric::DIED, dead);
    system.end(state, obs);
}

#[inline(always)]
fn close_round<S: System, O: Observer<S>>(system: &S, state: &S::State, obs: &mut O) {
    obs.round_over(system.standing(state));
    report_health(system, state, obs);
}

#[inline(always)]
fn report_health<S: System, O: Observer<S>>(system: &S, state: &S::State, obs: &mut O) {
    if O::WANTS_HEALTH {
        for unit in system.standing(state) {
            obs.health(unit, system.health(state, unit));
        }
    }
}
