//! Start, turns and their ends, rounds (SB-04, SB-05, SB-09, SB-59, SB-61, SB-63, D-01, D-02, D-13).

use core::cmp::Reverse;

use crate::data::events::Event;
use crate::data::metrics::{By, Clock, Exhaustion, HandEmpty, Metric};
use crate::data::rulings::{Activation, Exhaust, First, KeepHand};
use crate::data::setup::MAX_PLAYERS;
use crate::data::tactics::{Go, LayAside, SideOrder};
use crate::data::vocabulary::{Stat, Status, StatusId, Timing};
use crate::rules::attacks::damage::{BOARD, Source};
use crate::state::{KINDS, State, UnitState, count};
use crate::{Play, Stonebound, by};
use fray_engine::contract::{Outcome, Step};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{Observer, TurnUse};
use fray_engine::roster::{SideId, UnitId, UnitSet};

impl<'a, C: Chance, O: Observer<Stonebound>> Play<'a, C, O> {
    /// The start of a fight.
    pub(crate) fn begin(&mut self) {
        let rules = self.rules;
        let marks = core::mem::take(&mut self.state.marks);
        let ways = self.state.ways.take_for(&rules.owner);
        let blows = self.state.blows.take_for(&rules.owner);
        *self.state = State { marks, deck: rules.deck, ways, blows, ..State::default() };
        self.state.marks.clear();
        self.state.marks.resize(rules.units.len() * rules.marks.len(), 0);
        for unit in rules.everyone {
            let info = rules.unit(unit);
            *self.state.unit_mut(unit) = UnitState {
                hp: info.hp,
                pd: info.base[Stat::Pd as usize],
                sd: info.base[Stat::Sd as usize],
                at: info.at,
                ..UnitState::default()
            };
        }
        self.roll_off();
        for unit in rules.everyone {
            for &(status, stacks) in &rules.unit(unit).statuses {
                // SB-44: so many tokens are one stage more.
                self.lay(None, unit, status, stacks, None);
                if status == Status::FREEZE && self.state.unit(unit).stacks[status.idx()] > 0 {
                    self.state.unit_mut(unit).stacks[status.idx()] = stacks + 1;
                }
            }
        }
        self.state.is_loud = false;
    }

    /// SB-04: the order of the sides.
    fn roll_off(&mut self) {
        let rules = self.rules;
        let n = rules.sides.len();
        let mut order: [u8; MAX_PLAYERS] = core::array::from_fn(|at| at as u8);
        match rules.rulings.first {
            First::SideA => {}
            First::SideB => order.swap(0, 1),
            First::Rolloff => {
                // All orders equally likely (Durstenfeld 1964).
                for left in (2..=n).rev() {
                    let roll = by(rules.sides[0].first, Purpose::Initiative);
                    let picked = self.dice.below(roll, left as u32) as usize;
                    order[..left].swap(picked, left - 1);
                }
                let winner = usize::from(order[0]);
                // D-01: the winner may let the next of the order begin.
                let plan = &rules.sides[winner].tactics.go.go;
                let go = plan.choose(|fact| rules.side_fact(self.state, winner, fact));
                if go == Go::Second {
                    order.swap(0, 1);
                }
                self.obs.event(|| Event::RollOff { winner: SideId(winner as u8) });
            }
        }
        self.state.order = order;
        let first = SideId(order[0]);
        self.obs.event(|| Event::MovesFirst { first });
    }

    /// The side whose turn it is.
    pub(crate) fn side(&self) -> usize {
        usize::from(self.state.order[usize::from(self.state.turn)])
    }

    /// Plays one activation, with the opening of its turn before it and the end of the turn behind it.
    pub(crate) fn turn(&mut self) -> Step {
        if !self.state.is_open
            && let Some(outcome) = self.open_turn()
        {
            return Step::Over(outcome);
        }
        if let Some(unit) = self.next_unit() {
            self.state.acted.insert(unit);
            self.state.extra.remove(unit);
            self.activate(unit);
            self.state.frozen = None;
            if let Some(outcome) = self.rules.outcome(self.state) {
                return Step::Over(outcome);
            }
            debug_assert!(
                self.rules.stand_apart(self.state),
                "two units on one square or one inside what blocks"
            );
            let is_single = self.rules.rulings.activation == Activation::OneUnit;
            if self.waits().is_empty() || is_single && self.state.extra.is_empty() {
                return self.close_turn();
            }
            return Step::GoesOn;
        }
        self.close_turn()
    }

