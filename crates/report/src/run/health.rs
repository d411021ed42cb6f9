//! Health by round.

use fray_engine::contract::Health;
use fray_engine::metrics::{Kind, MetricInfo};
use fray_sim::stats::Z;
use fray_sim::tables::format::{fixed, thousands};

use super::course::usual_end;
use super::{Group, Run};
use crate::chart::{Axis, Line, Lines};
use crate::page::{Figure, Section, Table};
use crate::theme::series;

/// Fights that a unit must have stood in for a point to be shown.
const FEW: u64 = 20;

/// The mean health of each unit after each round, of the fights in which it stands then.
pub(crate) fn section(run: &Run<'_>) -> Option<Section> {
    let groups = run.groups();
    let sides = 0..run.about.roster.sides.len();
    let figures: Vec<_> = sides.filter_map(|side| of_side(run, side, &groups)).collect();
    if figures.is_empty() {
        return None;
    }
    let heading = match run.about.health {
        Health::Left => "Health by round",
        Health::Wounds => "Wounds by round",
    };
    let text = "The mean over the fights in which the unit stands at the end of the round; who is down has no part \
                in it.";
    Some(Section::new(heading).text(text).figures(&figures))
}

/// Fights and the sum of the health of a group after a round.
fn of(run: &Run<'_>, group: &Group, round: u64) -> (u64, u64) {
    let cells = group
        .units
        .iter()
        .map(|unit| run.totals.units[unit.idx()].health.get(round as usize).copied().unwrap_or_default());
    cells.fold((0, 0), |(n, sum), [count, health]| (n + count, sum + health))
}

/// The most health that the scenario allows the units of a group, as far as it is known: health at the end of
/// a fight is one of the values that games call left.
fn most(run: &Run<'_>, group: &Group) -> Option<f64> {
    let is_left = |metric: &MetricInfo| matches!(metric.kind, Kind::Value) && metric.name.ends_with("_left");
    let left = run.about.metrics.iter().enumerate().filter(|(_, metric)| is_left(metric));
    let of = |(idx, _): (usize, &MetricInfo)| {
        group.units.iter().map(|unit| run.about.largest[unit.idx()][idx]).max().flatten()
    };
    left.filter_map(of).max().map(|most| most as f64)
}

fn of_side(run: &Run<'_>, side: usize, groups: &[Group]) -> Option<Figure> {
    let groups: Vec<_> = groups.iter().filter(|group| group.side == side).collect();
    let last = usual_end(run);
    let mut lines = Vec::new();
    for (n, group) in groups.iter().enumerate() {
        let points = (0..=last).map(|round| (round, of(run, group, round))).filter(|(_, (n, _))| *n >= FEW);
        let means: Vec<_> = points.map(|(round, (n, sum))| (round, n, sum as f64 / n as f64)).collect();
        let most = most(run, group);
        let point = |&(round, n, mean): &(u64, u64, f64)| {
            let tries = (n / group.units.len() as u64).max(1) as f64;
            // The variance of values from 0 to `most` is at most what their mean allows (Bhatia and Davis 2000).
            let half = most.map(|most| Z * ((mean * (most - mean)).max(0.0) / tries).sqrt());
            (round as f64, mean, half.map(|half| ((mean - half).max(0.0), mean + half)))
        };
        lines.push(Line { color: series(n), points: means.iter().map(point).collect() });
    }
    let (group, line) = groups.iter().zip(&lines).find(|(_, line)| !line.points.is_empty())?;
    let (&(from, first, _), &(to, left, _)) = (line.points.first()?, line.points.last()?);
    let what = match run.about.health {
        Health::Left => "",
        Health::Wounds => " wounds",
    };
    let sentence = format!(
        "{} has {}{what} after round {from} and {} after round {to}, where it still stands.",
        group.label,
        fixed(first, 1),
        fixed(left, 1)
    );
    let mut heads = vec!["round".to_owned()];
    heads.extend(groups.iter().map(|group| group.label.clone()));
    let mut table = Table::new(1, heads).folded("As a table: mean health, and the fights it is of");
    for round in 0..=last {
        let cells: Vec<_> = groups
            .iter()
            .map(|group| match of(run, group, round) {
                (0, _) => String::new(),
                (n, sum) => format!("{} of {}", fixed(sum as f64 / n as f64, 2), thousands(n.into())),
            })
            .collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            table.row([round.to_string()].into_iter().chain(cells));
        }
    }
    let chart =
        Lines { lines: &lines, x_title: "after round", y: Axis::Number, includes: &[0.0], height: 230 };
    let key = groups.iter().enumerate().map(|(n, group)| (series(n), group.label.clone()));
    let note = "The bands are wide: the run keeps sums of health alone, and they hold for any spread \
                between 0 and the maximum.";
    Some(Figure::new(run.side(side), sentence, chart.svg()).key(key).note(note).table(table))
}
