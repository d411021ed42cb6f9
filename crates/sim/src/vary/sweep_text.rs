//! A sweep as the terminal shows it: a curve of one axis, a heat map of two, a table of more.

use fray_kit::sheet::text::shown;

use super::axis::Axis;
use super::metrics::Metric;
use super::pick::Wanted;
use super::sweep::{PlayedPoint, Sweep};
use super::text::{bare_level, change, level};
use crate::card::text::{Grid, GridRow, Look, indented, padded};
use crate::stats::ALPHA;
use crate::stats::difference::Difference;
use crate::stats::family::holm;
use crate::tables::format::{decimals, fixed, thousands};

/// The columns of the longest bar.
const BAR: usize = 12;

/// The sign of a difference from the neighbour, as far as the fights decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trend {
    Rises,
    Falls,
    Undecided,
}

/// The request of a pick.
#[derive(Clone, Copy, Debug)]
pub struct PickShown<'a> {
    /// The text of the flag.
    pub text: &'a str,
    /// The number of the metric.
    pub metric: usize,
    /// The value that is the best.
    pub wanted: Wanted,
    /// The most fights of a point.
    pub most: u64,
}

impl Sweep<'_> {
    /// The text for the terminal: the metrics with these numbers; with `all`, each point of a heat map has
    /// a row, too.
    #[must_use]
    pub fn render(&self, look: Look, metrics: &[usize], pick: Option<PickShown<'_>>, all: bool) -> String {
        let mut lines = Vec::new();
        if let Some(pick) = pick {
            lines.extend(self.picked_lines(look, pick));
        }
        let is_map = self.points.axes.len() == 2 && self.points.axes.iter().all(|axis| axis.values.len() > 1);
        for &at in metrics {
            let metric = &self.metrics[at];
            let heading = shown(&metric.named.to_string()).into_owned();
            lines.extend(look.headings(&heading));
            if is_map {
                lines.extend(self.map(look, at));
                lines.push(String::new());
            }
            if !is_map || all {
                lines.extend(self.list(look, at));
                lines.push(String::new());
            }
        }
        for note in self.notes(metrics, is_map, all) {
            lines.extend(indented(&note, "  ", look.width).iter().map(|line| look.dim(line)));
        }
        lines.join("\n") + "\n"
    }

    /// A row for each point, with a bar.
    fn list(&self, look: Look, at: usize) -> Vec<String> {
        let metric = &self.metrics[at];
        let trends = self.trends(at);
        let values = self.played.iter().filter_map(|played| played.levels[at].value);
        let full = if metric.kind.is_rate() { 1.0 } else { values.fold(f64::MIN_POSITIVE, f64::max) };
        let row = |(played, trend): (&PlayedPoint, &Trend)| {
            let of = |difference: Option<Difference>| {
                difference.map_or_else(String::new, |it| change(metric.kind, it.value, it.reach()))
            };
            let trend = match trend {
                Trend::Rises => "rises",
                Trend::Falls => "falls",
                Trend::Undecided => "",
            };
            let value = played.levels[at];
            let bar = value.value.map_or_else(String::new, |value| look.bar(value / full, BAR));
            GridRow {
                label: format!("  {}", shown(&self.points.label(played.point))),
                cells: vec![
                    level(metric.kind, value),
                    padded(&bar, BAR),
                    of(played.prev[at]),
                    trend.to_owned(),
                    of(played.first[at]),
                ],
                notes: Vec::new(),
            }
        };
        let columns = ["", "", "from neighbour", "", "from the first"].map(str::to_owned).to_vec();
        let mut grid = Grid { columns, rows: self.played.iter().zip(&trends).map(row).collect() };
        grid.drop_columns_of("");
        grid.lines(look)
    }

    /// A row for each value of the first axis, a column for each of the second.
    fn map(&self, look: Look, at: usize) -> Vec<String> {
        let metric = &self.metrics[at];
        let [rows, columns] = &self.points.axes[..] else { return Vec::new() };
        let values = || self.played.iter().filter_map(|played| played.levels[at].value);
        let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
        let name = |axis: &Axis, value: usize| match axis.values[value].name.as_str() {
            "" => "as it is".to_owned(),
            name => shown(name).into_owned(),
        };
        let cell = |row: usize, column: usize| {
            let Some(played) = self.of(row * columns.values.len() + column) else { return "-".to_owned() };
            let of = played.levels[at];
            let height = |value: f64| look.height((value - least) / (most - least).max(f64::MIN_POSITIVE));
            let height = of.value.map_or(' ', height);
            format!("{height} {}", bare_level(metric.kind, of))
        };
        let row = |row: usize| GridRow {
            label: format!("  {} = {}", shown(&rows.name), name(rows, row)),
            cells: (0..columns.values.len()).map(|column| cell(row, column)).collect(),
            notes: Vec::new(),
        };
        let grid = Grid {
            columns: (0..columns.values.len()).map(|column| name(columns, column)).collect(),
            rows: (0..rows.values.len()).map(row).collect(),
        };
        let mut lines = vec![look.dim(&format!("  across: {}", shown(&columns.name)))];
        lines.extend(grid.lines(look));
        lines
    }

    /// By point, whether the metric rises or falls from its neighbour, with Holm's correction for all.
    fn trends(&self, at: usize) -> Vec<Trend> {
        let tested = |played: &PlayedPoint| played.prev[at];
        let p: Vec<f64> = self.played.iter().filter_map(tested).map(|difference| difference.p).collect();
        let mut adjusted = holm(&p).into_iter();
        let trend = |played: &PlayedPoint| {
            let Some(difference) = tested(played) else { return Trend::Undecided };
            match adjusted.next() {
                Some(p) if p <= ALPHA && difference.value > 0.0 => Trend::Rises,
                Some(p) if p <= ALPHA && difference.value < 0.0 => Trend::Falls,
                _ => Trend::Undecided,
            }
        };
        self.played.iter().map(trend).collect()
    }

    fn notes(&self, metrics: &[usize], is_map: bool, all: bool) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        let left_out = self.points.axes.iter().flat_map(|axis| &axis.left_out);
        notes.extend(left_out.map(|it| shown(&it.text()).into_owned()));
        for &at in metrics {
            let trends = self.trends(at);
            let metric = shown(&self.metrics[at].named.to_string()).into_owned();
            let turns = |axis: &usize| {
                let has = |trend: Trend| {
                    let mut points = self.played.iter().zip(&trends);
                    points.any(|(played, it)| {
                        *it == trend && self.axis_of_neighbour(played.point) == Some(*axis)
                    })
                };
                has(Trend::Rises) && has(Trend::Falls)
            };
            for axis in (0..self.points.axes.len()).filter(turns) {
                let name = shown(&self.points.axes[axis].name).into_owned();
                notes.push(format!("{metric} both rises and falls along {name}, beyond luck"));
            }
        }
        let is_picked = self.picked.is_some();
        let holds = if is_picked { ", valid whenever play ends" } else { "" };
        if self.is_exact {
            notes.push("exact, by enumeration: nothing is left to luck".to_owned());
        } else if is_map {
            let half = |at: usize| {
                let halves = self.played.iter().filter_map(move |played| played.levels[at].within);
                halves.map(|within| within.half()).fold(0.0, f64::max)
            };
            let error = |&at: &usize| {
                let Metric { named, kind, .. } = &self.metrics[at];
                let (scale, unit) = if kind.is_rate() { (100.0, " pt") } else { (1.0, "") };
                let half = half(at) * scale;
                let digits = if half > 0.0 { decimals(half) } else { 0 };
                format!("{}: ± {}{unit} at most", shown(&named.to_string()), fixed(half, digits))
            };
            let errors: Vec<String> = metrics.iter().map(error).collect();
            let more = if all { "" } else { "; -v lists the points" };
            notes.push(format!("{} (95 % intervals{holds}){more}", errors.join("; ")));
        } else {
            notes.push(format!("± is the half width of a 95 % interval{holds}"));
        }
        let has_neighbours = self.played.iter().any(|played| played.prev.iter().any(Option::is_some));
        if has_neighbours && !is_map {
            notes.push(
                "rises, falls: beyond luck, with Holm's correction at 5 % for all neighbours; all points roll \
                 the same dice"
                    .to_owned(),
            );
        }
        notes
    }

    /// The axis along which a point has its neighbour.
    fn axis_of_neighbour(&self, point: usize) -> Option<usize> {
        let other = self.points.neighbour(point)?;
        let (mine, theirs) = (self.points.at(point), self.points.at(other));
        (0..mine.len()).find(|&axis| mine[axis] != theirs[axis])
    }

    /// The best point, or those among which it is.
    fn picked_lines(&self, look: Look, pick: PickShown<'_>) -> Vec<String> {
        let Some(picked) = &self.picked else { return Vec::new() };
        let [best, others @ ..] = &picked.left[..] else { return Vec::new() };
        let metric = &self.metrics[pick.metric];
        let value = |point: usize| {
            self.of(point)
                .map_or_else(|| "-".to_owned(), |played| level(metric.kind, played.levels[pick.metric]))
        };
        let what = match pick.wanted {
            Wanted::Closest(_) => "closest",
            Wanted::Max => "largest",
            Wanted::Min => "smallest",
        };
        let line = |point: usize| format!("  {}: {}", shown(&self.points.label(point)), value(point));
        let grid = u128::from(pick.most) * self.points.n() as u128;
        let fights = thousands(picked.fights.into());
        let mut lines = Vec::new();
        if self.is_exact {
            let n = self.points.n();
            let note = match others.len() {
                0 => format!("the {what} of all {n} points"),
                more => format!("the {what} of all {n} points: {} are equally good", more + 1),
            };
            lines.extend(look.headings(&format!("PICKED by {}", shown(pick.text))));
            lines.extend(picked.left.iter().map(|&point| look.plain(&line(point))));
            lines.push(look.dim(&format!("  {note}")));
        } else if others.is_empty() {
            lines.extend(look.headings(&format!("PICKED by {}", shown(pick.text))));
            lines.push(look.plain(&line(*best)));
            let note = format!("  the {what} of all {} points with 95 % confidence", self.points.n());
            lines.push(look.dim(&note));
            let note = format!(
                "  {fights} fights in all; {} for each would be {}",
                thousands(pick.most.into()),
                thousands(grid)
            );
            lines.push(look.dim(&note));
        } else {
            let n = picked.left.len();
            let ended = if picked.interrupted { "interrupted: " } else { "" };
            lines.extend(
                look.headings(&format!("UNDECIDED: {ended}one of these {n} by {}", shown(pick.text))),
            );
            lines.extend(picked.left.iter().map(|&point| look.plain(&line(point))));
            let note = format!(
                "  the {what} is among them with 95 % confidence; {fights} fights in all, at most {} a point",
                thousands(pick.most.into())
            );
            lines.extend(indented(note.trim_start(), "  ", look.width).iter().map(|line| look.dim(line)));
        }
        lines.push(String::new());
        lines
    }
}
