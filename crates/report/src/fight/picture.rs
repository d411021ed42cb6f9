//! The pictures of a fight: what all share is drawn once, each then names it where it stands.

use askama::Template;
use fray_engine::contract::Health;
use fray_engine::map::{Ground, Spot, Square};
use fray_engine::roster::{Roster, UnitId};
use fray_sim::play::turns::{Stand, UnitStand};

use super::geometry::{CELL, Geometry, Seat, number};
use crate::page::Part;
use crate::theme::{Color, series};

/// The longest bar of health.
const BAR: u32 = 20;
/// A picture that is wider than this many pixels may be wider than the page.
const NARROW: f64 = 330.0;
/// The smallest share of its drawn size at which a picture may be shown, so that its texts can be read.
const SMALLEST: f64 = 0.8;
/// Columns and rows are numbered one by one up to so many, and else each fifth.
const NUMBERED: u16 = 30;

/// The parts that all pictures of a fight share.
#[derive(Debug)]
pub(super) struct Pictures<'a> {
    pub(super) geometry: Geometry<'a>,
    roster: &'a Roster,
    health: Health,
    /// By unit: the health that its bar is full with.
    full: Vec<u32>,
}

/// A shape drawn once.
#[derive(Template)]
#[template(path = "pieces.html")]
struct Defs {
    grounds: Vec<Terrain>,
    levels: Vec<Level>,
    grid: String,
    frame: [String; 4],
    numbers: Vec<Text>,
    units: Vec<Piece>,
    bars: Vec<u32>,
}

/// The squares of one kind of ground, as a path.
struct Terrain {
    class: &'static str,
    path: String,
}

/// The squares of one height, as a path.
struct Level {
    opacity: String,
    path: String,
}

/// A text in a picture.
struct Text {
    class: &'static str,
    x: String,
    y: String,
    text: String,
}

/// The token of a unit.
struct Piece {
    unit: usize,
    side: Color,
    /// The number of its shape among those of its side.
    shape: usize,
}

/// The key of the pictures: the units of the tokens, and the kinds of ground.
#[derive(Template)]
#[template(path = "key.html")]
struct Key {
    units: Vec<String>,
    grounds: Vec<KeyGround>,
}

/// A kind of ground, by the name of its pattern and in words.
struct KeyGround {
    class: &'static str,
    name: &'static str,
}

/// One picture.
#[derive(Template)]
#[template(path = "board.html")]
struct Picture<'a> {
    sentence: &'a str,
    width: String,
    height: String,
    most: u32,
    /// The least width, where that is wider than a narrow page.
    least: Option<u32>,
    ways: Vec<[String; 4]>,
    places: Vec<Placed>,
    texts: Vec<Text>,
}

/// A thing drawn elsewhere, where it stands.
struct Placed {
    thing: String,
    place: String,
}

/// The name of the pattern of a ground.
fn class(ground: Ground) -> &'static str {
    match ground {
        Ground::Blocked => "g-block",
        Ground::Screen => "g-screen",
        Ground::Slow => "g-slow",
        Ground::Hazard => "g-hazard",
        Ground::InTheWay => "g-way",
        Ground::Cover => "g-cover",
        Ground::Concealment => "g-veil",
        Ground::HighGround => "g-high",
        Ground::Exit => "g-exit",
    }
}

impl<'a> Pictures<'a> {
    /// Of these units on this part of a board.
    pub(super) fn new(geometry: Geometry<'a>, roster: &'a Roster, health: Health, stands: &[&Stand]) -> Self {
        let full = |unit: usize| stands.iter().filter_map(|stand| stand.get(unit)).map(|it| it.health).max();
        let full = (0..roster.units.len()).map(|unit| full(unit).unwrap_or(0)).collect();
        Self { geometry, roster, health, full }
    }

