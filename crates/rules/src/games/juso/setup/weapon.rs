//! What attacks are made with: weapons and jujutsu (JU-41, JU-46 to JU-50).

use super::Attribute;
use crate::words;

words! {
    /// What an attack is made with, and so what answers it (JU-41).
    #[derive(Default)]
    pub enum AttackKind {
        /// Melee: against the agility defence value; agility or body defence.
        #[default]
        Melee = "melee",
        /// Ranged: against the perception defence value; perception defence.
        Ranged = "ranged",
        /// Jujutsu: against the resistance value; resistance.
        Jujutsu = "jujutsu",
    }
}

/// How far something reaches, in columns of difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// This many, 0 to 13.
    Squares(u8),
    /// Close: 1 (JU-29).
    Close,
    /// Mid: `core_base` squares (JU-53).
    Mid,
    /// Far: `core_base` + perception squares (JU-53).
    Far,
}

/// A weapon, or a jujutsu attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its name; may be empty.
    pub name: String,
    /// Melee, ranged or jujutsu. Melee reaches 1 whatever `reach` says (JU-45).
    pub kind: AttackKind,
    /// Fists and kicks (JU-48): without `ability` the better of strength and agility, without
    /// `damage` the ruling `unarmed_damage`.
    pub unarmed: bool,
    /// Whether an attack throws it: `ranged_short` of the catalogue (JU-50).
    pub thrown: bool,
    /// The ability of a PC's pool; without it strength, perception or wisdom by kind.
    pub ability: Option<Attribute>,
    /// Own damage dice, or effect dice of jujutsu, 0 to 12; 0 without it.
    pub damage: Option<i32>,
    /// Attack dice of an enemy, 0 to 15.
    pub power: i32,
    /// Its range, ranged and jujutsu.
    pub reach: Reach,
    /// Hands: 1 or 2.
    pub hands: u8,
    /// Whether it is an area jujutsu (JU-54).
    pub area: bool,
    /// The most effect dice of a jujutsu attack, 0 to 40 (JU-55).
    pub effect_cap: Option<i32>,
}

impl Default for Weapon {
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: AttackKind::Melee,
            unarmed: false,
            thrown: false,
            ability: None,
            damage: None,
            power: 0,
            reach: Reach::Close,
            hands: 1,
            area: false,
            effect_cap: None,
        }
    }
}

/// The weapons that the game has names for (JU-46 to JU-50): the key `weapon.catalogue`. Keys
/// that stand beside it win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the ledger's")]
pub enum Catalogue {
    LightSmall,
    LightMedium,
    HeavyMedium,
    HeavyLarge,
    MeleeMedium,
    LightSmallStrength,
    LightMediumStrength,
    RangedShort,
    RangedMedium,
    RangedLong,
    Unarmed,
}

impl Catalogue {
    /// Every entry with its name in a file.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("light_small", Self::LightSmall),
        ("light_medium", Self::LightMedium),
        ("heavy_medium", Self::HeavyMedium),
        ("heavy_large", Self::HeavyLarge),
        ("melee_medium", Self::MeleeMedium),
        ("light_small_strength", Self::LightSmallStrength),
        ("light_medium_strength", Self::LightMediumStrength),
        ("ranged_short", Self::RangedShort),
        ("ranged_medium", Self::RangedMedium),
        ("ranged_long", Self::RangedLong),
        ("unarmed", Self::Unarmed),
    ];

    /// JU-47: whether only the prose knows it; `weapon_catalogue = table` does without it.
    #[must_use]
    pub fn is_of_prose(self) -> bool {
        matches!(self, Self::MeleeMedium | Self::LightSmallStrength | Self::LightMediumStrength)
    }

    /// The weapon, without a name. A short ranged weapon does the damage of the weapon thrown,
    /// which a file says; 2 dice here (JU-50).
    #[must_use]
    pub fn weapon(self) -> Weapon {
        let melee = |ability, hands, damage| Weapon {
            ability: Some(ability),
            hands,
            damage: Some(damage),
            ..Weapon::default()
        };
        let ranged = |range, damage| Weapon {
            kind: AttackKind::Ranged,
            ability: Some(Attribute::Perception),
            reach: Reach::Squares(range),
            damage: Some(damage),
            ..Weapon::default()
        };
        match self {
            Self::LightSmall => melee(Attribute::Agility, 1, 2),
            Self::LightMedium => melee(Attribute::Agility, 1, 3),
            Self::HeavyMedium => melee(Attribute::Strength, 2, 5),
            Self::HeavyLarge => melee(Attribute::Strength, 2, 6),
            Self::MeleeMedium => melee(Attribute::Strength, 1, 4),
            Self::LightSmallStrength => melee(Attribute::Strength, 1, 2),
            Self::LightMediumStrength => melee(Attribute::Strength, 1, 3),
            Self::RangedShort => Weapon { thrown: true, ..ranged(2, 2) },
            Self::RangedMedium => ranged(5, 4),
            Self::RangedLong => ranged(10, 5),
            Self::Unarmed => Weapon { unarmed: true, ..Weapon::default() },
        }
    }
}
