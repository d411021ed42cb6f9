//! Numbers of scenario points as the terminal shows them.

use super::sample::Level;
use crate::compare::shared::MetricKind;
use crate::tables::format::{Number, bare_rate, decimals, fixed, mean, rate};

/// A difference with the half width of its interval; of rates in percentage points.
pub(super) fn change(kind: MetricKind, diff: f64, half: f64) -> String {
    let (scale, unit) = if kind.is_rate() { (100.0, " pt") } else { (1.0, "") };
    let (diff, half) = (diff * scale, half * scale);
    let sign = if diff > 0.0 { "+" } else { "" };
    if half <= 0.0 {
        return format!("{sign}{}{unit}", Number::from((diff * 1e4).round() / 1e4));
    }
    let digits = decimals(half).max(0);
    format!("{sign}{} ± {}{unit}", fixed(diff, digits), fixed(half, digits))
}

/// The value of a metric with its error.
pub(super) fn level(kind: MetricKind, level: Level) -> String {
    let Some((value, within)) = level.value.zip(level.within) else { return "-".to_owned() };
    match (level.rate, kind.is_rate()) {
        (Some(of_fights), _) => rate(of_fights),
        (None, true) => {
            let half = within.half() * 100.0;
            let digits = if half > 0.0 { decimals(half).max(0) } else { 4 };
            match half > 0.0 {
                true => format!("{}% ± {}", fixed(value * 100.0, digits), fixed(half, digits)),
                false => format!("{}%", fixed(value * 100.0, digits)),
            }
        }
        (None, false) => mean(value, within),
    }
}

/// The value of a metric to the digits that its error supports, without the error.
pub(super) fn bare_level(kind: MetricKind, of: Level) -> String {
    match of.rate {
        Some(of_fights) => bare_rate(of_fights),
        None => level(kind, of).split(" ± ").next().unwrap_or_default().to_owned(),
    }
}
