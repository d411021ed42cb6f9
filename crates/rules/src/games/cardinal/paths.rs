//! Where a walk can end, and what is left of a way (CA-15, CA-16): floods over the squares of a board.

use super::board::{At, Board};

/// No path leads there.
pub(super) const FAR: u16 = u16::MAX;

/// One flood: the paces to each square.
#[derive(Clone, Debug, Default)]
struct Flood {
    /// Paces to each square; `FAR` where none of them leads.
    dist: Vec<u16>,
    /// The squares reached, by ascending paces.
    reached: Vec<u32>,
}

impl Flood {
    fn fit(&mut self, n: usize) {
        self.dist = vec![FAR; n];
        self.reached = Vec::with_capacity(n);
    }

    fn clear(&mut self) {
        for &square in &self.reached {
            self.dist[square as usize] = FAR;
        }
        self.reached.clear();
    }
}

/// Space for floods; of use between two floods only.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// From a unit.
    ends: Flood,
    /// To somebody.
    left: Flood,
    /// Squares by paces, modulo 3.
    rows: [Vec<u32>; 3],
    /// Who stands where: 0 nobody, 1 somebody whom one may pass, 2 somebody whom one may not.
    held: Vec<u8>,
    /// The squares of which that is said, for the flood to come and for the last walk of a unit.
    holding: [Vec<(u32, u8)>; 2],
    /// The last flood from a unit: which way it went, from where, and up to how many paces it is whole.
    last: Option<(Way, u32, u16)>,
    /// How many of its squares are within the paces that were asked for, and these paces.
    within: (usize, u16),
    /// Whether floods are remembered at all; not in tests of the memory.
    remembers: bool,
}

/// Which way a flood goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// From a unit to where it can go.
    From,
    /// To a square, which is somebody's: the last step into it costs 1.
    To,
    /// Through the air, where each step costs 1 and nobody stands in the way (CA-56).
    Air,
}

impl Scratch {
    /// Room for every square of a board.
    pub(super) fn fit(&mut self, board: &Board, remembers: bool) {
        let n = board.n_squares();
        self.remembers = remembers;
        // Nothing is remembered of another board.
        self.last = None;
        if self.held.len() == n {
            return;
        }
        self.ends.fit(n);
        self.left.fit(n);
        self.held = vec![0; n];
        self.holding = core::array::from_fn(|_| Vec::with_capacity(crate::engine::roster::MAX_UNITS));
        self.last = None;
        self.rows = core::array::from_fn(|_| Vec::with_capacity(8 * n));
    }

    /// Paces to a square of the last flood from a unit; `FAR` where it did not come.
    #[inline(always)]
    pub(super) fn paces_to(&self, board: &Board, at: At) -> u16 {
        self.ends.dist[board.index(at)]
    }

    /// How many squares that flood reached.
    #[inline(always)]
    pub(super) fn n_reached(&self) -> usize {
        self.within.0
    }

    /// The nth of these squares, by ascending paces, its paces, and whether nobody stands there.
    #[inline(always)]
    pub(super) fn nth(&self, board: &Board, n: usize) -> (At, u16, bool) {
        let i = self.ends.reached[n] as usize;
        (board.at(i), self.ends.dist[i], self.held[i] == 0)
    }

    /// Says before a flood that somebody stands there: may one pass?
    pub(super) fn hold(&mut self, board: &Board, at: At, may_pass: bool) {
        let i = board.index(at);
        self.held[i] = self.held[i].max(if may_pass { 1 } else { 2 });
        self.holding[0].push((i as u32, if may_pass { 1 } else { 2 }));
    }

    /// Forgets who stands where.
    pub(super) fn release(&mut self) {
        for &(square, _) in &self.holding[0] {
            self.held[square as usize] = 0;
        }
        self.holding[0].clear();
    }

    /// CA-15: the paces from `from` to every square within `most`.
    pub(super) fn flood_from(&mut self, board: &Board, from: At, most: u16) {
        if !self.knows(board, Way::From, from, |whole, _| most <= whole) {
            self.flood_ends(board, (Way::From, from, most), |_| false);
        }
        self.keep_to(most);
    }

    /// CA-15: the paces from `from` to the squares around it, up to the first of which `is_sought` holds.
    pub(super) fn flood_until(&mut self, board: &Board, from: At, mut is_sought: impl FnMut(At) -> bool) {
        let mut is_there =
            |reached: &[u32]| reached.iter().any(|&square| is_sought(board.at(square as usize)));
        if !self.knows(board, Way::From, from, |_, reached| is_there(reached)) {
            self.flood_ends(board, (Way::From, from, FAR - 1), |square| is_sought(board.at(square)));
        }
        self.keep_to(FAR - 1);
    }

