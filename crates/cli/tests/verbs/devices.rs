//! Files that never end, or that nobody writes into: nothing waits for them.
#![cfg(unix)]

use std::process::Command;

use crate::shell::{Ended, Shell, duel, ended};

/// The program, ended with code 124 if it has not ended after 20 seconds.
fn in_time(shell: &Shell, args: &[&str]) -> Ended {
    let command = shell.command(args);
    let mut timed = Command::new("timeout");
    timed.arg("20").arg(command.get_program()).args(args).current_dir(shell.path(""));
    ended(&mut timed)
}

fn pipe(shell: &Shell, name: &str) {
    ended(Command::new("mkfifo").arg(shell.path(name))).ends_with(0);
}

#[test]
fn a_file_that_is_a_pipe_or_a_device_is_refused() {
    let shell = Shell::new();
    pipe(&shell, "pipe.toml");
    shell.write("including.toml", "include = [\"pipe.toml\"]\nsystem = \"night-wizard\"\n");
    shell.write("suite.toml", "[[point]]\nscenario = \"pipe.toml\"\n");
    let (duel, pipe, named) = (duel(), "it is a named pipe; expected a file", "pipe.toml");
    for (args, why) in [
        (&["run", named][..], pipe),
        (&["run", duel.as_str(), named, "--fights", "10"], pipe),
        (&["run", "including.toml"], "it is a named pipe"),
        (&["run", "suite.toml"], pipe),
        (&["validate", named], pipe),
        (&["validate", named, "--json"], "named pipe"),
        (&["exact", named], pipe),
        (&["trace", named, "--fight", "1"], pipe),
        (&["compare", duel.as_str(), named], pipe),
        (&["check", named], pipe),
        (&["check", "suite.toml"], pipe),
        (&["run", "/dev/zero"], "it is a device; expected a file"),
        (&["validate", "/dev/null"], "it is a device; expected a file"),
    ] {
        let ended = in_time(&shell, args).ends_with(10);
        assert!((ended.err + &ended.out).contains(why), "{args:?}");
    }
}

#[test]
fn a_folder_of_scenarios_passes_over_pipes() {
    let shell = Shell::new();
    pipe(&shell, "pipe.toml");
    std::fs::copy(duel(), shell.path("duel.toml")).expect("a copy");
    let played = in_time(&shell, &["run", ".", "--fights", "100", "--out", "out"]).ends_with(0);
    assert!(played.out.starts_with("duel "), "{}", played.out);
}

#[test]
fn a_baseline_that_is_a_pipe_is_refused() {
    let shell = Shell::new();
    pipe(&shell, "baseline.toml");
    let point = format!("[[point]]\nscenario = {:?}\nbaseline = \"baseline.toml\"\n", duel());
    shell.write("suite.toml", &point);
    let checked = in_time(&shell, &["check", "suite.toml"]);
    assert!(![0, 124].contains(&checked.code), "{}", checked.code);
    assert!((checked.out + &checked.err).contains("it is a named pipe"));
}

/// C1 controls and those of bidirectional text are legal in strings of JSON, and steer terminals.
#[test]
fn json_does_not_steer_the_terminal() {
    let shell = Shell::new();
    let scenario = std::fs::read_to_string(duel()).expect("the scenario of the repository");
    let steering = "a\u{9b}31m\u{202e}\u{85}\u{7f}b";
    shell.write("duel.toml", &scenario.replace("name = \"Ogre\"", &format!("name = \"{steering}\"")));
    let validated = shell.fray(&["validate", "duel.toml", "--json"]).ends_with(10);
    assert!(!validated.out.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'));
    validated.json();
    let folder = "out\u{9b}31m";
    let played = shell.fray(&["run", &duel(), "--fights", "10", "--out", folder, "--json"]).ends_with(0);
    assert!(!played.out.contains('\u{9b}'), "{}", played.out);
    assert_eq!(played.json()["scenarios"][0]["dir"], folder);
}
