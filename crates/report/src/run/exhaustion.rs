//! The times and causes of Exhaustion: the first clock of the game.

use fray_sim::tables::format::thousands;
use fray_sim::tables::rows::ExhaustionRow;
use fray_sim::totals::{Histogram, Tries};

use super::{Group, Run};
use crate::chart::{Bins, Heat};
use crate::page::{Figure, Scale, Section, Table};
use crate::theme::series;

/// The most rounds and activations of a heat map.
const ROUNDS: u64 = 10;
const ACTIVATIONS: u64 = 16;

/// The word for rounds in which the fight ends before the clock strikes.
const CENSORED: &str = "censored";

/// Heat maps of the first clock by round and activation, a figure for each unit; nothing where it never
/// strikes.
pub(crate) fn section(run: &Run<'_>) -> Option<Section> {
    let clock = run.about.clocks.first()?;
    let figures: Vec<_> = run.groups().iter().filter_map(|group| figure(run, group, clock.name)).collect();
    if figures.is_empty() {
        return None;
    }
    let name = clock.name.replace('_', " ");
    let text = format!(
        "{} Of all rounds that the unit began standing: the deeper the colour, the more often.",
        clock.sentence
    );
    let heading = name[..1].to_uppercase() + &name[1..];
    Some(Section::new(heading).text(&text).figures(&figures))
}

fn figure(run: &Run<'_>, group: &Group, clock: &str) -> Option<Figure> {
    let is_of = |row: &&ExhaustionRow<'_>| {
        row.clock == clock
            && row.view == "every"
            && row.side == run.side(group.side)
            && group.units.iter().any(|unit| run.about.roster.unit(*unit) == row.unit)
    };
    let rows: Vec<_> = run.tables.exhaustion.iter().filter(is_of).collect();
    let strikes = || rows.iter().filter(|row| row.what != CENSORED);
    let mut by_round = Histogram::default();
    let mut by_activation = Histogram::default();
    let (mut n, mut causes): (u64, Vec<(&str, u64)>) = (0, Vec::new());
    for row in strikes() {
        by_round.add(row.round.unwrap_or(0), row.count);
        by_activation.add(row.activation.unwrap_or(0), row.count);
        n += row.count;
        match causes.iter_mut().find(|(cause, _)| *cause == row.what) {
            Some((_, count)) => *count += row.count,
            None => causes.push((row.what, row.count)),
        }
    }
    let (of_rounds, of_activations) = (Bins::of(&by_round, ROUNDS)?, Bins::of(&by_activation, ACTIVATIONS)?);
    let color = series(group.side);
    let mut sums = vec![0_u64; of_rounds.n * of_activations.n];
    for row in strikes() {
        let (x, y) = (
            of_activations.of_value(row.activation.unwrap_or(0)),
            of_rounds.of_value(row.round.unwrap_or(0)),
        );
        sums[y * of_activations.n + x] += row.count;
    }
    let peak = sums.iter().copied().max()?;
    // Rounds count from the top to the bottom.
    let drawn: Vec<_> = (0..sums.len())
        .filter(|cell| sums[*cell] > 0)
        .map(|cell| {
            let (x, y) = (cell % of_activations.n, of_rounds.n - 1 - cell / of_activations.n);
            (x, y, color, sums[cell] as f64 / peak as f64)
        })
        .collect();
    let mut row_labels = of_rounds.labels();
    row_labels.reverse();
    let chart = Heat {
        columns: &of_activations.labels(),
        rows: &row_labels,
        cells: &drawn,
        x_title: "activation in the round",
        y_title: "round",
    };
    let censored: u64 = rows.iter().filter(|row| row.what == CENSORED).map(|row| row.count).sum();
    let began: u64 = group.units.iter().map(|unit| run.totals.units[unit.idx()].per_round.n()).sum();
    let began = began.max(n + censored);
    let struck = run.tries(group, Tries::Clock(0))?;
    let mean = by_activation.sum() as f64 / n as f64;
    let sentence = format!(
        "Exhausted in {} of its rounds, on average at activation {mean:.2}; most often {}.",
        struck.text,
        causes.iter().max_by_key(|(_, count)| *count)?.0.replace('_', " ")
    );
    let mut table = Table::new(1, ["how its rounds end", "rounds", "share"]).folded("Causes as a table");
    let rest = began - n - censored;
    causes.sort_by_key(|(_, count)| core::cmp::Reverse(*count));
    let ends = causes.iter().map(|(cause, count)| (cause.replace('_', " "), *count));
    let others = [("the fight ended first".to_owned(), censored), ("not exhausted".to_owned(), rest)];
    for (what, count) in ends.chain(others.into_iter().filter(|(_, count)| *count > 0)) {
        let share = run.by_fight(count, began).map_or_else(String::new, |seen| seen.text);
        table.row([what, thousands(count.into()), share]);
    }
    let peak = run.by_fight(peak, began)?.text;
    let mut figure = Figure::new(group.label.clone(), sentence, chart.svg()).table(table);
    figure.scale = Some(Scale { color, low: "0%".into(), high: format!("{peak} of its rounds") });
    Some(figure)
}
