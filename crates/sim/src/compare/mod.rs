//! Two scenarios on the same dice: what a change does, fight by fight.
//!
//! Fight k of A and fight k of B roll the same dice: streams are keyed by seed, fight, side,
//! unit and purpose ([`crate::play::dice`]), never by the scenario. Whatever the change does not touch
//! goes the same way in both, and the difference is seen with a fraction of the fights.
//!
//! Read in this order: [`crate::tally::columns`] (the numbers of each fight), `matched` (which of
//! them two scenarios share, by name), `play` (pair after pair, on all threads), [`sums`] (integers),
//! [`estimate`] (differences and their errors), [`compare`] (the verdict), [`report`] (the table);
//! beside them [`stored`] (runs that were kept).
//!
//! - The verdict on the primary metric comes from a confidence sequence
//!   ([`crate::stats::sequential`]): it may be looked at after every batch, and a run that it
//!   ends is no more often wrong than it says.
//! - The numbers of a run that the verdict ended are those of a confidence sequence too: their
//!   intervals and p-values hold whenever one stops. Those of a fixed number of pairs are the
//!   narrower ones of a test that is made once.
//! - The other metrics are tested as one family, by Holm.

pub mod estimate;
mod matched;
mod play;
pub(crate) mod primary;
pub mod report;
pub mod stored;
pub mod sums;

use core::sync::atomic::{AtomicBool, Ordering};
use std::ops::Range;

use crate::measures::ParseError;
use crate::play::engine::Engine;
use crate::play::run::CHUNK;
use crate::stats::family::holm;
use crate::stats::sequential::{Sequence, Verdict, verdict};
use crate::stats::{ALPHA, Interval};
use crate::tables::rows::Stop;
pub use estimate::Estimate;
use matched::{Match, Matched, matched, of_fights};
pub use matched::{Measure, Named};
use play::Pairs;
pub use play::{BrokenPair, Seats, Streams, Which};
use primary::primary_metric;
use sums::Sums;

/// With fewer pairs there is no verdict: the normal law behind it needs so many.
const FEWEST: u64 = CHUNK;

/// The first look at a verdict comes after so many pairs.
const FIRST_LOOK: u64 = 8 * CHUNK;

/// Every look comes after this part more of the pairs.
const LOOKS: u64 = 8;

/// The number of pairs for which the sequential test is sharpest.
const TUNED_FOR: f64 = 30_000.0;

/// The tolerance of rates that nobody says otherwise of: half a point.
pub const DELTA: f64 = 0.005;

/// A difference that still counts as none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// Of a rate, in points: a hundredth each.
    Points(f64),
    /// In the units of the metric.
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

/// When the playing ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// At the end of the range.
    End,
    /// At the verdict, or at the end of the range.
    Verdict,
}

/// What is asked of a comparison.
#[derive(Clone)]
pub struct Order<'a> {
    /// The dice of A and of B.
    pub streams: [Streams; 2],
    /// The pairs, from the first up to but not with the second.
    pub range: Range<u64>,
    /// When to end.
    pub until: Until,
    /// The metric that the verdict is on; the first side's win rate if none is named.
    pub metric: Option<&'a str>,
    /// The largest difference that counts as the same; for a rate [`DELTA`] if none is given.
    pub delta: Option<Tolerance>,
    /// The part of the verdicts that may be wrong, and of the tables with a false difference.
    pub alpha: f64,
    /// Set from outside: stop soon.
    pub stop: &'a AtomicBool,
    /// Told the number of pairs as they are done, from any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
}

/// Why nothing was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoComparison {
    /// The text of `--metric` names no metric that can be compared.
    Metric(ParseError),
    /// The question has no answer, for the reason given.
    Refused(String),
    /// A fight broke an invariant of its rules.
    Broken(BrokenPair),
}

/// A metric that both scenarios have.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Its name.
    pub named: Named,
    /// What it is.
    pub measure: Measure,
    /// What the pairs say; none where there was nothing to say it of.
    pub estimate: Option<Estimate>,
    /// The 95 % interval of the difference.
    pub within: Option<Interval>,
    /// The chance of a difference so large where there is none; not adjusted.
    pub p: Option<f64>,
    /// What is said of it: the verdict for the primary; for the others of the table `Different`
    /// if Holm's test of all of them says that there is a difference, `Same` if there was none in
    /// any pair or, of a rate, if the interval lies within the tolerance.
    pub verdict: Verdict,
}

/// A comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Pairs played.
    pub pairs: u64,
    /// Why it stopped.
    pub stop: Stop,
    /// The metrics, in the order of tables.
    pub metrics: Vec<Compared>,
    /// The place of the primary among them.
    pub primary: usize,
    /// The largest difference that counts as the same.
    pub delta: f64,
    /// The part of the verdicts that may be wrong.
    pub alpha: f64,
    /// When it was to end.
    pub until: Until,
    /// About how many more pairs a verdict needs; none if it is there, or if there is no telling.
    pub more: Option<u64>,
    /// The integers that all of this is made of, by metric.
    pub sums: Vec<Sums>,
    /// What A alone has.
    pub only_a: Vec<Named>,
    /// What B alone has.
    pub only_b: Vec<Named>,
}

