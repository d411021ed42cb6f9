//! What the program knows of itself as Markdown.

use core::fmt::Write;

use clap::{Arg, Command};

use crate::args::GROUPS;
use crate::verbs::list::Row;

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
    let help = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut text =
        format!("- `{}` {}", arg.to_string().replace('`', "'"), plain(&help).replace('\n', "\n  "));
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !defaults.is_empty() && arg.get_action().takes_values() {
        let _ = write!(text, " [default: {}]", defaults.join(", "));
    }
    text.push('\n');
    for value in arg.get_possible_values().iter().filter(|_| arg.get_action().takes_values()) {
        let help = value.get_help().map(|help| format!(": {}", plain(&help.to_string()))).unwrap_or_default();
        let _ = writeln!(text, "  - `{}`{help}", value.get_name());
    }
    text
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

/// The page of a list. What is indented stands in the table below what is not.
pub(super) fn list(title: &str, about: &str, rows: &[Row]) -> String {
    let mut text = format!("# {title}\n\n{about}\n");
    let is_grouped = rows.iter().any(|[name, ..]| name.starts_with("  "));
    let mut is_table = false;
    for [name, values, sentence] in rows {
        if is_grouped && !name.starts_with("  ") {
            let _ = write!(text, "\n## {}\n", name.replace('<', "&lt;"));
            let values = if values.is_empty() { String::new() } else { format!("`{values}`: ") };
            if !(values.is_empty() && sentence.is_empty()) {
                let _ = write!(text, "\n{values}{}\n", plain(sentence));
            }
            is_table = false;
            continue;
        }
        if !is_table {
            text += "\n| | | |\n| --- | --- | --- |\n";
            is_table = true;
        }
        let values =
            if values.is_empty() { String::new() } else { format!("`{}`", values.replace('|', "\\|")) };
        let _ = writeln!(text, "| `{}` | {values} | {} |", name.trim().replace('|', "\\|"), cell(sentence));
    }
    text
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
