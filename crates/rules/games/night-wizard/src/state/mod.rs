//! The state of a fight: everything that changes in it, and the gauge of Action Counts.

pub mod extras;
pub(crate) mod key;
pub(crate) mod prepare;
pub(crate) mod tables;

use crate::data::setup::Status;
use crate::state::extras::{Slot, TurnState, UnitExtras, Used};
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};
use fray_kit::board::grid::path::Stride;
use fray_kit::board::grid::scratch::Scratch;

/// The state of a unit that every fight has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitState {
    /// Hit points; negative in Near Death.
    pub hp: i32,
    /// Action Count of this round.
    pub count: i16,
    /// Mains taken this round.
    pub mains: u16,
}

/// The kind of the next turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// The Setup Process of a round.
    #[default]
    Setup,
    /// An Initiative Process, and a Main if somebody is there for it; otherwise Clean-Up.
    Initiative,
    /// A Main before the first round (NW-10).
    Surprise,
}

/// The state of a fight.
#[derive(Debug, Default)]
pub struct State {
    /// The units in listed order.
    pub units: [UnitState; MAX_UNITS],
    /// Each unit's pair of critical and fumble numbers.
    pub numbers: [u8; MAX_UNITS],
    /// The unit that each unit attacked last; kept only where a tactic asks.
    pub last_target: [UnitId; MAX_UNITS],
    /// Arrived, not Near Death, not dead.
    pub standing: UnitSet,
    /// In Near Death and not dead.
    pub near_death: UnitSet,
    /// The units that may still enter a Main this round, or are in one; the others are Exhausted,
    /// or out.
    pub able: UnitSet,
    /// The units by count, but for the one in a Main.
    pub gauge: Gauge,
    /// The units that stood when the round opened; read by metrics alone.
    pub began: UnitSet,
    /// Mains taken in this round by all; read by metrics alone.
    pub mains: u32,
    /// The units that were once Exhausted before every enemy; read by metrics alone.
    pub outrun: UnitSet,
    /// The number of the round, from 1.
    pub round: u32,
    /// The kind of the next turn.
    pub phase: Phase,
    /// The further state of each unit.
    pub extras: Vec<UnitExtras>,
    /// At `unit * slots + slot`.
    pub slots: Vec<Slot>,
    /// The amounts behind the slots, at `unit * amounts + amount`.
    pub amounts: Vec<i32>,
    /// By unit and ability, one after the other.
    pub used: Vec<Used>,
    /// Reactions declared against the attack that goes on, by unit and ability; all 0 for units
    /// that are not in [`TurnState::reacted`].
    pub reactions: Vec<u64>,
    /// The units whose Judges of an attack have no active modifiers and no dice more by effects in
    /// force, and whose damage nothing changes.
    pub steady: UnitSet,
    /// The units whose critical and fumble numbers and [`DerivedStats`](crate::state::extras::DerivedStats) are
    /// as the fight began: the numbers of their attacks are known before it.
    pub as_began: UnitSet,
    /// The units that have bad statuses, or owe some.
    pub afflicted: UnitSet,
    /// The afflicted units with more than Poison, which shows in Clean-Up alone (NW-47).
    pub hindered: UnitSet,
    /// The units that have not arrived yet.
    pub absent: UnitSet,
    /// The units that fled.
    pub fled: UnitSet,
    /// The units that have already acted in the surprise round.
    pub surprised: UnitSet,
    /// The number of this fight in the series, from 1.
    pub fight: u32,
    /// The state that lasts only while a turn is played.
    pub turn: TurnState,
    /// The buffers of searches for a path.
    pub scratch: Scratch,
    /// The steps of those who are moving; empty between turns.
    pub route: Vec<Stride>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut new = Self::default();
        new.clone_from(self);
        new
    }

    /// Into the space that is there.
    fn clone_from(&mut self, other: &Self) {
        macro_rules! take {
            (copies $($copied:ident)*; refills $($refilled:ident)*) => {
                let Self { $($copied,)* $($refilled,)* turn, scratch: _, route: _ } = other;
                $(self.$copied = *$copied;)*
                $(self.$refilled.clone_from($refilled);)*
                self.turn.reacted = turn.reacted;
            };
        }
        take!(copies units numbers last_target standing near_death able began mains outrun round phase
            steady as_began afflicted hindered absent fled surprised fight;
            refills gauge extras slots amounts used reactions);
    }
}

