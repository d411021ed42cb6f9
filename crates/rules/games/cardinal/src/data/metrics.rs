//! The metrics and the clocks.

use crate::Cardinal;
use fray_engine::roster::UnitId;
use fray_engine::{Clocks, metrics};
use fray_kit::Words;

/// What a fight of Cardinal counts, for every unit.
#[metrics(units_die)]
pub enum Metric {
    /// Attack actions; an area once for each target.
    Attacks,
    /// Attack actions that hit.
    Hits,
    /// Damage results of its hits on hostiles, each counted as at most 6.
    DamageDealt,
    /// Damage results of hits and hazards on it, each counted as at most 6.
    DamageTaken,
    /// Hits on hostiles that left them Reeling alone.
    #[metric("result_0")]
    Result0,
    /// Hits on hostiles with a result of 1.
    #[metric("result_1")]
    Result1,
    /// Hits on hostiles with a result of 2.
    #[metric("result_2")]
    Result2,
    /// Hits on hostiles with a result of 3.
    #[metric("result_3")]
    Result3,
    /// Hits on hostiles with a result of 4.
    #[metric("result_4")]
    Result4,
    /// Hits on hostiles with a result of 5.
    #[metric("result_5")]
    Result5,
    /// Hits on hostiles with a result of 6 or more.
    #[metric("result_6")]
    Result6,
    /// Counters it made.
    Counters,
    /// Hostiles it made Afraid or out from able, by Overkill fear too.
    Frightened,
    /// Overkills it made.
    Overkills,
    /// Hostiles made Afraid by its Overkills.
    Feared,
    /// Rallies tried.
    Rallies,
    /// Statuses taken off others by it.
    CuresGiven,
    /// Statuses taken off it by others.
    CuresReceived,
    /// Recover actions.
    Recovers,
    /// Guard actions.
    Guards,
    /// Aim actions.
    Aims,
    /// Reload actions.
    Reloads,
    /// Retreats.
    Retreats,
    /// Turns taken as an interrupt.
    Interrupts,
    /// Third actions by Focus.
    ThirdActions,
    /// First Aid actions.
    FirstAids,
    /// Turns without an Attack because it was Afraid.
    #[metric("attacks_denied_afraid")]
    DeniedAfraid,
    /// Turns in which Recover, or lying down, took the action that the Attack would have had.
    #[metric("attacks_denied_reeling")]
    DeniedReeling,
    /// Turns taken.
    Turns,
    /// Focus turns.
    FocusTurns,
    /// Rounds that it began able.
    RoundsActive,
    /// Paces moved.
    Paces,
    /// Rounds in which no able unit did anything but Guard.
    #[metric(of_fight, sampled_only)]
    IdleRounds,
    /// Attack actions that hit.
    #[metric("attack_hit_rate", ratio)]
    HitRate,
    /// Attack actions that hit somebody who Dodged.
    #[metric(ratio)]
    HitRateDodge,
    /// Attack actions that hit somebody who Parried.
    #[metric(ratio)]
    HitRateParry,
    /// Attack actions that hit somebody who Countered.
    #[metric(ratio)]
    HitRateCounter,
    /// Attack actions that hit somebody without a method left.
    #[metric(ratio)]
    HitRateOpen,
    /// Hits with a result of 0.
    #[metric(ratio)]
    NoDamage,
    /// Soak rolls of its that botched.
    #[metric(ratio, sampled_only)]
    SoakBotches,
    /// Attack actions that ended in a tie.
    #[metric("ties", ratio)]
    TiedAttacks,
    /// Counters that hit.
    #[metric(ratio)]
    CountersWon,
    /// Counters that ended in a tie.
    #[metric(ratio)]
    CountersTied,
    /// Dodges that stopped the attack.
    #[metric(ratio)]
    Dodges,
    /// Parries that stopped the attack.
    #[metric(ratio)]
    Parries,
    /// Rallies that succeeded.
    #[metric(ratio)]
    Rallied,
    /// Points of damage that its side dealt to hostiles; successes are its own.
    #[metric(ratio)]
    DamageShare,
    /// Turns of an able unit in which it moved and otherwise only Guarded.
    #[metric(ratio)]
    MovedOnly,
    /// Turns begun Reeling.
    #[metric(ratio)]
    ReelingTurns,
    /// Turns begun Afraid.
    #[metric(ratio)]
    AfraidTurns,
    /// Attacks on it that met its Guard.
    #[metric(ratio)]
    GuardedAttacks,
    /// Initiative rolls that botched.
    #[metric(ratio)]
    InitiativeBotch,
    /// Initiative rolls without a success or a tie.
    #[metric(ratio)]
    InitiativeNone,
    /// Initiative rolls that tied.
    #[metric(ratio)]
    InitiativeTie,
    /// Initiative rolls with one success.
    #[metric(ratio)]
    InitiativeOne,
    /// Initiative rolls with two successes or more.
    #[metric(ratio)]
    InitiativeTwo,
    /// Of the fights that its side won, those in which the losers still had a unit that was not out.
    #[metric(ratio, of_side)]
    WonByYield,
    /// Of the fights that its side won, those in which all losers were out.
    #[metric(ratio, of_side)]
    WonByDeath,
    /// Successes of each hit.
    #[metric(value, sampled_only)]
    Successes,
    /// Points and bonuses of each hit before soak.
    #[metric(value, sampled_only)]
    Points,
    /// Points of each hit taken off by soak.
    #[metric("points_soaked", value, sampled_only)]
    Soaked,
    /// Soak of each hit beyond what there was to soak.
    #[metric(value, sampled_only)]
    SoakWasted,
    /// Hurt, Afraid and Injured at the end of the fight; 3 for the Dying and worse.
    #[metric(value)]
    WoundsLeft,
    /// Round in which the last able unit of its side became Afraid or out.
    #[metric(value, of_side, sampled_only)]
    ExhaustedRound,
    /// Turn number of the first hit with a result of 1 or more.
    #[metric(value, of_fight, sampled_only)]
    FirstBlood,
    /// Round of the first Overkill.
    #[metric(value, of_fight, sampled_only)]
    FirstOverkill,
    /// Longest run of rounds without a hit.
    #[metric(value, of_fight, sampled_only)]
    HitlessRounds,
    /// Units of its side out at the end of the fight.
    #[metric(value, of_side)]
    Down,
    /// Player characters of its side out at the end of the fight.
    #[metric(value, of_side)]
    PcsDown,
    /// Fights at whose end it is neither out nor Afraid.
    #[metric(ratio)]
    Able,
}

