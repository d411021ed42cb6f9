//! The metrics and the clocks.

use crate::MahouGalaxy;
use crate::data::setup::Stance;
use fray_engine::contract::Action;
use fray_engine::observe::ActionRef;
use fray_engine::roster::UnitId;
use fray_engine::{Clocks, metrics};
use fray_kit::Words;

/// What a fight of Mahou Galaxy counts, for every unit.
#[metrics]
pub enum Metric {
    /// Full turns taken.
    Turns,
    /// Partial turns taken.
    PartialTurns,
    /// Attack rolls with weapons and fists.
    Attacks,
    /// Kicks.
    Kicks,
    /// Grapples tried.
    Grapples,
    /// Grapples that made a hold.
    Holds,
    /// Escapes tried.
    Escapes,
    /// Escapes that succeeded.
    Escaped,
    /// Grapples made out of an escape.
    CounterGrapples,
    /// Throws tried.
    Throws,
    /// Feet that its throws carried.
    FeetThrown,
    /// Slams into hazards.
    Slams,
    /// Victims dragged towards hazards.
    Drags,
    /// Distractions tried.
    Talks,
    /// Baits and demands: words that narrow what a distraction leaves free.
    Narrowings,
    /// Uses of abilities, cast or not.
    Casts,
    /// Uses whose cast roll failed.
    FailedCasts,
    /// Hits of attacks and kicks.
    Hits,
    /// Critical hits of attacks and kicks.
    Criticals,
    /// Critical hits of its strong attacks and kicks.
    StrongCriticals,
    /// Critical hits of its fast attacks and kicks.
    FastCriticals,
    /// Critical hits of its precise attacks.
    PreciseCriticals,
    /// Critical hits on it that its defences denied, whether they stopped the attack or not.
    #[metric(sampled_only)]
    CriticalsDenied,
    /// Hits on itself while attacking a grappler.
    SelfHits,
    /// Tokens that fast criticals gave back.
    FastRefunds,
    /// Debts that it laid on others.
    Debts,
    /// Of these, debts of a hand.
    HandDebts,
    /// Of these, debts of movement.
    MoveDebts,
    /// Of these, debts of speech.
    SpeakDebts,
    /// Falls that its precise criticals caused.
    Trips,
    /// Items that its precise criticals struck from hands.
    Disarms,
    /// Hit points taken off foes; damage beyond the last that they could lose is overkill and not in it.
    DamageDealt,
    /// Damage that it rolled on foes, after size and doubling and before soak.
    DamageRolled,
    /// Hit points lost.
    DamageTaken,
    /// Damage stopped by its soak.
    #[metric("soaked_damage")]
    Soaked,
    /// Healing beyond the maximum.
    Overheal,
    /// Magic points spent.
    MpSpent,
    /// Move tokens spent on standing up.
    TokensStanding,
    /// Cells walked.
    CellsMoved,
    /// Jumps.
    Jumps,
    /// Feet fallen from a height.
    FeetFallen,
    /// Magic points spent below 0.
    Overdraft,
    /// Idle turns in which it was held.
    HeldIdle,
    /// Idle turns in which a strong state barred something.
    StateIdle,
    /// Penalties of distractions at the beginning of its rounds, added up.
    PenaltySuffered,
    /// Penalties of range on its shots, added up.
    RangePenalty,
    /// Cover of the targets of its attacks and kicks, added up.
    CoverPenalty,
    /// Rounds that it began in.
    RoundsActive,
    /// Rounds in which it took a turn, and none that was not idle.
    #[metric(sampled_only)]
    IdleRounds,
    /// Hand tokens that it had left when a round ended, those that it holds left out.
    #[metric(sampled_only)]
    HandsUnspent,
    /// Move tokens that it had left when a round ended, those that it holds left out.
    #[metric(sampled_only)]
    MovesUnspent,
    /// Speak tokens that it had left when a round ended, those that it holds left out.
    #[metric(sampled_only)]
    SpeechUnspent,
    /// What was left of its soak pools when a round ended.
    #[metric(sampled_only)]
    SoakWasted,
    /// Kinds of action that a strong state barred.
    Barred,
    /// Times that a hit took it from above 0 straight out.
    Skipped,
    /// Actions on held tokens out of turn.
    Interrupts,
    /// Fights that a standstill ended.
    #[metric(of_fight)]
    Standstill,
    /// Traumas of severity 1 or more.
    Traumas,
    /// Attacks and kicks that hit.
    #[metric("attacks_and_kicks_hit", ratio)]
    HitRate,
    /// Attacks and kicks that would hit if nothing were rolled in defence.
    #[metric("hits_before_defences", ratio, sampled_only)]
    HitsBefore,
    /// Attacks and kicks that would be critical hits if nothing were rolled in defence.
    #[metric("criticals_before_defences", ratio, sampled_only)]
    CriticalsBefore,
    /// Strong attacks and kicks that hit.
    #[metric(ratio)]
    StrongHits,
    /// Fast attacks and kicks that hit.
    #[metric(ratio)]
    FastHits,
    /// Precise attacks that hit.
    #[metric(ratio)]
    PreciseHits,
    /// Hits that took no hit points.
    #[metric("hits_soaked", ratio)]
    SoakedHits,
    /// Spot Dodges that stopped the attack.
    #[metric(ratio)]
    SpotDodge,
    /// Spot Blocks that stopped the attack.
    #[metric(ratio)]
    SpotBlock,
    /// Spot Parries that stopped the attack.
    #[metric(ratio)]
    SpotParry,
    /// Spot Dodges of critical hits that were enough to deny the critical.
    #[metric("dodge_denies_critical", ratio, sampled_only)]
    DodgeDenies,
    /// Spot Blocks of critical hits that were enough to deny the critical.
    #[metric("block_denies_critical", ratio, sampled_only)]
    BlockDenies,
    /// Spot Parries of critical hits that were enough to deny the critical.
    #[metric("parry_denies_critical", ratio, sampled_only)]
    ParryDenies,
    /// Spot defences, the first of its round, that stopped the attack.
    #[metric(ratio, sampled_only)]
    FirstDefence,
    /// Spot defences, the second of its round, that stopped the attack.
    #[metric(ratio, sampled_only)]
    SecondDefence,
    /// Spot defences, the third of its round or a later one, that stopped the attack.
    #[metric(ratio, sampled_only)]
    LaterDefence,
    /// Abilities that it opposed and resisted.
    #[metric(ratio)]
    Opposed,
    /// Snatches that took something.
    #[metric(ratio)]
    Snatches,
    /// Active defences whose roll was above the natural score.
    #[metric(ratio)]
    ActiveBetter,
    /// Rounds begun in which it was held.
    #[metric(ratio)]
    RoundsHeld,
    /// Rounds begun in which it held somebody.
    #[metric(ratio)]
    RoundsHolding,
    /// Rounds begun in which it was distracted.
    #[metric(ratio)]
    RoundsDistracted,
    /// The difficulty of the holds that it made.
    #[metric(value, sampled_only)]
    HoldDifficulty,
    /// The penalty of a distraction when it came.
    #[metric(value, sampled_only)]
    TalkPenalty,
    /// The severity of a trauma, 1 or more.
    #[metric(value, sampled_only)]
    TraumaSeverity,
    /// Hit points at the end of the fight; 0 at 0 or less.
    #[metric(value)]
    HpLeft,
    /// Magic points at the end of the fight; 0 at 0 or less.
    #[metric(value)]
    MpLeft,
    /// Fights that it ended exhausted and in.
    #[metric(ratio)]
    EndedExhausted,
    /// Fights in which it left the map.
    #[metric(ratio)]
    Fled,
    /// Fights at whose end all its units that ever came are in.
    #[metric(ratio, of_side)]
    AllIn,
    /// Fights at whose end one of its units is exhausted and in.
    #[metric(ratio, of_side)]
    AnyoneExhausted,
}

