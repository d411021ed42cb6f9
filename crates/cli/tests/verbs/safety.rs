//! Files of strangers, full disks, killed processes and impatient fingers: nothing is written where
//! it was not asked for, nothing that was played is lost, nothing steers the terminal.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::shell::{Running, Shell, config, duel, ended, wait_until};

fn duel_text() -> String {
    fs::read_to_string(duel()).expect("the scenario of the repository")
}

/// A folder of scenarios called `night`: the duel under these names.
fn night(shell: &Shell, names: &[&str]) {
    for name in names {
        shell.write(&format!("night/{name}.toml"), &duel_text());
    }
}

fn scenarios_of(shell: &Shell, out: &str) -> Vec<String> {
    let mut names: Vec<String> =
        shell.rows(out, "summary").into_iter().map(|row| row["scenario"].clone()).collect();
    names.dedup();
    names
}

#[test]
fn merge_writes_nothing_outside_its_folder() {
    let shell = Shell::new();
    night(&shell, &["a"]);
    shell.fray(&["run", "night", "--range", "0..100", "--out", "deep/part", "-q"]).ends_with(0);
    let list = shell.text("deep/part/manifest.json");
    for path in ["../../escaped", "/tmp/escaped", "..", ".", "", "a/../../../escaped", "a\\u0000b"] {
        fs::rename(shell.path("deep/part/a"), shell.path("escaped-part")).unwrap();
        shell.write("deep/part/manifest.json", &list.replace("\"a\"", &format!("\"{path}\"")));
        let merged = shell.fray(&["merge", "deep/part", "--out", "deep/sum"]).ends_with(5);
        assert!(merged.err.contains("results cannot be called"), "{}", merged.err);
        assert!(!shell.path("deep/sum").exists() && !shell.path("escaped").exists());
        fs::rename(shell.path("escaped-part"), shell.path("deep/part/a")).unwrap();
    }
}

#[test]
fn a_file_whose_name_is_no_name_for_results_is_refused() {
    let shell = Shell::new();
    for (file, name) in
        [("...toml", ".."), ("..toml", "."), ("=1+1.toml", "=1+1"), ("a\u{1b}[2J.toml", "a\\u{1b}[2J")]
    {
        shell.write(file, &duel_text());
        for args in [&["run", "--fights", "10"][..], &["validate"], &["trace", "--fight", "1"]] {
            let ended = shell.fray(&[args, &["--", file]].concat());
            assert!(matches!(ended.code, 2 | 10), "{file}: {}", ended.err);
            assert!(ended.err.contains(&format!("results cannot be called `{name}`")), "{}", ended.err);
            assert!(!ended.err.contains('\u{1b}'), "{}", ended.err);
        }
        fs::remove_file(shell.path(file)).unwrap();
    }
    assert_eq!(shell.names(""), Vec::<String>::new());
}

#[test]
fn changes_that_begin_alike_have_folders_of_their_own() {
    let shell = Shell::new();
    let duel = duel();
    let many = ["--set", "Ogre.weapons.Club.hit_mod=1", "--set", "Ogre.weapons.Club.attack_mod=1"];
    for last in ["Ogre.hp=30", "Ogre.hp=31"] {
        let args = [&["run", duel.as_str(), "--fights", "50", "-q"], &many[..], &["--set", last]].concat();
        shell.fray(&args).ends_with(0);
    }
    assert_eq!(shell.names("results/duel").len(), 2);
}

#[cfg(unix)]
pub(crate) fn signal(running: &Running, signal: &str) {
    let kill = Command::new("sh").args(["-c", &format!("kill -{signal} {}", running.0.id())]).status();
    assert!(kill.expect("a shell").success());
}

/// A long run that has been saved once.
#[cfg(unix)]
fn long_run(shell: &Shell, checkpoint: &str) -> Running {
    let duel = duel();
    let args =
        ["run", &duel, "--fights", "1e15", "--threads", "1", "--checkpoint", checkpoint, "--out", "out"];
    let running = shell.start(&args);
    wait_until("a folder", || shell.path("out").exists());
    sleep(Duration::from_millis(600));
    running
}

#[cfg(unix)]
#[test]
fn a_second_signal_gives_up_what_is_in_progress_and_saves_the_rest() {
    let shell = Shell::new();
    let running = long_run(&shell, "3600");
    assert_eq!(shell.names("out"), Vec::<String>::new(), "nothing is saved yet");
    signal(&running, "INT");
    signal(&running, "TERM");
    let ended = running.ended().ends_with(130);
    // Both signals may be heard as one.
    if !ended.err.contains("interrupted again") {
        assert!(ended.err.starts_with("interrupted: duel"), "{}", ended.err);
    }
}

