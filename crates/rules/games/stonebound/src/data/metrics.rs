//! The metrics and the clocks.

use crate::Stonebound;
use crate::data::vocabulary::Kind as AbilityKind;
use fray_engine::contract::Action;
use fray_engine::roster::UnitId;
use fray_engine::{Clocks, metrics};
use fray_kit::Words;

/// What a fight of Stonebound counts, for every unit.
#[metrics]
pub enum Metric {
    /// Activations it had, sleeping ones included.
    #[metric("turns_taken")]
    Activations,
    /// Activations in which it moved and did nothing else.
    OnlyMoved,
    /// Activations that it slept through.
    Slept,
    /// Standard Attacks made, counters included.
    Attacks,
    /// HP taken off enemies by attacks, abilities and reactions, without what lay beyond the last HP.
    DamageDealt,
    /// HP lost.
    DamageTaken,
    /// Attack points that PD and SD kept from it.
    Absorbed,
    /// PD and SD taken off others by attacks.
    ErosionDealt,
    /// PD and SD taken off others by criticals.
    ErosionByCrits,
    /// Attacks on it whose damage was evaded.
    Evaded,
    /// Attacks on it whose damage was negated.
    NegatedDamage,
    /// Attacks and abilities on it whose added effects were negated.
    NegatedEffects,
    /// Counters made.
    Counters,
    /// HP taken off enemies by counters.
    CounterDamage,
    /// HP lost to Burn.
    BurnDamage,
    /// HP lost to Poison.
    PoisonDamage,
    /// HP lost to hazards of the board.
    HazardDamage,
    /// Statuses laid on others and itself, each application that took hold.
    StatusesLaid,
    /// Statuses laid on it, each application that took hold.
    StatusesSuffered,
    /// Second attacks of a Double Attack that were lost.
    SecondsLost,
    /// Abilities used.
    AbilitiesUsed,
    /// Fuses set.
    FusesSet,
    /// Stars of the cards it paid with; an infinite card counts as what it paid.
    StonesSpent,
    /// Stars that it paid beyond the cost.
    Surplus,
    /// Squares that it moved of its own.
    SquaresMoved,
    /// Units of its own side that it brought to 0.
    AllyKills,
    /// Dead stones in hand at the ends of its turns.
    #[metric(of_side)]
    StonesDead,
    /// Cards that it could not draw because dead stones filled its hand.
    #[metric(of_side)]
    DrawsMissed,
    /// Times that the deck was refilled.
    #[metric(of_fight)]
    Reshuffles,
    /// Rounds that it began standing.
    RoundsActive,
    /// Whether it lies at the end of the fight; of a side, how many of its units do.
    DownAtEnd,
    /// Rounds in which nothing changed.
    #[metric(of_fight, sampled_only)]
    QuietRounds,
    /// Attacks that did HP damage.
    #[metric("wounding_rate", ratio)]
    HitRate,
    /// Standard Attacks that were critical, of those that Blind did not stop.
    #[metric(ratio)]
    CritRate,
    /// Rolls for a Counter that granted it.
    #[metric(ratio)]
    CounterRate,
    /// Attacks on it whose damage was evaded, of those on it while it had evasion.
    #[metric(ratio)]
    EvasionRate,
    /// Turns of its side at whose end a fuse of its lay, by fuse.
    #[metric(ratio)]
    FuseUptime,
    /// Turns of its side at whose end it was under a status, of those at whose end it stood.
    #[metric(ratio)]
    StatusUptime,
    /// HP at the end of the fight, 0 for those who lie.
    #[metric(value)]
    HpLeft,
    /// HP damage of each attack that did some, as rolled.
    #[metric(value)]
    DamagePerHit,
}

/// What takes HP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum By {
    /// An attack.
    Attack,
    /// A Counter.
    Counter,
    /// A reaction.
    Reaction,
    /// An ability.
    Ability,
    /// Burn.
    Burn,
    /// Poison.
    Poison,
    /// A hazard.
    Hazard,
    /// A status of the scenario.
    Status,
}

/// What takes a defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum WornBy {
    /// An attack.
    Attack,
    /// A Counter.
    Counter,
    /// A reaction.
    Reaction,
    /// An ability.
    Ability,
}

