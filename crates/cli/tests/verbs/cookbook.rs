//! The pages of the book in `docs/src`: every command that has its output below it is called, and prints that.
//! After a change that is meant to move an output,
//!
//! ```sh
//! FRAY_RENEW=1 cargo test --workspace --test verbs cookbook
//! ```
//!
//! writes the pages anew; review them like code.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{Shell, configs, ended};

/// The pages in a folder and those in it that are written by hand.
fn pages(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the book") {
        let path = entry.expect("a file").path();
        let is_made = ["reference", "gallery"].iter().any(|made| path.ends_with(made));
        if path.is_dir() && !is_made {
            pages(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            all.push(path);
        }
    }
}

/// A command with what it prints, and the lines of the page before them.
struct Recipe {
    before: String,
    command: String,
    output: String,
}

/// The recipes of a page, and its end. A command is a block ```` ```sh ````; one that is to be called has a block
/// ```` ```text ```` with its output directly below it.
fn recipes(text: &str) -> (Vec<Recipe>, String) {
    let mut lines = text.lines().peekable();
    let (mut recipes, mut before) = (Vec::new(), String::new());
    while let Some(line) = lines.next() {
        before += &format!("{line}\n");
        if line != "```sh" {
            continue;
        }
        let block = |lines: &mut dyn Iterator<Item = &str>| -> String {
            lines.take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect()
        };
        let command = block(&mut lines);
        if lines.next_if_eq(&"```text").is_some() {
            let output = block(&mut lines);
            recipes.push(Recipe { before: std::mem::take(&mut before), command, output });
        } else {
            before += &format!("{command}```\n");
        }
    }
    (recipes, before)
}

/// Returns what a command prints in an empty folder beside the scenarios of the repository, errors included.
fn printed(command: &str) -> String {
    let shell = Shell::new();
    std::os::unix::fs::symlink(configs(""), shell.path("configs")).expect("a link");
    let program = shell.command(&[]).get_program().to_owned();
    let folder = Path::new(&program).parent().expect("the folder of the program");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = core::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
    let mut sh = Command::new("sh");
    sh.current_dir(shell.path("")).args(["-c", &format!("exec 2>&1\n{command}")]);
    sh.env("PATH", std::env::join_paths(folders).expect("a search path")).env("NO_COLOR", "1");
    let out = ended(&mut sh).out;
    out.lines().filter(|line| !is_of_the_clock(line)).map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Returns whether a line says how far long work is, as a slow machine makes it.
fn is_of_the_clock(line: &str) -> bool {
    let seconds = line.rsplit_once(" after ").and_then(|(_, time)| time.strip_suffix(" s"));
    seconds.is_some_and(|seconds| seconds.bytes().all(|byte| byte.is_ascii_digit()))
}

#[test]
fn every_command_prints_what_the_book_says() {
    let mut files = Vec::new();
    pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src"), &mut files);
    files.sort();
    let renews = std::env::var_os("FRAY_RENEW").is_some();
    let (mut wrong, mut pages_played) = (Vec::new(), 0);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a page");
        let (recipes, rest) = recipes(&text);
        pages_played += usize::from(!recipes.is_empty());
        let mut new = String::new();
        for Recipe { before, command, output } in recipes {
            let now = printed(&command);
            if now != output {
                wrong.push(format!("{}: {command}prints\n{now}and not\n{output}", file.display()));
            }
            new += &format!("{before}{command}```\n```text\n{now}```\n");
        }
        if renews {
            std::fs::write(file, new + &rest).expect("the page can be written");
        }
    }
    assert!(pages_played >= 20, "{pages_played} pages with commands that are played");
    if !renews {
        let how = "if they should: FRAY_RENEW=1 cargo test --workspace --test verbs cookbook";
        assert!(wrong.is_empty(), "{}\n{how}", wrong.join("\n"));
    }
}
