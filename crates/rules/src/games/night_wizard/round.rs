//! The round up to its Clean-Up: Setup, Initiative and Main Processes (NW-08 to NW-16).

use super::NightWizard;
use super::events::Event;
use super::judge::{FumbleNumber, TwoDice};
use super::metrics::{Clock, Exhaustion, Metric};
use super::rulings::{ActionOrder, CrossSideTie, Delays, MainCostWhen};
use super::state::{Phase, State, UnitState};
use super::tactics::{Delay, Fact, Pass};
use crate::engine::contract::Step;
use crate::engine::draw::{Chance, Purpose, Roll};
use crate::engine::observe::Observer;
use crate::engine::roster::{SideId, UnitId, UnitSet};

impl NightWizard {
    /// Everybody in their place, at full strength, with their critical and fumble numbers
    /// (NW-04).
    #[inline(always)]
    pub(super) fn take_the_field<C: Chance, O: Observer<Self>>(
        &self,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) {
        state.standing = self.roster.everyone();
        state.near_death = UnitSet::default();
        state.able = UnitSet::default();
        state.outrun = UnitSet::default();
        state.gauge.clear();
        state.round = 1;
        state.phase = Phase::Setup;
        for unit in state.standing {
            let info = self.hot(unit);
            *state.unit_mut(unit) = UnitState { hp: info.start_hp, count: 0, mains: 0 };
            let rolls = info.rolls_numbers;
            state.luck[unit.idx()] = if rolls { self.roll_numbers(unit, dice, obs) } else { info.luck };
            if self.reads.last_target {
                state.last_target[unit.idx()] = unit;
            }
        }
    }

    /// NW-04: critical number first, then a fumble number that differs from it; then the critical
    /// number moves towards 7, up to `cf_shift` steps, and stops before the fumble number.
    pub(super) fn roll_numbers<C: Chance, O: Observer<Self>>(
        &self,
        unit: UnitId,
        dice: &mut C,
        obs: &mut O,
    ) -> u8 {
        let by = Roll { unit, purpose: Purpose::Setup };
        let mut crit = dice.draw(by, &TwoDice);
        let fumble = dice.draw(by, &FumbleNumber { crit });
        for _ in 0..self.unit(unit).cf_shift {
            let closer = crit + (7 - crit).signum();
            if closer == fumble {
                break;
            }
            crit = closer;
        }
        obs.event(|| Event::Numbers { unit, crit, fumble });
        self.first_rolled + (crit - 2) as u8 * 11 + (fumble - 2) as u8
    }

    /// NW-09(d): everybody's Action Count, in listed order.
    #[inline(always)]
    pub(super) fn open_round<C: Chance, O: Observer<Self>>(
        &self,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) -> Step {
        obs.event(|| Event::Round);
        for unit in state.standing {
            let count = self.judge_action_count(unit, dice, obs);
            obs.add(unit, Metric::StartingCount, i32::from(count).max(0) as u32);
            let it = state.unit_mut(unit);
            (it.count, it.mains) = (count, 0);
            if self.may_act(count) {
                state.able.insert(unit);
                state.gauge.put(self.hot(unit).place, count);
            } else {
                self.exhaust(unit, Exhaustion::Setup, state, obs);
            }
        }
        // NW-29: Near Death has count 0 and is Exhausted.
        for unit in state.near_death {
            state.unit_mut(unit).count = 0;
            self.exhaust(unit, Exhaustion::Setup, state, obs);
        }
        (state.began, state.mains) = (state.standing, 0);
        self.count_setup(state, obs);
        state.phase = Phase::Initiative;
        Step::GoesOn
    }

