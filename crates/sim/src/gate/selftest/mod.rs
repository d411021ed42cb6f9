//! Whether fray's intervals cover what they say, and whether its gate is as quiet as it says,
//! measured on fights whose exact answer is known.
//!
//! [`coverage`] measures the intervals of a run, [`differences`] those of paired fights, [`screens`] those of
//! Morris and Sobol, [`goals`] those of goals where their play stops, [`sentences`] what the card says, and
//! [`gate`] false alarms.

mod alarms;

pub use alarms::gate;
use alarms::{LEAST, at_most};

mod differences;
mod goals;
mod screens;
pub mod sentences;
pub mod text;

pub use differences::differences;
pub use goals::goals;
pub use screens::screens;

use core::sync::atomic::{AtomicBool, Ordering};

use fray_engine::roster::SideId;
use rayon::prelude::*;
use serde::Serialize;

use crate::exact::ExactReport;
use crate::luck::{Luck, LuckOfCounts};
use crate::play::engine::Engine;
use crate::play::luck;
use crate::play::run::{Broken, run, run_alone};
use crate::stats::beta::{self};
use crate::stats::family::holm;
use crate::stats::{Interval, Rate, quantile_bounds};
use crate::tables::format::Number;
use crate::tables::rows::{COMMON, Measured, MeasuredOf};
use crate::totals::{About, Totals};

/// The number of runs and fights of each measurement.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Runs whose intervals are looked at.
    pub runs: u64,
    /// The fights of each.
    pub fights: u64,
    /// Runs of the gate in which nothing changed.
    pub null_runs: u64,
    /// Runs of pairs, of screens and of goals, whose intervals are looked at.
    pub compared_runs: u64,
    /// The false alarms that the gate may raise, as a share of these runs.
    pub alpha: f64,
    /// The first seed.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { runs: 300, fights: 400, null_runs: 50, compared_runs: 50, alpha: 0.05, seed: 1 }
    }
}

impl Plan {
    /// The plan of a measurement that takes minutes.
    #[must_use]
    pub fn thorough() -> Self {
        Self { runs: 2_000, fights: 1_000, null_runs: 500, compared_runs: 1_000, ..Self::default() }
    }
}

/// One promise and what was measured of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The measured promise, in words.
    pub what: String,
    /// The number of tries.
    pub tries: u64,
    /// The number of tries in which the interval held the truth, or the gate was quiet.
    pub held: u64,
    /// The part of the tries that is promised.
    pub promised: f64,
    /// The part that was measured.
    pub measured: Number,
    /// The least part that luck explains: one measurement in a thousand that is as promised lies
    /// below.
    pub least: Number,
    /// The power of the measurement: a coverage (or part) as low as this is found in nine of ten measurements. None
    /// where the tries are so few that nothing would be found.
    pub finds: Number,
    /// Whether the promise is kept, as far as the tries tell.
    pub kept: bool,
}

impl Row {
    /// Returns whether the tries are too few to find anything.
    #[must_use]
    pub fn has_no_power(&self) -> bool {
        self.finds.get().is_none()
    }
}

/// The largest part of which nine of ten measurements with `n` tries have `most` events at most; none where even no
/// event is no finding.
fn found_at(most: Option<u64>, n: u64) -> Number {
    const POWER: f64 = 0.9;
    let part =
        most.filter(|most| *most < n).map(|k| beta::quantile((k + 1) as f64, (n - k) as f64, 1.0 - POWER).x);
    Number::new(part)
}

/// The most events of `n` that are a finding: what is found with some events is found with fewer.
fn most_found(n: u64, is_found: impl Fn(u64) -> bool) -> Option<u64> {
    let (mut found, mut kept) = (0, n + 1);
    while found < kept {
        let middle = (found + kept) / 2;
        if is_found(middle) { found = middle + 1 } else { kept = middle }
    }
    found.checked_sub(1)
}

fn row(what: impl Into<String>, tries: u64, held: u64, promised: f64) -> Row {
    let spread = (promised * (1.0 - promised) / tries.max(1) as f64).sqrt();
    let measured = held as f64 / tries.max(1) as f64;
    // The normal distribution's 0.1 % point, and half a try for its steps.
    let least = promised - 3.090_232 * spread - 0.5 / tries.max(1) as f64;
    Row {
        what: what.into(),
        tries,
        held,
        promised,
        measured: Number::from(measured),
        least: Number::from(least),
        finds: found_at(most_found(tries, |k| (k as f64 / tries.max(1) as f64) < least), tries),
        kept: measured >= least,
    }
}

