//! Squares of one pace: distance, sight, cover, and where a step leads (CA-15, CA-16, CA-18, CA-19, CA-58). The board of the game has eight neighbours to a square and steps of one pace, whatever
//! the direction.

pub(crate) mod paths;

use crate::data::rulings::{DistanceMetric, LineOfSight, Rulings};
use crate::data::setup::{Concealment, Cover, CoverSide, MapSetup};
use fray_engine::map::{self, Ground, Map, Rows};
use fray_kit::board::known::{KnownRows, MOST_BYTES};
use fray_kit::board::layers::Steps;
use fray_kit::board::pairs::Pairs;

/// A square by column and row, and the height above it (CA-16, CA-56).
pub(crate) type At = (u16, u16, u16);

/// A square, prepared.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Square {
    pub(crate) blocked: bool,
    blocks_sight: bool,
    bad: bool,
    cover: Cover,
    /// Attackers on which sides meet the cover, bit n for side n.
    cover_from: u8,
    pub(crate) concealment: Concealment,
    /// One more than the place of its hazard; 0: none.
    pub(crate) hazard: u8,
}

/// A map prepared for one scenario.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    width: u16,
    height: u16,
    squares: Vec<Square>,
    /// The squares with hazards.
    pub(crate) hazards: Vec<At>,
    metric: DistanceMetric,
    /// Whether some square breaks sight.
    has_walls: bool,
    /// Whether squares see each other, remembered.
    sights: Pairs,
    /// The column and the row of each square.
    places: Vec<(u16, u16)>,
    /// The steps of walks, for searches over many squares at a time.
    pub(crate) steps: Steps,
    /// By square: the paces that are left to it from each where nobody stands in the way, remembered.
    ways_to: KnownRows<paths::Left>,
}

