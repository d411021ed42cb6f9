//! The end of a fight (SB-60 to SB-63).

use crate::data::rulings::MutualFall;
use crate::state::State;
use crate::{Play, Stonebound};
use fray_engine::contract::Outcome;
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::SideId;

impl Stonebound {
    /// SB-60, SB-62: who has won, if at most one side is left.
    pub(crate) fn outcome(&self, state: &State) -> Option<Outcome> {
        let mut left = None;
        for (at, side) in self.sides.iter().enumerate() {
            if !state.living(side.units).is_empty() && left.replace(at).is_some() {
                return None;
            }
        }
        Some(match (left, self.rulings.mutual_fall) {
            (Some(side), _) => Outcome::Win(SideId(side as u8)),
            (None, MutualFall::Draw) => Outcome::Draw,
            (None, MutualFall::ActiveSideWins) => Outcome::Win(SideId(state.order[usize::from(state.turn)])),
        })
    }

    /// SB-63: whether so many quiet rounds went by that the fight is a draw.
    pub(crate) fn is_stalemate(&self, state: &State) -> bool {
        self.rulings.stalemate.0.is_some_and(|n| state.quiet >= n)
    }
}

impl<C: Chance, O: Observer<Stonebound>> Play<'_, C, O> {
    /// SB-60: whether at most one side is left.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.rules.outcome(self.state).is_some()
    }
}
