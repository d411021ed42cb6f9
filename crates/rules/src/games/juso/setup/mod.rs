//! What a scenario of Juso means: stat blocks, weapons, board and tactics as the rules read them.
//! `sheet` makes it from text, `Juso::new` prepares it. The words in which
//! abilities and statuses are written stand in [`vocabulary`](super::vocabulary).

mod weapon;

use crate::words;
use super::rulings::{Rulings, Switch};
use super::tactics::{SideTactics, Tactics};
use super::vocabulary::{Ability, AbilityTarget, Status, StatusId};
use crate::engine::roster::SideId;

pub use weapon::{AttackKind, Catalogue, Reach, Weapon};

/// The squares of the board (JU-07).
pub const COLUMNS: i32 = 14;

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The answers to the silences of the text.
    pub rulings: Rulings,
    /// The number of rounds after which the fight is a timeout; 1 or more.
    pub max_rounds: u32,
    /// The side whose ambush succeeded (JU-12); it takes the flag whatever `flag` says.
    pub surprise: Option<End>,
    /// Who holds the flag at first (JU-10, JU-11).
    pub flag: Flag,
    /// Terrain, one entry a column at most.
    pub obstacles: Vec<Obstacle>,
    /// The statuses that abilities and units name by [`StatusId`]: the shipped ones, which
    /// [`Status::shipped`] gives, and those of the scenario behind them.
    pub statuses: Vec<Status>,
    /// The two sides in file order: the first owns the left end, the second the right one.
    pub sides: [SideSetup; 2],
}

/// An end of the board, and the side that owns it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// The left end: the first side.
    #[default]
    Left,
    /// The right end: the second side.
    Right,
}

impl End {
    /// The other end.
    #[inline(always)]
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Its side.
    #[inline(always)]
    #[must_use]
    pub fn side(self) -> SideId {
        SideId(self as u8)
    }
}

/// The key `flag` of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flag {
    /// Rolled with the dice of JU-10.
    #[default]
    Rolled,
    /// This side holds it, without a roll.
    Held(End),
    /// Rolled with these numbers of dice, left and right, 0 to 40, of which at least one is 1 or
    /// more; JU-10 changes them no more.
    Dice([u8; 2]),
}

/// A square of terrain that hinders shots (JU-52).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// Its column, 1 to 14.
    pub col: u8,
    /// Whether it stops the moves of both sides as an enemy does (JU-34). Default: no.
    pub blocks_move: bool,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSetup {
    /// Its name.
    pub name: String,
    /// High (1) or low (-1) morale: a die of initiative (JU-10, D-02).
    pub morale: i32,
    /// Clearly stronger (1) or weaker (-1): a die of initiative (JU-10, D-02).
    pub strength: i32,
    /// Its own decisions.
    pub tactics: SideTactics,
    /// Its units in file order, copies written out; at least one, and 32 of both sides (JU-82).
    pub units: Vec<UnitSetup>,
}

words! {
    /// Who plays a unit: the two roll differently (JU-41).
    #[derive(Default)]
    pub enum UnitKind {
        /// A player character.
        Pc = "pc",
        /// An enemy, played by the game master.
        #[default]
        Enemy = "enemy",
    }
}

words! {
    /// What a body makes of a blow: the type reduction of knockback (JU-71, JU-72).
    #[derive(Default)]
    pub enum Body {
        /// Humans and everything else: 0.
        #[default]
        Human = "human",
        /// Monsters: 1.
        Monster = "monster",
        /// Ryuma: 2.
        Ryuma = "ryuma",
    }
}

words! {
    /// The movement rating (JU-30).
    #[derive(Default)]
    pub enum Movement {
        /// 6 squares.
        Fast = "fast",
        /// 5 squares.
        #[default]
        Normal = "normal",
        /// 4 squares.
        Slow = "slow",
    }
}

words! {
    /// The four abilities of the game.
    pub enum Attribute {
        /// Perception.
        Perception = "perception",
        /// Agility.
        Agility = "agility",
        /// Wisdom.
        Wisdom = "wisdom",
        /// Strength.
        Strength = "strength",
    }
}

/// The values of the four abilities, or of their class levels, at [`Attribute`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Attributes {
    pub perception: i32,
    pub agility: i32,
    pub wisdom: i32,
    pub strength: i32,
}

impl Attributes {
    /// The value of one of them.
    #[must_use]
    pub fn get(&self, which: Attribute) -> i32 {
        match which {
            Attribute::Perception => self.perception,
            Attribute::Agility => self.agility,
            Attribute::Wisdom => self.wisdom,
            Attribute::Strength => self.strength,
        }
    }
}

