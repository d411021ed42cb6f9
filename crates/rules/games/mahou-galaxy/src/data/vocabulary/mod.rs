//! The words in which abilities are written: data, nothing that acts (MG-64 to MG-66, MG-81).

mod effect;
mod kinds;

pub use effect::{Act, Duration, ENDED_STATES, Effect, GripDice, HoldDifficulty, How, Rating, Rounds, Save};
pub use kinds::{DebtKind, Direction, DistractType, DrainKind, GrantKind, GripKind, HealWhat, On, What};

use crate::data::setup::{Skill, Stance, Stat};
use crate::data::tactics::Fact;
use fray_kit::sheet::conditions::Condition;
use fray_kit::sheet::types::{Int, Items, Name};
use fray_kit::tactics::when::When;
use fray_kit::{Choices, Record, Words, either};

/// The most abilities of one unit.
pub const MAX_ABILITIES: usize = 16;
/// The most effects of one ability.
pub const MAX_EFFECTS: usize = 16;
/// The most lasting effects of all abilities of all units together.
pub const MAX_MARKS: usize = 200;
/// The most effects of all abilities that lay hazards.
pub const MAX_LAID_HAZARDS: usize = 50;

/// An ability of Mahou Galaxy.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("ability")]
pub struct Ability {
    /// Its name; the ID, if nothing is said.
    #[key("MG-66", reads = Name, required)]
    pub name: String,
    /// When it is used.
    #[key("MG-81", default = "\"turn\"")]
    pub timing: Timing,
    /// How often.
    #[key("MG-81", default = "{ per_turn = 1 }")]
    pub uses: Uses,
    /// What a use costs.
    #[key("MG-64", default = "{}")]
    pub cost: Cost,
    /// How many pieces of the item there are.
    #[key("MG-66", reads = Int<0, 99>, default = "0")]
    pub stock: u8,
    /// Whether the offhand penalty is for its rolls.
    #[key("MG-18", default = "true")]
    pub hands_rule: bool,
    /// The roll of its casting.
    #[key("MG-64", reads = Cast)]
    pub cast: Option<Cast>,
    /// Whom it is used on.
    #[key("MG-81", default = "\"enemy\"")]
    pub target: Target,
    /// How many different targets it has.
    #[key("MG-65", reads = Int<1, 20>, default = "1")]
    pub count: u8,
    /// The area that it strikes.
    #[key("MG-74", reads = Area)]
    pub area: Option<Area>,
    /// How many feet it reaches.
    #[key("MG-65", default = "5")]
    pub range: Reach,
    /// Whether it needs sight of its target.
    #[key("MG-65", default = "true")]
    pub needs_sight: bool,
    /// What is rolled against each target.
    #[key("MG-65", default = "\"auto\"")]
    pub resolve: Resolve,
    /// Its element.
    #[key("MG-65", default = "\"none\"")]
    pub element: Element,
    /// What it does to each target, in order.
    #[key("MG-81", reads = Items<Act>, required)]
    pub effects: Vec<Act>,
    /// The condition of its use.
    #[key("MG-D18", reads = Condition<Fact>)]
    pub when: Option<When<Fact>>,
}

impl Ability {
    /// Returns whether it does damage farther away than 5 feet.
    #[must_use]
    pub fn strikes_afar(&self) -> bool {
        let is_far = match self.range {
            Reach::Feet(feet) => feet > 5,
            Reach::Sight => true,
        };
        is_far && self.has(|effect| matches!(effect, Effect::Damage { .. } | Effect::Ongoing { .. }))
    }

    /// Returns whether an effect is such.
    #[must_use]
    pub fn has(&self, is: impl Fn(&Effect) -> bool) -> bool {
        self.effects.iter().any(|act| is(&act.effect))
    }
}

/// When an ability is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("a timing")]
pub enum Timing {
    /// In any turn of its own.
    Turn,
    /// In partial turns only.
    Partial,
    /// When a round has begun and initiative is known.
    RoundStart,
    /// At the end of a round, before hazards.
    RoundEnd,
    /// Out of turn, when others do something.
    #[choice("reaction_to")]
    Reaction(Trigger),
    /// Always.
    Passive,
}

