//! A document as a tree in which everything knows its place: made from TOML, from spreadsheets,
//! from arguments of the command line.

use std::borrow::Cow;

use core::ops::Range;
use serde_json::Value as Json;
use toml::de::{DeTable, DeValue};

use super::problem::{FileId, Problems, Span};
use super::unclosed::{Unclosed, unclosed};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 4 << 20;
/// The deepest nesting of lists and tables.
pub const MAX_DEPTH: usize = 32;
/// The most errors of syntax that are shown of one text.
const MAX_SYNTAX_ERRORS: usize = 20;
/// The most brackets of one text that are closed to read on: each time it is read anew.
const MAX_CLOSED: usize = 4;

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub value: Value,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number; wide enough for every seed.
    Int(i128),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// `true` or `false`.
    Bool(bool),
    /// A string.
    Text(Text),
    /// A date or a time, which nothing here takes.
    Date(String),
    /// A cell of a spreadsheet: whatever the key wants it to be.
    Cell(String),
    /// A list.
    List(Vec<Node>),
    /// A table.
    Table(Table),
}

/// A string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Its characters.
    pub text: String,
    /// Where they begin in the source, if they stand there byte for byte.
    pub verbatim: Option<u32>,
}

/// A table: entries in the order of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Its entries; keys are unique.
    pub entries: Vec<Entry>,
}

/// An entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where the key stands.
    pub span: Span,
    /// The value.
    pub value: Node,
}

impl Table {
    /// The entry of `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The entry of `key`, to change.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.key == key)
    }

    /// Takes the entry of `key` out.
    pub fn take(&mut self, key: &str) -> Option<Entry> {
        let at = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(at))
    }

    /// Puts an entry in the place of the one with its key, or at the end.
    pub fn set(&mut self, entry: Entry) {
        match self.get_mut(&entry.key) {
            Some(old) => *old = entry,
            None => self.entries.push(entry),
        }
    }
}

impl Node {
    /// A string that stands nowhere byte for byte.
    #[must_use]
    pub fn text(span: Span, text: impl Into<String>) -> Self {
        Self { span, value: Value::Text(Text { text: text.into(), verbatim: None }) }
    }

    /// An empty table.
    #[must_use]
    pub fn table(span: Span) -> Self {
        Self { span, value: Value::Table(Table::default()) }
    }

    /// The table it is.
    #[must_use]
    pub fn as_table(&self) -> Option<&Table> {
        if let Value::Table(table) = &self.value { Some(table) } else { None }
    }

    /// The value of a key of the table it is.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        Some(&self.as_table()?.get(key)?.value)
    }

    /// Returns where the value of a key stands, or where it could.
    #[must_use]
    pub fn span_of(&self, key: &str) -> Span {
        self.get(key).map_or(self.span, |value| value.span)
    }

    /// Returns where the `n` elements of the list of a key stand; where it has another number of them, all in the
    /// place of the list.
    #[must_use]
    pub fn spans_in(&self, key: &str, n: usize) -> Vec<Span> {
        let list = self.get(key).and_then(Self::as_list).filter(|list| list.len() == n);
        list.map_or_else(|| vec![self.span_of(key); n], |list| list.iter().map(|item| item.span).collect())
    }

    /// The string it is, or the cell.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(&text.text),
            Value::Cell(text) => Some(text),
            _ => None,
        }
    }

    /// The whole number it is.
    #[must_use]
    pub fn as_int(&self) -> Option<i128> {
        match &self.value {
            Value::Int(n) => Some(*n),
            Value::Cell(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The boolean it is.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match &self.value {
            Value::Bool(yes) => Some(*yes),
            Value::Cell(text) => text.to_ascii_lowercase().parse().ok(),
            _ => None,
        }
    }

    /// The elements of the list it is; a cell is parted at its semicolons.
    #[must_use]
    pub fn as_list(&self) -> Option<Vec<Node>> {
        match &self.value {
            Value::List(list) => Some(list.clone()),
            Value::Cell(text) => Some(parts(self.span, text)),
            _ => None,
        }
    }

    /// Returns how much memory it takes, roughly, in units of a number.
    #[must_use]
    pub fn weight(&self) -> usize {
        const CHARS: usize = 32;
        1 + match &self.value {
            Value::Text(Text { text, .. }) | Value::Cell(text) | Value::Date(text) => text.len() / CHARS,
            Value::List(list) => list.iter().map(Self::weight).sum(),
            Value::Table(table) => {
                table.entries.iter().map(|entry| entry.key.len() / CHARS + entry.value.weight()).sum()
            }
            Value::Int(_) | Value::Float(_) | Value::Bool(_) => 0,
        }
    }

    /// Returns what was found here, for a message.
    #[must_use]
    pub fn found(&self) -> String {
        const LONGEST: usize = 40;
        match &self.value {
            Value::Int(n) => n.to_string(),
            Value::Float(x) => format!("{x:?}"),
            Value::Bool(yes) => yes.to_string(),
            Value::Text(Text { text, .. }) | Value::Cell(text) if text.chars().count() > LONGEST => {
                "a long string".to_owned()
            }
            Value::Text(Text { text, .. }) | Value::Cell(text) => format!("{text:?}"),
            Value::Date(_) => "a date or time".to_owned(),
            Value::List(_) => "a list".to_owned(),
            Value::Table(_) => "a table".to_owned(),
        }
    }

    /// The value as JSON. Numbers beyond 64 bits, dates and cells are strings, but for cells that
    /// are numbers or lists.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match &self.value {
            Value::Int(n) => match (i64::try_from(*n), u64::try_from(*n)) {
                (Ok(n), _) => Json::from(n),
                (_, Ok(n)) => Json::from(n),
                _ => Json::from(n.to_string()),
            },
            Value::Float(x) => Json::from(*x),
            Value::Bool(yes) => Json::from(*yes),
            Value::Text(Text { text, .. }) | Value::Date(text) => Json::from(text.as_str()),
            Value::Cell(text) => match text.parse::<i64>() {
                Ok(n) => Json::from(n),
                Err(_) if text.contains(';') => parts(self.span, text).iter().map(Self::to_json).collect(),
                Err(_) => Json::from(text.as_str()),
            },
            Value::List(list) => list.iter().map(Self::to_json).collect(),
            Value::Table(table) => Json::Object(
                table.entries.iter().map(|entry| (entry.key.clone(), entry.value.to_json())).collect(),
            ),
        }
    }

    /// The place of byte `offset` of the string it is, if it stands verbatim in the source;
    /// otherwise the whole string.
    #[must_use]
    pub fn place_in_text(&self, offset: usize) -> Span {
        let Value::Text(Text { text, verbatim: Some(start) }) = &self.value else { return self.span };
        let offset = offset.min(text.len());
        let start = *start as usize + offset;
        let rest = text.get(offset..).unwrap_or("");
        let word = rest.find(char::is_whitespace).unwrap_or(rest.len());
        Span::new(self.span.file, start, start + word.max(1))
    }
}

