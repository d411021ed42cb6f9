//! Targets: a measure and the precision of its estimate at which a run stops.

use super::cursor::{Cursor, Unit};
use super::{Estimate, Measure, ParseError, Seen};
use crate::totals::About;

/// A target of precision: `win_rate=0.25pt`.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The text of the target.
    pub text: String,
    /// The measure whose precision is asked for.
    pub measure: Measure,
    /// The precision at which the target is reached.
    pub precision: Precision,
}

/// The largest half width of a 95 % interval that reaches a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Precision {
    /// In the unit of the measure; a rate is a share of 1.
    Absolute(f64),
    /// As a share of the estimate.
    Relative(f64),
}

/// The fewest events that a rate needs before its relative error can be trusted.
const EVENTS: u64 = 100;

impl Target {
    /// The target of this half width for the win rate of every side.
    #[must_use]
    pub fn win_rates(error: f64, about: &About) -> Self {
        Self {
            text: format!("{}pt", error * 100.0),
            measure: Measure::win_rates(about),
            precision: Precision::Absolute(error),
        }
    }

    /// Reads a target. `0.25pt` and `rel:10%` are for the win rate of every side; other measures
    /// are named before a `=`.
    ///
    /// # Errors
    /// The first thing that is wrong with the text.
    pub fn parse(text: &str, about: &About) -> Result<Self, ParseError> {
        Self::read(text, about).map_err(|error| {
            let is_unknown = error.message.starts_with("no metric is named");
            if !is_unknown || error.message.contains("did you mean") {
                return error;
            }
            if text.contains('=') { error } else { ParseError::new(error.at, format!("expected a precision, found `{}`", text.trim())) }
            .help(
                "a precision is half the width of a 95 % interval: `0.5pt` or `rel:10%` for the win rate of every \
                 side, `rounds=0.01` for another metric",
            )
        })
    }

    fn read(text: &str, about: &About) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let measure = match cursor.peek_word() {
            None | Some("rel") => Measure::win_rates(about),
            Some(_) => {
                let measure = Measure::parse(&mut cursor, about)?;
                cursor.expect("=", "`=` and a precision like `0.25pt` or `rel:10%`")?;
                measure
            }
        };
        let precision = precision(&mut cursor, measure.is_rate(about))?;
        cursor.end("a target ends after its number; repeat the flag for a second target")?;
        Ok(Self { text: text.to_owned(), measure, precision })
    }

    /// The half width of the estimate's interval, divided by the one that is asked for: 1 or less if
    /// the target is reached, infinite if there is no interval yet.
    #[must_use]
    pub fn ratio(&self, estimate: &Estimate) -> f64 {
        let Some((value, within)) = estimate.sharpest() else { return f64::INFINITY };
        let half = within.half();
        match self.precision {
            Precision::Absolute(error) => half / error,
            // An estimate of 0 has no relative error.
            Precision::Relative(_) if value == 0.0 => f64::INFINITY,
            Precision::Relative(error) => {
                let ratio = half / (value.abs() * error);
                match estimate.seen {
                    Seen::Rate(rate) if rate.events < EVENTS => {
                        ratio.max((EVENTS as f64 / rate.events as f64).sqrt())
                    }
                    _ => ratio,
                }
            }
        }
    }
}

fn precision(cursor: &mut Cursor<'_>, is_rate: bool) -> Result<Precision, ParseError> {
    let is_relative = cursor.eat_word("rel");
    if is_relative {
        cursor.expect(":", "`:` and a percentage, as in `rel:10%`")?;
    }
    let what = match (is_relative, is_rate) {
        (true, _) => "a percentage, as in `rel:10%`",
        (false, true) => "a precision like `0.25pt` or `rel:10%`",
        (false, false) => "a precision like `0.01` or `rel:10%`",
    };
    let number = cursor.number(what)?;
    let (error, unit) = (number.value.value, number.value.unit);
    let unexpected = ParseError::new(number.at.clone(), format!("expected {what}"));
    let precision = match (is_relative, is_rate, unit) {
        (true, _, Unit::Percent) => Precision::Relative(error),
        (false, true, Unit::Points) | (false, false, Unit::None) => Precision::Absolute(error),
        (false, true, _) => {
            return Err(unexpected.help("`pt` means percentage points, `rel:` a share of the rate itself"));
        }
        (false, false, _) => {
            return Err(unexpected.help("this metric is not a rate: its precision is in its own unit"));
        }
        (true, _, _) => return Err(unexpected),
    };
    if error <= 0.0 {
        return Err(ParseError::new(number.at, "expected a precision above 0"));
    }
    Ok(precision)
}
