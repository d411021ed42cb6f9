//! Targets: a measure and how precisely it should be known.

use super::cursor::{Cursor, Unit};
use super::{Estimate, Measure, Seen, Wrong};
use crate::totals::About;

/// How precisely something should be known: `win_rate=0.25pt`.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// As it was written.
    pub text: String,
    /// What is measured.
    pub measure: Measure,
    /// How precisely it should be known.
    pub precision: Precision,
}

/// The half width of a 95 % interval that is narrow enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Precision {
    /// So much.
    Absolute(f64),
    /// Such a part of the estimate.
    Relative(f64),
}

/// So many events a rate needs, beside its width, before its relative error can be trusted.
const EVENTS: u64 = 100;

impl Target {
    /// Reads a target: `0.25pt` and `rel:10%` for the win rate of every side, or with the name of
    /// a measure and `=` before it.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn parse(text: &str, about: &About) -> Result<Self, Wrong> {
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
        cursor.end("a target ends behind its number; several are several flags")?;
        Ok(Self { text: text.to_owned(), measure, precision })
    }

    /// How far an estimate is from the target: the half width of its interval over the one asked
    /// for; 1 or less if it is reached. Infinite where there is nothing to go by.
    #[must_use]
    pub fn ratio(&self, estimate: &Estimate) -> f64 {
        let Some((value, half)) = estimate.value().zip(estimate.half()) else { return f64::INFINITY };
        match self.precision {
            Precision::Absolute(error) => half / error,
            // Nothing seen, or too little: no relative error yet.
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

fn precision(cursor: &mut Cursor<'_>, is_rate: bool) -> Result<Precision, Wrong> {
    let is_relative = cursor.takes_word("rel");
    if is_relative {
        cursor.expect(":", "`:` and a part in percent, as in `rel:10%`")?;
    }
    let what = match (is_relative, is_rate) {
        (true, _) => "a part in percent, as in `rel:10%`",
        (false, true) => "a precision like `0.25pt` or `rel:10%`",
        (false, false) => "a precision like `0.01` or `rel:10%`",
    };
    let number = cursor.number(what)?;
    let (error, unit) = (number.value.value, number.value.unit);
    let wrong = |message: String| Wrong::new(number.at.clone(), message);
    let precision = match (is_relative, is_rate, unit) {
        (true, _, Unit::Percent) => Precision::Relative(error),
        (false, true, Unit::Points) | (false, false, Unit::None) => Precision::Absolute(error),
        (false, true, _) => {
            return Err(wrong(format!("expected {what}"))
                .help("`pt` are percentage points, `rel:` is a part of the rate itself"));
        }
        (false, false, _) => {
            return Err(
                wrong(format!("expected {what}")).help("this is no rate: its precision is in its own unit")
            );
        }
        (true, _, _) => return Err(wrong(format!("expected {what}"))),
    };
    if error <= 0.0 {
        return Err(wrong("expected a precision above 0".to_owned()));
    }
    Ok(precision)
}
