//! Mode `stat`: tests whether fresh fights have the distributions of the baseline.
//!
//! Rates are tested sequentially while fights are played, by Wald's test against a drift that
//! matters. The shapes (by a G-test) and the means of distributions are tested once, at a number of
//! fights that is fixed beforehand. The error rate of all tests of a run together is controlled.

use super::family::{Family, Observed};
use super::{Finding, Kind, Verdict};
use crate::stats::difference::{independent_means, independent_rates, same_means};
use crate::stats::gtest::g_test;
use crate::stats::sequential::{self, Drift, Sequence};
use crate::stats::{ALPHA, Interval, Moments, Rate};
use crate::tables::format::{Number, bare_rate, thousands};
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

/// The rate of the baseline with half an event added to each outcome, so that it is neither 0 nor 1.
fn smoothed_rate(events: u64, n: u64) -> f64 {
    (events as f64 + 0.5) / (n as f64 + 1.0)
}

/// The test for a drift from this rate of the baseline.
fn test(was: Rate, strict: &Strictness) -> Drift {
    let p = smoothed_rate(was.events, was.n);
    Drift {
        baseline: p,
        baseline_n: was.n as f64,
        delta: strict.tolerance(p),
        alpha: strict.alpha_of_one(),
        beta: BETA,
    }
}

/// The result of the test for a drift of a rate, with the fights played so far.
#[must_use]
pub fn rate_verdict(was: Rate, is: Rate, strict: &Strictness) -> sequential::Verdict {
    test(was, strict).verdict(is.events, is.n)
}

/// The finding for a rate. Its p-value is valid whenever the run stops.
pub(super) fn rate(family: &Family, was: Rate, is: Rate, strict: &Strictness) -> Finding {
    let test = test(was, strict);
    let (p, tolerance) = (test.baseline, test.delta);
    let (verdict, word) = match test.verdict(is.events, is.n) {
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
        let (few, enough) = (thousands(was.n.into()), thousands((10.0 * enough).ceil() as u128));
        note += &format!("; the baseline has {few} fights and would need {enough}");
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
        p: Some(test.p_value(is.events, is.n)),
        p_holm: None,
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
) -> Vec<Finding> {
    let family = was_family;
    let shape = g_test(was, is);
    let (was_moments, is_moments) = (Moments::of(was), Moments::of(is));
    let difference = independent_means(was_moments, is_moments);
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
        let within = difference.map(|difference| difference.within);
        findings.push(finding(Kind::Mean, within, same_means(was, is), String::new()));
    }
    findings
}

/// The half width of an interval of the drift that is valid whenever the run stops, since the
/// verdicts decide how many fights are played. The difference of two runs has the precision of one
/// run with as many fights as half of their harmonic mean.
fn half_at_any_time(was: Rate, is: Rate, alpha: f64) -> f64 {
    let sequence = Sequence { alpha, tuned_for: TUNED_FOR };
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

/// Turns an interval of the drift into one of the value.
pub(super) fn around(baseline: Option<f64>, drift: Option<Interval>) -> Option<Interval> {
    let (baseline, drift) = (baseline?, drift?);
    Some(Interval { lo: baseline + drift.lo, hi: baseline + drift.hi })
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// A sample that is approximately standard normal.
    fn normal(dice: &mut Pcg64Mcg) -> f64 {
        (0..12).map(|_| f64::from(dice.next_u32()) / 4_294_967_296.0).sum::<f64>() - 6.0
    }

    /// A drift of half the tolerance takes the longest to decide, so that its stopping biases most.
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