impl Timing {
    /// Returns whether it is out of turn.
    #[must_use]
    pub fn is_reaction(self) -> bool {
        matches!(self, Self::Reaction(_))
    }
}

/// How often an ability may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("a number of uses")]
pub enum Uses {
    /// As often as it can be paid.
    Unlimited,
    /// So often in a turn.
    #[choice(reads = Int<1, 99>)]
    PerTurn(u8),
    /// So often in a round.
    #[choice(reads = Int<1, 99>)]
    PerRound(u8),
    /// So often in a fight.
    #[choice(reads = Int<1, 99>)]
    PerFight(u8),
}

/// What a use costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Record)]
#[record("cost")]
pub struct Cost {
    /// Primary hand tokens.
    #[key("MG-64", reads = Int<0, 1>, default = "0")]
    pub primary: u8,
    /// Hand tokens of any kind.
    #[key("MG-64", reads = Int<0, 8>, default = "0")]
    pub hand: u8,
    /// Speak tokens.
    #[key("MG-64", reads = Int<0, 8>, default = "0")]
    pub speak: u8,
    /// Analyze tokens.
    #[key("MG-63", reads = Int<0, 8>, default = "0")]
    pub analyze: u8,
    /// Escape tokens.
    #[key("MG-50", reads = Int<0, 8>, default = "0")]
    pub escape: u8,
    /// Move tokens; `all` are all that there are, one at least.
    #[key("MG-64", key = "move", default = "0")]
    pub moves: Moves,
    /// Hit points.
    #[key("MG-64", reads = Hundreds, default = "0")]
    pub hp: u16,
    /// Magic points.
    #[key("MG-64", reads = Hundreds, default = "0")]
    pub mp: u16,
    /// Whether it uses up one piece of its stock.
    #[key("MG-66", default = "false")]
    pub item: bool,
}

/// The roll of a casting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("cast")]
pub struct Cast {
    /// The skill.
    #[key("MG-64", required)]
    pub skill: Skill,
    /// The stat.
    #[key("MG-64", required)]
    pub stat: Stat,
    /// Added to it.
    #[key("MG-64", key = "mod", reads = Int<-30, 30>, default = "0")]
    pub mods: i8,
    /// What it has to reach.
    #[key("MG-64", reads = Int<0, 99>, default = "0")]
    pub difficulty: u8,
}

/// An area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("area")]
pub struct Area {
    /// Its shape.
    #[key("MG-74", default = "\"radius\"")]
    pub shape: AreaShape,
    /// How large it is.
    #[key("MG-74", reads = Feet, required)]
    pub feet: u16,
    /// Whom it hits.
    #[key("MG-74", default = "\"all\"")]
    pub hits: Hits,
}

/// The move tokens that a use costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// So many.
    Tokens(u8),
    /// All that there are, one at least.
    All,
}

either!(Moves {
    Int<0, 60> => |n| Self::Tokens(n as u8),
    "all" => Self::All,
});

impl Default for Moves {
    fn default() -> Self {
        Self::Tokens(0)
    }
}

impl Moves {
    /// Returns how many they are of those that are there; the least number that they need, if those are fewer.
    #[must_use]
    pub fn of(self, there: u8) -> u8 {
        match self {
            Self::Tokens(n) => n,
            Self::All => there.max(1),
        }
    }

    /// Returns whether it costs none.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Self::Tokens(0)
    }
}

/// Up to 999.
pub type Hundreds = Wide<0, 999>;
/// 5 to 500.
pub type Feet = Wide<5, 500>;

/// A whole number that fills 16 bits.
#[derive(Debug)]
pub struct Wide<const MIN: i32, const MAX: i32>;

impl<const MIN: i32, const MAX: i32> fray_kit::sheet::declare::Read for Wide<MIN, MAX> {
    type Out = u16;

    fn shape() -> fray_kit::sheet::declare::Shape {
        Int::<MIN, MAX>::shape()
    }