/// Something with a truth and an interval in every run.
struct Checked {
    what: String,
    truth: f64,
    at: At,
}

/// The source of an interval.
#[derive(Clone, Copy)]
enum At {
    WinRate(usize),
    Rounds,
    /// The win rate of a side and the mean of the rounds, with luck taken out.
    SharperWinRate(usize),
    SharperRounds,
    QuantileOfRounds(u32),
    Metric(MeasuredOf, usize),
    /// A metric that every fight has once, with luck taken out.
    SharperMetric(MeasuredOf, usize),
    Common(MeasuredOf, usize),
}

impl At {
    /// The observations of a run; none of a quantile.
    fn measured(self, about: &About, totals: &Totals) -> Option<Measured> {
        match self {
            Self::WinRate(side) => {
                Some(Measured::of_fights(Rate { events: totals.wins(side), n: totals.fights }))
            }
            Self::Rounds => Some(Measured::rounds(totals.rounds(), about)),
            Self::QuantileOfRounds(_) | Self::SharperWinRate(_) | Self::SharperRounds => None,
            Self::Metric(whom, idx) | Self::SharperMetric(whom, idx) => whom.metric(about, totals, idx),
            Self::Common(whom, idx) => whom.common(about, totals).into_iter().nth(idx),
        }
    }

    /// The interval of a run, and whether enough fights carry it for it not to be widened on purpose.
    fn interval(self, about: &About, totals: &Totals) -> Option<(Interval, bool)> {
        if let Self::QuantileOfRounds(percent) = self {
            let (lo, hi) = quantile_bounds(&totals.rounds(), percent)?;
            // The steps of whole rounds make it wide.
            return Some((Interval { lo: lo as f64, hi: hi as f64 }, false));
        }
        if let Self::SharperWinRate(_) | Self::SharperRounds = self {
            let luck = Luck::of(about, totals)?;
            let sharper = match self {
                Self::SharperWinRate(side) => luck.sharper_win_rate(side),
                _ => luck.sharper_rounds(),
            };
            return sharper.map(|sharper| (sharper.within, true));
        }
        let seen = self.measured(about, totals)?;
        if let Self::SharperMetric(whom, idx) = self {
            let sharper = LuckOfCounts::of(about, totals)?.sharper(about, whom, idx, &seen);
            return sharper.map(|sharper| (sharper.within, true));
        }
        Some((seen.interval()?, seen.has_many()))
    }
}

/// Everything that is measured of these rules. The truth is exact where the exact answer has it,
/// else that of `long`, a run of a hundred times the fights of each that is judged.
fn checked(about: &About, exact: &ExactReport, long: &Totals) -> Vec<Checked> {
    let mut all = Vec::new();
    for (i, side) in about.roster.sides.iter().enumerate() {
        let truth = exact.win(&side.name);
        let what = format!("win_rate({})", side.name);
        all.push(Checked { what: format!("{what}, luck taken out"), truth, at: At::SharperWinRate(i) });
        all.push(Checked { what, truth, at: At::WinRate(i) });
    }
    for (what, at) in [("rounds", At::Rounds), ("rounds, luck taken out", At::SharperRounds)] {
        all.push(Checked { what: what.to_owned(), truth: exact.rounds_mean, at });
    }
    for percent in [50, 95] {
        let truth = f64::from(quantile_of_rounds(exact, percent));
        let at = At::QuantileOfRounds(percent);
        all.push(Checked { what: format!("p{percent}(rounds)"), truth, at });
    }
    for (of, at) in of_metrics(about) {
        let sampled = || at.measured(about, long)?.by_fight.ratio();
        let Some(truth) = of.exact(exact).or_else(sampled) else { continue };
        all.push(Checked { what: of.what(), truth, at });
    }
    all
}

/// A metric of a unit or of a side of several, by its names.
struct MetricOf<'a> {
    side: &'a str,
    unit: Option<&'a str>,
    metric: &'static str,
}

impl MetricOf<'_> {
    fn what(&self) -> String {
        format!("{}({})", self.metric, self.unit.unwrap_or(self.side))
    }

    /// Its exact mean, where the exact answer has it.
    fn exact(&self, exact: &ExactReport) -> Option<f64> {
        let is = |row: &&crate::exact::report::MetricRow| {
            row.side == self.side && row.unit.as_deref() == self.unit && row.metric == self.metric
        };
        exact.metrics.iter().find(is).map(|row| row.mean)
    }
}

