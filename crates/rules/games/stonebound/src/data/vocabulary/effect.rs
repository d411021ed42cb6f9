//! What an ability does.

use super::{AttackMode, Ban, Bans, DamageKind, Duration, Stat, StatusId, Trigger};
use fray_kit::sheet::declare::{Read, Shape};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::record::Fill;
use fray_kit::sheet::types::{Int, Items};
use fray_kit::{choices, either, record, words};

/// The most statuses of a scenario, those of the game included.
pub const MAX_STATUSES: usize = 16;

choices! {
    /// What an ability does to each of its targets.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Effect is "an effect" {
        /// A Standard Attack of the user on the target.
        "standard_attack" StandardAttack(Swing),
        /// Flat damage: an attack in every respect but the critical; with `not_attack` no attack at all.
        "damage" Damage(Blast),
        /// Counter on who set it off.
        "counter" Counter,
        /// A status.
        "add_status" AddStatus(AddStatus as Adding),
        /// All stacks of a status, or of all.
        "remove_status" RemoveStatus(Removal),
        /// A number of the stat block changes.
        "stat" Stat(StatChange),
        /// Evasion while it lasts.
        "evasion" Evasion(Evasion),
        /// A negation while it lasts.
        "negation" Negation(Negation),
        /// HP back, at most to the starting value.
        "heal" Heal(i16 as Int<1, 999>),
        /// A fallen unit has this HP, where it lies.
        "revive" Revive(i16 as Int<1, 999>),
        /// So many straight steps away from the user.
        "push" Push(u8 as Int<1, 20>),
        /// So many straight steps toward the user.
        "pull" Pull(u8 as Int<1, 20>),
        /// The user goes to an empty square in range.
        "teleport" Teleport,
        /// User and target change squares.
        "swap" Swap,
        /// The user's side draws stones.
        "draw" Draw(u8 as Int<1, 20>),
        /// The target's side discards stones.
        "discard" Discard(u8 as Int<1, 20>),
        /// Fuses of the target are broken, the highest cost first.
        "break_fuse" BreakFuse(u8 as Int<1, 9>),
        /// What is left of the attack falls on the user.
        "redirect" Redirect,
        /// This part of the HP damage, in percent, falls on the attacker.
        "reflect" Reflect(u8 as Int<1, 100>),
        /// So much less damage of this attack.
        "reduce_damage" ReduceDamage(u8 as Int<1, 99>),
        /// The target is activated once more in this turn.
        "extra_activation" ExtraActivation,
        /// Forbidden while it lasts.
        "forbid" Forbid(Ban),
        /// Immune while it lasts to a status, or to all; what is there goes.
        "immune" Immune(Removal),
    }
}

record! {
    /// A Standard Attack by an ability.
    #[derive(Copy)]
    pub struct Swing is "standard_attack" {
        /// What it is.
        "SB-13 to SB-15" mode: AttackMode = "standard";
        /// Its kind; that of the unit, if nothing is said.
        "SB-19, SB-20" kind("type"): Option<DamageKind> as DamageKind;
        /// Added to the ATK.
        "SB-22" atk_mod: i8 as Int<-99, 99> = "0";
        /// Whether it erodes nothing and sets nothing off.
        "SB-33" not_attack: bool = "false";
    }

    /// Flat damage.
    #[derive(Copy)]
    struct BlastTable is "damage" {
        /// How much.
        "SB-22" n: u8 as Int<0, 99>, required;
        /// Its kind; that of the unit, if nothing is said.
        "SB-19, SB-20" kind("type"): Option<DamageKind> as DamageKind;
        /// Whether it is no attack: it erodes nothing, and only a scope with effects stops it.
        "SB-33" not_attack: bool = "false";
    }

    /// A number of the stat block that changes.
    #[derive(Copy)]
    pub struct StatChange is "stat" {
        /// Which.
        "SB-52" stat("name"): Stat, required;
        /// By how much.
        "SB-52" by: i8 as Int<-99, 99>, required;
        /// How long; that of the ability, if nothing is said.
        "SB-59" duration: Option<Duration> as Duration;
    }

    /// Evasion.
    #[derive(Copy)]
    pub struct Evasion is "evasion" {
        /// Physical, spirit or all.
        "SB-24" kind: EvadeKind, required;
        /// Percent.
        "SB-24" n: u8 as Int<1, 100>, required;
        /// What it removes; the ruling `scope_unstated` decides, if nothing is said.
        "SB-27" scope: Option<Scope> as Scope;
    }

