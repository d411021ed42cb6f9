//! A scenario of Juso as the rules read it: stat blocks here, the board and the sides in `scenario`, weapons
//! in `weapon`. `sheet` makes it from text, `Juso::new` prepares it. The words in which abilities and
//! statuses are written stand in [`vocabulary`](crate::data::vocabulary).

mod scenario;
mod weapon;

use crate::data::tactics::Tactics;
use crate::data::vocabulary::{Ability, AbilityTarget, StatusId};
use crate::sheet::{Abilities, Weapons};
use fray_kit::sheet::types::{Deferred, Int, ReadBySystem};
use fray_kit::{Record, Words, either, stat_block};

pub use scenario::{End, Flag, Setup, SideSetup};
pub use weapon::{AttackKind, Catalogue, Reach, Weapon};

/// The squares of the board (JU-07).
pub const COLUMNS: i32 = 14;

/// A square of terrain that hinders shots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("obstacle")]
pub struct Obstacle {
    /// Its column.
    #[key("JU-52", reads = Int<1, 14>, required)]
    pub col: u8,
    /// Whether it stops the moves of both sides as an enemy does.
    #[key("JU-34", default = "false")]
    pub blocks_move: bool,
}

either! {
    /// A square of terrain, by its column or by a table.
    pub(crate) struct ObstacleOf of Obstacle {
        Int<1, 14> => |col| Obstacle { col: col as u8, blocks_move: false },
        Obstacle => |obstacle| obstacle,
    }
}

/// Who plays a unit: the two roll differently (JU-41).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum UnitKind {
    /// A player character.
    Pc,
    /// An enemy, played by the game master.
    #[default]
    Enemy,
}

/// What a body makes of a blow: the type reduction of knockback (JU-71, JU-72).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Body {
    /// Humans and everything else: 0.
    #[default]
    Human,
    /// Monsters: 1.
    Monster,
    /// Ryuma: 2.
    Ryuma,
}

/// The movement rating (JU-30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Movement {
    /// 6 squares.
    Fast,
    /// 5 squares.
    #[default]
    Normal,
    /// 4 squares.
    Slow,
}

/// The four abilities of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Attribute {
    /// Perception.
    Perception,
    /// Agility.
    Agility,
    /// Wisdom.
    Wisdom,
    /// Strength.
    Strength,
}

/// The fixed defence values of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("defence")]
pub struct Defence {
    /// Against melee attacks.
    #[key("JU-41", reads = Int<0, 12>, default = "2")]
    pub melee: i32,
    /// Against ranged attacks.
    #[key("JU-41", reads = Int<0, 12>, default = "2")]
    pub ranged: i32,
    /// Against jujutsu attacks.
    #[key("JU-41", reads = Int<0, 12>, default = "2")]
    pub jujutsu: i32,
}

impl Default for Defence {
    fn default() -> Self {
        Self { melee: 2, ranged: 2, jujutsu: 2 }
    }
}

/// The key `shield` (JU-63).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Shield {
    /// None.
    #[default]
    None,
    /// One die.
    Small,
    /// Two dice.
    Large,
}

/// The key `core_carry` (JU-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoreCarry {
    /// Up to this many, 0 to 40.
    Number(u8),
    /// All.
    All,
}

impl Default for CoreCarry {
    fn default() -> Self {
        Self::Number(0)
    }
}

type AbilityValue = Int<0, 10>;
type SkillLevel = Int<0, 3>;

