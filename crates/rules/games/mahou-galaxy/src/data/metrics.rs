//! What is counted, and the clocks.

use crate::MahouGalaxy;
use crate::data::setup::Stance;
use fray_engine::contract::Action;
use fray_engine::observe::ActionRef;
use fray_engine::roster::UnitId;
use fray_engine::{clocks, metrics};

metrics! {
    /// What a fight of Mahou Galaxy counts, for every unit.
    pub enum Metric where units_die = false {
        /// Full turns taken.
        Turns = "turns": Kind::Count;
        /// Partial turns taken.
        PartialTurns = "partial_turns": Kind::Count;
        /// Attack rolls with weapons and fists.
        Attacks = "attacks": Kind::Count;
        /// Kicks.
        Kicks = "kicks": Kind::Count;
        /// Grapples tried.
        Grapples = "grapples": Kind::Count;
        /// Grapples that made a hold.
        Holds = "holds": Kind::Count;
        /// Escapes tried.
        Escapes = "escapes": Kind::Count;
        /// Escapes that succeeded.
        Escaped = "escaped": Kind::Count;
        /// Grapples made out of an escape.
        CounterGrapples = "counter_grapples": Kind::Count;
        /// Throws tried.
        Throws = "throws": Kind::Count;
        /// Feet that its throws carried.
        FeetThrown = "feet_thrown": Kind::Count;
        /// Slams into hazards.
        Slams = "slams": Kind::Count;
        /// Victims dragged towards hazards.
        Drags = "drags": Kind::Count;
        /// Distractions tried.
        Talks = "talks": Kind::Count;
        /// Baits and demands: words that narrow what a distraction leaves free.
        Narrowings = "narrowings": Kind::Count;
        /// Uses of abilities, cast or not.
        Casts = "casts": Kind::Count;
        /// Uses whose cast roll failed.
        FailedCasts = "failed_casts": Kind::Count;
        /// Hits of attacks and kicks.
        Hits = "hits": Kind::Count;
        /// Critical hits of attacks and kicks.
        Criticals = "criticals": Kind::Count;
        /// Critical hits of its strong attacks and kicks.
        StrongCriticals = "strong_criticals": Kind::Count;
        /// Critical hits of its fast attacks and kicks.
        FastCriticals = "fast_criticals": Kind::Count;
        /// Critical hits of its precise attacks.
        PreciseCriticals = "precise_criticals": Kind::Count;
        /// Critical hits on it that its defences denied, whether they stopped the attack or not.
        CriticalsDenied = "criticals_denied": Kind::Count, sampled_only;
        /// Hits on itself while attacking a grappler.
        SelfHits = "self_hits": Kind::Count;
        /// Tokens that fast criticals gave back.
        FastRefunds = "fast_refunds": Kind::Count;
        /// Debts that it laid on others.
        Debts = "debts": Kind::Count;
        /// Of these, debts of a hand.
        HandDebts = "hand_debts": Kind::Count;
        /// Of these, debts of movement.
        MoveDebts = "move_debts": Kind::Count;
        /// Of these, debts of speech.
        SpeakDebts = "speak_debts": Kind::Count;
        /// Falls that its precise criticals caused.
        Trips = "trips": Kind::Count;
        /// Items that its precise criticals struck from hands.
        Disarms = "disarms": Kind::Count;
        /// Hit points taken off foes; damage beyond the last that they could lose is overkill and not in it.
        DamageDealt = "damage_dealt": Kind::Count;
        /// Damage that it rolled on foes, after size and doubling and before soak.
        DamageRolled = "damage_rolled": Kind::Count;
        /// Hit points lost.
        DamageTaken = "damage_taken": Kind::Count;
        /// Damage stopped by its soak.
        Soaked = "soaked_damage": Kind::Count;
        /// Healing beyond the maximum.
        Overheal = "overheal": Kind::Count;
        /// Magic points spent.
        MpSpent = "mp_spent": Kind::Count;
        /// Move tokens spent on standing up.
        TokensStanding = "tokens_standing": Kind::Count;
        /// Cells walked.
        CellsMoved = "cells_moved": Kind::Count;
        /// Jumps.
        Jumps = "jumps": Kind::Count;
        /// Feet fallen from a height.
        FeetFallen = "feet_fallen": Kind::Count;
        /// Magic points spent below 0.
        Overdraft = "overdraft": Kind::Count;
        /// Idle turns in which it was held.
        HeldIdle = "held_idle": Kind::Count;
        /// Idle turns in which a strong state barred something.
        StateIdle = "state_idle": Kind::Count;
        /// Penalties of distractions at the beginning of its rounds, added up.
        PenaltySuffered = "penalty_suffered": Kind::Count;
        /// Penalties of range on its shots, added up.
        RangePenalty = "range_penalty": Kind::Count;
        /// Cover of the targets of its attacks and kicks, added up.
        CoverPenalty = "cover_penalty": Kind::Count;
        /// Rounds that it began in.
        RoundsActive = "rounds_active": Kind::Count;
        /// Rounds in which it took a turn, and none that was not idle.
        IdleRounds = "idle_rounds": Kind::Count, sampled_only;
        /// Hand tokens that it had left when a round ended, those that it holds left out.
        HandsUnspent = "hands_unspent": Kind::Count, sampled_only;
        /// Move tokens that it had left when a round ended, those that it holds left out.
        MovesUnspent = "moves_unspent": Kind::Count, sampled_only;
        /// Speak tokens that it had left when a round ended, those that it holds left out.
        SpeechUnspent = "speech_unspent": Kind::Count, sampled_only;
        /// What was left of its soak pools when a round ended.
        SoakWasted = "soak_wasted": Kind::Count, sampled_only;
        /// Kinds of action that a strong state barred.
        Barred = "barred": Kind::Count;
        /// Times that a hit took it from above 0 straight out.
        Skipped = "skipped": Kind::Count;
        /// Actions on held tokens out of turn.
        Interrupts = "interrupts": Kind::Count;
        /// Fights that a standstill ended.
        Standstill = "standstill": Kind::Count, of_fight;
        /// Traumas of severity 1 or more.
        Traumas = "traumas": Kind::Count;
        /// Attacks and kicks that hit.
        HitRate = "attacks_and_kicks_hit": Kind::Ratio;
        /// Attacks and kicks that would hit if nothing were rolled in defence.
        HitsBefore = "hits_before_defences": Kind::Ratio, sampled_only;
        /// Attacks and kicks that would be critical hits if nothing were rolled in defence.
        CriticalsBefore = "criticals_before_defences": Kind::Ratio, sampled_only;
        /// Strong attacks and kicks that hit.
        StrongHits = "strong_hits": Kind::Ratio;
        /// Fast attacks and kicks that hit.
        FastHits = "fast_hits": Kind::Ratio;
        /// Precise attacks that hit.
        PreciseHits = "precise_hits": Kind::Ratio;
        /// Hits that took no hit points.
        SoakedHits = "hits_soaked": Kind::Ratio;
        /// Spot Dodges that stopped the attack.
        SpotDodge = "spot_dodge": Kind::Ratio;
        /// Spot Blocks that stopped the attack.
        SpotBlock = "spot_block": Kind::Ratio;
        /// Spot Parries that stopped the attack.
        SpotParry = "spot_parry": Kind::Ratio;
        /// Spot Dodges of critical hits that were enough to deny the critical.
        DodgeDenies = "dodge_denies_critical": Kind::Ratio, sampled_only;
        /// Spot Blocks of critical hits that were enough to deny the critical.
        BlockDenies = "block_denies_critical": Kind::Ratio, sampled_only;
        /// Spot Parries of critical hits that were enough to deny the critical.
        ParryDenies = "parry_denies_critical": Kind::Ratio, sampled_only;
        /// Spot defences, the first of its round, that stopped the attack.
        FirstDefence = "first_defence": Kind::Ratio, sampled_only;
        /// Spot defences, the second of its round, that stopped the attack.
        SecondDefence = "second_defence": Kind::Ratio, sampled_only;
        /// Spot defences, the third of its round or a later one, that stopped the attack.
        LaterDefence = "later_defence": Kind::Ratio, sampled_only;
        /// Abilities that it opposed and resisted.
        Opposed = "opposed": Kind::Ratio;
        /// Snatches that took something.
        Snatches = "snatches": Kind::Ratio;
        /// Active defences whose roll was above the natural score.
        ActiveBetter = "active_better": Kind::Ratio;
        /// Rounds begun in which it was held.
        RoundsHeld = "rounds_held": Kind::Ratio;
        /// Rounds begun in which it held somebody.
        RoundsHolding = "rounds_holding": Kind::Ratio;
        /// Rounds begun in which it was distracted.
        RoundsDistracted = "rounds_distracted": Kind::Ratio;
        /// The difficulty of the holds that it made.
        HoldDifficulty = "hold_difficulty": Kind::Value, sampled_only;
        /// The penalty of a distraction when it came.
        TalkPenalty = "talk_penalty": Kind::Value, sampled_only;
        /// The severity of a trauma, 1 or more.
        TraumaSeverity = "trauma_severity": Kind::Value, sampled_only;
        /// Hit points at the end of the fight; 0 at 0 or less.
        HpLeft = "hp_left": Kind::Value;
        /// Magic points at the end of the fight; 0 at 0 or less.
        MpLeft = "mp_left": Kind::Value;
        /// Fights that it ended exhausted and in.
        EndedExhausted = "ended_exhausted": Kind::Ratio;
        /// Fights in which it left the map.
        Fled = "fled": Kind::Ratio;
        /// Fights at whose end all its units that ever came are in.
        AllIn = "all_in": Kind::Ratio, of_side;
        /// Fights at whose end one of its units is exhausted and in.
        AnyoneExhausted = "anyone_exhausted": Kind::Ratio, of_side;
    }
}

