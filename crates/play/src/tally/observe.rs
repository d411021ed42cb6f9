//! The tally as an observer: how it counts each report of the rules.

use fray_engine::clocks::ClockSet;
use fray_engine::contract::{Outcome, System};
use fray_engine::metrics::{Kind, MetricSet};
use fray_engine::observe::{ActionRef, ActionTarget, Cause, Observer, TurnUse};
use fray_engine::roster::{UnitId, UnitSet};

use super::cells::{Deferred, defer, one_and};
use super::readers::{FULL, readers_in};
use super::tries::{Pair, is_success, success};
use super::unit::{ROWS, Row};
use super::{Bits, NOBODY, RoundUse, Tally, first_grid};

impl<S: System> Tally<S> {
    /// This fight's tries of a metric go up.
    #[inline(always)]
    fn tried(&mut self, unit: UnitId, metric: usize, pair: Pair) {
        self.units[unit.idx()].pairs.as_mut()[metric] += pair;
        self.tried |= 1 << (metric - S::Metric::COUNTS);
    }

    /// An observation of a hidden metric for those that are read from it, if there are any, in their lanes.
    #[inline(always)]
    fn observed_in_lanes(&mut self, unit: UnitId, metric: usize, n: u32) -> u64 {
        match self.in_lanes[metric].get(n as usize) {
            Some(&known) => known,
            None => {
                self.read_large(unit, metric, n);
                0
            }
        }
    }

    /// A large observation of a hidden metric, for those that are read from it.
    #[cold]
    #[inline(never)]
    fn read_large(&mut self, unit: UnitId, metric: usize, n: u32) {
        for reader in readers_in(&Self::LANES[metric]) {
            let kind = S::Metric::ALL[reader].kind;
            if is_success(kind, n) {
                self.units[unit.idx()].pairs.as_mut()[reader] += success(kind, n);
            }
        }
    }

    /// Empties the lanes of a hidden metric before one of them is full.
    #[cold]
    #[inline(never)]
    fn empty_full_lanes(&mut self, unit: UnitId, metric: usize) {
        self.units[unit.idx()].empty_lanes(metric, &Self::LANES[metric]);
    }

    /// Empties the lanes of all hidden metrics: the fight is over.
    #[inline(always)]
    pub(super) fn empty_lanes(&mut self) {
        for metric in Bits(self.tried & Self::READ) {
            let metric = S::Metric::COUNTS + metric;
            for reader in readers_in(&Self::LANES[metric]) {
                self.read |= 1 << (reader - S::Metric::COUNTS);
            }
            for it in &mut self.units {
                it.empty_lanes(metric, &Self::LANES[metric]);
            }
        }
    }
}

impl<S: System> Observer<S> for Tally<S> {
    const WANTS_HEALTH: bool = true;

    #[inline(always)]
    fn add(&mut self, unit: UnitId, metric: S::Metric, n: u32) {
        self.add_if(true, unit, metric, n);
    }

    #[inline(always)]
    fn add_if(&mut self, yes: bool, unit: UnitId, metric: S::Metric, n: u32) {
        let (at, yes) = (metric.index(), u32::from(yes));
        if !self.is_observed(at) {
            return;
        }
        // Known when this is compiled: the metric is a constant wherever the rules report one.
        match S::Metric::ALL[at].kind {
            Kind::Count => {
                self.units[unit.idx()].counts.as_mut()[at] += u64::from(n * yes);
                if at < Self::ALWAYS.start || at >= Self::ALWAYS.end {
                    self.touched |= 1 << at;
                }
            }
            Kind::Value => {
                self.count(unit, ROWS + at, n.into(), yes);
                self.tried(unit, at, Pair::new(n * yes, yes));
            }
            Kind::Hidden => {
                self.count(unit, ROWS + at, n.into(), yes);
                if Self::READERS[at][0] == NOBODY {
                    return self.tried(unit, at, Pair::new(0_u32, yes));
                }
                let lanes = self.observed_in_lanes(unit, at, if yes == 1 { n } else { 0 });
                self.tried(unit, at, Pair::new(lanes * u64::from(yes), yes));
                if self.units[unit.idx()].pairs.as_ref()[at].sum() & FULL != 0 {
                    self.empty_full_lanes(unit, at);
                }
            }
            Kind::Ratio => self.tried(unit, at, Pair::new(u32::from(n == 1) * yes, yes)),
            Kind::Share { .. }
            | Kind::Above { .. }
            | Kind::Flag
            | Kind::Number { .. }
            | Kind::Any { .. }
            | Kind::Stalled
            | Kind::WonFirst => unreachable!("not reported one by one"),
        }
    }

    #[inline(always)]
    fn flag(&mut self, metric: S::Metric, units: UnitSet) {
        if matches!(S::Metric::ALL[metric.index()].kind, Kind::Flag) {
            self.flags[metric.index() - S::Metric::STANDING.index()] = units;
        }
    }

    #[inline(always)]
    fn used(&mut self, action_ref: ActionRef) {
        if !self.is_summed {
            return;
        }
        self.actions.of(action_ref).uses += 1;
    }

    #[inline(always)]
    fn damage(&mut self, action_ref: ActionRef, victim: ActionTarget, lost: u32) {
        if victim.is_ally {
            self.add(action_ref.by, S::Metric::ALLY_DAMAGE, lost);
        }
        if self.is_summed {
            let action = self.actions.of(action_ref);
            let sum = if victim.is_ally { &mut action.ally_damage } else { &mut action.damage };
            *sum += u64::from(lost);
        }
    }

