//! The ranges of values that facts can have, and the conditions that have one answer for all of them.

use core::ops::{RangeFrom, RangeFull, RangeInclusive, RangeToInclusive};

use super::when::{Term, When};

/// The values that a fact can have, and the percentages of its maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least value; `i32::MIN` where none is.
    least: i32,
    /// The greatest value; `i32::MAX` where none is.
    most: i32,
    /// The value that is 100 %; `None` where it is not known.
    whole: Option<i32>,
    /// The least and the greatest percentage, where `whole` is not known.
    share: (i32, i32),
}

impl Range {
    /// The values from `least` to `most`.
    #[must_use]
    pub const fn new(least: i32, most: i32) -> Self {
        let share = if least >= 0 { (0, i32::MAX) } else { (i32::MIN, i32::MAX) };
        Self { least, most, whole: None, share }
    }

    /// The same values, of which 100 % is the greatest.
    #[must_use]
    pub const fn up_to_whole(self) -> Self {
        let (least, _) = self.share;
        Self { share: (least, 100), ..self }
    }

    /// The same values, of which `whole` is 100 %.
    #[must_use]
    pub const fn of(self, whole: i32) -> Self {
        Self { whole: Some(whole), ..self }
    }

    /// The values of this range that `other` has, too.
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        let share = (self.share.0.max(other.share.0), self.share.1.min(other.share.1));
        Self { least: self.least.max(other.least), most: self.most.min(other.most), share, ..self }
    }

    /// Returns whether these terms about one fact all hold for some value.
    #[must_use]
    pub fn fits<F>(self, terms: &[&Term<F>]) -> bool {
        self.answers(terms.iter().copied()).0
    }

    /// The bounds of what a term compares: of values, or of percentages.
    fn bounds<F>(self, term: &Term<F>) -> (i32, i32) {
        let percent = |value: i32, whole: i32| match value {
            i32::MIN | i32::MAX => value,
            _ => (i64::from(value) * 100 / i64::from(whole)) as i32,
        };
        match self.whole {
            _ if !term.percent => (self.least, self.most),
            Some(whole @ 1..) => (percent(self.least, whole), percent(self.most, whole)),
            _ => self.share,
        }
    }

    /// Returns whether all of these terms about one fact hold for some value, and whether they do for every value.
    /// Nothing changes between the values that they name.
    fn answers<'a, F: 'a>(self, terms: impl Iterator<Item = &'a Term<F>> + Clone) -> (bool, bool) {
        // Percentages of an unknown maximum are looked at in halves of a percent.
        let halves = self.whole.is_none() && terms.clone().all(|term| term.percent);
        let double = |n: i32| if n == i32::MIN || n == i32::MAX { n } else { n.saturating_mul(2) };
        let (least, most, whole) = match self.whole {
            None if halves => (double(self.share.0), double(self.share.1), 200),
            whole => (self.least, self.most, whole.unwrap_or_default()),
        };
        let near = terms.clone().flat_map(|term| {
            let value = i64::from(term.value);
            let named = if term.percent { (value * i64::from(whole)).div_euclid(100) } else { value };
            [named - 1, named, named + 1]
        });
        let ends = [i64::from(least), i64::from(most)];
        let inside = near.chain(ends).filter_map(|value| i32::try_from(value).ok());
        let inside = inside.filter(|value| (least..=most).contains(value));
        let (mut some, mut every) = (false, true);
        for value in inside {
            let holds = terms.clone().all(|term| term.holds(value, whole));
            some |= holds;
            every &= holds;
        }
        (some, every)
    }
}

impl From<RangeFull> for Range {
    fn from(_: RangeFull) -> Self {
        Self::new(i32::MIN, i32::MAX)
    }
}

impl From<RangeFrom<i32>> for Range {
    fn from(range: RangeFrom<i32>) -> Self {
        Self::new(range.start, i32::MAX)
    }
}

impl From<RangeToInclusive<i32>> for Range {
    fn from(range: RangeToInclusive<i32>) -> Self {
        Self::new(i32::MIN, range.end)
    }
}

impl From<RangeInclusive<i32>> for Range {
    fn from(range: RangeInclusive<i32>) -> Self {
        Self::new(*range.start(), *range.end())
    }
}

/// The one answer that a condition has, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it always holds; otherwise it never does.
    pub holds: bool,
    /// The place of the term that decides it, in the list of the terms.
    pub term: usize,
    /// The reason, as a clause about the range of the term's fact: "`allies` goes from 1 to 2".
    pub because: String,
}

/// The one answer of a condition whose facts are within these ranges, each fact within one of its own; `None`
/// if it has two. `name` is what a fact is called.
pub fn judge<F: Copy + PartialEq>(
    when: &When<F>,
    ranges: impl Fn(F) -> Vec<Range>,
    name: impl Fn(F) -> &'static str,
) -> Option<Verdict> {
    let mut always = true;
    for (at, term) in when.terms.iter().enumerate() {
        let ranges = ranges(term.fact);
        let of_fact = |other: &&Term<F>| other.fact == term.fact;
        // Where 100 % is not known, percentages are a matter of their own.
        let of_kind = |other: &&Term<F>| of_fact(other) && other.percent == term.percent;
        let mut some = false;
        for range in &ranges {
            some |= match range.whole {
                Some(_) => range.answers(when.terms.iter().filter(of_fact)).0,
                None => range.answers(when.terms.iter().filter(of_kind)).0,
            };
            always &= range.answers(core::iter::once(term)).1;
        }
        if !some {
            let alone = |range: &Range| {
                let mut terms = when.terms.iter().filter(of_fact);
                terms.all(|term| range.answers(core::iter::once(term)).0)
            };
            let because = if ranges.iter().any(alone) {
                format!("what it asks of `{}` excludes itself", name(term.fact))
            } else {
                told(term, &ranges, name(term.fact))
            };
            return Some(Verdict { holds: false, term: at, because });
        }
    }
    let first = when.terms.first().filter(|_| always)?;
    let because = told(first, &ranges(first.fact), name(first.fact));
    Some(Verdict { holds: true, term: 0, because })
}

