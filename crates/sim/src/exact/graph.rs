//! States with their memories, and the steps between them: what the rounds are iterated on.

use fray_rules::contract::{ClockSet, System};
use fray_rules::roster::UnitSet;

use super::keys::StateId;
use super::memory::{Memory, Record};
use super::numbered::Numbered;
use super::space::{Halt, NOWHERE, Space};
use super::watch::After;

/// The number of a node, in the order of discovery.
pub(super) type NodeId = u32;

const NONE: u32 = u32::MAX;

/// Where the edges of a group lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ahead {
    /// To the same round, with as many more activations begun.
    Activations(u32),
    /// To the next round.
    NextRound,
}

/// A step to a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: NodeId,
    pub(super) p: f64,
}

/// A state with a memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) state: StateId,
    memory: u32,
    /// Another node of the same state.
    next_of_state: NodeId,
    /// Where its edges and records stand; `NONE` before the node is built.
    groups: [u32; 2],
    records: [u32; 2],
}

/// Nodes and edges. A node is built when the forward pass first needs it.
pub(super) struct Graph {
    everyone: UnitSet,
    n_clocks: usize,
    nodes: Vec<Node>,
    /// By state: its latest node and the memory of that.
    latest_of_state: Vec<[u32; 2]>,
    groups: Vec<(Ahead, [u32; 2])>,
    edges: Vec<Edge>,
    /// Number and probability.
    node_records: Vec<(u32, f64)>,
    memories: Numbered<Memory>,
    records: Numbered<Record>,
    /// By memory, then effect: the memory after it and the record of it, once it is known.
    known: Vec<Vec<[u32; 2]>>,
    /// The edges of the node in work.
    work: Vec<(Ahead, Edge)>,
}

impl Graph {
    pub(super) fn new<S: System>(system: &S) -> Self {
        Self {
            everyone: system.roster().everyone(),
            n_clocks: S::Clock::ALL.len(),
            nodes: Vec::new(),
            latest_of_state: Vec::new(),
            groups: Vec::new(),
            edges: Vec::new(),
            node_records: Vec::new(),
            memories: Numbered::default(),
            records: Numbered::default(),
            known: Vec::new(),
            work: Vec::new(),
        }
    }

    pub(super) fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.latest_of_state.capacity() * size_of::<[u32; 2]>()
            + self.groups.capacity() * size_of::<(Ahead, [u32; 2])>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.node_records.capacity() * size_of::<(u32, f64)>()
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub(super) fn memory(&self, node: NodeId) -> &Memory {
        self.memories.value(self.node(node).memory)
    }

    /// Every record so far, by number.
    pub(super) fn records(&self) -> &[Record] {
        self.records.values()
    }

    /// The node of a state at the start of a fight.
    pub(super) fn start(&mut self, state: StateId, standing: UnitSet) -> NodeId {
        let memory = self.memories.number(&Memory::new(self.n_clocks, standing));
        self.make_room(state as usize + 1);
        self.find(state, memory)
    }

    /// The groups of edges of a node that is built.
    #[inline(always)]
    pub(super) fn groups(&self, id: NodeId) -> impl Iterator<Item = (Ahead, &[Edge])> {
        let [start, end] = self.nodes[id as usize].groups;
        let groups = &self.groups[start as usize..end as usize];
        groups.iter().map(|&(ahead, [from, to])| (ahead, &self.edges[from as usize..to as usize]))
    }

    /// The records of a node that is built, with their probabilities.
    #[inline(always)]
    pub(super) fn records_of(&self, id: NodeId) -> &[(u32, f64)] {
        let [start, end] = self.nodes[id as usize].records;
        &self.node_records[start as usize..end as usize]
    }

    /// Makes the edges of a node, expanding its state if need be.
    #[inline(always)]
    pub(super) fn build<S: System>(&mut self, id: NodeId, space: &mut Space<'_, S>) -> Result<(), Halt> {
        if self.nodes[id as usize].groups[0] == NONE { self.build_new(id, space) } else { Ok(()) }
    }

