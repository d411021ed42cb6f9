//! Compares two scenarios by paired fights on the same dice.
//!
//! Fight k of scenario A and fight k of scenario B roll the same dice: streams are keyed by seed, fight,
//! side, unit and purpose ([`crate::play::dice`]), never by the scenario. Rolls that the change does not
//! affect are equal in both (common random numbers), so that a difference is found with a fraction of the
//! fights.
//!
//! Read in this order: [`crate::tally::columns`] (the numbers of each fight), `shared` (which of
//! them two scenarios share, by name), `play` (pair after pair, on all threads), [`sums`] (integers),
//! [`estimate`] (differences and their errors), [`compare`] (the verdict), [`report`] (the table);
//! beside them [`stored`] (runs that were kept) and [`nights`] (batches that were kept).
//!
//! - The verdict on the primary metric comes from a confidence sequence
//!   ([`crate::stats::sequential`]): it may be computed after every batch, and the run may stop at
//!   the first verdict without raising the error rate. Luck is taken out of it (`luck`) where that saves
//!   a fifth of the pairs or more.
//! - The intervals and p-values of a run that a verdict may end come from confidence sequences too,
//!   and are valid whenever the run stops. Those of a fixed number of pairs are narrower, as their
//!   test is made once, and so is the interval of its verdict, however few the pairs are.
//! - What says the same of each pair as the primary metric, as the losses of the other side, has its verdict.
//! - The other metrics are tested together, with Holm's correction.

pub mod estimate;
mod luck;
pub mod nights;
pub(crate) mod play;
pub(crate) mod primary;
pub mod report;
pub(crate) mod shared;
pub mod stored;
pub mod sums;

use core::sync::atomic::{AtomicBool, Ordering};
use std::ops::Range;

use crate::luck::Sharper;
use crate::measures::ParseError;
use crate::play::chunks::Between;
use crate::play::engine::Engine;
use crate::play::run::CHUNK;
use crate::stats::family::holm;
use crate::stats::sequential::{Sequence, Verdict, verdict};
use crate::stats::{ALPHA, Interval};
use crate::tables::rows::Stop;
pub use estimate::Estimate;
pub use play::{BrokenPair, Seats, Streams, Which};
use play::{PairSums, Pairs};
use primary::primary_metric;
pub use shared::{MetricKind, MetricName};
use shared::{SharedMetric, SharedMetrics, metrics_of, shared};
use sums::Sums;

/// The fewest pairs for a verdict that may end a run, which relies on a normal approximation.
pub const FEWEST: u64 = CHUNK;

/// The number of pairs before the first look.
const FIRST_LOOK: u64 = 8 * CHUNK;

/// After the first look, the number of pairs grows by one part in this many before the next.
const LOOKS: u64 = 8;

/// The number of pairs at which the sequential test is most powerful.
pub(crate) const TUNED_FOR: f64 = 30_000.0;

/// The confidence sequence from which the intervals of the tables come.
const OF_TABLES: Sequence = Sequence { alpha: ALPHA, tuned_for: TUNED_FOR };

/// The default tolerance for rates: half a percentage point.
pub const DELTA: f64 = 0.005;

/// The largest difference that counts as no difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// For a rate, in percentage points.
    Points(f64),
    /// In the unit of the metric.
    Plain(f64),
}

impl core::str::FromStr for Tolerance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, is_points) = match text.trim().strip_suffix("pt") {
            Some(number) => (number.trim_end(), true),
            None => (text.trim(), false),
        };
        let number: f64 = number.parse().map_err(|_| "expected a number, or points like 0.5pt".to_owned())?;
        if !(0.0..1e15).contains(&number) {
            return Err("expected 0 or more".to_owned());
        }
        Ok(if is_points { Self::Points(number) } else { Self::Plain(number) })
    }
}

/// The condition that ends a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// At the end of the range.
    End,
    /// At the verdict, or at the end of the range.
    Verdict,
}

/// The settings of a comparison.
#[derive(Clone)]
pub struct ComparisonSettings<'a> {
    /// The dice of A and of B.
    pub streams: [Streams; 2],
    /// The numbers of the pairs.
    pub range: Range<u64>,
    /// The condition that ends the comparison.
    pub until: Until,
    /// The name of the primary metric, which the verdict is about; by default the win rate of the first
    /// side.
    pub metric: Option<&'a str>,
    /// The largest difference that counts as no difference; by default [`DELTA`] for rates.
    pub delta: Option<Tolerance>,
    /// The probability of a wrong verdict, and of a false difference among the other metrics.
    pub alpha: f64,
    /// Set from outside to stop the comparison soon.
    pub stop: &'a AtomicBool,
    /// Called with numbers of pairs as they are finished, on any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
}

/// The reason for which there is no comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoComparison {
    /// The text of `--metric` names no metric that can be compared.
    Metric(ParseError),
    /// The settings cannot be satisfied, for the reason given.
    Refused(String),
    /// A fight broke an invariant of its rules.
    Broken(BrokenPair),
}