    /// Returns the definitions that the pictures share, not shown themselves.
    pub(super) fn defs(&self) -> Part {
        let geometry = &self.geometry;
        let path_of = |is_in: &dyn Fn(&Square) -> bool| {
            let squares = geometry.squares().filter(|square| is_in(square));
            let square = |square: &Square| {
                let (x, y) = geometry.corner(square.x, square.y);
                format!("M{} {}h{CELL}v{}h-{CELL}z", number(x), number(y), number(geometry.high))
            };
            squares.map(square).collect::<String>()
        };
        let terrain = |ground: Ground| Terrain {
            class: class(ground),
            path: path_of(&|it| it.grounds.contains(&ground)),
        };
        let mut levels: Vec<u16> =
            geometry.squares().map(|square| square.level).filter(|it| *it > 0).collect();
        levels.sort_unstable();
        levels.dedup();
        let level = |&level: &u16| Level {
            opacity: number(0.1 + 0.4 * f64::from(level.min(8)) / 8.0),
            path: path_of(&|it| it.level == level),
        };
        let (width, height) = geometry.size();
        let (left, top) = (geometry.corner(geometry.columns.0, geometry.rows.0).0, geometry.top());
        let (wide, high) = (width - 2.0 - left, height - 2.0 - top);
        let columns = (1..geometry.columns.1 - geometry.columns.0)
            .map(|n| format!("M{} {top}v{high}", number(left + f64::from(n) * CELL)));
        let rows = (1..geometry.rows.1 - geometry.rows.0)
            .map(|n| format!("M{left} {}h{wide}", number(top + f64::from(n) * geometry.high)));
        let unit = |(unit, id): (usize, UnitId)| {
            let side = self.roster.units[id.idx()].side.idx();
            Piece { unit, side: series(side), shape: side % 4 }
        };
        let has_bars = self.health == Health::Left;
        Part::of(&Defs {
            grounds: Ground::ALL.map(terrain).into_iter().filter(|it| !it.path.is_empty()).collect(),
            levels: levels.iter().map(level).collect(),
            grid: columns.chain(rows).collect(),
            frame: [left, top, wide, high].map(number),
            numbers: self.numbers(),
            units: self.roster.everyone().enumerate().map(unit).collect(),
            bars: if has_bars { (0..=BAR).collect() } else { Vec::new() },
        })
    }

    /// The numbers of columns and rows, and the heights of squares.
    fn numbers(&self) -> Vec<Text> {
        let geometry = &self.geometry;
        let first = geometry.map.first;
        let is_numbered = |n: u16, (start, end): (u16, u16)| end - start <= NUMBERED || n.is_multiple_of(5);
        let mut numbers = Vec::new();
        for x in (geometry.columns.0..geometry.columns.1).filter(|x| is_numbered(x + first, geometry.columns))
        {
            let at = geometry.corner(x, geometry.rows.0).0 + CELL / 2.0;
            let y = number(geometry.top() - 6.0);
            numbers.push(Text { class: "no", x: number(at), y, text: (x + first).to_string() });
        }
        let rows = if geometry.map.height == 1 { (0, 0) } else { geometry.rows };
        for y in (rows.0..rows.1).filter(|y| is_numbered(y + first, rows)) {
            let at = geometry.corner(geometry.columns.0, y).1 + geometry.high / 2.0 + 4.0;
            numbers.push(Text { class: "no", x: "10".into(), y: number(at), text: (y + first).to_string() });
        }
        let mut last = None;
        for square in geometry.squares().filter(|square| square.level > 0) {
            let this = (square.x, square.y, square.level);
            // Beside another of the same height the number says nothing.
            let is_same = last.replace(this).is_some_and(|(x, y, level)| (x + 1, y, level) == this);
            if !is_same {
                let (x, y) = geometry.corner(square.x, square.y);
                let text = square.level.to_string();
                numbers.push(Text { class: "lv", x: number(x + 2.0), y: number(y + 8.0), text });
            }
        }
        numbers
    }

    /// Returns the key of the tokens of units and of the grounds; `units` names each unit.
    pub(super) fn key(&self, units: Vec<String>) -> Part {
        let is_there = |ground: &Ground| self.geometry.squares().any(|it| it.grounds.contains(ground));
        let ground = |ground: Ground| KeyGround { class: class(ground), name: ground.name() };
        Part::of(&Key { units, grounds: Ground::ALL.into_iter().filter(is_there).map(ground).collect() })
    }

