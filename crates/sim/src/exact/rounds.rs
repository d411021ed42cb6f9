//! The forward pass: where the probability is, round after round.
//!
//! A round has layers, one for each number of activations begun, because the number of the activation belongs
//! to a strike and is not in the state. Layers are worked off in order; within one, turns that begin no
//! activation (a round's opening, a delay) lead back into it, until nothing is left. The counts of a layer's
//! turns are collected by record and written to the cells once a layer. A round is played once for each
//! history of earlier strikes.

use core::sync::atomic::Ordering;
use std::collections::BTreeMap;

use fray_engine::contract::Outcome;
use fray_engine::roster::UnitSet;

use super::budget::Budget;
use super::cells::Cells;
use super::frontier::Frontier;
use super::graph::{Graph, Node, NodeId};
use super::history::History;
use super::keys::StateId;
use super::observed::Observed;
use super::sample;
use super::space::{Ahead, Space, StopReason};
use super::sum::Sum;
use super::{Bound, Control, Options, Progress};
use crate::play::engine::Engine;
use crate::play::enumerated::watch::OWN_CLOCKS;
use crate::totals::About;

/// The nodes that begin the next round, by history, with their probabilities.
type Waiting = BTreeMap<History, Vec<(NodeId, f64)>>;

/// The forward pass over the rounds of a fight.
pub(super) struct Rounds<'a> {
    pub(super) about: About,
    engine: &'a dyn Engine,
    options: &'a Options,
    control: Control<'a>,
    budget: Budget,
    last_round: u32,
    pub(super) space: Space<'a>,
    graph: Graph,
    pub(super) cells: Cells,
    pub(super) observed: Observed,
    /// Clocks, and counts whose first rise is followed.
    n_clocks: usize,
    /// By activations begun.
    layers: Vec<Frontier>,
    /// Nodes at which the round is over.
    closed: Frontier,
    /// By state: how much probability came through it. A few dozen terms each, so that plain
    /// sums lose nothing that matters.
    visits: Vec<f64>,
    /// By record: its probability in the layer in work, and which have some.
    recorded: Vec<Sum>,
    with_probability: Vec<u32>,
    n_steps: u64,
    /// About how many states there are at least, from sampled fights.
    pub(super) sampled_states: f64,
    /// The round that the pass has reached.
    pub(super) round: u32,
    pub(super) unplayed: f64,
}

impl<'a> Rounds<'a> {
    pub(super) fn new(engine: &'a dyn Engine, options: &'a Options, control: Control<'a>) -> Self {
        let (about, rounds) = (engine.about(), engine.rounds());
        let n_clocks = about.clocks.len() + OWN_CLOCKS;
        let budget = Budget::new(options.max_bytes);
        Self {
            engine,
            options,
            control,
            last_round: *rounds.end(),
            space: Space::new(engine, options, control, budget.clone()),
            graph: Graph::new(n_clocks, budget.clone()),
            n_clocks,
            budget,
            sampled_states: 0.0,
            cells: Cells::new(&about),
            observed: Observed::new(&about),
            layers: Vec::new(),
            closed: Frontier::default(),
            visits: Vec::new(),
            recorded: Vec::new(),
            with_probability: Vec::new(),
            n_steps: 0,
            round: *rounds.start(),
            unplayed: 1.0,
            about,
        }
    }

    /// Plays all rounds.
    pub(super) fn play(&mut self) -> Result<(), StopReason> {
        // Even the starts of a fight may be more than can be played, as where cards are dealt.
        let bytes = |words| Space::bytes_a_state(words);
        self.sampled_states = sample::within(self.engine, self.options, self.control, bytes)?;
        let mut waiting = self.begin()?;
        self.space.sampled_states = self.sampled_states;
        loop {
            let is_last = self.round == self.last_round;
            let mut next = Waiting::new();
            let mut unplayed = Sum::default();
            for (history, starts) in &waiting {
                self.play_round(history, starts)?;
                unplayed.add(self.closed.total());
                if is_last {
                    self.time_out(history);
                } else {
                    self.wait(history, &mut next)?;
                }
                self.closed.clear();
            }
            self.unplayed = if is_last { 0.0 } else { unplayed.value() };
            if is_last || self.unplayed <= self.options.tolerance {
                break;
            }
            waiting = next;
            self.round += 1;
        }
        self.observe()
    }

    /// Plays every start and every turn once more, each as often as it is expected, and counts
    /// what is observed.
    fn observe(&mut self) -> Result<(), StopReason> {
        self.space.observe_starts(&mut self.observed)?;
        for (state, &visits) in self.visits.iter().enumerate() {
            let state = state as StateId;
            if visits > 0.0 {
                self.space.observe_turn(state, visits, &mut self.observed)?;
                for &(effect, p) in self.space.effects_of(state) {
                    let n = f64::from(self.space.effect(effect).activations);
                    self.cells.activations.add(visits * p * n);
                }
            }
        }
        Ok(())
    }

