//! The effects of abilities.

use super::{AttackMode, Ban, Bans, DamageKind, Duration, Stat, StatusId, Trigger};
use fray_kit::sheet::declare::{Read, Shape};
use fray_kit::sheet::node::Node;
use fray_kit::sheet::problem::Problems;
use fray_kit::sheet::record::Fill;
use fray_kit::sheet::types::{Int, Items};
use fray_kit::{Choices, Record, Words, either};

/// The most statuses of a scenario, those of the game included.
pub const MAX_STATUSES: usize = 16;

/// What an ability does to each of its targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
#[choices("an effect")]
pub enum Effect {
    /// A Standard Attack of the user on the target.
    StandardAttack(StandardAttack),
    /// Flat damage: an attack in every respect but the critical; with `not_attack` no attack at all.
    Damage(Blast),
    /// Counter on who set it off.
    Counter,
    /// A status.
    #[choice(reads = Adding)]
    AddStatus(AddStatus),
    /// All stacks of a status, or of all.
    RemoveStatus(Removal),
    /// A number of the stat block changes.
    Stat(StatChange),
    /// Evasion while it lasts.
    Evasion(Evasion),
    /// A negation while it lasts.
    Negation(Negation),
    /// HP back, at most to the starting value.
    #[choice(reads = Int<1, 999>)]
    Heal(i16),
    /// A fallen unit has this HP, where it lies.
    #[choice(reads = Int<1, 999>)]
    Revive(i16),
    /// So many straight steps away from the user.
    #[choice(reads = Int<1, 20>)]
    Push(u8),
    /// So many straight steps toward the user.
    #[choice(reads = Int<1, 20>)]
    Pull(u8),
    /// The user goes to an empty square in range.
    Teleport,
    /// User and target change squares.
    Swap,
    /// The user's side draws stones.
    #[choice(reads = Int<1, 20>)]
    Draw(u8),
    /// The target's side discards stones.
    #[choice(reads = Int<1, 20>)]
    Discard(u8),
    /// Fuses of the target are broken, the highest cost first.
    #[choice(reads = Int<1, 9>)]
    BreakFuse(u8),
    /// What is left of the attack falls on the user.
    Redirect,
    /// This part of the HP damage, in percent, falls on the attacker.
    #[choice(reads = Int<1, 100>)]
    Reflect(u8),
    /// So much less damage of this attack.
    #[choice(reads = Int<1, 99>)]
    ReduceDamage(u8),
    /// The target is activated once more in this turn.
    ExtraActivation,
    /// Forbidden while it lasts.
    Forbid(Ban),
    /// Immune while it lasts to a status, or to all; what is there goes.
    Immune(Removal),
}

/// A Standard Attack by an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("standard_attack")]
pub struct StandardAttack {
    /// What it is.
    #[key("SB-13 to SB-15", default = "standard")]
    pub mode: AttackMode,
    /// Its kind; that of the unit, if nothing is said.
    #[key("SB-19, SB-20", key = "type", reads = DamageKind)]
    pub kind: Option<DamageKind>,
    /// Added to the ATK.
    #[key("SB-22", reads = Int<-99, 99>, default = "0")]
    pub atk_mod: i8,
    /// Whether it erodes nothing and sets nothing off.
    #[key("SB-33", default = "false")]
    pub not_attack: bool,
}

/// Flat damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("damage")]
struct BlastTable {
    /// How much.
    #[key("SB-22", reads = Int<0, 99>, required)]
    pub n: u8,
    /// Its kind; that of the unit, if nothing is said.
    #[key("SB-19, SB-20", key = "type", reads = DamageKind)]
    pub kind: Option<DamageKind>,
    /// Whether it is no attack: it erodes nothing, and only a scope with effects stops it.
    #[key("SB-33", default = "false")]
    pub not_attack: bool,
}

/// A number of the stat block that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("stat")]
pub struct StatChange {
    /// Which.
    #[key("SB-52", key = "name", required)]
    pub stat: Stat,
    /// By how much.
    #[key("SB-52", reads = Int<-99, 99>, required)]
    pub by: i8,
    /// How long; that of the ability, if nothing is said.
    #[key("SB-59", reads = Duration)]
    pub duration: Option<Duration>,
}

/// Evasion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("evasion")]
pub struct Evasion {
    /// Physical, spirit or all.
    #[key("SB-24", required)]
    pub kind: EvadeKind,
    /// Percent.
    #[key("SB-24", reads = Int<1, 100>, required)]
    pub n: u8,
    /// What it removes; the ruling `scope_unstated` decides, if nothing is said.
    #[key("SB-27", reads = Scope)]
    pub scope: Option<Scope>,
}

/// A negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("negation")]
pub struct Negation {
    /// Percent.
    #[key("SB-26", reads = Int<1, 100>, required)]
    pub n: u8,
    /// The kinds of damage it answers; all, if nothing is said.
    #[key("SB-26", reads = Items<DamageKind>, default = "[\"P\", \"S\", \"H\"]")]
    pub kinds: Kinds,
    /// What it removes; the ruling `scope_unstated` decides, if nothing is said.
    #[key("SB-27", reads = Scope)]
    pub scope: Option<Scope>,
}

/// A roll that goes with each attack of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Record)]
#[record("on_attack")]
pub struct Extra {
    /// The roll.
    #[key("SB-28", default = "always")]
    pub trigger: Trigger,
    /// What it does to the target.
    #[key("SB-28", reads = Items<Effect>, required)]
    pub effects: Vec<Effect>,
}

/// A status with its stacks and its duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Record)]
#[record("add_status")]
pub struct AddStatus {
    /// Which.
    #[key("SB-41", key = "name", reads = NameOf, required)]
    pub status: StatusId,
    /// How many stacks.
    #[key("SB-41", reads = Int<1, 20>, default = "1")]
    pub stacks: u8,
    /// How long; as its rule says, if nothing is said.
    #[key("SB-59", reads = Duration)]
    pub duration: Option<Duration>,
}

/// Flat damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blast {
    /// The points of damage.
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

/// What an evasion answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum EvadeKind {
    /// Physical.
    #[word("P")]
    P,
    /// Spirit.
    #[word("S")]
    S,
    /// All, HP attacks too.
    #[word("A")]
    A,
}

/// What an evasion or a negation removes (SB-27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
pub enum Scope {
    /// The damage alone.
    Damage,
    /// The added effects alone.
    Effects,
    /// Both.
    All,
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
            Self::StandardAttack(attack) => !attack.not_attack,
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
