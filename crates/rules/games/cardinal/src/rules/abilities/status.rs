//! Statuses as they come and go (CA-10, CA-39 to CA-49).

use crate::data::events::Event;
use crate::data::metrics::{Clock, Cured, Exhausted, Metric, Unfocused};
use crate::data::vocabulary::{Status, Statuses};
use crate::dice::draws::Check;
use crate::dice::pool::Pool;
use crate::rules::abilities::cause::StatusCause;
use crate::state::UnitState;
use crate::state::actions::hazard;
use crate::{Cardinal, ModKind, Play, by};
use fray_engine::draw::{Chance, Purpose};
use fray_engine::observe::{ActionRef, ActionTarget, Cause, Observer};
use fray_engine::roster::UnitId;

/// CA-48: the number that rolls against statuses are rolled against.
const STATUS_NUMBER: u32 = 3;
const STATUS_SUCCESSES: u8 = 2;

impl<C: Chance, O: Observer<Cardinal>> Play<'_, C, O> {
    /// Marks a clock, where the cause is one of it.
    fn strike_clock(&mut self, unit: UnitId, clock: Option<Clock>) {
        if let Some(clock) = clock {
            self.obs.mark(unit, clock);
        }
    }

    /// CA-49: gives a unit statuses; what it holds already changes nothing. `action_ref` is the action that does.
    pub(crate) fn give(
        &mut self,
        unit: UnitId,
        wanted: Statuses,
        why: StatusCause,
        action_ref: Option<ActionRef>,
    ) {
        let before = self.state.of(unit);
        // CA-49: what is given for good outlasts what was given for a time.
        self.end_durations(unit, wanted.and(before));
        let mut wanted = wanted.without(before);
        if before.any(Statuses::FALLEN) {
            // CA-47: the Dying may still die, and the Dead be torn apart.
            wanted = wanted.and(Statuses::FALLEN.or(Statuses::of(&[Status::Sick])));
            if before.any(Statuses::DEAD) {
                wanted.remove(Status::Dying);
            }
            if before.has(Status::Overkilled) {
                wanted.remove(Status::Dead);
            }
        }
        if before.any(Statuses::RAGING) {
            wanted.remove(Status::Afraid);
        }
        // CA-10: Focus is lost in place of becoming Reeling.
        if wanted.has(Status::Reeling)
            && before.has(Status::Focused)
            && self.rules.rulings.focus_cancels_reeling
        {
            wanted.remove(Status::Reeling);
            self.unfocus(unit, Unfocused::Reeling);
        }
        if wanted.is_empty() {
            return;
        }
        self.state.quiet &= wanted == Statuses::of(&[Status::Guarding]);
        let was_able = !before.any(Statuses::OUT.or(Statuses::AFRAID));
        let it = self.state.unit_mut(unit);
        it.statuses = it.statuses.or(wanted);
        self.obs.event(|| Event::Becomes { unit, statuses: wanted });
        if wanted.has(Status::Reeling) {
            self.strike_clock(unit, why.reeling());
            if self.rules.rulings.reeling_ends_guard {
                self.state.unit_mut(unit).statuses.remove(Status::Guarding);
            }
            // CA-42: the tired and the sick fall.
            if before.any(Statuses::TIRED) {
                self.give(unit, Statuses::of(&[Status::Knockdown]), why, action_ref);
            }
        }
        for (status, clock) in [
            (Status::Hurt, why.hurt()),
            (Status::Afraid, why.afraid()),
            (Status::Injured, why.injured()),
            (Status::Overkilled, why.overkilled()),
        ] {
            if wanted.has(status) {
                self.strike_clock(unit, clock);
            }
        }
        if wanted.any(Statuses::DEAD) && !before.any(Statuses::DEAD) {
            self.strike_clock(unit, why.dead());
        }
        let falls = wanted.any(Statuses::OUT) && !before.any(Statuses::OUT);
        if falls {
            self.strike_clock(unit, why.out());
        }
        if was_able && wanted.any(Statuses::OUT.or(Statuses::AFRAID)) {
            self.exhaust(unit, why, action_ref);
        }
        if falls {
            let cause = match action_ref {
                Some(action_ref) => Cause::Action(action_ref),
                None => Cause::Hazard(if why == StatusCause::DeathSave {
                    hazard::DEATH_SAVE
                } else {
                    self.hazard
                }),
            };
            self.fall(unit, cause);
        } else if wanted.any(Statuses::FALLEN) {
            self.settle_fallen(unit);
        }
    }

    /// The clock of Exhaustion: an able unit is able no more.
    fn exhaust(&mut self, unit: UnitId, why: StatusCause, action_ref: Option<ActionRef>) {
        self.strike_clock(unit, why.exhausted());
        if let Some(action_ref) = action_ref {
            let hostile = !self.rules.victim(action_ref.by, unit).is_ally;
            self.obs.add_if(hostile, action_ref.by, Metric::Frightened, 1);
        }
        let side = self.rules.unit(unit).side;
        let last = self.state.able(self.rules.of(side)).is_empty();
        let round = self.state.round.max(1);
        let lost = &mut self.state.measured.exhausted[side.idx()];
        *lost = if last { round } else { 0 };
    }

    /// A unit is out of the fight: what it held ends with it.
    fn fall(&mut self, unit: UnitId, cause: Cause) {
        let is_ally = match cause {
            Cause::Action(action_ref) => self.rules.victim(action_ref.by, unit).is_ally,
            Cause::Hazard(_) => false,
        };
        self.obs.felled(ActionTarget { unit, is_ally }, cause);
        let it = self.state.unit_mut(unit);
        it.statuses.remove(Status::Guarding);
        it.statuses.remove(Status::Focused);
        it.exposed = false;
        if it.height > 0 {
            self.dropping.insert(unit);
        }
        self.release_all(unit);
        self.settle_fallen(unit);
    }

    /// The normal form of the Dying and the Dead: one status, and Sick where death saves read it.
    fn settle_fallen(&mut self, unit: UnitId) {
        let held = self.state.of(unit);
        let Some(worst) =
            [Status::Overkilled, Status::Dead, Status::Dying].into_iter().find(|&worst| held.has(worst))
        else {
            return;
        };
        let mut statuses = held.and(Statuses::of(&[Status::Sick]));
        statuses.insert(worst);
        let it = self.state.unit_mut(unit);
        *it = UnitState {
            statuses,
            x: it.x,
            y: it.y,
            height: it.height,
            ready: it.ready,
            loaded: it.loaded,
            reloading: it.reloading,
            exhausted: it.exhausted,
            uses: it.uses,
            ..UnitState::default()
        };
        let n = self.rules.mods.len();
        self.state.mods[unit.idx() * n..][..n].fill(0);
    }

    /// CA-47: every ally of the Overkilled within Near becomes Afraid at once.
    pub(crate) fn spread_fear(&mut self, unit: UnitId, action_ref: Option<ActionRef>) {
        let (rules, state) = (self.rules, &*self.state);
        if state.measured.first_overkill == 0 {
            self.state.measured.first_overkill = self.state.round.max(1);
        }
        let hostile = action_ref.filter(|action_ref| !rules.victim(action_ref.by, unit).is_ally);
        if let Some(action_ref) = hostile {
            self.obs.add(action_ref.by, Metric::Overkills, 1);
        }
        if !rules.rulings.overkill_fear {
            return;
        }
        let state = &*self.state;
        let mut allies = state.standing(rules.allies(unit));
        allies.remove(unit);
        let needs_sight = rules.rulings.overkill_needs_sight;
        for ally in rules.near(state, unit, allies) {
            let held = self.state.of(ally);
            if held.has(Status::Afraid) || needs_sight && !rules.sees(self.state, unit, ally) {
                continue;
            }
            self.give(ally, Statuses::of(&[Status::Afraid]), StatusCause::Fear, action_ref);
            if let Some(action_ref) = hostile
                && self.state.of(ally).has(Status::Afraid)
            {
                self.obs.add(action_ref.by, Metric::Feared, 1);
            }
        }
    }

    /// Takes statuses off a unit, and returns the number that it had. `action_ref` is the action of the unit that
    /// helps.
    pub(crate) fn cure(
        &mut self,
        unit: UnitId,
        what: Statuses,
        how: Cured,
        action_ref: Option<ActionRef>,
    ) -> u32 {
        let before = self.state.of(unit);
        let ended = before.and(what);
        if ended.is_empty() {
            return 0;
        }
        self.state.quiet = false;
        let it = self.state.unit_mut(unit);
        it.statuses = it.statuses.without(ended);
        self.obs.event(|| Event::Cured { unit, statuses: ended });
        self.forget(unit, ended);
        let after = self.state.of(unit);
        let is_back = before.any(Statuses::OUT) && !after.any(Statuses::OUT);
        let is_calm = before.has(Status::Afraid) && !after.any(Statuses::AFRAID);
        if is_back || is_calm {
            self.obs.mark(unit, Clock::Cured(how));
        }
        if !after.any(Statuses::OUT.or(Statuses::AFRAID)) {
            self.state.measured.exhausted[self.rules.unit(unit).side.idx()] = 0;
        }
        if let Some(action_ref) = action_ref {
            self.obs.healed(Cause::Action(action_ref), unit, ended.len());
            if action_ref.by != unit {
                self.obs.add(action_ref.by, Metric::CuresGiven, ended.len());
                self.obs.add(unit, Metric::CuresReceived, ended.len());
            }
        }
        ended.len()
    }

    /// A status ends by itself or by the rule that gave it.
    pub(crate) fn end_status(&mut self, unit: UnitId, status: Status) {
        let it = self.state.unit_mut(unit);
        if it.statuses.has(status) {
            it.statuses.remove(status);
            self.forget(unit, Statuses::of(&[status]));
            let changes = !matches!(status, Status::Guarding | Status::Hiding);
            self.state.quiet &= !changes;
        }
    }

    /// Clears the durations of `ended` statuses, and the hold if Grappled ended (CA-55).
    fn forget(&mut self, unit: UnitId, ended: Statuses) {
        if ended.has(Status::Grappled) {
            self.state.unit_mut(unit).holder = 0;
        }
        self.end_durations(unit, ended);
    }

    /// No lasting effect gives the unit these statuses for a time any more.
    fn end_durations(&mut self, unit: UnitId, statuses: Statuses) {
        let n = self.rules.mods.len();
        for (at, made) in self.rules.mods.iter().enumerate() {
            if let ModKind::Status(status) = made.what
                && statuses.has(status)
            {
                self.state.mods[unit.idx() * n + at] = 0;
            }
        }
    }

    /// CA-10: Focus is spent or lost.
    pub(crate) fn unfocus(&mut self, unit: UnitId, how: Unfocused) {
        self.state.quiet = false;
        self.state.unit_mut(unit).statuses.remove(Status::Focused);
        self.obs.mark(unit, Clock::Unfocused(how));
        self.obs.event(|| Event::LosesFocus { unit, how });
    }

    /// Reports the statuses that the stat blocks give, in round 1, activation 0.
    pub(crate) fn first_statuses(&mut self) {
        for unit in self.rules.everyone {
            let held = self.rules.unit(unit).statuses;
            let clocks = [
                (held.has(Status::Reeling), StatusCause::Start.reeling()),
                (held.has(Status::Hurt), StatusCause::Start.hurt()),
                (held.has(Status::Injured), StatusCause::Start.injured()),
                (held.has(Status::Afraid), StatusCause::Start.afraid()),
                (held.any(Statuses::OUT), StatusCause::Start.out()),
                (held.any(Statuses::OUT.or(Statuses::AFRAID)), Some(Clock::Exhausted(Exhausted::Start))),
            ];
            for (is, clock) in clocks {
                if is {
                    self.strike_clock(unit, clock);
                }
            }
            if held.any(Statuses::OUT) {
                self.obs.felled(ActionTarget { unit, is_ally: false }, Cause::Hazard(hazard::STATUS));
                self.settle_fallen(unit);
            }
        }
    }

    /// CA-48: a hit wakes the sleeping and the spellbound.
    pub(crate) fn rouse(&mut self, unit: UnitId) {
        let broken = self.state.of(unit).and(Statuses::BROKEN_BY_HITS);
        if !broken.is_empty() {
            broken.iter().for_each(|status| self.end_status(unit, status));
        }
    }

    /// CA-48: rolls that end statuses, in the order of the list.
    pub(crate) fn status_rolls(&mut self, unit: UnitId) {
        let it = self.rules.unit(unit);
        let speed = self.rules.speed(self.state, unit);
        let rolls = [
            (Status::Confused, it.mind.and(speed)),
            (Status::Slowed, speed.and(it.will)),
            (Status::Immobilized, it.mind.and(it.will)),
        ];
        // What a roll leaves of Immobilized is Slowed, and not rolled for at once.
        let held = self.state.of(unit);
        for (status, pool) in rolls {
            if !held.has(status) {
                continue;
            }
            let check = Check::of(pool, STATUS_NUMBER, Pool::NONE, STATUS_SUCCESSES);
            let rolled = self.check(by(unit, Purpose::Effect), &check);
            self.state.quiet = false;
            let ends = rolled.successes >= STATUS_SUCCESSES;
            self.obs.event(|| Event::StatusRoll { unit, status, pool, rolled });
            if ends {
                self.end_status(unit, status);
                if status == Status::Immobilized {
                    self.give(unit, Statuses::of(&[Status::Slowed]), StatusCause::Ability, None);
                }
            }
        }
    }

    /// CA-48: fire burns at the end of the turn, soaked, without Reeling, until it does nothing.
    pub(crate) fn burn(&mut self, unit: UnitId) {
        const FIRE: i32 = 2;
        self.obs.event(|| Event::Burns { unit });
        if self.harm(unit, FIRE, hazard::FIRE) == 0 {
            self.end_status(unit, Status::OnFire);
            self.obs.event(|| Event::FireOut { unit });
        }
    }
}
