//! The commands of a text: those of this program are read as if they were given.

use clap::Error;
use clap::error::ErrorKind;

use crate::args::command;

/// Returns whether the program takes this command; the arguments are read, and nothing is done.
///
/// # Errors
/// The error with which the command line refuses it.
pub(crate) fn accepted(line: &str) -> Result<(), Error> {
    match command().try_get_matches_from(words(until_its_end(line))) {
        Err(error) if !matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            Err(error)
        }
        _ => Ok(()),
    }
}

/// The commands of a text in Markdown that call this program: those of its blocks of shell, and those that
/// stand in a line of text, which may be without their arguments.
pub(super) fn of(markdown: &str) -> Vec<(String, bool)> {
    let mut all = Vec::new();
    let mut block: Option<(bool, String)> = None;
    for line in markdown.lines() {
        match (&mut block, line.trim_start().strip_prefix("```")) {
            (None, Some(language)) => block = Some((language == "sh", String::new())),
            (Some((is_shell, text)), Some(_)) => {
                if *is_shell {
                    let joined = text.replace("\\\n", " ");
                    all.extend(joined.lines().flat_map(calls).map(|call| (call, true)));
                }
                block = None;
            }
            (Some((_, text)), None) => *text += &format!("{line}\n"),
            (None, None) => {
                let inline = line.split('`').skip(1).step_by(2).filter(|code| code.starts_with("fray "));
                all.extend(inline.flat_map(calls).map(|call| (call, false)));
            }
        }
    }
    all
}

/// The calls of the program in a line of shell.
fn calls(line: &str) -> Vec<String> {
    let line = line.split_once(" #").map_or(line, |(before, _)| before);
    if line.trim_start().starts_with('#') {
        return Vec::new();
    }
    let starts = line
        .match_indices("fray ")
        .map(|(at, _)| at)
        .filter(|&at| line[..at].chars().next_back().is_none_or(|before| " (\"|;&=".contains(before)));
    let mut calls: Vec<String> = Vec::new();
    let mut end = 0;
    for at in starts {
        // What stands inside the call before, as in a name of a file, is no call.
        if at >= end {
            let call = until_its_end(&line[at..]);
            end = at + call.len();
            calls.push(call.trim().to_owned());
        }
    }
    calls
}

/// A command up to what ends it in a shell.
fn until_its_end(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '|' | ';' | '&' | '<' | '>' | ')') => return &line[..at],
            _ => {}
        }
    }
    line
}

/// The words of a command, as a shell splits it.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut is_word, mut quote) = (String::new(), false, None);
    for c in line.chars() {
        match (quote, c) {
            (None, '"' | '\'') => (quote, is_word) = (Some(c), true),
            (Some(open), c) if c == open => quote = None,
            (None, c) if c.is_whitespace() => {
                if is_word {
                    words.push(std::mem::take(&mut word));
                }
                is_word = false;
            }
            (_, c) => {
                word.push(c);
                is_word = true;
            }
        }
    }
    if is_word {
        words.push(word);
    }
    words
}

#[test]
fn calls_are_found_where_a_shell_would_run_them() {
    let text = "```sh\ncode=1; fray run a.toml --set \"Ogre.name=a | b\" | head\nhq --array \"$(fray plan b.toml \\\n  \
                --array)\" fray shard --plan p # fray no\n```\nsay `fray help run`, `x`\n```text\nfray never\n```\n";
    let found: Vec<String> = of(text).into_iter().map(|(call, _)| call).collect();
    let plan = "fray plan b.toml    --array";
    assert_eq!(
        found,
        ["fray run a.toml --set \"Ogre.name=a | b\"", plan, "fray shard --plan p", "fray help run"]
    );
    assert_eq!(words(&found[0])[4], "Ogre.name=a | b");
    assert!(accepted("fray run a.toml --no-such-flag").is_err());
}
