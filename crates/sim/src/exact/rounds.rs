//! The forward pass: where the probability is, round after round.
//!
//! A round is a stack of layers, one for each number of activations begun, because the number of
//! the activation belongs to a strike and is not in the state. Layers are worked off in order;
//! within one, turns that begin no activation (a round's opening, a delay) lead back into it,
//! until nothing is left. What a turn tells the tally is collected by kind of record and written
//! down once a layer.

use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::VecDeque;

use fray_rules::contract::{Outcome, System};

use super::graph::{Ahead, Graph, NodeId};
use super::ledger::Ledger;
use super::space::{Gain, Halt, Space};
use super::sum::Sum;
use super::watch::Watch;
use super::{Bound, Options};

/// Probability by node.
#[derive(Debug, Default)]
struct Layer {
    mass: Vec<f64>,
    /// The nodes with some.
    active: Vec<NodeId>,
}

impl Layer {
    #[inline(always)]
    fn add(&mut self, node: NodeId, p: f64) {
        let mass = &mut self.mass[node as usize];
        if *mass == 0.0 {
            self.active.push(node);
        }
        *mass += p;
    }

    #[inline(always)]
    fn make_room(&mut self, n_nodes: usize) {
        if self.mass.len() < n_nodes {
            self.mass.resize(n_nodes.next_power_of_two(), 0.0);
        }
    }

    fn total(&self) -> f64 {
        let total: Sum = self.active.iter().map(|&node| self.mass[node as usize]).collect();
        total.value()
    }
}

/// The forward pass over the rounds of a fight.
pub(super) struct Rounds<'a, S: System> {
    options: &'a Options,
    stop: &'a AtomicBool,
    pub(super) space: Space<'a, S>,
    graph: Graph,
    pub(super) ledger: Ledger,
    /// Of this round: the layer in work and those behind it.
    layers: VecDeque<Layer>,
    /// The next turn within the layer in work.
    again: Layer,
    next_round: Layer,
    /// A layer's active nodes while they are worked off.
    active: Vec<NodeId>,
    /// By node: how much probability came through it.
    visits: Vec<Sum>,
    /// By record: its probability in the layer in work, and which have some.
    told: Vec<Sum>,
    tellers: Vec<u32>,
    n_steps: u64,
    /// How far the pass has come.
    pub(super) round: u32,
    pub(super) unplayed: f64,
}

impl<'a, S: System> Rounds<'a, S> {
    pub(super) fn new(system: &'a S, options: &'a Options, stop: &'a AtomicBool) -> Self {
        Self {
            options,
            stop,
            space: Space::new(system, options, stop),
            graph: Graph::new(system),
            ledger: Ledger::new(system),
            layers: VecDeque::new(),
            again: Layer::default(),
            next_round: Layer::default(),
            active: Vec::new(),
            visits: Vec::new(),
            told: Vec::new(),
            tellers: Vec::new(),
            n_steps: 0,
            round: 1,
            unplayed: 1.0,
        }
    }

    /// Plays all rounds.
    pub(super) fn play(&mut self, system: &S) -> Result<(), Halt> {
        let (starts, gains) = self.space.begin()?;
        self.ledger.gain(&gains, 1.0);
        for (state, p) in starts {
            let node = self.graph.start(state, system.standing(&self.space.state(state)));
            self.next_round.make_room(self.graph.n_nodes());
            self.next_round.add(node, p);
        }
        loop {
            self.play_round()?;
            self.unplayed = self.next_round.total();
            if self.round == system.max_rounds() {
                self.time_out(system);
                break;
            }
            if self.unplayed <= self.options.tolerance {
                break;
            }
            self.round += 1;
        }
        eprintln!(
            "steps {} rounds {} nodes {} paths {}",
            self.n_steps,
            self.round,
            self.graph.n_nodes(),
            self.space.n_paths()
        );
        for (node, visits) in self.visits.iter().enumerate() {
            let visits = visits.value();
            if visits > 0.0 {
                self.ledger.gain(self.space.gains(self.graph.node(node as NodeId).state), visits);
            }
        }
        Ok(())
    }