/// Passive dice (JU-78), 0 to 3 each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skills {
    /// `skill_melee`: swordsman.
    pub melee: i32,
    /// `skill_ranged`: archer.
    pub ranged: i32,
    /// `skill_jujutsu`: jujutsu master.
    pub jujutsu: i32,
    /// `skill_defence`: evasion.
    pub defence: i32,
    /// `skill_resist`: counter-jujutsu.
    pub resist: i32,
}

/// The fixed defence values of an enemy (JU-41), 0 to 12 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defence {
    /// Agility defence value, against melee attacks.
    pub melee: i32,
    /// Perception defence value, against ranged attacks.
    pub ranged: i32,
    /// Jujutsu resistance value.
    pub jujutsu: i32,
}

impl Default for Defence {
    fn default() -> Self {
        Self { melee: 2, ranged: 2, jujutsu: 2 }
    }
}

words! {
    /// The key `shield` (JU-63).
    #[derive(Default)]
    pub enum Shield {
        /// None.
        #[default]
        None = "none",
        /// One die.
        Small = "small",
        /// Two dice.
        Large = "large",
    }
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

/// A stat block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSetup {
    /// The name, unique within the side.
    pub name: String,
    /// PC or enemy.
    pub kind: UnitKind,
    /// Its body.
    pub body: Body,
    /// Starting and full life, 1 to 99.
    pub life: i32,
    /// Starting column, 1 to 14; JU-08 places a unit without one.
    pub col: Option<i32>,
    /// Its movement rating.
    pub movement: Movement,
    /// Abilities, 0 to 10 (PC).
    pub abilities: Attributes,
    /// Class levels of the abilities, 0 to 10 (PC).
    pub levels: Attributes,
    /// Passive dice.
    pub skills: Skills,
    /// Dice of core gain and high mana, 0 to 10.
    pub core_base: i32,
    /// Cores before the first gain, 0 to 20.
    pub start_cores: i32,
    /// Cores kept at the end of a round.
    pub core_carry: CoreCarry,
    /// Lowers the difficulty of agility and perception defence, 0 to 6.
    pub armour: i32,
    /// Dice of agility and perception defence.
    pub shield: Shield,
    /// Subtracts damage, 0 to 10.
    pub special_armour: i32,
    /// Subtracts knockback, 0 to 6 (JU-69, JU-79).
    pub machine_level: i32,
    /// Level of retreat-defence, 0 to 3.
    pub retreat_defence: i32,
    /// Level of agitation, 0 to 3.
    pub agitation: i32,
    /// Alert value, 0 to 9.
    pub alert: i32,
    /// Dice of a shot at it, -11 to 3: size, flying and hidden, or the key `ranged_mod`
    /// (JU-51).
    pub ranged_mod: i32,
    /// Dice of a shot at it because it moves, -3 to 0: the key `moving_mod`. It counts under
    /// `moving_penalty = flag_only`.
    pub moving_mod: i32,
    /// Whether it may give first aid.
    pub first_aid: bool,
    /// Fixed defence values (enemy).
    pub defence: Defence,
    /// Its weapons in order of preference. A PC without any is unarmed; an enemy without any
    /// makes no attack (JU-48).
    pub weapons: Vec<Weapon>,
    /// Statuses it starts with for the whole fight or until something takes them off, such as
    /// [`Status::UNNOTICED`].
    pub statuses: Vec<StatusId>,
    /// Its abilities of the effect vocabulary, in order of priority (JU-80).
    pub special: Vec<Ability>,
    /// Its decisions.
    pub tactics: Tactics,
}

