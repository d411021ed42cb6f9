//! The units that are put out of the fight, by the units that do it.

use fray_engine::metrics::DROPPED;
use fray_engine::roster::UnitId;
use fray_sim::stats::Rate;
use fray_sim::tables::format::{fixed, rate, thousands};
use fray_sim::tables::rows::{FelledRow, MeasuredOf, metric_index};
use fray_sim::totals::Tries;

use super::{Group, Run};
use crate::page::{Cell, Section, Table};
use crate::theme::{NOBODY, series};

/// A matrix of the units that put others out of the fight, by those that fall; `None` where nobody falls.
pub(crate) fn section(run: &Run<'_>) -> Option<Section> {
    let rows = &run.tables.felled;
    let first = rows.iter().max_by_key(|row| row.count)?;
    let groups = run.groups();
    let by: Vec<_> = groups.iter().filter(|group| of(run, rows, None, Some(group)) > 0).collect();
    let whom: Vec<_> = groups.iter().filter(|group| of(run, rows, Some(group), None) > 0).collect();
    let by_nobody = rows.iter().any(|row| row.by_unit.is_none());
    let most = whom.iter().flat_map(|whom| by.iter().map(|by| of(run, rows, Some(whom), Some(by))));
    let most = most.max().unwrap_or(0).max(1);
    let heads = ["who falls".to_owned()].into_iter().chain(by.iter().map(|by| format!("by {}", by.label)));
    let heads = heads.chain(by_nobody.then(|| "by nobody".to_owned()));
    let mut table = Table::new(1, heads.chain(["in all".to_owned()]));
    table.caption = "Times in a fight that the unit of the row is put out of it by that of the column".into();
    let times = |count: u64, whom: &Group| match (count, whom.units.as_slice()) {
        (0, _) => String::new(),
        // Of several copies more than one may fall in a fight.
        (_, [unit]) if falls_once(run, *unit) => rate(run.of_fights(count)),
        (_, units) => {
            let mean = count as f64 / run.totals.fights.max(1) as f64;
            let of = if units.len() > 1 { format!(" of {}", units.len()) } else { String::new() };
            fixed(mean, 2) + &of
        }
    };
    for whom in &whom {
        let mut cells = vec![Cell::dotted(whom.label.clone(), series(whom.side))];
        for by in &by {
            let count = of(run, rows, Some(whom), Some(by));
            let share = count as f64 / most as f64;
            let text = times(count, whom);
            cells.push(if count > 0 {
                Cell::shaded(text, series(by.side), 4.0 + 34.0 * share)
            } else {
                text.into()
            });
        }
        if by_nobody {
            let all = of(run, rows, Some(whom), None);
            let caused: u64 = groups.iter().map(|by| of(run, rows, Some(whom), Some(by))).sum();
            let text = times(all - caused, whom);
            let share = 34.0 * (all - caused) as f64 / most as f64;
            cells.push(if all > caused { Cell::shaded(text, NOBODY, share) } else { text.into() });
        }
        cells.push(times(of(run, rows, Some(whom), None), whom).into());
        table.row(cells);
    }
    let by_whom = first.by_unit.unwrap_or("nobody");
    let text = format!(
        "Most often {} falls to {by_whom} with {}: {} times in {} fights. The deeper the colour, the more often.",
        first.unit,
        first.action,
        thousands(first.count.into()),
        thousands(first.fights.into())
    );
    let mut with =
        Table::new(3, ["who falls", "to", "with", "times", "in a fight"]).folded("With what, as a table");
    let mut sorted: Vec<_> = rows.iter().collect();
    sorted.sort_by_key(|row| core::cmp::Reverse(row.count));
    for row in sorted.iter().take(100) {
        let seen = Rate { events: row.count.min(row.fights), n: row.fights };
        let unit = run
            .about
            .roster
            .each()
            .find(|(_, unit)| unit.name == row.unit && run.about.roster.side(unit.side) == row.side);
        let is_rate = unit.is_some_and(|(unit, _)| falls_once(run, unit));
        with.row([
            row.unit.to_owned(),
            row.by_unit.unwrap_or("nobody").to_owned(),
            row.action.to_owned(),
            thousands(row.count.into()),
            if is_rate { rate(seen) } else { fixed(row.count as f64 / row.fights as f64, 2) },
        ]);
    }
    Some(Section::new("Who falls to whom").text(&text).table(&table).table(&with))
}

/// Returns whether no fight put a unit out more than once: then how often it fell is a rate of fights, and
/// else a mean whose scatter is not known.
fn falls_once(run: &Run<'_>, unit: UnitId) -> bool {
    let falls: u64 = run.totals.units[unit.idx()].felled.iter().sum();
    let dropped = metric_index(run.about.metrics, DROPPED);
    dropped.is_some_and(|metric| {
        falls <= MeasuredOf::Unit(unit).by_fight(run.about, run.totals, Tries::Metric(metric)).sum
    })
}

/// Returns how often one falls to another; to or by anybody where none is given.
fn of(run: &Run<'_>, rows: &[FelledRow<'_>], whom: Option<&Group>, by: Option<&Group>) -> u64 {
    let has = |group: &Group, side: &str, unit: &str| {
        run.side(group.side) == side && group.units.iter().any(|one| run.about.roster.unit(*one) == unit)
    };
    let fits = |row: &&FelledRow<'_>| {
        whom.is_none_or(|group| has(group, row.side, row.unit))
            && by.is_none_or(|group| {
                row.by_side.zip(row.by_unit).is_some_and(|(side, unit)| has(group, side, unit))
            })
    };
    rows.iter().filter(fits).map(|row| row.count).sum()
}
