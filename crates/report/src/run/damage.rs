//! Damage dealt, as distributions.

use fray_sim::card::shares_up_to;
use fray_sim::tables::format::thousands;
use fray_sim::tables::rows::{Measured, MeasuredAs, MeasuredOf};
use fray_sim::totals::{Histogram, Tries, UnitTotals};

use super::{Group, ONE_TRY, Run};
use crate::chart::{Axis, Bars, Bins, Forest, ForestRow, Marker, Stack};
use crate::page::{Cell, Figure, Part, Section, Table};
use crate::theme::series;

/// The most bars of a distribution.
const MOST: u64 = 18;
/// The distributions of more units than these are folded.
const OPEN: usize = 3;

/// A kind of damage: its name, what it is of, and where it is counted.
type Kind = (&'static str, &'static str, fn(&UnitTotals) -> Histogram);

const KINDS: [Kind; 4] = [
    ("Per attack", "attacks", UnitTotals::per_attack),
    ("Per hit", "hits", UnitTotals::per_hit),
    ("Per round", "rounds that it began standing", |unit| unit.per_round.clone()),
    ("Per fight", "fights", |unit| unit.per_fight.clone()),
];

/// Damage as rolled, per attack, hit, round and fight; nothing where nobody does any.
pub(crate) fn section(run: &Run<'_>) -> Option<Section> {
    let groups = run.groups();
    let has_damage = |group: &&Group| seen(run, group, KINDS[3].2).sum() > 0;
    let groups: Vec<_> = groups.iter().filter(has_damage).collect();
    if groups.is_empty() {
        return None;
    }
    let text = "Damage as rolled, including what goes beyond the last point of health. An attack that misses does 0.";
    let mut section = Section::new("Damage").text(text).figures(&[overview(run, &groups)]);
    for group in &groups {
        let figures: Vec<_> = KINDS.iter().filter_map(|kind| distribution(run, group, kind)).collect();
        let parts = Section::new("").text(ONE_TRY).figures(&figures).parts;
        let summary = format!("{}: damage per attack, hit, round and fight", group.label);
        let part = if groups.len() <= OPEN { Part::unfolded } else { Part::folded };
        section = section.part(part(&summary, &parts));
    }
    Some(section)
}

/// Returns the damage of the units of a group, all together.
fn seen(run: &Run<'_>, group: &Group, of: fn(&UnitTotals) -> Histogram) -> Histogram {
    let mut all = Histogram::default();
    group.units.iter().for_each(|unit| all.merge(&of(&run.totals.units[unit.idx()])));
    all
}

/// The mean of a kind of damage of a group with its interval, where there is one.
fn mean(run: &Run<'_>, group: &Group, kind: &Kind) -> Measured {
    let values = seen(run, group, kind.2);
    if kind.0 == "Per hit"
        && let [unit] = group.units.as_slice()
    {
        let by_fight = MeasuredOf::Unit(*unit).by_fight(run.about, run.totals, Tries::DamagePerHit);
        return Measured { kind: MeasuredAs::Value, values, by_fight, largest: None, least: 0 };
    }
    Measured::count(values, None)
}

/// Returns whether the interval of a mean is one over fights, and not over what hangs together in a fight.
fn has_interval(group: &Group, kind: &Kind) -> bool {
    group.units.len() == 1 && matches!(kind.0, "Per fight" | "Per hit")
}

/// The mean of a kind of damage as text.
fn text(run: &Run<'_>, group: &Group, kind: &Kind) -> String {
    let mean = mean(run, group, kind);
    match mean.by_fight.ratio() {
        Some(value) if !has_interval(group, kind) => format!("{value:.2}"),
        _ => mean.text(),
    }
}