    /// NW-11: Action Value and two dice, without criticals and fumbles.
    #[inline(always)]
    fn judge_action_count<C: Chance, O: Observer<Self>>(
        &self,
        unit: UnitId,
        dice: &mut C,
        obs: &mut O,
    ) -> i16 {
        let info = self.hot(unit);
        if info.fixed_count {
            obs.event(|| Event::Count {
                unit,
                base: info.action_value.into(),
                penalty: 0,
                rolled: None,
                prana: 0,
                count: info.action_value.into(),
            });
            return info.action_value;
        }
        let rolled = dice.draw(Roll { unit, purpose: Purpose::Initiative }, &TwoDice);
        let mut count = info.action_value + rolled as i16;
        if let Some(least) = self.rulings.min_setup_count.0 {
            count = count.max(least as i16);
        }
        let base = i32::from(info.action_value);
        let count_of = i32::from(count);
        obs.event(|| Event::Count {
            unit,
            base,
            penalty: 0,
            rolled: Some(rolled),
            prana: 0,
            count: count_of,
        });
        count
    }

    /// NW-12: a unit may enter a Main if and only if its count is `min_count` or more.
    #[inline(always)]
    pub(super) fn may_act(&self, count: i16) -> bool {
        i32::from(count) >= self.rulings.min_count.0
    }

    /// NW-16: Exhausted for the rest of the round. The unit must not be on the gauge.
    #[inline(always)]
    pub(super) fn exhaust<O: Observer<Self>>(
        &self,
        unit: UnitId,
        why: Exhaustion,
        state: &mut State,
        obs: &mut O,
    ) {
        state.able.remove(unit);
        obs.mark(unit, Clock::Exhausted(why));
        obs.event(|| Event::Exhausted { unit, why, count: i32::from(state.unit(unit).count) });
        // Who is too low at Setup is looked at when all have their counts.
        if why != Exhaustion::Setup {
            self.count_order(unit, state, obs);
        }
    }

    /// Who of two sides runs out first: whether this unit is Exhausted before every enemy, and
    /// whether it is the last of its side.
    #[inline(always)]
    fn count_order<O: Observer<Self>>(&self, unit: UnitId, state: &mut State, obs: &mut O) {
        let enemies = self.hot(unit).enemies;
        if state.began.and(enemies).without(state.able).is_empty() {
            self.count_outrun(unit, state, obs);
        }
        if state.able.without(enemies).is_empty() {
            obs.add(unit, Metric::SideExhausted, state.mains);
        }
    }

    /// Once in a fight, so that what fights say of it is independent.
    #[inline(always)]
    fn count_outrun<O: Observer<Self>>(&self, unit: UnitId, state: &mut State, obs: &mut O) {
        obs.add_if(!state.outrun.has(unit), unit, Metric::ExhaustedFirst, state.round);
        state.outrun.insert(unit);
    }

    /// The same for those who are Exhausted at Setup; of several of one side the last in listed
    /// order is its last.
    #[inline(always)]
    pub(super) fn count_setup<O: Observer<Self>>(&self, state: &mut State, obs: &mut O) {
        let early = state.began.without(state.able);
        for unit in early {
            let enemies = self.hot(unit).enemies;
            if early.and(enemies).is_empty() {
                self.count_outrun(unit, state, obs);
            }
            let is_last = early.without(enemies).all(|fellow| fellow <= unit);
            if is_last && state.able.without(enemies).is_empty() {
                obs.add(unit, Metric::SideExhausted, 0);
            }
        }
    }

    /// An Initiative Process, and what the Initiative Character does; Clean-Up, if there is none.
    #[inline(always)]
    pub(super) fn process<const USUAL: bool, C: Chance, O: Observer<Self>>(
        &self,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) -> Step {
        match self.initiative::<USUAL, C, O>(state, dice, obs) {
            Some((unit, count)) => self.act::<USUAL, C, O>(unit, count, state, dice, obs),
            None => self.close_round(state, dice, obs),
        }
    }

