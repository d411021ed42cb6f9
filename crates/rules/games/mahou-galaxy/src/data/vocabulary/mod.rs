//! The words in which abilities are written: data, nothing that acts (MG-64 to MG-66, MG-81).

mod effect;
mod kinds;

pub use effect::{Act, Duration, ENDED_STATES, Effect, Grip, GripDice, How, Rating, Rounds, Save};
pub use kinds::{DebtKind, Direction, DistractType, DrainKind, GrantKind, GripKind, HealWhat, On, What};

use crate::data::setup::{Skill, Stance, Stat};
use crate::data::tactics::Fact;
use fray_kit::sheet::conditions::Condition;
use fray_kit::sheet::types::{Int, Items, Name};
use fray_kit::tactics::when::When;
use fray_kit::{choices, either, record, words};

/// The most abilities of one unit.
pub const MAX_ABILITIES: usize = 16;
/// The most effects of one ability.
pub const MAX_EFFECTS: usize = 16;
/// The most lasting effects of all abilities of all units together.
pub const MAX_MARKS: usize = 200;
/// The most effects of all abilities that lay hazards.
pub const MAX_LAID_HAZARDS: usize = 50;

record! {
    /// An ability of Mahou Galaxy.
    pub struct Ability is "ability" {
        /// Its name; the ID, if nothing is said.
        "MG-66" name: String as Name, required;
        /// When it is used.
        "MG-81" timing: Timing = "\"turn\"";
        /// How often.
        "MG-81" uses: Uses = "{ per_turn = 1 }";
        /// What a use costs.
        "MG-64" cost: Cost = "{}";
        /// How many pieces of the item there are.
        "MG-66" stock: u8 as Int<0, 99> = "0";
        /// Whether the offhand penalty is for its rolls.
        "MG-18" hands_rule: bool = "true";
        /// The roll of its casting.
        "MG-64" cast: Option<Cast> as Cast;
        /// Whom it is used on.
        "MG-81" target: Target = "\"enemy\"";
        /// How many different targets it has.
        "MG-65" count: u8 as Int<1, 20> = "1";
        /// The area that it strikes.
        "MG-74" area: Option<Area> as Area;
        /// How many feet it reaches.
        "MG-65" range: Reach = "5";
        /// Whether it needs sight of its target.
        "MG-65" needs_sight: bool = "true";
        /// What is rolled against each target.
        "MG-65" resolve: Resolve = "\"auto\"";
        /// Its element.
        "MG-65" element: Element = "\"none\"";
        /// What it does to each target, in order.
        "MG-81" effects: Vec<Act> as Items<Act>, required;
        /// The condition of its use.
        "MG-D18" when: Option<When<Fact>> as Condition<Fact>;
    }
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

choices! {
    /// When an ability is used.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Timing is "a timing" {
        /// In any turn of its own.
        "turn" Turn,
        /// In partial turns only.
        "partial" Partial,
        /// When a round has begun and initiative is known.
        "round_start" RoundStart,
        /// At the end of a round, before hazards.
        "round_end" RoundEnd,
        /// Out of turn, when others do something.
        "reaction_to" Reaction(Trigger),
        /// Always.
        "passive" Passive,
    }
}

impl Timing {
    /// Returns whether it is out of turn.
    #[must_use]
    pub fn is_reaction(self) -> bool {
        matches!(self, Self::Reaction(_))
    }
}

choices! {
    /// How often an ability may be used.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Uses is "a number of uses" {
        /// As often as it can be paid.
        "unlimited" Unlimited,
        /// So often in a turn.
        "per_turn" PerTurn(u8 as Int<1, 99>),
        /// So often in a round.
        "per_round" PerRound(u8 as Int<1, 99>),
        /// So often in a fight.
        "per_fight" PerFight(u8 as Int<1, 99>),
    }
}

record! {
    /// What a use costs.
    #[derive(Copy, Default)]
    pub struct Cost is "cost" {
        /// Primary hand tokens.
        "MG-64" primary: u8 as Int<0, 1> = "0";
        /// Hand tokens of any kind.
        "MG-64" hand: u8 as Int<0, 8> = "0";
        /// Speak tokens.
        "MG-64" speak: u8 as Int<0, 8> = "0";
        /// Analyze tokens.
        "MG-63" analyze: u8 as Int<0, 8> = "0";
        /// Escape tokens.
        "MG-50" escape: u8 as Int<0, 8> = "0";
        /// Move tokens; `all` are all that there are, one at least.
        "MG-64" moves("move"): Moves = "0";
        /// Hit points.
        "MG-64" hp: u16 as Hundreds = "0";
        /// Magic points.
        "MG-64" mp: u16 as Hundreds = "0";
        /// Whether it uses up one piece of its stock.
        "MG-66" item: bool = "false";
    }

