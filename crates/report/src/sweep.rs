//! The page of a sweep: each metric over the values that were varied.

use std::path::Path;

use fray_sim::tables::format::{decimals, fixed};

use crate::chart::{Axis, ForestRow, Line, Lines};
use crate::folder::ReportError;
use crate::heat::{self, HeatCell};
use crate::page::{Cell, Figure, Page, Part, Section};
use crate::table_file::TableFile;
use crate::tables::{Shows, all_rows, estimate, forest, is_ratio, named};
use crate::theme::{INK, series};
use crate::words;

const FILE: &str = "sweep.csv";
/// The goals of the scenario that was varied.
const GOALS: &str = "goals.csv";

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
    is_win_rate: bool,
    points: Vec<Point>,
}

/// The page; none if the folder has no sweep.
pub(crate) fn page(dir: &Path) -> Result<Option<Page>, ReportError> {
    let Some(table) = TableFile::read(dir, FILE)? else { return Ok(None) };
    let keys = table.keys("side");
    let goals = goals(dir)?;
    let mut curves = curves(&table, &keys)?;
    let mirrored = leave_out_mirrored(&mut curves);
    let mut sections = Vec::new();
    for curve in &curves {
        let goal = goals.iter().find(|goal| goal.label == curve.label);
        let figures = figures(&keys, curve, goal, sections.is_empty());
        if !figures.is_empty() {
            sections.push(Section::new(curve.label.clone()).figures(&figures));
        }
    }
    let mut all = Section::new("All points");
    if let Some(mirrored) = mirrored {
        all = all.text(&mirrored);
    }
    sections.push(all.table(&all_rows(&table, FILE)));
    let mut page = named(dir, &table, "sweep", sections);
    let varied: Vec<_> = keys.iter().map(|key| words::axis(key)).collect();
    page.facts
        .push(format!("Varied: {}", if keys.is_empty() { "nothing".to_owned() } else { varied.join(", ") }));
    page.lead = curves.iter().take(1).filter_map(|curve| told(&keys, curve)).collect();
    let nearest = curves.iter().find_map(|curve| {
        let goal = goals.iter().find(|goal| goal.label == curve.label)?;
        let point = goal.nearest(curve)?;
        let row = as_row(&keys, point);
        Some(format!(
            "Nearest to the goal {}: {}, with {}.",
            goal.text,
            row.label,
            estimate(&row, curve.axis)
        ))
    });
    page.lead.extend(nearest);
    Ok(Some(page))
}

/// A goal on a metric of the sweep.
struct Goal {
    label: String,
    text: String,
    lo: Option<f64>,
    hi: Option<f64>,
}

impl Goal {
    /// Returns how far a value is from what is asked for: from the middle of the range, where it has two ends.
    fn distance(&self, value: f64) -> f64 {
        match (self.lo, self.hi) {
            (Some(lo), Some(hi)) => (value - (lo + hi) / 2.0).abs(),
            (Some(end), None) | (None, Some(end)) => (value - end).abs(),
            (None, None) => f64::INFINITY,
        }
    }

    /// The point that is nearest to it.
    fn nearest<'c>(&self, curve: &'c Curve) -> Option<&'c Point> {
        curve.points.iter().min_by(|a, b| self.distance(a.value).total_cmp(&self.distance(b.value)))
    }
}

/// The goals of the scenario that are on single metrics, if the sweep wrote them.
fn goals(dir: &Path) -> Result<Vec<Goal>, ReportError> {
    let Some(table) = TableFile::read(dir, GOALS)? else { return Ok(Vec::new()) };
    let [goal, metric] = [table.column("goal")?, table.column("metric")?];
    let [side, unit] = [table.column("side")?, table.column("unit")?];
    let [lo, hi] = [table.column("lo")?, table.column("hi")?];
    let each = (0..table.rows.len()).map(|row| {
        Ok(Goal {
            label: label_of(table.text(row, metric), [table.text(row, side), table.text(row, unit)]),
            text: table.text(row, goal).to_owned(),
            lo: table.number(row, lo)?,
            hi: table.number(row, hi)?,
        })
    });
    each.collect()
}

/// A metric with whose it is, in words.
fn label_of(metric: &str, of: [&str; 2]) -> String {
    let of: Vec<_> = of.into_iter().filter(|text| !text.is_empty()).collect();
    let name = metric.replace('_', " ");
    match of.as_slice() {
        [] => name,
        [one] => format!("{name} of {one}"),
        all => format!("{}: {name}", all.join(" / ")),
    }
}

/// Leaves out the win rate of a second side that is what the first leaves of 100 %, up to draws and timeouts.
fn leave_out_mirrored(curves: &mut Vec<Curve>) -> Option<String> {
    let first = curves.iter().position(|curve| curve.is_win_rate)?;
    let second = (first + 1..curves.len()).find(|at| curves[*at].is_win_rate)?;
    let (a, b) = (&curves[first], &curves[second]);
    let n_sides = curves.iter().filter(|curve| curve.is_win_rate).count();
    let rest =
        a.points.iter().zip(&b.points).map(|(a, b)| (1.0 - a.value - b.value).abs()).fold(0.0, f64::max);
    if n_sides != 2 || a.points.len() != b.points.len() || rest > 0.005 {
        return None;
    }
    let text = format!(
        "The {} mirrors the {}: what one wins, the other loses. Its values are in the table.",
        b.label, a.label
    );
    curves.remove(second);
    Some(text)
}