    fn read(
        node: &fray_kit::sheet::node::Node,
        key: &str,
        problems: &mut fray_kit::sheet::problem::Problems,
    ) -> Option<u16> {
        Int::<MIN, MAX>::read(node, key, problems).map(|n| n as u16)
    }
}

/// What an ability reacts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Trigger {
    /// An attack, kick or grapple on its user is declared.
    Attacked,
    /// An attack or kick hits its user, before the damage.
    Hit,
    /// Its user has lost hit points.
    Damaged,
    /// A foe comes within the reach of its user.
    EntersReach,
    /// A foe casts.
    Cast,
}

/// Whom an ability is used on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Target {
    /// The unit itself (`self`).
    #[word("self")]
    Itself,
    /// A unit of its side, itself included.
    Ally,
    /// A foe.
    Enemy,
    /// A cell.
    Cell,
}

/// The shape of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AreaShape {
    /// All cells within this many feet of a cell.
    Radius,
    /// The cells that the line from the user through a cell crosses, up to this many feet.
    Line,
    /// A quarter of the circle around the user, towards a cell, up to this many feet.
    Cone,
}

/// Whom an area hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Hits {
    /// Everybody.
    All,
    /// Foes.
    Enemies,
    /// Its own side.
    Allies,
}

/// What damage is made of (MG-65).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum Element {
    None,
    Fire,
    Water,
    Earth,
    Wind,
    Light,
    Sound,
    Purity,
    Entropy,
    Mind,
    Body,
}

/// What a successful opposing roll does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum OpposeResult {
    /// Nothing happens to the target.
    Negate,
    /// It has half the damage and nothing else.
    Half,
}

/// Who wins a tied contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ContestTie {
    /// The user.
    Mine,
    /// The target.
    Theirs,
}

/// How far an ability reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// So many feet.
    Feet(u16),
    /// As far as sight.
    Sight,
}

either!(Reach {
    Int<0, 5000> => |n| Self::Feet(n as u16),
    "sight" => Self::Sight,
});

/// What is rolled against each target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("a way to resolve")]
pub enum Resolve {
    /// Nothing: it works.
    Auto,
    /// An attack roll against the target number of MG-23.
    Attack(AttackRoll),
    /// The target rolls a stat against a number.
    Oppose(Oppose),
    /// Both roll.
    Contest(ContestRoll),
}

/// The attack roll of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("attack")]
pub struct AttackRoll {
    /// The skill.
    #[key("MG-65", required)]
    pub skill: Skill,
    /// The stat.
    #[key("MG-65", required)]
    pub stat: Stat,
    /// The stance whose defence answers it.
    #[key("MG-23", required)]
    pub stance: Stance,
    /// Added to the roll.
    #[key("MG-65", key = "mod", reads = Int<-30, 30>, default = "0")]
    pub mods: i8,
    /// Whether it can be a critical hit.
    #[key("MG-36", default = "false")]
    pub crit: bool,
}

/// An opposing roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("oppose")]
pub struct Oppose {
    /// The stat of the target.
    #[key("MG-65", required)]
    pub stat: Stat,
    /// What it has to reach.
    #[key("MG-65", reads = Int<1, 99>, required)]
    pub number: u8,
    /// What success does; as the ruling `spell.oppose` says, if nothing is said.
    #[key("MG-65", reads = OpposeResult)]
    pub result: Option<OpposeResult>,
}

/// A contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("contest")]
pub struct ContestRoll {
    /// What the user rolls.
    #[key("MG-65", required)]
    pub mine: Hand,
    /// What the target rolls.
    #[key("MG-65", required)]
    pub theirs: Hand,
    /// Who wins a tie.
    #[key("MG-65", default = "\"mine\"")]
    pub tie: ContestTie,
}

/// Dice of a stat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("contest roll")]
pub struct Hand {
    /// The stat.
    #[key("MG-65", required)]
    pub stat: Stat,
    /// How many dice.
    #[key("MG-65", reads = Int<0, 20>, default = "1")]
    pub dice: u8,
}
