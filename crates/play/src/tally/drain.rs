//! Moving the counts of a tally into totals.

use fray_engine::clocks::ClockSet;
use fray_engine::contract::System;
use fray_engine::metrics::{Kind, MetricSet};

use super::cells::Counts;
use super::rounds::RoundPairs;
use super::tries::with_tries;
use super::unit::{FLAGS, Row, UnitCounts};
use super::{SideCounts, Tally, first_grid};
use crate::totals::{
    ClockTotals, Histogram, MetricTotals, Plane, RoundEnds, SideTotals, Totals, Tries, UnitTotals,
};
use fray_stats::FightSums;

impl<S: System> Tally<S> {
    /// Moves the counts into `totals`, if it keeps them, and leaves none.
    pub fn drain_into(&mut self, totals: &mut Totals) {
        let fights = core::mem::take(&mut self.fights);
        if !self.is_summed {
            return;
        }
        let [draws, timeouts, activations, fight_activations, rounds] =
            self.of_fights.each_mut().map(Counts::take);
        let mut mine =
            Totals { fights, draws, timeouts, activations, fight_activations, ..Totals::default() };
        mine.stalls = core::mem::take(&mut self.stalls);
        let rounds_of_fight = self.rounds_of_fight.take();
        for side in &mut self.sides[..self.n_sides] {
            // Where every side is one unit, the units' own counts say it all.
            let n_counts = if self.has_parties { S::Metric::ALL.len() } else { 0 };
            let take = |(metric, counts): (usize, &mut Counts)| {
                if metric < S::Metric::COUNTS { counts.take_count(fights) } else { counts.take() }
            };
            let counts: Vec<_> = side.counts.as_mut()[..n_counts].iter_mut().enumerate().map(take).collect();
            let by_fight = if self.has_parties { take_side_sums::<S>(side, &counts) } else { Vec::new() };
            let [course, course_wins] = side.course.take();
            let [damage, overkill] = side.damage.each_mut().map(Counts::take);
            let first = core::mem::take(&mut side.first);
            mine.sides.push(SideTotals {
                wins: side.wins.take(),
                counts,
                damage,
                overkill,
                by_fight,
                course,
                course_wins,
                first,
            });
        }
        let actions = self.actions.take(self.units.len());
        for (unit, (actions, felled)) in self.units.iter_mut().zip(actions) {
            let [ends, exhausted] = unit.grids[Self::ENDS].take();
            let overkill_per_fight = unit.rows[Row::OverkillPerFight as usize].take_count(fights);
            let [attack, per_activation, per_round, per_fight, overkill, _, active, out, over] =
                unit.rows.each_mut().map(Counts::take);
            let metrics = take_metrics(unit, fights);
            let by_fight = take_sums::<S>(unit, fights, &rounds_of_fight);
            let pairs = unit.rounds.iter_mut().map(RoundPairs::take);
            let (began, struck): (Vec<_>, Vec<_>) = pairs.unzip();
            mine.units.push(UnitTotals {
                metrics,
                by_fight,
                health: unit.health.take(),
                actions,
                felled,
                began: began.into_iter().next().unwrap_or_default(),
                attack,
                per_activation,
                per_round,
                per_fight,
                overkill,
                overkill_per_fight,
                clocks: (0..S::Clock::ALL.len())
                    .zip(struck)
                    .map(|(clock, by_rounds)| ClockTotals {
                        by_rounds,
                        ..take_clock::<S>(unit, clock, fights, &ends, &exhausted)
                    })
                    .collect(),
                round_ends: RoundEnds { exhausted: rest(&rounds, [&active, &out, &over]), active, out, over },
            });
        }
        totals.merge(&mine);
    }
}

fn take_metrics<M: MetricSet>(unit: &mut UnitCounts<M>, fights: u64) -> Vec<MetricTotals> {
    let mut metrics: Vec<_> = (0..M::ALL.len()).map(|metric| take_metric(unit, metric, fights)).collect();
    for (metric, info) in M::ALL.iter().enumerate() {
        if let Kind::Above { of, least } = info.kind {
            let mut all = Histogram::default();
            for &of in of {
                if let MetricTotals::Histogram(seen) = &metrics[of] {
                    all.merge(&seen.above(least));
                }
            }
            metrics[metric] = MetricTotals::Histogram(all);
        }
    }
    metrics
}

