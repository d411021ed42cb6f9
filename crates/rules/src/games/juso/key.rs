//! Keys of states for the exact solver: equal keys, equal futures.
//!
//! A key is a head, the units whose slots are over, and for each unit in listed order a word of
//! standing, life and place, its cores, its high mana if something reads it, and a word of what
//! holds for the round:
//!
//! | bits 31 to 24 | 23 to 16 | 15 to 8 | 7 to 0 |
//! | --- | --- | --- | --- |
//! | own number | life | rounds to sit out | 1 dead, 2 down, 4 off, 8 leaving, 16 unnoticed |
//! | hand | squares moved | defences | actions gained and lost, 4 bits each |
//!
//! then what lasts and what was used, four bytes a word, if the scenario has abilities or statuses, the weapons
//! thrown away, and the order of the round if it is not the list's. What nothing reads is 0: of
//! the dead all, of a round that is over its defences and its slots.

use super::Juso;
use super::setup::End;
use super::state::{Phase, State, UnitState};
use crate::engine::roster::UnitId;

impl Juso {
    pub(super) fn write_key(&self, state: &State, key: &mut Vec<u32>) {
        let in_round = state.phase == Phase::Action;
        let round = state.round.min(self.reads.round);
        let (flag, first) = (state.flag as u32, if in_round { state.first as u32 } else { 0 });
        key.push(round << 4 | first << 3 | flag << 2 | u32::from(state.row_kept) << 1 | state.phase as u32);
        key.push(if in_round { state.acted.0 } else { 0 });
        for unit in self.everyone {
            let it = state.unit(unit);
            let standing = u32::from(state.dead.has(unit))
                | u32::from(state.down.has(unit)) << 1
                | u32::from(state.off.has(unit)) << 2
                | u32::from(state.leaving.has(unit)) << 3
                | u32::from(state.unnoticed.has(unit)) << 4;
            key.push((it.own as u32) << 24 | (it.life as u32) << 16 | u32::from(it.away) << 8 | standing);
            key.push(it.cores as u32);
            if self.reads.mana {
                key.push(it.mana as u32);
            }
            let (moved, defended) = if in_round { (it.moved, it.defended) } else { (0, 0) };
            let actions = it.actions.map(|n| n as u32 & 15);
            let of_round = u32::from(it.hand) << 24
                | u32::from(moved) << 16
                | u32::from(defended) << 8
                | actions[0] << 4
                | actions[1];
            key.push(of_round);
        }
        if !self.marks.is_empty() {
            key.extend(state.marks.chunks(4).map(packed));
            key.extend(state.uses.chunks(2).map(|uses| packed(uses.as_flattened())));
        }
        if self.rulings.thrown_lost.is_yes() {
            key.extend(self.everyone.map(|unit| state.unit(unit).lost));
        }
        if self.reads.order {
            let order = &state.order[..self.roster.units.len()];
            key.extend(order.iter().map(|unit| if in_round { u32::from(unit.0) } else { 0 }));
        }
    }

    pub(super) fn read_key(&self, key: &[u32]) -> State {
        let mut words = key.iter().copied();
        let mut next = || words.next().expect("a key is as long as it was written");
        let side = |bit: u32| if bit & 1 == 0 { End::Left } else { End::Right };
        let head = next();
        let mut state = State {
            round: head >> 4,
            first: side(head >> 3),
            flag: side(head >> 2),
            row_kept: head >> 1 & 1 == 1,
            phase: if head & 1 == Phase::Action as u32 { Phase::Action } else { Phase::Preparation },
            ..State::default()
        };
        state.acted.0 = next();
        for unit in self.everyone {
            let word = next();
            let sets =
                [&mut state.dead, &mut state.down, &mut state.off, &mut state.leaving, &mut state.unnoticed];
            for (bit, set) in sets.into_iter().enumerate() {
                if word >> bit & 1 == 1 {
                    set.insert(unit);
                }
            }
            let cores = next() as i32;
            let mana = if self.reads.mana { next() as i32 } else { 0 };
            let of_round = next();
            // Four bits with their sign.
            let signed = |bits: u32| ((bits << 4) as u8 as i8) >> 4;
            *state.unit_mut(unit) = UnitState {
                life: (word >> 16 & 255) as i32,
                cores,
                mana,
                own: (word >> 24) as i32,
                defended: (of_round >> 8) as u8,
                away: (word >> 8) as u8,
                moved: (of_round >> 16) as u8,
                hand: (of_round >> 24) as u8,
                lost: 0,
                actions: [signed(of_round >> 4 & 15), signed(of_round & 15)],
            };
        }
        if !self.marks.is_empty() {
            let n_units = self.roster.units.len();
            let n_marks = n_units * self.marks.len();
            state.marks.extend((0..n_marks.div_ceil(4)).flat_map(|_| next().to_le_bytes()));
            state.marks.truncate(n_marks);
            state.brief = true;
            let n_uses = n_units * self.n_abilities;
            state.uses.extend((0..n_uses.div_ceil(2)).flat_map(|_| {
                let [a, b, c, d] = next().to_le_bytes();
                [[a, b], [c, d]]
            }));
            state.uses.truncate(n_uses);
        }
        if self.rulings.thrown_lost.is_yes() {
            for unit in self.everyone {
                state.unit_mut(unit).lost = next();
            }
        }
        self.listed_order(&mut state);
        if self.reads.order && state.phase == Phase::Action {
            for at in 0..self.roster.units.len() {
                state.order[at] = UnitId(next() as u8);
            }
        }
        state
    }
}

/// Up to four bytes in a word.
fn packed(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}
