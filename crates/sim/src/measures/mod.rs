//! The names of metrics: the language of goals (`[[goal]]`, `--goal`), targets (`--target-error`),
//! comparisons (`--metric`) and searches (`--find`).
//!
//! ```text
//! goal     = measure comparison
//! target   = [ measure "=" ] ( number [ "pt" ] | "rel:" number "%" )
//! criteria = condition { joined condition } [ joined pick ] | pick
//! condition = name [ comparison ]
//! pick     = name | ( "median" | "p1" ... "p99" ) name
//! joined   = "and" | ","
//! measure  = name | ( "mean" | "median" | "p1" ... "p99" ) "(" name ")"
//! name     = word [ "(" [ who ] { "," ( "every" | "first" | bound ) } ")" ]
//! bound    = ( "round" | "activation" ) ( sign number | "between" number "and" number )
//! comparison = sign number [ "%" ] | "between" number [ "%" ] "and" number [ "%" ]
//! sign     = "<" | "<=" | ">" | ">=" | "="
//! ```
//!
//! | name | belongs to | what is observed |
//! | --- | --- | --- |
//! | `win_rate` | sides | whether the side wins the fight |
//! | `draw_rate`, `timeout_rate` | the fight | whether the fight ends so |
//! | `rounds` | the fight | the round in which it ends, timeouts included |
//! | `activations` | the fight | the activations of all units |
//! | `damage` | units, sides | the damage as rolled in the fight |
//! | `overkill` | units, sides | the part of it beyond the last HP of its targets |
//! | a metric of the system, `hit_rate`, `soaked` | units, sides | the observations of `metrics.csv` |
//! | a clock of the system, such as `exhausted` | units | whether it strikes, within bounds |
//! | `exhausted_every` | units | short for `exhausted(..., every)` |
//! | `exhausted_first_round` | units | the round of the first strike, in fights with one |
//!
//! A search compares the values of one fight: those that a run of this fight alone would show. A metric that
//! is true or false needs no comparison: `died(Ann)`. Beside metrics it names:
//!
//! | name | belongs to | the fight |
//! | --- | --- | --- |
//! | `win`, `loss` | sides, the first if none is named | which this side, or another side, wins |
//! | `draw`, `timeout` | the fight | which nobody wins |
//! | `longest`, `shortest` | the fight | of the most or fewest rounds |
//! | `luckiest`, `unluckiest` | sides | whose rolls came out best, or worst, for the side |
//! | `most_damage` | sides, units | with the most damage as rolled, copies added up |
//! | `p95 rounds` | as the metric | at this quantile of the values of the fights that meet the conditions |
//!
//! - `who` is a side, a unit (meaning all its copies if it has some), or `side/unit` where units of
//!   two sides share a name. A name that a side and a unit share means the side. A name with a
//!   comma, an unmatched bracket or spaces at an end is written in quotes.
//! - Without `who` a measure is that of every side if it belongs to sides alone, else of every
//!   unit; a clock of a side is that of each of its units. A goal or a condition is met if each subject
//!   meets it.
//! - A clock is the share of the fights in which it struck for the first time within the bounds;
//!   fights in which it never struck are among the tries. This is the view `first`: fights are
//!   independent, which makes its interval valid. With `every` it is the share of rounds, among
//!   those that the unit began standing and that lie within the bounds for rounds, in which it
//!   struck within the bounds for activations.
//! - A value meets `= 65%` if it rounds to it: if it is within half a unit of the last digit written, from
//!   64.5 % to 65.5 %. `= 0%` and `= 100%` of a rate, and `= 0` of anything, mean never and always: one fight
//!   that is otherwise misses the goal, and only the rules or an exact answer meet it.
//!
//! [`Goal::parse`], [`Target::parse`] and [`Criteria::parse`] read texts, [`Measure::estimates`]
//! evaluates on totals. Read `reference` first (the grammar, and what each place allows), then
//! `cast` (sides and units by name) and `measure` (what a name means).

pub(crate) mod cast;
mod criteria;
mod cursor;
mod estimate;
mod exact;
mod goal;
pub mod list;
mod measure;
pub mod possible;
pub(crate) mod reference;
mod target;
#[cfg(test)]
mod tests;

use core::fmt;
use core::ops::Range;

pub use criteria::{Condition, Criteria, Ends, Pick};
pub use estimate::{Estimate, Seen};
pub use goal::{Goal, GoalRow, Region, Sign, Verdict};
pub use measure::{Measure, Subject, View, What, Within};
pub use target::{Precision, Target};

/// A statistic of observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stat {
    /// The mean; for a rate the rate itself.
    Mean,
    /// The quantile of this many percent, from 1 to 99.
    Quantile(u32),
}

/// An error in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The byte range in the text.
    pub at: Range<usize>,
    /// The fault, or the text that was expected there: a fragment of one line.
    pub message: String,
    /// The correction.
    pub help: Option<String>,
}

impl ParseError {
    pub(crate) fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The message, then the text on a line of its own with carets below the place, then the help.
    #[must_use]
    pub fn with_text(&self, text: &str) -> String {
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let indent = text[..self.at.start].chars().count();
        let carets = "^".repeat(text[self.at.clone()].chars().count().max(1));
        let help = self.help.as_ref().map_or_else(String::new, |help| format!("\n  {help}"));
        format!("{}\n  {line}\n  {:indent$}{carets}{help}", self.message, "")
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at character {})", self.message, self.at.start + 1)?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}

impl core::error::Error for ParseError {}
