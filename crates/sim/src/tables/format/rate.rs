//! Rates in percent. 0 % and 100 % are claims that only an exact answer can make: a sample gives a bound.

use super::{decimals, fixed, is_zero, outward, two_digits_down};
use crate::stats::{FightSums, Interval, Rate};

/// A rate of independent tries in percent with its interval.
///
/// - `48.78% ± 0.10` in the ordinary case, the error in percentage points;
/// - `0.0012% (0.0004 to 0.0028)` where events, or non-events, are few and the interval is
///   lopsided; an end close to nothing, or to all, has two digits of what it lacks;
/// - none of n is a bound, `< 0.0004%`, and all of n likewise, `> 99.9996%`; where too few fights
///   say anything, `none seen` or `all seen`;
/// - `-` without tries.
#[must_use]
pub fn rate(rate: Rate) -> String {
    rate_within(rate, rate.interval(), rate.has_few())
}

/// A rate of tries as [`rate`], with the fight as the unit of its interval.
#[must_use]
pub fn rate_by_fight(tries: &FightSums) -> String {
    rate_within(Rate { events: tries.sum, n: tries.tries }, tries.proportion(), tries.has_few())
}

fn rate_within(rate: Rate, within: Option<Interval>, has_few: bool) -> String {
    let (Some(value), Some(interval)) = (rate.value(), within) else { return "-".into() };
    with_ends(value, interval, has_few)
}

/// A rate that was sampled in percent with its interval, as [`rate`]; the interval is shown by both
/// ends where it does not lie evenly around the rate.
#[must_use]
pub fn level_of_rate(value: f64, within: Interval) -> String {
    if within.half() <= 0.0 && value > 0.0 && value < 1.0 {
        return format!("{}% (no interval)", percent(value, 1));
    }
    let middle = (within.lo + within.hi) / 2.0;
    with_ends(value, within, (middle - value).abs() > within.half() / 10.0)
}

/// A sampled rate with its interval: one with none or all events is a bound.
fn with_ends(value: f64, interval: Interval, is_lopsided: bool) -> String {
    let Interval { lo, hi } = interval;
    // A bound that says nothing is none.
    if value <= 0.0 {
        return if hi >= 1.0 || hi <= 0.0 { "none seen".into() } else { format!("< {}%", outward_hi(hi)) };
    }
    if value >= 1.0 {
        return if lo <= 0.0 || lo >= 1.0 { "all seen".into() } else { format!("> {}%", outward_lo(lo)) };
    }
    // No rate is rounded to tens of percents, however wide its interval.
    let digits = decimals(interval.half() * 100.0).max(0);
    let value = percent(value, digits);
    if !is_lopsided {
        return format!("{value}% ± {}", fixed(interval.half() * 100.0, digits));
    }
    let low = match outward(lo * 100.0, digits, f64::floor) {
        zero if lo > 0.0 && is_zero(&zero) => two_digits_down(lo * 100.0),
        low => low,
    };
    let high = match outward(hi * 100.0, digits, f64::ceil) {
        _ if hi < 1.0 && is_zero(&outward(100.0 - hi * 100.0, digits, f64::floor)) => {
            let missing = 100.0 - hi * 100.0;
            let digits = 1 - missing.log10().floor() as i32;
            fixed(100.0 - missing, digits)
        }
        high => high,
    };
    format!("{value}% ({low} to {high})")
}

/// A probability that is known exactly, in percent to `digits` decimals, and to more where it would
/// print as 0 or 100 and is neither: `99.99999985%`.
#[must_use]
pub fn exact_rate(p: f64, digits: i32) -> String {
    match p {
        ..=0.0 => "0%".into(),
        1.0.. => "100%".into(),
        _ => format!("{}%", percent(p, digits)),
    }
}

/// The rate of `n` fights in percent to `digits` decimals, without its interval; a bound where it is 0 or
/// 1. The rate of no fights is exact.
#[must_use]
pub fn rate_of_fights(value: f64, n: u64, digits: i32) -> String {
    match value {
        _ if n == 0 => exact_rate(value, digits),
        ..=0.0 => bare_rate(Rate { events: 0, n }),
        1.0.. => bare_rate(Rate { events: n, n }),
        _ => format!("{}%", percent(value, digits)),
    }
}

/// A rate between 0 and 1 in percent to this number of decimals, or to two digits of what it lacks to
/// 0 or to 100 where it would print as one of these.
pub(crate) fn percent(rate: f64, digits: i32) -> String {
    /// The most decimals of a percentage; smaller ones have an exponent.
    const MOST: i32 = 16;
    let text = fixed(rate * 100.0, digits);
    let percent: f64 = text.parse().unwrap_or(rate * 100.0);
    if percent > 0.0 && percent < 100.0 || rate <= 0.0 || rate >= 1.0 {
        return text;
    }
    let lacks = rate.min(1.0 - rate) * 100.0;
    let digits = 1 - lacks.log10().floor() as i32;
    if rate >= 0.5 {
        fixed(100.0 - lacks, digits)
    } else if digits > MOST {
        format!("{lacks:.1e}")
    } else {
        fixed(lacks, digits)
    }
}

