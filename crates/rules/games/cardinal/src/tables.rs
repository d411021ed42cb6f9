//! What a fight needs of a scenario, ready before the first roll: units, their weapons and abilities, blows and
//! lasting effects.

use super::chart::Chart;
use super::pool::Pool;
use super::setup::{Shield, WeaponKind};
use super::tactics::Tactics;
use super::vocabulary::{Ability, ActionWord, Again, Effect, ModWord, Status, Statuses};
use fray_engine::roster::{SideId, UnitId};

/// What a unit brings into the fight.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) side: SideId,
    pub(super) is_pc: bool,
    pub(super) body: Pool,
    pub(super) speed: Pool,
    pub(super) mind: Pool,
    pub(super) will: Pool,
    /// Skill pools by name, for abilities.
    pub(super) skills: Vec<(String, Pool)>,
    pub(super) dodge: Pool,
    pub(super) soak: Pool,
    pub(super) armor: Pool,
    pub(super) rally: Pool,
    /// What its stat block gives for initiative; Speed, Mind and `danger`, if it gives nothing.
    pub(super) initiative: Option<Pool>,
    /// The die of the gift of danger sense.
    pub(super) danger: Pool,
    pub(super) resist: Pool,
    /// What it holds and breaks free with (CA-55).
    pub(super) hold: Pool,
    /// What First Aid is rolled with (CA-52).
    pub(super) aid: Pool,
    /// The dice of the skill of Tactics (CA-28).
    pub(super) tactics_dice: Pool,
    pub(super) shield: Shield,
    /// Its weapons, then the abilities that are attacks.
    pub(super) weapons: Vec<WeaponProfile>,
    pub(super) n_weapons: usize,
    pub(super) abilities: Vec<Skill>,
    pub(super) stride: i32,
    pub(super) dash: i32,
    pub(super) is_veteran: bool,
    pub(super) is_unaware: bool,
    pub(super) order: i32,
    pub(super) ward: u8,
    /// The number of its species; 0: none.
    pub(super) species: u8,
    pub(super) statuses: Statuses,
    pub(super) position: (u16, u16, u16),
    pub(super) flies: bool,
    pub(super) tactics: Tactics,
}

/// A weapon, or an ability that is an attack, ready for use.
#[derive(Clone, Debug)]
pub(super) struct WeaponProfile {
    pub(super) name: String,
    /// The ability that it is.
    pub(super) ability: Option<u8>,
    pub(super) kind: WeaponKind,
    pub(super) meets: Meets,
    pub(super) attack: Pool,
    pub(super) parry: Pool,
    pub(super) counter: Pool,
    pub(super) profile: DamageProfile,
    /// Its maximum range in paces.
    pub(super) range: u32,
    pub(super) waive: u8,
    pub(super) reload: u8,
    pub(super) counter_missiles: bool,
    pub(super) counter_magic: bool,
    pub(super) on_hit: Vec<OnHit>,
    /// Whether it is at hand and loaded at the start.
    pub(super) ready: bool,
    pub(super) loaded: bool,
    /// The area that it strikes (CA-65).
    pub(super) area: Option<AreaOf>,
}

/// What a hit with a weapon does beside damage (CA-54, CA-67).
#[derive(Clone, Debug)]
pub(super) struct OnHit {
    pub(super) effect: Effect,
    /// The number of its lasting effect; `NO_MOD` for one that does not last.
    pub(super) made: u8,
}

/// What an attack is rolled against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meets {
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
pub(super) enum AreaOf {
    /// All hostiles within Near.
    Near,
    /// All within so many paces of a square, or whom its user picks.
    Sphere { radius: u32, pick: bool },
}

/// CA-31 to CA-38: what a hit does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DamageProfile {
    pub(super) bonus: i32,
    pub(super) slaying: Slays,
    pub(super) critical: bool,
    pub(super) impaling: bool,
    pub(super) penetrating: bool,
    pub(super) weak: bool,
    pub(super) flat: bool,
    pub(super) nonlethal: bool,
    pub(super) knockout: bool,
    pub(super) grapple: bool,
    pub(super) soakable: bool,
}

/// CA-31: whom a weapon slays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Slays {
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
pub(super) struct Skill {
    pub(super) ability: Ability,
    /// The weapon that it is, if it is an attack.
    pub(super) weapon: Option<u8>,
    /// Its place among the actions of the unit.
    pub(super) action: u8,
    /// By effect the number of its lasting effect; `NO_MOD` for one that does not last.
    pub(super) mods: Vec<u8>,
    /// What is rolled against, by [`Meets`].
    pub(super) meets: Meets,
    pub(super) pool: Pool,
}

/// An effect that does not last.
pub(super) const NO_MOD: u8 = u8::MAX;

/// A lasting effect of an ability or of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mod {
    pub(super) what: ModKind,
    /// Equal for equal sources (CA-04).
    pub(super) source: u8,
    /// What ends it by a roll: pool, number, successes.
    pub(super) until: Option<(Pool, u8, u8)>,
    /// Whose passive ability it is, if it is one.
    pub(super) passive: Option<(UnitId, u8)>,
}

/// What a lasting effect changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ModKind {
    Bonus(Pool, ModWord),
    Penalty(Pool, ModWord),
    Upgrade(ModWord, u8),
    Stride(i8),
    Dash(i8),
    Forbid(ActionWord),
    Force(ActionWord),
    Chart(Chart),
    Status(Status),
    /// What is rolled again, and whether an enemy laid it.
    Reroll(Again, bool),
}
