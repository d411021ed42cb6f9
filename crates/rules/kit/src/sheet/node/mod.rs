//! A document as a tree in which everything knows its place: made from TOML, from spreadsheets,
//! from arguments of the command line.

mod parse;

pub use parse::{MAX_DEPTH, MAX_TEXT, parse, parse_value};

use serde_json::Value as Json;

use super::problem::Span;

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The place of the value.
    pub span: Span,
    /// The value, with its type.
    pub value: Value,
}

/// The value of a node, by its type in TOML.
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
    /// The place in the source at which they begin, if they stand there byte for byte.
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
    /// The place of the key.
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

    /// Returns the value found here in words, for a message.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::problem::{FileId, Problems};

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
        for line in
            ["life = = 3", "life =", "life = 3 4", "life = \"a\" \"b\"", "life == 3", "life 3", "life: 3"]
        {
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
    fn a_heading_that_is_not_closed_is_one_error_however_often_it_comes_again() {
        for heading in ["[[side]", "[[ side ]", "[[side"] {
            let text = format!("{heading}\na = 1\n[[side.unit]\nb = 1\n[[side]]\na = 2\n[[side.unit]]\n");
            assert_eq!(read(&text).1, 2, "{text}");
        }
        for open in ["[[side", "[side"] {
            let text = format!("{open}\nname = \"a\"\n[[side]]\nname = \"b\"\n[[side]]\nname = \"c\"\n");
            assert_eq!(read(&text).1, 1, "{open}");
        }
        // What is really there twice is told.
        assert_eq!(read("[[side]\na = 1\n[run]\nx = 1\nx = 2\n").1, 2);
    }

    #[test]
    fn a_word_without_quotation_marks_is_told_as_one_whatever_it_begins_with() {
        for word in ["ogre", "night-wizard", "imp", "infinity", "true1", "fals"] {
            let mut problems = Problems::default();
            assert!(parse(FileId(0), &format!("a = {word}\n"), &mut problems).as_table().is_some());
            let told: Vec<String> = problems.sorted().into_iter().map(|problem| problem.message).collect();
            assert!(matches!(&told[..], [one] if one.starts_with("expected a value: a number")), "{told:?}");
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