impl Metric {
    /// The count of hits with this result.
    #[inline(always)]
    pub(crate) fn of_result(result: u32) -> Self {
        [
            Self::Result0,
            Self::Result1,
            Self::Result2,
            Self::Result3,
            Self::Result4,
            Self::Result5,
            Self::Result6,
        ][result.min(6) as usize]
    }
}

/// The clocks of Cardinal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Clocks)]
pub enum Clock {
    /// The unit was able and became Afraid or out.
    Exhausted(Exhausted),
    /// The unit became Reeling.
    Reeling(Reeled),
    /// The unit became Hurt.
    Hurt(Hurt),
    /// The unit became Injured.
    Injured(Injured),
    /// The unit became Afraid, also when the same hit put it out.
    Afraid(Afraid),
    /// The unit was put out of the fight.
    Out(Out),
    /// The unit became Dead or Overkilled.
    Dead(Died),
    /// The unit was Overkilled.
    Overkilled(Overkilled),
    /// The unit is no longer Afraid, or is back from out.
    Cured(Cured),
    /// The unit lost its Focus.
    Unfocused(Unfocused),
}

/// What causes the clock `exhausted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Exhausted {
    /// By an Attack.
    Attack,
    /// By a Counter.
    Counter,
    /// By the Overkill of an ally.
    Fear,
    /// By an ability.
    Ability,
    /// By terrain or fire.
    Hazard,
    /// From the start.
    Start,
}

/// What causes the clock `reeling`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Reeled {
    /// By an Attack.
    Attack,
    /// By a Counter.
    Counter,
    /// By its initiative roll.
    Initiative,
    /// By its own attack from the ground.
    Knockdown,
    /// By an ability.
    Ability,
    /// From the start.
    Start,
}

/// What causes the clock `hurt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Hurt {
    /// By an Attack.
    Attack,
    /// By a Counter.
    Counter,
    /// By an ability.
    Ability,
    /// By terrain or fire.
    Hazard,
    /// From the start.
    Start,
}

/// What causes the clock `injured`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Injured {
    /// By an Attack.
    Attack,
    /// By a Counter.
    Counter,
    /// By an ability.
    Ability,
    /// By terrain or fire.
    Hazard,
    /// From the start.
    Start,
}

/// What causes the clock `afraid`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Afraid {
    /// By an Attack.
    Attack,
    /// By a Counter.
    Counter,
    /// By the Overkill of an ally.
    Fear,
    /// By an ability.
    Ability,
    /// By terrain or fire.
    Hazard,
    /// From the start.
    Start,
}

/// What causes the clock `out`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Out {
    /// By an Attack.
    Attack,
    /// By a Counter.
    Counter,
    /// By an ability.
    Ability,
    /// By terrain or fire.
    Hazard,
    /// From the start.
    Start,
}

/// What causes the clock `dead`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Died {
    /// By an Attack.
    Attack,
    /// By a Counter.
    Counter,
    /// By an ability.
    Ability,
    /// By terrain or fire.
    Hazard,
    /// By its death save.
    DeathSave,
}

/// What causes the clock `overkilled`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Overkilled {
    /// By an Attack.
    Attack,
    /// By a Counter.
    Counter,
    /// By an ability.
    Ability,
    /// By terrain or fire.
    Hazard,
}

/// What causes the clock `cured`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Cured {
    /// By a Rally.
    Rally,
    /// Out of sight of every hostile.
    OutOfSight,
    /// By an ability.
    Ability,
    /// By First Aid.
    FirstAid,
}

/// What causes the clock `unfocused`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Unfocused {
    /// For a third action or an ability.
    Action,
    /// For an interrupt.
    Interrupt,
    /// By what would have left it Reeling.
    Reeling,
}

impl Cardinal {
    /// The largest observation of a metric of this unit, where the scenario bounds it.
    pub(crate) fn largest_of(&self, unit: UnitId, metric: Metric) -> Option<u32> {
        match metric {
            Metric::WoundsLeft => Some(3),
            Metric::RoundsActive => Some(self.max_rounds),
            Metric::Felled | Metric::Overkills if !self.reads.fallen => {
                Some(self.everyone.without(self.allies(unit)).len())
            }
            _ => None,
        }
    }
}