/// Returns the range of a fact in words.
fn told<F>(term: &Term<F>, ranges: &[Range], name: &str) -> String {
    let bounds = || ranges.iter().map(|range| range.bounds(term));
    let least = bounds().map(|bounds| bounds.0).min().unwrap_or(i32::MIN);
    let most = bounds().map(|bounds| bounds.1).max().unwrap_or(i32::MAX);
    let unit = if term.percent { "%" } else { "" };
    match (least, most) {
        (i32::MIN, i32::MAX) => format!("`{name}` can be anything"),
        (_, i32::MAX) => format!("`{name}` is never less than {least}{unit}"),
        (i32::MIN, _) => format!("`{name}` is never more than {most}{unit}"),
        _ if least == most => format!("`{name}` is always {least}{unit}"),
        _ => format!("`{name}` goes from {least}{unit} to {most}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::when::{Measure, parse};

    const FACTS: &[(&str, &str)] = &[("hp", "hp"), ("foes", "foes"), ("up", "up")];

    fn verdict(text: &str, ranges: impl Fn(&str) -> Vec<Range>) -> Option<(bool, String)> {
        let measure = |fact| if fact == "hp" { Measure::OfMaximum } else { Measure::Number };
        let when = parse(text, FACTS, measure).unwrap();
        judge(&when, ranges, |fact| fact).map(|verdict| (verdict.holds, verdict.because))
    }

    /// Every condition of two terms about a small range is judged as trying out every value judges it.
    #[test]
    fn the_answer_is_that_of_every_value() {
        let signs = ["<", "<=", "=", "!=", ">=", ">"];
        let mut asked = Vec::new();
        for value in -1..=7 {
            asked.extend(signs.map(|sign| format!("hp {sign} {value}")));
            asked.extend(signs.map(|sign| format!("hp {sign} {}%", value * 20)));
        }
        for (one, text) in asked.iter().enumerate() {
            for other in [text].into_iter().chain(&asked[one + 1..]) {
                let both = format!("{text} and {other}");
                let when = parse(&both, FACTS, |_| Measure::OfMaximum).unwrap();
                let holds = (0..=5).filter(|&hp| when.holds(|_| (hp, 5))).count();
                let expected = [Some(false), None, None, None, None, None, Some(true)][holds];
                let found = verdict(&both, |_| vec![Range::new(0, 5).of(5)]);
                assert_eq!(found.map(|found| found.0), expected, "{both}");
            }
        }
    }

    #[test]
    fn percentages_of_an_unknown_maximum_have_bounds_of_their_own() {
        let judged = |text: &str| verdict(text, |_| vec![Range::from(0..).up_to_whole()]);
        let said = |holds, what: &str| Some((holds, what.to_owned()));
        assert_eq!(judged("hp > 100%"), said(false, "`hp` goes from 0% to 100%"));
        assert_eq!(judged("hp <= 100%"), said(true, "`hp` goes from 0% to 100%"));
        assert_eq!(judged("hp < 0"), said(false, "`hp` is never less than 0"));
        assert_eq!(judged("hp > 30% and hp < 31%"), None, "half a percent more");
        assert_eq!(judged("hp < 30% and hp > 50%"), said(false, "what it asks of `hp` excludes itself"));
        assert_eq!(judged("hp < 3 and hp > 50%"), None, "what 3 is of its maximum is not known");
    }

    #[test]
    fn a_fact_of_several_units_lies_in_one_of_their_ranges() {
        let sizes = |_: &str| vec![Range::new(0, 1), Range::new(4, 4)];
        assert_eq!(verdict("foes = 2", sizes), Some((false, "`foes` goes from 0 to 4".to_owned())));
        assert_eq!(verdict("foes = 4", sizes), None);
        assert_eq!(verdict("foes > 0 and foes < 4", sizes), None);
        assert_eq!(verdict("foes >= 0", sizes), Some((true, "`foes` goes from 0 to 4".to_owned())));
    }

    #[test]
    fn a_condition_always_holds_if_all_its_terms_do() {
        let ranges = |fact: &str| vec![if fact == "up" { Range::new(1, 1) } else { Range::from(..=3) }];
        assert_eq!(verdict("up = 1 and foes < 4", ranges), Some((true, "`up` is always 1".to_owned())));
        assert_eq!(verdict("up = 1 and foes < 3", ranges), None);
        let never = Some((false, "`foes` is never more than 3".to_owned()));
        assert_eq!(verdict("up = 1 and foes > 3", ranges), never);
        assert_eq!(verdict("foes != 4", ranges), Some((true, "`foes` is never more than 3".to_owned())));
    }
}
