//! The words in which abilities and statuses are written: data, nothing that acts. Here stands what an
//! ability is; what it does, when, and statuses stand in modules of their own.

mod effect;
mod status;
mod timing;

pub use effect::{
    AddStatus, Blast, Effect, EvadeKind, Evasion, Extra, Kinds, MAX_STATUSES, Negation, Removal, Scope,
    StatChange, Swing,
};
pub use status::{Ban, Bans, Stat, Status, StatusId, StatusStats};
pub use timing::{Between, Duration, Timing, Trigger};

use crate::data::tactics::Fact;
use fray_kit::sheet::conditions::Condition;
use fray_kit::sheet::types::{Int, IntOr, Items, Name, WordAlternative};
use fray_kit::tactics::when::When;
use fray_kit::{choices, either, record, words};

/// The most abilities and reactions of one unit, together.
pub const MAX_ABILITIES: usize = 16;
/// The most rolls that go with each attack of a unit.
pub const MAX_EXTRAS: usize = 4;
/// The most effects of one ability.
pub const MAX_EFFECTS: usize = 8;
/// The most lasting effects of all abilities of a scenario: the rules number them in a byte.
pub const MAX_MARKS: usize = 250;

words! {
    /// What an ability is.
    #[derive(Default)]
    pub enum Kind {
        /// Used in an activation, by D-05.
        #[default]
        Active = "active",
        /// Off until it is set with its stones, by D-06.
        Fuse = "fuse",
        /// Always on.
        Innate = "innate",
        /// On for everyone in the range of its bearer whom it is for.
        Aura = "aura",
    }

    /// Which action of an activation its use or setting takes.
    pub enum ActionUse {
        /// The Attack/Ability action.
        AttackAbility = "attack_ability",
        /// None: No Action.
        None = "none",
        /// The Fuse action.
        Fuse = "fuse",
    }

    /// An element of the stones.
    #[expect(missing_docs, reason = "the names say it")]
    pub enum Element {
        Wind = "wind",
        Water = "water",
        Neutral = "neutral",
        Fire = "fire",
        Earth = "earth",
        Darkness = "darkness",
        Light = "light",
    }

    /// What a kind of damage meets: P the PD, S the SD, H nothing.
    #[derive(Default)]
    pub enum DamageKind {
        /// Physical.
        #[default]
        P = "P",
        /// Spirit.
        S = "S",
        /// HP damage.
        H = "H",
    }

    /// A kind of damage that a reaction waits for.
    pub enum AnyKind {
        /// Physical.
        P = "P",
        /// Spirit.
        S = "S",
        /// HP damage.
        H = "H",
        /// Any of them.
        Any = "any",
    }

    /// A defence that falls.
    pub enum AnyDefence {
        /// PD.
        P = "P",
        /// SD.
        S = "S",
        /// Either.
        Any = "any",
    }

    /// The kind of an ability without an attack, against evasion and negation.
    #[derive(Default)]
    pub enum Mark {
        /// Physical.
        P = "P",
        /// Spirit.
        S = "S",
        /// That of the class of its user.
        #[default]
        None = "none",
    }

    /// Whose fall a reaction waits for.
    pub enum Whose {
        /// Its own.
        Own = "self",
        /// That of another unit of its side.
        Ally = "ally",
        /// That of an enemy.
        Enemy = "enemy",
    }

    /// Whom an area or a line affects.
    pub enum Hits {
        /// Everybody on it, of both sides, the user too.
        All = "all",
        /// Enemies alone if the first effect harms, units of its side alone if it helps.
        Pick = "pick",
    }

    /// What a Standard Attack is.
    #[derive(Default)]
    pub enum AttackMode {
        /// With a roll for a critical.
        #[default]
        Standard = "standard",
        /// Guaranteed Crit.
        Guaranteed = "guaranteed",
        /// Double Attack.
        Double = "double",
        /// No CRT.
        NoCrt = "no_crt",
    }
}

