//! The rounds of a recorded fight, and the strikes of its clocks.

use fray_engine::clocks::ClockSet;
use fray_engine::contract::{self, Outcome};
use fray_engine::observe::TurnUse;
use fray_engine::roster::{UnitId, UnitSet};
use fray_sim::totals::{ClockTotals, ROUNDS_APART, RoundEnds, Stalls};

use super::{Recorder, Report, histogram, plane};

impl<S: contract::Report> Recorder<S> {
    /// By pair of rounds that the unit began standing: the product of how many they are, and of those
    /// in which the clock struck.
    pub(super) fn by_rounds(&self, unit: UnitId, clock: usize) -> (Vec<u64>, Vec<[u64; 3]>) {
        let strikes = self.strikes(unit, clock);
        let (mut n, mut y) = ([0; ROUNDS_APART + 1], [0; ROUNDS_APART + 1]);
        for round in self.rounds().filter(|round| round.began.has(unit)) {
            let place = (round.number as usize).min(ROUNDS_APART);
            n[place] += 1;
            y[place] += u64::from(strikes.iter().any(|strike| strike.0 == round.number));
        }
        let pairs = (0..=ROUNDS_APART).flat_map(|s| (0..=s).map(move |r| (r, s)));
        let mut began: Vec<u64> = pairs.clone().map(|(r, s)| n[r] * n[s]).collect();
        let mut struck: Vec<_> = pairs.map(|(r, s)| [y[r] * y[s], y[r] * n[s], n[r] * y[s]]).collect();
        began.truncate(began.iter().rposition(|&sum| sum > 0).map_or(0, |last| last + 1));
        struck.truncate(struck.iter().rposition(|sums| *sums != [0; 3]).map_or(0, |last| last + 1));
        (began, struck)
    }

    /// Returns what was done in the last round that was not cut short.
    pub(super) fn stalls(&self, outcome: Outcome) -> Stalls {
        let Some(last) = self.rounds().filter(|round| !round.cut_short).last() else {
            return Stalls::default();
        };
        let made = |what: TurnUse| {
            let is = |(round, _, report): &(u64, u64, Report)| {
                *round == last.number && matches!(*report, Report::TurnUsed(_, made) if made == what)
            };
            self.reports.iter().any(is)
        };
        let stalled = !made(TurnUse::Acted);
        let is_timeout = stalled && outcome == Outcome::Timeout;
        Stalls {
            stalled: stalled.into(),
            unable: (is_timeout && !made(TurnUse::Idle)).into(),
            unwilling: (is_timeout && made(TurnUse::Idle)).into(),
        }
    }

    /// The first strike of each round: round, activation, cause.
    pub(super) fn strikes(&self, unit: UnitId, clock: usize) -> Vec<(u64, u64, usize)> {
        let mut strikes: Vec<(u64, u64, usize)> = Vec::new();
        for &(round, activation, ref report) in &self.reports {
            if let Report::Mark(of, (what, cause)) = *report
                && (of, what) == (unit, clock)
                && strikes.last().is_none_or(|last| last.0 != round)
            {
                strikes.push((round, activation, cause));
            }
        }
        strikes
    }

    pub(super) fn of_clock(&self, unit: UnitId, clock: usize) -> ClockTotals {
        let strikes = self.strikes(unit, clock);
        let of_cause = |strikes: &[(u64, u64, usize)], cause| {
            plane(
                strikes
                    .iter()
                    .filter(|strike| strike.2 == cause)
                    .map(|&(round, activation, _)| (round, activation)),
            )
        };
        let causes = 0..S::Clock::ALL[clock].causes.len();
        let first = &strikes[..strikes.len().min(1)];
        let cut_short = self.rounds().filter(|round| {
            round.cut_short && round.began.has(unit) && strikes.iter().all(|strike| strike.0 != round.number)
        });
        ClockTotals {
            every: causes.clone().map(|cause| of_cause(&strikes, cause)).collect(),
            censored: plane(cut_short.map(|round| (round.number, self.activation))),
            first: causes.map(|cause| of_cause(first, cause)).collect(),
            never: u64::from(strikes.is_empty()),
            by_rounds: self.by_rounds(unit, clock).1,
        }
    }

    pub(super) fn round_ends(&self, unit: UnitId) -> RoundEnds {
        let strikes = self.strikes(unit, 0);
        let how = |round: &Round| match () {
            () if !round.ended.has(unit) => "out",
            () if round.cut_short => "over",
            () if strikes.iter().any(|strike| strike.0 == round.number) => "exhausted",
            () => "active",
        };
        let rounds =
            |what| histogram(self.rounds().filter(|round| how(round) == what).map(|round| round.number));
        RoundEnds {
            active: rounds("active"),
            exhausted: rounds("exhausted"),
            out: rounds("out"),
            over: rounds("over"),
        }
    }

    pub(super) fn rounds(&self) -> impl Iterator<Item = Round> + '_ {
        self.reports.iter().enumerate().filter_map(|(i, &(number, _, ref report))| {
            let Report::RoundBegins(mut began) = *report else { return None };
            for (of, _, report) in &self.reports[i..] {
                if let Report::Joins(unit) = *report
                    && *of == number
                {
                    began.insert(unit);
                }
            }
            let end = self.reports[i..].iter().find_map(|(_, _, report)| match *report {
                Report::RoundOver(standing) => Some((standing, false)),
                Report::FightOver(_, standing) => Some((standing, true)),
                _ => None,
            });
            let (ended, cut_short) = end.expect("every round ends");
            Some(Round { number, began, ended, cut_short })
        })
    }
}

/// A round of the fight.
pub(super) struct Round {
    pub(super) number: u64,
    pub(super) began: UnitSet,
    pub(super) ended: UnitSet,
    /// Whether the fight was over before it.
    pub(super) cut_short: bool,
}