fn curves(table: &TableFile, keys: &[String]) -> Result<Vec<Curve>, ReportError> {
    let [side, unit, metric] = [table.column("side")?, table.column("unit")?, table.column("metric")?];
    let kind = table.column("kind")?;
    let [value, lo, hi] = [table.column("value")?, table.column("lo")?, table.column("hi")?];
    let keys: Vec<_> = keys.iter().filter_map(|key| table.find(key)).collect();
    let mut curves: Vec<Curve> = Vec::new();
    for row in 0..table.rows.len() {
        let name = table.text(row, metric);
        let label = label_of(name, [table.text(row, side), table.text(row, unit)]);
        let Some(estimate) = table.number(row, value)? else { continue };
        let point = Point {
            keys: keys.iter().map(|at| table.text(row, *at).to_owned()).collect(),
            value: estimate,
            within: table.number(row, lo)?.zip(table.number(row, hi)?),
        };
        match curves.iter_mut().find(|curve| curve.label == label) {
            Some(curve) => curve.points.push(point),
            None => {
                let axis = if is_ratio(table.text(row, kind)) { Axis::Percent } else { Axis::Number };
                curves.push(Curve { label, axis, is_win_rate: name == "win_rate", points: vec![point] });
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

/// Returns whether a key has several values, all of them numbers.
fn is_numbers(curve: &Curve, key: usize) -> bool {
    let values = values(curve, key);
    values.len() > 1 && values.iter().all(|value| value.parse::<f64>().is_ok_and(f64::is_finite))
}

fn as_row(keys: &[String], point: &Point) -> ForestRow {
    let values: Vec<_> =
        keys.iter().zip(&point.keys).map(|(key, value)| (key.as_str(), value.as_str())).collect();
    ForestRow::new(words::point(&values), point.value, point.within, INK)
}

/// Along a number from the first point to the last, and where the values in between go further, these too; else the
/// lowest and the highest value.
fn told(keys: &[String], curve: &Curve) -> Option<String> {
    let (first, last) = (curve.points.first()?, curve.points.last()?);
    let said = |point: &Point| {
        let row = as_row(keys, point);
        let at = if row.label.is_empty() { String::new() } else { format!(" at {}", row.label) };
        format!("{}{at}", estimate(&row, curve.axis))
    };
    let with = |point: &Point| {
        let row = as_row(keys, point);
        format!("{}, with {}", estimate(&row, curve.axis), row.label)
    };
    let name = &curve.label;
    let is_rate = name.contains(" rate");
    if curve.points.len() == 1 {
        return Some(if is_rate {
            format!("The {name} is {}.", said(first))
        } else {
            format!("{}: {}.", words::capital(name), said(first))
        });
    }
    let [lowest, highest] = extremes(curve)?;
    if keys.len() != 1 || !is_numbers(curve, 0) {
        let (lowest, highest) = (with(lowest), with(highest));
        return Some(if is_rate {
            format!("The {name} is lowest, {lowest}, and highest, {highest}.")
        } else {
            format!("{}: lowest, {lowest}, and highest, {highest}.", words::capital(name))
        });
    }
    let is_end = |point: &Point| point.value == first.value || point.value == last.value;
    let mut more: Vec<String> = Vec::new();
    for (point, word) in [(lowest, "lowest"), (highest, "highest")] {
        if !is_end(point) {
            more.push(format!("{word} {}", said(point)));
        }
    }
    let more = if more.is_empty() { String::new() } else { format!("; {}", more.join(", ")) };
    Some(if is_rate {
        format!("The {name} goes from {} to {}{more}.", said(first), said(last))
    } else {
        format!("{}: from {} to {}{more}.", words::capital(name), said(first), said(last))
    })
}

fn extremes(curve: &Curve) -> Option<[&Point; 2]> {
    let by = |a: &&Point, b: &&Point| a.value.total_cmp(&b.value);
    Some([curve.points.iter().min_by(by)?, curve.points.iter().max_by(by)?])
}

/// Curves over the first key with numbers, a line for each combination of the others; of two keys a table of
/// cells too; rows where there are no numbers or too many lines.
/// What the verdict of the page says of the first metric is not said again.
fn figures(keys: &[String], curve: &Curve, goal: Option<&Goal>, is_first: bool) -> Vec<Figure> {
    let along = (0..keys.len()).find(|key| is_numbers(curve, *key));
    let mut figures = Vec::new();
    if keys.len() == 2 && (0..2).all(|key| values(curve, key).len() > 1) {
        figures.extend(heat(keys, curve, goal));
    }
    if let Some(along) = along {
        let mut lines: Vec<Line> = Vec::new();
        for point in &curve.points {
            let others = (0..keys.len()).filter(|key| *key != along);
            let values: Vec<_> = others.map(|key| (keys[key].as_str(), point.keys[key].as_str())).collect();
            let label = words::point(&values);
            let at = (point.keys[along].parse().unwrap_or(0.0), point.value, point.within);
            match lines.iter_mut().find(|line| line.label == label) {
                Some(line) => line.points.push(at),
                None => lines.push(Line { color: series(0), label, points: vec![at] }),
            }
        }
        for line in &mut lines {
            line.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        if lines.len() <= MOST_LINES {
            let levels: Vec<f64> = goal.iter().flat_map(|goal| [goal.lo, goal.hi]).flatten().collect();
            let chart = Lines {
                lines: &lines,
                x_title: &words::axis(&keys[along]),
                y: curve.axis,
                levels: &levels,
                height: 250,
            };
            let sentence = match told(keys, curve) {
                Some(told) if !is_first => told,
                _ => format!("{} by {}.", words::capital(&curve.label), words::axis(&keys[along])),
            };
            let mut note = coinciding(&lines);
            if let Some(goal) = goal {
                note.push(format!("Dashed: the goal {}.", goal.text));
            }
            let title = if figures.is_empty() { "" } else { "Curves" };
            figures.push(Figure::new(title, sentence, chart.svg()).note(note.join(" ")));
        }
    }
    if figures.is_empty() && !keys.is_empty() {
        let rows: Vec<_> = curve.points.iter().map(|point| as_row(keys, point)).collect();
        let says = format!("{} at each point", curve.label);
        figures.extend(forest(&says, &rows, Shows::Levels, curve.axis == Axis::Percent));
    }
    figures
}

/// Returns which lines lie on each other: nowhere further apart than a hundredth of the height.
fn coinciding(lines: &[Line]) -> Vec<String> {
    let values = || lines.iter().flat_map(|line| &line.points).map(|point| point.1);
    let (lo, hi) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let is_on = |a: &Line, b: &Line| {
        a.points.len() == b.points.len()
            && a.points
                .iter()
                .zip(&b.points)
                .all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() <= (hi - lo) / 100.0)
    };
    let mut said: Vec<usize> = Vec::new();
    let mut sentences = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        if said.contains(&n) {
            continue;
        }
        let on: Vec<usize> = (n + 1..lines.len()).filter(|other| is_on(line, &lines[*other])).collect();
        if !on.is_empty() {
            let names: Vec<_> = on.iter().map(|other| lines[*other].label.as_str()).collect();
            sentences.push(format!("The curves of {} and {} coincide.", line.label, names.join(", ")));
        }
        said.extend(on);
    }
    sentences
}

/// A table of two keys with the value of each point, the nearest to the goal marked.
fn heat(keys: &[String], curve: &Curve, goal: Option<&Goal>) -> Option<Figure> {
    let [lowest, highest] = extremes(curve)?;
    let span = highest.value - lowest.value;
    let nearest = goal.and_then(|goal| goal.nearest(curve));
    let (columns, rows) = (values(curve, 0), values(curve, 1));
    let cell = |row: &str, column: &str| {
        let point = curve.points.iter().find(|point| point.keys[0] == column && point.keys[1] == row)?;
        let text = match curve.axis {
            Axis::Percent => heat::percent(point.value, point.within),
            _ => estimate(&as_row(keys, point), curve.axis).split(" (").next().unwrap_or_default().to_owned(),
        };
        let strength = if span > 0.0 { 0.1 + 0.9 * (point.value - lowest.value) / span } else { 1.0 };
        let is_marked = nearest.is_some_and(|nearest| core::ptr::eq(nearest, point));
        Some(HeatCell { text, strength, is_marked })
    };
    let told = rows.iter().map(|row| {
        let cells = columns.iter().map(|column| cell(row, column)).collect();
        (Cell::from(*row), series(0), cells)
    });
    let corner = format!("{} \u{2193}   {} \u{2192}", words::axis(&keys[1]), words::axis(&keys[0]));
    let mut table = heat::table(&corner, columns.iter().map(|column| (*column).to_owned()), told);
    table.label = format!("{} by both values", curve.label);
    let widest = match curve.axis {
        Axis::Percent => heat::widest(curve.points.iter().map(|point| point.within)),
        _ => {
            let half = curve.points.iter().filter_map(|point| point.within.map(|(lo, hi)| (hi - lo) / 2.0));
            let half = half.fold(0.0, f64::max);
            let digits = decimals(half);
            let unit = 10_f64.powi(-digits);
            if half > 0.0 {
                format!("No interval is wider than ± {}.", fixed((half / unit).ceil() * unit, digits))
            } else {
                "All values are exact.".to_owned()
            }
        }
    };
    let mut sentence = format!("The {} by both values. {widest}", curve.label);
    if let Some(goal) = goal.filter(|_| nearest.is_some()) {
        sentence += &format!(" The cell in a frame is nearest to the goal {}.", goal.text);
    }
    Some(Figure::new("By both values", sentence, Part::table(&table)))
}
