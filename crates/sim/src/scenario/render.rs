//! Formats the problems of a scenario as text and as JSON.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use fray_kit::sheet::problem::Problem;
use fray_kit::sheet::text::is_control;

use super::source::{Source, Sources};

/// All problems of a scenario, with the texts that they are in.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The texts.
    pub sources: Sources,
    /// The problems in the order of the texts; at least one.
    pub problems: Vec<Problem>,
}

/// Whether the text has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// With colours.
    Color,
    /// Without colours.
    Plain,
}

/// A problem as `validate --json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The name of the text.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The cell of a spreadsheet, as in `C2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// The key, as a path; empty if there is none.
    pub key: String,
    /// The message.
    pub message: String,
    /// The correction.
    pub help: Option<String>,
}

/// Warnings, each as its place and message, then the line of the text with a caret below.
#[must_use]
pub fn warnings(sources: &Sources, warnings: &[Problem], paint: Paint) -> String {
    let mut out = String::new();
    for warning in warnings {
        out.push_str(&render_one(sources, warning, "warning: ", &renderer(paint)));
        out.push('\n');
    }
    out
}

/// A row for each problem.
#[must_use]
pub fn rows(sources: &Sources, problems: &[Problem]) -> Vec<Row> {
    let row = |problem: &Problem| {
        let (file, line, column) = sources.place(problem.span);
        Row {
            file: file.to_owned(),
            line,
            column,
            cell: sources.cell(problem.span),
            key: problem.key.clone(),
            message: problem.message.clone(),
            help: problem.help.clone(),
        }
    };
    problems.iter().map(row).collect()
}

fn renderer(paint: Paint) -> Renderer {
    match paint {
        Paint::Color => Renderer::styled(),
        Paint::Plain => Renderer::plain(),
    }
}

fn render_one(sources: &Sources, problem: &Problem, before: &str, renderer: &Renderer) -> String {
    let (file, line, column) = sources.place(problem.span);
    let cell = sources.cell(problem.span).map_or_else(String::new, |cell| format!(" (cell {cell})"));
    let title = format!("{file}:{line}:{column}: {before}{}{cell}", problem.message);
    let level = if before.is_empty() { Level::ERROR } else { Level::WARNING };
    let mut group = Group::with_title(level.no_name().primary_title(title));
    if let Some((text, caret)) = sources.get(problem.span.file).and_then(|source| excerpt(source, problem)) {
        let annotation = AnnotationKind::Primary.span(caret);
        group = group.element(Snippet::source(text).line_start(line).annotation(annotation));
    }
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    renderer.render(&[group])
}

impl Diagnosis {
    /// All problems, each as its place and message, then the line of the text with a caret below.
    #[must_use]
    pub fn render(&self, paint: Paint) -> String {
        let renderer = renderer(paint);
        let mut out = String::new();
        for problem in &self.problems {
            out.push_str(&render_one(&self.sources, problem, "", &renderer));
            out.push('\n');
        }
        out
    }

    /// A row for each problem.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        rows(&self.sources, &self.problems)
    }
}

/// The line of a problem, and the position of the caret in it.
fn excerpt(source: &Source, problem: &Problem) -> Option<(String, std::ops::Range<usize>)> {
    /// Longer lines are shortened to what a terminal can show.
    const LONGEST: usize = 2_000;
    if !source.is_shown {
        return None;
    }
    let text = &*source.text;
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(problem.span.start as usize);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let line = text[line_start..line_end].trim_end_matches('\r');
    if line.is_empty() || line.len() > LONGEST {
        return None;
    }
    let from = (start - line_start).min(line.len());
    let to = floor(problem.span.end as usize).max(start) - line_start;
    Some((harmless(line), from..to.clamp(from, line.len())))
}

/// A line with every character that steers the terminal replaced by one of as many bytes, so that
/// places stay what they are.
fn harmless(line: &str) -> String {
    let instead = |c: char| match c.len_utf8() {
        _ if c == '\t' || !is_control(c) => c,
        1 => '?',
        2 => '¿',
        _ => char::REPLACEMENT_CHARACTER,
    };
    line.chars().map(instead).collect()
}
