//! Keys of states for the exact solver, between turns: equal keys, equal futures. Fields that nothing reads
//! are left out or 0.

use crate::MahouGalaxy;
use crate::data::rulings::{GrappleMulti, SoakRefresh};
use crate::state::{Mood, Phase, State, UNROLLED, UnitState, WITH_OWNER};
use fray_engine::key::{KeyCursor, KeyReader, KeyWriter};
use fray_engine::roster::{UnitId, UnitSet};

const PHASES: &[Phase] = &[Phase::Start, Phase::Turns];
const MOODS: &[Mood] = &[Mood::None, Mood::Infatuated, Mood::Infuriated, Mood::Intimidated];

impl MahouGalaxy {
    pub(crate) fn write_key(&self, state: &mut State, key: &mut Vec<u32>) {
        for unit in self.everyone {
            if state.phase == Phase::Start {
                let it = state.unit_mut(unit);
                (it.initiative, it.partials, it.struck, it.reacted) = (0, 0, 0, false);
                if self.rulings.soak_refresh == SoakRefresh::Round {
                    it.pool = UNROLLED;
                }
                (it.hands, it.primary, it.speak, it.moves, it.analyze, it.escape) = (0, false, 0, 0, 0, 0);
                it.attacked = [0; fray_engine::roster::MAX_SIDES];
            }
            self.normalize(state, unit);
        }
        if state.phase == Phase::Start {
            (state.acted, state.next, state.pass) = (UnitSet::default(), 0, 0);
            state.fresh = UnitSet::default();
            state.busy = false;
            state.forget_uses_of_round();
            for unit in self.everyone {
                state.order[unit.idx()] = unit;
            }
        }
        if !self.reads.idle {
            (state.idle, state.busy) = (0, false);
        }
        self.visit_key(state, &mut KeyWriter(key));
    }

    /// Tokens by what they still buy.
    fn normalize(&self, state: &mut State, unit: UnitId) {
        let fallen = state.unit(unit).fallen;
        // MG-78: nobody comes back from farther below.
        let sunk = if self.heals { self.unit(unit).sunk } else { self.limit(state, unit) };
        let all = self.base_moves(state, unit);
        let it = state.unit_mut(unit);
        it.hp = it.hp.max(sunk);
        // MG-37: only a held token can make an attack before the next turn.
        it.refunded &= self.reads.held_tokens && it.held_hands != 0;
        if !self.reads.initiative {
            it.initiative = if it.initiative > 0 { 1 } else { 0 };
        }
        let reads = &self.reads;
        let plain = self.board.is_none()
            && self.rulings.exhausted_move.0 == 0
            && !(reads.precise || reads.holds || reads.conditions || reads.active || reads.held_tokens);
        if plain && !fallen && i32::from(it.moves) < all {
            // Dodges alone, and whether there is a token left at all.
            let rest = u8::from(!it.moves.is_multiple_of(4) && it.moves < 4);
            it.moves = it.moves / 4 * 4 + rest;
        }
        if !self.reads.speak {
            (it.speak, it.held_speak) = (self.unit(unit).speak, 0);
        }
        if !self.reads.attempts {
            // Of General attempts only conditions ask.
            it.attempts[0] = 0;
        }
        if !self.reads.hands {
            let n = it.hands.count_ones();
            it.hands = ((1_u16 << n) - 1) as u8;
        }
    }

    pub(crate) fn read_key(&self, key: &[u32]) -> State {
        let n_units = self.roster.units.len();
        let mut state = State {
            marks: vec![crate::state::LastingEffect::default(); n_units * self.lasting.len()],
            uses: vec![[0; 2]; n_units * self.n_abilities],
            lies: vec![WITH_OWNER; self.places_of_items()],
            ..State::default()
        };
        if let Some(board) = &self.board {
            state.scratch.fit(board);
        }
        self.clear_map(&mut state);
        for unit in self.everyone {
            let info = self.unit(unit);
            state.order[unit.idx()] = unit;
            *state.unit_mut(unit) = UnitState {
                in_hand: info.start_hands,
                dropped: info.start_dropped,
                cell: info.cell,
                ..UnitState::default()
            };
        }
        self.visit_key(&mut state, &mut KeyReader(key));
        self.remake_map(&mut state);
        state
    }

