//! The states of a fight and what one turn makes of each: found by playing the rules over every
//! path of their dice, once a state.

use core::sync::atomic::{AtomicBool, Ordering};

use fray_rules::contract::{MetricSet, Step, System};
use fray_rules::every::Every;

use super::keys::{Keys, StateId};
use super::numbered::Numbered;
use super::watch::{After, Effect, Watch};
use super::{Bound, Options};

/// In place of the next state, where the fight is over.
pub(super) const NOWHERE: StateId = StateId::MAX;

/// One way in which a turn can go: all paths with this effect that leave this state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transition {
    pub(super) to: StateId,
    pub(super) effect: u32,
    pub(super) p: f64,
}

/// The expected gain of a count in one turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    /// `unit * metrics + metric`.
    pub(super) at: u32,
    pub(super) mean: f64,
}

/// Why a search ended before its end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Halt {
    Interrupted,
    Reached(Bound),
}

/// Where the transitions and gains of an expanded state stand.
#[derive(Clone, Copy, Debug)]
struct Span {
    transitions: [u32; 2],
    gains: [u32; 2],
}

const UNEXPANDED: Span = Span { transitions: [u32::MAX; 2], gains: [u32::MAX; 2] };

/// How many paths are played between two looks at the bounds and at the interruption.
const WATCHED_PATHS: u64 = 1 << 12;

/// All states found so far.
pub(super) struct Space<'a, S: System> {
    system: &'a S,
    options: &'a Options,
    stop: &'a AtomicBool,
    keys: Keys,
    spans: Vec<Span>,
    transitions: Vec<Transition>,
    gains: Vec<Gain>,
    effects: Numbered<Effect>,
    /// By state, the transition that led to it last.
    latest: Vec<u32>,
    /// Gains of the turn in work, by place, and which places have some.
    turn_gains: Vec<f64>,
    gained: Vec<u32>,
    every: Every,
    state: S::State,
    watch: Watch,
    key: Vec<u32>,
    n_paths: u64,
    n_expanded: usize,
}

impl<'a, S: System> Space<'a, S> {
    pub(super) fn new(system: &'a S, options: &'a Options, stop: &'a AtomicBool) -> Self {
        Self {
            system,
            options,
            stop,
            keys: Keys::new(),
            spans: Vec::new(),
            transitions: Vec::new(),
            gains: Vec::new(),
            effects: Numbered::default(),
            latest: Vec::new(),
            turn_gains: vec![0.0; system.roster().units.len() * S::Metric::ALL.len()],
            gained: Vec::new(),
            every: Every::default(),
            state: S::State::default(),
            watch: Watch::default(),
            key: Vec::new(),
            n_paths: 0,
            n_expanded: 0,
        }
    }

