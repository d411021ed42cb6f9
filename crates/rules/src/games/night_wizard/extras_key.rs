//! Keys of whole fights for the exact solver: equal keys, equal futures. What the scenario cannot
//! change is not in them.
//!
//! The head is one word, and one more each for a series and a surprise. Each unit has its HP, a
//! word of flags, and as the scenario needs them: count and Mains, MP and prana, statuses, place,
//! gear, counted uses, lasting effects with their amounts.
//!
//! | bits of the flags | |
//! | --- | --- |
//! | 2 to 0 | 0 dead, 1 Near Death, 2 standing, 3 to come, 4 fled |
//! | 3 | able |
//! | 8 to 4 | last target |
//! | 9 | has used an ability this round |
//! | 10 | in flight |
//! | 11 | has delayed this round, where a second delay could be one without end |
//! | 23 to 16 | luck without effects |

use super::NightWizard;
use super::extras::{End, Slot, UnitExtras, Used};
use super::state::{Phase, State, UnitState};
use super::tables::Tables;
use super::turn::Turn;
use crate::board::grid::Place;
use crate::engine::every::Every;
use crate::engine::observe::Nobody;
use crate::engine::roster::{MAX_UNITS, UnitId, UnitSet};

const DEAD: u32 = 0;
const NEAR_DEATH: u32 = 1;
const STANDING: u32 = 2;
const TO_COME: u32 = 3;
const FLED: u32 = 4;

/// Words of a key, taken from its front.
struct Words<'a>(&'a [u32]);

impl Words<'_> {
    fn next(&mut self) -> u32 {
        let (first, rest) = self.0.split_first().expect("a key is as long as the one written");
        self.0 = rest;
        *first
    }
}

fn end_word(slot: &Slot) -> u32 {
    let (tag, n) = match slot.end {
        // Nothing of a turn is left between turns.
        End::Gone | End::Judge(_) | End::Main(_) => return 0,
        End::Rounds(n) => (1, n),
        End::Fight => (2, 0),
        End::WhileActive => (3, 0),
    };
    // Whose it is matters only as long as it hangs on an enchantment.
    let by = if slot.end == End::WhileActive { slot.by.0 } else { 0 };
    tag | u32::from(n) << 3 | u32::from(by) << 11 | u32::from(slot.ability) << 16
}

fn slot_of(word: u32) -> Slot {
    let end = match word & 7 {
        0 => return Slot::default(),
        1 => End::Rounds((word >> 3) as u8),
        2 => End::Fight,
        _ => End::WhileActive,
    };
    Slot { end, ability: (word >> 16) as u16, by: UnitId((word >> 11) as u8 & 31) }
}

impl NightWizard {
    pub(in crate::games::night_wizard) fn write_whole_key(
        &self,
        tables: &Tables,
        state: &State,
        key: &mut Vec<u32>,
    ) {
        let mut counts = [0; MAX_UNITS];
        self.normal_counts(state, &mut counts);
        key.push(state.round.min(self.reads.round) << 2 | state.phase as u32);
        if tables.fights > 1 {
            key.push(state.extras.fight);
        }
        if tables.surprise.is_some() {
            key.push(state.extras.surprised.0);
        }
        for unit in self.roster.everyone() {
            self.write_unit(tables, state, unit, counts[unit.idx()], key);
        }
    }

    fn write_unit(&self, tables: &Tables, state: &State, unit: UnitId, count: i16, key: &mut Vec<u32>) {
        let (it, unit_tables) = (state.unit(unit), &tables.units[unit.idx()]);
        let status = if state.standing.has(unit) {
            STANDING
        } else if state.near_death.has(unit) {
            NEAR_DEATH
        } else if state.extras.absent.has(unit) {
            TO_COME
        } else if state.extras.fled.has(unit) {
            FLED
        } else {
            DEAD
        };
        let hp = match status {
            DEAD => 0,
            NEAR_DEATH if !self.reads.hp_below_zero => -1,
            _ => it.hp,
        };
        let able = state.able.has(unit);
        let dead = UnitExtras::default();
        // In a series charges and critical numbers of the dead matter no more: they are new.
        let extras = if matches!(status, DEAD | FLED) { &dead } else { &state.extras.units[unit.idx()] };
        let mut word = status
            | u32::from(able) << 3
            | u32::from(extras.used && tables.holds.used_once) << 9
            | u32::from(extras.flying) << 10
            | u32::from(extras.delayed) << 11
            | u32::from(extras.own_luck) << 16;
        if self.reads.last_target && status != DEAD {
            word |= u32::from(state.last_target[unit.idx()].0) << 4;
        }
        key.push(hp as u32);
        key.push(word);
        // An Exhausted unit's count is read by costs and covers alone.
        let count = if able || self.reads.counts && status == STANDING && state.phase == Phase::Initiative {
            if able { count } else { it.count }
        } else {
            0
        };
        // An Exhausted unit may act again where a raised count lets it.
        let may_act =
            able || !self.rulings.exhaustion_sticky && status == STANDING && state.phase == Phase::Initiative;
        let mains = if self.reads.mains && may_act { it.mains } else { 0 };
        key.push(u32::from(count as u16) | u32::from(mains) << 16);
        let holds = &tables.holds;
        if holds.mp {
            key.push(extras.mp as u32);
        }
        if holds.prana {
            key.push(extras.prana as u32);
        }
        if holds.statuses {
            key.push(u32::from(extras.statuses) | (extras.poison as u32) << 8);
        }
        if holds.places {
            key.push(extras.spot.key());
        }
        if holds.gear {
            key.push(u32::from(extras.loadout));
            key.push(extras.enchants);
            key.push(if holds.hands { extras.held } else { 0 });
        }
        let used =
            &state.extras.used[unit_tables.first_use..unit_tables.first_use + unit_tables.abilities.len()];
        for (at, used) in used.iter().enumerate().filter(|(at, _)| unit_tables.limited >> at & 1 == 1) {
            let _ = at;
            let word = u32::from(used.round) | u32::from(used.fight) << 8 | u32::from(used.charges) << 16;
            key.push(if status == DEAD { 0 } else { word });
        }
        let first = unit.idx() * tables.n_slots;
        key.extend(state.extras.slots[first..first + tables.n_slots].iter().map(end_word));
        let first = unit.idx() * tables.n_amounts;
        key.extend(state.extras.amounts[first..first + tables.n_amounts].iter().map(|&amount| amount as u32));
    }

