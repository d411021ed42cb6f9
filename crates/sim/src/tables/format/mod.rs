//! The format of numbers: nine digits in files, as many as the error supports on the card.

mod rate;

use serde::{Serialize, Serializer};

use crate::stats::Interval;

pub(crate) use rate::percent;
pub use rate::{bare_rate, exact_rate, level_of_rate, rate, rate_by_fight, rate_of_fights};

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
        // Both write the shortest form that reads back as the value.
        match self.0 {
            None => Ok(()),
            Some(value) if value != 0.0 && value.abs() < LEAST_WITHOUT_EXPONENT => write!(f, "{value:e}"),
            Some(value) => write!(f, "{value}"),
        }
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

/// Numbers closer to 0 are written with an exponent: a p-value may have three hundred zeros.
const LEAST_WITHOUT_EXPONENT: f64 = 1e-4;

/// Rounds a finite number to nine significant digits; minus zero becomes zero. A number close to 1
/// keeps all of its digits: a rate that is not 1 is not written as 1.
fn nine_digits(value: f64) -> f64 {
    let text = format!("{value:.8e}");
    let rounded = text.parse::<f64>().expect("a float written out is a float") + 0.0;
    if rounded == 1.0 { value } else { rounded }
}

/// The smallest p-value that is written: smaller ones are no better evidence, and below the
/// smallest float a p-value would be written as 0.
const LEAST_P: f64 = 1e-300;

