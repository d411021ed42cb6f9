//! The end of a fight (MG-68), and what is counted there.

use super::MahouGalaxy;
use super::metrics::Metric;
use super::state::State;
use crate::engine::contract::Outcome;
use crate::engine::observe::Observer;
use crate::engine::roster::SideId;

impl MahouGalaxy {
    /// MG-68: at most one side has a unit that is in.
    #[inline]
    pub(super) fn outcome(&self, state: &State) -> Option<Outcome> {
        let mut left = None;
        for (at, side) in self.roster.sides.iter().enumerate() {
            if !state.present(side.units).is_empty() {
                if left.is_some() {
                    return None;
                }
                left = Some(at);
            }
        }
        Some(left.map_or(Outcome::Draw, |at| Outcome::Win(SideId(at as u8))))
    }

    /// What is counted at the end of a fight.
    pub(super) fn count_the_field<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        for unit in self.everyone {
            let it = state.unit(unit);
            // Who was never summoned has nothing left.
            let came = !state.absent.has(unit);
            obs.add(unit, Metric::HpLeft, if came { it.hp.max(0) as u32 } else { 0 });
            obs.add(unit, Metric::MpLeft, if came { it.mp.max(0) as u32 } else { 0 });
            obs.add(unit, Metric::EndedExhausted, u32::from(it.hp <= 0 && state.is_in(unit)));
            obs.add(unit, Metric::Fled, u32::from(state.fled.has(unit)));
        }
    }
}
