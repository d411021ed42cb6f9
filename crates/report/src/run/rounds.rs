//! The length of fights in rounds.

use fray_sim::card::{ended_by, shares_up_to};
use fray_sim::tables::format::{bare_rate, rate, thousands};
use fray_sim::tables::rows::Measured;
use fray_sim::totals::Histogram;

use super::{Run, ends};
use crate::chart::{Bars, Bins, Marker, Stack};
use crate::page::{Figure, Section, Table};
use crate::theme::{Color, NOBODY, series};

/// The most bars of rounds.
const MOST: u64 = 20;

/// The rounds in which fights ended, by outcome, and the activations they took.
pub(crate) fn section(run: &Run<'_>) -> Option<Section> {
    let ended = run.totals.rounds();
    let bins = Bins::of(&ended, MOST)?;
    let mut parts: Vec<(String, Color, &Histogram)> = Vec::new();
    for (idx, (side, totals)) in run.about.roster.sides.iter().zip(&run.totals.sides).enumerate() {
        parts.push((format!("won by {}", side.name), series(idx), &totals.wins));
    }
    let mut undecided = run.totals.draws.clone();
    undecided.merge(&run.totals.timeouts);
    if undecided.n() > 0 {
        parts.push(("undecided".into(), NOBODY, &undecided));
    }
    let fights = run.totals.fights.max(1) as f64;
    let share = |counts: &[u64]| counts.iter().map(|&count| count as f64 / fights).collect::<Vec<_>>();
    let stacks: Vec<_> = parts
        .iter()
        .map(|(_, color, rounds)| Stack { color: *color, heights: share(&bins.counts(rounds)) })
        .collect();
    let counts = bins.counts(&ended);
    let within: Vec<_> = counts.iter().map(|&count| ends(run.of_fights(count))).collect();
    let labels = bins.labels();
    let mean = Measured::rounds(ended.clone(), run.about);
    let chart = Bars {
        labels: &labels,
        stacks: &stacks,
        within: &within,
        mark: None,
        x_title: "round in which the fight ends",
        height: 230,
    };
    let by = ended_by(&ended, run.about.max_rounds);
    let sentence = format!("A fight takes {} rounds; {by}.", mean.text());
    let heads = ["round".to_owned(), "of all fights".to_owned()].into_iter();
    let mut table =
        Table::new(1, heads.chain(parts.iter().map(|(label, ..)| label.clone()))).folded("Rounds as a table");
    for (bar, label) in labels.iter().enumerate() {
        let of_parts = parts.iter().map(|(_, _, rounds)| bare_rate(run.of_fights(bins.counts(rounds)[bar])));
        let row = [label.clone(), rate(run.of_fights(counts[bar]))].into_iter().chain(of_parts);
        table.row(row);
    }
    let figure = Figure::new("Rounds by outcome", sentence, chart.svg())
        .key(parts.iter().map(|(label, color, _)| (*color, label.clone())))
        .table(table);
    let mut figures = vec![figure];
    figures.extend(activations(run));
    Some(Section::new("How long it takes").figures(&figures))
}

/// The activations of a fight.
fn activations(run: &Run<'_>) -> Option<Figure> {
    let seen = &run.totals.fight_activations;
    let bins = Bins::of(seen, MOST)?;
    let counts = bins.counts(seen);
    let heights = counts.iter().map(|&count| run.of_fights(count).value().unwrap_or(0.0)).collect();
    let within: Vec<_> = counts.iter().map(|&count| ends(run.of_fights(count))).collect();
    let labels = bins.labels();
    let mean = Measured::count(seen.clone(), None);
    let mark = mean.by_fight.ratio().map(|value| Marker {
        at: bins.place(value),
        within: mean.interval().map(|it| (bins.place(it.lo), bins.place(it.hi))),
    });
    let chart = Bars {
        labels: &labels,
        stacks: &[Stack { color: NOBODY, heights }],
        within: &within,
        mark,
        x_title: "activations of all units in a fight",
        height: 230,
    };
    let upto = shares_up_to(seen, &[50, 95]);
    let upto: Vec<_> = upto.iter().map(|(most, rate)| format!("{most} in {}", bare_rate(*rate))).collect();
    let sentence = format!(
        "At the table a fight takes {} turns: at most {} of the fights. The line is the mean.",
        mean.text(),
        upto.join(", ")
    );
    let mut table = Table::new(1, ["activations", "fights", "of all"]).folded("Activations as a table");
    for (label, &count) in labels.iter().zip(&counts) {
        table.row([label.clone(), thousands(count.into()), rate(run.of_fights(count))]);
    }
    Some(Figure::new("Activations", sentence, chart.svg()).table(table))
}
