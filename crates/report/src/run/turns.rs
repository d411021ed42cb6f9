//! Turns that come to nothing, and the tables that the game itself puts first.

use fray_sim::tables::rows::{MeasuredOf, metric_index};
use fray_sim::totals::Tries;

use super::{Group, Run, forest_row};
use crate::chart::{Axis, Forest};
use crate::page::{Cell, Figure, Section, Table};
use crate::theme::series;

/// Idle turns, attacks that miss and rounds out of the fight.
pub(crate) fn section(run: &Run<'_>) -> Option<Section> {
    let groups = run.groups();
    let idle = metric_index(run.about.metrics, "idle").map(Tries::Metric);
    let kinds = [
        ("Idle turns", "Turns in which a unit could act and achieved nothing", idle, false),
        ("Attacks that miss", "Turns lost to a miss", Some(Tries::HitRate), true),
        ("Rounds out of the fight", "Rounds that end with the unit down", Some(Tries::RoundsDown), false),
    ];
    let figures: Vec<_> = kinds
        .into_iter()
        .filter_map(|(title, says, tries, fails)| figure(run, &groups, (title, says), tries?, fails))
        .collect();
    if figures.is_empty() {
        return None;
    }
    Some(Section::new("Idle and lost turns").figures(&figures))
}

fn figure(
    run: &Run<'_>,
    groups: &[Group],
    (title, says): (&str, &str),
    tries: Tries,
    fails: bool,
) -> Option<Figure> {
    let of = |group: &Group| {
        if fails && let [unit] = group.units.as_slice() {
            let seen = MeasuredOf::Unit(*unit).by_fight(run.about, run.totals, tries).failures();
            let within = seen.proportion().map(|within| (within.lo, within.hi));
            let text = fray_sim::tables::format::rate_by_fight(&seen);
            return Some(super::Estimated { value: seen.ratio()?, within, text });
        }
        if fails {
            let sums =
                group.units.iter().map(|unit| MeasuredOf::Unit(*unit).by_fight(run.about, run.totals, tries));
            let (misses, n) = sums.fold((0, 0), |sum, it| (sum.0 + it.tries - it.sum, sum.1 + it.tries));
            return run.by_fight(misses, n);
        }
        run.tries(group, tries)
    };
    let seen: Vec<_> = groups.iter().filter_map(|group| Some((group, of(group)?))).collect();
    let (most, rate) = seen.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    if rate.value == 0.0 {
        return None;
    }
    let rows: Vec<_> =
        seen.iter().map(|(group, rate)| forest_row(&group.label, rate, series(group.side))).collect();
    let chart = Forest {
        rows: &rows,
        axis: Axis::Percent,
        of: "",
        title: "of all its turns",
        base: Some(0.0),
        has_bars: true,
        ends: Some((0.0, 1.0)),
    };
    let sentence = format!("{says}: most often {}, {}.", most.label, rate.text);
    Some(Figure::new(title, sentence, chart.part()))
}

/// The tables of metrics that the game puts first, and how long its fights stall.
pub(crate) fn highlights(run: &Run<'_>) -> Option<Section> {
    let groups = run.groups();
    let mut section = Section::new("More numbers of the units");
    for table in run.about.highlights {
        let metrics: Vec<_> =
            table.metrics.iter().filter_map(|name| metric_index(run.about.metrics, name)).collect();
        let cell = |group: &Group, metric: usize| {
            let of = |unit: &fray_engine::roster::UnitId| {
                let seen = MeasuredOf::Unit(*unit).metric(run.about, run.totals, metric)?;
                Some((seen.by_fight.ratio()?, seen.text()))
            };
            let mut each: Vec<_> = group.units.iter().filter_map(of).collect();
            each.sort_by(|a, b| a.0.total_cmp(&b.0));
            match each.as_slice() {
                [] => None,
                [(_, only)] => Some(only.clone()),
                [(low, text), .., (high, _)] if low == high => Some(text.clone()),
                [(_, low), .., (_, high)] => Some(format!("{low} to {high}")),
            }
        };
        let is_known = |metric: &usize| groups.iter().any(|group| cell(group, *metric).is_some());
        let is_never = |metric: &usize| {
            let mut units = groups.iter().flat_map(|group| &group.units);
            units.all(|unit| {
                let seen = MeasuredOf::Unit(*unit).metric(run.about, run.totals, *metric);
                seen.is_none_or(|seen| seen.by_fight.sum == 0)
            })
        };
        let (never, metrics): (Vec<usize>, Vec<usize>) =
            metrics.into_iter().filter(is_known).partition(is_never);
        if !never.is_empty() {
            let names: Vec<_> =
                never.iter().map(|it| run.about.metrics[*it].name.replace('_', " ")).collect();
            section = section.text(&format!(
                "Never seen in any fight ({}): {}.",
                table.heading.to_lowercase(),
                names.join(", ")
            ));
        }
        if metrics.is_empty() {
            continue;
        }
        let heads = metrics.iter().map(|metric| run.about.metrics[*metric].name.replace('_', " "));
        let mut shown = Table::new(1, ["unit".to_owned()].into_iter().chain(heads));
        shown.caption = table.heading.to_lowercase();
        shown.label = table.heading.to_lowercase();
        for group in &groups {
            let cells = metrics.iter().map(|metric| Cell::from(cell(group, *metric).unwrap_or_default()));
            shown.row([Cell::dotted(group.label.clone(), series(group.side))].into_iter().chain(cells));
        }
        section = section.table(&shown);
    }
    (!section.parts.is_empty()).then_some(section)
}
