//! The words in which abilities and statuses are written: data, nothing that acts (CA-54). Effects and
//! statuses stand in modules of their own.

mod effect;
mod status;

pub use effect::{ActionWord, Again, Direction, Duration, Effect, Kind, KindOf, ModWord, Who};
pub use status::{Status, Statuses};

use crate::data::tactics::Fact;
use crate::dice::pool::{Dice, Pool};
use fray_kit::sheet::conditions::Condition;
use fray_kit::sheet::types::{Int, Items, Name};
use fray_kit::tactics::when::When;
use fray_kit::{Choices, Record, Words, either};

/// The most weapons of one unit.
pub const MAX_WEAPONS: usize = 8;
/// The most abilities of one unit.
pub const MAX_ABILITIES: usize = 16;
/// The greatest height above the ground, in paces.
pub const MAX_HEIGHT: u16 = 1000;
/// The most lasting effects of all abilities together: the rules number them in a byte.
pub const MAX_MODS: usize = 200;

/// CA-20: how a unit defends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Method {
    /// Speed and the skill of dodging (CA-22).
    Dodge,
    /// The parry pool of a weapon or a shield (CA-23).
    Parry,
    /// The counter pool of a weapon (CA-24).
    Counter,
}

impl Method {
    /// Returns the word of effects for its dice.
    #[must_use]
    pub fn word(self) -> ModWord {
        match self {
            Self::Dodge => ModWord::Dodge,
            Self::Parry => ModWord::Parry,
            Self::Counter => ModWord::Counter,
        }
    }
}

/// CA-16: how far something reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Band {
    /// 1 pace.
    #[default]
    Close,
    /// 2 paces.
    Reach,
    /// 4 paces.
    Near,
    /// 12 paces.
    Short,
    /// 36 paces.
    Medium,
    /// 100 paces.
    Long,
    /// 300 paces.
    VeryLong,
    /// 1,000 paces.
    Extreme,
    /// 3,000 paces.
    Far,
    /// 11,000 paces.
    Horizon,
}

/// CA-16: the upper ends of the bands, in paces.
const ENDS: [u32; 10] = [1, 2, 4, 12, 36, 100, 300, 1000, 3000, 11_000];

impl Band {
    /// Its upper end, in paces.
    #[inline(always)]
    #[must_use]
    pub fn paces(self) -> u32 {
        ENDS[self as usize]
    }

    /// The band of a distance, by its place; 10 beyond the last.
    #[inline(always)]
    #[must_use]
    pub fn of(distance: u32) -> usize {
        ENDS.iter().position(|&end| distance <= end).unwrap_or(ENDS.len())
    }

    /// The most bands beyond Near.
    pub const MOST_STEPS: usize = ENDS.len() - Self::Near as usize;

    /// CA-17: the number of bands that a distance is beyond Near, less the waived ones.
    #[must_use]
    pub fn steps(distance: u32, waived: u8) -> usize {
        let beyond = Self::of(distance).saturating_sub(Self::Near as usize);
        beyond.saturating_sub(usize::from(waived))
    }

    /// CA-17: the dice that a defender adds at this distance, so many bands of it waived.
    #[must_use]
    pub fn penalty(distance: u32, waived: u8) -> Pool {
        match Self::steps(distance, waived) {
            0 => Pool::NONE,
            1 => Pool::D8,
            n => Pool([0, 0, 0, 0, n as u8 - 1]),
        }
    }
}

/// An ability of Cardinal.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("ability")]
pub struct Ability {
    /// Its name; the ID, if nothing is said.
    #[key("CA-54", reads = Name, required)]
    pub name: String,
    /// When it is used.
    #[key("CA-54, CA-62, CA-66", default = "action")]
    pub timing: Timing,
    /// What a use costs.
    #[key("CA-54", reads = Items<Cost>, default = "[]")]
    pub cost: Vec<Cost>,
    /// The condition of its use, seen by the unit that has it.
    #[key("CA-54", reads = Condition<Fact>)]
    pub when: Option<When<Fact>>,
    /// Whom it is used on.
    #[key("CA-65", default = "enemy")]
    pub target: Target,
    /// How far it reaches.
    #[key("CA-16", default = "close")]
    pub range: Band,
    /// What is rolled for it.
    #[key("CA-03, CA-29", default = "none")]
    pub roll: AbilityRoll,
    /// What it does to each target, in order.
    #[key("CA-54", reads = Items<Effect>, required)]
    pub effects: Vec<Effect>,
}

impl Ability {
    /// An action on an enemy at Close without a cost, a condition and a roll, that does nothing.
    #[must_use]
    pub fn plain(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            timing: Timing::Action,
            cost: Vec::new(),
            when: None,
            target: Target::Enemy,
            range: Band::Close,
            roll: AbilityRoll::None,
            effects: Vec::new(),
        }
    }

    /// CA-66: the damage that makes it an attack, if it has one.
    #[must_use]
    pub fn damage(&self) -> Option<(i32, &[Kind], bool)> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Damage { points, effects, soakable } => {
                Some((i32::from(*points), &effects[..], *soakable))
            }
            _ => None,
        })
    }
}

