//! How often the verdicts of comparisons are wrong: many comparisons of coins whose difference is
//! known, each looked at as its fights come in.
//!
//! All bounds are of the binomial distribution of the wrong verdicts at the promised rate, at a level that
//! one of a million seeds breaks.

use core::sync::atomic::AtomicBool;
use fray_kit::Words;
use std::fmt::Write;

use fray_engine::contract::{Keyed, Outcome, Report, Step, System};
use fray_engine::draw::{Chance, Purpose, Roll};
use fray_engine::observe::Observer;
use fray_engine::roster::{Roster, RosterSide, RosterUnit, SideId, UnitId, UnitSet};
use fray_engine::{Clocks, metrics};
use fray_sim::compare::{
    Compared, Comparison, ComparisonSettings, Seats, Streams, Tolerance, Until, compare,
};
use fray_sim::stats::sequential::Verdict;
use fray_sim::tables::rows::Stop;
use rayon::prelude::*;
use statrs::distribution::{Binomial, DiscreteCDF};

/// The first side wins so many of 100,000 fights; the loser is hurt by one of ten.
#[derive(Debug)]
struct Coin {
    wins: u32,
    roster: Roster,
}

/// What is counted.
#[metrics]
enum Metric {
    /// How much the loser is hurt.
    Hurt,
    /// Tries of the first unit that all go well if it wins, and all go wrong if it loses.
    #[metric(ratio)]
    Together,
}

/// The clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Clocks)]
enum Clock {
    /// Never.
    Exhausted(Cause),
}

/// What causes the clock `exhausted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
enum Cause {
    /// Nor this.
    Tired,
}

impl Coin {
    fn new(wins: u32) -> Self {
        let side = |i: u8| RosterSide { name: format!("side{i}"), units: UnitSet(1 << i) };
        let unit = |i: u8| RosterUnit { name: format!("unit{i}"), side: SideId(i) };
        Self { wins, roster: Roster { sides: [0, 1].map(side).to_vec(), units: [0, 1].map(unit).to_vec() } }
    }
}

impl System for Coin {
    type State = ();
    type Event = ();
    type Metric = Metric;
    type Clock = Clock;

    fn roster(&self) -> &Roster {
        &self.roster
    }

    fn max_rounds(&self) -> u32 {
        1
    }

    fn begin<C: Chance, O: Observer<Self>>(&self, (): &mut (), _: &mut C, _: &mut O) {}

    fn turn<C: Chance, O: Observer<Self>>(&self, (): &mut (), dice: &mut C, obs: &mut O) -> Step {
        let unit = UnitId(0);
        let wins = dice.below(Roll { unit, purpose: Purpose::Hit }, 100_000) < self.wins;
        let loser = UnitId(u8::from(wins));
        obs.add(loser, Metric::Hurt, dice.below(Roll { unit, purpose: Purpose::Damage }, 10));
        for _ in 0..=dice.below(Roll { unit, purpose: Purpose::Effect }, 4) {
            obs.add(unit, Metric::Together, u32::from(wins));
        }
        Step::Over(Outcome::Win(SideId(1 - loser.0)))
    }

    fn standing(&self, (): &()) -> UnitSet {
        self.roster.everyone()
    }

    fn health(&self, (): &(), _: UnitId) -> u32 {
        1
    }

    fn end<O: Observer<Self>>(&self, (): &(), obs: &mut O) {
        if self.wins == u32::MAX {
            obs.mark(UnitId(0), Clock::Exhausted(Cause::Tired));
        }
    }
}

impl Keyed for Coin {
    fn key(&self, (): &mut (), _: &mut Vec<u32>) {}
    fn state_of(&self, _: &[u32]) {}
}

impl Report for Coin {
    const NAME: &'static str = "coin";

    fn describe(&self, (): &(), line: &mut dyn Write) -> std::fmt::Result {
        line.write_str("a toss")
    }
}

/// A comparison asked for many times.
#[derive(Clone, Copy)]
struct Trial {
    /// Wins of A and of B, of 100,000.
    wins: [u32; 2],
    paired: bool,
    delta: f64,
    alpha: f64,
    until: Until,
    most: u64,
    metric: &'static str,
}

const TRIAL: Trial = Trial {
    wins: [50_000, 50_000],
    paired: false,
    delta: 0.02,
    alpha: 0.05,
    until: Until::Verdict,
    most: 25_000,
    metric: "win_rate(side0)",
};

impl Trial {
    fn run(self, seed: u64) -> Comparison {
        let stop = AtomicBool::new(false);
        let stream = |seed| Streams { seed, seats: Seats::Listed };
        let order = ComparisonSettings {
            streams: [stream(seed), stream(if self.paired { seed } else { seed + (1 << 40) })],
            range: 0..self.most,
            until: self.until,
            metric: Some(self.metric),
            delta: Some(Tolerance::Plain(self.delta)),
            alpha: self.alpha,
            stop: &stop,
            played: &|_| {},
        };
        let [a, b] = self.wins.map(Coin::new);
        compare(&a, &b, &order).expect("no coin breaks")
    }

    fn all(self, n: u64) -> Vec<Comparison> {
        // The seeds of one trial are none of another's.
        let first = u64::from(self.wins[1]) << 20;
        (first..first + n).into_par_iter().map(|seed| self.run(seed)).collect()
    }
}

/// Returns what a metric is called by its side, or by its unit alone.
fn called(Compared { named, .. }: &Compared) -> String {
    let of = named.unit.as_ref().or(named.side.as_ref());
    format!("{}({})", named.metric, of.map_or("", String::as_str))
}

