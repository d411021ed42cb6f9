//! The end of rounds and of fights: what was noted of a fight is added to the counts over fights.

use fray_engine::clocks::ClockSet;
use fray_engine::contract::{Outcome, System};
use fray_engine::metrics::{Kind, MetricSet};
use fray_engine::roster::{MAX_SIDES, SideId, UnitId, UnitSet};

use super::cells::{Deferred, FightHistogram, OfSide, defer, one_and};
use super::tries::{CommonTries, Pair};
use super::unit::Row;
use super::{Bits, RoundUse, Tally, first_grid};

impl<S: System> Tally<S> {
    /// The end of a fight with these units standing.
    #[inline(always)]
    pub(super) fn close_fight(&mut self, outcome: Outcome, standing: UnitSet) {
        let is_cut_short = outcome != Outcome::Timeout;
        if is_cut_short {
            self.close_round();
            self.stand(standing);
        }
        let activations = core::mem::take(&mut self.activations_of_fight);
        if self.is_followed {
            self.close_followed(outcome, standing, activations)
        } else {
            self.list_end(outcome, activations)
        }
        self.last_round = None;
        // What strikes before the next fight's first round, as by an ability of the battle-start phase,
        // is of no round and of nobody's.
        (self.round, self.activation) = (0, 0);
        self.rounds = 0;
        self.fights += 1;
    }

    /// The end of a fight of which more is observed than its end.
    #[inline(always)]
    fn close_followed(&mut self, outcome: Outcome, standing: UnitSet, activations: u64) {
        let is_cut_short = outcome != Outcome::Timeout;
        const { assert!(S::Metric::COUNTS <= u64::BITS as usize, "a bit for each count") };
        let touched = core::mem::take(&mut self.touched);
        self.empty_lanes();
        // Nobody began a round that is not over, after a timeout.
        let began = core::mem::take(&mut self.began);
        for unit in (0..self.units.len() as u8).map(UnitId) {
            if is_cut_short {
                self.close_round_of(unit, began);
            }
            let it = &mut self.units[unit.idx()];
            it.tries.damage = core::mem::take(&mut it.damage_of_fight);
        }
        // The numbers are listed before the counts of the fight are added up and set to 0.
        if self.listed.is_some() {
            self.list_numbers(outcome, activations, touched);
        }
        if self.lists_counts {
            self.list_counts_of_fight(activations, touched);
        }
        if self.is_summed {
            self.sum_up(outcome, standing, began, activations, touched)
        } else {
            self.forget_fight(touched)
        }
        self.first = None;
        self.ever_struck = Default::default();
        self.struck = Default::default();
        self.flags = Default::default();
    }

    /// Adds a fight up.
    #[inline(always)]
    fn sum_up(
        &mut self,
        outcome: Outcome,
        standing: UnitSet,
        began: UnitSet,
        activations: u64,
        touched: u64,
    ) {
        self.count_fight(FightHistogram::FightActivations, activations);
        let at @ [round, _] = [self.round, self.activation];
        match outcome {
            Outcome::Win(side) => {
                let (at, deferred) = (side.idx(), &mut self.deferred);
                self.sides[at].count(at, OfSide::Wins, round.into(), deferred);
            }
            Outcome::Draw => self.count_fight(FightHistogram::Draws, round.into()),
            Outcome::Timeout => self.count_fight(FightHistogram::Timeouts, round.into()),
        }
        if self.has_parties {
            for metric in Self::ALWAYS.chain(Bits(touched)) {
                self.close_sides(metric);
            }
        }
        let exhausted = self.struck[0];
        for (id, it) in (0..).zip(&mut self.units) {
            let (unit, deferred) = (UnitId(id), &mut self.deferred);
            if outcome != Outcome::Timeout {
                let how = if standing.has(unit) { Row::Over } else { Row::Out };
                it.tries.rounds_down += u32::from(!standing.has(unit));
                it.count(id, how as usize, round.into(), 1, deferred);
            }
            if began.has(unit) {
                it.cell(id, Self::ENDS, at, one_and(exhausted.has(unit)), deferred);
            }
            it.count(id, Row::PerFight as usize, it.tries.damage, 1, deferred);
            it.close_counts(id, Self::ALWAYS, Bits(touched), deferred);
        }
        for clock in 1..S::Clock::ALL.len() {
            for unit in began.and(self.struck[clock]) {
                self.cell(unit, first_grid::<S>(clock) + S::Clock::ALL[clock].causes.len(), one_and(false));
            }
        }
        let winner = match outcome {
            Outcome::Win(side) => Some(side),
            Outcome::Draw | Outcome::Timeout => None,
        };
        self.close_tries(winner);
        self.close_flags();
        self.close_turns(outcome);
        if !self.deferred.is_empty() {
            self.grow();
        }
    }

    /// The end of a round for a unit.
    #[inline(always)]
    pub(super) fn close_round_of(&mut self, unit: UnitId, began: UnitSet) {
        let has_begun = began.has(unit);
        let damage = self.units[unit.idx()].close_round(has_begun, [self.round, self.activation]);
        self.count(unit, Row::PerRound as usize, damage, has_begun.into());
    }

    /// The end of a round for all together.
    #[inline(always)]
    pub(super) fn close_round(&mut self) {
        self.count_fight(FightHistogram::Rounds, self.round.into());
        self.count_fight(FightHistogram::Activations, self.activation.into());
        self.activations_of_fight += u64::from(self.activation);
        self.rounds += 1;
    }

