//! Keys of states for the exact solver: equal keys, equal futures.
//!
//! A key is a head and, for each unit in listed order, its HP and a word:
//!
//! | bits 31 to 16 | 15 to 8 | 7 to 3 | 2 | 1 to 0 |
//! | --- | --- | --- | --- | --- |
//! | count of an able unit | luck | last target, if read | able | 0 dead, 1 Near Death, 2 standing |
//!
//! and its Mains of this round, if something reads them. What nothing reads is 0.

use super::NightWizard;
use super::state::{Phase, State, UnitState};
use crate::roster::{UnitId, UnitSet};

const DEAD: u32 = 0;
const NEAR_DEATH: u32 = 1;
const STANDING: u32 = 2;

impl NightWizard {
    pub(super) fn write_key(&self, state: &State, key: &mut Vec<u32>) {
        let round = state.round.min(self.reads.round);
        key.push(round << 1 | state.phase as u32);
        for unit in self.roster.everyone() {
            let it = state.unit(unit);
            let status = if state.standing.has(unit) {
                STANDING
            } else if state.near_death.has(unit) {
                NEAR_DEATH
            } else {
                DEAD
            };
            let hp = match status {
                DEAD => 0,
                NEAR_DEATH if !self.reads.hp_below_zero => -1,
                _ => it.hp,
            };
            let able = state.able.has(unit);
            let mut word = status | u32::from(able) << 2;
            if status != DEAD {
                word |= u32::from(state.luck[unit.idx()]) << 8;
                if self.reads.last_target {
                    word |= u32::from(state.last_target[unit.idx()].0) << 3;
                }
            }
            if able {
                word |= (self.normal_count(unit, state) as u32) << 16;
            }
            key.push(hp as u32);
            key.push(word);
            if self.reads.mains {
                key.push(if able { u32::from(it.mains) } else { 0 });
            }
        }
    }

    pub(super) fn read_key(&self, key: &[u32]) -> State {
        let mut state = State {
            round: key[0] >> 1,
            phase: if key[0] & 1 == Phase::Setup as u32 { Phase::Setup } else { Phase::Initiative },
            ..State::default()
        };
        let stride = if self.reads.mains { 3 } else { 2 };
        for (unit, words) in self.roster.everyone().zip(key[1..].chunks_exact(stride)) {
            let word = words[1];
            match word & 3 {
                STANDING => state.standing.insert(unit),
                NEAR_DEATH => state.near_death.insert(unit),
                _ => {}
            }
            let count = (word >> 16) as i16;
            let mains = words.get(2).copied().unwrap_or(0) as u16;
            *state.unit_mut(unit) = UnitState { hp: words[0] as i32, count, mains };
            state.luck[unit.idx()] = (word >> 8) as u8;
            state.last_target[unit.idx()] = UnitId((word >> 3) as u8 & 31);
            if word >> 2 & 1 == 1 {
                state.able.insert(unit);
                state.gauge.put(self.hot(unit).place, count);
            }
        }
        state.began = UnitSet::default();
        state
    }

    /// As long as nothing reads a count as a number, only the order of Mains to come matters:
    /// how many Mains the count is still good for, and where the rest stands among the rests of
    /// the others. So the rests are replaced by their ranks; equal rests stay equal.
    fn normal_count(&self, unit: UnitId, state: &State) -> i16 {
        let count = state.unit(unit).count;
        if self.reads.counts {
            return count;
        }
        let (least, cost) = (self.rulings.min_count.0 as i16, self.rulings.main_cost.0 as i16);
        let rest = |unit: UnitId| (state.unit(unit).count - least) % cost;
        let mine = rest(unit);
        let mut below = 0_u128;
        let mut n_below = 0;
        for other in state.able {
            let rest = rest(other);
            // Costs beyond 128 leave rests that a mask cannot hold; those states stay as they are.
            if cost > 128 {
                return count;
            }
            if rest < mine && below >> rest & 1 == 0 {
                below |= 1 << rest;
                n_below += 1;
            }
        }
        least + (count - least) / cost * cost + n_below
    }
}
