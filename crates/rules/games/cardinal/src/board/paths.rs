//! Where a walk can end, and what is left of a way (CA-15, CA-16): floods over the squares of a board.

use crate::board::{At, Board};
use fray_engine::roster::MAX_UNITS;
use fray_kit::board::layers::{Layers, Search};

/// More paces than any way has.
const FAR: u16 = u16::MAX;

/// Space for floods; of use between two floods only.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// The paces to each square of the last flood from a unit; `FAR` where it did not come.
    paces: Vec<u16>,
    /// Its squares, by ascending paces, then row by row.
    reached: Vec<u32>,
    /// A bit for each square, set for those in `reached`.
    ends: Vec<u64>,
    layers: Layers,
    /// The squares on which somebody stands, and those of them that one may not pass.
    held: Vec<u64>,
    walls: Vec<u64>,
    holding: Vec<u32>,
    /// What a flood looks for.
    sought: Vec<u64>,
}

impl Scratch {
    /// Room for every square of a board.
    pub(crate) fn fit(&mut self, board: &Board) {
        let n = board.n_squares();
        self.layers.fit(&board.steps);
        if self.paces.len() == n {
            return;
        }
        self.paces = vec![FAR; n];
        self.reached = Vec::with_capacity(n);
        self.holding = Vec::with_capacity(MAX_UNITS);
        for squares in [&mut self.ends, &mut self.held, &mut self.walls, &mut self.sought] {
            *squares = vec![0; board.steps.n_words()];
        }
    }

    /// Returns how many squares the last flood from a unit reached.
    #[inline(always)]
    pub(crate) fn n_reached(&self) -> usize {
        self.reached.len()
    }

    /// The nth of these squares, its paces, and whether nobody stands there.
    #[inline(always)]
    pub(crate) fn nth(&self, board: &Board, n: usize) -> (At, u16, bool) {
        let i = self.reached[n] as usize;
        (board.at(i), self.paces[i], self.held[i / 64] >> (i % 64) & 1 == 0)
    }

    /// Says before a flood that somebody stands there: may one pass?
    pub(crate) fn hold(&mut self, board: &Board, at: At, may_pass: bool) {
        let i = board.index(at);
        self.held[i / 64] |= 1 << (i % 64);
        if !may_pass {
            self.walls[i / 64] |= 1 << (i % 64);
        }
        self.holding.push(i as u32);
    }

    /// Forgets who stands where.
    pub(crate) fn release(&mut self) {
        for i in self.holding.drain(..) {
            (self.held[i as usize / 64], self.walls[i as usize / 64]) = (0, 0);
        }
    }

    /// CA-15: the paces from a square to every square within so many.
    pub(crate) fn flood_from(&mut self, board: &Board, from: At, most: u16) {
        self.flood_ends(board, from, most, false);
    }

    /// CA-56: the paces across, through the air, from a square to every square within so many.
    pub(crate) fn flood_air(&mut self, board: &Board, from: At, most: u16) {
        self.flood_ends(board, from, most, true);
    }

    fn flood_ends(&mut self, board: &Board, from: At, most: u16, in_air: bool) {
        let Self { paces, reached, ends, layers, walls, .. } = self;
        for square in reached.drain(..) {
            paces[square as usize] = FAR;
            ends[square as usize / 64] = 0;
        }
        let search = if in_air { Search::Over } else { Search::Away(walls) };
        layers.search(&board.steps, (board.index(from), most), search, |n, layer| {
            for (place, word) in layer.words() {
                ends[place] |= word;
            }
            for square in layer.squares() {
                paces[square] = n;
                reached.push(square as u32);
            }
            false
        });
    }

    /// CA-15: goes out from a square up to the nearest of these squares. Whether a way leads to one; [`is_there`] then
    /// says to which.
    ///
    /// [`is_there`]: Self::is_there
    pub(crate) fn flood_until(&mut self, board: &Board, from: At, sought: impl Iterator<Item = At>) -> bool {
        let Self { layers, walls, sought: squares, .. } = self;
        squares.fill(0);
        for square in sought.map(|at| board.index(at)) {
            squares[square / 64] |= 1 << (square % 64);
        }
        let start = (board.index(from), FAR);
        layers.search(&board.steps, start, Search::Away(walls), |_, layer| layer.meets(squares))
    }

    /// Returns whether a square is as near as the nearest that the last flood looked for.
    pub(crate) fn is_there(&self, board: &Board, at: At) -> bool {
        self.layers.is_last(&board.steps, board.index(at))
    }

    /// Looks back through the air from a square for those of the last such flood with the least way left to it, told to
    /// `see` with the paces to them.
    pub(crate) fn flood_air_to(&mut self, board: &Board, to: At, mut see: impl FnMut(At, u16) -> bool) {
        let Self { layers, paces, ends, .. } = self;
        layers.search(&board.steps, (board.index(to), FAR), Search::Over, |_, layer| {
            let mut is_over = false;
            for square in layer.squares_of(|place| ends[place]) {
                is_over |= see(board.at(square), paces[square]);
            }
            is_over
        });
    }

    /// CA-15: looks back from a square for the ends of the last flood from a unit that have the least path left to it.
    /// Tells `see` of each such end with the path left and the paces to it; with nothing told no path leads
    /// from any of them.
    pub(crate) fn flood_to(&mut self, board: &Board, to: At, mut see: impl FnMut(At, u16, u16) -> bool) {
        let Self { layers, paces, reached, ends, held, walls, .. } = self;
        let Some(own) = reached.first().map(|&own| own as usize) else { return };
        let own_bit = |place| if place == own / 64 { 1 << (own % 64) } else { 0 };
        layers.search(&board.steps, (board.index(to), FAR), Search::Toward(walls), |left, layer| {
            let mut is_over = false;
            for square in layer.squares_of(|place| ends[place] & (!held[place] | own_bit(place))) {
                is_over |= see(board.at(square), left, paces[square]);
            }
            is_over
        });
    }
}
