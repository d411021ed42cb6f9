//! The effects of abilities.

use super::super::{AttackKind, Numbers, Status};
use super::{AttributeId, Inflicted, JudgeKind};
use crate::sheet::{AnyAmount, AnyInflicted, Element, Ending, NameOrNone, Totals};
use fray_kit::sheet::types::{Int, Line};
use fray_kit::{Choices, Words};

/// One step of what an ability does.
#[derive(Clone, Debug, PartialEq, Eq, Choices)]
#[choices("an effect")]
pub enum Effect {
    /// Changes an attribute as long as the ability lasts.
    ModifyAttribute {
        /// Of which.
        #[key("NW-07", required)]
        name: AttributeId,
        /// What is added.
        #[key("NW-07", reads = AnyAmount, required)]
        amount: Amount,
        /// Whether a fumble loses it.
        #[key("NW-07", default = "active")]
        class: ModifierClass,
    },
    /// An active modifier of Judges.
    ModifyJudge {
        /// Of which Judges; `hit`, `dodge`, `attack` and `defense` are the magic ones too.
        #[key("NW-07", default = "all")]
        which: JudgeKind,
        /// What is added.
        #[key("NW-07", reads = AnyAmount, required)]
        amount: Amount,
    },
    /// Dice added to Judges, as prana would be.
    AddDice {
        /// To which Judges.
        #[key("NW-06", default = "all")]
        which: JudgeKind,
        /// How many dice.
        #[key("NW-06", reads = Int<1, 20>, required)]
        n: u8,
    },
    /// A Judge is rolled again.
    Reroll {
        /// Which Judges.
        #[key("NW-06", default = "all")]
        which: JudgeKind,
        /// Whether the new roll counts, or the better one.
        #[key("NW-06", default = "new")]
        keep: Keep,
    },
    /// A fumble becomes a plain number with all modifiers (NW-06).
    CancelFumble,
    /// Damage without an attack.
    Damage {
        /// How much.
        #[key("NW-53", reads = AnyAmount, required)]
        amount: Amount,
        /// Whether Defense or Magic Defense answers it.
        #[key("NW-22", default = "physical")]
        kind: AttackKind,
        /// Its element, or `none`.
        #[key("NW-22", reads = NameOrNone, default = "none")]
        element: Option<String>,
        /// Whether no Defense Judge is made.
        #[key("NW-53", default = "false")]
        ignore_defense: bool,
    },
    /// Changes damage between the Damage Roll and its subtraction: of the user's attack, or of the attack on the target, as the trigger has it.
    ChangeDamage {
        /// What is added.
        #[key("NW-22", reads = AnyAmount, default = "0")]
        add: Amount,
        /// Percent of the running total, added to it: 100 doubles, -50 halves.
        #[key("NW-22", reads = Int<-100, 1000>, default = "0")]
        percent: i32,
        /// Whether it is set to zero.
        #[key("NW-22", default = "false")]
        set_zero: bool,
    },
    /// The attack's element, or `none`.
    #[choice(reads = NameOrNone)]
    SetElement(Option<String>),
    /// Which Defense answers the attack's damage.
    SetDamageKind(AttackKind),
    /// HP regained, up to the maximum.
    #[choice(reads = AnyAmount)]
    HealHp(Amount),
    /// MP regained, up to the maximum.
    #[choice(reads = AnyAmount)]
    RestoreMp(Amount),
    /// MP lost.
    #[choice(reads = AnyAmount)]
    DrainMp(Amount),
    /// Prana gained, up to the maximum.
    #[choice(reads = AnyAmount)]
    GainPrana(Amount),
    /// A bad status.
    #[choice(reads = AnyInflicted)]
    Inflict(Inflicted),
    /// Recovery from these bad statuses, or from `{ any = n }`.
    #[choice(reads = Ending)]
    RemoveStatus(RemoveStatus),
    /// Out of Near Death with 1 HP, without bad statuses; in Clean-Up only.
    LiftNearDeath,
    /// The Action Count changes by this.
    #[choice(reads = AnyAmount)]
    ChangeCount(Amount),
    /// The Action Count becomes this.
    #[choice(reads = AnyAmount)]
    SetCount(Amount),
    /// The target moves.
    Move {
        /// How many squares at most.
        #[key("NW-37", reads = AnyAmount, required)]
        steps: Amount,
        /// How.
        #[key("NW-37", default = "walk")]
        mode: MoveMode,
        /// Whether the target has no say: withdrawal and statuses do not matter.
        #[key("NW-37", default = "false")]
        forced: bool,
    },
    /// User and target change places.
    Swap,
    /// The target takes off (NW-41).
    TakeOff,
    /// The target lands.
    Land,
    /// Leaving a hindered square costs this much more, or less if negative (NW-38).
    #[choice(reads = AnyAmount)]
    WithdrawCost(Amount),
    /// Covers cost no Action Count (NW-24).
    CoverFree,
    /// The target makes one more attack at once.
    ExtraAttack,
    /// The targets, of a `command_group`, take a Main at once (NW-53).
    Command,
    /// The target wears its loadout of this name.
    #[choice(reads = Line)]
    ChangeLoadout(String),
    /// Maxima change as long as the ability lasts.
    ChangeMax {
        /// Of maximum HP.
        #[key("NW-27", reads = Int<-9999, 9999>, default = "0")]
        hp: i32,
        /// Of maximum MP.
        #[key("NW-27, NW-33", reads = Int<-999, 999>, default = "0")]
        mp: i32,
    },
    /// Damage of an element changes as long as the ability lasts.
    ElementMod {
        /// Which element.
        #[key("NW-22", reads = Element, required)]
        element: String,
        /// Added to the damage.
        #[key("NW-22", reads = Int<-9999, 9999>, default = "0")]
        flat: i32,
        /// Percent of the running total, added to it.
        #[key("NW-22", reads = Int<-100, 1000>, default = "0")]
        percent: i32,
    },
    /// This status is not inflicted as long as the ability lasts.
    Immunity(Status),
    /// These totals become critical, or stop being so.
    #[made_by("add_crit", "These totals become critical.", Totals => |numbers| Effect::Critical { add: true, numbers })]
    #[made_by("remove_crit", "These totals are not critical any more.", Totals => |numbers| Effect::Critical { add: false, numbers })]
    #[allow(missing_docs, reason = "the sentence names them")]
    Critical { add: bool, numbers: Numbers },
    /// These totals become fumbles, or stop being so.
    #[made_by("add_fumble", "These totals become fumbles.", Totals => |numbers| Effect::Fumble { add: true, numbers })]
    #[made_by("remove_fumble", "These totals are no fumbles any more.", Totals => |numbers| Effect::Fumble { add: false, numbers })]
    #[allow(missing_docs, reason = "the sentence names them")]
    Fumble { add: bool, numbers: Numbers },
    /// The target's enchantment of this name comes into force, or ends.
    #[made_by("activate", "The target's enchantment of this name comes into force.", Line => |name| Effect::Enchant { name, on: true })]
    #[made_by("cancel", "The target's enchantment of this name ends.", Line => |name| Effect::Enchant { name, on: false })]
    #[allow(missing_docs, reason = "the sentence names them")]
    Enchant { name: String, on: bool },
}