    /// Every start of the fight.
    fn begin(&mut self) -> Result<Waiting, StopReason> {
        let starts = self.space.begin()?;
        let starts = starts.into_iter().map(|(state, p)| {
            let standing = self.space.standing(state);
            Ok((self.graph.start(state, standing)?, p))
        });
        let history = vec![UnitSet::default(); self.n_clocks];
        Ok(Waiting::from([(history, starts.collect::<Result<_, StopReason>>()?)]))
    }

    /// One round with this history, from its starts to what is then in `closed`.
    fn play_round(&mut self, history: &History, starts: &[(NodeId, f64)]) -> Result<(), StopReason> {
        self.make_layers(0, starts.len())?;
        for &(node, p) in starts {
            self.layers[0].add(node, p);
        }
        let mut activation = 0;
        while activation < self.layers.len() {
            while self.play_turns(activation)? {}
            for record in self.with_probability.drain(..) {
                let p = core::mem::take(&mut self.recorded[record as usize]).value();
                let record = self.graph.record(record);
                self.cells.write(record, self.round, history, activation as u32, p);
            }
            activation += 1;
        }
        Ok(())
    }

    /// One turn of every node with this many activations begun. Whether that led back to some.
    fn play_turns(&mut self, activation: usize) -> Result<bool, StopReason> {
        let mut again = false;
        let mut i = 0;
        while i < self.layers[activation].n_listed() {
            if i % 256 == 0 {
                self.check()?;
            }
            let (node, mass) = self.layers[activation].take(i);
            i += 1;
            if mass < self.options.prune {
                continue;
            }
            self.graph.build(node, &mut self.space)?;
            let is_linked = self.layers[activation].link(node);
            let node = *self.graph.node(node);
            self.visit(&node, mass)?;
            let mut targets = self.graph.targets(&node);
            for &group in self.space.groups_at(node.groups) {
                let chances = self.space.chances(group);
                let (mine, others) = targets.split_at(chances.len());
                targets = others;
                self.n_steps += chances.len() as u64;
                let layer = match group.ahead {
                    Ahead::Activations(n) => {
                        again |= n == 0;
                        let ahead = activation + n as usize;
                        if is_linked {
                            self.layers[ahead].add_to_listed(mine, chances, mass);
                            continue;
                        }
                        if self.layers.len() <= ahead {
                            self.layers.resize_with(ahead + 1, Frontier::default);
                        }
                        &mut self.layers[ahead]
                    }
                    Ahead::NextRound => &mut self.closed,
                    Ahead::Nowhere => continue,
                };
                layer.make_room(self.graph.n_nodes(), mine.len(), &self.budget)?;
                for (&to, &p) in mine.iter().zip(chances) {
                    layer.add(to, mass * p);
                }
            }
        }
        Ok(again)
    }

    /// Counts a visit to a node and the records of its turn.
    #[inline(always)]
    fn visit(&mut self, node: &Node, mass: f64) -> Result<(), StopReason> {
        if self.visits.len() <= node.state as usize {
            let more = self.space.n_states() - self.visits.len();
            self.budget.reserve(&mut self.visits, more)?;
            self.visits.resize(self.visits.capacity(), 0.0);
        }
        self.visits[node.state as usize] += mass;
        for &(record, p) in self.graph.records_of(node) {
            if self.recorded.len() <= record as usize {
                self.recorded.resize(self.graph.n_records(), Sum::default());
            }
            let recorded = &mut self.recorded[record as usize];
            if recorded.value() == 0.0 {
                self.with_probability.push(record);
            }
            recorded.add(mass * p);
        }
        Ok(())
    }

    fn make_layers(&mut self, last: usize, listed: usize) -> Result<(), StopReason> {
        if self.layers.len() <= last {
            self.layers.resize_with(last + 1, Frontier::default);
        }
        self.layers[last].make_room(self.graph.n_nodes(), listed, &self.budget)
    }

    /// Files what is closed under the histories with which the next round begins.
    fn wait(&mut self, history: &History, next: &mut Waiting) -> Result<(), StopReason> {
        for (node, p) in self.closed.each() {
            let struck = self.graph.memory(node).struck();
            let history = history.iter().zip(struck).map(|(before, now)| before.or(now)).collect();
            let list = next.entry(history).or_default();
            // It is gone after the next round, and so not counted.
            list.try_reserve(1).map_err(|_| StopReason::Reached(Bound::Memory))?;
            list.push((self.graph.next_round(node)?, p));
        }
        Ok(())
    }

    /// The last round is over: what is left of the fights is a timeout.
    fn time_out(&mut self, history: &History) {
        for (node, p) in self.closed.each() {
            self.cells.end(Outcome::Timeout, self.round, p);
            self.cells.never(history, &self.graph.memory(node).struck(), p);
            self.space.observe_end(self.graph.node(node).state, p, &mut self.observed);
        }
    }

    #[inline(always)]
    fn check(&self) -> Result<(), StopReason> {
        if self.control.stop.load(Ordering::Relaxed) {
            return Err(StopReason::Interrupted);
        }
        let steps = self.n_steps as f64 / self.options.max_steps as f64;
        let progress = self.space.progress();
        (self.control.progress)(&Progress { used: progress.used.max(steps), ..progress });
        if self.n_steps > self.options.max_steps {
            return Err(StopReason::Reached(Bound::Steps));
        }
        Ok(())
    }
}
