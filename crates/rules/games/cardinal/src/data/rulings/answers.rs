//! The answers to rulings that are words.

use fray_kit::Words;

/// The answers to the ruling `turn_order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum TurnOrder {
    /// Everybody by chance, drawn once.
    D100,
    /// All of the side listed first, then the others.
    SidesFirstA,
    /// All of the side listed last, then the others.
    SidesFirstB,
    /// Side by side in an order drawn once.
    SidesCoin,
    /// By the dice of the initiative roll.
    HighestDie,
    /// By the key `order`, then listed order.
    Fixed,
}

/// The answers to the ruling `repeat_action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum RepeatAction {
    /// It may not.
    Never,
    /// It may, after another one.
    NotInARow,
}

/// The answers to the ruling `sprint`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Sprint {
    /// The highest die of a Speed roll, and a Stride.
    SpeedHighestPlusStride,
    /// The size of the largest Speed die.
    SpeedMax,
}

/// The answers to the ruling `metric`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DistanceMetric {
    /// The largest of the differences.
    Chebyshev,
    /// The straight line, rounded up.
    EuclidCeil,
    /// The sum of the differences, with straight steps alone.
    Manhattan,
}

/// The answers to the ruling `cover_applies_to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CoverAppliesTo {
    /// Every method.
    All,
    /// Dodge.
    DodgeOnly,
}

/// The answers to the ruling `los`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum LineOfSight {
    /// A blocking square on the line between the centres.
    CentreLine,
    /// Nothing.
    None,
}

/// The answers to the ruling `ties`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Ties {
    /// A miss.
    Defender,
    /// A miss if the defender Retreats, otherwise the tied dice are successes.
    Retreat,
    /// The tied dice are successes.
    Attacker,
}

/// The answers to the ruling `counter_tie`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CounterTie {
    /// Nobody is hit.
    None,
    /// Both are hit, each by the tied dice of the other.
    BothHit,
    /// The attacker hits.
    Attacker,
    /// The Counter hits.
    Defender,
}

/// The answers to the ruling `attack_helpless`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AttackHelpless {
    /// Never.
    Never,
    /// Allowed.
    Allowed,
}

/// The answers to the ruling `tactics`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum TacticsDice {
    /// It does.
    On,
    /// It does not.
    Off,
}

/// The answers to the ruling `resist_pool`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ResistPool {
    /// Body and Will.
    BodyWill,
    /// Its own `resist_pool`.
    PerUnit,
}

/// The answers to the ruling `slaying`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Slaying {
    /// Two points.
    Double,
    /// Three points.
    Triple,
}

/// The answers to the ruling `helpless_soak`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum HelplessSoak {
    /// All their soak dice.
    BodyArmor,
    /// Armor alone.
    ArmorOnly,
    /// Nothing.
    None,
}

/// The answers to the ruling `wound_bonus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum WoundBonus {
    /// Before.
    BeforeSoak,
    /// After it, if a point is left.
    AfterSoak,
}

/// The answers to the ruling `reeling_die_use`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ReelingDieUse {
    /// Once.
    AttackerOnce,
    /// Twice.
    AttackerAndDefence,
}

/// The answers to the ruling `reeling_forces`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ReelingForces {
    /// Recover is their next action.
    NextAction,
    /// Recover is their whole turn.
    WholeTurn,
    /// Nothing.
    Optional,
}

/// The answers to the ruling `death_save`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DeathSave {
    /// They do not.
    Off,
    /// They do.
    On,
}

/// The answers to the ruling `rally_hearing`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum RallyHearing {
    /// Everybody within a range band.
    Any,
    /// Those in sight.
    Sight,
}

/// The answers to the ruling `rally_clears`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum RallyClears {
    /// All that it can.
    All,
    /// One for each success.
    OnePerSuccess,
}

/// The answers to the ruling `first_aid_returns`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum FirstAidReturns {
    /// Never.
    Never,
    /// With one success.
    OneSuccess,
    /// With three in one roll.
    ThreeSuccesses,
}

/// The answers to the ruling `revive_statuses`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ReviveStatuses {
    /// Hurt, Injured, Afraid and Reeling.
    HurtInjuredAfraidReeling,
    /// Nothing.
    None,
}

/// The answers to the ruling `break_free_pools`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum BreakFreePools {
    /// Body and the skill of fighting.
    BodyFighting,
    /// The `break_free_pool` of both.
    Data,
}

/// The answers to the ruling `fall_damage`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum FallDamage {
    /// A point for two paces, soaked.
    #[word("per_2_paces")]
    Per2Paces,
    /// Nothing.
    None,
}

/// The answers to the ruling `stalemate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Stalemate {
    /// It runs on to its last round.
    RunOn,
    /// It is a draw.
    Draw,
}
