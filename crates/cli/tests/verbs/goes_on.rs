//! Ctrl-C: what was played is kept, and the command that is printed plays the rest.
#![cfg(unix)]

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::shell::{Ended, Shell, duel, ended, number};

/// More fights than can be played in the time of a test.
const MANY: &str = "1000000000000000";

/// Waits for the folder of the results: from then on a signal is heard. Then for a while, and
/// interrupts.
fn interrupted(shell: &Shell, args: &[&str], out: &str, wait: Duration) -> Ended {
    let child = shell.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let started = Instant::now();
    while !shell.path(out).exists() {
        assert!(started.elapsed() < Duration::from_secs(60), "no folder for the results");
        sleep(Duration::from_millis(5));
    }
    sleep(wait);
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Ended {
        code: output.status.code().expect("it ends by itself"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

fn interrupt(child: &Child) {
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(kill.expect("a shell").success());
}

/// The command that stderr says to go on with.
fn rest(ended: &Ended) -> &str {
    ended.err.lines().find_map(|line| line.strip_prefix("  fray ")).expect("a command to go on with")
}

#[test]
fn an_interrupted_run_keeps_a_prefix_and_says_how_to_go_on() {
    let shell = Shell::new();
    let duel = duel();
    let changed =
        ["--set", "Ogre.crit=[7, 10]", "--set", "Knight.tactics.target=weakest", "--max-rounds", "7"];
    // The longer waits are for a machine so busy that not a block was played in the first.
    let mut wait = Duration::from_millis(100);
    let (stopped, out) = loop {
        let out = format!("after {wait:?}");
        let args = [&["run", duel.as_str(), "--fights", MANY, "--out", &out], &changed[..]].concat();
        let stopped = interrupted(&shell, &args, &out, wait).ends_with(130);
        if shell.names(&out).len() == 6 {
            break (stopped, out);
        }
        assert_eq!(shell.names(&out), Vec::<String>::new(), "all files or none");
        assert!(wait < Duration::from_secs(60), "not a fight was played");
        wait *= 4;
    };
    assert!(stopped.out.contains("interrupted: these are the fights played until then"), "{}", stopped.out);
    let summary = shell.rows(&out, "summary");
    let fights = number(&summary[0], "fights");
    assert!(fights > 0 && summary.iter().all(|row| row["stop"] == "interrupted"));
    let counted: u64 = shell.rows(&out, "rounds").iter().map(|row| number(row, "count")).sum();
    assert_eq!(counted, fights, "the files are whole");
    let manifest = shell.manifest(&out);
    assert_eq!((&manifest["fights"], &manifest["stop"]), (&fights.into(), &"interrupted".into()));

    let range = format!("0..{fights}");
    let prefix = [&["--range", range.as_str(), "-q"][..], &changed].concat();
    shell.duel("prefix", &prefix);
    assert_eq!(shell.signature("prefix"), shell.signature(&out));

    // The rest as it is printed, but for its end, which no test could wait for.
    assert!(stopped.err.contains(&format!("fights {range} are kept")), "{}", stopped.err);
    let command =
        rest(&stopped).replace(&format!("{fights}..{MANY}"), &format!("{fights}..{}", fights + 500));
    assert!(command.contains(&format!("--range {fights}..{} ", fights + 500)), "{command}");
    let mut pasted = Command::new("sh");
    let fray = shell.command(&[]).get_program().to_string_lossy().into_owned();
    pasted.args(["-c", &format!("'{fray}' {command}")]).current_dir(shell.path(""));
    ended(&mut pasted).ends_with(0);
    let continued = shell.manifest(&format!("{out}-from-{fights}"));
    assert_eq!(continued["fights"], 500);
    for key in ["scenario_hash", "values", "seed"] {
        assert_eq!(continued[key], manifest[key], "{key}");
    }
}

#[test]
fn an_interrupted_batch_names_what_was_not_played() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).unwrap();
    shell.write("night/a.toml", &text);
    shell.write("night/b.toml", &text);
    let args = ["run", "night", "--fights", MANY, "--seed", "5", "--out", "out", "-q"];
    let stopped = interrupted(&shell, &args, "out/b", Duration::from_millis(100)).ends_with(130);
    assert_eq!(stopped.out, "");
    assert!(stopped.err.contains("interrupted: b: no fight was played; the rest:"), "{}", stopped.err);
    let b = format!("--seed 5 --range 0..{MANY} --out out/b --quiet");
    assert!(
        stopped.err.lines().any(|line| line == format!("  fray run night/b.toml {b}")),
        "{}",
        stopped.err
    );
}

#[test]
fn an_interrupted_comparison_reports_what_it_has() {
    let shell = Shell::new();
    let duel = duel();
    let mut wait = Duration::from_millis(100);
    let stopped = loop {
        let out = format!("after {wait:?}");
        let args = ["compare", &duel, "--set", "Ogre.hp=27", "--fights", MANY, "--out", &out, "--json"];
        let stopped = interrupted(&shell, &args, &out, wait).ends_with(130);
        if shell.names(&out).len() == 2 {
            break stopped;
        }
        assert_eq!(shell.names(&out), Vec::<String>::new(), "all files or none");
        assert!(wait < Duration::from_secs(60), "not a pair was played");
        wait *= 4;
    };
    let pairs = stopped.json()["pairs"].as_u64().expect("pairs");
    assert!(
        pairs > 0 && stopped.err.contains(&format!("interrupted: {pairs} pairs were played")),
        "{}",
        stopped.err
    );
}
