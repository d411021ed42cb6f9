//! What conditions of tactics and abilities may ask.

use crate::data::setup::Status;
use fray_kit::facts;

facts! {
    /// What a condition may ask, seen by the unit that decides.
    pub enum Fact {
        /// The number of the round.
        Round: Number = "round";
        /// Its present Action Count.
        Count: Number = "count";
        /// Its present HP; with `%`, of its maximum.
        Hp: OfMaximum = "hp";
        /// Its present HP in percent of its maximum, rounded down.
        HpPercent: Number = "hp_percent";
        /// Its present MP; with `%`, of its maximum.
        Mp: OfMaximum = "mp";
        /// Its present prana; with `%`, of its maximum.
        Prana: OfMaximum = "prana";
        /// How many enemies stand.
        Enemies: Number = "enemies";
        /// How many of its side stand, itself included.
        Allies: Number = "allies";
        /// The present HP of its target, or of each possible one; with `%`, of its maximum.
        TargetHp: OfMaximum = "target_hp";
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
    /// Whether it is about the unit's target.
    #[inline]
    #[must_use]
    pub fn is_of_target(self) -> bool {
        matches!(self, Self::TargetHp | Self::Distance | Self::TargetHasStatus(_))
    }
}
