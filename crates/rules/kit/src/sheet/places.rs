//! Places on a map: where none is, two at one, and those where nobody can stand, told in the same words in every
//! game.

use core::fmt;

use super::node::Node;
use super::problem::{Problems, Span};

/// The size of a map, in squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Size {
    /// A map of so many columns and rows.
    #[must_use]
    pub fn new(width: impl Into<u32>, height: impl Into<u32>) -> Self {
        Self { width: width.into(), height: height.into() }
    }

    /// Returns whether a square lies on the map.
    #[must_use]
    pub fn has(self, at: Square) -> bool {
        at.x < self.width && at.y < self.height
    }

    /// Notes squares of a list of the map that lie outside it, and those that stand there twice. `key` is the list.
    pub fn check(self, key: &str, squares: impl Iterator<Item = (Square, Span)>, problems: &mut Problems) {
        let mut known = std::collections::BTreeSet::new();
        for (at, span) in squares {
            self.check_one(key, at, span, problems);
            if self.has(at) && !known.insert((at.x, at.y)) {
                twice(key, at, span, problems);
            }
            if problems.is_full() {
                return;
            }
        }
    }

    /// Notes a square of a list of the map that lies outside it.
    pub fn check_one(self, key: &str, at: Square, span: Span, problems: &mut Problems) {
        if !self.has(at) {
            problems.add(span, format!("map.{key}"), format!("{at} lies outside the map, which has {self}"));
        }
    }
}

/// Notes a place that stands in a list of the map twice.
pub fn twice(key: &str, at: impl fmt::Display, span: Span, problems: &mut Problems) {
    problems.add(span, format!("map.{key}"), format!("{at} stands in `{key}` twice"));
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = |n: u32| n.saturating_sub(1);
        write!(f, "columns 0 to {} and rows 0 to {}", last(self.width), last(self.height))
    }
}

/// A square of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// Its column, from 0.
    pub x: u32,
    /// Its row, from 0.
    pub y: u32,
}

impl Square {
    /// The square of a column and a row.
    #[must_use]
    pub fn new(x: impl Into<u32>, y: impl Into<u32>) -> Self {
        Self { x: x.into(), y: y.into() }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.x, self.y)
    }
}

/// The greatest coordinates of a place.
#[derive(Clone, Copy, Debug)]
pub struct Coordinates {
    /// Of columns and rows.
    pub plane: u32,
    /// Of levels, where a place may have one.
    pub level: Option<u32>,
}

impl Coordinates {
    /// Reads `[x, y]`, or `[x, y, z]` where a place may have a level.
    pub fn read(self, node: &Node, key: &str, problems: &mut Problems) -> Option<(u32, u32, Option<u32>)> {
        let list = node.as_list();
        let items = list.as_deref().unwrap_or_default();
        let most = if self.level.is_some() { 3 } else { 2 };
        if !(2..=most).contains(&items.len()) {
            let or = if self.level.is_some() { " or `[x, y, z]`" } else { "" };
            let found = if list.is_some() { format!("{} numbers", items.len()) } else { node.found() };
            let key_alone = key.rsplit('.').next().unwrap_or(key);
            problems.add(node.span, key, format!("expected `[x, y]`{or} for `{key_alone}`, found {found}"));
            return None;
        }
        let mut read = [None; 3];
        for (at, item) in items.iter().enumerate() {
            let most = if at < 2 { self.plane } else { self.level.unwrap_or_default() };
            read[at] = item.as_int().and_then(|n| u32::try_from(n).ok()).filter(|&n| n <= most);
            if read[at].is_none() {
                let name = ["x", "y", "z"][at];
                let message =
                    format!("expected a whole number from 0 to {most} for `{name}`, found {}", item.found());
                problems.add(item.span, key, message);
            }
        }
        let level = read[2];
        if items.len() == 3 && level.is_none() {
            return None;
        }
        Some((read[0]?, read[1]?, level))
    }
}

/// A unit with its starting place in the file, for errors about that.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The unit.
    pub name: &'a str,
    /// Its place in the file.
    pub span: Span,
    /// The path of the key.
    pub path: &'a str,
}

impl Start<'_> {
    /// Notes a start outside the map; whether it lies on it.
    pub fn is_on(self, size: Size, at: Square, problems: &mut Problems) -> bool {
        let is_on = size.has(at);
        if !is_on {
            let message = format!("`{}` starts at {at}, outside the map, which has {size}", self.name);
            problems.add(self.span, self.path, message);
        }
        is_on
    }

    /// Notes a start where nobody can stand. `help` says what blocks the place.
    pub fn is_blocked(self, at: impl fmt::Display, help: impl Into<String>, problems: &mut Problems) {
        let message = format!("`{}` starts at {at}, which is blocked", self.name);
        problems.add_help(self.span, self.path, message, help);
    }

    /// Notes a start where somebody else stands.
    pub fn is_taken(self, at: impl fmt::Display, by: &str, problems: &mut Problems) {
        let message = format!("`{}` starts at {at}, where `{by}` starts too", self.name);
        problems.add(self.span, self.path, message);
    }

    /// Notes a start where there is no map. `help` says where everybody stands.
    pub fn is_without_map(self, help: &str, problems: &mut Problems) {
        let message = format!("`{}` has a `position`, and there is no `[map]`", self.name);
        problems.add_help(self.span, self.path, message, help);
    }
}
