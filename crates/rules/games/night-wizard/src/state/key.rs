//! Keys of states for the exact solver: equal keys, equal futures. Fields that the scenario cannot change, or
//! that no rule, ruling or tactic of it reads, are not in them.

use crate::NightWizard;
use crate::data::rulings::ActionOrder;
use crate::rules::turns::turn::{Full, Turn};
use crate::state::extras::{End, Slot, UnitExtras, Used};
use crate::state::{Phase, State, UnitState};
use fray_engine::every::Every;
use fray_engine::key::{KeyCursor, KeyReader, Word};
use fray_engine::observe::Nobody;
use fray_engine::roster::{MAX_UNITS, UnitId, UnitSet};
use fray_kit::board::grid::Place;

const PHASES: [Phase; 3] = [Phase::Setup, Phase::Initiative, Phase::Surprise];

impl NightWizard {
    /// Visits what of a state belongs to its key.
    pub(crate) fn visit<K: KeyCursor>(&self, state: &mut State, key: &mut K) {
        key.word(|word| {
            word.one_of(2, &mut state.phase, &PHASES);
            word.bits(30, &mut state.round);
        });
        if self.tables.fights > 1 {
            key.field(&mut state.fight);
        }
        if self.tables.surprise.is_some() {
            key.field(&mut state.surprised);
        }
        for unit in self.roster.everyone() {
            self.visit_unit(state, unit, key);
        }
    }

    fn visit_unit<K: KeyCursor>(&self, state: &mut State, unit: UnitId, key: &mut K) {
        let (tables, reads) = (&self.tables, &self.reads);
        let (at, of_unit) = (unit.idx(), &tables.units[unit.idx()]);
        key.field(&mut state.units[at].hp);
        key.word(|word| {
            for set in [&mut state.standing, &mut state.near_death, &mut state.able] {
                word.member(set, unit);
            }
            word.member(&mut state.absent, unit);
            word.member(&mut state.fled, unit);
            word.bits(5, &mut state.last_target[at]);
            let extras = &mut state.extras[at];
            word.bits(1, &mut extras.used);
            word.bits(1, &mut extras.flying);
            word.bits(1, &mut extras.delayed);
            word.bits(8, &mut extras.own_numbers);
        });
        key.word(|word| {
            word.bits(16, &mut state.units[at].count);
            word.bits(16, &mut state.units[at].mains);
        });
        let extras = &mut state.extras[at];
        if reads.mp {
            key.field(&mut extras.mp);
        }
        if reads.prana {
            key.field(&mut extras.prana);
        }
        if reads.statuses {
            key.word(|word| {
                word.bits(8, &mut extras.statuses);
                word.bits(24, &mut extras.poison);
            });
        }
        if reads.places {
            let mut spot = extras.spot.key();
            key.field(&mut spot);
            extras.spot = Place::of_key(spot);
        }
        if reads.gear {
            key.field(&mut extras.enchants);
            key.word(|word| word.bits(8, &mut extras.loadout));
        }
        if reads.hands {
            key.field(&mut extras.held);
        }
        let used = &mut state.used[of_unit.first_use..][..of_unit.abilities.len()];
        for (_, used) in used.iter_mut().enumerate().filter(|(at, _)| of_unit.limited >> at & 1 == 1) {
            key.word(|word| {
                word.bits(8, &mut used.round);
                word.bits(8, &mut used.fight);
                word.bits(8, &mut used.charges);
            });
        }
        for slot in &mut state.slots[at * tables.n_slots..][..tables.n_slots] {
            key.word(|word| visit_slot(slot, word));
        }
        for amount in &mut state.amounts[at * tables.n_amounts..][..tables.n_amounts] {
            key.field(amount);
        }
    }

