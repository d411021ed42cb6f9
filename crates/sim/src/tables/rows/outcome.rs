//! `summary.csv` and `rounds.csv`: who won, and when.

use super::table::row;
use super::{Measured, Point, Stop};
use crate::luck::Luck;
use crate::stats::{Moments, Rate, quantile};
use crate::tables::format::Number;
use crate::totals::{About, Histogram, Totals};

row! {
    /// One side at one scenario point.
    "summary" SummaryRow {
        /// The side.
        side: &'a str,
        /// The seed.
        seed: u64,
        /// Fights played.
        fights: u64,
        /// Fights that it won.
        wins: u64,
        /// Fights that another side won.
        losses: u64,
        /// Fights in which no side was left.
        draws: u64,
        /// Fights that reached the last allowed round undecided.
        timeouts: u64,
        /// Wins of fights.
        win_rate: Number,
        /// The lower end of its 95 % interval.
        win_lo: Number,
        /// The upper end of its 95 % interval.
        win_hi: Number,
        /// The mean round in which fights ended, timeouts included.
        rounds_mean: Number,
        /// The lower end of its 95 % interval.
        rounds_lo: Number,
        /// The upper end of its 95 % interval.
        rounds_hi: Number,
        /// The standard deviation of the rounds.
        rounds_sd: Number,
        /// The round by which 5 % of the fights had ended.
        rounds_p5: Option<u64>,
        /// The round by which half of the fights had ended.
        rounds_p50: Option<u64>,
        /// The round by which 95 % of the fights had ended.
        rounds_p95: Option<u64>,
        /// Why the run stopped.
        stop: Stop,
        /// The signature of the tallies.
        signature: &'a str,
        /// The win rate with the luck of the rolls taken out; empty where that saves less than a fifth of the fights.
        win_adjusted: Number,
        /// The lower end of its 95 % interval.
        win_adjusted_lo: Number,
        /// The upper end of its 95 % interval.
        win_adjusted_hi: Number,
        /// The mean round with the luck of the rolls taken out; empty where that saves less than a fifth of the fights.
        rounds_adjusted: Number,
        /// The lower end of its 95 % interval.
        rounds_adjusted_lo: Number,
        /// The upper end of its 95 % interval.
        rounds_adjusted_hi: Number,
        /// The hash of what the scenario means: equal hashes, equal fights of equal seeds and rules.
        scenario_hash: &'a str,
        /// The date that SOURCE_DATE_EPOCH names, as in 2026-11-26T22:15:00Z; empty without it.
        date: Option<&'a str>,
    }
}

row! {
    /// One round and outcome.
    "rounds" RoundRow {
        /// The round in which fights ended.
        round: u64,
        /// `win` of the side, `draw` or `timeout`.
        outcome: &'static str,
        /// The winner; none for draws and timeouts.
        side: Option<&'a str>,
        /// Fights that ended so.
        count: u64,
        /// Fights played.
        fights: u64,
    }
}

pub(super) fn summary<'a>(point: &'a Point, about: &'a About, totals: &Totals) -> Vec<SummaryRow<'a>> {
    let ended = totals.rounds();
    let rounds = Moments::of(&ended);
    let rounds_within = Measured::rounds(ended.clone(), about).interval();
    let (draws, timeouts) = (totals.draws.n(), totals.timeouts.n());
    let luck = Luck::of(about, totals);
    let rounds_adjusted = luck.as_ref().and_then(Luck::sharper_rounds);
    let sides = about.roster.sides.iter().enumerate();
    sides
        .map(|(idx, side)| {
            let wins = totals.wins(idx);
            let rate = Rate { events: wins, n: totals.fights };
            let within = rate.interval();
            let adjusted = luck.as_ref().and_then(|luck| luck.sharper_win_rate(idx));
            SummaryRow {
                side: &side.name,
                seed: point.seed,
                fights: totals.fights,
                wins,
                losses: totals.fights - wins - draws - timeouts,
                draws,
                timeouts,
                win_rate: Number::new(rate.value()),
                win_lo: Number::new(within.map(|i| i.lo)),
                win_hi: Number::new(within.map(|i| i.hi)),
                rounds_mean: Number::new(rounds.mean()),
                rounds_lo: Number::new(rounds_within.map(|i| i.lo)),
                rounds_hi: Number::new(rounds_within.map(|i| i.hi)),
                rounds_sd: Number::new(rounds.sd()),
                rounds_p5: quantile(&ended, 5),
                rounds_p50: quantile(&ended, 50),
                rounds_p95: quantile(&ended, 95),
                stop: point.stop,
                signature: &point.signature,
                win_adjusted: Number::new(adjusted.map(|it| it.value)),
                win_adjusted_lo: Number::new(adjusted.map(|it| it.within.lo)),
                win_adjusted_hi: Number::new(adjusted.map(|it| it.within.hi)),
                rounds_adjusted: Number::new(rounds_adjusted.map(|it| it.value)),
                rounds_adjusted_lo: Number::new(rounds_adjusted.map(|it| it.within.lo)),
                rounds_adjusted_hi: Number::new(rounds_adjusted.map(|it| it.within.hi)),
                scenario_hash: &point.scenario_hash,
                date: point.date.as_deref(),
            }
        })
        .collect()
}

pub(super) fn rounds<'a>(about: &'a About, totals: &Totals) -> Vec<RoundRow<'a>> {
    let mut rows = Vec::new();
    let mut ended = |outcome, side, rounds: &Histogram| {
        let fights = totals.fights;
        rows.extend(rounds.each().map(|(round, count)| RoundRow { round, outcome, side, count, fights }));
    };
    for (side, side_totals) in about.roster.sides.iter().zip(&totals.sides) {
        ended("win", Some(side.name.as_str()), &side_totals.wins);
    }
    ended("draw", None, &totals.draws);
    ended("timeout", None, &totals.timeouts);
    rows
}
