//! The geometry of the pictures of a fight: all of them show the same part of the board.

use fray_engine::map::{Map, Rows, Spot, Square};
use fray_sim::play::turns::{ByTurn, Stand};

use super::Grid;

/// The edge of a square in a picture, in pixels where there is room.
pub(super) const CELL: f64 = 28.0;
/// The room left of the squares and above them, for the numbers of rows and columns.
const LEFT: f64 = 22.0;
const TOP: f64 = 18.0;
/// How many units stand above each other on a line before they stand beside each other.
const MOST_HIGH: usize = 6;
/// The squares round those that are used, on a board that is shown in part.
const MARGIN: u16 = 1;
/// A board of at most so many squares along each edge is shown whole.
const WHOLE: u16 = 16;

/// The part of a board that is shown, and its measures.
#[derive(Clone, Debug)]
pub(super) struct Geometry<'a> {
    pub(super) map: &'a Map,
    /// The first column and row that are shown, and the first behind them.
    pub(super) columns: (u16, u16),
    pub(super) rows: (u16, u16),
    /// The height of a square.
    pub(super) high: f64,
}

/// The place at which a unit is drawn: its middle, and how much smaller than alone on a square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seat {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) scale: f64,
}

impl<'a> Geometry<'a> {
    /// The part of the board that the units of a fight used.
    pub(super) fn of(map: &'a Map, by_turn: &ByTurn) -> Self {
        let stands =
            [&by_turn.start].into_iter().chain(by_turn.turns.iter().filter_map(|it| it.after.as_ref()));
        let stands: Vec<&Stand> = stands.collect();
        let spots = || stands.iter().flat_map(|stand| stand.iter().filter_map(|unit| unit.spot));
        let part = |length: u16, used: (u16, u16)| {
            if length <= WHOLE || used.0 > used.1 {
                return (0, length);
            }
            (used.0.saturating_sub(MARGIN), used.1.saturating_add(MARGIN + 1).min(length))
        };
        let ends = |of: fn(Spot) -> u16| {
            spots().map(of).fold((u16::MAX, 0), |(low, high), at| (low.min(at), high.max(at)))
        };
        let mut geometry = Self {
            map,
            columns: part(map.width, ends(|spot| spot.x)),
            rows: part(map.height, ends(|spot| spot.y)),
            high: CELL,
        };
        if map.height == 1 {
            let most = |stand: &&Stand| {
                let on = |x: u16| {
                    stand
                        .iter()
                        .filter(move |unit| unit.is_standing && unit.spot.is_some_and(|spot| spot.x == x))
                };
                (0..map.width).map(|x| on(x).count()).max().unwrap_or(0)
            };
            let most = stands.iter().map(most).max().unwrap_or(0).clamp(1, MOST_HIGH);
            geometry.high = CELL * most as f64;
        }
        geometry
    }

    /// Returns whether squares of the board are left out.
    pub(super) fn is_part(&self) -> bool {
        self.columns != (0, self.map.width) || self.rows != (0, self.map.height)
    }

    /// The size of a picture.
    pub(super) fn size(&self) -> (f64, f64) {
        let n = |(first, end): (u16, u16)| f64::from(end - first);
        (LEFT + n(self.columns) * CELL + 2.0, TOP + n(self.rows) * self.high + 2.0)
    }

    /// Returns where the squares are.
    pub(super) fn grid(&self) -> Grid {
        let numbered = |(first, end): (u16, u16)| (first + self.map.first, end + self.map.first);
        Grid {
            corner: (LEFT, TOP),
            square: (CELL, self.high),
            columns: numbered(self.columns),
            rows: numbered(self.rows),
            is_from_south: self.map.rows == Rows::FromSouth,
        }
    }

    /// Returns where the squares begin, from above.
    pub(super) fn top(&self) -> f64 {
        TOP
    }

