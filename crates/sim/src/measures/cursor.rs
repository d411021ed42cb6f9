//! Reads words, names and numbers from a text and keeps the place of each.

use core::ops::Range;

use super::ParseError;

/// A text that is read from left to right.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    /// The first byte that was not read yet.
    at: usize,
}

/// A value read from the text, with its byte range there.
#[derive(Clone, Debug)]
pub(super) struct Spanned<T> {
    pub(super) value: T,
    pub(super) at: Range<usize>,
}

/// A number as it was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) value: f64,
    /// Half a unit of the last digit that was written: `65%` has 0.005, `65.0%` has 0.0005.
    pub(super) half_digit: f64,
    pub(super) unit: Unit,
}

/// The unit written directly after a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    None,
    Percent,
    Points,
}

/// The side or unit that a measure belongs to.
///
/// `side` is set only where quotes show which slash separates side and unit; without quotes
/// `name` may hold `side/unit`, and [`Cast`](super::cast::Cast) decides.
#[derive(Clone, Debug)]
pub(super) struct Who {
    pub(super) side: Option<String>,
    pub(super) name: String,
}

impl Who {
    /// The name with its side, if one was given.
    pub(super) fn written(&self) -> String {
        self.side.as_ref().map_or(self.name.clone(), |side| format!("{side}/{}", self.name))
    }
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut cursor = Self { text, at: 0 };
        cursor.skip_whitespace();
        cursor
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The end of what was read last, without the blanks after it.
    pub(super) fn last_end(&self) -> usize {
        self.text[..self.at].trim_end().len()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_whitespace(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// The place of the next word or sign, for messages.
    pub(super) fn next_place(&self) -> Range<usize> {
        let rest = self.rest();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let first = rest.chars().next();
        let len = match first {
            Some(c) if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            Some(c) => c.len_utf8(),
            None => 0,
        };
        self.at..self.at + len
    }

    /// "found ...": the next word or sign, for messages.
    pub(super) fn found(&self) -> String {
        match &self.text[self.next_place()] {
            "" => "found the end".to_owned(),
            found => format!("found `{found}`"),
        }
    }

    pub(super) fn expected(&self, what: &str) -> ParseError {
        ParseError::new(self.next_place(), format!("expected {what}, {}", self.found()))
    }

    /// Reads the sign if it comes next, and returns whether it did.
    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let is_next = self.rest().starts_with(sign);
        if is_next {
            self.at += sign.len();
            self.skip_whitespace();
        }
        is_next
    }

    /// Reads `<=`, `>=`, `<`, `>` or `=` if one comes next.
    pub(super) fn comparison(&mut self) -> Option<&'static str> {
        // The longer signs come first, because the shorter ones begin them.
        ["<=", ">=", "<", ">", "="].into_iter().find(|sign| self.eat(sign))
    }

