//! The state of a fight: everything that changes in it.

pub(crate) mod key;
pub(crate) mod prepare;

use crate::data::setup::End;
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};

/// The state of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitState {
    /// Life, 0 or more.
    pub life: i32,
    /// Cores.
    pub cores: i32,
    /// High mana.
    pub mana: i32,
    /// Own number (JU-07); 0 off the board.
    pub own: i32,
    /// Defences of this round (JU-62).
    pub defended: u8,
    /// Rounds that must open before it may return to the board (JU-36).
    pub away: u8,
    /// Squares it moved by its own action this round (JU-51).
    pub moved: u8,
    /// The weapon that is tried first; the one in hand where weapons need readying (JU-22).
    pub hand: u8,
    /// Weapons thrown away, bit i for weapon i (JU-50).
    pub lost: u32,
    /// Main and sub actions gained or lost for its next activation.
    pub actions: [i8; 2],
}

/// The kind of the next turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// The preparation phase of the next round.
    #[default]
    Preparation,
    /// The next slot of the action phase; the round end phase if none is left.
    Action,
}

/// The state of a fight.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The units in listed order.
    pub units: [UnitState; MAX_UNITS],
    /// Dead.
    pub dead: UnitSet,
    /// Incapacitated (JU-76).
    pub down: UnitSet,
    /// Off the board (JU-35).
    pub off: UnitSet,
    /// The units that leave for good (D-12).
    pub leaving: UnitSet,
    /// The units of which the enemies do not know (JU-38).
    pub unnoticed: UnitSet,
    /// The units whose slot of this round is over.
    pub acted: UnitSet,
    /// The order inside the sides of this round: all of the left side, then all of the right.
    pub order: [UnitId; MAX_UNITS],
    /// The side that holds the flag.
    pub flag: End,
    /// The first side of this round (JU-15).
    pub first: End,
    /// Whether the row of two who stand back to back is chosen (JU-27).
    pub row_kept: bool,
    /// The number of the round, from 1; 0 before the first.
    pub round: u32,
    /// The kind of the next turn.
    pub phase: Phase,
    /// The remaining duration of each status or lasting effect, at `unit * n_marks + mark`; 0: not there.
    pub marks: Vec<u8>,
    /// Nobody else has marks.
    pub marked: UnitSet,
    /// Whether a mark may be there that ends with an attack or an activation.
    pub brief: bool,
    /// Uses of each ability in this round and in the fight, at `unit * n_abilities + ability`.
    pub uses: Vec<[u8; 2]>,
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

    /// Of these units those who are alive, not incapacitated and on the board.
    #[inline(always)]
    #[must_use]
    pub fn active(&self, units: UnitSet) -> UnitSet {
        units.without(self.dead).without(self.down).without(self.off)
    }

    /// Of these units those who are neither dead nor incapacitated.
    #[inline(always)]
    #[must_use]
    pub fn able(&self, units: UnitSet) -> UnitSet {
        units.without(self.dead).without(self.down)
    }
}
