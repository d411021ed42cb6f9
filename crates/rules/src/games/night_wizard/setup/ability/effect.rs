//! What an ability does.

use super::super::{AttackKind, Numbers, Status};
use super::{AttributeId, Inflicted, JudgeKind};

/// One step of what an ability does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Changes an attribute as long as the ability lasts.
    ModifyAttribute {
        /// Which.
        name: AttributeId,
        /// By how much.
        amount: Amount,
        /// Whether a fumble loses it.
        class: ModifierClass,
    },
    /// An active modifier of Judges.
    ModifyJudge {
        /// Of which.
        which: JudgeKind,
        /// By how much.
        amount: Amount,
    },
    /// Dice added as prana would be.
    AddDice {
        /// To which Judges.
        which: JudgeKind,
        /// How many.
        n: u8,
    },
    /// The Judge is rolled again.
    Reroll {
        /// Which Judges.
        which: JudgeKind,
        /// Which roll counts.
        keep: Keep,
    },
    /// A fumble becomes a plain number with all modifiers (NW-06).
    CancelFumble,
    /// These totals become critical, or stop being so.
    Critical {
        /// Whether they are added or removed.
        add: bool,
        /// Which.
        numbers: Numbers,
    },
    /// These totals become fumbles, or stop being so.
    Fumble {
        /// Whether they are added or removed.
        add: bool,
        /// Which.
        numbers: Numbers,
    },
    /// Damage without an attack.
    Damage {
        /// How much.
        amount: Amount,
        /// Which Defense answers.
        kind: AttackKind,
        /// Its element, if it has one.
        element: Option<String>,
        /// Whether no Defense Judge is made.
        ignore_defense: bool,
    },
    /// Changes damage between the Damage Roll and its subtraction (NW-22): of the user's attack,
    /// or of the attack on the target, as the trigger has it.
    ChangeDamage {
        /// Added.
        add: Amount,
        /// Percent of the running total, added to it: 100 doubles, -50 halves.
        percent: i32,
        /// Set to zero.
        set_zero: bool,
    },
    /// The attack's element.
    SetElement(Option<String>),
    /// Which Defense answers the attack's damage.
    SetDamageKind(AttackKind),
    /// HP regained, up to the maximum.
    HealHp(Amount),
    /// MP regained, up to the maximum.
    RestoreMp(Amount),
    /// MP lost.
    DrainMp(Amount),
    /// Prana gained, up to the maximum.
    GainPrana(Amount),
    /// A bad status (NW-43).
    Inflict(Inflicted),
    /// Recovery from these bad statuses, or from any so many.
    RemoveStatus(RemoveStatus),
    /// Out of Near Death with 1 HP, without bad statuses: Clean-Up step 3 only (NW-30).
    LiftNearDeath,
    /// The Action Count changes by this.
    ChangeCount(Amount),
    /// The Action Count becomes this.
    SetCount(Amount),
    /// The target moves.
    Move {
        /// So many squares at most.
        steps: Amount,
        /// How.
        mode: MoveMode,
        /// Whether it has no say: withdrawal and statuses do not matter.
        forced: bool,
    },
    /// User and target change places.
    Swap,
    /// The target takes off (NW-41).
    TakeOff,
    /// It lands.
    Land,
    /// Leaving a hindered square costs so much more, or less if negative (NW-38).
    WithdrawCost(Amount),
    /// Covers cost no Action Count (NW-24).
    CoverFree,
    /// The target makes one more attack at once.
    ExtraAttack,
    /// The targets take a Main at once (NW-53).
    Command,
    /// The target's enchantment of this name comes into force, or ends.
    Enchant {
        /// Its name.
        name: String,
        /// Whether it comes into force.
        on: bool,
    },
    /// The target wears its loadout of this name.
    ChangeLoadout(String),
    /// Maximum HP and MP change as long as the ability lasts (NW-33).
    ChangeMax {
        /// Maximum HP.
        hp: i32,
        /// Maximum MP.
        mp: i32,
    },
    /// Damage of an element changes as long as the ability lasts.
    ElementMod {
        /// The element.
        element: String,
        /// Added to the damage.
        flat: i32,
        /// Percent added to it.
        percent: i32,
    },
    /// This status is not inflicted as long as the ability lasts.
    Immunity(Status),
}

/// An integer, dice, or `attribute * k + c`: `dice` d6 + `times` x attribute + `plus`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// How many d6.
    pub dice: u8,
    /// The user's attribute and how often it counts.
    pub scaled: Option<(AttributeId, i16)>,
    /// The constant.
    pub plus: i32,
}

impl Amount {
    /// The same every time.
    #[must_use]
    pub const fn fixed(plus: i32) -> Self {
        Self { dice: 0, scaled: None, plus }
    }

    /// Whether it is always 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

/// What a modifier is lost with (NW-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ModifierClass {
    /// Kept on a fumble.
    Passive,
    /// Lost on a fumble.
    #[default]
    Active,
}

/// Which of two rolls counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// The second.
    #[default]
    New,
    /// The better.
    Best,
}

/// Which bad statuses end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoveStatus {
    /// These: bit n is the status of number n.
    These(u8),
    /// Any so many, the worst first.
    Any(u8),
}

/// How an effect moves its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveMode {
    /// On the ground, as in Normal Movement, where its D-move leads it.
    #[default]
    Walk,
    /// The same through the air, without taking off for longer.
    Fly,
    /// To the same place without the way between.
    Teleport,
    /// Straight away from the user, as far as it can go.
    Push,
    /// Straight towards the user.
    Pull,
}