    /// CA-56: the paces across, through the air, from `from` to every square within `most`.
    pub(super) fn flood_air(&mut self, board: &Board, from: At, most: u16) {
        if !self.knows(board, Way::Air, from, |whole, _| most <= whole) {
            self.flood_ends(board, (Way::Air, from, most), |_| false);
        }
        self.keep_to(most);
    }

    /// Whether the last flood from a unit, remembered with those who stood in its way, went so and is `enough`: by the
    /// paces up to which it is whole, and its squares.
    fn knows(&self, board: &Board, way: Way, from: At, enough: impl FnOnce(u16, &[u32]) -> bool) -> bool {
        let [now, then] = &self.holding;
        self.remembers
            && (way == Way::Air || now == then)
            && self.last.is_some_and(|(went, start, whole)| {
                (went, start) == (way, board.index(from) as u32) && enough(whole, &self.ends.reached)
            })
    }

    fn flood_ends(
        &mut self,
        board: &Board,
        (way, from, most): (Way, At, u16),
        mut is_sought: impl FnMut(usize) -> bool,
    ) {
        let start = board.index(from);
        let Self { ends, rows, held, holding: [now, then], last, .. } = self;
        let whole = flood(ends, rows, held, board, (start, most, way), |square, _| is_sought(square));
        then.clone_from(now);
        *last = Some((way, start as u32, whole));
    }

    /// Of the last flood from a unit the squares within so many paces are asked for.
    fn keep_to(&mut self, most: u16) {
        let dist = &self.ends.dist;
        self.within = (self.ends.reached.partition_point(|&square| dist[square as usize] <= most), most);
    }

    /// Looks back through the air from a square for those of the last such flood with the least way left to it, told to
    /// `see` with the paces to them.
    pub(super) fn flood_air_to(&mut self, board: &Board, to: At, mut see: impl FnMut(At, u16) -> bool) {
        let Self { ends, left, rows, held, within: (_, most), .. } = self;
        let seen = |square: usize, _| ends.dist[square] <= *most && see(board.at(square), ends.dist[square]);
        flood(left, rows, held, board, (board.index(to), FAR - 1, Way::Air), seen);
    }

    /// CA-15: looks back from a square for the ends of the last flood from a unit that have the least path left to it.
    /// Tells `see` of each such end with the path left and the paces to it; with nothing told no path leads
    /// from any of them.
    pub(super) fn flood_to(&mut self, board: &Board, to: At, mut see: impl FnMut(At, u16, u16) -> bool) {
        let Self { ends, left, rows, held, within: (_, most), .. } = self;
        let own = ends.reached.first().copied();
        let seen = |square: usize, paces| {
            let is_end = ends.dist[square] <= *most && (held[square] == 0 || own == Some(square as u32));
            is_end && see(board.at(square), paces, ends.dist[square])
        };
        flood(left, rows, held, board, (board.index(to), FAR - 1, Way::To), seen);
    }
}

/// Floods a board, pace by pace, up to so many. When `seen` is true of a square, the squares with as many paces are
/// the last. Up to how many paces it is whole.
fn flood(
    flood: &mut Flood,
    rows: &mut [Vec<u32>; 3],
    held: &[u8],
    board: &Board,
    (start, most, way): (usize, u16, Way),
    mut seen: impl FnMut(usize, u16) -> bool,
) -> u16 {
    flood.clear();
    let Flood { dist, reached } = flood;
    rows.iter_mut().for_each(Vec::clear);
    dist[start] = 0;
    rows[0].push(start as u32);
    let mut paces = 0;
    let mut is_over = false;
    while paces <= most && !is_over && rows.iter().any(|row| !row.is_empty()) {
        let row = usize::from(paces % 3);
        let mut at = 0;
        while at < rows[row].len() {
            let here = rows[row][at] as usize;
            at += 1;
            if dist[here] != paces {
                continue;
            }
            reached.push(here as u32);
            is_over |= seen(here, paces);
            // Nobody walks on through somebody whom one may not pass.
            if held[here] == 2 && paces > 0 && way != Way::Air {
                continue;
            }
            let leaving = if paces == 0 { 1 } else { board.cost(here) };
            for &next in board.ways(here) {
                let next = next as usize;
                let cost = match way {
                    Way::From if held[next] == 2 => continue,
                    Way::From => board.cost(next),
                    Way::To => leaving,
                    Way::Air => 1,
                };
                let then = paces.saturating_add(cost);
                if then < dist[next] && then <= most {
                    dist[next] = then;
                    rows[usize::from(then % 3)].push(next as u32);
                }
            }
        }
        rows[row].clear();
        paces += 1;
    }
    // What was seen from afar and not reached.
    for &square in rows.iter().flatten() {
        if dist[square as usize] >= paces {
            dist[square as usize] = FAR;
        }
    }
    if is_over { paces - 1 } else { most }
}
