//! The words in which abilities and statuses are written: data, nothing that acts (JU-80). Here
//! stands what an ability is; what it does, which numbers of the stat block can change, and
//! statuses stand in modules of their own.

mod effect;
mod status;
mod value;

pub use effect::{ActionKind, Amount, Direction, Effect};
use fray_kit::{Choices, Record, Words, either, variants};
pub use status::{Ban, Bans, Removal, Status, StatusId};
use value::ChangeSheet;
pub use value::{Change, How, Stat};

use crate::data::setup::{AttackKind, Attribute, Reach};
use crate::data::tactics::Fact;
use effect::NameOf;
use fray_kit::sheet::conditions::Condition;
use fray_kit::sheet::types::{Int, Items, Name};
use fray_kit::sheet::variants::Of;
use fray_kit::tactics::when::When;

/// The most statuses of a scenario, the shipped ones included.
pub const MAX_STATUSES: usize = 32;
/// The most abilities of one unit.
pub const MAX_ABILITIES: usize = 16;
/// The most statuses and abilities of all units together: the rules number them in a byte.
pub const MAX_MARKS: usize = 250;

/// An ability of Juso.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("ability")]
pub struct Ability {
    /// Its name; the ID, if nothing is said.
    #[key("JU-80", key = "name", reads = Name, required)]
    pub id: String,
    /// When it is used.
    #[key("JU-80", required)]
    pub timing: Timing,
    /// What a use costs.
    #[key("JU-80", default = "{}")]
    pub cost: Cost,
    /// The condition of its use, seen by the unit that has it; `target_life` and `distance` for each possible target.
    #[key("JU-80", reads = Condition<Fact>)]
    pub when: Option<When<Fact>>,
    /// The status that the target must have.
    #[key("JU-80", reads = NameOf)]
    pub target_has: Option<StatusId>,
    /// Whom it is used on.
    #[key("JU-80", default = "self")]
    pub target: AbilityTarget,
    /// How far from the unit the target may be.
    #[key("JU-80", reads = AbilityRange, default = "any")]
    pub range: Reach,
    /// What is rolled for it.
    #[key("JU-80", default = "none")]
    pub roll: AbilityRoll,
    /// What it does to each target, in order.
    #[key("JU-80", reads = Items<Effect>, required)]
    pub effects: Vec<Effect>,
    /// How long lasting effects last: changed values and dice, statuses.
    #[key("JU-80", default = "instant")]
    pub duration: Duration,
}

either! {
    /// How far an ability reaches.
    struct AbilityRange of Reach {
        Int<0, 13> => |n| Reach::Squares(n as u8),
        "close" => Reach::Close,
        "mid" => Reach::Mid,
        "far" => Reach::Far,
        "any" => Reach::Any,
    }
}

impl Ability {
    /// An ability without cost, condition and roll, on the unit itself, that does nothing.
    #[must_use]
    pub fn plain(id: &str, timing: Timing) -> Self {
        Self {
            id: id.to_owned(),
            timing,
            cost: Cost::default(),
            when: None,
            target_has: None,
            target: AbilityTarget::Itself,
            range: Reach::Any,
            roll: AbilityRoll::None,
            effects: Vec::new(),
            duration: Duration::Instant,
        }
    }
}

/// When an ability is used. At one moment a unit uses one ability, the first that it can (D-16);
/// in an activation as many as it has actions for, each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Timing {
    /// In the battle-start phase, after high mana is rolled.
    BattleStart,
    /// In the preparation phase, after cores are gained.
    Preparation,
    /// As the main action of an activation.
    Main,
    /// As a sub action.
    Sub,
    /// As main and sub action (JU-22).
    Full,
    /// Drinking a potion: a sub or main action by the ruling `potion` (JU-22).
    Potion,
    /// Declared with an attack of the unit, before dice are rolled.
    WithAttack,
    /// When the unit is attacked, before it rolls its defence.
    OnDefence,
    /// When the unit takes damage: after special armour, before the death check.
    OnDamage,
    /// When the unit was knocked back, beside retreat-defence and enduring.
    OnKnockback,
    /// When an attack of the unit has killed.
    OnKill,
    /// In the round end phase, before cores are lost.
    RoundEnd,
    /// Always, as long as its condition holds.
    Passive,
}

