//! The effects of abilities, each declared once.

use crate::sheet::declare::{Read, Shape, refuse, value};
use crate::sheet::node::Node;
use crate::sheet::problem::Problems;
use crate::sheet::types::{Int, Line, List};
use crate::sheet::variants::{Nothing, Of};
use crate::{means, sheet, variants};

use super::super::setup::ability::{Effect, JudgeKind, Keep, ModifierClass, MoveMode, RemoveStatus};
use super::super::setup::{AttackKind, AttributeId, Numbers, Status};
use super::amount::AnyAmount;
use super::words::{AnyInflicted, Element, ElementOrNone, bits};

sheet! {
    /// A modifier of an attribute.
    pub(super) struct ModifyAttribute is "modifier" {
        /// Of which.
        "NW-07" name: AttributeId, required;
        /// What is added.
        "NW-07" amount: AnyAmount, required;
        /// Whether a fumble loses it.
        "NW-07" class: ModifierClass = "active";
    }
}

sheet! {
    /// An active modifier of Judges.
    pub(super) struct ModifyJudge is "modifier" {
        /// Of which Judges; `hit`, `dodge`, `attack` and `defense` are the magic ones too.
        "NW-07" which: JudgeKind = "all";
        /// What is added.
        "NW-07" amount: AnyAmount, required;
    }
}

sheet! {
    /// Dice added to Judges.
    pub(super) struct AddDice is "dice" {
        /// To which Judges.
        "NW-06" which: JudgeKind = "all";
        /// How many dice.
        "NW-06" n: Int<1, 20>, required;
    }
}

sheet! {
    /// A Judge that is rolled again.
    pub(super) struct Reroll is "reroll" {
        /// Which Judges.
        "NW-06" which: JudgeKind = "all";
        /// Whether the new roll counts, or the better one.
        "NW-06" keep: Keep = "new";
    }
}

sheet! {
    /// Damage without an attack.
    pub(super) struct Damage is "damage" {
        /// How much.
        "NW-53" amount: AnyAmount, required;
        /// Whether Defense or Magic Defense answers it.
        "NW-22" kind: AttackKind = "physical";
        /// Its element, or `none`.
        "NW-22" element: ElementOrNone = "none";
        /// Whether no Defense Judge is made.
        "NW-53" ignore_defense: bool = "false";
    }
}

sheet! {
    /// A change of damage between the Damage Roll and its subtraction.
    pub(super) struct ChangeDamage is "change" {
        /// What is added.
        "NW-22" add: AnyAmount = "0";
        /// Percent of the running total, added to it: 100 doubles, -50 halves.
        "NW-22" percent: Int<-100, 1000> = "0";
        /// Whether it is set to zero.
        "NW-22" set_zero: bool = "false";
    }
}

sheet! {
    /// So many statuses.
    pub(super) struct AnyStatuses is "statuses" {
        /// How many, the worst first.
        "NW-43" any: Int<1, 7>, required;
    }
}

sheet! {
    /// A movement of the target.
    pub(super) struct MoveTarget is "movement" {
        /// How many squares at most.
        "NW-37" steps: AnyAmount, required;
        /// How.
        "NW-37" mode: MoveMode = "walk";
        /// Whether the target has no say: withdrawal and statuses do not matter.
        "NW-37" forced: bool = "false";
    }
}

sheet! {
    /// A change of maxima.
    pub(super) struct ChangeMax is "change" {
        /// Of maximum HP.
        "NW-27" hp: Int<-9999, 9999> = "0";
        /// Of maximum MP.
        "NW-27, NW-33" mp: Int<-999, 999> = "0";
    }
}

sheet! {
    /// How damage of an element changes.
    pub(super) struct OfElement is "element modifier" {
        /// Which element.
        "NW-22" element: Element, required;
        /// Added to the damage.
        "NW-22" flat: Int<-9999, 9999> = "0";
        /// Percent of the running total, added to it.
        "NW-22" percent: Int<-100, 1000> = "0";
    }
}