    /// The start of a side's turn: stones, then `start_of_turn`.
    fn open_turn(&mut self) -> Option<Outcome> {
        let rules = self.rules;
        let side = self.side();
        self.state.is_open = true;
        if core::mem::take(&mut self.state.is_new_round) {
            for unit in self.state.living(rules.everyone) {
                self.obs.add(unit, Metric::RoundsActive, 1);
            }
        }
        (self.state.extra, self.state.granted) = (UnitSet::default(), UnitSet::default());
        if rules.rulings.activation == Activation::AllUnits {
            self.state.acted = UnitSet::default();
        } else if self.state.living(rules.sides[side].units).without(self.state.acted).is_empty() {
            // SB-05: every living unit of the side had its activation.
            self.state.acted = self.state.acted.without(rules.sides[side].units);
        }
        self.forget_debts();
        self.obs.event(|| Event::Turn { side: SideId(side as u8) });
        if rules.sides[side].holds {
            if rules.rulings.free_discard.is_yes() {
                let plan = &rules.sides[side].tactics.turn.lay_aside;
                if plan.choose(|fact| rules.side_fact(self.state, side, fact)) == LayAside::Dead {
                    let dead = rules.dead_stones(self.state, side);
                    self.lay_aside(side, dead);
                }
            }
            self.fill_hand(side);
        }
        for unit in rules.sides[side].units {
            if self.state.stands(unit) {
                self.at_moment(unit, Timing::StartOfTurn);
            }
        }
        rules.outcome(self.state)
    }

    /// The units that are still to be activated in this turn.
    fn waits(&self) -> UnitSet {
        let own = self.state.living(self.rules.sides[self.side()].units);
        own.without(self.state.acted).or(own.and(self.state.extra))
    }

    /// D-02: who is next.
    fn next_unit(&mut self) -> Option<UnitId> {
        let rules = self.rules;
        let waits = self.waits();
        if waits.is_empty() {
            return None;
        }
        // An activation more comes right after the present one.
        let more = waits.and(self.state.extra);
        if !more.is_empty() {
            return Some(more.first());
        }
        if waits.len() == 1 {
            return Some(waits.first());
        }
        let side = self.side();
        let plan = &rules.sides[side].tactics.turn.order;
        match plan.choose(|fact| rules.side_fact(self.state, side, fact)) {
            SideOrder::List => Some(waits.first()),
            SideOrder::FastestFirst => {
                let speed = |unit: &UnitId| Reverse(rules.present_mv(self.state, *unit));
                waits.min_by_key(speed)
            }
            SideOrder::Random => {
                let n = self.dice.below(by(rules.sides[side].first, Purpose::Choice), waits.len());
                Some(waits.nth(n))
            }
            SideOrder::CanKillFirst => waits.min_by_key(|&unit| Reverse(rules.kill_chance(self.state, unit))),
        }
    }

    /// SB-59: the end of a side's turn.
    fn close_turn(&mut self) -> Step {
        let rules = self.rules;
        let side = self.side();
        for unit in rules.sides[side].units {
            if !self.state.stands(unit) {
                continue;
            }
            self.end_of_turn_of(unit);
            if let Some(outcome) = rules.outcome(self.state) {
                return Step::Over(outcome);
            }
        }
        self.end_of_turn_marks();
        self.end_hand(side);
        self.state.is_open = false;
        let n = rules.sides.len() as u8;
        for _ in 0..n {
            self.state.turn += 1;
            if self.state.turn == n {
                return self.close_round();
            }
            if !self.state.living(rules.sides[self.side()].units).is_empty() {
                break;
            }
        }
        Step::GoesOn
    }

    /// Of one unit: `end_of_turn`, Burn, hazards, statuses of the scenario, durations.
    fn end_of_turn_of(&mut self, unit: UnitId) {
        let rules = self.rules;
        self.at_moment(unit, Timing::EndOfTurn);
        if !self.state.stands(unit) {
            return;
        }
        self.count_uptime(unit);
        if !rules.reads.statuses && rules.board.is_none() {
            return;
        }
        let stacks = rules.stacks(self.state, unit, Status::BURN);
        if stacks > 0 {
            let source = Source { by: None, action: 1 + Status::BURN.0, cause: By::Burn };
            self.end_loss(unit, stacks * rules.rulings.burn_per_stack.0, source);
        }
        for at in Status::SLEEP.idx()..rules.statuses.len() {
            let by = i32::from(rules.statuses[at].hp_end_of_turn);
            let n = if by == 0 { 0 } else { by * rules.stacks(self.state, unit, StatusId(at as u8)) };
            if n < 0 {
                self.end_loss(unit, -n, Source { by: None, action: 1 + at as u8, cause: By::Status });
            } else if n > 0 && self.state.stands(unit) {
                self.regain(unit, at, n);
            }
        }
        if let Some(board) = &rules.board {
            let n = board.hazard(self.state.unit(unit).at);
            if n > 0 {
                self.end_loss(unit, n.into(), Source { by: None, action: BOARD, cause: By::Hazard });
            }
        }
        if self.state.stands(unit) {
            self.run_down(unit);
        }
    }

