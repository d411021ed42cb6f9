//! The report of a run of a suite for other programs: JUnit XML, Markdown, and annotations of hosted CI.

use core::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, Utc};
use quick_junit::{NonSuccessKind, Report as JUnit, TestCase, TestCaseStatus, TestSuite};

use super::changes::Line;
use super::report::{PlayedPoint, Report, named, row, sentence};
use super::text::{by_command, is_bad, told, told_once};
use super::{Finding, Kind, Verdict};
use crate::tables::format::{Number, counted};

/// The largest number of annotations of a point: hosted CI shows no more.
const MOST: usize = 10;

impl Report {
    /// The report in the format of JUnit: a test for each point, with its tests in the output; the check `ended` then.
    ///
    /// # Errors
    /// If it cannot be written as XML.
    pub fn junit(&self, tree: &WorkTree, ended: DateTime<Utc>) -> Result<String, String> {
        let mut report = JUnit::new(self.title.clone());
        let mut suite = TestSuite::new(self.title.clone());
        let took: Duration = self.points.iter().map(|played| played.took).sum();
        let mut began = ended - took;
        report.set_timestamp(began).set_time(took);
        suite.set_timestamp(began).set_time(took);
        for played in &self.points {
            let mut case = self.case(played, tree);
            case.set_timestamp(began).set_time(played.took);
            began += played.took;
            suite.add_test_case(case);
        }
        for name in &self.left_out {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message("interrupted before this was tested").set_type("interrupted");
            let mut case = TestCase::new(name.clone(), status);
            case.set_classname(self.title.clone());
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
        report.to_string().map_err(|error| error.to_string())
    }

    /// A point as a test. A point that could not be tested, or was not decided, is an error and no failure.
    fn case(&self, played: &PlayedPoint, tree: &WorkTree) -> TestCase {
        let verdict = played.verdict();
        let mut status = match verdict {
            Verdict::Pass => TestCaseStatus::success(),
            Verdict::Fail if !played.is_untested => TestCaseStatus::non_success(NonSuccessKind::Failure),
            Verdict::Fail | Verdict::Inconclusive => TestCaseStatus::non_success(NonSuccessKind::Error),
        };
        if verdict != Verdict::Pass {
            let each = by_command(played).into_iter().map(|(findings, reproduce)| {
                let findings: Vec<String> = findings.into_iter().map(sentence).collect();
                format!("{}\n    reproduce: {reproduce}", findings.join("\n"))
            });
            let kind = if played.is_untested { "untested" } else { verdict.word() };
            status
                .set_message(told(played))
                .set_type(kind)
                .set_description(each.collect::<Vec<_>>().join("\n"));
        }
        let mut case = TestCase::new(played.judged.name.clone(), status);
        case.set_classname(self.title.clone());
        // What never happened, before or now, is no line each.
        let is_empty = |finding: &&Finding| {
            finding.verdict == Verdict::Pass
                && matches!(finding.kind, Kind::Distribution | Kind::Mean)
                && finding.p.is_none()
        };
        let findings = || played.judged.findings.iter();
        let mut lines: Vec<String> = findings()
            .filter(|finding| !is_empty(finding))
            .map(|finding| format!("{}: {}", finding.verdict.word(), sentence(finding)))
            .collect();
        let n_empty = findings().filter(is_empty).count();
        if n_empty > 0 {
            lines.push(format!(
                "pass: {} of what had one value in every fight",
                counted(n_empty as u64, "test")
            ));
        }
        case.set_system_out(lines.join("\n"));
        // Where it stands: at what changed, else at the first goal, else at the top of the scenario.
        let mut values = played.judged.changes.iter().flat_map(|changes| changes.values.iter().flatten());
        let changed = values.find_map(|changed| changed.line.as_ref());
        let noted = || notes(played).into_iter().find_map(|note| note.at);
        let at = changed.or(played.at.as_ref()).or_else(noted).or(played.goals.first().map(|(_, line)| line));
        let (file, at_line) = match at {
            Some(Line { file, line }) => (file.as_str(), *line),
            None => (played.file.as_str(), 1),
        };
        case.extra.insert("file".into(), tree.name_of(Path::new(file)).into());
        case.extra.insert("line".into(), at_line.to_string().into());
        case
    }

    /// The report in Markdown: the verdict, what did not pass with what changed, and how to see it.
    #[must_use]
    pub fn markdown(&self) -> String {
        let count = |verdict| self.points.iter().filter(|played| played.verdict() == verdict).count();
        let n = self.points.len() + self.left_out.len();
        let failed = count(Verdict::Fail);
        let open = count(Verdict::Inconclusive) + self.left_out.len();
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "### fray check: {}", markdown(&self.title));
        let points = if n == 1 { "point" } else { "points" };
        let said = match (failed, open) {
            (0, 0) => format!("**Passed**: {n} of {n} {points}."),
            (0, _) => format!("**Inconclusive**: {open} of {n} {points}; none failed."),
            (_, 0) => format!("**Failed**: {failed} of {n} {points}."),
            _ => format!("**Failed**: {failed} of {n} {points}; {open} are inconclusive."),
        };
        let _ = writeln!(out, "\n{said}");
        let mut bad: Vec<&PlayedPoint> =
            self.points.iter().filter(|played| played.verdict() != Verdict::Pass).collect();
        bad.sort_by_key(|played| played.verdict() != Verdict::Fail);
        if !bad.is_empty() {
            let _ = writeln!(out, "\n| point | | what | baseline | now |\n| --- | --- | --- | --- | --- |");
        }
        for played in &bad {
            let findings: Vec<&Finding> =
                played.judged.findings.iter().filter(|finding| is_bad(finding)).collect();
            let name = markdown(&played.judged.name);
            if let Some(changes) = &played.judged.changes {
                let _ = writeln!(out, "| {name} | changed | {} | | |", markdown(&changes.sentence(MOST)));
            }
            let is_shown =
                |finding: &&&Finding| played.judged.changes.is_none() || finding.kind != Kind::Exact;
            let shown: Vec<&Finding> =
                told_once(findings.iter().filter(is_shown).copied()).into_iter().take(MOST).collect();
            let n = findings.iter().filter(is_shown).count();
            for finding in &shown {
                let level = |value: Option<f64>| match (value, finding.is_rate) {
                    (Some(value), true) => level_of_rate_bare(value),
                    (Some(value), false) => Number::from((value * 1e3).round() / 1e3).to_string(),
                    (None, _) => String::new(),
                };
                let what = match (finding.kind, finding.note.is_empty()) {
                    (Kind::Exact, false) => format!("{}: {}", finding.metric, finding.note),
                    _ => named(finding),
                };
                let _ = writeln!(
                    out,
                    "| {name} | {} | {} | {} | {} |",
                    finding.verdict.word(),
                    markdown(&what),
                    level(finding.baseline),
                    level(finding.value)
                );
            }
            if n > shown.len() {
                let _ = writeln!(out, "| {name} | | {} more tests failed | | |", n - shown.len());
            }
        }
        let commands: Vec<String> = bad
            .iter()
            .filter_map(|played| {
                let finding =
                    played.judged.findings.iter().find(|finding| finding.verdict != Verdict::Pass)?;
                Some(played.show.clone().unwrap_or_else(|| row(played, finding).reproduce))
            })
            .filter(|command| !command.is_empty())
            .collect();
        if !commands.is_empty() {
            let _ = writeln!(out, "\n<details><summary>How to see it</summary>\n\n```sh");
            // Nothing in a command ends the block.
            commands.iter().for_each(|command| {
                let _ = writeln!(out, "{}", command.replace("```", "'``'"));
            });
            let _ = writeln!(out, "```\n\n</details>");
        }
        out
    }

