//! Ctrl-C and worse: what was played is kept, and the command that is printed plays the rest, with
//! the same bytes in the end.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use fray_sim::parts::PartialRun;

use crate::shell::{ALL, Ended, Running, Shell, duel, ended, number, wait_until};

/// More fights than can be played in the time of a test.
const MANY: &str = "1000000000000000";

pub(crate) fn interrupt(running: &Running) {
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", running.0.id())]).status();
    assert!(kill.expect("a shell").success());
}

/// The command that stderr says to go on with.
fn rest(ended: &Ended) -> &str {
    ended.err.lines().find_map(|line| line.strip_prefix("  fray ")).expect("a command to go on with")
}

/// Calls the program with the words of a command as a shell reads them.
fn pasted(shell: &Shell, command: &str) -> Ended {
    let fray = shell.command(&[]).get_program().to_string_lossy().into_owned();
    let mut sh = Command::new("sh");
    ended(sh.args(["-c", &format!("'{fray}' {command}")]).current_dir(shell.path("")))
}

fn fights(shell: &Shell, out: &str) -> u64 {
    number(&shell.rows(out, "summary")[0], "fights")
}

/// The fights that can be gone on from.
fn kept(shell: &Shell, out: &str) -> u64 {
    let tallies = std::fs::read(shell.path(&format!("{out}/tallies"))).expect("tallies");
    PartialRun::decode(&tallies).expect("whole tallies").played.ranges.n()
}

#[test]
fn an_interrupted_run_keeps_a_prefix_and_ends_with_the_same_bytes() {
    let shell = Shell::new();
    let duel = duel();
    let changed =
        ["--set", "Ogre.crit=[7, 10]", "--set", "Knight.tactics.target=weakest", "--max-rounds", "7"];
    let args = [&["run", duel.as_str(), "--fights", MANY, "--checkpoint", "0", "--out", "out"], &changed[..]];
    let running = shell.start(&args.concat());
    wait_until("a checkpoint", || shell.path("out/manifest.json").exists());
    interrupt(&running);
    let stopped = running.ended().ends_with(130);
    assert!(
        stopped.out.contains("interrupted: the results are those of the fights played so far"),
        "{}",
        stopped.out
    );
    assert_eq!(shell.names("out"), ALL);
    let fights = fights(&shell, "out");
    let summary = shell.rows("out", "summary");
    assert!(fights > 0 && summary.iter().all(|row| row["stop"] == "interrupted"));
    let counted: u64 = shell.rows("out", "rounds").iter().map(|row| number(row, "count")).sum();
    assert_eq!(counted, fights, "the files are whole");
    let manifest = shell.manifest("out");
    assert_eq!((&manifest["fights"], &manifest["stop"]), (&fights.into(), &"interrupted".into()));
    assert_eq!(manifest["range"], serde_json::json!([0, 1_000_000_000_000_000_u64]), "what was asked for");
    assert_eq!(manifest["played"], serde_json::json!([[0, fights]]), "and what was played");
    assert!(
        stopped.err.contains(&format!("the fights 0..{fights} of 0..{MANY} are saved")),
        "{}",
        stopped.err
    );

    // The rest as it is printed, but for its end, which no test could wait for.
    let all = (fights + 500).to_string();
    let command = rest(&stopped).replace(MANY, &all);
    assert!(
        command.contains(&format!("--fights {all} --out out")) && command.ends_with("--extend"),
        "{command}"
    );
    let went_on = pasted(&shell, &command).ends_with(0);
    let resuming =
        format!("duel: resuming: the folder holds the fights 0..{fights}; playing {fights}..{all}\n");
    assert!(went_on.err.starts_with(&resuming), "{}", went_on.err);
    let whole = [&["--fights", all.as_str(), "-q"][..], &changed].concat();
    shell.duel("whole", &whole);
    assert_eq!(shell.bytes("out"), shell.bytes("whole"));
    let (resumed, whole) = (shell.manifest("out"), shell.manifest("whole"));
    assert_eq!(resumed["resumed"], serde_json::json!([[0, fights]]));
    assert_eq!(whole["resumed"], serde_json::json!([]));
    for key in whole.as_object().unwrap().keys() {
        let is_of_the_process =
            ["threads", "wall_time_s", "date", "command", "resumed"].contains(&key.as_str());
        assert!(is_of_the_process || resumed[key] == whole[key], "{key}");
    }
    assert!(resumed["wall_time_s"].as_f64() > manifest["wall_time_s"].as_f64(), "the time of both parts");
}

