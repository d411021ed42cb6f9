//! What a run of a suite came to, for people, programs and hosted CI.

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

/// What a run of a suite came to.
#[derive(Clone, Debug)]
pub struct Report {
    /// The title of the suite.
    pub title: String,
    /// The probability that the run raises a false alarm.
    pub alpha: f64,
    /// The points, in the order of the suite.
    pub points: Vec<Told>,
    /// The points that an interruption left out.
    pub left_out: Vec<String>,
}

/// A point with its scenario as the command line takes it.
#[derive(Clone, Debug)]
pub struct Told {
    /// What it came to.
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
    /// The metric, with whose it is; a goal as it was written.
    pub metric: String,
    /// What kind of test: exact, rate, distribution, mean, goal.
    pub kind: &'static str,
    /// What the baseline saw.
    pub baseline: Number,
    /// What the fresh fights saw.
    pub value: Number,
    /// The interval of the value: what it would be for the baseline's own fights, or of a goal's.
    pub lo: Number,
    /// Its upper end.
    pub hi: Number,
    /// The chance of such evidence where nothing moved, adjusted for all tests of the run.
    pub p_holm: Number,
    /// pass, fail, inconclusive.
    pub verdict: &'static str,
    /// The command that shows it again.
    pub reproduce: String,
    /// What a reader should know.
    pub note: String,
}

impl Report {
    /// Adjusts the evidence for the number of tests of the run, and judges what waited for that.
    #[must_use]
    pub fn new(suite: &Suite, mut points: Vec<Told>, tests: usize) -> Self {
        let findings = || points.iter().flat_map(|told| &told.judged.findings);
        let waits = |finding: &Finding| matches!(finding.kind, Kind::Distribution | Kind::Mean);
        let mut p: Vec<f64> =
            findings().filter(|finding| waits(finding)).map(|finding| finding.p.unwrap_or(1.0)).collect();
        let asked = p.len();
        // The rates' own tests spend their share beforehand; here they stand as tests that never reject.
        p.resize(tests.max(asked), 1.0);
        let mut adjusted = holm(&p).into_iter();
        for finding in points.iter_mut().flat_map(|told| &mut told.judged.findings) {
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
        let is_told = |name: &String| points.iter().any(|told| told.judged.name == *name);
        let names = suite.points.iter().map(|point| point.name.clone());
        let left_out = names.filter(|name| !is_told(name)).collect();
        Self { title: suite.title.clone(), alpha: suite.alpha, points, left_out }
    }

    /// Whether an interruption left something untested.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        !self.left_out.is_empty() || self.points.iter().any(|told| told.judged.interrupted)
    }

    fn findings(&self) -> impl Iterator<Item = (&Told, &Finding)> {
        self.points.iter().flat_map(|told| told.judged.findings.iter().map(move |finding| (told, finding)))
    }

    /// The worst verdict. What was left out has not passed.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let least = if self.is_interrupted() { Verdict::Inconclusive } else { Verdict::Pass };
        self.findings().map(|(_, finding)| finding.verdict).fold(least, Ord::max)
    }

    /// Every finding, in order.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        self.findings().map(|(told, finding)| row(told, finding)).collect()
    }

    /// The report for people: what failed and why, what stayed open, and what the data exclude.
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
        for (told, finding) in bad {
            let row = row(told, finding);
            writeln!(out, "{}: {}: {}", finding.verdict.word().to_uppercase(), row.point, sentence(finding))?;
            writeln!(out, "  reproduce: {}", row.reproduce)?;
        }
        for told in &self.points {
            if let (Some((seed, range)), false) =
                (&told.judged.differs, told.judged.findings.iter().any(|f| f.kind == Kind::Exact))
            {
                writeln!(
                    out,
                    "note: {}: with the baseline's own dice the tallies differ, first in fights {} to {} of seed {seed}; its distributions were tested",
                    told.judged.name,
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
        writeln!(out, " (false alarms of the whole run: {alpha})")?;
        let rates: Vec<(Rate, Rate)> =
            self.points.iter().flat_map(|told| told.judged.rates.clone()).collect();
        if let Some(largest) = largest_drift(&rates) {
            writeln!(
                out,
                "no rate can have drifted by more than {:.2} pt (99 % for all of them at once)",
                100.0 * largest
            )?;
        }
        Ok(())
    }

    /// The report in the format of JUnit, one suite a point.
    ///
    /// # Errors
    /// If it cannot be written as XML.
    pub fn junit(&self) -> Result<String, String> {
        let mut report = JUnit::new(self.title.clone());
        for told in &self.points {
            let mut suite = TestSuite::new(told.judged.name.clone());
            if told.judged.interrupted {
                suite.add_test_case(interrupted());
            }
            for finding in &told.judged.findings {
                let row = row(told, finding);
                let status = match finding.verdict {
                    Verdict::Pass => TestCaseStatus::success(),
                    Verdict::Fail => TestCaseStatus::non_success(NonSuccessKind::Failure),
                    Verdict::Inconclusive => TestCaseStatus::non_success(NonSuccessKind::Error),
                };
                let mut case = TestCase::new(format!("{} ({})", row.metric, row.kind), status);
                case.set_classname(told.judged.name.clone());
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

    /// What did not pass, as commands that a hosted CI shows beside the files of a pull request.
    #[must_use]
    pub fn annotations(&self) -> String {
        let mut out = String::new();
        for (told, finding) in self.findings().filter(|(_, finding)| finding.verdict != Verdict::Pass) {
            let level = if finding.verdict == Verdict::Fail { "error" } else { "warning" };
            let row = row(told, finding);
            let message = format!("{}\nreproduce: {}", sentence(finding), row.reproduce);
            let (file, title) = (property(&told.file), property(&format!("fray check: {}", row.point)));
            let _ = writeln!(out, "::{level} file={file},title={title}::{}", data(&message));
        }
        out
    }
}

/// Stands for the tests that an interruption left out.
fn interrupted() -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message("interrupted before it was tested");
    TestCase::new("interrupted", status)
}

/// A text as the data of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A text as a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

fn row(told: &Told, finding: &Finding) -> Row {
    let within = match finding.kind {
        Kind::Goal => finding.within,
        _ => drift::around(finding.baseline, finding.within),
    };
    let arguments = &told.arguments;
    let reproduce = match (finding.kind, &told.judged.differs, told.judged.fresh) {
        _ if finding.reproduce.is_some() => finding.reproduce.clone().unwrap_or_default(),
        (Kind::Exact, Some((seed, range)), _) => {
            format!("fray run {arguments} --seed {seed} --range {}..{}", range.start, range.end)
        }
        (_, _, Some((seed, fights))) => format!("fray run {arguments} --seed {seed} --fights {fights}"),
        _ => format!("fray run {arguments}"),
    };
    Row {
        point: told.judged.name.clone(),
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

/// The metric with whose it is; a goal as it was written.
fn named(finding: &Finding) -> String {
    match (finding.kind, &finding.whom.side) {
        (Kind::Goal, _) | (_, None) => finding.metric.clone(),
        _ => format!("{}({})", finding.metric, finding.whom),
    }
}

/// A finding in a sentence.
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
        let _ = write!(out, ", {} in the family", p_value(p));
    }
    if !finding.note.is_empty() {
        let _ = write!(out, "; {}", finding.note);
    }
    out
}
