//! The report of a run of a suite for other programs: JUnit XML, and annotations of hosted CI.

use core::fmt::Write;

use quick_junit::{NonSuccessKind, Report as JUnit, TestCase, TestCaseStatus, TestSuite};

use super::changes::Line;
use super::report::{PlayedPoint, Report, row, sentence};
use super::text::line;
use super::{Finding, Kind, Verdict};

/// The largest number of annotations of a point: hosted CI shows no more.
const MOST: usize = 10;

impl Report {
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
                suite.add_test_case(case(played, finding));
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

    /// What did not pass, as commands that make a hosted CI show it beside the files of a pull
    /// request: at the values that changed, at the goals that are missed, or at the scenario.
    #[must_use]
    pub fn annotations(&self) -> String {
        let mut out = String::new();
        for played in &self.points {
            let found = notes(played);
            for Note { verdict, at, text } in found.iter().take(MOST) {
                let level = if *verdict == Verdict::Fail { "error" } else { "warning" };
                let (file, line) = match at {
                    Some(Line { file, line }) => (file.as_str(), format!(",line={line}")),
                    None => (played.file.as_str(), String::new()),
                };
                let title = property(&format!("fray check: {}", played.judged.name));
                let _ =
                    writeln!(out, "::{level} file={}{line},title={title}::{}", property(file), data(text));
            }
        }
        out
    }
}

/// An annotation.
struct Note<'a> {
    verdict: Verdict,
    /// The line that it stands at; `None` for the scenario as a whole.
    at: Option<&'a Line>,
    text: String,
}

fn notes(played: &PlayedPoint) -> Vec<Note<'_>> {
    let judged = &played.judged;
    let bad = || judged.findings.iter().filter(|finding| finding.verdict != Verdict::Pass);
    let of = |finding: &Finding, at| {
        let text = format!("{}\nreproduce: {}", sentence(finding), row(played, finding).reproduce);
        Note { verdict: finding.verdict, at, text }
    };
    let goals = bad().filter(|finding| finding.kind == Kind::Goal).map(|finding| {
        let at = played.goals.iter().find(|(goal, _)| *goal == finding.metric).map(|(_, line)| line);
        of(finding, at)
    });
    let values = judged.changes.iter().flat_map(|changes| changes.values.iter().flatten());
    let lines: Vec<&Line> = values.filter_map(|changed| changed.line.as_ref()).collect();
    match &judged.changes {
        // The line of the point says what changed and what moved most.
        Some(_) => {
            let note = |at| Note { verdict: Verdict::Fail, at, text: line(played) };
            let first = lines.first().copied();
            let others = lines.into_iter().skip(1).map(|at| note(Some(at)));
            goals.chain([note(first)]).chain(others).collect()
        }
        None => {
            goals.chain(bad().filter(|it| it.kind != Kind::Goal).map(|finding| of(finding, None))).collect()
        }
    }
}

fn case(played: &PlayedPoint, finding: &Finding) -> TestCase {
    let row = row(played, finding);
    let status = match finding.verdict {
        Verdict::Pass => TestCaseStatus::success(),
        Verdict::Fail => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Verdict::Inconclusive => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let mut case = TestCase::new(format!("{} ({})", row.metric, row.kind), status);
    case.set_classname(played.judged.name.clone());
    if finding.verdict == Verdict::Pass {
        case.set_system_out(sentence(finding));
    } else {
        let text = format!("{}\nreproduce: {}", sentence(finding), row.reproduce);
        case.status.set_message(sentence(finding));
        case.status.set_type(row.verdict);
        case.status.set_description(text);
    }
    case
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