/// No cleaning up, no last word: what the last checkpoint wrote is whole and is gone on from,
/// wherever in a write or between two the process was killed.
#[test]
fn a_killed_run_loses_at_most_what_came_after_its_last_checkpoint() {
    let shell = Shell::new();
    let duel = duel();
    let args = |fights| {
        [
            "run",
            &duel,
            "--fights",
            fights,
            "--threads",
            "1",
            "--checkpoint",
            "0",
            "--out",
            "out",
            "--extend",
            "-q",
        ]
    };
    let mut seen = 0;
    for wait in [0, 3, 40, 7, 110, 1, 23] {
        let mut running = shell.start(&args(MANY));
        let has_more = || shell.path("out/manifest.json").exists() && fights(&shell, "out") > seen;
        wait_until("a checkpoint", has_more);
        let saved = fights(&shell, "out");
        sleep(Duration::from_millis(wait));
        running.0.kill().expect("SIGKILL");
        assert_eq!(running.ended().code, -1, "killed by a signal");
        let kept = kept(&shell, "out");
        assert!(kept >= saved, "{kept} fights after {saved}");
        seen = kept;
    }
    let all = (seen + 700).to_string();
    shell.fray(&args(&all)).ends_with(0);
    shell.duel("whole", &["--fights", &all, "-q"]);
    assert_eq!(shell.bytes("out"), shell.bytes("whole"), "and nothing under a temporary name is left");
}

#[test]
fn an_interrupted_batch_goes_on_with_what_was_not_played() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).unwrap();
    let seedless: String =
        text.lines().filter(|line| !line.starts_with("seed")).flat_map(|l| [l, "\n"]).collect();
    shell.write("night/a.toml", &seedless.replace("fights = ", "fights = 700 # "));
    shell.write("night/b.toml", &seedless.replace("fights = ", &format!("fights = {MANY} # ")));
    shell.write("night/c.toml", &seedless.replace("fights = ", "fights = 800 # "));
    let running = shell.start(&["run", "night", "--checkpoint", "0", "--out", "out"]);
    wait_until("a checkpoint", || shell.path("out/b/manifest.json").exists());
    interrupt(&running);
    let stopped = running.ended().ends_with(130);
    assert_eq!(stopped.out.lines().count(), 2, "a row each: {}", stopped.out);
    assert!(stopped.err.contains("interrupted: 1 of 3 scenarios are finished"), "{}", stopped.err);
    assert_eq!(rest(&stopped), "run night --out out --checkpoint 0 --extend");
    let summary = shell.rows("out", "summary");
    let rows: Vec<_> = summary.iter().map(|row| (row["scenario"].as_str(), row["stop"].as_str())).collect();
    assert_eq!(rows, [("a", "fixed"), ("a", "fixed"), ("b", "interrupted"), ("b", "interrupted")]);

    let fights = fights(&shell, "out/b") + 500;
    shell.write("night/b.toml", &seedless.replace("fights = ", &format!("fights = {fights} # ")));
    let first = shell.manifest("out/a");
    let went_on = pasted(&shell, rest(&stopped)).ends_with(0);
    assert!(went_on.out.lines().next().is_some_and(|row| row.ends_with("  kept")), "{}", went_on.out);
    assert_eq!(shell.manifest("out/a"), first, "what is finished is not played or written again");
    // A seed was drawn for all three, and is still that of all three.
    let seed = first["seed"].to_string();
    shell.fray(&["run", "night", "--seed", &seed, "--out", "whole", "-q"]).ends_with(0);
    assert_eq!(shell.bytes("out/a"), shell.bytes("whole/a"));
    assert_eq!(shell.bytes("out/b"), shell.bytes("whole/b"));
    assert_eq!(shell.bytes("out/c"), shell.bytes("whole/c"));
    assert_eq!(shell.text("out/summary.csv"), shell.text("whole/summary.csv"));
}

/// Results that are there are not replaced by fewer of the same fights.
#[test]
fn an_interrupted_repetition_keeps_what_was_there() {
    let shell = Shell::new();
    let duel = duel();
    let args = ["run", &duel, "--fights", MANY, "--checkpoint", "0", "--out", "out"];
    let running = shell.start(&args);
    wait_until("some fights", || shell.path("out/manifest.json").exists() && fights(&shell, "out") > 20_000);
    interrupt(&running);
    running.ended().ends_with(130);
    let (kept, n) = (shell.bytes("out"), fights(&shell, "out"));
    let mut running = shell.start(&args);
    let mut stderr = BufReader::new(running.0.stderr.take().expect("a pipe"));
    let mut err = String::new();
    stderr.read_line(&mut err).expect("text");
    assert!(err.starts_with(&format!("duel: the folder holds {n} of these fights")), "{err}");
    interrupt(&running);
    stderr.read_to_string(&mut err).expect("text");
    assert_eq!(running.0.wait().expect("it ends").code(), Some(130));
    // Fewer fights were played, unless this test stood still after the first line.
    if err.contains("the folder keeps") {
        assert!(
            err.contains(&format!(
                "the folder keeps the {n} fights that it held before; to play the others:"
            )),
            "{err}"
        );
        assert_eq!(shell.bytes("out"), kept);
    }
    assert!(fights(&shell, "out") >= n);
}