/// The metrics of all units and of sides of several.
fn of_metrics(about: &About) -> impl Iterator<Item = (MetricOf<'_>, At)> {
    let sides = (0..about.roster.sides.len()).filter(|side| about.roster.sides[*side].units.len() > 1);
    let sides = sides.map(|side| {
        let name = about.roster.sides[side].name.as_str();
        (MeasuredOf::Side(SideId(side as u8)), None, name)
    });
    let units = about.roster.each().map(|(id, unit)| {
        let side = about.roster.sides[unit.side.idx()].name.as_str();
        (MeasuredOf::Unit(id), Some(unit.name.as_str()), side)
    });
    sides.chain(units).flat_map(|(whom, unit, side)| {
        let metrics = about.metrics.iter().enumerate().map(move |(idx, info)| (info, At::Metric(whom, idx)));
        let common = COMMON.iter().enumerate().map(move |(idx, info)| (info, At::Common(whom, idx)));
        metrics.chain(common).map(move |(info, at)| (MetricOf { side, unit, metric: info.name }, at))
    })
}

fn quantile_of_rounds(exact: &ExactReport, percent: u32) -> u32 {
    let last = exact.rounds.iter().map(|row| row.round).max().unwrap_or(0);
    let mut sum = 0.0;
    (0..=last)
        .find(|&round| {
            sum += exact.ends_in(round);
            sum * 100.0 >= f64::from(percent)
        })
        .unwrap_or(last)
}

/// The counts of one interval: the runs, those in which it does not miss the truth (a run without it claims
/// nothing), both again of the runs in which enough fights carry it, and the runs that have it.
type Held = [u64; 5];

/// Measures the coverage of the intervals of these rules: of win rates and rounds, plain and with luck taken out, and
/// of all counts, values and ratios of units and sides.
///
/// # Errors
/// The first fight of a run that broke an invariant, with the run's seed.
pub fn coverage(
    engine: &dyn Engine,
    about: &About,
    exact: &ExactReport,
    plan: &Plan,
    stop: &AtomicBool,
) -> Result<Vec<Row>, (u64, Broken)> {
    // Seeds of runs count up from that of the plan; the long run has one before them.
    let seed = plan.seed.wrapping_sub(1);
    let long = run(engine, seed, 0..100 * plan.fights, &|_| {}).map_err(|broken| (seed, broken))?;
    let checked = checked(about, exact, &long);
    let counts = held(engine, about, &checked, plan.runs, plan.fights, plan.seed, stop)?;
    let seen: Vec<_> = checked.iter().zip(counts).filter(|(_, held)| held[4] > 0).collect();
    Ok(judged(&seen.iter().map(|(checked, held)| (checked.what.as_str(), *held)).collect::<Vec<_>>()))
}