/// The parts of a spreadsheet's list.
fn parts(span: Span, text: &str) -> Vec<Node> {
    let mut parts = Vec::new();
    let mut start = 0;
    for part in text.split(';') {
        let trimmed = part.trim();
        if !trimmed.is_empty() {
            let at = span.start as usize + start + (part.len() - part.trim_start().len());
            // A quoted cell is longer than its text; then the place is only near.
            let at = at.min((span.end as usize).saturating_sub(1)).max(span.start as usize);
            let span = Span::new(span.file, at, at + trimmed.len());
            parts.push(Node { span, value: Value::Cell(trimmed.to_owned()) });
        }
        start += part.len() + 1;
    }
    parts
}

/// Reads a TOML document. What cannot be read is noted, and the rest is read all the same.
#[must_use]
pub fn parse(file: FileId, text: &str, problems: &mut Problems) -> Node {
    if too_long(file, text, problems) {
        return Node::table(Span::new(file, 0, 0));
    }
    let mut closed = Vec::new();
    let text = closed_brackets(file, text, &mut closed, problems);
    let (table, errors) = DeTable::parse_recoverable(&text);
    let mut maker = Maker { file, text: &text, closed: &closed, offset: 0, problems };
    maker.syntax(&errors);
    let value = maker.table(table.get_ref(), 0);
    Node { span: Span::new(file, 0, 0), value: Value::Table(value) }
}

