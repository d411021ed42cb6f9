//! Moving the counts of a tally into totals.

use fray_rules::declare::clocks::ClockSet;
use fray_rules::declare::metrics::{Kind, MetricSet};
use fray_rules::engine::contract::System;

use super::cells::Counts;
use super::tries::{read, with_tries};
use super::unit::UnitCounts;
use super::{NOBODY, SideCounts, Tally, first_grid};
use crate::stats::FightSums;
use crate::totals::{
    ClockTotals, Histogram, MetricTotals, Plane, RoundEnds, SideTotals, Totals, Tries, UnitTotals,
};

impl<S: System> Tally<S> {
    /// Moves the counts into `totals`.
    pub fn drain_into(&mut self, totals: &mut Totals) {
        let fights = core::mem::take(&mut self.fights);
        let [draws, timeouts, activations, fight_activations, rounds] =
            self.of_fights.each_mut().map(Counts::take);
        let mut mine =
            Totals { fights, draws, timeouts, activations, fight_activations, ..Totals::default() };
        let rounds_of_fight = self.rounds_of_fight.take();
        for side in &mut self.sides[..self.n_sides] {
            // Where every side is one unit, the units' own counts say it all.
            let n_counts = if self.has_parties { S::Metric::ALL.len() } else { 0 };
            let take = |(metric, counts): (usize, &mut Counts)| match metric < S::Metric::COUNTS {
                true => counts.take_count(fights),
                false => counts.take(),
            };
            let by_fight = match self.has_parties {
                true => take_side_sums::<S>(side, fights),
                false => Vec::new(),
            };
            let counts = side.counts.as_mut()[..n_counts].iter_mut().enumerate().map(take).collect();
            let [course, course_wins] = side.course.take();
            mine.sides.push(SideTotals { wins: side.wins.take(), counts, by_fight, course, course_wins });
        }
        for unit in &mut self.units[..self.n_units] {
            let [ends, exhausted] = unit.grids[Self::ENDS].take();
            let [attack, per_activation, per_round, per_fight, overkill, active, out, over] =
                unit.rows.each_mut().map(Counts::take);
            let metrics = take_metrics(unit, fights);
            let by_fight = take_sums::<S>(unit, &metrics, &rounds_of_fight);
            mine.units.push(UnitTotals {
                metrics,
                by_fight,
                health: unit.health.take(),
                attack,
                per_activation,
                per_round,
                per_fight,
                overkill,
                clocks: (0..S::Clock::ALL.len())
                    .map(|clock| take_clock::<S>(unit, clock, fights, &ends, &exhausted))
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
            all.trim();
            metrics[metric] = MetricTotals::Histogram(all);
        }
    }
    metrics
}

fn take_metric<M: MetricSet>(unit: &mut UnitCounts<M>, metric: usize, fights: u64) -> MetricTotals {
    let counts = &mut unit.metrics.as_mut()[metric];
    match M::ALL[metric].kind {
        Kind::Count => MetricTotals::Histogram(counts.take_count(fights)),
        Kind::Value | Kind::Hidden { .. } | Kind::Above { .. } => MetricTotals::Histogram(counts.take()),
        Kind::Ratio | Kind::Share { .. } => MetricTotals::Ratio,
    }
}

/// Gives the tries of hidden metrics to their shares; hidden metrics have no sums of their own.
fn share_tries<S: System>(sums: &mut [FightSums]) {
    let place = |metric| Tries::Metric(metric).place(S::Clock::ALL.len());
    let hidden = |metric: &usize| matches!(S::Metric::ALL[*metric].kind, Kind::Hidden { .. });
    for (metric, info) in S::Metric::ALL.iter().enumerate() {
        if let Kind::Share { of, .. } = info.kind
            && hidden(&of)
        {
            sums[place(metric)] = with_tries(&sums[place(metric)], &sums[place(of)]);
        }
    }
    (0..S::Metric::ALL.len()).filter(hidden).for_each(|metric| sums[place(metric)] = FightSums::default());
}

/// The metrics that are read from a count, each with the count.
fn readers_of_counts<S: System>() -> impl Iterator<Item = (usize, usize)> {
    (0..S::Metric::COUNTS).flat_map(|count| {
        let readers = Tally::<S>::READERS[count].into_iter().take_while(|&reader| reader != NOBODY);
        readers.map(move |reader| (count, reader.into()))
    })
}

/// The sums over fights of a unit. Metrics that are read from a count have one observation a
/// fight, which the count's histogram has too.
fn take_sums<S: System>(
    unit: &mut UnitCounts<S::Metric>,
    metrics: &[MetricTotals],
    rounds: &FightSums,
) -> Vec<FightSums> {
    let mut sums = unit.sums.take(rounds);
    share_tries::<S>(&mut sums);
    for (count, reader) in readers_of_counts::<S>() {
        let sums = &mut sums[Tries::Metric(reader).place(S::Clock::ALL.len())];
        *sums = FightSums::default();
        if let MetricTotals::Histogram(counts) = &metrics[count] {
            for (value, fights) in counts.each() {
                let value = u32::try_from(value).expect("observed values have 32 bits");
                let pair = read(S::Metric::ALL[reader].kind, value);
                sums.add_equal(fights, pair.sum().into(), pair.tries().into());
            }
        }
    }
    sums
}

/// The sums over fights of a side. A count that nothing was added to was 0 for all its units, and
/// so were the metrics that are read from it.
fn take_side_sums<S: System>(side: &mut SideCounts<S::Metric>, fights: u64) -> Vec<FightSums> {
    // Rounds are counted of units alone.
    let mut sums = side.sums.take(&FightSums::default());
    share_tries::<S>(&mut sums);
    for (count, reader) in readers_of_counts::<S>() {
        let untouched = fights - side.counts.as_ref()[count].n();
        let pair = read(S::Metric::ALL[reader].kind, 0);
        let units = u64::from(side.units.len());
        let sums = &mut sums[Tries::Metric(reader).place(S::Clock::ALL.len())];
        sums.add_equal(untouched, units * u64::from(pair.sum()), units * u64::from(pair.tries()));
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
        totals.never -= first.rounds.iter().flatten().sum::<u64>();
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
    for other in others {
        for (rest, count) in rest.cells.iter_mut().zip(&other.cells) {
            *rest -= count;
        }
    }
    rest.trim();
    rest
}

/// The counts of a plane less those of another, which are no more.
fn less(all: &Plane, some: &Plane) -> Plane {
    let mut rest = all.clone();
    for (all, some) in rest.rounds.iter_mut().zip(&some.rounds) {
        for (all, some) in all.iter_mut().zip(some) {
            *all -= some;
        }
    }
    rest.trim();
    rest
}
