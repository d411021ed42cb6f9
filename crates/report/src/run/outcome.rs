//! Who wins.

use fray_sim::card::timeouts_note;
use fray_sim::tables::format::{rate, thousands};

use super::{Run, ends};
use crate::chart::{Axis, Forest, ForestRow};
use crate::page::{Cell, Figure, Section, Table};
use crate::theme::{NOBODY, series};

/// Wins of each side, draws and timeouts; nothing without fights.
pub(crate) fn section(run: &Run<'_>) -> Option<Section> {
    if run.totals.fights == 0 {
        return None;
    }
    let sides = run.about.roster.sides.iter().enumerate();
    let mut parts: Vec<_> =
        sides.map(|(idx, side)| (side.name.clone(), series(idx), run.totals.wins(idx))).collect();
    for (what, ended) in [("draw", &run.totals.draws), ("timeout", &run.totals.timeouts)] {
        if ended.n() > 0 {
            parts.push((what.to_owned(), NOBODY, ended.n()));
        }
    }
    let rows: Vec<ForestRow> = parts
        .iter()
        .map(|(label, color, events)| ForestRow {
            label: label.clone(),
            value: run.of_fights(*events).value().unwrap_or(0.0),
            within: ends(run.of_fights(*events)),
            color: *color,
        })
        .collect();
    let chart = Forest {
        rows: &rows,
        axis: Axis::Percent,
        title: "of the fights",
        base: 0.0,
        has_bars: true,
        ends: Some((0.0, 1.0)),
    };
    let says: Vec<_> =
        parts.iter().map(|(label, _, events)| format!("{label} {}", rate(run.of_fights(*events)))).collect();
    let mut table = Table::new(1, ["outcome", "fights", "of all"]);
    for (label, color, events) in &parts {
        table.row([
            Cell::dotted(label.clone(), *color),
            thousands((*events).into()).into(),
            rate(run.of_fights(*events)).into(),
        ]);
    }
    let note = timeouts_note(run.totals).map_or_else(String::new, |note| format!("{note}."));
    let figure = Figure::new("Wins", format!("How the fights end: {}.", says.join(", ")), chart.svg())
        .note(note)
        .table(table);
    let mut section = Section::new("Outcome");
    let mut figures = vec![figure];
    figures.extend(first(run));
    section = section.figures(&figures);
    Some(section)
}

/// How often each side wins when it acts first; nothing where that was not seen.
fn first(run: &Run<'_>) -> Option<Figure> {
    let rows = run.tables.metrics.iter().filter(|row| row.metric == "won_first" && row.n > 0);
    let rows: Vec<_> = rows.filter_map(|row| Some((row, row.mean.get()?))).collect();
    if rows.is_empty() {
        return None;
    }
    let color = |side: &str| {
        let idx = run.about.roster.sides.iter().position(|it| it.name == side);
        series(idx.unwrap_or(0))
    };
    let forest: Vec<_> = rows
        .iter()
        .map(|(row, value)| ForestRow {
            label: row.side.to_owned(),
            value: *value,
            within: row.lo.get().zip(row.hi.get()),
            color: color(row.side),
        })
        .collect();
    let text = |sum: u128, n: u64| rate(fray_sim::stats::Rate { events: sum as u64, n });
    let says: Vec<_> = rows.iter().map(|(row, _)| format!("{} {}", row.side, text(row.sum, row.n))).collect();
    let chart = Forest {
        rows: &forest,
        axis: Axis::Percent,
        title: "of the fights in which the side acts first",
        base: 0.0,
        has_bars: true,
        ends: Some((0.0, 1.0)),
    };
    let mut table = Table::new(1, ["side", "acted first", "won then", "of these"]);
    for (row, _) in &rows {
        table.row([
            Cell::dotted(row.side, color(row.side)),
            thousands(row.n.into()).into(),
            thousands(row.sum).into(),
            text(row.sum, row.n).into(),
        ]);
    }
    let sentence = format!("When it acts first, a side wins: {}.", says.join(", "));
    Some(Figure::new("Acting first", sentence, chart.svg()).table(table))
}