/// Plays runs of so many fights, under seeds that count up from this one, and counts how often each interval holds.
fn held(
    engine: &dyn Engine,
    about: &About,
    checked: &[Checked],
    runs: u64,
    fights: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Vec<Held>, (u64, Broken)> {
    let none = || vec![[0; 5]; checked.len()];
    let one = |run: u64| {
        if stop.load(Ordering::Relaxed) {
            return Ok(none());
        }
        let seed = seed.wrapping_add(run);
        let totals = run_alone(engine, seed, 0..fights).map_err(|broken| (seed, broken))?;
        let held = checked.iter().map(|checked| match checked.at.interval(about, &totals) {
            Some((within, has_many)) => {
                // A truth that was summed up in floats is known to some digits less than all.
                let width = 1e-9 * checked.truth.abs();
                let wider = Interval { lo: within.lo - width, hi: within.hi + width };
                let (holds, many) = (u64::from(wider.has(checked.truth)), u64::from(has_many));
                [1, holds, many, many * holds, 1]
            }
            None => [1, 1, 0, 0, 0],
        });
        Ok(held.collect())
    };
    let add = |mut a: Vec<Held>, b: Vec<Held>| {
        a.iter_mut().flatten().zip(b.iter().flatten()).for_each(|(a, b)| *a += b);
        Ok(a)
    };
    (0..runs).into_par_iter().map(one).try_reduce(none, add)
}

/// The fights of a run whose counts are judged with luck taken out: enough for the accounts of two sides.
const FIGHTS_OF_COUNTS: u64 = 288 * luck::EVERY;

/// Measures the coverage of the intervals of counts with luck taken out, of those whose exact answer is known: the row
/// of the one that covers least.
///
/// # Errors
/// The first fight of a run that broke an invariant, with the run's seed.
pub fn counts(
    engine: &dyn Engine,
    about: &About,
    exact: &ExactReport,
    plan: &Plan,
    stop: &AtomicBool,
) -> Result<Option<Row>, (u64, Broken)> {
    let checked: Vec<Checked> = of_metrics(about)
        .filter_map(|(of, at)| match at {
            At::Metric(whom, idx) => {
                Some(Checked { truth: of.exact(exact)?, what: of.what(), at: At::SharperMetric(whom, idx) })
            }
            _ => None,
        })
        .collect();
    let held = held(engine, about, &checked, plan.compared_runs, FIGHTS_OF_COUNTS, plan.seed, stop)?;
    // A run that shows no sharper figure claims nothing, and is no try.
    let shown = checked.into_iter().zip(held).filter(|(_, held)| held[4] > 0);
    let shown: Vec<_> = shown.map(|(it, [.., n_many, held, _])| (it.what, n_many, held)).collect();
    Ok(worst("a count with luck taken out", &shown))
}

/// The family of all intervals: none may cover significantly less than 94 %, nor more than 97.5 %
/// where enough fights carry it; one measurement of right intervals in a thousand fails (Holm).
fn judged(seen: &[(&str, Held)]) -> Vec<Row> {
    const MOST: f64 = 0.975;
    const ALPHA: f64 = 1e-3;
    let tests = seen.iter().flat_map(|(_, [n, held, many, held_of_many, _])| {
        [at_most(*held, *n, LEAST), at_most(many - held_of_many, *many, 1.0 - MOST)]
    });
    let adjusted = holm(&tests.collect::<Vec<f64>>());
    let n_tests = adjusted.len() as f64;
    let row = |((what, [n, held, ..]), p): (&(&str, Held), &[f64])| Row {
        what: format!("95 % interval of {what}"),
        tries: *n,
        held: *held,
        promised: 0.95,
        measured: Number::from(*held as f64 / *n as f64),
        least: Number::from(LEAST),
        finds: found_at(most_found(*n, |k| at_most(k, *n, LEAST) * n_tests <= ALPHA), *n),
        kept: p.iter().all(|p| *p > ALPHA),
    };
    seen.iter().zip(adjusted.chunks(2)).map(row).collect()
}

/// Of intervals of one kind, the row of the one that covers least, as far as luck allows to tell. All are kept
/// if none covers significantly less than 94 %; one measurement of right intervals in a thousand fails
/// (Bonferroni).
fn worst(kind: &str, all: &[(String, u64, u64)]) -> Option<Row> {
    let p = |(_, n, held): &(String, u64, u64)| at_most(*held, *n, LEAST);
    let least = all.iter().filter(|(_, n, _)| *n > 0).min_by(|a, b| p(a).total_cmp(&p(b)))?;
    let (name, n, held) = least;
    // One measurement of right intervals in a thousand fails.
    let is_found = |held: u64| at_most(held, *n, LEAST) * all.len() as f64 <= 1e-3;
    Some(Row {
        what: format!("95 % interval of {kind}, the worst of {}: {name}", all.len()),
        tries: *n,
        held: *held,
        promised: 0.95,
        measured: Number::from(*held as f64 / *n as f64),
        least: Number::from(LEAST),
        finds: found_at(most_found(*n, is_found), *n),
        kept: !is_found(*held),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_of_a_row_is_that_of_its_tries() {
        let finds = |tries: u64| row("", tries, tries, 0.95).finds.get();
        // Even three misses of three are as likely as one thousandth; of two they are not.
        assert!(finds(0).is_none());
        let [few, some, many] = [10, 50, 1_000].map(|tries| finds(tries).expect("enough tries"));
        assert!(few < some && some < many && many < 0.95, "{few} {some} {many}");
        // Of 50 tries 42 are found and 43 are kept: 0.1 % lie below 0.95 - 3.09 * 0.0308 - 0.01 = 0.845.
        let [found, kept] = [42, 43].map(|held| row("", 50, held, 0.95).kept);
        assert!(!found && kept, "{found} {kept}");
        // At the coverage that is named nine of ten measurements have 42 at most.
        assert!((at_most(42, 50, some) - 0.9).abs() < 1e-6, "{some}");
        let row = worst("a thing", &[("one".to_owned(), 3, 0), ("other".to_owned(), 3, 3)]).expect("a row");
        assert!(!row.kept && !row.has_no_power());
        let row = worst("a thing", &[("one".to_owned(), 2, 0)]).expect("a row");
        assert!(row.kept == row.has_no_power(), "{row:?}");
    }
}
