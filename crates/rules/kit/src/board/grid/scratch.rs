//! The buffers of a search: what is known of each place, a queue by cost, and the path found.
//!
//! A node per square, and for flyers per square and height, of 16 bytes: 1.6 KB for walkers on
//! ten by ten squares, 640 KB on 200 by 200, and 13 MB for flyers there under a ceiling of 20.
//! On maps of up to 64 by 64 squares 36 KiB more at most, for floods on foot; for those in flight 8 KiB
//! for each row of ten heights, 130 KiB on nine by nine squares under a ceiling of 22, 4 MB at most.
//! Nothing is cleared between searches: each has a number, and nodes of other numbers are unknown.

use super::away::Wanted;
use super::levels::{Levels, Shape};
use super::path::Stride;
use super::{Grid, Place};

/// No place, in a link.
pub(super) const NONE: u32 = u32::MAX;
/// In `prev`: taken from the queue, its cost is final.
const CLOSED: u32 = u32::MAX - 1;
/// In `prev`: closed, and on a cheapest path to the end.
const ON_PATH: u32 = u32::MAX - 2;

/// How many costs the queue holds at a time.
const BUCKETS: u32 = 64;
/// The most that leaving a place may cost: with a bound that falls by at most 1 with a step, all
/// that is open lies within 64 costs.
pub const MAX_LEAVE_COST: u32 = BUCKETS - 2;

/// The entry of a place in the queue of a search. Links are keys of places.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// The search that wrote it.
    search: u32,
    /// The least cost of a path from the start found so far.
    cost: u32,
    /// In the queue: its neighbours in the bucket.
    prev: u32,
    /// As `prev`; later its neighbour in a list of ends, or of those to be traced back.
    next: u32,
}

/// The buffers, one for each fight played at a time. They hold no state of the fight: a clone
/// starts empty, and an empty one grows at its first search.
#[derive(Debug)]
pub struct Scratch {
    nodes: Vec<Node>,
    pub(super) strides: Vec<Stride>,
    /// Of floods on foot, and of those in flight.
    pub(super) levels: [Levels; 2],
    pub(super) wanted: Wanted,
    search: u32,
    /// Squares of the map at hand, and columns.
    n_squares: usize,
    width: usize,
    flies: bool,
    /// The first place of each bucket, if its bit is set below: a ring by total cost.
    heads: [u32; BUCKETS as usize],
    occupied: u64,
    /// The least total cost in the queue.
    least: u32,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            strides: Vec::new(),
            levels: Default::default(),
            wanted: Wanted::default(),
            search: 0,
            n_squares: 0,
            width: 0,
            flies: false,
            heads: [NONE; BUCKETS as usize],
            occupied: 0,
            least: 0,
        }
    }
}

impl Clone for Scratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Scratch {
    /// Makes room for all searches on a map, so that none allocates.
    pub fn fit(&mut self, grid: &Grid, flies: bool) {
        let layers = if flies { usize::from(grid.ceiling) + 1 } else { 1 };
        let n_nodes = grid.n_squares() * layers;
        if self.nodes.len() < n_nodes {
            self.nodes.resize(n_nodes, Node::default());
        }
        // No cheapest path is longer: a walker enters no square twice, a flyer could climb above
        // all obstacles that end, walk there and descend.
        let longest = grid.n_squares() + 2 * layers;
        self.strides.reserve(longest.saturating_sub(self.strides.len()));
        let [on_foot, in_flight] = &mut self.levels;
        if grid.n_rows() > 0 {
            on_foot.fit(Shape::of::<false>(grid));
        }
        if grid.n_rows() > 0 && flies {
            in_flight.fit(Shape::of::<true>(grid));
        }
        self.wanted.fit(grid);
    }

    /// The path that was found last, as far as the budget may be enough for its steps.
    #[must_use]
    pub fn path(&self) -> &[Stride] {
        &self.strides
    }

    /// Notes a step of the path, unless there are as many as a budget may be enough for.
    #[inline(always)]
    pub(super) fn push(&mut self, stride: Stride, budget: u32) {
        if self.strides.len() < budget as usize {
            self.strides.push(stride);
        }
    }

