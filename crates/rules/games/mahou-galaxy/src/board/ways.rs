//! Ways (MG-43, MG-44, MG-45, MG-73): where steps lead, and the ways that a search found.

mod search;

use super::space::{Space, places_of};
use super::{Board, Jump, NEVER, NOWHERE, STEP_DOWN, STEP_UP, Square};
use crate::data::rulings::MapMetric;
use fray_engine::roster::MAX_UNITS;

/// The steps of a unit that walks: those straight ahead first, then in the cells' order. Of ways that cost
/// alike a unit takes the one whose last step stands first here, and so on back to its start; a jump stands
/// behind all steps.
pub(super) const STEPS: [(i32, i32); 8] =
    [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
/// The steps of a unit that flies, in their order: on its level first, then up and down.
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

/// A unit that looks for a way, and the cells that it accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mover {
    /// Whether it flies.
    pub flies: bool,
    /// Whether it goes through hazards and down falls.
    pub dares: bool,
    /// Its jumps, if it can jump.
    pub jump: Option<Jump>,
}

/// The parameters of a search for ways, beside the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Whether it may be used again: nothing else had a say.
    pub is_whole: bool,
    /// The cell where the ways begin.
    pub start: u32,
    /// The unit that looks for them.
    pub mover: Mover,
    /// The cells of foes that block a way.
    pub foes: [u32; MAX_UNITS],
    /// The number of these cells.
    pub n: usize,
}

impl Search {
    /// One more foe.
    pub fn push(&mut self, cell: u32) {
        self.foes[self.n] = cell;
        self.n += 1;
    }

    /// Returns whether no foe stands in a cell.
    #[inline(always)]
    fn is_free(&self, cell: u32) -> bool {
        !self.foes[..self.n].contains(&cell)
    }
}

/// The buffers of a search for ways, with what it found.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// The parameters of the search whose ways are known.
    search: Search,
    is_known: bool,
    /// The greatest cost that was asked for.
    most: u16,
    /// The cost of the last layer, and whether there is none behind it.
    so_far: u16,
    is_done: bool,
    /// The words that layers lie in.
    words: [usize; 2],
    /// Cells whose way is known, and the cost of it in cells.
    seen: Vec<u64>,
    cost: Vec<u16>,
    /// The last layer, and the next one.
    front: Vec<u64>,
    next: Vec<u64>,
    /// Cells that may be entered.
    enter: Vec<u64>,
    /// Cells to which a dear step or a jump leads, the least cost of that, and where the jump begins.
    later: Vec<u64>,
    later_cost: Vec<u16>,
    jumped_from: Vec<u32>,
    room: [Vec<u64>; 3],
    /// The ways of those who walk now, each from its end to its beginning; one that interrupts another walker
    /// lays its own behind.
    laid: Vec<u32>,
}

impl Scratch {
    /// Makes the buffers large enough, and forgets what was found.
    pub fn fit(&mut self, board: &Board) {
        self.is_known = false;
        self.laid.clear();
        let words = board.ground.words.max(board.air.words);
        let n = board.ground.places().max(board.air.places());
        if (self.seen.len(), self.cost.len()) != (words, n) {
            let none = vec![0; words];
            for set in [&mut self.seen, &mut self.front, &mut self.next, &mut self.enter, &mut self.later] {
                set.clone_from(&none);
            }
            self.room = [none.clone(), none.clone(), none];
            self.words = [0, 0];
            (self.cost, self.later_cost) = (vec![0; n], vec![0; n]);
            self.jumped_from = vec![0; n];
            self.laid = Vec::with_capacity(3 * n.min(usize::from(NEVER)));
        }
    }

    /// Returns whether all ways are known.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Forgets the ways that were found: the map is another.
    pub fn forget(&mut self) {
        self.is_known = false;
    }

    /// The cost of the way to a cell.
    #[inline(always)]
    #[must_use]
    pub fn cost(&self, board: &Board, cell: u32) -> u16 {
        let space = board.space(self.search.mover.flies);
        let place = space.place(cell);
        let (word, bit) = space.bit(place);
        let cost = self.cost[place];
        if self.seen[word] & bit != 0 && cost <= self.most { cost } else { NEVER }
    }

