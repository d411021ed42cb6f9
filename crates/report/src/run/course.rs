//! How the fight goes: who wins when so many stand, and who is still active.

use fray_sim::stats::Rate;
use fray_sim::tables::format::{bare_rate, rate, thousands};
use fray_sim::tables::rows::CourseRow;

use super::{Run, ends};
use crate::chart::{Axis, Line, Lines};
use crate::page::{Cell, Figure, Section, Table};
use crate::theme::{SERIES, series};

/// Fights that must have come so far for a point to be shown.
const FEW: u64 = 20;
/// The most rounds on the axis.
const MOST: u64 = 20;

/// The chance to win given who stands after each round.
pub(crate) fn section(run: &Run<'_>) -> Option<Section> {
    let sides = 0..run.about.roster.sides.len();
    let figures: Vec<_> = sides.filter_map(|side| chances(run, side)).collect();
    if figures.is_empty() {
        return None;
    }
    let text = "How good a position is: of the fights in which so many units of a side stand at the end of a \
                round, the share that the side wins. A line that falls says that a long fight is bad for it.";
    Some(Section::new("Chance to win, by who still stands").text(text).figures(&figures))
}

/// The chance of a side to win by round and number of its units standing.
fn chances(run: &Run<'_>, side: usize) -> Option<Figure> {
    let name = run.side(side);
    let last = usual_end(run);
    let rows: Vec<&CourseRow<'_>> = run
        .tables
        .course
        .iter()
        .filter(|row| row.side == name && row.standing > 0 && (1..=last).contains(&row.round))
        .collect();
    let most = rows.iter().map(|row| row.standing).max()?;
    let of = |standing: u64| rows.iter().filter(move |row| row.standing == standing && row.count >= FEW);
    // Lines that are not told apart by their colours say nothing.
    let step = most.div_ceil(SERIES.len() as u64);
    let lines: Vec<(u64, Line)> = (1..=most)
        .rev()
        .filter(|standing| (most - standing).is_multiple_of(step))
        .map(|standing| {
            let points = of(standing).map(|row| {
                let wins = Rate { events: row.wins, n: row.count };
                (row.round as f64, wins.value().unwrap_or(0.0), ends(wins))
            });
            let color = if most == 1 { series(side) } else { series(((most - standing) / step) as usize) };
            (standing, Line { color, points: points.collect() })
        })
        .filter(|(_, line)| !line.points.is_empty())
        .collect();
    let (first, shown) = (lines.first()?.0, lines.iter().map(|(_, line)| line.clone()).collect::<Vec<_>>());
    let row = of(first).min_by_key(|row| row.round)?;
    let all = if first == 1 { "1 unit stands".to_owned() } else { format!("{first} units stand") };
    let sentence = format!(
        "After round {}, {name} win {} of the fights in which {all}.",
        row.round,
        rate(Rate { events: row.wins, n: row.count })
    );
    let chart =
        Lines { lines: &shown, x_title: "after round", y: Axis::Percent, includes: &[0.0, 1.0], height: 230 };
    let heads = ["round".to_owned()].into_iter();
    let heads = heads.chain((1..=most).rev().map(|standing| format!("{standing} standing")));
    let mut table = Table::new(1, heads).folded("As a table: fights, and the share won");
    for round in 1..=last {
        let of_round = |standing: u64| {
            rows.iter().find(|row| row.round == round && row.standing == standing).map_or_else(
                String::new,
                |row| {
                    let won = bare_rate(Rate { events: row.wins, n: row.count });
                    format!("{}, {won}", thousands(row.count.into()))
                },
            )
        };
        let cells: Vec<_> = (1..=most).rev().map(of_round).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            table.row([Cell::from(round.to_string())].into_iter().chain(cells.into_iter().map(Cell::from)));
        }
    }
    let key = lines.iter().map(|(standing, line)| (line.color, format!("{standing} standing")));
    let mut note = format!("Bands are 95 % intervals; points of fewer than {FEW} fights are left out.");
    if step > 1 {
        note += " The table has the numbers between those that are drawn.";
    }
    Some(Figure::new(name, sentence, chart.svg()).key(key).note(note).table(table))
}

/// The round by which 99 % of the fights have ended, or the last of the axis.
pub(crate) fn usual_end(run: &Run<'_>) -> u64 {
    fray_sim::stats::quantile(&run.totals.rounds(), 99).unwrap_or(1).clamp(1, MOST)
}
