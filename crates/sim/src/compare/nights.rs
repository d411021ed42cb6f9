//! Compares two batches that were kept, point by point: what of which point moved, and by how much.
//!
//! The points are those of both folders; of each the win rates of its sides, the rates of draws and timeouts and the
//! rounds are compared as independent samples, as [`stored`](super::stored) compares two runs. Holm's correction is
//! over all points and metrics together: at an error rate of 1 %, a false move is shown in one of a hundred
//! comparisons in which nothing changed, however many points there are.

use std::collections::BTreeSet;
use std::path::Path;

use fray_kit::sheet::text::shown;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::MetricKind;
use super::stored::Stored;
use crate::output::{MANIFEST, OutputError, ResultName, held_set};
use crate::stats::Interval;
use crate::stats::family::holm;
use crate::stats::sequential::Verdict;
use crate::tables::format::{Number, counted, p_number};

/// A metric of a point in two nights.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// The point.
    pub point: String,
    /// The metric, as goals write it.
    pub metric: String,
    /// The kind of the metric.
    pub kind: MetricKind,
    /// Its value in both nights.
    pub values: [f64; 2],
    /// The 95 % interval of the difference.
    pub within: Interval,
    /// The p-value with Holm's correction over all points and metrics.
    pub p: f64,
}

impl Moved {
    /// The second value less the first.
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.values[1] - self.values[0]
    }

    /// How many standard errors of a difference that is all chance it is, roughly: what rows are sorted by where both
    /// are significant or neither is.
    fn size(&self) -> f64 {
        let half = (self.within.hi - self.within.lo) / 2.0;
        if half > 0.0 { self.difference().abs() / half } else { 0.0 }
    }
}

/// The comparison of two batches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nights {
    /// Every metric of every point of both: what moved first, and by how much.
    pub moved: Vec<Moved>,
    /// The number of points of both.
    pub points: usize,
    /// The points whose scenario or rules differ between the nights.
    pub edited: Vec<String>,
    /// The points of the first night alone.
    pub only_a: Vec<String>,
    /// The points of the second night alone.
    pub only_b: Vec<String>,
    /// The probability of a false move.
    pub alpha: f64,
}

impl Nights {
    /// The moves that are significant.
    pub fn significant(&self) -> impl Iterator<Item = &Moved> {
        self.moved.iter().filter(|moved| moved.p <= self.alpha)
    }

    /// Returns the result of the comparison, in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let points = counted(self.points as u64, "point");
        let mut names: Vec<&str> = self.significant().map(|moved| moved.point.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let moved = match names.len() {
            0 => "none moved".to_owned(),
            n => format!("{n} moved"),
        };
        let edited = match self.edited.len() {
            0 => "no scenario and no rule was changed".to_owned(),
            1 => "1 is of a changed scenario or changed rules".to_owned(),
            n => format!("{n} are of changed scenarios or changed rules"),
        };
        format!("{points} of both nights: {moved}; {edited}")
    }
}

/// A row of `nights.csv`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NightRow<'a> {
    /// The point.
    pub point: &'a str,
    /// The metric, as goals write it.
    pub metric: &'a str,
    /// `ratio` for a rate, `count` for a mean.
    pub kind: &'static str,
    /// Its value in the first night.
    pub a: Number,
    /// Its value in the second night.
    pub b: Number,
    /// The second less the first.
    pub difference: Number,
    /// The lower end of its 95 % interval.
    pub lo: Number,
    /// The upper end.
    pub hi: Number,
    /// The p-value with Holm's correction over all points and metrics.
    pub p_adjusted: Number,
    /// Whether that is at most the error rate.
    pub moved: bool,
    /// Whether the scenario or the rules of the point were changed.
    pub edited: bool,
}

impl NightRow<'_> {
    /// The columns of `nights.csv`, in their order.
    pub const COLUMNS: [&'static str; 11] =
        ["point", "metric", "kind", "a", "b", "difference", "lo", "hi", "p_adjusted", "moved", "edited"];
}

