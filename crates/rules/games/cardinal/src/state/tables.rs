//! The tables that a scenario prepares before the first roll: units, their weapons and abilities, blows and
//! lasting effects.

use crate::data::setup::{Shield, WeaponKind};
use crate::data::tactics::Tactics;
use crate::data::vocabulary::{Ability, ActionWord, Again, Effect, ModWord, Status, Statuses};
use crate::dice::pool::Pool;
use crate::rules::attacks::chart::Chart;
use fray_engine::roster::{SideId, UnitId};

/// A unit with everything about it that is settled before the first roll.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) side: SideId,
    pub(crate) is_pc: bool,
    pub(crate) body: Pool,
    pub(crate) speed: Pool,
    pub(crate) mind: Pool,
    pub(crate) will: Pool,
    /// Skill pools by name, for abilities.
    pub(crate) skills: Vec<(String, Pool)>,
    pub(crate) dodge: Pool,
    pub(crate) soak: Pool,
    pub(crate) armor: Pool,
    pub(crate) rally: Pool,
    /// The initiative pool of its stat block; Speed, Mind and `danger` where it gives none.
    pub(crate) initiative: Option<Pool>,
    /// The die of the gift of danger sense.
    pub(crate) danger: Pool,
    pub(crate) resist: Pool,
    /// The pool with which it holds and breaks free (CA-55).
    pub(crate) hold: Pool,
    /// The pool of First Aid (CA-52).
    pub(crate) aid: Pool,
    /// The dice of the skill of Tactics (CA-28).
    pub(crate) tactics_dice: Pool,
    pub(crate) shield: Shield,
    /// Its weapons, then the abilities that are attacks.
    pub(crate) weapons: Vec<WeaponProfile>,
    pub(crate) n_weapons: usize,
    pub(crate) abilities: Vec<PreparedAbility>,
    pub(crate) stride: i32,
    pub(crate) dash: i32,
    pub(crate) is_veteran: bool,
    pub(crate) is_unaware: bool,
    pub(crate) order: i32,
    pub(crate) ward: u8,
    /// The number of its species; 0: none.
    pub(crate) species: u8,
    pub(crate) statuses: Statuses,
    pub(crate) position: (u16, u16, u16),
    pub(crate) flies: bool,
    pub(crate) tactics: Tactics,
}

/// A weapon, or an ability that is an attack, ready for use.
#[derive(Clone, Debug)]
pub(crate) struct WeaponProfile {
    pub(crate) name: String,
    /// The ability that it is.
    pub(crate) ability: Option<u8>,
    pub(crate) kind: WeaponKind,
    pub(crate) meets: Meets,
    pub(crate) attack: Pool,
    pub(crate) parry: Pool,
    pub(crate) counter: Pool,
    pub(crate) profile: DamageProfile,
    /// Its maximum range in paces.
    pub(crate) range: u32,
    pub(crate) waive: u8,
    pub(crate) reload: u8,
    pub(crate) counter_missiles: bool,
    pub(crate) counter_magic: bool,
    pub(crate) on_hit: Vec<OnHit>,
    /// Whether it is at hand and loaded at the start.
    pub(crate) ready: bool,
    pub(crate) loaded: bool,
    /// The area that it strikes (CA-65).
    pub(crate) area: Option<AreaOf>,
}

/// An effect of a hit with a weapon beside damage (CA-54, CA-67).
#[derive(Clone, Debug)]
pub(crate) struct OnHit {
    pub(crate) effect: Effect,
    /// The number of its lasting effect; `NO_MOD` for one that does not last.
    pub(crate) made: u8,
}

/// The number or roll that an attack is rolled against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meets {
    /// The target's defence (CA-20).
    Defence,
    /// 3 or the range dice, less what the target resists (CA-29).
    Resistance,
    /// A number.
    Number(u8),
    /// A pool of the target, by the place in [`OPPOSED`] or beyond them of its skills.
    Pool(u8),
    /// Nothing: it hits, and resistance soaks (CA-29).
    Nothing,
}

/// CA-65: whom an area meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AreaOf {
    /// All hostiles within Near.
    Near,
    /// All within so many paces of a square, or whom its user picks.
    Sphere { radius: u32, pick: bool },
}

/// CA-31 to CA-38: the damage of a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DamageProfile {
    pub(crate) bonus: i32,
    pub(crate) slaying: Slays,
    pub(crate) critical: bool,
    pub(crate) impaling: bool,
    pub(crate) penetrating: bool,
    pub(crate) weak: bool,
    pub(crate) flat: bool,
    pub(crate) nonlethal: bool,
    pub(crate) knockout: bool,
    pub(crate) grapple: bool,
    pub(crate) soakable: bool,
}

/// CA-31: whom a weapon slays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Slays {
    /// Nobody.
    #[default]
    Nobody,
    /// Everybody.
    Everybody,
    /// The species of this number.
    Species(u8),
}

/// An ability with its place among the actions and its lasting effects.
#[derive(Clone, Debug)]
pub(crate) struct PreparedAbility {
    pub(crate) ability: Ability,
    /// The weapon that it is, if it is an attack.
    pub(crate) weapon: Option<u8>,
    /// Its place among the actions of the unit.
    pub(crate) action: u8,
    /// By effect the number of its lasting effect; `NO_MOD` for one that does not last.
    pub(crate) mods: Vec<u8>,
    /// The number or roll that it is rolled against.
    pub(crate) meets: Meets,
    pub(crate) pool: Pool,
}

/// An effect that does not last.
pub(crate) const NO_MOD: u8 = u8::MAX;

/// A lasting effect of an ability or of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastingEffect {
    pub(crate) what: ModKind,
    /// Equal for equal sources (CA-04).
    pub(crate) source: u8,
    /// The roll that ends it: pool, number, successes; `None` if none does.
    pub(crate) until: Option<(Pool, u8, u8)>,
    /// The owner of the passive ability and its place there; `None` if it is not of one.
    pub(crate) passive: Option<(UnitId, u8)>,
}

/// The change that a lasting effect makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ModKind {
    Bonus(Pool, ModWord),
    Penalty(Pool, ModWord),
    Upgrade(ModWord, u8),
    Stride(i8),
    Dash(i8),
    Forbid(ActionWord),
    Force(ActionWord),
    Chart(Chart),
    Status(Status),
    /// The roll that is made again, and whether an enemy laid the effect.
    Reroll(Again, bool),
}