    /// Returns the failures, as commands that make a hosted CI show them beside the files of a pull request:
    /// at the values that changed, at the goals that are missed, or at the scenario. Files are named from the
    /// root of the work tree.
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

/// The folder in which the files of a repository are checked out.
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
            let note = |at| Note { verdict: Verdict::Fail, at, text: told(played) };
            let first = lines.first().copied();
            let others = lines.into_iter().skip(1).map(|at| note(Some(at)));
            goals.chain([note(first)]).chain(others).collect()
        }
        None => {
            let at = played.at.as_ref();
            goals.chain(bad().filter(|it| it.kind != Kind::Goal).map(|finding| of(finding, at))).collect()
        }
    }
}

/// A text in a cell of a table of Markdown, in which nothing is markup.
fn markdown(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            // A mention would call somebody.
            '@' => out += "&#64;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '!' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}

/// A rate in percent, with one digit behind the point.
fn level_of_rate_bare(value: f64) -> String {
    let percent = (value * 1e3).round() / 10.0;
    match percent {
        0.0 if value > 0.0 => "< 0.1 %".to_owned(),
        100.0 if value < 1.0 => "> 99.9 %".to_owned(),
        _ => format!("{percent} %"),
    }
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

    /// Names of monsters are no markup, and call nobody.
    #[test]
    fn what_is_markup_is_escaped() {
        assert_eq!(markdown("a|b <b> @c [x](y) `z`\n# q"), "a\\|b &lt;b&gt; &#64;c \\[x\\](y) \\`z\\` \\# q");
    }

    #[test]
    fn what_steers_a_host_is_escaped() {
        assert_eq!(data("50 %\r\n::error::"), "50 %25%0D%0A::error::");
        assert_eq!(property("a: 5 %, b"), "a%3A 5 %25%2C b");
    }
}