clocks! {
    /// The clocks of Mahou Galaxy.
    pub enum Clock {
        /// Hit points came to 0 or less from above (MG-40).
        Exhausted(Harm) = "exhausted" {
            /// A weapon or the fist.
            Weapon = "weapon",
            /// A kick.
            Kick = "kick",
            /// Its own blow at a grappler.
            SelfHit = "self_hit",
            /// An ability.
            Ability = "ability",
            /// It was thrown against something, or somebody against it.
            Throw = "throw",
            /// It was slammed into a hazard.
            Slam = "slam",
            /// A hazard.
            Hazard = "hazard",
            /// A fall from a height.
            Fall = "fall",
            /// An ongoing effect.
            Ongoing = "ongoing",
            /// The cost of an ability.
            Cost = "cost",
        }
        /// It went out.
        Out(OutBy) = "out" {
            /// A weapon or the fist.
            Weapon = "weapon",
            /// A kick.
            Kick = "kick",
            /// Its own blow at a grappler.
            SelfHit = "self_hit",
            /// An ability.
            Ability = "ability",
            /// It was thrown against something, or somebody against it.
            Throw = "throw",
            /// It was slammed into a hazard.
            Slam = "slam",
            /// A hazard.
            Hazard = "hazard",
            /// A fall from a height.
            Fall = "fall",
            /// An ongoing effect.
            Ongoing = "ongoing",
            /// The cost of an ability.
            Cost = "cost",
            /// Magic points.
            Mp = "mp",
        }
        /// Magic points came to 0 or less from above (MG-41).
        MpExhausted(MpBy) = "mp_exhausted" {
            /// Its own casting.
            Spent = "spent",
        }
        /// For the first time in a round it is attacked and no token of its could pay for a defence.
        Dry(DryBy) = "dry" {
            /// An attack.
            Attack = "attack",
            /// A kick.
            Kick = "kick",
            /// A grapple.
            Grapple = "grapple",
            /// An ability.
            Ability = "ability",
        }
        /// For the first time in a round it has no hand token left.
        HandDry(HandDryBy) = "hand_dry" {
            /// An attack.
            Attack = "attack",
            /// A defence.
            Defence = "defence",
            /// A grapple.
            Grapple = "grapple",
            /// An ability.
            Ability = "ability",
            /// It is held.
            Held = "held",
        }
        /// It comes to be held.
        Held(HeldBy) = "held" {
            /// A grapple.
            Grapple = "grapple",
            /// A bind.
            Bind = "bind",
            /// A counter-grapple.
            Counter = "counter",
            /// An ability.
            Ability = "ability",
        }
        /// A distraction penalty comes where none was.
        Distracted(DistractedBy) = "distracted" {
            /// General.
            General = "general",
            /// Infatuation.
            Infatuate = "infatuate",
            /// Infuriation.
            Infuriate = "infuriate",
            /// Intimidation.
            Intimidate = "intimidate",
        }
        /// A strong state begins (MG-62).
        StrongState(StrongBy) = "strong_state" {
            /// Smitten.
            Smitten = "smitten",
            /// Enraged.
            Enraged = "enraged",
            /// Terrified.
            Terrified = "terrified",
        }
        /// It falls.
        Fallen(FallenBy) = "fallen" {
            /// A precise critical.
            Critical = "critical",
            /// It was pinned, or pinned somebody.
            Pin = "pin",
            /// It was thrown.
            Throw = "throw",
            /// A long jump that failed.
            Jump = "jump",
            /// A fall from a height.
            Fall = "fall",
            /// An ability.
            Ability = "ability",
        }
    }
}

