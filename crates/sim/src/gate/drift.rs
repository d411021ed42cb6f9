//! Mode `stat`: tests whether fresh fights have the distributions of the baseline.
//!
//! Rates are tested sequentially while fights are played, by Wald's test against a drift that
//! matters. The shapes (by a G-test) and the means of distributions are tested once, at a number of
//! fights that is fixed beforehand. The error rate of all tests of a run together is controlled.

use super::family::{Family, Observed};
use super::{Finding, Kind, Verdict};
use crate::stats::difference::{independent_counts, independent_rates, same_means};
use crate::stats::gtest::g_test;
use crate::stats::sequential::{self, Drift, Sequence};
use crate::stats::{ALPHA, Interval, Moments, Rate};
use crate::tables::format::{Number, bare_rate, fights, thousands};
use crate::totals::Histogram;

/// The probability of missing a drift as large as the tolerance.
const BETA: f64 = 1e-3;

/// The number of fights at which the bound on all drifts is tightest.
const TUNED_FOR: f64 = 200_000.0;

/// The error rates and the tolerance of the tests of a run.
#[derive(Clone, Copy, Debug)]
pub struct Strictness {
    /// The probability that the run of the whole suite raises a false alarm.
    pub alpha: f64,
    /// The number of tests in the run, including goals.
    pub tests: usize,
    /// The smallest drift of a rate that matters, as a share of 1.
    pub delta: f64,
}

impl Strictness {
    /// The probability of a false alarm of one test, by Bonferroni.
    #[must_use]
    pub fn alpha_of_one(&self) -> f64 {
        self.alpha / self.tests.max(1) as f64
    }

    /// The tolerance for a rate: `delta`; for rates below 5 % or above 95 % a tenth of the rarer
    /// outcome, but at least a fifth of `delta`, since smaller drifts need too many fights.
    fn tolerance(&self, rate: f64) -> f64 {
        let rarer = rate.min(1.0 - rate);
        if rarer >= 0.05 { self.delta } else { (rarer / 10.0).clamp(self.delta / 5.0, self.delta) }
    }
}

/// The number of tests that a family of a baseline needs.
#[must_use]
pub fn tests_of(family: &Family) -> usize {
    match family.observed {
        Observed::Rate { .. } => 1,
        // Its shape and its mean, if that has a meaning.
        Observed::Distribution(_) => {
            if family.is_first_round() {
                1
            } else {
                2
            }
        }
    }
}

/// The number of tests of the families of a baseline, by which the error rate of a run is divided.
///
/// A metric that never varied in the baseline hardly ever can raise an alarm (R. E. Tarone, "A modified
/// Bonferroni method for discrete data", 1990, leaves out what cannot): all such tests share the error rate
/// of one, as weights allow (S. Holm, "A simple sequentially rejective multiple test procedure", 1979). Rates
/// that mirror each other, as a side's wins the other's losses, are one test.
#[must_use]
pub fn tests_of_all(families: &[Family]) -> usize {
    let counts = |(at, family): &(usize, &Family)| !is_constant(family) && !is_mirrored(families, *at);
    let varied: usize = families.iter().enumerate().filter(counts).map(|(_, family)| tests_of(family)).sum();
    varied + usize::from(families.iter().any(is_constant))
}

/// The number of tests that share the error rate of one with those of `family`, one of `families`.
#[must_use]
pub fn sharing(family: &Family, families: &[Family]) -> usize {
    if is_constant(family) {
        families.iter().filter(|family| is_constant(family)).map(tests_of).sum::<usize>().max(1)
    } else {
        1
    }
}

/// Returns whether all fights of the baseline had the same value.
fn is_constant(family: &Family) -> bool {
    match &family.observed {
        Observed::Rate { n, events } => *events == 0 || events == n,
        Observed::Distribution(values) => values.each().count() <= 1,
    }
}

/// Returns whether an earlier rate happened in just as many fights, or in just the others: the win rates of two
/// sides without a draw, or two flags of a unit of which one says what the other denies.
fn is_mirrored(families: &[Family], at: usize) -> bool {
    let family = &families[at];
    let Observed::Rate { n, events } = family.observed else { return false };
    families[..at].iter().any(|other| {
        let is_same = match other.observed {
            Observed::Rate { n: m, events: k } => m == n && (k == events || k + events == n),
            Observed::Distribution(_) => false,
        };
        let is_won = |family: &Family| family.metric == "win_rate";
        is_same && (other.whom == family.whom || is_won(other) && is_won(family))
    })
}