fn count(all: &[Comparison], verdict: Verdict) -> u64 {
    all.iter().filter(|comparison| comparison.verdict() == verdict).count() as u64
}

/// The largest number of `n` that is not too many where each has chance `p`.
fn at_most(n: u64, p: f64) -> u64 {
    let distribution = Binomial::new(p, n).expect("a chance");
    (0..=n).find(|&k| distribution.sf(k) < 1e-6).expect("all is never too many")
}

const N: u64 = 200;

#[test]
fn no_difference_is_seldom_called_one() {
    for trial in [
        TRIAL,
        // Nothing but a difference of 0 counts as the same: there is no way to say so.
        Trial { delta: 0.0, ..TRIAL },
        // What is rare: some twenty wins at the first look.
        Trial { wins: [250, 250], delta: 0.0, ..TRIAL },
        Trial { metric: "hurt(unit1)", delta: 0.0, ..TRIAL },
        // One look, as early as there is one.
        Trial { wins: [2_000, 2_000], delta: 0.0, until: Until::End, most: 1_024, ..TRIAL },
    ] {
        let different = count(&trial.all(N), Verdict::Different);
        assert!(different <= at_most(N, trial.alpha), "{different} of {N}");
    }
}

/// Where the difference is just as large as the tolerance each of the two verdicts is seldom.
#[test]
fn a_difference_as_large_as_the_tolerance_is_seldom_called_either() {
    for trial in
        [Trial { wins: [50_000, 52_000], ..TRIAL }, Trial { wins: [30_000, 32_000], paired: true, ..TRIAL }]
    {
        let all = trial.all(N);
        let said = N - count(&all, Verdict::Undecided);
        assert!(said <= at_most(N, trial.alpha), "{said} of {N}");
        assert!(all.iter().any(|comparison| comparison.stop == Stop::Max));
    }
}

#[test]
fn a_difference_beyond_the_tolerance_is_seldom_called_the_same_and_often_seen() {
    let trial = Trial { wins: [50_000, 54_000], most: 100_000, ..TRIAL };
    let all = trial.all(N);
    assert!(count(&all, Verdict::Same) <= at_most(N, trial.alpha));
    assert!(count(&all, Verdict::Different) > N * 9 / 10, "{}", count(&all, Verdict::Different));
    // On the same dice it is seen at once.
    let paired = Trial { paired: true, ..trial };
    let all = paired.all(N);
    assert_eq!(count(&all, Verdict::Different), N);
    let mean = all.iter().map(|comparison| comparison.pairs).sum::<u64>() / N;
    assert!(mean < 10_000, "{mean}");
}

#[test]
fn the_same_is_often_seen() {
    let all = Trial { most: 100_000, ..TRIAL }.all(N);
    assert!(count(&all, Verdict::Same) > N * 9 / 10, "{}", count(&all, Verdict::Same));
}

/// The pairs that a comparison asks for when it ends undecided are about enough.
#[test]
fn the_pairs_asked_for_are_about_enough() {
    let short = Trial { wins: [50_000, 54_000], most: 9_000, ..TRIAL };
    let (mut asked, mut decided) = (0, 0);
    for seed in 0..60 {
        let comparison = short.run(seed);
        let Some(more) = comparison.more.filter(|_| comparison.verdict() == Verdict::Undecided) else {
            continue;
        };
        asked += 1;
        let longer = Trial { most: (comparison.pairs + more).min(500_000), ..short }.run(seed);
        decided += u64::from(longer.verdict() != Verdict::Undecided);
    }
    assert!(asked > 30, "{asked}");
    // As often as not: the guess is that of the data until then.
    assert!(decided > asked / 4, "{decided} of {asked}");
}

/// Intervals hold the truth however the run ended, that of the primary metric and those of the others.
#[test]
fn intervals_hold_whatever_stopped_the_run() {
    for (until, most) in [(Until::Verdict, 16_384), (Until::End, 5_000)] {
        for wins in [[50_000, 50_000], [50_000, 53_000]] {
            let trial = Trial { wins, until, most, ..TRIAL };
            let all = trial.all(N);
            let diff = (f64::from(wins[1]) - f64::from(wins[0])) / 100_000.0;
            for (name, truth) in [
                ("win_rate(side0)", diff),
                ("win_rate(side1)", -diff),
                ("hurt(unit1)", 4.5 * diff),
                ("together(unit0)", diff),
            ] {
                let misses = |comparison: &&Comparison| {
                    let is = |metric: &&Compared| called(metric) == name;
                    let metric = comparison.metrics.iter().find(is).expect("the metric");
                    !metric.within.expect("an interval").has(truth)
                };
                let missed = all.iter().filter(misses).count() as u64;
                assert!(missed <= at_most(N, 0.05), "{name}: {missed} of {N} for {wins:?}, {until:?}");
                if until == Until::End {
                    // A fixed number's intervals are not wider than they must be: 5 % may miss.
                    assert!(missed >= 1, "{name}: {missed} of {N}");
                }
            }
        }
    }
}

/// A table says once in `1/alpha` tables at most that something differs when nothing does.
#[test]
fn tables_without_a_difference_seldom_show_one() {
    for (until, most) in [(Until::Verdict, 16_384), (Until::End, 5_000)] {
        let trial = Trial { until, most, ..TRIAL };
        let wrong = |comparison: &&Comparison| {
            let mut others =
                comparison.metrics.iter().enumerate().filter(|(at, _)| *at != comparison.primary);
            others.any(|(_, metric)| metric.verdict == Verdict::Different)
        };
        let wrong = trial.all(N).iter().filter(wrong).count() as u64;
        assert!(wrong <= at_most(N, trial.alpha), "{wrong} of {N}");
    }
}
