//! What effects and attributes say by themselves.

use crate::games::night_wizard::setup::AttackKind;
use crate::games::night_wizard::setup::ability::{Amount, AttributeId, Effect, JudgeKind};

/// The Judge that an attribute is rolled for.
pub(super) fn kind_of(name: AttributeId) -> JudgeKind {
    match name {
        AttributeId::Hit | AttributeId::MagicHit => JudgeKind::Hit,
        AttributeId::Dodge | AttributeId::Resistance => JudgeKind::Dodge,
        AttributeId::Attack | AttributeId::MagicAttack => JudgeKind::Attack,
        AttributeId::Defense | AttributeId::MagicDefense => JudgeKind::Defense,
        AttributeId::ActionValue => JudgeKind::ActionCount,
        _ => JudgeKind::All,
    }
}

/// The amount of an effect, if it has one.
pub(super) fn amount_of(effect: &Effect) -> Option<Amount> {
    match *effect {
        Effect::ModifyAttribute { amount, .. }
        | Effect::ModifyJudge { amount, .. }
        | Effect::Damage { amount, .. }
        | Effect::ChangeDamage { add: amount, .. }
        | Effect::HealHp(amount)
        | Effect::RestoreMp(amount)
        | Effect::DrainMp(amount)
        | Effect::GainPrana(amount)
        | Effect::ChangeCount(amount)
        | Effect::SetCount(amount)
        | Effect::Move { steps: amount, .. }
        | Effect::WithdrawCost(amount) => Some(amount),
        _ => None,
    }
}

impl Effect {
    /// Whether it is in force for a time rather than done at once.
    pub(super) fn is_lasting(&self) -> bool {
        matches!(
            self,
            Self::ModifyAttribute { .. }
                | Self::ModifyJudge { .. }
                | Self::AddDice { .. }
                | Self::Critical { .. }
                | Self::Fumble { .. }
                | Self::ChangeDamage { .. }
                | Self::SetElement(_)
                | Self::SetDamageKind(_)
                | Self::WithdrawCost(_)
                | Self::CoverFree
                | Self::ChangeMax { .. }
                | Self::ElementMod { .. }
                | Self::Immunity(_)
        )
    }
}

/// Which attributes an attack of a kind rolls: to hit and to hurt, and what answers them.
#[inline(always)]
pub(in crate::games::night_wizard) const fn attributes(kind: AttackKind) -> [AttributeId; 4] {
    match kind {
        AttackKind::Physical => {
            [AttributeId::Hit, AttributeId::Dodge, AttributeId::Attack, AttributeId::Defense]
        }
        AttackKind::Magic => [
            AttributeId::MagicHit,
            AttributeId::Resistance,
            AttributeId::MagicAttack,
            AttributeId::MagicDefense,
        ],
    }
}
