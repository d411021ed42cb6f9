//! The search for ways (MG-43, MG-44, MG-45, MG-73).

use super::{Board, Jump, NEVER, NOWHERE, Square};
use crate::engine::roster::MAX_UNITS;
use crate::games::mahou_galaxy::rulings::MapMetric;

/// The steps of who walks: those straight ahead first, so that of ways that cost alike the one without detours
/// is found first, then in the cells' order.
pub(super) const STEPS: [(i32, i32); 8] =
    [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
/// The steps of who flies, in the order in which they are looked at.
const FLIGHTS: [(i32, i32, i32); 26] = {
    let mut all = [(0, 0, 0); 26];
    let (mut n, mut level) = (0, 0);
    while level < 3 {
        let dz = [0, -1, 1][level];
        if dz != 0 {
            all[n] = (0, 0, dz);
            n += 1;
        }
        let mut at = 0;
        while at < STEPS.len() {
            all[n] = (STEPS[at].0, STEPS[at].1, dz);
            (n, at) = (n + 1, at + 1);
        }
        level += 1;
    }
    all
};
/// The greatest difference of levels that a step leads up.
const STEP_UP: i32 = 1;
/// The greatest difference of levels that a step leads down without a fall.
pub(super) const STEP_DOWN: i32 = 1;

/// Who looks for a way, and what it accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mover {
    /// Whether it flies.
    pub flies: bool,
    /// Whether it goes through hazards and down falls.
    pub dares: bool,
    /// Its jumps, if it can jump.
    pub jump: Option<Jump>,
    /// The greatest cost of a way that it looks for.
    pub most: u16,
}

/// The buffers of a search for ways, with what it found.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// The cost of the way to each cell, in cells.
    cost: Vec<u16>,
    /// The cell before it.
    from: Vec<u32>,
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// The places whose cost is known.
    touched: Vec<u32>,
    /// Cells through which no way leads.
    blocked: Vec<bool>,
    /// What the ways were looked for.
    search: Search,
}

/// What a search for ways depends on beside the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Whether it may be used again: nothing else had a say.
    pub is_whole: bool,
    /// The cell where the ways begin.
    pub start: u32,
    /// Who looks for them.
    pub mover: Mover,
    /// The cells of foes that block a way.
    pub foes: [u32; MAX_UNITS],
    /// How many there are.
    pub n: usize,
}

impl Search {
    /// One more foe.
    pub fn push(&mut self, cell: u32) {
        self.foes[self.n] = cell;
        self.n += 1;
    }
}

impl Scratch {
    /// Makes the buffers large enough, and forgets what was found.
    pub fn fit(&mut self, board: &Board) {
        let n = board.squares.len() * board.layers as usize;
        self.search = Search::default();
        if self.cost.len() != n {
            self.cost = vec![NEVER; n];
            self.from = vec![0; n];
            self.queue = vec![0; n];
            self.queued = vec![false; n];
            self.blocked = vec![false; n];
            self.touched = Vec::with_capacity(n);
        }
    }

    /// The cost of the way to a cell.
    #[inline(always)]
    #[must_use]
    pub fn cost(&self, board: &Board, cell: u32) -> u16 {
        self.cost[board.at(cell)]
    }

    /// Who looked for the ways.
    #[must_use]
    pub fn mover(&self) -> Mover {
        self.search.mover
    }

    /// The cell before this one on its way.
    #[must_use]
    pub fn before(&self, board: &Board, cell: u32) -> u32 {
        self.from[board.at(cell)]
    }
}

impl Board {
    /// The place of a cell in a search.
    #[inline(always)]
    fn at(&self, cell: u32) -> usize {
        let [x, y, z] = Self::coordinates(cell);
        let level = if self.layers == 1 { 0 } else { z };
        ((level * self.height + y) * self.width + x) as usize
    }

    #[inline(always)]
    pub(super) fn square_at(&self, x: i32, y: i32) -> Option<&Square> {
        let inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
        inside.then(|| &self.squares[(y * self.width + x) as usize])
    }

    /// MG-73: the cells to which a step leads from the ground of a column; `NOWHERE` behind the last.
    pub(super) fn neighbours(&self, cell: u32) -> [u32; 8] {
        let [x, y, _] = Self::coordinates(cell);
        let free = |x: i32, y: i32| self.square_at(x, y).is_some_and(|it| !it.is_closed);
        let straight = self.metric == MapMetric::Manhattan;
        let level = self.ground(cell);
        let mut found = [NOWHERE; 8];
        let mut n = 0;
        for (dx, dy) in STEPS {
            let diagonal = dx != 0 && dy != 0;
            let open =
                free(x + dx, y + dy) && (!diagonal || !straight && (free(x + dx, y) || free(x, y + dy)));
            let Some(square) = self.square_at(x + dx, y + dy).filter(|_| open) else { continue };
            if i32::from(square.level) - level <= STEP_UP {
                found[n] = Self::cell_at(x + dx, y + dy, square.level.into());
                n += 1;
            }
        }
        found
    }

    /// MG-81: where who is moved comes to in the next column of its way: on its level if it flies, else on
    /// the ground; nowhere if that stops it.
    #[must_use]
    pub fn pushed(&self, here: u32, column: u32, flies: bool) -> Option<u32> {
        if flies {
            return Some(Self::level_with(column, here)).filter(|&cell| !self.is_blocked(cell));
        }
        let rises = self.ground(column) - Self::coordinates(here)[2];
        (self.is_walkable(column) && rises <= STEP_UP).then(|| self.below(column))
    }

    /// The steps of who walks from a cell.
    #[inline(always)]
    pub(super) fn steps(&self, cell: u32) -> [u32; 8] {
        if self.steps.is_empty() { self.neighbours(cell) } else { self.steps[self.column(cell)] }
    }

