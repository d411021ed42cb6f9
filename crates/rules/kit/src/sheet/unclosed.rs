//! Lists and inline tables of TOML that nobody closed.
//!
//! The parser takes all that follows for more of their elements, so that one slip is an error in each line to the end
//! of the file. Here the slip is found, and closed where it should have been.

/// A bracket that is not closed, and what closes it and those around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unclosed {
    /// The place of the bracket.
    pub(super) at: usize,
    /// The place of the line before which it should have been closed.
    pub(super) before: usize,
    /// The brackets that close it and those within it, innermost first, with the end of the line.
    pub(super) closing: String,
}

/// Returns the bracket that is open where a line begins that must be another key or header; `error` is a place in
/// that line. `None` if nothing is open, or if a bracket at the start of a later line closes it.
pub(super) fn unclosed(text: &str, error: usize) -> Option<Unclosed> {
    let before = text.get(..error)?.rfind('\n')? + 1;
    let rest = text.get(before..)?;
    if !is_statement(rest.lines().next()?) {
        return None;
    }
    let open = open_brackets(text.get(..before)?);
    let &(at, _) = open.first()?;
    let is_of_header = text.get(..at)?.rsplit('\n').next()?.trim().is_empty();
    if is_of_header {
        return None;
    }
    let is_closed_later = rest
        .lines()
        .skip(1)
        .take_while(|line| !is_header(line))
        .any(|line| line.trim_start().starts_with([']', '}']));
    let closing: String = open.iter().rev().map(|&(_, closing)| closing).chain(['\n']).collect();
    (!is_closed_later).then_some(Unclosed { at, before, closing })
}

/// Where the line begins that has a key and no `=` before the byte `error`, if nothing but the key stands there.
pub(super) fn without_value(text: &str, error: usize) -> Option<usize> {
    let before = text.get(..error)?;
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let key = before[line..].trim();
    // In a key with quotation marks may be a `=`.
    let is_key = |c: char| c.is_alphanumeric() || "_-.:\"'= \t".contains(c);
    (!key.is_empty() && key.chars().all(is_key)).then_some(line)
}

/// Returns whether a line can be nothing but a key with its value, or a header.
fn is_statement(line: &str) -> bool {
    let is_key = |key: &str| {
        let key = key.trim();
        !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-.\"' ".contains(c))
    };
    is_header(line) || line.split_once('=').is_some_and(|(key, _)| is_key(key))
}

/// Returns whether a line is a header such as `[run]` or `[[side.unit]]`.
fn is_header(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or(line).trim();
    let name = line.strip_prefix("[[").and_then(|line| line.strip_suffix("]]"));
    let name = name.or_else(|| line.strip_prefix('[')?.strip_suffix(']'));
    name.is_some_and(|name| {
        name.starts_with(|c: char| c.is_alphabetic())
            && name.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c))
    })
}

/// The brackets that are open at the end of a text, outside of strings and comments, with what closes each.
fn open_brackets(text: &str) -> Vec<(usize, char)> {
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let c = rest.chars().next().unwrap_or_default();
        at += match c {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => string(rest, c),
            '[' | '{' => {
                open.push((at, if c == '[' { ']' } else { '}' }));
                1
            }
            ']' | '}' => {
                if open.last().is_some_and(|&(_, closing)| closing == c) {
                    open.pop();
                }
                1
            }
            _ => c.len_utf8(),
        };
    }
    open
}

/// The length of the string at the start of a text, to the end of its line where it is not closed.
fn string(text: &str, quote: char) -> usize {
    let long: String = [quote; 3].iter().collect();
    if text.starts_with(&long) {
        return text[3..].find(&long).map_or(text.len(), |end| end + 6);
    }
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = quote == '"',
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of the bracket that is not closed, where the error stands at `|`.
    fn found(text: &str) -> Option<usize> {
        let error = text.find('|').unwrap();
        unclosed(&text.replace('|', ""), error).map(|it| it.at)
    }

    #[test]
    fn a_bracket_that_another_key_or_header_follows_is_not_closed() {
        assert_eq!(found("a = [1, 2\n|b = 3\n"), Some(4));
        assert_eq!(found("a = [1, 2,\nb |= 3\n[c]\nx = []\n"), Some(4));
        assert_eq!(found("a = [{ x = 1, y = [2\n|[[side.unit]]\n"), Some(4));
        assert_eq!(found("a = \"[\" # [\nb = { c = 1\n|d = 3\n"), Some(16));
    }

    #[test]
    fn a_comma_that_is_missing_is_no_bracket_that_is_missing() {
        assert_eq!(found("a = [\n 1\n |2\n]\n"), None);
        assert_eq!(found("a = [\n [1, 2]\n |[3, 4]\n]\n"), None);
        assert_eq!(found("a = {\n x = 1\n |y = 2\n}\n"), None);
        assert_eq!(found("a = [1, 2]\n|b = = 3\n"), None);
        assert_eq!(found("a = 1\n[[side]\n|b = 3\n"), None);
    }

    #[test]
    fn what_closes_it_closes_what_is_around_it() {
        let it = unclosed("a = [{ x = [1\nb = 2\n", 14).unwrap();
        assert_eq!((it.before, it.closing.as_str()), (14, "]}]\n"));
    }
}
