//! How units leave and how rounds and fights end: Near Death, Clean-Up, Mortality, the outcome
//! (NW-26 to NW-32).

use super::NightWizard;
use super::events::{Event, Side};
use super::metrics::{Clock, Exhaustion, Metric, NearDeathCause};
use super::rulings::{DifficultyTie, FinalCleanup, NoJudgeUnit, Victory};
use super::state::{Phase, State};
use crate::engine::contract::{Outcome, Step};
use crate::engine::draw::{Chance, Purpose, Roll};
use crate::engine::observe::Observer;
use crate::engine::roster::{SideId, UnitId};

impl NightWizard {
    /// NW-28, NW-29: the unit falls into Near Death: count 0, Exhausted. Without a Mortality
    /// Judge to come it is dead at once, if the ruling says so (NW-30).
    #[cold]
    #[inline(never)]
    pub(super) fn fall<O: Observer<Self>>(
        &self,
        unit: UnitId,
        why: NearDeathCause,
        state: &mut State,
        obs: &mut O,
    ) {
        state.standing.remove(unit);
        state.near_death.insert(unit);
        obs.add(unit, Metric::NearDeaths, 1);
        obs.mark(unit, Clock::NearDeath(why));
        obs.event(|| Event::NearDeath { unit });
        let count = core::mem::replace(&mut state.unit_mut(unit).count, 0);
        if state.able.has(unit) {
            state.gauge.take(self.hot(unit).place, count);
            self.exhaust(unit, Exhaustion::NearDeath, state, obs);
        }
        if !self.unit(unit).entitled && self.rulings.no_judge_unit == NoJudgeUnit::DeadAtOnce {
            self.die(unit, state, obs);
        }
    }

    /// NW-32: removed from play.
    pub(super) fn die<O: Observer<Self>>(&self, unit: UnitId, state: &mut State, obs: &mut O) {
        state.near_death.remove(unit);
        obs.event(|| Event::Dead { unit });
    }

    /// NW-31: one side left wins, none left is a draw. UnitExtras: the fight goes on.
    pub(super) fn outcome(&self, state: &State) -> Option<Outcome> {
        let in_play = match self.rulings.victory {
            Victory::SideDown => state.standing,
            Victory::SideDead => state.standing.or(state.near_death),
        }
        // Nor is a side beaten that waits for somebody.
        .or(state.extras.absent);
        // Which side is left is even odds: no branch on it.
        let (mut n_left, mut last_left) = (0, 0);
        for side in 0..self.n_sides {
            let is_left = !self.side_sets[side].and(in_play).is_empty();
            n_left += u32::from(is_left);
            last_left = if is_left { side } else { last_left };
        }
        match n_left {
            0 => Some(Outcome::Draw),
            1 => Some(Outcome::Win(SideId(last_left as u8))),
            _ => None,
        }
    }

    /// NW-31: after the fight one Clean-Up for the casualties, if the ruling says so.
    #[cold]
    #[inline(never)]
    pub(super) fn close_fight<C: Chance, O: Observer<Self>>(
        &self,
        outcome: Outcome,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) -> Step {
        self.count_round(state, obs);
        if self.rulings.final_cleanup == FinalCleanup::Run && !state.near_death.is_empty() {
            self.judge_mortality(state, dice, obs);
        }
        Step::Over(outcome)
    }

    /// NW-26: Clean-Up. Of its steps the Mortality Judges (4) are the one with something to do.
    #[inline(always)]
    pub(super) fn close_round<C: Chance, O: Observer<Self>>(
        &self,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) -> Step {
        obs.event(|| Event::CleanUp);
        self.count_round(state, obs);
        if !state.near_death.is_empty() {
            self.judge_mortality(state, dice, obs);
            if let Some(outcome) = self.outcome(state) {
                return Step::Over(outcome);
            }
        }
        state.round += 1;
        state.phase = Phase::Setup;
        Step::RoundOver
    }

    /// NW-30: every unit in Near Death rolls if it is entitled to a Mortality Judge; it lives on
    /// success and dies on failure, and so do those who are not entitled.
    #[cold]
    #[inline(never)]
    fn judge_mortality<C: Chance, O: Observer<Self>>(&self, state: &mut State, dice: &mut C, obs: &mut O) {
        for unit in state.near_death {
            let info = self.unit(unit);
            if !info.entitled {
                self.die(unit, state, obs);
                continue;
            }
            let by = Roll { unit, purpose: Purpose::Survival };
            let luck = state.luck[unit.idx()];
            let rolled = dice.draw(by, self.judges.judge(luck.into()));
            let judge = Side::of(info.mortality, Some(rolled));
            let difficulty = self.mortality_difficulty(state.unit(unit).hp);
            let lives = judge.value() >= self.least_value(difficulty);
            obs.add(unit, Metric::Mortality, u32::from(lives));
            obs.event(|| Event::Mortality { unit, judge, difficulty, lives });
            if lives {
                state.near_death.remove(unit);
                state.standing.insert(unit);
                state.unit_mut(unit).hp = self.rulings.mortality_hp.0.min(info.max_hp);
            } else {
                self.die(unit, state, obs);
            }
        }
    }

    /// NW-30: the difficulty of a Mortality Judge with so many HP.
    pub(super) fn mortality_difficulty(&self, hp: i32) -> i32 {
        let below_zero = (-hp).max(0);
        self.rulings.mortality_difficulty.0 + self.rulings.mortality_per_hp.0.saturating_mul(below_zero)
    }

    /// NW-05: the least value with which a Judge against a difficulty succeeds.
    pub(super) fn least_value(&self, difficulty: i32) -> i32 {
        difficulty + i32::from(self.rulings.difficulty_tie == DifficultyTie::Fail)
    }

    /// The counts of a round that is over, or was cut short.
    pub(super) fn count_round<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        for unit in state.began {
            let it = state.unit(unit);
            obs.add(unit, Metric::MainsPerRound, u32::from(it.mains));
            obs.add(unit, Metric::CountWasted, (-i32::from(it.count)).max(0) as u32);
        }
    }

    /// The last counts of a fight: who stands, who is dead, with how many HP.
    #[inline(always)]
    pub(super) fn count_the_field<O: Observer<Self>>(&self, state: &State, obs: &mut O) {
        for unit in self.roster.everyone() {
            let stands = state.standing.has(unit);
            obs.add(unit, Metric::Survived, u32::from(stands));
            let is_dead = !stands
                && !state.near_death.has(unit)
                && !state.extras.fled.or(state.extras.absent).has(unit);
            obs.add(unit, Metric::Died, u32::from(is_dead));
            // No branch on even odds.
            obs.add(unit, Metric::HpLeft, state.unit(unit).hp.max(0) as u32 * u32::from(stands));
        }
    }
}
