//! Weapons and jujutsu, with which attacks are made (JU-41, JU-46 to JU-50).

use super::Attribute;
use fray_kit::sheet::types::{Int, IntOrNone, Name};
use fray_kit::{Words, either, stat_block};

/// What an attack is made with, and so what answers it (JU-41).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AttackKind {
    /// Melee: against the agility defence value; agility or body defence.
    #[default]
    Melee,
    /// Ranged: against the perception defence value; perception defence.
    Ranged,
    /// Jujutsu: against the resistance value; resistance.
    Jujutsu,
}

/// A reach, in columns of difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// This many, 0 to 13.
    Squares(u8),
    /// Close: 1 (JU-29).
    #[default]
    Close,
    /// Mid: `core_base` squares (JU-53).
    Mid,
    /// Far: `core_base` + perception squares (JU-53).
    Far,
    /// The whole board.
    Any,
}

either! {
    /// How far a weapon reaches.
    struct WeaponRange of Reach {
        Int<0, 13> => |n| Reach::Squares(n as u8),
        "mid" => Reach::Mid,
        "far" => Reach::Far,
        "close" => Reach::Close,
    }
}

stat_block! {
    /// A weapon or a jujutsu attack of Juso.
    pub struct Weapon is "weapon";
    [fields {
        /// Its name; the ID, if nothing is said.
        "JU-42" name: String as Name, required;
        /// A weapon of the game, which fills in the other keys; those that are given win.
        "JU-46, JU-47, JU-48, JU-50" catalogue: Option<Catalogue> as Catalogue;
        /// What it is: reach, defence and skill follow from it.
        "JU-45, JU-49, JU-53" kind: AttackKind = (Weapon::of(catalogue).kind);
        /// The ability of a PC's pool; strength, perception or wisdom by kind, if nothing is said.
        "JU-45" ability: Option<Attribute> as Attribute = (Weapon::of(catalogue).ability);
        /// Its damage dice; of a jujutsu attack its own effect dice.
        "JU-46, JU-50, JU-55" damage: Option<i32> as Int<0, 12> = (Weapon::of(catalogue).damage);
        /// The attack dice of an enemy that uses it.
        "JU-43" power: i32 as Int<0, 15> = (0);
        /// How many squares it reaches; 1, if nothing is said. A PC's jujutsu may say how far by its class.
        "JU-50, JU-53" range: Reach as WeaponRange = (Weapon::of(catalogue).range);
        /// How many hands it takes; with two there is none for a shield.
        "JU-63" hands: u8 as Int<1, 2> = (Weapon::of(catalogue).hands);
        /// Whether it strikes everybody on a square.
        "JU-54" area: bool = "false";
        /// The most effect dice of a jujutsu attack.
        "JU-55" effect_cap: Option<i32> as IntOrNone<0, 40> = "none";
    }]
}

impl Default for Weapon {
    fn default() -> Self {
        Self {
            name: String::new(),
            catalogue: None,
            kind: AttackKind::Melee,
            ability: None,
            damage: None,
            power: 0,
            range: Reach::Close,
            hands: 1,
            area: false,
            effect_cap: None,
        }
    }
}

impl Weapon {
    /// Returns the values of a weapon of this name where a file gives no others. A short ranged weapon does
    /// the damage of the weapon thrown, which a file says; 2 dice here (JU-50).
    fn of(catalogue: Option<Catalogue>) -> Self {
        use Catalogue as Is;
        let melee = |ability, hands, damage| Self {
            catalogue,
            ability: Some(ability),
            hands,
            damage: Some(damage),
            ..Self::default()
        };
        let ranged = |range, damage| Self {
            kind: AttackKind::Ranged,
            range: Reach::Squares(range),
            ..melee(Attribute::Perception, 1, damage)
        };
        match catalogue {
            None => Self::default(),
            Some(Is::LightSmall) => melee(Attribute::Agility, 1, 2),
            Some(Is::LightMedium) => melee(Attribute::Agility, 1, 3),
            Some(Is::HeavyMedium) => melee(Attribute::Strength, 2, 5),
            Some(Is::HeavyLarge) => melee(Attribute::Strength, 2, 6),
            Some(Is::MeleeMedium) => melee(Attribute::Strength, 1, 4),
            Some(Is::LightSmallStrength) => melee(Attribute::Strength, 1, 2),
            Some(Is::LightMediumStrength) => melee(Attribute::Strength, 1, 3),
            Some(Is::RangedShort) => ranged(2, 2),
            Some(Is::RangedMedium) => ranged(5, 4),
            Some(Is::RangedLong) => ranged(10, 5),
            Some(Is::Unarmed) => Self { catalogue, ..Self::default() },
        }
    }

    /// Returns whether it is fists and kicks (JU-48): without `ability` the better of strength and agility, without
    /// `damage` the ruling `unarmed_damage`.
    #[must_use]
    pub fn is_unarmed(&self) -> bool {
        self.catalogue == Some(Catalogue::Unarmed)
    }

    /// Returns whether an attack throws it (JU-50).
    #[must_use]
    pub fn is_thrown(&self) -> bool {
        self.catalogue == Some(Catalogue::RangedShort)
    }
}

/// The weapons that the game has names for (JU-46 to JU-50).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
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
    /// JU-47: whether only the prose knows it; `weapon_catalogue = table` does without it.
    #[must_use]
    pub fn is_of_prose(self) -> bool {
        matches!(self, Self::MeleeMedium | Self::LightSmallStrength | Self::LightMediumStrength)
    }

    /// The weapon, without a name.
    #[must_use]
    pub fn weapon(self) -> Weapon {
        Weapon::of(Some(self))
    }
}