/// The rate of the baseline with half an event added to each outcome, so that it is neither 0 nor 1.
fn smoothed_rate(events: u64, n: u64) -> f64 {
    (events as f64 + 0.5) / (n as f64 + 1.0)
}

/// The test of a rate against that of its baseline, with its share of the error rate of the run.
#[derive(Clone, Copy, Debug)]
pub struct RateTest {
    drift: Drift,
    was: Rate,
    looks: u32,
}

impl RateTest {
    /// The test for a drift from the rate `was` of the baseline, of which fresh fights are looked at up to
    /// `looks` times, and which shares the error rate of one test with `sharing` others and itself.
    #[must_use]
    pub fn new(was: Rate, strict: &Strictness, looks: u32, sharing: usize) -> Self {
        let p = smoothed_rate(was.events, was.n);
        let drift = Drift {
            baseline: p,
            baseline_n: was.n as f64,
            delta: strict.tolerance(p),
            alpha: strict.alpha_of_one() / sharing.max(1) as f64,
            beta: BETA,
        };
        Self { drift, was, looks }
    }

    /// The rate of the baseline.
    #[must_use]
    pub fn was(&self) -> Rate {
        self.was
    }

    /// The p-value, valid at any of its looks: twice the smaller of that of Wald's test, which looks for a
    /// drift that matters, and of Fisher's test of this number of fights times the number of looks, which
    /// knows a drift of any size (Bonferroni).
    #[must_use]
    pub fn p_value(&self, is: Rate) -> f64 {
        let fixed = independent_rates(self.was, is).map_or(1.0, |difference| difference.p);
        let of_wald = self.drift.p_value(is.events, is.n);
        (2.0 * of_wald.min(fixed * f64::from(self.looks.max(1)))).min(1.0)
    }

    /// The verdict with the fights played so far.
    #[must_use]
    pub fn verdict(&self, is: Rate) -> sequential::Verdict {
        match self.drift.verdict(is.events, is.n) {
            _ if self.p_value(is) <= self.drift.alpha => sequential::Verdict::Different,
            sequential::Verdict::Same => sequential::Verdict::Same,
            _ => sequential::Verdict::Undecided,
        }
    }
}

/// The finding for a rate. Its p-value is valid whenever the run stops.
pub(super) fn rate(family: &Family, test: &RateTest, is: Rate, sharing: usize) -> Finding {
    let was = test.was;
    let (p, tolerance) = (test.drift.baseline, test.drift.delta);
    let (verdict, word) = match test.verdict(is) {
        sequential::Verdict::Same => (Verdict::Pass, "no drift"),
        sequential::Verdict::Different => (Verdict::Fail, "drifted"),
        sequential::Verdict::Undecided => {
            (Verdict::Inconclusive, "undecided between no drift and one that matters")
        }
    };
    let mut note = format!("{word} (tolerance {} pt)", Number::from(100.0 * tolerance));
    // A baseline this small leaves the test undecided, however many fresh fights are played.
    let enough = 2.0 * p * (1.0 - p) * -BETA.ln() / (tolerance * tolerance);
    if verdict == Verdict::Inconclusive && (was.n as f64) < 4.0 * enough {
        let (few, enough) = (fights(was.n), thousands((10.0 * enough).ceil() as u128));
        note += &format!("; the baseline has {few} and would need {enough}");
    }
    Finding {
        metric: family.metric.clone(),
        whom: family.whom.clone(),
        kind: Kind::Rate,
        is_rate: true,
        baseline: was.value(),
        value: is.value(),
        is_proved: false,
        within: within(was, is),
        p: Some(test.p_value(is)),
        p_holm: None,
        sharing,
        verdict,
        meaning: None,
        note,
        reproduce: None,
    }
}