/// A rate in percent without its interval, to the digits that the interval supports; 0 of n and n
/// of n are bounds as in [`rate`].
#[must_use]
pub fn bare_rate(tries: Rate) -> String {
    let text = rate(tries);
    match text.split_once('%') {
        Some((value, _)) => format!("{value}%"),
        None => text,
    }
}

/// The upper end of the interval of a rate without events, in percent, rounded up.
fn outward_hi(hi: f64) -> String {
    let percent = hi * 100.0;
    let digits = decimals(percent).max(0);
    let unit = 10_f64.powi(-digits);
    fixed(((percent / unit).ceil() * unit).min(100.0), digits)
}

/// The lower end of the interval of a rate without non-events, in percent, rounded down.
fn outward_lo(lo: f64) -> String {
    let missing = (1.0 - lo) * 100.0;
    let digits = decimals(missing).max(0);
    let unit = 10_f64.powi(-digits);
    fixed((100.0 - (missing / unit).ceil() * unit).max(0.0), digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(events: u64, n: u64) -> String {
        rate(Rate { events, n })
    }

    #[test]
    fn a_rate_stands_beside_its_interval() {
        assert_eq!(of(487_762, 1_000_000), "48.78% ± 0.10");
        assert_eq!(of(5, 10), "50% (18 to 82)");
        assert_eq!(of(1, 4), "25% (0.63 to 81)");
        assert_eq!(of(3, 4), "75% (19 to 99.37)");
        assert_eq!(of(0, 0), "-");
    }

    #[test]
    fn none_and_all_are_bounds() {
        assert_eq!(of(0, 1_000_000), "< 0.0004%");
        assert_eq!(of(1_000_000, 1_000_000), "> 99.9996%");
        assert_eq!(of(0, 10), "< 31%");
        assert_eq!(of(10, 10), "> 69%");
        assert_eq!(of(0, 1), "< 98%");
    }

    #[test]
    fn few_events_have_a_lopsided_interval() {
        assert_eq!(of(1, 1_000_000), "0.00010% (0.0000025 to 0.00056)");
        assert_eq!(of(12, 1_000_000), "0.0012% (0.0006 to 0.0021)");
        assert_eq!(of(999_999, 1_000_000), "99.99990% (99.99944 to 99.9999975)");
    }

    #[test]
    fn no_rate_in_between_prints_as_none_or_all() {
        for n in [2, 3, 10, 19, 20, 21, 40, 41, 100, 1000, 65_536, 1_000_000, 1_000_000_000_u64] {
            for k in (1..60).filter(|k| *k < n) {
                for events in [k, n - k] {
                    let text = bare_rate(Rate { events, n });
                    let percent: f64 = text.trim_end_matches('%').parse().unwrap();
                    assert!(percent > 0.0 && percent < 100.0, "{events} of {n}: {text}");
                }
            }
        }
    }

    #[test]
    fn an_exact_rate_is_0_or_100_only_if_it_is() {
        assert_eq!(exact_rate(0.634_567_89, 3), "63.457%");
        assert_eq!(exact_rate(0.999_999_998_5, 3), "99.99999985%");
        assert_eq!(exact_rate(1.0_f64.next_down(), 3), "99.999999999999986%");
        assert_eq!(exact_rate(1e-9, 3), "0.00000010%");
        assert_eq!(exact_rate(3.2e-31, 9), "3.2e-29%");
        assert_eq!([exact_rate(0.0, 3), exact_rate(1.0, 3)], ["0%", "100%"]);
        for digits in 0..9 {
            for exponent in 1..16 {
                let lacks = 10_f64.powi(-exponent);
                for p in [lacks, 1.0 - lacks] {
                    let text = exact_rate(p, digits);
                    let percent: f64 = text.trim_end_matches('%').parse().unwrap();
                    assert!(percent > 0.0 && percent < 100.0, "{p:e}: {text}");
                }
            }
        }
    }

    #[test]
    fn a_sampled_level_is_never_0_or_100() {
        let of = |value, lo, hi| level_of_rate(value, Interval { lo, hi });
        assert_eq!(of(0.48, 0.47, 0.49), "48.0% ± 1.0");
        assert_eq!(of(1.0, 0.998_16, 1.0), "> 99.81%");
        assert_eq!(of(0.0, 0.0, 0.001_84), "< 0.19%");
        assert_eq!(of(1.0, 1.0, 1.0), "all seen");
        assert_eq!(of(0.0, 0.0, 0.0), "none seen");
        assert_eq!(of(0.999_8, 0.96, 1.0), "99.980% (96.0 to 100.0)");
        assert_eq!(of(0.999_8, 0.980, 1.02), "99.980% ± 2.0");
    }
}
