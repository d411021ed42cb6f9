//! The survival view: the rounds that units last.

use fray_engine::roster::UnitId;
use fray_sim::totals::{Histogram, RoundEnds};

use super::course::usual_end;
use super::{Estimated, Group, Run};
use crate::heat;
use crate::page::{Cell, Figure, Part};
use crate::theme::series;

/// Units still standing and still active, by round; nothing without rounds.
pub(crate) fn figures(run: &Run<'_>) -> Vec<Figure> {
    let is_seen = run.totals.units.iter().any(|unit| !unit.round_ends.over.is_empty());
    if run.totals.fights == 0 || !is_seen {
        return Vec::new();
    }
    let groups = run.groups();
    let standing = |ends: &RoundEnds, round: u64| {
        // A fight that is over keeps whoever stood at its end.
        let over: u64 = (0..=round).map(|round| ends.over.get(round)).sum();
        ends.active.get(round) + ends.exhausted.get(round) + over
    };
    let sentence = weakest(run, &groups, &standing);
    let mut figures = vec![map(run, &groups, "Who still stands", &sentence, &standing)];
    let of = |cells: fn(&RoundEnds) -> &Histogram| move |ends: &RoundEnds, round: u64| cells(ends).get(round);
    type What = (&'static str, &'static str, fn(&RoundEnds) -> &Histogram);
    let whats: [What; 2] = [
        (
            "Who can still act",
            "In how many of all fights a unit stands at the end of a round and is not exhausted; fights that are over \
             count as no.",
            |ends| &ends.active,
        ),
        ("Who is exhausted", "In how many fights a unit ends the round exhausted.", |ends| &ends.exhausted),
    ];
    for (title, sentence, cells) in whats {
        let is_seen = run.totals.units.iter().any(|unit| !cells(&unit.round_ends).is_empty());
        if is_seen {
            figures.push(map(run, &groups, title, sentence, &of(cells)));
        }
    }
    figures
}

/// Returns how often each unit of a group is so at the end of a round.
fn share(run: &Run<'_>, group: &Group, round: u64, of: &dyn Fn(&RoundEnds, u64) -> u64) -> Option<Estimated> {
    let events =
        group.units.iter().map(|unit: &UnitId| of(&run.totals.units[unit.idx()].round_ends, round)).sum();
    run.by_fight(events, run.totals.fights * group.units.len() as u64)
}

/// A table of units by rounds.
fn map(
    run: &Run<'_>,
    groups: &[Group],
    title: &str,
    sentence: &str,
    of: &dyn Fn(&RoundEnds, u64) -> u64,
) -> Figure {
    let last = usual_end(run);
    let cells = |group: &Group| -> Vec<_> {
        (1..=last).map(|round| share(run, group, round, of).map(|seen| (seen.value, seen.within))).collect()
    };
    let all: Vec<_> = groups.iter().map(|group| (group, cells(group))).collect();
    let widest = heat::widest(all.iter().flat_map(|(_, cells)| cells).map(|cell| cell.and_then(|it| it.1)));
    let rows = all.into_iter().map(|(group, cells)| {
        let color = series(group.side);
        (Cell::dotted(group.label.clone(), color), color, heat::rates(cells))
    });
    let mut table = heat::table("after round", (1..=last).map(|round| round.to_string()), rows);
    table.label = title.to_owned();
    Figure::new(title, format!("{sentence} {widest}"), Part::table(&table))
}

/// Returns who is the least often left, which is what a designer looks for.
fn weakest(run: &Run<'_>, groups: &[Group], of: &dyn Fn(&RoundEnds, u64) -> u64) -> String {
    let last = usual_end(run);
    let at_end = |group: &Group| share(run, group, last, of);
    let sides = 0..run.about.roster.sides.len();
    let each = sides.filter_map(|side| {
        let groups: Vec<_> = groups.iter().filter(|group| group.side == side).collect();
        let weakest = groups.iter().min_by(|a, b| {
            let value = |group: &Group| at_end(group).map_or(1.0, |seen| seen.value);
            value(a).total_cmp(&value(b))
        })?;
        let least = at_end(weakest)?;
        let is_least = groups.iter().filter(|group| group.label != weakest.label).all(|other| {
            let ends = least.within.zip(at_end(other).and_then(|seen| seen.within));
            ends.is_some_and(|(own, theirs)| own.1 < theirs.0)
        });
        let least_of = if groups.len() > 1 && is_least {
            format!(", the least of the {}", run.side(side))
        } else {
            String::new()
        };
        Some(format!("{} still stands in {} of fights{least_of}", weakest.label, least.text))
    });
    let each: Vec<_> = each.collect();
    format!("After round {last}: {}.", each.join("; "))
}