    pub(super) fn n_states(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn n_expanded(&self) -> usize {
        self.n_expanded
    }

    pub(super) fn n_transitions(&self) -> usize {
        self.transitions.len()
    }

    pub(super) fn n_paths(&self) -> u64 {
        self.n_paths
    }

    pub(super) fn effect(&self, effect: u32) -> &Effect {
        self.effects.value(effect)
    }

    /// A state with this number.
    pub(super) fn state(&self, id: StateId) -> S::State {
        self.system.state_of(self.keys.key(id))
    }

    pub(super) fn bytes(&self) -> usize {
        self.keys.bytes()
            + self.spans.capacity() * size_of::<Span>()
            + self.latest.capacity() * size_of::<u32>()
            + self.transitions.capacity() * size_of::<Transition>()
            + self.gains.capacity() * size_of::<Gain>()
    }

    /// What the turn of a state that has been expanded can come to.
    #[inline]
    pub(super) fn transitions(&self, id: StateId) -> &[Transition] {
        let [start, end] = self.spans[id as usize].transitions;
        &self.transitions[start as usize..end as usize]
    }

    /// What the turn of a state that has been expanded adds to counts.
    pub(super) fn gains(&self, id: StateId) -> &[Gain] {
        let [start, end] = self.spans[id as usize].gains;
        &self.gains[start as usize..end as usize]
    }

    /// Every start of a fight: its state, its probability. With them the gains at the start.
    pub(super) fn begin(&mut self) -> Result<(Vec<(StateId, f64)>, Vec<Gain>), Halt> {
        let mut starts = Vec::new();
        loop {
            self.watch.clear();
            self.system.begin(&mut self.state, &mut self.every, &mut self.watch);
            let p = self.every.weight();
            self.count_gains(p);
            starts.push((self.find_state(), p));
            self.look_up_from_work()?;
            if !self.every.advance() {
                break;
            }
        }
        let [start, end] = self.close_gains();
        Ok((starts, self.gains[start as usize..end as usize].to_vec()))
    }

    /// Plays the turn of a state over every path, unless that was done before.
    pub(super) fn expand(&mut self, id: StateId) -> Result<(), Halt> {
        if self.spans[id as usize].transitions[0] != u32::MAX {
            return Ok(());
        }
        self.expand_new(id)
    }

    #[inline(never)]
    fn expand_new(&mut self, id: StateId) -> Result<(), Halt> {
        let before = self.state(id);
        let first = self.transitions.len() as u32;
        loop {
            self.state.clone_from(&before);
            self.watch.clear();
            let step = self.system.turn(&mut self.state, &mut self.every, &mut self.watch);
            let p = self.every.weight();
            if p > 0.0 {
                self.add_path(first, step, p);
            }
            self.look_up_from_work()?;
            if !self.every.advance() {
                break;
            }
        }
        let transitions = [first, self.transitions.len() as u32];
        self.spans[id as usize] = Span { transitions, gains: self.close_gains() };
        self.n_expanded += 1;
        Ok(())
    }

    /// Adds a path to the transitions of the state in work, which begin at `first`.
    #[inline(always)]
    fn add_path(&mut self, first: u32, step: Step, p: f64) {
        let to = match step {
            Step::GoesOn => self.find_state(),
            Step::RoundOver => {
                self.watch.effect.after = After::RoundOver(self.system.standing(&self.state));
                self.find_state()
            }
            Step::Over(outcome) => {
                self.watch.effect.after = After::Over(outcome, self.system.standing(&self.state));
                self.system.end(&self.state, &mut self.watch);
                NOWHERE
            }
        };
        self.count_gains(p);
        let effect = self.effects.number(&self.watch.effect);
        // Ends of the fight are few; other transitions are found by where they lead.
        let known = if to == NOWHERE {
            let mine = &self.transitions[first as usize..];
            mine.iter().position(|t| t.to == NOWHERE && t.effect == effect).map(|i| first as usize + i)
        } else {
            let latest = self.latest[to as usize];
            (latest != u32::MAX && latest >= first).then_some(latest as usize)
        };
        match known {
            Some(at) if self.transitions[at].effect == effect => self.transitions[at].p += p,
            _ => {
                if to != NOWHERE {
                    self.latest[to as usize] = self.transitions.len() as u32;
                }
                self.transitions.push(Transition { to, effect, p });
            }
        }
    }

    /// The number of the state in work.
    #[inline(always)]
    fn find_state(&mut self) -> StateId {
        self.key.clear();
        self.system.key(&self.state, &mut self.key);
        let id = self.keys.number(&self.key);
        if id as usize == self.spans.len() {
            self.spans.push(UNEXPANDED);
            self.latest.push(u32::MAX);
        }
        id
    }

    #[inline(always)]
    fn count_gains(&mut self, p: f64) {
        for &(at, n) in &self.watch.gains {
            let gain = &mut self.turn_gains[at as usize];
            if *gain == 0.0 {
                self.gained.push(at);
            }
            *gain += p * f64::from(n);
        }
    }

    /// Files the gains of the turn in work.
    fn close_gains(&mut self) -> [u32; 2] {
        let first = self.gains.len() as u32;
        for at in self.gained.drain(..) {
            let mean = core::mem::take(&mut self.turn_gains[at as usize]);
            self.gains.push(Gain { at, mean });
        }
        [first, self.gains.len() as u32]
    }

    /// Every few thousand paths: was it interrupted, is a bound reached?
    #[inline(always)]
    fn look_up_from_work(&mut self) -> Result<(), Halt> {
        self.n_paths += 1;
        if self.n_paths.is_multiple_of(WATCHED_PATHS) { self.check() } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn check(&self) -> Result<(), Halt> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Halt::Interrupted);
        }
        let max_paths = self.options.max_paths as f64;
        if self.n_paths as f64 > max_paths || self.every.breadth() > max_paths {
            return Err(Halt::Reached(Bound::Paths));
        }
        // The indices of transitions have 32 bits; 2^31 of them are 32 GiB.
        if self.bytes() > self.options.max_bytes || self.transitions.len() >= 1 << 31 {
            return Err(Halt::Reached(Bound::Memory));
        }
        Ok(())
    }
}
