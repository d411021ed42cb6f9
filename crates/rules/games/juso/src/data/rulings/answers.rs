//! The answers to rulings that are words.

use fray_kit::Words;

/// The answers to the ruling `core_dice_on`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CoreDiceOn {
    /// Attacks.
    Attack,
    /// Attacks and defences.
    AttackAndDefence,
    /// Every base roll.
    AnyBaseRoll,
}

/// The answers to the ruling `core_dice_split`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CoreDiceSplit {
    /// On either part.
    Yes,
    /// On the base roll.
    BaseOnly,
}

/// The answers to the ruling `placement`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum PlacementRule {
    /// Where the scenario puts them.
    AsConfigured,
    /// Each by chance on own numbers 1 to 7.
    OwnHalf,
}

/// The answers to the ruling `high_mana_use`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum HighManaUse {
    /// Abilities.
    AbilityCostOnly,
    /// Abilities and, after the cores, dice.
    AlsoCoreDice,
}

/// The answers to the ruling `agitation_tie`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AgitationTie {
    /// Nobody.
    None,
    /// Both.
    Both,
}

/// The answers to the ruling `order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Order {
    /// All of the first side, then all of the second.
    SideBlocks,
    /// One of each side in turn.
    Alternating,
    /// Whoever holds the flag at that moment.
    LiveFlag,
}

/// The answers to the ruling `end_check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum EndCheck {
    /// After every activation.
    Activation,
    /// At the end of a round.
    RoundEnd,
}

/// The answers to the ruling `full_action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum FullAction {
    /// The main and the sub action.
    MainPlusSub,
}

/// The answers to the ruling `listed_weapons`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ListedWeapons {
    /// All are at hand.
    AtHand,
    /// All but the first need readying.
    NeedReady,
}

/// The answers to the ruling `potion`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Potion {
    /// The sub action.
    Sub,
    /// The main action.
    Main,
}

/// The answers to the ruling `ready_weapon`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ReadyWeapon {
    /// The sub action.
    Sub,
    /// Nothing.
    Free,
}

/// The answers to the ruling `flag_eval`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum FlagEval {
    /// After every change of position or activity.
    Immediate,
    /// At the end of a round.
    RoundEnd,
}

/// The answers to the ruling `cutoff_scope`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CutoffScope {
    /// Any of them.
    AnyAllyBehind,
    /// The nearest.
    NearestAllyBehind,
}

/// The answers to the ruling `back_to_back`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum BackToBack {
    /// Once, and kept while they stand so.
    Sticky,
    /// At every judgement.
    Live,
}

/// The answers to the ruling `second_side_large_move`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum SecondSideLargeMove {
    /// In the first round.
    FirstRound,
    /// In every round.
    Always,
    /// In none.
    Never,
}

/// The answers to the ruling `enter_enemy_square`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum EnterEnemySquare {
    /// It may not.
    No,
    /// It may, as its last square.
    LastSquare,
}

/// The answers to the ruling `sneak_failure`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum SneakFailure {
    /// The unit is noticed.
    Noticed,
    /// It stays unnoticed.
    Stays,
}

/// The answers to the ruling `split_cap`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum SplitCap {
    /// All dice together at most twice the weapon's own.
    #[word("total_2x")]
    Total2x,
    /// Split dice alone at most twice the weapon's own.
    #[word("extra_2x")]
    Extra2x,
    /// No limit.
    None,
}

/// The answers to the ruling `weapon_catalogue`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum WeaponCatalogue {
    /// Those of the table and of the prose.
    TablePlusProse,
    /// Those of the table.
    Table,
}

/// The answers to the ruling `shoot_in_melee`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ShootInMelee {
    /// Allowed.
    Allowed,
    /// Forbidden.
    Forbidden,
}

/// The answers to the ruling `moving_penalty`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum MovingPenalty {
    /// The stat block and statuses.
    FlagOnly,
    /// The squares it moved by its own action this round.
    ByDistance,
}

/// The answers to the ruling `ranged_mod_target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum RangedModTarget {
    /// The shooter's dice.
    ShooterPool,
    /// The defence value.
    DefenceValue,
}

/// The answers to the ruling `area_effect_roll`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AreaEffectRoll {
    /// Once for all targets.
    Shared,
    /// For each target.
    Each,
}

/// The answers to the ruling `shield_with_two_hands`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ShieldWithTwoHands {
    /// An error in a scenario.
    Forbidden,
    /// Allowed.
    Allowed,
}

/// The answers to the ruling `enemy_armour`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum EnemyArmour {
    /// It does.
    Baked,
    /// It adds to the melee and the ranged one.
    Adds,
}

/// The answers to the ruling `death_rule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DeathRule {
    /// Damage of at least the present life.
    CurrentLife,
    /// Damage above the present life.
    Over,
    /// Damage of at least the full life.
    MaxLife,
    /// Never: life stops at 0.
    Never,
}

/// The answers to the ruling `knockback_blocked`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum KnockbackBlocked {
    /// Nothing.
    No,
    /// An enemy's square stops it before that square.
    ByEnemy,
}

/// The answers to the ruling `back_attack_geometry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum BackAttackGeometry {
    /// The attacker stands nearer to the victim's own end than the victim.
    Relative,
    /// The attacker stands on own number 8 or more, the victim on 7 or less.
    AbsoluteHalves,
}

/// The answers to the ruling `retreat_past_edge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum RetreatPastEdge {
    /// It may.
    Leaves,
    /// It stops on own number 1.
    Stops,
}

/// The answers to the ruling `evasion_scope`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum EvasionScope {
    /// Agility, body and perception.
    AgilityBodyPerception,
    /// These and resistance.
    All,
}

/// The answers to the ruling `tactics_know_values`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Yes {
    /// Yes.
    Yes,
}