fn take_metric<M: MetricSet>(unit: &mut UnitCounts<M>, metric: usize, fights: u64) -> MetricTotals {
    let counts = &mut unit.metrics.as_mut()[metric];
    match M::ALL[metric].kind {
        Kind::Count => MetricTotals::Histogram(counts.take_count(fights)),
        kind if kind.has_histogram() => MetricTotals::Histogram(counts.take()),
        _ => MetricTotals::Ratio,
    }
}

/// Gives the tries of hidden metrics to their shares; hidden metrics have no sums of their own.
fn share_tries<S: System>(sums: &mut [FightSums]) {
    let place = |metric| Tries::Metric(metric).place(S::Clock::ALL.len());
    for (metric, info) in S::Metric::ALL.iter().enumerate() {
        if let Kind::Share { of, .. } = info.kind {
            sums[place(metric)] = with_tries(&sums[place(metric)], &sums[place(of)]);
        }
    }
    for (metric, info) in S::Metric::ALL.iter().enumerate() {
        if let Kind::Hidden = info.kind {
            sums[place(metric)] = FightSums::default();
        }
    }
}

/// The places of the flags, each with its number.
fn flags<S: System>() -> impl Iterator<Item = (usize, usize)> {
    let first = S::Metric::STANDING.index();
    let is_flag = |&(metric, _): &(usize, usize)| matches!(S::Metric::ALL[metric].kind, Kind::Flag);
    (first..first + FLAGS).zip(0..).filter(is_flag)
}

/// The sums over fights of a unit.
fn take_sums<S: System>(unit: &mut UnitCounts<S::Metric>, fights: u64, rounds: &FightSums) -> Vec<FightSums> {
    let mut sums = unit.sums.take(rounds);
    share_tries::<S>(&mut sums);
    let counts = core::mem::take(&mut unit.flags);
    for (metric, flag) in flags::<S>() {
        let (sums, n) = (&mut sums[Tries::Metric(metric).place(S::Clock::ALL.len())], counts[flag].into());
        sums.add_equal(n, 1, 1);
        sums.add_equal(fights - n, 0, 1);
    }
    sums
}

/// The sums over fights of a side, whose flags are counted by number of units.
fn take_side_sums<S: System>(side: &mut SideCounts<S::Metric>, flagged: &[Histogram]) -> Vec<FightSums> {
    // Rounds are counted of units alone.
    let mut sums = side.sums.take(&FightSums::default());
    share_tries::<S>(&mut sums);
    for (metric, _) in flags::<S>() {
        let sums = &mut sums[Tries::Metric(metric).place(S::Clock::ALL.len())];
        for (n, fights) in flagged[metric].each() {
            sums.add_equal(fights, n, side.units.len().into());
        }
    }
    sums
}

fn take_clock<S: System>(
    unit: &mut UnitCounts<S::Metric>,
    clock: usize,
    fights: u64,
    ends: &Plane,
    exhausted: &Plane,
) -> ClockTotals {
    let first_row = first_grid::<S>(clock);
    let n_causes = S::Clock::ALL[clock].causes.len();
    let mut totals = ClockTotals { never: fights, ..Default::default() };
    for grid in &mut unit.grids[first_row..first_row + n_causes] {
        let [every, first] = grid.take();
        totals.never -= first.n();
        totals.every.push(every);
        totals.first.push(first);
    }
    let [struck, _] = unit.grids[first_row + n_causes].take();
    totals.censored = less(ends, if clock == 0 { exhausted } else { &struck });
    totals
}

/// The counts of a histogram less those of others, which are no more together.
fn rest<const N: usize>(all: &Histogram, others: [&Histogram; N]) -> Histogram {
    let mut rest = all.clone();
    others.into_iter().for_each(|other| rest.less(other));
    rest
}

/// The counts of a plane less those of another, which are no more.
fn less(all: &Plane, some: &Plane) -> Plane {
    let mut rest = all.clone();
    rest.less(some);
    rest
}