/// A p-value: `p = 3.1e-05`, or `p < 1e-300`.
#[must_use]
pub fn p_value(p: f64) -> String {
    match p {
        _ if p < LEAST_P => format!("p < {LEAST_P:e}"),
        0.0995.. => format!("p = {p:.2}"),
        _ => format!("p = {p:.1e}"),
    }
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

/// A number of things with their name in the singular: `1 fight`, `2,000 fights`, `3 switches`.
#[must_use]
pub fn counted(n: impl Into<u128>, one: &str) -> String {
    let n = n.into();
    let ending = match n {
        1 => "",
        _ if one.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{} {one}{ending}", thousands(n))
}

/// A number of fights in words: `1 fight`, `2,000 fights`.
#[must_use]
pub fn fights(n: u64) -> String {
    counted(n, "fight")
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
/// an error (fewer than two observations, or too few that differ) three digits, and that its error is unknown. A value that can be no other has
/// no error and says so, `12 (always)`.
#[must_use]
pub fn estimate(value: Option<f64>, half: Option<f64>) -> String {
    match (value, half) {
        (None, _) => "-".into(),
        (Some(value), None) => format!("{} (error unknown)", three_digits(value)),
        (Some(value), Some(half)) => mean(value, Interval { lo: value - half, hi: value + half }),
    }
}

/// A mean with its interval: the half width where that lies evenly around it, `12.34 ± 0.05`, else
/// both ends, `0.0005 (0.00001 to 0.0031)`, or a bound where the mean is an end, `< 0.0004`.
#[must_use]
pub fn mean(value: f64, within: Interval) -> String {
    mean_of_seen(value, within, Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY })
}

/// A difference, of rates in points, with the half width of its interval, or its ends where a rate cannot differ by
/// so much.
#[must_use]
pub fn difference(is_rate: bool, sign: &str, [diff, half]: [f64; 2], digits: i32) -> String {
    const ALL: f64 = 100.0;
    let shown = fixed(diff, digits);
    if is_rate && diff.abs() + half > ALL {
        let ends = [(diff - half).max(-ALL), (diff + half).min(ALL)].map(|end| fixed(end, digits));
        return format!("{sign}{shown} ({} to {})", ends[0], ends[1]);
    }
    format!("{sign}{shown} ± {}", fixed(half, digits))
}

/// A [`mean`] of values that all lie in `seen`: it is not rounded to a value beyond these, nor beyond
/// its interval.
#[must_use]
pub fn mean_of_seen(value: f64, Interval { lo, hi }: Interval, seen: Interval) -> String {
    let half = (hi - lo) / 2.0;
    if half <= value.abs() * 1e-12 {
        return format!("{} (always)", with_separators(&nine_digits(value).to_string()));
    }
    let digits = decimals(half);
    let shown = inside(value, digits, Interval { lo: lo.max(seen.lo), hi: hi.min(seen.hi) });
    if ((hi + lo) / 2.0 - value).abs() <= half / 10.0 {
        return format!("{shown} ± {}", fixed(half, digits));
    }
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
    let shown = if is_zero(&shown) { three_digits(value) } else { shown };
    format!("{shown} ({low} to {})", outward(hi, digits, f64::ceil))
}

/// A value rounded to this number of decimals, or to as many more as keep it within these ends.
fn inside(value: f64, digits: i32, Interval { lo, hi }: Interval) -> String {
    let is_inside = |digits: &i32| {
        let unit = 10_f64.powi(-digits);
        let rounded = (value / unit).round() * unit;
        let slack = unit * 1e-6;
        lo - slack <= rounded && rounded <= hi + slack
    };
    if lo == hi && value.fract() == 0.0 {
        return fixed(value, 0);
    }
    fixed(value, (digits..digits.max(0) + 9).find(is_inside).unwrap_or(digits))
}

/// A value rounded to so many decimals by `round`.
fn outward(value: f64, digits: i32, round: fn(f64) -> f64) -> String {
    let unit = 10_f64.powi(-digits);
    let steps = value / unit;
    // What is a multiple but for the last bits stays.
    let is_whole = (steps - steps.round()).abs() <= steps.abs() * 1e-12;
    fixed(if is_whole { steps.round() } else { round(steps) } * unit, digits)
}

/// Returns whether a number that is written out is 0.
fn is_zero(text: &str) -> bool {
    text.trim_matches(['-', '0', '.']).is_empty()
}

/// A positive number rounded down to two digits.
fn two_digits_down(value: f64) -> String {
    outward(value, 1 - value.log10().floor() as i32, f64::floor)
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

    #[test]
    fn no_p_value_is_0() {
        assert_eq!(
            [1.0, 0.001_2, 3.14e-89, 1e-300].map(p_value),
            ["p = 1.00", "p = 1.2e-3", "p = 3.1e-89", "p = 1.0e-300"]
        );
        assert_eq!([9e-301, 0.0].map(p_value), ["p < 1e-300"; 2]);
        assert_eq!(p_number(Some(0.0)).get(), Some(1e-300));
        assert_eq!(p_number(None).get(), None);
    }

    #[test]
    fn numbers_of_the_files_have_nine_digits_and_an_exponent_near_0() {
        let written = |value: f64| Number::from(value).to_string();
        assert_eq!(written(1.0 / 3.0), "0.333333333");
        assert_eq!(written(2.0 / 3.0 * 1e-7), "6.66666667e-8");
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
        assert_eq!(estimate(Some(12.345), None), "12.3 (error unknown)");
        assert_eq!(estimate(None, None), "-");
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
    fn no_mean_is_rounded_beyond_what_was_seen() {
        let of = |value, lo, hi, least, most| {
            mean_of_seen(value, Interval { lo, hi }, Interval { lo: least, hi: most })
        };
        // All fights lie between 876 and 966.
        assert_eq!(of(930.0, 900.0, 9000.0, 876.0, 966.0), "900 (900 to 9,000)");
        assert_eq!(of(921.0, 349.0, 1493.0, 876.0, 966.0), "900 ± 600");
        assert_eq!(of(998.0, 400.0, 1600.0, 996.0, 999.0), "998 ± 600");
        assert_eq!(of(1.0, 0.99, 1.11, 1.0, 1.0), "1 (0.99 to 1.11)");
        for (value, error) in [(930.0, 4000.0), (949.6, 36.0), (0.951, 0.4), (12_345.0, 123.0)] {
            let text = of(value, value - error, value + error, value - 1.0, value + 1.0);
            let shown: f64 = text.split(' ').next().unwrap().replace(',', "").parse().unwrap();
            assert!((shown - value).abs() <= 1.0, "{text}");
        }
    }

    #[test]
    fn what_is_not_1_is_not_written_as_1() {
        assert_eq!(Number::from(0.999_999_999_85).to_string(), "0.99999999985");
        assert_eq!(Number::from(1.0 - 1e-13).to_string(), "0.9999999999999");
        assert_eq!(Number::from(1.0).to_string(), "1");
    }
}
