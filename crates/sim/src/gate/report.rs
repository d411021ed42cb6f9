//! The results of a run of a suite, with p-values adjusted for all its tests, and as rows of JSON.

use core::fmt::Write;
use std::io;
use std::time::Duration;

use serde::Serialize;

use super::changes::Line;
use super::family::{Family, Observed};
use super::point::Judged;
use super::suite::Suite;
use super::{Finding, Kind, Verdict, drift};
use crate::stats::Rate;
use crate::stats::family::weighted_holm;
use crate::tables::format::{Number, bare_rate, exact_rate, level_of_rate, mean, p_number, p_value};

/// The results of a run of a suite.
#[derive(Clone, Debug)]
pub struct Report {
    /// The title of the suite.
    pub title: String,
    /// The probability that the run raises a false alarm.
    pub alpha: f64,
    /// The points, in the order of the suite.
    pub points: Vec<PlayedPoint>,
    /// The names of the points that were not played because of an interruption.
    pub left_out: Vec<String>,
}

/// A judged point with the scenario as it is written on a command line.
#[derive(Clone, Debug, Default)]
pub struct PlayedPoint {
    /// The results of its tests.
    pub judged: Judged,
    /// The scenario file and its `--set`s, as arguments.
    pub arguments: String,
    /// The scenario file.
    pub file: String,
    /// The command that shows what the changes of the scenario do, if there are some.
    pub show: Option<String>,
    /// The goals of the scenario with their lines.
    pub goals: Vec<(String, Line)>,
    /// The line of the error, if its scenario cannot be read.
    pub at: Option<Line>,
    /// Whether it could not be tested: its scenario or its baseline cannot be read, or a fight broke an
    /// invariant.
    pub is_untested: bool,
    /// The time that it took.
    pub took: Duration,
}

/// A finding as `check --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The point.
    pub point: String,
    /// The metric with its side or unit, or the text of the goal.
    pub metric: String,
    /// The kind of test: exact, rate, distribution, mean or goal.
    pub kind: &'static str,
    /// The rate or mean in the baseline.
    pub baseline: Number,
    /// The rate or mean in the fresh fights.
    pub value: Number,
    /// The lower end of the 95 % interval of the value; for a baseline, of its value plus the drift.
    pub lo: Number,
    /// The upper end of the interval.
    pub hi: Number,
    /// The p-value, adjusted for all tests of the run.
    pub p_holm: Number,
    /// The verdict: pass, fail or inconclusive.
    pub verdict: &'static str,
    /// The command that reproduces the finding.
    pub reproduce: String,
    /// Further details.
    pub note: String,
}

impl Report {
    /// Adjusts the p-values for the number of tests in the run, and judges shapes and means by them.
    #[must_use]
    pub fn new(suite: &Suite, mut points: Vec<PlayedPoint>, tests: usize) -> Self {
        let findings = || points.iter().flat_map(|played| &played.judged.findings);
        let waits = |finding: &&Finding| matches!(finding.kind, Kind::Distribution | Kind::Mean);
        // Tests of rates were given their share of the error rate beforehand; in the procedure of
        // Holm they count as tests that never reject. So does what had one value all the time.
        let weighted: Vec<(f64, f64)> = findings()
            .filter(waits)
            .filter_map(|finding| Some((finding.p?, 1.0 / finding.sharing.max(1) as f64)))
            .collect();
        let mut adjusted = weighted_holm(&weighted, tests as f64).into_iter();
        for finding in points.iter_mut().flat_map(|played| &mut played.judged.findings) {
            let Some(p) = finding.p else { continue };
            if waits(&&*finding) {
                let p_holm = adjusted.next().unwrap_or(1.0);
                finding.p_holm = Some(p_holm);
                if p_holm <= suite.alpha {
                    finding.verdict = Verdict::Fail;
                }
            } else if finding.kind == Kind::Rate {
                finding.p_holm = Some((p * (finding.sharing.max(1) * tests.max(1)) as f64).min(1.0));
            }
        }
        let was_played = |name: &String| points.iter().any(|played| played.judged.name == *name);
        let names = suite.points.iter().map(|point| point.name.clone());
        let left_out = names.filter(|name| !was_played(name)).collect();
        Self { title: suite.title.clone(), alpha: suite.alpha, points, left_out }
    }