/// The comparison of one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The name of the metric.
    pub named: MetricName,
    /// The kind of the metric.
    pub kind: MetricKind,
    /// The estimate of the difference; `None` without observations.
    pub estimate: Option<Estimate>,
    /// The 95 % interval of the difference.
    pub within: Option<Interval>,
    /// The p-value of the difference, not adjusted for the number of metrics.
    pub p: Option<f64>,
    /// The verdict. A metric other than the primary one is `Different` if the difference is
    /// significant with Holm's correction, and `Same` if it is a rate whose interval is within the
    /// tolerance.
    pub verdict: Verdict,
}

/// A comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The number of pairs played.
    pub pairs: u64,
    /// The condition that ended the comparison.
    pub stop: Stop,
    /// The metrics, in the order of tables.
    pub metrics: Vec<Compared>,
    /// The index of the primary metric.
    pub primary: usize,
    /// The largest difference that counts as no difference.
    pub delta: f64,
    /// The probability of a wrong verdict.
    pub alpha: f64,
    /// The difference of the primary metric with luck taken out, where that saves a fifth of the pairs or more: then the
    /// verdict is about this one.
    pub sharper: Option<Sharper>,
    /// The condition that was to end the comparison.
    pub until: Until,
    /// An estimate of how many more pairs a verdict needs; `None` if there is a verdict, or if the
    /// number cannot be estimated.
    pub more: Option<u64>,
    /// The integers that the estimates are computed from, by metric.
    pub sums: Vec<Sums>,
    /// The metrics that only A has.
    pub only_a: Vec<MetricName>,
    /// The metrics that only B has.
    pub only_b: Vec<MetricName>,
}

impl Comparison {
    /// The comparison of the primary metric.
    #[must_use]
    pub fn primary(&self) -> &Compared {
        &self.metrics[self.primary]
    }

    /// The 95 % interval of the difference with luck taken out, valid whenever the run stops unless the number of pairs
    /// was fixed.
    #[must_use]
    pub fn sharper_interval(&self) -> Option<Interval> {
        let (sharper, estimate) = self.sharper.zip(self.primary().estimate)?;
        Some(if self.is_fixed() { sharper.within } else { luck::sequential(&sharper, &estimate, OF_TABLES) })
    }

    /// Returns whether the number of pairs was fixed beforehand.
    fn is_fixed(&self) -> bool {
        self.until == Until::End && self.stop == Stop::Fixed
    }

    /// Returns whether no metric differed in any pair.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        !self.metrics.iter().any(|metric| metric.estimate.is_some_and(|estimate| !estimate.equal))
    }

    /// The most pairs in which a metric differs.
    #[must_use]
    pub fn discordant(&self) -> u64 {
        self.sums.iter().map(Sums::discordant).max().unwrap_or(0)
    }

    /// The verdict on the primary metric.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.primary().verdict
    }
}

/// Plays pairs of fights on the threads of the current pool until the comparison ends.
///
/// The result does not depend on threads: looks at the verdict come after fixed numbers of pairs.
///
/// # Errors
/// If the scenarios do not share the primary metric, if it needs a tolerance, or if a fight broke
/// an invariant.
pub fn compare(
    a: &dyn Engine,
    b: &dyn Engine,
    order: &ComparisonSettings<'_>,
) -> Result<Comparison, NoComparison> {
    let abouts = [a.about(), b.about()];
    let [of_a, of_b] = abouts.each_ref().map(metrics_of);
    let SharedMetrics { both, only_a, only_b } = shared(of_a, of_b);
    let named: Vec<_> = both.iter().map(|metric| (&metric.named, metric.kind)).collect();
    let primary = primary_metric(&named, order.metric)?;
    let delta = tolerance(named[primary], order.delta)?;
    let pairs = Pairs::new([a, b], &abouts, order.streams, &both, primary);
    let sequence = Sequence { alpha: order.alpha, tuned_for: TUNED_FOR };
    let known = |sums: &PairSums, n: u64| {
        let of = &sums.sums[primary];
        let estimate = Estimate::of(of, both[primary].kind, both[primary].largest, n)?;
        Some((estimate, sums.luck.sharper(of, n)))
    };
    let judge = |sums: &PairSums, n: u64| match known(sums, n).filter(|_| n >= FEWEST) {
        None => Verdict::Undecided,
        Some((estimate, None)) => verdict(estimate.sequential(sequence), delta),
        Some((estimate, Some(sharper))) => verdict(luck::sequential(&sharper, &estimate, sequence), delta),
    };
    let judge_once = |sums: &PairSums, n: u64| match known(sums, n) {
        None => Verdict::Undecided,
        Some((estimate, None)) => verdict(estimate.fixed_at(order.alpha).within, delta),
        Some((estimate, Some(sharper))) => verdict(luck::fixed_at(&sharper, &estimate, order.alpha), delta),
    };
    let mut sums = pairs.none();
    let mut at = order.range.start;
    let mut look = FIRST_LOOK;
    let stop = loop {
        let n = at - order.range.start;
        if at == order.range.end {
            break if order.until == Until::End { Stop::Fixed } else { Stop::Max };
        }
        if n == look {
            if order.until == Until::Verdict && judge(&sums, n) != Verdict::Undecided {
                break Stop::Target;
            }
            look += FIRST_LOOK.max(n / LOOKS / CHUNK * CHUNK);
        }
        if order.stop.load(Ordering::Relaxed) {
            break Stop::Interrupted;
        }
        let end = at + (order.range.end - at).min(look - n);
        let is_over = || order.stop.load(Ordering::Relaxed);
        let between = Between { played: order.played, is_over: &is_over };
        let (more, end) = match pairs.play(at..end, between) {
            Err(pair) if pair.broken.is_given_up() => break Stop::Interrupted,
            played => played.map_err(NoComparison::Broken)?,
        };
        sums.merge(&more);
        at = end;
    };
    let n = at - order.range.start;
    let is_fixed = order.until == Until::End && stop == Stop::Fixed;
    // The pairs after the last look are judged here.
    let verdict = if is_fixed { judge_once(&sums, n) } else { judge(&sums, n) };
    let stop = if stop == Stop::Max && verdict != Verdict::Undecided { Stop::Target } else { stop };
    let known = known(&sums, n);
    let sharper = known.and_then(|(_, sharper)| sharper);
    let more = known.filter(|_| verdict == Verdict::Undecided).and_then(|known| match known {
        (estimate, None) => estimate.more(sequence, delta),
        (estimate, Some(sharper)) => luck::more(&sharper, &estimate, sequence, delta),
    });
    let sums = sums.sums;
    let mut metrics = compared(both, &sums, n, is_fixed);
    let of_rates = if metrics[primary].kind.is_rate() { delta } else { DELTA };
    judge_table(&mut metrics, primary, order.alpha, of_rates);
    judge_primary(&mut metrics, primary, verdict);
    let (until, alpha) = (order.until, order.alpha);
    let pairs = n;
    Ok(Comparison { pairs, stop, metrics, primary, delta, alpha, sharper, until, more, sums, only_a, only_b })
}

