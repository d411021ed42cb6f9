//! A trend in the terminal and as JSON.

use core::fmt::Write as _;

use fray_kit::sheet::text::shown;
use serde::Serialize;

use super::trend::{Change, Changed, NightOf, PointTrend, Trend};
use crate::compare::MetricKind;
use crate::stats::Interval;
use crate::tables::format::{Number, counted, decimals, fixed, level_of_rate, mean, p_number};

/// The most nights that a line shows.
const NIGHTS: usize = 24;
/// The most points that a change names.
const NAMED: usize = 3;
/// The most changes that are listed, unless all are asked for.
const CHANGES: usize = 12;
/// The most points that are listed, unless all are asked for.
const POINTS: usize = 40;

/// A value with its interval, in percent if it is a rate.
#[must_use]
pub fn level(kind: MetricKind, value: f64, within: Interval) -> String {
    if kind.is_rate() { level_of_rate(value, within) } else { mean(value, within) }
}

/// A change since the night before with half of its interval: `+4.1 ± 0.9 points`.
#[must_use]
pub fn step(kind: MetricKind, night: &NightOf) -> String {
    let Some(difference) = night.difference else { return "first night".to_owned() };
    if night.is_same {
        return "same fights".to_owned();
    }
    let scale = if kind.is_rate() { 100.0 } else { 1.0 };
    let (value, half) = (difference.value * scale, difference.reach() * scale);
    if half <= 0.0 {
        return "none".to_owned();
    }
    let digits = decimals(half);
    let value = fixed(value, digits);
    let sign = if value.starts_with('-') { "" } else { "+" };
    let unit = if kind.is_rate() { " points" } else { "" };
    format!("{sign}{value} \u{b1} {}{unit}", fixed(half, digits))
}

/// Returns the verdict on the last night of a point: `moved`, or nothing.
#[must_use]
pub fn verdict(point: &PointTrend, alpha: f64) -> &'static str {
    match point.has_moved(alpha) {
        Some(true) => "moved",
        Some(false) => "no move seen",
        None => "",
    }
}

/// The span of values that a small drawing of a trend shows: at least four half widths of an interval, so that what is
/// chance looks small.
#[must_use]
pub fn span(nights: &[NightOf]) -> (f64, f64) {
    let fold = |of: fn(f64, f64) -> f64, first: f64| nights.iter().map(|night| night.value).fold(first, of);
    let (lo, hi) = (fold(f64::min, f64::INFINITY), fold(f64::max, f64::NEG_INFINITY));
    let half = nights.iter().map(|night| night.within.half()).fold(0.0, f64::max);
    let least = (4.0 * half).max(f64::MIN_POSITIVE);
    if hi - lo >= least {
        return (lo, hi);
    }
    let middle = f64::midpoint(lo, hi);
    (middle - least / 2.0, middle + least / 2.0)
}

/// The values of the last nights as blocks of eight heights.
fn spark(nights: &[NightOf]) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let last = &nights[nights.len().saturating_sub(NIGHTS)..];
    let (lo, hi) = span(last);
    let block = |night: &NightOf| {
        let place = ((night.value - lo) / (hi - lo) * 8.0).floor();
        BLOCKS[place.clamp(0.0, 7.0) as usize]
    };
    last.iter().map(block).collect()
}

/// Points in a few names: `a, b, c and 4 more`.
#[must_use]
pub fn named(points: &[String], most: usize) -> String {
    let first: Vec<_> = points.iter().take(most).map(|point| shown(point).into_owned()).collect();
    let more = points.len().saturating_sub(most);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    first.join(", ") + &more
}

impl Trend {
    /// Returns the result of the trend, in a sentence that names the metric so.
    #[must_use]
    pub fn sentence(&self, metric: &str) -> String {
        let days = self.days();
        let span = match (days.first(), days.last()) {
            (Some(first), Some(last)) if first != last => {
                format!(" on {} from {first} to {last}", counted(days.len() as u64, "day"))
            }
            (Some(day), _) => format!(" on {day}"),
            _ => String::new(),
        };
        let moved = match self.moved().count() {
            0 if self.points.iter().all(|point| point.p.is_none()) => "there is no earlier night".to_owned(),
            0 => "none moved in the last night".to_owned(),
            n => format!("{n} moved in the last night"),
        };
        format!("{metric}, {}{span}: {moved}", counted(self.points.len() as u64, "point"))
    }

