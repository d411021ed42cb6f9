//! `docs/cookbook.md`: every command is called, and prints what stands below it. After a change that is
//! meant to move an output,
//!
//! ```sh
//! FRAY_RENEW=1 cargo test --workspace --test verbs cookbook
//! ```
//!
//! writes the file anew; review it like code.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{Shell, configs, ended};

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cookbook.md")
}

/// A command with what it prints, and the lines of the file before them.
struct Recipe {
    before: String,
    command: String,
    output: String,
}

/// The recipes of the file, and its end. A command is a block ```` ```sh ````, and a block ```` ```text ````
/// with its output follows it.
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
        assert_eq!(lines.next(), Some("```text"), "the output stands below\n{command}");
        let output = block(&mut lines);
        recipes.push(Recipe { before: std::mem::take(&mut before), command, output });
    }
    (recipes, before)
}

/// What a command prints in an empty folder beside the scenarios of the repository, errors included.
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

/// Whether a line says how far long work is, as a slow machine makes it.
fn is_of_the_clock(line: &str) -> bool {
    let seconds = line.rsplit_once(" after ").and_then(|(_, time)| time.strip_suffix(" s"));
    seconds.is_some_and(|seconds| seconds.bytes().all(|byte| byte.is_ascii_digit()))
}

#[test]
fn every_command_prints_what_the_cookbook_says() {
    let text = std::fs::read_to_string(file()).expect("the cookbook");
    let (recipes, rest) = recipes(&text);
    assert_eq!(recipes.len(), 20, "twenty questions");
    let renews = std::env::var_os("FRAY_RENEW").is_some();
    let mut new = String::new();
    for Recipe { before, command, output } in recipes {
        let now = printed(&command);
        if !renews {
            assert_eq!(
                now, output,
                "{command}\nif it should: FRAY_RENEW=1 cargo test --workspace --test verbs cookbook"
            );
        }
        new += &format!("{before}{command}```\n```text\n{now}```\n");
    }
    if renews {
        std::fs::write(file(), new + &rest).expect("the cookbook can be written");
    }
}