means! {
    ModifyAttribute => Effect, |read| Some(Effect::ModifyAttribute {
        name: read.name?.value,
        amount: value(&read.amount),
        class: value(&read.class),
    });
    ModifyJudge => Effect, |read| Some(Effect::ModifyJudge { which: value(&read.which), amount: value(&read.amount) });
    AddDice => Effect, |read| Some(Effect::AddDice { which: value(&read.which), n: value(&read.n) as u8 });
    Reroll => Effect, |read| Some(Effect::Reroll { which: value(&read.which), keep: value(&read.keep) });
    Damage => Effect, |read| Some(Effect::Damage {
        amount: value(&read.amount),
        kind: value(&read.kind),
        element: value(&read.element),
        ignore_defense: value(&read.ignore_defense),
    });
    ChangeDamage => Effect, |read| Some(Effect::ChangeDamage {
        add: value(&read.add),
        percent: value(&read.percent),
        set_zero: value(&read.set_zero),
    });
    AnyStatuses => RemoveStatus, |read| Some(RemoveStatus::Any(read.any?.value as u8));
    MoveTarget => Effect, |read| Some(Effect::Move {
        steps: value(&read.steps),
        mode: value(&read.mode),
        forced: value(&read.forced),
    });
    ChangeMax => Effect, |read| Some(Effect::ChangeMax { hp: value(&read.hp), mp: value(&read.mp) });
    OfElement => Effect, |read| Some(Effect::ElementMod {
        element: value(&read.element),
        flat: value(&read.flat),
        percent: value(&read.percent),
    });
}

/// Totals of two dice.
#[derive(Debug)]
pub(super) struct Totals;

impl Read for Totals {
    type Out = Numbers;

    fn shape() -> Shape {
        List::<Int<2, 12>>::shape()
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Numbers> {
        let list = List::<Int<2, 12>>::read(node, key, problems)?;
        Some(Numbers(list.iter().fold(0, |set, total| set | 1 << total.value)))
    }
}

/// Which statuses end: a list of them, or so many.
#[derive(Debug)]
pub(super) struct Ending;

impl Read for Ending {
    type Out = RemoveStatus;