    /// The lines of the terminal; of many points and changes the first, unless `all` are asked for. A point alone has a
    /// line for each night.
    #[must_use]
    pub fn render(&self, all: bool) -> String {
        let mut text = shown(&self.sentence(&self.metric)).into_owned() + "\n\n";
        let most = if all { usize::MAX } else { POINTS };
        let latest = self.days().last().map_or_else(String::new, |day| (*day).to_owned());
        let has_several_metrics = self.points.iter().any(|point| point.metric != self.points[0].metric);
        let rows: Vec<[String; 5]> = self
            .points
            .iter()
            .take(most)
            .map(|point| {
                let last = point.last();
                let name = if has_several_metrics {
                    format!("{}  {}", point.point, point.metric)
                } else {
                    point.point.clone()
                };
                let mut notes = vec![verdict(point, self.alpha).to_owned()];
                let what: std::collections::BTreeSet<_> = last.changes.iter().map(Change::word).collect();
                if !what.is_empty() {
                    notes.push(format!("changed: {}", what.into_iter().collect::<Vec<_>>().join(", ")));
                }
                if last.day() != latest {
                    notes.push(format!("last played {}", last.day()));
                }
                notes.retain(|note| !note.is_empty());
                [
                    shown(&name).into_owned(),
                    spark(&point.nights),
                    level(point.kind, last.value, last.within),
                    step(point.kind, last),
                    notes.join("; "),
                ]
            })
            .collect();
        columns(&mut text, &rows);
        if self.points.len() > most {
            let _ = writeln!(text, "  and {} more (-v lists all)", self.points.len() - most);
        }
        if let [point] = self.points.as_slice() {
            text += "\nNIGHTS\n";
            let row = |night: &NightOf| {
                let changes: Vec<_> = night.changes.iter().map(ToString::to_string).collect();
                [
                    night.date.clone(),
                    counted(night.fights, "fight"),
                    level(point.kind, night.value, night.within),
                    step(point.kind, night),
                    shown(&changes.join("; ")).into_owned(),
                ]
            };
            columns(&mut text, &point.nights.iter().map(row).collect::<Vec<_>>());
        }
        self.render_changes(&mut text, all);
        text
    }

    fn render_changes(&self, text: &mut String, all: bool) {
        let changes = self.changes();
        if changes.is_empty() {
            return;
        }
        *text += "\nWHAT WAS CHANGED\n";
        let most = if all { usize::MAX } else { CHANGES };
        let row = |Changed { day, change, points }: &Changed| {
            let named = named(points, if all { usize::MAX } else { NAMED });
            [
                day.clone(),
                shown(&change.to_string()).into_owned(),
                shown(change.origin().unwrap_or_default()).into_owned(),
                format!("{}: {named}", counted(points.len() as u64, "point")),
            ]
        };
        columns(text, &changes.iter().take(most).map(row).collect::<Vec<_>>());
        if changes.len() > most {
            let _ = writeln!(text, "  and {} more (-v lists all)", changes.len() - most);
        }
    }

    /// The trend as an object of JSON.
    #[must_use]
    pub fn object(&self) -> impl Serialize + '_ {
        #[derive(Serialize)]
        struct Object<'a> {
            metric: &'a str,
            alpha: f64,
            verdict: &'static str,
            points: Vec<Point<'a>>,
            changes: Vec<ChangeOf>,
        }
        #[derive(Serialize)]
        struct Point<'a> {
            point: &'a str,
            metric: &'a str,
            kind: &'static str,
            p_adjusted: Number,
            moved: Option<bool>,
            nights: Vec<Night<'a>>,
        }
        #[derive(Serialize)]
        struct Night<'a> {
            date: &'a str,
            fights: u64,
            seed: u64,
            signature: &'a str,
            value: Number,
            lo: Number,
            hi: Number,
            difference: Number,
            difference_lo: Number,
            difference_hi: Number,
            same: bool,
        }
        #[derive(Serialize)]
        struct ChangeOf {
            day: String,
            what: &'static str,
            path: Option<String>,
            before: Option<String>,
            after: Option<String>,
            origin: Option<String>,
            sentence: String,
            points: Vec<String>,
        }
        let change = |Changed { day, change, points }: Changed| {
            let [path, before, after] = match &change {
                Change::Value(edit) => [Some(edit.path.clone()), edit.before.clone(), edit.after.clone()],
                Change::Rules(_, [from, to]) | Change::Fray([from, to]) => {
                    [None, Some(from.clone()), Some(to.clone())]
                }
                Change::Scenario => [None, None, None],
            };
            let (what, origin) = (change.word(), change.origin().map(str::to_owned));
            ChangeOf { day, what, path, before, after, origin, sentence: change.to_string(), points }
        };
        Object {
            metric: &self.metric,
            alpha: self.alpha,
            verdict: if self.moved().next().is_some() { "different" } else { "undecided" },
            points: self
                .points
                .iter()
                .map(|of| Point {
                    point: &of.point,
                    metric: &of.metric,
                    kind: of.kind.word(),
                    p_adjusted: p_number(of.p),
                    moved: of.has_moved(self.alpha),
                    nights: of
                        .nights
                        .iter()
                        .map(|it| Night {
                            date: &it.date,
                            fights: it.fights,
                            seed: it.seed,
                            signature: &it.signature,
                            value: it.value.into(),
                            lo: it.within.lo.into(),
                            hi: it.within.hi.into(),
                            difference: Number::new(it.difference.map(|it| it.value)),
                            difference_lo: Number::new(it.difference.map(|it| it.within.lo)),
                            difference_hi: Number::new(it.difference.map(|it| it.within.hi)),
                            same: it.is_same,
                        })
                        .collect(),
                })
                .collect(),
            changes: self.changes().into_iter().map(change).collect(),
        }
    }
}

/// Rows in columns that are as wide as their widest cell.
fn columns<const N: usize>(text: &mut String, rows: &[[String; N]]) {
    let wide: Vec<usize> =
        (0..N).map(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0)).collect();
    for row in rows {
        let mut line = String::new();
        for (cell, wide) in row.iter().zip(&wide) {
            let _ = write!(line, "  {cell:<wide$}");
        }
        *text += line.trim_end();
        *text += "\n";
    }
}
