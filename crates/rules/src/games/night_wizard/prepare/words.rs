//! What effects and attributes say by themselves.

use crate::games::night_wizard::setup::AttackKind;
use crate::games::night_wizard::setup::ability::{AttributeId, JudgeKind};

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
