//! What conditions of tactics and abilities may ask.

use super::super::setup::Status;
use crate::tactics::when::Measure;

/// What a condition may ask, seen by the unit that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The number of the round.
    Round,
    /// Its present Action Count.
    Count,
    /// Its present HP; with `%`, of its maximum.
    Hp,
    /// Its present HP in percent of its maximum, rounded down.
    HpPercent,
    /// Its present MP; with `%`, of its maximum.
    Mp,
    /// Its present prana; with `%`, of its maximum.
    Prana,
    /// How many enemies stand.
    Enemies,
    /// How many of its side stand, itself included.
    Allies,
    /// The present HP of its target; with `%`, of its maximum. Without a target the condition
    /// does not hold.
    TargetHp,
    /// How far its target is away; without one the condition does not hold.
    Distance,
    /// 1 if it has this bad status, else 0.
    HasStatus(Status),
    /// 1 if its target has this bad status, else 0.
    TargetHasStatus(Status),
    /// 1 if it is in flight, else 0.
    Flying,
    /// 1 if it is not Exhausted, else 0.
    NotExhausted,
}

impl Fact {
    /// Whether it is about the unit's target.
    #[inline]
    #[must_use]
    pub fn is_of_target(self) -> bool {
        matches!(self, Self::TargetHp | Self::Distance | Self::TargetHasStatus(_))
    }

    /// Whether the core of the game knows it.
    #[must_use]
    pub fn is_of_core(self) -> bool {
        matches!(self, Self::Round | Self::Count | Self::Hp | Self::Enemies | Self::Allies)
    }

    /// Every fact with its name in a condition.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("round", Self::Round),
        ("count", Self::Count),
        ("hp", Self::Hp),
        ("hp_percent", Self::HpPercent),
        ("mp", Self::Mp),
        ("prana", Self::Prana),
        ("enemies", Self::Enemies),
        ("allies", Self::Allies),
        ("target_hp", Self::TargetHp),
        ("distance", Self::Distance),
        ("flying", Self::Flying),
        ("not_exhausted", Self::NotExhausted),
        ("has_status unconscious", Self::HasStatus(Status::Unconscious)),
        ("has_status pressure", Self::HasStatus(Status::Pressure)),
        ("has_status panic", Self::HasStatus(Status::Panic)),
        ("has_status poison", Self::HasStatus(Status::Poison)),
        ("has_status capture", Self::HasStatus(Status::Capture)),
        ("has_status paralysis", Self::HasStatus(Status::Paralysis)),
        ("has_status daze", Self::HasStatus(Status::Daze)),
        ("target_has_status unconscious", Self::TargetHasStatus(Status::Unconscious)),
        ("target_has_status pressure", Self::TargetHasStatus(Status::Pressure)),
        ("target_has_status panic", Self::TargetHasStatus(Status::Panic)),
        ("target_has_status poison", Self::TargetHasStatus(Status::Poison)),
        ("target_has_status capture", Self::TargetHasStatus(Status::Capture)),
        ("target_has_status paralysis", Self::TargetHasStatus(Status::Paralysis)),
        ("target_has_status daze", Self::TargetHasStatus(Status::Daze)),
    ];

    /// How it is compared.
    #[must_use]
    pub fn measure(self) -> Measure {
        match self {
            Self::Hp | Self::Mp | Self::Prana | Self::TargetHp => Measure::OfMaximum,
            Self::HasStatus(_) | Self::TargetHasStatus(_) | Self::Flying | Self::NotExhausted => {
                Measure::Flag
            }
            Self::Round | Self::Count | Self::HpPercent | Self::Enemies | Self::Allies | Self::Distance => {
                Measure::Number
            }
        }
    }
}