/// When an ability is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("a timing")]
pub enum Timing {
    /// As an action of its own name, or as the Attack if it does damage.
    Action,
    /// For nothing, once a turn.
    Stunt,
    /// When something happens.
    Reaction(Trigger),
    /// Always, while its condition holds.
    Passive,
    /// Once, before initiative is rolled.
    StartOfFight,
    /// At the end of each turn of its owner.
    EndOfTurn,
    /// At the end of each round.
    EndOfRound,
}

/// What an ability answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Trigger {
    /// Its owner is attacked, before the defence is chosen.
    Attacked,
    /// Its owner is hit, before soak.
    Hit,
    /// Its owner took damage, after the statuses.
    Damaged,
    /// A unit of its side is attacked, before the defence is chosen.
    AllyAttacked,
    /// A hostile in range has moved, in its own turn.
    EnemyMoves,
    /// Its owner was put out of the fight.
    Defeated,
    /// A unit of its side was Overkilled.
    AllyOverkilled,
}

/// What a use costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("a cost")]
pub enum Cost {
    /// This many actions in place of one.
    #[choice(reads = Int<1, 3>)]
    Actions(u8),
    /// The owner's Focus.
    Focus,
    /// It is exhausted until it is refreshed.
    Exhaust(Refresh),
    /// This status, on its owner.
    Status(Status),
    /// It can be used this often in a fight.
    #[choice(reads = Int<1, 99>)]
    Ammunition(u8),
}

/// What refreshes an exhausted ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Refresh {
    /// An action of its name.
    Action,
    /// A rest after the fight.
    Rest,
    /// Nothing.
    Never,
}

/// The target of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Its owner.
    Itself,
    /// Another unit of the side.
    Ally,
    /// A hostile.
    Enemy,
    /// All hostiles within Near.
    AllNear,
    /// Everybody, or whom its owner picks, within this many paces of a square in range.
    Sphere {
        /// The radius in paces, 0 to 100.
        radius: u8,
        /// Whether its owner picks.
        pick: bool,
    },
}

impl Target {
    /// The radius of its area, if it has one.
    #[must_use]
    pub fn radius(self) -> Option<u8> {
        match self {
            Self::Sphere { radius, .. } => Some(radius),
            _ => None,
        }
    }
}

/// The shape of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
enum AreaShape {
    /// All squares within a radius.
    Sphere,
}

/// Whom of an area an ability meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
enum AreaHits {
    /// Everybody.
    All,
    /// Those whom its owner picks.
    Pick,
}

/// An area.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("target")]
struct Area {
    /// Its shape.
    #[key("CA-65", required)]
    pub shape: AreaShape,
    /// Its radius in paces.
    #[key("CA-65", reads = Int<0, 100>, required)]
    pub radius: u8,
    /// Whom it meets.
    #[key("CA-65", default = "all")]
    pub hits: AreaHits,
}

either!(Target {
    "self" => Self::Itself,
    "ally" => Self::Ally,
    "enemy" => Self::Enemy,
    "all_near" => Self::AllNear,
    Area => |area| Self::Sphere { radius: area.radius, pick: area.hits == AreaHits::Pick },
});

/// The roll of an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AbilityRoll {
    /// Nothing: it works.
    None,
    /// CA-29: it hits, and the target's resistance adds to its soak.
    Auto,
    /// This pool against a number.
    Against(Pool, u8),
    /// This pool against a pool of the target: a trait or a skill.
    Opposed(Pool, String),
    /// This pool against the target's defence.
    Defence(Pool),
    /// CA-29: this pool against 3, less what the target resists.
    Resisted(Pool),
}

/// A roll.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("roll")]
struct RollOf {
    /// What is rolled.
    #[key("CA-03", reads = Dice<1, 12>, required)]
    pub pool: Pool,
    /// The number that it is rolled against.
    #[key("CA-03", reads = Int<0, 12>)]
    pub against: Option<u8>,
    /// The trait or skill of the target that it is rolled against, or `defence`.
    #[key("CA-03", reads = Name)]
    pub opposed: Option<String>,
    /// Whether the target resists.
    #[key("CA-29", default = "false")]
    pub resisted: bool,
}

either! {
    /// A roll as it stands in a file.
    struct RollText of AbilityRoll {
        "none" => AbilityRoll::None,
        "auto" => AbilityRoll::Auto,
        RollOf => |roll| match (roll.against, roll.opposed, roll.resisted) {
            (Some(number), None, false) => AbilityRoll::Against(roll.pool, number),
            (None, Some(word), false) if word == "defence" => AbilityRoll::Defence(roll.pool),
            (None, Some(word), false) => AbilityRoll::Opposed(roll.pool, word),
            (None, None, true) => AbilityRoll::Resisted(roll.pool),
            // One and only one of the three says what the pool meets.
            _ => AbilityRoll::Opposed(roll.pool, String::new()),
        },
    }
}

impl fray_kit::sheet::declare::Read for AbilityRoll {
    type Out = Self;

    fn shape() -> fray_kit::sheet::declare::Shape {
        RollText::shape()
    }

    fn read(
        node: &fray_kit::sheet::node::Node,
        key: &str,
        problems: &mut fray_kit::sheet::problem::Problems,
    ) -> Option<Self> {
        let roll = RollText::read(node, key, problems)?;
        if matches!(&roll, Self::Opposed(_, word) if word.is_empty()) {
            problems.add(node.span, key, "a roll says one of `against`, `opposed` and `resisted`");
            return None;
        }
        Some(roll)
    }
}
