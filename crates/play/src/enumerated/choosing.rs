//! Turns played over every path of their dice where a side may take another of several tactics at each of them.

use fray_engine::contract::{Outcome, Rules, Step};
use fray_engine::every::Every;
use fray_engine::observe::Nobody;

use crate::turns::{Stand, stand_of};

/// The state that a turn led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Led {
    /// A state in the same round.
    GoesOn,
    /// A state in the next round.
    RoundOver,
    /// The end of the fight.
    Over(Outcome),
}

/// Plays turns of a scenario with an enumerator, path by path, under one of several choices: rules of one game,
/// roster and layout that were prepared with other tactics.
///
/// The [key](fray_engine::contract::Keyed::key) of a state leaves out what its choice does not read, and another one may read it. So states
/// are kept whole, and two of them are one if all choices have equal keys for them.
pub trait ChoosingTurns {
    /// Returns how often a path counts towards the most paths that an exact answer may take.
    fn work_of_a_path(&self) -> u32;

    /// The memory that a state takes, in bytes, without its key.
    fn bytes_a_state(&self) -> usize;

    /// Plays the present path of the start of a fight under a choice and appends the key of its state.
    fn begin(&mut self, choice: usize, every: &mut Every, key: &mut Vec<u32>);

    /// Plays the present path of the turn of a [kept](Self::keep) state under a choice. Appends the key of the state
    /// that it leads to, unless the fight is over.
    fn turn(&mut self, choice: usize, state: usize, every: &mut Every, key: &mut Vec<u32>) -> Led;

    /// Keeps the state that the last path led to. It gets the next number, from 0.
    fn keep(&mut self);

    /// Returns the states of the units in a kept state of the fight.
    fn stand(&self, state: usize) -> Stand;
}

/// The [`ChoosingTurns`] of one game.
pub(crate) struct ChoosingExpander<'a, S: Rules> {
    systems: Vec<&'a S>,
    states: Vec<S::State>,
    state: S::State,
    copy: S::State,
    /// The key of one choice.
    words: Vec<u32>,
}

impl<'a, S: Rules> ChoosingExpander<'a, S> {
    /// The first of the choices says how units stand.
    ///
    /// # Panics
    /// If there are none, or more than 32.
    pub(crate) fn new(systems: Vec<&'a S>) -> Self {
        assert!((1..=32).contains(&systems.len()), "keys that differ are bits of one word");
        let (state, copy) = (S::State::default(), S::State::default());
        Self { systems, states: Vec::new(), state, copy, words: Vec::new() }
    }

    /// Appends the key of the first choice, and behind it those of others that differ from it, each with its length;
    /// before them, which differ.
    fn write_key(&mut self, key: &mut Vec<u32>) {
        let mask = key.len();
        key.push(0);
        for (at, system) in self.systems.iter().enumerate() {
            self.words.clear();
            self.copy.clone_from(&self.state);
            system.key(&mut self.copy, &mut self.words);
            if at > 0 && key[mask + 2..][..key[mask + 1] as usize] == self.words[..] {
                continue;
            }
            key[mask] |= 1 << at;
            key.push(self.words.len() as u32);
            key.extend_from_slice(&self.words);
        }
    }
}

impl<S: Rules> ChoosingTurns for ChoosingExpander<'_, S> {
    fn work_of_a_path(&self) -> u32 {
        S::WORK_OF_A_PATH
    }

    fn bytes_a_state(&self) -> usize {
        size_of::<S::State>()
    }

    fn begin(&mut self, choice: usize, every: &mut Every, key: &mut Vec<u32>) {
        self.systems[choice].begin(&mut self.state, every, &mut Nobody);
        self.write_key(key);
    }

    fn turn(&mut self, choice: usize, state: usize, every: &mut Every, key: &mut Vec<u32>) -> Led {
        self.state.clone_from(&self.states[state]);
        let led = match self.systems[choice].turn(&mut self.state, every, &mut Nobody) {
            Step::GoesOn => Led::GoesOn,
            Step::RoundOver => Led::RoundOver,
            Step::Over(outcome) => return Led::Over(outcome),
        };
        self.write_key(key);
        led
    }

    fn keep(&mut self) {
        self.states.push(self.state.clone());
    }

    fn stand(&self, state: usize) -> Stand {
        stand_of(self.systems[0], &self.states[state])
    }
}
