//! A fight and its rounds (MG-07 to MG-12, MG-15, MG-67, MG-70, MG-76).

use crate::data::events::Event;
use crate::data::metrics::Metric;
use crate::data::rulings::{InitiativeTie, SoakRefresh, Standstill};
use crate::data::setup::{RollName, Stat};
use crate::data::vocabulary::{Duration, Timing};
use crate::dice::draws::{Pool, partial_turns};
use crate::rules::numbers::RollContext;
use crate::state::{LastingEffect, Mood, Phase, Turn, UNROLLED, UnitState, WITH_OWNER};
use crate::{MahouGalaxy, Play, by};
use fray_engine::contract::{Outcome, Step};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::Observer;
use fray_engine::roster::{MAX_SIDES, UnitId, UnitSet};

/// How often a tie is rolled again before the list decides.
const MOST_REROLLS: u32 = 64;

impl<C: Chance, O: Observer<MahouGalaxy>> Play<'_, C, O> {
    /// The state at the start of a fight.
    pub(crate) fn begin(&mut self) {
        let rules = self.rules;
        let state = &mut *self.state;
        (state.out, state.fled, state.acted, state.held, state.fresh) = Default::default();
        state.absent = rules.late;
        (state.next, state.pass, state.round, state.idle, state.busy) = (0, 0, 0, 0, false);
        (state.phase, state.turn, state.full_turn) = (Phase::Start, Turn::default(), None);
        for unit in rules.everyone {
            let info = rules.unit(unit);
            state.order[unit.idx()] = unit;
            *state.unit_mut(unit) = UnitState {
                hp: info.start[0],
                mp: info.start[1],
                in_hand: info.start_hands,
                dropped: info.start_dropped,
                cell: info.cell,
                ..UnitState::default()
            };
        }
        state.marks.clear();
        state.marks.resize(rules.units.len() * rules.lasting.len(), LastingEffect::default());
        state.uses.clear();
        state.uses.resize(rules.units.len() * rules.n_abilities, [0; 2]);
        state.lies.clear();
        state.lies.resize(rules.places_of_items(), WITH_OWNER);
        if let Some(board) = &rules.board {
            state.scratch.fit(board);
        }
        rules.clear_map(state);
        rules.everyone.for_each(|unit| self.lay_passives_of(unit));
    }

    /// Plays to the next point where nothing is pending.
    pub(crate) fn step(&mut self) -> Step {
        if self.state.phase == Phase::Start {
            self.start_round();
            return self.rules.outcome(self.state).map_or(Step::GoesOn, Step::Over);
        }
        if self.state.turn.unit.is_none() {
            match self.next_turn() {
                Some(unit) => self.begin_turn(unit),
                None => return self.rules.outcome(self.state).map_or_else(|| self.close_round(), Step::Over),
            }
        }
        self.play_turn();
        self.rules.outcome(self.state).map_or(Step::GoesOn, Step::Over)
    }

    /// MG-10, MG-15: whose turn is next, full turns first, then the passes of partial ones. MG-78: what would last
    /// until the full turn of one who is out ends where that turn would have come, in later rounds behind all
    /// full turns.
    fn next_turn(&mut self) -> Option<UnitId> {
        let rules = self.rules;
        let n = rules.units.len();
        // Each pass takes a partial turn from somebody, so that there are no more than these.
        for _ in 0..=2 * u8::MAX as usize {
            while usize::from(self.state.next) < n {
                let unit = self.state.order[usize::from(self.state.next)];
                self.state.next += 1;
                if self.state.pass == 0 && self.state.out.or(self.state.fled).has(unit) {
                    self.end_what_awaits_turn_of(unit);
                    // Terrain that ended may have let somebody fall.
                    if self.is_decided() {
                        return None;
                    }
                }
                // MG-66: who was summoned in this round acts from the next one on.
                if !self.state.is_in(unit) || self.state.fresh.has(unit) {
                    continue;
                }
                let it = self.state.unit(unit);
                let acts = match self.state.pass {
                    0 => it.initiative > 0 || rules.rulings.initiative_nonpositive_acts,
                    _ => it.partials > 0,
                };
                if acts {
                    return Some(unit);
                }
            }
            let more =
                self.state.present(rules.everyone).into_iter().any(|unit| self.state.unit(unit).partials > 0);
            if !more {
                return None;
            }
            self.state.pass = self.state.pass.saturating_add(1);
            self.state.next = 0;
            let pass = self.state.pass;
            self.obs.event(|| Event::Pass { pass });
        }
        None
    }

    /// MG-08: the start of a round.
    fn start_round(&mut self) {
        let rules = self.rules;
        self.state.round += 1;
        self.state.phase = Phase::Turns;
        (self.state.next, self.state.pass, self.state.acted) = (0, 0, UnitSet::default());
        self.state.fresh = UnitSet::default();
        self.state.busy = false;
        self.state.forget_uses_of_round();
        self.come_back();
        for step in rules.rulings.round_start_order.0 {
            match step {
                0 => self.tick(),
                // MG-34: another ruling empties them in turns.
                1 if rules.rulings.soak_refresh == SoakRefresh::Round => {
                    rules.everyone.for_each(|unit| self.state.unit_mut(unit).pool = UNROLLED);
                }
                1 => {}
                2 => {
                    for unit in self.state.present(rules.everyone) {
                        if self.is_surprised(unit) { self.take_tokens(unit) } else { self.grant(unit) }
                    }
                }
                _ => self.roll_initiative(),
            }
        }
        for unit in self.state.present(rules.everyone) {
            self.obs.add(unit, Metric::RoundsActive, 1);
            if rules.reads.holds {
                let holds = !self.state.unit(unit).holds.is_empty();
                self.obs.add(unit, Metric::RoundsHeld, u32::from(self.state.held.has(unit)));
                self.obs.add(unit, Metric::RoundsHolding, u32::from(holds));
            }
            if rules.reads.talk {
                let penalty = self.state.unit(unit).distraction();
                self.obs.add(unit, Metric::RoundsDistracted, u32::from(penalty > 0));
                self.obs.add(unit, Metric::PenaltySuffered, penalty as u32);
            }
        }
        self.abilities_of_round(Timing::RoundStart);
    }

    /// MG-70: whether the unit has no tokens before its full turn.
    pub(crate) fn is_surprised(&self, unit: UnitId) -> bool {
        self.state.round == 1 && self.rules.surprise == Some(self.rules.unit(unit).side)
    }

    /// MG-08 a): penalties and durations run down.
    fn tick(&mut self) {
        let rules = self.rules;
        for unit in rules.everyone {
            let it = self.state.unit_mut(unit);
            if it.penalty > 0 {
                it.penalty = it.penalty.saturating_sub(2);
                if it.penalty == 0 {
                    (it.mood, it.strong, it.narrowed) = (Mood::None, false, 0);
                }
                self.state.busy = true;
            }
        }
        for at in 0..self.state.marks.len() {
            let lasting = &rules.lasting[at % rules.lasting.len().max(1)];
            let borne = &mut self.state.marks[at];
            if matches!(lasting.duration, Duration::Rounds(_)) && borne.left > 0 {
                borne.left -= 1;
                self.state.busy = true;
                if borne.left == 0 {
                    let unit = UnitId((at / rules.lasting.len()) as u8);
                    let mark = (at % rules.lasting.len()) as u8;
                    self.obs.event(|| Event::Ends { unit, mark });
                }
            }
        }
        self.check_all_limits();
        self.tick_terrain();
    }

    pub(crate) fn take_tokens(&mut self, unit: UnitId) {
        let it = self.state.unit_mut(unit);
        (it.hands, it.primary, it.speak, it.moves, it.analyze, it.escape) = (0, false, 0, 0, 0, 0);
    }

    /// MG-08 c), MG-12: the tokens of a round.
    pub(crate) fn grant(&mut self, unit: UnitId) {
        let rules = self.rules;
        let info = rules.unit(unit);
        let moves = rules.base_moves(self.state, unit) as u8;
        let (frozen, silent) = (rules.is_frozen(self.state, unit), rules.is_silent(self.state, unit));
        let it = self.state.unit_mut(unit);
        it.hands = (1_u16 << info.n_hands).wrapping_sub(1) as u8;
        it.primary = info.n_hands > 0;
        it.speak = if silent { 0 } else { info.speak };
        it.moves = moves;
        it.analyze = if it.distraction() > 0 { 0 } else { info.analyze };
        (it.escape, it.struck, it.defences, it.reacted) = (0, 0, 0, false);
        it.attacked = [0; MAX_SIDES];
        if !rules.rulings.hold_carry_over_round {
            (it.held_hands, it.held_moves, it.held_speak) = (0, 0, 0);
        }
        let owed = it.debts;
        if owed != [0; 3] {
            self.state.busy = true;
            let it = self.state.unit_mut(unit);
            for _ in 0..owed[0] {
                if it.hands != 0 {
                    let highest = 7 - it.hands.leading_zeros();
                    it.hands &= !(1 << highest);
                    it.debts[0] -= 1;
                }
            }
            it.primary = it.hands != 0;
            if it.debts[1] > 0 {
                it.debts[1] -= 1;
                it.moves = 0;
            }
            if it.debts[2] > 0 {
                it.debts[2] -= 1;
                it.speak = 0;
            }
            let left = *it;
            self.obs.event(|| Event::Pays {
                unit,
                hands: left.hands.count_ones() as u8,
                moves: left.moves,
                speak: left.speak,
            });
        }
        if frozen {
            self.take_tokens(unit);
        } else if self.state.held.has(unit) {
            self.convert(unit);
        }
    }

    /// MG-09, MG-11: who acts when.
    fn roll_initiative(&mut self) {
        let rules = self.rules;
        let present = self.state.present(rules.everyone);
        if let (Some(duel), 2) = (&rules.duel, present.len()) {
            // Each on its own dice, as without the table: what else a scenario has moves no roll.
            let [first, second] = &duel.pools;
            let both = [0, 1].map(|unit| by(UnitId(unit), Purpose::Initiative));
            let rolled = self.dice.draw_pair(both, [first, second], &duel);
            for (unit, initiative) in rules.everyone.into_iter().zip(rolled) {
                self.set_initiative(unit, initiative);
            }
        } else {
            for unit in present {
                let initiative = self.initiative_of(unit);
                let rolled = self.dice.draw(by(unit, Purpose::Initiative), &initiative);
                self.set_initiative(unit, rolled);
            }
        }
        self.put_in_order(present);
        for at in 0..present.len() as usize {
            let unit = self.state.order[at];
            let (initiative, partials) = (self.state.unit(unit).initiative, self.state.unit(unit).partials);
            self.obs.event(|| Event::Initiative { unit, initiative: initiative.into(), partials });
        }
    }

    fn initiative_of(&self, unit: UnitId) -> Pool {
        let (rules, state) = (self.rules, &*self.state);
        let info = rules.unit(unit);
        // `speed` has the bonus of the stat block already.
        let plus = info.speed - info.bonuses.get(RollName::Initiative)
            + rules.hand_speed(info, state.unit(unit).in_hand[0])
            - if state.unit(unit).stripped { info.armor_speed } else { 0 };
        let what = RollContext { skill: false, hand: false, in_line: false };
        rules.pool(state, unit, (Stat::Acc, RollName::Initiative), 1, plus, what)
    }

    fn set_initiative(&mut self, unit: UnitId, initiative: i32) {
        let acts = initiative > 0 || self.rules.rulings.initiative_nonpositive_acts;
        let it = self.state.unit_mut(unit);
        it.initiative = initiative.clamp(-30_000, 30_000) as i16;
        it.partials = if acts { partial_turns(initiative).min(250) as u8 } else { 0 };
    }

    /// Highest first; ties as the ruling has it.
    fn put_in_order(&mut self, present: UnitSet) {
        let rules = self.rules;
        let mut order = self.state.order;
        for (at, unit) in present.into_iter().chain(rules.everyone.without(present)).enumerate() {
            order[at] = unit;
        }
        let n = present.len() as usize;
        let by_stat = rules.rulings.initiative_tie == InitiativeTie::StatThenRandom;
        let rank = |play: &Self, unit: UnitId| {
            let stat = |stat| if by_stat { rules.stat(play.state, unit, stat) } else { 0 };
            (-i32::from(play.state.unit(unit).initiative), -stat(Stat::Acc), -stat(Stat::Agi))
        };
        order[..n].sort_unstable_by_key(|&unit| (rank(self, unit), unit));
        let mut from = 0;
        while from < n && rules.rulings.initiative_tie != InitiativeTie::SideAFirst {
            let tied = order[from..n]
                .iter()
                .take_while(|&&unit| rank(self, unit) == rank(self, order[from]))
                .count();
            if tied > 1 {
                self.break_tie(&mut order[from..from + tied]);
            }
            from += tied;
        }
        self.state.order = order;
    }

    /// A fair order of those who tie, or by new rolls.
    fn break_tie(&mut self, tied: &mut [UnitId]) {
        if self.rules.rulings.initiative_tie == InitiativeTie::Reroll {
            for _ in 0..MOST_REROLLS {
                let mut rolled = [(0, UnitId(0)); fray_engine::roster::MAX_UNITS];
                for (to, &unit) in rolled.iter_mut().zip(tied.iter()) {
                    *to = (-self.dice.draw(by(unit, Purpose::Tie), &self.initiative_of(unit)), unit);
                }
                let rolled = &mut rolled[..tied.len()];
                rolled.sort_unstable();
                if rolled.windows(2).all(|pair| pair[0].0 != pair[1].0) {
                    for (to, from) in tied.iter_mut().zip(rolled) {
                        *to = from.1;
                    }
                    return;
                }
            }
            return;
        }
        // All orders equally likely (Durstenfeld 1964).
        for left in (1..tied.len()).rev() {
            let picked = self.dice.below(by(tied[0], Purpose::Tie), left as u32 + 1) as usize;
            tied.swap(left, picked);
        }
    }

    /// MG-08, MG-14, MG-34: the tokens and the soak that the next round takes away unused.
    pub(crate) fn count_what_is_left(&mut self) {
        for unit in self.state.present(self.rules.everyone) {
            let it = self.state.unit(unit);
            self.obs.add(unit, Metric::HandsUnspent, it.hands.count_ones());
            self.obs.add(unit, Metric::MovesUnspent, it.moves.into());
            self.obs.add(unit, Metric::SpeechUnspent, it.speak.into());
            self.obs.add(unit, Metric::SoakWasted, it.pool.max(0) as u32);
        }
    }

    /// MG-67, MG-68, MG-76: the end of a round.
    fn close_round(&mut self) -> Step {
        let rules = self.rules;
        self.abilities_of_round(Timing::RoundEnd);
        self.environment();
        self.state.phase = Phase::Start;
        self.count_what_is_left();
        self.count_idle_rounds();
        if let Some(outcome) = rules.outcome(self.state) {
            return Step::Over(outcome);
        }
        let waits = rules.everyone.into_iter().any(|unit| {
            let it = self.state.unit(unit);
            it.penalty > 0 || it.general > 0 || it.debts != [0; 3]
        });
        self.state.idle = if self.state.busy || waits { 0 } else { self.state.idle.saturating_add(1) };
        let Standstill(most) = rules.rulings.end_standstill;
        if most > 0 && self.state.idle >= most {
            self.obs.add(UnitId(0), Metric::Standstill, 1);
            self.obs.event(|| Event::Standstill);
            return Step::Over(Outcome::Draw);
        }
        Step::RoundOver
    }
}