impl Comparison {
    /// The metric that the verdict is on.
    #[must_use]
    pub fn primary(&self) -> &Compared {
        &self.metrics[self.primary]
    }

    /// The verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.primary().verdict
    }
}

/// Plays pairs of fights on the threads of the current pool until the order is filled.
///
/// The result depends on the scenarios, the streams, the range and the looks at the verdict,
/// which lie at fixed numbers of pairs; not on threads.
///
/// # Errors
/// If the headline is no metric of both, if it needs a tolerance, or if a fight broke an
/// invariant.
pub fn compare(a: &dyn Engine, b: &dyn Engine, order: &Order<'_>) -> Result<Comparison, NoComparison> {
    let abouts = [a.about(), b.about()];
    let [of_a, of_b] = abouts.each_ref().map(of_fights);
    let Match { both, only_a, only_b } = matched(of_a, of_b);
    let named: Vec<_> = both.iter().map(|metric| (&metric.named, metric.measure)).collect();
    let primary = primary_metric(&named, order.metric)?;
    let delta = tolerance(named[primary], order.delta)?;
    let pairs = Pairs::new([a, b], &abouts, order.streams, &both);
    let sequence = Sequence { alpha: order.alpha, tuned_for: TUNED_FOR };
    let judge = |sums: &[Sums], n: u64| {
        let estimate = Estimate::of(&sums[primary], both[primary].measure, n);
        let enough = estimate.filter(|_| n >= FEWEST);
        enough.map_or(Verdict::Undecided, |estimate| verdict(estimate.sequential(sequence), delta))
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
        // Blocks short enough that an interruption is answered within a moment.
        let left = (order.range.end - at).min(look - n);
        let end = at + left.min(CHUNK * 512);
        let more = pairs.play(at..end, order.played).map_err(NoComparison::Broken)?;
        sums.iter_mut().zip(&more).for_each(|(sums, more)| sums.merge(more));
        at = end;
    };
    let n = at - order.range.start;
    // At the end of the range the last look is still to come.
    let verdict = judge(&sums, n);
    let stop = if stop == Stop::Max && verdict != Verdict::Undecided { Stop::Target } else { stop };
    let more = Estimate::of(&sums[primary], both[primary].measure, n)
        .filter(|_| verdict == Verdict::Undecided)
        .and_then(|estimate| estimate.more(sequence, delta));
    let is_fixed = order.until == Until::End && stop == Stop::Fixed;
    let mut metrics = compared(both, &sums, n, is_fixed);
    let of_rates = if metrics[primary].measure.is_rate() { delta } else { DELTA };
    judge_table(&mut metrics, primary, order.alpha, of_rates);
    metrics[primary].verdict = verdict;
    let (until, alpha) = (order.until, order.alpha);
    Ok(Comparison { pairs: n, stop, metrics, primary, delta, alpha, until, more, sums, only_a, only_b })
}

/// The tolerance in the units of the metric.
fn tolerance((name, measure): (&Named, Measure), asked: Option<Tolerance>) -> Result<f64, NoComparison> {
    let refused = |message: String| Err(NoComparison::Refused(message));
    match (asked, measure.is_rate()) {
        (Some(Tolerance::Points(points)), true) => Ok(points / 100.0),
        (Some(Tolerance::Points(_)), false) => refused(format!("`{name}` is no rate and has no points")),
        (Some(Tolerance::Plain(delta)), _) => Ok(delta),
        (None, true) => Ok(DELTA),
        (None, false) => {
            refused(format!("`{name}` is no rate: say with --delta which difference counts as none"))
        }
    }
}

fn compared(both: Vec<Matched>, sums: &[Sums], n: u64, is_fixed: bool) -> Vec<Compared> {
    let sequence = Sequence { alpha: ALPHA, tuned_for: TUNED_FOR };
    let row = |(metric, sums): (Matched, &Sums)| {
        let estimate = Estimate::of(sums, metric.measure, n);
        let difference = estimate.map(|one| if is_fixed { one.fixed() } else { one.at_any_time(sequence) });
        Compared {
            named: metric.named,
            measure: metric.measure,
            estimate,
            within: difference.map(|difference| difference.within),
            p: difference.map(|difference| difference.p),
            verdict: Verdict::Undecided,
        }
    };
    both.into_iter().zip(sums).map(row).collect()
}

/// The verdicts of the table but for the primary, which is tested by itself. `delta` is the
/// tolerance of rates.
fn judge_table(metrics: &mut [Compared], primary: usize, alpha: f64, delta: f64) {
    let is_judged = |(at, metric): &(usize, &mut Compared)| *at != primary && metric.p.is_some();
    let family: Vec<_> = metrics.iter_mut().enumerate().filter(is_judged).map(|(_, metric)| metric).collect();
    let p: Vec<f64> = family.iter().filter_map(|metric| metric.p).collect();
    for (metric, p_holm) in family.into_iter().zip(holm(&p)) {
        let is_within = |within: Interval| -delta <= within.lo && within.hi <= delta;
        let equal = metric.estimate.is_some_and(|estimate| estimate.equal);
        metric.verdict = if p_holm <= alpha {
            Verdict::Different
        } else if equal || metric.measure.is_rate() && metric.within.is_some_and(is_within) {
            Verdict::Same
        } else {
            Verdict::Undecided
        };
    }
}