    /// The upper left corner of a square that is shown.
    pub(super) fn corner(&self, x: u16, y: u16) -> (f64, f64) {
        let row = match self.map.rows {
            Rows::FromNorth => y - self.rows.0,
            Rows::FromSouth => self.rows.1 - 1 - y,
        };
        (LEFT + f64::from(x - self.columns.0) * CELL, TOP + f64::from(row) * self.high)
    }

    /// The middle of a square.
    pub(super) fn middle(&self, spot: Spot) -> (f64, f64) {
        let (x, y) = self.corner(spot.x, spot.y);
        (x + CELL / 2.0, y + self.high / 2.0)
    }

    /// The place of unit `nth` of the `n` that stand on a square.
    pub(super) fn seat(&self, spot: Spot, nth: usize, n: usize) -> Seat {
        let (left, top) = self.corner(spot.x, spot.y);
        let high = self.high / CELL;
        // As large as they can be.
        let scale = |across: usize| (1.0 / across as f64).min(high / n.div_ceil(across) as f64);
        let across = (1..=n).max_by(|a, b| scale(*a).total_cmp(&scale(*b)).then(b.cmp(a))).unwrap_or(1);
        let down = n.div_ceil(across);
        let part = |nth: usize, of: usize, whole: f64| (nth as f64 + 0.5) * whole / of as f64;
        Seat {
            x: left + part(nth % across, across, CELL),
            y: top + part(nth / across, down, self.high),
            scale: scale(across).min(1.0),
        }
    }

    /// The squares that are shown and are no open ground.
    pub(super) fn squares(&self) -> impl Iterator<Item = &'a Square> {
        let (columns, rows) = (self.columns.0..self.columns.1, self.rows.0..self.rows.1);
        self.map.squares.iter().filter(move |it| columns.contains(&it.x) && rows.contains(&it.y))
    }

    /// The floor below a place.
    pub(super) fn floor(&self, spot: Spot) -> u16 {
        let here = |square: &&Square| (square.x, square.y) == (spot.x, spot.y);
        self.map.squares.iter().find(here).map_or(0, |square| square.level)
    }
}

/// A number of a picture, as short as it can be.
pub(super) fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // A zero has no sign.
    format!("{}", rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(width: u16, height: u16, rows: Rows) -> Map {
        Map { width, height, first: 0, rows, squares: Vec::new() }
    }

    fn whole(map: &Map) -> Geometry<'_> {
        Geometry { map, columns: (0, map.width), rows: (0, map.height), high: CELL }
    }

    const fn spot(x: u16, y: u16) -> Spot {
        Spot { x, y, z: 0 }
    }

    #[test]
    fn rows_from_the_south_begin_at_the_bottom() {
        let (north, south) = (map(2, 3, Rows::FromNorth), map(2, 3, Rows::FromSouth));
        assert_eq!(whole(&north).corner(0, 0), whole(&south).corner(0, 2));
        assert!(whole(&south).middle(spot(0, 0)).1 > whole(&south).middle(spot(0, 1)).1);
    }

    #[test]
    fn units_on_a_square_do_not_cover_each_other_and_stay_on_it() {
        let map = map(3, 3, Rows::FromNorth);
        let geometry = whole(&map);
        let (left, top) = geometry.corner(1, 1);
        for n in 1..=32 {
            let seats: Vec<Seat> = (0..n).map(|nth| geometry.seat(spot(1, 1), nth, n)).collect();
            let half = CELL / 2.0 * seats[0].scale - 1e-9;
            for (i, a) in seats.iter().enumerate() {
                assert!(a.x - half >= left && a.x + half <= left + CELL, "{n}: {a:?}");
                assert!(a.y - half >= top && a.y + half <= top + CELL, "{n}: {a:?}");
                for b in &seats[..i] {
                    assert!((a.x - b.x).abs().max((a.y - b.y).abs()) >= 2.0 * half, "{n}: {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([14.0, 0.25, -0.01, 7.449].map(number), ["14", "0.3", "0", "7.4"]);
    }
}