/// The clocks of Mahou Galaxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Clocks)]
pub enum Clock {
    /// Hit points came to 0 or less from above (MG-40).
    Exhausted(Harm),
    /// It went out.
    Out(OutBy),
    /// Magic points came to 0 or less from above (MG-41).
    MpExhausted(MpBy),
    /// For the first time in a round it is attacked and no token of its could pay for a defence.
    Dry(DryBy),
    /// For the first time in a round it has no hand token left.
    HandDry(HandDryBy),
    /// It comes to be held.
    Held(HeldBy),
    /// A distraction penalty comes where none was.
    Distracted(DistractedBy),
    /// A strong state begins (MG-62).
    StrongState(StrongBy),
    /// It falls.
    Fallen(FallenBy),
}

/// What causes the clock `exhausted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Harm {
    /// A weapon or the fist.
    Weapon,
    /// A kick.
    Kick,
    /// Its own blow at a grappler.
    SelfHit,
    /// An ability.
    Ability,
    /// It was thrown against something, or somebody against it.
    Throw,
    /// It was slammed into a hazard.
    Slam,
    /// A hazard.
    Hazard,
    /// A fall from a height.
    Fall,
    /// An ongoing effect.
    Ongoing,
    /// The cost of an ability.
    Cost,
}

/// What causes the clock `out`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum OutBy {
    /// A weapon or the fist.
    Weapon,
    /// A kick.
    Kick,
    /// Its own blow at a grappler.
    SelfHit,
    /// An ability.
    Ability,
    /// It was thrown against something, or somebody against it.
    Throw,
    /// It was slammed into a hazard.
    Slam,
    /// A hazard.
    Hazard,
    /// A fall from a height.
    Fall,
    /// An ongoing effect.
    Ongoing,
    /// The cost of an ability.
    Cost,
    /// Magic points.
    Mp,
}

