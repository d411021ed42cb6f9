//! The results of a run of a suite, as text, JSON, JUnit XML and annotations of hosted CI.

use core::fmt::Write;

use quick_junit::{NonSuccessKind, Report as JUnit, TestCase, TestCaseStatus, TestSuite};
use serde::Serialize;

use super::drift::largest_drift;
use super::point::Judged;
use super::suite::Suite;
use super::{Finding, Kind, Verdict, drift};
use crate::stats::Rate;
use crate::stats::family::holm;
use crate::tables::format::{Number, p_number, p_value, thousands};

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
#[derive(Clone, Debug)]
pub struct PlayedPoint {
    /// The results of its tests.
    pub judged: Judged,
    /// The scenario file and its `--set`s, as arguments.
    pub arguments: String,
    /// The scenario file.
    pub file: String,
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
        let waits = |finding: &Finding| matches!(finding.kind, Kind::Distribution | Kind::Mean);
        let mut p: Vec<f64> =
            findings().filter(|finding| waits(finding)).map(|finding| finding.p.unwrap_or(1.0)).collect();
        let asked = p.len();
        // Tests of rates were given their share of the error rate beforehand; in the procedure of
        // Holm they count as tests that never reject.
        p.resize(tests.max(asked), 1.0);
        let mut adjusted = holm(&p).into_iter();
        for finding in points.iter_mut().flat_map(|played| &mut played.judged.findings) {
            if waits(finding) {
                let p_holm = adjusted.next().unwrap_or(1.0);
                if finding.p.is_some() {
                    finding.p_holm = Some(p_holm);
                    if p_holm <= suite.alpha {
                        finding.verdict = Verdict::Fail;
                    }
                }
            } else if finding.kind == Kind::Rate {
                finding.p_holm = finding.p.map(|p| (p * tests.max(1) as f64).min(1.0));
            }
        }
        let was_played = |name: &String| points.iter().any(|played| played.judged.name == *name);
        let names = suite.points.iter().map(|point| point.name.clone());
        let left_out = names.filter(|name| !was_played(name)).collect();
        Self { title: suite.title.clone(), alpha: suite.alpha, points, left_out }
    }

    /// Whether something was not tested because of an interruption.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        !self.left_out.is_empty() || self.points.iter().any(|played| played.judged.interrupted)
    }

    fn findings(&self) -> impl Iterator<Item = (&PlayedPoint, &Finding)> {
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

    /// All findings, in order.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        self.findings().map(|(played, finding)| row(played, finding)).collect()
    }

    /// The report as text: what failed and why, what is undecided, and the largest possible drift.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> core::fmt::Result {
        let count = |verdict| self.findings().filter(|(_, finding)| finding.verdict == verdict).count();
        let all = self.findings().count();
        let bad: Vec<_> = self.findings().filter(|(_, finding)| finding.verdict != Verdict::Pass).collect();
        for (played, finding) in bad {
            let row = row(played, finding);
            writeln!(out, "{}: {}: {}", finding.verdict.word().to_uppercase(), row.point, sentence(finding))?;
            writeln!(out, "  reproduce: {}", row.reproduce)?;
        }
        for played in &self.points {
            if let (Some((seed, range)), false) =
                (&played.judged.differs, played.judged.findings.iter().any(|f| f.kind == Kind::Exact))
            {
                writeln!(
                    out,
                    "note: {}: the fights of the baseline have different tallies now, first fights {} to {} of seed {seed}; their distributions were tested",
                    played.judged.name,
                    thousands(range.start.into()),
                    thousands((range.end - 1).into()),
                )?;
            }
        }
        let n_exact =
            self.findings().filter(|(_, f)| f.kind == Kind::Exact && f.verdict == Verdict::Pass).count();
        let n_points = self.points.len() + self.left_out.len();
        write!(
            out,
            "{}: {}: {} of {all} tests passed at {}{n_points} point{}",
            self.verdict().word().to_uppercase(),
            self.title,
            count(Verdict::Pass),
            if self.left_out.is_empty() { String::new() } else { format!("{} of ", self.points.len()) },
            if n_points == 1 { "" } else { "s" }
        )?;
        if self.is_interrupted() {
            write!(out, ", interrupted")?;
        }
        if n_exact > 0 {
            write!(out, ", {n_exact} of them bit for bit")?;
        }
        let alpha = if self.alpha < 1e-4 { format!("{:e}", self.alpha) } else { self.alpha.to_string() };
        writeln!(out, " (probability of a false alarm in the whole run: {alpha})")?;
        let rates: Vec<(Rate, Rate)> =
            self.points.iter().flat_map(|played| played.judged.rates.clone()).collect();
        if let Some(largest) = largest_drift(&rates) {
            writeln!(
                out,
                "no rate drifted by more than {:.2} pt (99 % confidence for all rates at once)",
                100.0 * largest
            )?;
        }
        Ok(())
    }

    /// The report in the format of JUnit, with a test suite for each point.
    ///
    /// # Errors
    /// If it cannot be written as XML.
    pub fn junit(&self) -> Result<String, String> {
        let mut report = JUnit::new(self.title.clone());
        for played in &self.points {
            let mut suite = TestSuite::new(played.judged.name.clone());
            if played.judged.interrupted {
                suite.add_test_case(interrupted());
            }
            for finding in &played.judged.findings {
                let row = row(played, finding);
                let status = match finding.verdict {
                    Verdict::Pass => TestCaseStatus::success(),
                    Verdict::Fail => TestCaseStatus::non_success(NonSuccessKind::Failure),
                    Verdict::Inconclusive => TestCaseStatus::non_success(NonSuccessKind::Error),
                };
                let mut case = TestCase::new(format!("{} ({})", row.metric, row.kind), status);
                case.set_classname(played.judged.name.clone());
                if finding.verdict != Verdict::Pass {
                    let text = format!("{}\nreproduce: {}", sentence(finding), row.reproduce);
                    case.status.set_message(sentence(finding));
                    case.status.set_type(row.verdict);
                    case.status.set_description(text);
                }
                suite.add_test_case(case);
            }
            report.add_test_suite(suite);
        }
        for name in &self.left_out {
            let mut suite = TestSuite::new(name.clone());
            suite.add_test_case(interrupted());
            report.add_test_suite(suite);
        }
        report.to_string().map_err(|error| error.to_string())
    }

    /// The findings that did not pass, as commands that make a hosted CI show them beside the files of
    /// a pull request.
    #[must_use]
    pub fn annotations(&self) -> String {
        let mut out = String::new();
        for (played, finding) in self.findings().filter(|(_, finding)| finding.verdict != Verdict::Pass) {
            let level = if finding.verdict == Verdict::Fail { "error" } else { "warning" };
            let row = row(played, finding);
            let message = format!("{}\nreproduce: {}", sentence(finding), row.reproduce);
            let (file, title) = (property(&played.file), property(&format!("fray check: {}", row.point)));
            let _ = writeln!(out, "::{level} file={file},title={title}::{}", data(&message));
        }
        out
    }
}

