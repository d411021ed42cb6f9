//! Values of arguments: numbers of fights, ranges, seeds, rates and times.

use std::str::FromStr;
use std::time::Duration;

use crate::exit::report;

/// A number of fights: `1000000`, `1_000_000`, `1e6` or `1.5e6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fights(pub(crate) u64);

/// The most fights that a verb may play.
///
/// `--fights` had this meaning in some verbs before it came to mean exactly so many. It is still taken there,
/// with a warning.
pub(crate) fn at_most(max_fights: Option<Fights>, fights: Option<Fights>) -> Option<Fights> {
    if let Some(Fights(most)) = fights {
        report(format_args!(
            "warning: --fights gives the exact number of fights; the limit that is meant here is --max-fights {most}"
        ));
    }
    max_fights.or(fights)
}

impl FromStr for Fights {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fights =
            whole_number(text).ok_or("expected a whole number like 1000000, 1_000_000, 1e6 or 1.5e6")?;
        match fights {
            0 => Err("expected 1 or more fights".to_owned()),
            _ => Ok(Self(fights)),
        }
    }
}

/// A range of fights: `LO..HI`, where HI is not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FightRange {
    pub(crate) lo: u64,
    pub(crate) hi: u64,
}

impl FromStr for FightRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ends = text.split_once("..").and_then(|(lo, hi)| Some((whole_number(lo)?, whole_number(hi)?)));
        let (lo, hi) = ends.ok_or("expected LO..HI, like 0..1000 or 1e6..2e6")?;
        if lo < hi {
            Ok(Self { lo, hi })
        } else {
            Err(format!("expected LO less than HI, found {lo} and {hi}"))
        }
    }
}

/// A seed: any whole number of 64 bits.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    whole_number(text).ok_or_else(|| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// A length of time in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected seconds, like 30 or 0.5".to_owned())
}

/// Digits, which may be grouped by `_` and followed by an exponent of ten; decimals are as many as the
/// exponent makes whole.
fn whole_number(text: &str) -> Option<u64> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<u32>().ok()?),
        None => (text, 0),
    };
    let (whole, decimals) = match digits.split_once('.') {
        Some((whole, decimals)) => (whole, Some(decimals)),
        None => (digits, None),
    };
    let is_plain = |digits: &str| {
        digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.chars().all(|c| c.is_ascii_digit() || c == '_')
    };
    if !core::iter::once(whole).chain(decimals).all(is_plain) {
        return None;
    }
    let plain = |digits: &str| digits.chars().filter(|&c| c != '_').collect::<String>();
    let decimals = plain(decimals.unwrap_or_default());
    let decimals = decimals.trim_end_matches('0');
    let exponent = exponent.checked_sub(decimals.len() as u32)?;
    (plain(whole) + decimals).parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(exponent)?)
}

/// A rate of errors: above 0 and at most 0.5.
pub(super) fn error_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| 0.0 < *rate && *rate <= 0.5);
    rate.ok_or_else(|| "expected a number above 0 and at most 0.5, like 0.01".to_owned())
}

/// A probability above 0 and below 1.
pub(super) fn probability(text: &str) -> Result<f64, String> {
    let p = text.parse::<f64>().ok().filter(|p| *p > 0.0 && *p < 1.0);
    p.ok_or_else(|| "expected a number above 0 and below 1, like 0.001 or 1e-6".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_fights_are_read_exactly_or_not_at_all() {
        for (text, fights) in [
            ("1000000", 1_000_000),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("12E3", 12_000),
            ("1.5e3", 1_500),
            ("2.50e1", 25),
            ("3.0", 3),
        ] {
            assert_eq!(text.parse::<Fights>(), Ok(Fights(fights)), "{text}");
        }
        for text in [
            "",
            "0",
            "-1",
            "1.5",
            "1.25e1",
            "1.e3",
            ".5e3",
            "1.5.0e3",
            "1e20",
            "e6",
            "_1",
            "1e",
            "99999999999999999999",
            "1 000",
        ] {
            assert!(text.parse::<Fights>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_range_ends_behind_its_start() {
        assert_eq!("10..1e3".parse(), Ok(FightRange { lo: 10, hi: 1000 }));
        for text in ["10", "5..5", "6..5", "..5", "5..", "a..b"] {
            assert!(text.parse::<FightRange>().is_err(), "{text}");
        }
    }
}
