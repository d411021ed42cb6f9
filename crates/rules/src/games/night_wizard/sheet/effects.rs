//! Values of effects that have a form of their own, and which effects belong to which moment.

use crate::sheet::declare::{Read, Shape, refuse};
use crate::sheet::node::Node;
use crate::sheet::problem::Problems;
use crate::sheet::types::{Int, List};
use crate::{means, sheet};

use super::super::setup::ability::{Effect, RemoveStatus};
use super::super::setup::{Numbers, Status};
use super::words::bits;

sheet! {
    /// So many statuses.
    pub(super) struct AnyStatuses is "statuses" {
        /// How many, the worst first.
        "NW-43" any: Int<1, 7>, required;
    }
}

means! {
    AnyStatuses => RemoveStatus, |read| Some(RemoveStatus::Any(read.any?.value as u8));
}

/// Totals of two dice.
#[derive(Debug)]
pub(crate) struct Totals;

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

/// Which statuses end: a list of them, or a number.
#[derive(Debug)]
pub(crate) struct Ending;

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
