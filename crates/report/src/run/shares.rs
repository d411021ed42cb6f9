//! Shares of damage, healing and units put out of the fight, by unit and by ability.

use fray_sim::tables::rows::ActionRow;

use super::{Group, ONE_TRY, Run, forest_row};
use crate::chart::{Axis, Forest};
use crate::page::{Figure, Section};
use crate::theme::series;

/// The most rows of a chart; the table has all.
const MOST: usize = 16;

/// A quantity that is shared out: its name, the phrase for its parts, and the column.
type What = (&'static str, &'static str, for<'r, 'a> fn(&'r ActionRow<'a>) -> u64);

const WHATS: [What; 3] = [
    ("Damage", "of the damage of its side", |row| row.damage),
    ("Healing", "of the healing of its side", |row| row.healed),
    ("Units put out of the fight", "of the units that its side fells", |row| row.felled),
];

/// Shares within each side; nothing where no action does anything.
pub(crate) fn section(run: &Run<'_>) -> Option<Section> {
    let groups = run.groups();
    let mut figures: Vec<_> = WHATS.iter().filter_map(|what| by_unit(run, &groups, what)).collect();
    figures.extend(WHATS.iter().filter_map(|what| by_action(run, &groups, what)));
    if figures.is_empty() {
        return None;
    }
    let text = "Health taken and given. Damage here is health lost, without what went beyond the last point.";
    Some(Section::new("Who does what").text(text).text(ONE_TRY).figures(&figures))
}

/// The group of a row.
fn group_of<'g>(run: &Run<'_>, groups: &'g [Group], row: &ActionRow<'_>) -> Option<&'g Group> {
    groups.iter().find(|group| {
        run.side(group.side) == row.side
            && group.units.iter().any(|unit| run.about.roster.unit(*unit) == row.unit)
    })
}

fn total(run: &Run<'_>, side: &str, what: &What) -> u64 {
    run.tables.actions.iter().filter(|row| row.side == side).map(what.2).sum()
}

/// One row of a share: whose, how much of how much.
struct Part {
    label: String,
    side: usize,
    part: u64,
    of: u64,
}

fn by_unit(run: &Run<'_>, groups: &[Group], what: &What) -> Option<Figure> {
    let mut parts = Vec::new();
    for group in groups {
        let of = total(run, run.side(group.side), what);
        let rows = run.tables.actions.iter();
        let is_of = |row: &&ActionRow<'_>| {
            group_of(run, groups, row).is_some_and(|it| it.label == group.label && it.side == group.side)
        };
        let part = rows.filter(is_of).map(what.2).sum();
        if part > 0 {
            parts.push(Part { label: group.label.clone(), side: group.side, part, of });
        }
    }
    figure(run, format!("{} by unit", what.0), what, parts)
}

fn by_action(run: &Run<'_>, groups: &[Group], what: &What) -> Option<Figure> {
    let mut parts: Vec<Part> = Vec::new();
    for row in run.tables.actions.iter().filter(|row| what.2(row) > 0) {
        let Some(group) = group_of(run, groups, row) else { continue };
        let label = format!("{}: {}", group.label, row.action);
        match parts.iter_mut().find(|part| part.label == label && part.side == group.side) {
            Some(part) => part.part += what.2(row),
            None => {
                let of = total(run, row.side, what);
                parts.push(Part { label, side: group.side, part: what.2(row), of });
            }
        }
    }
    figure(run, format!("{} by ability", what.0), what, parts)
}

/// The parts from the largest to the smallest, the sides apart.
fn figure(run: &Run<'_>, title: String, what: &What, mut parts: Vec<Part>) -> Option<Figure> {
    parts.sort_by_key(|part| (part.side, core::cmp::Reverse(part.part)));
    let first = parts.iter().max_by_key(|part| (part.part, core::cmp::Reverse(part.side)))?;
    let seen = |part: &Part| run.by_fight(part.part, part.of);
    let sentence = format!("{} has {} {}.", first.label, seen(first)?.text, what.1);
    let rows: Vec<_> = parts
        .iter()
        .take(MOST)
        .filter_map(|part| {
            let row = forest_row(&part.label, &seen(part)?, series(part.side));
            Some(row.of(run.side(part.side)))
        })
        .collect();
    let chart = Forest {
        rows: &rows,
        axis: Axis::Percent,
        of: "",
        title: what.1,
        base: Some(0.0),
        has_bars: true,
        ends: Some((0.0, 1.0)),
    };
    Some(Figure::new(title, sentence, chart.part()))
}
