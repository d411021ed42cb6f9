//! Statuses and lasting effects: how they come, how long they last and how they end (SB-41 to SB-51,
//! SB-58, SB-59).

use crate::data::events::Event;
use crate::data::metrics::Metric;
use crate::data::rulings::Sleep;
use crate::data::vocabulary::{Duration, Effect, Removal, Status, StatusId};
use crate::state::State;
use crate::{Play, Prepared, Stonebound, makes_immune};
use fray_engine::draw::Chance;
use fray_engine::observe::Observer;
use fray_engine::roster::UnitId;

/// How long something lasts, in a byte: 1 to 100 ends of turns of the bearer's side, or one of these; 0 of
/// a status: until it is removed. The highest bit says that both digits of On # doubled it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lasts(pub(crate) u8);

impl Lasts {
    /// To the end of this attack.
    pub(crate) const THIS_ATTACK: u8 = 120;
    /// To the end of the present turn.
    pub(crate) const END_OF_TURN: u8 = 121;
    /// To the end of the fight.
    pub(crate) const FIGHT: u8 = 126;
    /// Both digits doubled it.
    pub(crate) const DOUBLED: u8 = 128;

    /// Returns how long without the bit.
    #[inline(always)]
    #[must_use]
    pub(crate) fn time(self) -> u8 {
        self.0 & !Self::DOUBLED
    }

    /// 2 if it was doubled, 1 otherwise.
    #[inline(always)]
    #[must_use]
    pub(crate) fn times(self) -> i32 {
        if self.0 >= Self::DOUBLED { 2 } else { 1 }
    }
}

impl Stonebound {
    /// SB-59: how long a duration lasts on a bearer. The turn in which it was given is not counted.
    fn lasts(&self, state: &State, bearer: UnitId, duration: Duration) -> u8 {
        match duration {
            Duration::Turns(n) => {
                let is_own = state.is_open
                    && usize::from(state.order[usize::from(state.turn)]) == self.side_of(bearer);
                n + u8::from(is_own)
            }
            Duration::ThisAttack => Lasts::THIS_ATTACK,
            Duration::EndOfTurn => Lasts::END_OF_TURN,
            Duration::Instant | Duration::WhileFused | Duration::Fight => Lasts::FIGHT,
        }
    }

    /// Returns how long a status lasts by its own rule; `None`: until it is removed.
    fn rule_of(&self, status: StatusId) -> Option<Duration> {
        match status {
            // SB-45.
            Status::BURN => self.rulings.burn_duration.0.map(Duration::Turns),
            // SB-49.
            Status::SILENCE => Some(Duration::Turns(self.rulings.silence_turns.0 as u8)),
            // SB-50.
            Status::SLEEP if self.rulings.sleep == Sleep::AsWritten => Some(Duration::Turns(1)),
            _ => self.statuses[status.idx()].duration,
        }
    }

    /// The most stacks of a status; of Freeze the stages (SB-44).
    pub(crate) fn most_stacks(&self, status: StatusId) -> u8 {
        match status {
            Status::FREEZE => 3,
            Status::BURN => self.rulings.burn_max.0 as u8,
            Status::SHEAR => 20,
            _ => self.statuses[status.idx()].max_stacks.max(1),
        }
    }

    /// SB-50: whether it sleeps.
    #[inline(always)]
    pub(crate) fn sleeps(&self, state: &State, unit: UnitId) -> bool {
        self.rulings.sleep == Sleep::AsWritten && state.unit(unit).stacks[Status::SLEEP.idx()] > 0
    }

    /// Returns whether HP damage ends a status: Sleep (SB-50), and those that say so (SB-51).
    fn ends_on_damage(&self, status: usize) -> bool {
        status == Status::SLEEP.idx() && self.rulings.sleep == Sleep::AsWritten
            || self.statuses[status].ends_on_damage
    }

    /// Returns whether a unit is immune to a status.
    pub(crate) fn is_immune(&self, state: &State, unit: UnitId, status: StatusId) -> bool {
        self.has_abilities && self.in_force(state, unit).any(|(effect, _)| makes_immune(effect, status))
    }

    /// Returns how many stacks more of a status a unit can take; one that begins anew counts none.
    pub(crate) fn room(&self, state: &State, unit: UnitId, status: StatusId) -> u8 {
        if self.is_immune(state, unit, status) {
            return 0;
        }
        if status == Status::FREEZE {
            u8::from(state.unit(unit).stacks[status.idx()] < 3)
        } else {
            self.most_stacks(status).saturating_sub(self.stacks(state, unit, status) as u8)
        }
    }
}

