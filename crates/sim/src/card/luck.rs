//! The card's lines on luck: win rates and rounds without it, and what it decides.

use unicode_width::UnicodeWidthStr;

use super::Card;
use super::text::{aligned, indented, name, padded};
use crate::luck::{Luck, Share, purpose_word};
use crate::stats::Rate;
use crate::tables::format::{decimals, estimate, fixed, level_of_rate};

/// So many accounts have a line; what the others decide is added up.
const MOST: usize = 5;
/// Shares below this have no line of their own.
const LEAST: f64 = 0.01;

impl Card<'_> {
    /// The win rates with the luck of the rolls taken out, where that saves a fifth of the fights.
    pub(super) fn wins_without_luck(&self) -> Vec<String> {
        let Some(luck) = Luck::of(self.about, self.totals) else { return Vec::new() };
        let sides = self.about.roster.sides.iter().enumerate();
        let each = sides.filter_map(|(at, side)| {
            let sharper = luck.sharper_win_rate(at)?;
            let rate = self.look.plain(&level_of_rate(sharper.value, sharper.within));
            Some(format!("{} {rate}", name(&side.name)))
        });
        let each: Vec<String> = each.collect();
        if each.is_empty() {
            return each;
        }
        indented(&format!("with luck taken out: {}", each.join(", ")), "  ", self.look.width)
    }

    /// The mean of the rounds with the luck of the rolls taken out, where that saves a fifth of the fights.
    pub(super) fn rounds_without_luck(&self) -> Vec<String> {
        let sharper = Luck::of(self.about, self.totals).and_then(|luck| luck.sharper_rounds());
        let Some(sharper) = sharper else { return Vec::new() };
        let mean = self.look.plain(&estimate(Some(sharper.value), Some(sharper.within.half())));
        indented(&format!("with luck taken out: {mean}"), "  ", self.look.width)
    }

    /// Returns the share of the result that the luck of the rolls decides, and of which rolls.
    pub(super) fn luck(&self) -> Vec<String> {
        let Some(luck) = Luck::of(self.about, self.totals) else { return Vec::new() };
        let shares = luck.shares(0);
        let all: f64 = shares.iter().map(|share| share.share).sum();
        // Where almost no fight ends otherwise, nothing is known of the rolls.
        let wins = Rate { events: self.totals.wins(0), n: self.totals.fights };
        if shares.is_empty() || all < LEAST || wins.has_few() {
            return Vec::new();
        }
        let (shown, rest): (Vec<&Share>, Vec<&Share>) = {
            let is_shown = |at: usize, share: &Share| at < MOST && share.share >= LEAST;
            let split = shares.iter().enumerate().partition::<Vec<_>, _>(|(at, share)| is_shown(*at, share));
            (split.0.into_iter().map(|it| it.1).collect(), split.1.into_iter().map(|it| it.1).collect())
        };
        let side = name(&self.about.roster.sides[0].name);
        let text =
            format!("How lucky the rolls are explains {} of who wins, by the kind of roll:", percent(all));
        let mut lines = vec![self.look.heading("LUCK")];
        lines.extend(indented(&text, "  ", self.look.width));
        let label = |share: &Share| {
            let side = &self.about.roster.sides[share.account.side].name;
            format!("{}: {}", name(side), purpose_word(share.account.purpose))
        };
        let labels: Vec<String> = shown.iter().map(|share| label(share)).collect();
        let width = labels.iter().map(|label| label.width()).max().unwrap_or(0);
        let values = shown.iter().map(|share| {
            self.look.plain(&level_of_rate(
                share.share,
                crate::stats::Interval { lo: share.within.lo, hi: share.within.hi },
            ))
        });
        let values = aligned(&values.collect::<Vec<_>>());
        let widest = values.iter().map(|value| value.width()).max().unwrap_or(0);
        let deviation = |share: &Share| fixed(share.deviation, decimals(share.deviation).max(0));
        let deviations: Vec<String> = shown.iter().map(|share| deviation(share)).collect();
        let longest = deviations.iter().map(String::len).max().unwrap_or(0);
        for (((share, label), value), deviation) in shown.iter().zip(&labels).zip(&values).zip(&deviations) {
            let moves = self.look.plain(&format!("{:+.0}pt", share.moves * 100.0));
            lines.push(format!(
                "  {}  {}  {deviation:>longest$} better: {moves}",
                padded(label, width),
                padded(value, widest)
            ));
        }
        let others: f64 = rest.iter().map(|share| share.share).sum();
        let rest =
            if others >= LEAST { format!("; all other rolls {}", percent(others)) } else { String::new() };
        let note = format!(
            "better: by one standard deviation, in points of what they roll for, and what that does to the win \
             rate of {side}{rest}"
        );
        lines.extend(indented(&note, "  ", self.look.width).iter().map(|line| self.look.dim(line)));
        lines
    }
}

/// A share in whole percents.
fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}
