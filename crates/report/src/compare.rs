//! The page of a comparison: what is different, what a designer looks at first at the top.

use std::path::Path;

use fray_sim::tables::format::{decimals, fixed};

use crate::chart::{Axis, Forest, ForestRow};
use crate::folder::ReportError;
use crate::page::{Figure, Page, Section};
use crate::table_file::TableFile;
use crate::tables::{MOST, all_rows, axis_of, estimate, named, plain};
use crate::theme::{INK, NOBODY};

const FILE: &str = "compare.csv";

/// A metric that both scenarios have.
struct Difference {
    /// Whose it is.
    of: String,
    label: String,
    metric: String,
    /// Its axis, by the kind of the metric.
    axis: Axis,
    of_unit: bool,
    a: f64,
    b: f64,
    diff: f64,
    within: Option<(f64, f64)>,
    verdict: String,
}

/// The page; none if the folder has no comparison.
pub(crate) fn page(dir: &Path) -> Result<Option<Page>, ReportError> {
    let Some(table) = TableFile::read(dir, FILE)? else { return Ok(None) };
    let mut differences = differences(&table)?;
    differences.sort_by(|a, b| order(a).cmp(&order(b)).then(weight(b).total_cmp(&weight(a))));
    let (rates, others): (Vec<_>, Vec<_>) = differences.iter().partition(|it| it.axis == Axis::Percent);
    let relative = |it: &Difference| {
        let scale = it.a.abs();
        (scale > 0.0).then(|| (it.diff / scale, it.within.map(|(lo, hi)| (lo / scale, hi / scale))))
    };
    let absolute = |it: &Difference| Some((it.diff, it.within));
    let mut sections = Vec::new();
    for (title, figure) in [
        ("Rates", figure("B - A in percentage points", &rates, absolute)),
        ("Numbers", figure("B - A as a share of A", &others, relative)),
    ] {
        sections.extend(figure.map(|figure| Section::new(title).figures(&[figure])));
    }
    sections.push(Section::new("All numbers").table(&all_rows(&table, FILE)));
    let mut page = named(dir, &table, "comparison", sections);
    let pairs = table.find("pairs").and_then(|at| table.rows.first().map(|row| row[at.0].clone()));
    page.facts.extend(
        pairs.map(|pairs| format!("{pairs} pairs of fights on the same dice; a difference is B - A")),
    );
    page.lead = lead(&differences).into_iter().collect();
    Ok(Some(page))
}

fn differences(table: &TableFile) -> Result<Vec<Difference>, ReportError> {
    let [metric, kind, side, unit, verdict] = [
        table.column("metric")?,
        table.column("kind")?,
        table.column("side")?,
        table.column("unit")?,
        table.column("verdict")?,
    ];
    let [a, b, diff, lo, hi] = [
        table.column("a")?,
        table.column("b")?,
        table.column("diff")?,
        table.column("lo")?,
        table.column("hi")?,
    ];
    let mut all = Vec::new();
    for row in 0..table.rows.len() {
        let [side, unit, metric] = [side, unit, metric].map(|at| table.text(row, at));
        let of = match (side.is_empty(), unit.is_empty()) {
            (true, true) => "The fight".to_owned(),
            (true, false) => unit.to_owned(),
            (false, true) => side.to_owned(),
            (false, false) => format!("{side} / {unit}"),
        };
        let (Some(a), Some(b), Some(diff)) =
            (table.number(row, a)?, table.number(row, b)?, table.number(row, diff)?)
        else {
            continue;
        };
        all.push(Difference {
            of,
            label: metric.replace('_', " "),
            metric: metric.to_owned(),
            axis: axis_of(table.text(row, kind)),
            of_unit: !unit.is_empty(),
            a,
            b,
            diff,
            within: table.number(row, lo)?.zip(table.number(row, hi)?),
            verdict: table.text(row, verdict).to_owned(),
        });
    }
    Ok(all)
}