impl<C: Chance, O: Observer<Stonebound>> Play<'_, C, O> {
    /// SB-41: a status is laid. A second application of one that is there to the full does nothing, but
    /// Freeze (SB-44) and a Burn that runs out (SB-45) begin anew.
    pub(crate) fn lay(
        &mut self,
        by: Option<UnitId>,
        target: UnitId,
        status: StatusId,
        stacks: u8,
        duration: Option<Duration>,
    ) {
        let rules = self.rules;
        if !self.state.stands(target) || rules.is_immune(self.state, target, status) {
            return;
        }
        let room = rules.room(self.state, target, status);
        let lasts =
            duration.or(rules.rule_of(status)).map_or(0, |lasts| rules.lasts(self.state, target, lasts));
        let it = self.state.unit_mut(target);
        let at = status.idx();
        let has = it.stacks[at];
        let laid = if status == Status::FREEZE { room } else { stacks.min(room) };
        it.stacks[at] = if status == Status::FREEZE { 3 } else { has + laid };
        let begins_anew = laid > 0 || has > 0 && status == Status::BURN;
        if begins_anew {
            it.turns[at] = lasts;
        }
        if laid == 0 {
            return;
        }
        let now = it.stacks[at];
        self.state.is_loud = true;
        if let Some(by) = by {
            self.obs.add(by, Metric::StatusesLaid, laid.into());
        }
        self.obs.add(target, Metric::StatusesSuffered, laid.into());
        self.obs.event(|| Event::Status { unit: target, status, stacks: now });
    }

    /// SB-58: all stacks of a status go.
    pub(crate) fn lift(&mut self, target: UnitId, what: Removal) {
        for at in 0..self.rules.statuses.len() {
            let is_meant = match what {
                Removal::All => true,
                Removal::One(status) => status.idx() == at,
            };
            if is_meant && self.state.unit(target).stacks[at] > 0 {
                self.end_status(target, StatusId(at as u8));
                self.state.is_loud = true;
            }
        }
    }

    fn end_status(&mut self, unit: UnitId, status: StatusId) {
        let it = self.state.unit_mut(unit);
        it.stacks[status.idx()] = 0;
        it.turns[status.idx()] = 0;
        self.forget_debts();
        self.obs.event(|| Event::StatusEnds { unit, status });
    }

    /// HP damage by an attack, an ability or a reaction wakes sleepers (SB-50).
    pub(crate) fn wake(&mut self, unit: UnitId) {
        if !self.rules.reads.statuses {
            return;
        }
        for at in 0..self.rules.statuses.len() {
            if self.state.unit(unit).stacks[at] > 0 && self.rules.ends_on_damage(at) {
                self.end_status(unit, StatusId(at as u8));
                self.state.is_loud = true;
            }
        }
    }

    /// SB-44: at the start of an activation a token goes. Gives the stage that holds in it.
    pub(crate) fn thaw(&mut self, unit: UnitId) -> u8 {
        let stage = self.state.unit(unit).stacks[Status::FREEZE.idx()];
        if stage == 1 {
            self.end_status(unit, Status::FREEZE);
        } else if stage > 1 {
            self.state.unit_mut(unit).stacks[Status::FREEZE.idx()] = stage - 1;
        }
        stage
    }

    /// SB-52: a lasting effect falls on a unit; what is there already of it begins anew.
    pub(crate) fn give(&mut self, target: UnitId, prepared: &Prepared, times: u8) {
        if !self.state.stands(target) {
            return;
        }
        let rules = self.rules;
        let lasts = rules.lasts(self.state, target, prepared.lasts.unwrap_or(Duration::EndOfTurn));
        let doubled = if times > 1 { Lasts::DOUBLED } else { 0 };
        let at = rules.mark_at(target, prepared.mark);
        self.state.marks[at] = lasts | doubled;
        if matches!(prepared.effect, Effect::Stat(change) if (change.stat as usize) < 2) {
            self.state.is_loud = true;
        }
        self.obs.event(|| Event::Gains { unit: target, mark: prepared.mark, doubled: times > 1 });
        if let Effect::Immune(what) = prepared.effect {
            self.lift(target, what);
        }
    }

    /// The end of an attack: what lasted for it ends.
    pub(crate) fn end_of_attack(&mut self) {
        for lasts in &mut self.state.marks {
            if Lasts(*lasts).time() == Lasts::THIS_ATTACK {
                *lasts = 0;
            }
        }
        self.forget_debts();
    }

    /// SB-59: durations of one unit at the end of its side's turn.
    pub(crate) fn run_down(&mut self, unit: UnitId) {
        if !self.rules.reads.statuses {
            return;
        }
        for at in 0..self.rules.statuses.len() {
            let it = self.state.unit_mut(unit);
            if it.stacks[at] == 0 {
                continue;
            }
            match it.turns[at] {
                1 => self.end_status(unit, StatusId(at as u8)),
                2..Lasts::THIS_ATTACK => it.turns[at] -= 1,
                _ => {}
            }
        }
        let n_marks = self.rules.marks.len();
        for mark in 0..n_marks {
            let at = unit.idx() * n_marks + mark;
            match Lasts(self.state.marks[at]).time() {
                1 => self.end_mark(unit, mark as u8),
                2..Lasts::THIS_ATTACK => self.state.marks[at] -= 1,
                _ => {}
            }
        }
    }

    /// The end of a turn: what lasted to it ends, of all units.
    pub(crate) fn end_of_turn_marks(&mut self) {
        if !self.rules.reads.statuses {
            return;
        }
        for unit in self.rules.everyone {
            for mark in 0..self.rules.marks.len() {
                if Lasts(self.state.marks[self.rules.mark_at(unit, mark as u8)]).time() == Lasts::END_OF_TURN
                {
                    self.end_mark(unit, mark as u8);
                }
            }
            for at in 0..self.rules.statuses.len() {
                let it = self.state.unit(unit);
                if it.stacks[at] > 0 && it.turns[at] == Lasts::END_OF_TURN {
                    self.end_status(unit, StatusId(at as u8));
                }
            }
        }
    }

    fn end_mark(&mut self, unit: UnitId, mark: u8) {
        let at = self.rules.mark_at(unit, mark);
        self.state.marks[at] = 0;
        self.forget_debts();
        self.obs.event(|| Event::Loses { unit, mark });
    }

    /// SB-40: statuses go with a fall, and all that lasts but for what lasts to the end of the fight.
    pub(crate) fn strip(&mut self, unit: UnitId) {
        let it = self.state.unit_mut(unit);
        it.stacks = Default::default();
        it.turns = Default::default();
        let n_marks = self.rules.marks.len();
        for lasts in &mut self.state.marks[unit.idx() * n_marks..(unit.idx() + 1) * n_marks] {
            if Lasts(*lasts).time() != Lasts::FIGHT {
                *lasts = 0;
            }
        }
    }
}