/// Fights of 99,999 rounds in which nobody is ever hit: one chunk of them takes long.
#[cfg(unix)]
fn slow_run(shell: &Shell) -> Running {
    let duel = duel();
    let slow = ["--set", "Ogre.dodge=99", "--set", "Knight.dodge=99", "--max-rounds", "99999"];
    let flags = ["--fights", "1e15", "--threads", "1", "--checkpoint", "3600", "--out", "out"];
    let running = shell.start(&[&["run", duel.as_str()], &slow[..], &flags].concat());
    wait_until("a folder", || shell.path("out").exists());
    sleep(Duration::from_millis(300));
    running
}

#[cfg(unix)]
#[test]
fn a_second_signal_ends_a_fight_in_its_midst() {
    let shell = Shell::new();
    let running = slow_run(&shell);
    signal(&running, "TERM");
    sleep(Duration::from_millis(300));
    let asked = std::time::Instant::now();
    signal(&running, "TERM");
    let ended = running.ended().ends_with(130);
    assert!(asked.elapsed() < Duration::from_secs(4), "{:?}", asked.elapsed());
    let said = "interrupted again: the fights in progress are given up; a third time ends at once";
    assert!(ended.err.contains(said), "{}", ended.err);
}

#[cfg(unix)]
#[test]
fn one_signal_ends_fights_that_go_on_for_long() {
    let shell = Shell::new();
    let running = slow_run(&shell);
    let asked = std::time::Instant::now();
    signal(&running, "INT");
    running.ended().ends_with(130);
    assert!(asked.elapsed() < Duration::from_secs(15), "{:?}", asked.elapsed());
}