    /// A negation.
    #[derive(Copy)]
    pub struct Negation is "negation" {
        /// Percent.
        "SB-26" n: u8 as Int<1, 100>, required;
        /// The kinds of damage it answers; all, if nothing is said.
        "SB-26" kinds: Kinds as Items<DamageKind> = "[\"P\", \"S\", \"H\"]";
        /// What it removes; the ruling `scope_unstated` decides, if nothing is said.
        "SB-27" scope: Option<Scope> as Scope;
    }

    /// A roll that goes with each attack of a unit.
    pub struct Extra is "on_attack" {
        /// The roll.
        "SB-28" trigger: Trigger = "always";
        /// What it does to the target.
        "SB-28" effects: Vec<Effect> as Items<Effect>, required;
    }

    /// A status with its stacks and its duration.
    #[derive(Copy)]
    pub struct AddStatus is "add_status" {
        /// Which.
        "SB-41" status("name"): StatusId as NameOf, required;
        /// How many stacks.
        "SB-41" stacks: u8 as Int<1, 20> = "1";
        /// How long; as its rule says, if nothing is said.
        "SB-59" duration: Option<Duration> as Duration;
    }
}

/// Flat damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blast {
    /// How much.
    pub n: u8,
    /// Its kind; that of the unit, if nothing is said.
    pub kind: Option<DamageKind>,
    /// Whether it is no attack.
    pub not_attack: bool,
}

either!(Blast {
    Int<0, 99> => |n| Self { n: n as u8, kind: None, not_attack: false },
    BlastTable => |blast| Self { n: blast.n, kind: blast.kind, not_attack: blast.not_attack },
});

words! {
    /// What an evasion answers.
    pub enum EvadeKind {
        /// Physical.
        P = "P",
        /// Spirit.
        S = "S",
        /// All, HP attacks too.
        A = "A",
    }

    /// What an evasion or a negation removes (SB-27).
    pub enum Scope {
        /// The damage alone.
        Damage = "damage",
        /// The added effects alone.
        Effects = "effects",
        /// Both.
        All = "all",
    }
}

/// Kinds of damage: bit 0 P, bit 1 S, bit 2 H.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(pub u8);

impl Kinds {
    /// Returns whether it is among them.
    #[inline]
    #[must_use]
    pub fn has(self, kind: DamageKind) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }
}

impl Fill<Vec<DamageKind>> for Kinds {
    fn fill(kinds: Vec<DamageKind>) -> Self {
        Self(kinds.iter().fold(0, |set, &kind| set | 1 << kind as u8))
    }
}

/// A status, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// This one.
    One(StatusId),
    /// All.
    All,
}

either!(Removal {
    NameOf => |place| Self::One(StatusId(place as u8)),
    "all" => Self::All,
});

either! {
    /// A status by its name alone, or with its stacks.
    pub(super) struct Adding of AddStatus {
        NameOf => |place| AddStatus { status: StatusId(place as u8), stacks: 1, duration: None },
        AddStatus => |add| add,
    }
}

/// The place of a status, which a file gives by name: names are replaced by places before the effects
/// are read.
#[derive(Debug)]
pub(crate) struct NameOf;

impl Read for NameOf {
    type Out = i32;

    fn shape() -> Shape {
        Shape::Text
    }

    fn read(node: &Node, key: &str, problems: &mut Problems) -> Option<i32> {
        Int::<0, 255>::read(node, key, problems)
    }
}

impl Effect {
    /// Returns whether it lasts, and as what mark it is kept.
    #[must_use]
    pub fn is_lasting(&self) -> bool {
        matches!(
            self,
            Self::Stat(_) | Self::Evasion(_) | Self::Negation(_) | Self::Forbid(_) | Self::Immune(_)
        )
    }

    /// Returns whether it is an attack.
    #[must_use]
    pub fn is_attack(&self) -> bool {
        match self {
            Self::StandardAttack(swing) => !swing.not_attack,
            Self::Damage(blast) => !blast.not_attack,
            _ => false,
        }
    }

    /// Returns whether it is a blow: an attack, or a Standard Attack that sets nothing off.
    #[must_use]
    pub fn is_blow(&self) -> bool {
        matches!(self, Self::StandardAttack(_)) || self.is_attack()
    }

    /// The duration that it says of itself.
    #[must_use]
    pub fn own_duration(&self) -> Option<Duration> {
        match self {
            Self::Stat(change) => change.duration,
            Self::AddStatus(add) => add.duration,
            _ => None,
        }
    }
}

/// All that is forbidden by one word.
impl From<Ban> for Bans {
    fn from(ban: Ban) -> Self {
        Self::of(&[ban])
    }
}