    /// A loss of HP at the end of a turn, with the answers to a fall (SB-45, SB-56).
    fn end_loss(&mut self, unit: UnitId, damage: i32, source: Source) {
        if self.state.stands(unit) && !self.is_over() {
            self.declare();
            self.lose(unit, damage, source);
            self.falls();
        }
    }

    /// SB-52: HP back by a status.
    fn regain(&mut self, unit: UnitId, status: usize, n: i32) {
        let it = self.state.unit_mut(unit);
        let healed = n.min(self.rules.most_hp(unit) - i32::from(it.hp));
        if healed > 0 {
            it.hp += healed as i16;
            let hp = i32::from(it.hp);
            self.state.is_loud = true;
            let cause = fray_engine::observe::Cause::Hazard(1 + status as u8);
            self.obs.healed(cause, unit, healed as u32);
            self.obs.event(|| Event::Heals { unit, healed, hp });
        }
    }

    fn count_uptime(&mut self, unit: UnitId) {
        let fuses = &self.rules.unit(unit).fuses;
        for at in fuses {
            self.obs.add(unit, Metric::FuseUptime, u32::from(self.state.unit(unit).lying >> at & 1 != 0));
        }
        if self.rules.reads.statuses && self.state.stands(unit) {
            let mut all = (0..self.rules.statuses.len()).map(|at| StatusId(at as u8));
            let is_under = all.any(|status| self.rules.is_under(self.state, unit, status));
            self.obs.add(unit, Metric::StatusUptime, u32::from(is_under));
        }
    }

    /// The hand at the end of a turn (SB-09, SB-66).
    fn end_hand(&mut self, side: usize) {
        let info = &self.rules.sides[side];
        if !info.holds {
            return;
        }
        let dead = count(&self.rules.dead_stones(self.state, side));
        self.count_for_side(side, Metric::StonesDead, dead);
        let is_empty = count(&self.state.hands[side]) == 0;
        if is_empty {
            self.obs.mark(info.first, Clock::HandEmpty(HandEmpty::Spent));
            if self.rules.rulings.exhaustion == Exhaust::Stones {
                self.obs.mark(info.first, Clock::Exhausted(Exhaustion::HandEmpty));
            }
        }
        if self.rules.rulings.keep_hand == KeepHand::Discard {
            let hand = core::mem::replace(&mut self.state.hands[side], [0; KINDS]);
            for (kind, n) in hand.iter().enumerate() {
                self.state.discards[kind] += n;
            }
        }
    }

    /// The end of a round: SB-61 is the engine's, SB-63 is here.
    fn close_round(&mut self) -> Step {
        let rules = self.rules;
        self.state.turn = 0;
        self.state.is_new_round = true;
        self.state.round += 1;
        let is_quiet = !core::mem::take(&mut self.state.is_loud);
        for side in 0..rules.sides.len() {
            self.count_for_side(side, Metric::QuietRounds, u32::from(is_quiet));
        }
        self.state.quiet = if is_quiet { (self.state.quiet + 1).min(1000) } else { 0 };
        // A side that fell does not open the next round.
        let first = (0..rules.sides.len())
            .find(|&at| !self.state.living(rules.sides[usize::from(self.state.order[at])].units).is_empty());
        self.state.turn = first.unwrap_or(0) as u8;
        if rules.is_stalemate(self.state) {
            self.obs.event(|| Event::Stalemate);
            return Step::Over(Outcome::Draw);
        }
        Step::RoundOver
    }

    /// Reports what a unit made of its activation.
    pub(crate) fn report_use(&mut self, unit: UnitId, could_act: bool) {
        let made = match (self.did || self.moved, could_act) {
            (true, _) => TurnUse::Acted,
            (false, true) => TurnUse::Idle,
            (false, false) => TurnUse::Unable,
        };
        self.obs.add_if(self.moved && !self.did, unit, Metric::OnlyMoved, 1);
        self.obs.turn_used(unit, made);
    }
}
