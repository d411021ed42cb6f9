//! The answers to rulings that are words.

use fray_kit::Words;

/// The answers to the ruling `deploy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Deploy {
    /// On the end line of their side.
    EndLines,
    /// Nowhere: every unit needs a position.
    Given,
}

/// The answers to the ruling `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum First {
    /// Whoever wins the roll-off chooses.
    Rolloff,
    /// The side listed first.
    SideA,
    /// The side listed second.
    SideB,
}

/// The answers to the ruling `activation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Activation {
    /// Every living unit once.
    AllUnits,
    /// One; none twice before every living unit of the side has had its activation.
    OneUnit,
}

/// The answers to the ruling `actions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Actions {
    /// Fuse, Move and Attack/Ability.
    FuseMoveAttack,
    /// Move and Attack/Ability; setting fuses takes the latter.
    MoveAttack,
}

/// The answers to the ruling `reshuffle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Reshuffle {
    /// It is refilled from the shuffled discards.
    Discards,
    /// Nothing: nothing more is drawn.
    None,
}

/// The answers to the ruling `keep_hand`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum KeepHand {
    /// They are kept.
    Yes,
    /// They are discarded.
    Discard,
}

/// The answers to the ruling `unfuse`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Unfuse {
    /// Freely, in the activation of its unit.
    Free,
    /// Never.
    Never,
}

/// The answers to the ruling `crt_order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CrtOrder {
    /// Before Break and modifiers are added.
    ShearFloorThenBonus,
    /// At the end, once.
    SumThenClamp,
}

/// The answers to the ruling `double_reactions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DoubleReactions {
    /// Before the second.
    Between,
    /// After the second, with its answers.
    AfterBoth,
}

/// The answers to the ruling `evasion_groups`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum EvasionGroups {
    /// One sum and one roll for each scope.
    ByScope,
    /// One sum, one roll, scope all.
    OneRoll,
}

/// The answers to the ruling `hp_evaded_by`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum HpEvadedBy {
    /// That of all.
    All,
    /// None.
    Nothing,
    /// That against the kind of the attacker's class.
    ClassType,
}

/// The answers to the ruling `scope_unstated`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ScopeUnstated {
    /// Damage and effects.
    All,
    /// Damage.
    Damage,
}

/// The answers to the ruling `hp_type_erodes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum HpTypeErodes {
    /// Nothing.
    None,
    /// PD.
    Physical,
    /// SD.
    Spirit,
}

/// The answers to the ruling `multi_crit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum MultiCrit {
    /// For each target.
    PerTarget,
    /// Once for all.
    Shared,
}

/// The answers to the ruling `reaction_timing`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ReactionTiming {
    /// After the damage is applied.
    After,
    /// On the damage that would be done, before it is.
    Before,
}

/// The answers to the ruling `counter_mode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CounterMode {
    /// Plain; only No CRT carries over.
    Standard,
    /// As the unit's own attack.
    AsAttack,
}

/// The answers to the ruling `last_breath`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum LastBreath {
    /// What was fused at that moment counts.
    FusedCounts,
    /// It is gone.
    Lost,
}

/// The answers to the ruling `blind_double`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum BlindDouble {
    /// Before each.
    Each,
    /// Once.
    Once,
}

/// The answers to the ruling `sleep`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Sleep {
    /// As RULES.md says it.
    AsWritten,
    /// What `[status.sleep]` of the scenario says.
    Data,
}

/// The answers to the ruling `revive`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Revive {
    /// An ability that says so.
    ByAbilityFlag,
}

/// The answers to the ruling `los`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Los {
    /// No.
    None,
    /// Yes, between centres.
    CentreLine,
}

/// The answers to the ruling `discard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Discard {
    /// Chance.
    Random,
    /// The enemy who has it discarded.
    Chosen,
}

/// The answers to the ruling `mutual_fall`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum MutualFall {
    /// The fight is a draw.
    Draw,
    /// The side whose turn it is wins.
    ActiveSideWins,
}

/// The answers to the ruling `exhaustion`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Exhaust {
    /// A defence falls to 0.
    Defence,
    /// A side ends its turn without a stone.
    Stones,
    /// A unit is incapacitated.
    Incapacitated,
}