/// What was played is shown before it is written: a disk that is full by then costs the files alone.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_no_result() {
    let shell = Shell::new();
    // Without room from the first byte of the first file on: a quota by the process's own limit.
    let fray = shell.command(&[]).get_program().to_string_lossy().into_owned();
    let duel = duel();
    for (flags, shown) in [("", "WINS"), ("--json", "\"signature\"")] {
        let line = format!(
            "mkdir full && (mount -t tmpfs -o size=16k,nr_inodes=20 none full 2>/dev/null || exit 77) && \
             '{fray}' run '{duel}' --fights 2000 --out full/out {flags}; code=$?; umount full; rmdir full; exit $code"
        );
        // A mount of one's own, where the system lets one have it.
        let mut sh = Command::new("unshare");
        sh.args(["-rm", "sh", "-c", &line]).current_dir(shell.path(""));
        let Ok(output) = sh.output() else { return };
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if output.status.code() != Some(75) && err.contains("unshare") || output.status.code() == Some(77) {
            return;
        }
        assert_eq!(output.status.code(), Some(75), "{out}\n{err}");
        assert!(out.contains(shown), "{out}\n{err}");
        assert!(err.contains("No space left") && !out.contains("written to"), "{out}\n{err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_stdout_is_worth_a_retry() {
    let shell = Shell::new();
    let duel = duel();
    for args in [
        &["run", &duel, "--fights", "100", "--out", "out"][..],
        &["run", &duel, "--fights", "100", "--out", "out", "--json"],
        &["exact", &duel],
        &["trace", &duel, "--fight", "1"],
        &["validate", &duel],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        let ended = shell.command(args).stdout(full).stderr(Stdio::piped()).output().expect("it starts");
        let err = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(75), "{args:?}: {err}");
        assert!(err.contains("No space left"), "{args:?}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn a_comparison_locks_its_folder() {
    let shell = Shell::new();
    let duel = duel();
    let running =
        shell.start(&["compare", &duel, "--set", "Ogre.hp=27", "--fights", "1e15", "--out", "out", "-q"]);
    let other = ["compare", &duel, "--set", "Ogre.hp=90", "--fights", "2000", "--out", "out", "-q"];
    let is_locked = || {
        let file = fs::File::open(shell.path("out"));
        file.is_ok_and(|file| file.try_lock().is_err())
    };
    wait_until("a lock", is_locked);
    let refused = shell.fray(&other).ends_with(75);
    assert!(refused.err.contains("another fray is writing there"), "{}", refused.err);
    shell.fray(&["run", &duel, "--fights", "10", "--out", "out", "-q"]).ends_with(75);
    drop(running);
    shell.fray(&other).ends_with(0);
    assert_eq!(shell.names("out"), ["compare.csv", "manifest.json"]);
}

#[cfg(unix)]
#[test]
fn a_killed_update_leaves_nothing_for_good() {
    let shell = Shell::new();
    shell.write("duel.toml", &duel_text());
    shell.write(
        "suite.toml",
        "[[point]]\nscenario = \"duel.toml\"\nbaseline = \"base/duel.toml\"\nfights = 2000\n",
    );
    shell.write("base/.fray-mine", "a file of the user");
    let update = ["check", "suite.toml", "--update", "--reason", "test", "-q"];
    shell.fray(&update).ends_with(0);
    // Killed between the first byte and the rename, as often as it takes to see its file.
    let mut seen = false;
    for round in 0..4000 {
        shell.write("duel.toml", &duel_text().replace("hp = 26", &format!("hp = {}", 27 + round % 2)));
        let mut running = shell.start(&update);
        for _ in 0..2000 {
            seen |= shell.names("base").iter().any(|name| name.ends_with(".tmp"));
            if seen || running.0.try_wait().expect("a process").is_some() {
                break;
            }
        }
        running.0.kill().expect("SIGKILL");
        drop(running);
        seen = shell.names("base").iter().any(|name| name.ends_with(".tmp"));
        if seen {
            break;
        }
    }
    assert!(seen, "never killed in time");
    shell.fray(&update).ends_with(0);
    assert_eq!(shell.names("base"), [".fray-mine", "duel.toml"]);
}

#[test]
fn a_gap_in_one_scenario_of_a_folder_is_found() {
    let shell = Shell::new();
    night(&shell, &["a", "b"]);
    shell.fray(&["run", "night", "--range", "0..200", "--out", "one", "-q"]).ends_with(0);
    fs::remove_file(shell.path("night/a.toml")).unwrap();
    shell.fray(&["run", "night", "--range", "200..500", "--out", "two", "-q"]).ends_with(0);
    let merged = shell.fray(&["merge", "one", "two", "--out", "sum", "-q"]).ends_with(5);
    assert_eq!(merged.err, "error: a: 300 fights are missing: 200..500\n");
    assert_eq!(scenarios_of(&shell, "sum"), ["b"]);
    // A part that should have the scenario and does not.
    night(&shell, &["a"]);
    shell.fray(&["run", "night", "--range", "500..600", "--out", "three", "-q"]).ends_with(0);
    fs::remove_dir_all(shell.path("three/b")).unwrap();
    let merged = shell.fray(&["merge", "two", "three", "--out", "rest", "-q"]).ends_with(5);
    assert!(merged.err.contains("three/b: expected the results of a run"), "{}", merged.err);
}

#[test]
fn a_summary_is_of_one_seed() {
    let shell = Shell::new();
    night(&shell, &["a", "b"]);
    shell.fray(&["run", "night", "--fights", "100", "--seed", "1", "--out", "out", "-q"]).ends_with(0);
    night(&shell, &["c"]);
    for flags in [&[][..], &["--extend"]] {
        let other =
            [&["run", "night", "--fights", "100", "--seed", "2", "--out", "out", "-q"], flags].concat();
        shell.fray(&other).ends_with(30);
        assert!(!shell.path("out/c").exists(), "nothing of another seed is played into the folder");
    }
    assert_eq!(scenarios_of(&shell, "out"), ["a", "b"]);
    // The folder knows its seed, whoever named it.
    let seedless =
        duel_text().lines().filter(|line| !line.starts_with("seed")).collect::<Vec<_>>().join("\n");
    shell.write("late/x.toml", &seedless);
    shell.fray(&["run", "late", "--fights", "100", "--seed", "5", "--out", "late-out", "-q"]).ends_with(0);
    shell.write("late/y.toml", &seedless);
    shell.fray(&["run", "late", "--fights", "100", "--extend", "--out", "late-out", "-q"]).ends_with(0);
    assert!(shell.rows("late-out", "summary").iter().all(|row| row["seed"] == "5"));
    assert_eq!(scenarios_of(&shell, "late-out"), ["x", "y"]);

    shell.fray(&["run", "late", "--fights", "100", "--seed", "6", "--out", "other", "-q"]).ends_with(0);
    let mixed = shell.fray(&["merge", "late-out", "other", "--out", "sum"]).ends_with(5);
    assert!(mixed.err.contains("other is of seed 6 and late-out of seed 5"), "{}", mixed.err);
}

#[test]
fn a_folder_run_recovers_from_what_is_gone_and_what_is_broken() {
    let shell = Shell::new();
    night(&shell, &["a", "b"]);
    shell.write("night/broken.toml", "system = ");
    let run =
        |flags: &[&str]| shell.fray(&[&["run", "night", "--fights", "100", "--out", "out"], flags].concat());
    run(&["-q"]).ends_with(10);
    fs::remove_file(shell.path("night/broken.toml")).unwrap();
    run(&["-q"]).ends_with(0);

    fs::remove_file(shell.path("night/b.toml")).unwrap();
    let kept = run(&["-q"]).ends_with(30);
    assert!(kept.err.contains("the results of `b` too") && kept.err.contains("--extend"), "{}", kept.err);
    let went_on = run(&["--extend"]).ends_with(0);
    assert!(went_on.err.contains("`b`: no longer asked for; the results are kept in out"), "{}", went_on.err);
    assert_eq!(scenarios_of(&shell, "out"), ["a"]);
    assert!(shell.path("out/b/tallies").exists());
    // Back again, it is part of the batch as if nothing had happened.
    night(&shell, &["b"]);
    run(&["--extend", "-q"]).ends_with(0);
    assert_eq!(scenarios_of(&shell, "out"), ["a", "b"]);

    fs::remove_file(shell.path("night/b.toml")).unwrap();
    run(&["--force", "-q"]).ends_with(0);
    assert!(!shell.path("out/b").exists(), "force replaces all results of the folder");
    assert_eq!(scenarios_of(&shell, "out"), ["a"]);
}

/// Killed between the tallies and the tables: the tallies are of all fights, the tables are not.
#[test]
fn tables_that_were_not_written_are_written_by_going_on() {
    let shell = Shell::new();
    shell.duel("whole", &["--fights", "300", "-q"]);
    shell.duel("out", &["--fights", "200", "-q"]);
    fs::copy(shell.path("whole/tallies"), shell.path("out/tallies")).unwrap();
    shell.duel("out", &["--fights", "300", "--extend", "-q"]);
    assert_eq!(shell.bytes("out"), shell.bytes("whole"));
    fs::remove_file(shell.path("out/manifest.json")).unwrap();
    fs::remove_file(shell.path("out/rounds.csv")).unwrap();
    shell.duel("out", &["--fights", "300", "--extend", "-q"]);
    assert_eq!(shell.bytes("out"), shell.bytes("whole"));
}

/// Escape sequences and marks that turn a line round, from every file that a verb reads.
#[test]
fn nothing_that_a_file_says_steers_the_terminal() {
    let shell = Shell::new();
    let evil = r"\u001b[2J\u009b31m\u202egnol\u2066\u0007";
    let title = duel_text().lines().find(|line| line.starts_with("title")).expect("a title").to_owned();
    shell.write("night/duel.toml", &duel_text().replace(&title, &format!("title = \"{evil}\"")));
    shell.write("suite.toml", &format!("title = \"{evil}\"\n[[point]]\nscenario = \"night/duel.toml\"\n"));
    shell.write("broken.toml", &format!("system = \"{evil}\"\n\"{evil}\" = 1\n"));
    shell.write(
        "bad-suite.toml",
        &format!("[[point]]\nscenario = \"night/duel.toml\"\nset = {{ \"{evil}\" = \"{evil}\" }}\n"),
    );
    let file = "d\u{1b}[2J\u{202e}.toml";
    shell.write(file, &duel_text());
    shell.fray(&["run", "night/duel.toml", "--fights", "50", "--out", "a", "-q"]).ends_with(0);
    for args in [
        &["validate", "night/duel.toml"][..],
        &["validate", "broken.toml"],
        &["validate", file],
        &["validate", "no\u{1b}such"],
        &["run", "night/duel.toml", "--fights", "50", "--out", "a", "-v"],
        &["run", "night", "--fights", "50", "--out", "b\u{1b}[2J"],
        &["run", file, "--fights", "50", "--out", "c"],
        &["merge", "a", "--out", "d\u{1b}[2J", "-v"],
        &["trace", "night/duel.toml", "--fight", "1", "-v"],
        &["exact", "night/duel.toml"],
        &["compare", "night/duel.toml", "--set", "Ogre.hp=27", "--fights", "50", "-v"],
        &["check", "suite.toml"],
        &["check", "suite.toml", "--annotations"],
        &["check", "bad-suite.toml"],
        &["run", "bad-suite.toml", "--fights", "50", "--out", "e"],
    ] {
        let ended = ended(shell.command(args).env("CLICOLOR_FORCE", "1"));
        for text in [&ended.out, &ended.err] {
            // Colours are ours; anything else that steers is not.
            let rest = text.split('\u{1b}').skip(1).find(|rest| {
                let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(0);
                !rest.starts_with('[') || rest.as_bytes().get(end) != Some(&b'm')
            });
            assert_eq!(rest, None, "{args:?}: {text:?}");
            let steers = |c: char| c != '\n' && c != '\u{1b}' && fray_kit::sheet::text::is_control(c);
            assert_eq!(text.find(steers), None, "{args:?}: {text:?}");
        }
    }
}

#[test]
fn names_that_steer_or_calculate_are_refused() {
    let shell = Shell::new();
    for name in [r"\u202eogre", r"og\u2066re", "=1+1", "+ogre", "-ogre", "@ogre", r"ogre\u009b"] {
        for old in ["name = \"Ogre\"", "name = \"wizards\""] {
            let text = duel_text().replacen(old, &format!("name = \"{name}\""), 1);
            assert_ne!(text, duel_text());
            shell.write("duel.toml", &text);
            let wrong = shell.fray(&["validate", "duel.toml"]).ends_with(10);
            assert!(wrong.err.contains(": expected a name "), "{}", wrong.err);
            assert!(wrong.err.contains('^'), "with its place: {}", wrong.err);
        }
        shell.write("units.toml", &format!("[unit.\"{name}\"]\nhp = 3\n[weapon.\"{name}\"]\n"));
        let wrong = shell.fray(&["validate", "units.toml"]).ends_with(10);
        assert!(wrong.err.matches(": expected a name ").count() == 2, "{}", wrong.err);
    }
    shell.write("units.csv", "name,hp\n=cmd,3\n");
    shell.fray(&["validate", "units.csv"]).ends_with(10);
}

/// Whoever wrote the paths in a file may not be who reads the messages.
#[test]
fn no_line_is_shown_of_a_file_that_is_no_scenario() {
    let shell = Shell::new();
    let secret = "root:x:0:0:SECRET\n[SECRET]\ntoken = \"SECRET\"\nSECRET = SECRET\n";
    for name in ["secret", "secret.toml", "secret.csv", "other.CSV"] {
        shell.write(name, secret);
        shell.write("duel.toml", &format!("include = [\"{name}\"]\n{}", duel_text()));
        let wrong = shell.fray(&["validate", "duel.toml"]).ends_with(10);
        assert!(wrong.err.contains(&format!("`{name}` is not an include")), "{}", wrong.err);
        assert!(!wrong.err.replace(name, "").contains("SECRET"), "{}", wrong.err);
        shell.write("suite.toml", &format!("[[point]]\nscenario = \"{name}\"\n"));
        let wrong = shell.fray(&["check", "suite.toml"]);
        assert!(!(wrong.err + &wrong.out).replace(name, "").contains("SECRET"));
        shell.write("duel.toml", &duel_text());
        shell.write("suite.toml", &format!("[[point]]\nscenario = \"duel.toml\"\nbaseline = \"{name}\"\n"));
        let wrong = shell.fray(&["check", "suite.toml"]).ends_with(5);
        assert!(!(wrong.err + &wrong.out).replace(name, "").contains("SECRET"));
    }
    // A bestiary with a mistake in it is shown.
    shell.write("beasts.toml", "[unit.imp]\nhp = = 3\n");
    shell.write("duel.toml", &format!("include = [\"beasts.toml\"]\n{}", duel_text()));
    let wrong = shell.fray(&["validate", "duel.toml"]).ends_with(10);
    assert!(wrong.err.contains("2 | hp = = 3"), "{}", wrong.err);
}

/// A limit of the system is met as the search's own bound is, and ends neither with a crash nor late.
#[cfg(target_os = "linux")]
#[test]
fn an_exact_answer_out_of_reach_ends_with_4_whatever_stops_it() {
    let shell = Shell::new();
    let fray = shell.command(&[]).get_program().to_string_lossy().into_owned();
    let brawl = config("brawl.toml");
    for mebibytes in [256, 64] {
        let line = format!("ulimit -v {}; exec '{fray}' exact '{brawl}'", mebibytes << 10);
        let mut sh = Command::new("sh");
        let ended = ended(sh.args(["-c", &line])).ends_with(4);
        assert!(ended.err.contains("too large for an exact answer"), "{}", ended.err);
    }
}
