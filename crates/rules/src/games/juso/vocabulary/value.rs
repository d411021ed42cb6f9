//! The numbers of the stat block that abilities and statuses can change.

use crate::sheet::declare::{Read, Shape, join};
use crate::sheet::node::Node;
use crate::sheet::problem::Problems;
use crate::sheet::types::Int;
use crate::{sheet, words};

words! {
    /// A number of the stat block that can change.
    #[expect(missing_docs, reason = "the names are the stat block's")]
    pub enum Stat {
        Perception = "perception",
        Agility = "agility",
        Wisdom = "wisdom",
        Strength = "strength",
        LevelPerception = "level_perception",
        LevelAgility = "level_agility",
        LevelWisdom = "level_wisdom",
        LevelStrength = "level_strength",
        SkillMelee = "skill_melee",
        SkillRanged = "skill_ranged",
        SkillJujutsu = "skill_jujutsu",
        SkillDefence = "skill_defence",
        SkillResist = "skill_resist",
        CoreBase = "core_base",
        CoreCarry = "core_carry",
        Armour = "armour",
        /// Dice of the shield.
        Shield = "shield",
        SpecialArmour = "special_armour",
        MachineLevel = "machine_level",
        RetreatDefence = "retreat_defence",
        Alert = "alert",
        RangedMod = "ranged_mod",
        MovingMod = "moving_mod",
        /// Squares of the movement rating.
        Movement = "movement",
        DefenceMelee = "defence_melee",
        DefenceRanged = "defence_ranged",
        DefenceJujutsu = "defence_jujutsu",
        /// `weapon.power` of every weapon.
        Power = "power",
        /// `weapon.damage` of every weapon.
        Damage = "damage",
        /// `weapon.range` of ranged and jujutsu weapons.
        Range = "range",
        /// Dice of every attack.
        AttackDice = "attack_dice",
        /// Dice of every defence.
        DefenceDice = "defence_dice",
        /// Dice of every damage roll, which the limit of JU-44 does not count.
        DamageDice = "damage_dice",
    }
}

impl Stat {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();
}

/// A change of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Of what.
    pub stat: Stat,
    /// How.
    pub how: How,
}

/// How a value changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By this much, -99 to 99.
    By(i8),
    /// To this, 0 to 99; what is added is added to it.
    To(i8),
}

sheet! {
    /// A change of a value: `by` or `to`.
    struct ChangeSheet is "change" {
        /// Which value of the stat block.
        "JU-80" value: Stat, required;
        /// By how much.
        "JU-80" by: Int<-99, 99>;
        /// To what; what is added is added to it.
        "JU-80" to: Int<0, 99>;
    }
}

impl Read for Change {
    type Out = Self;

    fn shape() -> Shape {
        Shape::Table(&ChangeSheet::INFO)
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<Self> {
        let read = ChangeSheet::of_value(node, key, problems)?;
        let how = match (read.by, read.to) {
            (Some(by), None) => How::By(by.value as i8),
            (None, Some(to)) => How::To(to.value as i8),
            (Some(_), Some(to)) => {
                let message = "a value changes `by` something or `to` it, not both";
                problems.add(to.span, join(key, "to"), message);
                return None;
            }
            (None, None) => {
                let has = |key| node.as_table().is_some_and(|table| table.get(key).is_some());
                if !has("by") && !has("to") {
                    problems.missing(node.span, key, "the change has no `by` and no `to`");
                }
                return None;
            }
        };
        Some(Change { stat: read.value?.value, how })
    }
}
