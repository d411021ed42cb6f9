//! The end of a fight (MG-68), and what is counted there and at the end of a round.

use crate::data::metrics::Metric;
use crate::state::{State, UnitState};
use crate::{MahouGalaxy, Play};
use fray_engine::contract::Outcome;
use fray_engine::draw::Chance;
use fray_engine::observe::{Observer, TurnUse};
use fray_engine::roster::{SideId, UnitId, UnitSet};

impl MahouGalaxy {
    /// MG-68: at most one side has a unit that is in.
    #[inline]
    pub(crate) fn outcome(&self, state: &State) -> Option<Outcome> {
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

    /// Counts the metrics of the end of a fight.
    pub(crate) fn count_the_field<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        let is_exhausted = |unit: &UnitId| state.unit(*unit).hp <= 0;
        let exhausted: UnitSet = state.present(self.everyone).filter(is_exhausted).collect();
        for unit in self.everyone {
            let it = state.unit(unit);
            // Who was never summoned has nothing left.
            let came = !state.absent.has(unit);
            obs.add(unit, Metric::HpLeft, if came { it.hp.max(0) as u32 } else { 0 });
            obs.add(unit, Metric::MpLeft, if came { it.mp.max(0) as u32 } else { 0 });
            obs.add(unit, Metric::EndedExhausted, u32::from(exhausted.has(unit)));
            obs.add(unit, Metric::Fled, u32::from(state.fled.has(unit)));
            let side = self.allies(unit);
            obs.add(unit, Metric::AllIn, u32::from(side.and(state.out.or(state.fled)).is_empty()));
            obs.add(unit, Metric::AnyoneExhausted, u32::from(!side.and(exhausted).is_empty()));
            // The round that the end cut short.
            obs.add_if(it.was_idle(), unit, Metric::IdleRounds, 1);
        }
    }
}

impl UnitState {
    /// Returns whether it took a turn in this round, and none that was not idle.
    fn was_idle(&self) -> bool {
        self.had_idle_turn && !self.had_other_turn
    }
}

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// Remembers the use that a unit made of a turn, up to the end of the round.
    pub(crate) fn note_turn(&mut self, unit: UnitId, made: TurnUse) {
        let it = self.state.unit_mut(unit);
        if made == TurnUse::Idle {
            it.had_idle_turn = true;
        } else {
            it.had_other_turn = true;
        }
    }

    /// At the end of a round: who was idle in it, whether still in or not.
    pub(crate) fn count_idle_rounds(&mut self) {
        for unit in self.rules.everyone {
            let it = self.state.unit_mut(unit);
            self.obs.add_if(it.was_idle(), unit, Metric::IdleRounds, 1);
            (it.had_idle_turn, it.had_other_turn) = (false, false);
        }
    }
}
