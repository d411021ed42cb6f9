//! Several scenarios as one: each fight plays one of them, drawn by its own dice with equal chances.

use core::ops::RangeInclusive;
use std::ops::Range;

use fray_engine::fight::Played;

use crate::play::account::Account;
use crate::play::branching::Split;
use crate::play::dice::Dice;
use crate::play::engine::Engine;
use crate::play::enumerated::Turns;
use crate::play::replay::{Replay, ReplayDice};
use crate::play::rollout::Choosing;
use crate::play::trace::Keeps;
use crate::play::turns::ByTurn;
use crate::tally::{Keep, Number, Player};
use crate::totals::{About, Totals};

/// Rules of one game and one roster, prepared several times over: at least once. It cannot be enumerated.
#[derive(Debug)]
pub struct Mixture {
    all: Vec<Box<dyn Engine>>,
}

impl Mixture {
    /// A mixture of these rules.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn new(all: Vec<Box<dyn Engine>>) -> Self {
        assert!(!all.is_empty(), "a mixture of something");
        Self { all }
    }

    /// Returns how many there are.
    #[must_use]
    pub fn n(&self) -> usize {
        self.all.len()
    }

    fn engine(&self, at: usize) -> &dyn Engine {
        &*self.all[at]
    }

    /// The engine of a fight.
    fn drawn(&self, dice: &Dice, fight: u64) -> usize {
        dice.drawn(fight, self.all.len())
    }
}

impl Engine for Mixture {
    fn about(&self) -> About {
        let mut all = self.all.iter().map(|rules| rules.about());
        let mut about = all.next().expect("a mixture of something");
        all.for_each(|other| about.widen(&other));
        about
    }

    fn rounds(&self) -> RangeInclusive<u32> {
        self.engine(0).rounds()
    }

    fn player(&self, dice: Dice, keep: Keep) -> Box<dyn Player + '_> {
        let players = (0..self.n()).map(|_| None).collect();
        Box::new(MixedPlayer { mixed: self, dice, keep, players, at: 0, playing: 0 })
    }

    fn replay(&self, dice: ReplayDice) -> Box<dyn Replay + '_> {
        let replays = (0..self.n()).map(|_| None).collect();
        Box::new(MixedReplay { mixed: self, dice, replays, at: 0 })
    }

    /// A level would mix the states of several rules.
    fn split(&self, _dice: &Dice) -> Option<Box<dyn Split + '_>> {
        None
    }

    fn turns(&self) -> Box<dyn Turns + '_> {
        unreachable!("a mixture is refused where fights are enumerated")
    }

    fn choosing_player<'a>(&self, _: Choosing<'a>, _: Dice, _: Keep) -> Option<Box<dyn Player + 'a>> {
        None
    }

    fn choosing_replay<'a>(&self, _: Choosing<'a>, _: ReplayDice) -> Option<Box<dyn Replay + 'a>> {
        None
    }
}

/// Plays each fight with the player of its engine; players are made when they are needed first.
struct MixedPlayer<'a> {
    mixed: &'a Mixture,
    dice: Dice,
    keep: Keep,
    players: Vec<Option<Box<dyn Player + 'a>>>,
    /// The engine of the fight begun last.
    at: usize,
    playing: u64,
}

impl Player for MixedPlayer<'_> {
    fn play(&mut self, fights: Range<u64>) {
        let Self { mixed, dice, keep, players, at, playing } = self;
        for fight in fights {
            *playing = fight;
            *at = mixed.drawn(dice, fight);
            let engine = mixed.engine(*at);
            players[*at].get_or_insert_with(|| engine.player(dice.clone(), *keep)).play(fight..fight + 1);
        }
    }

    fn playing(&self) -> u64 {
        self.playing
    }

    fn drain_into(&mut self, totals: &mut Totals) {
        self.players.iter_mut().flatten().for_each(|player| player.drain_into(totals));
    }

    fn numbers(&self) -> &[Number] {
        self.players[self.at].as_deref().map_or(&[], |player| player.numbers())
    }

    fn account(&self) -> Option<&Account> {
        self.players[self.at].as_deref()?.account()
    }
}

/// Replays each fight with its engine.
struct MixedReplay<'a> {
    mixed: &'a Mixture,
    dice: ReplayDice,
    replays: Vec<Option<Box<dyn Replay + 'a>>>,
    /// The engine of the fight played last.
    at: usize,
}

impl<'a> MixedReplay<'a> {
    fn of(&mut self, fight: u64) -> &mut Box<dyn Replay + 'a> {
        self.at = self.mixed.drawn(self.dice.dice(), fight);
        let (engine, dice) = (self.mixed.engine(self.at), &self.dice);
        self.replays[self.at].get_or_insert_with(|| engine.replay(dice.clone()))
    }
}

impl Replay for MixedReplay<'_> {
    fn play(&mut self, fight: u64, keeps: Keeps) -> Played {
        self.of(fight).play(fight, keeps)
    }

    fn lines(&self) -> Vec<String> {
        self.replays[self.at].as_ref().map_or_else(Vec::new, |replay| replay.lines())
    }

    fn by_turn(&self) -> ByTurn {
        self.replays[self.at].as_ref().map_or_else(ByTurn::default, |replay| replay.by_turn())
    }

    fn n_rolled(&self) -> u32 {
        self.replays[self.at].as_ref().map_or(0, |replay| replay.n_rolled())
    }

    fn sample_states(&mut self, fight: u64, visit: &mut dyn FnMut(usize, &[u32])) {
        self.of(fight).sample_states(fight, visit);
    }
}
