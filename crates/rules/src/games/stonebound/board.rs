//! The board: squares, distances, sight, who stands where (SB-01, SB-16 to SB-18, SB-56, SB-65).

use super::Stonebound;
use super::rulings::Los;
use super::setup::{MAX_SQUARES, Map};
use super::state::State;
use super::vocabulary::AbilityRange;
use crate::board::grid::terrain::{Obstacle, Terrain};
use crate::board::grid::{Grid, Place};
use crate::engine::roster::UnitId;

/// More points than any way costs.
pub(super) const FAR: u16 = u16::MAX;

/// The board of a scenario.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) width: u16,
    pub(super) height: u16,
    /// The column and the row of each square.
    places: Vec<(u16, u16)>,
    blocked: Vec<bool>,
    rough: Vec<bool>,
    hazard: Vec<u8>,
    high: Vec<bool>,
    /// For sight past blocked squares, where a ruling looks at it.
    grid: Option<Grid>,
}

impl Board {
    pub(super) fn of(map: &Map, los: Los) -> Self {
        let n = usize::from(map.width) * usize::from(map.height);
        let mut board = Self {
            width: map.width.into(),
            height: map.height.into(),
            places: (0..u16::from(map.height))
                .flat_map(|y| (0..u16::from(map.width)).map(move |x| (x, y)))
                .collect(),
            blocked: vec![false; n],
            rough: vec![false; n],
            hazard: vec![0; n],
            high: vec![false; n],
            grid: None,
        };
        for square in &map.squares {
            let at = usize::from(board.square(square.x.into(), square.y.into()));
            board.blocked[at] = square.blocked;
            board.rough[at] = square.rough;
            board.hazard[at] = square.hazard.unwrap_or(0);
            board.high[at] = square.high;
        }
        if los == Los::CentreLine {
            let walls = map.squares.iter().filter(|square| square.blocked);
            let obstacles = walls.map(|square| Obstacle { x: square.x, y: square.y, height: None }).collect();
            board.grid = Some(Grid::new(&Terrain { obstacles, ..Terrain::open(map.width, map.height) }));
        }
        board
    }

    /// The number of a square.
    #[inline(always)]
    pub(super) fn square(&self, x: u16, y: u16) -> u16 {
        y * self.width + x
    }

    #[inline(always)]
    pub(super) fn xy(&self, at: u16) -> (u16, u16) {
        self.places[usize::from(at)]
    }

    /// How many squares there are.
    #[inline(always)]
    pub(super) fn len(&self) -> u16 {
        self.width * self.height
    }

    #[inline(always)]
    pub(super) fn is_blocked(&self, at: u16) -> bool {
        self.blocked[usize::from(at)]
    }

    #[inline(always)]
    pub(super) fn hazard(&self, at: u16) -> u8 {
        self.hazard[usize::from(at)]
    }

    /// SB-56: what a step onto a square costs.
    #[inline(always)]
    pub(super) fn cost(&self, at: u16) -> u16 {
        1 + u16::from(self.rough[usize::from(at)])
    }

    /// SB-16: orthogonal steps.
    #[inline(always)]
    pub(super) fn distance(&self, a: u16, b: u16) -> u16 {
        let ((ax, ay), (bx, by)) = (self.xy(a), self.xy(b));
        ax.abs_diff(bx) + ay.abs_diff(by)
    }

    /// SB-16, SB-56: whether a square is within a range of another, high ground and sight regarded.
    #[inline]
    pub(super) fn in_range(&self, from: u16, to: u16, range: u16) -> bool {
        let range = range + u16::from(self.high[usize::from(from)]);
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
    pub(super) fn step(&self, at: u16, direction: usize) -> Option<u16> {
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
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Squares([u64; MAX_SQUARES / 64]);

impl Squares {
    pub(super) fn insert(&mut self, at: u16) {
        self.0[usize::from(at / 64)] |= 1 << (at % 64);
    }

    #[inline(always)]
    pub(super) fn has(&self, at: u16) -> bool {
        self.0[usize::from(at / 64)] >> (at % 64) & 1 != 0
    }
}

/// Ways over the board: of each square the least points.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    pub(super) points: [u16; MAX_SQUARES],
}

/// Which way a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    /// From the starts outward.
    Away,
    /// Toward the starts, from everywhere.
    Toward,
}

/// What a walk may not enter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closed {
    /// Squares on which somebody stands who lets nobody through.
    pub(super) squares: Squares,
    /// Whether rough squares are as blocked (SB-56).
    pub(super) is_rough_closed: bool,
}

impl Board {
    /// Whether a walk may enter a square.
    #[inline(always)]
    pub(super) fn is_open(&self, closed: &Closed, at: u16) -> bool {
        let is_rough = self.rough[usize::from(at)];
        !(self.is_blocked(at) || closed.squares.has(at) || is_rough && closed.is_rough_closed)
    }

    /// The ways from all `starts`, or to them, of at most `most` points, past what is closed.
    pub(super) fn ways(
        &self,
        starts: impl Iterator<Item = u16>,
        most: u16,
        sense: Sense,
        closed: &Closed,
    ) -> Ways {
        const ROOM: usize = 2 * MAX_SQUARES;
        // A square waits once more behind a step that costs 2, so that the queue is in order.
        const WAITS: u16 = 1 << 15;
        let mut ways = Ways { points: [FAR; MAX_SQUARES] };
        let mut queue = [0_u16; ROOM];
        let (mut first, mut end) = (0, 0);
        for at in starts {
            if ways.points[usize::from(at)] != 0 {
                ways.points[usize::from(at)] = 0;
                queue[end % ROOM] = at;
                end += 1;
            }
        }
        while first < end {
            let at = queue[first % ROOM];
            first += 1;
            if at & WAITS != 0 {
                queue[end % ROOM] = at & !WAITS;
                end += 1;
                continue;
            }
            let points = ways.points[usize::from(at)];
            for direction in 0..4 {
                let Some(next) = self.step(at, direction) else { continue };
                let cost = if sense == Sense::Away { self.cost(next) } else { self.cost(at) };
                let sum = points + cost;
                if sum <= most && sum < ways.points[usize::from(next)] && self.is_open(closed, next) {
                    ways.points[usize::from(next)] = sum;
                    queue[end % ROOM] = if cost > 1 { next | WAITS } else { next };
                    end += 1;
                }
            }
        }
        ways
    }
}

impl Stonebound {
    /// How far apart two units are; 1 without a board (SB-65).
    #[inline]
    pub(super) fn distance(&self, state: &State, a: UnitId, b: UnitId) -> u16 {
        self.board.as_ref().map_or(1, |board| board.distance(state.unit(a).at, state.unit(b).at))
    }

    /// Steps that a range means; `own` is the RNG of the unit.
    #[inline(always)]
    pub(super) fn range(range: AbilityRange, own: i32) -> u16 {
        match range {
            AbilityRange::Unit => own as u16,
            AbilityRange::Any => 1000,
            AbilityRange::Steps(n) => n.into(),
        }
    }

    /// Whether `to` is within a range of `from`; without a board always (SB-65).
    #[inline]
    pub(super) fn is_within(
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

    /// SB-18: whether a living unit other than this one stands on a square.
    #[inline]
    pub(super) fn is_taken(&self, state: &State, at: u16, except: Option<UnitId>) -> bool {
        state.living(self.everyone).any(|unit| Some(unit) != except && state.unit(unit).at == at)
    }
}
