//! What is rolled for an ability, and the names of attributes and Judges.

use super::super::super::rulings::Attribute;
use super::super::AttackKind;

/// What is rolled for an ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AbilityJudge {
    /// Nothing: it works.
    #[default]
    None,
    /// A Judge of the user against a difficulty (NW-05).
    Difficulty {
        /// The user's attribute.
        attribute: AttributeId,
        /// What it has to reach.
        difficulty: i32,
    },
    /// A Judge of the user against one of each target: a conflict, in which the target wins ties.
    Against {
        /// The user's attribute.
        attribute: AttributeId,
        /// The target's.
        against: AttributeId,
    },
    /// An attack (NW-20 to NW-25); the effects follow for each target that was hit.
    Attack {
        /// Which pair is rolled to hit, and which attack attribute is used.
        hit_kind: AttackKind,
        /// Whether Defense or Magic Defense answers.
        damage_kind: AttackKind,
        /// Active modifier of the Hit Judge.
        hit_mod: i32,
        /// Active modifier of the Attack Judge.
        attack_mod: i32,
    },
}

/// An attribute that abilities, enchantments and loadouts may name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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
    pub const COUNT: usize = 18;
    /// All of them, by number.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Hit,
        Self::Dodge,
        Self::Attack,
        Self::Defense,
        Self::MagicHit,
        Self::Resistance,
        Self::MagicAttack,
        Self::MagicDefense,
        Self::ActionValue,
        Self::MovementPower,
        Self::Strength,
        Self::Skill,
        Self::Agility,
        Self::Spirit,
        Self::Knowledge,
        Self::Faith,
        Self::Perception,
        Self::Luck,
    ];
    /// The word of each in scenario files, by its number.
    pub const WORDS: [&'static str; Self::COUNT] = [
        "hit",
        "dodge",
        "attack",
        "defense",
        "magic_hit",
        "resistance",
        "magic_attack",
        "magic_defense",
        "action_value",
        "movement_power",
        "strength",
        "skill",
        "agility",
        "spirit",
        "knowledge",
        "faith",
        "perception",
        "luck",
    ];

    /// A basic attribute.
    #[must_use]
    pub fn basic(which: Attribute) -> Self {
        match which {
            Attribute::Strength => Self::Strength,
            Attribute::Skill => Self::Skill,
            Attribute::Agility => Self::Agility,
            Attribute::Spirit => Self::Spirit,
            Attribute::Knowledge => Self::Knowledge,
            Attribute::Faith => Self::Faith,
            Attribute::Perception => Self::Perception,
            Attribute::Luck => Self::Luck,
        }
    }
}

/// Which Judges an effect is about. `Hit` to `Defense` mean the magic Judge too where the attack
/// is magic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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
    pub const COUNT: usize = 11;
}
