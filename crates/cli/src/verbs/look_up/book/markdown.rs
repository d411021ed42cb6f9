//! The help and the lists of the program as Markdown.

use core::fmt::Write;

use clap::{Arg, Command};

use crate::args::GROUPS;
use crate::verbs::look_up::list::Row;

/// The page of a verb: what it does, how it is called, its arguments, examples.
pub(super) fn verb(verb: &Command) -> String {
    let name = verb.get_name();
    let about =
        verb.get_long_about().or_else(|| verb.get_about()).map(ToString::to_string).unwrap_or_default();
    let mut text = format!("# fray {name}\n\n{}\n", plain(&about));
    let usage = verb.clone().render_usage().to_string();
    let _ = write!(text, "\n```text\n{}\n```\n", usage.trim_start_matches("Usage: ").trim());
    let guide = GROUPS.iter().flat_map(|group| group.verbs).find(|guide| guide.verb == name);
    for (command, does) in guide.into_iter().flat_map(|guide| guide.examples) {
        let _ = write!(text, "\n{}:\n\n```sh\n{command}\n```\n", capital(does));
    }
    let (arguments, options): (Vec<&Arg>, Vec<&Arg>) =
        verb.get_arguments().filter(|arg| !arg.is_hide_set()).partition(|arg| arg.is_positional());
    for (heading, args) in [("Arguments", arguments), ("Options", options)] {
        if !args.is_empty() {
            let _ = write!(text, "\n## {heading}\n\n");
            args.into_iter().for_each(|arg| text += &argument(arg));
        }
    }
    text
}

/// An argument as a point of a list.
fn argument(arg: &Arg) -> String {
    let short = arg.get_short().map(|short| format!("`-{short}`, ")).unwrap_or_default();
    let help = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut text =
        format!("- {short}`{}` {}", arg.to_string().replace('`', "'"), sentence(&help).replace('\n', "\n  "));
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !defaults.is_empty() && arg.get_action().takes_values() {
        let _ = write!(text, " [default: {}]", defaults.join(", "));
    }
    text.push('\n');
    for value in arg.get_possible_values().iter().filter(|_| arg.get_action().takes_values()) {
        let help =
            value.get_help().map(|help| format!(": {}", sentence(&help.to_string()))).unwrap_or_default();
        let _ = writeln!(text, "  - `{}`{help}", value.get_name());
    }
    text
}

/// A text of the help with the full stop that it has lost.
fn sentence(help: &str) -> String {
    let stop = if help.ends_with(['.', ']', '?', '"']) { "" } else { "." };
    plain(help) + stop
}

/// The page of the exit codes.
pub(super) fn exit_codes(codes: impl Iterator<Item = (u8, &'static str)>) -> String {
    let mut text =
        "# Exit codes\n\nThey are the same for all verbs.\n\n| code | meaning |\n| --- | --- |\n".to_owned();
    for (code, meaning) in codes {
        let _ = writeln!(text, "| {code} | {} |", cell(meaning));
    }
    text
}

/// The page of a list. Indented rows stand in the table below the row that is not indented.
pub(super) fn list(title: &str, about: &str, rows: &[Row]) -> String {
    let mut text = format!("# {title}\n\n{about}\n");
    let is_heading = |[name, ..]: &Row| !name.starts_with("  ");
    let is_grouped = rows.iter().any(|row| !is_heading(row));
    if !is_grouped {
        return text + &table(rows);
    }
    for group in rows.chunk_by(|_, next| !is_heading(next)) {
        let (heading, below) = match group.split_first() {
            Some((first, below)) if is_heading(first) => (Some(first), below),
            _ => (None, group),
        };
        if let Some([name, values, sentence]) = heading {
            let _ = write!(text, "\n## {}\n", name.replace('<', "&lt;"));
            let values = if values.is_empty() { String::new() } else { format!("{}: ", code(values)) };
            if !(values.is_empty() && sentence.is_empty()) {
                let _ = write!(text, "\n{values}{}\n", plain(sentence));
            }
        }
        text += &table(below);
    }
    text
}

/// Rows as a table, without the column of values where there are none.
fn table(rows: &[Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let has_values = rows.iter().any(|[_, values, _]| !values.is_empty());
    let mut text = if has_values {
        "\n| name | values | meaning |\n| --- | --- | --- |\n".to_owned()
    } else {
        "\n| name | meaning |\n| --- | --- |\n".to_owned()
    };
    for [name, values, sentence] in rows {
        let values =
            if has_values { format!("{} | ", code(values).replace('|', " \\| ")) } else { String::new() };
        let _ = writeln!(text, "| {} | {values}{} |", code(name.trim()).replace('|', "\\|"), cell(sentence));
    }
    text
}

/// Text as code, unless some of it is already.
fn code(text: &str) -> String {
    if text.is_empty() || text.contains('`') { text.to_owned() } else { format!("`{text}`") }
}

/// Text in a cell of a table.
fn cell(text: &str) -> String {
    plain(text).replace('|', "\\|").replace('\n', " ")
}

/// Text in which nothing but backquotes is markup.
fn plain(text: &str) -> String {
    text.replace('<', "&lt;").replace('*', "\\*")
}

/// A sentence with a large first letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
