//! What changes in a fight beyond HP, counts and who stands ([`State`](super::state::State)).
//!
//! Everything lies in vectors that the start of a fight sizes once.

use super::setup::ability::JudgeKind;
use super::setup::gear::Status;
use super::setup::{AttackKind, AttributeId};
use crate::board::grid::Place;
use crate::board::grid::path::Stride;
use crate::board::grid::scratch::Scratch;
use crate::engine::contract::Outcome;
use crate::engine::roster::{UnitId, UnitSet};

/// What changes of a unit beyond HP, count and Mains.
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
    /// Where it is.
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
    pub own_luck: u8,
    /// Whether it used an ability this round; kept only where a tactic asks.
    pub used: bool,
    /// Whether it delayed this round; kept only where abilities change counts.
    pub delayed: bool,
    /// Whether its robe was opened in this Setup.
    pub robed: bool,
    /// What follows from all that is in force.
    pub derived: DerivedStats,
}

/// What follows from stat block, gear, enchantments and lasting effects of a unit: kept up to
/// date whenever one of them changes.
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
    /// What leaving a hindered square costs it more.
    pub withdraw: i32,
    /// Whether some effect in force changes damage or elements.
    pub changes_damage: bool,
    /// How many effects in force modify Judges otherwise than by their attributes.
    pub modifying: i16,
}

/// When a lasting effect ends.
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
    /// When it ends.
    pub end: End,
    /// The ability behind it.
    pub ability: u16,
    /// Whose use of it.
    pub by: UnitId,
}

/// How often an ability was used.
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

/// What changes beyond the fields of [`State`](super::state::State).
#[derive(Debug, Default)]
pub struct Extras {
    /// By unit.
    pub units: Vec<UnitExtras>,
    /// At `unit * slots + slot`.
    pub slots: Vec<Slot>,
    /// The amounts behind the slots, at `unit * amounts + amount`.
    pub amounts: Vec<i32>,
    /// By unit and ability, one after the other.
    pub used: Vec<Used>,
    /// Reactions declared against the attack that goes on, by unit and ability; all 0 for units
    /// that are not in [`TurnState::reacted`].
    pub reactions: Vec<u64>,
    /// Those whose Judges of an attack have no active modifiers and no dice more by effects in
    /// force, and whose damage nothing changes.
    pub steady: UnitSet,
    /// Those whose critical and fumble numbers and [`DerivedStats`] are as the fight began: what
    /// their attacks come to is known before it.
    pub as_began: UnitSet,
    /// Those who have bad statuses, or owe some.
    pub afflicted: UnitSet,
    /// Those of them for whom it is more than Poison, which shows in Clean-Up alone (NW-47).
    pub hindered: UnitSet,
    /// Those who have not arrived yet.
    pub absent: UnitSet,
    /// Those who fled.
    pub fled: UnitSet,
    /// Who has already acted in the surprise round.
    pub surprised: UnitSet,
    /// Which fight of the series this is, from 1.
    pub fight: u32,
    /// What is known only while a turn is played.
    pub turn: TurnState,
    /// The buffers of searches for a path.
    pub scratch: Scratch,
    /// The steps of those who are moving; empty between turns.
    pub route: Vec<Stride>,
}

/// What is known only while a turn is played, and forgotten after it.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnState {
    /// The units in a Main: the commander's and the commanded one's.
    pub in_main: UnitSet,
    /// How many Mains there are in one another.
    pub depth: u8,
    /// Whether counts are not there yet: Setup before step (d), and surprise.
    pub no_counts: bool,
    /// Whether this Main is of the surprise round.
    pub surprise: bool,
    /// Auto Actions taken in this Main.
    pub autos: u32,
    /// Its Minor and Major Actions spent on moving.
    pub moves: u32,
    /// Those that were used.
    pub acts: u32,
    /// Whose Main it is, and the enemy that it chose for it (D-target).
    pub chosen: Option<(UnitId, UnitId)>,
    /// How many abilities are in use inside one another.
    pub uses: u8,
    /// How many triggers answer one another.
    pub answers: u8,
    /// Who declared Reactions against the attack that goes on.
    pub reacted: UnitSet,
    /// Whether somebody left the fight since the last look at its outcome.
    pub changed: bool,
    /// How the fight ended, as soon as it is known.
    pub over: Option<Outcome>,
    /// How many attacks there are in one another.
    pub strikes: u8,
    /// Who may bear an effect that lasts for a Judge.
    pub brief: UnitSet,
    /// Who may bear an effect that lasts for a Main.
    pub of_main: UnitSet,
    /// How many commanded Mains lay in the one that goes on.
    pub inside: u32,
    /// Whether the Main that goes on was commanded.
    pub is_commanded: bool,
    /// Whether this is the Clean-Up of a round.
    pub cleans_up: bool,
    /// Whether this is Clean-Up step 3, in which Near Death can be lifted (NW-30).
    pub lifts: bool,
    /// The attack that goes on: whose, its kinds, what is added to its Attack. Kept only where
    /// something can answer it.
    pub blow: Option<(UnitId, AttackKind, AttackKind, [i32; 2])>,
}

impl Extras {
    /// Keeps up to date who has bad statuses or owes some.
    #[inline(always)]
    pub(super) fn note_afflicted(&mut self, unit: UnitId) {
        let UnitExtras { statuses, owed, .. } = self.units[unit.idx()];
        self.afflicted.set(unit, statuses | owed != 0);
        self.hindered.set(unit, statuses & !Status::Poison.bit() | owed != 0);
    }
}

impl Clone for Extras {
    fn clone(&self) -> Self {
        Self {
            units: self.units.clone(),
            slots: self.slots.clone(),
            amounts: self.amounts.clone(),
            used: self.used.clone(),
            reactions: self.reactions.clone(),
            steady: self.steady,
            as_began: self.as_began,
            afflicted: self.afflicted,
            hindered: self.hindered,
            absent: self.absent,
            fled: self.fled,
            surprised: self.surprised,
            fight: self.fight,
            turn: self.turn,
            scratch: Scratch::default(),
            route: Vec::new(),
        }
    }

    /// Into the space that is there.
    fn clone_from(&mut self, other: &Self) {
        self.units.clone_from(&other.units);
        self.slots.clone_from(&other.slots);
        self.amounts.clone_from(&other.amounts);
        self.used.clone_from(&other.used);
        self.reactions.clone_from(&other.reactions);
        self.turn.reacted = other.turn.reacted;
        (self.steady, self.as_began) = (other.steady, other.as_began);
        (self.afflicted, self.hindered) = (other.afflicted, other.hindered);
        let Self { absent, fled, surprised, fight, .. } = *other;
        (self.absent, self.fled, self.surprised, self.fight) = (absent, fled, surprised, fight);
    }
}
