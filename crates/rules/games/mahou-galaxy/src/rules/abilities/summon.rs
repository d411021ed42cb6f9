//! Units that abilities bring into the fight (MG-66, MG-78).

use crate::data::events::Event;
use crate::data::vocabulary::Effect;
use crate::state::State;
use crate::{MahouGalaxy, Play};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::{UnitId, UnitSet};

impl MahouGalaxy {
    /// The units that an effect may still summon.
    pub(crate) fn waiting(&self, state: &State, unit: UnitId, at: usize, place: usize) -> UnitSet {
        self.knack(unit, at).summons[place].and(state.absent)
    }

    /// The free cell on the ground, without a hazard, nearest to a unit; ties in the cells' order. Without a
    /// map there is room for all.
    fn cell_beside(&self, state: &State, unit: UnitId) -> Option<u32> {
        let Some(board) = self.board_in(state) else { return Some(0) };
        let here = state.unit(unit).cell;
        let is_free = |cell: &u32| {
            board.is_walkable(*cell)
                && board.hazard(*cell).is_none()
                && state.present(self.everyone).into_iter().all(|other| state.unit(other).cell != *cell)
        };
        board.cells(false).filter(is_free).min_by_key(|&cell| board.distance(here, cell))
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// MG-66 `summon`: units join the side of their summoner. They have no tokens before the next round.
    pub(crate) fn summon(&mut self, unit: UnitId, at: usize, place: usize) {
        let rules = self.rules;
        let Effect::Summon { number, .. } = rules.knack(unit, at).ability.effects[place].effect else {
            return;
        };
        for newcomer in rules.waiting(self.state, unit, at, place).into_iter().take(number.into()) {
            let Some(cell) = rules.cell_beside(self.state, unit) else { return };
            self.state.absent.remove(newcomer);
            self.state.fresh.insert(newcomer);
            self.state.unit_mut(newcomer).cell = cell;
            self.obs.arrives(newcomer);
            let at = rules.board.is_some().then_some(cell);
            self.obs.event(|| Event::Arrives { unit: newcomer, at });
        }
    }
}