    /// NW-13: the Initiative Character, taken off the gauge, and its count. Nobody: Clean-Up.
    #[inline(always)]
    pub(super) fn initiative<const USUAL: bool, C: Chance, O: Observer<Self>>(
        &self,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) -> Option<(UnitId, i16)> {
        let units = &state.units;
        let tied = state.gauge.highest(|place| units[self.by_place[place as usize & 31].idx()].count)?;
        let (unit, count) = if !USUAL && self.chance_or_list {
            let unit = match self.rulings.action_order {
                ActionOrder::Count => self.break_tie(tied, dice, obs),
                // NW-08: the fewest Mains this round, ties by listed order.
                ActionOrder::Listed => {
                    let fewest = state.able.min_by_key(|unit| state.unit(*unit).mains);
                    fewest.expect("somebody is on the gauge")
                }
            };
            let count = state.unit(unit).count;
            state.gauge.take(self.hot(unit).place, count);
            (unit, count)
        } else {
            let count = state.gauge.take_first(tied);
            (self.by_place[tied.trailing_zeros() as usize & 31], count)
        };
        Some((unit, count))
    }

    /// NW-13(c): PCs before NPCs; between sides a fair pick, each side once; within a side
    /// `tie_priority`, then listed order, which is the order of places.
    #[cold]
    pub(super) fn break_tie<C: Chance, O: Observer<Self>>(
        &self,
        tied: u32,
        dice: &mut C,
        obs: &mut O,
    ) -> UnitId {
        let of_kind = if tied & self.pc_places != 0 { tied & self.pc_places } else { tied };
        let first = self.by_place[of_kind.trailing_zeros() as usize];
        let sides = || (0..self.n_sides).filter(|&side| self.side_places[side] & of_kind != 0);
        let n_sides = sides().count() as u32;
        if self.rulings.cross_side_tie == CrossSideTie::Listed || n_sides == 1 {
            return first;
        }
        let picked = dice.below(Roll { unit: first, purpose: Purpose::Tie }, n_sides);
        let side = sides().nth(picked as usize).expect("one of the sides present");
        obs.event(|| Event::Tie { side: SideId(side as u8) });
        self.by_place[(of_kind & self.side_places[side]).trailing_zeros() as usize]
    }

    /// What the Initiative Character does: delay (NW-14), sit out, or a Main Process (NW-15).
    #[inline(always)]
    fn act<const USUAL: bool, C: Chance, O: Observer<Self>>(
        &self,
        unit: UnitId,
        count: i16,
        state: &mut State,
        dice: &mut C,
        obs: &mut O,
    ) -> Step {
        let is_plain = USUAL || self.hot(unit).is_plain;
        let legal = self.legal_targets(unit, is_plain, state);
        if !is_plain && let Some(count) = self.wants_to_delay(unit, legal, state) {
            self.delay(unit, count, state, obs);
            return Step::GoesOn;
        }
        obs.activation(unit);
        obs.add(unit, Metric::Mains, 1);
        let it = state.unit_mut(unit);
        it.mains += 1;
        state.mains += 1;
        obs.event(|| Event::Main { unit, count: i32::from(count) });
        if !USUAL && self.rulings.main_cost_when == MainCostWhen::Start {
            self.pay_for_main::<USUAL, O>(unit, count, state, obs);
        }
        if legal.is_empty() {
            obs.event(|| Event::Nothing { unit });
        } else {
            let target = if self.hot(unit).takes_first {
                legal.first()
            } else {
                self.choose_target(unit, legal, state, dice)
            };
            let fell = self.attack::<USUAL, C, O>(unit, target, state, dice, obs);
            // NW-31 is checked after the whole attack; while nobody falls nothing has changed.
            if fell && let Some(outcome) = self.outcome(state) {
                obs.activation_over(unit);
                return self.close_fight(outcome, state, dice, obs);
            }
        }
        if USUAL || self.rulings.main_cost_when == MainCostWhen::End {
            self.pay_for_main::<USUAL, O>(unit, count, state, obs);
        }
        obs.activation_over(unit);
        Step::GoesOn
    }

    /// NW-16: a Main costs 10; whoever is then below the line is Exhausted. NW-08: so is whoever
    /// has had all the Mains that a table allows.
    #[inline(always)]
    pub(super) fn pay_for_main<const USUAL: bool, O: Observer<Self>>(
        &self,
        unit: UnitId,
        count: i16,
        state: &mut State,
        obs: &mut O,
    ) {
        if self.charge_for_main::<USUAL, O>(unit, count, state, obs) {
            state.gauge.put(self.hot(unit).place, state.unit(unit).count);
        }
    }

