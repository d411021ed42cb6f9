//! The numbers of the stat block that abilities and statuses can change.

use crate::data::setup::{CoreCarry, Movement, UnitSetup};
use fray_kit::sheet::declare::{Given, join};
use fray_kit::sheet::types::Int;
use fray_kit::{Sheet, Words, means};

/// A number of the stat block that can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names are the stat block's")]
pub enum Stat {
    Perception,
    Agility,
    Wisdom,
    Strength,
    LevelPerception,
    LevelAgility,
    LevelWisdom,
    LevelStrength,
    SkillMelee,
    SkillRanged,
    SkillJujutsu,
    SkillDefence,
    SkillResist,
    CoreBase,
    CoreCarry,
    Armour,
    /// Dice of the shield: small 1, large 2 (JU-63).
    Shield,
    SpecialArmour,
    MachineLevel,
    RetreatDefence,
    Alert,
    RangedMod,
    MovingMod,
    /// Squares of the movement rating (JU-30).
    Movement,
    DefenceMelee,
    DefenceRanged,
    DefenceJujutsu,
    /// `weapon.power` of every weapon.
    Power,
    /// `weapon.damage` of every weapon.
    Damage,
    /// `weapon.range` of ranged and jujutsu weapons.
    Range,
    /// Dice of every attack.
    AttackDice,
    /// Dice of every defence.
    DefenceDice,
    /// Dice of every damage roll, which the limit of JU-44 does not count.
    DamageDice,
}

impl Stat {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// The number that a stat block has for it.
    #[must_use]
    pub fn of(self, sheet: &UnitSetup) -> i32 {
        match self {
            Self::Perception => sheet.abilities.perception,
            Self::Agility => sheet.abilities.agility,
            Self::Wisdom => sheet.abilities.wisdom,
            Self::Strength => sheet.abilities.strength,
            Self::LevelPerception => sheet.levels.perception,
            Self::LevelAgility => sheet.levels.agility,
            Self::LevelWisdom => sheet.levels.wisdom,
            Self::LevelStrength => sheet.levels.strength,
            Self::SkillMelee => sheet.skills.melee,
            Self::SkillRanged => sheet.skills.ranged,
            Self::SkillJujutsu => sheet.skills.jujutsu,
            Self::SkillDefence => sheet.skills.defence,
            Self::SkillResist => sheet.skills.resist,
            Self::CoreBase => sheet.core_base,
            Self::CoreCarry => match sheet.core_carry {
                CoreCarry::Number(n) => n.into(),
                CoreCarry::All => 0,
            },
            Self::Armour => sheet.armour,
            Self::Shield => sheet.shield as i32,
            Self::SpecialArmour => sheet.special_armour,
            Self::MachineLevel => sheet.machine_level,
            Self::RetreatDefence => sheet.retreat_defence,
            Self::Alert => sheet.alert,
            Self::RangedMod => sheet.ranged_mod,
            Self::MovingMod => sheet.moving_mod,
            Self::Movement => match sheet.movement {
                Movement::Fast => 6,
                Movement::Normal => 5,
                Movement::Slow => 4,
            },
            Self::DefenceMelee => sheet.defence.melee,
            Self::DefenceRanged => sheet.defence.ranged,
            Self::DefenceJujutsu => sheet.defence.jujutsu,
            Self::Power => 0,
            Self::Damage => 0,
            Self::Range => 0,
            Self::AttackDice => 0,
            Self::DefenceDice => 0,
            Self::DamageDice => 0,
        }
    }
}

/// A change of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Of what.
    pub stat: Stat,
    /// The way in which it changes.
    pub how: How,
}

/// The way in which a value changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By this much, -99 to 99.
    By(i8),
    /// To this, 0 to 99; what is added is added to it.
    To(i8),
}

/// A change of a value: `by` or `to`.
#[derive(Debug, Default, Sheet)]
#[sheet("change")]
pub(super) struct ChangeSheet {
    /// Which value of the stat block.
    #[key("JU-80", required)]
    pub(super) value: Given<Stat>,
    /// By how much.
    #[key("JU-80")]
    pub(super) by: Given<Int<-99, 99>>,
    /// To what; what is added is added to it.
    #[key("JU-80")]
    pub(super) to: Given<Int<0, 99>>,
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