stat_block! {
    /// A stat block of Juso.
    pub struct UnitSetup is "unit", beside Beside;
    [set {
        /// The name, unique within the side.
        name: String;
    }]
    [fields {
        /// A PC rolls to hit and to defend; an enemy, played by the game master, has fixed values and powers.
        "JU-41" kind: UnitKind, required;
        /// What its body makes of a blow: the type reduction of knockback.
        "JU-71, JU-72" body: Body = "human";
        /// Starting and full life.
        "JU-68, JU-76" life: i32 as Int<1, 99> = "8";
        /// Starting column, from the left; if nothing is said, own number 4, or 2 with ranged weapons only.
        "JU-08" col: Option<i32> as Int<1, 14>;
        /// Movement rating: 6, 5 or 4 squares.
        "JU-30" movement: Movement = "normal";
    }]
    [
        /// Abilities of a PC, or their class levels.
        group abilities: Attributes, declared {
            /// Perception: ranged attacks, perception defence, sneaking.
            "JU-02" perception: AbilityValue = "0";
            /// Agility: light weapons, agility defence, slipping past.
            "JU-02" agility: AbilityValue = "0";
            /// Wisdom: jujutsu attacks, resistance, first aid.
            "JU-02" wisdom: AbilityValue = "0";
            /// Strength: heavy weapons, body defence.
            "JU-02" strength: AbilityValue = "0";
        }
    ]
    [
        /// Class levels of the abilities.
        group levels: Attributes {
            /// Class level of perception.
            "JU-02" perception("level_perception"): AbilityValue = "0";
            /// Class level of agility.
            "JU-02" agility("level_agility"): AbilityValue = "0";
            /// Class level of wisdom.
            "JU-02" wisdom("level_wisdom"): AbilityValue = "0";
            /// Class level of strength.
            "JU-02" strength("level_strength"): AbilityValue = "0";
        }
    ]
    [
        /// Passive dice, 0 to 3 each.
        group skills: Skills, declared {
            /// Swordsman: dice of melee attacks.
            "JU-78" melee("skill_melee"): SkillLevel = "0";
            /// Archer: dice of ranged attacks.
            "JU-78" ranged("skill_ranged"): SkillLevel = "0";
            /// Jujutsu master: dice of jujutsu attacks.
            "JU-78" jujutsu("skill_jujutsu"): SkillLevel = "0";
            /// Evasion: dice of defences.
            "JU-78" defence("skill_defence"): SkillLevel = "0";
            /// Counter-jujutsu: dice of resistance.
            "JU-78" resist("skill_resist"): SkillLevel = "0";
        }
    ]
    [fields {
        /// Dice of core gain each round, and of high mana.
        "JU-09, JU-14" core_base: i32 as Int<0, 10> = "0";
        /// Cores before the first gain.
        "JU-14" start_cores: i32 as Int<0, 20> = "0";
        /// How many cores it keeps at the end of a round, or `all`.
        "JU-17" core_carry: CoreCarry = "0";
        /// Lowers the difficulty of agility and perception defence.
        "JU-64" armour: i32 as Int<0, 6> = "0";
        /// Dice of agility and perception defence: one or two.
        "JU-63" shield: Shield = "none";
        /// Subtracts damage.
        "JU-67" special_armour: i32 as Int<0, 10> = "0";
        /// Subtracts knockback.
        "JU-69, JU-79" machine_level: i32 as Int<0, 6> = "0";
        /// Level of retreat-defence.
        "JU-74" retreat_defence: i32 as Int<0, 3> = "0";
        /// Level of agitation: a die of initiative for its side.
        "JU-10" agitation: i32 as Int<0, 3> = "0";
        /// Alert value: how hard it is to slip or sneak past.
        "JU-38, JU-39, JU-40" alert: i32 as Int<0, 9> = "2";
    }]
    [beside {
        /// Dice of a shot at it, all in all; in place of the four keys below.
        "JU-51" ranged_mod: Int<-11, 3>;
        /// Dice of a shot at it because it is smaller or larger than a human; 0, if nothing is said.
        "JU-51" size_mod: Int<-3, 3>;
        /// Dice of a shot at it because it moves; 0, if nothing is said.
        "JU-51" moving_mod: Int<-3, 0>;
        /// Whether it flies: two dice less for a shot at it.
        "JU-51" flying: bool;
        /// Dice of a shot at it because it hides; 0, if nothing is said.
        "JU-51" hidden_mod: Int<-3, 0>;
    }]
    [set {
        /// Dice of a shot at it, -11 to 3: size, flying and hidden, or the key `ranged_mod` (JU-51).
        ranged_mod: i32;
        /// Dice of a shot at it because it moves, -3 to 0. It counts under `moving_penalty = flag_only`.
        moving_mod: i32;
    }]
    [fields {
        /// Whether it may give first aid.
        "JU-77" first_aid: bool = "false";
        /// Fixed defence values of an enemy: `melee`, `ranged`, `jujutsu`.
        "JU-41" defence: Defence = "{}";
    }]
    [set {
        /// Its weapons in order of preference. A PC without any is unarmed; an enemy without any makes no
        /// attack (JU-48).
        weapons: Vec<Weapon>;
        /// Statuses it starts with for the whole fight or until something takes them off, such as
        /// that of the unnoticed.
        statuses: Vec<StatusId>;
        /// Its abilities of the effect vocabulary, in order of priority (JU-80).
        special: Vec<Ability>;
        /// Its decisions.
        tactics: Tactics;
    }]
    [beside {
        /// Its weapons in order of preference; a PC without any uses its fists, an enemy attacks not at all.
        "JU-42, JU-43, JU-48" weapons: Weapons = "[]";
        /// Whether its enemies do not know of it at the start.
        "JU-38" unnoticed: bool = "false";
        /// Its abilities in order of priority.
        "JU-80" abilities: Deferred<Abilities> = "[]";
        /// Its decisions.
        "D-01 to D-16" tactics: ReadBySystem;
    }]
}

either!(CoreCarry {
    Int<0, 40> => |n| Self::Number(n as u8),
    "all" => Self::All,
});

impl UnitSetup {
    /// A unit with this life and every other value at its default, for tests and as a start.
    #[must_use]
    pub fn plain(name: &str, kind: UnitKind, life: i32) -> Self {
        Self { name: name.to_owned(), kind, life, ..Self::of_nothing() }
    }

    /// Returns whether it is a player character.
    #[inline(always)]
    #[must_use]
    pub fn is_pc(&self) -> bool {
        self.kind == UnitKind::Pc
    }

    /// Returns whether the game master plays it.
    #[must_use]
    pub fn is_enemy(&self) -> bool {
        self.kind == UnitKind::Enemy
    }

    /// JU-14: whether it can have cores at the start or gain them by a roll or an ability.
    #[must_use]
    pub fn can_have_cores(&self) -> bool {
        self.core_base > 0 || self.start_cores > 0 || !self.special.is_empty()
    }

    /// JU-49: whether it has a ranged weapon.
    #[must_use]
    pub fn shoots(&self) -> bool {
        self.weapons.iter().any(|weapon| weapon.kind == AttackKind::Ranged)
    }

    /// JU-54: whether one of its attacks or abilities strikes a square.
    #[must_use]
    pub fn strikes_squares(&self) -> bool {
        self.weapons.iter().any(|weapon| weapon.area)
            || self.special.iter().any(|ability| ability.target == AbilityTarget::Square)
    }

    /// JU-48: whether it attacks with fists and kicks.
    #[must_use]
    pub fn uses_fists(&self) -> bool {
        self.is_pc() && self.weapons.is_empty() || self.weapons.iter().any(|weapon| weapon.is_unarmed())
    }

    /// JU-63: whether it carries a shield together with a two-handed weapon, which the ruling
    /// `shield_with_two_hands` forbids.
    #[must_use]
    pub fn has_too_few_hands(&self) -> bool {
        self.shield != Shield::None && self.weapons.iter().any(|weapon| weapon.hands == 2)
    }
}