impl AnyKind {
    /// Returns whether damage of this kind is meant.
    #[inline]
    #[must_use]
    pub fn has(self, kind: DamageKind) -> bool {
        self == Self::Any || self as u8 == kind as u8
    }
}

record! {
    /// An ability of Stonebound.
    pub struct Ability is "ability" {
        /// Its name in transcripts, metrics and `priorities`; the ID, if nothing is said.
        "SB-06" id("name"): String as Name, required;
        /// What it is: used (D-05), set with its stones (D-06), always on, or on for all in range.
        "SB-06, SB-10, SB-54" kind: Kind = "active";
        /// The stones it costs; none, if nothing is said.
        "SB-08" cost: Option<Cost> as Cost;
        /// Use Once: at most once in an activation of the unit.
        "SB-55" use_once: bool = "false";
        /// How often in a fight.
        "SB-55" uses: Option<u8> as IntOr<Unlimited, 1, 99> = "unlimited";
        /// Which action it takes; the Attack/Ability action or, of a fuse, the Fuse action, if nothing is said.
        "SB-06" action: Option<ActionUse> as ActionUse;
        /// When it is used or rolled; in an activation or, of others than active ones, while it is on.
        "SB-36, SB-37" timing: Option<Timing> as Timing;
        /// Its roll.
        "SB-03" trigger: Trigger = "always";
        /// Whom its effects fall on; an enemy, the attacker or the unit itself, if nothing is said.
        "SB-35" target: Option<Target> as Target;
        /// How many steps away: a number, the unit's own range, or any.
        "SB-16" range: AbilityRange = "unit";
        /// Its kind where it holds no attack, against evasion and negation.
        "SB-29" mark: Mark = "none";
        /// What it does, in order.
        "SB-21" effects: Vec<Effect> as Items<Effect>, required;
        /// How long its lasting effects last.
        "SB-59" duration: Option<Duration> as Duration;
        /// Which fuse is set first: the lower number; its place in the list, if nothing is said.
        "D-06, D-10" priority: Option<u8> as Int<0, 99>;
        /// What each status or change of its is worth to D-05, in HP.
        "D-05" worth: Option<u8> as Int<0, 99>;
        /// The condition under which it is used, set or rolled.
        "SB-36" when: Option<When<Fact>> as Condition<Fact>;
    }
}

record! {
    /// Stones of one element.
    #[derive(Copy)]
    pub struct Cost is "cost" {
        /// Which element.
        "SB-08" element: Element, required;
        /// How many stars.
        "SB-08" n: u8 as Int<1, 9>, required;
    }
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

choices! {
    /// Whom effects fall on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Target is "a target" {
        /// The unit itself.
        "self" Itself,
        /// One living unit of its side, itself included.
        "ally" Ally,
        /// One enemy.
        "enemy" Enemy,
        /// Who set it off.
        "attacker" Attacker,
        /// All living units of its side in range, itself included.
        "all_allies" AllAllies,
        /// All living enemies in range.
        "all_enemies" AllEnemies,
        /// A square in range on which no living unit stands.
        "empty_square" EmptySquare,
        /// Everybody within this many steps of a square in range.
        "area" Area {
            /// How many steps.
            "SB-35" radius: u8 as Int<0, 9>, required;
            /// Whom it affects.
            "SB-35" hits: Hits = "all";
        },
        /// Everybody on a line that begins beside the user.
        "line" Line {
            /// How many squares.
            "SB-35" length: u8 as Int<1, 20>, required;
            /// Whom it affects.
            "SB-35" hits: Hits = "all";
        },
    }
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
            mark: Mark::None,
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

    /// How its lasting effects last where neither they nor it say so.
    #[must_use]
    pub fn default_duration(&self) -> Duration {
        self.duration.unwrap_or(match self.moment() {
            None => Duration::WhileFused,
            Some(Timing::BeforeDamage) => Duration::ThisAttack,
            Some(_) => Duration::EndOfTurn,
        })
    }
}
