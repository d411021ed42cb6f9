//! The language of names: what goals, `--goal` and `--target-error` speak of.
//!
//! ```text
//! goal    = measure test
//! target  = [ measure "=" ] ( number [ "pt" ] | "rel:" number "%" )
//! test    = ( "<" | "<=" | ">" | ">=" | "=" ) number [ "%" ] | "between" number [ "%" ] "and" number [ "%" ]
//! measure = base | ( "mean" | "median" | "p1" ... "p99" ) "(" base ")"
//! base    = name [ "(" [ who ] { "," ( "every" | "first" | bound ) } ")" ]
//! bound   = ( "round" | "activation" ) ( sign number | "between" number "and" number )
//! ```
//!
//! | name | of whom | what |
//! | --- | --- | --- |
//! | `win_rate` | sides | the share of the fights that it won |
//! | `draw_rate`, `timeout_rate` | the fight | the share of the fights that ended so |
//! | `rounds` | the fight | the round in which it ended, timeouts included |
//! | a metric of the system, `hit_rate`, `soaked` | units, sides | as in `metrics.csv` |
//! | a clock of the system | units | how often it struck, within bounds |
//!
//! - `who` is a side, a unit (all its copies if it has some), or `side/unit` where units of two
//!   sides share a name. A name that a side and a unit share means the side. Names with commas,
//!   brackets or blanks at their ends are quoted.
//! - Without `who` a measure is that of every side where it is of sides, else of every unit; a
//!   clock of a side is that of each of its units. A goal is met if it is met for each of them.
//! - A clock is the share of the fights in which it struck for the first time within the bounds;
//!   fights in which it never struck are among the tries. This is the view `first`: fights are
//!   independent, so that its interval is honest. With `every` it is the share of the rounds that
//!   the unit began standing, and that lie within the bounds for rounds, in which it struck within
//!   the bounds for activations.
//! - `= 65%` is met by what rounds to it: within half a unit of the last digit written.
//!
//! Reading is [`Goal::parse`] and [`Target::parse`]; [`Measure::estimates`] evaluates on totals.

mod cursor;
mod estimate;
mod goal;
mod measure;
mod target;
#[cfg(test)]
mod tests;

use core::fmt;
use core::ops::Range;

pub use estimate::{Estimate, Seen};
pub use goal::{Goal, Region, Sign, Verdict};
pub use measure::{Measure, Stat, Subject, View, What, Within};
pub use target::{Precision, Target};

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The place in the text, in bytes.
    pub at: Range<usize>,
    /// What was found there or what was expected: a fragment of one line.
    pub message: String,
    /// More for whoever mends it.
    pub help: Option<String>,
}

impl Wrong {
    fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: None }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at character {})", self.message, self.at.start + 1)?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}

impl core::error::Error for Wrong {}