/// The clocks of Stonebound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Clocks)]
pub enum Clock {
    /// A defence of the unit fell to 0, or what else the ruling `exhaustion` names.
    Exhausted(Exhaustion),
    /// Its PD fell to 0.
    PdZero(WornBy),
    /// Its SD fell to 0.
    SdZero(WornBy),
    /// Its side ended a turn with no stone in hand; told of the first unit of the side.
    HandEmpty(HandEmpty),
    /// It lost HP, coming from all of it.
    FirstBlood(By),
    /// Its HP fell to half of the starting HP or below.
    HalfHp(By),
    /// It was incapacitated.
    Incapacitated(By),
    /// It fell while all others of its side stood.
    FirstFall(By),
    /// It fell and nobody of its side stood any more.
    LastFall(By),
    /// The deck was refilled; told of the first unit of the first side.
    Reshuffle(Reshuffled),
}

/// What causes the clock `exhausted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Exhaustion {
    /// Its PD fell to 0.
    Pd,
    /// Its SD fell to 0.
    Sd,
    /// Its side ended a turn without a stone.
    HandEmpty,
    /// It was incapacitated by an attack.
    Attack,
    /// It was incapacitated by a Counter.
    Counter,
    /// It was incapacitated by a reaction.
    Reaction,
    /// It was incapacitated by an ability.
    Ability,
    /// It was incapacitated by Burn.
    Burn,
    /// It was incapacitated by Poison.
    Poison,
    /// It was incapacitated by a hazard.
    Hazard,
    /// It was incapacitated by a status of the scenario.
    Status,
}

/// What causes the clock `hand_empty`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum HandEmpty {
    /// They were spent, or could not be drawn.
    Spent,
    /// An enemy had the last of them discarded, or the side laid them aside.
    Discarded,
}

/// What causes the clock `reshuffle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Reshuffled {
    /// It was empty.
    Empty,
}

impl By {
    /// Returns the strike of the clock under the ruling `exhaustion = "incapacitated"`.
    pub(crate) fn exhausted(self) -> Clock {
        Clock::Exhausted(match self {
            Self::Attack => Exhaustion::Attack,
            Self::Counter => Exhaustion::Counter,
            Self::Reaction => Exhaustion::Reaction,
            Self::Ability => Exhaustion::Ability,
            Self::Burn => Exhaustion::Burn,
            Self::Poison => Exhaustion::Poison,
            Self::Hazard => Exhaustion::Hazard,
            Self::Status => Exhaustion::Status,
        })
    }

    /// Returns the cause of a loss of defence; any cause but these four takes HP alone.
    pub(crate) fn worn(self) -> WornBy {
        match self {
            Self::Attack => WornBy::Attack,
            Self::Counter => WornBy::Counter,
            Self::Reaction => WornBy::Reaction,
            _ => WornBy::Ability,
        }
    }
}

/// The place of the Standard Attack among the actions of a unit.
pub(crate) const ATTACK: u8 = 0;
/// The place of the Counter.
pub(crate) const COUNTER: u8 = 1;
/// The place of the first ability.
pub(crate) const ABILITIES: u8 = 2;

impl Stonebound {
    /// The Standard Attack, the Counter, then reactions and abilities.
    pub(crate) fn actions_of(&self, unit: UnitId) -> Vec<Action> {
        let own = self.unit(unit).skills.iter().map(|skill| {
            let kind = match skill.ability.kind {
                AbilityKind::Active => "ability",
                AbilityKind::Fuse => "fuse",
                AbilityKind::Innate if skill.ability.is_passive() => "innate",
                AbilityKind::Innate => "reaction",
                AbilityKind::Aura => "aura",
            };
            Action::new(kind, skill.ability.id.clone())
        });
        [Action::new("attack", "attack"), Action::new("counter", "counter")].into_iter().chain(own).collect()
    }

    /// Burn, Poison and hazards of the board, then the statuses of the scenario.
    pub(crate) fn hazards_of(&self) -> Vec<Action> {
        let own = self.statuses.iter().map(|status| Action::new("status", status.name.clone()));
        [Action::new("board", "hazard")].into_iter().chain(own).collect()
    }

    /// The largest observation of a metric of this unit, where the scenario bounds it.
    pub(crate) fn largest_of(&self, unit: UnitId, metric: Metric) -> Option<u32> {
        let hp = |unit: UnitId| u32::from(self.unit(unit).hp.unsigned_abs());
        let plain = !self.has_abilities;
        match metric {
            Metric::HpLeft if plain => Some(hp(unit)),
            Metric::DamageTaken if plain => Some(hp(unit)),
            Metric::DamageDealt if plain => Some(self.everyone.without(self.allies(unit)).map(hp).sum()),
            Metric::Felled if plain => Some(self.everyone.without(self.allies(unit)).len()),
            Metric::QuietRounds | Metric::RoundsActive => Some(self.max_rounds),
            Metric::DownAtEnd => Some(1),
            _ => None,
        }
    }
}