/// Closes the brackets of a document that are not closed, each noted as one error, so that the rest can be read. What
/// was put in is noted, too: where it stands in the text that is returned.
fn closed_brackets<'a>(
    file: FileId,
    text: &'a str,
    closed: &mut Vec<Range<usize>>,
    problems: &mut Problems,
) -> Cow<'a, str> {
    let mut text = Cow::Borrowed(text);
    while closed.len() < MAX_CLOSED {
        let (_, errors) = DeTable::parse_recoverable(&text);
        let found =
            errors.iter().take(MAX_CLOSED).filter_map(|error| unclosed(&text, error.span()?.start)).next();
        let Some(Unclosed { at, before, closing }) = found else { break };
        let what = if text[at..].starts_with('[') { "list" } else { "table" };
        let end = at + text[at..].find('\n').unwrap_or(1);
        let span = Maker { file, text: &text, closed, offset: 0, problems }.span(at..end);
        let bracket = closing.trim_end().chars().last().unwrap_or(']');
        problems.add(span, "", format!("this {what} is not closed: expected `{bracket}`"));
        closed.push(before..before + closing.len());
        text.to_mut().insert_str(before, &closing);
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
    /// What was put into the text, from first to last.
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

    /// Notes the first error of each line: what the parser finds behind it only follows from it, as that a table is
    /// there twice does from a heading `[[side` that is not closed.
    fn syntax(&mut self, errors: &[toml::de::Error]) {
        let is_heading = |error: &toml::de::Error| {
            ["unclosed table", "unclosed array table"].iter().any(|start| error.message().starts_with(start))
        };
        let has_open_heading = errors.iter().any(is_heading);
        let mut last: Option<usize> = None;
        let mut told = 0;
        for error in errors {
            let start = error.span().map_or(0, |span| span.start + self.offset);
            let is_on_its_line = last.is_some_and(|last| {
                let between = self.text.as_bytes().get(last.min(start)..last.max(start));
                between.is_some_and(|between| !between.contains(&b'\n'))
            });
            last = Some(start);
            if is_on_its_line || has_open_heading && error.message().starts_with("duplicate key") {
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

    /// What the parser says of a place, in the words of somebody who writes a scenario.
    fn message(&self, message: &str, written: &str) -> String {
        let is = |start: &str| message.starts_with(start);
        if is("duplicate key") {
            format!("`{written}` is there twice")
        } else if is("string values must be quoted") || is("invalid boolean") {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Node, usize) {
        let mut problems = Problems::default();
        let node = parse(FileId(0), text, &mut problems);
        (node, problems.len())
    }

    #[test]
    fn keys_keep_the_order_and_the_place_of_the_text() {
        let text = "b = 1\na = 18446744073709551615\n[c]\nx = \"hp < 3\"\n";
        let (node, n_problems) = read(text);
        assert_eq!(n_problems, 0);
        let table = node.as_table().unwrap();
        assert_eq!(table.entries.iter().map(|e| e.key.as_str()).collect::<Vec<_>>(), ["b", "a", "c"]);
        assert_eq!(table.get("a").unwrap().value.as_int(), Some(i128::from(u64::MAX)));
        let x = &table.get("c").unwrap().value.as_table().unwrap().get("x").unwrap().value;
        let place = x.place_in_text(5);
        assert_eq!(&text[place.start as usize..place.end as usize], "3");
    }

    #[test]
    fn several_errors_of_syntax_are_shown_at_once() {
        let (node, n_problems) = read("a = \nb = 2\nc = [1,\nd = 4\n");
        assert!(n_problems >= 2);
        assert!(node.as_table().unwrap().get("b").is_some());
    }

    /// A line that cannot be parsed is one error, and gives its key no value that nobody wrote.
    #[test]
    fn a_line_that_cannot_be_read_is_one_error() {
        for line in ["life = = 3", "life =", "life = 3 4", "life = \"a\" \"b\"", "life == 3"] {
            let (node, n_problems) = read(&format!("a = 1\n{line}\nb = 2\n"));
            assert_eq!(n_problems, 1, "{line}");
            let life = node.as_table().unwrap().get("life").map(|entry| entry.value.value.clone());
            assert!(!matches!(life, Some(Value::Int(0))), "{line}: {life:?}");
            assert!(node.as_table().unwrap().get("b").is_some(), "{line}");
        }
    }

    #[test]
    fn a_bracket_that_is_not_closed_is_one_error_and_the_rest_is_read() {
        for open in ["[1, 2", "[\n1,\n2,", "{ x = 1", "[[1], [{ y = [2"] {
            let lines: String = (0..30).map(|n| format!("k{n} = \"v\"\n[t{n}]\n")).collect();
            let text = format!("a = {open}  # note\n{lines}");
            let (node, n_problems) = read(&text);
            assert_eq!(n_problems, 1, "{open}");
            let last = &node.as_table().unwrap().get("t28").unwrap().value.as_table().unwrap().get("k29");
            let place = last.unwrap().value.place_in_text(0);
            assert_eq!(&text[place.start as usize..place.end as usize], "v", "{open}");
        }
    }

    #[test]
    fn a_heading_that_is_not_closed_is_one_error() {
        for open in ["[[side", "[side"] {
            let text = format!("{open}\nname = \"a\"\n[[side]]\nname = \"b\"\n[[side]]\nname = \"c\"\n");
            assert_eq!(read(&text).1, 1, "{open}");
        }
    }

    #[test]
    fn deep_nesting_is_an_error_and_no_overflow() {
        for text in [
            format!("a = {}{}", "[".repeat(60), "]".repeat(60)),
            format!("a = {}", "[".repeat(100_000)),
            format!("{} = 1", vec!["a"; 70].join(".")),
            format!("{} = 1", vec!["a"; 100_000].join(".")),
        ] {
            assert!(read(&text).1 > 0);
        }
    }

    #[test]
    fn a_bare_word_of_an_argument_is_a_string() {
        let mut problems = Problems::default();
        let mut value = |text: &str| parse_value(FileId(0), text, 2, &mut problems);
        assert_eq!(value("x=weakest").unwrap().as_text(), Some("weakest"));
        assert_eq!(value("x= 1_000 ").unwrap().as_int(), Some(1000));
        assert_eq!(value("x={ to = 12 }").unwrap().as_table().unwrap().entries[0].span.start, 4);
        assert!(value("x=[1, 2").is_none());
        assert!(value("x=").is_none());
        assert_eq!(problems.len(), 2);
    }
}
