//! The facts that conditions of tactics and abilities can ask about.

use super::Tactics;
use crate::data::setup::Status;
use fray_kit::FactList;
use fray_kit::declare::facts::{Facts, NO_TARGET, Stands};
use fray_kit::tactics::range::Range;

/// What a condition may ask, seen by the unit that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FactList)]
pub enum Fact {
    /// The number of the round.
    Round,
    /// Its present Action Count.
    #[fact(range = ..)]
    Count,
    /// Its present HP; with `%`, of its maximum.
    #[fact(of_maximum, range = Range::from(..).up_to_whole())]
    Hp,
    /// Its present HP in percent of its maximum, rounded down.
    #[fact(range = ..=100)]
    HpPercent,
    /// Its present MP; with `%`, of its maximum.
    #[fact(of_maximum, range = Range::from(0..).up_to_whole())]
    Mp,
    /// Its present prana; with `%`, of its maximum.
    #[fact(of_maximum, range = Range::from(0..).up_to_whole())]
    Prana,
    /// How many enemies stand.
    Enemies,
    /// How many of its side stand, itself included.
    Allies,
    /// The present HP of its target, or of each possible one; with `%`, of its maximum.
    #[fact(of_maximum, range = Range::from(..).up_to_whole())]
    TargetHp,
    /// How far its target is away, or each possible one.
    Distance,
    /// 1 if it is in flight, else 0.
    #[fact(flag)]
    Flying,
    /// 1 if it is not Exhausted, else 0.
    #[fact(flag)]
    NotExhausted,
    /// 1 if it has this bad status, else 0.
    #[fact(flag)]
    HasStatus(Status),
    /// 1 if its target, or a possible one, has this bad status, else 0.
    #[fact(flag)]
    TargetHasStatus(Status),
}

impl Fact {
    /// Returns whether it is about the unit's target.
    #[inline]
    #[must_use]
    pub fn is_of_target(self) -> bool {
        matches!(self, Self::TargetHp | Self::Distance | Self::TargetHasStatus(_))
    }
}

impl Facts for Fact {
    fn known(self, place: Stands<'_>) -> Result<Range, &'static str> {
        match place {
            Stands::Decision(key, _) if self.is_of_target() && Tactics::UNTARGETED.contains(&key) => {
                Err(NO_TARGET)
            }
            // Who decides stands.
            Stands::Decision(..) if self == Self::Allies => Ok((1..).into()),
            _ => Ok(self.range()),
        }
    }
}
