//! The states that any choices lead to, and what one turn under each choice makes of them.

use core::sync::atomic::Ordering;

use fray_engine::every::Every;
use rustc_hash::FxHashMap;

use super::super::space::{StopReason, WATCHED_PATHS};
use super::super::{Bound, Control, Options, Progress};
use crate::play::enumerated::{ChoosingTurns, Led};

/// The target of a turn: how it leads on, and the state; 0 where the fight is over.
pub(super) type Target = (Led, u32);

/// How many paths of a turn are kept before equal ones are added up.
const BATCH: usize = 4096;

/// All states found so far. The results of a turn are kept once for all choices that lead to them alike.
pub(super) struct Space<'a> {
    turns: Box<dyn ChoosingTurns + 'a>,
    n_choices: usize,
    options: &'a Options,
    pub(super) control: Control<'a>,
    numbers: FxHashMap<Box<[u32]>, u32>,
    key_words: usize,
    every: Every,
    key: Vec<u32>,
    found: Vec<(Target, f64)>,
    /// By state and choice: the number of what its turn leads to.
    of_choice: Vec<u32>,
    /// By each of these, the place of its first target; last, the end of the targets.
    from: Vec<usize>,
    targets: Vec<Target>,
    chances: Vec<f64>,
    n_paths: u64,
    /// About how many states there are at least, as far as is known.
    states_at_least: f64,
}

impl<'a> Space<'a> {
    pub(super) fn new(
        turns: Box<dyn ChoosingTurns + 'a>,
        n_choices: usize,
        options: &'a Options,
        control: Control<'a>,
        states_at_least: f64,
    ) -> Self {
        Self {
            turns,
            n_choices,
            options,
            control,
            numbers: FxHashMap::default(),
            key_words: 0,
            every: Every::default(),
            key: Vec::new(),
            found: Vec::new(),
            of_choice: Vec::new(),
            from: vec![0],
            targets: Vec::new(),
            chances: Vec::new(),
            n_paths: 0,
            states_at_least,
        }
    }

    pub(super) fn n_states(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn n_expanded(&self) -> usize {
        self.of_choice.len() / self.n_choices
    }

    pub(super) fn n_transitions(&self) -> usize {
        self.targets.len()
    }

    pub(super) fn max_steps(&self) -> u64 {
        self.options.max_steps
    }

    pub(super) fn max_bytes(&self) -> usize {
        self.options.max_bytes
    }

    pub(super) fn turns(&self) -> &dyn ChoosingTurns {
        &*self.turns
    }

    /// The numbers of what the turn of a state leads to, by choice.
    pub(super) fn ways(&self, state: u32) -> &[u32] {
        &self.of_choice[state as usize * self.n_choices..][..self.n_choices]
    }

    /// Returns where a turn leads, and with which probabilities.
    #[inline(always)]
    pub(super) fn way(&self, way: u32) -> impl Iterator<Item = (Target, f64)> + '_ {
        let range = self.from[way as usize]..self.from[way as usize + 1];
        self.targets[range.clone()].iter().copied().zip(self.chances[range].iter().copied())
    }

    /// Expands all states under all choices. Returns by choice the starts of the fight.
    ///
    /// # Errors
    /// If a bound was met, or it was interrupted.
    pub(super) fn expand_all(&mut self) -> Result<Vec<Vec<(u32, f64)>>, StopReason> {
        self.expand(usize::MAX)
    }

    /// Expands the first states under all choices, so many at most. Returns by choice the starts of the fight.
    ///
    /// # Errors
    /// If a bound was met, or it was interrupted.
    pub(super) fn expand(&mut self, most: usize) -> Result<Vec<Vec<(u32, f64)>>, StopReason> {
        let mut starts = Vec::new();
        for choice in 0..self.n_choices {
            let mut of_choice: Vec<(u32, f64)> = Vec::new();
            loop {
                self.key.clear();
                self.turns.begin(choice, &mut self.every, &mut self.key);
                let p = self.every.weight();
                if p > 0.0 {
                    of_choice.push((self.number(), p));
                }
                self.count_path()?;
                if !self.every.advance() {
                    break;
                }
            }
            starts.push(of_choice);
        }
        let mut state = 0;
        while state < self.n_states().min(most) {
            let first = self.from.len() as u32 - 1;
            for choice in 0..self.n_choices {
                self.play(choice, state)?;
                let way = self.file(first);
                self.of_choice.push(way);
            }
            state += 1;
        }
        Ok(starts)
    }