    fn visit_key<K: KeyCursor>(&self, state: &mut State, key: &mut K) {
        state.round = state.round.min(self.reads.round.max(u32::from(self.surprise.is_some()) * 2));
        key.word(|word| {
            word.one_of(1, &mut state.phase, PHASES);
            word.bits(6, &mut state.next);
            word.bits(8, &mut state.pass);
            word.bits(1, &mut state.busy);
            word.bits(16, &mut state.idle);
        });
        if self.reads.round > 0 || self.surprise.is_some() {
            key.field(&mut state.round);
        }
        let n = self.roster.units.len();
        for at in (0..n).step_by(6) {
            key.word(|word| {
                for unit in state.order[at..n.min(at + 6)].iter_mut() {
                    word.bits(5, unit);
                }
            });
        }
        for unit in self.everyone {
            self.visit_unit(state, unit, key);
        }
        if !self.lasting.is_empty() {
            for borne in &mut state.marks {
                key.word(|word| {
                    word.bits(8, &mut borne.left);
                    word.bits(5, &mut borne.by);
                });
            }
        }
        for laid in &mut state.laid {
            key.word(|word| {
                word.bits(8, &mut laid.effect);
                word.bits(8, &mut laid.left);
            });
            key.field(&mut laid.from);
            key.field(&mut laid.to);
        }
        for lies in &mut state.lies {
            key.field(lies);
        }
        if self.reads.uses {
            key.bytes(state.uses.as_flattened_mut());
        }
    }

    fn visit_unit<K: KeyCursor>(&self, state: &mut State, unit: UnitId, key: &mut K) {
        key.word(|word| {
            word.member(&mut state.out, unit);
            word.member(&mut state.fled, unit);
            word.member(&mut state.acted, unit);
            word.member(&mut state.held, unit);
            let it = state.unit_mut(unit);
            word.bits(16, &mut it.pool);
            word.bits(8, &mut it.partials);
            word.bits(1, &mut it.fallen);
            if !self.reads.initiative {
                word.bits(2, &mut it.initiative);
            }
        });
        if !self.late.is_empty() {
            key.word(|word| {
                word.member(&mut state.absent, unit);
                word.member(&mut state.fresh, unit);
            });
        }
        if self.reads.initiative {
            key.field(&mut state.unit_mut(unit).initiative);
        }
        let it = state.unit_mut(unit);
        key.field(&mut it.hp);
        if self.unit(unit).mp_max > 0 || self.unit(unit).start[1] != 0 {
            key.field(&mut it.mp);
        }
        key.word(|word| {
            word.bits(8, &mut it.hands);
            word.bits(1, &mut it.primary);
            word.bits(8, &mut it.moves);
            word.bits(7, &mut it.speak);
            word.bits(8, &mut it.escape);
        });
        if self.reads.held_tokens {
            key.word(|word| {
                word.bits(8, &mut it.held_hands);
                word.bits(1, &mut it.refunded);
                word.bits(8, &mut it.held_moves);
                word.bits(8, &mut it.analyze);
            });
        }
        if self.reads.held_tokens {
            key.field(&mut it.held_speak);
        }
        if self.reads.precise {
            key.word(|word| {
                for debt in &mut it.debts {
                    word.bits(4, debt);
                }
                word.bits(10, &mut it.stood);
                word.bits(8, &mut it.struck);
            });
            key.bytes(&mut it.in_hand);
            key.field(&mut it.dropped);
        } else if self.reads.holds || self.reads.falls {
            key.field(&mut it.stood);
        }
        if self.n_abilities > 0 {
            key.word(|word| {
                word.bits(5, &mut it.casting);
                word.bits(5, &mut it.cast_paid);
            });
        }
        if self.reads.active {
            key.word(|word| word.bits(1, &mut it.reacted));
            for score in &mut it.active {
                key.field(score);
            }
        }
        if self.reads.talk {
            key.word(|word| {
                word.one_of(2, &mut it.mood, MOODS);
                word.bits(16, &mut it.penalty);
                word.bits(1, &mut it.strong);
                word.bits(5, &mut it.by);
                word.bits(8, &mut it.generals);
            });
            key.field(&mut it.general);
            key.bytes(&mut it.attempts);
            key.field(&mut it.narrowed);
        }
        if self.reads.holds {
            key.field(&mut it.holds);
            for hold in &mut it.grips[..self.most_held(unit) as usize] {
                key.word(|word| {
                    word.bits(16, &mut hold.h);
                    word.bits(2, &mut hold.stance);
                    word.bits(1, &mut hold.binds);
                    word.bits(8, &mut hold.weapon);
                    if self.rulings.grapple_multi == GrappleMulti::First {
                        word.bits(5, &mut hold.older);
                    }
                });
            }
            key.word(|word| {
                word.bits(1, &mut it.shaken);
                word.bits(1, &mut it.stripped);
            });
        }
        if self.board.is_some() {
            key.field(&mut it.cell);
        }
        if self.reads.last {
            let mut last = it.last.map_or(0, |unit| u32::from(unit.0) + 1);
            key.field(&mut last);
            it.last = (last > 0).then(|| UnitId((last - 1) as u8));
        }
        if self.reads.attacked {
            key.bytes(&mut it.attacked);
        }
    }
}
