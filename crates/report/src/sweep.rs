//! The page of a sweep: each metric over the values that were varied.

use std::path::Path;

use fray_sim::tables::format::{decimals, fixed};

use crate::chart::{Axis, ForestRow, Heat, Line, Lines};
use crate::folder::ReportError;
use crate::page::{Figure, Page, Scale, Section};
use crate::table_file::TableFile;
use crate::tables::{all_rows, estimate, forest, is_rate, named, plain};
use crate::theme::series;

const FILE: &str = "sweep.csv";

/// The most lines of a chart.
const MOST_LINES: usize = 6;

/// A point of a metric.
struct Point {
    /// The values of the keys, as they were written.
    keys: Vec<String>,
    value: f64,
    within: Option<(f64, f64)>,
}

/// A metric at all points.
struct Curve {
    label: String,
    axis: Axis,
    points: Vec<Point>,
}

/// The page; none if the folder has no sweep.
pub(crate) fn page(dir: &Path) -> Result<Option<Page>, ReportError> {
    let Some(table) = TableFile::read(dir, FILE)? else { return Ok(None) };
    let keys = table.keys("side");
    let curves = curves(&table, &keys)?;
    let mut sections = Vec::new();
    for curve in &curves {
        let figures = figures(&keys, curve);
        if !figures.is_empty() {
            sections.push(Section::new(curve.label.clone()).figures(&figures));
        }
    }
    sections.push(Section::new("All points").table(&all_rows(&table, FILE)));
    let mut page = named(dir, &table, "sweep", sections);
    page.facts
        .push(format!("varied: {}", if keys.is_empty() { "nothing".to_owned() } else { keys.join(", ") }));
    page.lead = curves.iter().take(1).filter_map(|curve| lead(&keys, curve)).collect();
    Ok(Some(page))
}

fn curves(table: &TableFile, keys: &[String]) -> Result<Vec<Curve>, ReportError> {
    let [side, unit, metric] = [table.column("side")?, table.column("unit")?, table.column("metric")?];
    let [value, lo, hi] = [table.column("value")?, table.column("lo")?, table.column("hi")?];
    let keys: Vec<_> = keys.iter().filter_map(|key| table.find(key)).collect();
    let mut curves: Vec<Curve> = Vec::new();
    for row in 0..table.rows.len() {
        let of: Vec<_> = [side, unit].into_iter().map(|at| table.text(row, at)).collect();
        let of: Vec<_> = of.into_iter().filter(|text| !text.is_empty()).collect();
        let name = table.text(row, metric);
        let label = if of.is_empty() { name.to_owned() } else { format!("{name} of {}", of.join("/")) };
        let Some(estimate) = table.number(row, value)? else { continue };
        let point = Point {
            keys: keys.iter().map(|at| table.text(row, *at).to_owned()).collect(),
            value: estimate,
            within: table.number(row, lo)?.zip(table.number(row, hi)?),
        };
        match curves.iter_mut().find(|curve| curve.label == label) {
            Some(curve) => curve.points.push(point),
            None => {
                let axis = if is_rate(name) { Axis::Percent } else { Axis::Number };
                curves.push(Curve { label, axis, points: vec![point] });
            }
        }
    }
    Ok(curves)
}

/// The values of a key in the order in which they come.
fn values(curve: &Curve, key: usize) -> Vec<&str> {
    let mut values: Vec<&str> = Vec::new();
    for point in &curve.points {
        if !values.contains(&point.keys[key].as_str()) {
            values.push(&point.keys[key]);
        }
    }
    values
}

fn as_row(keys: &[String], point: &Point) -> ForestRow {
    let parts = keys.iter().zip(&point.keys).map(|(key, value)| format!("{} = {value}", short(key)));
    ForestRow {
        label: parts.collect::<Vec<_>>().join(", "),
        value: point.value,
        within: point.within,
        color: series(0),
    }
}

/// A key without the name of its side.
fn short(key: &str) -> &str {
    key.rsplit_once('/').map_or(key, |(_, name)| name)
}

/// The lowest and the highest value.
fn lead(keys: &[String], curve: &Curve) -> Option<String> {
    let [lowest, highest] = extremes(curve)?;
    let [low, high] = [lowest, highest].map(|point| as_row(keys, point));
    let at = |row: &ForestRow| if row.label.is_empty() { "the only point".into() } else { row.label.clone() };
    Some(format!(
        "{} goes from {} at {} to {} at {}.",
        curve.label,
        estimate(&low, curve.axis),
        at(&low),
        estimate(&high, curve.axis),
        at(&high)
    ))
}