/// A test case for the tests that were left out because of an interruption.
fn interrupted() -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message("interrupted before this was tested");
    TestCase::new("interrupted", status)
}

/// Escapes a text for the data of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a text for a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

fn row(played: &PlayedPoint, finding: &Finding) -> Row {
    let within = match finding.kind {
        Kind::Goal => finding.within,
        _ => drift::around(finding.baseline, finding.within),
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
        note: finding.note.clone(),
    }
}

/// The metric with its side or unit, or the text of the goal.
fn named(finding: &Finding) -> String {
    match (finding.kind, &finding.whom.side) {
        (Kind::Goal, _) | (_, None) => finding.metric.clone(),
        _ => format!("{}({})", finding.metric, finding.whom),
    }
}

/// Describes a finding in a line.
fn sentence(finding: &Finding) -> String {
    let is_rate = finding.kind == Kind::Rate
        || finding.kind == Kind::Goal && finding.value.is_some_and(|value| (0.0..=1.0).contains(&value));
    let shown = |value: Option<f64>| match value {
        None => "-".to_owned(),
        Some(value) if is_rate => format!("{:.2} %", 100.0 * value),
        Some(value) => format!("{value:.4}"),
    };
    let mut out = named(finding);
    if finding.kind == Kind::Goal {
        let _ = write!(out, ": {} of {}", shown(finding.value), finding.whom);
        if let Some(within) = finding.within {
            let _ = write!(out, " [{}, {}]", shown(Some(within.lo)), shown(Some(within.hi)));
        }
    } else if finding.value.is_some() {
        let _ = write!(
            out,
            " ({}): {} -> {}",
            finding.kind.word(),
            shown(finding.baseline),
            shown(finding.value)
        );
    }
    if let Some(p) = finding.p_holm {
        let _ = write!(out, ", adjusted {}", p_value(p));
    }
    if !finding.note.is_empty() {
        let _ = write!(out, "; {}", finding.note);
    }
    out
}