    #[inline(never)]
    fn build_new<S: System>(&mut self, id: NodeId, space: &mut Space<'_, S>) -> Result<(), Halt> {
        let Node { state, memory, .. } = self.nodes[id as usize];
        space.expand(state)?;
        let first_record = self.node_records.len();
        let mut work = core::mem::take(&mut self.work);
        work.clear();
        self.make_room(space.n_states());
        // Transitions of one effect mostly stand together.
        let mut effect = NONE;
        let (mut after, mut record, mut ahead) = (0, 0, Ahead::NextRound);
        for transition in space.transitions(state) {
            if transition.effect != effect {
                effect = transition.effect;
                [after, record] = self.step(memory, effect, space);
                let effect = space.effect(effect);
                ahead = match effect.after {
                    After::RoundOver(_) => Ahead::NextRound,
                    _ => Ahead::Activations(effect.activations),
                };
            }
            if record != 0 {
                let mine = &mut self.node_records[first_record..];
                match mine.iter_mut().find(|(number, _)| *number == record) {
                    Some((_, p)) => *p += transition.p,
                    None => self.node_records.push((record, transition.p)),
                }
            }
            if transition.to != NOWHERE {
                let to = self.find(transition.to, after);
                work.push((ahead, Edge { to, p: transition.p }));
            }
        }
        if !work.is_sorted_by_key(|edge| edge.0) {
            work.sort_by_key(|edge| edge.0);
        }
        let first_group = self.groups.len();
        for group in work.chunk_by(|a, b| a.0 == b.0) {
            let start = self.edges.len() as u32;
            self.edges.extend(group.iter().map(|edge| edge.1));
            self.groups.push((group[0].0, [start, self.edges.len() as u32]));
        }
        self.work = work;
        let node = &mut self.nodes[id as usize];
        node.groups = [first_group as u32, self.groups.len() as u32];
        node.records = [first_record as u32, self.node_records.len() as u32];
        Ok(())
    }

    /// The memory after an effect and the record of it. Record 0 is the empty one.
    #[inline(always)]
    fn step<S: System>(&mut self, memory: u32, effect: u32, space: &Space<'_, S>) -> [u32; 2] {
        let known = self.known.get(memory as usize).and_then(|row| row.get(effect as usize));
        match known {
            Some(&step) if step[0] != NONE => step,
            _ => self.learn(memory, effect, space),
        }
    }

    #[cold]
    fn learn<S: System>(&mut self, memory: u32, effect: u32, space: &Space<'_, S>) -> [u32; 2] {
        let none = self.records.number(&Record::default());
        debug_assert_eq!(none, 0, "the empty record is the first");
        let (after, record) = self.memories.value(memory).after(space.effect(effect), self.everyone);
        let step = [self.memories.number(&after), self.records.number(&record)];
        if self.known.len() <= memory as usize {
            self.known.resize(memory as usize + 1, Vec::new());
        }
        let row = &mut self.known[memory as usize];
        if row.len() <= effect as usize {
            row.resize(effect as usize + 1, [NONE; 2]);
        }
        row[effect as usize] = step;
        step
    }

    fn make_room(&mut self, n_states: usize) {
        if self.latest_of_state.len() < n_states {
            self.latest_of_state.resize(n_states.next_power_of_two(), [NONE; 2]);
        }
    }

    #[inline(always)]
    fn find(&mut self, state: StateId, memory: u32) -> NodeId {
        let [latest, of_memory] = self.latest_of_state[state as usize];
        if of_memory == memory {
            return latest;
        }
        self.find_older(state, memory, latest)
    }

    #[inline(never)]
    fn find_older(&mut self, state: StateId, memory: u32, mut at: NodeId) -> NodeId {
        let next_of_state = at;
        while at != NONE {
            let node = &self.nodes[at as usize];
            if node.memory == memory {
                return at;
            }
            at = node.next_of_state;
        }
        let id = self.nodes.len() as NodeId;
        self.latest_of_state[state as usize] = [id, memory];
        self.nodes.push(Node { state, memory, next_of_state, groups: [NONE; 2], records: [0; 2] });
        id
    }
}
