//! Mode `stat`: whether fresh fights are of the distributions that the baseline saw.
//!
//! Rates are tested as the fights come in, by Wald's test against a drift that matters; of
//! distributions the shape (a G-test) and the mean are tested once, at a number of fights that is
//! fixed beforehand. All tests of a run of the suite are one family: `tests` is how many.

use super::family::{Family, Observed};
use super::{Finding, Kind, Verdict};
use crate::stats::difference::{independent_means, independent_rates, same_means};
use crate::stats::gtest::g_test;
use crate::stats::sequential::{self, Drift, Sequence};
use crate::stats::{ALPHA, Interval, Moments, Rate};
use crate::tables::format::{Number, thousands};
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
        within: within(was, is),
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

/// Half of the interval of a drift that holds whenever one stops: the verdicts decide how many
/// fights are played. Two runs are as sure as one with the harmonic sum of their fights.
fn half_at_any_time(was: Rate, is: Rate, alpha: f64) -> f64 {
    let sequence = Sequence { alpha, tuned_for: TUNED_FOR };
    let fights = 1.0 / (1.0 / was.n as f64 + 1.0 / is.n as f64);
    let variance = |rate: Rate| {
        let p = open_rate(rate.events, rate.n);
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

/// The largest drift of rates that these data are still compatible with, all of them at once with
/// 99 % confidence and whenever one stops, in parts of 1.
#[must_use]
pub fn largest_drift(pairs: &[(Rate, Rate)]) -> Option<f64> {
    let alpha = 0.01 / pairs.len().max(1) as f64;
    let largest = |&(was, is): &(Rate, Rate)| {
        let drift = is.value()? - was.value()?;
        Some(drift.abs() + half_at_any_time(was, is, alpha))
    };
    pairs.iter().filter_map(largest).max_by(f64::total_cmp)
}

/// An interval around the drift, as one around the value.
pub(super) fn around(baseline: Option<f64>, drift: Option<Interval>) -> Option<Interval> {
    let (baseline, drift) = (baseline?, drift?);
    Some(Interval { lo: baseline + drift.lo, hi: baseline + drift.hi })
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// About normal, with mean 0 and variance 1.
    fn normal(dice: &mut Pcg64Mcg) -> f64 {
        (0..12).map(|_| f64::from(dice.next_u32()) / 4_294_967_296.0).sum::<f64>() - 6.0
    }

    /// A drift of half of the tolerance is looked at longest, and ends by what it looks like.
    #[test]
    fn intervals_of_drifts_hold_wherever_their_test_stopped() {
        const RUNS: u32 = 2_000;
        let (p, drift) = (0.45, 0.0025);
        let strict = Strictness { alpha: 1e-3, tests: 100, delta: 0.005 };
        let mut dice = Pcg64Mcg::seed_from_u64(1);
        let (mut missed, mut plain_missed) = (0, 0);
        for _ in 0..RUNS {
            let mut events = |n: u64, p: f64| {
                let spread = (n as f64 * p * (1.0 - p)).sqrt();
                (n as f64 * p + spread * normal(&mut dice)).round() as u64
            };
            let was = Rate { events: events(1_000_000, p), n: 1_000_000 };
            let mut is = Rate::default();
            for look in (16..=22).map(|k| 1 << k) {
                is = Rate { events: is.events + events(look - is.n, p + drift), n: look };
                if rate_verdict(was, is, &strict) != sequential::Verdict::Undecided {
                    break;
                }
            }
            missed += u32::from(!within(was, is).expect("fights").has(drift));
            plain_missed += u32::from(!independent_rates(was, is).expect("fights").within.has(drift));
            assert!(largest_drift(&[(was, is)]).expect("fights") > drift);
        }
        assert!(missed <= RUNS / 20, "{missed} of {RUNS}");
        assert!(plain_missed > RUNS * 6 / 100, "{plain_missed} of {RUNS}: a fixed number's is too narrow");
    }
}
