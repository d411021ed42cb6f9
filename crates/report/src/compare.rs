//! The page of a comparison: what is different, what a designer looks at first at the top.

use std::path::Path;

use fray_sim::tables::format::{counted, decimals, fixed};

use crate::chart::{Axis, Forest, ForestRow};
use crate::folder::ReportError;
use crate::page::{Figure, Page, Section};
use crate::table_file::TableFile;
use crate::tables::{MOST, all_rows, estimate, is_ratio, named, plain};
use crate::theme::{INK, NOBODY};

const FILE: &str = "compare.csv";

/// A metric that both scenarios have.
struct Difference {
    /// The side or unit that it belongs to.
    of: String,
    label: String,
    metric: String,
    is_ratio: bool,
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
    let (rates, others): (Vec<_>, Vec<_>) = differences.iter().partition(|it| it.is_ratio);
    let relative = |it: &Difference| {
        let scale = it.a.abs();
        (scale > 0.0).then(|| (it.diff / scale, it.within.map(|(lo, hi)| (lo / scale, hi / scale))))
    };
    let absolute = |it: &Difference| Some((it.diff, it.within));
    let mut sections = Vec::new();
    for (title, figure) in [
        ("Rates", figure(("B - A in percentage points", Axis::Points), &rates, absolute)),
        ("Numbers", figure(("B - A as a share of A", Axis::Percent), &others, relative)),
    ] {
        sections.extend(figure.map(|figure| Section::new(title).figures(&[figure])));
    }
    sections.push(Section::new("All numbers").table(&all_rows(&table, FILE)));
    let mut page = named(dir, &table, "comparison", sections);
    let pairs = table.find("pairs").and_then(|at| table.rows.first().map(|row| row[at.0].clone()));
    page.facts.extend(pairs.and_then(|pairs| pairs.parse::<u64>().ok()).map(|pairs| {
        format!("{} of fights on the same dice; a difference is B - A", counted(pairs, "pair"))
    }));
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
            is_ratio: is_ratio(table.text(row, kind)),
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

/// Returns the rank of a difference in the order in which designers look: who wins, how long it takes, who
/// falls; certain differences before possible ones; sides before units.
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

/// Returns how many half widths of its interval a difference is.
fn weight(it: &Difference) -> f64 {
    match it.within {
        Some((lo, hi)) if hi > lo => it.diff.abs() / (hi - lo),
        _ => 0.0,
    }
}

fn lead(differences: &[Difference]) -> Option<String> {
    let first = differences.first()?;
    let n = differences.iter().filter(|it| it.verdict == "different").count();
    let (axis, difference) = if first.is_ratio {
        (Axis::Percent, points(first.diff, first.within))
    } else {
        (Axis::Number, estimate(&ForestRow::new("", first.diff, first.within, INK), Axis::Number))
    };
    let [a, b] = [first.a, first.b].map(|value| match (axis, value) {
        // Fights were played: what all of them had is what was seen.
        (Axis::Percent, ..=0.0) => "none seen".to_owned(),
        (Axis::Percent, 1.0..) => "all seen".to_owned(),
        (Axis::Percent, _) => said(first, value) + "%",
        _ => said(first, value),
    });
    let is = match first.verdict.as_str() {
        "different" => "beyond chance",
        "same" => "the same within the margin asked for",
        _ => "not yet told from chance",
    };
    let differ = if n == 1 { "differs" } else { "differ" };
    let of =
        if first.of == "The fight" { String::new() } else { format!("the {} of {}", first.label, first.of) };
    let what = if of.is_empty() { first.label.clone() } else { of };
    let mut what = what.chars();
    let what: String = what.next().into_iter().flat_map(char::to_uppercase).chain(what.clone()).collect();
    Some(format!(
        "{what} is {a} in A and {b} in B: a difference of {difference}, {is}. Of {} numbers {n} {differ}.",
        differences.len(),
    ))
}

/// The value of one of both scenarios, with as many digits as the difference is known to; rates in percent.
fn said(it: &Difference, value: f64) -> String {
    let kind = if it.is_ratio { Axis::Percent } else { Axis::Number };
    let scale = if kind == Axis::Percent { 100.0 } else { 1.0 };
    let half = it.within.map_or(0.0, |(lo, hi)| (hi - lo) / 2.0 * scale);
    if half > 0.0 && !(kind == Axis::Percent && [0.0, 1.0].contains(&value)) {
        fixed(value * scale, decimals(half).max(0))
    } else {
        plain(value, kind).trim_end_matches('%').to_owned()
    }
}

/// A difference of rates in percentage points, with its interval.
fn points(value: f64, within: Option<(f64, f64)>) -> String {
    let within = within.map(|(lo, hi)| (lo * 100.0, hi * 100.0));
    let row = ForestRow::new("", value * 100.0, within, INK);
    format!("{} percentage points", estimate(&row, Axis::Number))
}

/// The differences without those that say what one above them says of the same side or unit: that of a rate and of
/// what it leaves of all fights, and equal numbers.
fn told_once<'a>(all: &[&'a Difference]) -> Vec<&'a Difference> {
    let is_near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + b.abs());
    let mut told: Vec<&Difference> = Vec::new();
    for it in all {
        let says = |other: &&Difference| {
            let equal = is_near(it.a, other.a) && is_near(it.b, other.b);
            let is_rest = it.is_ratio && is_near(it.a, 1.0 - other.a) && is_near(it.b, 1.0 - other.b);
            other.of == it.of && (equal || is_rest)
        };
        if !told.iter().any(says) {
            told.push(it);
        }
    }
    told
}

/// A difference on the axis of its chart, with its interval.
type Shown = Option<(f64, Option<(f64, f64)>)>;

fn figure(
    (title, axis): (&str, Axis),
    all: &[&Difference],
    value: impl Fn(&Difference) -> Shown,
) -> Option<Figure> {
    let told = told_once(all);
    let rows: Vec<_> = told
        .iter()
        .filter_map(|it| {
            let (shown, within) = value(it)?;
            let color = if it.verdict == "different" { INK } else { NOBODY };
            let row = ForestRow::new(it.label.clone(), shown, within, color).of(it.of.clone());
            let sign = if it.is_ratio { "%" } else { "" };
            let text = format!("{}{sign} → {}{sign}", said(it, it.a), said(it, it.b));
            Some(row.text(text))
        })
        .take(MOST)
        .collect();
    rows.first()?;
    let chart = Forest { rows: &rows, axis, of: "", title, base: Some(0.0), has_bars: false, ends: None };
    let n = all.iter().filter(|it| it.verdict == "different").count();
    let more = match all.len().saturating_sub(rows.len()) {
        0 => String::new(),
        1 => " The other one is in the table below.".to_owned(),
        more => format!(" The other {more} are in the table below."),
    };
    let sentence = format!(
        "{n} of {} {} different. Values are those of A and B.{more}",
        all.len(),
        if n == 1 { "is" } else { "are" }
    );
    let key = [(INK, "different".to_owned()), (NOBODY, "the same, or undecided".to_owned())];
    Some(Figure::new("", sentence, chart.part()).key(key))
}
