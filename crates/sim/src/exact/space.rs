//! The states of a fight and what one turn makes of each: found by playing the rules over every
//! path of their dice, once a state.

use core::sync::atomic::Ordering;

use fray_engine::every::Every;
use fray_engine::roster::UnitSet;

use super::budget::Budget;
use super::keys::{Keys, StateId};
use super::numbered::Numbered;
use super::reach::{BEYOND, paths_of_all};
use super::{Bound, Control, Options, Progress};
use crate::play::engine::Engine;
use crate::play::enumerated::Turns;
use crate::play::enumerated::watch::{After, Effect, TurnObserver};

/// In place of the next state, where the fight is over.
const NOWHERE: StateId = StateId::MAX;

/// One way in which a turn can go: all paths with this effect that leave this state.
#[derive(Clone, Copy, Debug)]
struct Transition {
    to: StateId,
    effect: u32,
    p: f64,
}

/// The states that transitions lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ahead {
    /// To the same round, with as many more activations begun.
    Activations(u32),
    /// To the next round.
    NextRound,
    /// To the end of the fight.
    Nowhere,
}

/// Transitions of one state that lead the same way: from and up to these places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) ahead: Ahead,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// The reason for which a search ended before its end.
#[derive(Clone, Copy, Debug)]
pub(super) enum StopReason {
    Interrupted,
    Reached(Bound),
    /// Not yet, but the states that were expanded say that all of them are far beyond this bound.
    Foreseen(Bound),
    /// Before it began: so many states at least are too many for this bound.
    Beyond(Bound, f64),
    /// Before it began: so many paths at least are too many.
    BeyondPaths(f64),
}

/// The places of an expanded state's entries in the lists of [`Space`].
#[derive(Clone, Copy, Debug)]
struct Span {
    groups: [u32; 2],
    effects: [u32; 2],
}

const UNEXPANDED: Span = Span { groups: [u32::MAX; 2], effects: [0; 2] };

/// How many paths are played between two looks at the bounds and at the interruption.
pub(super) const WATCHED_PATHS: u64 = 1 << 10;

/// How many paths are kept before they are filed.
const BATCH: usize = 256;

/// All states found so far.
pub(super) struct Space<'a> {
    pub(super) turns: Box<dyn Turns + 'a>,
    options: &'a Options,
    control: Control<'a>,
    budget: Budget,
    pub(super) keys: Keys,
    spans: Vec<Span>,
    groups: Vec<Group>,
    /// Of every transition that does not end the fight: where it leads, and with which effect.
    targets: Vec<(StateId, u32)>,
    /// And its probability.
    chances: Vec<f64>,
    /// The effects that the turns of a state can have, with their probabilities.
    state_effects: Vec<(u32, f64)>,
    effects: Numbered<Effect>,
    /// Paths of the turn in work that are not yet among its transitions, and the keys of those
    /// that lead on, one behind the other.
    paths: Vec<Transition>,
    pub(super) key: Vec<u32>,
    /// The transitions of the state in work.
    found: Vec<Transition>,
    /// By state: the state in work when it was last led to, and by which transition.
    latest: Vec<[u32; 2]>,
    pub(super) every: Every,
    pub(super) watch: TurnObserver,
    n_paths: u64,
    /// The number by which each path counts in the bounds.
    work: u32,
    /// About how many states there are at least; 0 while nobody knows.
    pub(super) sampled_states: f64,
    n_expanded: usize,
    /// States found of which a turn of the same round is to be played, those expanded among them.
    n_in_round: usize,
    /// Paths played to observe.
    pub(super) n_observed: u64,
}

impl<'a> Space<'a> {
    pub(super) fn new(
        engine: &'a dyn Engine,
        options: &'a Options,
        control: Control<'a>,
        budget: Budget,
    ) -> Self {
        let turns = engine.turns();
        Self {
            work: turns.work_of_a_path(),
            sampled_states: 0.0,
            turns,
            options,
            control,
            effects: Numbered::new(|effect: &Effect| size_of_val(&effect.marks[..]), budget.clone()),
            budget,
            keys: Keys::new(),
            spans: Vec::new(),
            groups: Vec::new(),
            targets: Vec::new(),
            chances: Vec::new(),
            state_effects: Vec::new(),
            paths: Vec::new(),
            key: Vec::new(),
            found: Vec::new(),
            latest: Vec::new(),
            every: Every::default(),
            watch: TurnObserver::default(),
            n_paths: 0,
            n_expanded: 0,
            n_in_round: 0,
            n_observed: 0,
        }
    }

    pub(super) fn n_states(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn n_expanded(&self) -> usize {
        self.n_expanded
    }

    pub(super) fn n_transitions(&self) -> usize {
        self.targets.len()
    }

    /// By metric: whether only sampled fights show it.
    pub(super) fn sampled_only(&self) -> &'static [bool] {
        self.turns.sampled_only()
    }

    pub(super) fn n_paths(&self) -> u64 {
        self.n_paths
    }

    pub(super) fn effect(&self, effect: u32) -> &Effect {
        self.effects.value(effect)
    }

