//! Dice of a run for somebody who looks at the state between turns.

use fray_engine::contract::System;
use fray_engine::draw::{Chance, Draw, Purpose, Roll, Words};
use fray_engine::roster::UnitId;
use fray_sim::play::dice::{Dice, mix};

/// The dice of a fight, without leave to play several turns in a row.
#[derive(Clone)]
pub(crate) struct TurnByTurn(pub(crate) Dice, Option<Alike>);

/// What makes units roll alike.
#[derive(Clone, Copy)]
struct Alike {
    word: u64,
    /// Who rolls dice of its own.
    apart: UnitId,
}

/// The words of one roll.
struct OfRoll(u64);

impl Words for OfRoll {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }
}

impl TurnByTurn {
    pub(crate) fn new(dice: Dice) -> Self {
        Self(dice, None)
    }

    pub(crate) fn of(system: &impl System, seed: u64, fight: u64) -> Self {
        let mut dice = Dice::new(system.roster(), seed);
        dice.fight(fight);
        Self::new(dice)
    }

    /// The dice of a fight in which all rolls of one purpose show the same, whoever makes them and however often, but
    /// for those of one unit. Only ties and choices are left to chance.
    pub(crate) fn alike(system: &impl System, seed: u64, fight: u64, apart: UnitId) -> Self {
        let word = mix(seed ^ mix(fight));
        Self(Self::of(system, seed, fight).0, Some(Alike { word, apart }))
    }

    /// The words of a roll, if it shows what others of its purpose do.
    fn alike_of(&self, by: Roll) -> Option<OfRoll> {
        let alike = self.1.filter(|_| !matches!(by.purpose, Purpose::Tie | Purpose::Choice))?;
        let who = u64::from(by.unit == alike.apart);
        Some(OfRoll(mix(alike.word ^ (2 * by.purpose as u64 + who + 1))))
    }
}

impl Chance for TurnByTurn {
    fn below(&mut self, by: Roll, n: u32) -> u32 {
        match self.alike_of(by) {
            Some(mut words) => ((u128::from(words.word()) * u128::from(n)) >> 64) as u32,
            None => self.0.below(by, n),
        }
    }

    fn draw<D: Draw>(&mut self, by: Roll, what: &D) -> D::Out {
        match self.alike_of(by) {
            Some(mut words) => what.sample(&mut words),
            None => self.0.draw(by, what),
        }
    }

    fn draw_if<D: Draw>(&mut self, yes: bool, by: Roll, what: &D) -> D::Out {
        match self.alike_of(by) {
            Some(mut words) => what.sample(&mut words),
            None => self.0.draw_if(yes, by, what),
        }
    }
}
