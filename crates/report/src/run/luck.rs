//! The share of luck in the result, by side and by kind of roll, and how often a side wins by its luck.

use fray_engine::roster::SideId;
use fray_sim::luck::{Luck, LuckIndex, Share, purpose_word};
use fray_sim::scenario::Scenario;
use fray_sim::tables::format::{decimals, fights, fixed, rate};

use super::{Run, ends};
use crate::chart::{Axis, Forest, ForestRow, Line, Lines};
use crate::page::{Figure, Section, Table};
use crate::theme::series;

/// The fights that are played again for the curve.
const FIGHTS: u64 = 2_000;
/// Shares below this are in the table alone.
const LEAST: f64 = 0.005;

/// Returns which rolls decide, and the win rate by tenth of luck; nothing where no account of luck was kept.
pub(crate) fn section(run: &Run<'_>, scenario: Option<&Scenario>) -> Option<Section> {
    let luck = Luck::of(run.about, run.totals)?;
    let shares = luck.shares(0);
    let all: f64 = shares.iter().map(|share| share.share).sum();
    if all < LEAST {
        return None;
    }
    let text = format!(
        "How lucky the rolls of a fight are, each kind added up, explains {:.0}% of who wins; the rest is when they \
         are lucky, and against whom.",
        all * 100.0
    );
    let figures: Vec<Figure> =
        [Some(decisive(run, &shares)), scenario.and_then(|it| by_tenths(run, &luck, it))]
            .into_iter()
            .flatten()
            .collect();
    Some(Section::new("Luck").text(&text).figures(&figures))
}

/// The shares of the rolls.
fn decisive(run: &Run<'_>, shares: &[Share]) -> Figure {
    let label =
        |share: &Share| format!("{}: {}", run.side(share.account.side), purpose_word(share.account.purpose));
    let shown = shares.iter().filter(|share| share.share >= LEAST);
    let rows: Vec<ForestRow> = shown
        .map(|share| {
            let within = Some((share.within.lo, share.within.hi));
            ForestRow::new(label(share), share.share, within, series(share.account.side))
        })
        .collect();
    let chart = Forest {
        rows: &rows,
        axis: Axis::Percent,
        of: "",
        title: "of who wins",
        base: Some(0.0),
        has_bars: true,
        ends: Some((0.0, 1.0)),
    };
    let side = run.side(0);
    let mut table = Table::new(2, ["side", "rolls", "share", "deviation", "moves"])
        .folded("As a table, with the effect of one standard deviation of luck");
    for share in shares {
        table.row([
            run.side(share.account.side).to_owned(),
            purpose_word(share.account.purpose).to_owned(),
            format!("{:.1}%", share.share * 100.0),
            fixed(share.deviation, decimals(share.deviation).max(0)),
            format!("{:+.1} pt", share.moves * 100.0),
        ]);
    }
    let largest = shares.first().map_or_else(String::new, |share| {
        format!(
            " The most: {}, {:.0}%. One standard deviation of that luck, {} points, moves the win rate of {side} by \
             {:+.0} pt.",
            label(share),
            share.share * 100.0,
            fixed(share.deviation, decimals(share.deviation).max(0)),
            share.moves * 100.0
        )
    });
    Figure::new("Which rolls decide", format!("How much of who wins each kind of roll decides.{largest}"), chart.part())
        .table(table)
        .note(format!(
            "The shares add up. A point of luck is a point of what is rolled for: margin, successes or damage. What one \
             standard deviation of it does to the win rate of {side} is in the table."
        ))
}

/// Returns how often each side wins by tenth of its own luck.
fn by_tenths(run: &Run<'_>, luck: &Luck<'_>, scenario: &Scenario) -> Option<Figure> {
    let n = run.totals.fights.min(FIGHTS);
    let of_side = |side: usize| {
        let index = LuckIndex::weighed(luck, SideId(side as u8))?;
        Some((side, index.tenths(scenario.engine(), run.tables.point.seed, n)))
    };
    let tenths: Vec<_> = (0..run.about.roster.sides.len()).filter_map(of_side).collect();
    if n < FIGHTS || tenths.is_empty() {
        return None;
    }
    let lines: Vec<Line> = tenths
        .iter()
        .map(|(side, tenths)| {
            let point = |(at, rate): (usize, &fray_sim::stats::Rate)| {
                Some((at as f64 + 1.0, rate.value()?, ends(*rate)))
            };
            let points = tenths.iter().enumerate().filter_map(point).collect();
            Line { color: series(*side), label: run.side(*side).to_owned(), points }
        })
        .collect();
    let chart = Lines {
        lines: &lines,
        x_title: "tenth of its luck, the unluckiest first",
        y: Axis::Percent,
        levels: &[],
        height: 220,
    };
    let each = tenths.iter().map(|(side, tenths)| {
        let (worst, best) = (rate(tenths[0]), rate(tenths[9]));
        format!("{} win {worst} in the unluckiest tenth and {best} in the luckiest", run.side(*side))
    });
    let sentence = format!("Of {}: {}.", fights(n), each.collect::<Vec<_>>().join("; "));
    let names = tenths.iter().map(|(side, _)| run.side(*side).to_owned());
    let mut table = Table::new(1, ["tenth".to_owned()].into_iter().chain(names)).folded("As a table");
    for at in 0..10 {
        let cells = tenths.iter().map(|(_, tenths)| rate(tenths[at]));
        table.row([(at + 1).to_string()].into_iter().chain(cells));
    }
    Some(Figure::new("How often a side wins, by its luck", sentence, chart.svg()).table(table))
}
