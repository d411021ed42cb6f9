//! What is counted, and the clocks.

use crate::Stonebound;
use crate::data::vocabulary::Kind as AbilityKind;
use fray_engine::contract::Action;
use fray_engine::roster::UnitId;
use fray_engine::{clocks, metrics};
use fray_kit::words;

metrics! {
    /// What a fight of Stonebound counts, for every unit.
    pub enum Metric where units_die = false {
        /// Activations it had, sleeping ones included.
        Activations = "turns_taken": Kind::Count;
        /// Activations in which it moved and did nothing else.
        OnlyMoved = "only_moved": Kind::Count;
        /// Activations that it slept through.
        Slept = "slept": Kind::Count;
        /// Standard Attacks made, counters included.
        Attacks = "attacks": Kind::Count;
        /// HP taken off enemies by attacks, abilities and reactions, without what lay beyond the last HP.
        DamageDealt = "damage_dealt": Kind::Count;
        /// HP lost.
        DamageTaken = "damage_taken": Kind::Count;
        /// Attack points that PD and SD kept from it.
        Absorbed = "absorbed": Kind::Count;
        /// PD and SD taken off others by attacks.
        ErosionDealt = "erosion_dealt": Kind::Count;
        /// PD and SD taken off others by criticals.
        ErosionByCrits = "erosion_by_crits": Kind::Count;
        /// Attacks on it whose damage was evaded.
        Evaded = "evaded": Kind::Count;
        /// Attacks on it whose damage was negated.
        NegatedDamage = "negated_damage": Kind::Count;
        /// Attacks and abilities on it whose added effects were negated.
        NegatedEffects = "negated_effects": Kind::Count;
        /// Counters made.
        Counters = "counters": Kind::Count;
        /// HP taken off enemies by counters.
        CounterDamage = "counter_damage": Kind::Count;
        /// HP lost to Burn.
        BurnDamage = "burn_damage": Kind::Count;
        /// HP lost to Poison.
        PoisonDamage = "poison_damage": Kind::Count;
        /// HP lost to hazards of the board.
        HazardDamage = "hazard_damage": Kind::Count;
        /// Statuses laid on others and itself, each application that took hold.
        StatusesLaid = "statuses_laid": Kind::Count;
        /// Statuses laid on it, each application that took hold.
        StatusesSuffered = "statuses_suffered": Kind::Count;
        /// Second attacks of a Double Attack that were lost.
        SecondsLost = "seconds_lost": Kind::Count;
        /// Abilities used.
        AbilitiesUsed = "abilities_used": Kind::Count;
        /// Fuses set.
        FusesSet = "fuses_set": Kind::Count;
        /// Stars of the cards it paid with; an infinite card counts as what it paid.
        StonesSpent = "stones_spent": Kind::Count;
        /// Stars that it paid beyond the cost.
        Surplus = "surplus": Kind::Count;
        /// Squares that it moved of its own.
        SquaresMoved = "squares_moved": Kind::Count;
        /// Units of its own side that it brought to 0.
        AllyKills = "ally_kills": Kind::Count;
        /// Dead stones in hand at the ends of its turns.
        StonesDead = "stones_dead": Kind::Count, of_side;
        /// Cards that it could not draw because dead stones filled its hand.
        DrawsMissed = "draws_missed": Kind::Count, of_side;
        /// Times that the deck was refilled.
        Reshuffles = "reshuffles": Kind::Count, of_fight;
        /// Rounds that it began standing.
        RoundsActive = "rounds_active": Kind::Count;
        /// Whether it lies at the end of the fight; of a side, how many of its units do.
        DownAtEnd = "down_at_end": Kind::Count;
        /// Rounds in which nothing changed.
        QuietRounds = "quiet_rounds": Kind::Count, of_fight, sampled_only;
        /// Attacks that did HP damage.
        HitRate = "wounding_rate": Kind::Ratio;
        /// Standard Attacks that were critical, of those that Blind did not stop.
        CritRate = "crit_rate": Kind::Ratio;
        /// Rolls for a Counter that granted it.
        CounterRate = "counter_rate": Kind::Ratio;
        /// Attacks on it whose damage was evaded, of those on it while it had evasion.
        EvasionRate = "evasion_rate": Kind::Ratio;
        /// Turns of its side at whose end a fuse of its lay, by fuse.
        FuseUptime = "fuse_uptime": Kind::Ratio;
        /// Turns of its side at whose end it was under a status, of those at whose end it stood.
        StatusUptime = "status_uptime": Kind::Ratio;
        /// HP at the end of the fight, 0 for those who lie.
        HpLeft = "hp_left": Kind::Value;
        /// HP damage of each attack that did some, as rolled.
        DamagePerHit = "damage_per_hit": Kind::Value;
    }
}

words! {
    /// What takes HP.
    pub enum By {
        /// An attack.
        Attack = "attack",
        /// A Counter.
        Counter = "counter",
        /// A reaction.
        Reaction = "reaction",
        /// An ability.
        Ability = "ability",
        /// Burn.
        Burn = "burn",
        /// Poison.
        Poison = "poison",
        /// A hazard.
        Hazard = "hazard",
        /// A status of the scenario.
        Status = "status",
    }

    /// What takes a defence.
    pub enum WornBy {
        /// An attack.
        Attack = "attack",
        /// A Counter.
        Counter = "counter",
        /// A reaction.
        Reaction = "reaction",
        /// An ability.
        Ability = "ability",
    }
}

clocks! {
    /// The clocks of Stonebound.
    pub enum Clock {
        /// A defence of the unit fell to 0, or what else the ruling `exhaustion` names.
        Exhausted(Exhaustion) = "exhausted" {
            /// Its PD fell to 0.
            Pd = "pd",
            /// Its SD fell to 0.
            Sd = "sd",
            /// Its side ended a turn without a stone.
            HandEmpty = "hand_empty",
            /// It was incapacitated by an attack.
            Attack = "attack",
            /// It was incapacitated by a Counter.
            Counter = "counter",
            /// It was incapacitated by a reaction.
            Reaction = "reaction",
            /// It was incapacitated by an ability.
            Ability = "ability",
            /// It was incapacitated by Burn.
            Burn = "burn",
            /// It was incapacitated by Poison.
            Poison = "poison",
            /// It was incapacitated by a hazard.
            Hazard = "hazard",
            /// It was incapacitated by a status of the scenario.
            Status = "status",
        }
        /// Its PD fell to 0.
        PdZero(WornBy) = "pd_zero";
        /// Its SD fell to 0.
        SdZero(WornBy) = "sd_zero";
        /// Its side ended a turn with no stone in hand; told of the first unit of the side.
        HandEmpty(HandEmpty) = "hand_empty" {
            /// They were spent, or could not be drawn.
            Spent = "spent",
            /// An enemy had the last of them discarded, or the side laid them aside.
            Discarded = "discarded",
        }
        /// It lost HP, coming from all of it.
        FirstBlood(By) = "first_blood";
        /// Its HP fell to half of the starting HP or below.
        HalfHp(By) = "half_hp";
        /// It was incapacitated.
        Incapacitated(By) = "incapacitated";
        /// It fell while all others of its side stood.
        FirstFall(By) = "first_fall";
        /// It fell and nobody of its side stood any more.
        LastFall(By) = "last_fall";
        /// The deck was refilled; told of the first unit of the first side.
        Reshuffle(Reshuffled) = "reshuffle" {
            /// It was empty.
            Empty = "empty",
        }
    }
}

impl By {
    /// Returns what the ruling `exhaustion = "incapacitated"` calls it.
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

    /// Returns what takes a defence; HP alone is lost to anything else than these four.
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
