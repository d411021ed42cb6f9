//! The state of a fight beyond HP, counts and who stands: parts of [`State`](crate::state::State), which
//! keeps them in vectors that the start of a fight sizes once.

use crate::data::setup::ability::JudgeKind;
use crate::data::setup::{AttackKind, AttributeId};
use fray_engine::contract::Outcome;
use fray_engine::roster::{UnitId, UnitSet};
use fray_kit::board::grid::Place;

/// The state of a unit beyond HP, count and Mains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitExtras {
    /// Magic points.
    pub mp: i32,
    /// Prana.
    pub prana: i32,
    /// Bad statuses: bit n is the status of number n.
    pub statuses: u8,
    /// Level of Poison.
    pub poison: i32,
    /// Bad statuses that are a cost of this Main, due after its Major Action (NW-17).
    pub owed: u8,
    /// The level of the Poison among them.
    pub owed_poison: i32,
    /// Its place on the map.
    pub spot: Place,
    /// Whether it is in flight.
    pub flying: bool,
    /// The loadout it wears.
    pub loadout: u8,
    /// The enchantments in force, by their places in its list.
    pub enchants: u32,
    /// The invocations in its memory, by their places in its list of abilities.
    pub memory: u64,
    /// Its abilities in use, by their places: they are not used again before they are done. None
    /// between turns.
    pub busy: u64,
    /// The weapons in its hands, by their places in its list.
    pub held: u32,
    /// Its critical and fumble numbers without effects.
    pub own_numbers: u8,
    /// Whether it used an ability this round; kept only where a tactic asks.
    pub used: bool,
    /// Whether it delayed this round; kept only where abilities change counts.
    pub delayed: bool,
    /// Whether its robe was opened in this Setup.
    pub robed: bool,
    /// The values that follow from all that is in force.
    pub derived: DerivedStats,
}

/// The values that follow from stat block, gear, enchantments and lasting effects of a unit: kept up to date
/// whenever one of them changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DerivedStats {
    /// Attributes with passive modifiers.
    pub value: [i32; AttributeId::COUNT],
    /// Active modifiers of attributes.
    pub active: [i32; AttributeId::COUNT],
    /// Active modifiers of Judges.
    pub judge: [i32; JudgeKind::COUNT],
    /// Dice added to Judges.
    pub dice: [u8; JudgeKind::COUNT],
    /// Maximum HP.
    pub max_hp: i32,
    /// Maximum MP.
    pub max_mp: i32,
    /// Statuses that cannot be inflicted on it.
    pub immune: u8,
    /// Whether its covers cost no count.
    pub cover_free: bool,
    /// The additional cost of leaving a hindered square.
    pub withdraw: i32,
    /// Whether some effect in force changes damage or elements.
    pub changes_damage: bool,
    /// The number of effects in force that modify Judges otherwise than by their attributes.
    pub modifying: i16,
}

/// The end of a lasting effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// It is not there.
    #[default]
    Gone,
    /// With the Judge it was declared for, or the attack that goes on, at this depth of attacks.
    Judge(u8),
    /// With the Main that goes on, at this depth of commands.
    Main(u8),
    /// In Clean-Up step 2 of the n-th round, the present one the first.
    Rounds(u8),
    /// With the fight.
    Fight,
    /// With the enchantments that grant the ability to its user.
    WhileActive,
}

/// An effect that lasts on a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// The time at which it ends.
    pub end: End,
    /// The ability behind it.
    pub ability: u16,
    /// The unit that used it.
    pub by: UnitId,
}

/// The uses of an ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// In the Main that goes on.
    pub main: u8,
    /// In this round.
    pub round: u8,
    /// In this fight.
    pub fight: u8,
    /// Of its charges.
    pub charges: u8,
}

/// The course of a Main so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct MainState {
    /// Auto Actions taken in it.
    pub autos: u32,
    /// Its Minor and Major Actions spent on moving.
    pub moves: u32,
    /// The Minor and Major Actions that were spent.
    pub acts: u32,
    /// The unit whose Main it is, and the enemy that it chose for it (D-target).
    pub chosen: Option<(UnitId, UnitId)>,
}

/// The state that lasts only while a turn is played, and is cleared after it.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnState {
    /// The units in a Main: the commander's and the commanded one's.
    pub in_main: UnitSet,
    /// The number of Mains in one another.
    pub depth: u8,
    /// Whether counts are not there yet: Setup before step (d), and surprise.
    pub no_counts: bool,
    /// Whether this Main is of the surprise round.
    pub surprise: bool,
    /// The Main that goes on.
    pub main: MainState,
    /// The number of abilities in use inside one another.
    pub uses: u8,
    /// The number of triggers that answer one another.
    pub answers: u8,
    /// The units that declared Reactions against the attack that goes on.
    pub reacted: UnitSet,
    /// Whether somebody left the fight since the last look at its outcome.
    pub changed: bool,
    /// The outcome of the fight, as soon as it is known.
    pub over: Option<Outcome>,
    /// The number of attacks in one another.
    pub strikes: u8,
    /// The units that may bear an effect that lasts for a Judge.
    pub brief: UnitSet,
    /// The units that may bear an effect that lasts for a Main.
    pub of_main: UnitSet,
    /// The number of commanded Mains in the one that goes on.
    pub inside: u32,
    /// Whether the Main that goes on was commanded.
    pub is_commanded: bool,
    /// Whether this is the Clean-Up of a round.
    pub cleans_up: bool,
    /// Whether this is Clean-Up step 3, in which Near Death can be lifted (NW-30).
    pub lifts: bool,
    /// The attack that goes on: whose, its kinds, what is added to its Attack. Kept only where
    /// something can answer it.
    pub attack: Option<(UnitId, AttackKind, AttackKind, [i32; 2])>,
}
