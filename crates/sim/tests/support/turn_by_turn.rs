//! Dice of a run for somebody who looks at the state between turns.

use fray_engine::contract::System;
use fray_engine::draw::{Chance, Draw, Roll};
use fray_sim::play::dice::Dice;

/// The dice of a fight, without leave to play several turns in a row.
#[derive(Clone)]
pub(crate) struct TurnByTurn(pub(crate) Dice);

impl TurnByTurn {
    pub(crate) fn of(system: &impl System, seed: u64, fight: u64) -> Self {
        let mut dice = Dice::new(system.roster(), seed);
        dice.fight(fight);
        Self(dice)
    }
}

impl Chance for TurnByTurn {
    fn below(&mut self, by: Roll, n: u32) -> u32 {
        self.0.below(by, n)
    }

    fn draw<D: Draw>(&mut self, by: Roll, what: &D) -> D::Out {
        self.0.draw(by, what)
    }

    fn draw_if<D: Draw>(&mut self, yes: bool, by: Roll, what: &D) -> D::Out {
        self.0.draw_if(yes, by, what)
    }
}
