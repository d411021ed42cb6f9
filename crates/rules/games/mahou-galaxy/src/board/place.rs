//! The relations that depend on where units stand: distance, sight, cover, reach (MG-19, MG-20, MG-43, MG-47,
//! MG-74, MG-75).

use crate::MahouGalaxy;
use crate::board::FEET;
use crate::data::rulings::{RangeRounding, VictimWalks};
use crate::state::State;
use fray_engine::roster::UnitId;

impl MahouGalaxy {
    /// The distance of two units in feet: 5 without a map.
    #[inline(always)]
    pub(crate) fn distance(&self, state: &State, a: UnitId, b: UnitId) -> i32 {
        match self.board_in(state) {
            None => FEET,
            Some(board) => board.distance(state.unit(a).cell, state.unit(b).cell),
        }
    }

    /// MG-74: whether one unit sees another.
    pub(crate) fn sees(&self, state: &State, a: UnitId, b: UnitId) -> bool {
        self.board_in(state).is_none_or(|board| board.sees(state.unit(a).cell, state.unit(b).cell))
    }

    /// MG-47: the cover of a unit against an attacker.
    #[inline(always)]
    pub(crate) fn cover(&self, state: &State, attacker: UnitId, unit: UnitId) -> i32 {
        let own = self.change(state, unit, crate::data::vocabulary::What::Cover);
        own + self
            .board_in(state)
            .map_or(0, |board| board.cover(state.unit(attacker).cell, state.unit(unit).cell))
    }

    /// MG-24, MG-47: the cover that counts against an attack; the immobile may have none.
    pub(crate) fn cover_against(&self, state: &State, attacker: UnitId, unit: UnitId) -> i32 {
        if self.rulings.immobile_cover || !self.is_immobile(state, unit) {
            self.cover(state, attacker, unit)
        } else {
            0
        }
    }

    /// MG-25, MG-47: the modifier of attacks from the own cell.
    #[inline(always)]
    pub(crate) fn place_modifier(&self, state: &State, unit: UnitId) -> i32 {
        let heavy = self.rulings.cover_attack_heavy.0;
        self.board_in(state).map_or(0, |board| board.attack_mod(state.unit(unit).cell, heavy))
    }

    /// MG-20: the penalty of a shot.
    pub(crate) fn range_penalty(&self, state: &State, unit: UnitId, target: UnitId, range: i32) -> i32 {
        let distance = self.distance(state, unit, target);
        penalty_at(distance, range, self.rulings.range_rounding)
    }

    /// MG-19: whether a weapon reaches a unit: within its reach, or in sight for a shot.
    #[inline(always)]
    pub(crate) fn reaches(&self, state: &State, unit: UnitId, target: UnitId, weapon: usize) -> bool {
        if self.board.is_none() {
            return true;
        }
        let weapon = &self.unit(unit).weapons[weapon];
        if weapon.ranged {
            self.sees(state, unit, target)
        } else {
            self.distance(state, unit, target) <= weapon.range
        }
    }

    /// Returns whether some weapon or fist of the unit reaches the other from its cell.
    pub(crate) fn is_in_reach(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        if self.board.is_none() {
            return true;
        }
        let from = state.unit(unit).cell;
        self.reaches_from(state, unit, from, target)
    }

    /// Returns whether it would from this cell.
    pub(crate) fn reaches_from(&self, state: &State, unit: UnitId, cell: u32, target: UnitId) -> bool {
        let Some(board) = self.board_in(state) else { return true };
        let (info, it) = (self.unit(unit), state.unit(unit));
        let there = state.unit(target).cell;
        let distance = board.distance(cell, there);
        info.weapons.iter().enumerate().any(|(at, weapon)| {
            let at_hand = weapon.hands == 0 || it.in_hand.contains(&(at as u8 + 1));
            at_hand && if weapon.ranged { board.sees(cell, there) } else { distance <= weapon.range }
        })
    }

    /// Returns the cost of a step into the own cell, in cells.
    pub(crate) fn move_cost(&self, state: &State, unit: UnitId) -> i32 {
        self.board_in(state).map_or(1, |board| {
            let cell = state.unit(unit).cell;
            board.move_cost(cell, board.above_ground(cell) > 0)
        })
    }

    /// The cells in which a unit may not end, and through which it may not go.
    pub(crate) fn is_taken(&self, state: &State, unit: UnitId, cell: u32) -> bool {
        state.present(self.enemies(unit)).into_iter().any(|foe| state.unit(foe).cell == cell)
    }

    /// MG-75: whether holds let the unit end a step there.
    pub(crate) fn is_let(&self, state: &State, unit: UnitId, cell: u32) -> bool {
        let Some(board) = self.board_in(state) else { return true };
        self.rulings.grapple_victim_walks == VictimWalks::Free
            || !state.held.has(unit)
            || self.everyone.into_iter().all(|other| {
                let it = state.unit(other);
                !it.holds.has(unit)
                    || board.distance(it.cell, cell) <= FEET
                    || self.rulings.grapple_victim_walks == VictimWalks::Drag
                        && self.can_drag(state, unit, other)
            })
    }
}

/// MG-20: the penalty of a shot at this distance with this range.
#[must_use]
pub(crate) fn penalty_at(distance: i32, range: i32, rounding: RangeRounding) -> i32 {
    if distance <= range {
        return 0;
    }
    match rounding {
        RangeRounding::CeilMinus1 => (distance + range - 1) / range - 1,
        RangeRounding::Floor => distance / range,
    }
}