impl Metric {
    /// The attacks and kicks of a stance that hit.
    #[inline(always)]
    pub(crate) fn hits_by(stance: Stance) -> Self {
        match stance {
            Stance::Strong => Self::StrongHits,
            Stance::Fast => Self::FastHits,
            Stance::Precise => Self::PreciseHits,
        }
    }

    /// The critical hits of a stance.
    #[inline(always)]
    pub(crate) fn criticals_by(stance: Stance) -> Self {
        match stance {
            Stance::Strong => Self::StrongCriticals,
            Stance::Fast => Self::FastCriticals,
            Stance::Precise => Self::PreciseCriticals,
        }
    }

    /// The spot defences after this many others of one round that stopped the attack.
    #[inline(always)]
    pub(crate) fn defence_behind(others: u8) -> Self {
        match others {
            0 => Self::FirstDefence,
            1 => Self::SecondDefence,
            _ => Self::LaterDefence,
        }
    }
}

impl Harm {
    /// The cause of going out that is this harm.
    #[must_use]
    pub fn out(self) -> OutBy {
        match self {
            Self::Weapon => OutBy::Weapon,
            Self::Kick => OutBy::Kick,
            Self::SelfHit => OutBy::SelfHit,
            Self::Ability => OutBy::Ability,
            Self::Throw => OutBy::Throw,
            Self::Slam => OutBy::Slam,
            Self::Hazard => OutBy::Hazard,
            Self::Fall => OutBy::Fall,
            Self::Ongoing => OutBy::Ongoing,
            Self::Cost => OutBy::Cost,
        }
    }
}

