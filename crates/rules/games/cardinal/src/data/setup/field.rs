//! The map (CA-16, CA-18, CA-58).

use crate::data::vocabulary::{Kind, KindOf};
use crate::dice::pool::{Dice, Pool};
use fray_kit::sheet::types::{Int, Items};
use fray_kit::{Record, Words, stat_block};

/// How well a square covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Cover {
    /// Not at all.
    #[default]
    None,
    /// A d4.
    Soft,
    /// A d8.
    Fair,
    /// A d12.
    Good,
    /// Whoever is behind it cannot be attacked.
    Total,
}

impl Cover {
    /// CA-18: the die of a defender behind it.
    #[must_use]
    pub fn die(self) -> Pool {
        match self {
            Self::None | Self::Total => Pool::NONE,
            Self::Soft => Pool([1, 0, 0, 0, 0]),
            Self::Fair => Pool::D8,
            Self::Good => Pool::D12,
        }
    }

    /// CA-57: one step better, up to good.
    #[must_use]
    pub fn better(self) -> Self {
        match self {
            Self::None => Self::None,
            Self::Soft => Self::Fair,
            Self::Fair | Self::Good => Self::Good,
            Self::Total => Self::Total,
        }
    }
}

/// How well a square conceals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Concealment {
    /// Not at all.
    #[default]
    None,
    /// A d8.
    Partial,
    /// A d12.
    Total,
}

impl Concealment {
    /// CA-18: the die of a defender within it.
    #[must_use]
    pub fn die(self) -> Pool {
        match self {
            Self::None => Pool::NONE,
            Self::Partial => Pool::D8,
            Self::Total => Pool::D12,
        }
    }
}

/// A side from which attackers meet the cover of a square. North is toward y = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CoverSide {
    /// North.
    N,
    /// East.
    E,
    /// South.
    S,
    /// West.
    W,
}

/// What befalls whoever ends a turn in a square (CA-58).
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("hazard")]
pub struct Hazard {
    /// The attack pool.
    #[key("CA-29, CA-58", reads = Dice<1, 12>, required)]
    pub attack: Pool,
    /// The damage bonus.
    #[key("CA-32", reads = Int<-5, 20>, default = "0")]
    pub damage: i32,
    /// Kinds of the damage.
    #[key("CA-31, CA-38", reads = Items<KindOf>, default = "[]")]
    pub effects: Vec<Kind>,
}

/// A square that is no open ground.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("square")]
pub struct SquareSetup {
    /// Its column, from 0.
    #[key("CA-16", reads = Column, required)]
    pub x: u16,
    /// Its row, from 0; north is toward 0.
    #[key("CA-16", reads = Column, required)]
    pub y: u16,
    /// Whether nobody can enter.
    #[key("CA-58", default = "false")]
    pub blocked: bool,
    /// Whether it breaks the line of sight.
    #[key("CA-19, CA-58", default = "false")]
    pub blocks_sight: bool,
    /// The cover of who stands there.
    #[key("CA-18", default = "none")]
    pub cover: Cover,
    /// Against attackers on which sides; all, if nothing is said.
    #[key("CA-18", reads = Items<CoverSide>)]
    pub cover_from: Option<Vec<CoverSide>>,
    /// The concealment of who stands there.
    #[key("CA-18", default = "none")]
    pub concealment: Concealment,
    /// Whether a step into it costs 2.
    #[key("CA-15, CA-58", default = "false")]
    pub bad_footing: bool,
    /// What befalls whoever ends a turn there.
    #[key("CA-58", reads = Hazard)]
    pub hazard: Option<Hazard>,
}

type Column = Int<0, 399>;

stat_block! {
    /// The map: squares of one pace.
    #[derive(Default)]
    pub struct MapSetup is "map";
    [fields {
        /// Squares from west to east.
        "CA-16" width: u16 as Int<1, 400>, required;
        /// Squares from north to south.
        "CA-16" height: u16 as Int<1, 400>, required;
        /// Squares that are no open ground.
        "CA-58" squares: Vec<SquareSetup> as Items<SquareSetup> = "[]";
    }]
}