    /// The cells to which ways were found, in their order, with the cost of each.
    pub fn reached<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = (u32, u16)> + 'a {
        let space = board.space(self.search.mover.flies);
        let [low, high] = self.words;
        let places = (low..high).flat_map(move |word| places_of(self.seen[word], space.first_of(word)));
        let known = places.map(move |place| (space.cells[place], self.cost[place]));
        known.filter(move |&(_, cost)| cost <= self.most)
    }

    /// Returns who looked for the ways.
    #[must_use]
    pub fn mover(&self) -> Mover {
        self.search.mover
    }

    /// MG-73: the cell before this one on its way; its start has none.
    #[must_use]
    pub fn before(&self, board: &Board, cell: u32) -> u32 {
        let (mover, total) = (&self.search.mover, self.cost(board, cell));
        let [x, y, z] = Board::coordinates(cell);
        let leads = |before: u32, step: u16| {
            let cost = self.cost(board, before);
            cost != NEVER && cost + step == total
        };
        if mover.flies {
            let back = FLIGHTS.map(|(dx, dy, dz)| [x - dx, y - dy, z - dz]);
            let inside = back
                .into_iter()
                .filter(|&[x, y, z]| board.square_at(x, y).is_some() && (0..=board.top).contains(&z));
            let mut cells = inside.map(|[x, y, z]| Board::cell_at(x, y, z));
            return cells
                .find(|&before| leads(before, 1) && board.can_fly(before, cell))
                .unwrap_or(self.search.start);
        }
        let step = board.square(cell).move_cost.into();
        let back = STEPS.into_iter().filter_map(|(dx, dy)| {
            let square = board.square_at(x - dx, y - dy)?;
            Some(Board::cell_at(x - dx, y - dy, square.level.into()))
        });
        let mut steps = back.filter(|&before| {
            leads(before, step)
                && board.is_open(mover, Board::coordinates(before)[2], cell)
                && board.steps(before).contains(&cell)
        });
        steps.next().unwrap_or_else(|| self.jumped_from[board.ground.place(cell)])
    }

    /// Lays the way to a cell behind those that are laid: from its end to its start, which is left out. Where
    /// it begins among them.
    pub fn lay(&mut self, board: &Board, goal: u32) -> usize {
        let (first, mut cell) = (self.laid.len(), goal);
        let most = board.space(self.search.mover.flies).places();
        while cell != self.search.start {
            assert!(self.laid.len() - first < most, "a way leads back to its start");
            self.laid.push(cell);
            cell = self.before(board, cell);
        }
        first
    }

    /// The cells of the way that was laid last, which begins there among them.
    #[must_use]
    pub fn laid_from(&self, first: usize) -> &[u32] {
        &self.laid[first..]
    }

    /// Takes so many cells off its end.
    pub fn cut(&mut self, first: usize, n: usize) {
        self.laid.drain(first..first + n);
    }

    /// The next cell of the way that was laid last, which begins there.
    pub fn next_of(&mut self, first: usize) -> Option<u32> {
        if self.laid.len() > first { self.laid.pop() } else { None }
    }

    /// Forgets what is left of the way that was laid last.
    pub fn clear_from(&mut self, first: usize) {
        self.laid.truncate(first);
    }

    /// Returns whether a way that costs so much in all is the first to a place, or better than the one that is known.
    #[inline(always)]
    fn is_better(&self, space: &Space, place: usize, total: u16) -> bool {
        let (word, bit) = space.bit(place);
        self.seen[word] & bit == 0
            && self.enter[word] & bit != 0
            && (self.later[word] & bit == 0 || total < self.later_cost[place])
    }

    /// A step or a jump to a place, that costs so much in all and begins at a cell.
    #[inline(always)]
    fn propose(&mut self, space: &Space, place: usize, total: u16, jumped_from: Option<u32>) {
        let (word, bit) = space.bit(place);
        if self.is_better(space, place, total) {
            self.later[word] |= bit;
            self.later_cost[place] = total;
            self.words = [self.words[0].min(word), self.words[1].max(word + 1)];
            if let Some(from) = jumped_from {
                self.jumped_from[place] = from;
            }
        }
    }
}

impl Board {
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

    /// The steps from a cell of a unit that walks.
    #[inline(always)]
    pub fn steps(&self, cell: u32) -> [u32; 8] {
        if self.steps.is_empty() { self.neighbours(cell) } else { self.steps[self.column(cell)] }
    }

    /// MG-43: whether a step in the air leads from one cell to another beside it.
    pub(super) fn can_fly(&self, from: u32, to: u32) -> bool {
        let ([x, y, z], [to_x, to_y, to_z]) = (Self::coordinates(from), Self::coordinates(to));
        let open = |x: i32, y: i32| {
            let above = |it: &Square| to_z >= i32::from(it.level) && to_z >= i32::from(it.wall);
            self.square_at(x, y).is_some_and(above)
        };
        let n = [x != to_x, y != to_y, z != to_z].into_iter().filter(|differs| *differs).count();
        let straight = self.metric == MapMetric::Manhattan;
        let corner = x == to_x || y == to_y || open(to_x, y) || open(x, to_y);
        (n == 1 || !straight && corner) && open(to_x, to_y) && to_z <= self.top
    }

    /// Returns whether who looks for a way may enter a cell that a step or a jump from level `z` leads to.
    #[inline(always)]
    pub(super) fn is_open(&self, mover: &Mover, z: i32, next: u32) -> bool {
        mover.dares || self.hazard(next).is_none() && z - Self::coordinates(next)[2] <= STEP_DOWN
    }

    /// The cells of those who walk, or of those who fly.
    #[inline(always)]
    pub(super) fn space(&self, flies: bool) -> &Space {
        if flies { &self.air } else { &self.ground }
    }
}
