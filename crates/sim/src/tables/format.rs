//! The format of numbers: nine digits in files, as many as the error supports on the card.

use serde::{Serialize, Serializer};

use crate::stats::{FightSums, Interval, Rate};

/// A float in a file: rounded to nine significant digits, or undefined.
///
/// It is written in the shortest form that reads back as the rounded value, without an exponent;
/// undefined is an empty cell in CSV and `null` in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Number(Option<f64>);

impl Number {
    /// Rounds to nine significant digits; infinities and NaN become undefined.
    #[must_use]
    pub fn new(value: Option<f64>) -> Self {
        Self(value.filter(|v| v.is_finite()).map(nine_digits))
    }

    /// The rounded value.
    #[must_use]
    pub fn get(self) -> Option<f64> {
        self.0
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        Self::new(Some(value))
    }
}

impl core::fmt::Display for Number {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        // `Display` writes the shortest form that reads back as the value, without an exponent.
        self.0.map_or(Ok(()), |value| write!(f, "{value}"))
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            // Whole numbers are written as integers; above 2^53 floats are no longer exact.
            Some(v) if v.fract() == 0.0 && v.abs() < 9e15 => serializer.serialize_i64(v as i64),
            value => value.serialize(serializer),
        }
    }
}

/// Rounds a finite number to nine significant digits; minus zero becomes zero.
fn nine_digits(value: f64) -> f64 {
    let text = format!("{value:.8e}");
    text.parse::<f64>().expect("a float written out is a float") + 0.0
}

/// The smallest p-value that is written: smaller ones are no better evidence, and below the
/// smallest float a p-value would be written as 0.
const LEAST_P: f64 = 1e-300;

/// A p-value: `p = 3.1e-05`, or `p < 1e-300`.
#[must_use]
pub fn p_value(p: f64) -> String {
    if p < LEAST_P { format!("p < {LEAST_P:e}") } else { format!("p = {p:.1e}") }
}

/// A p-value for files; never 0.
#[must_use]
pub fn p_number(p: Option<f64>) -> Number {
    Number::new(p.map(|p| p.max(LEAST_P)))
}

/// A count with thousands separators: `1,000,000`.
#[must_use]
pub fn thousands(count: u128) -> String {
    with_separators(&count.to_string())
}