    /// The roll of a casting.
    #[derive(Copy)]
    pub struct Cast is "cast" {
        /// The skill.
        "MG-64" skill: Skill, required;
        /// The stat.
        "MG-64" stat: Stat, required;
        /// Added to it.
        "MG-64" mods("mod"): i8 as Int<-30, 30> = "0";
        /// What it has to reach.
        "MG-64" difficulty: u8 as Int<0, 99> = "0";
    }

    /// An area.
    #[derive(Copy)]
    pub struct Area is "area" {
        /// Its shape.
        "MG-74" shape: AreaShape = "\"radius\"";
        /// How large it is.
        "MG-74" feet: u16 as Feet, required;
        /// Whom it hits.
        "MG-74" hits: Hits = "\"all\"";
    }
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

words! {
    /// What an ability reacts to.
    pub enum Trigger {
        /// An attack, kick or grapple on its user is declared.
        Attacked = "attacked",
        /// An attack or kick hits its user, before the damage.
        Hit = "hit",
        /// Its user has lost hit points.
        Damaged = "damaged",
        /// A foe comes within the reach of its user.
        EntersReach = "enters_reach",
        /// A foe casts.
        Cast = "cast",
    }

    /// Whom an ability is used on.
    pub enum Target {
        /// The unit itself (`self`).
        Itself = "self",
        /// A unit of its side, itself included.
        Ally = "ally",
        /// A foe.
        Enemy = "enemy",
        /// A cell.
        Cell = "cell",
    }

    /// The shape of an area.
    pub enum AreaShape {
        /// All cells within this many feet of a cell.
        Radius = "radius",
        /// The cells that the line from the user through a cell crosses, up to this many feet.
        Line = "line",
        /// A quarter of the circle around the user, towards a cell, up to this many feet.
        Cone = "cone",
    }

    /// Whom an area hits.
    pub enum Hits {
        /// Everybody.
        All = "all",
        /// Foes.
        Enemies = "enemies",
        /// Its own side.
        Allies = "allies",
    }

    /// What damage is made of (MG-65).
    #[expect(missing_docs, reason = "the names are the rulebook's")]
    pub enum Element {
        None = "none",
        Fire = "fire",
        Water = "water",
        Earth = "earth",
        Wind = "wind",
        Light = "light",
        Sound = "sound",
        Purity = "purity",
        Entropy = "entropy",
        Mind = "mind",
        Body = "body",
    }

    /// What a successful opposing roll does.
    pub enum OpposeResult {
        /// Nothing happens to the target.
        Negate = "negate",
        /// It has half the damage and nothing else.
        Half = "half",
    }

    /// Who wins a tied contest.
    pub enum ContestTie {
        /// The user.
        Mine = "mine",
        /// The target.
        Theirs = "theirs",
    }
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

choices! {
    /// What is rolled against each target.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Resolve is "a way to resolve" {
        /// Nothing: it works.
        "auto" Auto,
        /// An attack roll against the target number of MG-23.
        "attack" Attack(AttackRoll),
        /// The target rolls a stat against a number.
        "oppose" Oppose(Oppose),
        /// Both roll.
        "contest" Contest(ContestRoll),
    }
}

record! {
    /// The attack roll of an ability.
    #[derive(Copy)]
    pub struct AttackRoll is "attack" {
        /// The skill.
        "MG-65" skill: Skill, required;
        /// The stat.
        "MG-65" stat: Stat, required;
        /// The stance whose defence answers it.
        "MG-23" stance: Stance, required;
        /// Added to the roll.
        "MG-65" mods("mod"): i8 as Int<-30, 30> = "0";
        /// Whether it can be a critical hit.
        "MG-36" crit: bool = "false";
    }

    /// An opposing roll.
    #[derive(Copy)]
    pub struct Oppose is "oppose" {
        /// The stat of the target.
        "MG-65" stat: Stat, required;
        /// What it has to reach.
        "MG-65" number: u8 as Int<1, 99>, required;
        /// What success does; as the ruling `spell.oppose` says, if nothing is said.
        "MG-65" result: Option<OpposeResult> as OpposeResult;
    }

    /// A contest.
    #[derive(Copy)]
    pub struct ContestRoll is "contest" {
        /// What the user rolls.
        "MG-65" mine: Hand, required;
        /// What the target rolls.
        "MG-65" theirs: Hand, required;
        /// Who wins a tie.
        "MG-65" tie: ContestTie = "\"mine\"";
    }

    /// Dice of a stat.
    #[derive(Copy)]
    pub struct Hand is "contest roll" {
        /// The stat.
        "MG-65" stat: Stat, required;
        /// How many dice.
        "MG-65" dice: u8 as Int<0, 20> = "1";
    }
}
