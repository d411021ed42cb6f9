//! How long units last: the survival view.

use fray_sim::totals::{Histogram, RoundEnds};

use super::course::usual_end;
use super::{Group, ONE_TRY, Run};
use crate::chart::{Axis, Bars, Line, Lines, Stack};
use crate::page::{Cell, Figure, Part, Section, Table};
use crate::theme::{Color, NOBODY, series};

/// Units still standing and still active, by round; nothing without rounds.
pub(crate) fn section(run: &Run<'_>) -> Option<Section> {
    let groups = run.groups();
    let is_seen = run.totals.units.iter().any(|unit| !unit.round_ends.over.is_empty());
    if run.totals.fights == 0 || !is_seen {
        return None;
    }
    let sides = 0..run.about.roster.sides.len();
    let figures: Vec<_> = sides.filter_map(|side| survival(run, side, &groups)).collect();
    let ends: Vec<_> = groups.iter().map(|group| round_ends(run, group)).collect();
    let text = "A unit stands as long as it takes part; a fight that is over keeps whoever stood at its end.";
    let section = Section::new("Who still stands").text(text).figures(&figures);
    let summary = "How each unit ends its rounds: active, exhausted, out of the fight";
    let grid = Section::new("").text(ONE_TRY).figures(&ends).parts;
    Some(section.part(Part::folded(summary, &grid)))
}

fn at(cells: &Histogram, round: u64) -> u64 {
    cells.get(round)
}

/// The units of a side that stand at the end of each round, of all fights.
fn survival(run: &Run<'_>, side: usize, groups: &[Group]) -> Option<Figure> {
    let last = usual_end(run);
    let groups: Vec<_> = groups.iter().filter(|group| group.side == side).collect();
    let mut heads = vec!["round".to_owned()];
    heads.extend(groups.iter().map(|group| group.label.clone()));
    let mut table = Table::new(1, heads).folded("Standing, as a table");
    let up = |group: &Group, round: u64| {
        let of = |unit: &fray_engine::roster::UnitId| {
            let ends = &run.totals.units[unit.idx()].round_ends;
            let over: u64 = (0..=round).map(|round| at(&ends.over, round)).sum();
            at(&ends.active, round) + at(&ends.exhausted, round) + over
        };
        let events = group.units.iter().map(of).sum();
        run.by_fight(events, run.totals.fights * group.units.len() as u64)
    };
    for round in 1..=last {
        let cells = groups.iter().map(|group| up(group, round).map_or_else(String::new, |seen| seen.text));
        table.row([round.to_string()].into_iter().chain(cells));
    }
    let lines: Vec<_> = groups
        .iter()
        .enumerate()
        .map(|(n, group)| {
            let point = |round| up(group, round).map(|seen| (round as f64, seen.value, seen.within));
            Line { color: series(n), points: (1..=last).filter_map(point).collect() }
        })
        .collect();
    // The one that most often falls is what a designer looks for.
    let weakest = groups.iter().min_by(|a, b| {
        let of = |group: &Group| up(group, last).map_or(1.0, |seen| seen.value);
        of(a).total_cmp(&of(b))
    })?;
    let least = up(weakest, last)?;
    let is_least = groups.iter().filter(|group| group.label != weakest.label).all(|other| {
        let ends = least.within.zip(up(other, last).and_then(|seen| seen.within));
        ends.is_some_and(|(own, theirs)| own.1 < theirs.0)
    });
    let sentence = format!(
        "After round {last}, {} stands in {} of the fights{}.",
        weakest.label,
        least.text,
        if groups.len() > 1 && is_least { ", the least of its side" } else { "" }
    );
    let chart =
        Lines { lines: &lines, x_title: "after round", y: Axis::Percent, includes: &[0.0, 1.0], height: 230 };
    let key = groups.iter().enumerate().map(|(n, group)| (series(n), group.label.clone()));
    Some(Figure::new(run.side(side), sentence, chart.svg()).key(key).table(table))
}

/// How a round ends: the word, its colour, where it is counted.
type What = (&'static str, Color, fn(&RoundEnds) -> &Histogram);

/// How the rounds of a group end, of all its fights; those that are over are not in the bars.
fn round_ends(run: &Run<'_>, group: &Group) -> Figure {
    let last = usual_end(run);
    let n = run.totals.fights * group.units.len() as u64;
    let sum = |of: fn(&RoundEnds) -> &Histogram, round: u64| -> u64 {
        group.units.iter().map(|unit| at(of(&run.totals.units[unit.idx()].round_ends), round)).sum()
    };
    let whats: [What; 3] = [
        ("active", series(0), |ends| &ends.active),
        ("exhausted", series(1), |ends| &ends.exhausted),
        ("out", NOBODY, |ends| &ends.out),
    ];
    let stack = |of: fn(&RoundEnds) -> &Histogram| {
        (1..=last).map(|round| sum(of, round) as f64 / n.max(1) as f64).collect::<Vec<f64>>()
    };
    let stacks: Vec<_> =
        whats.iter().map(|(_, color, of)| Stack { color: *color, heights: stack(*of) }).collect();
    let going_on = |round: u64| whats.iter().map(|(.., of)| sum(*of, round)).sum::<u64>();
    let within: Vec<_> =
        (1..=last).map(|round| run.by_fight(going_on(round), n).and_then(|seen| seen.within)).collect();
    let labels: Vec<_> = (1..=last).map(|round| round.to_string()).collect();
    let chart = Bars {
        labels: &labels,
        stacks: &stacks,
        within: &within,
        mark: None,
        x_title: "at the end of round",
        height: 190,
    };
    let of_first = |of| run.by_fight(sum(of, 1), n).map_or_else(|| "-".to_owned(), |seen| seen.text);
    let sentence = format!(
        "At the end of round 1 it is active in {} of the fights, exhausted in {}, out in {}; bars end with the fights.",
        of_first(whats[0].2),
        of_first(whats[1].2),
        of_first(whats[2].2)
    );
    let mut table = Table::new(1, ["round", "active", "exhausted", "out", "over before its end"]);
    table = table.folded("As a table");
    for round in 1..=last {
        let text = |events| run.by_fight(events, n).map_or_else(String::new, |seen| seen.text);
        let over = n.saturating_sub(going_on(round));
        let cells = whats.iter().map(|(.., of)| text(sum(*of, round))).chain([text(over)]);
        table.row([Cell::from(round.to_string())].into_iter().chain(cells.map(Cell::from)));
    }
    Figure::new(group.label.clone(), sentence, chart.svg())
        .key(whats.iter().map(|(what, color, _)| (*color, (*what).to_owned())))
        .table(table)
}
