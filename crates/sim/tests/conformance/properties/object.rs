//! A system behind one type, so that properties are asked of scenario files of any game.

use core::ops::Range;
use std::any::Any;

use fray_engine::contract::{Health, Outcome, Rules};
use fray_engine::observe::Nobody;
use fray_rules::Visitor;
use fray_sim::play::dice::Dice;
use fray_sim::play::engine::Engine;

use super::idle::{self, Idle};
use super::own_side::{InArea, has_area, in_area};
use super::watched::{Breach, breaches};
use crate::support::seen::{begin_seen, play_seen};
use crate::support::turn_by_turn::TurnByTurn;

/// What the properties ask of a system, beside what the engine knows.
pub(crate) trait Requested {
    /// Returns what of a fight breaks a promise.
    fn breaches(&self, seed: u64, fight: u64) -> Vec<Breach>;
    /// The turns of a fight in which somebody idles.
    fn idles(&self, seed: u64, fight: u64) -> Vec<Idle>;
    /// Returns what somebody else makes of the turn of that number, from the state before it: the lines, if that
    /// affects anybody.
    fn instead(&self, other: &dyn Requested, seed: u64, idle: &Idle) -> Option<String>;
    /// Returns whether somebody has an area that was made for them.
    fn has_area(&self) -> bool;
    /// Returns what the first area of a fight does that meets a friend of its user and a foe.
    fn in_area(&self, seed: u64, fight: u64) -> Option<InArea>;
    /// Returns who wins each of these fights; nobody in draws and timeouts.
    fn outcomes(&self, seed: u64, fights: Range<u64>) -> Vec<Option<usize>>;
    /// The health of each unit when the first fight of a seed begins; nothing of games that count wounds.
    fn health(&self, seed: u64) -> Vec<i64>;
    /// Itself, to find its type again.
    fn as_any(&self) -> &dyn Any;
}

impl<S: Rules> Requested for S {
    fn breaches(&self, seed: u64, fight: u64) -> Vec<Breach> {
        breaches(self, seed, fight)
    }

    fn idles(&self, seed: u64, fight: u64) -> Vec<Idle> {
        idle::idles(self, seed, fight)
    }

    fn instead(&self, other: &dyn Requested, seed: u64, idle: &Idle) -> Option<String> {
        idle::instead(self, other.as_any().downcast_ref::<S>()?, seed, idle)
    }

    fn has_area(&self) -> bool {
        has_area(self)
    }

    fn in_area(&self, seed: u64, fight: u64) -> Option<InArea> {
        in_area(self, seed, fight)
    }

    fn outcomes(&self, seed: u64, fights: Range<u64>) -> Vec<Option<usize>> {
        let (mut dice, mut state) = (TurnByTurn::new(Dice::new(self.roster(), seed)), S::State::default());
        let outcome = |fight| {
            dice.0.fight(fight);
            match play_seen(self, &mut state, &mut dice, &mut Nobody).outcome {
                Outcome::Win(side) => Some(side.idx()),
                Outcome::Draw | Outcome::Timeout => None,
            }
        };
        fights.map(outcome).collect()
    }

    fn health(&self, seed: u64) -> Vec<i64> {
        let (mut state, mut dice) = (S::State::default(), TurnByTurn::of(self, seed, 0));
        begin_seen(self, &mut state, &mut dice, &mut Nobody);
        let units = self.roster().everyone().filter(|_| S::HEALTH == Health::Left);
        units.map(|unit| i64::from(self.health(&state, unit))).collect()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The rules of a scenario, of whatever game, as these properties ask them.
pub(crate) fn asked(rules: &dyn Engine) -> &dyn Requested {
    struct AsAsked;
    impl<'a> Visitor<'a> for AsAsked {
        type Output = &'a dyn Requested;

        fn visit<S: Rules>(self, rules: &'a S) -> &'a dyn Requested {
            rules
        }
    }
    crate::with_rules(rules, AsAsked).expect("the rules of a game")
}
