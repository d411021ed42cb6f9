//! Documents read into nodes: what cannot be read is noted, and the rest is read all the same.

use super::super::problem::{FileId, Problems, Span};
use super::super::unclosed::{Unclosed, unclosed, without_value};
use super::{Entry, Node, Table, Text, Value};
use core::ops::Range;
use std::borrow::Cow;
use toml::de::{DeTable, DeValue};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 4 << 20;
/// The deepest nesting of lists and tables.
pub const MAX_DEPTH: usize = 32;
/// The most errors of syntax that are shown of one text.
const MAX_SYNTAX_ERRORS: usize = 20;
/// The most places of one text that are made readable to read on: each time it is read anew.
const MAX_CLOSED: usize = 4;

/// Reads a TOML document. Each part that cannot be read is noted as a problem, and the rest is read all the
/// same.
#[must_use]
pub fn parse(file: FileId, text: &str, problems: &mut Problems) -> Node {
    if too_long(file, text, problems) {
        return Node::table(Span::new(file, 0, 0));
    }
    let mut closed = Vec::new();
    let text = readable(file, text, &mut closed, problems);
    let (table, errors) = DeTable::parse_recoverable(&text);
    let mut maker = Maker { file, text: &text, closed: &closed, offset: 0, problems };
    maker.syntax(&errors);
    let value = maker.table(table.get_ref(), 0);
    Node { span: Span::new(file, 0, 0), value: Value::Table(value) }
}

/// Closes the brackets of a document that are not closed, and makes a comment of a line with a key and no `=`, behind
/// which the parser reads nothing: each is noted as one error, so that the rest can be read. What was put in is noted,
/// too: where it stands in the text that is returned.
fn readable<'a>(
    file: FileId,
    text: &'a str,
    closed: &mut Vec<Range<usize>>,
    problems: &mut Problems,
) -> Cow<'a, str> {
    let mut text = Cow::Borrowed(text);
    while closed.len() < MAX_CLOSED {
        let (_, errors) = DeTable::parse_recoverable(&text);
        let found = errors.iter().take(MAX_CLOSED).find_map(|error| {
            let at = error.span()?.start;
            let message = error.message();
            let keyless =
                message.starts_with("key with no value").then(|| without_value(&text, at)).flatten();
            keyless.map(|line| (at..at, message.to_owned(), line, "#".to_owned())).or_else(|| {
                let Unclosed { at, before, closing } = unclosed(&text, at)?;
                let what = if text[at..].starts_with('[') { "list" } else { "table" };
                let bracket = closing.trim_end().chars().last().unwrap_or(']');
                let end = at + text[at..].find('\n').unwrap_or(1);
                Some((at..end, format!("this {what} is not closed: expected `{bracket}`"), before, closing))
            })
        });
        let Some((range, message, before, put_in)) = found else { break };
        let maker = Maker { file, text: &text, closed, offset: 0, problems };
        let (span, message) = (maker.span(range), maker.message(&message, ""));
        problems.add(span, "", message);
        closed.push(before..before + put_in.len());
        text.to_mut().insert_str(before, &put_in);
    }
    text
}

/// Reads the TOML value that stands at byte `offset` of `text` and goes on to its end. A word that
/// is not TOML value is a string.
#[must_use]
pub fn parse_value(file: FileId, text: &str, offset: usize, problems: &mut Problems) -> Option<Node> {
    if too_long(file, text, problems) {
        return None;
    }
    let rest = text.get(offset..).unwrap_or("");
    let start = offset + (rest.len() - rest.trim_start().len());
    let word = rest.trim();
    let span = Span::new(file, start, start + word.len());
    if word.is_empty() {
        problems.add(span, "", "expected a value behind `=`");
        return None;
    }
    let (value, errors) = DeValue::parse_recoverable(word);
    if errors.is_empty() {
        let mut maker = Maker { file, text, closed: &[], offset: start, problems };
        return maker.node(value.get_ref(), value.span(), 0);
    }
    if word.starts_with(['[', '{', '"', '\'']) {
        Maker { file, text, closed: &[], offset: start, problems }.syntax(&errors);
        return None;
    }
    Some(Node { span, value: Value::Text(Text { text: word.to_owned(), verbatim: Some(span.start) }) })
}

fn too_long(file: FileId, text: &str, problems: &mut Problems) -> bool {
    let is = text.len() > MAX_TEXT;
    if is {
        problems.add(Span::new(file, 0, 0), "", format!("expected at most {} MiB of text", MAX_TEXT >> 20));
    }
    is
}

struct Maker<'a> {
    file: FileId,
    text: &'a str,
    /// The ranges of the text that [`readable`] put in, in ascending order.
    closed: &'a [Range<usize>],
    offset: usize,
    problems: &'a mut Problems,
}

