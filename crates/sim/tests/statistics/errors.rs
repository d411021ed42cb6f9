//! Measured error rates of intervals and tests, from fixed seeds.
//!
//! Each claim is `at most` (or `about`) a rate, and is held by the binomial distribution: the number of
//! errors seen in so many runs must not lie in its far tail of one in ten thousand.

use crate::support::Choices;
use fray_sim::stats::beta::{Unit, tails};
use fray_sim::stats::difference::{independent_means, independent_rates, paired_rates, same_means};
use fray_sim::stats::family::holm;
use fray_sim::stats::gtest::g_test;
use fray_sim::stats::paired::Differences;
use fray_sim::stats::sequential::{Drift, Sequence, Verdict, verdict};
use fray_sim::stats::{ALPHA, FightSums, Moments, Rate};
use fray_sim::totals::Histogram;

const FAR: f64 = 1e-4;

/// The chance of `k` or more events of `n` with rate `p`.
fn at_least(k: u64, n: u64, p: f64) -> f64 {
    if k == 0 { 1.0 } else { tails(k as f64, (n - k + 1) as f64, Unit::new(p)).0 }
}

#[track_caller]
fn assert_at_most(errors: u64, runs: u64, rate: f64) {
    assert!(at_least(errors, runs, rate) > FAR, "{errors} errors of {runs}, claimed {rate}");
}

#[track_caller]
fn assert_about(errors: u64, runs: u64, least: f64, most: f64) {
    assert_at_most(errors, runs, most);
    assert!(1.0 - at_least(errors + 1, runs, least) > FAR, "{errors} errors of {runs}, claimed {least}");
}

/// Returns how often `p` happens in `n` tries.
fn events(dice: &mut Choices, n: u64, p: f64) -> u64 {
    let bound = (p * 1e9) as i64;
    (0..n).filter(|_| dice.between(0, 999_999_999) < bound).count() as u64
}

fn errors(runs: u64, seed: u64, mut is_error: impl FnMut(&mut Choices) -> bool) -> u64 {
    (0..runs).filter(|run| is_error(&mut Choices::new(seed * 1_000_000 + run))).count() as u64
}

/// A histogram of `n` sums of two dice.
fn two_dice(dice: &mut Choices, n: u64) -> Histogram {
    (0..n).map(|_| ((dice.between(1, 6) + dice.between(1, 6)) as u64, 1)).collect()
}

#[test]
fn a_test_of_two_rates_and_its_interval_err_as_they_say() {
    for (n_a, n_b, p) in [(300, 300, 0.5), (200, 1000, 0.1), (2000, 2000, 0.003)] {
        let runs = 3000;
        let (mut false_alarms, mut misses) = (0, 0);
        errors(runs, 1, |dice| {
            let rate = |dice: &mut Choices, n| Rate { events: events(dice, n, p), n };
            let (a, b) = (rate(dice, n_a), rate(dice, n_b));
            let found = independent_rates(a, b).expect("tries");
            false_alarms += u64::from(found.p <= 0.05);
            misses += u64::from(!found.within.has(0.0));
            false
        });
        assert_at_most(false_alarms, runs, 0.05);
        assert_about(misses, runs, 0.0, 0.06);
    }
    let found = independent_rates(Rate { events: 400, n: 1000 }, Rate { events: 500, n: 1000 }).unwrap();
    assert!(found.p < 1e-5 && found.within.lo > 0.05 && found.within.has(0.1));
}

#[test]
fn paired_rates_err_as_they_say() {
    for (n, discordant) in [(100, 0.05), (500, 0.4), (2000, 0.02)] {
        let runs = 3000;
        let (mut false_alarms, mut misses) = (0, 0);
        errors(runs, 2, |dice| {
            let both = events(dice, n, discordant);
            let only_a = events(dice, both, 0.5);
            let found = paired_rates(only_a, both - only_a, n, ALPHA).expect("pairs");
            false_alarms += u64::from(found.p <= 0.05);
            misses += u64::from(!found.within.has(0.0));
            false
        });
        assert_at_most(false_alarms, runs, 0.05);
        assert_about(misses, runs, 0.0, 0.06);
    }
    assert_eq!(paired_rates(0, 0, 50, ALPHA).unwrap().p, 1.0);
    let none = paired_rates(0, 0, 50, ALPHA).unwrap().within;
    assert!(none.lo < -0.03 && none.hi > 0.03, "no discordant pair is no proof of none: {none:?}");
}

