//! Keys of states for the exact solver: equal keys, equal futures. Fields that nothing reads are 0: all of
//! the dead, and of a round that is over its defences, its slots and its order.

use crate::Juso;
use crate::data::setup::End;
use crate::state::{Phase, State};
use fray_engine::key::{KeyCursor, KeyReader, KeyWriter};
use fray_engine::roster::UnitSet;

const ENDS: &[End] = &[End::Left, End::Right];

impl Juso {
    pub(crate) fn write_key(&self, state: &mut State, key: &mut Vec<u32>) {
        if state.phase == Phase::Preparation {
            state.first = End::Left;
            state.acted = UnitSet::default();
            for unit in self.everyone {
                let it = state.unit_mut(unit);
                (it.moved, it.defended) = (0, 0);
            }
            self.listed_order(state);
        }
        self.visit_key(state, &mut KeyWriter(key));
    }

    pub(crate) fn read_key(&self, key: &[u32]) -> State {
        let n_units = self.roster.units.len();
        let mut state = State {
            marks: vec![0; n_units * self.marks.len()],
            uses: vec![[0; 2]; n_units * self.n_abilities],
            marked: self.everyone,
            brief: !self.marks.is_empty(),
            ..State::default()
        };
        self.listed_order(&mut state);
        self.visit_key(&mut state, &mut KeyReader(key));
        state
    }

    fn visit_key<K: KeyCursor>(&self, state: &mut State, key: &mut K) {
        state.round = state.round.min(self.reads.round);
        key.word(|word| {
            word.one_of(1, &mut state.phase, &[Phase::Preparation, Phase::Action]);
            word.one_of(1, &mut state.flag, ENDS);
            word.one_of(1, &mut state.first, ENDS);
            word.bits(1, &mut state.row_kept);
            word.bits(28, &mut state.round);
        });
        key.field(&mut state.acted);
        for unit in self.everyone {
            key.word(|word| {
                word.member(&mut state.dead, unit);
                word.member(&mut state.down, unit);
                word.member(&mut state.off, unit);
                word.member(&mut state.leaving, unit);
                word.member(&mut state.unnoticed, unit);
                let it = state.unit_mut(unit);
                word.bits(8, &mut it.away);
                word.bits(8, &mut it.life);
                word.bits(8, &mut it.own);
            });
            let it = state.unit_mut(unit);
            key.field(&mut it.cores);
            if self.reads.mana {
                key.field(&mut it.mana);
            }
            key.word(|word| {
                word.bits(4, &mut it.actions[0]);
                word.bits(4, &mut it.actions[1]);
                word.bits(8, &mut it.defended);
                word.bits(8, &mut it.moved);
                word.bits(8, &mut it.hand);
            });
            if self.rulings.thrown_lost.is_yes() {
                key.field(&mut it.lost);
            }
        }
        if !self.marks.is_empty() {
            key.bytes(&mut state.marks);
            key.bytes(state.uses.as_flattened_mut());
        }
        if self.reads.order {
            for at in 0..self.roster.units.len() {
                key.field(&mut state.order[at]);
            }
        }
    }
}
