//! A scenario as a whole: the board, who holds the flag at first, the two sides.

use super::{COLUMNS, Obstacle, UnitSetup, Weapon};
use crate::data::rulings::Rulings;
use crate::data::tactics::SideTactics;
use crate::data::vocabulary::{Ability, Status};
use fray_engine::roster::SideId;
use fray_kit::sheet::types::Int;
use fray_kit::{Record, either};

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The answers to the silences of the text.
    pub rulings: Rulings,
    /// The number of rounds after which the fight is a timeout; 1 or more.
    pub max_rounds: u32,
    /// The side whose ambush succeeded (JU-12); it takes the flag whatever `flag` says.
    pub surprise: Option<End>,
    /// The side that holds the flag at first (JU-10, JU-11).
    pub flag: Flag,
    /// Terrain, one entry a column at most.
    pub obstacles: Vec<Obstacle>,
    /// The statuses that abilities and units name by [`StatusId`](crate::data::vocabulary::StatusId): the shipped ones, which
    /// [`Status::shipped`] gives, and those of the scenario behind them.
    pub statuses: Vec<Status>,
    /// The two sides in file order: the first owns the left end, the second the right one.
    pub sides: [SideSetup; 2],
}

/// An end of the board, and the side that owns it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// The left end: the first side.
    #[default]
    Left,
    /// The right end: the second side.
    Right,
}

impl End {
    /// The other end.
    #[inline(always)]
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Its side.
    #[inline(always)]
    #[must_use]
    pub fn side(self) -> SideId {
        SideId(self as u8)
    }
}

/// The side that holds the flag at first: the key `flag` of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flag {
    /// Rolled with the dice of JU-10.
    #[default]
    Rolled,
    /// This side holds it, without a roll.
    Held(End),
    /// Rolled with these numbers of dice, left and right, of which at least one is 1 or more; JU-10 changes
    /// them no more.
    Dice([u8; 2]),
}

/// The dice of the initiative roll.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("flag")]
struct FlagDice {
    /// The dice of the left side.
    #[key("JU-11", reads = Int<0, 40>, required)]
    pub left_dice: u8,
    /// The dice of the right side.
    #[key("JU-11", reads = Int<0, 40>, required)]
    pub right_dice: u8,
}

either!(Flag {
    "left" => Self::Held(End::Left),
    "right" => Self::Held(End::Right),
    FlagDice => |of| Self::Dice([of.left_dice, of.right_dice]),
});

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSetup {
    /// Its name.
    pub name: String,
    /// High (1) or low (-1) morale: a die of initiative (JU-10, D-02).
    pub morale: i32,
    /// Clearly stronger (1) or weaker (-1): a die of initiative (JU-10, D-02).
    pub strength: i32,
    /// Its own decisions.
    pub tactics: SideTactics,
    /// Its units in file order, copies written out; at least one, and 32 of both sides (JU-82).
    pub units: Vec<UnitSetup>,
}

impl SideSetup {
    /// A side of these units, every other value at its default.
    #[must_use]
    pub fn plain(name: &str, units: Vec<UnitSetup>) -> Self {
        Self { name: name.to_owned(), morale: 0, strength: 0, tactics: SideTactics::default(), units }
    }
}

/// Questions of rulings and tactics about a scenario, which decide whether they can matter.
impl Setup {
    /// Returns whether some unit is such.
    #[must_use]
    pub fn any(&self, is: impl Fn(&UnitSetup) -> bool) -> bool {
        self.sides.iter().flat_map(|side| &side.units).any(is)
    }

    /// The weapons of all units.
    pub fn weapons(&self) -> impl Iterator<Item = &Weapon> {
        self.sides.iter().flat_map(|side| &side.units).flat_map(|unit| &unit.weapons)
    }

    /// The abilities of all units.
    pub fn abilities(&self) -> impl Iterator<Item = &Ability> {
        self.sides.iter().flat_map(|side| &side.units).flat_map(|unit| &unit.special)
    }

    /// Returns whether values may change, because there are abilities or statuses.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        self.any(|unit| !unit.special.is_empty() || !unit.statuses.is_empty())
    }

    pub(crate) fn has_several_weapons(&self) -> bool {
        self.any(|unit| unit.weapons.len() > 1)
    }
}

impl Setup {
    /// The mirror image: each end becomes the other, and each column the one as far from the other end.
    /// The sides keep their places in the list, so a fight whose sides were exchanged is the original
    /// fight again, seen from the other side of the table.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        self.surprise = self.surprise.map(End::other);
        self.flag = match self.flag {
            Flag::Rolled => Flag::Rolled,
            Flag::Held(side) => Flag::Held(side.other()),
            Flag::Dice([left, right]) => Flag::Dice([right, left]),
        };
        for square in &mut self.obstacles {
            square.col = COLUMNS as u8 + 1 - square.col;
        }
        for unit in self.sides.iter_mut().flat_map(|side| &mut side.units) {
            unit.col = unit.col.map(|col| COLUMNS + 1 - col);
        }
        self
    }

    /// A fight of these units, everything else at its default.
    #[must_use]
    pub fn plain(left: Vec<UnitSetup>, right: Vec<UnitSetup>) -> Self {
        Self {
            rulings: Rulings::default(),
            max_rounds: 100,
            surprise: None,
            flag: Flag::Rolled,
            obstacles: Vec::new(),
            statuses: Status::shipped(),
            sides: [SideSetup::plain("left", left), SideSetup::plain("right", right)],
        }
    }
}