    /// Returns who stands in this state.
    pub(super) fn standing(&mut self, id: StateId) -> UnitSet {
        self.turns.standing(self.keys.key(id))
    }

    /// The least memory that a state takes that is found and not expanded and whose key has so many words, in bytes.
    pub(super) fn bytes_a_state(words: usize) -> usize {
        // Of the table of numbers at most half is in use.
        words * size_of::<u32>() + 2 * size_of::<u32>() + size_of::<Span>() + size_of::<[u32; 2]>()
    }

    /// Returns where the groups of transitions of a state that has been expanded stand; those that end
    /// the fight are in none.
    pub(super) fn groups(&self, id: StateId) -> [u32; 2] {
        self.spans[id as usize].groups
    }

    /// The groups that stand there.
    #[inline(always)]
    pub(super) fn groups_at(&self, [from, to]: [u32; 2]) -> &[Group] {
        &self.groups[from as usize..to as usize]
    }

    /// Returns where the transitions of a group lead, and with which effect.
    #[inline(always)]
    pub(super) fn targets(&self, group: Group) -> &[(StateId, u32)] {
        &self.targets[group.from as usize..group.to as usize]
    }

    /// The probabilities of the transitions of a group.
    #[inline(always)]
    pub(super) fn chances(&self, group: Group) -> &[f64] {
        &self.chances[group.from as usize..group.to as usize]
    }

    /// The effects of all transitions of a state that has been expanded, with their
    /// probabilities.
    pub(super) fn effects_of(&self, id: StateId) -> &[(u32, f64)] {
        let [from, to] = self.spans[id as usize].effects;
        &self.state_effects[from as usize..to as usize]
    }

    /// Every start of a fight: its state, its probability.
    pub(super) fn begin(&mut self) -> Result<Vec<(StateId, f64)>, StopReason> {
        let mut starts = Vec::new();
        loop {
            self.watch.clear();
            let mut key = core::mem::take(&mut self.key);
            self.turns.begin(&mut self.every, &mut self.watch, &mut key);
            debug_assert!(self.watch.effect.marks.is_empty(), "no clock strikes before the first round");
            let p = self.every.weight();
            self.make_room(1, key.len())?;
            self.budget.reserve(&mut starts, 1)?;
            starts.push((self.find_state(&key), p));
            key.clear();
            self.key = key;
            self.look_up_from_work()?;
            if !self.every.advance() {
                break;
            }
        }
        Ok(starts)
    }

    /// Plays the turn of a state over every path, unless that was done before.
    pub(super) fn expand(&mut self, id: StateId) -> Result<(), StopReason> {
        if self.spans[id as usize].groups[0] == u32::MAX { self.expand_new(id) } else { Ok(()) }
    }

    #[inline(never)]
    fn expand_new(&mut self, id: StateId) -> Result<(), StopReason> {
        self.turns.load(self.keys.key(id));
        self.found.clear();
        loop {
            self.watch.clear();
            let n_keys = self.key.len();
            self.turns.turn(&mut self.every, &mut self.watch, &mut self.key);
            let p = self.every.weight();
            if p > 0.0 {
                self.note_path(p)?;
            } else {
                self.key.truncate(n_keys);
            }
            self.look_up_from_work()?;
            let is_more = self.every.advance();
            if !is_more || self.paths.len() == BATCH {
                self.file_paths(id)?;
            }
            if !is_more {
                break;
            }
        }
        let [groups, effects] = self.close_transitions()?;
        self.spans[id as usize] = Span { groups, effects };
        self.n_expanded += 1;
        Ok(())
    }

    /// Keeps a path whose key, if it leads on, was kept already.
    #[inline(always)]
    fn note_path(&mut self, p: f64) -> Result<(), StopReason> {
        let leads_on = !matches!(self.watch.effect.after, After::Over(..));
        let effect = self.effects.number(&self.watch.effect)?;
        self.paths.push(Transition { to: if leads_on { 0 } else { NOWHERE }, effect, p });
        Ok(())
    }

    /// Adds the paths kept to the transitions of the state in work. Many look-ups in a row wait
    /// for memory together; one after each turn would wait alone.
    fn file_paths(&mut self, from: StateId) -> Result<(), StopReason> {
        self.make_room(self.paths.len(), self.keys.width())?;
        self.budget.reserve(&mut self.found, self.paths.len())?;
        let keys = core::mem::take(&mut self.key);
        let mut paths = core::mem::take(&mut self.paths);
        let mut keys_left = keys.chunks_exact(self.keys.width());
        for mut path in paths.drain(..) {
            // Ends of the fight are few; other transitions are found by where they lead.
            let known = if path.to == NOWHERE {
                self.found.iter_mut().find(|known| known.to == NOWHERE && known.effect == path.effect)
            } else {
                let n_known = self.spans.len();
                path.to = self.find_state(keys_left.next().expect("a path that leads on has a key"));
                let is_new = self.spans.len() > n_known;
                if is_new && matches!(self.effects.value(path.effect).after, After::GoesOn) {
                    self.n_in_round += 1;
                }
                let [of, at] = self.latest[path.to as usize];
                if of == from { self.found.get_mut(at as usize) } else { None }
            };
            match known {
                Some(known) if known.effect == path.effect => known.p += path.p,
                _ => {
                    if path.to != NOWHERE {
                        self.latest[path.to as usize] = [from, self.found.len() as u32];
                    }
                    self.found.push(path);
                }
            }
        }
        (self.key, self.paths) = (keys, paths);
        self.key.clear();
        Ok(())
    }

