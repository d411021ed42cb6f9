//! The changes between two turns, in words.

use fray_engine::contract::Health;
use fray_engine::map::{Map, Spot};
use fray_engine::roster::{Roster, UnitId};
use fray_sim::play::turns::{Stand, UnitStand};

/// The fight that the words are about: its units, its map, and how it counts health.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a> {
    pub(super) roster: &'a Roster,
    pub(super) map: Option<&'a Map>,
    pub(super) health: Health,
}

impl Words<'_> {
    /// The name of a unit, with that of its side where another unit has the same.
    pub(super) fn unit(&self, unit: UnitId) -> String {
        let name = self.roster.unit(unit);
        if self.roster.units.iter().filter(|other| other.name == name).count() == 1 {
            return name.to_owned();
        }
        format!("{name} of {}", self.roster.side(self.roster.units[unit.idx()].side))
    }

    /// A place as a scenario file has it.
    pub(super) fn place(&self, spot: Spot) -> String {
        let first = self.map.map_or(0, |map| map.first);
        let (x, y) = (spot.x + first, spot.y + first);
        match self.map {
            Some(map) if map.height == 1 => format!("square {x}"),
            _ if spot.z > 0 => format!("({x}, {y}, {})", spot.z),
            _ => format!("({x}, {y})"),
        }
    }

    /// Returns a number of health in words.
    pub(super) fn health(&self, value: u32) -> String {
        match self.health {
            Health::Left => format!("{value} health"),
            Health::Wounds if value == 1 => "1 wound".to_owned(),
            Health::Wounds => format!("{value} wounds"),
        }
    }

    /// The state of a unit in words.
    pub(super) fn stand(&self, unit: &UnitStand) -> String {
        let place = match (self.map, unit.spot) {
            (Some(_), Some(spot)) => format!(" at {}", self.place(spot)),
            (Some(_), None) => ", off the board".to_owned(),
            (None, _) => String::new(),
        };
        format!("{}{place}", self.state(unit))
    }

    /// Its health, or that it has none any more.
    pub(super) fn state(&self, unit: &UnitStand) -> String {
        match (unit.is_dead, unit.is_standing) {
            (true, _) => "dead".to_owned(),
            (false, false) => "out".to_owned(),
            (false, true) => self.health(unit.health),
        }
    }

    /// Returns the changes between two turns; `None` if there are none that a picture shows.
    pub(super) fn changes(&self, before: &Stand, after: &Stand) -> Option<String> {
        let mut all = Vec::new();
        for (i, (was, is)) in before.iter().zip(after).enumerate() {
            let name = self.unit(UnitId(i as u8));
            match (was.spot, is.spot) {
                (Some(from), Some(to)) if from != to => {
                    all.push(format!("{name} moves from {} to {}", self.place(from), self.place(to)));
                }
                (None, Some(to)) => all.push(format!("{name} comes to {}", self.place(to))),
                (Some(from), None) => all.push(format!("{name} leaves the board from {}", self.place(from))),
                _ => {}
            }
            match (was.is_standing, is.is_standing) {
                (true, false) if is.is_dead => all.push(format!("{name} dies")),
                (true, false) => all.push(format!("{name} is out")),
                (false, true) => all.push(format!("{name} stands with {}", self.health(is.health))),
                (false, false) if is.is_dead && !was.is_dead => all.push(format!("{name} dies")),
                (true, true) if was.health != is.health => {
                    all.push(format!("{name} has {} after {}", self.health(is.health), was.health));
                }
                _ => {}
            }
        }
        let all = all.join("; ");
        (!all.is_empty()).then(|| all + ".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALE: UnitStand = UnitStand { spot: None, health: 9, is_standing: true, is_dead: false };

    fn roster() -> Roster {
        Roster::of([("us", vec!["Ann", "Ox"]), ("them", vec!["Ox"])])
    }

    #[test]
    fn every_change_has_words_and_no_change_has_none() {
        let roster = roster();
        let map = fray_engine::map::Map {
            width: 4,
            height: 4,
            first: 1,
            rows: fray_engine::map::Rows::FromNorth,
            squares: Vec::new(),
        };
        let words = Words { roster: &roster, map: Some(&map), health: Health::Left };
        let at = |x, z| Some(Spot { x, y: 0, z });
        let before = vec![UnitStand { spot: at(0, 0), ..HALE }, HALE, HALE];
        assert_eq!(words.changes(&before, &before), None);
        let after = vec![
            UnitStand { spot: at(2, 3), health: 4, ..HALE },
            UnitStand { spot: at(1, 0), is_standing: false, health: 0, ..HALE },
            UnitStand { is_dead: true, is_standing: false, ..HALE },
        ];
        assert_eq!(
            words.changes(&before, &after).as_deref(),
            Some(
                "Ann moves from (1, 1) to (3, 1, 3); Ann has 4 health after 9; Ox of us comes to (2, 1); Ox of us is \
                 out; Ox of them dies."
            )
        );
    }

    #[test]
    fn wounds_are_called_wounds() {
        let roster = roster();
        let words = Words { roster: &roster, map: None, health: Health::Wounds };
        let before = vec![UnitStand { health: 0, ..HALE }; 3];
        let mut after = before.clone();
        after[0].health = 1;
        assert_eq!(words.changes(&before, &after).as_deref(), Some("Ann has 1 wound after 0."));
    }
}