    /// Reads the word if it comes next, and returns whether it did.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let is_next = self.peek_word() == Some(word);
        if is_next {
            self.at += word.len();
            self.skip_whitespace();
        }
        is_next
    }

    /// The word that comes next: letters, digits and `_`, beginning with no digit.
    pub(super) fn peek_word(&self) -> Option<&'a str> {
        let word = &self.text[self.next_place()];
        let is_word = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        is_word.then_some(word)
    }

    /// Reads a word; `what` says in the error what was expected.
    pub(super) fn word(&mut self, what: &str) -> Result<Spanned<&'a str>, ParseError> {
        let value = self.peek_word().ok_or_else(|| self.expected(what))?;
        let at = self.at..self.at + value.len();
        self.at = at.end;
        self.skip_whitespace();
        Ok(Spanned { value, at })
    }

    /// Reads a sign that has to come next; `what` says in the error what was expected.
    pub(super) fn expect(&mut self, sign: &str, what: &str) -> Result<(), ParseError> {
        if self.eat(sign) { Ok(()) } else { Err(self.expected(what)) }
    }

    /// Checks that everything was read; `help` explains the error.
    pub(super) fn end(&self, help: &str) -> Result<(), ParseError> {
        if self.rest().is_empty() {
            return Ok(());
        }
        let found = ParseError::new(self.at..self.text.len(), format!("expected the end, {}", self.found()));
        Err(found.help(help))
    }

    /// Reads a name in brackets: `name` or `side/unit`, each part quoted or not. An unquoted name
    /// ends before a comma, a double quote or a bracket that it did not open itself.
    pub(super) fn who(&mut self) -> Result<Spanned<Who>, ParseError> {
        let start = self.at;
        let mut end = start;
        let first = match self.quoted()? {
            Some(first) => {
                end = first.at.end;
                if !self.eat("/") {
                    return Ok(Spanned { value: Who { side: None, name: first.value }, at: start..end });
                }
                Some(first.value)
            }
            None => None,
        };
        let (side, name) = match (first, self.quoted()?) {
            (Some(side), Some(name)) => {
                end = name.at.end;
                (Some(side), name.value)
            }
            (side, _) => {
                let rest = self.rest();
                let len = unquoted_len(rest);
                let len = rest.find("/'").map_or(len, |slash| len.min(slash + 1));
                let bare = rest[..len].trim_end();
                if bare.is_empty() {
                    return Err(self.expected("a name"));
                }
                end = end.max(self.at + bare.len());
                self.at += bare.len();
                self.skip_whitespace();
                // `wizards/"x, y"`
                match bare
                    .strip_suffix('/')
                    .filter(|_| side.is_none() && self.rest().starts_with(['"', '\'']))
                {
                    Some(side) => {
                        let name = self.quoted()?.ok_or_else(|| self.expected("a name"))?;
                        end = name.at.end;
                        (Some(side.trim_end().to_owned()), name.value)
                    }
                    None => (side, bare.to_owned()),
                }
            }
        };
        Ok(Spanned { value: Who { side, name }, at: start..end })
    }

    /// Reads a quoted name if one comes next: in `"`, where `\` escapes a character, or in `'`,
    /// where nothing is escaped.
    fn quoted(&mut self) -> Result<Option<Spanned<String>>, ParseError> {
        let start = self.at;
        let mut chars = self.rest().char_indices();
        let quote = match chars.next() {
            Some((_, quote @ ('"' | '\''))) => quote,
            _ => return Ok(None),
        };
        let mut value = String::new();
        while let Some((i, c)) = chars.next() {
            if c == quote {
                let at = start..start + i + 1;
                self.at = at.end;
                self.skip_whitespace();
                return Ok(Some(Spanned { value, at }));
            }
            match (c, quote) {
                ('\\', '"') => value.extend(chars.next().map(|(_, c)| c)),
                (c, _) => value.push(c),
            }
        }
        Err(ParseError::new(start..self.text.len(), "this quote is never closed"))
    }

    /// Reads a decimal number with its unit; `what` says in the error what was expected.
    pub(super) fn number(&mut self, what: &str) -> Result<Spanned<Number>, ParseError> {
        let rest = self.rest();
        let sign = usize::from(rest.starts_with(['-', '+']));
        let is_digit = |c: char| c.is_ascii_digit() || c == '_' || c == '.';
        let len = rest[sign..].find(|c| !is_digit(c)).map_or(rest.len(), |end| end + sign);
        let digits: String = rest[..len].chars().filter(|c| *c != '_').collect();
        let decimals = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let starts = rest[sign..].starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let parsed = digits.parse::<f64>().ok().filter(|value| starts && value.is_finite());
        let Some(value) = parsed else { return Err(self.expected(what)) };
        let start = self.at;
        self.at += len;
        // Only a unit may follow the digits directly.
        let unit = match self.rest() {
            rest if rest.starts_with('%') => Unit::Percent,
            rest if rest.starts_with("pt") => Unit::Points,
            _ => Unit::None,
        };
        self.at += match unit {
            Unit::None => 0,
            Unit::Percent => 1,
            Unit::Points => 2,
        };
        if self.rest().starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '%') {
            return Err(ParseError::new(start..self.next_place().end, format!("expected {what}")));
        }
        let at = start..self.at;
        self.skip_whitespace();
        let scale = if unit == Unit::None { 1.0 } else { 0.01 };
        // A float cannot hold more than about 300 decimals.
        let half_digit = 0.5 * 10_f64.powi(-i32::try_from(decimals).unwrap_or(i32::MAX).min(300)) * scale;
        Ok(Spanned { value: Number { value: value * scale, half_digit, unit }, at })
    }
}

/// The length of an unquoted name at the beginning of `text`.
fn unquoted_len(text: &str) -> usize {
    let mut n_open = 0;
    let ends = |c: char| match c {
        ',' | '"' => true,
        '(' => {
            n_open += 1;
            false
        }
        ')' => {
            n_open -= 1;
            n_open < 0
        }
        _ => false,
    };
    text.find(ends).unwrap_or(text.len())
}
