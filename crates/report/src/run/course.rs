//! The course of the fight: who wins when so many stand.

use fray_sim::stats::Rate;
use fray_sim::tables::format::rate;
use fray_sim::tables::rows::CourseRow;

use super::{Run, ends};
use crate::heat::{self, HeatCell};
use crate::page::{Cell, Figure, Part};
use crate::theme::series;

/// Fights that must have come so far for a cell to be shown.
const FEW: u64 = 20;
/// The most rounds of a table.
const MOST: u64 = 20;

/// The chance of each side to win, given how many of it stand after each round.
pub(crate) fn figures(run: &Run<'_>) -> Vec<Figure> {
    let last = usual_end(run);
    let sides = 0..run.about.roster.sides.len();
    let mut said = Vec::new();
    let mut rows = Vec::new();
    for side in sides {
        let name = run.side(side);
        let seen: Vec<&CourseRow<'_>> = run
            .tables
            .course
            .iter()
            .filter(|row| {
                row.side == name && row.standing > 0 && (1..=last).contains(&row.round) && row.count >= FEW
            })
            .collect();
        let Some(most) = seen.iter().map(|row| row.standing).max() else { continue };
        let all = if most == 1 { "1 unit stands".to_owned() } else { format!("{most} units stand") };
        if let Some(row) = seen.iter().filter(|row| row.standing == most).min_by_key(|row| row.round) {
            let wins = rate(Rate { events: row.wins, n: row.count });
            said.push(format!("after round {}, {name} win {wins} of the fights in which {all}", row.round));
        }
        for standing in (1..=most).rev() {
            let cell = |round: u64| {
                let row = seen.iter().find(|row| row.round == round && row.standing == standing)?;
                let wins = Rate { events: row.wins, n: row.count };
                let value = wins.value()?;
                Some(HeatCell { text: heat::percent(value, ends(wins)), strength: value, is_marked: false })
            };
            let cells: Vec<_> = (1..=last).map(cell).collect();
            if cells.iter().any(Option::is_some) {
                let color = series(side);
                rows.push((Cell::dotted(format!("{standing} of {name}"), color), color, cells));
            }
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let sentence = said.join("; ");
    let sentence = format!(
        "How good a position is, in percent of the fights that come to it: {sentence}. A row that falls says that a \
         long fight is bad for that side. Cells of fewer than {FEW} fights are left out."
    );
    let mut table = heat::table("standing after round", (1..=last).map(|round| round.to_string()), rows);
    table.label = "Chance to win, by who still stands".into();
    vec![Figure::new("Chance to win, by who still stands", sentence, Part::table(&table))]
}

/// The round by which 99 % of the fights have ended, or the last of the axis.
pub(crate) fn usual_end(run: &Run<'_>) -> u64 {
    fray_sim::stats::quantile(&run.totals.rounds(), 99).unwrap_or(1).clamp(1, MOST)
}