/// The findings for a distribution: its shape, and its mean if that has a meaning.
/// [`Report::new`](super::report::Report::new) decides their verdicts, when all p-values of the run
/// are known.
pub(super) fn distribution(
    [was_family, is_family]: [&Family; 2],
    was: &Histogram,
    is: &Histogram,
    sharing: usize,
) -> Vec<Finding> {
    let family = was_family;
    let shape = g_test(was, is);
    let (was_moments, is_moments) = (Moments::of(was), Moments::of(is));
    // What has one value in both says nothing.
    let is_one =
        [was, is].iter().all(|values| values.each().count() <= 1) && was_moments.mean() == is_moments.mean();
    let finding = |kind, within, p, note| Finding {
        metric: family.metric.clone(),
        whom: family.whom.clone(),
        kind,
        is_rate: false,
        baseline: was_family.value(),
        value: is_family.value(),
        is_proved: false,
        within,
        p,
        p_holm: None,
        sharing,
        verdict: Verdict::Pass,
        meaning: None,
        note,
        reproduce: None,
    };
    let share = |values: &Histogram, (from, to): (u64, u64)| {
        let seen = values.each().filter(|(v, _)| (from..=to).contains(v));
        bare_rate(Rate { events: seen.map(|(_, count)| count).sum(), n: values.n() })
    };
    let note = shape.map_or_else(String::new, |shape| {
        let (from, to) = shape.worst;
        let cell = if from == to { from.to_string() } else { format!("{from} to {to}") };
        let (a, b) = (share(was, shape.worst), share(is, shape.worst));
        format!("G = {:.1}, df = {}; value {cell}: {a} before, {b} now", shape.statistic, shape.freedom)
    });
    let mut findings = vec![finding(Kind::Distribution, None, shape.map(|shape| shape.p), note)];
    if !family.is_first_round() {
        let within = independent_counts(was, is).filter(|_| !is_one);
        let p = same_means(was, is).filter(|_| !is_one);
        findings.push(finding(Kind::Mean, within, p, String::new()));
    }
    findings
}

/// The half width of an interval of the drift that is valid whenever the run stops, since the
/// verdicts decide how many fights are played. The difference of two runs has the precision of one
/// run with as many fights as half of their harmonic mean.
fn half_at_any_time(was: Rate, is: Rate, alpha: f64) -> f64 {
    // The difference is never known better than by as many fights as the baseline has.
    let sequence = Sequence { alpha, tuned_for: TUNED_FOR.min(was.n.max(1) as f64) };
    let fights = 1.0 / (1.0 / was.n as f64 + 1.0 / is.n as f64);
    let variance = |rate: Rate| {
        let p = smoothed_rate(rate.events, rate.n);
        p * (1.0 - p)
    };
    sequence.half(fights as u64) * variance(was).max(variance(is)).sqrt()
}

/// The 95 % interval of a drift: that of a fixed number of fights, which knows better of what is
/// rare, widened to one that holds whenever one stops.
fn within(was: Rate, is: Rate) -> Option<Interval> {
    let fixed = independent_rates(was, is)?;
    let half = half_at_any_time(was, is, ALPHA);
    let Interval { lo, hi } = fixed.within;
    Some(Interval { lo: lo.min(fixed.value - half), hi: hi.max(fixed.value + half) })
}

/// The largest drift of a rate that is compatible with the data, as a share of 1: a bound for all
/// rates at once with 99 % confidence, valid whenever the run stops.
#[must_use]
pub fn largest_drift(pairs: &[(Rate, Rate)]) -> Option<f64> {
    let alpha = 0.01 / pairs.len().max(1) as f64;
    let largest = |&(was, is): &(Rate, Rate)| {
        let drift = is.value()? - was.value()?;
        Some(drift.abs() + half_at_any_time(was, is, alpha))
    };
    pairs.iter().filter_map(largest).max_by(f64::total_cmp)
}

/// Turns an interval of the drift into one of the value, of what is possible: a rate is 0 to 1, and a mean
/// of counts 0 at least.
pub(super) fn around(kind: Kind, baseline: Option<f64>, drift: Option<Interval>) -> Option<Interval> {
    let (baseline, drift) = (baseline?, drift?);
    let most = if kind == Kind::Rate { 1.0 } else { f64::INFINITY };
    Some(Interval { lo: (baseline + drift.lo).clamp(0.0, most), hi: (baseline + drift.hi).clamp(0.0, most) })
}

#[cfg(test)]
#[path = "drift_tests.rs"]
mod tests;
