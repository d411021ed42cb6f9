//! The cells of those who walk, or of those who fly, as sets of bits, 64 cells a word (MG-43, MG-73).
//!
//! A cell is the bit at `z * plane + y * row + x`, where the ground has a single plane. Behind each row stands
//! an empty column and behind each plane an empty row, so that a set that is moved by one cell does not run
//! over an edge; some empty words stand before and behind all planes.

use super::{Board, STEP_DOWN, STEP_UP};

/// By how many places a set is moved.
#[derive(Clone, Copy, Debug, Default)]
struct Shift {
    words: usize,
    bits: u32,
}

impl Shift {
    fn of(places: usize) -> Self {
        Self { words: places / 64, bits: (places % 64) as u32 }
    }

    /// The words of a set that is moved both ways, within these words.
    #[inline(always)]
    fn both(self, set: &[u64], [low, high]: [usize; 2]) -> impl Iterator<Item = u64> + '_ {
        let Self { words, bits } = self;
        let up = set[low - words..high - words].iter().zip(&set[low - words - 1..high - words - 1]);
        let down = set[low + words..high + words].iter().zip(&set[low + words + 1..high + words + 1]);
        up.zip(down).map(move |((up, below), (down, above))| {
            up << bits | (below >> 1) >> (63 - bits) | down >> bits | (above << 1) << (63 - bits)
        })
    }
}

/// The ground at one level, and the ground that a step leads to from there.
#[derive(Clone, Debug)]
struct Level {
    level: i32,
    at: Vec<u64>,
    /// Without a fall, and with one.
    near: Vec<u64>,
    below: Vec<u64>,
}

/// The cells of those who walk, or of those who fly.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    column: Shift,
    row: Shift,
    plane: Shift,
    row_places: usize,
    plane_places: usize,
    /// Words before and behind all planes.
    pad: usize,
    /// Words in all.
    pub(super) words: usize,
    /// Cells that can be entered, those of them without a hazard, and those that cost more than one.
    pub(super) free: Vec<u64>,
    pub(super) safe: Vec<u64>,
    pub(super) dear: Vec<u64>,
    /// Whether anything is dear.
    pub(super) has_dear: bool,
    /// The cell of each place; on the ground at the level of its ground.
    pub(super) cells: Vec<u32>,
    is_air: bool,
    /// The levels of the ground; none in the air.
    levels: Vec<Level>,
    /// Whether no step is diagonal.
    is_straight: bool,
}

/// The sets that a layer of a search is made of.
pub(super) struct Layer<'a> {
    /// The cells from which steps are taken, and those to which they lead.
    pub(super) front: &'a [u64],
    pub(super) next: &'a mut [u64],
    /// Cells that may be entered, and those that were.
    pub(super) enter: &'a [u64],
    pub(super) seen: &'a [u64],
    /// Room for the sets between.
    pub(super) room: &'a mut [Vec<u64>; 3],
}

impl Space {
    /// The ground of a map, or its air.
    pub(super) fn of(board: &Board, is_air: bool, is_straight: bool) -> Self {
        let (width, height) = (board.width as usize, board.height as usize);
        let row_places = width + 1;
        let plane_places = row_places * (height + 1);
        let planes = if is_air { board.layers as usize } else { 1 };
        let pad = (plane_places + row_places) / 64 + 2;
        let words = 2 * pad + (planes * plane_places).div_ceil(64);
        let none = vec![0; words];
        let mut space = Self {
            column: Shift::of(1),
            row: Shift::of(row_places),
            plane: Shift::of(plane_places),
            row_places,
            plane_places,
            pad,
            words,
            free: none.clone(),
            safe: none.clone(),
            dear: none.clone(),
            has_dear: false,
            cells: vec![0; 64 * (words - 2 * pad)],
            is_air,
            levels: Vec::new(),
            is_straight,
        };
        if !is_air {
            let mut levels: Vec<i32> = board.columns().map(|cell| board.ground(cell)).collect();
            levels.extend(board.heights.iter().map(|&height| i32::from(height)));
            levels.sort_unstable();
            levels.dedup();
            let sets = || (none.clone(), none.clone(), none.clone());
            space.levels.extend(levels.into_iter().map(|level| {
                let (at, near, below) = sets();
                Level { level, at, near, below }
            }));
        }
        space.fill(board);
        space
    }

