//! States with their memories, and the steps between them: what the rounds are iterated on.

use fray_engine::roster::UnitSet;

use super::budget::Budget;
use super::history::{Memory, Record};
use super::keys::{Keys, StateId};
use super::numbered::Numbered;
use super::space::{Space, StopReason};

/// The number of a node, in the order of discovery.
pub(super) type NodeId = u32;

const NONE: u32 = u32::MAX;

/// A state with a memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) state: StateId,
    memory: u32,
    /// The places of its state's groups.
    pub(super) groups: [u32; 2],
    /// The place of the first target of its steps; `NONE` before the node is built.
    targets: u32,
    records: [u32; 2],
}

/// Nodes, and where their steps lead. The steps of a node are those of its state, one by one and
/// as probable; only where they lead depends on the memory. A node is built when the forward pass
/// first needs it.
pub(super) struct Graph {
    n_clocks: usize,
    budget: Budget,
    nodes: Vec<Node>,
    /// The pairs of a state and a memory, by number of the node.
    numbers: Keys,
    targets: Vec<NodeId>,
    /// Number and probability.
    node_records: Vec<(u32, f64)>,
    memories: Numbered<Memory>,
    records: Numbered<Record>,
    /// The pairs of a memory and an effect that were met. A memory meets few of all effects.
    met: Keys,
    /// By number of such a pair: the memory after the effect, and the record of it.
    steps: Vec<[u32; 2]>,
}

impl Graph {
    pub(super) fn new(n_clocks: usize, budget: Budget) -> Self {
        Self {
            n_clocks,
            nodes: Vec::new(),
            numbers: Keys::new(),
            targets: Vec::new(),
            node_records: Vec::new(),
            memories: Numbered::new(|memory: &Memory| size_of_val(&memory.clocks[..]), budget.clone()),
            records: Numbered::new(Record::bytes_behind, budget.clone()),
            met: Keys::new(),
            steps: Vec::new(),
            budget,
        }
    }

    pub(super) fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    #[inline(always)]
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub(super) fn memory(&self, id: NodeId) -> &Memory {
        self.memories.value(self.node(id).memory)
    }

    /// Returns how many records there are so far.
    pub(super) fn n_records(&self) -> usize {
        self.records.len()
    }

    pub(super) fn record(&self, number: u32) -> &Record {
        self.records.value(number)
    }

    /// The node of a state at the start of a fight.
    pub(super) fn start(&mut self, state: StateId, standing: UnitSet) -> Result<NodeId, StopReason> {
        // Record 0 is the empty one.
        self.records.number(&Record::default())?;
        let memory = self.memories.number(&Memory::new(self.n_clocks, standing))?;
        self.make_room(1)?;
        Ok(self.find(state, memory))
    }

    /// The node at the start of the round that follows this one, where a round was closed.
    pub(super) fn next_round(&mut self, closed: NodeId) -> Result<NodeId, StopReason> {
        let memory = self.memory(closed).next_round();
        let memory = self.memories.number(&memory)?;
        self.make_room(1)?;
        Ok(self.find(self.node(closed).state, memory))
    }

    /// Returns where the steps of a node that is built lead, in the order of the state's groups.
    #[inline(always)]
    pub(super) fn targets(&self, node: &Node) -> &[NodeId] {
        &self.targets[node.targets as usize..]
    }

    /// The records of a node that is built, with their probabilities.
    #[inline(always)]
    pub(super) fn records_of(&self, node: &Node) -> &[(u32, f64)] {
        let [start, end] = node.records;
        &self.node_records[start as usize..end as usize]
    }

    /// Finds out where the steps of a node lead, expanding its state if need be.
    #[inline(always)]
    pub(super) fn build(&mut self, id: NodeId, space: &mut Space<'_>) -> Result<(), StopReason> {
        if self.nodes[id as usize].targets == NONE { self.build_new(id, space) } else { Ok(()) }
    }

    #[inline(never)]
    fn build_new(&mut self, id: NodeId, space: &mut Space<'_>) -> Result<(), StopReason> {
        let Node { state, memory, .. } = self.nodes[id as usize];
        space.expand(state)?;
        let groups = space.groups_at(space.groups(state));
        let n_targets = groups.iter().map(|&group| space.targets(group).len()).sum();
        self.make_room(n_targets)?;
        self.budget.reserve(&mut self.targets, n_targets)?;
        self.budget.reserve(&mut self.node_records, space.effects_of(state).len())?;
        let first_record = self.node_records.len();
        for &(effect, p) in space.effects_of(state) {
            let [_, record] = self.step(memory, effect, space)?;
            if record != 0 {
                let mine = &mut self.node_records[first_record..];
                match mine.iter_mut().find(|known| known.0 == record) {
                    Some(known) => known.1 += p,
                    None => self.node_records.push((record, p)),
                }
            }
        }
        let first_target = self.targets.len();
        for &group in space.groups_at(space.groups(state)) {
            // Transitions of one effect mostly stand together.
            let (mut effect, mut after) = (NONE, 0);
            for &(to, of_effect) in space.targets(group) {
                if of_effect != effect {
                    effect = of_effect;
                    [after, _] = self.step(memory, effect, space)?;
                }
                let to = self.find(to, after);
                self.targets.push(to);
            }
        }
        let node = &mut self.nodes[id as usize];
        node.groups = space.groups(state);
        node.targets = first_target as u32;
        node.records = [first_record as u32, self.node_records.len() as u32];
        Ok(())
    }

    /// The memory after an effect and the record of it.
    #[inline(always)]
    fn step(&mut self, memory: u32, effect: u32, space: &Space<'_>) -> Result<[u32; 2], StopReason> {
        self.met.reserve(1, 2, &self.budget)?;
        let pair = self.met.number(&[memory, effect]);
        match self.steps.get(pair as usize) {
            Some(&step) => Ok(step),
            None => self.learn(memory, effect, space),
        }
    }

    #[cold]
    fn learn(&mut self, memory: u32, effect: u32, space: &Space<'_>) -> Result<[u32; 2], StopReason> {
        let (after, record) = self.memories.value(memory).after(space.effect(effect));
        let step = [self.memories.number(&after)?, self.records.number(&record)?];
        self.budget.reserve(&mut self.steps, 1)?;
        self.steps.push(step);
        Ok(step)
    }

    /// Makes room for so many more nodes.
    fn make_room(&mut self, nodes: usize) -> Result<(), StopReason> {
        self.numbers.reserve(nodes, 2, &self.budget)?;
        self.budget.reserve(&mut self.nodes, nodes)
    }

    /// The node of a state with a memory.
    #[inline(always)]
    fn find(&mut self, state: StateId, memory: u32) -> NodeId {
        let id = self.numbers.number(&[state, memory]);
        if id as usize == self.nodes.len() {
            self.nodes.push(Node { state, memory, groups: [0; 2], targets: NONE, records: [0; 2] });
        }
        id
    }
}
