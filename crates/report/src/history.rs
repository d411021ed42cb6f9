//! The page of a history: a metric of each point from night to night, and what was changed when.

use askama::Template;
use fray_sim::history::text::{level, named, span, step, verdict};
use fray_sim::history::trend::{NightOf, PointTrend, Trend};
use fray_sim::tables::format::counted;

use crate::page::{Cell, Page, Part, Section, Table};
use crate::theme::{BAD, Color, series};
use crate::words;

/// The most nights that a row draws.
const NIGHTS: usize = 90;
/// The size of the drawing of a row, in its own units.
const WIDTH: f64 = 120.0;
const HEIGHT: f64 = 28.0;
/// The room at the ends of a drawing, for its dot.
const ROOM: f64 = 4.0;
/// The most nights that the drawings of all rows have together, where a row takes as much room as some nights: of more,
/// the points that moved most are drawn.
const DRAWN: usize = 30_000;
const OF_ROW: usize = 10;
/// The most rows of the table of all nights.
const LISTED: usize = 10_000;
/// The most points that a change names.
const NAMED: usize = 12;

#[derive(Template)]
#[template(path = "trend.html")]
struct Rows<'a> {
    rows: &'a [Row],
}

/// A point with its nights as a drawing.
struct Row {
    point: String,
    metric: String,
    band: String,
    line: String,
    /// The places of nights before which something was changed.
    changes: Vec<String>,
    last: (String, String),
    value: String,
    step: String,
    verdict: &'static str,
    color: Color,
    notes: Vec<String>,
}

/// The page of a trend.
#[must_use]
pub fn page(trend: &Trend) -> Page {
    let is_one_metric = trend.points.windows(2).all(|pair| pair[0].metric == pair[1].metric);
    let latest = trend.days().last().map_or_else(String::new, |day| (*day).to_owned());
    let mut room = DRAWN;
    let is_drawn = |point: &&PointTrend| {
        room = room.saturating_sub(point.nights.len().min(NIGHTS) + OF_ROW);
        room > 0
    };
    let rows: Vec<Row> = trend
        .points
        .iter()
        .take_while(is_drawn)
        .map(|point| {
            let mut row = row(point, trend.alpha);
            if is_one_metric {
                row.metric.clear();
            }
            if point.last().day() != latest {
                row.notes.push(format!("last played {}", point.last().day()));
            }
            row
        })
        .collect();
    let key = "A line is a point from night to night, its band the 95 % intervals; the height is that of the point alone. \
               An upright stroke stands where something was changed since the night before.";
    let mut points = Section::new("Points").text(key).part(Part::of(&Rows { rows: &rows }));
    let more = trend.points.len() - rows.len();
    if more > 0 {
        let more = counted(more as u64, "point");
        points = points.text(&format!(
            "{more} more moved less. They are in the files of the history; `--of` shows those of a party or monster."
        ));
    }
    let mut sections = vec![points];
    let changes = trend.changes();
    if !changes.is_empty() {
        let mut table = Table::new(4, ["day", "what", "where", "points"]);
        table.label = "What was changed".into();
        for changed in &changes {
            let points = &changed.points;
            let places = format!("{}: {}", counted(points.len() as u64, "point"), named(points, NAMED));
            let origin = changed.change.origin().unwrap_or_default().to_owned();
            table.row([unbroken(&changed.day), changed.change.to_string(), origin, places]);
        }
        sections.push(Section::new("What was changed").table(&table));
    }
    let listed: usize = trend.points.iter().map(|point| point.nights.len()).sum();
    sections.push(match listed {
        0..=LISTED => Section::new("All nights").table(&nights(trend)),
        _ => Section::new("All nights").text("Every night of every point is in the files of the history."),
    });
    let metric = words::metric(match trend.points.first() {
        Some(point) if is_one_metric => &point.metric,
        _ => &trend.metric,
    });
    Page {
        title: format!("History: {metric}"),
        facts: vec!["\u{b1} is half of a 95 % interval; < and > give one end of one.".into()],
        lead: vec![capital(&trend.sentence(&metric)) + "."],
        first: Vec::new(),
        sections,
        footer: format!(
            "fray {}. A point moved where its last change is significant at {} over all points (Holm).",
            env!("CARGO_PKG_VERSION"),
            trend.alpha
        ),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A date that is not broken at its hyphens.
fn unbroken(date: &str) -> String {
    date.replace('-', "\u{2011}")
}

/// A value whose line ends before its interval and not within it.
fn unbroken_within(value: &str) -> String {
    value.replace(" to ", "\u{a0}to\u{a0}").replace(" ± ", "\u{a0}±\u{a0}")
}

fn row(point: &PointTrend, alpha: f64) -> Row {
    let nights = &point.nights[point.nights.len().saturating_sub(NIGHTS)..];
    let (lo, hi) = span(nights);
    let steps = nights.len().saturating_sub(1).max(1) as f64;
    let x = |at: usize| ROOM + at as f64 / steps * (WIDTH - 2.0 * ROOM);
    // Intervals may reach beyond the values; what is cut off is beyond the drawing.
    let y = |value: f64| {
        let share = ((value - lo) / (hi - lo)).clamp(-0.1, 1.1);
        HEIGHT - ROOM - share * (HEIGHT - 2.0 * ROOM)
    };
    let place = |at: usize, value: f64| format!("{:.1},{:.1}", x(at), y(value));
    let each = |of: fn(&NightOf) -> f64| nights.iter().enumerate().map(move |(at, night)| (at, of(night)));
    let upper = each(|night| night.within.hi).map(|(at, value)| place(at, value));
    let lower = each(|night| night.within.lo).collect::<Vec<_>>().into_iter().rev();
    let lower = lower.map(|(at, value)| place(at, value));
    let changed = nights.iter().enumerate().filter(|(at, night)| *at > 0 && !night.changes.is_empty());
    let last = point.last();
    let verdict = verdict(point, alpha);
    Row {
        point: point.point.clone(),
        metric: words::metric(&point.metric),
        band: upper.chain(lower).collect::<Vec<_>>().join(" "),
        line: each(|night| night.value).map(|(at, value)| place(at, value)).collect::<Vec<_>>().join(" "),
        changes: changed.map(|(at, _)| format!("{:.1}", (x(at - 1) + x(at)) / 2.0)).collect(),
        last: (format!("{:.1}", x(nights.len() - 1)), format!("{:.1}", y(last.value))),
        value: unbroken_within(&level(point.kind, last.value, last.within)),
        step: unbroken_within(&step(point.kind, last)),
        verdict: if verdict == "moved" { verdict } else { "" },
        color: if verdict == "moved" { series(1) } else { series(0) },
        notes: last.changes.iter().map(ToString::to_string).collect(),
    }
}

/// Every night of every point, folded.
fn nights(trend: &Trend) -> Table {
    let columns = ["point", "metric", "date", "value", "change", "fights", "changed"];
    let mut table = Table::new(3, columns).folded("Every night of every point");
    for point in &trend.points {
        for night in &point.nights {
            let changes: Vec<_> = night.changes.iter().map(ToString::to_string).collect();
            table.row([
                Cell::from(point.point.clone()),
                point.metric.clone().into(),
                unbroken(&night.date).into(),
                level(point.kind, night.value, night.within).into(),
                step(point.kind, night).into(),
                night.fights.to_string().into(),
                if changes.is_empty() { Cell::default() } else { Cell::word(changes.join("; "), BAD) },
            ]);
        }
    }
    if let Some(last) = table.columns.last_mut() {
        last.is_number = false;
    }
    table
}