    /// Starts a search.
    #[inline(always)]
    pub(super) fn begin(&mut self, grid: &Grid, flies: bool) {
        self.n_squares = grid.n_squares();
        self.width = usize::from(grid.width);
        self.flies = flies;
        let layers = if flies { usize::from(grid.ceiling) + 1 } else { 1 };
        if self.nodes.len() < self.n_squares * layers {
            self.fit(grid, flies);
        }
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.nodes.fill(Node::default());
            self.search = 1;
        }
        self.occupied = 0;
        self.least = 0;
    }

    #[inline(always)]
    fn node(&mut self, at: Place) -> &mut Node {
        let layer = if self.flies { usize::from(at.z) } else { 0 };
        &mut self.nodes[layer * self.n_squares + usize::from(at.y) * self.width + usize::from(at.x)]
    }

    /// Puts a place into the queue, or makes it cheaper there. `bound` is what is still needed
    /// from there at least.
    #[inline(always)]
    pub(super) fn open(&mut self, at: Place, cost: u32, bound: u32) {
        let search = self.search;
        let node = *self.node(at);
        if node.search == search {
            if node.cost <= cost {
                return;
            }
            debug_assert!(node.prev != CLOSED, "a bound changed by more than 1 with a step");
            self.unlink(node, (node.cost + bound) % BUCKETS);
        }
        let bucket = (cost + bound) % BUCKETS;
        let bit = 1_u64 << bucket;
        let next = if self.occupied & bit == 0 { NONE } else { self.heads[bucket as usize] };
        *self.node(at) = Node { search, cost, prev: NONE, next };
        if next != NONE {
            self.node(Place::of_key(next)).prev = at.key();
        }
        self.heads[bucket as usize] = at.key();
        self.occupied |= bit;
    }

    #[inline(always)]
    fn unlink(&mut self, node: Node, bucket: u32) {
        if node.next != NONE {
            self.node(Place::of_key(node.next)).prev = node.prev;
        }
        if node.prev != NONE {
            self.node(Place::of_key(node.prev)).next = node.next;
            return;
        }
        self.heads[bucket as usize] = node.next;
        if node.next == NONE {
            self.occupied &= !(1 << bucket);
        }
    }

    /// Takes the place with the least total cost, if that is at most `limit`, with its cost.
    #[inline(always)]
    pub(super) fn pop(&mut self, limit: u32) -> Option<(Place, u32)> {
        if self.occupied == 0 {
            return None;
        }
        let skip = self.occupied.rotate_right(self.least % BUCKETS).trailing_zeros();
        self.least += skip;
        if self.least > limit {
            return None;
        }
        let bucket = self.least % BUCKETS;
        let at = Place::of_key(self.heads[bucket as usize]);
        let node = *self.node(at);
        self.unlink(node, bucket);
        self.node(at).prev = CLOSED;
        Some((at, node.cost))
    }

    /// Starts the queue at this total cost.
    #[inline(always)]
    pub(super) fn start_at(&mut self, least: u32) {
        self.least = least;
    }

    /// Puts a closed place before `next` in a list, and gives the new head.
    #[inline(always)]
    pub(super) fn link(&mut self, at: Place, next: u32) -> u32 {
        self.node(at).next = next;
        at.key()
    }

    /// Puts a closed place that is not on the path yet onto it.
    #[inline(always)]
    pub(super) fn put_on_path(&mut self, at: Place) {
        self.node(at).prev = ON_PATH;
    }

    /// The next in a list.
    #[inline(always)]
    pub(super) fn after(&mut self, at: Place) -> u32 {
        self.node(at).next
    }

    /// The cost of a place that is closed and not on the path yet.
    #[inline(always)]
    pub(super) fn closed_cost(&mut self, at: Place) -> Option<u32> {
        let search = self.search;
        let node = self.node(at);
        (node.search == search && node.prev == CLOSED).then_some(node.cost)
    }

    /// The cost of a place on the path.
    #[inline(always)]
    pub(super) fn path_cost(&mut self, at: Place) -> Option<u32> {
        let search = self.search;
        let node = self.node(at);
        (node.search == search && node.prev == ON_PATH).then_some(node.cost)
    }
}