#[test]
fn differences_of_means_err_as_they_say() {
    let runs = 4000;
    let welch = errors(runs, 3, |dice| {
        // Of one mean, 14, and different scatter: two dice and 7, and twice two dice.
        let few: Histogram = two_dice(dice, 12).each().map(|(value, count)| (value + 7, count)).collect();
        let wide: Histogram = two_dice(dice, 60).each().map(|(value, count)| (value * 2, count)).collect();
        let found = independent_means(Moments::of(&few), Moments::of(&wide)).expect("observations");
        let p_and_interval_agree = (found.p <= 0.05) != found.within.has(0.0);
        assert!(p_and_interval_agree, "{found:?}");
        found.p <= 0.05
    });
    assert_about(welch, runs, 0.035, 0.065);
    let paired = errors(runs, 4, |dice| {
        let mut die = || -> Vec<u32> { (0..60).map(|_| dice.between(1, 6) as u32).collect() };
        let mut pairs = Differences::default();
        pairs.add(&die(), &die());
        pairs.mean(60, 5.0, ALPHA).expect("pairs").p <= 0.05
    });
    assert_about(paired, runs, 0.035, 0.065);
}

#[test]
fn the_g_test_errs_as_it_says_and_sees_a_shift() {
    let runs = 4000;
    let null = errors(runs, 5, |dice| {
        let (a, b) = (two_dice(dice, 600), two_dice(dice, 200));
        g_test(&a, &b).expect("cells").p <= 0.01
    });
    assert_about(null, runs, 0.007, 0.014);
    let shifted = errors(50, 6, |dice| {
        let (a, b) = (two_dice(dice, 4000), two_dice(dice, 4000));
        let moved = b.each().map(|(value, count)| (value + 1, count)).collect();
        g_test(&a, &moved).expect("cells").p > 1e-6
    });
    assert_eq!(shifted, 0);
    let one = Histogram::of_cells(&[0, 0, 50]);
    assert_eq!(g_test(&one, &one), None);
    assert_eq!(g_test(&one, &Histogram::default()), None);
}

#[test]
fn a_family_under_holm_raises_few_false_alarms() {
    let runs = 1500;
    let alarms = errors(runs, 7, |dice| {
        let p: Vec<f64> = (0..10)
            .map(|_| {
                let rate = |dice: &mut Choices| Rate { events: events(dice, 100, 0.4), n: 100 };
                independent_rates(rate(dice), rate(dice)).expect("tries").p
            })
            .collect();
        holm(&p).iter().any(|p| *p <= 0.1)
    });
    assert_at_most(alarms, runs, 0.1);
}

/// Looked at after every 500 of 20,000 fights: a fixed test would raise a false alarm in a third
/// of the runs.
#[test]
fn a_confidence_sequence_holds_the_truth_at_all_looks() {
    let sequence = Sequence { alpha: 0.05, tuned_for: 10_000.0 };
    let runs = 1000;
    let mut fixed = 0;
    let missed = errors(runs, 8, |dice| {
        let (mut k, mut missed, mut alarmed) = (0, false, false);
        for look in 1..=40_u64 {
            k += events(dice, 500, 0.3);
            let n = look * 500;
            let rate = Rate { events: k, n };
            let p = rate.value().expect("tries");
            missed |= n >= 1000 && !sequence.interval(p, p * (1.0 - p), n).has(0.3);
            alarmed |= !rate.interval().expect("tries").has(0.3);
        }
        fixed += u64::from(alarmed);
        missed
    });
    assert_at_most(missed, runs, 0.05);
    assert!(fixed > runs / 5, "looking often spoils a fixed interval: {fixed}");
}

#[test]
fn verdicts_by_a_sequence_are_rarely_wrong_and_come_as_predicted() {
    let sequence = Sequence { alpha: 0.05, tuned_for: 5_000.0 };
    let (delta, p0) = (0.03, 0.45);
    for (truth, right) in [(0.0, Verdict::Same), (0.015, Verdict::Same), (0.06, Verdict::Different)] {
        let (mut fights, runs) = (0, 300);
        let wrong = errors(runs, 9, |dice| {
            let (mut k, mut n) = (0, 0);
            loop {
                k += events(dice, 500, p0 + truth);
                n += 500;
                let p = k as f64 / n as f64;
                let said = verdict(sequence.interval(p - p0, p * (1.0 - p), n), delta);
                if n >= 1000 && said != Verdict::Undecided {
                    fights += n;
                    return said != right;
                }
                assert!(n < 500_000, "no verdict on {truth}");
            }
        });
        assert_at_most(wrong, runs, 0.05);
        let predicted = sequence.fights_needed(truth, 0.25, delta).expect("decided in the end");
        // Chance makes some runs much longer and few much shorter.
        let mean = fights as f64 / runs as f64;
        assert!((0.5..2.0).contains(&(mean / predicted as f64)), "{mean} fights, predicted {predicted}");
    }
    assert_eq!(sequence.fights_needed(delta, 0.25, delta), None);
}