/// What a designer looks at first: who wins, how long it takes, who falls; what is different before what may
/// not be; sides before units.
fn order(it: &Difference) -> (u8, bool) {
    let what = match it.metric.as_str() {
        "win_rate" => 0,
        "draw_rate" | "timeout_rate" if it.verdict == "different" => 0,
        "rounds" => 1,
        _ if it.verdict != "different" => 4,
        "standing" | "survived" | "dropped" | "died" | "any_dropped" | "any_died" | "n_dropped"
        | "n_died" => 2,
        _ => 3,
    };
    (what, it.of_unit)
}

/// How many half widths of its interval a difference is.
fn weight(it: &Difference) -> f64 {
    match it.within {
        Some((lo, hi)) if hi > lo => it.diff.abs() / (hi - lo),
        _ => 0.0,
    }
}

fn lead(differences: &[Difference]) -> Option<String> {
    let first = differences.first()?;
    let n = differences.iter().filter(|it| it.verdict == "different").count();
    let (axis, difference) = if first.axis == Axis::Percent {
        (Axis::Percent, points(first.diff, first.within))
    } else {
        (Axis::Number, estimate(&ForestRow::new("", first.diff, first.within, INK), Axis::Number))
    };
    let [a, b] = [first.a, first.b].map(|value| match (axis, value) {
        // Fights were played: what all of them had is what was seen.
        (Axis::Percent, ..=0.0) => "none seen".to_owned(),
        (Axis::Percent, 1.0..) => "all seen".to_owned(),
        _ => plain(value, axis),
    });
    let are = if n == 1 { "is" } else { "are" };
    Some(format!(
        "{} of {}: {a} in A, {b} in B, a difference of {} ({}). Of {} numbers {n} {are} different.",
        first.label,
        first.of,
        difference,
        first.verdict,
        differences.len(),
    ))
}

/// A difference of rates in percentage points, with its interval.
fn points(value: f64, within: Option<(f64, f64)>) -> String {
    let within = within.map(|(lo, hi)| (lo * 100.0, hi * 100.0));
    let row = ForestRow::new("", value * 100.0, within, INK);
    format!("{} percentage points", estimate(&row, Axis::Number))
}

/// A difference on the axis of its chart, with its interval.
type Shown = Option<(f64, Option<(f64, f64)>)>;

fn figure(axis: &str, all: &[&Difference], value: impl Fn(&Difference) -> Shown) -> Option<Figure> {
    let rows: Vec<_> = all
        .iter()
        .filter_map(|it| {
            let (shown, within) = value(it)?;
            let color = if it.verdict == "different" { INK } else { NOBODY };
            let row = ForestRow::new(it.label.clone(), shown, within, color).of(it.of.clone());
            // As many digits as the difference is known to.
            let scale = if it.axis == Axis::Percent { 100.0 } else { 1.0 };
            let half = it.within.map_or(0.0, |(lo, hi)| (hi - lo) / 2.0 * scale);
            let said =
                |value: f64| match half > 0.0 && !(it.axis == Axis::Percent && [0.0, 1.0].contains(&value)) {
                    true => fixed(value * scale, decimals(half).max(0)),
                    false => plain(value, it.axis).trim_end_matches(" %").to_owned(),
                };
            let sign = if it.axis == Axis::Percent { " %" } else { "" };
            let text = format!("{} to {}{sign}", said(it.a), said(it.b));
            Some(row.text(text))
        })
        .take(MOST)
        .collect();
    rows.first()?;
    let chart = Forest {
        rows: &rows,
        axis: Axis::Percent,
        of: "",
        title: axis,
        base: 0.0,
        has_bars: false,
        ends: None,
    };
    let n = all.iter().filter(|it| it.verdict == "different").count();
    let more = match all.len().saturating_sub(rows.len()) {
        0 => String::new(),
        more => format!(" The {more} others stand in the table below."),
    };
    let sentence = format!(
        "{n} of {} {} different. A value is that in A, then that in B.{more}",
        all.len(),
        if n == 1 { "is" } else { "are" }
    );
    let key = [(INK, "different".to_owned()), (NOBODY, "the same, or undecided".to_owned())];
    Some(Figure::new("", sentence, chart.part()).key(key))
}
