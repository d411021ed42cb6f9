//! Mode `stat`: whether fresh fights are of the distributions that the baseline saw.
//!
//! Rates are tested as the fights come in, by Wald's test against a drift that matters; of
//! distributions the shape (a G-test) and the mean are tested once, at a number of fights that is
//! fixed beforehand. All tests of a run of the suite are one family: `tests` is how many.

use super::family::{Family, Observed};
use super::{Finding, Kind, Verdict};
use crate::format::{Number, thousands};
use crate::stats::difference::{independent_means, independent_rates, same_means};
use crate::stats::gtest::g_test;
use crate::stats::sequential::{self, Drift, Sequence};
use crate::stats::{Interval, Moments, Rate};
use crate::totals::Histogram;

/// The part of the drifts as large as the tolerance that may be missed.
const BETA: f64 = 1e-3;

/// The number of fights for which the bound on all drifts is narrowest.
const TUNED_FOR: f64 = 200_000.0;

/// What decides how strict the tests of a run are.
#[derive(Clone, Copy, Debug)]
pub struct Strictness {
    /// The probability that the run of the whole suite raises a false alarm.
    pub alpha: f64,
    /// The number of tests of the run, goals among them.
    pub tests: usize,
    /// A drift of a rate that matters, as a part of 1.
    pub delta: f64,
}

impl Strictness {
    /// What of the probability of a false alarm one test of the family may spend beforehand.
    #[must_use]
    pub fn alpha_of_one(&self) -> f64 {
        self.alpha / self.tests.max(1) as f64
    }

    /// The tolerance for a rate: `delta`; for rates below 5 % or above 95 % a tenth of the rarer
    /// outcome, but never less than a fifth of `delta`, or nights would not be long enough.
    fn tolerance(&self, rate: f64) -> f64 {
        let rarer = rate.min(1.0 - rate);
        if rarer >= 0.05 { self.delta } else { (rarer / 10.0).clamp(self.delta / 5.0, self.delta) }
    }
}

/// How many tests a family of a baseline is worth.
#[must_use]
pub fn tests_of(family: &Family) -> usize {
    match family.observed {
        Observed::Rate { .. } => 1,
        Observed::Distribution(_) => 2,
    }
}

/// The baseline's rate, away from 0 and 1 by what so many fights leave open.
fn open_rate(events: u64, n: u64) -> f64 {
    (events as f64 + 0.5) / (n as f64 + 1.0)
}

/// The test of a rate of this baseline.
fn test(was: Rate, strict: &Strictness) -> Drift {
    let p = open_rate(was.events, was.n);
    Drift {
        baseline: p,
        baseline_n: was.n as f64,
        delta: strict.tolerance(p),
        alpha: strict.alpha_of_one(),
        beta: BETA,
    }
}

/// Whether enough fights were played to say something of this rate.
#[must_use]
pub fn rate_verdict(was: Rate, is: Rate, strict: &Strictness) -> sequential::Verdict {
    test(was, strict).verdict(is.events, is.n)
}

/// The finding of a rate. `p` is that of the evidence against no drift, at any time.
pub(super) fn rate(family: &Family, was: Rate, is: Rate, strict: &Strictness) -> Finding {
    let test = test(was, strict);
    let (p, tolerance) = (test.baseline, test.delta);
    let (verdict, word) = match test.verdict(is.events, is.n) {
        sequential::Verdict::Same => (Verdict::Pass, "no drift"),
        sequential::Verdict::Different => (Verdict::Fail, "drifted"),
        sequential::Verdict::Undecided => {
            (Verdict::Inconclusive, "neither the baseline's nor a drift that matters")
        }
    };
    let difference = independent_rates(was, is);
    let mut note = format!("{word} (tolerance {} pt)", Number::from(100.0 * tolerance));
    // With endless fresh fights a rate without drift would still be this far from being called so.
    let enough = 2.0 * p * (1.0 - p) * -BETA.ln() / (tolerance * tolerance);
    if verdict == Verdict::Inconclusive && (was.n as f64) < 4.0 * enough {
        let (few, enough) = (thousands(was.n.into()), thousands((10.0 * enough).ceil() as u128));
        note += &format!("; the baseline has {few} fights; with {enough} it could tell");
    }
    Finding {
        metric: family.metric.clone(),
        whom: family.whom.clone(),
        kind: Kind::Rate,
        baseline: was.value(),
        value: is.value(),
        within: difference.map(|difference| difference.within),
        p: Some(test.p_value(is.events, is.n)),
        p_holm: None,
        verdict,
        note,
        reproduce: None,
    }
}

/// The findings of a distribution: its shape and its mean. Their verdicts wait for Holm.
pub(super) fn distribution(family: &Family, was: &Histogram, is: &Histogram) -> [Finding; 2] {
    let shape = g_test(was, is);
    let (was_moments, is_moments) = (Moments::of(was), Moments::of(is));
    let difference = independent_means(was_moments, is_moments);
    let finding = |kind, within, p, note| Finding {
        metric: family.metric.clone(),
        whom: family.whom.clone(),
        kind,
        baseline: was_moments.mean(),
        value: is_moments.mean(),
        within,
        p,
        p_holm: None,
        verdict: Verdict::Pass,
        note,
        reproduce: None,
    };
    let share = |values: &Histogram, (from, to): (u64, u64)| {
        let count: u64 = values.each().filter(|(v, _)| (from..=to).contains(v)).map(|(_, count)| count).sum();
        100.0 * count as f64 / values.n().max(1) as f64
    };
    let note = shape.map_or_else(String::new, |shape| {
        let (from, to) = shape.worst;
        let cell = if from == to { from.to_string() } else { format!("{from} to {to}") };
        let (a, b) = (share(was, shape.worst), share(is, shape.worst));
        format!(
            "G = {:.1}, df = {}; value {cell}: {a:.2} % before, {b:.2} % now",
            shape.statistic, shape.freedom
        )
    });
    [
        finding(Kind::Distribution, None, shape.map(|shape| shape.p), note),
        finding(
            Kind::Mean,
            difference.map(|difference| difference.within),
            same_means(was, is),
            String::new(),
        ),
    ]
}

/// The largest drift of rates that these data are still compatible with, all of them at once with
/// 99 % confidence, in parts of 1. Verdicts decide how many fights are played, so that it is the
/// bound of confidence sequences; two runs are as sure as one with the harmonic sum of their fights.
#[must_use]
pub fn largest_drift(pairs: &[(Rate, Rate)]) -> Option<f64> {
    let sequence = Sequence { alpha: 0.01 / pairs.len().max(1) as f64, tuned_for: TUNED_FOR };
    let largest = |&(was, is): &(Rate, Rate)| {
        let drift = is.value()? - was.value()?;
        let variance = |rate: Rate| {
            let p = open_rate(rate.events, rate.n);
            p * (1.0 - p)
        };
        let fights = 1.0 / (1.0 / was.n as f64 + 1.0 / is.n as f64);
        Some(drift.abs() + sequence.half(fights as u64) * variance(was).max(variance(is)).sqrt())
    };
    pairs.iter().filter_map(largest).max_by(f64::total_cmp)
}

/// An interval around the drift, as one around the value.
pub(super) fn around(baseline: Option<f64>, drift: Option<Interval>) -> Option<Interval> {
    let (baseline, drift) = (baseline?, drift?);
    Some(Interval { lo: baseline + drift.lo, hi: baseline + drift.hi })
}
