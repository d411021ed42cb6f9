//! The map (CA-16, CA-18, CA-58).

use crate::data::vocabulary::{Kind, KindOf};
use crate::dice::pool::{Dice, Pool};
use fray_kit::sheet::types::{Int, Items};
use fray_kit::{record, stat_block, words};

words! {
    /// How well a square covers.
    #[derive(Default)]
    pub enum Cover {
        /// Not at all.
        #[default]
        None = "none",
        /// A d4.
        Soft = "soft",
        /// A d8.
        Fair = "fair",
        /// A d12.
        Good = "good",
        /// Whoever is behind it cannot be attacked.
        Total = "total",
    }
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

words! {
    /// How well a square conceals.
    #[derive(Default)]
    pub enum Concealment {
        /// Not at all.
        #[default]
        None = "none",
        /// A d8.
        Partial = "partial",
        /// A d12.
        Total = "total",
    }
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

words! {
    /// A side from which attackers meet the cover of a square. North is toward y = 0.
    pub enum CoverSide {
        /// North.
        N = "n",
        /// East.
        E = "e",
        /// South.
        S = "s",
        /// West.
        W = "w",
    }
}

record! {
    /// What befalls whoever ends a turn in a square (CA-58).
    pub struct Hazard is "hazard" {
        /// The attack pool.
        "CA-29, CA-58" attack: Pool as Dice<1, 12>, required;
        /// The damage bonus.
        "CA-32" damage: i32 as Int<-5, 20> = "0";
        /// Kinds of the damage.
        "CA-31, CA-38" effects: Vec<Kind> as Items<KindOf> = "[]";
    }

    /// A square that is no open ground.
    pub struct SquareSetup is "square" {
        /// Its column, from 0.
        "CA-16" x: u16 as Column, required;
        /// Its row, from 0; north is toward 0.
        "CA-16" y: u16 as Column, required;
        /// Whether nobody can enter.
        "CA-58" blocked: bool = "false";
        /// Whether it breaks the line of sight.
        "CA-19, CA-58" blocks_sight: bool = "false";
        /// The cover of who stands there.
        "CA-18" cover: Cover = "none";
        /// Against attackers on which sides; all, if nothing is said.
        "CA-18" cover_from: Option<Vec<CoverSide>> as Items<CoverSide>;
        /// The concealment of who stands there.
        "CA-18" concealment: Concealment = "none";
        /// Whether a step into it costs 2.
        "CA-15, CA-58" bad_footing: bool = "false";
        /// What befalls whoever ends a turn there.
        "CA-58" hazard: Option<Hazard> as Hazard;
    }
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