/// Inserts thousands separators into a decimal number.
fn with_separators(number: &str) -> String {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    let (whole, fraction) = number.find('.').map_or((number, ""), |dot| number.split_at(dot));
    let mut out = String::from(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + fraction
}

/// The number of decimals that an error supports, negative for errors above ten:
/// the rule of the Particle Data Group (Review of Particle Physics, "Introduction", 5.3). An
/// error whose first three digits are 100 to 354 is shown with two digits, 355 to 949 with one,
/// 950 to 999 is rounded up to the next power of ten and shown with two.
#[must_use]
pub fn decimals(error: f64) -> i32 {
    let exponent = error.abs().log10().floor() as i32;
    let first_three = (error.abs() / 10_f64.powi(exponent - 2)).round() as i64;
    // From 950 on the next power of ten with two digits ends at the same decimal as one digit.
    if first_three < 355 { 1 - exponent } else { -exponent }
}

/// `value` rounded to this number of decimals; a negative number rounds to tens, hundreds, ...
#[must_use]
pub fn fixed(value: f64, decimals: i32) -> String {
    let text = if decimals >= 0 {
        format!("{value:.*}", decimals.min(17) as usize)
    } else {
        let unit = 10_f64.powi(-decimals);
        format!("{:.0}", (value / unit).round() * unit)
    };
    // -0.04 rounds to 0, not to -0.
    let text = if text.trim_matches(['-', '0', '.']).is_empty() { text.replace('-', "") } else { text };
    with_separators(&text)
}

/// A value with the half width of its interval, `12.34 ± 0.05`: digits follow the error. Without
/// an error (fewer than two observations) three digits and `± ?`. A value that can be no other has
/// no error and says so, `12 (always)`.
#[must_use]
pub fn estimate(value: Option<f64>, half: Option<f64>) -> String {
    match (value, half) {
        (None, _) => "-".into(),
        (Some(value), None) => format!("{} ± ?", three_digits(value)),
        (Some(value), Some(half)) if half <= value.abs() * 1e-12 => {
            format!("{} (always)", with_separators(&nine_digits(value).to_string()))
        }
        (Some(value), Some(half)) => {
            let digits = decimals(half);
            format!("{} ± {}", fixed(value, digits), fixed(half, digits))
        }
    }
}

/// A mean with its interval: as [`estimate`] where that lies evenly around it, else with both ends,
/// `0.0005 (0.00001 to 0.0031)`, or as a bound where the mean is an end, `< 0.0004`.
#[must_use]
pub fn mean(value: f64, Interval { lo, hi }: Interval) -> String {
    let half = (hi - lo) / 2.0;
    if ((hi + lo) / 2.0 - value).abs() <= half / 10.0 {
        return estimate(Some(value), Some(half));
    }
    let digits = decimals(half);
    if value <= lo {
        return format!("< {}", outward(hi, digits, f64::ceil));
    }
    if value >= hi {
        return format!("> {}", outward(lo, digits, f64::floor));
    }
    let low = match outward(lo, digits, f64::floor) {
        zero if lo > 0.0 && is_zero(&zero) => two_digits_down(lo),
        low => low,
    };
    let shown = fixed(value, digits);
    let shown = if is_zero(&shown) { three_digits(value) } else { shown };
    format!("{shown} ({low} to {})", outward(hi, digits, f64::ceil))
}

/// A value rounded to so many decimals by `round`.
fn outward(value: f64, digits: i32, round: fn(f64) -> f64) -> String {
    let unit = 10_f64.powi(-digits);
    fixed(round(value / unit) * unit, digits)
}

/// Whether a number that is written out is 0.
fn is_zero(text: &str) -> bool {
    text.trim_matches(['-', '0', '.']).is_empty()
}

/// A positive number rounded down to two digits.
fn two_digits_down(value: f64) -> String {
    outward(value, 1 - value.log10().floor() as i32, f64::floor)
}

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
    let Interval { lo, hi } = interval;
    // A bound that says nothing is none.
    match rate.events {
        0 if hi >= 1.0 => return "none seen".into(),
        0 => return format!("< {}%", outward_hi(hi)),
        events if events == rate.n && lo <= 0.0 => return "all seen".into(),
        events if events == rate.n => return format!("> {}%", outward_lo(lo)),
        _ => {}
    }
    // No rate is rounded to tens of percents, however wide its interval.
    let digits = decimals(interval.half() * 100.0).max(0);
    let value = fixed(value * 100.0, digits);
    if !has_few {
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

/// A value of unknown error, to three digits.
fn three_digits(value: f64) -> String {
    match value {
        0.0 => "0".into(),
        _ => fixed(value, (2 - value.abs().log10().floor() as i32).max(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(events: u64, n: u64) -> String {
        rate(Rate { events, n })
    }

    #[test]
    fn no_p_value_is_0() {
        assert_eq!(
            [1.0, 0.001_2, 3.14e-89, 1e-300].map(p_value),
            ["p = 1.0e0", "p = 1.2e-3", "p = 3.1e-89", "p = 1.0e-300"]
        );
        assert_eq!([9e-301, 0.0].map(p_value), ["p < 1e-300"; 2]);
        assert_eq!(p_number(Some(0.0)).get(), Some(1e-300));
        assert_eq!(p_number(None).get(), None);
    }

    #[test]
    fn numbers_of_the_files_have_nine_digits_and_no_exponent() {
        let written = |value: f64| Number::from(value).to_string();
        assert_eq!(written(1.0 / 3.0), "0.333333333");
        assert_eq!(written(2.0 / 3.0 * 1e-7), "0.0000000666666667");
        assert_eq!(written(123_456_789_123.0), "123456789000");
        assert_eq!(written(4.0), "4");
        assert_eq!(written(0.1 + 0.2), "0.3");
        assert_eq!(written(-0.0), "0");
        assert_eq!(Number::new(None).to_string(), "");
        assert_eq!(Number::from(f64::NAN).to_string(), "");
    }

    #[test]
    fn json_says_the_same() {
        let written = |value: Number| serde_json::to_string(&value).unwrap();
        assert_eq!(written(Number::from(1.0 / 3.0)), "0.333333333");
        assert_eq!(written(Number::from(4.0)), "4");
        assert_eq!(written(Number::new(None)), "null");
    }

    #[test]
    fn thousands_have_separators() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1000), "1,000");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(fixed(-1234.56, 1), "-1,234.6");
    }

    #[test]
    fn digits_follow_the_error() {
        assert_eq!(estimate(Some(48.776_21), Some(0.097_9)), "48.78 ± 0.10");
        assert_eq!(estimate(Some(48.776_21), Some(0.123)), "48.78 ± 0.12");
        assert_eq!(estimate(Some(48.776_21), Some(0.51)), "48.8 ± 0.5");
        assert_eq!(estimate(Some(12_345.0), Some(123.0)), "12,350 ± 120");
        assert_eq!(estimate(Some(-0.001), Some(0.5)), "0.0 ± 0.5");
        assert_eq!(estimate(Some(12.0), Some(0.0)), "12 (always)");
        assert_eq!(estimate(Some(12.345), None), "12.3 ± ?");
        assert_eq!(estimate(None, None), "-");
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
    fn a_lopsided_mean_shows_both_ends_or_a_bound() {
        let of = |value, lo, hi| mean(value, Interval { lo, hi });
        assert_eq!(of(48.776_21, 48.678_31, 48.874_11), "48.78 ± 0.10");
        assert_eq!(of(0.000_05, 0.000_001_26, 0.000_28), "0.00005 (0.0000012 to 0.00028)");
        assert_eq!(of(0.0, 0.0, 0.003_688), "< 0.0037");
        assert_eq!(of(30.0, 29.889, 30.0), "> 29.88");
        assert_eq!(of(7.0, 7.0, 7.0), "7 (always)");
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
}