    fn shape() -> Shape {
        Shape::Either(vec![List::<Status>::shape(), Shape::Table(&AnyStatuses::INFO)])
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<RemoveStatus> {
        if node.as_table().is_some() {
            return <AnyStatuses as Read>::read(node, key, problems);
        }
        if node.as_list().is_none() {
            refuse(node, key, &Self::shape(), problems);
        }
        node.as_list()?;
        let statuses = List::<Status>::read(node, key, problems)?;
        Some(RemoveStatus::These(bits(&statuses)))
    }
}

variants! {
    /// One step of what an ability does.
    pub(super) struct AnyEffect is "an effect" of Effect {
        /// Changes an attribute as long as the ability lasts.
        "modify_attribute": Of<ModifyAttribute> => |effect| effect;
        /// An active modifier of Judges.
        "modify_judge": Of<ModifyJudge> => |effect| effect;
        /// Dice added to Judges, as prana would be.
        "add_dice": Of<AddDice> => |effect| effect;
        /// A Judge is rolled again.
        "reroll": Of<Reroll> => |effect| effect;
        /// A fumble becomes a plain number with all modifiers.
        "cancel_fumble": Nothing => |()| Effect::CancelFumble;
        /// These totals become critical.
        "add_crit": Of<Totals> => |numbers| Effect::Critical { add: true, numbers };
        /// These totals are not critical any more.
        "remove_crit": Of<Totals> => |numbers| Effect::Critical { add: false, numbers };
        /// These totals become fumbles.
        "add_fumble": Of<Totals> => |numbers| Effect::Fumble { add: true, numbers };
        /// These totals are no fumbles any more.
        "remove_fumble": Of<Totals> => |numbers| Effect::Fumble { add: false, numbers };
        /// Damage without an attack.
        "damage": Of<Damage> => |effect| effect;
        /// Changes damage between the Damage Roll and its subtraction.
        "change_damage": Of<ChangeDamage> => |effect| effect;
        /// The attack's element, or `none`.
        "set_element": Of<ElementOrNone> => Effect::SetElement;
        /// Which Defense answers the attack's damage.
        "set_damage_kind": Of<AttackKind> => Effect::SetDamageKind;
        /// HP regained.
        "heal_hp": Of<AnyAmount> => Effect::HealHp;
        /// MP regained.
        "restore_mp": Of<AnyAmount> => Effect::RestoreMp;
        /// MP lost.
        "drain_mp": Of<AnyAmount> => Effect::DrainMp;
        /// Prana gained.
        "gain_prana": Of<AnyAmount> => Effect::GainPrana;
        /// A bad status.
        "inflict": Of<AnyInflicted> => Effect::Inflict;
        /// Recovery from these bad statuses, or from `{ any = n }`.
        "remove_status": Of<Ending> => Effect::RemoveStatus;
        /// Out of Near Death with 1 HP, without bad statuses; in Clean-Up only.
        "lift_near_death": Nothing => |()| Effect::LiftNearDeath;
        /// The Action Count changes by this.
        "change_count": Of<AnyAmount> => Effect::ChangeCount;
        /// The Action Count becomes this.
        "set_count": Of<AnyAmount> => Effect::SetCount;
        /// The target moves.
        "move": Of<MoveTarget> => |effect| effect;
        /// User and target change places.
        "swap": Nothing => |()| Effect::Swap;
        /// The target takes off.
        "take_off": Nothing => |()| Effect::TakeOff;
        /// The target lands.
        "land": Nothing => |()| Effect::Land;
        /// Leaving a hindered square costs so much more, or less if negative.
        "withdraw_cost": Of<AnyAmount> => Effect::WithdrawCost;
        /// Covers cost no Action Count.
        "cover_free": Nothing => |()| Effect::CoverFree;
        /// The target makes one more attack at once.
        "extra_attack": Nothing => |()| Effect::ExtraAttack;
        /// The targets, of a `command_group`, take a Main at once.
        "command": Nothing => |()| Effect::Command;
        /// The target's enchantment of this name comes into force.
        "activate": Of<Line> => |name| Effect::Enchant { name, on: true };
        /// The target's enchantment of this name ends.
        "cancel": Of<Line> => |name| Effect::Enchant { name, on: false };
        /// The target wears its loadout of this name.
        "change_loadout": Of<Line> => Effect::ChangeLoadout;
        /// Maxima change as long as the ability lasts.
        "change_max": Of<ChangeMax> => |effect| effect;
        /// Damage of an element changes as long as the ability lasts.
        "element_mod": Of<OfElement> => |effect| effect;
        /// This status is not inflicted as long as the ability lasts.
        "immunity": Of<Status> => Effect::Immunity;
    }
}

/// The word of an effect that goes on as long as the ability lasts; `None`, if it is done at once.
pub(super) fn lasting(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::ModifyAttribute { .. } => Some("modify_attribute"),
        Effect::ModifyJudge { .. } => Some("modify_judge"),
        Effect::AddDice { .. } => Some("add_dice"),
        Effect::Critical { add: true, .. } => Some("add_crit"),
        Effect::Critical { add: false, .. } => Some("remove_crit"),
        Effect::Fumble { add: true, .. } => Some("add_fumble"),
        Effect::Fumble { add: false, .. } => Some("remove_fumble"),
        Effect::WithdrawCost(_) => Some("withdraw_cost"),
        Effect::CoverFree => Some("cover_free"),
        Effect::ChangeMax { .. } => Some("change_max"),
        Effect::ElementMod { .. } => Some("element_mod"),
        Effect::Immunity(_) => Some("immunity"),
        Effect::Reroll { .. }
        | Effect::CancelFumble
        | Effect::Damage { .. }
        | Effect::ChangeDamage { .. }
        | Effect::SetElement(_)
        | Effect::SetDamageKind(_)
        | Effect::HealHp(_)
        | Effect::RestoreMp(_)
        | Effect::DrainMp(_)
        | Effect::GainPrana(_)
        | Effect::Inflict(_)
        | Effect::RemoveStatus(_)
        | Effect::LiftNearDeath
        | Effect::ChangeCount(_)
        | Effect::SetCount(_)
        | Effect::Move { .. }
        | Effect::Swap
        | Effect::TakeOff
        | Effect::Land
        | Effect::ExtraAttack
        | Effect::Command
        | Effect::Enchant { .. }
        | Effect::ChangeLoadout(_) => None,
    }
}

/// Whether an effect is about a Judge that is about to be rolled.
pub(super) fn shapes_a_judge(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::ModifyJudge { .. } | Effect::AddDice { .. } | Effect::Critical { .. } | Effect::Fumble { .. }
    )
}

/// Whether an effect is about a Judge that was rolled.
pub(super) fn mends_a_judge(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Reroll { .. } | Effect::CancelFumble | Effect::ModifyJudge { .. } | Effect::AddDice { .. }
    )
}