    pub(in crate::games::night_wizard) fn read_whole_key(&self, tables: &Tables, key: &[u32]) -> State {
        let mut words = Words(key);
        let head = words.next();
        let phase = match head & 3 {
            0 => Phase::Setup,
            1 => Phase::Initiative,
            _ => Phase::Surprise,
        };
        let mut state = State { round: head >> 2, phase, ..State::default() };
        let n_units = self.roster.units.len();
        state.extras.fight = if tables.fights > 1 { words.next() } else { 1 };
        if tables.surprise.is_some() {
            state.extras.surprised = UnitSet(words.next());
        }
        state.extras.reactions = vec![0; n_units];
        state.extras.units = vec![UnitExtras::default(); n_units];
        for unit in self.roster.everyone() {
            self.read_unit(tables, &mut state, unit, &mut words);
        }
        let mut scene =
            Turn { nw: self, tables, state: &mut state, dice: &mut Every::default(), obs: &mut Nobody };
        // Twice, as what one unit has in force may follow from what another has; and nothing is
        // lost by it.
        for unit in self.roster.everyone().chain(self.roster.everyone()) {
            let (hp, mp) = (scene.hp(unit), scene.extras(unit).mp);
            scene.refresh(unit);
            scene.state.unit_mut(unit).hp = hp;
            scene.extras_mut(unit).mp = mp;
        }
        state
    }

    fn read_unit(&self, tables: &Tables, state: &mut State, unit: UnitId, words: &mut Words<'_>) {
        let unit_tables = &tables.units[unit.idx()];
        let (hp, word, counts) = (words.next() as i32, words.next(), words.next());
        match word & 7 {
            STANDING => state.standing.insert(unit),
            NEAR_DEATH => state.near_death.insert(unit),
            TO_COME => state.extras.absent.insert(unit),
            FLED => state.extras.fled.insert(unit),
            _ => {}
        }
        let count = counts as u16 as i16;
        *state.unit_mut(unit) = UnitState { hp, count, mains: (counts >> 16) as u16 };
        if word >> 3 & 1 == 1 {
            state.able.insert(unit);
            state.gauge.put(self.hot(unit).place, count);
        }
        state.last_target[unit.idx()] = UnitId((word >> 4) as u8 & 31);
        let holds = &tables.holds;
        let mut extras = UnitExtras {
            used: word >> 9 & 1 == 1,
            flying: word >> 10 & 1 == 1,
            delayed: word >> 11 & 1 == 1,
            own_luck: (word >> 16) as u8,
            spot: unit_tables.spot,
            ..UnitExtras::default()
        };
        if holds.mp {
            extras.mp = words.next() as i32;
        }
        if holds.prana {
            extras.prana = words.next() as i32;
        }
        if holds.statuses {
            let word = words.next();
            (extras.statuses, extras.poison) = (word as u8, (word >> 8) as i32);
        }
        if holds.places {
            extras.spot = Place::of_key(words.next());
        }
        state.extras.units[unit.idx()] = extras;
        state.extras.note_afflicted(unit);
        self.fill_from_start(tables, state, unit);
        if holds.gear {
            let it = &mut state.extras.units[unit.idx()];
            (it.loadout, it.enchants, it.held) = (words.next() as u8, words.next(), words.next());
        }
        for at in 0..unit_tables.abilities.len() {
            let mut used = Used::default();
            if unit_tables.limited >> at & 1 == 1 {
                let word = words.next();
                used = Used {
                    main: 0,
                    round: word as u8,
                    fight: (word >> 8) as u8,
                    charges: (word >> 16) as u8,
                };
            }
            state.extras.used.push(used);
        }
        state.extras.slots.extend((0..tables.n_slots).map(|_| slot_of(words.next())));
        state.extras.amounts.extend((0..tables.n_amounts).map(|_| words.next() as i32));
    }

    /// Memory never changes: it is what it was at the start.
    fn fill_from_start(&self, tables: &Tables, state: &mut State, unit: UnitId) {
        let mut scene = Turn { nw: self, tables, state, dice: &mut Every::default(), obs: &mut Nobody };
        scene.fill_memory(unit);
        scene.take_up_weapons(unit);
    }
}
