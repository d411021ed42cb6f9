//! Goals: a measure and the values that it should have.

use super::cursor::{Cursor, Number, Spanned, Unit};
use super::{Estimate, Measure, ParseError};
use crate::stats::Interval;
use crate::totals::{About, Totals};

/// A goal of the designers: `win_rate(wizards) between 60% and 70%`.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The text of the goal.
    pub text: String,
    /// What is measured.
    pub measure: Measure,
    /// The comparison that was written.
    pub sign: Sign,
    /// The values that meet the goal.
    pub region: Region,
}

/// The comparison of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `>`
    Above,
    /// `>=`
    AtLeast,
    /// `=`: every value that rounds to the written one, which is the middle of the region; 0, and 100 % of a
    /// rate, stand for themselves alone.
    Equal,
    /// `between`, both ends included.
    Between,
}

/// An interval of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// The lower end; minus infinity if there is none.
    pub lo: f64,
    /// The upper end; infinity if there is none.
    pub hi: f64,
    /// Whether the ends belong to the region.
    pub closed: bool,
}

/// What an interval estimate says about a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval lies in the region.
    Met,
    /// The whole interval lies outside the region.
    Missed,
    /// The interval lies partly inside, or there is none.
    Undecided,
}

impl Region {
    /// Whether `x` belongs to the region.
    #[must_use]
    pub fn has(self, x: f64) -> bool {
        match self.closed {
            true => self.lo <= x && x <= self.hi,
            false => self.lo < x && x < self.hi,
        }
    }

    /// Whether an interval lies inside the region, outside or across an end.
    #[must_use]
    pub fn verdict(self, within: Interval) -> Verdict {
        let is_below = if self.closed { within.hi < self.lo } else { within.hi <= self.lo };
        let is_above = if self.closed { within.lo > self.hi } else { within.lo >= self.hi };
        match (self.has(within.lo) && self.has(within.hi), is_below || is_above) {
            (true, _) => Verdict::Met,
            (false, true) => Verdict::Missed,
            (false, false) => Verdict::Undecided,
        }
    }
}

impl Goal {
    /// Reads a goal for the sides, units, metrics and clocks of `about`.
    ///
    /// # Errors
    /// The first thing that is wrong with the text.
    pub fn parse(text: &str, about: &About) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let measure = Measure::parse(&mut cursor, about)?;
        let is_rate = measure.is_rate(about);
        let (sign, region) = comparison(&mut cursor, is_rate)?;
        cursor.end("a goal ends after its number")?;
        Ok(Self { text: text.to_owned(), measure, sign, region })
    }

    /// Judges the goal by the 95 % interval of each subject: it is met if every subject meets it,
    /// and missed if one subject misses it.
    #[must_use]
    pub fn verdict(&self, about: &About, totals: &Totals) -> Verdict {
        let each = self.measure.estimates(about, totals);
        let verdict = |estimate: &Estimate| match (self.by_rules(about, estimate.subject), estimate.within) {
            (Some(true), _) => Verdict::Met,
            (Some(false), _) => Verdict::Missed,
            (None, within) => within.map_or(Verdict::Undecided, |within| self.region.verdict(within)),
        };
        let verdicts: Vec<Verdict> = each.iter().map(verdict).collect();
        if verdicts.contains(&Verdict::Missed) {
            Verdict::Missed
        } else if verdicts.contains(&Verdict::Undecided) {
            Verdict::Undecided
        } else {
            Verdict::Met
        }
    }
}

/// Reads a comparison with a number, and the values that meet it.
pub(super) fn comparison(cursor: &mut Cursor<'_>, is_rate: bool) -> Result<(Sign, Region), ParseError> {
    if cursor.eat_word("between") {
        let lo = value(cursor, is_rate)?;
        if !cursor.eat_word("and") {
            return Err(cursor.expected("`and`"));
        }
        let hi = value(cursor, is_rate)?;
        if lo.value.value > hi.value.value {
            let at = lo.at.start..hi.at.end;
            return Err(ParseError::new(at, "the lower end is above the upper end"));
        }
        return Ok((Sign::Between, Region { lo: lo.value.value, hi: hi.value.value, closed: true }));
    }
    let sign = match cursor.comparison() {
        Some("<=") => Sign::AtMost,
        Some(">=") => Sign::AtLeast,
        Some("<") => Sign::Below,
        Some(">") => Sign::Above,
        Some(_) => Sign::Equal,
        None => return Err(cursor.expected("`<`, `<=`, `>`, `>=`, `=` or `between ... and ...`")),
    };
    let Number { value, half_digit, .. } = value(cursor, is_rate)?.value;
    let (none_below, none_above) = (f64::NEG_INFINITY, f64::INFINITY);
    let (lo, hi, closed) = match sign {
        Sign::Below => (none_below, value, false),
        Sign::AtMost => (none_below, value, true),
        Sign::Above => (value, none_above, false),
        Sign::AtLeast => (value, none_above, true),
        Sign::Equal if value == 0.0 || is_rate && value == 1.0 => (value, value, true),
        Sign::Equal | Sign::Between => (value - half_digit, value + half_digit, true),
    };
    Ok((sign, Region { lo, hi, closed }))
}

fn value(cursor: &mut Cursor<'_>, is_rate: bool) -> Result<Spanned<Number>, ParseError> {
    let what = if is_rate { "a rate like 65% or 0.65" } else { "a number" };
    let number = cursor.number(what)?;
    let wrong = |message: &str| ParseError::new(number.at.clone(), message);
    match (is_rate, number.value.unit) {
        (_, Unit::Points) => Err(wrong("`pt` is a unit of differences; a rate is written with `%`")),
        (false, Unit::Percent) => Err(wrong("this metric is not a rate: expected a number without `%`")),
        (true, _) if !(0.0..=1.0).contains(&number.value.value) => {
            Err(wrong("a rate lies between 0% and 100%")
                .help("without `%` a rate is a share of 1, as in 0.65"))
        }
        (_, Unit::None | Unit::Percent) => Ok(number),
    }
}
