//! Text from files: how it is shown, and which of it may be a name.

use std::borrow::Cow;

/// Returns whether a character steers the terminal or the order in which a line is read, instead of being
/// read itself: control characters, the controls of bidirectional text (Unicode UAX 9), and the
/// separators of lines and paragraphs.
#[must_use]
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// The text on one line, with every [control](is_control) as an escape like `\u{1b}`.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    escaped(text, is_control)
}

/// As [`shown`], but line breaks stay.
#[must_use]
pub fn shown_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\n' && is_control(c))
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_escaped(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// Returns why a text cannot be a name of a side, a unit, a block, a variant, a candidate, a point or a scenario; none
/// if it can. Names stand in tables, which spreadsheets open, and on terminals.
#[must_use]
pub fn no_name(text: &str) -> Option<&'static str> {
    const LONGEST: usize = 64;
    if text.trim().is_empty() {
        Some("expected a name that is not empty")
    } else if text.chars().count() > LONGEST {
        Some("expected a name of at most 64 characters")
    } else {
        no_cell(text)
    }
}

/// Returns why a text, however long, cannot stand in a cell of a table; none if it can.
#[must_use]
pub fn no_cell(text: &str) -> Option<&'static str> {
    if text.chars().any(is_control) {
        Some("expected a name without line breaks, tabs or other control characters")
    } else if text.trim() != text {
        Some("expected a name without blanks at its ends")
    } else if text.starts_with(['=', '+', '-', '@']) {
        Some(
            "expected a name that does not begin with `=`, `+`, `-` or `@`: spreadsheets take it for a formula",
        )
    } else {
        None
    }
}

/// Returns why a text cannot be the name of a folder on some system; none if it can.
#[must_use]
pub fn no_folder(text: &str) -> Option<&'static str> {
    /// Names of devices on Windows, with any extension.
    const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
    let device = text.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_port = |of: &str| {
        device.strip_prefix(of).is_some_and(|n| n.chars().count() == 1 && n.contains(char::is_numeric))
    };
    if text.is_empty() {
        Some("expected a name that is not empty")
    } else if text.contains(['/', '\\', ':', '<', '>', '"', '|', '?', '*']) {
        Some("expected a name without `/`, `\\`, `:`, `<`, `>`, `\"`, `|`, `?` and `*`")
    } else if text.ends_with('.') {
        Some("expected a name that does not end with a dot")
    } else if DEVICES.contains(&device.as_str()) || is_port("com") || is_port("lpt") {
        Some("expected another name: Windows has a device of this one")
    } else {
        no_cell(text)
    }
}

/// Returns the message about two `what` of these names, which are one name where files are told apart without
/// their case.
#[must_use]
pub fn two_of_a_name(what: &str, one: &str, other: &str) -> String {
    if one == other {
        format!("two {what} have the name `{}`", shown(one))
    } else {
        format!(
            "two {what} have names that differ in case alone, `{}` and `{}`: on some systems they are one file",
            shown(one),
            shown(other)
        )
    }
}

/// Returns the name in lower case, in which names are equal that are one where files are told apart without
/// case.
#[must_use]
pub fn without_case(name: &str) -> String {
    name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_shown_steers_a_terminal() {
        assert_eq!(shown("Große Ogerin 🐉"), "Große Ogerin 🐉");
        assert_eq!(shown("\u{1b}[2J\u{9b}a\u{202e}b\u{2066}\r\n"), r"\u{1b}[2J\u{9b}a\u{202e}b\u{2066}\r\n");
        assert_eq!(shown_lines("a\nb\u{7}"), "a\nb\\u{7}");
    }

    #[test]
    fn a_name_is_no_formula_and_has_no_controls() {
        for name in ["Ogre", "Imp#1", "3-headed hound", "a=b", "Ärger", "O'Neill; DROP"] {
            assert_eq!(no_name(name), None, "{name}");
        }
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)"] {
            assert!(no_name(formula).is_some_and(|why| why.contains("formula")), "{formula}");
        }
        for steering in ["a\u{1b}", "a\tb", "a\u{202e}b", "\u{200f}a", "a\u{2069}", "a\u{2028}b"] {
            assert!(no_name(steering).is_some_and(|why| why.contains("control")), "{steering:?}");
        }
        for folder in
            ["", ".", "..", "a.", "a/b", r"a\b", "C:", "a?", "con", "NUL.txt", "Com1", "LPT9.x", "a\n"]
        {
            assert!(no_folder(folder).is_some(), "{folder:?}");
        }
        for folder in ["duel", "console", "com", "com10", ".hidden", "a..b", "Ärger", "nul2"] {
            assert_eq!(no_folder(folder), None, "{folder:?}");
        }
        assert_eq!(without_case("ÄRGER b"), without_case("Ärger B"));
        assert!(no_name(" ").is_some() && no_name("a ").is_some());
        assert!(no_name(&"a".repeat(65)).is_some() && no_cell(&"a".repeat(65)).is_none());
    }
}