    /// Notes the units that stand at the end of the round.
    #[inline(always)]
    pub(super) fn stand(&mut self, standing: UnitSet) {
        if self.is_summed {
            self.standings.push((self.round, standing));
        }
    }

    /// Adds this fight's tries to the sums over fights, and its rounds to the course of each side.
    #[inline(always)]
    fn close_tries(&mut self, winner: Option<SideId>) {
        let tried = core::mem::take(&mut self.tried);
        for (i, side) in self.sides[..self.n_sides.min(MAX_SIDES)].iter_mut().enumerate() {
            for &(round, standing) in &self.standings {
                let n_standing = standing.and(side.units).len();
                let n = one_and(winner == Some(SideId(i as u8)));
                if !side.course.add(round, n_standing, n) {
                    let side = i as u8;
                    let course = Deferred::Course { side, round, standing: n_standing, n };
                    defer(&mut self.deferred, course);
                }
            }
            if !self.has_parties {
                continue;
            }
            let mut all = CommonTries::default();
            side.units.for_each(|unit| all.merge(&self.units[unit.idx()].tries));
            side.sums.add_attacks(&all);
            side.count(i, OfSide::Damage, all.damage, &mut self.deferred);
            side.count(i, OfSide::Overkill, all.overkill, &mut self.deferred);
            for unit in side.units {
                let it = &mut self.units[unit.idx()];
                it.sums.add_share_of_damage(it.tries.damage, all.damage);
            }
        }
        self.standings.clear();
        for metric in Bits(core::mem::take(&mut self.read)) {
            self.close_read(S::Metric::COUNTS + metric);
        }
        let tried = || Bits(tried).map(|metric| (metric, S::Metric::COUNTS + metric));
        for side in &mut self.sides[..self.n_sides.min(MAX_SIDES)] {
            for unit in side.units {
                let it = &mut self.units[unit.idx()];
                for (bit, metric) in tried() {
                    let pair = it.take_tries(metric);
                    it.sums.add_metric(metric, pair);
                    if self.has_parties {
                        self.of_side[bit] += pair;
                    }
                }
            }
            if self.has_parties {
                for (bit, metric) in tried() {
                    side.sums.add_metric(metric, core::mem::take(&mut self.of_side[bit]));
                }
            }
        }
        self.rounds_of_fight.add(Pair::new(0_u32, self.rounds));
        for it in &mut self.units {
            it.close_tries(self.rounds);
        }
    }

    /// Counts the flags of this fight.
    #[inline(always)]
    fn close_flags(&mut self) {
        for (flag, units) in self.flags.into_iter().enumerate() {
            units.for_each(|unit| self.units[unit.idx()].flags[flag] += 1);
            let metric = S::Metric::STANDING.index() + flag;
            if self.has_parties && matches!(S::Metric::ALL[metric].kind, Kind::Flag) {
                for (i, side) in self.sides[..self.n_sides.min(MAX_SIDES)].iter_mut().enumerate() {
                    let value = units.and(side.units).len();
                    side.count(i, OfSide::Count(metric as u8), value.into(), &mut self.deferred);
                }
            }
        }
    }

    /// Counts who acted first, and whether anybody acted in the last whole round.
    #[inline(always)]
    fn close_turns(&mut self, outcome: Outcome) {
        if let Some(unit) = self.first {
            let mut sides = self.sides[..self.n_sides.min(MAX_SIDES)].iter_mut().enumerate();
            if let Some((i, side)) = sides.find(|(_, side)| side.units.has(unit)) {
                side.first[0] += 1;
                side.first[1] += u64::from(outcome == Outcome::Win(SideId(i as u8)));
            }
        }
        if let Some(RoundUse { acted: false, idled }) = self.last_round {
            self.stalls.stalled += 1;
            if outcome == Outcome::Timeout {
                let why = if idled { &mut self.stalls.unwilling } else { &mut self.stalls.unable };
                *why += 1;
            }
        }
    }

    /// Adds this fight's successes of a metric that is read from hidden ones to the sums over fights.
    /// Every observation of the hidden metric of a share was a try. Who had no success adds none, which is
    /// cheaper than to ask; the tries of fights in which the metric is not read are added when the sums are taken.
    #[inline(never)]
    fn close_read(&mut self, metric: usize) {
        let tried = match S::Metric::ALL[metric].kind {
            Kind::Share { of, .. } => of,
            _ => metric,
        };
        for side in &mut self.sides[..self.n_sides.min(MAX_SIDES)] {
            let mut all = Pair::default();
            for unit in side.units {
                let it = &mut self.units[unit.idx()];
                let tries = it.pairs.as_ref()[tried].tries();
                let pair = Pair::new(it.take_tries(metric).sum(), tries);
                it.sums.add_metric(metric, pair);
                all += pair;
            }
            if self.has_parties {
                side.sums.add_metric(metric, all);
            }
        }
    }

    /// This fight's value of a count for every side.
    #[inline(always)]
    fn close_sides(&mut self, metric: usize) {
        for (i, side) in self.sides[..self.n_sides.min(MAX_SIDES)].iter_mut().enumerate() {
            let sum = side.units.map(|unit| self.units[unit.idx()].counts.as_ref()[metric]).sum();
            side.count(i, OfSide::Count(metric as u8), sum, &mut self.deferred);
        }
    }
}
