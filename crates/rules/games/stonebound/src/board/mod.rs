//! The board: squares, distances, sight, who stands where (SB-01, SB-16 to SB-18, SB-56, SB-65).

mod ways;

use crate::Stonebound;
use crate::data::rulings::Los;
use crate::data::setup::{MAX_SQUARES, Map};
use crate::data::vocabulary::AbilityRange;
use crate::state::State;
use fray_engine::map::{self, Ground, Rows};
use fray_engine::roster::UnitId;
use fray_kit::board::grid::terrain::{Obstacle, Terrain};
use fray_kit::board::grid::{Grid, Place};

pub(crate) use ways::{Closed, Sense, Ways, WaysMemory};

/// More points than any way costs.
pub(crate) const FAR: u16 = u16::MAX;

/// The board of a scenario.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) width: u16,
    pub(crate) height: u16,
    /// The column and the row of each square.
    places: Vec<(u16, u16)>,
    /// How many words of [`Squares`] the board takes.
    n_words: usize,
    /// The squares that are not blocked.
    free: Squares,
    rough: Squares,
    /// The squares along the east edge and along the west edge.
    east: Squares,
    west: Squares,
    hazard: Vec<u8>,
    high: Squares,
    has_high: bool,
    pub(crate) has_hazards: bool,
    /// For sight past blocked squares, where a ruling looks at it.
    grid: Option<Grid>,
}

impl Board {
    pub(crate) fn of(map: &Map, los: Los) -> Self {
        let n = usize::from(map.width) * usize::from(map.height);
        let mut board = Self {
            width: map.width.into(),
            height: map.height.into(),
            places: (0..u16::from(map.height))
                .flat_map(|y| (0..u16::from(map.width)).map(move |x| (x, y)))
                .collect(),
            n_words: n.div_ceil(64),
            free: Squares::default(),
            rough: Squares::default(),
            east: Squares::default(),
            west: Squares::default(),
            hazard: vec![0; n],
            high: Squares::default(),
            has_high: map.squares.iter().any(|square| square.high),
            has_hazards: map.squares.iter().any(|square| square.hazard.is_some()),
            grid: None,
        };
        (0..board.len()).for_each(|at| board.free.insert(at));
        for y in 0..board.height {
            board.west.insert(board.square(0, y));
            board.east.insert(board.square(board.width - 1, y));
        }
        for square in &map.squares {
            let at = board.square(square.x.into(), square.y.into());
            let one = Squares::one(at);
            if square.blocked {
                board.free = board.free.without(&one);
            }
            if square.rough {
                board.rough.insert(at);
            }
            if square.high {
                board.high.insert(at);
            }
            board.hazard[usize::from(at)] = square.hazard.unwrap_or(0);
        }
        if los == Los::CentreLine {
            let walls = map.squares.iter().filter(|square| square.blocked);
            let obstacles = walls.map(|square| Obstacle { x: square.x, y: square.y, height: None }).collect();
            board.grid = Some(Grid::new(&Terrain { obstacles, ..Terrain::open(map.width, map.height) }));
        }
        board
    }

    /// The board as people are shown it.
    pub(crate) fn shown(&self) -> map::Map {
        let square = |at| {
            let grounds = [
                (Ground::Blocked, self.is_blocked(at)),
                (Ground::Screen, self.is_blocked(at) && self.grid.is_some()),
                (Ground::Slow, self.rough.has(at)),
                (Ground::Hazard, self.hazard(at) > 0),
                (Ground::HighGround, self.high.has(at)),
            ];
            map::Square::of(self.xy(at), 0, &grounds)
        };
        map::Map {
            width: self.width,
            height: self.height,
            first: 0,
            rows: Rows::FromNorth,
            squares: (0..self.len()).filter_map(square).collect(),
        }
    }

    /// The number of a square.
    #[inline(always)]
    pub(crate) fn square(&self, x: u16, y: u16) -> u16 {
        y * self.width + x
    }

    #[inline(always)]
    pub(crate) fn xy(&self, at: u16) -> (u16, u16) {
        self.places[usize::from(at)]
    }

