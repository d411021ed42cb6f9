//! The end of rounds and fights, and of units in them: Clean-Up, Near Death, Mortality, the outcome (NW-26 to
//! NW-32, D-final).

use crate::data::metrics::POISON;
use crate::data::rulings::{DazeCleanup, DifficultyTie, FinalCleanup, NoJudgeUnit, PoisonRule, Victory};
use crate::data::tactics::Final;
use crate::dice::sum::Sum;
use crate::rules::prelude::*;
use crate::state::{Phase, State};
use fray_engine::observe::ActionTarget;
use fray_engine::worth::Against;

impl NightWizard {
    /// NW-31: one side left wins, none left is a draw. More: the fight goes on.
    pub(crate) fn outcome(&self, state: &State) -> Option<Outcome> {
        let in_play = match self.rulings.victory {
            Victory::SideDown => state.standing,
            Victory::SideDead => state.standing.or(state.near_death),
        }
        // Nor is a side beaten that waits for somebody.
        .or(state.absent);
        // Which side is left is even odds: no branch on it.
        let (mut n_left, mut last_left) = (0, 0);
        for (side, of_side) in self.roster.sides.iter().enumerate() {
            let is_left = !of_side.units.and(in_play).is_empty();
            n_left += u32::from(is_left);
            last_left = if is_left { side } else { last_left };
        }
        match n_left {
            0 => Some(Outcome::Draw),
            1 => Some(Outcome::Win(SideId(last_left as u8))),
            _ => None,
        }
    }

    /// NW-05: the least value with which a Judge against a difficulty succeeds.
    pub(crate) fn least_value(&self, difficulty: i32) -> i32 {
        difficulty + i32::from(self.rulings.difficulty_tie == DifficultyTie::Fail)
    }

    /// NW-32: who is dead: neither standing nor in Near Death, and has not left the map.
    pub(crate) fn dead_of(&self, state: &State) -> UnitSet {
        let here = state.standing.or(state.near_death).or(state.fled).or(state.absent);
        self.roster.everyone().without(here)
    }

    /// The last counts of a fight: with how many HP each unit stands.
    #[inline(always)]
    pub(crate) fn count_the_field<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        for unit in self.roster.everyone() {
            // No branch on even odds.
            let stands = u32::from(state.standing.has(unit));
            obs.add(unit, Metric::HpLeft, state.unit(unit).hp.max(0) as u32 * stands);
        }
    }
}