/// What causes the clock `mp_exhausted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum MpBy {
    /// Its own casting.
    Spent,
}

/// What causes the clock `dry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DryBy {
    /// An attack.
    Attack,
    /// A kick.
    Kick,
    /// A grapple.
    Grapple,
    /// An ability.
    Ability,
}

/// What causes the clock `hand_dry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum HandDryBy {
    /// An attack.
    Attack,
    /// A defence.
    Defence,
    /// A grapple.
    Grapple,
    /// An ability.
    Ability,
    /// It is held.
    Held,
}

/// What causes the clock `held`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum HeldBy {
    /// A grapple.
    Grapple,
    /// A bind.
    Bind,
    /// A counter-grapple.
    Counter,
    /// An ability.
    Ability,
}

/// What causes the clock `distracted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DistractedBy {
    /// General.
    General,
    /// Infatuation.
    Infatuate,
    /// Infuriation.
    Infuriate,
    /// Intimidation.
    Intimidate,
}

/// What causes the clock `strong_state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum StrongBy {
    /// Smitten.
    Smitten,
    /// Enraged.
    Enraged,
    /// Terrified.
    Terrified,
}

/// What causes the clock `fallen`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum FallenBy {
    /// A precise critical.
    Critical,
    /// It was pinned, or pinned somebody.
    Pin,
    /// It was thrown.
    Throw,
    /// A long jump that failed.
    Jump,
    /// A fall from a height.
    Fall,
    /// An ability.
    Ability,
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

    pub(crate) fn kick_action(&self, by: UnitId) -> ActionRef {
        ActionRef { by, action: self.unit(by).weapons.len() as u8 }
    }

    pub(crate) fn grapple_action(&self, by: UnitId) -> ActionRef {
        ActionRef { by, action: self.unit(by).weapons.len() as u8 + 1 }
    }

    pub(crate) fn ability_action(&self, by: UnitId, at: usize) -> ActionRef {
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
