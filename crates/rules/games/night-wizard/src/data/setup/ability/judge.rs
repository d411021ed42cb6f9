//! What is rolled for an ability, and the names of attributes and Judges.

use super::super::{AttackKind, UnitSetup};
use fray_kit::sheet::types::Int;
use fray_kit::{choices, stats, words};

choices! {
    /// What is rolled for an ability, as a word.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum AbilityJudge is "a Judge" {
        /// Nothing: it works.
        "none" None = default,
        /// An attack; the effects follow for each target that was hit.
        "attack" Attack {
            /// Which pair is rolled to hit, and which attack attribute is used.
            "NW-20, NW-23" hit_kind: AttackKind = "physical";
            /// Whether Defense or Magic Defense answers the damage; as `hit_kind`, if nothing is said.
            "NW-22, NW-23" damage_kind: AttackKind = (hit_kind);
            /// Active modifier of the Hit Judge.
            "NW-07" hit_mod: i32 as Int<-50, 99> = "0";
            /// Active modifier of the Attack Judge.
            "NW-07" attack_mod: i32 as Int<-50, 99> = "0";
        },
    } holds {
        /// A Judge of the user's attribute against a difficulty (NW-05).
        Difficulty { attribute: AttributeId, difficulty: i32 },
        /// A Judge of the user's attribute against one of each target: a conflict, in which the target wins
        /// ties.
        Against { attribute: AttributeId, against: AttributeId },
    } by {}
}

stats! {
    /// An attribute that abilities, enchantments and loadouts may name.
    #[derive(Default)]
    #[repr(u8)]
    #[expect(missing_docs, reason = "the names say it")]
    pub enum AttributeId of unit: UnitSetup {
        #[default]
        Hit = "hit" => unit.hit,
        Dodge = "dodge" => unit.dodge,
        Attack = "attack" => unit.attack,
        Defense = "defense" => unit.defense,
        MagicHit = "magic_hit" => unit.magic_hit,
        Resistance = "resistance" => unit.resistance,
        MagicAttack = "magic_attack" => unit.magic_attack,
        MagicDefense = "magic_defense" => unit.magic_defense,
        ActionValue = "action_value" => unit.action_value,
        MovementPower = "movement_power" => unit.movement_power,
        Strength = "strength" => unit.strength,
        Skill = "skill" => unit.skill,
        Agility = "agility" => unit.agility,
        Spirit = "spirit" => unit.spirit,
        Knowledge = "knowledge" => unit.knowledge,
        Faith = "faith" => unit.faith,
        Perception = "perception" => unit.perception,
        Luck = "luck" => unit.luck,
    }
}

impl AttributeId {
    /// Returns which attributes an attack of a kind rolls: to hit and to hurt, and what answers each.
    #[inline(always)]
    #[must_use]
    pub const fn of_attack(kind: AttackKind) -> [Self; 4] {
        match kind {
            AttackKind::Physical => [Self::Hit, Self::Dodge, Self::Attack, Self::Defense],
            AttackKind::Magic => [Self::MagicHit, Self::Resistance, Self::MagicAttack, Self::MagicDefense],
        }
    }

    /// The Judge that it is rolled for.
    #[must_use]
    pub fn judge(self) -> JudgeKind {
        match self {
            Self::Hit | Self::MagicHit => JudgeKind::Hit,
            Self::Dodge | Self::Resistance => JudgeKind::Dodge,
            Self::Attack | Self::MagicAttack => JudgeKind::Attack,
            Self::Defense | Self::MagicDefense => JudgeKind::Defense,
            Self::ActionValue => JudgeKind::ActionCount,
            _ => JudgeKind::All,
        }
    }
}

words! {
    /// Which Judges an effect is about. `Hit` to `Defense` mean the magic Judge too where the attack
    /// is magic.
    #[derive(Default)]
    #[repr(u8)]
    pub enum JudgeKind {
        /// Every Judge.
        #[default]
        All = "all",
        /// Hit, or Magic Hit.
        Hit = "hit",
        /// Dodge, or Resistance.
        Dodge = "dodge",
        /// Attack, or Magic Attack.
        Attack = "attack",
        /// Defense, or Magic Defense.
        Defense = "defense",
        /// The Action Count Judge (NW-11).
        ActionCount = "action_count",
        /// The Mortality Judge (NW-30).
        Mortality = "mortality",
        /// The Judge to wake up (NW-44).
        Waking = "waking",
        /// The Agility Judge of All-Out Movement (NW-39).
        AllOut = "all_out",
        /// Appearance Judges (NW-09).
        Appearance = "appearance",
        /// The Judges of abilities (NW-53).
        Ability = "ability",
    }
}

impl JudgeKind {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();
}