#[test]
fn a_killed_batch_goes_on_where_it_was() {
    let shell = Shell::new();
    let text = std::fs::read_to_string(duel()).unwrap();
    for name in ["a", "b", "c"] {
        shell.write(&format!("night/{name}.toml"), &text.replace("fights = ", "fights = 700 # "));
    }
    shell.write("night/b.toml", &text.replace("fights = ", &format!("fights = {MANY} # ")));
    let mut running = shell.start(&["run", "night", "--checkpoint", "0", "--out", "out", "-q"]);
    wait_until("a checkpoint", || shell.path("out/b/manifest.json").exists());
    running.0.kill().expect("SIGKILL");
    assert_eq!(running.ended().code, -1, "killed by a signal");
    let kept = shell.manifest("out/a");
    let all = self::kept(&shell, "out/b") + 500;
    shell.write("night/b.toml", &text.replace("fights = ", &format!("fights = {all} # ")));
    shell.fray(&["run", "night", "--out", "out", "--extend", "-q"]).ends_with(0);
    assert_eq!(shell.manifest("out/a"), kept);
    assert_ne!(shell.manifest("out/b")["resumed"], serde_json::json!([]));
    shell.fray(&["run", "night", "--out", "whole", "-q"]).ends_with(0);
    for name in ["a", "b", "c"] {
        let of = |out: &str| shell.bytes(&format!("{out}/{name}"));
        assert_eq!(of("out"), of("whole"), "{name}");
    }
    assert_eq!(shell.text("out/summary.csv"), shell.text("whole/summary.csv"));
}

#[test]
fn an_interrupted_comparison_reports_what_it_has() {
    let shell = Shell::new();
    let duel = duel();
    let mut wait = Duration::from_millis(100);
    let stopped = loop {
        let out = format!("after {wait:?}");
        let args = ["compare", &duel, "--set", "Ogre.hp=27", "--fights", MANY, "--out", &out, "--json"];
        let running = shell.start(&args);
        wait_until("a folder", || shell.path(&out).exists());
        sleep(wait);
        interrupt(&running);
        let stopped = running.ended().ends_with(130);
        if shell.names(&out).len() == 2 {
            break stopped;
        }
        assert_eq!(shell.names(&out), Vec::<String>::new(), "all files or none");
        assert!(wait < Duration::from_secs(60), "not a pair was played");
        wait *= 4;
    };
    let pairs = stopped.json()["pairs"].as_u64().expect("pairs");
    assert!(
        pairs > 0
            && stopped
                .err
                .contains(&format!("interrupted: this is the result of the {pairs} pairs played so far")),
        "{}",
        stopped.err
    );
}

/// Neither on the terminal nor in the reports that a hosted CI keeps.
#[test]
fn an_interrupted_gate_has_not_passed() {
    let shell = Shell::new();
    // Near its edge for longer than anybody waits.
    let goal = "win_rate(wizards) > 72.4741%";
    let text = std::fs::read_to_string(duel()).expect("the scenario of the repository");
    shell.write("duel.toml", &text.replace("win_rate(wizards) between 60% and 80%", goal));
    let points = "[[point]]\nscenario = \"duel.toml\"\n[[point]]\nscenario = \"duel.toml\"\nset = { \"Ogre.hp\" = 27 }\n";
    shell.write("suite.toml", &format!("max_fights = 1_000_000_000_000\n{points}"));
    let running = shell.start(&["check", "suite.toml", "--junit", "junit.xml"]);
    sleep(Duration::from_secs(2));
    interrupt(&running);
    let ended = running.ended().ends_with(130);
    assert!(
        ended.out.contains("INCONCLUSIVE: suite: 0 of 1 tests passed at 1 of 2 points, interrupted"),
        "{}",
        ended.out
    );
    let junit = shell.text("junit.xml");
    // The point in progress and the one behind it.
    assert!(
        junit.contains("errors=\"2\"") && junit.contains("interrupted before this was tested"),
        "{junit}"
    );
}
