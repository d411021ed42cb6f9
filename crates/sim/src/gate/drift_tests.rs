//! The error rates of tests of rates, and what counts as a test.

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
            if RateTest::new(was, &strict, 7, 1).verdict(is) != sequential::Verdict::Undecided {
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

/// Fresh fights and a baseline of one rate, the fresh ones looked at seven times: a p-value of 5 % or less at
/// any look comes in 5 of 100 runs at most, of a rate as of what is rare.
#[test]
fn p_values_of_rates_hold_at_all_looks_together() {
    const RUNS: u64 = 1_000;
    let strict = Strictness { alpha: 1e-3, tests: 100, delta: 0.005 };
    let mut dice = Pcg64Mcg::seed_from_u64(2);
    // The events of n fights, as a sum of n independent ones.
    let mut events =
        |n: u64, p: f64| (0..n).filter(|_| f64::from(dice.next_u32()) < p * 4_294_967_296.0).count() as u64;
    for p in [0.3, 0.001] {
        let mut alarms = 0;
        for _ in 0..RUNS {
            let was = Rate { events: events(4_000, p), n: 4_000 };
            let mut is = Rate::default();
            let alarmed = (0..5).map(|look| 256 << look).any(|end: u64| {
                is = Rate { events: is.events + events(end - is.n, p), n: end };
                RateTest::new(was, &strict, 5, 1).p_value(is) <= 0.05
            });
            alarms += u64::from(alarmed);
        }
        // More than 80 of a thousand come once in ten thousand at 5 %.
        assert!(alarms <= 80, "{alarms} of {RUNS} at {p}");
    }
}

/// A baseline of 4,000 fights in which an event came in 1 of 100, and fresh fights in which it comes in 2:
/// seven standard errors.
#[test]
fn a_drift_of_many_standard_errors_is_seen_however_small_the_baseline() {
    let strict = Strictness { alpha: 1e-3, tests: 100, delta: 0.005 };
    let (was, is) = (Rate { events: 40, n: 4_000 }, Rate { events: 1_376, n: 65_536 });
    let test = RateTest::new(was, &strict, 7, 1);
    assert!(test.p_value(is) < 1e-4, "{}", test.p_value(is));
    let alone = Rate { events: 3_400, n: 65_536 };
    assert_eq!(test.verdict(alone), sequential::Verdict::Different);
}

fn family(unit: &str, metric: &str, observed: Observed) -> Family {
    let whom = super::super::family::Whom { side: Some("heroes".to_owned()), unit: Some(unit.to_owned()) };
    Family { whom, metric: metric.to_owned(), observed }
}

#[test]
fn what_never_varied_shares_one_test_and_a_mirrored_rate_is_none() {
    let rate = |events| Observed::Rate { n: 1_000, events };
    let counts = |cells: &[u64]| Observed::Distribution(Histogram::of_cells(cells));
    let all = [
        family("Ann", "died", rate(300)),
        family("Ann", "survived", rate(700)),
        family("Bob", "died", rate(300)),
        family("Bob", "healed", counts(&[1_000])),
        family("Bob", "fled", rate(0)),
        family("Bob", "hits", counts(&[400, 600])),
    ];
    // Two deaths, shape and mean of the hits, and one for the three tests of what never varied.
    assert_eq!(tests_of_all(&all), 5);
    assert_eq!(all.each_ref().map(|family| sharing(family, &all)), [1, 1, 1, 3, 3, 1]);
}

#[test]
fn intervals_stay_within_what_is_possible() {
    let drift = Some(Interval { lo: -0.02, hi: 0.03 });
    let of = |kind, value| around(kind, Some(value), drift).expect("an interval");
    assert_eq!(of(Kind::Rate, 0.01), Interval { lo: 0.0, hi: 0.04 });
    assert_eq!(of(Kind::Rate, 0.99).hi, 1.0);
    assert_eq!(of(Kind::Mean, 0.01).lo, 0.0);
}
