//! Health by round.

use fray_engine::contract::Health;
use fray_sim::tables::format::fixed;

use super::course::usual_end;
use super::{Group, Run};
use crate::heat::{self, HeatCell};
use crate::page::{Cell, Figure, Part};
use crate::theme::{Color, series};

/// Fights that a unit must have stood in for a cell to be shown.
const FEW: u64 = 20;

/// The mean health of each unit after each round, of the fights in which it stands then.
pub(crate) fn figures(run: &Run<'_>) -> Vec<Figure> {
    let last = usual_end(run);
    let mut rows = Vec::new();
    let mut said = None;
    for group in run.groups() {
        let means: Vec<Option<f64>> = (0..=last)
            .map(|round| match of(run, &group, round) {
                (n, sum) if n >= FEW => Some(sum as f64 / n as f64),
                _ => None,
            })
            .collect();
        let most = means.iter().flatten().copied().fold(0.0, f64::max);
        let seen: Vec<(usize, f64)> =
            means.iter().enumerate().filter_map(|(round, mean)| Some((round, (*mean)?))).collect();
        let (Some(&(from, first)), Some(&(to, left))) = (seen.first(), seen.last()) else { continue };
        said.get_or_insert_with(|| {
            format!(
                "{} has {} after round {from} and {} after round {to}, where it still stands.",
                group.label,
                fixed(first, 1),
                fixed(left, 1)
            )
        });
        let cell = |mean: f64| HeatCell {
            text: fixed(mean, usize::from(most < 100.0) as i32),
            strength: if most > 0.0 { mean / most } else { 0.0 },
            is_marked: false,
        };
        let color = series(group.side);
        let cells: Vec<Option<HeatCell>> = means.into_iter().map(|mean| mean.map(cell)).collect();
        rows.push((Cell::dotted(group.label.clone(), color), color, cells));
    }
    // Where health is not known at the start, the first column would be empty.
    let has = |rows: &Vec<(Cell, Color, Vec<Option<HeatCell>>)>, n: usize| {
        rows.iter().any(|row| row.2[n].is_some())
    };
    let first = (0..=last as usize).find(|n| has(&rows, *n)).unwrap_or(0);
    for row in &mut rows {
        row.2.drain(..first);
    }
    let Some(said) = said else { return Vec::new() };
    let title = match run.about.health {
        Health::Left => "Health by round",
        Health::Wounds => "Wounds by round",
    };
    let sentence = format!(
        "{said} Means over the fights in which the unit stands at the end of the round; fights in which it is down do not count."
    );
    let mut table = heat::table("after round", (first as u64..=last).map(|round| round.to_string()), rows);
    table.label = title.into();
    vec![Figure::new(title, sentence, Part::table(&table))]
}

/// Fights and the sum of the health of a group after a round.
fn of(run: &Run<'_>, group: &Group, round: u64) -> (u64, u64) {
    let cells = group
        .units
        .iter()
        .map(|unit| run.totals.units[unit.idx()].health.get(round as usize).copied().unwrap_or_default());
    cells.fold((0, 0), |(n, sum), [count, health]| (n + count, sum + health))
}
