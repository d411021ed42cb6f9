//! Keys of states for the exact solver: equal keys, equal futures. Fields that nothing reads are 0: those of
//! the fallen except for what a unit that comes back keeps, a defence that no living enemy meets, whose turn
//! it was before it began.

use crate::Stonebound;
use crate::data::rulings::Activation;
use crate::data::vocabulary::DamageKind;
use crate::state::{State, UnitState};
use fray_engine::key::{KeyCursor, KeyReader, KeyWriter};
use fray_engine::roster::UnitSet;

impl Stonebound {
    pub(crate) fn write_key(&self, state: &mut State, key: &mut Vec<u32>) {
        if !state.is_open {
            (state.extra, state.granted) = (UnitSet::default(), UnitSet::default());
        }
        if self.rulings.activation == Activation::AllUnits {
            let own = self.sides[usize::from(state.order[usize::from(state.turn)])].units;
            state.acted = if state.is_open { state.acted.and(own) } else { UnitSet::default() };
        }
        state.acted = state.living(state.acted);
        for unit in self.everyone {
            if !state.stands(unit) {
                // Who can come back keeps its defences, its uses and what lasts for the fight.
                if !self.reads.revives {
                    *state.unit_mut(unit) = UnitState::default();
                    let n = self.marks.len();
                    state.marks[unit.idx() * n..(unit.idx() + 1) * n].fill(0);
                }
                continue;
            }
            if !self.reads.defences {
                let living = state.living(self.enemies(unit));
                let meets = |which: usize| {
                    living.into_iter().any(|enemy| {
                        let kind = self.unit(enemy).kind;
                        self.erodes(kind) == Some(which) || kind as usize == which && kind != DamageKind::H
                    })
                };
                let it = state.unit_mut(unit);
                it.pd = if meets(0) { it.pd } else { 0 };
                it.sd = if meets(1) { it.sd } else { 0 };
            }
        }
        self.visit_key(state, &mut KeyWriter(key));
    }

    pub(crate) fn read_key(&self, key: &[u32]) -> State {
        let mut state = State {
            marks: vec![0; self.units.len() * self.marks.len()],
            deck: self.deck,
            ..State::default()
        };
        self.visit_key(&mut state, &mut KeyReader(key));
        state
    }

    fn visit_key<K: KeyCursor>(&self, state: &mut State, key: &mut K) {
        state.round = state.round.min(self.reads.round);
        if !self.reads.quiet {
            (state.quiet, state.is_loud) = (0, false);
        }
        key.word(|word| {
            word.bits(3, &mut state.turn);
            word.bits(1, &mut state.is_open);
            word.bits(1, &mut state.is_loud);
            word.bits(10, &mut state.quiet);
            word.bits(17, &mut state.round);
        });
        key.word(|word| {
            for side in &mut state.order {
                word.bits(3, side);
            }
            word.bits(1, &mut state.is_new_round);
        });
        if self.has_abilities {
            key.field(&mut state.extra);
            key.field(&mut state.granted);
        }
        for unit in self.everyone {
            key.word(|word| {
                word.member(&mut state.down, unit);
                word.member(&mut state.acted, unit);
                let it = state.unit_mut(unit);
                word.bits(14, &mut it.hp);
                if !self.can_raise_defences {
                    word.bits(8, &mut it.pd);
                    word.bits(8, &mut it.sd);
                }
            });
            if self.can_raise_defences {
                let it = state.unit_mut(unit);
                key.word(|word| {
                    word.bits(16, &mut it.pd);
                    word.bits(16, &mut it.sd);
                });
            }
            let it = state.unit_mut(unit);
            if self.board.is_some() || self.reads.same {
                if !self.reads.same {
                    it.last = 0;
                }
                key.word(|word| {
                    word.bits(16, &mut it.at);
                    word.bits(8, &mut it.last);
                });
            }
            if self.reads.statuses {
                let n = self.statuses.len();
                key.bytes(&mut it.stacks[..n]);
                key.bytes(&mut it.turns[..n]);
                key.word(|word| {
                    word.bits(16, &mut it.lying);
                    word.bits(16, &mut it.once);
                });
                let n = self.unit(unit).skills.len();
                key.bytes(&mut it.uses[..n]);
                if self.reads.stones {
                    for stones in &mut it.stones[..n] {
                        key.field(stones);
                    }
                }
            }
        }
        key.bytes(&mut state.marks);
        if self.reads.stones {
            for side in 0..self.sides.len() {
                for n in &mut state.hands[side] {
                    key.field(n);
                }
            }
            for n in state.deck.iter_mut().chain(&mut state.discards) {
                key.field(n);
            }
        }
    }
}
