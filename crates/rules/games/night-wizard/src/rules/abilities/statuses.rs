//! Bad statuses: how they come, what they bar, how they end (NW-43 to NW-51).

use crate::data::rulings::{PoisonStack, RecoverPerAction};
use crate::data::setup::ability::RemoveStatus;
use crate::data::tactics::{PranaMortality, Recover, Wake};
use crate::rules::prelude::*;
use crate::rules::values::{Basis, Judged};

/// The statuses that one action shakes off, in the order in which units do so (NW-51).
const SHAKEN_OFF: [Status; 3] = [Status::Panic, Status::Daze, Status::Pressure];

/// The order in which effects remove statuses: the worst first.
const WORST_FIRST: [Status; 7] = [
    Status::Unconscious,
    Status::Capture,
    Status::Panic,
    Status::Paralysis,
    Status::Daze,
    Status::Poison,
    Status::Pressure,
];

/// The difficulty of waking up (NW-44).
const WAKING: i32 = 15;

/// The highest level of Poison.
const MOST_POISON: i32 = 9999;

impl<F: Features, C: Chance, O: Observer<NightWizard>> Turn<'_, F, C, O> {
    /// NW-43: inflicts a bad status, unless the unit is immune to it. One that it has already has
    /// no effect, but for Poison, whose higher level stays, or whose levels add up.
    pub(crate) fn inflict(&mut self, unit: UnitId, status: Status, level: i32) {
        if !self.would_take(unit, status, level) {
            return;
        }
        let sums = self.nw.rulings.poison_stack == PoisonStack::Sum;
        let it = self.extras_mut(unit);
        if status == Status::Poison {
            // Without Poison its level is 0.
            it.poison = if sums { it.poison + level } else { it.poison.max(level) }.min(MOST_POISON);
        }
        it.statuses |= status.bit();
        let level = if status == Status::Poison { it.poison } else { 0 };
        self.state.note_afflicted(unit);
        self.obs.add(unit, Metric::Statuses, 1);
        self.obs.event(|| Event::Inflicted { unit, status, level });
        if status == Status::Unconscious {
            // NW-44; NW-41: flight ends, without harm.
            for ends in [Status::Pressure, Status::Daze, Status::Panic] {
                self.remove_status(unit, ends);
            }
            self.fall_from_flight(unit);
        }
        self.fire(Trigger::StatusReceived, unit, None);
    }

    /// NW-43: whether a bad status would change anything: the unit is there, is not immune, and has it
    /// not yet, or would have a higher level of Poison.
    pub(crate) fn would_take(&self, unit: UnitId, status: Status, level: i32) -> bool {
        let extras = self.extras(unit);
        let is_new = extras.statuses & status.bit() == 0;
        let sums = self.nw.rulings.poison_stack == PoisonStack::Sum;
        let is_worse = status == Status::Poison && (level > extras.poison || sums && level > 0);
        extras.derived.immune & status.bit() == 0 && self.is_in_play(unit) && (is_new || is_worse)
    }

    pub(crate) fn remove_status(&mut self, unit: UnitId, status: Status) {
        let it = self.extras_mut(unit);
        if it.statuses & status.bit() == 0 {
            return;
        }
        it.statuses &= !status.bit();
        if status == Status::Poison {
            it.poison = 0;
        }
        self.state.note_afflicted(unit);
        self.obs.event(|| Event::Recovered { unit, status });
    }

    /// NW-53: an effect removes statuses, the worst first.
    pub(crate) fn remove_statuses(&mut self, unit: UnitId, which: RemoveStatus) {
        let (set, mut left) = match which {
            RemoveStatus::These(set) => (set, u8::MAX),
            RemoveStatus::Any(n) => (u8::MAX, n),
        };
        for status in WORST_FIRST {
            if left > 0 && set & status.bit() != 0 && self.has(unit, status) {
                left -= 1;
                self.remove_status(unit, status);
            }
        }
    }

    /// NW-30, NW-31: all bad statuses end.
    pub(crate) fn clear_statuses(&mut self, unit: UnitId) {
        let it = self.extras_mut(unit);
        (it.statuses, it.poison, it.owed, it.owed_poison) = (0, 0, 0, 0);
        self.state.note_afflicted(unit);
    }

    /// NW-17: statuses that were a cost take effect after the Major Action.
    #[inline(always)]
    pub(crate) fn take_owed(&mut self, unit: UnitId) {
        if !F::STATUSES || !self.state.afflicted.has(unit) {
            return;
        }
        let it = self.extras_mut(unit);
        let (owed, level) = (core::mem::take(&mut it.owed), core::mem::take(&mut it.owed_poison));
        for status in Status::ALL {
            if owed & status.bit() != 0 && self.stands(unit) {
                self.inflict(unit, status, level);
            }
        }
        self.state.note_afflicted(unit);
    }

    /// NW-44, NW-50, NW-51: actions that a bad status cost.
    pub(crate) fn lose_actions(&mut self, unit: UnitId, status: Status, n: u32) {
        self.obs.add(unit, Metric::ActionsLost, n);
        if let Some(metric) = Metric::actions_lost_to(status) {
            self.obs.add(unit, metric, n);
        }
    }

    /// D-recover: what the unit wants to shake off with one action, if anything.
    fn to_shake_off(&self, unit: UnitId) -> Option<Status> {
        let is_of_use = |status: Status| status != Status::Pressure || self.is_pressure_in_the_way(unit);
        SHAKEN_OFF.into_iter().find(|&status| self.has(unit, status) && is_of_use(status))
    }

    /// NW-51: shakes off one status with one action, or all it may. Returns whether there was any.
    /// The action counts as lost to the first of them.
    pub(crate) fn shake_off(&mut self, unit: UnitId) -> bool {
        let Some(first) = self.to_shake_off(unit) else { return false };
        self.lose_actions_to(unit, first, 1);
        true
    }

    /// NW-51: ends a status with `n` actions; where the ruling lets an action end all that it may,
    /// these end the others too.
    fn lose_actions_to(&mut self, unit: UnitId, status: Status, n: u32) {
        self.remove_status(unit, status);
        self.lose_actions(unit, status, n);
        if self.nw.rulings.recover_per_action == RecoverPerAction::All {
            while let Some(other) = self.to_shake_off(unit) {
                self.remove_status(unit, other);
            }
        }
    }

    /// D-recover, NW-51: which actions of a Main, Minor and Major, are spent on shaking off
    /// statuses at its start.
    #[inline(always)]
    pub(crate) fn recover(&mut self, unit: UnitId) -> [bool; 2] {
        if !self.state.afflicted.has(unit) || self.extras(unit).statuses == 0 {
            return [false; 2];
        }
        match self.choose(unit, &self.nw.unit(unit).tactics.recover, None) {
            Recover::Never => [false; 2],
            _ if self.has(unit, Status::Capture) => {
                self.lose_actions_to(unit, Status::Capture, 2);
                [true; 2]
            }
            Recover::Minor => [self.shake_off(unit), false],
            Recover::MajorFirst => {
                let major = self.shake_off(unit);
                [major && self.shake_off(unit), major]
            }
        }
    }

    /// NW-44: an Unconscious unit's Main: a Spirit Judge against 15, its Major Action.
    pub(crate) fn wake(&mut self, unit: UnitId) {
        if self.choose(unit, &self.nw.unit(unit).tactics.wake, None) == Wake::Pass {
            self.obs.event(|| Event::Nothing { unit, why: Idle::Sleeps });
            return;
        }
        let basis = self.basis_with_prana(unit, JudgeKind::Waking, AttributeId::Spirit);
        let judged = self.judge_difficulty(&basis, Purpose::Effect, WAKING);
        let wakes = judged.value >= self.nw.least_value(WAKING);
        self.lose_actions(unit, Status::Unconscious, 1);
        self.obs.event(|| Event::Tries { unit, judge: judged.side, difficulty: WAKING, is_success: wakes });
        if wakes {
            self.remove_status(unit, Status::Unconscious);
        }
        self.fire_quality(unit, judged);
    }

    /// NW-30, NW-44, D-prana-mort: the parts of a Mortality Judge, or of one to wake up, once abilities and
    /// prana are declared for it.
    pub(crate) fn basis_with_prana(&mut self, unit: UnitId, kind: JudgeKind, name: AttributeId) -> Basis {
        self.before_judge(unit, kind);
        let mut basis = self.basis(unit, kind, name, false, [0; 2]);
        if self.choose(unit, &self.nw.unit(unit).tactics.prana_mort, None) == PranaMortality::Max {
            let most = self.most_prana(unit);
            self.declare_prana(&mut basis, most);
        }
        basis
    }

    /// NW-05: a Judge against a difficulty, with what is declared after it, until the effects that
    /// last for it end.
    pub(crate) fn judge_difficulty(&mut self, basis: &Basis, purpose: Purpose, difficulty: i32) -> Judged {
        let least = self.nw.least_value(difficulty);
        let window = self.window_at(basis, least);
        let judged = self.judge(basis, purpose, window);
        let judged = self.after_judge(basis, judged, purpose, |value| value < least);
        self.over_judge(basis.unit, basis.kind);
        judged
    }

    /// NW-46, NW-48: whether bad statuses leave the unit its Normal Movement.
    pub(crate) fn may_walk(&self, unit: UnitId) -> bool {
        !self.has(unit, Status::Panic) && !self.has(unit, Status::Paralysis)
    }

    /// NW-46, NW-48: whether they leave it All-Out Movement.
    pub(crate) fn may_run(&self, unit: UnitId) -> bool {
        !self.has(unit, Status::Panic)
            && (self.nw.rulings.paralysis_all_out || !self.has(unit, Status::Paralysis))
    }
}
