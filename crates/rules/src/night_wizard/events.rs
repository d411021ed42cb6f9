//! What the play-by-play says.

use super::judge::Rolled;
use super::metrics::Exhaustion;
use crate::roster::{SideId, UnitId};

/// One line of the play-by-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum Event {
    /// Critical and fumble number were rolled for the fight (NW-04).
    Numbers { unit: UnitId, crit: i32, fumble: i32 },
    /// The round opens (NW-08).
    Round,
    /// An Action Count was set; `rolled` is the total of the two dice, if any (NW-11).
    Count { unit: UnitId, rolled: Option<i32>, count: i32 },
    /// A tie between sides was broken by chance in favour of this one (NW-13).
    Tie { side: SideId },
    /// The unit delays to this count (NW-14).
    Delay { unit: UnitId, from: i32, to: i32 },
    /// The unit enters a Main Process at this count (NW-15).
    Main { unit: UnitId, count: i32 },
    /// The Main held nothing to do.
    Nothing { unit: UnitId },
    /// An attack and its answer; `dodge` is `None` if the target may not roll (NW-20).
    Hit { unit: UnitId, target: UnitId, hit: Side, dodge: Side, hits: bool },
    /// Damage of a hit: the two Judges, the damage after effects, HP left (NW-21, NW-22).
    Damage { unit: UnitId, target: UnitId, attack: Side, defense: Side, damage: i32, hp: i32 },
    /// The unit is Exhausted for the round at this count (NW-16).
    Exhausted { unit: UnitId, why: Exhaustion, count: i32 },
    /// The Main ended at this count, and the unit may act again (NW-16).
    MainOver { unit: UnitId, count: i32 },
    /// The unit falls into Near Death (NW-29).
    NearDeath { unit: UnitId },
    /// The unit is dead (NW-32).
    Dead { unit: UnitId },
    /// Clean-Up (NW-26).
    CleanUp,
    /// A Mortality Judge (NW-30).
    Mortality { unit: UnitId, judge: Side, difficulty: i32, lives: bool },
}

/// One side of a Judge: the fixed part and the dice, if any were rolled (NW-01, NW-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Attribute and passive modifiers.
    pub fixed: i32,
    /// The dice part.
    pub rolled: Option<Rolled>,
}

impl Side {
    /// The achievement value.
    #[must_use]
    pub fn value(self) -> i32 {
        self.fixed + self.rolled.map_or(0, |rolled| rolled.total)
    }
}