    /// Clears what nothing reads any more, so that states with equal futures have equal keys.
    pub(crate) fn normalize(&self, state: &mut State) {
        self.normalize_counts(state);
        state.round = state.round.min(self.reads.round);
        for unit in self.roster.everyone() {
            let (at, of_unit) = (unit.idx(), &self.tables.units[unit.idx()]);
            let (stands, able) = (state.standing.has(unit), state.able.has(unit));
            let is_down = state.near_death.has(unit);
            let has_fled = state.fled.has(unit);
            let is_dead = !stands && !is_down && !has_fled && !state.absent.has(unit);
            if is_down && !self.reads.hp_below_zero {
                state.units[at].hp = -1;
            }
            if is_dead || has_fled {
                // In a series charges and critical numbers of the dead matter no more: they are new.
                state.extras[at] = UnitExtras::default();
            }
            if is_dead {
                state.units[at].hp = 0;
                state.used[of_unit.first_use..][..of_unit.abilities.len()].fill(Used::default());
            }
            if is_dead || !self.reads.last_target {
                state.last_target[at] = UnitId(0);
            }
            state.extras[at].used &= self.reads.used_once;
            // An Exhausted unit's count is read by costs and covers alone, and an Exhausted unit may
            // act again where a raised count lets it.
            let waits = stands && state.phase == Phase::Initiative;
            let UnitState { count, mains, .. } = &mut state.units[at];
            if !(able || self.reads.counts && waits) {
                *count = 0;
            }
            if !self.reads.mains || !able && (self.rulings.exhaustion_sticky || !waits) {
                *mains = 0;
            }
        }
    }

    /// The state of a key.
    pub(crate) fn read(&self, key: &[u32]) -> State {
        let mut state = State::default();
        let (dice, obs) = (&mut Every::default(), &mut Nobody);
        Turn::<Full, _, _>::of(self, &mut state, dice, obs).begin();
        self.visit(&mut state, &mut KeyReader(key));
        for unit in self.roster.everyone() {
            state.note_afflicted(unit);
            state.numbers[unit.idx()] = state.extras[unit.idx()].own_numbers;
        }
        for unit in state.able {
            state.gauge.put(self.hot(unit).place, state.unit(unit).count);
        }
        if !self.tables.derives_anew {
            return state;
        }
        let mut turn = Turn::<Full, _, _>::of(self, &mut state, dice, obs);
        // Twice, as what one unit has in force may follow from what another has; and nothing is
        // lost by it.
        for unit in self.roster.everyone().chain(self.roster.everyone()) {
            let (hp, mp) = (turn.hp(unit), turn.extras(unit).mp);
            turn.refresh(unit);
            turn.state.unit_mut(unit).hp = hp;
            turn.extras_mut(unit).mp = mp;
        }
        state
    }

    /// As long as nothing reads a count as a number, only the order of Mains to come matters:
    /// how many Mains each count is still good for, and the order of the rests, with the places
    /// of ties where these decide. So a rest is replaced by its rank, and counts that give the
    /// same order become equal.
    fn normalize_counts(&self, state: &mut State) {
        if self.reads.counts {
            return;
        }
        let (least, cost) = (self.rulings.min_count.0, self.rulings.main_cost.0);
        let n_able = state.able.len() as i32;
        // Below the rest, the place: who goes first in a tie has the higher rest.
        let mut rests = [0; MAX_UNITS];
        for unit in state.able {
            let count = &mut state.unit_mut(unit).count;
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
            state.unit_mut(unit).count +=
                if self.cross_ties { n_distinct(below, &rests) } else { below.count() as i16 };
        }
    }

    /// Returns how much of a rest matters: of the part of a count that is less than a Main's cost.
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

/// Visits a lasting effect. Nothing of a turn is left between turns, and whose it is matters only
/// as long as it hangs on an enchantment.
fn visit_slot(slot: &mut Slot, word: &mut Word) {
    let (mut tag, mut n) = match slot.end {
        End::Gone | End::Judge(_) | End::Main(_) => (0_u8, 0),
        End::Rounds(n) => (1, n),
        End::Fight => (2, 0),
        End::WhileActive => (3, 0),
    };
    if tag == 0 {
        slot.ability = 0;
    }
    if tag != 3 {
        slot.by = UnitId(0);
    }
    word.bits(3, &mut tag);
    word.bits(8, &mut n);
    word.bits(5, &mut slot.by);
    word.bits(16, &mut slot.ability);
    slot.end = match tag {
        0 => End::Gone,
        1 => End::Rounds(n),
        2 => End::Fight,
        _ => End::WhileActive,
    };
}

/// The part of the rests that the rules read.
enum RestRead {
    Nothing,
    Order,
    OrderAndTies,
    All,
}

/// Returns how many different values these units have.
fn n_distinct(units: impl Iterator<Item = UnitId>, values: &[i32; MAX_UNITS]) -> i16 {
    let mut left = UnitSet::from_iter(units);
    let mut n = 0;
    while !left.is_empty() {
        let value = values[left.first().idx()];
        left = left.only(|unit| values[unit.idx()] != value);
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