    /// MG-43: the steps of who flies: on its level first, then up and down.
    #[inline(always)]
    fn flights(&self, cell: u32, mut each: impl FnMut(u32)) {
        let mut open = match self.open_air.get(self.at(cell)) {
            Some(open) => *open,
            None => self.open_air_from(cell),
        };
        let [x, y, z] = Self::coordinates(cell);
        while open != 0 {
            let (dx, dy, dz) = FLIGHTS[open.trailing_zeros() as usize];
            open &= open - 1;
            each(Self::cell_at(x + dx, y + dy, z + dz));
        }
    }

    /// The steps in the air that are open from a cell, a bit for each of `FLIGHTS`.
    pub(super) fn open_air_from(&self, cell: u32) -> u32 {
        let [x, y, z] = Self::coordinates(cell);
        let open = |x: i32, y: i32, z: i32| {
            let above = |it: &Square| z >= i32::from(it.level) && z >= i32::from(it.wall);
            z >= 0 && z <= self.top && self.square_at(x, y).is_some_and(above)
        };
        let straight = self.metric == MapMetric::Manhattan;
        let is_open = |&(dx, dy, dz): &(i32, i32, i32)| {
            let n = [dx, dy, dz].into_iter().filter(|d| *d != 0).count();
            let corner = dx == 0 || dy == 0 || open(x + dx, y, z + dz) || open(x, y + dy, z + dz);
            (n == 1 || !straight && corner) && open(x + dx, y + dy, z + dz)
        };
        FLIGHTS.iter().enumerate().filter(|(_, to)| is_open(to)).map(|(at, _)| 1 << at).sum()
    }

    /// Whether who looks for a way may enter a cell that a step or a jump from level `z` leads to.
    #[inline(always)]
    pub(super) fn is_open(&self, mover: &Mover, z: i32, next: u32) -> bool {
        mover.dares || self.hazard(next).is_none() && z - Self::coordinates(next)[2] <= STEP_DOWN
    }

    /// The cheapest ways of a search, through cells that `is_let` allows; those found last, if it is the
    /// search of then.
    pub fn ways(&self, scratch: &mut Scratch, search: &Search, is_let: impl Fn(u32) -> bool) {
        let remembers = !self.steps.is_empty();
        if remembers && search.is_whole && scratch.search == *search {
            return;
        }
        scratch.search = *search;
        for at in scratch.touched.drain(..) {
            scratch.cost[at as usize] = NEVER;
        }
        let foes = &search.foes[..search.n];
        foes.iter().for_each(|&cell| scratch.blocked[self.at(cell)] = true);
        self.flood(scratch, search, is_let);
        foes.iter().for_each(|&cell| scratch.blocked[self.at(cell)] = false);
    }

    fn flood(&self, scratch: &mut Scratch, search: &Search, is_let: impl Fn(u32) -> bool) {
        let (start, mover) = (search.start, &search.mover);
        let n = scratch.queue.len();
        let mut front = Front { board: self, scratch, is_let, most: mover.most, head: 0, len: 1 };
        front.scratch.cost[self.at(start)] = 0;
        front.scratch.touched.push(self.at(start) as u32);
        front.scratch.queue[0] = start;
        let jump = mover.jump.filter(|_| self.is_rough);
        while front.len > 0 {
            let cell = front.scratch.queue[front.head];
            front.head = if front.head + 1 == n { 0 } else { front.head + 1 };
            front.len -= 1;
            let here = self.at(cell);
            front.scratch.queued[here] = false;
            let so_far = front.scratch.cost[here];
            let z = Self::coordinates(cell)[2];
            if mover.flies {
                self.flights(cell, |next| {
                    if self.is_open(mover, z, next) {
                        front.relax(cell, next, so_far + 1);
                    }
                });
                continue;
            }
            for next in self.steps(cell) {
                if next == NOWHERE {
                    break;
                }
                if !self.is_rough {
                    front.relax(cell, next, so_far + 1);
                } else if self.is_open(mover, z, next) {
                    front.relax(cell, next, so_far.saturating_add(self.square(next).move_cost.into()));
                }
            }
            if let Some(jump) = &jump {
                let foes = &search.foes[..search.n];
                self.leaps(
                    cell,
                    jump,
                    mover,
                    search.is_whole,
                    |cell| !foes.contains(&cell),
                    |leap| {
                        front.relax(cell, leap.to, so_far.saturating_add(leap.cost));
                    },
                );
            }
        }
    }
}

/// A search under way.
struct Front<'a, F> {
    board: &'a Board,
    scratch: &'a mut Scratch,
    is_let: F,
    most: u16,
    /// The cells that are still to be looked at: the first of them in the queue, and how many there are.
    head: usize,
    len: usize,
}

impl<F: Fn(u32) -> bool> Front<'_, F> {
    /// A way to a cell over the one before it.
    #[inline(always)]
    fn relax(&mut self, before: u32, next: u32, total: u16) {
        let there = self.board.at(next);
        let scratch = &mut *self.scratch;
        let known = scratch.cost[there];
        if total > self.most || total >= known || scratch.blocked[there] || !(self.is_let)(next) {
            return;
        }
        if known == NEVER {
            scratch.touched.push(there as u32);
        }
        scratch.cost[there] = total;
        scratch.from[there] = before;
        // Each cell stands in the queue at most once.
        if !core::mem::replace(&mut scratch.queued[there], true) {
            let (behind, n) = (self.head + self.len, scratch.queue.len());
            scratch.queue[if behind >= n { behind - n } else { behind }] = next;
            self.len += 1;
        }
    }
}