    /// Plays the turn of a state under a choice over every path.
    fn play(&mut self, choice: usize, state: usize) -> Result<(), StopReason> {
        self.found.clear();
        loop {
            self.key.clear();
            let led = self.turns.turn(choice, state, &mut self.every, &mut self.key);
            let p = self.every.weight();
            if p > 0.0 {
                let to = if matches!(led, Led::Over(_)) { 0 } else { self.number() };
                self.found.push(((led, to), p));
            }
            if self.found.len() == BATCH {
                self.add_up();
            }
            self.count_path()?;
            if !self.every.advance() {
                break;
            }
        }
        self.add_up();
        Ok(())
    }

    /// Adds up paths with one target.
    fn add_up(&mut self) {
        self.found.sort_by_key(|(target, _)| *target);
        self.found.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 += if is_same { next.1 } else { 0.0 };
            is_same
        });
    }

    /// Files what was found, unless a choice before it led there alike, as one of those from the number `first`.
    fn file(&mut self, first: u32) -> u32 {
        let last = self.from.len() as u32 - 1;
        let is_known = |way: &u32| self.way(*way).eq(self.found.iter().copied());
        if let Some(known) = (first..last).find(is_known) {
            return known;
        }
        self.targets.extend(self.found.iter().map(|(target, _)| *target));
        self.chances.extend(self.found.iter().map(|(_, p)| *p));
        self.from.push(self.targets.len());
        last
    }

    /// The number of the state that the last path led to, whose key was written.
    fn number(&mut self) -> u32 {
        if let Some(&number) = self.numbers.get(&self.key[..]) {
            return number;
        }
        let number = self.numbers.len() as u32;
        self.key_words += self.key.len();
        self.numbers.insert(self.key.as_slice().into(), number);
        self.turns.keep();
        number
    }

    /// Every few hundred paths: was it interrupted, is a bound reached?
    fn count_path(&mut self) -> Result<(), StopReason> {
        self.n_paths += 1;
        if self.n_paths.is_multiple_of(WATCHED_PATHS) { self.check() } else { Ok(()) }
    }

    #[cold]
    fn check(&self) -> Result<(), StopReason> {
        if self.control.stop.load(Ordering::Relaxed) {
            return Err(StopReason::Interrupted);
        }
        let work = u64::from(self.turns.work_of_a_path()) * WORK;
        let paths = (self.n_paths * work) as f64 / self.options.max_paths as f64;
        let memory = self.bytes() as f64 / self.options.max_bytes as f64;
        let (states, expanded) = (self.n_states(), self.n_expanded());
        let all_states = self.states_at_least.max(states as f64);
        (self.control.progress)(&Progress { states, expanded, used: paths.max(memory) });
        // What those that are expanded took says how many all that are found will take.
        let all = if expanded < LEAST_EXPANDED { 0.0 } else { paths * all_states / expanded as f64 };
        let is_too_broad = all > TOO_MANY || self.every.breadth() > self.options.max_paths as f64;
        match (paths > 1.0 || is_too_broad, memory > 1.0) {
            (true, _) => Err(StopReason::Reached(Bound::Paths)),
            (_, true) => Err(StopReason::Reached(Bound::Memory)),
            _ => Ok(()),
        }
    }

    /// About how much memory is taken.
    fn bytes(&self) -> usize {
        // A state with what it points to, its key in a table that is half full, its choices, and a value for every
        // round while these differ.
        let a_state = self.turns.bytes_a_state() + 64 + self.n_choices * size_of::<u32>();
        self.n_states() * a_state
            + 2 * self.key_words * size_of::<u32>()
            + self.targets.capacity() * (size_of::<Target>() + size_of::<f64>())
    }
}

/// How many states have to be expanded before their paths are a sample of all.
pub(super) const LEAST_EXPANDED: usize = 100;

/// How many times the bound the paths of all states are at least to be beyond it. The states are those of the file's
/// tactics at least, and other sets only lead to more; the first of them may take more paths than the later ones.
const TOO_MANY: f64 = 2.0;

/// How many times as long as in the [exact answer](crate::exact) a path takes: its state is kept whole, and has a key
/// for every choice.
const WORK: u64 = 16;
