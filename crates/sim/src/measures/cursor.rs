//! Reading words, names and numbers from a text, each with its place.

use core::ops::Range;

use super::Wrong;

/// A text and how far it is read.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

/// A part of the text with its place.
#[derive(Clone, Debug)]
pub(super) struct Part<T> {
    pub(super) value: T,
    pub(super) at: Range<usize>,
}

/// A number as it was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) value: f64,
    /// Half a unit of the last digit written.
    pub(super) half_digit: f64,
    pub(super) unit: Unit,
}

/// What stands behind a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    None,
    Percent,
    Points,
}

/// Whose a measure is: a name, with the side before the slash if one was quoted or written there.
#[derive(Clone, Debug)]
pub(super) struct Who {
    pub(super) side: Option<String>,
    pub(super) name: String,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut cursor = Self { text, at: 0 };
        cursor.skip_blanks();
        cursor
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
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

    /// "found ...", of what stands here.
    pub(super) fn found(&self) -> String {
        match &self.text[self.next_place()] {
            "" => "found the end".to_owned(),
            found => format!("found `{found}`"),
        }
    }

    pub(super) fn expected(&self, what: &str) -> Wrong {
        Wrong::new(self.next_place(), format!("expected {what}, {}", self.found()))
    }

    /// Takes the sign if it stands here.
    pub(super) fn takes(&mut self, sign: &str) -> bool {
        let stands = self.rest().starts_with(sign);
        if stands {
            self.at += sign.len();
            self.skip_blanks();
        }
        stands
    }

    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        let stands = self.peek_word() == Some(word);
        if stands {
            self.at += word.len();
            self.skip_blanks();
        }
        stands
    }

    /// The plain word that stands here: letters, digits and `_`, not a digit first.
    pub(super) fn peek_word(&self) -> Option<&'a str> {
        let word = &self.text[self.next_place()];
        let is_word = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        is_word.then_some(word)
    }

    pub(super) fn word(&mut self, what: &str) -> Result<Part<&'a str>, Wrong> {
        let value = self.peek_word().ok_or_else(|| self.expected(what))?;
        let at = self.at..self.at + value.len();
        self.at = at.end;
        self.skip_blanks();
        Ok(Part { value, at })
    }

    pub(super) fn expect(&mut self, sign: &str, what: &str) -> Result<(), Wrong> {
        if self.takes(sign) { Ok(()) } else { Err(self.expected(what)) }
    }

    pub(super) fn end(&self, after: &str) -> Result<(), Wrong> {
        if self.rest().is_empty() {
            return Ok(());
        }
        let found = Wrong::new(self.at..self.text.len(), format!("expected the end, {}", self.found()));
        Err(found.help(after))
    }

    /// A name in brackets: quoted, or all up to a comma or the bracket; `side/unit`, either quoted.
    pub(super) fn who(&mut self) -> Result<Part<Who>, Wrong> {
        let start = self.at;
        let mut end = start;
        let first = match self.quoted()? {
            Some(first) => {
                end = first.at.end;
                if !self.takes("/") {
                    return Ok(Part { value: Who { side: None, name: first.value }, at: start..end });
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
                let len = rest.find([',', ')', '"']).unwrap_or(rest.len());
                let len = rest.find("/'").map_or(len, |slash| len.min(slash + 1));
                let bare = rest[..len].trim_end();
                if bare.is_empty() {
                    return Err(self.expected("a name"));
                }
                end = end.max(self.at + bare.len());
                self.at += bare.len();
                self.skip_blanks();
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
        Ok(Part { value: Who { side, name }, at: start..end })
    }

    /// A name in quotes, if one stands here: in `"`, with `\"` and `\\`, or in `'`, as it is.
    fn quoted(&mut self) -> Result<Option<Part<String>>, Wrong> {
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
                self.skip_blanks();
                return Ok(Some(Part { value, at }));
            }
            match (c, quote) {
                ('\\', '"') => value.extend(chars.next().map(|(_, c)| c)),
                (c, _) => value.push(c),
            }
        }
        Err(Wrong::new(start..self.text.len(), "this quote is never closed"))
    }

    /// A decimal number with what stands behind it.
    pub(super) fn number(&mut self, what: &str) -> Result<Part<Number>, Wrong> {
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
        // What stands directly behind the digits is their unit, and nothing else may.
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
            return Err(Wrong::new(start..self.next_place().end, format!("expected {what}")));
        }
        let at = start..self.at;
        self.skip_blanks();
        let scale = if unit == Unit::None { 1.0 } else { 0.01 };
        // Digits beyond what a float holds have no half digit to speak of.
        let half_digit = 0.5 * 10_f64.powi(-i32::try_from(decimals).unwrap_or(i32::MAX).min(300)) * scale;
        Ok(Part { value: Number { value: value * scale, half_digit, unit }, at })
    }
}