    /// One round: from what waits in `next_round` to what is then in it.
    fn play_round(&mut self) -> Result<(), Halt> {
        if self.layers.is_empty() {
            self.layers.push_back(Layer::default());
        }
        core::mem::swap(&mut self.layers[0], &mut self.next_round);
        let mut activation = 0;
        loop {
            while !self.layers[0].active.is_empty() {
                self.play_turns()?;
                core::mem::swap(&mut self.layers[0], &mut self.again);
            }
            self.write_down(activation);
            if self.layers.iter().all(|layer| layer.active.is_empty()) {
                return Ok(());
            }
            self.layers.rotate_left(1);
            activation += 1;
        }
    }

    /// One turn of every node in the layer in work, which is empty afterwards.
    #[inline(never)]
    fn play_turns(&mut self) -> Result<(), Halt> {
        core::mem::swap(&mut self.active, &mut self.layers[0].active);
        for i in 0..self.active.len() {
            let node = self.active[i];
            let mass = core::mem::take(&mut self.layers[0].mass[node as usize]);
            if mass < self.options.prune {
                continue;
            }
            self.graph.build(node, &mut self.space)?;
            self.make_room(node);
            self.visits[node as usize].add(mass);
            for &(record, p) in self.graph.records_of(node) {
                let told = &mut self.told[record as usize];
                if told.value() == 0.0 {
                    self.tellers.push(record);
                }
                told.add(mass * p);
            }
            for (ahead, edges) in self.graph.groups(node) {
                let layer = match ahead {
                    Ahead::NextRound => &mut self.next_round,
                    Ahead::Activations(0) => &mut self.again,
                    Ahead::Activations(n) => {
                        while self.layers.len() <= n as usize {
                            self.layers.push_back(Layer::default());
                        }
                        &mut self.layers[n as usize]
                    }
                };
                layer.make_room(self.graph.n_nodes());
                for edge in edges {
                    layer.add(edge.to, mass * edge.p);
                }
                self.n_steps += edges.len() as u64;
            }
            if i % 256 == 0 {
                self.check()?;
            }
        }
        self.active.clear();
        Ok(())
    }

    #[inline(always)]
    fn make_room(&mut self, node: NodeId) {
        if self.visits.len() <= node as usize {
            self.visits.resize(self.graph.n_nodes().next_power_of_two(), Sum::default());
        }
        if self.told.len() < self.graph.records().len() {
            self.told.resize(self.graph.records().len(), Sum::default());
        }
    }

    /// Files the records of the layer in work.
    fn write_down(&mut self, activation: u32) {
        for record in self.tellers.drain(..) {
            let p = core::mem::take(&mut self.told[record as usize]).value();
            self.ledger.write(&self.graph.records()[record as usize], self.round, activation, p);
        }
    }

    /// The last round is over: what is left of the fights is a timeout.
    fn time_out(&mut self, system: &S) {
        let everyone = system.roster().everyone();
        self.ledger.end(Outcome::Timeout, self.round, self.unplayed);
        self.unplayed = 0.0;
        let mut watch = Watch::default();
        for &node in &self.next_round.active {
            let p = self.next_round.mass[node as usize];
            for (clock, never) in self.graph.memory(node).never(everyone).into_iter().enumerate() {
                self.ledger.never(clock, never, p);
            }
            watch.clear();
            system.end(&self.space.state(self.graph.node(node).state), &mut watch);
            let gain = |&(at, n): &(u32, u32)| Gain { at, mean: f64::from(n) };
            let gains: Vec<Gain> = watch.gains.iter().map(gain).collect();
            self.ledger.gain(&gains, p);
        }
    }

    #[inline(always)]
    fn check(&self) -> Result<(), Halt> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Halt::Interrupted);
        }
        if self.n_steps > self.options.max_steps {
            return Err(Halt::Reached(Bound::Steps));
        }
        let layers: usize = self.layers.iter().map(|layer| layer.mass.capacity() * 8).sum();
        if self.space.bytes() + self.graph.bytes() + layers > self.options.max_bytes {
            return Err(Halt::Reached(Bound::Memory));
        }
        Ok(())
    }
}
