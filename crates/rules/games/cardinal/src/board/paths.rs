//! The squares at which a walk can end, and the rest of a way from there (CA-15, CA-16): floods over the
//! squares of a board.

use crate::board::{At, Board};
use fray_engine::roster::MAX_UNITS;
use fray_kit::board::layers::{Layers, Search};
use fray_kit::memory;

/// More paces than any way has.
const FAR: u16 = u16::MAX;

/// What is left of the way from a square to another where nobody stands in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    /// The paces; `FAR` where no way leads there.
    paces: u16,
    /// The first square beside it that leads on; `FAR` where it is not known.
    next: u16,
}

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
    /// The squares that a flood looks for, a bit each.
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
        self.holding = Vec::with_capacity(MAX_UNITS + board.hazards.len());
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

    /// Says before a flood that somebody stands there, or that nobody ends a way there: may one pass?
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

    /// CA-15: the nearest of some who stand where nobody can be, by the way to a square beside them, if one leads there.
    pub(crate) fn nearest<T: Copy>(
        &mut self,
        board: &Board,
        from: At,
        foes: impl Iterator<Item = (T, At)> + Clone,
    ) -> Option<T> {
        // Who is nearest where nobody is in the way is so where the way is free: nobody else has a shorter one.
        let left = |at: At| board.left_to(at).map_or(0, |left| left[board.index(from)].paces);
        if !board.square(from).blocked
            && foes.clone().all(|(_, at)| board.index(at) != board.index(from))
            && let Some((foe, at)) = foes.clone().min_by_key(|&(_, at)| left(at))
            && board.left_to(at).is_some_and(|left| board.is_clear(left, &self.walls, from, at))
        {
            return Some(foe);
        }
        let beside = |at: At| board.around((at.0, at.1, 0));
        self.flood_until(board, from, foes.clone().flat_map(|(_, at)| beside(at)))
            .then(|| foes.into_iter().find(|&(_, at)| beside(at).any(|at| self.is_there(board, at))))
            .flatten()
            .map(|(foe, _)| foe)
    }

    /// CA-15: goes out from a square up to the nearest of these squares. Whether a way leads to one; [`is_there`] then
    /// says to which.
    ///
    /// [`is_there`]: Self::is_there
    fn flood_until(&mut self, board: &Board, from: At, sought: impl Iterator<Item = At>) -> bool {
        let Self { layers, walls, sought: squares, .. } = self;
        squares.fill(0);
        for square in sought.map(|at| board.index(at)) {
            squares[square / 64] |= 1 << (square % 64);
        }
        let start = (board.index(from), FAR);
        layers.search(&board.steps, start, Search::Away(walls), |_, layer| layer.meets(squares))
    }

    /// Returns whether a square is as near as the nearest that the last flood looked for.
    fn is_there(&self, board: &Board, at: At) -> bool {
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
        if let Some(left) = board.left_to(to) {
            let is_held = |square: usize| held[square / 64] >> (square % 64) & 1 == 1;
            let ends = reached.iter().map(|&end| end as usize).filter(|&end| end == own || !is_held(end));
            // Layer by layer of those that are as near, as long as the ways of all are free.
            let mut above = 0;
            while let Some(least) =
                ends.clone().map(|end| left[end].paces).filter(|&left| left >= above).min()
            {
                let layer = ends.clone().filter(|&end| left[end].paces == least);
                if least < FAR && !layer.clone().all(|end| board.is_clear(left, walls, board.at(end), to)) {
                    break;
                }
                // Behind them are those from which no way leads even so.
                if least == FAR
                    || layer.fold(false, |is_over, end| is_over | see(board.at(end), least, paces[end]))
                {
                    return;
                }
                above = least + 1;
            }
        }
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

impl Board {
    /// CA-15: what is left of the way from each square to this one; `None` where that is not remembered.
    fn left_to(&self, to: At) -> Option<&[Left]> {
        if !memory::is_on() {
            return None;
        }
        let square = self.index(to);
        self.ways_to.get(square, || {
            let (mut layers, mut row) = (Layers::default(), vec![FAR; self.n_squares()]);
            layers.fit(&self.steps);
            let nobody = vec![0; self.steps.n_words()];
            layers.search(&self.steps, (square, FAR), Search::Toward(&nobody), |left, layer| {
                layer.squares().for_each(|square| row[square] = left);
                false
            });
            let next = |from| {
                let mut beside = self.around(self.at(from)).map(|next| self.index(next));
                let next = beside.find(|&next| self.leads_on(|at| row[at], from, next, square));
                next.and_then(|next| u16::try_from(next).ok()).unwrap_or(FAR)
            };
            (0..row.len()).map(|from| Left { paces: row[from], next: next(from) }).collect()
        })
    }

    /// Returns whether a step to a square beside this one leads on, where so many paces are left from each.
    fn leads_on(&self, left: impl Fn(usize) -> u16, from: usize, next: usize, goal: usize) -> bool {
        let paces = if next == goal { 1 } else { self.paces_into(self.at(next)) };
        left(from) < FAR && left(next).checked_add(paces) == Some(left(from))
    }

    /// Returns whether a way that is as short as if nobody stood in it leads past these squares, of those that take the first
    /// step on: where it is not found another may lead there.
    fn is_clear(&self, left: &[Left], walls: &[u64], from: At, to: At) -> bool {
        let goal = self.index(to);
        let mut at = self.index(from);
        while at != goal {
            let is_free = |next: usize| next == goal || walls[next / 64] >> (next % 64) & 1 == 0;
            let first = usize::from(left[at].next);
            if first != usize::from(FAR) && is_free(first) {
                at = first;
                continue;
            }
            let leads = |&next: &usize| is_free(next) && self.leads_on(|at| left[at].paces, at, next, goal);
            match self.around(self.at(at)).map(|next| self.index(next)).find(leads) {
                Some(next) => at = next,
                None => return false,
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::rulings::{DistanceMetric, Rulings};
    use crate::data::setup::{Concealment, Cover, MapSetup, SquareSetup};

    /// A map on which every seventh square is blocked and every fifth bad footing, as a hash has it.
    fn thrown(width: u16, height: u16, metric: DistanceMetric) -> Board {
        let hash = |x: u16, y: u16| (u32::from(x) * 7919 + u32::from(y) * 104_729 + 13) % 97;
        let squares = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let squares = squares.map(|(x, y)| SquareSetup {
            x,
            y,
            blocked: hash(x, y) % 7 == 0,
            blocks_sight: false,
            cover: Cover::None,
            cover_from: None,
            concealment: Concealment::None,
            bad_footing: hash(x, y) % 5 == 0,
            hazard: None,
        });
        let map = MapSetup { width, height, squares: squares.collect() };
        Board::of(&map, &Rulings { metric, ..Rulings::default() })
    }

    /// The foe that a unit is nearest to, and the ends that are reported on the way to a foe.
    type Told = (Option<usize>, Vec<(At, u16, u16)>);

    /// The foe that a unit is nearest to, and the ends that are reported on the way to each of the foes, up
    /// to the third.
    fn told(board: &Board, free: &[At], is_on: bool) -> Vec<Told> {
        memory::set_on(is_on);
        let mut scratch = Scratch::default();
        scratch.fit(board);
        let mut all = Vec::new();
        for start in (0..free.len()).step_by(5) {
            let at = |n: usize| free[(start + n) % free.len()];
            scratch.release();
            // Foes and others, of whom some may be passed.
            (3..30).step_by(3).for_each(|n| scratch.hold(board, at(n), n % 2 == 0));
            let foes = (3..15).step_by(3).map(|n| (n, at(n)));
            let nearest = scratch.nearest(board, at(0), foes.clone());
            scratch.flood_from(board, at(0), 4);
            for (_, foe) in foes {
                let mut ends = Vec::new();
                scratch.flood_to(board, foe, |end, left, paces| {
                    // Layers that were told of may be told of again.
                    if !ends.contains(&(end, left, paces)) {
                        ends.push((end, left, paces));
                    }
                    ends.len() > 2
                });
                ends.sort_unstable();
                all.push((nearest, ends));
            }
        }
        memory::set_on(true);
        all
    }

    #[test]
    fn ca_15_ways_that_are_remembered_are_those_that_are_looked_for() {
        for metric in [DistanceMetric::Chebyshev, DistanceMetric::Manhattan] {
            for (width, height) in [(9, 9), (31, 12)] {
                let board = thrown(width, height, metric);
                let free: Vec<At> = board.all().filter(|&at| !board.square(at).blocked).collect();
                let [known, sought] = [true, false].map(|is_on| told(&board, &free, is_on));
                assert!(known.iter().any(|(nearest, ends)| nearest.is_some() && !ends.is_empty()));
                assert!(known == sought, "{width} x {height}, {metric:?}");
            }
        }
    }
}