/// What a use costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Record)]
#[record("cost")]
pub struct Cost {
    /// Cores.
    #[key("JU-80", reads = Int<0, 40>, default = "0")]
    pub cores: u8,
    /// High mana.
    #[key("JU-09", reads = Int<0, 40>, default = "0")]
    pub high_mana: u8,
    /// Life; the unit keeps 1.
    #[key("JU-80", reads = Int<0, 98>, default = "0")]
    pub life: u8,
    /// The most uses in a round.
    #[key("JU-80", reads = Int<1, 99>)]
    pub uses_per_round: Option<u8>,
    /// The most uses in a fight.
    #[key("JU-80", reads = Int<1, 99>)]
    pub uses_per_fight: Option<u8>,
}

/// Whom an ability is used on. At the timings of an attack (`WithAttack`, `OnKill`), `Enemy`
/// and `Square` are the target of the attack; at those of a defence and of damage `Attacker` and
/// `Enemy` are the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AbilityTarget {
    /// The unit itself (`self`).
    #[word("self")]
    Itself,
    /// One ally in range: for an ability that revives the nearest incapacitated one, otherwise the
    /// active one with the lowest life, of the hurt if it heals; ties the nearer, then listed order.
    Ally,
    /// One active enemy in range, by D-04.
    Enemy,
    /// Everybody on a square in range that holds an enemy, by D-13.
    Square,
    /// All active allies in range and the unit itself.
    AllAllies,
    /// All active enemies in range.
    AllEnemies,
    /// Who attacks the unit.
    Attacker,
}

/// The dice that a roll is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// Ability + class level (JU-02).
    Ability(Attribute),
    /// This many dice, 0 to 40: for enemies.
    Dice(u8),
}

either!(Pool {
    Attribute => Self::Ability,
    Int<0, 40> => |n| Self::Dice(n as u8),
});

/// The number or roll with which the successes of a roll are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Versus {
    /// The target's defence value against attacks of this kind; a PC rolls that defence instead
    /// (JU-81).
    Value(AttackKind),
    /// This difficulty.
    Fixed(i8),
    /// The target's defence roll against attacks of this kind; an enemy, which rolls none, has its
    /// defence value instead.
    DefenceRoll(AttackKind),
}

variants! {
    /// What of the target stands against a roll.
    struct OfTarget is "what of the target stands against the roll" of Versus {
        /// Its defence value against attacks of this kind.
        "value": Of<AttackKind> => Versus::Value;
        /// Its defence roll against attacks of this kind.
        "defence_roll": Of<AttackKind> => Versus::DefenceRoll;
    }
}

either!(Versus {
    Int<0, 40> => |n| Self::Fixed(n as i8),
    OfTarget => |of_target| of_target,
});

/// The roll of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbilityRoll {
    /// Nothing: it works.
    None,
    /// A base roll against each target.
    Check(Check),
    /// A success-degree roll of this many dice (JU-03): 0 successes fail; the successes are what
    /// `split` amounts read.
    Degree(u8),
}

/// A base roll against each target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("roll")]
pub struct Check {
    /// An ability, rolled with its class level, or a number of dice.
    #[key("JU-02", required)]
    pub pool: Pool,
    /// A difficulty, or what of the target stands against it.
    #[key("JU-02", required)]
    pub versus: Versus,
    /// Whether dice may be split off for the effect.
    #[key("JU-05", default = "false")]
    pub split: bool,
    /// Whether it strikes a square, which makes it harder.
    #[key("JU-54, JU-56", default = "false")]
    pub area: bool,
}

/// A success-degree roll.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("roll")]
struct Degree {
    /// How many dice; their successes are what `split` amounts read.
    #[key("JU-03", reads = Int<0, 40>, required)]
    pub degree: u8,
}

either!(AbilityRoll {
    "none" => Self::None,
    Check => Self::Check,
    Degree => |roll| Self::Degree(roll.degree),
});

/// How long a lasting effect lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("a duration")]
pub enum Duration {
    /// A status until it is removed; changed values and dice to the end of the attack.
    Instant,
    /// To the end of this attack.
    ThisAttack,
    /// To the end of this activation.
    ThisActivation,
    /// To the end of this round.
    RoundEnd,
    /// To the end of the n-th round from now, this one included.
    #[choice(reads = Int<1, 99>)]
    Rounds(u8),
    /// To the end of the fight.
    Fight,
}
