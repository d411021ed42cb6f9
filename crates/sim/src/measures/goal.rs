//! Goals: a measure and what it should be.

use super::cursor::{Cursor, Number, Part, Unit};
use super::{Estimate, Measure, Wrong};
use crate::stats::Interval;
use crate::totals::{About, Totals};

/// What designers promise: `win_rate(wizards) between 60% and 70%`.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// As it was written.
    pub text: String,
    /// What is measured.
    pub measure: Measure,
    /// How it was said.
    pub sign: Sign,
    /// Where it should lie.
    pub region: Region,
}

/// How a goal is said.
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
    /// `=`: what rounds to it, so that the middle of the region is what was written.
    Equal,
    /// `between`, both ends included.
    Between,
}

/// Numbers from one end to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// The lower end; minus infinity where there is none.
    pub lo: f64,
    /// The upper end; infinity where there is none.
    pub hi: f64,
    /// Whether the ends are within.
    pub closed: bool,
}

/// What an estimate says of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its whole interval lies where it should.
    Met,
    /// Its whole interval lies elsewhere.
    Missed,
    /// Neither.
    Undecided,
}

impl Region {
    /// Whether it holds `x`.
    #[must_use]
    pub fn has(self, x: f64) -> bool {
        match self.closed {
            true => self.lo <= x && x <= self.hi,
            false => self.lo < x && x < self.hi,
        }
    }

    /// Where an interval lies.
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
    /// Reads a goal of a scenario about these sides, units, metrics and clocks.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn parse(text: &str, about: &About) -> Result<Self, Wrong> {
        let mut cursor = Cursor::new(text);
        let measure = Measure::parse(&mut cursor, about)?;
        let is_rate = measure.is_rate(about);
        let (sign, region) = test(&mut cursor, is_rate)?;
        cursor.end("a goal ends behind its number")?;
        Ok(Self { text: text.to_owned(), measure, sign, region })
    }

    /// What the totals say of it: met if it is met for every subject, missed if it is missed for
    /// one. Each subject has its own 95 % interval.
    #[must_use]
    pub fn verdict(&self, about: &About, totals: &Totals) -> Verdict {
        let each = self.measure.estimates(about, totals);
        let verdict = |estimate: &Estimate| {
            estimate.within.map_or(Verdict::Undecided, |within| self.region.verdict(within))
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

fn test(cursor: &mut Cursor<'_>, is_rate: bool) -> Result<(Sign, Region), Wrong> {
    if cursor.takes_word("between") {
        let lo = value(cursor, is_rate)?;
        if !cursor.takes_word("and") {
            return Err(cursor.expected("`and`"));
        }
        let hi = value(cursor, is_rate)?;
        if lo.value.value > hi.value.value {
            let at = lo.at.start..hi.at.end;
            return Err(Wrong::new(at, "the first end lies above the second"));
        }
        return Ok((Sign::Between, Region { lo: lo.value.value, hi: hi.value.value, closed: true }));
    }
    // The longer signs first, of which others are the beginnings.
    let signs = [
        ("<=", Sign::AtMost),
        (">=", Sign::AtLeast),
        ("<", Sign::Below),
        (">", Sign::Above),
        ("=", Sign::Equal),
    ];
    let Some((_, sign)) = signs.into_iter().find(|(sign, _)| cursor.takes(sign)) else {
        return Err(cursor.expected("`<`, `<=`, `>`, `>=`, `=` or `between ... and ...`"));
    };
    let Number { value, half_digit, .. } = value(cursor, is_rate)?.value;
    let (none_below, none_above) = (f64::NEG_INFINITY, f64::INFINITY);
    let (lo, hi, closed) = match sign {
        Sign::Below => (none_below, value, false),
        Sign::AtMost => (none_below, value, true),
        Sign::Above => (value, none_above, false),
        Sign::AtLeast => (value, none_above, true),
        Sign::Equal | Sign::Between => (value - half_digit, value + half_digit, true),
    };
    Ok((sign, Region { lo, hi, closed }))
}

fn value(cursor: &mut Cursor<'_>, is_rate: bool) -> Result<Part<Number>, Wrong> {
    let what = if is_rate { "a rate like 65% or 0.65" } else { "a number" };
    let number = cursor.number(what)?;
    let wrong = |message: &str| Wrong::new(number.at.clone(), message);
    match (is_rate, number.value.unit) {
        (_, Unit::Points) => Err(wrong("`pt` is a unit of errors; a rate is written with `%`")),
        (false, Unit::Percent) => Err(wrong("this is no rate: expected a number without `%`")),
        (true, _) if !(0.0..=1.0).contains(&number.value.value) => {
            Err(wrong("a rate lies between 0% and 100%").help("without `%` it is a part of 1"))
        }
        (_, Unit::None | Unit::Percent) => Ok(number),
    }
}