impl State {
    /// Keeps up to date who has bad statuses or owes some.
    #[inline(always)]
    pub(crate) fn note_afflicted(&mut self, unit: UnitId) {
        let UnitExtras { statuses, owed, .. } = self.extras[unit.idx()];
        self.afflicted.set(unit, statuses | owed != 0);
        self.hindered.set(unit, statuses & !Status::Poison.bit() | owed != 0);
    }

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
}

/// How many counts a window of the gauge shows.
const WINDOW: i32 = 64;
/// The top of a window that shows no count at all.
const SHUT: i32 = -1;

/// The Action Count gauge of the game's sheet: a square for each count, with the markers that
/// wait there. Whoever stands on the highest square is next, so a Main costs the same time
/// however many units there are.
///
/// The gauge shows 64 counts at a time, down from one below a multiple of 64; the window moves
/// when it is empty. Nobody waits above it. Markers are places in the order of ties, not units:
/// the first of a square is its lowest bit.
#[derive(Clone, Debug)]
pub struct Gauge {
    /// The units that wait at each count of the window, the highest count first.
    squares: [u32; WINDOW as usize],
    /// Bit i: somebody waits at square i.
    occupied: u64,
    /// The highest count of the window.
    top: i32,
    /// The units that wait outside the window, as bits.
    outside: u32,
}

impl Default for Gauge {
    fn default() -> Self {
        Self { squares: [0; WINDOW as usize], occupied: 0, top: WINDOW - 1, outside: 0 }
    }
}

impl Gauge {
    /// Takes all markers off.
    #[inline]
    pub fn clear(&mut self) {
        while self.occupied != 0 {
            self.squares[self.occupied.trailing_zeros() as usize] = 0;
            self.occupied &= self.occupied - 1;
        }
        self.outside = 0;
        self.top = WINDOW - 1;
    }

    /// The square of a count, if the window shows it.
    #[inline(always)]
    fn square(&self, count: i16) -> Option<usize> {
        let square = (self.top - i32::from(count)) as u32;
        (square < WINDOW as u32).then_some(square as usize)
    }

    /// Puts the marker of place `place` at `count` (0 or more).
    #[inline(always)]
    pub fn put(&mut self, place: u8, count: i16) {
        match self.square(count) {
            Some(square) => {
                self.squares[square] |= 1 << place;
                self.occupied |= 1 << square;
            }
            None => self.put_outside(place, count),
        }
    }

    /// Above the window, it is shut until the next look at the highest square.
    #[cold]
    #[inline(never)]
    fn put_outside(&mut self, place: u8, count: i16) {
        self.outside |= 1 << place;
        if i32::from(count) > self.top {
            let all = self.all();
            self.clear();
            (self.outside, self.top) = (all, SHUT);
        }
    }

    /// Takes the marker of place `place` off `count`, where it stands.
    #[inline(always)]
    pub fn take(&mut self, place: u8, count: i16) {
        if let Some(square) = self.square(count) {
            self.squares[square] &= !(1 << place);
            self.occupied &= !(u64::from(self.squares[square] == 0) << square);
        } else {
            self.outside &= !(1 << place);
        }
    }

    /// The markers of the highest square; none if the gauge is empty. `count_of` says where the
    /// markers outside the window stand.
    #[inline(always)]
    pub fn highest(&mut self, count_of: impl Fn(u8) -> i16) -> Option<u32> {
        if self.occupied == 0 {
            if self.outside == 0 {
                return None;
            }
            self.move_window(count_of);
        }
        Some(self.squares[self.occupied.trailing_zeros() as usize & 63])
    }

    /// Everybody on the gauge.
    fn all(&self) -> u32 {
        self.squares.iter().fold(self.outside, |all, square| all | square)
    }

    /// Shows the window of the highest marker.
    #[cold]
    #[inline(never)]
    fn move_window(&mut self, count_of: impl Fn(u8) -> i16) {
        let all = self.all();
        let places = |mut set: u32| {
            core::iter::from_fn(move || {
                let place = set.trailing_zeros();
                set &= set.wrapping_sub(1);
                (place < 32).then_some(place as u8)
            })
        };
        let highest = places(all).map(&count_of).max().unwrap_or(0);
        self.clear();
        self.top = i32::from(highest) | (WINDOW - 1);
        for place in places(all) {
            self.put(place, count_of(place));
        }
    }
}
