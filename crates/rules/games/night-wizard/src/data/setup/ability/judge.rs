//! The rolls of abilities, and the names of attributes and Judges.

use super::super::{AttackKind, UnitSetup};
use fray_kit::sheet::types::Int;
use fray_kit::{Choices, Words};

/// What is rolled for an ability, as a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Choices)]
#[choices("a Judge")]
pub enum AbilityJudge {
    /// Nothing: it works.
    #[default]
    None,
    /// An attack; the effects follow for each target that was hit.
    Attack {
        /// Which pair is rolled to hit, and which attack attribute is used.
        #[key("NW-20, NW-23", default = "physical")]
        hit_kind: AttackKind,
        /// Whether Defense or Magic Defense answers the damage; as `hit_kind`, if nothing is said.
        #[key("NW-22, NW-23", computed = hit_kind)]
        damage_kind: AttackKind,
        /// Active modifier of the Hit Judge.
        #[key("NW-07", reads = Int<-50, 99>, default = "0")]
        hit_mod: i32,
        /// Active modifier of the Attack Judge.
        #[key("NW-07", reads = Int<-50, 99>, default = "0")]
        attack_mod: i32,
    },
    /// A Judge of the user's attribute against a difficulty (NW-05).
    #[choice(unread)]
    #[allow(missing_docs, reason = "the sentence names them")]
    Difficulty { attribute: AttributeId, difficulty: i32 },
    /// A Judge of the user's attribute against one of each target: a conflict, in which the target wins
    /// ties.
    #[choice(unread)]
    #[allow(missing_docs, reason = "the sentence names them")]
    Against { attribute: AttributeId, against: AttributeId },
}

/// An attribute that abilities, enchantments and loadouts may name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum AttributeId {
    #[default]
    Hit,
    Dodge,
    Attack,
    Defense,
    MagicHit,
    Resistance,
    MagicAttack,
    MagicDefense,
    ActionValue,
    MovementPower,
    Strength,
    Skill,
    Agility,
    Spirit,
    Knowledge,
    Faith,
    Perception,
    Luck,
}

impl AttributeId {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// The number that a stat block has for it.
    #[must_use]
    pub fn of(self, unit: &UnitSetup) -> i32 {
        match self {
            Self::Hit => unit.hit,
            Self::Dodge => unit.dodge,
            Self::Attack => unit.attack,
            Self::Defense => unit.defense,
            Self::MagicHit => unit.magic_hit,
            Self::Resistance => unit.resistance,
            Self::MagicAttack => unit.magic_attack,
            Self::MagicDefense => unit.magic_defense,
            Self::ActionValue => unit.action_value,
            Self::MovementPower => unit.movement_power,
            Self::Strength => unit.strength,
            Self::Skill => unit.skill,
            Self::Agility => unit.agility,
            Self::Spirit => unit.spirit,
            Self::Knowledge => unit.knowledge,
            Self::Faith => unit.faith,
            Self::Perception => unit.perception,
            Self::Luck => unit.luck,
        }
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

/// Which Judges an effect is about. `Hit` to `Defense` mean the magic Judge too where the attack
/// is magic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
#[repr(u8)]
pub enum JudgeKind {
    /// Every Judge.
    #[default]
    All,
    /// Hit, or Magic Hit.
    Hit,
    /// Dodge, or Resistance.
    Dodge,
    /// Attack, or Magic Attack.
    Attack,
    /// Defense, or Magic Defense.
    Defense,
    /// The Action Count Judge (NW-11).
    ActionCount,
    /// The Mortality Judge (NW-30).
    Mortality,
    /// The Judge to wake up (NW-44).
    Waking,
    /// The Agility Judge of All-Out Movement (NW-39).
    AllOut,
    /// Appearance Judges (NW-09).
    Appearance,
    /// The Judges of abilities (NW-53).
    Ability,
}

impl JudgeKind {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();
}