    /// The same of a unit that stays off the gauge; whether it may have another Main.
    #[inline(always)]
    pub(super) fn charge_for_main<const USUAL: bool, O: Observer<Self>>(
        &self,
        unit: UnitId,
        count: i16,
        state: &mut State,
        obs: &mut O,
    ) -> bool {
        let count = count - self.rulings.main_cost.0 as i16;
        let it = state.unit_mut(unit);
        it.count = count;
        let limit = self.rulings.max_mains_per_unit_per_round.0;
        if !self.may_act(count) {
            self.exhaust(unit, Exhaustion::MainEnd, state, obs);
            false
        } else if !USUAL && limit > 0 && i32::from(it.mains) >= limit {
            self.exhaust(unit, Exhaustion::Limit, state, obs);
            false
        } else {
            obs.event(|| Event::MainOver { unit, count: i32::from(count) });
            true
        }
    }

    /// D-delay and D-pass: the lower count that the unit wants, if it does not want to act.
    pub(super) fn wants_to_delay(&self, unit: UnitId, legal: UnitSet, state: &State) -> Option<i16> {
        let tactics = &self.unit(unit).tactics;
        let fact = |fact| self.fact(fact, unit, state);
        self.delays_to(unit, legal, tactics.delay.choose(fact), tactics.pass.choose(fact), state)
    }

    /// The same by tactics that are settled.
    pub(super) fn delays_to(
        &self,
        unit: UnitId,
        legal: UnitSet,
        delay: Delay,
        pass: Pass,
        state: &State,
    ) -> Option<i16> {
        let out = (self.rulings.min_count.0 - 1) as i16;
        let count = state.unit(unit).count;
        // NW-08: under a listed order counts decide nothing, and only sitting out is offered.
        let by_count = self.rulings.action_order == ActionOrder::Count;
        if self.rulings.delay == Delays::Allowed {
            let after = |other: UnitId| {
                let it = state.unit(other);
                let waits = other != unit
                    && state.able.has(other)
                    && it.mains <= state.unit(unit).mains
                    && self.may_act(it.count - 1);
                (by_count && waits).then_some(it.count - 1)
            };
            let wanted = match delay {
                Delay::Act => None,
                Delay::To(v) => (by_count && v < i32::from(count)).then_some(v as i16),
                Delay::SitOut => Some(out),
                Delay::AfterAlly(other) | Delay::AfterEnemy(other) => after(other),
                Delay::Hold => legal.is_empty().then_some(out),
            };
            if wanted.is_some() {
                return wanted;
            }
        }
        let sits_out = legal.is_empty() && self.rulings.delay == Delays::Allowed && pass == Pass::SitOut;
        sits_out.then_some(out)
    }

    /// NW-14: a lower count in place of a Main; below the line the unit is Exhausted.
    pub(super) fn delay<O: Observer<Self>>(&self, unit: UnitId, to: i16, state: &mut State, obs: &mut O) {
        let from = core::mem::replace(&mut state.unit_mut(unit).count, to);
        debug_assert!(to < from, "a delay lowers the count");
        obs.add(unit, Metric::Delays, 1);
        obs.event(|| Event::Delay { unit, from: i32::from(from), to: i32::from(to) });
        if self.may_act(to) {
            state.gauge.put(self.hot(unit).place, to);
        } else {
            self.exhaust(unit, Exhaustion::Delay, state, obs);
        }
    }

    /// What a condition asks of the unit that decides.
    pub(super) fn fact(&self, fact: Fact, unit: UnitId, state: &State) -> (i32, i32) {
        let enemies = self.hot(unit).enemies;
        match fact {
            Fact::Round => (state.round as i32, 0),
            Fact::Count => (i32::from(state.unit(unit).count), 0),
            Fact::Hp => (state.unit(unit).hp, self.unit(unit).max_hp),
            Fact::Enemies => (state.standing.and(enemies).len() as i32, 0),
            Fact::Allies => (state.standing.without(enemies).len() as i32, 0),
            _ => (0, 0),
        }
    }
}
