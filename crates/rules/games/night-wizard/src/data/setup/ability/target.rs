//! On whom an ability or a weapon works, and how far (NW-40).

use crate::sheet::{All, AnyArea, Reach};
use fray_kit::sheet::types::{Int, IntOr};
use fray_kit::{Words, stat_block};

stat_block! {
    /// Targets of an ability.
    #[derive(Copy, Default)]
    pub struct TargetRule is "target";
    [set {
        /// Who may be a target.
        who: Who;
    }]
    [fields {
        /// How many, or `all` of them.
        "NW-53" number: Option<u8> as IntOr<All, 1, 32> = "1";
        /// The area round the target.
        "NW-40" area: Area as AnyArea = "single";
    }]
    [
        /// How far the target may be.
        group range: Range {
            /// How far the target may be, or `sight`; 0 is the same square.
            "NW-40" most("range"): Reach = "0";
            /// The least distance.
            "NW-40" least("range_min"): Int<0, 99> = "0";
        }
    ]
}

/// The units that may be targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Who {
    /// The user alone.
    #[default]
    Myself,
    /// Units of the user's side, the user included.
    Ally,
    /// Everybody else.
    Enemy,
    /// Anybody.
    Any,
    /// Allies of the user's `command_group`, without the user.
    CommandGroup,
}

/// How far a target may be (NW-40).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least distance.
    pub least: u8,
    /// The greatest; `None`: sight alone decides.
    pub most: Option<u8>,
}

impl Default for Range {
    fn default() -> Self {
        Self { least: 0, most: Some(0) }
    }
}

/// An area (NW-40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Area {
    /// One target.
    #[default]
    Single,
    /// Those in the target's square.
    Square(Victims),
    /// Those within this distance of the target's square.
    Sphere(u8, Victims),
}

/// Whom an area hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Victims {
    /// Those the attacker names: its enemies, or an ability's legal targets.
    #[default]
    Pick,
    /// Everybody there, friends too.
    All,
}
