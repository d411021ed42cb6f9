//! The cost of a fight at the table: the number of dice that hands have to roll.
//!
//! Sampled fights answer most rolls by look-up. Here a few fights are played as people would,
//! die by die, and the dice are counted; these fights have the distribution of a run's and are no
//! part of its totals.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use fray_engine::fight::GivenUp;

use crate::dice::Dice;
use crate::engine::Engine;
use crate::replay::{ReplayDice, Rolls};
use crate::totals::Histogram;
use crate::trace::Keeps;
use fray_stats::Moments;

/// The most fights that are played die by die.
const MOST_FIGHTS: u64 = 2_000;
/// The most where a side looks ahead.
const MOST_LOOKING_AHEAD: u64 = 30;

/// The dice that hands would roll in a fight, counted in a few of the `fights` of a run under
/// `seed`: mean and half of its 95 % interval. `None` for fewer than two fights, and if it is over before their end or
/// fights are given up.
#[must_use]
pub fn dice_per_fight(
    engine: &dyn Engine,
    seed: u64,
    fights: u64,
    is_over: &dyn Fn() -> bool,
) -> Option<(f64, f64)> {
    let dice = Dice::new(&engine.about().roster, seed);
    let mut replay = engine.replay(ReplayDice::new(dice, Rolls::DieByDie));
    let mut counts = Histogram::default();
    let most = if engine.looks_ahead() { MOST_LOOKING_AHEAD } else { MOST_FIGHTS };
    for fight in 0..fights.min(most) {
        if is_over() {
            return None;
        }
        match catch_unwind(AssertUnwindSafe(|| replay.play(fight, Keeps::Events))) {
            Ok(_) => {}
            Err(panic) if panic.is::<GivenUp>() => return None,
            Err(panic) => resume_unwind(panic),
        }
        counts.add(replay.n_rolled().into(), 1);
    }
    let moments = Moments::of(&counts);
    let (mean, interval) = (moments.mean()?, moments.interval()?);
    Some((mean, (interval.hi - interval.lo) / 2.0))
}
