//! Squares of one pace: distance, sight, cover, and where a walk can end (CA-15, CA-16, CA-18, CA-19,
//! CA-58). The board of the game has eight neighbours to a square and steps of one pace, whatever
//! the direction.

use super::rulings::{DistanceMetric, LineOfSight, Rulings};
use super::setup::{Concealment, Cover, CoverSide, MapSetup};

/// A square by column and row.
pub(super) type At = (u16, u16);

/// No path leads there.
pub(super) const FAR: u16 = u16::MAX;

/// A square, prepared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Square {
    pub(super) blocked: bool,
    blocks_sight: bool,
    bad: bool,
    cover: Cover,
    /// Attackers on which sides meet the cover, bit n for side n.
    cover_from: u8,
    pub(super) concealment: Concealment,
    /// One more than the place of its hazard; 0: none.
    pub(super) hazard: u8,
}

/// A map prepared for one scenario.
#[derive(Clone, Debug)]
pub(super) struct Board {
    width: u16,
    height: u16,
    squares: Vec<Square>,
    metric: DistanceMetric,
    /// Whether some square breaks sight.
    has_walls: bool,
    /// Sight between any two squares, on a map that is not too large: bit `a * n + b`.
    sight: Vec<u64>,
}

/// The most squares of a map with a table of sight.
const MOST_IN_TABLE: usize = 1024;

/// The eight steps, row by row.
const STEPS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// Space for floods; of use between two floods only.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Paces to each square; `FAR` where no path leads.
    dist: Vec<u16>,
    /// The squares reached, by ascending paces.
    reached: Vec<u32>,
    /// Squares by paces, modulo 3.
    rows: [Vec<u32>; 3],
    /// Who stands where: 0 nobody, 1 somebody whom one may pass, 2 somebody whom one may not.
    held: Vec<u8>,
    /// The squares of which that is said.
    holding: Vec<u32>,
}

impl Scratch {
    /// Room for every square of a board.
    pub(super) fn fit(&mut self, board: &Board) {
        let n = board.squares.len();
        if self.dist.len() == n {
            return;
        }
        self.dist = vec![FAR; n];
        self.held = vec![0; n];
        self.reached = Vec::with_capacity(n);
        self.holding = Vec::with_capacity(crate::engine::roster::MAX_UNITS);
        self.rows = core::array::from_fn(|_| Vec::with_capacity(8 * n));
    }

    /// Paces to a square of the last flood.
    #[inline(always)]
    pub(super) fn paces(&self, board: &Board, to: At) -> u16 {
        self.dist[board.index(to)]
    }

    /// The squares that the last flood reached, by ascending paces.
    #[inline(always)]
    pub(super) fn n_reached(&self) -> usize {
        self.reached.len()
    }

    /// The nth of these squares, its paces, and whether nobody stands there.
    #[inline(always)]
    pub(super) fn nth(&self, board: &Board, n: usize) -> (At, u16, bool) {
        let i = self.reached[n] as usize;
        (board.at(i), self.dist[i], self.held[i] == 0)
    }

    /// Says before a flood that somebody stands there: may one pass?
    pub(super) fn hold(&mut self, board: &Board, at: At, may_pass: bool) {
        let i = board.index(at);
        self.held[i] = self.held[i].max(if may_pass { 1 } else { 2 });
        self.holding.push(i as u32);
    }

    /// Forgets who stands where.
    pub(super) fn release(&mut self) {
        for &square in &self.holding {
            self.held[square as usize] = 0;
        }
        self.holding.clear();
    }
}

impl Board {
    pub(super) fn of(map: &MapSetup, rulings: &Rulings) -> Self {
        let (width, height) = (map.width.max(1), map.height.max(1));
        let mut squares = vec![Square::default(); usize::from(width) * usize::from(height)];
        let mut n_hazards = 0;
        for square in &map.squares {
            let all = &[CoverSide::N, CoverSide::E, CoverSide::S, CoverSide::W][..];
            let from = square.cover_from.as_deref().unwrap_or(all);
            let hazard = if square.hazard.is_some() {
                n_hazards += 1;
                n_hazards
            } else {
                0
            };
            squares[usize::from(square.y) * usize::from(width) + usize::from(square.x)] = Square {
                blocked: square.blocked,
                blocks_sight: square.blocks_sight,
                bad: square.bad_footing,
                cover: square.cover,
                cover_from: from.iter().fold(0, |set, &side| set | 1 << side as u8),
                concealment: square.concealment,
                hazard,
            };
        }
        let has_walls =
            rulings.los == LineOfSight::CentreLine && squares.iter().any(|square| square.blocks_sight);
        let mut board = Self { width, height, squares, metric: rulings.metric, has_walls, sight: Vec::new() };
        let n = board.squares.len();
        if has_walls && n <= MOST_IN_TABLE {
            board.sight = vec![0; (n * n).div_ceil(64)];
            for a in 0..n {
                for b in 0..n {
                    if board.follows(board.at(a), board.at(b)) {
                        let bit = a * n + b;
                        board.sight[bit / 64] |= 1 << (bit % 64);
                    }
                }
            }
        }
        board
    }

    #[inline(always)]
    fn index(&self, (x, y): At) -> usize {
        usize::from(y) * usize::from(self.width) + usize::from(x)
    }

    #[inline(always)]
    fn at(&self, index: usize) -> At {
        ((index % usize::from(self.width)) as u16, (index / usize::from(self.width)) as u16)
    }

    #[inline(always)]
    pub(super) fn square(&self, at: At) -> &Square {
        &self.squares[self.index(at)]
    }