/// The eight steps, row by row.
const STEPS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl Board {
    pub(crate) fn of(map: &MapSetup, rulings: &Rulings) -> Self {
        let (width, height) = (map.width.max(1), map.height.max(1));
        let mut squares = vec![Square::default(); usize::from(width) * usize::from(height)];
        let mut hazards: Vec<At> = Vec::new();
        for square in &map.squares {
            let all = &[CoverSide::N, CoverSide::E, CoverSide::S, CoverSide::W][..];
            let from = square.cover_from.as_deref().unwrap_or(all);
            let hazard = if square.hazard.is_some() {
                hazards.push((square.x, square.y, 0));
                hazards.len() as u8
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
        let mut board = Self {
            width,
            height,
            squares,
            hazards,
            metric: rulings.metric,
            has_walls,
            sights: Pairs::of(if has_walls { usize::from(width) * usize::from(height) } else { 0 }),
            places: (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect(),
            steps: Steps::none(width, height, &STEPS),
            ways_to: KnownRows::of(usize::from(width) * usize::from(height), MOST_BYTES),
        };
        let n = board.squares.len();
        for from in 0..n {
            if board.squares[from].bad {
                board.steps.make_dear(from);
            }
            for (way, &step) in STEPS.iter().enumerate() {
                if let Some(to) = board.step(board.at(from), step) {
                    board.steps.open(way, board.index(to));
                }
            }
        }
        board
    }

    /// The map as people are shown it.
    pub(crate) fn shown(&self) -> Map {
        let square = |(at, it): (usize, &Square)| {
            let grounds = [
                (Ground::Blocked, it.blocked),
                (Ground::Screen, it.blocks_sight),
                (Ground::Slow, it.bad),
                (Ground::Hazard, it.hazard > 0),
                (Ground::Cover, it.cover != Cover::None),
                (Ground::Concealment, it.concealment != Concealment::None),
            ];
            map::Square::of(self.places[at], 0, &grounds)
        };
        Map {
            width: self.width,
            height: self.height,
            first: 0,
            rows: Rows::FromNorth,
            squares: self.squares.iter().enumerate().filter_map(square).collect(),
        }
    }

    /// Returns how many squares there are.
    pub(crate) fn n_squares(&self) -> usize {
        self.squares.len()
    }

    #[inline(always)]
    pub(crate) fn index(&self, (x, y, _): At) -> usize {
        usize::from(y) * usize::from(self.width) + usize::from(x)
    }

    #[inline(always)]
    pub(crate) fn at(&self, index: usize) -> At {
        let (x, y) = self.places[index];
        (x, y, 0)
    }

    #[inline(always)]
    pub(crate) fn square(&self, at: At) -> &Square {
        &self.squares[self.index(at)]
    }

    /// The squares of the map, row by row.
    pub(crate) fn all(&self) -> impl Iterator<Item = At> + '_ {
        (0..self.squares.len()).map(|i| self.at(i))
    }

    /// CA-16: the distance in paces, at least 1.
    #[inline(always)]
    pub(crate) fn distance(&self, a: At, b: At) -> u32 {
        let [dx, dy, up] = [a.0.abs_diff(b.0), a.1.abs_diff(b.1), a.2.abs_diff(b.2)].map(u32::from);
        let distance = match self.metric {
            DistanceMetric::Chebyshev => dx.max(dy).max(up),
            DistanceMetric::Manhattan => dx + dy + up,
            DistanceMetric::EuclidCeil => {
                let square = dx * dx + dy * dy + up * up;
                let root = square.isqrt();
                root + u32::from(root * root < square)
            }
        };
        distance.max(1)
    }

    /// Returns how far up or down somebody within so many paces may be, seen from a square.
    pub(crate) fn room_up(&self, a: At, b: At, range: u32) -> Option<u16> {
        let [dx, dy] = [a.0.abs_diff(b.0), a.1.abs_diff(b.1)].map(u32::from);
        let room = match self.metric {
            DistanceMetric::Chebyshev => (dx.max(dy) <= range).then_some(range),
            DistanceMetric::Manhattan => range.checked_sub(dx + dy),
            DistanceMetric::EuclidCeil => (range * range).checked_sub(dx * dx + dy * dy).map(u32::isqrt),
        };
        room.map(|room| u16::try_from(room).unwrap_or(u16::MAX))
    }

    /// By how much so many paces change a distance at most.
    #[inline(always)]
    pub(crate) fn span(&self, paces: u16) -> u32 {
        // A step across corners is 1.4 long by the root, and 1 otherwise.
        u32::from(paces) * if self.metric == DistanceMetric::EuclidCeil { 2 } else { 1 }
    }

    /// CA-15: whether steps lead straight on alone.
    pub(crate) fn is_straight(&self) -> bool {
        self.metric == DistanceMetric::Manhattan
    }

    /// CA-19: whether two squares see each other, at whatever height: what breaks sight has no top.
    #[inline]
    pub(crate) fn sees(&self, a: At, b: At) -> bool {
        !self.has_walls || self.sights.get(self.index(a), self.index(b), || self.follows(a, b).into()) == 1
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
            let here = (x as u16, y as u16, b.2);
            if here != b && self.square(here).blocks_sight {
                return false;
            }
        }
        true
    }

    /// CA-18: the cover of a unit at `at` against an attacker at `from`; none in the air.
    #[inline]
    pub(crate) fn cover(&self, at: At, from: At) -> Cover {
        let square = self.square(at);
        if square.cover == Cover::None || at.2 > 0 {
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
    fn step(&self, from: At, (dx, dy): (i32, i32)) -> Option<At> {
        let (x, y) = (i32::from(from.0) + dx, i32::from(from.1) + dy);
        if x < 0 || y < 0 || x >= i32::from(self.width) || y >= i32::from(self.height) {
            return None;
        }
        let to = (x as u16, y as u16, from.2);
        if self.square(to).blocked {
            return None;
        }
        if dx != 0 && dy != 0 {
            let blocked = |at: At| self.square(at).blocked;
            if self.metric == DistanceMetric::Manhattan
                || blocked((x as u16, from.1, 0)) && blocked((from.0, y as u16, 0))
            {
                return None;
            }
        }
        Some(to)
    }

    /// CA-58: whether a square harms who ends a turn there; nobody in the air.
    #[inline(always)]
    pub(crate) fn harms(&self, at: At) -> bool {
        at.2 == 0 && self.square(at).hazard > 0
    }

    /// CA-15: the paces of a step into a square.
    pub(crate) fn paces_into(&self, at: At) -> u16 {
        if at.2 == 0 && self.square(at).bad { 2 } else { 1 }
    }

    /// The squares around one, row by row, that one can go to; at the same height.
    pub(crate) fn around(&self, from: At) -> impl Iterator<Item = At> + '_ {
        STEPS.iter().filter_map(move |&step| self.step(from, step))
    }

    /// The squares within so many columns and rows of one of these places, row by row, and what lies between them.
    pub(crate) fn around_all(
        &self,
        places: impl Iterator<Item = At>,
        span: u16,
    ) -> impl Iterator<Item = (u16, u16)> + Clone {
        let (mut low, mut high) = ((self.width, self.height), (0, 0));
        for (x, y, _) in places {
            low = (low.0.min(x.saturating_sub(span)), low.1.min(y.saturating_sub(span)));
            let end = |at: u16, most: u16| at.saturating_add(span).saturating_add(1).min(most);
            high = (high.0.max(end(x, self.width)), high.1.max(end(y, self.height)));
        }
        (low.1..high.1).flat_map(move |y| (low.0..high.0).map(move |x| (x, y)))
    }
}