    /// Returns whether something was not tested because of an interruption.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        !self.left_out.is_empty() || self.points.iter().any(|played| played.judged.interrupted)
    }

    pub(super) fn findings(&self) -> impl Iterator<Item = (&PlayedPoint, &Finding)> {
        self.points
            .iter()
            .flat_map(|played| played.judged.findings.iter().map(move |finding| (played, finding)))
    }

    /// The worst verdict. After an interruption it is `Inconclusive` at best.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let least = if self.is_interrupted() { Verdict::Inconclusive } else { Verdict::Pass };
        self.findings().map(|(_, finding)| finding.verdict).fold(least, Ord::max)
    }

    /// All findings, in order; behind those of a point that was interrupted, and for each point that was
    /// left out, a row that says so.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for played in &self.points {
            rows.extend(played.judged.findings.iter().map(|finding| row(played, finding)));
            if played.judged.interrupted {
                rows.push(interrupted(&played.judged.name));
            }
        }
        rows.extend(self.left_out.iter().map(|name| interrupted(name)));
        rows
    }

    /// Returns the changes of the scenarios since their baselines were made: the point, and a sentence.
    #[must_use]
    pub fn changes(&self) -> Vec<[String; 2]> {
        let changed = self.points.iter().filter_map(|played| {
            let changes = played.judged.changes.as_ref()?;
            Some([played.judged.name.clone(), changes.sentence(usize::MAX)])
        });
        changed.collect()
    }

    /// Writes the rows as a table.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write_csv(&self, to: impl io::Write) -> io::Result<()> {
        let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(to);
        csv.write_record(Row::COLUMNS)?;
        for row in self.rows() {
            let Row { point, metric, kind, baseline, value, lo, hi, p_holm, verdict, reproduce, note } = row;
            let [baseline, value, lo, hi, p_holm] =
                [baseline, value, lo, hi, p_holm].map(|number| number.to_string());
            csv.write_record([
                &point, &metric, kind, &baseline, &value, &lo, &hi, &p_holm, verdict, &reproduce, &note,
            ])?;
        }
        csv.flush()
    }
}

impl Row {
    /// The columns of `check.csv`.
    pub const COLUMNS: [&str; 11] = [
        "point",
        "metric",
        "kind",
        "baseline",
        "value",
        "lo",
        "hi",
        "p_holm",
        "verdict",
        "reproduce",
        "note",
    ];
}

/// The row of a point that was not tested to the end.
fn interrupted(point: &str) -> Row {
    let none = || Number::new(None);
    Row {
        point: point.to_owned(),
        metric: "interrupted".to_owned(),
        kind: Kind::Exact.word(),
        baseline: none(),
        value: none(),
        lo: none(),
        hi: none(),
        p_holm: none(),
        verdict: Verdict::Inconclusive.word(),
        reproduce: String::new(),
        note: "interrupted before this was tested".to_owned(),
    }
}

pub(super) fn row(played: &PlayedPoint, finding: &Finding) -> Row {
    let within = match finding.kind {
        Kind::Goal => finding.within,
        kind => drift::around(kind, finding.baseline, finding.within),
    };
    let arguments = &played.arguments;
    let reproduce = match (finding.kind, &played.judged.differs, played.judged.fresh) {
        _ if finding.reproduce.is_some() => finding.reproduce.clone().unwrap_or_default(),
        (Kind::Exact, Some((seed, range)), _) => {
            format!("fray run {arguments} --seed {seed} --range {}..{}", range.start, range.end)
        }
        (_, _, Some((seed, fights))) => format!("fray run {arguments} --seed {seed} --fights {fights}"),
        _ => format!("fray run {arguments}"),
    };
    Row {
        point: played.judged.name.clone(),
        metric: named(finding),
        kind: finding.kind.word(),
        baseline: Number::new(finding.baseline),
        value: Number::new(finding.value),
        lo: Number::new(within.map(|within| within.lo)),
        hi: Number::new(within.map(|within| within.hi)),
        p_holm: p_number(finding.p_holm),
        verdict: finding.verdict.word(),
        reproduce,
        note: match &finding.meaning {
            Some(meaning) if finding.note.is_empty() => format!("`=` means {meaning}"),
            Some(meaning) => format!("`=` means {meaning}; {}", finding.note),
            None => finding.note.clone(),
        },
    }
}

/// The metric with its side or unit, or the text of the goal.
pub(super) fn named(finding: &Finding) -> String {
    match (finding.kind, &finding.whom.side) {
        (Kind::Goal, _) | (_, None) => finding.metric.clone(),
        _ => format!("{}({})", finding.metric, finding.whom),
    }
}

/// Describes a finding in a line.
pub(super) fn sentence(finding: &Finding) -> String {
    let mut out = values(finding, &format!(" ({})", finding.kind.word()));
    if let Some(p) = finding.p_holm {
        let _ = write!(out, ", adjusted {}", p_value(p));
    }
    if !finding.note.is_empty() {
        let is_all = finding.kind == Kind::Exact
            || finding.value.is_none() && finding.kind == Kind::Goal && finding.is_proved;
        let _ = write!(out, "{} {}", if is_all { ":" } else { ";" }, finding.note);
    }
    out
}

