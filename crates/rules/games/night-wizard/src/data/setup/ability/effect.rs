//! What an ability does.

use super::super::{AttackKind, Numbers, Status};
use super::{AttributeId, Inflicted, JudgeKind};
use crate::sheet::{AnyAmount, AnyInflicted, Element, Ending, NameOrNone, Totals};
use fray_kit::sheet::types::{Int, Line};
use fray_kit::{choices, words};

choices! {
    /// One step of what an ability does.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Effect is "an effect" {
        /// Changes an attribute as long as the ability lasts.
        "modify_attribute" ModifyAttribute {
            /// Of which.
            "NW-07" name: AttributeId, required;
            /// What is added.
            "NW-07" amount: Amount as AnyAmount, required;
            /// Whether a fumble loses it.
            "NW-07" class: ModifierClass = "active";
        },
        /// An active modifier of Judges.
        "modify_judge" ModifyJudge {
            /// Of which Judges; `hit`, `dodge`, `attack` and `defense` are the magic ones too.
            "NW-07" which: JudgeKind = "all";
            /// What is added.
            "NW-07" amount: Amount as AnyAmount, required;
        },
        /// Dice added to Judges, as prana would be.
        "add_dice" AddDice {
            /// To which Judges.
            "NW-06" which: JudgeKind = "all";
            /// How many dice.
            "NW-06" n: u8 as Int<1, 20>, required;
        },
        /// A Judge is rolled again.
        "reroll" Reroll {
            /// Which Judges.
            "NW-06" which: JudgeKind = "all";
            /// Whether the new roll counts, or the better one.
            "NW-06" keep: Keep = "new";
        },
        /// A fumble becomes a plain number with all modifiers (NW-06).
        "cancel_fumble" CancelFumble,
        /// Damage without an attack.
        "damage" Damage {
            /// How much.
            "NW-53" amount: Amount as AnyAmount, required;
            /// Whether Defense or Magic Defense answers it.
            "NW-22" kind: AttackKind = "physical";
            /// Its element, or `none`.
            "NW-22" element: Option<String> as NameOrNone = "none";
            /// Whether no Defense Judge is made.
            "NW-53" ignore_defense: bool = "false";
        },
        /// Changes damage between the Damage Roll and its subtraction: of the user's attack, or of the attack on the target, as the trigger has it.
        "change_damage" ChangeDamage {
            /// What is added.
            "NW-22" add: Amount as AnyAmount = "0";
            /// Percent of the running total, added to it: 100 doubles, -50 halves.
            "NW-22" percent: i32 as Int<-100, 1000> = "0";
            /// Whether it is set to zero.
            "NW-22" set_zero: bool = "false";
        },
        /// The attack's element, or `none`.
        "set_element" SetElement(Option<String> as NameOrNone),
        /// Which Defense answers the attack's damage.
        "set_damage_kind" SetDamageKind(AttackKind),
        /// HP regained, up to the maximum.
        "heal_hp" HealHp(Amount as AnyAmount),
        /// MP regained, up to the maximum.
        "restore_mp" RestoreMp(Amount as AnyAmount),
        /// MP lost.
        "drain_mp" DrainMp(Amount as AnyAmount),
        /// Prana gained, up to the maximum.
        "gain_prana" GainPrana(Amount as AnyAmount),
        /// A bad status.
        "inflict" Inflict(Inflicted as AnyInflicted),
        /// Recovery from these bad statuses, or from `{ any = n }`.
        "remove_status" RemoveStatus(RemoveStatus as Ending),
        /// Out of Near Death with 1 HP, without bad statuses; in Clean-Up only.
        "lift_near_death" LiftNearDeath,
        /// The Action Count changes by this.
        "change_count" ChangeCount(Amount as AnyAmount),
        /// The Action Count becomes this.
        "set_count" SetCount(Amount as AnyAmount),
        /// The target moves.
        "move" Move {
            /// How many squares at most.
            "NW-37" steps: Amount as AnyAmount, required;
            /// How.
            "NW-37" mode: MoveMode = "walk";
            /// Whether the target has no say: withdrawal and statuses do not matter.
            "NW-37" forced: bool = "false";
        },
        /// User and target change places.
        "swap" Swap,
        /// The target takes off (NW-41).
        "take_off" TakeOff,
        /// The target lands.
        "land" Land,
        /// Leaving a hindered square costs this much more, or less if negative (NW-38).
        "withdraw_cost" WithdrawCost(Amount as AnyAmount),
        /// Covers cost no Action Count (NW-24).
        "cover_free" CoverFree,
        /// The target makes one more attack at once.
        "extra_attack" ExtraAttack,
        /// The targets, of a `command_group`, take a Main at once (NW-53).
        "command" Command,
        /// The target wears its loadout of this name.
        "change_loadout" ChangeLoadout(String as Line),
        /// Maxima change as long as the ability lasts.
        "change_max" ChangeMax {
            /// Of maximum HP.
            "NW-27" hp: i32 as Int<-9999, 9999> = "0";
            /// Of maximum MP.
            "NW-27, NW-33" mp: i32 as Int<-999, 999> = "0";
        },
        /// Damage of an element changes as long as the ability lasts.
        "element_mod" ElementMod {
            /// Which element.
            "NW-22" element: String as Element, required;
            /// Added to the damage.
            "NW-22" flat: i32 as Int<-9999, 9999> = "0";
            /// Percent of the running total, added to it.
            "NW-22" percent: i32 as Int<-100, 1000> = "0";
        },
        /// This status is not inflicted as long as the ability lasts.
        "immunity" Immunity(Status),
    } holds {
        /// These totals become critical, or stop being so.
        Critical { add: bool, numbers: Numbers },
        /// These totals become fumbles, or stop being so.
        Fumble { add: bool, numbers: Numbers },
        /// The target's enchantment of this name comes into force, or ends.
        Enchant { name: String, on: bool },
    } by {
        /// These totals become critical.
        "add_crit": Totals => |numbers| Effect::Critical { add: true, numbers };
        /// These totals are not critical any more.
        "remove_crit": Totals => |numbers| Effect::Critical { add: false, numbers };
        /// These totals become fumbles.
        "add_fumble": Totals => |numbers| Effect::Fumble { add: true, numbers };
        /// These totals are no fumbles any more.
        "remove_fumble": Totals => |numbers| Effect::Fumble { add: false, numbers };
        /// The target's enchantment of this name comes into force.
        "activate": Line => |name| Effect::Enchant { name, on: true };
        /// The target's enchantment of this name ends.
        "cancel": Line => |name| Effect::Enchant { name, on: false };
    }
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
    /// How many d6.
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

words! {
    /// What a modifier is lost with (NW-07).
    #[derive(Default)]
    pub enum ModifierClass {
        /// Kept on a fumble.
        Passive = "passive",
        /// Lost on a fumble.
        #[default]
        Active = "active",
    }

    /// Which of two rolls counts.
    #[derive(Default)]
    pub enum Keep {
        /// The second.
        #[default]
        New = "new",
        /// The better.
        Best = "best",
    }
}

/// Which bad statuses end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoveStatus {
    /// These: bit n is the status of number n.
    These(u8),
    /// This many of any kind, the worst first.
    Any(u8),
}

words! {
    /// How an effect moves its target.
    #[derive(Default)]
    pub enum MoveMode {
        /// On the ground, as in Normal Movement, where its D-move leads it.
        #[default]
        Walk = "walk",
        /// As `walk`, but through the air; it does not stay in flight.
        Fly = "fly",
        /// Where `walk` would lead it, without the way between.
        Teleport = "teleport",
        /// Straight away from the user, as far as it can go.
        Push = "push",
        /// Straight towards the user.
        Pull = "pull",
    }
}