impl MahouGalaxy {
    /// The weapons of a unit with its fist, then its kick, its grapple and its abilities.
    pub(crate) fn actions_of(&self, unit: UnitId) -> Vec<Action> {
        let it = self.unit(unit);
        let weapons = it.weapons.iter().map(|weapon| Action::new("weapon", weapon.name.clone()));
        let own = [Action::new("kick", "kick"), Action::new("grapple", "grapple")];
        let abilities = it.skills_of.iter().map(|skill| Action::new("ability", skill.ability.name.clone()));
        weapons.chain(own).chain(abilities).collect()
    }

    pub(crate) fn kick_deed(&self, by: UnitId) -> ActionRef {
        ActionRef { by, action: self.unit(by).weapons.len() as u8 }
    }

    pub(crate) fn grapple_deed(&self, by: UnitId) -> ActionRef {
        ActionRef { by, action: self.unit(by).weapons.len() as u8 + 1 }
    }

    pub(crate) fn ability_deed(&self, by: UnitId, at: usize) -> ActionRef {
        ActionRef { by, action: (self.unit(by).weapons.len() + 2 + at) as u8 }
    }

    /// The largest observation of a metric of this unit, where the scenario bounds it.
    pub(crate) fn largest_of(&self, unit: UnitId, metric: Metric) -> Option<u32> {
        let it = self.unit(unit);
        match metric {
            Metric::HpLeft => Some(it.hp_max.max(0) as u32),
            Metric::MpLeft => Some(it.mp_max.max(0) as u32),
            Metric::Standstill => Some(1),
            Metric::Turns | Metric::RoundsActive | Metric::IdleRounds => Some(self.max_rounds),
            Metric::Felled if !self.heals => Some(self.enemies(unit).len()),
            Metric::HealingGiven | Metric::HealingReceived if !self.heals => Some(0),
            // Without a map there is none to leave.
            Metric::Fled if self.board.is_none() => Some(0),
            _ => None,
        }
    }
}