    /// Returns whether some square is higher than others.
    pub(super) fn has_levels(&self) -> bool {
        self.geometry.squares().any(|square| square.level > 0)
    }

    /// The picture of a moment, with what changed since another, and who had the turn.
    pub(super) fn picture(&self, sentence: &str, before: &Stand, now: &Stand, by: Option<UnitId>) -> Part {
        let geometry = &self.geometry;
        let mut picture = Picture {
            sentence,
            width: number(geometry.size().0),
            height: number(geometry.size().1),
            most: geometry.size().0.ceil() as u32,
            least: Some(geometry.size().0 * SMALLEST)
                .filter(|least| *least > NARROW)
                .map(|least| least.ceil() as u32),
            ways: Vec::new(),
            places: Vec::new(),
            texts: Vec::new(),
        };
        let seats: Vec<Option<Seat>> = (0..now.len()).map(|unit| self.seat(now, unit)).collect();
        for (i, (was, is)) in before.iter().zip(now).enumerate() {
            let (Some(from), Some(to), Some(seat)) = (was.spot, is.spot, seats[i]) else { continue };
            if (from.x, from.y) != (to.x, to.y) {
                let (x, y) = geometry.middle(from);
                picture.ways.push([x, y, seat.x, seat.y].map(number));
            }
        }
        let shown =
            || seats.iter().zip(now).enumerate().filter_map(|(i, (seat, is))| Some((i, (*seat)?, is)));
        // Those who are out lie below those who stand.
        for (i, seat, _) in shown().filter(|(_, _, is)| !is.is_standing) {
            picture.places.push(placed(format!("d{i}"), seat));
        }
        for (i, seat, is) in shown().filter(|(_, _, is)| is.is_standing) {
            picture.places.push(placed(format!("u{i}"), seat));
            let mut notes = Vec::new();
            if self.health == Health::Left {
                picture.places.push(placed(format!("h{}", self.bar(i, is)), seat));
            } else if is.health > 0 {
                notes.push(is.health.to_string());
            }
            let height = is.spot.map_or(0, |spot: Spot| spot.z.saturating_sub(geometry.floor(spot)));
            if height > 0 {
                notes.push(format!("↑{height}"));
            }
            if !notes.is_empty() {
                picture.texts.push(note(seat, notes.join(" ")));
            }
        }
        if let Some(seat) = by.and_then(|by| seats[by.idx()]) {
            picture.places.push(placed("now".to_owned(), seat));
        }
        Part::of(&picture)
    }

    /// Returns where a unit stands among those on its square, or lies.
    fn seat(&self, now: &Stand, unit: usize) -> Option<Seat> {
        let is = now[unit];
        let spot = is.spot?;
        let beside = |other: &&UnitStand| {
            other.is_standing == is.is_standing
                && other.spot.is_some_and(|its| (its.x, its.y) == (spot.x, spot.y))
        };
        let n = now.iter().filter(beside).count();
        let nth = now[..unit].iter().filter(beside).count();
        Some(self.geometry.seat(spot, nth, n))
    }

    /// The length of the bar of a unit's health.
    fn bar(&self, unit: usize, is: &UnitStand) -> u32 {
        let full = self.full[unit].max(1);
        // Who has health left has a bar.
        (u64::from(is.health) * u64::from(BAR)).div_ceil(u64::from(full)) as u32
    }
}

/// A text at the upper right of a unit that is drawn.
fn note(seat: Seat, text: String) -> Text {
    let off = CELL / 2.0 * seat.scale;
    Text { class: "sign", x: number(seat.x + off), y: number(seat.y - off + 8.0), text }
}

fn placed(thing: String, seat: Seat) -> Placed {
    let (x, y) = (number(seat.x), number(seat.y));
    let place = if seat.scale < 1.0 {
        // Two digits are finer than a screen.
        format!("transform=\"translate({x} {y})scale({})\"", (seat.scale * 100.0).floor() / 100.0)
    } else {
        format!("x=\"{x}\" y=\"{y}\"")
    };
    Placed { thing, place }
}
