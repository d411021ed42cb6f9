//! The words in which abilities and statuses are written: data, nothing that acts (JU-80). Here
//! stands what an ability is; what it does, which numbers of the stat block can change, and
//! statuses stand in modules of their own.

mod effect;
mod status;
mod value;

pub use effect::{ActionKind, Amount, Direction, Effect};
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
use fray_kit::{choices, either, record, variants, words};

/// The most statuses of a scenario, the shipped ones included.
pub const MAX_STATUSES: usize = 32;
/// The most abilities of one unit.
pub const MAX_ABILITIES: usize = 16;
/// The most statuses and abilities of all units together: the rules number them in a byte.
pub const MAX_MARKS: usize = 250;

record! {
    /// An ability of Juso.
    pub struct Ability is "ability" {
        /// Its name; the ID, if nothing is said.
        "JU-80" id("name"): String as Name, required;
        /// When it is used.
        "JU-80" timing: Timing, required;
        /// What a use costs.
        "JU-80" cost: Cost = "{}";
        /// The condition of its use, seen by the unit that has it; `target_life` and `distance` for each possible target.
        "JU-80" when: Option<When<Fact>> as Condition<Fact>;
        /// The status that the target must have.
        "JU-80" target_has: Option<StatusId> as NameOf;
        /// Whom it is used on.
        "JU-80" target: AbilityTarget = "self";
        /// How far from the unit the target may be.
        "JU-80" range: Reach as AbilityRange = "any";
        /// What is rolled for it.
        "JU-80" roll: AbilityRoll = "none";
        /// What it does to each target, in order.
        "JU-80" effects: Vec<Effect> as Items<Effect>, required;
        /// How long lasting effects last: changed values and dice, statuses.
        "JU-80" duration: Duration = "instant";
    }
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

words! {
    /// When an ability is used. At one moment a unit uses one ability, the first that it can (D-16);
    /// in an activation as many as it has actions for, each once.
    pub enum Timing {
        /// In the battle-start phase, after high mana is rolled.
        BattleStart = "battle_start",
        /// In the preparation phase, after cores are gained.
        Preparation = "preparation",
        /// As the main action of an activation.
        Main = "main",
        /// As a sub action.
        Sub = "sub",
        /// As main and sub action (JU-22).
        Full = "full",
        /// Drinking a potion: a sub or main action by the ruling `potion` (JU-22).
        Potion = "potion",
        /// Declared with an attack of the unit, before dice are rolled.
        WithAttack = "with_attack",
        /// When the unit is attacked, before it rolls its defence.
        OnDefence = "on_defence",
        /// When the unit takes damage: after special armour, before the death check.
        OnDamage = "on_damage",
        /// When the unit was knocked back, beside retreat-defence and enduring.
        OnKnockback = "on_knockback",
        /// When an attack of the unit has killed.
        OnKill = "on_kill",
        /// In the round end phase, before cores are lost.
        RoundEnd = "round_end",
        /// Always, as long as its condition holds.
        Passive = "passive",
    }
}

record! {
    /// What a use costs.
    #[derive(Copy, Default)]
    pub struct Cost is "cost" {
        /// Cores.
        "JU-80" cores: u8 as Int<0, 40> = "0";
        /// High mana.
        "JU-09" high_mana: u8 as Int<0, 40> = "0";
        /// Life; the unit keeps 1.
        "JU-80" life: u8 as Int<0, 98> = "0";
        /// The most uses in a round.
        "JU-80" uses_per_round: Option<u8> as Int<1, 99>;
        /// The most uses in a fight.
        "JU-80" uses_per_fight: Option<u8> as Int<1, 99>;
    }
}

words! {
    /// Whom an ability is used on. At the timings of an attack (`WithAttack`, `OnKill`), `Enemy`
    /// and `Square` are the target of the attack; at those of a defence and of damage `Attacker` and
    /// `Enemy` are the attacker.
    pub enum AbilityTarget {
        /// The unit itself (`self`).
        Itself = "self",
        /// One ally in range: for an ability that revives the nearest incapacitated one, otherwise the
        /// active one with the lowest life, of the hurt if it heals; ties the nearer, then listed order.
        Ally = "ally",
        /// One active enemy in range, by D-04.
        Enemy = "enemy",
        /// Everybody on a square in range that holds an enemy, by D-13.
        Square = "square",
        /// All active allies in range and the unit itself.
        AllAllies = "all_allies",
        /// All active enemies in range.
        AllEnemies = "all_enemies",
        /// Who attacks the unit.
        Attacker = "attacker",
    }
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

/// What the successes of a roll are compared with.
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

/// What is rolled for an ability.
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

record! {
    /// A base roll against each target.
    #[derive(Copy)]
    pub struct Check is "roll" {
        /// An ability, rolled with its class level, or a number of dice.
        "JU-02" pool: Pool, required;
        /// A difficulty, or what of the target stands against it.
        "JU-02" versus: Versus, required;
        /// Whether dice may be split off for the effect.
        "JU-05" split: bool = "false";
        /// Whether it strikes a square, which makes it harder.
        "JU-54, JU-56" area: bool = "false";
    }

    /// A success-degree roll.
    struct Degree is "roll" {
        /// How many dice; their successes are what `split` amounts read.
        "JU-03" degree: u8 as Int<0, 40>, required;
    }
}

either!(AbilityRoll {
    "none" => Self::None,
    Check => Self::Check,
    Degree => |roll| Self::Degree(roll.degree),
});

choices! {
    /// How long a lasting effect lasts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Duration is "a duration" {
        /// A status until it is removed; changed values and dice to the end of the attack.
        "instant" Instant,
        /// To the end of this attack.
        "this_attack" ThisAttack,
        /// To the end of this activation.
        "this_activation" ThisActivation,
        /// To the end of this round.
        "round_end" RoundEnd,
        /// To the end of the n-th round from now, this one included.
        "rounds" Rounds(u8 as Int<1, 99>),
        /// To the end of the fight.
        "fight" Fight,
    }
}
