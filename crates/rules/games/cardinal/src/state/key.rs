//! Keys of states for the exact solver: equal keys, equal futures. Fields that nothing reads are 0: those of
//! units that are out for good except whether they live, and those of a round that is over its turns.

use crate::Cardinal;
use crate::data::vocabulary::{Status, Statuses};
use crate::state::{State, UnitState};
use fray_engine::key::{KeyCursor, KeyReader, KeyWriter};

/// The parts of the state that some rule, ruling or tactic of this scenario reads, so that the others can
/// stay out of an exact solver's keys.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reads {
    /// The number of the round, up to this one.
    pub(crate) round: u32,
    /// Ready, loaded and half loaded weapons.
    pub(crate) gear: bool,
    /// Exhausted and used abilities.
    pub(crate) uses: bool,
    /// Whether those who are out may come back, be attacked or be helped.
    pub(crate) fallen: bool,
    /// The order of turns is drawn.
    pub(crate) order: bool,
    /// Whether somebody interrupts.
    pub(crate) interrupts: bool,
    /// Whether a quiet round ends the fight.
    pub(crate) quiet: bool,
    /// Whether Guard or hiding decides something, beside the odds of attacks that are made anyway.
    pub(crate) stances: bool,
    /// Whether somebody has a reaction.
    pub(crate) reactions: bool,
    /// Whether an effect has dice rolled again.
    pub(crate) rerolls: bool,
    /// Whether somebody grapples.
    pub(crate) holds: bool,
    /// Whether somebody flies.
    pub(crate) flight: bool,
}

impl Cardinal {
    pub(crate) fn write_key(&self, state: &mut State, key: &mut Vec<u32>) {
        for unit in self.everyone {
            let held = state.of(unit);
            if !held.any(Statuses::FALLEN) || self.reads.fallen {
                continue;
            }
            // Overkilled and Dead are one: nobody comes back.
            let kept = if held.any(Statuses::DEAD) { Status::Dead } else { Status::Dying };
            let mut statuses = Statuses::of(&[]);
            statuses.insert(kept);
            *state.unit_mut(unit) = UnitState { statuses, ..UnitState::default() };
            // The turn of the fallen is over as soon as the round has begun, and nothing else says that it has.
            if !state.acted.is_empty() {
                state.acted.insert(unit);
            }
            let (n, from) = (self.mods.len(), unit.idx() * self.mods.len());
            state.mods[from..from + n].fill(0);
        }
        if !self.reads.quiet {
            state.quiet = true;
        }
        self.visit_key(state, &mut KeyWriter(key));
    }

    pub(crate) fn read_key(&self, key: &[u32]) -> State {
        let mut state = State::default();
        self.make_room(&mut state);
        self.listed_order(&mut state);
        // Weapons that no key tells of stay as they are at the start.
        for unit in self.everyone {
            let (ready, loaded) = self.first_gear(unit);
            let it = state.unit_mut(unit);
            (it.ready, it.loaded) = (ready, loaded);
        }
        self.visit_key(&mut state, &mut KeyReader(key));
        state
    }

    fn visit_key<K: KeyCursor>(&self, state: &mut State, key: &mut K) {
        state.round = state.round.min(self.reads.round);
        key.word(|word| {
            word.bits(1, &mut state.quiet);
            word.bits(1, &mut state.is_open);
            word.bits(30, &mut state.round);
        });
        key.field(&mut state.acted);
        for unit in self.everyone {
            let it = state.unit_mut(unit);
            key.field(&mut it.statuses.0);
            if self.board.is_some() {
                key.word(|word| {
                    word.bits(10, &mut it.x);
                    word.bits(10, &mut it.y);
                    if self.reads.flight {
                        word.bits(10, &mut it.height);
                    }
                });
            }
            if self.reads.gear {
                key.word(|word| {
                    word.bits(8, &mut it.ready);
                    word.bits(8, &mut it.loaded);
                });
                key.field(&mut it.reloading);
            }
            key.word(|word| {
                word.bits(5, &mut it.ward);
                word.bits(6, &mut it.retreats);
                word.bits(6, &mut it.defences);
                word.bits(6, &mut it.holder);
                word.bits(4, &mut it.master);
                word.bits(1, &mut it.exposed);
                word.bits(1, &mut it.was_attacked);
                word.bits(1, &mut it.stable);
            });
            if self.reads.uses {
                key.word(|word| word.bits(16, &mut it.exhausted));
                key.bytes(&mut it.uses);
            }
        }
        key.bytes(&mut state.mods);
        if self.reads.order {
            for at in 0..self.roster.units.len() {
                key.field(&mut state.order[at]);
            }
        }
    }
}
