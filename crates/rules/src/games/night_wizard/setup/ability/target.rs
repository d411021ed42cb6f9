//! On whom an ability or a weapon works, and how far (NW-40).

use crate::words;

/// On whom an ability works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TargetRule {
    /// Who may be a target.
    pub who: Who,
    /// How many, 1 or more; `None`: all of them.
    pub number: Option<u8>,
    /// The area round the target.
    pub area: Area,
    /// How far the target may be.
    pub range: Range,
}

/// Who may be a target.
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

words! {
    /// Whom an area hits.
    #[derive(Default)]
    pub enum Victims {
        /// Those the attacker names: its enemies, or an ability's legal targets.
        #[default]
        Pick = "pick",
        /// Everybody there, friends too.
        All = "all",
    }
}
