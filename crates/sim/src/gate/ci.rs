//! The report of a run of a suite for other programs: JUnit XML, and annotations of hosted CI.

use core::fmt::Write;
use std::path::{Path, PathBuf};

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
    /// request: at the values that changed, at the goals that are missed, or at the scenario. Files are
    /// named from the root of the work tree.
    #[must_use]
    pub fn annotations(&self, tree: &WorkTree) -> String {
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
                let file = property(&tree.name_of(Path::new(file)));
                let _ = writeln!(out, "::{level} file={file}{line},title={title}::{}", data(text));
            }
        }
        out
    }
}

/// Where the files of a repository are checked out.
#[derive(Clone, Debug, Default)]
pub struct WorkTree {
    /// Its root without links, if it is known.
    root: Option<PathBuf>,
}

impl WorkTree {
    /// The folder that a hosted CI names, if it has `file`; else the nearest folder above the file that has a
    /// `.git`.
    #[must_use]
    pub fn of(file: &Path, named: Option<&Path>) -> Self {
        let Some(file) = std::fs::canonicalize(file).ok() else { return Self::default() };
        let named = named.and_then(|root| std::fs::canonicalize(root).ok());
        let nearest = || file.ancestors().skip(1).find(|folder| folder.join(".git").exists());
        let root = named.filter(|root| file.starts_with(root));
        Self { root: root.or_else(|| nearest().map(Path::to_owned)) }
    }

    /// The name of a file from the root, with `/` between folders; of one elsewhere its name as it is.
    fn name_of(&self, file: &Path) -> String {
        let inside = || {
            let file = std::fs::canonicalize(file).ok()?;
            let inside = file.strip_prefix(self.root.as_ref()?).ok()?;
            let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            Some(parts.join("/"))
        };
        inside().unwrap_or_else(|| file.display().to_string())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever folder the gate runs in, a host finds the files from the root of the repository.
    #[test]
    fn files_are_named_from_the_root_of_the_work_tree() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("repo");
        std::fs::create_dir_all(root.join("balance")).expect("a folder");
        std::fs::create_dir_all(root.join("monsters, all")).expect("a folder");
        std::fs::create_dir_all(root.join(".git")).expect("a folder");
        let suite = root.join("balance/suite.toml");
        let ogre = root.join("balance/../monsters, all/ogre.toml");
        for file in [&suite, &ogre] {
            std::fs::write(file, "").expect("a file");
        }
        let tree = WorkTree::of(&suite, None);
        assert_eq!(tree.name_of(&ogre), "monsters, all/ogre.toml");
        assert_eq!(property(&tree.name_of(&ogre)), "monsters%2C all/ogre.toml");
        // A host names the root; one that does not have the suite is none.
        assert_eq!(WorkTree::of(&suite, Some(folder.path())).name_of(&suite), "repo/balance/suite.toml");
        let elsewhere = tempfile::tempdir().expect("a folder");
        assert_eq!(WorkTree::of(&suite, Some(elsewhere.path())).name_of(&suite), "balance/suite.toml");
        let outside = elsewhere.path().join("x.toml");
        assert_eq!(tree.name_of(&outside), outside.display().to_string());
        assert_eq!(WorkTree::default().name_of(Path::new("../x.toml")), "../x.toml");
    }

    #[test]
    fn what_steers_a_host_is_escaped() {
        assert_eq!(data("50 %\r\n::error::"), "50 %25%0D%0A::error::");
        assert_eq!(property("a: 5 %, b"), "a%3A 5 %25%2C b");
    }
}