/// Describes a finding by its values alone, unless it has none.
pub(super) fn short(finding: &Finding) -> String {
    if finding.value.is_none() { sentence(finding) } else { values(finding, "") }
}

/// The metric and its values; `kind` stands behind the metric.
fn values(finding: &Finding, kind: &str) -> String {
    let is_rate = finding.kind == Kind::Rate || finding.is_rate;
    let shown = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| number(value, is_rate));
    let mut out = named(finding);
    if let Some(meaning) = &finding.meaning {
        let _ = write!(out, " ({meaning})");
    }
    if finding.kind == Kind::Goal && finding.value.is_none() && finding.is_proved {
        return out;
    }
    if finding.kind == Kind::Goal {
        let value = goal_value(finding);
        let _ = write!(out, ": {value}");
    } else if finding.value.is_some() {
        let _ = write!(out, "{kind}: {} -> {}", shown(finding.baseline), shown(finding.value));
    }
    out
}

/// The value of a goal, to the digits that are known.
pub(super) fn goal_value(finding: &Finding) -> String {
    let is_rate = finding.is_rate;
    match (finding.value, finding.within) {
        (Some(value), None) if finding.is_proved => {
            if is_rate {
                exact_rate(value, 2)
            } else {
                Number::from(value).to_string()
            }
        }
        (Some(value), Some(within)) if is_rate => level_of_rate(value, within),
        (Some(value), Some(within)) => mean(value, within),
        (Some(value), None) => number(value, is_rate),
        (None, _) => "-".to_owned(),
    }
}

/// A number that was sampled; a rate of 0 or 1 is what was seen, and no more.
fn number(value: f64, is_rate: bool) -> String {
    match value {
        _ if !is_rate => format!("{value:.4}"),
        ..=0.0 => "none seen".to_owned(),
        1.0.. => "all seen".to_owned(),
        _ => exact_rate(value, 2),
    }
}

/// The rate or mean of what was observed.
pub(super) fn value_of(family: &Family) -> String {
    match family.observed {
        Observed::Rate { n, events } => bare_rate(Rate { events, n }),
        Observed::Distribution(_) => {
            family.value().map_or_else(|| "-".to_owned(), |value| number(value, false))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::suite::{Mode, Point};

    fn point(name: &str) -> Point {
        Point {
            name: name.to_owned(),
            line: 1,
            scenario: "duel.toml".into(),
            sets: Vec::new(),
            baseline: None,
            fights: None,
            pair: None,
        }
    }

    #[test]
    fn points_that_an_interruption_cut_short_or_left_out_have_a_row() {
        let suite = Suite {
            path: "suite.toml".into(),
            title: "suite".into(),
            alpha: 0.001,
            mode: Mode::Auto,
            delta: 0.005,
            max_fights: 1024,
            points: ["ogre", "imp, the \"small\"", "boss"].map(point).into(),
        };
        let finding = Finding::bare("rounds > 1", Kind::Goal, Verdict::Pass, "");
        let judged = |name: &str, interrupted| Judged {
            name: name.to_owned(),
            findings: vec![finding.clone()],
            interrupted,
            ..Judged::default()
        };
        let played = |judged| PlayedPoint {
            judged,
            arguments: "duel.toml".into(),
            file: "duel.toml".into(),
            show: None,
            goals: Vec::new(),
            ..PlayedPoint::default()
        };
        let points = vec![played(judged("ogre", false)), played(judged("imp, the \"small\"", true))];
        let report = Report::new(&suite, points, 2);
        let rows = report.rows();
        let said: Vec<_> =
            rows.iter().map(|row| (row.point.as_str(), row.metric.as_str(), row.verdict)).collect();
        assert_eq!(
            said,
            [
                ("ogre", "rounds > 1", "pass"),
                ("imp, the \"small\"", "rounds > 1", "pass"),
                ("imp, the \"small\"", "interrupted", "inconclusive"),
                ("boss", "interrupted", "inconclusive"),
            ]
        );
        let mut table = Vec::new();
        report.write_csv(&mut table).expect("a vector takes every byte");
        let mut reader = csv::Reader::from_reader(table.as_slice());
        assert_eq!(reader.headers().expect("a header"), Row::COLUMNS.as_slice());
        let read: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        assert_eq!(read.len(), 4);
        assert_eq!((&read[2][0], &read[2][10]), ("imp, the \"small\"", "interrupted before this was tested"));
    }
}