impl UnitSetup {
    /// A unit with this life and every other value at its default, for tests and as a start.
    #[must_use]
    pub fn plain(name: &str, kind: UnitKind, life: i32) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            body: Body::Human,
            life,
            col: None,
            movement: Movement::Normal,
            abilities: Attributes::default(),
            levels: Attributes::default(),
            skills: Skills::default(),
            core_base: 0,
            start_cores: 0,
            core_carry: CoreCarry::default(),
            armour: 0,
            shield: Shield::None,
            special_armour: 0,
            machine_level: 0,
            retreat_defence: 0,
            agitation: 0,
            alert: 2,
            ranged_mod: 0,
            moving_mod: 0,
            first_aid: false,
            defence: Defence::default(),
            weapons: Vec::new(),
            statuses: Vec::new(),
            special: Vec::new(),
            tactics: Tactics::default(),
        }
    }

    /// Whether it is a player character.
    #[must_use]
    pub fn is_pc(&self) -> bool {
        self.kind == UnitKind::Pc
    }

    /// Whether the game master plays it.
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

    /// JU-54: whether an attack or an ability of its strikes a square.
    #[must_use]
    pub fn strikes_squares(&self) -> bool {
        self.weapons.iter().any(|weapon| weapon.area)
            || self.special.iter().any(|ability| ability.target == AbilityTarget::Square)
    }

    /// JU-48: whether it attacks with fists and kicks.
    #[must_use]
    pub fn uses_fists(&self) -> bool {
        self.is_pc() && self.weapons.is_empty() || self.weapons.iter().any(|weapon| weapon.unarmed)
    }

    /// JU-63: whether it carries a shield together with a two-handed weapon, which the ruling
    /// `shield_with_two_hands` forbids.
    #[must_use]
    pub fn has_too_few_hands(&self) -> bool {
        self.shield != Shield::None && self.weapons.iter().any(|weapon| weapon.hands == 2)
    }
}

impl SideSetup {
    /// A side of these units, every other value at its default.
    #[must_use]
    pub fn plain(name: &str, units: Vec<UnitSetup>) -> Self {
        Self { name: name.to_owned(), morale: 0, strength: 0, tactics: SideTactics::default(), units }
    }
}

/// What rulings and tactics ask of a scenario: whether they can matter.
impl Setup {
    /// Whether some unit is such.
    #[must_use]
    pub fn any(&self, is: impl Fn(&UnitSetup) -> bool) -> bool {
        self.sides.iter().flat_map(|side| &side.units).any(is)
    }

    /// The weapons of all units.
    pub fn weapons(&self) -> impl Iterator<Item = &Weapon> {
        self.sides.iter().flat_map(|side| &side.units).flat_map(|unit| &unit.weapons)
    }

    /// The abilities of all units.
    pub fn abilities(&self) -> impl Iterator<Item = &Ability> {
        self.sides.iter().flat_map(|side| &side.units).flat_map(|unit| &unit.special)
    }

    /// Whether values may change, because there are abilities or statuses.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        self.any(|unit| !unit.special.is_empty() || !unit.statuses.is_empty())
    }

    pub(super) fn has_armour(&self) -> bool {
        self.has_changes() || self.any(|unit| unit.armour > 0)
    }

    pub(super) fn has_cores(&self) -> bool {
        let enemies = self.rulings.enemy_cores == Switch::On;
        self.any(|unit| (unit.is_pc() || enemies) && unit.can_have_cores())
    }

    pub(super) fn has_several_weapons(&self) -> bool {
        self.any(|unit| unit.weapons.len() > 1)
    }

    pub(super) fn has_unnoticed(&self) -> bool {
        self.has_changes()
    }

    pub(super) fn has_shooters(&self) -> bool {
        self.any(UnitSetup::shoots)
    }

    pub(super) fn has_areas(&self) -> bool {
        self.any(UnitSetup::strikes_squares)
    }

    pub(super) fn has_knockback(&self) -> bool {
        self.rulings.knockback == Switch::On || self.has_changes()
    }

    pub(super) fn has_retreat(&self) -> bool {
        self.has_changes() || self.any(|unit| unit.retreat_defence > 0)
    }
}

impl Setup {
    /// The mirror image: what is told of an end or a column is told of the other end and of the
    /// column as far from it. The sides stay in their places of the list, so a fight whose sides
    /// were exchanged is again what it was, seen from the other side of the table.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        self.surprise = self.surprise.map(End::other);
        self.flag = match self.flag {
            Flag::Rolled => Flag::Rolled,
            Flag::Held(side) => Flag::Held(side.other()),
            Flag::Dice([left, right]) => Flag::Dice([right, left]),
        };
        for square in &mut self.obstacles {
            square.col = COLUMNS as u8 + 1 - square.col;
        }
        for unit in self.sides.iter_mut().flat_map(|side| &mut side.units) {
            unit.col = unit.col.map(|col| COLUMNS + 1 - col);
        }
        self
    }

    /// A fight of these units, everything else at its default.
    #[must_use]
    pub fn plain(left: Vec<UnitSetup>, right: Vec<UnitSetup>) -> Self {
        Self {
            rulings: Rulings::default(),
            max_rounds: 100,
            surprise: None,
            flag: Flag::Rolled,
            obstacles: Vec::new(),
            statuses: Status::shipped(),
            sides: [SideSetup::plain("left", left), SideSetup::plain("right", right)],
        }
    }
}
