//! Probability by node, at one number of activations of a round.

use super::budget::Budget;
use super::graph::NodeId;
use super::space::StopReason;
use super::sum::Sum;

/// The node has had some probability here: it is in the list.
const LISTED: u8 = 1;
/// The nodes that its steps lead to are in the lists of the layers ahead.
const LINKED: u8 = 2;

/// The nodes that a layer can hold hardly change from round to round, so they are listed once and stay
/// listed: a step between listed nodes is an addition and nothing else.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    mass: Vec<f64>,
    flags: Vec<u8>,
    list: Vec<NodeId>,
}

impl Frontier {
    /// Makes room for `n_nodes` nodes in all, and for `listed` more in the list.
    ///
    /// # Errors
    /// If the budget does not go so far.
    #[inline(always)]
    pub(super) fn make_room(
        &mut self,
        n_nodes: usize,
        listed: usize,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        if self.mass.len() < n_nodes {
            self.make_room_for_nodes(n_nodes, budget)?;
        }
        budget.reserve(&mut self.list, listed)
    }

    #[cold]
    fn make_room_for_nodes(&mut self, n_nodes: usize, budget: &Budget) -> Result<(), StopReason> {
        let more = n_nodes - self.mass.len();
        budget.reserve(&mut self.mass, more)?;
        budget.reserve(&mut self.flags, more)?;
        let room = self.mass.capacity().min(self.flags.capacity());
        self.mass.resize(room, 0.0);
        self.flags.resize(room, 0);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn add(&mut self, node: NodeId, p: f64) {
        let flags = &mut self.flags[node as usize];
        if *flags & LISTED == 0 {
            *flags |= LISTED;
            self.list.push(node);
        }
        self.mass[node as usize] += p;
    }

    /// Adds `mass` times the chances to nodes that are listed.
    #[inline(never)]
    pub(super) fn add_to_listed(&mut self, nodes: &[NodeId], chances: &[f64], mass: f64) {
        for (&node, &p) in nodes.iter().zip(chances) {
            self.mass[node as usize] += mass * p;
        }
    }

    /// Returns how many nodes are listed.
    #[inline(always)]
    pub(super) fn n_listed(&self) -> usize {
        self.list.len()
    }

    /// The `i`-th listed node and its probability, which is taken away.
    #[inline(always)]
    pub(super) fn take(&mut self, i: usize) -> (NodeId, f64) {
        let node = self.list[i];
        (node, core::mem::take(&mut self.mass[node as usize]))
    }

    /// Returns whether the steps of this node were taken from here before; they are now.
    #[inline(always)]
    pub(super) fn link(&mut self, node: NodeId) -> bool {
        let flags = &mut self.flags[node as usize];
        let was = *flags & LINKED != 0;
        *flags |= LINKED;
        was
    }

    /// The nodes with some probability.
    pub(super) fn each(&self) -> impl Iterator<Item = (NodeId, f64)> + '_ {
        let with_mass = |&node: &NodeId| (node, self.mass[node as usize]);
        self.list.iter().map(with_mass).filter(|&(_, p)| p > 0.0)
    }

    pub(super) fn total(&self) -> f64 {
        self.each().map(|(_, p)| p).collect::<Sum>().value()
    }

    /// Takes all probability away.
    pub(super) fn clear(&mut self) {
        for &node in &self.list {
            self.mass[node as usize] = 0.0;
        }
    }
}
