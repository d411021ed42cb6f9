//! The state of a fight: everything that changes in it.

pub(crate) mod key;
pub(crate) mod prepare;

use crate::board::WaysMemory;
use crate::choose::judge::BlowMemory;
use crate::data::rulings::VALUES;
use crate::data::setup::MAX_PLAYERS;
use crate::data::vocabulary::{Element, MAX_ABILITIES, MAX_STATUSES};
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};

/// The kinds of cards: value by value of each element, and those that nobody can use.
pub const KINDS: usize = Element::ALL.len() * VALUES + 1;
/// The kind of the cards that nobody can use.
pub const DEAD: usize = KINDS - 1;

/// Cards by kind.
pub type Cards = [u16; KINDS];

/// The state of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitState {
    /// HP, 0 or more.
    pub hp: i16,
    /// PD without what lasts; below 0 only under something that raises it.
    pub pd: i16,
    /// SD without what lasts.
    pub sd: i16,
    /// The square, `y * width + x`.
    pub at: u16,
    /// Stacks of each status; of Freeze the stages left.
    pub stacks: [u8; MAX_STATUSES],
    /// Turns left of each status, 0 of what lasts until it is removed.
    pub turns: [u8; MAX_STATUSES],
    /// The fuses that lie, bit n for ability n.
    pub lying: u16,
    /// The cards on which each fuse lies: four bits for each value.
    pub stones: [u16; MAX_ABILITIES],
    /// Uses of each ability in the fight.
    pub uses: [u8; MAX_ABILITIES],
    /// The abilities used since its last activation began, that can be used once in it.
    pub once: u16,
    /// The unit that it attacked last, its number and 1; 0: none yet.
    pub last: u8,
}

/// The state of a fight.
#[derive(Clone, Debug)]
pub struct State {
    /// The units in listed order.
    pub units: [UnitState; MAX_UNITS],
    /// Incapacitated.
    pub down: UnitSet,
    /// The units of the present side that have been activated.
    pub acted: UnitSet,
    /// The units that are to be activated once more in this turn.
    pub extra: UnitSet,
    /// The units to which one more activation was granted in this turn.
    pub granted: UnitSet,
    /// The unit in its activation, and the stage of Freeze that holds in it (SB-44).
    pub frozen: Option<(UnitId, u8)>,
    /// The sides in the order of their turns.
    pub order: [u8; MAX_PLAYERS],
    /// The place in `order` of the unit whose turn it is.
    pub turn: u8,
    /// Whether that turn has begun.
    pub is_open: bool,
    /// Whether no turn of the present round has begun.
    pub is_new_round: bool,
    /// The number of the round, from 1.
    pub round: u32,
    /// Quiet rounds in a row before this one (SB-63).
    pub quiet: u16,
    /// Whether something changed in this round.
    pub is_loud: bool,
    /// The hands of the sides.
    pub hands: [Cards; MAX_PLAYERS],
    /// The deck.
    pub deck: Cards,
    /// The discards.
    pub discards: Cards,
    /// The remaining duration of each lasting effect, at `unit * n_marks + mark`; 0: not there.
    pub marks: Vec<u8>,
    /// Ways that were searched before; no part of the state.
    pub(crate) ways: WaysMemory,
    /// Blows that were weighed before; no part of the state.
    pub(crate) blows: BlowMemory,
}

impl Default for State {
    fn default() -> Self {
        Self {
            units: [UnitState::default(); MAX_UNITS],
            down: UnitSet::default(),
            acted: UnitSet::default(),
            extra: UnitSet::default(),
            granted: UnitSet::default(),
            frozen: None,
            order: [0; MAX_PLAYERS],
            turn: 0,
            is_open: false,
            is_new_round: true,
            round: 1,
            quiet: 0,
            is_loud: false,
            hands: [[0; KINDS]; MAX_PLAYERS],
            deck: [0; KINDS],
            discards: [0; KINDS],
            marks: Vec::new(),
            ways: WaysMemory::default(),
            blows: BlowMemory::default(),
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

    /// The units of a set that are not incapacitated.
    #[inline(always)]
    #[must_use]
    pub fn living(&self, units: UnitSet) -> UnitSet {
        units.without(self.down)
    }

    /// Returns whether a unit is not incapacitated.
    #[inline(always)]
    #[must_use]
    pub fn stands(&self, unit: UnitId) -> bool {
        !self.down.has(unit)
    }
}

/// Returns how many cards there are.
#[inline]
#[must_use]
pub fn count(cards: &Cards) -> u32 {
    cards.iter().map(|n| u32::from(*n)).sum()
}
