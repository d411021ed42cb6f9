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
use super::rulings::ActionOrder;
use super::state::{Phase, State, UnitState};
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};

const DEAD: u32 = 0;
const NEAR_DEATH: u32 = 1;
const STANDING: u32 = 2;

impl NightWizard {
    #[inline(always)]
    pub(super) fn write_key(&self, state: &State, key: &mut Vec<u32>) {
        let mut counts = [0; MAX_UNITS];
        self.normal_counts(state, &mut counts);
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
                word |= (counts[unit.idx()] as u32) << 16;
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
    /// how many Mains each count is still good for, and the order of the rests, with the places
    /// of ties where these decide. So a rest is replaced by its rank, and counts that give the
    /// same order become equal. Fills in the counts of the able units.
    pub(super) fn normal_counts(&self, state: &State, counts: &mut [i16; MAX_UNITS]) {
        for unit in state.able {
            counts[unit.idx()] = state.unit(unit).count;
        }
        if self.reads.counts {
            return;
        }
        let (least, cost) = (self.rulings.min_count.0, self.rulings.main_cost.0);
        let n_able = state.able.len() as i32;
        // Below the rest, the place: who goes first in a tie has the higher rest.
        let mut rests = [0; MAX_UNITS];
        for unit in state.able {
            let count = &mut counts[unit.idx()];
            let (mains, rest) = split(i32::from(*count) - least, cost);
            *count = (least + mains * cost) as i16;
            rests[unit.idx()] = match self.rest_read(n_able) {
                RestRead::Nothing => 0,
                RestRead::Order => rest << 8 | (MAX_UNITS as i32 - i32::from(self.hot(unit).place)),
                RestRead::OrderAndTies => rest << 8,
                RestRead::All => {
                    *count += rest as i16;
                    0
                }
            };
        }
        for unit in state.able {
            let mine = rests[unit.idx()];
            let below = state.able.filter(|other| rests[other.idx()] < mine);
            counts[unit.idx()] +=
                if self.cross_ties { n_distinct(below, &rests) } else { below.count() as i16 };
        }
    }

    /// What matters of the part of a count that is less than a Main's cost.
    #[inline(always)]
    fn rest_read(&self, n_able: i32) -> RestRead {
        match self.rulings.action_order {
            // NW-08: counts then only say how many Mains each gets.
            ActionOrder::Listed => RestRead::Nothing,
            // Chance, not the place, breaks some ties (NW-13): equal rests must stay equal. Their
            // ranks are fewer than the cost.
            ActionOrder::Count if self.cross_ties => RestRead::OrderAndTies,
            // Ranks must fit in a cost, or they would make a Main.
            ActionOrder::Count if n_able <= self.rulings.main_cost.0 => RestRead::Order,
            ActionOrder::Count => RestRead::All,
        }
    }
}

/// What the rules read of rests.
enum RestRead {
    Nothing,
    Order,
    OrderAndTies,
    All,
}

/// How many different values these units have.
fn n_distinct(units: impl Iterator<Item = UnitId>, values: &[i32; MAX_UNITS]) -> i16 {
    let mut left = UnitSet::from_iter(units);
    let mut n = 0;
    while !left.is_empty() {
        let value = values[left.first().idx()];
        left = left.filter(|unit| values[unit.idx()] != value).collect();
        n += 1;
    }
    n
}

/// Quotient and remainder of a count that is not negative. The game's own cost is divided by
/// without a division.
#[inline(always)]
fn split(count: i32, cost: i32) -> (i32, i32) {
    debug_assert!(count >= 0, "an able unit stands on or above the line");
    let mains = if cost == 10 { (count as u32 / 10) as i32 } else { count / cost };
    (mains, count - mains * cost)
}