impl Effect {
    /// Its amount, if it has one.
    #[must_use]
    pub fn amount(&self) -> Option<Amount> {
        match *self {
            Self::ModifyAttribute { amount, .. }
            | Self::ModifyJudge { amount, .. }
            | Self::Damage { amount, .. }
            | Self::ChangeDamage { add: amount, .. }
            | Self::HealHp(amount)
            | Self::RestoreMp(amount)
            | Self::DrainMp(amount)
            | Self::GainPrana(amount)
            | Self::ChangeCount(amount)
            | Self::SetCount(amount)
            | Self::Move { steps: amount, .. }
            | Self::WithdrawCost(amount) => Some(amount),
            _ => None,
        }
    }

    /// Returns whether it is in force for a time rather than done at once.
    #[must_use]
    pub fn is_lasting(&self) -> bool {
        self.is_sum()
            || self.is_of_damage()
            || matches!(
                self,
                Self::AddDice { .. }
                    | Self::Critical { .. }
                    | Self::Fumble { .. }
                    | Self::WithdrawCost(_)
                    | Self::CoverFree
                    | Self::ChangeMax { .. }
                    | Self::ElementMod { .. }
                    | Self::Immunity(_)
            )
    }

    /// Returns whether it changes the damage of an attack, its element or its kind (NW-22).
    #[must_use]
    pub fn is_of_damage(&self) -> bool {
        matches!(self, Self::ChangeDamage { .. } | Self::SetElement(_) | Self::SetDamageKind(_))
    }

    /// Returns whether it is good for whom it works on, whatever its amount.
    #[must_use]
    pub fn is_good(&self) -> bool {
        matches!(
            self,
            Self::HealHp(_)
                | Self::RestoreMp(_)
                | Self::GainPrana(_)
                | Self::RemoveStatus(_)
                | Self::LiftNearDeath
                | Self::Immunity(_)
                | Self::ExtraAttack
        )
    }

    /// Returns whether it adds its amount to an attribute or a Judge.
    #[must_use]
    pub fn is_sum(&self) -> bool {
        matches!(self, Self::ModifyAttribute { .. } | Self::ModifyJudge { .. })
    }
}

/// An integer, dice, or `attribute * k + c`: `dice` d6 + `times` x attribute + `plus`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// The number of d6.
    pub dice: u8,
    /// The user's attribute and how often it counts.
    pub scaled: Option<(AttributeId, i16)>,
    /// The constant.
    pub plus: i32,
}

impl Amount {
    /// A constant.
    #[must_use]
    pub const fn fixed(plus: i32) -> Self {
        Self { dice: 0, scaled: None, plus }
    }

    /// Returns whether it is always 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

/// What a modifier is lost with (NW-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ModifierClass {
    /// Kept on a fumble.
    Passive,
    /// Lost on a fumble.
    #[default]
    Active,
}

/// Which of two rolls counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Keep {
    /// The second.
    #[default]
    New,
    /// The better.
    Best,
}

/// The bad statuses that end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoveStatus {
    /// These: bit n is the status of number n.
    These(u8),
    /// This many of any kind, the worst first.
    Any(u8),
}

/// How an effect moves its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum MoveMode {
    /// On the ground, as in Normal Movement, where its D-move leads it.
    #[default]
    Walk,
    /// As `walk`, but through the air; it does not stay in flight.
    Fly,
    /// Where `walk` would lead it, without the way between.
    Teleport,
    /// Straight away from the user, as far as it can go.
    Push,
    /// Straight towards the user.
    Pull,
}