#[test]
fn a_drift_of_delta_is_found_and_none_is_not() {
    let test = Drift { baseline: 0.45, baseline_n: f64::INFINITY, delta: 0.03, alpha: 0.01, beta: 0.01 };
    let run = |drift: f64, seed: u64, wrong: Verdict, runs: u64| {
        let mut fights = 0;
        let errors = errors(runs, seed, |dice| {
            let (mut k, mut n) = (0, 0);
            loop {
                k += events(dice, 250, test.baseline + drift);
                n += 250;
                match test.verdict(k, n) {
                    Verdict::Undecided => {}
                    said => {
                        fights += n;
                        return said == wrong;
                    }
                }
            }
        });
        (errors, fights as f64 / runs as f64)
    };
    let (false_alarms, quiet) = run(0.0, 10, Verdict::Different, 1500);
    assert_at_most(false_alarms, 1500, 0.01);
    let (missed, _) = run(-0.03, 11, Verdict::Same, 1500);
    assert_at_most(missed, 1500, 0.01);
    // A fixed test with these errors takes ((2.576 + 2.326) / 0.03)² · 0.2475 = 6,600 fights.
    assert!(quiet < 4500.0, "{quiet}");
    // An uncertain baseline asks for more.
    let unsure = Drift { baseline_n: 5_000.0, ..test };
    let found = |test: &Drift| test.log_ratios(2_400, 5_000)[1];
    assert!(found(&unsure) < 0.6 * found(&test));
}

/// Also where more fresh fights are played than the baseline has, whose luck is then most of what is
/// seen.
#[test]
fn a_drift_rarely_has_a_small_p_value_where_there_is_none() {
    let (runs, baseline_n) = (1000, 2_000);
    let alarms = errors(runs, 12, |dice| {
        let baseline = events(dice, baseline_n, 0.45) as f64 / baseline_n as f64;
        let baseline_n = baseline_n as f64;
        let test = Drift { baseline, baseline_n, delta: 0.03, alpha: 1e-6, beta: 1e-3 };
        let mut k = 0;
        (1..=100_u64).any(|look| {
            k += events(dice, 100, 0.45);
            test.p_value(k, look * 100) <= 0.05
        })
    });
    assert_at_most(alarms, runs, 0.05);
    let known = Drift { baseline: 0.45, baseline_n: 1e6, delta: 0.03, alpha: 1e-6, beta: 1e-3 };
    assert!(known.p_value(5_000, 10_000) < 1e-12);
}

/// What is so rare that the smaller run may see none of it, and what is not, is tested alike.
#[test]
fn means_of_one_distribution_are_rarely_called_two() {
    for (rate, most) in [(0.0004, 1), (0.001_3, 1), (0.005, 3), (0.02, 40), (0.4, 12)] {
        let runs = 2000;
        let alarms = errors(runs, 14, |dice| {
            let mut counts = |n| {
                let some = events(dice, n, rate);
                let mut cells = vec![0; most + 1];
                cells[0] = n - some;
                (0..some).for_each(|_| cells[dice.between(1, most as i64) as usize] += 1);
                Histogram::of_cells(&cells)
            };
            let (baseline, fresh) = (counts(10_000), counts(1_000));
            same_means(&baseline, &fresh).expect("both have some") <= 0.001
        });
        assert_at_most(alarms, runs, 0.001);
    }
    // A drift is seen by either test.
    let counts = |some: u64, n: u64| Histogram::of_cells(&[n - some, some]);
    for (was, is) in [(20, 30), (5_000, 700)] {
        assert!(same_means(&counts(was, 10_000), &counts(is, 1_000)).expect("some") < 1e-9);
    }
    assert_eq!(same_means(&counts(0, 10_000), &counts(0, 1_000)), Some(1.0));
}

/// Values that are nearly always 0, as the hit points left on a side that is nearly always wiped
/// out: Student's t misses far too often, the interval of a mean does not.
#[test]
fn means_of_lopsided_values_are_covered() {
    for (n, p_left) in [(500, 0.003), (500, 0.01), (500, 0.05), (2000, 0.003), (300, 0.5)] {
        let (runs, mut student_misses) = (2000, 0);
        let mut none = 0;
        let misses = errors(runs, 13, |dice| {
            let left = events(dice, n, p_left);
            let mut cells = vec![0; 41];
            cells[0] = n - left;
            (0..left).for_each(|_| cells[dice.between(1, 40) as usize] += 1);
            let seen = Histogram::of_cells(&cells);
            let truth = p_left * 20.5;
            student_misses += u64::from(!Moments::of(&seen).interval().expect("many").has(truth));
            // Where nothing was left at all there is nothing to go by, and no interval but a point.
            none += u64::from(left == 0);
            left > 0 && !FightSums::of_counts(&seen).mean(&seen, 0, Some(40)).expect("many").has(truth)
        });
        eprintln!("n {n}, left {p_left}: missed {misses}, t {student_misses}, none seen {none} of {runs}");
        assert_at_most(misses, runs - none, 0.06);
        assert!(p_left > 0.01 || student_misses > runs / 10, "{student_misses}");
    }
}
