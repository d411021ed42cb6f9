//! The numbers of the stat block that abilities and statuses can change.

use crate::data::setup::{CoreCarry, Movement, UnitSetup};
use fray_kit::sheet::declare::join;
use fray_kit::sheet::types::Int;
use fray_kit::{means, sheet, stats};

stats! {
    /// A number of the stat block that can change.
    #[expect(missing_docs, reason = "the names are the stat block's")]
    pub enum Stat of sheet: UnitSetup {
        Perception = "perception" => sheet.abilities.perception,
        Agility = "agility" => sheet.abilities.agility,
        Wisdom = "wisdom" => sheet.abilities.wisdom,
        Strength = "strength" => sheet.abilities.strength,
        LevelPerception = "level_perception" => sheet.levels.perception,
        LevelAgility = "level_agility" => sheet.levels.agility,
        LevelWisdom = "level_wisdom" => sheet.levels.wisdom,
        LevelStrength = "level_strength" => sheet.levels.strength,
        SkillMelee = "skill_melee" => sheet.skills.melee,
        SkillRanged = "skill_ranged" => sheet.skills.ranged,
        SkillJujutsu = "skill_jujutsu" => sheet.skills.jujutsu,
        SkillDefence = "skill_defence" => sheet.skills.defence,
        SkillResist = "skill_resist" => sheet.skills.resist,
        CoreBase = "core_base" => sheet.core_base,
        CoreCarry = "core_carry" => match sheet.core_carry { CoreCarry::Number(n) => n.into(), CoreCarry::All => 0 },
        Armour = "armour" => sheet.armour,
        /// Dice of the shield: small 1, large 2 (JU-63).
        Shield = "shield" => sheet.shield as i32,
        SpecialArmour = "special_armour" => sheet.special_armour,
        MachineLevel = "machine_level" => sheet.machine_level,
        RetreatDefence = "retreat_defence" => sheet.retreat_defence,
        Alert = "alert" => sheet.alert,
        RangedMod = "ranged_mod" => sheet.ranged_mod,
        MovingMod = "moving_mod" => sheet.moving_mod,
        /// Squares of the movement rating (JU-30).
        Movement = "movement" => match sheet.movement { Movement::Fast => 6, Movement::Normal => 5, Movement::Slow => 4 },
        DefenceMelee = "defence_melee" => sheet.defence.melee,
        DefenceRanged = "defence_ranged" => sheet.defence.ranged,
        DefenceJujutsu = "defence_jujutsu" => sheet.defence.jujutsu,
        /// `weapon.power` of every weapon.
        Power = "power" => 0,
        /// `weapon.damage` of every weapon.
        Damage = "damage" => 0,
        /// `weapon.range` of ranged and jujutsu weapons.
        Range = "range" => 0,
        /// Dice of every attack.
        AttackDice = "attack_dice" => 0,
        /// Dice of every defence.
        DefenceDice = "defence_dice" => 0,
        /// Dice of every damage roll, which the limit of JU-44 does not count.
        DamageDice = "damage_dice" => 0,
    }
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
    pub(super) struct ChangeSheet is "change" {
        /// Which value of the stat block.
        "JU-80" value: Stat, required;
        /// By how much.
        "JU-80" by: Int<-99, 99>;
        /// To what; what is added is added to it.
        "JU-80" to: Int<0, 99>;
    }
}

means! {
    ChangeSheet => Change, |read, node, key, problems| {
        let how = match (read.by, read.to) {
            (Some(by), None) => How::By(by.value as i8),
            (None, Some(to)) => How::To(to.value as i8),
            (Some(_), Some(to)) => {
                let message = "a value changes `by` something or `to` it, not both";
                problems.add(to.span, join(key, "to"), message);
                return None;
            }
            (None, None) => {
                if node.get("by").is_none() && node.get("to").is_none() {
                    problems.missing(node.span, key, "the change has no `by` and no `to`");
                }
                return None;
            }
        };
        Some(Change { stat: read.value?.value, how })
    };
}
