//! The answers to rulings that are words.

use fray_kit::Words;

/// The answers to the ruling `cf_source`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CfSource {
    /// The lists of the stat block.
    Fixed,
    /// Two dice each at the start of every fight.
    RolledPerFight,
}

/// The answers to the ruling `cf_rolled_for`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CfRolledFor {
    /// The PCs'.
    Pc,
    /// Everybody's.
    All,
}

/// The answers to the ruling `difficulty_tie`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DifficultyTie {
    /// Succeeds.
    Success,
    /// Fails.
    Fail,
}

/// The answers to the ruling `prana_mode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum PranaMode {
    /// A die.
    Dice,
    /// One.
    Flat,
}

/// The answers to the ruling `prana_users`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum PranaUsers {
    /// Whoever has some.
    AnyWithPrana,
    /// PCs.
    PcOnly,
}

/// The answers to the ruling `status_penalty_class`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum StatusPenalty {
    /// Kept on a fumble.
    Passive,
    /// Lost on a fumble.
    Active,
}

/// The answers to the ruling `action_order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ActionOrder {
    /// The highest Action Count.
    Count,
    /// The fewest Mains this round, then listed order.
    Listed,
}

/// The answers to the ruling `window_order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum WindowOrder {
    /// The PCs'.
    PcFirst,
    /// The NPCs'.
    NpcFirst,
}

/// The answers to the ruling `unconscious_count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum UnconsciousCount {
    /// Its bare Action Value.
    Attribute,
    /// Rolled as for others.
    Roll,
}

/// The answers to the ruling `cross_side_tie`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CrossSideTie {
    /// One fair pick among the sides, made anew at every Initiative Process.
    Random,
    /// Listed order over all sides.
    Listed,
}

/// The answers to the ruling `delay`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Delays {
    /// They may.
    Allowed,
    /// They may not: every delay tactic acts instead.
    Forbidden,
}

/// The answers to the ruling `main_cost_when`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum MainCostWhen {
    /// When it ends.
    End,
    /// When it is entered.
    Start,
}

/// The answers to the ruling `offturn_count_cost_needs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum OffturnCountCost {
    /// A count of 1 or more.
    #[word("1")]
    One,
    /// The full amount.
    FullAmount,
    /// Nothing.
    None,
}

/// The answers to the ruling `mp_paid`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum MpPaid {
    /// When the action is declared.
    OnUse,
    /// When its Judge succeeds.
    OnSuccess,
}

/// The answers to the ruling `hp_cost_overdraw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum HpCostOverdraw {
    /// May be paid: the action resolves, then the unit falls.
    ResolveThenDrop,
    /// May not be paid.
    Forbid,
}

/// The answers to the ruling `auto_in_others_mains`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AutoInOthersMains {
    /// Those whose trigger fires.
    Triggered,
    /// Those without a trigger too, whenever something fires.
    Any,
    /// None.
    None,
}

/// The answers to the ruling `hit_tie`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum HitTie {
    /// The attacker: Hit AV >= Dodge AV.
    Attacker,
    /// The defender: Hit AV > Dodge AV.
    Defender,
}

/// The answers to the ruling `damage_effect_order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DamageEffectOrder {
    /// Add and subtract, element, multiply, set to zero.
    AddElementMultiplyZero,
    /// As they were declared.
    AsDeclared,
}

/// The answers to the ruling `cover_min_count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum CoverMinCount {
    /// A count of 1 or more, and not to be Exhausted.
    #[word("1")]
    One,
    /// Nothing.
    None,
}

/// The answers to the ruling `area_defence_timing`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AreaDefenceTiming {
    /// Before any of the damage is applied.
    BeforeDamage,
    /// Each before its own damage.
    Sequential,
}

/// The answers to the ruling `daze_cleanup`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DazeCleanup {
    /// By itself in Clean-Up.
    Auto,
    /// Not by itself.
    None,
}

/// The answers to the ruling `near_death_at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum NearDeathAt {
    /// Below 0 HP.
    BelowZero,
    /// At 0 HP.
    ZeroOrBelow,
}

/// The answers to the ruling `mortality`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Mortality {
    /// PCs.
    Pc,
    /// Everybody.
    All,
    /// Nobody.
    Off,
}

/// The answers to the ruling `no_judge_unit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum NoJudgeUnit {
    /// The moment it reaches Near Death.
    DeadAtOnce,
    /// In Clean-Up.
    DeadAtCleanup,
}

/// The answers to the ruling `victory`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Victory {
    /// When none of its units stands.
    SideDown,
    /// When all of its units are dead or fled.
    SideDead,
}

/// The answers to the ruling `final_cleanup`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum FinalCleanup {
    /// It does, for the casualties.
    Run,
    /// It does not.
    Skip,
}

/// The answers to the ruling `area_los`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AreaLos {
    /// Every target.
    EachTarget,
    /// The square in the middle.
    Centre,
}

/// The answers to the ruling `failed_takeoff`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum FailedTakeoff {
    /// The Minor Action.
    MinorLost,
    /// Nothing.
    MinorKept,
}

/// The answers to the ruling `poison_stack`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum PoisonStack {
    /// The higher level stays.
    Max,
    /// Levels add up.
    Sum,
}

/// The answers to the ruling `recover_per_action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum RecoverPerAction {
    /// One.
    One,
    /// All it may.
    All,
}

/// The answers to the ruling `rest_between_fights`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum RestBetweenFights {
    /// Nothing.
    Off,
    /// HP.
    Hp,
    /// MP.
    Mp,
    /// Both.
    Both,
}

/// The answers to the ruling `initiative_window`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum InitiativeWindow {
    /// Everybody who stands and is conscious.
    All,
    /// Those of them who are not Exhausted.
    NotExhausted,
}
