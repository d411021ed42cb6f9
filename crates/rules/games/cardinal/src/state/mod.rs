//! The state of a fight: everything that changes in it.

pub(crate) mod actions;
pub(crate) mod key;
pub(crate) mod prepare;
pub(crate) mod tables;

use crate::board::paths::Scratch;
use crate::data::vocabulary::{MAX_ABILITIES, Status, Statuses};
use fray_engine::roster::{MAX_SIDES, MAX_UNITS, UnitId, UnitSet};

/// The state of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitState {
    /// The statuses that it has (CA-40 to CA-49).
    pub statuses: Statuses,
    /// Its square (CA-16).
    pub x: u16,
    /// Its square (CA-16).
    pub y: u16,
    /// Its height above it (CA-56).
    pub height: u16,
    /// Points of its ward (CA-37).
    pub ward: u8,
    /// Weapons that are ready, bit i for weapon i (CA-14).
    pub ready: u8,
    /// Weapons that are loaded, bit i for weapon i (CA-14).
    pub loaded: u8,
    /// Reload actions done since the weapon was shot, four bits a weapon.
    pub reloading: u32,
    /// Retreats of this round (CA-26).
    pub retreats: u8,
    /// Defences of this round (CA-20).
    pub defences: u8,
    /// Whether it is exposed by a Run (CA-15).
    pub exposed: bool,
    /// Whether it is stable: no more death saves (CA-46, CA-52).
    pub stable: bool,
    /// Whether it has been attacked this round (D-07).
    pub was_attacked: bool,
    /// The unit that holds it, its number and 1; 0: none (CA-55).
    pub holder: u8,
    /// For which side it acts while it is controlled.
    pub master: u8,
    /// Abilities that are exhausted, bit i for ability i (CA-54).
    pub exhausted: u16,
    /// Uses of each ability in this fight.
    pub uses: [u8; MAX_ABILITIES],
}

impl UnitState {
    /// Its square and its height.
    #[inline(always)]
    #[must_use]
    pub fn at(&self) -> (u16, u16, u16) {
        (self.x, self.y, self.height)
    }

    /// Brings it somewhere: who is above the ground is Flying (CA-56).
    #[inline(always)]
    pub(crate) fn put(&mut self, (x, y, height): (u16, u16, u16)) {
        (self.x, self.y, self.height) = (x, y, height);
        if height > 0 {
            self.statuses.insert(Status::Flying);
        } else {
            self.statuses.remove(Status::Flying);
        }
    }
}

/// The values of metrics under way, which no rule reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured {
    /// Turns taken so far.
    pub turns: u32,
    /// The turn of the first hit with a result; 0: none yet.
    pub first_blood: u32,
    /// The round of the first Overkill; 0: none yet.
    pub first_overkill: u32,
    /// Rounds without a hit up to now.
    pub hitless: u32,
    /// The longest run of them.
    pub longest_hitless: u32,
    /// Whether somebody was hit in this round.
    pub was_hit: bool,
    /// Whether an able unit did more than Guard in this round.
    pub was_active: bool,
    /// By side the round in which its last able unit was lost; 0: it has one.
    pub exhausted: [u32; MAX_SIDES],
}

/// The state of a fight.
#[derive(Clone, Debug)]
pub struct State {
    /// The units in listed order.
    pub units: [UnitState; MAX_UNITS],
    /// The order of turns (CA-06).
    pub order: [UnitId; MAX_UNITS],
    /// Units that have had their turn in this round, or were out when it came.
    pub acted: UnitSet,
    /// The number of the round, from 1; 0 before the first.
    pub round: u32,
    /// Whether initiative and order are rolled: the first thing that is played.
    pub is_open: bool,
    /// Whether nothing has happened in this round that can change the fight (CA-64).
    pub quiet: bool,
    /// The remaining duration of each lasting effect of an ability, at `unit * n_mods + mod`; 0: not there.
    pub mods: Vec<u8>,
    /// The values of metrics under way.
    pub measured: Measured,
    /// Space for paths.
    pub scratch: Scratch,
}

impl Default for State {
    fn default() -> Self {
        Self {
            units: [UnitState::default(); MAX_UNITS],
            order: [UnitId(0); MAX_UNITS],
            acted: UnitSet::default(),
            round: 0,
            is_open: false,
            quiet: true,
            mods: Vec::new(),
            measured: Measured::default(),
            scratch: Scratch::default(),
        }
    }
}

impl State {
    /// A unit.
    #[inline(always)]
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.idx()]
    }

    /// A unit, to change it.
    #[inline(always)]
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut UnitState {
        &mut self.units[unit.idx()]
    }

    /// Returns the statuses of a unit.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, unit: UnitId) -> Statuses {
        self.units[unit.idx()].statuses
    }

    /// Of these units those who have one of the statuses.
    #[inline(always)]
    #[must_use]
    pub fn with(&self, units: UnitSet, statuses: Statuses) -> UnitSet {
        let mut found = UnitSet::default();
        for unit in units {
            if self.of(unit).any(statuses) {
                found.insert(unit);
            }
        }
        found
    }

    /// Of these units those who are not out.
    #[inline(always)]
    #[must_use]
    pub fn standing(&self, units: UnitSet) -> UnitSet {
        units.without(self.with(units, Statuses::OUT))
    }

    /// Of these units those who are neither out nor Afraid.
    #[inline(always)]
    #[must_use]
    pub fn able(&self, units: UnitSet) -> UnitSet {
        units.without(self.with(units, Statuses::OUT.or(Statuses::AFRAID)))
    }
}
