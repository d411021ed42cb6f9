//! Evaluates measures on the totals of a run.

use super::{Measure, Stat, Subject, View, What, Within};
use crate::luck::{Luck, LuckOfCounts, Sharper};
use crate::stats::{FightSums, Interval, Moments, Rate, quantile, quantile_bounds};
use crate::tables::rows::{Measured, MeasuredAs, MeasuredOf};
use crate::totals::{
    About, ClockTotals, Histogram, Plane, ROUNDS_APART, Totals, Tries, UnitTotals, pair_of_rounds,
};

/// The estimate of a measure for one subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The subject.
    pub subject: Subject,
    /// The integers that the estimate is computed from.
    pub seen: Seen,
    /// The 95 % interval; `None` without observations, or for the mean of a single one.
    pub within: Option<Interval>,
    /// The same with the luck of the rolls taken out, where that is worth showing.
    pub sharper: Option<Sharper>,
}

/// The integers that an estimate is computed from, by statistic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// A rate.
    Rate(Rate),
    /// A mean.
    Mean(Moments),
    /// A quantile.
    Quantile {
        /// The number of observations.
        n: u64,
        /// The quantile; `None` without observations.
        value: Option<u64>,
    },
}

impl Estimate {
    /// The point estimate; `None` without observations.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        match self.seen {
            Seen::Rate(rate) => rate.value(),
            Seen::Mean(moments) => moments.mean(),
            Seen::Quantile { value, .. } => value.map(|value| value as f64),
        }
    }

    /// The number of observations.
    #[must_use]
    pub fn n(&self) -> u64 {
        match self.seen {
            Seen::Rate(rate) => rate.n,
            Seen::Mean(moments) => moments.n,
            Seen::Quantile { n, .. } => n,
        }
    }

    /// The estimate and its interval, with luck taken out where that is worth showing.
    #[must_use]
    pub fn sharpest(&self) -> Option<(f64, Interval)> {
        match self.sharper {
            Some(sharper) => Some((sharper.value, sharper.within)),
            None => self.value().zip(self.within),
        }
    }

    /// Half of the width of the interval.
    #[must_use]
    pub fn half(&self) -> Option<f64> {
        self.within.map(Interval::half)
    }
}

impl Measure {
    /// Estimates the measure for each subject, in their order.
    ///
    /// # Panics
    /// If `totals` and `about` belong to different scenarios.
    #[must_use]
    pub fn estimates(&self, about: &About, totals: &Totals) -> Vec<Estimate> {
        self.of.iter().map(|&subject| self.estimate(about, totals, subject)).collect()
    }

    /// Returns the observations of each subject, in their order.
    ///
    /// # Panics
    /// If `totals` and `about` belong to different scenarios.
    #[must_use]
    pub fn observed(&self, about: &About, totals: &Totals) -> Vec<(Subject, Measured)> {
        self.of.iter().map(|&subject| (subject, self.observe(about, totals, subject))).collect()
    }

    fn observe(&self, about: &About, totals: &Totals, subject: Subject) -> Measured {
        let of_fights = |events| Measured::of_fights(Rate { events, n: totals.fights });
        match (self.what, subject) {
            (What::WinRate, Subject::Side(side)) => of_fights(totals.wins(side.idx())),
            (What::DrawRate, Subject::Fight) => of_fights(totals.draws.n()),
            (What::TimeoutRate, Subject::Fight) => of_fights(totals.timeouts.n()),
            (What::Rounds, Subject::Fight) => Measured::rounds(totals.rounds(), about),
            (What::Activations, Subject::Fight) => Measured::count(totals.fight_activations.clone(), None),
            (What::Damage, subject) => Measured::count(whom(subject).damage(about, totals).clone(), None),
            (What::Overkill, subject) => Measured::count(whom(subject).overkill(about, totals).clone(), None),
            (What::Metric(idx), subject) => {
                let seen = whom(subject).metric(about, totals, idx);
                seen.expect("hidden metrics have no name")
            }
            (What::Common(idx), subject) => {
                let [hit_rate, soaked] = whom(subject).common(about, totals);
                if idx == 0 { hit_rate } else { soaked }
            }
            (What::Clock { clock, view, rounds, activations }, Subject::Unit(unit)) => {
                let strikes = &totals.units[unit.idx()].clocks[clock];
                match view {
                    View::First => {
                        let events = strikes.first.iter().map(|plane| cells(plane, rounds, activations));
                        of_fights(events.sum())
                    }
                    View::Every if (rounds, activations) == (Within::ALL, Within::ALL) => {
                        let tries = Tries::Clock(clock);
                        Measured::ratio(MeasuredOf::Unit(unit).by_fight(about, totals, tries))
                    }
                    View::Every => {
                        let all = MeasuredOf::Unit(unit).by_fight(about, totals, Tries::Clock(clock));
                        let seen = rate_of_rounds(strikes, rounds, activations);
                        let all = by_rounds(&totals.units[unit.idx()], clock, rounds, &all);
                        Measured::ratio(all.part(seen.n, seen.events))
                    }
                }
            }
            (What::FirstRound(clock), Subject::Unit(unit)) => {
                // One round a fight, in the fights in which it struck.
                let rounds = first_rounds(&totals.units[unit.idx()].clocks[clock]);
                let seen = Measured::rounds(rounds, about);
                Measured { kind: MeasuredAs::Value, ..seen }
            }
            (what, subject) => unreachable!("{what:?} does not belong to {subject:?}"),
        }
    }