    #[inline(never)]
    fn healed(&mut self, cause: Cause, unit: UnitId, health: u32) {
        if let Cause::Action(action_ref) = cause {
            if self.is_summed {
                self.actions.of(action_ref).healed += u64::from(health);
            }
            self.add(action_ref.by, S::Metric::HEALING_GIVEN, health);
        }
        self.add(unit, S::Metric::HEALING_RECEIVED, health);
    }

    #[inline(never)]
    fn felled(&mut self, victim: ActionTarget, cause: Cause) {
        if !self.is_followed {
            return;
        }
        if self.is_summed {
            self.actions.fell(victim.unit, cause);
        }
        self.flags[S::Metric::DROPPED.index() - S::Metric::STANDING.index()].insert(victim.unit);
        if let Cause::Action(action_ref) = cause
            && !victim.is_ally
        {
            if self.is_summed {
                self.actions.of(action_ref).felled += 1;
            }
            self.add(action_ref.by, S::Metric::FELLED, 1);
        }
    }

    #[inline(always)]
    fn turn_used(&mut self, unit: UnitId, made: TurnUse) {
        self.made.acted |= made == TurnUse::Acted;
        self.made.idled |= made == TurnUse::Idle;
        self.add(unit, S::Metric::IDLE, u32::from(made == TurnUse::Idle));
    }

    #[inline(always)]
    fn attack(&mut self, action_ref: ActionRef, victim: ActionTarget, hit: bool, damage: u32) {
        if victim.is_ally || !self.is_followed {
            return;
        }
        let by = action_ref.by;
        if self.is_summed {
            self.actions.of(action_ref).hits += u64::from(hit);
        }
        let damage = u64::from(damage);
        self.count(by, Row::Attack as usize, if hit { damage + 1 } else { 0 }, 1);
        let it = &mut self.units[by.idx()];
        it.damage_of_round += damage;
        it.tries.hits += Pair::new(hit, true);
        it.tries.soaked += u64::from(hit && damage == 0);
        it.tries.hit_damage += damage;
    }

    #[inline(always)]
    fn harm(&mut self, action_ref: ActionRef, victim: ActionTarget, damage: u32) {
        self.units[action_ref.by.idx()].damage_of_round += if victim.is_ally { 0 } else { damage.into() };
    }

    #[inline(always)]
    fn overkill(&mut self, by: UnitId, damage: u32) {
        self.count(by, Row::Overkill as usize, damage.into(), 1);
        self.units[by.idx()].overkill_of_fight += u64::from(damage);
    }

    #[inline(always)]
    fn activation(&mut self, unit: UnitId) {
        self.activation += 1;
        if !self.is_followed {
            return;
        }
        self.first = self.first.or(Some(unit));
        let it = &mut self.units[unit.idx()];
        it.damage_before = it.damage_of_round;
    }

    #[inline(always)]
    fn activation_over(&mut self, unit: UnitId) {
        let it = &self.units[unit.idx()];
        let damage = it.damage_of_round - it.damage_before;
        self.count(unit, Row::PerActivation as usize, damage, 1);
    }

    #[inline(always)]
    fn nested_activation(&mut self, by: i32) {
        self.activation = self.activation.saturating_add_signed(by);
    }

    #[inline(always)]
    fn mark(&mut self, unit: UnitId, clock: S::Clock) {
        if !self.is_followed {
            return;
        }
        let (clock, cause) = clock.place();
        // Of several strikes in a round the first counts.
        if self.struck[clock].has(unit) {
            return;
        }
        let first = !self.ever_struck[clock].has(unit);
        self.struck[clock].insert(unit);
        self.ever_struck[clock].insert(unit);
        self.cell(unit, first_grid::<S>(clock) + cause, one_and(first));
        if first {
            self.units[unit.idx()].first_struck[clock] = self.round;
        }
        if self.began.has(unit) {
            self.units[unit.idx()].strikes[clock].insert(self.round);
            if clock == 0 {
                self.units[unit.idx()].exhausted(self.activation);
            }
        }
    }

    #[inline(always)]
    fn round_begins(&mut self, round: u32, standing: UnitSet) {
        self.round = round;
        self.activation = 0;
        self.began = standing;
        self.made = RoundUse::default();
        self.struck = Default::default();
    }

    #[inline(always)]
    fn arrives(&mut self, unit: UnitId) {
        self.began.insert(unit);
    }

    #[inline(always)]
    fn round_over(&mut self, standing: UnitSet) {
        self.close_round();
        self.stand(standing);
        self.last_round = Some(self.made);
        if !self.is_followed {
            return;
        }
        let began = core::mem::take(&mut self.began);
        let mut everybody = UnitSet::default();
        for id in 0..self.units.len() as u8 {
            self.close_round_of(UnitId(id), began);
            everybody.insert(UnitId(id));
        }
        if !self.is_summed {
            return;
        }
        for unit in everybody.without(standing) {
            self.count(unit, Row::Out as usize, self.round.into(), 1);
            self.units[unit.idx()].tries.rounds_down += 1;
        }
        // Nothing is counted of those who are Exhausted: see [`Row`].
        for unit in everybody.and(standing).without(self.struck[0]) {
            self.count(unit, Row::Active as usize, self.round.into(), 1);
        }
        self.grow_if_many();
    }

    #[inline(always)]
    fn health(&mut self, unit: UnitId, health: u32) {
        let round = self.round;
        if self.is_summed && !self.units[unit.idx()].health.add(round, health) {
            defer(&mut self.deferred, Deferred::Health { unit: unit.0, round, health });
        }
    }

    #[inline(always)]
    fn fight_over(&mut self, outcome: Outcome, standing: UnitSet) {
        self.close_fight(outcome, standing);
    }
}
