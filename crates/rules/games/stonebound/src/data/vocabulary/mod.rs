//! The words in which abilities and statuses are written: data, nothing that acts. Here stands what an
//! ability is; what it does, when, and statuses stand in modules of their own.

mod effect;
mod status;
mod timing;

pub use effect::{
    AddStatus, Blast, Effect, EvadeKind, Evasion, Extra, Kinds, MAX_STATUSES, Negation, Removal, Scope,
    StandardAttack, StatChange,
};
pub use status::{Ban, Bans, Stat, Status, StatusId, StatusStats};
pub use timing::{Between, Duration, Timing, Trigger};

use crate::data::tactics::Fact;
use fray_kit::sheet::conditions::Condition;
use fray_kit::sheet::types::{Int, IntOr, Items, Name, WordAlternative};
use fray_kit::tactics::when::When;
use fray_kit::{Choices, Record, Words, either};

/// The most abilities and reactions of one unit, together.
pub const MAX_ABILITIES: usize = 16;
/// The most rolls that go with each attack of a unit.
pub const MAX_EXTRAS: usize = 4;
/// The most effects of one ability.
pub const MAX_EFFECTS: usize = 8;
/// The most lasting effects of all abilities of a scenario: the rules number them in a byte.
pub const MAX_MARKS: usize = 250;

/// What an ability is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Kind {
    /// Used in an activation, by D-05.
    #[default]
    Active,
    /// Off until it is set with its stones, by D-06.
    Fuse,
    /// Always on.
    Innate,
    /// On for everyone in the range of its bearer whom it is for.
    Aura,
}

/// Which action of an activation its use or setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum ActionUse {
    /// The Attack/Ability action.
    AttackAbility,
    /// None: No Action.
    None,
    /// The Fuse action.
    Fuse,
}

/// An element of the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Element {
    Wind,
    Water,
    Neutral,
    Fire,
    Earth,
    Darkness,
    Light,
}

/// What a kind of damage meets: P the PD, S the SD, H nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum DamageKind {
    /// Physical.
    #[default]
    #[word("P")]
    P,
    /// Spirit.
    #[word("S")]
    S,
    /// HP damage.
    #[word("H")]
    H,
}

/// A kind of damage that a reaction waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AnyKind {
    /// Physical.
    #[word("P")]
    P,
    /// Spirit.
    #[word("S")]
    S,
    /// HP damage.
    #[word("H")]
    H,
    /// Any of them.
    Any,
}

/// A defence that falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AnyDefence {
    /// PD.
    #[word("P")]
    P,
    /// SD.
    #[word("S")]
    S,
    /// Either.
    Any,
}

/// The kind of an ability without an attack, against evasion and negation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AbilityMark {
    /// Physical.
    #[word("P")]
    P,
    /// Spirit.
    #[word("S")]
    S,
    /// That of the class of its user.
    #[default]
    None,
}

/// Whose fall a reaction waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Whose {
    /// Its own.
    #[word("self")]
    Own,
    /// That of another unit of its side.
    Ally,
    /// That of an enemy.
    Enemy,
}

/// Whom an area or a line affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Hits {
    /// Everybody on it, of both sides, the user too.
    All,
    /// Enemies alone if the first effect harms, units of its side alone if it helps.
    Pick,
}

/// What a Standard Attack is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum AttackMode {
    /// With a roll for a critical.
    #[default]
    Standard,
    /// Guaranteed Crit.
    Guaranteed,
    /// Double Attack.
    Double,
    /// No CRT.
    NoCrt,
}

impl AnyKind {
    /// Returns whether damage of this kind is meant.
    #[inline]
    #[must_use]
    pub fn has(self, kind: DamageKind) -> bool {
        self == Self::Any || self as u8 == kind as u8
    }
}

/// An ability of Stonebound.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("ability")]
pub struct Ability {
    /// Its name in transcripts, metrics and `priorities`; the ID, if nothing is said.
    #[key("SB-06", key = "name", reads = Name, required)]
    pub id: String,
    /// What it is: used (D-05), set with its stones (D-06), always on, or on for all in range.
    #[key("SB-06, SB-10, SB-54", default = "active")]
    pub kind: Kind,
    /// The stones it costs; none, if nothing is said.
    #[key("SB-08", reads = Cost)]
    pub cost: Option<Cost>,
    /// Use Once: at most once in an activation of the unit.
    #[key("SB-55", default = "false")]
    pub use_once: bool,
    /// How often in a fight.
    #[key("SB-55", reads = IntOr<Unlimited, 1, 99>, default = "unlimited")]
    pub uses: Option<u8>,
    /// Which action it takes; the Attack/Ability action or, of a fuse, the Fuse action, if nothing is said.
    #[key("SB-06", reads = ActionUse)]
    pub action: Option<ActionUse>,
    /// When it is used or rolled; in an activation or, of others than active ones, while it is on.
    #[key("SB-36, SB-37", reads = Timing)]
    pub timing: Option<Timing>,
    /// Its roll.
    #[key("SB-03", default = "always")]
    pub trigger: Trigger,
    /// Whom its effects fall on; an enemy, the attacker or the unit itself, if nothing is said.
    #[key("SB-35", reads = Target)]
    pub target: Option<Target>,
    /// How many steps away: a number, the unit's own range, or any.
    #[key("SB-16", default = "unit")]
    pub range: AbilityRange,
    /// Its kind where it holds no attack, against evasion and negation.
    #[key("SB-29", default = "none")]
    pub mark: AbilityMark,
    /// What it does, in order.
    #[key("SB-21", reads = Items<Effect>, required)]
    pub effects: Vec<Effect>,
    /// How long its lasting effects last.
    #[key("SB-59", reads = Duration)]
    pub duration: Option<Duration>,
    /// Which fuse is set first: the lower number; its place in the list, if nothing is said.
    #[key("D-06, D-10", reads = Int<0, 99>)]
    pub priority: Option<u8>,
    /// What each status or change of its is worth to D-05, in HP.
    #[key("D-05", reads = Int<0, 99>)]
    pub worth: Option<u8>,
    /// The condition under which it is used, set or rolled.
    #[key("SB-36", reads = Condition<Fact>)]
    pub when: Option<When<Fact>>,
}