    /// Makes room for so many more states with keys of this length.
    fn make_room(&mut self, more: usize, width: usize) -> Result<(), StopReason> {
        self.keys.reserve(more, width, &self.budget)?;
        self.budget.reserve(&mut self.spans, more)?;
        self.budget.reserve(&mut self.latest, more)
    }

    /// Files the transitions of the state in work.
    fn close_transitions(&mut self) -> Result<[[u32; 2]; 2], StopReason> {
        let more = self.found.len();
        self.budget.reserve(&mut self.groups, more)?;
        self.budget.reserve(&mut self.targets, more)?;
        self.budget.reserve(&mut self.chances, more)?;
        self.budget.reserve(&mut self.state_effects, more)?;
        // Places among transitions have 32 bits.
        if self.targets.len() + more >= 1 << 31 {
            return Err(StopReason::Reached(Bound::Memory));
        }
        let effects = &self.effects;
        let ahead = |transition: &Transition| {
            let effect = effects.value(transition.effect);
            match effect.after {
                After::GoesOn => Ahead::Activations(effect.activations),
                After::RoundOver(_) => Ahead::NextRound,
                After::Over(..) => Ahead::Nowhere,
            }
        };
        if !self.found.is_sorted_by_key(ahead) {
            self.found.sort_by_key(ahead);
        }
        let (first_group, first_effect) = (self.groups.len(), self.state_effects.len());
        for group in self.found.chunk_by(|a, b| a.effect == b.effect || ahead(a) == ahead(b)) {
            let ahead = ahead(&group[0]);
            let from = self.targets.len() as u32;
            for &Transition { to, effect, p } in group {
                if ahead != Ahead::Nowhere {
                    self.targets.push((to, effect));
                    self.chances.push(p);
                }
                let mine = &mut self.state_effects[first_effect..];
                match mine.iter_mut().find(|known| known.0 == effect) {
                    Some(known) => known.1 += p,
                    None => self.state_effects.push((effect, p)),
                }
            }
            if ahead != Ahead::Nowhere {
                self.groups.push(Group { ahead, from, to: self.targets.len() as u32 });
            }
        }
        Ok([
            [first_group as u32, self.groups.len() as u32],
            [first_effect as u32, self.state_effects.len() as u32],
        ])
    }

    /// The number of the state with this key.
    #[inline(always)]
    fn find_state(&mut self, key: &[u32]) -> StateId {
        let id = self.keys.number(key);
        if id as usize == self.spans.len() {
            self.spans.push(UNEXPANDED);
            self.latest.push([NOWHERE; 2]);
        }
        id
    }

    /// Every few thousand paths: was it interrupted, is a bound reached?
    #[inline(always)]
    fn look_up_from_work(&mut self) -> Result<(), StopReason> {
        self.n_paths += 1;
        if self.n_paths.is_multiple_of(WATCHED_PATHS) { self.check() } else { Ok(()) }
    }

    /// Shows the progress.
    ///
    /// # Errors
    /// If it was interrupted.
    #[cold]
    #[inline(never)]
    pub(super) fn look_up(&self) -> Result<(), StopReason> {
        if self.control.stop.load(Ordering::Relaxed) {
            return Err(StopReason::Interrupted);
        }
        (self.control.progress)(&self.progress());
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn check(&self) -> Result<(), StopReason> {
        self.look_up()?;
        let max_paths = self.max_paths();
        // Those that the sample says there are, and those found whose turn comes in this round.
        let states = self.sampled_states.max(self.n_in_round as f64);
        let n_paths = self.n_paths as f64;
        let all = if self.sampled_states > 0.0 {
            paths_of_all(n_paths, self.n_expanded as f64, states)
        } else {
            0.0
        };
        // Of a turn that is under way one path is known: they do not all branch like it, so that it counts once.
        let breadth = self.every.breadth();
        let is_too_broad = breadth > self.options.max_paths as f64;
        if n_paths > max_paths {
            return Err(StopReason::Reached(Bound::Paths));
        }
        if is_too_broad || all > BEYOND * max_paths {
            return Err(StopReason::Foreseen(Bound::Paths));
        }
        Ok(())
    }

    /// Returns how many paths are within the bound.
    pub(super) fn max_paths(&self) -> f64 {
        self.options.max_paths as f64 / f64::from(self.work)
    }

    /// Returns how far the search is.
    pub(super) fn progress(&self) -> Progress {
        let paths = self.n_paths.max(self.n_observed) as f64 / self.max_paths();
        let memory = 1.0 - self.budget.left() as f64 / self.options.max_bytes as f64;
        Progress { states: self.n_states(), expanded: self.n_expanded, used: paths.max(memory) }
    }
}
