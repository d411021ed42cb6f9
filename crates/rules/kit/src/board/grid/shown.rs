//! A grid as people are shown it.

use super::{ENDLESS, Grid};
use fray_engine::map::{Ground, Map, Rows, Square};

impl Grid {
    /// The map with its floors, obstacles, objects and exits.
    #[must_use]
    pub fn shown(&self) -> Map {
        let square = |(at, it): (usize, &super::Square)| {
            let (x, y) = (at % usize::from(self.width), at / usize::from(self.width));
            let level = match it.wall {
                _ if !it.is_obstacle => it.floor,
                ENDLESS => 0,
                top => top,
            };
            let grounds = [
                (Ground::Blocked, it.is_obstacle),
                (Ground::Screen, it.is_obstacle),
                (Ground::Slow, it.obstructs),
                (Ground::Exit, it.is_exit),
            ];
            Square::of((x as u16, y as u16), level.into(), &grounds)
        };
        Map {
            width: self.width.into(),
            height: self.height.into(),
            first: 0,
            rows: Rows::FromSouth,
            squares: self.squares.iter().enumerate().filter_map(square).collect(),
        }
    }
}
