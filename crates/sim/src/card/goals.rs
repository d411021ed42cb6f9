//! The goals of the scenario on the card: whether they are met, and their values.

use unicode_width::UnicodeWidthStr;

use super::Card;
use super::copies::between;
use super::text::{padded, value_of};
use crate::measures::{Estimate, Goal, Stat, Subject, Verdict};
use crate::tables::format::{level_of_rate, mean, thousands};
use crate::tables::rows::Measured;
use fray_kit::sheet::text::shown;

/// A goal with what the fights say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedGoal {
    /// The goal, with what its `=` means.
    pub text: String,
    /// Whether it is met.
    pub verdict: Verdict,
    /// The observed value, with its interval.
    pub value: String,
    /// Whether that is with luck taken out.
    pub is_sharper: bool,
}

impl JudgedGoal {
    /// Returns the observed value, with a remark if luck is taken out of it.
    #[must_use]
    pub fn seen(&self) -> String {
        if self.is_sharper { format!("{}, luck taken out", self.value) } else { self.value.clone() }
    }

    /// The verdict in a word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self.verdict {
            Verdict::Met => "pass",
            Verdict::Missed => "fail",
            Verdict::Undecided => "open",
        }
    }
}

impl Card<'_> {
    /// The goals: `pass` if the 95 % interval lies within it, `fail` if it lies outside, `open` if it lies
    /// across an end. None without fights.
    #[must_use]
    pub fn judged_goals(&self) -> Vec<JudgedGoal> {
        if self.totals.fights == 0 {
            return Vec::new();
        }
        let judged = |goal: &&Goal| {
            let (value, is_sharper) = self.value(goal);
            JudgedGoal {
                // What `=` means stands beside it.
                text: match goal.meaning(self.about) {
                    Some(meaning) => format!("{} ({meaning})", shown(&goal.text)),
                    None => shown(&goal.text).into_owned(),
                },
                verdict: goal.verdict(self.about, self.totals),
                value,
                is_sharper,
            }
        };
        self.goals.iter().map(judged).collect()
    }

    /// A line for each goal.
    pub(super) fn goals(&self) -> Vec<String> {
        let goals = self.judged_goals();
        if goals.is_empty() {
            return Vec::new();
        }
        let widest =
            goals.iter().map(|goal| goal.text.width()).max().unwrap_or(0).min(self.look.width / 2 + 6);
        let mut lines = vec![self.look.heading("GOALS")];
        for goal in &goals {
            let (verdict, text, value) = (goal.word(), &goal.text, self.look.plain(&goal.seen()));
            let line = format!("  {verdict}  {}  {value}", padded(text, widest));
            if line.width() <= self.look.width {
                lines.push(line);
            } else {
                lines.extend([format!("  {verdict}  {text}"), format!("        {value}")]);
            }
        }
        lines
    }

    /// Returns the observed value of a goal, and whether luck is taken out of it; for several subjects the
    /// smallest and the largest.
    fn value(&self, goal: &Goal) -> (String, bool) {
        if let Stat::Quantile(_) = goal.measure.stat {
            let each = goal.measure.estimates(self.about, self.totals);
            let mut values: Vec<f64> = each.iter().filter_map(|estimate| estimate.value()).collect();
            values.sort_by(f64::total_cmp);
            let text = match values.as_slice() {
                [] => "-".into(),
                [least, .., most] if least != most => format!("{least} to {most}"),
                [value, ..] => thousands(*value as u128),
            };
            return (text, false);
        }
        let is_rate = goal.measure.is_rate(self.about);
        let seen = goal.measure.observed(self.about, self.totals).into_iter();
        let text = |(estimate, (_, seen)): (Estimate, (Subject, Measured))| {
            let text = match estimate.sharper {
                Some(sharper) if is_rate => level_of_rate(sharper.value, sharper.within),
                Some(sharper) => mean(sharper.value, sharper.within),
                None => seen.text(),
            };
            (estimate.sharpest().map_or_else(|| estimate.value(), |(value, _)| Some(value)), text)
        };
        let estimates = goal.measure.estimates(self.about, self.totals);
        let is_sharper = estimates.iter().any(|estimate| estimate.sharper.is_some());
        let mut each: Vec<_> = estimates.into_iter().zip(seen).map(text).collect();
        each.sort_by(|(a, _), (b, _)| a.partial_cmp(b).expect("numbers"));
        let value = match each.as_slice() {
            [] => "-".into(),
            [(_, only)] => only.clone(),
            [(_, low), .., (_, high)] => between(value_of(low), value_of(high)),
        };
        (value, is_sharper)
    }
}