/// Damage per fight of all units.
fn overview(run: &Run<'_>, groups: &[&Group]) -> Figure {
    let kind = &KINDS[3];
    let rows: Vec<ForestRow> = groups
        .iter()
        .filter_map(|group| {
            let mean = mean(run, group, kind);
            let value = mean.by_fight.ratio()?;
            let within = mean.interval().map(|within| (within.lo, within.hi));
            // Copies of one fight hang together: their interval is that of one of them.
            let copies = (group.units.len() as f64).sqrt();
            let within =
                within.map(|(lo, hi)| (value - (value - lo) * copies, value + (hi - value) * copies));
            let color = series(group.side);
            Some(ForestRow::new(group.label.clone(), value, within, color).text(text(run, group, kind)))
        })
        .collect();
    let chart = Forest {
        rows: &rows,
        axis: Axis::Number,
        of: "",
        title: "damage in a fight, each unit",
        base: Some(0.0),
        has_bars: true,
        ends: None,
    };
    let most = groups.iter().max_by(|a, b| {
        let of = |group: &Group| mean(run, group, kind).by_fight.ratio().unwrap_or(0.0);
        of(a).total_cmp(&of(b))
    });
    let sentence = most.map_or_else(String::new, |group| {
        let each = if group.units.len() > 1 { " each" } else { "" };
        let own = rows.iter().find(|row| row.label == group.label).and_then(|row| row.within);
        let is_most = rows
            .iter()
            .filter(|row| row.label != group.label)
            .all(|other| own.zip(other.within).is_some_and(|(own, theirs)| own.0 > theirs.1));
        let most = if is_most { "the most damage" } else { "much of the damage" };
        format!("{} deals {most}: {} in a fight{each}.", group.label, text(run, group, kind))
    });
    let mut table = Table::new(1, ["unit", "per attack", "per hit", "per round"]);
    for group in groups {
        let cells = KINDS[..3].iter().map(|kind| Cell::from(text(run, group, kind)));
        table.row([Cell::dotted(group.label.clone(), series(group.side))].into_iter().chain(cells));
    }
    Figure::new("Damage in a fight", sentence, chart.part()).table(table)
}

/// A distribution of one group.
fn distribution(run: &Run<'_>, group: &Group, kind: &Kind) -> Option<Figure> {
    let (title, whats, of) = kind;
    let values = seen(run, group, *of);
    let bins = Bins::of(&values, MOST)?;
    let (n, counts, labels) = (values.n(), bins.counts(&values), bins.labels());
    let of_bin = |count: u64| run.by_fight(count, n);
    let heights = counts.iter().map(|&count| count as f64 / n as f64).collect();
    let within: Vec<_> = counts.iter().map(|&count| of_bin(count).and_then(|seen| seen.within)).collect();
    let mean = mean(run, group, kind);
    let mark = mean.by_fight.ratio().map(|value| Marker {
        at: bins.place(value),
        within: mean
            .interval()
            .filter(|_| has_interval(group, kind))
            .map(|it| (bins.place(it.lo), bins.place(it.hi))),
    });
    let chart = Bars {
        labels: &labels,
        stacks: &[Stack { color: series(group.side), heights }],
        within: &within,
        mark,
        x_title: "damage",
        height: 180,
    };
    let upto = shares_up_to(&values, &[50, 95]);
    let upto: Vec<_> = upto
        .iter()
        .filter_map(|(most, rate)| {
            let share = run.by_fight(rate.events, rate.n)?.text;
            let end = share.find('%').map_or(share.len(), |at| at + 1);
            Some(format!("at most {most} in {}", &share[..end]))
        })
        .collect();
    let sentence = format!("Mean {}; {} of the {whats}.", text(run, group, kind), upto.join(", "));
    let mut table = Table::new(1, ["damage", "times", "share"]).folded("As a table");
    for (label, &count) in labels.iter().zip(&counts) {
        let share = of_bin(count).map_or_else(String::new, |seen| seen.text);
        table.row([label.clone(), thousands(count.into()), share]);
    }
    Some(Figure::new(*title, sentence, chart.svg()).table(table))
}
