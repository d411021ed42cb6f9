//! The numbers of the stat block that abilities and statuses can change.

/// A number of the stat block that can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Dice of the shield.
    Shield,
    SpecialArmour,
    MachineLevel,
    RetreatDefence,
    Alert,
    RangedMod,
    MovingMod,
    /// Squares of the movement rating.
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
    pub const COUNT: usize = 33;
    /// Every value with its name in a file.
    pub const ALL: [(&'static str, Self); Self::COUNT] = [
        ("perception", Self::Perception),
        ("agility", Self::Agility),
        ("wisdom", Self::Wisdom),
        ("strength", Self::Strength),
        ("level_perception", Self::LevelPerception),
        ("level_agility", Self::LevelAgility),
        ("level_wisdom", Self::LevelWisdom),
        ("level_strength", Self::LevelStrength),
        ("skill_melee", Self::SkillMelee),
        ("skill_ranged", Self::SkillRanged),
        ("skill_jujutsu", Self::SkillJujutsu),
        ("skill_defence", Self::SkillDefence),
        ("skill_resist", Self::SkillResist),
        ("core_base", Self::CoreBase),
        ("core_carry", Self::CoreCarry),
        ("armour", Self::Armour),
        ("shield", Self::Shield),
        ("special_armour", Self::SpecialArmour),
        ("machine_level", Self::MachineLevel),
        ("retreat_defence", Self::RetreatDefence),
        ("alert", Self::Alert),
        ("ranged_mod", Self::RangedMod),
        ("moving_mod", Self::MovingMod),
        ("movement", Self::Movement),
        ("defence_melee", Self::DefenceMelee),
        ("defence_ranged", Self::DefenceRanged),
        ("defence_jujutsu", Self::DefenceJujutsu),
        ("power", Self::Power),
        ("damage", Self::Damage),
        ("range", Self::Range),
        ("attack_dice", Self::AttackDice),
        ("defence_dice", Self::DefenceDice),
        ("damage_dice", Self::DamageDice),
    ];
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
