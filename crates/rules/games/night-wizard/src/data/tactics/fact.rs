//! What conditions of tactics and abilities may ask.

use super::Tactics;
use crate::data::setup::Status;
use fray_kit::declare::facts::{Facts, NO_TARGET, Stands};
use fray_kit::facts;
use fray_kit::tactics::range::Range;

facts! {
    /// What a condition may ask, seen by the unit that decides.
    pub enum Fact {
        /// The number of the round.
        Round: Number = "round";
        /// Its present Action Count.
        Count: Number = "count" in ..;
        /// Its present HP; with `%`, of its maximum.
        Hp: OfMaximum = "hp" in Range::from(..).up_to_whole();
        /// Its present HP in percent of its maximum, rounded down.
        HpPercent: Number = "hp_percent" in ..=100;
        /// Its present MP; with `%`, of its maximum.
        Mp: OfMaximum = "mp" in Range::from(0..).up_to_whole();
        /// Its present prana; with `%`, of its maximum.
        Prana: OfMaximum = "prana" in Range::from(0..).up_to_whole();
        /// How many enemies stand.
        Enemies: Number = "enemies";
        /// How many of its side stand, itself included.
        Allies: Number = "allies";
        /// The present HP of its target, or of each possible one; with `%`, of its maximum.
        TargetHp: OfMaximum = "target_hp" in Range::from(..).up_to_whole();
        /// How far its target is away, or each possible one.
        Distance: Number = "distance";
        /// 1 if it is in flight, else 0.
        Flying: Flag = "flying";
        /// 1 if it is not Exhausted, else 0.
        NotExhausted: Flag = "not_exhausted";
    } about {
        /// 1 if it has this bad status, else 0.
        HasStatus(Status): Flag = "has_status" { "unconscious" => Unconscious, "pressure" => Pressure, "panic" => Panic, "poison" => Poison, "capture" => Capture, "paralysis" => Paralysis, "daze" => Daze };
        /// 1 if its target, or a possible one, has this bad status, else 0.
        TargetHasStatus(Status): Flag = "target_has_status" { "unconscious" => Unconscious, "pressure" => Pressure, "panic" => Panic, "poison" => Poison, "capture" => Capture, "paralysis" => Paralysis, "daze" => Daze };
    }
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