    /// Returns how many squares there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> u16 {
        self.width * self.height
    }

    #[inline(always)]
    pub(crate) fn is_blocked(&self, at: u16) -> bool {
        !self.free.has(at)
    }

    #[inline(always)]
    pub(crate) fn hazard(&self, at: u16) -> u8 {
        self.hazard[usize::from(at)]
    }

    /// SB-56: the cost of a step onto a square.
    #[inline(always)]
    pub(crate) fn cost(&self, at: u16) -> u16 {
        1 + u16::from(self.rough.has(at))
    }

    /// SB-16: orthogonal steps.
    #[inline(always)]
    pub(crate) fn distance(&self, a: u16, b: u16) -> u16 {
        let ((ax, ay), (bx, by)) = (self.xy(a), self.xy(b));
        ax.abs_diff(bx) + ay.abs_diff(by)
    }

    /// SB-16, SB-56: whether a square is within a range of another, high ground and sight regarded.
    #[inline]
    pub(crate) fn in_range(&self, from: u16, to: u16, range: u16) -> bool {
        let range = range + u16::from(self.high.has(from));
        if self.distance(from, to) > range {
            return false;
        }
        let Some(grid) = &self.grid else { return true };
        let place = |at: u16| {
            let (x, y) = self.xy(at);
            Place::new(x as u8, y as u8, 0)
        };
        grid.sight(place(from), place(to))
    }

    /// The square one step away in a direction: east, west, south, north.
    #[inline(always)]
    pub(crate) fn step(&self, at: u16, direction: usize) -> Option<u16> {
        let (x, y) = self.xy(at);
        match direction {
            0 => (x + 1 < self.width).then(|| at + 1),
            1 => (x > 0).then(|| at - 1),
            2 => (y + 1 < self.height).then(|| at + self.width),
            _ => (y > 0).then(|| at - self.width),
        }
    }
}

/// Squares, a bit each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Squares([u64; MAX_SQUARES / 64]);

impl Default for Squares {
    fn default() -> Self {
        Self([0; MAX_SQUARES / 64])
    }
}

impl Squares {
    #[inline(always)]
    pub(crate) fn insert(&mut self, at: u16) {
        self.0[usize::from(at / 64)] |= 1 << (at % 64);
    }

    /// So many squares of a row, from one on.
    #[inline]
    fn insert_run(&mut self, first: u16, n: u16) {
        let (mut at, end) = (first, first + n);
        while at < end {
            let bits = (64 - at % 64).min(end - at);
            self.0[usize::from(at / 64)] |= u64::MAX >> (64 - bits) << (at % 64);
            at += bits;
        }
    }

    #[inline(always)]
    pub(crate) fn has(&self, at: u16) -> bool {
        self.0[usize::from(at / 64)] >> (at % 64) & 1 != 0
    }

    /// The squares of this set that are not among others.
    pub(crate) fn without(mut self, others: &Self) -> Self {
        self.0.iter_mut().zip(&others.0).for_each(|(mine, theirs)| *mine &= !theirs);
        self
    }

    /// The squares of this set that are among others, too.
    pub(crate) fn and(mut self, others: &Self) -> Self {
        self.0.iter_mut().zip(&others.0).for_each(|(mine, theirs)| *mine &= theirs);
        self
    }

    /// Returns whether some square is among these and among others.
    pub(crate) fn meets(&self, others: &Self) -> bool {
        self.0.iter().zip(&others.0).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// One square.
    pub(crate) fn one(at: u16) -> Self {
        let mut one = Self::default();
        one.insert(at);
        one
    }
}

/// The numbers of the bits that are set, from the least.
fn bits_of(mut bits: u64) -> impl Iterator<Item = u16> {
    core::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as u16)?;
        bits &= bits - 1;
        Some(bit)
    })
}

impl Stonebound {
    /// Returns how far apart two units are; 1 without a board (SB-65).
    #[inline]
    pub(crate) fn distance(&self, state: &State, a: UnitId, b: UnitId) -> u16 {
        self.board.as_ref().map_or(1, |board| board.distance(state.unit(a).at, state.unit(b).at))
    }

    /// Steps that a range means; `own` is the RNG of the unit.
    #[inline(always)]
    pub(crate) fn range(range: AbilityRange, own: i32) -> u16 {
        match range {
            AbilityRange::Unit => own as u16,
            AbilityRange::Any => 1000,
            AbilityRange::Steps(n) => n.into(),
        }
    }

    /// Returns whether `to` is within a range of `from`; without a board always (SB-65).
    #[inline]
    pub(crate) fn is_within(
        &self,
        state: &State,
        from: UnitId,
        to: UnitId,
        range: AbilityRange,
        own: i32,
    ) -> bool {
        match &self.board {
            None => true,
            Some(board) => board.in_range(state.unit(from).at, state.unit(to).at, Self::range(range, own)),
        }
    }

    /// SB-18, SB-56: whether every living unit has a square of its own that is not blocked.
    pub(crate) fn stand_apart(&self, state: &State) -> bool {
        let Some(board) = &self.board else { return true };
        state.living(self.everyone).into_iter().all(|unit| {
            let at = state.unit(unit).at;
            !board.is_blocked(at) && !self.is_taken(state, at, Some(unit))
        })
    }

    /// SB-18: whether a living unit other than this one stands on a square.
    #[inline]
    pub(crate) fn is_taken(&self, state: &State, at: u16, except: Option<UnitId>) -> bool {
        state.living(self.everyone).any(|unit| Some(unit) != except && state.unit(unit).at == at)
    }
}