fn extremes(curve: &Curve) -> Option<[&Point; 2]> {
    let by = |a: &&Point, b: &&Point| a.value.total_cmp(&b.value);
    Some([curve.points.iter().min_by(by)?, curve.points.iter().max_by(by)?])
}

/// Curves over the first key with numbers, a line for each combination of the others; of two keys a heat map
/// too; a forest plot where there are no numbers or too many lines.
fn figures(keys: &[String], curve: &Curve) -> Vec<Figure> {
    let is_number = |key: &usize| {
        let values = values(curve, *key);
        values.len() > 1 && values.iter().all(|value| value.parse::<f64>().is_ok_and(f64::is_finite))
    };
    let along = (0..keys.len()).find(is_number);
    let sentence = lead(keys, curve).unwrap_or_default();
    let mut figures = Vec::new();
    if let Some(along) = along {
        let mut lines: Vec<(String, Line)> = Vec::new();
        for point in &curve.points {
            let others = (0..keys.len()).filter(|key| *key != along);
            let label: Vec<_> =
                others.map(|key| format!("{} = {}", short(&keys[key]), point.keys[key])).collect();
            let label = label.join(", ");
            let x = point.keys[along].parse().unwrap_or(0.0);
            let at = (x, point.value, point.within);
            match lines.iter_mut().find(|(it, _)| *it == label) {
                Some((_, line)) => line.points.push(at),
                None => {
                    let line = Line { color: series(lines.len()), points: vec![at] };
                    lines.push((label, line));
                }
            }
        }
        for (_, line) in &mut lines {
            line.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        if lines.len() <= MOST_LINES {
            let drawn: Vec<_> = lines.iter().map(|(_, line)| line.clone()).collect();
            let chart =
                Lines { lines: &drawn, x_title: &keys[along], y: curve.axis, includes: &[], height: 250 };
            let key =
                lines.iter().filter(|_| lines.len() > 1).map(|(label, line)| (line.color, label.clone()));
            figures.push(Figure::new("Curves", sentence.clone(), chart.svg()).key(key));
        }
    }
    if keys.len() == 2 && (0..2).all(|key| values(curve, key).len() > 1) {
        figures.extend(heat(keys, curve));
    }
    if figures.is_empty() && !keys.is_empty() {
        let rows: Vec<_> = curve.points.iter().map(|point| as_row(keys, point)).collect();
        figures.extend(forest(&curve.label, "at the points of the sweep", &rows, true));
    }
    figures
}

/// A heat map of two keys.
fn heat(keys: &[String], curve: &Curve) -> Option<Figure> {
    let [lowest, highest] = extremes(curve)?;
    let span = highest.value - lowest.value;
    let (columns, rows) = (values(curve, 0), values(curve, 1));
    let place = |values: &[&str], value: &str| values.iter().position(|it| *it == value).unwrap_or(0);
    let cells: Vec<_> = curve
        .points
        .iter()
        .map(|point| {
            let strength = if span > 0.0 { (point.value - lowest.value) / span } else { 1.0 };
            (place(&columns, &point.keys[0]), place(&rows, &point.keys[1]), series(0), strength)
        })
        .collect();
    let owned = |values: Vec<&str>| values.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let chart = Heat {
        columns: &owned(columns),
        rows: &owned(rows),
        cells: &cells,
        x_title: &keys[0],
        y_title: short(&keys[1]),
    };
    let widest = curve.points.iter().filter_map(|point| point.within.map(|(lo, hi)| hi - lo));
    let widest = widest.fold(0.0, f64::max) / 2.0;
    let (scale, sign) = if curve.axis == Axis::Percent { (100.0, " points") } else { (1.0, "") };
    let [low, high] = [lowest, highest].map(|point| plain(point.value, curve.axis));
    let most = match widest > 0.0 {
        true => {
            let unit = 10_f64.powi(-decimals(widest * scale));
            format!(
                "no interval is wider than ± {}{sign}",
                fixed((widest * scale / unit).ceil() * unit, decimals(widest * scale))
            )
        }
        false => "all values are exact".to_owned(),
    };
    let sentence = format!("{} by both values, from {low} to {high}; {most}.", curve.label);
    let mut figure = Figure::new("Heat map", sentence, chart.svg());
    figure.scale = Some(Scale { color: series(0), low, high });
    Some(figure)
}
