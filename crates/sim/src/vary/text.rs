//! Numbers of scenario points, and where they stand, as the terminal shows them.

use std::borrow::Cow;

use fray_kit::sheet::text::shown;

use serde::Serialize;

use super::sample::Level;
use super::weights::Place;
use crate::card::text::value_of;
use crate::compare::shared::MetricKind;
use crate::stats::ALPHA;
use crate::tables::format::{Number, bare_rate, decimals, difference, exact_rate, level_of_rate, mean, rate};

/// A difference with the half width of its interval; of rates in percentage points.
pub(super) fn change(kind: MetricKind, diff: f64, half: f64) -> String {
    let (scale, unit) = if kind.is_rate() { (100.0, " pt") } else { (1.0, "") };
    let (diff, half) = (diff * scale, half * scale);
    let sign = if diff > 0.0 { "+" } else { "" };
    if half <= 0.0 {
        let rounded = (diff * 1e4).round() / 1e4;
        if rounded == 0.0 && diff != 0.0 {
            // What differs is not said to be equal.
            return format!("{sign}{diff:.1e}{unit}");
        }
        return format!("{sign}{}{unit}", Number::from(rounded));
    }
    let digits = decimals(half).max(0);
    difference(kind.is_rate(), sign, [diff, half], digits) + unit
}

/// The value of a metric with its error.
pub(super) fn level(kind: MetricKind, level: Level) -> String {
    let Some((value, within)) = level.value.zip(level.within) else { return "-".to_owned() };
    match (level.rate, kind.is_rate()) {
        (Some(of_fights), _) => rate(of_fights),
        (None, true) if level.is_exact => exact_rate(value, 4),
        (None, true) => level_of_rate(value, within),
        (None, false) if level.is_exact => Number::from(value).to_string(),
        (None, false) if within.half() <= 0.0 => format!("{} (all seen)", Number::from(value)),
        (None, false) => mean(value, within),
    }
}

/// The value of a metric to the digits that its error supports, without the error.
pub(super) fn bare_level(kind: MetricKind, of: Level) -> String {
    match of.rate {
        Some(of_fights) => bare_rate(of_fights),
        None => {
            let text = level(kind, of);
            let bare = value_of(&text);
            let sign = if text.contains('%') && !bare.ends_with('%') { "%" } else { "" };
            format!("{bare}{sign}")
        }
    }
}

/// Returns the progress when `n` of `all` changes were played, with these p-values: those that count as
/// certain will do so in the end, too, as Holm's correction is never stricter than Bonferroni's.
pub(super) fn known_so_far(n: usize, all: usize, p: impl Iterator<Item = f64>) -> String {
    let certain = p.filter(|p| p * all as f64 <= ALPHA).count();
    format!("{n} of {all} known, {certain} beyond luck")
}

/// Returns the line of a table about undecided rows that it does not show.
pub(super) fn more_undecided(n: usize) -> String {
    let are = if n == 1 { "is" } else { "are" };
    format!("{n} more {are} undecided; -v shows {}", if n == 1 { "it" } else { "them" })
}

/// Returns the text of a table that has no rows.
pub(super) fn nothing(is_interrupted: bool) -> &'static str {
    if is_interrupted {
        "nothing is known to change what is asked yet"
    } else {
        "none of it changed what is asked in the fights that were played"
    }
}

/// The name of the unit of a place, with its side where units of two sides share it among `all`.
pub(super) fn unit<'a, 'p>(all: impl IntoIterator<Item = &'p Place>, place: &'a Place) -> Cow<'a, str> {
    let is_shared = |other: &Place| other.unit == place.unit && other.side != place.side;
    if all.into_iter().any(is_shared) {
        format!("{}/{}", place.side, place.unit).into()
    } else {
        place.unit.as_str().into()
    }
}

/// Returns the lines of a table about values that were not changed.
pub(super) fn left_out(places: &[Place], all: bool) -> Vec<String> {
    let refs: Vec<&Place> = places.iter().collect();
    match (places.len(), all) {
        (0, _) => Vec::new(),
        (_, true) => {
            let rows = by_unit(&refs, |place| unit(places, place));
            rows.iter().map(|row| format!("left out because they are not numbers: {row}")).collect()
        }
        (n, false) => {
            let are = if n == 1 { "is not a number" } else { "are not numbers" };
            vec![format!("{n} values {are} and were left out; -v lists them")]
        }
    }
}

/// A value that was not changed, in JSON.
#[derive(Serialize)]
pub(super) struct LeftOut<'a> {
    side: &'a str,
    unit: &'a str,
    stat: &'a str,
}

impl<'a> LeftOut<'a> {
    pub(super) fn of(Place { side, unit, stat }: &'a Place) -> Self {
        Self { side, unit, stat }
    }
}

/// The numbers of each unit in a row: `Ogre: mp, prana`. `unit` names a unit.
pub(super) fn by_unit<'a>(places: &[&'a Place], unit: impl Fn(&'a Place) -> Cow<'a, str>) -> Vec<String> {
    let is_same = |a: &&Place, b: &&Place| (&a.side, &a.unit) == (&b.side, &b.unit);
    let row = |same: &[&'a Place]| {
        let stats: Vec<&str> = same.iter().map(|place| place.stat.as_str()).collect();
        format!("{}: {}", shown(&unit(same[0])), shown(&stats.join(", ")))
    };
    places.chunk_by(is_same).map(row).collect()
}
