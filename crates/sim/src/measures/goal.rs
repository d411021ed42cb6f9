//! Goals: a measure and the values that it should have.

use std::io;

use super::cursor::{Cursor, Number, Spanned, Unit};
use super::{Estimate, Measure, ParseError, Stat, Subject};
use crate::stats::Interval;
use crate::tables::format;
use crate::totals::{About, Totals};

/// A goal of the designers: `win_rate(wizards) between 60% and 70%`.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The text of the goal.
    pub text: String,
    /// The quantity that the goal is about.
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

/// A goal on a metric of one subject, as a row of `goals.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalRow {
    /// The goal, as it is written.
    pub goal: String,
    /// The metric.
    pub metric: String,
    /// The side; none for the fight.
    pub side: Option<String>,
    /// The unit; none for a side or the fight.
    pub unit: Option<String>,
    /// The least that is asked for.
    pub lo: format::Number,
    /// The most that is asked for.
    pub hi: format::Number,
}

impl GoalRow {
    /// Writes rows as a table.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write_csv(rows: &[Self], to: impl io::Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(to);
        csv.write_record(["goal", "metric", "side", "unit", "lo", "hi"])?;
        for Self { goal, metric, side, unit, lo, hi } in rows {
            let [side, unit] = [side, unit].map(|name| name.as_deref().unwrap_or_default());
            csv.write_record([goal, metric, side, unit, &lo.to_string(), &hi.to_string()])?;
        }
        csv.flush()
    }
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

/// The verdict of an interval estimate on a goal.
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
    /// Returns whether `x` belongs to the region.
    #[must_use]
    pub fn has(self, x: f64) -> bool {
        if self.closed { self.lo <= x && x <= self.hi } else { self.lo < x && x < self.hi }
    }

    /// Returns whether an interval lies inside the region, outside or across an end.
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
        let read = |cursor: &mut Cursor<'_>| -> Result<Self, ParseError> {
            let measure = Measure::parse(cursor, about)?;
            let is_rate = measure.is_rate(about);
            let (sign, region) = comparison(cursor, is_rate)?;
            cursor.end("a goal ends after its number")?;
            Ok(Self { text: text.to_owned(), measure, sign, region })
        };
        read(&mut cursor).map_err(|error| with_forms(error, about))
    }

    /// The metric of each subject as tables name it, with the ends of what is asked for; none of a quantile or a
    /// bound on a clock.
    #[must_use]
    pub fn rows(&self, about: &About) -> Vec<GoalRow> {
        let Some(metric) = self.measure.what.metric(about).filter(|_| self.measure.stat == Stat::Mean) else {
            return Vec::new();
        };
        let end = |end: f64| format::Number::new(end.is_finite().then_some(end));
        let row = |subject: &Subject| {
            let (side, unit) = match subject {
                Subject::Fight => (None, None),
                Subject::Side(side) => (Some(side.idx()), None),
                Subject::Unit(unit) => {
                    let of = &about.roster.units[unit.idx()];
                    (Some(of.side.idx()), Some(of.name.clone()))
                }
            };
            GoalRow {
                goal: self.text.clone(),
                metric: metric.to_owned(),
                side: side.map(|side| about.roster.sides[side].name.clone()),
                unit,
                lo: end(self.region.lo),
                hi: end(self.region.hi),
            }
        };
        self.measure.of.iter().map(row).collect()
    }

    /// Judges the goal by the 95 % interval of each subject, the sharpest that there is: it is met if every subject meets it,
    /// and missed if one subject misses it.
    #[must_use]
    pub fn verdict(&self, about: &About, totals: &Totals) -> Verdict {
        let each = self.measure.estimates(about, totals);
        let verdict =
            |estimate: &Estimate| match (self.by_rules(about, estimate.subject), estimate.sharpest()) {
                (Some(true), _) => Verdict::Met,
                (Some(false), _) => Verdict::Missed,
                (None, known) => known.map_or(Verdict::Undecided, |(_, within)| self.region.verdict(within)),
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

/// An error with what goals look like, where it does not say already what was meant.
fn with_forms(error: ParseError, about: &About) -> ParseError {
    let is_unknown = error.message.starts_with("no metric is named");
    if error.message.contains("did you mean") || error.help.is_some() && !is_unknown {
        return error;
    }
    let side = about.roster.sides.first().map_or("heroes", |side| side.name.as_str());
    let side = if side.contains(|c: char| !c.is_alphanumeric() && c != '_') { "heroes" } else { side };
    let forms = format!(
        "a goal is a metric, a sign and a number: `win_rate({side}) between 55% and 65%`, `any_dropped({side}) <= 20%`, \
         `mean(rounds) < 6`, `p95(rounds) <= 10`"
    );
    let help = error.help.as_ref().map_or_else(|| forms.clone(), |help| format!("{forms}; {help}"));
    error.help(help)
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