/// The tolerance in the unit of the metric.
fn tolerance((name, kind): (&MetricName, MetricKind), asked: Option<Tolerance>) -> Result<f64, NoComparison> {
    let refused = |message: String| Err(NoComparison::Refused(message));
    match (asked, kind.is_rate()) {
        (Some(Tolerance::Points(points)), true) => Ok(points / 100.0),
        (Some(Tolerance::Points(_)), false) => {
            refused(format!("`{name}` is not a rate: its tolerance has no `pt`"))
        }
        (Some(Tolerance::Plain(delta)), _) => Ok(delta),
        (None, true) => Ok(DELTA),
        (None, false) => refused(format!(
            "`{name}` is not a rate: give the largest difference that counts as none with --delta"
        )),
    }
}

fn compared(both: Vec<SharedMetric>, sums: &[Sums], n: u64, is_fixed: bool) -> Vec<Compared> {
    let row = |(metric, sums): (SharedMetric, &Sums)| {
        let estimate = Estimate::of(sums, metric.kind, metric.largest, n);
        let difference = estimate.map(|one| if is_fixed { one.fixed() } else { one.at_any_time(OF_TABLES) });
        Compared {
            named: metric.named,
            kind: metric.kind,
            estimate,
            within: difference.map(|difference| difference.within),
            p: difference.map(|difference| difference.p),
            verdict: Verdict::Undecided,
        }
    };
    both.into_iter().zip(sums).map(row).collect()
}

/// Sets the verdict on the primary metric and on those that say the same of each pair.
fn judge_primary(metrics: &mut [Compared], primary: usize, verdict: Verdict) {
    metrics[primary].verdict = verdict;
    let Some(of_primary) = metrics[primary].estimate else { return };
    for metric in metrics.iter_mut() {
        if metric.estimate.is_some_and(|estimate| estimate.says_the_same_as(&of_primary)) {
            metric.verdict = verdict;
        }
    }
}

/// Decides the verdicts on all metrics but the primary one. `delta` is the tolerance for rates.
fn judge_table(metrics: &mut [Compared], primary: usize, alpha: f64, delta: f64) {
    let is_judged = |(at, metric): &(usize, &mut Compared)| *at != primary && metric.p.is_some();
    let family: Vec<_> = metrics.iter_mut().enumerate().filter(is_judged).map(|(_, metric)| metric).collect();
    let p: Vec<f64> = family.iter().filter_map(|metric| metric.p).collect();
    for (metric, p_holm) in family.into_iter().zip(holm(&p)) {
        // Only rates have a band; a count is the same where nothing else is possible.
        let delta = if metric.kind.is_rate() { delta } else { 0.0 };
        let is_within = |within: Interval| -delta <= within.lo && within.hi <= delta;
        metric.verdict = if p_holm <= alpha {
            Verdict::Different
        } else if metric.within.is_some_and(is_within) {
            Verdict::Same
        } else {
            Verdict::Undecided
        };
    }
}