impl<F: Features, C: Chance, O: Observer<NightWizard>> Turn<'_, F, C, O> {
    /// NW-26: Clean-Up, step by step; the end of the fight is looked for after each (NW-31).
    #[inline]
    pub(crate) fn close_round(&mut self) -> Step {
        self.state.turn.cleans_up = true;
        self.obs.event(|| Event::CleanUp);
        self.count_round();
        self.count_statuses();
        self.count_flight();
        if let Some(outcome) = self.clean_up() {
            return Step::Over(outcome);
        }
        if F::ABILITIES && !self.tables.abilities.is_empty() {
            let state = &mut *self.state;
            state.used.iter_mut().for_each(|used| used.round = 0);
            state.extras.iter_mut().for_each(|it| (it.used, it.delayed) = (false, false));
        }
        for unit in self.nw.roster.everyone() {
            // NW-11: there is no count until the next Judge for it.
            let it = self.state.unit_mut(unit);
            (it.count, it.mains) = (0, 0);
        }
        self.state.round += 1;
        self.state.phase = Phase::Setup;
        Step::RoundOver
    }

    /// NW-31: who has won is known after the step that decides it. The steps that remain are
    /// played for the casualties, as a last Clean-Up is: `final_cleanup`.
    #[inline]
    fn clean_up(&mut self) -> Option<Outcome> {
        self.suffer_poison();
        if self.is_cut_short() {
            return self.look_at_outcome();
        }
        let changing =
            if F::ABILITIES && self.tables.n_slots > 0 { self.in_play() } else { self.state.afflicted };
        for unit in self.in_play().and(changing) {
            if self.has(unit, Status::Daze) && self.nw.rulings.daze_cleanup == DazeCleanup::Auto {
                self.remove_status(unit, Status::Daze);
            }
            if self.tables.n_slots > 0 {
                self.pass_round(unit);
            }
        }
        self.state.turn.lifts = true;
        self.open_window(Timing::CleanUp);
        self.state.turn.lifts = false;
        if self.is_cut_short() {
            return self.look_at_outcome();
        }
        let fallen = self.state.near_death;
        self.state.turn.changed |= !fallen.is_empty();
        for unit in fallen {
            self.judge_mortality(unit);
        }
        self.look_at_outcome()
    }

    /// Looks for the end of the fight; says whether no step of Clean-Up follows it.
    fn is_cut_short(&mut self) -> bool {
        self.look_at_outcome().is_some() && self.nw.rulings.final_cleanup == FinalCleanup::Skip
    }

    /// NW-26(1), NW-47: Poison, of all units at once.
    #[inline]
    fn suffer_poison(&mut self) {
        let mut poisoned = UnitSet::default();
        for unit in self.in_play().and(self.state.afflicted) {
            if !self.has(unit, Status::Poison) {
                continue;
            }
            let level = self.extras(unit).poison;
            let damage = match self.nw.rulings.poison_damage {
                PoisonRule::PerLevel(n) => level.saturating_mul(n),
                PoisonRule::DicePerLevel => self.roll_poison(unit, level),
            };
            poisoned.insert(unit);
            let lost = damage.min(self.hp(unit).max(0)).max(0) as u32;
            self.obs.add(unit, Metric::DamageTaken, lost);
            let hp = self.hp(unit).saturating_sub(damage);
            self.state.unit_mut(unit).hp = hp;
            self.obs.event(|| Event::Poisoned { unit, damage, hp });
        }
        for unit in poisoned {
            if self.stands(unit) && self.hp(unit) < self.nw.least_hp {
                self.go_down(unit, NearDeathCause::Poison, Cause::Hazard(POISON));
            }
        }
    }

    /// A die a level, as many at once as a sum can have.
    fn roll_poison(&mut self, unit: UnitId, level: i32) -> i32 {
        let mut left = level.max(0);
        let mut damage = 0;
        while left > 0 {
            let n = left.min(20);
            left -= n;
            let sum = Sum { distributions: &self.tables.distributions, n: n as u8 };
            damage += self.dice.draw(Roll { unit, purpose: Purpose::Effect }, &Against(&sum)).total;
        }
        damage
    }

    /// NW-26(2), NW-56: effects that end with this round.
    fn pass_round(&mut self, unit: UnitId) {
        let first = unit.idx() * self.tables.n_slots;
        for slot in &mut self.state.slots[first..first + self.tables.n_slots] {
            if let End::Rounds(n) = &mut slot.end {
                *n -= 1;
            }
        }
        self.end_effects(unit, |_, slot| slot.end == End::Rounds(0));
    }

    /// NW-30: success: `mortality_hp` HP, no statuses; failure, or no Judge: dead.
    fn judge_mortality(&mut self, unit: UnitId) {
        if !self.unit_tables(unit).entitled {
            self.die(unit);
            return;
        }
        let name = self.nw.rulings.mortality_attribute.0;
        let basis = self.basis_with_prana(unit, JudgeKind::Mortality, name);
        let difficulty = self.mortality_difficulty(self.hp(unit));
        let judged = self.judge_difficulty(&basis, Purpose::Survival, difficulty);
        let lives = judged.value >= self.nw.least_value(difficulty);
        self.obs.add(unit, Metric::Mortality, u32::from(lives));
        self.obs.event(|| Event::Mortality { unit, judge: judged.side, difficulty, lives });
        if lives {
            self.stand_up(unit, self.nw.rulings.mortality_hp.0);
        } else {
            self.die(unit);
        }
        self.fire_quality(unit, judged);
    }

    /// NW-28, NW-29: the unit falls into Near Death: count 0, Exhausted. Without a Mortality
    /// Judge to come it is dead at once, if the ruling says so (NW-30).
    pub(crate) fn fall(&mut self, unit: UnitId, why: NearDeathCause, cause: Cause) {
        self.state.standing.remove(unit);
        self.state.near_death.insert(unit);
        self.obs.add(unit, Metric::NearDeaths, 1);
        let is_ally = matches!(cause, Cause::Action(action_ref) if !self.enemies(action_ref.by).has(unit));
        self.obs.felled(ActionTarget { unit, is_ally }, cause);
        self.obs.mark(unit, Clock::NearDeath(why));
        self.obs.event(|| Event::NearDeath { unit });
        let count = core::mem::replace(&mut self.state.unit_mut(unit).count, 0);
        if self.state.able.has(unit) {
            self.state.gauge.take(self.nw.hot(unit).place, count);
            self.exhaust(unit, Exhaustion::NearDeath);
        }
        if !self.unit_tables(unit).entitled && self.nw.rulings.no_judge_unit == NoJudgeUnit::DeadAtOnce {
            self.die(unit);
        }
    }

    /// NW-32: removed from play.
    fn die(&mut self, unit: UnitId) {
        self.state.near_death.remove(unit);
        self.obs.event(|| Event::Dead { unit });
        self.bury(unit);
    }

    /// NW-30: the difficulty of a Mortality Judge at these HP.
    pub(crate) fn mortality_difficulty(&self, hp: i32) -> i32 {
        let rulings = &self.nw.rulings;
        rulings.mortality_difficulty.0 + rulings.mortality_per_hp.0.saturating_mul((-hp).max(0))
    }

    /// The counts of a round that is over, or was cut short.
    #[inline]
    fn count_round(&mut self) {
        for unit in self.state.began {
            let it = *self.state.unit(unit);
            self.obs.add(unit, Metric::MainsPerRound, u32::from(it.mains));
            self.obs.add(unit, Metric::CountWasted, (-i32::from(it.count)).max(0) as u32);
        }
    }

    /// NW-32: the unit has left the map: beaten, but no casualty.
    pub(crate) fn leave(&mut self, unit: UnitId) {
        self.state.standing.remove(unit);
        self.state.fled.insert(unit);
        let count = core::mem::replace(&mut self.state.unit_mut(unit).count, 0);
        if self.state.able.has(unit) {
            self.state.able.remove(unit);
            self.state.gauge.take(self.nw.hot(unit).place, count);
        }
        self.obs.add(unit, Metric::Fled, 1);
        self.obs.event(|| Event::Flees { unit });
        self.bury(unit);
    }

    /// Counts the rounds in which bad statuses are in force, at the end of each.
    #[inline]
    fn count_statuses(&mut self) {
        if !F::STATUSES {
            return;
        }
        for unit in self.state.standing.and(self.state.afflicted) {
            let statuses = self.extras(unit).statuses;
            for status in Status::ALL.into_iter().filter(|status| statuses & status.bit() != 0) {
                self.obs.add(unit, Metric::rounds_in(status), 1);
            }
        }
    }

    /// Counts the units in flight at the end of a round.
    #[inline]
    fn count_flight(&mut self) {
        if F::PLACES && self.tables.has_places {
            for unit in self.state.standing {
                self.obs.add_if(self.extras(unit).flying, unit, Metric::RoundsInFlight, 1);
            }
        }
    }

    /// NW-31: after the fight a last Main for those who want one, one Clean-Up, and all bad
    /// statuses end. Nothing of it changes who won. Then the next fight of a series.
    #[inline]
    pub(crate) fn end_of_fight(&mut self, outcome: Outcome) -> Step {
        // NW-10: there is no Clean-Up before round 1.
        let before_clean_up = self.state.phase != Phase::Surprise && !self.state.turn.cleans_up;
        self.forget_turn();
        if before_clean_up {
            self.count_round();
            self.count_statuses();
            self.count_flight();
            if F::ABILITIES && self.tables.has_last_mains {
                self.last_mains();
            }
            if self.nw.rulings.final_cleanup == FinalCleanup::Run {
                self.state.turn.over = Some(outcome);
                self.clean_up();
            }
        }
        if F::STATUSES && self.nw.reads.statuses {
            for unit in self.nw.roster.everyone() {
                self.clear_statuses(unit);
            }
        }
        self.forget_turn();
        self.go_on_with_series(outcome)
    }

    /// D-final: who is not Exhausted heals whoever of its side has lost the most HP.
    fn last_mains(&mut self) {
        while let Some(unit) = self.initiative_of_end() {
            let wants = self.choose(unit, &self.nw.unit(unit).tactics.final_, None) == Final::Heal;
            if !wants || self.has(unit, Status::Unconscious) {
                continue;
            }
            let count = self.count(unit);
            self.obs.activation(unit);
            self.obs.add(unit, Metric::Mains, 1);
            self.obs.event(|| Event::Main { unit, count });
            self.state.turn.in_main.insert(unit);
            self.state.turn.depth = 1;
            for timing in [Timing::Auto, Timing::Minor, Timing::Major] {
                self.heal_with(unit, timing);
            }
            self.over_brief(0);
            self.forget_turn();
            self.obs.activation_over(unit);
        }
    }

    fn heal_with(&mut self, unit: UnitId, timing: Timing) {
        for at in bits(self.unit_tables(unit).by_timing[timing as usize]) {
            if self.owned(unit, at).1.heals && self.declare(unit, at, None) {
                return;
            }
        }
    }

    /// The next of those who are left, by count; each once.
    fn initiative_of_end(&mut self) -> Option<UnitId> {
        let unit = self.initiative()?;
        self.state.able.remove(unit);
        Some(unit)
    }
}