    /// Puts in the cells of a map whose ground has no other levels than the one that it was made for.
    pub(super) fn fill(&mut self, board: &Board) {
        let is_air = self.is_air;
        for set in [&mut self.free, &mut self.safe, &mut self.dear] {
            set.fill(0);
        }
        self.has_dear = false;
        for cell in board.cells(is_air).filter(|&cell| is_air || board.is_walkable(cell)) {
            let place = self.place(cell);
            let (word, bit) = self.bit(place);
            self.cells[place] = cell;
            self.free[word] |= bit;
            if board.hazard(cell).is_none() {
                self.safe[word] |= bit;
            }
            if board.move_cost(cell, is_air) > 1 {
                self.dear[word] |= bit;
                self.has_dear = true;
            }
        }
        let mut levels = core::mem::take(&mut self.levels);
        for Level { level, at, near, below } in &mut levels {
            for set in [&mut *at, &mut *near, &mut *below] {
                set.fill(0);
            }
            for cell in board.columns() {
                let ((word, bit), ground) = (self.bit(self.place(cell)), board.ground(cell));
                let set = |set: &mut [u64], is: bool| set[word] |= if is { bit } else { 0 };
                set(at, ground == *level);
                set(near, (*level - STEP_DOWN..=*level + STEP_UP).contains(&ground));
                set(below, ground <= *level + STEP_UP);
            }
        }
        self.levels = levels;
    }

    /// Returns whether no step is diagonal.
    pub(super) fn is_straight(&self) -> bool {
        self.is_straight
    }

    /// The place of a cell: on the ground its level does not count.
    #[inline(always)]
    pub(super) fn place(&self, cell: u32) -> usize {
        let [x, y, z] = Board::coordinates(cell);
        let plane = if self.is_air { z as usize } else { 0 };
        plane * self.plane_places + y as usize * self.row_places + x as usize
    }

    /// The word of a place, and its bit there.
    #[inline(always)]
    pub(super) fn bit(&self, place: usize) -> (usize, u64) {
        (self.pad + place / 64, 1 << (place % 64))
    }

    /// The places of all cells, those between them included.
    pub(super) fn places(&self) -> usize {
        self.cells.len()
    }

    /// The place of the first bit of a word.
    #[inline(always)]
    pub(super) fn first_of(&self, word: usize) -> usize {
        64 * (word - self.pad)
    }

    /// The words to which steps from some words can lead.
    #[inline(always)]
    pub(super) fn around(&self, [low, high]: [usize; 2]) -> [usize; 2] {
        let most = self.pad - 1;
        [low.saturating_sub(most).max(self.pad), (high + most).min(self.words - self.pad)]
    }

    /// MG-43, MG-44, MG-73: the cells to which a step leads from the front, within these words: straight, or
    /// diagonal past one of two free cells; on the ground a level up at most, and more than one down only for
    /// those who dare.
    #[inline(always)]
    pub(super) fn step(&self, layer: &mut Layer, [low, high]: [usize; 2], dares: bool) {
        layer.next[low..high].fill(0);
        if self.is_air {
            let front = &layer.front[low..high];
            let from = layer.room[0][low..high].iter_mut().zip(front);
            let moved = self.plane.both(layer.front, [low, high]);
            if self.is_straight {
                let Layer { next, enter, seen, .. } = layer;
                let open = enter[low..high].iter().zip(&seen[low..high]);
                for (((from, front), moved), (next, (enter, seen))) in
                    from.zip(moved).zip(next[low..high].iter_mut().zip(open))
                {
                    (*from, *next) = (*front, moved & enter & !seen);
                }
            } else {
                for ((from, front), moved) in from.zip(moved) {
                    *from = front | moved;
                }
            }
            self.spread(layer, [low, high], None);
            return;
        }
        for level in &self.levels {
            let mut any = 0;
            let at = layer.front[low..high].iter().zip(&level.at[low..high]);
            for (from, (front, at)) in layer.room[0][low..high].iter_mut().zip(at) {
                *from = front & at;
                any |= *from;
            }
            if any != 0 {
                self.spread(layer, [low, high], Some(if dares { &level.below } else { &level.near }));
            }
        }
    }

    /// The cells of a step on one plane.
    #[inline(always)]
    fn spread(&self, layer: &mut Layer, words: [usize; 2], to: Option<&[u64]>) {
        let [low, high] = words;
        let Layer { next, enter, seen, room, .. } = layer;
        let [from, beside, across] = &mut **room;
        for (set, shift) in [(&mut *beside, self.column), (&mut *across, self.row)] {
            let moved = shift.both(from, words).zip(&self.free[low..high]);
            for (to, (moved, free)) in set[low..high].iter_mut().zip(moved) {
                *to = moved & free;
            }
        }
        let straight = beside[low..high].iter().zip(&across[low..high]);
        let diagonal = self.row.both(beside, words).zip(self.column.both(across, words));
        let open = enter[low..high].iter().zip(&seen[low..high]);
        let found = from[low..high].iter().zip(straight).zip(diagonal).zip(open);
        for (word, (next, (((from, straight), diagonal), (enter, seen)))) in
            (low..).zip(next[low..high].iter_mut().zip(found))
        {
            let mut found = straight.0 | straight.1;
            if !self.is_straight {
                found |= from | diagonal.0 | diagonal.1;
            }
            found &= enter & !seen;
            *next |= to.map_or(found, |to| found & to[word]);
        }
    }
}

/// The places of the bits of a word that begins at this place.
#[inline(always)]
pub(super) fn places_of(mut bits: u64, first: usize) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let at = (bits != 0).then(|| first + bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        at
    })
}