/// Stones of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("cost")]
pub struct Cost {
    /// Which element.
    #[key("SB-08", required)]
    pub element: Element,
    /// How many stars.
    #[key("SB-08", reads = Int<1, 9>, required)]
    pub n: u8,
}

/// The word `unlimited`.
#[derive(Debug)]
pub struct Unlimited;

impl WordAlternative for Unlimited {
    const WORD: &'static str = "unlimited";
}

/// How far an ability reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AbilityRange {
    /// The unit's present RNG.
    #[default]
    Unit,
    /// Any distance.
    Any,
    /// This many steps.
    Steps(u8),
}

either!(AbilityRange {
    Int<0, 20> => |n| Self::Steps(n as u8),
    "unit" => Self::Unit,
    "any" => Self::Any,
});

/// Whom effects fall on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("a target")]
pub enum Target {
    /// The unit itself.
    #[choice("self")]
    Itself,
    /// One living unit of its side, itself included.
    Ally,
    /// One enemy.
    Enemy,
    /// Who set it off.
    Attacker,
    /// All living units of its side in range, itself included.
    AllAllies,
    /// All living enemies in range.
    AllEnemies,
    /// A square in range on which no living unit stands.
    EmptySquare,
    /// Everybody within this many steps of a square in range.
    Area {
        /// How many steps.
        #[key("SB-35", reads = Int<0, 9>, required)]
        radius: u8,
        /// Whom it affects.
        #[key("SB-35", default = "all")]
        hits: Hits,
    },
    /// Everybody on a line that begins beside the user.
    Line {
        /// How many squares.
        #[key("SB-35", reads = Int<1, 20>, required)]
        length: u8,
        /// Whom it affects.
        #[key("SB-35", default = "all")]
        hits: Hits,
    },
}

impl Ability {
    /// An ability of this kind without cost, roll and condition that does nothing, for tests and as a start.
    #[must_use]
    pub fn plain(id: &str, kind: Kind) -> Self {
        Self {
            id: id.to_owned(),
            kind,
            cost: None,
            use_once: false,
            uses: None,
            action: None,
            timing: None,
            trigger: Trigger::Always,
            target: None,
            range: AbilityRange::Unit,
            mark: AbilityMark::None,
            effects: Vec::new(),
            duration: None,
            priority: None,
            worth: None,
            when: None,
        }
    }

    /// The timing: in an activation or, of others than active ones, none.
    #[must_use]
    pub fn moment(&self) -> Option<Timing> {
        self.timing.or((self.kind == Kind::Active).then_some(Timing::Activation))
    }

    /// The action that it takes.
    #[must_use]
    pub fn takes(&self) -> ActionUse {
        self.action.unwrap_or(if self.kind == Kind::Fuse {
            ActionUse::Fuse
        } else {
            ActionUse::AttackAbility
        })
    }

    /// Returns whom it falls on.
    #[must_use]
    pub fn falls_on(&self) -> Target {
        let default = match (self.kind, self.moment()) {
            (_, Some(Timing::Activation)) => Target::Enemy,
            (_, Some(Timing::OnCritDealt | Timing::AfterDamage)) => Target::Attacker,
            (_, Some(timing)) if timing.answers_attack() && timing != Timing::BeforeDamage => {
                Target::Attacker
            }
            _ => Target::Itself,
        };
        self.target.unwrap_or(default)
    }

    /// Returns whether it is on without a moment of its own: its effects last while it is.
    #[must_use]
    pub fn is_passive(&self) -> bool {
        self.moment().is_none()
    }

    /// Returns whether it is used in an activation.
    #[must_use]
    pub fn is_used(&self) -> bool {
        self.kind == Kind::Active
    }

    /// The duration of its lasting effects where neither they nor it give one.
    #[must_use]
    pub fn default_duration(&self) -> Duration {
        self.duration.unwrap_or(match self.moment() {
            None => Duration::WhileFused,
            Some(Timing::BeforeDamage) => Duration::ThisAttack,
            Some(_) => Duration::EndOfTurn,
        })
    }
}