    fn estimate(&self, about: &About, totals: &Totals, subject: Subject) -> Estimate {
        let seen = self.observe(about, totals, subject);
        let sharper = self.sharper(about, totals, subject, &seen);
        let (seen, within) = match (seen.kind, self.stat) {
            (MeasuredAs::Ratio, _) => (Seen::Rate(seen.rate()), seen.interval()),
            (_, Stat::Mean) => (Seen::Mean(Moments::of(&seen.values)), seen.interval()),
            (_, Stat::Quantile(percent)) => of_quantile(&seen.values, percent),
        };
        Estimate { subject, seen, within, sharper }
    }

    /// The estimate with the luck of the rolls taken out, where that is worth showing.
    fn sharper(&self, about: &About, totals: &Totals, subject: Subject, seen: &Measured) -> Option<Sharper> {
        let luck = || Luck::of(about, totals);
        match (self.what, subject, self.stat) {
            (What::WinRate, Subject::Side(side), _) => luck()?.sharper_win_rate(side.idx()),
            (What::Rounds, Subject::Fight, Stat::Mean) => luck()?.sharper_rounds(),
            (What::Activations, Subject::Fight, Stat::Mean) => {
                LuckOfCounts::of(about, totals)?.sharper_activations(seen)
            }
            (What::Metric(metric), Subject::Side(_) | Subject::Unit(_), Stat::Mean) => {
                LuckOfCounts::of(about, totals)?.sharper(about, whom(subject), metric, seen)
            }
            _ => None,
        }
    }
}

fn whom(subject: Subject) -> MeasuredOf {
    match subject {
        Subject::Side(side) => MeasuredOf::Side(side),
        Subject::Unit(unit) => MeasuredOf::Unit(unit),
        Subject::Fight => unreachable!("metrics belong to sides and units"),
    }
}

/// The sums over fights of the rounds within bounds that a unit began standing, and of those of them
/// in which the clock struck; `all` are those of all rounds. Bounds that part rounds counted together,
/// those from [`ROUNDS_APART`] on, take all of these in.
fn by_rounds(unit: &UnitTotals, clock: usize, within: Within, all: &FightSums) -> FightSums {
    let began = |r, s| unit.began.get(pair_of_rounds(r, s)).copied().unwrap_or(0);
    let struck = |r, s| unit.clocks[clock].by_rounds.get(pair_of_rounds(r, s)).copied().unwrap_or([0; 3]);
    let mut chosen: Vec<usize> = (0..ROUNDS_APART).filter(|&round| within.has(round as u64)).collect();
    let mut sums = FightSums::default();
    for &round in &chosen {
        // The round of the most fights stands for the fights with any: at most too few.
        sums.fights = sums.fights.max(began(round, round));
        sums.tries += began(round, round);
        sums.sum += struck(round, round)[0];
        sums.most_tries += u64::from(began(round, round) > 0);
    }
    if began(ROUNDS_APART, ROUNDS_APART) > 0 && within.hi >= ROUNDS_APART as u64 {
        chosen.push(ROUNDS_APART);
        let earlier = |of: &dyn Fn(usize) -> u64| (0..ROUNDS_APART).map(of).sum::<u64>();
        let late = all.tries.saturating_sub(earlier(&|round| began(round, round)));
        sums.fights = sums.fights.max(late.div_ceil(all.most_tries.max(1)));
        sums.tries += late;
        sums.sum += all.sum.saturating_sub(earlier(&|round| struck(round, round)[0]));
        sums.most_tries = all.most_tries;
    }
    for (i, &s) in chosen.iter().enumerate() {
        for &r in &chosen[..=i] {
            let twice = if r == s { 1 } else { 2 };
            let [both, first, second] = struck(r, s).map(u128::from);
            sums.tries_squared += twice * u128::from(began(r, s));
            sums.squares += twice * both;
            sums.products += if r == s { first } else { first + second };
        }
    }
    sums
}

fn of_quantile(all: &Histogram, percent: u32) -> (Seen, Option<Interval>) {
    let ends = |(lo, hi): (u64, u64)| Interval { lo: lo as f64, hi: hi as f64 };
    let seen = Seen::Quantile { n: all.n(), value: quantile(all, percent) };
    (seen, quantile_bounds(all, percent).map(ends))
}

/// The number of strikes within bounds.
fn cells(plane: &Plane, rounds: Within, activations: Within) -> u64 {
    let each = plane.each();
    each.filter(|&(round, at, _)| rounds.has(round) && activations.has(at)).map(|(.., count)| count).sum()
}

/// The share of rounds, among those that the unit began standing and that lie within `rounds`, in
/// which the clock struck within `activations`.
fn rate_of_rounds(clock: &ClockTotals, rounds: Within, activations: Within) -> Rate {
    let strikes = |activations| clock.every.iter().map(|plane| cells(plane, rounds, activations)).sum();
    let all: u64 = strikes(Within::ALL);
    Rate { events: strikes(activations), n: all + cells(&clock.censored, rounds, Within::ALL) }
}

/// The rounds of the first strikes.
fn first_rounds(clock: &ClockTotals) -> Histogram {
    let mut rounds = Histogram::default();
    for plane in &clock.first {
        rounds.merge(&plane.by_round());
    }
    rounds
}