impl Maker<'_> {
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, self.place(range.start), self.place(range.end))
    }

    /// A place of the text in the file: what was put in is not there.
    fn place(&self, at: usize) -> usize {
        let put_in = self.closed.iter().map(|put_in| put_in.end.min(at).saturating_sub(put_in.start));
        at + self.offset - put_in.sum::<usize>()
    }

    /// The text at a place of the file.
    fn written(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or("")
    }

    /// Notes the first error of each line: what the parser finds behind it only follows from it. So does what is there
    /// twice of a list of tables that was read as one table, since a bracket of its first heading is missing.
    fn syntax(&mut self, errors: &[toml::de::Error]) {
        let mut last: Option<usize> = None;
        let mut told = 0;
        let mut headings: Vec<&str> = Vec::new();
        for error in errors {
            let start = error.span().map_or(0, |span| span.start + self.offset);
            if ["unclosed array table", "unclosed table"].iter().any(|open| error.message().starts_with(open))
            {
                let line = self.text.get(..start).and_then(|before| before.lines().next_back()).unwrap_or("");
                headings.push(line.rsplit(['[', ']', '.', ' ']).find(|key| !key.is_empty()).unwrap_or(""));
            }
            if error.message().starts_with("duplicate key")
                && error
                    .span()
                    .is_some_and(|span| headings.contains(&self.written(start..start + span.len())))
            {
                continue;
            }
            let is_on_its_line = last.is_some_and(|last| {
                let between = self.text.as_bytes().get(last.min(start)..last.max(start));
                between.is_some_and(|between| !between.contains(&b'\n'))
            });
            last = Some(start);
            if is_on_its_line {
                continue;
            }
            if told == MAX_SYNTAX_ERRORS {
                break;
            }
            told += 1;
            let range = error.span().unwrap_or(0..0);
            let message = self.message(error.message(), self.written(start..start + range.len()));
            self.problems.add(self.span(range), "", message);
        }
    }

    /// Returns the message of the TOML parser about a place, reworded for somebody who writes a scenario.
    fn message(&self, message: &str, written: &str) -> String {
        let is = |start: &str| message.starts_with(start);
        if is("duplicate key") {
            format!("`{written}` is there twice")
        } else if is("string values must be quoted")
            || is("invalid boolean")
            || is("invalid float") && written.starts_with(char::is_alphabetic)
        {
            "expected a value: a number, `true`, `false`, or text between quotation marks".to_owned()
        } else {
            message.replace('\n', ", ").trim_end_matches('.').to_owned()
        }
    }

    fn node(&mut self, value: &DeValue<'_>, range: Range<usize>, depth: usize) -> Option<Node> {
        let span = self.span(range.clone());
        if depth > MAX_DEPTH {
            self.problems.add(
                span,
                "",
                format!("expected at most {MAX_DEPTH} tables and lists inside each other"),
            );
            return None;
        }
        let value = match value {
            DeValue::String(text) => {
                let raw = self.written(range.start + self.offset..range.end + self.offset);
                let inside = raw.get(1..raw.len().saturating_sub(1));
                let verbatim = (inside == Some(text.as_ref())).then_some(span.start + 1);
                Value::Text(Text { text: text.to_string(), verbatim })
            }
            DeValue::Integer(n) => match i128::from_str_radix(n.as_str(), n.radix()) {
                Ok(n) => Value::Int(n),
                Err(_) => {
                    self.problems.add(span, "", "expected a whole number that fits into 128 bits");
                    return None;
                }
            },
            DeValue::Float(x) => Value::Float(x.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(yes) => Value::Bool(*yes),
            DeValue::Datetime(date) => Value::Date(date.to_string()),
            DeValue::Array(list) => {
                let nodes = list.iter().filter_map(|item| self.node(item.get_ref(), item.span(), depth + 1));
                Value::List(nodes.collect())
            }
            DeValue::Table(table) => Value::Table(self.table(table, depth + 1)),
        };
        Some(Node { span, value })
    }

    fn table(&mut self, table: &DeTable<'_>, depth: usize) -> Table {
        let mut entries = Vec::with_capacity(table.len());
        for (key, value) in table {
            // The parser puts a number that stands nowhere where it could not read a value.
            if value.span().is_empty() && matches!(value.get_ref(), DeValue::Integer(_)) {
                continue;
            }
            let Some(node) = self.node(value.get_ref(), value.span(), depth) else { continue };
            entries.push(Entry { key: key.get_ref().to_string(), span: self.span(key.span()), value: node });
        }
        // The parser sorts by key; the text's order is that of the keys' places.
        entries.sort_by_key(|entry| entry.span.start);
        Table { entries }
    }
}
