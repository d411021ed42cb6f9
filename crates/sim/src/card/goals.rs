//! The goals of the scenario on the card: whether they are met, and their values.

use unicode_width::UnicodeWidthStr;

use super::Card;
use super::copies::between;
use super::text::{padded, value_of};
use crate::measures::{Goal, Stat, Verdict};
use crate::tables::format::thousands;
use fray_kit::sheet::text::shown;

impl Card<'_> {
    /// A line for each goal: `pass` if the 95 % interval lies within it, `fail` if it lies outside,
    /// `open` if it lies across an end.
    pub(super) fn goals(&self) -> Vec<String> {
        if self.goals.is_empty() || self.totals.fights == 0 {
            return Vec::new();
        }
        // What `=` means stands beside it.
        let text = |goal: &&Goal| match goal.meaning(self.about) {
            Some(meaning) => format!("{} ({meaning})", shown(&goal.text)),
            None => shown(&goal.text).into_owned(),
        };
        let texts: Vec<String> = self.goals.iter().map(text).collect();
        let widest = texts.iter().map(|text| text.width()).max().unwrap_or(0).min(self.look.width / 2 + 6);
        let mut lines = vec![self.look.heading("GOALS")];
        for (goal, text) in self.goals.iter().zip(&texts) {
            let verdict = match goal.verdict(self.about, self.totals) {
                Verdict::Met => "pass",
                Verdict::Missed => "fail",
                Verdict::Undecided => "open",
            };
            let value = self.look.plain(&self.value(goal));
            let line = format!("  {verdict}  {}  {value}", padded(text, widest));
            if line.width() <= self.look.width {
                lines.push(line);
            } else {
                lines.extend([format!("  {verdict}  {text}"), format!("        {value}")]);
            }
        }
        lines
    }

    /// What was observed of a goal; of several subjects the smallest and the largest.
    fn value(&self, goal: &Goal) -> String {
        if let Stat::Quantile(_) = goal.measure.stat {
            let each = goal.measure.estimates(self.about, self.totals);
            let mut values: Vec<f64> = each.iter().filter_map(|estimate| estimate.value()).collect();
            values.sort_by(f64::total_cmp);
            return match values.as_slice() {
                [] => "-".into(),
                [least, .., most] if least != most => format!("{least} to {most}"),
                [value, ..] => thousands(*value as u128),
            };
        }
        let mut each: Vec<_> = goal.measure.observed(self.about, self.totals);
        each.sort_by(|(_, a), (_, b)| a.by_fight.ratio().partial_cmp(&b.by_fight.ratio()).expect("numbers"));
        match each.as_slice() {
            [] => "-".into(),
            [(_, only)] => only.text(),
            [(_, least), .., (_, most)] => {
                let [low, high] = [least.text(), most.text()];
                between(value_of(&low), value_of(&high))
            }
        }
    }
}