    /// The squares of the map, row by row.
    pub(super) fn all(&self) -> impl Iterator<Item = At> + '_ {
        (0..self.squares.len()).map(|i| self.at(i))
    }

    /// CA-16: the distance in paces, at least 1.
    #[inline(always)]
    pub(super) fn distance(&self, a: At, b: At) -> u32 {
        let (dx, dy) = (u32::from(a.0.abs_diff(b.0)), u32::from(a.1.abs_diff(b.1)));
        let distance = match self.metric {
            DistanceMetric::Chebyshev => dx.max(dy),
            DistanceMetric::Manhattan => dx + dy,
            DistanceMetric::EuclidCeil => {
                let square = dx * dx + dy * dy;
                let root = square.isqrt();
                root + u32::from(root * root < square)
            }
        };
        distance.max(1)
    }

    /// CA-19: whether two squares see each other.
    #[inline]
    pub(super) fn sees(&self, a: At, b: At) -> bool {
        if !self.has_walls {
            return true;
        }
        if self.sight.is_empty() {
            return self.follows(a, b);
        }
        let bit = self.index(a) * self.squares.len() + self.index(b);
        self.sight[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// CA-19: follows the line between two centres; a corner that it passes exactly breaks nothing.
    fn follows(&self, a: At, b: At) -> bool {
        let n = (i32::from(b.0.abs_diff(a.0)), i32::from(b.1.abs_diff(a.1)));
        let step = (if b.0 > a.0 { 1 } else { -1 }, if b.1 > a.1 { 1 } else { -1 });
        let (mut x, mut y) = (i32::from(a.0), i32::from(a.1));
        let (mut i, mut j) = (0, 0);
        while i < n.0 || j < n.1 {
            let (across, along) = ((1 + 2 * i) * n.1, (1 + 2 * j) * n.0);
            if across <= along {
                (x, i) = (x + step.0, i + 1);
            }
            if along <= across {
                (y, j) = (y + step.1, j + 1);
            }
            let here = (x as u16, y as u16);
            if here != b && self.square(here).blocks_sight {
                return false;
            }
        }
        true
    }

    /// CA-18: the cover of who stands at `at` against an attacker at `from`.
    #[inline]
    pub(super) fn cover(&self, at: At, from: At) -> Cover {
        let square = self.square(at);
        if square.cover == Cover::None {
            return Cover::None;
        }
        let (dx, dy) = (i32::from(from.0) - i32::from(at.0), i32::from(from.1) - i32::from(at.1));
        let mut sides = 0;
        let mut side = |is: bool, side: CoverSide| sides |= u8::from(is) << side as u8;
        side(dx > 0 && dx.abs() >= dy.abs(), CoverSide::E);
        side(dx < 0 && dx.abs() >= dy.abs(), CoverSide::W);
        side(dy > 0 && dy.abs() >= dx.abs(), CoverSide::S);
        side(dy < 0 && dy.abs() >= dx.abs(), CoverSide::N);
        // In one square there is no side: cover all around it alone helps.
        let met = if sides == 0 { square.cover_from == 0b1111 } else { square.cover_from & sides != 0 };
        if met { square.cover } else { Cover::None }
    }

    /// The square one step away, if one can go there (CA-15).
    #[inline(always)]
    pub(super) fn step(&self, from: At, (dx, dy): (i32, i32)) -> Option<At> {
        let (x, y) = (i32::from(from.0) + dx, i32::from(from.1) + dy);
        if x < 0 || y < 0 || x >= i32::from(self.width) || y >= i32::from(self.height) {
            return None;
        }
        let to = (x as u16, y as u16);
        if self.square(to).blocked {
            return None;
        }
        if dx != 0 && dy != 0 {
            let blocked = |at: At| self.square(at).blocked;
            if self.metric == DistanceMetric::Manhattan
                || blocked((x as u16, from.1)) && blocked((from.0, y as u16))
            {
                return None;
            }
        }
        Some(to)
    }

    /// The squares around one, row by row, that one can go to.
    pub(super) fn around(&self, from: At) -> impl Iterator<Item = At> + '_ {
        STEPS.iter().filter_map(move |&step| self.step(from, step))
    }

    /// CA-15: what a step into a square costs.
    #[inline(always)]
    fn cost(&self, to: At) -> u16 {
        if self.square(to).bad { 2 } else { 1 }
    }

    /// CA-15: the paces from `from` to every square within `most`, or from every square to it where `to_it`
    /// says so: then it is the square of somebody, and the last step costs 1.
    pub(super) fn flood(&self, scratch: &mut Scratch, from: At, most: u16, to_it: bool) {
        let Scratch { dist, reached, rows, held, .. } = scratch;
        for &square in &*reached {
            dist[square as usize] = FAR;
        }
        reached.clear();
        rows.iter_mut().for_each(Vec::clear);
        dist[self.index(from)] = 0;
        rows[0].push(self.index(from) as u32);
        let mut paces = 0;
        while paces <= most && rows.iter().any(|row| !row.is_empty()) {
            let row = paces as usize % 3;
            let mut at = 0;
            while at < rows[row].len() {
                let here = rows[row][at] as usize;
                at += 1;
                if dist[here] != paces {
                    continue;
                }
                reached.push(here as u32);
                // Nobody walks on through somebody whom one may not pass.
                if held[here] == 2 && paces > 0 {
                    continue;
                }
                let place = self.at(here);
                for step in STEPS {
                    let Some(next) = self.step(place, step) else { continue };
                    let i = self.index(next);
                    if held[i] == 2 && !to_it {
                        continue;
                    }
                    let cost = match to_it {
                        true if paces == 0 => 1,
                        true => self.cost(place),
                        false => self.cost(next),
                    };
                    let then = paces.saturating_add(cost);
                    if then < dist[i] && then <= most {
                        dist[i] = then;
                        rows[then as usize % 3].push(i as u32);
                    }
                }
            }
            rows[row].clear();
            paces += 1;
        }
    }
}
