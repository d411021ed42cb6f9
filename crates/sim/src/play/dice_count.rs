//! What a fight costs at the table: the dice that hands have to roll.
//!
//! Sampled fights answer most rolls by look-up. Here a few fights are played as people would,
//! die by die, and the dice are counted; they follow the same law and are no part of a run's
//! tallies.

use fray_rules::engine::contract::System;
use fray_rules::engine::draw::{Chance, Purpose, Roll};
use fray_rules::engine::fight::play;
use fray_rules::engine::observe::Nobody;

use crate::play::dice::Dice;
use crate::stats::Moments;
use crate::totals::Histogram;

/// Rolls every die by itself, and counts them.
struct ByHand {
    dice: Dice,
    rolled: usize,
}

impl Chance for ByHand {
    fn below(&mut self, by: Roll, n: u32) -> u32 {
        // Ties and choices that are left to chance need no dice of the game.
        self.rolled += usize::from(!matches!(by.purpose, Purpose::Tie | Purpose::Choice));
        self.dice.below(by, n)
    }
}

/// The dice rolled in a fight: the mean over `fights` fights under `seed`, and half of its 95 %
/// interval. `None` for fewer than two fights.
#[must_use]
pub fn dice_per_fight<S: System>(system: &S, seed: u64, fights: u64) -> Option<(f64, f64)> {
    let mut by_hand = ByHand { dice: Dice::new(system.roster(), seed), rolled: 0 };
    let mut state = S::State::default();
    let mut counts = Histogram::default();
    for fight in 0..fights {
        by_hand.rolled = 0;
        by_hand.dice.fight(fight);
        play(system, &mut state, &mut by_hand, &mut Nobody);
        if counts.cells.len() <= by_hand.rolled {
            counts.cells.resize(by_hand.rolled + 1, 0);
        }
        counts.cells[by_hand.rolled] += 1;
    }
    let moments = Moments::of(&counts);
    let (mean, interval) = (moments.mean()?, moments.interval()?);
    Some((mean, (interval.hi - interval.lo) / 2.0))
}