impl Nights {
    /// Returns the verdict: different if something moved, same if all fights are those of the other night.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let is_same = self.moved.iter().all(|moved| moved.values[0] == moved.values[1]);
        match self.significant().next() {
            Some(_) => Verdict::Different,
            None if is_same => Verdict::Same,
            None => Verdict::Undecided,
        }
    }

    /// All metrics of all points, what moved first.
    #[must_use]
    pub fn rows(&self) -> Vec<NightRow<'_>> {
        let edited: BTreeSet<&str> = self.edited.iter().map(String::as_str).collect();
        let mut rows = Vec::new();
        for Moved { point, metric, kind, values: [a, b], within, p } in &self.moved {
            rows.push(NightRow {
                point,
                metric,
                kind: kind.word(),
                a: (*a).into(),
                b: (*b).into(),
                difference: (b - a).into(),
                lo: within.lo.into(),
                hi: within.hi.into(),
                p_adjusted: p_number(Some(*p)),
                moved: *p <= self.alpha,
                edited: edited.contains(point.as_str()),
            });
        }
        rows
    }

    /// The rows as a table.
    ///
    /// # Panics
    /// Never: a vector takes every byte.
    #[must_use]
    pub fn csv(&self) -> Vec<u8> {
        let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        // The header is written even if no point is of both nights.
        csv.write_record(NightRow::COLUMNS).expect("a vector takes every byte");
        for row in self.rows() {
            csv.serialize(row).expect("a vector takes every byte");
        }
        csv.into_inner().expect("a vector takes every byte")
    }

    /// The table of the terminal: what moved, or with `all` every metric of every point.
    #[must_use]
    pub fn render(&self, all: bool) -> String {
        let edited: BTreeSet<&str> = self.edited.iter().map(String::as_str).collect();
        let rows: Vec<&Moved> = self.moved.iter().filter(|row| all || row.p <= self.alpha).collect();
        let wide = |of: fn(&Moved) -> usize| rows.iter().copied().map(of).max().unwrap_or(0);
        let (points, metrics) =
            (wide(|row| row.point.chars().count()), wide(|row| row.metric.chars().count()));
        let mut text = self.sentence() + "\n";
        if !rows.is_empty() {
            text.push('\n');
        }
        for row in &rows {
            // What no fight or every fight showed is neither never nor always.
            let is_rate = row.kind.is_rate();
            let value = |x: f64| {
                if !is_rate {
                    format!("{x:.2}")
                } else if x <= 0.0 {
                    "none seen".to_owned()
                } else if x >= 1.0 {
                    "all seen".to_owned()
                } else {
                    format!("{:.1} %", x * 100.0)
                }
            };
            let (scale, unit) = if is_rate { (100.0, " points") } else { (1.0, "") };
            let half = row.within.half() * scale;
            let mark = if edited.contains(row.point.as_str()) { "  edited" } else { "" };
            text += &format!(
                "  {:<points$}  {:<metrics$}  {:>9} \u{2192} {:>9}  {:+.2} \u{b1} {half:.2}{unit}{mark}\n",
                shown(&row.point),
                shown(&row.metric),
                value(row.values[0]),
                value(row.values[1]),
                row.difference() * scale,
            );
        }
        for (what, names) in [("first", &self.only_a), ("second", &self.only_b)] {
            if let [name, others @ ..] = names.as_slice() {
                let more =
                    if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
                text += &format!("\nonly in the {what}: {}{more}\n", shown(name));
            }
        }
        text
    }
}

/// Returns the hash of the scenario of a point and the rules that it was played with, by its manifest.
fn played_as(dir: &Path) -> Option<(String, String, Option<String>)> {
    /// The entries of a manifest that identify the scenario and the rules; its many values are passed over.
    #[derive(Deserialize)]
    struct PlayedAs {
        scenario_hash: String,
        rules_version: String,
        rules: Option<String>,
    }
    let text = std::fs::read(dir.join(MANIFEST)).ok()?;
    let PlayedAs { scenario_hash, rules_version, rules } = serde_json::from_slice(&text).ok()?;
    Some((scenario_hash, rules_version, rules))
}

/// Compares the batches in two folders; `None` if one of them holds no batch.
///
/// # Errors
/// If a table of a point cannot be read; the message names the file.
pub fn compare_nights(a: &Path, b: &Path, alpha: f64) -> Result<Option<Nights>, String> {
    let names = |dir: &Path| held_set(dir).map_err(|error: OutputError| error.to_string());
    let (Some(of_a), Some(of_b)) = (names(a)?, names(b)?) else { return Ok(None) };
    let is_played = |dir: &Path, name: &ResultName| dir.join(name.as_str()).join("summary.csv").is_file();
    let known: BTreeSet<&ResultName> = of_b.names.iter().filter(|name| is_played(b, name)).collect();
    let mut nights = Nights { alpha, ..Nights::default() };
    let mut p = Vec::new();
    let played_a: Vec<&ResultName> = of_a.names.iter().filter(|name| is_played(a, name)).collect();
    let (of_both, only_a): (Vec<_>, Vec<_>) = played_a.iter().copied().partition(|name| known.contains(name));
    nights.only_a = only_a.into_iter().map(ResultName::to_string).collect();
    nights.points = of_both.len();
    let read = |name: &&ResultName| {
        let dirs = [a, b].map(|dir| dir.join(name.as_str()));
        let [mine, theirs] = dirs.each_ref().map(|dir| Stored::read_outcomes(dir));
        let is_edited = played_as(&dirs[0]) != played_as(&dirs[1]);
        Ok((is_edited, mine?.outcomes(&theirs?)))
    };
    let read: Vec<Result<_, String>> = of_both.par_iter().map(read).collect();
    for (name, read) in of_both.iter().zip(read) {
        let (is_edited, outcomes) = read?;
        if is_edited {
            nights.edited.push(name.to_string());
        }
        for (metric, kind, values, tested) in outcomes {
            let point = name.to_string();
            p.push(tested.p);
            nights.moved.push(Moved { point, metric, kind, values, within: tested.within, p: tested.p });
        }
    }
    let played_a: BTreeSet<&ResultName> = played_a.into_iter().collect();
    let only_b = of_b.names.iter().filter(|name| known.contains(name) && !played_a.contains(name));
    nights.only_b = only_b.map(ResultName::to_string).collect();
    for (moved, p) in nights.moved.iter_mut().zip(holm(&p)) {
        moved.p = p;
    }
    nights.moved.sort_by(|a, b| {
        let is_chance = |moved: &Moved| moved.p > alpha;
        is_chance(a).cmp(&is_chance(b)).then(b.size().total_cmp(&a.size()))
    });
    Ok(Some(nights))
}
