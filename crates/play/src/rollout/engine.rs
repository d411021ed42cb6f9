//! The rules of a scenario in which one side looks ahead, as one engine.

use core::ops::RangeInclusive;

use fray_engine::roster::SideId;

use super::{Choosing, Departures, Taken, TakenCount};
use crate::branching::Split;
use crate::dice::Dice;
use crate::engine::Engine;
use crate::enumerated::Turns;
use crate::replay::{Replay, ReplayDice};
use crate::tally::{Keep, Player};
use crate::totals::About;

/// Rules of one game, roster and layout with several tactics of a side, which looks ahead and chooses among them. It
/// cannot be enumerated.
#[derive(Debug)]
pub struct Rollout {
    choices: Vec<Box<dyn Engine>>,
    side: SideId,
    trials: u32,
    taken: Vec<Taken>,
    departures: Option<Departures>,
}

impl Rollout {
    /// A side that chooses among these, of which the first is the base, with so many trials of each.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn new(choices: Vec<Box<dyn Engine>>, side: SideId, trials: u32) -> Self {
        assert!(!choices.is_empty(), "a base");
        let taken = choices.iter().map(|_| Taken::default()).collect();
        Self { choices, side, trials, taken, departures: None }
    }

    /// By choice, how often it was taken in all fights that were played of this.
    #[must_use]
    pub fn taken(&self) -> Vec<TakenCount> {
        self.taken.iter().map(Taken::count).collect()
    }

    /// It, noting its departures from the base, which plays the same fights and takes longer.
    #[must_use]
    pub fn noting(mut self, departures: Departures) -> Self {
        self.departures = Some(departures);
        self
    }

    /// The departures that were noted.
    #[must_use]
    pub fn departures(&self) -> Option<&Departures> {
        self.departures.as_ref()
    }

    fn base(&self) -> &dyn Engine {
        &*self.choices[0]
    }

    fn choosing(&self) -> Choosing<'_> {
        Choosing {
            choices: &self.choices,
            side: self.side,
            trials: self.trials,
            taken: &self.taken,
            departures: self.departures.as_ref(),
        }
    }
}

impl Engine for Rollout {
    fn about(&self) -> About {
        let mut about = self.base().about();
        self.choices[1..].iter().for_each(|choice| about.widen(&choice.about()));
        about
    }

    fn rounds(&self) -> RangeInclusive<u32> {
        self.base().rounds()
    }

    fn player(&self, dice: Dice, keep: Keep) -> Box<dyn Player + '_> {
        self.base().choosing_player(self.choosing(), dice, keep).expect("choices of one game")
    }

    fn replay(&self, dice: ReplayDice) -> Box<dyn Replay + '_> {
        self.base().choosing_replay(self.choosing(), dice).expect("choices of one game")
    }

    /// A level would go on under the base.
    fn split(&self, _dice: &Dice) -> Option<Box<dyn Split + '_>> {
        None
    }

    fn turns(&self) -> Box<dyn Turns + '_> {
        unreachable!("a side that looks ahead is refused where fights are enumerated")
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    fn choosing_player<'a>(&self, _: Choosing<'a>, _: Dice, _: Keep) -> Option<Box<dyn Player + 'a>> {
        None
    }

    fn choosing_replay<'a>(&self, _: Choosing<'a>, _: ReplayDice) -> Option<Box<dyn Replay + 'a>> {
        None
    }
}
