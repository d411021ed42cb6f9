//! What is counted, and the clocks.

use crate::Cardinal;
use fray_engine::roster::UnitId;
use fray_engine::{clocks, metrics};

metrics! {
    /// What a fight of Cardinal counts, for every unit.
    pub enum Metric where units_die = true {
        /// Attack actions; an area once for each target.
        Attacks = "attacks": Kind::Count;
        /// Attack actions that hit.
        Hits = "hits": Kind::Count;
        /// Damage results of its hits on hostiles, each counted as at most 6.
        DamageDealt = "damage_dealt": Kind::Count;
        /// Damage results of hits and hazards on it, each counted as at most 6.
        DamageTaken = "damage_taken": Kind::Count;
        /// Hits on hostiles that left them Reeling alone.
        Result0 = "result_0": Kind::Count;
        /// Hits on hostiles with a result of 1.
        Result1 = "result_1": Kind::Count;
        /// Hits on hostiles with a result of 2.
        Result2 = "result_2": Kind::Count;
        /// Hits on hostiles with a result of 3.
        Result3 = "result_3": Kind::Count;
        /// Hits on hostiles with a result of 4.
        Result4 = "result_4": Kind::Count;
        /// Hits on hostiles with a result of 5.
        Result5 = "result_5": Kind::Count;
        /// Hits on hostiles with a result of 6 or more.
        Result6 = "result_6": Kind::Count;
        /// Counters it made.
        Counters = "counters": Kind::Count;
        /// Hostiles it made Afraid or out from able, by Overkill fear too.
        Frightened = "frightened": Kind::Count;
        /// Overkills it made.
        Overkills = "overkills": Kind::Count;
        /// Hostiles made Afraid by its Overkills.
        Feared = "feared": Kind::Count;
        /// Rallies tried.
        Rallies = "rallies": Kind::Count;
        /// Statuses taken off others by it.
        CuresGiven = "cures_given": Kind::Count;
        /// Statuses taken off it by others.
        CuresReceived = "cures_received": Kind::Count;
        /// Recover actions.
        Recovers = "recovers": Kind::Count;
        /// Guard actions.
        Guards = "guards": Kind::Count;
        /// Aim actions.
        Aims = "aims": Kind::Count;
        /// Reload actions.
        Reloads = "reloads": Kind::Count;
        /// Retreats.
        Retreats = "retreats": Kind::Count;
        /// Turns taken as an interrupt.
        Interrupts = "interrupts": Kind::Count;
        /// Third actions by Focus.
        ThirdActions = "third_actions": Kind::Count;
        /// First Aid actions.
        FirstAids = "first_aids": Kind::Count;
        /// Turns without an Attack because it was Afraid.
        DeniedAfraid = "attacks_denied_afraid": Kind::Count;
        /// Turns in which Recover, or lying down, took the action that the Attack would have had.
        DeniedReeling = "attacks_denied_reeling": Kind::Count;
        /// Turns taken.
        Turns = "turns": Kind::Count;
        /// Focus turns.
        FocusTurns = "focus_turns": Kind::Count;
        /// Rounds that it began able.
        RoundsActive = "rounds_active": Kind::Count;
        /// Paces moved.
        Paces = "paces": Kind::Count;
        /// Rounds in which no able unit did anything but Guard.
        IdleRounds = "idle_rounds": Kind::Count, of_fight, sampled_only;
        /// Attack actions that hit.
        HitRate = "attack_hit_rate": Kind::Ratio;
        /// Attack actions that hit somebody who Dodged.
        HitRateDodge = "hit_rate_dodge": Kind::Ratio;
        /// Attack actions that hit somebody who Parried.
        HitRateParry = "hit_rate_parry": Kind::Ratio;
        /// Attack actions that hit somebody who Countered.
        HitRateCounter = "hit_rate_counter": Kind::Ratio;
        /// Attack actions that hit somebody without a method left.
        HitRateOpen = "hit_rate_open": Kind::Ratio;
        /// Hits with a result of 0.
        NoDamage = "no_damage": Kind::Ratio;
        /// Soak rolls of its that botched.
        SoakBotches = "soak_botches": Kind::Ratio, sampled_only;
        /// Attack actions that ended in a tie.
        TiedAttacks = "ties": Kind::Ratio;
        /// Counters that hit.
        CountersWon = "counters_won": Kind::Ratio;
        /// Counters that ended in a tie.
        CountersTied = "counters_tied": Kind::Ratio;
        /// Dodges that stopped the attack.
        Dodges = "dodges": Kind::Ratio;
        /// Parries that stopped the attack.
        Parries = "parries": Kind::Ratio;
        /// Rallies that succeeded.
        Rallied = "rallied": Kind::Ratio;
        /// Points of damage that its side dealt to hostiles; successes are its own.
        DamageShare = "damage_share": Kind::Ratio;
        /// Turns of an able unit in which it moved and otherwise only Guarded.
        MovedOnly = "moved_only": Kind::Ratio;
        /// Turns begun Reeling.
        ReelingTurns = "reeling_turns": Kind::Ratio;
        /// Turns begun Afraid.
        AfraidTurns = "afraid_turns": Kind::Ratio;
        /// Attacks on it that met its Guard.
        GuardedAttacks = "guarded_attacks": Kind::Ratio;
        /// Initiative rolls that botched.
        InitiativeBotch = "initiative_botch": Kind::Ratio;
        /// Initiative rolls without a success or a tie.
        InitiativeNone = "initiative_none": Kind::Ratio;
        /// Initiative rolls that tied.
        InitiativeTie = "initiative_tie": Kind::Ratio;
        /// Initiative rolls with one success.
        InitiativeOne = "initiative_one": Kind::Ratio;
        /// Initiative rolls with two successes or more.
        InitiativeTwo = "initiative_two": Kind::Ratio;
        /// Of the fights that its side won, those in which the losers still had a unit that was not out.
        WonByYield = "won_by_yield": Kind::Ratio, of_side;
        /// Of the fights that its side won, those in which all losers were out.
        WonByDeath = "won_by_death": Kind::Ratio, of_side;
        /// Successes of each hit.
        Successes = "successes": Kind::Value, sampled_only;
        /// Points and bonuses of each hit before soak.
        Points = "points": Kind::Value, sampled_only;
        /// Points of each hit taken off by soak.
        Soaked = "points_soaked": Kind::Value, sampled_only;
        /// Soak of each hit beyond what there was to soak.
        SoakWasted = "soak_wasted": Kind::Value, sampled_only;
        /// Hurt, Afraid and Injured at the end of the fight; 3 for the Dying and worse.
        WoundsLeft = "wounds_left": Kind::Value;
        /// Round in which the last able unit of its side became Afraid or out.
        ExhaustedRound = "exhausted_round": Kind::Value, of_side, sampled_only;
        /// Turn number of the first hit with a result of 1 or more.
        FirstBlood = "first_blood": Kind::Value, of_fight, sampled_only;
        /// Round of the first Overkill.
        FirstOverkill = "first_overkill": Kind::Value, of_fight, sampled_only;
        /// Longest run of rounds without a hit.
        HitlessRounds = "hitless_rounds": Kind::Value, of_fight, sampled_only;
        /// Units of its side out at the end of the fight.
        Down = "down": Kind::Value, of_side;
        /// Player characters of its side out at the end of the fight.
        PcsDown = "pcs_down": Kind::Value, of_side;
        /// Fights at whose end it is neither out nor Afraid.
        Able = "able": Kind::Ratio;
    }
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

clocks! {
    /// The clocks of Cardinal.
    pub enum Clock {
        /// The unit was able and became Afraid or out.
        Exhausted(Exhausted) = "exhausted" {
            /// By an Attack.
            Attack = "attack",
            /// By a Counter.
            Counter = "counter",
            /// By the Overkill of an ally.
            Fear = "fear",
            /// By an ability.
            Ability = "ability",
            /// By terrain or fire.
            Hazard = "hazard",
            /// From the start.
            Start = "start",
        }
        /// The unit became Reeling.
        Reeling(Reeled) = "reeling" {
            /// By an Attack.
            Attack = "attack",
            /// By a Counter.
            Counter = "counter",
            /// By its initiative roll.
            Initiative = "initiative",
            /// By its own attack from the ground.
            Knockdown = "knockdown",
            /// By an ability.
            Ability = "ability",
            /// From the start.
            Start = "start",
        }
        /// The unit became Hurt.
        Hurt(Hurt) = "hurt" {
            /// By an Attack.
            Attack = "attack",
            /// By a Counter.
            Counter = "counter",
            /// By an ability.
            Ability = "ability",
            /// By terrain or fire.
            Hazard = "hazard",
            /// From the start.
            Start = "start",
        }
        /// The unit became Injured.
        Injured(Injured) = "injured" {
            /// By an Attack.
            Attack = "attack",
            /// By a Counter.
            Counter = "counter",
            /// By an ability.
            Ability = "ability",
            /// By terrain or fire.
            Hazard = "hazard",
            /// From the start.
            Start = "start",
        }
        /// The unit became Afraid, also when the same hit put it out.
        Afraid(Afraid) = "afraid" {
            /// By an Attack.
            Attack = "attack",
            /// By a Counter.
            Counter = "counter",
            /// By the Overkill of an ally.
            Fear = "fear",
            /// By an ability.
            Ability = "ability",
            /// By terrain or fire.
            Hazard = "hazard",
            /// From the start.
            Start = "start",
        }
        /// The unit was put out of the fight.
        Out(Out) = "out" {
            /// By an Attack.
            Attack = "attack",
            /// By a Counter.
            Counter = "counter",
            /// By an ability.
            Ability = "ability",
            /// By terrain or fire.
            Hazard = "hazard",
            /// From the start.
            Start = "start",
        }
        /// The unit became Dead or Overkilled.
        Dead(Died) = "dead" {
            /// By an Attack.
            Attack = "attack",
            /// By a Counter.
            Counter = "counter",
            /// By an ability.
            Ability = "ability",
            /// By terrain or fire.
            Hazard = "hazard",
            /// By its death save.
            DeathSave = "death_save",
        }
        /// The unit was Overkilled.
        Overkilled(Overkilled) = "overkilled" {
            /// By an Attack.
            Attack = "attack",
            /// By a Counter.
            Counter = "counter",
            /// By an ability.
            Ability = "ability",
            /// By terrain or fire.
            Hazard = "hazard",
        }
        /// The unit is no longer Afraid, or is back from out.
        Cured(Cured) = "cured" {
            /// By a Rally.
            Rally = "rally",
            /// Out of sight of every hostile.
            OutOfSight = "out_of_sight",
            /// By an ability.
            Ability = "ability",
            /// By First Aid.
            FirstAid = "first_aid",
        }
        /// The unit lost its Focus.
        Unfocused(Unfocused) = "unfocused" {
            /// For a third action or an ability.
            Action = "action",
            /// For an interrupt.
            Interrupt = "interrupt",
            /// By what would have left it Reeling.
            Reeling = "reeling",
        }
    }
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
